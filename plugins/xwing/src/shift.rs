//! Moves of a ship that are no maneuvers, and places that can be chosen on the mat: each is told by
//! a small number, so that no pose is ever chosen, proposed or told.

use serde::{Deserialize, Serialize};

use crate::space::outline::{Laid, Outline};
use crate::space::shape::half;
use crate::space::sine::{EIGHTH, HALF, QUARTER};
use crate::space::{BAND, Base, MAT, MM, Point, Pose, Track};
use crate::vocabulary::{Bearing, Size, Template};

/// A move that is no maneuver, or the part of one that its player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Shift {
    /// Along a template of speed 1: the straight (0), the bank to the left or to the right; by abilities
    /// the turn to the left or to the right for nothing (3, 4), as a red action, or for 1 Force.
    Boost(u8),
    /// A barrel roll of this number: by the straight to the left (0 to 2) or to the right (3 to 5), then by banks (6 to 17).
    Roll(u8),
    /// The end of a Tallon roll: forward, in the middle or back.
    Slide(u8),
    /// Turned by a quarter where it is, to the left or to the right.
    Turn(u8),
    /// Turned by half a turn where it is.
    About,
    /// Decloaking ahead (0 to 2, as a boost), or, from 3 on, to the side, as a barrel roll.
    Decloak(u8),
}

/// The template of a roll, seen from the side of the ship at which it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    /// The straight, to the side.
    Straight,
    /// The bank that leads forward.
    Forward,
    /// The bank that leads back.
    Back,
}

/// A move to the side: by a template that begins at the side of the ship and ends at its other
/// side, forward, in the middle or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Roll {
    left: bool,
    lead: Lead,
    slide: u8,
}

impl Roll {
    /// The roll of a number: by the straight to the left (0 to 2) or to the right (3 to 5), each
    /// forward, in the middle and back; then in this order by the bank that leads forward (6 to 11)
    /// and by the one that leads back (12 to 17).
    const fn numbered(n: u8) -> Self {
        let lead = match n / 6 {
            0 => Lead::Straight,
            1 => Lead::Forward,
            _ => Lead::Back,
        };
        Self { left: n % 6 < 3, lead, slide: n % 3 }
    }

    const fn name(self) -> &'static str {
        use Lead::{Back, Forward, Straight};
        match (self.left, self.lead, self.slide) {
            (true, Straight, 0) => "left, forward",
            (true, Straight, 1) => "left",
            (true, Straight, _) => "left, back",
            (false, Straight, 0) => "right, forward",
            (false, Straight, 1) => "right",
            (false, Straight, _) => "right, back",
            (true, Forward, 0) => "left by the bank ahead, forward",
            (true, Forward, 1) => "left by the bank ahead",
            (true, Forward, _) => "left by the bank ahead, back",
            (false, Forward, 0) => "right by the bank ahead, forward",
            (false, Forward, 1) => "right by the bank ahead",
            (false, Forward, _) => "right by the bank ahead, back",
            (true, Back, 0) => "left by the bank behind, forward",
            (true, Back, 1) => "left by the bank behind",
            (true, Back, _) => "left by the bank behind, back",
            (false, Back, 0) => "right by the bank behind, forward",
            (false, Back, 1) => "right by the bank behind",
            (false, Back, _) => "right by the bank behind, back",
        }
    }

    /// The template of this speed, seen from where the ship was and turned to the side; `None`
    /// where a straight lies across the side of a ship that is not small.
    fn track(self, size: Size, speed: u8) -> Option<(u16, Track)> {
        let bearing = match (self.lead, self.left) {
            (Lead::Straight, _) if size == Size::Small => Bearing::Straight,
            (Lead::Straight, _) => return None,
            (Lead::Forward, true) | (Lead::Back, false) => Bearing::BankRight,
            (Lead::Forward, false) | (Lead::Back, true) => Bearing::BankLeft,
        };
        let aside = if self.left { 3 * QUARTER } else { QUARTER };
        Some((aside, Track::of(Template { speed, bearing })))
    }

    /// The move of a ship of this size by a template of this speed.
    fn way(self, size: Size, speed: u8) -> Pose {
        let slide = Pose::new(0, slide(size, self.slide), 0);
        let middle = match self.track(size, speed) {
            Some((aside, track)) => {
                let way = Pose::default().spun(aside).moved(track.at(size, track.steps(size)));
                way.spun(aside.wrapping_neg())
            }
            // The width of the template beside the base.
            None => {
                let far = (2 * half(size) + 20 * MM) as i32;
                Pose::new(if self.left { -far } else { far }, 0, 0)
            }
        };
        middle.moved(slide)
    }

    /// The parts of the template, each convex, seen from where the ship was.
    fn parts(self, size: Size, speed: u8) -> Vec<[Point; 4]> {
        let Some((aside, track)) = self.track(size, speed) else {
            let (near, deep) = (half(size), 20 * MM);
            let far = near + 20 * MM;
            let (left, right) = if self.left { (-far, -near) } else { (near, far) };
            let corners = [(right, deep), (left, deep), (left, -deep), (right, -deep)];
            return vec![corners.map(|(x, y)| Point::new(x, y))];
        };
        let aside = Pose::default().spun(aside).frame();
        let parts = track.parts(size, track.steps(size));
        parts.map(|part| part.map(|corner| aside.place(corner))).collect()
    }
}

