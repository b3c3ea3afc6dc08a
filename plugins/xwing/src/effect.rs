//! Lasting and delayed effects: entities that outlive what created them.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::board::Limit;
use crate::vocabulary::{Modifier, Until};

/// The kind of a lasting or delayed effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectKind {
    /// Nothing: the entity is spare.
    #[default]
    None,
    /// Changes its ship, for so long.
    Lasting(Modifier, Until),
    /// Its ship may perform a bonus attack, granted in the middle of an attack, in the Aftermath
    /// step of that attack.
    BonusAttack(Limit),
}

/// A lasting or delayed effect on one ship.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// The change that it makes, or the permission that it gives.
    pub kind: EffectKind,
    /// The ship it applies to.
    pub ship: Slot,
}
