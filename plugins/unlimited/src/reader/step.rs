//! Steps of abilities: steps in a row, and those of one sentence.

use super::instead::{Instead, one_of};
use super::number::Few;
use super::prelude::*;
use crate::words::condition::{Defeated, Did, Is, Not, Survived};
use crate::words::event::{LeavesPlay, Starts};
use crate::words::grant::CannotReady;
use crate::words::step::attack::AttackStep;
use crate::words::step::choose::Among;
use crate::words::step::each_player::First;
use crate::words::step::indirect::DamagedThisWay;
use crate::words::step::play::{Pays, PlayStep, Played};
use crate::words::step::search::{SearchStep, SearchThen, Top as Searched};
use crate::words::step::{
    Attack, Capture, Choose, Credit, Damage, Defeat, DefeatCredit, Delayed, DiscardCards,
    DrawCards, EachPlayer, Exhaust, ExhaustResources, Give, Heal, If, Lasting, LookTop, May, Pay,
    Play, Ready, ResourceTop, Reveal, Search, TakeControl, ToBottom, ToHand, ToResources, ToTop,
};

/// Sentences in a row.
#[derive(Clone)]
pub(crate) struct Steps(pub(crate) Vec<Step>);

/// The steps of one sentence: "exhaust it and draw a card".
#[derive(Clone)]
pub(crate) struct Together(pub(crate) Vec<Step>);

