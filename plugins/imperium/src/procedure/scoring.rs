//! An objective is scored: what it asks for is spent, then its points are gained (LRR 61.10).

use core::convert::Infallible;

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Payment, Procedure};
use crate::advance::{Resolver, Run};
use crate::board::Pool;
use crate::choice::{Choice, Prompt};
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Cost, Gain, Kind};

/// The scoring of the objective that is its source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Scoring {
    /// The number of parts of the cost that are paid.
    paid: u8,
    /// The number of tokens or cards of the next part that are paid.
    part: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Spend,
    Score,
}

impl Scoring {
    /// The part of the cost that is next.
    fn next<'r>(&self, by: &Resolver<'r>) -> Option<&'r Cost> {
        let objective = by.scene.printed(by.source.slot).objective.as_ref()?;
        objective.cost.get(usize::from(self.paid))
    }

    fn spend(&mut self, cost: Cost, run: &mut Run<'_>) -> Flow {
        let new = |verb| Proposal::new(verb, run.seat);
        let (one, number) = match (cost, run.answer) {
            (Cost::Tokens(n), Some(Choice::Pool(pool))) => (Some(new(Verb::SpendToken(pool))), n),
            (Cost::ActionCards(n), Some(Choice::Piece(slot))) => {
                let discard = new(Verb::ToPlace(Place::Discard));
                (Some(discard.of(run.scene.reference(slot))), n)
            }
            (Cost::Tokens(_), _) => return run.ask(run.seat, Prompt::Pool),
            (Cost::ActionCards(_), _) => return run.ask(run.seat, Prompt::Step),
            (Cost::TradeGoods(n), _) => {
                (Some(new(Verb::Lose(Gain::TradeGoods)).amount(n.into())), 1)
            }
            (Cost::Resources(n), _) => {
                run.call(run.seat, Payment::in_resources(n.into()));
                (None, 1)
            }
            (Cost::Influence(n), _) => {
                run.call(run.seat, Payment::in_influence(n.into()));
                (None, 1)
            }
            // The library takes no other for objectives.
            (Cost::Exhaust | Cost::StrategyToken | Cost::DestroyThis | Cost::Research(_), _) => {
                (None, 1)
            }
        };
        run.propose(one);
        self.part += 1;
        if self.part >= number {
            (self.paid, self.part) = (self.paid + 1, 0);
        }
        Flow::Again
    }
}

impl Procedure for Scoring {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> =
        &Lines::new(&[Do(Step::Spend), Do(Step::Score)]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        match step {
            Step::Spend => self.next(run).map_or(Flow::Next, |&cost| self.spend(cost, run)),
            Step::Score => {
                run.propose([Proposal::new(Verb::Score, run.seat).of(run.source)]);
                Flow::Next
            }
        }
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        match self.next(by) {
            Some(Cost::Tokens(_)) => {
                let pools = scene.board.player(by.seat).pools;
                let open = [Pool::Tactic, Pool::Strategy].into_iter();
                open.filter(|&pool| pools[pool as usize] > 0).map(Choice::Pool).collect()
            }
            _ => scene.cards(by.seat, Place::Hand, Kind::Action).map(Choice::Piece).collect(),
        }
    }
}
