package shop.cart

import io.kotest.core.spec.style.*

// class Commented { fun no() {} }

class CartSpec : FunSpec({
    test("adds an item") {
        val text = "fun fake() { }"
        Cart(text) shouldBe 1
    }
    context("when empty") {
        test("has no total") { total() }
        test(named) { total() }
    }
})

class `Cart test` {
    @get:Rule
    val folder = TemporaryFolder()

    @Test
    fun `counts items`() = runTest {
        for (i in 0..<3) assertEquals(i, count(i))
    }

    internal actual class Inner(
        internal actual val collector: Collector,
    ) {
        actual constructor() : this(Collector())

        fun after() {}
    }
}
