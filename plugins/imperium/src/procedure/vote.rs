//! The vote on one agenda: it is revealed, votes are cast, the outcome is resolved (LRR 8.2).

use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Procedure;
use crate::ability::Ability;
use crate::advance::{Resolver, Run, ability};
use crate::choice::{Choice, Prompt, Target};
use crate::effect::EffectKind;
use crate::piece::{Place, PlanetId};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Kind, Outcomes, Timing};

/// The vote on one agenda, and what follows from its outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vote {
    /// The number of players who are done with voting.
    voters: u8,
    /// The outcome for which this player votes.
    outcome: Option<u8>,
    /// The reward of this prediction was resolved, if it was correct.
    rewarded: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Draw,
    Reveal,
    Discard,
    Open,
    Anew,
    Choose,
    Cast,
    EndVoting,
    Decide,
    Resolve,
    Predictions,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    NoneIsLeft,
    Replaced,
    NoneCanBeRevealed,
    IsElected,
    AllHaveVoted,
}

impl Vote {
    /// The player who votes next, clockwise from the speaker's left; the speaker votes last (LRR
    /// 8.2 and 80.2).
    fn voter(&self, by: &Resolver<'_>) -> Seat {
        let board = by.scene.board;
        let mut voters = board.clockwise(board.speaker).skip(1).chain([board.speaker]);
        voters.nth(self.voters.into()).unwrap_or(board.speaker)
    }

    /// The planets with which a player can still vote.
    fn ready<'r>(by: &Resolver<'r>, seat: Seat) -> impl Iterator<Item = PlanetId> + use<'r> {
        let scene = by.scene;
        scene.planets(seat).filter(move |&planet| scene.can_vote_with(planet))
    }

    /// Asks the player for the outcome to vote for.
    fn choose(&mut self, run: &mut Run<'_>) -> Flow {
        let seat = self.voter(run);
        self.outcome = match run.answer {
            Some(Choice::Outcome(outcome)) => Some(outcome),
            None if (run.scene.gathered.laws.one_vote
                || Self::ready(run, seat).next().is_some())
                && run.scene.outcomes().next().is_some()
                && !run.scene.is_barred(seat) =>
            {
                return run.ask(seat, Prompt::Vote);
            }
            _ => None,
        };
        Flow::Next
    }

    /// Lets the player exhaust planets for the outcome, one after another.
    fn cast(&mut self, run: &mut Run<'_>) -> Flow {
        let seat = self.voter(run);
        if run.scene.gathered.laws.one_vote {
            let vote = |outcome| Proposal::new(Verb::Vote, seat).with(outcome).amount(1);
            let votes = self.outcome.map(vote);
            run.propose(votes);
            run.propose(votes.map(|_| Proposal::new(Verb::CastVotes, seat)));
            self.voters += 1;
            return Flow::Next;
        }
        match (self.outcome, run.answer) {
            (Some(outcome), Some(Choice::Planet(planet))) => {
                let votes = run.scene.board.planet(planet).influence;
                let exhaust = Proposal::new(Verb::ExhaustPlanet, seat).on(planet);
                let vote = Proposal::new(Verb::Vote, seat).with(outcome).amount(votes.into());
                run.propose([exhaust, vote]);
                Flow::Again
            }
            (Some(_), None) if Self::ready(run, seat).next().is_some() => {
                run.ask(seat, Prompt::VoteWith)
            }
            _ => {
                // Whoever has cast none has abstained.
                let voted = run.scene.board.player(seat).votes.1.is_some();
                run.propose(voted.then(|| Proposal::new(Verb::CastVotes, seat)));
                self.voters += 1;
                Flow::Next
            }
        }
    }

    /// The outcomes with the most votes (LRR 8.19).
    fn tied(by: &Resolver<'_>) -> Vec<Choice> {
        let votes = |outcome: u8| -> u32 {
            let players = by.scene.board.players.iter();
            let cast = players.filter(|player| player.votes.1 == Some(outcome));
            cast.map(|player| u32::from(player.votes.0)).sum()
        };
        let outcomes = by.scene.outcomes();
        let most = outcomes.clone().map(votes).max().unwrap_or(0);
        outcomes.filter(|&outcome| votes(outcome) == most).map(Choice::Outcome).collect()
    }

    /// Resolves the ability of the outcome that won, and no other (LRR 8.18, 1.24). A law stays in
    /// play (LRR 8.20).
    fn resolve(run: &mut Run<'_>) -> Option<()> {
        let (scene, speaker) = (run.scene, run.scene.board.speaker);
        let agenda = scene.board.agenda?;
        let outcome = agenda.outcome?;
        let card = scene.reference(agenda.card);
        let printed = scene.printed(agenda.card);
        let won = printed.outcomes != Some(Outcomes::ForAgainst) || outcome == 0;
        let timing = if won { Timing::For } else { Timing::Against };
        // What is done to the elected player is that player's to resolve.
        let (seat, chosen, place) = match scene.elected(agenda.card, outcome) {
            Target::Player(seat) => (seat, Target::None, Place::Area),
            chosen @ Target::Planet(planet) => (speaker, chosen, Place::Planet(planet)),
            chosen => (speaker, chosen, Place::Common),
        };
        if let Some((program, _)) = scene.timed(agenda.card, timing) {
            run.begin(ability(program, seat, card, Ability::electing(chosen)));
        }
        // It is in play before what it does is done.
        if printed.law && won {
            run.propose([Proposal::new(Verb::ToPlace(place), seat).of(card)]);
        }
        Some(())
    }

    /// The prediction that is next, from the speaker clockwise (LRR 1.20, 8.22b): those that were
    /// resolved are gone, whoever has become the speaker since.
    fn prediction(by: &Resolver<'_>) -> Option<(Seat, Ref, u8)> {
        let board = by.scene.board;
        let mut predictions = board.clockwise(board.speaker).flat_map(|seat| {
            let own = by.scene.effects().filter(move |(_, effect)| effect.seat == seat);
            own.filter_map(move |(_, effect)| match effect.kind {
                EffectKind::Predicted { card, outcome } => Some((seat, card, outcome)),
                _ => None,
            })
        });
        predictions.next()
    }

    /// Rewards correct predictions after the outcome; then they are over.
    fn predictions(&mut self, run: &mut Run<'_>) -> Flow {
        let Some((seat, card, outcome)) = Self::prediction(run) else { return Flow::Next };
        if self.rewarded {
            run.propose([Proposal::new(Verb::EndPrediction, seat).of(card)]);
        } else if run.scene.board.agenda.is_some_and(|agenda| agenda.outcome == Some(outcome))
            && let Some((program, _)) = run.scene.timed(card.slot, Timing::Predicted)
        {
            run.begin(ability(program, seat, card, Ability::default()));
        }
        self.rewarded = !self.rewarded;
        Flow::Again
    }
}

