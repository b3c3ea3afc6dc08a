//! The order of all that happens, declared here and nowhere else: the steps of a tick, the stages
//! of a resolution, the layers of constant abilities.

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

use crate::table::Fault;

/// The schedule that moves every table of a World one step.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tick;

/// The steps of a [`Tick`], in order. What happens on a table in the last of them are the stages of
/// its [resolution](crate::resolve).
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TickSystems {
    /// 1. Room is made for tables that are running short of it.
    Supply,
    /// 2. Who answers at once does so, and every busy table resolves what is on its stack until it
    ///    waits for a choice.
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
        schedule.configure_sets((TickSystems::Supply, TickSystems::Resolve).chain());
        app.add_schedule(schedule);
    }
}

/// The stages of a resolution, in order. Rules of a game that are no part of the kernel's own
/// loops, and whoever watches, are added behind one of them ([`Resolution::add`](crate::rules::Resolution::add)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// 1. The answer that was given is there, and nobody has taken it yet.
    Answer,
    /// 2. The program on top runs until it proposes, asks or begins another.
    Advance,
    /// 3. Replacement effects meet the group on top.
    Replace,
    /// 4. The group changes the state, whole, and becomes facts.
    Commit,
    /// 5. Constant and "while" abilities are worked out again, if what they rest on changed.
    Constant,
    /// 6. Facts meet triggered abilities.
    Trigger,
    /// 7. Consequences without an instruction: defeat, uniqueness, the end of the game.
    Settle,
    /// 8. The window on top picks the next ability, or asks the player whose pick it is.
    Order,
    /// 9. Options are enumerated for the decision that opened.
    Offer,
}

/// The number of stages of a resolution.
pub(crate) const STAGES: usize = 9;

/// The layers of the `Constant` stage, in the order in which they are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// The reach of constant abilities and effects: which of them apply to which cards.
    Gather,
    /// The printed values, before anything applies.
    Printed,
    /// Abilities and keywords gained and lost.
    Abilities,
    /// Numbers that are raised, lowered or set.
    Numbers,
    /// Permissions: actions that can and cannot be done.
    Permissions,
    /// The summary that the other stages ask for, and the decision whether all must be worked out
    /// once more.
    Stable,
}

/// The number of layers of constant abilities.
pub(crate) const LAYERS: usize = 6;

/// A round of working constant abilities out.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Its number, from 0.
    pub number: u8,
    /// The result can change what applies: another round follows.
    pub again: bool,
    /// Nothing applies otherwise than before: the layers behind have nothing to work out.
    pub idle: bool,
    /// The fault for which the table is to be set aside.
    pub fault: Option<Fault>,
}
