//! The scenarios can tell: each policy with a deliberate fault makes some of them fail.
//!
//! A fault is a rule behind a stage that spoils what the kernel has set up; the kernel itself is
//! the real one.

use std::path::Path;

use cardmill::games::Game;
use cardmill::scenario::format::files;
use cardmill::scenario::{Scripted, run};
use cardmill_harness::driver::Driver;
use cardmill_imperium::driver::Tabletop as Galaxy;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::game::Game as Rules;
use cardmill_kernel::rounds::{Rounds, Use};
use cardmill_kernel::rules as kernel;
use cardmill_kernel::rules::Resolution;
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::table::Seats;
use cardmill_kernel::window::Pick;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::default_dir;
use cardmill_xwing::driver::Hangar;

/// A fault: what it is called, and what makes it.
type Fault<D> = (&'static str, fn(&mut D));

/// A fault: it spoils what the stages have set up on a table.
type Spoil<G> = fn(&mut Stack<G>, &mut Decision<G>, &mut Seats);

/// Behind what is in a stage of the resolution already.
fn spoil<D: Driver<Game: kernel::Rules>>(driver: &mut D, stage: Stage, fault: Spoil<D::Game>) {
    let world = driver.batch_mut().world_mut();
    let mut resolution = world.resource_mut::<Resolution<D::Game>>();
    resolution.add(stage, move |at| fault(at.stack, at.decision, at.seats));
}

/// Spoils what the stages before `Order` have set up.
fn before_order<D: Driver<Game: kernel::Rules>>(driver: &mut D, fault: Spoil<D::Game>) {
    spoil(driver, Stage::Settle, fault);
}

/// As [`before_order`], before the options of what was asked are enumerated.
fn before_offer<D: Driver<Game: kernel::Rules>>(driver: &mut D, fault: Spoil<D::Game>) {
    spoil(driver, Stage::Order, fault);
}

/// The ids of the scenarios of a game that fail with a fault.
fn red<D: Scripted>(game: Game, fault: fn(&mut D)) -> Vec<String> {
    let catalogue = D::load(default_dir()).unwrap();
    let mut driver = D::new(&catalogue);
    fault(&mut driver);
    let table = driver.add();
    let mut red = Vec::new();
    for file in files(Path::new("tests/scenarios")).unwrap() {
        if file.game != game {
            continue;
        }
        // A scenario with cards of its own has another World, and one without steps no table.
        let mut scenarios = file.scenarios::<D>().unwrap().into_iter();
        if scenarios.any(|s| {
            s.cards.is_empty() && !s.steps.is_empty() && run(&mut driver, table, &s).is_err()
        }) {
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

/// Faults that any policy with a list of waiting abilities can have.
mod waiting {
    use super::*;

    /// Whoever was chosen to go first goes last.
    pub fn wrong_block_first<G: Rules>(
        _: &mut Stack<G>,
        decision: &mut Decision<G>,
        _: &mut Seats,
    ) {
        let picked = (decision.state == State::Taken).then(|| G::pick(decision.taken));
        if let Some(Some(Pick::First(seat))) = picked {
            decision.taken = Pick::First(1 - seat).into();
        }
    }

    /// After every ability it is asked again whose come first.
    pub fn alternates<G: Rules>(stack: &mut Stack<G>, decision: &mut Decision<G>, _: &mut Seats) {
        if decision.state != State::Taken
            && let Some(Entry::Window(window)) = stack.entries.last_mut()
        {
            window.turn = None;
        }
    }

    /// After every ability the owner is asked again for the order of the rest.
    pub fn ordered_late<G: Rules>(stack: &mut Stack<G>, decision: &mut Decision<G>, _: &mut Seats) {
        let left = stack.waiting.len() as u16;
        if decision.state != State::Taken
            && let Some(Entry::Window(window)) = stack.entries.last_mut()
            && window.placed > 0
            && window.base + window.placed == left
        {
            window.placed = 0;
        }
    }

    /// Abilities that an ability triggers, itself or by a procedure, wait beside those that wait
    /// already.
    pub fn nested_joins<G: Rules>(stack: &mut Stack<G>, _: &mut Decision<G>, _: &mut Seats) {
        let above = stack.entries.iter_mut().skip_while(|e| !matches!(e, Entry::Window(_)));
        for entry in above {
            if let Entry::Frame(frame) = entry {
                frame.collects = None;
            }
        }
    }

    /// Abilities that an ability triggers are forgotten.
    pub fn nested_forgotten<G: Rules>(stack: &mut Stack<G>, _: &mut Decision<G>, _: &mut Seats) {
        let Some((Entry::Window(window), below)) = stack.entries.split_last() else { return };
        let base = usize::from(window.base);
        if below.iter().any(|entry| matches!(entry, Entry::Window(_))) {
            stack.waiting.truncate(base);
        }
    }

    /// The other player leads: says whose abilities go first, or is the first player.
    pub fn other_leads<G: Rules>(_: &mut Stack<G>, _: &mut Decision<G>, seats: &mut Seats) {
        seats.lead = 1 - seats.lead;
    }

    /// A player's abilities resolve as they came.
    pub fn nobody_asked<G: Rules>(stack: &mut Stack<G>, decision: &mut Decision<G>, _: &mut Seats) {
        let window = matches!(stack.entries.last_mut(), Some(Entry::Window(_)));
        if window && decision.state == State::Opened && decision.options.len() > 1 {
            decision.options.truncate(1);
        }
    }
}

/// Faults of windows that go round the players.
mod rounds {
    use super::*;

    /// The window on top, with the answer that it is about to take.
    fn each<G: Rules>(
        stack: &mut Stack<G>,
        decision: &Decision<G>,
        spoil: impl FnOnce(&mut Rounds<G::Locals>, Option<Pick>),
    ) {
        let taken = decision.state == State::Taken;
        let pick = taken.then(|| G::pick(decision.taken)).flatten();
        if let Some(rounds) = stack.rounds_mut() {
            spoil(rounds, pick);
        }
    }

    /// The first seat begins, whoever is active or speaks.
    pub fn first_seat_begins<G: Rules>(
        stack: &mut Stack<G>,
        decision: &mut Decision<G>,
        _: &mut Seats,
    ) {
        each(stack, decision, |rounds, _| rounds.order.sort_unstable());
    }

    /// A player goes on while they want to.
    pub fn back_to_back<G: Rules>(stack: &mut Stack<G>, decision: &mut Decision<G>, _: &mut Seats) {
        each(stack, decision, |rounds, pick| {
            if let Some(Pick::Ability(_)) = pick {
                let players = rounds.order.len() as u8;
                rounds.turn = (rounds.turn + players - 1) % players;
            }
        });
    }

    /// A decline closes the window too early.
    pub fn closes_early<G: Rules>(stack: &mut Stack<G>, decision: &mut Decision<G>, _: &mut Seats) {
        each(stack, decision, |rounds, pick| {
            if pick == Some(Pick::Decline) {
                rounds.declines += 1;
            }
        });
    }

    /// A player who declined once is never asked again.
    pub fn declined_for_good<G: Rules>(
        stack: &mut Stack<G>,
        decision: &mut Decision<G>,
        _: &mut Seats,
    ) {
        each(stack, decision, |rounds, pick| {
            if pick == Some(Pick::Decline) && rounds.order.len() > 1 {
                let turn = usize::from(rounds.turn);
                rounds.order.remove(turn);
                let players = rounds.order.len() as u8;
                rounds.turn = (rounds.turn + players - 1) % players;
            }
        });
    }

    /// A use counts for every object that has the ability.
    pub fn limit_by_ability<G: Rules>(
        stack: &mut Stack<G>,
        decision: &mut Decision<G>,
        _: &mut Seats,
    ) {
        each(stack, decision, |rounds, pick| {
            if let Some(Pick::Ability(index)) = pick {
                let used = rounds.candidates()[usize::from(index)].ability.program;
                let alike = rounds.candidates().iter().map(|c| c.ability);
                let alike: Vec<Use> = alike
                    .filter(|ability| ability.program == used)
                    .map(|a| Use { object: a.source.slot, program: used, name: None })
                    .collect();
                rounds.used.extend(alike);
            }
        });
    }

    /// Nothing counts as used in the window.
    pub fn uses_forgotten<G: Rules>(
        stack: &mut Stack<G>,
        decision: &mut Decision<G>,
        _: &mut Seats,
    ) {
        each(stack, decision, |rounds, _| rounds.used.clear());
    }
}

/// Star Wars: Unlimited: the active player says whose abilities go first (CR 7.6.10).
#[test]
fn scenarios_see_faults_of_blocks() {
    use waiting::*;
    type G = <Tabletop as Driver>::Game;
    let faults: [Fault<Tabletop>; 6] = [
        ("wrong block first", |driver| before_order(driver, wrong_block_first::<G>)),
        ("alternates", |driver| before_order(driver, alternates::<G>)),
        ("nested joins what waits", |driver| before_order(driver, nested_joins::<G>)),
        ("nested is forgotten", |driver| before_order(driver, nested_forgotten::<G>)),
        ("the other player says whose go first", |driver| {
            before_order(driver, other_leads::<G>);
            before_offer(driver, other_leads::<G>);
        }),
        ("nobody is asked for the order", |driver| before_offer(driver, nobody_asked::<G>)),
    ];
    all_are_seen(Game::Unlimited, &faults);
}

/// X-Wing: the ability queue (seed 001).
#[test]
fn scenarios_see_faults_of_the_queue() {
    use waiting::*;
    type G = <Hangar as Driver>::Game;
    let faults: [Fault<Hangar>; 5] = [
        ("the second player's come first", |driver| {
            before_order(driver, other_leads::<G>);
            before_offer(driver, other_leads::<G>);
        }),
        ("nested goes to the back", |driver| before_order(driver, nested_joins::<G>)),
        ("nested is forgotten", |driver| before_order(driver, nested_forgotten::<G>)),
        ("the order is asked when it is needed", |driver| before_order(driver, ordered_late::<G>)),
        ("nobody is asked for the order", |driver| before_offer(driver, nobody_asked::<G>)),
    ];
    all_are_seen(Game::XWing, &faults);
}

/// Twilight Imperium: one ability per opportunity, in turn order (seed 003).
#[test]
fn scenarios_see_faults_of_rounds() {
    use rounds::*;
    type G = <Galaxy as Driver>::Game;
    let faults: [Fault<Galaxy>; 6] = [
        ("the first seat begins", |driver| before_order(driver, first_seat_begins::<G>)),
        ("a player goes on", |driver| before_order(driver, back_to_back::<G>)),
        ("a decline closes too early", |driver| before_order(driver, closes_early::<G>)),
        ("who declined is out", |driver| before_order(driver, declined_for_good::<G>)),
        ("a limit by ability", |driver| before_order(driver, limit_by_ability::<G>)),
        ("uses are forgotten", |driver| before_order(driver, uses_forgotten::<G>)),
    ];
    all_are_seen(Game::Imperium, &faults);
}
