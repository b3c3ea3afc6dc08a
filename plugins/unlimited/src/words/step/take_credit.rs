//! Taking control of Credit tokens.

use super::prelude::*;

/// Take control of an enemy Credit token, if there is one. Which one makes no difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TakeCredit;

impl Word for TakeCredit {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    phrase!(["take control of an enemy Credit token"]);
}

impl Does for TakeCredit {
    fn does(&self, run: &mut Run<'_>) {
        let from = run.scene.opponent(&run.cx());
        let take = Proposal::new(Verb::TakeCredit, Ref::NONE, run.seat).amount(1);
        run.propose(take.number(from.into()));
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let opponents = run.scene.seats(Who::Opponent, &run.cx());
        opponents.into_iter().any(|seat| run.scene.board.players[usize::from(seat)].credits > 0)
    }
}
