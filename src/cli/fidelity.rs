//! `cardmill fidelity`: how far simulated games agree with games that people played.

use std::path::PathBuf;

use cardmill_harness::files::CardFiles;
use cardmill_harness::play::Source;
use clap::Args;

use super::experiment::Course;
use super::matches::Matches;
use super::run::{Clock, InGame, ending};
use super::{CardsFolder, Format, print};
use crate::analysis::Run;
use crate::analysis::fidelity::{Simulated, Simulation, agreement};
use crate::batch::Arm;
use crate::error::Error;
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::interrupt::INTERRUPT;
use crate::matches::Match;
use crate::output::fidelity::{self, Report};
use crate::output::handled::OfKind;
use crate::output::manifest::all_read;
use crate::output::sample::Sample;
use crate::output::{self, html};
use crate::played::{Archetype, Table};
use crate::record::{End, GameRecord};
use crate::setup::{Setups, of_game};
use crate::stats::{Kinds, handle};
use crate::trust::{Games, Trial, Trials, tried};

/// The arguments of `fidelity`: a table of played games, and how its lists are played against each other.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Fidelity {
    /// A table of played games: sor-jtl, lof or sec, which come with the program, or a file or folder of
    /// your own (docs/method/fidelity.md)
    #[arg(value_name = "TABLE", default_value = "sec")]
    pub table: PathBuf,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Games of every two lists, or matches
    #[arg(long, value_name = "N", default_value = "4", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// Lists of each archetype that play, from the first on
    #[arg(long, value_name = "N", default_value = "3", value_parser = lists)]
    #[arg(allow_negative_numbers = true)]
    pub lists: usize,
    /// The option to play matches instead of single games.
    #[command(flatten)]
    pub matches: Matches,
    /// Also write how far they agree into this file of trials (.json), in the place of what it says of
    /// the same agent and table: cards/unlimited/trials.json is what other commands tell
    #[arg(long, value_name = "FILE", conflicts_with = "best_of")]
    pub record: Option<PathBuf>,
    /// The course of the games: how they are played, kept and reported.
    #[command(flatten)]
    pub course: Course,
    /// The format in which the agreement is printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

const EXAMPLES: &str = "\
Examples:
  cardmill fidelity
  cardmill fidelity lof --agents ismcts:sims=64 --lists 1 --games 2
  cardmill fidelity sec --report fidelity.html
  cardmill fidelity sec --best-of 3
  cardmill fidelity sec --agents greedy --record trials.json

Nobody agrees in full: lists, skill and sideboards differ, and few games were played of most matchups.
What a perfect model could reach stands beside what was reached.";

fn lists(text: &str) -> Result<usize, String> {
    super::counting(text, 1_000)
}

impl Fidelity {
    /// Plays the lists against each other, prints the agreement, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(self.game.unwrap_or_default(), cards)
    }
}

/// The lists of a table against each other, each with its archetype: those of one do not meet.
///
/// # Errors
///
/// When one of them cannot be played, or there are too many.
pub fn matchups(lists: &[(usize, Source)], catalogue: &Catalogue) -> Result<Setups, Error> {
    let sources: Vec<Source> = lists.iter().map(|(_, source)| source.clone()).collect();
    let entries = all_read(catalogue, &sources)?;
    let archetype = |list: u16| lists[usize::from(list)].0;
    let count = u16::try_from(lists.len())
        .map_err(|_| Error::Usage(format!("{} lists; expected at most 65535", lists.len())))?;
    let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
    let pairs: Vec<(u16, u16)> = pairs.filter(|&(a, b)| archetype(a) != archetype(b)).collect();
    Ok(Setups::pairs(entries, &pairs))
}

