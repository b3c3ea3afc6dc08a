//! Lasting and delayed effects: entities that outlive what created them.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat};
use serde::{Deserialize, Serialize};

use crate::piece::SystemId;
use crate::vocabulary::{Modifier, Sort, Until};

/// The change that an effect makes, or the thing it waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectKind {
    /// None: the entity is spare.
    #[default]
    None,
    /// Changes what the player's units are or can do, for so long.
    Lasting(Modifier, Until),
    /// The player cannot vote on this agenda (LRR 8.16).
    Barred,
    /// Waits with its card for the outcome of this agenda that the player predicted (LRR 8.22).
    Predicted {
        /// The card that waits in front of the player.
        card: Ref,
        /// The outcome predicted: 0 for or 1 against, or what is elected, by its number.
        outcome: u8,
    },
    /// The player cannot vote in this agenda phase.
    BarredForPhase,
    /// The player cannot play action cards or use faction abilities until the agenda is resolved.
    Silenced,
    /// The player's planets of a sort are exhausted when the next strategy phase starts.
    Exhausts(Sort),
    /// The player's next secondary ability is free.
    FreeSecondary,
    /// The player keeps their strategy cards and chooses none in the next strategy phase.
    KeepsStrategy,
    /// Ships of the player that start in this system move through systems with ships of others
    /// until the end of the tactical action.
    PassesShips(SystemId),
}

impl EffectKind {
    /// The moment at which it ends; `None` for an effect that is no lasting one.
    #[must_use]
    pub const fn until(self) -> Option<Until> {
        match self {
            Self::Lasting(_, until) => Some(until),
            Self::PassesShips(_) => Some(Until::TacticalAction),
            _ => None,
        }
    }

    /// Tells whether it ends with the agenda.
    #[must_use]
    pub const fn is_of_agenda(self) -> bool {
        matches!(self, Self::Barred | Self::Silenced | Self::Predicted { .. })
    }
}

/// A lasting or delayed effect of a player.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    /// The change it makes.
    pub kind: EffectKind,
    /// The player whose effect it is.
    pub seat: Seat,
}
