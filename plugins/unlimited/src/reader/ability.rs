//! Whole abilities, as a line of a card has them.

use super::prelude::*;
use super::step::{Steps, Supposed};
use crate::vocabulary::{
    CostChange, Entering, Harm, Indirectly, Limit, Offered, Offering, Replacement, Span,
};
use crate::words::condition::{
    ActionPhase, All, Ambushing, Attacking, Coordinate, Is, Not, OtherAttacked,
};
use crate::words::cost::Cost;
use crate::words::grant::printed::{self, Printed};
use crate::words::step::If;
use crate::words::{event, grant};

/// The cards that a constant ability is about.
#[derive(Clone)]
struct About(Whom);

said!(About, at:
    [(object: Object)] => { at.topic = Some(object.0.clone()); Self(object.0) },
    ["each" (what: Bare)] => Self(Whom::Each(what.0)),
    ["all?" (what: Many)] => Self(Whom::Each(what.0)),
);

impl About {
    /// The ability that gives this to one of them that attacks; `None` if they are no cards that fit.
    fn attacking(self, grant: Vec<Grant>) -> Option<Ability> {
        let Whom::Each(filter) = self.0 else { return None };
        let condition = Some(Is(Whom::Attacker, filter).into());
        Some(Ability::Constant { condition, on: Whom::Attacker, grant })
    }

    /// The ability that gives this to those of them that defend; `None` if they are no cards that fit.
    fn defending(self, grant: Vec<Grant>) -> Option<Ability> {
        let Whom::Each(filter) = self.0 else { return None };
        let filter = Criteria { defending: true, ..Criteria::clone(&filter) };
        Some(Ability::Constant { condition: None, on: Whom::Each(filter.into()), grant })
    }
}

impl Condition {
    /// Tells whether it is about a unit that attacks or defends.
    const fn is_fight(&self) -> bool {
        matches!(self, Self::Attacking(_) | Self::Defending(_))
    }
}

/// A condition that comes first; "it" is the card it is about.
#[derive(Clone)]
struct While(Condition);

said!(While, at:
    ["during the action phase ,"] => Self(ActionPhase.into()),
    ["while|if" (condition: Condition) ","] => { at.about(&condition); Self(condition) },
    ["while" (condition: Condition)] if !at.own => { at.about(&condition); Self(condition) },
    ["as long as" (condition: Condition) ","] => { at.about(&condition); Self(condition) },
);

/// A condition that comes last.
#[derive(Clone)]
struct Whether(Condition);

said!(Whether, at:
    ["while|if" (condition: Condition)] => Self(condition),
    ["unless" (condition: Condition)] => Self(Not(Box::new(condition)).into()),
);

said!(Offered, at:
    ["deal" (points: Number) "damage to any number of friendly units"] if at.own => Self::Damaged(points.0),
    ["choose any number of friendly units . deal" (points: Number) "damage to each of them"] if !at.own => Self::Damaged(points.0),
    ["defeat any number of ready friendly resources"] => Self::ReadyResources,
    ["defeat any number of ready resources you control"] => Self::ReadyResources,
);

impl At {
    /// A condition about a card makes it what "it" is.
    pub(crate) fn about(&mut self, condition: &Condition) {
        use crate::words::condition as word;
        let whom = match condition {
            Condition::Is(Is(whom, _))
            | Condition::Attacking(Attacking(whom))
            | Condition::Defending(word::Defending(whom)) => Some(whom),
            Condition::Not(Not(not)) => return self.about(not),
            Condition::All(All(list)) => return list.iter().for_each(|one| self.about(one)),
            _ => None,
        };
        if let Some(whom) = whom
            && (self.chosen().is_empty() || whom.register().is_some())
        {
            self.topic = Some(whom.clone());
        }
    }
}

