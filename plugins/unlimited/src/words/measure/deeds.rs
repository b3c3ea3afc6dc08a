//! What a player did this phase.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::Word;
use crate::library::{Check, Scope};
use crate::reader::said;
use crate::reads::Reads;
use crate::scene::{Context, Scene};
use crate::text::names::Names;

/// How often you did this, this phase.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deeds(pub Deed);

/// Something that players do, counted anew in each phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    /// Draw a card.
    CardsDrawn,
    /// Discard a card from one's hand, whoever picks it (CR 1.14.2).
    CardsDiscardedFromHand,
    /// Discard a card from one's deck.
    CardsDiscardedFromDeck,
    /// Create a token, of whatever kind (CR 3.7.2).
    TokensCreated,
    /// Deal a point of indirect damage.
    IndirectDamage,
    /// Take an action, or pass (CR 1.15.1).
    Actions,
    /// Use the Force: defeat one's Force token (CR 8.37.4).
    ForceUses,
    /// Defeat an enemy unit, in whatever way one is responsible for it (CR 1.18.1).
    EnemyUnitsDefeated,
}

impl Deed {
    /// How many there are.
    pub const COUNT: usize = Self::EnemyUnitsDefeated as usize + 1;

    /// One of what is counted, several of them, and the rest of the clause.
    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::CardsDrawn => ("card", "cards", "you drew this phase"),
            Self::CardsDiscardedFromHand => {
                ("card", "cards", "you discarded from your hand this phase")
            }
            Self::CardsDiscardedFromDeck => {
                ("card", "cards", "you discarded from your deck this phase")
            }
            Self::TokensCreated => ("token", "tokens", "you created this phase"),
            Self::Actions => ("action", "actions", "you took this phase"),
            Self::ForceUses => ("time", "times", "you used the Force this phase"),
            Self::EnemyUnitsDefeated => ("enemy unit", "enemy units", "you defeated this phase"),
            Self::IndirectDamage => ("indirect damage", "indirect damage", "you dealt this phase"),
        }
    }
}

impl Word for Deeds {
    fn check(&self, _: &mut Check<'_>, _: Scope, _: &Path) {}

    fn noun(&self, _: &Names) -> String {
        let (_, many, done) = self.0.words();
        let number = if self.0 == Deed::IndirectDamage { "amount" } else { "number" };
        format!("the {number} of {many} {done}")
    }

    fn each(&self, _: &Names) -> String {
        let (one, _, done) = self.0.words();
        format!("{one} {done}")
    }

    fn reads(&self) -> Reads {
        Reads::HISTORY
    }

    fn amount(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        scene.board.players[usize::from(cx.seat)].phase.deeds.count(self.0).into()
    }
}

said!(Deeds, at:
    ["equal to the number|amount of" (deed: Deed)] => Self(deed),
    ["for each" (deed: Deed)] => Self(deed),
);

said!(Deed, at:
    ["card|cards you|you've drew|drawn this phase"] => Self::CardsDrawn,
    ["card|cards you|you've discarded from your hand this phase"] => Self::CardsDiscardedFromHand,
    ["card|cards discarded from your hand this phase"] => Self::CardsDiscardedFromHand,
    ["card|cards you|you've discarded from your deck this phase"] => Self::CardsDiscardedFromDeck,
    ["time|times you used the force this phase"] => Self::ForceUses,
    ["token|tokens you|you've created this phase"] => Self::TokensCreated,
    ["action|actions you|you've took|taken this phase"] => Self::Actions,
    ["indirect damage you|you've dealt this phase"] => Self::IndirectDamage,
    ["enemy unit|units you|you've defeated this phase"] => Self::EnemyUnitsDefeated,
);
