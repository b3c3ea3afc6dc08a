//! The tables of one game, whichever it is.

use std::path::{Path, PathBuf};

use bevy_app::App;
use cardmill_harness::files::CardFiles;
use cardmill_harness::play::{Entry, EntryError, Play, Source};
use cardmill_harness::session::{Problem, Question, Taken, player, read};
use cardmill_kernel::card::Seat;
use cardmill_kernel::table::{Status, Table};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::protocol::{MISFIT, RpcError};
use super::saved::SavedGame;
use crate::error::Error;
use crate::host::Host;
use crate::policy;
use crate::record::hex;
use crate::scenario::script::{Script, Scripted};
use crate::search::{Plan, Planner, Report};

/// The standing of a table: its status, its end and its question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    /// `waiting`, `over`, or `set aside` when the game broke a bound of the engine.
    pub status: &'static str,
    /// The end of the game in words, such as `P1 wins`, or the reason for which the table was set
    /// aside; left out while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The places of the players, when it ended; left out before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The answers that were taken silently on the way here because they were the only option, in
    /// order; left out where there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub taken: Vec<Taken>,
    /// The question that stands; `None` unless the table is `waiting`.
    pub decision: Option<Question>,
}

/// The place in which a player came in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The player, written as `P1` for the first.
    #[serde(serialize_with = "player")]
    player: Seat,
    /// The place, from 1; players that nothing tells apart share one.
    place: u8,
    /// The score of the player, as of a run's results.
    score: i16,
}

/// A request for a new game: the position that it begins with, and the game of a run that it is.
/// Where its players enter something, a list of that stands in the place of the position, named
/// after what it is: `decks`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The position, as `given` of `setup`, or the path of a file with one.
    #[serde(default)]
    pub position: Option<Value>,
    /// The seed of the run, 0 when left out.
    #[serde(default)]
    pub seed: u64,
    /// The number of the game in the run, from 0; 0 when left out.
    #[serde(default)]
    pub number: u64,
}

/// An option by number or label.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected the number or the label of an option")]
pub enum Answer {
    /// The number of the option, from 0.
    Number(usize),
    /// The label of the option.
    Label(String),
}

/// A choice, and what an agent thinks of it.
#[derive(Debug, Serialize)]
pub struct Reviewed {
    /// The number of decisions before it.
    pub decision: u32,
    /// The player who chose.
    #[serde(serialize_with = "player")]
    pub player: Seat,
    /// The number of the option that was chosen.
    pub option: usize,
    /// The label of that option.
    pub label: String,
    /// The number of the option that the agent would have chosen.
    pub best: usize,
    /// The label of the agent's option.
    pub best_label: String,
    /// The chance of whoever chose after the agent's choice, from 0, lost, to 1, won.
    pub chance: f64,
    /// The chance that was lost by the choice that was made; `None` where that was not tried.
    pub lost: Option<f64>,
}

/// Reads a file of scenarios.
pub type Open = fn(&Path) -> Result<Script, Error>;

/// Tables of one game. They are numbered from 0; whoever names one knows that it is in use.
#[expect(clippy::missing_errors_doc, reason = "each refuses what the table cannot do")]
pub trait Room {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The digest of its cards.
    fn cards(&self) -> String;
    /// A table that is not in use.
    fn take(&mut self) -> usize;
    /// A table is no longer in use.
    fn give_back(&mut self, table: usize);
    /// Sets up a position and plays on to the first decision.
    fn setup(&mut self, table: usize, given: Value, asks_all: bool) -> Result<(), Problem>;
    /// Deals a game and plays on to the first decision.
    fn deal(
        &mut self,
        table: usize,
        game: Map<String, Value>,
        asks_all: bool,
    ) -> Result<(), Problem>;
    /// The standing of a table.
    fn standing(&mut self, table: usize) -> Standing;
    /// The seat that is asked something; `None` while nobody is.
    fn asks(&self, table: usize) -> Option<u8>;
    /// The digest of a table's state.
    fn digest(&self, table: usize) -> String;
    /// The digest of a table's state and of how it was reached.
    fn digest_of_game(&self, table: usize) -> String;
    /// Takes an option and plays on to the next decision.
    fn choose(&mut self, table: usize, answer: &Answer) -> Result<(), Problem>;
    /// The reason for which something is not offered.
    fn why_not(&mut self, table: usize, label: &str) -> Result<String, Problem>;
    /// The log of a table, line by line.
    fn log(&self, table: usize) -> &[String];
    /// All there is to know of a table, in plain data.
    fn state(&mut self, table: usize) -> Box<RawValue>;
    /// All that one player may know, in plain data.
    fn view(&mut self, table: usize, seat: u8) -> Result<Box<RawValue>, Problem>;
    /// Changes the position of a table in place.
    fn set(&mut self, table: usize, changes: Value) -> Result<(), Problem>;
    /// Plays on with passes until a phase.
    fn to_phase(&mut self, table: usize, phase: &str) -> Result<bool, Problem>;
    /// Copies a game onto another table; with a seed, the copy draws other random numbers.
    fn fork(&mut self, from: usize, to: usize, seed: Option<u64>);
    /// Puts a game onto another table that a player cannot tell from this one.
    fn determinize(&mut self, from: usize, to: usize, seat: u8, seed: u64) -> Result<(), Problem>;
    /// Lets an agent try out what could be chosen.
    fn search(&mut self, table: usize, agent: &str, seed: u64) -> Result<Report, Problem>;
    /// Plays choices on a copy and lets an agent look at the options before each.
    fn review(
        &mut self,
        table: usize,
        agent: &str,
        seed: u64,
        choices: &[Answer],
    ) -> Result<Vec<Reviewed>, Problem>;
    /// Writes the game on a table down.
    fn save(&self, table: usize) -> Result<SavedGame, Problem>;
    /// Sets a table up as it was saved.
    fn load(&mut self, table: usize, saved: &SavedGame) -> Result<(), RpcError>;
}

