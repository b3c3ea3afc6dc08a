//! Steps done any number of times (CR 7.1.7).

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Compiles, Step, Word};
use crate::library::{Check, Scope};
use crate::program::{Op, Writer};
use crate::reader::{Together, said};
use crate::text::names::Names;
use crate::text::step::together;
use crate::vocabulary::Place;
use crate::words::condition::Did;

/// The steps again and again, until the last of them does nothing: it is one that may be declined.
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
        let ends = match self.0.last() {
            Some(Step::Play(play)) => play.0.may || play.0.what.place == Place::Looked,
            Some(Step::Choose(choose)) => choose.0.may,
            Some(Step::Attack(attack)) => attack.0.may,
            _ => false,
        };
        check.expect(
            ends,
            path,
            "expected a `Play`, a `Choose` or an `Attack` that may be declined as the last, or a \
             `Play` of what was seen",
        );
    }

    fn text(&self, names: &mut Names) -> String {
        format!("any number of times, {}", together(&self.0, names))
    }
}

impl Compiles for Repeat {
    fn compile(&self, writer: &mut Writer<'_>) {
        let from = writer.next();
        let repeats = core::mem::replace(&mut writer.repeats, true);
        writer.steps(&self.0);
        writer.repeats = repeats;
        let at = writer.reserve();
        writer.ops.push(Op::Jump(from));
        writer.ops[at] = Op::Unless(Box::new(Did.into()), writer.next());
    }
}

said!(Repeat, at:
    ["any number of times ," (steps: Together)] => Self(steps.0),
);
