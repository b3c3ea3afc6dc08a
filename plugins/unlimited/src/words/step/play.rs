//! Cards that an ability plays (CR 7.1.6B).

use super::prelude::*;
use crate::cost::{Gained, Paying, Way, hosts, payment};
use crate::knowledge::is_open;
use crate::legal;
use crate::options::playable;
use crate::procedure::Locals;
use crate::text::{aspects_text, grant};
use crate::vocabulary::AspectSet;

/// "Play a card", modified (CR 7.1.6B). The card is bound as `It`; of cards that were seen and are
/// played again and again, those that are left stay there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayStep {
    /// The player who plays it; you, when left out.
    #[serde(default = "you")]
    pub by: Who,
    /// The cards that can be played; `place` says from where. Hidden places can always be declined (CR 1.17.4).
    pub what: Filter,
    /// Only this card, whoever owns it, instead of a choice among one's own.
    #[serde(default)]
    pub card: Option<Whom>,
    /// Another place from which they may be played.
    #[serde(default)]
    pub or_from: Option<Place>,
    /// The other place is the discard pile of any player, not just theirs.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub any_discard: bool,
    /// The price of the card; its cost, when left out.
    #[serde(default)]
    pub pay: Payment,
    /// `Less` so many times.
    #[serde(default)]
    pub per: Measure,
    /// The price of cards that fit, instead of `pay`.
    #[serde(default)]
    pub pay_if: Option<(Filter, Payment)>,
    /// A unit enters play ready.
    #[serde(default)]
    pub ready: bool,
    /// The grants that a unit has for this phase.
    #[serde(default)]
    pub grant: Vec<Grant>,
    /// "You may play": declining is offered.
    #[serde(default)]
    pub may: bool,
    /// "Using Piloting": a unit, as an upgrade (CR 7.5.17).
    #[serde(default)]
    pub piloting: bool,
    /// The units onto which an upgrade may be played: this one, or one of these.
    #[serde(default)]
    pub on: Option<Whom>,
    /// "Using Smuggle": a resource, for the cost of one of its Smuggle abilities (CR 7.5.14).
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub smuggle: bool,
    /// The unit gets `grant` only if a Credit token was defeated to pay for it.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub if_credit: bool,
}

impl PlayStep {
    /// Tells whether the card may come from there.
    #[must_use]
    pub fn looks_in(&self, place: Place) -> bool {
        self.what.place == place || self.or_from == Some(place)
    }

    /// The price of a card of which nothing else is said: `pay`, and if that is less, so many times.
    #[must_use]
    pub fn pays(&self, scene: &Scene<'_>, cx: &Context<'_>) -> Payment {
        match self.pay {
            Payment::Less(less) if !self.per.is_one() => {
                let times = scene.measure(&self.per, cx).max(0);
                let less = i16::from(less).saturating_mul(times);
                Payment::Less(u8::try_from(less).unwrap_or(u8::MAX))
            }
            pay => pay,
        }
    }

    /// Tells whether it says onto which units an upgrade may be played, and none of them is eligible.
    pub(crate) fn has_no_host(&self, scene: &Scene<'_>, slot: Slot, cx: &Context<'_>) -> bool {
        self.on.as_ref().is_some_and(|on| {
            let mut eligible = Refs::new();
            hosts(scene, slot, cx.seat, &mut eligible);
            !eligible.iter().any(|&unit| scene.names(on, unit, cx))
        })
    }

    /// Tells whether an upgrade may be played onto a unit, as far as the step says.
    pub(crate) fn is_onto(&self, scene: &Scene<'_>, unit: Slot, cx: &Context<'_>) -> bool {
        self.on.as_ref().is_none_or(|on| scene.names(on, scene.reference(unit), cx))
    }

    /// Tells whether it looks in a place that the other player does not see into (CR 4.5.2).
    fn looks_in_hidden(&self) -> bool {
        [Place::Hand, Place::Resources, Place::Deck].into_iter().any(|place| self.looks_in(place))
    }

