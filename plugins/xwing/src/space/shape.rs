//! Bases and other convex shapes, told by their corners, counter-clockwise.

use arrayvec::ArrayVec;

use super::point::Point;
use super::pose::Pose;
use super::{MAT, MM};
use crate::vocabulary::Size;

/// A convex shape with few corners: a base, or what lines leave of one.
pub type Shape = ArrayVec<Point, 8>;

/// Half of the side of a base.
#[must_use]
pub const fn half(size: Size) -> i64 {
    match size {
        Size::Small => 20 * MM,
        Size::Medium => 30 * MM,
        Size::Large => 40 * MM,
    }
}

/// A base on the mat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Base {
    /// Its centre and heading.
    pub pose: Pose,
    /// The size of the base, which is square.
    pub size: Size,
    /// Its corners: front right, front left, rear left, rear right.
    pub corners: [Point; 4],
}

impl Base {
    /// A base of this size there.
    #[must_use]
    pub fn new(size: Size, pose: Pose) -> Self {
        let ahead = pose.turned(Point::new(0, half(size)));
        // A square also where sines are rounded.
        let right = Point::new(ahead.y, -ahead.x);
        let centre = pose.centre();
        let corners = [ahead + right, ahead - right, -ahead - right, right - ahead];
        Self { pose, size, corners: corners.map(|corner| centre + corner) }
    }

    /// Returns `true` if something within this distance of a point may overlap it.
    #[must_use]
    pub fn is_near(&self, centre: Point, reach: i64) -> bool {
        let near = self.radius() + reach;
        (self.pose.centre() - centre).square() < near * near
    }

    /// The distance from its centre to its corners, rounded up, in micrometres.
    #[must_use]
    pub const fn radius(&self) -> i64 {
        match self.size {
            Size::Small => 28_285,
            Size::Medium => 42_427,
            Size::Large => 56_569,
        }
    }

    /// Returns `true` if it overlaps another base. Bases whose edges meet do not.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        let near = self.radius() + other.radius();
        (self.pose.centre() - other.pose.centre()).square() < near * near
            && overlap(&self.corners, &other.corners)
    }

    /// Returns `true` if it is wholly on the mat, whose edges belong to it.
    #[must_use]
    pub fn is_on_mat(&self) -> bool {
        let inside = |n: i64| (0..=MAT).contains(&n);
        self.corners.iter().all(|corner| inside(corner.x) && inside(corner.y))
    }
}

/// The corners of a shape with the corner that follows each.
pub fn edges(shape: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    shape.iter().copied().zip(shape.iter().copied().cycle().skip(1))
}

/// Returns `true` if two convex shapes have an area in common.
#[must_use]
pub fn overlap(a: &[Point], b: &[Point]) -> bool {
    overlap_by((a.len(), |n| a[n]), (b.len(), |n| b[n]))
}

/// Returns `true` if two convex shapes have an area in common, each told by the number of its corners and by its
/// corners.
pub(super) fn overlap_by<A, B>(a: (usize, A), b: (usize, B)) -> bool
where
    A: Fn(usize) -> Point,
    B: Fn(usize) -> Point,
{
    !parts(&a, &b) && !parts(&b, &a)
}

/// Returns `true` if an edge of a convex shape has the whole of another outside of it.
fn parts<A, B>((count, corner): &(usize, A), (others, other): &(usize, B)) -> bool
where
    A: Fn(usize) -> Point,
    B: Fn(usize) -> Point,
{
    let mut from = corner(count - 1);
    (0..*count).any(|n| {
        let to = corner(n);
        let edge = to - from;
        let outside = (0..*others).all(|m| edge.cross(other(m) - from) <= 0);
        from = to;
        outside
    })
}

/// One side of a straight line: where the dot product with a way is at least so much.
#[derive(Clone, Copy, Debug)]
pub struct Side {
    /// The way, at a right angle to the line.
    pub way: Point,
    /// The dot product on the line itself.
    pub least: i64,
}

impl Side {
    /// The depth of a point in it, as the dot product has it; below 0 outside.
    #[must_use]
    pub const fn depth(self, point: Point) -> i64 {
        self.way.dot(point) - self.least
    }

    /// The part of a convex shape that is on this side, the line included. The corners on the line
    /// are rounded to whole numbers.
    #[must_use]
    pub fn clip(self, shape: &Shape) -> Shape {
        let mut kept = Shape::new();
        for (p, q) in edges(shape) {
            let (from, to) = (self.depth(p), self.depth(q));
            if from >= 0 {
                kept.push(p);
            }
            if (from > 0 && to < 0) || (from < 0 && to > 0) {
                let way = q - p;
                let part = |n: i64| nearest(i128::from(n) * i128::from(from), from, to);
                kept.push(p + Point::new(part(way.x), part(way.y)));
            }
        }
        kept
    }
}

/// A number divided by the difference of two others, to the nearest whole one; halves away from 0.
fn nearest(product: i128, from: i64, to: i64) -> i64 {
    let by = i128::from(from) - i128::from(to);
    let (product, by) = if by < 0 { (-product, -by) } else { (product, by) };
    let size = (2 * product.abs() + by) / (2 * by);
    (if product < 0 { -size } else { size }) as i64
}