impl InGame for Fidelity {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let catalogue = game.load(cards).map_err(Error::Usage)?;
        let table = Table::open(&self.table, cards, game.name())?;
        let lists = table.lists(self.lists);
        let archetype = |list: u16| lists[usize::from(list)].0;
        let mut setups = matchups(&lists, &catalogue)?;
        let matches = self.matches.of(&catalogue, &mut setups)?;
        let settings = self.course.conduct.settings(game, self.games, &setups.list)?;
        let planned = self.games.saturating_mul(setups.list.len() as u64);
        let draft = self.course.publication.begin()?;
        let trials = self.record.as_deref().map(Trials::open).transpose()?;
        let not_recorded = |expected| Error::Usage(format!("--record: {expected}"));
        if trials.is_some() {
            tried(game, &settings.agents).map_err(not_recorded)?;
        }
        let stop = INTERRUPT.handle_gracefully();
        let mut run = match matches {
            Some(Match { best_of, .. }) => Run::of_matches(&setups.list, best_of),
            None => Run::new(&setups.list),
        };
        let bar = self.course.conduct.progress(planned, 0, &settings);
        let begun = Clock::start();
        let first = Arm { tally: true, ..Arm::new(&catalogue, &setups, &settings) };
        let kind = |card| catalogue.kind(card);
        let mut kinds = Kinds::new();
        let arms = match matches {
            Some(terms) => terms.arms(first),
            None => vec![first],
        };
        let follow = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            others.extend(matches.and_then(|terms| terms.next(deal)));
        };
        self.course.keeping.journal()?.play_arms(
            &arms,
            "fidelity",
            0,
            &follow,
            stop,
            &mut |deal| {
                let games: Vec<&GameRecord> = deal.iter().map(|(_, game)| game).collect();
                run.add_all(&games);
                for game in games.into_iter().filter(|game| game.end != End::Quarantined) {
                    handle(&mut kinds, game, None, &kind);
                }
                bar.inc(1);
            },
        )?;
        bar.finish_and_clear();
        let mut simulation: Simulation =
            vec![
                vec![Simulated::default(); table.played.archetypes.len()];
                table.played.archetypes.len()
            ];
        for (place, (setup, _)) in run.setups.iter().enumerate() {
            let Some([a, b]) = setup.pairing().map(|pair| pair.map(archetype)) else { continue };
            // Of matches, too, people counted games.
            let counts = &run.games_of(place);
            simulation[a][b].add(counts.won(0), counts.draws());
            simulation[b][a].add(counts.won(1), counts.draws());
        }
        let found = agreement(&table.met, &table.fared, &simulation, self.course.conduct.seed);
        let agreement = found.ok_or_else(|| {
            Error::Usage("fewer than three archetypes have met; expected more games".to_owned())
        })?;
        let named = catalogue.names();
        let name = |one: &Archetype| {
            if one.leader.is_empty() {
                return one.id.clone();
            }
            let base = named(&one.base);
            let base = if base.is_empty() { one.base.clone() } else { base };
            format!("{} ({}) | {base}", named(&one.leader), one.leader)
        };
        let list = |place: u16| lists[usize::from(place)].1.file().display().to_string();
        let aside = |&(index, _): &(u64, u8)| {
            let pair = of_game(&setups.list, index).pairing().map(|pair| pair.map(list));
            pair.map(|[a, b]| format!("game {index}: {a} against {b}"))
        };
        let set_aside = run.quarantined_games.iter().filter_map(aside).collect();
        let sample = Sample {
            game: game.name(),
            agents: settings.who(),
            seed: settings.seed,
            edits: Vec::new(),
            games: (0..run.setups.len()).map(|place| run.games_of(place).games()).sum(),
            spared: 0,
            quarantined: run.quarantined,
            stopped: run.games < planned,
            digest: run.digest.to_string(),
            trust: Vec::new(),
        };
        let report = Report {
            cards: OfKind::all(&kinds),
            era: table.played.era.clone(),
            months: table.played.months.clone(),
            events: table.played.events,
            source: table.played.source.clone(),
            lists: lists.len(),
            matches: matches.map(|terms| output::Matches::of(game, terms, &setups).told()),
            played: table.games(),
            names: table.played.archetypes.iter().map(name).collect(),
            agreement,
            sample,
            set_aside,
        };
        self.course
            .publication
            .write(draft, &catalogue, |origin, _| html::fidelity::page(&report, origin))?;
        print(&match self.format {
            Format::Table => fidelity::render(&report),
            Format::Json => fidelity::json(&report),
            Format::Csv => fidelity::csv(&report),
        })?;
        if let Some(trials) = trials.filter(|_| !report.sample.stopped) {
            let games = Games {
                era: report.era.clone(),
                lists: report.lists,
                games: report.sample.games,
                seed: report.sample.seed,
                digest: report.sample.digest.clone(),
            };
            let trial = Trial::of(game, &settings.agents, games, &report.agreement);
            trials.write_with(trial.map_err(not_recorded)?)?;
        }
        self.course.tell(report.sample.games, begun.seconds(), report.sample.stopped);
        ending(&run, planned)
    }
}
