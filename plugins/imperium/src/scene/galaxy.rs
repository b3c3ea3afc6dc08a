//! Adjacency, neighbours and how far ships move.

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::piece::SystemId;
use crate::vocabulary::{Anomaly, Wormhole};

impl Scene<'_> {
    /// Whether two systems are adjacent, for a player (LRR 6, 101).
    #[must_use]
    pub fn adjacent(&self, a: SystemId, b: SystemId, seat: Seat) -> bool {
        if a == b {
            return false;
        }
        let (from, to) = (self.board.system(a), self.board.system(b));
        if from.touches & (1 << b) != 0 {
            return true;
        }
        let same = |w: &Wormhole| to.wormholes.contains(w);
        let basic = |w: &Wormhole| matches!(w, Wormhole::Alpha | Wormhole::Beta);
        from.wormholes.iter().any(same)
            || (from.wormholes.iter().any(basic)
                && to.wormholes.iter().any(basic)
                && self.wormholes_are_one(seat))
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
        let near =
            |x: SystemId, y: SystemId| x == y || self.adjacent(x, y, a) || self.adjacent(x, y, b);
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
        let systems = self.board.systems.len() as SystemId;
        let mut reached: u64 = 1 << from;
        for _ in 0..self.attributes(slot).movement {
            let mut next = reached;
            for system in (0..systems).filter(|&s| reached & (1 << s) != 0) {
                if system != from && !passable(system) {
                    continue;
                }
                for near in (0..systems).filter(|&s| self.adjacent(system, s, seat)) {
                    next |= 1 << near;
                }
            }
            reached = next;
        }
        reached & (1 << to) != 0
    }
}
