//! The results of a run: wins, intervals, places and scores for each setup and seat.

pub mod betting;
pub mod clusters;
pub mod curve;
pub mod fidelity;
pub mod ladder;
pub mod likeness;
pub mod multiple;
pub mod nash;

use std::cmp::Ordering;
use std::ops::Range;

use cardmill_harness::play::{SEATS, Standing};

use crate::matches::standing;
use crate::record::{End, GameRecord, RunDigest};
use crate::setup::Setup;

/// Two-sided 95 % quantile of the normal distribution.
pub const Z: f64 = 1.959_963_984_540_054;

/// The most quarantined games that a run remembers by index.
const REMEMBERED: usize = 10;

/// The 95 % Wilson score interval of a proportion, as [low, high] within 0 to 1.
///
/// Without any games nothing is known: [0, 1].
#[must_use]
pub fn wilson(wins: u64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let [low, high] = score_interval(wins as f64 / games as f64, games as f64);
    // The ends are exact where rounding would miss them by a hair.
    [if wins == 0 { 0.0 } else { low }, if wins == games { 1.0 } else { high }]
}

/// The 95 % Wilson score interval of a proportion `p` of `n` independent games, which need not be
/// a whole number.
#[must_use]
pub fn score_interval(p: f64, n: f64) -> [f64; 2] {
    let z2 = Z * Z;
    let centre = p + z2 / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    [((centre - spread) / scale).max(0.0), ((centre + spread) / scale).min(1.0)]
}

/// The middle 95 % of what was found of samples.
fn interval(mut found: Vec<f64>) -> [f64; 2] {
    found.sort_by(f64::total_cmp);
    [found[found.len() / 40], found[found.len() - 1 - found.len() / 40]]
}

/// Wins out of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The games that were won; a draw is none.
    pub wins: u64,
    /// Games that came to an end, draws included.
    pub games: u64,
}

impl Share {
    /// The proportion of games won; none when there are no games.
    #[must_use]
    pub fn rate(self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    /// The 95 % Wilson interval of [`rate`](Self::rate).
    #[must_use]
    pub fn interval(self) -> [f64; 2] {
        wilson(self.wins, self.games)
    }

    /// Both taken together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { wins: self.wins + other.wins, games: self.games + other.games }
    }

    /// Compares the proportions; without games it is the least.
    #[must_use]
    pub fn cmp_rate(&self, other: &Self) -> Ordering {
        let rate = |share: &Self| share.rate().unwrap_or(-1.0);
        rate(self).total_cmp(&rate(other))
    }
}

/// The counts of one seat of a setup: wins, places and scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seated {
    /// Games that it won, by the seat that went first.
    won: [u64; SEATS],
    /// Games in which it went first.
    first: u64,
    /// The number of the first game that it won.
    earliest: Option<u64>,
    /// The sum of its places.
    places: u64,
    /// The sum of its scores.
    scores: i64,
}

/// Everything counted for one setup, or for several together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games set aside. They count for nobody.
    pub quarantined: u64,
    /// Games that were over with the last round that the run had for them.
    pub cut: u64,
    /// Games that came to an end.
    pub ended: u64,
    seats: Vec<Seated>,
    /// Rounds over the games that came to an end.
    rounds: u64,
    /// Decisions over the games that came to an end.
    decisions: u64,
}

