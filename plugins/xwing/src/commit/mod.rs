//! The `Commit` stage: what is proposed changes the state and becomes a fact.

mod attack;
mod damage;
mod round;
mod token;

use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::Change;
use cardmill_kernel::table::{Fault, Unsettled};

use crate::card::Card;
use crate::choice::XWing;
use crate::effect::{Effect, EffectKind};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::ship::{Pool, SHIPS, Ship, Stats};
use crate::state::State;

/// A table while a change is committed, and what comes of it.
struct Commit<'c, 't, 'g> {
    state: &'c mut State<'t>,
    change: &'c mut Change<'g, XWing>,
}

/// Changes the state as proposed. Returns whether anything changed.
pub(crate) fn commit(
    state: &mut State,
    change: &mut Change<'_, XWing>,
    proposal: Proposal,
) -> bool {
    if proposal.prevented {
        return false;
    }
    let fact = Commit { state, change }.apply(proposal);
    if fact.is_some() {
        *change.unsettled = Unsettled::ALL;
    }
    change.facts.extend(fact);
    fact.is_some()
}

impl Commit<'_, '_, '_> {
    /// The table, as rules read it between two changes.
    const fn scene(&self) -> Scene<'_> {
        self.state.scene()
    }

    fn card(&mut self, slot: Slot) -> &mut Card {
        &mut self.state.cards[usize::from(slot)]
    }

    fn ship(&mut self, slot: Slot) -> &mut Ship {
        &mut self.state.ships[usize::from(slot)]
    }

    fn pool(&mut self, slot: Slot) -> &mut Pool {
        &mut self.state.pools[usize::from(slot)]
    }

    /// The numbers that constants make of a ship.
    fn stats(&self, slot: Slot) -> &Stats {
        &self.state.stats[usize::from(slot)]
    }

    /// An effect on a ship begins.
    fn effect(&mut self, ship: Slot, kind: EffectKind) {
        if self.state.board.effects.take(self.state.effects, Effect { kind, ship }).is_none() {
            self.change.fault = Some(Fault::Overflow("effects"));
        }
    }

    fn is_present(&self, slot: Slot) -> bool {
        slot < self.state.board.ships && self.scene().ship(slot).is_present()
    }

    fn slots(&self) -> core::ops::Range<Slot> {
        SHIPS as Slot..self.state.board.slots
    }

    /// Changes the state. Returns the fact, if anything came of it.
    fn apply(&mut self, what: Proposal) -> Option<Proposal> {
        // What would happen to a ship that is gone does not happen.
        let needs_ship = what.ship != Slot::MAX
            && !matches!(
                what.verb,
                Verb::Return
                    | Verb::Deploy { .. }
                    | Verb::Modified(_)
                    | Verb::Neutralize
                    | Verb::Neutralized
                    | Verb::ClearDice
                    | Verb::Aftermath(_)
                    | Verb::EndAttack
                    | Verb::Detonate(_)
                    | Verb::Fuse
                    | Verb::Defuse
                    | Verb::Clear
                    | Verb::Strike
                    | Verb::Shatter
            );
        if needs_ship && !self.is_present(what.ship) {
            return None;
        }
        match what.verb {
            Verb::Start(_)
            | Verb::Finish(_)
            | Verb::Initiative
            | Verb::SystemTurn
            | Verb::Tidy
            | Verb::EndRound
            | Verb::BeforeActivating
            | Verb::ActionStep
            | Verb::Activated
            | Verb::BeforeRevealing
            | Verb::SetDial(_)
            | Verb::BeforeExecuting
            | Verb::Flip
            | Verb::Redial(_)
            | Verb::Coordinated(_)
            | Verb::Led(_)
            | Verb::Reveal(_)
            | Verb::Execute(_)
            | Verb::Stop(_)
            | Verb::Move(_)
            | Verb::Meet
            | Verb::Decloaked
            | Verb::ShowDial
            | Verb::Peek
            | Verb::Tug
            | Verb::Lead(_)
            | Verb::Lay { .. }
            | Verb::Deploy { .. }
            | Verb::Executed(_)
            | Verb::ChecksDifficulty(_)
            | Verb::Flee
            | Verb::BeforeEngaging
            | Verb::Engaged
            | Verb::Perform(_)
            | Verb::Performed(..)
            | Verb::Reddened(_)
            | Verb::PerformCard(_)
            | Verb::PerformedCard
            | Verb::Rotate(_)
            | Verb::Destroy
            | Verb::Die
            | Verb::RemoveShip
            | Verb::Reserve
            | Verb::Return
            | Verb::Last(..)
            | Verb::FailBoost
            | Verb::Put(_)
            | Verb::Detonate(_)
            | Verb::Fuse
            | Verb::Defuse
            | Verb::Clear
            | Verb::Shatter
            | Verb::Reloaded
            | Verb::PutAway
            | Verb::Assign => self.round(what),
            Verb::Gain(_)
            | Verb::Remove(_)
            | Verb::Spend(_)
            | Verb::Transfer(_)
            | Verb::Relock
            | Verb::Place(_)
            | Verb::TakeOff(_)
            | Verb::SpendCharge
            | Verb::RecoverCharge
            | Verb::SpendForce
            | Verb::RecoverForce => self.token(what),
            Verb::SpendShield
            | Verb::LoseShield
            | Verb::RecoverShield
            | Verb::Suffer(..)
            | Verb::Damage(_)
            | Verb::Suffered(_)
            | Verb::Deal { .. }
            | Verb::Repair
            | Verb::Expose
            | Verb::ExposeThat
            | Verb::Discard
            | Verb::Hold
            | Verb::ShuffleDeck(_)
            | Verb::Reshuffle(_) => self.damage(what),
            Verb::BeginAttack { .. }
            | Verb::Modified(_)
            | Verb::Roll(_)
            | Verb::Chance(_)
            | Verb::Change(..)
            | Verb::Reroll(..)
            | Verb::Add(_)
            | Verb::Cancel(_)
            | Verb::SpendResult(_)
            | Verb::CancelAll
            | Verb::DiceModified(_)
            | Verb::BeforeNeutralize
            | Verb::Neutralize
            | Verb::Neutralized
            | Verb::Strike
            | Verb::ClearDice
            | Verb::Aftermath(_)
            | Verb::EndAttack
            | Verb::Grant(_)
            | Verb::TakeGrant => self.attack(what),
        }
    }
}
