//! The elimination of a player, and what becomes of their cards, figures and tokens (LRR 33).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::streams::Purpose;

use super::Commit;
use crate::board::Outcome;
use crate::piece::Place;
use crate::vocabulary::{Gain, Kind, Step};

impl Commit<'_, '_, '_> {
    pub(super) fn eliminate(&mut self, seat: Seat) {
        let left = self.state.board.clockwise(seat).nth(1);
        self.state.board.eliminated |= 1 << seat;
        for slot in 0..self.state.board.slots {
            self.leave(slot, seat);
        }
        let board = &mut *self.state.board;
        board.scored.retain(|&(_, by)| by != seat);
        for system in &mut board.systems {
            system.tokens &= !(1 << seat);
        }
        let player = board.player_mut(seat);
        (player.pools, player.passed) = ([0; 3], true);
        (player.trade_goods, player.commodities, player.revived) = (0, 0, 0);
        // LRR 33.8
        if board.speaker == seat
            && let Some(left) = left
        {
            board.speaker = left;
        }
        self.end(|of, _| of == seat);
        self.change.streams.shuffle(Purpose::Shared, &mut self.state.board.secret_deck);
        // Whoever is left alone has nobody to play against.
        let mut rest = self.state.board.clockwise(seat);
        if let (Some(last), None) = (rest.next(), rest.next())
            && self.state.board.outcome == Outcome::Open
        {
            self.state.board.outcome = Outcome::Win(last);
        }
    }

    /// Takes a card or figure away that is of a player who leaves, or that the player has.
    fn leave(&mut self, slot: Slot, seat: Seat) {
        let printed = self.scene().printed(slot);
        let (piece, kind) = (self.read(slot), printed.kind);
        let held = piece.holder == seat && matches!(piece.place, Place::Hand | Place::Area);
        let place = match kind {
            // LRR 33.2, 33.4
            Kind::Unit | Kind::Note if piece.owner == seat => Place::Box,
            Kind::Note if held => Place::Hand,
            Kind::Technology | Kind::Upgrade | Kind::Faction | Kind::FactionAbility if held => {
                Place::Box
            }
            // LRR 33.3, 33.5
            Kind::Agenda | Kind::Action if held => Place::Discard,
            // LRR 33.6
            Kind::Strategy if held => Place::Common,
            // LRR 33.7
            Kind::Objective if held => Place::Deck,
            _ => return,
        };
        match kind {
            // The point of Support for the Throne goes with it.
            Kind::Note if piece.owner == seat && piece.place == Place::Area && !held => {
                let card = self.scene().printed(slot);
                let steps = card.abilities.iter().flat_map(|ability| &ability.steps);
                let points = steps.filter(|step| matches!(step, Step::Gain(_, Gain::Points, _)));
                let points = points.count() as i8;
                self.score(piece.holder, -points);
            }
            Kind::Note if piece.owner != seat => self.piece(slot).holder = piece.owner,
            Kind::Objective => self.state.board.secret_deck.push(slot),
            _ => {}
        }
        let piece = self.piece(slot);
        (piece.place, piece.exhausted, piece.damaged) = (place, false, false);
        piece.incarnation = piece.incarnation.wrapping_add(1);
    }
}