said!(Ability, at:
    [(on: About) (grant: Grants)] => Self::Constant { condition: None, on: on.0, grant: grant.0 },
    [(condition: While) (on: About) (grant: Grants)] => Self::Constant {
        condition: Some(condition.0), on: on.0, grant: grant.0,
    },
    [(on: About) (grant: Grants) (only: Whether)] if at.own || !matches!(on.0, Whom::Each(_)) || !only.0.is_fight()
        => Self::Constant { condition: Some(only.0), on: on.0, grant: grant.0 },
    [(on: About) (grant: Grants) "while attacking"] => on.attacking(grant.0),
    [(on: About) (grant: Grants) "while defending"] => on.defending(grant.0),
    ["you assign all indirect damage you deal to opponents"] => Self::of_this(Grant::AssignsIndirect(grant::AssignsIndirect(Indirectly::All))),
    ["indirect damage you deal to opponents is increased by 1"] => Self::of_this(Grant::MoreIndirect(grant::MoreIndirect)),
    [(cost: Change)] => cost.on(None),
    [(condition: While) (cost: Change)] => cost.on(Some(condition.0)),
    ["while playing" (this: Object) ", you may" (of: Offered) ", and it costs" (less: Number) "less for each unit|resource chosen|defeated this way"]
        if at.own && this.0 == Whom::This => Self::Offering(Offering { of, less: less.0 }),
    ["while playing" (this: Object) ", you may" (of: Offered) ". for each unit|resource chosen|defeated this way ," (same: Object) "costs" (less: Number) "resource|resources less to play"]
        if !at.own && this.0 == Whom::This && same.0 == Whom::This => Self::Offering(Offering { of, less: less.0 }),
    ["you may discard" (card: OneCard) "from your hand instead of paying" (this: Object) "'s cost"] if this.0 == Whom::This
        => Self::DiscardInstead(card.0),
    ["while playing" (this: Object) ", ignore its|his|her" (aspects: AspectSet) "aspect penalty if" (condition: Condition)]
        if this.0 == Whom::This
        => Change::of_this(CostChange::IgnoreAspect(aspects)).on(Some(condition)),
    [(when: When) (limit: OnceARound) ":" (steps: Steps)] => Self::Triggered {
        when: when.0, limit: limit.0, steps: steps.0,
    },
    [(when: When) ":" (steps: Steps) ". use this ability only once each phase"] => Self::Triggered {
        when: when.0, limit: Some(Limit::Phase), steps: steps.0,
    },
    [(when: When) ":" (steps: Steps) ". use this ability only once each round"] => Self::Triggered {
        when: when.0, limit: Some(Limit::Round), steps: steps.0,
    },
    ["while attacking , if no other units have attacked this phase ," (on: About) (grant: Grants)] if on.0 == Whom::This => {
        let alone = Not(Box::new(OtherAttacked(Whom::This).into()));
        let condition = All(vec![Attacking(Whom::This).into(), alone.into()]);
        Self::Constant { condition: Some(condition.into()), on: on.0, grant: grant.0 }
    },
    ["while attacking using ambush ," (on: About) (grant: Grants)] if on.0 == Whom::This && !at.own => {
        let condition = All(vec![Attacking(Whom::This).into(), Ambushing.into()]);
        Self::Constant { condition: Some(condition.into()), on: on.0, grant: grant.0 }
    },
    ["when this upgrade becomes attached to" (unit: One) ":" (steps: OnAttached)] => {
        let unit = Is(Whom::Attached, unit.0).into();
        let steps = vec![Step::If(If(unit, steps.0, Vec::new()))];
        Self::Triggered { when: vec![Event::Attaches(event::Attaches)], limit: None, steps }
    },
    ["action" (cost: Costed) (limit: OnceARound) (anyone: Anyone) ":" (steps: Steps)] => Self::Action {
        cost: cost.0, epic: false, limit: limit.0, anyone: anyone.0 == Some(false), opponents: anyone.0 == Some(true), steps: steps.0,
    },
    ["action" (cost: Costed) ":" (steps: Steps) ". any player may use this ability"] => Self::Action {
        cost: cost.0, epic: false, limit: None, anyone: true, opponents: false, steps: steps.0,
    },
    ["action" (cost: Costed) ":" (steps: Steps) ". only opponents may use this ability"] => Self::Action {
        cost: cost.0, epic: false, limit: None, anyone: false, opponents: true, steps: steps.0,
    },
    ["action" (cost: Costed) ":" (steps: Steps) ". use this ability only once each round"] => Self::Action {
        cost: cost.0, epic: false, limit: Some(Limit::Round), anyone: false, opponents: false, steps: steps.0,
    },
    // Actions are taken in the action phase, of which a round has one.
    ["action" (cost: Costed) ":" (steps: Steps) ". use this ability only once each phase"] if !at.own => Self::Action {
        cost: cost.0, epic: false, limit: Some(Limit::Round), anyone: false, opponents: false, steps: steps.0,
    },
    ["action" (cost: Costed) ":" (steps: Steps) ". use this ability no more than" (times: Number) "times each game"] => Self::Action {
        cost: cost.0, epic: false, limit: Some(Limit::Game(times.0)), anyone: false, opponents: false, steps: steps.0,
    },
    ["action : if" (condition: Supposed) ", play" (this: Object) "from your discard pile"] if this.0 == Whom::This
        => Self::Buried { condition: Some(condition.0) },
    ["epic action" (cost: Costed) ":" (steps: Steps)] => Self::Action {
        cost: cost.0, epic: true, limit: None, anyone: false, opponents: false, steps: steps.0,
    },
    [(on: About) (grant: Grants) ";" (condition: While) (more: About) (then: Grants)]
        => Self::Parts(vec![Self::part(None, on, grant), Self::part(Some(condition.0), more, then)]),
    [(on: About) (grant: Grants) "." (condition: While) (more: About) (then: Grants)]
        if grant.0 == [Grant::LeaderUnit(grant::LeaderUnit)]
        => Self::Parts(vec![Self::part(None, on, grant), Self::part(Some(condition.0), more, then)]),
    [(on: About) (grant: Grants) ";" (more: About) (then: Grants)]
        => Self::Parts(vec![Self::part(None, on, grant), Self::part(None, more, then)]),
    ["each" (what: Bare) "and each" (other: Bare) (grant: Grants)] if other.0.reaches() => {
        let part = |what: Bare| Self::part(None, About(Whom::Each(what.0)), grant.clone());
        Self::Parts(vec![part(what), part(other)])
    },
    [(condition: While) (on: About) (grant: Grants) ";" (other: While) (more: About) (then: Grants)]
        => Self::Parts(vec![Self::part(Some(condition.0), on, grant), Self::part(Some(other.0), more, then)]),
    [(first: Part) ";" (second: Part) ";" (rest: Parted)] if at.own => Self::Parts([vec![first.0, second.0], rest.0].concat()),
    [(on: About) (grant: Grants) (only: Whether) "and" (then: Grants) (other: Whether)]
        => Self::Parts(vec![Self::part(Some(only.0), on.clone(), grant), Self::part(Some(other.0), on, then)]),
    [(steps: Steps)] if at.names.this == "this event" => Self::Event { steps: steps.0 },
    [(unit: Its) "printed power is considered to be" (power: Number) "and its? printed hp is considered to be" (hp: Number)] => {
        let printed = [(printed::Number::Power, power.0), (printed::Number::Hp, hp.0)];
        let printed = printed.map(|(of, is)| Grant::Printed(Printed { of, is }));
        let grant = printed.to_vec();
        Self::Constant { condition: None, on: unit.0, grant }
    },
    ["each" (units: Bare) "'s raid is doubled"] => {
        let grant = vec![Grant::DoubleRaid(grant::DoubleRaid)];
        Self::Constant { condition: None, on: Whom::Each(units.0), grant }
    },
    ["opponents can't take control of" (on: About)] => {
        let protected = grant::Protected(vec![Harm::TakeControl]);
        Self::Constant { condition: None, on: on.0, grant: vec![Grant::Protected(protected)] }
    },
    [(effect: Replacement)] => Self::Replacement(effect),
    ["the first event" (who: Player) "plays each round loses all abilities"] => Self::BlankFirstEvent(who.0),
    ["the first event played by" (who: Player) "each round loses all abilities"] => Self::BlankFirstEvent(who.0),
    ["coordinate :|—|-" (ability: Ability)] => ability.coordinated(),
    ["coordinate :|—|-" (keyword: Keyword)] => {
        let grant = vec![Grant::Keyword(grant::Keyword(keyword))];
        Self::Constant { condition: Some(Coordinate.into()), on: Whom::This, grant }
    },
    ["bounty :|—|-" (steps: Steps)] => Self::Bounty { steps: steps.0 },
    ["smuggle (" (cost: Resources) ")"] => Self::Smuggle { cost: cost.0, aspects: Vec::new(), damage: 0 },
    ["smuggle (" (cost: Resources) ",?" (aspects: Icons) ")"] => Self::Smuggle { cost: cost.0, aspects: aspects.0, damage: 0 },
    ["smuggle (" (cost: Resources) ",?" (aspects: Icons) ", deal" (damage: Number) "damage to a friendly unit )"] if damage.0 > 0
        => Self::Smuggle { cost: cost.0, aspects: aspects.0, damage: damage.0 },
    ["piloting (" (cost: Resources) ")"] if at.names.this == "this upgrade" => Self::Piloting { cost: cost.0, aspects: Vec::new() },
    ["piloting (" (cost: Resources) ",?" (aspects: Icons) ")"] if at.names.this == "this upgrade"
        => Self::Piloting { cost: cost.0, aspects: aspects.0 },
    ["there is an additional regroup phase after the first regroup phase each round ,?"] => Self::MoreRegroups,
    ["while paying costs , you pay half as many resources , rounded up"] => Self::HalfCosts,
    ["each" (units: Bare) "may be exhausted to pay costs as if|though it were a resource"] => Self::PayWith(units.0),
    ["damage dealt by friendly" (name: Trait) "cards is unpreventable"] => Self::Unpreventable(name),
    ["if you would search a number of cards from your deck , search twice that number of cards instead"] => Self::DoubleSearch,
    ["enemy credit tokens lose all abilities"] => Self::VoidCredits(Who::Opponent),
    ["friendly credit tokens lose all abilities"] => Self::VoidCredits(Who::You),
    ["credit tokens lose all abilities"] => Self::VoidCredits(Who::Each),
    ["you may play or deploy 1 additional pilot on" (this: Object)] if this.0 == Whom::This => Self::MorePilots,
    ["you may look at the top card of your deck at any time"] => Self::SeesTop,
    // The upgrade's player is the base's; nothing gains this.
    ["the? attached base gains|has :? \" you may look at the top card of your deck at any time .? \""] if !at.own => Self::SeesTop,
    ["draw" (number: Number) "more card|cards in your starting hand" (no: NoMulligan)]
        => Self::StartingHand { more: number.0.cast_signed(), no_mulligan: no.0 },
    ["draw" (number: Number) "fewer|less card|cards in your starting hand" (no: NoMulligan)]
        => Self::StartingHand { more: -number.0.cast_signed(), no_mulligan: no.0 },
    ["exploit" (units: Number)] if units.0 > 0 => Self::Exploit(units.0),
    ["if the attached unit would be dealt damage , none of it is dealt and this token is defeated instead"]
        => Self::Shield,
    ["you may have" (this: Object) "enter play as a copy of" (copy: One) "in? play? , except it" (except: Grants)] if this.0 == Whom::This
        => Self::EntersAs { copy: copy.0, except: except.0 },
    [(this: Object) "enters play ready"] if this.0 == Whom::This => Self::enters_ready(Entering::This, None),
    [(which: Entering)] => Self::enters_ready(which, None),
    ["if" (condition: Condition) "," (which: Entering)] => Self::enters_ready(which, Some(condition)),
    ["if" (condition: Condition) "," (this: Object) "enters|comes into? play ready"] if this.0 == Whom::This
        => Self::enters_ready(Entering::This, Some(condition)),
    ["while" (condition: Condition) "," (this: Object) "enters play ready"] if this.0 == Whom::This
        => Self::enters_ready(Entering::This, Some(condition)),
    ["while" (condition: Condition) "," (of: Entering)] => Self::enters_ready(of, Some(condition)),
    [(this: Object) "comes into play ready"] if this.0 == Whom::This => Self::enters_ready(Entering::This, None),
);

