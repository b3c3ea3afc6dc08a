//! Space Cannon offense, space combat and retreats (LRR 77, 78), and hits that are assigned.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{Combat, Figure, PLAYERS, Place, Seat};
use crate::technology::{ANTIMASS, PLASMA};
use crate::tile::Anomaly;
use crate::unit::{Dice, Unit};

impl<P: Players> Game<'_, P> {
    /// From the active player clockwise, each may use Space Cannon against ships (LRR 77.2).
    pub(crate) fn cannon_offense(&mut self, active: Seat, system: usize) -> Flow {
        for seat in self.state.clockwise(active) {
            // LRR 77.5
            let targets = (0..PLAYERS).filter(|&target| (target != active) == (seat == active));
            let targets = targets.filter(|&target| self.state.has_ships(target, system));
            let mut options: Vec<Answer> = targets.map(Answer::Player).collect();
            let cannons = self.cannons(seat, |at| self.in_reach(at, system));
            if options.is_empty() || cannons.is_empty() {
                continue;
            }
            options.push(Answer::No);
            if let Answer::Player(target) = self.ask(seat, Prompt::Cannon, options)? {
                let hits = self.cannonade(seat, target, cannons);
                self.assign(target, Place::Space(system), hits, Hits::Any)?;
            }
        }
        Ok(())
    }

    /// Tells whether a Space Cannon fires at ships in a system (LRR 77.3c).
    fn in_reach(&self, cannon: usize, system: usize) -> bool {
        let at = self.state.system_of(cannon);
        let far = self.state.of(cannon).reaches && !self.breaks(Fault::CannonsNear);
        at == Some(system) || far && at.is_some_and(|at| self.adjacent(at, system))
    }

    /// The dice of those Space Cannons of a player that fit.
    pub(crate) fn cannons(&self, seat: Seat, fits: impl Fn(usize) -> bool) -> Vec<Dice> {
        let own = self.state.board(|figure| figure.seat == seat).filter(|&at| fits(at));
        own.filter_map(|at| self.state.of(at).cannon).collect()
    }

    /// Rolls Space Cannons against units of a player; returns the hits.
    pub(crate) fn cannonade(&mut self, seat: Seat, target: Seat, cannons: Vec<Dice>) -> u8 {
        let antimass = self.state.owns(target, ANTIMASS) && !self.breaks(Fault::CannonsUnhindered);
        let mut cannons = cannons;
        cannons.iter_mut().for_each(|dice| dice.on += u8::from(antimass));
        self.scored_plasma(seat, &mut cannons);
        cannons.iter().map(|dice| self.roll(dice.on, dice.number)).sum()
    }

    /// Gives the best of these units a die more, with Plasma Scoring.
    pub(crate) fn scored_plasma(&self, seat: Seat, all: &mut [Dice]) {
        if self.state.owns(seat, PLASMA)
            && !self.breaks(Fault::NoPlasma)
            && let Some(best) = all.iter_mut().min_by_key(|dice| dice.on)
        {
            best.number += 1;
        }
    }

    /// Lets a player assign hits to own units in a place, one after another (LRR 78.6): first units
    /// sustain damage (LRR 87), then others are destroyed.
    pub(crate) fn assign(&mut self, seat: Seat, place: Place, hits: u8, kind: Hits) -> Flow {
        let mut sustains = kind != Hits::Barrage;
        for _ in 0..hits {
            let fits = |figure: Figure| match (place, kind) {
                (Place::Space(_), Hits::Any) => figure.unit.is_ship(),
                (Place::Space(_), Hits::Barrage) => {
                    figure.unit == Unit::Fighter
                        || figure.unit.is_ship() && self.breaks(Fault::BarrageHitsAll)
                }
                _ => figure.unit == Unit::Infantry,
            };
            let here = self.state.at(seat, place).filter(|&at| fits(self.state.figures[at]));
            let here = self.state.unlike(here);
            let can = |at: &usize| {
                let again = self.breaks(Fault::SustainTwice);
                sustains
                    && self.state.of(*at).sustain
                    && (again || !self.state.figures[*at].damaged)
            };
            let sustain = here.iter().copied().filter(can).map(Answer::Sustain);
            let options = sustain.chain(here.iter().copied().map(Answer::Figure)).collect();
            match self.ask(seat, Prompt::Assign, options)? {
                Answer::Sustain(at) => self.state.figures[at].damaged = true,
                Answer::Figure(at) => {
                    sustains = false;
                    self.destroy(at)?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// A space combat, round by round (LRR 78).
    pub(crate) fn space_combat(&mut self, attacker: Seat, defender: Seat, system: usize) -> Flow {
        let (sides, space) = ([attacker, defender], Place::Space(system));
        for round in 1.. {
            self.state.combat = Some(Combat { planet: None, sides, round, retreats: None });
            if !self.both_fight(sides, system) {
                break;
            }
            if round == 1 || self.breaks(Fault::BarrageEachRound) {
                // LRR 78.3, 10
                let hits = sides.map(|seat| self.barrage(seat, system));
                self.assign(defender, space, hits[0], Hits::Barrage)?;
                self.assign(attacker, space, hits[1], Hits::Barrage)?;
                if !self.both_fight(sides, system) {
                    break;
                }
            }
            self.announce_retreats(sides, system)?;
            let hits = sides.map(|seat| {
                let bonus = u8::from(seat == defender && self.nebula_shelters(system));
                self.combat_roll(seat, space, bonus)
            });
            self.assign(defender, space, hits[0], Hits::Any)?;
            self.assign(attacker, space, hits[1], Hits::Any)?;
            self.retreat(sides, system)?;
            if !self.both_fight(sides, system) {
                break;
            }
        }
        self.state.combat = None;
        // LRR 16.3c
        self.keep(attacker, system)?;
        self.keep(defender, system)
    }

    fn both_fight(&self, sides: [Seat; 2], system: usize) -> bool {
        sides.iter().all(|&seat| self.state.has_ships(seat, system))
    }

    fn barrage(&mut self, seat: Seat, system: usize) -> u8 {
        let ships = self.state.ships(seat, system);
        let dice: Vec<Dice> = ships.filter_map(|at| self.state.of(at).barrage).collect();
        dice.iter().map(|dice| self.roll(dice.on, dice.number)).sum()
    }

    /// Tells whether defenders there roll better (LRR 59.3).
    fn nebula_shelters(&self, system: usize) -> bool {
        let nebula = self.state.systems[system].anomaly == Some(Anomaly::Nebula);
        nebula && !self.breaks(Fault::NebulaSheltersNobody)
    }

    /// Rolls for the units of a player in a place, in the order of their combat values (LRR 78.5c);
    /// returns the hits.
    pub(crate) fn combat_roll(&mut self, seat: Seat, place: Place, bonus: u8) -> u8 {
        let fights = |at: &usize| {
            let unit = self.state.figures[*at].unit;
            if matches!(place, Place::Space(_)) { unit.is_ship() } else { unit == Unit::Infantry }
        };
        let units = self.state.at(seat, place).filter(fights);
        let mut dice: Vec<Dice> = units.filter_map(|at| self.state.of(at).combat).collect();
        dice.sort_by_key(|dice| dice.on);
        dice.iter().map(|dice| self.roll(dice.on - bonus, dice.number)).sum()
    }

    /// The defender first; then the attacker, unless the defender has announced (LRR 78.4).
    fn announce_retreats(&mut self, [attacker, defender]: [Seat; 2], system: usize) -> Flow {
        for seat in [defender, attacker] {
            let announced = self.state.combat.is_some_and(|combat| combat.retreats.is_some());
            if announced && !self.breaks(Fault::BothRetreat) || self.havens(seat, system).is_empty()
            {
                continue;
            }
            let options = vec![Answer::Yes, Answer::No];
            if self.ask(seat, Prompt::Retreat, options)? == Answer::Yes
                && let Some(combat) = &mut self.state.combat
            {
                combat.retreats = Some(seat);
            }
        }
        Ok(())
    }

    /// The systems to which a player could retreat (LRR 78.7c); none if no ship can move.
    fn havens(&self, seat: Seat, from: usize) -> Vec<usize> {
        if !self.state.ships(seat, from).any(|at| self.movement(at) > 0) {
            return Vec::new();
        }
        let anywhere = self.breaks(Fault::RetreatAnywhere);
        let haven = |&system: &usize| {
            let own = (0..self.state.figures.len()).any(|at| {
                self.state.figures[at].seat == seat && self.state.system_of(at) == Some(system)
            });
            let mut planets = self.state.planets_in(system);
            let held = planets.any(|planet| self.state.planets[planet].owner == Some(seat));
            let others = (0..PLAYERS).filter(|&other| other != seat);
            self.adjacent(from, system)
                && (own || held || anywhere)
                && !others.into_iter().any(|other| self.state.has_ships(other, system))
        };
        (0..self.state.systems.len()).filter(haven).collect()
    }

    /// All ships that can move go to one system with what they can transport (LRR 78.7).
    fn retreat(&mut self, sides: [Seat; 2], from: usize) -> Flow {
        let retreats = self.state.combat.and_then(|combat| combat.retreats);
        let Some(seat) = retreats.filter(|_| self.both_fight(sides, from)) else { return Ok(()) };
        let havens = self.havens(seat, from);
        if havens.is_empty() {
            return Ok(());
        }
        let options = havens.into_iter().map(Answer::System).collect();
        let Answer::System(to) = self.ask(seat, Prompt::Retreat, options)? else { return Ok(()) };
        let (movers, cargo) = loop {
            let movers: Vec<usize> =
                self.state.ships(seat, from).filter(|&at| self.movement(at) > 0).collect();
            let here = self.state.at(seat, Place::Space(from));
            let cargo: Vec<usize> = here
                .filter(|at| self.state.figures[*at].unit.is_cargo() && !movers.contains(at))
                .collect();
            let room = movers.iter().map(|&at| usize::from(self.state.of(at).capacity)).sum();
            if cargo.len() <= room {
                break (movers, cargo);
            }
            let options = self.state.unlike(cargo).into_iter().map(Answer::Figure).collect();
            let Answer::Figure(at) = self.ask(seat, Prompt::Limits, options)? else {
                return Ok(());
            };
            self.remove(at)?;
        };
        let all: Vec<usize> = movers.into_iter().chain(cargo).collect();
        // LRR 78.7d; a token of the reinforcements is placed as the ships move, and for one of a pool its
        // player is asked when they have.
        let placed = !self.breaks(Fault::RetreatWithoutToken);
        if placed && self.state.spare(seat) > 0 {
            self.put_token(seat, to)?;
        }
        self.sail(seat, &all, to)?;
        if placed {
            self.put_token(seat, to)?;
        }
        self.keep_everywhere(seat)
    }
}

/// The units to which hits can be assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hits {
    /// Fighters alone, and none of them sustains damage (LRR 10, 87.4a).
    Barrage,
    /// All ships, or ground forces.
    Any,
}
