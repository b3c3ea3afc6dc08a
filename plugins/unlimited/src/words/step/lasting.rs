//! Lasting effects on cards (CR 7.7.3).

use super::prelude::*;
use crate::program::Ongoing;
use crate::text::grant;
use crate::vocabulary::Ability;
use crate::words::grant::{Hp, Power};

/// Create a lasting effect on the cards in play now (CR 7.7.3D).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lasting {
    /// The cards that it applies to.
    pub on: Vec<Whom>,
    /// The grants that they have while it lasts.
    pub grant: Vec<Grant>,
    /// The time for which it lasts.
    pub until: Until,
    /// On whatever `on` names at any time, not only on cards in play now.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub ongoing: bool,
    /// Of what is ongoing: only while this holds.
    #[serde(default, rename = "while", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
    /// Power and HP so many times, as many as it is when the effect is made.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Lasting {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        if self.ongoing {
            let Scope { named, it, attached, .. } = *scope;
            let kept = Scope { constant: true, named, it, attached, ..Scope::default() };
            if let Some(condition) = &self.condition {
                condition.word().check(check, kept, &path.to("while"));
                let takes = self.grant.iter().any(Grant::takes);
                check.expect(!takes, &path.to("grant"), "expected nothing lost beside `while`");
            }
            let each = self.on.iter().all(|on| matches!(on, Whom::Each(_)));
            let expected = "expected only `Each` beside `ongoing` without `while`";
            check.expect(each || self.condition.is_some(), &path.to("on"), expected);
            check.expect(self.per.is_one(), &path.to("per"), "expected none beside `ongoing`");
            for (place, on) in self.on.iter().enumerate() {
                check.constant(on, &self.grant, kept, (&path.to("on").at(place), path));
            }
            return;
        }
        check.whoms(&self.on, *scope, &path.to("on"));
        check.some_grants(&self.grant, *scope, &path.to("grant"));
        self.per.word().check(check, *scope, &path.to("per"));
        let fixed = |grant: &Grant| match grant {
            Grant::Power(Power { per, .. }) | Grant::Hp(Hp { per, .. }) => per.is_one(),
            _ => false,
        };
        let counts = self.per.is_one() || self.grant.iter().all(fixed);
        check.expect(counts, &path.to("per"), "expected numbers of power and HP beside it");
        let alone = self.condition.is_none();
        check.expect(alone, &path.to("while"), "expected `ongoing: true` beside it");
    }

    fn text(&self, names: &mut Names) -> String {
        let has = grant::clause(&names.whoms(&self.on), &self.grant, names);
        let duration = duration(self.until);
        match &self.condition {
            Some(condition) => {
                format!("{duration}, while {}, {has}", condition.word().text(true, names))
            }
            None if self.ongoing => format!("{duration}, at any time, {has}"),
            None => format!("{has} {duration}{}", for_each(&self.per, names)),
        }
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        [(until: Until) ", at any time ," (on: Targets) (grant: Grants)] if at.own && on.0.iter().all(|on| matches!(on, Whom::Each(_)))
            => Self { ongoing: true, ..Self::of(on.0, grant.0, until, Measure::default()) },
        [(on: Targets) (grant: Grants) (until: Until) (per: ForEach)] if !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, per.0),
        ["give" (on: Targets) (grant: Grants) (until: Until) (per: ForEach)] if !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, per.0),
        [(on: Targets) (grant: Grants) (until: Until)] if at.own || !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, Measure::default()),
        ["each of" (those: Object) (grant: Grants) (until: Until)] if at.names.whom(&those.0).many
            => Self::of(vec![those.0], grant.0, until, Measure::default()),
        [(what: Many) (grant: Grants) (until: Until)] => Self::of(vec![Whom::Each(what.0)], grant.0, until, Measure::default()),
        ["give" (on: Targets) (grant: Grants) (until: Until)] if !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, Measure::default()),
        [(on: Targets) (grant: Grants) "for this attack and" (more: Grants)] if !at.own && !follows(at, &on.0, Until::Attack)
            => Self::of(on.0, [grant.0, more.0].concat(), Until::Attack, Measure::default()),
        [(per: ForEach) ", give" (on: Targets) (grant: Grants) (until: Until)] if !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, per.0),
        [(until: Until) ", give" (on: Targets) (grant: Grants) (per: ForEach)] if !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, per.0),
        [(until: Until) "," (on: Targets) (grant: Grants)] if !follows(at, &on.0, until)
            => Self::of(on.0, grant.0, until, Measure::default()),
        [(until: Until) ", while" (condition: Condition) "," (on: Object) (grant: Grants)]
            => Self { ongoing: true, condition: Some(condition), ..Self::of(vec![on.0], grant.0, until, Measure::default()) },
    );
}

impl Compiles for Lasting {
    fn compile(&self, writer: &mut Writer<'_>) {
        for on in self.on.iter().filter(|_| self.ongoing) {
            let Self { condition, grant, until, .. } = self.clone();
            let reaches = matches!(on, Whom::Each(what) if what.reaches());
            let on = on.clone();
            let ability = writer.constant(&Ability::Constant { condition, on, grant });
            let at = writer.tables.ongoing.len() as u16;
            writer.tables.ongoing.push(Ongoing { ability, until, reaches });
            writer.ops.push(Op::Create(Verb::Endure, at));
        }
        if self.ongoing {
            return;
        }
        let grants = writer.grants(&self.grant);
        writer.ops.push(Op::Lasting(Box::new(Step::Lasting(self.clone())), grants));
    }
}

impl Lasting {
    /// Tells whether it is about a card in play, where "you may" must not be asked in vain.
    pub(crate) fn can(&self, run: &Run<'_>) -> bool {
        if self.ongoing {
            return true;
        }
        let mut cards = Refs::new();
        self.on.iter().for_each(|whom| run.scene.whom(whom, &run.cx(), &mut cards));
        cards.iter().any(|card| run.scene.in_play(*card).is_some())
    }

    /// The effect with these grants for so long, on cards in play now, without a condition.
    pub(crate) fn of(on: Vec<Whom>, grant: Vec<Grant>, until: Until, per: Measure) -> Self {
        Self { on, grant, until, ongoing: false, per, condition: None }
    }

    /// Gives the cards a list of grants of the catalogue.
    pub(crate) fn last(&self, grants: u16, run: &mut Run<'_>) {
        let verb = Verb::Last(self.until);
        let times = run.amount(1, &self.per);
        if times > 0 {
            let last = |card, seat| Proposal::new(verb, card, seat).number(grants);
            run.each(&self.on, |card, seat| last(card, seat).amount(times));
        }
    }
}

/// Tells whether it goes on with an attack or a play that was said before; what is said of the
/// defender has forms of its own.
fn follows(at: &At, on: &[Whom], until: Until) -> bool {
    let chosen = at.before.iter().any(|step| matches!(step, Step::Choose(_)));
    let last = until == Until::Attack || at.topic.as_slice() == on && !chosen;
    at.goes_on == Some(until) && last || on == [Whom::Defender]
}
