//! Playing cards and using action abilities (CR 6.2, 6.4).

use cardmill_kernel::card::Slot;
use cardmill_kernel::stack::Frame;

use super::{Flow, Run};
use crate::choice::{Choice, Locals, Prompt};
use crate::cost::{Payer, Paying};
use crate::program::PLAY;
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::{Ability, Cost, Kind, Payment, Register, Until};

impl Run<'_> {
    /// A frame that plays a card: `It` is the card, `number` and `left` how it is paid for.
    pub(super) fn play_frame(
        &self,
        slot: Slot,
        paying: Paying,
        step: Option<u16>,
        collects: bool,
    ) -> Frame<Locals> {
        let mut locals = Locals { step, ..Locals::default() };
        locals.bind(Register::It, self.scene.reference(slot));
        // How it is paid: -1 the whole cost, -2 nothing, otherwise so much less.
        locals.number = match paying.pay {
            Payment::Cost => -1,
            Payment::Free => -2,
            Payment::Less(less) => less.into(),
        };
        locals.left = paying.smuggle.map_or(0, |n| n + 1);
        let mut frame = self.call(PLAY, locals);
        frame.source = self.scene.reference(slot);
        frame.collects = collects.then_some(self.collection);
        frame
    }

    pub(super) fn host(&mut self) -> Flow {
        let card = self.attacker();
        if !matches!(self.scene.printed(card.slot).kind(), Kind::Upgrade | Kind::Leader) {
            return Flow::Next;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Other, self.scene.reference(slot));
                Flow::Next
            }
            _ => self.ask(self.frame.seat, Prompt::Host),
        }
    }

    pub(super) fn pay_and_play(&mut self) -> Flow {
        let card = self.attacker();
        let seat = self.frame.seat;
        let pay = match self.frame.locals.number {
            -1 => Payment::Cost,
            -2 => Payment::Free,
            less => Payment::Less(less as u8),
        };
        let smuggle = self.frame.locals.left.checked_sub(1);
        let paying = Paying { pay, smuggle };
        let price = Payer::new(self.scene, seat).cost(card.slot, paying);
        if price > 0 {
            self.propose(Proposal::new(Verb::Spend, card, seat).amount(price));
        }
        let printed = self.scene.printed(card.slot);
        let verb = match printed.kind() {
            Kind::Unit => Verb::PlayUnit,
            Kind::Upgrade => Verb::PlayUpgrade,
            _ => Verb::PlayEvent,
        };
        let step =
            self.frame.locals.step.map(|n| &self.scene.catalogue.tables.plays[usize::from(n)]);
        let ready = step.is_some_and(|play| play.step.ready);
        let play = Proposal::new(verb, card, seat).onto(self.defender()).ready(ready);
        self.propose(play);
        // The next card takes the place of one that was a resource, at the same time
        // (CR 7.5.14G); without one, none does (CR 7.5.14H).
        let top = self.scene.board.players[usize::from(seat)].deck.last();
        if let (Some(_), Some(&top)) = (smuggle, top) {
            let next = self.scene.reference(top);
            self.propose(Proposal::new(Verb::ToResources, next, seat));
        }
        if let Some(play) = step.filter(|play| !play.step.grant.is_empty()) {
            let last = Proposal::new(Verb::Last(Until::Phase), card.next(), seat);
            self.propose(last.number(play.grant).by(card.next()));
        }
        Flow::Then
    }

    pub(super) fn event_text(&mut self) -> Flow {
        let card = self.attacker();
        let Some(event) = self.scene.printed(card.slot).front.event else { return Flow::Next };
        if self.is_blanked() {
            return Flow::Next;
        }
        let program = self.scene.catalogue.ability(event).program;
        let source = self.scene.reference(card.slot);
        self.begin(Frame { source, ..self.call(program, Locals::default()) });
        Flow::Then
    }

    /// Whether the event that was just played has lost its abilities as the player's first one
    /// of the round.
    fn is_blanked(&self) -> bool {
        let scene = &self.scene;
        let seat = self.frame.seat;
        let blanks = |slot: Slot| {
            let card = scene.card(slot);
            let cx = Context::of(card.controller, card.reference(slot));
            let who = scene.face(slot).blanks.filter(|_| !scene.stats(slot).blank);
            who.is_some_and(|who| scene.seats(who, &cx).contains(&seat))
        };
        scene.board.players[usize::from(seat)].events == 1
            && scene.face_up().into_iter().any(blanks)
    }

    pub(super) fn used_ability(&self) -> &Ability {
        let id = self.frame.locals.step.unwrap_or_default();
        &self.scene.catalogue.ability(id).ability
    }

    pub(super) fn cost_choice(&mut self) -> Flow {
        let Ability::Action { cost, .. } = self.used_ability() else { return Flow::End };
        if !cost.iter().any(|part| matches!(part, Cost::Defeat(_) | Cost::Discard(_))) {
            return Flow::Next;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Third, self.scene.reference(slot));
                Flow::Next
            }
            _ => self.ask(self.frame.seat, Prompt::Cost),
        }
    }

    /// The whole cost is paid at once (CR 6.4.4).
    pub(super) fn pay_costs(&mut self) -> Flow {
        let id = self.frame.locals.step.unwrap_or_default();
        let catalogue = self.scene.catalogue;
        let Ability::Action { cost, epic, .. } = &catalogue.ability(id).ability else {
            return Flow::End;
        };
        let (source, seat) = (self.frame.source, self.frame.seat);
        let chosen = self.frame.locals.bound(Register::Third).next().unwrap_or_default();
        if *epic {
            self.propose(Proposal::new(Verb::UseEpic, source, seat));
        }
        for part in cost {
            let paid = match part {
                Cost::Exhaust => Proposal::new(Verb::Exhaust, source, seat),
                Cost::Resources(n) => Proposal::new(Verb::Spend, source, seat).amount((*n).into()),
                Cost::DefeatThis => Proposal::new(Verb::Defeat, source, seat),
                Cost::Defeat(_) => Proposal::new(Verb::Defeat, chosen, seat),
                Cost::Discard(_) => Proposal::new(Verb::Discard, chosen, seat),
            };
            self.propose(paid);
        }
        Flow::Then
    }

    pub(super) fn ability_text(&mut self) -> Flow {
        let id = self.frame.locals.step.unwrap_or_default();
        let program = self.scene.catalogue.ability(id).program;
        let mut locals = Locals::default();
        locals.bound = self.frame.locals.bound;
        let frame = self.call(program, locals);
        self.begin(frame);
        Flow::Then
    }
}
