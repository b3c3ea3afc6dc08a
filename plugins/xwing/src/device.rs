//! Devices: tokens with an owner and a place, entities of their own from when a ship puts them
//! into the play area until they detonate: bombs at the end of the Activation Phase, mines as a ship
//! moves through them or onto them. One upgrade can have put several there.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::space::shape::{self, half};
use crate::space::sine::HALF;
use crate::space::{MM, Point, Pose, Track};
use crate::vocabulary::{Placing, Size, Way};

/// Half of the side of a device's token, which counts as a square.
const HALF_TOKEN: i64 = 15 * MM;

/// Mines in a set, at most.
pub const SET: usize = 3;

/// Devices in the play area at a time.
pub const DEVICES: usize = 32;

/// A device in the play area.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Device {
    /// The upgrade it belongs to.
    pub card: Slot,
    /// The player who put it there.
    pub owner: Seat,
    /// The ships at range 0-1, one bit each, where that is given.
    pub near: u16,
    /// The ships whose maneuvers take them through it or onto it, one bit each, where that is given.
    pub through: u16,
    /// Its place and heading on the mat.
    pub pose: Pose,
    /// The number of fuse markers on it.
    pub fuses: u8,
    /// It is due to detonate at the end of this Activation Phase, or of the next one.
    pub ticks: bool,
}

impl Device {
    /// The distance from its middle to the corners of its token, rounded up, in micrometres.
    pub const RADIUS: i64 = 21_214;

    /// The pose of a device that a ship of this size puts into the play area: behind the ship by a
    /// template, before it by one, or right behind it.
    #[must_use]
    pub fn put(size: Size, ship: Pose, placing: Placing) -> Pose {
        let (front, half) = (half(size) as i32, HALF_TOKEN as i32);
        let ahead = |at: Pose, far: i32| at.moved(Pose::new(0, far, 0));
        let from = match placing.way {
            Way::Launch => ahead(ship, front),
            Way::Drop | Way::Touch => ahead(ship, -front).spun(HALF),
        };
        if placing.way == Way::Touch {
            return ahead(from, half);
        }
        // As a small ship goes whose front is where the template begins: its rear marks the end.
        let track = Track::of(placing.template);
        let small = shape::half(Size::Small) as i32;
        let end = ahead(from, -small).moved(track.at(Size::Small, track.steps(Size::Small)));
        ahead(end, half - small)
    }

    /// The pose of the mine of this number of a set: the first in the middle, others at its sides.
    #[must_use]
    pub fn beside(pose: Pose, number: u8) -> Pose {
        let side = 2 * HALF_TOKEN as i32;
        pose.moved(Pose::new([0, -side, side][usize::from(number) % SET], 0, 0))
    }

    /// The corners of its token.
    #[must_use]
    pub fn corners(&self) -> [Point; 4] {
        let n = HALF_TOKEN;
        [(n, n), (-n, n), (-n, -n), (n, -n)].map(|(x, y)| self.pose.place(Point::new(x, y)))
    }
}
