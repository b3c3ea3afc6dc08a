//! The abilities and replacements of one anonymous game.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::replacement::Substitution;
use cardmill_kernel::window::Policy;

/// What a card can gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// What abilities watch for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    Event(u8),
    Gained(Token),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// These happen at once.
    Happen(Vec<u8>),
    /// A card gains one of a token.
    Gain(Slot, Token),
    /// Cards gain that many of a token, at once.
    Gains(Vec<(Slot, Token, u8)>),
    /// What has triggered since the last window is ordered and resolved.
    Drain,
    /// These abilities become due as delayed effects.
    Due(Vec<u16>),
    /// A random number from 0 to 99 is drawn.
    Draw,
}

/// A program and what begins it.
#[derive(Clone, Debug)]
pub struct Ability {
    pub name: String,
    pub seat: Seat,
    pub on: Option<Fact>,
    pub mandatory: bool,
    pub steps: Vec<Step>,
}

/// What a replacement does to a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another token is gained.
    Instead(Token),
    /// That many fewer are gained.
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
    pub seats: u8,
    pub lead: Seat,
    /// Ability 0 is the game itself.
    pub abilities: Vec<Ability>,
    pub rules: Vec<Rule>,
}

impl Library {
    /// A game of two players, led by the first, that runs `steps`.
    pub fn new(policy: Policy, steps: impl Into<Vec<Step>>) -> Self {
        let game = Ability {
            name: "game".into(),
            seat: 0,
            on: None,
            mandatory: true,
            steps: steps.into(),
        };
        Self {
            policy,
            substitution: Substitution::Chained,
            seats: 2,
            lead: 0,
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

    /// An ability of `seat` that triggers on a fact.
    pub fn on(mut self, fact: Fact, seat: Seat, name: &str, steps: impl Into<Vec<Step>>) -> Self {
        let mandatory = self.policy != Policy::Rounds;
        let steps = steps.into();
        self.abilities.push(Ability { name: name.into(), seat, on: Some(fact), mandatory, steps });
        self
    }

    /// Several abilities that do nothing and trigger on the first event.
    pub fn plain(self, seat: Seat, names: &[&str]) -> Self {
        names.iter().fold(self, |library, name| library.on(Fact::Event(0), seat, name, []))
    }

    /// A delayed effect, the target of [`Step::Due`].
    pub fn delayed(mut self, seat: Seat, name: &str, steps: impl Into<Vec<Step>>) -> Self {
        let (name, steps) = (name.into(), steps.into());
        self.abilities.push(Ability { name, seat, on: None, mandatory: true, steps });
        self
    }

    /// The ability added last must be resolved.
    pub fn must(mut self) -> Self {
        self.abilities.last_mut().expect("there is always the game").mandatory = true;
        self
    }

    /// A mandatory replacement.
    pub fn replace(mut self, seat: Seat, name: &str, from: Token, change: Change) -> Self {
        self.rules.push(Rule { name: name.into(), seat, from, change, optional: false });
        self
    }

    /// An optional replacement.
    pub fn may_replace(mut self, seat: Seat, name: &str, from: Token, change: Change) -> Self {
        self.rules.push(Rule { name: name.into(), seat, from, change, optional: true });
        self
    }
}
