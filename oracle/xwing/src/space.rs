//! Points, poses and shapes on the mat, in micrometres as floating-point numbers.
//!
//! The engine reckons in whole numbers and rounds where a heading is neither straight nor a
//! quarter of a turn. So what comes within [`CLOSE`] of its bound is a [`Verdict`] that is told to
//! be near; where all edges are parallel to those of the mat nothing is rounded, and ties count.

/// A millimetre, in micrometres.
pub const MM: f64 = 1_000.0;
/// The side of the mat.
pub const MAT: f64 = 914_400.0;
/// The length of a range band.
pub const BAND: f64 = 100_000.0;
/// The distance from a bound within which two roads may come to different sides of it.
pub const CLOSE: f64 = 3.0;

/// An eighth, a quarter and a half of a turn.
pub const EIGHTH: u16 = 8_192;
/// A quarter of a turn.
pub const QUARTER: u16 = 2 * EIGHTH;
/// Half of a turn.
pub const HALF: u16 = 2 * QUARTER;

/// Something that is so or not, and whether that was a close call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The answer of this geometry.
    pub so: bool,
    /// The other answer is within the error of measuring.
    pub near: bool,
}

impl Verdict {
    /// An answer that nothing puts in doubt.
    #[must_use]
    pub const fn sure(so: bool) -> Self {
        Self { so, near: false }
    }
}

/// A point of the mat, or a way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Length to the right.
    pub x: f64,
    /// Length ahead, seen from the first seat.
    pub y: f64,
}

impl Point {
    /// The point so far to the right and ahead.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The way from another point to this one.
    #[must_use]
    pub fn from(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }

    /// This point, so many times a way further on.
    #[must_use]
    pub fn along(self, way: Self, times: f64) -> Self {
        Self::new(times.mul_add(way.x, self.x), times.mul_add(way.y, self.y))
    }

    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: above 0 if the other way lies to the left of this one.
    #[must_use]
    pub fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The length of a way.
    #[must_use]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
}

/// A place and a heading; or a move, seen from what is moved.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// The middle of it.
    pub at: Point,
    /// Clockwise from straight ahead, 65,536 to a turn.
    pub heading: u16,
}

impl Pose {
    /// The pose at a place, with a heading.
    #[must_use]
    pub const fn new(x: f64, y: f64, heading: u16) -> Self {
        Self { at: Point::new(x, y), heading }
    }

    /// The direction ahead: a way of length 1.
    #[must_use]
    pub fn ahead(self) -> Point {
        let diagonal = core::f64::consts::FRAC_1_SQRT_2;
        let (x, y) = match (self.heading / EIGHTH, self.heading % EIGHTH) {
            (0, 0) => (0.0, 1.0),
            (1, 0) => (diagonal, diagonal),
            (2, 0) => (1.0, 0.0),
            (3, 0) => (diagonal, -diagonal),
            (4, 0) => (0.0, -1.0),
            (5, 0) => (-diagonal, -diagonal),
            (6, 0) => (-1.0, 0.0),
            (7, 0) => (-diagonal, diagonal),
            _ => (f64::from(self.heading) / 65_536.0 * core::f64::consts::TAU).sin_cos(),
        };
        Point::new(x, y)
    }

    /// A way that is seen from it, as it is on the mat.
    #[must_use]
    pub fn turned(self, way: Point) -> Point {
        let Point { x, y } = self.ahead();
        Point::new(way.x * y + way.y * x, way.y * y - way.x * x)
    }

    /// A point that is seen from it, on the mat.
    #[must_use]
    pub fn place(self, point: Point) -> Point {
        self.at.along(self.turned(point), 1.0)
    }

    /// The pose after a move.
    #[must_use]
    pub fn moved(self, by: Self) -> Self {
        Self { at: self.place(by.at), heading: self.heading.wrapping_add(by.heading) }
    }

    /// The same place, turned clockwise.
    #[must_use]
    pub const fn spun(self, turn: u16) -> Self {
        Self { at: self.at, heading: self.heading.wrapping_add(turn) }
    }

