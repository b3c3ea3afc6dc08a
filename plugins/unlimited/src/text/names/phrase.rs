//! Names of players and cards in sentences: as a subject, as an object, as an owner.

use super::{Names, Phrase, picked};
use crate::text::event::subject_text;
use crate::text::filter::Description;
use crate::text::join;
use crate::vocabulary::{Criteria, Filter, Place, Register, Subject, Who, Whom};

impl Names {
    /// Remembers what a register holds from now on.
    pub(crate) fn bind(&mut self, register: Register, filter: &Filter, many: bool) {
        let (one, plural) = Description::new(filter, self).noun();
        self.bind_noun(register, &one, &plural, many);
    }

    /// Remembers that a register holds what was defeated to pay a cost.
    pub(crate) fn bind_defeated(&mut self, register: Register, filter: &Filter) {
        let (one, plural) = Description::new(filter, self).noun();
        self.bind_noun(register, &format!("defeated {one}"), &format!("defeated {plural}"), false);
    }

    /// The names in a condition about the card that has just been chosen, which is `It` there.
    /// Beside it, only cards that were chosen among others are spoken of.
    pub(crate) fn about(&self, filter: &Filter) -> Self {
        let mut names = Self { bound: self.bound.clone().map(picked), ..self.clone() };
        names.bind(Register::It, filter, false);
        names
    }

    /// "this card is played".
    pub(crate) fn event(&self, subject: &Subject, verb: &str) -> String {
        format!("{} {verb}", subject_text(subject, self))
    }

    /// Tells whether a filter asks no more of a register than that it holds something.
    pub(crate) fn must_fit(&self, whom: &Whom, filter: &Filter) -> bool {
        let Some(register) = whom.register() else { return false };
        let (is, place) = (filter.is.clone(), filter.place);
        let kinds = Criteria { is, place, ..Criteria::default() };
        self.bound[super::place(register)].as_ref().is_some_and(|bound| {
            let any = filter.is.is_empty() && filter.place != Place::Play;
            let (noun, _) = Description::new(filter, self).noun();
            let player = noun == "player" && bound.one == "opponent";
            **filter == kinds && (any || player || bound.one == noun)
        })
    }

    /// "a friendly unit", "no unit".
    pub(crate) fn unit_of(&self, who: Who, holds: bool) -> String {
        let article = |word: &str| if holds { format!("{word} ") } else { "no ".to_owned() };
        match who {
            Who::You => article("a") + "friendly unit",
            Who::Opponent => article("an") + "enemy unit",
            Who::Each => article("a") + "unit",
            who => format!("{}unit of {}", article("a"), self.player(who)),
        }
    }

    /// "your base", "a base".
    pub(crate) fn base_of(&self, who: Who) -> String {
        match who {
            Who::Each => "a base".to_owned(),
            who => format!("{} base", self.possessive(who)),
        }
    }

    /// "deal", "the first unit deals".
    pub(crate) fn deals(&self, by: Option<&Whom>) -> String {
        by.map_or("deal".to_owned(), |by| self.whom(by).does("deals", "deal"))
    }

    /// The words for what something is done to beside something else: never "it".
    pub(crate) fn beside(&self, whom: &Whom) -> Phrase {
        whom.register().map_or_else(|| self.whom(whom), |register| self.pointed(register))
    }

    /// The words for what something is done to: "this unit", "it".
    pub(crate) fn whom(&self, whom: &Whom) -> Phrase {
        match whom {
            Whom::This => Phrase::one(self.this),
            Whom::It => self.register(Register::It),
            Whom::Other => self.register(Register::Other),
            Whom::Third => self.register(Register::Third),
            Whom::Attached => Phrase::one(self.host.attached()),
            Whom::Attacker => Phrase::one("the attacker"),
            Whom::Defender => Phrase::one("the defender"),
            Whom::Subject => Phrase::one(self.subject),
            Whom::Dealer => Phrase::one("the dealer"),
            Whom::Target => Phrase::one("the target"),
            Whom::Exploited => {
                Phrase { text: "the units exploited for this card".to_owned(), many: true }
            }
            Whom::Each(filter) => Phrase::one(Description::new(filter, self).each()),
            Whom::HostOf(upgrade) => Phrase::one(self.whom(upgrade).possessive("unit")),
            Whom::Base(Who::Each) => Phrase::one("each player's base"),
            Whom::Base(who) => Phrase::one(format!("{} base", self.possessive(*who))),
        }
    }

