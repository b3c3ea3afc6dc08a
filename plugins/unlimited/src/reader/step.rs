//! What abilities do: steps in a row, and those of one sentence.

use super::grant::Grants;
use super::measure::ForEach;
use super::noun::{Bare, One, OneCard};
use super::number::{Few, Number, Resources};
use super::whom::{Object, Player, Target};
use super::{At, Reader, Readings, Said, said};
use crate::vocabulary::{
    Condition, Count, Criteria, Event, Filter, Grant, Measure, Place, Register, Step, Subject,
    Token, Until, Who, Whom,
};
use crate::words::condition::{AttackingBase, Defeated, Did, Is, Not, Survived};
use crate::words::event::LeavesPlay;
use crate::words::step::choose::Choice;
use crate::words::step::indirect::DamagedThisWay;
use crate::words::step::{
    Attack, Capture, Choose, Damage, Defeat, Delayed, DiscardCards, DrawCards, EachPlayer, Exhaust,
    Give, Heal, If, Lasting, May, Pay, Play, Ready, Reveal, TakeControl, ToBottom, ToHand,
    ToResources, ToTop,
};

/// Sentences in a row.
#[derive(Clone)]
pub(crate) struct Steps(pub(crate) Vec<Step>);

/// What one sentence says: "exhaust it and draw a card".
#[derive(Clone)]
pub(crate) struct Together(pub(crate) Vec<Step>);

/// What one part of a sentence says, with the choices it makes on its way.
#[derive(Clone)]
struct Single(Vec<Step>);

impl Said for Single {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let single = Step::said(reader, from).into_iter().map(|(step, at)| (vec![step], at));
        let several = Several::said(reader, from).into_iter().map(|(steps, at)| (steps.0, at));
        let all = single.chain(several).map(|(steps, mut at)| {
            let before = core::mem::take(&mut at.before);
            (Self(before.into_iter().chain(steps).collect()), at)
        });
        all.collect()
    }
}

/// Sentences that are several steps.
#[derive(Clone)]
struct Several(Vec<Step>);

