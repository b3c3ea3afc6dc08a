//! Paying any number of resources.

use super::prelude::*;
use crate::legal::means::{credits, means};

/// You pay any number of resources, or up to so many; the number is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PayAny {
    /// The most resources that can be paid; any number when left out.
    #[serde(default)]
    pub up_to: Option<u8>,
}

impl Word for PayAny {
    fn check(&self, check: &mut Check<'_>, _: &mut Scope, path: &Path) {
        check.expect(self.up_to != Some(0), &path.to("up_to"), "expected a number above 0");
    }

    fn text(&self, names: &mut Names) -> String {
        names.number = "resource paid";
        match self.up_to {
            None => "pay any number of resources".to_owned(),
            Some(most) => format!("pay up to {}", counted(most, "resource")),
        }
    }

    said!(at:
        ["pay any number of resources"] => { at.names.number = "resource paid"; Self { up_to: None } },
        ["pay up to" (most: Resources)] => { at.names.number = "resource paid"; Self { up_to: Some(most.0) } },
    );
}

impl Question for PayAny {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        if run.locals.progress == Progress::Nothing {
            let Some(Choice::Number(left)) = run.answer.take() else {
                return run.ask(run.seat, Prompt::Step);
            };
            run.locals.number = left.into();
            run.locals.progress = Progress::Picks { left };
        }
        let price = run.locals.progress.left().into();
        if let Some(flow) = run.pays(price, run.source, Prompt::Step) {
            return flow;
        }
        run.locals.progress = Progress::Nothing;
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        match locals.progress {
            Progress::Picks { left } => offer.credits(left.into(), out),
            _ => {
                let means = Purse::of(&offer.scene, offer.frame.seat).means();
                let most = means.min(self.up_to.unwrap_or(u8::MAX));
                out.extend((0..=most).map(Choice::Number));
            }
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        if let Progress::Picks { left } = offer.progress() {
            return credits(offer, left.into(), answer);
        }
        let Choice::Number(n) = answer else { return Err(Refusal::NotAsked) };
        let most = self.up_to.unwrap_or(u8::MAX);
        when(n <= most, Refusal::TooMany { most })?;
        let ready = means(offer);
        when(n <= ready, Refusal::CannotPay { cost: n.into(), ready })
    }
}
