//! All that a seat knows of a table, as a value: tables that look alike to it are equal.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::Entry;

use super::View;
use crate::board::Board;
use crate::choice::{Choice, Prompt};
use crate::effect::Effect;
use crate::piece::{Piece, Place};
use crate::token::Token;
use crate::vocabulary::Kind;

/// The knowledge of a seat about a table at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The board; what lies in decks is unknown, and so are dice to come.
    board: Board,
    /// The cards and figures that it sees, by slot.
    pieces: Vec<Option<Piece>>,
    /// The numbers of action cards and secret objectives that each player holds.
    hands: Vec<[usize; 2]>,
    effects: Vec<Effect>,
    tokens: Vec<Token>,
    /// The programs that are being resolved, where they stand and who resolves them.
    programs: Vec<(u16, u16, Seat)>,
    /// The player who is asked, and the kind of question.
    asked: (Seat, Option<Prompt>),
    /// The options of its own question; empty while another is asked.
    options: Vec<Choice>,
}

impl View<'_> {
    /// All that the seat knows.
    #[must_use]
    pub fn known(&self) -> Known {
        let scene = self.scene;
        let mut board = scene.board.clone();
        board.dice.clear();
        let decks = [
            &mut board.action_deck,
            &mut board.agenda_deck,
            &mut board.secret_deck,
            &mut board.unrevealed,
        ];
        for deck in decks.into_iter().chain(&mut board.exploration) {
            deck.fill(Slot::MAX);
        }
        let seats = 0..scene.board.players.len() as Seat;
        let hand = |seat, kind| scene.cards(seat, Place::Hand, kind).count();
        let program = |entry: &Entry<_>| match entry {
            Entry::Frame(frame) => Some((frame.program, frame.at, frame.seat)),
            _ => None,
        };
        Known {
            board,
            pieces: scene.slots().map(|slot| self.piece(slot).copied()).collect(),
            hands: seats.map(|s| [Kind::Action, Kind::Objective].map(|of| hand(s, of))).collect(),
            effects: scene.effects().map(|(_, effect)| *effect).collect(),
            tokens: scene.tokens.to_vec(),
            programs: self.stack.entries.iter().filter_map(program).collect(),
            asked: (self.decision.seat, self.decision.prompt),
            options: self.options().to_vec(),
        }
    }
}
