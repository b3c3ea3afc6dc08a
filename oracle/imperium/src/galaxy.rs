//! Places and ways: what is adjacent, and where ships get to (LRR 6, 9, 58).

use crate::choice::Players;
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{Figure, Place, Seat};
use crate::technology::{ANTIMASS, DEFLECTOR};
use crate::tile::Anomaly;

/// The gravity rifts that a ship leaves one after another at most.
const RIFTS: u8 = 3;

impl<P: Players> Game<'_, P> {
    /// Tells whether two systems are adjacent: they touch, or have like wormholes (LRR 101).
    pub(crate) fn adjacent(&self, a: usize, b: usize) -> bool {
        let (one, other) = (&self.state.systems[a], &self.state.systems[b]);
        let joined = one.wormholes & other.wormholes != 0 && !self.breaks(Fault::NoWormholes);
        a != b && (one.touches & (1 << b) != 0 || joined)
    }

    /// Tells whether any system that is adjacent to another fits.
    pub(crate) fn beside(&self, system: usize, fits: impl Fn(usize) -> bool) -> bool {
        (0..self.state.systems.len()).any(|other| self.adjacent(system, other) && fits(other))
    }

    /// The fewest gravity rifts that a ship leaves on its way into the active system, with so much
    /// added to its move value; `None` if it does not get there.
    pub(crate) fn rifts(&self, ship: usize, to: usize, more: u8) -> Option<u8> {
        let from = self.state.system_of(ship)?;
        let seat = self.state.figures[ship].seat;
        let movement = self.movement(ship);
        // LRR 58.4c
        let held = self.state.has_token(seat, from) && !self.breaks(Fault::TokensHoldNothing);
        if movement == 0 || held || from == to {
            return None;
        }
        (0..=RIFTS).find(|&rifts| self.gets(seat, from, to, movement + more, rifts, true))
    }

    /// The move value of a ship where it is (LRR 59.2).
    pub(crate) fn movement(&self, ship: usize) -> u8 {
        let printed = self.state.of(ship).movement;
        let here = self.state.system_of(ship).and_then(|at| self.state.systems[at].anomaly);
        if here == Some(Anomaly::Nebula) && !self.breaks(Fault::NebulaSlowsNobody) {
            printed.min(1)
        } else {
            printed
        }
    }

    /// Tells whether a ship gets from one system to another with so many moves left, and so many
    /// gravity rifts that it may still leave. Each of those gives it a move more (LRR 41.1).
    fn gets(&self, seat: Seat, from: usize, to: usize, moves: u8, rifts: u8, starts: bool) -> bool {
        if from == to && !starts {
            return true;
        }
        let rift = self.state.systems[from].anomaly == Some(Anomaly::GravityRift);
        let cannot = if rift { rifts == 0 } else { moves == 0 };
        if cannot || !starts && !self.passes(seat, from) {
            return false;
        }
        let helps = rift && !self.breaks(Fault::RiftHelpsNobody);
        let moves = if helps { moves } else { moves.saturating_sub(1) };
        let rifts = if rift { rifts - 1 } else { rifts };
        let all = 0..self.state.systems.len();
        all.filter(|&next| self.adjacent(from, next) && self.enters(seat, next))
            .any(|next| self.gets(seat, next, to, moves, rifts, false))
    }

    /// Tells whether ships of a player go into a system (LRR 11.1, 86.1).
    fn enters(&self, seat: Seat, system: usize) -> bool {
        match self.state.systems[system].anomaly {
            Some(Anomaly::AsteroidField) => {
                self.state.owns(seat, ANTIMASS) || self.breaks(Fault::AsteroidsOpen)
            }
            Some(Anomaly::Supernova) => self.breaks(Fault::SupernovaOpen),
            Some(Anomaly::Nebula | Anomaly::GravityRift) | None => true,
        }
    }

    /// Tells whether they go on from there (LRR 58.4b, 59.1a).
    fn passes(&self, seat: Seat, system: usize) -> bool {
        let nebula = self.state.systems[system].anomaly == Some(Anomaly::Nebula);
        let foreign = |figure: &Figure| figure.seat != seat && figure.unit.is_ship();
        let open = self.state.owns(seat, DEFLECTOR) || self.breaks(Fault::FleetsBlockNothing);
        let mut others = self
            .state
            .board(foreign)
            .filter(|&at| self.state.figures[at].place == Place::Space(system));
        (!nebula || self.breaks(Fault::NebulaPassed)) && (open || others.next().is_none())
    }
}
