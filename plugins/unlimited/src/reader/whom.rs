//! Players, and the cards that sentences speak of.

use super::prelude::*;
use crate::text::names::Host;
use crate::words::step::Choose;
use crate::words::step::choose::Combined;

/// A card that is spoken of, without choosing one: "this unit", "it", "your base".
#[derive(Clone)]
pub(crate) struct Object(pub(crate) Whom);

/// The card that something is done to; one is chosen for "a unit".
#[derive(Clone)]
pub(crate) struct Target(pub(crate) Whom);

/// One or several targets.
#[derive(Clone)]
pub(crate) struct Targets(pub(crate) Vec<Whom>);

/// The card that something belongs to: "this unit's", "its".
#[derive(Clone)]
pub(crate) struct Its(pub(crate) Whom);

/// A player who does something: "each opponent".
#[derive(Clone)]
pub(crate) struct Player(pub(crate) Who);

/// A player who chooses among cards that may be theirs: "a unit they control".
#[derive(Clone)]
pub(crate) struct Chooser(pub(crate) Who);

said!(Chooser, at:
    [(who: Player)] => { at.chooser = Some(who.0).filter(|_| at.own); Self(who.0) },
);

/// The player that something belongs to: "your", "the opponent's".
#[derive(Clone, Copy)]
pub(crate) struct Owner(pub(crate) Who);

/// "your base", "a base".
#[derive(Clone)]
pub(crate) struct BaseOf(pub(crate) Who);

said!(BaseOf, at:
    ["a base"] => Self(Who::Each),
    ["an enemy base"] => Self(Who::Opponent),
    [(whose: Owner) "base"] => Self(whose.0),
);

impl Said for Object {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut all: Readings<Self> = Named::of(reader, from);
        if from.own {
            for (whom, at) in possessives(reader, from, &all) {
                for at in reader.words("", "unit", &at) {
                    all.push((Self(Whom::HostOf(Box::new(whom.clone()))), at));
                }
            }
        }
        all
    }
}

/// A card that is spoken of by a name of its own: "it", but not "its unit".
struct Named;

impl Named {
    fn of(reader: &Reader<'_>, from: &At) -> Readings<Object> {
        let mut all: Readings<Whom> = Readings::new();
        let mut add = |whom: Whom, at: Option<At>| {
            let known =
                |(known, place): &(Whom, At), at: &At| *known == whom && place.place == at.place;
            if let Some(at) = at.filter(|at| !all.iter().any(|other| known(other, at))) {
                all.push((whom, at));
            }
        };
        let names = &from.names;
        add(Whom::This, reader.phrase(names.this, from));
        for whom in from.chosen() {
            for text in [names.whom(&whom).text, names.beside(&whom).text] {
                // "it" and "them" are said of the last one.
                if text != "it" && text != "them" {
                    add(whom.clone(), reader.phrase(&text, from));
                }
            }
            let plain = names.beside(&whom).text;
            let played = from.played && whom == Whom::It;
            let done = ["chosen", "discarded", "returned"].into_iter();
            for done in done.filter(|done| !played || *done != "chosen") {
                let the = format!("the {done} ");
                let done = plain.replacen("that ", &the, 1).replacen("those ", &the, 1);
                add(whom.clone(), reader.phrase(&done, from));
            }
        }
        if !from.own {
            add(Whom::This, reader.phrase("this card", from));
        }
        for (whom, side) in from.sides.iter().filter(|(whom, _)| *whom == Whom::Subject) {
            if from.topic.as_ref() == Some(whom) {
                add(Whom::Base(*side), reader.phrase("its controller's base", from));
            }
            add(Whom::Base(*side), reader.phrase("that player's base", from));
        }
        if let Some(upgrade) = from.hosted.then(|| from.upgrade()).flatten() {
            add(Whom::HostOf(Box::new(upgrade)), reader.phrase("that unit", from));
        }
        for (adjective, side) in [("friendly", Who::You), ("enemy", Who::Opponent)] {
            let mut known = from.sides.iter().filter(|(_, other)| *other == side);
            let (Some((whom, _)), None) = (known.next(), known.next()) else { continue };
            for article in ["the", "that"] {
                add(whom.clone(), reader.phrase(&format!("{article} {adjective} unit"), from));
            }
        }
        if let Some(whom) = from.topic.as_ref().filter(|topic| from.chosen().contains(topic)) {
            add(whom.clone(), reader.phrase("the same unit", from));
        }
        if from.subject {
            add(Whom::Subject, reader.phrase(names.subject, from));
            for played in ["the played unit", "the card you played"] {
                add(Whom::Subject, reader.phrase(played, from));
            }
        }
        if from.topic == Some(Whom::Attached) && from.chosen().is_empty() {
            add(Whom::Attached, reader.phrase("that unit", from));
        }
        if let Some(topic) = &from.topic {
            for at in reader.words("", "it|them|they", from) {
                add(topic.clone(), Some(at));
            }
            // An upgrade is nobody: then this unit is meant, if it alone was spoken of.
            let thing =
                from.chosen() == [topic.clone()] && names.beside(topic).text == "that upgrade";
            for at in reader.words("", "him|her|he|she", from) {
                match thing {
                    false => add(topic.clone(), Some(at)),
                    true if names.this == "this unit" => add(Whom::This, Some(at)),
                    true => {}
                }
            }
        }
        for (Fixed(whom), at) in Fixed::said(reader, from) {
            add(whom, Some(at));
        }
        all.into_iter().map(|(whom, at)| (Object(whom), at)).collect()
    }
}

