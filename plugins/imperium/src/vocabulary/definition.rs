//! The definition of a card, a sheet or a tile: everything that is printed on it.

use serde::{Deserialize, Serialize};

use super::condition::always;
use super::{Ability, Condition, Cost, FigureFilter, PlanetFilter};

/// The kind of component that a definition is of.
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
    /// A faction sheet, which units, abilities and technologies belong to.
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
    /// A fighter: a ship without a bound of plastic that others transport.
    Fighter,
    /// A destroyer, a ship; 8 figures of a colour.
    Destroyer,
    /// A cruiser, a ship; 8 figures of a colour.
    Cruiser,
    /// A carrier, a ship; 4 figures of a colour.
    Carrier,
    /// A dreadnought, a ship; 5 figures of a colour.
    Dreadnought,
    /// A war sun, a ship; 2 figures of a colour.
    WarSun,
    /// A flagship, a ship that each faction has its own of; 1 figure of a colour.
    Flagship,
    /// An infantry: a ground force without a bound of plastic.
    Infantry,
    /// A mech, a ground force; 4 figures of a colour.
    Mech,
    /// A planetary defense system, a structure; 6 figures of a colour.
    Pds,
    /// A space dock, a structure; 3 figures of a colour.
    SpaceDock,
}

/// The number of types of units.
pub const UNITS: usize = 11;

impl UnitType {
    /// All types, in the order of their numbers.
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

    /// Tells whether it is a ship (LRR 76).
    #[must_use]
    pub const fn is_ship(self) -> bool {
        !matches!(self, Self::Infantry | Self::Mech | Self::Pds | Self::SpaceDock)
    }

    /// Returns `true` for a unit that needs the capacity of a ship to be moved (LRR 95): fighters
    /// and ground forces.
    #[must_use]
    pub const fn is_transported(self) -> bool {
        matches!(self, Self::Fighter) || self.is_ground_force()
    }

    /// Returns `true` for a ground force (LRR 43): infantry and mechs.
    #[must_use]
    pub const fn is_ground_force(self) -> bool {
        matches!(self, Self::Infantry | Self::Mech)
    }

    /// Returns `true` for a structure (LRR 85): a PDS or a space dock.
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
    /// The number of dice that are rolled.
    pub dice: u8,
}

