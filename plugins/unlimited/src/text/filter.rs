//! Filters as descriptions of cards.

use super::names::Names;
use super::{arena_text, aspects_text, join, keyword_text, trait_text};
use crate::prelude::*;
use crate::vocabulary::{Comparison, End, Extreme, Keyworded, Relation};
use crate::words::measure;
use crate::words::measure::Measure;

/// One card that fits, with an article: "another friendly Imperial unit".
#[must_use]
pub fn filter_text(filter: &Filter) -> String {
    Description::new(filter, &Names::new("this card")).one()
}

/// Several cards that fit: "other friendly Imperial units".
#[must_use]
pub fn filter_plural(filter: &Filter) -> String {
    Description::new(filter, &Names::new("this card")).many()
}

/// A filter about to be put into words.
#[derive(Clone, Copy)]
pub(crate) struct Description<'a> {
    filter: &'a Filter,
    names: &'a Names,
    cards: bool,
    side: bool,
    theirs: bool,
    place: Option<&'static str>,
    /// They may be here as well.
    or: Option<Place>,
}

impl<'a> Description<'a> {
    pub(crate) const fn new(filter: &'a Filter, names: &'a Names) -> Self {
        let place = Some("in");
        Self { filter, names, cards: false, side: true, theirs: false, place, or: None }
    }

    /// The same for cards in a deck or on the way into play: without a kind, any card fits.
    pub(crate) const fn of_cards(self) -> Self {
        Self { cards: true, ..self }
    }

    /// The same, where the text has said before whose cards they are ("you control …").
    pub(crate) const fn without_side(self) -> Self {
        Self { side: false, ..self }
    }

    /// They are those of the player who was just named.
    pub(crate) const fn theirs(self, theirs: bool) -> Self {
        Self { theirs, ..self }
    }

    /// They are taken "from" where they are.
    pub(crate) const fn from(self) -> Self {
        Self { place: Some("from"), ..self }
    }

    /// They may be somewhere else as well.
    pub(crate) const fn or_in(self, place: Option<Place>) -> Self {
        Self { or: place, ..self }
    }

    /// The same, where the text need not say where the cards are.
    pub(crate) const fn without_place(self) -> Self {
        Self { place: None, ..self }
    }

    /// "a friendly unit", "another unit".
    pub(crate) fn one(self) -> String {
        if self.is_all_seen() {
            let (_, _, many) = self.names.seen();
            let seen = self.names.whom(&Whom::It).text;
            return if many { format!("one of {seen}") } else { seen };
        }
        let rest = self.words(false);
        match self.filter.subject {
            true => format!("that {rest}"),
            false if self.is_other() => format!("another {rest}"),
            false => with_article(&rest),
        }
    }

    /// "friendly unit", "other unit": after "each" and "for each".
    pub(crate) fn bare(self) -> String {
        if self.is_all_seen() {
            return format!("of {}", self.names.whom(&Whom::It).text);
        }
        let other = if self.is_other() { "other " } else { "" };
        format!("{other}{}", self.words(false))
    }

    /// "each other friendly unit".
    pub(crate) fn each(self) -> String {
        format!("each {}", self.bare())
    }

    /// Several cards that fit, without an article: "other friendly units".
    pub(crate) fn many(self) -> String {
        if self.is_all_seen() {
            return self.names.whom(&Whom::It).text;
        }
        let other = if self.is_other() { "other " } else { "" };
        format!("{other}{}", self.words(true))
    }

    /// So many of them: "of them" where those are just the cards that `It` holds.
    pub(crate) fn some(self) -> String {
        if self.is_all_seen() { format!("of {}", self.many()) } else { self.many() }
    }

    /// "damaged" when that is all that is asked, otherwise "a damaged friendly unit".
    pub(crate) fn predicate(self, many: bool) -> String {
        let is_leader = self.filter.is == [KindSet::Leader];
        let states = Criteria {
            damaged: self.filter.damaged,
            exhausted: self.filter.exhausted,
            is: if is_leader { Vec::new() } else { self.filter.is.clone() },
            ..Criteria::default()
        };
        let adjectives = self.states();
        if states == **self.filter && !adjectives.is_empty() {
            return join(&adjectives, "and");
        }
        if many { self.words(true) } else { with_article(&self.words(false)) }
    }

