//! Paying a number of resources.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Question, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice as Answer, Prompt, Resolving};
use crate::legal::Refusal;
use crate::legal::play::credits;
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::reader::{Number, Resources, said};
use crate::text::names::Names;
use crate::text::step::counted;

/// You pay this many resources; "if you do" follows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pay(pub u8);

impl Word for Pay {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.0 > 0, path, "expected a number above 0");
    }

    fn text(&self, names: &mut Names) -> String {
        names.number = "resource paid";
        format!("pay {}", counted(self.0, "resource"))
    }
}

impl Question for Pay {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let asks =
            self.can(run).then(|| run.pays(self.0.into(), run.source, Prompt::Step)).flatten();
        asks.unwrap_or(Flow::Then)
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Answer>) {
        offer.credits(self.0.into(), out);
    }

    fn judge(&self, offer: &Offer<'_>, answer: Answer) -> Result<(), Refusal> {
        credits(offer, self.0.into(), answer)
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.scene.board.players[usize::from(run.seat)].means() >= self.0
    }
}

said!(Pay, at:
    ["pay" (number: Number)] => { at.names.number = "resource paid"; Self(number.0) },
    ["pay" (number: Resources)] => { at.names.number = "resource paid"; Self(number.0) },
);
