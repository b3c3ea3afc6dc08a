//! Options of all commands that play games by the thousand, and the bars that show how far they are.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::config;
use super::setups::{self, Given};
use super::{Agents, CardsFolder, limit};
use crate::analysis::Run;
use crate::error::Error;
use crate::experiment::variant::{Edited, edited};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::interrupt::{self, INTERRUPT};
use crate::output::command::Replay;
use crate::output::figure;
use crate::setup::{Settings, Setup};

/// The games of a run: who meets whom, with which cards, and how many games they play.
#[derive(Clone, Debug, Args)]
pub struct Games {
    /// Deck files, folders of them (*.json and *.txt, by name), or names of decks that come with the
    /// cards (see `cardmill deck list`); or positions (*.ron)
    #[arg(required = true, value_name = "DECK or POSITION")]
    pub given: Vec<PathBuf>,
    /// The game: unlimited, xwing, imperium or skirmish [default: that of the position, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Play against these decks, given likewise, and not against each other
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The number of decks that play a game, in every combination [default: 2]
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
    /// The changes of cards that all games are played with.
    #[command(flatten)]
    pub edits: Edits,
    /// Games per pairing, or per position
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub games: u64,
    /// The seed, the agents, the limit of rounds and the threads of the games.
    #[command(flatten)]
    pub conduct: Conduct,
}

/// Changes of cards that all games are played with.
#[derive(Clone, Debug, Args)]
pub struct Edits {
    /// Change cards for all games, as whatif takes it; may be given again
    #[arg(long = "edit", value_name = "EDIT")]
    pub list: Vec<String>,
}

impl Edits {
    /// The cards of the game with these changes.
    ///
    /// # Errors
    ///
    /// When they cannot be read, or not be edited so.
    pub fn load(&self, game: &dyn Host, cards: &CardFiles) -> Result<Edited, Error> {
        edited(game.load(cards).map_err(Error::Usage)?, &self.list)
    }

    /// The changes as one edit, as `replay` takes it; `None` where there are none.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        (!self.list.is_empty()).then(|| self.list.join("; "))
    }
}

/// The conduct of games: seed, agents, limit of rounds, threads and tables, whatever the games are for.
#[derive(Clone, Debug, Args)]
pub struct Conduct {
    /// Seed of the run
    #[arg(long, value_name = "S", default_value = "0", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: u64,
    /// The agents that play: random, greedy, pimc or ismcts; of imperium also brawl; of unlimited also look,
    /// player, a level (beginner, casual, skilled, expert, master), or the file of a net (.net) or of a policy
    /// (.onnx); one name for all seats, or one for each with commas between them [default: player, or the
    /// best there is of other games]
    #[arg(long, value_name = "NAME[,NAME…]")]
    pub agents: Option<Agents>,
    /// The agents of `cardmill.toml`, which play where the command line names none.
    #[arg(skip)]
    pub usual: Option<Agents>,
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
    /// No progress bar and no notes
    #[arg(long)]
    pub quiet: bool,
}

impl Conduct {
    /// The agents that the command line names, or else `cardmill.toml`; `None` if neither does.
    #[must_use]
    pub fn named(&self) -> Option<&Agents> {
        self.agents.as_ref().or(self.usual.as_ref())
    }

    /// The bar of a run of so many games, of which some were played before.
    #[must_use]
    pub fn progress(&self, games: u64, before: u64, settings: &Settings) -> ProgressBar {
        progress(self.quiet, games, before, settings.threads.saturating_mul(settings.batch))
    }

    /// Makes a [`bar`], hidden where the command is to be quiet.
    #[must_use]
    pub fn bar(
        &self,
        steps: Option<u64>,
        style: ProgressStyle,
        told: impl Fn(&ProgressBar) -> String + Send + 'static,
    ) -> ProgressBar {
        bar(self.quiet, steps, style, told)
    }

