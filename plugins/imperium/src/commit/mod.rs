//! The `Commit` stage: the top group changes the state, whole, and becomes facts.

mod agenda;
mod eliminate;
mod figure;
mod goods;

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::rules::Change;
use cardmill_kernel::streams::{Purpose, below};
use cardmill_kernel::table::Fault;

use crate::board::{Board, Combat, Die, Memory, Outcome, Phase};
use crate::choice::Imperium;
use crate::constant::is_moved_by;
use crate::effect::{Effect, EffectKind};
use crate::piece::{Piece, Place};
use crate::proposal::{Hits, Proposal, Verb};
use crate::scene::Scene;
use crate::state::State;
use crate::vocabulary::{Kind, Sort, Trait, Until};

/// A table while a change is committed, and the outcome of the change.
struct Commit<'c, 't, 'g> {
    state: &'c mut State<'t>,
    change: &'c mut Change<'g, Imperium>,
}

/// Changes the state as proposed; returns `true` if anything was done.
pub(crate) fn commit(
    state: &mut State<'_>,
    change: &mut Change<'_, Imperium>,
    mut what: Proposal,
) -> bool {
    let did = Commit { state, change }.apply(&mut what);
    change.facts.push(what);
    change.unsettled.constants |= is_moved_by(what.verb);
    // A victory is the only consequence that is no ability (LRR 98.7).
    change.unsettled.consequences |= state.board.outcome != Outcome::Open;
    did
}

