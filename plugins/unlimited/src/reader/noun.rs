//! Filters of cards: "another friendly Imperial unit that costs 3 or less".

use std::rc::Rc;

use super::comparison::Than;
use super::number::Title;
use super::prelude::*;
use super::whom::is_a_base;
use crate::vocabulary::{Comparison, End, Extreme, Keyworded, Relation, TokenUnit};

/// One card in play, with an article: "a unit", "another unit".
#[derive(Clone)]
pub(crate) struct One(pub(crate) Filter);

/// One card in play, without an article: after "each".
#[derive(Clone)]
pub(crate) struct Bare(pub(crate) Filter);

/// Several cards in play: "friendly units".
#[derive(Clone)]
pub(crate) struct Many(pub(crate) Filter);

/// One card on its way: "a Rebel card".
#[derive(Clone)]
pub(crate) struct OneCard(pub(crate) Filter);

/// One card on its way, without an article.
#[derive(Clone)]
pub(crate) struct BareCard(pub(crate) Filter);

/// Several cards on their way: "Rebel cards".
#[derive(Clone)]
pub(crate) struct ManyCards(pub(crate) Filter);

said!(One, at:
    ["an|the opponent 's base"] => Self(Criteria {
        is: vec![KindSet::Base],
        side: Some(Who::Opponent),
        ..Criteria::default()
    }.into()),
    ["the defender|defending unit? or to? a base"] => Self(Criteria {
        is: vec![KindSet::Base],
        or_defender: true,
        ..Criteria::default()
    }.into()),
    ["your base"] => Self(Criteria {
        is: vec![KindSet::Base],
        side: Some(Who::You),
        ..Criteria::default()
    }.into()),
    ["a|an" (one: Trait) "or a|an" (other: Trait) "unit"] if !at.own
        => Self(Criteria { traits: vec![one, other].into(), ..Criteria::default() }.into()),
    ["an opponent"] => Self(Criteria {
        is: vec![KindSet::Player],
        side: Some(Who::Opponent),
        ..Criteria::default()
    }.into()),
    ["the" (noun: Single)] if noun.0.criteria.extreme.is_some() => noun.0.in_play().map(Self),
    // Just what the event happened to.
    ["that" (noun: Single)] if at.own && at.chosen().is_empty() && !noun.0.other && noun.0.criteria == Criteria::default() => {
        noun.0.in_play().map(|what| Self(Criteria { subject: true, ..Criteria::clone(&what) }.into()))
    },
    ["a different" (noun: Other)] if !at.chosen().is_empty() => noun.0.in_play().map(Self),
    ["a|an" (noun: Single)] if !noun.0.other => noun.0.in_play().map(Self),
    ["an? other|another" (noun: Other)] => noun.0.in_play().map(Self),
);

said!(Bare, at:
    [(noun: Single)] if !noun.0.other => noun.0.in_play().map(Self),
    ["other" (noun: Other)] => noun.0.in_play().map(Self),
);

said!(Many, at:
    [(noun: Several)] if !noun.0.other => noun.0.in_play().map(Self),
    ["other" (noun: OtherMany)] => noun.0.in_play().map(Self),
);

said!(OneCard, at:
    ["a|an" (noun: Single)] if !noun.0.other => noun.0.on_the_way().map(Self),
    ["another" (noun: Other)] => noun.0.on_the_way().map(Self),
);

said!(BareCard, at:
    [(noun: Single)] if !noun.0.other => noun.0.on_the_way().map(Self),
    ["other" (noun: Other)] => noun.0.on_the_way().map(Self),
);

said!(ManyCards, at:
    [(noun: Several)] if !noun.0.other => noun.0.on_the_way().map(Self),
    ["other" (noun: OtherMany)] => noun.0.on_the_way().map(Self),
);

/// A noun with all that is said of it.
#[derive(Clone, Default)]
pub(crate) struct Noun {
    criteria: Criteria,
    kinds: Vec<KindSet>,
    /// Not a card that was named before.
    other: bool,
    /// `true` for a card on any of several units: "upgrades on enemy units".
    spread: bool,
}

impl Noun {
    /// As a filter for cards where it says they are; in play, when it does not. `None` when it
    /// cannot be said of cards there.
    fn in_play(&self) -> Option<Filter> {
        let place = self.criteria.place;
        let is = match (&self.kinds[..], place) {
            // What was defeated is not there any more.
            (_, Place::Play) if self.criteria.mark == Some(Mark::DefeatedThisPhase) => return None,
            // No unit in play is on another one.
            ([KindSet::Unit], Place::Play)
                if self.criteria.attached_to.is_some() || self.criteria.host.is_some() =>
            {
                return None;
            }
            ([KindSet::Unit], Place::Play) => Vec::new(),
            ([], Place::Play) => return None,
            (kinds, _) => kinds.to_vec(),
        };
        Some(Criteria { is, ..self.criteria.clone() }.into())
    }

    /// The filter for cards that are on their way into play or in a deck.
    fn on_the_way(&self) -> Option<Filter> {
        Some(Criteria { is: self.kinds.clone(), ..self.criteria.clone() }.into())
    }
}

/// A noun for one card, for several, and the same without cards that were named before.
#[derive(Clone)]
struct Single(Noun);
#[derive(Clone)]
struct Several(Noun);
#[derive(Clone)]
struct Other(Noun);
#[derive(Clone)]
struct OtherMany(Noun);

