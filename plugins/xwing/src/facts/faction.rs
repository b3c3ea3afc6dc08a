//! Factions, by the ids of squad files.

use core::fmt;

use super::word;

/// A faction, to which all ships of a squad belong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Faction {
    /// The First Order, successors of the Empire.
    FirstOrder,
    /// The Galactic Empire.
    GalacticEmpire,
    /// The Galactic Republic.
    GalacticRepublic,
    /// The Rebel Alliance.
    RebelAlliance,
    /// The Resistance, successors of the Rebels.
    Resistance,
    /// Scum and Villainy.
    ScumAndVillainy,
    /// The Separatist Alliance.
    SeparatistAlliance,
}

impl Faction {
    /// All of them, in order of their ids.
    pub const ALL: [Self; 7] = [
        Self::FirstOrder,
        Self::GalacticEmpire,
        Self::GalacticRepublic,
        Self::RebelAlliance,
        Self::Resistance,
        Self::ScumAndVillainy,
        Self::SeparatistAlliance,
    ];

    /// Its id, as in squad files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::FirstOrder => "firstorder",
            Self::GalacticEmpire => "galacticempire",
            Self::GalacticRepublic => "galacticrepublic",
            Self::RebelAlliance => "rebelalliance",
            Self::Resistance => "resistance",
            Self::ScumAndVillainy => "scumandvillainy",
            Self::SeparatistAlliance => "separatistalliance",
        }
    }

    /// The faction with an id.
    ///
    /// # Errors
    /// A message that a faction was expected, with the text that was found.
    pub fn read(id: &str) -> Result<Self, String> {
        word(id, "a faction", &Self::ALL.map(|faction| (faction, faction.id())))
    }
}

impl fmt::Display for Faction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
