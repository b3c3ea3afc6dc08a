//! Options, cards and places in the players' words.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::driver::Labelled;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Pick;

use crate::board::Pool;
use crate::choice::{Choice, Imperium, Locals, Prompt, Target};
use crate::piece::Place;
use crate::program::Op;
use crate::scene::Scene;
use crate::vocabulary::{Outcomes, UnitType};

/// `P1` to `P6`.
#[must_use]
pub fn player(seat: Seat) -> String {
    format!("P{}", seat + 1)
}

/// How a game ended.
#[must_use]
pub fn winner(seat: Seat) -> String {
    format!("{} wins", player(seat))
}

/// A card or a figure by its name.
#[must_use]
pub fn piece(scene: &Scene, slot: Slot) -> String {
    if scene.printed(slot).unit.is_some() {
        scene.figure_card(slot).name.clone()
    } else {
        scene.printed(slot).name.clone()
    }
}

/// Where a figure is.
#[must_use]
pub fn place(scene: &Scene, place: Place) -> String {
    match place {
        Place::Space(system) => scene.board.system(system).name.clone(),
        Place::Planet(planet) => scene.board.planet(planet).name.clone(),
        other => format!("{other:?}"),
    }
}

/// A type of unit.
#[must_use]
pub const fn unit(unit: UnitType) -> &'static str {
    match unit {
        UnitType::Fighter => "Fighter",
        UnitType::Destroyer => "Destroyer",
        UnitType::Cruiser => "Cruiser",
        UnitType::Carrier => "Carrier",
        UnitType::Dreadnought => "Dreadnought",
        UnitType::WarSun => "War Sun",
        UnitType::Flagship => "Flagship",
        UnitType::Infantry => "Infantry",
        UnitType::Mech => "Mech",
        UnitType::Pds => "PDS",
        UnitType::SpaceDock => "Space Dock",
    }
}

/// An outcome of the agenda that is voted on.
#[must_use]
pub fn outcome(scene: &Scene, outcome: u8) -> String {
    let elects = scene
        .board
        .agenda
        .is_some_and(|agenda| scene.printed(agenda.card).outcomes == Some(Outcomes::ElectPlayer));
    match (elects, outcome) {
        (true, seat) => player(seat),
        (false, 0) => "For".into(),
        (false, _) => "Against".into(),
    }
}

const fn pool(pool: Pool) -> &'static str {
    match pool {
        Pool::Tactic => "Tactic pool",
        Pool::Fleet => "Fleet pool",
        Pool::Strategy => "Strategy pool",
    }
}

/// An ability of a card: the card, and which of several windows' worth it has is no matter.
fn action(scene: &Scene, slot: Slot) -> String {
    format!("Action: {}", piece(scene, slot))
}

