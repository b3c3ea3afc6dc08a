//! `cardmill cards list`: the cards that fit what is asked for.

use std::fmt::Debug;
use std::iter;
use std::str::FromStr;

use cardmill_unlimited::library::{folded, set_of};
use cardmill_unlimited::text::{
    keyword_text, rules_text, trait_text, unit_side_text, upgrade_side_text,
};
use cardmill_unlimited::vocabulary::{Aspect, Definition, Kind, Trait, TraitSet};
use clap::Args;

use super::cards::{aspects, facts, fights, full_name, traits};
use super::{CardsFolder, Format, print};
use crate::error::Error;
use crate::output::{json, table};

/// The arguments of `cards list`: the filters that a card has to pass, all of them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct List {
    /// Only cards of this set, such as SOR
    #[arg(long, value_name = "SET")]
    pub set: Option<String>,
    /// Only cards of this kind: leader, base, unit, event, upgrade or token
    #[arg(long, value_name = "KIND", value_parser = kind)]
    pub kind: Option<Kind>,
    /// Only cards with this aspect; several times: with all of them
    #[arg(long, value_name = "ASPECT", value_parser = aspect)]
    pub aspect: Vec<Aspect>,
    /// Only cards that cost so much: 3, 3..5, 3.. or ..5
    #[arg(long, value_name = "COST")]
    pub cost: Option<Cost>,
    /// Only cards with this trait; several times: with all of them
    #[arg(long = "trait", value_name = "TRAIT", value_parser = named_trait)]
    pub traits: Vec<Trait>,
    /// Only cards with this keyword; several times: with all of them
    #[arg(long, value_name = "KEYWORD", value_parser = keyword)]
    pub keyword: Vec<&'static str>,
    /// Only cards whose rules text, as `cards show` prints it, has this in it
    #[arg(long, value_name = "TEXT")]
    pub text: Option<String>,
    /// The format of the list
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill cards list --set SOR
  cardmill cards list --kind unit --aspect villainy --cost 3..5 --trait trooper
  cardmill cards list --keyword sentinel --format csv
  cardmill cards list --text \"draw a card\"";

/// The least and the most that cards cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost(u8, u8);

impl FromStr for Cost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once("..").unwrap_or((text, text));
        let end = |text: &str, open: u8| match text {
            "" if least != most => Some(open),
            number => number.parse().ok(),
        };
        match (end(least, 0), end(most, u8::MAX)) {
            (Some(least), Some(most)) if least <= most => Ok(Self(least, most)),
            _ => Err("expected a cost such as 3, 3..5, 3.. or ..5".to_owned()),
        }
    }
}