// Others than this unit.
said!(Entering, at:
    ["each token unit you create enters play ready"] => Self::Created,
    ["token units come into play ready if you create them"] => Self::Created,
    ["friendly units that are rescued enter play ready"] => Self::Rescued,
    ["friendly units come into play ready"] => Self::Friendly,
    ["friendly units enter play ready"] => Self::Friendly,
    ["friendly units come into play ready if they are rescued"] => Self::Rescued,
);

impl Ability {
    const fn enters_ready(of: Entering, condition: Option<Condition>) -> Self {
        Self::EntersReady { of, condition }
    }

    /// A constant ability that may be one part of several.
    fn part(condition: Option<Condition>, on: About, grant: Grants) -> Self {
        Self::Constant { condition, on: on.0, grant: grant.0 }
    }

    /// Something that this unit has.
    fn of_this(grant: Grant) -> Self {
        Self::Constant { condition: None, on: Whom::This, grant: vec![grant] }
    }

    /// Gained while its controller has three units or more (CR 7.5.15). `None` when it cannot be
    /// gained.
    fn coordinated(self) -> Option<Self> {
        let (condition, on, grant) = match self {
            Self::Constant { condition, on, grant } => (condition, on, grant),
            Self::Triggered { .. } | Self::Action { epic: false, .. } => {
                (None, Whom::This, vec![Grant::Ability(grant::Ability(Box::new(self)))])
            }
            _ => return None,
        };
        let condition = match condition {
            Some(condition) if condition.coordinates() => return None,
            Some(condition) => All(vec![Coordinate.into(), condition]).into(),
            None => Coordinate.into(),
        };
        Some(Self::Constant { condition: Some(condition), on, grant })
    }
}

