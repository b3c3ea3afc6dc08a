//! One tick, declared here and nowhere else.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

/// The schedule that moves every table of a World one step.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The stages of a [`Tick`], in order. A game with [`Rules`](crate::rules::Rules) has three of them,
/// `Choose`, `Supply` and `Resolve`; what happens between is in [`resolve`](crate::resolve). The
/// others are for a game that goes stage by stage over all tables of a World.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// 1. Agents' choices enter the waiting tables.
    Choose,
    /// 2. Each busy table runs instructions of its top frame until it proposes, asks or ends.
    Advance,
    /// 3. Replacement effects meet the top group.
    Replace,
    /// 4. The group changes the state, whole, and becomes facts.
    Commit,
    /// 5. Constant and "while" abilities are worked out again for the tables that changed.
    Constant,
    /// 6. Facts meet triggered abilities.
    Trigger,
    /// 7. Consequences without an instruction: defeat, uniqueness, the end of the game.
    Settle,
    /// 8. The top window picks the next ability or asks the player whose pick it is.
    Order,
    /// 9. What is settled advances at once to its next proposal or question, if the game says so.
    Proceed,
    /// 10. Options are enumerated for every decision that opened.
    Offer,
    /// Room is made for tables that are running short of it.
    Supply,
    /// Every busy table resolves what is on its stack until it waits for a choice.
    Resolve,
}

/// Declares [`Tick`]; every game adds it first.
pub struct TickPlugin;

impl Plugin for TickPlugin {
    fn build(&self, app: &mut App) {
        let mut schedule = Schedule::new(Tick);
        schedule.set_executor(SingleThreadedExecutor::new());
        schedule.set_build_settings(ScheduleBuildSettings {
            ambiguity_detection: LogLevel::Error,
            ..Default::default()
        });
        schedule.configure_sets(
            (
                TickSystems::Choose,
                TickSystems::Advance,
                TickSystems::Replace,
                TickSystems::Commit,
                TickSystems::Constant,
                TickSystems::Trigger,
                TickSystems::Settle,
                TickSystems::Order,
                TickSystems::Proceed,
                TickSystems::Offer,
                TickSystems::Supply,
                TickSystems::Resolve,
            )
                .chain(),
        );
        app.add_schedule(schedule);
    }
}
