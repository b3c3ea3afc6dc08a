//! The damage on cards.

use super::prelude::*;

/// Damage on a card, or that was on it when it left play (CR 8.11.1); on all cards of `Each` together.
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
        let of = |card: Ref| {
            let left = || scene.left_play(card).map(|departed| &departed.card);
            scene.in_play(card).or_else(left).map_or(0, |card| i16::from(card.damage))
        };
        match &self.0 {
            Whom::Each(_) => scene.named(&self.0, cx).iter().map(|&card| of(card)).sum(),
            one => of(scene.first(one, cx)),
        }
    }

    fn noun(&self, names: &Names) -> String {
        match &self.0 {
            Whom::Each(what) => {
                format!("the total damage on {}", Description::new(what, names).many())
            }
            one => format!("the damage on {}", names.whom(one).text),
        }
    }

    fn each(&self, names: &Names) -> String {
        let noun = self.noun(names);
        noun.strip_prefix("the ").unwrap_or(&noun).to_owned()
    }

    said!(at:
        ["equal to the damage on" (whom: Object)] => Self(whom.0),
        ["for each damage on" (whom: Object)] => Self(whom.0),
        ["equal to the amount of? damage on" (whom: Object)] => Self(whom.0),
        ["equal to the total damage on" (what: Many)] => Self(Whom::Each(what.0)),
        ["equal to the total amount of? damage on all" (what: Many)] => Self(Whom::Each(what.0)),
    );
}
