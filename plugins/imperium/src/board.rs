//! What a table shows beside its cards and figures.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
pub use cardmill_harness::outcome::Outcome;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stock::{EFFECTS, Stock};
use serde::{Deserialize, Serialize};

use crate::piece::{PlanetId, SystemId};
use crate::token::TOKENS;
use crate::vocabulary::{Anomaly, Colour, Trait, Wormhole};

/// Cards and figures of a table. Six players with all their plastic, technologies and all decks are
/// some 620; fighters and infantry have no bound but this one (LRR 23.4).
pub const SLOTS: usize = 1024;

/// Players at a table.
pub const PLAYERS: usize = 6;

/// Command tokens of a colour (LRR 20).
pub const COMMAND_TOKENS: u8 = 16;

/// Victory points that win (LRR 98).
pub const VICTORY: i8 = 10;

/// A phase of the round (LRR 40).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Phase {
    /// Players choose strategy cards.
    Strategy,
    /// Players take turns.
    #[default]
    Action,
    /// Objectives, tokens, cards.
    Status,
    /// Agendas.
    Agenda,
}

/// A pool of the command sheet (LRR 19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Pool {
    /// The tactic pool.
    Tactic,
    /// The fleet pool.
    Fleet,
    /// The strategy pool.
    Strategy,
}

impl Pool {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Tactic, Self::Fleet, Self::Strategy];
}

/// Whether players trade.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Trade {
    /// With neighbours, on any terms (LRR 94).
    #[default]
    Free,
    /// With neighbours, on the terms of a menu; one offer to each in a turn.
    Menu,
    /// Not at all.
    None,
}

/// What a game is played by that is the same all the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct House {
    /// A whole game of the base game: nothing of the expansion is produced, researched or explored,
    /// and players can be eliminated.
    pub whole: bool,
    /// Factions are played without their abilities.
    pub plain: bool,
    /// Victory points that win.
    pub victory: i8,
    /// Whether players trade.
    pub trade: Trade,
}

impl Default for House {
    fn default() -> Self {
        Self { whole: false, plain: false, victory: VICTORY, trade: Trade::Free }
    }
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The faction sheet's definition.
    pub faction: u16,
    /// Command tokens by [`Pool`].
    pub pools: [u8; 3],
    /// Trade goods.
    pub trade_goods: u8,
    /// Commodities.
    pub commodities: u8,
    /// Victory points.
    pub points: i8,
    /// Has passed in this action phase.
    pub passed: bool,
    /// The players, as a mask, with whom the active player has traded this turn (LRR 94.1).
    pub traded: u8,
    /// Votes cast on this agenda, and for which outcome.
    pub votes: (u8, Option<u8>),
    /// Infantry that will come back at the start of the player's next turn.
    pub revived: u8,
}

/// A planet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Planet {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub system: SystemId,
    /// Resources.
    pub resources: u8,
    /// Influence.
    pub influence: u8,
    /// Its trait.
    pub trait_: Option<Trait>,
    /// Its technology specialty.
    pub specialty: Option<Colour>,
    /// Who controls it.
    pub owner: Option<Seat>,
    /// Its card is exhausted.
    pub exhausted: bool,
    /// It is Mecatol Rex.
    pub mecatol: bool,
}

/// A system.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct System {
    /// Its name.
    pub name: String,
    /// Printed wormholes.
    pub wormholes: ArrayVec<Wormhole, 4>,
    /// Its anomaly.
    pub anomaly: Option<Anomaly>,
    /// Whose home it is.
    pub home: Option<Seat>,
    /// Systems whose tiles touch it, as a mask.
    pub touches: u64,
    /// The players, as a mask, whose command tokens are here.
    pub tokens: u8,
}

/// A combat, in space or on a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// The planet of a ground combat.
    pub planet: Option<PlanetId>,
    /// The active player.
    pub attacker: Seat,
    /// The other one.
    pub defender: Seat,
    /// The round, from 1.
    pub round: u8,
    /// Who has announced a retreat this round.
    pub retreats: Option<Seat>,
}

impl Combat {
    /// The opponent of one of the two.
    #[must_use]
    pub const fn opponent(&self, seat: Seat) -> Option<Seat> {
        if seat == self.attacker {
            Some(self.defender)
        } else if seat == self.defender {
            Some(self.attacker)
        } else {
            None
        }
    }
}

/// What an ability remembers: slots of figures, or numbers of sleeper tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Memory([u64; SLOTS / 64]);

impl Memory {
    /// Nothing.
    pub const NONE: Self = Self([0; SLOTS / 64]);

    /// Whether a figure or a token is remembered.
    #[must_use]
    pub const fn has(&self, number: u16) -> bool {
        self.0[number as usize / 64] & (1 << (number % 64)) != 0
    }
}

impl FromIterator<u16> for Memory {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Self {
        let mut memory = Self::default();
        for number in numbers {
            memory.0[usize::from(number / 64)] |= 1 << (number % 64);
        }
        memory
    }
}

