//! When something holds.

use super::filter::Description;
use super::join;
use super::names::Names;
use crate::vocabulary::{Aspect, AspectSet, Condition, Filter, Place, Who, Whom};

/// A condition as a clause: "you control a Force unit".
#[must_use]
pub fn condition_text(condition: &Condition) -> String {
    clause(condition, &Names::new("this card"))
}

/// As [`condition_text`], with names.
pub(crate) fn clause(condition: &Condition, names: &Names) -> String {
    positive_or_not(condition, true, names)
}

/// The clause, or its opposite.
fn positive_or_not(condition: &Condition, holds: bool, names: &Names) -> String {
    let is = if holds { "is" } else { "is not" };
    let have = if holds { "have" } else { "do not have" };
    let verb = |yes: &str, no: &str| if holds { yes.to_owned() } else { no.to_owned() };
    match condition {
        Condition::Exists { what, at_least } => exists(what, *at_least, holds, names),
        Condition::Initiative => format!("you {have} the initiative"),
        Condition::Resources(number) if holds => format!("you control {number} or more resources"),
        Condition::Resources(number) => format!("you control fewer than {number} resources"),
        Condition::Is(whom, filter) => {
            if names.must_fit(whom, filter) {
                let chosen = if holds { "chosen" } else { "not chosen" };
                return format!("{} {chosen}", names.whom(whom).does("was", "were"));
            }
            let whom = names.whom(whom);
            let what = Description::new(filter, names).without_side().without_place();
            let verb = whom.does(is, if holds { "are" } else { "are not" });
            let what = what.predicate(whom.many);
            let side = match filter.side {
                Some(who) if filter.place == Place::Play => {
                    format!(" {}", names.subject(who, "control", "controls"))
                }
                _ => String::new(),
            };
            format!("{verb} {what}{side}")
        }
        Condition::Did => verb("you do", "you do not"),
        Condition::Attacking(whom) => does(whom, is, "attacking", names),
        Condition::Defending(whom) => does(whom, is, "defending", names),
        Condition::AttackingBase => format!("{} base is being attacked", verb("a", "no")),
        Condition::DefenderDefeated => {
            format!("the defender {} defeated", verb("was", "was not"))
        }
        Condition::UnitDefeated(who) => {
            format!("{} was defeated this phase", unit_of(*who, holds, names))
        }
        Condition::UnitLeftPlay(who) => {
            format!("{} left play this phase", unit_of(*who, holds, names))
        }
        Condition::Played { aspects, at_least, other } => {
            let cards = played(*aspects, *at_least, *other);
            format!("you {} {cards} this phase", verb("played", "have not played"))
        }
        Condition::BaseDamageDealt(number) => format!(
            "you {} {number} or more damage to an enemy base this phase",
            verb("dealt", "have not dealt")
        ),
        Condition::BaseDamage { whose, at_least } => {
            let base = base_of(*whose, names);
            format!("{base} {} {at_least} or more damage on it", verb("has", "does not have"))
        }
        Condition::BaseRemaining { whose, at_most } => {
            let base = base_of(*whose, names);
            format!("{base} {} {at_most} or less HP remaining", verb("has", "does not have"))
        }
        Condition::MoreUnits => {
            let verb = verb("control", "do not control");
            format!("you {verb} more units than the defending player")
        }
        Condition::Aspects { among, at_least } => {
            let among = Description::new(among, names).many();
            let count = verb("at least", "fewer than");
            format!("there are {count} {at_least} different aspects among {among}")
        }
        Condition::ActionPhase => format!("the action phase {is} under way"),
        Condition::Not(inner) => positive_or_not(inner, !holds, names),
        // De Morgan: the opposite of "all" is "any of the opposites".
        Condition::All(list) => several(list, holds, if holds { "and" } else { "or" }, names),
        Condition::AnyOf(list) => several(list, holds, if holds { "or" } else { "and" }, names),
    }
}

fn several(list: &[Condition], holds: bool, and: &str, names: &Names) -> String {
    let clauses: Vec<_> = list.iter().map(|inner| positive_or_not(inner, holds, names)).collect();
    join(&clauses, and)
}

fn does(whom: &Whom, is: &str, what: &str, names: &Names) -> String {
    format!("{} {what}", names.whom(whom).does(is, is))
}

