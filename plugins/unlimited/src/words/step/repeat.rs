//! Steps done any number of times (CR 7.1.7).

use super::prelude::*;
use crate::words::condition::Did;

/// The steps again and again, until the last of them does nothing: it is one that may be declined;
/// or so many times, as many as it is before the first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Repeat(
    pub Vec<Step>,
    #[serde(default, skip_serializing_if = "Option::is_none")] pub Option<Measure>,
);

impl Word for Repeat {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        if let Some(times) = &self.1 {
            times.word().check(check, *scope, &path.argument(1, "times"));
        }
        // What the steps bind, they find bound when they are done again.
        for step in &self.0 {
            if let Step::Attack(attack) = step {
                scope.bind(attack.0.register);
            }
        }
        *scope = check.some_steps(&self.0, *scope, path);
        let ends = match self.0.last() {
            _ if self.1.is_some() => true,
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
        match &self.1 {
            None => format!("any number of times, {}", together(&self.0, names)),
            Some(times) => {
                let each = times.word().each(names);
                format!("for each {each}, {}", together(&self.0, names))
            }
        }
    }

    said!(at:
        ["any number of times ," (steps: Together)] => Self(steps.0, None),
        [(per: ForEach) "," (steps: Together)] if matches!(steps.0[..], [Step::Choose(_), _] | [Step::NextCostsLess(_)]) => Self(steps.0, Some(per.0)),
    );
}

impl Compiles for Repeat {
    fn compile(&self, writer: &mut Writer<'_>) {
        if let Some(times) = &self.1 {
            let begin = writer.reserve();
            let from = writer.next();
            writer.steps(&self.0);
            writer.ops.push(Op::Round(from));
            writer.ops[begin] = Op::Rounds(Box::new(times.clone()), writer.next());
            return;
        }
        let from = writer.next();
        let repeats = core::mem::replace(&mut writer.repeats, true);
        writer.steps(&self.0);
        writer.repeats = repeats;
        let at = writer.reserve();
        writer.ops.push(Op::Jump(from));
        writer.ops[at] = Op::Unless(Box::new(Did.into()), writer.next());
    }
}
