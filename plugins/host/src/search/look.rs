//! Looking ahead by one choice: each option is played on in a world that the seat cannot rule out
//! until what it sets off is done, and the one is taken after which the game stands best.
//!
//! What its seat is asked until then is answered in every way, as far as there are not too many, and the
//! answers of the best way are kept at the table: where the same is asked there, it is not looked at
//! again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy_ecs::prelude::*;
use cardmill_harness::agent::{self, Agent, Foreseen, Seated};
use cardmill_harness::outcome::WON;
use cardmill_harness::play::Play;
use cardmill_harness::session::Problem;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::{Digest, mix};
use cardmill_kernel::layout::Layout;
use cardmill_kernel::resolve::{go_on, look};
use cardmill_kernel::table::{Seats, Status};
use cardmill_net::{Fitted, Net};

use super::{Report, asked, choose, table, tree};
use crate::net::net;

/// Into how many ways an option can part where the one who looks is asked how it is to be done.
const WAYS: usize = 16;

/// The settings of an agent that looks ahead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The number of worlds in which each option is looked at.
    pub worlds: u32,
    /// The agent that answers the questions before an option is done with.
    pub leaf: Agent,
    /// By how many thousandths of a game an option is worse that it takes half as often as the best; 0
    /// if it always takes the best.
    pub curious: u32,
    /// The agent whose net says how a game stands; none where the game itself does.
    pub by: Option<Agent>,
}

/// A decision that is looked at.
pub(super) struct Looked {
    pub(super) table: usize,
    pub(super) seat: Seat,
    pub(super) look: Look,
    seats: u8,
    key: u64,
    options: usize,
    /// The first option of each meaning, and how the game stands after it, all worlds together.
    distinct: Vec<(usize, i64)>,
    /// The answers of its seat after each of them, as long as nobody else is asked.
    lines: Vec<Vec<Foreseen>>,
    pub(super) decisions: u64,
}

