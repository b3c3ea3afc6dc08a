//! Damage to cards at once.

use super::prelude::*;
use crate::board::CommitNumber;
use crate::words::measure;

/// Damage, `amount × per + plus`, to all of them at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Damage {
    /// The units or bases that are damaged.
    pub to: Vec<Whom>,
    /// The number of points for each of `per`; 0 only beside `plus`.
    #[serde(default = "one")]
    pub amount: u8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// And this much more.
    #[serde(default)]
    pub plus: u8,
    /// The unit that deals it ("a friendly unit deals"), or the units that each do; this card when left out.
    #[serde(default)]
    pub by: Option<Whom>,
    /// Each of them deals it to each other one.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub each_other: bool,
    /// 1 less to each of them than to the one before.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub falling: bool,
    /// Nothing prevents it (CR 1.9.13).
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub unpreventable: bool,
}

impl Word for Damage {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { to, amount, per, plus, by, each_other, falling, unpreventable: _ } = self;
        check.whoms(to, *scope, &path.to("to"));
        check.above_0(amount | plus, path, "amount");
        let dealer = matches!(by, Some(Whom::Each(_))) || *each_other;
        let plain = by.is_none() && !(*each_other && *falling);
        check.expect(
            plain || !*each_other && !*falling,
            path,
            "expected `by`, `each_other` or `falling`",
        );
        let measured = Scope { target: true, dealer, ..*scope };
        per.word().check(check, measured, &path.to("per"));
        if let Some(by) = by {
            check.whom(by, *scope, &path.to("by"));
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { to, amount: points, per, plus, by, each_other, falling, unpreventable } = self;
        let what = if *unpreventable { "unpreventable damage" } else { "damage" };
        let (damage, much) = amount(*points, per, *plus, what, names);
        let to = names.whoms(to).text;
        if *each_other {
            return format!("each of {to} deals {damage}{much} to each other one");
        }
        if *falling {
            return format!(
                "deal {damage} to the first of {to}{much} and 1 less to each next of them"
            );
        }
        format!("{} {damage} to {to}{much}", names.deals(by.as_ref()))
    }

    fn is_told(&self) -> bool {
        self.by.is_none() && !self.each_other
    }

    said!(at:
        ["deal" (amount: Number) "damage to" (to: Targets)] => Self::of(to.0, amount.0),
        ["deal" (amount: Number) "damage to" (to: Targets) (per: ForEach)] => Self { per: per.0, ..Self::of(to.0, amount.0) },
        ["deal" (amount: Number) "damage to" (to: Targets) "and" (more: Number) "damage to" (other: Targets)] if amount.0 == more.0
            => Self::of([to.0, other.0].concat(), amount.0),
        ["deal" (amount: Number) "unpreventable damage to" (to: Targets)] => Self { unpreventable: true, ..Self::of(to.0, amount.0) },
        ["deal unpreventable damage to" (to: Targets) (per: EqualTo)] => Self { per: per.0, unpreventable: true, ..Self::of(to.0, 1) },
        ["deal unpreventable damage" (per: EqualTo) "to" (to: Targets)] => Self { per: per.0, unpreventable: true, ..Self::of(to.0, 1) },
        [(who: Player) "deals" (amount: Number) "damage to" (what: One)] if !at.own && who.0 == Who::Opponent => {
            at.choose_by(who.0, &what.0).map(|to| Self::of(vec![to], amount.0))
        },
        ["deal damage to" (to: Targets) (per: EqualTo)] => Self { per: per.0, ..Self::of(to.0, 1) },
        ["deal damage" (per: EqualTo) "to" (to: Targets)] => Self { per: per.0, ..Self::of(to.0, 1) },
        ["deal damage to" (to: Targets) (per: EqualTo) "plus" (plus: Number)] => Self { per: per.0, plus: plus.0, ..Self::of(to.0, 1) },
        ["deal damage to" (to: Targets) "equal to twice the number of" (what: Many)]
            => Self { amount: 2, per: Measure::Count(measure::Count(what.0)), ..Self::of(to.0, 1) },
        ["deal that much damage to" (to: Targets)] => Self { per: Measure::Number(measure::Number), ..Self::of(to.0, 1) },
        ["deal" (amount: Number) "damage to the first of" (to: Targets) "and 1 less to each next of them"]
            => Self { falling: true, ..Self::of(to.0, amount.0) },
        ["each of" (to: Targets) "deals damage" (per: EqualTo) "to each other one"]
            => Self { per: per.0, each_other: true, ..Self::of(to.0, 1) },
        [(dealing: Dealing)] => dealing.0,
        ["have" (dealing: Dealing)] if !at.own => dealing.0,
    );
}

