//! Agents: the players of a program, and the seats that they are given.

use std::fmt;

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Seat;
use cardmill_kernel::streams::{Purpose, below, generator, key};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize, Serializer};

/// The agents in the seats of a table. A seat without one is answered from outside.
#[derive(Component, Debug, Default)]
pub struct Seated {
    sitting: Vec<Sitting>,
    plays_on: bool,
}

impl Clone for Seated {
    fn clone(&self) -> Self {
        Self { sitting: self.sitting.clone(), ..*self }
    }
    /// Copies into the memory that is there.
    fn clone_from(&mut self, source: &Self) {
        self.sitting.clone_from(&source.sitting);
        self.plays_on = source.plays_on;
    }
}

/// The part of a seat that a saved table keeps: the place in its random numbers, and the answers
/// that its agent has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Drawn {
    seed: [u8; 32],
    stream: u64,
    words: u128,
    line: Vec<Foreseen>,
}

/// An answer that was found before the question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreseen {
    /// The digest of what is asked.
    pub question: u64,
    /// The number of the option.
    pub option: u16,
}

/// An agent at its seat, with random numbers of its own.
#[derive(Clone, Debug)]
struct Sitting {
    agent: Option<Agent>,
    /// The agent, while it is kept from answering.
    away: Option<Agent>,
    stream: ChaCha8Rng,
    /// The answers to the questions that it expects, the next one last.
    line: Vec<Foreseen>,
}

impl Seated {
    /// Seats agents for a game, by seat; their random numbers follow from the seed and the game's
    /// number.
    #[must_use]
    pub fn new(agents: impl IntoIterator<Item = Option<Agent>>, seed: u64, game: u64) -> Self {
        let mut seated = Self::default();
        seated.seat(agents, seed, game);
        seated
    }

    fn seat(&mut self, agents: impl IntoIterator<Item = Option<Agent>>, seed: u64, game: u64) {
        let sitting = |(seat, agent)| {
            let stream = generator(seed, game, Purpose::Agent(seat));
            Sitting { agent, away: None, stream, line: Vec::new() }
        };
        self.sitting.clear();
        self.sitting.extend((0..).zip(agents).map(sitting));
        self.plays_on = false;
    }

    /// Tells whether the agents of the table answer again and again within a tick; see [`play_on`].
    #[must_use]
    pub const fn plays_on(&self) -> bool {
        self.plays_on
    }

    /// The part of each seat that is saved with a table, in the order of the seats.
    #[must_use]
    pub fn drawn(&self) -> Vec<Drawn> {
        let drawn = |sitting: &Sitting| Drawn {
            seed: sitting.stream.get_seed(),
            stream: sitting.stream.get_stream(),
            words: sitting.stream.get_word_pos(),
            line: sitting.line.clone(),
        };
        self.sitting.iter().map(drawn).collect()
    }

    /// Agents that go on from where others stopped.
    #[must_use]
    pub fn resumed(agents: impl IntoIterator<Item = (Option<Agent>, Drawn)>) -> Self {
        let sitting = |(agent, Drawn { seed, stream: number, words, line })| {
            let mut stream = ChaCha8Rng::from_seed(seed);
            stream.set_stream(number);
            stream.set_word_pos(words);
            Sitting { agent, away: None, stream, line }
        };
        Self { sitting: agents.into_iter().map(sitting).collect(), plays_on: false }
    }