    /// Singular and plural of what is looked for.
    pub(crate) fn noun(self) -> (String, String) {
        if self.filter.place == Place::Looked && self.filter.is.is_empty() {
            let (one, many, _) = self.names.seen();
            return (one, many);
        }
        noun_of(self.filter, self.cards)
    }

    /// Tells whether it is just the cards that `It` holds.
    fn is_all_seen(self) -> bool {
        let seen = Criteria { place: Place::Looked, ..Criteria::default() };
        self.place.is_some() && **self.filter == seen
    }

    /// Tells whether cards already spoken of are left out.
    fn is_other(self) -> bool {
        let other = |whom: &Whom| *whom == Whom::Attached || self.names.is_bound(whom);
        self.filter.another || !self.leaves_some() && self.filter.not.iter().any(other)
    }

    /// Tells whether only some of the cards spoken of are left out.
    fn leaves_some(self) -> bool {
        !self.cards && self.names.leaves_some(self.filter, &self.noun().0)
    }

    /// Everything but the article.
    fn words(self, many: bool) -> String {
        let filter = self.filter;
        let mut words = Vec::new();
        words.extend(self.side_adjective());
        words.extend(
            filter.unique.map(|unique| if unique { "unique" } else { "non-unique" }.to_owned()),
        );
        words.extend(self.states());
        match filter.leader {
            Some(true) if filter.is != [KindSet::Leader] => words.push("leader".to_owned()),
            Some(false) => words.push("non-leader".to_owned()),
            _ => {}
        }
        words
            .extend(filter.token.map(|token| if token { "token" } else { "non-token" }.to_owned()));
        if let Some(ArenaOf::In(arena)) = filter.arena {
            words.push(arena_text(arena).to_owned());
        }
        words.extend(Some(aspects_text(filter.aspects)).filter(|text| !text.is_empty()));
        let traits: Vec<Trait> = filter.traits.into();
        words.extend(either(traits.into_iter().map(trait_text)));
        let aspects: Vec<Aspect> = filter.without_aspects.into();
        words.extend(aspects.iter().map(|aspect| format!("non-{aspect:?}")));
        let traits: Vec<Trait> = filter.without_traits.into();
        words.extend(traits.into_iter().map(|name| format!("non-{}", trait_text(name))));
        words.extend(filter.is_not.iter().map(|kind| format!("non-{}", kind_noun(*kind))));
        let (one, plural) = self.noun();
        words.push(if many { plural } else { one });
        self.after(&mut words, many);
        words.join(" ")
    }

    /// The adjective for whose it is: "friendly", "enemy".
    fn side_adjective(self) -> Option<String> {
        let in_play = matches!(self.filter.place, Place::Play | Place::Resources);
        if !self.side || self.theirs || self.cards || !in_play {
            return None;
        }
        let player = self.filter.is == [KindSet::Player];
        match self.filter.side {
            Some(Who::You) => Some("friendly".to_owned()),
            Some(Who::Opponent) => Some("enemy".to_owned()),
            _ => None,
        }
        .filter(|_| !player)
    }

    /// Tells whether it is a resource of the player who chooses.
    fn are_their_resources(self) -> bool {
        let resources = self.filter.place == Place::Resources && self.filter.is.is_empty();
        self.theirs && resources && !self.cards && self.filter.side == Some(Who::Opponent)
    }

    /// The adjectives for the state of a card: "damaged", "ready".
    fn states(self) -> Vec<String> {
        let mut words = Vec::new();
        if let Some(damaged) = self.filter.damaged {
            words.push(if damaged { "damaged" } else { "undamaged" });
        }
        if let Some(exhausted) = self.filter.exhausted {
            words.push(if exhausted { "exhausted" } else { "ready" });
        }
        if self.filter.upgraded == Some(true) {
            words.push("upgraded");
        }
        words.into_iter().map(str::to_owned).collect()
    }

