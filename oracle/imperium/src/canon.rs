//! The canonical text of questions, options and states, one line a thing.
//!
//! Two simulators agree when these texts are equal. What rules do not tell apart is not told apart
//! here either: which of several like figures is meant, the order of cards in hand.
//!
//! ```text
//! Action, speaker P1, active P2 in 26, custodians, 712 dice
//! combat of P2 and P3, round 1
//! P1 tokens 3 3 2, 4 goods, 0 commodities, 1 points
//! P1 cards LEADERSHIP used TRADE
//! P1 technologies SARWEEN_TOOLS
//! P1 secrets MINE_RARE_METALS; scored EXPAND_BORDERS
//! 26 token P2; P2 1 Carrier; P2 2 Infantry; P3 1 Cruiser damaged
//! Lodor P3 exhausted; P3 2 Infantry
//! revealed ERECT_A_MONUMENT; 3 to come; secrets THREATEN_ENEMIES
//! 1 goods on POLITICS
//! ```

use core::fmt::Write;

use crate::choice::Answer;
use crate::objective::OBJECTIVES;
use crate::state::{CARDS, Figure, NAMES, PLAYERS, POOLS, Place, Seat, State};
use crate::technology::TECHNOLOGIES;
use crate::unit::Unit;

fn figure(state: &State, at: usize) -> String {
    let Figure { unit, seat, place, damaged } = state.figures[at];
    let damaged = if damaged { " damaged" } else { "" };
    let here = match place {
        Place::Space(system) => state.systems[system].tile.to_string(),
        Place::Planet(planet) => state.planets[planet].world.name.to_owned(),
        Place::Reinforcements | Place::Box => "nowhere".to_owned(),
    };
    format!("{}'s {unit:?}{damaged} at {here}", NAMES[seat])
}

/// An option in the words of both simulators.
#[must_use]
pub fn answer(state: &State, answer: Answer) -> String {
    let planet = |planet: usize| state.planets[planet].world.name;
    match answer {
        Answer::Take(card) => format!("take {}", CARDS[card]),
        Answer::Use(card) => format!("use {}", CARDS[card]),
        Answer::Activate(system) => format!("activate {}", state.systems[system].tile),
        Answer::Pass => "pass".into(),
        Answer::Done => "done".into(),
        Answer::Decline => "decline".into(),
        Answer::Yes => "yes".into(),
        Answer::No => "no".into(),
        Answer::Figure(at) => figure(state, at),
        Answer::Sustain(at) => format!("sustain {}", figure(state, at)),
        Answer::Land(at, on) => format!("land {} on {}", figure(state, at), planet(on)),
        Answer::Planet(at) => planet(at).into(),
        Answer::System(system) => format!("system {}", state.systems[system].tile),
        Answer::Player(seat) => NAMES[seat].into(),
        Answer::Pool(pool) => POOLS[pool].into(),
        Answer::Shift(from, to) => format!("{} to {}", POOLS[from], POOLS[to]),
        Answer::Produce(unit) => format!("produce {unit:?}"),
        Answer::Good => "trade good".into(),
        Answer::Research(technology) => format!("research {}", TECHNOLOGIES[technology].id),
        Answer::Option(name) => name.into(),
        Answer::Objective(card) => OBJECTIVES[card].id.into(),
    }
}

/// The state of a game.
///
/// # Panics
/// Never: a string takes everything.
#[must_use]
pub fn state(state: &State) -> String {
    let mut out = String::with_capacity(2048);
    write(&mut out, state).expect("a string takes everything");
    out
}

/// The part of it that lies on the board.
///
/// # Panics
/// Never: a string takes everything.
#[must_use]
pub fn board(state: &State) -> String {
    let mut out = String::with_capacity(2048);
    write_board(&mut out, state).expect("a string takes everything");
    out
}

