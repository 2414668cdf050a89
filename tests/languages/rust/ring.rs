//! A ring buffer and what it takes.
#![cfg_attr(not(feature = "std"), no_std)]

use core::{fmt, iter::FusedIterator, ops::Index};

/// What fits into a ring.
pub trait Fits: Sized + fmt::Debug {
    const COST: usize;
    type Key: Ord + ?Sized;

    fn key(&self) -> &Self::Key;
    fn cost(&self) -> usize { Self::COST }
}

#[derive(Clone, Default)]
pub struct Ring<T, const N: usize = 16> {
    items: [Option<T>; N],
    at: usize,
}

impl<T: Fits, const N: usize> Ring<T, N> {
    pub const fn new() -> Self { Self { items: [const { None }; N], at: 0 } }

    /// Adds one.
    #[inline]
    #[must_use = "the dropped one"]
    pub fn push(&mut self, item: T) -> Option<T> {
        fn next(at: usize, n: usize) -> usize { (at + 1) % n }
        let old = core::mem::replace(&mut self.items[self.at], Some(item));
        self.at = next(self.at, N);
        old
    }

    pub(super) unsafe fn get_unchecked(&self, at: usize) -> &T {
        self.items.get_unchecked(at).as_ref().unwrap()
    }
}

impl<T, const N: usize> Index<usize> for Ring<T, N> {
    type Output = T;

    fn index(&self, at: usize) -> &T { self.items[at].as_ref().expect("in range") }
}

impl<'a, T, const N: usize> IntoIterator for &'a Ring<T, N> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;
    fn into_iter(self) -> Iter<'a, T> { Iter(self.items.iter()) }
}

impl<T> FusedIterator for Iter<'_, T> {}

impl<T: Fits> dyn Visitor<T> + '_ {
    fn visit_all(&self) {}
}

pub fn largest<'a, T, I>(rings: I) -> Option<&'a T>
where
    I: IntoIterator<Item = &'a T>,
    T: Ord + 'a,
{
    rings.into_iter().max_by(|a, b| a.cmp(b))
}
