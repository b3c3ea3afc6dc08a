//! Names of players, and of the cards that steps speak of.

mod phrase;

use crate::vocabulary::{Filter, Keyword, Kind, Place, Register, Whom};

/// The meanings of the short words of an ability, at some point of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// The card the ability is on: "this unit".
    pub(crate) this: &'static str,
    /// The words for what the event happened to: "that unit".
    pub(crate) subject: &'static str,
    /// The nouns for what the registers hold: `It`, `Other`, `Third`.
    bound: [Option<Bound>; 3],
    /// The noun for what the number counts that the last step fixed.
    pub(crate) number: &'static str,
    /// The name for you, where another player was the last to be told to do something.
    pub(crate) you: Option<&'static str>,
    /// The kind of card that an upgrade is attached to.
    pub(crate) host: Host,
}

/// The kind of card that an upgrade is attached to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// A unit, as most upgrades are.
    Unit,
    /// A base, by Fortify (CR 7.5.21).
    Base,
}

impl Host {
    /// The words for what an upgrade is attached to, as an object: "the attached unit".
    pub(crate) const fn attached(self) -> &'static str {
        match self {
            Self::Unit => "the attached unit",
            Self::Base => "the attached base",
        }
    }

    /// The words for the card in an ability that it gains: "this unit".
    pub(crate) const fn this(self) -> &'static str {
        match self {
            Self::Unit => "this unit",
            Self::Base => "this base",
        }
    }
}

/// The nouns for what a register holds, for one and for many, and whether it holds many.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bound {
    one: String,
    plural: String,
    many: bool,
}

/// Words for something, and whether they take a plural verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    /// The words as an object: "it", "them", "the attached unit".
    pub(crate) text: String,
    /// `true` for several things: verbs are plural.
    pub(crate) many: bool,
}

impl Names {
    /// The names where nothing is chosen yet, on a card that is called `this`.
    pub(crate) fn new(this: &'static str) -> Self {
        Self {
            this,
            subject: "that unit",
            bound: [None, None, None],
            number: "point of that number",
            you: None,
            host: Host::Unit,
        }
    }

    /// The names for an ability printed on a card; for a leader, on its leader side.
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

    /// The names for an ability printed on a card with these keywords.
    pub(crate) fn on(kind: Kind, keywords: &[Keyword]) -> Self {
        let fortifies = keywords.contains(&Keyword::Fortify);
        Self { host: if fortifies { Host::Base } else { Host::Unit }, ..Self::of(kind) }
    }

    /// Remembers that a register holds what was discarded to pay a cost.
    pub(crate) fn bind_discarded(&mut self, register: Register, many: bool) {
        self.bind_noun(register, "discarded card", "discarded cards", many);
    }

    /// Makes what two choices bound one: `It` holds both from now on. Returns the words for that.
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

    /// The names with `It` for what a register holds; beside it, only cards that were chosen among others.
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

    /// The names where what is seen is what this register holds.
    pub(crate) fn seen_as(&self, register: Register) -> Self {
        let Some(held) = &self.bound[place(register)] else { return self.clone() };
        let (one, plural) = (held.one.trim_start_matches("chosen "), &held.plural);
        let mut names = self.clone();
        names.bind_noun(Register::It, one, plural.trim_start_matches("chosen "), held.many);
        names
    }

    /// Tells whether a word for cards means those of a register, and this holds any.
    pub(crate) fn is_bound(&self, whom: &Whom) -> bool {
        whom.register().is_some_and(|register| self.bound[place(register)].is_some())
    }

    /// Tells whether `It` holds a player.
    pub(crate) fn is_player(&self) -> bool {
        let it = &self.bound[place(Register::It)];
        it.as_ref().is_some_and(|bound| ["player", "opponent"].contains(&bound.one.as_str()))
    }

    /// Tells whether a filter leaves out some of the cards that are called like what it looks for,
    /// and not others: those it leaves out are named.
    pub(crate) fn leaves_some(&self, filter: &Filter, noun: &str) -> bool {
        let all = [Whom::It, Whom::Other, Whom::Third];
        let alike = all.iter().zip(&self.bound).filter_map(|(whom, bound)| {
            bound.as_ref().filter(|bound| bound.one == noun).map(|_| filter.not.contains(whom))
        });
        let alike: Vec<_> = alike.collect();
        filter.place == Place::Play && alike.contains(&true) && alike.contains(&false)
    }

    /// The nouns for what `It` holds, for one and for many, and whether it holds many: cards are
    /// looked for among them.
    pub(crate) fn seen(&self) -> (String, String, bool) {
        match &self.bound[place(Register::It)] {
            Some(bound) => (bound.one.clone(), bound.plural.clone(), bound.many),
            None => ("card".to_owned(), "cards".to_owned(), false),
        }
    }

    /// The words for what a register holds: "it" while there is only one, "that base" or "the
    /// second unit" when there are several.
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

    /// The words for what a register holds, where "it" could be something else: "that unit".
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
}

impl Phrase {
    pub(crate) fn one(text: impl Into<String>) -> Self {
        Self { text: text.into(), many: false }
    }

    /// The words as a subject, with the verb in the right number.
    pub(crate) fn does(&self, one: &str, many: &str) -> String {
        let text = if self.text == "them" { "they" } else { &self.text };
        format!("{text} {}", if self.many { many } else { one })
    }

    /// The words for something that it has: "its power", "the attached unit's power".
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