    /// Tells whether there is any card that its player alone sees in the places that it looks in.
    fn has_hidden(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let player = &scene.board.players[usize::from(cx.seat)];
        let seen = |card: Ref| scene.is_current(card) && !scene.card(card.slot).zone.is_play();
        self.looks_in(Place::Hand) && !player.hand.is_empty()
            || self.looks_in(Place::Resources) && !player.resources.is_empty()
            || self.looks_in(Place::Deck) && !player.deck.is_empty()
            || self.looks_in(Place::Looked) && cx.bound(Register::It).any(seen)
    }
}

/// Play a card, as the step says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Play(pub PlayStep);

impl Word for Play {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self(play) = self;
        check.who(play.by, *scope, &path.to("by"));
        check.expect(play.by != Who::Each, &path.to("by"), "expected one player");
        if play.what.place == Place::Deck {
            let any = *play.what == Criteria { place: Place::Deck, ..Criteria::default() };
            let other = play.or_from.is_some() || play.card.is_some();
            let expected = "expected the top card of the deck, whatever it is";
            check.expect(any && !other, &path.to("what"), expected);
        } else {
            check.filter_in(&play.what, *scope, &path.to("what"));
        }
        match &play.card {
            Some(card) => check.whom(card, *scope, &path.to("card")),
            None => {
                let own = !play.looks_in(Place::Captured);
                check.expect(own, path, "expected `card` with the place `Captured`");
                let there = !play.looks_in(Place::Play) && !play.looks_in(Place::Elsewhere);
                let expected = "expected the place of cards that are not in play";
                check.expect(there, &path.to("what"), expected);
            }
        }
        let discard = !play.any_discard || play.or_from == Some(Place::Discard);
        check.expect(discard, &path.to("any_discard"), "expected beside `or_from: Discard`");
        let some = |pay: &Payment| {
            *pay != Payment::Less(0) && *pay != Payment::IgnoreAspect(AspectSet::default())
        };
        check.expect(some(&play.pay), &path.to("pay"), "expected a number above 0, or an aspect");
        play.per.word().check(check, *scope, &path.to("per"));
        let less = play.per.is_one() || matches!(play.pay, Payment::Less(_));
        check.expect(less, &path.to("per"), "expected `Less` beside it");
        if let Some((filter, pay)) = &play.pay_if {
            let path = path.to("pay_if");
            check.filter_in(filter, *scope, &path.argument(0, "what"));
            let other = some(pay) && *pay != play.pay;
            check.expect(other, &path.argument(1, "pay"), "expected another payment");
        }
        if let Some(on) = &play.on {
            let on_path = path.to("on");
            check.whom(on, *scope, &on_path);
            let upgrade = play.what.is == [KindSet::Upgrade];
            check.expect(upgrade, &on_path, "expected where `what` is upgrades");
        }
        if play.smuggle {
            let only = play.what.place == Place::Resources && play.or_from.is_none();
            let only = only && play.card.is_none() && !play.piloting;
            check.expect(only, &path.to("smuggle"), "expected one of the resources");
        }
        let given = !play.if_credit || !play.grant.is_empty();
        check.expect(given, &path.to("if_credit"), "expected a grant beside it");
        scope.bind(Register::It);
        check.grants(&play.grant, Scope { played: true, ..*scope }, &path.to("grant"));
    }

    fn text(&self, names: &mut Names) -> String {
        let Self(play) = self;
        let may = match (play.by, play.may) {
            (Who::You, true) => "you may play".to_owned(),
            (Who::You, false) => "play".to_owned(),
            (who, true) => format!("{} may play", names.player(who)),
            (who, false) => format!("{} plays", names.player(who)),
        };
        let any = Criteria { place: play.what.place, ..Criteria::default() };
        let fits = Description::new(&play.what, names).of_cards().without_place();
        let only = |card: String| match *play.what == any {
            true => card,
            false => format!("{card}, if it is {},", fits.one()),
        };
        let (_, _, many) = names.seen();
        let card = match &play.card {
            Some(card) => {
                let place = |place: Place| match place {
                    Place::Captured => place_noun(place).to_owned(),
                    _ => format!("its owner's {}", place_noun(place)),
                };
                let places: Vec<_> = [Some(play.what.place), play.or_from]
                    .into_iter()
                    .flatten()
                    .map(place)
                    .collect();
                format!("{} from {}", only(names.whom(card).text), join(&places, "or"))
            }
            None if play.what.place == Place::Deck => "the top card of your deck".to_owned(),
            None if play.what.place == Place::Looked && !many => only(names.whom(&Whom::It).text),
            None if play.any_discard => {
                format!("{} or any discard pile", Description::new(&play.what, names).from().one())
            }
            None => Description::new(&play.what, names).from().or_in(play.or_from).one(),
        };
        let using = match play {
            PlayStep { piloting: true, .. } => " using Piloting",
            PlayStep { smuggle: true, .. } => " using Smuggle",
            _ => "",
        };
        let on = match &play.on {
            Some(Whom::Each(units)) => format!(" on {}", Description::new(units, names).one()),
            Some(unit) => format!(" on {}", names.whom(unit).text),
            None => String::new(),
        };
        let per = for_each(&play.per, names);
        let mut text = format!("{may} {card}{using}{on}{}{per}", pay_text(play.pay));
        if let Some((filter, instead)) = &play.pay_if {
            let fits = Description::new(filter, names).of_cards().without_place().one();
            let instead =
                if *instead == Payment::Cost { " for its cost" } else { &pay_text(*instead) };
            text.push_str(&format!(" (instead{instead} if it is {fits})"));
        }
        names.bind(Register::It, &play.what, false);
        // The card was named just before, whatever else was.
        let it = Phrase::one("it");
        if play.ready {
            text.push_str(&format!(", and {} ready", it.does("comes into play", "come into play")));
        }
        if !play.grant.is_empty() {
            let has = grant::clause(&it, &play.grant, names);
            let paid = if play.if_credit { CREDITED } else { "" };
            text.push_str(&format!(", and {has} for this phase{paid}"));
        }
        text
    }

    /// `false` for another player, and for one named card: that it may be played is told as a `may` of its own.
    fn is_told(&self) -> bool {
        self.0.by == Who::You && self.0.card.is_none()
    }

    said!(at:
        ["play" (play: Played)] => Self(play.0),
        [(by: Player) "may play" (play: Played)] if by.0 != Who::Each => Self(PlayStep { may: true, by: by.0, ..play.0 }),
        ["you may play" (play: Played)] => Self(PlayStep { may: true, ..play.0 }),
    );
}