impl Looked {
    pub(super) fn new<G: Play>(batch: &Batch, table: usize, look: Look, key: u64) -> Self {
        let entity = batch.table(table);
        let (seat, options) = asked::<G>(batch.world(), entity);
        let seats = batch.world().get::<Seats>(entity).expect("a table has seats").count;
        let mut meanings = Vec::new();
        G::meanings(batch, table, &mut meanings);
        let distinct: Vec<_> = tree::distinct(&meanings).map(|option| (option, 0)).collect();
        let lines = vec![Vec::new(); distinct.len()];
        Self { table, seat, look, seats, key, options, distinct, lines, decisions: 0 }
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

    /// The option after which the game stands best, and what its seat answers after it.
    pub(super) fn best(&self) -> (usize, &[Foreseen]) {
        let place = (0..self.distinct.len()).rev().max_by_key(|&place| self.distinct[place].1);
        let place = place.expect("there are options");
        (self.distinct[place].0, &self.lines[place])
    }

    /// The worth of each option, from -[`WON`] to [`WON`], and the number of worlds in which that
    /// was seen.
    pub(super) fn found(&self) -> (u32, impl Iterator<Item = (usize, i32)> + '_) {
        let worlds = self.worlds();
        let mean = move |sum: i64| (sum / i64::from(worlds.max(1))) as i32;
        (worlds, self.distinct.iter().map(move |&(option, sum)| (option, mean(sum))))
    }

    pub(super) fn report(&self) -> Report {
        let worlds = self.worlds();
        let mut visits = vec![0; self.options];
        let mut values = vec![0.0; self.options];
        if worlds > 0 {
            for &(option, sum) in &self.distinct {
                visits[option] = worlds;
                values[option] = 0.5 + sum as f64 / f64::from(worlds) / (2.0 * f64::from(WON));
            }
        }
        let simulations = worlds * self.distinct.len() as u32;
        let (option, _) = self.best();
        Report { option, visits, values, simulations, decisions: self.decisions }
    }
}

/// The purpose of the number by which an option is drawn for a decision, beside worlds, which are
/// numbered from 0.
const TRIED: u64 = u64::MAX;

/// Draws an option by a key: half as likely as the best, if its sum is lower by `half`.
fn drawn(options: &[(usize, i64)], half: u64, key: u64) -> usize {
    let most = options.iter().map(|(_, sum)| *sum).max().unwrap_or_default();
    let weight = |sum: i64| tree::weight(sum.abs_diff(most), half);
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

/// Scratch tables of a World, on which options are played on, and what looks at them.
pub(super) struct Looker<G: Play> {
    /// The first is the world in which a decision is looked at; each of the others is what the one
    /// before it was, before it went another way.
    tables: Vec<usize>,
    /// The nets of agents, as they were read when they looked last.
    nets: Vec<(Agent, Arc<Net>, Fitted<G::Game>)>,
}

impl<G: Play> Default for Looker<G> {
    fn default() -> Self {
        Self { tables: Vec::new(), nets: Vec::new() }
    }
}

/// A decision that is looked at in a world.
struct Within {
    seat: Seat,
    /// The place of the net that says how a game stands.
    net: Option<usize>,
    /// The answers so far on the way that is played on.
    way: Vec<Foreseen>,
    /// The worth of the game after the best way of the option, and the answers on that way.
    best: i32,
    line: Vec<Foreseen>,
    decisions: u64,
}

/// An option that is played on in one of the ways in which it can be done.
#[derive(Clone, Copy)]
struct Open {
    /// Into how many ways it can still part.
    ways: usize,
    /// `true` if the next question is one to the one who looks, and nobody else was asked before.
    own: bool,
    /// `true` if ways were left out.
    cut: bool,
    /// The number of choices that came before it.
    from: u32,
}

/// The state of an option that is played on.
enum Stands {
    /// It is done with, and the net says how the game stands.
    Done(Option<i32>),
    /// The one who looks is asked how it is to be done.
    Parts,
    /// Somebody is asked who answers at once.
    Asks,
}

impl<G: Play> Looker<G> {
    /// Looks at a decision, until it is told to stop. Returns whether it has seen all.
    ///
    /// # Errors
    /// When the game has no worlds that fit what a player knows.
    pub(super) fn look(
        &mut self,
        batch: &mut Batch,
        looked: &mut Looked,
        stop: &AtomicBool,
    ) -> Result<bool, Problem> {
        let net = looked.look.by.map(|agent| self.fit(batch, agent)).transpose()?;
        for number in 0..looked.worlds() {
            if !self.look_in(batch, looked, (number, net), stop)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The worth of the game on a table for a seat, by the net of an agent if there is one.
    ///
    /// # Errors
    /// When that net cannot be read.
    pub(super) fn worth(
        &mut self,
        batch: &mut Batch,
        lane: usize,
        by: Option<Agent>,
        seat: Seat,
    ) -> Result<i32, Problem> {
        let Some(by) = by.filter(|_| !batch.status(lane).has_ended()) else {
            return Ok(G::prospect(batch, lane, seat));
        };
        let (place, entity) = (self.fit(batch, by)?, batch.table(lane));
        let net = &mut self.nets[place].2;
        Ok(look(batch.world_mut(), entity, |at| net.value(at, seat)))
    }

    /// Makes the net of an agent read the tables of a World. Returns its place.
    fn fit(&mut self, batch: &Batch, agent: Agent) -> Result<usize, Problem> {
        let net = net(agent).ok_or_else(|| Problem::at("agent", "its net was not read"))?;
        let known = |(of, known, _): &(Agent, Arc<Net>, _)| {
            of.name() == agent.name() && Arc::ptr_eq(known, &net)
        };
        if let Some(place) = self.nets.iter().position(known) {
            return Ok(place);
        }
        self.nets.retain(|(of, ..)| of.name() != agent.name());
        let catalogue = batch.world().resource::<<G::Game as Layout>::Catalogue>();
        let fitted = Fitted::new(Arc::clone(&net), G::encoder()?, catalogue);
        self.nets.push((agent, net, fitted.map_err(|why| Problem::at("agent", why))?));
        Ok(self.nets.len() - 1)
    }

    /// Looks at a decision in the world of a number.
    fn look_in(
        &mut self,
        batch: &mut Batch,
        looked: &mut Looked,
        (number, net): (u32, Option<usize>),
        stop: &AtomicBool,
    ) -> Result<bool, Problem> {
        let Looked { look, seat, .. } = *looked;
        let (dealt, key) = (self.table(batch, 0), mix(looked.key, number.into()));
        G::determinize(batch, looked.table, dealt, seat, key)?;
        let entity = batch.table(dealt);
        let leaf = core::iter::repeat_n(Some(look.leaf), looked.seats.into());
        agent::seat(batch.world_mut(), entity, leaf, key, 0);
        let from = table(batch.world(), entity).decisions;
        let (way, line) = (Vec::new(), Vec::new());
        let mut within = Within { seat, net, way, best: 0, line, decisions: 0 };
        let last = looked.distinct.len() - 1;
        for place in 0..=last {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let (option, sum) = &mut looked.distinct[place];
            // The last is played on in the world itself.
            let depth = usize::from(place < last);
            self.choose(batch, depth, *option);
            within.best = i32::MIN;
            let open = Open { ways: WAYS, own: true, cut: false, from };
            self.play_on(batch, &mut within, depth, open);
            *sum += i64::from(within.best);
            let line = &mut looked.lines[place];
            if number == 0 {
                line.clone_from(&within.line);
            } else {
                // What is the best in all worlds.
                let alike = line.iter().zip(&within.line).take_while(|(one, other)| one == other);
                line.truncate(alike.count());
            }
        }
        looked.decisions += within.decisions;
        Ok(true)
    }

    /// The scratch table of a depth, which is made if it is not there.
    fn table(&mut self, batch: &mut Batch, depth: usize) -> usize {
        if depth == self.tables.len() {
            let table = batch.add_at_rest(G::Game::spawn);
            // Who sits at the first is copied to the others, where there is room for it.
            let entity = batch.table(table);
            batch.world_mut().entity_mut(entity).insert(Seated::default());
            self.tables.push(table);
        }
        self.tables[depth]
    }

    /// Chooses on a scratch table: on the first as it stands, on another as the one before it stands.
    fn choose(&mut self, batch: &mut Batch, depth: usize, option: usize) {
        let table = self.table(batch, depth);
        if let Some(before) = depth.checked_sub(1) {
            batch.fork(self.tables[before], table, G::grow);
        }
        let entity = batch.table(table);
        choose::<G>(batch.world_mut(), entity, option);
    }

    /// Plays an option on, on a scratch table and on those behind it, and keeps the best way.
    fn play_on(&mut self, batch: &mut Batch, within: &mut Within, depth: usize, mut open: Open) {
        let (lane, mut meanings) = (self.tables[depth], Vec::new());
        let entity = batch.table(lane);
        let began = within.way.len();
        loop {
            match self.go_on(batch, entity, within, &mut open) {
                Stands::Done(value) => {
                    let state = table(batch.world(), entity);
                    within.decisions += u64::from(state.decisions - open.from);
                    let value = match state.status {
                        Status::Quarantined => 0,
                        _ => value.unwrap_or_else(|| G::prospect(batch, lane, within.seat)),
                    };
                    if value > within.best {
                        within.best = value;
                        within.line.clear();
                        if !open.cut {
                            within.line.extend(&within.way);
                        }
                    }
                    return within.way.truncate(began);
                }
                Stands::Asks => {}
                Stands::Parts => {
                    let question = question::<G>(batch, lane, &mut meanings);
                    let ways: Vec<usize> = tree::distinct(&meanings).collect();
                    if ways.len() > open.ways {
                        open.ways = 1;
                        continue;
                    }
                    // Each is a game of its own.
                    open.ways /= ways.len();
                    let answered = within.way.len();
                    for (&way, left) in ways.iter().zip((0..ways.len()).rev()) {
                        within.way.truncate(answered);
                        if open.own {
                            within.way.push(Foreseen { question, option: way as u16 });
                        }
                        if left == 0 {
                            choose::<G>(batch.world_mut(), entity, way);
                        } else {
                            self.choose(batch, depth + 1, way);
                            self.play_on(batch, within, depth + 1, open);
                        }
                    }
                }
            }
        }
    }

    /// Moves a scratch table, and sees how the option stands that is played on there.
    fn go_on(
        &mut self,
        batch: &mut Batch,
        table: Entity,
        within: &Within,
        open: &mut Open,
    ) -> Stands {
        let net = within.net.map(|place| &mut self.nets[place].2);
        go_on::<G::Game, _>(batch.world_mut(), table, |at| {
            if at.table.status.has_ended() {
                return Stands::Done(None);
            }
            let now = at.table.decisions;
            if G::begins(at.decision) && open.from != now {
                return Stands::Done(net.map(|net| net.value(at, within.seat)));
            }
            let asked = at.decision.seat == within.seat;
            open.own &= asked;
            open.cut |= asked && open.ways < 2;
            if asked && open.ways > 1 { Stands::Parts } else { Stands::Asks }
        })
    }
}

/// A question on a table, by how many were answered before, what is asked and what the options mean.
fn question<G: Play>(batch: &Batch, lane: usize, meanings: &mut Vec<u64>) -> u64 {
    G::meanings(batch, lane, meanings);
    let (world, entity) = (batch.world(), batch.table(lane));
    let decision = world.get::<Decision<G::Game>>(entity).expect("a table has a decision");
    Digest::of(&(table(world, entity).decisions, decision.prompt, &*meanings))
}

/// The option that was found for a seat before it was asked, if it is asked what was expected.
pub(super) fn foreseen<G: Play>(batch: &mut Batch, table: usize, seat: Seat) -> Option<usize> {
    let entity = batch.table(table);
    batch.world().get::<Seated>(entity)?.foresees(seat).then_some(())?;
    let question = question::<G>(batch, table, &mut Vec::new());
    batch.world_mut().get_mut::<Seated>(entity)?.foreseen(seat, question)
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
