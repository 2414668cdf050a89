// Carts and what is in them.
library shop.cart;

import 'dart:async' show Future;
import 'package:meta/meta.dart' as meta;
export 'src/line.dart' hide parse;
part 'cart.g.dart';

/// A cart.
///
/// Not for two users.
@meta.immutable
abstract class Cart<T extends Line> extends base.Model<T> with Priced implements Comparable<Cart> {
  static const int max = 3;
  final List<T> lines;
  late String _name, other = 'x';

  Cart(this.lines, {required super.key}) : _name = 'a', super(key: key);
  const Cart.empty() : lines = const [];
  factory Cart.parse(String text) => Cart([Line(text)]);
  factory Cart.remote() = RemoteCart;

  int get total => lines.fold(0, (sum, line) => sum + line.price);
  set name(String value) { _name = value; }

  /// Adds one.
  @override
  Future<void> add(T line) async {
    int twice(int x) => 2 * x;
    lines.add(line);
    await store.save(twice(1));
  }

  bool operator ==(Object other) => other is Cart && other.total == total;
  T operator [](int at) => lines[at];
  void close();
}

mixin Priced on Model { double price() => 1; }
extension Blank on String { bool get blank => trim().isEmpty; }
extension on int { int half() => this ~/ 2; }
extension type Id(int value) {}

enum Color {
  red(1), green(2);
  const Color(this.code);
  final int code;
}

typedef Handler<T> = void Function(T);
typedef int Compare(int a, int b);
const limit = 1;
final Map<String, int> _cache = {};
String get version => '1.0';
int total(Cart cart) { return cart?.total ?? 0; }
