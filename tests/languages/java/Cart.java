/*
 * Copyright 2020 The Authors. Licensed under the Apache License.
 */
package com.shop;

import java.util.List;
import java.util.function.*;
import static java.lang.Math.max;

/**
 * A cart of {@link Line lines}, priced by a {@code Pricer}.
 * <p>
 * Not thread safe.
 *
 * @author someone
 */
@Entity(name = "cart (main)") @Deprecated
public final class Cart<T extends Number> extends base.Model<T> implements Comparable<Cart<T>>, Serializable {

    public static final int MAX = 10, MIN = 1;
    @Inject protected List<Line> lines;
    private final Comparator<Line> order = new Comparator<>() {
        private int calls;
        @Override public int compare(Line a, Line b) { return 0; }
    };
    Runnable lazy = () -> refresh();

    static { Registry.register(Cart.class); }

    /** Creates it. */
    public Cart(int size) {
        super(size);
        this.lines = new ArrayList<>();
    }

    Cart() { this(1); }

    /**
     * Adds a line.
     */
    @Override
    @Timed("cart.add")
    public <U> boolean add(final Line line, @Nullable U extra, int... more) throws CartException {
        lines.forEach(Line::check);
        lines.stream().map(Line::new);
        Runnable r = new Runnable() {
            public void run() { Cart.this.refresh(); }
        };
        if (line instanceof Special s) { return s.isOk(); }
        return lines.add(line);
    }

    abstract void later();

    private void refresh() { class Helper { void help() {} } new Helper().help(); }

    class Inner { class Deep { void m() {} } }

    enum Color implements Named {
        /** red */
        RED(1) { @Override int code() { return 1; } },
        GREEN;
        private static final int SIZE = 2;
        Color() {}
        Color(int x) {}
        int code() { return 0; }
    }

    public interface Pricer extends Function<Line, Integer> {
        int SCALE = 2;
        int price(Line line);
        default int twice(Line line) { return 2 * price(line); }
        static Pricer none() { return null; }
    }

    public record Line(String sku, @NotNull int qty) implements Named {
        static int made = 0;
        public Line { check(); }
        Line(String sku) { this(sku, 1); }
        public int total() { return qty; }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @interface Timed { String value() default ""; }
}

sealed interface Shape permits Circle {}

final class Circle implements Shape {}
