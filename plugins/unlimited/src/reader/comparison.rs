//! Comparisons of cards: by numbers, by what they share, by keywords.

use super::number::{numbered_keywords, plain_keywords};
use super::prelude::*;
use super::whom::is_a_base;
use crate::vocabulary::{Comparison, Keyworded, Relation};
use crate::words::measure::{
    self, Cost, Count, Icons, Most, Paid, Plus, Power, ReadyResources, RemainingHp,
};

said!(Figure, at:
    ["cost"] => Self::Cost,
    ["power"] => Self::Power,
    ["remaining hp"] => Self::RemainingHp,
);

/// The other side of a comparison of a number of a card: the same number of another, or a count.
#[derive(Clone)]
pub(super) enum Than {
    Of(Whom),
    Power(Whom),
    Number(Filter),
    Paid(Whom),
    Icons(Icons),
    Ready,
    /// The number that was chosen or counted before.
    That,
    /// So much more than the same number of another.
    More(u8, Whom),
    Struck,
    Most(Most),
}

said!(Than, at:
    ["that number"] => Self::That,
    [(more: Number) "more than" (whose: Its) "cost"] => Self::More(more.0, whose.0),
    ["the combat damage the attacker dealt to a base"] => Self::Struck,
    ["the amount of combat damage dealt to a base this attack"] => Self::Struck,
    ["the most" (of: Figure) "among" (among: Many)] => Self::Most(Most { of, among: among.0 }),
    [(whom: Object)] => Self::Of(whom.0),
    [(whose: Its) "power"] => Self::Power(whose.0),
    [(whose: Its) "combined power"] if at.own => Self::Power(whose.0),
    ["the number of" (what: Many)] => Self::Number(what.0),
    ["the number of ready resources you control"] => Self::Ready,
    ["the number of resources paid to play" (card: Object)] => Self::Paid(card.0),
    ["the number of" (of: Aspect) "aspect? icons among" (among: Many)] => Self::Icons(Icons { of, among: among.0 }),
);

impl Than {
    pub(super) fn of(&self, of: Figure, is: Relation) -> Option<Box<Comparison>> {
        let than = match (self, of) {
            (Self::Of(whom), Figure::Cost) => Measure::Cost(Cost(whom.clone())),
            (Self::Of(whom), Figure::Power) | (Self::Power(whom), _) => {
                Measure::Power(Power(whom.clone()))
            }
            (Self::Of(whom), Figure::RemainingHp) => {
                Measure::RemainingHp(RemainingHp(whom.clone()))
            }
            (Self::Number(what), _) => Measure::Count(Count(what.clone())),
            (Self::Paid(card), _) => Paid(card.clone()).into(),
            (Self::Ready, _) => ReadyResources(Who::You).into(),
            (Self::Icons(icons), _) => Measure::Icons(icons.clone()),
            (Self::That, _) => measure::Number.into(),
            (Self::More(more, whom), _) => {
                let more = i8::try_from(*more).ok()?;
                Plus::of(Measure::Cost(Cost(whom.clone())), more).into()
            }
            (Self::Struck, _) => measure::Struck.into(),
            (Self::Most(most), _) => most.clone().into(),
        };
        Some(Box::new(Comparison { of, and: None, is, than }))
    }
}

said!(Shares, at:
    ["shares|share an aspect with" (whom: Companion)] => Self::Aspect(whom.0),
    ["shares|share no aspect with" (whom: Companion)] => Self::NoAspect(whom.0),
    ["shares|share a name with" (whom: Companion)] => Self::Name(whom.0),
    ["shares|share a trait with" (whom: Companion)] => Self::Trait(whom.0),
    ["shares|share a keyword with" (whom: Companion)] => Self::Keyword(whom.0),
);

/// A card that another has something in common with, or one of several.
#[derive(Clone)]
struct Companion(Whom);

said!(Companion, at:
    [(whom: Object)] => Self(whom.0),
    [(what: One)] if !is_a_base(&what.0) => Self(Whom::Each(what.0)),
    ["the unit you control"] => Self(Whom::Each(
        Criteria { side: Some(Who::You), ..Criteria::default() }.into(),
    )),
);

impl Said for Keyworded {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut all = Readings::new();
        for (form, keyword) in [
            ("a bounty", Self::Bounty),
            ("a keyword", Self::Any),
            ("smuggle", Self::Smuggle),
            ("the smuggle keyword", Self::Smuggle),
        ] {
            all.extend(reader.words("", form, from).into_iter().map(|at| (keyword, at)));
        }
        for keyword in plain_keywords() {
            let at = reader.phrase(keyword.name(), from);
            all.extend(at.map(|at| (Self::Of(keyword), at)));
        }
        for keyword in numbered_keywords().map(|keyword| keyword.with(1)) {
            let form = keyword.name().to_lowercase();
            all.extend(reader.words("", &form, from).into_iter().map(|at| (Self::Of(keyword), at)));
        }
        all
    }
}
