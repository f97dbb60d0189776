using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>A copy of the events of the library, in memory that grows and is used again.</summary>
    internal struct EventBuffer<T> where T : struct
    {
        private byte[] bytes;

        internal ReadOnlySpan<T> Fill(IntPtr events, uint count)
        {
            int size = checked((int)count * Marshal.SizeOf<T>());
            if (bytes == null || bytes.Length < size)
                bytes = new byte[2 * size];
            if (size > 0)
                Marshal.Copy(events, bytes, 0, size);
            return MemoryMarshal.Cast<byte, T>(new ReadOnlySpan<byte>(bytes, 0, size));
        }
    }
}