/// The tables of the game that a driver plays.
pub struct Tables<D: Play> {
    game: &'static dyn Host,
    catalogue: D::Catalogue,
    driver: D,
    planner: Planner<D>,
    cards: u64,
    /// Reads the files that positions are in.
    script: Open,
    free: Vec<usize>,
}

impl<D: Play + Scripted> Tables<D> {
    /// No tables yet.
    ///
    /// # Errors
    /// The complaints about the cards.
    pub fn open(game: &'static dyn Host, cards: &CardFiles, script: Open) -> Result<Self, String> {
        let catalogue = D::load(cards)?;
        // Those who play on in searches.
        let driver = D::with(&catalogue, |app: &mut App| D::add_agents(app));
        let cards = D::digest_of(&catalogue);
        let planner = Planner::default();
        Ok(Self { game, driver, planner, cards, catalogue, script, free: Vec::new() })
    }
}

impl<D: Play + Scripted> Tables<D> {
    /// Plays on to the first decision of a game that was just set up.
    fn begin(&mut self, table: usize, asks_all: bool) {
        self.change(table, |state| state.asks_all = asks_all);
        self.driver.run(table);
    }

    fn places(&self, table: usize) -> Vec<Place> {
        let batch = self.driver.batch();
        let standing = D::standing(batch.world(), batch.table(table));
        let ranked = (0..).zip(standing.places).zip(standing.scores);
        ranked.map(|((player, place), score)| Place { player, place, score }).collect()
    }

    /// Reads the entries of the players of a new game, by seat: each as its file holds it, the path
    /// of that file, or the name of one that comes with the cards.
    fn entries(&self, given: Value) -> Result<Vec<D::Entry>, Problem> {
        let given: Vec<Value> = if given.is_null() { Vec::new() } else { read(&given)? };
        let (noun, seats) = (D::Entry::NOUN, D::Entry::SEATS);
        if !seats.contains(&given.len()) {
            let (least, most) = (seats.start(), seats.end());
            let count =
                if least == most { format!("{least}") } else { format!("{least} to {most}") };
            let reason = format!("expected {count} of them, or a position; found {}", given.len());
            return Err(Problem::at("", reason));
        }
        let at = |n: usize| format!("[{n}]");
        let source = |(n, given): (usize, &Value)| match given {
            Value::String(path) => Ok(Source::File(PathBuf::from(path))),
            Value::Object(_) => Ok(Source::Text(given.to_string(), PathBuf::from(noun))),
            _ => {
                let reason = format!("expected a {noun}, the path of a {noun} file, or a name");
                Err(Problem::at(at(n), reason))
            }
        };
        let sources: Vec<Source> =
            given.iter().enumerate().map(source).collect::<Result<_, _>>()?;
        let read = D::Entry::read(&self.catalogue, &sources).into_iter().enumerate();
        let wrong = |n, error: EntryError| Problem::at(at(n), error.lines.join("; "));
        let read = read.map(|(n, entry)| entry.map_err(|error| wrong(n, error)));
        let entries = read.collect::<Result<Vec<D::Entry>, Problem>>()?;
        let mut kinds = Vec::new();
        for (n, entry) in entries.iter().enumerate() {
            let kind = entry.kind_of_game(entries.len());
            kinds.push(kind.map_err(|problem| Problem::at(at(n), problem))?);
        }
        match kinds.iter().find(|kind| **kind != kinds[0]) {
            Some(other) => Err(Problem::at("", format!("{} and {other} at one table", kinds[0]))),
            None => Ok(entries),
        }
    }

