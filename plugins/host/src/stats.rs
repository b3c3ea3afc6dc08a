//! Statistics of the cards of a run: the number of times that they were seen and played, and the
//! share of games that were won with them; the length of games, and the share that was won by
//! whoever was ahead.
//!
//! The shares are those that the community counts (17lands' names): every copy counts by itself.
//! Copies of one card in one game share its result, so an interval is that of as many independent
//! games as the copies are worth: (sum of copies)² / (sum of squares of copies in a game).

use std::collections::BTreeMap;

use cardmill_harness::tally::{Fate, Stand};
use cardmill_kernel::card::Seat;
use serde::Serialize;

use crate::analysis::score_interval;
use crate::record::{End, GameRecord};
use crate::setup::Setup;

/// The handling of cards by a player who was dealt them, counted in copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Handled {
    /// Those that were ever in the hand.
    pub drawn: u64,
    /// Those of them that were played.
    pub played: u64,
}

impl Handled {
    /// Draws or plays of a card from which on games say something of it.
    const LEAST: u64 = 20;

    /// Takes a copy in, by its fate.
    pub fn add(&mut self, fate: &Fate) {
        if fate.is_seen() {
            self.drawn += 1;
            self.played += u64::from(fate.played > 0);
        }
    }

    /// Takes in what else was counted.
    pub fn merge(&mut self, other: Self) {
        self.drawn += other.drawn;
        self.played += other.played;
    }

    /// The share that was played; 0 where nothing was drawn.
    #[must_use]
    pub fn share(self) -> f64 {
        self.played as f64 / self.drawn.max(1) as f64
    }

    /// Returns `true` if games say next to nothing of a card that was handled so: it was played in
    /// less than one in twenty draws, or fewer than twenty times.
    #[must_use]
    pub const fn is_idle(self) -> bool {
        self.played < Self::LEAST || self.is_unplayed()
    }

    /// Returns `true` if it was drawn often enough and played in less than one in twenty draws, so
    /// that nothing is to be said of it.
    #[must_use]
    pub const fn is_unplayed(self) -> bool {
        self.drawn >= Self::LEAST && self.played * 20 < self.drawn
    }
}

/// The handling of cards by the plural word for their kind, such as `events`.
pub type Kinds = BTreeMap<&'static str, Handled>;

/// Takes in what became of the cards of a player in a game, or of all players.
pub fn handle(
    kinds: &mut Kinds,
    game: &GameRecord,
    seat: Option<usize>,
    kind: &dyn Fn(u16) -> &'static str,
) {
    let fates = game.tally.iter().flat_map(|tally| &tally.fates);
    let own = |fate: &&Fate| seat.is_none_or(|seat| usize::from(fate.seat) == seat);
    for fate in fates.filter(own).filter(|fate| fate.is_seen()) {
        kinds.entry(kind(fate.card)).or_default().add(fate);
    }
}

/// The copies of a card that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copies {
    /// All copies in the deck (GP).
    All,
    /// Those in the hand that was kept (OH).
    Opening,
    /// Those that came to the hand later (GD).
    Drawn,
    /// Those that were ever in the hand (GIH).
    InHand,
    /// Those that never were in the hand (GNS).
    NotSeen,
    /// Those that were played, or deployed.
    Played,
    /// Those that became resources.
    Resourced,
}

impl Copies {
    /// All ways in which copies are counted.
    pub const ALL: [Self; 7] = [
        Self::All,
        Self::Opening,
        Self::Drawn,
        Self::InHand,
        Self::NotSeen,
        Self::Played,
        Self::Resourced,
    ];

    const fn has(self, fate: &Fate) -> bool {
        match self {
            Self::All => true,
            Self::Opening => fate.opening,
            Self::Drawn => !fate.opening && fate.drawn > 0,
            Self::InHand => fate.is_seen(),
            Self::NotSeen => !fate.is_seen(),
            Self::Played => fate.played > 0,
            Self::Resourced => fate.resourced > 0,
        }
    }
}

/// Wins that are counted by copies of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// The number of copies over all games.
    pub copies: u64,
    /// Twice the copies in games that were won, once those in games that were drawn.
    halves: u64,
    /// The squares of the copies in each game.
    squares: u64,
}

