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
use crate::space::Obstacle;
use crate::vocabulary::{Arc, CardType, Dice, Face, Phase, Token};

/// Obstacles on a mat, at most.
pub const OBSTACLES: usize = 6;

/// Obstacles that a player brings.
pub const BROUGHT: usize = OBSTACLES / 2;

/// Slots of a table: every ship, card and device.
pub const SLOTS: usize = 255;

/// The weapon that an attack is made with.
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
    /// The weapon of the attacker.
    pub with: Armament,
    /// The ship that is attacked.
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

/// An attack under way, until its Aftermath step is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The ship that attacks.
    pub attacker: Slot,
    /// Its weapon and its defender.
    pub shot: Shot,
    /// `true` for a bonus attack.
    pub bonus: bool,
    /// A hit or a critical hit was left uncancelled: the attack hit.
    pub hit: bool,
    /// Its Aftermath step has come.
    pub over: bool,
    /// The tokens that were spent in it: the ship and the kind, each pair once.
    pub spent: ArrayVec<(Slot, Token), 16>,
    /// The number of attack dice and of defence dice that were rolled.
    pub rolled: [u8; 2],
    /// A hit or a critical hit was neutralized.
    pub neutralized: bool,
    /// Uncancelled hits and critical hits, once results were neutralized.
    pub results: [u8; 2],
    /// It hits without dice.
    pub struck: bool,
    /// Damage cards that the defender was dealt in it.
    pub dealt: u8,
    /// The kinds of those that were dealt faceup, one bit each.
    pub faceup: u32,
    /// Abilities that modified dice: the card and the ability. Each at most once in an attack.
    pub used: ArrayVec<(Slot, u16), 24>,
}

impl Attack {
    /// An attack that begins.
    #[must_use]
    pub const fn new(attacker: Slot, shot: Shot, bonus: bool) -> Self {
        Self {
            attacker,
            shot,
            bonus,
            hit: false,
            over: false,
            spent: ArrayVec::new_const(),
            rolled: [0; 2],
            neutralized: false,
            results: [0; 2],
            struck: false,
            dealt: 0,
            faceup: 0,
            used: ArrayVec::new_const(),
        }
    }
}

/// The source of ranges and arcs at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Space {
    /// The position gives them, and they stay whatever moves.
    #[default]
    Given,
    /// The poses of ships on the mat: everything is worked out from them.
    Mat,
}

/// The decider of places in set-up, for obstacles and ships.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Layout {
    /// Chance: obstacles anywhere they may be, squads side by side.
    #[default]
    Chance,
    /// The players, asked in turn.
    Asked,
}

/// The record of the last move of a ship along a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Passage {
    /// The distance that it fell short of its end, in quarters of a millimetre.
    pub short: u16,
    /// The obstacles that were met, in order.
    pub met: ArrayVec<u8, OBSTACLES>,
    /// The obstacles among them that the ship went through, by their places, one bit each.
    pub through: u8,
    /// The mines that it went through or onto, by their numbers, one bit each.
    pub mines: u32,
}

