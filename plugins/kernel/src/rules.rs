//! The rules of a game for the kernel: its state, the work of each stage of the resolution on it,
//! and the arguments that these hooks are given.

use bevy_ecs::prelude::*;

use crate::card::Seat;
use crate::decision::Decision;
use crate::layout::Layout;
use crate::replacement::{Meetings, Picker, ReplacementOf, Substitution};
use crate::rounds::Rounds;
use crate::schedule::{LAYERS, Layer, Round, STAGES, Stage};
use crate::stack::{Entry, Frame, Stack};
use crate::streams::Streams;
use crate::table::{Fault, Seats, Table, Unsettled};
use crate::window::{Depth, Policy, Waiting};

/// The rules of a game. [`RulesPlugin`](crate::resolve::RulesPlugin) plays by them.
pub trait Rules: Layout {
    /// A fact: a change that was committed, on its way to what hears of it.
    type Fact: Send + Sync + 'static;
    /// A change beside the game proper, such as whose turn it is, that no rule watches or
    /// replaces: an instruction makes it at once.
    type Note: Copy + Send + Sync + 'static;

    /// Adds the rules of layers, and of stages that the kernel's own loops do not cover.
    fn add_rules(_resolution: &mut Resolution<Self>) {}

    /// The policy by which abilities that wait at the same time are ordered.
    fn policy(scene: Self::Scene<'_>) -> Policy;

    /// The player who leads the windows now: the active player, or the first player.
    fn lead(scene: Self::Scene<'_>) -> Seat;

    /// Runs the instruction at which the program on top stands.
    fn instruction(run: Run<'_, Self>) -> Flow;

    /// Makes a change that no rule watches.
    fn note(_state: &mut Self::State<'_>, _unsettled: &mut Unsettled, _note: Self::Note) {}

    /// Returns `true` if the abilities that a program has set off are resolved before its next
    /// instruction.
    fn drains(_frame: &Frame<Self::Locals>) -> bool {
        false
    }

    /// The depth of something that triggers now, in actions within abilities.
    fn depth(_stack: &Stack<Self>) -> Depth {
        Depth::default()
    }

    /// `true` where programs that begin are told to [`Rules::enters`]; `false` spares the calls.
    const ENTERS: bool = true;

    /// `true` where windows can be held over a group ([`Rules::holds`]); with `false`, what nothing
    /// replaces is committed at once.
    const HOLDS: bool = true;

    /// A program that begins by an instruction: says whether, and from where, it collects.
    fn enters(_stack: &Stack<Self>, _frame: &mut Frame<Self::Locals>) {}

    /// The window, by number, that is held over a group before it is committed; none, if all of
    /// them have closed.
    fn holds(
        _state: &mut Self::State<'_>,
        _events: &mut [Self::Proposal],
        _number: u8,
    ) -> Option<Rounds<Self::Locals>> {
        None
    }

    /// Returns `false` for a proposal that no replacement effect can meet; then none is looked for.
    fn is_replaceable(_state: &Self::State<'_>, _what: &Self::Proposal) -> bool {
        false
    }

    /// The player who is affected by a proposal, or controls what is.
    fn affected(scene: Self::Scene<'_>, _what: &Self::Proposal) -> Seat {
        Self::lead(scene)
    }

    /// The number of replacement effects that can apply to one event: one, or a chain of them.
    fn substitution(_scene: Self::Scene<'_>) -> Substitution {
        Substitution::Single
    }

    /// The player who says in what order replacement effects apply.
    fn picker(_scene: Self::Scene<'_>) -> Picker {
        Picker::Controller
    }

    /// Finds the replacement effects that fit a proposal as it is now, and have not met it.
    fn fitting(
        _state: &Self::State<'_>,
        _event: &mut Pending<'_, Self>,
        _fitting: &mut Vec<ReplacementOf<Self>>,
    ) {
    }

    /// Returns `true` if it makes no difference which of two replacement effects applies; then
    /// nobody picks.
    fn is_alike(one: &ReplacementOf<Self>, other: &ReplacementOf<Self>) -> bool {
        (one.id, one.source) == (other.id, other.source)
    }

    /// A replacement effect of those that fit, by number, as an option.
    fn instead(_fitting: &[ReplacementOf<Self>], _number: usize) -> Self::Choice {
        Self::Choice::default()
    }

    /// A replacement effect applies: the event changes, or another one is added, or a program
    /// begins, which takes its place.
    fn substitute(
        _state: &Self::State<'_>,
        _event: &mut Pending<'_, Self>,
        _replacement: &ReplacementOf<Self>,
    ) -> Option<Frame<Self::Locals>> {
        None
    }

    /// Works out constant abilities once, ahead of the rules that were added to layers: a game that
    /// lists its layers here pays for no call by pointer.
    #[inline]
    fn work_out(_state: &mut Self::State<'_>, _round: &mut Round) {}

    /// Changes the state as proposed and says by facts what happened. Returns whether anything
    /// did.
    fn commit(
        state: &mut Self::State<'_>,
        change: &mut Change<'_, Self>,
        what: Self::Proposal,
    ) -> bool;

    /// A group is about to be committed.
    fn begins_commit(_state: &mut Self::State<'_>) {}

    /// A group has been committed, or there was none, or what began has been cancelled: the program
    /// that proposed or began it learns what came of it.
    fn returned(_locals: &mut Self::Locals, _outcome: Outcome) {}

    /// The `Trigger` stage: a fact meets triggered abilities and delayed effects.
    fn trigger(state: &Self::State<'_>, fact: &Self::Fact, heard: &mut Heard<'_, Self>);

    /// Returns `true` for an ability that waits and can do nothing any more, so that nobody is
    /// asked to order it.
    fn is_idle(_state: &Self::State<'_>, _ability: &Waiting) -> bool {
        false
    }

    /// Returns `true` for two abilities that wait and that nothing tells apart: they are one
    /// option. By default they are copies of one ability with one source and subject.
    fn are_alike(_state: &Self::State<'_>, one: &Waiting, other: &Waiting) -> bool {
        one == other
    }

    /// The `Settle` stage: consequences without an instruction. They are proposed, a program
    /// begins, or the game ends.
    fn settle(at: &mut At<'_, Self>);

    /// The `Offer` stage: every legal option of the decision that opened.
    fn offer(state: &Self::State<'_>, stack: &mut Stack<Self>, decision: &mut Decision<Self>);

    /// Room was taken: whether the table must be given more before it goes on.
    fn lacks_room(_state: &mut Self::State<'_>) -> bool {
        false
    }

    /// Gives a table more room, in whatever it lacks.
    fn supply(_world: &mut World, _table: Entity) {}
}

/// A rule, or somebody who watches, as a system over one table.
pub type Rule<R> = Box<dyn for<'t> FnMut(&mut At<'t, R>) + Send + Sync>;

/// Somebody who answers at once on a table that waits for a choice; returns `true` after an answer.
/// The flag says that somebody has answered there in this tick already.
pub type Answer<R> = Box<dyn for<'t> FnMut(&mut At<'t, R>, bool) -> bool + Send + Sync>;

/// A rule of a layer of constant abilities, as a system over one table.
pub type LayerRule<R> =
    Box<dyn for<'t> FnMut(&mut <R as Layout>::State<'t>, &mut Round) + Send + Sync>;

/// The rules that were added to the stages, each in the order in which they were.
#[derive(Resource)]
pub struct Resolution<R: Rules> {
    added: [Vec<Rule<R>>; STAGES],
    /// `true` as soon as any rule was added behind a stage; most Worlds have none.
    any: bool,
    layers: [Vec<LayerRule<R>>; LAYERS],
    answers: Vec<Answer<R>>,
}

impl<R: Rules> Default for Resolution<R> {
    fn default() -> Self {
        Self {
            added: [const { Vec::new() }; STAGES],
            any: false,
            layers: [const { Vec::new() }; LAYERS],
            answers: Vec::new(),
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

    /// Adds somebody who answers at once: on a table that waits when a tick begins, and on one that
    /// they have brought to wait again. Of several who would answer, the first that was added does.
    pub fn add_answer(
        &mut self,
        answer: impl FnMut(&mut At<'_, R>, bool) -> bool + Send + Sync + 'static,
    ) -> &mut Self {
        self.answers.push(Box::new(answer));
        self
    }

    /// Lets those who answer at once do so on a table that waits, `again` after the first time in a
    /// tick. Returns `true` after an answer.
    pub(crate) fn has_answered(&mut self, at: &mut At<'_, R>, again: bool) -> bool {
        self.answers.iter_mut().any(|answer| answer(at, again))
    }

    pub(crate) fn work_out(&mut self, state: &mut R::State<'_>, round: &mut Round) {
        for rule in self.layers.iter_mut().flatten() {
            rule(state, round);
            if round.idle {
                break;
            }
        }
    }

    /// Returns `true` if any rule was added behind a stage: then every group takes the long road.
    pub(crate) const fn is_watched(&self) -> bool {
        self.any
    }

    #[inline]
    pub(crate) fn run<const WATCHED: bool>(&mut self, stage: Stage, at: &mut At<'_, R>) {
        if WATCHED {
            for rule in &mut self.added[stage as usize] {
                rule(at);
            }
        }
    }
}

/// A table with all that is its own, while its rules run.
pub struct At<'t, R: Rules> {
    /// The table's entity in its World.
    pub entity: Entity,
    /// The status and the counters of the table.
    pub table: &'t mut Table,
    /// The number of players and the one who leads the windows.
    pub seats: &'t mut Seats,
    /// The work that the stages have still to look at.
    pub unsettled: &'t mut Unsettled,
    /// All that is unresolved, the innermost on top.
    pub stack: &'t mut Stack<R>,
    /// The question that stands, if one does, and its answer.
    pub decision: &'t mut Decision<R>,
    /// The random numbers of the game.
    pub streams: &'t mut Streams,
    /// The facts of what has just been committed, from `Commit` to `Trigger`.
    pub facts: Vec<R::Fact>,
    /// The state that is the game's own: boards, cards, effects.
    pub state: R::State<'t>,
}

/// The outcome of an instruction: the place where its program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Go on with the next one, when what this one began has ended.
    Next,
    /// As `Next`; one that proposed and began nothing has done nothing. The commit says what came
    /// of a proposal.
    Then,
    /// The program goes on at this instruction.
    Jump(u16),
    /// The abilities that the program has collected are resolved, then the next instruction
    /// follows.
    Drain,
    /// The same instruction again, when what it began has ended.
    Again,
    /// The program ends, once all that it has collected is resolved.
    End,
    /// The program ends without having done anything: it counts as not used, and the program that
    /// began it learns of it.
    Cancelled,
}

impl Flow {
    /// The instruction at which a program stands afterwards that was at `at`, if the program goes
    /// on by itself.
    #[inline(always)]
    pub(crate) const fn stays(self, at: u16) -> Option<u16> {
        match self {
            Self::Next | Self::Then => Some(at + 1),
            Self::Jump(to) => Some(to),
            Self::Again => Some(at),
            Self::Drain | Self::End | Self::Cancelled => None,
        }
    }
}

/// The requests of an instruction, or of what takes the place of a proposal.
pub struct Out<R: Rules> {
    /// Changes that are proposed together, as one group.
    pub proposals: Vec<R::Proposal>,
    /// A question; the same instruction takes the answer.
    pub ask: Option<(Seat, R::Prompt)>,
    /// Programs that begin above this one, the first one on top.
    pub frames: Vec<Frame<R::Locals>>,
    /// Abilities that wait from now on.
    pub waiting: Vec<Waiting>,
    /// A change that no rule watches.
    pub note: Option<R::Note>,
    /// The fault for which the table is to be set aside.
    pub fault: Option<Fault>,
}

impl<R: Rules> Default for Out<R> {
    fn default() -> Self {
        Self {
            proposals: Vec::new(),
            ask: None,
            frames: Vec::new(),
            waiting: Vec::new(),
            note: None,
            fault: None,
        }
    }
}

impl<R: Rules> Out<R> {
    /// Returns `true` if nothing is asked for, neither a change nor an answer.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.proposals.is_empty()
            && self.frames.is_empty()
            && self.waiting.is_empty()
            && self.ask.is_none()
            && self.note.is_none()
            && self.fault.is_none()
    }

    /// Asks for nothing any more, keeping the memory.
    pub fn clear(&mut self) {
        let Self { proposals, ask, frames, waiting, note, fault } = self;
        proposals.clear();
        frames.clear();
        waiting.clear();
        (*ask, *note, *fault) = (None, None, None);
    }
}

/// A program at one of its instructions.
pub struct Run<'r, R: Rules> {
    /// The table, to read.
    pub scene: R::Scene<'r>,
    /// The program that runs, with its memory.
    pub frame: &'r mut Frame<R::Locals>,
    /// The random numbers of the game.
    pub streams: &'r mut Streams,
    /// The list of requests to which the instruction adds its own.
    pub out: &'r mut Out<R>,
    /// The place in the table's list of waiting abilities from which on new ones would be
    /// collected.
    pub collection: u16,
    /// The program has collected abilities that wait.
    pub collected: bool,
    /// The answer to what this instruction asked.
    pub answer: Option<R::Choice>,
}

/// A proposal of the group on top that meets replacement effects.
pub struct Pending<'e, R: Rules> {
    /// All proposals of the table, those of the group last. What happens instead is added.
    pub proposals: &'e mut Vec<R::Proposal>,
    /// The place of the proposal in `proposals`.
    pub index: usize,
    /// The program that proposed it; none, if it is a consequence.
    pub from: Option<&'e Frame<R::Locals>>,
    /// The random numbers of the game.
    pub streams: &'e mut Streams,
    /// Room for what happens instead to be worked out in, as instructions do.
    pub out: &'e mut Out<R>,
    pub(crate) meetings: &'e Meetings<R::ReplacementId>,
}

impl<R: Rules> Pending<'_, R> {
    /// The proposal as it is now, after the replacements that have met it.
    #[must_use]
    pub fn what(&self) -> R::Proposal {
        self.proposals[self.index]
    }

    /// The proposal, to be changed.
    pub fn what_mut(&mut self) -> &mut R::Proposal {
        &mut self.proposals[self.index]
    }

    /// Tells whether the proposal, or the one it came of, has met a replacement.
    #[must_use]
    pub fn has_met(&self, replacement: &ReplacementOf<R>) -> bool {
        self.meetings.includes(self.index, replacement)
    }
}

/// The outcome of the proposals of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// `true` if anything happened.
    pub did: bool,
    /// A number the commit returned, such as of hits.
    pub number: Option<i16>,
}

/// The means of a commit beside the state: random numbers, facts, and the proposals below.
pub struct Change<'c, R: Rules> {
    /// The program that proposed, or under which a consequence follows; `None` on an empty stack.
    pub running: Option<&'c Frame<R::Locals>>,
    /// The random numbers of the game, such as for shuffles.
    pub streams: &'c mut Streams,
    /// The work that must be looked at again; [`Change::happened`] marks it.
    pub unsettled: &'c mut Unsettled,
    /// The facts of this commit so far, in order.
    pub facts: &'c mut Vec<R::Fact>,
    /// The proposals of the groups below, the uppermost last: what is about to happen.
    pub below: &'c mut [R::Proposal],
    /// A number for the program that proposed.
    pub number: Option<i16>,
    /// The fault for which the table is to be set aside.
    pub fault: Option<Fault>,
}

/// The consequences of a fact, to be filled in: abilities that trigger, effects that are due,
/// programs, windows.
pub struct Heard<'h, R: Rules> {
    pub(crate) stack: &'h mut Stack<R>,
    pub(crate) due: &'h mut Vec<Waiting>,
    pub(crate) next: &'h mut Vec<Entry<R::Locals>>,
}

impl<R: Rules> Heard<'_, R> {
    /// The abilities that wait, the innermost collection last: triggered abilities are added there.
    pub const fn waiting(&mut self) -> &mut Vec<Waiting> {
        &mut self.stack.waiting
    }

    /// A delayed effect resolves next of all.
    pub fn is_due(&mut self, effect: Waiting) {
        self.due.push(effect);
    }

    /// A program begins at once. What begins first, of all facts of a commit, ends first.
    pub fn begins(&mut self, program: Frame<R::Locals>) {
        self.next.push(Entry::Frame(program));
    }

    /// A window opens that goes round the players. What opens first closes first.
    pub fn go_round(&mut self, rounds: Rounds<R::Locals>) {
        self.next.push(Entry::Rounds(Box::new(rounds)));
    }
}
