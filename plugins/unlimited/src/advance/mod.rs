//! The `Advance` stage: each busy table runs instructions of its top program until it proposes a
//! change, asks a player, or begins another program.

mod attack;
mod choose;
mod look;
mod modified;
mod play;
mod rule;
mod step;
mod turn;

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::streams::Streams;
use cardmill_kernel::table::{Fault, Seats, Table};
use cardmill_kernel::window::{Policy, Waiting};

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Locals, Prompt, Unlimited};
use crate::constant::Modifiers;
use crate::options;
use crate::program::{Op, Rule};
use crate::proposal::Proposal;
use crate::reads::Reads;
use crate::scene::{Cards, Context, Effects, Scene, Spread};
use crate::vocabulary::{Measure, Register, Step, Who, Whom};

/// What became of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Go on with the next one.
    Next,
    /// Go on there.
    Jump(u16),
    /// The same instruction again, when what it began has ended.
    Again,
    /// The next one, when what it began has ended.
    Then,
    /// The program ends.
    End,
}

/// A change of the turn, which no rule watches or replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The active player did something else than passing.
    Acted,
    /// The turn passes.
    Passes,
    /// The innermost attack is over.
    AttackEnds,
    /// Nothing is unresolved: what left play needs no remembering.
    Quiet,
}

/// What an instruction asks for.
#[derive(Default)]
pub(crate) struct Out {
    pub(crate) proposals: Vec<Proposal>,
    pub(crate) ask: Option<(Seat, Prompt)>,
    pub(crate) frame: Option<Frame<Locals>>,
    pub(crate) drain: bool,
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) turn: Option<Turn>,
    pub(crate) fault: Option<Fault>,
}

/// One program at work.
pub(crate) struct Run<'r, 'a, 'w, 's> {
    pub(crate) scene: Scene<'a>,
    pub(crate) effects: &'a Effects<'w, 's>,
    pub(crate) frame: &'r mut Frame<Locals>,
    pub(crate) streams: &'r mut Streams,
    pub(crate) out: &'r mut Out,
    /// Where abilities that trigger from here on would be collected.
    pub(crate) collection: u16,
    /// The answer to what this instruction asked.
    pub(crate) answer: Option<Choice>,
}

/// Instructions a table may run in one tick; more go on in the next.
const INSTRUCTIONS: usize = 64;

/// Runs the top program of every busy table.
pub fn advance(
    mut tables: Query<(
        &mut Table,
        &mut Seats,
        &mut Stack<Unlimited>,
        &mut Decision<Unlimited>,
        &mut Board,
        &mut Streams,
        &Modifiers,
        &Roster,
    )>,
    cards: Cards,
    effects: Effects,
    catalogue: Res<Catalogue>,
    mut out: Local<Out>,
) {
    let spread = Spread::of(&cards);
    for (
        mut table,
        mut seats,
        mut stack,
        mut decision,
        mut board,
        mut streams,
        modifiers,
        roster,
    ) in &mut tables
    {
        if !table.is_busy() || seats.unsettled || decision.state == State::Opened {
            continue;
        }
        let lead = board.lead();
        if seats.lead != lead {
            seats.lead = lead;
        }
        let cards = spread.table(roster);
        for _ in 0..INSTRUCTIONS {
            let (collection, collected) = (stack.collection(), stack.has_collected());
            let Some(frame) = stack.frame_mut() else { break };
            let op = &catalogue.program(frame.program)[usize::from(frame.at)];
            // Every third instruction finds nothing to drain.
            if !collected && !board.dirty && matches!(op, Op::Rule(Rule::Drain)) {
                frame.locals.did = false;
                frame.at += 1;
                continue;
            }
            let answer = decision.take();
            let flow = Run {
                scene: Scene { catalogue: &catalogue, board: &board, roster, cards },
                effects: &effects,
                frame,
                streams: &mut streams,
                out: &mut out,
                collection,
                answer,
            }
            .instruction(op);
            if let Some(turn) = out.turn.take() {
                change(&mut board, modifiers, turn);
            }
            if let Some(fault) = out.fault.take() {
                table.quarantine(fault);
            }
            let goes_on = enter(flow, &mut out, &mut stack, &mut decision);
            if !goes_on || !table.is_busy() || board.dirty {
                break;
            }
        }
    }
}

