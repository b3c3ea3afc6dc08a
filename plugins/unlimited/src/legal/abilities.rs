//! The abilities that a card has, as the judge reads them.

use crate::options::Offer;
use crate::prelude::*;

/// The abilities printed on a card that is not in play, unless it has lost them.
pub(super) fn kept<'a>(offer: &Offer<'a>, slot: Slot) -> &'a [Ability] {
    if offer.scene.is_void(slot) { &[] } else { &offer.scene.printed(slot).definition.abilities }
}

/// The abilities of the side of a card that is in play, unless it has lost them.
pub(crate) fn abilities<'a>(offer: &Offer<'a>, slot: Slot) -> Option<&'a [Ability]> {
    let card = offer.scene.card(slot);
    let definition = &offer.scene.printed(slot).definition;
    match card.zone {
        zone if zone.is_play() && offer.scene.stats(slot).is_blank() => None,
        Zone::Base if card.marks.has(Marks::DEPLOYED) => {
            definition.flip_side.as_ref().map(|side| &side.abilities[..])
        }
        Zone::Base => Some(&definition.abilities),
        Zone::Attached => Some(match (&definition.upgrade_side, definition.kind) {
            (Some(side), _) => &side.abilities,
            (None, Kind::Upgrade | Kind::Token) => &definition.abilities,
            // A unit without such a side has nothing to say as an upgrade.
            (None, _) => &[],
        }),
        Zone::Ground | Zone::Space if let Some(side) = &definition.unit_side => {
            Some(&side.abilities)
        }
        Zone::Ground | Zone::Space => Some(&definition.abilities),
        _ => Some(&[]),
    }
}
