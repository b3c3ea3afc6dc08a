//! What a run says: wins, intervals and splits for each pairing.

use std::cmp::Ordering;

use crate::record::{GameRecord, Outcome, RunDigest};

/// Two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// How many quarantined games a run remembers by index.
const REMEMBERED: usize = 10;

/// The 95 % Wilson score interval of a proportion, as [low, high] within 0 to 1.
///
/// Without any games nothing is known: [0, 1].
#[must_use]
pub fn wilson(wins: u64, games: u64) -> [f64; 2] {
    if games == 0 {
        return [0.0, 1.0];
    }
    let n = games as f64;
    let p = wins as f64 / n;
    let z2 = Z * Z;
    let centre = p + z2 / (2.0 * n);
    let spread = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // The ends are exact where rounding would miss them by a hair.
    let low = if wins == 0 { 0.0 } else { (centre - spread) / scale };
    let high = if wins == games { 1.0 } else { (centre + spread) / scale };
    [low, high]
}

/// Wins out of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Games won.
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

/// How games between two decks ended; quarantined games are not among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games deck a won.
    pub wins_a: u64,
    /// Games deck b won.
    pub wins_b: u64,
    /// Games nobody won.
    pub draws: u64,
}

impl Tally {
    /// Games that came to an end.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins_a + self.wins_b + self.draws
    }

    /// Deck a's share.
    #[must_use]
    pub const fn a(self) -> Share {
        Share { wins: self.wins_a, games: self.games() }
    }

    /// Deck b's share.
    #[must_use]
    pub const fn b(self) -> Share {
        Share { wins: self.wins_b, games: self.games() }
    }

    /// Both taken together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            wins_a: self.wins_a + other.wins_a,
            wins_b: self.wins_b + other.wins_b,
            draws: self.draws + other.draws,
        }
    }
}

/// Everything counted for one pairing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Index of side a's deck.
    pub deck_a: u16,
    /// Index of side b's deck.
    pub deck_b: u16,
    /// The games in which deck a went first.
    pub a_first: Tally,
    /// The games in which deck b went first.
    pub b_first: Tally,
    /// Games set aside.
    pub quarantined: u64,
    /// Rounds over the games that came to an end.
    rounds: u64,
    /// Decisions over the games that came to an end.
    decisions: u64,
}

impl Pairing {
    /// A pairing of which nothing has been played.
    #[must_use]
    pub fn new(deck_a: u16, deck_b: u16) -> Self {
        Self {
            deck_a,
            deck_b,
            a_first: Tally::default(),
            b_first: Tally::default(),
            quarantined: 0,
            rounds: 0,
            decisions: 0,
        }
    }

    fn add(&mut self, game: &GameRecord) {
        let tally = if game.first_player == 0 { &mut self.a_first } else { &mut self.b_first };
        match game.outcome {
            Outcome::WinA => tally.wins_a += 1,
            Outcome::WinB => tally.wins_b += 1,
            Outcome::Draw => tally.draws += 1,
            Outcome::Quarantined => {
                self.quarantined += 1;
                return;
            }
        }
        self.rounds += u64::from(game.rounds);
        self.decisions += u64::from(game.decisions);
    }

    /// The games of this pairing and of another one, counted as though they were one.
    #[must_use]
    fn plus(self, other: &Self) -> Self {
        Self {
            a_first: self.a_first.plus(other.a_first),
            b_first: self.b_first.plus(other.b_first),
            quarantined: self.quarantined + other.quarantined,
            rounds: self.rounds + other.rounds,
            decisions: self.decisions + other.decisions,
            ..self
        }
    }

    /// Games played, quarantined ones included.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.total().games() + self.quarantined
    }

    /// The games that came to an end, whoever went first.
    #[must_use]
    pub const fn total(&self) -> Tally {
        self.a_first.plus(self.b_first)
    }

    /// The share of games won by the player who went first.
    #[must_use]
    pub const fn first_player(&self) -> Share {
        self.a_first.a().plus(self.b_first.b())
    }

    /// Mean rounds of the games that came to an end; none when there are none.
    #[must_use]
    pub fn rounds_per_game(&self) -> Option<f64> {
        mean(self.rounds, self.total().games())
    }

    /// Mean decisions of the games that came to an end; none when there are none.
    #[must_use]
    pub fn decisions_per_game(&self) -> Option<f64> {
        mean(self.decisions, self.total().games())
    }
}

fn mean(sum: u64, games: u64) -> Option<f64> {
    (games > 0).then(|| sum as f64 / games as f64)
}

/// A run, counted while it is played.
#[derive(Clone, Debug)]
pub struct Run {
    /// The pairings in the order they are played.
    pub pairings: Vec<Pairing>,
    /// Games played so far.
    pub games: u64,
    /// Decisions taken so far, quarantined games included.
    pub decisions: u64,
    /// Games set aside so far.
    pub quarantined: u64,
    /// The first few games set aside, by index.
    pub quarantined_games: Vec<u64>,
    /// Digest of the games so far.
    pub digest: RunDigest,
}

impl Run {
    /// A run of which nothing has been played.
    #[must_use]
    pub fn new(pairings: &[(u16, u16)]) -> Self {
        Self {
            pairings: pairings.iter().map(|&(a, b)| Pairing::new(a, b)).collect(),
            games: 0,
            decisions: 0,
            quarantined: 0,
            quarantined_games: Vec::new(),
            digest: RunDigest::default(),
        }
    }

