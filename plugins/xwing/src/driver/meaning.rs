//! The meanings of options, in whatever world.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::part;
use cardmill_kernel::window::Waiting;

use crate::card::{Card, Place};
use crate::catalogue::Catalogue;
use crate::choice::{Act, Choice, XWing};
use crate::vocabulary::Kind;

/// The meaning of a damage card to whoever chooses, and its place: one is as good as another of its name, and
/// nobody sees what lies facedown. Any other card is told by its slot.
type Told = (Option<(Place, Slot)>, Slot);

/// The meanings of the options on a table, in their order.
pub(super) fn meanings(batch: &Batch, table: usize, into: &mut Vec<u64>) {
    let (world, entity) = (batch.world(), batch.table(table));
    let decision = part::<Decision<XWing>>(world, entity);
    let roster = part::<Roster>(world, entity);
    let waiting = &part::<Stack<XWing>>(world, entity).waiting;
    let catalogue = world.resource::<Catalogue>();
    let told = |slot: Slot| -> Told {
        let card = world.get::<Card>(roster.card(slot)).expect("a slot is a card");
        let definition = card.definition;
        if !matches!(catalogue.card(definition).definition.kind, Kind::Damage(..)) {
            return (None, slot);
        }
        let whose = if card.place == Place::Deck { Slot::from(card.owner) } else { card.host };
        let seen = if card.place == Place::Facedown { Slot::MAX } else { definition };
        (Some((card.place, whose)), seen)
    };
    let meaning = |&choice: &Choice| match choice {
        Choice::Card(slot) => Digest::of(&(0_u8, told(slot))),
        Choice::Use(slot, id) => Digest::of(&(1_u8, told(slot), id)),
        Choice::Act(Act::Card(slot, id)) => Digest::of(&(2_u8, told(slot), id)),
        Choice::Resolve(index) => {
            let ability = waiting.get(usize::from(index));
            let about = |ability: &Waiting| {
                (ability.program, told(ability.source.slot), ability.subject.slot)
            };
            Digest::of(&(3_u8, ability.map(about)))
        }
        _ => Digest::of(&choice),
    };
    into.clear();
    into.extend(decision.options.iter().map(meaning));
}
