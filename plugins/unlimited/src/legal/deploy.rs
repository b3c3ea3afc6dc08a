//! Leaders that are deployed (CR 3.4.4).

use super::play::host;
use super::{Refusal, when};
use crate::options::Offer;
use crate::prelude::*;
use crate::vocabulary::UpgradeSide;

/// Judges whether a leader may be deployed as an upgrade: its other side says so, and there is a
/// unit for it (CR 3.4.4A).
pub(crate) fn deploy_as_upgrade(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    deploy(offer, slot)?;
    let side = offer.scene.printed(slot).upgrade_side();
    when(side.is_some_and(UpgradeSide::is_deployed), Refusal::NotAsked)?;
    let mut units = 0..offer.scene.board.slots;
    units.find(|unit| host(offer, slot, *unit).is_ok()).map(|_| ()).ok_or(Refusal::NoHost)
}

/// Judges whether a leader may be deployed (CR 3.4.4): ready or not, with enough resources, once.
pub(crate) fn deploy(offer: &Offer, slot: Slot) -> Result<(), Refusal> {
    let card = offer.scene.card(slot);
    let definition = &offer.scene.printed(slot).definition;
    let side = definition.unit_side.as_ref().filter(|_| definition.kind == Kind::Leader);
    let side = side.ok_or(Refusal::NotALeader)?;
    if card.controller != offer.seat {
        return Err(Refusal::NotYours);
    }
    if card.zone != Zone::Base {
        return Err(Refusal::AlreadyDeployed);
    }
    if card.marks.has(Marks::EPIC_USED) {
        return Err(Refusal::AlreadyUsed);
    }
    when(side.deploy_at > 0, Refusal::NoSuchAbility)?;
    let cx = Context::of(offer.seat, card.reference(slot));
    let more = side.deploy_with.as_ref().map_or(0, |with| offer.scene.measure(with, &cx));
    let has = offer.scene.board.players[usize::from(offer.seat)].resources.len() as u8;
    let has = has.saturating_add(more.max(0) as u8);
    if has < side.deploy_at {
        return Err(Refusal::NotEnoughResources { needs: side.deploy_at, has });
    }
    Ok(())
}
