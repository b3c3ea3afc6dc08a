//! Replacement effects: what would happen, and what happens instead (CR 7.7.5).

use serde::{Deserialize, Serialize};

use super::{Filter, Subject, Who, Whom};
use crate::words::condition::Condition;
use crate::words::step::Step;

/// "If this would happen, that happens instead."
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The event that would happen, and the card or the player that it would happen to.
    pub would: Would,
    /// The condition of an "if" or "while" clause.
    #[serde(default, rename = "while")]
    pub condition: Option<Condition>,
    /// "You may": its controller says each time whether it applies.
    #[serde(default)]
    pub may: bool,
    /// A card in play that fits is chosen for what happens instead, and is `It` there; without one
    /// nothing is replaced (CR 7.7.5C).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choose: Option<Filter>,
    /// The event that happens in its place.
    pub instead: Instead,
}

/// An event that can be replaced. The card that it would happen to is `Subject` in the condition and the steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Would {
    /// Damage would be dealt.
    Damage {
        /// The unit or base that it would be dealt to.
        to: Subject,
        /// `true` for combat damage alone.
        #[serde(default)]
        combat: bool,
        /// Only by enemy card abilities.
        #[serde(default)]
        enemy: bool,
        /// Only by another card.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        other: bool,
        /// Only by a unit that fits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Filter>,
        /// Only so much of it, or more; all, when left out.
        #[serde(default, skip_serializing_if = "is_none")]
        at_least: u8,
    },
    /// The card would be defeated.
    Defeat(Subject),
    /// The unit would be captured.
    Capture(Subject),
    /// A draw by that player; each card of several is an event of its own.
    Draw(Who),
}

impl Would {
    /// Damage, or combat damage, whoever deals how much of it.
    pub(crate) const fn of_damage(to: Subject, combat: bool) -> Self {
        Self::Damage { to, combat, enemy: false, other: false, by: None, at_least: 0 }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_none(points: &u8) -> bool {
    *points == 0
}

/// A change of the event, or steps in its place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub enum Instead {
    /// So many points of the damage are prevented (CR 8.20.2), all of them when left out.
    Prevent {
        /// The number of points of damage; all of them when left out.
        #[serde(default)]
        points: Option<u8>,
    },
    /// The damage is dealt to this card.
    Redirect(Whom),
    /// These steps are done, at the same time as what they replace would have been. They cannot
    /// ask anything. If none of them can be done, nothing is replaced (CR 7.7.5C).
    Do(Vec<Step>),
    /// So many points more are dealt.
    More(u8),
    /// All but so many points of the damage are prevented (CR 8.20.2).
    AllBut(u8),
    /// Twice as much damage is dealt.
    Double,
}
