//! Players drawing cards.

use super::prelude::*;

/// The player draws one or more cards at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draws {
    /// The player who draws.
    pub who: Who,
    /// Only during the action phase.
    #[serde(default)]
    pub in_action_phase: bool,
}

impl Word for Draws {
    checked!(who: who);

    fn happening(&self, names: &Names) -> String {
        let when = if self.in_action_phase { " during the action phase" } else { "" };
        format!("{} 1 or more cards{when}", names.subject(self.who, "draw", "draws"))
    }

    fn subject(&self) -> &'static str {
        "that card"
    }

    fn facts(&self) -> u32 {
        facts::DRAWN
    }

    fn is_met(&self, by: &Meeting<'_>) -> Option<Ref> {
        let what = &by.fact.what;
        let now = !self.in_action_phase || by.scene.board.phase == Phase::Action;
        // Cards that are drawn together are drawn once.
        let drawn = by.verb() == Verb::Draw && what.number == 0;
        by.met(drawn && now && by.scene.seats(self.who, &by.cx()).contains(&what.seat))
    }

    said!(at:
        ["when? you draw" (_number: Some)] => Self { who: Who::You, in_action_phase: false },
        ["when? you draw" (_number: Some) "during the action phase"] => Self { who: Who::You, in_action_phase: true },
        ["when?" (who: Player) "draws" (_number: Some)] => Self { who: who.0, in_action_phase: false },
        ["when?" (who: Player) "draws" (_number: Some) "during the action phase"] => Self { who: who.0, in_action_phase: true },
        ["when a player draws" (_number: Some) "during the action phase"] => Self { who: Who::Each, in_action_phase: true },
    );
}

/// "1 or more cards".
#[derive(Clone)]
struct Some;

said!(Some, at:
    ["1|one or more cards"] => Self,
);
