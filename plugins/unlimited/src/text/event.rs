//! Events as clauses, for abilities that wait for them.

use super::filter::Description;
use super::names::Names;
use crate::vocabulary::{Subject, Whom};
use crate::words::event::Event;

/// An event as a clause: "when played".
#[must_use]
pub fn event_text(event: &Event) -> String {
    clause(event, &Names::new("this card"))
}

/// Its next occurrence: "the next time a unit attacks".
#[must_use]
pub fn next_text(event: &Event) -> String {
    event.word().next(&Names::new("this card"))
}

/// The event as a clause, as [`event_text`], with the names of its card.
pub(crate) fn clause(event: &Event, names: &Names) -> String {
    match event.word().of_itself() {
        Some(text) if event.is_about_itself() => text.to_owned(),
        _ if event.word().is_timing_point() => event.word().happening(names),
        _ => format!("when {}", event.word().happening(names)),
    }
}

pub(crate) fn subject_text(subject: &Subject, names: &Names) -> String {
    match subject {
        Subject::This => names.this.to_owned(),
        Subject::Attached => names.host.attached().to_owned(),
        Subject::It => names.whom(&Whom::It).text,
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
        assert_eq!(of("DefenseEnds(This)"), "when defense ends");
        assert_eq!(of("DefenseEnds(Attached)"), "when the defense of the attached unit ends");
        assert_eq!(of("Damaged(This, Survived)"), "when this card is dealt damage and survives");
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