impl Said for Single {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        nouns(reader, from, false).into_iter().map(|(noun, at)| (Self(noun), at)).collect()
    }
}

impl Said for Several {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        nouns(reader, from, true).into_iter().map(|(noun, at)| (Self(noun), at)).collect()
    }
}

impl Said for Other {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        others(nouns(reader, from, false)).map(|(noun, at)| (Self(noun), at)).collect()
    }
}

impl Said for OtherMany {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        others(nouns(reader, from, true)).map(|(noun, at)| (Self(noun), at)).collect()
    }
}

/// "Other" than what has been chosen, or else than the card itself; to an upgrade, another unit is
/// another than the attached one.
fn others(nouns: Readings<Noun>) -> impl Iterator<Item = (Noun, At)> {
    nouns.into_iter().filter_map(|(mut noun, at)| {
        // What was discarded or looked at is a card, and no unit in play.
        let (seen, _, _) = at.names.seen();
        let mut chosen = at.chosen();
        if seen == "card" && noun.criteria.place == Place::Play && !noun.kinds.is_empty() {
            chosen.retain(|whom| *whom != Whom::It);
        }
        if at.own {
            // What was seen is not among itself, and who is on the other side is another anyway.
            let seen = noun.criteria.place == Place::Looked;
            let sides = |whom: &Whom| at.sides.iter().find(|(other, _)| other == whom);
            let apart = |whom: &Whom| {
                let (one, other) = (sides(whom).map(|(_, side)| *side), noun.criteria.side);
                one.is_some() && other.is_some() && one != other
            };
            chosen.retain(|whom| !(seen && *whom == Whom::It || apart(whom)));
        }
        let upgrade = at.names.this == "this upgrade";
        let event = at.names.this == "this event" && noun.criteria.place == Place::Discard;
        let is_card = upgrade || event || ["this unit", "this card"].contains(&at.names.this);
        if noun.other || chosen.is_empty() && !is_card {
            return None;
        }
        // Another unit for an upgrade is another than the one it is on.
        if let Some(upgrade) = &noun.criteria.eligible {
            if at.own {
                noun.criteria.another = true;
                return Some((noun, at));
            }
            noun.criteria.not = vec![Whom::HostOf(upgrade.clone())];
            return Some((noun, at));
        }
        let unit = !noun.kinds.contains(&KindSet::Upgrade);
        noun.criteria.another = chosen.is_empty() && !(upgrade && unit);
        noun.criteria.not = chosen;
        if upgrade && unit && noun.criteria.not.is_empty() {
            noun.criteria.not.push(Whom::Attached);
        }
        Some((noun, at))
    })
}

/// Something said of cards.
#[derive(Clone)]
struct Quality(Rc<dyn Fn(&mut Noun)>);

fn quality(change: impl Fn(&mut Criteria) + 'static) -> Quality {
    Quality(Rc::new(move |noun| change(&mut noun.criteria)))
}

impl Noun {
    /// The noun with something more said of it. `None` when it was said before, or the opposite.
    fn with(&self, quality: &Quality) -> Option<Self> {
        let (mut after, mut alone, mut before) = (self.clone(), Self::default(), self.clone());
        (quality.0)(&mut after);
        (quality.0)(&mut alone);
        (quality.0)(&mut before);
        let said_before = after.criteria == self.criteria && after.other == self.other;
        (quality.0)(&mut before);
        if said_before || before.criteria != after.criteria {
            return None;
        }
        // What it changes was not said before.
        let fields = |noun: &Self| said_of(&noun.criteria);
        let more = fields(self) + fields(&alone) + u32::from(self.other) + u32::from(alone.other);
        (fields(&after) + u32::from(after.other) == more).then_some(after)
    }
}

/// The number of things that are said. "Non-Heroism, non-Villainy" is said one after the other.
fn said_of(criteria: &Criteria) -> u32 {
    let (is, without_aspects) = (Vec::new(), AspectSet::default());
    let aspects = criteria.without_aspects.len();
    Criteria { is, without_aspects, ..criteria.clone() }.asked() + aspects
}

