//! Cards of a name being searched for and discarded.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::{Object, said};
use crate::text::names::Names;
use crate::vocabulary::Whom;

/// Search the deck and hand of the player who controls a card, or did when it left play, for each
/// card of its name, and discard them; the deck is shuffled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscardNamesakes(pub Whom);

impl Word for DiscardNamesakes {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.0, *scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let whom = names.whom(&self.0).text;
        format!("discard each card named like {whom} from its controller's deck and hand")
    }
}

impl Does for DiscardNamesakes {
    fn does(&self, run: &mut Run<'_>) {
        let scene = run.scene;
        let card = scene.first(&self.0, &run.cx());
        if !card.is_some() {
            return;
        }
        let seat = scene.controller(card);
        run.show_hand(seat, Verb::Look);
        let player = &scene.board.players[usize::from(seat)];
        let name = &scene.known(&self.0, card).definition.name;
        for &slot in player.hand.iter().chain(player.deck.iter()) {
            if scene.printed(slot).definition.name == *name {
                run.propose(Proposal::new(Verb::Discard, scene.reference(slot), run.seat));
            }
        }
        run.propose(Proposal::new(Verb::Shuffle, Ref::NONE, seat));
    }
}

said!(DiscardNamesakes, at:
    ["discard each card named like" (what: Object) "from its controller 's deck and hand"] => Self(what.0),
);
