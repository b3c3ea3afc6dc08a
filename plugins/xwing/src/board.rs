//! The state of a table that is on no card and no ship.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
pub use cardmill_harness::outcome::Outcome;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stock::{EFFECTS, Stock};

use crate::device::DEVICES;
use crate::relation::Relations;
use crate::ship::SHIPS;
use crate::vocabulary::{Dice, Face, Phase};

/// Slots of a table: every ship, card and device.
pub const SLOTS: usize = 255;

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Armament {
    /// The primary weapon of this number.
    Primary(u8),
    /// The upgrade in this slot.
    Upgrade(Slot),
}

/// An attack that could be made, or is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// With what.
    pub with: Armament,
    /// At which ship.
    pub at: Slot,
}

/// The part of the Aftermath step (a bonus attack comes after what is none, the defender's
/// abilities before the attacker's).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Aftermath {
    /// The defending player's abilities, or the attacking player's.
    pub defending: bool,
    /// Those that grant bonus attacks, or the others.
    pub bonus: bool,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub attacker: Slot,
    /// With what, at whom.
    pub shot: Shot,
    /// A bonus attack.
    pub bonus: bool,
    /// It hit.
    pub hit: bool,
    /// Its Aftermath step has come.
    pub over: bool,
    /// Ships that spent a green token in it, one bit each.
    pub spent: u16,
    /// Uncancelled hits and critical hits, once results were neutralized.
    pub results: [u8; 2],
    /// Abilities that modified dice: the card and the ability. Each at most once in an attack.
    pub used: ArrayVec<(Slot, u16), 24>,
}

/// A player's things beside ships.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The damage deck; the last card is on top.
    pub deck: Vec<Slot>,
    /// Discarded damage cards.
    pub discard: Vec<Slot>,
    /// Attack results that are still to fall, before chance decides.
    pub attack: VecDeque<Face>,
    /// Defence results that are still to fall, before chance decides.
    pub defense: VecDeque<Face>,
}

impl Player {
    /// The results of these dice that are still to fall.
    pub const fn coming(&mut self, dice: Dice) -> &mut VecDeque<Face> {
        match dice {
            Dice::Attack => &mut self.attack,
            Dice::Defense => &mut self.defense,
        }
    }
}

/// The state of a table that is on no card.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// How many ships there are, present or not.
    pub ships: Slot,
    /// How many slots are in use; ships first, then, from [`SHIPS`] on, cards.
    pub slots: Slot,
    /// The first player.
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// The phase.
    pub phase: Phase,
    /// The initiative whose ships have their turn.
    pub initiative: u8,
    /// How the game stands.
    pub outcome: Outcome,
    /// How ships stand to each other.
    pub relations: Relations,
    /// Attacks under way, the innermost last.
    pub attacks: ArrayVec<Attack, 4>,
    /// Lasting and delayed effects.
    pub effects: Stock<EFFECTS>,
    /// Devices in the play area.
    pub devices: Stock<DEVICES>,
    /// The players.
    pub players: [Player; 2],
}

/// Which attacks are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limit {
    /// This target only; `Slot::MAX` is any.
    pub at: Slot,
    /// Primary weapons only.
    pub primary: bool,
    /// Turrets that have not attacked in this round only.
    pub turret: bool,
    /// A bonus attack.
    pub bonus: bool,
}

impl Limit {
    /// Any attack.
    pub const ANY: Self = Self { at: Slot::MAX, primary: false, turret: false, bonus: false };
}

impl Board {
    /// How many cards, ships, effects and devices there are.
    #[must_use]
    pub fn sizes(&self) -> Lists<usize> {
        Lists { cards: self.slots.into(), figures: SHIPS, effects: EFFECTS, tokens: DEVICES }
    }

    /// The innermost attack.
    #[must_use]
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }
}
