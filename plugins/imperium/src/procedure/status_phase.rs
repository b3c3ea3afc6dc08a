//! The status phase (LRR 81).

use core::convert::Infallible;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use cardmill_kernel::stack::Frame;
use serde::{Deserialize, Serialize};

use super::{Hand, Limits, Procedure, Scoring};
use crate::advance::{Resolver, Run, procedure};
use crate::choice::{Choice, Prompt};
use crate::effect::EffectKind;
use crate::piece::Place;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Kind;

/// The command tokens that a player gains (LRR 81.5).
const TOKENS: u8 = 2;

/// The status phase: scoring, cards and tokens, then everything is readied and repaired.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StatusPhase {
    /// The number of players who are done with this step, which goes in initiative order.
    done: u8,
    /// This player scores no more public objectives, or secret ones.
    scored: [bool; 2],
    /// The number of command tokens that this player has gained, or could not gain.
    tokens: u8,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Score,
    Reveal,
    Draw,
    Discard,
    LiftTokens,
    GainTokens,
    Ready,
    Repair,
    Return,
    ReturnCards,
    End,
}

impl StatusPhase {
    /// The player whose part of the step it is.
    fn player(&self, by: &Resolver<'_>) -> Option<Seat> {
        by.scene.initiative_order().get(usize::from(self.done)).copied()
    }

    fn next_player(&mut self) -> Flow {
        self.done += 1;
        Flow::Again
    }

    /// The objectives that a player can still score: at most one public and one secret one
    /// (LRR 81.1).
    fn scorable(&self, seat: Seat, by: &Resolver<'_>) -> impl Iterator<Item = Slot> {
        let (scene, scored) = (by.scene, self.scored);
        scene.scorable(seat).filter(move |&slot| !scored[usize::from(scene.is_secret(slot))])
    }

    fn score(&mut self, seat: Seat, run: &mut Run<'_>) -> Flow {
        match run.answer {
            Some(Choice::Piece(slot)) => {
                self.scored[usize::from(run.scene.is_secret(slot))] = true;
                let source = run.scene.reference(slot);
                run.begin(Frame { source, ..procedure(seat, Scoring::default()) });
                return Flow::Again;
            }
            None if self.scorable(seat, run).next().is_some() => {
                return run.ask(seat, Prompt::Score);
            }
            _ => {}
        }
        self.scored = [false; 2];
        self.next_player()
    }

    /// The number of command tokens that a player gains.
    fn due(&self, seat: Seat, by: &Resolver<'_>) -> u8 {
        TOKENS + by.scene.standing(seat).tokens
    }

    /// Tokens from the reinforcements, each into a pool of the player's choice (LRR 20.2); then
    /// tokens from pool to pool until the player is done.
    fn gain_tokens(&mut self, seat: Seat, run: &mut Run<'_>) -> Flow {
        let token = |verb| Proposal::new(verb, seat);
        if self.tokens < self.due(seat, run) {
            match run.answer {
                None if run.scene.board.spare_tokens(seat) > 0 => {
                    return run.ask(seat, Prompt::Pool);
                }
                Some(Choice::Pool(pool)) => run.propose([token(Verb::GainToken(pool))]),
                _ => {}
            }
            self.tokens += 1;
            return Flow::Again;
        }
        match run.answer {
            None => run.ask(seat, Prompt::Pool),
            Some(Choice::Shift(from, to)) => {
                run.propose([token(Verb::SpendToken(from)), token(Verb::GainToken(to))]);
                Flow::Again
            }
            Some(_) => {
                self.tokens = 0;
                Limits::everywhere(run, seat);
                self.next_player()
            }
        }
    }
}

impl Procedure for StatusPhase {
    type Step = Step;
    type Test = Infallible;