said!(Several, at:
    ["also" (steps: Single)] => Self(steps.0),
    [(per: ForEach) ", exhaust" (what: One)] if !at.own => {
        let choice = at.choice_per(&what.0, per.0);
        let chosen = at.topic.clone().into_iter().collect();
        choice.map(|choice| Self(vec![Step::Choose(choice), Step::Exhaust(Exhaust(chosen))]))
    },
    [(per: ForEach) ", deal" (amount: Number) "damage to a different" (what: Bare)] if !at.own => {
        let choice = at.choice_per(&what.0, per.0);
        let chosen = at.topic.clone();
        choice.zip(chosen).map(|(choice, chosen)| {
            Self(vec![Step::Choose(choice), Step::Damage(damage(amount.0, chosen))])
        })
    },
    ["deal" (amount: Number) "damage to a random" (what: Bare)] => {
        let chosen = at.choose(&what.0, Count::Random);
        chosen.map(|chosen| Self(vec![Step::Damage(damage(amount.0, chosen))]))
    },
    ["when" (this: Object) "leaves play , that unit 's owner takes control of that unit"]
        if this.0 == Whom::This && at.names.is_bound(&Whom::It) => Self(until_it_leaves()),
    [(steps: DamagedThisWay)] if !at.own => Self(steps.0),
    ["give the defender|defending unit?" (grant: Grants) (until: Until)] => Self(vec![on_defender(grant.0, until)]),
    ["the defender|defending unit? gets" (grant: Grants) (until: Until)] if at.goes_on != Some(Until::Attack) && !at.own
        => Self(vec![on_defender(grant.0, until)]),
    ["choose" (one: One) "and" (other: One)] if !at.own => {
        let both = [one.0, other.0].map(|what| at.choose(&what, Count::One));
        both.iter().all(Option::is_some).then(|| Self(Vec::new()))
    },
    ["after completing this attack ," (steps: Together)] if at.goes_on == Some(Until::Attack) => Self(steps.0),
    ["for each player , deal" (amount: Number) "damage to a unit that player controls"] if at.chosen().is_empty() => {
        let units = |who| Criteria { side: Some(who), ..Criteria::default() }.into();
        let both = [Who::You, Who::Opponent].map(|who| at.choose(&units(who), Count::One));
        let to = both.into_iter().collect::<Option<Vec<_>>>();
        to.map(|to| Self(vec![Step::Damage(Damage::of(to, amount.0))]))
    },
    ["each player chooses a unit they control"] if at.chosen().is_empty() => {
        let side = Criteria { side: Some(Who::They), ..Criteria::default() };
        Some(Self(vec![each_chooses(side, false, true, Vec::new(), at)]))
    },
    ["each player may return" (what: One) "to its owner 's hand"] if at.chosen().is_empty() => {
        let back = vec![Step::ToHand(ToHand(vec![Whom::It]))];
        Some(Self(vec![each_chooses(Criteria::clone(&what.0), true, false, back, at)]))
    },
    ["you may return" (card: OneCard) "discarded this way to your hand"] => {
        seen(card.0, at).map(|(choice, whom)| Self(vec![choice, Step::ToHand(ToHand(vec![whom]))]))
    },
    ["you may return" (card: OneCard) "discarded this way to the top of your deck"] => {
        seen(card.0, at).map(|(choice, whom)| Self(vec![choice, Step::ToTop(ToTop(whom))]))
    },
    [(who: Player) "may discard a card from their hand"] if who.0 != Who::Each => may_discard(who.0, at).map(Self),
    [(who: Player) "resources" (what: Object) "from its owner 's discard pile"] if who.0 != Who::Each => {
        let put = ToResources { who: who.0, ..ToResources::of(what.0.clone(), false) };
        let put = vec![Step::ToResources(put)];
        Self(vec![Step::If(If(Defeated(what.0).into(), put, Vec::new()))])
    },
    ["exhaust" (what: Target) "unless its controller pays" (price: Resources)] if what.0 == Whom::It => {
        let exhaust = vec![Step::Exhaust(Exhaust(vec![what.0]))];
        let not = Not(Box::new(Did.into()));
        let pay = Step::Pay(Pay(price.0, Who::ControllerOfIt, Measure::default()));
        Self(vec![pay, Step::If(If(not.into(), exhaust, Vec::new()))])
    },
    ["you may" (steps: Together)] => Self(optional(steps.0)),
    [(who: Player) "may" (steps: Together)] => others_may(who.0, steps.0).map(Self),
    ["give" (some: Few) (first: Token) "and" (more: Few) (second: Token) "to" (to: Target)] if first != second
        => Self(vec![give(first, some, to.0.clone()), give(second, more, to.0)]),
    ["give" (to: Target) (some: Few) (first: Token) "and" (more: Few) (second: Token)] if first != second
        => Self(vec![give(first, some, to.0.clone()), give(second, more, to.0)]),
    ["discard up to" (most: Number) "cards from your hand"] => {
        let hand = Criteria { place: Place::Hand, side: Some(Who::You), ..Criteria::default() };
        let chosen = at.choose(&hand.into(), Count::UpTo(most.0));
        at.names.number = "card discarded";
        chosen.map(|chosen| Self(vec![Step::DiscardCards(DiscardCards(vec![chosen]))]))
    },
    ["deal" (first: Number) "damage to" (one: Target) "and" (second: Number) "damage to" (other: Target)]
        if first.0 != second.0 && first.0 > 0 && second.0 > 0 => Self(vec![
            Step::Damage(damage(first.0, one.0)),
            Step::Damage(damage(second.0, other.0)),
        ]),
);

/// Control of a unit goes back to its owner when this one leaves play; at once where it has left.
fn until_it_leaves() -> Vec<Step> {
    let back = vec![Step::TakeControl(TakeControl { what: Whom::It, who: Who::OwnerOfIt })];
    let at = Event::LeavesPlay(LeavesPlay(Subject::This));
    let delayed = Step::Delayed(Delayed { at, until: None, steps: back.clone() });
    vec![Step::If(If(Survived(Whom::This).into(), vec![delayed], back))]
}

/// Each player chooses a card.
fn each_chooses(what: Criteria, may: bool, more: bool, rest: Vec<Step>, at: &mut At) -> Step {
    let what = Filter::from(what);
    at.names.bind(Register::It, &what, more);
    at.topic = Some(Whom::It);
    let choice = Choice {
        by: Who::They,
        what,
        count: Count::One,
        may,
        register: Register::It,
        more,
        per: Measure::default(),
        combined: None,
        different: false,
        alike: false,
    };
    let steps = [vec![Step::Choose(Choose(choice))], rest].concat();
    Step::EachPlayer(EachPlayer(steps))
}

/// Another player may discard a card.
fn may_discard(who: Who, at: &mut At) -> Option<Vec<Step>> {
    let (register, whom) = at.free()?;
    let hand = Criteria { place: Place::Hand, side: Some(who), ..Criteria::default() };
    let what = Filter::from(hand);
    at.names.bind(register, &what, false);
    let choice = Choice {
        by: who,
        what,
        count: Count::One,
        may: true,
        register,
        more: false,
        per: Measure::default(),
        combined: None,
        different: false,
        alike: false,
    };
    Some(vec![Step::Choose(Choose(choice)), Step::DiscardCards(DiscardCards(vec![whom]))])
}

