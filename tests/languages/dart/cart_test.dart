import 'package:test/test.dart';

class FakeStore extends Mock implements Store {}

void main() {
  late Cart cart;

  setUp(() {
    cart = Cart.parse('1x');
  });

  group('Cart', () {
    test('is empty', () {
      expect(const Cart.empty().total, 0);
    });

    test("adds one", () async {
      await cart.add(new Line('2x'));
      expect(cart.lines, hasLength(2));
    }, skip: false);

    group('when full', () {
      testWidgets('says so', (tester) async {
        await tester.pumpWidget(CartPage());
      });
    });
  });
}
