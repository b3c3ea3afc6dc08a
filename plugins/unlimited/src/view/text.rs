//! A card's text as the one who reads it understands it: which cards a step could be about, how
//! much it would be, whether a condition holds. Answers never rest on what is hidden.

use super::View;
use crate::catalogue::Inner;
use crate::prelude::*;
use crate::words::condition::Condition;
use crate::words::measure::Measure;
use crate::words::step::AttackStep;
use crate::words::step::PlayStep;
use crate::words::step::{Attacking, Playing};

/// A program that runs, or one that could.
#[derive(Clone)]
pub struct Text<'a> {
    /// Its instructions, in order.
    pub ops: &'a [Op],
    /// The instruction that asks; 0 when it does not run yet.
    pub at: usize,
    seat: Seat,
    source: Ref,
    subject: Ref,
    locals: Resolving,
}

impl Text<'_> {
    /// The player whose text it is: "you".
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }
    /// The card it is on.
    #[must_use]
    pub const fn source(&self) -> Slot {
        self.source.slot
    }
    /// Supposes that this card is the one chosen for a register.
    pub fn suppose(&mut self, register: Register, card: Ref) {
        self.locals.forget(register);
        self.locals.bind(register, card);
    }
    fn cx(&self) -> Context<'_> {
        Context {
            seat: self.seat,
            source: self.source,
            subject: self.subject,
            locals: Some(&self.locals),
            target: Ref::NONE,
            dealer: Ref::NONE,
        }
    }
}

impl<'a> View<'a> {
    const fn catalogue(&self) -> &'a Inner {
        self.scene.catalogue
    }

    fn read(&self, program: u16, slot: Slot) -> Text<'a> {
        Text {
            ops: self.catalogue().program(program),
            at: 0,
            seat: self.seat,
            source: self.scene.reference(slot),
            subject: Ref::NONE,
            locals: Resolving::default(),
        }
    }

    /// The program that asks this seat.
    #[must_use]
    pub fn running(&self) -> Option<Text<'a>> {
        let frame = self.asking()?;
        Some(Text {
            ops: self.catalogue().program(frame.program),
            at: frame.at.into(),
            seat: frame.seat,
            source: frame.source,
            subject: frame.subject,
            locals: frame.locals.ability().copied().unwrap_or_default(),
        })
    }

    /// The text of an event it can see, as though this seat played it.
    #[must_use]
    pub fn event(&self, slot: Slot) -> Option<Text<'a>> {
        self.printed(slot)?.front.event.map(|id| self.ability(id, slot))
    }

    /// The text of an ability of the catalogue, as though on a card of this seat.
    #[must_use]
    pub fn ability(&self, id: u16, slot: Slot) -> Text<'a> {
        self.read(self.catalogue().ability(id).program, slot)
    }

    /// An action ability of a card it can see, as [`Choice::Use`]
    /// names it, and the ability's number.
    #[must_use]
    pub fn action(&self, slot: Slot, index: u8) -> Option<(&'a Ability, u16)> {
        self.card(slot)?;
        let id = self.scene.actions(slot).nth(index.into())?;
        Some((&self.catalogue().ability(id).ability, id))
    }

    /// An ability by its number.
    #[must_use]
    pub fn ability_of(&self, id: u16) -> &'a Ability {
        &self.catalogue().ability(id).ability
    }

    /// An attack step of a program.
    #[must_use]
    pub fn attack_step(&self, index: u16) -> &'a AttackStep {
        let Attacking { step, .. } = &self.catalogue().tables.attacks[usize::from(index)];
        step
    }

    /// A play step of a program.
    #[must_use]
    pub fn play_step(&self, index: u16) -> &'a PlayStep {
        let Playing { step, .. } = &self.catalogue().tables.plays[usize::from(index)];
        step
    }

    /// Finds the cards it can see that fit a filter of a text; before, the list is empty.
    pub fn candidates(&self, text: &Text, filter: &Filter, found: &mut Refs) {
        if self.is_open(text, filter) {
            self.scene.candidates(filter, &text.cx(), found);
            found.retain(|card| self.sees(card.slot));
        }
    }

    /// Finds the cards it can see that a word of a text means; before, the list is empty.
    pub fn whom(&self, text: &Text, whom: &Whom, found: &mut Refs) {
        if !matches!(whom, Whom::Each(filter) if !self.is_open(text, filter)) {
            self.scene.whom(whom, &text.cx(), found);
            found.retain(|card| self.scene.is_current(*card) && self.sees(card.slot));
        }
    }

    /// The player a word of a text means.
    #[must_use]
    pub fn who(&self, text: &Text, who: Who) -> Seat {
        self.scene.seat(who, &text.cx())
    }

    /// Tells whether a condition of a text holds; `None` when it cannot know.
    #[must_use]
    pub fn holds(&self, text: &Text, condition: &Condition) -> Option<bool> {
        condition.word().is_known(self, text).then(|| self.scene.holds(condition, &text.cx()))
    }

    /// The amount of a measure of a text; `None` when it cannot know.
    #[must_use]
    pub fn measure(&self, text: &Text, measure: &Measure) -> Option<i16> {
        let known = measure.word().is_known(self, text);
        known.then(|| self.scene.measure(measure, &text.cx()))
    }

    /// Returns `true` for a filter that looks only where this seat can see.
    pub(crate) fn is_open(&self, text: &Text, filter: &Filter) -> bool {
        match filter.place {
            Place::Play | Place::Discard | Place::Captured => true,
            Place::Deck | Place::Elsewhere => false,
            Place::Looked => self.sees_all(text, &Whom::It),
            Place::Hand | Place::Resources => {
                filter.side.is_some_and(|who| who != Who::Each && self.who(text, who) == self.seat)
            }
        }
    }

    /// Returns `true` if every card that a word means can be seen.
    pub(crate) fn sees_all(&self, text: &Text, whom: &Whom) -> bool {
        if let Whom::Each(filter) = whom {
            return self.is_open(text, filter);
        }
        let mut found = Refs::new();
        self.scene.whom(whom, &text.cx(), &mut found);
        found.iter().all(|card| self.sees(card.slot))
    }
}
