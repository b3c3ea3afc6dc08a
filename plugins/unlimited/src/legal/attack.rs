//! The second opinion on attackers and their targets (CR 6.3.1, 6.3.2, 7.5.10, 7.5.11).

use super::{Refusal, when};
use crate::options::Offer;
use crate::prelude::*;

/// The terms of an attack that an ability modifies.
#[derive(Clone, Copy, Default)]
pub(crate) struct Terms {
    /// Exhausted units attack, too.
    pub(crate) even_exhausted: bool,
    /// It must not be on a base.
    pub(crate) no_bases: bool,
    /// It must be on a unit, if there is one that can be attacked.
    pub(crate) units_first: bool,
}

/// Judges whether a player may attack with a unit at all.
pub(crate) fn attacker(offer: &Offer, slot: Slot, seat: Seat, terms: Terms) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    if !card.zone.is_arena() {
        return Err(Refusal::NotAUnit);
    }
    if card.controller != seat {
        return Err(Refusal::NotYours);
    }
    if card.is_exhausted() && !terms.even_exhausted {
        return Err(Refusal::Exhausted);
    }
    if offer.scene.stats(slot).permissions.has(Permissions::NO_ATTACK) {
        return Err(Refusal::CannotAttack);
    }
    let mut reasons = (0..offer.scene.board.slots).map(|other| target(offer, slot, other, terms));
    if reasons.any(|reason| reason.is_ok()) { Ok(()) } else { Err(Refusal::NoTarget) }
}

/// Returns `true` for a unit that was played, deployed or created this phase (CR 7.5.18A), and not
/// rescued.
fn entered(offer: &Offer, slot: Slot) -> bool {
    let scene = &offer.scene;
    let card = scene.card(slot);
    let mut players = scene.board.players.iter();
    match scene.owned(slot).definition.kind {
        Kind::Unit => players.any(|player| {
            player
                .phase
                .played
                .this_phase()
                .iter()
                .any(|played| played.card == card.reference(slot))
        }),
        _ => card.marks.has(Marks::ENTERED) && scene.board.phase == Phase::Action,
    }
}

/// Judges whether a unit may attack this unit or base.
pub(crate) fn target(
    offer: &Offer,
    attacker: Slot,
    target: Slot,
    terms: Terms,
) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let unit = scene.card(attacker);
    let able = scene.stats(attacker);
    let card = scene.card(target);
    let base = scene.board.players.iter().any(|player| player.base == target);
    if !base && !card.zone.is_arena() || scene.board.is_out(card.controller) {
        return Err(Refusal::NotAUnit);
    }
    if card.controller == unit.controller {
        return Err(Refusal::NotAnEnemy);
    }
    // Whoever ignores Sentinel may still attack as if they did not (CR 7.5.10A: "may").
    let ignores = able.keywords.has(Keyword::Saboteur);
    let is_guarded = !ignores
        && (0..scene.board.slots).any(|slot| {
            let guard = scene.card(slot);
            guard.zone == unit.zone
                && guard.controller == card.controller
                && scene.stats(slot).keywords.has(Keyword::Sentinel)
        });
    if base {
        if terms.no_bases || able.permissions.has(Permissions::NO_BASES) {
            return Err(Refusal::CannotAttackBases);
        }
        let mut units = (0..scene.board.slots).filter(|slot| !scene.board.is_base(*slot));
        if terms.units_first && units.any(|slot| self::target(offer, attacker, slot, terms).is_ok())
        {
            return Err(Refusal::UnitsFirst);
        }
        return if is_guarded { Err(Refusal::Sentinel) } else { Ok(()) };
    }
    let reach = match card.zone {
        zone if zone == unit.zone => true,
        Zone::Ground => able.permissions.has(Permissions::ATTACK_GROUND),
        _ => able.permissions.has(Permissions::ATTACK_SPACE),
    };
    if !reach {
        return Err(Refusal::OtherArena);
    }
    let sentinel = scene.stats(target).keywords.has(Keyword::Sentinel);
    if sentinel {
        // In whichever arena: the guards keep only units without Sentinel, and the base, from
        // being attacked (CR 7.5.11A, and the ruling on SOR 212); nothing else does (7.5.11D).
        return Ok(());
    }
    if scene.stats(target).permissions.has(Permissions::NOT_ATTACKED) {
        return Err(Refusal::CannotBeAttacked);
    }
    if scene.stats(target).keywords.has(Keyword::Hidden) && entered(offer, target) {
        return Err(Refusal::Hidden);
    }
    if is_guarded { Err(Refusal::Sentinel) } else { Ok(()) }
}

/// Judges the card that the attacker deals its excess damage to: an enemy ground unit; if none,
/// with Overwhelm, the base (CR 7.5.7A).
pub(crate) fn excess(offer: &Offer, choice: Choice) -> Result<(), Refusal> {
    let scene = &offer.scene;
    let attack = scene.board.attack().ok_or(Refusal::NotAsked)?;
    let overwhelms = scene.stats(attack.attacker.slot).keywords.has(Keyword::Overwhelm);
    let permissions = scene.stats(attack.attacker.slot).permissions;
    let slot = match choice {
        Choice::Card(slot) => slot,
        Choice::Decline => return when(!overwhelms, Refusal::Mandatory),
        _ => return Err(Refusal::NotAsked),
    };
    let card = scene.card(slot);
    let base = scene.board.players.iter().any(|player| player.base == slot);
    when(card.zone.is_arena() || base && overwhelms, Refusal::NotAUnit)?;
    let enemy = card.controller != scene.card(attack.attacker.slot).controller;
    let near = permissions.has(Permissions::EXCESS_IN_ARENA)
        && card.zone == scene.arena_of(attack.defender);
    when(enemy || near, Refusal::NotAnEnemy)?;
    let ground = permissions.has(Permissions::EXCESS) && enemy && card.zone == Zone::Ground;
    when(base || near || ground, Refusal::OtherArena)?;
    when(card.reference(slot) != attack.attacker, Refusal::AlreadyChosen)?;
    when(!attack.is_against(card.reference(slot)), Refusal::AlreadyChosen)
}
