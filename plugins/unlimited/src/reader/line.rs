//! The lines of a card, and which of several readings is meant.

use super::prelude::*;
use super::{Unread, rephrase};
use crate::text::ability::{FIRST_ACTION, STARTS_LIKE_THIS, deckbuilding_text, sentence_of};
use crate::vocabulary::Deckbuilding;
use crate::words::grant::LeaderUnit;

/// A line of a card.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "definitions are read, not moved about")]
pub(super) enum Line {
    /// Keywords, one after the other.
    Keywords(Vec<Keyword>),
    /// The units that an upgrade may be attached to.
    Attach(Filter),
    /// The change to the rules for building a deck.
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

/// Keywords with commas between: "Ambush, Restore 1".
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

    /// The number of things in it that could be left out: questions of their own, and tokens noted.
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
pub(super) fn line(text: &str, names: &Names) -> Result<Line, Unread> {
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

/// The meaning of a line; read as own words, nothing where it is not said in them.
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
