//! Shapes and money.
//!
//! More.
#![warn(missing_docs)]

use std::collections::{HashMap, hash_map::{self, Entry as E}};
use crate::a::*;
use foo as bar;
use a::b::C as D;
pub use self::x::y;
use {one, two::{three, four::five}};
use std::{a::{b::{c, d}}};
extern crate serde as sd;
mod other;

/// A stack.
///
/// Long.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(rename_all = "x", skip(all(a(b))))]
pub struct Stack<T>
where
    T: Clone,
{
    /// Items in order.
    pub items: Vec<T>,
    next: Option<Box<Stack<T>>>,
}

pub struct Pair(pub f64, u8);
struct Unit;
/// In cents.
pub(crate) struct Money(i64);

/// Kinds.
pub enum Kind {
    /// Nothing.
    Empty,
    Number(u8),
    Named { id: u32 },
    Last = 3,
}

union Bits {
    int: u32,
    real: f32,
}

impl<T: Clone> Stack<T> {
    const SIZE: usize = 1;

    /// Makes one.
    pub fn new() -> Self {
        Stack { items: Vec::new(), next: None }
    }

    pub fn push(&mut self, v: T) -> &mut Self {
        self.items.push(v);
        let other = Self::new();
        helper::<u8>(1);
        std::mem::swap(a, b);
        trace!("{}", self.items.len());
        log::info!("x");
        Ok(Kind::Number(3))
    }

    pub(super) async fn drain(self) -> Result<Vec<T>, Box<dyn std::error::Error>> {
        fn nested() {}
        it.collect::<Vec<_>>().await?;
        Money(1)
    }
}

impl std::fmt::Display for Money {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", self.0)
    }
}

impl<'a, T> From<&'a T> for crate::wrap::Stack<Vec<T>> where T: Into<u8> {
    type Error = String;
    fn from(_: &'a T) -> Self { todo!() }
}

/// Has an area.
pub trait Shape: Base + fmt::Debug {
    const SIDES: u8;
    type Item: Clone;
    /// The area.
    fn area(&self) -> f64 { 0.0 }
    fn name(&self) -> String;
}

const LIMIT: u8 = 1;
pub static NAME: &str = "https://x.test/*";
static mut COUNT: u32 = 2;
pub type Res<T> = std::result::Result<T, E>;
const _: () = ();

/// Makes things.
#[macro_export]
macro_rules! mk {
    ($x:expr) => { $x };
    () => {};
}

mod a {
    //! Inner doc of a.
    pub mod b {
        // about f
        pub fn f() {}
    }
    struct Hidden;
}

#[cfg(unix)]
fn os() { let url = "/* not a comment"; }
#[cfg(windows)] fn os() {}

extern "C" {
    fn external(x: i32) -> i32;
    static ERRNO: i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> Stack<u8> { Stack::new() }

    #[test]
    #[should_panic]
    fn works() {
        assert_eq!(helper().len(), Money::of(2), "x");
        assert!(stack.is_empty() && empty(1));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn later() {}
}
