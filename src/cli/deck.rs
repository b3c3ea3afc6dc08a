//! `cardmill deck`: lists the decks that come with the cards, checks deck files, and makes decks by
//! chance.

use std::path::{Path, PathBuf};

use cardmill_harness::plain::plain;
use cardmill_harness::play::Entry as _;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::deck::{
    Deck, DeckError, DeckProblem, Format, RandomDecks, TWIN_SUNS, ready, shelves, text_of, trilogy,
};
use cardmill_unlimited::library::{Cardpool, Day, Library, Sets, full_name, set_called};
use cardmill_unlimited::limited::Event;
use clap::{Args, Subcommand};
use serde::Serialize;

use super::limited::Build;
use super::setups::{self, files};
use super::{CardFormat, CardsFolder, print};
use crate::error::Error;
use crate::games::Game;
use crate::output::table::Kind as Column;
use crate::output::{entries, json, table};

/// The subcommands about decks and deck files.
#[derive(Debug, Subcommand)]
pub enum DeckCommand {
    /// List the decks that come with the cards; their names do where a deck is asked for
    List(List),
    /// Say what deck files are, whether they are legal, and which of their cards are missing
    Check(Check),
    /// Make legal decks by chance, of all cards or of those of a format
    Random(Random),
    /// Open six boosters of a set for each player, and build decks of them
    Sealed(Build),
    /// Draft boosters of a set, and build decks of what was drafted
    Draft(Build),
}

impl DeckCommand {
    /// Runs the subcommand, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, game: Game, cards: &CardsFolder) -> Result<u8, Error> {
        if game != Game::default() {
            let problem = match game {
                Game::XWing => "--game xwing: it has squads; expected cardmill squad".to_owned(),
                _ => format!("--game {game}: it is played from positions, and has no decks"),
            };
            return Err(Error::Usage(problem));
        }
        match self {
            Self::List(list) => list.run(cards),
            Self::Check(check) => check.run(cards),
            Self::Random(random) => random.run(cards),
            Self::Sealed(build) => build.run(Event::Sealed, cards),
            Self::Draft(build) => build.run(Event::Draft, cards),
        }
    }
}

/// The arguments of `deck list`: the format in which the decks of the cards are printed.
#[derive(Debug, Args)]
#[command(after_help = LIST_EXAMPLES)]
pub struct List {
    /// The format of the printed list
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
}

const LIST_EXAMPLES: &str = "\
Examples:
  cardmill deck list
  cardmill simulate luke vader";

impl List {
    fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let reports = DeckReport::of_cards(&cards.load()?);
        print(&match self.format {
            CardFormat::Table => overview(&reports),
            CardFormat::Json => json::pretty(&reports),
        })?;
        Ok(0)
    }
}

/// The arguments of `deck check`: the decks, and the formats and the day that they are checked for.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Deck files, folders of them (*.json and *.txt), or names of decks that come with the cards
    #[arg(required = true, value_name = "DECK")]
    pub decks: Vec<PathBuf>,
    /// The format, the day and the rotation that decks are to be legal in.
    #[command(flatten)]
    pub pool: Pool,
    /// The three decks are those of one player in Trilogy
    #[arg(long)]
    pub trilogy: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  cardmill deck check cards/unlimited/decks/vader.json
  cardmill deck check cards/unlimited/decks --format json
  cardmill deck check wedge --in premier
  cardmill deck check gideon --in premier --on 2025-10-01
  cardmill deck check luke --in eternal
  cardmill deck check gideon kenobi wedge --trilogy

Exit codes: 0 all are legal, 2 some are not. What a deck file is: JSON as SWUDB and Karabast export
it, or a list with a card a line, such as melee's:

  Leader
  1 | Darth Vader | Dark Lord of the Sith
  Base
  1 | Catacombs of Cadera
  Deck
  3 Wampa (SOR) 164
  3 SOR_172
  Sideboard
  1 Open Fire";

