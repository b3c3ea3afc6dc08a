//! The smallest change of cards after which no entry has more than a part of what is played.
//!
//! Of a field it is asked which mix in which no entry has more than that part is beaten least, and by how
//! much: 0 where no entry beats it. Changes are tried by size, the number of steps by which they change
//! numbers. All of a size play the same deals; after a few, and whenever as many more were played, the half
//! goes on that comes nearest. Where some of a size are near enough the search is over; if none is, the
//! nearest get another step. What is found is lucky as well as near: it is for the caller to play it on
//! fresh deals.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::goal::{Found, KEPT, Shares, Step, by_size};
use super::journal::Journal;
use super::variant::{Base, Variant, arms};
use crate::analysis::nash::{Measured, rates, spread};
use crate::analysis::{Counts, Run};
use crate::batch::Arm;
use crate::error::Error;
use crate::record::GameRecord;
use crate::setup::{Settings, Setup, Setups};

/// Into so many parts the games of a pairing are cut: after the first of them half of the changes goes on,
/// and whenever as many more games were played.
const PARTS: u64 = 8;

/// The share of the first seat, draws counting half.
#[must_use]
pub fn measured(counts: &Counts) -> Measured {
    let won = |seat| counts.won(seat).wins as f64;
    let games = counts.ended;
    let rate = (won(0) + counts.draws() as f64 / 2.0) / games.max(1) as f64;
    Measured { rate, games }
}

/// The shares of so many entries against each other, by their places.
#[must_use]
pub fn matrix(setups: &[(Setup, Counts)], size: usize) -> Vec<Vec<Option<Measured>>> {
    let mut matrix = vec![vec![None; size]; size];
    for (setup, counts) in setups {
        let Some([a, b]) = setup.pairing().map(|pair| pair.map(usize::from)) else { continue };
        let found = measured(counts);
        matrix[a][b] = Some(found);
        matrix[b][a] = Some(Measured { rate: 1.0 - found.rate, ..found });
    }
    matrix
}

/// A search for the smallest change after which no entry has too great a part of the mix.
pub struct Search<'a> {
    /// The game as it is, with all pairings.
    pub base: &'a Base<'a>,
    /// The settings of the games, with the most of them for each pairing.
    pub settings: &'a Settings,
    /// The greatest part that an entry is to have of the mix.
    pub most: f64,
    /// By how little it may be beaten, in shares of a game.
    pub within: f64,
    /// The steps that changes can take.
    pub steps: Vec<Step>,
}

impl Search<'_> {
    /// Searches until some changes are enough, or there are none left, or `stop` is set.
    ///
    /// # Errors
    ///
    /// A step that cannot be taken at all, or as [`Journal::play_arms`].
    pub fn run(
        &self,
        journal: &mut Journal,
        stop: &AtomicBool,
        on_look: &mut dyn FnMut(&Found),
    ) -> Result<Found, Error> {
        let concerns = |variant: &Variant| {
            variant.everywhere || variant.copies.iter().any(|&copies| copies > 0)
        };
        // Nothing is nearer than a mix that is not beaten at all.
        let (among, terms) = ((self.base, &self.steps[..]), (0.0, self.within));
        by_size(among, terms, &concerns, stop, &mut |variants, found| {
            self.race(variants, journal, stop, found, on_look)
        })
    }

    /// The changes that went on to the end, by their places, the nearest first, and by how much the mix is
    /// beaten after each.
    fn race(
        &self,
        variants: &[&Variant],
        journal: &mut Journal,
        stop: &AtomicBool,
        found: &mut Found,
        on_look: &mut dyn FnMut(&Found),
    ) -> Result<Shares, Error> {
        let Base { catalogue, setups, .. } = self.base;
        let with = |entries: &[_]| Setups::new(entries.to_vec(), Vec::new(), setups.list.clone());
        let others: Vec<Setups> = variants.iter().map(|variant| with(&variant.entries)).collect();
        let (size, pairings) = (setups.entries.len(), setups.list.len() as u64);
        let mut base = Run::new(&setups.list);
        let mut runs: Vec<Run> = variants.iter().map(|_| Run::new(&setups.list)).collect();
        let mut racing: Vec<usize> = (0..variants.len()).collect();
        let beaten = |run: &Run| spread(&rates(&matrix(&run.setups, size)), self.most).1;
        let part = self.settings.games.div_ceil(PARTS).max(1);
        let (mut from, mut to) = (0, part.min(self.settings.games));
        loop {
            let changed = racing.iter().map(|&at| (variants[at], &others[at]));
            let arms = arms(Arm::new(catalogue, setups, self.settings), changed);
            let all = |deal: &[(usize, GameRecord)], others: &mut Vec<usize>| {
                others.extend((1..arms.len()).filter(|_| deal.len() == 1));
            };
            let terms = format!("spread {} {}", self.most, self.within);
            let deals = from * pairings..to * pairings;
            journal.play_deals(&arms, &terms, deals, &all, stop, &mut |deal| {
                for (arm, game) in &deal {
                    found.counted.add(game);
                    match arm {
                        0 => base.add(game),
                        arm => runs[racing[arm - 1]].add(game),
                    }
                }
            })?;
            let mut near: Shares = racing.iter().map(|&at| (at, beaten(&runs[at]))).collect();
            near.sort_by(|(_, one), (_, other)| one.total_cmp(other));
            found.share = beaten(&base);
            on_look(found);
            if to >= self.settings.games || stop.load(Ordering::SeqCst) {
                return Ok(near);
            }
            near.truncate(near.len().div_ceil(2).max(KEPT));
            let kept: BTreeSet<usize> = near.iter().map(|(at, _)| *at).collect();
            racing.retain(|at| kept.contains(at));
            (from, to) = (to, (2 * to).min(self.settings.games));
        }
    }
}
