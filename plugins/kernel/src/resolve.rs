//! The resolution: what happens on a table between two decisions, stage after stage.
//!
//! One bevy system takes the columns of a World once and plays table after table until it waits
//! for a choice. All that a table needs for it, [`At`], is then near; and a World of one table
//! costs no more than its share of a World of many.

use core::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::{Allow, QueryData};
use bevy_ecs::system::{StaticSystemParam, SystemState};

use crate::advance::{Out, advance};
use crate::batch::Roster;
use crate::commit::commit;
use crate::constant::{LAYERS, Layer, Round, Unsettled, constant};
use crate::decision::{Decision, State, present};
use crate::order::{bound, order};
use crate::replacement::{self, replace};
use crate::rules::Rules;
use crate::schedule::{Tick, TickSystems};
use crate::stack::{Entry, Stack};
use crate::streams::Streams;
use crate::table::{Seats, Status, Table};
use crate::trigger::trigger;
use crate::window::Waiting;

/// The stages of a resolution, in order. Rules of a game that are no part of the kernel's own
/// loops, and whoever watches, are added behind one of them ([`Resolution::add`]).
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

/// How many stages there are.
const STAGES: usize = 9;

/// A rule, or somebody who watches, as a system over one table.
pub type Rule<R> = Box<dyn for<'t> FnMut(&mut At<'t, R>) + Send + Sync>;

/// A rule of a layer of constant abilities, as a system over one table.
pub type LayerRule<R> =
    Box<dyn for<'t> FnMut(&mut <R as Rules>::State<'t>, &mut Round) + Send + Sync>;

/// The rules that were added to the stages, each in the order in which they were.
#[derive(Resource)]
pub struct Resolution<R: Rules> {
    added: [Vec<Rule<R>>; STAGES],
    /// Whether any was: most Worlds have none.
    any: bool,
    layers: [Vec<LayerRule<R>>; LAYERS],
}

impl<R: Rules> Default for Resolution<R> {
    fn default() -> Self {
        Self {
            added: [const { Vec::new() }; STAGES],
            any: false,
            layers: [const { Vec::new() }; LAYERS],
        }
    }
}

