//! Resources or influence are spent (LRR 75, 47); what is spent beyond the price is lost
//! (LRR 67.1b).

use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Gain;

/// A price that is paid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Payment {
    /// The resources or the influence left to pay.
    left: i16,
    /// `true` for influence, `false` for resources.
    influence: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Spend,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Done,
}

impl Payment {
    /// A payment of so many resources.
    pub(crate) const fn in_resources(left: i16) -> Self {
        Self { left, influence: false }
    }

    /// A payment of so much influence.
    pub(crate) const fn in_influence(left: i16) -> Self {
        Self { left, influence: true }
    }

    /// The amount left to pay, and `true` if it is influence.
    pub(crate) const fn due(&self) -> (i16, bool) {
        (self.left, self.influence)
    }

    fn worth(&self, planet: u8, by: &Resolver<'_>) -> i16 {
        let planet = by.scene.board.planet(planet);
        i16::from(if self.influence { planet.influence } else { planet.resources })
    }

    /// The planets that a player can exhaust for it, and a trade good.
    fn means(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let (scene, board) = (by.scene, by.scene.board);
        let ready = |&planet: &u8| !board.planet(planet).exhausted && self.worth(planet, by) > 0;
        let planets = scene.planets(by.seat).filter(ready).map(Choice::Planet);
        let goods = (board.player(by.seat).trade_goods > 0).then_some(Choice::TradeGood(true));
        planets.chain(goods).collect()
    }
}

impl Procedure for Payment {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Label("spending"),
        When(Test::Done, "end"),
        Do(Step::Spend),
        Jump("spending"),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Test::Done = test;
        self.left <= 0 || self.means(by).is_empty()
    }

    fn step(&mut self, _: Step, run: &mut Run<'_>) -> Flow {
        let new = |verb| Proposal::new(verb, run.seat);
        match run.answer {
            Some(Choice::Planet(planet)) => {
                self.left -= self.worth(planet, run);
                run.propose([new(Verb::ExhaustPlanet).on(planet)]);
            }
            Some(Choice::TradeGood(_)) => {
                self.left -= run.scene.worth_of_good(run.seat);
                run.propose([new(Verb::Lose(Gain::TradeGoods)).amount(1)]);
            }
            _ => return run.ask(run.seat, Prompt::Pay),
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        self.means(by)
    }
}
