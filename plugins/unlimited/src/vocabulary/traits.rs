//! Traits (CR 2.12).

use serde::{Deserialize, Serialize};

/// A trait. Names are the printed ones without spaces and apostrophes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "a trait says no more than its printed name")]
pub enum Trait {
    Armor,
    Bounty,
    BountyHunter,
    CapitalShip,
    Clone,
    Condition,
    Creature,
    Disaster,
    Droid,
    Endor,
    Ewok,
    Fighter,
    FirstOrder,
    Force,
    Fortification,
    Fringe,
    Gambit,
    Gungan,
    Hutt,
    Imperial,
    Innate,
    Inquisitor,
    Item,
    Jawa,
    Jedi,
    Kaminoan,
    Kashyyyk,
    Law,
    Learned,
    Lightsaber,
    Mandalorian,
    Modification,
    Musician,
    Naboo,
    NewRepublic,
    Night,
    Nihil,
    Official,
    Pilot,
    Plan,
    Rebel,
    Republic,
    Resistance,
    Separatist,
    Sith,
    Spectre,
    Speeder,
    Supply,
    Tactic,
    Tank,
    Tatooine,
    Transport,
    Trick,
    Trooper,
    Tusken,
    Twilek,
    Undead,
    Underworld,
    Vehicle,
    Walker,
    Weapon,
    Wookiee,
}

impl Trait {
    /// The trait of a place, as it is printed on a base; `None` of a place that is no other card's trait.
    #[must_use]
    pub fn of_place(location: &str) -> Option<Self> {
        let named = |place: &Self| format!("{place:?}").eq_ignore_ascii_case(location);
        Self::ALL.iter().copied().find(named)
    }

    /// Every trait, in alphabetical order.
    pub const ALL: &'static [Self] = &[
        Self::Armor,
        Self::Bounty,
        Self::BountyHunter,
        Self::CapitalShip,
        Self::Clone,
        Self::Condition,
        Self::Creature,
        Self::Disaster,
        Self::Droid,
        Self::Endor,
        Self::Ewok,
        Self::Fighter,
        Self::FirstOrder,
        Self::Force,
        Self::Fortification,
        Self::Fringe,
        Self::Gambit,
        Self::Gungan,
        Self::Hutt,
        Self::Imperial,
        Self::Innate,
        Self::Inquisitor,
        Self::Item,
        Self::Jawa,
        Self::Jedi,
        Self::Kaminoan,
        Self::Kashyyyk,
        Self::Law,
        Self::Learned,
        Self::Lightsaber,
        Self::Mandalorian,
        Self::Modification,
        Self::Musician,
        Self::Naboo,
        Self::NewRepublic,
        Self::Night,
        Self::Nihil,
        Self::Official,
        Self::Pilot,
        Self::Plan,
        Self::Rebel,
        Self::Republic,
        Self::Resistance,
        Self::Separatist,
        Self::Sith,
        Self::Spectre,
        Self::Speeder,
        Self::Supply,
        Self::Tactic,
        Self::Tank,
        Self::Tatooine,
        Self::Transport,
        Self::Trick,
        Self::Trooper,
        Self::Tusken,
        Self::Twilek,
        Self::Undead,
        Self::Underworld,
        Self::Vehicle,
        Self::Walker,
        Self::Weapon,
        Self::Wookiee,
    ];
}

/// A set of traits, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Trait>", into = "Vec<Trait>")]
pub struct TraitSet(u64);

impl TraitSet {
    /// The union of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
    /// Returns `true` if a trait is in the set.
    #[must_use]
    pub const fn has(self, name: Trait) -> bool {
        self.0 & (1 << name as u8) != 0
    }
    /// Returns `true` if no trait is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// The set with this trait besides.
    #[must_use]
    pub const fn with(self, name: Trait) -> Self {
        Self(self.0 | 1 << name as u8)
    }
    /// The set without this trait.
    #[must_use]
    pub const fn without(self, name: Trait) -> Self {
        Self(self.0 & !(1 << name as u8))
    }
    /// The traits that both sets have.
    #[must_use]
    pub const fn shared(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
    /// Returns `true` if the two sets share a trait.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl From<Vec<Trait>> for TraitSet {
    fn from(list: Vec<Trait>) -> Self {
        Self(list.into_iter().fold(0, |set, t| set | 1 << t as u8))
    }
}

impl From<TraitSet> for Vec<Trait> {
    fn from(set: TraitSet) -> Self {
        Trait::ALL.iter().copied().filter(|t| set.0 & (1 << *t as u8) != 0).collect()
    }
}
