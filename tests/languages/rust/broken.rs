fn before() {}

fn unfinished(a: u8 {
    let x = Vec::<

impl Stack {
    fn push(&self) {}
}

fn after() -> u8 { 1 }
