//! Ranges, arcs and obstruction.

use crate::choice::Players;
use crate::fault::Fault;
use crate::fleet::Firing;
use crate::game::Game;
use crate::obstacle::{Kind, obstructing};
use crate::space::{BAND, Base, CLOSE, Point, Pose, Verdict, clip, distance};
use crate::state::Facing;

/// An arc of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arc {
    /// One of the four standard arcs.
    Standard(Facing),
    /// All that lies ahead of the midline.
    FullFront,
    /// All that lies behind it.
    FullRear,
}

/// The lines of an arc: ways from the middle of a base that have the arc to their left.
fn lines(arc: Arc, base: Base, diagonal: bool) -> Vec<Point> {
    // The marks at the front edge, as far from its middle.
    let mark = match base.half as u32 {
        _ if diagonal => base.half,
        20_000 => 17_200.0,
        30_000 => 26_400.0,
        _ => 35_800.0,
    };
    let way = |x: f64, y: f64| base.pose.turned(Point::new(x, y));
    let half = base.half;
    match arc {
        Arc::Standard(Facing::Front) => vec![way(mark, half), way(mark, -half)],
        Arc::Standard(Facing::Rear) => vec![way(-mark, -half), way(-mark, half)],
        Arc::Standard(Facing::Right) => vec![way(mark, -half), way(-mark, -half)],
        Arc::Standard(Facing::Left) => vec![way(-mark, half), way(mark, half)],
        Arc::FullFront => vec![way(1.0, 0.0)],
        Arc::FullRear => vec![way(-1.0, 0.0)],
    }
}

/// The part of a shape in an arc, whose lines are moved outwards by so much.
fn cut(shape: &[Point], pose: Pose, lines: &[Point], more: f64) -> Vec<Point> {
    lines.iter().fold(shape.to_vec(), |rest, &way| {
        if rest.is_empty() { rest } else { clip(&rest, pose.at, way, -more * way.length()) }
    })
}

/// The nearest part of a base in an arc: both shapes that are measured, and the range.
#[derive(Debug)]
pub(crate) struct View {
    own: Vec<Point>,
    other: Vec<Point>,
    square: bool,
    /// The range in the arc, from 1.
    pub range: u8,
}

impl<P: Players> Game<'_, P> {
    /// The range between two ships: 0 to 3, or 4 beyond.
    pub(crate) fn range(&mut self, a: usize, b: usize) -> u8 {
        if a == b {
            return 0;
        }
        let forgets = self.breaks(Fault::TouchingForgotten);
        if self.ship(a).touching.contains(&b) && !forgets {
            return 0;
        }
        let (one, other) = (self.ship(a).base(), self.ship(b).base());
        let meets = one.meets(other);
        if self.judge(meets) {
            return 0;
        }
        let square = one.pose.is_square() && other.pose.is_square();
        self.band(distance(&one.corners(), &other.corners()), square)
    }

    /// The band of a distance.
    fn band(&mut self, far: f64, square: bool) -> u8 {
        for band in 1..=3 {
            let over = far - f64::from(band) * BAND;
            let near = !square && over.abs() < CLOSE;
            if self.judge(Verdict { so: over <= 0.0, near }) {
                return band;
            }
        }
        4
    }

    /// The parts of two bases in an arc of the first; nothing, if the second is not in it.
    fn parts(&mut self, a: usize, arc: Arc, b: usize) -> Option<[Vec<Point>; 2]> {
        let (one, other) = (self.ship(a).base(), self.ship(b).base());
        let lines = lines(arc, one, self.breaks(Fault::DiagonalArcs));
        let theirs = other.corners();
        let seen = |more: f64| cut(&theirs, one.pose, &lines, more);
        let exact = seen(0.0);
        let square = one.pose.is_square() && other.pose.is_square();
        let near = !square && seen(CLOSE).is_empty() != seen(-CLOSE).is_empty();
        if !self.judge(Verdict { so: !exact.is_empty(), near }) {
            return None;
        }
        let seen = if exact.is_empty() { seen(CLOSE) } else { exact };
        Some([cut(&one.corners(), one.pose, &lines, 0.0), seen])
    }

    /// Tells whether a ship is in an arc of another one.
    pub(crate) fn is_in(&mut self, a: usize, arc: Arc, b: usize) -> bool {
        self.parts(a, arc, b).is_some()
    }

    /// The view of another ship in an arc, up to range 3.
    fn view(&mut self, a: usize, arc: Arc, b: usize) -> Option<View> {
        let [own, other] = self.parts(a, arc, b)?;
        let (one, two) = (self.ship(a).base(), self.ship(b).base());
        let square = one.pose.is_square() && two.pose.is_square();
        let far = if self.breaks(Fault::RangeOutsideArc) {
            distance(&one.corners(), &two.corners())
        } else {
            distance(&own, &other)
        };
        let range = self.band(far, square);
        (range <= 3).then_some(View { own, other, square, range })
    }

    /// The nearest view of a weapon.
    pub(crate) fn aim(&mut self, a: usize, firing: Firing, b: usize) -> Option<View> {
        let facing = self.ship(a).facing;
        let arcs = match firing {
            Firing::Front => vec![Arc::Standard(Facing::Front)],
            Firing::Rear => vec![Arc::Standard(Facing::Rear)],
            Firing::FullFront => vec![Arc::FullFront],
            Firing::Turret => vec![Arc::Standard(facing)],
            Firing::DoubleTurret => vec![Arc::Standard(facing), Arc::Standard(facing.opposite())],
        };
        let mut best: Option<View> = None;
        for arc in arcs {
            if let Some(view) = self.view(a, arc, b)
                && best.as_ref().is_none_or(|known| view.range < known.range)
            {
                best = Some(view);
            }
        }
        best
    }

    /// The obstruction of a view: by anything, and by a gas cloud.
    pub(crate) fn obstruction(&mut self, view: &View) -> (bool, bool) {
        let found =
            |tolerance: f64| obstructing(&view.own, &view.other, &self.state.obstacles, tolerance);
        let cloudy =
            |met: &[usize]| met.iter().any(|&n| self.state.obstacles[n].kind() == Kind::Cloud);
        let (exact, loose) = (found(0.01), found(2.0 * CLOSE));
        let near = !view.square;
        let any =
            Verdict { so: !exact.is_empty(), near: near && exact.is_empty() != loose.is_empty() };
        let cloud = Verdict { so: cloudy(&exact), near: near && cloudy(&exact) != cloudy(&loose) };
        (self.judge(any), self.judge(cloud))
    }
}
