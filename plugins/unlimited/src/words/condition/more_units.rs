//! More units than the other player.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Word, either};
use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;
use crate::vocabulary::Who;

/// You control more units than the defending player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoreUnits;

impl Word for MoreUnits {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn text(&self, holds: bool, _: &Names) -> String {
        let control = either(holds, "control", "do not control");
        format!("you {control} more units than the defending player")
    }

    fn reads(&self) -> Reads {
        Reads::WHOLE_ATTACK
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        scene.units_of(cx.seat) > scene.units_of(scene.seat(Who::Defending, cx))
    }
}

said!(MoreUnits, at:
    ["you control more units than the defending player"] => Self,
);
