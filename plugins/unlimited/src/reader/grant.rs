//! Grants to cards: "gets +2/+0 and gains Overwhelm".

use super::prelude::*;
use crate::words::grant::{
    self, CanAttack, Hp, LeaderUnit, LoseAbilities, LoseKeyword, LoseTrait, Power,
};

/// All that is given.
#[derive(Clone)]
pub(crate) struct Grants(pub(crate) Vec<Grant>);

/// The grants of one part of the sentence: numbers are two grants.
#[derive(Clone)]
struct Part(Vec<Grant>);

said!(Part, at:
    ["gets|get|has|have?" (power: Signed) "/" (hp: Signed)] => numbers(power.0, hp.0, &Measure::default()),
    ["gets|get|has|have?" (power: Signed) "/" (hp: Signed) (per: ForEach)] => numbers(power.0, hp.0, &per.0),
    [(grant: Grant)] => Self(vec![grant]),
    ["loses|lose the" (name: Trait) "trait and all abilities"] => Self(vec![
        Grant::LoseTrait(LoseTrait(name)),
        Grant::LoseAbilities(LoseAbilities),
    ]),
    ["loses|lose the" (name: Trait) "trait and all abilities except for" (but: Keyword)] => Self(vec![
        Grant::LoseTrait(LoseTrait(name)),
        Grant::LoseAbilities(LoseAbilities),
        Grant::Keyword(grant::Keyword(but)),
    ]),
    ["loses|lose" (one: Keyword) "and" (other: Keyword)] if !at.own => Self(vec![
        Grant::LoseKeyword(LoseKeyword(one)),
        Grant::LoseKeyword(LoseKeyword(other)),
    ]),
    ["may|can attack units in either arena"] => Self(
        [Arena::Ground, Arena::Space].map(|arena| Grant::CanAttack(CanAttack(arena))).to_vec(),
    ),
    ["is a leader unit . it|attached unit?" (more: Grants)] => {
        Self([vec![Grant::LeaderUnit(LeaderUnit)], more.0].concat())
    },
);

/// The grants of two numbers, such as "+2/-0"; a number of 0 gives none.
fn numbers(power: i8, hp: i8, per: &Measure) -> Part {
    let power = (power != 0).then(|| Grant::Power(Power { amount: power, per: per.clone() }));
    let hp = (hp != 0).then(|| Grant::Hp(Hp { amount: hp, per: per.clone() }));
    Part(power.into_iter().chain(hp).collect())
}

impl Said for Grants {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Part>(reader, from, "and|or").into_iter();
        let grants = |parts: Vec<Part>| parts.into_iter().flat_map(|part| part.0).collect();
        // A keyword without a verb is what the verb before it says: what is lost is not given. Our own words
        // say every verb.
        let takes = |part: &Part| matches!(part.0[..], [Grant::LoseKeyword(_)]);
        let gives = |part: &Part| matches!(part.0[..], [Grant::Keyword(_)]);
        let plain = |parts: &[Part]| !parts.windows(2).any(|two| takes(&two[0]) && gives(&two[1]));
        let lists = lists.filter(|(parts, _)| from.own || plain(parts));
        lists.map(|(parts, at)| (Self(grants(parts)), at)).collect()
    }
}
