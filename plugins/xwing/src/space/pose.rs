//! Poses: where something is and which way it points.

use serde::{Deserialize, Serialize};

use super::point::Point;
use super::sine::{cosine, sine, whole};

/// Where the centre of something is and which way it points; or how it moves, seen from itself.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Pose {
    /// To the right, in micrometres.
    pub x: i32,
    /// Ahead, in micrometres.
    pub y: i32,
    /// Clockwise from straight ahead; a turn is 65,536.
    pub heading: u16,
}

/// A pose from which many points are seen: its sine and cosine are looked up once.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    centre: Point,
    sine: i64,
    cosine: i64,
}

impl Frame {
    /// A way that is seen from it, as it is on the mat.
    #[must_use]
    pub const fn turned(self, way: Point) -> Point {
        let Self { sine, cosine, .. } = self;
        Point::new(whole(way.x * cosine + way.y * sine), whole(way.y * cosine - way.x * sine))
    }

    /// A point that is seen from it, on the mat.
    #[must_use]
    pub fn place(self, point: Point) -> Point {
        self.centre + self.turned(point)
    }
}

impl Pose {
    /// A pose.
    #[must_use]
    pub const fn new(x: i32, y: i32, heading: u16) -> Self {
        Self { x, y, heading }
    }

    /// Its centre.
    #[must_use]
    pub const fn centre(self) -> Point {
        Point::new(self.x as i64, self.y as i64)
    }

    /// The pose as many points are seen from it.
    #[must_use]
    pub fn frame(self) -> Frame {
        Frame { centre: self.centre(), sine: sine(self.heading), cosine: cosine(self.heading) }
    }

    /// A way that is seen from it, as it is on the mat.
    #[must_use]
    pub fn turned(self, way: Point) -> Point {
        self.frame().turned(way)
    }

    /// A point that is seen from it, on the mat.
    #[must_use]
    pub fn place(self, point: Point) -> Point {
        self.frame().place(point)
    }

    /// How far ahead of it a point is.
    #[must_use]
    pub fn ahead(self, point: Point) -> i64 {
        let way = point - self.centre();
        whole(way.x * sine(self.heading) + way.y * cosine(self.heading))
    }

    /// The pose after a move that is seen from it.
    #[must_use]
    pub fn moved(self, by: Self) -> Self {
        let Point { x, y } = self.place(by.centre());
        Self::new(x as i32, y as i32, self.heading.wrapping_add(by.heading))
    }

    /// The same, turned where it is.
    #[must_use]
    pub const fn spun(self, by: u16) -> Self {
        Self { heading: self.heading.wrapping_add(by), ..self }
    }

    /// A move to the right as one to the left.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { x: -self.x, y: self.y, heading: self.heading.wrapping_neg() }
    }

    /// A move ahead as one back, to the same side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { x: self.x, y: -self.y, heading: self.heading.wrapping_neg() }
    }
}
