using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>One row of the parameter table.</summary>
    public sealed class Param
    {
        public string Name { get; internal set; }
        public ParamType Type { get; internal set; }
        public string Unit { get; internal set; }
        public float Min { get; internal set; }
        public float Max { get; internal set; }
        public float Default { get; internal set; }
        public Follows Follows { get; internal set; }
        public string Help { get; internal set; }
    }

    public static partial class Library
    {
        /// <summary>The parameter table: a row for each parameter of a profile and of its tuning.</summary>
        public static Param[] Params()
        {
            uint count = 0;
            IntPtr row = Native.sidle_params(ref count);
            var made = new Param[count];
            for (int k = 0; k < made.Length; k++, row += Marshal.SizeOf<RawParam>())
                made[k] = ParamOf(Marshal.PtrToStructure<RawParam>(row));
            return made;
        }

        private static Param ParamOf(RawParam raw)
        {
            return new Param
            {
                Name = Marshal.PtrToStringAnsi(raw.Name),
                Type = raw.Type,
                Unit = Marshal.PtrToStringAnsi(raw.Unit),
                Min = raw.Min,
                Max = raw.Max,
                Default = raw.DefaultValue,
                Follows = raw.Follows,
                Help = Marshal.PtrToStringAnsi(raw.Help),
            };
        }
    }
}