impl Counts {
    /// So many seats at which nothing has been played.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        Self { seats: vec![Seated::default(); seats], ..Self::default() }
    }

    fn add(&mut self, game: &GameRecord) {
        match game.end {
            End::Quarantined => {
                self.quarantined += 1;
                return;
            }
            End::Cut => self.cut += 1,
            End::Over => {}
        }
        let first = usize::from(game.first);
        let winner = game.standing.winner();
        for (seat, counted) in self.seats.iter_mut().enumerate() {
            counted.first += u64::from(seat == first);
            if winner.map(usize::from) == Some(seat) {
                counted.won[first] += 1;
                counted.earliest.get_or_insert(game.index);
            }
            counted.places += u64::from(game.standing.places[seat]);
            counted.scores += i64::from(game.standing.scores[seat]);
        }
        self.ended += 1;
        self.rounds += u64::from(game.rounds);
        self.decisions += u64::from(game.decisions);
    }

    /// These games and others, counted as though they were of one setup.
    #[must_use]
    fn plus(mut self, other: &Self) -> Self {
        let seats = self.seats.len().max(other.seats.len());
        self.seats.resize(seats, Seated::default());
        for (seat, other) in self.seats.iter_mut().zip(&other.seats) {
            for (won, more) in seat.won.iter_mut().zip(other.won) {
                *won += more;
            }
            seat.first += other.first;
            seat.earliest = seat.earliest.into_iter().chain(other.earliest).min();
            seat.places += other.places;
            seat.scores += other.scores;
        }
        self.quarantined += other.quarantined;
        self.cut += other.cut;
        self.ended += other.ended;
        self.rounds += other.rounds;
        self.decisions += other.decisions;
        self
    }

    /// The number of seats, the greatest of several setups.
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats.len()
    }

    /// Games played, quarantined ones included.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.ended + self.quarantined
    }

    /// Games in which several came in first.
    #[must_use]
    pub fn draws(&self) -> u64 {
        let won = self.seats.iter().flat_map(|seat| seat.won).sum::<u64>();
        self.ended - won
    }

    /// The share of games that a seat won: it alone came in first.
    #[must_use]
    pub fn won(&self, seat: usize) -> Share {
        Share { wins: self.seats[seat].won.iter().sum(), games: self.ended }
    }

    /// The number of the first game that a seat won; none when it won none.
    #[must_use]
    pub fn earliest_won(&self, seat: usize) -> Option<u64> {
        self.seats[seat].earliest
    }

    /// The share of the games in which a seat went first that it won.
    #[must_use]
    pub fn going_first(&self, seat: usize) -> Share {
        Share { wins: self.seats[seat].won[seat], games: self.seats[seat].first }
    }

    /// The share of the games in which another seat went first that a seat won.
    #[must_use]
    pub fn going_later(&self, seat: usize) -> Share {
        let (all, first) = (self.won(seat), self.going_first(seat));
        Share { wins: all.wins - first.wins, games: all.games - first.games }
    }

    /// The share of games won by the player who went first.
    #[must_use]
    pub fn first_player(&self) -> Share {
        let seats = (0..self.seats.len()).map(|seat| self.going_first(seat));
        seats.fold(Share::default(), Share::plus)
    }

    /// Mean place of a seat; none when no game came to an end.
    #[must_use]
    pub fn mean_place(&self, seat: usize) -> Option<f64> {
        mean(self.seats[seat].places as f64, self.ended)
    }

    /// Mean score of a seat; none when no game came to an end.
    #[must_use]
    pub fn mean_score(&self, seat: usize) -> Option<f64> {
        mean(self.seats[seat].scores as f64, self.ended)
    }

    /// Mean rounds of the games that came to an end; none when there are none.
    #[must_use]
    pub fn rounds_per_game(&self) -> Option<f64> {
        mean(self.rounds as f64, self.ended)
    }

    /// Mean decisions of the games that came to an end; none when there are none.
    #[must_use]
    pub fn decisions_per_game(&self) -> Option<f64> {
        mean(self.decisions as f64, self.ended)
    }
}

fn mean(sum: f64, games: u64) -> Option<f64> {
    (games > 0).then(|| sum / games as f64)
}

/// A run, counted while it is played.
#[derive(Clone, Debug)]
pub struct Run {
    /// The setups in the order they are played, and what is counted for each: games, or matches.
    pub setups: Vec<(Setup, Counts)>,
    /// In a run of matches, the games by their numbers in them, and by setup.
    pub numbers: Vec<Vec<Counts>>,
    /// Games played so far, or matches.
    pub games: u64,
    /// Decisions taken so far, quarantined games included.
    pub decisions: u64,
    /// Games set aside so far, or matches with such a game.
    pub quarantined: u64,
    /// The first few games set aside, by index, and by their numbers in their matches.
    pub quarantined_games: Vec<(u64, u8)>,
    /// Digest of the trails of the games so far.
    pub trail: RunDigest,
    /// Digest of the games so far.
    pub digest: RunDigest,
}

impl Run {
    /// A run of which nothing has been played.
    #[must_use]
    pub fn new(setups: &[Setup]) -> Self {
        let counts = |setup: &Setup| (setup.clone(), Counts::new(setup.seats()));
        Self {
            setups: setups.iter().map(counts).collect(),
            numbers: Vec::new(),
            games: 0,
            decisions: 0,
            quarantined: 0,
            quarantined_games: Vec::new(),
            trail: RunDigest::default(),
            digest: RunDigest::default(),
        }
    }

    /// A run of matches of up to so many games, of which nothing has been played.
    #[must_use]
    pub fn of_matches(setups: &[Setup], best_of: u8) -> Self {
        let counts: Vec<Counts> = setups.iter().map(|setup| Counts::new(setup.seats())).collect();
        Self { numbers: vec![counts; best_of.into()], ..Self::new(setups) }
    }