    /// The `replay` command for a game of this conduct, by its row, with these files and cards.
    #[must_use]
    pub fn replay<'a>(
        &self,
        game: &'static dyn Host,
        cards: &'a CardFiles,
        files: Vec<&'a Path>,
        row: u64,
    ) -> Replay<'a> {
        let agents = self.named().map_or_else(|| game.usual().to_string(), Agents::to_string);
        Replay {
            game: game.name(),
            files,
            seats: None,
            seed: self.seed,
            agents: Some(agents),
            row,
            rounds: self.rounds,
            cards,
            edit: None,
            exchanged: false,
            of_match: None,
        }
    }

    /// The settings of so many games of each of these setups, by the game's usual agent where nobody is named.
    ///
    /// # Errors
    ///
    /// When the game has no agent of a name, or their number is not that of the seats.
    pub fn settings(
        &self,
        game: &dyn Host,
        games: u64,
        setups: &[Setup],
    ) -> Result<Settings, Error> {
        self.settings_of(game, game.usual(), games, setups)
    }

    /// The settings of these setups within a [`budget`] of games for all of them together, and the number of
    /// that budget.
    ///
    /// # Errors
    ///
    /// When the game has no agent of a name, or their number is not that of the seats.
    pub fn within(
        &self,
        game: &dyn Host,
        said: Option<u64>,
        quick: u64,
        setups: &[Setup],
    ) -> Result<(Settings, u64), Error> {
        let settings = self.settings(game, 0, setups)?;
        let most = budget(game, said, quick, &settings.agents);
        Ok((Settings { games: most.div_ceil(setups.len().max(1) as u64), ..settings }, most))
    }

    /// As [`settings`](Self::settings), where this agent plays if nobody is named.
    ///
    /// # Errors
    ///
    /// When the game has no agent of a name, or their number is not that of the seats.
    pub fn settings_of(
        &self,
        game: &dyn Host,
        usual: Agent,
        games: u64,
        setups: &[Setup],
    ) -> Result<Settings, Error> {
        Ok(Settings {
            games,
            seed: self.seed,
            threads: self.threads.unwrap_or_else(cores),
            batch: self.batch,
            agents: Agents::seated(game, self.named(), usual, setups)?,
            rounds: limit(game, self.rounds),
        })
    }
}

/// The number of games that are enough: `said` where the user gave one, or else `quick`, or a tenth of it where
/// an agent plays that does not answer at once, so that an answer takes a minute or two.
#[must_use]
pub fn budget(game: &dyn Host, said: Option<u64>, quick: u64, agents: &[Agent]) -> u64 {
    said.unwrap_or(if at_once(game, agents) { quick } else { quick / 10 })
}

/// Returns `true` if all of these agents of a game answer at once.
#[must_use]
pub fn at_once(game: &dyn Host, agents: &[Agent]) -> bool {
    let is_quick = |agent: &Agent| game.agents().iter().any(|known| known.is(*agent));
    agents.iter().all(is_quick)
}

impl Games {
    /// The decks or positions that are named, or else the decks of `cardmill.toml`.
    fn given(&self) -> Vec<PathBuf> {
        let decks = || config::decks().unwrap_or_default();
        if self.given.is_empty() { decks() } else { self.given.clone() }
    }

    /// The game that is played: the one of `--game`, or that of the files.
    ///
    /// # Errors
    ///
    /// When a position cannot be read or is of another game.
    pub fn game(&self) -> Result<Game, Error> {
        setups::game(self.game, self.given().iter().chain(&self.against))
    }

    /// The setups that games begin with, and their settings: this agent plays where nobody is named.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or is none of the game, or the agents that are named cannot play.
    pub fn read(&self, catalogue: &Catalogue, usual: Agent) -> Result<(Given, Settings), Error> {
        let given = Given::read(&self.given(), &self.against, self.seats, catalogue)?;
        let game = catalogue.game();
        let settings = self.conduct.settings_of(game, usual, self.games, &given.setups.list)?;
        Ok((given, settings))
    }

    /// The number of games of a run of so many setups.
    ///
    /// # Errors
    ///
    /// When they cannot be counted.
    pub fn planned(&self, setups: usize) -> Result<u64, Error> {
        self.games.checked_mul(setups as u64).ok_or_else(|| {
            Error::Usage(format!("{setups} times {} games are too many", self.games))
        })
    }
}

/// A command that is carried out in one game.
pub trait InGame: Sized {
    /// Carries the command out, and returns the exit code of the process.
    ///
    /// # Errors
    ///
    /// When the input is bad, or what is asked for cannot be written.
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error>;

    /// Carries the command out in this game with these cards, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the cards cannot be found, or as [`play`](Self::play).
    fn in_game(&self, game: Game, cards: &CardsFolder) -> Result<u8, Error> {
        self.play(game.host(), &cards.files()?)
    }
}

/// The exit code of a run: 0 if all games were played, 1 if one was set aside, 130 after Ctrl-C.
///
/// # Errors
///
/// When the run ended by itself before all games were played.
pub fn ending(run: &Run, planned: u64) -> Result<u8, Error> {
    ended(run.games, run.quarantined, planned)
}

/// As [`ending`], of so many games that were played, some of them set aside.
///
/// # Errors
///
/// When the run ended by itself before all games were played.
pub fn ended(games: u64, quarantined: u64, planned: u64) -> Result<u8, Error> {
    match (games < planned, INTERRUPT.handle_gracefully().load(Ordering::SeqCst)) {
        (false, _) => Ok(u8::from(quarantined > 0)),
        (true, true) => Ok(interrupt::EXIT_CODE),
        (true, false) => Err(Error::Engine(format!("it ended after {games} of {planned} games"))),
    }
}

