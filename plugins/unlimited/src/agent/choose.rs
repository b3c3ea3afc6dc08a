//! Answers to everything that is asked beside actions and attacks.

use super::board::{BASE, CARD, Mind, WIN};
use super::text::more_power;
use crate::prelude::*;
use crate::view::{Outlook, Text};
use crate::words::step::search::SearchThen;
use crate::words::step::{AttackAt, Choose, ModeList, ReadyResources, Search, Step};

/// Resources past which no card becomes one.
const ENOUGH: usize = 8;

impl Mind<'_, '_> {
    /// A hand without two cheap cards is not kept.
    pub fn mulligan(&self, choice: Choice) -> i32 {
        let cheap = self.view.hand().iter().filter(|&&slot| self.cost(slot) <= 3).count();
        i32::from((choice == Choice::Yes) == (cheap < 2))
    }

    /// The card that is least useful in hand becomes a resource, while more are needed.
    pub fn resource(&self, choice: Choice) -> i32 {
        let have = self.view.resource_count(self.view.seat());
        match choice {
            Choice::Card(slot) => -self.in_hand(slot),
            _ if have >= ENOUGH => CARD,
            // With little in hand a card is worth more than a resource, once there are some.
            _ if have >= 5 && self.view.hand().len() < 2 => CARD,
            _ => -10 * CARD,
        }
    }

    /// The unit that an upgrade is attached to.
    pub fn host(&self, choice: Choice) -> i32 {
        let Choice::Card(slot) = choice else { return 0 };
        let Some(unit) = self.unit(slot) else { return 0 };
        let upgrade = self.view.bound(Register::It);
        let burden = upgrade.is_some_and(|upgrade| self.upgrade(upgrade) < 0);
        let ready = if unit.is_ready() { 10 } else { 0 };
        let worth = unit.value() + ready - 4 * i32::from(unit.stats.upgrades);
        if unit.mine == burden { -worth } else { worth }
    }

    /// The worth of losing a unit: the least valuable of the own ones is given up.
    pub fn given_up(&self, choice: Choice) -> i32 {
        let Choice::Card(slot) = choice else { return 0 };
        self.unit(slot).map_or(0, |unit| if unit.mine { -unit.value() } else { unit.value() })
    }

    /// The worth of doing what may be done; 0 for leaving it.
    pub fn may(&self, text: &Text, choice: Choice) -> i32 {
        let Some(Op::May(decision)) = self.view.instruction() else { return 0 };
        match choice {
            Choice::Yes => self.part(&mut text.clone(), text.at + 1, decision.no.into()),
            _ => 0,
        }
    }

    /// The worth of an option of a list.
    pub fn mode(&self, text: &Text, choice: Choice) -> i32 {
        let (Some(Op::Modes(list)), Choice::Mode(mode)) = (self.view.instruction(), choice) else {
            return 0;
        };
        let ModeList { starts, end, .. } = &**list;
        let mode = usize::from(mode);
        let next = starts.get(mode + 1).unwrap_or(end);
        self.part(&mut text.clone(), starts[mode].into(), (*next).into())
    }

    /// The worth of an answer to the question that an instruction of a text asks.
    pub fn step(&self, text: &Text, choice: Choice) -> i32 {
        let Some(op) = self.view.instruction() else { return 0 };
        match op {
            Op::Do(step) => self.of_step(text, step, choice),
            Op::Attack(AttackAt(index)) => match choice {
                Choice::Card(slot) => {
                    let step = self.view.attack_step(*index);
                    let attack = |unit| self.best_attack(&unit, more_power(step), step.no_bases);
                    self.unit(slot).map_or(0, attack)
                }
                _ => 0,
            },
            Op::Play(_) => match choice {
                Choice::Card(slot) => self.played(slot),
                _ => 0,
            },
            _ => 0,
        }
    }

