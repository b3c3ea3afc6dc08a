//! The opposite of a condition.

use super::Condition;
use super::fitting::other_kind;
use super::prelude::*;
use crate::reader::Predicate;
use crate::vocabulary::Shares;
use crate::words::condition::{
    ActionPhase, AtLeast, AttackingBase, BaseAttacked, BaseStruck, Damaged, DefeatedInCombat,
    DefenderDefeated, Did, Exists, Initiative, InitiativeTaken, Is, More, OtherAttacked, Owned,
    Resources, TheForce, UpgradeDefeated, UpgradedOther,
};
use crate::words::measure::{Cost, Deeds, Hand, Paid, ReadyResources};

/// The opposite of a condition.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Not(pub Box<Condition>);

impl Word for Not {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        self.0.word().check(check, scope, &path.argument(0, "Not"));
    }

    fn text(&self, holds: bool, names: &Names) -> String {
        self.0.word().text(!holds, names)
    }

    fn reads(&self) -> Reads {
        self.0.word().reads()
    }

    fn reads_computed(&self) -> bool {
        self.0.word().reads_computed()
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        !self.0.holds(scene, cx)
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.0.word().is_known(view, text)
    }

    said!(at:
        ["you do? not|don't control" (what: One)] => Self::of(Exists::of(what.0, Who::You, 1)),
        ["you control no" (what: Many)] => Self::of(Exists::of(what.0, Who::You, 1)),
        ["you do not control" (least: Number) "or more" (what: Many)] if at.own => Self::of(Exists::of(what.0, Who::You, least.0)),
        [(who: Player) "does not control" (least: Number) "or more" (what: Many)] if at.own => Self::of(Exists::of(what.0, who.0, least.0)),
        [(of: Amount) "is less than" (least: Number)] => Self::of(AtLeast(of.0, least.0)),
        ["the action phase is not under way"] => Self::of(ActionPhase),
        [(whom: Object) "was|were not chosen"] if at.own => Self::of(Is::chosen(whom.0, at)),
        [(who: Player) "does not control" (what: One)] => Self::of(Exists::of(what.0, who.0, 1)),
        [(who: Player) "controls no" (what: Many)] if what.0.place != Place::Resources || what.0.exhausted.is_none()
            => Self::of(Exists::of(what.0, who.0, 1)),
        ["you have no" (what: Many)] if what.0.place == Place::Hand => Self::of(Exists { what: what.0, at_least: 1 }),
        ["there is not" (what: One)] => Self::of(Exists { what: what.0, at_least: 1 }),
        ["the force is not|isn't with you"] => Self::of(TheForce),
        ["you do? not|don't have the initiative"] => Self::of(Initiative),
        ["no player has taken the initiative this round|phase"] => Self::of(InitiativeTaken),
        [(this: Object) "isn't unique"] if this.0 == Whom::This => Self::of(Is::unique()),
        [(unit: Object) "wasn't defeated by combat damage"] => Self::of(DefeatedInCombat(unit.0)),
        [(unit: Object) "was not defeated by combat damage"] => Self::of(DefeatedInCombat(unit.0)),
        ["you have not played an upgrade this phase on a friendly unit other than" (whom: Object)]
            => Self::of(UpgradedOther(whom.0)),
        ["you do? not|don't control more" (what: Many) "than" (than: Player)] if what.0.place == Place::Play && what.0.side.is_none()
            => Self::of(More { who: Who::You, of: Owned::Cards(what.0), than: than.0 }),
        [(who: Player) "does not control more" (what: Many) "than you"] if what.0.place == Place::Play && what.0.side.is_none()
            => Self::of(More { who: who.0, of: Owned::Cards(what.0), than: Who::You }),
        ["no friendly upgrade was defeated this phase"] => Self::of(UpgradeDefeated(Who::You)),
        [(whose: BaseOf) "was not attacked this phase"] => Self::of(BaseAttacked(whose.0)),
        ["they do? not|don't"] => Self::of(Did),
        ["you do? not|don't"] => Self::of(Did),
        [(whom: Object) "is|are not" (what: Predicate)] => Self::of(Is::of(whom.0, what.0, at)),
        [(whom: Object) "doesn't share an aspect with" (with: Object)] => {
            let shares = Some(Box::new(Shares::Aspect(with.0)));
            Self::of(Is(whom.0, at.seen_there(Criteria { shares, ..Criteria::default() }).into()))
        },
        ["it 's not" (what: Predicate)] if at.own || other_kind(&what.0).is_none() => at.topic.clone().map(|whom| Self::of(Is(whom, what.0))),
        ["no" (what: Many) "were damaged this way"] => Self::of(Damaged(what.0)),
        ["no" (what: Many) "were damaged by this ability"] => Self::of(Damaged(what.0)),
        ["no base is being attacked"] => Self::of(AttackingBase),
        [(this: Object) "isn't attacking a base"] if this.0 == Whom::This => Self::of(AttackingBase),
        ["no units other than" (whom: Object) "have attacked this phase"] => Self::of(OtherAttacked(whom.0)),
        ["no other units have attacked this phase"] => at.topic.clone().map(|whom| Self::of(OtherAttacked(whom))),
        ["the attacker did not deal combat damage to a base"] => Self::of(BaseStruck),
        ["no player has taken the initiative this phase"] => Self::of(InitiativeTaken),
        ["the number of ready resources" (who: Player) "controls is less than" (least: Number)]
            => Self::of(AtLeast(ReadyResources(who.0).into(), least.0)),
        [(who: Player) "controls no ready resources"] => Self::of(AtLeast(ReadyResources(who.0).into(), 1)),
        ["the defender was not defeated"] => Self::of(DefenderDefeated),
        ["the number of resources paid to play" (card: Object) "is less than" (least: Number)] => Self::of(AtLeast(Paid(card.0).into(), least.0)),
        ["no resources were paid to play" (card: Object)] => Self::of(AtLeast(Paid(card.0).into(), 1)),
        ["the number of cards in" (whose: Owner) "hand is less than" (least: Number)]
            => Self::of(AtLeast(Hand(whose.0).into(), least.0)),
        ["the number|amount of" (deed: Deed) "is less than" (least: Number)] => Self::of(AtLeast(Deeds(deed).into(), least.0)),
        [(whose: Its) "combined? cost is less than" (least: Number)] => Self::of(AtLeast(Cost(whose.0).into(), least.0)),
        ["you control fewer than" (number: Number) "resources"] => Self::of(Resources(number.0)),
    );
}

impl Not {
    fn of(condition: impl Into<Condition>) -> Self {
        Self(Box::new(condition.into()))
    }
}