    /// Adds the words that follow the noun.
    fn after(self, words: &mut Vec<String>, many: bool) {
        let Criteria { side, named, min_power, max_power, .. } = &**self.filter;
        let Criteria { min_remaining_hp, max_remaining_hp, .. } = &**self.filter;
        if !named.is_empty() {
            words.push(format!("named {}", join(named, "or")));
        }
        if !self.filter.not_named.is_empty() {
            words.push(format!("not named {}", join(&self.filter.not_named, "or")));
        }
        if self.filter.chosen_name {
            words.push("of the name chosen".to_owned());
        }
        words.extend(self.place_words());
        let in_play = self.filter.place == Place::Play && !self.cards;
        if self.theirs && (in_play || self.are_their_resources()) {
            words.push("they control".to_owned());
        } else if let (
            true,
            true,
            Some(
                Who::Defending | Who::Attacking | Who::ControllerOfIt | Who::OwnerOfIt | Who::They,
            ),
        ) = (in_play, self.side, side)
        {
            words.extend(side.map(|who| self.names.subject(who, "control", "controls")));
        }
        words.extend(self.filter.owner.map(|who| self.names.subject(who, "own", "owns")));
        words.extend(match self.filter.arena {
            Some(ArenaOf::It) => {
                let it = self.names.whom(&Whom::It);
                Some(format!("in {}", it.possessive("arena")))
            }
            Some(ArenaOf::Defender) => Some("in the defender's arena".to_owned()),
            Some(ArenaOf::Attacker) => Some("in the attacker's arena".to_owned()),
            Some(ArenaOf::This) => Some("in this arena".to_owned()),
            Some(ArenaOf::Across) => Some("in a different arena".to_owned()),
            Some(ArenaOf::Chosen) => Some("in the chosen arena".to_owned()),
            Some(ArenaOf::Subject) => {
                Some(format!("in the arena of {}", self.names.whom(&Whom::Subject).text))
            }
            Some(ArenaOf::In(_)) | None => None,
        });
        if let Some(whom) = &self.filter.attached_to {
            let on = if self.filter.place == Place::Captured { "guarded by" } else { "on" };
            words.push(format!("{on} {}", self.names.whom(whom).text));
        }
        if let Some(host) = &self.filter.host {
            let on = if self.filter.place == Place::Captured { "guarded by" } else { "on" };
            let host = Description::new(host, self.names);
            words.push(format!("{on} {}", if many { host.many() } else { host.one() }));
        }
        words.extend(
            self.filter
                .eligible
                .as_ref()
                .map(|upgrade| format!("eligible for {}", self.names.whom(upgrade).text)),
        );
        words.extend(self.filter.attachable.as_deref().map(|unit| {
            let unit = match unit {
                Whom::HostOf(upgrade) => {
                    format!("the unit of {}", self.names.beside(upgrade).text)
                }
                unit => self.names.whom(unit).text,
            };
            format!("that can attach to {unit}")
        }));
        if let Some(wanted) = &self.filter.with_upgrade {
            let upgrade = Criteria { is: vec![KindSet::Upgrade], ..Criteria::clone(wanted) };
            let upgrade = Filter::from(upgrade);
            words.push(format!("with {} on it", Description::new(&upgrade, self.names).one()));
        }
        if self.filter.upgraded == Some(false) {
            words.push("without upgrades".to_owned());
        }
        if let Some(unwanted) = &self.filter.without_upgrade {
            let upgrade = Criteria { is: vec![KindSet::Upgrade], ..Criteria::clone(unwanted) };
            let upgrade = Filter::from(upgrade);
            words.push(format!("without {}", Description::new(&upgrade, self.names).one()));
        }
        words.extend(min_power.map(|least| format!("with {least} or more power")));
        words.extend(max_power.map(|most| format!("with {most} or less power")));
        words.extend(min_remaining_hp.map(|least| format!("with {least} or more remaining HP")));
        words.extend(max_remaining_hp.map(|most| format!("with {most} or less remaining HP")));
        words.extend(self.filter.keyword.map(|keyword| match keyword {
            Keyworded::Any => "with a keyword".to_owned(),
            Keyworded::Bounty => "with a Bounty".to_owned(),
            Keyworded::Smuggle => "with Smuggle".to_owned(),
            Keyworded::Of(keyword) => format!("with {}", keyword_name(keyword)),
        }));
        if self.filter.without_abilities {
            words.push("with no abilities".to_owned());
        }
        let keywords = self.filter.min_keywords;
        words.extend(keywords.map(|least| format!("with {least} or more different keywords")));
        words.extend(self.filter.timing.map(|timing| {
            let has = if many { "have" } else { "has" };
            format!("that {has} a \"{}\" ability", timing.name())
        }));
        if self.filter.odd_cost {
            words.push("with an odd cost".to_owned());
        }
        words.extend(self.filter.compare.as_deref().map(|by| comparison(by, many, self.names)));
        words.extend(self.filter.extreme.as_deref().map(|by| extreme(by, self.names)));
        words.extend(self.filter.shares.as_deref().map(|what| {
            let (what, whom) = match what {
                Shares::Aspect(whom) => ("shares an aspect", whom),
                Shares::NoAspect(whom) => ("shares no aspect", whom),
                Shares::Name(whom) => ("shares a name", whom),
                Shares::Trait(whom) => ("shares a trait", whom),
                Shares::Keyword(whom) => ("shares a keyword", whom),
            };
            let what = if many { what.replacen("shares", "share", 1) } else { what.to_owned() };
            let with = match whom {
                Whom::Each(filter) => Description::new(filter, self.names).one(),
                whom => self.names.whom(whom).text,
            };
            format!("that {what} with {with}")
        }));
        let clauses = self.clauses(many);
        if !clauses.is_empty() {
            words.push(format!("that {}", join(&clauses, "and")));
        }
        let named = self.leaves_some();
        let unbound = self.filter.not.iter().filter(|whom| named || !self.names.is_bound(whom));
        let unbound: Vec<_> = unbound.map(|whom| self.names.whom(whom).text).collect();
        if !unbound.is_empty() {
            words.push(format!("other than {}", join(&unbound, "and")));
        }
        if self.filter.or_defender {
            words.push("or the defender".to_owned());
        }
        words.extend(self.filter.or.as_ref().map(|other| {
            let other = Description { filter: other.as_ref(), ..self };
            format!("or {}", if many { other.many() } else { other.one() })
        }));
    }

