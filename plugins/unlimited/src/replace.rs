//! The `Replace` stage: replacement effects meet the proposals of the top group (CR 7.7.5).

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Seat;
use cardmill_kernel::replacement::{Met, Replacement, Substitution, meet};
use cardmill_kernel::stack::{Entry, Stack, Stage};
use cardmill_kernel::table::{Fault, Table};

use crate::board::Board;
use crate::card::Zone;
use crate::catalogue::Catalogue;
use crate::choice::Unlimited;
use crate::proposal::{Proposal, Verb};
use crate::scene::{Cards, Scene, Spread};

/// Meets the top group of every busy table with the replacement effects in play.
pub fn replace(
    mut tables: Query<(&mut Table, &mut Stack<Unlimited>, &Board, &Roster)>,
    cards: Cards,
    catalogue: Res<Catalogue>,
) {
    let spread = Spread::of(&cards);
    for (mut table, mut stack, board, roster) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        let Stack { entries, proposals, .. } = &mut *stack;
        let Some(Entry::Group(group)) = entries.last_mut() else { continue };
        let scene = Scene { catalogue: &catalogue, board, roster, cards: spread };
        let mut index = usize::from(group.meeting);
        while index < proposals.len() {
            if proposals[index].verb == Verb::Damage && !proposals[index].prevented {
                shield(&scene, &mut table, proposals, index);
            }
            index += 1;
        }
        group.meeting = index as u16;
        group.stage = Stage::Ready;
    }
}

/// Damage to a unit with a Shield is prevented and one Shield defeated instead, in the same
/// group: it happens together with everything else in it (CR 3.7.6, seed S0-37).
fn shield(scene: &Scene, table: &mut Table, proposals: &mut Vec<Proposal>, index: usize) {
    let what = proposals[index];
    let Some(unit) = scene.unit(what.subject) else { return };
    if scene.stats(what.subject.slot).shields == 0 || what.amount <= 0 {
        return;
    }
    let mut fitting: arrayvec::ArrayVec<Replacement, 16> = arrayvec::ArrayVec::new();
    for &slot in &scene.board.play {
        let token = scene.card(slot);
        let is_shield = token.zone == Zone::Attached
            && token.host == what.subject.slot
            && scene.face(slot).shield;
        let source = token.reference(slot);
        let spent = proposals.iter().any(|p| p.verb == Verb::Defeat && p.subject == source);
        if is_shield && !spent && !fitting.is_full() {
            let seat: Seat = token.controller;
            fitting.push(Replacement { id: token.definition, source, seat, optional: false });
        }
    }
    match meet(Substitution::Chained, 0, unit.controller, &fitting) {
        Met::Stands => {}
        Met::Apply(n) => {
            proposals[index].prevented = true;
            proposals.push(Proposal::new(Verb::Defeat, fitting[n].source, unit.controller));
        }
        Met::Ask { .. } => {
            table.quarantine(Fault::Invariant("shields of one unit have one controller"));
        }
    }
}
