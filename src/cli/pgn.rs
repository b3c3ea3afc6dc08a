//! `cardmill pgn`: reads games that other programs wrote in SWU-PGN, and writes ours.

use std::fs::File as Opened;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cardmill_harness::driver::Driver as _;
use cardmill_harness::session::Session as _;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::pgn::Scribe;
use cardmill_unlimited::pgn::check::Report;
use cardmill_unlimited::pgn::file::{File, MOST_BYTES};
use cardmill_unlimited::pgn::page::moments;
use cardmill_unlimited::pgn::record::Origin;
use cardmill_unlimited::pgn::rules::{Verdict, replayed};
use cardmill_unlimited::pgn::story::{Names, story};
use clap::{Args, Subcommand};

use super::origin::origin;
use super::{CardFormat, CardsFolder, print};
use crate::arm::Arm;
use crate::error::Error;
use crate::games::Game;
use crate::output::html::viewer::{Player, Showing};
use crate::output::json;
use crate::output::part::Draft;
use crate::record::{End, GameRecord, hex};
use crate::replay::{Again as _, Replay};

/// The subcommands about files in SWU-PGN 1.0.
#[derive(Debug, Subcommand)]
pub enum PgnCommand {
    /// Say what is wrong with files, and whether their events lead to their keyframes
    Check(Check),
    /// Show the game of a file: as a log with the boards at its keyframes, or as a page
    Show(Show),
}

impl PgnCommand {
    /// Runs the subcommand, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When a file cannot be opened or read, or something cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        match self {
            Self::Check(check) => check.run(cards),
            Self::Show(show) => show.run(cards),
        }
    }
}

/// The arguments of `pgn check`: the files, and the depth of the check.
#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Files of games in SWU-PGN 1.0 (*.swupgn)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Play the game again by our rules, as far as the file says how, and say where it first differs
    #[arg(long)]
    pub rules: bool,
    /// The format of the report
    #[arg(long, value_enum, default_value_t = CardFormat::Table)]
    pub format: CardFormat,
}

const CHECK_EXAMPLES: &str = "\
Examples:
  cardmill replay luke vader --row 123 --pgn game.swupgn
  cardmill pgn check game.swupgn
  cardmill pgn check game.swupgn --rules --format json

Exit codes: 0 all are sound, 1 all can be read, and some are not sound or differ by the rules, 2 some cannot be
read. A line that begins with note is about what readers overlook.";

impl Check {
    fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let catalogue = if self.rules { Some(load(cards)?) } else { None };
        let mut reports = Vec::new();
        for path in &self.files {
            let (mut report, file) = Report::of(&path.display().to_string(), &bytes(path)?);
            if let (Some(catalogue), Some(file)) = (&catalogue, &file) {
                report.rules = Some(replayed(file, catalogue));
            }
            reports.push(report);
        }
        print(&match self.format {
            CardFormat::Table => shown(&reports.iter().map(Report::text).collect::<String>()),
            CardFormat::Json => json::pretty(&reports),
        })?;
        let differs =
            |report: &Report| !report.sound || report.rules.as_ref().is_some_and(Verdict::differs);
        Ok(match &reports[..] {
            reports if reports.iter().any(|report| !report.is_readable()) => 2,
            reports => u8::from(reports.iter().any(differs)),
        })
    }
}

/// The arguments of `pgn show`: the file, and where to stop or to write.
#[derive(Debug, Args)]
#[command(after_help = SHOW_EXAMPLES)]
pub struct Show {
    /// The file of a game in SWU-PGN 1.0 (*.swupgn)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Stop behind the event with this place, and show the board there
    #[arg(long, value_name = "SEQ", conflicts_with = "html")]
    pub until: Option<String>,
    /// Write the game to this file (.html) instead of printing it: a page with the table step by step
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

const SHOW_EXAMPLES: &str = "\
Examples:
  cardmill pgn show game.swupgn
  cardmill pgn show game.swupgn --until R2.A.1
  cardmill pgn show game.swupgn --html shown.html";

impl Show {
    fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let file = File::read(&bytes(&self.file)?).map_err(|flaw| {
            Error::file(&self.file, format!("line {}: {}", flaw.line, flaw.problem), flaw.expected)
        })?;
        if let Some(until) = &self.until
            && !file.events.iter().any(|event| event.seq() == until)
        {
            let problem = format!("no event has the place {until:?}");
            return Err(Error::file(&self.file, problem, "one such as R2.A.1"));
        }
        if let Some(path) = &self.html {
            return self.page(path, &file, &load(cards)?);
        }
        let lines = story(&file, self.until.as_deref());
        let text: String = lines.iter().map(|line| format!("{}\n", line.trim_end())).collect();
        print(&shown(&text))?;
        Ok(0)
    }

