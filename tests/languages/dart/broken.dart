/// Before the edit.
int before(int a) {
  return a;
}

class Cart {
  final lines = [];

  void editing(Line line, {
    if (line.
  }

  int total() {
    return before(1);
  }
}

class Later {
  void run() => Cart().total();
}
