//! A table of the game.

use cardmill_harness::log::{Companions, Company};
use cardmill_kernel::layout;
use cardmill_kernel::stock::EFFECTS;

use crate::board::{Board, SLOTS};
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::device::{DEVICES, Device};
use crate::effect::Effect;
use crate::gathered::Gathered;
use crate::ship::{Pool, SHIPS, Ship, Stats};

layout! {
    XWing: Catalogue as Catalogue;
    table {
        /// The state that is on no card and no ship.
        state board: Board,
        /// Sources and modifiers that the `Constant` stage has gathered.
        derived gathered: Gathered,
    }
    beside {}
    lists {
        cards[SLOTS] {
            /// Its cards, by slot.
            state cards: Card,
        }
        figures[SHIPS] {
            /// Its ships, by slot.
            state ships: Ship,
            /// The dice in front of each ship, by slot.
            state pools: Pool,
            /// The numbers that constants make of each ship, by slot.
            derived stats: Stats,
        }
        effects[EFFECTS] {
            /// Its lasting and delayed effects, by number.
            stock effects: Effect,
        }
        tokens[DEVICES] {
            /// Its devices, by number.
            stock devices: Device,
        }
    }
    guest
    /// Its log, if it keeps one.
    company: Companions => Company;
}