/// The end of a text about a card for which a Credit token must have been defeated.
const CREDITED: &str = " if a Credit token was defeated to pay for it";

/// " for 2 less": what is paid.
pub(super) fn pay_text(pay: Payment) -> String {
    match pay {
        Payment::Cost => String::new(),
        Payment::Less(less) => format!(" for {less} less"),
        Payment::Free => " for free".to_owned(),
        Payment::IgnoreAspects => ", ignoring its aspect penalties".to_owned(),
        Payment::IgnoreAspect(aspects) => {
            format!(", ignoring one of its {} aspect penalties", aspects_text(aspects))
        }
    }
}

impl Compiles for Play {
    fn compile(&self, writer: &mut Writer<'_>) {
        let grant = writer.grants(&self.0.grant);
        let at = writer.tables.plays.len() as u16;
        let collects = writer.repeats;
        writer.tables.plays.push(Playing { step: self.0.clone(), grant, must: false, collects });
        writer.ops.push(Op::Play(PlayAt(at)));
    }
}

/// A play step and its grant list.
#[derive(Clone, Debug)]
pub struct Playing {
    /// The step as the card file says it.
    pub step: PlayStep,
    /// The place in the catalogue of the grants that a unit has for the phase.
    pub grant: u16,
    /// Its ability is free: it is used to play something, or not at all (CR 6.4.2A).
    pub must: bool,
    /// More cards may be played after each: all that triggers is resolved before the next (CR 7.1.7).
    pub collects: bool,
}

