//! Units as sheets without anything of a faction print them, and as upgrades do (LRR 96, 97).

/// A type of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "units are what they are called")]
pub enum Unit {
    Fighter,
    Destroyer,
    Cruiser,
    Carrier,
    Dreadnought,
    WarSun,
    Infantry,
    Pds,
    SpaceDock,
}

/// Dice of a unit: the least result that is a hit, and how many are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    /// The least result that is a hit.
    pub on: u8,
    /// The number of dice.
    pub number: u8,
}

/// The attributes and unit abilities of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The resources that it costs; `None` for what is not produced (LRR 26.3).
    pub cost: Option<u8>,
    /// Two of it come for its cost (LRR 26.2).
    pub pair: bool,
    /// The dice of its combat rolls.
    pub combat: Option<Dice>,
    /// The move value (LRR 57).
    pub movement: u8,
    /// The capacity (LRR 16).
    pub capacity: u8,
    /// Sustain Damage (LRR 87).
    pub sustain: bool,
    /// Anti-Fighter Barrage (LRR 10).
    pub barrage: Option<Dice>,
    /// Bombardment (LRR 15).
    pub bombardment: Option<Dice>,
    /// Space Cannon (LRR 77).
    pub cannon: Option<Dice>,
    /// Its Space Cannon reaches adjacent systems (LRR 77.3c).
    pub reaches: bool,
    /// Planetary Shield (LRR 65).
    pub shield: bool,
    /// Production of this much beside the resources of its planet (LRR 68).
    pub production: Option<u8>,
    /// It counts against the fleet pool where there is no capacity for it (the upgraded fighter).
    pub in_fleet: bool,
}

const NOTHING: Profile = Profile {
    cost: None,
    pair: false,
    combat: None,
    movement: 0,
    capacity: 0,
    sustain: false,
    barrage: None,
    bombardment: None,
    cannon: None,
    reaches: false,
    shield: false,
    production: None,
    in_fleet: false,
};

const fn dice(on: u8, number: u8) -> Option<Dice> {
    Some(Dice { on, number })
}

const fn ship(cost: u8, combat: Option<Dice>, movement: u8, capacity: u8) -> Profile {
    Profile { cost: Some(cost), combat, movement, capacity, ..NOTHING }
}

impl Unit {
    /// All types of units.
    pub const ALL: [Self; 9] = [
        Self::Fighter,
        Self::Destroyer,
        Self::Cruiser,
        Self::Carrier,
        Self::Dreadnought,
        Self::WarSun,
        Self::Infantry,
        Self::Pds,
        Self::SpaceDock,
    ];

    /// Its attributes, by the sheet or by its upgrade. A war sun has none without.
    #[must_use]
    pub const fn profile(self, upgraded: bool) -> Profile {
        match (self, upgraded) {
            (Self::Fighter, false) => Profile { pair: true, ..ship(1, dice(9, 1), 0, 0) },
            (Self::Fighter, true) => {
                Profile { pair: true, in_fleet: true, ..ship(1, dice(8, 1), 2, 0) }
            }
            (Self::Destroyer, false) => {
                Profile { barrage: dice(9, 2), ..ship(1, dice(9, 1), 2, 0) }
            }
            (Self::Destroyer, true) => Profile { barrage: dice(6, 3), ..ship(1, dice(8, 1), 2, 0) },
            (Self::Cruiser, false) => ship(2, dice(7, 1), 2, 0),
            (Self::Cruiser, true) => ship(2, dice(6, 1), 3, 1),
            (Self::Carrier, false) => ship(3, dice(9, 1), 1, 4),
            (Self::Carrier, true) => ship(3, dice(9, 1), 2, 6),
            (Self::Dreadnought, _) => Profile {
                sustain: true,
                bombardment: dice(5, 1),
                ..ship(4, dice(5, 1), if upgraded { 2 } else { 1 }, 1)
            },
            (Self::WarSun, true) => {
                Profile { sustain: true, bombardment: dice(3, 3), ..ship(12, dice(3, 3), 2, 6) }
            }
            (Self::Infantry, _) => Profile {
                cost: Some(1),
                pair: true,
                combat: dice(if upgraded { 7 } else { 8 }, 1),
                ..NOTHING
            },
            (Self::Pds, _) => Profile {
                cannon: dice(if upgraded { 5 } else { 6 }, 1),
                reaches: upgraded,
                shield: true,
                ..NOTHING
            },
            (Self::SpaceDock, _) => {
                Profile { production: Some(if upgraded { 4 } else { 2 }), ..NOTHING }
            }
            (Self::WarSun, false) => NOTHING,
        }
    }

    /// Returns `true` for a ship (LRR 76).
    #[must_use]
    pub const fn is_ship(self) -> bool {
        !matches!(self, Self::Infantry | Self::Pds | Self::SpaceDock)
    }

    /// Returns `true` for a structure (LRR 85).
    #[must_use]
    pub const fn is_structure(self) -> bool {
        matches!(self, Self::Pds | Self::SpaceDock)
    }

    /// Returns `true` for what ships transport (LRR 95).
    #[must_use]
    pub const fn is_cargo(self) -> bool {
        matches!(self, Self::Fighter | Self::Infantry)
    }

    /// Returns `true` for a ship that the fleet pool bounds (LRR 37.1).
    #[must_use]
    pub const fn is_of_fleet(self) -> bool {
        self.is_ship() && !matches!(self, Self::Fighter)
    }

    /// The figures of a colour (LRR 96.2); fighters and infantry have tokens beside them.
    #[must_use]
    pub const fn figures(self) -> usize {
        match self {
            Self::Fighter | Self::Infantry => 255,
            Self::Destroyer | Self::Cruiser => 8,
            Self::Carrier => 4,
            Self::Dreadnought => 5,
            Self::WarSun => 2,
            Self::Pds => 6,
            Self::SpaceDock => 3,
        }
    }
}
