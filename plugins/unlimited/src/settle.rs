//! The `Settle` stage: consequences without an instruction (CR 1.16.5). It changes no card
//! itself: it proposes, begins a program where a player chooses, or ends the game.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::table::{Status, Table};
use cardmill_kernel::window::Waiting;

use crate::board::{Board, Outcome};
use crate::card::Permissions;
use crate::catalogue::Catalogue;
use crate::choice::{Locals, Unlimited};
use crate::options::copies;
use crate::program::{AMBUSH, SABOTEUR, SHIELDED, UNIQUE};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Cards, Scene, Spread};
use crate::vocabulary::{Kind, Register};

/// Looks for consequences on every table that was touched, and for abilities that nobody needs to
/// order.
pub fn settle(
    mut tables: Query<(&mut Table, &mut Stack<Unlimited>, &mut Board, &Roster)>,
    cards: Cards,
    catalogue: Res<Catalogue>,
) {
    let spread = Spread::of(&cards);
    for (mut table, mut stack, mut board, roster) in &mut tables {
        let (several, settles) = (stack.waiting.len() > 1, board.touched && !board.dirty);
        if !table.is_busy() || !(several || settles) {
            continue;
        }
        let scene =
            Scene { catalogue: &catalogue, board: &board, roster, cards: spread.table(roster) };
        if several {
            stack.forget(|ability| is_idle(&scene, ability));
        }
        if !settles {
            continue;
        }
        // 1.16.5A: a defeated base ends the game, both at once draw it (CR 5.6.3).
        let lost = |seat: usize| scene.remaining(board.players[seat].base) <= 0;
        let outcome = match (lost(0), lost(1)) {
            (false, false) => Outcome::Open,
            (true, false) => Outcome::Win(1),
            (false, true) => Outcome::Win(0),
            (true, true) => Outcome::Draw,
        };
        if outcome != Outcome::Open {
            board.outcome = outcome;
            table.status = Status::Over;
            continue;
        }
        // 1.16.5B: uniqueness.
        if board.check_unique
            && let Some(frame) = unique(&scene)
        {
            // The defeat that comes of it touches the table again.
            board.touched = false;
            stack.push_frame(frame);
            continue;
        }
        // 1.16.5D: captured units without a guard.
        let freed = board.captured.iter().copied().filter(|&slot| {
            let guard = scene.card(slot).host;
            !scene.card(guard).zone.is_arena()
        });
        let rescue =
            |slot| Proposal::new(Verb::Rescue, scene.reference(slot), scene.card(slot).owner);
        if stack.settle(freed.map(rescue)) {
            board.touched = false;
            continue;
        }
        // 1.16.5E: units without remaining HP, all together.
        let dead = board.play.iter().copied().filter(|&slot| {
            scene.card(slot).zone.is_arena()
                && scene.remaining(slot) <= 0
                && !scene.stats(slot).permissions.has(Permissions::UNDEFEATED)
        });
        let active = board.lead();
        let defeats = dead.map(|slot| {
            let unit = scene.reference(slot);
            let attack = board.attacks.iter().rev().find(|attack| attack.defender == unit);
            let by = attack.map_or(Ref::NONE, |attack| attack.struck_by);
            Proposal::new(Verb::Defeat, unit, active).by(by)
        });
        stack.settle(defeats);
        for attack in &mut board.attacks {
            attack.struck_by = Ref::NONE;
        }
        board.check_unique = false;
        board.touched = false;
    }
}

/// Whether an ability that waits can do nothing any more, because the unit that it is about is
/// gone: nobody is asked to order it.
fn is_idle(scene: &Scene, ability: &Waiting) -> bool {
    match ability.program {
        AMBUSH | SHIELDED => scene.unit(ability.source).is_none(),
        SABOTEUR => scene.unit(ability.subject).is_none(),
        _ => false,
    }
}

/// The player with two copies of a unique card defeats one of them.
fn unique(scene: &Scene) -> Option<Frame<Locals>> {
    let slot = scene.board.play.iter().copied().find(|&slot| {
        let printed = scene.printed(slot);
        printed.definition.unique
            && !matches!(printed.kind(), Kind::Token | Kind::ForceToken)
            && copies(scene, slot).nth(1).is_some()
    })?;
    let seat: Seat = scene.card(slot).controller;
    let mut locals = Locals::default();
    locals.bind(Register::It, scene.reference(slot));
    Some(Frame {
        program: UNIQUE,
        at: 0,
        seat,
        source: scene.reference(slot),
        subject: Ref::NONE,
        collects: None,
        locals,
    })
}
