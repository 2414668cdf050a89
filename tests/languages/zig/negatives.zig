// Imports, text and locals define nothing.
const std = @import("std");
const mem = std.mem;

comptime {
    const local = 1;
    _ = local;
}

const text =
    \\pub fn no() void {}
    \\const Never = struct {};
;