    /// Counts the next game; games come in index order.
    ///
    /// # Panics
    ///
    /// When the game is not the next one, or not of the pairing its index belongs to.
    pub fn add(&mut self, game: &GameRecord) {
        assert_eq!(game.index, self.games, "games come in index order");
        let place = game.index % self.pairings.len() as u64;
        let pairing = &mut self.pairings[place as usize];
        assert_eq!((game.deck_a, game.deck_b), (pairing.deck_a, pairing.deck_b), "round and round");
        pairing.add(game);
        self.games += 1;
        self.decisions += u64::from(game.decisions);
        if game.outcome == Outcome::Quarantined {
            self.quarantined += 1;
            if self.quarantined_games.len() < REMEMBERED {
                self.quarantined_games.push(game.index);
            }
        }
        self.digest.add(game.digest);
    }

    /// All pairings taken together, whatever their decks.
    #[must_use]
    pub fn together(&self) -> Pairing {
        self.pairings.iter().fold(Pairing::new(0, 0), Pairing::plus)
    }

    /// The share of each of so many decks (rows) of its games against each other one (columns);
    /// none where they were not paired, and side a's share of a deck against itself.
    #[must_use]
    pub fn matrix(&self, decks: usize) -> Vec<Vec<Option<Share>>> {
        let mut shares = vec![vec![None; decks]; decks];
        for pairing in &self.pairings {
            let (a, b) = (usize::from(pairing.deck_a), usize::from(pairing.deck_b));
            shares[b][a] = Some(pairing.total().b());
            shares[a][b] = Some(pairing.total().a());
        }
        shares
    }

    /// So many decks with their shares of all their games against other decks, the best first.
    #[must_use]
    pub fn ranking(&self, decks: usize) -> Vec<(u16, Share)> {
        let mut shares = vec![Share::default(); decks];
        for pairing in self.pairings.iter().filter(|pairing| pairing.deck_a != pairing.deck_b) {
            let total = pairing.total();
            for (deck, share) in [(pairing.deck_a, total.a()), (pairing.deck_b, total.b())] {
                let sum = &mut shares[usize::from(deck)];
                *sum = sum.plus(share);
            }
        }
        let mut ranking: Vec<(u16, Share)> = (0..).zip(shares).collect();
        ranking.sort_by(|(_, one), (_, other)| one.cmp_rate(other).reverse());
        ranking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn game(index: u64, decks: (u16, u16), first_player: u8, outcome: Outcome) -> GameRecord {
        GameRecord {
            index,
            deck_a: decks.0,
            deck_b: decks.1,
            first_player,
            outcome,
            rounds: 5,
            decisions: 100,
            base_damage: [30, 12],
            digest: index,
        }
    }

    #[test]
    fn a_run_is_counted_by_pairing_and_by_who_goes_first() {
        use Outcome::{Draw, Quarantined, WinA, WinB};
        let mut run = Run::new(&[(0, 1), (0, 2)]);
        let games = [(0, WinA), (0, WinB), (1, WinA), (1, Draw), (1, Quarantined)];
        for (round, (first, outcome)) in (0..).zip(games) {
            run.add(&game(2 * round, (0, 1), first, outcome));
            run.add(&game(2 * round + 1, (0, 2), 1, WinB));
        }
        let pairing = &run.pairings[0];
        assert_eq!(pairing.games(), 5);
        assert_eq!(pairing.quarantined, 1);
        assert_eq!(pairing.total(), Tally { wins_a: 2, wins_b: 1, draws: 1 });
        assert_eq!(pairing.a_first, Tally { wins_a: 1, wins_b: 1, draws: 0 });
        assert_eq!(pairing.b_first, Tally { wins_a: 1, wins_b: 0, draws: 1 });
        assert_eq!(pairing.first_player(), Share { wins: 1, games: 4 });
        assert_eq!(pairing.rounds_per_game(), Some(5.0));
        assert_eq!(pairing.decisions_per_game(), Some(100.0));
        assert_eq!((run.games, run.decisions, run.quarantined), (10, 1000, 1));
        assert_eq!(run.quarantined_games, [8]);
        let matrix = run.matrix(3);
        assert_eq!(matrix[0][1], Some(Share { wins: 2, games: 4 }));
        assert_eq!(matrix[1][0], Some(Share { wins: 1, games: 4 }));
        assert_eq!(matrix[1][2], None);
        let ranking = run.ranking(3);
        assert_eq!(ranking[0], (2, Share { wins: 5, games: 5 }));
        assert_eq!(ranking[1], (1, Share { wins: 1, games: 4 }));
        assert_eq!(ranking[2], (0, Share { wins: 2, games: 9 }));
        let together = run.together();
        assert_eq!(together.games(), 10);
        assert_eq!(together.total(), Tally { wins_a: 2, wins_b: 6, draws: 1 });
        assert_eq!(together.first_player(), Share { wins: 6, games: 9 });
        assert_eq!(together.rounds_per_game(), Some(5.0));
    }

    #[test]
    fn nothing_played_has_no_means() {
        let pairing = Pairing::new(0, 1);
        assert_eq!(pairing.rounds_per_game(), None);
        assert_eq!(pairing.total().a().rate(), None);
        assert_eq!(pairing.total().a().interval().map(f64::to_bits), [0.0, 1.0].map(f64::to_bits));
    }

    #[test]
    #[should_panic(expected = "index order")]
    fn a_game_out_of_order_is_refused() {
        Run::new(&[(0, 1)]).add(&game(3, (0, 1), 0, Outcome::Draw));
    }
}