/// One part of several, on a condition of its own.
#[derive(Clone)]
struct Part(Ability);

said!(Part, at:
    [(condition: While) (on: About) (grant: Grants)] => Self(Ability::part(Some(condition.0), on, grant)),
);

/// Several such parts, with semicolons between.
#[derive(Clone)]
struct Parted(Vec<Ability>);

said!(Parted, at:
    [(last: Part)] => Self(vec![last.0]),
    [(first: Part) ";" (rest: Parted)] => Self([vec![first.0], rest.0].concat()),
);

/// Steps about the unit that this upgrade has just been attached to.
#[derive(Clone)]
struct OnAttached(Vec<Step>);

impl Said for OnAttached {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let from = At { topic: Some(Whom::Attached), ..from.clone() };
        Steps::said(reader, &from).into_iter().map(|(steps, at)| (Self(steps.0), at)).collect()
    }
}

/// Aspects, one after the other.
#[derive(Clone)]
struct Icons(Vec<Aspect>);

said!(Icons, at:
    [(one: Aspect)] => Self(vec![one]),
    [(one: Aspect) ",?" (other: Aspect)] => Self(vec![one, other]),
);

/// "(once each round)", or nothing.
#[derive(Clone)]
struct OnceARound(Option<Limit>);

said!(OnceARound, at:
    [""] => Self(None),
    ["( once each round )"] => Self(Some(Limit::Round)),
    ["( once each phase )"] => Self(Some(Limit::Phase)),
    [", at most" (times: Number) "time|times each game"] => Self(Some(Limit::Game(times.0))),
);