/// The way forward of a ship of this size that is placed forward, in the middle or back.
fn slide(size: Size, n: u8) -> i32 {
    let far = if size == Size::Small { 10 } else { 20 };
    far * MM as i32 * (1 - i32::from(n))
}

impl Shift {
    /// All boosts: the straight, the bank to the left, the bank to the right.
    pub const BOOSTS: [Self; 3] = [Self::Boost(0), Self::Boost(1), Self::Boost(2)];
    /// The boosts by turns that a ship makes for nothing, as red actions, and for Force.
    pub const TURN_BOOSTS: [[Self; 2]; 3] = [
        [Self::Boost(3), Self::Boost(4)],
        [Self::Boost(5), Self::Boost(6)],
        [Self::Boost(7), Self::Boost(8)],
    ];
    /// All barrel rolls by the straight: to the left, to the right, each forward, in the middle and
    /// back.
    pub const ROLLS: [Self; 6] =
        [Self::Roll(0), Self::Roll(1), Self::Roll(2), Self::Roll(3), Self::Roll(4), Self::Roll(5)];
    /// All ends of a Tallon roll: forward, in the middle, back.
    pub const SLIDES: [Self; 3] = [Self::Slide(0), Self::Slide(1), Self::Slide(2)];
    /// Both quarters of a turn: to the left, to the right.
    pub const TURNS: [Self; 2] = [Self::Turn(0), Self::Turn(1)];
    /// The number of all rolls, by straights and by banks.
    const ALL_ROLLS: u8 = 18;

    /// All barrel rolls by banks.
    pub fn bank_rolls() -> impl Iterator<Item = Self> {
        (6..Self::ALL_ROLLS).map(Self::Roll)
    }

    /// All ways to decloak by a straight, or all by banks.
    pub fn decloaks(banks: bool) -> impl Iterator<Item = Self> {
        let (ahead, aside) = if banks { (1..3, 6..Self::ALL_ROLLS) } else { (0..1, 0..6) };
        ahead.chain(aside.map(|n| 3 + n)).map(Self::Decloak)
    }

    /// Its name as options write it: `bank left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boost(0) | Self::Decloak(0) => "straight",
            Self::Boost(1) | Self::Decloak(1) => "bank left",
            Self::Boost(2) | Self::Decloak(2) => "bank right",
            Self::Boost(3) | Self::Turn(0) => "turn left",
            Self::Boost(4) | Self::Turn(_) => "turn right",
            Self::Boost(5) => "turn left (red)",
            Self::Boost(6) => "turn right (red)",
            Self::Boost(7) => "turn left for 1 Force",
            Self::Boost(_) => "turn right for 1 Force",
            Self::Roll(n) => Roll::numbered(n).name(),
            Self::Decloak(n) => Roll::numbered(n - 3).name(),
            Self::Slide(0) => "forward",
            Self::Slide(1) => "middle",
            Self::Slide(_) => "back",
            Self::About => "turn around",
        }
    }

    /// The speed of its template: RR "Decloak" has a small ship use that of speed 2.
    const fn speed(self, size: Size) -> u8 {
        match (self, size) {
            (Self::Decloak(_), Size::Small) => 2,
            _ => 1,
        }
    }

    /// The template of a move ahead.
    #[must_use]
    pub fn track(self, size: Size) -> Option<Track> {
        let bearing = match self {
            Self::Boost(0) | Self::Decloak(0) => Bearing::Straight,
            Self::Boost(1) | Self::Decloak(1) => Bearing::BankLeft,
            Self::Boost(2) | Self::Decloak(2) => Bearing::BankRight,
            Self::Boost(3 | 5 | 7) => Bearing::TurnLeft,
            Self::Boost(_) => Bearing::TurnRight,
            _ => return None,
        };
        Some(Track::of(Template { speed: self.speed(size), bearing }))
    }

    /// The move to the side that it is.
    const fn roll(self) -> Option<Roll> {
        match self {
            Self::Roll(n) => Some(Roll::numbered(n)),
            Self::Decloak(n) if n >= 3 => Some(Roll::numbered(n - 3)),
            _ => None,
        }
    }

    /// The move of a ship of this size, seen from where it was; of a move along a template, from
    /// start to end.
    #[must_use]
    pub fn way(self, size: Size) -> Pose {
        if let Some(track) = self.track(size) {
            return track.at(size, track.steps(size));
        }
        match self {
            Self::Slide(n) => Pose::new(0, slide(size, n), 0),
            Self::Turn(0) => Pose::default().spun(3 * QUARTER),
            Self::Turn(_) => Pose::default().spun(QUARTER),
            Self::About => Pose::default().spun(HALF),
            _ => self.roll().map(|roll| roll.way(size, self.speed(size))).unwrap_or_default(),
        }
    }

    /// The parts of the template of a move to the side, each convex, seen from where the ship was:
    /// a small ship goes along a straight, a larger one across it.
    #[must_use]
    pub fn parts(self, size: Size) -> Vec<[Point; 4]> {
        self.roll().map(|roll| roll.parts(size, self.speed(size))).unwrap_or_default()
    }
}