    /// Counts the games of the next match; they come as they were played. In a run of games each is
    /// counted by itself. A match in which a game was set aside is set aside.
    ///
    /// # Panics
    ///
    /// As [`add`](Self::add), or when there is no game.
    pub fn add_all(&mut self, games: &[&GameRecord]) {
        if self.numbers.is_empty() {
            return games.iter().for_each(|game| self.add(game));
        }
        let place = games[0].index % self.setups.len() as u64;
        let last = games[games.len() - 1];
        for (numbers, game) in self.numbers.iter_mut().zip(games) {
            numbers[place as usize].add(game);
            self.trail.add(game.trail);
            self.digest.add(game.digest);
        }
        let aside = last.end == End::Quarantined;
        self.count(&GameRecord {
            number: last.number,
            end: if aside { End::Quarantined } else { End::Over },
            standing: if aside { Standing::default() } else { standing(games) },
            rounds: games.iter().fold(0, |sum, game| sum.saturating_add(game.rounds)),
            decisions: games.iter().fold(0, |sum, game| sum.saturating_add(game.decisions)),
            ..games[0].clone()
        });
    }

    /// Counts the next game; games come in index order.
    ///
    /// # Panics
    ///
    /// When the game is not the next one, or not of the setup its index belongs to.
    pub fn add(&mut self, game: &GameRecord) {
        self.count(game);
        self.trail.add(game.trail);
        self.digest.add(game.digest);
    }

    fn count(&mut self, game: &GameRecord) {
        assert_eq!(game.index, self.games, "games come in index order");
        let place = game.index % self.setups.len() as u64;
        let (setup, counts) = &mut self.setups[place as usize];
        assert_eq!(game.setup, *setup, "round and round");
        counts.add(game);
        self.games += 1;
        self.decisions += u64::from(game.decisions);
        if game.end == End::Quarantined {
            self.quarantined += 1;
            if self.quarantined_games.len() < REMEMBERED {
                self.quarantined_games.push((game.index, game.number));
            }
        }
    }

    /// All setups taken together, whoever sits there.
    #[must_use]
    pub fn together(&self) -> Counts {
        self.setups.iter().fold(Counts::default(), |sum, (_, counts)| sum.plus(counts))
    }

    /// The games of a setup, whether in matches or not.
    ///
    /// # Panics
    ///
    /// When there is no such setup.
    #[must_use]
    pub fn games_of(&self, setup: usize) -> Counts {
        match self.numbers.len() {
            0 => self.setups[setup].1.clone(),
            numbers => self.of_numbers(0..numbers, Some(setup)),
        }
    }

    /// Of a run of matches, the games of these numbers, from 0, of a setup; of all together where none
    /// is named.
    ///
    /// # Panics
    ///
    /// When there are no such numbers, or there is no such setup.
    #[must_use]
    pub fn of_numbers(&self, numbers: Range<usize>, setup: Option<usize>) -> Counts {
        let all = self.numbers[numbers].iter().flat_map(|counts| match setup {
            Some(setup) => core::slice::from_ref(&counts[setup]),
            None => counts,
        });
        all.fold(Counts::default(), Counts::plus)
    }

    /// Of a run of matches, the shares of the games of these numbers, from 0, that so many entries won
    /// against others.
    ///
    /// # Panics
    ///
    /// When there are no such numbers.
    #[must_use]
    pub fn shares_of_numbers(&self, numbers: &Range<usize>, entries: usize) -> Vec<Share> {
        let mut shares = vec![Share::default(); entries];
        for (place, (setup, _)) in self.setups.iter().enumerate() {
            let Some(pair) = setup.pairing().filter(|[a, b]| a != b) else { continue };
            let counts = self.of_numbers(numbers.clone(), Some(place));
            for (seat, entry) in pair.into_iter().enumerate() {
                let sum = &mut shares[usize::from(entry)];
                *sum = sum.plus(counts.won(seat));
            }
        }
        shares
    }

    /// The games of all matches; nothing of a run of games.
    #[must_use]
    pub fn games_of_matches(&self) -> Option<Counts> {
        let numbers = self.numbers.len();
        (numbers > 0).then(|| self.of_numbers(0..numbers, None))
    }

    /// Returns `true` if two entries meet in every game of the run, as [`matrix`](Self::matrix) needs it.
    #[must_use]
    pub fn is_of_pairs(&self) -> bool {
        self.setups.iter().all(|(setup, _)| setup.pairing().is_some())
    }

