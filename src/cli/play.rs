//! `cardmill play`: games to play on, as pages that are served to this machine alone.

use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::agent::{Agent, split};
use cardmill_harness::session::Value;
use cardmill_kernel::card::Seat;
use clap::Args;

use super::setups::{self, Given};
use super::{CardsFolder, limit, number, replay};
use crate::error::Error;
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::policy;
use crate::setup::{Setup, Setups};

/// The arguments of `play`: the entries or positions, and who sits where.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Play {
    /// Deck files, names of decks, folders of deck files, or positions; of several pairings the page lets choose
    #[arg(value_name = "FILE", required_unless_present = "load")]
    pub files: Vec<PathBuf>,
    /// The game [default: that of the file, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// The agent that plays the other seats, or one for each with commas between them [default: player, or
    /// greedy where there is none]
    #[arg(long, value_name = "AGENT[,AGENT…]", conflicts_with_all = ["watch", "hot_seat"])]
    pub against: Option<String>,
    /// The seat that you play
    #[arg(long, value_name = "SEAT", value_parser = replay::eyes, default_value = "P1", conflicts_with_all = ["watch", "hot_seat"])]
    pub seat: Seat,
    /// Watch agents play: one for all seats, or one for each with commas between them
    #[arg(long, value_name = "AGENT[,AGENT…]", conflicts_with = "hot_seat")]
    pub watch: Option<String>,
    /// All seats are people's in front of one screen, which shows the seat whose turn it is
    #[arg(long)]
    pub hot_seat: bool,
    /// Go on with a game that was saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "watch", "hot_seat", "seed"])]
    pub load: Option<PathBuf>,
    /// Seed of the first game, which then can be foretold [default: one that nobody knows]
    #[arg(long, value_name = "S", value_parser = number)]
    #[arg(allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// Rounds after which a game is over as it stands; 0 for no limit [default: 12 of xwing, or else none]
    #[arg(long, value_name = "N", value_parser = super::rounds)]
    #[arg(allow_negative_numbers = true)]
    pub rounds: Option<u16>,
    /// The folder of games that are saved
    #[arg(long, value_name = "DIR", default_value = "cardmill-games")]
    pub saves: PathBuf,
    /// The port of this machine [default: one that is free]
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(allow_negative_numbers = true)]
    pub port: u16,
}

const EXAMPLES: &str = "\
Examples:
  cardmill play luke vader --against ismcts:sims=256
  cardmill play luke vader --seat P2 --against greedy
  cardmill play luke vader --hot-seat
  cardmill play tests/positions/duel.ron --watch random
  cardmill play --load cardmill-games/table-1-decision-40.cardmill.json

The manual: docs/play.md";

/// A first table, and all else that is offered.
pub struct Planned {
    /// The cards of the game, which all tables of the page share.
    pub catalogue: Catalogue,
    /// The entries and positions that a game on the page can begin with; none where only a saved game is gone
    /// on with.
    pub setups: Setups,
    /// The names of each setup, in their order: an entry for each seat, or one position.
    pub names: Vec<Vec<String>>,
    /// Rounds after which a game is over as it stands.
    pub rounds: Option<u16>,
    /// Agents that were named, as they were written.
    pub agents: Vec<(String, Agent)>,
    /// The players of the first table by seat: an agent's name, or `None` for a person in front of the screen.
    /// Empty where a saved game is gone on with.
    pub seats: Vec<Option<String>>,
}

impl Play {
    /// Refuses: this program was built without the server of the page.
    ///
    /// # Errors
    ///
    /// When the input is bad, the port cannot be had, or the program was built without it.
    #[cfg(not(feature = "play"))]
    pub fn run(&self, _: &CardsFolder) -> Result<u8, Error> {
        Err(Error::Usage(
            "play: this program was built without its server; expected one that was built with \
             cargo build --release --features play"
                .into(),
        ))
    }

    /// Serves the page to this machine until Ctrl-C, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad, or the port cannot be had.
    #[cfg(feature = "play")]
    pub fn run(&self, cards: &CardsFolder) -> Result<u8, Error> {
        use cardmill_play::house::Wanted;
        use cardmill_play::server::First;
        use cardmill_play::{House, Offer, serve};

        use crate::interrupt::INTERRUPT;

        let Planned { catalogue, setups, names, rounds, agents, seats } = self.plan(cards)?;
        let first = match &self.load {
            Some(file) => First::Written(file.clone()),
            None => First::Wanted(Wanted { seats, setup: 0, seed: self.seed }),
        };
        let saves = self.saves.clone();
        let house = House::new(Offer { catalogue, setups, names, rounds, agents, saves });
        let stop = INTERRUPT.handle_gracefully();
        let mut ready = |address: &str, table: Option<u64>| {
            let table = table.map(|number| format!("table/{number}")).unwrap_or_default();
            println!("{address}{table}");
            eprintln!("open it in a browser of this machine; Ctrl-C ends it");
        };
        let served = serve(house, self.port, Some(first), stop, &mut ready);
        served.map_err(|refusal| {
            Error::Usage([refusal.place, refusal.reason].join(": ").trim_start_matches(": ").into())
        })?;
        eprintln!("all tables are closed");
        Ok(0)
    }

