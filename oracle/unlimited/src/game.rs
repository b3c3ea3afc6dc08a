//! A game from set-up to its end: rounds, phases and turns (CR 5).

use crate::card::Keywords;
use crate::choice::{Answer, Flow, Options, Players, Prompt};
use crate::fault::Fault;
use crate::set::{Card, CardSet, Seat};
use crate::state::{List, Phase, State};
use crate::trigger::Ability;

/// Cards in an opening hand (CR 5.2.1D).
const OPENING_HAND: usize = 6;
/// Cards put into the resource zone before the first round (CR 5.2.1F).
const FIRST_RESOURCES: usize = 2;
/// Cards drawn in the regroup phase (CR 5.5.1B).
const REGROUP_DRAW: u8 = 2;
/// Resources for each aspect icon that is missing (CR 8.1.1).
const PENALTY: u8 = 2;

/// A game in progress. Its rules are functions that ask as they go, so what is unresolved is on
/// the call stack.
pub struct Game<'p, P> {
    /// The table as it stands.
    pub state: State,
    /// Chance and the players.
    pub players: &'p mut P,
    pub(super) options: Options,
}

impl<'p, P: Players> Game<'p, P> {
    /// A table for two decks and those who play.
    #[must_use]
    pub fn new(lists: [&List; 2], players: &'p mut P) -> Self {
        let penalty = if players.breaks(Fault::PenaltyOfOne) { 1 } else { PENALTY };
        let provides_all = players.breaks(Fault::IconProvidesAll);
        Self::on(State::new(lists, penalty, provides_all), players)
    }

    /// A game on a table that was prepared.
    #[must_use]
    pub fn on(state: State, players: &'p mut P) -> Self {
        Self { state, players, options: Options::new() }
    }

    /// Plays the game.
    ///
    /// # Errors
    /// Always: with why it was not played on.
    pub fn play(&mut self) -> Flow {
        self.set_up()?;
        loop {
            self.action_phase()?;
            self.regroup_phase()?;
        }
    }

    pub(super) fn breaks(&self, fault: Fault) -> bool {
        self.players.breaks(fault)
    }

    /// Asks for one of the options. A single one is taken silently.
    pub(super) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow<Answer> {
        match self.options[..] {
            [] => Ok(Answer::Nothing),
            [only] => Ok(only),
            _ => {
                let at = self.players.choose(&self.state, seat, prompt, &self.options)?;
                Ok(self.options[at])
            }
        }
    }

    /// Offers cards, and nothing else yet.
    pub(super) fn offer(&mut self, cards: CardSet) {
        self.options.clear();
        self.options.extend(cards.map(Answer::Card));
    }

    /// Both players, whoever has the initiative first.
    fn seats(&self) -> [Seat; 2] {
        [self.state.initiative, 1 - self.state.initiative]
    }

    fn set_up(&mut self) -> Flow {
        let first = self.players.first();
        self.state.initiative = first;
        self.state.active = first;
        for seat in [0, 1] {
            self.opening_hand(seat);
        }
        for seat in self.seats() {
            self.options.clear();
            self.options.extend([Answer::Yes, Answer::No]);
            if self.ask(seat, Prompt::Mulligan)? == Answer::Yes {
                // The hand goes back, all is shuffled, six new cards are drawn (CR 5.2.1E).
                let hand = core::mem::take(&mut self.state.players[seat].hand);
                self.state.players[seat].deck.extend(hand);
                self.opening_hand(seat);
            }
        }
        // Both choose before either places (docs/method/rules.md).
        let mut chosen = CardSet::EMPTY;
        for seat in self.seats() {
            for _ in 0..FIRST_RESOURCES {
                self.offer(self.state.players[seat].hand & !chosen);
                if let Answer::Card(card) = self.ask(seat, Prompt::FirstResource)? {
                    chosen.add(card);
                }
            }
        }
        self.place_resources(chosen, true);
        Ok(())
    }

    fn opening_hand(&mut self, seat: Seat) {
        let player = &mut self.state.players[seat];
        self.players.shuffle(seat, &mut player.deck);
        for _ in 0..OPENING_HAND {
            if let Some(card) = player.deck.pop() {
                player.hand.add(card);
            }
        }
    }

    fn place_resources(&mut self, cards: CardSet, ready: bool) {
        for card in cards {
            let player = &mut self.state.players[card.owner()];
            player.hand.remove(card);
            player.resources.add(card);
            player.ready += u8::from(ready);
        }
    }

    fn action_phase(&mut self) -> Flow {
        let state = &mut self.state;
        state.round += 1;
        state.phase = Phase::Action;
        state.active = state.initiative;
        state.taken = false;
        state.passes = 0;
        for player in &mut state.players {
            player.done = false;
        }
        while self.state.passes < 2 {
            self.turn()?;
            self.resolve(0)?;
            self.state.active = 1 - self.state.active;
        }
        // Nobody is taking an action any more (CR 1.4.5).
        if !self.breaks(Fault::NextPlayerLeads) {
            self.state.active = self.state.initiative;
        }
        if !self.breaks(Fault::PhaseNeverEnds) {
            self.end_phase()?;
        }
        self.resolve(0)
    }

