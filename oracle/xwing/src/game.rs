//! Rounds: phases, and whose turn it is.

use crate::choice::{Answer, Flow, Players, Prompt, Stop};
use crate::damage::Damage;
use crate::fault::Fault;
use crate::fleet::Maneuver;
use crate::obstacle::OUTLINES;
use crate::space::Verdict;
use crate::state::{Dice, Face, Outcome, Seat, Ship, State, Token};

/// A squad: the pilots with their points, and the ids of its obstacles.
#[derive(Clone, Debug)]
pub struct Squad {
    /// The ships, with their points.
    pub ships: Vec<(&'static crate::fleet::Pilot, u8)>,
    /// The ids of its obstacles.
    pub obstacles: Vec<&'static str>,
}

/// A game and those who play it.
#[derive(Debug)]
pub struct Game<'p, P> {
    /// The state of the table.
    pub state: State,
    pub(crate) players: &'p mut P,
    /// The abilities that the one that is being resolved has set off.
    pub(crate) set_off: Option<Vec<Damage>>,
}

/// The order in which initiative counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Ascending,
    Descending,
}

impl Order {
    const fn reversed(self) -> Self {
        match self {
            Self::Ascending => Self::Descending,
            Self::Descending => Self::Ascending,
        }
    }
}

impl<'p, P: Players> Game<'p, P> {
    /// A game of two squads, before set-up.
    pub fn new(squads: [&Squad; 2], players: &'p mut P) -> Self {
        let mut state = State { phase: "setup", ..State::default() };
        for (seat, squad) in squads.into_iter().enumerate() {
            let ships = squad.ships.iter().map(|&(pilot, points)| Ship::new(pilot, seat, points));
            state.ships.extend(ships);
            let place = |id: &&str| OUTLINES.iter().position(|outline| outline.id == *id);
            state.players[seat].obstacles = squad.obstacles.iter().filter_map(place).collect();
        }
        Self { state, players, set_off: None }
    }

    /// Plays it.
    ///
    /// # Errors
    /// The reason for which it is not played on: it always stops.
    pub fn play(&mut self) -> Flow {
        self.set_up()?;
        loop {
            self.state.round += 1;
            self.planning()?;
            self.phase("activation", Order::Ascending, Self::activate)?;
            self.phase("engagement", Order::Descending, Self::engage)?;
            self.end()?;
        }
    }

    pub(crate) fn ship(&self, ship: usize) -> &Ship {
        &self.state.ships[ship]
    }

    pub(crate) fn ship_mut(&mut self, ship: usize) -> &mut Ship {
        &mut self.state.ships[ship]
    }

    pub(crate) fn judge(&mut self, verdict: Verdict) -> bool {
        if verdict.near { self.players.call(verdict.so) } else { verdict.so }
    }

    pub(crate) fn breaks(&self, fault: Fault) -> bool {
        self.players.breaks(fault)
    }

    pub(crate) fn roll(&mut self, seat: Seat, dice: Dice) -> Face {
        self.state.players[seat].rolled[dice as usize] += 1;
        self.players.roll(seat, dice)
    }

