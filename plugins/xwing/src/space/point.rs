//! Points, and ways from one to another.

use core::ops::{Add, Neg, Sub};

/// A point, or the way from one point to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Length to the right: micrometres, unless a caller reckons in finer parts.
    pub x: i64,
    /// Length ahead, in the same unit.
    pub y: i64,
}

impl Point {
    /// The point so far to the right and so far ahead.
    #[must_use]
    pub const fn new(x: i64, y: i64) -> Self {
        Self { x, y }
    }

    /// The cross product: above 0 if the other way lies to the left of this one.
    #[must_use]
    pub const fn cross(self, other: Self) -> i64 {
        self.x * other.y - self.y * other.x
    }

    /// The dot product of two ways.
    #[must_use]
    pub const fn dot(self, other: Self) -> i64 {
        self.x * other.x + self.y * other.y
    }

    /// The square of its length.
    #[must_use]
    pub const fn square(self) -> i64 {
        self.dot(self)
    }

    /// The way made so many times as long.
    #[must_use]
    pub const fn times(self, n: i64) -> Self {
        Self { x: self.x * n, y: self.y * n }
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y }
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

impl Neg for Point {
    type Output = Self;

    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}
