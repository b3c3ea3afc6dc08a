//! The reader: what a sentence of rules text says, in the vocabulary.
//!
//! Two ways of speaking are read by the same forms: printed English ("When Played: You may deal 2
//! damage to a ground unit.") and the project's own words, which [`text`](crate::text) works out
//! from a definition. How a word is said stands in its [room](crate::words), beside its text; what
//! words share stands here:
//!
//! | File | Reads |
//! |---|---|
//! | `word` | a text as words |
//! | `form` | forms of sentences: `["deal" (n: Number) "damage to" (to: Targets)] => …` |
//! | `number` | numbers, keywords, traits, aspects, durations |
//! | `noun` | which cards: "another friendly Imperial unit" |
//! | `whom` | who and whom: "it", "your base", "each opponent" |
//! | `measure`, `grant`, `replacement` | amounts, what cards get, what happens instead |
//! | `step` | sentences in a row, and the steps of one |
//! | `rephrase` | nothing: it says as print does what people write otherwise |
//! | `ability`, `card`, `sheet` | whole abilities, cards with their facts, cards in plain words |
//! | `file` | nothing: it writes down what was read |
//!
//! Every reading is looked for. A text that no form reads to its end is refused, with the furthest
//! place that was reached and what would have led on; so is one that can be read in two ways. Two
//! readings are the same when the project's own words for them are the same; and when one of them
//! says in these words just what was written, it is meant.

mod ability;
mod card;
mod file;
mod form;
mod grant;
mod measure;
mod noun;
mod number;
mod rephrase;
mod replacement;
mod sheet;
mod step;
mod whom;
mod word;

pub(crate) use ability::{Costlier, Quoted};
pub use card::{Card, Side, Unreadable, read, read_card};
pub use file::{fields, file};
pub use form::Stop;
pub(crate) use form::{At, Reader, Readings, Said, add, said};
pub(crate) use grant::Grants;
pub(crate) use measure::{Amount, EqualTo, ForEach};
pub(crate) use noun::{
    Bare, BareCard, Doing, Many, ManyCards, One, OneCard, Predicate, State, Titles,
};
pub(crate) use number::{Cards, Few, Icons, Number, Resources, Signed, list};
pub(crate) use replacement::Happens;
pub(crate) use step::{Supposed, Together};
pub(crate) use whom::{BaseOf, Chooser, Its, Object, Owner, Player, Target, Targets};

use crate::text::ability::{FIRST_ACTION, STARTS_LIKE_THIS, deckbuilding_text, sentence_of};
use crate::text::names::Names;
use crate::vocabulary::{Ability, Deckbuilding, Filter, Keyword};
use crate::words::grant::{Grant, LeaderUnit};

/// Why a text was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// No form goes on from there.
    Stopped(Stop),
    /// It can be read in more than one way: two of them, in the project's own words.
    Ambiguous(String, String),
    /// It has too many parts to be searched for a meaning.
    TooLong,
}

impl core::fmt::Display for Unread {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Stopped(stop) => {
                match stop.words.as_str() {
                    "" => f.write_str("stopped at its end")?,
                    words => write!(f, "stopped at \"{}\"", excerpt(words))?,
                }
                if !stop.expected.is_empty() {
                    write!(f, "; expected there: {}", stop.expected.join(", "))?;
                }
                for (place, example) in stop.examples.iter().enumerate() {
                    let before = if place == 0 { "; such as" } else { "," };
                    write!(f, "{before} \"{example}\"")?;
                }
                Ok(())
            }
            Self::Ambiguous(one, other) => {
                write!(f, "can be read in two ways: \"{one}\" and \"{other}\"")
            }
            Self::TooLong => f.write_str("too long to be searched for a meaning"),
        }
    }
}

/// Letters of a line that are told.
const LINE: usize = 100;

/// A line, cut off where it is long.
fn excerpt(line: &str) -> String {
    match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}\u{2026}", &line[..end]),
        None => line.to_owned(),
    }
}

/// A line of a card.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
enum Line {
    /// Keywords, one after the other.
    Keywords(Vec<Keyword>),
    /// Which units an upgrade may be attached to.
    Attach(Filter),
    /// What it changes about building a deck.
    Deckbuilding(Deckbuilding),
    /// It is played only as the first action of an action phase.
    FirstAction,
    /// A leader's other side is a leader, too, and this one is up at first.
    StartsLikeThis,
    /// Abilities, more than one where a line has several sentences about what always holds.
    Abilities(Vec<Ability>),
}

