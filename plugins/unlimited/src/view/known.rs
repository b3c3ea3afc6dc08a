//! Everything that a seat knows, to compare tables by.

use cardmill_kernel::stack::Entry;
use cardmill_kernel::window::Window;

use super::{Hidden, View};
use crate::board::Slots;
use crate::prelude::*;
use crate::procedure::Locals;

/// All that a seat knows: two tables that differ only in what is hidden from it are equal here.
#[derive(Debug, PartialEq)]
pub struct Known {
    seat: Seat,
    /// All that is not on cards. In the place of each card that is hidden there is none.
    board: Board,
    cards: Vec<(Slot, Card, Option<Stats>)>,
    effects: Vec<Effect>,
    unresolved: Vec<Unresolved>,
    waiting: Vec<Waiting>,
    /// Cards that it does not see: the definition, the owner, where they are, whether on top.
    hidden: Vec<(u16, Seat, Zone, bool)>,
    exposed: Vec<Slot>,
    asked: Option<(Prompt, Vec<Choice>)>,
}

/// An entry of the stack.
#[derive(Debug, PartialEq)]
enum Unresolved {
    Program {
        program: u16,
        at: u16,
        seat: Seat,
        source: Ref,
        /// The cards that it holds and this seat sees.
        held: Vec<(Register, Ref)>,
        /// Of an ability of this seat: its number, the title that was named, how far it is.
        own: Option<(i16, Option<u16>, Progress)>,
    },
    Window(Window),
}

impl View<'_> {
    /// Collects all that a seat knows, from its view.
    #[must_use]
    pub fn known(&self) -> Known {
        let slots = 0..self.scene.board.slots;
        let card = |slot| Some((slot, *self.card(slot)?, self.stats(slot).copied()));
        let hidden =
            |Hidden { card, top }: Hidden<'_>| (card.definition, card.owner, card.zone, top);
        Known {
            seat: self.seat,
            board: self.known_board(),
            cards: slots.filter_map(card).collect(),
            effects: self.lasting().map(|effect| self.known_effect(effect)).collect(),
            unresolved: self.stack.entries.iter().filter_map(|it| self.known_entry(it)).collect(),
            waiting: self.stack.waiting.clone(),
            hidden: self.hidden().map(hidden).collect(),
            exposed: self.exposed().collect(),
            asked: self.prompt().map(|prompt| (prompt, self.options().to_vec())),
        }
    }

    fn known_board(&self) -> Board {
        let hide = |cards: &mut Slots| cards.as_mut_slice().fill(Slot::MAX);
        let mut board = self.scene.board.clone();
        for (seat, player) in (0..).zip(&mut board.players) {
            hide(&mut player.deck);
            if seat != self.seat {
                hide(&mut player.hand);
                hide(&mut player.resources);
            }
        }
        board
    }

    /// An effect, with the cards that it can see.
    fn known_effect(&self, effect: &Effect) -> Effect {
        let mut known = *effect;
        known.it.retain(|card| self.current(*card).is_some());
        if matches!(effect.kind, EffectKind::Delayed { .. }) {
            known.target = Ref::NONE;
        }
        known
    }

    fn known_entry(&self, entry: &Entry<Locals>) -> Option<Unresolved> {
        match entry {
            Entry::Frame(frame) => {
                let Frame { program, at, seat, source, ref locals, .. } = *frame;
                let held = locals.held().filter(|(_, card)| self.sees(card.slot)).collect();
                let own = locals.ability().filter(|_| seat == self.seat);
                let own = own.map(|ability| (ability.number, ability.named, ability.progress));
                Some(Unresolved::Program { program, at, seat, source, held, own })
            }
            Entry::Window(window) => Some(Unresolved::Window(*window)),
            // Unlimited opens no windows that go round.
            Entry::Group(_) | Entry::Rounds(_) => None,
        }
    }
}
