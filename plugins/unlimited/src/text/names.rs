//! Who and whom: players, and the cards that steps speak of.

use super::event::subject_text;
use super::filter::Description;
use crate::vocabulary::{Criteria, Filter, Kind, Place, Register, Subject, Who, Whom};

/// What the short words of an ability stand for at some point of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// The card the ability is on: "this unit".
    pub(crate) this: &'static str,
    /// What the event happened to.
    pub(crate) subject: &'static str,
    /// What the registers hold: `It`, `Other`, `Third`.
    bound: [Option<Bound>; 3],
    /// What the number the last step fixed counts.
    pub(crate) number: &'static str,
    /// What you are called where another player was the last to be told to do something.
    pub(crate) you: Option<&'static str>,
}

/// What a register holds.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bound {
    one: String,
    plural: String,
    many: bool,
}

/// Words for something, and whether they take a plural verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// As an object: "it", "them", "the attached unit".
    pub(crate) text: String,
    /// Whether it is many.
    pub(crate) many: bool,
}

impl Names {
    /// Nothing chosen yet.
    pub(crate) fn new(this: &'static str) -> Self {
        Self {
            this,
            subject: "that unit",
            bound: [None, None, None],
            number: "point of that number",
            you: None,
        }
    }

    /// For an ability printed on a card; for a leader, on its leader side.
    pub(crate) fn of(kind: Kind) -> Self {
        Self::new(match kind {
            Kind::Leader => "this leader",
            Kind::Base => "this base",
            Kind::Unit | Kind::TokenUnit => "this unit",
            Kind::Event => "this event",
            Kind::Upgrade => "this upgrade",
            Kind::Token | Kind::ForceToken | Kind::CreditToken => "this token",
        })
    }

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

    /// Remembers that a register holds what was discarded to pay a cost.
    pub(crate) fn bind_discarded(&mut self, register: Register, many: bool) {
        self.bind_noun(register, "discarded card", "discarded cards", many);
    }

