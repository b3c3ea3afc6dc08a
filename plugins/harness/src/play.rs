//! Whole games by the thousand: how a game begins, who plays it, and how it stands.
//!
//! A run of games knows nothing but this of the game it plays. Games begin with what their players
//! enter ([`Entry`], such as a deck) or from a position.

use core::fmt;
use core::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use arrayvec::ArrayVec;
use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
pub use cardmill_kernel::card::SEATS;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use serde_json::Value;

use crate::agent::Agent;
use crate::answer::add_random;
use crate::driver::Nothing;
use crate::observation::Encoder;
use crate::outcome::{Outcome, WON};
use crate::planner::PLAYER;
use crate::session::{Problem, Session};
use crate::tally::Keeper;

/// The agent that plays where none is named, of those that answer at once: the last;
/// [`Agent::RANDOM`] where a game lists none.
#[must_use]
pub const fn quick(agents: &[Agent]) -> Agent {
    match agents.last() {
        Some(agent) => *agent,
        None => Agent::RANDOM,
    }
}

/// A game that runs of many games are played of.
///
/// Everything that takes a table panics when there is no such table.
pub trait Play: Session<Catalogue: Send + Sync, Position: Send + Sync + 'static> + 'static {
    /// The thing that a player enters a game with, such as a deck; [`Nothing`] where games begin
    /// from positions alone.
    type Entry: Entry<Self::Catalogue>;

    /// The agents that can play it and answer at once. The last of them plays where none is named,
    /// but for [`USUAL`](Self::USUAL).
    const AGENTS: &'static [Agent] = &[Agent::RANDOM];

    /// The agents that can play it if they are given tables to try things out on.
    const PLANNERS: &'static [Agent] = &[];

    /// The most players of a game that these agents can play, and nets: worlds are dealt and rows of numbers
    /// written of such games alone.
    const PLANNED: usize = SEATS;

    /// The agent that plays where a question is put to games and none is named.
    const USUAL: Agent = quick(Self::AGENTS);

    /// Rounds after which a game is over as it stands, unless a run says otherwise; `None` where the
    /// rules end every game.
    const ROUNDS: Option<u16> = None;

    /// A search that is to play on for no further round stops at the end of the present one, where it would
    /// play the whole game otherwise.
    const STOPS: bool = Self::ROUNDS.is_some();

    /// The functions that keep tallies of its cards; none where players enter no cards.
    const TALLY: Option<Keeper<Self::Catalogue>> = None;

