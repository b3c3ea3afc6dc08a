//! Replacements as clauses: the event that would happen, and what happens instead.

use super::filter::Description;
use super::names::Names;
use super::{event, step};
use crate::vocabulary::{Instead, Register, Replacement, Who, Would};

/// The clause about the event: "this unit would be dealt damage".
pub(crate) fn would(would: &Would, names: &Names) -> String {
    let on = |subject, what: &str| format!("{} would {what}", event::subject_text(subject, names));
    match would {
        Would::Damage { to, enemy: true, .. } => {
            let to = event::subject_text(to, names);
            format!("an enemy card ability would deal damage to {to}")
        }
        Would::Damage { to, other: true, .. } => {
            format!("another card would deal damage to {}", event::subject_text(to, names))
        }
        Would::Damage { to, by: Some(by), .. } => {
            let by = Description::new(by, names).one();
            format!("{by} would deal damage to {}", event::subject_text(to, names))
        }
        Would::Damage { to, at_least: least @ 1.., .. } => {
            on(to, &format!("be dealt {least} or more damage"))
        }
        Would::Damage { to, combat: false, .. } => on(to, "be dealt damage"),
        Would::Damage { to, combat: true, .. } => on(to, "be dealt combat damage"),
        Would::Defeat(card) => on(card, "be defeated"),
        Would::Capture(card) => on(card, "be captured"),
        Would::Draw(Who::Each) => "a player would draw a card".to_owned(),
        Would::Draw(who) => format!("{} would draw a card", names.player(*who)),
    }
}

/// The clause about what happens instead: "2 of it is prevented".
pub(crate) fn happens(replacement: &Replacement, names: &Names) -> String {
    let Replacement { may, choose, instead, .. } = replacement;
    let mut names = names.clone();
    if let Some(what) = choose {
        let chosen = Description::new(what, &names).one();
        names.bind(Register::It, what, false);
        let you = if *may { "you may choose" } else { "choose" };
        let happens = match instead {
            Instead::Do(steps) => format!("instead {}", step::together(steps, &mut names)),
            _ => happens(&Replacement { may: false, choose: None, ..replacement.clone() }, &names),
        };
        return format!("{you} {chosen} and {happens}");
    }
    match (instead, may) {
        (Instead::Prevent { points: None }, false) => "none of it is dealt".to_owned(),
        (Instead::Prevent { points: None }, true) => "you may prevent it".to_owned(),
        (Instead::Prevent { points: Some(n) }, false) => format!("{n} of it is prevented"),
        (Instead::Prevent { points: Some(n) }, true) => format!("you may prevent {n} of it"),
        (Instead::AllBut(n), false) => format!("all but {n} of it is prevented"),
        (Instead::AllBut(n), true) => format!("you may prevent all but {n} of it"),
        (Instead::Double, _) => "twice that much is dealt instead".to_owned(),
        (Instead::More(n), _) => format!("that much plus {n} is dealt instead"),
        (Instead::Redirect(whom), false) => {
            format!("that damage is dealt to {} instead", names.beside(whom).text)
        }
        (Instead::Redirect(whom), true) => {
            format!("you may have that damage dealt to {} instead", names.beside(whom).text)
        }
        (Instead::Do(steps), false) if steps.is_empty() => "nothing happens instead".to_owned(),
        (Instead::Do(steps), true) if steps.is_empty() => {
            "you may have nothing happen instead".to_owned()
        }
        (Instead::Do(steps), false) => format!("instead {}", step::together(steps, &mut names)),
        (Instead::Do(steps), true) => {
            format!("you may instead {}", step::together(steps, &mut names))
        }
    }
}

/// A replacement as a clause: "if this unit would be dealt damage, 2 of it is prevented".
pub(crate) fn clause(replacement: &Replacement, names: &Names) -> String {
    let would = would(&replacement.would, names);
    let happens = happens(replacement, names);
    match &replacement.condition {
        Some(condition) => {
            format!("as long as {}, if {would}, {happens}", condition.word().text(true, names))
        }
        None => format!("if {would}, {happens}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;

    fn of(replacement: &str) -> String {
        clause(&ron(replacement), &Names::new("this unit"))
    }

    #[test]
    fn replacements() {
        assert_eq!(
            of(
                "(would: Damage(to: Attached), while: Is(Attached, (damaged: true)), instead: Prevent(points: 2))"
            ),
            "as long as the attached unit is damaged, if the attached unit would be dealt \
             damage, 2 of it is prevented"
        );
        assert_eq!(
            of("(would: Damage(to: This, combat: true), may: true, instead: Redirect(Attacker))"),
            "if this unit would be dealt combat damage, you may have that damage dealt to the attacker \
             instead"
        );
        assert_eq!(
            of("(would: Damage(to: This, at_least: 5), instead: Do([Defeat([This])]))"),
            "if this unit would be dealt 5 or more damage, instead defeat this unit"
        );
        assert_eq!(
            of("(would: Damage(to: This, other: true), instead: More(1))"),
            "if another card would deal damage to this unit, that much plus 1 is dealt instead"
        );
        assert_eq!(
            of("(would: Defeat(Any((side: You))), instead: Do([ToHand([Subject])]))"),
            "if a friendly unit would be defeated, instead return that unit to its owner's hand"
        );
        assert_eq!(
            of("(would: Draw(Opponent), may: true, instead: Do([]))"),
            "if the opponent would draw a card, you may have nothing happen instead"
        );
    }
}
