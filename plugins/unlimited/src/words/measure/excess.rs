//! Excess damage.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;

/// Combat damage that the attacker has dealt to the defending unit in excess, during the attack
/// under way (CR 1.9.11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Excess;

impl Word for Excess {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn noun(&self, _: &Names) -> String {
        "the excess damage from this attack".to_owned()
    }

    fn each(&self, _: &Names) -> String {
        "point of excess damage from this attack".to_owned()
    }

    fn is_named(&self) -> bool {
        true
    }

    fn reads(&self) -> Reads {
        Reads::WHOLE_ATTACK
    }

    fn amount(&self, scene: &Scene<'_>, _: &Context<'_>) -> i16 {
        scene.board.attack().map_or(0, |attack| attack.excess.0.into())
    }
}

said!(Excess, at:
    ["equal to the excess damage from this attack"] => Self,
    ["for each point of excess damage from this attack"] => Self,
);
