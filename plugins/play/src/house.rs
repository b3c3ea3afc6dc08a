//! The house: games that can be played, the tables, and the games that were written down.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cardmill_harness::agent::Agent;
use cardmill_harness::session::Value;
use cardmill_host::engine::engine;
use cardmill_host::host::Catalogue;
use cardmill_host::setup::{Setup, Setups};
use cardmill_host::sitting::{Kept, Party};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::desk::Desk;
use crate::refusal::Refusal;
use crate::table::{Done, Keeper, Table, lost};

/// Tables there can be at a time.
pub const MOST: usize = 256;

/// The largest file of a game that is read, in bytes.
pub const LARGEST: u64 = 16 << 20;

/// The games that can be opened, and all that they are played with.
#[derive(Clone)]
pub struct Offer {
    /// The cards that all games are played with.
    pub catalogue: Catalogue,
    /// The setups that a game can begin with; none where only games that were written down are gone on with.
    pub setups: Setups,
    /// The names in each setup: an entry for each seat, or one position.
    pub names: Vec<Vec<String>>,
    /// Rounds after which a game is over as it stands.
    pub rounds: Option<u16>,
    /// Agents that were named when the program was started, as they were written.
    pub agents: Vec<(String, Agent)>,
    /// The folder of games that are written down.
    pub saves: PathBuf,
}

/// A table that is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The player in each seat: an agent by its name, or `None` for somebody in front of the screen.
    pub seats: Vec<Option<String>>,
    /// The place of the setup in the offer, from 0.
    #[serde(default)]
    pub setup: usize,
    /// The seed of the game; a random one, if left out.
    #[serde(default)]
    pub seed: Option<u64>,
}

/// A game that was written down.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    title: String,
    names: Vec<String>,
    kept: Kept,
}

/// The offer of games, and the tables that were opened.
pub struct House {
    offer: Arc<Offer>,
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    by_number: BTreeMap<u64, Arc<Table>>,
    last: u64,
    /// Tables that are being opened.
    opening: usize,
}

impl House {
    /// A house without tables.
    #[must_use]
    pub fn new(offer: Offer) -> Self {
        Self { offer: Arc::new(offer), tables: Mutex::default() }
    }

    /// The offer, the tables and the written games, as the first page of the server is told them.
    #[must_use]
    pub fn told(&self) -> Value {
        let Offer { catalogue, setups, names, agents, .. } = &*self.offer;
        let game = catalogue.game();
        let named = |(setup, names): (&Setup, &Vec<String>)| json!({ "name": names.join(" against "), "seats": setup.seats() });
        let setups: Vec<Value> = setups.list.iter().zip(names).map(named).collect();
        let known = game.agents().iter().chain(game.planners()).map(Agent::to_string);
        let mut levels: Vec<String> = agents.iter().map(|(text, _)| text.clone()).collect();
        levels.extend(known.filter(|name| !agents.iter().any(|(text, _)| text == name)));
        let tables: Vec<u64> = self.tables().by_number.keys().copied().collect();
        json!({
            "game": game.name(),
            "setups": setups,
            "levels": levels,
            "usual": game.usual().to_string(),
            "tables": tables,
            "saves": self.saves(),
            "most": MOST,
        })
    }

    /// Opens a table, and says its number.
    ///
    /// # Errors
    /// When what is wanted cannot be played, or there are [`MOST`] tables.
    pub async fn open(&self, wanted: &Wanted) -> Result<u64, Refusal> {
        let setup = self.offer.setups.list.get(wanted.setup).ok_or_else(|| {
            let reason = match self.offer.setups.list.len() {
                0 => "nothing was named to be played when the program was started".to_owned(),
                count => format!("expected a number from 0 to {}", count - 1),
            };
            Refusal::at(400, "setup", reason)
        })?;
        if wanted.seats.len() != setup.seats() {
            let reason = format!("expected {} seats, found {}", setup.seats(), wanted.seats.len());
            return Err(Refusal::at(400, "seats", reason));
        }
        let party = self.offer.party(&wanted.seats)?;
        let seed = match wanted.seed {
            Some(seed) => seed,
            None => drawn()?,
        };
        let (offer, place) = (Arc::clone(&self.offer), wanted.setup);
        self.seat(move || {
            let Offer { catalogue, setups, names, rounds, .. } = &*offer;
            let alone = Setups { list: vec![setups.list[place].clone()], ..setups.clone() };
            let engine = engine(catalogue.game());
            let game = engine.sit(catalogue, &alone, (seed, 0), &party, *rounds);
            let (title, names) = (names[place].join(" against "), &names[place]);
            let name = |seat: usize| match &alone.list[0] {
                Setup::Entries(_) => names[seat].clone(),
                Setup::Position { .. } => String::new(),
            };
            let players = (0..usize::from(game.seats())).map(name).collect();
            Ok(Desk::new(game, title, players))
        })
        .await
    }