impl At {
    /// The upgrade whose unit is "that unit": the only card spoken of.
    fn upgrade(&self) -> Option<Whom> {
        match &self.chosen()[..] {
            [only] => Some(only.clone()).filter(|it| self.names.beside(it).text != "that unit"),
            [] if self.subject && self.names.subject != "that unit" => Some(Whom::Subject),
            _ => None,
        }
    }
}

/// A card that is the same whatever was said before.
#[derive(Clone)]
struct Fixed(Whom);

said!(Fixed, at:
    ["the? attached unit"] => Self(Whom::Attached),
    ["the? attached base"] if at.names.this == "this upgrade" => { at.names.host = Host::Base; Self(Whom::Attached) },
    ["the dealer"] => Self(Whom::Dealer),
    ["the target"] => Self(Whom::Target),
    ["the attacker"] => Self(Whom::Attacker),
    ["the attacking unit"] => Self(Whom::Attacker),
    ["the defender"] => { at.topic = Some(Whom::Defender); Self(Whom::Defender) },
    ["the defending unit"] => { at.topic = Some(Whom::Defender); Self(Whom::Defender) },
    ["your base"] => Self(Whom::Base(Who::You)),
    ["a friendly base"] => Self(Whom::Base(Who::You)),
    ["each player 's base"] => Self(Whom::Base(Who::Each)),
    ["an|the|each enemy|opponent's base"] => Self(Whom::Base(Who::Opponent)),
    ["an|the|each opponent 's base"] => Self(Whom::Base(Who::Opponent)),
    ["the defending player 's base"] => Self(Whom::Base(Who::Defending)),
);

said!(Target, at:
    [(object: Object)] => Self(object.0),
    ["each" (what: Bare)] if !is_a_base(&what.0) => Self(Whom::Each(what.0)),
    ["all" (what: Many)] => Self(Whom::Each(what.0)),
    [(what: One)] => at.choose(&what.0, Count::One).map(Self),
    ["each? of? up to" (number: Number) (what: Many)] => at.choose(&what.0, Count::UpTo(number.0)).map(Self),
    [(number: Number) (what: Many)] if number.0 > 1 => at.choose(&what.0, Count::Exactly(number.0)).map(Self),
    ["each? of? any number of" (what: Many)] => at.choose(&what.0, Count::Any).map(Self),
    ["each? of? up to" (number: Number) "different" (what: Many)] => at.choose(&what.0, Count::UpTo(number.0)).map(Self),
    ["up to" (number: Number) (what: Many) (most: Combined)] => at.choose_within(&what.0, Count::UpTo(number.0), most).map(Self),
    ["any number of" (what: Many) (most: Combined)] => at.choose_within(&what.0, Count::Any, most).map(Self),
    ["each of those" (what: ManyCards)] if at.names.seen().0 == "card" && at.chosen() == [Whom::It] && what.0.place == Place::Play => {
        Self(Whom::Each(Criteria { place: Place::Looked, ..Criteria::clone(&what.0) }.into()))
    },
);

