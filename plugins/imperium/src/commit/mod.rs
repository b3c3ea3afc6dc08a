//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

mod agenda;
mod figure;
mod goods;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::commit::Change;
use cardmill_kernel::streams::{Purpose, Streams, below};
use cardmill_kernel::table::Fault;

use crate::board::{Board, Combat, Outcome, Phase, VICTORY};
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::constant::{Gathered, Stats, is_beside};
use crate::effect::{Effect, EffectKind};
use crate::piece::{Piece, Place};
use crate::proposal::{Proposal, Verb};
use crate::rules::State;
use crate::scene::Scene;
use crate::token::Token;
use crate::vocabulary::{Kind, Until};

/// A table while a change is committed.
struct Commit<'a> {
    catalogue: &'a Catalogue,
    board: &'a mut Board,
    pieces: &'a mut [Piece],
    effects: &'a mut [Effect],
    tokens: &'a mut [Token],
    gathered: &'a Gathered,
    stats: &'a [Stats],
    streams: &'a mut Streams,
    /// The proposals of the groups below: what is about to happen can be cancelled.
    below: &'a mut [Proposal],
    /// What is returned to the program that proposed.
    number: &'a mut Option<i16>,
    fault: &'a mut Option<Fault>,
}

/// Changes the state as proposed. Returns whether anything was done.
pub(crate) fn commit(
    state: &mut State<'_>,
    change: &mut Change<'_, Imperium>,
    mut what: Proposal,
) -> bool {
    let mut commit = Commit {
        catalogue: state.catalogue,
        board: state.board,
        pieces: state.pieces,
        effects: state.effects,
        tokens: state.tokens,
        gathered: state.gathered,
        stats: state.stats,
        streams: change.streams,
        below: change.below,
        number: &mut change.number,
        fault: &mut change.fault,
    };
    let did = commit.apply(&mut what);
    change.facts.push(what);
    change.unsettled.constants |= !is_beside(what.verb);
    // A victory is the only consequence that is no ability (LRR 98.7).
    change.unsettled.consequences |= state.board.outcome != Outcome::Open;
    did
}

impl Commit<'_> {
    fn scene(&self) -> Scene<'_> {
        let Self { catalogue, board, gathered, pieces, stats, effects, tokens, .. } = self;
        Scene { catalogue, board, gathered, pieces, stats, effects, tokens }
    }

    fn piece(&mut self, slot: Slot) -> &mut Piece {
        &mut self.pieces[usize::from(slot)]
    }

    fn read(&self, slot: Slot) -> Piece {
        self.pieces[usize::from(slot)]
    }

    /// An effect for a player begins.
    fn begin(&mut self, seat: Seat, kind: EffectKind) {
        if self.board.effects.take(self.effects, Effect { kind, seat }).is_none() {
            *self.fault = Some(Fault::Overflow("effects"));
        }
    }

    /// Effects end, by whose they are and what they do.
    fn end(&mut self, ends: impl Fn(Seat, EffectKind) -> bool) {
        self.board.effects.keep(self.effects, |_, effect| !ends(effect.seat, effect.kind));
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
                let card = self.piece(slot);
                (card.place, card.holder, card.exhausted) = (Place::Area, seat, false);
            }
            Verb::Bonus => {
                let bonus = &mut self.board.bonus;
                match bonus.iter_mut().find(|(card, _)| *card == subject.slot) {
                    Some((_, goods)) => *goods += 1,
                    None => bonus.push((subject.slot, 1)),
                }
            }
            Verb::Roll(hits_on) => {
                let result = self.die();
                proposal.amount = result.into();
                *self.number.get_or_insert(0) += i16::from(result >= hits_on);
            }
            Verb::AssignHits(_) => *self.number = Some(amount),
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
            Verb::EndRound => self.end(|_, kind| kind.until() == Some(Until::CombatRound)),
            Verb::EndCombat => {
                self.board.combat = None;
                self.end(|_, kind| kind.until() == Some(Until::CombatRound));
            }
            Verb::EndTactical => {
                self.board.system = None;
                self.end(|_, kind| kind.until() == Some(Until::TacticalAction));
            }
            Verb::AnnounceRetreat => {
                if let Some(combat) = &mut self.board.combat {
                    combat.retreats = Some(seat);
                }
            }
            Verb::Last(modifier, until) => self.begin(seat, EffectKind::Lasting(modifier, until)),
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
            Verb::EndTurn | Verb::StartMovement | Verb::StartInvasion => {}
            _ => return self.figure(proposal) || self.goods(proposal) || self.agenda(proposal),
        }
        true
    }

    /// The next die: the next result that the position lists, or a random one.
    fn die(&mut self) -> u8 {
        let listed = self.board.dice.pop();
        listed.unwrap_or_else(|| self.streams.draw(Purpose::Effect, |rng| below(rng, 10) as u8 + 1))
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
            self.streams.shuffle(Purpose::Shuffle, deck(self.board));
        }
        deck(self.board).pop()
    }
}
