//! Paying a number of resources, by you or by another player who may.

use super::prelude::*;
use crate::legal::means::credits;
use crate::words::measure::Cost;

/// This many resources are paid, so many times; "if you do" follows. You pay them if you can, another
/// player if they like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pay(
    pub u8,
    #[serde(default = "you")] pub Who,
    #[serde(default, skip_serializing_if = "Measure::is_one")] pub Measure,
);

impl Word for Pay {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.expect(self.0 > 0, &path.argument(0, "number"), "expected a number above 0");
        check.who(self.1, *scope, &path.argument(1, "who"));
        let one = self.1 != Who::Each;
        check.expect(one, &path.argument(1, "who"), "expected one player");
        self.2.word().check(check, *scope, &path.argument(2, "per"));
    }

    fn text(&self, names: &mut Names) -> String {
        names.number = "resource paid";
        let number = match &self.2 {
            per if self.0 == 1 && per.word().is_named() => {
                format!("resources equal to {}", per.word().noun(names))
            }
            per => format!("{}{}", counted(self.0, "resource"), for_each(per, names)),
        };
        match self.1 {
            Who::You => format!("pay {number}"),
            who => format!("{} may pay {number}", names.player(who)),
        }
    }

    fn is_told(&self) -> bool {
        self.1 == Who::You
    }

    said!(at:
        ["pay" (number: Number)] => { at.names.number = "resource paid"; Self::yours(number.0) },
        ["pay" (number: Resources)] => { at.names.number = "resource paid"; Self::yours(number.0) },
        ["pay resources" (per: EqualTo)] => { at.names.number = "resource paid"; Self(1, Who::You, per.0) },
        ["pay the cost of" (what: Object)] => { at.names.number = "resource paid"; Self(1, Who::You, Cost(what.0).into()) },
        [(who: Player) "may pay" (number: Resources)] if who.0 != Who::Each => Self(number.0, who.0, Measure::default()),
    );
}

impl Pay {
    /// The name of the option to pay, with so many Credit tokens; of you, who pay in any case,
    /// their number alone.
    pub(crate) fn label(&self, credits: u8) -> String {
        match (self.1, credits) {
            (Who::You, _) => credits.to_string(),
            (_, 0) => "Pay".to_owned(),
            (_, 1) => "Pay with 1 Credit".to_owned(),
            _ => format!("Pay with {credits} Credits"),
        }
    }

    /// A payment by you of so many resources.
    pub(crate) fn yours(number: u8) -> Self {
        Self(number, Who::You, Measure::default())
    }

    /// The price in resources, as the measure is now.
    fn price(&self, scene: &Scene<'_>, cx: &Context<'_>) -> i16 {
        i16::from(self.0).saturating_mul(scene.measure(&self.2, cx))
    }
}

impl Question for Pay {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let price = self.price(&run.scene, &run.cx());
        if !self.can(run) {
            return Flow::Then;
        }
        // What costs nothing is paid.
        if price == 0 {
            run.locals.did = true;
            return Flow::Next;
        }
        if self.1 == Who::You {
            return run.pays(price, run.source, Prompt::Step).unwrap_or(Flow::Then);
        }
        run.acting(self.1, |run| {
            match run.answer.take() {
                None => return run.ask(run.seat, Prompt::Step),
                Some(Choice::Number(credits)) => run.pay(price, credits, run.source),
                Some(_) => {}
            }
            Flow::Then
        })
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        offer.credits(self.price(&offer.scene, &offer.cx()), out);
        if self.1 != Who::You {
            out.push(Choice::Decline);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Decline => when(self.1 != Who::You, Refusal::Mandatory),
            _ => credits(offer, self.price(&offer.scene, &Context::in_frame(offer.frame)), answer),
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let payer = run.scene.seat(self.1, &run.cx());
        let price = self.price(&run.scene, &run.cx());
        i16::from(Purse::of(&run.scene, payer).means()) >= price
    }
}