/// You may choose one of the cards that were discarded. `None` when nothing was.
fn seen(card: Filter, at: &mut At) -> Option<(Step, Whom)> {
    if at.names.seen().0 != "card" || at.chosen() != [Whom::It] {
        return None;
    }
    let what = Criteria { place: Place::Looked, ..Criteria::clone(&card) }.into();
    at.names.bind_chosen(Register::Other, false);
    at.topic = Some(Whom::Other);
    let (by, count, register) = (Who::You, Count::One, Register::Other);
    let (more, per, combined) = (false, Measure::default(), None);
    let different = false;
    let choice = Choice {
        by,
        what,
        count,
        may: true,
        register,
        more,
        per,
        combined,
        different,
        alike: false,
    };
    Some((Step::Choose(Choose(choice)), Whom::Other))
}

/// Another player may choose a card, whose ever it is, to which all the rest is done.
fn others_may(who: Who, steps: Vec<Step>) -> Option<Vec<Step>> {
    let mut steps = optional(steps);
    match &mut steps[..] {
        [Step::Choose(Choose(choice)), _, ..]
            if choice.may && choice.what.side.is_none() && who != Who::Each =>
        {
            choice.by = who;
            Some(steps)
        }
        _ => None,
    }
}

/// Something for the defender, unless that is a base.
fn on_defender(grant: Vec<Grant>, until: Until) -> Step {
    let lasting =
        Step::Lasting(Lasting { on: vec![Whom::Defender], grant, until, per: Measure::default() });
    let unit = Condition::Not(Not(Box::new(AttackingBase.into())));
    Step::If(If(unit, vec![lasting], Vec::new()))
}

fn give(token: Token, count: Few, to: Whom) -> Step {
    let per = Measure::default();
    Step::Give(Give { token, to: vec![to], count: count.0, per, register: None })
}

fn damage(amount: u8, to: Whom) -> Damage {
    Damage::of(vec![to], amount)
}

/// "You may": a choice that may be declined, where all that follows is done to what is chosen.
fn optional(mut steps: Vec<Step>) -> Vec<Step> {
    match &mut steps[..] {
        [Step::Attack(Attack(attack))] => attack.may = true,
        [Step::Play(Play(play))] => play.may = true,
        [Step::Choose(Choose(choice)), rest @ ..]
            if choice.by == Who::You
                && choice.register == Register::It
                && rest.iter().all(|step| is_done_to(step, &Whom::It)) =>
        {
            choice.may |= matches!(choice.count, Count::One | Count::Exactly(_));
        }
        _ => return vec![Step::May(May(steps))],
    }
    steps
}

/// Whether a step does something to this card and to nothing else.
fn is_done_to(step: &Step, whom: &Whom) -> bool {
    let to = match step {
        Step::Damage(Damage { to, .. }) | Step::Give(Give { to, .. }) => to,
        Step::Heal(Heal { on, .. }) | Step::Lasting(Lasting { on, .. }) => on,
        Step::Capture(Capture { what, .. }) => what,
        Step::Defeat(Defeat(what))
        | Step::Exhaust(Exhaust(what))
        | Step::Ready(Ready(what))
        | Step::ToHand(ToHand(what))
        | Step::ToBottom(ToBottom(what))
        | Step::DiscardCards(DiscardCards(what)) => what,
        Step::TakeControl(TakeControl { what, .. })
        | Step::Reveal(Reveal(what))
        | Step::DrawCards(DrawCards(what))
        | Step::ToResources(ToResources { what, .. }) => core::slice::from_ref(what),
        Step::Attack(Attack(attack)) => attack.unit.as_slice(),
        _ => return false,
    };
    to == [whom.clone()]
}

/// Whether two steps are one, which has a form of its own: a resource that comes in ready.
fn is_said_together(before: &[Step], next: &[Step]) -> bool {
    matches!(before.last(), Some(Step::ToResources(_) | Step::ResourceTop(_)))
        && matches!(next, [Step::Ready(_)])
}

/// Whether it takes in all that follows in its sentence.
fn is_open(steps: &[Step]) -> bool {
    matches!(
        steps.last(),
        Some(Step::If(_) | Step::May(_) | Step::EachPlayer(_) | Step::Delayed(_) | Step::Modes(_))
    )
}