/// The attributes and unit abilities of a unit. Absent ones are left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The type of the unit.
    pub unit: UnitType,
    /// The resources it costs; a unit without cost is not produced (LRR 26.3).
    #[serde(default)]
    pub cost: Option<u8>,
    /// The number of units that are produced for that cost.
    #[serde(default = "one")]
    pub for_cost: u8,
    /// The dice of its combat rolls (LRR 18).
    #[serde(default)]
    pub combat: Option<Dice>,
    /// Its move value, in systems (LRR 57).
    #[serde(default)]
    pub movement: u8,
    /// Its capacity: the number of units that it can transport (LRR 16).
    #[serde(default)]
    pub capacity: u8,
    /// It has Sustain Damage (LRR 87).
    #[serde(default)]
    pub sustain: bool,
    /// The dice of its Anti-Fighter Barrage (LRR 10).
    #[serde(default)]
    pub barrage: Option<Dice>,
    /// The dice of its Bombardment (LRR 15).
    #[serde(default)]
    pub bombardment: Option<Dice>,
    /// The dice of its Space Cannon (LRR 77).
    #[serde(default)]
    pub cannon: Option<Dice>,
    /// Space Cannon also reaches adjacent systems (LRR 77.3c).
    #[serde(default)]
    pub deep_space: bool,
    /// It has Planetary Shield (LRR 65).
    #[serde(default)]
    pub shield: bool,
    /// The number of units that its Production makes at a time (LRR 68).
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
    /// Two of those fighters count as one ship.
    #[serde(default)]
    pub halved: bool,
    /// A space dock that lies in the space area, moves and retreats as ships do, and is destroyed
    /// where it is blockaded (LRR 79.4a, 85.1a).
    #[serde(default)]
    pub floats: bool,
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
    /// One of the owner's units that bombard or use Space Cannon rolls a die more.
    ExtraDie,
    /// The owner gains that many more command tokens in the status phase.
    MoreTokens(u8),
    /// The owner may perform two actions a turn.
    TwoActions,
    /// An infantry of the owner that was destroyed comes back with this result of a die or more, at
    /// home at the start of the owner's next turn.
    Revives(u8),
    /// The owner's units are not fired at by Space Cannons during an invasion.
    NoCannonDefense,
    /// Sustain Damage of the owner's units cancels two hits.
    SustainsTwo,
    /// Hits that units produce which fit, in a space combat, go to ships that are no fighters, if
    /// there are any.
    Aims(FigureFilter),
    /// The card can be exhausted, and so many resources spent, as the owner researches a technology:
    /// its prerequisites are ignored.
    IgnoresPrerequisites(u8),
    /// One prerequisite of each technology that the owner researches and that is no unit upgrade is
    /// ignored.
    IgnoresPrerequisite,
    /// The primary ability of the strategy card with this id can be resolved instead of the
    /// secondary one, for the command token that the owner spends on that.
    PrimaryFor(String),
    /// The owner spends no command token to resolve the secondary ability of the strategy card with
    /// this id.
    FreeSecondary(String),
    /// Each result of the unit's combat rolls that is at least the first number, before modifiers,
    /// produces so many more hits as the second says.
    MoreHits(u8, u8),
    /// The owner has transactions with players who are no neighbours.
    TradesWithAll,
    /// Action cards are exchanged in the owner's transactions.
    TradesCards,
    /// Each die that the owner rolls in a space combat in the unit's system gets 1 more for a trade
    /// good.
    Raises,
    /// In ground combat the owner produces a hit more if the opponent has produced one.
    AnswersHits,
    /// The owner's space docks produce no infantry.
    NoInfantryOfDocks,
    /// The player whose faction the card is of produces nothing in or adjacent to systems outside
    /// home systems that contain units of who has it.
    Stymies,
    /// Nobody has more command tokens than this in the fleet pool.
    FleetPool(u8),
    /// Nobody votes with planets; everybody has one vote on each agenda.
    OneVote,
    /// Players can have any number of PDS on a planet (LRR 63.3).
    AnyPds,
    /// No unit lands on the planet to which the card is attached, or is placed or produced there.
    Closed,
    /// The owner spends no resources to research with the strategy card Technology.
    FreeResearch,
    /// Units that come several for their cost come alone for it.
    FullPrice,
    /// Nobody has more action cards than this in hand.
    HandLimit(u8),
    /// Ships go through nebulae.
    NebulaeOpen,
    /// Units on the planet to which the card is attached do not have Production.
    NoProduction,
    /// A secret objective is public as long as the card is in play.
    OpenSecret,
    /// The technologies of war suns have no prerequisites once somebody owns one.
    OpenWarSuns,
    /// The player who controls the planet to which the card is attached can exhaust it instead of
    /// one prerequisite of this colour.
    Prerequisite(Colour),
    /// Units on planets with this trait are not bombarded.
    Spared(Trait),
    /// Alpha and beta wormholes are none while ships move.
    WormholesClosed,
    /// Systems with alpha or beta wormholes are adjacent to each other for everybody.
    WormholesJoined,
    /// The planet to which the card is attached has so many resources more, and so much influence.
    Worth(u8, u8),
    /// The owner can have any number of action cards in hand (LRR 2.4).
    AnyHand,
    /// Others do not activate asteroid fields with ships of the owner.
    ClosesAsteroids,
    /// In combat rolls the unit rolls a die for each ship of the opponent in its system that is no
    /// fighter.
    DieForEachShip,
    /// The owner's ships go into supernovas.
    EntersSupernovas,
    /// In an invasion of the unit's system the owner commits fighters as ground forces.
    FightersLand,
    /// The owner spends no influence to remove the custodians token.
    FreeCustodians,
    /// In the owner's tactical actions the system of Mecatol Rex has an alpha and a beta wormhole
    /// for them, unless they control the planet.
    MecatolGate,
    /// The owner's ships go through supernovas.
    PassesSupernovas,
    /// Each trade good that the owner spends is worth that much more.
    RicherTradeGoods(u8),
    /// Players who have passed do not play action cards in the owner's turns.
    SilencesPassed,
    /// The owner scores public objectives whoever controls the planets of the home system.
    ScoresAnywhere,
    /// The card can get the text of a technology of another faction that its owner would gain.
    Assimilates,
    /// The owner cannot vote on agendas.
    NoVote,
    /// The owner cannot research technologies: whenever they would, they gain so many command
    /// tokens instead.
    Propagates(u8),
}