/// "you control a Force unit", "there is a card in your hand".
fn exists(what: &Filter, at_least: u8, holds: bool, names: &Names) -> String {
    let (whose, controller) = match what.side {
        Some(who) if matches!(what.place, Place::Play | Place::Resources) => {
            let verb = match (who, holds) {
                (Who::You, true) => "control",
                (Who::You, false) => "do not control",
                (_, true) => "controls",
                (_, false) => "does not control",
            };
            let player = names.player(who);
            (Description::new(what, names).without_side(), Some(format!("{player} {verb}")))
        }
        _ => (Description::new(what, names), None),
    };
    let (verb, cards) = if at_least == 1 {
        (if holds { "there is" } else { "there is not" }, whose.one())
    } else {
        let verb = if holds { "there are" } else { "there are not" };
        (verb, format!("{at_least} or more {}", whose.many()))
    };
    format!("{} {cards}", controller.as_deref().unwrap_or(verb))
}

/// "a friendly unit", "no unit".
fn unit_of(who: Who, holds: bool, names: &Names) -> String {
    let article = |word: &str| if holds { format!("{word} ") } else { "no ".to_owned() };
    match who {
        Who::You => article("a") + "friendly unit",
        Who::Opponent => article("an") + "enemy unit",
        Who::Each => article("a") + "unit",
        who => format!("{}unit of {}", article("a"), names.player(who)),
    }
}

fn base_of(who: Who, names: &Names) -> String {
    match who {
        Who::Each => "a base".to_owned(),
        who => format!("{} base", names.possessive(who)),
    }
}

/// "another Villainy card", "2 or more cards".
fn played(aspects: AspectSet, at_least: u8, other: bool) -> String {
    let aspects: Vec<Aspect> = aspects.into();
    let names: Vec<_> = aspects.iter().map(|aspect| format!("{aspect:?}")).collect();
    let kind = join(&names, "or");
    let space = if kind.is_empty() { "" } else { " " };
    match (at_least, other) {
        (1, true) => format!("another {kind}{space}card"),
        (1, false) => {
            let article = if kind.starts_with('A') { "an" } else { "a" };
            format!("{article} {kind}{space}card")
        }
        (_, true) => format!("{at_least} or more other {kind}{space}cards"),
        (_, false) => format!("{at_least} or more {kind}{space}cards"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;
    use crate::vocabulary::Register;

    fn of(condition: &str) -> String {
        condition_text(&ron(condition))
    }

    #[test]
    fn cards_that_exist() {
        assert_eq!(of("Exists(what: (side: You, traits: [Force]))"), "you control a Force unit");
        assert_eq!(
            of("Exists(what: (side: You, another: true, aspects: [Cunning]))"),
            "you control another Cunning unit"
        );
        assert_eq!(
            of("Exists(what: (side: Opponent), at_least: 3)"),
            "the opponent controls 3 or more units"
        );
        assert_eq!(of("Exists(what: (damaged: true))"), "there is a damaged unit");
        assert_eq!(
            of("Not(Exists(what: (side: You, leader: true)))"),
            "you do not control a leader unit"
        );
        assert_eq!(of("Exists(what: (place: Hand, side: You))"), "there is a card in your hand");
    }

    #[test]
    fn what_a_card_is() {
        assert_eq!(of("Is(It, (traits: [Trooper]))"), "it is a Trooper unit");
        assert_eq!(of("Not(Is(This, (damaged: true)))"), "this card is not damaged");
        assert_eq!(of("Is(This, (damaged: false))"), "this card is undamaged");
        assert_eq!(of("Is(It, (side: You))"), "it is a unit you control");
        assert_eq!(
            of("Is(Attached, (named: [\"Darth Vader\"]))"),
            "the attached unit is a unit named Darth Vader"
        );
        assert_eq!(of("Is(It, (place: Looked, is: [Event]))"), "it is an event");
    }

    #[test]
    fn whether_there_is_a_card() {
        let mut names = Names::new("this unit");
        names.bind(Register::It, &Filter::default(), false);
        let of = |condition| clause(&ron(condition), &names);
        assert_eq!(of("Is(It, ())"), "it was chosen");
        assert_eq!(of("Not(Is(It, (is: [Unit])))"), "it was not chosen");
        assert_eq!(of("Is(It, (is: [Base]))"), "it is a base");
    }

    #[test]
    fn what_happened() {
        assert_eq!(of("Played(aspects: [Villainy])"), "you played a Villainy card this phase");
        assert_eq!(of("Played(other: true)"), "you played another card this phase");
        assert_eq!(of("UnitDefeated(Opponent)"), "an enemy unit was defeated this phase");
        assert_eq!(
            of("BaseDamage(whose: Each, at_least: 15)"),
            "a base has 15 or more damage on it"
        );
        assert_eq!(
            of("BaseDamageDealt(3)"),
            "you dealt 3 or more damage to an enemy base this phase"
        );
        assert_eq!(
            of("All([Initiative, Not(AttackingBase)])"),
            "you have the initiative and no base is being attacked"
        );
        assert_eq!(
            of("Not(All([Initiative, Did]))"),
            "you do not have the initiative or you do not"
        );
    }
}
