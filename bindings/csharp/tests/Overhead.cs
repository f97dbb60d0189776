using System;
using System.Diagnostics;
using System.Globalization;
using Sidle;

/// <summary>What the binding costs beside C: the program of bindings/overhead.c. overhead.exe [TICKS].</summary>
internal static class Overhead
{
    private const int Side = 100, Units = Side * Side, Extent = 320;

    private static void Main(string[] given)
    {
        int ticks = given.Length > 0 ? int.Parse(given[0]) : 300;
        using (var world = new World(Extent, Extent))
        using (var arrays = new UnitArrays(UnitColumns.Positions, Units))
        {
            for (int k = 0; k < Units; k++)
            {
                var at = new Vec2(10 + 3 * (k % Side), 10 + 3 * (k / Side));
                world.UnitCreate(new UnitDef(default, at)).Go(new Vec2(Extent - at.X, Extent - at.Y));
            }
            double sum = 0, begin = Now();
            for (int tick = 0; tick < ticks; tick++)
            {
                world.Step(1 / 30f);
                world.Read(arrays);
                ReadOnlySpan<Vec2> positions = arrays.Positions;
                for (int k = 0; k < positions.Length; k++)
                    sum += (double)positions[k].X + positions[k].Y;
            }
            string text = string.Format(CultureInfo.InvariantCulture, "C#: {0:0} ns a unit and tick, sum {1:0.000}",
                                        (Now() - begin) / Units / ticks, sum);
            Console.WriteLine(text);
        }
    }

    private static double Now()
    {
        return Process.GetCurrentProcess().TotalProcessorTime.TotalMilliseconds * 1e6;
    }
}
