//! The state of a table beside its cards and figures: players, planets, systems, decks and the
//! turn.

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

/// The most players at a table, and the seats that tables by seat have room for.
pub const PLAYERS: usize = 6;

/// The command tokens of a colour (LRR 20).
pub const COMMAND_TOKENS: u8 = 16;

/// The victory points that win where nothing else is said (LRR 98).
pub const VICTORY: i8 = 10;

/// The influence that removes the custodians token (LRR 27.2).
pub const CUSTODIANS: i16 = 6;

/// The secret objectives that a player can have, scored ones counted (LRR 45.4).
pub const SECRETS: usize = 3;

/// A phase of the round (LRR 40).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Phase {
    /// Players choose strategy cards, from the speaker clockwise.
    Strategy,
    /// Players take turns, in initiative order.
    #[default]
    Action,
    /// Players score objectives, gain tokens and draw cards.
    Status,
    /// Players vote on agendas.
    Agenda,
}

/// A pool of the command sheet (LRR 19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Pool {
    /// The tactic pool, for tactical actions.
    Tactic,
    /// The fleet pool, which bounds ships in a system.
    Fleet,
    /// The strategy pool, for secondary abilities.
    Strategy,
}

impl Pool {
    /// All pools, in the order of [`Player::pools`].
    pub const ALL: [Self; 3] = [Self::Tactic, Self::Fleet, Self::Strategy];
}

/// The terms on which players trade, if at all.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Trade {
    /// Transactions with neighbours, on any terms (LRR 94).
    #[default]
    Free,
    /// Transactions with neighbours, on the terms of a menu; one offer to each in a turn.
    Menu,
    /// No transactions at all.
    None,
}

/// The options that a game is played by from its beginning to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct House {
    /// A whole game of the base game: nothing of the expansion is produced, researched or explored,
    /// and players can be eliminated.
    pub whole: bool,
    /// Factions are played without their abilities.
    pub plain: bool,
    /// The victory points that win.
    pub victory: i8,
    /// The terms on which players trade, if at all.
    pub trade: Trade,
}

impl Default for House {
    fn default() -> Self {
        Self { whole: false, plain: false, victory: VICTORY, trade: Trade::Free }
    }
}

/// A player's sheet and counts, as they lie open to all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The definition of the faction sheet, by its place in the catalogue.
    pub faction: u16,
    /// The command tokens in each [`Pool`].
    pub pools: [u8; 3],
    /// The trade goods on the sheet.
    pub trade_goods: u8,
    /// The commodities on the sheet.
    pub commodities: u8,
    /// The victory points of the player, who wins with [`House::victory`] of them.
    pub points: i8,
    /// The player has passed in this action phase.
    pub passed: bool,
    /// The players, as a mask, with whom the active player has traded this turn (LRR 94.1).
    pub traded: u8,
    /// The votes that were cast on this agenda, and the outcome that they are for; `None` before
    /// the first.
    pub votes: (u8, Option<u8>),
    /// The number of infantry that will come back at the start of the player's next turn.
    pub revived: u8,
}

/// A planet on the game board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Planet {
    /// The name, unlike that of any other planet of the table.
    pub name: String,
    /// The system in which it lies.
    pub system: SystemId,
    /// The resources that its card is worth, exhausted to spend them.
    pub resources: u8,
    /// The influence that its card is worth, spent or voted with.
    pub influence: u8,
    /// The trait, by which it is explored; `None` for a planet without.
    pub trait_: Option<Trait>,
    /// The colour of its technology specialty.
    pub specialty: Option<Colour>,
    /// The player who controls it.
    pub owner: Option<Seat>,
    /// Its card is exhausted, not ready.
    pub exhausted: bool,
    /// It is Mecatol Rex, on which the custodians token lies at first.
    pub mecatol: bool,
}

