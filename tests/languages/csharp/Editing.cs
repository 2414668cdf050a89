// Größen in Latin-1.
namespace Shop;

public static class Sizes
{
    public const string Unit = "µm";

    public static int Before(int a) { return a; }

    public static int Editing(Cart cart, {
        return cart.Lines.Sum(l => l.
    }

    public static int After() => Before(1);
}

public enum Later { One, Two }
