//! Adjacency, neighbours and how far ships move.

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::piece::{Place, SystemId};
use crate::token;
use crate::vocabulary::{Anomaly, Wormhole};

/// The systems as they are adjacent for a player (LRR 6, 101).
pub struct Galaxy<'a> {
    scene: Scene<'a>,
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
        if self.scene.board.system(a).touches & (1 << b) != 0 {
            return true;
        }
        let basic = |w: Wormhole| matches!(w, Wormhole::Alpha | Wormhole::Beta);
        let joins = |one: Wormhole| {
            self.scene
                .wormholes(b)
                .any(|other| one == other || self.one && basic(one) && basic(other))
        };
        self.scene.wormholes(a).any(joins)
    }
}

impl<'a> Scene<'a> {
    /// The systems as they are adjacent for a player.
    #[must_use]
    pub fn galaxy(self, seat: Seat) -> Galaxy<'a> {
        Galaxy { scene: self, one: self.standing(seat).wormholes_are_one }
    }

    /// Whether two systems are adjacent, for a player.
    #[must_use]
    pub fn adjacent(self, a: SystemId, b: SystemId, seat: Seat) -> bool {
        self.galaxy(seat).adjacent(a, b)
    }

    /// The wormholes of a system: printed, placed and brought there by ships.
    pub fn wormholes(&self, system: SystemId) -> impl Iterator<Item = Wormhole> + use<'a> {
        let printed = self.board.system(system).wormholes.iter().copied();
        let tokens = [Wormhole::Alpha, Wormhole::Beta, Wormhole::Delta].into_iter();
        let scene = *self;
        let lies =
            move |&w: &Wormhole| scene.tokens[token::wormhole(w)].place == Place::Space(system);
        let brought = self.gathered.wormholes.iter().filter(move |(at, _)| *at == system);
        printed.chain(tokens.filter(lies)).chain(brought.map(|&(_, wormhole)| wormhole))
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
