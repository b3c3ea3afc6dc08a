//! Steps of abilities in which cards go from player to player, and infantry from planet to planet.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt, Target};
use crate::piece::{Place, PlanetId};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Kind;

/// Returns `true` for a player with a strategy card.
fn has_card(scene: Scene<'_>, seat: Seat) -> bool {
    scene.cards(seat, Place::Area, Kind::Strategy).next().is_some()
}

impl Ability {
    /// Asks for a strategy card of the player, then for one of the chosen player; then each has the
    /// other's.
    pub(super) fn trade_strategy(&mut self, run: &mut Run<'_>) -> Flow {
        let (Target::Player(other), seat) = (self.chosen, run.seat) else { return Flow::Then };
        let scene = run.scene;
        match (run.answer, self.part) {
            (Some(Choice::Piece(slot)), 0) => {
                self.part = 1;
                self.picked.push(Target::Piece(scene.reference(slot)));
                Flow::Again
            }
            (Some(Choice::Piece(theirs)), _) => {
                self.part = 0;
                let to = |slot: Slot, seat| {
                    let there = Proposal::new(Verb::ToPlace(Place::Area), seat);
                    there.of(scene.reference(slot))
                };
                if let Some(Target::Piece(own)) = self.picked.pop() {
                    run.propose([to(own.slot, other), to(theirs, seat)]);
                }
                Flow::Then
            }
            _ if [seat, other].into_iter().all(|seat| has_card(scene, seat)) => {
                run.ask(seat, Prompt::Step)
            }
            _ => Flow::Then,
        }
    }

    /// The planets of the player to which the chosen ground force can go: others in the same system
    /// or an adjacent one (LRR 6.2, 6.3).
    pub(super) fn planets_near<'r>(
        &self,
        by: &Resolver<'r>,
    ) -> impl Iterator<Item = PlanetId> + use<'r> {
        let (scene, seat) = (by.scene, by.seat);
        let from = match self.chosen {
            Target::Piece(unit) => Some(unit.slot),
            _ => None,
        };
        let place = from.map(|slot| scene.piece(slot).place);
        let near = from.and_then(|slot| scene.system_of(slot));
        let near = near.map_or(0, |system| scene.galaxy(seat).near(system) | 1 << system);
        scene.planets(seat).filter(move |&planet| {
            near & 1 << scene.board.planet(planet).system != 0
                && place != Some(Place::Planet(planet))
        })
    }

    /// Moves the chosen ground force to such a planet.
    pub(super) fn redeploy_near(&self, run: &mut Run<'_>) -> Flow {
        let Target::Piece(unit) = self.chosen else { return Flow::Then };
        match run.answer {
            Some(Choice::Planet(planet)) => run.move_to(Place::Planet(planet), [unit]),
            _ if self.planets_near(run).next().is_some() => {
                return run.ask(run.seat, Prompt::Where);
            }
            _ => {}
        }
        Flow::Then
    }
}
