//! Outlooks: the effects that a program is about to have on a card that is chosen now.

use super::{Text, View};
use crate::prelude::*;
use crate::words::measure::{self, Bound, Measure, Power};
use crate::words::step::{
    AttackAt, Capture, Choose, Damage, Defeat, DiscardCards, Divide, DrawCards, Exhaust, Give,
    Heal, Indirect, Lasting, Ready, Reveal, Step, TakeControl, ToBottom, ToHand, ToResources,
    ToTop,
};

/// Changes of a card that are not numbers, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Deeds(u16);

impl Deeds {
    /// It is defeated.
    pub const DEFEAT: u16 = 1;
    /// It is exhausted.
    pub const EXHAUST: u16 = 1 << 1;
    /// It is readied.
    pub const READY: u16 = 1 << 2;
    /// It goes to its owner's hand.
    pub const TO_HAND: u16 = 1 << 3;
    /// It goes to the bottom of a deck.
    pub const TO_BOTTOM: u16 = 1 << 4;
    /// It is discarded from wherever it is.
    pub const DISCARD: u16 = 1 << 5;
    /// It becomes a resource.
    pub const TO_RESOURCES: u16 = 1 << 6;
    /// The one who resolves the text takes control of it.
    pub const CONTROL: u16 = 1 << 7;
    /// It loses its abilities for a while.
    pub const BLANK: u16 = 1 << 8;
    /// It cannot ready for a while.
    pub const HELD: u16 = 1 << 9;
    /// It attacks, as the text says.
    pub const ATTACK: u16 = 1 << 10;
    /// Its power, its damage or its number is what something else is measured by.
    pub const MEASURE: u16 = 1 << 11;
    /// It is shown to the other player.
    pub const SHOW: u16 = 1 << 12;
    /// It is captured.
    pub const CAPTURE: u16 = 1 << 13;

    const HARM: u16 = Self::DEFEAT
        | Self::EXHAUST
        | Self::TO_HAND
        | Self::TO_BOTTOM
        | Self::DISCARD
        | Self::CAPTURE
        | Self::CONTROL
        | Self::BLANK
        | Self::HELD;
    const HELP: u16 = Self::READY | Self::ATTACK | Self::MEASURE;

    /// Returns `true` if one of these changes happens.
    #[must_use]
    pub const fn has(self, deeds: u16) -> bool {
        self.0 & deeds != 0
    }
    pub(crate) const fn add(&mut self, deeds: u16) {
        self.0 |= deeds;
    }
}

/// The changes of a card by all steps of a text together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outlook {
    /// Damage dealt to it.
    pub damage: i16,
    /// Damage dealt to it for each resource that will be paid.
    pub damage_each: i16,
    /// Damage healed at most.
    pub heal: i16,
    /// Power it gets for a while; may be negative.
    pub power: i16,
    /// HP it gets for a while; may be negative.
    pub hp: i16,
    /// Experience tokens that are given to it.
    pub experience: i16,
    /// Shield tokens that are given to it.
    pub shields: i16,
    /// Advantage tokens that are given to it.
    pub advantage: i16,
    /// Weakness tokens that are given to it.
    pub weakness: i16,
    /// Keywords and abilities it gets minus those it loses.
    pub keywords: i16,
    /// Further changes, one bit each.
    pub deeds: Deeds,
}

/// The direction in which a card fares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lean {
    /// The card fares worse.
    Harm,
    /// The card fares neither better nor worse.
    Neither,
    /// The card fares better.
    Help,
}

impl Outlook {
    /// Adds tokens that are given to it.
    pub(crate) const fn give(&mut self, token: Token, many: i16) {
        match token {
            Token::Experience => self.experience += many,
            Token::Shield => self.shields += many,
            Token::Advantage => self.advantage += many,
            Token::Weakness => self.weakness += many,
        }
    }

    /// The direction in which the card fares. Where it gets both better and worse, harm counts.
    #[must_use]
    pub fn lean(&self) -> Lean {
        let lost = self.damage + self.damage_each;
        let harm = lost > 0 || self.power < 0 || self.hp < 0 || self.keywords < 0;
        let harm = harm || self.weakness > 0;
        let tokens = self.experience + self.shields + self.advantage;
        let gained = self.heal + self.power + self.hp + tokens;
        if harm || self.deeds.has(Deeds::HARM) {
            Lean::Harm
        } else if gained + self.keywords > 0 || self.deeds.has(Deeds::HELP) {
            Lean::Help
        } else {
            Lean::Neither
        }
    }
}

const fn word(register: Register) -> Whom {
    match register {
        Register::It => Whom::It,
        Register::Other => Whom::Other,
        Register::Third => Whom::Third,
    }
}

/// The words for the cards that an instruction does something to.
#[must_use]
pub(crate) fn objects(op: &Op) -> &[Whom] {
    match op.step() {
        Some(
            Step::Damage(Damage { to: list, .. })
            | Step::Heal(Heal { on: list, .. })
            | Step::Give(Give { to: list, .. })
            | Step::Lasting(Lasting { on: list, .. })
            | Step::Defeat(Defeat(list))
            | Step::Capture(Capture { what: list, .. })
            | Step::Exhaust(Exhaust(list))
            | Step::Ready(Ready(list))
            | Step::ToHand(ToHand(list))
            | Step::ToBottom(ToBottom(list))
            | Step::DiscardCards(DiscardCards(list)),
        ) => list,
        Some(
            Step::Reveal(Reveal(whom))
            | Step::DrawCards(DrawCards(whom))
            | Step::ToResources(ToResources { what: whom, .. })
            | Step::TakeControl(TakeControl { what: whom, .. })
            | Step::ToTop(ToTop(whom)),
        ) => core::slice::from_ref(whom),
        // A player is bound as their base.
        Some(Step::Indirect(Indirect { to: Who::ControllerOfIt, .. })) => &[Whom::It],
        _ => &[],
    }
}

