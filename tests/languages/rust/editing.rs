//! A module that is being edited.

pub fn before(a: u8) -> u8 {
    a
}

impl Cart {
    pub fn editing(&mut self, line: Line -> bool {
        if self.lines.
    }

    pub fn total(&self) -> u8 {
        before(1)
    }
}

pub struct Later {
    pub x: u8,
}

fn after() -> Later {
    Later { x: before(2) }
}
