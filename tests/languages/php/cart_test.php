<?php

namespace Shop\Tests {

    use function Pest\Laravel\get;

    beforeEach(function () {
        $this->cart = new Cart();
    });

    describe('a cart', function () {
        it("adds items", function () {
            expect($this->cart->add(1))->toBe(1);
        })->group('fast');

        test('is empty at first', fn () => expect(cart())->toBeEmpty());
        test($named, function () {});
    });

    class CartTest extends TestCase
    {
        #[Test]
        public function it_counts(): void
        {
            $this->assertCount(0, cart());
        }
    }
}

namespace Other {
    class Cart {}
}
