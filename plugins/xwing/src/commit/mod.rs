//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

mod attack;
mod damage;
mod round;
mod token;

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Slot;
use cardmill_kernel::stack::{Entry, Stack, Stage};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Fault, Table};

use crate::board::Board;
use crate::card::{Card, Place};
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::proposal::{Fact, Proposal, Verb};
use crate::scene::Scene;
use crate::ship::{Pool, SHIPS, Ship, Stats};

type Cards<'w, 's> = Query<'w, 's, &'static mut Card>;
type Ships<'w, 's> = Query<'w, 's, (&'static mut Ship, &'static mut Pool, &'static Stats)>;

/// A table while a group is committed.
struct Commit<'a> {
    catalogue: &'a Catalogue,
    board: &'a mut Board,
    roster: &'a Roster,
    cards: Cards<'a, 'a>,
    ships: Ships<'a, 'a>,
    streams: &'a mut Streams,
    fault: Option<Fault>,
}

/// Commits the top group of every busy table.
pub fn commit(
    mut tables: Query<(Entity, &mut Table, &mut Stack<XWing>, &mut Board, &mut Streams, &Roster)>,
    mut cards: Cards,
    mut ships: Ships,
    mut facts: ResMut<Messages<Fact>>,
    catalogue: Res<Catalogue>,
    mut group: Local<Vec<Proposal>>,
) {
    facts.clear();
    for (entity, mut table, mut stack, mut board, mut streams, roster) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        let Some(Entry::Group(top)) = stack.entries.last() else { continue };
        let (base, settled) = (usize::from(top.base), top.settled);
        if top.stage != Stage::Ready {
            continue;
        }
        stack.entries.pop();
        group.clear();
        group.extend(stack.proposals.drain(base..));
        let mut commit = Commit {
            catalogue: &catalogue,
            board: &mut board,
            roster,
            cards: cards.reborrow(),
            ships: ships.reborrow(),
            streams: &mut streams,
            fault: None,
        };
        let mut did = false;
        for proposal in group.iter().filter(|proposal| !proposal.prevented) {
            if let Some(what) = commit.apply(*proposal) {
                facts.write(Fact { table: entity, what });
                did = true;
            }
        }
        if did {
            commit.attach();
        }
        if let Some(fault) = commit.fault {
            table.quarantine(fault);
        }
        board.dirty |= did;
        board.touched |= did;
        if !settled && let Some(frame) = stack.running_mut() {
            frame.locals.did = did;
        }
    }
}

impl Commit<'_> {
    /// The table, as rules read it between two changes.
    fn scene(&self) -> Scene<'_> {
        Scene {
            catalogue: self.catalogue,
            board: self.board,
            roster: self.roster,
            cards: self.cards.as_readonly(),
            ships: self.ships.as_readonly(),
        }
    }

    fn card(&mut self, slot: Slot) -> Mut<'_, Card> {
        self.cards.get_mut(self.roster.card(slot)).expect("every slot is a card")
    }

    fn all(&mut self, slot: Slot) -> (Mut<'_, Ship>, Mut<'_, Pool>, &Stats) {
        self.ships.get_mut(self.roster.card(slot)).expect("the first slots are ships")
    }

    fn ship(&mut self, slot: Slot) -> Mut<'_, Ship> {
        self.all(slot).0
    }

    fn pool(&mut self, slot: Slot) -> Mut<'_, Pool> {
        self.all(slot).1
    }

    fn is_present(&self, slot: Slot) -> bool {
        slot < self.board.ships && self.scene().ship(slot).is_present()
    }

    /// Lists the cards that are with ships.
    fn attach(&mut self) {
        let mut attached = core::mem::take(&mut self.board.attached);
        attached.clear();
        for slot in self.slots() {
            if matches!(self.card(slot).place, Place::Faceup | Place::Facedown) {
                attached.push(slot);
            }
        }
        self.board.attached = attached;
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
