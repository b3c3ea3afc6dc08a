//! Procedures: a game's own programs as its rules tell them, line by line, with names for the
//! steps, the conditions, and the places that other lines go to.
//!
//! ```
//! use cardmill_kernel::procedure::{Line::*, Op, Procedure};
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Step { Draw, Discard }
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! enum Test { HandIsFull }
//!
//! const TURN: Procedure<Step, Test> = Procedure::new(&[
//!     // Rule 3.1
//!     Label("draw"),
//!     Do(Step::Draw),
//!     // Rule 3.2
//!     Unless(Test::HandIsFull, "draw"),
//!     // Rule 3.3
//!     Do(Step::Discard),
//! ]);
//!
//! assert_eq!(TURN.op(1), Op::Unless(Test::HandIsFull, TURN.at("draw")));
//! assert_eq!(TURN.op(3), Op::End);
//! ```
//!
//! A label that is not there, or twice, does not compile:
//!
//! ```compile_fail
//! # use cardmill_kernel::procedure::{Line::*, Procedure};
//! const ENDLESS: Procedure<u8, u8> = Procedure::new(&[Do(1), Jump("begin")]);
//! # fn main() { println!("{:?}", ENDLESS.op(0)); }
//! ```

use core::convert::Infallible;

use crate::rules::Flow;

