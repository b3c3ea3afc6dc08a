//! Worlds that a seat cannot rule out.
//!
//! The dials that it does not know are any of those that their ships have, each equally likely; the
//! damage cards that it does not see are dealt anew among themselves. A world follows from what the
//! seat knows and a key, and from nothing else: so the dice to come are others, too.

use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::State as Asked;
use cardmill_kernel::resolve::change;
use cardmill_kernel::rules::{At, Rules};
use cardmill_kernel::streams::{Purpose, Streams, below, generator, shuffle};
use rand_chacha::ChaCha8Rng;

use super::{Looked, hides_dial};
use crate::card::Place;
use crate::choice::{Prompt, XWing};
use crate::ship::SHIPS;
use crate::vocabulary::{CardType, Kind};

/// Puts onto table `to` a world that a seat of table `from` cannot rule out.
///
/// # Panics
/// If there is no such table.
pub fn determinize(batch: &mut Batch, from: usize, to: usize, seat: Seat, key: u64) {
    batch.fork(from, to, |_, _, _| {});
    let table = batch.table(to);
    change::<XWing, _>(batch.world_mut(), table, |at| redeal(at, seat, key));
}

fn redeal(at: &mut At<'_, XWing>, seat: Seat, key: u64) {
    let mut rng = generator(key, 0, Purpose::Shared);
    set_dials(at, seat, &mut rng);
    for owner in [0, 1] {
        deal_damage(at, seat, owner, &mut rng);
    }
    for player in &mut at.state.board.players {
        player.attack.clear();
        player.defense.clear();
    }
    *at.streams = Streams::renewed(key);
    at.table.trail = key;
    offer_anew(at, seat);
}

fn set_dials(at: &mut At<'_, XWing>, seat: Seat, rng: &mut ChaCha8Rng) {
    for ship in 0..at.state.board.ships {
        let scene = at.state.scene();
        if hides_dial(&scene, ship, seat) {
            let dial = scene.dial(ship);
            let maneuver = dial[below(rng, dial.len())];
            at.state.ships[usize::from(ship)].dial = Some(maneuver);
        }
    }
}

/// Deals those damage cards of a player anew that the seat does not see.
fn deal_damage(at: &mut At<'_, XWing>, seat: Seat, owner: Seat, rng: &mut ChaCha8Rng) {
    let scene = at.state.scene();
    let frame = at.stack.running();
    let looked = Looked { scene: &scene, decision: at.decision, frame, seat };
    let is = |&slot: &Slot| scene.card(slot).owner == owner && looked.hides(slot);
    let hidden: Vec<Slot> = (SHIPS as Slot..scene.board.slots).filter(is).collect();
    let mut dealt: Vec<u16> = hidden.iter().map(|&slot| scene.card(slot).definition).collect();
    // In which order they lie is the truth.
    dealt.sort_unstable();
    shuffle(rng, &mut dealt);
    let kind = |definition: u16| match scene.catalogue.card(definition).definition.kind {
        Kind::Damage(kind, _) => Some(kind),
        _ => None,
    };
    // Of a card that was searched for the kind is known.
    let known = |slot: Slot| -> Option<Option<CardType>> {
        let card = scene.card(slot);
        (card.place == Place::Held).then(|| kind(card.definition))
    };
    for (n, &slot) in hidden.iter().enumerate() {
        if let Some(wanted) = known(slot) {
            let fits = |m: &usize| known(hidden[*m]).is_none() || *m >= n;
            let found = (0..dealt.len()).filter(fits).find(|&m| kind(dealt[m]) == wanted);
            dealt.swap(n, found.unwrap_or(n));
        }
    }
    for (&slot, definition) in hidden.iter().zip(dealt) {
        at.state.cards[usize::from(slot)].definition = definition;
    }
    // So is which slot lies where.
    let deck = &mut at.state.board.players[usize::from(owner)].deck;
    let mut slots: Vec<Slot> = deck.iter().copied().filter(|slot| hidden.contains(slot)).collect();
    slots.sort_unstable();
    let mut slots = slots.into_iter();
    for slot in deck.iter_mut().filter(|slot| hidden.contains(slot)) {
        *slot = slots.next().unwrap_or(*slot);
    }
}

/// Lists the options of the other player anew: they are asked about the cards of the world, not
/// about the true ones.
fn offer_anew(at: &mut At<'_, XWing>, seat: Seat) {
    let theirs = at.decision.state == Asked::Offered && at.decision.seat != seat;
    if theirs && at.decision.prompt == Some(Prompt::Step) {
        let before = core::mem::take(&mut at.decision.options);
        XWing::offer(&at.state, at.stack, at.decision);
        if at.decision.options.is_empty() {
            at.decision.options = before;
        }
    }
}