    /// A number below `count` by the random numbers of a seat, as [`Agent::RANDOM`] picks it there.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn draw(&mut self, seat: Seat, count: usize) -> usize {
        below(&mut self.sitting[usize::from(seat)].stream, count)
    }

    /// The agent of a seat will answer so, one question after the other.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn foresee(&mut self, seat: Seat, answers: &[Foreseen]) {
        let line = &mut self.sitting[usize::from(seat)].line;
        line.clear();
        line.extend(answers.iter().rev());
    }

    /// Tells whether the agent of a seat has found answers to questions to come.
    #[must_use]
    pub fn foresees(&self, seat: Seat) -> bool {
        self.sitting.get(usize::from(seat)).is_some_and(|sitting| !sitting.line.is_empty())
    }

    /// The option that the agent of a seat has found for a question; none if it expects another one:
    /// then it expects no more.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn foreseen(&mut self, seat: Seat, question: u64) -> Option<usize> {
        let line = &mut self.sitting[usize::from(seat)].line;
        let next = line.pop().filter(|next| next.question == question);
        if next.is_none() {
            line.clear();
        }
        next.map(|next| next.option.into())
    }

    /// Keeps the agent of a seat from answering until it is [let in](Self::let_in); its random numbers stay
    /// where they are.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn keep_out(&mut self, seat: Seat) {
        let sitting = &mut self.sitting[usize::from(seat)];
        sitting.away = sitting.agent.take();
    }

    /// Lets the agent of a seat answer again.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn let_in(&mut self, seat: Seat) {
        let sitting = &mut self.sitting[usize::from(seat)];
        sitting.agent = sitting.away.take().or(sitting.agent);
    }

    /// The choice of [`Agent::RANDOM`] among so many options; `None` if it does not sit there, or
    /// if this is `again` within a tick and agents answer once.
    #[inline]
    pub(crate) fn at_random(&mut self, seat: Seat, count: usize, again: bool) -> Option<usize> {
        if again && !self.plays_on {
            return None;
        }
        let Sitting { agent, stream, .. } = self.sitting.get_mut(usize::from(seat))?;
        agent.is_some_and(|agent| agent.is(Agent::RANDOM)).then(|| below(stream, count))
    }

    /// The agent of a seat.
    #[must_use]
    pub fn agent(&self, seat: Seat) -> Option<Agent> {
        self.sitting.get(usize::from(seat))?.agent
    }

    /// Tells whether the seat is given to an agent of this kind, whatever its parameters.
    #[must_use]
    pub fn has(&self, seat: Seat, agent: Agent) -> bool {
        self.agent(seat).is_some_and(|sitting| sitting.is(agent))
    }
}

/// Seats agents at a table for a game, in the memory of whoever sat there before.
pub fn seat(
    world: &mut World,
    table: Entity,
    agents: impl IntoIterator<Item = Option<Agent>>,
    seed: u64,
    game: u64,
) {
    let mut table = world.entity_mut(table);
    match table.get_mut::<Seated>() {
        Some(mut seated) => seated.seat(agents, seed, game),
        None => {
            table.insert(Seated::new(agents, seed, game));
        }
    }
}

/// Lets the agents at a table answer again and again within a tick, until the game is over or somebody
/// outside is asked. Whoever is seated next answers once a tick again.
///
/// # Panics
/// If nobody was seated there.
pub fn play_on(world: &mut World, table: Entity) {
    world.get_mut::<Seated>(table).expect("agents are seated").plays_on = true;
}

/// The next random number of the agent at a seat; 0 where none sits.
pub fn draw(world: &mut World, table: Entity, seat: Seat) -> u64 {
    let mut seated = world.get_mut::<Seated>(table);
    let sitting = seated.as_mut().and_then(|seated| seated.sitting.get_mut(usize::from(seat)));
    sitting.map_or(0, |sitting| key(&mut sitting.stream))
}

/// A kind of agent: its name, and what can be said of how it plays.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name of the kind on the command line, such as `ismcts`.
    pub name: &'static str,
    /// At most [`PARAMETERS`] numbers, and the agent that plays on where it stops to look ahead.
    pub parameters: &'static [Parameter],
}

/// A parameter of an agent: a number, or another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A number within bounds.
    Number {
        /// The name of the parameter, such as `sims`.
        name: &'static str,
        /// The least value that it can have.
        least: u32,
        /// The greatest value that it can have.
        most: u32,
        /// The value that it has when it is left out.
        usual: u32,
    },
    /// Another agent of the game, one that answers at once; the last that the game has when it is
    /// left out.
    Agent {
        /// The name of the parameter, such as `leaf`.
        name: &'static str,
        /// `true` if it can also be an agent that looks ahead with a net.
        net: bool,
    },
}

