//! A ship is put on the mat: in set-up, or back from reserves.

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use super::Task;
use crate::advance::Run;
use crate::board::Layout;
use crate::choice::{Choice, Prompt};
use crate::locals::Work;
use crate::proposal::Verb;
use crate::scene::Scene;
use crate::shift::{self, BERTHS, Edge, HEADINGS, LANES};
use crate::space::{Base, Pose, measure};
use crate::vocabulary::Phase;

#[derive(Clone, Copy)]
enum Step {
    Place,
    Head,
}

const DEPLOY: Procedure<Step> = Procedure::new(&[
    // RR "Setup": a ship is placed wholly within range 1 of its edge, where it is over no other.
    Do(Step::Place),
    Do(Step::Head),
]);

impl Scene<'_> {
    /// The edge at which a ship is deployed: its player's, or the one over which it fled.
    fn edge(&self, ship: Slot) -> Edge {
        let own = shift::own_edge(self.ship(ship).owner);
        let fled = self.board.phase != Phase::Setup;
        fled.then(|| shift::edge_over(&self.base(ship))).flatten().unwrap_or(own)
    }

    /// The pose of a ship that is deployed in a place with a heading; `None` if it has no room
    /// there.
    #[must_use]
    pub(crate) fn berth(&self, ship: Slot, place: u8, heading: u8) -> Option<Pose> {
        let there = shift::berth(self.hull(ship).0, self.edge(ship), place, heading)?;
        self.has_room(ship, there).then_some(there)
    }

    /// The places in which a ship can be deployed.
    pub(crate) fn berths(&self, ship: Slot) -> impl Iterator<Item = u8> {
        (0..BERTHS).filter(move |&place| {
            (0..HEADINGS).any(|heading| self.berth(ship, place, heading).is_some())
        })
    }

    /// The headings with which a ship can be deployed in a place.
    pub(crate) fn headings(&self, ship: Slot, place: u8) -> impl Iterator<Item = u8> {
        (0..HEADINGS).filter(move |&heading| self.berth(ship, place, heading).is_some())
    }

    /// The place of a ship in the formation of its player: beside the ships that are there, as near
    /// to the middle of the formation as it can be without touching one.
    fn formed(&self, ship: Slot) -> Option<u8> {
        let middle = self.board.players[usize::from(self.ship(ship).owner)].lane;
        let size = self.hull(ship).0;
        let free = |place: &u8| {
            self.berth(ship, *place, 0).is_some_and(|there| {
                let base = Base::new(size, there);
                self.present().all(|other| !measure::touch(&base, &self.base(other)))
            })
        };
        let far = |place: &u8| (place / LANES, (place % LANES).abs_diff(middle), *place);
        (0..BERTHS).filter(free).min_by_key(far).or_else(|| self.berths(ship).next())
    }
}

impl Run<'_> {
    pub(super) fn deploy(&mut self, place: u8) -> Flow {
        let ship = self.ship();
        let asked =
            self.scene.board.layout == Layout::Asked || self.scene.board.phase != Phase::Setup;
        DEPLOY.steps(self.frame.at, self, |run, step| match step {
            Step::Place if asked => match run.answer.take() {
                Some(Choice::Spot(place)) => {
                    run.frame.locals.work = Work::Procedure(Task::Deploy(place));
                    Flow::Next
                }
                // Whoever has no room waits for the next round.
                _ if run.scene.berths(ship).next().is_none() => Flow::End,
                _ => run.ask(run.frame.seat, Prompt::Deploy(ship)),
            },
            Step::Place => match run.scene.formed(ship) {
                Some(place) => {
                    run.does(Verb::Deploy { place, heading: 0 }, ship);
                    Flow::End
                }
                None => run.broken("there is room for a squad at its edge"),
            },
            Step::Head => match run.answer.take() {
                Some(Choice::Turn(heading)) => {
                    run.does(Verb::Deploy { place, heading }, ship);
                    Flow::Next
                }
                _ => run.ask(run.frame.seat, Prompt::Heading(ship)),
            },
        })
    }
}
