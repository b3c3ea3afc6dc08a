//! The abilities and replacements of one anonymous game.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::replacement::{Picker, Substitution};
use cardmill_kernel::window;
use serde::{Deserialize, Serialize};

/// The order of abilities that could resolve at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    Blocks,
    Queue,
    /// Windows that go round the players, one for each fact.
    Rounds,
}

impl Policy {
    /// The policy for what waits in a list: under `Rounds` only delayed effects do.
    pub const fn of_list(self) -> window::Policy {
        match self {
            Self::Blocks | Self::Rounds => window::Policy::Blocks,
            Self::Queue => window::Policy::Queue,
        }
    }
}

/// A token that a card can gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Token {
    Focus,
    Evade,
    Calculate,
    Damage,
    Shield,
}

impl Token {
    pub const COUNT: usize = 5;
}

/// An event that abilities watch for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fact {
    /// An event is proposed; it has not met those that change it.
    Before(u8),
    /// An event is about to be committed.
    When(u8),
    Event(u8),
    Gained(Token),
    /// A delayed effect has become due.
    Delayed(u16),
}

/// An instruction of a program of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// These happen at once.
    Happen(Vec<u8>),
    /// A card gains one of a token.
    Gain(Slot, Token),
    /// Cards gain that many of a token, at once.
    Gains(Vec<(Slot, Token, u8)>),
    /// The abilities that have triggered since the last window are ordered and resolved.
    Drain,
    /// These abilities become due as delayed effects.
    Due(Vec<u16>),
    /// A random number from 0 to 99 is drawn.
    Draw,
}

/// A program and what begins it.
#[derive(Clone, Debug)]
pub struct Ability {
    pub label: String,
    pub seat: Seat,
    pub on: Option<Fact>,
    pub mandatory: bool,
    /// Under `Rounds`: of abilities with one name, one is used in a window.
    pub name: Option<u16>,
    /// Under `Rounds`: there is no such ability before that one has resolved.
    pub after: Option<u16>,
    /// Under `Rounds`: there is no such ability once that one has resolved.
    pub until: Option<u16>,
    pub steps: Vec<Step>,
}

impl Ability {
    fn new(seat: Seat, name: &str, on: Option<Fact>, steps: Vec<Step>) -> Self {
        Self {
            label: name.into(),
            seat,
            on,
            mandatory: true,
            name: None,
            after: None,
            until: None,
            steps,
        }
    }
}

/// The change that a replacement makes to a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another token is gained.
    Instead(Token),
    /// The gain is smaller by this number.
    Less(u8),
    /// Nothing is gained and the card loses a shield.
    Spend,
}

/// A replacement of gaining `from`.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    pub seat: Seat,
    pub from: Token,
    pub change: Change,
    pub optional: bool,
}

/// All that is fixed about a game.
#[derive(Resource, Clone, Debug)]
pub struct Library {
    pub policy: Policy,
    pub substitution: Substitution,
    pub picker: Picker,
    pub seats: u8,
    pub lead: Seat,
    /// Under `Rounds`: the order of the opportunities; empty is by seat from the one who leads.
    pub order: Vec<Seat>,
    /// Ability 0 is the game itself.
    pub abilities: Vec<Ability>,
    pub rules: Vec<Rule>,
}

impl Library {
    /// A game of two players, led by the first, that runs `steps`.
    pub fn new(policy: Policy, steps: impl Into<Vec<Step>>) -> Self {
        let game = Ability::new(0, "game", None, steps.into());
        Self {
            policy,
            substitution: Substitution::Chained,
            picker: Picker::Controller,
            seats: 2,
            lead: 0,
            order: Vec::new(),
            abilities: vec![game],
            rules: Vec::new(),
        }
    }

    pub fn seats(mut self, seats: u8, lead: Seat) -> Self {
        (self.seats, self.lead) = (seats, lead);
        self
    }

    pub fn substitution(mut self, substitution: Substitution) -> Self {
        self.substitution = substitution;
        self
    }

    pub fn picker(mut self, picker: Picker) -> Self {
        self.picker = picker;
        self
    }

    /// An ability of `seat` that triggers on a fact.
    pub fn on(mut self, fact: Fact, seat: Seat, name: &str, steps: impl Into<Vec<Step>>) -> Self {
        let mandatory = self.policy != Policy::Rounds;
        let ability = Ability::new(seat, name, Some(fact), steps.into());
        self.abilities.push(Ability { mandatory, ..ability });
        self
    }

    /// Several abilities that do nothing and trigger on the first event.
    pub fn plain(self, seat: Seat, names: &[&str]) -> Self {
        names.iter().fold(self, |library, name| library.on(Fact::Event(0), seat, name, []))
    }

    /// A delayed effect, the target of [`Step::Due`].
    pub fn delayed(mut self, seat: Seat, name: &str, steps: impl Into<Vec<Step>>) -> Self {
        self.abilities.push(Ability::new(seat, name, None, steps.into()));
        self
    }

    fn last(&mut self) -> &mut Ability {
        self.abilities.last_mut().expect("there is always the game")
    }

    /// The ability added last must be resolved.
    pub fn must(mut self) -> Self {
        self.last().mandatory = true;
        self
    }

    /// The ability added last shares a name with others.
    pub fn named(mut self, name: u16) -> Self {
        self.last().name = Some(name);
        self
    }

    /// The ability added last is there only after another has resolved.
    pub fn after(mut self, label: &str) -> Self {
        let after = self.program(label);
        self.last().after = Some(after);
        self
    }

    /// The ability added last is there only until another has resolved.
    pub fn until(mut self, label: &str) -> Self {
        let until = self.program(label);
        self.last().until = Some(until);
        self
    }

    fn program(&self, label: &str) -> u16 {
        let at = self.abilities.iter().position(|ability| ability.label == label);
        at.expect("an ability of this name") as u16
    }

    /// The order of opportunities in windows that go round.
    pub fn order(mut self, order: &[Seat]) -> Self {
        self.order = order.to_vec();
        self
    }

    /// The players in the order of their opportunities: as given, or from the lead on by seat.
    pub fn round(&self) -> Vec<Seat> {
        if self.order.is_empty() {
            (0..self.seats).map(|n| (self.lead + n) % self.seats).collect()
        } else {
            self.order.clone()
        }
    }

    /// Adds a mandatory replacement of a player's.
    pub fn replace(mut self, seat: Seat, name: &str, from: Token, change: Change) -> Self {
        self.rules.push(Rule { name: name.into(), seat, from, change, optional: false });
        self
    }

    /// Adds an optional replacement of a player's.
    pub fn may_replace(mut self, seat: Seat, name: &str, from: Token, change: Change) -> Self {
        self.rules.push(Rule { name: name.into(), seat, from, change, optional: true });
        self
    }
}