impl Does for Damage {
    fn does(&self, run: &mut Run<'_>) {
        let Self { to, amount, per, plus, by, each_other, falling, unpreventable } = self;
        let number = if *unpreventable { Proposal::UNPREVENTABLE } else { 0 };
        let mut cards = Refs::new();
        for whom in to {
            run.scene.whom(whom, &run.cx(), &mut cards);
        }
        let mut dealers = Refs::new();
        match by {
            None if *each_other => dealers.clone_from(&cards),
            Some(by @ Whom::Each(_)) => run.scene.whom(by, &run.cx(), &mut dealers),
            Some(by) => dealers.push(run.scene.first(by, &run.cx())),
            None => dealers.push(run.source),
        }
        for dealer in dealers {
            for (place, &target) in (0..).zip(&cards) {
                if *each_other && target == dealer {
                    continue;
                }
                let per = run.scene.measure(per, &Context { target, dealer, ..run.cx() });
                let points = i16::from(*amount).saturating_mul(per);
                let points = points.saturating_add((*plus).into());
                let points = points - if *falling { place } else { 0 };
                if points > 0 {
                    let damage = Proposal::new(Verb::Damage, target, run.seat);
                    run.propose(damage.amount(points).by(dealer).number(number));
                }
            }
        }
        // The next commit is that of this damage. What it is measured by may be that of one before.
        run.locals.struck = CommitNumber(run.scene.board.commits.0 + 1);
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.to)
    }
}

impl Damage {
    /// So many points to these.
    pub(crate) fn of(to: Vec<Whom>, amount: u8) -> Self {
        let per = Measure::default();
        let (each_other, falling, unpreventable) = (false, false, false);
        Self { to, amount, per, plus: 0, by: None, each_other, falling, unpreventable }
    }
}

/// Damage that a unit deals by its power or the like: "its" is the unit's that deals it.
#[derive(Clone)]
struct Dealing(Damage);

impl Said for Dealing {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut all = Readings::new();
        for (Target(by), at) in Target::said(reader, from) {
            // Each of several chosen units deals its own: no one step says so.
            if at.names.whom(&by).many {
                continue;
            }
            let its = if matches!(by, Whom::Each(_)) { Whom::Dealer } else { by.clone() };
            let by_it = |at: At| At { topic: Some(its.clone()), ..at };
            // What this card deals is said of no unit.
            let dealer = (by != Whom::This).then(|| by.clone());
            for at in reader.words("", "deals|deal damage", &at) {
                for (per, at) in EqualTo::said(reader, &by_it(at.clone())) {
                    for at in reader.words("", "to", &at) {
                        let to = Targets::said(reader, &at).into_iter();
                        all.extend(to.map(|(to, at)| {
                            let damage = Damage { per: per.0.clone(), ..Damage::of(to.0, 1) };
                            (Self(Damage { by: dealer.clone(), ..damage }), at)
                        }));
                    }
                }
                for at in reader.words("", "to", &at) {
                    for (to, at) in Targets::said(reader, &at) {
                        for (much, at) in Much::said(reader, &by_it(at)) {
                            let damage =
                                Damage { by: dealer.clone(), ..Damage::of(to.0.clone(), 1) };
                            all.push((Self(Damage { per: much.0, plus: much.1, ..damage }), at));
                        }
                    }
                }
            }
            for at in reader.words("", "deals|deal", &at) {
                for (amount, at) in Number::said(reader, &at) {
                    for at in reader.words("", "damage to", &at) {
                        for (to, at) in Targets::said(reader, &at) {
                            let damage =
                                Damage { by: dealer.clone(), ..Damage::of(to.0, amount.0) };
                            let each = if at.own { ForEach::said(reader, &at) } else { Vec::new() };
                            all.extend(each.into_iter().map(|(per, at)| {
                                (Self(Damage { per: per.0, ..damage.clone() }), at)
                            }));
                            all.push((Self(damage), at));
                        }
                    }
                }
            }
        }
        all
    }
}

/// "equal to its power plus 1".
#[derive(Clone)]
struct Much(Measure, u8);

said!(Much, at:
    [(per: EqualTo)] => Self(per.0, 0),
    [(per: EqualTo) "plus" (plus: Number)] => Self(per.0, plus.0),
);
