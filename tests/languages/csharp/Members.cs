#nullable enable
namespace Shop
{
    #region Types

    public delegate int Pricer(Line line);

    [Flags, Obsolete("no [brackets] here")]
    public enum Level : byte { Low = 1, /** up */ High }

    public readonly struct Point { public readonly int X; }

    public record struct Pair(int Left, int Right) { public int Sum => Left + Right; }

    public interface IStore<in T> : IDisposable where T : class
    {
        int Count { get; }
        event EventHandler? Changed;
        void Put(T item);
        bool Has(T item) => Count > 0;
    }

    #endregion

    public abstract class Store<T> : IStore<T>, Base.IThing where T : class, new()
    {
        public const int Max = 3;
        private static readonly object Gate = new();
        private int _count, _size;
        private readonly Func<int, int> _square = x => x * x;

        public event EventHandler? Changed;
        public event EventHandler Closed
        {
            add { _count++; }
            remove { _count--; }
        }

        static Store() { }
        public Store() : this(new List<T>()) { }
        protected internal Store(List<T> items) : base(items) { }
        ~Store() { Close(); }

        /// <summary>How many.</summary>
        /// <value>never negative</value>
        public int Count => _count;
        public string Name { get; init; } = "";
        public int Size
        {
            get { return _size; }
            private set { _size = value; }
        }

        public T this[int i] { get { return Find(i); } }
        public T this[string key] => throw new KeyNotFoundException(key);

        [Pure]
        [return: NotNull]
        public async Task<T?> FindAsync<TKey>(TKey key, CancellationToken token = default)
        {
            int Twice(int a) { return a * 2; }
            var found = await _source.Find<T>(Twice(3))?.First();
            Console.WriteLine(nameof(found));
            Action later = () => Close();
            return found as T ?? (T)new Other.Thing(typeof(Line)) ?? new();
        }

        void IStore<T>.Put(T item) { }
        int Base.IThing.Id { get; }
        public abstract void Close();
        [DllImport("native")] private static extern int native_call(IntPtr handle);

        public static Store<T> operator +(Store<T> a, T b) => a;
        public static bool operator ==(Store<T> a, Store<T> b) { return true; }
        public static implicit operator int(Store<T> s) => s.Count;
        public static explicit operator string(Store<T> s) { return ""; }

        private class Node { internal Node? next; }
    }
}
