pub fn before() void {
    after();
}

pub fn unfinished(a: u8) void {
    const x = ;
    before(a
}

pub fn after() void {
    before();
}

pub const Point = struct {
    x: u8,
};
