//! The round: its phases and whose turn it is in them.

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::Frame;

use super::{Flow, Run, at, procedure};
use crate::board::Device;
use crate::choice::{Choice, Locals, Prompt};
use crate::program::{ACTIVATE, DETONATION_BEGINS, ENGAGE, FIRST_ABILITY, REMOVE};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::ship::{Flags, Presence};
use crate::vocabulary::{Phase, Timing};

const PLANNING: u16 = 0;
const DIALS: u16 = 1;
const SYSTEM: u16 = 2;
const SYSTEM_TURNS: u16 = 3;
const ACTIVATION: u16 = 4;
const ACTIVATION_TURNS: u16 = 5;
const DETONATIONS: u16 = 6;
const ENGAGEMENT: u16 = 7;
const ENGAGEMENT_TURNS: u16 = 8;
const ENGAGED: u16 = 9;
const END: u16 = 10;
const TIDY: u16 = 11;
const OVER: u16 = 12;

/// The instruction of the round at which a phase starts.
#[must_use]
pub(crate) const fn start(phase: Phase) -> u16 {
    match phase {
        Phase::Planning => PLANNING,
        Phase::System => SYSTEM,
        Phase::Activation => ACTIVATION,
        Phase::Engagement => ENGAGEMENT,
        Phase::End => END,
    }
}

/// Ships that could have their turn next: of the initiative that is due, those of the player who
/// comes first. Nothing is due when every ship had its turn.
#[must_use]
pub(crate) fn due(scene: &Scene) -> Option<(u8, Seat, ArrayVec<Slot, 16>)> {
    let board = scene.board;
    // Only ships that can do something there have a turn in the System Phase.
    let system = board.phase == Phase::System;
    let left = |ship: &Slot| {
        !scene.ship(*ship).flags.has(Flags::ACTED) && (!system || scene.has_system(*ship))
    };
    let initiative = |ship: Slot| scene.stats(ship).initiative;
    let all = scene.present().filter(left).map(initiative);
    // Ascending, but descending in the Engagement Phase; 0 and 7 come up like any other.
    let value = if board.phase == Phase::Engagement { all.max() } else { all.min() }?;
    let with = |seat: Seat| -> ArrayVec<Slot, 16> {
        let ships = scene.present().filter(left);
        ships.filter(|&s| initiative(s) == value && scene.ship(s).owner == seat).collect()
    };
    let first = with(board.first);
    if first.is_empty() {
        Some((value, 1 - board.first, with(1 - board.first)))
    } else {
        Some((value, board.first, first))
    }
}

impl Run<'_> {
    pub(super) fn round(&mut self) -> Flow {
        match self.frame.at {
            PLANNING => {
                for ship in 0..self.scene.board.ships {
                    if self.scene.ship(ship).presence == Presence::Reserve {
                        self.does(Verb::Return, ship);
                    }
                }
                self.begins(Phase::Planning)
            }
            DIALS => self.dials(),
            DETONATIONS => self.detonations(),
            SYSTEM => self.begins(Phase::System),
            ACTIVATION => self.begins(Phase::Activation),
            ENGAGEMENT => self.begins(Phase::Engagement),
            ENGAGED => {
                self.does(Verb::Finish(Phase::Engagement), Slot::MAX);
                Flow::Next
            }
            END => self.begins(Phase::End),
            SYSTEM_TURNS | ACTIVATION_TURNS | ENGAGEMENT_TURNS => self.turns(),
            TIDY => {
                self.does(Verb::Tidy, Slot::MAX);
                Flow::Next
            }
            OVER => {
                self.does(Verb::EndRound, Slot::MAX);
                Flow::Jump(PLANNING)
            }
            _ => self.broken("the round has no such part"),
        }
    }

    fn begins(&mut self, phase: Phase) -> Flow {
        self.does(Verb::Start(phase), Slot::MAX);
        Flow::Next
    }

    /// Planning: every ship without a dial is given one, the first player's ships first. An
    /// ionized ship gets none.
    fn dials(&mut self) -> Flow {
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

    /// The end of the Activation Phase: devices detonate, one after another. The ship that one
    /// came from may be gone.
    fn detonations(&mut self) -> Flow {
        let scene = self.scene;
        let Some(&Device { card, owner, near }) = scene.board.devices.first() else {
            return Flow::Next;
        };
        let mut ids = scene.printed(card).abilities.iter();
        let Some(id) = ids.find(|&&id| scene.catalogue.ability(id).timing == Timing::Detonates)
        else {
            return self.broken("what is put into the play area detonates");
        };
        self.propose(Proposal::new(Verb::Detonate(near), Slot::MAX).card(card));
        let locals = Locals { near, ..Locals::default() };
        let frame = procedure(FIRST_ABILITY + id, owner, Slot::MAX, locals);
        self.out.frames.push(Frame { at: DETONATION_BEGINS, source: at(card), ..frame });
        Flow::Again
    }

    /// One ship after another: at each initiative the first player's ships, then the second
    /// player's; the owner says which of their own.
    fn turns(&mut self) -> Flow {
        let scene = self.scene;
        let board = scene.board;
        if let Some(Choice::Ship(ship)) = self.answer.take() {
            return self.turn(ship);
        }
        let due = due(&scene);
        // Simultaneous fire: ships destroyed at one initiative are removed when all ships of that
        // initiative have engaged.
        let next = due.as_ref().map(|(initiative, ..)| *initiative);
        let dead = scene.present().any(|ship| scene.ship(ship).flags.has(Flags::DESTROYED));
        if dead && next != Some(board.initiative) {
            self.out.frames.push(procedure(REMOVE, board.first, Slot::MAX, Locals::default()));
            return Flow::Again;
        }
        let Some((initiative, seat, ships)) = due else { return Flow::Next };
        if initiative != board.initiative {
            self.propose(Proposal::new(Verb::Initiative, Slot::MAX).n(initiative));
            return Flow::Again;
        }
        match ships[..] {
            [only] => self.turn(only),
            _ => self.ask(seat, Prompt::Turn),
        }
    }

    fn turn(&mut self, ship: Slot) -> Flow {
        match self.scene.board.phase {
            Phase::Activation => self.begin(ACTIVATE, ship, Locals::default()),
            Phase::Engagement => self.begin(ENGAGE, ship, Locals::default()),
            _ => self.does(Verb::SystemTurn, ship),
        }
        Flow::Again
    }
}
