//! Lasting changes of what cards cost.

use super::prelude::*;
use crate::reader::Costlier;
use crate::text::cost_text;
use crate::vocabulary::CostChange;

/// Create a lasting effect: cards cost more or less to play, or cannot be played. What was named
/// with `NameCard` stays named for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// The players for whom the costs change.
    pub who: Who,
    /// The cards that cost more or less.
    pub what: Filter,
    /// The amount of the change, and its direction.
    pub change: CostChange,
    /// The time for which the effect lasts.
    pub until: Until,
}

impl Word for Costs {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let players = matches!(self.who, Who::You | Who::Opponent | Who::Each);
        check.expect(players, &path.to("who"), "expected `You`, `Opponent` or `Each`");
        check.filter_in(&self.what, *scope, &path.to("what"));
        check.cost_change(self.change, &path.to("change"));
        let lasts = matches!(self.until, Until::Phase | Until::InPlay);
        check.expect(lasts, &path.to("until"), "expected `Phase` or `InPlay`");
    }

    fn text(&self, names: &mut Names) -> String {
        let changed = cost_text(self.who, Some(&self.what), self.change, None, names);
        format!("{changed} {}", duration(self.until))
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        [(until: Until) "," (who: Plays) "can't|cannot play" (what: Those)] => Self { who: who.0, what: what.0, change: CostChange::Forbidden, until },
        [(who: Plays) "can't|cannot play" (what: Those) (until: Until)] => Self { who: who.0, what: what.0, change: CostChange::Forbidden, until },
        [(what: Those) "can't be played" (until: Until)] => Self { who: Who::Each, what: what.0, change: CostChange::Forbidden, until },
        [(until: Until) ", each card with that name costs" (by: Costlier) (who: ToPlay)] => Self { who: who.0, what: Those::named().0, change: by.0, until },
        ["each" (what: BareCard) (who: Plays) "plays this phase costs" (by: Costlier)] => Self { who: who.0, what: what.0, change: by.0, until: Until::Phase },
        [(who: Player) "pays" (by: Costlier) "for each" (what: BareCard) (until: Until)] => Self { who: who.0, what: what.0, change: by.0, until },
    );
}

impl Compiles for Costs {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.tables.costs.len() as u16;
        writer.tables.costs.push(self.clone());
        writer.ops.push(Op::Create(Verb::ChangeCosts, at));
    }
}

/// Cards, and whether they bear the name that was named.
#[derive(Clone)]
struct Those(Filter);

impl Those {
    fn named() -> Self {
        Self(Criteria { chosen_name: true, ..Criteria::default() }.into())
    }
}

said!(Those, at:
    ["the named card"] => Self::named(),
    ["cards with that name"] => Self::named(),
    [(cards: ManyCards)] => Self(cards.0),
);

/// The players whose plays are meant, behind the cards: "for your opponents to play".
#[derive(Clone)]
struct ToPlay(Who);

said!(ToPlay, at:
    ["for your? opponents|opponent to play"] => Self(Who::Opponent),
    ["for you to play"] => Self(Who::You),
);

/// The players whose plays are meant, before the verb: "opponents".
#[derive(Clone)]
struct Plays(Who);

said!(Plays, at:
    ["opponents"] => Self(Who::Opponent),
    ["that opponent"] => Self(Who::Opponent),
    [(who: Player)] => Self(who.0),
);