    /// The words for the place and whose it is: "in your hand".
    fn place_words(self) -> Option<String> {
        let place = match self.filter.place {
            Place::Play => return None,
            Place::Looked => {
                self.place?;
                let (_, _, many) = self.names.seen();
                let seen = if many { &self.names.whom(&Whom::It).text } else { "the cards seen" };
                return Some(format!("among {seen}"));
            }
            Place::Resources
                if self.filter.is.is_empty()
                    && (self.side_adjective().is_some() || self.are_their_resources()) =>
            {
                return None;
            }
            Place::Captured => {
                let owner = self.filter.side.map(|who| match self.theirs {
                    true => "they own ".to_owned(),
                    false => self.names.subject(who, "own ", "owns "),
                });
                return Some(format!("{}{} capture", owner.unwrap_or_default(), self.place?));
            }
            Place::Elsewhere => return Some("not in play".to_owned()),
            place => place_noun(place),
        };
        let preposition = match (self.place?, place) {
            ("in", "resources") => "among",
            (preposition, _) => preposition,
        };
        let whose = match self.filter.side {
            _ if self.theirs => "their".to_owned(),
            // One plays only one's own.
            None if preposition == "from" => self.names.possessive(Who::You),
            None | Some(Who::Each) if place == "resources" => "a player's".to_owned(),
            None | Some(Who::Each) => "any".to_owned(),
            Some(who) => self.names.possessive(who),
        };
        let or = self.or.map(|or| format!(" or {whose} {}", place_noun(or)));
        Some(format!("{preposition} {whose} {place}{}", or.unwrap_or_default()))
    }

