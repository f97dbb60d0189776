using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    public partial struct Vec2
    {
        public Vec2(float x, float y)
        {
            X = x;
            Y = y;
        }

        public override string ToString()
        {
            return X.ToString(System.Globalization.CultureInfo.InvariantCulture) + "," +
                   Y.ToString(System.Globalization.CultureInfo.InvariantCulture);
        }
    }

    public partial struct UnitId : IEquatable<UnitId>
    {
        public bool IsNull { get { return Slot == 0; } }

        public bool Equals(UnitId other)
        {
            return Slot == other.Slot && Generation == other.Generation;
        }

        public override bool Equals(object other)
        {
            return other is UnitId && Equals((UnitId)other);
        }

        public override int GetHashCode()
        {
            return unchecked((int)(Slot ^ Generation * 0x9E3779B9));
        }

        public static bool operator ==(UnitId a, UnitId b) { return a.Equals(b); }
        public static bool operator !=(UnitId a, UnitId b) { return !a.Equals(b); }
    }

    public partial struct GroupId : IEquatable<GroupId>
    {
        public bool IsNull { get { return Slot == 0; } }

        public bool Equals(GroupId other)
        {
            return Slot == other.Slot && Generation == other.Generation;
        }

        public override bool Equals(object other)
        {
            return other is GroupId && Equals((GroupId)other);
        }

        public override int GetHashCode()
        {
            return unchecked((int)(Slot ^ Generation * 0x9E3779B9));
        }

        public static bool operator ==(GroupId a, GroupId b) { return a.Equals(b); }
        public static bool operator !=(GroupId a, GroupId b) { return !a.Equals(b); }
    }

    public partial struct Profile
    {
        /// <summary>
        /// A profile for a unit with this radius (u) and top speed (u/s): the other lengths follow from the radius, the
        /// acceleration from the top speed.
        /// </summary>
        public Profile(float radius, float topSpeed)
        {
            this = default;
            Native.sidle_profile_fill(ref this, Layout, radius, topSpeed);
        }

        /// <summary>Checks that every number is in its range and that they fit together.</summary>
        public void Check()
        {
            IntPtr param = default, reason = default;
            Result result = Native.sidle_profile_check(ref this, ref param, ref reason);
            if (result != Result.Ok)
                throw new SidleException(result, reason == IntPtr.Zero ? Library.ResultText(result)
                                                                       : Marshal.PtrToStringAnsi(reason));
        }
    }

    public partial struct UnitDef
    {
        /// <summary>A unit of team 0 that looks along x.</summary>
        public UnitDef(ProfileId profile, Vec2 position)
        {
            this = default;
            Native.sidle_unit_def_fill(ref this, Layout);
            Profile = profile;
            Position = position;
        }
    }

    public partial struct UnitRange
    {
        public UnitRange(float most, float least = 0, uint sight = 0)
        {
            Most = most;
            Least = least;
            Sight = sight;
        }
    }

    /// <summary>Masks of teams and of classes of terrain.</summary>
    public static class Mask
    {
        /// <summary>The bit of a team. Teams from 63 on share the last bit.</summary>
        public static ulong Team(uint team)
        {
            return 1ul << (int)Math.Min(team, 63);
        }

        /// <summary>The bit of a class that a unit may pass, or see through.</summary>
        public static uint Pass(TerrainClass terrain)
        {
            return 1u << (int)terrain;
        }
    }
}
