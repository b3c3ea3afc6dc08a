//! What constant abilities and lasting effects give.

use super::measure::for_each;
use super::names::{Names, Phrase};
use super::{ability, arena_text, join, keyword_text};
use crate::vocabulary::{Grant, Measure};

/// Who gets what: "it has +2/+0 and Overwhelm".
pub(crate) fn clause(who: &Phrase, grants: &[Grant], names: &Names) -> String {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = grants;
    while let [grant, after @ ..] = rest {
        rest = after;
        let next = match (grant, after) {
            (Grant::Power { amount, per }, [Grant::Hp { amount: hp, per: same }, after @ ..])
            | (Grant::Hp { amount: hp, per }, [Grant::Power { amount, per: same }, after @ ..])
                if per == same =>
            {
                rest = after;
                stats(*amount, *hp, per, names)
            }
            (grant, _) => part(grant, names),
        };
        match parts.iter_mut().find(|part| part.one == next.one) {
            Some(same) => same.what.extend(next.what),
            None => parts.push(next),
        }
    }
    let mut clauses = parts.iter().map(|part| {
        let verb = if who.many { part.many } else { part.one };
        let and = if part.one == "cannot" { "or" } else { "and" };
        format!("{verb} {}", join(&part.what, and))
    });
    let first = clauses.next().unwrap_or_default();
    let all: Vec<_> = std::iter::once(who.does(&first, &first)).chain(clauses).collect();
    join(&all, "and")
}

/// A verb, for one and for many, and its objects.
struct Part {
    one: &'static str,
    many: &'static str,
    what: Vec<String>,
}

fn part(grant: &Grant, names: &Names) -> Part {
    let (one, many, what) = match grant {
        Grant::Power { amount, per } => return stats(*amount, 0, per, names),
        Grant::Hp { amount, per } => return stats(0, *amount, per, names),
        Grant::Keyword(keyword) => ("has", "have", keyword_text(*keyword)),
        Grant::Raid { amount, per } => {
            ("has", "have", format!("Raid {amount}{}", for_each(per, names)))
        }
        Grant::Ability(granted) => {
            let text = ability::sentence_of(granted, &Names::new("this unit"));
            ("has", "have", format!("\"{text}\""))
        }
        Grant::Smuggle { more } => {
            ("has", "have", format!("Smuggle for its cost and icons and {more} more"))
        }
        Grant::LoseKeyword(keyword) => {
            let name = keyword_text(*keyword);
            let name = name.split(' ').next().unwrap_or_default().to_owned();
            ("loses", "lose", name)
        }
        Grant::LoseAbilities => ("loses", "lose", "all abilities".to_owned()),
        Grant::CannotAttackBases => ("cannot", "cannot", "attack bases".to_owned()),
        Grant::CannotBeAttacked => ("cannot", "cannot", "be attacked".to_owned()),
        Grant::CannotReady => ("cannot", "cannot", "ready".to_owned()),
        Grant::CannotBeHealed => ("cannot", "cannot", "be healed".to_owned()),
        Grant::CanAttack(arena) => {
            ("can", "can", format!("attack units in the {} arena too", arena_text(*arena)))
        }
        Grant::NotDefeatedByDamage => {
            ("is", "are", "not defeated for having no HP remaining".to_owned())
        }
        Grant::LeaderUnit => ("is", "are", "a leader unit".to_owned()),
        Grant::DamageFirst => {
            ("deals", "deal", "its combat damage first while attacking".to_owned())
        }
    };
    Part { one, many, what: vec![what] }
}

fn stats(power: i8, hp: i8, per: &Measure, names: &Names) -> Part {
    let sign =
        |number: i8, other: i8| if number < 0 || number == 0 && other < 0 { '-' } else { '+' };
    let text = format!(
        "{}{}/{}{}{}",
        sign(power, hp),
        power.unsigned_abs(),
        sign(hp, power),
        hp.unsigned_abs(),
        for_each(per, names)
    );
    Part { one: "has", many: "have", what: vec![text] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;

    fn of(grants: &str) -> String {
        let grants: Vec<Grant> = ron(grants);
        clause(&Phrase::one("it"), &grants, &Names::new("this unit"))
    }

    #[test]
    fn grants_are_gathered_by_verb() {
        assert_eq!(
            of("[Power(amount: 2), Keyword(Overwhelm), Keyword(Raid(1))]"),
            "it has +2/+0, Overwhelm and Raid 1"
        );
        assert_eq!(of("[Power(amount: -3), Hp(amount: -3)]"), "it has -3/-3");
        assert_eq!(of("[Power(amount: -4)]"), "it has -4/-0");
        assert_eq!(
            of("[Power(amount: 1, per: Resources(You)), Hp(amount: 1, per: Resources(You))]"),
            "it has +1/+1 for each resource you control"
        );
        assert_eq!(
            of("[Raid(amount: 1, per: Damage(This))]"),
            "it has Raid 1 for each damage on this unit"
        );
        assert_eq!(of("[CannotAttackBases, CannotReady]"), "it cannot attack bases or ready");
        assert_eq!(of("[LoseKeyword(Raid(1))]"), "it loses Raid");
    }

    #[test]
    fn many_take_the_plural() {
        let them = Phrase { text: "them".to_owned(), many: true };
        let grants: Vec<Grant> = ron("[Hp(amount: 2), Keyword(Sentinel)]");
        let text = clause(&them, &grants, &Names::new("this unit"));
        assert_eq!(text, "they have +0/+2 and Sentinel");
    }

    #[test]
    fn granted_abilities_are_quoted() {
        assert_eq!(
            of("[Ability(Triggered(when: [Defeated(This)], steps: [May([Draw(You, 1)])]))]"),
            "it has \"When defeated: you may draw a card.\""
        );
    }
}
