//! Tallies: the fate of each card in a game, for statistics of cards.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;
use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{SEATS, Seat};
use cardmill_kernel::rules::{At, Resolution, Rules};
use cardmill_kernel::schedule::Stage;
use serde::{Deserialize, Serialize};

/// The fate of one card of a player's deck. Rounds count from 1, the set-up being part of the
/// first; 0 where it never happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fate {
    /// The player whose card it is.
    pub seat: Seat,
    /// The place of the card in the catalogue.
    pub card: u16,
    /// It was in the hand that was kept, after any mulligan.
    pub opening: bool,
    /// The round in which it came to the hand for the first time after that.
    pub drawn: u8,
    /// The round in which it became a resource for the first time.
    pub resourced: u8,
    /// The round in which it was played, or deployed, for the first time.
    pub played: u8,
    /// The number of times that it was played or deployed.
    pub plays: u8,
    /// The number of attacks that it made.
    pub attacks: u8,
    /// Damage that it dealt to units.
    pub damage: u16,
    /// Damage that it dealt to bases.
    pub base_damage: u16,
    /// The number of times that it was defeated.
    pub defeated: u8,
    /// Its place in the shuffled deck, from the top, before any card was drawn; 0 where it was not
    /// in it.
    pub position: u8,
    /// It was in the hand as the game ended.
    pub held: bool,
    /// It became a resource before the first round.
    pub set_up: bool,
}

impl Fate {
    /// Tells whether it was ever in the hand.
    #[must_use]
    pub const fn is_seen(&self) -> bool {
        self.opening || self.drawn > 0
    }

    /// Tells whether it was in the shuffled deck.
    #[must_use]
    pub const fn is_shuffled(&self) -> bool {
        self.position > 0
    }
}

/// The most measures that a game has.
pub const MEASURES: usize = 8;

/// A number that is measured of a player as a round begins, beside the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Its name, as that of a column.
    pub name: &'static str,
    /// The meaning of the column: the thing that it counts.
    pub meaning: &'static str,
}

/// The standing of a player as a round began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stand {
    /// The score, as the game counts it.
    pub score: i16,
    /// One for each measure of the game, in their order.
    pub measures: ArrayVec<i16, MEASURES>,
}

/// The fates of the cards of a game, and its course.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// One for each card of the decks.
    pub fates: Vec<Fate>,
    /// The standings of the players, by seat, as each round began.
    pub rounds: Vec<ArrayVec<Stand, SEATS>>,
    /// The mulligans, by seat: `true` where the player took one; `None` of one who could not.
    pub mulligans: ArrayVec<Option<bool>, SEATS>,
    /// The resources that each player paid, by round and seat.
    pub paid: Vec<ArrayVec<u16, SEATS>>,
    /// The damage that the base of each player was dealt.
    pub bases: ArrayVec<Harm, SEATS>,
}

/// Damage to a base, by what dealt it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Harm {
    /// The damage by attacks, in combat.
    pub combat: u16,
    /// The damage by abilities of cards.
    pub abilities: u16,
    /// Because a deck was empty.
    pub empty: u16,
}

impl Tally {
    /// The fates of these cards alone, without the rounds.
    #[must_use]
    pub fn about(mut self, cards: &[u16]) -> Self {
        self.fates.retain(|fate| cards.contains(&fate.card));
        self.rounds.clear();
        self.paid.clear();
        self
    }
}

/// The tallies of the tables of a World that keep one, each with what its game notes beside it: those on
/// which searches try things do not.
#[derive(Resource)]
pub struct Tallies<T>(Arc<Mutex<Vec<(Entity, T)>>>);

impl<T: Send + 'static> Tallies<T> {
    /// Adds tallies to a World; `count` is told what has just been committed on a table that keeps one.
    pub fn add<R: Rules>(app: &mut App, count: fn(&mut T, &At<'_, R>)) {
        let tallies = Self(Arc::default());
        let counted = Self(Arc::clone(&tallies.0));
        app.insert_resource(tallies);
        app.world_mut().resource_mut::<Resolution<R>>().add(Stage::Commit, move |at| {
            let mut kept = counted.lock();
            if let Some((_, tally)) = kept.iter_mut().find(|(table, _)| *table == at.entity) {
                count(tally, at);
            }
        });
    }

    /// Begins the tally of a table, in the place of one that was begun there before.
    pub fn begin(batch: &Batch, table: usize, tally: T) {
        let entity = batch.table(table);
        let mut kept = batch.world().resource::<Self>().lock();
        kept.retain(|(table, _)| *table != entity);
        kept.push((entity, tally));
    }

    /// Ends the tally of a table and hands it over.
    ///
    /// # Panics
    /// If none was begun there.
    #[must_use]
    pub fn end(batch: &Batch, table: usize) -> T {
        let entity = batch.table(table);
        let mut kept = batch.world().resource::<Self>().lock();
        let place = kept.iter().position(|(table, _)| *table == entity);
        kept.swap_remove(place.expect("the tally was begun")).1
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Entity, T)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A figure of a card, of all of its copies in all games: a share in hundredths, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The number of copies that were played.
    Times,
    /// The share of copies that were played.
    Played,
    /// The mean round in which they were, for the first time.
    Round,
    /// The share won by those in the hand that was kept.
    WonOpening,
    /// The share won by those that were ever in the hand.
    WonInHand,
    /// Half of the width of the interval of that.
    MarginInHand,
    /// The difference of that to what others won.
    Improvement,
    /// The share won by those that were played.
    WonPlayed,
    /// Half of the width of the interval of that.
    MarginPlayed,
    /// The attacks of a copy, played or not.
    Attacks,
    /// The damage that a copy dealt, but to bases.
    Damage,
    /// The share of copies that were defeated.
    Defeated,
}

/// The functions by which a game keeps tallies. Only Worlds to which they were added pay for them.
pub struct Keeper<C> {
    /// Adds tallies to a World.
    pub add: fn(&mut App),
    /// Begins the tally of the game that was just dealt to a table.
    pub begin: fn(&mut Batch, usize),
    /// Ends the tally of a table and hands it over.
    pub end: fn(&mut Batch, usize) -> Tally,
    /// The figures that tables show of each card, each with its heading. If some are about hands, cards
    /// are drawn from shuffled decks and played from hands; else to be played is whatever the game means
    /// by it, and the number of times counts rounds.
    pub figures: &'static [(Figure, &'static str)],
    /// The meaning of these figures, in lines of at most 80 characters.
    pub explained: &'static str,
    /// The measures as rounds begin, at most [`MEASURES`].
    pub measures: &'static [Measure],
    /// The id and the name of a card of the catalogue, by its place.
    pub name: fn(&C, u16) -> [String; 2],
    /// The plural word for cards of its kind, such as `events`.
    pub kind: fn(&C, u16) -> &'static str,
    /// The cost of a card in resources; 0 in games whose cards are not drawn.
    pub cost: fn(&C, u16) -> u32,
    /// The place in the catalogue of the card with this id.
    pub place: fn(&C, &str) -> Option<u16>,
    /// The cards that any game could see, whoever enters, so that those that none has seen are told;
    /// none where the entries say which cards there are.
    pub all: fn(&C) -> Vec<u16>,
}

impl<C> Clone for Keeper<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Keeper<C> {}

impl<C> Keeper<C> {
    /// Tells whether cards are drawn from shuffled decks and played from hands.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.figures.iter().any(|(figure, _)| *figure == Figure::WonInHand)
    }
}