    fn page(&self, path: &Path, file: &File, catalogue: &Catalogue) -> Result<u8, Error> {
        let draft = Draft::create(path, &["html"])?;
        let names = Names::of(file);
        let tag = |name: &str| file.tag(name).unwrap_or_default();
        let player = |seat: usize| Player {
            player: format!("P{seat}"),
            name: [
                names.card(tag(&format!("P{seat}Leader"))),
                names.card(tag(&format!("P{seat}Base"))),
            ]
            .join(", "),
        };
        let players = vec![player(1), player(2)];
        let title =
            format!("{} against {}", names.card(tag("P1Leader")), names.card(tag("P2Leader")));
        let mut showing = Showing::new(Game::Unlimited.name(), title, players, None);
        for (number, moment) in (0..).zip(moments(file, catalogue)) {
            showing.add((number, moment.round), Some(moment.state), moment.lines, None);
        }
        showing.ending = format!("{}, {}", tag("Result"), tag("Reason"));
        draft.fill(showing.page(&origin(Tabletop::digest_of(catalogue), None)))?;
        eprintln!("wrote {}: open it in a browser", path.display());
        Ok(0)
    }
}

fn load(cards: &CardsFolder) -> Result<Catalogue, Error> {
    Tabletop::load(cards.files()?).map_err(Error::Usage)
}

/// The bytes of a file. Refuses one of more than `MOST_BYTES`, which is larger than any game.
fn bytes(path: &Path) -> Result<Vec<u8>, Error> {
    let failed = |error: std::io::Error| Error::file(path, error.to_string(), "a file to read");
    let mut bytes = Vec::new();
    let file = Opened::open(path).map_err(failed)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MOST_BYTES {
        let problem = format!("more than {} MB", MOST_BYTES >> 20);
        return Err(Error::file(path, problem, "a file with one game"));
    }
    Ok(bytes)
}

/// A text of another program without what a terminal would obey.
fn shown(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\n', "\u{fffd}")
}

/// A game of a run as a file of the format, and what a run keeps of it.
///
/// # Errors
///
/// When the events do not lead to the keyframes: such a file is not written.
pub(super) fn written(
    arm: &Arm<'_>,
    index: u64,
    cards: u64,
) -> Result<(String, GameRecord), Error> {
    let scribe = Arc::new(Mutex::new(None));
    let mut game = Replay::<Tabletop>::watched_by(arm, index, Scribe::watches(&scribe));
    let (driver, table) = game.table();
    let begun = driver.read(table, Scribe::new);
    let held = || scribe.lock().unwrap_or_else(PoisonError::into_inner);
    *held() = Some(begun);
    while game.step().is_some() {}
    let record = game.record();
    let settings = arm.settings;
    let agent =
        |seat: usize| settings.agents.get(seat).map(ToString::to_string).unwrap_or_default();
    let stopped = match record.end {
        End::Over => None,
        End::Cut => Some("Round Limit".to_owned()),
        End::Quarantined => Some("Set Aside".to_owned()),
    };
    let number = record.number;
    let origin = Origin {
        engine: format!("cardmill@{}+cards.{}", env!("CARGO_PKG_VERSION"), hex(cards)),
        seed: format!("{}/{index}/{number}", settings.seed),
        game: format!("cardmill-{}", hex(record.digest)),
        players: [agent(0), agent(1)],
        stopped,
    };
    let scribe = held().take().ok_or_else(|| Error::Engine("nobody wrote it down".to_owned()))?;
    let text = scribe.file(&origin).written();
    let (report, _) = Report::of("the game", text.as_bytes());
    if !report.sound {
        let problem = format!("what was written down is not what happened:\n{}", report.text());
        return Err(Error::Engine(problem));
    }
    Ok((text, record))
}
