//! Who may attack what (CR 6.3.1, 6.3.2).

use cardmill_kernel::card::Slot;

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

/// Whether a unit may attack this target: an enemy unit, or the enemy base.
#[must_use]
pub fn is_target(scene: &Scene, attacker: Slot, target: Slot, limits: Limits) -> bool {
    let unit = scene.card(attacker);
    let stats = scene.stats(attacker);
    let enemy = 1 - unit.controller;
    let base = scene.board.players[usize::from(enemy)].base;
    let ignores = stats.keywords.has(Keyword::Saboteur);
    // Sentinel guards the attacker's own arena only, whatever else it may attack.
    let guarded = !ignores && sentinels(scene, enemy, unit.zone);
    if target == base {
        return !guarded
            && !limits.no_bases
            && !limits.units_only
            && !stats.permissions.has(Permissions::NO_BASES);
    }
    let card = scene.card(target);
    if card.controller != enemy || !card.zone.is_arena() {
        return false;
    }
    let also = match card.zone {
        Zone::Ground => Permissions::ATTACK_GROUND,
        _ => Permissions::ATTACK_SPACE,
    };
    if card.zone != unit.zone && !stats.permissions.has(also) {
        return false;
    }
    let defending = scene.stats(target);
    let sentinel = defending.keywords.has(Keyword::Sentinel);
    // A unit with Sentinel can always be attacked (CR 8.3.3A).
    if defending.permissions.has(Permissions::NOT_ATTACKED) && !sentinel {
        return false;
    }
    !guarded || (sentinel && card.zone == unit.zone)
}

fn sentinels(scene: &Scene, seat: u8, arena: Zone) -> bool {
    scene.board.play.iter().any(|&slot| {
        let card = scene.card(slot);
        card.zone == arena
            && card.controller == seat
            && scene.stats(slot).keywords.has(Keyword::Sentinel)
    })
}

/// Everything a unit may attack, in the order of entering play, the base last.
pub fn targets<'s>(
    scene: &'s Scene,
    attacker: Slot,
    limits: Limits,
) -> impl Iterator<Item = Slot> + 's {
    let enemy = 1 - scene.card(attacker).controller;
    let base = scene.board.players[usize::from(enemy)].base;
    let units = scene.board.play.iter().copied();
    units.chain([base]).filter(move |&target| is_target(scene, attacker, target, limits))
}

/// Whether a unit can attack at all: ready (unless the attack says otherwise) and with a target.
#[must_use]
pub fn can_attack(scene: &Scene, unit: Slot, even_exhausted: bool, limits: Limits) -> bool {
    let card = scene.card(unit);
    card.zone.is_arena()
        && (even_exhausted || !card.is_exhausted())
        && targets(scene, unit, limits).next().is_some()
}