    /// The share of each of so many entries (rows) of its games against each other one (columns);
    /// none where they were not paired, and the first seat's share of an entry against itself.
    #[must_use]
    pub fn matrix(&self, entries: usize) -> Vec<Vec<Option<Share>>> {
        let mut shares = vec![vec![None; entries]; entries];
        for (setup, counts) in &self.setups {
            let Some([a, b]) = setup.pairing().map(|pair| pair.map(usize::from)) else { continue };
            shares[b][a] = Some(counts.won(1));
            shares[a][b] = Some(counts.won(0));
        }
        shares
    }

    /// So many entries with their shares of all their games against other entries, the best first.
    #[must_use]
    pub fn ranking(&self, entries: usize) -> Vec<(u16, Share)> {
        let mut shares = vec![Share::default(); entries];
        for (setup, counts) in &self.setups {
            let Setup::Entries(seats) = setup else { continue };
            if seats.iter().any(|entry| *entry != seats[0]) {
                for (seat, &entry) in seats.iter().enumerate() {
                    let sum = &mut shares[usize::from(entry)];
                    *sum = sum.plus(counts.won(seat));
                }
            }
        }
        let mut ranking: Vec<(u16, Share)> = (0..).zip(shares).collect();
        ranking.sort_by(|(_, one), (_, other)| one.cmp_rate(other).reverse());
        ranking
    }
}

#[cfg(test)]
mod tests {
    use cardmill_kernel::streams::{Purpose, below, generator};

    use super::*;
    use crate::record::{aside, example};

