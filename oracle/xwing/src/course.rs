//! Templates, and poses on the way along them, by closed forms.
//!
//! On its way a ship has the middle marks of the front and the rear of its base on the middle line
//! of the template, which goes straight on at both ends.

use crate::fleet::{Bearing, Maneuver};
use crate::space::{EIGHTH, MM, Point, Pose, QUARTER};

/// The way by which a ship goes back where it would overlap another one.
pub const STEP: f64 = 250.0;

/// Half of the width of a template.
const WIDTH: f64 = 10.0 * MM;

/// A template as a ship goes along it.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The radius of the middle line and the turn of a curved template.
    curve: Option<(f64, u16)>,
    /// The length of the middle line.
    pub length: f64,
    left: bool,
    back: bool,
}

fn angle(turn: u16) -> f64 {
    f64::from(turn) / 65_536.0 * core::f64::consts::TAU
}

impl Course {
    /// The template of a maneuver.
    #[must_use]
    pub fn of(maneuver: Maneuver) -> Self {
        use Bearing::{
            Bank, Koiogran, Reverse, ReverseBank, Segnor, Stationary, Straight, Tallon, Turn,
        };
        let at = usize::from(maneuver.speed);
        let curve = match maneuver.bearing {
            Straight | Koiogran | Reverse | Stationary => None,
            Bank(_) | Segnor(_) | ReverseBank(_) => Some(([0.0, 80.0, 130.0, 180.0][at], EIGHTH)),
            Turn(_) | Tallon(_) => Some(([0.0, 35.0, 62.5, 90.0][at], QUARTER)),
        };
        let curve = curve.map(|(radius, turn)| (radius * MM, turn));
        let straight = f64::from(maneuver.speed) * 40.0 * MM;
        let length = curve.map_or(straight, |(radius, turn)| radius * angle(turn));
        let left = maneuver.bearing.is_left();
        Self { curve, length, left, back: matches!(maneuver.bearing, Reverse | ReverseBank(_)) }
    }

    /// The point of the middle line so far from its start, to the right, and the angle in which
    /// the line goes on there.
    fn line(&self, at: f64) -> (Point, f64) {
        let Some((radius, turn)) = self.curve else { return (Point::new(0.0, at), 0.0) };
        let along = at.clamp(0.0, self.length);
        let angle = if at >= self.length { angle(turn) } else { along / radius };
        let (sine, cosine) = angle.sin_cos();
        let bend = Point::new(radius * (1.0 - cosine), radius * sine);
        (bend.along(Point::new(sine, cosine), at - along), angle)
    }

    /// The place of the front mark, where the rear one is so far along the line of a curve: at the
    /// side of a square base of this length.
    fn front(&self, rear: f64, side: f64, (radius, turn): (f64, u16)) -> Point {
        let (from, _) = self.line(rear);
        let middle = Point::new(radius, 0.0);
        let far = from.from(middle).length();
        // On the curve itself: by the law of cosines, seen from the middle of the curve.
        let cosine = (radius * radius + far * far - side * side) / (2.0 * radius * far);
        if rear <= self.length && cosine.abs() <= 1.0 {
            let of_rear = (from.y).atan2(radius - from.x);
            let of_front = of_rear + cosine.acos();
            if (0.0..=angle(turn)).contains(&of_front) {
                let (sine, cosine) = of_front.sin_cos();
                return Point::new(radius * (1.0 - cosine), radius * sine);
            }
            if of_front < 0.0 {
                return from.along(Point::new(0.0, 1.0), side);
            }
        }
        // On the line that goes straight on after it.
        let (end, on) = self.line(self.length);
        let way = Point::new(on.sin(), on.cos());
        let back = end.from(from);
        let along = back.x * way.x + back.y * way.y;
        let root = (along * along - back.length().powi(2) + side * side).sqrt();
        end.along(way, root - along)
    }

    /// The move of a ship with this half of a side, whose rear mark is so far along the line.
    #[must_use]
    pub fn at(&self, half: f64, rear: f64) -> Pose {
        let side = 2.0 * half;
        let ahead = match self.curve {
            None => Pose::new(0.0, rear + side, 0),
            Some(_) if rear + side <= 0.0 => Pose::new(0.0, rear + side, 0),
            Some((_, turn)) if rear >= self.length => {
                let (end, on) = self.line(self.length);
                let way = Point::new(on.sin(), on.cos());
                let at = end.along(way, half);
                Pose::new(at.x, at.y + half, turn)
            }
            Some(curve) => {
                let (from, _) = self.line(rear);
                let way = self.front(rear, side, curve).from(from);
                let turn = way.x.atan2(way.y) / core::f64::consts::TAU * 65_536.0;
                let at = from.along(way, 0.5);
                Pose::new(at.x, at.y + half, turn.round() as u16)
            }
        };
        self.sided(ahead)
    }

    /// The number of steps of a ship from its start to the end.
    #[must_use]
    pub fn steps(&self, half: f64) -> u32 {
        if self.length > 0.0 { ((self.length + 2.0 * half) / STEP).ceil() as u32 } else { 0 }
    }

    /// The place of the rear mark after so many steps.
    #[must_use]
    pub fn rear(&self, half: f64, step: u32) -> f64 {
        f64::from(step).mul_add(STEP, -2.0 * half).min(self.length)
    }

    /// The part of the template up to so far from its start, seen from where the ship was, a little
    /// wider or narrower: a shape that need not be convex.
    #[must_use]
    pub fn band(&self, half: f64, used: f64, more: f64) -> Vec<Point> {
        if used <= 0.0 {
            return Vec::new();
        }
        let pieces = (used / MM).ceil().max(1.0) as u32;
        let end = |n: u32| used * f64::from(n) / f64::from(pieces);
        let side = |n: u32, out: f64| {
            let (middle, on) = self.line(end(n));
            let point = middle.along(Point::new(on.cos(), -on.sin()), out * (WIDTH + more));
            self.sided(Pose { at: Point::new(point.x, point.y + half), heading: 0 }).at
        };
        let there = (0..=pieces).map(|n| side(n, 1.0));
        let back = (0..=pieces).rev().map(|n| side(n, -1.0));
        there.chain(back).collect()
    }

    /// A move to the right and ahead, as this course goes.
    fn sided(&self, to: Pose) -> Pose {
        let mut to = to;
        if self.left {
            to = Pose::new(-to.at.x, to.at.y, to.heading.wrapping_neg());
        }
        if self.back {
            to = Pose::new(to.at.x, -to.at.y, to.heading.wrapping_neg());
        }
        to
    }
}
