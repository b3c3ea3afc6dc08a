//! The damage deck.

/// A kind of damage card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// Two stress, then it is repaired.
    PanickedPilot,
    /// Attack dice are modified by Force alone.
    BlindedPilot,
    /// An attack die after each action: stress.
    WoundedPilot,
    /// A hit after a maneuver through or onto an obstacle.
    StunnedPilot,
    /// An attack die before engaging: a hit.
    ConsoleFire,
    /// Turns are harder.
    DamagedEngine,
    /// One attack die fewer.
    WeaponsFailure,
    /// Hits become critical hits.
    HullBreach,
    /// One defence die fewer.
    StructuralDamage,
    /// No actions but focus and those of damage cards.
    DamagedSensorArray,
    /// A hit after a maneuver that is not straight, then it is repaired.
    LooseStabilizer,
    /// Ion before engaging, repaired by an ion maneuver.
    DisabledPowerRegulator,
    /// A hit after a critical hit, then it is repaired.
    FuelLeak,
    /// A hit, then it is repaired.
    DirectHit,
}

use Damage::{
    BlindedPilot, ConsoleFire, DamagedEngine, DamagedSensorArray, DirectHit,
    DisabledPowerRegulator, FuelLeak, HullBreach, LooseStabilizer, PanickedPilot, StructuralDamage,
    StunnedPilot, WeaponsFailure, WoundedPilot,
};

impl Damage {
    /// All kinds, with their ids and how many a deck has of each.
    pub const ALL: [(Self, &'static str, usize); 14] = [
        (PanickedPilot, "panickedpilot", 2),
        (BlindedPilot, "blindedpilot", 2),
        (WoundedPilot, "woundedpilot", 2),
        (StunnedPilot, "stunnedpilot", 2),
        (ConsoleFire, "consolefire", 2),
        (DamagedEngine, "damagedengine", 2),
        (WeaponsFailure, "weaponsfailure", 2),
        (HullBreach, "hullbreach", 2),
        (StructuralDamage, "structuraldamage", 2),
        (DamagedSensorArray, "damagedsensorarray", 2),
        (LooseStabilizer, "loosestabilizer", 2),
        (DisabledPowerRegulator, "disabledpowerregulator", 2),
        (FuelLeak, "fuelleak", 4),
        (DirectHit, "directhit", 5),
    ];

    /// The id of the card.
    #[must_use]
    pub fn id(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The card with an id.
    #[must_use]
    pub fn find(id: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, of, _)| *of == id).map(|(card, ..)| *card)
    }

    /// Tells whether an action of the card repairs it.
    #[must_use]
    pub const fn is_repaired_by_action(self) -> bool {
        !matches!(
            self,
            PanickedPilot
                | StunnedPilot
                | DamagedEngine
                | StructuralDamage
                | DisabledPowerRegulator
                | DirectHit
        )
    }
}
