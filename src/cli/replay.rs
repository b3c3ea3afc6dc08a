//! `cardmill replay`: plays one game of a run again and prints what happens in it.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use arrayvec::ArrayVec;
use cardmill_harness::agent::Agent;
use cardmill_harness::play::{SEATS, quick};
use cardmill_harness::session::Question;
use cardmill_kernel::card::Seat;
use clap::{Args, Parser};

use super::loaded::Loaded;
use super::matches::Matches;
use super::origin::origin;
use super::pgn;
use super::setups::{self, Given};
use super::{Agents, CardsFolder, limit};
use crate::batch::Arm;
use crate::engine::{again, engine, replay};
use crate::error::Error;
use crate::experiment::variant::{Base, edited};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::matches::{Later, Match, Sideboarding};
use crate::output::command::Command;
use crate::output::html::Origin;
use crate::output::html::viewer::{Player, Showing, show_all};
use crate::output::json::pretty;
use crate::output::manifest::{Asked, Manifest};
use crate::output::part::{Draft, Part, followed};
use crate::output::rows::{Ending, Played};
use crate::policy;
use crate::record::{End, GameRecord, hex};
use crate::replay::Again;
use crate::session::saved::SavedGame;
use crate::setup::{Settings, Setup, Setups, of_game};

/// The arguments of `replay`: the game, by the file or the run that it is of, and the form in which it is
/// shown.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// A file with games or pairs that --out wrote; or deck files, folders of deck files, names of decks, or
    /// positions, as the run had them; or one game that was saved, which is played on from there as row 0
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The game, as the run had it [default: that of the file, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Decks that the run was played against, as it had them
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The number of decks that play a game, as the run had it [default: 2]
    #[arg(long, value_name = "N")]
    pub seats: Option<usize>,
    /// Number of the game in the run, from 0: the index of its row; of pairs the number of the row
    #[arg(long, value_name = "N", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub row: u64,
    /// Seed of the run [default: 0]
    #[arg(long, value_name = "S", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// The agents that play, as the run had them: names with commas between them [default: greedy, or random
    /// where there is no other]
    #[arg(long, value_name = "NAME[,NAME…]")]
    pub agents: Option<Agents>,
    /// Rounds after which the game is over as it stands, as the run had it; 0 for no limit [default:
    /// 12 of xwing, or else none]
    #[arg(long, value_name = "N", value_parser = super::rounds)]
    #[arg(allow_negative_numbers = true)]
    pub rounds: Option<u16>,
    /// Play it with this change of cards or decks, as whatif takes it
    #[arg(long, value_name = "EDIT")]
    pub edit: Option<String>,
    /// The option to play matches instead of single games, as the run had it.
    #[command(flatten)]
    pub matches: Matches,
    /// Number of the game in its match, from 1; --row is that of the match then
    #[arg(long, value_name = "N", default_value = "1", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub match_game: u64,
    /// Let the other of the two decks go first, as meta does in couples
    #[arg(long)]
    pub exchanged: bool,
    /// Of a pair that whatif or compare wrote: the game without what is compared
    #[arg(long)]
    pub base: bool,
    /// Stop before this decision, as numbered at the left
    #[arg(long, value_name = "N", value_parser = super::number)]
    #[arg(allow_negative_numbers = true)]
    pub until: Option<u64>,
    /// Write the game to this file (.html) instead of printing it: a page with the table step by step, to be opened in
    /// any browser
    #[arg(long, value_name = "FILE", conflicts_with = "until")]
    pub html: Option<PathBuf>,
    /// Show what one player could see, and nothing else: P1, P2 and so on
    #[arg(long, value_name = "SEAT", requires = "html", value_parser = eyes)]
    pub eyes: Option<Seat>,
    /// Write the game to this file (.swupgn) instead of printing it, in the format SWU-PGN 1.0, which other programs
    /// read: games of unlimited between two decks
    #[arg(long, value_name = "FILE", conflicts_with_all = ["until", "html"])]
    pub pgn: Option<PathBuf>,
    /// Say on the page what an agent thinks of every option: player, ismcts:sims=256 and so on
    #[arg(long, value_name = "AGENT", requires = "html")]
    pub review: Option<String>,
    /// Show beside it, moment by moment, the game without what is compared or edited
    #[arg(long, requires = "html")]
    pub beside: bool,
    /// Write the position there to this file, as a session loads it
    #[arg(long, value_name = "FILE", requires = "until")]
    pub save: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  cardmill replay luke vader --row 123
  cardmill replay cards/unlimited/decks --row 1234 --seed 7
  cardmill replay tests/positions/six-players.ron --row 3
  cardmill replay luke vader --row 123 --best-of 3 --match-game 2
  cardmill replay games.parquet --row 123
  cardmill replay pairs.parquet --row 123 --base
  cardmill replay games.parquet --row 123 --html game.html --review player
  cardmill replay pairs.parquet --row 123 --html game.html --beside
  cardmill replay games.parquet --row 123 --pgn game.swupgn
  cardmill replay games.csv --row 123 --until 40 --save position.json";

/// A seat, as players are called: P1 is the first.
pub(super) fn eyes(text: &str) -> Result<Seat, String> {
    let number = text.strip_prefix(['P', 'p']).and_then(|number| number.parse::<Seat>().ok());
    number
        .and_then(|number| number.checked_sub(1))
        .ok_or_else(|| "expected P1, P2 and so on".to_owned())
}

/// The cards that a game is played again with, and the file that tells how it was played, if there is one.
struct Source {
    catalogue: Catalogue,
    /// The file of games that the game is in; `None` if it is given by decks, positions or a saved game.
    played: Option<Played>,
    /// The game as it was saved; `None` if it is played from its beginning.
    saved: Option<SavedGame>,
}

/// A game that is to be played again.
struct Planned {
    /// The names in results of what the game begins with: an entry for each seat, or one position.
    names: Vec<String>,
    setups: Setups,
    settings: Settings,
    index: u64,
    /// The cards of the game if an edit changes them.
    cards: Option<Catalogue>,
    /// `true` if the other of two players goes first.
    exchanged: bool,
    /// The match that the game is part of; `None` if it is played by itself.
    matches: Option<Match>,
    /// The place of the game in its match, with who goes first; `None` for the first game.
    later: Option<Later>,
    /// The game as it was saved, if it is played on from there.
    saved: Option<SavedGame>,
}

impl Planned {
    /// The game as it is played, where nothing changes the cards with these.
    fn arm<'a>(&'a self, catalogue: &'a Catalogue) -> Arm<'a> {
        let catalogue = self.cards.as_ref().unwrap_or(catalogue);
        let arm = Arm::new(catalogue, &self.setups, &self.settings);
        Arm { exchanged: self.exchanged, later: self.later, ..arm }
    }

    /// Sets the game up at its beginning, or where it was saved.
    ///
    /// # Errors
    /// When it was saved with other cards, or by another version.
    fn begin(&self, catalogue: &Catalogue) -> Result<Box<dyn Again>, Error> {
        let Some(saved) = &self.saved else { return Ok(again(&self.arm(catalogue), self.index)) };
        let game = engine(catalogue.game()).resume(catalogue, &self.settings, saved);
        let expected = "a game that this program saved with these cards";
        game.map_err(|problem| {
            Error::file(Path::new(&self.names[0]), problem.to_string(), expected)
        })
    }

    /// Another game of the match, which is played up to it.
    fn later(mut self, number: u64, catalogue: &Catalogue) -> Result<Self, Error> {
        let mut games: Vec<GameRecord> = Vec::new();
        for due in 1..number {
            let played = replay(&self.arm(catalogue), self.index, &mut |_| {});
            games.push(played);
            let games: Vec<&GameRecord> = games.iter().collect();
            self.later = self.matches.and_then(|terms| terms.following(&games));
            if self.later.is_none() {
                let problem = match self.matches {
                    Some(_) => format!("match {} is over after {due} games", self.index),
                    None => "the games are no matches; expected --best-of as well".to_owned(),
                };
                return Err(Error::Usage(format!("--match-game {number}: {problem}")));
            }
        }
        Ok(self)
    }

    /// The game or the match by its index in the run, and the number of the game in the match, from 1.
    fn called(&self) -> String {
        match self.matches {
            Some(_) => {
                let number = self.later.map_or(1, |later| later.number);
                format!("match {}, game {number}", self.index)
            }
            None => format!("game {}", self.index),
        }
    }

    fn setup(&self) -> &Setup {
        of_game(&self.setups.list, self.index)
    }

    /// The name of a player in the log: P1 and so on, with the entry unless the game begins with a position.
    fn player(&self, seat: usize) -> String {
        match self.setup() {
            Setup::Entries(_) => format!("P{} {}", seat + 1, self.names[seat]),
            Setup::Position { .. } => format!("P{}", seat + 1),
        }
    }
}

impl Replay {
    /// Plays the game and prints it while it goes.
    ///
    /// # Errors
    ///
    /// When the input is bad, or standard output or the position cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let source = self.source(cards, &mut Loaded::default())?;
        let planned = self.plan(&source, self.base)?;
        let catalogue = &source.catalogue;
        if let Some(path) = &self.pgn {
            return write_pgn(path, &planned, catalogue);
        }
        let Some(path) = &self.html else { return self.play(&planned, catalogue) };
        let pairs = source.played.as_ref().is_some_and(|played| played.manifest.asked.is_some());
        if self.beside && !pairs && self.edit.is_none() {
            let expected = "--beside: expected a file with pairs, or --edit";
            return Err(Error::Usage(expected.to_owned()));
        }
        let other = if self.beside { Some(self.plan(&source, !self.base)?) } else { None };
        self.write_page(path, &planned, other.as_ref(), catalogue)
    }

    /// Reads the files that are named, and loads the cards that their games are played with.
    fn source(&self, cards: &CardsFolder, loaded: &mut Loaded) -> Result<Source, Error> {
        let saved = match &self.files[..] {
            [file] if Ending::of(file).is_none() => saved(file),
            _ => None,
        };
        let (game, played) = match (&self.files[..], &saved) {
            ([file], Some(saved)) => {
                let game = saved.game.parse::<Game>();
                let unknown =
                    |error| Error::file(file, format!("{error}"), "a game of this program");
                (game.map_err(unknown)?, None)
            }
            ([file], None) if Ending::of(file).is_some() => {
                let played = Played::open(file)?;
                let game = played.manifest.game.parse::<Game>();
                let unknown =
                    |error| Error::file(file, format!("{error}"), "games of this program");
                (game.map_err(unknown)?, Some(played))
            }
            (files, _) => (setups::game(self.game, files)?, None),
        };
        let mut files = cards.files()?;
        if let Some(played) = &played {
            if !played.manifest.own_cards.is_empty() && !cards.card.is_empty() {
                return Err(said_in(played, "--card"));
            }
            files = played.manifest.with_own(files);
        }
        let catalogue = loaded.load(game.host(), files)?;
        Ok(Source { catalogue, played, saved })
    }

    /// The game, or of a pair and of a change the one without it.
    fn plan(&self, source: &Source, base: bool) -> Result<Planned, Error> {
        let Source { catalogue, played, saved } = source;
        match (played, saved) {
            (Some(played), _) => self.row(played, catalogue, base),
            (None, Some(saved)) => self.resumed(saved, catalogue),
            (None, None) => self.game(catalogue, self.edit.as_deref().filter(|_| !base)),
        }
    }

    fn play(&self, planned: &Planned, catalogue: &Catalogue) -> Result<u8, Error> {
        let mut game = planned.begin(catalogue)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut written = Ok(());
        self.show(&mut *game, planned, &mut |line| {
            if written.is_ok() {
                written = writeln!(out, "{line}");
            }
        });
        if let Err(source) = written.and_then(|()| out.flush())
            && source.kind() != io::ErrorKind::BrokenPipe
        {
            return Err(Error::Write { path: Path::new("standard output").into(), source });
        }
        if let Some(until) = self.until {
            if u64::from(game.decisions()) != until || game.question().is_none() {
                return Err(Error::Usage(format!(
                    "--until {until}: the game of {} ends after {} decisions; expected a smaller \
                     number",
                    planned.names.join(" and "),
                    game.decisions(),
                )));
            }
            if let Some(path) = &self.save {
                save(path, &*game)?;
            }
            return Ok(0);
        }
        Ok(u8::from(game.record().end == End::Quarantined))
    }

    /// Writes the game as a page, another one beside it if there is one.
    fn write_page(
        &self,
        path: &Path,
        planned: &Planned,
        other: Option<&Planned>,
        catalogue: &Catalogue,
    ) -> Result<u8, Error> {
        let draft = Draft::create(path, &["html"])?;
        let (mut showing, end) = self.showing(planned, catalogue)?;
        if let Some(other) = other {
            let mut beside = self.showing(other, catalogue)?.0;
            let (changed, plain) =
                if self.base { (&mut beside, &mut showing) } else { (&mut showing, &mut beside) };
            changed.title += ", with the change";
            plain.title += ", without it";
            showing.beside = Some(Box::new(beside));
        }
        draft.fill(showing.page(&origin(catalogue.digest(), None)))?;
        eprintln!("wrote {}: open it in a browser", path.display());
        Ok(u8::from(end == End::Quarantined))
    }

    /// A game moment by moment, and how it ended.
    fn showing(&self, planned: &Planned, catalogue: &Catalogue) -> Result<(Showing, End), Error> {
        let seats = planned.setup().seats();
        if let Some(seat) = self.eyes.filter(|seat| usize::from(*seat) >= seats) {
            let expected = format!("--eyes P{}: expected one of P1 to P{seats}", seat + 1);
            return Err(Error::Usage(expected));
        }
        let players = planned.settings.agents.iter().take(seats).enumerate();
        let player = |(seat, agent): (usize, &Agent)| Player {
            player: format!("P{}", seat + 1),
            name: match planned.setup() {
                Setup::Entries(_) => format!("{}, {agent}", planned.names[seat]),
                Setup::Position { .. } => agent.to_string(),
            },
        };
        let title = match planned.setup() {
            Setup::Entries(_) => planned.names.join(" against "),
            Setup::Position { .. } => planned.names.concat(),
        };
        let title = format!("{title}: {}, seed {}", planned.called(), planned.settings.seed);
        let game_name = catalogue.game().name();
        let mut showing = Showing::new(game_name, title, players.map(player).collect(), self.eyes);
        let mut game = planned.begin(catalogue)?;
        let reviewer = self.review.as_ref().map(|name| policy::agent(catalogue.game(), name));
        let wrong = |reason: String| Error::Usage(format!("--review: {reason}"));
        let reviewer = reviewer.transpose().map_err(wrong)?;
        showing.reviewer = reviewer.map(|agent| agent.to_string());
        show_all(&mut *game, self.eyes, reviewer, &mut showing)
            .map_err(|problem| wrong(problem.reason))?;
        let record = game.record();
        showing.ending = ending(&record, planned);
        showing.digest = hex(record.digest);
        Ok((showing, record.end))
    }

    /// The plan of a game of a run with these arguments, with this edit if there is one.
    fn game(&self, catalogue: &Catalogue, edit: Option<&str>) -> Result<Planned, Error> {
        let game = catalogue.game();
        let Given { mut setups, labels, .. } =
            Given::read(&self.files, &self.against, self.seats, catalogue)?;
        if self.base {
            let expected = "--base: expected a file with pairs, as whatif and compare write them";
            return Err(Error::Usage(expected.to_owned()));
        }
        if self.exchanged && of_game(&setups.list, self.row).pairing().is_none() {
            let expected = "--exchanged: expected two decks; positions say who goes first";
            return Err(Error::Usage(expected.to_owned()));
        }
        let mut cards = None;
        if let Some(edit) = edit {
            let variant = Base { catalogue, setups: &setups, labels: &labels }.written(edit)?;
            cards = variant.catalogue;
            setups.entries = variant.entries;
        }
        let matches = self.matches.of(cards.as_ref().unwrap_or(catalogue), &mut setups)?;
        let agents =
            Agents::seated(game, self.agents.as_ref(), quick(game.agents()), &setups.list)?;
        let name = |place: &u16| labels[usize::from(*place)].name.clone();
        let planned = Planned {
            names: match of_game(&setups.list, self.row) {
                Setup::Entries(entries) => entries.iter().map(name).collect(),
                Setup::Position { position, .. } => vec![name(position)],
            },
            settings: settings(self.seed.unwrap_or(0), agents, limit(game, self.rounds)),
            index: self.row,
            setups,
            cards,
            exchanged: self.exchanged,
            matches,
            later: None,
            saved: None,
        };
        planned.later(self.match_game, catalogue)
    }

    /// The plan of a game that was saved. Refuses options that the file decides.
    fn resumed(&self, saved: &SavedGame, catalogue: &Catalogue) -> Result<Planned, Error> {
        let file = self.files[0].display();
        for (given, name) in [
            (self.row > 0, "--row"),
            (self.seats.is_some(), "--seats"),
            (!self.against.is_empty(), "--against"),
            (self.edit.is_some(), "--edit"),
            (self.exchanged, "--exchanged"),
            (self.matches.best_of > 1, "--best-of"),
            (self.match_game > 1, "--match-game"),
            (self.base, "--base"),
        ] {
            if given {
                let expected = if name == "--row" { "0" } else { "none" };
                let problem =
                    format!("{name}: {file} is one game as it was saved; expected {expected}");
                return Err(Error::Usage(problem));
            }
        }
        let game = catalogue.game();
        let sit = |seats| Setup::Position { position: 0, seats };
        let names = self.agents.as_ref().filter(|Agents(names)| names.len() > 1);
        // As many as there can be, until it is known how many sit there.
        let seated = names.map_or(SEATS, |Agents(names)| names.len());
        let list = [sit(seated as u8)];
        let mut planned = Planned {
            names: vec![file.to_string()],
            settings: settings(
                self.seed.unwrap_or(0),
                Agents::seated(game, self.agents.as_ref(), quick(game.agents()), &list)?,
                limit(game, self.rounds),
            ),
            index: 0,
            setups: Setups::new(Vec::new(), Vec::new(), list.to_vec()),
            cards: None,
            exchanged: false,
            matches: None,
            later: None,
            saved: Some(saved.clone()),
        };
        let seats = planned.begin(catalogue)?.record().setup.seats();
        if names.is_some() && seated != seats {
            let problem =
                format!("--agents: {seated} names where {seats} sit; expected one, or {seats}");
            return Err(Error::Usage(problem));
        }
        planned.setups.list = vec![sit(seats as u8)];
        Ok(planned)
    }

    /// The game of a row; it must go as it went in the run.
    fn row(&self, played: &Played, catalogue: &Catalogue, base: bool) -> Result<Planned, Error> {
        let file = played.path();
        let manifest = &played.manifest;
        let catalogue = &edited(catalogue.clone(), &manifest.edits)?.catalogue;
        let others = (!manifest.edits.is_empty()).then(|| catalogue.clone());
        for (given, name) in [
            (self.game.is_some(), "--game"),
            (self.seed.is_some(), "--seed"),
            (self.agents.is_some(), "--agents"),
            (self.rounds.is_some(), "--rounds"),
            (self.seats.is_some(), "--seats"),
            (!self.against.is_empty(), "--against"),
            (self.edit.is_some(), "--edit"),
            (self.exchanged, "--exchanged"),
            (self.matches.best_of > 1, "--best-of"),
            (self.match_game > 1 && manifest.matches.is_none(), "--match-game"),
            (self.base && manifest.asked.is_none(), "--base"),
        ] {
            if given {
                return Err(said_in(played, name));
            }
        }
        let (planned, digest) = match &manifest.asked {
            Some(asked) => self.paired(played, asked, catalogue, base)?,
            None => {
                let game = played.game(self.row, self.match_game.try_into().unwrap_or(u8::MAX))?;
                let (alone, setup) = manifest.alone(&game.setup);
                let mut setups = alone.read(vec![setup], catalogue, file)?;
                if manifest.matches.is_some_and(|terms| terms.sideboard == Sideboarding::Plain) {
                    setups.sideboard(catalogue);
                }
                let planned = Planned {
                    names: names(manifest, &game.setup),
                    setups,
                    settings: listed_settings(catalogue.game(), played, &manifest.agents)?,
                    index: game.index,
                    cards: others,
                    exchanged: false,
                    matches: manifest.matches,
                    later: None,
                    saved: None,
                };
                (planned.later(self.match_game, catalogue)?, game.digest)
            }
        };
        // A game that panicked has no digest, and would only panic again.
        if digest != 0 {
            let again = replay(&planned.arm(catalogue), planned.index, &mut |_| {});
            if again.digest != digest {
                return Err(other_game(played, digest, &again, catalogue.digest()));
            }
        }
        Ok(planned)
    }

    /// The plan of a game of a pair, and the digest that the file has for it.
    fn paired(
        &self,
        played: &Played,
        asked: &Asked,
        catalogue: &Catalogue,
        base: bool,
    ) -> Result<(Planned, u64), Error> {
        let (file, manifest) = (played.path(), &played.manifest);
        let (pair, question) = played.pair(self.row)?;
        let arm = usize::from(!base);
        let way = &question.arms[arm];
        let mut setups = manifest.read(way.setups.clone(), catalogue, file)?;
        let mut cards = (!manifest.edits.is_empty()).then(|| catalogue.clone());
        if let Some(change) = way.change {
            let labels = manifest.labels();
            let base = Base { catalogue, setups: &setups, labels: &labels };
            let edits = asked.edits.as_deref().map(|edits| (file, edits));
            let mut variants = base.variants(&asked.changes, edits)?;
            if change >= variants.len() {
                return Err(played.odd(format!("there is no change of number {change}")));
            }
            let variant = variants.swap_remove(change);
            (cards, setups.entries) = (variant.catalogue.or(cards), variant.entries);
        }
        let planned = Planned {
            names: names(manifest, of_game(&way.setups, pair.game)),
            setups,
            settings: listed_settings(catalogue.game(), played, &way.agents)?,
            index: pair.game,
            cards,
            exchanged: false,
            matches: None,
            later: None,
            saved: None,
        };
        Ok((planned, pair.digests[arm]))
    }

    /// Says line by line how the game goes, to its end or to the decision that was asked for.
    fn show(&self, game: &mut dyn Again, planned: &Planned, say: &mut dyn FnMut(&str)) {
        beginning(planned).lines().for_each(&mut *say);
        game.opening().iter().for_each(|line| say(line));
        say("");
        loop {
            let (round, decision) = (game.round(), game.decisions());
            let asked = game.question();
            if let Some(question) = &asked
                && self.until == Some(decision.into())
            {
                say("");
                overview(game, say);
                return say(&asking(decision, question));
            }
            let Some(lines) = game.step() else { break };
            // The answer to a question comes first of what follows from it.
            let mut number = asked.map(|_| decision.to_string());
            for line in lines {
                say(&format!("{:>4}  {line}", number.take().unwrap_or_default()));
            }
            if game.round() > round {
                overview(game, say);
            }
        }
        if let Some(fault) = game.fault() {
            say(&format!("the game was set aside: {fault}"));
        }
        say(&ending(&game.record(), planned));
    }
}

