//! The `Replace` stage: what happens is numbered, abilities whose condition is looked at now are
//! noted, and the windows before it and at its moment are held open over it (LRR 1.14 to 1.16).

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::rounds::Rounds;
use cardmill_kernel::stack::{Group, Stack, Stage};
use cardmill_kernel::table::Table;

use crate::board::{Board, Memory, Triggered};
use crate::catalogue::Catalogue;
use crate::choice::{Imperium, Locals};
use crate::piece::{Piece, PlanetId};
use crate::proposal::Proposal;
use crate::scene::{Context, Scene};
use crate::vocabulary::{Ability, Checked, Moment, Remembered};

/// Holds the top group of every busy table until its windows have closed.
pub fn replace(
    mut tables: Query<(&Table, &mut Stack<Imperium>, &mut Board, &Roster)>,
    pieces: Query<&'static Piece>,
    catalogue: Res<Catalogue>,
) {
    for (table, mut stack, mut board, roster) in &mut tables {
        if !table.is_busy() {
            continue;
        }
        let Some(&mut Group { base, stage, .. }) = stack.group_mut() else { continue };
        let opened = match stage {
            Stage::Proposed => {
                for at in usize::from(base)..stack.proposals.len() {
                    number(&mut board, &mut stack.proposals[at]);
                    let event = stack.proposals[at];
                    let scene =
                        Scene { catalogue: &catalogue, board: &board, roster, pieces: &pieces };
                    let triggered = triggered(&scene, &event);
                    board.triggered.extend(triggered);
                }
                0
            }
            Stage::Held(opened) => opened,
            Stage::Ready => continue,
        };
        let scene = Scene { catalogue: &catalogue, board: &board, roster, pieces: &pieces };
        let events = &stack.proposals[usize::from(base)..];
        let moments = [Moment::Before, Moment::When];
        let mut windows = moments
            .into_iter()
            .flat_map(|moment| events.iter().map(move |event| (moment, *event)))
            .filter(|(moment, event)| event.event().is_some_and(|e| catalogue.watches(*moment, e)));
        let next = windows.nth(usize::from(opened));
        let order = scene.opportunities();
        let group = stack.group_mut().expect("it is on top");
        match next {
            Some(event) => {
                group.stage = Stage::Held(opened + 1);
                stack.go_round(window(event, order));
            }
            None => group.stage = Stage::Ready,
        }
    }
}

fn number(board: &mut Board, event: &mut Proposal) {
    if event.event().is_some() {
        board.serial += 1;
        event.serial = board.serial;
    }
}

/// A window over an event.
pub fn window(event: (Moment, Proposal), order: impl IntoIterator<Item = u8>) -> Rounds<Locals> {
    Rounds::new(Locals { event: Some(event), ..Locals::default() }, order)
}

/// What an ability that triggers remembers.
fn remembered(scene: &Scene, ability: &Ability, context: &Context) -> Memory {
    match &ability.remembers {
        None => Memory::NONE,
        Some(Remembered::Sleepers(filter)) => {
            let all = 0..scene.board.planets.len() as PlanetId;
            let fitting = all.filter(|&planet| scene.planet_fits(filter, planet, context));
            fitting.filter_map(|planet| scene.board.planet(planet).sleeper).collect()
        }
        Some(Remembered::Figures(filter)) => {
            let all = scene.figures().map(|(slot, _)| slot);
            all.filter(|&slot| scene.fits(filter, slot, context)).collect()
        }
    }
}

/// The abilities whose condition is looked at when an event happens, and is met.
fn triggered(scene: &Scene, event: &Proposal) -> Vec<Triggered> {
    let mut found = Vec::new();
    let Some(kind) = event.event() else { return found };
    if !scene.catalogue.triggers(kind) {
        return found;
    }
    for seat in 0..scene.board.players.len() as u8 {
        for slot in scene.slots() {
            for (program, ability) in scene.abilities(slot, seat) {
                let timed = ability.timing.iter().filter_map(|timing| timing.around());
                let context = scene.context(seat, slot, Some(*event));
                let now = ability.checked != Checked::Resolution
                    && timed.clone().any(|(_, event)| event == kind)
                    && scene.is_actor(ability, seat, slot, event)
                    && scene.all_hold(ability, &context);
                if now {
                    let serial = event.serial;
                    let remembered = remembered(scene, ability, &context);
                    found.push(Triggered { serial, source: slot, program, remembered });
                }
            }
        }
    }
    found
}