/// The steps of one part of a sentence, with the choices it makes on its way.
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
    ["attack with" (number: Number) (units: Many)] if number.0 == 2 && !at.own => attack_with_two(&units.0, at),
    ["if" (condition: Supposed) ", it" (grant: Grants) (until: Until)] if matches!(condition.0, Condition::Is(Is(Whom::Defender, _))) && !at.own => {
        let lasting = Lasting::of(vec![Whom::Defender], grant.0, until, Measure::default());
        Self(vec![Step::If(If(condition.0, vec![Step::Lasting(lasting)], Vec::new()))])
    },
    ["defeat" (upgrades: OnOne)] => Self(upgrades.defeated()),
    ["defeat a credit token"] => {
        let of = [Who::You, Who::Opponent].map(|who| vec![Step::DefeatCredit(DefeatCredit(who, Count::One))]);
        Self(vec![one_of(of)])
    },
    ["exhaust a resource"] => {
        at.choose_player().map(|who| Self(vec![Step::ExhaustResources(ExhaustResources(who, 1))]))
    },
    ["exhaust an enemy unit or resource"] => {
        let unit = Criteria { side: Some(Who::Opponent), ..Criteria::default() }.into();
        at.choose(&unit, Count::One).map(|unit| {
            let choice = at.before.pop().into_iter();
            let unit = choice.chain([Step::Exhaust(Exhaust(vec![unit]))]).collect();
            let resource = vec![Step::ExhaustResources(ExhaustResources(Who::Opponent, 1))];
            Self(vec![one_of([unit, resource])])
        })
    },
    ["give" (some: Few) (first: Token) "or" (more: Few) (second: Token) "to" (to: Object)] if first != second => {
        let of = [(first, some), (second, more)].map(|(token, few)| vec![give(token, few, to.0.clone())]);
        Self(vec![one_of(of)])
    },
    ["give a|an" (first: Token) "or" (second: Token) "to a unit , or create a credit token"] if first != second => {
        let given = [first, second].map(|token| {
            vec![Step::Choose(Choose(Among::one())), give(token, Few(1), Whom::It)]
        });
        let credit = Credit { who: Who::You, count: 1, per: Measure::default() };
        let [first, second] = given;
        Self(vec![one_of([first, second, vec![Step::Credit(credit)]])])
    },
    ["choose" (unit: One) ". if you do , play" (play: Played) ". the chosen unit captures it"] if at.chosen() == [Whom::It] => {
        let guard = Among { what: unit.0, register: Register::Other, ..Among::one() };
        let capture =
            Capture { what: vec![Whom::It], by: Whom::Other, from_discard: false };
        let then = vec![Step::Play(Play(play.0)), Step::Capture(capture)];
        Self(vec![Step::Choose(Choose(guard)), Step::If(If(Did.into(), then, Vec::new()))])
    },
    ["have an opponent take control of" (what: Object)] => {
        Self(vec![Step::TakeControl(TakeControl { what: what.0, who: Who::Opponent })])
    },
    ["reveal the top" (count: Top) "of your deck"] => Self(reveal_top(count.0, Who::You, at)),
    ["reveal the top" (count: Top) "of a deck"] => at.choose_player().map(|who| Self(reveal_top(count.0, who, at))),
    ["look at the top" (count: Top) "of a deck"] => at.choose_player().map(|who| Self(look_top(count.0, who, at))),
    ["reveal and draw" (what: Object)] => {
        Self(vec![Step::Reveal(Reveal(what.0.clone())), Step::DrawCards(DrawCards(what.0))])
    },
    ["put" (what: Target) "on the top or bottom of your deck"] if at.is_yours(core::slice::from_ref(&what.0)) => {
        let (top, bottom) = (ToTop(what.0.clone()), ToBottom(vec![what.0]));
        Self(vec![one_of([vec![Step::ToTop(top)], vec![Step::ToBottom(bottom)]])])
    },
    ["resource" (this: Object) "and the top card of your deck"] if this.0 == Whom::This => {
        let top = ResourceTop { who: Who::You, ready: false, per: Measure::default() };
        Self(vec![Step::ToResources(ToResources::of(this.0, false)), Step::ResourceTop(top)])
    },
    ["you" (step: Single)] if at.names.you.is_some() && !at.own => Self(step.0),
    ["deal" (amount: Number) "damage to the defender ( if it 's a unit )"] if !at.own
        => Self(vec![damage_defender(amount.0, Measure::default())]),
    ["deal" (amount: Number) "damage to the defender ( if it 's a unit )" (per: ForEach)] if !at.own
        => Self(vec![damage_defender(amount.0, per.0)]),
    [(found: Found)] => Self(found.steps(Vec::new())),
    [(found: Found) "." (later: Delayed)] => Self(found.steps(vec![Step::Delayed(later)])),
    ["deal" (amount: Number) "damage to a random" (what: Bare)] => {
        let chosen = at.choose(&what.0, Count::Random);
        chosen.map(|chosen| Self(vec![Step::Damage(damage(amount.0, chosen))]))
    },
    ["take control of" (what: One) ". when" (this: Object) "leaves play , that resource|unit 's owner takes control of it|that unit?"]
        if this.0 == Whom::This && !at.own
        => at.choose(&what.0, Count::One).and_then(|chosen| taken_until_it_leaves(chosen, at)).map(Self),
    [(steps: DamagedThisWay)] if !at.own => Self(steps.0),
    ["give the defender|defending unit?" (grant: Grants) (until: Until)] => Self(vec![on_defender(grant.0, until)]),
    ["the defender|defending unit? gets" (grant: Grants) (until: Until)] if at.goes_on != Some(Until::Attack) && !at.own
        => Self(vec![on_defender(grant.0, until)]),
    ["either deal" (few: Number) "damage to" (one: One) "or" (more: Number) "damage to" (other: One)] if !at.own => {
        let deals = |amount, what: &Filter| {
            let mut own = at.clone();
            let chosen = own.choose(what, Count::One)?;
            let choice = own.before.pop();
            Some(choice.into_iter().chain([Step::Damage(damage(amount, chosen))]).collect::<Vec<_>>())
        };
        let of = (deals(few.0, &one.0), deals(more.0, &other.0));
        if let (Some(few), Some(more)) = of { Some(Self(vec![one_of([few, more])])) } else { None }
    },
    [(unit: Object) "doesn't ready during the next regroup phase"] if !at.own => {
        let held = vec![Grant::CannotReady(CannotReady)];
        let held = Lasting::of(vec![unit.0], held, Until::Phase, Measure::default());
        let (at, steps) = (Event::Starts(Starts(Window::RegroupPhase)), vec![Step::Lasting(held)]);
        Self(vec![Step::Delayed(Delayed { at, until: None, beside: None, steps })])
    },
    ["choose" (one: One) "and" (other: One)] if !at.own => {
        let both = [one.0, other.0].map(|what| at.choose(&what, Count::One));
        both.iter().all(Option::is_some).then(|| Self(Vec::new()))
    },
    ["after completing this|the attack ," (steps: Together)] if at.goes_on == Some(Until::Attack) => Self(steps.0),
    ["for each player , deal" (amount: Number) "damage to a unit that player controls"] if at.chosen().is_empty() => {
        let units = |who| Criteria { side: Some(who), ..Criteria::default() }.into();
        let both = [Who::You, Who::Opponent].map(|who| at.choose(&units(who), Count::One));
        let to = both.into_iter().collect::<Option<Vec<_>>>();
        to.map(|to| Self(vec![Step::Damage(Damage::of(to, amount.0))]))
    },
    ["each player chooses" (what: One) "they control"] if at.chosen().is_empty() && what.0.side.is_none() => {
        let what = Criteria { side: Some(Who::They), ..Criteria::clone(&what.0) };
        Some(Self(vec![each_chooses(what, false, true, Vec::new(), at)]))
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
    ["you may" (steps: Together)] => Self(optional(steps.0, at.own)),
    ["you may" (steps: Together)] if at.own && matches!(steps.0.first(), Some(Step::Choose(_))) => Self(vec![Step::May(May(steps.0))]),
    [(who: Player) "may" (steps: Together)] => others_may(who.0, steps.0).map(Self),
    ["give" (some: Few) (first: Token) "and" (more: Few) (second: Token) "to" (to: Target)] if first != second
        => Self(vec![give(first, some, to.0.clone()), give(second, more, to.0)]),
    ["give" (to: Target) (some: Few) (first: Token) "and" (more: Few) (second: Token)] if first != second
        => Self(vec![give(first, some, to.0.clone()), give(second, more, to.0)]),
    ["discard up to" (most: Number) "cards from your hand"] => at.discard_chosen(Count::UpTo(most.0)).map(Self),
    ["discard any number of cards from your hand"] => at.discard_chosen(Count::Any).map(Self),
    ["deal" (first: Number) "damage to" (one: Target) "and" (second: Number) "damage to" (other: Target)]
        if first.0 != second.0 && first.0 > 0 && second.0 > 0 => Self(vec![
            Step::Damage(damage(first.0, one.0)),
            Step::Damage(damage(second.0, other.0)),
        ]),
);