fn change(board: &mut Board, modifiers: &Modifiers, turn: Turn) {
    match turn {
        Turn::Acted => board.passes = 0,
        Turn::Passes => board.active = 1 - board.active,
        Turn::AttackEnds => {
            board.attacks.pop();
            // "While attacking" applies again to the attack that this one was nested in.
            let nested = !board.attacks.is_empty() && modifiers.rest_on(Reads::ATTACK);
            board.dirty |= nested || modifiers.rest_on(Reads::ATTACK_ENDS);
        }
        Turn::Quiet => board.departures.clear(),
    }
}

/// Moves the program on and puts what it asked for on top. Returns whether the table can go on in
/// this tick.
fn enter(
    flow: Flow,
    out: &mut Out,
    stack: &mut Stack<Unlimited>,
    decision: &mut Decision<Unlimited>,
) -> bool {
    let Some(frame) = stack.frame_mut() else { return false };
    match flow {
        Flow::Next | Flow::Then => frame.at += 1,
        Flow::Jump(at) => frame.at = at,
        Flow::Again => {}
        Flow::End => {
            // What a program collected is resolved before it goes (CR 7.6.11).
            if stack.drain(Policy::Blocks) {
                return false;
            }
            stack.entries.pop();
            return true;
        }
    }
    let asked = out.ask.take();
    if let Some((seat, prompt)) = asked {
        decision.open(seat, prompt);
    }
    let mut waits = asked.is_some();
    if !out.waiting.is_empty() {
        stack.waiting.append(&mut out.waiting);
    }
    if core::mem::take(&mut out.drain) {
        waits |= stack.drain(Policy::Blocks);
    }
    if let Some(next) = out.frame.take() {
        stack.push_frame(next);
    }
    // What was proposed beside a new program happens before that begins.
    if !out.proposals.is_empty() {
        waits |= stack.propose(out.proposals.drain(..));
    }
    !waits
}

