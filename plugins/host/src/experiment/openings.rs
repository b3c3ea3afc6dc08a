//! Openings of games: mulligans, first resources and going first, the worth of each, and the course of the games.
//!
//! What an opening is worth is not told by games as they went: a hand that is drawn anew was a bad one. So
//! each deal is played again by the other way: with either player going first, with each player keeping the
//! hand that was given up or giving up the one that was kept, and with first resources drawn by lot. All
//! else of the deal is alike.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use cardmill_harness::tally::{Fate, Tally};

use super::field::{COUPLED, First};
use super::journal::Journal;
use super::{ERROR, score};
use crate::analysis::Run;
use crate::analysis::betting::Differences;
use crate::batch::{Arm, Deal, Opened};
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::{Counted, End, GameRecord};

/// A card costs little if it costs so much at most.
pub const CHEAP: u32 = 2;

/// Half points of a game, with a draw one of two.
const UNITS: u16 = 2;

/// Numbers, as their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    /// The number of values that were added.
    pub count: u64,
    sum: i64,
    squares: u64,
}

impl Mean {
    fn add(&mut self, value: i64) {
        self.count += 1;
        self.sum += value;
        self.squares += value.unsigned_abs().pow(2);
    }

    /// Their mean; none where there are none.
    #[must_use]
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The variance of the mean; 0 of one number alone.
    fn variance(&self) -> f64 {
        let count = self.count.max(2) as f64;
        let mean = self.sum as f64 / count;
        ((self.squares as f64 / count - mean * mean) / (count - 1.0)).max(0.0)
    }

    /// The half width of the 95 % interval of the mean, in the unit of the values.
    #[must_use]
    pub fn reach(&self) -> f64 {
        crate::analysis::Z * self.variance().sqrt()
    }
}

/// Hands that are alike.
#[derive(Clone, Debug)]
pub struct Hands {
    /// Hands that were dealt and could be given up.
    pub dealt: u64,
    /// Those that were.
    pub taken: u64,
    /// The gain of the player who gives such a hand up over keeping it, on the same deals.
    pub gain: Differences,
}

impl Default for Hands {
    fn default() -> Self {
        Self { dealt: 0, taken: 0, gain: Differences::new(UNITS) }
    }
}

/// Cards of kept hands that are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Copies in hands that were kept.
    pub kept: u64,
    /// Those that became first resources.
    pub resourced: u64,
    /// Half points that were won by lot over the choice: where the lot left them in the hand, and where it made
    /// them resources.
    lot: [Mean; 2],
}

impl Kept {
    /// The gain of the player for whom the lot makes it a resource over one who keeps it in hand, in shares of a
    /// game, with its 95 % interval; `None` where one of both is not known.
    #[must_use]
    pub fn worth(&self) -> Option<(f64, [f64; 2])> {
        let [left, made] = self.lot;
        let units = f64::from(UNITS);
        let worth = (made.value()? - left.value()?) / units;
        let reach = crate::analysis::Z * (left.variance() + made.variance()).sqrt() / units;
        Some((worth, [worth - reach, worth + reach]))
    }
}

/// A round of the games of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tempo {
    /// The resources that the player paid in the round.
    pub paid: Mean,
    /// The measures of the player as the round began, in the order in which the game lists them.
    pub measures: Vec<Mean>,
}

/// The games that a player won: their length, and the damage to the other base by its cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Won {
    /// The number of rounds of those games.
    pub rounds: Mean,
    /// Damage to the other base in combat.
    pub combat: Mean,
    /// Damage to the other base by abilities.
    pub abilities: Mean,
    /// By drawing from an empty deck.
    pub empty: Mean,
}

/// The openings of one entry and the worth of each choice in them.
#[derive(Clone, Debug)]
pub struct Own {
    /// Games that count.
    pub games: u64,
    /// Hands that were given up: how much better the player comes in by it.
    pub taken: Differences,
    /// Hands that were kept: how much better the player would come in by giving them up.
    pub kept: Differences,
    /// By the number of cards that cost little.
    pub hands: BTreeMap<usize, Hands>,
    /// The gain of the player who chooses first resources over one who draws them by lot, on the same deals.
    pub choice: Differences,
    /// Cards of kept hands, by their places in the catalogue.
    pub cards: BTreeMap<u16, Kept>,
    /// The same by what they cost.
    pub costs: BTreeMap<u32, Kept>,
    /// By round, from 1.
    pub tempo: Vec<Tempo>,
    /// The games that were won.
    pub won: Won,
}

impl Default for Own {
    fn default() -> Self {
        let none = || Differences::new(UNITS);
        Self {
            games: 0,
            taken: none(),
            kept: none(),
            hands: BTreeMap::new(),
            choice: none(),
            cards: BTreeMap::new(),
            costs: BTreeMap::new(),
            tempo: Vec::new(),
            won: Won::default(),
        }
    }
}

