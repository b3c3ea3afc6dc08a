//! Whether the initiative was taken.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Word, either};
use crate::board::Phase;
use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;

/// A player has taken the initiative this phase (CR 1.15.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InitiativeTaken;

impl Word for InitiativeTaken {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn text(&self, holds: bool, _: &Names) -> String {
        format!("{} has taken the initiative this phase", either(holds, "a player", "no player"))
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn holds(&self, scene: &Scene<'_>, _: &Context<'_>) -> bool {
        // It is taken in the action phase and no other.
        scene.board.taken && scene.board.phase == Phase::Action
    }
}

said!(InitiativeTaken, at:
    ["a player has taken the initiative this phase"] => Self,
);
