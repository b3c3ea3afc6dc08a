//! The means of a player to pay (CR 1.7.2): resources, Credit tokens (CR 3.7.13), and what cards in
//! play make of both.

use core::ops::RangeInclusive;

use crate::prelude::*;

/// The means of a player to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purse {
    /// The number of ready resources.
    pub ready: u8,
    /// The number of Credit tokens that can be defeated.
    pub credits: u8,
    /// The number of units that may be exhausted like resources.
    pub units: u8,
    /// Half as many resources are paid, rounded up.
    pub halves: bool,
}

impl Purse {
    /// The purse of a player who pays resources because a text says so.
    #[inline]
    #[must_use]
    pub fn of(scene: &Scene<'_>, seat: Seat) -> Self {
        let player = &scene.board.players[usize::from(seat)];
        let (ready, credits) = (player.ready, player.credits);
        let purse = Self { ready, credits, units: 0, halves: false };
        let void =
            matters(scene) && is_void(scene, seat, &[]) || credits > 0 && scene.voids_credits(seat);
        if void { Self { credits: 0, ..purse } } else { purse }
    }

    /// The purse of a player who pays the cost of a card or an ability, without exhausting these
    /// cards.
    #[inline]
    #[must_use]
    pub fn for_costs(scene: &Scene<'_>, seat: Seat, but: &[Slot]) -> Self {
        let purse = Self::of(scene, seat);
        if !matters(scene) {
            return purse;
        }
        Self {
            units: payers(scene, seat, but).len() as u8,
            halves: halves(scene, seat, &[]),
            ..purse
        }
    }

    /// The same after these cards have left play: what they were is no help to pay (CR 7.3.1).
    #[must_use]
    pub fn without(scene: &Scene<'_>, seat: Seat, gone: &[Slot]) -> Self {
        if gone.is_empty() || !matters(scene) {
            return Self::for_costs(scene, seat, gone);
        }
        let player = &scene.board.players[usize::from(seat)];
        let void = is_void(scene, seat, gone) || scene.voids_credits(seat);
        let credits = if void { 0 } else { player.credits };
        let units = payers_of(scene, seat, gone, gone).len() as u8;
        Self { ready: player.ready, credits, units, halves: halves(scene, seat, gone) }
    }

    /// The number of resources, Credit tokens and units that can be spent, each worth one resource.
    #[must_use]
    pub const fn means(&self) -> u8 {
        self.ready.saturating_add(self.credits).saturating_add(self.units)
    }

    /// The highest cost that can be paid.
    #[must_use]
    pub const fn reach(&self) -> i16 {
        self.means() as i16 * if self.halves { 2 } else { 1 }
    }

    /// The number of resources that are paid for a cost.
    #[must_use]
    pub const fn due(&self, cost: i16) -> i16 {
        if self.halves { (cost + 1) / 2 } else { cost }
    }

    /// The numbers of Credit tokens that can be defeated where so much is due: at least those that
    /// resources do not make up for (CR 3.7.13). Empty if both together are too few.
    #[must_use]
    pub fn credits_for(&self, due: i16) -> RangeInclusive<u8> {
        let due = u8::try_from(due).unwrap_or(0);
        due.saturating_sub(self.ready)..=due.min(self.credits)
    }
}

/// Returns `true` if a card in play has an ability about paying.
#[inline]
fn matters(scene: &Scene<'_>) -> bool {
    scene.relevance.lineup.has.any(Has::PAYMENTS)
}

/// The cards in play with abilities about paying.
fn sources<'a>(scene: &Scene<'a>) -> impl Iterator<Item = Slot> + use<'a> {
    let scene = *scene;
    let has = move |slot: &Slot| {
        scene.brief(*slot).has.any(Has::PAYMENTS) && !scene.stats(*slot).is_blank()
    };
    scene.those(scene.relevance.lineup.all()).filter(has)
}

/// The units of a player that help to pay, other than by being exhausted.
pub(crate) fn helpers(scene: &Scene<'_>, seat: Seat) -> ArrayVec<Slot, 4> {
    if !matters(scene) {
        return ArrayVec::new();
    }
    let own = |slot: &Slot| scene.card(*slot).controller == seat;
    let units = sources(scene).filter(|slot| scene.card(*slot).zone.is_arena());
    units.filter(own).take(4).collect()
}

/// Returns `true` if a player pays only half of the resources that something costs, without these
/// cards.
fn halves(scene: &Scene<'_>, seat: Seat, gone: &[Slot]) -> bool {
    let own = |slot: &Slot| scene.card(*slot).controller == seat && !gone.contains(slot);
    sources(scene).filter(own).any(|slot| scene.face(slot).half_costs)
}

/// Returns `true` if abilities have made a player's Credit tokens void, without these cards.
fn is_void(scene: &Scene<'_>, seat: Seat, gone: &[Slot]) -> bool {
    sources(scene).filter(|slot| !gone.contains(slot)).any(|slot| {
        let card = scene.card(slot);
        let cx = Context::of(card.controller, card.reference(slot));
        scene.face(slot).void_credits.is_some_and(|who| scene.seats(who, &cx).contains(&seat))
    })
}

/// The ready units that a player may exhaust to pay costs, in the order of the cards that let them.
pub(crate) fn payers(scene: &Scene<'_>, seat: Seat, but: &[Slot]) -> Refs {
    if matters(scene) { payers_of(scene, seat, but, &[]) } else { Refs::new() }
}

/// The same after these cards have left play, with what they let the player exhaust.
fn payers_of(scene: &Scene<'_>, seat: Seat, but: &[Slot], gone: &[Slot]) -> Refs {
    let mut units = Refs::new();
    let own = |slot: &Slot| scene.card(*slot).controller == seat && !gone.contains(slot);
    for slot in sources(scene).filter(own) {
        let Some(what) = &scene.face(slot).pay_with else { continue };
        let mut found = Refs::new();
        scene.candidates(what, &Context::of(seat, scene.reference(slot)), &mut found);
        found.retain(|unit: &mut Ref| {
            let card = scene.card(unit.slot);
            card.zone.is_arena()
                && !card.is_exhausted()
                && !but.contains(&unit.slot)
                && !units.contains(unit)
        });
        units.extend(found);
    }
    units
}
