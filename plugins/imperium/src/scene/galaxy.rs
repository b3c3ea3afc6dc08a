//! Adjacency, neighbours and how far ships move.

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::board::PLAYERS;
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

    /// Where each player has units or planets: masks of systems, by seat.
    #[must_use]
    pub fn presence(&self) -> [u64; PLAYERS] {
        let mut present = [0; PLAYERS];
        for planet in &self.board.planets {
            if let Some(owner) = planet.owner {
                present[usize::from(owner)] |= 1 << planet.system;
            }
        }
        for (slot, _) in self.figures() {
            let system = self.system_of(slot).map_or(0, |system| 1 << system);
            present[usize::from(self.piece(slot).owner)] |= system;
        }
        present
    }

    /// Whether two players are neighbours (LRR 60), as they are present.
    #[must_use]
    pub fn neighbours(&self, present: &[u64; PLAYERS], a: Seat, b: Seat) -> bool {
        let galaxies = [self.galaxy(a), self.galaxy(b)];
        let [one, other] = [a, b].map(|seat| present[usize::from(seat)]);
        let systems = |mask: u64| {
            (0..self.board.systems.len() as SystemId).filter(move |&s| mask & (1 << s) != 0)
        };
        let near = |x: SystemId, y: SystemId| galaxies.iter().any(|g| g.adjacent(x, y));
        // Most are by their tiles.
        let by_tiles = |x: SystemId| other & (1 << x | self.board.system(x).touches) != 0;
        a != b
            && (systems(one).any(by_tiles)
                || systems(one).any(|x| systems(other).any(|y| near(x, y))))
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
