//! Looking ahead by one choice: each option is played on in a world that the seat cannot rule out
//! until what it sets off is done, and the one is taken after which the game stands best.
//!
//! Many decisions are looked at side by side: none knows of the others, so that the same choices come
//! whatever is beside them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::*;
use cardmill_harness::agent::{self, Agent};
use cardmill_harness::play::{Play, WON};
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::digest::mix;
use cardmill_kernel::layout::Layout;
use cardmill_kernel::resolve::look;
use cardmill_kernel::table::{Seats, Status};

use super::{Report, asked, choose, table, tree};
use crate::net::{Fitted, Net, agents};

/// Worlds that stand ready at once, and options that are begun at once.
const WORLDS: usize = 16;
const LANES: usize = 64;

/// Into how many ways an option can part where the one who looks is asked how it is to be done.
const WAYS: usize = 32;

/// How somebody looks ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// In how many worlds.
    pub worlds: u32,
    /// Who answers what is asked before an option is done with.
    pub leaf: Agent,
    /// How much that begins after it is seen, too, as that agent begins it.
    pub replies: u32,
    /// By how many thousandths of a game an option is worse that it takes half as often as the best; 0
    /// if it always takes the best.
    pub curious: u32,
    /// The agent whose net says how a game stands; none where the game itself does.
    pub by: Option<Agent>,
}

/// A decision that is looked at.
pub(super) struct Looked {
    pub(super) table: usize,
    pub(super) look: Look,
    seat: Seat,
    seats: u8,
    key: u64,
    options: usize,
    /// The first option of each meaning, and how the game stands after it, all worlds together.
    distinct: Vec<(usize, i64)>,
    pub(super) decisions: u64,
}

impl Looked {
    pub(super) fn new<G: Play>(batch: &Batch, table: usize, look: Look, key: u64) -> Self {
        let entity = batch.table(table);
        let (seat, options) = asked::<G>(batch.world(), entity);
        let seats = batch.world().get::<Seats>(entity).expect("a table has seats").count;
        let mut meanings = Vec::new();
        G::meanings(batch, table, &mut meanings);
        let distinct = tree::distinct(&meanings).map(|option| (option, 0)).collect();
        Self { table, look, seat, seats, key, options, distinct, decisions: 0 }
    }

    /// Worlds that it is looked at in: where all options mean the same there is nothing to be seen.
    fn worlds(&self) -> u32 {
        if self.distinct.len() > 1 { self.look.worlds } else { 0 }
    }

    /// An option that is chosen the more likely the better the game stands after it: half as likely as
    /// the best, if it is worse by so many thousandths of a game.
    pub(super) fn tried(&self, curious: u32) -> usize {
        // A game is twice what it is worth to win one.
        let half = u64::from(curious) * u64::from(self.worlds().max(1)) * (WON as u64) / 500;
        drawn(&self.distinct, half.max(1), mix(self.key, TRIED))
    }

    /// What each option is worth, from -[`WON`] to [`WON`], and in how many worlds that was seen.
    pub(super) fn found(&self) -> (u32, impl Iterator<Item = (usize, i32)> + '_) {
        let worlds = self.worlds();
        let mean = move |sum: i64| (sum / i64::from(worlds.max(1))) as i32;
        (worlds, self.distinct.iter().map(move |&(option, sum)| (option, mean(sum))))
    }

    pub(super) fn report(&self) -> Report {
        let worlds = self.worlds();
        let mut visits = vec![0; self.options];
        let mut values = vec![0.0; self.options];
        let mut best = self.distinct[0];
        for &(option, sum) in &self.distinct {
            if worlds > 0 {
                visits[option] = worlds;
                values[option] = 0.5 + sum as f64 / f64::from(worlds) / (2.0 * f64::from(WON));
            }
            if sum > best.1 {
                best = (option, sum);
            }
        }
        let simulations = worlds * self.distinct.len() as u32;
        Report { option: best.0, visits, values, simulations, decisions: self.decisions }
    }
}

