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
//! P1 deck 17 09 (the bottom card first)
//! P1 hand 33
//! P1 discard
//! P1 resources 02 03 07 11 14
//! ground P1.05 Wampa 4/5, 2 damage, Overwhelm, Raid 02; P2.08 Resilient; Shield
//! waits: P1.05 Wampa: Shielded
//! attack of P1.05 Wampa on P2.01 base
//! ```

use core::fmt::Write;

use crate::card::{Arena, Keywords, Kind};
use crate::choice::{Answer, Prompt, Token};
use crate::set::{Card, Seat};
use crate::state::{Phase, State};
use crate::trigger::{Ability, Waiting};

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

const PLAYERS: [&str; 2] = ["P1", "P2"];

/// A number of two digits.
fn number(out: &mut String, number: usize) {
    out.push((b'0' + (number / 10 % 10) as u8) as char);
    out.push((b'0' + (number % 10) as u8) as char);
}

fn card(out: &mut String, state: &State, card: Card) {
    let printed = state.printed(card);
    out.push_str(PLAYERS[card.owner()]);
    out.push('.');
    number(out, card.place());
    out.push(' ');
    out.push_str(if printed.kind == Kind::Base { "base" } else { printed.name });
}

/// Cards of a zone by their numbers. They are their owner's.
fn pile(out: &mut String, seat: Seat, zone: &str, cards: impl Iterator<Item = Card>) {
    out.push_str(PLAYERS[seat]);
    out.push_str(zone);
    for one in cards {
        out.push(' ');
        number(out, one.place());
    }
    out.push('\n');
}

const fn token(token: Token) -> &'static str {
    match token {
        Token::Experience => "Experience",
        Token::Shield => "Shield",
    }
}

/// An option in the words of both simulators, with the card that it names.
#[must_use]
pub fn answer(state: &State, answer: Answer) -> String {
    let mut out = String::new();
    let (word, about) = match answer {
        Answer::Nothing => ("nothing", None),
        Answer::Pass => ("pass", None),
        Answer::Initiative => ("take the initiative", None),
        Answer::Play(one) => ("play ", Some(one)),
        Answer::Attack(one) => ("attack with ", Some(one)),
        Answer::Deploy => ("deploy", None),
        Answer::Card(one) => ("", Some(one)),
        Answer::Token(Token::Experience, unit) => ("Experience on ", Some(unit)),
        Answer::Token(Token::Shield, unit) => ("Shield on ", Some(unit)),
        Answer::In(Arena::Ground) => ("ground", None),
        Answer::In(Arena::Space) => ("space", None),
        Answer::Decline => ("decline", None),
        Answer::Yes => ("yes", None),
        Answer::No => ("no", None),
        Answer::First(0) => ("P1 first", None),
        Answer::First(_) => ("P2 first", None),
        Answer::Resolve(at) => {
            waiting(&mut out, state, &state.waiting[usize::from(at)]);
            return out;
        }
    };
    out.push_str(word);
    if let Some(about) = about {
        card(&mut out, state, about);
    }
    out
}

fn waiting(out: &mut String, state: &State, waiting: &Waiting) {
    card(out, state, waiting.source.card);
    match waiting.ability {
        Ability::Ambush => out.push_str(": Ambush"),
        Ability::Restore(points) => {
            out.push_str(": Restore ");
            number(out, points.into());
        }
        Ability::Saboteur => out.push_str(": Saboteur"),
        Ability::Shielded => out.push_str(": Shielded"),
        Ability::Text => {
            out.push_str(": text, of ");
            card(out, state, waiting.subject.card);
        }
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

fn write(out: &mut String, state: &State) -> core::fmt::Result {
    let phase = match state.phase {
        Phase::Setup => "set-up",
        Phase::Action => "action",
        Phase::Regroup => "regroup",
    };
    let (lead, initiative) = (PLAYERS[state.lead()], PLAYERS[state.initiative]);
    let taken = if state.taken { " taken" } else { "" };
    let (round, passes) = (state.round, state.passes);
    write!(out, "round {round} {phase}, {lead} leads, ")?;
    writeln!(out, "initiative {initiative}{taken}, passes {passes}")?;
    for seat in [0, 1] {
        write_player(out, state, seat)?;
    }
    if !state.waiting.is_empty() {
        let mut waits = state
            .waiting
            .iter()
            .map(|w| {
                let mut line = "waits: ".to_owned();
                waiting(&mut line, state, w);
                line.push('\n');
                line
            })
            .collect::<Vec<_>>();
        waits.sort();
        out.extend(waits);
    }
    if let Some(attack) = state.attack {
        for (word, one) in [("attack of ", attack.attacker), (" on ", attack.target)] {
            out.push_str(word);
            card(out, state, one.card);
            if state.now(one.card) != one {
                out.push_str(" (gone)");
            }
        }
        out.push('\n');
    }
    Ok(())
}

fn write_player(out: &mut String, state: &State, seat: Seat) -> core::fmt::Result {
    let (name, player) = (PLAYERS[seat], &state.players[seat]);
    let (damage, ready, all) = (player.damage, player.ready, player.resources.len());
    let done = if player.done { ", done" } else { "" };
    writeln!(out, "{name} base {damage} damage, {ready} of {all} resources ready{done}")?;
    let leader = Card::of(seat, Card::LEADER);
    let place = if state.is_deployed(seat) { "in play" } else { "in the base zone" };
    let exhausted = if state.exhausted.has(leader) { ", exhausted" } else { "" };
    let epic = if player.epic { ", epic action used" } else { "" };
    writeln!(out, "{name} leader {place}{exhausted}{epic}")?;
    pile(out, seat, " deck", player.deck.iter().copied());
    pile(out, seat, " hand", player.hand);
    pile(out, seat, " discard", player.discard);
    pile(out, seat, " resources", player.resources);
    for unit in state.units_of(seat) {
        write_unit(out, state, unit)?;
    }
    Ok(())
}

fn write_unit(out: &mut String, state: &State, one: Card) -> core::fmt::Result {
    let unit = &state.units[one.index()];
    out.push_str(if state.ground.has(one) { "ground " } else { "space " });
    card(out, state, one);
    let (power, hp, damage) = (state.power(one), unit.hp.max(0), unit.damage);
    write!(out, " {power}/{hp}, {damage} damage")?;
    if state.exhausted.has(one) {
        out.push_str(", exhausted");
    }
    for (keyword, word) in [
        (Keywords::AMBUSH, ", Ambush"),
        (Keywords::GRIT, ", Grit"),
        (Keywords::OVERWHELM, ", Overwhelm"),
        (Keywords::SABOTEUR, ", Saboteur"),
        (Keywords::SENTINEL, ", Sentinel"),
        (Keywords::SHIELDED, ", Shielded"),
    ] {
        if unit.keywords.has(keyword) {
            out.push_str(word);
        }
    }
    for (points, word) in [(unit.raid, ", Raid "), (unit.restore, ", Restore ")] {
        if points > 0 {
            out.push_str(word);
            number(out, points.into());
        }
    }
    for upgrade in state.upgrades(one) {
        out.push_str("; ");
        card(out, state, upgrade);
    }
    for (kind, count) in [(Token::Experience, unit.experience), (Token::Shield, unit.shields)] {
        for _ in 0..count {
            out.push_str("; ");
            out.push_str(token(kind));
        }
    }
    out.push('\n');
    Ok(())
}