said!(Line, at:
    [(keywords: Keywords)] => Self::Keywords(keywords.0),
    ["attach to" (what: One)] => Self::Attach(what.0),
    ["can only be attached to" (what: One)] => Self::Attach(what.0),
    ["a deck can have up to" (most: Number) "copies of this card"] => Self::copies(most),
    ["a deck may have" (most: Number) "copies of this card"] => Self::copies(most),
    ["your minimum deck size is increased by" (cards: Cards)] => Self::cards(cards, 1),
    ["your minimum deck size is decreased by" (cards: Cards)] => Self::cards(cards, -1),
    ["play only as your first action in the action phase"] => Self::FirstAction,
    ["this leader starts the game with this side faceup"] if at.names.this == "this leader" => Self::StartsLikeThis,
    ["at the start of the game , this side is up"] if at.names.this == "this leader" => Self::StartsLikeThis,
    ["a deck must have" (cards: Cards) "more"] => Self::cards(cards, 1),
    ["a deck may have" (cards: Cards) "fewer"] => Self::cards(cards, -1),
    [(ability: Ability)] => Self::Abilities(vec![ability]),
    // That it is a leader unit, and what it has as one, is one ability.
    [(one: Always) "." (other: Always)] if !one.leads() => Self::Abilities(vec![one.0, other.0]),
);

/// An ability that is always on.
#[derive(Clone)]
struct Always(Ability);

impl Always {
    fn leads(&self) -> bool {
        matches!(&self.0, Ability::Constant { grant, .. } if grant[..] == [Grant::LeaderUnit(LeaderUnit)])
    }
}

impl Said for Always {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let is_on = |ability: &Ability| {
            matches!(
                ability,
                Ability::Constant { .. } | Ability::Cost { .. } | Ability::EntersReady { .. }
            )
        };
        let all = Ability::said(reader, from).into_iter();
        all.filter(|(one, _)| is_on(one)).map(|(one, at)| (Self(one), at)).collect()
    }
}

/// "Ambush, Restore 1".
#[derive(Clone)]
struct Keywords(Vec<Keyword>);

impl Said for Keywords {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Keyword>(reader, from, ",").into_iter();
        lists.map(|(list, at)| (Self(list), at)).collect()
    }
}

impl Line {
    const fn copies(most: Number) -> Self {
        Self::Deckbuilding(Deckbuilding::Copies(most.0))
    }

    const fn cards(cards: Cards, sign: i8) -> Self {
        Self::Deckbuilding(Deckbuilding::Cards(sign.saturating_mul(cards.0 as i8)))
    }

    /// How much it says that could be left out: questions of their own, and tokens noted.
    fn more(&self) -> usize {
        let all = format!("{self:?}");
        all.matches("May(May(").count() + all.matches("register: Some(").count()
    }

    /// The line in the project's own words.
    fn text(&self, names: &Names) -> String {
        match self {
            Self::Keywords(keywords) => format!("{keywords:?}"),
            Self::Attach(filter) => format!("{filter:?}"),
            Self::Deckbuilding(of) => deckbuilding_text(*of),
            Self::FirstAction => FIRST_ACTION.to_owned(),
            Self::StartsLikeThis => STARTS_LIKE_THIS.to_owned(),
            Self::Abilities(abilities) => {
                let lines: Vec<_> = abilities.iter().map(|one| sentence_of(one, names)).collect();
                lines.join(" ")
            }
        }
    }
}

/// Reads a line of a card: as the project's own words, if it is said in them, or else as English.
fn line(text: &str, names: &Names) -> Result<Line, Unread> {
    let start = At::start(names.clone());
    // What a later step forgets is not kept where it looks.
    for kept in 0..if text.contains("; ") { 3 } else { 1 } {
        if let Ok(Some(own)) = meaning(text, names, &At { own: true, kept, ..start.clone() }) {
            return Ok(own);
        }
    }
    let printed = meaning(text, names, &start);
    if let Err(Unread::Stopped(_)) = printed {
        let rephrased = rephrase::rephrased(text);
        let mut read = rephrased.iter().map(|said| meaning(said, names, &start));
        if let Some(line) = read.find_map(|said| said.ok().flatten()) {
            return Ok(line);
        }
    }
    printed?.ok_or(Unread::TooLong)
}

/// What a line means; read as own words, nothing where it is not said in them.
fn meaning(text: &str, names: &Names, start: &At) -> Result<Option<Line>, Unread> {
    let reader = Reader::new(text);
    let readings = Line::said(&reader, start).into_iter();
    let mut meanings: Vec<(String, Line)> = Vec::new();
    for (line, at) in readings {
        let ends = reader.words("", ".? .?", &at);
        if !ends.iter().any(|at| reader.is_end(at)) {
            for at in ends {
                reader.expected(at.place, "", "the end");
            }
            continue;
        }
        let said = line.text(names);
        match meanings.iter_mut().find(|(known, _)| *known == said) {
            None => meanings.push((said, line)),
            // What may be declined is asked once, and nothing is noted in vain.
            Some((_, known)) if start.own && line.more() < known.more() => *known = line,
            Some(_) => {}
        }
    }
    if reader.is_tired() {
        return Err(Unread::TooLong);
    }
    if start.own {
        let own = meanings.iter().position(|(said, _)| said == text);
        return Ok(own.map(|own| meanings.swap_remove(own).1));
    }
    let mut meanings = meanings.into_iter();
    match (meanings.next(), meanings.next()) {
        (None, _) => Err(Unread::Stopped(reader.stop())),
        (Some((_, line)), None) => Ok(Some(line)),
        (Some((one, _)), Some((other, _))) => Err(Unread::Ambiguous(one, other)),
    }
}