/// A unit ability that can be lost (LRR 1.26).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum UnitAbility {
    /// The unit ability Sustain Damage (LRR 87).
    SustainDamage,
    /// The unit ability Planetary Shield (LRR 65).
    PlanetaryShield,
    /// The unit ability Space Cannon (LRR 77).
    SpaceCannon,
}

/// The colour of a technology, by which it is a prerequisite of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Colour {
    /// Green: biotic technologies.
    Green,
    /// Yellow: cybernetic technologies.
    Yellow,
    /// Blue: propulsion technologies.
    Blue,
    /// Red: warfare technologies.
    Red,
}

impl Colour {
    /// All colours, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Green, Self::Yellow, Self::Blue, Self::Red];
}

/// The trait of a planet, by which it is explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trait {
    /// The trait of the planets that are explored from the cultural deck.
    Cultural,
    /// The trait of the planets that are explored from the hazardous deck.
    Hazardous,
    /// The trait of the planets that are explored from the industrial deck.
    Industrial,
}

/// A type of wormhole (LRR 101).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Wormhole {
    /// The alpha wormhole; some cards make it one with beta.
    Alpha,
    /// The beta wormhole; some cards make it one with alpha.
    Beta,
    /// The delta wormhole, of the Ghosts of Creuss.
    Delta,
}

/// The anomaly of a system, which says how ships move in it (LRR 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Anomaly {
    /// An asteroid field (LRR 11).
    AsteroidField,
    /// A nebula (LRR 59).
    Nebula,
    /// A supernova (LRR 86).
    Supernova,
    /// A gravity rift (LRR 41).
    GravityRift,
}

/// The box that a component came with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The base game.
    #[default]
    Base,
    /// The expansion Prophecy of Kings.
    Kings,
}

/// The back of a system tile, by which tiles are sorted when a map is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Back {
    /// Green: a home system.
    Green,
    /// The back of the tile of Mecatol Rex.
    Mecatol,
    /// Blue: a system with planets.
    Blue,
    /// Red: a system without planets.
    Red,
}

/// A planet as its tile prints it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct World {
    /// The name of the planet, as the tile prints it.
    pub name: String,
    /// Its resources; 0 when left out.
    #[serde(default)]
    pub resources: u8,
    /// Its influence; 0 when left out.
    #[serde(default)]
    pub influence: u8,
    /// Its trait; `None` for a planet that cannot be explored.
    #[serde(default, rename = "trait")]
    pub trait_: Option<Trait>,
    /// The colour of its technology specialty, if it has one.
    #[serde(default)]
    pub specialty: Option<Colour>,
    /// It is Mecatol Rex, in the middle of every map.
    #[serde(default)]
    pub mecatol: bool,
}

/// A system tile as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Its number, 1 to 51.
    pub number: u8,
    /// The back, by which it is sorted into a map.
    pub back: Back,
    /// The wormholes printed on it.
    #[serde(default)]
    pub wormholes: Vec<Wormhole>,
    /// The anomaly printed on it.
    #[serde(default)]
    pub anomaly: Option<Anomaly>,
    /// The planets on it, in printed order.
    #[serde(default)]
    pub planets: Vec<World>,
}

