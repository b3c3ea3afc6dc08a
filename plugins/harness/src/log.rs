//! The log of a table: what has happened, line by line, in the players' words.

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

/// The log of a table. Put it on a table entity to have it written.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<String>,
    /// Abilities that were waiting when the log last looked; only games that write down what
    /// triggers count them.
    #[serde(default)]
    pub waiting: usize,
}