/// What is drawn by the key of a decision, beside worlds, which are numbered from 0.
const TRIED: u64 = u64::MAX;

/// Draws an option by a key: half as likely as the best, if its sum is lower by `half`.
fn drawn(options: &[(usize, i64)], half: u64, key: u64) -> usize {
    let most = options.iter().map(|(_, sum)| *sum).max().unwrap_or_default();
    let weight = |sum: i64| weight(sum.abs_diff(most), half);
    let all: u128 = options.iter().map(|(_, sum)| weight(*sum)).sum();
    let mut left = (all * u128::from(key)) >> 64;
    let found = options.iter().find(|(_, sum)| {
        let weight = weight(*sum);
        let is_it = left < weight;
        left = left.saturating_sub(weight);
        is_it
    });
    found.expect("the best has a weight").0
}

/// How much what is worse by so much weighs beside the best, in 2^-32: half as much, if it is worse by
/// `half`. Whole numbers, so that every machine finds the same: from one half to the next in a straight
/// line.
pub(super) fn weight(worse: u64, half: u64) -> u128 {
    let (halves, rest) = (worse / half, worse % half);
    let from = u128::from((1_u64 << 32) >> halves.min(63));
    from * u128::from(2 * half - rest) / u128::from(2 * half)
}

/// Scratch tables of a World: worlds as they are dealt, and options that are played on in them.
pub(super) struct Looker<G: Play> {
    worlds: Vec<usize>,
    lanes: Vec<usize>,
    /// The nets of agents, as they were read when they looked last.
    nets: Vec<(Agent, Arc<Net>, Fitted<G::Game>)>,
}

impl<G: Play> Default for Looker<G> {
    fn default() -> Self {
        Self { worlds: Vec::new(), lanes: Vec::new(), nets: Vec::new() }
    }
}

/// An option that is to be played on: in which of the worlds that stand ready, and which of the
/// options of the decision that is looked at there.
#[derive(Clone, Copy)]
struct Try {
    world: usize,
    place: usize,
}

/// An option that is played on in one of the ways in which it can be done.
#[derive(Clone, Copy)]
struct Open {
    tried: Try,
    lane: usize,
    /// Choices that came before it.
    from: u32,
    /// Into how many ways it can still part.
    ways: usize,
    /// How much more is seen that begins.
    replies: u32,
    /// Choices that came before what began last and is seen.
    seen: u32,
}

/// A world that stands ready.
struct Ready {
    looked: usize,
    table: usize,
    key: u64,
    /// How the game stands after each option, done in the best way.
    best: Vec<i32>,
}

impl<G: Play> Looker<G> {
    /// Looks at some decisions, until it is told to stop. Returns whether all were looked at.
    ///
    /// # Errors
    /// When the game has no worlds that fit what a player knows.
    pub(super) fn look(
        &mut self,
        batch: &mut Batch,
        decisions: &mut [Looked],
        stop: &AtomicBool,
    ) -> Result<bool, Problem> {
        let worlds = |(at, looked): (usize, &Looked)| (0..looked.worlds()).map(move |w| (at, w));
        let worlds: Vec<(usize, u32)> = decisions.iter().enumerate().flat_map(worlds).collect();
        while self.worlds.len() < WORLDS.min(worlds.len()) {
            self.worlds.push(batch.add_at_rest(G::Game::spawn));
        }
        for &lane in &self.lanes {
            batch.wake(lane);
        }
        for looked in &*decisions {
            if let Some(agent) = looked.look.by {
                self.fit(batch, agent)?;
            }
        }
        let mut all = Ok(true);
        for worlds in worlds.chunks(WORLDS) {
            all = self.look_in(batch, decisions, worlds, stop);
            if !matches!(all, Ok(true)) {
                break;
            }
        }
        for &lane in &self.lanes {
            batch.rest(lane);
        }
        all
    }

