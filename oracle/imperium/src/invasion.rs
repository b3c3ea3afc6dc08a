//! An invasion (LRR 49): bombardment, custodians, landing, Space Cannon defense, ground combat,
//! control.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::combat::Hits;
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{Combat, Figure, PLAYERS, Place, Seat};
use crate::unit::{Dice, Unit};

/// The influence for which the custodians leave (LRR 27.2).
const CUSTODIANS: i16 = 6;

impl<P: Players> Game<'_, P> {
    pub(crate) fn invasion(&mut self, seat: Seat, system: usize) -> Flow {
        self.bombard(seat, system)?;
        let paid = self.pay_custodians(seat, system)?;
        let landed = self.land(seat, system, paid)?;
        self.cannon_defense(seat, &landed)?;
        self.lose_docks(seat, &landed);
        self.ground_combats(seat, system, &landed)?;
        self.take_control(seat, &landed)
    }

    fn bombers(&self, seat: Seat, system: usize) -> Vec<usize> {
        let ships = self.state.ships(seat, system);
        ships.filter(|&at| self.state.of(at).bombardment.is_some()).collect()
    }

    /// The planets with ground forces of others and without Planetary Shield, which a war sun
    /// ignores (LRR 65.3).
    fn bombardable(&self, seat: Seat, system: usize) -> Vec<usize> {
        let mut ships = self.state.ships(seat, system);
        let war_sun = ships.any(|at| self.state.figures[at].unit == Unit::WarSun);
        let ignored = war_sun && !self.breaks(Fault::WarSunShielded);
        let ignored = ignored || self.breaks(Fault::ShieldsNothing);
        let open = |&planet: &usize| {
            let here =
                |figure: &Figure| figure.seat != seat && figure.place == Place::Planet(planet);
            let shielded = self.state.board(here).any(|at| self.state.of(at).shield);
            self.state.defender(seat, planet).is_some() && (ignored || !shielded)
        };
        self.state.planets_in(system).filter(open).collect()
    }

    /// All units say which planets they bombard, then planet after planet is rolled for (LRR 15).
    fn bombard(&mut self, seat: Seat, system: usize) -> Flow {
        let planets = self.bombardable(seat, system);
        if planets.is_empty() {
            return Ok(());
        }
        let bombers = self.bombers(seat, system);
        let mut targets = Vec::new();
        for &bomber in &bombers {
            let all = planets.iter().copied().map(Answer::Planet);
            let options = all.chain([Answer::No]).collect();
            if let Answer::Planet(planet) = self.ask(seat, Prompt::Bombard, options)? {
                targets.push((bomber, planet));
            }
        }
        let mut order: Vec<usize> = Vec::new();
        for &(_, planet) in &targets {
            if !order.contains(&planet) {
                order.push(planet);
            }
        }
        for (n, planet) in order.into_iter().enumerate() {
            let here = targets.iter().filter(|&&(_, at)| at == planet);
            let mut dice: Vec<Dice> =
                here.filter_map(|&(bomber, _)| self.state.of(bomber).bombardment).collect();
            if n == 0 {
                self.scored_plasma(seat, &mut dice);
            }
            let hits = dice.iter().map(|dice| self.roll(dice.on, dice.number)).sum();
            if let Some(defender) = self.state.defender(seat, planet) {
                self.assign(defender, Place::Planet(planet), hits, Hits::Any)?;
            }
        }
        Ok(())
    }

    /// Lets a player remove the custodians, who could land (LRR 27.2); returns `true` if that was
    /// done.
    fn pay_custodians(&mut self, seat: Seat, system: usize) -> Flow<bool> {
        let mecatol = self.state.planets_in(system).any(|planet| self.state.is_mecatol(planet));
        let forces = self.state.ground(seat, Place::Space(system)).next().is_some();
        let can = mecatol && self.state.custodians && forces;
        if !can || self.state.wealth(seat, true) < CUSTODIANS {
            return Ok(false);
        }
        if self.ask(seat, Prompt::Commit, vec![Answer::Yes, Answer::No])? != Answer::Yes {
            return Ok(false);
        }
        let price = if self.breaks(Fault::CustodiansCheap) { 5 } else { CUSTODIANS };
        self.pay(seat, price, true)?;
        self.state.custodians = false;
        self.gain_points(seat, 1)?;
        Ok(true)
    }

    /// Commits ground forces to planets, one after another; returns those planets (LRR 49.2).
    fn land(&mut self, seat: Seat, system: usize, paid: bool) -> Flow<Vec<usize>> {
        let mut landed: Vec<usize> = Vec::new();
        loop {
            let closed = self.state.custodians && !self.breaks(Fault::CustodiansAsleep);
            let open = self.state.planets_in(system);
            let open: Vec<usize> =
                open.filter(|&planet| !(closed && self.state.is_mecatol(planet))).collect();
            // Who has removed the custodians lands there first.
            let owed = paid && !landed.iter().any(|&planet| self.state.is_mecatol(planet));
            let forces = self.state.unlike(self.state.ground(seat, Place::Space(system)));
            let mut options = Vec::new();
            for &force in &forces {
                let there = open.iter().filter(|&&planet| !owed || self.state.is_mecatol(planet));
                options.extend(there.map(|&planet| Answer::Land(force, planet)));
            }
            if !owed {
                options.push(Answer::Done);
            }
            let Answer::Land(force, planet) = self.ask(seat, Prompt::Commit, options)? else {
                landed.sort_unstable();
                landed.dedup();
                return Ok(landed);
            };
            self.state.figures[force].place = Place::Planet(planet);
            landed.push(planet);
        }
    }

    /// Destroys space docks on planets without ground forces of their player where another has landed
    /// (LRR 79.4) and none of them is left; where one is, that player gains control, and cards could
    /// replace the dock before.
    fn lose_docks(&mut self, seat: Seat, landed: &[usize]) {
        if self.breaks(Fault::DocksStand) {
            return;
        }
        let undefended = |planet: &usize| {
            let left = self.state.ground(seat, Place::Planet(*planet)).next();
            left.is_none() && self.state.defender(seat, *planet).is_none()
        };
        let open: Vec<usize> = landed.iter().copied().filter(undefended).collect();
        for figure in &mut self.state.figures {
            let there = open.iter().any(|&planet| figure.place == Place::Planet(planet));
            if there && figure.seat != seat && figure.unit == Unit::SpaceDock {
                figure.place = Place::Reinforcements;
            }
        }
    }

    /// Those whose planets were landed on may use Space Cannon there (LRR 77.6).
    fn cannon_defense(&mut self, seat: Seat, landed: &[usize]) -> Flow {
        for &planet in landed {
            for other in (0..PLAYERS).filter(|&other| other != seat) {
                let place = Place::Planet(planet);
                let cannons = self.cannons(other, |at| self.state.figures[at].place == place);
                let none = cannons.is_empty() || self.state.ground(seat, place).next().is_none();
                if none || self.breaks(Fault::NoCannonDefense) {
                    continue;
                }
                let options = vec![Answer::Player(seat), Answer::No];
                if self.ask(other, Prompt::Cannon, options)? != Answer::No {
                    let hits = self.cannonade(other, seat, cannons);
                    self.assign(seat, place, hits, Hits::Any)?;
                }
            }
        }
        Ok(())
    }

    /// Ground combats in the order that the active player chooses (LRR 49.4).
    fn ground_combats(&mut self, seat: Seat, system: usize, landed: &[usize]) -> Flow {
        loop {
            let contested = |&&planet: &&usize| {
                let own = self.state.ground(seat, Place::Planet(planet)).next().is_some();
                own && self.state.defender(seat, planet).is_some()
            };
            let contested = landed.iter().filter(contested);
            let options: Vec<Answer> = contested.map(|&planet| Answer::Planet(planet)).collect();
            let Answer::Planet(planet) = self.ask(seat, Prompt::Commit, options)? else {
                return Ok(());
            };
            if let Some(defender) = self.state.defender(seat, planet) {
                self.ground_combat([seat, defender], planet)?;
                self.keep(seat, system)?;
            }
        }
    }

    /// A ground combat, round by round (LRR 42).
    fn ground_combat(&mut self, sides: [Seat; 2], planet: usize) -> Flow {
        let place = Place::Planet(planet);
        for round in 1.. {
            let fights = |seat: &Seat| self.state.ground(*seat, place).next().is_some();
            if !sides.iter().all(fights) || round > 1 && self.breaks(Fault::OneGroundRound) {
                break;
            }
            self.state.combat = Some(Combat { planet: Some(planet), sides, round, retreats: None });
            let hits = sides.map(|seat| self.combat_roll(seat, place, 0));
            self.assign(sides[1], place, hits[0], Hits::Any)?;
            self.assign(sides[0], place, hits[1], Hits::Any)?;
        }
        self.state.combat = None;
        Ok(())
    }

    /// The player gains control of planets that still have committed forces and no others (LRR
    /// 49.5); their cards come exhausted, structures of others are destroyed.
    fn take_control(&mut self, seat: Seat, landed: &[usize]) -> Flow {
        for &planet in landed {
            let place = Place::Planet(planet);
            let held = self.state.ground(seat, place).next().is_some();
            let contested = self.state.defender(seat, planet).is_some();
            if !held || contested || self.state.planets[planet].owner == Some(seat) {
                continue;
            }
            if !self.breaks(Fault::StructuresStand) {
                let others = |figure: &&mut Figure| {
                    figure.place == place && figure.seat != seat && figure.unit.is_structure()
                };
                let others = self.state.figures.iter_mut().filter(others);
                others.for_each(|figure| figure.place = Place::Reinforcements);
            }
            let ready = self.breaks(Fault::PlanetsComeReady);
            let planet = &mut self.state.planets[planet];
            (planet.owner, planet.exhausted) = (Some(seat), !ready);
        }
        self.eliminate()
    }
}
