package com.shop.model;

import java.util.function.*;

/** What is sold. */
public sealed interface Model permits Model.Line, Model.Order {
    int MAX = 100;

    String id();

    default boolean isNew() { return id() == null; }

    static Model of(String id) { return new Line(id, 1); }

    private void check() {}

    /** One line. */
    record Line(@NotNull String id, int count) implements Model, Comparable<Line> {
        static final Line NONE = new Line("", 0);

        Line {
            if (count < 0) throw new IllegalArgumentException();
        }

        Line(String id) { this(id, 1); }

        @Override public int compareTo(Line other) { return Integer.compare(count, other.count); }
    }

    final class Order implements Model {
        private volatile State state = State.OPEN;
        transient Map<String, List<Line>> lines;

        @Override public String id() { return null; }

        class Cursor implements Iterator<Line> {
            int at;
            public boolean hasNext() { return at < Order.this.lines.size(); }
            public Line next() { return null; }
        }
    }

    enum State implements Supplier<String> {
        OPEN("open") { @Override boolean last() { return false; } },
        @Deprecated PAID("paid");

        private final String label;

        State(String label) { this.label = label; }

        boolean last() { return true; }

        public String get() { return label; }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Checked { String value() default ""; Class<?>[] groups() default {}; }
}

class Helper<K extends Comparable<K>, V> { Function<K, ? extends V> load = k -> null; }
