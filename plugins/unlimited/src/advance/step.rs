//! The steps of abilities.

use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::table::Fault;

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::procedure::Collect;
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Refs};
use crate::vocabulary::{Measure, Register, Step, Who, Whom};

impl Run<'_> {
    pub(super) fn step(&mut self, step: &Step) -> Flow {
        match step {
            Step::Choose(choice) => return self.choose(choice),
            Step::ChooseArena => {
                return match self.answer.take() {
                    Some(Choice::In(arena)) => {
                        self.locals.arena = arena;
                        Flow::Next
                    }
                    _ => self.ask(self.seat, Prompt::Step),
                };
            }
            Step::NameCard => {
                return match self.answer.take() {
                    Some(Choice::Name(card)) => {
                        self.locals.named = Some(card);
                        Flow::Next
                    }
                    _ => self.ask(self.seat, Prompt::Step),
                };
            }
            Step::Damage { to, amount, per, plus, by } => {
                let by = by.as_ref().map(|by| self.scene.first(by, &self.cx()));
                let source = by.unwrap_or(self.source);
                let mut cards = Refs::new();
                for whom in to {
                    self.scene.whom(whom, &self.cx(), &mut cards);
                }
                for target in cards {
                    let per = self.scene.measure(per, &Context { target, ..self.cx() });
                    let points = i16::from(*amount).saturating_mul(per);
                    let points = points.saturating_add((*plus).into());
                    if points > 0 {
                        let damage = Proposal::new(Verb::Damage, target, self.seat);
                        self.propose(damage.amount(points).by(source));
                    }
                }
            }
            Step::Divide { among, amount, per, by } => {
                return self.divide(among, (*amount).into(), per, by.as_ref());
            }
            Step::Heal { on, amount, per } => {
                let points = self.amount((*amount).into(), per);
                self.each(on, |card, seat| Proposal::new(Verb::Heal, card, seat).amount(points));
            }
            Step::HealUpTo { amount, .. } => return self.heal_up_to(*amount),
            Step::Defeat(list) => self.all(list, Verb::Defeat),
            Step::Capture { what, by } => {
                let guard = self.scene.first(by, &self.cx());
                self.each(what, |card, seat| Proposal::new(Verb::Capture, card, seat).onto(guard));
            }
            Step::Collect(whom) => {
                let unit = self.scene.first(whom, &self.cx());
                // They are resolved before whatever else waits.
                let collects = Some(self.collection);
                self.begin(Frame { collects, ..self.call(Collect { unit }) });
            }
            Step::Exhaust(list) => self.all(list, Verb::Exhaust),
            Step::Ready(list) => self.all(list, Verb::Ready),
            Step::ReadyResources(who, count) => return self.ready_resources(*who, *count),
            Step::ExhaustResources(who, n) => self.resources(*who, *n, Verb::ExhaustResources),
            Step::Pay(n) => {
                if self.scene.board.players[usize::from(self.seat)].ready >= *n {
                    let pay = Proposal::new(Verb::Spend, self.source, self.seat);
                    self.propose(pay.amount((*n).into()));
                }
            }
            Step::PayAny => return self.pay_any(),
            Step::Give { token, to, count, per } => {
                let n = self.amount((*count).into(), per);
                if n > 0 {
                    let verb = Verb::Give(*token);
                    self.each(to, |card, seat| Proposal::new(verb, card, seat).amount(n));
                }
            }
            Step::TheForce(who) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    self.propose(Proposal::new(Verb::TheForce, Ref::NONE, seat));
                }
            }
            Step::Draw(who, n) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    for _ in 0..*n {
                        self.propose(Proposal::new(Verb::Draw, Ref::NONE, seat));
                    }
                }
            }
            Step::Discard { .. } => return self.discard(step),
            Step::DiscardHand(who) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    for &slot in &self.scene.board.players[usize::from(seat)].hand {
                        self.out.proposals.push(Proposal::new(
                            Verb::Discard,
                            self.scene.reference(slot),
                            seat,
                        ));
                    }
                }
                if self.out.proposals.is_empty() {
                    // Without cards the hand counts as discarded (CR 1.14.6).
                    self.locals.did = true;
                    return Flow::Next;
                }
            }
            Step::DiscardDeck { who, count, per } => {
                let n = self.amount((*count).into(), per);
                self.locals.forget(Register::It);
                for seat in self.scene.seats(*who, &self.cx()) {
                    self.mill(seat, n);
                }
            }
            Step::DiscardCards(list) => self.all(list, Verb::Discard),
            Step::LookAtHand(who) => {
                for seat in self.scene.seats(*who, &self.cx()) {
                    self.look_at_hand(seat);
                }
            }
            Step::LookTop => {
                self.locals.forget(Register::It);
                let top = self.scene.board.players[usize::from(self.seat)].deck.last().copied();
                if let Some(slot) = top {
                    self.bind(Register::It, self.scene.reference(slot));
                    self.propose(Proposal::new(Verb::Look, self.scene.reference(slot), self.seat));
                }
            }
            Step::Reveal(whom) => self.all(core::slice::from_ref(whom), Verb::Reveal),
            Step::Arrange(n) => return self.arrange(*n),
            Step::DrawCards(whom) => self.all(core::slice::from_ref(whom), Verb::ToHand),
            Step::ToHand(list) => self.all(list, Verb::ToHand),
            Step::ToBottom(list) => {
                let mut cards = Refs::new();
                for whom in list {
                    self.scene.whom(whom, &self.cx(), &mut cards);
                }
                self.put_on_bottom(&mut cards);
            }
            Step::ToResources { what, ready } => {
                self.each(core::slice::from_ref(what), |card, seat| {
                    Proposal::new(Verb::ToResources, card, seat).ready(*ready)
                });
            }
            Step::ResourceTop { ready } => {
                let top = self.scene.board.players[usize::from(self.seat)].deck.last().copied();
                if let Some(slot) = top {
                    let card = self.scene.reference(slot);
                    self.propose(Proposal::new(Verb::ToResources, card, self.seat).ready(*ready));
                }
            }
            Step::TakeControl { what, who } => {
                let mut cards = Refs::new();
                self.scene.whom(what, &self.cx(), &mut cards);
                for card in cards {
                    let seat = match who {
                        Who::OwnerOfIt => self.scene.card(card.slot).owner,
                        _ => self.scene.seat(*who, &self.cx()),
                    };
                    self.propose(Proposal::new(Verb::TakeControl, card, seat));
                }
            }
            Step::ExtraAction => {
                self.propose(Proposal::new(Verb::ExtraAction, Ref::NONE, self.seat));
            }
            Step::Search(search) => return self.search(search),
            Step::UseAction(_) => match self.answer.take() {
                None => return self.ask(self.seat, Prompt::Step),
                Some(choice) => self.action(choice),
            },
            // Compiled into instructions of their own.
            Step::May(_)
            | Step::If(..)
            | Step::Modes { .. }
            | Step::EachPlayer(_)
            | Step::Attack(_)
            | Step::Play(_)
            | Step::Lasting { .. }
            | Step::Replace { .. }
            | Step::NextCostsLess { .. }
            | Step::Delayed { .. } => {
                self.out.fault = Some(Fault::Invariant("a compiled step was run as it is"));
            }
        }
        Flow::Then
    }

    pub(super) fn amount(&self, amount: i16, per: &Measure) -> i16 {
        amount.saturating_mul(self.scene.measure(per, &self.cx()))
    }

    /// Proposes the same for every card named, with this card as the source unless it says
    /// another.
    pub(super) fn each(&mut self, list: &[Whom], make: impl Fn(Ref, Seat) -> Proposal) {
        let mut cards = Refs::new();
        for whom in list {
            self.scene.whom(whom, &self.cx(), &mut cards);
        }
        let (seat, source) = (self.seat, self.source);
        self.out.proposals.extend(cards.into_iter().map(|card| {
            let what = make(card, seat);
            if what.source.is_some() { what } else { what.by(source) }
        }));
    }

    /// Proposes one thing for every card named.
    fn all(&mut self, list: &[Whom], verb: Verb) {
        self.each(list, |card, seat| Proposal::new(verb, card, seat));
    }

    pub(super) fn resources(&mut self, who: Who, n: u8, verb: Verb) {
        for seat in self.scene.seats(who, &self.cx()) {
            self.propose(Proposal::new(verb, Ref::NONE, seat).amount(n.into()));
        }
    }
}
