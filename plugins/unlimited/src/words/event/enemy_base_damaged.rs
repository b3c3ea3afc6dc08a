//! Damage to an enemy base.

use super::prelude::*;

/// You deal damage to an enemy base, however.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnemyBaseDamaged;

impl Word for EnemyBaseDamaged {
    fn facts(&self) -> u32 {
        facts::BASE_DAMAGED
    }

    fn number(&self) -> Option<&'static str> {
        Some("damage dealt")
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let mine = by.fact.what.seat == by.listener.seat;
        let enemy = || {
            let slot = by.subject().slot;
            by.scene.board.is_base(slot) && by.scene.card(slot).owner != by.listener.seat
        };
        by.met(by.verb() == Verb::Damage && mine && enemy())
    }

    phrase!(["you deal damage to an enemy base"]);
}
