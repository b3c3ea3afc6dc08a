//! Putting the top cards of a deck into play as resources.

use super::prelude::*;

/// Put the top card of a deck into play as a resource of its player, or so many cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResourceTop {
    /// The player whose deck it is; you, when left out.
    #[serde(default = "you")]
    pub who: Who,
    /// Ready instead of exhausted.
    #[serde(default)]
    pub ready: bool,
    /// One for each of these.
    #[serde(default, skip_serializing_if = "Measure::is_one")]
    pub per: Measure,
}

impl Word for ResourceTop {
    checked!(who: who, per: measure);

    fn text(&self, names: &mut Names) -> String {
        let ready = if self.ready { ", ready" } else { "" };
        let puts = names.does(self.who, "put", "puts");
        let their = if puts == "put" { "your" } else { "their" };
        let per = for_each(&self.per, names);
        format!("{puts} the top card of {their} deck among {their} resources{ready}{per}")
    }

    fn is_told(&self) -> bool {
        self.who == Who::You
    }

    said!(at:
        ["put the top card of your deck into play as a resource"] => Self::of(Who::You, false),
        ["put the top card of your deck into play as a resource and ready it"] => Self::of(Who::You, true),
        ["resource the top card of your deck"] => Self::of(Who::You, false),
        ["put the top card of your deck among your resources"] => Self::of(Who::You, false),
        ["put the top card of your deck among your resources , ready"] => Self::of(Who::You, true),
        ["put the top card of your deck among your resources" (per: ForEach)] => Self { per: per.0, ..Self::of(Who::You, false) },
        ["put the top card of your deck among your resources , ready" (per: ForEach)] => Self { per: per.0, ..Self::of(Who::You, true) },
        [(who: Player) "resources the top card of their deck"] => Self::of(who.0, false),
        [(who: Player) "puts the top card of their deck among their resources"] => Self::of(who.0, false),
        [(who: Player) "puts the top card of their deck among their resources , ready"] => Self::of(who.0, true),
        [(who: Player) "puts the top card of their deck among their resources" (per: ForEach)]
            => Self { per: per.0, ..Self::of(who.0, false) },
    );
}

impl Does for ResourceTop {
    fn does(&self, run: &mut Run<'_>) {
        for seat in run.scene.seats(self.who, &run.cx()) {
            let count = run.amount(1, &self.per).max(0) as usize;
            let deck = &run.scene.board.players[usize::from(seat)].deck;
            for &slot in deck.iter().rev().take(count) {
                let card = run.scene.reference(slot);
                run.propose(Proposal::new(Verb::ToResources, card, seat).ready(self.ready));
            }
        }
    }
}

impl ResourceTop {
    fn of(who: Who, ready: bool) -> Self {
        Self { who, ready, per: Measure::default() }
    }
}
