//! A game that people play at: seats without an agent are answered from outside.
//!
//! The table stands in a World of its own, with tables beside it on which agents try things out. Whoever
//! shows it to somebody asks for what a seat sees, and for nothing else.

use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;
use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_harness::agent::{Agent, Drawn, Seated};
use cardmill_harness::log::Log;
use cardmill_harness::play::{Play, SEATS, Standing};
use cardmill_harness::session::{Problem, Question, Taken, Value};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::resolve::go_on;
use cardmill_kernel::table::{Seats, Table};
use serde::{Deserialize, Serialize};

use crate::arm::has_ended;
use crate::host::Catalogue;
use crate::players::Players;
use crate::policy::Policies;
use crate::record::hex;
use crate::search::{Plan, Planner, asked, choose};
use crate::session::saved::SavedGame;
use crate::setup::Setups;

/// The party at a table, by seat: an agent, or `None` for somebody outside.
pub type Party = ArrayVec<Option<Agent>, SEATS>;

/// A game that people play at, whichever game it is.
pub trait Sitting {
    /// The number of players at the table.
    fn seats(&self) -> u8;

    /// The player who is asked something now.
    fn asks(&self) -> Option<Seat>;

    /// The agent of a seat; none where somebody outside sits.
    fn agent(&self, seat: Seat) -> Option<Agent>;

    /// Tells whether the game is over, was cut or was set aside.
    fn has_ended(&self) -> bool;

    /// Plays on by one decision at most: until somebody is asked whose answer is not there yet. Returns
    /// false if it was told to stop; asked again, it goes on as it would have.
    ///
    /// # Panics
    /// When the game itself panics.
    fn step(&mut self, stop: &AtomicBool) -> bool;

    /// Answers for whoever is asked. [`step`](Self::step) plays on.
    ///
    /// # Errors
    /// When nobody is asked, or there is no such option; then nothing changed.
    fn choose(&mut self, option: usize) -> Result<(), Problem>;

    /// The question that stands; `None` while nobody is asked.
    fn question(&mut self) -> Option<Question>;

    /// The table to be drawn, as one seat sees it or whoever may see everything.
    fn drawn(&mut self, seat: Option<Seat>) -> Value;

    /// The rules on the card with an id, in words of our own.
    fn rules(&self, id: &str) -> Vec<String>;

    /// The lines of the log from one on. They name hidden cards.
    fn log(&self, from: usize) -> &[String];

    /// The answers that were taken silently, being the only option, since this was last told.
    fn taken(&mut self) -> Vec<Taken>;

    /// The choice of an agent for the player who is asked, by what that seat may know; `None` if it
    /// was told to stop. The game goes on as it would have.
    ///
    /// # Errors
    /// When nobody is asked, or the agent does not play this game.
    fn hint(&mut self, agent: Agent, stop: &AtomicBool) -> Result<Option<Hint>, Problem>;

    /// The moment, to come back to.
    fn mark(&self) -> Mark;

    /// Comes back to a moment: the table, its chances and its agents are as they were.
    ///
    /// # Errors
    /// When it is no moment of this game with these cards.
    fn back_to(&mut self, mark: &Mark) -> Result<(), Problem>;

    /// Decisions taken so far.
    fn decisions(&self) -> u32;

    /// The round, from 1; 0 before the first.
    fn round(&self) -> u16;

    /// The end of the game in words; `None` while it goes on, or where it was cut.
    fn outcome(&self) -> Option<String>;

    /// The reason for which the game was set aside; `None` if it was not.
    fn fault(&self) -> Option<String>;

    /// The places and scores of the players, as they are or would be if it ended now.
    fn standing(&self) -> Standing;

    /// The digest of the state and of all choices.
    fn digest(&self) -> u64;

    /// Writes the game down, with who sits there.
    ///
    /// # Errors
    /// When it was set aside.
    fn save(&self) -> Result<Kept, Problem>;
}

/// The choice of an agent, for a player who asks for advice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    /// The number of the option.
    pub option: usize,
    /// Of each option how the game stands after it for the one who is asked, in thousandths from 0, lost, to
    /// 1000, won; nothing of what was not tried. Empty if the agent does not say.
    pub values: Vec<Option<u32>>,
}

/// A moment of a game.
#[derive(Clone, Debug)]
pub struct Mark {
    table: Vec<u8>,
    seated: Seated,
    /// Lines of the log before it, and abilities that were waiting when it last looked.
    log: (usize, usize),
}

/// A game that was written down, with who sits there.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The party by seat: the name of an agent, or `None` for somebody outside.
    pub seats: Vec<Option<String>>,
    /// Rounds after which the game is over as it stands.
    rounds: Option<u16>,
    /// The state of the agents, by seat: random numbers and answers that were found.
    drawn: Vec<Drawn>,
    /// The game on the table.
    pub saved: SavedGame,
}

