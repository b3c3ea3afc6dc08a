//! The round: its phases and whose turn it is in them.

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::Task;
use crate::advance::Run;
use crate::choice::{Choice, Prompt};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::ship::{Flags, Presence, SHIPS};
use crate::vocabulary::{Event, Phase, Timing};

#[derive(Clone, Copy)]
enum Step {
    Start(Phase),
    SetDials,
    TakeTurns,
    DetonateDevices,
    Finish(Phase),
    Tidy,
    EndRound,
}

const ROUND: Procedure<Step> = Procedure::new(&[
    // RR "Setup" comes before; then the first round begins like any other.
    // RR "Planning Phase": what is in reserves comes back; each ship is given a dial.
    Label("planning"),
    Do(Step::Start(Phase::Planning)),
    Do(Step::SetDials),
    // RR "System Phase": in ascending initiative, ships with abilities for it.
    Label("system"),
    Do(Step::Start(Phase::System)),
    Do(Step::TakeTurns),
    // RR "Activation Phase": in ascending initiative, each ship activates.
    Label("activation"),
    Do(Step::Start(Phase::Activation)),
    Do(Step::TakeTurns),
    // RR "Devices": at its end bombs in the play area detonate.
    Do(Step::DetonateDevices),
    Do(Step::Finish(Phase::Activation)),
    // RR "Engagement Phase": in descending initiative, each ship engages.
    Label("engagement"),
    Do(Step::Start(Phase::Engagement)),
    Do(Step::TakeTurns),
    Do(Step::Finish(Phase::Engagement)),
    // RR "End Phase": circular tokens are removed, charges recover, the round is over.
    Label("end"),
    Do(Step::Start(Phase::End)),
    Do(Step::Tidy),
    Do(Step::Finish(Phase::End)),
    Do(Step::EndRound),
    Jump("planning"),
]);

/// The line of the round at which a phase starts.
#[must_use]
pub(crate) const fn start(phase: Phase) -> u16 {
    ROUND.at(match phase {
        Phase::Setup | Phase::Planning => "planning",
        Phase::System => "system",
        Phase::Activation => "activation",
        Phase::Engagement => "engagement",
        Phase::End => "end",
    })
}

/// Ships that could have their turn next: of the initiative that is due, those of the player who
/// comes first. Nothing is due when every ship had its turn.
#[must_use]
pub(crate) fn due(scene: &Scene) -> Option<(u8, Seat, ArrayVec<Slot, SHIPS>)> {
    let board = scene.board;
    // Only ships that can do something there have a turn in the System Phase.
    let system = board.phase == Phase::System;
    // In set-up those that are not on the mat yet.
    let presence = if board.phase == Phase::Setup { Presence::Waiting } else { Presence::Present };
    let here = || (0..board.ships).filter(move |&ship| scene.ship(ship).presence == presence);
    let left = |ship: &Slot| {
        !scene.ship(*ship).flags.has(Flags::ACTED) && (!system || scene.has_system(*ship))
    };
    let initiative = |ship: Slot| scene.stats(ship).initiative;
    let all = here().filter(left).map(initiative);
    // Ascending, but descending in the Engagement Phase; 0 and 7 come up like any other.
    let value =
        if board.phase == Phase::Engagement { all.chain(moments(scene)).max() } else { all.min() }?;
    let with = |seat: Seat| -> ArrayVec<Slot, SHIPS> {
        let ships = here().filter(left);
        ships.filter(|&s| initiative(s) == value && scene.ship(s).owner == seat).collect()
    };
    let first = with(board.first);
    if first.is_empty() {
        Some((value, 1 - board.first, with(1 - board.first)))
    } else {
        Some((value, board.first, first))
    }
}

/// Initiatives of the Engagement Phase that are still to come because abilities wait for them, whether
/// a ship has them or not.
fn moments(scene: &Scene) -> impl Iterator<Item = u8> {
    let abilities = scene.abilities(|card| &card.triggered);
    let now = scene.board.initiative;
    abilities.filter_map(move |(_, _, ability)| match ability.timing {
        Timing::After(Event::AtInitiative(at)) => Some(at).filter(|at| *at < now),
        _ => None,
    })
}

