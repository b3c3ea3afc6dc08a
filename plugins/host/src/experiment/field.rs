//! Everybody against everybody, and what going first is worth.
//!
//! The matrix is of games as a run has them. Some of their deals are played a second time with the
//! other player going first: nearly all else in such a couple is alike, so that it tells of going
//! first what dozens of games on deals of their own would tell.

use std::sync::atomic::AtomicBool;

use crate::analysis::Run;
use crate::analysis::betting::Differences;
use crate::batch::Arm;
use crate::error::Error;
use crate::matches::Match;
use crate::record::{Counted, End, GameRecord};
use crate::setup::Setup;

use super::journal::Journal;
use super::{Answer, ERROR, Question, score};

/// Of so many rounds of the pairings, one is played in couples.
pub(super) const COUPLED: u64 = 4;

/// A field, while it is played.
#[derive(Clone, Debug)]
pub struct Field {
    /// The games of the matrix.
    pub run: Run,
    /// By pairing, in the order of the run.
    pub first: Vec<First>,
    /// The same deals after a change, where one is asked about.
    pub after: Option<After>,
}

/// The field after a change, on the same deals.
#[derive(Clone, Debug)]
pub struct After {
    /// The games of the matrix.
    pub run: Run,
    /// The gain of each entry by the change, with a part for each opponent by its place.
    pub answers: Vec<Answer>,
    /// The games that were counted after the change.
    pub counted: Counted,
}

impl After {
    fn new(setups: &[Setup], entries: usize) -> Self {
        let answer = |_| Answer::new(Question { arm: AFTER, seat: 0 }, entries, 2);
        Self {
            run: Run::new(setups),
            answers: (0..entries).map(answer).collect(),
            counted: Counted::default(),
        }
    }

    /// Takes in a deal before and after the change.
    fn add(&mut self, pair: [&GameRecord; 2]) {
        let [base, new] = pair;
        self.run.add(new);
        self.counted.add(new);
        let Some(entries) = base.setup.pairing() else { return };
        let aside = pair.iter().any(|game| game.end == End::Quarantined);
        for (seat, (own, other)) in entries.into_iter().zip(entries.into_iter().rev()).enumerate() {
            let answer = &mut self.answers[usize::from(own)];
            match aside {
                true => answer.aside += 1,
                false => {
                    answer.add(usize::from(other), seat, pair);
                }
            }
        }
    }
}

/// The place of the arm with the change: behind that in which the other goes first.
const AFTER: usize = 2;

/// The worth of going first: the gain of the player in seat 0 who goes first over one who goes second, on the same
/// deals.
#[derive(Clone, Debug)]
pub struct First {
    /// Of all couples.
    pub differences: Differences,
    /// Exchanged games that were set aside; those as dealt are counted by the run.
    pub quarantined: u64,
    /// The first deal of which the exchanged game was.
    pub faulty: Option<u64>,
}

impl Default for First {
    fn default() -> Self {
        Self { differences: Differences::new(2), quarantined: 0, faulty: None }
    }
}

impl First {
    /// Couples of several pairings, taken together.
    #[must_use]
    pub fn together(pairings: &[Self]) -> Self {
        let mut all = Self::default();
        for first in pairings {
            all.differences.merge(&first.differences);
            all.quarantined += first.quarantined;
            all.faulty = all.faulty.into_iter().chain(first.faulty).min();
        }
        all
    }

    /// By how much whoever goes first wins more than half of the games, −½ to ½.
    #[must_use]
    pub fn worth(&self) -> f64 {
        self.differences.mean() / 2.0
    }

    /// The interval of [`worth`](Self::worth) that holds whenever it is looked at.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        self.differences.interval(1.0 - ERROR).map(|end| end / 2.0)
    }

    /// Takes in a couple of games: as dealt, and with the other player going first.
    pub(super) fn add(&mut self, couple: [&GameRecord; 2]) {
        let [as_dealt, exchanged] = couple.map(|game| game.end == End::Quarantined);
        if exchanged {
            self.quarantined += 1;
            self.faulty.get_or_insert(couple[1].index);
        }
        if as_dealt || exchanged {
            return;
        }
        let [one, other] = couple.map(|game| score(&game.standing, 0));
        self.differences.add(if couple[0].first == 0 { one - other } else { other - one });
    }
}

impl Field {
    /// Nothing is played yet of these pairings, in matches or not.
    #[must_use]
    pub fn new(setups: &[Setup], matches: Option<Match>) -> Self {
        let run = match matches {
            Some(Match { best_of, .. }) => Run::of_matches(setups, best_of),
            None => Run::new(setups),
        };
        Self { run, first: vec![First::default(); setups.len()], after: None }
    }

    /// As [`new`](Self::new), to be played before and after a change of so many entries.
    #[must_use]
    pub fn of_change(setups: &[Setup], entries: usize) -> Self {
        Self { after: Some(After::new(setups, entries)), ..Self::new(setups, None) }
    }

    /// All pairings together.
    #[must_use]
    pub fn together(&self) -> First {
        First::together(&self.first)
    }

    /// Couples that were counted.
    #[must_use]
    pub fn couples(&self) -> u64 {
        self.first.iter().map(|first| first.differences.pairs()).sum()
    }

    /// The games of so many rounds of so many pairings, before and after a change where there is one: matches
    /// count as one. They are what [`play`](Self::play) counts.
    #[must_use]
    pub const fn work(rounds: u64, pairings: u64, change: bool) -> u64 {
        let both = if change { 2 } else { 1 };
        (rounds.saturating_mul(both) + rounds.div_ceil(COUPLED)).saturating_mul(pairings)
    }

