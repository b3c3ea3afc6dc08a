//! Attacking in another arena.

use super::prelude::*;
use crate::text::arena_text;

/// It can attack units in this arena, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanAttack(pub Arena);

impl Word for CanAttack {
    fn text(&self, _: &Names) -> Part {
        Part::can(format!("attack units in the {} arena too", arena_text(self.0)))
    }

    fn permission(&self) -> Option<u32> {
        Some(match self.0 {
            Arena::Ground => Permissions::ATTACK_GROUND,
            Arena::Space => Permissions::ATTACK_SPACE,
        })
    }
}

said!(CanAttack, at:
    ["can attack units in the" (arena: Arena) "arena too?"] => Self(arena),
    ["can attack" (arena: Arena) "units"] => Self(arena),
);
