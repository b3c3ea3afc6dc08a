//! The lists that the `Constant` stage gathers, and the numbers that it makes of figures and
//! players.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::board::PLAYERS;
use crate::piece::SystemId;
use crate::vocabulary::{Trait, UNITS, UnitAbility, Wormhole};

/// The attributes of a figure that constants change.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stats {
    /// The number added to each of its combat rolls.
    pub combat: i8,
    /// Its move value; less than 0 is 0.
    pub movement: i8,
    /// The number of units that it can produce at a time (LRR 68.1).
    pub production: u8,
    /// It has Sustain Damage (LRR 87).
    pub sustain: bool,
    /// It has Planetary Shield (LRR 65).
    pub shield: bool,
    /// It has lost Space Cannon (LRR 77).
    pub silent: bool,
    /// It may move before or after its player's other ships.
    pub moves_apart: bool,
    /// The number of dice of its combat rolls.
    pub dice: u8,
    /// It goes through systems with ships of others.
    pub passes_ships: bool,
    /// Its hits in a space combat go to ships that are no fighters.
    pub aims: bool,
    /// The least result of its combat rolls that produces more hits, and how many; 0 hits for none.
    pub more_hits: (u8, u8),
    /// Dice of its player in a space combat where it is are raised for trade goods.
    pub raises: bool,
}

/// The numbers and permissions of a player that constants change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// The definitions that say what the player's units are, by type: a later upgrade's, or that of
    /// the sheet (LRR 97.4).
    pub units: [Option<u16>; UNITS],
    /// The ships that may be in a system beyond the tokens in the fleet pool.
    pub fleet: u8,
    /// The resources that are taken off the cost of each production.
    pub discount: u8,
    /// The action cards drawn in the status phase beside the one.
    pub action_cards: u8,
    /// Alpha and beta wormholes are all adjacent to each other.
    pub wormholes_are_one: bool,
    /// Ships go into and through asteroid fields.
    pub asteroids: bool,
    /// Ships go through systems with ships of others.
    pub passes_ships: bool,
    /// One ship in each movement goes one further.
    pub drive: bool,
    /// The number added to dice of others' Space Cannons against the player's units.
    pub cannon_against: i8,
    /// One of the units that bombard or use Space Cannon rolls a die more.
    pub extra_die: bool,
    /// The command tokens gained in the status phase beside the two.
    pub tokens: u8,
    /// The player may perform two actions a turn.
    pub two_actions: bool,
    /// The player spends no resources to research with the strategy card Technology.
    pub free_research: bool,
    /// The least result of a die on which an infantry that was destroyed comes back; 0 if none
    /// does.
    pub revives: u8,
    /// Ships go into supernovas.
    pub enters_supernovas: bool,
    /// Ships go through supernovas.
    pub passes_supernovas: bool,
    /// The custodians token is removed for nothing.
    pub free_custodians: bool,
    /// In the player's tactical actions the system of Mecatol Rex has wormholes for them.
    pub mecatol_gate: bool,
    /// Any number of action cards may be in hand.
    pub any_hand: bool,
    /// Players who have passed do not play action cards in the player's turns.
    pub silences_passed: bool,
    /// Others do not activate asteroid fields with ships of the player.
    pub closes_asteroids: bool,
    /// Public objectives are scored whoever controls the planets of the home system.
    pub scores_anywhere: bool,
    /// The resources or influence that each trade good is worth beside the one.
    pub richer: u8,
    /// Space Cannons do not fire at the player's units during an invasion.
    pub no_cannon_defense: bool,
    /// Sustain Damage cancels two hits.
    pub sustains_two: bool,
    /// A prerequisite of technologies that are no unit upgrades is ignored.
    pub ignores_prerequisite: bool,
    /// Transactions are not for neighbours alone.
    pub trades_with_all: bool,
    /// Action cards are exchanged in transactions.
    pub trades_cards: bool,
    /// In ground combat a hit is produced for those of the opponent.
    pub answers_hits: bool,
    /// Space docks produce no infantry.
    pub no_infantry_of_docks: bool,
    /// The player cannot vote on agendas.
    pub no_vote: bool,
    /// The command tokens gained whenever a technology would be researched; 0 for a player who
    /// researches.
    pub propagates: u8,
}

/// One change that a constant, a lasting effect or an anomaly makes to a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Applied {
    /// It does not have this unit ability.
    Without(UnitAbility),
    /// The number is added to its combat rolls.
    Combat(i8),
    /// The number is added to its move value.
    Movement(i8),
    /// Its hits in a space combat go to ships that are no fighters.
    Aims,
}

/// The constants that apply, and the numbers that they make of players and systems.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gathered {
    /// The cards and figures whose constants hold, in slot order, and the player whose each is.
    pub sources: Vec<(Slot, Seat)>,
    /// The figures by slot and a change to each: of constants, then of lasting effects by age, then
    /// of anomalies.
    pub applied: Vec<(Slot, Applied)>,
    /// The standing of each player, by seat.
    pub players: [Standing; PLAYERS],
    /// The wormholes that ships bring with them, and the systems they are in.
    pub wormholes: Vec<(SystemId, Wormhole)>,
    /// The changes that laws make to the rules.
    pub laws: Laws,
}

/// The changes that the laws in play make to the rules (LRR 7.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Laws {
    /// The most command tokens in fleet pools; `None` without such a law.
    pub fleet_pool: Option<u8>,
    /// Everybody has one vote.
    pub one_vote: bool,
    /// There can be any number of PDS on a planet.
    pub any_pds: bool,
    /// The planets, as a mask, on which no unit is placed or lands.
    pub closed: u64,
    /// Units that come several for their cost come alone for it.
    pub full_price: bool,
    /// The most action cards in hand; `None` without such a law.
    pub hand: Option<u8>,
    /// Ships go through nebulae.
    pub nebulae_open: bool,
    /// The planets, as a mask, on which units do not produce.
    pub no_production: u64,
    /// The technologies of war suns have no prerequisites.
    pub open_war_suns: bool,
    /// The trait of planets on which units are not bombarded.
    pub spared: Option<Trait>,
    /// Alpha and beta wormholes are none while ships move.
    pub wormholes_closed: bool,
    /// Systems with alpha or beta wormholes are adjacent for everybody.
    pub wormholes_joined: bool,
}
