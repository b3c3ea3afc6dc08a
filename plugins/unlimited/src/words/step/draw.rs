//! Drawing cards.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Ref;
use serde::{Deserialize, Serialize};

use super::{Does, Word};
use crate::advance::Run;
use crate::library::{Check, Scope};
use crate::proposal::{Proposal, Verb};
use crate::reader::{Cards, Player, said};
use crate::text::names::Names;
use crate::text::step::cards;
use crate::vocabulary::Who;

/// Draw cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Draw(pub Who, pub u8);

impl Word for Draw {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, &path.argument(0, "who"));
        check.expect(self.1 > 0, &path.argument(1, "number"), "expected a number above 0");
    }

    fn text(&self, names: &mut Names) -> String {
        format!("{} {}", names.does(self.0, "draw", "draws"), cards(self.1))
    }

    fn is_told(&self) -> bool {
        self.0 == Who::You
    }
}

impl Does for Draw {
    fn does(&self, run: &mut Run<'_>) {
        for seat in run.scene.seats(self.0, &run.cx()) {
            for _ in 0..self.1 {
                run.propose(Proposal::new(Verb::Draw, Ref::NONE, seat));
            }
        }
    }
}

said!(Draw, at:
    ["you draw" (number: Cards)] if at.names.you.is_some() => Self(Who::You, number.0),
    ["draw" (number: Cards)] => Self(Who::You, number.0),
    ["they each? draw" (number: Cards)] if at.names.is_player() => Self(Who::ControllerOfIt, number.0),
    ["that player draws" (number: Cards)] if at.names.is_player() => Self(Who::ControllerOfIt, number.0),
    [(who: Player) "draws" (number: Cards)] => Self(who.0, number.0),
);
