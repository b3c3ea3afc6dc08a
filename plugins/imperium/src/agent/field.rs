//! The field of the greedy agent: the forces of every player, by place.

use cardmill_kernel::card::Seat;

use crate::board::PLAYERS;
use crate::piece::{Place, PlanetId, SystemId};
use crate::scene::Attributes;
use crate::view::View;
use crate::vocabulary::UnitType;

/// Forces: hits in a round of combat, in tenths of a die's sides, and hits that they take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Force {
    pub(super) attack: i32,
    pub(super) bodies: i32,
}

/// The faces of a die, and one: a die that hits on `n` or more does so with this less `n` of its
/// ten faces.
const FACES: i32 = 11;

impl Force {
    /// The force of one unit.
    pub(super) fn of(unit: &Attributes, damaged: bool) -> Self {
        let dice = unit.combat_value();
        let attack = dice.map_or(0, |d| i32::from(d.dice) * (FACES - i32::from(d.hits_on)));
        Self { attack, bodies: 1 + i32::from(unit.unit.sustain && !damaged) }
    }

    pub(super) const fn add(&mut self, other: Self) {
        self.attack += other.attack;
        self.bodies += other.bodies;
    }

    /// Tells whether it can be reckoned with to win, with a margin in hundredths: strength grows
    /// with both numbers.
    pub(super) const fn beats(self, other: Self, margin: i32) -> bool {
        self.attack * self.bodies * 100 >= other.attack * other.bodies * margin && self.bodies > 0
    }

    pub(super) const fn is_none(self) -> bool {
        self.bodies == 0
    }
}

/// The forces of every player, by place, as the agent sees them.
pub(super) struct Field {
    /// The ships, by system and seat.
    pub(super) fleets: Vec<[Force; PLAYERS]>,
    /// The ground forces, by planet and seat.
    pub(super) ground: Vec<[Force; PLAYERS]>,
    /// The Space Cannons of others in each system, as attack.
    pub(super) cannons: Vec<i32>,
    /// The number of own ground forces in the space of each system.
    pub(super) aboard: Vec<u8>,
    /// Own ground forces of a system that could be taken along: all in space, and on planets all but
    /// one at home.
    pub(super) cargo: Vec<usize>,
    /// Own ships in a system, fighters not counted.
    pub(super) ships: Vec<u8>,
    /// The number of units that own units can produce in each system.
    pub(super) production: Vec<u8>,
}

impl Field {
    pub(super) fn of(view: &View<'_>) -> Self {
        let (systems, planets) = (view.systems().len(), view.planets().len());
        let mut field = Self {
            fleets: vec![[Force::default(); PLAYERS]; systems],
            ground: vec![[Force::default(); PLAYERS]; planets],
            cannons: vec![0; systems],
            aboard: vec![0; systems],
            cargo: Vec::new(),
            ships: vec![0; systems],
            production: vec![0; systems],
        };
        let mut guards = vec![0_usize; planets];
        for (slot, unit, piece) in view.figures() {
            let owner = usize::from(piece.owner);
            let own = piece.owner == view.seat();
            let attributes = view.attributes(slot);
            let force = Force::of(&attributes, piece.damaged);
            let system = match piece.place {
                Place::Space(system) => system,
                Place::Planet(planet) => view.planet(planet).system,
                _ => continue,
            };
            let at = usize::from(system);
            if own {
                field.production[at] += view.production(slot);
            } else if let Some(dice) = attributes.unit.cannon {
                field.cannons[at] += i32::from(dice.dice) * (FACES - i32::from(dice.hits_on));
            }
            match piece.place {
                Place::Space(_) if unit.is_ship() => {
                    field.fleets[at][owner].add(force);
                    field.ships[at] += u8::from(own && unit != UnitType::Fighter);
                }
                Place::Space(_) if own && unit.is_ground_force() => field.aboard[at] += 1,
                Place::Planet(planet) if unit.is_ground_force() => {
                    field.ground[usize::from(planet)][owner].add(force);
                    guards[usize::from(planet)] += usize::from(own);
                }
                _ => {}
            }
        }
        field.cargo = field.aboard.iter().copied().map(usize::from).collect();
        for (planet, guards) in view.planets().iter().zip(guards) {
            let home = view.system(planet.system).home == Some(view.seat());
            field.cargo[usize::from(planet.system)] += guards.saturating_sub(usize::from(home));
        }
        field
    }

    /// The ships of others in a system.
    pub(super) fn enemy(&self, system: SystemId, seat: Seat) -> Force {
        let mut force = Force::default();
        for (other, fleet) in self.fleets[usize::from(system)].iter().enumerate() {
            if other != usize::from(seat) {
                force.add(*fleet);
            }
        }
        force
    }

    /// The ground forces of others on a planet.
    pub(super) fn garrison(&self, planet: PlanetId, seat: Seat) -> Force {
        let mut force = Force::default();
        for (other, ground) in self.ground[usize::from(planet)].iter().enumerate() {
            if other != usize::from(seat) {
                force.add(*ground);
            }
        }
        force
    }
}