impl<R: Rules> Resolution<R> {
    /// Adds a rule behind what is in a stage already. It runs at its place whether the stage found
    /// anything to do or not.
    pub fn add(
        &mut self,
        stage: Stage,
        rule: impl FnMut(&mut At<'_, R>) + Send + Sync + 'static,
    ) -> &mut Self {
        self.any = true;
        self.added[stage as usize].push(Box::new(rule));
        self
    }

    /// Adds a rule to a layer of the `Constant` stage, behind what is in it already.
    pub fn add_layer(
        &mut self,
        layer: Layer,
        rule: impl FnMut(&mut R::State<'_>, &mut Round) + Send + Sync + 'static,
    ) -> &mut Self {
        self.layers[layer as usize].push(Box::new(rule));
        self
    }

    pub(crate) fn work_out(&mut self, state: &mut R::State<'_>, round: &mut Round) {
        for rule in self.layers.iter_mut().flatten() {
            rule(state, round);
        }
    }

    fn run(&mut self, stage: Stage, at: &mut At<'_, R>) {
        if self.any {
            for rule in &mut self.added[stage as usize] {
                rule(at);
            }
        }
    }
}

/// A table with all that is its own, while its rules run.
pub struct At<'t, R: Rules> {
    /// Its entity.
    pub entity: Entity,
    /// Status and counters.
    pub table: &'t mut Table,
    /// The players.
    pub seats: &'t mut Seats,
    /// What the stages must still look at.
    pub unsettled: &'t mut Unsettled,
    /// What is unresolved.
    pub stack: &'t mut Stack<R>,
    /// What is asked.
    pub decision: &'t mut Decision<R>,
    /// Random numbers.
    pub streams: &'t mut Streams,
    /// What has just been committed: from `Commit` to `Trigger`.
    pub facts: Vec<R::Fact>,
    /// The game's own.
    pub state: R::State<'t>,
}

/// Lists that keep their memory from one table to the next; empty in between.
struct Scratch<R: Rules> {
    out: Out<R>,
    replacement: replacement::Scratch<R>,
    facts: Vec<R::Fact>,
    due: Vec<Waiting>,
    next: Vec<Entry<R::Locals>>,
}

impl<R: Rules> Default for Scratch<R> {
    fn default() -> Self {
        Self {
            out: Out::default(),
            replacement: replacement::Scratch::default(),
            facts: Vec::new(),
            due: Vec::new(),
            next: Vec::new(),
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

/// The tables of a World and their columns.
type Tables<'w, 's, R, F = ()> = (
    Query<'w, 's, (TableData<R>, <R as Rules>::Own), F>,
    StaticSystemParam<'w, 's, <R as Rules>::Columns>,
);

/// Plays every busy table until it waits for a choice, ends, or needs more room.
fn resolve<R: Rules>(
    tables: Tables<R>,
    mut resolution: ResMut<Resolution<R>>,
    mut scratch: Local<Scratch<R>>,
) {
    let (mut tables, mut columns) = tables;
    let Some(mut slices) = R::slices(&mut columns) else { return };
    for (mut data, mut own) in &mut tables {
        if data.table.is_busy() {
            let state = R::state(&mut slices, &mut own, data.entity, data.roster);
            let mut at = data.at(core::mem::take(&mut scratch.facts), state);
            while at.table.is_busy() {
                at.pass(&mut resolution, &mut scratch);
                if R::lacks_room(&mut at.state) {
                    break;
                }
            }
            // Facts that nobody has heard are no other table's.
            at.facts.clear();
            scratch.facts = at.facts;
        }
    }
}

/// Takes one table once through the stages, at rest or not.
pub fn step<R: Rules>(world: &mut World, table: Entity) {
    with::<R>(world, table, |at, resolution, scratch| {
        if at.table.is_busy() {
            at.pass(resolution, scratch);
            R::lacks_room(&mut at.state);
        }
    });
}

/// Works out the constant abilities of one table, at rest or not, and does nothing else.
pub fn work_out<R: Rules>(world: &mut World, table: Entity) {
    with::<R>(world, table, |at, resolution, _| {
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
    let mut found = None;
    with::<R>(world, table, |at, _, _| found = Some(read(at)));
    found.expect("it is a table of this game")
}

fn with<R: Rules>(
    world: &mut World,
    table: Entity,
    act: impl FnOnce(&mut At<'_, R>, &mut Resolution<R>, &mut Scratch<R>),
) {
    let mut read = SystemState::<Tables<R, Allow<Disabled>>>::new(world);
    world.resource_scope(|world, mut resolution: Mut<Resolution<R>>| {
        let (mut tables, mut columns) = read.get_mut(world).expect("a World of this game");
        let Some(mut slices) = R::slices(&mut columns) else { return };
        let Ok((mut data, mut own)) = tables.get_mut(table) else { return };
        let state = R::state(&mut slices, &mut own, data.entity, data.roster);
        let mut at = data.at(Vec::new(), state);
        act(&mut at, &mut resolution, &mut Scratch::default());
    });
}

impl<R: Rules> TableDataItem<'_, '_, R> {
    fn at<'t>(&'t mut self, facts: Vec<R::Fact>, state: R::State<'t>) -> At<'t, R> {
        At {
            entity: self.entity,
            table: &mut self.table,
            seats: &mut self.seats,
            unsettled: &mut self.unsettled,
            stack: &mut self.stack,
            decision: &mut self.decision,
            streams: &mut self.streams,
            facts,
            state,
        }
    }
}

impl<R: Rules> At<'_, R> {
    /// The game is over.
    pub fn end(&mut self) {
        self.table.status = Status::Over;
        self.stack.clear();
        self.decision.clear();
    }

    /// Consequences wait until constant abilities are stable.
    fn settle(&mut self) {
        if self.stack.waiting.len() > 1 {
            let state = &self.state;
            self.stack.forget(|ability| R::is_idle(state, ability));
        }
        if self.unsettled.consequences && !self.unsettled.constants {
            self.unsettled.consequences = false;
            R::settle(self);
        }
    }

    /// One pass through the stages. A stage that has nothing to do is passed over.
    fn pass(&mut self, resolution: &mut Resolution<R>, scratch: &mut Scratch<R>) {
        resolution.run(Stage::Answer, self);
        advance(self, &mut scratch.out);
        resolution.run(Stage::Advance, self);
        if self.table.is_busy() && matches!(self.stack.entries.last(), Some(Entry::Group(_))) {
            replace(self, &mut scratch.replacement);
            resolution.run(Stage::Replace, self);
            if self.table.is_busy() {
                commit(self);
            }
        }
        resolution.run(Stage::Commit, self);
        if self.unsettled.constants {
            constant(self, resolution);
        }
        resolution.run(Stage::Constant, self);
        if !self.facts.is_empty() {
            trigger(self, &mut scratch.due, &mut scratch.next);
        }
        resolution.run(Stage::Trigger, self);
        if self.table.is_busy() {
            self.settle();
        }
        resolution.run(Stage::Settle, self);
        if self.table.is_busy() && !self.unsettled.constants {
            order(self.table, self.seats, self.stack, self.decision);
        }
        resolution.run(Stage::Order, self);
        let asks = self.decision.state == State::Opened && self.decision.options.is_empty();
        if self.table.is_busy() && asks {
            R::offer(&self.state, self.stack, self.decision);
            bound(self.table, self.stack);
        }
        resolution.run(Stage::Offer, self);
        if self.table.is_busy() {
            present(self.table, self.decision);
        }
    }
}

/// Plays by the rules of a game: adds the resolution to the schedule of a tick.
pub struct RulesPlugin<R>(PhantomData<fn() -> R>);

impl<R> Default for RulesPlugin<R> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<R: Rules> Plugin for RulesPlugin<R> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Resolution<R>>()
            .add_systems(Tick, resolve::<R>.in_set(TickSystems::Resolve));
    }
}