/// The one of `all` that is named, however it is written.
fn one_of<T: Copy>(text: &str, all: &[T], name: impl Fn(T) -> String) -> Result<T, String> {
    let found = all.iter().find(|one| folded(&name(**one)) == folded(text));
    found.copied().ok_or_else(|| {
        let names: Vec<String> = all.iter().map(|one| name(*one).to_lowercase()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn debug<T: Debug>(value: T) -> String {
    format!("{value:?}")
}

fn kind(text: &str) -> Result<Kind, String> {
    const ALL: [Kind; 7] = [
        Kind::Leader,
        Kind::Base,
        Kind::Unit,
        Kind::Event,
        Kind::Upgrade,
        Kind::Token,
        Kind::TokenUnit,
    ];
    one_of(text, &ALL, debug)
}

fn aspect(text: &str) -> Result<Aspect, String> {
    one_of(text, &Aspect::ALL, debug)
}

fn named_trait(text: &str) -> Result<Trait, String> {
    one_of(text, Trait::ALL, trait_text)
}

fn keyword(text: &str) -> Result<&'static str, String> {
    const ALL: [&str; 8] =
        ["Ambush", "Grit", "Overwhelm", "Raid", "Restore", "Saboteur", "Sentinel", "Shielded"];
    one_of(text, &ALL, str::to_owned)
}

impl List {
    /// Prints the cards that pass all filters, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When there is no such set, the cards do not load, or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let library = cards.load()?;
        let mut sets: Vec<&str> = library.definitions.iter().map(|card| set_of(&card.id)).collect();
        sets.dedup();
        if let Some(set) = self.set.as_ref().filter(|set| !sets.iter().any(|known| is(known, set)))
        {
            return Err(Error::Usage(format!(
                "--set {set}: no card of this set is known; expected one of {}",
                sets.join(", "),
            )));
        }
        let cards: Vec<&Definition> =
            library.definitions.iter().filter(|card| self.fits(card)).collect();
        print(&match self.format {
            Format::Table if cards.is_empty() => "no card fits\n".to_owned(),
            Format::Table => overview(&cards),
            Format::Json => json::pretty(&facts(&cards, &library)),
            Format::Csv => csv(&cards),
        })?;
        Ok(0)
    }

    /// Returns `true` if any filter is given, so that not all cards are listed.
    pub(super) const fn filters(&self) -> bool {
        let Self { set, kind, aspect, cost, traits, keyword, text, format: _ } = self;
        let all = set.is_none() && kind.is_none() && cost.is_none() && text.is_none();
        !(all && aspect.is_empty() && traits.is_empty() && keyword.is_empty())
    }

    fn fits(&self, card: &Definition) -> bool {
        let costs =
            |Cost(least, most): &Cost| !is_free(card) && (*least..=*most).contains(&card.cost);
        let traits = |name: &Trait| card.traits.meets(TraitSet::from(vec![*name]));
        let keyword = |name: &&str| {
            card.keywords.iter().any(|keyword| keyword_text(*keyword).starts_with(name))
        };
        let says = |text: &String| {
            let text = text.to_lowercase();
            let sides = [rules_text, unit_side_text, upgrade_side_text];
            let mut lines = sides.iter().flat_map(|text| text(card));
            lines.any(|line| line.to_lowercase().contains(&text))
        };
        self.set.as_ref().is_none_or(|set| is(set_of(&card.id), set))
            && self.kind.is_none_or(|kind| card.kind == kind)
            && self.aspect.iter().all(|aspect| card.aspects.contains(aspect))
            && self.cost.as_ref().is_none_or(costs)
            && self.traits.iter().all(traits)
            && self.keyword.iter().all(keyword)
            && self.text.as_ref().is_none_or(says)
    }
}

fn is(known: &str, set: &str) -> bool {
    known.eq_ignore_ascii_case(set)
}

/// Returns `true` for cards without a cost: bases and tokens.
const fn is_free(card: &Definition) -> bool {
    matches!(card.kind, Kind::Base) || card.kind.is_token()
}

const HEADING: [&str; 7] = ["id", "name", "kind", "aspects", "cost", "power", "hp"];

/// Id, name, kind, aspects, cost, power and HP; what a card does not have is left empty.
fn row(card: &Definition) -> [String; 7] {
    let modifies = matches!(card.kind, Kind::Upgrade | Kind::Token);
    let number = |has: bool, number: i8| match (has, modifies) {
        (true, _) => number.to_string(),
        (false, true) => format!("{number:+}"),
        (false, false) => String::new(),
    };
    [
        card.id.clone(),
        full_name(card),
        format!("{:?}", card.kind),
        aspects(card).join(" "),
        if is_free(card) { String::new() } else { card.cost.to_string() },
        number(fights(card), card.power),
        number(fights(card) || card.kind == Kind::Base, card.hp),
    ]
}

fn overview(cards: &[&Definition]) -> String {
    table::table(&HEADING, 4, cards.iter().map(|card| row(card).into()).collect())
}

/// The rows of [`overview`] as CSV, with traits and rules text besides.
fn csv(cards: &[&Definition]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading = HEADING.iter().copied().chain(["traits", "text", "unit side", "upgrade side"]);
    let mut written = writer.write_record(heading);
    for card in cards {
        let sides = [rules_text, unit_side_text, upgrade_side_text];
        let sides = sides.map(|text| text(card).join(" "));
        let text: Vec<String> = iter::once(traits(card).join(" ")).chain(sides).collect();
        written = written.and_then(|()| writer.write_record(row(card).iter().chain(&text)));
    }
    written.expect("writing to memory does not fail");
    let bytes = writer.into_inner().expect("writing to memory does not fail");
    String::from_utf8(bytes).expect("it was written from texts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_numbers_or_ranges() {
        assert_eq!("3".parse(), Ok(Cost(3, 3)));
        assert_eq!("3..5".parse(), Ok(Cost(3, 5)));
        assert_eq!("3..".parse(), Ok(Cost(3, u8::MAX)));
        assert_eq!("..5".parse(), Ok(Cost(0, 5)));
        for text in ["", "..", "5..3", "-1", "3...5", "three"] {
            assert!(text.parse::<Cost>().is_err(), "{text}");
        }
    }

    #[test]
    fn words_are_known_however_they_are_written() {
        assert_eq!(kind("UNIT"), Ok(Kind::Unit));
        assert_eq!(named_trait("bounty-hunter"), Ok(Trait::BountyHunter));
        assert_eq!(keyword("sentinel"), Ok("Sentinel"));
        assert!(aspect("blue").unwrap_err().contains("vigilance"));
    }
}
