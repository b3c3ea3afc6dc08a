//! The stack: all that a table has still to resolve.

use core::fmt;
use core::hash::Hash;

use bevy_ecs::prelude::*;
use serde::{Deserialize, Serialize};

use crate::card::{Ref, Seat, Slot};
use crate::game::Game;
use crate::replacement::Meetings;
use crate::rounds::Rounds;
use crate::window::{Depth, Policy, Waiting, Window};

/// A program in execution. It suspends at a decision.
#[derive(Clone, Debug, Hash, Serialize, Deserialize)]
pub struct Frame<L> {
    /// The number of the program, as the game counts them.
    pub program: u16,
    /// The number of the next instruction, from 0.
    pub at: u16,
    /// The player who resolves it.
    pub seat: Seat,
    /// The card that the program comes from; [`Ref::NONE`] if it comes from none.
    pub source: Ref,
    /// The card or other object to which the event happened that began it; [`Ref::NONE`] if there
    /// was none.
    pub subject: Ref,
    /// The place in the table's list of waiting abilities where its own collection begins; `None`
    /// if it does not collect.
    pub collects: Option<u16>,
    /// The memory that the game keeps with it.
    pub locals: L,
}

/// A program of a game in execution.
pub type FrameOf<G> = Frame<<G as Game>::Locals>;

impl<L> Frame<L> {
    /// A program at its first instruction, of no card.
    #[must_use]
    pub const fn new(program: u16, seat: Seat, locals: L) -> Self {
        let (source, subject) = (Ref::NONE, Ref::NONE);
        Self { program, at: 0, seat, source, subject, collects: None, locals }
    }
}

/// The progress of a group towards its commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Stage {
    /// Replacement effects have still to meet it.
    Proposed,
    /// It commits in this tick.
    Ready,
    /// The game has opened that many windows over it before it commits; it is on top again when
    /// the last of them has closed.
    Held(u8),
}

/// Proposals that are simultaneous: those from `base` to the end of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Group {
    /// The place in the table's list where its proposals begin. They end where those of the
    /// group above begin, or with the list.
    pub base: u16,
    /// Its progress towards the commit.
    pub stage: Stage,
    /// The place in the table's list of the proposal that meets its replacements next.
    pub meeting: u16,
    /// Pushed by the `Settle` stage, not by an instruction.
    pub settled: bool,
}

/// An entry of the stack.
#[derive(Clone, Debug, Hash, Serialize, Deserialize)]
pub enum Entry<L> {
    /// A program in execution.
    Frame(Frame<L>),
    /// Proposals that are made at once.
    Group(Group),
    /// Abilities that wait to be ordered.
    Window(Window),
    /// A window that goes round the players.
    Rounds(Box<Rounds<L>>),
}

/// The innermost program of some entries, whatever lies above it.
pub(crate) fn running<L>(entries: &[Entry<L>]) -> Option<&Frame<L>> {
    entries.iter().rev().find_map(|entry| match entry {
        Entry::Frame(frame) => Some(frame),
        _ => None,
    })
}

/// The stack of a table. A tick works on the top entry only.
#[derive(Component, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Stack<G: Game> {
    /// The entries, the top one last.
    pub entries: Vec<Entry<G::Locals>>,
    /// The proposals of all groups, the top group's last.
    pub proposals: Vec<G::Proposal>,
    /// The replacements that the proposals of the top group have met.
    pub meetings: Meetings<G::ReplacementId>,
    /// The abilities that wait, the innermost collection last.
    pub waiting: Vec<Waiting>,
}

impl<G: Game> Default for Stack<G> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            proposals: Vec::new(),
            meetings: Meetings::default(),
            waiting: Vec::new(),
        }
    }
}

impl<G: Game> Clone for Stack<G> {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            proposals: self.proposals.clone(),
            meetings: self.meetings.clone(),
            waiting: self.waiting.clone(),
        }
    }
    fn clone_from(&mut self, source: &Self) {
        self.entries.clone_from(&source.entries);
        self.proposals.clone_from(&source.proposals);
        self.meetings.clone_from(&source.meetings);
        self.waiting.clone_from(&source.waiting);
    }
}

impl<G: Game> fmt::Debug for Stack<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stack")
            .field("entries", &self.entries)
            .field("proposals", &self.proposals)
            .field("meetings", &self.meetings)
            .field("waiting", &self.waiting)
            .finish()
    }
}

impl<G: Game> Hash for Stack<G> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.entries.hash(state);
        self.proposals.hash(state);
        self.meetings.hash(state);
        self.waiting.hash(state);
    }
}

