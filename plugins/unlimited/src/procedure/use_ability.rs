//! An action ability is used (CR 6.4).

use cardmill_kernel::card::Ref;
use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure as Lines;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Flow, Run};
use crate::choice::{Choice, Prompt, Resolving};
use crate::options::Offer;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Ability, Cost, Limit, Register};

/// An action ability is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UseAbility {
    /// Its number in the catalogue.
    pub ability: u16,
    /// The card its cost is paid with, once one is chosen.
    pub paid: Ref,
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
    pub(crate) const fn of(ability: u16) -> Self {
        Self { ability, paid: Ref::NONE }
    }

    /// Whether a card is still to be chosen with which that cost is paid.
    pub(crate) fn chooses(&self, cost: &[Cost]) -> bool {
        !self.paid.is_some() && cost.iter().any(Cost::is_chosen)
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
                Some(Choice::Card(slot)) => run.locals.paid = run.scene.reference(slot),
                _ => return run.ask(run.seat, Prompt::Cost),
            },
            Step::PayCosts => return run.pay_costs(),
            Step::Text => {
                let program = run.scene.catalogue.ability(run.locals.ability).program;
                let mut locals = Resolving::default();
                if run.locals.paid.is_some() {
                    locals.bind(Register::Third, run.locals.paid);
                }
                run.begin(run.resolve(program, locals));
            }
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        let (cost, _) = self.cost(&offer.scene);
        match step {
            Step::PayCosts => offer.credits(price(cost), out),
            _ => offer.payable(cost, out),
        }
    }
}

/// The resources that a cost asks for.
fn price(cost: &[Cost]) -> i16 {
    let parts = cost.iter().map(|part| if let Cost::Resources(n) = part { (*n).into() } else { 0 });
    parts.sum()
}

impl Run<'_, UseAbility> {
    fn pay_costs(&mut self) -> Flow {
        let (cost, uses) = self.locals.cost(&self.scene);
        let (source, seat, chosen) = (self.source, self.seat, self.locals.paid);
        let credits = match self.credits(price(cost), Prompt::Cost) {
            Ok(credits) => credits,
            Err(flow) => return flow,
        };
        if let Some((verb, times)) = uses {
            self.propose(Proposal::new(verb, source, seat).amount(times));
        }
        let force = self.scene.force(seat).unwrap_or(Ref::NONE);
        for part in cost {
            let (verb, what) = match part {
                Cost::Resources(n) => {
                    self.pay((*n).into(), credits, source);
                    continue;
                }
                Cost::DefeatCredit => {
                    self.propose(Proposal::new(Verb::DefeatCredits, source, seat).amount(1));
                    continue;
                }
                Cost::Exhaust => (Verb::Exhaust, source),
                Cost::DefeatThis => (Verb::Defeat, source),
                Cost::TheForce => (Verb::Defeat, force),
                Cost::ReturnThis => (Verb::ToHand, source),
                Cost::Damage { amount, .. } => {
                    let damage = Proposal::new(Verb::Damage, chosen, seat);
                    self.propose(damage.amount((*amount).into()).by(source));
                    continue;
                }
                Cost::Defeat(_) => (Verb::Defeat, chosen),
                Cost::Discard(_) => (Verb::Discard, chosen),
                Cost::ExhaustUnit(_) => (Verb::Exhaust, chosen),
                Cost::DiscardDeck(n) => {
                    let deck = &self.scene.board.players[usize::from(seat)].deck;
                    for &slot in deck.iter().rev().take((*n).into()) {
                        let card = self.scene.reference(slot);
                        self.propose(Proposal::new(Verb::Discard, card, seat));
                    }
                    continue;
                }
            };
            self.propose(Proposal::new(verb, what, seat));
        }
        Flow::Then
    }
}
