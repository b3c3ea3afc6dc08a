//! Paying a number of resources, by you or by another player who may.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Question, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice as Answer, Prompt, Resolving};
use crate::legal::play::credits;
use crate::legal::{Refusal, when};
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::reader::{Number, Player, Resources, said};
use crate::text::names::Names;
use crate::text::step::counted;
use crate::vocabulary::{Who, you};

/// This many resources are paid; "if you do" follows. You pay them if you can, another player if
/// they like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pay(pub u8, #[serde(default = "you")] pub Who);

impl Word for Pay {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.expect(self.0 > 0, &path.argument(0, "number"), "expected a number above 0");
        check.who(self.1, *scope, &path.argument(1, "who"));
        let one = self.1 != Who::Each;
        check.expect(one, &path.argument(1, "who"), "expected one player");
    }

    fn text(&self, names: &mut Names) -> String {
        names.number = "resource paid";
        let number = counted(self.0, "resource");
        match self.1 {
            Who::You => format!("pay {number}"),
            who => format!("{} may pay {number}", names.player(who)),
        }
    }

    fn is_told(&self) -> bool {
        self.1 == Who::You
    }
}

impl Question for Pay {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        if !self.can(run) {
            return Flow::Then;
        }
        if self.1 == Who::You {
            return run.pays(self.0.into(), run.source, Prompt::Step).unwrap_or(Flow::Then);
        }
        run.acting(self.1, |run| {
            match run.answer.take() {
                None => return run.ask(run.seat, Prompt::Step),
                Some(Answer::Number(credits)) => run.pay(self.0.into(), credits, run.source),
                Some(_) => {}
            }
            Flow::Then
        })
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Answer>) {
        offer.credits(self.0.into(), out);
        if self.1 != Who::You {
            out.push(Answer::Decline);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Answer) -> Result<(), Refusal> {
        match answer {
            Answer::Decline => when(self.1 != Who::You, Refusal::Mandatory),
            _ => credits(offer, self.0.into(), answer),
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let payer = run.scene.seat(self.1, &run.cx());
        run.scene.board.players[usize::from(payer)].means() >= self.0
    }
}

said!(Pay, at:
    ["pay" (number: Number)] => { at.names.number = "resource paid"; Self(number.0, Who::You) },
    ["pay" (number: Resources)] => { at.names.number = "resource paid"; Self(number.0, Who::You) },
    [(who: Player) "may pay" (number: Resources)] if who.0 != Who::Each => Self(number.0, who.0),
);