/// A game that people play at.
pub struct Tabled<G: Play> {
    catalogue: G::Catalogue,
    cards: u64,
    driver: G,
    players: Players<G>,
    planner: Planner<G>,
    table: usize,
    /// The table on which agents that answer at once are asked for hints.
    scratch: usize,
    party: Party,
    rounds: Option<u16>,
}

impl<G: Play> Tabled<G> {
    /// Deals game number `index` of a run. Nothing is asked yet.
    #[must_use]
    pub fn deal(
        catalogue: &Catalogue,
        setups: &Setups,
        game: (u64, u64),
        party: &Party,
        rounds: Option<u16>,
    ) -> Self {
        let mut tabled = Self::empty(catalogue, party, rounds);
        let batch = tabled.driver.batch_mut();
        setups.begin::<G>(batch, tabled.table, game, false, party.iter().copied());
        tabled
    }

    /// Goes on with a game that was written down. Its agents are read by whoever knows their names.
    ///
    /// # Errors
    /// When it does not fit this program or these cards, or is not as it was written.
    pub fn resume(catalogue: &Catalogue, kept: &Kept, party: &Party) -> Result<Self, Problem> {
        let broken = |reason: String| Problem::at("saved", reason);
        let mut tabled = Self::empty(catalogue, party, kept.rounds);
        if kept.saved.game != G::NAME {
            return Err(broken(format!("a game of {}; this is {}", kept.saved.game, G::NAME)));
        }
        let game = kept.saved.table(tabled.cards).map_err(|error| broken(error.message))?;
        let (table, driver) = (tabled.table, &mut tabled.driver);
        driver.restore(table, game).map_err(|error| broken(error.to_string()))?;
        if hex(driver.digest(table)) != kept.saved.digest {
            return Err(broken("the digest of what was loaded is another one".into()));
        }
        let seats = usize::from(tabled.seats());
        if party.len() != seats || kept.drawn.len() != seats {
            return Err(broken(format!("expected {seats} seats")));
        }
        let seated = party.iter().copied().zip(kept.drawn.iter().cloned());
        tabled.sit(table, Seated::resumed(seated));
        Ok(tabled)
    }

    fn empty(catalogue: &Catalogue, party: &Party, rounds: Option<u16>) -> Self {
        let catalogue = catalogue.get::<G>().clone();
        let mut driver = G::with(&catalogue, |app: &mut App| G::add_agents(app));
        let (table, scratch) = (driver.add(), driver.add());
        let agents: Vec<Agent> = party.iter().flatten().copied().collect();
        Self {
            cards: G::digest_of(&catalogue),
            players: Players::of(&agents, &catalogue),
            planner: Planner::default(),
            driver,
            table,
            scratch,
            party: party.clone(),
            rounds,
            catalogue,
        }
    }

    fn batch(&self) -> &Batch {
        self.driver.batch()
    }

    fn entity(&self) -> Entity {
        self.batch().table(self.table)
    }

    fn state(&self) -> &Table {
        self.driver.component(self.table)
    }

    /// The digest of all choices so far.
    fn trail(&self) -> u64 {
        self.state().trail
    }

    fn sit(&mut self, table: usize, seated: Seated) {
        let entity = self.batch().table(table);
        self.driver.batch_mut().world_mut().entity_mut(entity).insert(seated);
    }

    fn go_on(&mut self, table: usize) {
        let entity = self.batch().table(table);
        go_on::<G::Game, _>(self.driver.batch_mut().world_mut(), entity, |_| ());
    }

    /// The choice that an agent which answers at once, or a policy, makes on a copy of the table.
    fn tried(&mut self, agent: Agent, seat: Seat, stop: &AtomicBool) -> Option<usize> {
        let (table, scratch, trail) = (self.table, self.scratch, self.trail());
        let count = asked::<G>(self.batch().world(), self.entity()).1;
        self.driver.clear_log(scratch);
        self.driver.fork(table, scratch);
        let alone = (0..self.seats()).map(|other| (other == seat).then_some(agent));
        self.sit(scratch, Seated::new(alone, trail, 0));
        self.go_on(scratch);
        let answered = |driver: &G| driver.component::<Table>(scratch).trail != trail;
        if !answered(&self.driver) {
            let mut policy = Policies::<G>::of(&[agent], &self.catalogue);
            policy.answer(self.driver.batch_mut(), scratch..scratch + 1, stop);
            self.go_on(scratch);
        }
        let then = self.driver.component::<Table>(scratch).trail;
        Table::chosen(trail, seat, count, then)
    }
}

impl<G: Play> Sitting for Tabled<G> {
    fn seats(&self) -> u8 {
        self.driver.component::<Seats>(self.table).count
    }

    fn asks(&self) -> Option<Seat> {
        self.driver.asks(self.table).filter(|_| !self.has_ended())
    }

