//! Changes of figures, planets and their tokens.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::table::Fault;

use super::Commit;
use crate::piece::{Piece, Place, PlanetId};
use crate::proposal::{Proposal, Verb};
use crate::token::{self, Token};
use crate::vocabulary::{Kind, UnitType};

impl Commit<'_, '_, '_> {
    pub(super) fn figure(&mut self, proposal: &mut Proposal) -> bool {
        let Proposal { verb, seat, subject, system, planet, amount, .. } = *proposal;
        match verb {
            Verb::Activate => {
                let Some(system) = system else { return false };
                self.state.board.systems[usize::from(system)].tokens |= 1 << seat;
                self.state.board.player_mut(seat).pools[0] -= 1;
                self.state.board.system = Some(system);
            }
            // Where no unit can be placed or land, nothing is done.
            Verb::Move(place) | Verb::Place(_, place) if self.scene().is_closed(place) => {
                return false;
            }
            Verb::Move(place) => {
                proposal.system = self.scene().system_of(subject.slot);
                self.piece(subject.slot).place = place;
            }
            Verb::Sustain => {
                self.piece(subject.slot).damaged = true;
                self.state.board.sustained.push(subject.slot);
            }
            Verb::Repair => self.piece(subject.slot).damaged = false,
            Verb::Destroy | Verb::Remove => {
                if !self.is_current(subject) || !self.read(subject.slot).place.is_board() {
                    return false;
                }
                proposal.system = self.scene().system_of(subject.slot);
                self.wreck(verb, subject.slot);
                self.piece(subject.slot).lift();
            }
            Verb::Place(unit, place) => {
                let scene = self.scene();
                if !scene.in_reinforcements(seat, unit) {
                    return false;
                }
                let spare = scene.slots().find(|&slot| {
                    let piece = scene.piece(slot);
                    piece.place == Place::Reinforcements
                        && piece.owner == seat
                        && scene.printed(slot).unit.is_some_and(|u| u.unit == unit)
                });
                let Some(slot) = spare.or_else(|| self.new_figure(seat, unit)) else {
                    return false;
                };
                self.piece(slot).place = place;
                if let Some(combat) = &mut self.state.board.combat {
                    combat.mustered.set(slot, false);
                }
                proposal.subject = self.scene().reference(slot);
            }
            Verb::PlaceWormhole(wormhole) => {
                let Some(system) = system else { return false };
                self.state.tokens[token::wormhole(wormhole)].place = Place::Space(system);
            }
            Verb::RemoveCustodians => {
                self.state.board.custodians = false;
                self.score(seat, 1);
            }
            _ => return planet.is_some_and(|planet| self.planet(verb, seat, planet, amount)),
        }
        true
    }

    /// Takes note of a type of ship of which one is destroyed in a space combat.
    fn wreck(&mut self, verb: Verb, slot: Slot) {
        let in_space = self.state.board.combat.is_some_and(|combat| combat.planet.is_none());
        if verb == Verb::Destroy
            && in_space
            && self.scene().is_in_combat(slot)
            && let Some(unit) = self.scene().unit_type(slot).filter(|unit| unit.is_ship())
        {
            self.state.board.wrecks |= 1 << unit as u16;
        }
    }

    fn planet(&mut self, verb: Verb, seat: Seat, planet: PlanetId, amount: i16) -> bool {
        match verb {
            Verb::GainControl => self.gain_control(seat, planet),
            Verb::ExhaustPlanet => self.state.board.planet_mut(planet).exhausted = true,
            Verb::ReadyPlanet => self.state.board.planet_mut(planet).exhausted = false,
            Verb::PlaceSleeper => {
                self.wake(planet);
                self.state.tokens[amount as usize].place = Place::Planet(planet);
            }
            Verb::RemoveSleeper => self.wake(planet),
            _ => return false,
        }
        true
    }

    /// Takes the sleeper of a planet off it.
    fn wake(&mut self, planet: PlanetId) {
        let sleeper =
            self.state.tokens.iter_mut().find(|token| token.place == Place::Planet(planet));
        sleeper.into_iter().for_each(|token| *token = Token::default());
    }

    /// Takes a figure out of the box. Slots are bounded: a table that runs out is set aside.
    fn new_figure(&mut self, seat: Seat, unit: UnitType) -> Option<Slot> {
        let printed = self.state.catalogue.printed_units(self.state.board.player(seat).faction);
        let definition = printed[unit as usize]?;
        let boxed = (0..self.state.board.slots).find(|&slot| {
            let piece = self.read(slot);
            piece.place == Place::Box
                && self.state.catalogue.definition(piece.definition).kind == Kind::Unit
        });
        let slot: Slot = match boxed {
            Some(slot) => slot,
            None if usize::from(self.state.board.slots) < self.state.pieces.len() => {
                let slot = self.state.board.slots;
                self.state.board.slots += 1;
                // What an earlier game on this table left there is gone.
                *self.piece(slot) = Piece::default();
                slot
            }
            None => {
                self.change.fault = Some(Fault::Overflow("figures"));
                return None;
            }
        };
        let old = self.read(slot).incarnation;
        *self.piece(slot) = Piece {
            definition,
            owner: seat,
            holder: seat,
            place: Place::Reinforcements,
            exhausted: false,
            damaged: false,
            incarnation: old.wrapping_add(1),
        };
        Some(slot)
    }

    /// Gives a player control of a planet, exhausted, and takes the structures of others off it
    /// (LRR 25.1, 49.5a).
    fn gain_control(&mut self, seat: Seat, planet: PlanetId) {
        for slot in 0..self.state.board.slots {
            let piece = self.read(slot);
            let structure = self.scene().unit_type(slot).is_some_and(UnitType::is_structure);
            if piece.place == Place::Planet(planet) && piece.owner != seat && structure {
                self.piece(slot).lift();
            }
        }
        if self.state.board.system.is_some() {
            self.state.board.gained |= 1 << planet;
        }
        let planet = self.state.board.planet_mut(planet);
        planet.owner = Some(seat);
        planet.exhausted = true;
    }
}
