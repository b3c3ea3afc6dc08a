//! Replacements: an event that would happen, and what happens instead.

use super::prelude::*;
use crate::vocabulary::{Instead, Replacement, Would};
use crate::words::step::{Attach, Defeat};

said!(Replacement, at:
    ["if" (would: Would) "," (instead: Happens)] => instead.of(would, None),
    ["if" (condition: Supposed) "and" (would: Would) "," (instead: Happens)] if !matches!(condition.0, Condition::All(_))
        => instead.of(would, Some(condition.0)),
    ["as long as|while" (condition: Condition) ", if" (would: Would) "," (instead: Happens)]
        => instead.of(would, Some(condition)),
);

said!(Would, at:
    [(to: Subject) "would be dealt damage"] => Self::of_damage(to, false),
    [(to: Subject) "would take damage"] => Self::of_damage(to, false),
    [(to: Subject) "would be dealt more than" (most: Number) "damage"] => Self::Damage { to, combat: false, enemy: false, other: false, by: None, at_least: most.0 + 1 },
    [(to: Subject) "would be dealt" (least: Number) "or more damage"] if least.0 > 0 => Self::Damage { to, combat: false, enemy: false, other: false, by: None, at_least: least.0 },
    ["damage would be dealt to" (to: Subject)] => Self::of_damage(to, false),
    [(to: Subject) "would be dealt combat damage"] => Self::of_damage(to, true),
    ["damage would be dealt to" (to: Object)] if to.0 == Whom::It => Self::of_damage(Subject::It, false),
    [(to: Object) "would be dealt damage"] if to.0 == Whom::It => Self::of_damage(Subject::It, false),
    ["damage would be dealt to it|him|her"] if at.topic == Some(Whom::Attached) => Self::of_damage(Subject::Attached, false),
    ["an enemy card ability would deal damage to" (to: Subject)] => Self::Damage { to, combat: false, enemy: true, other: false, by: None, at_least: 0 },
    ["another card would deal damage to" (to: Subject)] => Self::Damage { to, combat: false, enemy: false, other: true, by: None, at_least: 0 },
    ["damage would be dealt to" (to: Subject) "by another card"] => Self::Damage { to, combat: false, enemy: false, other: true, by: None, at_least: 0 },
    [(by: One) "would deal damage to" (to: Subject)] => Self::Damage { to, combat: false, enemy: false, other: false, by: Some(by.0), at_least: 0 },
    [(unit: Subject) "would be captured"] => {
        if unit == Subject::This {
            at.topic = Some(Whom::This);
        }
        Self::Capture(unit)
    },
    [(card: Subject) "would be defeated"] => Self::Defeat(card),
    ["a player would draw a card"] => Self::Draw(Who::Each),
    ["you would draw a card"] => Self::Draw(Who::You),
    [(who: Player) "would draw a card"] => Self::Draw(who.0),
);

/// The change or the steps that come instead, `true` if that may be left, and the card that is chosen for it.
#[derive(Clone)]
pub(crate) struct Happens(Instead, bool, Option<Filter>);

impl Happens {
    pub(crate) fn of(self, would: Would, condition: Option<Condition>) -> Replacement {
        Replacement { would, condition, may: self.1, choose: self.2, instead: self.0 }
    }
}

said!(Happens, at:
    ["none of it is dealt"] => Self(Instead::Prevent { points: None }, false, None),
    ["prevent that damage"] => Self(Instead::Prevent { points: None }, false, None),
    ["you may prevent it"] => Self(Instead::Prevent { points: None }, true, None),
    [(points: Number) "of it is prevented"] => Self(Instead::Prevent { points: Some(points.0) }, false, None),
    ["prevent" (points: Number) "of that damage"] => Self(Instead::Prevent { points: Some(points.0) }, false, None),
    ["you may prevent" (points: Number) "of it"] => Self(Instead::Prevent { points: Some(points.0) }, true, None),
    ["all but" (left: Number) "of it is prevented"] => Self(Instead::AllBut(left.0), false, None),
    ["prevent all but" (left: Number) "of that damage"] => Self(Instead::AllBut(left.0), false, None),
    ["you may prevent all but" (left: Number) "of it"] => Self(Instead::AllBut(left.0), true, None),
    ["twice that much is dealt instead"] => Self(Instead::Double, false, None),
    ["it takes twice as much damage instead"] => Self(Instead::Double, false, None),
    ["that much plus" (points: Number) "is dealt instead"] => Self(Instead::More(points.0), false, None),
    ["deal that much damage plus" (points: Number) "instead"] => Self(Instead::More(points.0), false, None),
    ["that damage is dealt to" (whom: Object) "instead"] => Self(Instead::Redirect(whom.0), false, None),
    ["you may have that damage dealt to" (whom: Object) "instead"] => Self(Instead::Redirect(whom.0), true, None),
    ["nothing happens instead"] => Self(Instead::Do(Vec::new()), false, None),
    ["you may have nothing happen instead"] => Self(Instead::Do(Vec::new()), true, None),
    ["you may choose" (picked: Picked) "and instead" (steps: Together)] => Self(Instead::Do(steps.0), true, Some(picked.0)),
    ["you may instead attach" (what: Object) "as an upgrade to" (to: Picked)]
        => Self(Instead::Do(vec![Step::Attach(Attach { what: what.0, to: Whom::It })]), true, Some(to.0)),
    ["you may defeat" (picked: Picked) ". if you do , prevent that damage"]
        => Self(Instead::Do(vec![Step::Defeat(Defeat(vec![Whom::It]))]), true, Some(picked.0)),
    ["prevent that damage . if you do ," (steps: Together)] => Self(Instead::Do(steps.0), false, None),
    ["instead" (steps: Together)] => Self(Instead::Do(steps.0), false, None),
    [(steps: Together) "instead"] if steps.0.iter().all(Step::is_plain) => Self(Instead::Do(steps.0), false, None),
    ["you may" (steps: Together) "instead"] if !at.own => Self(Instead::Do(steps.0), true, None),
    ["you may instead" (steps: Together)] => Self(Instead::Do(steps.0), true, None),
);

/// A card that is chosen for what happens instead.
#[derive(Clone)]
struct Picked(Filter);

impl Picked {
    fn of(what: Filter, at: &mut At) -> Option<Self> {
        let (register, whom) = at.free()?;
        at.names.bind(register, &what, false);
        at.topic = Some(whom.clone());
        (whom == Whom::It).then_some(Self(what))
    }
}

said!(Picked, at:
    [(what: One)] => Self::of(what.0, at),
);