/// Returns `true` for an instruction that is measured by a card.
fn measures(op: &Op, card: &Whom) -> bool {
    let is = |per: &Measure| match per {
        Measure::Power(Power(whom))
        | Measure::Damage(measure::Damage(whom))
        | Measure::Bound(Bound(whom)) => whom == card,
        _ => false,
    };
    match op.step() {
        Some(Step::Damage(Damage { per, by, .. }) | Step::Divide(Divide { per, by, .. })) => {
            by.as_ref() == Some(card) || is(per)
        }
        Some(
            Step::Give(Give { per, .. })
            | Step::Heal(Heal { per, .. })
            | Step::Indirect(Indirect { per, .. }),
        ) => is(per),
        _ => false,
    }
}

impl<'a> View<'a> {
    /// The outlook of a card if it is chosen for a register now, by a text from instruction `at` on
    /// to the end or to the next choice for that register. Branches are taken as they are written.
    #[must_use]
    pub fn outlook(&self, text: &Text, at: usize, register: Register, card: Slot) -> Outlook {
        let word = word(register);
        let mut outlook = Outlook::default();
        let mut supposed = None;
        for op in text.ops.iter().skip(at) {
            match op {
                Op::Do(step) if matches!(&**step, Step::Choose(Choose(choice)) if choice.register == register) =>
                {
                    break;
                }
                Op::End | Op::Modes(_) => break,
                Op::Attack(AttackAt(index))
                    if self.attack_step(*index).unit.as_ref() == Some(&word) =>
                {
                    outlook.deeds.add(Deeds::ATTACK);
                }
                _ => {}
            }
            if measures(op, &word) {
                outlook.deeds.add(Deeds::MEASURE);
            }
            if objects(op).contains(&word) {
                let text = if varies(op) {
                    &*supposed.get_or_insert_with(|| {
                        let mut text = text.clone();
                        text.suppose(register, self.scene.reference(card));
                        text
                    })
                } else {
                    text
                };
                self.add(text, op, &mut outlook);
            }
        }
        outlook
    }

    /// The outlook of each card that one instruction of a text names.
    #[must_use]
    pub fn effect(&self, text: &Text, op: &Op) -> Outlook {
        let mut outlook = Outlook::default();
        self.add(text, op, &mut outlook);
        outlook
    }

    /// The words for the cards that an instruction does something to, as the text says them.
    #[must_use]
    pub fn objects(&self, op: &'a Op) -> &'a [Whom] {
        objects(op)
    }

    /// The reference of a card it can see.
    #[must_use]
    pub fn reference(&self, slot: Slot) -> Option<Ref> {
        self.card(slot).map(|card| card.reference(slot))
    }

    fn add(&self, text: &Text, op: &Op, out: &mut Outlook) {
        let much = |amount: i16, per: &Measure| match per {
            Measure::One(_) => amount,
            _ => amount * self.measure(text, per).unwrap_or(1),
        };
        let Some(step) = op.step() else { return };
        match step {
            Step::Damage(Damage { amount, per: Measure::Number(_), plus, .. }) => {
                out.damage_each += i16::from(*amount);
                out.damage += i16::from(*plus);
            }
            Step::Damage(Damage { amount, per, plus, .. }) => {
                out.damage += much((*amount).into(), per) + i16::from(*plus);
            }
            Step::Indirect(Indirect { amount, per, .. }) => {
                out.damage += much((*amount).into(), per);
            }
            Step::Heal(Heal { amount, per, .. }) => out.heal += much((*amount).into(), per),
            Step::Give(Give { token, count, per, .. }) => {
                out.give(*token, much((*count).into(), per));
            }
            Step::Lasting(Lasting { grant, .. }) => {
                for grant in grant {
                    grant.word().outlook(&much, out);
                }
            }
            Step::Defeat(_) => out.deeds.add(Deeds::DEFEAT),
            Step::Capture(_) => out.deeds.add(Deeds::CAPTURE),
            Step::Exhaust(_) => out.deeds.add(Deeds::EXHAUST),
            Step::Ready(_) => out.deeds.add(Deeds::READY),
            Step::ToHand(_) | Step::DrawCards(_) => out.deeds.add(Deeds::TO_HAND),
            Step::ToBottom(_) | Step::ToTop(_) => out.deeds.add(Deeds::TO_BOTTOM),
            Step::DiscardCards(_) => out.deeds.add(Deeds::DISCARD),
            Step::ToResources(_) => out.deeds.add(Deeds::TO_RESOURCES),
            Step::TakeControl(_) | Step::Exchange(_) => out.deeds.add(Deeds::CONTROL),
            Step::Reveal(_) => out.deeds.add(Deeds::SHOW),
            _ => {}
        }
    }
}

/// Returns `true` if the amount of an instruction can depend on the card itself.
fn varies(op: &Op) -> bool {
    let fixed = Measure::is_one;
    match op.step() {
        Some(
            Step::Damage(Damage { per, .. })
            | Step::Heal(Heal { per, .. })
            | Step::Give(Give { per, .. })
            | Step::Indirect(Indirect { per, .. }),
        ) => !fixed(per),
        Some(Step::Lasting(Lasting { grant, .. })) => {
            grant.iter().any(|grant| grant.word().varies())
        }
        _ => false,
    }
}
