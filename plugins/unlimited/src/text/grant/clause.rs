//! Grants with the card that gets them.

use super::Part;
use crate::text::join;
use crate::text::measure::for_each;
use crate::text::names::{Names, Phrase};
use crate::words::grant::Grant;
use crate::words::measure::Measure;

/// The clause about a card and its grants: "it has +2/+0 and Overwhelm".
pub(crate) fn clause(who: &Phrase, grants: &[Grant], names: &Names) -> String {
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = grants;
    while let [grant, after @ ..] = rest {
        rest = after;
        let next = match (grant, after) {
            (Grant::Power(power), [Grant::Hp(hp), after @ ..])
            | (Grant::Hp(hp), [Grant::Power(power), after @ ..])
                if power.per == hp.per =>
            {
                rest = after;
                Part::of(format!("has {}", stats(power.amount, hp.amount, &power.per, names)))
            }
            (grant, _) => grant.word().text(names),
        };
        match parts.iter_mut().find(|part| part.verb == next.verb) {
            Some(same) => same.what.extend(next.what),
            None => parts.push(next),
        }
    }
    let mut clauses = parts.iter().map(|part| {
        let and = if part.verb == "cannot" { "or" } else { "and" };
        format!("{} {}", part.verb(who.many), join(&part.what, and))
    });
    let first = clauses.next().unwrap_or_default();
    let all: Vec<_> = std::iter::once(who.does(&first, &first)).chain(clauses).collect();
    join(&all, "and")
}

/// The two numbers with their signs, and what they are multiplied by: "+2/-0".
pub(crate) fn stats(power: i8, hp: i8, per: &Measure, names: &Names) -> String {
    let sign =
        |number: i8, other: i8| if number < 0 || number == 0 && other < 0 { '-' } else { '+' };
    format!(
        "{}{}/{}{}{}",
        sign(power, hp),
        power.unsigned_abs(),
        sign(hp, power),
        hp.unsigned_abs(),
        for_each(per, names)
    )
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
        assert_eq!(
            of("[ItsKeywords, LoseKeywords]"),
            "it has this unit's keywords and loses all keywords"
        );
        assert_eq!(
            of("[Protected([Damage, Capture, Defeat]), CannotGain, NoCombatDamage]"),
            "it cannot be damaged, captured or defeated by enemy card abilities, gain abilities or \
             deal combat damage"
        );
        assert_eq!(of("[Protected([TakeControl])]"), "it cannot be taken control of by opponents");
        assert_eq!(
            of("[Trait(Rebel), LoseTrait(Force), Printed(of: Power, is: 5), DoubleRaid]"),
            "it has the Rebel trait, a printed power of 5 and doubled Raid and loses the Force trait"
        );
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
