//! A game is set up (RR "Setup").

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::{Task, due};
use crate::advance::Run;
use crate::board::Layout;
use crate::choice::{Choice, Prompt};
use crate::locals::Work;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::shift::{self, SPOTS, TURNS};
use crate::vocabulary::Phase;

/// No place: the obstacle is set aside.
pub const ASIDE: u8 = u8::MAX;

/// The choices of a player for an obstacle that is being placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Draft {
    /// Its number among those that the player has left, once it is chosen.
    pub which: Option<u8>,
    /// Its place on the mat, once it is chosen.
    pub place: Option<u8>,
}

#[derive(Clone, Copy)]
enum Step {
    ChooseFirst,
    PlaceObstacles,
    DeployShips,
    Finish,
}

const SETUP: Procedure<Step> = Procedure::new(&[
    // RR "Setup": the player of the cheaper squad says who is first; the lot has fallen already.
    Do(Step::ChooseFirst),
    // RR "Setup": obstacles in turn, beyond range 1 of each other and range 2 of all edges.
    Do(Step::PlaceObstacles),
    // RR "Setup": ships in ascending initiative, the first player's before the other's.
    Do(Step::DeployShips),
    // RR "Setup": abilities after forces are placed.
    Do(Step::Finish),
]);

impl Scene<'_> {
    /// The squad points of all ships of a player, those that are gone included.
    #[must_use]
    pub fn cost(&self, seat: Seat) -> u16 {
        let ships = (0..self.board.ships).map(|ship| self.ship(ship));
        ships.filter(|ship| ship.owner == seat).map(|ship| u16::from(ship.points)).sum()
    }

    /// The player whose squad is cheaper.
    #[must_use]
    pub fn cheaper(&self) -> Option<Seat> {
        use core::cmp::Ordering;
        match self.cost(0).cmp(&self.cost(1)) {
            Ordering::Less => Some(0),
            Ordering::Equal => None,
            Ordering::Greater => Some(1),
        }
    }

    /// Tells whether an obstacle can lie in a place, turned like this.
    #[must_use]
    pub(crate) fn can_lie(&self, outline: u8, place: u8, turn: u8) -> bool {
        let outline = &self.catalogue.facts().obstacles[usize::from(outline)];
        shift::laid(outline, place, turn, &self.laid()).is_some()
    }

    /// The places in which an obstacle can lie.
    pub(crate) fn spots(&self, outline: u8) -> impl Iterator<Item = u8> {
        (0..SPOTS).filter(move |&place| self.turns(outline, place).next().is_some())
    }

    /// The ways in which an obstacle can lie in a place.
    pub(crate) fn turns(&self, outline: u8, place: u8) -> impl Iterator<Item = u8> {
        (0..TURNS).filter(move |&turn| self.can_lie(outline, place, turn))
    }
}

impl Run<'_> {
    pub(super) fn setup(&mut self, draft: Draft) -> Flow {
        SETUP.steps(self.frame.at, self, |run, step| match step {
            Step::ChooseFirst => run.choose_first(),
            Step::PlaceObstacles => run.place_obstacles(draft),
            Step::DeployShips => run.deploy_ships(),
            Step::Finish => {
                run.does(Verb::Finish(Phase::Setup), Slot::MAX);
                Flow::Next
            }
        })
    }

    fn choose_first(&mut self) -> Flow {
        match (self.answer.take(), self.scene.cheaper()) {
            (Some(Choice::First(seat)), _) => {
                self.propose(Proposal::new(Verb::Lead(seat), Slot::MAX));
                Flow::Next
            }
            (None, Some(seat)) if self.scene.board.layout == Layout::Asked => {
                self.ask(seat, Prompt::Lead)
            }
            _ => Flow::Next,
        }
    }

    fn place_obstacles(&mut self, draft: Draft) -> Flow {
        let Some(seat) = self.scene.board.places_next() else { return Flow::Next };
        if let Some(&(place, turn)) = self.scene.board.players[usize::from(seat)].plan.first() {
            return self.lay(seat, 0, place, turn);
        }
        let draft = match self.answer.take() {
            Some(Choice::Mode(which)) => Draft { which: Some(which), place: None },
            Some(Choice::Spot(place)) => Draft { place: Some(place), ..draft },
            Some(Choice::Turn(turn)) => {
                let (which, place) = (draft.which.unwrap_or(0), draft.place.unwrap_or(ASIDE));
                self.drafts(Draft::default());
                return self.lay(seat, which, place, turn);
            }
            _ => draft,
        };
        self.drafts(draft);
        let Some(which) = draft.which else { return self.ask(seat, Prompt::Obstacle) };
        let outline = self.scene.board.players[usize::from(seat)].obstacles[usize::from(which)];
        if draft.place.is_some() {
            return self.ask(seat, Prompt::Turned(outline));
        }
        if self.scene.spots(outline).next().is_none() {
            self.drafts(Draft::default());
            return self.lay(seat, which, ASIDE, 0);
        }
        self.ask(seat, Prompt::Lay(outline))
    }

    fn drafts(&mut self, draft: Draft) {
        self.frame.locals.work = Work::Procedure(Task::Setup(draft));
    }

    fn lay(&mut self, seat: Seat, which: u8, place: u8, turn: u8) -> Flow {
        let verb = Verb::Lay { seat, which, place, turn };
        self.propose(Proposal::new(verb, Slot::MAX));
        Flow::Again
    }

    /// Deploys one ship after another.
    fn deploy_ships(&mut self) -> Flow {
        let Some((_, seat, ships)) = due(&self.scene) else { return Flow::Next };
        let asked = self.scene.board.layout == Layout::Asked && ships.len() > 1;
        match self.answer.take() {
            Some(Choice::Ship(ship)) => self.begin(Task::Deploy(0), ship),
            _ if asked => return self.ask(seat, Prompt::Turn),
            _ => self.begin(Task::Deploy(0), ships[0]),
        }
        Flow::Again
    }
}
