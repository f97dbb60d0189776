using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>
    /// A pointer of the library. The world outlives what was made for it, in whatever order a host or the garbage
    /// collector lets go of them: a handle holds its owner.
    /// </summary>
    internal abstract class OwnedHandle : SafeHandle
    {
        private readonly SafeHandle owner;

        protected OwnedHandle(IntPtr pointer, SafeHandle owner) : base(IntPtr.Zero, true)
        {
            bool held = false;
            owner?.DangerousAddRef(ref held);
            this.owner = owner;
            SetHandle(pointer);
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        protected override bool ReleaseHandle()
        {
            Destroy(handle);
            owner?.DangerousRelease();
            return true;
        }

        protected abstract void Destroy(IntPtr pointer);
    }

    internal sealed class WorldHandle : OwnedHandle
    {
        private readonly bool lent;

        /// <summary>owner: of a world that belongs to a replay.</summary>
        internal WorldHandle(IntPtr pointer, SafeHandle owner = null) : base(pointer, owner)
        {
            lent = owner != null;
        }

        protected override void Destroy(IntPtr pointer)
        {
            if (!lent)
                Native.sidle_world_destroy(pointer);
        }
    }

    internal sealed class GroupsHandle : OwnedHandle
    {
        internal GroupsHandle(IntPtr pointer, WorldHandle world) : base(pointer, world) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.sidle_groups_destroy(pointer);
        }
    }

    internal sealed class RecorderHandle : OwnedHandle
    {
        internal RecorderHandle(IntPtr pointer, WorldHandle world) : base(pointer, world) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.sidle_recorder_destroy(pointer);
        }
    }

    internal sealed class ReplayHandle : OwnedHandle
    {
        private readonly Pinned<byte> recording;

        /// <summary>recording: the bytes that the replay reads, in place.</summary>
        internal ReplayHandle(IntPtr pointer, Pinned<byte> recording) : base(pointer, null)
        {
            this.recording = recording;
        }

        protected override void Destroy(IntPtr pointer)
        {
            Native.sidle_replay_destroy(pointer);
            recording.Dispose();
        }
    }
}