    /// Recognises, by its text, a file that players of this game keep and that nothing begins with
    /// here, and names its kind, such as `an XWS squad`.
    fn kept(_text: &str) -> Option<&'static str> {
        None
    }

    /// Adds [`AGENTS`](Self::AGENTS) to a World.
    fn add_agents(app: &mut App) {
        add_random::<Self::Game>(app);
    }

    /// Deals game number `game` of a run to what its players entered, by seat. Nothing is asked yet.
    /// There are as many entries as [`Entry::SEATS`] allows: of [`Nothing`] there is none.
    fn deal(_batch: &mut Batch, _table: usize, _entries: &[&Self::Entry], _seed: u64, _game: u64) {}

    /// The cards of a seat's entry in the order in which chance has put them in a game that was just
    /// dealt, by their places in [`Entry::cards`]: those that are drawn first come first. None where
    /// chance puts them in no order.
    fn order(_batch: &Batch, _table: usize, _seat: Seat) -> Vec<usize> {
        Vec::new()
    }

    /// Lets the other of two players go first in a game that was just dealt, and leaves everything
    /// else as it was. Of a game that players enter with nothing it is not asked.
    fn exchange_first(_batch: &mut Batch, _table: usize) {}

    /// The round, from 1; 0 before the first.
    fn round(world: &World, table: Entity) -> u16;

    /// The player who goes first as the table stands.
    fn first(world: &World, table: Entity) -> Seat;

    /// The places in which the players came in, if the game is over; otherwise those in which they
    /// would if it ended now.
    fn standing(world: &World, table: Entity) -> Standing;

    /// The cards that have borne on the game on a table, as bits in the order of the entries' seats
    /// and of [`Entry::cards`]; it would be the same with others in the places of all that have not,
    /// if agents do not look at their own entries. All of them where that is not kept.
    fn touched(_world: &World, _table: Entity) -> Touched {
        Touched([u64::MAX; 2])
    }

    /// Writes down the meanings of the options that stand on a table, in their order: the same
    /// number where the same is done, in any world, also with another copy of the same card.
    fn meanings(batch: &Batch, table: usize, into: &mut Vec<u64>) {
        let decision = batch.world().get::<Decision<Self::Game>>(batch.table(table));
        into.clear();
        into.extend(0..decision.map_or(0, |decision| decision.options.len() as u64));
    }

    /// Returns `true` if the player who is asked this begins something: nothing of what was begun
    /// before is still to be done. Whoever looks ahead by what an option sets off looks as far as
    /// that.
    fn begins(_: &Decision<Self::Game>) -> bool {
        true
    }

    /// Tells whether a question is of so little weight that an agent that searches leaves it to the one that
    /// plays on.
    fn is_minor(_: &Decision<Self::Game>) -> bool {
        false
    }

    /// The options that stand on a table, the most promising for who is asked first, where there can be more
    /// than a search has time for: it looks at as many as the root of its simulations. `None` where it
    /// looks at all.
    fn promising(_batch: &mut Batch, _table: usize) -> Option<Vec<usize>> {
        None
    }

    /// The question before the first round, where an experiment answers it in the place of who is asked;
    /// `None` for any other question.
    fn opens(_: &Decision<Self::Game>) -> Option<Opening> {
        None
    }

    /// The value of the game on a table to a seat, everything seen: from -[`WON`], lost, to
    /// [`WON`].
    fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
        let standing = Self::standing(batch.world(), batch.table(table));
        match standing.winner() {
            Some(winner) if winner == seat => WON,
            Some(_) => -WON,
            None => 0,
        }
    }

    /// The table as a round begins, line by line, for people who watch the game.
    fn overview(&mut self, table: usize) -> Vec<String> {
        self.picture(table)
    }

    /// The picture of a game before its first decision, line by line.
    fn opening(&mut self, table: usize) -> Vec<String> {
        self.overview(table)
    }

    /// The encoder that writes observations of its tables, for policies.
    ///
    /// # Errors
    /// When the game has no rows for that.
    fn encoder() -> Result<Encoder<Self::Game>, Problem> {
        Err(Problem::refused(format!("{} has no observations as rows of numbers yet", Self::NAME)))
    }

    /// The agent that is written like this, such as `greedy` or `ismcts:sims=64`.
    ///
    /// # Errors
    /// When the game has no such agent, or not with such parameters: what was expected.
    fn agent(text: &str) -> Result<Agent, String> {
        Self::agent_with(text, &[])
    }

    /// The same where a search can be given these nets, too.
    ///
    /// # Errors
    /// As [`agent`](Self::agent).
    fn agent_with(text: &str, nets: &[Agent]) -> Result<Agent, String> {
        let known = [Self::AGENTS, Self::PLANNERS].concat();
        let own = Self::PLANNERS.iter().filter(|agent| agent.is(PLAYER)).copied();
        let nets: Vec<Agent> = own.chain(nets.iter().copied()).collect();
        Agent::read(text, Self::NAME, &known, Self::AGENTS, &nets)
    }
}

/// The subject of a question before the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// A hand is kept or drawn anew: the numbers of these options.
    Mulligan {
        /// To keep it.
        keep: usize,
        /// To draw another.
        take: usize,
    },
    /// A card of the hand becomes a resource.
    Resource,
}

/// Cards of the entries of a game, as bits in the order of seats and of [`Entry::cards`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touched(pub [u64; 2]);

impl Touched {
    /// Adds the card at a place, counted over all entries; beyond the last bit all cards count as
    /// touched.
    pub fn add(&mut self, card: usize) {
        match self.0.get_mut(card / 64) {
            Some(bits) => *bits |= 1 << (card % 64),
            // Of those that have no bit it is not kept.
            None => *self = Self([u64::MAX; 2]),
        }
    }

    /// Tells whether any card is in both.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        core::iter::zip(self.0, other.0).any(|(one, other)| one & other != 0)
    }
}

/// The places and the scores of the players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// By seat, from 1; players that nothing tells apart share one.
    pub places: ArrayVec<u8, SEATS>,
    /// The scores by seat, as the game counts them.
    pub scores: ArrayVec<i16, SEATS>,
}