/// Nouns with what is said before and after them.
fn nouns(reader: &Reader<'_>, from: &At, many: bool) -> Readings<Noun> {
    let mut all = Readings::new();
    let mut open = vec![(Noun::default(), from.clone())];
    let mut named = Readings::new();
    while let Some((noun, at)) = open.pop() {
        for (kinds, place) in kinds(reader, &at, many) {
            named.push((Noun { kinds, ..noun.clone() }, place));
        }
        for place in reader.words("", if many { "resources" } else { "resource" }, &at) {
            named.extend(
                noun.with(&quality(|c| c.place = Place::Resources)).map(|noun| (noun, place)),
            );
        }
        // Resources that were seen are looked for among themselves.
        if at.own && at.names.seen().0 == "resource" {
            for place in reader.words("", if many { "resources" } else { "resource" }, &at) {
                named.push((noun.clone(), place));
            }
        }
        for name in Token::ALL.map(Token::name) {
            let words = format!("{} token{}", name.to_lowercase(), if many { "s" } else { "" });
            for place in reader.words("", &words, &at) {
                let token = noun.with(&quality(|c| c.named = vec![name.to_owned()]));
                let kinds = vec![KindSet::Upgrade];
                named.extend(token.map(|token| (Noun { kinds, ..token }, place)));
            }
        }
        for name in TokenUnit::ALL.map(TokenUnit::name) {
            let words = format!("{} token{}", name.to_lowercase(), if many { "s" } else { "" });
            for place in reader.words("", &words, &at) {
                let token = noun.with(&quality(move |c| {
                    (c.named, c.token) = (vec![name.to_owned()], Some(true));
                }));
                let kinds = vec![KindSet::Unit];
                named.extend(token.map(|token| (Noun { kinds, ..token }, place)));
            }
        }
        let starts = [at.clone()].into_iter().chain(reader.words("", ",", &at));
        for start in starts.collect::<Vec<_>>() {
            for (Before(quality), place) in Before::said(reader, &start) {
                open.extend(noun.with(&quality).map(|noun| (noun, place)));
            }
        }
    }
    while let Some((noun, at)) = named.pop() {
        // What follows a second description is said of that alone.
        let open = if noun.criteria.or.is_none() { After::said(reader, &at) } else { Vec::new() };
        for (After(quality), place) in open {
            named.extend(noun.with(&quality).map(|noun| (noun, place)));
        }
        // Upgrades with Fortify are on bases.
        if !many && !at.own && noun.kinds == [KindSet::Upgrade] && noun.criteria.host.is_none() {
            for place in reader.words("", "on|attached to? a unit", &at) {
                let on_unit = noun.with(&quality(|c| c.host = Some(Box::default())));
                named.extend(on_unit.map(|noun| (noun, At { hosted: true, ..place })));
            }
        }
        // One card may be in any pile; several in "a discard pile" are in the same.
        match (noun.criteria.place, noun.criteria.side) {
            (Place::Discard, Some(Who::Each)) if many => {}
            // Several upgrades "on a unit" are on the same.
            _ if many && noun.criteria.host.is_some() && !noun.spread => {}
            (Place::Discard, Some(Who::Each)) => {
                let criteria = Criteria { side: None, ..noun.criteria };
                all.push((Noun { criteria, ..noun }, at));
            }
            // Those among what was seen are called what it is called.
            (Place::Looked, _) if at.own && is_called(&noun.kinds, &at) => {
                all.push((Noun { kinds: Vec::new(), ..noun }, at));
            }
            _ => all.push((noun, at)),
        }
    }
    all
}

impl Filter {
    /// Tells whether it asks for something in common with one of these, or for what could be attached
    /// where it is.
    pub(crate) fn speaks_of(&self, whoms: &[Whom]) -> bool {
        let shared = self.shares.as_deref().map(Shares::with);
        let host = match self.attachable.as_deref() {
            Some(Whom::HostOf(upgrade)) => Some(&**upgrade),
            unit => unit,
        };
        shared.into_iter().chain(host).any(|whom| whoms.contains(whom))
    }
}

/// Tells whether "unit" is the noun, and that of the cards that were seen as well.
fn is_called(kinds: &[KindSet], at: &At) -> bool {
    kinds == [KindSet::Unit] && at.names.seen().0 == "unit"
}

/// Kinds of cards; none for "card".
fn kinds(reader: &Reader<'_>, at: &At, many: bool) -> Readings<Vec<KindSet>> {
    if many {
        return KindMany::said(reader, at).into_iter().map(|(kinds, at)| (kinds.0, at)).collect();
    }
    KindOne::said(reader, at).into_iter().map(|(kinds, at)| (kinds.0, at)).collect()
}

#[derive(Clone)]
struct KindOne(Vec<KindSet>);
#[derive(Clone)]
struct KindMany(Vec<KindSet>);

said!(KindOne, at:
    ["unit"] => Self(vec![KindSet::Unit]),
    ["unit or a? base"] => Self(vec![KindSet::Unit, KindSet::Base]),
    ["unit , upgrade or event"] => Self(vec![KindSet::Unit, KindSet::Upgrade, KindSet::Event]),
    ["unit or|and upgrade"] => Self(vec![KindSet::Unit, KindSet::Upgrade]),
    ["event or upgrade"] => Self(vec![KindSet::Event, KindSet::Upgrade]),
    ["upgrade or event"] => Self(vec![KindSet::Upgrade, KindSet::Event]),
    ["upgrade"] => Self(vec![KindSet::Upgrade]),
    ["event"] => Self(vec![KindSet::Event]),
    ["leader"] => Self(vec![KindSet::Leader]),
    ["leader or unit"] => Self(vec![KindSet::Leader, KindSet::Unit]),
    ["leader , unit or upgrade"] => Self(vec![KindSet::Leader, KindSet::Unit, KindSet::Upgrade]),
    ["unit or leader"] => Self(vec![KindSet::Unit, KindSet::Leader]),
    ["unit , upgrade or leader"] if at.own => Self(vec![KindSet::Unit, KindSet::Upgrade, KindSet::Leader]),
    ["base"] => Self(vec![KindSet::Base]),
    ["player"] => Self(vec![KindSet::Player]),
    ["card"] => Self(Vec::new()),
);

said!(KindMany, at:
    ["units"] => Self(vec![KindSet::Unit]),
    ["units or bases"] => Self(vec![KindSet::Unit, KindSet::Base]),
    ["units and / or bases"] => Self(vec![KindSet::Unit, KindSet::Base]),
    ["upgrades"] => Self(vec![KindSet::Upgrade]),
    ["events"] => Self(vec![KindSet::Event]),
    ["bases"] => Self(vec![KindSet::Base]),
    ["players"] => Self(vec![KindSet::Player]),
    ["cards"] => Self(Vec::new()),
);

