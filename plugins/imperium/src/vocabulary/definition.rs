//! What is printed on a card or a sheet.

use serde::{Deserialize, Serialize};

use super::condition::always;
use super::{Ability, Condition, Cost, FigureFilter};

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// An action card (LRR 2).
    Action,
    /// A promissory note (LRR 69).
    Note,
    /// A technology that is no unit upgrade (LRR 90).
    Technology,
    /// A unit upgrade (LRR 97).
    Upgrade,
    /// A faction sheet.
    Faction,
    /// One ability of a faction sheet.
    FactionAbility,
    /// A unit as a sheet prints it.
    Unit,
    /// A strategy card (LRR 83).
    Strategy,
    /// An agenda card (LRR 7).
    Agenda,
    /// An exploration card (LRR 35).
    Exploration,
    /// An objective card (LRR 61).
    Objective,
    /// A system tile (LRR 88).
    Tile,
    /// A card that lies in front of a player for tests alone.
    Test,
}

/// A type of unit (LRR 96).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum UnitType {
    /// A fighter.
    Fighter,
    /// A destroyer.
    Destroyer,
    /// A cruiser.
    Cruiser,
    /// A carrier.
    Carrier,
    /// A dreadnought.
    Dreadnought,
    /// A war sun.
    WarSun,
    /// A flagship.
    Flagship,
    /// An infantry.
    Infantry,
    /// A mech.
    Mech,
    /// A planetary defense system.
    Pds,
    /// A space dock.
    SpaceDock,
}

/// How many types of units there are.
pub const UNITS: usize = 11;

impl UnitType {
    /// All of them, in order.
    pub const ALL: [Self; UNITS] = [
        Self::Fighter,
        Self::Destroyer,
        Self::Cruiser,
        Self::Carrier,
        Self::Dreadnought,
        Self::WarSun,
        Self::Flagship,
        Self::Infantry,
        Self::Mech,
        Self::Pds,
        Self::SpaceDock,
    ];

    /// Whether it is a ship (LRR 76).
    #[must_use]
    pub const fn is_ship(self) -> bool {
        !matches!(self, Self::Infantry | Self::Mech | Self::Pds | Self::SpaceDock)
    }

    /// Whether it needs capacity to be moved (LRR 95).
    #[must_use]
    pub const fn is_transported(self) -> bool {
        matches!(self, Self::Fighter) || self.is_ground_force()
    }

    /// Whether it is a ground force (LRR 43).
    #[must_use]
    pub const fn is_ground_force(self) -> bool {
        matches!(self, Self::Infantry | Self::Mech)
    }

    /// Whether it is a structure (LRR 85).
    #[must_use]
    pub const fn is_structure(self) -> bool {
        matches!(self, Self::Pds | Self::SpaceDock)
    }

    /// Plastic figures of a colour (LRR 96.2). Fighters and infantry have tokens beside them
    /// and are bounded by the table alone (LRR 23.4).
    #[must_use]
    pub const fn figures(self) -> u8 {
        match self {
            Self::Fighter | Self::Infantry => u8::MAX,
            Self::Destroyer | Self::Cruiser => 8,
            Self::Carrier | Self::Mech => 4,
            Self::Dreadnought => 5,
            Self::WarSun => 2,
            Self::Flagship => 1,
            Self::Pds => 6,
            Self::SpaceDock => 3,
        }
    }
}

/// Dice and what each must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dice {
    /// The least result that is a hit.
    pub hits_on: u8,
    /// How many dice.
    pub dice: u8,
}