/// A system of the galaxy.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct System {
    /// The name, unlike that of any other system of the table.
    pub name: String,
    /// The wormholes printed on its tile; tokens and ships may bring more.
    pub wormholes: ArrayVec<Wormhole, 4>,
    /// The anomaly printed on its tile.
    pub anomaly: Option<Anomaly>,
    /// The player whose home system it is.
    pub home: Option<Seat>,
    /// The systems whose tiles touch it, as a mask: bit `n` is system `n`.
    pub touches: u64,
    /// The players whose command tokens are in it, as a mask: bit `n` is seat `n`.
    pub tokens: u8,
}

/// A combat, in space or on a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    /// The planet of a ground combat; `None` for one in space.
    pub planet: Option<PlanetId>,
    /// The active player, who has moved into the system.
    pub attacker: Seat,
    /// The player whom the attacker fights.
    pub defender: Seat,
    /// The round, from 1.
    pub round: u8,
    /// The player who has announced a retreat in this round.
    pub retreats: Option<Seat>,
    /// It has ended in a draw, whoever still has ships there.
    pub drawn: bool,
    /// The ground forces that take part in it as if they were ships, in space.
    pub mustered: Memory,
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

/// The figures that an ability remembers, by slot, or the sleeper tokens, by number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Memory([u64; SLOTS / 64]);

impl Memory {
    /// A memory of nothing.
    pub const NONE: Self = Self([0; SLOTS / 64]);

    /// Tells whether the figure or token of this number is remembered.
    #[must_use]
    pub const fn has(&self, number: u16) -> bool {
        self.0[number as usize / 64] & (1 << (number % 64)) != 0
    }

    /// Remembers the figure or token of this number, or forgets it.
    pub const fn set(&mut self, number: u16, is: bool) {
        let (word, bit) = (&mut self.0[number as usize / 64], 1 << (number % 64));
        *word = if is { *word | bit } else { *word & !bit };
    }
}

impl FromIterator<u16> for Memory {
    fn from_iter<I: IntoIterator<Item = u16>>(numbers: I) -> Self {
        let mut memory = Self::default();
        for number in numbers {
            memory.set(number, true);
        }
        memory
    }
}

/// An ability whose condition was looked at when its event happened and was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Triggered {
    /// The number of the event, as in [`Board::serial`].
    pub serial: u32,
    /// The card or figure it is on.
    pub source: Slot,
    /// The number of its program.
    pub program: u16,
    /// The figures or tokens that it remembers.
    pub remembered: Memory,
}

/// A die of the roll that was made last in a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Die {
    /// The unit that it was rolled for.
    pub unit: Slot,
    /// The least result that is a hit.
    pub hits_on: u8,
    /// The result that it shows, 1 to 10.
    pub result: u8,
    /// The result from which on it produces more hits, before modifiers, and how many; 0 hits for
    /// none.
    pub more: (u8, u8),
    /// It was rolled again (LRR 74.2).
    pub again: bool,
    /// An ability has added 1 to its result.
    pub raised: bool,
}

impl Die {
    /// The number of hits that it produces.
    #[must_use]
    pub const fn hits(&self) -> i16 {
        let hit = self.result + self.raised as u8 >= self.hits_on;
        let more = if self.result >= self.more.0 { self.more.1 } else { 0 };
        hit as i16 + more as i16
    }

    /// The most hits that it could produce.
    #[must_use]
    pub const fn most(&self) -> i16 {
        1 + self.more.1 as i16
    }
}

/// An agenda being voted on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Agenda {
    /// The agenda card that is voted on.
    pub card: Slot,
    /// An ability replaces it by another, so that it is not resolved.
    pub replaced: bool,
    /// The outcome that won: 0 for or 1 against, or what was elected, by its number
    /// ([`Scene::elected`](crate::scene::Scene::elected)).
    pub outcome: Option<u8>,
    /// The outcome that was chosen before anybody voted.
    pub elected: Option<u8>,
    /// The law that is voted on when the agenda is done with.
    pub next: Option<Slot>,
}

impl Agenda {
    /// An agenda that nothing has happened to yet.
    pub(crate) const fn of(card: Slot) -> Self {
        Self { card, replaced: false, outcome: None, elected: None, next: None }
    }
}

