using System;

namespace Sidle
{
    /// <summary>The columns of UnitArrays.</summary>
    [Flags]
    public enum UnitColumns
    {
        Ids = 1,
        Positions = 2,
        Headings = 4,
        Velocities = 8,
        /// <summary>UnitState.MadeVelocity: extrapolate with this one.</summary>
        Made = 16,
        Decisions = 32,
        Users = 64,
        Places = 128,
        All = 255,
    }

    /// <summary>
    /// Arrays for the state of many units, filled by World.Read and World.UnitsRead. They are allocated once and grow
    /// when the world does, so that reading allocates nothing. The spans are valid until the next read.
    /// </summary>
    public sealed class UnitArrays : IDisposable
    {
        internal RawColumns Raw;
        private readonly UnitColumns columns;
        private Pinned<UnitId> ids;
        private Pinned<Vec2> positions, headings, velocities, made, places;
        private Pinned<byte> decisions;
        private Pinned<ulong> users;

        /// <summary>Number of rows that the last read filled.</summary>
        public int Rows { get; internal set; }

        internal int Capacity { get; private set; }

        public UnitArrays(UnitColumns columns, int capacity = 256)
        {
            this.columns = columns;
            Grow(capacity);
        }

        /// <summary>The unit of each row, or the null id in a row without one.</summary>
        public ReadOnlySpan<UnitId> Ids { get { return Rows_(ids); } }
        public ReadOnlySpan<Vec2> Positions { get { return Rows_(positions); } }
        public ReadOnlySpan<Vec2> Headings { get { return Rows_(headings); } }
        public ReadOnlySpan<Vec2> Velocities { get { return Rows_(velocities); } }
        public ReadOnlySpan<Vec2> Made { get { return Rows_(made); } }
        /// <summary>A Decision each.</summary>
        public ReadOnlySpan<byte> Decisions { get { return Rows_(decisions); } }
        public ReadOnlySpan<ulong> Users { get { return Rows_(users); } }
        public ReadOnlySpan<Vec2> Places { get { return Rows_(places); } }

        private ReadOnlySpan<T> Rows_<T>(Pinned<T> column) where T : struct
        {
            if (column == null)
                throw new InvalidOperationException("the column was not asked for, or the arrays are disposed");
            return new ReadOnlySpan<T>(column.Array, 0, Rows);
        }

        internal void Grow(int capacity)
        {
            Capacity = capacity;
            Renew(UnitColumns.Ids, ref ids, ref Raw.Ids);
            Renew(UnitColumns.Positions, ref positions, ref Raw.Positions);
            Renew(UnitColumns.Headings, ref headings, ref Raw.Headings);
            Renew(UnitColumns.Velocities, ref velocities, ref Raw.Velocities);
            Renew(UnitColumns.Made, ref made, ref Raw.Made);
            Renew(UnitColumns.Decisions, ref decisions, ref Raw.Decisions);
            Renew(UnitColumns.Users, ref users, ref Raw.Users);
            Renew(UnitColumns.Places, ref places, ref Raw.Places);
        }

        private void Renew<T>(UnitColumns column, ref Pinned<T> array, ref RawColumn raw) where T : struct
        {
            if ((columns & column) == 0)
                return;
            array?.Dispose();
            array = new Pinned<T>(new T[Capacity]);
            raw.To = array.Address;
        }

        public void Dispose()
        {
            Rows = 0;
            Capacity = 0;
            Raw = default;
            Drop(ref ids);
            Drop(ref positions);
            Drop(ref headings);
            Drop(ref velocities);
            Drop(ref made);
            Drop(ref decisions);
            Drop(ref users);
            Drop(ref places);
        }

        private static void Drop<T>(ref Pinned<T> array) where T : struct
        {
            array?.Dispose();
            array = null;
        }
    }
}