impl Run<'_, '_, '_, '_> {
    pub(crate) fn cx(&self) -> Context<'_> {
        Context::in_frame(self.frame)
    }

    /// Asks; the same instruction takes the answer.
    pub(crate) fn ask(&mut self, seat: Seat, prompt: Prompt) -> Flow {
        self.out.ask = Some((seat, prompt));
        Flow::Again
    }

    pub(crate) fn propose(&mut self, proposal: Proposal) {
        self.out.proposals.push(proposal);
    }

    /// A program begins above this one.
    pub(crate) fn begin(&mut self, frame: Frame<Locals>) {
        self.out.frame = Some(frame);
    }

    /// A frame for a program of this program's controller and source, which does not collect.
    pub(crate) fn call(&self, program: u16, locals: Locals) -> Frame<Locals> {
        Frame {
            program,
            at: 0,
            seat: self.frame.seat,
            source: self.frame.source,
            subject: self.frame.subject,
            collects: None,
            locals,
        }
    }

    /// Runs steps that ask nothing.
    pub(crate) fn plainly(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    pub(crate) fn bind(&mut self, register: Register, card: Ref) {
        if !self.frame.locals.bind(register, card) {
            self.out.fault = Some(Fault::Overflow("cards bound by a program"));
        }
    }

    fn instruction(&mut self, op: &Op) -> Flow {
        let flow = match op {
            Op::End => Flow::End,
            Op::Jump(to) => Flow::Jump(*to),
            Op::Unless(condition, to) => {
                if self.scene.holds(condition, &self.cx()) {
                    Flow::Next
                } else {
                    Flow::Jump(*to)
                }
            }
            Op::May(to) => self.may(*to),
            Op::Modes { by, choose, per, starts, end, .. } => {
                self.modes(*by, (*choose).into(), per, starts, *end)
            }
            Op::EachPlayer(end) => self.each_player(*end),
            Op::UnlessUsed => self.unless_used(),
            Op::MarkUsed => self.mark_used(),
            Op::Do(step) => self.step(step),
            Op::Attack(attack) => self.attack(*attack),
            Op::Play(play) => self.play(*play),
            Op::Lasting(step, grants) => self.lasting(step, *grants),
            Op::Replace(replacement) => self.replace(*replacement),
            Op::Discount(discount) => self.discount(*discount),
            Op::Delay(delay) => self.delay(*delay),
            Op::PlayFound => self.play_found(),
            Op::Recall => self.recall(),
            Op::Rule(rule) => self.rule(*rule),
        };
        // What proposes and begins nothing has done nothing (CR 8.9.1); the commit says what came
        // of a proposal.
        if flow == Flow::Then && self.out.proposals.is_empty() && self.out.frame.is_none() {
            self.frame.locals.did = false;
        }
        flow
    }

    fn may(&mut self, to: u16) -> Flow {
        match self.answer.take() {
            Some(Choice::Yes) => Flow::Next,
            Some(_) => Flow::Jump(to),
            None if self.can(self.frame.at + 1) => self.ask(self.frame.seat, Prompt::May),
            None => Flow::Jump(to),
        }
    }

    /// Whether the instruction at `at` can do anything (what cannot be done is not offered).
    fn can(&self, at: u16) -> bool {
        match &self.scene.catalogue.program(self.frame.program)[usize::from(at)] {
            Op::MarkUsed => self.can(at + 1),
            Op::Do(step) => self.can_do(step),
            Op::Play(play) => {
                let step = &self.scene.catalogue.tables.plays[usize::from(*play)].step;
                step.card.is_none() || options::plays(self, step).next().is_some()
            }
            _ => true,
        }
    }

    fn can_do(&self, step: &Step) -> bool {
        let player = |seat: Seat| &self.scene.board.players[usize::from(seat)];
        match step {
            Step::Exhaust(list) if list == &[Whom::This] => {
                self.scene.in_play(self.frame.source).is_some_and(|card| !card.is_exhausted())
            }
            Step::Pay(cost) => player(self.frame.seat).ready >= *cost,
            Step::ToResources { what: Whom::This, .. } => self.scene.is_current(self.frame.source),
            Step::DiscardDeck { who, .. } if *who != Who::Each => {
                !player(self.scene.seat(*who, &self.cx())).deck.is_empty()
            }
            _ => true,
        }
    }

    /// How many are taken is fixed before the first; each next one is chosen after the last has
    /// resolved (seed 004, K9).
    fn modes(&mut self, by: Who, choose: i16, per: &Measure, starts: &[u16], end: u16) -> Flow {
        if let Some(Choice::Mode(mode)) = self.answer.take() {
            let locals = &mut self.frame.locals;
            locals.modes |= 1 << mode;
            locals.to_take -= 1;
            return Flow::Jump(starts[usize::from(mode)]);
        }
        if self.frame.locals.modes == 0 {
            let most = starts.len() as i16;
            self.frame.locals.to_take = self.amount(choose, per).clamp(0, most) as u8;
        }
        if self.frame.locals.to_take == 0 {
            self.frame.locals.modes = 0;
            return Flow::Jump(end);
        }
        let seat = self.scene.seat(by, &self.cx());
        self.ask(seat, Prompt::Mode)
    }

    /// Seed 000 "Resolving Abilities and Effects" 3, CR 7.1.4.
    fn each_player(&mut self, end: u16) -> Flow {
        let chosen = match self.answer.take() {
            Some(Choice::First(seat)) => Some(seat),
            _ => None,
        };
        let turns = &mut self.frame.locals.turns;
        match (turns[..].as_ref(), chosen) {
            ([], None) => return self.ask(self.frame.seat, Prompt::Player),
            ([], Some(first)) => turns.push(first),
            ([first], _) => {
                let second = 1 - first;
                turns.push(second);
            }
            _ => {
                turns.clear();
                return Flow::Jump(end);
            }
        }
        Flow::Next
    }

    fn unless_used(&mut self) -> Flow {
        use crate::card::Marks;
        let source = self.frame.source;
        let used = source.is_some() && self.scene.card(source.slot).marks.has(Marks::USED);
        if used { Flow::End } else { Flow::Next }
    }

    fn mark_used(&mut self) -> Flow {
        let mark =
            Proposal::new(crate::proposal::Verb::UseAbility, self.frame.source, self.frame.seat);
        self.propose(mark);
        Flow::Then
    }
}
