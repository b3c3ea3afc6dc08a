//! The meanings of options, which are the same in whatever world.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::part;
use cardmill_kernel::window::Pick;

use crate::choice::{Choice, Deal, Imperium};
use crate::piece::{Piece, Place};

/// The identity of a card or a figure to players: hidden cards of a name are alike, and so are
/// figures of a kind in a place.
fn told(piece: &Piece, slot: Slot) -> (u16, Option<(Place, bool)>, Option<Slot>) {
    match piece.place {
        Place::Hand | Place::Deck => (piece.definition, None, None),
        Place::Space(_) | Place::Planet(_) => {
            (piece.definition, Some((piece.place, piece.damaged)), None)
        }
        _ => (piece.definition, None, Some(slot)),
    }
}

/// Finds the meanings of the options on a table, in their order.
pub(super) fn meanings(batch: &Batch, table: usize, into: &mut Vec<u64>) {
    let (world, entity) = (batch.world(), batch.table(table));
    let decision = part::<Decision<Imperium>>(world, entity);
    let (roster, stack) = (part::<Roster>(world, entity), part::<Stack<Imperium>>(world, entity));
    let of =
        |slot: Slot| told(world.get::<Piece>(roster.card(slot)).expect("a slot is a piece"), slot);
    let candidates = stack.rounds().map_or(&[][..], |rounds| rounds.candidates());
    let meaning = |&choice: &Choice| match choice {
        Choice::Window(Pick::Ability(index)) => {
            let ability = candidates.get(usize::from(index)).map(|candidate| candidate.ability);
            Digest::of(&ability.map(|ability| (ability.program, of(ability.source.slot))))
        }
        Choice::Piece(slot) => Digest::of(&(0_u8, of(slot))),
        Choice::First(slot) => Digest::of(&(1_u8, of(slot))),
        Choice::Sustain(slot) => Digest::of(&(2_u8, of(slot))),
        Choice::Component(slot, program) => Digest::of(&(3_u8, of(slot), program)),
        Choice::Land(slot, planet) => Digest::of(&(4_u8, of(slot), planet)),
        Choice::Note(slot) => Digest::of(&(5_u8, of(slot))),
        Choice::Deal(Deal::Swap(slot)) => Digest::of(&(8_u8, of(slot))),
        Choice::Deal(Deal::SellNote(slot) | Deal::BuyNote(slot)) => Digest::of(&(9_u8, of(slot))),
        Choice::Top(slot) => Digest::of(&(6_u8, of(slot))),
        Choice::Bottom(slot) => Digest::of(&(7_u8, of(slot))),
        _ => Digest::of(&choice),
    };
    into.clear();
    into.extend(decision.options.iter().map(meaning));
}