/// The openings and the course of the games of some entries.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The games as they were dealt.
    pub run: Run,
    /// The worth of going first, pairing by pairing.
    pub first: Vec<First>,
    /// By the places of the entries.
    pub own: Vec<Own>,
    /// Games that ended in each round, from 1.
    pub ended: BTreeMap<u16, u64>,
    /// The games that were counted, those of all arms together.
    pub counted: Counted,
}

/// The arms in which seats open otherwise stand behind these two: as dealt, and with the other going first.
const BEFORE: usize = 2;

/// In which arm a seat opens so.
fn arm_of(Opened { seat, mulligan, by_lot }: Opened) -> usize {
    BEFORE + 4 * usize::from(by_lot) + 2 * usize::from(seat) + usize::from(mulligan)
}

/// All ways in which seats open otherwise, in the order of their arms.
fn ways() -> impl Iterator<Item = Opened> {
    let seats = [false, true].into_iter().flat_map(|by_lot| [0, 1].map(|seat| (by_lot, seat)));
    seats.flat_map(|(by_lot, seat)| [false, true].map(|mulligan| Opened { seat, mulligan, by_lot }))
}

impl Openings {
    /// Nothing is played yet of these entries.
    #[must_use]
    pub fn new(arm: &Arm<'_>) -> Self {
        let list = &arm.setups.list;
        Self {
            run: Run::new(list),
            first: vec![First::default(); list.len()],
            own: vec![Own::default(); arm.setups.entries.len()],
            ended: BTreeMap::new(),
            counted: Counted::default(),
        }
    }

    /// Plays all games of an arm, each by all ways, unless `stop` is set.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_arms`].
    pub fn play(
        &mut self,
        arm: Arm<'_>,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_deal: &mut dyn FnMut(),
    ) -> Result<(), Error> {
        let Arm { catalogue, setups, settings, .. } = arm;
        let pairings = setups.list.len() as u64;
        let nothing = || Some(Vec::new());
        let mut arms = vec![
            Arm { tally: true, ..Arm::new(catalogue, setups, settings) },
            Arm {
                tally: true,
                about: nothing(),
                ..Arm::new(catalogue, setups, settings).exchanged()
            },
        ];
        arms.extend(ways().map(|way| Arm {
            tally: true,
            about: if way.by_lot { None } else { nothing() },
            opening: Some(way),
            ..Arm::new(catalogue, setups, settings)
        }));
        let others = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            let [(_, game)] = deal else { return };
            let Some(tally) = game.tally.as_ref().filter(|_| game.end != End::Quarantined) else {
                return;
            };
            if (game.index / pairings).is_multiple_of(COUPLED) {
                others.push(1);
            }
            for (seat, taken) in (0..).zip(&tally.mulligans) {
                let other = taken.map(|taken| Opened { seat, mulligan: !taken, by_lot: false });
                others.extend(other.map(arm_of));
                let mulligan = taken.unwrap_or(false);
                others.push(arm_of(Opened { seat, mulligan, by_lot: true }));
            }
        };
        journal.play_arms(&arms, "openings", 0, &others, stop, &mut |deal| {
            self.take(&deal, catalogue, pairings);
            on_deal();
        })
    }

    /// Takes a deal in.
    fn take(&mut self, deal: &Deal, catalogue: &Catalogue, pairings: u64) {
        let aside = self.counted.take(deal, |_| true);
        let (_, base) = &deal[0];
        self.run.add(base);
        let in_arm = |at: usize| deal.iter().find(|(arm, _)| *arm == at).map(|(_, game)| game);
        if let Some(exchanged) = in_arm(1) {
            self.first[(base.index % pairings) as usize].add([base, exchanged]);
        }
        let (Some(tally), Some(entries), false) = (&base.tally, base.setup.pairing(), aside) else {
            return;
        };
        *self.ended.entry(base.rounds).or_default() += 1;
        for (seat, entry) in (0..2_u8).zip(entries) {
            let own = &mut self.own[usize::from(entry)];
            own.games += 1;
            own.go_on(tally, base, seat);
            let taken = tally.mulligans.get(usize::from(seat)).copied().flatten();
            let gained = |other: &GameRecord| {
                score(&other.standing, seat.into()) - score(&base.standing, seat.into())
            };
            if let Some(taken) = taken {
                let other = in_arm(arm_of(Opened { seat, mulligan: !taken, by_lot: false }));
                // By giving the hand up, whatever was done.
                let gain = other.map(|other| if taken { -gained(other) } else { gained(other) });
                own.deal(tally, catalogue, seat, taken, gain);
            }
            let mulligan = taken.unwrap_or(false);
            let by_lot = in_arm(arm_of(Opened { seat, mulligan, by_lot: true }));
            own.resource(tally, catalogue, seat, by_lot.map(|lot| (lot, gained(lot))));
        }
    }
}

/// The cards of a seat that began in its deck.
fn of_seat(tally: &Tally, seat: u8) -> impl Iterator<Item = &Fate> {
    tally.fates.iter().filter(move |fate| fate.seat == seat && fate.is_shuffled())
}