/// A command as it stands in reports, without the name of the program.
#[derive(Parser)]
struct Shown {
    #[command(flatten)]
    cards: CardsFolder,
    #[command(flatten)]
    replay: Replay,
}

/// Games of a report on one page: the first, and another one beside it if there is one.
///
/// # Errors
///
/// When one cannot be played again, as when a file of it has changed.
pub(super) fn page_of(
    commands: &[Command],
    origin: &Origin,
    loaded: &mut Loaded,
) -> Result<String, Error> {
    let mut showing = |command: &Command| -> Result<Showing, Error> {
        let words = command.words().iter().skip(1);
        let read = Shown::try_parse_from(words);
        let Shown { cards, replay } = read.map_err(|error| Error::Usage(error.to_string()))?;
        let source = replay.source(&cards, loaded)?;
        let planned = replay.plan(&source, replay.base)?;
        let (mut showing, _) = replay.showing(&planned, &source.catalogue)?;
        if let Some(edit) = &replay.edit {
            showing.title += &format!(", with {edit}");
        }
        Ok(showing)
    };
    let [first, others @ ..] = commands else {
        return Err(Error::Engine("a page of no games".to_owned()));
    };
    let mut first = showing(first)?;
    if let [other, ..] = others {
        first.beside = Some(Box::new(showing(other)?));
    }
    Ok(first.page(origin))
}

