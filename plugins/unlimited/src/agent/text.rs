//! The worth of a text before it resolves: every choice in it is made as well as it can be.

use super::board::{CARD, Mind};
use crate::prelude::*;
use crate::view::Text;
use crate::words::grant::Grant;
use crate::words::step::AttackStep;
use crate::words::step::PlayStep;
use crate::words::step::choose::Among;
use crate::words::step::search::{SearchStep, SearchThen};
use crate::words::step::{
    AttackAt, Choose, Create, Discard, DiscardDeck, DiscardHand, Divide, Draw, ExhaustResources,
    HealUpTo, Indirect, Pay, PlayAt, ReadyResources, Search, Step,
};

/// Texts that are read inside each other.
const DEPTH: u8 = 2;

impl Mind<'_, '_> {
    /// A whole text that has not begun.
    pub fn whole(&self, text: &mut Text) -> i32 {
        let depth = self.depth.get();
        if depth >= DEPTH {
            return 0;
        }
        self.depth.set(depth + 1);
        let worth = self.part(text, 0, text.ops.len());
        self.depth.set(depth);
        worth
    }

    /// The instructions of a text from one on up to another.
    pub fn part(&self, text: &mut Text, from: usize, to: usize) -> i32 {
        let ops = text.ops;
        let mut total = 0;
        let mut at = from;
        // Registers whose cards were weighed when they were chosen.
        let mut weighed = [false; 3];
        while at < to.min(ops.len()) {
            let op = &ops[at];
            at += 1;
            match op {
                Op::End => break,
                Op::Jump(next) if usize::from(*next) < at => break,
                Op::Jump(next) => at = (*next).into(),
                Op::Unless(condition, next) if self.view.holds(text, condition) == Some(false) => {
                    at = (*next).into();
                }
                Op::May(decision) => {
                    total += self.part(text, at, decision.no.into()).max(0);
                    at = decision.no.into();
                }
                Op::Modes(list) => {
                    total += self.modes(text, list.choose, &list.starts, list.end.into());
                    at = list.end.into();
                }
                Op::Attack(AttackAt(n)) => total += self.attacking(text, self.view.attack_step(*n)),
                Op::Play(PlayAt(n)) => total += self.playing(text, self.view.play_step(*n)),
                Op::Create(Verb::Discount, _) => total += 6,
                Op::Do(step) => match &**step {
                    Step::Choose(Choose(choice)) => {
                        total += self.chosen(text, at, choice);
                        weighed[choice.register as usize] = true;
                    }
                    step => total += self.doing(text, step) + self.named(text, op, weighed),
                },
                Op::Lasting(..) => total += self.named(text, op, weighed),
                _ => {}
            }
        }
        total
    }

    fn modes(&self, text: &mut Text, choose: u8, starts: &[u16], end: usize) -> i32 {
        let mut most = Most::default();
        for (n, &start) in starts.iter().enumerate() {
            let next = starts.get(n + 1).map_or(end, |&next| next.into());
            most.add(self.part(text, start.into(), next));
        }
        most.sum(choose.into(), false)
    }

    /// A choice and all that happens to the cards it names.
    fn chosen(&self, text: &mut Text, at: usize, choice: &Among) -> i32 {
        let (seat, own) = (self.view.seat(), text.seat() == self.view.seat());
        // The other player chooses what is worst for this one.
        let sign = if self.view.who(text, choice.by) == seat { 1 } else { -1 };
        let mut most = Most::default();
        let mut first = (i32::MIN, Ref::NONE);
        let mut found = Refs::new();
        self.view.candidates(text, &choice.what, &mut found);
        for &card in &found {
            let outlook = self.view.outlook(text, at, choice.register, card.slot);
            let points = sign * self.fate(card.slot, &outlook, own);
            most.add(points);
            if points > first.0 {
                first = (points, card);
            }
        }
        if !first.1.is_some() {
            return 0;
        }
        text.suppose(choice.register, first.1);
        sign * match choice.count {
            Count::One => most.sum(1, choice.may || choice.is_hidden()),
            Count::Exactly(n) => most.sum(n.into(), choice.may),
            Count::UpTo(n) => most.sum(n.into(), true),
            Count::Any => most.sum(usize::MAX, true),
            Count::All => most.sum(usize::MAX, false),
            Count::Random => most.sum(1, false),
        }
    }

    /// The worth of what an instruction does to cards it names without a choice.
    fn named(&self, text: &Text, op: &Op, weighed: [bool; 3]) -> i32 {
        let objects = self.view.objects(op);
        if objects.is_empty() {
            return 0;
        }
        let effect = self.view.effect(text, op);
        let mut total = 0;
        for whom in objects {
            if !whom.register().is_some_and(|register| weighed[register as usize]) {
                let mut cards = Refs::new();
                self.view.whom(text, whom, &mut cards);
                let mine = text.seat() == self.view.seat();
                total += cards.iter().map(|c| self.fate(c.slot, &effect, mine)).sum::<i32>();
            }
        }
        total
    }

