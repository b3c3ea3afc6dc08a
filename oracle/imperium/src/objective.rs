//! Objectives of the status phase (LRR 61): what each asks for.

use crate::tile::Trait;
use crate::unit::Unit;

/// The demand of an objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// So many planets of one trait are controlled, whichever it is.
    OfOneTrait(usize),
    /// So many planets of this trait are controlled.
    Of(Trait, usize),
    /// So many planets outside home systems are controlled.
    Abroad(usize),
    /// A planet in the home system of another player is controlled.
    Conquered,
    /// So many planets with technology specialties are controlled.
    Specialties(usize),
    /// So many unit upgrades are owned.
    Upgrades(usize),
    /// Two technologies in each of so many colours are owned.
    Colours(usize),
    /// So many technologies of one colour are owned.
    OfOneColour(usize),
    /// So many resources are spent.
    Resources(i16),
    /// So much influence is spent.
    Influence(i16),
    /// So many trade goods are spent.
    Goods(u8),
    /// So many command tokens of tactic and strategy pool are spent.
    Tokens(u8),
    /// So many systems beside Mecatol Rex's have own ships.
    BesideMecatol(usize),
    /// So many systems beside anomalies have own ships.
    BesideAnomalies(usize),
    /// A system beside another player's home system has own ships.
    BesideHome,
    /// So many systems have own ships.
    Systems(usize),
    /// A system with another player's space dock has own ships.
    AtDock,
    /// Systems with alpha and with beta wormholes have own ships.
    AtWormholes,
    /// So many units of this type are on the game board.
    Units(Unit, usize),
    /// Mecatol Rex is controlled, and three own ships are in its system.
    Throne,
}

use self::Demand::{
    Abroad, AtDock, AtWormholes, BesideAnomalies, BesideHome, BesideMecatol, Colours, Conquered,
    Goods, Influence, Of, OfOneColour, OfOneTrait, Resources, Specialties, Systems, Throne, Tokens,
    Units, Upgrades,
};

/// An objective card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The id of its card.
    pub id: &'static str,
    /// The victory points; the stage of a public one.
    pub points: i8,
    /// It is a secret one.
    pub secret: bool,
    /// The demand that it makes.
    pub demand: Demand,
}

const fn public(points: i8, id: &'static str, demand: Demand) -> Objective {
    Objective { id, points, secret: false, demand }
}

const fn secret(id: &'static str, demand: Demand) -> Objective {
    Objective { id, points: 1, secret: true, demand }
}

/// The public objectives, and the secret ones of the status phase that action cards and faction
/// technologies have no part in.
pub const OBJECTIVES: [Objective; 33] = [
    public(1, "CORNER_THE_MARKET", OfOneTrait(4)),
    public(1, "DEVELOP_WEAPONRY", Upgrades(2)),
    public(1, "DIVERSIFY_RESEARCH", Colours(2)),
    public(1, "ERECT_A_MONUMENT", Resources(8)),
    public(1, "EXPAND_BORDERS", Abroad(6)),
    public(1, "FOUND_RESEARCH_OUTPOSTS", Specialties(3)),
    public(1, "INTIMIDATE_COUNCIL", BesideMecatol(2)),
    public(1, "LEAD_FROM_THE_FRONT", Tokens(3)),
    public(1, "NEGOTIATE_TRADE_ROUTES", Goods(5)),
    public(1, "SWAY_THE_COUNCIL", Influence(8)),
    public(2, "CENTRALIZE_GALACTIC_TRADE", Goods(10)),
    public(2, "CONQUER_THE_WEAK", Conquered),
    public(2, "FORM_GALACTIC_BRAIN_TRUST", Specialties(5)),
    public(2, "FOUND_A_GOLDEN_AGE", Resources(16)),
    public(2, "GALVANIZE_THE_PEOPLE", Tokens(6)),
    public(2, "MANIPULATE_GALACTIC_LAW", Influence(16)),
    public(2, "MASTER_THE_SCIENCES", Colours(4)),
    public(2, "REVOLUTIONIZE_WARFARE", Upgrades(3)),
    public(2, "SUBDUE_THE_GALAXY", Abroad(11)),
    public(2, "UNIFY_THE_COLONIES", OfOneTrait(6)),
    secret("BECOME_THE_GATEKEEPER", AtWormholes),
    secret("CONTROL_THE_REGION", Systems(6)),
    secret("CUT_SUPPLY_LINES", AtDock),
    secret("ESTABLISH_A_PERIMETER", Units(Unit::Pds, 4)),
    secret("FORGE_AN_ALLIANCE", Of(Trait::Cultural, 4)),
    secret("FUEL_THE_WAR_MACHINE", Units(Unit::SpaceDock, 3)),
    secret("GATHER_A_MIGHTY_FLEET", Units(Unit::Dreadnought, 5)),
    secret("LEARN_THE_SECRETS_OF_THE_COSMOS", BesideAnomalies(3)),
    secret("MASTER_THE_LAWS_OF_PHYSICS", OfOneColour(4)),
    secret("MINE_RARE_METALS", Of(Trait::Hazardous, 4)),
    secret("MONOPOLIZE_PRODUCTION", Of(Trait::Industrial, 4)),
    secret("OCCUPY_THE_SEAT_OF_THE_EMPIRE", Throne),
    secret("THREATEN_ENEMIES", BesideHome),
];

/// The objectives that are secret, or those that are not, by their places.
pub fn of(secret: bool) -> impl Iterator<Item = usize> {
    (0..OBJECTIVES.len()).filter(move |&card| OBJECTIVES[card].secret == secret)
}
