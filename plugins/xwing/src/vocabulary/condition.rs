//! Conditions: what must be so for an ability to be queued, to resolve, or to apply.

use serde::{Deserialize, Serialize};

use super::filter::{Filter, Reach, Whom};
use super::moves::{Compared, Moves};
use super::traits::{Action, Arc, CardType, Dice, Face, Phase, Token};

/// A condition of an ability, or of a step in it, asked of the table as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// The ship that is named fits.
    Is(Whom, Box<Filter>),
    /// At least so many ships in the play area fit.
    Exists {
        /// The filter that the ships must fit.
        what: Box<Filter>,
        /// The number of ships that must fit, 1 if left out.
        #[serde(default = "one")]
        at_least: u8,
    },
    /// Met if this condition is not.
    Not(Box<Condition>),
    /// One of them at least.
    AnyOf(Vec<Condition>),
    /// All of them.
    AllOf(Vec<Condition>),
    /// More ships fit the first filter than the second.
    Outnumbered {
        /// The filter that more ships must fit.
        by: Box<Filter>,
        /// The filter that fewer ships must fit.
        of: Box<Filter>,
    },
    /// The attack under way is made with a primary weapon.
    PrimaryAttack,
    /// The attack under way is made with the upgrade the ability is on.
    ThisWeapon,
    /// The attack under way is made with an upgrade of one of these kinds.
    WeaponIs(Vec<CardType>),
    /// The defender of the attack under way is in one of these arcs of the attacker.
    DefenderIn(Vec<Arc>),
    /// The attack under way is made in one of these arcs of the attacker.
    WeaponArc(Vec<Arc>),
    /// The weapon of the attack under way asks for a lock.
    WeaponLocks,
    /// The attack under way has cost charges of its weapon, which can recover.
    WeaponSpent,
    /// The maneuver that the ship the event happened to has revealed, or executed last, is of this
    /// kind.
    Flies(Moves),
    /// The maneuver that this ship has revealed, or executed last, stands so to that of the other
    /// ship of the attack under way.
    Compared(Compared),
    /// Range gives the attack under way dice: its weapon is no ordnance.
    RangeBonus,
    /// This ability's card has modified dice of the attack under way.
    Used,
    /// The player of the attacker has modified attack dice of the attack under way.
    AttackModified,
    /// The ship has spent a token of this kind in the attack under way.
    Spent(Token),
    /// The number of these dice that were rolled in the attack under way is within this band.
    Rolled(Dice, Reach),
    /// A hit or a critical hit of the attack under way was neutralized.
    Neutralized,
    /// The attack under way is obstructed.
    Obstructed,
    /// A gas cloud obstructs the attack under way.
    Clouded,
    /// The range of the attack under way.
    AttackRange(Reach),
    /// At least so many dice show one of these faces.
    Results {
        /// The dice that are counted: the attacker's or the defender's.
        dice: Dice,
        /// The faces that count as a match.
        faces: Vec<Face>,
        /// The number of dice that must show one of them, 1 if left out.
        #[serde(default = "one")]
        at_least: u8,
    },
    /// No more than so many attack dice are to be rolled in the attack under way.
    RollsAtMost(u8),
    /// The attack under way hit.
    Hit,
    /// The card the ability is on has an active charge.
    Charged,
    /// The card the ability is on has an inactive charge.
    Discharged,
    /// A step of this ability has let its ship perform an action, and it did.
    Acted,
    /// A step of this ability has let its ship perform an action, and it performed one that is not on
    /// its action bar.
    ActedOffBar,
    /// The Perform Action step of the ship is under way.
    ActionStep,
    /// A ship that was coordinated last performed one of these actions by that.
    CoordinatedTo(Vec<Action>),
    /// There are dice of this kind, and all of them show one result.
    AllAlike(Dice),
    /// One of the dice that a step of this ability has rerolled shows one of these results.
    RerolledTo(Vec<Face>),
    /// The defender of the attack under way was dealt a faceup damage card of one of these kinds in it;
    /// of any, if none is named.
    DealtFaceup(Vec<CardType>),
    /// The maneuver that the ship executed last took it through an obstacle, not just onto it.
    PassedObstacle,
    /// A card has prepared the ship ([`Modifier::Primed`](super::Modifier::Primed)).
    Primed,
    /// The card the ability is on has tokens placed on it.
    Holding,
    /// A damage card lies on the card the ability is on.
    HoldsDamage,
    /// A device is at range 0-1 of the ship.
    NearDevice,
    /// The ship has put a device into the play area in this round.
    HasDropped,
    /// The ship has spent a green token in the attack under way.
    SpentGreen,
    /// The last maneuver of the ship was executed fully.
    FlownFully,
    /// The ship moved through or overlapped an obstacle.
    ThroughObstacle,
    /// The ship has so many damage cards, at least.
    DamageCards(u8),
    /// The game is in this phase.
    During(Phase),
    /// A damage card that is about to be dealt is of one of these kinds.
    CardIs(Vec<CardType>),
    /// The maneuver that is about to be executed is a straight.
    Straight,
}

const fn one() -> u8 {
    1
}
