//! "You may": steps that are left out or done as a whole.

use super::prelude::*;

/// "You may": yes or no, then the steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct May(pub Vec<Step>);

impl Word for May {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        *scope = check.some_steps(&self.0, *scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let told = self.0.first().is_none_or(Step::is_told);
        if told { format!("you may {}", together(&self.0, names)) } else { self.freely(names) }
    }

    said!(at:
        ["if you like ," (steps: Together)] => Self(steps.0),
    );
}

impl May {
    /// Tells whether it begins with a step that may be declined by itself.
    pub(crate) fn begins_with_choice(&self) -> bool {
        matches!(self.0.first(), Some(Step::Choose(_) | Step::Play(_) | Step::Attack(_)))
    }

    /// As the text, where "you may" could be said of the first step alone.
    pub(crate) fn freely(&self, names: &mut Names) -> String {
        format!("if you like, {}", together(&self.0, names))
    }
}

impl Compiles for May {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.reserve();
        if writer.mark {
            writer.mark_used();
        }
        writer.steps(&self.0);
        writer.ops[at] = Op::May(Decision { no: writer.next() });
    }
}

/// Asks the ability's controller whether the steps behind it are done.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The line of the program at which it goes on if they are not.
    pub no: u16,
}

impl Question for Decision {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            Some(Choice::Yes) => Flow::Next,
            None if run.can(run.at + 1, self.no) => run.ask(run.seat, Prompt::May),
            // What was done before it is another matter: "if you do not".
            _ => {
                run.locals.did = false;
                Flow::Jump(self.no)
            }
        }
    }

    fn options(&self, _: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        out.extend([Choice::Yes, Choice::No]);
    }

    fn judge(&self, _: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        when(matches!(answer, Choice::Yes | Choice::No), Refusal::NotAsked)
    }
}
