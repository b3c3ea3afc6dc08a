//! One tick, declared here and nowhere else.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

/// The schedule that moves every table of a World one step.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The steps of a [`Tick`], in order. What happens on a table in the last of them are the stages of
/// its [resolution](crate::resolve).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// 1. Agents' choices enter the waiting tables.
    Choose,
    /// 2. Room is made for tables that are running short of it.
    Supply,
    /// 3. Every busy table resolves what is on its stack until it waits for a choice.
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
        let steps = (TickSystems::Choose, TickSystems::Supply, TickSystems::Resolve);
        schedule.configure_sets(steps.chain());
        app.add_schedule(schedule);
    }
}
