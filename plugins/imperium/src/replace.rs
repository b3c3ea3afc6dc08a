//! The `Replace` stage: what happens is numbered, abilities whose condition is looked at now are
//! noted, and the windows before it and at its moment are held open over it (LRR 1.14 to 1.16).

use cardmill_kernel::rounds::Rounds;

use crate::board::{Board, Memory, Triggered};
use crate::piece::PlanetId;
use crate::procedure::Locals;
use crate::proposal::Proposal;
use crate::scene::{Context, Scene};
use crate::state::State;
use crate::vocabulary::{Ability, Checked, Moment, Remembered};

/// The window over a group, by number: those before its events, then those at their moment.
pub(crate) fn holds(
    state: &mut State<'_>,
    events: &mut [Proposal],
    number: u8,
) -> Option<Rounds<Locals>> {
    if number == 0 {
        for event in &mut *events {
            count(state.board, event);
            let triggered = triggered(&state.scene(), event);
            state.board.triggered.extend(triggered);
        }
    }
    let scene = state.scene();
    let moments = [Moment::Before, Moment::When];
    let mut windows = moments
        .into_iter()
        .flat_map(|moment| events.iter().map(move |event| (moment, *event)))
        .filter(|(moment, event)| {
            event.event().is_some_and(|event| scene.catalogue.watches(*moment, event))
        });
    let event = windows.nth(usize::from(number))?;
    Some(window(event, scene.opportunities()))
}

/// Gives an event its number.
fn count(board: &mut Board, event: &mut Proposal) {
    if event.event().is_some() {
        board.serial += 1;
        event.serial = board.serial;
    }
}

/// A window over an event.
pub(crate) fn window(
    (moment, event): (Moment, Proposal),
    order: impl IntoIterator<Item = u8>,
) -> Rounds<Locals> {
    Rounds::new(Locals::Window(moment, event), order)
}

/// The figures or sleepers that an ability remembers as it triggers.
fn remembered(scene: &Scene, ability: &Ability, context: &Context) -> Memory {
    match &ability.remembers {
        None => Memory::NONE,
        Some(Remembered::Sleepers(filter)) => {
            let all = 0..scene.board.planets.len() as PlanetId;
            let fitting = all.filter(|&planet| scene.planet_fits(filter, planet, context));
            fitting.filter_map(|planet| scene.sleeper(planet)).map(|token| token as u16).collect()
        }
        Some(Remembered::Figures(filter)) => {
            scene.fitting(filter, context).map(|(slot, _)| slot).collect()
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
            let definition = scene.piece(slot).definition;
            let moments = [Moment::Before, Moment::When, Moment::Immediately, Moment::After];
            if !moments.iter().any(|&moment| scene.catalogue.times(definition, moment, kind)) {
                continue;
            }
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