/// "You can't take a mulligan", or nothing.
#[derive(Clone)]
struct NoMulligan(bool);

said!(NoMulligan, at:
    [""] => Self(false),
    [".|; you can't take a mulligan"] => Self(true),
);

/// The cost of an action, in brackets; nothing for a free one.
#[derive(Clone)]
struct Costed(Vec<Cost>);

said!(Costed, at:
    [""] => Self(Vec::new()),
    ["(" (cost: Costs) ")"] => Self(cost.0),
);

/// ", by any player", or nothing.
#[derive(Clone)]
struct Anyone(Option<bool>);

said!(Anyone, at:
    [""] => Self(None),
    [", by any player"] => Self(Some(false)),
    [", by opponents only"] => Self(Some(true)),
);

/// The events that a triggered ability waits for: "when played or when this unit attacks".
#[derive(Clone)]
struct When(Vec<Event>);

impl Said for When {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Event>(reader, from, "or|/").into_iter();
        let known = lists.map(|(when, mut at)| {
            at.names.subject = Event::subject_of(&when);
            at.names.number = Event::number_of(&when).unwrap_or(at.names.number);
            let card = |event: &Event| event.word().card().cloned();
            at.subject = when.iter().any(|event| {
                matches!(card(event), Some(Subject::Any(_)))
                    || matches!(
                        event,
                        Event::CombatDamage(_)
                            | Event::Attacked(_)
                            | Event::Detaches(_)
                            | Event::DealsMuch(_)
                    )
            });
            let sides = when.iter().filter_map(|event| match event.word().card()? {
                Subject::Any(filter) => filter.side,
                _ => None,
            });
            at.sides.extend(sides.map(|side| (Whom::Subject, side)));
            at.topic = match &when[..] {
                [only] => card(only).map(|subject| match subject {
                    // An upgrade is never "it".
                    Subject::This if at.names.this == "this upgrade" => Whom::Attached,
                    Subject::This => Whom::This,
                    Subject::Attached => Whom::Attached,
                    Subject::It => Whom::It,
                    Subject::Any(_) => Whom::Subject,
                }),
                _ => Some(Whom::This).filter(|_| when.iter().all(Event::is_about_itself)),
            };
            (Self(when), at)
        });
        known.collect()
    }
}

