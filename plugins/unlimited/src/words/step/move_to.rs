//! Moving to an arena (CR 8.36).

use super::prelude::*;
use crate::text::arena_text;

/// Move a card in play to an arena as a unit: it neither leaves nor enters play (CR 8.36).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// The upgrade, or the unit.
    pub what: Whom,
    /// The arena that it goes to.
    pub to: Arena,
}

impl Word for Move {
    checked!(what: whom);

    fn text(&self, names: &mut Names) -> String {
        let what = names.beside(&self.what).text;
        format!("move {what} to the {} arena as a unit", arena_text(self.to))
    }

    said!(at:
        ["move" (what: Target) "to the" (to: Arena) "arena as a unit"] => Self { what: what.0, to },
        ["detach" (what: Target) ", move it to the" (to: Arena) "arena as a unit"] => Self { what: what.0, to },
    );
}

impl Does for Move {
    fn does(&self, run: &mut Run<'_>) {
        let card = run.scene.first(&self.what, &run.cx());
        if card.is_some() {
            run.propose(Proposal::new(Verb::Move(self.to), card, run.seat).by(run.source));
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(core::slice::from_ref(&self.what))
    }
}