impl Said for Together {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        reader.within(|| {
            let mut open: Readings<Vec<Step>> =
                Single::said(reader, from).into_iter().map(|(one, at)| (one.0, at)).collect();
            let mut all = Readings::new();
            while let Some((steps, at)) = open.pop() {
                if !is_open(&steps) {
                    let and = reader.words("", ",? and|then", &at);
                    for place in and.into_iter().chain(reader.words("", ",", &at)) {
                        for (Single(next), at) in Single::said(reader, &place) {
                            if is_said_together(&steps, &next) {
                                continue;
                            }
                            open.push((steps.iter().cloned().chain(next).collect(), at));
                        }
                    }
                }
                all.push((Self(steps), at));
            }
            all
        })
    }
}

impl Said for Steps {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        reader.within(|| {
            let sentences = Together::said(reader, from).into_iter();
            let mut open: Readings<Vec<Step>> =
                sentences.map(|(one, at)| (told(one.0), at)).collect();
            let mut all = Readings::new();
            while let Some((steps, at)) = open.pop() {
                let places = reader.words("", ";", &at).into_iter();
                for place in places.chain(reader.words("", ". .? then?", &at)) {
                    let mut places = reader.words("", ",", &place);
                    places.push(place);
                    for place in places {
                        for (Together(next), at) in Together::said(reader, &place) {
                            if is_of_a_part(&steps, &next, at.own) {
                                continue;
                            }
                            open.push((after(&steps, told(next), at.own), at));
                        }
                        for (then, at) in Instead::said(reader, &place) {
                            open.extend(then.after(&steps).map(|steps| (steps, at)));
                        }
                    }
                }
                all.push((Self(steps), at));
            }
            all
        })
    }
}

/// A sentence that tells somebody to use the Force leaves it to them (CR 8.37.4).
fn told(steps: Vec<Step>) -> Vec<Step> {
    match steps[..] {
        [Step::UseTheForce(_)] => vec![Step::May(May(steps))],
        _ => steps,
    }
}

/// Whether "if you do" may be said of the last option of a list, or of the last of two choices, alone.
fn is_of_a_part(before: &[Step], next: &[Step], own: bool) -> bool {
    let Some(Step::If(If(condition, ..))) = next.first() else { return false };
    match before {
        [.., Step::Modes(_)] => true,
        _ if own || *condition != Condition::Did(Did) => false,
        [.., Step::Choose(_), Step::Choose(_)] => true,
        [.., Step::May(May(steps))] => matches!(steps[..], [.., Step::Choose(_), Step::Choose(_)]),
        _ => false,
    }
}

/// Whether it asks what "it" is not: of nothing at all that would be true.
fn is_not_it(condition: &Condition) -> bool {
    let Condition::Not(Not(not)) = condition else { return false };
    matches!(&**not, Condition::Is(Is(Whom::It, _)))
}

/// Steps after others. "If you do" after something that may be done is part of it.
fn after(before: &[Step], mut next: Vec<Step>, own: bool) -> Vec<Step> {
    let mut steps = before.to_vec();
    match (steps.last_mut(), next.first()) {
        (Some(Step::May(May(inner))), Some(Step::If(If(condition, ..))))
            if !own && (*condition == Condition::Did(Did) || is_not_it(condition)) =>
        {
            inner.push(next.remove(0));
        }
        _ => {}
    }
    steps.extend(next);
    steps
}

/// "If you control a Force unit, deal 4 damage to it instead": what the sentence before says is
/// done otherwise.
#[derive(Clone)]
struct Instead {
    condition: Condition,
    steps: Vec<Step>,
}

said!(Instead, at:
    ["if" (condition: Supposed) "," (steps: Together) "instead"]
        if condition.0 != Condition::Did(Did) => Self { condition: condition.0, steps: steps.0 },
);

impl Instead {
    /// The steps with the last one done only if the condition does not hold.
    fn after(self, before: &[Step]) -> Option<Vec<Step>> {
        let (last, rest) = before.split_last()?;
        let same = core::mem::discriminant(last);
        let [only] = &self.steps[..] else { return None };
        if core::mem::discriminant(only) != same {
            return None;
        }
        let branch = If(self.condition, self.steps, vec![last.clone()]);
        Some(rest.iter().cloned().chain([Step::If(branch)]).collect())
    }
}

/// A condition before what it decides on; "it" is the card it is about.
#[derive(Clone)]
pub(crate) struct Supposed(pub(crate) Condition);

said!(Supposed, at:
    [(condition: Condition)] => { at.about(&condition); Self(condition) },
);