/// The attributes and unit abilities of a unit. Absent ones are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its type.
    pub unit: UnitType,
    /// Resources it costs; a unit without cost is not produced (LRR 26.3).
    #[serde(default)]
    pub cost: Option<u8>,
    /// How many are produced for that cost.
    #[serde(default = "one")]
    pub for_cost: u8,
    /// Combat (LRR 18).
    #[serde(default)]
    pub combat: Option<Dice>,
    /// Move (LRR 57).
    #[serde(default)]
    pub movement: u8,
    /// Capacity (LRR 16).
    #[serde(default)]
    pub capacity: u8,
    /// Sustain Damage (LRR 87).
    #[serde(default)]
    pub sustain: bool,
    /// Anti-Fighter Barrage (LRR 10).
    #[serde(default)]
    pub barrage: Option<Dice>,
    /// Bombardment (LRR 15).
    #[serde(default)]
    pub bombardment: Option<Dice>,
    /// Space Cannon (LRR 77).
    #[serde(default)]
    pub cannon: Option<Dice>,
    /// Space Cannon also reaches adjacent systems (LRR 77.3c).
    #[serde(default)]
    pub deep_space: bool,
    /// Planetary Shield (LRR 65).
    #[serde(default)]
    pub shield: bool,
    /// Production (LRR 68).
    #[serde(default)]
    pub production: Option<u8>,
    /// Production is that much more than the resources of this planet.
    #[serde(default)]
    pub production_of_planet: Option<u8>,
    /// Other players' ships cannot use Direct Hit on it.
    #[serde(default)]
    pub immune_to_direct_hit: bool,
    /// A fighter: those beyond capacity count against the fleet pool instead.
    #[serde(default)]
    pub in_fleet: bool,
}

const fn one() -> u8 {
    1
}

/// Something that holds as long as its card is in play: no window, no choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Constant {
    /// Units that fit, whoever's they are, add this to each combat roll.
    Combat(FigureFilter, i8),
    /// Units that fit, whoever's they are, add this to their move value.
    Movement(FigureFilter, i8),
    /// The owner may have that many more ships in a system than tokens in the fleet pool.
    FleetLimit(u8),
    /// Systems with wormholes are adjacent to each other for the owner, alpha and beta alike.
    AllWormholesAdjacent,
    /// Each time the owner produces units, the total cost is that much less.
    ProductionDiscount(u8),
    /// The owner draws that many more action cards in the status phase.
    MoreActionCards(u8),
    /// Units that fit, whoever's they are, do not have this unit ability.
    Without(FigureFilter, UnitAbility),
    /// The system of the unit has a wormhole.
    Wormhole(Wormhole),
    /// The ship may move before or after its player's other ships (LRR 58).
    MovesApart,
    /// The owner's ships go into and through asteroid fields.
    Asteroids,
    /// The owner's ships go through systems with ships of others.
    PassesShips,
    /// One of the owner's ships goes one further in each tactical action.
    Drive,
    /// Dice of others' Space Cannons against the owner's units have this added.
    CannonAgainst(i8),
    /// When the owner's units bombard or use Space Cannon, one of them rolls a die more.
    ExtraDie,
    /// The owner gains that many more command tokens in the status phase.
    MoreTokens(u8),
    /// The owner may perform two actions a turn.
    TwoActions,
    /// An infantry of the owner that was destroyed comes back with this result of a die or more, at
    /// home at the start of the owner's next turn.
    Revives(u8),
    /// Nobody has more command tokens than this in the fleet pool.
    FleetPool(u8),
    /// Nobody votes with planets; everybody has one vote on each agenda.
    OneVote,
}

/// A unit ability that can be lost (LRR 1.26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnitAbility {
    /// Sustain Damage (LRR 87).
    SustainDamage,
    /// Planetary Shield (LRR 65).
    PlanetaryShield,
}

/// A colour of technology.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Colour {
    /// Biotic.
    Green,
    /// Cybernetic.
    Yellow,
    /// Propulsion.
    Blue,
    /// Warfare.
    Red,
}

impl Colour {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Green, Self::Yellow, Self::Blue, Self::Red];
}

/// A trait of a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trait {
    /// Cultural.
    Cultural,
    /// Hazardous.
    Hazardous,
    /// Industrial.
    Industrial,
}

/// A type of wormhole (LRR 101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Wormhole {
    /// Alpha.
    Alpha,
    /// Beta.
    Beta,
    /// Delta.
    Delta,
}

