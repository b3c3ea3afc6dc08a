//! The remaining HP of a unit.

use super::prelude::*;
use crate::vocabulary::Figure;

/// Remaining HP of a unit, as it left play if it has (CR 1.11.6, 8.11.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RemainingHp(pub Whom);

impl Word for RemainingHp {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn card(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::DAMAGE)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let card = scene.first(&self.0, cx);
        if scene.unit(card).is_some() {
            return scene.remaining(card.slot).max(0);
        }
        let left = scene.left_play(card).filter(|departed| departed.card.zone.is_arena());
        left.map_or(0, |left| scene.figure(Figure::RemainingHp, &left.card, &left.stats).max(0))
    }

    phrase!([(0: Its) "remaining HP"] ["point of" (0: Its) "remaining HP"]);
}
