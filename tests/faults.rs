//! The scenarios can tell: each policy with a deliberate fault makes some of them fail.
//!
//! A fault is a system between two stages of the tick that spoils what the kernel has set up; the
//! kernel itself is the real one.

use std::path::Path;

use bevy_ecs::prelude::*;
use bevy_ecs::system::ScheduleSystem;
use cardmill::scenario::format::files;
use cardmill::scenario::{Game, Scripted, run};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::driver::Driver;
use cardmill_kernel::order::Seats;
use cardmill_kernel::schedule::TickSystems;
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::window::Pick;
use cardmill_unlimited::choice::{Choice, Unlimited};
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::default_dir;

/// A fault: what it is called, and the systems that make it.
type Fault<D> = (&'static str, fn(&mut D));

/// Adds a system that spoils what the stages before `Order` have set up.
fn before_order<D: Driver, M>(driver: &mut D, fault: impl IntoScheduleConfigs<ScheduleSystem, M>) {
    let fault = fault.after(TickSystems::Settle).before(TickSystems::Order);
    driver.batch_mut().schedule_mut().add_systems(fault);
}

/// The ids of the scenarios of a game that fail with a fault.
fn red<D: Scripted>(game: Game, fault: fn(&mut D)) -> Vec<String> {
    let catalogue = D::load(&default_dir()).unwrap();
    let mut driver = D::new(&catalogue);
    fault(&mut driver);
    let table = driver.add();
    let mut red = Vec::new();
    for file in files(Path::new("tests/scenarios")).unwrap() {
        if file.game != game {
            continue;
        }
        // A scenario with cards of its own has another World.
        let mut scenarios = file.scenarios::<D>().unwrap().into_iter();
        if scenarios.any(|s| s.cards.is_empty() && run(&mut driver, table, &s).is_err()) {
            red.push(file.id());
        }
    }
    red
}

/// Every fault makes some scenario fail; prints which.
fn all_are_seen<D: Scripted>(game: Game, faults: &[Fault<D>]) {
    assert_eq!(red::<D>(game, |_| ()), Vec::<String>::new(), "without a fault");
    let mut unseen = Vec::new();
    for (name, fault) in faults {
        let red = red::<D>(game, *fault);
        println!("{game:?}, {name}: {} red, {}", red.len(), red.join(" "));
        if red.is_empty() {
            unseen.push(*name);
        }
    }
    assert!(unseen.is_empty(), "no scenario sees {unseen:?}");
}

/// Star Wars: Unlimited, the active player says whose abilities go first (CR 7.6.10).
mod blocks {
    use super::*;

    type Tables<'w, 's> =
        Query<'w, 's, (&'static mut Stack<Unlimited>, &'static mut Decision<Unlimited>)>;

    /// Whoever was chosen to go first goes last.
    pub fn wrong_block_first(mut tables: Tables) {
        for (_, mut decision) in &mut tables {
            if let (State::Taken, Choice::First(seat)) = (decision.state, decision.taken) {
                decision.taken = Pick::First(1 - seat).into();
            }
        }
    }

    /// After every ability it is asked again whose come first.
    pub fn alternates(mut tables: Tables) {
        for (mut stack, decision) in &mut tables {
            if decision.state != State::Taken
                && let Some(Entry::Window(window)) = stack.entries.last_mut()
            {
                window.turn = None;
            }
        }
    }

    /// What an ability triggers waits beside the abilities that wait already.
    pub fn nested_joins(mut tables: Tables) {
        for (mut stack, _) in &mut tables {
            for at in 1..stack.entries.len() {
                let (below, above) = stack.entries.split_at_mut(at);
                if let (Some(Entry::Window(_)), Entry::Frame(frame)) = (below.last(), &mut above[0])
                {
                    frame.collects = None;
                }
            }
        }
    }

    /// The other player says whose abilities go first.
    pub fn wrong_player_asked(mut seats: Query<&mut Seats>) {
        for mut seats in &mut seats {
            seats.lead = 1 - seats.lead;
        }
    }

    /// A player's abilities resolve as they came.
    pub fn nobody_asked(mut tables: Tables) {
        for (mut stack, mut decision) in &mut tables {
            let window = matches!(stack.entries.last_mut(), Some(Entry::Window(_)));
            if window && decision.state == State::Opened && decision.options.len() > 1 {
                decision.options.truncate(1);
            }
        }
    }
}

#[test]
fn scenarios_see_faults_of_blocks() {
    use blocks::*;
    let faults: [Fault<Tabletop>; 5] = [
        ("wrong block first", |driver| before_order(driver, wrong_block_first)),
        ("alternates", |driver| before_order(driver, alternates)),
        ("nested joins what waits", |driver| before_order(driver, nested_joins)),
        ("the other player is asked whose go first", |driver| {
            before_order(driver, wrong_player_asked);
            let back = wrong_player_asked.after(TickSystems::Order).before(TickSystems::Offer);
            driver.batch_mut().schedule_mut().add_systems(back);
        }),
        ("nobody is asked for the order", |driver| {
            let fault = nobody_asked.after(TickSystems::Order).before(TickSystems::Offer);
            driver.batch_mut().schedule_mut().add_systems(fault);
        }),
    ];
    all_are_seen(Game::Unlimited, &faults);
}
