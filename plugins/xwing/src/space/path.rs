//! Templates, and where a ship is on its way along one.
//!
//! A ship on a template has the middle marks of the front and of the rear of its base on the
//! centre line of the template, which goes on straight before its start and after its end. The way
//! is told in steps of a quarter of a millimetre of the rear mark.

use std::sync::LazyLock;

use super::point::Point;
use super::pose::Pose;
use super::sine::{EIGHTH, QUARTER, fine_cosine, fine_sine, heading, whole};
use super::{MM, shape::half};
use crate::vocabulary::{Bearing, Size, Template};

/// The way of the rear mark in a step, in micrometres.
pub const STEP: i64 = 250;

/// The greatest way of a ship's centre in a step, in micrometres: where a template bends, the front mark is faster
/// than the rear one.
pub const STRIDE: i64 = 300;

/// Half of the width of a template.
pub const HALF_WIDTH: i64 = 10 * MM;

/// The length of a straight template of speed 1.
const STRAIGHT: i64 = 40 * MM;

/// The length of the pieces into which a template is cut, in steps.
const PIECE: u16 = 10;

/// Nanometres in a micrometre: lines are worked out in these.
const NANO: i64 = 1_000;

/// The angle of an arc as long as its radius, where a turn has `1 << 32`; with 20 bits behind the
/// point.
const RADIAN: i128 = 716_770_142_402_832;

/// A curved template: the radius of its centre line, how far it turns, and its length.
#[derive(Clone, Copy)]
struct Curve {
    radius: i64,
    turns: u16,
    length: i64,
}

const CURVES: [Curve; 6] = [
    Curve { radius: 80 * MM * NANO, turns: EIGHTH, length: 62_831_853 },
    Curve { radius: 130 * MM * NANO, turns: EIGHTH, length: 102_101_761 },
    Curve { radius: 180 * MM * NANO, turns: EIGHTH, length: 141_371_669 },
    Curve { radius: 35 * MM * NANO, turns: QUARTER, length: 54_977_871 },
    Curve { radius: 62_500 * NANO, turns: QUARTER, length: 98_174_770 },
    Curve { radius: 90 * MM * NANO, turns: QUARTER, length: 141_371_669 },
];

impl Curve {
    /// The point of the centre line so far from the start, and the angle in which the line goes on
    /// there, in nanometres and in parts of which a turn has `1 << 32`.
    fn line(self, at: i64) -> (Point, u32) {
        let along = at.clamp(0, self.length);
        let angle = if along == self.length {
            u32::from(self.turns) << 16
        } else {
            ((i128::from(along) * RADIAN / i128::from(self.radius)) >> 20) as u32
        };
        let (sine, cosine) = (fine_sine(angle), fine_cosine(angle));
        let rest = at - along;
        let x = whole(self.radius * ((1 << 30) - cosine)) + whole(rest * sine);
        let y = whole(self.radius * sine) + whole(rest * cosine);
        (Point::new(x, y), angle)
    }

    /// The left and the right end of a line across the template so far from its start, in micrometres.
    fn across(self, at: i64) -> [Point; 2] {
        let (Point { x, y }, angle) = self.line(at);
        let (sine, cosine) = (fine_sine(angle), fine_cosine(angle));
        let right = Point::new(whole(HALF_WIDTH * cosine), -whole(HALF_WIDTH * sine));
        let middle = Point::new(x / NANO, y / NANO);
        [middle - right, middle + right]
    }

    /// The pose of a ship whose rear mark is `rear` nanometres along the line.
    fn pose(self, size: Size, rear: i64) -> Pose {
        let base = 2 * half(size) * NANO;
        let (from, _) = self.line(rear);
        // The front mark is as far from the rear one as the base is long: further along the line
        // where the line bends.
        let (mut low, mut high) = (rear + base, rear + 2 * base);
        while high - low > 1 {
            let middle = i64::midpoint(low, high);
            let way = self.line(middle).0 - from;
            if way.square() > base * base { high = middle } else { low = middle }
        }
        let (to, _) = self.line(low);
        let (way, sum) = (to - from, to + from);
        let micro = |nano: i64| ((nano + NANO).div_euclid(2 * NANO)) as i32;
        Pose::new(micro(sum.x), micro(sum.y + base), heading(way.x, way.y))
    }
}

/// Every pose of each size of base along each curved template, to the right.
static POSES: LazyLock<[[Vec<Pose>; 3]; 6]> = LazyLock::new(|| {
    CURVES.map(|curve| {
        [Size::Small, Size::Medium, Size::Large].map(|size| {
            let steps = curve.length.div_euclid(STEP * NANO) + 2 * half(size) / STEP + 1;
            let start = -2 * half(size) * NANO;
            let rear = |step: i64| (start + step * STEP * NANO).min(curve.length);
            (0..=steps).map(|step| curve.pose(size, rear(step))).collect()
        })
    })
});

