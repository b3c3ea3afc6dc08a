//! A table is made to show a position: what is in it already stays as it is.

use cardmill_harness::paired;
use cardmill_harness::session::Problem;
use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::Entry;

use super::{Position, Setup, wrong};
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::piece::{Piece, Place};
use crate::state::State;
use crate::token::{SLEEPERS, Token};
use crate::vocabulary::Kind;

/// Makes a table show a position of the same players, at a question which action is performed.
///
/// # Errors
/// When it cannot be; then the table is of no more use.
pub(crate) fn show(at: &mut At<'_, Imperium>, position: &Position) -> Result<(), Problem> {
    is_same_game(at.state.board, position, at.state.catalogue)?;
    if position.table.is_some() {
        return wrong("table", "a table as it stands; a file lays one from its beginning");
    }
    let setup = Setup::read(at.state.catalogue, position)?;
    let Setup { pieces, tokens, board: new, .. } = setup;
    let slots = put_pieces(&mut at.state, &pieces)?;
    put_tokens(&mut at.state, &tokens, new.systems.len());
    let old = core::mem::take(at.state.board);
    let placed = |list: Vec<Slot>| list.into_iter().map(|n| slots[usize::from(n)]).collect();
    let mut scored: Vec<_> =
        new.scored.into_iter().map(|(n, seat)| (slots[usize::from(n)], seat)).collect();
    // In the order in which they were scored.
    let order = |entry: &(Slot, u8)| {
        old.scored.iter().position(|known| known == entry).unwrap_or(old.scored.len())
    };
    scored.sort_by_key(order);
    let mut players = new.players;
    for (player, old) in players.iter_mut().zip(&old.players) {
        (player.traded, player.votes) = (old.traded, old.votes);
    }
    let systems = new.systems.len();
    *at.state.board = Board {
        players,
        systems: new.systems,
        planets: new.planets,
        speaker: new.speaker,
        active: new.active,
        system: old.system.filter(|&system| usize::from(system) < systems),
        custodians: new.custodians,
        zero: new.zero,
        action_deck: placed(new.action_deck),
        agenda_deck: placed(new.agenda_deck),
        exploration: new.exploration.map(placed),
        secret_deck: placed(new.secret_deck),
        unrevealed: placed(new.unrevealed),
        scored,
        bonus: new.bonus.into_iter().map(|(n, goods)| (slots[usize::from(n)], goods)).collect(),
        dice: new.dice,
        ..old
    };
    *at.streams = at.streams.reseeded(position.seed);
    if let Some(Entry::Frame(turn)) = at.stack.entries.last_mut() {
        turn.seat = at.state.board.active;
    }
    Ok(())
}

/// Checks that a position has the same phase, players and factions, and that nobody in it has won
/// or is active after passing.
fn is_same_game(board: &Board, new: &Position, catalogue: &Catalogue) -> Result<(), Problem> {
    if new.phase != board.phase {
        return wrong("phase", format!("{:?}, as it is; `to_phase` plays on", board.phase));
    }
    if new.players.len() != board.players.len() {
        return wrong("players", format!("{} players, as there are", board.players.len()));
    }
    for (n, (player, new)) in board.players.iter().zip(&new.players).enumerate() {
        let faction = &catalogue.definition(player.faction).id;
        if new.faction != *faction {
            return wrong(format!("players[{n}].faction"), format!("{faction}, as it is"));
        }
        let most = board.house.victory - 1;
        if i8::try_from(new.points).is_ok_and(|points| points <= most) {
            continue;
        }
        return wrong(format!("players[{n}].points"), format!("at most {most}"));
    }
    if new.players.get(new.active.index()).is_some_and(|player| player.passed) {
        return wrong("active", "a player who has not passed");
    }
    Ok(())
}

/// Returns `true` for a piece that keeps its colour or faction wherever it goes: a note or a
/// figure.
fn is_owned(catalogue: &Catalogue, piece: &Piece) -> bool {
    matches!(catalogue.definition(piece.definition).kind, Kind::Note | Kind::Unit)
}

/// Puts the pieces of a position where they are; returns the slot of each. Those that it does not
/// have leave the game, figures the board.
fn put_pieces(state: &mut State<'_>, pieces: &[Piece]) -> Result<Vec<Slot>, Problem> {
    let catalogue = state.catalogue;
    let board = &mut *state.board;
    let decks = [&board.action_deck, &board.agenda_deck, &board.secret_deck, &board.unrevealed];
    let decks = decks.into_iter().chain(&board.exploration).flatten();
    let all = 0..board.slots;
    let now = |&slot: &Slot| &state.pieces[usize::from(slot)];
    let is = |slot: &Slot, new: &Piece| {
        let piece = now(slot);
        let owned = is_owned(catalogue, piece);
        piece.definition == new.definition && (!owned || piece.owner == new.owner)
    };
    let stays = |slot: &Slot, new: &Piece| {
        let piece = now(slot);
        let held = matches!(new.place, Place::Hand | Place::Area);
        is(slot, new)
            && piece.place == new.place
            && (!held || piece.holder == new.holder)
            && (piece.exhausted, piece.damaged) == (new.exhausted, new.damaged)
    };
    let pairs = paired::slots(decks, all.clone(), pieces, &[&stays, &is]);
    let (mut slots, mut moved) = (Vec::with_capacity(pieces.len()), Vec::new());
    for (pair, new) in pairs.into_iter().zip(pieces) {
        slots.push(pair.unwrap_or(board.slots));
        match pair {
            Some(slot) if stays(&slot, new) => {}
            Some(slot) => {
                moved.push((slot, Piece { incarnation: now(&slot).incarnation, ..*new }));
            }
            None => {
                moved.push((board.slots, *new));
                board.slots += 1;
            }
        }
    }
    let most = state.pieces.len();
    if usize::from(board.slots) > most {
        return wrong("", format!("fewer cards and units: there is room for {most}"));
    }
    for (slot, piece) in moved {
        state.pieces[usize::from(slot)] = piece;
    }
    for slot in all.filter(|slot| !slots.contains(slot)) {
        let piece = &mut state.pieces[usize::from(slot)];
        match piece.place {
            Place::Box | Place::Reinforcements => {}
            _ if catalogue.definition(piece.definition).kind == Kind::Unit => piece.lift(),
            _ => (piece.place, piece.exhausted) = (Place::Box, false),
        }
    }
    Ok(slots)
}

/// Puts the sleepers of a position where they are. A wormhole whose system is gone is, too.
fn put_tokens(state: &mut State<'_>, new: &[Token], systems: usize) {
    let (sleepers, wormholes) = state.tokens.split_at_mut(SLEEPERS);
    for token in wormholes {
        if matches!(token.place, Place::Space(at) if usize::from(at) >= systems) {
            *token = Token::default();
        }
    }
    let numbers: Vec<usize> = (0..SLEEPERS).collect();
    let stays = |&n: &usize, new: &Token| sleepers[n] == *new;
    let pairs = paired::paired(&numbers, new, &[&stays, &|_, _| true]);
    let mut put = [Token::default(); SLEEPERS];
    for (pair, token) in pairs.into_iter().zip(new) {
        put[pair.expect("a position has as many as there are at most")] = *token;
    }
    sleepers.copy_from_slice(&put);
}