/// The things a faction begins a game with, as its sheet prints them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The number of its home system's tile.
    pub home: u8,
    /// The units in its home system, and how many of each type.
    pub units: Vec<(UnitType, u8)>,
    /// The technologies it owns, by id.
    #[serde(default)]
    pub technologies: Vec<String>,
    /// Technologies without prerequisites that the player chooses beside those.
    #[serde(default)]
    pub chosen: u8,
    /// Technologies of the faction that it owns beside those, by id, where it has its abilities.
    #[serde(default)]
    pub own: Vec<String>,
}

/// The outcomes that an agenda can have (LRR 8.8 to 8.11).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcomes {
    /// The outcomes for and against; the speaker breaks ties.
    ForAgainst,
    /// The election of a player, who is the outcome.
    ElectPlayer,
    /// The election of a planet that fits and that somebody controls (LRR 8.11).
    ElectPlanet(PlanetFilter),
    /// The election of a law in play.
    ElectLaw,
    /// The election of a secret objective that somebody has scored.
    ElectScoredSecret,
}

/// The condition or cost of an objective, and its worth.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Objective {
    /// The victory points that it is worth; of a public objective also its stage, 1 or 2.
    pub points: u8,
    /// It is a secret objective, not a public one.
    #[serde(default)]
    pub secret: bool,
    /// The condition that the player must fulfil to score it.
    #[serde(default = "always")]
    pub condition: Condition,
    /// The costs that are paid to score it (LRR 61.10).
    #[serde(default)]
    pub cost: Vec<Cost>,
}

/// A card, a tile, or a part of a sheet, as a file defines it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Definition {
    /// The id: upper case letters, digits and `_`.
    pub id: String,
    /// The printed name, which players call it by; not empty.
    pub name: String,
    /// The kind of card, which says which of the fields below are needed.
    pub kind: Kind,
    /// The faction it belongs to, by the id of the sheet; empty for everybody's.
    #[serde(default)]
    pub faction: String,
    /// The number of copies in its deck.
    #[serde(default = "one")]
    pub copies: u8,
    /// The unit it prints or upgrades.
    #[serde(default)]
    pub unit: Option<Unit>,
    /// The colour of a technology.
    #[serde(default)]
    pub colour: Option<Colour>,
    /// The prerequisites of a technology, a colour each (LRR 90.8).
    #[serde(default)]
    pub prerequisites: Vec<Colour>,
    /// The initiative number of a strategy card.
    #[serde(default)]
    pub initiative: u8,
    /// The commodity value of a faction.
    #[serde(default)]
    pub commodities: u8,
    /// The outcomes of an agenda.
    #[serde(default)]
    pub outcomes: Option<Outcomes>,
    /// An agenda that stays in play.
    #[serde(default)]
    pub law: bool,
    /// A condition of an agenda without which it is discarded and another one is revealed.
    #[serde(default)]
    pub needs: Option<Condition>,
    /// The trait of the planets that an exploration card is for.
    #[serde(default)]
    pub explores: Option<Trait>,
    /// The condition or cost of an objective, and its points.
    #[serde(default)]
    pub objective: Option<Objective>,
    /// The planets, wormholes and anomaly of a system tile.
    #[serde(default)]
    pub tile: Option<Tile>,
    /// The things a faction of the base game begins with.
    #[serde(default)]
    pub start: Option<Start>,
    /// The names of those things of a faction that are not defined yet; such a faction is played as
    /// `Plain` only.
    #[serde(default)]
    pub lacks: Vec<String>,
    /// The box that the card came with.
    #[serde(default)]
    pub edition: Edition,
    /// A note that is one of each colour: every player has their own.
    #[serde(default)]
    pub of_each_player: bool,
    /// The abilities that hold without being resolved, as long as the card is in play.
    #[serde(default)]
    pub constants: Vec<Constant>,
    /// Its other abilities, in printed order.
    #[serde(default)]
    pub abilities: Vec<Ability>,
}
