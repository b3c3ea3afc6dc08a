//! Histories: the latest choices on a table, as each seat knows them.

use core::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use cardmill_kernel::decision::State;
use cardmill_kernel::registry::Registry;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::table::Seats;
use serde::{Deserialize, Serialize};

use super::Observed;
use super::level::{Level, Omniscient, Own, Public};
use super::row::Event;
use crate::log::Chronicled;

type Row = [i16; Event::WIDTH];

/// The latest choices on a table. Put it on a table entity, anew for each game, to have it written;
/// [`HistoryPlugin`] writes it. It is copied and saved with the table, onto one that keeps a
/// history, too.
///
/// Answers that were taken silently are in it, too: who saw only those that somebody was asked for
/// would learn that there was something to choose from.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct History {
    /// The number of events that are kept.
    room: usize,
    /// The events as everybody knows them.
    open: Vec<Row>,
    /// The events as they were, with nothing hidden.
    all: Vec<Row>,
    /// The events as each seat knows them, by seat.
    known: Vec<Vec<Row>>,
}

impl History {
    /// Of the last `room` events; of none, nothing is written.
    #[must_use]
    pub fn new(room: usize) -> Self {
        Self { room, ..Self::default() }
    }

    /// The number of events that are kept; 0 if none is written.
    #[must_use]
    pub const fn room(&self) -> usize {
        self.room
    }

    /// The events that a seat knows, or those that are shown at another level; the newest last.
    pub(super) fn seen(&self, seat: usize, level: Level) -> &[Row] {
        match level {
            Level::Seat => self.known.get(seat).map_or(&[], Vec::as_slice),
            Level::Public => &self.open,
            Level::Omniscient => &self.all,
        }
    }

    fn add(events: &mut Vec<Row>, event: Option<Event>, room: usize) {
        if let Some(event) = event {
            if events.len() >= room {
                events.remove(0);
            }
            events.push(event.cells());
        }
    }
}

/// Writes the answer down that has just been given.
fn write<R: Observed + Chronicled>(at: &mut At<'_, R>) {
    if at.decision.state != State::Taken {
        return;
    }
    let kept = R::company(&mut at.state).history.filter(|history| history.room > 0);
    let Some(mut history) = kept.map(core::mem::take) else { return };
    let Seats { count, .. } = *at.seats;
    let by = at.decision.seat;
    let room = history.room;
    History::add(&mut history.open, R::event::<Public>(at, by), room);
    History::add(&mut history.all, R::event::<Omniscient>(at, by), room);
    history.known.resize_with(count.into(), Vec::new);
    for (seat, known) in (0..).zip(&mut history.known) {
        let player = |event| Event { player: i16::from((by + count - seat) % count), ..event };
        History::add(known, R::event::<Own>(at, seat).map(player), room);
    }
    if let Some(place) = R::company(&mut at.state).history {
        *place = history;
    }
}

/// Keeps the [`History`] of tables that have one.
pub struct HistoryPlugin<R>(PhantomData<fn() -> R>);

impl<R> Default for HistoryPlugin<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Observed + Chronicled> Plugin for HistoryPlugin<R> {
    fn build(&self, app: &mut App) {
        let world = app.world_mut();
        world.resource_mut::<Resolution<R>>().add(Stage::Answer, write);
        Registry::derived::<History>(world);
    }
}