    fn of_step(&self, text: &Text, step: &Step, choice: Choice) -> i32 {
        match (step, choice) {
            (Step::Choose(Choose(what)), Choice::Card(slot)) => {
                self.chooses(text, what.register, slot)
            }
            (Step::ChooseArena(_), Choice::In(arena)) => self.arena(arena),
            (Step::Divide(_), Choice::Card(slot)) => self.divides(slot),
            (Step::Indirect(_), Choice::Card(slot)) => self.assigns(slot),
            (Step::HealUpTo(_), Choice::Card(slot)) => {
                let heal = Outlook {
                    heal: 1 + i16::from(self.view.progress().points(slot)),
                    ..Outlook::default()
                };
                self.fate(slot, &heal, true)
            }
            (Step::PayAny(_), Choice::Number(n)) => self.pays(text, n),
            (Step::ReadyResources(ReadyResources(who, ..)), Choice::Number(n)) => {
                let own = self.view.who(text, *who) == self.view.seat();
                if own { n.into() } else { -i32::from(n) }
            }
            (Step::Discard(_), Choice::Card(slot)) => {
                let own = self.view.card(slot).is_some_and(|c| c.owner == self.view.seat());
                if own { -self.in_hand(slot) } else { self.in_hand(slot) }
            }
            // No more than it takes.
            (Step::Disclose(_), Choice::Card(_)) => {
                if self.view.options().contains(&Choice::Done) {
                    -1
                } else {
                    1
                }
            }
            (Step::Search(Search(search)), Choice::Card(slot)) => {
                let cost = self.view.definition(slot).map_or(0, |card| i32::from(card.cost));
                match search.then {
                    SearchThen::Draw => self.in_hand(slot).max(1),
                    SearchThen::PlayFree | SearchThen::SetAside => 1 + cost,
                    SearchThen::Discard | SearchThen::Resource => 1,
                }
            }
            (Step::DiscardNamesakes(_), Choice::Card(_)) => 1,
            // To the bottom goes what is not wanted next; what stays lies as it lay.
            (Step::Arrange(_), Choice::Card(slot)) if self.view.progress().to_bottom() => {
                CARD + 6 - self.in_hand(slot)
            }
            (Step::Arrange(_), Choice::Card(slot)) => self.in_hand(slot),
            (step, Choice::Card(slot)) => {
                step.word().part().map_or(0, |part| self.fate(slot, &part, true))
            }
            _ => 0,
        }
    }

    fn chooses(&self, text: &Text, register: Register, slot: Slot) -> i32 {
        let outlook = self.view.outlook(text, text.at + 1, register, slot);
        self.fate(slot, &outlook, text.seat() == self.view.seat())
    }

    /// The arena in which the enemy has more that is ready: it is about to be exhausted.
    fn arena(&self, arena: Arena) -> i32 {
        let zone = Zone::arena(arena);
        let ready = |seat| {
            let units = self.units(seat).filter(|unit| unit.card.zone == zone && unit.is_ready());
            units.map(|unit| unit.power()).sum::<i32>()
        };
        ready(self.view.enemy()) - ready(self.view.seat())
    }

    /// One more point of divided damage: where it kills what is worth most, and no more than that.
    fn divides(&self, slot: Slot) -> i32 {
        let Some(unit) = self.unit(slot) else { return 0 };
        let progress = self.view.progress();
        let given = i32::from(progress.points(slot));
        let (need, left) = (unit.left() - given, i32::from(progress.left()));
        if unit.mine {
            -unit.value()
        } else if need <= 0 || unit.is_shielded() && given > 0 {
            0
        } else if need <= left {
            // What is begun is ended first.
            1000 + unit.value() - 8 * need + 200 * i32::from(given > 0)
        } else {
            unit.value()
        }
    }

    /// One more point of indirect damage: where it defeats nothing, on units before the base.
    fn assigns(&self, slot: Slot) -> i32 {
        if self.view.card(slot).is_some_and(|card| card.controller != self.view.seat()) {
            return self.divides(slot);
        }
        let given = self.view.progress().points(slot);
        match self.unit(slot) {
            Some(unit) if unit.left() > i32::from(given) + 1 => -1,
            Some(unit) => -unit.value(),
            None if self.base(self.view.seat()) <= i32::from(given) + 1 => -WIN,
            None => -BASE,
        }
    }

    /// As many resources as it takes to kill; those that are left over could be used otherwise.
    fn pays(&self, text: &Text, n: u8) -> i32 {
        let Some(unit) = self.view.bound(Register::It).and_then(|slot| self.unit(slot)) else {
            return -i32::from(n);
        };
        let each = self.view.outlook(text, text.at + 1, Register::It, unit.slot).damage_each;
        let damage = Outlook { damage: each * i16::from(n), ..Outlook::default() };
        self.fate(unit.slot, &damage, true) - BASE * i32::from(n) / 2
    }
}
