//! A game from round to round (LRR 40): strategy, action, status and agenda phase.

use crate::choice::{Answer, Flow, Players, Prompt, Stop};
use crate::fault::Fault;
use crate::objective::OBJECTIVES;
use crate::state::{CARDS, Card, PLAYERS, Phase, Place, Seat, State, TACTIC};
use crate::technology::{LOGISTICS, METABOLISM};
use crate::unit::Unit;

/// The strategy cards of each in games of three and four (LRR 84.1c).
const CARDS_EACH: usize = 2;

/// The command tokens that a player gains in the status phase (LRR 81.5).
const STATUS_TOKENS: u8 = 2;

/// A game in progress. Its rules are functions that ask as they go, so what is unresolved is on
/// the call stack.
pub struct Game<'p, P> {
    /// The table as it stands.
    pub state: State,
    /// Chance and the players.
    pub players: &'p mut P,
}

impl<'p, P: Players> Game<'p, P> {
    /// A game on a table that stands before a strategy phase.
    #[must_use]
    pub const fn new(state: State, players: &'p mut P) -> Self {
        Self { state, players }
    }

    /// Plays the game.
    ///
    /// # Errors
    /// Always: with why it was not played on.
    pub fn play(&mut self) -> Flow {
        loop {
            self.strategy_phase()?;
            self.action_phase()?;
            self.status_phase()?;
            if !self.state.custodians {
                self.agenda_phase();
            }
        }
    }

    pub(crate) fn breaks(&self, fault: Fault) -> bool {
        self.players.breaks(fault)
    }