fn write(out: &mut String, state: &State) -> core::fmt::Result {
    let State { phase, speaker, active, system, custodians, dice, .. } = state;
    write!(out, "{phase:?}, speaker {}, active {}", NAMES[*speaker], NAMES[*active])?;
    if let Some(system) = system {
        write!(out, " in {}", state.systems[*system].tile)?;
    }
    let custodians = if *custodians { ", custodians" } else { "" };
    writeln!(out, "{custodians}, {} dice", dice.len())?;
    if let Some(combat) = state.combat {
        let [one, other] = combat.sides;
        write!(out, "combat of {} and {}, round {}", NAMES[one], NAMES[other], combat.round)?;
        if let Some(planet) = combat.planet {
            write!(out, " on {}", state.planets[planet].world.name)?;
        }
        if let Some(seat) = combat.retreats {
            write!(out, ", {} retreats", NAMES[seat])?;
        }
        out.push('\n');
    }
    for seat in 0..PLAYERS {
        write_player(out, state, seat)?;
    }
    write_board(out, state)?;
    let mut revealed: Vec<&str> = state.revealed.iter().map(|&card| OBJECTIVES[card].id).collect();
    revealed.sort_unstable();
    let secrets: Vec<&str> = state.secrets.iter().map(|&card| OBJECTIVES[card].id).collect();
    let to_come = state.unrevealed.len();
    write!(out, "revealed {}; {to_come} to come; ", revealed.join(" "))?;
    writeln!(out, "secrets {}", secrets.join(" "))?;
    for (card, at) in state.cards.iter().zip(CARDS).filter(|(card, _)| card.goods > 0) {
        writeln!(out, "{} goods on {at}", card.goods)?;
    }
    Ok(())
}

fn write_player(out: &mut String, state: &State, seat: Seat) -> core::fmt::Result {
    let (name, player) = (NAMES[seat], &state.players[seat]);
    if player.out {
        return writeln!(out, "{name} is out");
    }
    let [tactic, fleet, strategy] = player.pools;
    let (goods, commodities, points) = (player.goods, player.commodities, player.points);
    write!(out, "{name} tokens {tactic} {fleet} {strategy}, {goods} goods, ")?;
    write!(out, "{commodities} commodities, {points} points")?;
    if player.passed {
        out.push_str(", passed");
    }
    if player.revived > 0 {
        write!(out, ", {} come back", player.revived)?;
    }
    write!(out, "\n{name} cards")?;
    for (card, id) in state.cards.iter().zip(CARDS) {
        if card.holder == Some(seat) {
            write!(out, " {id}{}", if card.used { " used" } else { "" })?;
        }
    }
    write!(out, "\n{name} technologies")?;
    let own = (0..TECHNOLOGIES.len()).filter(|&technology| state.owns(seat, technology));
    let mut own: Vec<&str> = own.map(|technology| TECHNOLOGIES[technology].id).collect();
    own.sort_unstable();
    own.iter().try_for_each(|id| write!(out, " {id}"))?;
    let id = |card: usize| OBJECTIVES[card].id;
    let mut secrets: Vec<&str> = player.secrets.iter().map(|&card| id(card)).collect();
    let own = state.scored.iter().filter(|&&(_, by)| by == seat);
    let mut scored: Vec<&str> = own.map(|&(card, _)| id(card)).collect();
    secrets.sort_unstable();
    scored.sort_unstable();
    writeln!(out, "\n{name} secrets {}; scored {}", secrets.join(" "), scored.join(" "))
}

fn write_board(out: &mut String, state: &State) -> core::fmt::Result {
    for (at, system) in state.systems.iter().enumerate() {
        write!(out, "{}", system.tile)?;
        for (seat, name) in NAMES.iter().enumerate() {
            if system.tokens & (1 << seat) != 0 {
                write!(out, " token {name}")?;
            }
        }
        write_figures(out, state, Place::Space(at))?;
        for planet in state.planets_in(at) {
            write_planet(out, state, planet)?;
        }
    }
    Ok(())
}

fn write_planet(out: &mut String, state: &State, at: usize) -> core::fmt::Result {
    let planet = &state.planets[at];
    out.push_str(planet.world.name);
    if let Some(owner) = planet.owner {
        write!(out, " {}", NAMES[owner])?;
    }
    if planet.exhausted {
        out.push_str(" exhausted");
    }
    write_figures(out, state, Place::Planet(at))
}

fn write_figures(out: &mut String, state: &State, place: Place) -> core::fmt::Result {
    for (seat, name) in NAMES.iter().enumerate() {
        for unit in Unit::ALL {
            for damaged in [false, true] {
                let like = Figure { unit, seat, place, damaged };
                let count = state.figures.iter().filter(|&&figure| figure == like).count();
                if count > 0 {
                    let damaged = if damaged { " damaged" } else { "" };
                    write!(out, "; {name} {count} {unit:?}{damaged}")?;
                }
            }
        }
    }
    out.push('\n');
    Ok(())
}