impl Standing {
    /// A game that stands like this, with these scores.
    #[must_use]
    pub fn of(outcome: Outcome, scores: ArrayVec<i16, SEATS>) -> Self {
        match outcome {
            Outcome::Open => Self::open(scores),
            Outcome::Win(seat) => Self::won(seat, scores),
            Outcome::Draw => Self::drawn(scores),
        }
    }

    /// A game that this seat has won. The others come in by their scores.
    #[must_use]
    pub fn won(by: Seat, scores: ArrayVec<i16, SEATS>) -> Self {
        let ranks = (0..).zip(&scores).map(|(seat, &score)| (seat == by, score));
        Self { places: places(&ranks.collect::<ArrayVec<_, SEATS>>()), scores }
    }

    /// A game that nobody has won.
    #[must_use]
    pub fn drawn(scores: ArrayVec<i16, SEATS>) -> Self {
        Self { places: scores.iter().map(|_| 1).collect(), scores }
    }

    /// A game that goes on: who has the highest score is ahead.
    #[must_use]
    pub fn open(scores: ArrayVec<i16, SEATS>) -> Self {
        Self { places: places(&scores), scores }
    }

    /// The seat that came in first, if no other did.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = (0..).zip(&self.places).filter(|(_, place)| **place == 1);
        match (first.next(), first.next()) {
            (Some((seat, _)), None) => Some(seat),
            _ => None,
        }
    }
}

/// The places of players with these ranks, the highest first.
fn places<R: Ord>(ranks: &[R]) -> ArrayVec<u8, SEATS> {
    let ahead = |mine: &R| ranks.iter().filter(|other| *other > mine).count();
    ranks.iter().map(|mine| ahead(mine) as u8 + 1).collect()
}

/// Entries that come with the cards and belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The name of their folder, which stands for all of them where entries are named.
    pub name: String,
    /// Their names, in order.
    pub entries: Vec<String>,
}

/// An entry: the thing that a player enters a game with, such as a deck.
pub trait Entry<C>: Clone + Send + Sync + 'static {
    /// The noun for an entry in messages, such as `deck`.
    const NOUN: &'static str;

    /// The endings of the names of its files, such as `json`; none where there is nothing to enter.
    const ENDINGS: &'static [&'static str];

    /// The numbers of players that can enter a game, within 2 to [`SEATS`].
    const SEATS: RangeInclusive<usize>;

    /// The edit that makes a card of no use, such as `cost=99`, if there is one.
    const BLANK: Option<&'static str> = None;

    /// The kind of game that it enters, at a table of so many, where there are several kinds: all at a table
    /// enter the same.
    ///
    /// # Errors
    /// A message where it cannot be entered with so many.
    fn kind_of_game(&self, _seats: usize) -> Result<&'static str, String> {
        Ok("")
    }

    /// Tells by its text whether a file is one of these, whatever its name.
    fn claims(_text: &str) -> bool {
        false
    }

    /// The cost of a card and the sum of the numbers that it is printed with, where these say how
    /// strong it is.
    fn printed(_catalogue: &C, _card: &str) -> Option<[u32; 2]> {
        None
    }

    /// The sum of the numbers that a card of no text is printed with, if it costs so much.
    const CURVE: fn(u32) -> u32 = |cost| cost;

    /// The two ways in which kinds of entries are told apart when the best of each kind is searched
    /// for; `None` where none are searched for.
    const KINDS: Option<[Kind; 2]> = None;

    /// Edits that can only make a card better, such as `cost-1`, where a card has the field.
    const BUFFS: &'static [&'static str] = &[];

    /// By which rule cards are exchanged between the games of a match, in words; nothing where there are
    /// none to exchange.
    const SIDEBOARDING: Option<&'static str> = None;

    /// Itself as it is played against another in the games of a match after the first, where cards are
    /// exchanged by [`SIDEBOARDING`](Self::SIDEBOARDING); none where it stays as it is.
    fn sideboarded(&self, _catalogue: &C, _against: &Self) -> Option<Self> {
        None
    }

    /// The ids of the cards beside it that can be exchanged between the games of a match.
    fn aside<'c>(&self, _catalogue: &'c C) -> Vec<&'c str> {
        Vec::new()
    }

    /// The entry with these of its cards exchanged for as many of those [`aside`](Self::aside), by
    /// their ids; `None` where it has not got them all.
    fn boarded(&self, _catalogue: &C, _out: &[&str], _into: &[&str]) -> Option<Self> {
        None
    }

    /// The place of the entry along each of [`KINDS`](Self::KINDS), in hundredths.
    fn kind(&self, _catalogue: &C) -> [u32; 2] {
        [0; 2]
    }

    /// The ids of the cards that could be in it and would be paid for at their price, in order.
    fn pool<'c>(&self, _catalogue: &'c C) -> Vec<&'c str> {
        Vec::new()
    }

    /// Those that come with the cards, shelf by shelf, none of them empty. The first shelf is played where
    /// none is named; who is on a shelf meets the others of it.
    fn shelves(catalogue: &C) -> Vec<Shelf>;

    /// Reads some of them, in this order.
    ///
    /// # Errors
    /// Each that cannot be played.
    fn read(catalogue: &C, sources: &[Source]) -> Vec<Result<Self, EntryError>>;

    /// The name of the entry, as results show it.
    fn name(&self) -> &str;

    /// The ids of its cards, by their places in it.
    fn cards<'c>(&self, catalogue: &'c C) -> Vec<&'c str>;

    /// The same with another card at one of these places, and nothing to exchange between games.
    ///
    /// # Errors
    /// When that cannot be played.
    fn with(&self, catalogue: &C, place: usize, id: &str) -> Result<Self, EntryError>;

    /// The thing that stands in the place of a card that is left out, in words; `None` where no entry can do
    /// without one.
    const NOTHING: Option<&'static str> = None;

    /// The same without the card at one of these places, and without all that goes with it; `None` where that
    /// cannot be played.
    fn without(&self, _catalogue: &C, _place: usize) -> Option<Self> {
        None
    }

    /// The entry as its file could say it; [`Source::Text`] reads it.
    fn written(&self, catalogue: &C) -> Value;
}

