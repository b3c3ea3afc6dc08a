//! `cardmill simulate`: plays games of decks or positions and reports who wins.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;
use cardmill_harness::play::quick;
use clap::{Arg, Args};

use super::limited::{Beside, Simulated};
use super::matches;
use super::run::{Clock, Games, InGame, ending};
use super::setups::Given;
use super::{CardsFolder, Format, print};
use crate::analysis::Run;
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::journal::{Journal, beside};
use crate::host::Host;
use crate::interrupt::INTERRUPT;
use crate::matches::Match;
use crate::output::manifest::Manifest;
use crate::output::rows::{Played, RowsFile};
use crate::output::run::{Matrix, render, summary};
use crate::output::{Before, Matches, Report, csv, games, json};
use crate::record::GameRecord;
use crate::setup::{Setup, of_game};

/// The arguments of `simulate`: the games, and where their results go.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("agents", by_greedy), mut_arg("given", or_limited))]
pub struct Simulate {
    /// The games of the run: who meets whom, and how many games they play.
    #[command(flatten)]
    pub run: Games,
    /// The option to play matches instead of single games.
    #[command(flatten)]
    pub matches: matches::Matches,
    /// The options of limited: pods that build decks from boosters.
    #[command(flatten)]
    pub limited: Simulated,
    /// The format in which the results are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Show the whole matrix, however wide it is
    #[arg(long)]
    pub matrix: bool,
    /// Also write one row per game to this file (.parquet or .csv); of --limited, tables of games, cards
    /// and rounds into this folder
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with the run that --out has the first games of, or that was ended while it was written;
    /// --games may be higher than before
    #[arg(long, requires = "out")]
    pub resume: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardmill simulate luke vader --games 10000
  cardmill simulate leia leia --seed 7
  cardmill simulate cards/unlimited/decks --agents greedy,random --format json
  cardmill simulate luke --against cards/unlimited/decks
  cardmill simulate luke vader --edit \"SOR_010 deploy_at+1\"
  cardmill simulate luke vader --best-of 3 --games 1000
  cardmill simulate --limited SOR --pods 200
  cardmill simulate tests/positions/six-players.ron --games 100
  cardmill simulate cards/unlimited/decks --games 100 --out games.parquet
  cardmill simulate cards/unlimited/decks --games 200 --out games.parquet --resume";

/// Puts greedy into the help on agents as the default, where other commands have player.
fn by_greedy(agents: Arg) -> Arg {
    let told = agents.get_help().map(ToString::to_string).unwrap_or_default();
    agents.help(told.replace("[default: player", "[default: greedy"))
}

/// Makes decks optional where limited is played, whose pods build their own.
fn or_limited(given: Arg) -> Arg {
    given.required(false).required_unless_present("limited")
}

impl Simulate {
    /// Plays the games, prints the results, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or a file cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.limited.none()?;
        let Some(set) = &self.limited.limited else {
            return self.in_game(self.run.game()?, cards);
        };
        let Self { run, out, resume, format, .. } = &self;
        let (out, resume, format) = (out.as_deref(), *resume, *format);
        self.limited.play(set, &Beside { run, out, resume, format }, cards)
    }

    fn report(&self, report: &Report<'_>, kept: bool) -> Result<(), Error> {
        let matrix = if self.matrix { Matrix::Whole } else { Matrix::Fitting };
        match self.format {
            Format::Table => print(&render(report, matrix))?,
            Format::Json => print(&json::render(report))?,
            Format::Csv => print(&csv::render(report))?,
        }
        if self.run.conduct.quiet {
            return Ok(());
        }
        if self.format != Format::Table && (report.stopped() || self.format == Format::Csv) {
            eprint!("{}", summary(report));
        }
        if report.stopped()
            && let Some(path) = &self.out
        {
            let path = path.display();
            match kept && report.run.games > 0 {
                true => eprintln!(
                    "{path} has the games that were played; the same command with --resume goes on"
                ),
                false if report.run.games > 0 => eprintln!(
                    "{path} was not written; its games are kept beside it, and the same command with \
                     --resume goes on"
                ),
                false => eprintln!("{path} was not written"),
            }
        }
        Ok(())
    }
}

