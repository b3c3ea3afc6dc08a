//! Playing a card (CR 6.2).

use crate::card::{Aspect, Kind, When};
use crate::choice::{Answer, Flow, Players, Prompt};
use crate::game::Game;
use crate::set::{Card, CardSet, Seat};
use crate::trigger::Ability;

impl<P: Players> Game<'_, P> {
    /// Cards of the hand that can be paid; an upgrade needs a unit to attach to (CR 6.2.2B).
    pub(super) fn playable(&self, seat: Seat) -> CardSet {
        let player = &self.state.players[seat];
        let most = usize::from(player.ready).min(player.within.len() - 1);
        let payable = player.hand & player.within[most];
        if !self.state.in_play().is_empty() {
            return payable;
        }
        payable.only(|card| self.state.printed(card).kind != Kind::Upgrade)
    }

    pub(super) fn play_card(&mut self, card: Card) -> Flow {
        match self.state.printed(card).kind {
            Kind::Unit => {
                self.pay(card);
                self.state.enter(card, false);
                self.trigger_played(card);
                self.settle()
            }
            Kind::Upgrade => {
                self.offer(self.state.in_play());
                let host = self.ask(card.owner(), Prompt::Host)?;
                self.pay(card);
                if let Answer::Card(host) = host {
                    self.state.attached.add(card);
                    self.state.host[card.index()] = host;
                    self.state.refresh(host);
                }
                self.settle()
            }
            _ => {
                self.pay(card);
                self.state.players[card.owner()].discard.add(card);
                self.settle()?;
                self.text(self.state.now(card))
            }
        }
    }

    fn pay(&mut self, card: Card) {
        let player = &mut self.state.players[card.owner()];
        player.ready -= player.price[card.place()];
        player.hand.remove(card);
    }

    /// Lets the abilities wait that trigger when a unit is played: its keywords and text, and those
    /// of units that watch (CR 7.6.13).
    fn trigger_played(&mut self, unit: Card) {
        self.trigger_arrival(unit);
        let was = self.state.now(unit);
        if self.state.printed(unit).when.meets(When::PLAYED) {
            self.wait(Ability::Text, was, was);
        }
        if self.state.has_aspect(unit, Aspect::Command) {
            for watcher in self.state.watchers & CardSet::of(unit.owner()) {
                if self.state.printed(watcher).when.meets(When::COMMAND_PLAYED) {
                    self.wait(Ability::Text, self.state.now(watcher), was);
                }
            }
        }
    }
}
