//! `cardmill cards`: lists and shows cards.

use std::fmt::Write;

use cardmill_unlimited::library::Library;
use cardmill_unlimited::text::{rules_text, trait_text, unit_side_text};
use cardmill_unlimited::vocabulary::{Definition, Kind, Trait};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::check::Check;
use super::{CardFormat, CardsFolder, print};
use crate::error::Error;
use crate::output::{json, table};

/// A subcommand about cards.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// List the cards, one a line
    List(List),
    /// Show cards with their rules text
    Show(Show),
    /// Validate all cards and decks and report how much of each set is there
    ///
    /// A card counts as tested when a scenario file is about it, or when it has no ability and no
    /// keyword that could be tested.
    Check(Check),
}

impl Cards {
    /// Runs the subcommand.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self) -> Result<u8, Error> {
        match self {
            Self::List(list) => list.run(),
            Self::Show(show) => show.run(),
            Self::Check(check) => check.run(),
        }
    }
}

/// What `cards list` is asked for.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub struct List {
    /// Only the cards of this set, such as SOR
    #[arg(long, value_name = "SET")]
    pub set: Option<String>,
    /// How the list is printed
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
    /// Where the cards are.
    #[command(flatten)]
    pub cards: CardsFolder,
}

const LIST_EXAMPLES: &str = "\
Example:
  cardmill cards list --set SOR";

impl List {
    fn run(self) -> Result<u8, Error> {
        let library = self.cards.load()?;
        let wanted = |card: &&Definition| {
            self.set.as_ref().is_none_or(|set| set_of(card).eq_ignore_ascii_case(set))
        };
        let cards: Vec<&Definition> = library.definitions.iter().filter(wanted).collect();
        if let Some(set) = self.set.as_ref().filter(|_| cards.is_empty()) {
            return Err(Error::Usage(format!(
                "--set {set}: no card of this set is known; expected one of {}",
                sets(&library).join(", "),
            )));
        }
        print(&match self.format {
            CardFormat::Table => overview(&cards),
            CardFormat::Json => json::pretty(&cards.into_iter().map(Facts::of).collect::<Vec<_>>()),
        })?;
        Ok(0)
    }
}

/// What `cards show` is asked for.
#[derive(Debug, Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub struct Show {
    /// Ids such as `SOR_010`, or names, with the subtitle or without it
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<String>,
    /// How the cards are printed
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
    /// Where the cards are.
    #[command(flatten)]
    pub cards: CardsFolder,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  cardmill cards show SOR_010
  cardmill cards show \"darth vader\" \"Battlefield Marine\"";

impl Show {
    fn run(self) -> Result<u8, Error> {
        let library = self.cards.load()?;
        let mut cards: Vec<&Definition> = Vec::new();
        for id in &self.ids {
            let found = find(&library, id);
            if found.is_empty() {
                return Err(Error::Usage(unknown(&library, id)));
            }
            for card in found {
                if !cards.iter().any(|known| known.id == card.id) {
                    cards.push(card);
                }
            }
        }
        print(&match self.format {
            CardFormat::Table => cards.into_iter().map(page).collect::<Vec<_>>().join("\n"),
            CardFormat::Json => json::pretty(&cards.into_iter().map(Facts::of).collect::<Vec<_>>()),
        })?;
        Ok(0)
    }
}

/// A card as JSON shows it.
#[derive(Debug, Serialize)]
struct Facts<'a> {
    id: &'a str,
    name: &'a str,
    subtitle: &'a str,
    kind: String,
    unique: bool,
    cost: u8,
    power: i8,
    hp: i8,
    arena: Option<String>,
    deploy_at: Option<u8>,
    aspects: Vec<String>,
    traits: Vec<String>,
    text: Vec<String>,
    unit_side_text: Vec<String>,
}

impl<'a> Facts<'a> {
    fn of(card: &'a Definition) -> Self {
        Self {
            id: &card.id,
            name: &card.name,
            subtitle: &card.subtitle,
            kind: format!("{:?}", card.kind),
            unique: card.unique,
            cost: card.cost,
            power: card.power,
            hp: card.hp,
            arena: fights(card).then(|| format!("{:?}", card.arena)),
            deploy_at: card.unit_side.as_ref().map(|side| side.deploy_at),
            aspects: aspects(card),
            traits: traits(card),
            text: rules_text(card),
            unit_side_text: unit_side_text(card),
        }
    }
}

/// The set's code in a card's id.
#[must_use]
pub fn set_of(card: &Definition) -> &str {
    card.id.split('_').next().unwrap_or_default()
}

fn sets(library: &Library) -> Vec<&str> {
    let mut sets: Vec<&str> = library.definitions.iter().map(set_of).collect();
    sets.sort_unstable();
    sets.dedup();
    sets
}

/// The cards with this id, or else with this name or name and subtitle; letter case is ignored.
fn find<'a>(library: &'a Library, wanted: &str) -> Vec<&'a Definition> {
    let wanted = wanted.trim().to_lowercase();
    let all = || library.definitions.iter();
    let by_id: Vec<&Definition> = all().filter(|card| card.id.to_lowercase() == wanted).collect();
    if !by_id.is_empty() {
        return by_id;
    }
    let named = |card: &&Definition| {
        card.name.to_lowercase() == wanted || full_name(card).to_lowercase() == wanted
    };
    all().filter(named).collect()
}

