//! Phases, turns, actions, and ships that come and go.

use cardmill_kernel::card::Slot;
use cardmill_kernel::table::Fault;

use super::Commit;
use crate::board::{Outcome, Passage};
use crate::card::{Place, Tokens};
use crate::device::{Device, SET};
use crate::effect::EffectKind;
use crate::proposal::{Proposal, Verb};
use crate::scene::Course;
use crate::shift::{SPOTS, spot};
use crate::ship::{Flags, Presence};
use crate::space::{Obstacle, Pose, Substance};
use crate::vocabulary::{Kind, Phase, Token, Trait, Until};

/// No initiative is due yet.
const NOT_YET: u8 = u8::MAX;

impl Commit<'_, '_, '_> {
    pub(super) fn round(&mut self, what: Proposal) -> Option<Proposal> {
        let ship = what.ship;
        match what.verb {
            Verb::Start(phase) => self.start(phase),
            Verb::Initiative => self.state.board.initiative = what.n,
            Verb::SystemTurn | Verb::BeforeEngaging => {
                self.ship(ship).flags.set(Flags::ACTED, true);
            }
            Verb::BeforeActivating => {
                self.state.board.activating = Some(ship);
                self.state.board.acting = false;
            }
            Verb::ActionStep => self.state.board.acting = true,
            Verb::Activated => {
                self.state.board.activating = None;
                self.state.board.acting = false;
                self.state.board.effects.keep(self.state.effects, |_, effect| {
                    let ends =
                        matches!(effect.kind, EffectKind::Lasting(_, Until::EndOfActivation));
                    !(ends && effect.ship == ship)
                });
            }
            Verb::Led(actions) => self.state.board.coordinated = actions,
            Verb::Peek => {
                self.ship(ship).dial?;
                self.ship(ship).flags.set(Flags::SEEN, true);
            }
            Verb::Clear => {
                self.state.board.sprung.retain(|(number, _)| *number != what.n);
                self.state.board.devices.keep(self.state.devices, |number, _| number != what.n);
            }
            Verb::Tidy => self.tidy(),
            Verb::EndRound => self.end_round(),
            Verb::SetDial(maneuver) => self.ship(ship).dial = Some(maneuver),
            Verb::Redial(maneuver) => self.ship(ship).maneuver = Some(maneuver),
            Verb::Reveal(maneuver) => {
                let state = self.ship(ship);
                state.maneuver = Some(maneuver);
                state.flags.set(Flags::ACTED, true);
            }
            Verb::Execute(maneuver) => {
                let mut fully = self.state.board.relations.bumps & (1 << ship) == 0;
                if self.scene().has_mat() {
                    let course = self.scene().maneuvered(ship, maneuver, what.n);
                    fully = course.fully;
                    let passed = self.scene().passes(ship, maneuver, course.short);
                    self.ship(ship).passed = passed;
                    self.sees_obstacles(ship, &course);
                    self.moves(ship, course);
                }
                let state = self.ship(ship);
                state.maneuver = Some(maneuver);
                state.flags.set(Flags::FULLY, fully);
                state.flags.set(Flags::FLOWN, true);
            }
            // Without a mat nothing that is given changes.
            Verb::Move(_) if !self.scene().has_mat() => {}
            Verb::Move(shift) => {
                let course = self.scene().shifted(ship, shift);
                let passed = self.scene().passes_shifted(ship, shift, course.short);
                self.ship(ship).passed = passed;
                self.moves(ship, course);
            }
            Verb::ShowDial => {
                self.ship(ship).dial?;
                self.ship(ship).flags.set(Flags::OPEN, true);
            }
            Verb::Tug => {
                self.state.board.tugs.retain(|(tugged, _)| *tugged != ship);
                self.ship(ship).flags.set(Flags::TUGGED, true);
            }
            Verb::Lead(seat) => self.state.board.first = seat,
            Verb::Lay { seat, which, place, turn } => {
                let player = &mut self.state.board.players[usize::from(seat)];
                let outline = player.obstacles.remove(which.into());
                if !player.plan.is_empty() {
                    player.plan.remove(which.into());
                }
                if place < SPOTS {
                    let pose = spot(place, turn);
                    self.state.board.obstacles.push(Obstacle { outline, pose });
                }
            }
            Verb::Deploy { place, heading } => {
                let pose = self.scene().berth(ship, place, heading)?;
                let state = self.ship(ship);
                (state.pose, state.presence) = (pose, Presence::Present);
            }
            Verb::Flee | Verb::RemoveShip => self.leave(ship, Presence::Removed),
            Verb::Reserve => self.leave(ship, Presence::Reserve),
            Verb::Return => self.ship(ship).presence = Presence::Present,
            Verb::Perform(action) => {
                self.ship(ship).performed |= 1 << action as u16;
                self.acts(ship);
            }
            Verb::PerformCard(id) => {
                let bit = self.scene().card_bit(what.card, id);
                self.card(what.card).performed |= bit;
                self.acts(ship);
            }
            Verb::Rotate(facing) => self.ship(ship).facing = facing,
            Verb::Destroy => {
                let engagement = self.state.board.phase == Phase::Engagement;
                let lingers = engagement && self.stats(ship).lingers;
                let flags = &mut self.ship(ship).flags;
                flags.set(Flags::DESTROYED, true);
                flags.set(Flags::LINGERS, lingers);
            }
            Verb::Die => self.ship(ship).flags.set(Flags::DYING, true),
            Verb::Last(modifier, until) => {
                self.effect(ship, EffectKind::Lasting(modifier, until));
            }
            Verb::Put(placing) => {
                let near = self.state.board.relations.near(ship, placing);
                let through = self.state.board.relations.through(ship, placing);
                let owner = self.ship(ship).owner;
                let scene = self.scene();
                let put = || Device::put(scene.hull(ship).0, scene.ship(ship).pose, placing);
                let pose = if scene.has_mat() { put() } else { Pose::default() };
                let mines = scene.mines(what.card);
                let ticks = mines.is_none();
                let device =
                    Device { card: what.card, owner, near, through, pose, fuses: 0, ticks };
                self.ship(ship).flags.set(Flags::DROPPED, true);
                for number in 0..mines.unwrap_or(1).min(SET as u8) {
                    self.put(Device { pose: Device::beside(pose, number), ..device });
                }
            }
            Verb::Detonate(_) => {
                self.state.board.sprung.retain(|(number, _)| *number != what.n);
                self.state.board.devices.keep(self.state.devices, |number, _| number != what.n);
            }
            Verb::Fuse => self.state.devices[usize::from(what.n)].fuses += 1,
            Verb::Defuse => {
                self.state.board.sprung.retain(|(number, _)| *number != what.n);
                let device = &mut self.state.devices[usize::from(what.n)];
                device.fuses = device.fuses.saturating_sub(1);
                device.ticks = false;
            }
            Verb::Shatter => {
                self.state.board.obstacles.remove(what.n.into());
            }
            Verb::Flip => {
                let back = self.scene().printed(what.card).definition.back.as_deref()?;
                let back = self.scene().catalogue.find(back)?;
                let card = self.card(what.card);
                (card.definition, card.performed) = (back, 0);
            }
            Verb::PutAway => self.card(what.card).place = Place::Box,
            Verb::Assign => {
                let card = self.card(what.card);
                card.host = ship;
                card.place = Place::Faceup;
            }
            _ => {}
        }
        Some(what)
    }

    /// A ship begins to perform an action.
    fn acts(&mut self, ship: Slot) {
        let stressed = self.scene().is_stressed(ship);
        let ship = self.ship(ship);
        ship.deeds = ship.deeds.wrapping_add(1);
        ship.flags.set(Flags::STROVE, stressed);
    }

    /// A device comes into the play area. RR "Mine": one under a ship is tripped by that.
    fn put(&mut self, device: Device) {
        let trips = (!device.ticks).then(|| self.scene().over(&device).next()).flatten();
        match self.state.board.devices.take(self.state.devices, device) {
            Some(number) => self.state.board.sprung.extend(trips.map(|ship| (number, ship))),
            None => self.change.fault = Some(Fault::Overflow("devices")),
        }
    }

    fn start(&mut self, phase: Phase) {
        // RR "Devices": those with fuse markers are due again.
        if phase == Phase::Activation {
            for &number in self.state.board.devices.used() {
                let card = self.state.devices[usize::from(number)].card;
                let bomb = self.state.scene().mines(card).is_none();
                self.state.devices[usize::from(number)].ticks = bomb;
            }
        }
        self.state.board.phase = phase;
        self.state.board.initiative = NOT_YET;
        self.state.board.activating = None;
        self.state.board.acting = false;
        self.state.board.effects.keep(self.state.effects, |_, effect| {
            use Until::{EndOfActivation, EndOfPhase};
            !matches!(effect.kind, EffectKind::Lasting(_, EndOfPhase | EndOfActivation))
        });
        for slot in 0..self.state.board.ships {
            let threshold = self.scene().hull(slot).0.threshold();
            let ship = self.ship(slot);
            ship.flags.set(Flags::ACTED, false);
            ship.flags.set(Flags::ATTACKED, false);
            match phase {
                Phase::Planning => {
                    let ions = ship.tokens.count(Token::Ion);
                    ship.flags.set(Flags::IONIZED, ions >= threshold);
                }
                Phase::Engagement => ship.flags.set(Flags::IONIZED, false),
                // Nobody attacks any more in this round.
                Phase::End => ship.targets = 0,
                _ => {}
            }
        }
    }

    /// Green and orange tokens go; every card with a recurring symbol recovers a charge, and so
    /// does the Force.
    fn tidy(&mut self) {
        for slot in 0..self.state.board.ships {
            let stats = self.stats(slot);
            let (force, keeps) = (stats.force, stats.keeps | stats.no_removing);
            let some = stats.keeps_some.clone();
            let ship = self.ship(slot);
            if !ship.is_present() {
                continue;
            }
            let green = |ship: &crate::ship::Ship| -> u8 {
                let kinds = Token::ALL.into_iter().filter(|token| token.is(Trait::Green));
                kinds.map(|token| ship.tokens.count(token)).sum()
            };
            let before = green(ship);
            let goes =
                |token: &Token| token.is(Trait::Circular) && keeps & (1 << *token as u16) == 0;
            for token in Token::ALL.into_iter().filter(goes) {
                let kept = some.iter().filter(|(kept, _)| *kept == token);
                let kept: u8 = kept.map(|(_, n)| *n).sum();
                while ship.tokens.count(token) > kept && ship.tokens.take(token) {}
            }
            ship.shed = before - green(ship);
            ship.force = force.min(ship.force + 1);
            let recovering: Vec<Slot> = {
                let scene = self.scene();
                let cards = core::iter::once(slot).chain(scene.faceup(slot));
                let recovers = |&card: &Slot| {
                    let definition = &scene.printed(card).definition;
                    definition.recurring && scene.card(card).charges < definition.charges
                };
                cards.filter(recovers).collect()
            };
            for card in recovering {
                let definition = &self.scene().printed(card).definition;
                let (all, most) = (definition.recovers_all, definition.charges);
                let card = self.card(card);
                card.charges = if all { most } else { card.charges + 1 };
            }
        }
    }

    fn end_round(&mut self) {
        self.state.board.effects.keep(self.state.effects, |_, _| false);
        self.state.board.round += 1;
        // A player without ships at the end of a round has lost.
        self.state.board.outcome = match [0, 1].map(|seat| self.scene().fleet(seat)) {
            [0, 0] => Outcome::Draw,
            [0, _] => Outcome::Win(1),
            [_, 0] => Outcome::Win(0),
            _ => Outcome::Open,
        };
        for slot in 0..self.state.board.ships {
            let ship = self.ship(slot);
            ship.performed = 0;
            ship.dial = None;
            ship.flags.set(Flags::TURRET, false);
            ship.flags.set(Flags::BONUS, false);
            ship.flags.set(Flags::TUGGED, false);
            ship.flags.set(Flags::FLOWN, false);
            ship.flags.set(Flags::DROPPED, false);
            ship.flags.set(Flags::OPEN, false);
            ship.flags.set(Flags::SEEN, false);
            (ship.deeds, ship.shed) = (0, 0);
            self.card(slot).performed = 0;
        }
        for slot in self.slots() {
            self.card(slot).performed = 0;
        }
    }

    /// Marks a ship by the obstacles that its maneuver has met, until its next one.
    fn sees_obstacles(&mut self, ship: Slot, course: &Course) {
        let hinders = |&&n: &&u8| {
            let hinders = self.scene().substance(n.into()) != Substance::Debris;
            hinders && self.scene().bothers(ship, n)
        };
        let hindered = course.met.iter().any(|n| hinders(&n));
        let flags = &mut self.ship(ship).flags;
        flags.set(Flags::THROUGH, !course.met.is_empty());
        flags.set(Flags::PASSED, course.through != 0);
        flags.set(Flags::HINDERED, hindered);
    }

    /// A ship is somewhere else, and touches those that kept it from the end of its way.
    fn moves(&mut self, ship: Slot, course: Course) {
        let Course { pose, short, touched, met, through, mines, .. } = course;
        // Who stays where it is, by a stationary maneuver, still touches whom it touched.
        if touched != 0 || pose != self.ship(ship).pose {
            self.parts(ship);
        }
        let touched = touched | self.ship(ship).touching;
        let state = self.ship(ship);
        (state.pose, state.touching) = (pose, touched);
        for other in (0..self.state.board.ships).filter(|other| touched & (1 << other) != 0) {
            self.ship(other).touching |= 1 << ship;
        }
        self.state.board.passage = Passage { short, met, through, mines };
    }

    /// A ship touches no other any more.
    fn parts(&mut self, ship: Slot) {
        for other in 0..self.state.board.ships {
            self.ship(other).touching &= !(1 << ship);
        }
        self.ship(ship).touching = 0;
    }

    /// A ship leaves the play area; locks on it and its own lock go. If it does not come back,
    /// its damage cards are discarded and its other cards are out of the game.
    fn leave(&mut self, ship: Slot, to: Presence) {
        self.parts(ship);
        self.state.board.tugs.retain(|(tugged, _)| *tugged != ship);
        let state = self.ship(ship);
        state.presence = to;
        state.lock = Slot::MAX;
        for other in 0..self.state.board.ships {
            let other = self.ship(other);
            if other.lock == ship {
                other.lock = Slot::MAX;
            }
        }
        if to == Presence::Reserve {
            return;
        }
        self.ship(ship).tokens = Tokens::default();
        for slot in self.slots() {
            let card = self.card(slot);
            if card.host != ship || !matches!(card.place, Place::Faceup | Place::Facedown) {
                continue;
            }
            let definition = card.definition;
            let is_damage =
                matches!(self.state.catalogue.card(definition).definition.kind, Kind::Damage(..));
            if is_damage {
                self.discard(slot);
            } else {
                self.card(slot).place = Place::Box;
            }
        }
    }
}