/// The bracketed cost of an action.
#[derive(Clone)]
struct Costs(Vec<Cost>);

impl Said for Costs {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let lists = list::<Cost>(reader, from, ",").into_iter();
        lists.map(|(costs, at)| (Self(costs), at)).collect()
    }
}

/// A change of what cards cost.
#[derive(Clone)]
struct Change {
    who: Who,
    cards: Option<Filter>,
    change: CostChange,
    per: Measure,
    first: Option<Span>,
    rising: u8,
    from: Option<Place>,
    onto: Option<Subject>,
}

impl Change {
    fn of_cards(who: Who, cards: Filter, change: CostChange) -> Self {
        Self {
            who,
            cards: Some(cards),
            change,
            per: Measure::default(),
            first: None,
            rising: 0,
            from: None,
            onto: None,
        }
    }

    fn of_first(cards: Filter, span: Span, change: CostChange) -> Option<Self> {
        let first = Self { first: Some(span), ..Self::of_cards(Who::You, cards, change) };
        first.cards.as_ref().is_some_and(Filter::is_printed).then_some(first)
    }

    /// `None` where they do not rise by as much as they begin with.
    fn of_three(cards: Filter, span: Span, changes: [CostChange; 3]) -> Option<Self> {
        let [CostChange::Less(one), CostChange::Less(two), CostChange::Less(three)] = changes
        else {
            return None;
        };
        let rises = two == 2 * one && three == 3 * one;
        let first = Self::of_first(cards, span, changes[0]).filter(|_| rises);
        first.map(|first| Self { rising: 3, ..first })
    }

    fn of_this(change: CostChange) -> Self {
        Self {
            who: Who::You,
            cards: None,
            change,
            per: Measure::default(),
            first: None,
            rising: 0,
            from: None,
            onto: None,
        }
    }

    fn on(self, condition: Option<Condition>) -> Ability {
        let Self { who, cards, change, per, first, rising, from, onto } = self;
        let onto = onto.map(Box::new);
        Ability::Cost { who, cards, condition, change, per, first, rising, from, onto }
    }
}

