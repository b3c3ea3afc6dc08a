//! `cardmill simulate`: plays every pairing of the decks and reports who wins.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use cardmill_unlimited::library::Library;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::decks::Decks;
use super::{Agents, CardsFolder, Format, print};
use crate::analysis::Run;
use crate::batch::{self, Settings};
use crate::error::Error;
use crate::interrupt::{self, INTERRUPT};
use crate::output::games::GamesFile;
use crate::output::{Report, csv, json, table};

/// What `simulate` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    /// Deck files, folders of them (*.json and *.txt, by name), or names of decks that come with the
    /// cards (see `cardmill deck list`)
    #[arg(required = true, value_name = "DECK")]
    pub decks: Vec<PathBuf>,
    /// Games per pairing
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// Seed of the run
    #[arg(long, value_name = "S", default_value = "0", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: u64,
    /// Who plays: random or greedy; two names with a comma for the two sides
    #[arg(long, value_name = "NAME[,NAME]", default_value = "greedy")]
    pub agents: Agents,
    /// Worker threads [default: one per core]
    #[arg(long, value_name = "T", value_parser = super::threads)]
    #[arg(allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Games played side by side in one World of a thread
    #[arg(long, value_name = "B", default_value = "32", value_parser = super::batch)]
    #[arg(allow_negative_numbers = true)]
    pub batch: usize,
    /// How the results are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also write one row per game to this file (.parquet or .csv)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// No progress bar and no notes
    #[arg(long)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardmill simulate luke vader --games 10000
  cardmill simulate leia leia --seed 7
  cardmill simulate cards/unlimited/decks --agents greedy,random --format json
  cardmill simulate cards/unlimited/decks --games 100 --out games.parquet";

impl Simulate {
    /// Plays and reports.
    ///
    /// # Errors
    ///
    /// When the input is bad or a file cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let cards = cards.files()?;
        let library = Arc::new(Library::load(&cards)?);
        let Decks { decks, labels, pairings } = Decks::read(&self.decks, &library)?;
        let planned = self.games.checked_mul(pairings.len() as u64).ok_or_else(|| {
            Error::Usage(format!(
                "{} pairings of {} games are too many",
                pairings.len(),
                self.games
            ))
        })?;
        let stop = INTERRUPT.handle_gracefully();
        let mut out =
            self.out.as_deref().map(|path| GamesFile::create(path, &labels)).transpose()?;
        let settings = Settings {
            games: self.games,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
            batch: self.batch,
            agents: self.agents.0,
        };

        let mut run = Run::new(&pairings, settings.games);
        let progress = self.progress(planned);
        let mut failed = None;
        let begun = Clock::start();
        let played = batch::play(&library, &decks, &pairings, &settings, stop, &mut |game| {
            run.add(&game);
            progress.inc(1);
            if failed.is_none()
                && let Some(Err(error)) = out.as_mut().map(|file| file.add(&game))
            {
                failed = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
        });
        let seconds = begun.seconds();
        progress.finish_and_clear();
        played?;

        let report = Report {
            decks: &labels,
            cards: &cards,
            settings: &settings,
            run: &run,
            planned,
            seconds,
        };
        let kept = match (out, failed) {
            (_, Some(error)) => Err(error),
            (Some(file), None) if !report.stopped() => file.finish(),
            _ => Ok(()),
        };
        self.report(&report)?;
        kept?;
        match (report.stopped(), stop.load(Ordering::SeqCst)) {
            (false, _) => Ok(u8::from(run.quarantined > 0)),
            (true, true) => Ok(interrupt::EXIT_CODE),
            (true, false) => {
                Err(Error::Engine(format!("it ended after {} of {planned} games", run.games)))
            }
        }
    }

    fn progress(&self, games: u64) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(
            Some(games),
            if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() },
        );
        let style = ProgressStyle::with_template(
            "{wide_bar} {human_pos} of {human_len} games, {speed} games/s, {eta} left",
        );
        let speed = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            // A bar that cannot be drawn is no reason to stop.
            let _ = out.write_str(&table::grouped(state.per_sec() as u64));
        };
        bar.with_style(
            style.unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("speed", speed),
        )
    }

    fn report(&self, report: &Report<'_>) -> Result<(), Error> {
        match self.format {
            Format::Table => print(&table::render(report))?,
            Format::Json => print(&json::render(report))?,
            Format::Csv => print(&csv::render(report))?,
        }
        if self.quiet {
            return Ok(());
        }
        if self.format != Format::Table && (report.stopped() || self.format == Format::Csv) {
            eprint!("{}", table::summary(report));
        }
        if report.stopped()
            && let Some(path) = &self.out
        {
            eprintln!("{} was not written, since not all games were played", path.display());
        }
        Ok(())
    }
}

/// One thread per core; one when the system does not say how many there are.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Measures the speed of a run.
struct Clock(Instant);

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "speed is reported, never played with")]
    fn start() -> Self {
        Self(Instant::now())
    }

    fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