/// The game in a file that a session, or `--save`, wrote; nothing if it is none.
fn saved(file: &Path) -> Option<SavedGame> {
    let text = fs::read_to_string(file).ok()?;
    serde_json::from_str(&text).ok()
}

/// Writes the game to a file in SWU-PGN 1.0. Refuses games other than unlimited.
fn write_pgn(path: &Path, planned: &Planned, catalogue: &Catalogue) -> Result<u8, Error> {
    let game = catalogue.game().name();
    if game != Game::Unlimited.name() {
        let problem = format!("--pgn: a game of {game}; expected one of {}", Game::Unlimited);
        return Err(Error::Usage(problem));
    }
    if planned.saved.is_some() {
        let problem = "--pgn: a game that was saved on its way; expected one from its beginning";
        return Err(Error::Usage(problem.to_owned()));
    }
    if let Setup::Position { .. } = planned.setup() {
        let problem =
            "--pgn: a game from a position; expected one between two decks, which the file tells";
        return Err(Error::Usage(problem.to_owned()));
    }
    if planned.setup().seats() > 2 {
        let problem = "--pgn: a game of more than two players, which the format does not know";
        return Err(Error::Usage(problem.to_owned()));
    }
    let draft = Draft::create(path, &["swupgn"])?;
    let cards = planned.cards.as_ref().unwrap_or(catalogue).digest();
    let (text, record) = pgn::written(&planned.arm(catalogue), planned.index, cards)?;
    draft.fill(text)?;
    eprintln!("wrote {}: cardmill pgn show reads it", path.display());
    Ok(u8::from(record.end == End::Quarantined))
}

