//! Pods: players who built their entries of what they drew or drafted play each other, and what is won is
//! counted by card.
//!
//! Beside how games went whose players had a card in hand, there is what it is worth: a deal is played again
//! with a few of the first player's cards exchanged for one of no use, one at a time, drawn anew for every
//! deal as in [`swap`](super::swap).

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use cardmill_harness::play::Touched;
use cardmill_kernel::streams::{Purpose, generator, shuffle};

use super::journal::Journal;
use super::score;
use crate::analysis::clusters::Clusters;
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::{Counted, GameRecord};
use crate::setup::{Settings, Setup, Setups};
use crate::stats::{Copies, Handled, brought, sides};

/// Pods that are played.
pub struct Pods<'a> {
    /// The cards that all games are played with.
    pub catalogue: &'a Catalogue,
    /// The entries, pod after pod, and the pairs that meet, pod after pod likewise; each once.
    pub setups: &'a Setups,
    /// Entries of a pod.
    pub players: usize,
    /// The settings of the games, of which there is one for each setup.
    pub settings: &'a Settings,
    /// The number of the first player's cards that a deal is played again without, one at a time; 0 for none.
    pub without: usize,
    /// The id of the card of no use that is in their place.
    pub filler: &'a str,
}

/// The copies that are counted, in the order of [`OfCard::won`].
pub const COUNTED: [Copies; 5] =
    [Copies::All, Copies::Opening, Copies::Drawn, Copies::InHand, Copies::NotSeen];

/// The wins and the use of a card, counted by pod.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfCard {
    /// Wins by copies, as [`COUNTED`] has them.
    pub won: [Clusters; COUNTED.len()],
    /// The handling of copies that were shuffled; `None` for leaders.
    pub handled: Option<Handled>,
    /// The gain of the player who has the card with a copy over a card of no use in its place, on the same deals.
    pub value: Clusters,
}

impl OfCard {
    /// The wins by the copies of a kind.
    ///
    /// # Panics
    /// If they are not counted.
    #[must_use]
    pub fn of(&self, copies: Copies) -> &Clusters {
        let place = COUNTED.iter().position(|counted| *counted == copies);
        &self.won[place.expect("it is counted")]
    }
}

/// The results of pods: wins by card and by entry.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// By the places of cards in the catalogue.
    pub cards: BTreeMap<u16, OfCard>,
    /// Wins of each entry, by the place of the entry: halves and games.
    pub entries: BTreeMap<u16, (i64, u64)>,
    /// All games, those without a card among them.
    pub counted: Counted,
}

/// The pairs that meet: each two of a pod once, each first as often as second or once more.
#[must_use]
pub fn meetings(pods: usize, players: usize) -> Vec<Setup> {
    let pair = |pod: usize, a: usize, b: usize| {
        let [a, b] = if (a + b).is_multiple_of(2) { [b, a] } else { [a, b] };
        let place = |player| (pod * players + player) as u16;
        Setup::pair(place(a), place(b))
    };
    let of_pod =
        |pod| (0..players).flat_map(move |a| (a + 1..players).map(move |b| pair(pod, a, b)));
    (0..pods).flat_map(of_pod).collect()
}

