//! Devices: tokens with an owner and a place, entities of their own from when a ship puts them
//! into the play area until they detonate. One upgrade can have put several there.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

/// Devices in the play area at a time.
pub const DEVICES: usize = 32;

/// A device in the play area.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Device {
    /// The upgrade it belongs to.
    pub card: Slot,
    /// Whose it is.
    pub owner: Seat,
    /// The ships at range 0-1, one bit each.
    pub near: u16,
}
