//! What must be so.

use serde::{Deserialize, Serialize};

use super::filter::{Filter, Reach, Whom};
use super::traits::{CardType, Dice, Face, Phase};

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// The ship that is named fits.
    Is(Whom, Box<Filter>),
    /// So many ships fit, at least.
    Exists {
        /// Which.
        what: Box<Filter>,
        /// How many.
        #[serde(default = "one")]
        at_least: u8,
    },
    /// The opposite.
    Not(Box<Condition>),
    /// One of them at least.
    AnyOf(Vec<Condition>),
    /// The attack under way is made with a primary weapon.
    PrimaryAttack,
    /// The attack under way is made with the upgrade the ability is on.
    ThisWeapon,
    /// The attack under way is made with an upgrade of one of these kinds.
    WeaponIs(Vec<CardType>),
    /// The attack under way is obstructed.
    Obstructed,
    /// A gas cloud obstructs the attack under way.
    Clouded,
    /// The range of the attack under way.
    AttackRange(Reach),
    /// So many dice show one of these faces, at least.
    Results {
        /// Whose dice.
        dice: Dice,
        /// Which faces.
        faces: Vec<Face>,
        /// How many.
        #[serde(default = "one")]
        at_least: u8,
    },
    /// The attack hit.
    Hit,
    /// The card the ability is on has an active charge.
    Charged,
    /// The card the ability is on has tokens placed on it.
    Holding,
    /// A damage card lies on the card the ability is on.
    HoldsDamage,
    /// A device is at range 0-1 of the ship.
    NearDevice,
    /// The ship has spent a green token in the attack under way.
    SpentGreen,
    /// The ship moved through or overlapped an obstacle.
    ThroughObstacle,
    /// The ship has so many damage cards, at least.
    DamageCards(u8),
    /// The phase.
    During(Phase),
    /// What a damage card that is about to be dealt belongs to.
    CardIs(Vec<CardType>),
    /// The maneuver that is about to be executed is a straight.
    Straight,
}

const fn one() -> u8 {
    1
}
