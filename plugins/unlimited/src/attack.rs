//! Who may attack what (CR 6.3.1, 6.3.2).

use cardmill_kernel::card::{Seat, Slot};

use crate::card::{Permissions, Zone};
use crate::scene::Scene;
use crate::vocabulary::Keyword;

/// Limits of a modified attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// It cannot be on a base.
    pub no_bases: bool,
    /// It can be on a base only when nothing else says so: units only (Ambush).
    pub units_only: bool,
}

/// What a unit may attack, as far as it is the same for every target.
#[derive(Clone, Copy)]
struct Reach {
    arena: Zone,
    enemy: Seat,
    /// Enemy units with Sentinel guard the attacker's own arena, whatever else it may attack.
    guarded: bool,
    bases: bool,
    permissions: Permissions,
}

impl Reach {
    fn of(scene: &Scene, attacker: Slot, limits: Limits) -> Self {
        let unit = scene.card(attacker);
        let stats = scene.stats(attacker);
        let enemy = 1 - unit.controller;
        let ignores = stats.keywords.has(Keyword::Saboteur);
        Self {
            arena: unit.zone,
            enemy,
            guarded: !ignores && has_sentinel(scene, enemy, unit.zone),
            bases: !limits.no_bases
                && !limits.units_only
                && !stats.permissions.has(Permissions::NO_BASES),
            permissions: stats.permissions,
        }
    }

    fn has_unit(self, scene: &Scene, target: Slot) -> bool {
        let card = scene.card(target);
        if card.controller != self.enemy || !card.zone.is_arena() {
            return false;
        }
        let also = match card.zone {
            Zone::Ground => Permissions::ATTACK_GROUND,
            _ => Permissions::ATTACK_SPACE,
        };
        if card.zone != self.arena && !self.permissions.has(also) {
            return false;
        }
        let defending = scene.stats(target);
        let sentinel = defending.keywords.has(Keyword::Sentinel);
        // A unit with Sentinel can always be attacked (CR 8.3.3A).
        if defending.permissions.has(Permissions::NOT_ATTACKED) && !sentinel {
            return false;
        }
        // The guards keep only units without Sentinel from being attacked, in whichever arena
        // (CR 7.5.11A and the ruling on SOR 212, which CR 6.3.2B shortens).
        !self.guarded || sentinel
    }
}

fn has_sentinel(scene: &Scene, seat: Seat, arena: Zone) -> bool {
    scene.board.play.iter().any(|&slot| {
        let card = scene.card(slot);
        card.zone == arena
            && card.controller == seat
            && scene.stats(slot).keywords.has(Keyword::Sentinel)
    })
}

/// Everything a unit may attack: enemy units in the order of entering play, then the base.
pub fn targets<'s>(
    scene: &'s Scene,
    attacker: Slot,
    limits: Limits,
) -> impl Iterator<Item = Slot> + 's {
    let reach = Reach::of(scene, attacker, limits);
    let base = scene.board.players[usize::from(reach.enemy)].base;
    let units = scene.board.play.iter().copied().filter(move |&s| reach.has_unit(scene, s));
    units.chain((reach.bases && !reach.guarded).then_some(base))
}

/// Whether a unit can attack at all: ready (unless the attack says otherwise) and with a target.
#[must_use]
pub fn can_attack(scene: &Scene, unit: Slot, even_exhausted: bool, limits: Limits) -> bool {
    let card = scene.card(unit);
    if !card.zone.is_arena() || (card.is_exhausted() && !even_exhausted) {
        return false;
    }
    let reach = Reach::of(scene, unit, limits);
    let base = reach.bases && !reach.guarded;
    base || scene.board.play.iter().any(|&target| reach.has_unit(scene, target))
}
