//! Choosing a number.

use super::prelude::*;

/// Choose a number, or one up to so much, which is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChooseNumber {
    /// The greatest that is offered; when left out, one that no card costs more than.
    #[serde(default)]
    pub up_to: Option<u8>,
}

/// The greatest number that is offered where the text knows none.
const MOST: u8 = 20;

impl ChooseNumber {
    fn most(&self) -> u8 {
        self.up_to.unwrap_or(MOST)
    }
}

impl Word for ChooseNumber {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.up_to != Some(0), &path.to("up_to"), "expected a number above 0");
    }

    fn text(&self, names: &mut Names) -> String {
        names.number = "point of the number";
        match self.up_to {
            None => "choose a number".to_owned(),
            Some(most) => format!("choose a number up to {most}"),
        }
    }

    said!(at:
        ["choose a number"] => { at.names.number = "point of the number"; Self { up_to: None } },
        ["choose a number up to" (most: Number)] => { at.names.number = "point of the number"; Self { up_to: Some(most.0) } },
    );
}

impl Question for ChooseNumber {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            Some(Choice::Number(n)) => {
                run.locals.number = n.into();
                Flow::Next
            }
            _ => run.ask(run.seat, Prompt::Step),
        }
    }

    fn options(&self, _: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        out.extend((0..=self.most()).map(Choice::Number));
    }

    fn judge(&self, _: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Number(n) = answer else { return Err(Refusal::NotAsked) };
        when(n <= self.most(), Refusal::TooMany { most: self.most() })
    }
}
