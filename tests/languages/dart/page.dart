import 'package:flutter/material.dart';

/// The page with the cart.
class CartPage extends StatefulWidget {
  const CartPage({super.key, this.title = 'Cart'});

  final String title;

  @override
  State<CartPage> createState() => _CartPageState();
}

class _CartPageState extends State<CartPage> with SingleTickerProviderStateMixin {
  int _count = 0;
  AnimationController? _controller;

  @override
  void initState() {
    super.initState();
    _controller = AnimationController(vsync: this)..addListener(() => setState(() {}));
  }

  void _add() {
    setState(() {
      _count++;
    });
  }

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      appBar: AppBar(title: Text(widget.title)),
      body: Center(child: Text('$_count', style: Theme.of(context).textTheme.bodyLarge)),
      floatingActionButton: FloatingActionButton(onPressed: _add, child: const Icon(Icons.add)),
    );
  }
}
