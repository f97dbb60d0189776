using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>The shape in which a group stands and marches.</summary>
    public sealed class Formation
    {
        internal RawFormation Raw;
        private Pinned<Vec2> offsets;

        public Formation(Shape shape = Shape.Box)
        {
            Native.sidle_formation_fill(ref Raw, RawFormation.Layout);
            Raw.Shape = shape;
        }

        public Shape Shape { get { return Raw.Shape; } set { Raw.Shape = value; } }
        /// <summary>Units abreast; 0: the default of the shape.</summary>
        public uint Columns { get { return Raw.Columns; } set { Raw.Columns = value; } }
        /// <summary>u between discs.</summary>
        public float Gap { get { return Raw.Gap; } set { Raw.Gap = value; } }
        /// <summary>Of the formation at the goal, any length; 0,0: along the way.</summary>
        public Vec2 Heading { get { return Raw.Heading; } set { Raw.Heading = value; } }
        /// <summary>False: each unit goes to its place at its own speed.</summary>
        public bool March { get { return Raw.March; } set { Raw.March = value; } }
        /// <summary>Shape.Offsets: unit k gets offset k, not the nearest one.</summary>
        public bool KeepPlaces { get { return Raw.KeepPlaces; } set { Raw.KeepPlaces = value; } }

        /// <summary>Shape.Offsets: u, one for each unit, x ahead, y to the right.</summary>
        public Vec2[] Offsets
        {
            get { return offsets?.Array; }
            set
            {
                offsets?.Dispose();
                offsets = value == null ? null : new Pinned<Vec2>(value);
                Raw.Offsets = value == null ? IntPtr.Zero : offsets.Address;
            }
        }

        internal void CheckOffsets(int units)
        {
            if (Raw.Shape == Shape.Offsets && offsets != null && offsets.Array.Length < units)
                throw new ArgumentException("expected an offset for each unit");
        }
    }

    /// <summary>A flow field: the next cell on the way to one goal, for each cell of the map.</summary>
    public sealed class Flow : IDisposable
    {
        internal RawFlow Raw;
        private readonly Pinned<uint> next;

        /// <param name="next">for each cell the next one; its own number: the goal; or Limits.FlowNone</param>
        /// <param name="ahead">cells to look ahead, 1 .. Limits.FlowAhead</param>
        public Flow(uint[] next, uint ahead = 8)
        {
            this.next = new Pinned<uint>(next);
            Raw.Next = this.next.Address;
            Raw.Ahead = ahead;
        }

        internal void CheckCells(uint cells)
        {
            if (next.Array.Length < cells)
                throw new ArgumentException("expected a next cell for each cell of the map");
        }

        public void Dispose()
        {
            Raw.Next = IntPtr.Zero;
            next.Dispose();
        }
    }

    /// <summary>The groups beside a world. Call Update before each step of the world.</summary>
    public sealed partial class Groups : IDisposable
    {
        private readonly World world;
        private EventBuffer<GroupEvent> events;

        internal GroupsHandle Handle { get; }

        public Groups(World world)
        {
            this.world = world;
            IntPtr groups = default;
            Failure.Check(Native.sidle_groups_create(world.Handle, ref groups));
            Handle = new GroupsHandle(groups, world.Handle);
        }

        public void Dispose()
        {
            Handle.Dispose();
        }

        /// <summary>The events of the last update, by ascending slot; valid until the next call of this method.</summary>
        public ReadOnlySpan<GroupEvent> Events()
        {
            uint count = 0;
            IntPtr first = Native.sidle_groups_events(Handle, ref count);
            return events.Fill(first, count);
        }

        /// <summary>The state of the groups: the same bytes on every machine.</summary>
        public byte[] Save()
        {
            UIntPtr needed = default;
            Native.sidle_groups_save(Handle, ref MemoryMarshal.GetReference(default(Span<byte>)), UIntPtr.Zero, ref needed);
            var bytes = new byte[checked((int)needed)];
            Save(bytes);
            return bytes;
        }

        /// <summary>The first difference to the groups of another world in words, or null.</summary>
        public string Difference(Groups other)
        {
            RawDifference first = default;
            if (Native.sidle_groups_differ(Handle, other.Handle, ref first) == 0)
                return null;
            Span<byte> text = stackalloc byte[1024];
            UIntPtr length = Native.sidle_difference_text(ref first, ref MemoryMarshal.GetReference(text),
                                                          (UIntPtr)text.Length);
            return Failure.TextOf(text, length);
        }
    }
}
