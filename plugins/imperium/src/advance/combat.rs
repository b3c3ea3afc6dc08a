//! Space combat and retreats (LRR 78).

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::piece::{Place, SystemId};
use crate::program::Procedure;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::{Dice, Effect, UnitType};

impl Run<'_> {
    /// `locals.other` is the defender; `number` and `count` are the hits of the attacker and of
    /// the defender.
    pub(super) fn space_combat(&mut self) {
        let attacker = self.seat();
        let Locals { system, other: defender, number, count, round, .. } = self.frame().locals;
        let both = || [attacker, defender].map(|s| self.scene().ships(system, s).next().is_some());
        let fight = both() == [true, true];
        match self.at() {
            0 => {
                self.locals().round = round + 1;
                self.next();
                let start = Proposal::new(Verb::StartRound, attacker).with(defender);
                self.propose([start.in_system(system).amount(i16::from(round) + 1)]);
            }
            1 if !fight => self.go(14),
            // LRR 78.3b
            1 if round > 1 => self.go(4),
            1 => {
                self.next();
                let dice = self.dice(system, attacker, |unit| unit.barrage);
                let hits = self.roll(attacker, &dice);
                self.locals_below().number = hits;
                let dice = self.dice(system, defender, |unit| unit.barrage);
                let hits = self.roll(defender, &dice);
                self.locals_below().count = hits;
            }
            2 => self.assign_to(defender, attacker, number, Hits::Barrage),
            3 => self.assign_to(attacker, defender, count, Hits::Barrage),
            4 if !fight => self.go(14),
            4 => self.announce(defender, attacker),
            5 => self.announce(attacker, defender),
            6 => {
                self.next();
                let dice = self.combat_dice(system, attacker);
                let hits = self.roll(attacker, &dice);
                self.locals_below().number = hits;
            }
            7 => {
                self.next();
                let dice = self.combat_dice(system, defender);
                let hits = self.roll(defender, &dice);
                self.locals_below().count = hits;
            }
            8 => self.assign_to(defender, attacker, number, Hits::SpaceCombat),
            9 => self.assign_to(attacker, defender, count, Hits::SpaceCombat),
            10 => {
                self.next();
                // LRR 78.7a
                let retreats = self.board.combat.and_then(|combat| combat.retreats);
                if let Some(seat) = retreats
                    && fight
                    && !self.cannot_retreat(seat)
                    && !self.havens(system, seat).is_empty()
                {
                    let locals = Locals { system, ..Locals::default() };
                    self.call(Procedure::Retreat, seat, locals);
                }
            }
            11 => {
                self.next();
                let end = Proposal::new(Verb::EndRound, attacker).with(defender);
                self.propose([end.in_system(system)]);
            }
            12 if fight => self.go(0),
            12 => self.go(14),
            14 => {
                self.next();
                self.propose([Proposal::new(Verb::EndCombat, attacker).with(defender)]);
            }
            15 => {
                self.next();
                let locals = Locals { system, ..Locals::default() };
                self.call(Procedure::Limits, defender, locals);
            }
            _ => self.end(),
        }
    }

    /// The dice of a player's ships in a system for a unit ability.
    fn dice(
        &self,
        system: SystemId,
        seat: Seat,
        of: impl Fn(&crate::vocabulary::Unit) -> Option<Dice>,
    ) -> Vec<(Slot, Dice)> {
        let ships = self.scene().ships(system, seat);
        let dice = ships
            .filter_map(|(slot, _)| of(&self.scene().attributes(slot).unit).map(|d| (slot, d)));
        dice.collect()
    }

    /// Combat rolls, in order of combat value (LRR 78.5).
    fn combat_dice(&self, system: SystemId, seat: Seat) -> Vec<(Slot, Dice)> {
        let ships = self.scene().ships(system, seat);
        let mut dice: Vec<(Slot, Dice)> = ships
            .filter_map(|(slot, _)| Some((slot, self.scene().attributes(slot).combat_value()?)))
            .collect();
        dice.sort_by_key(|&(slot, dice)| (dice.hits_on, slot));
        dice
    }

    pub(super) fn assign_to(&mut self, seat: Seat, other: Seat, number: i16, hits: Hits) {
        let Locals { system, planet, .. } = self.frame().locals;
        self.next();
        if number > 0 {
            let locals = Locals { number, hits, other, system, planet, ..Locals::default() };
            self.call(Procedure::Assign, seat, locals);
        }
    }

    /// LRR 78.4: the defender first; then the attacker, unless the defender has announced one.
    fn announce(&mut self, seat: Seat, opponent: Seat) {
        if let Some(choice) = self.answer() {
            self.next();
            if choice == Choice::Yes {
                let announce = Proposal::new(Verb::AnnounceRetreat, seat).with(opponent);
                self.propose([announce]);
            }
            return;
        }
        let system = self.frame().locals.system;
        let announced = self.board.combat.is_some_and(|combat| combat.retreats.is_some());
        if self.cannot_retreat(seat) || announced || self.havens(system, seat).is_empty() {
            self.next();
        } else {
            self.ask(seat, Prompt::Retreat, [Choice::Yes, Choice::No]);
        }
    }

    fn cannot_retreat(&self, seat: Seat) -> bool {
        let mut lasting = self.board.lasting.iter();
        lasting.any(|lasting| lasting.effect == Effect::NoRetreat && lasting.seat != seat)
    }

    /// Where a player could retreat to (LRR 78.7c).
    fn havens(&self, from: SystemId, seat: Seat) -> Vec<SystemId> {
        let scene = self.scene();
        let galaxy = scene.galaxy(seat);
        let systems = 0..self.board.systems.len() as SystemId;
        let haven = |&system: &SystemId| {
            let planets = self.board.planets_of(system).map(|p| self.board.planet(p).owner);
            galaxy.adjacent(from, system)
                && scene.fleets(system).all(|other| other == seat)
                && (scene.has_units(system, seat) || planets.into_iter().any(|o| o == Some(seat)))
        };
        let movers = scene.ships(from, seat).any(|(s, _)| scene.attributes(s).movement > 0);
        if movers { systems.filter(haven).collect() } else { Vec::new() }
    }

    /// All ships that can move go to one system with what they can transport; the rest is removed
    /// (LRR 78.7b, d).
    pub(super) fn retreat(&mut self) {
        let (seat, from) = (self.seat(), self.frame().locals.system);
        let scene = self.scene();
        let moves = |slot: Slot| scene.attributes(slot).movement > 0;
        let ships: Vec<Slot> =
            scene.ships(from, seat).map(|(slot, _)| slot).filter(|&slot| moves(slot)).collect();
        let capacity: usize =
            ships.iter().map(|&s| usize::from(scene.attributes(s).unit.capacity)).sum();
        let cargo: Vec<Slot> = scene
            .figures()
            .filter(|&(slot, unit)| {
                let piece = scene.piece(slot);
                let carried = unit == UnitType::Fighter || unit.is_ground_force();
                carried && piece.owner == seat && piece.place == Place::Space(from)
            })
            .map(|(slot, _)| slot)
            .filter(|slot| !ships.contains(slot))
            .collect();
        match (self.at(), self.answer()) {
            (0, Some(Choice::System(to))) => {
                self.locals().chosen = Target::System(to);
                self.next();
            }
            (0, _) => {
                let havens = self.havens(from, seat).into_iter().map(Choice::System);
                self.ask(seat, Prompt::Retreat, havens.collect::<Vec<_>>());
            }
            (1, Some(Choice::Piece(slot))) => {
                let left = self.reference(slot);
                self.propose([Proposal::new(Verb::Remove, seat).of(left)]);
            }
            (1, _) if cargo.len() > capacity => {
                let options = self.unlike(cargo.into_iter()).into_iter().map(Choice::Piece);
                self.ask(seat, Prompt::Limits, options.collect::<Vec<_>>());
            }
            (1, _) => {
                let Target::System(to) = self.frame().locals.chosen else { return self.end() };
                self.next();
                let mut all: Vec<Proposal> = ships
                    .into_iter()
                    .chain(cargo)
                    .map(|slot| {
                        let there = Verb::Move(Place::Space(to));
                        Proposal::new(there, seat).of(self.reference(slot))
                    })
                    .collect();
                all.push(Proposal::new(Verb::Token(true), seat).in_system(to));
                self.propose(all);
            }
            _ => self.end(),
        }
    }
}
