// Members whose parts depend on a symbol.
namespace Shop;

public interface ILog
{
#if FULL
    private static readonly object[] None = Array.Empty<object>();
#endif

    /// <summary>Writes a line.</summary>
    void Write(string text)
#if FULL
    {
        Write(text, None);
    }
#else
        ;
#endif

    bool IsEnabled(int level)
#if FULL
        => true
#endif
        ;

#if FULL
    [Fast]
#endif
    void Flush();
}

public unsafe class Copier
{
    public static void Copy(byte* from, byte* to)
    {
        *(int*)to = *(int*)from;
    }

#if NET8
    public static int Width(string a)
#else
    public static int Width(string a, int b)
#endif
    {
        return a.Length;
    }
}
