using System;
using System.Collections.Generic;
using Sidle;

/// <summary>tests.exe STORY: plays the story, calls everything with bad arguments, and checks what C# adds.</summary>
internal static class Tests
{
    private const float Dt = 1 / 30f;
    private static int failed, passed;

    private static int Main(string[] given)
    {
        Check("the story has the results and hashes that it has in C", () => Story.Play(given[0]) > 1000);
        Check("each function refuses bad arguments as it documents", () => Refusals.Run() > 400);
        Check("a tick allocates nothing", ATickAllocatesNothing);
        Check("a call after Dispose throws", ACallAfterDisposeThrows);
        Check("groups outlive the world that was disposed of first", GroupsOutliveTheirWorld);
        Check("what nobody disposes of is collected", ForgottenWorldsAreCollected);
        Check("a refusal throws and tells the result", ARefusalThrows);
        Check("a profile out of range is named by Check", AWrongProfileIsNamed);
        Check("arrays grow with the world", ArraysGrow);
        Check("rows without a unit have the null id", RowsWithoutAUnitAreNull);
        Check("an array that was not asked for is refused", AMissingColumnIsRefused);
        Check("lists of the wrong length are refused", WrongLengthsAreRefused);
        Check("a world goes on from a snapshot to the same hash", ASnapshotGoesOn);
        Check("two worlds that differ are told apart in words", DifferencesAreInWords);
        Check("a recording is replayed to its end", ARecordingIsReplayed);
        Check("an event says which unit arrived", AnEventTellsTheArrival);
        Check("a query finds the units in a disc, nearest first", AQueryFindsUnits);
        Check("a flow too small for the map is refused", ASmallFlowIsRefused);
        Check("all parameters have a name and a text", () => Array.TrueForAll(Library.Params(), p => p.Name != "" && p.Help != ""));
        Console.WriteLine($"bindings_csharp: {passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    private static void Check(string sentence, Func<bool> test)
    {
        string wrong = "it does not hold";
        bool holds = false;
        try
        {
            holds = test();
        }
        catch (Exception e)
        {
            wrong = e.ToString();
        }
        if (holds)
            passed++;
        else
            failed++;
        if (!holds)
            Console.WriteLine($"{sentence}: {wrong}");
    }

    private static bool Throws<T>(Action action) where T : Exception
    {
        try
        {
            action();
        }
        catch (T)
        {
            return true;
        }
        return false;
    }

    /// <summary>Units in rows, 2 u apart.</summary>
    private static Unit[] Crowd(World world, int count)
    {
        var units = new Unit[count];
        for (int k = 0; k < count; k++)
            units[k] = world.UnitCreate(new UnitDef(default, new Vec2(2 + k % 20 * 2, 2 + k / 20 * 2)) { User = (ulong)k });
        return units;
    }

    private static long AllocatedBy(Action action)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        action();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private static bool ATickAllocatesNothing()
    {
        using (var world = new World(64, 64))
        using (var groups = new Groups(world))
        using (var arrays = new UnitArrays(UnitColumns.All))
        {
            Unit[] units = Crowd(world, 200);
            var ids = Array.ConvertAll(units, u => u.Id);
            var goals = new[] { new Vec2(30, 30) };
            groups.Go(new ReadOnlySpan<UnitId>(ids, 0, 50), new Vec2(40, 20), new Formation());
            var hits = new Hit[32];
            int seen = 0;
            Action tick = () =>
            {
                world.UnitsGo(new ReadOnlySpan<UnitId>(ids, 60, 100), goals);
                units[199].Go(new Vec2(5, 50));
                groups.Update(Dt);
                world.Step(Dt);
                foreach (UnitEvent e in world.Events())
                    seen += (int)e.Type;
                seen += groups.Events().Length + world.QueryDisc(new Vec2(20, 20), 10, null, hits);
                world.Read(arrays);
                for (int k = 0; k < arrays.Rows; k++)
                    seen += arrays.Positions[k].X > 30 ? 1 : 0;
                seen += world[ids[3]].Get().Stuck ? 1 : 0;
            };
            for (int k = 0; k < 150; k++)
                tick();
            int collections = GC.CollectionCount(0);
            long bytes = AllocatedBy(() => { for (int k = 0; k < 300; k++) tick(); });
            bool counts = AllocatedBy(() => goals = new Vec2[1000]) >= 8000; // the counter sees an allocation
            if (bytes != AllocatedBy(() => { }))
                throw new Exception($"300 ticks allocate {bytes} bytes");
            return counts && seen > 0 && GC.CollectionCount(0) == collections;
        }
    }

    private static bool ACallAfterDisposeThrows()
    {
        var world = new World();
        Unit unit = world.UnitCreate(new UnitDef(default, new Vec2(5, 5)));
        world.Dispose();
        world.Dispose();
        return Throws<ObjectDisposedException>(() => world.Step(Dt)) && Throws<ObjectDisposedException>(() => unit.Stop());
    }

    private static bool GroupsOutliveTheirWorld()
    {
        var world = new World();
        var groups = new Groups(world);
        groups.Go(Array.ConvertAll(Crowd(world, 4), u => u.Id), new Vec2(30, 30), new Formation());
        world.Dispose();
        groups.Update(Dt);
        groups.Dispose();
        return Throws<ObjectDisposedException>(() => groups.Update(Dt));
    }

    private static bool ForgottenWorldsAreCollected()
    {
        for (int k = 0; k < 50; k++)
        {
            var world = new World();
            new Groups(world).Update(Dt);
            new Recorder(world).Bytes();
            new UnitArrays(UnitColumns.All);
        }
        GC.Collect();
        GC.WaitForPendingFinalizers();
        return true;
    }

    private static bool ARefusalThrows()
    {
        using (var world = new World())
        {
            Unit unit = world.UnitCreate(new UnitDef(default, new Vec2(5, 5)));
            unit.Destroy();
            try
            {
                unit.Go(new Vec2(6, 6));
            }
            catch (SidleException e)
            {
                return e.Result == Result.Stale && e.Message == Library.ResultText(Result.Stale);
            }
            return false;
        }
    }

    private static bool AWrongProfileIsNamed()
    {
        var profile = new Profile(0.5f, 2) { TurnRate = -1 };
        try
        {
            profile.Check();
        }
        catch (SidleException e)
        {
            return e.Result == Result.Argument && e.Message != Library.ResultText(Result.Argument);
        }
        return false;
    }

    private static bool ArraysGrow()
    {
        using (var world = new World())
        using (var arrays = new UnitArrays(UnitColumns.Ids | UnitColumns.Users, 4))
        {
            Unit[] units = Crowd(world, 300);
            world.Read(arrays);
            return arrays.Rows == 300 && arrays.Users[299] == 299 && arrays.Ids[299] == units[299].Id;
        }
    }

    private static bool RowsWithoutAUnitAreNull()
    {
        using (var world = new World())
        using (var arrays = new UnitArrays(UnitColumns.Ids))
        {
            Unit[] units = Crowd(world, 3);
            units[1].Destroy();
            world.Read(arrays);
            bool all = arrays.Rows == 3 && arrays.Ids[1].IsNull && arrays.Ids[2] == units[2].Id;
            world.UnitsRead(new[] { units[2].Id, units[1].Id }, arrays);
            return all && arrays.Rows == 2 && arrays.Ids[0] == units[2].Id && arrays.Ids[1].IsNull;
        }
    }

    private static bool AMissingColumnIsRefused()
    {
        var arrays = new UnitArrays(UnitColumns.Positions);
        bool missing = Throws<InvalidOperationException>(() => { int n = arrays.Ids.Length; });
        arrays.Dispose();
        return missing && Throws<InvalidOperationException>(() => { int n = arrays.Positions.Length; });
    }

    private static bool WrongLengthsAreRefused()
    {
        using (var world = new World())
        using (var groups = new Groups(world))
        {
            UnitId[] ids = Array.ConvertAll(Crowd(world, 3), u => u.Id);
            var line = new Formation(Shape.Offsets) { Offsets = new Vec2[2] };
            return Throws<ArgumentException>(() => world.UnitsGo(ids, new Vec2[2])) &&
                   Throws<ArgumentException>(() => world.UnitsGo(ids, new Vec2[3], new Result[1])) &&
                   Throws<ArgumentException>(() => world.UnitsSetPath(ids, new Vec2[1], new uint[] { 1, 1, 1 })) &&
                   Throws<ArgumentException>(() => groups.Go(ids, new Vec2(9, 9), line)) &&
                   Throws<ArgumentException>(() => new World(4, 4, 1, new byte[3]));
        }
    }

    private static bool ASnapshotGoesOn()
    {
        using (var world = new World())
        using (var other = new World())
        {
            foreach (Unit unit in Crowd(world, 40))
                unit.Go(new Vec2(50, 50));
            for (int k = 0; k < 60; k++)
                world.Step(Dt);
            other.Load(world.Save());
            for (int k = 0; k < 60; k++)
            {
                world.Step(Dt);
                other.Step(Dt);
            }
            return world.Hash() == other.Hash() && world.Difference(other) == null;
        }
    }

    private static bool DifferencesAreInWords()
    {
        using (var world = new World())
        using (var other = new World())
        {
            Unit unit = Crowd(world, 2)[1];
            other.Copy(world);
            unit.SetTeam(3);
            return world.Difference(other).StartsWith("unit 2: team is 3");
        }
    }

    private static bool ARecordingIsReplayed()
    {
        byte[] recording;
        ulong hash;
        using (var world = new World())
        using (var recorder = new Recorder(world, 0, 1))
        {
            foreach (Unit unit in Crowd(world, 10))
                unit.Go(new Vec2(50, 50));
            for (int k = 0; k < 30; k++)
                world.Step(Dt);
            hash = world.Hash();
            recorder.End();
            recording = recorder.Bytes();
        }
        using (var replay = new Replay(recording))
        using (World seen = replay.World())
        {
            while (!replay.Over())
                replay.Tick();
            return seen.Tick() == 30 && seen.Hash() == hash && replay.Hash(out bool whole) == hash && whole;
        }
    }

    private static bool AnEventTellsTheArrival()
    {
        using (var world = new World())
        {
            Unit unit = world.UnitCreate(new UnitDef(default, new Vec2(5, 5)) { User = 77 });
            unit.Go(new Vec2(8, 5));
            for (int k = 0; k < 300; k++)
            {
                world.Step(Dt);
                foreach (UnitEvent e in world.Events())
                    if (e.Type == UnitEventType.Arrived)
                        return e.Unit == unit.Id && e.User == 77 && e.Arrival == Arrival.AtGoal && unit.Get().Arrived;
            }
            return false;
        }
    }

    private static bool AQueryFindsUnits()
    {
        using (var world = new World())
        {
            Crowd(world, 20);
            var hits = new Hit[2];
            int found = world.QueryDisc(new Vec2(2, 2), 5, null, hits);
            var mine = new Filter { Teams = Mask.Team(5) };
            return found == 3 && hits[0].User == 0 && hits[1].User == 1 && world.QueryDisc(new Vec2(2, 2), 5, mine, hits) == 0;
        }
    }

    private static bool ASmallFlowIsRefused()
    {
        using (var world = new World())
        using (var flow = new Flow(new uint[16]))
        {
            UnitId[] ids = Array.ConvertAll(Crowd(world, 1), u => u.Id);
            return Throws<ArgumentException>(() => world.UnitsSetFlow(ids, flow));
        }
    }
}