/// An anomaly (LRR 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Anomaly {
    /// Asteroid field (LRR 11).
    AsteroidField,
    /// Nebula (LRR 59).
    Nebula,
    /// Supernova (LRR 86).
    Supernova,
    /// Gravity rift (LRR 41).
    GravityRift,
}

/// What a component came with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The base game.
    #[default]
    Base,
    /// The expansion Prophecy of Kings.
    Kings,
}

/// The back of a system tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Back {
    /// A home system.
    Green,
    /// Mecatol Rex's.
    Mecatol,
    /// A system with planets.
    Blue,
    /// A system without planets.
    Red,
}

/// A planet as its tile prints it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// Its name.
    pub name: String,
    /// Resources.
    #[serde(default)]
    pub resources: u8,
    /// Influence.
    #[serde(default)]
    pub influence: u8,
    /// Its trait.
    #[serde(default, rename = "trait")]
    pub trait_: Option<Trait>,
    /// Its technology specialty.
    #[serde(default)]
    pub specialty: Option<Colour>,
    /// It is Mecatol Rex.
    #[serde(default)]
    pub mecatol: bool,
}

/// A system tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Its number, 1 to 51.
    pub number: u8,
    /// Its back.
    pub back: Back,
    /// Its wormholes.
    #[serde(default)]
    pub wormholes: Vec<Wormhole>,
    /// Its anomaly.
    #[serde(default)]
    pub anomaly: Option<Anomaly>,
    /// Its planets.
    #[serde(default)]
    pub planets: Vec<World>,
}

/// What a faction begins a game with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The number of its home system's tile.
    pub home: u8,
    /// Units, and how many.
    pub units: Vec<(UnitType, u8)>,
    /// Technologies, ids.
    #[serde(default)]
    pub technologies: Vec<String>,
    /// Technologies without prerequisites that the player chooses beside those.
    #[serde(default)]
    pub chosen: u8,
}

/// What an agenda's outcomes are (LRR 8.8 to 8.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcomes {
    /// For and against.
    ForAgainst,
    /// A player is elected.
    ElectPlayer,
}

/// What an objective asks for and gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objective {
    /// Victory points.
    pub points: u8,
    /// Secret, not public.
    #[serde(default)]
    pub secret: bool,
    /// What must be so.
    #[serde(default = "always")]
    pub condition: Condition,
    /// What is spent to score it (LRR 61.10).
    #[serde(default)]
    pub cost: Vec<Cost>,
}

/// A card, or a part of a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// Its id in upper case.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The faction it belongs to, by the id of the sheet; empty for everybody's.
    #[serde(default)]
    pub faction: String,
    /// Copies in a deck.
    #[serde(default = "one")]
    pub copies: u8,
    /// The unit it prints or upgrades.
    #[serde(default)]
    pub unit: Option<Unit>,
    /// The colour of a technology.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// Its prerequisites (LRR 90.8).
    #[serde(default)]
    pub prerequisites: Vec<Colour>,
    /// The initiative number of a strategy card.
    #[serde(default)]
    pub initiative: u8,
    /// The commodity value of a faction.
    #[serde(default)]
    pub commodities: u8,
    /// An agenda's outcomes.
    #[serde(default)]
    pub outcomes: Option<Outcomes>,
    /// An agenda that stays in play.
    #[serde(default)]
    pub law: bool,
    /// Which planets an exploration card is for.
    #[serde(default)]
    pub explores: Option<Trait>,
    /// What an objective is about.
    #[serde(default)]
    pub objective: Option<Objective>,
    /// What is on a system tile.
    #[serde(default)]
    pub tile: Option<Tile>,
    /// What a faction of the base game begins with.
    #[serde(default)]
    pub start: Option<Start>,
    /// What a faction has that is not defined yet, by name.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// What the card came with.
    #[serde(default)]
    pub edition: Edition,
    /// A note that is one of each colour: every player has their own.
    #[serde(default)]
    pub of_each_player: bool,
    /// What holds without being resolved.
    #[serde(default)]
    pub constants: Vec<Constant>,
    /// Its abilities, in printed order.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}