    /// A position, or the only one of a file.
    fn position(&self, given: Value) -> Result<D::Position, Problem> {
        let Value::String(path) = given else { return D::position(given) };
        let script = (self.script)(Path::new(&path));
        let positions = script.and_then(|script| script.positions::<D>());
        let mut positions = positions.map_err(|error| Problem::at("", error.to_string()))?;
        match (positions.pop(), positions.is_empty()) {
            (Some((_, position)), true) => Ok(position),
            _ => Err(Problem::at("", format!("{path}: expected one position"))),
        }
    }

    /// The number of the option that an answer means.
    fn option(&mut self, table: usize, answer: &Answer) -> Result<usize, Problem> {
        let refused =
            |reason: String| Problem { place: "option".into(), ..Problem::refused(reason) };
        match answer {
            Answer::Number(option) => Ok(*option),
            Answer::Label(label) => match self.driver.asked(table) {
                Some(asked) => asked.find(label).map_err(refused),
                None => Err(refused("nobody is asked anything".into())),
            },
        }
    }

    /// The search by which an agent looks ahead; a problem at `agent` for one that answers at once.
    fn plan(&self, agent: &str) -> Result<Plan, Problem> {
        let wrong = |reason: String| Problem::at("agent", reason);
        let read = policy::agent(self.game, agent).map_err(wrong)?;
        let expected = || wrong(format!("{agent} answers at once; expected one that searches"));
        Plan::of::<D>(read).ok_or_else(expected)
    }

    fn change(&mut self, table: usize, change: impl FnOnce(&mut Table)) {
        let batch = self.driver.batch_mut();
        let entity = batch.table(table);
        change(&mut batch.world_mut().get_mut::<Table>(entity).expect("a table has a status"));
    }
}

