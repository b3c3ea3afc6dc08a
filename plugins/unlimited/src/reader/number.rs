//! Numbers, and what is said with one word or two.

use super::prelude::*;
use crate::text::trait_text;

/// A number: "2", "two".
#[derive(Clone, Copy)]
pub(crate) struct Number(pub(crate) u8);

/// A number with its sign: "+2", "-0".
#[derive(Clone, Copy)]
pub(crate) struct Signed(pub(crate) i8);

/// A number, at least 1, or an article for one: "a", "2".
#[derive(Clone, Copy)]
pub(crate) struct Few(pub(crate) u8);

said!(Few, at:
    ["a|an"] => Self(1),
    [(number: Number)] if number.0 > 0 => Self(number.0),
);

/// "a card", "2 cards".
#[derive(Clone, Copy)]
pub(crate) struct Cards(pub(crate) u8);

/// "1 resource", "a resource", "2 resources".
#[derive(Clone, Copy)]
pub(crate) struct Resources(pub(crate) u8);

impl Said for Number {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        const NAMES: [&str; 5] = ["one", "two", "three", "four", "five"];
        let read = reader.next(from).and_then(|word| {
            let named = NAMES.iter().zip(1..).find(|(name, _)| **name == word.plain);
            named.map(|(_, number)| number).or_else(|| word.plain.parse().ok())
        });
        one_word(reader, from, "a number", read.map(Number))
    }
}

impl Said for Signed {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let word = reader.next(from).map(|word| word.plain.as_str());
        let signed = word.filter(|word| word.starts_with(['+', '-']));
        let read = signed.and_then(|word| word.parse().ok());
        one_word(reader, from, "a number with its sign", read.map(Signed))
    }
}

said!(Cards, at:
    ["a|1|one card"] => Self(1),
    [(number: Number) "cards"] if number.0 > 1 => Self(number.0),
);

said!(Resources, at:
    ["(? a|1|one resource )?"] => Self(1),
    ["c =" (number: Number)] => Self(number.0),
    ["(?" (number: Number) "resources )?"] if number.0 != 1 => Self(number.0),
);

said!(Until, at:
    ["for? this phase"] => Self::Phase,
    ["for? this round"] => Self::Round,
    ["for this attack"] => Self::Attack,
    ["during this regroup phase"] => Self::Phase,
    ["while this unit is in play"] => Self::InPlay,
);

said!(Arena, at:
    ["ground"] => Self::Ground,
    ["space"] => Self::Space,
);

said!(Token, at:
    ["experience tokens|token?"] => Self::Experience,
    ["advantage tokens|token?"] => Self::Advantage,
    ["weakness tokens|token?"] => Self::Weakness,
    ["shield|shields"] => Self::Shield,
    ["shield token|tokens"] => Self::Shield,
);

impl Said for Keyword {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut all = Readings::new();
        for keyword in plain_keywords() {
            all.extend(reader.phrase(keyword.name(), from).map(|at| (keyword, at)));
        }
        for keyword in numbered_keywords() {
            let Some(at) = reader.phrase(keyword.name(), from) else { continue };
            let numbers = Number::said(reader, &at).into_iter();
            all.extend(numbers.map(|(number, at)| (keyword.with(number.0), at)));
        }
        all
    }
}

/// The keywords without a number.
pub(crate) fn plain_keywords() -> impl Iterator<Item = Keyword> {
    Keyword::ALL.into_iter().filter(|keyword| keyword.number().is_none())
}

/// Those with a number.
pub(crate) fn numbered_keywords() -> impl Iterator<Item = Keyword> {
    Keyword::ALL.into_iter().filter(|keyword| keyword.number().is_some())
}

impl Said for Trait {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        if reader.next(from).is_none_or(|word| !word.capital) {
            reader.expected(from.place, "", "a trait");
            return Readings::new();
        }
        let found = Self::ALL
            .iter()
            .filter_map(|name| Some((*name, reader.phrase(&trait_text(*name), from)?)));
        found.collect()
    }
}