/// A player's things beside ships.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The damage deck; the last card is on top.
    pub deck: Vec<Slot>,
    /// Discarded damage cards, the newest last.
    pub discard: Vec<Slot>,
    /// Attack results that are still to fall, before chance decides.
    pub attack: VecDeque<Face>,
    /// Defence results that are still to fall, before chance decides.
    pub defense: VecDeque<Face>,
    /// The outlines of the obstacles that are still to be placed.
    pub obstacles: ArrayVec<u8, BROUGHT>,
    /// The place and the turn that chance has for each of them, in the same order.
    pub plan: ArrayVec<(u8, u8), BROUGHT>,
    /// The lane in the middle of the squad, where chance places it.
    pub lane: u8,
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
    /// The number of ships of both players, present or not: slots 0 up to it.
    pub ships: Slot,
    /// The number of slots in use; ships first, then, from [`SHIPS`] on, cards.
    pub slots: Slot,
    /// The first player, whose abilities come first, and at equal initiative whose ships do.
    pub first: Seat,
    /// The round, from 1.
    pub round: u16,
    /// The phase that is under way, or about to start.
    pub phase: Phase,
    /// The initiative whose ships have their turn.
    pub initiative: u8,
    /// The outcome of the game, or that it goes on.
    pub outcome: Outcome,
    /// The source of ranges and arcs: given by the position, or worked out on the mat.
    pub space: Space,
    /// Ranges, arcs and obstruction pair by pair, where the position gives them.
    pub relations: Relations,
    /// The decider of places in set-up: chance or the players.
    pub layout: Layout,
    /// The obstacles on the mat.
    pub obstacles: ArrayVec<Obstacle, OBSTACLES>,
    /// The record of the last move along a template.
    pub passage: Passage,
    /// The ship that activates now.
    pub activating: Option<Slot>,
    /// Its Perform Action step is under way.
    pub acting: bool,
    /// The faceup damage card that was repaired last, while it lies facedown.
    pub repaired: Option<Slot>,
    /// The actions that the ship which was coordinated last performed by that, one bit each.
    pub coordinated: u16,
    /// Ships that have become tractored and are still to be moved, each with the player who does.
    pub tugs: ArrayVec<(Slot, Seat), SHIPS>,
    /// Mines that were put under ships and are still to detonate, each by its number and with the
    /// ship.
    pub sprung: ArrayVec<(u8, Slot), SHIPS>,
    /// Attacks under way, the innermost last.
    pub attacks: ArrayVec<Attack, 4>,
    /// Lasting and delayed effects, by number.
    pub effects: Stock<EFFECTS>,
    /// Devices in the play area.
    pub devices: Stock<DEVICES>,
    /// The two players' things, by seat.
    pub players: [Player; 2],
}

/// A limit on the attacks that a ship may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limit {
    /// This target only; `Slot::MAX` is any.
    pub at: Slot,
    /// `true`: primary weapons only.
    pub primary: bool,
    /// `true`: only turrets that have not attacked in this round.
    pub turret: bool,
    /// Weapons of this arc only; any, if there is none.
    pub arc: Option<Arc>,
    /// The weapon in this slot only; `Slot::MAX` is any.
    pub card: Slot,
    /// `true`: only at a ship that was not attacked by this one in this round.
    pub fresh: bool,
    /// No attack at this ship; `Slot::MAX` is none.
    pub not: Slot,
    /// No attack with this weapon; any weapon, if there is none.
    pub without: Option<Armament>,
    /// Upgrades of this kind only; any weapon, if there is none.
    pub with: Option<CardType>,
    /// Only at other ships at range 0-1 of this one, and without a lock; `Slot::MAX` is any.
    pub beside: Slot,
    /// `true`: the attack counts as the bonus attack of the round.
    pub bonus: bool,
}

impl Limit {
    /// No limit: any weapon at any target, as an attack that is no bonus attack.
    pub const ANY: Self = Self {
        at: Slot::MAX,
        primary: false,
        turret: false,
        arc: None,
        card: Slot::MAX,
        fresh: false,
        not: Slot::MAX,
        without: None,
        with: None,
        beside: Slot::MAX,
        bonus: false,
    };
}

impl Board {
    /// The lengths of a table's lists: slots in use, and the room for ships, effects and devices.
    #[must_use]
    pub fn sizes(&self) -> Lists<usize> {
        Lists { cards: self.slots.into(), figures: SHIPS, effects: EFFECTS, tokens: DEVICES }
    }

    /// The seat that places the next obstacle, `None` once all are placed: the players take turns,
    /// the first player before the other.
    #[must_use]
    pub fn places_next(&self) -> Option<Seat> {
        let left = |seat: Seat| self.players[usize::from(seat)].obstacles.len();
        let first = self.first;
        let seat = if left(first) >= left(1 - first) { first } else { 1 - first };
        (left(seat) > 0).then_some(seat)
    }

    /// The innermost attack, `None` if none is under way.
    #[must_use]
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }
}
