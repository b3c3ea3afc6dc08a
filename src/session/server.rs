//! Tables by handle, and what is done with them.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use cardmill_harness::files::CardFiles;
use cardmill_harness::session::read_json;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::method::{
    Choose, Determinize, Fork, Load, Log, METHODS, Method, NewGame, Nothing, OfTable, Review,
    Search, Set, Setup, ToPhase, View, WhyNot,
};
use super::protocol::{
    Handler, INTERNAL, NO_GAME, NO_METHOD, NO_TABLE, PARAMETERS, REFUSED, RpcError,
};
use super::reply::{
    self, Dropped, Lines, Listed, Playable, Reason, Saved, StateReply, TableReply, Told, Version,
    ViewReply,
};
use super::room::Room;
use super::saved::FORMAT;
use crate::engine::engine;
use crate::games::{self, Game, UnknownGame};
use crate::scenario::format::File;

/// Tables there can be at a time.
pub const MOST: usize = 4096;

/// A session: the cards, a room for each game that is played, and the tables by handle.
pub struct Server {
    cards: CardFiles,
    rooms: BTreeMap<&'static str, Box<dyn Room>>,
    tables: BTreeMap<u64, Place>,
    /// The handle of the next table. Handles are not used again.
    next: u64,
}

/// The place of a table: its game, and its number in the room of that game.
#[derive(Clone, Copy)]
struct Place {
    game: &'static str,
    table: usize,
}

/// The result of a request.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// A table and how it stands now.
    Table(TableReply),
    /// The whole state of a table, hidden cards and all.
    State(StateReply),
    /// The table as one player may know it.
    View(ViewReply),
    /// The result of any other method, as JSON.
    Other(Value),
}

type Done = Result<Reply, RpcError>;

fn parameters<'p, T: Deserialize<'p>>(params: Option<&'p RawValue>) -> Result<T, RpcError> {
    let text = params.map_or("{}", RawValue::get);
    if text.starts_with('[') {
        return Err(RpcError::new(PARAMETERS, "expected an object: parameters have names"));
    }
    Ok(read_json(text)?)
}

impl Handler for Server {
    type Reply = Reply;

    fn handle(&mut self, method: &str, params: Option<&RawValue>) -> Done {
        let done = catch_unwind(AssertUnwindSafe(|| self.dispatch(method, params)));
        done.unwrap_or_else(|_| {
            // Whatever broke, none of its neighbours can be trusted any more.
            self.rooms.clear();
            self.tables.clear();
            Err(RpcError::new(INTERNAL, "the engine failed; every table of this session is lost"))
        })
    }
}

impl Server {
    /// Opens a session without tables, and loads the cards of the default game to check them.
    ///
    /// # Errors
    /// When the cards do not load, with the reason.
    pub fn open(cards: impl Into<CardFiles>) -> Result<Self, String> {
        let mut server =
            Self { cards: cards.into(), rooms: BTreeMap::new(), tables: BTreeMap::new(), next: 1 };
        server.room(Game::default().name()).map_err(|error| error.data.reason)?;
        Ok(server)
    }

    fn dispatch(&mut self, method: &str, params: Option<&RawValue>) -> Done {
        match method {
            "choose" => self.choose(&parameters(params)?),
            "decision" => {
                let OfTable { table } = parameters(params)?;
                self.standing(table, None)
            }
            "setup" => {
                let Setup { game, given, ask_all } = parameters(params)?;
                self.seat(&game, |room, table| Ok(room.setup(table, given, ask_all)?))
            }
            "new_game" => {
                let NewGame { game, ask_all, rest } = parameters(params)?;
                self.seat(&game, |room, table| Ok(room.deal(table, rest, ask_all)?))
            }
            "fork" => self.fork(&parameters(params)?),
            "determinize" => self.determinize(&parameters(params)?),
            "search" => {
                let Search { table, agent, seed } = parameters(params)?;
                let (room, at) = self.find(table)?;
                other(json!(room.search(at, &agent, seed)?))
            }
            "review" => {
                let Review { table, agent, seed, choices } = parameters(params)?;
                let (room, at) = self.find(table)?;
                let reviewed = room.review(at, &agent, seed, &choices)?;
                other(json!(reply::Review { reviewed }))
            }
            "load" => {
                let Load { saved } = parameters(params)?;
                self.seat(&saved.game, |room, table| room.load(table, &saved))
            }
            "save" => {
                let OfTable { table } = parameters(params)?;
                let (room, at) = self.find(table)?;
                other(json!(Saved { saved: room.save(at)? }))
            }
            "why_not" => {
                let WhyNot { table, label } = parameters(params)?;
                let (room, at) = self.find(table)?;
                other(json!(Reason { reason: room.why_not(at, &label)? }))
            }
            "state" => {
                let OfTable { table } = parameters(params)?;
                let (room, at) = self.find(table)?;
                let (digest, game_digest) = (room.digest(at), room.digest_of_game(at));
                let state = room.state(at);
                Ok(Reply::State(StateReply { table, digest, game_digest, state }))
            }
            "view" => {
                let View { table, player } = parameters(params)?;
                let (room, at) = self.find(table)?;
                let view = room.view(at, player.seat())?;
                Ok(Reply::View(ViewReply { table, view }))
            }
            "log" => {
                let Log { table, since } = parameters(params)?;
                let (room, at) = self.find(table)?;
                let lines = room.log(at);
                let news = lines.get(since..).unwrap_or_default();
                other(json!(Lines { lines: news, next: lines.len() }))
            }
            "set" => {
                let Set { table, changes } = parameters(params)?;
                let (room, at) = self.find(table)?;
                room.set(at, changes)?;
                self.standing(table, None)
            }
            "to_phase" => {
                let ToPhase { table, phase } = parameters(params)?;
                let (room, at) = self.find(table)?;
                let reached = room.to_phase(at, &phase)?;
                self.standing(table, Some(reached))
            }
            "drop" => {
                let OfTable { table } = parameters(params)?;
                let (room, at) = self.find(table)?;
                room.give_back(at);
                self.tables.remove(&table);
                other(json!(Dropped { dropped: table }))
            }
            "tables" => {
                let Nothing {} = parameters(params)?;
                let game =
                    |(&table, place): (&u64, &Place)| json!(Listed { table, game: place.game });
                other(self.tables.iter().map(game).collect())
            }
            "games" => {
                let Nothing {} = parameters(params)?;
                let game = |game: &Game| {
                    let cards = self.rooms.get(game.name()).map(|room| room.cards());
                    json!(Playable { game: game.name(), cards })
                };
                other(Game::ALL.iter().map(game).collect())
            }
            "version" => {
                let Nothing {} = parameters(params)?;
                other(json!(Version { cardmill: env!("CARGO_PKG_VERSION"), saved: FORMAT }))
            }
            "methods" => {
                let Nothing {} = parameters(params)?;
                let method = |of: &Method| json!(Told { method: of.name, what: of.what });
                other(METHODS.iter().map(method).collect())
            }
            _ => Err(RpcError::new(NO_METHOD, format!("there is no method {method:?}"))),
        }
    }

