//! Options, cards and places in the players' words.

use cardmill_harness::names::Labelled;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Pick;

use crate::board::{Phase, Pool};
use crate::choice::{Choice, Deal, Imperium, Prompt, Target};
use crate::piece::{Piece, Place};
use crate::procedure::Locals;
use crate::program::Op;
use crate::scene::Scene;
use crate::vocabulary::{Kind, Modifier, UnitType, Until, Wormhole};

/// A player by name, `P1` to `P6`.
#[must_use]
pub fn player(seat: Seat) -> String {
    format!("P{}", seat + 1)
}

/// A card or a figure by its name.
#[must_use]
pub fn piece(scene: &Scene, slot: Slot) -> String {
    if scene.printed(slot).kind == Kind::Unit {
        scene.figure_card(slot).name.clone()
    } else {
        scene.printed(slot).name.clone()
    }
}

/// The place of a card or a figure, in words.
#[must_use]
pub fn place(scene: &Scene, place: Place) -> String {
    match place {
        Place::Space(system) => scene.board.system(system).name.clone(),
        Place::Planet(planet) => scene.board.planet(planet).name.clone(),
        Place::Box => "the box".into(),
        Place::Reinforcements => "the reinforcements".into(),
        Place::Hand => "the hand".into(),
        Place::Area => "the play area".into(),
        Place::Stack => "the card being resolved".into(),
        Place::Deck => "the deck".into(),
        Place::Discard => "the discard pile".into(),
        Place::Common => "the common play area".into(),
    }
}

/// The name of a phase of the round.
#[must_use]
pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Strategy => "strategy phase",
        Phase::Action => "action phase",
        Phase::Status => "status phase",
        Phase::Agenda => "agenda phase",
    }
}

/// The name of a type of wormhole.
#[must_use]
pub const fn wormhole(wormhole: Wormhole) -> &'static str {
    match wormhole {
        Wormhole::Alpha => "alpha wormhole",
        Wormhole::Beta => "beta wormhole",
        Wormhole::Delta => "delta wormhole",
    }
}

/// The words for a lasting effect of a player.
#[must_use]
pub fn lasting(seat: Seat, modifier: Modifier, until: Until) -> String {
    let who = player(seat);
    let what = match modifier {
        Modifier::Combat(n, None) => format!("{who}'s combat rolls get {n:+}"),
        Modifier::Combat(n, Some(of)) => format!("combat rolls of {who}'s {} get {n:+}", units(of)),
        Modifier::Movement(n) => format!("{who}'s ships get {n:+} to their move values"),
        Modifier::NoRetreat => format!("{who}'s opponent cannot retreat"),
        Modifier::NoMovement => format!("nobody but {who} can move ships into the active system"),
        Modifier::NoRolls => format!("{who}'s opponent does not roll"),
        Modifier::NoFaction => {
            format!("{who} uses neither faction abilities nor faction technologies")
        }
        Modifier::AtShips => format!("{who}'s Space Cannons hit ships that are no fighters"),
        Modifier::Bombardment(n) => format!("Bombardment of {who}'s planets gets {n:+}"),
        Modifier::NoPds => {
            format!("nobody but {who} has PDS with Planetary Shield or Space Cannon")
        }
        Modifier::WormholesAreOne => {
            format!("{who} joins systems with alpha and with beta wormholes")
        }
        Modifier::Rerolls => format!("{who} can roll dice again"),
        Modifier::Conduits => format!("systems with {who}'s units are adjacent to the active one"),
        Modifier::Assimilated => format!("{who} gains no more technologies of the opponent"),
    };
    let until = match until {
        Until::Combat => "combat",
        Until::CombatRound => "round of combat",
        Until::TacticalAction => "tactical action",
    };
    format!("{what} until the end of the {until}")
}

/// The name of a type of unit.
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

