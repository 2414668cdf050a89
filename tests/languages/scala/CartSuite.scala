package shop

class CartSuite extends munit.FunSuite {
  val cart = fixture()

  test("adds an item") {
    assertEquals(cart.add(1), 1)
  }

  test(named) { x }

  property("is stable") = forAll { (n: Int) => n == n }
}

class CartSpec extends AnyWordSpec {
  "a cart" should {
    "be empty" in {
      cart.isEmpty shouldBe true
    }
  }
  it should "count" in { count() }
}
