//! The components of a table of the game, and where they lie in a World.

use cardmill_harness::log::{Companions, Company};
use cardmill_kernel::layout;
use cardmill_kernel::stock::EFFECTS;

use crate::board::{Board, SLOTS};
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::effect::Effect;
use crate::gathered::{Gathered, Stats};
use crate::piece::Piece;
use crate::token::{TOKENS, Token};

layout! {
    Imperium: Catalogue as Catalogue;
    table {
        /// The state that is not on cards or figures.
        state board: Board,
        /// The constants that apply, worked out anew when the state changes.
        derived gathered: Gathered,
    }
    beside {}
    lists {
        cards[SLOTS] {
            /// Its cards and figures, by slot.
            state pieces: Piece,
            /// The attributes that constants make of its figures, by slot.
            derived stats: Stats,
        }
        effects[EFFECTS] {
            /// Its lasting and delayed effects, by number.
            stock effects: Effect,
        }
        tokens[TOKENS] {
            /// Its sleepers and wormhole tokens, by number.
            state tokens: Token,
        }
    }
    guest
    /// Its log, if it keeps one.
    company: Companions => Company;
}
