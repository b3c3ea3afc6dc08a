//! A card is played (CR 6.2).

use arrayvec::ArrayVec;

use super::prelude::*;
use crate::card::Zone;
use crate::cost::{Payer, Paying, Way, discards, exploitable, is_free_copy, offering, wounds};
use crate::filter::fits_with;
use crate::options::rest;
use crate::purse::payers;
use crate::vocabulary::{Offered, Offering, Payment};
use crate::words::step::Playing;

/// Units that can be exploited for one card.
pub(crate) const EXPLOITED: usize = 8;

/// Cards that can be given up for one card.
pub(crate) const OFFERED: usize = 40;

/// Cards that are given up for a card while it is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Those that are chosen, in this order.
    pub cards: List<Ref, OFFERED>,
    /// The player has ended the choice.
    pub ended: bool,
}

impl core::hash::Hash for Given {
    /// Hashes of a card for which nothing can be given up, as nearly all are, nothing.
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        if *self != Self::default() {
            (&self.cards, self.ended).hash(state);
        }
    }
}

/// A card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Play {
    /// The card that is played.
    pub card: Ref,
    /// The unit it attaches to, once that is chosen.
    pub host: Ref,
    /// The payment for it.
    pub paying: Paying,
    /// The play step of the catalogue that plays it, if one does.
    pub step: Option<u16>,
    /// The units that are exploited for it, as far as they are chosen.
    pub exploited: List<Ref, EXPLOITED>,
    /// The cost in resources, once all units that are exploited are chosen.
    pub price: Option<i16>,
    /// The unit that is damaged in addition to its cost, once that is chosen.
    pub wounded: Ref,
    /// It is paid for although it might be free.
    pub priced: bool,
    /// The cards that are given up for it, as far as they are chosen.
    #[serde(default)]
    pub given: Given,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    ChooseHost,
    PayAndPlay,
    EventText,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    Attaches,
}

impl Procedure for Play {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // CR 6.2.2B
        Unless(Test::Attaches, "pay"),
        Do(Step::ChooseHost),
        // CR 1.8.5, 6.2.3 (7.5.16C) to 6.2.5
        Label("pay"),
        Do(Step::PayAndPlay),
        // CR 6.2.5C
        Do(Step::EventText),
    ]);

    fn holds(run: &Run<'_, Self>, _: Test) -> bool {
        // Where an ability says which unit, there is nothing to choose.
        !run.locals.host.is_some()
            && run.locals.attaches(run.scene.printed(run.locals.card.slot).kind())
    }

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        match step {
            Step::ChooseHost => match run.answer.take() {
                Some(Choice::Card(slot)) => run.locals.host = run.scene.reference(slot),
                _ => return run.ask(run.seat, Prompt::Host),
            },
            Step::PayAndPlay if run.locals.may_be_free(&run.scene, run.seat) => return run.free(),
            Step::PayAndPlay if run.locals.wounds(&run.scene) => match run.answer.take() {
                Some(Choice::Card(slot)) => {
                    run.locals.wounded = run.scene.reference(slot);
                    return Flow::Again;
                }
                _ => return run.ask(run.seat, Prompt::Cost),
            },
            Step::PayAndPlay if let Some(offering) = run.locals.offering(&run.scene) => {
                return run.offer(offering);
            }
            Step::PayAndPlay if run.locals.is_open(&run.scene, run.seat) => {
                return run.pay_otherwise();
            }
            Step::PayAndPlay => return run.pay_and_play(),
            Step::EventText => run.event_text(),
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        match step {
            Step::PayAndPlay if self.may_be_free(&offer.scene, offer.seat) => {
                out.push(Choice::Yes);
                if offer.payer().can_pay(self.card.slot, self.paying, self.host) {
                    out.push(Choice::No);
                }
            }
            Step::PayAndPlay => {
                if self.wounds(&offer.scene) {
                    let units = offer.scene.units_under(offer.seat);
                    return out.extend(units.map(Choice::Card));
                }
                if let Some(offering) = self.offering(&offer.scene) {
                    return self.offers(offering, offer, out);
                }
                let Self { card, host, paying, .. } = *self;
                let cost = |units| offer.payer().cost_on(card.slot, paying, host, units);
                let price = |units| self.less_given(&offer.scene, cost(units));
                if !self.is_open(&offer.scene, offer.seat) {
                    return offer.payments(self.price.unwrap_or_else(|| price(0)), &[], out);
                }
                if self.may_exploit(&offer.scene, offer.seat) {
                    let units = offer.scene.units_under(offer.seat);
                    out.extend(units.filter(|&unit| !self.exploits(unit)).map(Choice::Card));
                }
                out.extend(self.discards(offer.scene, offer.seat).map(Choice::Card));
                let purse = Purse::without(&offer.scene, offer.seat, &self.exploited_slots());
                if price(self.exploited.len()) <= purse.reach() {
                    out.push(Choice::Done);
                }
            }
            _ => {
                let payer = offer.payer();
                let cx = Context::of(offer.seat, self.card);
                let by = self.by(&offer.scene);
                offer.hosts(self.card.slot, out);
                let onto = |unit| {
                    let by = by.as_ref();
                    by.is_none_or(|by| by.step.is_onto(&offer.scene, unit, &cx))
                        && payer.can_play_on(self.card.slot, self.paying, unit)
                };
                out.retain(|unit| unit.card().is_some_and(onto));
            }
        }
    }
}

