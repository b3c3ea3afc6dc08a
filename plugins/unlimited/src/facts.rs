//! Facts as bits: what abilities listen to, and which of it a change is.

use crate::proposal::{Proposal, Verb};
use crate::vocabulary::Window;

pub(crate) const PLAYED: u32 = 1;
pub(crate) const DEPLOYED: u32 = 1 << 1;
pub(crate) const DEFEATED: u32 = 1 << 2;
pub(crate) const LEAVES: u32 = 1 << 3;
pub(crate) const ATTACKS: u32 = 1 << 4;
pub(crate) const ATTACKED: u32 = 1 << 5;
pub(crate) const COMPLETES: u32 = 1 << 6;
pub(crate) const ATTACKS_AND_DEFEATS: u32 = 1 << 7;
pub(crate) const COMBAT_DAMAGE: u32 = 1 << 8;
pub(crate) const BASE_DAMAGED: u32 = 1 << 9;
pub(crate) const ATTACHES: u32 = 1 << 10;
pub(crate) const DETACHES: u32 = 1 << 11;
pub(crate) const ACTION_STARTS: u32 = 1 << 12;
pub(crate) const REGROUP_STARTS: u32 = 1 << 13;
pub(crate) const READY_STARTS: u32 = 1 << 14;
pub(crate) const DISCARDED: u32 = 1 << 15;
pub(crate) const ENTERS: u32 = 1 << 16;
pub(crate) const READIES: u32 = 1 << 17;
pub(crate) const DAMAGED: u32 = 1 << 18;
pub(crate) const CAPTURED: u32 = 1 << 19;
pub(crate) const INITIATIVE_TAKEN: u32 = 1 << 20;
pub(crate) const PHASE_ENDS: u32 = 1 << 21;
pub(crate) const CREATED: u32 = 1 << 22;
pub(crate) const ATTACK_ENDS: u32 = 1 << 23;
pub(crate) const HEALED: u32 = 1 << 24;
pub(crate) const DRAWN: u32 = 1 << 25;
pub(crate) const USES: u32 = 1 << 26;
pub(crate) const ATTACK_OVER: u32 = 1 << 27;
pub(crate) const DRAWN_ITSELF: u32 = 1 << 28;
pub(crate) const REVEALED: u32 = 1 << 29;
pub(crate) const DEFENSE_ENDS: u32 = 1 << 30;
pub(crate) const GIVEN: u32 = 1 << 31;

/// The bits of a fact.
#[inline(always)] // Asked of every fact.
pub(crate) const fn bits(what: &Proposal, left_play: bool) -> u32 {
    let leaves = if left_play { LEAVES | DETACHES } else { 0 };
    match what.verb {
        Verb::PlayEvent => PLAYED,
        Verb::PlayUnit => PLAYED | ENTERS,
        Verb::Rescue => ENTERS,
        Verb::Create(_) => CREATED | ENTERS,
        Verb::Give(_) => GIVEN,
        Verb::PlayUpgrade => PLAYED | ENTERS | ATTACHES,
        Verb::Deploy if what.other.is_some() => DEPLOYED | ENTERS | ATTACHES,
        Verb::Deploy => DEPLOYED | ENTERS,
        Verb::Attach => ATTACHES | DETACHES,
        Verb::EnterAttached => ENTERS | ATTACHES,
        Verb::Move(_) => DETACHES,
        Verb::Use => USES,
        Verb::Ready => READIES,
        Verb::Discard => DISCARDED,
        Verb::Reveal => REVEALED,
        Verb::Defeat => DEFEATED | ATTACKS_AND_DEFEATS | leaves,
        Verb::Capture => CAPTURED | leaves,
        Verb::ToHand | Verb::ToBottom | Verb::ToTop | Verb::ToResources | Verb::SetAside => leaves,
        Verb::BeginAttack => ATTACKS | ATTACKED,
        Verb::CompleteAttack => COMPLETES,
        Verb::EndAttack => ATTACK_ENDS | DEFENSE_ENDS,
        Verb::FinishAttack => ATTACK_OVER,
        Verb::Damage if what.combat => DAMAGED | COMBAT_DAMAGE | BASE_DAMAGED,
        Verb::Damage => DAMAGED | BASE_DAMAGED,
        Verb::Heal => HEALED,
        Verb::Draw => DRAWN | DRAWN_ITSELF,
        Verb::TakeInitiative => INITIATIVE_TAKEN,
        Verb::Expire(_) => PHASE_ENDS,
        Verb::Start(Window::ActionPhase | Window::FirstActionPhase) => ACTION_STARTS,
        Verb::Start(Window::RegroupPhase) => REGROUP_STARTS,
        Verb::Start(Window::ReadyCards) => READY_STARTS,
        _ => 0,
    }
}
