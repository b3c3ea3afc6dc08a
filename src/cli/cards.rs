//! `cardmill cards`: lists and shows cards.

use std::fmt::Write;

use cardmill_harness::files::CardFiles;
use cardmill_harness::library::{Editable, numbers, shown};
use cardmill_harness::session::Value;
use cardmill_unlimited::library::{self, Library, Listing, Unknown, folded, not_defined};
use cardmill_unlimited::text::{rules_text, trait_text, unit_side_text, upgrade_side_text};
use cardmill_unlimited::vocabulary::{Aspect, Definition, Kind, Trait, TraitSet};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::check::Check;
use super::list::List;
use super::read::Read;
use super::{CardFormat, CardsFolder, Format, print, sheet};
use crate::error::Error;
use crate::games::Game;
use crate::host::{Catalogue, Defined, Host};
use crate::output::{csv, json, table};

/// The subcommands about the cards of a game.
#[derive(Debug, Subcommand)]
pub enum Cards {
    /// List the cards, all of them or those that fit, one a line
    List(List),
    /// Show cards with their rules text
    Show(Show),
    /// Read rules text, or cards with their text, into definitions
    ///
    /// What is read says what the text says, or nothing: a text that is not understood to its end is
    /// refused, with the words where it stopped and what was expected there.
    Read(Read),
    /// Validate all cards and decks and report how much of each set is there
    ///
    /// A card counts as tested when a scenario file is about it, or when it has no ability and no
    /// keyword that could be tested. Of X-Wing, it says of each sheet whether it is complete, or what
    /// it lacks.
    Check(Check),
}

impl Cards {
    /// Runs the subcommand, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, game: Game, cards: &CardsFolder) -> Result<u8, Error> {
        if let (Game::XWing, Self::Check(Check { format, scenarios: None })) = (game, &self) {
            return sheet::check(*format, &cards.files()?);
        }
        if game != Game::default() {
            return others(&self, game.host(), &cards.files()?);
        }
        match self {
            Self::List(list) => list.run(cards),
            Self::Show(show) => show.run(cards),
            Self::Read(read) => read.run(cards),
            Self::Check(check) => check.run(cards),
        }
    }
}

/// Prints cards of a game whose rules texts are not known, by what their definitions say.
fn others(asked: &Cards, game: &dyn Host, cards: &CardFiles) -> Result<u8, Error> {
    let refused =
        |what: &str| Err(Error::Usage(format!("{what} is for unlimited, not {}", game.name())));
    let catalogue = game.load(cards).map_err(Error::Usage)?;
    let all = catalogue.definitions();
    let row = |card: &Defined| [card.id.clone(), card.name.clone(), kind_of(&card.plain)];
    let rows = || all.iter().map(row);
    let text = match asked {
        Cards::Read(_) => return refused("cards read"),
        Cards::Check(Check { scenarios: Some(_), .. }) => return refused("--scenarios"),
        Cards::List(list) if list.filters() => return refused("a filter of cards list"),
        Cards::List(List { format: Format::Table, .. }) => {
            table::table(&["id", "name", "kind"], 3, rows().map(Vec::from).collect())
        }
        Cards::List(List { format: Format::Csv, .. }) => csv::text(["id", "name", "kind"], rows()),
        Cards::List(_) => json::pretty(&all.iter().map(|card| &card.plain).collect::<Vec<_>>()),
        Cards::Show(show) => show.of_definitions(&catalogue, &all)?,
        Cards::Check(Check { format: CardFormat::Table, .. }) => {
            format!("{cards}: {} cards of {}, all are valid\n", all.len(), game.name())
        }
        Cards::Check(_) => {
            json::pretty(&Valid { cards: cards.to_string(), game: game.name(), valid: all.len() })
        }
    };
    print(&text)?;
    Ok(0)
}

/// The report of `cards check` on a game of whose cards no list is kept.
#[derive(Debug, Serialize)]
struct Valid<'a> {
    /// The source of the cards in words: built in, or a folder.
    cards: String,
    /// The name of the game.
    game: &'a str,
    /// The number of its cards, all of which are valid: the first that is not is an error.
    valid: usize,
}

/// A definition without what says nothing in it: fields that are left empty.
fn telling(plain: Value) -> Value {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    match plain {
        Value::Array(list) => list.into_iter().map(telling).collect(),
        Value::Object(fields) => {
            let told = fields.into_iter().map(|(name, value)| (name, telling(value)));
            Value::Object(told.filter(|(_, value)| !is_empty(value)).collect())
        }
        value => value,
    }
}

/// The kind of a card, and behind it the parts that its definition says are lacking.
fn kind_of(plain: &Value) -> String {
    let kind = plain.get("kind").map(shown).unwrap_or_default();
    match plain.get("lacks").and_then(Value::as_array) {
        Some(lacks) if !lacks.is_empty() => {
            let lacks: Vec<String> = lacks.iter().map(shown).collect();
            format!("{kind}, lacks {}", lacks.join(", "))
        }
        _ => kind,
    }
}

