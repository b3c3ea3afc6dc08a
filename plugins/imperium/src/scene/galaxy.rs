//! Adjacency, neighbours and how far ships move.

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::board::Board;
use crate::piece::SystemId;
use crate::vocabulary::{Anomaly, Wormhole};

/// The systems as they are adjacent for a player (LRR 6, 101).
pub struct Galaxy<'a> {
    board: &'a Board,
    /// Wormholes that ships bring with them.
    carried: &'a [(SystemId, Wormhole)],
    /// All alpha and beta wormholes are adjacent to each other.
    one: bool,
}

impl Galaxy<'_> {
    /// Whether two systems are adjacent.
    #[must_use]
    pub fn adjacent(&self, a: SystemId, b: SystemId) -> bool {
        if a == b {
            return false;
        }
        if self.board.system(a).touches & (1 << b) != 0 {
            return true;
        }
        let basic = |w: Wormhole| matches!(w, Wormhole::Alpha | Wormhole::Beta);
        let joins = |one: Wormhole| {
            let mut others = wormholes(self.board, self.carried, b);
            others.any(|other| one == other || self.one && basic(one) && basic(other))
        };
        wormholes(self.board, self.carried, a).any(joins)
    }
}

/// The wormholes of a system: printed, placed and carried there.
fn wormholes<'a>(
    board: &'a Board,
    carried: &'a [(SystemId, Wormhole)],
    system: SystemId,
) -> impl Iterator<Item = Wormhole> + use<'a> {
    let brought = carried.iter().filter(move |(at, _)| *at == system).map(|&(_, w)| w);
    board.system(system).wormholes.iter().copied().chain(brought)
}

impl<'a> Scene<'a> {
    /// The systems as they are adjacent for a player.
    #[must_use]
    pub fn galaxy(self, seat: Seat) -> Galaxy<'a> {
        let one = self.standing(seat).wormholes_are_one;
        Galaxy { board: self.board, carried: &self.gathered.wormholes, one }
    }

    /// Whether two systems are adjacent, for a player.
    #[must_use]
    pub fn adjacent(self, a: SystemId, b: SystemId, seat: Seat) -> bool {
        self.galaxy(seat).adjacent(a, b)
    }

    /// The wormholes of a system.
    pub fn wormholes(&self, system: SystemId) -> impl Iterator<Item = Wormhole> + use<'a> {
        wormholes(self.board, &self.gathered.wormholes, system)
    }

    /// Whether two players are neighbours (LRR 60).
    #[must_use]
    pub fn neighbours(&self, a: Seat, b: Seat) -> bool {
        let present = |seat| {
            let systems = 0..self.board.systems.len() as SystemId;
            systems.filter(move |&system| {
                let control = self.board.planets_of(system);
                let mut planets = control.map(|planet| self.board.planet(planet).owner);
                planets.any(|owner| owner == Some(seat)) || self.has_units(system, seat)
            })
        };
        let galaxies = [self.galaxy(a), self.galaxy(b)];
        let near = |x: SystemId, y: SystemId| x == y || galaxies.iter().any(|g| g.adjacent(x, y));
        a != b && present(a).any(|x| present(b).any(|y| near(x, y)))
    }

    /// Whether a ship can reach the active system (LRR 58.4).
    #[must_use]
    pub fn can_reach(&self, slot: Slot, to: SystemId) -> bool {
        let seat = self.piece(slot).owner;
        let Some(from) = self.system_of(slot) else { return false };
        if from == to || self.board.has_token(from, seat) {
            return false;
        }
        let closed = |system: SystemId| {
            matches!(
                self.board.system(system).anomaly,
                Some(Anomaly::AsteroidField | Anomaly::Supernova)
            )
        };
        if closed(to) {
            return false;
        }
        // LRR 58.4b, 59.1a
        let passable = |system: SystemId| {
            !closed(system)
                && self.board.system(system).anomaly != Some(Anomaly::Nebula)
                && self.fleets(system).all(|other| other == seat)
        };
        let galaxy = self.galaxy(seat);
        let systems = self.board.systems.len() as SystemId;
        let mut reached: u64 = 1 << from;
        for _ in 0..self.attributes(slot).movement {
            let mut next = reached;
            for system in (0..systems).filter(|&s| reached & (1 << s) != 0) {
                if system != from && !passable(system) {
                    continue;
                }
                for near in (0..systems).filter(|&s| galaxy.adjacent(system, s)) {
                    next |= 1 << near;
                }
            }
            reached = next;
        }
        reached & (1 << to) != 0
    }
}
