//! The power of cards.

use super::prelude::*;

/// Power (last known of what has left play), summed over the cards named.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Power(pub Whom);

impl Word for Power {
    fn of(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn noun(&self, names: &Names) -> String {
        let whom = names.whom(&self.0);
        whom.possessive(if whom.many { "combined power" } else { "power" })
    }

    fn each(&self, names: &Names) -> String {
        format!("point of {}", names.whom(&self.0).possessive("power"))
    }

    fn card(&self) -> Option<&Whom> {
        Some(&self.0)
    }

    fn reads(&self) -> Reads {
        Reads::of_whom(&self.0)
    }

    fn reads_computed(&self) -> bool {
        true
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        match self.0.register() {
            Some(_) => scene.named(&self.0, cx).iter().map(|&card| scene.power(card)).sum(),
            None => scene.power(scene.first(&self.0, cx)),
        }
    }

    said!(at:
        ["equal to" (whose: Its) "combined? power"] => Self(whose.0),
        ["for each point of" (whose: Its) "power"] => Self(whose.0),
    );
}
