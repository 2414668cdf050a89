pub fn before() void {
    after();
}

pub fn unfinished(a: u8) void {
    const x = ;
}

pub fn after() void {
    before();
}

pub const Point = struct {
    x: u8,
};
