//! Damage divided as a player chooses (CR 8.4.5).

use super::prelude::*;

/// Damage, or up to so much, divided as you choose among the cards that fit, all dealt at once (CR
/// 8.4.5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Divide {
    /// The cards that may be damaged.
    pub among: Filter,
    /// The number of points, or lots, for each of `per`; at least 1.
    #[serde(default = "one")]
    pub amount: u8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// The unit that deals it; this card when left out.
    #[serde(default)]
    pub by: Option<Whom>,
    /// "Up to" so much.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub up_to: bool,
    /// The points in a lot, which all go to one card: there are `amount` times `per` lots. 1 when left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub lots: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_one(lots: &u8) -> bool {
    *lots == 1
}

impl Word for Divide {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { among, amount, per, by, up_to: _, lots } = self;
        check.filter_in(among, *scope, &path.to("among"));
        check.above_0(*amount, path, "amount");
        check.above_0(*lots, path, "lots");
        per.word().check(check, *scope, &path.to("per"));
        if let Some(by) = by {
            check.whom(by, *scope, &path.to("by"));
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { among, amount: points, per, by, up_to, lots } = self;
        let (damage, much) = amount(points.saturating_mul(*lots), per, 0, "damage", names);
        let much = match lots {
            1 => much,
            lots => format!("{much} in lots of {lots}"),
        };
        let among = Description::new(among, names).many();
        let deals = names.deals(by.as_ref());
        let up_to = if *up_to { "up to " } else { "" };
        format!("{deals} {up_to}{damage}{much} split as you like among {among}")
    }

    fn is_told(&self) -> bool {
        self.by.is_none()
    }

    said!(at:
        ["deal" (amount: Number) "damage divided|split as you choose|like among" (among: Divided)] => Self {
            among: among.0, amount: amount.0, per: Measure::default(), by: None, up_to: false, lots: 1,
        },
        ["deal up to" (amount: Number) "damage divided|split as you choose|like among" (among: Divided)] => Self {
            among: among.0, amount: amount.0, per: Measure::default(), by: None, up_to: true, lots: 1,
        },
        ["deal damage" (per: EqualTo) "divided|split as you choose|like among" (among: Divided)] => Self {
            among: among.0, amount: 1, per: per.0, by: None, up_to: false, lots: 1,
        },
        ["deal up to" (amount: Number) "damage" (per: ForEach) "in lots of" (lots: Number) "split as you like among" (among: Divided)]
            if lots.0 > 1 && amount.0.is_multiple_of(lots.0) => Self {
                among: among.0, amount: amount.0 / lots.0, per: per.0, by: None, up_to: true, lots: lots.0,
            },
        [(by: Object) "deals damage" (per: EqualTo) "divided|split as you choose|like among" (among: Divided)] => Self {
            among: among.0, amount: 1, per: per.0, by: Some(by.0), up_to: false, lots: 1,
        },
    );
}

impl Question for Divide {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let Self { among, amount, per, by, up_to: _, lots } = self;
        let Some(given) = run.shared_out(*amount, per, among) else {
            return run.ask(run.seat, Prompt::Step);
        };
        let source = by.as_ref().map_or(run.source, |by| run.scene.first(by, &run.cx()));
        for (slot, points) in given {
            let card = run.scene.reference(slot);
            let damage = Proposal::new(Verb::Damage, card, run.seat);
            run.propose(damage.amount(i16::from(points) * i16::from(*lots)).by(source));
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        offer.cards(&self.among, &[], out);
        if self.up_to {
            out.push(Choice::Done);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Card(slot) => fits(offer, &self.among, slot),
            Choice::Done => when(self.up_to, Refusal::Mandatory),
            _ => Err(Refusal::NotAsked),
        }
    }

    fn bounds(&self, progress: Progress, _: usize) -> (usize, usize) {
        let left = usize::from(progress.left());
        (left, left)
    }
}

/// "enemy units", "any number of units".
#[derive(Clone)]
struct Divided(Filter);

said!(Divided, at:
    [(what: Many)] => Self(what.0),
    ["any number of" (what: Many)] => Self(what.0),
);