/// "all Shield tokens on a unit": upgrades that are on one unit, which is chosen first.
#[derive(Clone)]
struct OnOne {
    upgrades: Vec<Step>,
    defeated: Whom,
}

said!(OnOne, at:
    ["all" (upgrades: Many) "on a unit"] if !at.own => on_one(&upgrades.0, false, at),
    ["any number of" (upgrades: Many) "on a unit"] if !at.own => on_one(&upgrades.0, true, at),
);

fn on_one(upgrades: &Filter, some: bool, at: &mut At) -> Option<OnOne> {
    let plain = upgrades.is == [KindSet::Upgrade] && upgrades.host.is_none();
    let unit = at.choose(&Filter::default(), Count::One).filter(|_| plain)?;
    let attached_to = Some(unit.clone().into());
    let upgrades = Filter::from(Criteria { attached_to, ..Criteria::clone(upgrades) });
    let mut steps: Vec<_> = at.before.drain(..).collect();
    let defeated = if some { at.choose(&upgrades, Count::Any)? } else { Whom::Each(upgrades) };
    steps.append(&mut at.before);
    at.topic = Some(unit);
    Some(OnOne { upgrades: steps, defeated })
}

impl OnOne {
    fn defeated(self) -> Vec<Step> {
        let defeat = Step::Defeat(Defeat(vec![self.defeated]));
        self.upgrades.into_iter().chain([defeat]).collect()
    }
}

