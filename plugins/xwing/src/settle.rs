//! The `Settle` stage: consequences without an instruction. It changes no card itself: it
//! proposes, begins a procedure, or ends the game.

use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::Frame;
use cardmill_kernel::table::Status;

use crate::board::Outcome;
use crate::choice::XWing;
use crate::locals::Locals;
use crate::procedure::Task;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::ship::Flags;
use crate::vocabulary::{Phase, Token, Trait};

/// Looks for consequences on a table.
pub(crate) fn settle(at: &mut At<'_, XWing>) {
    let At { table, stack, state, .. } = at;
    if state.board.outcome != Outcome::Open {
        table.status = Status::Over;
        return;
    }
    let scene = state.scene();
    // A destruction that is being replaced is not proposed again.
    let pending =
        |ship: Slot| stack.proposals.iter().any(|p| p.verb == Verb::Destroy && p.ship == ship);
    let destroyed: Vec<Slot> =
        scene.present().filter(|&s| is_destroyed(&scene, s) && !pending(s)).collect();
    if destroyed.is_empty()
        && let Some(frame) = procedure_due(&scene)
    {
        let collects = Some(stack.collection());
        stack.push_frame(Frame { collects, ..frame });
    }
    stack.settle(destroyed.into_iter().map(|ship| Proposal::new(Verb::Destroy, ship)));
}

/// Tells whether a ship is due to be destroyed: it has as many damage cards as hull. Further cards
/// are dealt to a ship that is destroyed, but it is destroyed only once.
fn is_destroyed(scene: &Scene, ship: Slot) -> bool {
    let damage = scene.damage(ship).count();
    damage >= usize::from(scene.stats(ship).hull) && !scene.ship(ship).flags.has(Flags::DESTROYED)
}

fn procedure_due(scene: &Scene) -> Option<Frame<Locals>> {
    let flags = |ship: Slot| scene.ship(ship).flags;
    // Outside of the Engagement Phase a destroyed ship is removed at once.
    let dead = |ship: &Slot| flags(*ship).has(Flags::DESTROYED) && !flags(*ship).has(Flags::DYING);
    if scene.board.phase != Phase::Engagement && scene.present().any(|ship| dead(&ship)) {
        return Some(Task::Remove.frame(scene.board.first, Slot::MAX));
    }
    // Those that have become tractored are moved one after another.
    if let Some(&(ship, seat)) = scene.board.tugs.first() {
        return Some(Task::Tractor(false).frame(seat, ship));
    }
    // RR "Mine": those that were put under ships detonate.
    if let Some(&(number, ship)) = scene.board.sprung.first() {
        return Some(Task::Spring(number).frame(scene.board.first, ship));
    }
    let jammed = |&ship: &Slot| {
        scene.count(ship, Token::Jam) > 0
            && (scene.ship(ship).lock < scene.board.ships
                || scene.ship(ship).tokens.kinds().any(|token| token.is(Trait::Green)))
    };
    let ship = scene.present().find(jammed)?;
    Some(Task::Jam.frame(scene.ship(ship).owner, ship))
}
