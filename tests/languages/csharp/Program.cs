using System;
global using Shop.Orders;

var cart = new Cart(3);
cart.Add(1);
Print(cart);

static void Print(Cart c)
{
    Console.WriteLine(c.Total);
}

partial class Program { }
