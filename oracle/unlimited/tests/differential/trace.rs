//! Games of the engine written down, and the players who repeat them.

use std::ops::Range;

use bevy_app::App;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::table::{Status, Table};
use cardmill_oracle_comparison::{Difference, moment};
use cardmill_oracle_unlimited::canon;
use cardmill_oracle_unlimited::cards::find;
use cardmill_oracle_unlimited::choice::{Answer, Flow, Players, Prompt, Stop};
use cardmill_oracle_unlimited::fault::Fault;
use cardmill_oracle_unlimited::game::Game;
use cardmill_oracle_unlimited::random::{Dice, deck, pool};
use cardmill_oracle_unlimited::set::{Card, Seat};
use cardmill_oracle_unlimited::shelf::Shelf;
use cardmill_oracle_unlimited::state::{List, State};
use cardmill_unlimited::board::Outcome;
use cardmill_unlimited::catalogue::Catalogue;
use cardmill_unlimited::choice::Unlimited;
use cardmill_unlimited::deal;

use super::scribe::Scribe;

/// The seed of everything that the engine draws.
const SEED: u64 = 11;

/// A decision: who is asked what, the options in alphabetical order, the state, and the answer.
#[derive(Debug)]
struct Moment {
    question: String,
    options: Vec<String>,
    state: String,
    answer: String,
}

/// Everything about a game that came from outside, and what it looked like.
#[derive(Debug)]
pub struct Trace {
    seed: u64,
    lists: [List; 2],
    first: Seat,
    /// Decks after each shuffle, in order.
    shuffles: Vec<(Seat, Vec<Card>)>,
    moments: Vec<Moment>,
    /// The outcome of the game and its last state; `None` while it goes on.
    end: Option<(Outcome, String)>,
}

impl Trace {
    /// The number of decisions that were taken.
    pub const fn decisions(&self) -> usize {
        self.moments.len()
    }

    /// The questions that were asked, one for each decision.
    pub fn asked(&self) -> impl Iterator<Item = &str> {
        self.moments.iter().filter_map(|m| Some(m.question.split_once(": ")?.1))
    }

    /// The names of the cards that were played as an action.
    pub fn played(&self) -> impl Iterator<Item = &str> {
        let played = self.moments.iter().filter_map(|m| m.answer.strip_prefix("play "));
        played.filter_map(|card| Some(card.split_once(' ')?.1))
    }
}

/// Cards with which both players have units defeated when the phase ends.
const LAST_MOMENTS: &[&str] = &["SOR_108", "SOR_060", "SOR_226", "SOR_124", "SOR_036"];
/// Cards whose abilities trigger others.
const CHAINS: &[&str] =
    &["SOR_033", "SOR_108", "SOR_060", "SOR_132", "SOR_134", "SOR_163", "SOR_036", "SOR_173"];

/// Two decks of a seed: small ones run empty, ones of few different cards have many copies, and
/// some are made to bring about what chance seldom does.
fn lists(seed: u64) -> [List; 2] {
    let mut dice = Dice::new(seed);
    [0, 1].map(|_| {
        let pool = match seed % 8 {
            0 => LAST_MOMENTS.iter().map(|id| find(id)).collect(),
            1 => CHAINS.iter().map(|id| find(id)).collect(),
            _ => {
                let kinds = 6 + dice.below(30);
                pool(&mut dice, kinds)
            }
        };
        let cards = 14 + dice.below(37);
        deck(&mut dice, cards, &pool)
    })
}

/// A game under way.
struct Playing {
    trace: Trace,
    dice: Dice,
    /// Players whose deck was shuffled since the last decision.
    shuffled: Vec<Seat>,
}

/// Tables of the engine on which games are played at random and written down.
pub struct Recorder {
    shelf: Shelf,
    batch: Batch,
}

fn nothing(_: &mut App) {}

impl Recorder {
    /// Tables for so many games at a time.
    pub fn new(tables: usize) -> Self {
        let shelf = Shelf::load();
        let catalogue = Catalogue::new(&shelf.library.definitions).expect("tokens are defined");
        Self { batch: Batch::of::<Unlimited>(&catalogue, tables, nothing), shelf }
    }

    /// Plays the games of these seeds and hands each one over when it has ended.
    pub fn record(&mut self, mut seeds: Range<u64>, mut done: impl FnMut(Trace)) {
        let tables = 0..self.batch.len();
        let mut games: Vec<Option<Playing>> =
            tables.clone().map(|table| seeds.next().map(|seed| self.deal(table, seed))).collect();
        while games.iter().any(Option::is_some) {
            self.batch.tick();
            for table in tables.clone() {
                let Some(game) = &mut games[table] else { continue };
                match self.batch.status(table) {
                    Status::Waiting => self.decide(table, game),
                    Status::Over => {
                        let scribe = Scribe::of(&self.batch, table);
                        game.trace.end = Some((scribe.board().outcome, scribe.state()));
                        let next = seeds.next().map(|seed| self.deal(table, seed));
                        if let Some(game) = std::mem::replace(&mut games[table], next) {
                            done(game.trace);
                        }
                    }
                    Status::Busy => {}
                    other => panic!("seed {}: {other:?}", game.trace.seed),
                }
            }
        }
    }

