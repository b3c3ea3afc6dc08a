//! Relations of ships to each other: range, arcs, obstruction.
//!
//! A position without a mat gives these relations pair by pair, and they stay as they are given
//! whatever moves. Where ships are on a mat, the scene works them out (`scene/sight.rs`).

use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::ship::SHIPS;
use crate::vocabulary::{Arc, Facing, Placing};

pub use crate::space::FAR;

/// A set of arcs of one ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arcs(u8);

impl Arcs {
    /// Adds an arc, and the arcs that it is part of.
    pub fn add(&mut self, arc: Arc) {
        self.0 |= match arc {
            Arc::Bullseye => bit(Arc::Bullseye) | bit(Arc::Front) | bit(Arc::FullFront),
            Arc::Front => bit(Arc::Front) | bit(Arc::FullFront),
            Arc::Rear => bit(Arc::Rear) | bit(Arc::FullRear),
            other => bit(other),
        };
    }

    /// The fewest arcs of which the set consists.
    #[must_use]
    pub fn given(self) -> Vec<Arc> {
        let (mut arcs, mut given) = (Self::default(), Vec::new());
        for arc in FIXED {
            if self.has(arc) && !arcs.has(arc) {
                arcs.add(arc);
                given.push(arc);
            }
        }
        given
    }

    /// Returns `true` if a fixed arc is in the set; never for arcs of turrets.
    #[must_use]
    pub const fn has(self, arc: Arc) -> bool {
        self.0 & bit(arc) != 0
    }

    /// Returns `true` if the arc that a turret indicator points at is in the set.
    #[must_use]
    pub const fn faced(self, facing: Facing) -> bool {
        self.has(facing.arc())
    }
}

/// The arcs of every ship, those first that are part of others.
const FIXED: [Arc; 7] =
    [Arc::Bullseye, Arc::Front, Arc::Left, Arc::Right, Arc::Rear, Arc::FullFront, Arc::FullRear];

const fn bit(arc: Arc) -> u8 {
    match arc {
        Arc::Front => 1,
        Arc::Left => 1 << 1,
        Arc::Right => 1 << 2,
        Arc::Rear => 1 << 3,
        Arc::FullFront => 1 << 4,
        Arc::FullRear => 1 << 5,
        Arc::Bullseye => 1 << 6,
        // Worked out from others and where the indicator points, never given.
        Arc::Turret | Arc::DoubleTurret | Arc::Ends | Arc::Firing => 0,
    }
}

/// The relations of all ships of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Relations {
    ranges: [[u8; SHIPS]; SHIPS],
    arcs: [[Arcs; SHIPS]; SHIPS],
    obstructed: [u16; SHIPS],
    /// Ships whose maneuvers overlap another ship, one bit each: they execute them partially.
    pub bumps: u16,
    /// Ships whose maneuvers take them through or over an asteroid.
    pub asteroids: u16,
    /// Ships whose maneuvers take them off the mat.
    pub flees: u16,
    /// Ships whose boosts overlap another ship: they fail.
    pub blocked: u16,
    /// Devices that ships may put into the play area: the ship that puts one, the way, and the
    /// ships at range 0-1 of it there, and those whose maneuvers take them through it, one bit each.
    pub placements: Vec<(Slot, Placing, [u16; 2])>,
}

impl Default for Relations {
    fn default() -> Self {
        Self {
            ranges: [[FAR; SHIPS]; SHIPS],
            arcs: [[Arcs::default(); SHIPS]; SHIPS],
            obstructed: [0; SHIPS],
            bumps: 0,
            asteroids: 0,
            flees: 0,
            blocked: 0,
            placements: Vec::new(),
        }
    }
}

impl Relations {
    /// The range between two ships: 0 to 3, or [`FAR`]. A ship is at range 0 of itself.
    #[must_use]
    pub fn range(&self, a: Slot, b: Slot) -> u8 {
        if a == b { 0 } else { self.ranges[usize::from(a)][usize::from(b)] }
    }

    /// The arcs of `a` that `b` is in.
    #[must_use]
    pub fn arcs(&self, a: Slot, b: Slot) -> Arcs {
        self.arcs[usize::from(a)][usize::from(b)]
    }

    /// Returns `true` if attacks between two ships are obstructed.
    #[must_use]
    pub fn obstructed(&self, a: Slot, b: Slot) -> bool {
        self.obstructed[usize::from(a)] & (1 << b) != 0
    }

    /// The ships at range 0-1 of a device that a ship puts into the play area, one bit each.
    #[must_use]
    pub fn near(&self, ship: Slot, placing: Placing) -> u16 {
        self.placed(ship, placing)[0]
    }

    /// The ships whose maneuvers take them through such a device, one bit each.
    #[must_use]
    pub fn through(&self, ship: Slot, placing: Placing) -> u16 {
        self.placed(ship, placing)[1]
    }

    fn placed(&self, ship: Slot, placing: Placing) -> [u16; 2] {
        let mut given =
            self.placements.iter().filter(|(by, how, _)| (*by, *how) == (ship, placing));
        given.next().map_or([0; 2], |(.., ships)| *ships)
    }

    /// Enters the relation of a pair of ships, in both directions.
    pub fn set(&mut self, [a, b]: [Slot; 2], range: u8, arcs: [Arcs; 2], obstructed: bool) {
        let [x, y] = [usize::from(a), usize::from(b)];
        self.ranges[x][y] = range;
        self.ranges[y][x] = range;
        self.arcs[x][y] = arcs[0];
        self.arcs[y][x] = arcs[1];
        if obstructed {
            self.obstructed[x] |= 1 << b;
            self.obstructed[y] |= 1 << a;
        }
    }
}
