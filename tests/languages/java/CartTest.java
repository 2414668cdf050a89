package com.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.*;

/** Tests of the cart. */
@ExtendWith(MockitoExtension.class)
class CartTest {
    @Mock private CartService service;
    private Cart cart;

    @BeforeEach
    void setUp() {
        cart = new Cart(service);
    }

    @Test
    @DisplayName("a new cart is empty")
    void isEmpty() {
        assertThat(cart.lines()).isEmpty();
    }

    @ParameterizedTest(name = "{0} items")
    @ValueSource(ints = {1, 2})
    public void adds(int count) {
        Assertions.assertThrows(FullException.class, () -> cart.add(count));
    }

    @Nested
    class WhenPaid {
        @RepeatedTest(3) void isClosed() { assertThat(cart.isOpen()).isFalse(); }
    }

    @org.junit.Test(expected = IllegalStateException.class)
    public void legacy() throws Exception { cart.pay(); }

    private static Stream<Arguments> sizes() { return Stream.of(Arguments.of(1)); }
}
