//! Obstacles: outlines as they were traced, which need not be convex.

use std::sync::LazyLock;

use crate::space::{
    BAND, Base, CLOSE, MAT, Point, Pose, Verdict, between, common, meets, shortest,
};

/// The kind of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It may damage a ship that meets it, and no ship on it attacks.
    Asteroid,
    /// It gives stress to a ship that meets it, and may damage it.
    Debris,
    /// It may strain a ship that meets it.
    Cloud,
}

/// An obstacle of the game.
#[derive(Debug)]
pub struct Outline {
    /// Its id in squad files.
    pub id: &'static str,
    /// The kind of obstacle.
    pub kind: Kind,
    corners: Vec<Point>,
    /// The distance of the farthest corner from the middle.
    reach: f64,
}

/// The obstacles that squads can bring: `cards/xwing/obstacles.csv` has their corners, as facts.
pub static OUTLINES: LazyLock<Vec<Outline>> = LazyLock::new(|| {
    let table = include_str!("../../../cards/xwing/obstacles.csv");
    table.lines().skip(1).map(read).collect()
});

fn read(row: &'static str) -> Outline {
    let mut fields = row.split(',');
    let mut field = || fields.next().expect("a field");
    let id = field();
    let kind = match field() {
        "Asteroid" => Kind::Asteroid,
        "Debris" => Kind::Debris,
        _ => Kind::Cloud,
    };
    let corner = |text: &str| {
        let (x, y) = text.split_once(' ').expect("two numbers");
        Point::new(x.parse().expect("a number"), y.parse().expect("a number"))
    };
    let corners: Vec<Point> = field().split('|').map(corner).collect();
    let reach = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
    Outline { id, kind, corners, reach }
}

/// An obstacle where it lies.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Its place among [`OUTLINES`].
    pub outline: usize,
    /// Its middle and its turn.
    pub pose: Pose,
    corners: Vec<Point>,
}

/// The columns, and rows, of places for obstacles, 60 mm apart about the middle of the mat.
const COLUMNS: u8 = 11;
/// All places for obstacles.
pub const SPOTS: u8 = COLUMNS * COLUMNS;
/// The ways in which an obstacle can lie.
pub const TURNS: u8 = 8;

impl Laid {
    /// An obstacle in a place of the lattice, turned by so many eighths.
    #[must_use]
    pub fn new(outline: usize, spot: u8, turn: u8) -> Self {
        let along = |n: u8| (f64::from(n) - 5.0).mul_add(60_000.0, MAT / 2.0);
        let heading = u16::from(turn) * crate::space::EIGHTH;
        let pose = Pose::new(along(spot % COLUMNS), along(spot / COLUMNS), heading);
        let corners = OUTLINES[outline].corners.iter().map(|&corner| pose.place(corner)).collect();
        Self { outline, pose, corners }
    }

    /// The kind of obstacle.
    #[must_use]
    pub fn kind(&self) -> Kind {
        OUTLINES[self.outline].kind
    }

    /// Tells whether it is beyond range 2 of every edge of the mat.
    #[must_use]
    pub fn is_inside(&self) -> Verdict {
        let inside = |p: &Point| p.x.min(p.y).min(MAT - p.x).min(MAT - p.y);
        let least = self.corners.iter().map(inside).fold(f64::MAX, f64::min);
        beyond(least, 2.0 * BAND, self.pose.is_square())
    }

    /// Tells whether it is beyond range 1 of another one.
    #[must_use]
    pub fn is_apart(&self, other: &Self) -> Verdict {
        let reach = |laid: &Self| OUTLINES[laid.outline].reach;
        let middles = self.pose.at.from(other.pose.at).length();
        if middles > reach(self) + reach(other) + BAND + CLOSE {
            return Verdict::sure(true);
        }
        let square = self.pose.is_square() && other.pose.is_square();
        beyond(between(&self.corners, &other.corners), BAND, square)
    }

    /// Tells whether a ship is on it.
    #[must_use]
    pub fn is_under(&self, base: Base) -> Verdict {
        let more = |by: f64| Base { half: base.half + by, ..base }.corners();
        self.is_met(&more(0.0), &more(-CLOSE), &more(CLOSE))
    }

    /// Tells whether a shape has an area in common with it, by the shape itself and by a little
    /// less and more of it.
    #[must_use]
    pub fn is_met(&self, shape: &[Point], less: &[Point], more: &[Point]) -> Verdict {
        if !self.is_within_reach(more) {
            return Verdict::sure(false);
        }
        let met = |shape: &[Point]| !shape.is_empty() && common(shape, &self.corners);
        Verdict { so: met(shape), near: met(less) != met(more) }
    }

    /// A quick look whether it can meet a shape at all.
    fn is_within_reach(&self, shape: &[Point]) -> bool {
        let (mut low, mut high) = (Point::new(f64::MAX, f64::MAX), Point::new(f64::MIN, f64::MIN));
        for p in shape {
            low = Point::new(low.x.min(p.x), low.y.min(p.y));
            high = Point::new(high.x.max(p.x), high.y.max(p.y));
        }
        let right = self.corners.iter().any(|p| p.x >= low.x);
        let left = self.corners.iter().any(|p| p.x <= high.x);
        let above = self.corners.iter().any(|p| p.y >= low.y);
        let below = self.corners.iter().any(|p| p.y <= high.y);
        right && left && above && below
    }

    fn lies_between(&self, line: (Point, Point)) -> bool {
        self.is_within_reach(&[line.0, line.1]) && meets(line, &self.corners)
    }
}

fn beyond(far: f64, bound: f64, square: bool) -> Verdict {
    Verdict { so: far > bound, near: !square && (far - bound).abs() < CLOSE }
}

/// The obstacles between two shapes, by their places, where shortest lines may differ by so much.
/// Of several shortest lines the attacker takes the one that meets the fewest, and no gas cloud.
#[must_use]
pub fn obstructing(a: &[Point], b: &[Point], obstacles: &[Laid], tolerance: f64) -> Vec<usize> {
    let met = |line: (Point, Point)| -> Vec<usize> {
        (0..obstacles.len()).filter(|&n| obstacles[n].lies_between(line)).collect()
    };
    let cost =
        |met: &Vec<usize>| (met.len(), met.iter().any(|&n| obstacles[n].kind() == Kind::Cloud));
    shortest(a, b, tolerance).into_iter().map(met).min_by_key(cost).unwrap_or_default()
}