/// The exit code of a command that plays until it knows enough: 130 after Ctrl-C, or else 1 if a game was set
/// aside, and 0 if none was.
#[must_use]
pub fn code(stopped: bool, quarantined: u64) -> u8 {
    if stopped { interrupt::EXIT_CODE } else { u8::from(quarantined > 0) }
}

/// The bar of a run of so many games on so many tables, of which some were played before.
#[must_use]
pub fn progress(quiet: bool, games: u64, before: u64, tables: usize) -> ProgressBar {
    let tables = tables as u64;
    let pace = move |at: u64, elapsed: Duration| {
        let (played, left) = (at.saturating_sub(before), games.saturating_sub(at));
        pace(played, left, tables, elapsed).unwrap_or_default()
    };
    let drawn = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = out.write_str(&pace(state.pos(), state.elapsed()));
    };
    let style = style("{wide_bar} {human_pos} of {human_len} games{pace}");
    let bar = bar(quiet, Some(games), style.with_key("pace", drawn), move |bar| {
        let [at, of] = [bar.position(), games].map(figure::grouped);
        format!("{at} of {of} games{}", pace(bar.position(), bar.elapsed()))
    });
    bar.with_position(before)
}

/// A bar of so many steps, where they can be counted; none if it is to be quiet. Where nobody sees one,
/// a line a minute says what `told` makes of it.
#[must_use]
pub fn bar(
    quiet: bool,
    steps: Option<u64>,
    style: ProgressStyle,
    told: impl Fn(&ProgressBar) -> String + Send + 'static,
) -> ProgressBar {
    let target = match quiet {
        true => ProgressDrawTarget::hidden(),
        false => ProgressDrawTarget::stderr(),
    };
    let bar = ProgressBar::with_draw_target(steps, target).with_style(style);
    if !quiet && !io::stderr().is_terminal() {
        let bar = bar.clone();
        thread::spawn(move || lines(&bar, MINUTE, &told, &mut |line| eprintln!("{line}")));
    }
    bar
}

/// The style of a progress bar with this template of `indicatif`; a plain bar if it cannot be read.
#[must_use]
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The pause between two lines on the progress of a run.
const MINUTE: Duration = Duration::from_secs(60);

/// Says how far a run is, again and again until it is over.
fn lines(
    bar: &ProgressBar,
    pause: Duration,
    told: &dyn Fn(&ProgressBar) -> String,
    say: &mut dyn FnMut(&str),
) {
    loop {
        thread::sleep(pause);
        if bar.is_finished() {
            return;
        }
        say(&format!("{:#}: {}", HumanDuration(bar.elapsed()), told(bar)));
    }
}

/// The time that a run is watched before anything is said of its pace.
const STEADY: Duration = Duration::from_secs(2);

/// The speed of a run in games a second and the time that is left, in words; `None` until that is steady: the
/// first games to end are few and short.
fn pace(played: u64, left: u64, tables: u64, elapsed: Duration) -> Option<String> {
    if elapsed < STEADY || played <= tables {
        return None;
    }
    let speed = played as f64 / elapsed.as_secs_f64();
    let left = HumanDuration(Duration::from_secs_f64(left as f64 / speed));
    Some(format!(", {} games/s, {left:#} left", figure::grouped(speed as u64)))
}

/// One thread per core; one when the system does not say how many there are.
#[must_use]
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, Into::into)
}

/// Measures the speed of a run.
pub struct Clock(Instant);

impl Clock {
    /// A clock that begins now.
    #[expect(clippy::disallowed_methods, reason = "speed is reported, never played with")]
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// Seconds since it was started.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        conduct: Conduct,
    }

    #[test]
    fn a_log_is_told_how_far_a_run_is_until_it_is_over() {
        let Alone { conduct } = Alone::parse_from(["run", "--quiet"]);
        let bar = conduct.bar(Some(2_000), style("{wide_bar}"), |_| String::new());
        bar.set_position(1_500);
        let told =
            |bar: &ProgressBar| format!("{} of 2,000 games", figure::grouped(bar.position()));
        let mut said = Vec::new();
        lines(&bar, Duration::from_millis(1), &told, &mut |line| {
            said.push(line.to_owned());
            bar.inc(100);
            if said.len() == 3 {
                bar.finish_and_clear();
            }
        });
        assert_eq!(said.len(), 3);
        assert!(said[2].ends_with("s: 1,700 of 2,000 games"), "{said:?}");
    }

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
