//! The log of a table: what has happened, line by line, in the players' words.

use core::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use cardmill_kernel::decision::State;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::rules::{At, Resolution, Rules};
use cardmill_kernel::schedule::Stage;
use serde::{Deserialize, Serialize};

use crate::agent::Seated;
use crate::observation::History;
use crate::question::{Asking, Silent};

/// The log of a table. Put it on a table entity to have it written.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<String>,
    /// Abilities that were waiting when the log last looked; only games that write down what
    /// triggers count them.
    #[serde(default)]
    pub waiting: usize,
}

/// The components of those who are at a table beside its game, as a query finds them.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct Companions {
    seated: Option<&'static mut Seated>,
    log: Option<&'static mut Log>,
    silent: Option<&'static mut Silent>,
    history: Option<&'static mut History>,
}

/// Those who are at a table beside its game: the agents in its seats, and who writes down what
/// happens.
#[derive(Default)]
pub struct Company<'t> {
    /// The agents, if there are any.
    pub seated: Option<&'t mut Seated>,
    /// The log, if it keeps one.
    pub log: Option<&'t mut Log>,
    /// The answers that are taken silently; `None` where nobody wants to know.
    pub silent: Option<&'t mut Silent>,
    /// The latest choices, as policies see them; `None` where none are kept.
    pub history: Option<&'t mut History>,
}

impl Company<'_> {
    /// The same company, borrowed for a while.
    pub fn reborrow(&mut self) -> Company<'_> {
        let Self { seated, log, silent, history } = self;
        Company {
            seated: seated.as_deref_mut(),
            log: log.as_deref_mut(),
            silent: silent.as_deref_mut(),
            history: history.as_deref_mut(),
        }
    }
}

impl<'t> From<&'t mut CompanionsItem<'_, '_>> for Company<'t> {
    fn from(companions: &'t mut CompanionsItem<'_, '_>) -> Self {
        let CompanionsItem { seated, log, silent, history } = companions;
        Self {
            seated: seated.as_deref_mut(),
            log: log.as_deref_mut(),
            silent: silent.as_deref_mut(),
            history: history.as_deref_mut(),
        }
    }
}

/// A game that says what is asked and what happens on its tables.
pub trait Chronicled: Rules {
    /// A table at a decision.
    type Moment<'a>: Asking<Game = Self>;

    /// The table at its decision; nothing, where no program is there to ask.
    fn moment<'a>(at: &'a At<'_, Self>) -> Option<Self::Moment<'a>>;

    /// The agents, the log and the others at a table, in its state.
    fn company<'s>(state: &'s mut Self::State<'_>) -> Company<'s>;

    /// The line about the answer that has just been given, if it is worth one.
    fn chosen(moment: &Self::Moment<'_>) -> Option<String>;

    /// The line about a fact, if it says anything to people.
    fn line(scene: Self::Scene<'_>, fact: &Self::Fact) -> Option<String>;

    /// Adds who writes down more than answers and facts.
    fn add_chroniclers(_resolution: &mut Resolution<Self>) {}
}

/// Writes to the log of a table that keeps one.
pub fn write<R: Chronicled>(at: &mut At<'_, R>, lines: impl FnOnce(&mut Log, &At<'_, R>)) {
    let Some(mut log) = R::company(&mut at.state).log.map(core::mem::take) else { return };
    lines(&mut log, at);
    if let Some(place) = R::company(&mut at.state).log {
        *place = log;
    }
}

/// Writes down every answer, and beside the log every silent one.
fn choices<R: Chronicled>(at: &mut At<'_, R>) {
    if at.decision.state != State::Taken {
        return;
    }
    write(at, |log, at| log.lines.extend(R::moment(at).and_then(|moment| R::chosen(&moment))));
    if at.decision.was_silent(at.table) && R::company(&mut at.state).silent.is_some() {
        let taken = R::moment(at).and_then(|moment| moment.taken());
        if let Some(silent) = R::company(&mut at.state).silent {
            silent.0.extend(taken);
        }
    }
}

/// Writes down every fact.
fn facts<R: Chronicled>(at: &mut At<'_, R>) {
    write(at, |log, at| {
        let scene = R::scene(&at.state);
        log.lines.extend(at.facts.iter().filter_map(|fact| R::line(scene, fact)));
    });
}

/// Writes down what happens on tables that carry a [`Log`].
pub struct LogPlugin<R>(PhantomData<fn() -> R>);

impl<R> Default for LogPlugin<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Chronicled> Plugin for LogPlugin<R> {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        let mut resolution = world.resource_mut::<Resolution<R>>();
        resolution.add(Stage::Answer, choices).add(Stage::Commit, facts);
        R::add_chroniclers(&mut resolution);
        Registry::derived::<Log>(world);
        Registry::place::<Silent>(world);
    }
}
