//! The canonical text of questions, options and states, one line a zone.
//!
//! Two simulators agree when these texts are equal. What rules do not tell apart is not told
//! apart here either: the order of a hand, a discard pile or an arena, which of several equal
//! tokens is meant, which resources are exhausted.
//!
//! ```text
//! round 3 action, P1 leads, initiative P2 taken, passes 1
//! P1 base 12 damage, 2 of 5 resources ready
//! P1 leader in the base zone, exhausted, epic action used
//! P1 deck P1.17 Wampa, P1.09 Open Fire
//! P1 hand P1.33 Repair
//! P1 discard -
//! P1 resources P1.02 Wampa
//! P1 unit P1.05 Wampa 4/5, 2 damage, Overwhelm, Raid 2, on it: P2.08 Resilient; Shield
//! waits: P1.05 Wampa: Shielded
//! attack of P1.05 Wampa on P2.01 base
//! ```

use core::fmt::Write;

use super::card::{Arena, Keywords, Kind};
use super::choice::{Answer, Prompt, Token};
use super::set::{Card, CardSet, Seat};
use super::state::{Phase, Ref, State};
use super::trigger::{Ability, Waiting};

/// The word for a question.
#[must_use]
pub const fn prompt(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Action => "action",
        Prompt::Mulligan => "mulligan",
        Prompt::FirstResource => "first resource",
        Prompt::Resource => "resource",
        Prompt::Target => "target",
        Prompt::Ambush => "ambush",
        Prompt::Host => "host",
        Prompt::Unique => "unique",
        Prompt::Text => "text",
        Prompt::May => "may",
        Prompt::First => "first",
        Prompt::Which => "which",
    }
}

fn player(seat: Seat) -> &'static str {
    ["P1", "P2"][seat]
}

fn card(state: &State, card: Card) -> String {
    let (owner, place) = (player(card.owner()), card.place());
    let printed = state.printed(card);
    let name = if printed.kind == Kind::Base { "base" } else { printed.name };
    format!("{owner}.{place:02} {name}")
}

/// Cards in the order of their numbers.
fn cards(state: &State, set: impl Iterator<Item = Card>) -> String {
    let names: Vec<_> = set.map(|one| card(state, one)).collect();
    if names.is_empty() { "-".into() } else { names.join(", ") }
}

const fn token(token: Token) -> &'static str {
    match token {
        Token::Experience => "Experience",
        Token::Shield => "Shield",
    }
}

/// An option.
#[must_use]
pub fn answer(state: &State, answer: Answer) -> String {
    match answer {
        Answer::Nothing => "nothing".into(),
        Answer::Pass => "pass".into(),
        Answer::Initiative => "take the initiative".into(),
        Answer::Play(one) => format!("play {}", card(state, one)),
        Answer::Attack(one) => format!("attack with {}", card(state, one)),
        Answer::Deploy => "deploy".into(),
        Answer::Card(one) => card(state, one),
        Answer::Token(kind, unit) => format!("{} on {}", token(kind), card(state, unit)),
        Answer::In(Arena::Ground) => "ground".into(),
        Answer::In(Arena::Space) => "space".into(),
        Answer::Decline => "decline".into(),
        Answer::Yes => "yes".into(),
        Answer::No => "no".into(),
        Answer::First(seat) => format!("{} first", player(seat)),
        Answer::Resolve(at) => waiting(state, &state.waiting[usize::from(at)]),
    }
}

fn waiting(state: &State, waiting: &Waiting) -> String {
    let source = card(state, waiting.source.card);
    let ability = match waiting.ability {
        Ability::Ambush => "Ambush".into(),
        Ability::Restore(points) => format!("Restore {points}"),
        Ability::Saboteur => "Saboteur".into(),
        Ability::Shielded => "Shielded".into(),
        Ability::Text => format!("text, of {}", card(state, waiting.subject.card)),
    };
    format!("{source}: {ability}")
}

/// The state of a game.
#[must_use]
pub fn state(state: &State) -> String {
    let mut out = String::with_capacity(2048);
    write(&mut out, state).expect("a string takes everything");
    out
}

