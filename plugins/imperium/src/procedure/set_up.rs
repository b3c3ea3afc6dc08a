//! The choices of players before the first round, from the speaker clockwise: technologies to begin
//! with, and the one of two secret objectives that they keep.

use core::convert::Infallible;

use cardmill_kernel::card::Seat;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Kind;

/// The secret objectives that are dealt, of which one goes back.
const SECRETS: usize = 2;

/// The set-up, from the first choice to the first round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SetUp {
    /// The number of players who are done with this step.
    done: u8,
    /// The number of technologies that this player has been given.
    given: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Technologies,
    Deal,
    Secrets,
}

impl SetUp {
    fn player(&self, by: &Resolver<'_>) -> Option<Seat> {
        by.scene.board.clockwise(by.scene.board.speaker).nth(self.done.into())
    }

    fn next_player(&mut self) -> Flow {
        (self.done, self.given) = (self.done + 1, 0);
        Flow::Again
    }

    /// Asks for the technologies of a faction that begins with some of its player's choice.
    fn technologies(&mut self, seat: Seat, run: &mut Run<'_>) -> Flow {
        let faction = run.scene.catalogue.definition(run.scene.board.player(seat).faction);
        let chosen = faction.start.as_ref().map_or(0, |start| start.chosen);
        match run.answer {
            Some(Choice::Technology(definition)) => {
                self.given += 1;
                let gain = Proposal::new(Verb::GainTechnology, seat);
                run.propose([gain.amount(definition as i16)]);
                Flow::Again
            }
            _ if self.given < chosen => run.ask(seat, Prompt::Step),
            _ => self.next_player(),
        }
    }

    fn secrets(&mut self, seat: Seat, run: &mut Run<'_>) -> Flow {
        if let Some(Choice::Piece(slot)) = run.answer {
            let back = Proposal::new(Verb::ReturnSecret, seat);
            run.propose([back.of(run.scene.reference(slot))]);
        } else if run.scene.cards(seat, Place::Hand, Kind::Objective).count() >= SECRETS {
            return run.ask(seat, Prompt::Limits);
        }
        self.next_player()
    }
}

impl Procedure for SetUp {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> =
        &Lines::new(&[Do(Step::Technologies), Do(Step::Deal), Do(Step::Secrets)]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        if matches!(step, Step::Deal) {
            let board = run.scene.board;
            for seat in board.clockwise(board.speaker) {
                run.propose([Proposal::new(Verb::DrawSecret, seat); SECRETS]);
            }
            return Flow::Next;
        }
        let Some(seat) = self.player(run) else {
            self.done = 0;
            return Flow::Next;
        };
        match step {
            Step::Technologies => self.technologies(seat, run),
            _ => self.secrets(seat, run),
        }
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let Some(seat) = self.player(by) else { return Vec::new() };
        match step {
            Step::Technologies => by.scene.researchable(seat).map(Choice::Technology).collect(),
            _ => {
                let secrets = by.scene.cards(seat, Place::Hand, Kind::Objective);
                secrets.map(Choice::Piece).collect()
            }
        }
    }
}
