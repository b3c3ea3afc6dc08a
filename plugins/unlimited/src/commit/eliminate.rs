//! Players are eliminated from games of more than two (CR 11.3).

use super::Commit;
use crate::knowledge::Knowledge;
use crate::prelude::*;
use crate::zones::End;

/// The damage that whoever eliminates somebody heals from their base in Twin Suns (CR 12.6.2).
const HEALED: i16 = 5;

impl Commit<'_, '_, '_> {
    /// A player is eliminated. In Twin Suns whoever did that heals damage from their own base.
    pub(super) fn leave(&mut self, what: Proposal) -> bool {
        if self.state.board.is_out(what.seat) {
            return false;
        }
        self.eliminate(what.seat);
        let fact = self.fact_of(Reads::PLAY.with(Reads::LEFT).with(Reads::DAMAGE), what);
        let by = what.responsible().filter(|&by| by != what.seat && !self.state.board.is_out(by));
        if let Some(by) = by.filter(|_| self.state.board.suns) {
            let base = self.state.board.players[usize::from(by)].base;
            let subject = self.card(base).reference(base);
            self.heal(Proposal::new(Verb::Heal, subject, by).amount(HEALED));
        }
        fact
    }

    /// All cards of a player are removed, as are those of others in their play area, and nothing counts as
    /// having left play (CR 11.3.1, 11.3.1A). Effects they have created stay (CR 11.3.3).
    pub(super) fn eliminate(&mut self, seat: Seat) {
        if self.state.board.is_out(seat) {
            return;
        }
        self.take_back_pass(seat);
        let next = self.state.board.players.next(seat);
        let board = &mut *self.state.board;
        board.players[usize::from(seat)].out = true;
        if board.initiative == seat {
            // It goes to the middle, and can be taken (CR 11.3.4).
            (board.initiative, board.loose, board.taken) = (next, true, false);
        }
        let here = |card: &Card| card.owner == seat || card.controller == seat;
        let fixed: Vec<Slot> = {
            let player = &board.players[usize::from(seat)];
            player.leaders().chain([player.base]).collect()
        };
        let leaves = |&slot: &Slot| {
            let card = self.card(slot);
            let on = card.zone == Zone::Attached
                && (here(&self.card(card.host)) || fixed.contains(&card.host));
            here(&card) || on
        };
        let gone: Vec<Slot> = self.state.board.play.iter().copied().filter(leaves).collect();
        for slot in gone {
            let was = self.card(slot).reference(slot);
            let tables = &self.state.catalogue.tables;
            self.end_effects(|_, effect| {
                effect.kind.until(tables) == Some(Until::InPlay) && effect.source == was
            });
            self.remove(slot, seat);
        }
        let owned = |slot: &Slot| {
            let card = self.card(*slot);
            let there = matches!(
                card.zone,
                Zone::Deck
                    | Zone::Hand
                    | Zone::Discard
                    | Zone::Resources
                    | Zone::Captured
                    | Zone::Base
            );
            there && (card.owner == seat || card.zone == Zone::Resources && card.controller == seat)
        };
        let rest: Vec<Slot> = (0..self.state.board.slots).filter(owned).collect();
        for slot in rest {
            self.remove(slot, seat);
        }
        let player = self.player(seat);
        (player.ready, player.credits, player.done) = (0, 0, true);
        let (cards, knowledge): (&[Card], &mut Knowledge) =
            (self.state.cards, self.state.knowledge);
        knowledge.forget(|slot| cards[usize::from(slot)].owner == seat);
        self.changed(Reads::PLAY.with(Reads::LEFT).with(Reads::RESOURCES).with(Reads::PILES));
        self.change.unsettled.constants = true;
        self.change.unsettled.consequences = true;
    }

    /// Passes in a row are counted over the players who are left.
    fn take_back_pass(&mut self, seat: Seat) {
        let board = &mut *self.state.board;
        let passed: Vec<Seat> = {
            let count = board.players.len() as Seat;
            let back = (0..count).map(|n| (board.active + count - n) % count);
            back.filter(|&seat| !board.is_out(seat)).take(board.passes.into()).collect()
        };
        if passed.contains(&seat) {
            board.passes -= 1;
        }
    }

    /// Removes a card of a player who is eliminated from the game; one of another player goes to that
    /// player's discard pile, a token is set aside.
    fn remove(&mut self, slot: Slot, of: Seat) {
        let card = self.card(slot);
        self.state.modifiers.outdate(slot);
        self.zones().lift(slot);
        let kind = self.state.catalogue.card(self.card(slot).definition).kind();
        if kind.is_token() {
            let retired = self.zones().retire(slot, kind);
            self.done(retired);
        } else if card.owner == of {
            self.card_mut(slot).move_to(Zone::Aside, of);
        } else {
            let put = self.zones().put(slot, Zone::Discard, card.owner, End::Last);
            self.done(put);
            self.follow(slot, card, None);
        }
    }
}