impl<D: Play + Scripted> Room for Tables<D> {
    fn game(&self) -> &'static str {
        D::NAME
    }

    fn cards(&self) -> String {
        hex(self.cards)
    }

    fn take(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| self.driver.add())
    }

    fn give_back(&mut self, table: usize) {
        self.change(table, |state| *state = Table::default());
        self.driver.taken(table);
        self.free.push(table);
    }

    fn setup(&mut self, table: usize, given: Value, asks_all: bool) -> Result<(), Problem> {
        let position = D::position(given).map_err(|problem| problem.within("given"))?;
        let arranged = self.driver.arrange(table, &position);
        arranged.map_err(|problem| problem.within("given"))?;
        self.begin(table, asks_all);
        Ok(())
    }

    fn deal(
        &mut self,
        table: usize,
        mut game: Map<String, Value>,
        asks_all: bool,
    ) -> Result<(), Problem> {
        let list = format!("{}s", D::Entry::NOUN);
        let entries = game.remove(&list);
        let Deal { position, seed, number } = read(&Value::Object(game))?;
        match position {
            Some(_) if entries.is_some() => {
                return Err(Problem::at("position", format!("expected {list} or a position")));
            }
            Some(position) => {
                let position = self.position(position).map_err(|error| error.within("position"))?;
                // Whether it could stand.
                let stands = self.driver.arrange(table, &position);
                let laid = stands
                    .and_then(|()| D::lay(self.driver.batch_mut(), table, &position, seed, number));
                laid.map_err(|problem| problem.within("position"))?;
            }
            None if D::Entry::ENDINGS.is_empty() => {
                return Err(Problem::at("position", "expected a position"));
            }
            None => {
                let entries = self.entries(entries.unwrap_or_default());
                let entries = entries.map_err(|problem| problem.within(&list))?;
                let entries: Vec<&D::Entry> = entries.iter().collect();
                D::deal(self.driver.batch_mut(), table, &entries, seed, number);
            }
        }
        self.driver.clear_log(table);
        self.begin(table, asks_all);
        Ok(())
    }

    fn standing(&mut self, table: usize) -> Standing {
        let (status, outcome, places) = match self.driver.status(table) {
            Status::Over => ("over", self.driver.outcome(table), self.places(table)),
            Status::Quarantined => {
                let fault = self.driver.fault(table).map(|fault| fault.to_string());
                ("set aside", fault, Vec::new())
            }
            Status::Free | Status::Busy | Status::Waiting => ("waiting", None, Vec::new()),
        };
        let (taken, decision) = (self.driver.taken(table), self.driver.question(table));
        Standing { status, outcome, places, taken, decision }
    }

    fn asks(&self, table: usize) -> Option<u8> {
        self.driver.asks(table)
    }

    fn digest(&self, table: usize) -> String {
        hex(self.driver.digest(table))
    }

    fn digest_of_game(&self, table: usize) -> String {
        hex(self.driver.digest_of_game(table))
    }

    fn choose(&mut self, table: usize, answer: &Answer) -> Result<(), Problem> {
        let refused =
            |reason: String| Problem { place: "option".into(), ..Problem::refused(reason) };
        let option = self.option(table, answer)?;
        self.driver.choose(table, option).map_err(|error| refused(error.to_string()))
    }

    fn why_not(&mut self, table: usize, label: &str) -> Result<String, Problem> {
        self.driver.why_not(table, label).map_err(Problem::refused)
    }

    fn log(&self, table: usize) -> &[String] {
        self.driver.log(table)
    }

    fn state(&mut self, table: usize) -> Box<RawValue> {
        self.driver.state(table)
    }

    fn view(&mut self, table: usize, seat: u8) -> Result<Box<RawValue>, Problem> {
        self.driver.view(table, seat)
    }

    fn set(&mut self, table: usize, changes: Value) -> Result<(), Problem> {
        let scratch = self.take();
        let done = self.driver.set(table, scratch, changes);
        self.give_back(scratch);
        done
    }

    fn to_phase(&mut self, table: usize, phase: &str) -> Result<bool, Problem> {
        self.driver.to_phase(table, phase)
    }

    fn fork(&mut self, from: usize, to: usize, seed: Option<u64>) {
        match seed {
            None => self.driver.fork(from, to),
            Some(seed) => self.driver.fork_afresh(from, to, seed),
        }
    }

    fn determinize(&mut self, from: usize, to: usize, seat: u8, seed: u64) -> Result<(), Problem> {
        D::determinize(self.driver.batch_mut(), from, to, seat, seed)?;
        // It tells what is hidden.
        self.driver.clear_log(to);
        Ok(())
    }

    fn search(&mut self, table: usize, agent: &str, seed: u64) -> Result<Report, Problem> {
        let plan = self.plan(agent)?;
        self.planner.search(self.driver.batch_mut(), table, plan, seed)
    }

    fn review(
        &mut self,
        table: usize,
        agent: &str,
        seed: u64,
        choices: &[Answer],
    ) -> Result<Vec<Reviewed>, Problem> {
        let plan = self.plan(agent)?;
        let copy = self.take();
        self.driver.fork(table, copy);
        let mut reviewed = || {
            let mut list = Vec::with_capacity(choices.len());
            for (number, choice) in choices.iter().enumerate() {
                let within = |problem: Problem| problem.within(&format!("choices[{number}]"));
                let Some(question) = self.driver.question(copy) else {
                    return Err(within(Problem::refused("nobody is asked anything")));
                };
                let decision = self.driver.component::<Table>(copy).decisions;
                let option = self.option(copy, choice).map_err(within)?;
                let report = self.planner.search(self.driver.batch_mut(), copy, plan, seed)?;
                self.choose(copy, &Answer::Number(option)).map_err(within)?;
                let label = |option: usize| question.options[option].label.clone();
                let (best, value) = (report.option, report.values[report.option]);
                list.push(Reviewed {
                    decision,
                    player: question.player,
                    option,
                    label: label(option),
                    best,
                    best_label: label(best),
                    chance: value,
                    lost: (report.visits[option] > 0)
                        .then(|| (value - report.values[option]).max(0.0)),
                });
            }
            Ok(list)
        };
        let done = reviewed();
        self.give_back(copy);
        done
    }

    fn save(&self, table: usize) -> Result<SavedGame, Problem> {
        if self.driver.status(table) == Status::Quarantined {
            return Err(Problem::refused("a game that was set aside is not saved"));
        }
        let digest = self.driver.digest(table);
        Ok(SavedGame::new(D::NAME, self.cards, digest, &self.driver.save(table)))
    }

    fn load(&mut self, table: usize, saved: &SavedGame) -> Result<(), RpcError> {
        let game = saved.table(self.cards)?;
        let broken = |reason: String| RpcError::at(MISFIT, "saved.state", reason);
        self.driver.restore(table, game).map_err(|error| broken(error.to_string()))?;
        match self.digest(table) == saved.digest {
            true => Ok(()),
            false => Err(broken("the digest of what was loaded is another one".into())),
        }
    }
}