    /// The clauses that follow "that": "costs 3 or less".
    fn clauses(self, many: bool) -> Vec<String> {
        let filter = self.filter;
        let verb = |one: &'static str, more: &'static str| if many { more } else { one };
        let costs = verb("costs", "cost");
        let mut clauses = Vec::new();
        clauses.extend(filter.attacking.map(|target| {
            let target = with_article(kind_noun(target));
            format!("{} attacking {target}", verb("is", "are"))
        }));
        if filter.defending {
            clauses.push(format!("{} defending", verb("is", "are")));
        }
        clauses.extend(match (filter.min_cost, filter.max_cost) {
            (None, None) => None,
            (Some(min), None) => Some(format!("{costs} {min} or more")),
            (None, Some(max)) => Some(format!("{costs} {max} or less")),
            (Some(min), Some(max)) if min == max => Some(format!("{costs} {min}")),
            (Some(min), Some(max)) => Some(format!("{costs} {min} to {max}")),
        });
        clauses.extend(filter.mark.map(|mark| match mark {
            Mark::AttackedThisPhase => "attacked this phase".to_owned(),
            Mark::PlayedThisPhase(Who::Each) => {
                format!("{} played this phase", verb("was", "were"))
            }
            Mark::PlayedThisPhase(who) => {
                format!("{} this phase", self.names.subject(who, "played", "played"))
            }
            Mark::EnteredThisRound => "entered play this round".to_owned(),
            Mark::DefeatedThisPhase => format!("{} defeated this phase", verb("was", "were")),
            Mark::AttackedBaseThisPhase(who) => {
                format!("attacked {} this phase", self.names.base_of(who))
            }
            Mark::EnteredThisPhase => "entered play this phase".to_owned(),
            Mark::HealedThisPhase => format!("{} healed this phase", verb("was", "were")),
            Mark::MetDamageThisPhase => "met damage this phase".to_owned(),
            Mark::DamagedThisPhase => format!("{} damaged this phase", verb("was", "were")),
            Mark::PlayedFromHand => format!("{} played from a hand", verb("was", "were")),
            Mark::DiscardedThisPhase => {
                format!("{} discarded from your hand or deck this phase", verb("was", "were"))
            }
            Mark::DamagedBaseThisPhase(who) => {
                format!("dealt damage to {} this phase", self.names.base_of(who))
            }
        }));
        clauses.extend(filter.without_mark.map(|mark| match mark {
            Mark::AttackedThisPhase => "did not attack this phase".to_owned(),
            Mark::PlayedThisPhase(who) => {
                format!("{} this phase", self.names.subject(who, "did not play", "did not play"))
            }
            Mark::EnteredThisRound => "did not enter play this round".to_owned(),
            Mark::DefeatedThisPhase => format!("{} not defeated this phase", verb("was", "were")),
            Mark::AttackedBaseThisPhase(who) => {
                format!("did not attack {} this phase", self.names.base_of(who))
            }
            Mark::EnteredThisPhase => "did not enter play this phase".to_owned(),
            Mark::HealedThisPhase => format!("{} not healed this phase", verb("was", "were")),
            Mark::MetDamageThisPhase => "did not meet damage this phase".to_owned(),
            Mark::DamagedThisPhase => format!("{} not damaged this phase", verb("was", "were")),
            Mark::PlayedFromHand => format!("{} not played from a hand", verb("was", "were")),
            Mark::DiscardedThisPhase => {
                format!("{} not discarded from your hand or deck this phase", verb("was", "were"))
            }
            Mark::DamagedBaseThisPhase(who) => {
                format!("did not deal damage to {} this phase", self.names.base_of(who))
            }
        }));
        clauses
    }
}

