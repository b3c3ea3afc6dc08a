//! What happens on a table, line by line, in the players' words.
//!
//! Only tables that carry a [`Log`] are written down; the systems here read the same messages
//! and stack as the rules do and change nothing else.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::session::Silent;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Table;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::XWing;
use crate::driver::question::taken;
use crate::label::{self, card, player};
use crate::options::Offer;
use crate::program::{FIRST_ABILITY, REPLACEMENT_BEGINS};
use crate::proposal::{Fact, Proposal, Verb};
use crate::scene::{Cards, Scene, Ships};
use crate::vocabulary::{Damage, Token};

/// The log of a table. Put it on a table entity to have it written.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<String>,
}

/// Writes down every choice between several options, and beside the log every silent one.
pub fn choices(
    mut tables: Query<(
        &Table,
        &mut Log,
        &mut Silent,
        &Stack<XWing>,
        &Decision<XWing>,
        &Board,
        &Roster,
    )>,
    cards: Cards,
    ships: Ships,
    catalogue: Res<Catalogue>,
) {
    for (table, mut log, mut silent, stack, decision, board, roster) in &mut tables {
        let (Some(prompt), Some(frame)) = (decision.prompt, stack.running()) else { continue };
        let several = decision.state == State::Taken && decision.options.len() > 1;
        if !several && !decision.was_silent(table) {
            continue;
        }
        let scene = Scene { catalogue: &catalogue, board, roster, cards, ships };
        let offer = Offer { scene, seat: decision.seat, frame };
        if several {
            let label = offer.label(prompt, decision.taken, &stack.waiting);
            log.lines.push(format!("{}: {label}", player(decision.seat)));
        } else {
            silent.0.push(taken(&offer, prompt, decision.taken, &stack.waiting));
        }
    }
}

/// Writes down every fact of this tick.
pub fn facts(
    mut facts: MessageReader<Fact>,
    mut tables: Query<(&mut Log, &Board, &Roster)>,
    cards: Cards,
    ships: Ships,
    catalogue: Res<Catalogue>,
) {
    for fact in facts.read() {
        let Ok((mut log, board, roster)) = tables.get_mut(fact.table) else { continue };
        let scene = Scene { catalogue: &catalogue, board, roster, cards, ships };
        if let Some(line) = line(&scene, &fact.what) {
            log.lines.push(line);
        }
    }
}

/// Writes down which replacement effect takes the place of an event.
pub fn replacements(
    mut tables: Query<(&mut Log, &Stack<XWing>, &Decision<XWing>)>,
    catalogue: Res<Catalogue>,
) {
    for (mut log, stack, decision) in &mut tables {
        let Some(frame) = stack.frame().filter(|frame| frame.program >= FIRST_ABILITY) else {
            continue;
        };
        let begins = frame.at == REPLACEMENT_BEGINS && decision.state == State::None;
        if begins && frame.locals.event.is_some() {
            let name = catalogue.ability_name(frame.program - FIRST_ABILITY);
            log.lines.push(format!("instead: {name}"));
        }
    }
}

/// Writes down which ability of the queue begins to resolve; what can do nothing is passed over.
pub fn resolutions(
    mut tables: Query<(&mut Log, &Stack<XWing>, &Decision<XWing>, &Board, &Roster)>,
    cards: Cards,
    ships: Ships,
    catalogue: Res<Catalogue>,
) {
    for (mut log, stack, decision, board, roster) in &mut tables {
        let Some(frame) = stack.frame().filter(|frame| frame.program >= FIRST_ABILITY) else {
            continue;
        };
        if frame.at > 0 || frame.locals.skip || decision.state != State::None {
            continue;
        }
        let scene = Scene { catalogue: &catalogue, board, roster, cards, ships };
        let id = frame.program - FIRST_ABILITY;
        if scene.judge(id, &scene.in_frame(frame)).is_ok() {
            log.lines.push(format!("resolves {}", catalogue.ability_name(id)));
        }
    }
}

