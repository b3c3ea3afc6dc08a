//! A technology is researched (LRR 90). Planets with a technology specialty can be exhausted, each
//! instead of a prerequisite of its colour.

use core::convert::Infallible;

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Colour;

/// A technology that is researched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Research {
    /// Its definition, once it is chosen.
    technology: Option<u16>,
    /// Prerequisites for which planets are to be exhausted.
    skips: Vec<Colour>,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Choose,
    Skip,
    Gain,
}

impl Research {
    /// The planets, and laws attached to planets, that could be exhausted for the next prerequisite.
    fn means(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let Some(&colour) = self.skips.last() else { return Vec::new() };
        let planets = by.scene.specialists(by.seat, colour).map(Choice::Planet);
        planets.chain(by.scene.teams(by.seat, colour).map(Choice::Piece)).collect()
    }
}

impl Procedure for Research {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> =
        &Lines::new(&[Do(Step::Choose), Do(Step::Skip), Do(Step::Gain)]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        match (step, run.answer) {
            (Step::Choose, Some(Choice::Technology(definition))) => {
                self.technology = Some(definition);
                self.skips = scene.lacking(seat, definition);
            }
            (Step::Choose, _) if scene.researchable(seat).next().is_some() => {
                return run.ask(seat, Prompt::Step);
            }
            (Step::Choose, _) => {}
            (Step::Skip, answer) => {
                let exhausted = match (answer, &*self.means(run)) {
                    (Some(choice), _) => choice,
                    (_, []) => return Flow::Next,
                    (_, [only]) => *only,
                    _ => return run.ask(seat, Prompt::Pay),
                };
                self.skips.pop();
                let new = |verb| Proposal::new(verb, seat);
                run.propose(match exhausted {
                    Choice::Planet(planet) => Some(new(Verb::ExhaustPlanet).on(planet)),
                    Choice::Piece(slot) => Some(new(Verb::Exhaust).of(scene.reference(slot))),
                    _ => None,
                });
                return Flow::Again;
            }
            (Step::Gain, _) => {
                let new = |verb| Proposal::new(verb, seat);
                run.propose(self.technology.into_iter().flat_map(|definition| {
                    [Verb::GainTechnology, Verb::Researched]
                        .map(|v| new(v).amount(definition as i16))
                }));
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Choose => by.scene.researchable(by.seat).map(Choice::Technology).collect(),
            _ => self.means(by),
        }
    }
}