/// "with less power than this unit".
fn comparison(by: &Comparison, many: bool, names: &Names) -> String {
    let costs = if many { "cost" } else { "costs" };
    let than = match (by.of, &by.than) {
        (Figure::Cost, Measure::Cost(measure::Cost(whom)))
        | (Figure::Power, Measure::Power(measure::Power(whom)))
        | (Figure::RemainingHp, Measure::RemainingHp(measure::RemainingHp(whom))) => {
            names.whom(whom).text
        }
        (_, than) => than.word().noun(names),
    };
    if by.and.is_some() {
        return format!("with power and remaining HP both equal to {than}");
    }
    match (by.of, by.is) {
        (Figure::Cost, Relation::AtMost) => format!("that {costs} the same as or less than {than}"),
        (Figure::Cost, Relation::Below) => format!("that {costs} less than {than}"),
        (Figure::Cost, Relation::Equal) => format!("that {costs} the same as {than}"),
        (Figure::Cost, Relation::Above) => format!("that {costs} more than {than}"),
        (Figure::Power, Relation::AtMost) => format!("with power equal to or less than {than}"),
        (Figure::Power, Relation::Below) => format!("with less power than {than}"),
        (Figure::Power, Relation::Equal) => format!("with the same power as {than}"),
        (Figure::Power, Relation::Above) => format!("with more power than {than}"),
        (Figure::RemainingHp, Relation::AtMost) => {
            format!("with remaining HP equal to or less than {than}")
        }
        (Figure::RemainingHp, Relation::Below) => format!("with less remaining HP than {than}"),
        (Figure::RemainingHp, Relation::Equal) => format!("with the same remaining HP as {than}"),
        (Figure::RemainingHp, Relation::Above) => format!("with more remaining HP than {than}"),
    }
}

/// "with the most power among friendly units".
fn extreme(by: &Extreme, names: &Names) -> String {
    let end = match by.is {
        End::Most => "the most",
        End::Least => "the least",
    };
    let figure = match by.of {
        Figure::Cost => "cost",
        Figure::Power => "power",
        Figure::RemainingHp => "remaining HP",
    };
    format!("with {end} {figure} among {}", Description::new(&by.among, names).many())
}

/// A keyword without its number.
fn keyword_name(keyword: Keyword) -> String {
    keyword_text(keyword).trim_end_matches(|c: char| c.is_ascii_digit()).trim_end().to_owned()
}

/// A place as a noun.
pub(crate) const fn place_noun(place: Place) -> &'static str {
    match place {
        Place::Play | Place::Looked => "play",
        Place::Hand => "hand",
        Place::Discard => "discard pile",
        Place::Deck => "deck",
        Place::Resources => "resources",
        Place::Captured => "capture",
        Place::Elsewhere => "out of play",
    }
}

/// Singular and plural of what a filter looks for; `cards` as in [`Description::of_cards`].
fn noun_of(filter: &Filter, cards: bool) -> (String, String) {
    let nouns: Vec<_> = match (&filter.is[..], filter.place) {
        ([], Place::Play) if !cards => vec!["unit"],
        ([], Place::Resources) if matches!(filter.side, Some(Who::You | Who::Opponent)) => {
            vec!["resource"]
        }
        ([], _) => vec!["card"],
        ([KindSet::Player], _) if filter.side == Some(Who::Opponent) => vec!["opponent"],
        (kinds, _) => kinds.iter().map(|kind| kind_noun(*kind)).collect(),
    };
    let one: Vec<_> = nouns.iter().map(|noun| (*noun).to_owned()).collect();
    let many: Vec<_> = nouns.iter().map(|noun| format!("{noun}s")).collect();
    (join(&one, "or"), join(&many, "or"))
}

const fn kind_noun(kind: KindSet) -> &'static str {
    match kind {
        KindSet::Unit => "unit",
        KindSet::Upgrade => "upgrade",
        KindSet::Event => "event",
        KindSet::Leader => "leader",
        KindSet::Base => "base",
        KindSet::Player => "player",
    }
}

/// "A or B", when there is any.
fn either(names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<_> = names.collect();
    (!names.is_empty()).then(|| join(&names, "or"))
}

