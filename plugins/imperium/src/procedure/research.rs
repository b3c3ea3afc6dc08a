//! A technology is researched (LRR 90). Planets with a technology specialty can be exhausted, each
//! instead of a prerequisite of its colour.

use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Payment, Procedure};
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Colour;

/// A technology that is researched.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Research {
    /// Its definition, once it is chosen.
    technology: Option<u16>,
    /// Prerequisites that are not met by technologies.
    skips: Vec<Colour>,
    /// The number of those that are ignored without a planet.
    ignored: usize,
    /// The number of command tokens that were gained instead.
    tokens: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Choose,
    Ignore,
    Skip,
    Gain,
    Tell,
    Propagate,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Propagates,
    Nothing,
}

impl Research {
    /// The planets, and laws attached to planets, that could be exhausted for the next prerequisite.
    /// Where one is ignored, all are of one colour: only those of unit upgrades are of several.
    fn means(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let due = self.skips.get(self.ignored..).and_then(<[Colour]>::last);
        let Some(&colour) = due else { return Vec::new() };
        let planets = by.scene.specialists(by.seat, colour).map(Choice::Planet);
        planets.chain(by.scene.teams(by.seat, colour).map(Choice::Piece)).collect()
    }

    /// Asks for a card that ignores all prerequisites, where it is not needed (LRR 90.12c).
    fn ignore(&mut self, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        let Some((card, price)) = scene.inheritance(seat).filter(|_| !self.skips.is_empty()) else {
            return Flow::Next;
        };
        let wanting = self.technology.map_or(0, |technology| scene.wanting(seat, technology));
        match run.answer {
            None if wanting <= self.ignored => return run.ask(seat, Prompt::Step),
            Some(Choice::No) => {}
            _ => {
                self.skips.clear();
                run.propose([Proposal::new(Verb::Exhaust, seat).of(scene.reference(card))]);
                run.call(seat, Payment::in_resources(price.into()));
            }
        }
        Flow::Next
    }
}

impl Procedure for Research {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        When(Test::Propagates, "propagation"),
        Do(Step::Choose),
        When(Test::Nothing, "end"),
        // LRR 90.12
        Do(Step::Ignore),
        Do(Step::Skip),
        // LRR 90.10
        Do(Step::Gain),
        Do(Step::Tell),
        Jump("end"),
        Label("propagation"),
        Do(Step::Propagate),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        match test {
            Test::Propagates => by.scene.standing(by.seat).propagates > 0,
            Test::Nothing => self.technology.is_none(),
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        match (step, run.answer) {
            (Step::Choose, Some(Choice::Technology(definition))) => {
                self.technology = Some(definition);
                self.skips = scene.lacking(seat, definition);
                self.ignored = scene.ignored(seat, definition);
            }
            (Step::Choose, _) if scene.researchable(seat).next().is_some() => {
                return run.ask(seat, Prompt::Step);
            }
            (Step::Choose, _) => {}
            (Step::Ignore, _) => return self.ignore(run),
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
            (Step::Propagate, Some(Choice::Pool(pool))) => {
                self.tokens += 1;
                run.propose([Proposal::new(Verb::GainToken(pool), seat)]);
                return Flow::Again;
            }
            (Step::Propagate, _) => {
                let due = self.tokens < scene.standing(seat).propagates;
                if due && scene.board.spare_tokens(seat) > 0 {
                    return run.ask(seat, Prompt::Pool);
                }
            }
            (Step::Gain | Step::Tell, _) => {
                let verb = match step {
                    Step::Gain => Verb::GainTechnology,
                    _ => Verb::Researched,
                };
                let technology = Proposal::new(verb, seat);
                run.propose(self.technology.map(|at| technology.amount(at as i16)));
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Choose => by.scene.researchable(by.seat).map(Choice::Technology).collect(),
            Step::Ignore => vec![Choice::Yes, Choice::No],
            Step::Propagate => by.scene.open_pools(by.seat).map(Choice::Pool).collect(),
            _ => self.means(by),
        }
    }
}