/// The left and the right end of a line across each curved template, to the right, in each of its steps,
/// seen from the middle of its start.
static LINES: LazyLock<[Vec<[Point; 2]>; 6]> = LazyLock::new(|| {
    CURVES.map(|curve| {
        let steps = curve.length.div_euclid(STEP * NANO) + 1;
        (0..=steps).map(|step| curve.across((step * STEP * NANO).min(curve.length))).collect()
    })
});

/// The place of the curved template of speed 1 in the list; `None` for straights.
const fn first_curve(bearing: Bearing) -> Option<usize> {
    use Bearing::{
        BankLeft, BankRight, Koiogran, Reverse, ReverseLeft, ReverseRight, SegnorLeft, SegnorRight,
        Stationary, Straight, TallonLeft, TallonRight, TurnLeft, TurnRight,
    };
    match bearing {
        Straight | Koiogran | Stationary | Reverse => None,
        BankLeft | BankRight | SegnorLeft | SegnorRight | ReverseLeft | ReverseRight => Some(0),
        TurnLeft | TurnRight | TallonLeft | TallonRight => Some(3),
    }
}

/// A template and the way along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    curve: Option<usize>,
    speed: u8,
    left: bool,
    back: bool,
}

impl Track {
    /// Tells whether there is such a template: straights up to speed 5, banks and turns of speed 1
    /// to 3.
    #[must_use]
    pub const fn exists(Template { speed, bearing }: Template) -> bool {
        match first_curve(bearing) {
            Some(_) => matches!(speed, 1..=3),
            None => speed <= 5,
        }
    }

    /// The template of a maneuver, or of anything else that is written like one.
    ///
    /// # Panics
    /// If there is no such template.
    #[must_use]
    pub fn of(template: Template) -> Self {
        use Bearing::{
            BankLeft, Reverse, ReverseLeft, ReverseRight, SegnorLeft, TallonLeft, TurnLeft,
        };
        assert!(Self::exists(template), "there is no template of this speed");
        let Template { speed, bearing } = template;
        let left = matches!(bearing, BankLeft | SegnorLeft | ReverseLeft | TurnLeft | TallonLeft);
        let back = matches!(bearing, Reverse | ReverseLeft | ReverseRight);
        let curve = first_curve(bearing).map(|first| first + usize::from(speed) - 1);
        Self { curve, speed, left, back }
    }

    /// The number of steps that a ship of this size makes from start to end.
    #[must_use]
    pub fn steps(self, size: Size) -> u16 {
        match self.curve {
            Some(curve) => (POSES[curve][size as usize].len() - 1) as u16,
            None if self.speed == 0 => 0,
            None => ((i64::from(self.speed) * STRAIGHT + 2 * half(size)) / STEP) as u16,
        }
    }

    /// The move of the ship after so many steps, seen from where it was.
    ///
    /// # Panics
    /// If the way has fewer steps.
    #[must_use]
    pub fn at(self, size: Size, step: u16) -> Pose {
        let ahead = match self.curve {
            Some(curve) => POSES[curve][size as usize][usize::from(step)],
            None => Pose::new(0, i32::from(step) * STEP as i32, 0),
        };
        self.turned(ahead)
    }

    /// The parts of the template that a ship uses which moves so many steps, from its start on,
    /// each convex, seen from where the ship was.
    pub fn parts(self, size: Size, step: u16) -> impl Iterator<Item = [Point; 4]> {
        // The template begins where the front of the base was.
        let used = step.saturating_sub((2 * half(size) / STEP) as u16);
        let mut near = self.across(size, 0);
        (0..used).step_by(PIECE.into()).map(move |from| {
            let ([a, b], [d, c]) = (near, self.across(size, (from + PIECE).min(used)));
            near = [d, c];
            // Both turns of the way swap left and right.
            if self.left == self.back { [a, b, c, d] } else { [d, c, b, a] }
        })
    }

    /// The left and the right end of a line across the template, so many steps from its start.
    fn across(self, size: Size, step: u16) -> [Point; 2] {
        let at = i64::from(step) * STEP;
        let ends = match self.curve {
            None => [Point::new(-HALF_WIDTH, at), Point::new(HALF_WIDTH, at)],
            Some(curve) => LINES[curve][usize::from(step)],
        };
        ends.map(|Point { x, y }| {
            self.turned(Pose::new(x as i32, (y + half(size)) as i32, 0)).centre()
        })
    }

    /// The greatest distance from its centre, in micrometres, at which a ship that moves along it meets something.
    #[must_use]
    pub fn reach(self, size: Size) -> i64 {
        let length = match self.curve {
            Some(curve) => CURVES[curve].length / NANO + 1,
            None => i64::from(self.speed) * STRAIGHT,
        };
        half(size) + length + HALF_WIDTH
    }

    /// A move to the right and ahead, as this way goes.
    const fn turned(self, ahead: Pose) -> Pose {
        let sided = if self.left { ahead.mirrored() } else { ahead };
        if self.back { sided.reversed() } else { sided }
    }
}