said!(Span, at:
    ["phase"] => Self::Phase,
    ["round"] => Self::Round,
);

/// The unit that an upgrade is played on: "General Grievous" is any unit of that name.
#[derive(Clone)]
struct Onto(Subject);

said!(Onto, at:
    [(onto: Subject)] => Self(onto),
    [(named: Titles)] => Self(Subject::Any(Criteria { named: named.0, ..Criteria::default() }.into())),
);

/// The number of resources that something costs more or less.
#[derive(Clone)]
pub(crate) struct Costlier(pub(crate) CostChange);

said!(Costlier, at:
    [(number: Number) "resource|resources? more"] => Self(CostChange::More(number.0)),
    [(number: Number) "resource|resources? less"] => Self(CostChange::Less(number.0)),
    [(number: Resources) "more"] => Self(CostChange::More(number.0)),
    [(number: Resources) "less"] => Self(CostChange::Less(number.0)),
);

said!(Change, at:
    [(this: Object) "can't be played from your hand"] if this.0 == Whom::This
        => Self { from: Some(Place::Hand), ..Self::of_this(CostChange::Forbidden) },
    [(this: Object) "costs" (by: Costlier) "to? play? on" (onto: Onto)] if this.0 == Whom::This
        => Self { onto: Some(onto.0), ..Self::of_this(by.0) },
    ["while playing" (this: Object) "on" (onto: Onto) ", it costs" (by: Costlier) "to? play?"] if this.0 == Whom::This
        => Self { onto: Some(onto.0), ..Self::of_this(by.0) },
    ["while playing" (this: Object) "on" (onto: Onto) ", ignore its aspect penalty|penalties"] if this.0 == Whom::This
        => Self { onto: Some(onto.0), ..Self::of_this(CostChange::IgnoreAspects) },
    ["no aspect penalty applies to" (this: Object) "on" (onto: Onto)] if this.0 == Whom::This
        => Self { onto: Some(onto.0), ..Self::of_this(CostChange::IgnoreAspects) },
    ["ignore the aspect penalty|penalties on each" (cards: BareCard) "you play on" (onto: Onto)]
        => Self { onto: Some(onto.0), ..Self::of_cards(Who::You, cards.0, CostChange::IgnoreAspects) },
    ["no aspect penalty applies to" (cards: ManyCards) "you play on" (onto: Onto)]
        => Self { onto: Some(onto.0), ..Self::of_cards(Who::You, cards.0, CostChange::IgnoreAspects) },
    ["as an additional cost for each opponent to play a|an" (cards: BareCard) ", they must deal" (points: Number) "damage to their base"]
        => Self::of_cards(Who::Opponent, cards.0, CostChange::Damage(points.0)),
    ["as an additional cost to play a|an" (cards: BareCard) "," (who: Player) "deals" (points: Number) "damage to their base"]
        => Self::of_cards(who.0, cards.0, CostChange::Damage(points.0)),
    ["the first" (cards: BareCard) "you play on" (onto: Subject) "each" (span: Span) "costs" (by: Costlier) "to? play?"]
        => Self::of_first(cards.0, span, by.0).map(|first| Self { onto: Some(onto), ..first }),
    ["you pay" (by: Costlier) "for the first" (cards: BareCard) "you play each" (span: Span) "on" (onto: Subject)]
        => Self::of_first(cards.0, span, by.0).map(|first| Self { onto: Some(onto), ..first }),
    [(this: Object) "costs" (by: Costlier) "to? play?"] if this.0 == Whom::This => Self::of_this(by.0),
    [(this: Object) "costs" (by: Costlier) "to? play?" (per: ForEach)] if this.0 == Whom::This
        => Self { per: per.0, ..Self::of_this(by.0) },
    ["you pay" (by: Costlier) "for each" (cards: BareCard) "you play on" (onto: Subject)]
        => Self { onto: Some(onto), ..Self::of_cards(Who::You, cards.0, by.0) },
    ["you pay" (by: Costlier) "for each" (cards: BareCard)] => Self::of_cards(Who::You, cards.0, by.0),
    [(who: Player) "pays" (by: Costlier) "for each" (cards: BareCard)] => Self::of_cards(who.0, cards.0, by.0),
    ["the first" (cards: BareCard) "you play each" (span: Span) "costs" (by: Costlier) "to? play?"]
        => Self::of_first(cards.0, span, by.0),
    ["you pay" (by: Costlier) "for the first" (cards: BareCard) "you play each" (span: Span)]
        => Self::of_first(cards.0, span, by.0),
    ["you pay" (by: Costlier) "for the first ," (next: Costlier) "for the second and|,and" (last: Costlier) "for the third" (cards: BareCard) "you play each" (span: Span)]
        => Self::of_three(cards.0, span, [by.0, next.0, last.0]),
    ["the first , second , and third" (cards: ManyCards) "you play each" (span: Span) "cost" (by: Costlier) "," (next: Costlier) ", and" (last: Costlier) ", respectively"]
        => Self::of_three(cards.0, span, [by.0, next.0, last.0]),
    ["ignore the aspect penalty|penalties on|of the first" (cards: BareCard) "you play each" (span: Span)]
        => Self::of_first(cards.0, span, CostChange::IgnoreAspects),
    ["no aspect penalty applies to the first" (cards: BareCard) "you play each" (span: Span)]
        => Self::of_first(cards.0, span, CostChange::IgnoreAspects),
    ["ignore one" (aspects: AspectSet) "aspect penalty of the first" (cards: BareCard) "you play each" (span: Span)]
        => Self::of_first(cards.0, span, CostChange::IgnoreAspect(aspects)),
    ["each" (cards: BareCard) "you play costs" (by: Costlier) "to? play?"] => Self::of_cards(Who::You, cards.0, by.0),
    ["each" (cards: BareCard) "an opponent plays costs" (by: Costlier) "to? play?"]
        => Self::of_cards(Who::Opponent, cards.0, by.0),
    [(cards: ManyCards) "you play cost" (by: Costlier) "to? play?"] => Self::of_cards(Who::You, cards.0, by.0),
    ["ignore the aspect penalty|penalties on" (cards: ManyCards) "you play"]
        => Self::of_cards(Who::You, cards.0, CostChange::IgnoreAspects),
    ["no aspect penalty applies to" (cards: ManyCards) "you play"]
        => Self::of_cards(Who::You, cards.0, CostChange::IgnoreAspects),
    ["no aspect penalty applies to" (this: Object)] if this.0 == Whom::This
        => Self::of_this(CostChange::IgnoreAspects),
    ["ignore this|its unit 's? aspect penalty|penalties"] => Self::of_this(CostChange::IgnoreAspects),
    ["ignore one" (aspects: AspectSet) "aspect penalty of" (this: Object)] if this.0 == Whom::This
        => Self::of_this(CostChange::IgnoreAspect(aspects)),
    ["ignore one" (aspects: AspectSet) "aspect penalty of each" (cards: BareCard)]
        => Self::of_cards(Who::You, cards.0, CostChange::IgnoreAspect(aspects)),
);

// Whose event it is: "this unit", "a friendly unit".
said!(Subject, at:
    [(object: Object)] => match object.0 {
        Whom::This => Some(Self::This),
        Whom::Attached => Some(Self::Attached),
        _ => None,
    },
    [(what: One)] => Self::Any(what.0),
);

/// An ability that a card gains, as though printed on a unit.
#[derive(Clone)]
pub(crate) struct Quoted(pub(crate) Ability);

impl Said for Quoted {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        reader.within(|| {
            let mut all = Readings::new();
            let this = from.names.host.this();
            for open in reader.words("", "\"", from) {
                let start = At { place: open.place, own: from.own, ..At::start(Names::new(this)) };
                for (ability, end) in Ability::said(reader, &start) {
                    let ends = reader.words("", ".? \"", &end).into_iter();
                    all.extend(ends.map(|end| (Self(ability.clone()), from.to(end.place))));
                }
            }
            all
        })
    }
}
