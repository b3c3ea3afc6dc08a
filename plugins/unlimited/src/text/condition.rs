//! Conditions as clauses.

use super::names::Names;

use crate::words::condition::Condition;

/// A condition as a clause: "you control a Force unit".
#[must_use]
pub fn condition_text(condition: &Condition) -> String {
    condition.word().text(true, &Names::new("this card"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;
    use crate::vocabulary::{Filter, Register};

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
        let of = |condition| ron::<Condition>(condition).word().text(true, &names);
        assert_eq!(of("Is(It, ())"), "it was chosen");
        assert_eq!(of("Not(Is(It, (is: [Unit])))"), "it was not chosen");
        assert_eq!(of("Is(It, (is: [Base]))"), "it is a base");
    }

    #[test]
    fn what_happened() {
        assert_eq!(
            of("Played(what: (aspects: [Villainy]))"),
            "you played a Villainy card this phase"
        );
        assert_eq!(of("Played(other: true)"), "you played another card this phase");
        assert_eq!(
            of("Not(More(who: You, of: Cards((arena: In(Space))), than: Opponent))"),
            "you do not control more space units than the opponent"
        );
        assert_eq!(
            of("More(who: Opponent, of: Cards(()), than: You)"),
            "the opponent controls more units than you"
        );
        assert_eq!(of("UnitDefeated(Opponent)"), "an enemy unit was defeated this phase");
        assert_eq!(
            of("Not(OtherAttacked(Attached))"),
            "no units other than the attached unit have attacked this phase"
        );
        assert_eq!(of("Survived(Attacker)"), "the attacker survived");
        assert_eq!(of("Not(Defeated(It))"), "it was not defeated this way");
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
