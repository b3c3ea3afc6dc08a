//! Capturing units (CR 8.33).

use super::prelude::*;
use crate::vocabulary::this;

/// A unit captures units (CR 8.33), or a base does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capture {
    /// The units that are captured.
    pub what: Vec<Whom>,
    /// The unit or base that guards them from then on; this one when left out.
    #[serde(default = "this")]
    pub by: Whom,
    /// They have left play, and are captured from your discard pile.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub from_discard: bool,
}

impl Word for Capture {
    checked!(what: whoms, by: whom);

    fn text(&self, names: &mut Names) -> String {
        let captures = names.whom(&self.by).does("captures", "capture");
        let from = if self.from_discard { " from your discard pile" } else { "" };
        format!("{captures} {}{from}", names.whoms(&self.what).text)
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        // A unit that was chosen for it captures another.
        [(by: Target) "captures|capture that unit"] if !at.own && at.chosen() == [Whom::It, Whom::Other] && by.0 == Whom::Other
            => Self { what: vec![Whom::It], by: by.0, from_discard: false },
        ["have" (by: Object) "capture" (what: Targets) "from your discard pile"] => Self { what: what.0, by: by.0, from_discard: true },
        [(by: Target) "captures|capture" (what: Targets) "from your discard pile"] => Self { what: what.0, by: by.0, from_discard: true },
        ["have" (by: Object) "capture" (what: Targets)] => Self { what: what.0, by: by.0, from_discard: false },
        [(by: Target) "captures|capture" (what: Targets)] => Self { what: what.0, by: by.0, from_discard: false },
    );
}

impl Capture {
    /// Those of the cards that lie in their player's discard pile.
    fn buried(&self, run: &Run<'_>) -> Refs {
        let mut cards = Refs::new();
        self.what.iter().for_each(|whom| run.scene.whom(whom, &run.cx(), &mut cards));
        let now = cards.iter().map(|&card| run.scene.now(card));
        let there = |card: &Ref| {
            let state = run.scene.card(card.slot);
            state.zone == Zone::Discard
                && state.owner == run.seat
                && run.scene.is_current(*card)
                && run.scene.printed(card.slot).kind() == Kind::Unit
        };
        now.filter(there).collect()
    }
}

impl Does for Capture {
    fn does(&self, run: &mut Run<'_>) {
        let guard = run.scene.first(&self.by, &run.cx());
        if self.from_discard {
            for card in self.buried(run) {
                run.propose(Proposal::new(Verb::Capture, card, run.seat).onto(guard));
            }
            return;
        }
        run.each(&self.what, |card, seat| Proposal::new(Verb::Capture, card, seat).onto(guard));
    }

    fn can(&self, run: &Run<'_>) -> bool {
        match self.from_discard {
            true => !self.buried(run).is_empty() && run.finds(core::slice::from_ref(&self.by)),
            false => run.finds(&self.what),
        }
    }
}