/// Said before the noun.
#[derive(Clone)]
struct Before(Quality);

impl Before {
    fn of(change: impl Fn(&mut Criteria) + 'static) -> Self {
        Self(quality(change))
    }
}

/// Said after the noun.
#[derive(Clone)]
struct After(Quality);

impl After {
    fn of(change: impl Fn(&mut Criteria) + 'static) -> Self {
        Self(quality(change))
    }
}

said!(Before, at:
    ["friendly"] => Self::of(|c| c.side = Some(Who::You)),
    ["enemy"] => Self::of(|c| c.side = Some(Who::Opponent)),
    ["unique"] => Self::of(|c| c.unique = Some(true)),
    ["non-unique"] => Self::of(|c| c.unique = Some(false)),
    ["token"] => Self::of(|c| c.token = Some(true)),
    ["non-token"] => Self::of(|c| c.token = Some(false)),
    ["damaged"] => Self::of(|c| c.damaged = Some(true)),
    ["undamaged"] => Self::of(|c| c.damaged = Some(false)),
    ["exhausted"] => Self::of(|c| c.exhausted = Some(true)),
    ["ready"] => Self::of(|c| c.exhausted = Some(false)),
    ["upgraded"] => Self::of(|c| c.upgraded = Some(true)),
    ["leader"] => Self::of(|c| c.leader = Some(true)),
    ["non-leader"] => Self::of(|c| c.leader = Some(false)),
    ["captured"] => Self::of(|c| c.place = Place::Captured),
    ["non-upgrade"] if at.own => Self::of(|c| c.is_not = vec![KindSet::Upgrade]),
    ["non-unit"] => Self::of(|c| c.is_not = vec![KindSet::Unit]),
    ["eligible"] if !at.own => {
        let upgrade = at.topic.clone().filter(|topic| at.chosen().contains(topic));
        upgrade.map(|upgrade| Self::of(move |c| c.eligible = Some(Box::new(upgrade.clone()))))
    },
    [(arena: Arena)] => Self::of(move |c| c.arena = Some(ArenaOf::In(arena))),
    [(traits: TraitSet)] => Self::of(move |c| c.traits = traits),
    [(aspects: AspectSet)] => Self::of(move |c| c.aspects = aspects),
    [(unwanted: Unwanted)] => match unwanted {
        Unwanted::Trait(name) => Self::of(move |c| c.without_traits = c.without_traits.with(name)),
        Unwanted::Aspect(set) => Self::of(move |c| c.without_aspects = c.without_aspects.with(set)),
    },
);