    /// The worth of what a step does besides.
    fn doing(&self, text: &Text, step: &Step) -> i32 {
        let me = self.view.seat();
        let side = |who: &Who| match who {
            Who::Each => 0,
            _ if self.view.who(text, *who) == me => 1,
            _ => -1,
        };
        let seat = |who: &Who| self.view.who(text, *who);
        match step {
            Step::Create(Create { who, token, count, per, .. }) => {
                let many = self.view.measure(text, per).unwrap_or(1);
                side(who) * self.token(*token) * i32::from(*count) * i32::from(many)
            }
            Step::Draw(Draw(who, n, per)) => {
                let many = self.view.measure(text, per).unwrap_or(1);
                side(who) * CARD * i32::from(*n) * i32::from(many)
            }
            Step::Discard(Discard { who, count, .. }) => {
                let held = self.view.hand_count(seat(who)).min((*count).into());
                -side(who) * (CARD - 2) * held as i32
            }
            Step::DiscardHand(DiscardHand(who)) => {
                -side(who) * 12 * self.view.hand_count(seat(who)) as i32
            }
            Step::DiscardDeck(DiscardDeck { who, .. }) => -2 * side(who),
            Step::ReadyResources(ReadyResources(who, count, per)) => {
                let all = self.view.resource_count(seat(who)) as i32;
                let asleep = all - i32::from(self.view.ready(seat(who)));
                let times = self.view.measure(text, per).unwrap_or(1).into();
                let (most, free) = match count {
                    Count::One => (times, false),
                    Count::Exactly(n) => (i32::from(*n) * times, false),
                    Count::UpTo(n) => (i32::from(*n), true),
                    Count::Any | Count::All | Count::Random => (asleep, true),
                };
                let worth = side(who) * 5 * asleep.min(most);
                if free { worth.max(0) } else { worth }
            }
            Step::ExhaustResources(ExhaustResources(who, n)) => {
                -side(who) * 5 * i32::from(self.view.ready(seat(who)).min(*n))
            }
            Step::Pay(Pay(n, who, per)) => {
                let times = self.view.measure(text, per).unwrap_or(1);
                -4 * side(who) * i32::from(*n) * i32::from(times)
            }
            Step::Search(Search(search)) => searching(search),
            Step::ResourceTop(_) => 12,
            Step::Arrange(_) | Step::LookTop(_) | Step::LookAtHand(_) => 2,
            Step::Divide(Divide { among, amount, per, .. }) => {
                let mut found = Refs::new();
                self.view.candidates(text, among, &mut found);
                let enemy = found.iter().any(|c| self.unit(c.slot).is_some_and(|u| !u.mine));
                let much = self.view.measure(text, per).unwrap_or(1);
                if enemy { 8 * i32::from(*amount) * i32::from(much) } else { 0 }
            }
            Step::Indirect(Indirect { to, amount, per, .. }) => {
                let much = self.view.measure(text, per).unwrap_or(1);
                -7 * side(to) * i32::from(*amount) * i32::from(much)
            }
            Step::HealUpTo(HealUpTo { amount, among }) => {
                let mut found = Refs::new();
                self.view.candidates(text, among, &mut found);
                let own = found.iter().filter_map(|card| self.view.card(card.slot));
                let damage: i32 =
                    own.filter(|card| card.controller == me).map(|c| i32::from(c.damage)).sum();
                5 * damage.min((*amount).into())
            }
            _ => 0,
        }
    }

    /// An attack that a text allows.
    fn attacking(&self, text: &Text, step: &AttackStep) -> i32 {
        let more = more_power(step);
        let mut found = Refs::new();
        match &step.unit {
            Some(whom) => self.view.whom(text, whom, &mut found),
            None => self.view.candidates(text, &step.with, &mut found),
        }
        let units = found.iter().filter_map(|card| self.unit(card.slot));
        units
            .filter(|unit| unit.mine && (unit.is_ready() || step.even_exhausted))
            .map(|unit| self.best_attack(&unit, more, step.no_bases))
            .max()
            .map_or(0, |best| if step.may { best.max(0) } else { best })
    }

    /// A card that a text allows to be played.
    fn playing(&self, text: &Text, step: &PlayStep) -> i32 {
        let mut found = Refs::new();
        self.view.candidates(text, &step.what, &mut found);
        let ready = i32::from(self.view.means(self.view.seat()));
        let worth = found.iter().filter_map(|card| {
            let cost = self.cost(card.slot);
            let saved = match step.pay {
                Payment::Free => cost,
                Payment::Less(less) => cost.min(less.into()),
                // A penalty that is not paid: nobody looks for how many there are.
                Payment::Cost | Payment::IgnoreAspects | Payment::IgnoreAspect(_) => 0,
            };
            (cost - saved <= ready).then(|| self.played(card.slot) + 6 * saved)
        });
        worth.max().unwrap_or_default().max(0)
    }
}

/// Power that an attack step gives its attacker.
pub(super) fn more_power(step: &AttackStep) -> i32 {
    let power = |grant: &Grant| match grant {
        Grant::Power(power) => power.amount.into(),
        _ => 0,
    };
    step.grant.iter().map(power).sum()
}

fn searching(search: &SearchStep) -> i32 {
    let worth = match search.then {
        SearchThen::Draw => (CARD - 2) * i32::from(search.up_to),
        // What is done with those follows.
        SearchThen::SetAside | SearchThen::Discard => 0,
        SearchThen::Resource => CARD * i32::from(search.up_to),
        SearchThen::PlayFree => 30 + 10 * i32::from(search.combined_cost.unwrap_or(3)),
    };
    if search.by == Who::You { worth } else { -worth }
}

/// The highest of some numbers; more than eight are never chosen.
#[derive(Default)]
struct Most {
    highest: [i32; 8],
    count: usize,
}

impl Most {
    fn add(&mut self, number: i32) {
        let known = &self.highest[..self.count];
        let at = known.iter().position(|&other| other < number).unwrap_or(self.count);
        if at == self.highest.len() {
            return;
        }
        self.count = (self.count + 1).min(self.highest.len());
        self.highest[at..self.count].rotate_right(1);
        self.highest[at] = number;
    }

    /// The sum of the first `n`; of those above 0 when they are chosen freely.
    fn sum(&self, n: usize, free: bool) -> i32 {
        let highest = self.highest[..self.count].iter().take(n);
        highest.filter(|&&number| !free || number > 0).sum()
    }
}
