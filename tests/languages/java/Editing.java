package com.shop;

import java.util.*;

/**
 * A cart that is being edited.
 */
public class Editing {
    private final List<Line> lines = new ArrayList<>();

    public void add(Line line) {
        lines.add(line);
    }

    public int total(String currency, {
        return lines.stream().mapToInt(Line::
    }

    public void clear() {
        lines.clear();
    }

    private static class Entry {
        int count;
    }
}

interface After {
    void run();
}