/// Asks for the card of a play step and plays it: its place in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct PlayAt(pub u16);

impl PlayAt {
    pub(crate) fn of<'s>(self, scene: &Scene<'s>) -> &'s Playing {
        &scene.catalogue.tables.plays[usize::from(self.0)]
    }

    fn plays(self, run: &mut Run<'_>) -> Flow {
        let Playing { step: play, collects, .. } = self.of(&run.scene);
        let silent = play.what.place == Place::Looked && !play.may;
        let (slot, way) = match run.answer.take() {
            Some(Choice::Card(slot)) => (slot, Way::Printed),
            Some(Choice::Pilot(slot)) => (slot, Way::Piloting),
            Some(Choice::Smuggle(slot, n)) => (slot, Way::Smuggle(n)),
            Some(_) => {
                // What was looked at is still there: "if you don't, you may discard it".
                if play.what.place != Place::Looked {
                    run.locals.forget(Register::It);
                }
                return Flow::Then;
            }
            None if silent && !self.is_possible(run) => return Flow::Then,
            None => return run.ask(run.seat, Prompt::Step),
        };
        let card = run.scene.reference(slot);
        let pay = payment(&run.scene, play, slot, &run.cx());
        let paying = Paying { pay, way, gained: Gained::by(play) };
        let mut frame = run.play_frame(slot, paying, Some(self.0), *collects);
        if let (Locals::Play(playing), Some(on)) = (&mut frame.locals, &play.on)
            && !matches!(on, Whom::Each(_))
        {
            playing.host = run.scene.first(on, &run.cx());
        }
        if *collects && play.what.place == Place::Looked {
            // The others are played after it.
            run.locals.bound.retain(|seen| seen.card() != card);
        } else {
            run.locals.forget(Register::It);
            run.bind(Register::It, card.next());
        }
        run.locals.did = true;
        run.nests();
        run.begin(frame);
        Flow::Then
    }

    fn is_possible(self, run: &Run<'_>) -> bool {
        playable(run.scene, &self.of(&run.scene).step, &run.cx()).next().is_some()
    }
}

impl Question for PlayAt {
    /// There is a card to play; of those that only their player sees, any card at all (CR 1.17.4).
    fn can(&self, run: &Run<'_>) -> bool {
        let step = &self.of(&run.scene).step;
        step.by != Who::You
            || self.is_possible(run)
            || step.card.is_none() && step.has_hidden(&run.scene, &run.cx())
    }

    fn asks(&self, run: &mut Run<'_>) -> Flow {
        run.acting(self.of(&run.scene).step.by, |run| self.plays(run))
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        let Playing { step, must, .. } = self.of(&offer.scene);
        let cx = Context { seat: offer.seat, ..offer.cx() };
        out.extend(playable(offer.scene, step, &cx));
        // Only what is hidden can be missing to the other player's eyes.
        let is_hidden = |slot: Slot| {
            let mut others = offer.scene.board.players.opponents(offer.seat).into_iter();
            others.any(|seat| !is_open(offer.scene.card(slot), seat))
        };
        let hidden =
            step.looks_in_hidden() && out.iter().all(|choice| choice.card().is_none_or(is_hidden));
        if !out.is_empty() && !must && (step.may || hidden) {
            out.push(Choice::Decline);
        }
    }