/// The name of several units of a type, inside a sentence.
const fn units(unit: UnitType) -> &'static str {
    match unit {
        UnitType::Fighter => "fighters",
        UnitType::Destroyer => "destroyers",
        UnitType::Cruiser => "cruisers",
        UnitType::Carrier => "carriers",
        UnitType::Dreadnought => "dreadnoughts",
        UnitType::WarSun => "war suns",
        UnitType::Flagship => "flagships",
        UnitType::Infantry => "infantry",
        UnitType::Mech => "mechs",
        UnitType::Pds => "PDS",
        UnitType::SpaceDock => "space docks",
    }
}

/// The name of an outcome of the agenda that is voted on: what is elected, `For` or `Against`.
#[must_use]
pub fn outcome(scene: &Scene, outcome: u8) -> String {
    let agenda = scene.board.agenda;
    let elected = agenda.map_or(Target::None, |agenda| scene.elected(agenda.card, outcome));
    match elected {
        Target::Player(seat) => player(seat),
        Target::Planet(planet) => scene.board.planet(planet).name.clone(),
        Target::Piece(card) => piece(scene, card.slot),
        _ if outcome == 0 => "For".into(),
        _ => "Against".into(),
    }
}

/// The name of a pool of the command sheet.
#[must_use]
pub const fn pool(pool: Pool) -> &'static str {
    match pool {
        Pool::Tactic => "Tactic pool",
        Pool::Fleet => "Fleet pool",
        Pool::Strategy => "Strategy pool",
    }
}

/// The label of an action of a card, whichever of its abilities it is.
fn action(scene: &Scene, slot: Slot) -> String {
    format!("Action: {}", piece(scene, slot))
}

