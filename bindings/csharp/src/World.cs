using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>
    /// A world of units on a map of cells. Lengths are in world units ("u"), time in seconds; x grows to the right and
    /// y downwards. Dispose of it once; a call after that throws ObjectDisposedException.
    /// </summary>
    public sealed partial class World : IDisposable
    {
        private EventBuffer<UnitEvent> events;

        internal WorldHandle Handle { get; }

        /// <param name="width">in cells</param>
        /// <param name="height">in cells</param>
        /// <param name="cellSize">u</param>
        /// <param name="cells">width * height classes of terrain, row by row; null: all ground</param>
        /// <param name="units">room for this many units at once; it grows when needed</param>
        public World(uint width = 64, uint height = 64, float cellSize = 1, byte[] cells = null, uint units = 0)
        {
            if (cells != null && (ulong)cells.Length != (ulong)width * height)
                throw new ArgumentException("expected width * height cells", nameof(cells));
            RawWorldDef def = default;
            Native.sidle_world_def_fill(ref def, RawWorldDef.Layout);
            def.Width = width;
            def.Height = height;
            def.CellSize = cellSize;
            def.Units = units;
            using (var pinned = new Pinned<byte>(cells ?? Array.Empty<byte>()))
            {
                def.Cells = cells == null ? IntPtr.Zero : pinned.Address;
                IntPtr world = default;
                Failure.Check(Native.sidle_world_create(ref def, ref world));
                Handle = new WorldHandle(world);
            }
        }

        internal World(WorldHandle handle)
        {
            Handle = handle;
        }

        public void Dispose()
        {
            Handle.Dispose();
        }

        internal uint Cells
        {
            get { return Width() * Height(); }
        }

        /// <summary>The unit of an id, such as one of an event or a column.</summary>
        public Unit this[UnitId id]
        {
            get { return new Unit(this, id); }
        }

        public Unit UnitCreate(UnitDef def)
        {
            UnitId id = default;
            Failure.Check(Native.sidle_unit_create(Handle, ref def, ref id));
            return new Unit(this, id);
        }

        /// <summary>The events of the last step, by ascending slot; valid until the next call of this method.</summary>
        public ReadOnlySpan<UnitEvent> Events()
        {
            uint count = 0;
            IntPtr first = Native.sidle_world_events(Handle, ref count);
            return events.Fill(first, count);
        }

        /// <summary>Reads all living units. The unit in slot s is read into row s - 1.</summary>
        public void Read(UnitArrays to)
        {
            uint rows = 0;
            Failure.Check(Native.sidle_world_read(Handle, ref to.Raw, (uint)to.Capacity, ref rows));
            if (rows > to.Capacity)
            {
                to.Grow(checked((int)rows * 2));
                Failure.Check(Native.sidle_world_read(Handle, ref to.Raw, (uint)to.Capacity, ref rows));
            }
            to.Rows = (int)rows;
            GC.KeepAlive(to);
        }

        /// <summary>Reads the units of a list, ids[k] into row k.</summary>
        public void UnitsRead(ReadOnlySpan<UnitId> ids, UnitArrays to)
        {
            if (ids.Length > to.Capacity)
                to.Grow(ids.Length * 2);
            Failure.Check(Native.sidle_units_read(Handle, ref MemoryMarshal.GetReference(ids), (uint)ids.Length, ref to.Raw));
            to.Rows = ids.Length;
            GC.KeepAlive(to);
        }

        /// <summary>
        /// Sets the path of each unit of a list, as Unit.SetPath does. counts[k] is the number of waypoints of ids[k];
        /// waypoints holds them one path after the other.
        /// </summary>
        public Result UnitsSetPath(ReadOnlySpan<UnitId> ids, Vec2[] waypoints, ReadOnlySpan<uint> counts,
                                   Span<Result> results = default)
        {
            Failure.CheckRoom(ids.Length, counts.Length, nameof(counts), false);
            Failure.CheckRoom(ids.Length, results.Length, nameof(results), true);
            var paths = new RawPath[ids.Length];
            using (var pinned = new Pinned<Vec2>(waypoints))
            {
                ulong next = 0;
                for (int k = 0; k < paths.Length; k++)
                {
                    paths[k].Waypoints = pinned.Address + checked((int)next * Marshal.SizeOf<Vec2>());
                    paths[k].Count = counts[k];
                    next += counts[k];
                }
                if (next > (ulong)waypoints.Length)
                    throw new ArgumentException("expected as many waypoints as the counts add up to", nameof(waypoints));
                return Native.sidle_units_set_path(Handle, ref MemoryMarshal.GetReference(ids), (uint)ids.Length,
                                                   ref MemoryMarshal.GetReference<RawPath>(paths),
                                                   (UIntPtr)Marshal.SizeOf<RawPath>(), ref MemoryMarshal.GetReference(results));
            }
        }

        /// <summary>
        /// Sums up the units that pass the filter in square cells of this side, row by row. With an empty span only the
        /// size of the grid is written.
        /// </summary>
        public void QueryCongestion(float side, Filter? filter, Span<Congestion> cells, out int columns, out int rows)
        {
            Filter passed = filter.GetValueOrDefault();
            uint wide = 0, high = 0;
            Failure.Check(Native.sidle_query_congestion(Handle, side, ref passed, ref MemoryMarshal.GetReference(cells),
                                                        (UIntPtr)cells.Length, ref wide, ref high));
            columns = (int)wide;
            rows = (int)high;
        }

        /// <summary>The whole state of the world: the same bytes on every machine.</summary>
        public byte[] Save()
        {
            UIntPtr needed = default;
            Native.sidle_world_save(Handle, ref MemoryMarshal.GetReference(default(Span<byte>)), UIntPtr.Zero, ref needed);
            var bytes = new byte[checked((int)needed)];
            Save(bytes);
            return bytes;
        }

        /// <summary>Replaces the state of this world by that of another one.</summary>
        public void Copy(World from)
        {
            Failure.Check(Native.sidle_world_copy(Handle, from.Handle));
        }

        /// <summary>The first difference to another world in words, or null.</summary>
        public string Difference(World other)
        {
            RawDifference first = default;
            if (Native.sidle_world_differs(Handle, other.Handle, ref first) == 0)
                return null;
            Span<byte> text = stackalloc byte[1024];
            UIntPtr length = Native.sidle_difference_text(ref first, ref MemoryMarshal.GetReference(text),
                                                          (UIntPtr)text.Length);
            return Failure.TextOf(text, length);
        }
    }

    /// <summary>A unit of a world: a small value, to keep and to pass on as the host likes.</summary>
    public readonly partial struct Unit
    {
        private readonly World world;

        public UnitId Id { get; }

        internal Unit(World world, UnitId id)
        {
            this.world = world;
            Id = id;
        }
    }
}