impl Check {
    fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let library = cards.load()?;
        let pools = self.pool.pools(&library)?;
        let supplement = &library.supplement;
        let shelves = shelves(supplement);
        let game = setups::game(None, &self.decks)?;
        if game == Game::XWing && !self.decks.iter().any(|file| setups::is_position(file)) {
            let problem =
                "squads of xwing; expected decks: cardmill squad check says what squads are";
            return Err(Error::Usage(problem.to_owned()));
        }
        setups::no_positions(game.name(), &self.decks, "scenario says of a file what holds in it")?;
        let files = files(game.host(), &self.decks, &shelves)?;
        if self.trilogy && files.len() != 3 {
            let problem = format!("--trilogy: expected three decks, found {}", files.len());
            return Err(Error::Usage(problem));
        }
        let mut reports: Vec<_> = files.iter().map(|file| DeckReport::of(file, &library)).collect();
        for report in &mut reports {
            report.formats = report.of_formats(&pools, &library);
            report.as_of = self.pool.as_of(&library).map(Day::to_string);
        }
        if self.trilogy {
            let lists: Vec<_> = reports.iter().filter_map(|report| report.list.as_ref()).collect();
            let wrong = trilogy(&lists, &library);
            let decks = reports.iter_mut().filter(|report| report.list.is_some());
            for (report, problems) in decks.zip(wrong) {
                report.formats.push(Legality::new(TRILOGY, problems));
            }
        }
        let within = self.pool.within.is_some();
        if within || self.trilogy {
            for report in &mut reports {
                let asked = |of: &&Legality| within || of.format == TRILOGY;
                report.legal &= report.formats.iter().filter(asked).all(|of| of.legal);
            }
        }
        print(&match self.format {
            CardFormat::Table => {
                reports.iter().map(|report| report.text(within)).collect::<Vec<_>>().join("\n")
            }
            CardFormat::Json => json::pretty(&reports),
        })?;
        Ok(if reports.iter().all(|report| report.legal) { 0 } else { 2 })
    }
}

/// The format that decks are to be legal in.
#[derive(Debug, Args)]
pub struct Pool {
    /// The format that they are to be legal in: premier, eternal or twin-suns
    #[arg(long = "in", value_name = "FORMAT")]
    within: Option<String>,
    /// The day whose formats are asked for, such as 2025-10-01; otherwise the last that is known
    #[arg(long, value_name = "DAY")]
    on: Option<Day>,
    /// Other sets in rotation than those of the format, such as JTL,LOF,SEC
    #[arg(long, value_name = "SETS", conflicts_with = "on")]
    rotation: Option<String>,
}

impl Pool {
    /// The formats to check on the day that is asked for: the one of `--in`, or all of them, with the rotation
    /// of `--rotation` where that is given. Refuses a format that is not known on that day.
    fn pools(&self, library: &Library) -> Result<Vec<Cardpool>, Error> {
        let formats = &library.supplement.formats;
        let mut pools = Vec::new();
        if let Some(day) = self.as_of(library) {
            pools.extend(formats.on(day).into_iter().cloned());
        }
        if let Some(rotation) = &self.rotation {
            let wrong = |expected| Error::Usage(format!("--rotation: {expected}"));
            let sets = Sets::rotation(rotation).map_err(wrong)?;
            for pool in pools.iter_mut().filter(|pool| pool.sets != Sets::Released) {
                pool.sets = sets.clone();
            }
        }
        let Some(within) = &self.within else {
            // A deck is for it or for nothing else: asked for, it is told.
            pools.retain(|pool| pool.format != TWIN_SUNS);
            return Ok(pools);
        };
        pools.retain(|pool| pool.format.eq_ignore_ascii_case(within));
        match (&pools[..], &self.on, formats.first(within)) {
            ([_, ..], ..) => Ok(pools),
            ([], Some(day), Some(first)) => Err(Error::Usage(format!(
                "--on {day}: what {within} allowed is known from {first} on"
            ))),
            _ => Err(Error::Usage(format!(
                "--in {within}: expected a format of cards/unlimited/formats.csv: {}",
                formats.names().join(", ")
            ))),
        }
    }

    /// The day that the formats are of: none is known to be another after the newest list.
    fn as_of<'a>(&'a self, library: &'a Library) -> Option<&'a Day> {
        let newest = library.supplement.formats.newest()?;
        Some(self.on.as_ref().map_or(newest, |day| day.min(newest)))
    }
}

/// The arguments of `deck random`: the folder, the number and the seed of the decks, and their format.
#[derive(Debug, Args)]
#[command(after_help = RANDOM_EXAMPLES)]
pub struct Random {
    /// The folder that the decks are written to, random-1.json and so on; there may be others in it
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The number of decks
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub count: u16,
    /// The seed of the decks: the same number makes the same decks of the same cards
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The format, the day and the rotation that the decks are made for.
    #[command(flatten)]
    pub pool: Pool,
}

const RANDOM_EXAMPLES: &str = "\
Examples:
  cardmill deck random --out chance --count 200 --seed 7
  cardmill deck check chance --in eternal
  cardmill deck random --out standard --in premier
  cardmill deck random --out suns --in twin-suns