    /// Opens a table with a game that was written down in the folder of games.
    ///
    /// # Errors
    /// When there is none of that name, or it cannot be gone on with.
    pub async fn load(&self, save: &str) -> Result<u64, Refusal> {
        if !self.saves().iter().any(|known| known == save) {
            let reason = format!("there is no game {save:?} that was written down");
            return Err(Refusal::at(404, "save", reason));
        }
        self.load_file(self.offer.saves.join(save)).await
    }

    /// Opens a table with a game that was written down in a file.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub async fn load_file(&self, path: PathBuf) -> Result<u64, Refusal> {
        let offer = Arc::clone(&self.offer);
        self.seat(move || {
            let wrong =
                |reason: String| Refusal::at(400, "save", format!("{}: {reason}", path.display()));
            let text = text_of(&path).map_err(|error| wrong(error.to_string()))?;
            let written: Result<Written, _> = serde_json::from_str(&text);
            let written = written.map_err(|error| wrong(error.to_string()))?;
            let party =
                offer.party(&written.kept.seats).map_err(|refusal| wrong(refusal.reason))?;
            let engine = engine(offer.catalogue.game());
            let game = engine.resume_sitting(&offer.catalogue, &written.kept, &party);
            let game = game.map_err(|problem| wrong(problem.to_string()))?;
            if written.names.len() != usize::from(game.seats()) {
                return Err(wrong(format!("expected {} names", game.seats())));
            }
            Ok(Desk::new(game, written.title, written.names))
        })
        .await
    }

    /// Closes a table. Its game is lost, unless it was written down.
    ///
    /// # Errors
    /// When there is none.
    pub fn drop_table(&self, number: u64) -> Result<(), Refusal> {
        let table = self.table(number)?;
        self.tables().by_number.remove(&number);
        table.stop();
        Ok(())
    }

    /// A table.
    ///
    /// # Errors
    /// When there is none of that number.
    pub fn table(&self, number: u64) -> Result<Arc<Table>, Refusal> {
        let unknown = || Refusal::at(404, "path", format!("there is no table {number}"));
        self.tables().by_number.get(&number).cloned().ok_or_else(unknown)
    }

    /// The agent that is written like this: one that was named when the program was started, or one of the game.
    /// No file is read for it.
    ///
    /// # Errors
    /// When there is no such agent.
    pub fn agent(&self, text: &str) -> Result<Agent, Refusal> {
        self.offer.agent(text)
    }

    /// Closes all tables, and waits until their threads have ended.
    pub fn close(&self) {
        let tables = std::mem::take(&mut self.tables().by_number);
        tables.values().for_each(|table| table.stop());
        tables.values().for_each(|table| table.join());
    }

    /// The names of games that were written down.
    #[must_use]
    pub fn saves(&self) -> Vec<String> {
        let files = fs::read_dir(&self.offer.saves).into_iter().flatten().flatten();
        let names = files.filter_map(|file| file.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ENDING)).collect();
        names.sort_unstable();
        names
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a table with a game.
    async fn seat(
        &self,
        begin: impl FnOnce() -> Result<Desk, Refusal> + Send + 'static,
    ) -> Result<u64, Refusal> {
        let (number, _opening) = Opening::new(self)?;
        let (offer, name) = (Arc::clone(&self.offer), self.offer.catalogue.game().name());
        let keeper: Keeper = Box::new(move |desk| offer.write(number, desk));
        let (table, begun) = Table::open(name, begin, keeper)
            .map_err(|error| Refusal::at(503, "", format!("no thread for a table: {error}")))?;
        begun.await.unwrap_or_else(|_| Err(lost()))?;
        self.tables().by_number.insert(number, Arc::new(table));
        Ok(number)
    }
}

