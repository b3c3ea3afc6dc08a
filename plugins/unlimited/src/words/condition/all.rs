//! All of several conditions.

use super::prelude::*;
use super::{Attacking, AttackingBase, Condition, Exists, Is, Not};

/// All of these conditions hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct All(pub Vec<Condition>);

impl Word for All {
    fn check(&self, check: &mut Check<'_>, scope: Scope, path: &Path) {
        check_several(&self.0, check, scope, path);
    }

    /// The opposite of "all" is "any of the opposites".
    fn text(&self, holds: bool, names: &Names) -> String {
        let clauses: Vec<_> = self.0.iter().map(|c| c.word().text(holds, names)).collect();
        join(&clauses, either(holds, "and", "or"))
    }

    fn reads(&self) -> Reads {
        Reads::all(self.0.iter().map(|condition| condition.word().reads()))
    }

    fn reads_computed(&self) -> bool {
        self.0.iter().any(|condition| condition.word().reads_computed())
    }

    fn holds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        self.0.iter().all(|condition| condition.holds(scene, cx))
    }

    fn is_known(&self, view: &View<'_>, text: &Text<'_>) -> bool {
        self.0.iter().all(|condition| condition.word().is_known(view, text))
    }

    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = several(reader, from, "and").into_iter();
        let targets = OnTarget::said(reader, from).into_iter();
        let both = Both::said(reader, from).into_iter().map(|(both, at)| (both.0, at));
        let all = lists.chain(targets.map(|(on, at)| (on.0, at))).chain(both);
        all.map(|(list, at)| (Self(list), at)).collect()
    }
}

/// "You control a ground unit and a space unit".
#[derive(Clone)]
struct Both(Vec<Condition>);

said!(Both, at:
    ["you control a unit in each arena"] if !at.own => Self::in_each_arena(),
    [(whom: Object) "isn't a|an" (one: Trait) "or" (other: Trait)] if !at.own => {
        Self([one, other].map(|name| Self::is_without(&whom.0, name)).into())
    },
    ["you control exactly one|1" (what: Bare)] if !at.own => Self::exactly_one(what.0),
    ["you control" (one: One) "and" (other: One)] => {
        Self([one, other].map(|what| Exists::of(what.0, Who::You, 1).into()).into())
    },
);

impl Both {
    /// A unit on the ground, and one in space.
    fn in_each_arena() -> Self {
        let unit = |arena| Criteria { arena: Some(ArenaOf::In(arena)), ..Criteria::default() };
        let all = [Arena::Ground, Arena::Space].into_iter();
        Self(all.map(|arena| Exists::of(unit(arena).into(), Who::You, 1).into()).collect())
    }

    /// A card does not have this trait.
    fn is_without(whom: &Whom, name: Trait) -> Condition {
        let without = Criteria { without_traits: vec![name].into(), ..Criteria::default() };
        Is(whom.clone(), without.into()).into()
    }

    /// One, and no more.
    fn exactly_one(what: Filter) -> Self {
        let two = Not(Box::new(Exists::of(what.clone(), Who::You, 2).into()));
        Self(vec![Exists::of(what, Who::You, 1).into(), two.into()])
    }
}

/// An attack on something: "this unit is attacking a damaged unit".
#[derive(Clone)]
struct OnTarget(Vec<Condition>);

impl OnTarget {
    fn of(by: Whom, on: impl Into<Condition>) -> Self {
        Self(vec![Attacking(by).into(), on.into()])
    }
}

said!(OnTarget, at:
    ["attacking" (what: One)] => Self::of(Whom::This, Is(Whom::Defender, what.0)),
    ["attacking a base"] => Self::of(Whom::This, AttackingBase),
    [(by: Object) "is|'s attacking" (what: One)] => Self::of(by.0, Is(Whom::Defender, what.0)),
    [(by: One) "is attacking" (what: One)] => Self(vec![
        Is(Whom::Attacker, by.0).into(),
        Is(Whom::Defender, what.0).into(),
    ]),
    [(by: Object) "is|'s attacking a base"] => Self::of(by.0, AttackingBase),
);

/// Two conditions, neither of them several.
pub(super) fn several(
    reader: &Reader<'_>,
    from: &At,
    and: &'static str,
) -> Readings<Vec<Condition>> {
    if from.several {
        return Readings::new();
    }
    let mut all = Readings::new();
    let alone = |at: &At| Condition::said(reader, &At { several: true, ..at.clone() });
    for (first, at) in alone(from) {
        for at in reader.words("", ",", &at).iter().filter(|_| from.own) {
            for (second, at) in alone(at) {
                for at in reader.words("", and, &at) {
                    all.extend(alone(&at).into_iter().map(|(third, at)| {
                        (vec![first.clone(), second.clone(), third], At { several: false, ..at })
                    }));
                }
            }
        }
        for at in reader.words("", and, &at) {
            // More of them follow one after the other.
            let at = At { several: !from.own, ..at };
            let second = Condition::said(reader, &at).into_iter();
            let both = second
                .map(|(second, at)| (vec![first.clone(), second], At { several: false, ..at }));
            all.extend(both);
        }
    }
    all
}

/// Reports what is wrong with several conditions.
pub(super) fn check_several(list: &[Condition], check: &mut Check<'_>, scope: Scope, path: &Path) {
    check.expect(list.len() > 1, path, "expected at least two conditions");
    for (place, condition) in list.iter().enumerate() {
        condition.word().check(check, scope, &path.at(place));
    }
}
