//! Choosing an arena.

use super::prelude::*;

/// Choose an arena (for [`ArenaOf::Chosen`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChooseArena;

impl Word for ChooseArena {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn text(&self, _: &mut Names) -> String {
        "choose an arena".to_owned()
    }

    said!(at:
        ["choose an arena"] => { at.arena = true; Self },
    );
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