/// The settings of one game. Nothing of a replay depends on how many games there are and how they are played.
const fn settings(seed: u64, agents: ArrayVec<Agent, SEATS>, rounds: Option<u16>) -> Settings {
    Settings { games: 1, seed, threads: 1, batch: 1, agents, rounds }
}

/// The settings of one game of a file, with the file's seed and limit of rounds and these agents.
fn listed_settings(game: &dyn Host, played: &Played, agents: &[String]) -> Result<Settings, Error> {
    let agents = agents.iter().map(|name| policy::agent(game, name)).take(SEATS);
    let agents: Result<ArrayVec<Agent, SEATS>, String> = agents.collect();
    let unknown = |reason| Error::file(played.path(), reason, "agents of this program");
    let Manifest { seed, rounds, .. } = played.manifest;
    Ok(settings(seed, agents.map_err(unknown)?, rounds))
}

/// The names that a file gives to what this setup begins with: an entry for each seat, or one position.
fn names(manifest: &Manifest, setup: &Setup) -> Vec<String> {
    manifest.names(setup).into_iter().map(str::to_owned).collect()
}

/// Writes the position to a file.
fn save(path: &Path, game: &dyn Again) -> Result<(), Error> {
    let write = || {
        let part = Part::create(&followed(path)?)?;
        part.writer()?.write_all(pretty(&game.save()).as_bytes())?;
        part.keep()
    };
    write().map_err(|source| Error::Write { path: path.to_owned(), source })
}

