//! `cardmill cards read`: reads rules text into definitions.

use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::library::{Complaint, Definition as _};
use cardmill_unlimited::library::{Library, full_name};
use cardmill_unlimited::reader::{Card, fields, file, read, read_card};
use cardmill_unlimited::text::{rules_text, unit_side_text, upgrade_side_text};
use cardmill_unlimited::vocabulary::{Definition, Kind};
use clap::{Args, ValueEnum};

use super::{CardsFolder, print};
use crate::error::Error;

/// The arguments of `cards read`: texts or files of cards, and where their definitions go.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Read {
    /// A text, a line for each ability; or files with cards: *.json (whole sets, as public data
    /// bases have them) or *.txt (one card)
    #[arg(required = true, value_name = "TEXT|FILE")]
    pub given: Vec<String>,
    /// The kind of the card whose text is read
    #[arg(long, value_enum, default_value_t = TextOf::Unit)]
    pub kind: TextOf,
    /// Write the definitions to this file instead of printing them
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Leave out cards that are defined already
    #[arg(long)]
    pub new: bool,
}

/// The kinds of cards whose text can be read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TextOf {
    /// A unit, or the unit side of a leader
    Unit,
    /// An event card
    Event,
    /// An upgrade card
    Upgrade,
    /// The leader side of a leader
    Leader,
    /// A base card
    Base,
}