impl Play {
    /// Returns `true` while it is still to be said if the card is played for free.
    pub(crate) fn may_be_free(&self, scene: &Scene<'_>, seat: Seat) -> bool {
        let open = !self.priced && self.paying.pay != Payment::Free && self.price.is_none();
        open && is_free_copy(scene, self.card.slot, seat)
    }

    /// Returns `true` for a card that is attached, if it is of this kind.
    #[must_use]
    pub fn attaches(&self, kind: Kind) -> bool {
        kind == Kind::Upgrade || self.paying.way == Way::Piloting
    }

    /// The play step that plays the card, if one does.
    pub(crate) fn by<'s>(&self, scene: &Scene<'s>) -> Option<&'s Playing> {
        self.step.map(|n| &scene.catalogue.tables.plays[usize::from(n)])
    }

    /// Returns `true` while the unit is still to be named that is damaged in addition to the cost.
    pub(crate) fn wounds(&self, scene: &Scene<'_>) -> bool {
        !self.wounded.is_some() && wounds(scene, self.card.slot, self.paying) > 0
    }

    /// The offering of which it is still to be said what is given up.
    pub(crate) fn offering(&self, scene: &Scene<'_>) -> Option<Offering> {
        let open = !self.given.ended && self.price.is_none();
        offering(scene, self.card.slot).filter(|_| open)
    }

    /// The cost of the card, less what it costs less for what is given up.
    fn less_given(&self, scene: &Scene<'_>, cost: i16) -> i16 {
        let offering = offering(scene, self.card.slot);
        let less = offering.map_or(0, |offering| offering.less(self.given.cards.len()));
        (cost - less).max(0)
    }

    /// The cards that may be given up, as options: after each of them the card can still be paid for.
    fn offers(&self, offering: Offering, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        let (scene, seat, payer) = (&offer.scene, offer.seat, offer.payer());
        let play = (self.card.slot, self.paying, self.host);
        let mut given: Vec<Slot> = self.given.cards.iter().map(|card| card.slot).collect();
        if given.len() < offering.most(scene, seat) {
            for card in offering.cards(scene, seat) {
                if given.contains(&card) {
                    continue;
                }
                given.push(card);
                out.extend(payer.can_offer(play, &given).then_some(Choice::Card(card)));
                given.pop();
            }
        }
        out.extend(payer.pays_offering(play, &given).then_some(Choice::Done));
    }

    /// Returns `true` while it is still to be said what the card is paid for with beside resources.
    pub(crate) fn is_open(&self, scene: &Scene<'_>, seat: Seat) -> bool {
        self.price.is_none()
            && (scene.front(self.card.slot).discard_instead.is_some()
                && scene.has(self.card.slot, Has::PAID_OTHERWISE)
                || self.most_exploited(scene, seat) > 0)
    }

    /// The number of units that may be exploited for the card.
    fn most_exploited(&self, scene: &Scene<'_>, seat: Seat) -> usize {
        exploitable(scene, self.card.slot, seat, self.paying)
    }

    /// Returns `true` while units may still be exploited for the card.
    pub(crate) fn may_exploit(&self, scene: &Scene<'_>, seat: Seat) -> bool {
        self.price.is_none() && self.most_exploited(scene, seat) > 0
    }

    /// The cards that may be discarded instead of paying for it.
    fn discards<'a>(&self, scene: Scene<'a>, seat: Seat) -> impl Iterator<Item = Slot> + use<'a> {
        let Self { card, paying, .. } = *self;
        let none = !self.exploited.is_empty();
        discards(scene, card.slot, seat, paying).filter(move |_| !none)
    }

    /// The units that are exploited for it.
    fn exploited_slots(&self) -> ArrayVec<Slot, EXPLOITED> {
        self.exploited.iter().map(|card| card.slot).collect()
    }

    /// Returns `true` for a unit that is already chosen to be exploited.
    pub(crate) fn exploits(&self, unit: Slot) -> bool {
        self.exploited.iter().any(|card| card.slot == unit)
    }
}