/// The refusal of an option where a file says how its games were played.
fn said_in(played: &Played, option: &str) -> Error {
    let file = played.path().display();
    Error::Usage(format!("{option}: {file} says how its games were played; expected none"))
}

/// The error of a game that ends with another digest than the file has, with the versions and cards of both.
fn other_game(played: &Played, digest: u64, again: &GameRecord, cards: u64) -> Error {
    let manifest = &played.manifest;
    let by = |version: &str, cards: &str| format!("Cardmill {version} with the cards {cards}");
    Error::file(
        played.path(),
        format!(
            "game {} goes another way now: it was played by {} and has the digest {}; this is {}, \
             and the digest is {}",
            again.index,
            by(&manifest.cardmill, &manifest.cards),
            hex(digest),
            by(env!("CARGO_PKG_VERSION"), &hex(cards)),
            hex(again.digest),
        ),
        "the version and the cards it was played with",
    )
}

/// The first lines: which game it is, and who plays what.
fn beginning(planned: &Planned) -> String {
    let Planned { names, settings, .. } = planned;
    let mut text = format!("{}, seed {}\n", planned.called(), settings.seed);
    if let Setup::Position { .. } = planned.setup() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", names.concat());
    }
    for (seat, agent) in settings.agents.iter().take(planned.setup().seats()).enumerate() {
        let entry = match planned.setup() {
            Setup::Entries(_) => format!("{}, ", names[seat]),
            Setup::Position { .. } => String::new(),
        };
        let _ = writeln!(text, "P{}: {entry}{agent}", seat + 1);
    }
    text.push('\n');
    text
}

