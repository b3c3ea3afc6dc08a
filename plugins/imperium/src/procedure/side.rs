//! The two sides of a combat and the hits of each.

use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::advance::{Resolver, Run};
use crate::proposal::Proposal;
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
    /// The hits of each side; `None` if it has rolled no dice.
    hits: [Option<i16>; 2],
    /// Those of them that are assigned to ships other than fighters.
    aimed: [i16; 2],
}

impl Rolled {
    /// Begins a roll of a side, without dice so far.
    pub(super) const fn rolls(&mut self, side: Side) {
        self.side = side;
        self.hits[side as usize] = None;
        self.aimed[side as usize] = 0;
    }

    /// Sets the hits of the roll that was begun.
    pub(super) const fn are_hits(&mut self, hits: Option<i16>) {
        if hits.is_some() {
            self.hits[self.side as usize] = hits;
        }
    }

    /// Returns `true` for a side that has rolled dice.
    pub(super) const fn has_rolled(&self, side: Side) -> bool {
        self.hits[side as usize].is_some()
    }

    /// Proposes that a side has made its combat rolls, if it has rolled any dice.
    pub(super) fn tell(&self, side: Side, rolls: Proposal, run: &mut Run<'_>) {
        run.propose(self.has_rolled(side).then_some(rolls));
    }

    /// Counts the hits of the side that has rolled last again, some of whose dice may have been
    /// rolled again.
    pub(super) fn recount(&mut self, side: Side, seat: Seat, by: &Resolver<'_>) {
        if let Some(hits) = &mut self.hits[side as usize] {
            let dice = || by.scene.dice(seat);
            *hits = dice().map(|(_, die)| die.hits()).sum();
            let aims = dice().filter(|(_, die)| by.scene.stats(die.unit).aims);
            self.aimed[side as usize] = aims.map(|(_, die)| die.hits()).sum();
        }
    }

    /// The hits of a side.
    pub(super) fn of(&self, side: Side) -> i16 {
        self.hits[side as usize].unwrap_or(0)
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