impl<L> Run<'_, L> {
    /// A frame that plays a card.
    pub(crate) fn play_frame(
        &self,
        slot: Slot,
        paying: Paying,
        step: Option<u16>,
        collects: bool,
    ) -> Frame<Locals> {
        let card = self.scene.reference(slot);
        let collects = collects.then_some(self.collection);
        let play = Play {
            card,
            host: Ref::NONE,
            paying,
            step,
            exploited: List::new(),
            price: None,
            wounded: Ref::NONE,
            priced: false,
            given: Given::default(),
        };
        Frame { source: card, collects, ..self.call(play) }
    }
}

impl<L> Run<'_, L> {
    /// Pays so much, with resources and Credit tokens (CR 3.7.13). Asks how many of these are
    /// defeated where that is open, and returns that it does.
    pub(crate) fn pays(&mut self, price: i16, source: Ref, prompt: Prompt) -> Option<Flow> {
        let purse = Purse::of(&self.scene, self.seat);
        match self.credits(purse, price, &[], prompt) {
            Ok(credits) => {
                self.pay(price, credits, source);
                None
            }
            Err(flow) => Some(flow),
        }
    }

    /// The resources that are paid for the cost of a card or an ability, as far as no unit has been
    /// exhausted for it, and the Credit tokens that are defeated for that. These cards are not
    /// exhausted to pay.
    ///
    /// # Errors
    ///
    /// Asks for it where that is open.
    pub(crate) fn pays_cost(
        &mut self,
        purse: Purse,
        cost: i16,
        but: &[Slot],
    ) -> Result<(i16, u8), Flow> {
        let due = rest(&self.scene, self.seat, purse, cost);
        self.credits(purse, due, but, Prompt::Cost).map(|credits| (due, credits))
    }

    /// The number of Credit tokens that are defeated to pay so much.
    ///
    /// # Errors
    ///
    /// Asks for it where that is open, or exhausts a unit first.
    fn credits(
        &mut self,
        purse: Purse,
        due: i16,
        but: &[Slot],
        prompt: Prompt,
    ) -> Result<u8, Flow> {
        let credits = purse.credits_for(due);
        match self.answer.take() {
            Some(Choice::Number(n)) => Ok(n),
            Some(Choice::Done) => Ok(0),
            Some(Choice::Card(slot)) => {
                let unit = self.scene.reference(slot);
                self.propose(Proposal::new(Verb::PayWith, unit, self.seat));
                Err(Flow::Again)
            }
            // All that there is is needed.
            _ if purse.units > 0 && due == i16::from(purse.means()) => {
                for unit in payers(&self.scene, self.seat, but) {
                    self.propose(Proposal::new(Verb::PayWith, unit, self.seat));
                }
                Err(Flow::Again)
            }
            _ if credits.start() < credits.end() || due > 0 && purse.units > 0 => {
                Err(self.ask(self.seat, prompt))
            }
            _ => Ok(*credits.start()),
        }
    }

    /// Pays so much: so many Credit tokens, and resources for the rest.
    pub(crate) fn pay(&mut self, price: i16, credits: u8, source: Ref) {
        let credits = i16::from(credits);
        let advance = self.scene.board.players[usize::from(self.seat)].advance > 0;
        for (verb, amount) in [(Verb::Spend, price - credits), (Verb::DefeatCredits, credits)] {
            if amount > 0 || advance && verb == Verb::Spend {
                self.propose(Proposal::new(verb, source, self.seat).amount(amount));
            }
        }
    }
}

