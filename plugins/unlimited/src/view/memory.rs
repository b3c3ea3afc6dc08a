//! Cards that a seat remembers and does not see, and those of its own that the other one remembers.

use cardmill_harness::observation::level::Shows;

use super::View;
use crate::knowledge::{CLUES, Clue, Places};
use crate::prelude::*;

/// A card that is not seen, and yet known to be where it is.
pub(crate) struct Hidden<'a> {
    /// The state of the card.
    pub card: &'a Card,
    /// It is the top card of its owner's deck.
    pub top: bool,
}

impl<'a, L: Shows> View<'a, L> {
    /// Cards that a seat knows to be in a hand, among resources or at a place of a deck.
    fn exact(&self, seat: Seat) -> impl Iterator<Item = Slot> + use<'a, L> {
        let known = self.knowledge.filter(|_| L::OWN);
        let clues: &'a [Clue] = known.map_or(&[], |knowledge| knowledge.clues(seat));
        let exact = clues.iter().filter(|clue| {
            clue.places.is_exact() && (clue.places != Places::DECK || clue.places.is_fixed())
        });
        exact.map(|clue| clue.slot)
    }

    /// The cards that it does not see and yet knows where they are, in the order of the catalogue.
    pub(crate) fn hidden(&self) -> impl Iterator<Item = Hidden<'a>> + use<'a, L> {
        let view = *self;
        let mut hidden: ArrayVec<Slot, CLUES> =
            self.exact(self.seat).filter(|&slot| !view.sees(slot)).collect();
        hidden.sort_unstable_by_key(|&slot| {
            let card = view.scene.card(slot);
            (card.owner != view.seat, card.zone as u8, card.definition, slot)
        });
        hidden.into_iter().map(move |slot| {
            let card = view.scene.card(slot);
            let deck = &view.scene.board.players[usize::from(card.owner)].deck;
            Hidden { card, top: card.zone == Zone::Deck && deck.last() == Some(&slot) }
        })
    }

    /// The cards of its hand and its resources that the other player knows to be there.
    pub(crate) fn exposed(&self) -> impl Iterator<Item = Slot> + use<'a, L> {
        let view = *self;
        self.exact(1 - self.seat).filter(move |&slot| {
            let card = view.scene.card(slot);
            card.controller == view.seat && matches!(card.zone, Zone::Hand | Zone::Resources)
        })
    }
}