fn unknown(library: &Library, wanted: &str) -> String {
    let part = wanted.trim().to_lowercase();
    let alike: Vec<String> = library
        .definitions
        .iter()
        .filter(|card| !part.is_empty() && full_name(card).to_lowercase().contains(&part))
        .map(|card| format!("{} ({})", full_name(card), card.id))
        .take(5)
        .collect();
    let hint = if alike.is_empty() { String::new() } else { format!("; {}?", alike.join(", ")) };
    format!("unknown card \"{wanted}\"; expected an id such as SOR_010 or a card's name{hint}")
}

fn full_name(card: &Definition) -> String {
    if card.subtitle.is_empty() {
        card.name.clone()
    } else {
        format!("{}, {}", card.name, card.subtitle)
    }
}

/// Whether the card is ever a unit.
fn fights(card: &Definition) -> bool {
    matches!(card.kind, Kind::Unit | Kind::Leader)
}

fn aspects(card: &Definition) -> Vec<String> {
    card.aspects.iter().map(|aspect| format!("{aspect:?}")).collect()
}

fn traits(card: &Definition) -> Vec<String> {
    Vec::<Trait>::from(card.traits).into_iter().map(trait_text).collect()
}

fn overview(cards: &[&Definition]) -> String {
    let rows = cards.iter().map(|card| {
        let cost = if matches!(card.kind, Kind::Base | Kind::Token | Kind::ForceToken) {
            String::new()
        } else {
            card.cost.to_string()
        };
        let power = if fights(card) { card.power.to_string() } else { modifier(card, card.power) };
        let hp = if fights(card) || card.kind == Kind::Base {
            card.hp.to_string()
        } else {
            modifier(card, card.hp)
        };
        vec![
            card.id.clone(),
            full_name(card),
            format!("{:?}", card.kind),
            aspects(card).join(" "),
            cost,
            power,
            hp,
        ]
    });
    table::table(&["id", "name", "kind", "aspects", "cost", "power", "hp"], 4, rows.collect())
}

/// An upgrade's modifier with its sign; nothing for other cards.
fn modifier(card: &Definition, number: i8) -> String {
    if matches!(card.kind, Kind::Upgrade | Kind::Token) {
        format!("{number:+}")
    } else {
        String::new()
    }
}

/// A card with its facts and its rules text.
fn page(card: &Definition) -> String {
    let mut facts = vec![if card.unique {
        format!("unique {}", format!("{:?}", card.kind).to_lowercase())
    } else {
        format!("{:?}", card.kind).to_lowercase()
    }];
    if !matches!(card.kind, Kind::Base | Kind::Token | Kind::ForceToken) {
        facts.push(format!("cost {}", card.cost));
    }
    match card.kind {
        Kind::Unit | Kind::Leader => {
            facts.push(format!("power {}", card.power));
            facts.push(format!("HP {}", card.hp));
            facts.push(format!("{:?}", card.arena).to_lowercase());
        }
        Kind::Base => facts.push(format!("HP {}", card.hp)),
        Kind::Upgrade | Kind::Token => facts.push(format!("{:+}/{:+}", card.power, card.hp)),
        Kind::Event | Kind::ForceToken => {}
    }
    if let Some(side) = &card.unit_side {
        facts.push(format!("deploys at {} resources", side.deploy_at));
    }
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}  {}", card.id, full_name(card));
    let _ = writeln!(text, "  {}", facts.join(", "));
    for line in [aspects(card).join(", "), traits(card).join(", ")] {
        if !line.is_empty() {
            let _ = writeln!(text, "  {line}");
        }
    }
    let unit_side = unit_side_text(card);
    let heading = (!unit_side.is_empty()).then(|| "As a unit:".to_owned());
    for line in rules_text(card).into_iter().chain(heading).chain(unit_side) {
        let _ = writeln!(text, "    {line}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library() -> Library {
        let text = r#"[
            (id: "SOR_010", name: "Darth Vader", subtitle: "Dark Lord of the Sith", kind: Leader,
             unique: true, cost: 7, power: 5, hp: 8, aspects: [Aggression, Villainy],
             traits: [Force, Imperial, Sith], unit_side: (deploy_at: 7)),
            (id: "SOR_087", name: "Darth Vader", subtitle: "Commanding the First Legion",
             kind: Unit, unique: true, cost: 7, power: 5, hp: 7, traits: [Force, BountyHunter]),
            (id: "SOR_120", name: "Academy Training", kind: Upgrade, cost: 2, power: 2, hp: 2),
        ]"#;
        Library::parse(vec![("cards.ron".into(), text.to_owned())]).unwrap()
    }

    fn ids(library: &Library, wanted: &str) -> Vec<String> {
        find(library, wanted).into_iter().map(|card| card.id.clone()).collect()
    }

    #[test]
    fn cards_are_found_by_id_and_by_name() {
        let library = library();
        assert_eq!(ids(&library, "sor_010"), ["SOR_010"]);
        assert_eq!(ids(&library, "darth vader"), ["SOR_010", "SOR_087"]);
        assert_eq!(ids(&library, "Darth Vader, Dark Lord of the Sith"), ["SOR_010"]);
        assert_eq!(ids(&library, "Vader"), Vec::<String>::new());
        assert!(unknown(&library, "Vader").contains("Dark Lord of the Sith (SOR_010)"));
    }

    #[test]
    fn a_page_has_the_facts() {
        let library = library();
        let vader = page(&library.definitions[0]);
        assert!(vader.contains("SOR_010  Darth Vader, Dark Lord of the Sith\n"), "{vader}");
        assert!(
            vader.contains("unique leader, cost 7, power 5, HP 8, ground, deploys at 7 resources"),
            "{vader}"
        );
        assert!(page(&library.definitions[1]).contains("Bounty Hunter"));
        assert!(page(&library.definitions[2]).contains("upgrade, cost 2, +2/+2"));
    }
}
