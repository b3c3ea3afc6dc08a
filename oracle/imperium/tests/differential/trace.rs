//! Games of the engine written down, and the players who repeat them.

use std::ops::Range;

use bevy_app::App;
use cardmill_harness::driver::Driver;
use cardmill_imperium::board::Outcome;
use cardmill_imperium::choice::Imperium;
use cardmill_imperium::driver::Tabletop;
use cardmill_imperium::library;
use cardmill_imperium::position::arrange;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::look;
use cardmill_kernel::table::{Status, Table};
use cardmill_oracle_comparison::{Difference, moment};
use cardmill_oracle_imperium::canon;
use cardmill_oracle_imperium::choice::{Answer, Flow, Players, Prompt, Stop};
use cardmill_oracle_imperium::fault::Fault;
use cardmill_oracle_imperium::game::Game;
use cardmill_oracle_imperium::random::Random;
use cardmill_oracle_imperium::setup::{Setup, deal, throw};
use cardmill_oracle_imperium::shelf;
use cardmill_oracle_imperium::state::{Figure, NAMES, Seat, State};
use cardmill_oracle_imperium::technology::TECHNOLOGIES;

use super::scribe::Scribe;

/// The dice of a game.
const DICE: usize = 4000;

/// A decision: who is asked what, the options in alphabetical order, the state, the deck of secret
/// objectives, and the answer.
#[derive(Debug)]
struct Moment {
    question: String,
    options: Vec<String>,
    state: String,
    secrets: Vec<usize>,
    answer: String,
}

/// Everything about a game that came from outside, and what it looked like.
#[derive(Debug)]
pub struct Trace {
    seed: u64,
    table: State,
    moments: Vec<Moment>,
    /// The winner of the game, its last state and deck of secret objectives; `None` if the players
    /// left.
    end: Option<(Seat, String, Vec<usize>)>,
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

    /// The answers that were given.
    pub fn answered(&self) -> impl Iterator<Item = &str> {
        self.moments.iter().map(|m| &*m.answer)
    }
}

/// A table of a seed: every fourth as the rules lay it, the others crowded, with much of
/// everything.
fn table(seed: u64) -> State {
    let mut random = Random::new(seed);
    let whole = seed.is_multiple_of(4);
    let setup = if whole { Setup::of(&mut random) } else { Setup::crowded(&mut random) };
    let mut state = setup.lay();
    let to_come = if whole { 3 } else { random.below(3) };
    if !whole {
        throw(&mut state, &mut random);
        state.victory = 4 + random.below(7) as i8;
    }
    deal(&mut state, &mut random, to_come);
    state.dice = (0..DICE).map(|_| 1 + random.below(10) as u8).collect();
    state
}

/// A game under way.
struct Playing {
    trace: Trace,
    random: Random,
}

/// Tables of the engine on which games are played at random and written down.
pub struct Recorder {
    batch: Batch,
}

fn nothing(_: &mut App) {}

impl Recorder {
    /// Tables for so many games at a time.
    pub fn new(tables: usize) -> Self {
        let catalogue = Tabletop::load(library::default_dir()).expect("the cards load");
        Self { batch: Batch::of::<Imperium>(&catalogue, tables, nothing) }
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
                let goes_on = match self.batch.status(table) {
                    Status::Waiting => self.decide(table, game),
                    Status::Over => {
                        game.trace.end = Some(self.ending(table));
                        false
                    }
                    Status::Busy => true,
                    other => panic!("seed {}: {other:?}", game.trace.seed),
                };
                if !goes_on {
                    let next = seeds.next().map(|seed| self.deal(table, seed));
                    if let Some(game) = std::mem::replace(&mut games[table], next) {
                        done(game.trace);
                    }
                }
            }
        }
    }

    fn deal(&mut self, at: usize, seed: u64) -> Playing {
        let table = table(seed);
        let position = shelf::position(&table);
        arrange(&mut self.batch, at, &position, seed, 0)
            .unwrap_or_else(|problem| panic!("seed {seed}: {problem:?}"));
        self.batch.wake(at);
        let trace = Trace { seed, table, moments: Vec::new(), end: None };
        Playing { trace, random: Random::new(!seed) }
    }

    fn ending(&mut self, table: usize) -> (Seat, String, Vec<usize>) {
        let entity = self.batch.table(table);
        look::<Imperium, _>(self.batch.world_mut(), entity, |at| {
            let scene = at.state.scene();
            let Outcome::Win(winner) = scene.board.outcome else { panic!("somebody wins") };
            let state = Scribe::of(scene).state();
            (winner.into(), canon::state(&state), state.secrets)
        })
    }

    /// Writes a decision down and takes it; returns `false` if the players would rather leave.
    fn decide(&mut self, table: usize, game: &mut Playing) -> bool {
        let entity = self.batch.table(table);
        let world = self.batch.world_mut();
        let decision: &Decision<Imperium> = world.get(entity).expect("a table decides");
        if decision.options.len() == 1 {
            self.choose(table, 0);
            return true;
        }
        let (prompt, choices) = (decision.prompt.expect("a question"), decision.options.clone());
        let seat = usize::from(decision.seat);
        let question = format!("{}: {prompt:?}", NAMES[seat]);
        let (answers, state) = look::<Imperium, _>(world, entity, |at| {
            let scribe = Scribe::of(at.state.scene());
            let answers: Vec<Answer> =
                choices.iter().map(|&choice| scribe.answer(prompt, choice)).collect();
            (answers, scribe.state())
        });
        let Some(at) = pick(&state, &answers, &mut game.random) else { return false };
        let mut options: Vec<String> =
            answers.iter().map(|&answer| canon::answer(&state, answer)).collect();
        let answer = options[at].clone();
        options.sort();
        options.dedup();
        if options.len() > 1 {
            let (secrets, state) = (state.secrets.clone(), canon::state(&state));
            game.trace.moments.push(Moment { question, options, state, secrets, answer });
        }
        self.choose(table, at);
        true
    }

    fn choose(&mut self, table: usize, at: usize) {
        let entity = self.batch.table(table);
        let world = self.batch.world_mut();
        let mut query = world.query::<(&mut Table, &mut Decision<Imperium>)>();
        let (mut table, mut decision) = query.get_mut(world, entity).expect("a table decides");
        decision.choose(&mut table, at).expect("what is offered can be chosen");
    }
}