/// A fact in words; `None` if it says nothing to people.
fn line(scene: &Scene, what: &Proposal) -> Option<String> {
    let name = |slot: Slot| {
        if slot == Slot::MAX { String::new() } else { card(scene, slot) }
    };
    let ship = if what.ship < scene.board.ships { name(what.ship) } else { String::new() };
    let n = what.n;
    Some(match what.verb {
        Verb::Start(phase) => format!("== round {}: {}", scene.board.round, label::phase(phase)),
        Verb::Initiative => format!("initiative {n}"),
        Verb::EndRound => format!("round {} begins", scene.board.round),
        Verb::Reveal(maneuver) => format!("{ship} reveals a {maneuver}"),
        Verb::Execute(maneuver) => format!("{ship} executes a {maneuver}"),
        Verb::Flee => format!("{ship} flees"),
        Verb::Gain(Token::Lock) => format!("{} locks {ship}", name(what.other)),
        Verb::Gain(token) => format!("{ship} gains 1 {}", token.name()),
        Verb::Remove(token) => format!("{ship} loses 1 {}", token.name()),
        Verb::Spend(token) => format!("{ship} spends 1 {}", token.name()),
        Verb::Transfer(token) => {
            format!("{ship} transfers 1 {} to {}", token.name(), name(what.other))
        }
        Verb::Place(token) => format!("1 {} is placed on {}", token.name(), name(what.card)),
        Verb::TakeOff(token) => format!("1 {} is taken off {}", token.name(), name(what.card)),
        Verb::SpendCharge => format!("{} loses {n} charge", name(what.card)),
        Verb::RecoverCharge => format!("{} recovers {n} charge", name(what.card)),
        Verb::SpendForce => format!("{ship} spends {n} Force"),
        Verb::RecoverForce => format!("{ship} recovers {n} Force"),
        Verb::SpendShield => format!("{ship} spends {n} shield"),
        Verb::LoseShield => format!("{ship} loses {n} shield"),
        Verb::RecoverShield => format!("{ship} recovers {n} shield"),
        Verb::Damage(Damage::Hit) => format!("{ship} suffers 1 hit damage"),
        Verb::Damage(Damage::Crit) => format!("{ship} suffers 1 critical damage"),
        Verb::Deal { faceup: true } => format!("{ship} is dealt {} faceup", name(what.card)),
        Verb::Deal { faceup: false } => format!("{ship} is dealt a facedown damage card"),
        Verb::Repair => format!("{ship} repairs {}", name(what.card)),
        Verb::Discard => format!("{} is discarded", name(what.card)),
        Verb::Reshuffle(seat) => format!("{} shuffles the damage discard pile", player(seat)),
        Verb::Assign => format!("{} is assigned to {ship}", name(what.card)),
        Verb::PutAway => format!("{} is removed from {ship}", name(what.card)),
        Verb::Hold => format!("{} is put on {}", name(what.card), name(what.other)),
        Verb::ShuffleDeck(seat) => format!("the damage deck of {} is shuffled", player(seat)),
        Verb::Perform(action) => format!("{ship} performs {}", action.name()),
        Verb::PerformCard(ability) => {
            format!("{ship} performs the action {}", scene.catalogue.ability_name(ability))
        }
        Verb::Rotate(facing) => format!("{ship} turns its indicator: {}", label::facing(facing)),
        Verb::BeforeEngaging => format!("{ship} engages"),
        Verb::BeginAttack { shot, bonus } => {
            let kind = if bonus { "a bonus attack" } else { "an attack" };
            format!("{ship} performs {kind} against {}", name(shot.at))
        }
        Verb::Roll(_) | Verb::Reroll(..) | Verb::Change(..) | Verb::Cancel(_) => {
            let faces: Vec<_> = scene.pool(what.ship).0.iter().map(|die| die.face.name()).collect();
            format!("{ship} has rolled: {}", faces.join(", "))
        }
        Verb::Chance(face) => format!("{ship} rolls one die: {}", face.name()),
        Verb::Neutralize => {
            let [hits, crits] = scene.board.attack().map_or([0; 2], |attack| attack.results);
            format!("left after evades: {hits} hit, {crits} critical hit")
        }
        Verb::Destroy => format!("{ship} is destroyed"),
        Verb::RemoveShip => format!("{ship} is removed"),
        Verb::Reserve => format!("{ship} goes to reserves"),
        Verb::Return => format!("{ship} comes back from reserves"),
        Verb::Last(modifier, until) => {
            format!("{ship}: {} {}", label::modifier(modifier), label::until(until))
        }
        Verb::FailBoost => format!("{ship} fails its boost"),
        Verb::Put(placing) => format!("{} of {ship} {}", name(what.card), label::placing(placing)),
        Verb::Detonate(_) => format!("{} detonates", name(what.card)),
        Verb::SystemTurn
        | Verb::Finish(_)
        | Verb::Tidy
        | Verb::SetDial(_)
        | Verb::Executed(_)
        | Verb::Suffer(..)
        | Verb::Suffered(_)
        | Verb::Performed(_)
        | Verb::PerformedCard
        | Verb::Engaged
        | Verb::Modified(_)
        | Verb::BeforeNeutralize
        | Verb::Neutralized
        | Verb::ClearDice
        | Verb::Aftermath(_)
        | Verb::EndAttack
        | Verb::Die
        | Verb::Grant(_)
        | Verb::TakeGrant => return None,
    })
}
