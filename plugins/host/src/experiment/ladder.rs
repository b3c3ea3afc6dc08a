//! Agents against each other, each two on the same deals.
//!
//! A deal is played in two arms by each two of them: as it is dealt, and with seats exchanged. So each
//! has had the better cards once, and what is left is who plays better.

use std::sync::atomic::AtomicBool;

use cardmill_harness::agent::Agent;

use super::journal::Journal;
use super::score;
use crate::analysis::ladder::Deals;
use crate::batch::Arm;
use crate::error::Error;
use crate::host::Catalogue;
use crate::record::{Counted, End, GameRecord};
use crate::setup::{Settings, Setups};
use crate::stats::{Kinds, handle};

/// The most games that were set aside whose numbers are kept.
const REMEMBERED: usize = 10;

/// The games of an agent on a ladder, with its decisions and its cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tallied {
    /// Games that came to an end.
    pub games: u64,
    /// Decisions in them, of both players.
    pub decisions: u64,
    /// Cards by kind, where the game keeps tallies.
    pub cards: Kinds,
}

impl Tallied {
    fn add(&mut self, game: &GameRecord, seat: usize, kind: &dyn Fn(u16) -> &'static str) {
        self.games += 1;
        self.decisions += u64::from(game.decisions);
        handle(&mut self.cards, game, Some(seat), kind);
    }
}

/// The games of a ladder: what is dealt, and the agents that play each two against each other.
pub struct Contest<'a> {
    /// The cards that all games are played with.
    pub catalogue: &'a Catalogue,
    /// The setups that the deals go round, one after another.
    pub setups: &'a Setups,
    /// The settings of the games, of which the agents are not read: each two of [`agents`](Self::agents) sit there.
    pub settings: &'a Settings,
    /// The agents that are rated; pairs name them by their places in this list.
    pub agents: &'a [Agent],
    /// The number of deals that each two agents play, each once with either of them in seat 0.
    pub deals: u64,
}

/// A ladder, while it is played.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The quarters that were won, deal by deal and pair of agents by pair of agents.
    pub deals: Deals,
    /// The counts of each agent, in the order of the contest.
    pub agents: Vec<Tallied>,
    /// Of all games.
    pub counted: Counted,
    /// The first games that were set aside: the number of the deal, and who sat there.
    pub aside: Vec<(u64, [usize; 2])>,
}

impl Ladder {
    /// Nothing is played yet of these pairs of agents.
    #[must_use]
    pub fn new(agents: usize, pairs: Vec<[usize; 2]>) -> Self {
        Self {
            deals: Deals::new(pairs),
            agents: vec![Tallied::default(); agents],
            counted: Counted::default(),
            aside: Vec::new(),
        }
    }

    /// The places of the agents in both seats, arm by arm: two arms for each pair, the second with seats exchanged.
    fn seated(&self) -> impl Iterator<Item = [usize; 2]> {
        self.deals.pairs.iter().flat_map(|&[one, other]| [[one, other], [other, one]])
    }

