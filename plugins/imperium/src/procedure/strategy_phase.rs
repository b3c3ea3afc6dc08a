//! The strategy phase (LRR 84).

use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};

/// In games of up to this many players everybody has two strategy cards (LRR 84.1c).
const TWO_CARDS: usize = 4;

/// The strategy phase: cards are chosen, then trade goods laid on the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StrategyPhase {
    /// The number of times that somebody has chosen a card.
    choices: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Choose,
    Bonus,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    AllHaveChosen,
}

impl Procedure for StrategyPhase {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // LRR 84.1
        Label("choice"),
        Do(Step::Choose),
        Unless(Test::AllHaveChosen, "choice"),
        // LRR 84.2
        Do(Step::Bonus),
        Do(Step::End),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Test::AllHaveChosen = test;
        let board = by.scene.board;
        // A game that began with five or more goes on with one card each (LRR 33.9).
        let each = if board.players.len() <= TWO_CARDS { 2 } else { 1 };
        usize::from(self.choices) >= each * board.clockwise(board.speaker).count()
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, board) = (run.scene, run.scene.board);
        match step {
            Step::Choose => {
                let mut seats = board.clockwise(board.speaker).cycle();
                let seat = seats.nth(self.choices.into()).unwrap_or(board.speaker);
                if let Some(Choice::Piece(slot)) = run.answer {
                    let card = scene.reference(slot);
                    run.propose([Proposal::new(Verb::ChooseStrategy, seat).of(card)]);
                } else if scene.free_strategy_cards().next().is_some() {
                    return run.ask(seat, Prompt::StrategyCard);
                }
                self.choices += 1;
            }
            Step::End => run.propose([Proposal::new(Verb::EndStrategy, board.speaker)]),
            Step::Bonus => {
                run.propose(scene.free_strategy_cards().map(|slot| {
                    Proposal::new(Verb::Bonus, board.speaker).of(scene.reference(slot))
                }));
            }
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        by.scene.free_strategy_cards().map(Choice::Piece).collect()
    }
}