    /// What two choices bound becomes one: `It` holds both from now on. Returns how that is said.
    pub(crate) fn gather(&mut self) -> &'static str {
        if let [Some(it), rest @ ..] = &mut self.bound {
            it.many = true;
            *rest = [None, None];
        }
        "for both, "
    }

    /// Remembers that a register holds some of the cards that `It` holds.
    pub(crate) fn bind_chosen(&mut self, register: Register, many: bool) {
        let (one, plural, _) = self.seen();
        self.bind_noun(register, &format!("chosen {one}"), &format!("chosen {plural}"), many);
    }

    /// Remembers that a register holds cards from a hand or a deck.
    pub(crate) fn bind_cards(&mut self, many: bool) {
        self.bind_noun(Register::It, "card", "cards", many);
    }

    /// As [`about`](Self::about), of what a register holds.
    pub(crate) fn alone(&self, register: Register) -> Self {
        let mut bound = self.bound.clone().map(picked);
        bound[place(Register::It)].clone_from(&self.bound[place(register)]);
        Self { bound, ..self.clone() }
    }

    /// Remembers that a register holds what is called so.
    pub(crate) fn bind_noun(&mut self, register: Register, one: &str, plural: &str, many: bool) {
        let bound = Bound { one: one.to_owned(), plural: plural.to_owned(), many };
        self.bound[place(register)] = Some(bound);
    }

    /// What `It` stands for in a condition about the card that has just been chosen. Beside it, only
    /// cards that were chosen among others are spoken of.
    pub(crate) fn about(&self, filter: &Filter) -> Self {
        let mut names = Self { bound: self.bound.clone().map(picked), ..self.clone() };
        names.bind(Register::It, filter, false);
        names
    }

    /// The names where what is seen is what this register holds.
    pub(crate) fn seen_as(&self, register: Register) -> Self {
        let Some(held) = &self.bound[place(register)] else { return self.clone() };
        let (one, plural) = (held.one.trim_start_matches("chosen "), &held.plural);
        let mut names = self.clone();
        names.bind_noun(Register::It, one, plural.trim_start_matches("chosen "), held.many);
        names
    }

    /// Whether a card that a filter leaves out is one that a register holds.
    pub(crate) fn is_bound(&self, whom: &Whom) -> bool {
        whom.register().is_some_and(|register| self.bound[place(register)].is_some())
    }

    /// Whether `It` holds a player.
    pub(crate) fn is_player(&self) -> bool {
        let it = &self.bound[place(Register::It)];
        it.as_ref().is_some_and(|bound| ["player", "opponent"].contains(&bound.one.as_str()))
    }

    /// Whether a filter leaves out some of the cards that are called like what it looks for, and not
    /// others: those it leaves out are named.
    pub(crate) fn leaves_some(&self, filter: &Filter, noun: &str) -> bool {
        let all = [Whom::It, Whom::Other, Whom::Third];
        let alike = all.iter().zip(&self.bound).filter_map(|(whom, bound)| {
            bound.as_ref().filter(|bound| bound.one == noun).map(|_| filter.not.contains(whom))
        });
        let alike: Vec<_> = alike.collect();
        filter.place == Place::Play && alike.contains(&true) && alike.contains(&false)
    }

    /// "this card is played".
    pub(crate) fn event(&self, subject: &Subject, verb: &str) -> String {
        format!("{} {verb}", subject_text(subject, self))
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

    /// What `It` holds, for cards looked for among them.
    pub(crate) fn seen(&self) -> (String, String, bool) {
        match &self.bound[place(Register::It)] {
            Some(bound) => (bound.one.clone(), bound.plural.clone(), bound.many),
            None => ("card".to_owned(), "cards".to_owned(), false),
        }
    }

    /// Whether a filter asks no more of a register than that it holds something.
    pub(crate) fn must_fit(&self, whom: &Whom, filter: &Filter) -> bool {
        let Some(register) = whom.register() else { return false };
        let (is, place) = (filter.is.clone(), filter.place);
        let kinds = Criteria { is, place, ..Criteria::default() };
        self.bound[self::place(register)].as_ref().is_some_and(|bound| {
            let any = filter.is.is_empty() && filter.place != Place::Play;
            let (noun, _) = Description::new(filter, self).noun();
            let player = noun == "player" && bound.one == "opponent";
            **filter == kinds && (any || player || bound.one == noun)
        })
    }

    /// What a register holds: "it" while there is only one, "that base" or "the second unit" when
    /// there are several.
    pub(crate) fn register(&self, register: Register) -> Phrase {
        let Some(bound) = &self.bound[place(register)] else { return Phrase::one("it") };
        let alone = self.bound.iter().flatten().count() == 1;
        let pointed = ["player", "opponent", "token"].contains(&bound.one.as_str());
        if alone && !pointed {
            let text = if bound.many { "them" } else { "it" };
            return Phrase { text: text.to_owned(), many: bound.many };
        }
        self.pointed(register)
    }

    /// What a register holds, where "it" could be something else: "that unit".
    fn pointed(&self, register: Register) -> Phrase {
        let Some(Bound { one, plural, many }) = &self.bound[place(register)] else {
            return Phrase::one("it");
        };
        let held = self.bound.iter().enumerate();
        let mut others = held.filter(|(other, _)| *other != place(register));
        let alike = others.any(|(_, other)| other.as_ref().is_some_and(|other| other.one == *one));
        let text = if alike {
            let ordinal = ["first", "second", "third"][place(register)];
            format!("the {ordinal} {}", if *many { plural } else { one })
        } else if one.starts_with("chosen ") {
            format!("the {}", if *many { plural } else { one })
        } else if *many {
            format!("those {plural}")
        } else {
            format!("that {one}")
        };
        Phrase { text, many: *many }
    }

    /// To whom or to what something is done beside something else: never "it".
    pub(crate) fn beside(&self, whom: &Whom) -> Phrase {
        whom.register().map_or_else(|| self.whom(whom), |register| self.pointed(register))
    }

    /// To whom or to what something is done.
    pub(crate) fn whom(&self, whom: &Whom) -> Phrase {
        match whom {
            Whom::This => Phrase::one(self.this),
            Whom::It => self.register(Register::It),
            Whom::Other => self.register(Register::Other),
            Whom::Third => self.register(Register::Third),
            Whom::Attached => Phrase::one("the attached unit"),
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
                Phrase { text: super::join(&parts, "and"), many: true }
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

    /// Whose: "your", "the opponent's".
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

impl Phrase {
    pub(crate) fn one(text: impl Into<String>) -> Self {
        Self { text: text.into(), many: false }
    }

    /// As the one who does something, with a verb.
    pub(crate) fn does(&self, one: &str, many: &str) -> String {
        let text = if self.text == "them" { "they" } else { &self.text };
        format!("{text} {}", if self.many { many } else { one })
    }

    /// What it has: "its power", "the attached unit's power".
    pub(crate) fn possessive(&self, what: &str) -> String {
        match self.text.as_str() {
            "it" => format!("its {what}"),
            "them" => format!("their {what}"),
            text if self.many && text.ends_with('s') => format!("{text}' {what}"),
            text => format!("{text}'s {what}"),
        }
    }
}

/// A card that was chosen among others.
fn picked(bound: Option<Bound>) -> Option<Bound> {
    bound.filter(|bound| bound.one.starts_with("chosen "))
}

const fn place(register: Register) -> usize {
    match register {
        Register::It => 0,
        Register::Other => 1,
        Register::Third => 2,
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
