//! An action ability is used (CR 6.4).

use arrayvec::ArrayVec;

use super::prelude::*;
use crate::vocabulary::{Ability, Limit};
use crate::words::cost::{Cost, price};

/// Cards that can be discarded for one cost.
pub(crate) const DISCARDED: usize = 4;

/// An action ability is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UseAbility {
    /// Its number in the catalogue.
    pub ability: u16,
    /// The cards its cost is paid with, as far as they are chosen.
    pub paid: List<Ref, DISCARDED>,
    /// A Credit token is defeated as the token of your choice.
    pub credit: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    ChoosePayment,
    PayCosts,
    Text,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    PaymentIsChosen,
}

impl UseAbility {
    pub(crate) fn of(ability: u16) -> Self {
        Self { ability, paid: List::new(), credit: false }
    }

    /// Returns `true` while a card is still to be chosen with which that cost is paid.
    pub(crate) fn chooses(&self, cost: &[Cost]) -> bool {
        let chosen: u8 = cost.iter().map(Cost::chosen).sum();
        !self.credit && self.paid.len() < usize::from(chosen)
    }

    /// The card its cost is paid with, where it is paid with one.
    pub(crate) fn chosen(&self) -> Ref {
        self.paid.first().copied().unwrap_or(Ref::NONE)
    }

    /// Returns `true` while a card is still to be chosen with which it is paid.
    pub(crate) fn is_open(&self, scene: &Scene<'_>) -> bool {
        self.chooses(self.cost(scene).0)
    }

    /// The cards that its cost exhausts in any case.
    fn exhausted(&self, cost: &[Cost], source: Slot) -> ArrayVec<Slot, 2> {
        let chosen = self.paid.first().copied();
        cost.iter().filter_map(|part| part.exhausts(source, chosen)).collect()
    }

    /// Its cost, and what is marked as used by it, or counted.
    fn cost<'s>(&self, scene: &Scene<'s>) -> (&'s [Cost], Option<(Verb, i16)>) {
        match &scene.catalogue.ability(self.ability).ability {
            Ability::Action { cost, epic: true, .. } => (cost, Some((Verb::UseEpic, 0))),
            Ability::Action { cost, limit, .. } => {
                let counted = |limit| i16::from(matches!(limit, Limit::Game(_)));
                (cost, limit.map(|limit| (Verb::UseAbility, counted(limit))))
            }
            _ => (&[], None),
        }
    }
}

impl Procedure for UseAbility {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // CR 6.4.3
        Unless(Test::PaymentIsChosen, "pay"),
        Do(Step::ChoosePayment),
        // CR 6.4.4: the whole cost is paid at once.
        Label("pay"),
        Do(Step::PayCosts),
        // CR 6.4.5
        Do(Step::Text),
    ]);

    fn holds(run: &Run<'_, Self>, _: Test) -> bool {
        run.locals.chooses(run.locals.cost(&run.scene).0)
    }

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        match step {
            Step::ChoosePayment => match run.answer.take() {
                Some(Choice::Card(slot)) => {
                    run.locals.paid.push(run.scene.reference(slot));
                    if run.locals.chooses(run.locals.cost(&run.scene).0) {
                        return run.ask(run.seat, Prompt::Cost);
                    }
                }
                Some(Choice::Credit) => run.locals.credit = true,
                _ => return run.ask(run.seat, Prompt::Cost),
            },
            Step::PayCosts => return run.pay_costs(),
            Step::Text => {
                let program = run.scene.catalogue.ability(run.locals.ability).program;
                let mut locals = Resolving::default();
                for &card in &run.locals.paid {
                    locals.bind(Register::Third, card);
                }
                run.begin(run.resolve(program, locals));
            }
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        let (cost, _) = self.cost(&offer.scene);
        match step {
            Step::PayCosts => {
                let but = self.exhausted(cost, offer.frame.source.slot);
                offer.payments(price(cost), &but, out);
            }
            _ => {
                offer.payable(cost, out);
                let before = |slot| self.paid.iter().any(|card| card.slot == slot);
                out.retain(|answer| !answer.card().is_some_and(before));
            }
        }
    }
}

impl Run<'_, UseAbility> {
    fn pay_costs(&mut self) -> Flow {
        let (cost, uses) = self.locals.cost(&self.scene);
        let (source, seat) = (self.source, self.seat);
        let but = self.locals.exhausted(cost, source.slot);
        let purse = Purse::for_costs(&self.scene, seat, &but);
        let (due, credits) = match self.pays_cost(purse, price(cost), &but) {
            Ok(paid) => paid,
            Err(flow) => return flow,
        };
        if let Some((verb, times)) = uses {
            self.propose(Proposal::new(verb, source, seat).amount(times));
        }
        for part in cost {
            part.pay(self, (due, credits));
        }
        Flow::Then
    }
}
