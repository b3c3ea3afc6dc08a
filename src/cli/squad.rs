//! `cardmill squad`: lists the squads that come with the cards of X-Wing, checks squad files, and makes
//! squads by chance.

use std::path::{Path, PathBuf};

use cardmill_harness::day::Day;
use cardmill_harness::driver::Driver;
use cardmill_harness::play::Entry as _;
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::facts::{Faction, List as Points};
use cardmill_xwing::squad::{RandomSquads, Report, Squad, ready};
use clap::{Args, Subcommand};

use super::setups::{self, files};
use super::{CardFormat, CardsFolder, print};
use crate::error::Error;
use crate::games::Game;
use crate::output::table::Kind as Column;
use crate::output::{entries, json, table};

/// The subcommands about squads of X-Wing.
#[derive(Debug, Subcommand)]
pub enum SquadCommand {
    /// List the squads that come with the cards; their names do where a squad is asked for
    List(List),
    /// Say what squad files are, what they cost, and whether they are legal
    Check(Check),
    /// Make legal squads by chance
    Random(Random),
}

impl SquadCommand {
    /// Runs the subcommand, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let catalogue = Hangar::load(cards.files()?).map_err(Error::Usage)?;
        match self {
            Self::List(list) => list.run(&catalogue),
            Self::Check(check) => check.run(&catalogue),
            Self::Random(random) => random.run(&catalogue),
        }
    }
}

/// The arguments of `squad list`: the format in which the squads of the cards are printed.
#[derive(Debug, Args)]
pub struct List {
    /// The format of the list
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
}

impl List {
    fn run(self, catalogue: &Catalogue) -> Result<u8, Error> {
        let squads = catalogue.squads().iter();
        let list = Points::default();
        let reports: Vec<Report> = squads
            .flat_map(|(name, text)| Report::of(text, Path::new(name), catalogue, list))
            .collect();
        print(&match self.format {
            CardFormat::Table => overview(&reports),
            CardFormat::Json => json::pretty(&reports),
        })?;
        Ok(0)
    }
}

/// The arguments of `squad check`: the squads, and the day whose points they are checked by.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Squad files, folders of them (*.json, *.xws and *.txt), or names of squads that come with the
    /// cards
    #[arg(required = true, value_name = "SQUAD")]
    pub squads: Vec<PathBuf>,
    /// The day whose points are asked for, such as 2019-07-01; otherwise those that 2.0 was left with
    #[arg(long, value_name = "DAY")]
    pub on: Option<Day>,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  cardmill squad check cards/xwing/squads
  cardmill squad check five-x-wings --on 2019-07-01
  cardmill squad check cards/xwing/squads/academy-swarm.json --format json

Exit codes: 0 all are legal, 2 some are not. What a squad file is: XWS, as squad builders export it (one
squad, or a list of them), or text as they show it, a name a line:

  Jake Farrell (34)
      Crack Shot (3)";

impl Check {
    fn run(self, catalogue: &Catalogue) -> Result<u8, Error> {
        let points = &catalogue.facts().points;
        let list = points.on(self.on.as_ref()).map_err(|expected| {
            let day = self.on.as_ref().map(Day::to_string).unwrap_or_default();
            Error::Usage(format!("--on {day}: {expected}"))
        })?;
        let is_link = |path: &&PathBuf| path.to_string_lossy().starts_with("http");
        if let Some(link) = self.squads.iter().find(is_link).filter(|link| !link.exists()) {
            return Err(Error::file(link, "a link", "a file: export the squad as XWS there"));
        }
        setups::no_positions(
            Game::XWing.name(),
            &self.squads,
            "scenario says of a file what holds in it",
        )?;
        let files = files(Game::XWing.host(), &self.squads, &Squad::shelves(catalogue))?;
        setups::game(Some(Game::XWing), &files)?;
        let report = |file: &PathBuf| match ready(file, catalogue).filter(|_| !file.exists()) {
            Some(text) => Report::of(text, file, catalogue, list),
            None => Report::of_file(file, catalogue, list),
        };
        let reports: Vec<Report> = files.iter().flat_map(report).collect();
        let legal = reports.iter().filter(|report| report.legal).count();
        print(&match self.format {
            CardFormat::Table => {
                let texts: Vec<String> = reports.iter().map(Report::text).collect();
                let count = reports.len();
                let sum = format!("\n{legal} of {count} squads are legal\n");
                texts.join("\n") + if count > 1 { &sum } else { "" }
            }
            CardFormat::Json => json::pretty(&reports),
        })?;
        Ok(if legal == reports.len() { 0 } else { 2 })
    }
}

/// The arguments of `squad random`: the folder, the number and the seed of the squads, and their cards.
#[derive(Debug, Args)]
#[command(after_help = RANDOM_EXAMPLES)]
pub struct Random {
    /// The folder that the squads are written to, random-1.json and so on; there may be others in it
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The number of squads
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..))]
    pub count: u16,
    /// The seed of the squads: the same number makes the same squads of the same cards
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The faction of the squads, such as rebelalliance; otherwise any
    #[arg(long, value_parser = Faction::read)]
    pub faction: Option<Faction>,
    /// Of all cards, and not only of those that are played
    #[arg(long)]
    pub all: bool,
}

const RANDOM_EXAMPLES: &str = "\
Examples:
  cardmill squad random --out chance --count 20 --seed 7
  cardmill squad random --out scum --faction scumandvillainy --all
  cardmill squad check chance";

impl Random {
    fn run(self, catalogue: &Catalogue) -> Result<u8, Error> {
        let mut squads = RandomSquads::new(catalogue, self.faction, !self.all, self.seed);
        let named = |number: u16| format!("random-{number}");
        entries::folder(&self.out, (1..=self.count).map(named))?;
        for number in 1..=self.count {
            let name = named(number);
            let squad = squads.next(name.clone()).ok_or_else(|| {
                Error::Usage("expected cards for a squad, found too few of them".to_owned())
            })?;
            entries::write(&self.out, &name, &squad.written(catalogue.facts()))?;
        }
        Ok(0)
    }
}

fn overview(reports: &[Report]) -> String {
    let rows = reports.iter().map(|report| {
        vec![
            report.file.clone(),
            report.name.clone(),
            report.faction.unwrap_or_default().to_owned(),
            report.ships.len().to_string(),
            report.points.map(|points| points.to_string()).unwrap_or_default(),
        ]
    });
    let kinds = [Column::Word, Column::Name, Column::Word, Column::Figure, Column::Figure];
    table::table_of(&kinds, &["name", "squad", "faction", "ships", "points"], rows.collect())
}
