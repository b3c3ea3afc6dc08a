//! Units are produced and paid for (LRR 67, 68).

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{PLAYERS, Place, Seat};
use crate::technology::SARWEEN;
use crate::unit::Unit;

/// Units that are put together, and the place of each.
type Made = [(Unit, Place)];

impl<P: Players> Game<'_, P> {
    /// Production by all units of a player in a system, or by one alone.
    pub(crate) fn production(&mut self, seat: Seat, system: usize, only: Option<usize>) -> Flow {
        let producers = self.producers(seat, system, only);
        let mut made: Vec<(Unit, Place)> = Vec::new();
        loop {
            let can = |unit: &Unit| self.can_produce(seat, system, *unit, &made, &producers);
            let units = Unit::ALL.into_iter().filter(can).map(Answer::Produce);
            let options = units.chain([Answer::Done]).collect();
            let Answer::Produce(unit) = self.ask(seat, Prompt::Produce, options)? else { break };
            let sites = self.sites(seat, system, unit, &producers);
            let site = match sites[..] {
                [site] => site,
                _ => {
                    let options = sites.iter().filter_map(|&site| match site {
                        Place::Planet(planet) => Some(Answer::Planet(planet)),
                        _ => None,
                    });
                    let options = options.collect();
                    let Answer::Planet(planet) = self.ask(seat, Prompt::Where, options)? else {
                        break;
                    };
                    Place::Planet(planet)
                }
            };
            made.push((unit, site));
        }
        let cost = self.cost(seat, &made);
        self.pay(seat, cost, false)?;
        for (unit, place) in made {
            self.place(seat, unit, place);
        }
        self.keep(seat, system)
    }

    fn producers(&self, seat: Seat, system: usize, only: Option<usize>) -> Vec<usize> {
        let own = self.state.board(|figure| figure.seat == seat);
        let here = own.filter(|&at| self.state.system_of(at) == Some(system));
        let here = here.filter(|&at| only.is_none_or(|only| only == at));
        here.filter(|&at| self.state.of(at).production.is_some()).collect()
    }

    /// The Production value of a unit: with the resources of its planet (LRR 79.1).
    fn value(&self, producer: usize) -> usize {
        let more = self.state.of(producer).production.unwrap_or(0);
        let Place::Planet(planet) = self.state.figures[producer].place else { return more.into() };
        let bare = self.breaks(Fault::ProductionOfDocksAlone);
        let resources = if bare { 0 } else { self.state.planets[planet].world.resources };
        usize::from(resources + more)
    }

    /// The resources for units: those that come in pairs cost as much alone (LRR 67.2b).
    fn cost(&self, seat: Seat, made: &Made) -> i16 {
        let of = |unit: Unit| {
            let profile = self.state.profile(seat, unit);
            let count = made.iter().filter(|&&(other, _)| other == unit).count();
            let pair = profile.pair && !self.breaks(Fault::PairsCostDouble);
            let times = if pair { count.div_ceil(2) } else { count };
            times as i16 * i16::from(profile.cost.unwrap_or(0))
        };
        let full: i16 = Unit::ALL.into_iter().map(of).sum();
        let discount = self.state.owns(seat, SARWEEN) && !self.breaks(Fault::NoDiscount);
        (full - i16::from(discount)).max(0)
    }

    /// The places to which a unit can go: ships where nobody else has any (LRR 67.6), ground forces
    /// to planets with units that produce (LRR 68.3).
    fn sites(&self, seat: Seat, system: usize, unit: Unit, producers: &[usize]) -> Vec<Place> {
        if unit.is_ship() {
            let mut others = (0..PLAYERS).filter(|&other| other != seat);
            let blockaded = others.any(|other| self.state.has_ships(other, system));
            let open = !blockaded || self.breaks(Fault::BlockadeIgnored);
            return if open { vec![Place::Space(system)] } else { Vec::new() };
        }
        let mut sites: Vec<Place> = Vec::new();
        for &producer in producers {
            let place = self.state.figures[producer].place;
            if !sites.contains(&place) {
                sites.push(place);
            }
        }
        sites
    }

    fn can_produce(
        &self,
        seat: Seat,
        system: usize,
        unit: Unit,
        made: &Made,
        producers: &[usize],
    ) -> bool {
        let sites = self.sites(seat, system, unit, producers);
        let most: usize = producers.iter().map(|&producer| self.value(producer)).sum();
        let alike = made.iter().filter(|&&(other, _)| other == unit).count();
        let mut more = made.to_vec();
        more.push((unit, Place::Space(system)));
        self.state.profile(seat, unit).cost.is_some()
            && made.len() < most
            && !sites.is_empty()
            // LRR 67.5
            && self.state.count(seat, unit) + alike < unit.figures()
            && self.cost(seat, &more) <= self.state.wealth(seat, false)
            && self.has_room(seat, system, unit, made)
    }

    /// Units beyond fleet pool and capacity would be removed at once: those are not offered.
    fn has_room(&self, seat: Seat, system: usize, unit: Unit, made: &Made) -> bool {
        if unit == Unit::Infantry {
            return true;
        }
        let fighters = made.iter().filter(|&&(other, _)| other == Unit::Fighter).count();
        let ships = made.iter().filter(|&&(other, _)| other.is_of_fleet()).count();
        let capacity: usize = made
            .iter()
            .map(|&(other, _)| usize::from(self.state.profile(seat, other).capacity))
            .sum();
        let fighter = unit == Unit::Fighter;
        let mut load = self.load(seat, system, fighters + usize::from(fighter));
        load.fleet += ships + usize::from(!fighter);
        if fighter {
            load.capacity += capacity;
            let strays = load.strays() > 0;
            return load.beyond() == 0 && (!strays || load.excess() == 0);
        }
        load.excess() == 0
    }

    /// Spends resources or influence: planets are exhausted, trade goods spent, until it is enough
    /// (LRR 47, 75). What is too much is lost.
    pub(crate) fn pay(&mut self, seat: Seat, price: i16, influence: bool) -> Flow {
        let mut left = price;
        while left > 0 {
            let ready = |&planet: &usize| {
                !self.state.planets[planet].exhausted && self.state.worth(planet, influence) > 0
            };
            let planets = self.state.planets_of(seat).filter(ready).map(Answer::Planet);
            let good = (self.state.players[seat].goods > 0).then_some(Answer::Good);
            let options = planets.chain(good).collect();
            match self.ask(seat, Prompt::Pay, options)? {
                Answer::Planet(planet) => {
                    self.state.planets[planet].exhausted = true;
                    left -= self.state.worth(planet, influence);
                }
                Answer::Good => {
                    self.state.players[seat].goods -= 1;
                    left -= 1;
                }
                _ => break,
            }
        }
        Ok(())
    }
}
