//! Invasion and ground combat (LRR 49, 42).

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::choice::{Choice, Locals, Prompt, Target};
use crate::piece::{Place, PlanetId, SystemId};
use crate::program::Procedure;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::Dice;

/// Influence that removes the custodians token (LRR 27.2).
const CUSTODIANS: i16 = 6;

impl Run<'_> {
    /// `locals.picked` is what bombards which planet, `planets` where ground forces were
    /// committed, `influence` whether the custodians were removed.
    pub(super) fn invasion(&mut self) {
        let (seat, system) = (self.seat(), self.frame().locals.system);
        match self.at() {
            0 if self.bombers(seat, system).is_empty() && self.landing(seat, system).is_empty() => {
                self.end();
            }
            0 => {
                self.next();
                self.propose([Proposal::new(Verb::StartInvasion, seat).in_system(system)]);
            }
            1 => self.bombard(seat, system),
            2 => self.roll_bombardment(seat, system),
            3 => self.custodians(seat, system),
            4 => self.commit_ground_forces(seat, system),
            5 => self.cannon_defense(seat),
            6 => self.choose_ground_combat(seat),
            7 => {
                self.next();
                let gained = self.gained(seat);
                self.propose(gained);
            }
            _ => self.end(),
        }
    }

    fn bombers(&self, seat: Seat, system: SystemId) -> Vec<(Slot, Dice)> {
        let scene = self.scene();
        let ships = scene.ships(system, seat);
        ships
            .filter_map(|(slot, _)| Some((slot, scene.attributes(slot).unit.bombardment?)))
            .collect()
    }

    /// Ground forces in the space area.
    fn landing(&self, seat: Seat, system: SystemId) -> Vec<Slot> {
        let scene = self.scene();
        let own = scene.figures().filter(|&(slot, unit)| {
            let piece = scene.piece(slot);
            unit.is_ground_force() && piece.owner == seat && piece.place == Place::Space(system)
        });
        own.map(|(slot, _)| slot).collect()
    }

    /// Planets with ground forces of others and without Planetary Shield, which a war sun
    /// ignores (LRR 15.1f, 65.3).
    fn bombardable(&self, seat: Seat, system: SystemId) -> Vec<PlanetId> {
        let scene = self.scene();
        let mut ships = scene.ships(system, seat);
        let war_sun = ships.any(|(_, unit)| unit == crate::vocabulary::UnitType::WarSun);
        let open = |&planet: &PlanetId| {
            let here = scene.figures().filter(|&(slot, _)| {
                let piece = scene.piece(slot);
                piece.place == Place::Planet(planet) && piece.owner != seat
            });
            let shielded = here.clone().any(|(slot, _)| scene.attributes(slot).unit.shield);
            here.clone().any(|(_, unit)| unit.is_ground_force()) && (war_sun || !shielded)
        };
        self.board.planets_of(system).filter(open).collect()
    }

    fn bombard(&mut self, seat: Seat, system: SystemId) {
        let n = self.frame().locals.count as usize;
        let bombers = self.bombers(seat, system);
        let planets = self.bombardable(seat, system);
        let Some(&(slot, _)) = bombers.get(n).filter(|_| !planets.is_empty()) else {
            self.locals().count = 0;
            return self.next();
        };
        match self.answer() {
            None => {
                self.locals().chosen = Target::Piece(self.reference(slot));
                let options = planets.into_iter().map(Choice::Planet).chain([Choice::No]);
                self.ask(seat, Prompt::Bombard, options.collect::<Vec<_>>());
            }
            Some(choice) => {
                let bomber = Target::Piece(self.reference(slot));
                let locals = self.locals();
                locals.count += 1;
                if let Choice::Planet(planet) = choice {
                    locals.picked.extend([bomber, Target::Planet(planet)]);
                }
            }
        }
    }

    /// One planet after another: the dice of all units that bombard it.
    fn roll_bombardment(&mut self, seat: Seat, system: SystemId) {
        if let Some(planet) = self.frame().locals.planet {
            let number = core::mem::take(&mut self.locals().number);
            let defender = self.defender(seat, planet);
            self.locals().planet = None;
            if let (Some(defender), true) = (defender, number > 0) {
                let hits = Hits::Bombardment;
                let planet = Some(planet);
                let locals =
                    Locals { number, hits, other: seat, system, planet, ..Locals::default() };
                self.call(Procedure::Assign, defender, locals);
            }
            return;
        }
        let Some(&Target::Planet(planet)) = self.frame().locals.picked.get(1) else {
            return self.next();
        };
        let bombers = self.bombers(seat, system);
        let picked = core::mem::take(&mut self.locals().picked);
        let (here, left): (Vec<_>, Vec<_>) =
            picked.chunks(2).partition(|pair| pair[1] == Target::Planet(planet));
        let uses = |&&(slot, _): &&(Slot, Dice)| {
            let unit = Target::Piece(self.reference(slot));
            here.iter().any(|pair| pair[0] == unit)
        };
        let dice: Vec<(Slot, Dice)> = bombers.iter().filter(uses).copied().collect();
        let left = left.concat();
        let locals = self.locals();
        locals.picked = left;
        locals.planet = Some(planet);
        let hits = self.roll(seat, &dice);
        self.locals_below().number = hits;
    }

    /// The other player with ground forces on a planet.
    fn defender(&self, seat: Seat, planet: PlanetId) -> Option<Seat> {
        let players = 0..self.board.players.len() as Seat;
        players
            .filter(|&other| other != seat)
            .find(|&other| self.scene().ground(planet, other).next().is_some())
    }

    /// LRR 27.2
    fn custodians(&mut self, seat: Seat, system: SystemId) {
        let mecatol = self.board.planets_of(system).any(|p| self.board.planet(p).mecatol);
        let can = mecatol
            && self.board.custodians
            && !self.landing(seat, system).is_empty()
            && self.scene().spendable(seat, true) >= CUSTODIANS;
        match self.answer() {
            None if can => self.ask(seat, Prompt::Commit, [Choice::Yes, Choice::No]),
            Some(Choice::Yes) => {
                self.next();
                self.locals().influence = true;
                self.propose([Proposal::new(Verb::RemoveCustodians, seat)]);
                let locals = Locals { number: CUSTODIANS, influence: true, ..Locals::default() };
                self.call(Procedure::Pay, seat, locals);
            }
            _ => self.next(),
        }
    }

    fn commit_ground_forces(&mut self, seat: Seat, system: SystemId) {
        if let Some(choice) = self.answer() {
            let Choice::Land(slot, planet) = choice else { return self.next() };
            self.locals().planets |= 1 << planet;
            let force = self.reference(slot);
            let land = Proposal::new(Verb::Move(Place::Planet(planet)), seat);
            return self.propose([land.of(force)]);
        }
        let forces = self.unlike(self.landing(seat, system).into_iter());
        let open =
            |&planet: &PlanetId| !(self.board.planet(planet).mecatol && self.board.custodians);
        let planets: Vec<PlanetId> = self.board.planets_of(system).filter(open).collect();
        let mut options: Vec<Choice> = Vec::new();
        for slot in forces {
            options.extend(planets.iter().map(|&planet| Choice::Land(slot, planet)));
        }
        // Whoever has removed the custodians must land on Mecatol Rex.
        let Locals { influence, planets: landed, .. } = self.frame().locals;
        let owed = |&planet: &PlanetId| {
            influence && self.board.planet(planet).mecatol && landed & (1 << planet) == 0
        };
        match planets.iter().copied().find(owed) {
            Some(mecatol) => options.retain(|o| matches!(o, Choice::Land(_, p) if *p == mecatol)),
            None => options.push(Choice::Done),
        }
        self.ask(seat, Prompt::Commit, options);
    }

    /// Space Cannon against committed ground forces (LRR 49.3, 77.6). `locals.count` counts
    /// planets.
    fn cannon_defense(&mut self, seat: Seat) {
        let Locals { planets, count, number, system, .. } = self.frame().locals;
        let planet = count as PlanetId;
        if usize::from(planet) >= self.board.planets.len() {
            return self.next();
        }
        if number > 0 {
            let shooter = self.frame().locals.other;
            let hits = Hits::CannonDefense;
            let locals = self.locals();
            (locals.number, locals.count) = (0, count + 1);
            let planet = Some(planet);
            let locals =
                Locals { number, hits, other: shooter, system, planet, ..Locals::default() };
            return self.call(Procedure::Assign, seat, locals);
        }
        let scene = self.scene();
        let cannons: Vec<(Slot, Dice)> = scene
            .figures()
            .filter(|&(slot, _)| {
                let piece = scene.piece(slot);
                piece.place == Place::Planet(planet) && piece.owner != seat
            })
            .filter_map(|(slot, _)| Some((slot, scene.attributes(slot).unit.cannon?)))
            .collect();
        let Some(&(first, _)) = cannons.first().filter(|_| planets & (1 << planet) != 0) else {
            self.locals().count += 1;
            return;
        };
        let shooter = scene.piece(first).owner;
        match self.answer() {
            None => {
                self.locals().planet = Some(planet);
                self.ask(shooter, Prompt::Cannon, [Choice::Player(seat), Choice::No]);
            }
            Some(Choice::Player(_)) => {
                self.locals().other = shooter;
                let hits = self.roll(shooter, &cannons);
                let locals = self.locals_below();
                locals.number = hits;
                locals.count += i16::from(hits == 0);
            }
            Some(_) => self.locals().count += 1,
        }
    }

    /// The active player chooses the order of ground combats (LRR 49.4a).
    fn choose_ground_combat(&mut self, seat: Seat) {
        let Locals { planets, system, .. } = self.frame().locals;
        match self.answer() {
            Some(Choice::Planet(planet)) => {
                let other = self.defender(seat, planet).expect("somebody defends it");
                let locals = Locals { system, planet: Some(planet), other, ..Locals::default() };
                self.call(Procedure::GroundCombat, seat, locals);
            }
            _ => {
                let contested = |&planet: &PlanetId| {
                    planets & (1 << planet) != 0
                        && self.scene().ground(planet, seat).next().is_some()
                        && self.defender(seat, planet).is_some()
                };
                let all: Vec<PlanetId> = self.board.planets_of(system).filter(contested).collect();
                if all.is_empty() {
                    return self.next();
                }
                self.ask(seat, Prompt::Commit, all.into_iter().map(Choice::Planet));
            }
        }
    }

    /// The planets whose control is established (LRR 49.5); those nobody controlled are explored
    /// (LRR 25.1c).
    fn gained(&self, seat: Seat) -> Vec<Proposal> {
        let planets = self.frame().locals.planets;
        let mut gained = Vec::new();
        for planet in 0..self.board.planets.len() as PlanetId {
            let owner = self.board.planet(planet).owner;
            let held = planets & (1 << planet) != 0
                && self.scene().ground(planet, seat).next().is_some()
                && self.defender(seat, planet).is_none();
            if held && owner != Some(seat) {
                gained.push(Proposal::new(Verb::GainControl, seat).on(planet));
                if owner.is_none() && self.board.planet(planet).trait_.is_some() {
                    gained.push(Proposal::new(Verb::Explore, seat).on(planet));
                }
            }
        }
        gained
    }

    /// `locals.other` is the defender; `number` and `count` are the hits of both.
    pub(super) fn ground_combat(&mut self) {
        let attacker = self.seat();
        let Locals { system, planet, other: defender, number, count, round, .. } =
            self.frame().locals;
        let Some(here) = planet else { return self.end() };
        let fight = [attacker, defender]
            .iter()
            .all(|&seat| self.scene().ground(here, seat).next().is_some());
        let about = |verb| Proposal::new(verb, attacker).with(defender).in_system(system).on(here);
        match self.at() {
            0 => {
                self.locals().round = round + 1;
                self.next();
                self.propose([about(Verb::StartRound).amount(i16::from(round) + 1)]);
            }
            1 if !fight => self.go(6),
            1 => {
                self.next();
                let dice = self.ground_dice(here, attacker);
                let hits = self.roll(attacker, &dice);
                self.locals_below().number = hits;
            }
            2 => {
                self.next();
                let dice = self.ground_dice(here, defender);
                let hits = self.roll(defender, &dice);
                self.locals_below().count = hits;
            }
            3 => self.assign_to(defender, attacker, number, Hits::GroundCombat),
            4 => self.assign_to(attacker, defender, count, Hits::GroundCombat),
            5 => {
                self.next();
                self.propose([about(Verb::EndRound)]);
            }
            6 if fight => self.go(0),
            6 => {
                self.next();
                self.propose([about(Verb::EndCombat)]);
            }
            _ => self.end(),
        }
    }

    fn ground_dice(&self, planet: PlanetId, seat: Seat) -> Vec<(Slot, Dice)> {
        let scene = self.scene();
        let mut dice: Vec<(Slot, Dice)> = scene
            .ground(planet, seat)
            .filter_map(|(slot, _)| Some((slot, scene.attributes(slot).combat_value()?)))
            .collect();
        dice.sort_by_key(|&(slot, dice)| (dice.hits_on, slot));
        dice
    }
}
