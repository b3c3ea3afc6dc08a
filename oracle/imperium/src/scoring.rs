//! Objectives are scored (LRR 61, 81.1).

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::objective::{Demand, OBJECTIVES};
use crate::state::{Place, STRATEGY, Seat, TACTIC};
use crate::technology::{Colour, TECHNOLOGIES};
use crate::tile::{ALPHA, BETA, Trait};
use crate::unit::Unit;

impl<P: Players> Game<'_, P> {
    /// In initiative order each may score one public and one secret objective (LRR 81.1).
    pub(crate) fn score_objectives(&mut self) -> Flow {
        for seat in self.state.initiative() {
            let mut done = [false; 2];
            loop {
                let open = |&card: &usize| !done[usize::from(OBJECTIVES[card].secret)];
                let open = self.scorable(seat).into_iter().filter(open);
                let options: Vec<Answer> = open.map(Answer::Objective).collect();
                if options.is_empty() {
                    break;
                }
                let options = options.into_iter().chain([Answer::Decline]).collect();
                let Answer::Objective(card) = self.ask(seat, Prompt::Score, options)? else {
                    break;
                };
                done[usize::from(OBJECTIVES[card].secret)] = !self.breaks(Fault::ScoreMany);
                self.score(seat, card)?;
            }
        }
        Ok(())
    }

    /// The objectives that a player can score: public ones with the home system alone (LRR 61.16).
    pub(crate) fn scorable(&self, seat: Seat) -> Vec<usize> {
        let mut planets = self.state.planets.iter();
        let home = planets.all(|planet| {
            self.state.systems[planet.system].home != Some(seat) || planet.owner == Some(seat)
        });
        let home = home || self.breaks(Fault::HomelessScore);
        let public = self.state.revealed.iter().filter(|_| home);
        let all = public.chain(&self.state.players[seat].secrets).copied();
        let again = self.breaks(Fault::ScoreAgain);
        let new = |card: &usize| again || !self.state.scored.contains(&(*card, seat));
        all.filter(|card| new(card) && self.meets(seat, OBJECTIVES[*card].demand)).collect()
    }

    /// Scores an objective: what it asks for is spent first.
    pub(crate) fn score(&mut self, seat: Seat, card: usize) -> Flow {
        match OBJECTIVES[card].demand {
            Demand::Resources(price) => self.pay(seat, price, false)?,
            Demand::Influence(price) => self.pay(seat, price, true)?,
            Demand::Goods(price) => self.state.players[seat].goods -= price,
            Demand::Tokens(number) => {
                for _ in 0..number {
                    let pools = self.state.players[seat].pools;
                    let full = [TACTIC, STRATEGY].into_iter().filter(|&pool| pools[pool] > 0);
                    let options = full.map(Answer::Pool).collect();
                    if let Answer::Pool(pool) = self.ask(seat, Prompt::Pool, options)? {
                        self.state.players[seat].pools[pool] -= 1;
                    }
                }
            }
            _ => {}
        }
        self.state.scored.push((card, seat));
        self.state.players[seat].secrets.retain(|&secret| secret != card);
        self.gain_points(seat, OBJECTIVES[card].points)
    }

    /// Tells whether a player fulfils what an objective asks for.
    fn meets(&self, seat: Seat, demand: Demand) -> bool {
        let state = &self.state;
        let planets = |fits: &dyn Fn(usize) -> bool| {
            state.planets_of(seat).filter(|&planet| fits(planet)).count()
        };
        let of = |of: Trait| planets(&|planet| state.planets[planet].world.of == Some(of));
        let home = |system: usize| state.systems[system].home;
        let systems = |fits: &dyn Fn(usize) -> bool| {
            let own = (0..state.systems.len()).filter(|&system| state.has_ships(seat, system));
            own.filter(|&system| fits(system)).count()
        };
        let foreign = |system: usize| home(system).is_some_and(|other| other != seat);
        let colours = |number: usize| {
            Colour::ALL.into_iter().filter(|&colour| state.colours(seat, colour) >= number).count()
        };
        match demand {
            Demand::OfOneTrait(number) => {
                let all = [Trait::Cultural, Trait::Hazardous, Trait::Industrial];
                all.into_iter().any(|one| of(one) >= number)
            }
            Demand::Of(one, number) => of(one) >= number,
            Demand::Abroad(number) => {
                planets(&|planet| home(state.planets[planet].system).is_none()) >= number
            }
            Demand::Conquered => planets(&|planet| foreign(state.planets[planet].system)) > 0,
            Demand::Specialties(number) => {
                planets(&|planet| state.planets[planet].world.specialty.is_some()) >= number
            }
            Demand::Upgrades(number) => {
                let own = (0..TECHNOLOGIES.len()).filter(|&card| state.owns(seat, card));
                own.filter(|&card| TECHNOLOGIES[card].unit.is_some()).count() >= number
            }
            Demand::Colours(number) => colours(2) >= number,
            Demand::OfOneColour(number) => colours(number) > 0,
            Demand::Resources(price) => state.wealth(seat, false) >= price,
            Demand::Influence(price) => state.wealth(seat, true) >= price,
            Demand::Goods(price) => state.players[seat].goods >= price,
            Demand::Tokens(number) => {
                let pools = state.players[seat].pools;
                pools[TACTIC] + pools[STRATEGY] >= number
            }
            Demand::BesideMecatol(number) => {
                let mecatol = |system| Some(system) == state.mecatol();
                systems(&|system| self.beside(system, mecatol)) >= number
            }
            Demand::BesideAnomalies(number) => {
                let anomaly = |system: usize| state.systems[system].anomaly.is_some();
                systems(&|system| self.beside(system, anomaly)) >= number
            }
            Demand::BesideHome => systems(&|system| self.beside(system, foreign)) > 0,
            Demand::Systems(number) => systems(&|_| true) >= number,
            Demand::AtDock => {
                let docks = state.board(|f| f.seat != seat && f.unit == Unit::SpaceDock);
                let docks: Vec<_> = docks.filter_map(|at| state.system_of(at)).collect();
                systems(&|system| docks.contains(&system)) > 0
            }
            Demand::AtWormholes => [ALPHA, BETA].into_iter().all(|wormhole| {
                systems(&|system| state.systems[system].wormholes & wormhole != 0) > 0
            }),
            Demand::Units(unit, number) => state.count(seat, unit) >= number,
            Demand::Throne => {
                let here = state.mecatol().map(Place::Space);
                let ships = here.map_or(0, |here| {
                    state.at(seat, here).filter(|&at| state.figures[at].unit.is_ship()).count()
                });
                state.controls_mecatol(seat) && ships >= 3
            }
        }
    }
}
