//! Choosing a number.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Question, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice as Answer, Prompt, Resolving};
use crate::legal::{Refusal, when};
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::reader::said;
use crate::text::names::Names;

/// Choose a number, which is kept. No card costs more than the greatest that is offered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChooseNumber;

/// The greatest number that is offered.
const MOST: u8 = 20;

impl Word for ChooseNumber {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn text(&self, names: &mut Names) -> String {
        names.number = "point of the number";
        "choose a number".to_owned()
    }
}

impl Question for ChooseNumber {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            Some(Answer::Number(n)) => {
                run.locals.number = n.into();
                Flow::Next
            }
            _ => run.ask(run.seat, Prompt::Step),
        }
    }

    fn options(&self, _: &Offer<'_>, _: &Resolving, out: &mut Vec<Answer>) {
        out.extend((0..=MOST).map(Answer::Number));
    }

    fn judge(&self, _: &Offer<'_>, answer: Answer) -> Result<(), Refusal> {
        let Answer::Number(n) = answer else { return Err(Refusal::NotAsked) };
        when(n <= MOST, Refusal::TooMany { most: MOST })
    }
}

said!(ChooseNumber, at:
    ["choose a number"] => { at.names.number = "point of the number"; Self },
);
