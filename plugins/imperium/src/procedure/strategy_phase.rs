//! The strategy phase (LRR 84).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::effect::{Effect, EffectKind};
use crate::piece::PlanetId;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Sort;

/// The effect that a player must exhaust a planet for each technology.
const DUE: EffectKind = EffectKind::Exhausts(Sort::PerTechnology);

/// The number of strategy cards that each of so many players has (LRR 84.1c).
pub(crate) const fn strategy_cards(players: usize) -> usize {
    if players <= 4 { 2 } else { 1 }
}

/// The strategy phase: cards are chosen, then trade goods laid on the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StrategyPhase {
    /// The number of times that somebody has chosen a card, or was passed over.
    choices: u8,
    /// The card that is being chosen.
    chosen: Option<Slot>,
    /// The card that the player who chooses must not take.
    refused: Option<Slot>,
    /// The number of players who have exhausted the planets that they must.
    exhausted: u8,
    /// The number of planets that this player has exhausted.
    planets: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Exhaust,
    Choose,
    Bonus,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    AllHaveChosen,
}

/// The ready planets of a player.
fn ready(scene: Scene<'_>, seat: Seat) -> impl Iterator<Item = PlanetId> {
    scene.planets(seat).filter(move |&planet| !scene.board.planet(planet).exhausted)
}

impl StrategyPhase {
    /// The strategy cards that the player can choose.
    fn open<'r>(&self, by: &Resolver<'r>) -> impl Iterator<Item = Slot> + use<'r> {
        let refused = self.refused;
        by.scene.free_strategy_cards().filter(move |&slot| Some(slot) != refused)
    }

    /// The player whose turn it is to exhaust planets, from the speaker clockwise.
    fn exhauster(&self, by: &Resolver<'_>) -> Option<Seat> {
        by.scene.board.clockwise(by.scene.board.speaker).nth(self.exhausted.into())
    }

    /// Lets each player who must exhaust a planet for each technology.
    fn exhaust(&mut self, run: &mut Run<'_>) -> Flow {
        let scene = run.scene;
        let Some(seat) = self.exhauster(run) else {
            let due = |&(_, effect): &(u8, &Effect)| effect.kind == DUE;
            if scene.effects().any(|effect| due(&effect)) {
                run.propose([Proposal::new(Verb::HaveExhausted, scene.board.speaker)]);
            }
            return Flow::Next;
        };
        if let Some(Choice::Planet(planet)) = run.answer {
            self.planets += 1;
            run.propose([Proposal::new(Verb::ExhaustPlanet, seat).on(planet)]);
            return Flow::Again;
        }
        let owed = usize::from(scene.has_effect(seat, DUE)) * scene.technologies(seat).count();
        if usize::from(self.planets) < owed && ready(scene, seat).next().is_some() {
            return run.ask(seat, Prompt::Pay);
        }
        (self.exhausted, self.planets) = (self.exhausted + 1, 0);
        Flow::Again
    }
}

impl Procedure for StrategyPhase {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // What an agenda has at the start of the phase
        Do(Step::Exhaust),
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
        let each = strategy_cards(board.players.len());
        usize::from(self.choices) >= each * board.clockwise(board.speaker).count()
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, board) = (run.scene, run.scene.board);
        match step {
            Step::Exhaust => return self.exhaust(run),
            Step::Choose => {
                let mut seats = board.clockwise(board.speaker).cycle();
                let seat = seats.nth(self.choices.into()).unwrap_or(board.speaker);
                let keeps = scene.has_effect(seat, EffectKind::KeepsStrategy);
                if let Some(Choice::Piece(slot)) = run.answer {
                    let card = scene.reference(slot);
                    self.chosen = Some(slot);
                    run.propose([Proposal::new(Verb::ChooseStrategy, seat).of(card)]);
                } else if !keeps && self.open(run).next().is_some() {
                    return run.ask(seat, Prompt::StrategyCard);
                }
                self.refused = None;
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

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Exhaust => {
                let seat = self.exhauster(by);
                seat.into_iter()
                    .flat_map(|seat| ready(by.scene, seat))
                    .map(Choice::Planet)
                    .collect()
            }
            _ => self.open(by).map(Choice::Piece).collect(),
        }
    }

    /// A player who must choose another card is asked again.
    fn returned(&mut self, outcome: Outcome) {
        let chosen = self.chosen.take().filter(|_| !outcome.did);
        if chosen.is_some() {
            (self.refused, self.choices) = (chosen, self.choices - 1);
        }
    }
}