impl Won {
    fn add(&mut self, copies: u64, halves: u64) {
        self.copies += copies;
        self.halves += copies * halves;
        self.squares += copies * copies;
    }

    /// The share of copies whose game was won, a draw being half a win; none without copies.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        (self.copies > 0).then(|| self.halves as f64 / (2.0 * self.copies as f64))
    }

    /// The independent games that the copies are worth.
    #[must_use]
    pub fn games(&self) -> f64 {
        let copies = self.copies as f64;
        if self.squares == 0 { 0.0 } else { copies * copies / self.squares as f64 }
    }

    /// The 95 % Wilson interval of [`rate`](Self::rate); 0 to 1 without copies.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        self.rate().map_or([0.0, 1.0], |rate| score_interval(rate, self.games()))
    }
}

/// The counts of one card in the deck of one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    won: [Won; Copies::ALL.len()],
    /// Of those that began in the deck, which leaders do not.
    pub handled: Option<Handled>,
    /// Sums over the copies that were played: rounds of the first time, and how often.
    rounds: u64,
    plays: u64,
    attacks: u64,
    damage: u64,
    base_damage: u64,
    defeated: u64,
}

impl Card {
    /// The wins by the copies of a kind.
    #[must_use]
    pub const fn won(&self, copies: Copies) -> &Won {
        &self.won[copies as usize]
    }

    /// The share of all copies that are of a kind, from 0 to 1; `None` without copies.
    #[must_use]
    pub fn share(&self, copies: Copies) -> Option<f64> {
        ratio(self.won(copies).copies, self.won(Copies::All).copies)
    }

    /// Means of a copy, whether it was played or not: attacks, damage to units, defeats.
    #[must_use]
    pub fn deeds_of_all(&self) -> [Option<f64>; 3] {
        let all = self.won(Copies::All).copies;
        [self.attacks, self.damage, self.defeated].map(|sum| ratio(sum, all))
    }

    /// By how much games in which it was in the hand were won more often than others (IWD).
    #[must_use]
    pub fn improvement(&self) -> Option<f64> {
        Some(self.won(Copies::InHand).rate()? - self.won(Copies::NotSeen).rate()?)
    }

    /// The mean round in which it was played first.
    #[must_use]
    pub fn round(&self) -> Option<f64> {
        ratio(self.rounds, self.won(Copies::Played).copies)
    }

    /// Means of a copy that was played: plays, attacks, damage to units, damage to bases, defeats.
    #[must_use]
    pub fn deeds(&self) -> [Option<f64>; 5] {
        let played = self.won(Copies::Played).copies;
        [self.plays, self.attacks, self.damage, self.base_damage, self.defeated]
            .map(|sum| ratio(sum, played))
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// The counts of games by a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// The number of games that ended in it.
    pub ended: u64,
    /// The number of games that reached it.
    pub reached: u64,
    /// Of these, games in which somebody was ahead as it began; from the second round on.
    pub ahead: u64,
    /// Of these, games that this player won.
    pub kept: u64,
}

/// The counts of a run with tallies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// By the places of entries and of cards in the catalogue.
    pub cards: BTreeMap<(u16, u16), Card>,
    /// The counts by round, from 1.
    pub rounds: BTreeMap<u16, Round>,
}

/// A player in a game whose result counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// The number of the game in the run.
    pub game: u64,
    /// The seat of the player.
    pub seat: Seat,
    /// The place of the entry among those of the run; of the position where games begin from positions.
    pub entry: u16,
    /// The place of what the other player entered; none where there are more.
    pub opponent: Option<u16>,
    /// Half points: two for a game that was won, one for one that was drawn.
    pub halves: u8,
}

/// The copies of a card that a player brought to a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// The player who brought them.
    pub side: Side,
    /// The fates of the copies, at least one.
    pub fates: Vec<Fate>,
}

impl Brought {
    /// The place of the card in the catalogue.
    #[must_use]
    pub fn card(&self) -> u16 {
        self.fates[0].card
    }

    /// The number of the copies that are of a kind.
    #[must_use]
    pub fn count(&self, copies: Copies) -> usize {
        self.fates.iter().filter(|fate| copies.has(fate)).count()
    }
}

