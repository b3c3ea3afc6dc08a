//! What triggered abilities wait for.

use super::filter::{Description, place_noun};
use super::join;
use super::names::Names;
use crate::vocabulary::{Event, Filter, KindSet, Subject, Who, Window};

/// An event as a clause: "when played".
#[must_use]
pub fn event_text(event: &Event) -> String {
    clause(event, &Names::new("this card"))
}

/// Its next occurrence: "the next time a unit attacks".
#[must_use]
pub fn next_text(event: &Event) -> String {
    next(event, &Names::new("this card"))
}

/// As [`event_text`], with names.
pub(crate) fn clause(event: &Event, names: &Names) -> String {
    match event {
        Event::Played(Subject::This) => "when played".to_owned(),
        Event::Deployed(Subject::This) => "when deployed".to_owned(),
        Event::Defeated(Subject::This) => "when defeated".to_owned(),
        Event::Captured(Subject::This) => "when captured".to_owned(),
        Event::Starts(_) | Event::PhaseEnds => happening(event, names),
        _ => format!("when {}", happening(event, names)),
    }
}

/// As [`next_text`], with names.
pub(crate) fn next(event: &Event, names: &Names) -> String {
    let happening = happening(event, names);
    match event {
        Event::Starts(_) => happening.replacen("of the", "of the next", 1),
        Event::PhaseEnds => happening,
        _ => format!("the next time {happening}"),
    }
}

/// What happens, or when: "this card is played", "at the end of the phase".
fn happening(event: &Event, names: &Names) -> String {
    let named = |subject: &Subject, verb: &str| format!("{} {verb}", subject_text(subject, names));
    match event {
        Event::Played(Subject::Any(filter)) => {
            let card = Description::new(filter, names).without_side().one();
            match filter.side {
                Some(who) if who != Who::Each => {
                    format!("{} {card}", names.subject(who, "play", "plays"))
                }
                _ => format!("{card} is played"),
            }
        }
        Event::Played(subject) => named(subject, "is played"),
        Event::Deployed(subject) => named(subject, "is deployed"),
        Event::EntersPlay(subject) => named(subject, "enters play"),
        Event::Damaged(subject) => named(subject, "is dealt damage"),
        Event::Readies { card, in_action_phase: false } => named(card, "readies"),
        Event::Readies { card, in_action_phase: true } => {
            named(card, "readies during the action phase")
        }
        Event::Defeated(subject) => named(subject, "is defeated"),
        Event::Captured(subject) => named(subject, "is captured"),
        Event::Discarded { what, from } => {
            let places: Vec<_> =
                from.iter().map(|place| format!("a {}", place_noun(*place))).collect();
            let from = join(&places, "or");
            match what {
                Subject::Any(filter) => {
                    let card = Description::new(filter, names).of_cards().without_place().one();
                    format!("{card} is discarded from {from}")
                }
                _ => named(what, &format!("is discarded from {from}")),
            }
        }
        Event::LeavesPlay(subject) => named(subject, "leaves play"),
        Event::Attacks(subject) => named(subject, "attacks"),
        Event::Attacked(subject) => named(subject, "is attacked"),
        Event::CompletesAttack(subject) => named(subject, "finishes an attack"),
        Event::AttacksAndDefeats(subject) => named(subject, "attacks and defeats a unit"),
        Event::CombatDamage { by, to, attacking } => {
            let to = match *to == Filter::default() {
                true => String::new(),
                false => format!(" to {}", Description::new(to, names).one()),
            };
            let attacking = if *attacking { " while attacking" } else { "" };
            named(by, &format!("deals combat damage{to}{attacking}"))
        }
        Event::EnemyBaseDamaged => "you deal damage to an enemy base".to_owned(),
        Event::Attaches => format!("{} attaches to a unit", names.this),
        Event::Detaches => format!("{} detaches from a unit", names.this),
        Event::TakesInitiative(who) => {
            format!("{} the initiative", names.subject(*who, "take", "takes"))
        }
        Event::Starts(Window::ActionPhase) => "at the start of the action phase".to_owned(),
        Event::Starts(Window::RegroupPhase) => "at the start of the regroup phase".to_owned(),
        Event::Starts(Window::ReadyCards) => {
            "when cards are readied in the regroup phase".to_owned()
        }
        Event::PhaseEnds => "at the end of the phase".to_owned(),
    }
}

/// Whether what it happens to may be something else than a unit.
pub(crate) fn is_of_cards(event: &Event) -> bool {
    match event {
        Event::Played(Subject::Any(filter)) => {
            !filter.is.is_empty() && *filter.is != [KindSet::Unit]
        }
        Event::Discarded { .. } => true,
        _ => false,
    }
}

pub(crate) fn subject_text(subject: &Subject, names: &Names) -> String {
    match subject {
        Subject::This => names.this.to_owned(),
        Subject::Attached => "the attached unit".to_owned(),
        Subject::Any(filter) => Description::new(filter, names).one(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;

    fn of(event: &str) -> String {
        event_text(&ron(event))
    }

    #[test]
    fn events() {
        assert_eq!(of("Played(This)"), "when played");
        assert_eq!(of("Played(Any((side: You, is: [Event])))"), "when you play an event");
        assert_eq!(
            of("Played(Any((side: You, another: true, aspects: [Aggression])))"),
            "when you play another Aggression unit"
        );
        assert_eq!(of("Played(Any((is: [Unit])))"), "when a unit is played");
        assert_eq!(of("EntersPlay(This)"), "when this card enters play");
        assert_eq!(
            of("Readies(card: Any((side: Opponent)), in_action_phase: true)"),
            "when an enemy unit readies during the action phase"
        );
        assert_eq!(of("Attacks(This)"), "when this card attacks");
        assert_eq!(of("Attacks(Attached)"), "when the attached unit attacks");
        assert_eq!(of("Defeated(Any((side: Opponent)))"), "when an enemy unit is defeated");
        assert_eq!(
            of("CombatDamage(by: This, to: (is: [Base], side: Opponent), attacking: true)"),
            "when this card deals combat damage to an enemy base while attacking"
        );
        assert_eq!(
            of("Discarded(what: This, from: [Hand, Deck])"),
            "when this card is discarded from a hand or a deck"
        );
        assert_eq!(of("TakesInitiative(Opponent)"), "when the opponent takes the initiative");
        assert_eq!(of("Starts(RegroupPhase)"), "at the start of the regroup phase");
        assert_eq!(of("PhaseEnds"), "at the end of the phase");
    }

    #[test]
    fn next_occurrences() {
        let of = |event: &str| next_text(&ron(event));
        assert_eq!(of("Played(Any((side: You)))"), "the next time you play a unit");
        assert_eq!(of("Defeated(This)"), "the next time this card is defeated");
        assert_eq!(of("TakesInitiative(You)"), "the next time you take the initiative");
        assert_eq!(of("Starts(ActionPhase)"), "at the start of the next action phase");
        assert_eq!(of("PhaseEnds"), "at the end of the phase");
    }
}
