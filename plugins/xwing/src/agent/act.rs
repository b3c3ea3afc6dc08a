//! Actions, and what they are aimed at.

use cardmill_kernel::card::Slot;

use super::fighter::{Fighter, Mind, POINT};
use super::flight::{STRESS, Sky};
use crate::choice::{Act, Choice};
use crate::locals::Work;
use crate::procedure::Task;
use crate::vocabulary::{Action, ActionSpec, Difficulty, Facing};

/// The worth of an action that is not reckoned out: that of a card, help for another ship, a
/// charge.
const SOME: i64 = POINT;

impl Mind<'_> {
    /// The worth of an action, in thousandths of a point.
    pub fn act(&self, sky: &Sky<'_>, act: Act) -> i64 {
        let Act::Bar(ActionSpec { action, difficulty, linked, .. }) = act else { return SOME };
        let Some(me) = self.subject().and_then(|ship| self.fighter(ship)) else { return 0 };
        let now = self.stay(sky);
        let with = |change: &dyn Fn(&mut Fighter)| {
            let mut then = me.clone();
            change(&mut then);
            self.there(sky, &then, &me.base, self.scene.ship(me.slot).touching) - now
        };
        let worth = match action {
            // A token is spent on attack or on defence.
            Action::Focus => with(&|me| me.focus = 2) * 3 / 4 + 2,
            Action::Calculate => with(&|me| me.focus = me.focus.max(1)) * 3 / 4 + 1,
            Action::Evade => with(&|me| me.evade += 1) + 1,
            Action::Reinforce => with(&|me| me.evade += 1) * 3 / 4,
            Action::Lock => {
                let aims = self.scene.aims(me.slot, action, None).into_iter();
                aims.map(|at| with(&|me| me.lock = at)).max().unwrap_or(0) + SOME / 4
            }
            Action::RotateArc => {
                let ways = self.scene.facings(me.slot);
                ways.map(|facing| with(&|me| me.facing = facing)).max().unwrap_or(0)
            }
            Action::Boost | Action::BarrelRoll => {
                let shifts = self.scene.shifts(me.slot, action).into_iter();
                shifts.map(|shift| self.shift(sky, shift) - now).max().unwrap_or(0)
            }
            Action::Cloak => with(&Fighter::cloak),
            Action::Slam => {
                let slams = self.scene.slams(me.slot).into_iter();
                slams.map(|maneuver| self.slam(sky, maneuver) - now).max().unwrap_or(0)
            }
            Action::Coordinate | Action::Jam | Action::Reload => SOME,
        };
        let hard = if difficulty == Difficulty::Red { STRESS } else { 0 };
        let more = match linked {
            Some(linked) if linked.1 != Difficulty::Red => SOME / 2,
            _ => 0,
        };
        worth + more - hard
    }

    /// The worth of an aim of the action under way, in thousandths of a point.
    pub fn aim(&self, sky: &Sky<'_>, choice: Choice) -> i64 {
        let Some(me) = self.subject().and_then(|ship| self.fighter(ship)) else { return 0 };
        let worth = |change: &dyn Fn(&mut Fighter)| {
            let mut then = me.clone();
            change(&mut then);
            self.there(sky, &then, &me.base, self.scene.ship(me.slot).touching)
        };
        match choice {
            Choice::Face(facing) if self.reinforces() => {
                // Fore is what most attacks come from.
                i64::from(facing == Facing::Front)
            }
            Choice::Face(facing) => worth(&|me| me.facing = facing),
            Choice::Dial(maneuver) => self.slam(sky, maneuver),
            Choice::Ship(at) if self.is_enemy(at) => worth(&|me| me.lock = at),
            _ => 0,
        }
    }

    fn reinforces(&self) -> bool {
        let work = self.frame.map(|frame| frame.locals.work);
        let Some(Work::Procedure(Task::Perform(performance))) = work else { return false };
        performance.spec.action == Action::Reinforce
    }

    /// Tells whether a ship is the other player's.
    pub fn is_enemy(&self, ship: Slot) -> bool {
        self.scene.ship(ship).owner != self.seat
    }
}
