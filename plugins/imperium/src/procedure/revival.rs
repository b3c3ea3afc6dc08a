//! Infantry that come back: a die is rolled when one is destroyed; at the start of its player's
//! next turn it is placed at home.

use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, PlanetId};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::UnitType;

/// Infantry that come back: a roll for one, or the placing of several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Revival {
    /// The number of infantry to place; 0 while it is rolled for one.
    left: u8,
    /// The number of dice that were high enough, 0 or 1.
    hits: i16,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Roll,
    Keep,
    Place,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Places,
}

impl Revival {
    /// The placing of so many infantry.
    pub(crate) fn of(left: u8) -> Self {
        Self { left, ..Self::default() }
    }

    /// The planets of the home system that the player controls.
    fn planets<'r>(by: &Resolver<'r>) -> impl Iterator<Item = PlanetId> + use<'r> {
        let Resolver { scene, seat, .. } = *by;
        scene.planets(seat).filter(move |&planet| {
            scene.board.system(scene.board.planet(planet).system).home == Some(seat)
        })
    }
}

impl Procedure for Revival {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        When(Test::Places, "placing"),
        Do(Step::Roll),
        Do(Step::Keep),
        Jump("end"),
        Label("placing"),
        Do(Step::Place),
        Label("end"),
    ]);

    fn holds(&self, test: Test, _: &Resolver<'_>) -> bool {
        let Test::Places = test;
        self.left > 0
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let seat = run.seat;
        match (step, run.answer) {
            (Step::Roll, _) => {
                let least = run.scene.standing(seat).revives;
                run.propose([Proposal::new(Verb::Roll(least), seat).of(run.source)]);
            }
            (Step::Keep, _) if self.hits > 0 => {
                run.propose([Proposal::new(Verb::Revive, seat).amount(1)]);
            }
            (Step::Keep, _) => {}
            (Step::Place, answer) => {
                let planets: Vec<PlanetId> = Self::planets(run).collect();
                let planet = match (answer, &*planets) {
                    _ if self.left == 0 => return Flow::Next,
                    (_, []) => return Flow::Next,
                    (Some(Choice::Planet(planet)), _) => planet,
                    (_, [only]) => *only,
                    _ => return run.ask(seat, Prompt::Where),
                };
                self.left -= 1;
                let back = Verb::Place(UnitType::Infantry, Place::Planet(planet));
                run.propose([
                    Proposal::new(Verb::Revive, seat).amount(-1),
                    Proposal::new(back, seat),
                ]);
                return Flow::Again;
            }
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        Self::planets(by).map(Choice::Planet).collect()
    }

    fn returned(&mut self, outcome: Outcome) {
        self.hits = outcome.number.unwrap_or(self.hits);
    }
}
