using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>
    /// Calls every function of the raw layer with bad arguments: each result must be one that the function documents.
    /// The calls are generated. The good arguments beside a bad one are live objects and ids, definitions with their
    /// defaults, and zeros for all else.
    /// </summary>
    internal static partial class Refusals
    {
        private static readonly List<string> Wrong = new List<string>();
        private static World world;
        private static Groups groups;
        private static RecorderHandle recorder;
        private static Replay replay;
        private static UnitId unit;
        private static GroupId group;
        private static int calls;

        /// <summary>Returns the number of calls that gave a result.</summary>
        internal static int Run()
        {
            using (world = new World(24, 24))
            using (groups = new Groups(world))
            {
                unit = world.UnitCreate(new UnitDef(default, new Vec2(5, 5))).Id;
                group = groups.Go(new[] { unit }, new Vec2(20, 20), new Formation());
                byte[] recording;
                using (var made = new Recorder(world))
                    recording = made.Bytes();
                RawRecorderDef def = default;
                Native.sidle_recorder_def_fill(ref def, RawRecorderDef.Layout);
                IntPtr pointer = default;
                Failure.Check(Native.sidle_recorder_create(world.Handle, ref def, ref pointer));
                using (recorder = new RecorderHandle(pointer, world.Handle))
                using (replay = new Replay(recording))
                    CallAll();
                if (!world[unit].Valid() || !groups.Valid(group))
                    Wrong.Add("a refused call has ended the unit or its group");
            }
            if (Wrong.Count > 0)
                throw new Exception(string.Join("\n", Wrong));
            return calls;
        }

        private static void Expect(string call, Result found, bool mustFail, params Result[] documented)
        {
            calls++;
            if (found == Result.Ok && mustFail)
                Wrong.Add($"{call} is not refused");
            if (found != Result.Ok && !documented.Contains(found))
                Wrong.Add($"{call} returns {found}, which it does not document");
        }

        // ---- arguments ----

        private static WorldHandle AWorld() { return world.Handle; }
        private static WorldHandle NoWorld() { return new WorldHandle(IntPtr.Zero); }
        private static GroupsHandle AGroups() { return groups.Handle; }
        private static GroupsHandle NoGroups() { return new GroupsHandle(IntPtr.Zero, null); }
        private static RecorderHandle ARecorder() { return recorder; }
        private static RecorderHandle NoRecorder() { return new RecorderHandle(IntPtr.Zero, null); }
        private static ReplayHandle AReplay() { return replay.Handle; }
        private static ReplayHandle NoReplay() { return new ReplayHandle(IntPtr.Zero, null); }

        private static ref T None<T>() where T : struct
        {
            return ref MemoryMarshal.GetReference(default(Span<T>));
        }

        /// <summary>An array that begins with a good value.</summary>
        private static ref T Good<T>() where T : struct
        {
            var made = new T[64];
            if (typeof(T) == typeof(UnitId))
                made[0] = (T)(object)unit;
            else if (typeof(T) == typeof(Profile))
                made[0] = (T)(object)new Profile(0.5f, 2);
            else if (typeof(T) == typeof(UnitDef))
                made[0] = (T)(object)new UnitDef(default, new Vec2(10, 10));
            else if (typeof(T) == typeof(RawFormation))
                made[0] = (T)(object)new Formation().Raw;
            return ref made[0];
        }

        /// <summary>The id of nothing that lives in this world.</summary>
        private static T Stale<T>() where T : struct
        {
            uint[] numbers = { 7, 7 };
            return MemoryMarshal.Cast<uint, T>(numbers.AsSpan())[0];
        }
    }
}