    /// Asks for one of the options. A single one is taken silently.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt, options: Vec<Answer>) -> Flow<Answer> {
        match options[..] {
            [] => Ok(Answer::Done),
            [only] => Ok(only),
            _ => {
                let at = self.players.choose(&self.state, seat, prompt, &options)?;
                Ok(options[at])
            }
        }
    }

    /// Rolls so many dice; returns the hits of those that show at least `on`.
    pub(crate) fn roll(&mut self, on: u8, number: u8) -> u8 {
        let hits = (0..number).filter(|_| self.die() >= on).count();
        hits as u8
    }

    pub(crate) fn die(&mut self) -> u8 {
        self.state.dice.pop().unwrap_or(1)
    }

    /// Gives a player victory points; with enough of them the game is over at once (LRR 98.7).
    pub(crate) fn gain_points(&mut self, seat: Seat, points: i8) -> Flow {
        let player = &mut self.state.players[seat];
        player.points = (player.points + points).min(self.state.victory);
        if player.points < self.state.victory {
            return Ok(());
        }
        self.state.winner = Some(seat);
        Err(Stop::Over)
    }

    fn strategy_phase(&mut self) -> Flow {
        self.state.phase = Phase::Strategy;
        // LRR 84.1
        for _ in 0..CARDS_EACH {
            for seat in self.state.clockwise(self.state.speaker) {
                let free = (0..CARDS.len()).filter(|&card| self.state.cards[card].holder.is_none());
                let free = free.map(Answer::Take).collect();
                if let Answer::Take(card) = self.ask(seat, Prompt::StrategyCard, free)? {
                    let taken = &mut self.state.cards[card];
                    self.state.players[seat].goods += core::mem::take(&mut taken.goods);
                    (taken.holder, taken.used) = (Some(seat), false);
                }
            }
        }
        // LRR 84.2
        if !self.breaks(Fault::NoBonus) {
            for card in self.state.cards.iter_mut().filter(|card| card.holder.is_none()) {
                card.goods += 1;
            }
        }
        Ok(())
    }

    /// Turns in initiative order until everybody has passed (LRR 3).
    fn action_phase(&mut self) -> Flow {
        self.state.phase = Phase::Action;
        self.state.players.iter_mut().for_each(|player| player.passed = false);
        let mut last = None;
        loop {
            let order = self.state.initiative();
            let from = last.and_then(|last| order.iter().position(|&seat| seat == last));
            let from = from.map_or(0, |at| at + 1);
            let mut after = (0..order.len()).map(|n| order[(from + n) % order.len()]);
            let Some(seat) = after.find(|&seat| !self.state.players[seat].passed) else {
                return Ok(());
            };
            self.turn(seat)?;
            last = Some(seat);
        }
    }

    fn turn(&mut self, seat: Seat) -> Flow {
        self.state.active = seat;
        self.revive(seat)?;
        for action in 0..2 {
            // Whoever gains it by the first action has the second one.
            let two = self.state.owns(seat, LOGISTICS) && !self.breaks(Fault::NoSecondAction);
            let acts = action == 0 || two && !self.state.players[seat].out;
            if !acts || !self.act(seat, action > 0)? {
                break;
            }
        }
        Ok(())
    }

    /// Lets a player perform an action; returns `false` if the turn is over.
    fn act(&mut self, seat: Seat, another: bool) -> Flow<bool> {
        let own = |card: &Card| card.holder == Some(seat) && !card.used;
        let cards = (0..CARDS.len()).filter(|&card| own(&self.state.cards[card]));
        let mut options: Vec<Answer> = cards.map(Answer::Use).collect();
        // LRR 3.4
        let passes = options.is_empty() || self.breaks(Fault::PassEarly);
        if self.state.players[seat].pools[TACTIC] > 0 {
            let all = 0..self.state.systems.len();
            let twice = self.breaks(Fault::ActivateTwice);
            let open = all.filter(|&system| twice || !self.state.has_token(seat, system));
            options.extend(open.map(Answer::Activate));
        }
        if another {
            options.push(Answer::Done);
        } else if passes {
            options.push(Answer::Pass);
        }
        match self.ask(seat, Prompt::Action, options)? {
            Answer::Use(card) => self.strategic_action(seat, card)?,
            Answer::Activate(system) => self.tactical_action(seat, system)?,
            Answer::Pass => {
                self.state.players[seat].passed = true;
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Places infantry that come back on planets of the home system (Infantry II).
    fn revive(&mut self, seat: Seat) -> Flow {
        for _ in 0..self.state.players[seat].revived {
            let home = |&planet: &usize| {
                self.state.systems[self.state.planets[planet].system].home == Some(seat)
            };
            let homes: Vec<Answer> =
                self.state.planets_of(seat).filter(home).map(Answer::Planet).collect();
            if homes.is_empty() {
                break;
            }
            if let Answer::Planet(planet) = self.ask(seat, Prompt::Where, homes)? {
                self.state.players[seat].revived -= 1;
                self.place(seat, Unit::Infantry, Place::Planet(planet));
            }
        }
        Ok(())
    }

    fn status_phase(&mut self) -> Flow {
        self.state.phase = Phase::Status;
        self.score_objectives()?;
        self.reveal()?;
        // Removed, then gained and redistributed (LRR 81.4, 81.5).
        self.state.systems.iter_mut().for_each(|system| system.tokens = 0);
        for seat in self.state.initiative() {
            let fewer = u8::from(self.breaks(Fault::OneToken));
            let more = u8::from(self.state.owns(seat, METABOLISM));
            self.gain_tokens(seat, STATUS_TOKENS + more - fewer)?;
            self.redistribute(seat)?;
        }
        if !self.breaks(Fault::NothingReadied) {
            self.ready_planets();
        }
        self.state.cards.iter_mut().for_each(|card| card.used = false);
        if !self.breaks(Fault::NothingRepaired) {
            self.state.figures.iter_mut().for_each(|figure| figure.damaged = false);
        }
        self.state.cards.iter_mut().for_each(|card| card.holder = None);
        Ok(())
    }

    /// Reveals the next public objective; with none left, the game is over (LRR 61.15).
    fn reveal(&mut self) -> Flow {
        if let Some(card) = self.state.unrevealed.pop() {
            self.state.revealed.push(card);
            return Ok(());
        }
        let points = |seat: Seat| self.state.players[seat].points;
        let order = self.state.initiative();
        let most = order.iter().map(|&seat| points(seat)).max();
        let mut winners = order.iter().filter(|&&seat| Some(points(seat)) == most);
        let last = self.breaks(Fault::LastOfTiedWins);
        self.state.winner = if last { winners.next_back() } else { winners.next() }.copied();
        Err(Stop::Over)
    }

    fn ready_planets(&mut self) {
        self.state.planets.iter_mut().for_each(|planet| planet.exhausted = false);
    }

    /// Without agendas, planets are readied once more (LRR 8.4).
    fn agenda_phase(&mut self) {
        self.state.phase = Phase::Agenda;
        self.ready_planets();
    }

    /// Lets a player put so many command tokens from the reinforcements into pools (LRR 20.2).
    pub(crate) fn gain_tokens(&mut self, seat: Seat, number: u8) -> Flow {
        for _ in 0..number {
            if self.state.spare(seat) == 0 && !self.breaks(Fault::TokensWithoutEnd) {
                break;
            }
            let pools = (0..3).map(Answer::Pool).collect();
            if let Answer::Pool(pool) = self.ask(seat, Prompt::Pool, pools)? {
                self.state.players[seat].pools[pool] += 1;
            }
        }
        Ok(())
    }

    /// Lets a player move command tokens from pool to pool (LRR 81.5, 99.2); a smaller fleet pool
    /// bounds fleets at once (LRR 37.3).
    pub(crate) fn redistribute(&mut self, seat: Seat) -> Flow {
        loop {
            let pools = self.state.players[seat].pools;
            let mut options = Vec::new();
            for from in (0..3).filter(|&from| pools[from] > 0) {
                options.extend((0..3).filter(|&to| to != from).map(|to| Answer::Shift(from, to)));
            }
            options.push(Answer::Done);
            let Answer::Shift(from, to) = self.ask(seat, Prompt::Pool, options)? else { break };
            let pools = &mut self.state.players[seat].pools;
            pools[from] -= 1;
            pools[to] += 1;
        }
        self.keep_everywhere(seat)
    }

    /// Places a command token of a player from the reinforcements in a system; without any, one of a
    /// pool that the player chooses (LRR 20.3b). There is never more than one of a player (LRR 20.6).
    pub(crate) fn put_token(&mut self, seat: Seat, system: usize) -> Flow {
        if self.state.has_token(seat, system) {
            return Ok(());
        }
        if self.state.spare(seat) > 0 {
            self.state.systems[system].tokens |= 1 << seat;
            return Ok(());
        }
        let pools = self.state.players[seat].pools;
        let options = (0..3).filter(|&pool| pools[pool] > 0).map(Answer::Pool).collect();
        if let Answer::Pool(pool) = self.ask(seat, Prompt::Pool, options)? {
            self.state.players[seat].pools[pool] -= 1;
            self.state.systems[system].tokens |= 1 << seat;
        }
        // A smaller fleet pool bounds fleets at once (LRR 37.3).
        self.keep_everywhere(seat)
    }

    /// Eliminates those who have neither planets nor ground forces nor units that produce
    /// (LRR 33). Whoever is left alone wins.
    pub(crate) fn eliminate(&mut self) -> Flow {
        for seat in self.state.clockwise(self.state.active) {
            let counts = |unit| matches!(unit, Unit::Infantry | Unit::SpaceDock);
            let own = self.state.board(|figure| figure.seat == seat && counts(figure.unit)).next();
            if own.is_none() && self.state.planets_of(seat).next().is_none() {
                self.leave(seat)?;
            }
        }
        Ok(())
    }

    fn leave(&mut self, seat: Seat) -> Flow {
        let state = &mut self.state;
        let left = state.clockwise(seat).get(1).copied();
        for figure in state.figures.iter_mut().filter(|figure| figure.seat == seat) {
            (figure.place, figure.damaged) = (Place::Box, false);
        }
        for card in state.cards.iter_mut().filter(|card| card.holder == Some(seat)) {
            (card.holder, card.used) = (None, false);
        }
        state.systems.iter_mut().for_each(|system| system.tokens &= !(1 << seat));
        // Scored or not, secret objectives go back into the deck (LRR 33.7).
        let mut back = core::mem::take(&mut state.players[seat].secrets);
        back.extend(state.scored.iter().filter(|&&(_, by)| by == seat).map(|&(card, _)| card));
        back.retain(|&card| OBJECTIVES[card].secret);
        state.scored.retain(|&(_, by)| by != seat);
        state.secrets.extend(back);
        let player = &mut state.players[seat];
        (player.out, player.passed, player.pools) = (true, true, [0; 3]);
        if let Some(left) = left.filter(|_| state.speaker == seat) {
            state.speaker = left;
        }
        self.players.shuffle(&mut self.state.secrets);
        let rest: Vec<Seat> = (0..PLAYERS).filter(|&seat| !self.state.players[seat].out).collect();
        if let [last] = rest[..] {
            self.state.winner = Some(last);
            return Err(Stop::Over);
        }
        Ok(())
    }
}
