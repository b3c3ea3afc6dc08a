//! Seeded random numbers: a stream for each game, purpose and player.

use bevy_ecs::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::card::{SEATS, Seat};

/// The purpose of random numbers, and the player whose they are. A draw for one never moves
/// another: with a card more or less in one deck, the others are shuffled as before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Chance that all players share: who goes first, common decks.
    Shared,
    /// Shuffles of a player's deck.
    Shuffle(Seat),
    /// Dice and random effects of a player's.
    Effect(Seat),
    /// The choices of the agent in a seat.
    Agent(Seat),
}

impl Purpose {
    /// The number of its stream.
    ///
    /// # Panics
    /// If there is no such seat.
    fn number(self) -> usize {
        let (kind, seat) = match self {
            Self::Shared => return 0,
            Self::Shuffle(seat) => (0, seat),
            Self::Effect(seat) => (1, seat),
            Self::Agent(seat) => (2, seat),
        };
        let side = usize::from(seat);
        assert!(side < SEATS, "seat {seat} of at most {SEATS}");
        1 + kind * SEATS + side
    }
}

/// The generator of one purpose in one game, from its start.
///
/// # Panics
/// If a seat of the purpose is above 7.
#[must_use]
pub fn generator(seed: u64, game: u64, purpose: Purpose) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game << 5 | purpose.number() as u64);
    rng
}

/// The positions of a table's streams that rules draw from: 4 bytes each instead of a whole
/// generator, which is built when it is needed. Agents keep their own.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Streams {
    seed: u64,
    game: u64,
    drawn: [u32; 1 + 2 * SEATS],
}

impl Streams {
    /// The streams of a game, at their start.
    #[must_use]
    pub const fn new(seed: u64, game: u64) -> Self {
        Self { seed, game, drawn: [0; 1 + 2 * SEATS] }
    }

    /// Streams by a key that belong to no game of a run: what a game would draw is not to be seen by
    /// whoever plans.
    #[must_use]
    pub const fn renewed(key: u64) -> Self {
        Self::new(key, u64::MAX >> 5)
    }

    /// The seed of the run.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The streams of the same game in a run with this seed: from their start, unless it is the same
    /// seed.
    #[must_use]
    pub const fn reseeded(&self, seed: u64) -> Self {
        if seed == self.seed { *self } else { Self::new(seed, self.game) }
    }

    /// Draws: `f` gets the generator where it was left.
    ///
    /// # Panics
    /// If the purpose is an agent (those keep their own generators), a seat is above 7, or a game
    /// draws more than 2^32 numbers for one purpose.
    pub fn draw<R>(&mut self, purpose: Purpose, f: impl FnOnce(&mut ChaCha8Rng) -> R) -> R {
        let drawn = &mut self.drawn[purpose.number()];
        let mut rng = generator(self.seed, self.game, purpose);
        rng.set_word_pos((*drawn).into());
        let result = f(&mut rng);
        *drawn = rng.get_word_pos().try_into().expect("fewer than 2^32 numbers");
        result
    }

    /// Shuffles a list by the numbers of a purpose; a list of one draws none.
    pub fn shuffle<T>(&mut self, purpose: Purpose, list: &mut [T]) {
        if list.len() > 1 {
            self.draw(purpose, |rng| shuffle(rng, list));
        }
    }
}

/// Shuffles a list (Fisher-Yates).
pub fn shuffle<T>(rng: &mut impl Rng, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, below(rng, i + 1));
    }
}

/// A number by which other random numbers are drawn.
pub fn key(rng: &mut impl Rng) -> u64 {
    rng.next_u64()
}

