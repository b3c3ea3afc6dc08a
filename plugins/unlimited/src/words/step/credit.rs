//! Creating Credit tokens.

use super::prelude::*;

/// They create Credit tokens, `count × per` (CR 3.7.13).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Credit {
    /// The player, or the players, who create them.
    pub who: Who,
    /// The number of tokens for each of `per`, at least 1.
    #[serde(default = "one")]
    pub count: u8,
    /// The measure that `count` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Credit {
    checked!(who: who, count: above_0, per: measure);

    fn text(&self, names: &mut Names) -> String {
        let creates = names.does(self.who, "create", "creates");
        let credits = counted(self.count, "Credit token");
        format!("{creates} {credits}{}", for_each(&self.per, names))
    }

    fn is_told(&self) -> bool {
        self.who == Who::You
    }

    said!(at:
        ["create" (count: Few) "credit token|tokens"] => Self { who: Who::You, count: count.0, per: Measure::default() },
        ["create" (count: Few) "credit token|tokens" (per: ForEach)] => Self { who: Who::You, count: count.0, per: per.0 },
        [(per: ForEach) ", create" (count: Few) "credit token|tokens"] => Self { who: Who::You, count: count.0, per: per.0 },
        [(who: Player) "creates" (count: Few) "credit token|tokens"] => Self { who: who.0, count: count.0, per: Measure::default() },
        [(who: Player) "creates credit tokens" (per: EqualTo)] => Self { who: who.0, count: 1, per: per.0 },
        [(who: Player) "creates" (count: Few) "credit token|tokens" (per: ForEach)] => Self { who: who.0, count: count.0, per: per.0 },
    );
}

impl Does for Credit {
    fn does(&self, run: &mut Run<'_>) {
        let n = run.amount(self.count.into(), &self.per);
        if n > 0 {
            for seat in run.scene.seats(self.who, &run.cx()) {
                run.propose(Proposal::new(Verb::CreateCredits, Ref::NONE, seat).amount(n));
            }
        }
    }
}