    /// Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
    /// Medicine 17 (1998), table I, method 3.
    #[test]
    fn wilson_agrees_with_published_values() {
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let [got_low, got_high] = wilson(wins, games);
            assert!((got_low - low).abs() < 5e-5, "{wins}/{games}: {got_low}");
            assert!((got_high - high).abs() < 5e-5, "{wins}/{games}: {got_high}");
        }
    }

    #[test]
    fn wilson_covers_nineteen_times_in_twenty() {
        for share in [0.03, 0.25, 0.42, 0.5, 0.8] {
            let covers = |seed: &u64| {
                let mut rng = generator(*seed, 0, Purpose::Shared);
                let wins = (0..400).filter(|_| below(&mut rng, 1_000) < (share * 1e3) as usize);
                let [low, high] = wilson(wins.count() as u64, 400);
                low <= share && share <= high
            };
            let covered = (0..1_000).filter(covers).count();
            assert!(covered >= 930, "{share}: {covered} of 1000");
        }
    }

    #[test]
    fn wilson_at_the_ends() {
        assert_eq!(wilson(0, 0), [0.0, 1.0]);
        assert_eq!(wilson(0, 10)[0], 0.0);
        assert_eq!(wilson(10, 10)[1], 1.0);
        let [low, high] = wilson(5, 10);
        assert!((low + high - 1.0).abs() < 1e-12);
        assert!((low - 0.236_593).abs() < 1e-6);
    }

    #[test]
    fn wilson_mirrors_for_the_other_side() {
        let ([low, high], [other_low, other_high]) = (wilson(37, 100), wilson(63, 100));
        assert!((low + other_high - 1.0).abs() < 1e-12);
        assert!((high + other_low - 1.0).abs() < 1e-12);
    }

    fn game(index: u64, entries: (u16, u16), first: u8, winner: Option<u8>) -> GameRecord {
        let setup = Setup::pair(entries.0, entries.1);
        GameRecord { setup, first, rounds: 5, decisions: 100, ..example(index, winner) }
    }

    #[test]
    fn a_run_is_counted_by_setup_and_by_who_goes_first() {
        let mut run = Run::new(&[Setup::pair(0, 1), Setup::pair(0, 2)]);
        let games = [(0, Some(0)), (0, Some(1)), (1, Some(0)), (1, None)];
        for (round, (first, winner)) in (0..).zip(games) {
            run.add(&game(2 * round, (0, 1), first, winner));
            run.add(&game(2 * round + 1, (0, 2), 1, Some(1)));
        }
        run.add(&aside(game(8, (0, 1), 1, None)));
        run.add(&GameRecord { end: End::Cut, ..game(9, (0, 2), 1, Some(1)) });
        let (_, counts) = &run.setups[0];
        let share = |wins, games| Share { wins, games };
        assert_eq!((counts.games(), counts.quarantined, counts.draws()), (5, 1, 1));
        assert_eq!([0, 1].map(|seat| counts.won(seat)), [share(2, 4), share(1, 4)]);
        assert_eq!([0, 1].map(|seat| counts.going_first(seat)), [share(1, 2), share(0, 2)]);
        assert_eq!([0, 1].map(|seat| counts.going_later(seat)), [share(1, 2), share(1, 2)]);
        assert_eq!(counts.first_player(), share(1, 4));
        assert_eq!([0, 1].map(|seat| counts.mean_place(seat)), [Some(1.25), Some(1.5)]);
        assert_eq!([0, 1].map(|seat| counts.mean_score(seat)), [Some(30.0), Some(4.0)]);
        assert_eq!(counts.rounds_per_game(), Some(5.0));
        assert_eq!(counts.decisions_per_game(), Some(100.0));
        assert_eq!((run.games, run.decisions, run.quarantined), (10, 1000, 1));
        assert_eq!(run.quarantined_games, [(8, 1)]);
        let matrix = run.matrix(3);
        assert_eq!(matrix[0][1], Some(share(2, 4)));
        assert_eq!(matrix[1][0], Some(share(1, 4)));
        assert_eq!(matrix[1][2], None);
        assert_eq!(run.ranking(3), [(2, share(5, 5)), (1, share(1, 4)), (0, share(2, 9))]);
        let together = run.together();
        assert_eq!((together.games(), together.cut, together.draws()), (10, 1, 1));
        assert_eq!([0, 1].map(|seat| together.won(seat)), [share(2, 9), share(6, 9)]);
        assert_eq!(together.first_player(), share(6, 9));
        assert_eq!(together.rounds_per_game(), Some(5.0));
    }

    #[test]
    fn a_run_of_matches_is_counted_by_match_and_by_number() {
        let mut run = Run::of_matches(&[Setup::pair(0, 1), Setup::pair(1, 1)], 3);
        let numbered = |index, entries, winners: &[Option<u8>]| {
            let games = (1..).zip(winners).map(|(number, winner)| {
                let game = game(index, entries, 0, *winner);
                GameRecord { number, digest: u64::from(number), ..game }
            });
            games.collect::<Vec<_>>()
        };
        let [one, other, drawn] = [Some(0), Some(1), None];
        for (index, winners) in
            [&[one, other, other][..], &[one, one], &[one, other, drawn]].into_iter().enumerate()
        {
            let entries = if index == 1 { (1, 1) } else { (0, 1) };
            let games = numbered(index as u64, entries, winners);
            run.add_all(&games.iter().collect::<Vec<_>>());
        }
        let mut last = numbered(3, (1, 1), &[one, drawn]);
        last[1] = aside(last[1].clone());
        run.add_all(&last.iter().collect::<Vec<_>>());

        let share = |wins, games| Share { wins, games };
        assert_eq!((run.games, run.quarantined, run.decisions), (4, 1, 1000));
        assert_eq!(run.quarantined_games, [(3, 2)]);
        let (_, counts) = &run.setups[0];
        assert_eq!((counts.won(0), counts.won(1)), (share(0, 2), share(1, 2)));
        assert_eq!((counts.draws(), counts.rounds_per_game()), (1, Some(15.0)));
        assert_eq!(run.of_numbers(0..1, Some(0)).won(0), share(2, 2));
        assert_eq!(run.games_of(0).won(1), share(3, 6));
        assert_eq!(run.of_numbers(1..3, None).games(), 6);
        assert_eq!(run.shares_of_numbers(&(0..3), 2), [share(2, 6), share(3, 6)]);
        assert_eq!(run.shares_of_numbers(&(1..2), 2), [share(0, 2), share(2, 2)]);
        let all = run.games_of_matches().unwrap();
        assert_eq!((all.games(), all.quarantined), (10, 1));
        let mut digest = RunDigest::default();
        [1, 2, 3, 1, 2, 1, 2, 3, 1, 2].into_iter().for_each(|game| digest.add(game));
        assert_eq!(run.digest.value(), digest.value());
    }

    #[test]
    fn nothing_played_has_no_means() {
        let counts = Counts::new(2);
        assert_eq!(counts.rounds_per_game(), None);
        assert_eq!(counts.mean_place(1), None);
        assert_eq!(counts.won(0).rate(), None);
        assert_eq!(counts.won(0).interval().map(f64::to_bits), [0.0, 1.0].map(f64::to_bits));
    }

    #[test]
    #[should_panic(expected = "index order")]
    fn a_game_out_of_order_is_refused() {
        Run::new(&[Setup::pair(0, 1)]).add(&game(3, (0, 1), 0, None));
    }
}
