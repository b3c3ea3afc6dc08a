//! Exhausting resources of a player.

use super::prelude::*;

/// Exhaust this many of a player's resources, or as many as are ready.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExhaustResources(pub Who, pub u8);

impl Word for ExhaustResources {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, &path.argument(0, "who"));
        check.expect(self.1 > 0, &path.argument(1, "number"), "expected a number above 0");
    }

    phrase!(["exhaust" (1: Number) "of" (0: Owner) "resources"], at:
        ["exhaust a ready friendly resource"] if !at.own => Self(Who::You, 1),
        ["exhaust" (number: Number) "enemy resources"] if number.0 > 1 => Self(Who::Opponent, number.0),
        ["exhaust" (number: Resources) (who: Player) "controls"] => Self(who.0, number.0),
        ["exhaust" (number: Resources) "that player controls"] => Self(Who::Defending, number.0),
    );
}

impl Does for ExhaustResources {
    fn does(&self, run: &mut Run<'_>) {
        run.resources(self.0, self.1, Verb::ExhaustResources);
    }
}
