using System;
using System.Diagnostics;
using Sidle;

/// <summary>
/// Prints ns a unit and tick of 10,000 units that go to far goals, with all positions read in each tick, as
/// bindings/overhead.c does in C.
/// </summary>
internal static class Overhead
{
    private const int Side = 100, Ticks = 300;

    private static void Main()
    {
        using (var world = new World(512, 512))
        using (var arrays = new UnitArrays(UnitColumns.Positions, Side * Side))
        {
            for (int k = 0; k < Side * Side; k++)
            {
                float x = 4 + k % Side * 2, y = 4 + k / Side * 2;
                world.UnitCreate(new UnitDef(default, new Vec2(x, y))).Go(new Vec2(x + 300, y + 300));
            }
            world.Step(1 / 30f);
            Stopwatch watch = Stopwatch.StartNew();
            float sum = 0;
            for (int tick = 0; tick < Ticks; tick++)
            {
                world.Step(1 / 30f);
                world.Read(arrays);
                foreach (Vec2 at in arrays.Positions)
                    sum += at.X + at.Y;
            }
            double ns = watch.Elapsed.TotalMilliseconds * 1e6;
            Console.WriteLine($"{ns / Ticks / arrays.Rows:0.0} ns a unit and tick, hash {world.Hash()}, sum {sum}");
        }
    }
}
