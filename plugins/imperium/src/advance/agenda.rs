//! The agenda phase (LRR 8).

use cardmill_kernel::card::Seat;

use super::Run;
use crate::choice::{Choice, Locals, Prompt};
use crate::piece::Place;
use crate::program::Procedure;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Outcomes, Timing};

impl Run<'_> {
    /// Two agendas, then planets are readied.
    pub(super) fn agenda_phase(&mut self) {
        let speaker = self.board.speaker;
        let at = self.at();
        self.next();
        match at {
            0 | 1 => self.call(Procedure::Vote, speaker, Locals::default()),
            2 => {
                let ready: Vec<Proposal> = (0..self.board.planets.len() as u8)
                    .filter(|&planet| self.board.planet(planet).exhausted)
                    .filter_map(|planet| {
                        let owner = self.board.planet(planet).owner?;
                        Some(Proposal::new(Verb::ReadyPlanet, owner).on(planet))
                    })
                    .collect();
                self.propose(ready);
            }
            _ => self.end(),
        }
    }

    /// One agenda: reveal, vote, outcome. `locals.count` counts voters, then predictions.
    pub(super) fn vote(&mut self) {
        let speaker = self.board.speaker;
        match self.at() {
            0 => {
                self.next();
                self.propose([Proposal::new(Verb::DrawAgenda, speaker)]);
            }
            1 => match self.board.agenda {
                None => self.end(),
                Some(agenda) => {
                    self.next();
                    let card = self.reference(agenda.card);
                    self.propose([Proposal::new(Verb::RevealAgenda, speaker).of(card)]);
                }
            },
            2 => {
                let replaced = self.board.agenda.is_some_and(|agenda| agenda.replaced);
                self.go(if replaced { 0 } else { 3 });
                if replaced {
                    self.propose([Proposal::new(Verb::EndAgenda, speaker)]);
                }
            }
            3 | 4 => self.cast(),
            5 => {
                self.locals().count = 0;
                self.next();
                self.propose([Proposal::new(Verb::SpeakerVotes, speaker)]);
            }
            6 => self.decide(),
            7 => {
                self.next();
                self.resolve_outcome();
            }
            8 => self.predictions(),
            9 => {
                self.next();
                self.propose([Proposal::new(Verb::EndAgenda, speaker)]);
            }
            _ => self.end(),
        }
    }

    /// Clockwise from the speaker's left; the speaker votes last (LRR 8.2, 80.2).
    fn cast(&mut self) {
        let players = self.board.players.len() as Seat;
        let n = self.frame().locals.count as Seat;
        if n >= players {
            return self.go(5);
        }
        let seat = (self.board.speaker + 1 + n) % players;
        let ready: Vec<u8> =
            self.scene().planets(seat).filter(|&p| self.scene().can_vote_with(p)).collect();
        let cast = self.board.player(seat).votes.1.is_some();
        match (self.at(), self.answer()) {
            (3, None) => {
                if ready.is_empty() || self.board.player(seat).barred {
                    self.locals().count += 1;
                    return;
                }
                let outcomes = self.outcomes().into_iter().map(Choice::Outcome);
                self.ask(seat, Prompt::Vote, outcomes.chain([Choice::Decline]).collect::<Vec<_>>());
            }
            (3, Some(Choice::Outcome(outcome))) => {
                self.locals().number = outcome.into();
                self.go(4);
            }
            (4, Some(Choice::Planet(planet))) => {
                let outcome = self.frame().locals.number as u8;
                let votes = self.board.planet(planet).influence;
                let exhaust = Proposal::new(Verb::ExhaustPlanet, seat).on(planet);
                let vote = Proposal::new(Verb::Vote, seat).with(outcome).amount(votes.into());
                self.propose([exhaust, vote]);
            }
            (4, None) if !ready.is_empty() => {
                let done = cast.then_some(Choice::Done);
                let planets = ready.into_iter().map(Choice::Planet).chain(done);
                self.ask(seat, Prompt::VoteWith, planets.collect::<Vec<_>>());
            }
            _ => {
                self.locals().count += 1;
                self.go(3);
            }
        }
    }

    /// Most votes; the speaker decides ties (LRR 8.19).
    fn decide(&mut self) {
        let speaker = self.board.speaker;
        let resolve = |outcome| Proposal::new(Verb::Resolve, speaker).with(outcome);
        if let Some(Choice::Outcome(outcome)) = self.answer() {
            self.next();
            return self.propose([resolve(outcome)]);
        }
        let votes = |outcome: u8| -> u32 {
            let players = self.board.players.iter();
            let cast = players.filter(|player| player.votes.1 == Some(outcome));
            cast.map(|player| u32::from(player.votes.0)).sum()
        };
        let outcomes = self.outcomes();
        let most = outcomes.iter().map(|&outcome| votes(outcome)).max().unwrap_or(0);
        let tied = outcomes.into_iter().filter(|&outcome| votes(outcome) == most);
        let tied: Vec<Choice> = tied.map(Choice::Outcome).collect();
        self.ask(speaker, Prompt::Vote, tied);
    }

    /// Only the ability of the outcome that won is resolved (LRR 8.18, 1.24). A law stays in play
    /// (LRR 8.20).
    fn resolve_outcome(&mut self) {
        let speaker = self.board.speaker;
        let Some(agenda) = self.board.agenda else { return };
        let Some(outcome) = agenda.outcome else { return };
        let card = self.reference(agenda.card);
        let printed = self.scene().printed(agenda.card);
        let elects = printed.outcomes == Some(Outcomes::ElectPlayer);
        let won = elects || outcome == 0;
        let law = printed.law && won;
        let definition = self.scene().piece(agenda.card).definition;
        let timing = if won { Timing::For } else { Timing::Against };
        let mut abilities = self.catalogue.abilities(definition);
        let ability = abilities.find(|(_, ability)| ability.timing.contains(&timing));
        let program = ability.map(|(program, _)| program);
        if let Some(program) = program {
            self.begin(program, speaker, card, Locals::default());
        }
        if law {
            let (place, holder) =
                if elects { (Place::Area, outcome) } else { (Place::Common, speaker) };
            self.propose([Proposal::new(Verb::ToPlace(place), holder).of(card)]);
        }
    }

    /// Correct predictions are rewarded after the outcome, from the speaker clockwise
    /// (LRR 8.22b); then their cards are discarded.
    fn predictions(&mut self) {
        let n = self.frame().locals.count as usize;
        let mut predictions = self.board.predictions.clone();
        let order: Vec<Seat> = self.board.clockwise(self.board.speaker).collect();
        predictions.sort_by_key(|p| order.iter().position(|&seat| seat == p.seat));
        let Some(&prediction) = predictions.get(n / 2) else { return self.next() };
        self.locals().count += 1;
        let outcome = self.board.agenda.and_then(|agenda| agenda.outcome);
        if n % 2 == 1 {
            let discard = Proposal::new(Verb::ToPlace(Place::Discard), prediction.seat);
            self.propose([discard.of(prediction.card)]);
        } else if outcome == Some(prediction.outcome) {
            let definition = self.scene().piece(prediction.card.slot).definition;
            let mut abilities = self.catalogue.abilities(definition);
            let reward = abilities.find(|(_, a)| a.timing.contains(&Timing::Predicted));
            let program = reward.map(|(program, _)| program);
            if let Some(program) = program {
                self.begin(program, prediction.seat, prediction.card, Locals::default());
            }
        }
    }
}