/// An ability whose condition was looked at when its event happened and was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Triggered {
    /// The number of the event.
    pub serial: u32,
    /// The card it is on.
    pub source: Slot,
    /// Its program.
    pub program: u16,
    /// What it remembers.
    pub remembered: Memory,
}

/// An agenda being voted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Agenda {
    /// The card.
    pub card: Slot,
    /// It is replaced by another.
    pub replaced: bool,
    /// The outcome that won: 0 for or 1 against, or the seat elected.
    pub outcome: Option<u8>,
}

/// The state of a table that is not on a card or a figure.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// Slots in use.
    pub slots: Slot,
    /// What the game is played by.
    pub house: House,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The players as they sit, clockwise.
    pub order: Vec<Seat>,
    /// The players, as a mask, who were eliminated (LRR 33).
    pub eliminated: u8,
    /// The systems.
    pub systems: Vec<System>,
    /// The planets.
    pub planets: Vec<Planet>,
    /// The round, from 1.
    pub round: u8,
    /// The phase.
    pub phase: Phase,
    /// The speaker.
    pub speaker: Seat,
    /// The active player.
    pub active: Seat,
    /// The active system (LRR 5).
    pub system: Option<SystemId>,
    /// The custodians token is still on Mecatol Rex (LRR 27).
    pub custodians: bool,
    /// The combat under way.
    pub combat: Option<Combat>,
    /// The agenda being voted on.
    pub agenda: Option<Agenda>,
    /// Lasting and delayed effects.
    pub effects: Stock<EFFECTS>,
    /// Abilities that triggered and whose windows are still open.
    pub triggered: Vec<Triggered>,
    /// The units that used Sustain Damage in this round of combat.
    pub sustained: Vec<Slot>,
    /// Events so far.
    pub serial: u32,
    /// The action card deck, the top card last.
    pub action_deck: Vec<Slot>,
    /// The agenda deck, the top card last.
    pub agenda_deck: Vec<Slot>,
    /// The exploration decks by trait, the top card last.
    pub exploration: [Vec<Slot>; 3],
    /// The secret objective deck, the top card last.
    pub secret_deck: Vec<Slot>,
    /// Public objectives not revealed yet, the next one last.
    pub unrevealed: Vec<Slot>,
    /// Objectives scored: the card and by whom.
    pub scored: Vec<(Slot, Seat)>,
    /// Trade goods on strategy cards nobody chose, by definition.
    pub bonus: Vec<(Slot, u8)>,
    /// Results of the next dice, the next one last; when there are none, dice are rolled.
    pub dice: Vec<u8>,
    /// How the game stands.
    pub outcome: Outcome,
}

impl Board {
    /// How many cards and figures, effects and tokens there are.
    #[must_use]
    pub fn sizes(&self) -> Lists<usize> {
        Lists { cards: self.slots.into(), effects: EFFECTS, tokens: TOKENS, ..Lists::default() }
    }

    /// A player.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[usize::from(seat)]
    }

    /// A player.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[usize::from(seat)]
    }

    /// A planet.
    #[must_use]
    pub fn planet(&self, planet: PlanetId) -> &Planet {
        &self.planets[usize::from(planet)]
    }

    /// A planet.
    pub fn planet_mut(&mut self, planet: PlanetId) -> &mut Planet {
        &mut self.planets[usize::from(planet)]
    }

    /// A system.
    #[must_use]
    pub fn system(&self, system: SystemId) -> &System {
        &self.systems[usize::from(system)]
    }

    /// The players who are in the game, clockwise from a seat.
    pub fn clockwise(&self, from: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let at = self.order.iter().position(|&seat| seat == from).unwrap_or(0);
        let all = self.order[at..].iter().chain(&self.order[..at]).copied();
        all.filter(|&seat| self.is_in_game(seat)).collect::<ArrayVec<Seat, PLAYERS>>().into_iter()
    }

    /// Whether a player was not eliminated.
    #[must_use]
    pub const fn is_in_game(&self, seat: Seat) -> bool {
        self.eliminated & (1 << seat) == 0
    }

    /// The planets of a system.
    pub fn planets_of(&self, system: SystemId) -> impl Iterator<Item = PlanetId> + Clone + '_ {
        (0..self.planets.len() as u8).filter(move |&p| self.planet(p).system == system)
    }

    /// Whether a player's command token is in a system.
    #[must_use]
    pub fn has_token(&self, system: SystemId, seat: Seat) -> bool {
        self.system(system).tokens & (1 << seat) != 0
    }

    /// Command tokens a player has neither on the sheet nor on the board (LRR 20.3).
    #[must_use]
    pub fn spare_tokens(&self, seat: Seat) -> u8 {
        let placed = self.systems.iter().filter(|s| s.tokens & (1 << seat) != 0).count() as u8;
        COMMAND_TOKENS.saturating_sub(placed + self.player(seat).pools.iter().sum::<u8>())
    }
}