/// The standing of a player as a round of a game began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The player in the game.
    pub side: Side,
    /// The round, from 1.
    pub round: u16,
    /// The score and the measures.
    pub stand: Stand,
}

/// The players of a game with a tally; none where it was set aside.
pub(crate) fn sides(game: &GameRecord) -> Vec<Side> {
    if game.end == End::Quarantined || game.tally.is_none() {
        return Vec::new();
    }
    let winner = game.standing.winner();
    let halves = |seat| winner.map_or(1, |winner| 2 * u8::from(winner == seat));
    let side = |seat: usize| {
        let (entry, opponent) = match &game.setup {
            Setup::Entries(entries) => {
                let other = match &entries[..] {
                    [first, second] => Some(if seat == 0 { *second } else { *first }),
                    _ => None,
                };
                (entries[seat], other)
            }
            Setup::Position { position, .. } => (*position, None),
        };
        let halves = halves(seat as Seat);
        Side { game: game.index, seat: seat as Seat, entry, opponent, halves }
    };
    (0..game.setup.seats()).map(side).collect()
}

/// The copies of cards that players brought to a game: seat by seat, in the order of the catalogue.
#[must_use]
pub fn brought(game: &GameRecord) -> Vec<Brought> {
    let fates = game.tally.iter().flat_map(|tally| &tally.fates);
    let mut fates: Vec<Fate> = fates.copied().collect();
    fates.sort_by_key(|fate| (fate.seat, fate.card));
    let mut all = Vec::new();
    for side in sides(game) {
        let own = fates.iter().filter(|fate| fate.seat == side.seat).copied();
        let own: Vec<Fate> = own.collect();
        let copies = own.chunk_by(|one, next| one.card == next.card);
        all.extend(copies.map(|fates| Brought { side, fates: fates.to_vec() }));
    }
    all
}

/// The standings of players as the rounds of a game began: round by round, then by seat.
#[must_use]
pub fn begun(game: &GameRecord) -> Vec<Begun> {
    let sides = sides(game);
    let rounds = game.tally.iter().flat_map(|tally| &tally.rounds);
    // One that was cut may have begun another round.
    let rounds = (1..=game.rounds).zip(rounds);
    let of_round = |(round, stands)| {
        let stands = sides.iter().zip(stands);
        stands.map(move |(&side, stand): (&Side, &Stand)| Begun {
            side,
            round,
            stand: stand.clone(),
        })
    };
    rounds.flat_map(of_round).collect()
}

impl Stats {
    /// Takes in a game. One that was set aside, or has no tally, counts for nothing.
    pub fn add(&mut self, game: &GameRecord) {
        if sides(game).is_empty() {
            return;
        }
        for brought in brought(game) {
            self.cards.entry((brought.side.entry, brought.card())).or_default().add(&brought);
        }
        for round in 1..=game.rounds {
            self.rounds.entry(round).or_default().reached += 1;
        }
        self.rounds.entry(game.rounds).or_default().ended += 1;
        for stands in begun(game).chunk_by(|one, next| one.round == next.round) {
            let most = stands.iter().map(|begun| begun.stand.score).max();
            let mut leaders = stands.iter().filter(|begun| Some(begun.stand.score) == most);
            if let (Some(leader), None) = (leaders.next(), leaders.next()) {
                let round = self.rounds.entry(leader.round).or_default();
                round.ahead += 1;
                round.kept += u64::from(leader.side.halves == 2);
            }
        }
    }
}

impl Card {
    /// Takes in the copies of one game.
    fn add(&mut self, brought: &Brought) {
        for kind in Copies::ALL {
            let count = brought.count(kind) as u64;
            self.won[kind as usize].add(count, brought.side.halves.into());
        }
        for fate in &brought.fates {
            if fate.is_shuffled() {
                self.handled.get_or_insert_default().add(fate);
            }
            self.rounds += u64::from(fate.played);
            self.plays += u64::from(fate.plays);
            self.attacks += u64::from(fate.attacks);
            self.damage += u64::from(fate.damage);
            self.base_damage += u64::from(fate.base_damage);
            self.defeated += u64::from(fate.defeated);
        }
    }
}

