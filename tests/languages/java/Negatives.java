class Negatives {
    // class Commented { void no() {} }
    String text = "class Fake { void method() {} }";
    String block = """
        interface InText { void m(); }
        """;

    int run(int a) {
        int local = a;
        label:
        for (int i = 0; i < a; i++) { if (i > 2) break label; }
        var list = new int[] {1, 2};
        return switch (local) { case 1 -> 2; default -> 3; };
    }
}
