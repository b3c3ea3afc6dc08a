//! Adjacency, neighbours and the ways of ships.

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::board::PLAYERS;
use crate::effect::{Effect, EffectKind};
use crate::piece::{Place, SystemId};
use crate::token;
use crate::vocabulary::{Anomaly, Constant, Modifier, Wormhole};

/// The systems as they are adjacent for a player (LRR 6, 101).
pub struct Galaxy<'a> {
    scene: Scene<'a>,
    /// The systems with each type of wormhole, as masks.
    wormholes: [u64; 3],
    /// The active system and those that an ability makes adjacent to it, as masks.
    conduits: (u64, u64),
}

impl Galaxy<'_> {
    /// Tells whether two systems are adjacent.
    #[must_use]
    pub fn adjacent(&self, a: SystemId, b: SystemId) -> bool {
        self.near(a) & 1 << b != 0
    }

    /// The systems that are adjacent to one, as a mask.
    #[must_use]
    pub fn near(&self, system: SystemId) -> u64 {
        let this = 1 << system;
        let touches = self.scene.board.system(system).touches;
        let joined = self.wormholes.iter().filter(|with| *with & this != 0);
        let (active, far) = self.conduits;
        let conduits = if active & this != 0 { far } else { 0 };
        let conduits = conduits | if far & this != 0 { active } else { 0 };
        joined.fold(touches | conduits, |near, with| near | with) & !this
    }
}

/// The systems of a mask.
fn systems(mask: u64) -> impl Iterator<Item = SystemId> {
    let mut left = mask;
    core::iter::from_fn(move || {
        let system = (left != 0).then(|| left.trailing_zeros() as SystemId);
        left &= left.wrapping_sub(1);
        system
    })
}

/// The ways of a player's ships into a system (LRR 58.4).
pub struct Course<'a> {
    galaxy: Galaxy<'a>,
    to: SystemId,
    /// Systems that no ship enters.
    closed: u64,
    /// Systems that ships do not end in.
    passed: u64,
    /// Systems that ships can only end in.
    blocked: u64,
    /// Systems from which ships go through systems with ships of others.
    passing: u64,
    /// Systems with ships of others, through which most ships do not go.
    occupied: u64,
    /// The systems with gravity rifts.
    rifts: u64,
}

/// The most gravity rifts that a ship leaves, one after another.
const RIFTS: usize = 3;

impl Course<'_> {
    /// The least number of gravity rifts that a ship with a move value leaves on its way from a
    /// system; `None` if it cannot reach the other one. Leaving a rift, a ship goes one further
    /// (LRR 41.1).
    #[must_use]
    pub fn rifts(&self, from: SystemId, movement: u8) -> Option<u8> {
        self.rifts_of(from, movement, false)
    }

    /// Tells whether a ship with a move value gets from a system to the other one without leaving a
    /// gravity rift.
    #[must_use]
    pub fn avoids_rifts(&self, from: SystemId, movement: u8) -> bool {
        let passes = self.passing & 1 << from != 0;
        let blocked = if passes { self.blocked } else { self.blocked | self.occupied };
        let goal: u64 = 1 << self.to;
        if from == self.to || (self.closed | self.passed) & goal != 0 {
            return false;
        }
        let (mut seen, mut edge) = (0_u64, 1_u64 << from);
        for _ in 0..movement {
            // It goes on from where it starts and from what does not stop it.
            let through = edge & !(self.rifts | blocked & !(1 << from));
            let next = systems(through).fold(0, |next, system| next | self.galaxy.near(system));
            edge = next & !self.closed & !seen;
            if edge & goal != 0 {
                return true;
            }
            seen |= edge;
        }
        false
    }

    /// The same for a ship that goes through systems with ships of others, or not.
    fn rifts_of(&self, from: SystemId, movement: u8, passes: bool) -> Option<u8> {
        let passes = passes || self.passing & 1 << from != 0;
        let blocked = if passes { self.blocked } else { self.blocked | self.occupied };
        let goal: u64 = 1 << self.to;
        if from == self.to || (self.closed | self.passed) & goal != 0 {
            return None;
        }
        // Where it can be after so many steps, by the rifts it has left.
        let mut reached = [0_u64; RIFTS + 1];
        reached[0] = 1 << from;
        let mut least: Option<usize> = None;
        for step in 1..=usize::from(movement) + RIFTS {
            let mut next = [0; RIFTS + 1];
            for (left, &mask) in reached.iter().enumerate() {
                for system in systems(mask) {
                    if system != from && blocked & 1 << system != 0 {
                        continue;
                    }
                    let left = left + usize::from(self.rifts & 1 << system != 0);
                    if let Some(next) = next.get_mut(left) {
                        *next |= self.galaxy.near(system) & !self.closed;
                    }
                }
            }
            reached = next;
            // A longer way can leave fewer rifts.
            let fewer = (0..least.unwrap_or(RIFTS + 1))
                .find(|&left| reached[left] & goal != 0 && step <= usize::from(movement) + left);
            least = fewer.or(least);
            if least == Some(0) {
                break;
            }
        }
        least.map(|left| left as u8)
    }
}

