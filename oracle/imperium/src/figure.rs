//! Figures come onto the board and leave it, and what follows at once: limits (LRR 16.3, 37.3),
//! elimination (LRR 33), infantry that come back.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{FLEET, Figure, Place, Seat};
use crate::technology::INFANTRY;
use crate::unit::Unit;

/// The fighters that each space dock keeps from counting against capacity.
const DOCKED: usize = 3;

/// The least result with which an infantry comes back.
const COMES_BACK: u8 = 6;

/// The units of a player in a system, and what may be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The ships that the fleet pool bounds.
    pub(crate) fleet: usize,
    /// The most of those.
    pub(crate) limit: usize,
    /// The fighters in space beyond those that space docks keep.
    pub(crate) fighters: usize,
    /// The ground forces in space.
    pub(crate) ground: usize,
    /// The capacity of the ships.
    pub(crate) capacity: usize,
    /// Fighters for which there is no capacity count against the fleet pool.
    in_fleet: bool,
}

impl Load {
    /// The fighters that count against the fleet pool.
    pub(crate) fn strays(&self) -> usize {
        if !self.in_fleet {
            return 0;
        }
        (self.fighters + self.ground).saturating_sub(self.capacity).min(self.fighters)
    }

    /// The units that need capacity and have none.
    pub(crate) fn beyond(&self) -> usize {
        (self.fighters + self.ground).saturating_sub(self.capacity + self.strays())
    }

    /// The ships beyond the fleet pool.
    pub(crate) fn excess(&self) -> usize {
        (self.fleet + self.strays()).saturating_sub(self.limit)
    }
}

impl<P: Players> Game<'_, P> {
    /// The load of a player in a system, with so many more fighters.
    pub(crate) fn load(&self, seat: Seat, system: usize, more: usize) -> Load {
        let in_space = |unit| {
            self.state
                .at(seat, Place::Space(system))
                .filter(move |&at| self.state.figures[at].unit == unit)
        };
        let own = |at: &usize| {
            let Figure { unit, seat: of, .. } = self.state.figures[*at];
            of == seat && unit == Unit::SpaceDock
        };
        let here =
            (0..self.state.figures.len()).filter(|&at| self.state.system_of(at) == Some(system));
        let docked = DOCKED * here.filter(own).count();
        let ships = || self.state.ships(seat, system);
        let no_limit = self.breaks(Fault::FleetWithoutLimit);
        Load {
            fleet: ships().filter(|&at| self.state.figures[at].unit.is_of_fleet()).count(),
            limit: if no_limit { 99 } else { self.state.players[seat].pools[FLEET].into() },
            fighters: (in_space(Unit::Fighter).count() + more).saturating_sub(docked),
            ground: in_space(Unit::Infantry).count(),
            capacity: ships().map(|at| usize::from(self.state.of(at).capacity)).sum(),
            in_fleet: self.state.profile(seat, Unit::Fighter).in_fleet,
        }
    }

    /// Lets a player remove what is too much in a system, one after another.
    pub(crate) fn keep(&mut self, seat: Seat, system: usize) -> Flow {
        loop {
            let load = self.load(seat, system, 0);
            let fits = |unit: Unit| {
                if load.excess() > 0 {
                    unit.is_of_fleet() || unit == Unit::Fighter && load.strays() > 0
                } else {
                    unit == Unit::Infantry || unit == Unit::Fighter && load.fighters > 0
                }
            };
            let free = self.breaks(Fault::CapacityWithoutLimit);
            if load.excess() == 0 && (load.beyond() == 0 || free) {
                return Ok(());
            }
            let here = self.state.at(seat, Place::Space(system));
            let here = self.state.unlike(here.filter(|&at| fits(self.state.figures[at].unit)));
            let options = here.into_iter().map(Answer::Figure).collect();
            let Answer::Figure(at) = self.ask(seat, Prompt::Limits, options)? else {
                return Ok(());
            };
            self.remove(at)?;
        }
    }

    /// The same, unless the player fights there: then capacity does not count (LRR 16.3c).
    pub(crate) fn keep_out_of_combat(&mut self, seat: Seat, system: usize) -> Flow {
        let fights = self.state.combat.is_some_and(|combat| combat.sides.contains(&seat));
        if fights && self.state.system == Some(system) && !self.breaks(Fault::CapacityInCombat) {
            return Ok(());
        }
        self.keep(seat, system)
    }

    /// The same in all systems.
    pub(crate) fn keep_everywhere(&mut self, seat: Seat) -> Flow {
        (0..self.state.systems.len()).try_for_each(|at| self.keep_out_of_combat(seat, at))
    }

    fn lift(&mut self, at: usize) {
        let figure = &mut self.state.figures[at];
        (figure.place, figure.damaged) = (Place::Reinforcements, false);
    }

    /// Removes a figure, which is not destroyed (LRR 31.2).
    pub(crate) fn remove(&mut self, at: usize) -> Flow {
        self.lift(at);
        self.eliminate()
    }

    /// Destroys a figure. Its player's other units may be too many now.
    pub(crate) fn destroy(&mut self, at: usize) -> Flow {
        let (Figure { unit, seat, .. }, system) =
            (self.state.figures[at], self.state.system_of(at));
        self.lift(at);
        if let Some(system) = system {
            self.keep_out_of_combat(seat, system)?;
        }
        self.eliminate()?;
        let comes_back = unit == Unit::Infantry && self.state.owns(seat, INFANTRY);
        if comes_back && !self.state.players[seat].out && self.die() >= COMES_BACK {
            self.state.players[seat].revived += 1;
        }
        Ok(())
    }

    /// Places a figure from the reinforcements; returns `false` if there is none (LRR 96.2).
    /// Figures that left the game are taken out of the box again.
    pub(crate) fn place(&mut self, seat: Seat, unit: Unit, place: Place) -> bool {
        if self.state.count(seat, unit) >= unit.figures() {
            return false;
        }
        let figure = Figure { unit, seat, place, damaged: false };
        let spare = Figure { place: Place::Reinforcements, ..figure };
        let all = &mut self.state.figures;
        let free = all.iter().position(|&other| other == spare);
        match free.or_else(|| all.iter().position(|other| other.place == Place::Box)) {
            Some(at) => all[at] = figure,
            None => all.push(figure),
        }
        true
    }

    /// Moves figures to the space area of a system, all at once.
    pub(crate) fn sail(&mut self, seat: Seat, figures: &[usize], to: usize) -> Flow {
        let mut left = Vec::new();
        for &at in figures {
            left.extend(self.state.system_of(at));
            left.push(to);
            self.state.figures[at].place = Place::Space(to);
        }
        left.into_iter().try_for_each(|system| self.keep_out_of_combat(seat, system))
    }
}
