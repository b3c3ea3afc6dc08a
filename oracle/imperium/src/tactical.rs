//! A tactical action (LRR 89): activation, movement with transport, and what follows.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::fault::Fault;
use crate::game::Game;
use crate::state::{FLEET, PLAYERS, Place, Seat, TACTIC};
use crate::technology::DRIVE;

/// The least result with which a ship leaves a gravity rift (LRR 41.2).
const OUT_OF_RIFT: u8 = 4;

/// A ship that moves, and what it transports.
struct Mover {
    ship: usize,
    cargo: Vec<usize>,
    /// The gravity rifts that it leaves.
    rifts: u8,
}

impl<P: Players> Game<'_, P> {
    pub(crate) fn tactical_action(&mut self, seat: Seat, system: usize) -> Flow {
        // LRR 89.1
        self.state.players[seat].pools[TACTIC] -= 1;
        self.state.systems[system].tokens |= 1 << seat;
        self.state.system = Some(system);
        self.movement_step(seat, system)?;
        self.cannon_offense(seat, system)?;
        // LRR 89.3
        let other =
            (0..PLAYERS).find(|&other| other != seat && self.state.has_ships(other, system));
        if let Some(other) = other.filter(|_| self.state.has_ships(seat, system)) {
            self.space_combat(seat, other, system)?;
        }
        self.keep(seat, system)?;
        self.invasion(seat, system)?;
        self.production(seat, system, None)?;
        self.keep(seat, system)?;
        self.state.system = None;
        Ok(())
    }

    /// The fewest gravity rifts of a ship's way, and `true` if it needs the drive that one ship of
    /// the movement may use.
    fn way(&self, ship: usize, to: usize, driven: bool) -> Option<(u8, bool)> {
        let drive = self.state.owns(self.state.figures[ship].seat, DRIVE) && !driven;
        let plain = self.rifts(ship, to, 0).map(|rifts| (rifts, false));
        plain.or_else(|| self.rifts(ship, to, 1).filter(|_| drive).map(|rifts| (rifts, true)))
    }

    /// Ships are declared with what they transport; then all arrive at once (LRR 58.4, 95).
    fn movement_step(&mut self, seat: Seat, system: usize) -> Flow {
        let mut movers: Vec<Mover> = Vec::new();
        let mut driven = false;
        loop {
            let declared = |at: usize| {
                movers.iter().any(|mover| mover.ship == at || mover.cargo.contains(&at))
            };
            // More than the fleet pool allows would be removed at once: those are not offered.
            let own = self.state.board(|figure| figure.seat == seat && figure.unit.is_ship());
            let own: Vec<usize> = own.collect();
            let counts = |at: usize| {
                let figure = self.state.figures[at];
                figure.unit.is_of_fleet() && (figure.place == Place::Space(system) || declared(at))
            };
            let fleet = own.iter().filter(|&&at| counts(at)).count();
            let room = fleet < usize::from(self.state.players[seat].pools[FLEET]);
            let open = own.into_iter().filter(|&at| {
                !declared(at) && (room || !self.state.figures[at].unit.is_of_fleet())
            });
            let ships = self
                .state
                .unlike(open)
                .into_iter()
                .filter(|&at| self.way(at, system, driven).is_some());
            let options = ships.map(Answer::Figure).chain([Answer::Done]).collect();
            let Answer::Figure(ship) = self.ask(seat, Prompt::Move, options)? else { break };
            let (rifts, drive) = self.way(ship, system, driven).unwrap_or_default();
            driven |= drive;
            movers.push(Mover { ship, cargo: Vec::new(), rifts });
            self.load_ship(seat, &mut movers)?;
        }
        self.leave_rifts(&mut movers)?;
        let arrive: Vec<usize> = movers
            .iter()
            .flat_map(|mover| core::iter::once(mover.ship).chain(mover.cargo.iter().copied()))
            .collect();
        self.sail(seat, &arrive, system)
    }

    /// Fighters and ground forces where the last ship starts, as many as it has capacity for.
    fn load_ship(&mut self, seat: Seat, movers: &mut [Mover]) -> Flow {
        let Some(Mover { ship, .. }) = movers.last() else { return Ok(()) };
        let (from, more) = (self.state.system_of(*ship), self.breaks(Fault::CapacityOneMore));
        let room = self.state.of(*ship).capacity + u8::from(more);
        for _ in 0..room {
            let declared = |at: usize| {
                movers.iter().any(|mover| mover.ship == at || mover.cargo.contains(&at))
            };
            let own = self.state.board(|figure| figure.seat == seat && figure.unit.is_cargo());
            let here = own.filter(|&at| self.state.system_of(at) == from && !declared(at));
            let here = self.state.unlike(here).into_iter().map(Answer::Figure);
            let options = here.chain([Answer::Done]).collect();
            let Answer::Figure(at) = self.ask(seat, Prompt::Load, options)? else { break };
            movers.last_mut().into_iter().for_each(|mover| mover.cargo.push(at));
        }
        Ok(())
    }

    /// Rolls for ships that leave gravity rifts; who fails is removed with what it transports
    /// (LRR 41.2).
    fn leave_rifts(&mut self, movers: &mut Vec<Mover>) -> Flow {
        for n in (0..movers.len()).rev() {
            let rifts = movers[n].rifts;
            let out = self.roll(OUT_OF_RIFT, rifts);
            if out < rifts && !self.breaks(Fault::RiftHarmless) {
                let Mover { ship, cargo, .. } = movers.remove(n);
                core::iter::once(ship).chain(cargo).try_for_each(|at| self.remove(at))?;
            }
        }
        Ok(())
    }
}