/// "a unit", "an enemy unit", "a unique unit".
pub(crate) fn with_article(words: &str) -> String {
    let lower = words.to_lowercase();
    let vowel = lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !lower.starts_with("uni")
        || lower.starts_with("x-");
    format!("{} {words}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::ron;

    fn one(filter: &str) -> String {
        filter_text(&ron(filter))
    }

    fn many(filter: &str) -> String {
        filter_plural(&ron(filter))
    }

    #[test]
    fn units_in_play() {
        assert_eq!(one("()"), "a unit");
        assert_eq!(one("(side: Opponent, arena: In(Ground))"), "an enemy ground unit");
        assert_eq!(
            one("(side: You, another: true, traits: [Imperial])"),
            "another friendly Imperial unit"
        );
        assert_eq!(
            many("(side: You, another: true, traits: [Imperial])"),
            "other friendly Imperial units"
        );
        assert_eq!(one("(unique: true)"), "a unique unit");
        assert_eq!(one("(damaged: true, leader: false)"), "a damaged non-leader unit");
        assert_eq!(one("(damaged: false)"), "an undamaged unit");
        assert_eq!(one("(leader: false, max_cost: 3)"), "a non-leader unit that costs 3 or less");
        assert_eq!(many("(min_cost: 2, max_cost: 2)"), "units that cost 2");
        assert_eq!(one("(max_remaining_hp: 5)"), "a unit with 5 or less remaining HP");
        assert_eq!(one("(traits: [CapitalShip, Twilek])"), "a Capital Ship or Twi'lek unit");
        assert_eq!(one("(without_traits: [Vehicle])"), "a non-Vehicle unit");
        assert_eq!(one("(named: [\"Yoda\", \"Mace Windu\"])"), "a unit named Yoda or Mace Windu");
        assert_eq!(
            many("(traits: [Rebel], mark: AttackedThisPhase)"),
            "Rebel units that attacked this phase"
        );
        assert_eq!(
            one("(arena: In(Ground), side: Defending)"),
            "a ground unit the defending player controls"
        );
        assert_eq!(one("(is: [Base], or_defender: true)"), "a base or the defender");
        assert_eq!(many("(is: [Unit, Base])"), "units or bases");
        assert_eq!(one("(is: [Unit, Base], arena: In(Ground))"), "a ground unit or base");
        assert_eq!(one("(subject: true)"), "that unit");
        assert_eq!(
            many("(side: You, max_cost: 3, attacking: Unit)"),
            "friendly units that are attacking a unit and cost 3 or less"
        );
        assert_eq!(
            one("(side: You, traits: [Vehicle], without_upgrade: (traits: [Pilot]))"),
            "a friendly Vehicle unit without a Pilot upgrade"
        );
        assert_eq!(one("(min_remaining_hp: 4)"), "a unit with 4 or more remaining HP");
        assert_eq!(
            one("(with_upgrade: (named: [\"Shield\"]))"),
            "a unit with an upgrade named Shield on it"
        );
        assert_eq!(one("(is: [Upgrade], host: (arena: In(Space)))"), "an upgrade on a space unit");
        assert_eq!(
            one("(traits: [Pilot], or: (with_upgrade: (traits: [Pilot])))"),
            "a Pilot unit or a unit with a Pilot upgrade on it"
        );
        assert_eq!(
            one("(extreme: (of: RemainingHp, is: Least, among: (side: You)))"),
            "a unit with the least remaining HP among friendly units"
        );
    }

    #[test]
    fn cards_elsewhere() {
        assert_eq!(one("(place: Hand, side: You, is: [Event])"), "an event in your hand");
        let played = ron("(place: Hand, is: [Event])");
        let played = Description::new(&played, &Names::new("this card")).from().one();
        assert_eq!(played, "an event from your hand");
        assert_eq!(
            many("(place: Discard, side: You, is: [Unit], mark: DefeatedThisPhase)"),
            "units in your discard pile that were defeated this phase"
        );
        assert_eq!(one("(place: Discard)"), "a card in any discard pile");
        assert_eq!(many("(place: Resources, side: You)"), "friendly resources");
        assert_eq!(
            one("(place: Hand, side: Opponent, is_not: [Unit])"),
            "a non-unit card in the opponent's hand"
        );
        assert_eq!(one("(is: [Player])"), "a player");
        assert_eq!(one("(is: [Player], side: Opponent)"), "an opponent");
        assert_eq!(one("(is: [Upgrade], attached_to: It)"), "an upgrade on it");
    }
}