/// A number from 0 to `bound - 1`, all equally likely.
pub fn below(rng: &mut impl Rng, bound: usize) -> usize {
    rng.random_range(0..bound as u32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(streams: &mut Streams, purpose: Purpose, count: usize) -> Vec<usize> {
        (0..count).map(|_| streams.draw(purpose, |rng| below(rng, 1000))).collect()
    }

    #[test]
    fn the_values_are_fixed() {
        let mut streams = Streams::new(1, 2);
        assert_eq!(draws(&mut streams, Purpose::Effect(0), 4), [980, 195, 37, 230]);
        let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
        streams.shuffle(Purpose::Shuffle(0), &mut deck);
        assert_eq!(deck, [3, 5, 4, 6, 2, 0, 1, 7]);
    }

    #[test]
    fn a_draw_for_one_purpose_or_player_moves_no_other() {
        let own = Purpose::Shuffle(1);
        let others = [Purpose::Shared, Purpose::Shuffle(0), Purpose::Effect(1), Purpose::Effect(7)];
        for (between, other) in (0..70).zip(others.into_iter().cycle()) {
            let mut alone = Streams::new(3, 4);
            let mut mixed = alone;
            let expected = draws(&mut alone, own, 40);
            let mut drawn = draws(&mut mixed, own, 20);
            draws(&mut mixed, other, between);
            drawn.extend(draws(&mut mixed, own, 20));
            assert_eq!(drawn, expected);
        }
    }

    #[test]
    fn a_position_resumes_where_it_was_left() {
        // Numbers of one, two and three words, across the blocks of the generator.
        for words in 1..=3 {
            let word =
                |rng: &mut ChaCha8Rng| (0..words).map(|_| rng.next_u32()).collect::<Vec<_>>();
            let mut whole = generator(5, 6, Purpose::Effect(0));
            let mut streams = Streams::new(5, 6);
            for _ in 0..200 {
                assert_eq!(streams.draw(Purpose::Effect(0), word), word(&mut whole));
            }
        }
        let mut whole = generator(5, 6, Purpose::Effect(0));
        let mut streams = Streams::new(5, 6);
        for n in 0..200 {
            let next = |rng: &mut ChaCha8Rng| {
                if n % 3 == 0 { u64::from(rng.next_u32()) } else { rng.next_u64() }
            };
            assert_eq!(streams.draw(Purpose::Effect(0), next), next(&mut whole));
        }
    }

    #[test]
    fn a_copy_draws_the_same() {
        let mut streams = Streams::new(7, 8);
        draws(&mut streams, Purpose::Effect(0), 37);
        let mut copy = streams;
        let expected = draws(&mut streams, Purpose::Effect(0), 40);
        assert_eq!(draws(&mut copy, Purpose::Effect(0), 40), expected);
        assert_eq!(copy, streams);
    }

    #[test]
    fn seeds_games_and_purposes_differ() {
        let first = |seed, game, purpose| draws(&mut Streams::new(seed, game), purpose, 8);
        let all = [
            first(1, 1, Purpose::Shuffle(0)),
            first(1, 1, Purpose::Effect(0)),
            first(1, 2, Purpose::Shuffle(0)),
            first(2, 1, Purpose::Shuffle(0)),
            first(1, 16, Purpose::Shuffle(0)),
            first(1, 0, Purpose::Shuffle(0)),
        ];
        for (i, a) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|b| a != b), "{i}");
        }
    }

    #[test]
    fn a_short_list_draws_nothing() {
        let mut streams = Streams::new(1, 1);
        streams.shuffle::<u8>(Purpose::Shuffle(0), &mut []);
        streams.shuffle(Purpose::Shuffle(0), &mut [9]);
        assert_eq!(streams, Streams::new(1, 1));
    }

    #[test]
    fn a_shuffle_keeps_every_card_and_reaches_every_order() {
        let mut streams = Streams::new(1, 1);
        let mut orders: Vec<[u8; 3]> = Vec::new();
        for _ in 0..100 {
            let mut list = [0, 1, 2];
            streams.shuffle(Purpose::Shuffle(0), &mut list);
            orders.push(list);
        }
        orders.sort_unstable();
        orders.dedup();
        assert_eq!(orders.len(), 6);
    }
}