impl Pods<'_> {
    /// The entries with the filler in the place of one of their cards: by the place of the card, and by their
    /// own. Where the filler cannot be there is none.
    fn exchanged(&self) -> BTreeMap<usize, BTreeMap<usize, Entry>> {
        let mut all: BTreeMap<usize, BTreeMap<usize, Entry>> = BTreeMap::new();
        for (at, entry) in self.setups.entries.iter().enumerate() {
            for place in 0..entry.cards(self.catalogue).len() {
                if let Ok(exchanged) = entry.with(self.catalogue, place, self.filler) {
                    all.entry(place).or_default().insert(at, exchanged);
                }
            }
        }
        all
    }

    /// The setups in which first players have these entries, by the places of their whole ones, which all
    /// others have.
    fn with(&self, exchanged: &BTreeMap<usize, Entry>) -> Setups {
        let Setups { entries, list, .. } = self.setups;
        let number = entries.len() as u16;
        let own = entries.iter().enumerate();
        let own = own.map(|(at, entry)| exchanged.get(&at).unwrap_or(entry));
        let all = entries.iter().chain(own).cloned().collect();
        let pair = |setup: &Setup| match setup.pairing() {
            Some([a, b]) => Setup::pair(a + number, b),
            None => setup.clone(),
        };
        Setups::new(all, Vec::new(), list.iter().map(pair).collect())
    }

    /// Plays them; the games that are played with whole entries are handed on in order.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_arms`].
    pub fn play(
        &self,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_game: &mut dyn FnMut(GameRecord),
    ) -> Result<Found, Error> {
        let Self { catalogue, setups, settings, without, .. } = *self;
        let exchanged = if without > 0 { self.exchanged() } else { BTreeMap::new() };
        let places: Vec<usize> = exchanged.keys().copied().collect();
        let others: Vec<Setups> = exchanged.values().map(|entries| self.with(entries)).collect();
        let mut arms = vec![Arm { tally: true, ..Arm::new(catalogue, setups, settings) }];
        for (setups, &place) in others.iter().zip(&places) {
            let mut touched = Touched::default();
            touched.add(place);
            let differs = Some(vec![touched; setups.list.len()]);
            arms.push(Arm { differs, ..Arm::new(catalogue, setups, settings) });
        }
        let first =
            |game: &GameRecord| game.setup.pairing().map_or(0, |[first, _]| usize::from(first));
        let drawn = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            if let [(_, game)] = deal {
                let own = first(game);
                let has =
                    |(_, entries): &(usize, &BTreeMap<usize, Entry>)| entries.contains_key(&own);
                others.extend((1..).zip(exchanged.values()).filter(has).map(|(arm, _)| arm));
                // A seed of its own: what is exchanged has nothing to do with how the deal goes.
                let mut rng = generator(!settings.seed, game.index, Purpose::Shared);
                shuffle(&mut rng, others);
                others.truncate(without);
            }
        };
        let mut found = Found::default();
        let terms = format!("pods {without} {}", self.filler);
        journal.play_arms(&arms, &terms, 0, &drawn, stop, &mut |mut deal| {
            let is_aside = found.counted.take(&deal, |_| true);
            let first = first(&deal[0].1);
            let pod = (first / self.players) as u64;
            if !is_aside {
                let whole = score(&deal[0].1.standing, 0);
                let cards = setups.entries[first].cards(catalogue);
                for (arm, game) in &deal[1..] {
                    if let Some(card) = catalogue.place(cards[places[arm - 1]]) {
                        let difference = whole - score(&game.standing, 0);
                        let of = found.cards.entry(card).or_default();
                        of.value.add(pod, difference.into(), 1);
                    }
                }
            }
            let (_, game) = deal.swap_remove(0);
            found.take(&game, pod);
            on_game(game);
        })?;
        Ok(found)
    }
}

impl Found {
    /// Takes in a game with whole entries. One that was set aside counts for nothing.
    fn take(&mut self, game: &GameRecord, pod: u64) {
        for brought in brought(game) {
            let halves = i64::from(brought.side.halves);
            let of = self.cards.entry(brought.card()).or_default();
            for (kind, won) in COUNTED.into_iter().zip(&mut of.won) {
                let copies = brought.count(kind) as u64;
                won.add(pod, halves * copies as i64, copies);
            }
            for fate in brought.fates.iter().filter(|fate| fate.is_shuffled()) {
                of.handled.get_or_insert_default().add(fate);
            }
        }
        for side in sides(game) {
            let (sum, games) = self.entries.entry(side.entry).or_default();
            *sum += i64::from(side.halves);
            *games += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_of_a_pod_meets_everybody_else() {
        let list = meetings(2, 8);
        assert_eq!(list.len(), 56);
        let pairs: Vec<[u16; 2]> = list.iter().filter_map(Setup::pairing).collect();
        let mut met: Vec<[u16; 2]> = pairs.iter().map(|&[a, b]| [a.min(b), a.max(b)]).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 56);
        for entry in 0..16 {
            let first = pairs.iter().filter(|[a, _]| *a == entry).count();
            assert!([3, 4].contains(&first), "{entry} is first {first} times of seven");
            let pod = entry / 8;
            assert!(
                pairs.iter().filter(|pair| pair.contains(&entry)).flatten().all(|at| at / 8 == pod)
            );
        }
    }
}