/// A line of a procedure: `S` are the steps of the game, `T` its conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line<S, T> {
    /// The name of the place where the next line is.
    Label(&'static str),
    /// A step of the rules, which the game does.
    Do(S),
    /// Unless the condition holds, the procedure goes on at the label.
    Unless(T, &'static str),
    /// With the condition met, the procedure goes on at the label, otherwise with the next line.
    When(T, &'static str),
    /// The procedure goes on at the label, whatever holds.
    Jump(&'static str),
    /// The abilities that the procedure has collected are ordered and resolved, then the next line
    /// follows.
    Drain,
    /// The procedure ends, as it does after the last line.
    End,
}

/// A line as it is run: the instruction `at` of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op<S, T> {
    /// A step of the rules, which the game does.
    Do(S),
    /// Unless the condition holds, the procedure goes on at this instruction.
    Unless(T, u16),
    /// With the condition met, the procedure goes on at this instruction, otherwise at the next.
    When(T, u16),
    /// The procedure goes on at this instruction, whatever holds.
    Jump(u16),
    /// The abilities that the procedure has collected are ordered and resolved.
    Drain,
    /// The procedure ends; so do instructions past the last one.
    End,
}

/// The instruction at which a procedure stops next, behind the conditions and jumps on the way,
/// with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<S> {
    /// A step of the rules.
    Do(u16, S),
    /// The abilities that the procedure has collected are ordered and resolved, at this
    /// instruction.
    Drain(u16),
    /// Nothing: the procedure ends.
    End,
}

/// The most instructions of a procedure; a longer one is written as two.
const BOUND: usize = 48;

/// A procedure of a game. One that has no conditions cannot ask for any.
#[derive(Clone, Copy, Debug)]
pub struct Procedure<S: 'static, T: 'static = Infallible> {
    lines: &'static [Line<S, T>],
    ops: [Op<S, T>; BOUND],
    /// For each instruction, the one it leads to if nothing is to be resolved: jumps are followed,
    /// drains passed over.
    calm: [u16; BOUND],
}

impl<S: Copy, T: Copy> Procedure<S, T> {
    /// Puts lines together.
    ///
    /// # Panics
    /// If a label is not there, or twice; at compile time, in a constant. If there are too many
    /// lines.
    #[must_use]
    pub const fn new(lines: &'static [Line<S, T>]) -> Self {
        let mut ops = [Op::End; BOUND];
        let (mut line, mut next) = (0, 0);
        while line < lines.len() {
            let op = match lines[line] {
                Line::Label(label) => {
                    // Looks whether there is another one.
                    place(lines, label);
                    line += 1;
                    continue;
                }
                Line::Do(step) => Op::Do(step),
                Line::Unless(test, label) => Op::Unless(test, place(lines, label)),
                Line::When(test, label) => Op::When(test, place(lines, label)),
                Line::Jump(label) => Op::Jump(place(lines, label)),
                Line::Drain => Op::Drain,
                Line::End => Op::End,
            };
            assert!(next < BOUND, "a procedure has fewer lines");
            ops[next] = op;
            next += 1;
            line += 1;
        }
        let mut calm = [0; BOUND];
        let mut from = 0;
        while from < BOUND {
            let (mut at, mut steps) = (from, 0);
            // What only jumps stays where it is: it is found to end.
            while steps < BOUND && at < BOUND {
                at = match ops[at] {
                    Op::Jump(to) => to as usize,
                    Op::Drain => at + 1,
                    _ => break,
                };
                steps += 1;
            }
            calm[from] = at as u16;
            from += 1;
        }
        Self { lines, ops, calm }
    }

    /// The instruction after a label.
    ///
    /// # Panics
    /// If there is no such label; at compile time, in a constant.
    #[must_use]
    pub const fn at(&self, label: &str) -> u16 {
        place(self.lines, label)
    }

    /// The instruction of this number, from 0; [`Op::End`] past the last one.
    #[must_use]
    #[inline(always)]
    pub fn op(&self, at: u16) -> Op<S, T> {
        self.ops.get(usize::from(at)).copied().unwrap_or(Op::End)
    }

    /// Finds the next instruction to run, from `from` on, following conditions (as `holds` says)
    /// and jumps. Drains count only if the procedure has `collected` abilities. Lines that only
    /// lead to each other end the procedure.
    #[inline(always)] // One loop for each procedure.
    pub fn next(&self, from: u16, collected: bool, mut holds: impl FnMut(T) -> bool) -> Next<S> {
        let mut at = from;
        for _ in 0..=BOUND {
            if !collected {
                at = self.calm.get(usize::from(at)).copied().unwrap_or(at);
            }
            at = match self.op(at) {
                Op::Do(step) => return Next::Do(at, step),
                Op::Drain if collected => return Next::Drain(at),
                Op::Unless(test, to) if !holds(test) => to,
                Op::When(test, to) if holds(test) => to,
                Op::Unless(..) | Op::When(..) | Op::Drain => at + 1,
                Op::Jump(to) => to,
                Op::End => return Next::End,
            };
        }
        Next::End
    }

    /// Runs an instruction: a game says whether conditions hold, and does the steps.
    pub fn run<R>(
        &self,
        at: u16,
        run: &mut R,
        holds: impl FnOnce(&R, T) -> bool,
        does: impl FnOnce(&mut R, S) -> Flow,
    ) -> Flow {
        let op = self.op(at);
        match op {
            Op::Do(step) => does(run, step),
            Op::Unless(test, to) | Op::When(test, to) => {
                let leaves = matches!(op, Op::When(..));
                if holds(run, test) == leaves { Flow::Jump(to) } else { Flow::Next }
            }
            Op::Jump(to) => Flow::Jump(to),
            Op::Drain => Flow::Drain,
            Op::End => Flow::End,
        }
    }
}

impl<S: Copy> Procedure<S> {
    /// Runs an instruction of a procedure without conditions.
    pub fn steps<R>(&self, at: u16, run: &mut R, does: impl FnOnce(&mut R, S) -> Flow) -> Flow {
        self.run(at, run, |_, never| match never {}, does)
    }
}

/// The instruction after a label.
const fn place<S: Copy, T: Copy>(lines: &[Line<S, T>], label: &str) -> u16 {
    let (mut line, mut next, mut found) = (0, 0, None);
    while line < lines.len() {
        match lines[line] {
            Line::Label(other) if is_same(label, other) => {
                if found.is_some() {
                    panic!("{}", label);
                }
                found = Some(next);
            }
            Line::Label(_) => {}
            _ => next += 1,
        }
        line += 1;
    }
    match found {
        Some(at) => at,
        None => panic!("{}", label),
    }
}

/// Tells whether two names are equal; `==` is not for constants yet.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// A procedure by the number of its program.
pub trait Numbered {
    /// The number by which frames name its program,
    /// [`Frame::program`](crate::stack::Frame::program).
    const PROGRAM: u16;
}

/// The procedures of a game, a file each, and what its programs remember: an enum of what stands in
/// it and of a variant for each procedure, which is made [`from`](From) it. Where it is written, files
/// are looked for as `mod` does.
///
/// ```ignore
/// cardmill_kernel::procedures! { $
///     /// What a program remembers.
///     #[derive(Clone, Debug)]
///     pub enum Locals {
///         /// An ability.
///         Ability(Resolving),
///     }
///     game: Game = 0, "A whole game.";
///     attack: Attack = 1, "An attack.";
/// }
/// ```
///
/// The number, if there is one, is that of its program ([`Numbered`]). Behind it,
/// `with_procedure!` does the same with each of them, by static dispatch; what else a program can be has
/// arms of its own:
///
/// ```ignore
/// with_procedure!(locals, |procedure| line(procedure, run), {
///     Locals::Ability(resolving) => resolving.instruction(run),
/// })
/// ```
///
/// The `$` is there because the macro has to write that macro.
#[macro_export]
macro_rules! procedures {
    (
        $d:tt
        $(#[$attribute:meta])*
        pub enum $Locals:ident {
            $($(#[$about:meta])* $Other:ident $(($($part:ty),*))?,)*
        }
        $($file:ident: $Name:ident $(= $program:literal)?, $what:literal;)*
    ) => {
        $(
            pub(crate) mod $file;
            pub use $file::$Name;

            $(impl $crate::procedure::Numbered for $Name {
                const PROGRAM: u16 = $program;
            })?

            impl From<$Name> for $Locals {
                fn from(procedure: $Name) -> Self {
                    Self::$Name(procedure)
                }
            }
        )*

        $(#[$attribute])*
        pub enum $Locals {
            $($(#[$about])* $Other $(($($part),*))?,)*
            $(
                #[doc = $what]
                $Name($Name),
            )*
        }

        macro_rules! with_procedure {
            ($d locals:expr, |$d procedure:ident| $d does:expr, { $d($d others:tt)* }) => {
                match $d locals {
                    $($Locals::$Name($d procedure) => $d does,)*
                    $d($d others)*
                }
            };
        }
    };
}

#[cfg(test)]
mod tests {
    use super::Line::*;
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Test {
        So,
        NotSo,
    }

    const ALL: Procedure<u8, Test> = Procedure::new(&[
        Label("begin"),
        Do(1),
        Label("middle"),
        Unless(Test::So, "begin"),
        When(Test::NotSo, "begin"),
        When(Test::So, "last"),
        End,
        Label("last"),
        Unless(Test::NotSo, "middle"),
        Jump("end"),
        Label("end"),
    ]);

    #[test]
    fn labels_become_numbers() {
        assert_eq!(
            [ALL.at("begin"), ALL.at("middle"), ALL.at("last"), ALL.at("end")],
            [0, 1, 5, 7]
        );
        assert_eq!(ALL.op(0), Op::Do(1));
        assert_eq!(ALL.op(5), Op::Unless(Test::NotSo, 1));
        assert_eq!((ALL.op(4), ALL.op(7), ALL.op(u16::MAX)), (Op::End, Op::End, Op::End));
    }

    #[test]
    fn conditions_and_jumps_say_where_it_goes_on() {
        let flow = |at| {
            let mut done = 0;
            let flow = ALL.run(
                at,
                &mut done,
                |_, test| test == Test::So,
                |done, step| {
                    *done = step;
                    Flow::Again
                },
            );
            (flow, done)
        };
        assert_eq!(flow(0), (Flow::Again, 1));
        let rest: Vec<Flow> = (1..8).map(|at| flow(at).0).collect();
        let to = Flow::Jump;
        assert_eq!(rest, [Flow::Next, Flow::Next, to(5), Flow::End, to(1), to(7), Flow::End]);
    }

    #[test]
    fn the_next_step_is_found_past_conditions_and_jumps() {
        assert_eq!(ALL.next(0, false, |_| false), Next::Do(0, 1));
        assert_eq!(ALL.next(1, false, |test| test == Test::NotSo), Next::Do(0, 1));
        assert_eq!(ALL.next(5, false, |test| test == Test::NotSo), Next::End);
    }

    #[test]
    fn only_what_was_collected_is_resolved() {
        const DRAINS: Procedure<u8> = Procedure::new(&[Drain, Do(1)]);
        let next = |collected| DRAINS.next(0, collected, |never| match never {});
        assert_eq!([next(true), next(false)], [Next::Drain(0), Next::Do(1, 1)]);
        assert_eq!(DRAINS.steps(0, &mut (), |(), _| Flow::Next), Flow::Drain);
    }

    #[test]
    fn a_procedure_that_only_jumps_ends() {
        const ROUND: Procedure<u8, Test> = Procedure::new(&[Label("again"), Jump("again")]);
        assert_eq!(ROUND.next(0, false, |_| true), Next::End);
    }

    #[test]
    #[should_panic(expected = "nowhere")]
    fn a_label_that_is_not_there_is_an_error() {
        let _ = Procedure::<u8, u8>::new(&[Do(1), Jump("nowhere")]);
    }

    #[test]
    #[should_panic(expected = "twice")]
    fn a_label_that_is_there_twice_is_an_error() {
        let _ = Procedure::<u8, u8>::new(&[Label("twice"), Do(1), Label("twice")]);
    }
}
