//! The fitting of units, planets and systems to filters.

use cardmill_kernel::card::{Seat, Slot};

use super::{Context, Scene};
use crate::piece::{Place, PlanetId, SystemId};
use crate::proposal::Verb;
use crate::vocabulary::{FigureFilter, PlanetFilter, Site, SystemFilter, UnitType, Whose};

impl Scene<'_> {
    /// Tells whether a figure fits; none does that is not on the board.
    #[must_use]
    pub fn fits(&self, filter: &FigureFilter, slot: Slot, context: &Context) -> bool {
        let Some(unit) = self.unit_type(slot) else { return false };
        let piece = self.piece(slot);
        let this = context.source.is_some() && context.source.slot == slot;
        filter.of.is_none_or(|whose| self.is(whose, piece.owner, context))
            && (filter.types.is_empty() || filter.types.contains(&unit))
            && (!filter.ship || self.is_ship(slot, unit))
            && (!filter.non_fighter || self.is_ship(slot, unit) && unit != UnitType::Fighter)
            && filter.at.is_none_or(|site| self.is_at(site, piece.place, context))
            && !(filter.other && this)
            && (!filter.this || this)
            && (!filter.sustain || self.figure_card(slot).unit.is_some_and(|u| u.sustain))
            && (!filter.damaged || piece.damaged)
            && (!filter.ground || unit.is_ground_force())
            && (!filter.shield || self.stats(slot).shield)
            && (!filter.rested || !self.board.sustained.contains(&slot))
            && (!filter.remembered || context.remembered.has(slot))
            && (!filter.produces || self.stats(slot).production > 0)
            && !(filter.not_home
                && self.system_of(slot).is_some_and(|at| self.board.system(at).home.is_some()))
            && filter.planet_of.is_none_or(|whose| {
                let planets = self.system_of(slot).into_iter();
                let mut planets = planets.flat_map(|at| self.board.planets_of(at));
                planets.any(|planet| {
                    let owner = self.board.planet(planet).owner;
                    owner.is_some_and(|seat| self.is(whose, seat, context))
                })
            })
            && filter.within.as_ref().is_none_or(|within| {
                self.system_of(slot).is_some_and(|at| self.system_fits(within, at, context))
            })
            && filter.on_planet_of.is_none_or(|whose| match piece.place {
                Place::Planet(planet) => {
                    let owner = self.board.planet(planet).owner;
                    owner.is_some_and(|seat| self.is(whose, seat, context))
                }
                _ => false,
            })
            && (!filter.bombards
                || self.figure_card(slot).unit.is_some_and(|unit| unit.bombardment.is_some()))
    }

    /// The units on the game board that fit.
    pub fn fitting(
        self,
        filter: &FigureFilter,
        context: &Context,
    ) -> impl Iterator<Item = (Slot, UnitType)> {
        self.figures().filter(move |&(slot, _)| self.fits(filter, slot, context))
    }

    fn is_at(&self, site: Site, place: Place, context: &Context) -> bool {
        let system = match place {
            Place::Space(system) => system,
            Place::Planet(planet) => self.board.planet(planet).system,
            _ => return false,
        };
        let this = context
            .from
            .or_else(|| context.source.is_some().then(|| self.piece(context.source.slot).place));
        match site {
            Site::ActiveSystem => self.active_system(context) == Some(system),
            Site::ThisSystem => match this {
                Some(Place::Space(here)) => here == system,
                Some(Place::Planet(planet)) => self.board.planet(planet).system == system,
                _ => false,
            },
            Site::Chosen => {
                let planet = context.chosen.planet().or(context.planet);
                planet.map(Place::Planet) == Some(place)
            }
            Site::ChosenSystem => context.system == Some(system),
            Site::NearActiveSystem => self.active_system(context).is_some_and(|active| {
                active == system || self.adjacent(active, system, context.seat)
            }),
            Site::SystemOfEvent => context.event.and_then(|event| event.system) == Some(system),
            Site::Mecatol => self.board.planets_of(system).any(|p| self.board.planet(p).mecatol),
            Site::ThisPlanet => {
                this == Some(place) && matches!(place, Place::Planet(_))
                    || self.planet_of_event(context).map(Place::Planet) == Some(place)
            }
        }
    }

    /// The active system; while one is being activated, that one already.
    pub(super) fn active_system(&self, context: &Context) -> Option<SystemId> {
        let activated = context.event.filter(|event| event.verb == Verb::Activate);
        activated.and_then(|event| event.system).or(self.board.system)
    }

    fn planet_of_event(&self, context: &Context) -> Option<PlanetId> {
        context.event.and_then(|event| event.planet)
    }

    /// Tells whether a planet fits a filter.
    #[must_use]
    pub fn planet_fits(&self, filter: &PlanetFilter, id: PlanetId, context: &Context) -> bool {
        let planet = self.board.planet(id);
        let units_of = |whose| {
            self.figures().any(|(slot, _)| {
                let piece = self.piece(slot);
                piece.place == Place::Planet(id) && self.is(whose, piece.owner, context)
            })
        };
        let built = |unit| self.structures(id, context.seat, unit);
        let controls = |whose| planet.owner.is_some_and(|seat| self.is(whose, seat, context));
        let home = self.board.system(planet.system).home.is_some();
        let open = !self.is_closed(Place::Planet(id));
        let sleeper = self.sleeper(id);
        let remembered = sleeper.is_some_and(|token| context.remembered.has(token as u16));
        filter.controlled_by.is_none_or(controls)
            && filter.units_of.is_none_or(units_of)
            && filter.at.is_none_or(|site| self.is_at(site, Place::Planet(id), context))
            && filter.of_trait.is_none_or(|of| planet.trait_ == Some(of))
            && (!filter.explorable || planet.trait_.is_some())
            && (!filter.specialty || planet.specialty.is_some())
            && (!filter.exhausted || planet.exhausted)
            && !(filter.ready && planet.exhausted)
            && filter.sleeper.is_none_or(|there| sleeper.is_some() == there)
            && (!filter.remembered || remembered)
            && !(filter.not_home && home)
            && !(filter.not_mecatol && planet.mecatol)
            && filter.home_of.is_none_or(|whose| {
                let of = self.board.system(planet.system).home;
                of.is_some_and(|seat| self.is(whose, seat, context))
            })
            && filter.bombers_of.is_none_or(|whose| {
                self.figures().any(|(slot, _)| {
                    let piece = self.piece(slot);
                    piece.place == Place::Space(planet.system)
                        && self.is(whose, piece.owner, context)
                        && self.attributes(slot).unit.bombardment.is_some()
                })
            })
            && (!filter.room_for_pds
                || (open && (self.gathered.laws.any_pds || built(UnitType::Pds) < 2)))
            && (!filter.room_for_dock || (open && built(UnitType::SpaceDock) < 1))
            && !(filter.elsewhere && self.planet_of_event(context) == Some(id))
            && (!filter.gained || self.board.gained & 1 << id != 0)
            && !filter.uncontrolled_by.is_some_and(controls)
            && !(filter.empty
                && self.figures().any(|(s, _)| self.piece(s).place == Place::Planet(id)))
            && filter.near_planet_of.is_none_or(|whose| {
                // A planet is adjacent to its own system, too (LRR 6.3).
                let near = self.galaxy(context.seat).near(planet.system) | 1 << planet.system;
                self.board.planets.iter().any(|other| {
                    near & 1 << other.system != 0
                        && other.owner.is_some_and(|seat| self.is(whose, seat, context))
                })
            })
    }

    /// The number of structures of a type that a player has on a planet (LRR 85.4, 85.5).
    #[must_use]
    pub fn structures(&self, planet: PlanetId, seat: Seat, unit: UnitType) -> usize {
        let here = |slot: Slot| {
            let piece = self.piece(slot);
            piece.place == Place::Planet(planet) && piece.owner == seat
        };
        self.figures().filter(|&(slot, other)| other == unit && here(slot)).count()
    }

    /// Tells whether a system fits a filter, or one of its alternatives.
    #[must_use]
    pub fn system_fits(&self, filter: &SystemFilter, id: SystemId, context: &Context) -> bool {
        if filter.or.iter().any(|other| self.system_fits(other, id, context)) {
            return true;
        }
        let system = self.board.system(id);
        let planets = || self.board.planets_of(id).map(|planet| self.board.planet(planet));
        let players = 0..self.board.players.len() as Seat;
        let some = |whose: Whose, has: &dyn Fn(Seat) -> bool| {
            players.clone().any(|seat| self.is(whose, seat, context) && has(seat))
        };
        let controls = |seat| planets().any(|planet| planet.owner == Some(seat));
        let ships = |seat| self.ships(id, seat).next().is_some();
        filter.planet_of.is_none_or(|whose| some(whose, &controls))
            && filter.units_of.is_none_or(|whose| some(whose, &|seat| self.has_units(id, seat)))
            && !filter.no_ships_of.is_some_and(|whose| some(whose, &ships))
            && filter
                .token_of
                .is_none_or(|whose| some(whose, &|seat| self.board.has_token(id, seat)))
            && filter.ships_of.is_none_or(|whose| some(whose, &ships))
            && filter.dock_of.is_none_or(|whose| {
                some(whose, &|seat| {
                    self.units_of(id, seat).any(|(_, unit)| unit == UnitType::SpaceDock)
                })
            })
            && filter
                .home_of
                .is_none_or(|whose| system.home.is_some_and(|seat| self.is(whose, seat, context)))
            && (!filter.mecatol || planets().any(|planet| planet.mecatol))
            && (!filter.anomaly || system.anomaly.is_some())
            && filter.of_anomaly.is_none_or(|of| system.anomaly == Some(of))
            && filter.holding.as_ref().is_none_or(|units| {
                let mut here = self.figures().filter(|&(slot, _)| self.system_of(slot) == Some(id));
                here.any(|(slot, _)| self.fits(units, slot, context))
            })
            && filter.of_wormhole.is_none_or(|of| self.wormholes(id).any(|other| other == of))
            && filter.beside.as_ref().is_none_or(|beside| {
                let near = self.galaxy(context.seat).near(id);
                let all = 0..self.board.systems.len() as SystemId;
                all.filter(|&other| near & 1 << other != 0)
                    .any(|other| self.system_fits(beside, other, context))
            })
            && !(filter.not_home && system.home.is_some())
            && (!filter.wormhole || self.wormholes(id).next().is_some())
            && !(filter.not_mecatol && planets().any(|planet| planet.mecatol))
            && (!filter.active || self.active_system(context) == Some(id))
            && (!filter.open || self.is_open(id, context.seat))
            && filter.bombers_of.is_none_or(|whose| {
                some(whose, &|seat| {
                    let mut ships = self.ships(id, seat);
                    ships.any(|(slot, _)| self.attributes(slot).unit.bombardment.is_some())
                })
            })
            && filter.lacks_token_of.is_none_or(|whose| {
                some(whose, &|seat| self.board.is_in_game(seat) && !self.board.has_token(id, seat))
            })
    }
}