/// A way in which entries differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name of the way, as results show it.
    pub name: &'static str,
    /// The width of a kind, in hundredths: the most that two entries of it are apart.
    pub width: u32,
}

/// The source of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file, or the name of one that comes with the cards.
    File(PathBuf),
    /// The text of a file, and the file that it is from.
    Text(String, PathBuf),
}

impl Source {
    /// The file that the entry is from.
    #[must_use]
    pub fn file(&self) -> &Path {
        let (Self::File(file) | Self::Text(_, file)) = self;
        file
    }
}

/// An entry that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryError {
    /// The path of the file, as it is shown.
    pub file: String,
    /// The complaints about it, line by line.
    pub lines: Vec<String>,
}

impl fmt::Display for EntryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = self.lines.iter().map(|line| format!("{}: {line}", self.file));
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

/// Of games that begin from positions alone.
impl<C> Entry<C> for Nothing {
    const NOUN: &'static str = "entry";
    const ENDINGS: &'static [&'static str] = &[];
    const SEATS: RangeInclusive<usize> = 2..=SEATS;

    fn shelves(_: &C) -> Vec<Shelf> {
        Vec::new()
    }

    fn read(_: &C, sources: &[Source]) -> Vec<Result<Self, EntryError>> {
        let refused = |source: &Source| {
            let lines = vec!["expected a position: nothing else begins this game".to_owned()];
            Err(EntryError { file: source.file().display().to_string(), lines })
        };
        sources.iter().map(refused).collect()
    }

    fn name(&self) -> &str {
        match *self {}
    }

    fn cards<'c>(&self, _: &'c C) -> Vec<&'c str> {
        match *self {}
    }

    fn with(&self, _: &C, _: usize, _: &str) -> Result<Self, EntryError> {
        match *self {}
    }

    fn written(&self, _: &C) -> Value {
        match *self {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores<const N: usize>(scores: [i16; N]) -> ArrayVec<i16, SEATS> {
        scores.into_iter().collect()
    }

    #[test]
    fn the_winner_comes_first_and_equals_share_a_place() {
        let standing = Standing::won(2, scores([7, 9, 9, 7, 3]));
        assert_eq!(standing.places[..], [3, 2, 1, 3, 5]);
        assert_eq!(standing.winner(), Some(2));
        assert_eq!(Standing::won(1, scores([30, 2])).places[..], [2, 1]);
        let standing = Standing::drawn(scores([30, 2]));
        assert_eq!((&standing.places[..], standing.winner()), (&[1, 1][..], None));
        let standing = Standing::open(scores([4, 6, 6]));
        assert_eq!((&standing.places[..], standing.winner()), (&[3, 1, 1][..], None));
        assert_eq!(Standing::open(scores([4, 6])).winner(), Some(1));
    }
}
