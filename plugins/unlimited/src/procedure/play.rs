//! A card is played (CR 6.2).

use core::hash::{Hash, Hasher};

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::list::List;
use cardmill_kernel::procedure::Line::{Do, Label, Unless};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::stack::Frame;
use serde::{Deserialize, Serialize};

use super::{Locals, Procedure};
use crate::advance::{Flow, Run};
use crate::choice::{Choice, Prompt, Resolving};
use crate::cost::{Payer, Paying, exploitable};
use crate::options::Offer;
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::{Kind, Until};

/// Units that can be exploited for one card.
pub(crate) const EXPLOITED: usize = 8;

/// A card is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Play {
    /// The card.
    pub card: Ref,
    /// The unit it attaches to, once that is chosen.
    pub host: Ref,
    /// How it is paid for.
    pub paying: Paying,
    /// The play step of the catalogue that plays it, if one does.
    pub step: Option<u16>,
    /// The units that are exploited for it, as far as they are chosen.
    pub exploited: List<Ref, EXPLOITED>,
    /// What it costs, once they are.
    pub price: Option<i16>,
}

impl Hash for Play {
    /// Where nothing is exploited, as though nothing ever could be: digests of games without it
    /// are what they were.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Self { card, host, paying, step, exploited, price } = self;
        (card, host, paying, step).hash(state);
        if !exploited.is_empty() || price.is_some() {
            (exploited, price).hash(state);
        }
    }
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
        // CR 6.2.3 (7.5.16C) to 6.2.5
        Label("pay"),
        Do(Step::PayAndPlay),
        // CR 6.2.5C
        Do(Step::EventText),
    ]);

    fn holds(run: &Run<'_, Self>, _: Test) -> bool {
        run.scene.printed(run.locals.card.slot).kind() == Kind::Upgrade
    }

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        match step {
            Step::ChooseHost => match run.answer.take() {
                Some(Choice::Card(slot)) => run.locals.host = run.scene.reference(slot),
                _ => return run.ask(run.seat, Prompt::Host),
            },
            Step::PayAndPlay if run.may_exploit() => return run.exploit(),
            Step::PayAndPlay => run.pay_and_play(),
            Step::EventText => run.event_text(),
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        match step {
            Step::PayAndPlay => {
                let units = exploitable(&offer.scene, offer.seat);
                out.extend(units.filter(|&unit| !self.exploits(unit)).map(Choice::Card));
                let ready = offer.scene.board.players[usize::from(offer.seat)].ready;
                let price = offer.payer().cost_exploiting(
                    self.card.slot,
                    self.paying,
                    self.exploited.len(),
                );
                if price <= ready.into() {
                    out.push(Choice::Done);
                }
            }
            _ => offer.hosts(self.card.slot, out),
        }
    }
}

impl Play {
    /// Whether a unit is already chosen to be exploited.
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
        let play =
            Play { card, host: Ref::NONE, paying, step, exploited: List::new(), price: None };
        Frame { source: card, collects, ..self.call(play) }
    }
}

impl Run<'_, Play> {
    /// Whether units may still be exploited for the card.
    fn may_exploit(&self) -> bool {
        let printed = self.scene.printed(self.locals.card.slot);
        printed.front.exploit > 0 && self.locals.price.is_none()
    }

    /// Asks for one unit after another; they are defeated together, before the card is paid for.
    fn exploit(&mut self) -> Flow {
        let Play { card, paying, .. } = *self.locals;
        let most = usize::from(self.scene.printed(card.slot).front.exploit);
        let ended = match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.locals.exploited.push(self.scene.reference(slot));
                false
            }
            Some(_) => true,
            None => false,
        };
        let chosen = self.locals.exploited;
        let more = exploitable(&self.scene, self.seat).count() > chosen.len();
        if !ended && more && chosen.len() < most {
            return self.ask(self.seat, Prompt::Cost);
        }
        let payer = Payer::new(self.scene, self.seat);
        self.locals.price = Some(payer.cost_exploiting(card.slot, paying, chosen.len()));
        for &unit in &chosen {
            self.propose(Proposal::new(Verb::Defeat, unit, self.seat).by(card));
        }
        Flow::Again
    }

    fn pay_and_play(&mut self) {
        let Play { card, host, paying, step, price, .. } = *self.locals;
        let seat = self.seat;
        let price = price.unwrap_or_else(|| Payer::new(self.scene, seat).cost(card.slot, paying));
        if price > 0 {
            self.propose(Proposal::new(Verb::Spend, card, seat).amount(price));
        }
        let verb = match self.scene.printed(card.slot).kind() {
            Kind::Unit => Verb::PlayUnit,
            Kind::Upgrade => Verb::PlayUpgrade,
            _ => Verb::PlayEvent,
        };
        let step = step.map(|n| &self.scene.catalogue.tables.plays[usize::from(n)]);
        let ready = step.is_some_and(|play| play.step.ready);
        self.propose(Proposal::new(verb, card, seat).onto(host).ready(ready));
        // The next card takes the place of one that was a resource, at the same time
        // (CR 7.5.14G); without one, none does (CR 7.5.14H).
        let top = self.scene.board.players[usize::from(seat)].deck.last();
        if let (Some(_), Some(&top)) = (paying.smuggle, top) {
            let next = self.scene.reference(top);
            self.propose(Proposal::new(Verb::ToResources, next, seat));
        }
        if let Some(play) = step.filter(|play| !play.step.grant.is_empty()) {
            let last = Proposal::new(Verb::Last(Until::Phase), card.next(), seat);
            self.propose(last.number(play.grant).by(card.next()));
        }
    }

    fn event_text(&mut self) {
        let slot = self.locals.card.slot;
        let Some(event) = self.scene.printed(slot).front.event else { return };
        if self.is_blanked() {
            return;
        }
        let program = self.scene.catalogue.ability(event).program;
        let source = self.scene.reference(slot);
        self.begin(Frame { source, ..self.resolve(program, Resolving::default()) });
    }

    /// Whether the event that was just played has lost its abilities as the player's first one
    /// of the round.
    fn is_blanked(&self) -> bool {
        let scene = &self.scene;
        let seat = self.seat;
        let blanks = |slot: Slot| {
            let card = scene.card(slot);
            let cx = Context::of(card.controller, card.reference(slot));
            let who = scene.face(slot).blanks.filter(|_| !scene.stats(slot).blank);
            who.is_some_and(|who| scene.seats(who, &cx).contains(&seat))
        };
        scene.board.players[usize::from(seat)].events == 1
            && scene.face_up().into_iter().any(blanks)
    }
}
