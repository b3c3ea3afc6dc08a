//! The two sides of a combat and the hits of each.

use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::vocabulary::Dice;

/// A side of a combat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Side {
    /// The side of the active player.
    #[default]
    Attacker,
    /// The side of the other player.
    Defender,
}

impl Side {
    /// The side it fights.
    pub(super) const fn opponent(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// The hits that both sides have rolled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rolled {
    /// The side whose dice were rolled last.
    side: Side,
    hits: [i16; 2],
    /// Those of them that are assigned to ships other than fighters.
    aimed: [i16; 2],
}

impl Rolled {
    /// Begins a roll of a side: its hits are 0.
    pub(super) fn rolls(&mut self, side: Side) {
        self.side = side;
        self.hits[side as usize] = 0;
        self.aimed[side as usize] = 0;
    }

    /// So many of the hits of the side that rolled are assigned to ships other than fighters.
    pub(super) const fn aim(&mut self, hits: i16) {
        self.aimed[self.side as usize] = hits;
    }

    /// Sets the hits of the roll that was begun.
    pub(super) fn are_hits(&mut self, hits: Option<i16>) {
        if let Some(hits) = hits {
            self.hits[self.side as usize] = hits;
        }
    }

    /// The hits of a side.
    pub(super) const fn of(&self, side: Side) -> i16 {
        self.hits[side as usize]
    }

    /// The hits of a side that are assigned to ships other than fighters.
    pub(super) const fn aimed(&self, side: Side) -> i16 {
        self.aimed[side as usize]
    }
}

/// The dice of units in order of combat value, as combat rolls go (LRR 78.5).
pub(super) fn in_order(
    units: impl Iterator<Item = Slot>,
    dice: impl Fn(Slot) -> Option<Dice>,
) -> Vec<(Slot, Dice)> {
    let mut all: Vec<(Slot, Dice)> = units.filter_map(|slot| Some((slot, dice(slot)?))).collect();
    all.sort_by_key(|&(slot, dice)| (dice.hits_on, slot));
    all
}
