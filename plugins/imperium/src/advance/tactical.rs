//! The tactical action: activation, movement, Space Cannon, and what follows (LRR 89).

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::piece::{Place, SystemId};
use crate::program::Procedure;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Constant, Dice, UnitType};

impl Run<'_> {
    pub(super) fn tactical(&mut self) {
        let (seat, system) = (self.seat(), self.frame().locals.system);
        let here = Locals { system, ..Locals::default() };
        let at = self.at();
        self.next();
        match at {
            0 => self.propose([Proposal::new(Verb::Activate, seat).in_system(system)]),
            1 => self.propose([Proposal::new(Verb::StartMovement, seat).in_system(system)]),
            2 => self.call(Procedure::Movement, seat, here),
            3 => self.call(Procedure::CannonOffense, seat, here),
            4 => {
                let fleets: Vec<Seat> = self.scene().fleets(system).collect();
                let other = fleets.iter().copied().find(|&other| other != seat);
                if let Some(other) = other
                    && fleets.contains(&seat)
                {
                    self.call(Procedure::SpaceCombat, seat, Locals { other, ..here });
                }
            }
            5 => self.call(Procedure::Limits, seat, here),
            6 => self.call(Procedure::Invasion, seat, here),
            7 => self.call(Procedure::Production, seat, here),
            8 => self.call(Procedure::Limits, seat, here),
            9 => self.propose([Proposal::new(Verb::EndTactical, seat).in_system(system)]),
            _ => self.end(),
        }
    }

    /// Ships and what they transport are declared, then all arrive at once (LRR 58.6, 95).
    /// `locals.picked` is what moves, `number` the capacity left of the ship in `chosen`, `round` 1
    /// while that ship moves before the others.
    pub(super) fn movement(&mut self) {
        let (seat, system) = (self.seat(), self.frame().locals.system);
        match (self.at(), self.answer()) {
            (0, None) => {
                let mut options = self.movable(seat, system);
                options.push(Choice::Done);
                self.ask(seat, Prompt::Move, options);
            }
            (0, Some(choice @ (Choice::Piece(slot) | Choice::First(slot)))) => {
                let ship = Target::Piece(self.reference(slot));
                let capacity = self.scene().attributes(slot).unit.capacity;
                let locals = self.locals();
                locals.chosen = ship;
                locals.picked.push(ship);
                locals.number = capacity.into();
                locals.round = u8::from(choice == Choice::First(slot));
                self.go(1);
            }
            (0, Some(_)) => {
                self.go(2);
                self.arrive(seat, system);
            }
            (1, Some(Choice::Piece(slot))) => {
                let cargo = Target::Piece(self.reference(slot));
                let locals = self.locals();
                locals.picked.push(cargo);
                locals.number -= 1;
            }
            (1, None) if self.frame().locals.number > 0 => {
                let mut options = self.loadable(seat);
                options.push(Choice::Done);
                self.ask(seat, Prompt::Load, options);
            }
            (1, _) => {
                self.go(0);
                if core::mem::take(&mut self.locals().round) > 0 {
                    self.arrive(seat, system);
                }
            }
            _ => self.end(),
        }
    }

    /// What was picked goes to the active system, all at once.
    fn arrive(&mut self, seat: Seat, system: SystemId) {
        let picked = core::mem::take(&mut self.locals().picked);
        let moves = picked.into_iter().filter_map(|target| match target {
            Target::Piece(piece) => {
                Some(Proposal::new(Verb::Move(Place::Space(system)), seat).of(piece))
            }
            _ => None,
        });
        self.propose(moves);
    }

    fn is_picked(&self, slot: Slot) -> bool {
        self.frame().locals.picked.contains(&Target::Piece(self.reference(slot)))
    }

    /// Ships that could move, one of each that are alike. More than the fleet pool allows would be
    /// removed at once (LRR 37.3): those are not offered.
    fn movable(&self, seat: Seat, system: SystemId) -> Vec<Choice> {
        let scene = self.scene();
        let counts = |slot: Slot| {
            let here = scene.piece(slot).place == Place::Space(system);
            here || self.is_picked(slot)
        };
        let owned = scene
            .figures()
            .filter(|&(slot, unit)| unit.is_ship() && scene.piece(slot).owner == seat);
        let fleet = owned.clone().filter(|&(s, u)| u != UnitType::Fighter && counts(s)).count();
        let room = fleet < usize::from(scene.fleet_limit(seat));
        let ships = owned.filter(|&(slot, unit)| {
            (room || unit == UnitType::Fighter)
                && !self.is_picked(slot)
                && scene.can_reach(slot, system)
        });
        let ships = self.unlike(ships.map(|(slot, _)| slot));
        let apart = |&slot: &Slot| {
            let mut constants = scene.figure_card(slot).constants.iter();
            self.frame().locals.picked.is_empty() && constants.any(|c| *c == Constant::MovesApart)
        };
        let first: Vec<Choice> = ships.iter().copied().filter(apart).map(Choice::First).collect();
        ships.into_iter().map(Choice::Piece).chain(first).collect()
    }

    /// Fighters and ground forces that the chosen ship could pick up where it starts.
    fn loadable(&self, seat: Seat) -> Vec<Choice> {
        let scene = self.scene();
        let Target::Piece(ship) = self.frame().locals.chosen else { return Vec::new() };
        let from = scene.system_of(ship.slot);
        let cargo = scene.figures().filter(|&(slot, unit)| {
            (unit == UnitType::Fighter || unit.is_ground_force())
                && scene.piece(slot).owner == seat
                && scene.system_of(slot) == from
                && !self.is_picked(slot)
        });
        self.unlike(cargo.map(|(slot, _)| slot)).into_iter().map(Choice::Piece).collect()
    }

    /// One of each that are alike: type, owner, place and damage.
    pub(super) fn unlike(&self, slots: impl Iterator<Item = Slot>) -> Vec<Slot> {
        let mut kept: Vec<Slot> = Vec::new();
        let scene = self.scene();
        for slot in slots {
            let piece = scene.piece(slot);
            let alike = |&other: &Slot| {
                let other = scene.piece(other);
                (other.definition, other.owner, other.place, other.damaged)
                    == (piece.definition, piece.owner, piece.place, piece.damaged)
            };
            if !kept.iter().any(alike) {
                kept.push(slot);
            }
        }
        kept
    }

    /// From the active player clockwise, each may use Space Cannon once (LRR 77.2).
    /// `locals.count` counts players.
    pub(super) fn cannon_offense(&mut self) {
        let (active, system) = (self.seat(), self.frame().locals.system);
        let n = self.frame().locals.count as Seat;
        if n as usize >= self.board.players.len() {
            return self.end();
        }
        let shooter = (active + n) % self.board.players.len() as Seat;
        match (self.at(), self.answer()) {
            (0, None) => {
                let fleets = self.scene().fleets(system);
                let targets: Vec<Seat> = fleets
                    .filter(|&t| if shooter == active { t != active } else { t == active })
                    .collect();
                if targets.is_empty() || self.cannons(shooter, system).is_empty() {
                    self.locals().count += 1;
                    return;
                }
                let options = targets.into_iter().map(Choice::Player).chain([Choice::No]);
                self.ask(shooter, Prompt::Cannon, options);
            }
            (0, Some(Choice::Player(target))) => {
                let cannons = self.cannons(shooter, system);
                self.locals().number = 0;
                self.locals().other = target;
                self.go(1);
                let hits = self.roll(shooter, &cannons);
                self.locals_below().number = hits;
            }
            (1, _) => {
                self.go(0);
                let locals = self.locals();
                locals.count += 1;
                let (number, target) = (locals.number, locals.other);
                let hits = Hits::SpaceCannon;
                let locals = Locals { number, hits, other: shooter, system, ..Locals::default() };
                self.call(Procedure::Assign, target, locals);
            }
            _ => self.locals().count += 1,
        }
    }

    /// The dice of a player's Space Cannons against ships in a system.
    fn cannons(&self, seat: Seat, system: SystemId) -> Vec<(Slot, Dice)> {
        let scene = self.scene();
        let reaches = |slot: Slot, deep: bool| {
            let from = scene.system_of(slot);
            from == Some(system)
                || deep && from.is_some_and(|from| scene.adjacent(from, system, seat))
        };
        let own = scene.figures().filter(|&(slot, _)| scene.piece(slot).owner == seat);
        let dice = own.filter_map(|(slot, _)| {
            let unit = scene.attributes(slot).unit;
            unit.cannon.filter(|_| reaches(slot, unit.deep_space)).map(|dice| (slot, dice))
        });
        dice.collect()
    }

    /// Rolls dice and proposes what they showed. Returns the hits.
    pub(super) fn roll(&mut self, seat: Seat, dice: &[(Slot, Dice)]) -> i16 {
        let mut rolls = Vec::new();
        let mut hits = 0;
        for &(slot, Dice { hits_on, dice }) in dice {
            for _ in 0..dice {
                let result = self.die();
                let hit = result >= hits_on;
                hits += i16::from(hit);
                let roll = Proposal::new(Verb::Roll(hit), seat).amount(result.into());
                rolls.push(roll.of(self.reference(slot)));
            }
        }
        self.propose(rolls);
        hits
    }

    /// The locals of the innermost program, whatever was proposed over it.
    pub(super) fn locals_below(&mut self) -> &mut Locals {
        &mut self.stack.running_mut().expect("a program runs").locals
    }
}
