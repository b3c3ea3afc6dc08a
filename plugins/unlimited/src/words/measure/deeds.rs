//! The deeds of a player this phase.

use super::prelude::*;

/// The number of times that you did this, this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deeds(pub Deed);

/// One of what is counted, several of them, and the rest of the clause.
const fn words(deed: Deed) -> (&'static str, &'static str, &'static str) {
    match deed {
        Deed::CardsDrawn => ("card", "cards", "you drew this phase"),
        Deed::CardsDiscardedFromHand => {
            ("card", "cards", "you discarded from your hand this phase")
        }
        Deed::CardsDiscardedFromDeck => {
            ("card", "cards", "you discarded from your deck this phase")
        }
        Deed::TokensCreated => ("token", "tokens", "you created this phase"),
        Deed::Actions => ("action", "actions", "you took this phase"),
        Deed::ForceUses => ("time", "times", "you used the Force this phase"),
        Deed::EnemyUnitsDefeated => ("enemy unit", "enemy units", "you defeated this phase"),
        Deed::TokenUpgradesGiven => {
            ("token upgrade", "token upgrades", "you gave to units this phase")
        }
        Deed::IndirectDamage => ("indirect damage", "indirect damage", "you dealt this phase"),
    }
}

impl Word for Deeds {
    fn noun(&self, _: &Names) -> String {
        let (_, many, done) = words(self.0);
        let number = if self.0 == Deed::IndirectDamage { "amount" } else { "number" };
        format!("the {number} of {many} {done}")
    }

    fn each(&self, _: &Names) -> String {
        let (one, _, done) = words(self.0);
        format!("{one} {done}")
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.board.players[usize::from(cx.seat)].phase.deeds.count(self.0).into()
    }

    said!(at:
        ["equal to the number|amount of" (deed: Deed)] => Self(deed),
        ["for each" (deed: Deed)] => Self(deed),
    );
}

said!(Deed, at:
    ["card|cards you|you've drew|drawn this phase"] => Self::CardsDrawn,
    ["card|cards you|you've discarded from your hand this phase"] => Self::CardsDiscardedFromHand,
    ["card|cards discarded from your hand this phase"] => Self::CardsDiscardedFromHand,
    ["card|cards you|you've discarded from your deck this phase"] => Self::CardsDiscardedFromDeck,
    ["time|times you used the force this phase"] => Self::ForceUses,
    ["token|tokens you|you've created this phase"] => Self::TokensCreated,
    ["action|actions you|you've took|taken this phase"] => Self::Actions,
    ["indirect damage you|you've dealt this phase"] => Self::IndirectDamage,
    ["token upgrade|upgrades you|you've gave|given to units this phase"] => Self::TokenUpgradesGiven,
    ["enemy unit|units you|you've defeated this phase"] => Self::EnemyUnitsDefeated,
);
