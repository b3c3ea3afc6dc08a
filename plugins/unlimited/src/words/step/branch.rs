//! "If": steps that a condition decides on.

use super::prelude::*;
use crate::reader::Supposed;

/// The steps if the condition holds, otherwise the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct If(pub Condition, pub Vec<Step>, #[serde(default)] pub Vec<Step>);

impl Word for If {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self(condition, then, otherwise) = self;
        condition.word().check(check, *scope, &path.argument(0, "if"));
        let bound = check.some_steps(then, *scope, &path.argument(1, "then"));
        *scope = bound.or(check.steps(otherwise, *scope, &path.argument(2, "else")));
    }

    fn text(&self, names: &mut Names) -> String {
        let Self(condition, then, otherwise) = self;
        let condition = condition.word().text(true, names);
        let mut before = names.clone();
        let then = together(then, names);
        if otherwise.is_empty() {
            return format!("if {condition}, {then}");
        }
        let otherwise = together(otherwise, &mut before);
        format!("if {condition}, {then}, otherwise {otherwise}")
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["if" (condition: Supposed) "," (then: Together)] => Self(condition.0, then.0, Vec::new()),
        ["if" (condition: Supposed) "," (then: Together) ", otherwise" (otherwise: Together)] if !at.own => Self(condition.0, then.0, otherwise.0),
        ["if" (condition: Supposed) "," (both: Branches)] if at.own => Self(condition.0, both.0, both.1),
        ["if" (condition: Supposed) "," (then: Together) ". otherwise ," (otherwise: Together)] => Self(condition.0, then.0, otherwise.0),
    );
}

impl Compiles for If {
    fn compile(&self, writer: &mut Writer<'_>) {
        let Self(condition, then, otherwise) = self;
        let condition = Box::new(condition.clone());
        let (at, mark) = (writer.reserve(), writer.mark);
        writer.steps(then);
        writer.mark = mark;
        if otherwise.is_empty() {
            writer.ops[at] = Op::Unless(condition, writer.next());
        } else {
            let jump = writer.reserve();
            writer.ops[at] = Op::Unless(condition, writer.next());
            writer.steps(otherwise);
            writer.ops[jump] = Op::Jump(writer.next());
        }
    }
}

/// The steps that are done if it holds, and those if not, in the project's own words: neither knows
/// what the other has chosen.
#[derive(Clone)]
struct Branches(Vec<Step>, Vec<Step>);

impl Said for Branches {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut all = Readings::new();
        if !from.own {
            return all;
        }
        for (then, after) in reader.said::<Together>(from).iter() {
            // "Otherwise" belongs to the last "if".
            if matches!(then.0.last(), Some(Step::If(last)) if last.is_open()) {
                continue;
            }
            for at in reader.words("", ", otherwise", after) {
                let start = At { place: at.place, ..from.clone() };
                for (otherwise, end) in reader.said::<Together>(&start).iter() {
                    let both = Self(then.0.clone(), otherwise.0.clone());
                    all.push((both, after.to(end.place)));
                }
            }
        }
        all
    }
}

impl If {
    /// Tells whether "otherwise" could follow it.
    fn is_open(&self) -> bool {
        let inner = |steps: &[Step]| matches!(steps.last(), Some(Step::If(last)) if last.is_open());
        if self.2.is_empty() { true } else { inner(&self.2) }
    }
}
