//! Upgrade slots, those of huge ships included.

use cardmill_harness::day::Day;

use super::{Wrong, table, word};

/// A slot that an upgrade takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// Astromech droids of a ship.
    Astromech,
    /// Cannons, which are special weapons.
    Cannon,
    /// Cargo of huge ships.
    Cargo,
    /// Command of huge ships.
    Command,
    /// Configurations of a ship type, such as Delta-7B.
    Configuration,
    /// Crew members, such as 4-LOM.
    Crew,
    /// Devices, put into the play area.
    Device,
    /// Force powers, for pilots with Force.
    Force,
    /// Gunners, such as Agile Gunner.
    Gunner,
    /// A hardpoint of huge ships.
    Hardpoint,
    /// Illicit upgrades, such as Babu Frik.
    Illicit,
    /// Missiles, which are special weapons.
    Missile,
    /// Modifications, such as Ablative Plating.
    Modification,
    /// Sensors, such as Collision Detector.
    Sensor,
    /// Tactical relays of Separatist squads.
    TacticalRelay,
    /// Talents of pilots, such as Crack Shot.
    Talent,
    /// A team of huge ships.
    Team,
    /// Tech upgrades, such as Advanced Optics.
    Tech,
    /// Titles, such as Andrasta.
    Title,
    /// Torpedoes, which are special weapons.
    Torpedo,
    /// Turrets, which are special weapons.
    Turret,
    /// A weapon hardpoint: a cannon, a torpedo or a missile.
    Weapon,
}

impl Slot {
    /// All slots, in order of their names.
    pub const ALL: [Self; 22] = [
        Self::Astromech,
        Self::Cannon,
        Self::Cargo,
        Self::Command,
        Self::Configuration,
        Self::Crew,
        Self::Device,
        Self::Force,
        Self::Gunner,
        Self::Hardpoint,
        Self::Illicit,
        Self::Missile,
        Self::Modification,
        Self::Sensor,
        Self::TacticalRelay,
        Self::Talent,
        Self::Team,
        Self::Tech,
        Self::Title,
        Self::Torpedo,
        Self::Turret,
        Self::Weapon,
    ];

    /// Its name in the players' words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Astromech => "Astromech",
            Self::Cannon => "Cannon",
            Self::Cargo => "Cargo",
            Self::Command => "Command",
            Self::Configuration => "Configuration",
            Self::Crew => "Crew",
            Self::Device => "Device",
            Self::Force => "Force Power",
            Self::Gunner => "Gunner",
            Self::Hardpoint => "Hardpoint",
            Self::Illicit => "Illicit",
            Self::Missile => "Missile",
            Self::Modification => "Modification",
            Self::Sensor => "Sensor",
            Self::TacticalRelay => "Tactical Relay",
            Self::Talent => "Talent",
            Self::Team => "Team",
            Self::Tech => "Tech",
            Self::Title => "Title",
            Self::Torpedo => "Torpedo",
            Self::Turret => "Turret",
            Self::Weapon => "Weapon",
        }
    }

    /// Its key in squad files: `force-power`.
    #[must_use]
    pub fn key(self) -> String {
        self.name().to_ascii_lowercase().replace(' ', "-")
    }

    /// The slot of a name.
    ///
    /// # Errors
    /// A message that a slot was expected, with the text that was found.
    pub fn read(name: &str) -> Result<Self, String> {
        word(name, "a slot", &Self::ALL.map(|slot| (slot, slot.name())))
    }

    /// Tells whether an upgrade that takes `other` can be in it: weapon hardpoints hold three
    /// kinds.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        match self {
            Self::Weapon => matches!(other, Self::Cannon | Self::Torpedo | Self::Missile),
            _ => self as u8 == other as u8,
        }
    }
}

/// A slot that a ship type lost when points changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormerSlot {
    /// The ship type, by id.
    pub ship: String,
    /// The slot that was lost.
    pub slot: Slot,
    /// The first day of the list of points that it had it no longer by.
    pub until: Day,
}

impl FormerSlot {
    /// Reads a table: a line of headings, then comma-separated fields without quotes.
    ///
    /// # Errors
    /// The line that is wrong and what was expected.
    pub fn parse(text: &str) -> Result<Vec<Self>, Wrong> {
        table(text, 3, Self::row, |former| (former.ship.clone(), former.slot))
    }

    fn row(fields: &[&str]) -> Result<Self, String> {
        let (ship, slot, until) = (fields[0].into(), Slot::read(fields[1])?, fields[2].parse()?);
        Ok(Self { ship, slot, until })
    }
}
