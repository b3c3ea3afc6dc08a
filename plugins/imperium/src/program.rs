//! Programs of abilities, their branches flattened into jumps.

use crate::vocabulary::{Ability, Choice, Condition, Cost, Kind, PlanetFilter, Step, Timing};

/// The program of a frame that is no ability but a procedure; its locals say of which.
pub const PROCEDURE: u16 = 0;

/// An instruction of an ability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// The card is played: others may cancel it (LRR 2.7, 2.8).
    Play,
    /// A program of a card that was cancelled ends here: the card was never used.
    Played,
    /// A cost is paid; the program goes on with the next instruction.
    Pay(Cost),
    /// A step that has no branches is done.
    Do(Step),
    /// Asks for a choice; with a jump, declining is offered and jumps.
    Choose(Choice, Option<u16>),
    /// Asks for a choice as `Choose` does, up to so many times: jumps when done.
    Again(u8, Choice, u16),
    /// Asks for yes or no; jumps on no.
    May(u16),
    /// Jumps if the condition does not hold.
    Unless(Condition, u16),
    /// Jumps to another instruction.
    Jump(u16),
    /// Asks for one of these and jumps to it.
    OneOf(Vec<(String, u16)>),
    /// Takes the next planet that fits; jumps when there is none left.
    NextPlanet(PlanetFilter, u16),
    /// The end of the program: a card that was played is discarded.
    End,
}

/// The program of an ability on a card of some kind.
#[must_use]
pub fn compile(kind: Kind, ability: &Ability) -> Vec<Op> {
    let mut ops: Vec<Op> =
        ability.announces.iter().map(|choice| Op::Choose(choice.clone(), None)).collect();
    let predicted = ability.timing.contains(&Timing::Predicted);
    if kind == Kind::Action && !predicted {
        ops.extend([Op::Play, Op::Played]);
    }
    ops.extend(ability.cost.iter().map(|&cost| Op::Pay(cost)));
    flatten(&ability.steps, &mut ops);
    ops.push(Op::End);
    ops
}

fn flatten(steps: &[Step], ops: &mut Vec<Op>) {
    for step in steps {
        match step {
            Step::Choose(choice) => ops.push(Op::Choose(choice.clone(), None)),
            Step::MayChoose(choice, then) => {
                guarded(ops, then, |to| Op::Choose(choice.clone(), Some(to)));
            }
            Step::May(then) => guarded(ops, then, Op::May),
            Step::If(condition, then) => {
                guarded(ops, then, |to| Op::Unless(condition.clone(), to));
            }
            Step::UpTo(times, choice, body) => {
                repeated(ops, body, |to| Op::Again(*times, choice.clone(), to));
            }
            Step::EachPlanet(filter, body) => {
                repeated(ops, body, |to| Op::NextPlanet(filter.clone(), to));
            }
            Step::OneOf(options) => {
                let at = ops.len();
                ops.push(Op::End);
                let mut starts = Vec::new();
                let mut jumps = Vec::new();
                for (name, body) in options {
                    starts.push((name.clone(), ops.len() as u16));
                    flatten(body, ops);
                    jumps.push(ops.len());
                    ops.push(Op::End);
                }
                let end = ops.len() as u16;
                ops[at] = Op::OneOf(starts);
                for jump in jumps {
                    ops[jump] = Op::Jump(end);
                }
            }
            _ => ops.push(Op::Do(step.clone())),
        }
    }
}

/// Adds a body that is skipped by its guard.
fn guarded(ops: &mut Vec<Op>, body: &[Step], guard: impl FnOnce(u16) -> Op) {
    let at = ops.len();
    ops.push(Op::End);
    flatten(body, ops);
    ops[at] = guard(ops.len() as u16);
}

/// Adds a body that is run again until its guard leaves it.
fn repeated(ops: &mut Vec<Op>, body: &[Step], guard: impl FnOnce(u16) -> Op) {
    let at = ops.len();
    ops.push(Op::End);
    flatten(body, ops);
    ops.push(Op::Jump(at as u16));
    ops[at] = guard(ops.len() as u16);
}