    /// A card that an ability plays. A hand is hidden, and so are resources: their owner may find
    /// nothing in them (CR 1.17.4). An ability that is free is used for the play: it cannot be left out
    /// (CR 6.4.2A).
    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let scene = &offer.scene;
        let Playing { step, must, .. } = self.of(scene);
        let is_in = |slot: Slot, place: Place| {
            let card = scene.card(slot);
            match place {
                Place::Discard if step.any_discard => place.is(card.zone),
                Place::Hand | Place::Discard => place.is(card.zone) && card.owner == offer.seat,
                Place::Resources => place.is(card.zone) && card.controller == offer.seat,
                Place::Looked => {
                    let mut seen = offer.frame.locals.bound(Register::It);
                    let there = |seen| scene.now(seen) == card.reference(slot);
                    !card.zone.is_play() && seen.any(there)
                }
                Place::Deck => {
                    scene.board.players[usize::from(offer.seat)].deck.last() == Some(&slot)
                }
                Place::Play | Place::Captured | Place::Elsewhere => false,
            }
        };
        let cx = Context { seat: offer.seat, ..Context::in_frame(offer.frame) };
        let only = step.card.as_ref().map(|card| scene.now(scene.first(card, &cx)));
        let plays = |slot: Slot, way: Way| {
            let card = scene.card(slot);
            let is_in = |place: Place| match only {
                // Just this card, whoever owns it.
                Some(only) => only == card.reference(slot) && place.is(card.zone),
                None => is_in(slot, place),
            };
            let or = step.or_from.is_some_and(is_in);
            when(is_in(step.what.place) || or, Refusal::NotThere)?;
            let kind = match way {
                Way::Piloting => Kind::Upgrade,
                Way::Printed | Way::Plot | Way::Smuggle(_) => scene.printed(slot).kind(),
            };
            let fits = scene.fits_played(&step.what, slot, kind.into(), &cx);
            when(fits && (way == Way::Piloting || !step.piloting), Refusal::DoesNotFit)?;
            let smuggled = matches!(way, Way::Smuggle(_));
            when(smuggled == step.smuggle, Refusal::NoSuchAbility)?;
            let instead = step.pay_if.as_ref().filter(|(what, _)| scene.fits_card(what, slot, &cx));
            let pay = instead.map_or_else(|| step.pays(scene, &cx), |(_, pay)| *pay);
            let hosts = |unit: Slot| {
                legal::play::host(offer, slot, unit).is_ok() && step.is_onto(scene, unit, &cx)
            };
            let hosted = step.on.is_none() || (0..scene.board.slots).any(hosts);
            when(hosted, Refusal::NoHost)?;
            let paying = Paying { pay, way, gained: Gained::by(step) };
            match way {
                Way::Piloting => legal::play::pilot(offer, slot, paying),
                Way::Smuggle(_) => legal::play::smuggle(offer, slot, paying),
                Way::Printed | Way::Plot => legal::play::play(offer, slot, paying),
            }?;
            let payable = |unit: Slot| {
                hosts(unit) && legal::play::can_pay(offer, slot, paying, Some(unit)).is_ok()
            };
            let paid = step.on.is_none() || (0..scene.board.slots).any(payable);
            when(paid, Refusal::NothingToPayWith)
        };
        match answer {
            Choice::Card(slot) => plays(slot, Way::Printed),
            Choice::Pilot(slot) => plays(slot, Way::Piloting),
            Choice::Smuggle(slot, n) => plays(slot, Way::Smuggle(n)),
            Choice::Decline => {
                let hidden = step.looks_in_hidden()
                    && (0..scene.board.slots)
                        .filter(|slot| {
                            let smuggle = (0..legal::SMUGGLES).map(Way::Smuggle);
                            let mut ways = [Way::Printed, Way::Piloting].into_iter().chain(smuggle);
                            ways.any(|way| plays(*slot, way).is_ok())
                        })
                        .all(|slot| {
                            let mut others = scene.board.players.opponents(offer.seat).into_iter();
                            others.any(|seat| !is_open(scene.card(slot), seat))
                        });
                decline(offer, Prompt::Step, !must && (step.may || hidden))
            }
            _ => Err(Refusal::NotAsked),
        }
    }
}