/// The place of a table that is being opened; whoever asked for it may go away meanwhile.
struct Opening<'a>(&'a House);

impl<'a> Opening<'a> {
    /// A place, and the number of the table.
    fn new(house: &'a House) -> Result<(u64, Self), Refusal> {
        let mut tables = house.tables();
        if tables.by_number.len() + tables.opening >= MOST {
            return Err(Refusal::now(format!("there are {MOST} tables; close one")));
        }
        tables.opening += 1;
        tables.last += 1;
        Ok((tables.last, Self(house)))
    }
}

impl Drop for Opening<'_> {
    fn drop(&mut self) {
        self.0.tables().opening -= 1;
    }
}

/// The ending of the names of files that hold written games.
const ENDING: &str = ".cardmill.json";

impl Offer {
    fn agent(&self, text: &str) -> Result<Agent, Refusal> {
        if let Some((_, agent)) = self.agents.iter().find(|(known, _)| known == text) {
            return Ok(*agent);
        }
        let read = self.catalogue.game().agent_with(text, &[]);
        read.map_err(|reason| Refusal::at(400, "agent", reason))
    }

    fn party(&self, seats: &[Option<String>]) -> Result<Party, Refusal> {
        if seats.len() > Party::new().capacity() {
            return Err(Refusal::at(400, "seats", "more seats than there can be"));
        }
        let sits = |(seat, text): (u8, &Option<String>)| {
            let agent = text.as_ref().map(|text| self.agent(text)).transpose();
            let game = self.catalogue.game();
            let agent =
                agent.and_then(|agent| match agent.filter(|&one| !game.sits(one, seats.len())) {
                    Some(one) => {
                        let problem =
                            format!("{one} plays at tables of at most {}", game.planned());
                        Err(Refusal::at(400, "agent", problem))
                    }
                    None => Ok(agent),
                });
            agent.map_err(|refusal| Refusal { place: format!("seats[{}]", seat), ..refusal })
        };
        (0..).zip(seats).map(sits).collect()
    }

    /// Writes the game of a table to a new file.
    fn write(&self, number: u64, desk: &Desk) -> Done {
        let (kept, title, names) = desk.save()?;
        let text = serde_json::to_string(&Written { title, names, kept });
        let text = text.expect("a game that was written down is plain data");
        let wrong = |error: io::Error| {
            let reason = format!("{}: {error}", self.saves.display());
            Refusal::at(500, "save", reason)
        };
        fs::create_dir_all(&self.saves).map_err(wrong)?;
        let mut names = (1..).map(|copy: u32| {
            let copy = if copy == 1 { String::new() } else { format!("-{copy}") };
            format!("table-{number}-decision-{}{copy}{ENDING}", desk.decisions())
        });
        let (name, mut file) = names
            .find_map(|name| {
                let file =
                    OpenOptions::new().write(true).create_new(true).open(self.saves.join(&name));
                match file {
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                    opened => Some(opened.map(|file| (name, file))),
                }
            })
            .expect("names go on")
            .map_err(wrong)?;
        file.write_all(text.as_bytes()).map_err(|error| {
            // Half a game is none. Where it cannot be removed either, the first error says more.
            let _ = fs::remove_file(self.saves.join(&name));
            wrong(error)
        })?;
        Ok(json!({ "saved": name }))
    }
}

/// The text of a file; an error for one of more than [`LARGEST`] bytes.
fn text_of(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("more than {} MB", LARGEST >> 20)));
    }
    Ok(text)
}

/// A seed that nobody knows.
fn drawn() -> Result<u64, Refusal> {
    getrandom::u64().map_err(|error| Refusal::at(500, "seed", error.to_string()))
}