/// An option in the players' words, and who has what it names.
#[must_use]
pub fn option(scene: &Scene, stack: &Stack<Imperium>, prompt: Prompt, choice: Choice) -> Labelled {
    let frame = stack.running();
    let locals = frame.map(|frame| &frame.locals);
    let holder = holder(scene, stack, choice);
    let label = match choice {
        Choice::Nothing => "Nothing".into(),
        Choice::Window(Pick::Ability(index)) => {
            let candidate = stack.rounds().and_then(|r| r.candidates().get(usize::from(index)));
            candidate.map_or_else(String::new, |c| piece(scene, c.ability.source.slot))
        }
        Choice::Window(_) | Choice::Decline if prompt == Prompt::Vote => "Abstain".into(),
        Choice::Window(_) | Choice::Decline => "Decline".into(),
        Choice::Piece(slot) => piece_option(scene, prompt, slot),
        Choice::Sustain(slot) => format!("Sustain {}", piece(scene, slot)),
        Choice::Planet(planet) => planet_option(scene, prompt, locals, planet),
        Choice::System(system) => scene.board.system(system).name.clone(),
        Choice::Player(seat) if prompt == Prompt::Cannon => {
            format!("Fire Space Cannon at {}", player(seat))
        }
        Choice::Player(seat) => player(seat),
        Choice::Pool(to) => pool(to).into(),
        Choice::Shift(from, to) => format!("{} to {}", pool(from), pool(to)),
        Choice::Unit(kind) => format!("Produce {}", unit(kind)),
        Choice::Technology(definition) => {
            format!("Research {}", scene.catalogue.definition(definition).name)
        }
        Choice::Option(n) => {
            let op = frame.map(|frame| &scene.catalogue.ops(frame.program)[usize::from(frame.at)]);
            match op {
                Some(Op::OneOf(options)) => options[usize::from(n)].0.clone(),
                _ => format!("Option {}", n + 1),
            }
        }
        Choice::Outcome(n) => outcome(scene, n),
        Choice::Activate(system) => format!("Activate {}", scene.board.system(system).name),
        Choice::Strategic(slot) => format!("Strategic action: {}", piece(scene, slot)),
        Choice::Component(slot, _) => action(scene, slot),
        Choice::Trade(seat) => format!("Trade with {}", player(seat)),
        Choice::Land(slot, planet) => {
            format!("Land {} on {}", piece(scene, slot), scene.board.planet(planet).name)
        }
        Choice::TradeGood(_) if prompt == Prompt::Pay => "Spend a trade good".into(),
        Choice::TradeGood(true) => "Give a trade good".into(),
        Choice::TradeGood(false) => "Ask for a trade good".into(),
        Choice::Commodity(true) => "Give a commodity".into(),
        Choice::Commodity(false) => "Ask for a commodity".into(),
        Choice::Note(slot) if prompt == Prompt::Accept => {
            format!("Accept with {}", piece(scene, slot))
        }
        Choice::Note(slot) => format!("Give {}", piece(scene, slot)),
        Choice::AskNote => "Ask for a promissory note".into(),
        Choice::Top(slot) => format!("Top {}", piece(scene, slot)),
        Choice::Bottom(slot) => format!("Bottom {}", piece(scene, slot)),
        Choice::Pass => "Pass".into(),
        Choice::Yes if prompt == Prompt::Accept => "Accept".into(),
        Choice::No if prompt == Prompt::Accept => "Refuse".into(),
        Choice::Yes if prompt == Prompt::Retreat => "Announce a retreat".into(),
        Choice::Yes if prompt == Prompt::Commit => "Remove the custodians".into(),
        Choice::Yes if prompt == Prompt::Secondary => {
            let card = frame.map(|frame| piece(scene, frame.source.slot));
            format!("Secondary: {}", card.unwrap_or_default())
        }
        Choice::Yes => "Yes".into(),
        Choice::No => "No".into(),
        Choice::Done if prompt == Prompt::Offer => "Propose".into(),
        Choice::Done => "Done".into(),
    };
    Labelled { label, holder }
}

fn piece_option(scene: &Scene, prompt: Prompt, slot: Slot) -> String {
    let name = piece(scene, slot);
    let here = || place(scene, scene.piece(slot).place);
    match prompt {
        Prompt::Move => format!("Move {name} from {}", here()),
        Prompt::Load => format!("Load {name} from {}", here()),
        Prompt::Assign => format!("Destroy {name}"),
        Prompt::Limits => format!("Remove {name}"),
        Prompt::Score => format!("Score {name}"),
        _ => name,
    }
}

fn planet_option(scene: &Scene, prompt: Prompt, locals: Option<&Locals>, planet: u8) -> String {
    let name = &scene.board.planet(planet).name;
    match prompt {
        Prompt::Pay | Prompt::VoteWith => format!("Exhaust {name}"),
        Prompt::Bombard => match locals.map(|locals| locals.chosen) {
            Some(Target::Piece(unit)) => {
                format!("Bombard {name} with {}", piece(scene, unit.slot))
            }
            _ => format!("Bombard {name}"),
        },
        _ => name.clone(),
    }
}

/// Whose a card or figure is that an option names.
fn holder(scene: &Scene, stack: &Stack<Imperium>, choice: Choice) -> Option<Seat> {
    let slot = match choice {
        Choice::Piece(slot)
        | Choice::Sustain(slot)
        | Choice::Strategic(slot)
        | Choice::Component(slot, _)
        | Choice::Land(slot, _)
        | Choice::Note(slot) => slot,
        Choice::Window(Pick::Ability(index)) => {
            let candidates = stack.rounds()?.candidates();
            candidates.get(usize::from(index))?.ability.source.slot
        }
        _ => return None,
    };
    let piece = scene.piece(slot);
    Some(if piece.place.is_board() { piece.owner } else { piece.holder })
}
