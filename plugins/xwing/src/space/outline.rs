//! The outlines of obstacles, and obstacles on the mat.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::point::Point;
use super::pose::Pose;
use super::shape::{Base, overlap_by};
use super::{BAND, MAT, measure};

/// Corners of an outline, at most.
pub const CORNERS: usize = 32;

/// What an obstacle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Substance {
    /// An asteroid.
    Asteroid,
    /// A debris cloud.
    Debris,
    /// A gas cloud.
    GasCloud,
}

/// The outline of an obstacle, seen from its middle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outline {
    /// Its id, as in squad lists.
    pub id: String,
    /// What it is.
    pub substance: Substance,
    /// Its corners, counter-clockwise.
    pub corners: Vec<Point>,
    /// Convex pieces that together are the whole: places in its corners.
    pub pieces: Vec<Vec<u8>>,
    /// How far a corner is from its middle, at most.
    pub radius: i64,
}

impl Outline {
    /// Reads a table: a line of headings, then id, kind, corners and pieces, comma-separated.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(table: &str) -> Result<Vec<Self>, (u32, String)> {
        let lines = (1..).zip(table.lines()).skip(1);
        lines.map(|(line, text)| Self::row(text).map_err(|expected| (line, expected))).collect()
    }

    fn row(text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split(',').collect();
        let &[id, kind, corners, pieces] = &fields[..] else {
            return Err(format!("expected 4 fields, found {}", fields.len()));
        };
        let substance = match kind {
            "Asteroid" => Substance::Asteroid,
            "Debris" => Substance::Debris,
            "GasCloud" => Substance::GasCloud,
            other => return Err(format!("expected Asteroid, Debris or GasCloud, found {other:?}")),
        };
        let corners = corners.split('|').map(|corner| match numbers(corner)?[..] {
            [x, y] => Ok(Point::new(x, y)),
            _ => Err(format!("expected a corner such as \"7568 -13857\", found {corner:?}")),
        });
        let corners: Vec<Point> = corners.collect::<Result<_, String>>()?;
        if !(3..=CORNERS).contains(&corners.len()) {
            return Err(format!("expected 3 to {CORNERS} corners, found {}", corners.len()));
        }
        let pieces = pieces.split('|').map(|piece| {
            let places = numbers(piece)?;
            let known = places.iter().all(|&n| usize::try_from(n).is_ok_and(|n| n < corners.len()));
            if places.len() < 3 || !known {
                return Err(format!("expected a piece of 3 corners or more, found {piece:?}"));
            }
            Ok(places.into_iter().map(|n| n as u8).collect())
        });
        let pieces = pieces.collect::<Result<_, String>>()?;
        let radius = corners.iter().map(|corner| corner.square().isqrt() + 1).max().unwrap_or(0);
        Ok(Self { id: id.into(), substance, corners, pieces, radius })
    }
}

fn numbers(text: &str) -> Result<Vec<i64>, String> {
    let numbers = text.split(' ').map(str::parse);
    numbers.collect::<Result<_, _>>().map_err(|_| format!("expected whole numbers, found {text:?}"))
}

/// An obstacle on the mat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Obstacle {
    /// The place of its outline in the list of all.
    pub outline: u8,
    /// Where its middle is.
    pub pose: Pose,
}

/// The outline of an obstacle where it lies.
#[derive(Clone, Debug)]
pub struct Laid<'a> {
    outline: &'a Outline,
    centre: Point,
    corners: ArrayVec<Point, CORNERS>,
}

impl<'a> Laid<'a> {
    /// An outline there.
    #[must_use]
    pub fn new(outline: &'a Outline, pose: Pose) -> Self {
        let frame = pose.frame();
        let corners = outline.corners.iter().map(|&corner| frame.place(corner)).collect();
        Self { outline, centre: pose.centre(), corners }
    }

    /// Its corners, counter-clockwise.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Whether a convex shape, that is no further than so much from a point, overlaps it.
    #[must_use]
    pub fn overlaps(&self, shape: &[Point], (centre, radius): (Point, i64)) -> bool {
        self.is_near(centre, radius)
            && self.outline.pieces.iter().any(|piece| {
                let corner = |n: usize| self.corners[usize::from(piece[n])];
                overlap_by((piece.len(), corner), (shape.len(), |n| shape[n]))
            })
    }

    /// True if something that is no further than so much from a point may overlap it.
    #[must_use]
    pub const fn is_near(&self, centre: Point, radius: i64) -> bool {
        let near = self.outline.radius + radius;
        Point::new(self.centre.x - centre.x, self.centre.y - centre.y).square() < near * near
    }

    /// Whether a base is on it.
    #[must_use]
    pub fn is_under(&self, base: &Base) -> bool {
        self.overlaps(&base.corners, (base.pose.centre(), base.radius()))
    }

    /// Whether a point is inside of it.
    #[must_use]
    pub fn holds(&self, point: Point) -> bool {
        self.outline.pieces.iter().any(|piece| {
            let corner = |n: usize| self.corners[usize::from(piece[n % piece.len()])];
            (0..piece.len()).all(|n| (corner(n + 1) - corner(n)).cross(point - corner(n)) >= 0)
        })
    }

    /// Whether it is beyond range 2 of every edge of the mat.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        let inside = |n: i64| 2 * BAND < n && n < MAT - 2 * BAND;
        self.corners.iter().all(|corner| inside(corner.x) && inside(corner.y))
    }

    /// Whether it is beyond range 1 of another one.
    #[must_use]
    pub fn is_apart(&self, other: &Laid<'_>) -> bool {
        let far = self.outline.radius + other.outline.radius + BAND;
        (self.centre - other.centre).square() > far * far
            || (!self.holds(other.corners[0])
                && !other.holds(self.corners[0])
                && measure::bands(&self.corners, &other.corners, BAND) > 1)
    }
}