/// The arguments of `cards show`: the cards, and the form in which they are shown.
#[derive(Debug, Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub struct Show {
    /// Ids such as `SOR_010`, of any printing, or names, with the subtitle or without it
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<String>,
    /// The format in which the cards are printed
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
    /// Show every number of the cards with the path by which an edit changes it (see `whatif`)
    #[arg(long, conflicts_with = "format")]
    pub paths: bool,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  cardmill cards show SOR_010 TWI_174
  cardmill cards show SOR_164 --paths
  cardmill cards show \"darth vader\" \"Battlefield Marine\"";

impl Show {
    fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let library = cards.load()?;
        let mut cards: Vec<&Definition> = Vec::new();
        for id in &self.ids {
            for card in find(&library, id)? {
                if !cards.iter().any(|known| known.id == card.id) {
                    cards.push(card);
                }
            }
        }
        if self.paths {
            return print(&cards.into_iter().map(paths).collect::<Vec<_>>().join("\n")).map(|()| 0);
        }
        print(&match self.format {
            CardFormat::Table => pages(&cards, &library),
            CardFormat::Json => json::pretty(&facts(&cards, &library)),
        })?;
        Ok(0)
    }
}

impl Show {
    /// The cards by their definitions: every field that says something.
    fn of_definitions(&self, catalogue: &Catalogue, all: &[Defined]) -> Result<String, Error> {
        let mut found: Vec<&Defined> = Vec::new();
        for id in &self.ids {
            // These games know cards by one number each.
            let places = catalogue
                .named(id)
                .map_err(|expected| Error::Usage(format!("{id:?}: {expected}")))?;
            found.extend(places.into_iter().map(|place| &all[place]));
        }
        if self.paths {
            let told =
                found.into_iter().map(|Defined { id, name, plain }| numbered(id, name, plain));
            return Ok(told.collect::<Vec<_>>().join("\n"));
        }
        if self.format == CardFormat::Json {
            let plain = found.into_iter().map(|card| &card.plain);
            return Ok(json::pretty(&plain.collect::<Vec<_>>()));
        }
        let page = |Defined { id, name, plain }: &Defined| {
            let told = telling(plain.clone());
            let fields = told.as_object().into_iter().flatten();
            let fields = fields.filter(|(field, _)| !matches!(field.as_str(), "id" | "name"));
            let fields = fields.map(|(name, value)| format!("  {name}: {}\n", shown(value)));
            format!("{id}  {name}\n{}", fields.collect::<String>())
        };
        Ok(found.into_iter().map(page).collect::<Vec<_>>().join("\n"))
    }
}

/// A card of Star Wars: Unlimited as JSON shows it; of other games, its definition is shown.
#[derive(Debug, Serialize)]
pub(super) struct Facts<'a> {
    /// The id of the card.
    id: &'a str,
    /// The ids of the card's other printings.
    also: Vec<&'a str>,
    /// The name of the card.
    name: &'a str,
    /// The subtitle of the card; empty if it has none.
    subtitle: &'a str,
    /// The kind of the card: `Leader`, `Base`, `Unit`, `Event`, `Upgrade` or `Token`.
    kind: String,
    /// `true` if a player may control one of it alone.
    unique: bool,
    /// The cost, in resources.
    cost: u8,
    /// The power; of an upgrade, the power that it adds.
    power: i8,
    /// The HP; of an upgrade, the HP that it adds.
    hp: i8,
    /// The arena, `Ground` or `Space`, of a card that fights.
    arena: Option<String>,
    /// The resources from which on a leader is deployed.
    deploy_at: Option<u8>,
    /// The aspects, in the order of the definition.
    aspects: Vec<String>,
    /// The traits, in the order of the definition.
    traits: Vec<String>,
    /// The rules text as the program says it, an ability each.
    text: Vec<String>,
    /// The rules text of a leader's unit side, or of a leader's other side.
    unit_side_text: Vec<String>,
    /// The rules text of a leader as an upgrade.
    upgrade_side_text: Vec<String>,
}

impl<'a> Facts<'a> {
    fn of(card: &'a Definition, library: &'a Library) -> Self {
        Self {
            id: &card.id,
            also: also(card, library),
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
            upgrade_side_text: upgrade_side_text(card),
        }
    }
}

/// The cards with this id, or else with this name or name and subtitle.
///
/// # Errors
/// Which card was perhaps meant, or exists without being defined.
fn find<'a>(library: &'a Library, wanted: &str) -> Result<Vec<&'a Definition>, Error> {
    let unknown = match library.look_up(wanted) {
        Ok(card) => return Ok(vec![&library.definitions[usize::from(card)]]),
        Err(unknown) => unknown,
    };
    let name = folded(wanted);
    let named = |card: &&Definition| folded(&card.name) == name || folded(&full_name(card)) == name;
    let found: Vec<&Definition> = library.definitions.iter().filter(named).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let listings = library.supplement.printings.cards.iter();
    let mut listed =
        listings.filter(|card| folded(&card.name) == name || folded(&card.full_name()) == name);
    Err(Error::Usage(match (listed.next(), unknown) {
        (Some(listing), _) | (None, Unknown::NotDefined(listing)) => not_defined(listing),
        (None, Unknown::NoId) => self::unknown(library, wanted),
        (None, unknown) => unknown.explain(wanted, library),
    }))
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

