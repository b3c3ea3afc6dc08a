//! The step of abilities in which infantry goes from planet to planet.

use cardmill_kernel::rules::Flow;

use super::Ability;
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt, Target};
use crate::piece::{Place, PlanetId};

impl Ability {
    /// The planets of the player to which the chosen ground force can go: others in the same system
    /// or an adjacent one (LRR 6.2, 6.3).
    pub(super) fn planets_near<'r>(
        &self,
        by: &Resolver<'r>,
    ) -> impl Iterator<Item = PlanetId> + use<'r> {
        let (scene, seat) = (by.scene, by.seat);
        let from = self.chosen.piece().map(|unit| unit.slot);
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
