//! Programs: abilities with their branches flattened to jumps, and what they remember.

use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use crate::proposal::Proposal;
use crate::vocabulary::{Ability, Condition, Cost, Effect, Face, Filter, Step, Whom};

/// Programs from here on are abilities of the catalogue, in its order; those before are
/// [procedures](crate::procedure).
pub const FIRST_ABILITY: u16 = 24;

/// An instruction of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// The requirements must be met (again), and whoever may use the ability is asked.
    Begin,
    /// A ship that fits is chosen: from then on `It`.
    Choose(Box<Filter>),
    /// A cost is paid, as an event of its own.
    Pay(Cost),
    /// One attack die is rolled.
    RollDie,
    /// The program goes on there, unless the die shows one of these results.
    UnlessRolled(Vec<Face>, u16),
    /// The program goes on there unless all of these conditions are met.
    Unless(Vec<Condition>, u16),
    /// One of these is chosen.
    OneOf {
        /// The ship whose player chooses.
        by: Whom,
        /// The options: the name of each in the players' words, and its steps.
        options: Vec<(String, Effect)>,
        /// The instructions at which the options begin, in the same order.
        starts: Vec<u16>,
    },
    /// Another ship that fits is `It`, of those that were not; the program goes on there once there
    /// is none, or no more are chosen.
    Each {
        /// The ships it is one of.
        of: Box<Filter>,
        /// The most ships that are chosen, if they are.
        most: Option<u8>,
        /// `true`: no more than damage cards were dealt to the defender in the attack under way.
        dealt: bool,
        /// `true`: the player chooses; `false`: all of them, one after another.
        chosen: bool,
        /// The steps that follow for each.
        then: Effect,
        /// The instruction behind these steps.
        to: u16,
    },
    /// The program goes on there.
    Jump(u16),
    /// A step of the ability is done.
    Do(Step),
    /// The program ends, and with it the ability.
    End,
}

/// The first instruction of a replacement's program: its use was asked for already.
pub const REPLACEMENT_BEGINS: u16 = 1;

/// The first instruction of a device's program: it has no requirements, and nobody is asked.
pub const DETONATION_BEGINS: u16 = 1;

/// The memory of an ability that resolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolving {
    /// Its use was chosen before it began, so nobody is asked again.
    pub chosen: bool,
    /// The ship that was chosen.
    pub it: Option<Slot>,
    /// The event that a replacement takes the place of.
    pub event: Option<Proposal>,
    /// The dice that were picked, one bit each.
    pub dice: u16,
    /// The ships that were `It` one after another, one bit each.
    pub picked: u16,
    /// A die that was rolled outside of an attack.
    pub rolled: Option<Face>,
    /// The ships at range 0-1 of the device that detonates, one bit each.
    pub near: u16,
    /// The ships at range 0-2 of it, one bit each.
    pub around: u16,
    /// The actions that the ship had performed when a step let it act: those of its action bar, one bit
    /// each, and the number of all of them.
    pub before: (u16, u8),
    /// The dice that a step rerolled, one bit each.
    pub rerolled: u16,
    /// The obstacles at range 0-1 of it, by their places, one bit each.
    pub rocks: u8,
}

/// Flattens an ability: its choice, its costs and its effect, in this order.
#[must_use]
pub fn compile(ability: &Ability) -> Vec<Op> {
    let mut ops = vec![Op::Begin];
    if let Some(filter) = &ability.choose {
        ops.push(Op::Choose(Box::new(filter.clone())));
    }
    ops.extend(ability.cost.iter().cloned().map(Op::Pay));
    flatten(&ability.effect, &mut ops);
    ops.push(Op::End);
    ops
}

fn flatten(steps: &[Step], ops: &mut Vec<Op>) {
    for step in steps {
        match step {
            Step::Choose(filter) => ops.push(Op::Choose(filter.clone())),
            Step::Roll(faces, then) => {
                ops.push(Op::RollDie);
                branch(ops, then, |to| Op::UnlessRolled(faces.clone(), to));
            }
            Step::If(conditions, then) => {
                branch(ops, then, |to| Op::Unless(conditions.clone(), to));
            }
            Step::OneOf { by, options } => one_of(by, options, ops),
            Step::Pay(cost) => ops.push(Op::Pay(cost.clone())),
            Step::Several { most, dealt, of, then } => each(ops, of, (*most, *dealt, true), then),
            Step::ForEach(of, then) => each(ops, of, (None, false, false), then),
            other => ops.push(Op::Do(other.clone())),
        }
    }
}

fn branch(ops: &mut Vec<Op>, then: &[Step], op: impl FnOnce(u16) -> Op) {
    let at = ops.len();
    ops.push(Op::End);
    flatten(then, ops);
    ops[at] = op(ops.len() as u16);
}

fn each(
    ops: &mut Vec<Op>,
    of: &Filter,
    (most, dealt, chosen): (Option<u8>, bool, bool),
    then: &[Step],
) {
    let at = ops.len();
    ops.push(Op::End);
    flatten(then, ops);
    ops.push(Op::Jump(at as u16));
    let to = ops.len() as u16;
    ops[at] = Op::Each { of: Box::new(of.clone()), most, dealt, chosen, then: then.to_vec(), to };
}

fn one_of(by: &Whom, options: &[(String, Vec<Step>)], ops: &mut Vec<Op>) {
    let at = ops.len();
    ops.push(Op::End);
    let mut starts = Vec::new();
    let mut jumps = Vec::new();
    for (_, steps) in options {
        starts.push(ops.len() as u16);
        flatten(steps, ops);
        jumps.push(ops.len());
        ops.push(Op::End);
    }
    let end = ops.len() as u16;
    for jump in jumps {
        ops[jump] = Op::Jump(end);
    }
    ops[at] = Op::OneOf { by: by.clone(), options: options.to_vec(), starts };
}
