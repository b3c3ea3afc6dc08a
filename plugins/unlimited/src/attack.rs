//! Attackers and what they may attack (CR 6.3.1, 6.3.2).

use crate::lineup::{BASES, Places};
use crate::prelude::*;
use crate::words::step::AttackStep;

/// Terms by which an attack differs from one that is an action of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Exhausted units attack, too.
    pub even_exhausted: bool,
    /// It cannot be on a base.
    pub no_bases: bool,
    /// It must be on a unit, if able.
    pub units_first: bool,
}

impl Terms {
    /// Ambush of a unit (CR 7.5.5).
    #[must_use]
    pub fn ambush(scene: &Scene<'_>, unit: Slot) -> Self {
        let no_bases = !scene.stats(unit).permissions.has(Permissions::AMBUSH_BASES);
        Self { even_exhausted: true, no_bases, units_first: false }
    }

    /// The terms of an attack that an ability allows.
    #[must_use]
    pub const fn of(step: &AttackStep) -> Self {
        Self { even_exhausted: step.even_exhausted, no_bases: step.no_bases, units_first: false }
    }
}

/// Everything a unit may attack: enemy units in the order of entering play, then the base.
#[must_use]
pub fn targets(scene: &Scene<'_>, attacker: Slot, terms: Terms) -> Places {
    let (unit, stats) = (scene.card(attacker), scene.stats(attacker));
    let lineup = &scene.relevance.lineup;
    let own = lineup.arena(unit.zone);
    let mut reach = own;
    if stats.permissions.has(Permissions::ATTACK_GROUND | Permissions::ATTACK_SPACE) {
        for (permission, arena) in
            [(Permissions::ATTACK_GROUND, lineup.ground), (Permissions::ATTACK_SPACE, lineup.space)]
        {
            if stats.permissions.has(permission) {
                reach = reach.with(arena);
            }
        }
    }
    if !scene.board.players.are_many() {
        let enemies = lineup.of[usize::from(1 - unit.controller)];
        return targets_among(scene, enemies, (own, reach), (stats, terms));
    }
    // Sentinel guards what its own player has, and nothing else (CR 11.4.4).
    let against = |terms| {
        let each = scene.board.players.opponents(unit.controller).into_iter().map(|seat| {
            let enemies = lineup.of[usize::from(seat)];
            targets_among(scene, enemies, (own, reach), (stats, terms))
        });
        each.fold(Places::NONE, Places::with)
    };
    if terms.units_first {
        let units = against(Terms { no_bases: true, ..terms });
        if !units.is_empty() {
            return units;
        }
    }
    against(terms)
}

/// Everything of one opponent that may be attacked. Of the arenas, the attacker's own and all that it
/// reaches are given.
fn targets_among(
    scene: &Scene<'_>,
    enemies: Places,
    (own, reach): (Places, Places),
    (stats, terms): (&Stats, Terms),
) -> Places {
    let lineup = &scene.relevance.lineup;
    // Enemy units with Sentinel guard the attacker's own arena, whatever else it may attack. They
    // keep only units without Sentinel from being attacked, in whichever arena (CR 7.5.11A and
    // the ruling on SOR 212, which CR 6.3.2B shortens).
    let guards = enemies.and(lineup.guards);
    if !guards.and(own).is_empty() && !stats.keywords.has(Keyword::Saboteur) {
        return guards.and(reach);
    }
    let mut units = enemies.and(reach).without(lineup.evasive);
    if !lineup.hidden.is_empty() {
        let hidden = units.and(lineup.hidden).iter();
        hidden.filter(|&place| scene.is_new(scene.at(place))).for_each(|place| units.remove(place));
    }
    let no_bases = terms.no_bases || stats.permissions.has(Permissions::NO_BASES);
    match no_bases || terms.units_first && !units.is_empty() {
        true => units,
        false => units.with(enemies.and(BASES)),
    }
}

/// Tells whether a unit can attack at all: ready (unless the terms say otherwise) and with a
/// target.
#[must_use]
pub fn can_attack(scene: &Scene<'_>, unit: Slot, terms: Terms) -> bool {
    let (card, stats) = (scene.card(unit), scene.stats(unit));
    if !card.zone.is_arena()
        || card.is_exhausted() && !terms.even_exhausted
        || stats.permissions.has(Permissions::NO_ATTACK)
    {
        return false;
    }
    let no_bases = terms.no_bases || stats.permissions.has(Permissions::NO_BASES);
    // A base that nobody guards is mostly there.
    !no_bases && scene.relevance.lineup.guards.is_empty() || !targets(scene, unit, terms).is_empty()
}
