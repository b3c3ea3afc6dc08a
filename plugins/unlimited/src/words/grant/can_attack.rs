//! Attacking in another arena.

use super::prelude::*;

/// It can attack units in this arena, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CanAttack(pub Arena);

impl Word for CanAttack {
    fn permission(&self) -> Option<u32> {
        Some(match self.0 {
            Arena::Ground => Permissions::ATTACK_GROUND,
            Arena::Space => Permissions::ATTACK_SPACE,
        })
    }

    phrase!(["can attack units in the" (0: Arena) "arena too?"], at:
        ["can attack" (arena: Arena) "units"] => Self(arena),
        ["attack units in the" (arena: Arena) "arena too"] if at.own => Self(arena),
    );
}
