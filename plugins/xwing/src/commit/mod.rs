//! The `Commit` stage: what is proposed changes the state and becomes a fact.

mod attack;
mod damage;
mod round;
mod token;

use cardmill_kernel::card::Slot;
use cardmill_kernel::commit::Change;
use cardmill_kernel::constant::Unsettled;
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::Fault;

use crate::board::Board;
use crate::card::Card;
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::constant::Gathered;
use crate::device::Device;
use crate::effect::{Effect, EffectKind};
use crate::proposal::{Proposal, Verb};
use crate::rules::State;
use crate::scene::Scene;
use crate::ship::{Pool, SHIPS, Ship, Stats};

/// A table while a change is committed.
struct Commit<'a> {
    catalogue: &'a Catalogue,
    board: &'a mut Board,
    gathered: &'a Gathered,
    cards: &'a mut [Card],
    ships: &'a mut [Ship],
    pools: &'a mut [Pool],
    stats: &'a [Stats],
    effects: &'a mut [Effect],
    devices: &'a mut [Device],
    streams: &'a mut Streams,
    fault: &'a mut Option<Fault>,
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
    let mut commit = Commit {
        catalogue: state.catalogue,
        board: state.board,
        gathered: state.gathered,
        cards: state.cards,
        ships: state.ships,
        pools: state.pools,
        stats: state.stats,
        effects: state.effects,
        devices: state.devices,
        streams: change.streams,
        fault: &mut change.fault,
    };
    let fact = commit.apply(proposal);
    if fact.is_some() {
        *change.unsettled = Unsettled::ALL;
    }
    change.facts.extend(fact);
    fact.is_some()
}

impl Commit<'_> {
    /// The table, as rules read it between two changes.
    const fn scene(&self) -> Scene<'_> {
        Scene {
            catalogue: self.catalogue,
            board: self.board,
            gathered: self.gathered,
            cards: self.cards,
            ships: self.ships,
            pools: self.pools,
            stats: self.stats,
            effects: self.effects,
            devices: self.devices,
        }
    }

    fn card(&mut self, slot: Slot) -> &mut Card {
        &mut self.cards[usize::from(slot)]
    }

    fn ship(&mut self, slot: Slot) -> &mut Ship {
        &mut self.ships[usize::from(slot)]
    }

    fn pool(&mut self, slot: Slot) -> &mut Pool {
        &mut self.pools[usize::from(slot)]
    }

    /// What constants make of a ship.
    fn stats(&self, slot: Slot) -> &Stats {
        &self.stats[usize::from(slot)]
    }

    /// An effect on a ship begins.
    fn effect(&mut self, ship: Slot, kind: EffectKind) {
        if self.board.effects.take(self.effects, Effect { kind, ship }).is_none() {
            *self.fault = Some(Fault::Overflow("effects"));
        }
    }

    fn is_present(&self, slot: Slot) -> bool {
        slot < self.board.ships && self.scene().ship(slot).is_present()
    }

    fn slots(&self) -> core::ops::Range<Slot> {
        SHIPS as Slot..self.board.slots
    }

    /// Changes the state. Returns the fact, if anything came of it.
    fn apply(&mut self, what: Proposal) -> Option<Proposal> {
        // What would happen to a ship that is gone does not happen.
        let needs_ship = what.ship != Slot::MAX
            && !matches!(
                what.verb,
                Verb::Return
                    | Verb::Modified(_)
                    | Verb::Neutralize
                    | Verb::Neutralized
                    | Verb::ClearDice
                    | Verb::Aftermath(_)
                    | Verb::EndAttack
                    | Verb::Detonate(_)
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
            | Verb::SetDial(_)
            | Verb::Reveal(_)
            | Verb::Execute(_)
            | Verb::Executed(_)
            | Verb::Flee
            | Verb::BeforeEngaging
            | Verb::Engaged
            | Verb::Perform(_)
            | Verb::Performed(_)
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
            | Verb::PutAway
            | Verb::Assign => self.round(what),
            Verb::Gain(_)
            | Verb::Remove(_)
            | Verb::Spend(_)
            | Verb::Transfer(_)
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
            | Verb::Cancel(_)
            | Verb::BeforeNeutralize
            | Verb::Neutralize
            | Verb::Neutralized
            | Verb::ClearDice
            | Verb::Aftermath(_)
            | Verb::EndAttack
            | Verb::Grant(_)
            | Verb::TakeGrant => self.attack(what),
        }
    }
}