    /// Asks a player, unless there is but one option.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt, options: &[Answer]) -> Flow<Answer> {
        if let &[only] = options {
            return Ok(only);
        }
        let at = self.players.choose(&self.state, seat, prompt, options)?;
        for ship in 0..self.state.ships.len() {
            let pose = self.ship(ship).pose;
            self.ship_mut(ship).pose = self.players.measured(ship, pose);
        }
        Ok(options[at])
    }

    /// The players, the one first whose ships of equal initiative are first.
    pub(crate) fn in_order(&self) -> [Seat; 2] {
        let first = self.state.first;
        if self.breaks(Fault::TiesReversed) { [1 - first, first] } else { [first, 1 - first] }
    }

    /// The dials, ship by ship; a ship with as many ion tokens as its size gets none.
    fn planning(&mut self) -> Flow {
        self.state.phase = "planning";
        for seat in [self.state.first, 1 - self.state.first] {
            for ship in 0..self.state.ships.len() {
                let one = self.ship(ship);
                if one.seat != seat || !one.is_present() {
                    continue;
                }
                let bound = if self.breaks(Fault::IonSmall) { 1 } else { one.pilot.sheet().size };
                let ionized = one.count(Token::Ion) >= bound;
                self.ship_mut(ship).ionized = ionized;
                if ionized {
                    continue;
                }
                let dial = self.ship(ship).pilot.sheet().dial;
                let options: Vec<Answer> =
                    dial.split(' ').map(|text| Answer::Dial(Maneuver::read(text))).collect();
                if let Answer::Dial(maneuver) = self.ask(seat, Prompt::Dial(ship), &options)? {
                    self.ship_mut(ship).dial = Some(maneuver);
                }
            }
        }
        Ok(())
    }

    /// A phase in which ships have their turns by initiative, the first player's first.
    fn phase(
        &mut self,
        name: &'static str,
        order: Order,
        turn: fn(&mut Self, usize) -> Flow,
    ) -> Flow {
        self.state.phase = name;
        for ship in &mut self.state.ships {
            ship.acted = false;
        }
        let broken = match order {
            Order::Ascending => Fault::ActivationDescends,
            Order::Descending => Fault::EngagementAscends,
        };
        let order = if self.breaks(broken) { order.reversed() } else { order };
        for step in 0..=8 {
            let initiative = if order == Order::Ascending { step } else { 8 - step };
            for seat in self.in_order() {
                while let Some(ship) = self.next(seat, initiative)? {
                    self.ship_mut(ship).acted = true;
                    turn(self, ship)?;
                }
            }
            self.remove_destroyed();
        }
        Ok(())
    }

    /// The ship of a player and an initiative that is next, chosen where there are several.
    fn next(&mut self, seat: Seat, initiative: u8) -> Flow<Option<usize>> {
        let due = |ship: &usize| {
            let one = self.ship(*ship);
            one.seat == seat && one.pilot.initiative == initiative && !one.acted
        };
        let options: Vec<Answer> = self.state.present().filter(due).map(Answer::Ship).collect();
        if options.is_empty() {
            return Ok(None);
        }
        match self.ask(seat, Prompt::Turn, &options)? {
            Answer::Ship(ship) => Ok(Some(ship)),
            _ => Ok(None),
        }
    }

    /// Circular tokens go; then a player without ships has lost.
    fn end(&mut self) -> Flow {
        self.state.phase = "end";
        let (stay, unlock) = (self.breaks(Fault::CircularStays), self.breaks(Fault::LocksGo));
        for ship in &mut self.state.ships {
            for token in Token::CIRCULAR {
                if !stay {
                    ship.clear(token);
                }
            }
            if unlock {
                ship.lock = None;
            }
            ship.performed.clear();
            ship.ionized = false;
        }
        let has = |seat| self.state.present().any(|ship| self.ship(ship).seat == seat);
        self.state.outcome = match [has(0), has(1)] {
            [true, true] => return Ok(()),
            [true, false] => Outcome::Won(0),
            [false, true] => Outcome::Won(1),
            [false, false] => Outcome::Draw,
        };
        Err(Stop::Over)
    }

    /// Ships leave that were destroyed.
    pub(crate) fn remove_destroyed(&mut self) {
        for ship in 0..self.state.ships.len() {
            if self.ship(ship).is_present() && self.ship(ship).destroyed {
                self.remove(ship);
            }
        }
    }

    /// A ship leaves the mat: its tokens and locks on it are gone, its damage cards discarded.
    pub(crate) fn remove(&mut self, ship: usize) {
        let seat = self.ship(ship).seat;
        let vanish = self.breaks(Fault::CardsVanish);
        let one = self.ship_mut(ship);
        one.zone = crate::state::Zone::Gone;
        for token in Token::ALL {
            one.clear(token);
        }
        one.lock = None;
        let cards: Vec<Damage> = one.faceup.drain(..).chain(one.facedown.drain(..)).collect();
        if !vanish {
            self.state.players[seat].discard.extend(cards);
        }
        self.leave_touch(ship);
        for other in &mut self.state.ships {
            if other.lock == Some(ship) {
                other.lock = None;
            }
        }
    }

    /// A ship touches nothing any more.
    pub(crate) fn leave_touch(&mut self, ship: usize) {
        self.ship_mut(ship).touching.clear();
        for other in &mut self.state.ships {
            other.touching.retain(|&touched| touched != ship);
        }
    }
}
