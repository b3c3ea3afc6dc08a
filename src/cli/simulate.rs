//! `cardmill simulate`: plays games of decks or positions and reports who wins.

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use cardmill_harness::files::CardFiles;
use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::setups::{self, Given};
use super::{Agents, CardsFolder, Format, limit, print};
use crate::analysis::Run;
use crate::batch;
use crate::error::Error;
use crate::games::{Game, Hosted, Visitor};
use crate::interrupt::{self, INTERRUPT};
use crate::output::games::{GamesFile, Played};
use crate::output::manifest::Manifest;
use crate::output::table::Matrix;
use crate::output::{Before, Report, csv, json, table};
use crate::setup::{Settings, Setup, of_game};

/// What `simulate` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Simulate {
    /// Deck files, folders of them (*.json and *.txt, by name), or names of decks that come with the
    /// cards (see `cardmill deck list`); or positions (*.ron)
    #[arg(required = true, value_name = "DECK or POSITION")]
    pub given: Vec<PathBuf>,
    /// The game: unlimited, xwing or imperium [default: that of the position, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Play against these decks, given likewise, and not against each other
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// How many decks play a game, in every combination [default: 2]
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
    /// Games per pairing, or per position
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// Seed of the run
    #[arg(long, value_name = "S", default_value = "0", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: u64,
    /// Who plays: random, or greedy (of unlimited alone); one name for all seats, or one for each with
    /// commas between them [default: greedy, or random where there is no other]
    #[arg(long, value_name = "NAME[,NAME…]")]
    pub agents: Option<Agents>,
    /// Rounds after which a game is over as it stands, 0 for no limit [default: 12 of xwing, or else
    /// none]
    #[arg(long, value_name = "N", value_parser = super::rounds)]
    #[arg(allow_negative_numbers = true)]
    pub rounds: Option<u16>,
    /// Worker threads, 1024 at most [default: one per core]
    #[arg(long, value_name = "T", value_parser = super::threads)]
    #[arg(allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Games played side by side in one World of a thread, 65536 in all threads together at most
    #[arg(long, value_name = "B", default_value = "32", value_parser = super::batch)]
    #[arg(allow_negative_numbers = true)]
    pub batch: usize,
    /// How the results are printed
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Show the whole matrix, however wide it is
    #[arg(long)]
    pub matrix: bool,
    /// Also write one row per game to this file (.parquet or .csv)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with the run that --out has the first games of; --games may be higher than before
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// No progress bar and no notes
    #[arg(long)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardmill simulate luke vader --games 10000
  cardmill simulate leia leia --seed 7
  cardmill simulate cards/unlimited/decks --agents greedy,random --format json
  cardmill simulate luke --against cards/unlimited/decks
  cardmill simulate tests/positions/six-players.ron --games 100
  cardmill simulate cards/unlimited/decks --games 100 --out games.parquet
  cardmill simulate cards/unlimited/decks --games 200 --out games.parquet --resume";

