using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Sidle
{
    /// <summary>The library refused a call, and the world is as before.</summary>
    public sealed class SidleException : Exception
    {
        public Result Result { get; }

        internal SidleException(Result result, string reason) : base(reason)
        {
            Result = result;
        }
    }

    /// <summary>Turns what the raw layer returns into exceptions and strings.</summary>
    internal static class Failure
    {
        internal static void Check(Result result)
        {
            if (result != Result.Ok)
                throw new SidleException(result, Library.ResultText(result));
        }

        internal static void CheckOneEach(int units, int entries, string name)
        {
            if (entries != 1 && entries != units)
                throw new ArgumentException("expected one entry, or one for each unit", name);
        }

        internal static void CheckRoom(int units, int entries, string name, bool optional)
        {
            if (entries < units && !(optional && entries == 0))
                throw new ArgumentException("expected an entry for each unit", name);
        }

        /// <summary>The text that a call wrote; a longer one is cut off.</summary>
        internal static string TextOf(Span<byte> text, UIntPtr length)
        {
            return Encoding.UTF8.GetString(text.Slice(0, Math.Min((int)length, text.Length - 1)).ToArray());
        }
    }
}