    /// How the game on a table stands for a seat, by the net of an agent that has been fitted.
    pub(super) fn worth(
        &mut self,
        batch: &mut Batch,
        table: usize,
        by: Option<Agent>,
        seat: Seat,
    ) -> i32 {
        worth::<G>(batch, &mut self.nets, table, by, seat)
    }

    /// Makes the net of an agent read the tables of a World.
    pub(super) fn fit(&mut self, batch: &Batch, agent: Agent) -> Result<(), Problem> {
        let net = agents::net(agent).ok_or_else(|| Problem::at("agent", "its net was not read"))?;
        let known = |(of, known, _): &(Agent, Arc<Net>, _)| {
            of.name() == agent.name() && Arc::ptr_eq(known, &net)
        };
        if self.nets.iter().any(known) {
            return Ok(());
        }
        self.nets.retain(|(of, ..)| of.name() != agent.name());
        let catalogue = batch.world().resource::<<G::Game as Layout>::Catalogue>();
        let fitted = Fitted::new(Arc::clone(&net), G::encoder()?, catalogue);
        self.nets.push((agent, net, fitted.map_err(|why| Problem::at("agent", why))?));
        Ok(())
    }

    /// Looks at decisions in some of their worlds.
    fn look_in(
        &mut self,
        batch: &mut Batch,
        decisions: &mut [Looked],
        worlds: &[(usize, u32)],
        stop: &AtomicBool,
    ) -> Result<bool, Problem> {
        let mut ready = Vec::new();
        for (&(at, number), &table) in worlds.iter().zip(&self.worlds) {
            let looked = &decisions[at];
            let key = mix(looked.key, number.into());
            G::determinize(batch, looked.table, table, looked.seat, key)?;
            let best = vec![i32::MIN; looked.distinct.len()];
            ready.push(Ready { looked: at, table, key, best });
        }
        let tries = ready.iter().enumerate().flat_map(|(world, Ready { best, .. })| {
            (0..best.len()).map(move |place| Try { world, place })
        });
        let mut tries: Vec<Try> = tries.collect();
        tries.reverse();
        let mut free = core::mem::take(&mut self.lanes);
        let mut open: Vec<Open> = Vec::new();
        let mut meanings = Vec::new();
        let all = loop {
            let mut at = 0;
            while at < open.len() {
                let one = &mut open[at];
                let looked = &mut decisions[ready[one.tried.world].looked];
                let (entity, status) = (batch.table(one.lane), batch.status(one.lane));
                let now = table(batch.world(), entity).decisions;
                let waits = status == Status::Waiting;
                let begins = waits && G::begins(batch.world(), entity);
                if begins && one.replies > 0 && one.seen != now {
                    (one.replies, one.seen, one.ways) = (one.replies - 1, now, 1);
                }
                if status.has_ended() || begins && one.seen != now {
                    looked.decisions += u64::from(now - one.from);
                    let value = match status {
                        Status::Quarantined => 0,
                        _ => {
                            worth::<G>(batch, &mut self.nets, one.lane, looked.look.by, looked.seat)
                        }
                    };
                    let best = &mut ready[one.tried.world].best[one.tried.place];
                    *best = value.max(*best);
                    // Nobody answers there any more.
                    seat(batch, entity, None, looked.seats, 0);
                    free.push(one.lane);
                    open.swap_remove(at);
                    continue;
                }
                at += 1;
                let asks = |seat| asked::<G>(batch.world(), entity).0 == seat;
                if !waits || begins || one.ways < 2 || !asks(looked.seat) {
                    continue;
                }
                // It can be done in several ways: each is a game of its own.
                G::meanings(batch, one.lane, &mut meanings);
                let ways: Vec<usize> = tree::distinct(&meanings).collect();
                if ways.len() > one.ways {
                    one.ways = 1;
                    continue;
                }
                one.ways /= ways.len();
                let one = *one;
                let (leaf, seats) = (looked.look.leaf, looked.seats);
                let key = ready[one.tried.world].key;
                for &way in &ways[1..] {
                    let lane = lane::<G>(batch, &mut free);
                    batch.fork(one.lane, lane, G::grow);
                    let entity = batch.table(lane);
                    seat(batch, entity, Some(leaf), seats, key);
                    choose::<G>(batch.world_mut(), entity, way);
                    open.push(Open { lane, ..one });
                }
                choose::<G>(batch.world_mut(), entity, ways[0]);
            }
            while open.len() < LANES
                && let Some(tried) = tries.pop()
            {
                let lane = lane::<G>(batch, &mut free);
                let Ready { looked, table, key, .. } = ready[tried.world];
                open.push(begin::<G>(batch, lane, (table, key), &decisions[looked], tried));
            }
            if open.is_empty() {
                break true;
            }
            if stop.load(Ordering::Relaxed) {
                break false;
            }
            batch.tick();
        };
        free.extend(open.iter().map(|one| one.lane));
        self.lanes = free;
        if all {
            for Ready { looked, best, .. } in ready {
                for ((_, sum), best) in decisions[looked].distinct.iter_mut().zip(best) {
                    *sum += i64::from(best);
                }
            }
        }
        Ok(all)
    }
}

