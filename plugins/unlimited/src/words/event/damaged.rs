//! Damage being dealt.

use super::prelude::*;

/// Damage is dealt to the card, unit or base; `Number` is how much.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damaged(
    /// The card that is damaged: a unit or a base.
    pub Subject,
    /// The damage that counts; all of it when left out.
    #[serde(default, skip_serializing_if = "Dealt::is_any")]
    pub Dealt,
);

/// The damage that an event is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dealt {
    /// All damage, combat damage or not.
    #[default]
    Any,
    /// Combat damage (CR 1.9.10).
    Combat,
    /// Indirect damage (CR 8.35).
    Indirect,
    /// All but combat damage.
    NonCombat,
    /// Damage that a unit survives: it is in play once the damage has done what it does.
    Survived,
}

impl Dealt {
    const fn is_any(&self) -> bool {
        matches!(self, Self::Any)
    }
}

impl Word for Damaged {
    fn happening(&self, names: &Names) -> String {
        names.event(
            &self.0,
            match self.1 {
                Dealt::Any => "is dealt damage",
                Dealt::Combat => "is dealt combat damage",
                Dealt::Indirect => "is dealt indirect damage",
                Dealt::NonCombat => "is dealt non-combat damage",
                Dealt::Survived => "is dealt damage and survives",
            },
        )
    }

    fn facts(&self) -> u32 {
        facts::DAMAGED
    }

    fn card(&self) -> Option<&Subject> {
        Some(&self.0)
    }

    fn is_survived(&self) -> bool {
        self.1 == Dealt::Survived
    }

    fn number(&self) -> Option<&'static str> {
        Some("damage dealt")
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let meant = match self.1 {
            // Whether it does is known when that is resolved (`Op::Survivor`).
            Dealt::Any | Dealt::Survived => true,
            Dealt::Combat => by.fact.what.combat,
            Dealt::Indirect => by.fact.what.indirect,
            Dealt::NonCombat => !by.fact.what.combat,
        };
        by.met(by.verb() == Verb::Damage && meant && by.is(&self.0, by.subject()))
    }

    said!(at:
        ["when?" (card: Subject) "is dealt combat damage"] => Self(card, Dealt::Combat),
        ["when? combat damage is dealt to" (card: Subject)] => Self(card, Dealt::Combat),
        ["when?" (card: Subject) "is dealt indirect damage"] => Self(card, Dealt::Indirect),
        ["when? indirect damage is dealt to" (card: Subject)] => Self(card, Dealt::Indirect),
        ["when?" (card: Subject) "is dealt non-combat damage"] => Self(card, Dealt::NonCombat),
        ["when? non-combat damage is dealt to" (card: Subject)] => Self(card, Dealt::NonCombat),
        ["when?" (card: Subject) "is dealt damage"] => Self(card, Dealt::Any),
        ["when?" (card: Subject) "is dealt damage and survives"] => Self(card, Dealt::Survived),
        ["when? damage is dealt to" (card: Subject)] => Self(card, Dealt::Any),
    );
}
