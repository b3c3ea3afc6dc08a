//! The greedy agent: one step ahead, with what its seat may know.
//!
//! Every option gets a score in thousandths of a point of a squad. The highest score is taken, of
//! equal ones the first. There is no search, no chance and no memory: what it does follows from its
//! [`View`] alone.

mod act;
mod device;
mod dice;
mod fighter;
mod flight;
mod may;
pub mod odds;

use bevy_app::App;
use cardmill_harness::agent::{Agent, Kind};
use cardmill_harness::answer;
use cardmill_kernel::card::Slot;

use crate::choice::{Choice, Prompt, XWing};
use crate::shift::LANES;
use crate::view::View;
use crate::vocabulary::{Phase, Token, Trait};
use fighter::Mind;
use flight::Sky;

/// Looks one step ahead with what its seat may know.
pub const GREEDY: Agent = Agent::of(&KIND);

static KIND: Kind = Kind { name: "greedy", parameters: &[] };

/// Adds the agents that play this game.
pub fn add(app: &mut App) {
    answer::add_random::<XWing>(app);
    answer::add::<XWing>(app, GREEDY, |at| best(&View::of(at, at.decision.seat)));
}

/// The place of the option with the highest score, the first of equal ones.
#[must_use]
pub fn best(view: &View) -> usize {
    let Some(prompt) = view.prompt() else { return 0 };
    let scene = view.scene();
    let mind = Mind::new(view, scene);
    let sky = mind.flier(prompt).map(|ship| mind.sky(ship));
    answer::highest(view.options(), |choice| mind.score(prompt, choice, sky.as_ref()))
}

impl Mind<'_> {
    /// The ship that is to fly, where that is asked.
    fn flier(&self, prompt: Prompt) -> Option<Slot> {
        let flies = match prompt {
            Prompt::Dial(ship) | Prompt::Reposition(ship) => Some(ship),
            Prompt::Action | Prompt::Aim => self.subject(),
            Prompt::May | Prompt::Step if self.steers() => self.subject(),
            Prompt::Step => self.first(0).and_then(|_| self.subject()),
            _ => None,
        };
        flies.filter(|_| self.scene.has_mat())
    }

    /// Scores an option of a question, in thousandths of a point where it can be reckoned out.
    fn score(&self, prompt: Prompt, choice: Choice, sky: Option<&Sky<'_>>) -> i64 {
        match (prompt, choice) {
            (Prompt::Dial(ship), Choice::Dial(maneuver)) => match sky {
                Some(sky) => self.dial(sky, maneuver),
                None => self.ease(ship, maneuver),
            },
            (Prompt::Turn, Choice::Ship(ship)) => self.turn(ship),
            (Prompt::Action, Choice::Act(act)) => sky.map_or(1, |sky| self.act(sky, act)),
            (Prompt::Aim, choice) => sky.map_or(0, |sky| self.aim(sky, choice)),
            (Prompt::Reposition(_), Choice::Move(shift)) => {
                sky.map_or(0, |sky| self.shift(sky, shift))
            }
            (Prompt::Reposition(_), _) => sky.map_or(0, |sky| self.stay(sky)),
            (Prompt::Attack, Choice::Attack(shot)) => 1 + self.shot(shot),
            (Prompt::Modify(_), Choice::Use(card, id)) => self.modify(card, id),
            (Prompt::Step, Choice::Mode(mode)) => match (sky, self.first(mode)) {
                (Some(sky), Some(first)) => self.before_dial(sky, first, None),
                _ => 0,
            },
            (Prompt::Step, Choice::Face(_)) => sky.map_or(0, |sky| self.aim(sky, choice)),
            (Prompt::Step, Choice::Dial(maneuver)) => self.redial(sky, maneuver),
            (Prompt::Step, choice) => self.step(choice),
            (Prompt::May, Choice::Use(_, id)) => self.may(id, sky),
            (Prompt::Jam(ship), Choice::Token(token, _)) => self.token(token, ship),
            (Prompt::Lead, Choice::First(seat)) => i64::from(seat == self.seat),
            (Prompt::Deploy(ship), Choice::Spot(place)) => self.berth(ship, place),
            _ => 0,
        }
    }

    /// The ship that the program is about that asks.
    fn subject(&self) -> Option<Slot> {
        let ship = self.frame?.subject.slot;
        (ship < self.scene.board.ships).then_some(ship)
    }

    /// A ship that has its turn: one that gets where it wants to, or that attacks best.
    fn turn(&self, ship: Slot) -> i64 {
        match self.scene.board.phase {
            Phase::Activation => {
                let dial = self.scene.ship(ship).dial.filter(|_| self.scene.has_mat());
                dial.map_or(0, |maneuver| i64::from(self.scene.flown(ship, maneuver, 1).1))
            }
            Phase::Engagement => self.best_shot(ship),
            _ => 0,
        }
    }

    /// The worth of the loss of a token by a ship; less than 0 if it does the player harm.
    fn token(&self, token: Token, of: Slot) -> i64 {
        let mine = self.scene.ship(of).owner == self.seat;
        let harms = token.is(Trait::Red) || token.is(Trait::Orange);
        let worth = match token {
            Token::Lock | Token::Calculate => 1,
            Token::Focus | Token::Ion => 3,
            _ => 2,
        };
        if mine == harms { worth } else { -worth }
    }

    /// A place of deployment: in the middle, as near to the others as may be.
    fn berth(&self, ship: Slot, place: u8) -> i64 {
        let middle = i64::from(LANES / 2);
        let lane = i64::from(place % LANES);
        // The two squads meet where the first one stands.
        let side = i64::from(ship % 2) * 2;
        -(lane - middle - side).abs() - 100 * i64::from(place / LANES)
    }
}