fn write(out: &mut String, state: &State) -> core::fmt::Result {
    let phase = match state.phase {
        Phase::Setup => "set-up",
        Phase::Action => "action",
        Phase::Regroup => "regroup",
    };
    let (lead, initiative) = (player(state.lead()), player(state.initiative));
    let taken = if state.taken { " taken" } else { "" };
    let (round, passes) = (state.round, state.passes);
    writeln!(
        out,
        "round {round} {phase}, {lead} leads, initiative {initiative}{taken}, passes {passes}"
    )?;
    for seat in [0, 1] {
        write_player(out, state, seat)?;
    }
    let mut waits: Vec<_> = state.waiting.iter().map(|w| waiting(state, w)).collect();
    waits.sort();
    for line in waits {
        writeln!(out, "waits: {line}")?;
    }
    if let Some(attack) = state.attack {
        let gone = |one: Ref| if state.now(one.card) == one { "" } else { " (gone)" };
        let (by, at) = (attack.attacker, attack.target);
        let (by_card, at_card) = (card(state, by.card), card(state, at.card));
        writeln!(out, "attack of {by_card}{} on {at_card}{}", gone(by), gone(at))?;
    }
    Ok(())
}

fn write_player(out: &mut String, state: &State, seat: Seat) -> core::fmt::Result {
    let (name, player) = (player(seat), &state.players[seat]);
    let (damage, ready, all) = (player.damage, player.ready, player.resources.len());
    let done = if player.done { ", done" } else { "" };
    writeln!(out, "{name} base {damage} damage, {ready} of {all} resources ready{done}")?;
    let leader = Card::of(seat, Card::LEADER);
    let place = if state.is_deployed(seat) { "in play" } else { "in the base zone" };
    let exhausted = if state.exhausted.has(leader) { ", exhausted" } else { "" };
    let epic = if player.epic { ", epic action used" } else { "" };
    writeln!(out, "{name} leader {place}{exhausted}{epic}")?;
    writeln!(out, "{name} deck {}", cards(state, player.deck.iter().copied()))?;
    writeln!(out, "{name} hand {}", cards(state, player.hand))?;
    writeln!(out, "{name} discard {}", cards(state, player.discard))?;
    writeln!(out, "{name} resources {}", cards(state, player.resources))?;
    for unit in state.units_of(seat) {
        write_unit(out, state, seat, unit)?;
    }
    Ok(())
}

fn write_unit(out: &mut String, state: &State, seat: Seat, one: Card) -> core::fmt::Result {
    let unit = &state.units[one.index()];
    let arena = if state.ground.has(one) { "ground" } else { "space" };
    let (power, hp, damage) = (state.power(one), unit.hp.max(0), unit.damage);
    let (name, title) = (player(seat), card(state, one));
    write!(out, "{name} {arena} {title} {power}/{hp}, {damage} damage")?;
    if state.exhausted.has(one) {
        out.push_str(", exhausted");
    }
    for (keyword, word) in [
        (Keywords::AMBUSH, "Ambush"),
        (Keywords::GRIT, "Grit"),
        (Keywords::OVERWHELM, "Overwhelm"),
        (Keywords::SABOTEUR, "Saboteur"),
        (Keywords::SENTINEL, "Sentinel"),
        (Keywords::SHIELDED, "Shielded"),
    ] {
        if unit.keywords.has(keyword) {
            write!(out, ", {word}")?;
        }
    }
    if unit.raid > 0 {
        write!(out, ", Raid {}", unit.raid)?;
    }
    if unit.restore > 0 {
        write!(out, ", Restore {}", unit.restore)?;
    }
    let mut upgrades: Vec<_> = CardSet::map(state.upgrades(one), |u| card(state, u)).collect();
    for (kind, count) in [(Token::Experience, unit.experience), (Token::Shield, unit.shields)] {
        upgrades.extend((0..count).map(|_| token(kind).to_owned()));
    }
    if !upgrades.is_empty() {
        write!(out, ", on it: {}", upgrades.join("; "))?;
    }
    out.push('\n');
    Ok(())
}