/// The ids of a card's other printings.
fn also<'a>(card: &Definition, library: &'a Library) -> Vec<&'a str> {
    let listing = library.supplement.printings.find(&card.id);
    let ids = listing.into_iter().flat_map(Listing::ids);
    ids.filter(|id| *id != card.id).collect()
}

/// The title with the subtitle, if there is one.
pub(super) fn full_name(card: &Definition) -> String {
    library::full_name(&card.name, &card.subtitle)
}

/// Returns `true` for cards that can be units: units, token units and leaders.
pub(super) fn fights(card: &Definition) -> bool {
    matches!(card.kind, Kind::Unit | Kind::TokenUnit | Kind::Leader)
}

pub(super) fn aspects(card: &Definition) -> Vec<String> {
    icons(&card.aspects)
}

fn icons(aspects: &[Aspect]) -> Vec<String> {
    aspects.iter().map(|aspect| format!("{aspect:?}")).collect()
}

/// The traits of a card; of a base, where it stands.
pub(super) fn traits(card: &Definition) -> Vec<String> {
    let location = (!card.location.is_empty()).then(|| card.location.clone());
    location.into_iter().chain(trait_names(card.traits)).collect()
}

fn trait_names(traits: TraitSet) -> impl Iterator<Item = String> {
    Vec::<Trait>::from(traits).into_iter().map(trait_text)
}

/// Facts of cards, as JSON shows them.
pub(super) fn facts<'a>(cards: &[&'a Definition], library: &'a Library) -> Vec<Facts<'a>> {
    cards.iter().map(|card| Facts::of(card, library)).collect()
}

fn pages(cards: &[&Definition], library: &Library) -> String {
    cards.iter().map(|card| page(card, library)).collect::<Vec<_>>().join("\n")
}

/// Every number of a card, as an edit would set it.
fn paths(card: &Definition) -> String {
    numbered(&card.id, &full_name(card), &card.plain())
}

fn numbered(id: &str, name: &str, card: &Value) -> String {
    let lines = numbers(card).into_iter().map(|(path, number)| format!("  {path}={number}\n"));
    format!("{id}  {name}\n{}", lines.collect::<String>())
}

/// A card with its facts and its rules text.
fn page(card: &Definition, library: &Library) -> String {
    let mut facts = vec![if card.unique {
        format!("unique {}", format!("{:?}", card.kind).to_lowercase())
    } else {
        format!("{:?}", card.kind).to_lowercase()
    }];
    if card.kind != Kind::Base && !card.kind.is_token() {
        facts.push(format!("cost {}", card.cost));
    }
    match card.kind {
        Kind::Unit | Kind::TokenUnit | Kind::Leader => {
            facts.push(format!("power {}", card.power));
            facts.push(format!("HP {}", card.hp));
            facts.push(format!("{:?}", card.arena).to_lowercase());
        }
        Kind::Base => facts.push(format!("HP {}", card.hp)),
        Kind::Upgrade | Kind::Token => facts.push(format!("{:+}/{:+}", card.power, card.hp)),
        Kind::Event | Kind::ForceToken | Kind::CreditToken => {}
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
    let also = also(card, library);
    if !also.is_empty() {
        let _ = writeln!(text, "  also printed as {}", also.join(", "));
    }
    let mut lines = rules_text(card);
    let unit_side = unit_side_text(card);
    if !unit_side.is_empty() {
        lines.push(match &card.flip_side {
            Some(side) => {
                let traits = trait_names(side.traits).collect::<Vec<_>>().join(", ");
                let icons = icons(&side.aspects).join(", ");
                format!("On its other side, {} ({icons}; {traits}):", side.name)
            }
            None if let Some(called) = card.called() => {
                let traits = trait_names(called.traits).collect::<Vec<_>>().join(", ");
                let name = library::full_name(&called.name, &called.subtitle);
                format!("As a unit, {name} ({traits}):")
            }
            None => "As a unit:".to_owned(),
        });
        lines.extend(unit_side);
    }
    if let Some(side) = &card.upgrade_side {
        lines.push(format!("As an upgrade, {:+}/{:+}:", side.power, side.hp));
        lines.extend(upgrade_side_text(card));
    }
    for line in lines {
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
        let found = find(library, wanted).unwrap_or_default();
        found.into_iter().map(|card| card.id.clone()).collect()
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
        let vader = page(&library.definitions[0], &library);
        assert!(vader.contains("SOR_010  Darth Vader, Dark Lord of the Sith\n"), "{vader}");
        assert!(
            vader.contains("unique leader, cost 7, power 5, HP 8, ground, deploys at 7 resources"),
            "{vader}"
        );
        assert!(page(&library.definitions[1], &library).contains("Bounty Hunter"));
        assert!(page(&library.definitions[2], &library).contains("upgrade, cost 2, +2/+2"));
    }
}