impl Simulate {
    /// Plays and reports.
    ///
    /// # Errors
    ///
    /// When the input is bad or a file cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let cards = cards.files()?;
        setups::game(self.game, &self.given)?.visit(Simulation { asked: &self, cards })
    }

    fn play<G: Hosted>(&self, cards: &CardFiles) -> Result<u8, Error> {
        let catalogue = G::load(cards).map_err(Error::Usage)?;
        let Given { setups, labels, own } =
            Given::<G>::read(&self.given, &self.against, self.seats, &catalogue)?;
        let planned = self.games.checked_mul(setups.list.len() as u64).ok_or_else(|| {
            Error::Usage(format!("{} times {} games are too many", setups.list.len(), self.games))
        })?;
        let stop = INTERRUPT.handle_gracefully();
        let settings = Settings {
            games: self.games,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
            batch: self.batch,
            agents: Agents::seated::<G>(self.agents.as_ref(), &setups.list)?,
            rounds: limit::<G>(self.rounds),
        };
        let mut run = Run::new(&setups.list);
        let mut out = match &self.out {
            Some(path) => {
                let manifest = Manifest::new(&catalogue, &setups, &labels, &settings, planned);
                let mut file = GamesFile::create(path, manifest.sheet())?;
                if self.resume && path.exists() {
                    take_up(&Played::open(path)?, &manifest, &setups.list, &mut run, &mut file)?;
                }
                Some((file, manifest))
            }
            None => None,
        };
        let before = Before { games: run.games, decisions: run.decisions };

        let progress = self.progress(planned, &before, &settings);
        let mut failed = None;
        let begun = Clock::start();
        let from = before.games;
        let played = batch::play(&catalogue, &setups, &settings, from, stop, &mut |game| {
            run.add(&game);
            progress.inc(1);
            if failed.is_none()
                && let Some(Err(error)) = out.as_mut().map(|(file, _)| file.add(game))
            {
                failed = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
        });
        let seconds = begun.seconds();
        progress.finish_and_clear();
        played?;

        let report = Report {
            game: G::NAME,
            labels: &labels,
            own,
            cards,
            settings: &settings,
            run: &run,
            planned,
            before,
            seconds,
        };
        let kept = match (out, failed) {
            (_, Some(error)) => Err(error),
            (Some((file, manifest)), None) if run.games > 0 => file.finish(&manifest.played(&run)),
            _ => Ok(()),
        };
        self.report(&report, kept.is_ok())?;
        kept?;
        match (report.stopped(), stop.load(Ordering::SeqCst)) {
            (false, _) => Ok(u8::from(run.quarantined > 0)),
            (true, true) => Ok(interrupt::EXIT_CODE),
            (true, false) => {
                Err(Error::Engine(format!("it ended after {} of {planned} games", run.games)))
            }
        }
    }

    fn progress(&self, games: u64, before: &Before, settings: &Settings) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(
            Some(games),
            if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() },
        );
        let style =
            ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games{pace}");
        let before = before.games;
        let tables = settings.threads.saturating_mul(settings.batch) as u64;
        let pace = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let played = state.pos().saturating_sub(before);
            let left = state.len().unwrap_or(0).saturating_sub(state.pos());
            if let Some(pace) = pace(played, left, tables, state.elapsed()) {
                // A bar that cannot be drawn is no reason to stop.
                let _ = out.write_str(&pace);
            }
        };
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.with_style(style.with_key("pace", pace)).with_position(before)
    }

    fn report(&self, report: &Report<'_>, kept: bool) -> Result<(), Error> {
        let matrix = if self.matrix { Matrix::Whole } else { Matrix::Fitting };
        match self.format {
            Format::Table => print(&table::render(report, matrix))?,
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
            let path = path.display();
            match kept && report.run.games > 0 {
                true => eprintln!(
                    "{path} has the games that were played; the same command with --resume goes on"
                ),
                false => eprintln!("{path} was not written"),
            }
        }
        Ok(())
    }
}

/// A run of a game that is not known yet.
struct Simulation<'a> {
    asked: &'a Simulate,
    cards: CardFiles,
}

impl Visitor for Simulation<'_> {
    type Out = Result<u8, Error>;

    fn visit<G: Hosted>(self) -> Result<u8, Error> {
        self.asked.play::<G>(&self.cards)
    }
}

/// Takes the games of a run that was stopped into one that goes on.
fn take_up(
    earlier: &Played,
    manifest: &Manifest,
    setups: &[Setup],
    run: &mut Run,
    file: &mut GamesFile,
) -> Result<(), Error> {
    if let Some(difference) = earlier.manifest.differs(manifest) {
        let expected = "the arguments of the run that it has the first games of, or no --resume";
        return Err(Error::file(earlier.path(), difference, expected));
    }
    let spoilt = |problem: String| {
        Error::file(earlier.path(), problem, "the games of a run in order, as they were written")
    };
    for game in earlier.games(0)? {
        let game = game?;
        let due = run.games;
        if game.index != due || game.setup != *of_game(setups, due) {
            return Err(spoilt(format!("row {due} is not game {due} of this run")));
        }
        run.add(&game);
        file.add(game)?;
    }
    if (run.games, run.digest.to_string())
        != (earlier.manifest.games, earlier.manifest.digest.clone())
    {
        return Err(spoilt("its rows are not those it was written with".to_owned()));
    }
    Ok(())
}

/// How long a run is watched before anything is said of its pace.
const STEADY: Duration = Duration::from_secs(2);

/// How fast a run is, and how long it will take; none until that is steady: the first games to
/// end are few and short.
fn pace(played: u64, left: u64, tables: u64, elapsed: Duration) -> Option<String> {
    if elapsed < STEADY || played <= tables {
        return None;
    }
    let speed = played as f64 / elapsed.as_secs_f64();
    let left = HumanDuration(Duration::from_secs_f64(left as f64 / speed));
    Some(format!(", {} games/s, {left:#} left", table::grouped(speed as u64)))
}

/// One thread per core; one when the system does not say how many there are.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Measures the speed of a run.
pub(super) struct Clock(Instant);

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "speed is reported, never played with")]
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    pub(super) fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_said_of_the_pace_until_it_is_steady() {
        let second = Duration::from_secs(1);
        assert_eq!(pace(1_000, 1_000, 64, second), None);
        assert_eq!(pace(10, 1_000_000, 64, 20 * second), None);
        let said = pace(20_000, 100_000, 64, 4 * second).unwrap();
        assert_eq!(said, ", 5,000 games/s, 20s left");
        assert_eq!(pace(20_000, 0, 64, 4 * second).unwrap(), ", 5,000 games/s, 0s left");
    }
}