#[cfg(test)]
mod tests {
    use cardmill_harness::tally::Tally;
    use cardmill_kernel::card::Seat;

    use super::*;
    use crate::record::{aside, example};

    const OPENING: Fate = Fate {
        seat: 0,
        card: 5,
        opening: true,
        drawn: 0,
        resourced: 0,
        played: 2,
        plays: 1,
        attacks: 3,
        damage: 4,
        base_damage: 6,
        defeated: 1,
        position: 3,
        held: false,
        set_up: false,
    };

    /// A game in which the first player has two copies of card 5, one of them in the opening hand,
    /// and the second player has one.
    fn game(index: u64, winner: Option<Seat>) -> GameRecord {
        let unseen = Fate { card: 5, ..Fate::default() };
        let drawn = Fate { seat: 1, card: 5, drawn: 3, resourced: 3, ..Fate::default() };
        let stand = |score| Stand { score, ..Stand::default() };
        let rounds = [[0, 0], [2, 0], [3, 3], [4, 3]].map(|of| of.into_iter().map(stand).collect());
        let tally = Tally {
            fates: vec![unseen, drawn, OPENING],
            rounds: rounds.into(),
            ..Tally::default()
        };
        GameRecord { tally: Some(Box::new(tally)), ..example(index, winner) }
    }

    #[test]
    fn copies_are_counted_with_the_results_of_their_games() {
        let mut stats = Stats::default();
        stats.add(&game(0, Some(0)));
        stats.add(&game(1, Some(0)));
        stats.add(&game(2, Some(1)));
        stats.add(&game(3, None));
        stats.add(&aside(game(4, Some(1))));
        let own = &stats.cards[&(0, 5)];
        let rate = |copies| own.won(copies).rate();
        assert_eq!(own.won(Copies::All).copies, 8);
        for copies in [Copies::All, Copies::Opening, Copies::InHand, Copies::NotSeen] {
            assert_eq!(rate(copies), Some(2.5 / 4.0), "{copies:?}");
        }
        assert_eq!((rate(Copies::Drawn), rate(Copies::Resourced)), (None, None));
        assert_eq!(own.share(Copies::Played), Some(0.5));
        assert_eq!((own.improvement(), own.round()), (Some(0.0), Some(2.0)));
        assert_eq!(own.deeds(), [1.0, 3.0, 4.0, 6.0, 1.0].map(Some));
        let other = &stats.cards[&(1, 5)];
        assert_eq!(other.won(Copies::Drawn).rate(), Some(1.5 / 4.0));
        assert_eq!(other.won(Copies::Resourced).copies, 4);
        // What was in no shuffled deck is not drawn.
        assert_eq!((own.handled, other.handled), (Some(Handled { drawn: 4, played: 4 }), None));
    }

    #[test]
    fn copies_of_one_game_are_worth_one_game() {
        let [mut apart, mut together] = [Won::default(); 2];
        for _ in 0..100 {
            apart.add(1, 2);
            apart.add(1, 0);
            together.add(2, 2);
            together.add(2, 0);
        }
        assert_eq!((apart.rate(), together.rate()), (Some(0.5), Some(0.5)));
        assert_eq!((apart.games(), together.games()), (200.0, 200.0));
        assert_eq!(apart.interval(), together.interval());
        assert_eq!(Won::default().interval(), [0.0, 1.0]);
    }

    #[test]
    fn what_is_hardly_played_is_idle() {
        let idle = |played, drawn| Handled { drawn, played }.is_idle();
        assert_eq!(
            [idle(20, 400), idle(19, 20), idle(20, 401), idle(0, 0)],
            [false, true, true, true]
        );
    }

    #[test]
    fn rounds_say_who_was_ahead() {
        let mut stats = Stats::default();
        stats.add(&game(0, Some(0)));
        stats.add(&game(1, Some(1)));
        let round = |number| stats.rounds[&number];
        assert_eq!(round(1), Round { ended: 0, reached: 2, ahead: 0, kept: 0 });
        assert_eq!(round(2), Round { ended: 0, reached: 2, ahead: 2, kept: 1 });
        assert_eq!(round(3), Round { ended: 2, reached: 2, ahead: 0, kept: 0 });
    }
}