said!(After, at:
    ["you control"] => Self::of(|c| c.side = Some(Who::You)),
    ["you own"] => Self::of(|c| c.owner = Some(Who::You)),
    ["you own and control"] => Self::of(|c| (c.side, c.owner) = (Some(Who::You), Some(Who::You))),
    ["an|the opponent owns"] => Self::of(|c| c.owner = Some(Who::Opponent)),
    ["you own but don't control"] => Self::of(|c| (c.side, c.owner) = (Some(Who::Opponent), Some(Who::You))),
    ["the attacking player controls"] => Self::of(|c| c.side = Some(Who::Attacking)),
    ["the defending player controls"] => Self::of(|c| c.side = Some(Who::Defending)),
    ["controlled by the defending player"] => Self::of(|c| c.side = Some(Who::Defending)),
    // It is never less.
    ["with 0 power"] => Self::of(|c| c.max_power = Some(0)),
    ["an|the opponent controls"] => Self::of(|c| c.side = Some(Who::Opponent)),
    ["that opponent controls"] if !at.own => Self::of(|c| c.side = Some(Who::Opponent)),
    ["that player controls"] if at.names.is_player() => Self::of(|c| c.side = Some(Who::ControllerOfIt)),
    ["in" (whose: Owner) "hand"] => Self::of(move |c| { c.place = Place::Hand; c.side = Some(whose.0); }),
    ["from" (whose: Owner) "hand"] => Self::of(move |c| { c.place = Place::Hand; c.side = Some(whose.0); }),
    ["from your resources"] => Self::of(|c| { c.place = Place::Resources; c.side = Some(Who::You); }),
    ["in|from" (whose: Owner) "discard pile"] => Self::of(move |c| {
        c.place = Place::Discard;
        c.side = Some(whose.0);
    }),
    ["not in play"] => Self::of(|c| c.place = Place::Elsewhere),
    ["that is|are not|n't in play"] => Self::of(|c| c.place = Place::Elsewhere),
    ["that isn't|aren't in play"] => Self::of(|c| c.place = Place::Elsewhere),
    ["in|from any discard pile"] => Self::of(|c| c.place = Place::Discard),
    ["in|from a discard pile"] => Self::of(|c| { c.place = Place::Discard; c.side = Some(Who::Each); }),
    ["in any hand"] => Self::of(|c| c.place = Place::Hand),
    ["they control"] => at.chooser.map(|who| Self::of(move |c| c.side = Some(who))),
    ["in their hand"] => at.chooser.map(|who| Self::of(move |c| (c.place, c.side) = (Place::Hand, Some(who)))),
    ["in their discard pile"] => at.chooser.map(|who| Self::of(move |c| (c.place, c.side) = (Place::Discard, Some(who)))),
    ["among their resources"] => at.chooser.map(|who| Self::of(move |c| (c.place, c.side) = (Place::Resources, Some(who)))),
    ["they own in capture"] => at.chooser.map(|who| Self::of(move |c| (c.place, c.side) = (Place::Captured, Some(who)))),
    ["in capture"] if at.own => Self::of(|c| c.place = Place::Captured),
    ["among the cards seen"] if at.own => Self::of(|c| c.place = Place::Looked),
    ["that opponent controls"] if at.own && at.names.is_player() => Self::of(|c| c.side = Some(Who::ControllerOfIt)),
    ["from your resources"] if at.own => Self::of(|c| (c.place, c.side) = (Place::Resources, Some(Who::You))),
    ["from your hand or your discard pile"] if at.own => {
        at.or_from = Some(Place::Discard);
        Self::of(|c| (c.place, c.side) = (Place::Hand, Some(Who::You)))
    },
    ["from your hand or your resources"] if at.own => {
        at.or_from = Some(Place::Resources);
        Self::of(|c| (c.place, c.side) = (Place::Hand, Some(Who::You)))
    },
    ["other than each" (units: Bare)] if at.own => Self::of(move |c| c.not = vec![Whom::Each(units.0.clone())]),
    ["or" (other: ManyCards)] if at.own => Self::of(move |c| c.or = Some(Box::new(other.0.clone()))),
    ["or" (other: One)] if at.own && !other.0.is.is_empty() => Self::of(move |c| c.or = Some(Box::new(other.0.clone()))),
    ["in its arena"] if at.own || at.chosen() == [Whom::It]
        => Self::of(|c| c.arena = Some(ArenaOf::It)),
    ["in the same arena"] if at.chosen() == [Whom::It] => Self::of(|c| c.arena = Some(ArenaOf::It)),
    ["in a different arena"] => Self::of(|c| c.arena = Some(ArenaOf::Across)),
    ["in this arena"] => Self::of(|c| c.arena = Some(ArenaOf::This)),
    ["in the arena of" (whom: Object)] if at.own && whom.0 == Whom::Subject => Self::of(|c| c.arena = Some(ArenaOf::Subject)),
    ["in the same arena"] if !at.own && at.chosen().is_empty() && at.topic == Some(Whom::Subject)
        => Self::of(|c| c.arena = Some(ArenaOf::Subject)),
    ["in this unit 's arena"] if !at.own => Self::of(|c| c.arena = Some(ArenaOf::This)),
    ["with no abilities"] => Self::of(|c| c.without_abilities = true),
    ["with" (least: Number) "or more different keywords"] => Self::of(move |c| c.min_keywords = Some(least.0)),
    ["with one or more keywords"] => Self::of(|c| c.keyword = Some(Keyworded::Any)),
    ["in that arena"] if at.arena => Self::of(|c| c.arena = Some(ArenaOf::Chosen)),
    ["in the chosen arena"] => Self::of(|c| c.arena = Some(ArenaOf::Chosen)),
    ["in the defender 's arena"] => Self::of(|c| c.arena = Some(ArenaOf::Defender)),
    ["on|attached to?" (host: Object)] => Self::of(move |c| c.attached_to = Some(host.0.clone().into())),
    ["on|attached to?" (host: One)]
        if !host.0.subject && !is_a_base(&host.0) && (at.own || host.0 != Filter::default()) => {
        at.hosted = true;
        Self::of(move |c| c.host = Some(Box::new(host.0.clone())))
    },
    ["on|attached to?" (hosts: Many)] => Self(Quality(Rc::new(move |noun| {
        noun.criteria.host = Some(Box::new(hosts.0.clone()));
        noun.spread = true;
    }))),
    ["in the? attached unit 's arena"] if !at.own => Self::of(|c| c.arena = Some(ArenaOf::This)),
    ["guarded by" (host: Object)] => Self::of(move |c| c.attached_to = Some(host.0.clone().into())),
    ["guarded by" (host: One)] => Self::of(move |c| c.host = Some(Box::new(host.0.clone()))),
    ["that can attach to the unit of" (upgrade: Object)] if at.own => {
        Self::of(move |c| c.attachable = Some(Box::new(Whom::HostOf(Box::new(upgrade.0.clone())))))
    },
    ["that can attach to" (unit: Object)] if at.own => Self::of(move |c| c.attachable = Some(Box::new(unit.0.clone()))),
    ["eligible for" (upgrade: Object)] => Self::of(move |c| c.eligible = Some(Box::new(upgrade.0.clone()))),
    ["in the attacker 's arena"] => Self::of(|c| c.arena = Some(ArenaOf::Attacker)),
    ["in the same arena as the attacker"] => Self::of(|c| c.arena = Some(ArenaOf::Attacker)),
    ["with" (upgrade: One) "on it|them"] => upgrade_on(upgrade.0).map(|upgrade| {
        Self::of(move |c| c.with_upgrade = Some(upgrade.clone().into()))
    }),
    ["without" (upgrade: One) "on? it|them?"] => upgrade_on(upgrade.0).map(|upgrade| {
        Self::of(move |c| c.without_upgrade = Some(upgrade.clone().into()))
    }),
    ["with a" (name: Trait) "on it|them"] => Self::of(move |c| {
        let upgrade = Criteria { traits: vec![name].into(), ..Criteria::default() };
        c.with_upgrade = Some(Box::new(upgrade.into()));
    }),
    ["with the most" (of: Figure) "among" (among: Many)] => Self::extreme(of, End::Most, among.0),
    ["with the least" (of: Figure) "among" (among: Many)] => Self::extreme(of, End::Least, among.0),
    ["without upgrades"] => Self::of(|c| c.upgraded = Some(false)),
    ["without a" (name: Trait) "upgrade|unit? on? it?"] => Self::of(move |c| {
        let pilot = Criteria { traits: vec![name].into(), ..Criteria::default() };
        c.without_upgrade = Some(Box::new(pilot.into()));
    }),
    ["not named" (titles: Titles)] => Self::of(move |c| c.not_named = titles.0.clone()),
    ["named" (titles: Titles)] => Self::of(move |c| c.named = titles.0.clone()),
    ["of the name chosen"] => Self::of(|c| c.chosen_name = true),
    ["with that name"] => Self::of(|c| c.chosen_name = true),
    ["with" (least: Number) "or more power"] => Self::of(move |c| c.min_power = i8::try_from(least.0).ok()),
    ["with" (most: Number) "or less power"] => Self::of(move |c| c.max_power = i8::try_from(most.0).ok()),
    ["with" (least: Number) "or more remaining hp"] => Self::of(move |c| {
        c.min_remaining_hp = i8::try_from(least.0).ok();
    }),
    ["with" (most: Number) "or less remaining hp"] => Self::of(move |c| {
        c.max_remaining_hp = i8::try_from(most.0).ok();
    }),
    ["with" (keyword: Keyworded)] => Self::of(move |c| c.keyword = Some(keyword)),
    ["with an odd cost"] => Self::of(|c| c.odd_cost = true),
    ["with cost equal to or less than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Cost, Relation::AtMost)),
    ["with power equal to or less than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Power, Relation::AtMost)),
    ["with less power than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Power, Relation::Below)),
    ["with remaining hp equal to or less than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::RemainingHp, Relation::AtMost)),
    ["with less remaining hp than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::RemainingHp, Relation::Below)),
    ["with the same remaining hp as" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::RemainingHp, Relation::Equal)),
    ["with power and remaining hp both equal to" (than: Than)] => Self::of(move |c| {
        c.compare = than.of(Figure::Power, Relation::Equal).map(|by| {
            Box::new(Comparison { and: Some(Figure::RemainingHp), ..*by })
        });
    }),
    ["with the same power as" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Power, Relation::Equal)),
    ["in play with the same name as" (whom: Object)] => Self::of(move |c| c.shares = Some(Box::new(Shares::Name(whom.0.clone())))),
    ["with the same name as" (whom: Object)] => Self::of(move |c| c.shares = Some(Box::new(Shares::Name(whom.0.clone())))),
    ["you played this phase"] => Self::of(|c| c.mark = Some(Mark::PlayedThisPhase(Who::You))),
    ["that" (clause: Clause)] => Self(clause.0),
    ["that" (clause: Clause) "and" (more: Clause)] => Self(Quality(Rc::new(move |noun| {
        (clause.0.0)(noun);
        (more.0.0)(noun);
    }))),
    ["or the defender"] => Self::of(|c| c.or_defender = true),
    ["or" (other: One)] if other.0.is.is_empty() && other.0.or.is_none() => {
        Self::of(move |c| c.or = Some(Box::new(other.0.clone())))
    },
    ["among" (seen: Object)] if seen.0 == Whom::It => Self::of(|c| c.place = Place::Looked),
    ["it 's guarding"] => at.topic.clone().map(|guard| Self::of(move |c| c.attached_to = Some(guard.clone().into()))),
    ["not chosen this way"] => {
        let chosen = at.chosen();
        Self::of(move |c| c.not.clone_from(&chosen))
    },
    ["other than" (whom: Object)] => Self::of(move |c| c.not = vec![whom.0.clone()]),
);

impl After {
    fn extreme(of: Figure, is: End, among: Filter) -> Option<Self> {
        let by = Extreme { of, is, among };
        let in_play = by.among.place == Place::Play;
        in_play.then(|| Self::of(move |c| c.extreme = Some(Box::new(by.clone()))))
    }
}

/// The filter for an upgrade that is on a unit, or on none. `None` when it is no upgrade.
fn upgrade_on(what: Filter) -> Option<Filter> {
    let upgrade = what.is == [KindSet::Upgrade] && what.place == Place::Play;
    // Which unit it is on is said already.
    let alone = what.host.is_none() && what.attached_to.is_none();
    (upgrade && alone).then(|| Criteria { is: Vec::new(), ..Criteria::clone(&what) }.into())
}

/// The quality of a card that a clause gives it, behind "that".
#[derive(Clone)]
struct Clause(Quality);

impl Clause {
    fn of(change: impl Fn(&mut Criteria) + 'static) -> Self {
        Self(quality(change))
    }
}

said!(Clause, at:
    ["each? costs|cost" (most: Number) "resources? or less"] => Self::of(move |c| c.max_cost = Some(most.0)),
    ["costs|cost" (least: Number) "resources? or more"] => Self::of(move |c| c.min_cost = Some(least.0)),
    ["costs|cost exactly?" (cost: Number)] => Self::of(move |c| {
        c.min_cost = Some(cost.0);
        c.max_cost = Some(cost.0);
    }),
    ["costs|cost" (least: Number) "to" (most: Number)] => Self::of(move |c| {
        c.min_cost = Some(least.0);
        c.max_cost = Some(most.0);
    }),
    ["costs|cost the same as or less than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Cost, Relation::AtMost)),
    ["costs|cost up to" (more: Number) "more than" (whom: Object)] => {
        let than = Than::More(more.0, whom.0);
        Self::of(move |c| c.compare = than.of(Figure::Cost, Relation::AtMost))
    },
    ["costs|cost less than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Cost, Relation::Below)),
    ["costs|cost the same as" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Cost, Relation::Equal)),
    ["costs|cost more than" (than: Than)] => Self::of(move |c| c.compare = than.of(Figure::Cost, Relation::Above)),
    ["has|have a|an" (timing: Timing) "ability"] => Self::of(move |c| c.timing = Some(timing)),
    ["has|have 1|one or more keywords"] => Self::of(|c| c.keyword = Some(Keyworded::Any)),
    [(shares: Shares)] => Self::of(move |c| c.shares = Some(Box::new(shares.clone()))),
    ["isn't|aren't upgraded"] => Self::of(|c| c.upgraded = Some(false)),
    ["is|are attacking a unit"] => Self::of(|c| c.attacking = Some(KindSet::Unit)),
    ["is|are defending"] => Self::of(|c| c.defending = true),
    ["is|are attacking a base"] => Self::of(|c| c.attacking = Some(KindSet::Base)),
    ["was attached to" (host: Object)] => Self::of(move |c| {
        c.place = Place::Discard;
        c.attached_to = Some(host.0.clone().into());
    }),
    ["attacked your base this phase"] => Self::of(|c| c.mark = Some(Mark::AttackedBaseThisPhase(Who::You))),
    ["attacked this phase"] => Self::of(|c| c.mark = Some(Mark::AttackedThisPhase)),
    ["you played this phase"] => Self::of(|c| c.mark = Some(Mark::PlayedThisPhase(Who::You))),
    ["was|were played this phase"] => Self::of(|c| c.mark = Some(Mark::PlayedThisPhase(Who::Each))),
    ["entered play this round"] => Self::of(|c| c.mark = Some(Mark::EnteredThisRound)),
    ["was|were defeated this phase"] => Self::of(|c| c.mark = Some(Mark::DefeatedThisPhase)),
    ["entered play this phase"] => Self::of(|c| c.mark = Some(Mark::EnteredThisPhase)),
    ["didn't enter play this phase"] => Self::of(|c| c.without_mark = Some(Mark::EnteredThisPhase)),
    ["did not enter play this phase"] => Self::of(|c| c.without_mark = Some(Mark::EnteredThisPhase)),
    ["didn't attack or enter play this phase"] => Self::of(|c| {
        let entered = Criteria { mark: Some(Mark::EnteredThisPhase), ..Criteria::default() };
        c.without_mark = Some(Mark::AttackedThisPhase);
        c.not = vec![Whom::Each(entered.into())];
    }),
    ["was|were played from a hand"] => Self::of(|c| c.mark = Some(Mark::PlayedFromHand)),
    ["was|were not played from a hand"] => Self::of(|c| c.without_mark = Some(Mark::PlayedFromHand)),
    ["met damage this phase"] => Self::of(|c| c.mark = Some(Mark::MetDamageThisPhase)),
    ["did not meet damage this phase"] => Self::of(|c| c.without_mark = Some(Mark::MetDamageThisPhase)),
    ["was|were healed this phase"] => Self::of(|c| c.mark = Some(Mark::HealedThisPhase)),
    ["was|were discarded from your hand or deck this phase"] => Self::of(|c| c.mark = Some(Mark::DiscardedThisPhase)),
    ["was|were damaged this phase"] => Self::of(|c| c.mark = Some(Mark::DamagedThisPhase)),
    ["was|were not damaged this phase"] => Self::of(|c| c.without_mark = Some(Mark::DamagedThisPhase)),
    ["was|were not healed this phase"] => Self::of(|c| c.without_mark = Some(Mark::HealedThisPhase)),
    ["dealt damage to a base this phase"] => Self::of(|c| c.mark = Some(Mark::DamagedBaseThisPhase(Who::Each))),
    ["dealt damage to your base this phase"] => Self::of(|c| c.mark = Some(Mark::DamagedBaseThisPhase(Who::You))),
    ["dealt damage to the opponent 's base this phase"] => Self::of(|c| c.mark = Some(Mark::DamagedBaseThisPhase(Who::Opponent))),
    ["have|has damaged an opponent 's base this phase"] => Self::of(|c| c.mark = Some(Mark::DamagedBaseThisPhase(Who::Opponent))),
    ["did not deal damage to a base this phase"] => Self::of(|c| c.without_mark = Some(Mark::DamagedBaseThisPhase(Who::Each))),
    ["didn't attack this phase"] => Self::of(|c| c.without_mark = Some(Mark::AttackedThisPhase)),
    ["did not attack this phase"] => Self::of(|c| c.without_mark = Some(Mark::AttackedThisPhase)),
    ["didn't enter play this round"] => Self::of(|c| c.without_mark = Some(Mark::EnteredThisRound)),
    ["did not enter play this round"] => Self::of(|c| c.without_mark = Some(Mark::EnteredThisRound)),
);

/// The filter of a verb, for a card that has been named: "shares an aspect with your base".
#[derive(Clone)]
pub(crate) struct Doing(pub(crate) Filter);

said!(Doing, at:
    ["has" (keyword: Keyworded)] => Self::of(Criteria { keyword: Some(keyword), ..Criteria::default() }, at),
    ["has a" (name: Trait) "on it"] => {
        let upgrade = Criteria { traits: vec![name].into(), ..Criteria::default() };
        Self::of(Criteria { with_upgrade: Some(Box::new(upgrade.into())), ..Criteria::default() }, at)
    },
    ["has an odd cost"] => Self::of(Criteria { odd_cost: true, ..Criteria::default() }, at),
    ["costs the same as or less than" (than: Than)] => Self::of(Criteria { compare: than.of(Figure::Cost, Relation::AtMost), ..Criteria::default() }, at),
    ["costs less than" (than: Than)] => Self::of(Criteria { compare: than.of(Figure::Cost, Relation::Below), ..Criteria::default() }, at),
    [(shares: Shares)] => Self::of(Criteria { shares: Some(Box::new(shares)), ..Criteria::default() }, at),
    ["was defeated this phase"] => Self::of(Criteria { mark: Some(Mark::DefeatedThisPhase), ..Criteria::default() }, at),
);

impl Doing {
    fn of(criteria: Criteria, at: &At) -> Self {
        Self(at.seen_there(criteria).into())
    }
}

/// The quality that "non-" takes away: "non-Vehicle", "non-Heroism".
#[derive(Clone)]
enum Unwanted {
    Trait(Trait),
    Aspect(AspectSet),
}

impl Said for Unwanted {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let Some(name) = reader.next(from).and_then(|word| word.plain.strip_prefix("non-")) else {
            reader.expected(from.place, "", "non-");
            return Readings::new();
        };
        let named = Reader::new(name);
        let start = At::start(from.names.clone());
        let aspects = AspectSet::said(&named, &start).into_iter();
        let aspects = aspects.map(|(set, at)| (Self::Aspect(set), at));
        let traits = Trait::ALL.iter().filter_map(|one| {
            Some((Self::Trait(*one), named.phrase(&crate::text::trait_text(*one), &start)?))
        });
        let read = aspects.chain(traits).filter(|(_, at)| named.is_end(at));
        read.map(|(unwanted, _)| (unwanted, from.to(from.place + 1))).collect()
    }
}

/// Names of cards: "Boba Fett or Jango Fett".
#[derive(Clone)]
pub(crate) struct Titles(pub(crate) Vec<String>);

impl Said for Titles {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Title>(reader, from, "or").into_iter();
        let names = |list: Vec<Title>| list.into_iter().map(|title| title.0).collect();
        lists.map(|(list, at)| (Self(names(list)), at)).collect()
    }
}

/// "the" before a name, and no part of it.
#[derive(Clone)]
struct The;

impl Said for The {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let part_of_it = reader.next(from).is_some_and(|word| word.capital);
        let places = if part_of_it { Vec::new() } else { reader.words("", "the", from) };
        places.into_iter().map(|at| (Self, at)).collect()
    }
}

/// The filter of what is said of a card after "is": "damaged", "a Force unit", a name.
#[derive(Clone)]
pub(crate) struct Predicate(pub(crate) Filter);

said!(Predicate, at:
    [(state: State)] => Self(state.0.into()),
    ["a|an" (noun: Single)] if !noun.0.other => {
        let mut noun = Noun { criteria: at.seen_there(noun.0.criteria), ..noun.0 };
        // No card in play is just a card.
        if at.own && noun.kinds.is_empty() && noun.criteria.place == Place::Play {
            let resource = at.names.seen().0 == "resource";
            noun.criteria.place = if resource { Place::Resources } else { Place::Looked };
        }
        noun.in_play().map(Self)
    },
    ["a unit that was defeated this phase"] if at.own => Self(Criteria { mark: Some(Mark::DefeatedThisPhase), ..Criteria::default() }.into()),
    ["a|an" (traits: TraitSet)] => Self(Criteria { traits, ..Criteria::default() }.into()),
    [(aspects: AspectSet)] => Self(at.seen_there(Criteria { aspects, ..Criteria::default() }).into()),
    [(titles: Titles)] => Self(Criteria { named: titles.0, ..Criteria::default() }.into()),
    [(_article: The) (titles: Titles)] => Self(Criteria { named: titles.0, ..Criteria::default() }.into()),
    ["the named card"] => Self(at.seen_there(Criteria { chosen_name: true, ..Criteria::default() }).into()),
);

impl At {
    /// Criteria of what "it" is: what was discarded or looked at is a card somewhere.
    pub(crate) fn seen_there(&self, criteria: Criteria) -> Criteria {
        let seen = self.names.seen().0 == "card" && self.names.is_bound(&Whom::It);
        Criteria { place: if seen { Place::Looked } else { criteria.place }, ..criteria }
    }
}

/// The criteria of an adjective for the state of a card: "damaged".
#[derive(Clone)]
pub(crate) struct State(pub(crate) Criteria);

said!(State, at:
    ["damaged"] => Self(Criteria { damaged: Some(true), ..Criteria::default() }),
    ["undamaged"] => Self(Criteria { damaged: Some(false), ..Criteria::default() }),
    ["exhausted"] => Self(Criteria { exhausted: Some(true), ..Criteria::default() }),
    ["ready"] => Self(Criteria { exhausted: Some(false), ..Criteria::default() }),
    ["upgraded"] => Self(Criteria { upgraded: Some(true), ..Criteria::default() }),
);
