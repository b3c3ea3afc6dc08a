//! The resolution: what happens on a table between two decisions, stage after stage.
//!
//! One bevy system takes the columns of a World once and plays table after table until it waits
//! for a choice. All that a table needs for it, [`At`], is then near; and a World of one table
//! costs no more than its share of a World of many.

use bevy_app::{App, Plugin};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{Allow, QueryData};
use bevy_ecs::system::{StaticSystemParam, SystemState};

use crate::advance::advance;
use crate::batch::Batch;
use crate::commit::commit;
use crate::constant::constant;
use crate::decision::{Decision, State, present};
use crate::layout::Layout;
use crate::order::{bound, order};
use crate::registry::Registry;
use crate::replace::{self, replace};
use crate::roster::Roster;
use crate::rules::{At, Out, Resolution, Rules};
use crate::schedule::{Stage, Tick, TickPlugin, TickSystems};
use crate::stack::{Entry, Stack};
use crate::streams::Streams;
use crate::table::{Lacking, Seats, Status, Table, Unsettled};
use crate::trigger::{self, trigger};
use crate::window::Waiting;

/// Lists that keep their memory from one table to the next; empty in between.
struct Scratch<R: Rules> {
    out: Out<R>,
    replace: replace::Scratch<R>,
    facts: Vec<R::Fact>,
    trigger: trigger::Scratch<R>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Self {
        Self {
            out: Out::default(),
            replace: replace::Scratch::default(),
            facts: Vec::new(),
            trigger: trigger::Scratch::default(),
        }
    }
}

/// The components of a table.
#[derive(QueryData)]
#[query_data(mutable)]
struct TableData<R: Rules> {
    entity: Entity,
    table: &'static mut Table,
    seats: &'static mut Seats,
    unsettled: &'static mut Unsettled,
    stack: &'static mut Stack<R>,
    decision: &'static mut Decision<R>,
    streams: &'static mut Streams,
    roster: &'static Roster,
}

/// The tables of a World, their columns, and what resolves them.
type Tables<'w, 's, R, F = ()> = (
    Query<'w, 's, (TableData<R>, <R as Layout>::Own), F>,
    StaticSystemParam<'w, 's, <R as Layout>::Columns>,
    ResMut<'w, Resolution<R>>,
    ResMut<'w, Lacking>,
    Local<'s, Scratch<R>>,
);

/// Plays every table until it waits for a choice that nobody here makes at once, ends, or needs more
/// room.
fn resolve<R: Rules>(tables: Tables<R>) {
    let (mut tables, mut columns, mut resolution, mut lacking, mut scratch) = tables;
    let mut slices = R::slices(&mut columns);
    for (mut data, mut own) in &mut tables {
        if data.table.status == Status::Waiting || data.table.is_busy() {
            let state = R::state(&mut slices, &mut own, data.roster);
            data.at(state).go_on(&mut resolution, &mut scratch, &mut lacking);
        }
    }
}

/// Plays one table, at rest or not, until it waits for a choice or ends.
pub fn play<R: Rules>(world: &mut World, table: Entity) {
    let mut busy = true;
    while busy {
        supply::<R>(world);
        visit::<R, false>(world, [table], |at, resolution, scratch, lacking| {
            at.run(resolution, scratch, lacking);
            busy = at.table.is_busy();
        });
    }
}

