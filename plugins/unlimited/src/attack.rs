//! Who may attack what (CR 6.3.1, 6.3.2).

use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::card::{Permissions, Zone};
use crate::scene::Scene;
use crate::vocabulary::Keyword;
use crate::words::step::attack::AttackStep;

/// How an attack differs from one that is an action of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Exhausted units attack, too.
    pub even_exhausted: bool,
    /// It cannot be on a base.
    pub no_bases: bool,
}

impl Terms {
    /// Ambush (CR 7.5.5).
    pub const AMBUSH: Self = Self { even_exhausted: true, no_bases: true };

    /// Of an attack that an ability allows.
    #[must_use]
    pub const fn of(step: &AttackStep) -> Self {
        Self { even_exhausted: step.even_exhausted, no_bases: step.no_bases }
    }
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

/// The arenas in which a player has a unit with Sentinel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guarded {
    ground: bool,
    space: bool,
}

impl Guarded {
    /// One more unit with Sentinel.
    pub const fn add(&mut self, arena: Zone) {
        match arena {
            Zone::Ground => self.ground = true,
            Zone::Space => self.space = true,
            _ => {}
        }
    }

    const fn is(self, arena: Zone) -> bool {
        match arena {
            Zone::Ground => self.ground,
            _ => self.space,
        }
    }
}

impl Reach {
    fn of(scene: &Scene, attacker: Slot, terms: Terms) -> Self {
        let unit = scene.card(attacker);
        let stats = scene.stats(attacker);
        let enemy = 1 - unit.controller;
        let guarded = scene.relevance.guarded[usize::from(enemy)];
        let ignores = stats.keywords.has(Keyword::Saboteur);
        Self {
            arena: unit.zone,
            enemy,
            guarded: !ignores && guarded.is(unit.zone),
            bases: !terms.no_bases && !stats.permissions.has(Permissions::NO_BASES),
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

/// Everything a unit may attack: enemy units in the order of entering play, then the base.
pub fn targets<'s>(
    scene: &'s Scene,
    attacker: Slot,
    terms: Terms,
) -> impl Iterator<Item = Slot> + 's {
    let reach = Reach::of(scene, attacker, terms);
    let base = scene.board.players[usize::from(reach.enemy)].base;
    let units = scene.board.play.iter().copied().filter(move |&s| reach.has_unit(scene, s));
    units.chain((reach.bases && !reach.guarded).then_some(base))
}

/// Whether a unit can attack at all: ready (unless the terms say otherwise) and with a target.
#[must_use]
pub fn can_attack(scene: &Scene, unit: Slot, terms: Terms) -> bool {
    let card = scene.card(unit);
    if !card.zone.is_arena() || (card.is_exhausted() && !terms.even_exhausted) {
        return false;
    }
    let reach = Reach::of(scene, unit, terms);
    let base = reach.bases && !reach.guarded;
    base || scene.board.play.iter().any(|&target| reach.has_unit(scene, target))
}
