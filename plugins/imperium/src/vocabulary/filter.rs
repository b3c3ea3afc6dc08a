//! Which units, planets and systems are meant. An empty filter means all.

use serde::{Deserialize, Serialize};

use super::definition::{Trait, UnitType, Wormhole};

/// Whose something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Whose {
    /// The player who resolves the ability.
    You,
    /// The opponent in the combat.
    Opponent,
    /// Any other player.
    Others,
    /// The player whose colour or faction the card is of.
    Owner,
}

/// Where something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Site {
    /// In the active system.
    ActiveSystem,
    /// In the system of the unit that has the ability ("this system", LRR 1.27).
    ThisSystem,
    /// On the planet of the unit that has the ability, or the planet of the event.
    ThisPlanet,
    /// On the planet that was chosen.
    Chosen,
    /// In the system of Mecatol Rex.
    Mecatol,
}

/// Which units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FigureFilter {
    /// Whose.
    pub of: Option<Whose>,
    /// Of these types; empty is any.
    pub types: Vec<UnitType>,
    /// Ships.
    pub ship: bool,
    /// Ships that are no fighters.
    pub non_fighter: bool,
    /// Where.
    pub at: Option<Site>,
    /// Not the unit that has the ability.
    pub other: bool,
    /// The unit that has the ability.
    pub this: bool,
    /// With Sustain Damage.
    pub sustain: bool,
    /// Damaged.
    pub damaged: bool,
    /// Ground forces.
    pub ground: bool,
    /// With Planetary Shield.
    pub shield: bool,
    /// That did not use Sustain Damage in this round of combat.
    pub rested: bool,
    /// That the ability remembers.
    pub remembered: bool,
    /// It is in no home system.
    pub not_home: bool,
}

/// Which planets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlanetFilter {
    /// Controlled by.
    pub controlled_by: Option<Whose>,
    /// With units of.
    pub units_of: Option<Whose>,
    /// Where.
    pub at: Option<Site>,
    /// Of this trait.
    pub of_trait: Option<Trait>,
    /// With any trait: it can be explored.
    pub explorable: bool,
    /// With a technology specialty.
    pub specialty: bool,
    /// Exhausted.
    pub exhausted: bool,
    /// It is ready.
    pub ready: bool,
    /// With or without a sleeper.
    pub sleeper: Option<bool>,
    /// With a sleeper that the ability remembers.
    pub remembered: bool,
    /// Outside home systems.
    pub not_home: bool,
    /// In a home system of.
    pub home_of: Option<Whose>,
    /// In a system with ships with Bombardment of.
    pub bombers_of: Option<Whose>,
    /// With room for a PDS (LRR 63.3).
    pub room_for_pds: bool,
    /// With room for a space dock (LRR 79.3).
    pub room_for_dock: bool,
}

/// Which systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SystemFilter {
    /// With a planet controlled by.
    pub planet_of: Option<Whose>,
    /// With units of.
    pub units_of: Option<Whose>,
    /// Without ships of.
    pub no_ships_of: Option<Whose>,
    /// With ships of.
    pub ships_of: Option<Whose>,
    /// With a space dock of.
    pub dock_of: Option<Whose>,
    /// A home system of.
    pub home_of: Option<Whose>,
    /// With Mecatol Rex.
    pub mecatol: bool,
    /// With an anomaly.
    pub anomaly: bool,
    /// With a wormhole of this type.
    pub of_wormhole: Option<Wormhole>,
    /// Adjacent to a system that fits.
    pub beside: Option<Box<SystemFilter>>,
    /// With a command token of.
    pub token_of: Option<Whose>,
    /// Outside home systems.
    pub not_home: bool,
    /// With a wormhole.
    pub wormhole: bool,
    /// Without Mecatol Rex.
    pub not_mecatol: bool,
    /// Or any of these.
    pub or: Vec<SystemFilter>,
}