Every deck has a leader, a base, and the fewest cards that it may have: of aspects that leader and base
provide, one to three copies of each, all equally likely. What is played between them:
cardmill simulate chance --games 2";

impl Random {
    fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let library = cards.load()?;
        let catalogue = Catalogue::new(&library.definitions)
            .map_err(|error| Error::Engine(error.to_string()))?;
        let pools = match self.pool {
            Pool { within: None, rotation: Some(_), .. }
            | Pool { within: None, on: Some(_), .. } => {
                return Err(Error::Usage(
                    "--rotation and --on: expected a format as well, such as --in premier".into(),
                ));
            }
            Pool { within: None, .. } => Vec::new(),
            Pool { within: Some(_), .. } => self.pool.pools(&library)?,
        };
        let mut decks = RandomDecks::new(&library, &pools, self.seed);
        let named = |number: u16| format!("random-{number}");
        entries::folder(&self.out, (1..=self.count).map(named))?;
        for number in 1..=self.count {
            let name = named(number);
            let deck = decks.next(name.clone()).ok_or_else(|| {
                Error::Usage("expected cards for a deck, found too few of them".to_owned())
            })?;
            entries::write(&self.out, &name, &deck.written(&catalogue))?;
        }
        Ok(0)
    }
}

/// A deck file and what is wrong with it.
#[derive(Debug, Default, Serialize)]
pub(super) struct DeckReport {
    /// The file, as it was given, or the name of a deck that comes with the cards.
    pub(super) file: String,
    /// The format of the file, such as JSON, in words; `None` if it cannot be read.
    format: Option<String>,
    /// `true` if it is a deck, and legal by what was asked for: `--in`, `--trilogy`.
    pub(super) legal: bool,
    /// The name of the deck.
    pub(super) name: Option<String>,
    /// The leader of the deck.
    pub(super) leader: Option<Named>,
    /// The other leader of a deck of Twin Suns.
    #[serde(skip_serializing_if = "Option::is_none")]
    second_leader: Option<Named>,
    /// The base of the deck.
    pub(super) base: Option<Named>,
    /// The number of cards of the deck, without leader, base and sideboard.
    pub(super) cards: Option<usize>,
    /// The problems that make it no deck: the first of them.
    problems: Vec<Problem>,
    /// The number of problems besides those that are listed.
    more: usize,
    /// The day that the formats are of.
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<String>,
    /// The verdict of each format that was checked; empty if the file is no deck.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    formats: Vec<Legality>,
    #[serde(skip)]
    list: Option<Deck>,
}

/// The name of the verdict on three decks of one player, in the place of a format.
const TRILOGY: &str = "trilogy";
/// The most cards of a deck that are named as not allowed by a format, where `--in` does not ask for it.
const FEW: usize = 3;

/// The verdict of a format on a deck: legal, or what is not allowed in it.
#[derive(Debug, Serialize)]
struct Legality {
    /// The name of the format; `trilogy` for what three decks of a player are to have in common.
    format: String,
    /// `true` if the format allows the deck.
    legal: bool,
    /// The things that it does not allow, in words.
    problems: Vec<String>,
}

impl Legality {
    fn new(format: &str, problems: Vec<String>) -> Self {
        Self { format: format.to_owned(), legal: problems.is_empty(), problems }
    }

    /// A line, and one for each problem, or only for the first of them.
    fn lines(&self, most: usize) -> Vec<String> {
        let state = if self.legal { "legal" } else { "not legal" };
        let problems = self.problems.iter().take(most).map(|problem| format!("  {problem}"));
        let more = self.problems.len().saturating_sub(most);
        let more =
            (more > 0).then(|| format!("  and {more} more cards; --in {} names them", self.format));
        core::iter::once(format!("{}: {state}", self.format)).chain(problems).chain(more).collect()
    }
}

/// A card of a deck by id, name and set.
#[derive(Debug, Serialize)]
pub(super) struct Named {
    /// The id of the card.
    pub(super) id: String,
    /// The name of the card, with its subtitle.
    name: String,
    /// The code of its set.
    set: String,
}

/// One thing that is wrong with a deck file.
#[derive(Debug, Serialize)]
struct Problem {
    /// The place: a path into the file, or a line of it.
    place: String,
    /// The thing that was expected there, and what was found.
    expected: String,
    /// The card that is not defined, if that is it.
    missing: Option<Named>,
}

impl DeckReport {
    /// The reports of all decks that come with the cards.
    pub(super) fn of_cards(library: &Library) -> Vec<Self> {
        let decks = library.supplement.decks();
        decks.map(|(file, text)| Self::of_text(file, text, library)).collect()
    }