    const LINES: &'static Lines<Step, Infallible> = &Lines::new(&[
        // LRR 81.1
        Do(Step::Score),
        // LRR 81.2
        Do(Step::Reveal),
        // LRR 81.3
        Do(Step::Draw),
        // LRR 2.4
        Do(Step::Discard),
        // LRR 81.4
        Do(Step::LiftTokens),
        // LRR 81.5
        Do(Step::GainTokens),
        // LRR 81.6
        Do(Step::Ready),
        // LRR 81.7
        Do(Step::Repair),
        // LRR 81.8
        Do(Step::Return),
        Do(Step::ReturnCards),
        Do(Step::End),
    ]);

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, board) = (run.scene, run.scene.board);
        let order = scene.initiative_order();
        match step {
            Step::Score | Step::GainTokens => {
                let Some(seat) = self.player(run) else {
                    self.done = 0;
                    return Flow::Next;
                };
                return match step {
                    Step::Score => self.score(seat, run),
                    _ => self.gain_tokens(seat, run),
                };
            }
            Step::Reveal if board.unrevealed.is_empty() => {
                // Most victory points win, ties by initiative (LRR 98.8).
                let most = order.iter().map(|&seat| board.player(seat).points).max();
                let winner = order.iter().find(|&&seat| Some(board.player(seat).points) == most);
                run.propose(winner.map(|&seat| Proposal::new(Verb::Win, seat)));
            }
            Step::Reveal => run.propose([Proposal::new(Verb::RevealObjective, board.speaker)]),
            Step::Draw => {
                for seat in order {
                    run.propose(Proposal::draws(seat, 1 + scene.standing(seat).action_cards));
                }
            }
            Step::Discard => Hand::trim(order, run),
            Step::LiftTokens => {
                for system in 0..board.systems.len() as u8 {
                    let here = order.iter().filter(|&&seat| board.has_token(system, seat));
                    let lift = |&seat| Proposal::new(Verb::Token(false), seat).in_system(system);
                    run.propose(here.map(lift));
                }
            }
            Step::Ready => {
                run.propose(scene.exhausted_planets());
                let cards = scene.slots().filter(|&slot| scene.piece(slot).exhausted);
                run.propose(cards.map(|slot| {
                    let card = scene.reference(slot);
                    Proposal::new(Verb::Ready, scene.piece(slot).holder).of(card)
                }));
            }
            Step::Repair => {
                let damaged = scene.figures().filter(|&(slot, _)| scene.piece(slot).damaged);
                run.propose(damaged.map(|(slot, _)| {
                    let owner = scene.piece(slot).owner;
                    Proposal::new(Verb::Repair, owner).of(scene.reference(slot))
                }));
            }
            Step::End => run.propose([Proposal::new(Verb::EndStatus, board.speaker)]),
            Step::Return => {
                let has =
                    |seat: &Seat| scene.cards(*seat, Place::Area, Kind::Strategy).next().is_some();
                let each = order.into_iter().filter(has);
                run.propose(each.map(|seat| Proposal::new(Verb::ReturnStrategy, seat)));
            }
            Step::ReturnCards => {
                let keeps = |seat: &Seat| scene.has_effect(*seat, EffectKind::KeepsStrategy);
                for seat in order.into_iter().filter(|seat| !keeps(seat)) {
                    let back = Proposal::new(Verb::ToPlace(Place::Common), seat);
                    let cards = scene.cards(seat, Place::Area, Kind::Strategy);
                    run.propose(cards.map(|slot| back.of(scene.reference(slot))));
                }
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let scene = by.scene;
        let Some(seat) = self.player(by) else { return Vec::new() };
        match step {
            Step::Score => {
                let scorable = self.scorable(seat, by).map(Choice::Piece);
                scorable.chain([Choice::Decline]).collect()
            }
            Step::GainTokens if self.tokens < self.due(seat, by) => {
                scene.open_pools(seat).map(Choice::Pool).collect()
            }
            Step::GainTokens => scene.shifts(seat).collect(),
            _ => Vec::new(),
        }
    }
}