impl Commit<'_, '_, '_> {
    fn scene(&self) -> Scene<'_> {
        self.state.scene()
    }

    fn piece(&mut self, slot: Slot) -> &mut Piece {
        &mut self.state.pieces[usize::from(slot)]
    }

    fn read(&self, slot: Slot) -> Piece {
        self.state.pieces[usize::from(slot)]
    }

    /// Begins an effect for a player.
    fn begin(&mut self, seat: Seat, kind: EffectKind) {
        if self.state.board.effects.take(self.state.effects, Effect { kind, seat }).is_none() {
            self.change.fault = Some(Fault::Overflow("effects"));
        }
    }

    /// Ends effects, by the player whose they are and by what they do.
    fn end(&mut self, ends: impl Fn(Seat, EffectKind) -> bool) {
        self.state
            .board
            .effects
            .keep(self.state.effects, |_, effect| !ends(effect.seat, effect.kind));
    }

    fn is_current(&self, reference: Ref) -> bool {
        reference.is_some() && self.read(reference.slot).incarnation == reference.incarnation
    }

    /// Does the thing that is proposed; returns `true` if anything was done.
    fn apply(&mut self, proposal: &mut Proposal) -> bool {
        let Proposal { verb, seat, subject, amount, .. } = *proposal;
        if proposal.prevented && verb != Verb::Play {
            return false;
        }
        match verb {
            Verb::BeginPhase(phase) => self.begin_phase(phase),
            Verb::ChooseStrategy => {
                let slot = subject.slot;
                let bonus = self.state.board.bonus.iter().position(|(card, _)| *card == slot);
                if let Some(at) = bonus {
                    let (_, goods) = self.state.board.bonus.remove(at);
                    self.state.board.player_mut(seat).trade_goods += goods;
                    proposal.amount = goods.into();
                }
                let card = self.piece(slot);
                (card.place, card.holder, card.exhausted) = (Place::Area, seat, false);
            }
            Verb::Bonus => {
                let bonus = &mut self.state.board.bonus;
                match bonus.iter_mut().find(|(card, _)| *card == subject.slot) {
                    Some((_, goods)) => *goods += 1,
                    None => bonus.push((subject.slot, 1)),
                }
            }
            Verb::Roll(hits_on) => {
                let die = self.rolled(proposal, hits_on);
                proposal.amount = die.result.into();
                *self.change.number.get_or_insert(0) += die.hits();
            }
            Verb::Reroll | Verb::Raise => {
                let result = if verb == Verb::Reroll { Some(self.die(seat)) } else { None };
                let rolled = &mut self.state.board.rolled;
                let Some(die) = rolled.get_mut(amount as usize) else { return false };
                match result {
                    Some(result) => (die.result, die.again, die.raised) = (result, true, false),
                    None => die.raised = true,
                }
                proposal.amount = i16::from(die.result + u8::from(die.raised));
            }
            Verb::AssignHits(_) => self.change.number = Some(amount),
            Verb::StartTurn => {
                self.state.board.active = seat;
                self.state.board.player_mut(seat).traded = 0;
                (self.state.board.halted, self.state.board.more_actions) = (false, 0);
            }
            Verb::EndStatus => self.state.board.zero = None,
            Verb::FireCannon | Verb::EndStrategicAbility => {}
            Verb::TakeZero => self.state.board.zero = Some(seat),
            Verb::Revive => {
                let revived = &mut self.state.board.player_mut(seat).revived;
                *revived = revived.saturating_add_signed(amount as i8);
            }
            Verb::ExhaustLater(sort) => self.begin(seat, EffectKind::Exhausts(sort)),
            Verb::BarForPhase => self.begin(seat, EffectKind::BarredForPhase),
            Verb::Silence => {
                self.begin(seat, EffectKind::Barred);
                self.begin(seat, EffectKind::Silenced);
            }
            Verb::Eliminate => self.eliminate(seat),
            Verb::Pass => self.state.board.player_mut(seat).passed = true,
            Verb::StartRound => {
                self.state.board.sustained.clear();
                self.state.board.rolled.clear();
                if amount == 1 {
                    self.state.board.scored_in_combat = 0;
                    self.state.board.wrecks = 0;
                }
                let before = self.state.board.combat.filter(|_| amount > 1);
                self.state.board.combat = Some(Combat {
                    planet: proposal.planet,
                    attacker: seat,
                    defender: proposal.other,
                    round: amount as u8,
                    retreats: None,
                    drawn: false,
                    mustered: before.map_or(Memory::NONE, |combat| combat.mustered),
                });
            }
            Verb::EndRound => self.end(|_, kind| kind.until() == Some(Until::CombatRound)),
            Verb::EndCombat => {
                self.state.board.combat = None;
                self.state.board.rolled.clear();
                self.end(|_, kind| {
                    matches!(kind.until(), Some(Until::Combat | Until::CombatRound))
                });
            }
            Verb::EndTactical => {
                (self.state.board.gained, self.state.board.wrecks) = (0, 0);
                self.state.board.system = None;
                self.state.board.scored_in_combat = 0;
                self.end(|_, kind| kind.until() == Some(Until::TacticalAction));
            }
            Verb::AnnounceRetreat => {
                if let Some(combat) = &mut self.state.board.combat {
                    combat.retreats = Some(seat);
                }
            }
            Verb::Muster => {
                let Some(combat) = &mut self.state.board.combat else { return false };
                combat.mustered.set(subject.slot, true);
            }
            Verb::Draw => {
                let Some(combat) = &mut self.state.board.combat else { return false };
                combat.drawn = true;
            }
            Verb::PassShips => {
                let Some(system) = proposal.system else { return false };
                self.begin(seat, EffectKind::PassesShips(system));
            }
            Verb::KeepStrategy => self.begin(seat, EffectKind::KeepsStrategy),
            Verb::ChooseAnother => {
                let chooses = |p: &&mut Proposal| p.verb == Verb::ChooseStrategy;
                let Some(chosen) = self.change.below.iter_mut().rev().find(chooses) else {
                    return false;
                };
                chosen.prevented = true;
            }
            Verb::Last(modifier, until) => self.begin(seat, EffectKind::Lasting(modifier, until)),
            Verb::Cancel => {
                let Some(played) =
                    self.change.below.iter_mut().rev().find(|p| p.verb == Verb::Play)
                else {
                    return false;
                };
                played.prevented = true;
            }
            Verb::CancelHits => {
                let assigns = |p: &&mut Proposal| matches!(p.verb, Verb::AssignHits(_));
                let Some(hits) = self.change.below.iter_mut().rev().find(assigns) else {
                    return false;
                };
                hits.amount = (hits.amount - amount).max(0);
            }
            Verb::Win => self.state.board.outcome = Outcome::Win(seat),
            Verb::HaltTurn => self.state.board.halted = true,
            Verb::HaveExhausted => {
                self.end(|_, kind| kind == EffectKind::Exhausts(Sort::PerTechnology));
            }
            Verb::AnotherAction => self.state.board.more_actions += 1,
            Verb::SwapValues => {
                self.state.board.swapped = proposal.planet;
                self.swap();
            }
            Verb::EndProduction => {
                self.swap();
                self.state.board.swapped = None;
            }
            Verb::EndTurn
            | Verb::StartMovement
            | Verb::ShipsArrive
            | Verb::StartInvasion
            | Verb::CommitForces
            | Verb::CombatRolls
            | Verb::ReturnStrategy
            | Verb::EndAction
            | Verb::EndStrategy
            | Verb::Produced
            | Verb::Researched
            | Verb::Traded
            | Verb::UseProduction => {}
            _ => return self.figure(proposal) || self.goods(proposal) || self.agenda(proposal),
        }
        true
    }

    /// Swaps the resources and the influence of the planet that is marked.
    fn swap(&mut self) {
        if let Some(planet) = self.state.board.swapped {
            let planet = self.state.board.planet_mut(planet);
            core::mem::swap(&mut planet.resources, &mut planet.influence);
        }
    }

    /// The next die of a player: the next result that the position lists, or a random one.
    fn die(&mut self, seat: Seat) -> u8 {
        let listed = self.state.board.dice.pop();
        listed.unwrap_or_else(|| {
            self.change.streams.draw(Purpose::Effect(seat), |rng| below(rng, 10) as u8 + 1)
        })
    }

    /// Rolls a die for the subject of a proposal. In a combat it is noted: it can be rolled again.
    fn rolled(&mut self, proposal: &Proposal, hits_on: u8) -> Die {
        let Proposal { seat, subject, amount, hits, .. } = *proposal;
        let result = self.die(seat);
        let State { board, stats, .. } = &mut *self.state;
        let more = match hits {
            Some(Hits::SpaceCombat | Hits::GroundCombat) => {
                stats[usize::from(subject.slot)].more_hits
            }
            Some(
                Hits::SpaceCannon
                | Hits::CannonDefense
                | Hits::Bombardment
                | Hits::Barrage
                | Hits::Ability,
            )
            | None => (0, 0),
        };
        let unit = subject.slot;
        let die = Die { unit, hits_on, result, more, again: false, raised: false };
        if hits.is_some() {
            if amount == 0 {
                board.rolled.clear();
            }
            board.rolled.push(die);
        }
        die
    }

    fn begin_phase(&mut self, phase: Phase) {
        self.state.board.phase = phase;
        match phase {
            Phase::Strategy => {
                self.state.board.round += 1;
                self.exhaust_later();
                self.end(|_, kind| match kind {
                    // Its player has yet to choose the planets.
                    EffectKind::Exhausts(sort) => sort != Sort::PerTechnology,
                    kind => kind == EffectKind::BarredForPhase,
                });
            }
            Phase::Action => {
                for player in &mut self.state.board.players {
                    player.passed = false;
                }
                self.end(|_, kind| kind == EffectKind::KeepsStrategy);
            }
            Phase::Status | Phase::Agenda => {}
        }
    }

    /// Exhausts the planets that were to be when the strategy phase starts.
    fn exhaust_later(&mut self) {
        let State { board, effects, .. } = &mut *self.state;
        let due: Vec<(Seat, Sort)> = board
            .effects
            .of(effects)
            .filter_map(|(_, effect)| match effect.kind {
                EffectKind::Exhausts(sort) => Some((effect.seat, sort)),
                _ => None,
            })
            .collect();
        let homes: Vec<Option<Seat>> = board.systems.iter().map(|system| system.home).collect();
        for planet in &mut board.planets {
            let is = |seat, sort| match sort {
                Sort::Cultural => planet.trait_ == Some(Trait::Cultural),
                Sort::Specialty => planet.specialty.is_some(),
                Sort::Home => homes[usize::from(planet.system)] == Some(seat),
                Sort::PerTechnology => false,
            };
            planet.exhausted |=
                due.iter().any(|&(seat, sort)| planet.owner == Some(seat) && is(seat, sort));
        }
    }

    /// Adds victory points, from 0 to those that win, and ends the game (LRR 98.7).
    fn score(&mut self, seat: Seat, points: i8) {
        let victory = self.state.board.house.victory;
        let player = self.state.board.player_mut(seat);
        player.points = (player.points + points).clamp(0, victory);
        if player.points >= victory && self.state.board.outcome == Outcome::Open {
            self.state.board.outcome = Outcome::Win(seat);
        }
    }

    /// Draws the top card of a deck; its discard pile is shuffled when it is empty (LRR 23.5).
    fn draw_from(
        &mut self,
        kind: Kind,
        deck: impl Fn(&mut Board) -> &mut Vec<Slot>,
        fits: impl Fn(Scene<'_>, Slot) -> bool,
    ) -> Option<Slot> {
        if deck(self.state.board).is_empty() {
            let scene = self.scene();
            let is_discarded = |&slot: &Slot| {
                let is = scene.piece(slot).place == Place::Discard;
                is && scene.printed(slot).kind == kind && fits(scene, slot)
            };
            let discarded: Vec<Slot> = scene.slots().filter(is_discarded).collect();
            for &slot in &discarded {
                self.piece(slot).place = Place::Deck;
            }
            *deck(self.state.board) = discarded;
            self.change.streams.shuffle(Purpose::Shared, deck(self.state.board));
        }
        deck(self.state.board).pop()
    }
}
