//! Measures: "for each friendly unit", "equal to its power".

use super::prelude::*;
use crate::words::measure::{
    self, Bound, Count, Damage, Dealt, Icons, Keywords, Less, Power, ReadyResources, RemainingHp,
    Resources, Struck,
};

/// The measure behind "for each", of which one is named: "friendly unit".
#[derive(Clone)]
pub(crate) struct ForEach(pub(crate) Measure);

/// The measure behind "equal to", as a noun: "its power".
#[derive(Clone)]
pub(crate) struct EqualTo(pub(crate) Measure);

/// A measure as a noun, in the project's own words: "the damage on it".
#[derive(Clone)]
pub(crate) struct Amount(pub(crate) Measure);

said!(Amount, at:
    ["the damage on" (whom: Object)] if at.own => Self(Damage(whom.0).into()),
    ["the damage dealt this way"] if at.own => Self(Dealt.into()),
    ["the combat damage the attacker dealt to a base"] if at.own => Self(Struck.into()),
    ["the number of different keywords of" (whom: Object)] if at.own => Self(Keywords(whom.0).into()),
    ["the number of different keywords among" (what: Many)] if at.own => Self(Keywords(Whom::Each(what.0)).into()),
    ["the number of different keywords of" (whom: Object) "less the number of" (what: Many)] if at.own => {
        let by = Box::new(Count(what.0).into());
        Self(Less { of: Box::new(Keywords(whom.0).into()), by }.into())
    },
    ["their number"] if at.own => at.topic.clone().map(|those| Self(Bound(those).into())),
    [(whose: Its) "combined? power"] if at.own => Self(Power(whose.0).into()),
    [(whose: Its) "remaining hp"] if at.own => Self(RemainingHp(whose.0).into()),
    ["that number"] if at.own => Self(measure::Number.into()),
    ["the number of" (of: Aspect) "icons among" (among: Many)] if at.own => Self(Icons { of, among: among.0 }.into()),
    ["the number of ready resources you control"] if at.own => Self(ReadyResources(Who::You).into()),
    ["the number of resources you control"] if at.own => Self(Resources(Who::You).into()),
    ["the number of resources" (who: Player) "controls"] if at.own => Self(Resources(who.0).into()),
);

impl Said for ForEach {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        after(reader, from, "for").into_iter().map(|(per, at)| (Self(per), at)).collect()
    }
}

impl Said for EqualTo {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        after(reader, from, "equal").into_iter().map(|(per, at)| (Self(per), at)).collect()
    }
}

/// A measure that begins with a word.
fn after(reader: &Reader<'_>, from: &At, word: &'static str) -> Readings<Measure> {
    match reader.next(from) {
        Some(next) if next.plain == word => Measure::said(reader, from),
        _ => {
            reader.expected(from.place, "", word);
            Readings::new()
        }
    }
}