impl Said for Aspect {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let found = Self::ALL
            .into_iter()
            .filter_map(|aspect| Some((aspect, reader.phrase(&format!("{aspect:?}"), from)?)));
        found.collect()
    }
}

impl Said for TraitSet {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Trait>(reader, from, "or|and");
        lists.into_iter().map(|(list, at)| (list.into(), at)).collect()
    }
}

impl Said for AspectSet {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Aspect>(reader, from, "or|and");
        lists.into_iter().map(|(list, at)| (list.into(), at)).collect()
    }
}

/// Icons, in the order in which they stand.
#[derive(Clone)]
pub(crate) struct Icons(pub(crate) Vec<Aspect>);

impl Said for Icons {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Joined>(reader, from, "and").into_iter();
        let all = |list: Vec<Joined>| list.into_iter().flat_map(|joined| joined.0).collect();
        lists.map(|(list, at)| (Self(all(list)), at)).collect()
    }
}

/// Icons without anything between them, as data bases write them.
#[derive(Clone)]
struct Joined(Vec<Aspect>);

impl Said for Joined {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let word = reader.next(from).map_or("", |word| &word.plain);
        one_word(reader, from, "an aspect", joined(word).map(Self))
    }
}

fn joined(word: &str) -> Option<Vec<Aspect>> {
    let begins = |aspect: &Aspect| {
        Some((*aspect, word.strip_prefix(&*format!("{aspect:?}").to_lowercase())?))
    };
    let (first, rest) = Aspect::ALL.iter().find_map(begins)?;
    let others = if rest.is_empty() { Vec::new() } else { joined(rest)? };
    Some([vec![first], others].concat())
}

/// One or several of something: "a", "a or b", "a, b or c".
pub(crate) fn list<T: Said + Clone>(
    reader: &Reader<'_>,
    from: &At,
    and: &'static str,
) -> Readings<Vec<T>> {
    let first = T::said(reader, from).into_iter();
    let mut open: Readings<Vec<T>> = first.map(|(one, at)| (vec![one], at)).collect();
    let mut all = Readings::new();
    while let Some((list, at)) = open.pop() {
        if list.len() < 6 {
            let mut places = reader.words("", and, &at);
            for comma in reader.words("", ",", &at) {
                places.extend(reader.words("", and, &comma));
                places.push(comma);
            }
            for place in places {
                for (next, at) in T::said(reader, &place) {
                    open.push((list.iter().cloned().chain([next]).collect(), at));
                }
            }
        }
        all.push((list, at));
    }
    all
}

/// The meaning of one word, if it has any; notes what was expected if not.
fn one_word<T>(reader: &Reader<'_>, from: &At, what: &str, read: Option<T>) -> Readings<T> {
    if read.is_none() {
        reader.expected(from.place, "", what);
    }
    read.into_iter().map(|value| (value, from.to(from.place + 1))).collect()
}

/// A title: words with capitals.
#[derive(Clone)]
pub(crate) struct Title(pub(crate) String);

impl Said for Title {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut at = from.clone();
        let mut end = from.place;
        while let Some(word) = reader.next(&at) {
            at.place += 1;
            if word.capital || word.plain.starts_with(|c: char| c.is_ascii_digit()) {
                end = at.place;
            } else if end == from.place || !["of", "the", "'s"].contains(&word.plain.as_str()) {
                break;
            }
        }
        if end == from.place {
            reader.expected(end, "", "a name");
            return Readings::new();
        }
        let title = reader.between(from.place, end);
        if Aspect::ALL.iter().any(|aspect| format!("{aspect:?}") == title.trim_matches(['[', ']']))
        {
            reader.expected(from.place, "", "a name");
            return Readings::new();
        }
        vec![(Self(title.to_owned()), from.to(end))]
    }
}