    /// Plays all deals, unless `stop` is set, and tells how many games each had.
    ///
    /// # Errors
    ///
    /// As [`Journal::play_deals`].
    pub fn play(
        &mut self,
        contest: &Contest<'_>,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_deal: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        let &Contest { catalogue, setups, settings, agents, deals } = contest;
        let with = |seats: [usize; 2]| Settings {
            agents: seats.into_iter().map(|place| agents[place]).collect(),
            ..settings.clone()
        };
        let ways: Vec<Settings> = self.seated().map(with).collect();
        // A position has no cards of its players.
        let tally = setups.positions.is_empty();
        let arm = |way| Arm { tally, ..Arm::new(catalogue, setups, way) };
        let arms: Vec<Arm<'_>> = ways.iter().map(arm).collect();
        // All other arms as soon as the first has been played.
        let all = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
            if deal.len() == 1 {
                others.extend(1..arms.len());
            }
        };
        let kind = |card| catalogue.kind(card);
        journal.play_deals(&arms, "ladder", 0..deals, &all, stop, &mut |deal| {
            let games: Vec<GameRecord> = deal.into_iter().map(|(_, game)| game).collect();
            self.take(&games, &kind);
            on_deal(games.len() as u64);
        })
    }

    /// Takes in the games of a deal, by arm.
    fn take(&mut self, games: &[GameRecord], kind: &dyn Fn(u16) -> &'static str) {
        let seated: Vec<[usize; 2]> = self.seated().collect();
        for (game, seats) in games.iter().zip(seated) {
            self.counted.add(game);
            if game.end == End::Quarantined {
                if self.aside.len() < REMEMBERED {
                    self.aside.push((game.index, seats));
                }
                continue;
            }
            for (seat, agent) in seats.into_iter().enumerate() {
                self.agents[agent].add(game, seat, kind);
            }
        }
        let won = games.chunks(2).map(|both| {
            let counts = both.iter().all(|game| game.end != End::Quarantined);
            // The one who is named first sits first, and then second.
            let of = |seat: usize| score(&both[seat].standing, seat).unsigned_abs();
            counts.then(|| of(0) + of(1))
        });
        let won: Vec<Option<u32>> = won.collect();
        self.deals.add(&won);
    }
}

#[cfg(test)]
mod tests {
    use cardmill_harness::tally::{Fate, Tally};

    use super::*;
    use crate::record::{aside, example};
    use crate::stats::Handled;

    #[test]
    fn each_deal_is_won_by_both_seats_together() {
        let mut ladder = Ladder::new(3, vec![[0, 1], [2, 1]]);
        let deal = |winners: [Option<u8>; 4]| winners.map(|winner| example(0, winner));
        // The first wins from both seats; the third draws and loses from the second seat.
        ladder.take(&deal([Some(0), Some(1), None, Some(0)]), &|_| "");
        let mut faulty = deal([Some(0), Some(1), Some(0), Some(1)]);
        faulty[2] = aside(faulty[2].clone());
        ladder.take(&faulty, &|_| "");
        let found = ladder.deals.rate(3, 0, 0);
        let shares: Vec<(f64, u64)> =
            found.shares.iter().map(|one| (one.share, one.games)).collect();
        assert_eq!(shares, [(1.0, 4), (0.25, 2)]);
        let games: Vec<u64> = ladder.agents.iter().map(|agent| agent.games).collect();
        assert_eq!((games, ladder.agents[1].decisions), (vec![4, 7, 3], 7 * 40));
        assert_eq!((ladder.counted.games, ladder.counted.quarantined), (8, 1));
        assert_eq!(ladder.aside, [(0, [2, 1])]);
    }

    #[test]
    fn what_is_drawn_and_played_is_counted_for_who_sat_there() {
        let fate =
            |seat, card, drawn, played| Fate { seat, card, drawn, played, ..Fate::default() };
        let fates = vec![fate(0, 1, 2, 3), fate(0, 1, 2, 0), fate(0, 2, 0, 4), fate(1, 2, 1, 1)];
        let tally = Some(Box::new(Tally { fates, ..Tally::default() }));
        let mut ladder = Ladder::new(2, vec![[0, 1]]);
        let games = [example(0, Some(0)), example(0, Some(0))];
        let games = games.map(|game| GameRecord { tally: tally.clone(), ..game });
        ladder.take(&games, &|card| if card == 1 { "events" } else { "units" });
        // Each sat in both seats once; what was played from elsewhere was not drawn.
        let handled = |drawn, played| Handled { drawn, played };
        for agent in ladder.agents {
            let expected = [("events", handled(2, 1)), ("units", handled(1, 1))];
            assert_eq!(agent.cards.into_iter().collect::<Vec<_>>(), expected);
        }
    }
}
