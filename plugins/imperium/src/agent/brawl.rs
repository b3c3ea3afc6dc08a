//! The agent that fights: any option at random, but most of the time one that goes where others are,
//! lands, fires, pays and scores. What happens seldom in peace is seen in its games.

use cardmill_harness::log::Chronicled;
use cardmill_kernel::rules::At;

use crate::choice::{Choice, Imperium, Prompt};
use crate::piece::{Place, SystemId};
use crate::view::View;

/// One in so many answers is any.
const ANY: usize = 8;

/// The number of an option.
pub(super) fn choose(at: &mut At<'_, Imperium>) -> usize {
    let seat = at.decision.seat;
    let view = View::of(at, seat);
    let (count, better) = (view.options().len(), better(&view));
    let seated = Imperium::company(&mut at.state).seated.expect("an agent sits there");
    if better.is_empty() || seated.draw(seat, ANY) == 0 {
        return seated.draw(seat, count);
    }
    better[seated.draw(seat, better.len())]
}

/// The options that get something done.
fn better(view: &View<'_>) -> Vec<usize> {
    let options = view.options();
    let those = |fits: &dyn Fn(Choice) -> bool| -> Vec<usize> {
        (0..options.len()).filter(|&n| fits(options[n])).collect()
    };
    match view.prompt() {
        Some(Prompt::Action) => {
            let (reach, prey) = hunt(view);
            let into = |mask: u64| {
                those(
                    &|choice| matches!(choice, Choice::Activate(system) if mask & 1 << system != 0),
                )
            };
            let hunt = into(reach & prey);
            if hunt.is_empty() { into(reach) } else { hunt }
        }
        Some(
            Prompt::Move
            | Prompt::Load
            | Prompt::Commit
            | Prompt::Bombard
            | Prompt::Cannon
            | Prompt::Score
            | Prompt::Produce
            | Prompt::Pay,
        ) => those(&|choice| {
            !matches!(choice, Choice::Done | Choice::No | Choice::Decline | Choice::TradeGood(_))
        }),
        _ => Vec::new(),
    }
}

/// The systems beside own ships or with some, and those with ships or planets of others or with
/// planets of nobody, as masks.
fn hunt(view: &View<'_>) -> (u64, u64) {
    let seat = view.seat();
    let (mut reach, mut prey) = (0_u64, 0_u64);
    let mut own: u64 = 0;
    for (_, unit, piece) in view.figures() {
        let Place::Space(system) = piece.place else { continue };
        if piece.owner != seat {
            prey |= 1 << system;
        } else if unit.is_ship() {
            own |= 1 << system;
        }
    }
    for system in (0..view.systems().len() as SystemId).filter(|system| own & 1 << system != 0) {
        reach |= view.near(system, seat) | 1 << system;
    }
    let planets = view.planets().iter().filter(|planet| planet.owner != Some(seat));
    prey |= planets.fold(0, |mask, planet| mask | 1 << planet.system);
    (reach, prey)
}
