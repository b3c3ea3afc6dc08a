//! The step in which a technology of another player is gained or copied, and what becomes of units
//! that are no longer what they were (LRR 90.16 to 90.22).

use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::{Place, PlanetId};
use crate::procedure::Limits;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::UnitType;

impl Ability {
    /// Gains the chosen technology; of one of a faction, the player chooses the assimilator that
    /// copies it.
    pub(super) fn assimilate(&mut self, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        let Some(technology) = self.chosen.piece().map(|piece| piece.slot) else {
            return Flow::Then;
        };
        let piece = scene.piece(technology);
        let about =
            |verb| Proposal::new(verb, seat).with(piece.holder).amount(piece.definition as i16);
        match (self.part, run.answer) {
            (0, _) if scene.printed(technology).faction.is_empty() => {
                run.propose([about(Verb::GainTechnology)]);
                return Flow::Then;
            }
            (0, Some(Choice::Piece(slot))) => {
                self.part = 1;
                run.propose([about(Verb::Assimilate).of(scene.reference(slot))]);
            }
            (0, _) => return run.ask(seat, Prompt::Step),
            (1, answer) => return self.reshape(answer, run),
            _ => {
                self.part = 0;
                Limits::everywhere(run, seat);
                return Flow::Then;
            }
        }
        Flow::Again
    }

    /// Moves space docks that float now, or float no longer, and takes war suns that are none any
    /// more off the board.
    fn reshape(&mut self, answer: Option<Choice>, run: &mut Run<'_>) -> Flow {
        let (scene, seat) = (run.scene, run.seat);
        let Some(dock) = scene.stray_dock(seat) else {
            self.part = 2;
            // LRR 90.20
            let lost = scene.figures().filter(|&(slot, unit)| {
                let own = scene.piece(slot).owner == seat;
                unit == UnitType::WarSun && own && !scene.owns_war_suns(seat)
            });
            let remove = Proposal::new(Verb::Remove, seat);
            run.propose(lost.map(|(slot, _)| remove.of(scene.reference(slot))));
            return Flow::Again;
        };
        let unit = scene.reference(dock);
        match (answer, scene.system_of(dock)) {
            (Some(Choice::Planet(planet)), _) => run.move_to(Place::Planet(planet), [unit]),
            (_, Some(system)) if scene.floats(dock) => run.move_to(Place::Space(system), [unit]),
            // LRR 90.19
            _ if piers(scene, dock).next().is_none() => {
                run.propose([Proposal::new(Verb::Remove, seat).of(unit)]);
            }
            _ => return run.ask(seat, Prompt::Where),
        }
        Flow::Again
    }

    /// The options of that step: the assimilators for a technology, or the planets for a space dock.
    pub(super) fn assimilable(&self, by: &Resolver<'_>) -> Vec<Choice> {
        let (scene, seat) = (by.scene, by.seat);
        if self.part > 0 {
            let dock = scene.stray_dock(seat).into_iter();
            return dock.flat_map(|dock| piers(scene, dock)).map(Choice::Planet).collect();
        }
        let technology = self.chosen.piece().map(|piece| scene.printed(piece.slot));
        let able = technology.map_or_else(Vec::new, |card| scene.assimilators(seat, card));
        able.into_iter().map(Choice::Piece).collect()
    }
}

/// The planets in the system of a space dock on which its player can have it (LRR 79.3).
fn piers(scene: Scene<'_>, dock: Slot) -> impl Iterator<Item = PlanetId> {
    let (owner, system) = (scene.piece(dock).owner, scene.system_of(dock));
    scene.planets(owner).filter(move |&planet| {
        Some(scene.board.planet(planet).system) == system
            && !scene.is_closed(Place::Planet(planet))
            && scene.structures(planet, owner, UnitType::SpaceDock) == 0
    })
}