    /// Tells whether it is parallel to the edges of the mat, and its middle at whole micrometres:
    /// then nothing is rounded.
    #[must_use]
    pub fn is_square(self) -> bool {
        let whole = |length: f64| length.fract() == 0.0;
        self.heading.is_multiple_of(QUARTER) && whole(self.at.x) && whole(self.at.y)
    }
}

/// A base: a square on the mat.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// Its middle and heading.
    pub pose: Pose,
    /// Half of its side.
    pub half: f64,
}

impl Base {
    /// Its corners: front right, front left, rear left, rear right.
    #[must_use]
    pub fn corners(self) -> Vec<Point> {
        let half = self.half;
        [(half, half), (-half, half), (-half, -half), (half, -half)]
            .map(|(x, y)| self.pose.place(Point::new(x, y)))
            .to_vec()
    }

    /// Tells whether it overlaps another one; bases whose edges meet do not.
    #[must_use]
    pub fn overlaps(self, other: Self) -> Verdict {
        let reach = (self.half + other.half) * core::f64::consts::SQRT_2 + CLOSE;
        if other.pose.at.from(self.pose.at).length() > reach {
            return Verdict::sure(false);
        }
        let gap = gap(&self.corners(), &other.corners());
        let square = self.pose.is_square() && other.pose.is_square();
        Verdict { so: gap < 0.0, near: !square && gap.abs() < CLOSE }
    }

    /// Tells whether it touches another one by an edge or a corner, or overlaps it.
    #[must_use]
    pub fn meets(self, other: Self) -> Verdict {
        let far = distance(&self.corners(), &other.corners());
        let square = self.pose.is_square() && other.pose.is_square();
        Verdict { so: far <= 0.0, near: !square && far < CLOSE }
    }

    /// Tells whether it is wholly on the mat.
    #[must_use]
    pub fn is_on_mat(self) -> Verdict {
        let inside = |p: &Point| p.x.min(p.y).min(MAT - p.x).min(MAT - p.y);
        let least = self.corners().iter().map(inside).fold(f64::MAX, f64::min);
        Verdict { so: least >= 0.0, near: !self.pose.is_square() && least.abs() < CLOSE }
    }
}

/// The sides of a polygon.
pub fn edges(shape: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..shape.len()).map(|n| (shape[n], shape[(n + 1) % shape.len()]))
}

/// The widest gap between two convex shapes, both counter-clockwise, beyond a side of one; below 0
/// the depth in which they overlap.
fn gap(a: &[Point], b: &[Point]) -> f64 {
    let beyond = |one: &[Point], other: &[Point]| {
        edges(one)
            .map(|(from, to)| {
                let side = to.from(from);
                let out = |p: &Point| -side.cross(p.from(from)) / side.length();
                other.iter().map(out).fold(f64::MAX, f64::min)
            })
            .fold(f64::MIN, f64::max)
    };
    beyond(a, b).max(beyond(b, a))
}

/// The point of a line that is nearest to another point.
fn nearest(from: Point, to: Point, point: Point) -> Point {
    let way = to.from(from);
    let square = way.dot(way);
    let share =
        if square > 0.0 { (point.from(from).dot(way) / square).clamp(0.0, 1.0) } else { 0.0 };
    from.along(way, share)
}

/// The pairs of a corner of one shape and the point of the other that is nearest to it.
fn pairs(a: &[Point], b: &[Point]) -> Vec<(Point, Point)> {
    let mut found = Vec::new();
    for (from, to) in edges(b) {
        found.extend(a.iter().map(|&corner| (corner, nearest(from, to, corner))));
    }
    for (from, to) in edges(a) {
        found.extend(b.iter().map(|&corner| (nearest(from, to, corner), corner)));
    }
    found
}