/// The most parameters of an agent.
pub const PARAMETERS: usize = 5;

impl Parameter {
    /// A number from `least` to `most`, and the usual one.
    #[must_use]
    pub const fn number(name: &'static str, least: u32, most: u32, usual: u32) -> Self {
        Self::Number { name, least, most, usual }
    }

    const fn name(&self) -> &'static str {
        match self {
            Self::Number { name, .. } | Self::Agent { name, .. } => name,
        }
    }
}

static RANDOM: Kind = Kind { name: "random", parameters: &[] };

/// An agent: its kind and its parameters, as it is written on the command line
/// (`ismcts:sims=512,worlds=32`). A game says which it has
/// ([`Play::AGENTS`](crate::play::Play::AGENTS), [`Play::PLANNERS`](crate::play::Play::PLANNERS)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agent {
    kind: &'static Kind,
    numbers: [u32; PARAMETERS],
    leaf: Option<&'static str>,
}

impl Agent {
    /// Picks uniformly among the legal options; there in every game.
    pub const RANDOM: Self = Self::of(&RANDOM);

    /// An agent of this kind with the usual parameters.
    ///
    /// # Panics
    /// If it has more than [`PARAMETERS`].
    #[must_use]
    pub const fn of(kind: &'static Kind) -> Self {
        let mut numbers = [0; PARAMETERS];
        let mut at = 0;
        while at < kind.parameters.len() {
            if let Parameter::Number { usual, .. } = kind.parameters[at] {
                numbers[at] = usual;
            }
            at += 1;
        }
        Self { kind, numbers, leaf: None }
    }

    /// The same with these numbers, in the order of its parameters.
    #[must_use]
    pub const fn saying(self, numbers: [u32; PARAMETERS]) -> Self {
        Self { numbers, ..self }
    }

    /// The same with another agent in its parameters.
    #[must_use]
    pub const fn naming(self, agent: Self) -> Self {
        Self { leaf: Some(agent.kind.name), ..self }
    }