    fn agent(&self, seat: Seat) -> Option<Agent> {
        self.party.get(usize::from(seat)).copied().flatten()
    }

    fn has_ended(&self) -> bool {
        has_ended::<G>(self.batch(), self.table, self.rounds)
    }

    fn step(&mut self, stop: &AtomicBool) -> bool {
        if self.has_ended() {
            return true;
        }
        let table = self.table;
        let answered = self.players.answer(self.driver.batch_mut(), table..table + 1, stop);
        // No tick of another table is to move it.
        self.driver.batch_mut().rest(table);
        if answered {
            self.go_on(table);
        }
        answered
    }

    fn choose(&mut self, option: usize) -> Result<(), Problem> {
        let at = |reason: String| Problem { place: "option".into(), ..Problem::refused(reason) };
        if self.asks().is_none() {
            return Err(at("nobody is asked anything".into()));
        }
        let entity = self.entity();
        let (_, count) = asked::<G>(self.batch().world(), entity);
        if option >= count {
            return Err(at(format!("there is no option {option}; there are {count}")));
        }
        choose::<G>(self.driver.batch_mut().world_mut(), entity, option);
        Ok(())
    }

    fn question(&mut self) -> Option<Question> {
        self.asks()?;
        self.driver.question(self.table)
    }

    fn drawn(&mut self, seat: Option<Seat>) -> Value {
        let told = self.driver.drawn(self.table, seat);
        serde_json::from_str(told.get()).expect("what is drawn is plain data")
    }

    fn rules(&self, id: &str) -> Vec<String> {
        G::rules(&self.catalogue, id)
    }

    fn log(&self, from: usize) -> &[String] {
        self.driver.log(self.table).get(from..).unwrap_or_default()
    }

    fn taken(&mut self) -> Vec<Taken> {
        self.driver.taken(self.table)
    }

    fn hint(&mut self, agent: Agent, stop: &AtomicBool) -> Result<Option<Hint>, Problem> {
        let nobody = || Problem::refused("nobody is asked anything");
        let seat = self.asks().ok_or_else(nobody)?;
        if usize::from(self.seats()) > G::PLANNED && !G::AGENTS.contains(&agent) {
            let most = G::PLANNED;
            return Err(Problem::refused(format!("{agent} plays at tables of at most {most}")));
        }
        let Some(plan) = Plan::of::<G>(agent) else {
            let option = self.tried(agent, seat, stop);
            return Ok(option.map(|option| Hint { option, values: Vec::new() }));
        };
        let (table, key) = (self.table, self.trail());
        let batch = self.driver.batch_mut();
        let found = self.planner.search_until(batch, table, plan, key, stop)?;
        Ok(found.map(|report| Hint { option: report.option, values: report.thousandths() }))
    }

    fn mark(&self) -> Mark {
        let log: &Log = self.driver.component(self.table);
        Mark {
            table: self.driver.save_packed(self.table, self.cards),
            seated: self.driver.component::<Seated>(self.table).clone(),
            log: (log.lines.len(), log.waiting),
        }
    }

    fn back_to(&mut self, mark: &Mark) -> Result<(), Problem> {
        let (table, cards) = (self.table, self.cards);
        let restored = self.driver.restore_packed(table, &mark.table, cards);
        restored.map_err(|broken| Problem::refused(broken.to_string()))?;
        self.sit(table, mark.seated.clone());
        let entity = self.entity();
        let log = self.driver.batch_mut().world_mut().get_mut::<Log>(entity);
        let mut log = log.expect("it writes a log");
        let (lines, waiting) = mark.log;
        log.lines.truncate(lines);
        log.waiting = waiting;
        self.taken();
        Ok(())
    }

    fn decisions(&self) -> u32 {
        self.state().decisions
    }

    fn round(&self) -> u16 {
        let round = G::round(self.batch().world(), self.entity());
        self.rounds.map_or(round, |most| round.min(most))
    }

    fn outcome(&self) -> Option<String> {
        self.driver.outcome(self.table)
    }

    fn fault(&self) -> Option<String> {
        self.driver.fault(self.table).map(|fault| fault.to_string())
    }

    fn standing(&self) -> Standing {
        G::standing(self.batch().world(), self.entity())
    }

    fn digest(&self) -> u64 {
        self.driver.digest_of_game(self.table)
    }

    fn save(&self) -> Result<Kept, Problem> {
        if self.fault().is_some() {
            return Err(Problem::refused("a game that was set aside is not saved"));
        }
        let digest = self.driver.digest(self.table);
        Ok(Kept {
            seats: self.party.iter().map(|agent| agent.map(|agent| agent.to_string())).collect(),
            rounds: self.rounds,
            drawn: self.driver.component::<Seated>(self.table).drawn(),
            saved: SavedGame::new(G::NAME, self.cards, digest, &self.driver.save(self.table)),
        })
    }
}
