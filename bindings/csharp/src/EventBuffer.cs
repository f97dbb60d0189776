using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>A copy of the events of the library, in memory that grows and is used again.</summary>
    internal struct EventBuffer<T> where T : struct
    {
        private const int Least = 256; // events; a step of a small world has no more

        private byte[] bytes;

        internal ReadOnlySpan<T> Fill(IntPtr events, uint count)
        {
            int one = Marshal.SizeOf<T>(), size = checked((int)count * one);
            if (bytes == null || bytes.Length < size)
                bytes = new byte[Math.Max(2 * size, Least * one)];
            if (size > 0)
                Marshal.Copy(events, bytes, 0, size);
            return MemoryMarshal.Cast<byte, T>(new ReadOnlySpan<byte>(bytes, 0, size));
        }
    }
}
