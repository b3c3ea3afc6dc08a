//! The technologies of everybody (LRR 90).

use crate::unit::Unit;

/// A colour of technologies and of technology specialties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "colours are what they are called")]
pub enum Colour {
    Blue,
    Green,
    Red,
    Yellow,
}

use self::Colour::{Blue, Green, Red, Yellow};

impl Colour {
    /// The colours of all technologies.
    pub const ALL: [Self; 4] = [Blue, Green, Red, Yellow];
}

/// A technology, as its card prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Technology {
    /// The id of its card.
    pub id: &'static str,
    /// The colour; `None` for an upgrade of a unit.
    pub colour: Option<Colour>,
    /// The prerequisites, in their order on the card.
    pub needs: &'static [Colour],
    /// The unit that it upgrades.
    pub unit: Option<Unit>,
    /// Its text is one that this simulator knows, so that it may be had.
    pub known: bool,
}

const fn known(id: &'static str, colour: Colour, needs: &'static [Colour]) -> Technology {
    Technology { id, colour: Some(colour), needs, unit: None, known: true }
}

const fn unknown(id: &'static str, colour: Colour, needs: &'static [Colour]) -> Technology {
    Technology { known: false, ..known(id, colour, needs) }
}

const fn upgrade(id: &'static str, unit: Unit, needs: &'static [Colour]) -> Technology {
    Technology { id, colour: None, needs, unit: Some(unit), known: true }
}

/// The place of Antimass Deflectors: asteroid fields are open, Space Cannons hit less.
pub const ANTIMASS: usize = 0;
/// The place of Fleet Logistics: two actions a turn.
pub const LOGISTICS: usize = 1;
/// The place of Gravity Drive: one ship goes one further.
pub const DRIVE: usize = 2;
/// The place of Hyper Metabolism: a command token more in the status phase.
pub const METABOLISM: usize = 3;
/// The place of Light/Wave Deflector: ships go through those of others.
pub const DEFLECTOR: usize = 4;
/// The place of Plasma Scoring: a die more for Bombardment and Space Cannon.
pub const PLASMA: usize = 6;
/// The place of Sarween Tools: production costs a resource less.
pub const SARWEEN: usize = 7;
/// The place of Infantry II: infantry come back.
pub const INFANTRY: usize = 13;

/// All technologies. Those with a text that opens a window of its own are not known.
pub const TECHNOLOGIES: [Technology; 25] = [
    known("ANTIMASS_DEFLECTORS", Blue, &[]),
    known("FLEET_LOGISTICS", Blue, &[Blue, Blue]),
    known("GRAVITY_DRIVE", Blue, &[Blue]),
    known("HYPER_METABOLISM", Green, &[Green, Green]),
    known("LIGHT_WAVE_DEFLECTOR", Blue, &[Blue, Blue, Blue]),
    known("NEURAL_MOTIVATOR", Green, &[]),
    known("PLASMA_SCORING", Red, &[]),
    known("SARWEEN_TOOLS", Yellow, &[]),
    upgrade("CARRIER_II", Unit::Carrier, &[Blue, Blue]),
    upgrade("CRUISER_II", Unit::Cruiser, &[Green, Yellow, Red]),
    upgrade("DESTROYER_II", Unit::Destroyer, &[Red, Red]),
    upgrade("DREADNOUGHT_II", Unit::Dreadnought, &[Blue, Blue, Yellow]),
    upgrade("FIGHTER_II", Unit::Fighter, &[Green, Blue]),
    upgrade("INFANTRY_II", Unit::Infantry, &[Green, Green]),
    upgrade("PDS_II", Unit::Pds, &[Red, Yellow]),
    upgrade("SPACE_DOCK_II", Unit::SpaceDock, &[Yellow, Yellow]),
    upgrade("WAR_SUN", Unit::WarSun, &[Red, Red, Red, Yellow]),
    unknown("ASSAULT_CANNON", Red, &[Red, Red, Red]),
    unknown("DACXIVE_ANIMATORS", Green, &[Green]),
    unknown("DURANIUM_ARMOR", Red, &[Red, Red]),
    unknown("GRAVITON_LASER_SYSTEM", Yellow, &[Yellow]),
    unknown("INTEGRATED_ECONOMY", Yellow, &[Yellow, Yellow, Yellow]),
    unknown("MAGEN_DEFENSE_GRID", Red, &[Red]),
    unknown("TRANSIT_DIODES", Yellow, &[Yellow, Yellow]),
    unknown("X_89_BACTERIAL_WEAPON", Green, &[Green, Green, Green]),
];
