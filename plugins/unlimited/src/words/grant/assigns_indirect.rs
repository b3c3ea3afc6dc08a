//! Assigning indirect damage for another player (CR 8.35.1).

use super::prelude::*;
use crate::vocabulary::Indirectly;

/// Its controller, not the player to whom it is dealt, assigns this indirect damage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AssignsIndirect(pub Indirectly);

impl Word for AssignsIndirect {
    fn text(&self, _: &Names) -> Part {
        Part::of(match self.0 {
            Indirectly::All => {
                "lets you assign all indirect damage you deal to opponents".to_owned()
            }
            Indirectly::Own => "lets you assign all indirect damage dealt by it".to_owned(),
        })
    }

    fn permission(&self) -> Option<u32> {
        Some(match self.0 {
            Indirectly::All => Permissions::ASSIGNS,
            Indirectly::Own => Permissions::ASSIGNS_OWN,
        })
    }

    said!(at:
        ["lets you assign all indirect damage you deal to opponents"] => Self(Indirectly::All),
        ["lets you assign all indirect damage dealt by it"] => Self(Indirectly::Own),
        ["gains|has ,|:? \" you assign all indirect damage dealt by this unit .? \""] => Self(Indirectly::Own),
    );
}
