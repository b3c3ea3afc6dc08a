//! Losing the game by what a card says.

use super::prelude::*;

/// A player loses the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lose(pub Who);

impl Word for Lose {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, path);
        check.expect(self.0 != Who::Each, path, "expected one player");
    }

    fn text(&self, names: &mut Names) -> String {
        format!("{} the game", names.subject(self.0, "lose", "loses"))
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["you lose the game"] => Self(Who::You),
        [(who: Player) "loses the game"] if who.0 != Who::Each => Self(who.0),
    );
}

impl Does for Lose {
    fn does(&self, run: &mut Run<'_>) {
        let seat = run.scene.seat(self.0, &run.cx());
        run.propose(Proposal::new(Verb::Lose, Ref::NONE, seat));
    }
}