/// Lanes in which ships are deployed.
pub const LANES: u8 = 43;

/// Places in which ships are deployed: every lane in three rows.
pub const BERTHS: u8 = 3 * LANES;

/// Ways in which ships are deployed.
pub const HEADINGS: u8 = 3;

/// Columns, and rows, of the places for obstacles.
pub const COLUMNS: u8 = 11;

/// The number of places for obstacles.
pub const SPOTS: u8 = COLUMNS * COLUMNS;

/// Ways in which an obstacle can lie.
pub const TURNS: u8 = 8;

/// An edge of the mat, seen from which the mat lies ahead and to the right of its left end.
pub type Edge = Pose;

/// The edge of a player.
#[must_use]
pub const fn own_edge(seat: u8) -> Edge {
    if seat == 0 { Pose::new(0, 0, 0) } else { Pose::new(MAT as i32, MAT as i32, HALF) }
}

/// The edge over which a base that is not on the mat left it, the farthest over; `None` if it is.
#[must_use]
pub fn edge_over(base: &Base) -> Option<Edge> {
    let mat = MAT as i32;
    let over = |far: fn(&Point) -> i64| base.corners.iter().map(far).max().unwrap_or(0);
    let edges = [
        (over(|corner| -corner.y), Pose::new(0, 0, 0)),
        (over(|corner| corner.y - MAT), Pose::new(mat, mat, HALF)),
        (over(|corner| -corner.x), Pose::new(0, mat, QUARTER)),
        (over(|corner| corner.x - MAT), Pose::new(mat, 0, 3 * QUARTER)),
    ];
    let farthest = edges.into_iter().max_by_key(|(far, _)| *far);
    farthest.filter(|(far, _)| *far > 0).map(|(_, edge)| edge)
}

/// The pose of a ship of this size that was deployed in a place at an edge, with a heading; `None`
/// if a part of it would not be within range 1 of the edge.
#[must_use]
pub fn berth(size: Size, edge: Edge, place: u8, heading: u8) -> Option<Pose> {
    let lane = i64::from(place % LANES) - i64::from(LANES / 2);
    let x = MAT / 2 + lane * 20 * MM;
    let y = match place / LANES {
        0 => BAND - half(size),
        1 => BAND / 2,
        _ => half(size),
    };
    let heading = [0, 0u16.wrapping_sub(EIGHTH), EIGHTH][usize::from(heading)];
    let there = Pose::new(x as i32, y as i32, heading);
    let inside = |corner: &Point| (0..=BAND).contains(&corner.y);
    let base = Base::new(size, there);
    (base.is_on_mat() && base.corners.iter().all(inside)).then(|| edge.moved(there))
}

/// The name of a place at an edge, as options write it.
#[must_use]
pub fn berth_name(place: u8) -> String {
    let row = ["front", "middle", "rear"][usize::from(place / LANES)];
    format!("lane {} of the {row} row", place % LANES + 1)
}

/// The name of a heading in which a ship is deployed, as options write it.
#[must_use]
pub const fn heading_name(heading: u8) -> &'static str {
    match heading {
        0 => "ahead",
        1 => "half left",
        _ => "half right",
    }
}

/// The pose of an obstacle that lies in a place, turned by so many eighths.
#[must_use]
pub fn spot(place: u8, turn: u8) -> Pose {
    let along = |n: u8| (MAT / 2 + (i64::from(n) - i64::from(COLUMNS / 2)) * 60 * MM) as i32;
    Pose::new(along(place % COLUMNS), along(place / COLUMNS), u16::from(turn) * EIGHTH)
}

/// An obstacle that lies in a place, turned so often by an eighth; `None` if it cannot (RR "Setup"):
/// it must be beyond range 2 of every edge and beyond range 1 of these.
#[must_use]
pub fn laid<'a>(
    outline: &'a Outline,
    place: u8,
    turn: u8,
    others: &[Laid<'_>],
) -> Option<Laid<'a>> {
    let laid = Laid::new(outline, spot(place, turn));
    (laid.is_inside() && others.iter().all(|other| laid.is_apart(other))).then_some(laid)
}

/// The name of a place for an obstacle, as options write it.
#[must_use]
pub fn spot_name(place: u8) -> String {
    format!("column {}, row {}", place % COLUMNS + 1, place / COLUMNS + 1)
}

/// The name of a turn of an obstacle, as options write it: eighths as degrees.
#[must_use]
pub fn turn_name(turn: u8) -> String {
    format!("turned by {} degrees", u16::from(turn) * 45)
}