/// Tells whether it is the base of one player, which is called by whose it is.
pub(crate) fn is_a_base(what: &Filter) -> bool {
    what.is == [KindSet::Base] && what.side.is_some()
}

said!(Targets, at:
    [(one: Target) "and to" (other: Target)] => Self(vec![one.0, other.0]),
    [(one: Target)] => Self(vec![one.0]),
    [(one: Target) "and" (other: Target)] if at.are_in_one_place() => Self(vec![one.0, other.0]),
    [(one: Target) "," (other: Target) "and" (third: Target)] => Self(vec![one.0, other.0, third.0]),
);

impl At {
    /// Tells whether all that this sentence chooses is in one place: "a unit and an upgrade from
    /// your discard pile" can be both.
    fn are_in_one_place(&self) -> bool {
        let mut places = self.before.iter().filter_map(|step| match step {
            Step::Choose(Choose(choice)) => Some(choice.what.place),
            _ => None,
        });
        places.next().is_none_or(|first| places.all(|place| place == first))
    }
}

impl Said for Its {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let whose = possessives(reader, from, &reader.said::<Object>(from)).into_iter();
        whose.map(|(whom, at)| (Self(whom), at)).collect()
    }
}

/// The owners that a possessive can mean, of these cards: "this unit's", or "its".
fn possessives(reader: &Reader<'_>, from: &At, cards: &Readings<Object>) -> Readings<Whom> {
    let mut all = Readings::new();
    for (Object(whom), at) in cards {
        all.extend(reader.words("", "'s", at).into_iter().map(|at| (whom.clone(), at)));
    }
    if let Some(topic) = &from.topic {
        let places = reader.words("", "its|his|her|their", from).into_iter();
        all.extend(places.map(|at| (topic.clone(), at)));
    }
    all
}

impl Said for Player {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let it = from.names.is_bound(&Whom::It);
        let mut all = Known::said(reader, from);
        // Each of them in turn.
        if from.turns {
            all.extend(reader.phrase("that player", from).map(|at| (Known(Who::They), at)));
        }
        for who in [Who::ControllerOfIt, Who::OwnerOfIt].into_iter().filter(|_| it) {
            if who == Who::OwnerOfIt && from.names.is_player() {
                continue;
            }
            let at = reader.phrase(&from.names.player(who), from);
            all.extend(at.map(|at| (Known(who), at)));
            let role = if who == Who::OwnerOfIt { "owner" } else { "controller" };
            let that = from.names.beside(&Whom::It).possessive(role);
            let at = reader.phrase(&that, from).filter(|_| that != from.names.player(who));
            all.extend(at.map(|at| (Known(who), at)));
        }
        all.into_iter().map(|(Known(who), at)| (Self(who), at)).collect()
    }
}

/// A player who is the same whatever was said before.
#[derive(Clone)]
struct Known(Who);

said!(Known, at:
    ["the|an|each opponent"] => Self(Who::Opponent),
    ["another player"] => Self(Who::Opponent),
    ["that opponent"] if !at.own => Self(Who::Opponent),
    ["each player"] => Self(Who::Each),
    ["the defending player"] => Self(Who::Defending),
    ["the attacking player"] => Self(Who::Attacking),
);

said!(Owner, at:
    ["your"] => Self(Who::You),
    ["a|each player 's"] => Self(Who::Each),
    [(player: Player) "'s"] => Self(player.0),
);
