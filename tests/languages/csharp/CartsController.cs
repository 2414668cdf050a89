// Copyright (c) Shop. All rights reserved.
using System.Threading.Tasks;
using Microsoft.AspNetCore.Mvc;
using static System.Math;
using Money = System.Decimal;

namespace Shop.Web.Controllers;

/// <summary>
/// Carts over HTTP, see <see cref="Cart"/>.
/// </summary>
[ApiController]
[Route("api/[controller]")]
public sealed class CartsController(ICartService carts, ILogger<CartsController> log) : ControllerBase, IDisposable
{
    private const int PageSize = 50;
    private readonly SemaphoreSlim _gate = new(1), _other = new(2);

    public required string Name { get; init; }

    /// <summary>One cart.</summary>
    /// <param name="id">its id</param>
    [HttpGet("{id:int}")]
    [ProducesResponseType(typeof(Cart), StatusCodes.Status200OK)]
    public async Task<ActionResult<Cart?>> Get([FromRoute] int id, CancellationToken token = default)
    {
        var cart = await carts.FindAsync(id, token).ConfigureAwait(false);
        if (cart is not { Lines.Count: > 0 } found) return NotFound();
        log.LogInformation("found {Id}", id);
        return Ok(found with { Total = Round(found.Total) });
    }

    [HttpPost, Authorize(Roles = "admin")]
    public Task<Cart> Post(Cart cart) => carts.SaveAsync(cart);

    protected virtual IEnumerable<T> Page<T>(IQueryable<T> query, int at) where T : class
    {
        foreach (T item in query.Skip(at * PageSize).Take(PageSize))
            yield return item;

        static int Clamp(int x) => Max(x, 0);
    }

    void IDisposable.Dispose() => _gate?.Dispose();

    private record Line(string Sku, int Count = 1)
    {
        public Money Price { get; set; }
    }
}

internal static class CartExtensions
{
    public static bool IsEmpty(this Cart cart) => cart.Lines is [] or null;
}