impl Procedure for Vote {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // LRR 8.2 i
        Label("reveal"),
        Do(Step::Draw),
        Label("drawn"),
        When(Test::NoneIsLeft, "end"),
        Do(Step::Reveal),
        Unless(Test::Replaced, "open"),
        Do(Step::Discard),
        When(Test::NoneCanBeRevealed, "end"),
        Jump("reveal"),
        // LRR 8.2 ii
        Label("open"),
        Do(Step::Open),
        When(Test::IsElected, "decision"),
        Label("vote"),
        When(Test::AllHaveVoted, "outcome"),
        Do(Step::Choose),
        Do(Step::Cast),
        Jump("vote"),
        // LRR 8.2 iii
        Label("outcome"),
        Do(Step::EndVoting),
        Label("decision"),
        Do(Step::Decide),
        Do(Step::Resolve),
        // LRR 8.22b
        Do(Step::Predictions),
        Do(Step::Discard),
        // A law that was elected to be voted on lies open now.
        Do(Step::Anew),
        Jump("drawn"),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let board = by.scene.board;
        match test {
            Test::NoneIsLeft => board.agenda.is_none(),
            Test::Replaced => board.agenda.is_some_and(|agenda| agenda.replaced),
            Test::NoneCanBeRevealed => {
                let scene = by.scene;
                let mut agendas = scene.slots().filter(|&slot| {
                    let there = matches!(scene.piece(slot).place, Place::Deck | Place::Discard);
                    there && scene.printed(slot).kind == Kind::Agenda
                });
                agendas.all(|slot| scene.lacks_need(slot))
            }
            Test::IsElected => board.agenda.is_some_and(|agenda| agenda.elected.is_some()),
            Test::AllHaveVoted => {
                usize::from(self.voters) >= board.clockwise(board.speaker).count()
            }
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let (scene, speaker) = (run.scene, run.scene.board.speaker);
        match step {
            Step::Draw => run.propose([Proposal::new(Verb::DrawAgenda, speaker)]),
            Step::Reveal => {
                let card = scene.board.agenda.map(|agenda| agenda.card);
                run.propose(card.map(|card| {
                    let lacks = scene.lacks_need(card);
                    let verb = if lacks { Verb::ReplaceAgenda } else { Verb::RevealAgenda };
                    Proposal::new(verb, speaker).of(scene.reference(card))
                }));
            }
            Step::Open => run.propose([Proposal::new(Verb::StartVoting, speaker)]),
            Step::Anew => *self = Self::default(),
            Step::Discard => run.propose([Proposal::new(Verb::EndAgenda, speaker)]),
            Step::Choose => return self.choose(run),
            Step::Cast => return self.cast(run),
            Step::EndVoting => run.propose([Proposal::new(Verb::SpeakerVotes, speaker)]),
            Step::Decide => {
                let elected = scene.board.agenda.and_then(|agenda| agenda.elected);
                let resolve = Proposal::new(Verb::Resolve, speaker);
                match (elected, run.answer) {
                    (Some(outcome), _) | (None, Some(Choice::Outcome(outcome))) => {
                        run.propose([resolve.with(outcome)]);
                    }
                    // Where nothing can be elected, nothing is resolved.
                    _ if Self::tied(run).is_empty() => {}
                    _ => return run.ask(speaker, Prompt::Vote),
                }
            }
            Step::Resolve => {
                Self::resolve(run);
            }
            Step::Predictions => return self.predictions(run),
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        let seat = self.voter(by);
        match step {
            Step::Choose => {
                by.scene.outcomes().map(Choice::Outcome).chain([Choice::Decline]).collect()
            }
            Step::Cast => {
                let cast = by.scene.board.player(seat).votes.1.is_some();
                let done = cast.then_some(Choice::Done);
                Self::ready(by, seat).map(Choice::Planet).chain(done).collect()
            }
            Step::Decide => Self::tied(by),
            _ => Vec::new(),
        }
    }
}
