//! Carts and what they cost.
const std = @import("std");
const Allocator = std.mem.Allocator;
pub const Item = @import("item.zig").Item;

/// A cart.
pub const Cart = struct {
    /// What is in it.
    items: []Item,
    total: u32 = 0,

    const Self = @This();
    pub const State = enum { open, closed };

    /// Adds an item.
    pub fn add(self: *Self, item: Item) !void {
        self.total += item.price();
        try std.debug.print("{d}", .{self.total});
        check(self.total);
    }

    test "add" {
        var cart = Cart{ .items = &.{} };
        try cart.add(Item{});
    }
};

pub const Failure = error{ Full, Gone };
const Shape = union(enum) { round: u8, flat };
const limit: u8 = 10;
pub var count: u32 = 0;

pub extern fn sin(x: f64) f64;

// A list of anything.
pub fn List(comptime T: type) type {
    return struct {
        first: ?*T,

        pub fn get(self: @This(), alloc: Allocator) ?*T {
            _ = alloc;
            return self.first;
        }
    };
}

fn check(n: u32) void {
    if (n > limit) @panic("too many");
}

test check {
    check(1);
}

test {
    _ = Cart;
}