    /// Several of them as one phrase.
    pub(crate) fn whoms(&self, whoms: &[Whom]) -> Phrase {
        match whoms {
            [only] => self.whom(only),
            _ => {
                let parts: Vec<_> = whoms.iter().map(|whom| self.beside(whom).text).collect();
                Phrase { text: join(&parts, "and"), many: true }
            }
        }
    }

    /// A player who does something.
    pub(crate) fn player(&self, who: Who) -> String {
        match who {
            Who::You => self.you.unwrap_or("you").to_owned(),
            Who::Opponent => "the opponent".to_owned(),
            Who::Each => "each player".to_owned(),
            Who::Defending => "the defending player".to_owned(),
            Who::Attacking => "the attacking player".to_owned(),
            Who::They => "that player".to_owned(),
            Who::ControllerOfTarget => "its controller".to_owned(),
            Who::ControllerOfIt | Who::OwnerOfIt => {
                let it = self.register(Register::It);
                let role = if who == Who::OwnerOfIt { "owner" } else { "controller" };
                match it.text.as_str() {
                    "that player" | "that opponent" => it.text,
                    "those players" => format!("each of {}", it.text),
                    _ => it.possessive(role),
                }
            }
        }
    }

    /// The possessive of a player: "your", "the opponent's".
    pub(crate) fn possessive(&self, who: Who) -> String {
        match self.player(who) {
            you if you == "you" => "your".to_owned(),
            player if player.ends_with('s') => format!("{player}'"),
            player => format!("{player}'s"),
        }
    }

    /// "draw" for you, "the opponent draws" for others.
    pub(crate) fn does(&self, who: Who, you: &str, others: &str) -> String {
        match who {
            Who::You if self.you.is_none() => you.to_owned(),
            _ => self.subject(who, you, others),
        }
    }

    /// "you control", "the opponent controls".
    pub(crate) fn subject(&self, who: Who, you: &str, others: &str) -> String {
        let player = self.player(who);
        let verb = if player == "you" { you } else { others };
        format!("{player} {verb}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::KindSet;

    #[test]
    fn it_gets_a_longer_name_when_there_are_others() {
        let mut names = Names::new("this unit");
        assert_eq!(names.whom(&Whom::It).text, "it");
        names.bind(Register::It, &Filter::default(), false);
        assert_eq!(names.whom(&Whom::It).possessive("power"), "its power");
        let both = [Whom::This, Whom::It];
        assert_eq!(names.whoms(&both).text, "this unit and that unit");
        let base = Filter::from(Criteria { is: vec![KindSet::Base], ..Criteria::default() });
        names.bind(Register::Other, &base, false);
        assert_eq!(names.whoms(&[Whom::It, Whom::Other]).text, "that unit and that base");
        names.bind(Register::Other, &Filter::default(), true);
        assert_eq!(names.whom(&Whom::It).text, "the first unit");
        assert_eq!(names.whom(&Whom::Other).possessive("power"), "the second units' power");
    }

    #[test]
    fn players() {
        let mut names = Names::new("this unit");
        assert_eq!(names.does(Who::You, "draw", "draws"), "draw");
        assert_eq!(names.does(Who::ControllerOfIt, "draw", "draws"), "its controller draws");
        let player = Filter::from(Criteria { is: vec![KindSet::Player], ..Criteria::default() });
        names.bind(Register::It, &player, false);
        assert_eq!(names.does(Who::ControllerOfIt, "draw", "draws"), "that player draws");
        assert_eq!(names.whom(&Whom::Base(Who::Opponent)).text, "the opponent's base");
        names.bind(Register::It, &player, true);
        assert_eq!(names.does(Who::ControllerOfIt, "draw", "draws"), "each of those players draws");
        names.you = Some("you");
        assert_eq!(names.does(Who::You, "draw", "draws"), "you draw");
        names.you = Some("P1");
        assert_eq!(names.does(Who::You, "draw", "draws"), "P1 draws");
        assert_eq!(names.possessive(Who::You), "P1's");
    }
}