impl Own {
    /// Takes in what was done with the hand that was dealt, and what giving it up gains.
    fn deal(
        &mut self,
        tally: &Tally,
        catalogue: &Catalogue,
        seat: u8,
        taken: bool,
        gain: Option<i32>,
    ) {
        // As many cards are drawn again.
        let size = of_seat(tally, seat).filter(|fate| fate.opening).count();
        let dealt = of_seat(tally, seat).filter(|fate| usize::from(fate.position) <= size);
        let cheap = dealt.filter(|fate| catalogue.cost(fate.card) <= CHEAP).count();
        let hands = self.hands.entry(cheap).or_default();
        hands.dealt += 1;
        hands.taken += u64::from(taken);
        if let Some(gain) = gain {
            hands.gain.add(gain);
            if taken { &mut self.taken } else { &mut self.kept }.add(gain);
        }
    }

    /// Takes in which cards of the kept hand became resources, by choice and by lot, with the half points that
    /// the lot gained.
    fn resource(
        &mut self,
        tally: &Tally,
        catalogue: &Catalogue,
        seat: u8,
        by_lot: Option<(&GameRecord, i32)>,
    ) {
        for fate in of_seat(tally, seat).filter(|fate| fate.opening) {
            for counted in self.counts_of(catalogue, fate.card) {
                counted.kept += 1;
                counted.resourced += u64::from(fate.set_up);
            }
        }
        let Some((game, gain)) = by_lot else { return };
        self.choice.add(-gain);
        let by_lot = game.tally.iter().flat_map(|tally| of_seat(tally, seat));
        for fate in by_lot.filter(|fate| fate.opening) {
            for counted in self.counts_of(catalogue, fate.card) {
                counted.lot[usize::from(fate.set_up)].add(gain.into());
            }
        }
    }

    /// Counts of a card of a kept hand: its own, and those of its cost.
    fn counts_of(&mut self, catalogue: &Catalogue, card: u16) -> [&mut Kept; 2] {
        let of_cost = self.costs.entry(catalogue.cost(card)).or_default();
        [self.cards.entry(card).or_default(), of_cost]
    }

    /// Takes in how a game went on.
    fn go_on(&mut self, tally: &Tally, game: &GameRecord, seat: u8) {
        let at = usize::from(seat);
        let rounds = usize::from(game.rounds).min(tally.rounds.len());
        if self.tempo.len() < rounds {
            self.tempo.resize_with(rounds, Tempo::default);
        }
        for (round, (tempo, stands)) in
            self.tempo.iter_mut().zip(&tally.rounds[..rounds]).enumerate()
        {
            let paid = tally.paid.get(round).and_then(|paid| paid.get(at)).copied();
            tempo.paid.add(paid.unwrap_or(0).into());
            let Some(stand) = stands.get(at) else { continue };
            tempo.measures.resize(stand.measures.len(), Mean::default());
            for (mean, &measured) in tempo.measures.iter_mut().zip(&stand.measures) {
                mean.add(measured.into());
            }
        }
        if game.standing.winner() == Some(seat)
            && let Some(harm) = tally.bases.get(1 - at)
        {
            let Won { rounds, combat, abilities, empty } = &mut self.won;
            rounds.add(game.rounds.into());
            combat.add(harm.combat.into());
            abilities.add(harm.abilities.into());
            empty.add(harm.empty.into());
        }
    }

    /// Hands that could be given up, and those that were.
    #[must_use]
    pub fn mulligans(&self) -> [u64; 2] {
        let sum = |of: fn(&Hands) -> u64| self.hands.values().map(of).sum();
        [sum(|hands| hands.dealt), sum(|hands| hands.taken)]
    }
}

/// A mean difference in shares of a game, with the interval that holds whenever it is looked at.
#[must_use]
pub fn worth(differences: &Differences) -> (f64, [f64; 2]) {
    (differences.mean(), differences.interval(1.0 - ERROR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_an_arm_of_its_own() {
        let arms: Vec<usize> = ways().map(arm_of).collect();
        assert_eq!(arms, (BEFORE..BEFORE + 8).collect::<Vec<_>>());
    }

    #[test]
    fn means_have_the_intervals_of_their_numbers() {
        let mut mean = Mean::default();
        assert_eq!((mean.value(), mean.reach()), (None, 0.0));
        [1, 2, 3, 4].into_iter().for_each(|value| mean.add(value));
        assert_eq!(mean.value(), Some(2.5));
        // The variance is 5 / 3, that of the mean a quarter of it.
        assert!((mean.variance() - 5.0 / 12.0).abs() < 1e-12, "{}", mean.variance());
    }

    #[test]
    fn what_the_lot_makes_a_resource_is_worth_the_difference() {
        let mut kept = Kept::default();
        for gain in [-2, 0, -2, 0] {
            kept.lot[0].add(gain);
        }
        assert_eq!(kept.worth(), None);
        for gain in [2, 0, 2, 0] {
            kept.lot[1].add(gain);
        }
        let (worth, [low, high]) = kept.worth().unwrap();
        assert!((worth - 1.0).abs() < 1e-12 && low < 1.0 && 1.0 < high, "{worth} {low} {high}");
    }
}