    fn choose(&mut self, Choose { table, option, player }: &Choose) -> Done {
        let (room, at) = self.find(*table)?;
        if player.is_some_and(|player| room.asks(at) != Some(player.seat())) {
            return Err(RpcError::at(REFUSED, "player", "somebody else is asked"));
        }
        room.choose(at, option)?;
        self.standing(*table, None)
    }

    fn fork(&mut self, Fork { table, seed }: &Fork) -> Done {
        let (_, from) = self.find(*table)?;
        let game = self.tables[table].game;
        self.seat(game, |room, to| {
            room.fork(from, to, *seed);
            Ok(())
        })
    }

    fn determinize(&mut self, Determinize { table, player, seed }: &Determinize) -> Done {
        let (_, from) = self.find(*table)?;
        let game = self.tables[table].game;
        self.seat(game, |room, to| Ok(room.determinize(from, to, player.seat(), *seed)?))
    }

    fn standing(&mut self, table: u64, reached: Option<bool>) -> Done {
        let (room, at) = self.find(table)?;
        Ok(Reply::Table(TableReply { table, standing: room.standing(at), reached }))
    }

    /// The room and the place in it of the table with this handle; an error where there is no such table.
    fn find(&mut self, table: u64) -> Result<(&mut Box<dyn Room>, usize), RpcError> {
        let unknown = || RpcError::at(NO_TABLE, "table", format!("there is no table {table}"));
        let place = self.tables.get(&table).ok_or_else(unknown)?;
        let room = self.rooms.get_mut(place.game).ok_or_else(unknown)?;
        Ok((room, place.table))
    }

    /// The tables of a game, with its cards.
    fn room(&mut self, name: &str) -> Result<&mut Box<dyn Room>, RpcError> {
        let unknown = |UnknownGame(_)| {
            let reason = format!("{name:?} cannot be played; expected {}", games::names());
            RpcError::at(NO_GAME, "game", reason)
        };
        let game = name.parse::<Game>().map_err(unknown)?;
        if !self.rooms.contains_key(name) {
            let open = |path: &Path| Ok(File::open(path)?.script);
            let room = engine(game.host()).room(&self.cards, open);
            let room = room.map_err(|reason| RpcError::at(NO_GAME, "game", reason))?;
            self.rooms.insert(game.name(), room);
        }
        Ok(self.rooms.get_mut(name).expect("it was just opened"))
    }

    /// Takes a new table and puts a game on it.
    fn seat(
        &mut self,
        game: &str,
        with: impl FnOnce(&mut dyn Room, usize) -> Result<(), RpcError>,
    ) -> Done {
        if self.tables.len() >= MOST {
            return Err(RpcError::new(REFUSED, format!("there are {MOST} tables; drop one")));
        }
        let room = self.room(game)?;
        let at = room.take();
        if let Err(error) = with(room.as_mut(), at) {
            room.give_back(at);
            return Err(error);
        }
        let game = room.game();
        let table = self.next;
        self.next += 1;
        self.tables.insert(table, Place { game, table: at });
        self.standing(table, None)
    }
}

fn other(value: Value) -> Done {
    Ok(Reply::Other(value))
}
