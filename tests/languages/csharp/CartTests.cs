using NUnit.Framework;
using Xunit;

namespace Shop.Tests
{
    [TestFixture]
    public class CartTests : IClassFixture<Database>
    {
        private Cart _cart;

        [SetUp]
        public void SetUp() => _cart = new Cart(new FakeStore());

        [Fact]
        public void Is_empty()
        {
            Assert.Empty(_cart.Lines);
        }

        [Theory, Trait("kind", "slow")]
        [InlineData(1, "a")]
        [InlineData(2, "b")]
        public async Task Adds(int count, string sku)
        {
            await _cart.AddAsync(count, sku);
            Assert.Throws<FullException>(() => _cart.Add(99));
        }

        [TestCase(3)]
        public void Counts(int n) => Assert.That(_cart.Count, Is.EqualTo(n));

#if NET8_0_OR_GREATER
        [Fact(Skip = "later")]
        public void Newer() { }
#else
        [Fact]
        public void Older() { }
#endif

        private static Cart Make() => new() { Name = "x" };
    }
}
