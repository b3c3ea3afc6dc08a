//! Steps that are done again and again.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Compiles, Step, Word};
use crate::library::{Check, Scope};
use crate::program::{Op, Writer};
use crate::reader::{Together, said};
use crate::text::names::Names;
use crate::text::step::together;
use crate::vocabulary::Condition;
use crate::words::condition::Did;

/// The steps, and again as long as the last of them did something: it must be one that may be
/// declined, or that runs out of cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeat(pub Vec<Step>);

impl Word for Repeat {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        // What the steps bind, they find bound when they are done again.
        for step in &self.0 {
            if let Step::Attack(attack) = step {
                scope.bind(attack.0.register);
            }
        }
        *scope = check.some_steps(&self.0, *scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        format!("as often as you can and like, {}", together(&self.0, names))
    }

    fn is_told(&self) -> bool {
        false
    }
}

impl Compiles for Repeat {
    fn compile(&self, writer: &mut Writer<'_>) {
        let start = writer.next();
        writer.steps(&self.0);
        let at = writer.reserve();
        writer.ops.push(Op::Jump(start));
        writer.ops[at] = Op::Unless(Box::new(Condition::Did(Did)), writer.next());
    }
}

said!(Repeat, at:
    ["as often as you can and like ," (steps: Together)] => Self(steps.0),
);
