// The cart of the shop.
using System;
using static System.Math;
using Money = System.Decimal;

namespace Shop.Orders;

/// <summary>
/// A cart for <see cref="Line"/>s of <paramref name="max"/>.
/// </summary>
/// <param name="max">how many</param>
[Serializable]
public partial class Cart(int max) : Model(max), ICart<Line>, Base.INamed
{
    public void Add(int q) => Total += q;
    public int Total {get;set;}
}

public record Line(string Sku, int Qty);