impl Run<'_> {
    pub(super) fn round(&mut self) -> Flow {
        ROUND.steps(self.frame.at, self, |run, step| {
            match step {
                Step::Start(phase) => run.start(phase),
                Step::SetDials => return run.set_dials(),
                Step::TakeTurns => return run.take_turns(),
                Step::DetonateDevices => return run.detonate_devices(),
                Step::Finish(phase) => run.does(Verb::Finish(phase), Slot::MAX),
                Step::Tidy => run.does(Verb::Tidy, Slot::MAX),
                Step::EndRound => run.does(Verb::EndRound, Slot::MAX),
            }
            Flow::Next
        })
    }

    fn start(&mut self, phase: Phase) {
        let reserve = |ship: &Slot| self.scene.ship(*ship).presence == Presence::Reserve;
        if phase == Phase::Planning {
            let ships: ArrayVec<Slot, SHIPS> =
                (0..self.scene.board.ships).filter(reserve).collect();
            for ship in ships {
                // RR "Reserves": a ship is placed on the mat again; where is its player's choice.
                if self.scene.has_mat() {
                    self.begin(Task::Deploy(0), ship);
                } else {
                    self.does(Verb::Return, ship);
                }
            }
        }
        self.does(Verb::Start(phase), Slot::MAX);
    }

    /// Every ship without a dial is given one, the first player's ships first. An ionized ship gets
    /// none.
    fn set_dials(&mut self) -> Flow {
        let scene = self.scene;
        let first = scene.board.first;
        let open = |ship: &Slot| scene.ship(*ship).dial.is_none() && !scene.is_ionized(*ship);
        let of =
            |seat: Seat| scene.present().filter(open).find(move |&s| scene.ship(s).owner == seat);
        let Some(ship) = of(first).or_else(|| of(1 - first)) else { return Flow::Next };
        match self.answer.take() {
            Some(Choice::Dial(maneuver)) => {
                self.does(Verb::SetDial(maneuver), ship);
                Flow::Again
            }
            _ => self.ask(scene.ship(ship).owner, Prompt::Dial(ship)),
        }
    }

    /// Bombs detonate one after another.
    fn detonate_devices(&mut self) -> Flow {
        let due = self.scene.devices().find(|(_, device)| device.ticks);
        match due.map(|(number, _)| self.detonate(number, None)) {
            None => Flow::Next,
            Some(Flow::Next) => Flow::Again,
            Some(broken) => broken,
        }
    }

    /// One ship after another: at each initiative the first player's ships, then the second
    /// player's; the owner says which of their own.
    fn take_turns(&mut self) -> Flow {
        let scene = self.scene;
        let board = scene.board;
        if let Some(Choice::Ship(ship)) = self.answer.take() {
            return self.turn(ship);
        }
        let due = due(&scene);
        // Simultaneous fire: ships destroyed at one initiative are removed when all ships of that
        // initiative have engaged.
        let next = due.as_ref().map(|(initiative, ..)| *initiative);
        let dead = scene.present().any(|ship| scene.is_due_to_go(ship));
        if dead && next != Some(board.initiative) {
            self.out.frames.push(Task::Remove.frame(board.first, Slot::MAX));
            return Flow::Again;
        }
        let Some((initiative, seat, ships)) = due else { return Flow::Next };
        if initiative != board.initiative {
            self.propose(Proposal::new(Verb::Initiative, Slot::MAX).n(initiative));
            return Flow::Again;
        }
        match ships[..] {
            // Nobody but an ability had waited for this initiative.
            [] => Flow::Again,
            [only] => self.turn(only),
            _ => self.ask(seat, Prompt::Turn),
        }
    }

    fn turn(&mut self, ship: Slot) -> Flow {
        match self.scene.board.phase {
            Phase::Activation => self.begin(Task::Activate, ship),
            Phase::Engagement => self.begin(Task::Engage, ship),
            _ => self.begin(Task::System, ship),
        }
        Flow::Again
    }
}
