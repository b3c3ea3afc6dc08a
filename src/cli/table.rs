//! `cardmill table`: says what a map of Twilight Imperium is like, and makes tables on maps by chance.

use std::fs;
use std::path::Path;

use cardmill_harness::driver::Driver;
use cardmill_imperium::catalogue::Catalogue;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::map::{Map, Near, words};
use clap::{Args, Subcommand};
use serde::Serialize;

use super::{CardFormat, CardsFolder, print};
use crate::error::Error;
use crate::output::json;
use crate::output::table::{Kind as Column, table_of};

/// The subcommands about maps and tables of Twilight Imperium.
#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Say what a map is like: what is odd about it, and what each home has near it
    Check(Check),
    /// Print a table file with a map by chance
    Random(Random),
}

impl TableCommand {
    /// Runs the subcommand, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let catalogue = Tabletop::load(cards.files()?).map_err(Error::Usage)?;
        match self {
            Self::Check(check) => check.run(&catalogue),
            Self::Random(random) => random.run(&catalogue),
        }
    }
}

/// The arguments of `table check`: the map.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// The map: the numbers of its tiles, or a file with them
    #[arg(value_name = "MAP", allow_hyphen_values = true)]
    pub map: String,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  cardmill table check map.txt
  cardmill table check map.txt --format json
  cardmill table check \"40 43 28 21 35 42 47 34 30 22 48 41 27 45 49 50 24 37 0 31 46 0 25 33 0 23 39 0 32 26 0 19 44 0 38 20\"

Exit codes: 0 it is as the rules make maps, 2 something is odd about it. A map is written as tools that make
maps write it: 36 tile numbers for the places ring by ring, 0 a home system, -1 no tile.";

/// The report on a map.
#[derive(Debug, Serialize)]
struct Report {
    /// The home systems, clockwise, each with what it has near it.
    homes: Vec<Near>,
    /// The oddities of the map, in words: such as maps made by the rules do not have.
    oddities: Vec<String>,
}

impl Report {
    fn text(&self) -> String {
        let rows = self.homes.iter().map(|near| {
            let figures = [near.planets, near.resources, near.influence, near.specialties];
            let moves = near.mecatol.map_or_else(|| "no way".into(), |moves| moves.to_string());
            let figures = figures.map(|figure| figure.to_string());
            [near.home.to_string(), moves].into_iter().chain(figures).collect()
        });
        let names =
            ["home at", "moves to Mecatol", "planets", "resources", "influence", "specialties"];
        let table = table_of(&[Column::Figure; 6], &names, rows.collect());
        let lines = self.oddities.iter().map(|line| format!("{line}\n")).collect::<String>();
        let near = "planets, resources, influence and specialties at most two tiles away\n";
        format!("{table}{near}{lines}")
    }
}

impl Check {
    fn run(self, catalogue: &Catalogue) -> Result<u8, Error> {
        let file = Path::new(&self.map);
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if file.exists() => {
                return Err(Error::file(file, error.to_string(), "a file with a map"));
            }
            Err(_) => self.map.clone(),
        };
        // As many players as there are homes.
        let players = words(&text).filter(|word| *word == "0").count();
        if !(3..=6).contains(&players) {
            return Err(Error::Usage(format!(
                "{players} home systems (0) in the map; expected 3 to 6"
            )));
        }
        let map = Map::read(&text, players, catalogue)
            .map_err(|problem| Error::Usage(problem.to_string()))?;
        let report = Report { homes: map.near_homes(catalogue), oddities: map.oddities(catalogue) };
        print(&match self.format {
            CardFormat::Table => report.text(),
            CardFormat::Json => json::pretty(&report),
        })?;
        Ok(if report.oddities.is_empty() { 0 } else { 2 })
    }
}

/// The arguments of `table random`: the number of players, the seed, and the maps to choose from.
#[derive(Debug, Args)]
#[command(after_help = RANDOM_EXAMPLES)]
pub struct Random {
    /// The number of players, 3 to 6
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(3..=6))]
    pub players: u8,
    /// The seed of the map: the same number makes the same one
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Make so many maps and take the one whose homes are most alike
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    pub best: u64,
}

const RANDOM_EXAMPLES: &str = "\
Examples:
  cardmill table random --players 5 --seed 9 --best 200 > five.ron
  cardmill simulate five.ron --games 100";

impl Random {
    fn run(self, catalogue: &Catalogue) -> Result<u8, Error> {
        let players = usize::from(self.players);
        let map = Map::random(players, self.seed, self.best, catalogue);
        let map = map.ok_or_else(|| Error::Usage("no tiles could be laid by the rules".into()))?;
        let seated = vec!["(faction: \"random\")"; players].join(", ");
        print(&format!(
            "(\n    game: Imperium,\n    name: \"{players} on map {} of {}\",\n    \
             given: (table: (\n        players: [{seated}],\n        map: \"{}\",\n        \
             sheets: Plain,\n        cards: Defined,\n    )),\n)\n",
            self.seed,
            self.best,
            map.written(catalogue)
        ))?;
        Ok(0)
    }
}