/// The state of a table that is not on a card or a figure.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// The number of slots in use: cards and figures of the table.
    pub slots: Slot,
    /// The options that the game is played by.
    pub house: House,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The players as they sit, clockwise.
    pub order: Vec<Seat>,
    /// The players, as a mask, who were eliminated (LRR 33).
    pub eliminated: u8,
    /// The systems, in the order of their numbers: at most 64.
    pub systems: Vec<System>,
    /// The planets, in the order of their numbers: at most 64.
    pub planets: Vec<Planet>,
    /// The round of the game, from 1.
    pub round: u8,
    /// The phase of the round.
    pub phase: Phase,
    /// The player with the speaker token.
    pub speaker: Seat,
    /// The active player, whose turn it is.
    pub active: Seat,
    /// The active system (LRR 5).
    pub system: Option<SystemId>,
    /// The custodians token is still on Mecatol Rex (LRR 27).
    pub custodians: bool,
    /// The combat under way, if there is one.
    pub combat: Option<Combat>,
    /// The agenda that is voted on or resolved, if there is one.
    pub agenda: Option<Agenda>,
    /// The lasting and delayed effects in use.
    pub effects: Stock<EFFECTS>,
    /// Abilities that triggered and whose windows are still open.
    pub triggered: Vec<Triggered>,
    /// The units that used Sustain Damage in this round of combat.
    pub sustained: Vec<Slot>,
    /// The dice that were rolled last in the combat under way.
    pub rolled: Vec<Die>,
    /// The players, as a mask, who have scored an objective during or after the last combat (LRR
    /// 61.7).
    pub scored_in_combat: u8,
    /// The turn of the active player was ended by an ability.
    pub halted: bool,
    /// The actions that the active player may perform in this turn beside the usual ones.
    pub more_actions: u8,
    /// The player with the initiative number 0 (LRR 48.1a).
    pub zero: Option<Seat>,
    /// The planets, as a mask, of which control was gained in this tactical action.
    pub gained: u64,
    /// The types of ships, as a mask, of which one was destroyed in this space combat.
    pub wrecks: u16,
    /// The planet whose resources and influence are swapped for a use of Production.
    pub swapped: Option<PlanetId>,
    /// The number of events so far, which is that of the last one.
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
    /// The strategy cards that nobody chose, and the trade goods on each.
    pub bonus: Vec<(Slot, u8)>,
    /// Results of the next dice, the next one last; when there are none, dice are rolled.
    pub dice: Vec<u8>,
    /// The outcome of the game, or that there is none yet.
    pub outcome: Outcome,
}

impl Board {
    /// The numbers of cards and figures, effects and tokens of the table.
    #[must_use]
    pub fn sizes(&self) -> Lists<usize> {
        Lists { cards: self.slots.into(), effects: EFFECTS, tokens: TOKENS, ..Lists::default() }
    }

    /// The player in a seat.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[usize::from(seat)]
    }

    /// The player in a seat, to be changed.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[usize::from(seat)]
    }

    /// The planet of this number.
    #[must_use]
    pub fn planet(&self, planet: PlanetId) -> &Planet {
        &self.planets[usize::from(planet)]
    }

    /// The planet of this number, to be changed.
    pub fn planet_mut(&mut self, planet: PlanetId) -> &mut Planet {
        &mut self.planets[usize::from(planet)]
    }

    /// The system of this number.
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

    /// Returns `true` for a player who was not eliminated.
    #[must_use]
    pub const fn is_in_game(&self, seat: Seat) -> bool {
        self.eliminated & (1 << seat) == 0
    }

    /// The planets of a system.
    pub fn planets_of(&self, system: SystemId) -> impl Iterator<Item = PlanetId> + Clone + '_ {
        (0..self.planets.len() as u8).filter(move |&p| self.planet(p).system == system)
    }

    /// Tells whether a command token of the player is in the system.
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
