//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

mod agenda;
mod figure;
mod goods;

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::{Entry, Stack, Stage};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Fault, Table};

use crate::board::{Board, Combat, Lasting, Outcome, Phase, VICTORY};
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::piece::{Piece, Place};
use crate::proposal::{Facts, Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Kind, Until};

/// A table while a group is committed.
struct Commit<'a, 'w, 's> {
    catalogue: &'a Catalogue,
    board: &'a mut Board,
    roster: &'a Roster,
    pieces: &'a mut Query<'w, 's, &'static mut Piece>,
    streams: &'a mut Streams,
    /// The proposals of the groups below: what is about to happen can be cancelled.
    below: &'a mut [Proposal],
    fault: Option<Fault>,
}

/// Commits the top group of every busy table.
pub fn commit(
    mut tables: Query<(
        &mut Table,
        &mut Stack<Imperium>,
        &mut Board,
        &mut Streams,
        &mut Facts,
        &Roster,
    )>,
    mut pieces: Query<&'static mut Piece>,
    catalogue: Res<Catalogue>,
) {
    for (mut table, mut stack, mut board, mut streams, mut facts, roster) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        let Some(Entry::Group(top)) = stack.entries.last() else { continue };
        if top.stage != Stage::Ready {
            continue;
        }
        let base = usize::from(top.base);
        stack.entries.pop();
        let mut group = stack.proposals.split_off(base);
        let mut commit = Commit {
            catalogue: &catalogue,
            board: &mut board,
            roster,
            pieces: &mut pieces,
            streams: &mut streams,
            below: &mut stack.proposals,
            fault: None,
        };
        let mut did = false;
        for proposal in &mut group {
            did |= commit.apply(proposal);
        }
        if let Some(fault) = commit.fault {
            table.quarantine(fault);
        }
        if let Some(frame) = stack.frame_mut() {
            frame.locals.did = did;
            if let [Proposal { verb: Verb::AssignHits(_), amount, .. }] = group[..] {
                frame.locals.number = amount;
            }
            if let [Proposal { verb: Verb::Play, prevented, .. }] = group[..] {
                frame.locals.cancelled = prevented;
            }
        }
        facts.0.extend(group);
    }
}

impl Commit<'_, '_, '_> {
    fn scene<R>(&self, f: impl FnOnce(&Scene) -> R) -> R {
        let pieces = self.pieces.as_readonly();
        f(&Scene {
            catalogue: self.catalogue,
            board: self.board,
            roster: self.roster,
            pieces: &pieces,
        })
    }

    fn piece(&mut self, slot: Slot) -> Mut<'_, Piece> {
        self.pieces.get_mut(self.roster.card(slot)).expect("a slot of the table has a piece")
    }

    fn read(&self, slot: Slot) -> Piece {
        *self.pieces.get(self.roster.card(slot)).expect("a slot of the table has a piece")
    }

    fn is_current(&self, reference: Ref) -> bool {
        reference.is_some() && self.read(reference.slot).incarnation == reference.incarnation
    }

    /// Does what is proposed; says whether anything was done.
    fn apply(&mut self, proposal: &mut Proposal) -> bool {
        let Proposal { verb, seat, subject, amount, .. } = *proposal;
        if proposal.prevented && verb != Verb::Play {
            return false;
        }
        match verb {
            Verb::BeginPhase(phase) => self.begin_phase(phase),
            Verb::ChooseStrategy => {
                let slot = subject.slot;
                let bonus = self.board.bonus.iter().position(|(card, _)| *card == slot);
                if let Some(at) = bonus {
                    let (_, goods) = self.board.bonus.remove(at);
                    self.board.player_mut(seat).trade_goods += goods;
                }
                let mut card = self.piece(slot);
                (card.place, card.holder, card.exhausted) = (Place::Area, seat, false);
            }
            Verb::StartTurn => {
                self.board.active = seat;
                self.board.player_mut(seat).traded = 0;
            }
            Verb::Pass => self.board.player_mut(seat).passed = true,
            Verb::StartRound => {
                self.board.combat = Some(Combat {
                    planet: proposal.planet,
                    attacker: seat,
                    defender: proposal.other,
                    round: amount as u8,
                    retreats: None,
                });
            }
            Verb::EndRound => {
                self.board.lasting.retain(|lasting| lasting.until != Until::CombatRound);
            }
            Verb::EndCombat => {
                self.board.combat = None;
                self.board.lasting.retain(|lasting| lasting.until != Until::CombatRound);
            }
            Verb::EndTactical => {
                self.board.system = None;
                self.board.lasting.retain(|lasting| lasting.until != Until::TacticalAction);
            }
            Verb::AnnounceRetreat => {
                if let Some(combat) = &mut self.board.combat {
                    combat.retreats = Some(seat);
                }
            }
            Verb::Last(effect, until) => self.board.lasting.push(Lasting { effect, seat, until }),
            Verb::Cancel => {
                let Some(played) = self.below.iter_mut().rev().find(|p| p.verb == Verb::Play)
                else {
                    return false;
                };
                played.prevented = true;
            }
            Verb::CancelHits => {
                let assigns = |p: &&mut Proposal| matches!(p.verb, Verb::AssignHits(_));
                let Some(hits) = self.below.iter_mut().rev().find(assigns) else { return false };
                hits.amount = (hits.amount - amount).max(0);
            }
            Verb::Win => self.board.outcome = Outcome::Win(seat),
            Verb::EndTurn
            | Verb::StartMovement
            | Verb::StartInvasion
            | Verb::AssignHits(_)
            | Verb::Roll(_) => {}
            _ => return self.figure(proposal) || self.goods(proposal) || self.agenda(proposal),
        }
        true
    }

    fn begin_phase(&mut self, phase: Phase) {
        self.board.phase = phase;
        match phase {
            Phase::Strategy => {
                self.board.round += 1;
            }
            Phase::Action => {
                for player in &mut self.board.players {
                    player.passed = false;
                }
            }
            Phase::Status | Phase::Agenda => {}
        }
    }

    /// Victory points, and the end of the game (LRR 98.7).
    fn score(&mut self, seat: Seat, points: i8) {
        let player = self.board.player_mut(seat);
        player.points = (player.points + points).clamp(0, VICTORY);
        if player.points >= VICTORY && self.board.outcome == Outcome::Open {
            self.board.outcome = Outcome::Win(seat);
        }
    }

    /// The top card of a deck; its discard pile is shuffled when it is empty (LRR 23.5).
    fn draw_from(
        &mut self,
        kind: Kind,
        deck: fn(&mut Board) -> &mut Vec<Slot>,
        fits: impl Fn(&Self, Slot) -> bool,
    ) -> Option<Slot> {
        if deck(self.board).is_empty() {
            let discarded: Vec<Slot> = (0..self.board.slots)
                .filter(|&slot| {
                    let piece = self.read(slot);
                    piece.place == Place::Discard
                        && self.catalogue.definition(piece.definition).kind == kind
                        && fits(self, slot)
                })
                .collect();
            for &slot in &discarded {
                self.piece(slot).place = Place::Deck;
            }
            *deck(self.board) = discarded;
            self.streams.shuffle(cardmill_kernel::streams::Purpose::Shuffle, deck(self.board));
        }
        deck(self.board).pop()
    }
}
