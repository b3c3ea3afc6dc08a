//! Damage.

use super::prelude::*;

/// Damage on a card, or that was on it when it left play (CR 8.11.1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damage(pub Whom);

impl Word for Damage {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn card(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0).with(Reads::DAMAGE)
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        let card = scene.first(&self.0, cx);
        let left = || scene.left_play(card).map(|departed| &departed.card);
        scene.in_play(card).or_else(left).map_or(0, |card| card.damage.into())
    }

    phrase!(["the damage on" (0: Object)] ["damage on" (0: Object)], at:
        ["equal to the amount of? damage on" (whom: Object)] => Self(whom.0),
    );
}