    fn deal(&mut self, table: usize, seed: u64) -> Playing {
        let lists = lists(seed);
        let decks = lists.each_ref().map(|list| self.shelf.deck("random", list));
        deal::deal(&mut self.batch, table, decks.each_ref(), SEED, seed);
        let first = Scribe::of(&self.batch, table).board().first.into();
        let (shuffles, moments) = (Vec::new(), Vec::new());
        let trace = Trace { seed, lists, first, shuffles, moments, end: None };
        Playing { trace, dice: Dice::new(!seed), shuffled: vec![0, 1] }
    }

    /// Writes a decision down and takes it. Which of two players' Shields prevents is one that the
    /// reference does not know: it counts them, whoever has them.
    fn decide(&mut self, table: usize, game: &mut Playing) {
        let scribe = Scribe::of(&self.batch, table);
        if scribe.asks_which_shield() {
            self.choose(table, 0);
            return;
        }
        for seat in game.shuffled.drain(..) {
            game.trace.shuffles.push((seat, scribe.shuffled(seat)));
        }
        let mut options = scribe.options();
        let at = game.dice.below(options.len());
        let answer = options[at].clone();
        options.sort();
        // The engine offers tokens once that nothing tells apart, the reference each of them; whose they
        // are only the engine knows.
        options.dedup();
        if options.len() == 1 {
            self.choose(table, at);
            return;
        }
        let question = scribe.question();
        if question.ends_with("mulligan") && answer == "yes" {
            game.shuffled.push(scribe.asked());
        }
        game.trace.moments.push(Moment { question, options, state: scribe.state(), answer });
        self.choose(table, at);
    }

    fn choose(&mut self, table: usize, at: usize) {
        let entity = self.batch.table(table);
        let world = self.batch.world_mut();
        let mut query = world.query::<(&mut Table, &mut Decision<Unlimited>)>();
        let (mut table, mut decision) = query.get_mut(world, entity).expect("a table decides");
        decision.choose(&mut table, at).expect("what is offered can be chosen");
    }
}

/// The players of a game that was written down.
struct Repeat<'t> {
    trace: &'t Trace,
    shuffles: usize,
    moments: usize,
    fault: Option<Fault>,
    difference: Option<Difference>,
}

impl Repeat<'_> {
    fn differs(&mut self, engine: String, flat: String) {
        let (seed, decision) = (self.trace.seed, self.moments + 1);
        self.difference = Some(Difference { seed, decision, before: Vec::new(), engine, flat });
    }
}

impl Players for Repeat<'_> {
    fn first(&mut self) -> Seat {
        self.trace.first
    }

    fn shuffle(&mut self, seat: Seat, deck: &mut [Card]) {
        // A shuffle too many leaves the deck as it is, and the next decision tells.
        if let Some((whose, order)) = self.trace.shuffles.get(self.shuffles)
            && *whose == seat
            && order.len() == deck.len()
        {
            deck.copy_from_slice(order);
        }
        self.shuffles += 1;
    }

    fn choose(
        &mut self,
        game: &State,
        seat: Seat,
        prompt: Prompt,
        options: &[Answer],
    ) -> Flow<usize> {
        let question = format!("P{}: {}", seat + 1, canon::prompt(prompt));
        let texts: Vec<_> = options.iter().map(|&option| canon::answer(game, option)).collect();
        let mut sorted = texts.clone();
        sorted.sort();
        sorted.dedup();
        // The engine does not ask between tokens that nothing tells apart.
        if sorted.len() == 1 {
            return Ok(0);
        }
        let flat = moment(&question, &sorted, &canon::state(game));
        let trace = self.trace;
        let engine = match trace.moments.get(self.moments) {
            Some(m) => moment(&m.question, &m.options, &m.state),
            None => format!("the game has ended\n{}", trace.ending()),
        };
        if flat != engine {
            self.differs(engine, flat);
            return Err(Stop::Left);
        }
        let answer = &trace.moments[self.moments].answer;
        self.moments += 1;
        Ok(texts.iter().position(|text| text == answer).expect("the options are the same"))
    }

    fn breaks(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}

impl Trace {
    fn ending(&self) -> String {
        let (outcome, state) = self.end.as_ref().expect("it was played to the end");
        format!("{outcome:?}\n{state}")
    }

    /// Repeats the game with the flat reference, one of whose rules may be broken.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn repeat(&self, fault: Option<Fault>) -> Result<(), Difference> {
        let (shuffles, moments) = (0, 0);
        let mut players = Repeat { trace: self, shuffles, moments, fault, difference: None };
        let mut game = Game::new(self.lists.each_ref(), &mut players);
        // It always stops: at the end of the game, or where it differs.
        let _ = game.play();
        let state = game.state;
        if players.difference.is_none() {
            let flat = format!("{:?}\n{}", state.outcome, canon::state(&state));
            let engine = match self.moments.get(players.moments) {
                Some(m) => moment(&m.question, &m.options, &m.state),
                None => self.ending(),
            };
            if flat != engine {
                players.differs(engine, flat);
            }
        }
        players.difference.map_or(Ok(()), Err)
    }
}
