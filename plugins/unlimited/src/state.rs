//! The components of a table of the game, and of its cards and effects.

use cardmill_harness::log::{Companions, Company};
use cardmill_kernel::layout;
use cardmill_kernel::stock::EFFECTS;

use crate::board::Board;
use crate::card::{Card, Stats};
use crate::catalogue::{Catalogue, Inner};
use crate::choice::Unlimited;
use crate::constant::Modifiers;
use crate::effect::Effect;
use crate::knowledge::Knowledge;
use crate::relevance::Relevance;

layout! {
    Unlimited: Catalogue as Inner;
    table {
        /// The state that is not on cards.
        state board: Board,
        /// Parts of the rules that something on the table bears on.
        derived relevance: Relevance,
    }
    beside {
        /// The worked-out modifiers: what constant abilities rest on and apply.
        derived modifiers: Modifiers,
        /// The knowledge that the seats have of cards they do not see. How a position was reached
        /// is no part of it.
        derived knowledge: Knowledge,
    }
    lists {
        // Decks say how many.
        cards[0] {
            /// Its cards, by slot.
            state cards: Card,
            /// The numbers and keywords that constant abilities make of them.
            derived stats: Stats,
        }
        effects[EFFECTS] {
            /// Its lasting and delayed effects, by number.
            stock effects: Effect,
        }
    }
    guest
    /// Its log, if it keeps one.
    company: Companions => Company;
}