impl<G: Game> Stack<G> {
    /// Forgets everything, keeping the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.proposals.clear();
        self.meetings.clear();
        self.waiting.clear();
    }

    /// The program on top, if it is one.
    #[must_use]
    pub fn frame(&self) -> Option<&Frame<G::Locals>> {
        match self.entries.last() {
            Some(Entry::Frame(frame)) => Some(frame),
            _ => None,
        }
    }

    /// The program on top, if it is one.
    pub fn frame_mut(&mut self) -> Option<&mut Frame<G::Locals>> {
        match self.entries.last_mut() {
            Some(Entry::Frame(frame)) => Some(frame),
            _ => None,
        }
    }

    /// The innermost program, whatever lies above it.
    pub fn running_mut(&mut self) -> Option<&mut Frame<G::Locals>> {
        self.entries.iter_mut().rev().find_map(|entry| match entry {
            Entry::Frame(frame) => Some(frame),
            _ => None,
        })
    }

    /// The innermost program, whatever lies above it.
    #[must_use]
    pub fn running(&self) -> Option<&Frame<G::Locals>> {
        running(&self.entries)
    }

    /// The group on top, if it is one.
    pub fn group_mut(&mut self) -> Option<&mut Group> {
        match self.entries.last_mut() {
            Some(Entry::Group(group)) => Some(group),
            _ => None,
        }
    }

    /// Begins a program on top of the stack.
    pub fn push_frame(&mut self, frame: Frame<G::Locals>) {
        self.entries.push(Entry::Frame(frame));
    }

    /// Proposes simultaneous changes. Nothing is pushed for an empty group.
    ///
    /// Returns whether anything was proposed.
    pub fn propose(&mut self, proposals: &[G::Proposal]) -> bool {
        let base = self.proposals.len();
        self.proposals.extend_from_slice(proposals);
        self.push_group(base, false)
    }

    /// Proposes consequences, from the `Settle` stage.
    pub fn settle(&mut self, proposals: impl IntoIterator<Item = G::Proposal>) -> bool {
        let base = self.proposals.len();
        self.proposals.extend(proposals);
        self.push_group(base, true)
    }

    fn push_group(&mut self, base: usize, settled: bool) -> bool {
        let any = self.proposals.len() > base;
        if any {
            let base = base as u16;
            let group = Group { base, stage: Stage::Proposed, meeting: base, settled };
            self.entries.push(Entry::Group(group));
        }
        any
    }

    /// The place in the list of waiting abilities from which on a frame would collect that begins
    /// to now.
    #[must_use]
    pub fn collection(&self) -> u16 {
        self.waiting.len() as u16
    }

    /// The place in the list of waiting abilities from which on the top frame has collected; `None`
    /// if it has nothing.
    fn collected(&self) -> Option<u16> {
        let base = self.frame()?.collects?;
        (self.waiting.len() > usize::from(base)).then_some(base)
    }

    /// Opens a window over what the top frame has collected. Returns whether there was anything.
    pub fn drain(&mut self, policy: Policy) -> bool {
        let collected = self.collected();
        let window = collected.map(|base| Entry::Window(Window::new(policy, base)));
        self.entries.extend(window);
        collected.is_some()
    }

    /// Notes for the abilities that wait from `from` on, which have just triggered, how deep they
    /// did.
    pub(crate) fn deepen(&mut self, from: usize, depth: impl FnOnce(&Self) -> Depth) {
        if self.waiting.len() > from {
            let depth = depth(self);
            self.waiting[from..].iter_mut().for_each(|ability| ability.depth = depth);
        }
    }

    /// Adds delayed effects that are due and opens a window over them alone; a window of such
    /// effects that is on top takes them in.
    pub fn drain_delayed(
        &mut self,
        policy: Policy,
        due: impl IntoIterator<Item = Waiting>,
    ) -> bool {
        let base = self.collection();
        self.waiting.extend(due);
        let any = self.waiting.len() > usize::from(base);
        let opened = matches!(self.entries.last(), Some(Entry::Window(window)) if window.delayed);
        if any && !opened {
            self.entries.push(Entry::Window(Window { delayed: true, ..Window::new(policy, base) }));
        }
        any
    }

    /// Takes abilities that can do nothing any more out of the window on top, if several wait in
    /// it. No question about their order may stand, nor a part of it be fixed (`Policy::Queue`).
    pub fn forget(&mut self, is_idle: impl Fn(&Waiting) -> bool) {
        let Some(Entry::Window(window)) = self.entries.last() else { return };
        let (base, delayed) = (usize::from(window.base), window.delayed);
        if window.members(&self.waiting).nth(1).is_none() {
            return;
        }
        let mut at = 0;
        self.waiting.retain(|ability| {
            at += 1;
            at <= base || ability.delayed != delayed || !is_idle(ability)
        });
    }

    /// Opens a window that goes round the players over whatever is on top: a program, a group
    /// that has not been committed, another window.
    pub fn go_round(&mut self, rounds: Rounds<G::Locals>) {
        self.entries.push(Entry::Rounds(Box::new(rounds)));
    }

    /// The window on top, if it goes round the players.
    #[must_use]
    pub fn rounds(&self) -> Option<&Rounds<G::Locals>> {
        match self.entries.last() {
            Some(Entry::Rounds(rounds)) => Some(rounds),
            _ => None,
        }
    }

    /// The window on top, if it goes round the players.
    pub fn rounds_mut(&mut self) -> Option<&mut Rounds<G::Locals>> {
        match self.entries.last_mut() {
            Some(Entry::Rounds(rounds)) => Some(rounds),
            _ => None,
        }
    }

    /// An ability that began to resolve was cancelled: in the innermost window in which it was
    /// used it no longer counts.
    pub fn take_back(&mut self, object: Slot, program: u16) {
        let used = self.entries.iter_mut().rev().find_map(|entry| match entry {
            Entry::Rounds(rounds) if rounds.has_used(object, program) => Some(rounds),
            _ => None,
        });
        if let Some(rounds) = used {
            rounds.take_back(object, program);
        }
    }
}
