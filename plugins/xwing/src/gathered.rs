//! The lists that the `Constant` stage gathers.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::vocabulary::Modifier;

/// Cards on which constants rest, and modifiers that they apply.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gathered {
    /// The cards that are with ships, faceup or facedown, in slot order.
    pub attached: Vec<Slot>,
    /// Every card whose abilities work: ship by ship, the pilot first.
    pub sources: Vec<Slot>,
    /// Ships without the ability of their type, since a card takes its place, one bit each.
    pub refitted: u16,
    /// Modifiers, each with its ship: those of constant abilities, then of lasting effects by age.
    pub modifiers: Vec<(Slot, Modifier)>,
}