/// Prints the table as it stands, set in below the line of the log.
fn overview(game: &mut dyn Again, say: &mut dyn FnMut(&str)) {
    game.overview().iter().for_each(|line| say(&format!("      | {line}")));
}

/// The line on the decision at which the game was stopped: its number, the player, the question and the
/// options.
fn asking(decision: u32, question: &Question) -> String {
    let options: Vec<&str> = question.options.iter().map(|option| option.label.as_str()).collect();
    format!(
        "decision {decision}: P{} is asked: {} ({})",
        question.player + 1,
        question.prompt,
        options.join(" | ")
    )
}

/// The last line: who came in where, and what to compare with the run's results.
fn ending(game: &GameRecord, planned: &Planned) -> String {
    let place = |(seat, place): (usize, &u8)| format!("P{} {place}", seat + 1);
    let list = |list: Vec<String>| list.join(", ");
    let places = list(game.standing.places.iter().enumerate().map(place).collect());
    let outcome = match (game.end, game.standing.winner()) {
        (End::Quarantined, _) => "quarantined".to_owned(),
        (End::Cut, _) => format!("cut, places {places}"),
        (End::Over, Some(seat)) => format!("{} won", planned.player(seat.into())),
        (End::Over, None) if game.setup.seats() == 2 => "drawn".to_owned(),
        (End::Over, None) => format!("places {places}"),
    };
    let scores = list(game.standing.scores.iter().map(i16::to_string).collect());
    let scores = if scores.is_empty() { scores } else { format!("scores {scores}, ") };
    format!(
        "{}: {outcome}, P{} went first, rounds {}, decisions {}, {scores}digest {}",
        planned.called(),
        game.first + 1,
        game.rounds,
        game.decisions,
        hex(game.digest),
    )
}
