//! Choosing an arena.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Question, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice, Prompt, Resolving};
use crate::legal::{Refusal, when};
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::reader::said;
use crate::text::names::Names;
use crate::vocabulary::Arena;

/// Choose an arena (for [`ArenaOf::Chosen`](crate::vocabulary::ArenaOf::Chosen)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChooseArena;

impl Word for ChooseArena {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn text(&self, _: &mut Names) -> String {
        "choose an arena".to_owned()
    }
}

impl Question for ChooseArena {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            Some(Choice::In(arena)) => {
                run.locals.arena = arena;
                Flow::Next
            }
            _ => run.ask(run.seat, Prompt::Step),
        }
    }

    fn options(&self, _: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        out.extend([Choice::In(Arena::Ground), Choice::In(Arena::Space)]);
    }

    fn judge(&self, _: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        when(matches!(answer, Choice::In(_)), Refusal::NotAsked)
    }
}

said!(ChooseArena, at:
    ["choose an arena"] => { at.arena = true; Self },
);
