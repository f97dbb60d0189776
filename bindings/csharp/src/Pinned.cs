using System;
using System.Runtime.InteropServices;

namespace Sidle
{
    /// <summary>An array that the garbage collector does not move, so that the library reads or writes it in place.</summary>
    internal sealed class Pinned<T> : IDisposable where T : struct
    {
        private GCHandle pin;

        internal T[] Array { get; }

        internal Pinned(T[] array)
        {
            Array = array;
            pin = GCHandle.Alloc(array, GCHandleType.Pinned);
        }

        ~Pinned()
        {
            Free();
        }

        internal IntPtr Address
        {
            get { return pin.AddrOfPinnedObject(); }
        }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        private void Free()
        {
            if (pin.IsAllocated)
                pin.Free();
        }
    }
}