/// The card that is played, the place it comes from, and its price, as a sentence names them.
#[derive(Clone)]
pub(crate) struct Played(pub(crate) PlayStep);

impl Played {
    pub(crate) fn of(what: Filter, pay: Payment, at: &mut At) -> Option<Self> {
        // One plays one's own cards, and not those in play; what is said of a unit is where to.
        let hosted = what.host.is_some() || what.attached_to.is_some();
        if what.place == Place::Play || hosted && what.place != Place::Captured {
            return None;
        }
        let side = what.side.filter(|who| *who != Who::You);
        let what = Filter::from(Criteria { side, ..Criteria::clone(&what) });
        at.names.bind(Register::It, &what, false);
        at.played = true;
        at.topic = Some(Whom::It);
        at.goes_on = Some(Until::Phase);
        let (card, pay_if) = (None, None);
        let or_from = at.or_from.take();
        Some(Self(PlayStep {
            by: Who::You,
            what,
            card,
            or_from,
            any_discard: false,
            pay,
            per: Measure::default(),
            pay_if,
            ready: false,
            grant: Vec::new(),
            may: false,
            piloting: false,
            on: None,
            smuggle: false,
            if_credit: false,
        }))
    }

    fn just(one: JustOne, pay: Payment, at: &mut At) -> Option<Self> {
        let JustOne { card, what, or_from } = one;
        let Self(play) = Self::of(what, pay, at)?;
        Some(Self(PlayStep { card, or_from, ..play }))
    }

    fn ready(self) -> Self {
        Self(PlayStep { ready: true, ..self.0 })
    }

    fn piloting(self) -> Self {
        Self(PlayStep { piloting: true, ..self.0 })
    }

    /// A resource, by Smuggle. `None` where it is a card from elsewhere.
    fn smuggled(card: &Filter, pay: Payment, at: &mut At) -> Option<Self> {
        let there = matches!(card.place, Place::Play | Place::Resources);
        let what = Criteria { place: Place::Resources, ..Criteria::clone(card) };
        let play = there.then(|| Self::of(what.into(), pay, at)).flatten()?;
        Some(Self(PlayStep { smuggle: true, ..play.0 }))
    }

    fn credited(self, grant: Vec<Grant>) -> Self {
        Self(PlayStep { grant, if_credit: true, ..self.0 })
    }

    fn with(self, grant: Vec<Grant>) -> Self {
        Self(PlayStep { grant, ..self.0 })
    }

    fn paid_if(self, fits: Filter, pay: Payment) -> Self {
        Self(PlayStep { pay_if: Some((fits, pay)), ..self.0 })
    }

    fn times(self, per: Measure) -> Self {
        Self(PlayStep { per, ..self.0 })
    }

    /// Onto such units. `None` where it is no upgrade.
    fn on(self, on: Whom) -> Option<Self> {
        let upgrade = self.0.what.is == [KindSet::Upgrade];
        upgrade.then_some(Self(PlayStep { on: Some(on), ..self.0 }))
    }

    fn or_from_any(self) -> Self {
        Self(PlayStep { or_from: Some(Place::Discard), any_discard: true, ..self.0 })
    }

    fn or_from(self, place: Place) -> Self {
        Self(PlayStep { or_from: Some(place), ..self.0 })
    }
}

/// The place, or two, that a named card is played from.
#[derive(Clone)]
struct Places(Place, Option<Place>);

said!(Places, at:
    ["from its owner 's discard pile"] => Self(Place::Discard, None),
    ["from its owner 's hand"] => Self(Place::Hand, None),
    ["from its owner 's discard pile or capture"] => Self(Place::Discard, Some(Place::Captured)),
    ["from capture"] => Self(Place::Captured, None),
);

