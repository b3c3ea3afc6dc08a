//! The game from phase to phase, the strategy phase and the status phase.

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::board::{Phase, Pool};
use crate::choice::{Choice, Locals, Prompt};
use crate::piece::Place;
use crate::program::Procedure;
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Constant, Kind};

/// In games of up to this many players everybody has two strategy cards (LRR 84.1c).
const TWO_CARDS: usize = 4;

impl Run<'_> {
    /// LRR 40. The phases: 0 strategy, 2 action, 4 status, 6 agenda.
    pub(super) fn game(&mut self) {
        let speaker = self.board.speaker;
        let (phase, procedure) = match self.at() / 2 {
            0 => (Phase::Strategy, Procedure::Strategy),
            1 => (Phase::Action, Procedure::Turn),
            2 => (Phase::Status, Procedure::Status),
            // LRR 27.4
            _ if self.board.custodians => return self.go(0),
            _ => (Phase::Agenda, Procedure::Agenda),
        };
        if self.at().is_multiple_of(2) {
            self.next();
            return self.propose([Proposal::new(Verb::BeginPhase(phase), speaker)]);
        }
        // The action phase goes on turn by turn.
        match (phase, self.next_player()) {
            (Phase::Action, Some(seat)) => self.call(procedure, seat, Locals::default()),
            (Phase::Action, None) => self.next(),
            _ => {
                self.go(if phase == Phase::Agenda { 0 } else { self.at() + 1 });
                self.call(procedure, speaker, Locals::default());
            }
        }
    }

    /// Whose turn is next: after the active player in initiative order, of those who have not
    /// passed (LRR 3, 4). `locals.did` says whether anybody has had a turn.
    fn next_player(&mut self) -> Option<Seat> {
        let order = self.scene().initiative_order();
        let first = !core::mem::replace(&mut self.locals().influence, true);
        let active = order.iter().position(|&seat| seat == self.board.active).unwrap_or(0);
        let from = if first { 0 } else { active + 1 };
        let player = (0..order.len())
            .map(|n| order[(from + n) % order.len()])
            .find(|&seat| !self.board.player(seat).passed);
        if player.is_none() {
            self.locals().influence = false;
        }
        player
    }

    /// LRR 84
    pub(super) fn strategy_phase(&mut self) {
        let players = self.board.players.len();
        let cards = if players <= TWO_CARDS { 2 * players } else { players };
        let at = usize::from(self.at());
        if at == cards {
            let left = self.free_strategy_cards();
            for slot in left {
                match self.board.bonus.iter_mut().find(|(card, _)| *card == slot) {
                    Some((_, goods)) => *goods += 1,
                    None => self.board.bonus.push((slot, 1)),
                }
            }
            return self.end();
        }
        let seat = (self.board.speaker + (at % players) as Seat) % players as Seat;
        if let Some(Choice::Piece(slot)) = self.answer() {
            self.next();
            let card = self.reference(slot);
            return self.propose([Proposal::new(Verb::ChooseStrategy, seat).of(card)]);
        }
        let options = self.free_strategy_cards();
        if options.is_empty() {
            return self.next();
        }
        self.ask(seat, Prompt::StrategyCard, options.into_iter().map(Choice::Piece));
    }

    fn free_strategy_cards(&self) -> Vec<Slot> {
        let scene = self.scene();
        let common = |&slot: &Slot| {
            scene.piece(slot).place == Place::Common && scene.printed(slot).kind == Kind::Strategy
        };
        scene.slots().filter(common).collect()
    }

    /// LRR 81. `locals.count` counts players within a step.
    pub(super) fn status_phase(&mut self) {
        let order = self.scene().initiative_order();
        let n = self.frame().locals.count as usize;
        match self.at() {
            0 => match order.get(n) {
                Some(&seat) => self.score_objectives(seat),
                None => self.restart_step(),
            },
            1 => {
                self.next();
                if self.board.unrevealed.is_empty() {
                    self.finish_game();
                } else {
                    let speaker = self.board.speaker;
                    self.propose([Proposal::new(Verb::RevealObjective, speaker)]);
                }
            }
            2 => {
                let mut draws = Vec::new();
                for seat in order {
                    let more = self.scene().total(seat, |constant| match constant {
                        Constant::MoreActionCards(n) => *n,
                        _ => 0,
                    });
                    let draw = Proposal::new(Verb::DrawActionCard, seat);
                    draws.extend((0..=more).map(|_| draw));
                }
                self.next();
                self.propose(draws);
            }
            3 => match order.get(n) {
                Some(&seat) => self.discard_to_seven(seat),
                None => self.restart_step(),
            },
            4 => {
                let mut lifted = Vec::new();
                for system in 0..self.board.systems.len() as u8 {
                    for &seat in order.iter().filter(|&&s| self.board.has_token(system, s)) {
                        lifted.push(Proposal::new(Verb::Token(false), seat).in_system(system));
                    }
                }
                self.next();
                self.propose(lifted);
            }
            5 => match order.get(n / 3) {
                Some(&seat) if n % 3 < 2 => self.gain_token(seat),
                Some(&seat) => self.redistribute(seat),
                None => self.restart_step(),
            },
            6 => {
                self.next();
                let ready = self.exhausted();
                self.propose(ready);
            }
            7 => {
                self.next();
                let repaired: Vec<Proposal> = self
                    .scene()
                    .figures()
                    .filter(|&(slot, _)| self.scene().piece(slot).damaged)
                    .map(|(slot, _)| {
                        let owner = self.scene().piece(slot).owner;
                        Proposal::new(Verb::Repair, owner).of(self.reference(slot))
                    })
                    .collect();
                self.propose(repaired);
            }
            8 => {
                self.next();
                let mut returned = Vec::new();
                for seat in order {
                    for slot in self.scene().cards(seat, Place::Area, Kind::Strategy) {
                        let back = Proposal::new(Verb::ToPlace(Place::Common), seat);
                        returned.push(back.of(self.reference(slot)));
                    }
                }
                self.propose(returned);
            }
            _ => self.end(),
        }
    }

    fn restart_step(&mut self) {
        self.locals().count = 0;
        self.next();
    }

    /// Everything that is exhausted, as proposals to ready it.
    fn exhausted(&self) -> Vec<Proposal> {
        let scene = self.scene();
        let mut ready = Vec::new();
        for planet in 0..self.board.planets.len() as u8 {
            if let Some(owner) = self.board.planet(planet).owner
                && self.board.planet(planet).exhausted
            {
                ready.push(Proposal::new(Verb::ReadyPlanet, owner).on(planet));
            }
        }
        for slot in scene.slots().filter(|&slot| scene.piece(slot).exhausted) {
            let card = scene.reference(slot);
            ready.push(Proposal::new(Verb::Ready, scene.piece(slot).holder).of(card));
        }
        ready
    }

    /// At most one public and one secret objective each (LRR 81.1).
    fn score_objectives(&mut self, seat: Seat) {
        if let Some(choice) = self.answer() {
            if let Choice::Piece(slot) = choice {
                let secret = self.is_secret(slot);
                self.locals().planets |= if secret { 2 } else { 1 };
                let card = self.reference(slot);
                return self.propose([Proposal::new(Verb::Score, seat).of(card)]);
            }
            self.locals().planets = 3;
        }
        let done = self.frame().locals.planets;
        let scorable: Vec<Slot> = self
            .scorable(seat)
            .into_iter()
            .filter(|&slot| done & if self.is_secret(slot) { 2 } else { 1 } == 0)
            .collect();
        if scorable.is_empty() {
            self.locals().planets = 0;
            self.locals().count += 1;
        } else {
            let options = scorable.into_iter().map(Choice::Piece).chain([Choice::Decline]);
            self.ask(seat, Prompt::Score, options);
        }
    }

    fn is_secret(&self, slot: Slot) -> bool {
        self.scene().printed(slot).objective.as_ref().is_some_and(|o| o.secret)
    }

    /// The objectives whose condition a player fulfils and has not scored.
    pub(super) fn scorable(&self, seat: Seat) -> Vec<Slot> {
        let scene = self.scene();
        let context = crate::scene::Context::of(seat);
        let may = |&slot: &Slot| {
            let piece = scene.piece(slot);
            let objective = scene.printed(slot).objective.as_ref();
            objective.is_some_and(|objective| {
                let there = if objective.secret {
                    piece.place == Place::Hand && piece.holder == seat
                } else {
                    piece.place == Place::Common
                };
                there
                    && !self.board.scored.contains(&(slot, seat))
                    && scene.holds(&objective.condition, &context)
            })
        };
        scene.slots().filter(may).collect()
    }

    /// At most seven action cards (LRR 2.4).
    fn discard_to_seven(&mut self, seat: Seat) {
        if let Some(Choice::Piece(slot)) = self.answer() {
            let discard = Proposal::new(Verb::ToPlace(Place::Discard), seat);
            let card = self.reference(slot);
            return self.propose([discard.of(card)]);
        }
        let hand: Vec<Slot> = self.scene().cards(seat, Place::Hand, Kind::Action).collect();
        if hand.len() <= 7 {
            self.locals().count += 1;
        } else {
            self.ask(seat, Prompt::Limits, hand.into_iter().map(Choice::Piece));
        }
    }

    /// A token from the reinforcements, into a pool of the player's choice (LRR 20.2).
    fn gain_token(&mut self, seat: Seat) {
        if let Some(choice) = self.answer() {
            self.locals().count += 1;
            if let Choice::Pool(pool) = choice {
                self.propose([Proposal::new(Verb::GainToken(pool), seat)]);
            }
        } else if self.board.spare_tokens(seat) == 0 {
            self.locals().count += 1;
        } else {
            let pools = [Pool::Tactic, Pool::Fleet, Pool::Strategy];
            self.ask(seat, Prompt::Pool, pools.map(Choice::Pool));
        }
    }

    /// Tokens from pool to pool until the player is done (LRR 81.5).
    fn redistribute(&mut self, seat: Seat) {
        match self.answer() {
            Some(Choice::Shift(from, to)) => {
                let spend = Proposal::new(Verb::SpendToken(from), seat);
                let gain = Proposal::new(Verb::GainToken(to), seat);
                self.propose([spend, gain]);
            }
            Some(_) => self.locals().count += 1,
            None => {
                let options = self.shifts(seat);
                self.ask(seat, Prompt::Pool, options);
            }
        }
    }

    /// How tokens can go from pool to pool, or not.
    pub(super) fn shifts(&self, seat: Seat) -> Vec<Choice> {
        let all = [Pool::Tactic, Pool::Fleet, Pool::Strategy];
        let pools = self.board.player(seat).pools;
        let from = all.into_iter().filter(|&from| pools[from as usize] > 0);
        let shifts = from.flat_map(|from| {
            all.into_iter().filter(move |&to| to != from).map(move |to| Choice::Shift(from, to))
        });
        shifts.chain([Choice::Done]).collect()
    }

    /// No objective is left to reveal: most victory points win, ties by initiative (LRR 98.8).
    fn finish_game(&mut self) {
        let order = self.scene().initiative_order();
        let most = order.iter().map(|&seat| self.board.player(seat).points).max();
        let winner = order.into_iter().find(|&seat| Some(self.board.player(seat).points) == most);
        self.propose([Proposal::new(Verb::Win, winner.expect("there are players"))]);
    }
}
