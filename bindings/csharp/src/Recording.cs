using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>Records the calls that change a world, in memory: a bug report that every machine replays.</summary>
    public sealed class Recorder : IDisposable
    {
        private readonly RecorderHandle handle;

        /// <param name="world">the world to record</param>
        /// <param name="snapshotTicks">ticks between snapshots, from which a replay can start; 0: only the first</param>
        /// <param name="hashTicks">ticks between hashes of the whole state; 0: no hashes</param>
        public Recorder(World world, uint snapshotTicks = 300, uint hashTicks = 30)
        {
            RawRecorderDef def = default;
            Native.sidle_recorder_def_fill(ref def, RawRecorderDef.Layout);
            def.SnapshotTicks = snapshotTicks;
            def.HashTicks = hashTicks;
            IntPtr recorder = default;
            Failure.Check(Native.sidle_recorder_create(world.Handle, ref def, ref recorder));
            handle = new RecorderHandle(recorder, world.Handle);
        }

        /// <summary>Ends the recording, and throws if it is incomplete.</summary>
        public void End()
        {
            Failure.Check(Native.sidle_recorder_end(handle));
        }

        /// <summary>A copy of the recording so far.</summary>
        public byte[] Bytes()
        {
            UIntPtr size = default;
            IntPtr first = Native.sidle_recorder_bytes(handle, ref size);
            var bytes = new byte[checked((int)size)];
            if (bytes.Length > 0)
                Marshal.Copy(first, bytes, 0, bytes.Length);
            return bytes;
        }

        public void Dispose()
        {
            handle.Dispose();
        }
    }

    /// <summary>Plays a recording again, and compares it with what happened then.</summary>
    public sealed partial class Replay : IDisposable
    {
        internal ReplayHandle Handle { get; }

        /// <param name="recording">what a recorder made; not changed until the replay is disposed</param>
        /// <param name="from">starts from the last snapshot at or before this tick</param>
        public Replay(byte[] recording, ulong from = 0)
        {
            RawWorldDef def = default;
            Native.sidle_world_def_fill(ref def, RawWorldDef.Layout);
            var pinned = new Pinned<byte>(recording);
            IntPtr replay = default;
            Failure.Check(Native.sidle_replay_create(ref def, ref MemoryMarshal.GetReference<byte>(recording),
                                                     (UIntPtr)recording.Length, from, ref replay));
            Handle = new ReplayHandle(replay, pinned);
        }

        /// <summary>The hash in the recording of the last tick; whole: World.Hash, else World.QuickHash.</summary>
        public ulong Hash(out bool whole)
        {
            byte all = 0;
            ulong hash = Native.sidle_replay_hash(Handle, ref all);
            whole = all != 0;
            return hash;
        }

        /// <summary>The world after the last tick, to read. Dispose of it before or after the replay.</summary>
        public World World()
        {
            return new World(new WorldHandle(Native.sidle_replay_world(Handle), Handle));
        }

        public void Dispose()
        {
            Handle.Dispose();
        }
    }
}