impl<'a> Scene<'a> {
    /// The systems as they are adjacent for a player.
    #[must_use]
    pub fn galaxy(self, seat: Seat) -> Galaxy<'a> {
        self.galaxy_of(seat, self.board.active == seat && self.board.system.is_some())
    }

    /// The same, if it is a tactical action of the player or not.
    fn galaxy_of(self, seat: Seat, tactical: bool) -> Galaxy<'a> {
        let mut wormholes = [0; 3];
        for (system, printed) in self.board.systems.iter().enumerate() {
            for &wormhole in &printed.wormholes {
                wormholes[wormhole as usize] |= 1 << system;
            }
        }
        for (wormhole, with) in
            [Wormhole::Alpha, Wormhole::Beta, Wormhole::Delta].into_iter().zip(&mut wormholes)
        {
            if let Place::Space(system) = self.tokens[token::wormhole(wormhole)].place {
                *with |= 1 << system;
            }
        }
        for &(system, wormhole) in &self.gathered.wormholes {
            wormholes[wormhole as usize] |= 1 << system;
        }
        if tactical && self.standing(seat).mecatol_gate {
            for planet in self.board.planets.iter().filter(|planet| planet.mecatol) {
                if planet.owner != Some(seat) {
                    wormholes[Wormhole::Alpha as usize] |= 1 << planet.system;
                    wormholes[Wormhole::Beta as usize] |= 1 << planet.system;
                }
            }
        }
        if self.standing(seat).wormholes_are_one || self.gathered.laws.wormholes_joined {
            let [alpha, beta, _] = wormholes;
            (wormholes[0], wormholes[1]) = (alpha | beta, alpha | beta);
        }
        Galaxy { scene: self, wormholes, conduits: self.conduits() }
    }

    /// The active system and those with units of a player who has made them adjacent to it.
    fn conduits(self) -> (u64, u64) {
        let mut far = 0;
        for (_, effect) in self.effects() {
            if matches!(effect.kind, EffectKind::Lasting(Modifier::Conduits, _)) {
                let own = self.figures().filter(|&(s, _)| self.piece(s).owner == effect.seat);
                far |= own.fold(0, |mask, (slot, _)| {
                    mask | self.system_of(slot).map_or(0, |system| 1 << system)
                });
            }
        }
        (self.board.system.map_or(0, |system| 1 << system), far)
    }

    /// Tells whether two systems are adjacent for a player.
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

    /// Returns `true` if a card of the player's faction keeps that player from producing in a system:
    /// who has the card has units there or next to it, outside home systems.
    #[must_use]
    pub fn is_stymied(&self, seat: Seat, system: SystemId) -> bool {
        let near = || self.galaxy(seat).near(system) | 1 << system;
        self.constants().any(|(slot, holder, constant)| {
            matches!(constant, Constant::Stymies)
                && self.piece(slot).owner == seat
                && self.figures().any(|(unit, _)| {
                    self.piece(unit).owner == holder
                        && self.system_of(unit).is_some_and(|at| {
                            near() & 1 << at != 0 && self.board.system(at).home.is_none()
                        })
                })
        })
    }

    /// The systems in which each player has units or planets, as masks by seat.
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

    /// Returns `true` for two players who are neighbours (LRR 60), as they are present.
    #[must_use]
    pub fn neighbours(&self, present: &[u64; PLAYERS], a: Seat, b: Seat) -> bool {
        let galaxies = [self.galaxy(a), self.galaxy(b)];
        let [one, other] = [a, b].map(|seat| present[usize::from(seat)]);
        let near = |x: SystemId| galaxies.iter().any(|g| other & (1 << x | g.near(x)) != 0);
        a != b && systems(one).any(near)
    }

    /// The ways of a player's ships into a system (LRR 58.4).
    #[must_use]
    pub fn course(self, seat: Seat, to: SystemId) -> Course<'a> {
        let with = |anomaly: Anomaly| {
            let all = self.board.systems.iter().enumerate();
            all.filter(|(_, system)| system.anomaly == Some(anomaly))
                .fold(0_u64, |mask, (system, _)| mask | 1 << system)
        };
        let standing = self.standing(seat);
        // LRR 11, 86
        let asteroids = if standing.asteroids { 0 } else { with(Anomaly::AsteroidField) };
        let supernovas = with(Anomaly::Supernova);
        let unless = |may: bool| if may { 0 } else { supernovas };
        let passed = unless(standing.enters_supernovas);
        let closed = asteroids | unless(standing.enters_supernovas || standing.passes_supernovas);
        // LRR 58.4b, 59.1a
        let nebulae = if self.gathered.laws.nebulae_open { 0 } else { with(Anomaly::Nebula) };
        let blocked = closed | nebulae | unless(standing.passes_supernovas);
        let mut occupied = 0;
        if !standing.passes_ships {
            for (slot, unit) in self.figures() {
                let piece = self.piece(slot);
                if let Place::Space(system) = piece.place
                    && unit.is_ship()
                    && piece.owner != seat
                {
                    occupied |= 1 << system;
                }
            }
        }
        let passing = self.effects().fold(0, |mask, (_, effect)| match *effect {
            Effect { kind: EffectKind::PassesShips(system), seat: of } if of == seat => {
                mask | 1 << system
            }
            _ => mask,
        });
        let rifts = with(Anomaly::GravityRift);
        // Whoever moves there has activated it.
        let mut galaxy = self.galaxy_of(seat, true);
        if self.gathered.laws.wormholes_closed {
            galaxy.wormholes[Wormhole::Alpha as usize] = 0;
            galaxy.wormholes[Wormhole::Beta as usize] = 0;
        }
        Course { galaxy, to, closed, passed, blocked, occupied, passing, rifts }
    }

    /// Tells whether ships of a player can move into a system that is not the active one (LRR 11,
    /// 59.1, 86).
    #[must_use]
    pub fn is_open(self, system: SystemId, seat: Seat) -> bool {
        let standing = self.standing(seat);
        match self.board.system(system).anomaly {
            Some(Anomaly::Nebula) => self.gathered.laws.nebulae_open,
            Some(Anomaly::AsteroidField) => standing.asteroids,
            Some(Anomaly::Supernova) => standing.enters_supernovas,
            Some(Anomaly::GravityRift) | None => true,
        }
    }

    /// Tells whether a ship can reach a system if it is activated (LRR 58.4).
    #[must_use]
    pub fn can_reach(&self, slot: Slot, to: SystemId) -> bool {
        let course = self.course(self.piece(slot).owner, to);
        self.way(&course, slot, 0).is_some()
    }

    /// The least number of gravity rifts that a ship leaves, with so much added to its move value;
    /// `None` if it cannot get there.
    #[must_use]
    pub fn way(&self, course: &Course<'_>, slot: Slot, more: u8) -> Option<u8> {
        let from = self.system_of(slot)?;
        let movement = self.attributes(slot).movement;
        if movement == 0 || self.board.has_token(from, self.piece(slot).owner) {
            return None;
        }
        course.rifts_of(from, movement + more, self.stats(slot).passes_ships)
    }
}