/// Moves one table as a tick does, at rest or not, whatever room it needs, and reads it then.
///
/// # Panics
/// If it is no table of this game.
pub fn go_on<R: Rules, T>(
    world: &mut World,
    table: Entity,
    read: impl FnOnce(&At<'_, R>) -> T,
) -> T {
    let mut read = Some(read);
    let mut done = None;
    while done.is_none() {
        supply::<R>(world);
        visit::<R, false>(world, [table], |at, resolution, scratch, lacking| {
            at.go_on(resolution, scratch, lacking);
            if !at.table.is_busy() {
                done = read.take().map(|read| read(at));
            }
        });
    }
    done.expect("it is busy until it was read")
}

/// Takes one table once through the stages, at rest or not.
pub fn step<R: Rules>(world: &mut World, table: Entity) {
    supply::<R>(world);
    visit::<R, false>(world, [table], |at, resolution, scratch, lacking| {
        if at.table.is_busy() {
            at.pass::<true>(resolution, scratch);
        }
        at.lacks_room(lacking);
    });
}

/// Works out the constant abilities of one table, at rest or not, and does nothing else.
pub fn work_out<R: Rules>(world: &mut World, table: Entity) {
    visit::<R, false>(world, [table], |at, resolution, _, _| {
        while !at.table.status.has_ended() && at.unsettled.constants {
            constant(at, resolution);
        }
    });
}

/// Reads one table, at rest or not.
///
/// # Panics
/// If it is no table of this game.
pub fn look<R: Rules, T>(
    world: &mut World,
    table: Entity,
    read: impl FnOnce(&At<'_, R>) -> T,
) -> T {
    change::<R, T>(world, table, |at| read(at))
}

/// Access to the tables of a World from outside of its schedule; nothing while somebody has it.
#[derive(Resource)]
struct Access<R: Rules>(Option<Box<SystemState<Tables<'static, 'static, R, Allow<Disabled>>>>>);

impl<R: Rules> Default for Access<R> {
    fn default() -> Self {
        Self(None)
    }
}

/// Changes one table, at rest or not, outside of its game.
///
/// # Panics
/// If it is no table of this game.
pub fn change<R: Rules, T>(
    world: &mut World,
    table: Entity,
    act: impl FnOnce(&mut At<'_, R>) -> T,
) -> T {
    let mut act = Some(act);
    let mut done = None;
    visit::<R, false>(world, [table], |at, _, _, _| done = act.take().map(|act| act(at)));
    done.expect("the table was changed")
}

/// Reads some tables, at rest or not, one after the other.
///
/// # Panics
/// If one is no table of this game.
pub fn look_each<R: Rules>(
    world: &mut World,
    tables: impl IntoIterator<Item = Entity>,
    mut read: impl FnMut(&At<'_, R>),
) {
    visit::<R, true>(world, tables, |at, _, _, _| read(at));
}

/// Does something to some tables, at rest or not, with what resolves them. `MANY` are met on a walk
/// over all, as far as they lie in this order: to find one alone costs more.
fn visit<R: Rules, const MANY: bool>(
    world: &mut World,
    tables: impl IntoIterator<Item = Entity>,
    mut act: impl FnMut(&mut At<'_, R>, &mut Resolution<R>, &mut Scratch<R>, &mut Lacking),
) {
    let access = world.resource_mut::<Access<R>>().0.take();
    let mut access = access.unwrap_or_else(|| Box::new(SystemState::new(world)));
    {
        let (mut all, mut columns, mut resolution, mut lacking, mut scratch) =
            access.get_mut(world).expect("a World of this game");
        let mut slices = R::slices(&mut columns);
        let mut tables = tables.into_iter().peekable();
        if MANY {
            for (mut data, mut own) in &mut all {
                if tables.next_if_eq(&data.entity).is_some() {
                    let state = R::state(&mut slices, &mut own, data.roster);
                    act(&mut data.at(state), &mut resolution, &mut scratch, &mut lacking);
                }
            }
        }
        for table in tables {
            let (mut data, mut own) = all.get_mut(table).expect("it is a table of this game");
            let state = R::state(&mut slices, &mut own, data.roster);
            act(&mut data.at(state), &mut resolution, &mut scratch, &mut lacking);
        }
    }
    world.resource_mut::<Access<R>>().0 = Some(access);
}

/// Gives more room to the tables that need it.
fn supply<R: Rules>(world: &mut World) {
    if world.resource::<Lacking>().0.is_empty() {
        return;
    }
    let mut lacking = core::mem::take(&mut world.resource_mut::<Lacking>().0);
    for table in lacking.drain(..) {
        R::supply(world, table);
    }
    // The memory is kept.
    world.resource_mut::<Lacking>().0 = lacking;
}

impl<R: Rules> TableDataItem<'_, '_, R> {
    fn at<'t>(&'t mut self, state: R::State<'t>) -> At<'t, R> {
        // Nobody watches for changes; facts tell of them.
        At {
            entity: self.entity,
            table: self.table.bypass_change_detection(),
            seats: self.seats.bypass_change_detection(),
            unsettled: self.unsettled.bypass_change_detection(),
            stack: self.stack.bypass_change_detection(),
            decision: self.decision.bypass_change_detection(),
            streams: self.streams.bypass_change_detection(),
            facts: Vec::new(),
            state,
        }
    }
}

impl<R: Rules> At<'_, R> {
    /// A game begins whose random numbers are up to a seed and its number: nothing of an earlier
    /// one is left but what the game itself keeps, and nothing is on the stack yet.
    pub fn deal(&mut self, seats: Seats, (seed, game): (u64, u64)) {
        self.table.deal(game);
        *self.seats = seats;
        *self.streams = Streams::new(seed, game);
        *self.unsettled = Unsettled::ALL;
        self.stack.clear();
        self.decision.clear();
    }

    /// Ends the game: nothing is left on the stack, and nobody is asked.
    pub fn end(&mut self) {
        self.table.status = Status::Over;
        self.stack.clear();
        self.decision.clear();
    }

    /// Plays on: if the table waits, for as long as somebody here answers.
    #[inline]
    fn go_on(
        &mut self,
        resolution: &mut Resolution<R>,
        scratch: &mut Scratch<R>,
        lacking: &mut Lacking,
    ) {
        let waits = |at: &Self| at.table.status == Status::Waiting;
        let mut goes_on = match self.table.status {
            Status::Waiting => resolution.has_answered(self, false),
            _ => self.table.is_busy(),
        };
        while goes_on {
            self.run(resolution, scratch, lacking);
            goes_on = waits(self) && resolution.has_answered(self, true);
        }
    }

    /// Plays until the table waits for a choice, ends, or needs more room.
    fn run(
        &mut self,
        resolution: &mut Resolution<R>,
        scratch: &mut Scratch<R>,
        lacking: &mut Lacking,
    ) {
        core::mem::swap(&mut self.facts, &mut scratch.facts);
        while self.table.is_busy() {
            if resolution.is_watched() {
                self.pass::<true>(resolution, scratch);
            } else {
                self.pass::<false>(resolution, scratch);
            }
            if self.lacks_room(lacking) {
                break;
            }
        }
        // Facts that nobody has heard are no other table's.
        self.facts.clear();
        core::mem::swap(&mut self.facts, &mut scratch.facts);
    }

    fn lacks_room(&mut self, lacking: &mut Lacking) -> bool {
        let lacks = core::mem::take(&mut self.unsettled.room) && R::lacks_room(&mut self.state);
        if lacks {
            lacking.0.push(self.entity);
        }
        lacks
    }

    /// Consequences wait until constant abilities are stable.
    #[inline(never)]
    fn settle(&mut self) {
        let state = &self.state;
        self.stack.forget(|ability| R::is_idle(state, ability));
        if self.unsettled.consequences && !self.unsettled.constants {
            self.unsettled.consequences = false;
            R::settle(self);
        }
    }

    /// Runs the stages that follow a commit, from `Constant` to `Settle`.
    #[inline(always)]
    pub(crate) fn follow<const WATCHED: bool>(
        &mut self,
        resolution: &mut Resolution<R>,
        heard: &mut trigger::Scratch<R>,
    ) {
        if self.unsettled.constants {
            constant(self, resolution);
        }
        // What happened is heard by what it has made of the table, all rounds through.
        while !self.facts.is_empty() && self.unsettled.constants {
            constant(self, resolution);
        }
        resolution.run::<WATCHED>(Stage::Constant, self);
        if !self.facts.is_empty() {
            trigger(self, heard);
        }
        resolution.run::<WATCHED>(Stage::Trigger, self);
        if self.table.is_busy() && (self.unsettled.consequences || self.stack.waiting.len() > 1) {
            self.settle();
        }
        resolution.run::<WATCHED>(Stage::Settle, self);
    }

    /// Enumerates the options of the decision that opened.
    #[inline(never)]
    fn offer(&mut self) {
        R::offer(&self.state, self.stack, self.decision);
        bound(self.table, self.stack);
    }

    /// One pass through the stages, each a function of its own so that profiles show it (the
    /// benchmark `instructions`). A stage that has nothing to do is passed over; in most Worlds no
    /// rules were added behind any.
    fn pass<const WATCHED: bool>(
        &mut self,
        resolution: &mut Resolution<R>,
        scratch: &mut Scratch<R>,
    ) {
        resolution.run::<WATCHED>(Stage::Answer, self);
        advance::<R, WATCHED>(self, resolution, &mut scratch.out, &mut scratch.trigger);
        resolution.run::<WATCHED>(Stage::Advance, self);
        // What has taken room is followed by a look for more before anything else is committed.
        let ready = self.table.is_busy() && !self.unsettled.room;
        if ready && matches!(self.stack.entries.last(), Some(Entry::Group(_))) {
            replace(self, &mut scratch.replace);
            resolution.run::<WATCHED>(Stage::Replace, self);
            if self.table.is_busy() {
                commit(self);
            }
        }
        resolution.run::<WATCHED>(Stage::Commit, self);
        self.follow::<WATCHED>(resolution, &mut scratch.trigger);
        let window = matches!(self.stack.entries.last(), Some(Entry::Window(_) | Entry::Rounds(_)));
        if window && self.table.is_busy() && !self.unsettled.constants {
            let Self { state, stack, .. } = self;
            let alike = |one: &Waiting, other: &Waiting| R::are_alike(state, one, other);
            order(self.table, self.seats, stack, self.decision, alike);
        }
        resolution.run::<WATCHED>(Stage::Order, self);
        let asks = self.decision.state == State::Opened && self.decision.options.is_empty();
        if self.table.is_busy() && asks {
            self.offer();
        }
        resolution.run::<WATCHED>(Stage::Offer, self);
        if self.table.is_busy() {
            present(self.table, self.decision);
        }
    }
}

/// Adds the resolution of a game to the schedule of a tick, and the components of its tables.
pub fn add<R: Rules>(app: &mut App) {
    app.init_resource::<Lacking>()
        .init_resource::<Resolution<R>>()
        .init_resource::<Access<R>>()
        .add_systems(Tick, supply::<R>.in_set(TickSystems::Supply))
        .add_systems(Tick, resolve::<R>.in_set(TickSystems::Resolve));
    let world = app.world_mut();
    Registry::tables::<R>(world);
    R::register(world);
    R::add_rules(&mut world.resource_mut::<Resolution<R>>());
}

/// A game: its rules, its cards, and the components of its tables, by the schedule of a tick.
pub struct RulesPlugin<R: Rules> {
    /// The cards of the game.
    pub catalogue: R::Catalogue,
}

impl<R: Rules> Plugin for RulesPlugin<R> {
    fn build(&self, app: &mut App) {
        app.add_plugins(TickPlugin).insert_resource(self.catalogue.clone());
        R::resolve(app);
    }
}

impl Batch {
    /// A World with so many tables of a game, and what `more` adds to it.
    #[must_use]
    pub fn of<R: Rules>(catalogue: &R::Catalogue, tables: usize, more: impl Plugin) -> Self {
        let game = RulesPlugin::<R> { catalogue: catalogue.clone() };
        let mut batch = Self::new(move |app: &mut App| {
            game.build(app);
            more.build(app);
        });
        for _ in 0..tables {
            batch.add(R::spawn);
        }
        batch
    }
}
