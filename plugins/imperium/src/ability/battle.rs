//! Steps of abilities about what stands on planets: bombardment outside invasions, and structures
//! that change hands.

use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::piece::Place;
use crate::procedure::Assignment;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Dice, FigureFilter, UNITS, UnitType};

impl Ability {
    /// Rolls for the player's ships in the active system that bombard; then the opponent on the planet
    /// of the event assigns the hits (LRR 15).
    pub(super) fn bombard(&mut self, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        let planet = self.event.and_then(|(_, event)| event.planet);
        let (Some(planet), Some(system)) = (planet, scene.board.system) else { return Flow::Then };
        if self.part == 0 {
            self.part = 1;
            let ships = scene.ships(system, seat);
            let mut dice: Vec<(Slot, Dice)> = ships
                .filter_map(|(slot, _)| Some((slot, scene.attributes(slot).unit.bombardment?)))
                .collect();
            scene.with_extra_die(seat, &mut dice);
            run.roll(seat, &dice);
            return Flow::Again;
        }
        self.part = 0;
        let hits = core::mem::take(&mut self.hits);
        if let Some(opponent) = scene.opponent(seat) {
            run.call(opponent, Assignment::of(hits, Hits::Bombardment, seat, system).on(planet));
        }
        Flow::Then
    }

    /// The units that fit are removed, and for each one of the player's of its type is placed there,
    /// as long as there are some in the reinforcements.
    pub(super) fn replace_all(&self, filter: &FigureFilter, by: &Resolver<'_>) -> Vec<Proposal> {
        let (scene, seat) = (by.scene, by.seat);
        let context = self.context(by);
        let own = |unit: UnitType| {
            let own = scene.figures().filter(|&(s, u)| u == unit && scene.piece(s).owner == seat);
            own.count()
        };
        let mut placed = [0; UNITS];
        let mut replaced = Vec::new();
        for (slot, unit) in scene.fitting(filter, &context) {
            let placed = &mut placed[unit as usize];
            if own(unit) + *placed >= usize::from(unit.figures()) {
                continue;
            }
            *placed += 1;
            let place: Place = scene.piece(slot).place;
            replaced.push(Proposal::new(Verb::Remove, seat).of(scene.reference(slot)));
            replaced.push(Proposal::new(Verb::Place(unit, place), seat));
        }
        replaced
    }
}
