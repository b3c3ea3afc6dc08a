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
    /// Along a template of speed 1: the straight, the bank to the left or to the right.
    Boost(u8),
    /// A barrel roll to the left (0 to 2) or to the right (3 to 5), and there forward, in the
    /// middle or back.
    Roll(u8),
    /// The end of a Tallon roll: forward, in the middle or back.
    Slide(u8),
    /// Turned by a quarter where it is, to the left or to the right.
    Turn(u8),
    /// Turned by half a turn where it is.
    About,
}

impl Shift {
    /// All boosts: the straight, the bank to the left, the bank to the right.
    pub const BOOSTS: [Self; 3] = [Self::Boost(0), Self::Boost(1), Self::Boost(2)];
    /// All barrel rolls: to the left, to the right, each forward, in the middle and back.
    pub const ROLLS: [Self; 6] =
        [Self::Roll(0), Self::Roll(1), Self::Roll(2), Self::Roll(3), Self::Roll(4), Self::Roll(5)];
    /// All ends of a Tallon roll: forward, in the middle, back.
    pub const SLIDES: [Self; 3] = [Self::Slide(0), Self::Slide(1), Self::Slide(2)];
    /// Both quarters of a turn: to the left, to the right.
    pub const TURNS: [Self; 2] = [Self::Turn(0), Self::Turn(1)];

    /// Its name as options write it: `bank left`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boost(0) => "straight",
            Self::Boost(1) => "bank left",
            Self::Boost(_) => "bank right",
            Self::Roll(0) => "left, forward",
            Self::Roll(1) => "left",
            Self::Roll(2) => "left, back",
            Self::Roll(3) => "right, forward",
            Self::Roll(4) => "right",
            Self::Roll(_) => "right, back",
            Self::Slide(0) => "forward",
            Self::Slide(1) => "middle",
            Self::Slide(_) => "back",
            Self::Turn(0) => "turn left",
            Self::Turn(_) => "turn right",
            Self::About => "turn around",
        }
    }

    /// The template of a boost.
    #[must_use]
    pub fn track(self) -> Option<Track> {
        let bearing = match self {
            Self::Boost(0) => Bearing::Straight,
            Self::Boost(1) => Bearing::BankLeft,
            Self::Boost(_) => Bearing::BankRight,
            _ => return None,
        };
        Some(Track::of(Template { speed: 1, bearing }))
    }

    /// The move of a ship of this size, seen from where it was; of a boost, from start to end.
    #[must_use]
    pub fn way(self, size: Size) -> Pose {
        let slide = |n: u8| {
            let far = if size == Size::Small { 10 } else { 20 };
            far * MM as i32 * (1 - i32::from(n))
        };
        match self {
            Self::Boost(_) => {
                self.track().map(|track| track.at(size, track.steps(size))).unwrap_or_default()
            }
            Self::Roll(n) => {
                let far = if size == Size::Large { 100 } else { 80 } * MM as i32;
                Pose::new(if n < 3 { -far } else { far }, slide(n % 3), 0)
            }
            Self::Slide(n) => Pose::new(0, slide(n), 0),
            Self::Turn(0) => Pose::default().spun(3 * QUARTER),
            Self::Turn(_) => Pose::default().spun(QUARTER),
            Self::About => Pose::default().spun(HALF),
        }
    }

    /// The template of a barrel roll, seen from where the ship was: a small ship goes along it, a
    /// larger one across it.
    #[must_use]
    pub fn across(self, size: Size) -> Option<[Point; 4]> {
        let Self::Roll(n) = self else { return None };
        let (wide, deep) = if size == Size::Small { (40, 10) } else { (20, 20) };
        let (near, deep) = (half(size), deep * MM);
        let far = near + wide * MM;
        let (left, right) = if n < 3 { (-far, -near) } else { (near, far) };
        Some(
            [(right, deep), (left, deep), (left, -deep), (right, -deep)]
                .map(|(x, y)| Point::new(x, y)),
        )
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