    /// The first table and all that the page offers, from the files and options that are given.
    ///
    /// # Errors
    ///
    /// When the input is bad.
    pub fn plan(&self, cards: &CardsFolder) -> Result<Planned, Error> {
        let saved = self.load.as_deref().map(saved).transpose()?;
        let game = match (&saved, self.game) {
            (Some((game, _)), None) if self.files.is_empty() => *game,
            (_, named) => setups::game(named, &self.files)?,
        };
        let catalogue = game.host().load(&cards.files()?).map_err(Error::Usage)?;
        let game = catalogue.game();
        let rounds = limit(game, self.rounds);
        let mut planned = Planned {
            catalogue,
            setups: Setups::new(Vec::new(), Vec::new(), Vec::new()),
            names: Vec::new(),
            rounds,
            agents: Vec::new(),
            seats: Vec::new(),
        };
        if let Some((_, names)) = &saved {
            planned.agents = named(game, "--load", names)?;
        }
        if self.files.is_empty() {
            return Ok(planned);
        }
        let Given { setups, labels, .. } = Given::read(&self.files, &[], None, &planned.catalogue)?;
        let name = |place: &u16| labels[usize::from(*place)].name.clone();
        let called = |setup: &Setup| match setup {
            Setup::Entries(entries) => entries.iter().map(name).collect(),
            Setup::Position { position, .. } => vec![name(position)],
        };
        planned.names = setups.list.iter().map(called).collect();
        let seats = setups.list.first().map_or(0, Setup::seats);
        planned.setups = setups;
        if self.load.is_some() {
            return Ok(planned);
        }
        if self.hot_seat {
            planned.seats = vec![None; seats];
            return Ok(planned);
        }
        let (option, text, open) = match &self.watch {
            Some(text) => ("--watch", text.clone(), None),
            None => {
                let usual = game.usual().to_string();
                ("--against", self.against.clone().unwrap_or(usual), Some(usize::from(self.seat)))
            }
        };
        if let Some(seat) = open.filter(|seat| *seat >= seats) {
            let expected = format!("--seat P{}: expected one of P1 to P{seats}", seat + 1);
            return Err(Error::Usage(expected));
        }
        let names = split(&text);
        let others = seats - usize::from(open.is_some());
        if names.len() != 1 && names.len() != others {
            let found = names.len();
            let expected = format!(
                "{option}: {found} agents; expected one, or one for each of {others} seats"
            );
            return Err(Error::Usage(expected));
        }
        planned.agents = named(game, option, &names)?;
        let mut names = names.iter().cycle().cloned();
        let sits = |seat| if open == Some(seat) { None } else { names.next() };
        planned.seats = (0..seats).map(sits).collect();
        Ok(planned)
    }
}

/// Agents of a game, as they are written; files of nets and policies that they name are read.
fn named(game: &dyn Host, option: &str, names: &[String]) -> Result<Vec<(String, Agent)>, Error> {
    let read = |name: &String| match policy::agent(game, name) {
        Ok(agent) => Ok((name.clone(), agent)),
        Err(reason) => Err(Error::Usage(format!("{option}: {reason}"))),
    };
    names.iter().map(read).collect()
}

/// The game that a file of a saved game is of, and its agents.
fn saved(file: &Path) -> Result<(Game, Vec<String>), Error> {
    let expected = "a game that was saved by cardmill play";
    let wrong = |problem: String| Error::file(file, problem, expected);
    let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    let read: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    let name = read.pointer("/kept/saved/game").and_then(Value::as_str);
    let name = name.ok_or_else(|| wrong("it names no game".to_owned()))?;
    let game = name.parse().map_err(|error| wrong(format!("{error}")))?;
    let seats = read.pointer("/kept/seats").and_then(Value::as_array).into_iter().flatten();
    Ok((game, seats.filter_map(Value::as_str).map(str::to_owned).collect()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};

    fn planned(arguments: &[&str]) -> Result<Planned, String> {
        let words = ["cardmill", "play"].iter().chain(arguments);
        let cli = Cli::try_parse_from(words).map_err(|error| error.to_string())?;
        let Command::Play(play) = cli.command else { unreachable!("it is play") };
        play.plan(&cli.cards).map_err(|error| error.to_string())
    }

    fn seats(arguments: &[&str]) -> Vec<Option<String>> {
        planned(arguments).unwrap_or_else(|error| panic!("{error}")).seats
    }

    #[test]
    fn seats_are_those_of_people_and_agents() {
        let agent = |name: &str| Some(name.to_owned());
        assert_eq!(seats(&["luke", "vader", "--against", "greedy"]), [None, agent("greedy")]);
        let second = ["luke", "vader", "--seat", "P2", "--against", "ismcts:sims=256"];
        assert_eq!(seats(&second), [agent("ismcts:sims=256"), None]);
        assert_eq!(seats(&["luke", "vader", "--hot-seat"]), [None, None]);
        let watched = ["luke", "vader", "--watch", "random,greedy"];
        assert_eq!(seats(&watched), [agent("random"), agent("greedy")]);
        let usual = planned(&["luke", "vader"]).ok().unwrap();
        assert_eq!(usual.agents.len(), 1);
        assert_eq!((usual.names.len(), usual.names[0].len()), (1, 2));
        let three = planned(&["luke", "vader", "leia"]).ok().unwrap();
        assert_eq!((three.names.len(), three.seats.len()), (3, 2));
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        for (arguments, part) in [
            (&["luke", "vader", "--seat", "P3"][..], "expected one of P1 to P2"),
            (&["luke", "vader", "--seat", "P0"], "expected P1, P2 and so on"),
            (&["luke", "vader", "--against", "nobody"], "nobody"),
            (
                &["luke", "vader", "--against", "greedy,random"],
                "expected one, or one for each of 1 seats",
            ),
            (&["luke", "vader", "--watch", "greedy,greedy,greedy"], "one for each of 2 seats"),
            (&["luke", "vader", "--hot-seat", "--watch", "greedy"], "cannot be used with"),
            (&["luke"], "only one deck"),
            (&[], "required"),
            (&["--load", "nowhere.json"], "nowhere.json"),
        ] {
            let error = planned(arguments).err().unwrap_or_default();
            assert!(error.contains(part), "{arguments:?}: {error}");
        }
    }
}
