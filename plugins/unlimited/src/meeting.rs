//! A fact meets a card that may have an ability about it.

use crate::board::Departure;
use crate::prelude::*;

/// A card that may have a triggered ability, as the fact finds it.
pub(crate) struct Listener<'d> {
    /// The card as it is, or was when it left with the fact.
    pub(crate) now: Ref,
    /// The card its abilities are on from here: its new incarnation when it has left.
    pub(crate) source: Ref,
    /// The player whose abilities they are.
    pub(crate) seat: Seat,
    /// The record of the card right before it left play; `None` for one that has not left.
    pub(crate) departed: Option<&'d Departure>,
}

/// A fact and a card that may have an ability about it.
pub(crate) struct Meeting<'m> {
    /// The table on which it happened.
    pub(crate) scene: &'m Scene<'m>,
    /// The change that happened.
    pub(crate) fact: &'m Fact,
    /// The card it happened to, if that left play with it.
    pub(crate) left: Option<&'m Departure>,
    /// The card with the ability.
    pub(crate) listener: &'m Listener<'m>,
}

impl Meeting<'_> {
    /// The verb of the change that happened.
    pub(crate) const fn verb(&self) -> Verb {
        self.fact.what.verb
    }

    /// The card it happened to; `Ref::NONE` if there is none.
    pub(crate) const fn subject(&self) -> Ref {
        self.fact.what.subject
    }

    /// The context of the ability: its player is "you", its card is "this".
    pub(crate) const fn cx(&self) -> Context<'_> {
        Context::of(self.listener.seat, self.listener.now)
    }

    /// The card it happened to, as "that unit", if the event was met; else `None`.
    pub(crate) fn met(&self, is_met: bool) -> Option<Ref> {
        is_met.then_some(self.subject())
    }

    /// Tests a card against the word for the subject of an event, as it was if it left play.
    pub(crate) fn is(&self, subject: &Subject, card: Ref) -> bool {
        match subject {
            // An attacker that changed its controller is none any more.
            _ if !card.is_some() => false,
            Subject::Attached if let Some(departed) = self.listener.departed => {
                departed.host == card
            }
            Subject::Any(filter) if let Some(departed) = self.departed(card) => {
                self.scene.fitted(filter, departed, &self.cx())
            }
            _ => self.scene.is_subject(subject, card, &self.cx()),
        }
    }

    /// The record of a card that left play with the change, or became an upgrade; `None` for
    /// others.
    fn departed(&self, card: Ref) -> Option<&Departure> {
        let with_it = |d: &&Departure| d.commit == self.fact.commit;
        let left = self.left.filter(|d| d.was == card);
        left.or_else(|| self.scene.board.departure(card).filter(with_it))
    }

    /// Tests a card against a filter, as it was if it left play with the change.
    pub(crate) fn fits(&self, filter: &Filter, card: Ref) -> bool {
        match self.left.filter(|d| d.was == card) {
            Some(departed) => self.scene.fitted(filter, departed, &self.cx()),
            None => self.scene.fits(filter, card.slot, &self.cx()),
        }
    }
}