/// Any option but technologies with texts of their own, and seldom one that does nothing: systems
/// with units of others are activated more often, and tokens soon stay where they are.
fn pick(state: &State, answers: &[Answer], random: &mut Random) -> Option<usize> {
    let all = || (0..answers.len()).map(|at| (at, answers[at]));
    let known = |answer: Answer| match answer {
        Answer::Research(technology) => TECHNOLOGIES[technology].known,
        _ => true,
    };
    let idle = |answer: Answer| {
        matches!(answer, Answer::Done | Answer::No | Answer::Decline | Answer::Pass)
    };
    let shifts = all().any(|(_, answer)| matches!(answer, Answer::Shift(..)));
    let hostile = |answer: Answer| {
        let Answer::Activate(system) = answer else { return false };
        let others = |figure: &Figure| figure.seat != state.active;
        state.board(others).any(|at| state.system_of(at) == Some(system))
    };
    let chosen = |fits: &dyn Fn(Answer) -> bool| -> Vec<usize> {
        all().filter(|&(_, answer)| known(answer) && fits(answer)).map(|(at, _)| at).collect()
    };
    let wanted = [
        (random.once_in(2), chosen(&hostile)),
        (random.once_in(2) && shifts, chosen(&idle)),
        (!random.once_in(4), chosen(&|answer| !idle(answer))),
    ];
    let wanted = wanted.into_iter().find(|(now, some)| *now && !some.is_empty());
    let from = wanted.map_or_else(|| chosen(&|_| true), |(_, some)| some);
    (!from.is_empty()).then(|| from[random.below(from.len())])
}

/// The players of a game that was written down.
struct Repeat<'t> {
    trace: &'t Trace,
    moments: usize,
    fault: Option<Fault>,
    difference: Option<Difference>,
}

impl Repeat<'_> {
    fn differs(&mut self, engine: String, flat: String) {
        let (seed, decision) = (self.trace.seed, self.moments + 1);
        let from = self.moments.saturating_sub(12);
        let before = self.trace.moments[from..self.moments.min(self.trace.moments.len())].iter();
        let before = before.map(|m| format!("{} -> {}", m.question, m.answer)).collect();
        self.difference = Some(Difference { seed, decision, before, engine, flat });
    }
}

impl Players for Repeat<'_> {
    fn shuffle(&mut self, deck: &mut [usize]) {
        // A shuffle of other cards leaves the deck as it is, and the next decision tells.
        let end = self.trace.end.as_ref().map(|(.., secrets)| secrets);
        let next = self.trace.moments.get(self.moments).map(|m| &m.secrets).or(end);
        if let Some(order) = next.filter(|order| order.len() == deck.len()) {
            let (mut one, mut other) = (deck.to_vec(), order.clone());
            one.sort_unstable();
            other.sort_unstable();
            if one == other {
                deck.copy_from_slice(order);
            }
        }
    }

    fn choose(
        &mut self,
        state: &State,
        seat: Seat,
        prompt: Prompt,
        options: &[Answer],
    ) -> Flow<usize> {
        let texts: Vec<String> =
            options.iter().map(|&answer| canon::answer(state, answer)).collect();
        let mut sorted = texts.clone();
        sorted.sort();
        let question = format!("{}: {prompt:?}", NAMES[seat]);
        let Some(m) = self.trace.moments.get(self.moments) else {
            if let Some((winner, state, _)) = &self.trace.end {
                self.differs(format!("{winner}\n{state}"), question);
            }
            return Err(Stop::Left);
        };
        let text = canon::state(state);
        let at = texts.iter().position(|text| *text == m.answer);
        match at {
            Some(at) if (&question, &sorted, &text) == (&m.question, &m.options, &m.state) => {
                self.moments += 1;
                Ok(at)
            }
            _ => {
                let engine = moment(&m.question, &m.options, &m.state);
                self.differs(engine, moment(&question, &sorted, &text));
                Err(Stop::Left)
            }
        }
    }

    fn breaks(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}

impl Trace {
    /// Repeats the game on the flat reference, with a rule broken or none.
    pub fn repeat(&self, fault: Option<Fault>) -> Result<(), Box<Difference>> {
        let mut players = Repeat { trace: self, moments: 0, fault, difference: None };
        let mut game = Game::new(self.table.clone(), &mut players);
        // It always stops: at the end of the game, or where it differs.
        let stop = game.play();
        let state = game.state;
        if stop == Err(Stop::Over) && players.difference.is_none() {
            let flat = format!("{}\n{}", state.winner.unwrap_or(9), canon::state(&state));
            let engine = match (self.moments.get(players.moments), &self.end) {
                (Some(m), _) => moment(&m.question, &m.options, &m.state),
                (None, Some((winner, state, _))) => format!("{winner}\n{state}"),
                (None, None) => String::new(),
            };
            if flat != engine {
                players.differs(engine, flat);
            }
        }
        players.difference.map_or(Ok(()), |difference| Err(Box::new(difference)))
    }
}