impl InGame for Simulate {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let catalogue = self.run.edits.load(game, cards)?.catalogue;
        let (Given { mut setups, labels, own }, settings) =
            self.run.read(&catalogue, quick(game.agents()))?;
        let matches = self.matches.of(&catalogue, &mut setups)?;
        let planned = self.run.planned(setups.list.len())?;
        let stop = INTERRUPT.handle_gracefully();
        let mut run = match matches {
            Some(Match { best_of, .. }) => Run::of_matches(&setups.list, best_of),
            None => Run::new(&setups.list),
        };
        let first = Arm::new(&catalogue, &setups, &settings);
        let arms = match matches {
            Some(terms) => terms.arms(first),
            None => vec![first],
        };
        let follow = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            others.extend(matches.and_then(|terms| terms.next(deal)));
        };
        let mut journal = Journal::default();
        let mut out = match &self.out {
            Some(path) => {
                let manifest = Manifest {
                    edits: self.run.edits.list.clone(),
                    matches,
                    ..Manifest::new((&catalogue, cards), &setups, &labels, &settings, planned)
                };
                let mut file = RowsFile::create(path, games::sheet(&manifest))?;
                let kept = beside(file.target());
                let mut left = if self.resume { Journal::left(&kept)? } else { None };
                // What a run left that was ended in the middle is newer than the file.
                let is_newer = left.as_mut().is_some_and(|left| left.is_of(&arms, KEPT, 0));
                if self.resume && path.exists() && !is_newer {
                    take_up(&Played::open(path)?, &manifest, &setups.list, &mut run, &mut file)?;
                }
                journal = left.map_or_else(|| Journal::anew(&kept), Ok)?;
                Some((file, manifest))
            }
            None => None,
        };
        let from = run.games;
        let (games, decisions) = journal.kept(planned.saturating_sub(from));
        let before = Before { games: from + games, decisions: run.decisions + decisions };

        let progress = self.run.conduct.progress(planned, before.games, &settings);
        let mut failed = None;
        let begun = Clock::start();
        let played = journal.play_arms(&arms, KEPT, from, &follow, stop, &mut |deal| {
            run.add_all(&deal.iter().map(|(_, game)| game).collect::<Vec<_>>());
            progress.inc(u64::from(deal[0].1.index >= before.games));
            for (_, game) in deal {
                if failed.is_none()
                    && let Some(Err(error)) = out.as_mut().map(|(file, _)| file.add(game))
                {
                    failed = Some(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let seconds = begun.seconds();
        progress.finish_and_clear();
        match (played, &self.out) {
            // The games are kept for the file that was asked for.
            (Err(Error::Write { source, .. }), Some(path)) => {
                failed.get_or_insert(Error::Write { path: path.clone(), source });
            }
            (played, _) => played?,
        }

        let report = Report {
            game,
            labels: &labels,
            own,
            cards,
            edits: &self.run.edits.list,
            settings: &settings,
            run: &run,
            matches: matches.map(|terms| Matches::of(game, terms, &setups)),
            planned,
            before,
            seconds,
        };
        let kept = match (out, failed) {
            (_, Some(error)) => Err(error),
            (Some((file, manifest)), None) if run.games > 0 => {
                file.finish(&manifest.played(run.games, &run.digest))
            }
            _ => Ok(()),
        };
        if kept.is_ok() {
            journal.close();
        }
        self.report(&report, kept.is_ok())?;
        kept?;
        ending(&run, planned)
    }
}

/// The purpose that a journal of `simulate` is written with; one of another purpose is not gone on with.
const KEPT: &str = "simulate";

/// Takes the games of a run that was stopped into one that goes on, if both have the same arguments and its
/// rows are whole.
fn take_up(
    earlier: &Played,
    manifest: &Manifest,
    setups: &[Setup],
    run: &mut Run,
    file: &mut RowsFile<GameRecord>,
) -> Result<(), Error> {
    if let Some(difference) = earlier.manifest.differs(manifest) {
        let expected = "the arguments of the run that it has the first games of, or no --resume";
        return Err(Error::file(earlier.path(), difference, expected));
    }
    let spoilt = |problem: String| {
        Error::file(earlier.path(), problem, "the games of a run in order, as they were written")
    };
    let mut games = earlier.games(0)?.peekable();
    while let Some(first) = games.next() {
        // The games of a match stand together.
        let (due, mut together) = (run.games, vec![first?]);
        while let Some(next) = games.next_if(|next| next.as_ref().is_ok_and(|game| game.number > 1))
        {
            together.push(next?);
        }
        let is_due = |game: &GameRecord| game.index == due && game.setup == *of_game(setups, due);
        if !together.iter().all(is_due) {
            return Err(spoilt(format!("row {due} is not game {due} of this run")));
        }
        run.add_all(&together.iter().collect::<Vec<_>>());
        together.into_iter().try_for_each(|game| file.add(game))?;
    }
    if (run.games, run.digest.to_string())
        != (earlier.manifest.games, earlier.manifest.digest.clone())
    {
        return Err(spoilt("its rows are not those it was written with".to_owned()));
    }
    Ok(())
}