/// The distance of two convex shapes, 0 if they have a point in common.
#[must_use]
pub fn distance(a: &[Point], b: &[Point]) -> f64 {
    if a.len() > 2 && b.len() > 2 && gap(a, b) <= 0.0 {
        return 0.0;
    }
    let from = |corners: &[Point], shape: &[Point]| {
        edges(shape).fold(f64::MAX, |least, (start, end)| {
            let far = |&p: &Point| nearest(start, end, p).from(p);
            corners.iter().map(far).map(|way| way.dot(way)).fold(least, f64::min)
        })
    };
    from(a, b).min(from(b, a)).sqrt()
}

/// The shortest lines between two convex shapes: the outermost ones and the one between, where they
/// are several within a tolerance.
#[must_use]
pub fn shortest(a: &[Point], b: &[Point], tolerance: f64) -> Vec<(Point, Point)> {
    let all = pairs(a, b);
    let length = |(one, other): &(Point, Point)| other.from(*one).length();
    let least = all.iter().map(length).fold(f64::MAX, f64::min);
    let as_short = || all.iter().filter(|&pair| length(pair) <= least + tolerance);
    let Some(&first) = as_short().next() else { return Vec::new() };
    let apart = |pair: &(Point, Point), other: &(Point, Point)| pair.0.from(other.0).length();
    let farthest = |of: &(Point, Point)| {
        let far = |pair: &&(Point, Point)| apart(pair, of);
        as_short().max_by(|x, y| far(x).total_cmp(&far(y))).copied().unwrap_or(first)
    };
    let one = farthest(&first);
    let other = farthest(&one);
    if apart(&one, &other) < 1.0 {
        return vec![one];
    }
    let middle = |p: Point, q: Point| p.along(q.from(p), 0.5);
    vec![one, (middle(one.0, other.0), middle(one.1, other.1)), other]
}

/// The part of a convex shape on one side of a line through a point: where the cross product of the
/// line's way with the way to a point is at least `least`.
#[must_use]
pub fn clip(shape: &[Point], through: Point, way: Point, least: f64) -> Vec<Point> {
    let depth = |p: Point| way.cross(p.from(through)) - least;
    let mut rest = Vec::new();
    for (from, to) in edges(shape) {
        let (here, there) = (depth(from), depth(to));
        if here >= 0.0 {
            rest.push(from);
        }
        if (here > 0.0 && there < 0.0) || (here < 0.0 && there > 0.0) {
            rest.push(from.along(to.from(from), here / (here - there)));
        }
    }
    rest
}

/// Tells whether a point is inside of a shape, which need not be convex.
fn holds(shape: &[Point], point: Point) -> bool {
    edges(shape).fold(false, |inside, (a, b)| {
        let level = (a.y > point.y) != (b.y > point.y);
        let crossing = || (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x;
        inside != (level && point.x < crossing())
    })
}

/// Tells whether two lines have a point in common.
fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let side = |(from, to): (Point, Point), p: Point| to.from(from).cross(p.from(from));
    let (one, other) = (side(a, b.0), side(a, b.1));
    let (back, forth) = (side(b, a.0), side(b, a.1));
    (one > 0.0) != (other > 0.0) && (back > 0.0) != (forth > 0.0)
}

/// Tells whether two shapes, which need not be convex, have an area in common.
#[must_use]
pub fn common(a: &[Point], b: &[Point]) -> bool {
    let crossing = edges(a).any(|one| edges(b).any(|other| cross(one, other)));
    crossing || a.first().is_some_and(|&p| holds(b, p)) || b.first().is_some_and(|&p| holds(a, p))
}

/// Tells whether a line meets a shape, which need not be convex.
#[must_use]
pub fn meets(line: (Point, Point), shape: &[Point]) -> bool {
    holds(shape, line.0) || edges(shape).any(|edge| cross(line, edge))
}

/// The least distance between the outlines of two shapes, which need not be convex.
#[must_use]
pub fn between(a: &[Point], b: &[Point]) -> f64 {
    let from = |corners: &[Point], shape: &[Point]| {
        edges(shape).fold(f64::MAX, |least, (start, end)| {
            let far = |&p: &Point| nearest(start, end, p).from(p);
            corners.iter().map(far).map(|way| way.dot(way)).fold(least, f64::min)
        })
    };
    from(a, b).min(from(b, a)).sqrt()
}
