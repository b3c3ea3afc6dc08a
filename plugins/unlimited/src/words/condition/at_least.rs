//! A measure that is at least so much.

use super::prelude::*;
use crate::words::measure::{
    Cost, Damage, Deeds, Different, Hand, Keywords, Paid, Printed, ReadyResources,
};

/// A measure is so much, or more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AtLeast(pub Measure, #[serde(default = "one")] pub u8);

impl Word for AtLeast {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        self.0.word().check(check, scope, &path.argument(0, "measure"));
        check.above_0(self.1, path, "at least");
    }

    /// "the number of cards you drew this phase is 2 or more".
    fn text(&self, holds: bool, names: &Names) -> String {
        let noun = self.0.word().noun(names);
        match holds {
            true => format!("{noun} is {} or more", self.1),
            false => format!("{noun} is less than {}", self.1),
        }
    }

    fn reads(&self) -> Reads {
        self.0.word().reads()
    }

    fn reads_computed(&self) -> bool {
        self.0.word().reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        self.0.amount(scene, cx) >= self.1.into()
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.0.word().is_known(view, text)
    }

    said!(at:
        [(of: Amount) "is" (least: Number) "or more"] => Self(of.0, least.0),
        ["the number|amount of" (deed: Deed) "is" (least: Number) "or more"] => Self(Deeds(deed).into(), least.0),
        [(whose: Its) "combined? cost is" (least: Number) "or more"] => Self(Cost(whose.0).into(), least.0),
        ["there are" (least: Number) "or more different keywords among" (among: Many)] if !at.own
            => Self(Keywords(Whom::Each(among.0)).into(), least.0),
        ["there are" (least: Number) "or more different" (of: Printed) "among" (among: Many)]
            => Self(Different { of, among: among.0 }.into(), least.0),
        [(whom: Object) "has" (least: Number) "or more damage on it|them"] if !matches!(whom.0, Whom::Base(_)) => {
            at.topic = Some(whom.0.clone());
            Self(Damage(whom.0).into(), least.0)
        },
        [(of: Different) "is" (least: Number) "or more"] => Self(of.into(), least.0),
        ["the number of ready resources" (who: Player) "controls is" (least: Number) "or more"]
            => Self(ReadyResources(who.0).into(), least.0),
        ["the number of cards in" (whose: Owner) "hand is" (least: Number) "or more"]
            => Self(Hand(whose.0).into(), least.0),
        ["you have" (least: Number) "or more cards in your hand"] => Self(Hand(Who::You).into(), least.0),
        ["the number of resources paid to play" (card: Object) "is" (least: Number) "or more"] => Self(Paid(card.0).into(), least.0),
        ["you|you've created a token this phase"] => Self(Deeds(Deed::TokensCreated).into(), 1),
        ["you|you've gave|given a token upgrade to a unit this phase"] => Self(Deeds(Deed::TokenUpgradesGiven).into(), 1),
        ["you|you've dealt indirect damage this phase"] => Self(Deeds(Deed::IndirectDamage).into(), 1),
        ["you|you've defeated an enemy unit this phase"] => Self(Deeds(Deed::EnemyUnitsDefeated).into(), 1),
        ["you|you've discarded a card from your hand this phase"] => Self(Deeds(Deed::CardsDiscardedFromHand).into(), 1),
        ["you|you've discarded a card from your deck this phase"] => Self(Deeds(Deed::CardsDiscardedFromDeck).into(), 1),
    );
}
