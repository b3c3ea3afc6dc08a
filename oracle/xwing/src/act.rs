//! The actions of ships.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::damage::Damage;
use crate::fault::Fault;
use crate::fleet::{Action, Deed, Firing};
use crate::game::Game;
use crate::state::Dice;
use crate::state::{Face, Facing, Token};

impl<P: Players> Game<'_, P> {
    /// A ship performs an action, or none.
    pub(crate) fn act(&mut self, ship: usize) -> Flow {
        let mut options = self.actions(ship);
        if options.is_empty() {
            return Ok(());
        }
        options.push(Answer::Decline);
        let seat = self.ship(ship).seat;
        match self.ask(seat, Prompt::Action, &options)? {
            Answer::Act(deed) => self.perform(ship, deed),
            Answer::Repair(card) => {
                self.repair(ship, card);
                self.performed(ship)
            }
            _ => Ok(()),
        }
    }

    /// The actions that a ship can perform: none while stressed, focus alone while ionized.
    fn actions(&mut self, ship: usize) -> Vec<Answer> {
        self.actions_beside(ship, &[])
    }

    /// The same, where these ships do not coordinate: two that could only have each other act
    /// cannot.
    fn actions_beside(&mut self, ship: usize, but: &[usize]) -> Vec<Answer> {
        let one = self.ship(ship);
        if one.has(Token::Stress) && !self.breaks(Fault::StressActs) {
            return Vec::new();
        }
        let ionized = one.ionized;
        let mut options: Vec<Answer> = Vec::new();
        if !ionized {
            let mut cards: Vec<Damage> =
                one.faceup.iter().copied().filter(|card| card.is_repaired_by_action()).collect();
            cards.sort_unstable();
            cards.dedup();
            options.extend(cards.into_iter().map(Answer::Repair));
        }
        for &deed in one.pilot.bar() {
            if self.can_perform(ship, deed.action, but) {
                options.push(Answer::Act(deed));
            }
        }
        options
    }

    /// Tells whether an action of the bar would do something and was not performed in this round.
    fn can_perform(&mut self, ship: usize, action: Action, but: &[usize]) -> bool {
        let one = self.ship(ship);
        let only_focus = one.ionized || one.suffers(Damage::DamagedSensorArray) > 0;
        let again = one.performed.contains(&action) && !self.breaks(Fault::ActionTwice);
        if again || (action == Action::Coordinate && but.contains(&ship)) {
            return false;
        }
        if only_focus && action != Action::Focus {
            return false;
        }
        match action {
            Action::Focus
            | Action::Evade
            | Action::Calculate
            | Action::Reinforce
            | Action::RotateArc => true,
            Action::Lock | Action::Coordinate | Action::Jam => {
                !self.aims(ship, action, but).is_empty()
            }
            Action::Boost | Action::BarrelRoll => !self.shifts(ship, action).is_empty(),
            // Nothing in these squads has charges.
            Action::Reload => false,
        }
    }

    /// The ships that an action can be aimed at.
    fn aims(&mut self, ship: usize, action: Action, but: &[usize]) -> Vec<Answer> {
        let others: Vec<usize> = self.state.present().filter(|&other| other != ship).collect();
        let beside = [but, &[ship]].concat();
        let mut aims = Vec::new();
        for other in others {
            let friendly = self.ship(other).seat == self.ship(ship).seat;
            let fits = match action {
                Action::Lock => {
                    let far = if self.breaks(Fault::LocksNear) { 2 } else { 3 };
                    self.ship(ship).lock != Some(other) && self.range(ship, other) <= far
                }
                Action::Jam => !friendly && self.range(ship, other) <= 1,
                _ => {
                    friendly
                        && matches!(self.range(ship, other), 1 | 2)
                        && !self.actions_beside(other, &beside).is_empty()
                }
            };
            if fits {
                aims.push(Answer::Ship(other));
            }
        }
        aims
    }

    /// A ship performs an action of its bar; a red one gives it stress, a linked one may follow.
    fn perform(&mut self, ship: usize, deed: Deed) -> Flow {
        let seat = self.ship(ship).seat;
        self.ship_mut(ship).performed.push(deed.action);
        match deed.action {
            Action::Focus => self.gain_green(ship, Token::Focus)?,
            Action::Evade => self.gain_green(ship, Token::Evade)?,
            Action::Calculate => self.gain_green(ship, Token::Calculate)?,
            Action::Reinforce => {
                let ends = [Answer::Face(Facing::Front), Answer::Face(Facing::Rear)];
                let end = self.ask(seat, Prompt::Aim, &ends)?;
                let fore = end == Answer::Face(Facing::Front);
                self.gain_green(ship, if fore { Token::Fore } else { Token::Aft })?;
            }
            Action::RotateArc => {
                let now = self.ship(ship).facing;
                let double = self
                    .ship(ship)
                    .pilot
                    .sheet()
                    .weapons
                    .iter()
                    .any(|(arc, _)| *arc == Firing::DoubleTurret);
                let ways = Facing::ALL
                    .into_iter()
                    .filter(|&way| way != now && !(double && way == now.opposite()));
                let ways: Vec<Answer> = ways.map(Answer::Face).collect();
                if let Answer::Face(way) = self.ask(seat, Prompt::Aim, &ways)? {
                    self.ship_mut(ship).facing = way;
                }
            }
            Action::Lock => {
                let aims = self.aims(ship, Action::Lock, &[]);
                if let Answer::Ship(other) = self.ask(seat, Prompt::Aim, &aims)? {
                    self.ship_mut(ship).lock = Some(other);
                    self.jammed(ship)?;
                }
            }
            Action::Jam => {
                let aims = self.aims(ship, Action::Jam, &[]);
                if let Answer::Ship(other) = self.ask(seat, Prompt::Aim, &aims)? {
                    self.ship_mut(other).gain(Token::Jam);
                    self.jammed(other)?;
                }
            }
            Action::Coordinate => {
                let aims = self.aims(ship, Action::Coordinate, &[]);
                if let Answer::Ship(other) = self.ask(seat, Prompt::Aim, &aims)? {
                    self.act(other)?;
                }
            }
            Action::Boost | Action::BarrelRoll => {
                let shifts = self.shifts(ship, deed.action);
                let shifts: Vec<Answer> = shifts.into_iter().map(Answer::Move).collect();
                if let Answer::Move(shift) = self.ask(seat, Prompt::Move(ship), &shifts)? {
                    self.shift(ship, shift)?;
                }
            }
            Action::Reload => {}
        }
        if !self.ship(ship).is_present() {
            return Ok(());
        }
        if deed.red && !self.breaks(Fault::RedActionFree) {
            self.ship_mut(ship).gain(Token::Stress);
        }
        if let Some(next) = deed.linked
            && !self.ship(ship).has(Token::Stress)
            && self.can_perform(ship, next, &[])
        {
            let red = !self.breaks(Fault::LinkedWhite);
            let linked = Deed { action: next, red, linked: None };
            let options = [Answer::Act(linked), Answer::Decline];
            if self.ask(seat, Prompt::Action, &options)? != Answer::Decline {
                self.perform(ship, linked)?;
            }
        }
        self.performed(ship)
    }

    /// Abilities that follow an action: wounded pilots roll for stress.
    fn performed(&mut self, ship: usize) -> Flow {
        let wounds = vec![Damage::WoundedPilot; self.ship(ship).suffers(Damage::WoundedPilot)];
        self.resolve(ship, wounds)
    }

    pub(crate) fn wound(&mut self, ship: usize) {
        let seat = self.ship(ship).seat;
        if self.breaks(Fault::WoundIgnored) {
            return;
        }
        if matches!(self.roll(seat, Dice::Attack), Face::Hit | Face::Crit) {
            self.ship_mut(ship).gain(Token::Stress);
        }
    }

    fn gain_green(&mut self, ship: usize, token: Token) -> Flow {
        self.ship_mut(ship).gain(token);
        self.jammed(ship)
    }

    /// A jam token and a green token or a lock: both go, as the ship's player picks.
    fn jammed(&mut self, ship: usize) -> Flow {
        while self.ship(ship).has(Token::Jam) && !self.breaks(Fault::JamHarmless) {
            let one = self.ship(ship);
            let tokens = Token::GREEN.into_iter().filter(|&token| one.has(token));
            let mut options: Vec<Answer> = tokens.map(|token| Answer::Token(token, ship)).collect();
            if one.lock.is_some() {
                options.push(Answer::Lock(ship));
            }
            if options.is_empty() {
                break;
            }
            let seat = one.seat;
            match self.ask(seat, Prompt::Jam(ship), &options)? {
                Answer::Token(token, _) => self.ship_mut(ship).lose(token),
                _ => self.ship_mut(ship).lock = None,
            }
            self.ship_mut(ship).lose(Token::Jam);
        }
        Ok(())
    }
}