/// A scratch table that nobody plays at.
fn lane<G: Play>(batch: &mut Batch, free: &mut Vec<usize>) -> usize {
    free.pop().unwrap_or_else(|| batch.add(G::Game::spawn))
}

/// How the game on a table stands for a seat, by the net of an agent if there is one.
fn worth<G: Play>(
    batch: &mut Batch,
    nets: &mut [(Agent, Arc<Net>, Fitted<G::Game>)],
    table: usize,
    by: Option<Agent>,
    seat: Seat,
) -> i32 {
    let over = batch.status(table).has_ended();
    let net = by.filter(|_| !over);
    let net = net.and_then(|by| nets.iter_mut().find(|(of, ..)| of.name() == by.name()));
    let Some((_, _, net)) = net else { return G::prospect(batch, table, seat) };
    let entity = batch.table(table);
    look(batch.world_mut(), entity, |at| net.value(at, seat))
}

/// Gives all seats of a scratch table to somebody, or to nobody.
fn seat(batch: &mut Batch, table: Entity, agent: Option<Agent>, seats: u8, key: u64) {
    agent::seat(batch.world_mut(), table, core::iter::repeat_n(agent, seats.into()), key, 0);
}

/// Begins to play an option on in a world with its key.
fn begin<G: Play>(
    batch: &mut Batch,
    lane: usize,
    (world, key): (usize, u64),
    looked: &Looked,
    tried: Try,
) -> Open {
    batch.fork(world, lane, G::grow);
    let entity = batch.table(lane);
    seat(batch, entity, Some(looked.look.leaf), looked.seats, key);
    let from = table(batch.world(), entity).decisions;
    choose::<G>(batch.world_mut(), entity, looked.distinct[tried.place].0);
    Open { tried, lane, from, ways: WAYS, replies: looked.look.replies, seen: from }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worse_is_tried_the_less() {
        let options = [(3, 500), (5, 1_000), (6, 0), (8, 1_000), (9, -100_000)];
        let mut tried = [0_u32; 10];
        for number in 0..32_000 {
            tried[drawn(&options, 500, mix(7, number))] += 1;
        }
        for (option, share) in [(3, 4_000), (5, 8_000), (6, 2_000), (8, 8_000), (9, 0)] {
            let expected = share * 32_000 / 22_000;
            assert!(tried[option].abs_diff(expected) < 400, "{option}: {tried:?}");
        }
        assert_eq!(tried.iter().sum::<u32>(), 32_000);
        assert_eq!(drawn(&[(4, -9)], 1, u64::MAX), 4);
    }
}