/// The number of cards on top of a deck.
#[derive(Clone)]
struct Top(u8);

said!(Top, at:
    ["card"] => Self(1),
    [(number: Number) "cards"] if number.0 > 1 => Self(number.0),
);

/// A card is searched for and played, for less than it costs.
#[derive(Clone)]
struct Found(Search, Play);

said!(Found, at:
    ["search" (top: Searched) "for" (what: OneCard) ",? reveal? it? ,? and play it" (pay: Pays)] if !at.own
        => at.found(top, what.0, pay, false),
    ["search" (top: Searched) "for" (what: OneCard) ",? reveal? it? ,? and play it" (pay: Pays) "and enters play ready"] if !at.own
        => at.found(top, what.0, pay, true),
);

impl At {
    fn found(&mut self, top: Searched, what: Filter, pay: Pays, ready: bool) -> Option<Found> {
        // For nothing it is played by the search itself.
        if pay.0 == Payment::Free {
            return None;
        }
        let is = what.is.clone();
        let looked = Criteria { is, place: Place::Looked, ..Criteria::default() };
        let play = PlayStep { ready, ..Played::of(looked.into(), pay.0, self)?.0 };
        self.names.bind(Register::It, &what, false);
        self.topic = Some(Whom::It);
        self.sides.push((Whom::It, Who::You));
        let search = SearchStep::of(top, what, SearchThen::SetAside);
        Some(Found(Search(search), Play(play)))
    }
}

impl Found {
    /// The steps, with `played` if the card is played; one that is not goes to the bottom with the rest.
    fn steps(self, played: Vec<Step>) -> Vec<Step> {
        let back = vec![Step::ToBottom(ToBottom(vec![Whom::It]))];
        let rest = match &played[..] {
            [] => If(Not(Box::new(Did.into())).into(), back, Vec::new()),
            _ => If(Did.into(), played, back),
        };
        vec![Step::Search(self.0), Step::Play(self.1), Step::If(rest)]
    }
}

/// Two attacks, one after the other.
fn attack_with_two(units: &Filter, at: &mut At) -> Option<Several> {
    if !at.chosen().is_empty() {
        return None;
    }
    at.names.bind(Register::It, units, false);
    at.names.bind(Register::Other, units, false);
    let other = Criteria { not: vec![Whom::It], ..Criteria::clone(units) };
    let attack = |with: Filter, register| {
        Step::Attack(Attack(Box::new(AttackStep { with, register, ..AttackStep::default() })))
    };
    let (first, second) = (units.clone(), other.into());
    Some(Several(vec![attack(first, Register::It), attack(second, Register::Other)]))
}

fn look_top(count: u8, who: Who, at: &mut At) -> Vec<Step> {
    let choice = core::mem::take(&mut at.before);
    at.names.bind_cards(count > 1);
    at.topic = Some(Whom::It);
    at.sides.push((Whom::It, who));
    let look = LookTop { who, count, per: Measure::default() };
    choice.into_iter().chain([Step::LookTop(look)]).collect()
}

fn reveal_top(count: u8, who: Who, at: &mut At) -> Vec<Step> {
    let mut steps = look_top(count, who, at);
    steps.push(Step::Reveal(Reveal(Whom::It)));
    steps
}

impl At {
    /// Discards so many cards of your hand as you like.
    fn discard_chosen(&mut self, count: Count) -> Option<Vec<Step>> {
        let hand = Criteria { place: Place::Hand, side: Some(Who::You), ..Criteria::default() };
        let chosen = self.choose(&hand.into(), count)?;
        self.names.number = "card discarded";
        Some(vec![Step::DiscardCards(DiscardCards(vec![chosen]))])
    }
}

