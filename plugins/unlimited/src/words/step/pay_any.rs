//! Paying any number of resources.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Question, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice as Answer, Prompt, Resolving};
use crate::legal::{Refusal, when};
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::proposal::{Proposal, Verb};
use crate::reader::said;
use crate::text::names::Names;

/// You pay any number of resources; the number is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PayAny;

impl Word for PayAny {
    fn check(&self, _: &mut Check<'_>, _: &mut Scope, _: &Path) {}

    fn text(&self, names: &mut Names) -> String {
        names.number = "resource paid";
        "pay any number of resources".to_owned()
    }
}

impl Question for PayAny {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        match run.answer.take() {
            Some(Answer::Number(n)) => {
                run.locals.number = n.into();
                if n > 0 {
                    let pay = Proposal::new(Verb::Spend, run.source, run.seat);
                    run.propose(pay.amount(n.into()));
                }
                Flow::Then
            }
            _ => run.ask(run.seat, Prompt::Step),
        }
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Answer>) {
        let player = &offer.scene.board.players[usize::from(offer.frame.seat)];
        out.extend((0..=player.ready).map(Answer::Number));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Answer) -> Result<(), Refusal> {
        let Answer::Number(n) = answer else { return Err(Refusal::NotAsked) };
        let ready = offer.scene.board.players[usize::from(offer.frame.seat)].ready;
        when(n <= ready, Refusal::CannotPay { cost: n.into(), ready })
    }
}

said!(PayAny, at:
    ["pay any number of resources"] => { at.names.number = "resource paid"; Self },
);
