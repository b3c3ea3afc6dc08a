//! When something holds, and how much it is.

use serde::{Deserialize, Serialize};

use super::{AspectSet, Filter, Who, Whom};

/// A condition, checked where it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Condition {
    /// At least `at_least` cards fit (1 when left out).
    Exists {
        /// Which cards.
        what: Filter,
        /// How many.
        #[serde(default = "one")]
        at_least: u8,
    },
    /// You have the initiative counter, taken or not (CR 1.12.2C).
    Initiative,
    /// You control at least this many resources.
    Resources(u8),
    /// The named card fits. False when there is none.
    Is(Whom, Filter),
    /// The step before did something ("if you do", CR 8.9).
    Did,
    /// This unit (for an upgrade: the attached unit) is attacking.
    Attacking(Whom),
    /// It is the defending unit.
    Defending(Whom),
    /// The attack under way is on a base.
    AttackingBase,
    /// The defending unit was defeated during this attack.
    DefenderDefeated,
    /// A unit of that side was defeated this phase.
    UnitDefeated(Who),
    /// A unit of that side left play this phase.
    UnitLeftPlay(Who),
    /// You played at least this many cards with one of the aspects this phase (any card when
    /// empty); `other` leaves out the card itself.
    Played {
        /// Any of these aspects.
        #[serde(default)]
        aspects: AspectSet,
        /// How many.
        #[serde(default = "one")]
        at_least: u8,
        /// Without the card the ability is on.
        #[serde(default)]
        other: bool,
    },
    /// You dealt at least this much damage to an enemy base this phase.
    BaseDamageDealt(u8),
    /// A base of that side has at least this much damage on it.
    BaseDamage {
        /// Whose base.
        whose: Who,
        /// Damage on it.
        at_least: u8,
    },
    /// That player's base has at most this much HP remaining.
    BaseRemaining {
        /// Whose base.
        whose: Who,
        /// HP remaining.
        at_most: u8,
    },
    /// You control more units than the defending player.
    MoreUnits,
    /// At least this many different aspects are among the cards that fit.
    Aspects {
        /// Among which cards.
        among: Filter,
        /// How many different ones.
        at_least: u8,
    },
    /// The action phase is under way.
    ActionPhase,
    /// Not so.
    Not(Box<Self>),
    /// All of them.
    All(Vec<Self>),
    /// At least one of them.
    AnyOf(Vec<Self>),
}

/// A number read off the table. A step's amount is `amount × per`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Measure {
    /// Always 1.
    #[default]
    One,
    /// How many cards fit.
    Count(Filter),
    /// Power of a card (last known when it has left play).
    Power(Whom),
    /// Damage on a card.
    Damage(Whom),
    /// Printed cost, summed over the cards named.
    Cost(Whom),
    /// Different aspects among the cards named.
    Aspects(Whom),
    /// How many cards a register holds.
    Bound(Whom),
    /// Resources a player controls.
    Resources(Who),
    /// Cards in a player's hand.
    Hand(Who),
    /// The number the step before fixed: damage healed, cards discarded, resources paid.
    Number,
    /// Other cards you played this phase.
    OtherCardsPlayed,
}

pub(crate) const fn one() -> u8 {
    1
}
