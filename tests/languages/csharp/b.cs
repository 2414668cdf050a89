namespace Shop.Orders;

partial class Cart { public void Add(string s){} }
