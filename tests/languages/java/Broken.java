class Broken {
    void first() { one(); }

    void unfinished(int a) {
        if (a > 1) {
            items.
        }
    }

    void third() { three(); }
}
