package com.shop;

/** Too large for one chunk. */
public class Large {

    /** How often. */
    private int count;

    private String label;

    /** Counts. */
    public int count() {
        return count;
    }

    @Override
    public String toString() {
        return label + count;
    }

    // between the methods

    private int other;

    void a() {
        count();
    }

    void b() {
        a();
    }
}