/// Control of what is chosen is taken until this card leaves play; not at all where it has left
/// (CR 7.7.4F).
fn taken_until_it_leaves(chosen: Whom, at: &mut At) -> Option<Vec<Step>> {
    let choice = at.before.pop()?;
    let take = |who| Step::TakeControl(TakeControl { what: chosen.clone(), who });
    let leaves = Event::LeavesPlay(LeavesPlay(Subject::This));
    let back = Delayed { at: leaves, until: None, beside: None, steps: vec![take(Who::OwnerOfIt)] };
    let steps = vec![choice, take(Who::You), Step::Delayed(back)];
    Some(vec![Step::If(If(Survived(Whom::This).into(), steps, Vec::new()))])
}

/// Each player chooses a card.
fn each_chooses(what: Criteria, may: bool, more: bool, rest: Vec<Step>, at: &mut At) -> Step {
    let what = Filter::from(what);
    at.names.bind(Register::It, &what, more);
    at.topic = Some(Whom::It);
    let choice = Among {
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
    Step::EachPlayer(EachPlayer(steps, First::Chosen))
}

/// Another player may discard a card.
fn may_discard(who: Who, at: &mut At) -> Option<Vec<Step>> {
    let (register, whom) = at.free()?;
    let hand = Criteria { place: Place::Hand, side: Some(who), ..Criteria::default() };
    let what = Filter::from(hand);
    at.names.bind(register, &what, false);
    let choice = Among {
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
    let choice = Among {
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
    let mut steps = optional(steps, false);
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

/// Something for the defending units.
fn on_defender(grant: Vec<Grant>, until: Until) -> Step {
    Step::Lasting(Lasting::of(vec![Whom::Defender], grant, until, Measure::default()))
}

/// Damage to the defending units.
fn damage_defender(amount: u8, per: Measure) -> Step {
    Step::Damage(Damage { per, ..damage(amount, Whom::Defender) })
}

fn give(token: Token, count: Few, to: Whom) -> Step {
    let per = Measure::default();
    let (register, by) = (None, Who::You);
    Step::Give(Give { token, to: vec![to], count: count.0, per, register, by })
}

fn damage(amount: u8, to: Whom) -> Damage {
    Damage::of(vec![to], amount)
}

/// "You may": a choice that may be declined, where all that follows is done to what is chosen.
fn optional(mut steps: Vec<Step>, own: bool) -> Vec<Step> {
    match &mut steps[..] {
        [Step::Attack(Attack(attack))] => attack.may = true,
        [Step::Play(Play(play)), rest @ ..]
            if rest.iter().all(|step| is_done_to(step, &Whom::It)) =>
        {
            play.may = true;
        }
        [Step::Choose(Choose(choice)), rest @ ..]
            if choice.by == Who::You
                && choice.register == Register::It
                && (rest.iter().all(|step| is_done_to(step, &Whom::It))
                    || is_of_upgrades(rest)) =>
        {
            choice.may |= matches!(choice.count, Count::One | Count::Exactly(_));
        }
        [Step::Choose(Choose(choice)), done, rest @ ..]
            if own
                && choice.by == Who::You
                && is_done_to(done, &held(choice.register))
                && rest.iter().all(is_if_done) =>
        {
            choice.may |= matches!(choice.count, Count::One | Count::Exactly(_));
        }
        _ => return vec![Step::May(May(steps))],
    }
    steps
}

/// The word for the cards that a register holds.
const fn held(register: Register) -> Whom {
    match register {
        Register::It => Whom::It,
        Register::Other => Whom::Other,
        Register::Third => Whom::Third,
    }
}

/// Tells whether it begins with "if you do".
fn is_if_done(step: &Step) -> bool {
    matches!(step, Step::If(If(condition, ..)) if *condition == Condition::Did(Did))
}

/// Tells whether upgrades of what was chosen are defeated, and nothing else.
fn is_of_upgrades(steps: &[Step]) -> bool {
    let on_it = |filter: &Filter| filter.attached_to == Some(Whom::It.into());
    match steps {
        [Step::Defeat(Defeat(what))] => matches!(&what[..], [Whom::Each(each)] if on_it(each)),
        [Step::Choose(Choose(choice)), Step::Defeat(Defeat(what))] => {
            on_it(&choice.what) && what[..] == [Whom::Other]
        }
        _ => false,
    }
}

/// Tells whether a step does something to this card and to nothing else.
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

/// Tells whether only the first part of "you may … and …" may be left.
fn is_half_optional(before: &[Step], next: &[Step]) -> bool {
    let may = match before.first() {
        Some(Step::Choose(Choose(choice))) => choice.may && choice.by == Who::You,
        Some(Step::Play(Play(play))) => play.may,
        _ => false,
    };
    may && !next.iter().all(|step| is_done_to(step, &Whom::It))
}

/// Does the next step as often as the one before, where "for each" is said of both: "for each unit
/// defeated this way, create a Credit token and draw a card". Whether that can be said of it.
fn as_often(before: &[Step], next: &mut [Step]) -> bool {
    let [.., Step::Credit(Credit { per: Measure::Defeated(of), .. })] = before else {
        return false;
    };
    match next {
        [Step::Draw(draw)] if draw.2.is_one() => draw.2 = Measure::Defeated(of.clone()),
        _ => return false,
    }
    true
}

/// Tells whether two steps are one, which has a form of its own: a resource that comes in ready.
fn is_said_together(before: &[Step], next: &[Step]) -> bool {
    matches!(before.last(), Some(Step::ToResources(_) | Step::ResourceTop(_)))
        && matches!(next, [Step::Ready(_)])
}

/// Tells whether it takes in all that follows in its sentence.
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
            let each = !from.own && !reader.words("", "for each|every", from).is_empty();
            let mut all = Readings::new();
            while let Some((steps, at)) = open.pop() {
                if at.own && matches!(steps.last(), Some(Step::Modes(_))) {
                    for place in reader.words("", "and afterwards ,", &at) {
                        for (Single(next), at) in Single::said(reader, &place) {
                            open.push((steps.iter().cloned().chain(next).collect(), at));
                        }
                    }
                }
                if !is_open(&steps) {
                    let and = reader.words("", ",? and|then", &at);
                    for place in and.into_iter().chain(reader.words("", ",", &at)) {
                        for (Single(mut next), at) in Single::said(reader, &place) {
                            let half = !at.own && is_half_optional(&steps, &next);
                            if is_said_together(&steps, &next) || half {
                                continue;
                            }
                            if each && !as_often(&steps, &mut next) {
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
                sentences.filter_map(|(one, at)| counted(told(one.0), at)).collect();
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
                            open.extend(counted(after(&steps, told(next), at.own), at));
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

/// Steps in which those units are counted that were exhausted "this way", if that was said: they are
/// chosen among ready ones. `None` where they do not begin with that.
fn counted(mut steps: Vec<Step>, at: At) -> Option<(Vec<Step>, At)> {
    let right = !at.exhausted || exhausts_ready(&mut steps);
    right.then_some((steps, At { exhausted: false, ..at }))
}

fn exhausts_ready(steps: &mut [Step]) -> bool {
    let [Step::Choose(Choose(choice)), Step::Exhaust(Exhaust(what)), ..] = steps else {
        return false;
    };
    let exhausted = Some(false);
    choice.what = Criteria { exhausted, ..Criteria::clone(&choice.what) }.into();
    choice.register == Register::It && what[..] == [Whom::It]
}

/// A sentence that tells somebody to use the Force leaves it to them (CR 8.37.4).
fn told(steps: Vec<Step>) -> Vec<Step> {
    match steps[..] {
        [Step::UseTheForce(_)] => vec![Step::May(May(steps))],
        _ => steps,
    }
}

/// Tells whether "if you do" may be said of the last option of a list, or of the last of two choices, alone.
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

/// Tells whether it asks what "it" is not: of nothing at all that would be true.
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

/// A condition before what it decides on; "it" is the card it is about.
#[derive(Clone)]
pub(crate) struct Supposed(pub(crate) Condition);

said!(Supposed, at:
    [(condition: Condition)] => { at.about(&condition); Self(condition) },
);