impl Run<'_, Play> {
    /// Asks whether the card is played for free, where that may be, and notes the answer.
    fn free(&mut self) -> Flow {
        match self.answer.take() {
            None => return self.ask(self.seat, Prompt::Cost),
            Some(Choice::Yes) => self.locals.paying.pay = Payment::Free,
            Some(_) => self.locals.priced = true,
        }
        Flow::Again
    }

    /// Asks for one card after another that is given up; it happens to all of them together, before the
    /// card is paid for (CR 6.2.3).
    fn offer(&mut self, offering: Offering) -> Flow {
        let ended = match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.locals.given.cards.push(self.scene.reference(slot));
                false
            }
            Some(_) => true,
            None => false,
        };
        let given = self.locals.given.cards;
        if !ended && given.len() < offering.most(&self.scene, self.seat) {
            return self.ask(self.seat, Prompt::Cost);
        }
        self.locals.given.ended = true;
        for &card in &given {
            self.propose(match offering.of {
                Offered::Damaged(points) => {
                    let damage = Proposal::new(Verb::Damage, card, self.seat);
                    damage.amount(points.into()).by(self.locals.card)
                }
                Offered::ReadyResources => {
                    let defeat = Proposal::new(Verb::Defeat, card, self.seat);
                    defeat.ready(true).by(self.locals.card)
                }
            });
        }
        Flow::Again
    }

    /// Asks for one unit after another; they are defeated together, before the card is paid for. A
    /// card that is discarded instead is all that is paid.
    fn pay_otherwise(&mut self) -> Flow {
        let Play { card, host, paying, .. } = *self.locals;
        let most = self.locals.most_exploited(&self.scene, self.seat);
        let ended = match self.answer.take() {
            Some(Choice::Card(slot)) if self.scene.card(slot).zone == Zone::Hand => {
                let discarded = self.scene.reference(slot);
                self.propose(Proposal::new(Verb::Discard, discarded, self.seat));
                self.play(0, 0);
                return Flow::Then;
            }
            Some(Choice::Card(slot)) => {
                self.locals.exploited.push(self.scene.reference(slot));
                false
            }
            Some(_) => true,
            None => false,
        };
        let chosen = self.locals.exploited;
        let more = chosen.len() < most && self.scene.units_under(self.seat).count() > chosen.len()
            || self.locals.discards(self.scene, self.seat).next().is_some();
        if !ended && more {
            return self.ask(self.seat, Prompt::Cost);
        }
        let payer = Payer::new(self.scene, self.seat);
        let cost = payer.cost_on(card.slot, paying, host, chosen.len());
        self.locals.price = Some(self.locals.less_given(&self.scene, cost));
        for &unit in &chosen {
            self.propose(Proposal::new(Verb::Defeat, unit, self.seat).by(card));
        }
        Flow::Again
    }

    fn pay_and_play(&mut self) -> Flow {
        let Play { card, host, paying, price, .. } = *self.locals;
        let (seat, payer) = (self.seat, Payer::new(self.scene, self.seat));
        let (cost, damage) = payer.dues(card.slot, paying, host);
        let cost = price.unwrap_or_else(|| self.locals.less_given(&self.scene, cost));
        let (due, credits) = match self.pays_cost(payer.purse, cost, &[]) {
            Ok(paid) => paid,
            Err(flow) => return flow,
        };
        let advance = self.scene.board.players[usize::from(seat)].advance;
        self.pay(due, credits, card);
        if damage > 0 {
            self.propose(Proposal::new(Verb::Damage, self.base(seat), seat).amount(damage));
        }
        if self.locals.wounded.is_some() {
            let points = wounds(&self.scene, card.slot, paying).into();
            let damage = Proposal::new(Verb::Damage, self.locals.wounded, seat);
            self.propose(damage.amount(points).by(card));
        }
        // For each Credit token a resource less is paid (CR 3.7.13); a unit is exhausted as though it
        // were one.
        self.play(due + i16::from(advance) - i16::from(credits), credits);
        Flow::Then
    }

    /// The card is played for so many resources, and so many Credit tokens.
    fn play(&mut self, paid: i16, credits: u8) {
        let Play { card, host, paying, .. } = *self.locals;
        let seat = self.seat;
        let verb = match self.scene.printed(card.slot).kind() {
            kind if self.locals.attaches(kind) => Verb::PlayUpgrade,
            Kind::Unit => Verb::PlayUnit,
            _ => Verb::PlayEvent,
        };
        let step = self.locals.by(&self.scene);
        let ready = step.is_some_and(|play| play.step.ready)
            || self.promised(verb, card).any(|(.., ready)| ready);
        let number = match paying.way {
            Way::Smuggle(_) => Proposal::SMUGGLED,
            Way::Plot => Proposal::PLOTTED,
            Way::Printed | Way::Piloting => 0,
        };
        let played = Proposal::new(verb, card, seat).onto(host).ready(ready);
        self.propose(played.number(number).amount(paid));
        // The next card takes the place of a resource that a keyword plays, at the same time
        // (CR 7.5.14G, 7.5.19C); without one, none does (CR 7.5.14H).
        let by_keyword = step.is_none_or(|play| play.step.smuggle);
        let was_resource = self.scene.card(card.slot).zone == Zone::Resources;
        let top = self.scene.board.players[usize::from(seat)].deck.last();
        if let (true, true, Some(&top)) = (by_keyword, was_resource, top) {
            let next = self.scene.reference(top);
            self.propose(Proposal::new(Verb::ToResources, next, seat));
        }
        let given =
            |play: &&Playing| !play.step.grant.is_empty() && (credits > 0 || !play.step.if_credit);
        if let Some(play) = step.filter(given) {
            let last = Proposal::new(Verb::Last(Until::Phase), card.next(), seat);
            self.propose(last.number(play.grant).by(card.next()));
        }
        self.keep_promises(verb, card);
        // What an effect lets be played is an action of its own.
        let allowed = self.scene.allowed(seat, card.slot).filter(|_| step.is_none());
        if let (Verb::PlayUnit, Some((_, weakness @ 1..))) = (verb, allowed) {
            let give = Proposal::new(Verb::Give(Token::Weakness), card.next(), seat);
            self.propose(give.amount(weakness.into()));
        }
    }

    /// Promises for the next card that fits: the number of the effect, its source, the list of
    /// grants, and `true` if the card enters play ready.
    fn promised(
        &self,
        verb: Verb,
        card: Ref,
    ) -> impl Iterator<Item = (u8, Ref, u16, bool)> + use<'_> {
        let scene = self.scene;
        let kind =
            if verb == Verb::PlayUpgrade { Kind::Upgrade } else { scene.printed(card.slot).kind() };
        let seat = self.seat;
        let promises = scene.effects_of(Effects::PROMISES);
        promises.filter(move |(_, effect)| effect.seat == seat).filter_map(
            move |(number, effect)| {
                let EffectKind::Promise { step } = effect.kind else { return None };
                let (what, grants, ready) = &scene.catalogue.tables.promises[usize::from(step)];
                let traits = scene.traits(card.slot);
                let fits = fits_with(what, kind.into(), scene.printed(card.slot), traits);
                fits.then_some((number, effect.source, *grants, *ready))
            },
        )
    }

    /// It has what was promised from when it enters play.
    fn keep_promises(&mut self, verb: Verb, card: Ref) {
        for (number, source, grants, _) in self.promised(verb, card).collect::<Vec<_>>() {
            if !self.scene.catalogue.tables.grants[usize::from(grants)].given.is_empty() {
                let last = Proposal::new(Verb::Last(Until::Phase), card.next(), self.seat);
                self.propose(last.number(grants).by(source));
            }
            self.propose(Proposal::new(Verb::Spent, Ref::NONE, self.seat).number(number.into()));
        }
    }

    fn event_text(&mut self) {
        let slot = self.locals.card.slot;
        let Some(event) = self.scene.front(slot).event else { return };
        if self.is_blanked() {
            return;
        }
        let program = self.scene.catalogue.ability(event).program;
        let source = self.scene.reference(slot);
        self.begin(Frame { source, ..self.resolve(program, Resolving::default()) });
    }

    /// Returns `true` if the event that was just played has lost its abilities as the player's
    /// first one of the round.
    fn is_blanked(&self) -> bool {
        let scene = &self.scene;
        let seat = self.seat;
        let blanks = |slot: Slot| {
            let card = scene.card(slot);
            let cx = Context::of(card.controller, card.reference(slot));
            let who = scene.face(slot).blanks.filter(|_| !scene.stats(slot).is_blank());
            who.is_some_and(|who| scene.seats(who, &cx).contains(&seat))
        };
        scene.board.players[usize::from(seat)].events == 1
            && scene.face_up().into_iter().any(blanks)
    }
}
