//! What the `Constant` stage gathers.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::vocabulary::Modifier;

/// What constants rest on and apply.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gathered {
    /// The cards that are with ships, faceup or facedown, in slot order.
    pub attached: Vec<Slot>,
    /// Every card whose abilities work: ship by ship, the pilot first.
    pub sources: Vec<Slot>,
    /// What applies to which ship: constant abilities, then lasting effects by age.
    pub modifiers: Vec<(Slot, Modifier)>,
}
