//! Choosing cards, points and numbers, one decision at a time.

use cardmill_kernel::table::Fault;

use super::{Flow, Run};
use crate::choice::{Choice, Points, Progress, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::scene::Refs;
use crate::vocabulary::{self as vocabulary, Count, Measure, Who, Whom};

impl Run<'_> {
    pub(super) fn choose(&mut self, choice: &vocabulary::Choice) -> Flow {
        let register = choice.register;
        let mut left = match self.locals.progress {
            Progress::Picks { left } => left,
            _ => {
                if !choice.more {
                    self.locals.forget(register);
                }
                if self.scene.seat(choice.by, &self.cx()) != self.seat {
                    self.locals.hide(register);
                }
                match choice.count {
                    Count::One => 1,
                    Count::Exactly(n) | Count::UpTo(n) => n,
                    Count::Any => u8::MAX,
                }
            }
        };
        let ended = match self.answer.take() {
            None => false,
            Some(Choice::Card(slot)) => {
                self.bind(register, self.scene.reference(slot));
                left -= 1;
                left == 0
            }
            Some(_) => true,
        };
        if !ended {
            self.locals.progress = Progress::Picks { left };
            return self.ask(self.scene.seat(choice.by, &self.cx()), Prompt::Step);
        }
        self.locals.progress = Progress::Nothing;
        let chosen = self.locals.bound(register).next().is_some();
        self.locals.did = chosen;
        Flow::Next
    }

    pub(super) fn divide(
        &mut self,
        among: &vocabulary::Filter,
        amount: i16,
        per: &Measure,
        by: Option<&Whom>,
    ) -> Flow {
        let mut progress = self.locals.progress;
        if progress == Progress::Nothing {
            let mut found = Refs::new();
            self.scene.candidates(among, &self.cx(), &mut found);
            let all = self.amount(amount, per).clamp(0, 250) as u8;
            let left = if found.is_empty() { 0 } else { all };
            progress = Progress::Points { left, given: Points::default() };
        }
        let Some(given) = self.points(progress) else { return self.ask(self.seat, Prompt::Step) };
        let source = by.map_or(self.source, |by| self.scene.first(by, &self.cx()));
        for (slot, points) in given {
            let card = self.scene.reference(slot);
            let damage = Proposal::new(Verb::Damage, card, self.seat);
            self.propose(damage.amount(points.into()).by(source));
        }
        Flow::Then
    }

    /// Gives the point that was asked for to a card. Returns all points once none is left.
    fn points(&mut self, progress: Progress) -> Option<Points> {
        let Progress::Points { mut left, mut given } = progress else {
            return Some(Points::default());
        };
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                left = left.saturating_sub(1);
                if let Some((_, points)) = given.iter_mut().find(|(s, _)| *s == slot) {
                    *points += 1;
                } else if given.try_push((slot, 1)).is_some() {
                    self.out.fault = Some(Fault::Overflow("targets of divided points"));
                    left = 0;
                }
            }
            Some(_) => left = 0,
            None => {}
        }
        self.locals.progress =
            if left > 0 { Progress::Points { left, given } } else { Progress::Nothing };
        (left == 0).then_some(given)
    }

    pub(super) fn heal_up_to(&mut self, amount: u8) -> Flow {
        let progress = match self.locals.progress {
            Progress::Nothing => Progress::Points { left: amount, given: Points::default() },
            progress => progress,
        };
        let Some(given) = self.points(progress) else { return self.ask(self.seat, Prompt::Step) };
        self.locals.number = given.iter().map(|(_, n)| i16::from(*n)).sum();
        for (slot, n) in given {
            let heal = Proposal::new(Verb::Heal, self.scene.reference(slot), self.seat);
            self.propose(heal.amount(n.into()).by(self.source));
        }
        Flow::Then
    }

    /// "Up to" is any number from none (CR 8.30.1).
    pub(super) fn ready_resources(&mut self, who: Who, count: Count) -> Flow {
        let n = match (count, self.answer.take()) {
            (Count::One, _) => 1,
            (Count::Exactly(n), _) => n,
            (Count::UpTo(_) | Count::Any, Some(Choice::Number(n))) => n,
            (Count::UpTo(_) | Count::Any, _) => return self.ask(self.seat, Prompt::Step),
        };
        self.resources(who, n, Verb::ReadyResources);
        Flow::Then
    }

    pub(super) fn pay_any(&mut self) -> Flow {
        match self.answer.take() {
            Some(Choice::Number(n)) => {
                self.locals.number = n.into();
                if n > 0 {
                    let pay = Proposal::new(Verb::Spend, self.source, self.seat);
                    self.propose(pay.amount(n.into()));
                }
                Flow::Then
            }
            _ => self.ask(self.seat, Prompt::Step),
        }
    }
}
