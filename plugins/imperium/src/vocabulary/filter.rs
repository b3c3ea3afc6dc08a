//! Filters for units, planets and systems. All fields of one must fit; an empty filter means all.

use serde::{Deserialize, Serialize};

use super::definition::{Anomaly, Trait, UnitType, Wormhole};

/// The player whose something is, seen from who resolves the ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whose {
    /// The player who resolves the ability.
    You,
    /// The opponent in the combat.
    Opponent,
    /// Any player but the one who resolves the ability.
    Others,
    /// The player whose colour or faction the card is of.
    Owner,
    /// The player whose doing the event is.
    Actor,
    /// The player who was chosen.
    Chosen,
    /// Any player but the active player.
    Bystanders,
    /// The players who voted for the outcome of the agenda.
    Winners,
}

/// A filter for players who are in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerFilter {
    /// Not the player who resolves the ability.
    pub other: bool,
    /// Players with a command token in their tactic pool only.
    pub tactic_token: bool,
    /// Players with an action card in hand only.
    pub action_card: bool,
    /// Players without a command token in the chosen system only.
    pub no_token: bool,
}

/// A place on the game board, seen from an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Site {
    /// The active system, and everything in it.
    ActiveSystem,
    /// The system of the unit that has the ability ("this system", LRR 1.27).
    ThisSystem,
    /// The planet of the unit that has the ability, or the planet of the event.
    ThisPlanet,
    /// The planet that was chosen.
    Chosen,
    /// The system that was chosen.
    ChosenSystem,
    /// The active system and those that are adjacent to it for the player.
    NearActiveSystem,
    /// The system of Mecatol Rex.
    Mecatol,
    /// The system of the event.
    SystemOfEvent,
}

/// A filter for units on the game board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FigureFilter {
    /// The player whose units they are; `None` for anybody's.
    pub of: Option<Whose>,
    /// The types of which it is one; empty is any.
    pub types: Vec<UnitType>,
    /// Ships only (LRR 76).
    pub ship: bool,
    /// Ships that are no fighters only.
    pub non_fighter: bool,
    /// The place where they are; `None` for anywhere on the game board.
    pub at: Option<Site>,
    /// Not the unit that has the ability.
    pub other: bool,
    /// The unit that has the ability alone.
    pub this: bool,
    /// Units with Sustain Damage printed on their card only.
    pub sustain: bool,
    /// Damaged units only (LRR 87).
    pub damaged: bool,
    /// Ground forces only (LRR 43).
    pub ground: bool,
    /// Units that have Planetary Shield now only.
    pub shield: bool,
    /// Units only that did not use Sustain Damage in this round of combat.
    pub rested: bool,
    /// Units only that the ability remembers from when it triggered.
    pub remembered: bool,
    /// Units only that are in no home system.
    pub not_home: bool,
    /// The player who controls a planet in their system.
    pub planet_of: Option<Whose>,
    /// A filter for the system in which they are, in space or on a planet.
    pub within: Option<SystemFilter>,
    /// Units with Production only (LRR 68).
    pub produces: bool,
    /// The player who controls the planet on which they are.
    pub on_planet_of: Option<Whose>,
    /// Units with Bombardment printed on their card only.
    pub bombards: bool,
}

/// A filter for planets on the game board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlanetFilter {
    /// The player who controls them.
    pub controlled_by: Option<Whose>,
    /// The player who has units on them.
    pub units_of: Option<Whose>,
    /// The place where they are.
    pub at: Option<Site>,
    /// The trait that they have.
    pub of_trait: Option<Trait>,
    /// Planets with any trait only: they can be explored.
    pub explorable: bool,
    /// Planets with a technology specialty only.
    pub specialty: bool,
    /// Planets only whose card is exhausted.
    pub exhausted: bool,
    /// Planets only whose card is ready.
    pub ready: bool,
    /// `true` for planets with a sleeper only, `false` for those without.
    pub sleeper: Option<bool>,
    /// Planets only with a sleeper that the ability remembers from when it triggered.
    pub remembered: bool,
    /// Planets outside home systems only.
    pub not_home: bool,
    /// The player whose home system they are in.
    pub home_of: Option<Whose>,
    /// The player who has ships with Bombardment in their systems.
    pub bombers_of: Option<Whose>,
    /// The player who does not control them.
    pub uncontrolled_by: Option<Whose>,
    /// Planets without any units only.
    pub empty: bool,
    /// Planets other than Mecatol Rex only.
    pub not_mecatol: bool,
    /// The player to a planet of whom their system is adjacent (LRR 6.2, 6.3).
    pub near_planet_of: Option<Whose>,
    /// Planets only on which the player has room for a PDS (LRR 63.3).
    pub room_for_pds: bool,
    /// Planets only on which the player has room for a space dock (LRR 79.3).
    pub room_for_dock: bool,
    /// Planets only that somebody gained control of in this tactical action.
    pub gained: bool,
    /// Not the planet of the event.
    pub elsewhere: bool,
}

/// A filter for systems of the galaxy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SystemFilter {
    /// The player who controls a planet in them.
    pub planet_of: Option<Whose>,
    /// The player who has units in them.
    pub units_of: Option<Whose>,
    /// The player who has no ships in them.
    pub no_ships_of: Option<Whose>,
    /// The player who has ships in them.
    pub ships_of: Option<Whose>,
    /// The player who has a space dock in them.
    pub dock_of: Option<Whose>,
    /// The player whose home system it is.
    pub home_of: Option<Whose>,
    /// The system of Mecatol Rex only.
    pub mecatol: bool,
    /// Systems with an anomaly only.
    pub anomaly: bool,
    /// The anomaly that they have.
    pub of_anomaly: Option<Anomaly>,
    /// A filter for units, of which at least one is in them.
    pub holding: Option<Box<FigureFilter>>,
    /// The type of a wormhole that they have.
    pub of_wormhole: Option<Wormhole>,
    /// A filter for a system to which they are adjacent, for the player.
    pub beside: Option<Box<SystemFilter>>,
    /// The player who has a command token in them.
    pub token_of: Option<Whose>,
    /// Systems outside home systems only.
    pub not_home: bool,
    /// Systems with a wormhole of any type only.
    pub wormhole: bool,
    /// Systems without Mecatol Rex only.
    pub not_mecatol: bool,
    /// The active system only.
    pub active: bool,
    /// Systems only into which ships of the player can move that are not the active one: no nebula,
    /// and no anomaly that keeps them out (LRR 11, 59, 86).
    pub open: bool,
    /// The player who has ships with Bombardment in them.
    pub bombers_of: Option<Whose>,
    /// The player who has no command token in them.
    pub lacks_token_of: Option<Whose>,
    /// Filters that are as good as the rest of this one: a system fits that fits any of these.
    pub or: Vec<SystemFilter>,
}