    fn of(file: &Path, library: &Library) -> Self {
        if !file.exists()
            && let Some(text) = ready(file, library)
        {
            return Self::of_text(file, text, library);
        }
        match text_of(file) {
            Ok(text) => Self::of_text(file, &text, library),
            Err(error) => Self::new(file).bad(error, library),
        }
    }

    fn new(file: &Path) -> Self {
        Self { file: plain(&file.to_string_lossy()), ..Self::default() }
    }

    fn of_text(file: &Path, text: &str, library: &Library) -> Self {
        let report =
            Self { format: Format::of(text).map(|format| format.to_string()), ..Self::new(file) };
        let named = |card: u16| {
            let card = &library.definitions[usize::from(card)];
            Some(Named::new(&card.id, full_name(&card.name, &card.subtitle)))
        };
        match Deck::parse(text, file, library) {
            Ok(list) => Self {
                legal: true,
                leader: named(list.leader),
                second_leader: list.second.and_then(named),
                base: named(list.base),
                name: Some(list.name.clone()),
                cards: Some(list.cards.len()),
                list: Some(list),
                ..report
            },
            Err(error) => report.bad(error, library),
        }
    }

    /// The verdicts of these formats on the deck, in their order; nothing if the file is no deck.
    fn of_formats(&self, pools: &[Cardpool], library: &Library) -> Vec<Legality> {
        let of =
            |list: &Deck, pool: &Cardpool| Legality::new(&pool.format, list.outside(pool, library));
        let list = self.list.iter();
        list.flat_map(|list| pools.iter().map(|pool| of(list, pool))).collect()
    }

    fn bad(self, error: DeckError, library: &Library) -> Self {
        let problem = |DeckProblem { place, expected, missing }| {
            let listing = missing.and_then(|id| library.supplement.printings.find(&id));
            let missing = listing.map(|card| Named::new(&card.id, card.full_name()));
            Problem { place, expected, missing }
        };
        let problems = error.problems.into_iter().map(problem).collect();
        Self { problems, more: error.more, ..self }
    }

    /// The problems of the deck, a line each, and the number of those besides.
    pub(super) fn lines(&self) -> Vec<String> {
        let line = |problem: &Problem| format!("{}: {}", problem.place, problem.expected);
        let more = (self.more > 0).then(|| format!("and {} more problems", self.more));
        self.problems.iter().map(line).chain(more).collect()
    }

    fn text(&self, asked: bool) -> String {
        let state = if self.legal { "legal" } else { "not legal" };
        let mut text = format!("{}: {state}\n", self.file);
        let mut line = |what: &str| text.push_str(&format!("  {what}\n"));
        if let Some(format) = &self.format {
            line(format);
        }
        if let (Some(name), Some(leader), Some(base), Some(cards)) =
            (&self.name, &self.leader, &self.base, self.cards)
        {
            line(name);
            line(&format!("leader {}  {}", leader.id, leader.name));
            if let Some(second) = &self.second_leader {
                line(&format!("leader {}  {}", second.id, second.name));
            }
            line(&format!("base {}  {}", base.id, base.name));
            line(&format!("{cards} cards"));
        }
        if let Some(day) = self.as_of.as_ref().filter(|_| !self.formats.is_empty()) {
            line(&format!("formats as of {day}"));
        }
        let most = |of: &Legality| if asked || of.format == TRILOGY { usize::MAX } else { FEW };
        self.formats.iter().flat_map(|of| of.lines(most(of))).for_each(|of| line(&of));
        self.lines().iter().for_each(|problem| line(problem));
        text
    }
}

impl Named {
    fn new(id: &str, name: String) -> Self {
        Self { id: id.to_owned(), name, set: set_called(id).to_owned() }
    }
}

fn overview(reports: &[DeckReport]) -> String {
    let rows = reports.iter().map(|report| {
        let name = Path::new(&report.file).file_stem().unwrap_or_default();
        let card =
            |card: &Option<Named>| card.as_ref().map_or_else(String::new, |c| c.name.clone());
        vec![
            name.to_string_lossy().into_owned(),
            report.name.clone().unwrap_or_else(|| "not legal".to_owned()),
            card(&report.leader),
            card(&report.base),
            report.cards.map(|cards| cards.to_string()).unwrap_or_default(),
        ]
    });
    let kinds = [Column::Word, Column::Name, Column::Name, Column::Name, Column::Figure];
    table::table_of(&kinds, &["name", "deck", "leader", "base", "cards"], rows.collect())
}