    /// Plays all games of an arm, or all matches, unless `stop` is set. Couples are of first games.
    /// With a change, its arm plays the same deals. `on_deal` is told how many games, or matches, a deal was.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_arms`].
    pub fn play(
        &mut self,
        arm: Arm<'_>,
        change: Option<Arm<'_>>,
        matches: Option<Match>,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_deal: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let pairings = arm.setups.list.len() as u64;
        let exchanged = arm.exchanged();
        let mut arms = match matches {
            Some(terms) => terms.arms(arm),
            None => vec![arm],
        };
        let couple = arms.len();
        arms.push(exchanged);
        arms.extend(change);
        let after = couple + 1;
        let of_match = |deal: &[(usize, GameRecord)]| -> Vec<(usize, GameRecord)> {
            deal.iter().filter(|(arm, _)| *arm < couple).cloned().collect()
        };
        let others = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            if let [(_, game)] = deal
                && (game.index / pairings).is_multiple_of(COUPLED)
            {
                others.push(couple);
            }
            if deal.len() == 1 && after < arms.len() {
                others.push(after);
            }
            others.extend(matches.and_then(|terms| terms.next(&of_match(deal))));
        };
        journal.play_arms(&arms, "meta", 0, &others, stop, &mut |mut deal| {
            let beside = deal.iter().filter(|(arm, _)| *arm >= couple).count();
            on_deal(1 + beside as u64);
            let changed = deal.extract_if(.., |(arm, _)| *arm == after).next();
            let exchanged = deal.pop_if(|(arm, _)| *arm == couple);
            if let (Some(field), Some((_, new))) = (&mut self.after, &changed) {
                field.add([&deal[0].1, new]);
            }
            let games: Vec<&GameRecord> = deal.iter().map(|(_, game)| game).collect();
            if let Some((_, exchanged)) = &exchanged {
                self.first[(games[0].index % pairings) as usize].add([games[0], exchanged]);
            }
            self.run.add_all(&games);
        })
    }
}

#[cfg(test)]
mod tests {
    use bevy_app::App;
    use cardmill_harness::play::{Play, Source};
    use cardmill_kernel::batch::Batch;
    use cardmill_unlimited::board::Board;
    use cardmill_unlimited::choice::Unlimited;
    use cardmill_unlimited::deal::digest;
    use cardmill_unlimited::driver::Tabletop;

    use super::*;
    use crate::example::{UNLIMITED, cards};
    use crate::output::manifest::all_read;
    use crate::record::{aside, example};

    #[test]
    fn who_goes_first_is_all_that_is_exchanged() {
        let catalogue = UNLIMITED.load(&cards()).unwrap();
        let luke = [Source::File("luke".into())];
        let deck = &all_read(&catalogue, &luke).unwrap()[0];
        let deck = deck.get::<Tabletop>();
        let catalogue = catalogue.get::<Tabletop>();
        let mut batch = Batch::of::<Unlimited>(catalogue, 1, |_: &mut App| ());
        let mut dealt = |exchanges: usize| {
            Tabletop::deal(&mut batch, 0, &[deck, deck], 3, 4);
            (0..exchanges).for_each(|_| Tabletop::exchange_first(&mut batch, 0));
            let board = batch.world().get::<Board>(batch.table(0)).unwrap();
            let hands = [0, 1].map(|seat| board.players[seat].hand);
            (board.first, hands, digest(&batch, 0))
        };
        let [as_dealt, once, twice] = [0, 1, 2].map(&mut dealt);
        assert_eq!(as_dealt, twice);
        assert_eq!((as_dealt.0, as_dealt.1), (1 - once.0, once.1));
        assert_ne!(as_dealt.2, once.2);
    }

    #[test]
    fn work_is_what_is_played() {
        let deal = |index: u64, change: bool| {
            1 + u64::from((index / 3).is_multiple_of(COUPLED)) + u64::from(change)
        };
        for (rounds, change) in [(1, false), (4, false), (41, false), (41, true), (43, true)] {
            let played: u64 = (0..3 * rounds).map(|index| deal(index, change)).sum();
            assert_eq!(Field::work(rounds, 3, change), played, "{rounds} {change}");
        }
    }

    fn game(first: u8, winner: Option<u8>) -> GameRecord {
        GameRecord { first, ..example(0, winner) }
    }

    #[test]
    fn going_first_is_worth_what_a_player_wins_by_it() {
        let mut first = First::default();
        // Seat 0 wins both, wins when it goes first, wins when it goes second, and draws.
        first.add([&game(0, Some(0)), &game(1, Some(0))]);
        first.add([&game(1, Some(1)), &game(0, Some(0))]);
        first.add([&game(0, Some(0)), &game(1, Some(1))]);
        first.add([&game(1, Some(0)), &game(0, None)]);
        assert_eq!(first.differences.pairs(), 4);
        assert_eq!(first.worth(), (0.0 + 1.0 + 1.0 - 0.5) / 8.0);
        let [low, high] = first.interval();
        assert!(-0.5 <= low && low < first.worth() && first.worth() < high && high <= 0.5);
    }

    #[test]
    fn couples_with_a_game_that_was_set_aside_count_for_nothing() {
        let mut field = Field::new(&[Setup::pair(0, 1), Setup::pair(0, 2)], None);
        let at = |index| GameRecord { index, ..game(0, Some(0)) };
        field.first[0].add([&aside(at(2)), &at(2)]);
        field.first[0].add([&at(6), &aside(at(6))]);
        field.first[1].add([&at(3), &aside(at(3))]);
        let all = field.together();
        assert_eq!((all.quarantined, all.faulty), (2, Some(3)));
        assert_eq!(field.couples(), 0);
    }
}
