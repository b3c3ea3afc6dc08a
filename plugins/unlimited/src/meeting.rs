//! A fact meets a card that may have an ability about it.

use crate::board::Departure;
use crate::prelude::*;

/// A card that may have a triggered ability, as the fact finds it.
pub(crate) struct Listener<'d> {
    /// The card as it is, or was when it left with the fact.
    pub(crate) now: Ref,
    /// The card its abilities are on from here: its new incarnation when it has left.
    pub(crate) source: Ref,
    /// Whose it is.
    pub(crate) seat: Seat,
    /// How it was when it left play, if it has.
    pub(crate) departed: Option<&'d Departure>,
}

/// A fact and a card that may have an ability about it.
pub(crate) struct Meeting<'m> {
    /// The table.
    pub(crate) scene: &'m Scene<'m>,
    /// What happened.
    pub(crate) fact: &'m Fact,
    /// The card it happened to, if that left play with it.
    pub(crate) left: Option<&'m Departure>,
    /// The card with the ability.
    pub(crate) listener: &'m Listener<'m>,
}

impl Meeting<'_> {
    /// What happened.
    pub(crate) const fn verb(&self) -> Verb {
        self.fact.what.verb
    }

    /// What it happened to.
    pub(crate) const fn subject(&self) -> Ref {
        self.fact.what.subject
    }

    /// The words of the ability.
    pub(crate) const fn cx(&self) -> Context<'_> {
        Context::of(self.listener.seat, self.listener.now)
    }

    /// "That unit", if so.
    pub(crate) fn met(&self, is_met: bool) -> Option<Ref> {
        is_met.then_some(self.subject())
    }

    /// Whether a word means a card, as it was if it left play.
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

    /// How a card was right before what happened, if it left play, or became an upgrade, with it.
    fn departed(&self, card: Ref) -> Option<&Departure> {
        let with_it = |d: &&Departure| d.commit == self.fact.commit;
        let left = self.left.filter(|d| d.was == card);
        left.or_else(|| self.scene.board.departure(card).filter(with_it))
    }

    /// Whether a card fits, as it was if it left play.
    pub(crate) fn fits(&self, filter: &Filter, card: Ref) -> bool {
        match self.left.filter(|d| d.was == card) {
            Some(departed) => self.scene.fitted(filter, departed, &self.cx()),
            None => self.scene.fits(filter, card.slot, &self.cx()),
        }
    }
}