    /// The name of its kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.kind.name
    }

    /// The parameters that agents of its kind have, in their order.
    #[must_use]
    pub const fn parameters(self) -> &'static [Parameter] {
        self.kind.parameters
    }

    /// Tells whether both are of one kind, whatever their parameters.
    #[must_use]
    pub fn is(self, other: Self) -> bool {
        core::ptr::eq(self.kind, other.kind) || self.kind.name == other.kind.name
    }

    /// A number that is said of it.
    ///
    /// # Panics
    /// If its kind knows no such number.
    #[must_use]
    pub fn number(self, name: &str) -> u32 {
        self.numbers[self.place(name).expect("its kind has this parameter")]
    }

    /// The agent that is named in its parameters.
    #[must_use]
    pub const fn leaf(self) -> Option<&'static str> {
        self.leaf
    }

    /// As it is read, with what is usual, so that it is the same agent whatever is usual later; `leaf`
    /// is who is named in its parameters where nobody is.
    #[must_use]
    pub fn in_full(self, leaf: &'static str) -> String {
        self.written(Some(leaf))
    }

    /// As it is read: with what is usual where it is said who is the usual leaf.
    fn written(self, usual_leaf: Option<&'static str>) -> String {
        let said = |(parameter, number): (&Parameter, u32)| match *parameter {
            Parameter::Number { name, usual, .. } => {
                (number != usual || usual_leaf.is_some()).then(|| format!("{name}={number}"))
            }
            Parameter::Agent { name, .. } => {
                self.leaf.or(usual_leaf).map(|leaf| format!("{name}={leaf}"))
            }
        };
        let said = self.kind.parameters.iter().zip(self.numbers).filter_map(said);
        let said = said.collect::<Vec<_>>().join(",");
        let colon = if said.is_empty() { "" } else { ":" };
        format!("{}{colon}{said}", self.name())
    }

    fn place(self, name: &str) -> Option<usize> {
        self.kind.parameters.iter().position(|parameter| parameter.name() == name)
    }

    /// Reads `name` or `name:parameter=value,…` of an agent of a game, which has `known`; `simple`
    /// are those that another agent can name, `nets` those that some can name besides.
    ///
    /// # Errors
    /// When there is no such agent, parameter or value: what was expected.
    pub fn read(
        text: &str,
        game: &str,
        known: &[Self],
        simple: &[Self],
        nets: &[Self],
    ) -> Result<Self, String> {
        let (name, said) = text.split_once(':').unwrap_or((text, ""));
        let Some(&agent) = known.iter().find(|agent| agent.name() == name) else {
            return Err(format!("unknown agent \"{name}\" of {game}; expected {}", names(known)));
        };
        let said: Vec<&str> =
            said.split([',', ':']).map(str::trim).filter(|part| !part.is_empty()).collect();
        let keys: Vec<&str> =
            said.iter().map(|part| part.split_once('=').map_or(*part, |(key, _)| key)).collect();
        if let Some(twice) = (1..keys.len()).find(|&at| keys[..at].contains(&keys[at])) {
            return Err(format!("{name}: {} is said twice; expected it once", keys[twice]));
        }
        said.into_iter().try_fold(agent, |agent, part| agent.with(part, simple, nets))
    }

    fn with(mut self, part: &str, simple: &[Self], nets: &[Self]) -> Result<Self, String> {
        let kind = self.kind;
        let (name, value) = part.split_once('=').unwrap_or((part, ""));
        let Some(at) = self.place(name) else {
            let known: Vec<&str> = kind.parameters.iter().map(Parameter::name).collect();
            let expected = if known.is_empty() { "none".into() } else { known.join(", ") };
            return Err(format!("{} has no parameter \"{name}\"; expected {expected}", kind.name));
        };
        match kind.parameters[at] {
            Parameter::Number { least, most, .. } => {
                let number = value.parse().ok().filter(|number| (least..=most).contains(number));
                self.numbers[at] = number.ok_or_else(|| {
                    let name = format!("{}: {name}", kind.name);
                    format!("{name}: expected a whole number from {least} to {most}")
                })?;
            }
            Parameter::Agent { net, .. } => {
                let known = [simple, if net { nets } else { &[] }].concat();
                let leaf = known.iter().find(|agent| agent.name() == value);
                self.leaf =
                    Some(leaf.map(|agent| agent.name()).ok_or_else(|| {
                        format!("{}: {name}: expected {}", kind.name, names(&known))
                    })?);
            }
        }
        Ok(self)
    }
}

/// The names of agents, for errors.
fn names(agents: &[Agent]) -> String {
    agents.iter().map(|agent| agent.name()).collect::<Vec<_>>().join(" or ")
}

/// Splits a list of agents: a part that only says `parameter=value` goes on with the agent before.
#[must_use]
pub fn split(text: &str) -> Vec<String> {
    let mut agents: Vec<String> = Vec::new();
    for part in text.split(',').map(str::trim) {
        let goes_on = part.find(['=', ':']).is_some_and(|at| part[at..].starts_with('='));
        match agents.last_mut() {
            Some(agent) if goes_on => *agent = format!("{agent},{part}"),
            _ => agents.push(part.to_owned()),
        }
    }
    agents
}

/// As it is read; what is usual is left out.
impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.written(None))
    }
}