/// Just one card, in the project's own words: one that is named, or the one that was seen.
#[derive(Clone)]
struct JustOne {
    card: Option<Whom>,
    what: Filter,
    or_from: Option<Place>,
}

impl JustOne {
    fn named(card: Whom, fits: &Filter, from: &Places) -> Self {
        let what = Criteria { place: from.0, ..Criteria::clone(fits) };
        Self { card: Some(card), what: what.into(), or_from: from.1 }
    }

    fn seen(fits: &Filter) -> Self {
        let what = Criteria { place: Place::Looked, ..Criteria::clone(fits) };
        Self { card: None, what: what.into(), or_from: None }
    }
}

said!(JustOne, at:
    [(card: Object) (from: Places)] if at.own => Self::named(card.0, &Filter::default(), &from),
    [(card: Object) ", if it is" (fits: OneCard) "," (from: Places)] if at.own => Self::named(card.0, &fits.0, &from),
    ["it"] if at.own && at.topic == Some(Whom::It) => Self::seen(&Filter::default()),
    [(card: Object) ", if it is" (fits: OneCard) ","] if at.own && card.0 == Whom::It => Self::seen(&fits.0),
);

said!(Played, at:
    [(one: JustOne) (pay: Pays)] => Self::just(one, pay.0, at),
    [(one: JustOne) "on" (on: Object) (pay: Pays)] if at.own => Self::just(one, pay.0, at).and_then(|play| play.on(on.0)),
    [(one: JustOne) (pay: Pays) ", and it comes into play ready"] => Self::just(one, pay.0, at).map(Self::ready),
    [(one: JustOne) (pay: Pays) ", and it" (grant: Grants) "for this phase"]
        => Self::just(one, pay.0, at).map(|play| play.with(grant.0)),
    [(card: OneCard) (pay: Pays)] => Self::of(card.0, pay.0, at),
    [(card: OneCard) (pay: Pays) (per: ForEach)] => Self::of(card.0, pay.0, at).map(|play| play.times(per.0)),
    [(card: OneCard) "on" (on: One) (pay: Pays)] => {
        at.hosted = true;
        Self::of(card.0, pay.0, at).and_then(|play| play.on(Whom::Each(on.0)))
    },
    [(card: OneCard) "on" (on: Object) (pay: Pays)] => Self::of(card.0, pay.0, at).and_then(|play| play.on(on.0)),
    [(card: OneCard) (pay: Pays) "on" (on: Object)] if pay.0 != Payment::Cost => Self::of(card.0, pay.0, at).and_then(|play| play.on(on.0)),
    [(card: OneCard) "using piloting" (pay: Pays)] => Self::of(card.0, pay.0, at).map(Self::piloting),
    [(card: OneCard) "using smuggle" (pay: Pays)] => Self::smuggled(&card.0, pay.0, at),
    [(card: OneCard) (pay: Pays) ", and it" (grant: Grants) "for this phase if a credit token was defeated to pay for it"]
        => Self::of(card.0, pay.0, at).map(|play| play.credited(grant.0)),
    [(card: OneCard) (pay: Pays) ". if you defeated a credit while paying its cost , that unit" (grant: Grants) "for this phase"]
        => Self::of(card.0, pay.0, at).map(|play| play.credited(grant.0)),
    [(card: OneCard) "or your? discard pile" (pay: Pays)] => Self::of(card.0, pay.0, at).map(|play| play.or_from(Place::Discard)),
    [(card: OneCard) "or from? any discard pile" (pay: Pays)] => Self::of(card.0, pay.0, at).map(Played::or_from_any),
    [(card: OneCard) "or from? any player 's discard pile" (pay: Pays)] => Self::of(card.0, pay.0, at).map(Played::or_from_any),
    [(card: OneCard) (pay: Pays) ",|. and? it comes|enters into? play ready"] => Self::of(card.0, pay.0, at).map(Self::ready),
    [(card: OneCard) (pay: Pays) "and enters play ready"] => Self::of(card.0, pay.0, at).map(Self::ready),
    [(card: OneCard) (pay: Pays) ", and it" (grant: Grants) "for this phase"] => Self::of(card.0, pay.0, at).map(|play| play.with(grant.0)),
    [(card: OneCard) (pay: Pays) ". it" (grant: Grants) "for this phase"] => Self::of(card.0, pay.0, at).map(|play| play.with(grant.0)),
    [(card: OneCard) (pay: Pays) "and give it" (grant: Grants) "for this phase"] => Self::of(card.0, pay.0, at).map(|play| play.with(grant.0)),
    [(card: OneCard) (pay: Pays) ". give it" (grant: Grants) "for this phase"] => Self::of(card.0, pay.0, at).map(|play| play.with(grant.0)),
    [(card: OneCard) (pay: Pays) "( instead" (instead: Pays) "if it is" (fits: OneCard) ")"]
        => Self::of(card.0, pay.0, at).map(|play| play.paid_if(fits.0, instead.0)),
    [(card: OneCard) (pay: Pays) ". if it 's" (fits: OneCard) ", it" (instead: Dearer) "instead"]
        => Self::of(card.0, pay.0, at).map(|play| play.paid_if(fits.0, instead.0)),
    ["the top card of your deck" (pay: Pays)] => Self::of(Criteria { place: Place::Deck, ..Criteria::default() }.into(), pay.0, at),
    ["one|1 of" (of: Object) (pay: Pays)] if of.0 == Whom::It && at.names.whom(&of.0).many => {
        let looked = Criteria { place: Place::Looked, ..Criteria::default() };
        Self::of(looked.into(), pay.0, at)
    },
    [(seen: Seen) (pay: Pays)] => Self::of(seen.0, pay.0, at),
    ["it" (pay: Pays) ". it" (grant: Grants) "for this phase"] if at.topic == Some(Whom::It) => Self::of(Criteria { place: Place::Looked, ..Criteria::default() }.into(), pay.0, at).map(|play| play.with(grant.0)),
    ["it" (pay: Pays)] if !at.own && at.topic == Some(Whom::It) => Self::of(Criteria { place: Place::Looked, ..Criteria::default() }.into(), pay.0, at),
);