/// The label of an option in the players' words, and the player who has the card or figure that it
/// names.
#[must_use]
pub fn option(scene: &Scene, stack: &Stack<Imperium>, prompt: Prompt, choice: Choice) -> Labelled {
    let frame = stack.running();
    let locals = frame.map(|frame| &frame.locals);
    let holder = holder(scene, stack, choice);
    let label = match choice {
        Choice::Nothing => "Nothing".into(),
        Choice::Window(Pick::Ability(index)) => {
            let candidate = stack.rounds().and_then(|r| r.candidates().get(usize::from(index)));
            candidate.map_or_else(String::new, |c| told_apart(scene, c.ability.source.slot))
        }
        Choice::Window(_) | Choice::Decline if prompt == Prompt::Vote => "Abstain".into(),
        Choice::Window(_) | Choice::Decline => "Decline".into(),
        Choice::Piece(slot) => piece_option(scene, prompt, slot),
        Choice::Sustain(slot) => format!("Sustain {}", piece(scene, slot)),
        Choice::Reroll(n) | Choice::Raise(n) => {
            let die = scene.board.rolled.get(usize::from(n));
            let again = matches!(choice, Choice::Reroll(_));
            die.map_or_else(String::new, |die| self::die(scene, die.unit, die.result, again))
        }
        Choice::Primary => {
            let card = frame.map(|frame| piece(scene, frame.source.slot));
            format!("Primary: {}", card.unwrap_or_default())
        }
        Choice::First(slot) => {
            format!("{} before the others", piece_option(scene, Prompt::Move, slot))
        }
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
            format!("Land {} on {}", told_apart(scene, slot), scene.board.planet(planet).name)
        }
        Choice::TradeGood(_) if prompt == Prompt::Pay => "Spend a trade good".into(),
        Choice::TradeGood(_) if prompt == Prompt::Step => "Take a trade good".into(),
        Choice::Commodity(_) if prompt == Prompt::Step => "Take a commodity".into(),
        Choice::TradeGood(true) => "Give a trade good".into(),
        Choice::TradeGood(false) => "Ask for a trade good".into(),
        Choice::Commodity(true) => "Give a commodity".into(),
        Choice::Commodity(false) => "Ask for a commodity".into(),
        Choice::Note(slot) if prompt == Prompt::Accept => {
            format!("Accept with {}", note(scene, slot))
        }
        Choice::Note(slot) => format!("Give {}", note(scene, slot)),
        Choice::AskNote => "Ask for a promissory note".into(),
        Choice::AskCard => "Ask for an action card".into(),
        Choice::Deal(of) => deal(scene, of),
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

/// The label of a die of a unit that shows a result and is rolled again, or else raised.
#[must_use]
pub fn die(scene: &Scene, unit: Slot, result: u8, again: bool) -> String {
    let (verb, name) = (if again { "Reroll" } else { "Raise" }, told_apart(scene, unit));
    format!("{verb} {name}'s {result}")
}

/// The name of a card or a figure among others: a figure that is damaged is said to be.
fn told_apart(scene: &Scene, slot: Slot) -> String {
    let damaged = if scene.piece(slot).damaged { " (damaged)" } else { "" };
    format!("{}{damaged}", piece(scene, slot))
}

fn piece_option(scene: &Scene, prompt: Prompt, slot: Slot) -> String {
    let name = told_apart(scene, slot);
    let at = scene.piece(slot).place;
    let here = || place(scene, at);
    match prompt {
        Prompt::Move => format!("Move {name} from {}", here()),
        Prompt::Load => format!("Load {name} from {}", here()),
        Prompt::Assign => format!("Destroy {name}"),
        Prompt::Limits => format!("Remove {name}"),
        Prompt::Pay => format!("Exhaust {name}"),
        Prompt::Score => format!("Score {name}"),
        _ if matches!(at, Place::Planet(_)) => format!("{name} on {}", here()),
        _ => name,
    }
}

/// The terms of a menu in words, from the side of who offers them.
fn deal(scene: &Scene, deal: Deal) -> String {
    let of = |slot: Slot| {
        let name = piece(scene, slot);
        format!("{}'s {name}", player(scene.piece(slot).owner))
    };
    match deal {
        Deal::Commodities => "All commodities for all commodities".into(),
        Deal::Evenly => "Commodities for as many commodities".into(),
        Deal::Sell => "All commodities for half as many trade goods".into(),
        Deal::Buy => "Half as many trade goods for all commodities".into(),
        Deal::Swap(slot) => format!("{} for the same note", of(slot)),
        Deal::SellNote(slot) => format!("{} for 2 trade goods", of(slot)),
        Deal::BuyNote(slot) => format!("2 trade goods for {}", of(slot)),
        Deal::SellCard(slot) => format!("{} for a trade good", piece(scene, slot)),
    }
}

/// The name of a note that changes hands; of those that every player has, with the player whose it
/// is.
fn note(scene: &Scene, slot: Slot) -> String {
    let Piece { owner, holder, .. } = *scene.piece(slot);
    let name = piece(scene, slot);
    if scene.printed(slot).of_each_player && owner != holder {
        format!("{}'s {name}", player(owner))
    } else {
        name
    }
}

fn planet_option(scene: &Scene, prompt: Prompt, locals: Option<&Locals>, planet: u8) -> String {
    let name = &scene.board.planet(planet).name;
    match prompt {
        Prompt::Pay | Prompt::VoteWith => format!("Exhaust {name}"),
        Prompt::Bombard => match locals.and_then(Locals::unit) {
            Some(unit) => {
                format!("Bombard {name} with {}", told_apart(scene, unit.slot))
            }
            _ => format!("Bombard {name}"),
        },
        _ => name.clone(),
    }
}

/// The player who has the card or figure that an option names: the owner of a figure on the board,
/// else the holder.
fn holder(scene: &Scene, stack: &Stack<Imperium>, choice: Choice) -> Option<Seat> {
    let slot = match choice {
        Choice::Piece(slot)
        | Choice::Sustain(slot)
        | Choice::First(slot)
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
    match piece.place {
        // A law on a planet is of who controls that.
        Place::Planet(planet) if scene.is_law(slot) => scene.board.planet(planet).owner,
        place => Some(if place.is_board() { piece.owner } else { piece.holder }),
    }
}