impl Serialize for Agent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEEP: Agent = Agent::of(&Kind {
        name: "deep",
        parameters: &[
            Parameter::Number { name: "sims", least: 1, most: 1000, usual: 512 },
            Parameter::Agent { name: "leaf", net: true },
            Parameter::Number { name: "rounds", least: 0, most: 9, usual: 2 },
        ],
    });

    const FLAT: Agent = Agent::of(&Kind {
        name: "flat",
        parameters: &[Parameter::Agent { name: "leaf", net: false }],
    });

    fn read(text: &str) -> Result<Agent, String> {
        Agent::read(text, "chess", &[Agent::RANDOM, DEEP, FLAT], &[Agent::RANDOM], &[FLAT])
    }

    #[test]
    fn agents_are_read_as_they_are_written() {
        for text in ["random", "deep", "deep:sims=64", "deep:sims=7,leaf=random,rounds=0"] {
            assert_eq!(read(text).expect("it is one").to_string(), text);
        }
        let deep = read("deep:sims=512,leaf=random:rounds=3").expect("it is one");
        assert_eq!(deep.to_string(), "deep:leaf=random,rounds=3");
        assert_eq!((deep.number("sims"), deep.number("rounds")), (512, 3));
        assert!(deep.is(DEEP) && deep != DEEP);
        let made = DEEP.saying([7, 0, 3, 0, 0]).naming(FLAT);
        assert_eq!(read("deep:sims=7,leaf=flat,rounds=3"), Ok(made));
    }

    #[test]
    fn an_agent_in_full_says_what_is_usual() {
        let full = |text: &str| read(text).expect("it is one").in_full("random");
        assert_eq!(full("random"), "random");
        assert_eq!(full("deep"), "deep:sims=512,leaf=random,rounds=2");
        assert_eq!(full("deep:rounds=0,leaf=random"), "deep:sims=512,leaf=random,rounds=0");
        assert_eq!(full(&full("deep:sims=3")), full("deep:sims=3"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for (text, reason) in [
            ("clever", "unknown agent \"clever\" of chess; expected random or deep or flat"),
            ("random:sims=3", "random has no parameter \"sims\"; expected none"),
            ("deep:depth=3", "deep has no parameter \"depth\"; expected sims, leaf, rounds"),
            ("deep:sims=0", "deep: sims: expected a whole number from 1 to 1000"),
            ("deep:sims", "deep: sims: expected a whole number from 1 to 1000"),
            ("deep:leaf=deep", "deep: leaf: expected random or flat"),
            ("flat:leaf=flat", "flat: leaf: expected random"),
            ("deep:sims=4,rounds=1,sims=8", "deep: sims is said twice; expected it once"),
            ("deep:sims=4:sims=4", "deep: sims is said twice; expected it once"),
        ] {
            assert_eq!(read(text), Err(reason.to_owned()));
        }
    }

    #[test]
    fn lists_are_split_between_agents() {
        let agents = split("deep:sims=64,leaf=random:rounds=2, random,deep:sims=3");
        assert_eq!(agents, ["deep:sims=64,leaf=random:rounds=2", "random", "deep:sims=3"]);
    }

    #[test]
    fn what_was_found_is_answered_in_order_and_only_to_what_was_expected() {
        let found = |question, option| Foreseen { question, option };
        let mut seated = Seated::new([None, Some(DEEP)], 1, 2);
        assert!(!seated.foresees(1) && !seated.foresees(7));
        seated.foresee(1, &[found(5, 2), found(6, 0), found(7, 1)]);
        assert!(seated.foresees(1) && !seated.foresees(0));
        assert_eq!(seated.foreseen(1, 5), Some(2));
        // It goes on with the table, whether that is copied or written down.
        let written = serde_json::to_string(&seated.drawn()).expect("it is plain data");
        let drawn: Vec<Drawn> = serde_json::from_str(&written).expect("it was written so");
        let resumed = Seated::resumed([None, Some(DEEP)].into_iter().zip(drawn));
        for mut other in [seated.clone(), resumed] {
            assert_eq!(other.foreseen(1, 6), Some(0));
            assert_eq!(other.foreseen(1, 6), None, "another question");
            assert!(!other.foresees(1), "then nothing more is expected");
        }
        seated.seat([Some(DEEP); 2], 1, 3);
        assert!(!seated.foresees(1), "this is another game");
    }
}