impl From<TextOf> for Kind {
    fn from(kind: TextOf) -> Self {
        match kind {
            TextOf::Unit => Self::Unit,
            TextOf::Event => Self::Event,
            TextOf::Upgrade => Self::Upgrade,
            TextOf::Leader => Self::Leader,
            TextOf::Base => Self::Base,
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  cardmill cards read 'When Played: You may deal 2 damage to a ground unit.'
  cardmill cards read --kind event 'Draw 2 cards.'
  cardmill cards read my-card.txt
  cardmill cards read set.json --new --out cards/unlimited/new/read.ron

Exit codes: 0 everything was read, 2 something was not.";

impl Read {
    /// Reads the texts or files, prints or writes their definitions, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or written, or a text is not understood.
    pub(super) fn run(&self, cards: &CardsFolder) -> Result<u8, Error> {
        let paths: Vec<&Path> = self.given.iter().map(Path::new).collect();
        let is_file = |path: &&Path| path.extension().is_some_and(|e| e == "json" || e == "txt");
        if !paths.iter().any(is_file) {
            let side = read(self.kind.into(), &self.given.join("\n"));
            let side = side.map_err(|why| Error::Usage(why.to_string()))?;
            let said = side.text(self.kind.into()).into_iter().map(|line| format!("// {line}\n"));
            print(&said.chain([fields(&side).map_err(Error::Engine)?]).collect::<String>())?;
            return Ok(0);
        }
        let mut given = Vec::new();
        for path in paths {
            given.extend(cards_in(path)?);
        }
        let report = Report::of(&given, &cards.load()?);
        let new = |card: &&Definition| !self.new || !report.defined.contains(&card.id);
        let new: Vec<&Definition> = report.read.iter().filter(new).collect();
        let list = file(&new).map_err(Error::Engine)?;
        match &self.out {
            Some(path) => fs::write(path, list)
                .map_err(|error| Error::file(path, error.to_string(), "a file to write to"))?,
            None => print(&list)?,
        }
        eprint!("{}", report.text());
        Ok(if report.read.len() == report.all { 0 } else { 2 })
    }
}

/// The result of reading the cards of files.
#[derive(Debug, Default)]
struct Report {
    /// The cards that were read and accepted by the checks, in order of id.
    read: Vec<Definition>,
    /// The ids of those that were defined before.
    defined: Vec<String>,
    /// The number of those that are defined in the same words.
    same: usize,
    /// Complaints, a line each: cards that were not read or not accepted, or read otherwise than they are
    /// defined.
    lines: Vec<String>,
    /// The text of a card that was given alone, side by side, as the definition says it back; `None` for
    /// several cards.
    said: Option<[Vec<String>; 3]>,
    all: usize,
}

/// The text of a card, side by side.
fn said(card: &Definition) -> [Vec<String>; 3] {
    [rules_text, unit_side_text, upgrade_side_text].map(|text| text(card))
}

impl Report {
    fn of(given: &[Card], library: &Library) -> Self {
        let mut report = Self { all: given.len(), ..Self::default() };
        let mut read: Vec<Definition> = Vec::new();
        for card in given {
            match read_card(card) {
                Ok(card) => read.push(card),
                Err(why) => {
                    let number = card.number.unwrap_or_default();
                    report.lines.push(format!("{}_{number:03} {}: {why}", card.set, card.title));
                }
            }
        }
        read.sort_by(|one, other| one.order(other));
        let before = read.len();
        read.dedup_by(|one, other| one.id == other.id);
        report.all -= before - read.len();
        let complaints = complaints(&read, library);
        for (card, complaints) in read.into_iter().zip(complaints) {
            let name = format!("{} {}", card.id, full_name(&card.name, &card.subtitle));
            let defined = library.find(&card.id);
            if let Some(complaint) = complaints.first() {
                report.lines.push(format!("{name}: {}: {}", complaint.path, complaint.expected));
                continue;
            }
            if let Some(defined) = defined {
                report.defined.push(card.id.clone());
                if said(defined) == said(&card) {
                    report.same += 1;
                } else {
                    report.lines.push(format!("{name}: read otherwise than it is defined"));
                }
            }
            if given.len() == 1 {
                report.said = Some(said(&card));
            }
            report.read.push(card);
        }
        report
    }

    fn text(&self) -> String {
        let said = self.said.iter().flatten().flatten();
        let said = said.map(|line| format!("it says: {line}\n"));
        let mut text: String =
            self.lines.iter().map(|line| format!("{line}\n")).chain(said).collect();
        let (read, defined) = (self.read.len(), self.defined.len());
        text.push_str(&format!("{read} of {} cards read", self.all));
        if defined > 0 {
            let same = self.same;
            text.push_str(&format!("; {defined} of them are defined, {same} in the same words"));
        }
        text.push('\n');
        text
    }
}

/// The cards of a file, `*.json` with any number of them or `*.txt` with one.
pub(super) fn cards_in(path: &Path) -> Result<Vec<Card>, Error> {
    let bad = |problem: String| {
        Error::file(
            path,
            problem,
            "cards: a *.json as data bases have them, or a *.txt with one (docs/cards.md)",
        )
    };
    let text = fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    if path.extension().is_some_and(|extension| extension == "txt") {
        return Ok(vec![Card::from_sheet(&text).map_err(bad)?]);
    }
    serde_json::from_str(&text).map_err(|error| bad(error.to_string()))
}

/// The file of definitions that a sheet with one card says.
///
/// # Errors
/// What is not understood about it.
pub(super) fn definition_in(path: &Path) -> Result<String, Error> {
    let bad = |problem: String| Error::file(path, problem, "a card in plain words");
    let read: Result<Vec<_>, _> = cards_in(path)?.iter().map(read_card).collect();
    let read = read.map_err(|why| bad(why.to_string()))?;
    file(&read.iter().collect::<Vec<_>>()).map_err(Error::Engine)
}

/// The fatal complaints about each of the cards, checked together with the other cards of the library.
fn complaints(read: &[Definition], library: &Library) -> Vec<Vec<Complaint>> {
    let known = |card: &&Definition| read.iter().all(|read| read.id != card.id);
    let all: Vec<&Definition> =
        read.iter().chain(library.definitions.iter().filter(known)).collect();
    let mut complaints = vec![Vec::new(); read.len()];
    Definition::check(&all, &mut |place, complaint: Complaint| {
        if let Some(list) = complaints.get_mut(place).filter(|_| complaint.fatal) {
            list.push(complaint);
        }
    });
    complaints
}