    /// Ends everything that lasts for the phase, all of it at once (CR 5.4.1C, 7.7.3E).
    fn end_phase(&mut self) -> Flow {
        for card in self.state.in_play() {
            let unit = &mut self.state.units[card.index()];
            (unit.phase_power, unit.phase_hp, unit.phase_raid) = (0, 0, 0);
            self.state.refresh(card);
        }
        self.settle()
    }

    fn turn(&mut self) -> Flow {
        let seat = self.state.active;
        // Whoever took the initiative passes for the rest of the phase (CR 1.15.5B).
        if self.state.players[seat].done && !self.breaks(Fault::InitiativeActsOn) {
            self.state.passes += 1;
            return Ok(());
        }
        self.offer_actions(seat);
        let action = self.ask(seat, Prompt::Action)?;
        match action {
            Answer::Initiative => {
                self.state.passes += 1; // It counts as a pass (CR 1.15.6D).
                self.state.taken = true;
                self.state.players[seat].done = true;
                if !self.breaks(Fault::InitiativeNotTaken) {
                    self.state.initiative = seat;
                }
                return Ok(());
            }
            Answer::Play(_) | Answer::Attack(_) | Answer::Deploy => self.state.passes = 0,
            _ => {
                self.state.passes += 1;
                return Ok(());
            }
        }
        match action {
            Answer::Play(card) => self.play_card(card),
            Answer::Attack(unit) => self.attack(unit, None),
            _ => self.deploy(seat),
        }
    }

    fn offer_actions(&mut self, seat: Seat) {
        self.options.clear();
        let playable = self.playable(seat);
        self.options.extend(playable.map(Answer::Play));
        let ready = self.state.units_of(seat) & !self.state.exhausted;
        self.options.extend(ready.map(Answer::Attack));
        if self.can_deploy(seat) {
            self.options.push(Answer::Deploy);
        }
        if !self.state.taken {
            self.options.push(Answer::Initiative);
        }
        self.options.push(Answer::Pass);
    }

    /// Once a game, with enough resources (CR 3.4.4, 7.2.4).
    fn can_deploy(&self, seat: Seat) -> bool {
        let player = &self.state.players[seat];
        let leader = self.state.printed(Card::of(seat, Card::LEADER));
        let unused = !player.epic || self.breaks(Fault::LeaderComesBack);
        unused
            && !self.state.is_deployed(seat)
            && player.resources.len() >= usize::from(leader.deploy_at)
    }

    fn deploy(&mut self, seat: Seat) -> Flow {
        let leader = Card::of(seat, Card::LEADER);
        self.state.players[seat].epic = true;
        self.state.enter(leader, true); // It is ready (CR 3.4.4).
        self.trigger_arrival(leader);
        self.settle()
    }

    fn regroup_phase(&mut self) -> Flow {
        self.state.phase = Phase::Regroup;
        for seat in self.seats() {
            self.draw(seat, REGROUP_DRAW);
        }
        self.settle()?;
        self.resolve(0)?;
        let mut chosen = CardSet::EMPTY;
        for seat in self.seats() {
            self.offer(self.state.players[seat].hand);
            self.options.push(Answer::Decline);
            if let Answer::Card(card) = self.ask(seat, Prompt::Resource)? {
                chosen.add(card);
            }
        }
        self.place_resources(chosen, false);
        // CR 5.5.1D.
        self.state.exhausted = CardSet::EMPTY;
        for player in &mut self.state.players {
            player.ready = player.resources.len() as u8;
        }
        Ok(())
    }

    /// Draws cards. Each one that cannot be drawn is 3 damage to the base (CR 8.6.1).
    pub(super) fn draw(&mut self, seat: Seat, cards: u8) {
        const EMPTY_DECK_DAMAGE: u8 = 3;
        for n in 0..cards {
            if let Some(card) = self.state.players[seat].deck.pop() {
                self.state.players[seat].hand.add(card);
            } else if !(self.breaks(Fault::EmptyDeckHarmless)
                || n > 0 && self.breaks(Fault::EmptyDeckOnce))
            {
                self.state.players[seat].damage += EMPTY_DECK_DAMAGE;
            }
        }
    }

    /// Abilities of a unit that was played or deployed: Ambush and Shielded (CR 7.5.5, 7.5.12).
    pub(super) fn trigger_arrival(&mut self, unit: Card) {
        let keywords = self.state.units[unit.index()].keywords;
        let was = self.state.now(unit);
        if keywords.has(Keywords::AMBUSH) {
            self.wait(Ability::Ambush, was, was);
        }
        if keywords.has(Keywords::SHIELDED) && !self.breaks(Fault::ShieldedIgnored) {
            self.wait(Ability::Shielded, was, was);
        }
    }
}
