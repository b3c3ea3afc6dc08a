//! The outlines of obstacles, and obstacles on the mat.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::point::Point;
use super::pose::Pose;
use super::shape::{Base, overlap_by};
use super::{BAND, MAT, measure};

/// Corners of an outline, at most.
pub const CORNERS: usize = 32;

/// The kind of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Substance {
    /// An asteroid: it may damage a ship that meets it, and no ship on it attacks.
    Asteroid,
    /// A debris cloud: it gives stress to a ship that meets it, and may damage it.
    Debris,
    /// A gas cloud: it may strain a ship that meets it.
    GasCloud,
}

/// The outline of an obstacle, seen from its middle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outline {
    /// Its id, as in squad lists.
    pub id: String,
    /// The kind of obstacle that it belongs to.
    pub substance: Substance,
    /// Its corners in micrometres, counter-clockwise.
    pub corners: Vec<Point>,
    /// Convex pieces that together are the whole: places in its corners.
    pub pieces: Vec<Vec<u8>>,
    /// The distance, in micrometres and rounded up, from its middle to the farthest corner.
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
    /// The place of its middle, and its turn.
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
    /// An outline that lies at a pose.
    #[must_use]
    pub fn new(outline: &'a Outline, pose: Pose) -> Self {
        let frame = pose.frame();
        let corners = outline.corners.iter().map(|&corner| frame.place(corner)).collect();
        Self { outline, centre: pose.centre(), corners }
    }

    /// Its corners on the mat, counter-clockwise.
    #[must_use]
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Returns `true` if a convex shape overlaps it that is no further than `radius` from `centre`.
    #[must_use]
    pub fn overlaps(&self, shape: &[Point], (centre, radius): (Point, i64)) -> bool {
        self.is_near(centre, radius)
            && self.outline.pieces.iter().any(|piece| {
                let corner = |n: usize| self.corners[usize::from(piece[n])];
                overlap_by((piece.len(), corner), (shape.len(), |n| shape[n]))
            })
    }

    /// Returns `true` if something within this distance of a point may overlap it.
    #[must_use]
    pub const fn is_near(&self, centre: Point, radius: i64) -> bool {
        let near = self.outline.radius + radius;
        Point::new(self.centre.x - centre.x, self.centre.y - centre.y).square() < near * near
    }

    /// Returns `true` if a base overlaps it.
    #[must_use]
    pub fn is_under(&self, base: &Base) -> bool {
        self.overlaps(&base.corners, (base.pose.centre(), base.radius()))
    }

    /// The range from it to a base: 0 under it, 1 to 3, or [`FAR`](super::FAR).
    #[must_use]
    pub fn range(&self, base: &Base) -> u8 {
        if self.is_under(base) { 0 } else { measure::bands(&base.corners, self.corners(), BAND) }
    }

    /// Returns `true` for a point inside of it or on its edge.
    #[must_use]
    pub fn holds(&self, point: Point) -> bool {
        self.outline.pieces.iter().any(|piece| {
            let corner = |n: usize| self.corners[usize::from(piece[n % piece.len()])];
            (0..piece.len()).all(|n| (corner(n + 1) - corner(n)).cross(point - corner(n)) >= 0)
        })
    }

    /// Returns `true` if it is beyond range 2 of every edge of the mat.
    #[must_use]
    pub fn is_inside(&self) -> bool {
        let inside = |n: i64| 2 * BAND < n && n < MAT - 2 * BAND;
        self.corners.iter().all(|corner| inside(corner.x) && inside(corner.y))
    }

    /// Returns `true` if it is beyond range 1 of another one.
    #[must_use]
    pub fn is_apart(&self, other: &Laid<'_>) -> bool {
        let far = self.outline.radius + other.outline.radius + BAND;
        (self.centre - other.centre).square() > far * far
            || (!self.holds(other.corners[0])
                && !other.holds(self.corners[0])
                && measure::bands(&self.corners, &other.corners, BAND) > 1)
    }
}