/// "costs 8 resources less".
#[derive(Clone)]
struct Dearer(Payment);

/// A card that was looked at or found: "that card".
#[derive(Clone)]
struct Seen(Filter);

impl Said for Seen {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let (one, _, many) = from.names.seen();
        if from.own || many || one != "card" || from.chosen() != [Whom::It] {
            return Readings::new();
        }
        let looked = Filter::from(Criteria { place: Place::Looked, ..Criteria::default() });
        let kinds = ["that card", "that unit", "that upgrade", "that event"].into_iter();
        kinds.filter_map(|kind| Some((Self(looked.clone()), reader.phrase(kind, from)?))).collect()
    }
}

said!(Dearer, at:
    ["costs" (less: Number) "resource|resources? less"] => Self(Payment::Less(less.0)),
);

/// The price of a card, behind it in a sentence.
#[derive(Clone)]
pub(crate) struct Pays(pub(crate) Payment);

said!(Pays, at:
    [""] => Self(Payment::Cost),
    ["for free"] => Self(Payment::Free),
    ["for" (less: Number) "less"] => Self(Payment::Less(less.0)),
    [". it costs" (less: Number) "resource|resources? less"] => Self(Payment::Less(less.0)),
    [". it costs" (less: Resources) "less"] => Self(Payment::Less(less.0)),
    [", ignoring its aspect penalty|penalties"] => Self(Payment::IgnoreAspects),
    [", ignoring 1|one of its" (aspects: AspectSet) "aspect penalties"] => Self(Payment::IgnoreAspect(aspects)),
);
