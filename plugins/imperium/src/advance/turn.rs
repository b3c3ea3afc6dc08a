//! A turn and the kinds of action.

use cardmill_kernel::card::{Seat, Slot};

use super::Run;
use crate::choice::{Choice, Locals, Prompt};
use crate::piece::{Place, SystemId};
use crate::program::Procedure;
use crate::proposal::{Proposal, Verb};
use crate::scene::Context;
use crate::vocabulary::{Kind, Timing};

impl Run<'_> {
    /// A turn: its start, an action or a pass, its end. Both windows open on the turn a player
    /// passes too (seed 003; LRR 3.3a).
    pub(super) fn turn(&mut self) {
        let seat = self.seat();
        match self.at() {
            0 => {
                self.next();
                self.propose([Proposal::new(Verb::StartTurn, seat)]);
            }
            1 => {
                if let Some(choice) = self.answer() {
                    return self.act(choice);
                }
                let actions = self.actions(seat);
                self.ask(seat, Prompt::Action, actions);
            }
            // A component action that was cancelled is replaced by another action (LRR 22.4).
            2 => {
                let cancelled = core::mem::take(&mut self.locals().cancelled);
                self.go(if cancelled { 1 } else { 3 });
            }
            3 => {
                self.next();
                self.propose([Proposal::new(Verb::EndTurn, seat)]);
            }
            _ => self.end(),
        }
    }

    fn actions(&self, seat: Seat) -> Vec<Choice> {
        let scene = self.scene();
        let strategy = |slot: &Slot| !scene.piece(*slot).exhausted;
        let cards = || scene.cards(seat, Place::Area, Kind::Strategy).filter(strategy);
        let mut actions: Vec<Choice> = cards().map(Choice::Strategic).collect();
        if self.board.player(seat).pools[0] > 0 {
            let systems = 0..self.board.systems.len() as SystemId;
            let free = systems.filter(|&system| !self.board.has_token(system, seat));
            actions.extend(free.map(Choice::Activate));
        }
        for slot in scene.slots() {
            for (program, _) in scene.abilities(slot, seat) {
                if scene.action_refusal(seat, slot, program).is_none() {
                    actions.push(Choice::Component(slot, program));
                }
            }
        }
        actions.extend(scene.partners(seat).map(Choice::Trade));
        // LRR 3.4
        if cards().next().is_none() {
            actions.push(Choice::Pass);
        }
        if actions.iter().all(|action| matches!(action, Choice::Trade(_))) {
            actions.push(Choice::Pass);
        }
        actions
    }

    fn act(&mut self, choice: Choice) {
        let seat = self.seat();
        match choice {
            Choice::Trade(partner) => {
                let locals = Locals { other: partner, ..Locals::default() };
                self.call(Procedure::Transaction, seat, locals);
            }
            Choice::Strategic(slot) => {
                self.go(3);
                let source = self.reference(slot);
                let locals = Locals::default();
                self.begin(Procedure::Strategic as u16, seat, source, locals);
            }
            Choice::Activate(system) => {
                self.go(3);
                let locals = Locals { system, ..Locals::default() };
                self.call(Procedure::Tactical, seat, locals);
            }
            Choice::Component(slot, program) => {
                self.go(2);
                let source = self.reference(slot);
                self.begin(program, seat, source, Locals::default());
            }
            _ => {
                self.go(3);
                self.propose([Proposal::new(Verb::Pass, seat)]);
            }
        }
    }

    /// The primary ability, then the secondary abilities clockwise, then the card is exhausted
    /// (LRR 82; seed 003). `locals.count` counts players.
    pub(super) fn strategic(&mut self) {
        let (seat, card) = (self.seat(), self.frame().source);
        match self.at() {
            0 => {
                self.next();
                self.strategy_ability(seat, Timing::Primary);
            }
            1 => {
                let n = self.frame().locals.count as Seat;
                let players = self.board.players.len() as Seat;
                if n + 1 >= players {
                    return self.next();
                }
                let other = (seat + 1 + n) % players;
                self.secondary(other);
            }
            2 => {
                self.next();
                self.propose([Proposal::new(Verb::Exhaust, seat).of(card)]);
            }
            _ => self.end(),
        }
    }

    fn secondary(&mut self, other: Seat) {
        let free = self.board.player(other).free_secondary;
        let answer = match free {
            true => Some(Choice::Yes),
            false => self.answer(),
        };
        match answer {
            None => {
                let card = self.scene().printed(self.frame().source.slot);
                let secondary =
                    card.abilities.iter().find(|a| a.timing.contains(&Timing::Secondary));
                let context = Context::of(other);
                let can = secondary.is_some_and(|ability| {
                    self.scene().payable(ability, other) && self.scene().all_hold(ability, &context)
                });
                let options: &[Choice] =
                    if can { &[Choice::Yes, Choice::No] } else { &[Choice::No] };
                self.ask(other, Prompt::Secondary, options.iter().copied());
            }
            Some(Choice::Yes) => {
                self.locals().count += 1;
                self.strategy_ability(other, Timing::Secondary);
                if free {
                    let used = Proposal::new(Verb::FreeSecondary, other);
                    self.propose([used]);
                }
            }
            Some(_) => self.locals().count += 1,
        }
    }

    /// Begins an ability of the strategy card in use. Without the cost if it is free.
    fn strategy_ability(&mut self, seat: Seat, timing: Timing) {
        let card = self.frame().source;
        let definition = self.scene().piece(card.slot).definition;
        let mut abilities = self.catalogue.abilities(definition);
        let found = abilities.find(|(_, ability)| ability.timing.contains(&timing));
        if let Some((program, ability)) = found {
            let free = timing == Timing::Secondary && self.board.player(seat).free_secondary;
            let at = if free { ability.cost.len() as u16 } else { 0 };
            self.begin(program, seat, card, Locals::default());
            self.go(at);
        }
    }
}
