//! What happens on a table, line by line, in the players' words.
//!
//! Only tables that carry a [`Log`] are written down; the systems here read the same state as the
//! rules do and change nothing else.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::session::{Silent, Taken};
use cardmill_kernel::stack::Stack;
use cardmill_kernel::table::Table;
use serde::{Deserialize, Serialize};

use crate::board::{Board, Outcome};
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Imperium};
use crate::label::{self, lasting, option, outcome, phase, piece, place, player, unit, winner};
use crate::piece::Piece;
use crate::proposal::{Facts, Hits, Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::Gain;

/// The log of a table. Put it on a table entity to have it written.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<String>,
}

/// Writes down every answer that was one of several, every ability that is used, and beside the
/// log every silent choice.
pub fn choices(
    mut tables: Query<(
        &Table,
        &mut Log,
        &mut Silent,
        &Stack<Imperium>,
        &Decision<Imperium>,
        &Board,
        &Roster,
    )>,
    pieces: Query<&'static Piece>,
    catalogue: Res<Catalogue>,
) {
    for (table, mut log, mut silent, stack, decision, board, roster) in &mut tables {
        let Some(prompt) = decision.prompt else { continue };
        if decision.state != State::Taken {
            continue;
        }
        let window = matches!(decision.taken, Choice::Window(_));
        let used =
            matches!(decision.taken, Choice::Window(cardmill_kernel::window::Pick::Ability(_)));
        let scene = Scene { catalogue: &catalogue, board, roster, pieces: &pieces };
        let label = option(&scene, stack, prompt, decision.taken).label;
        if decision.was_silent(table) {
            silent.0.push(Taken::plain(decision.seat, label.clone()));
        }
        if decision.options.len() < 2 && !used {
            continue;
        }
        let who = player(decision.seat);
        log.lines.push(match (used, window) {
            (true, _) => format!("{who} uses {label}"),
            (false, true) => format!("{who} declines"),
            _ => format!("{who}: {label}"),
        });
    }
}

/// Writes down every fact of this tick.
pub fn facts(
    mut tables: Query<(&mut Log, &Facts, &Board, &Roster)>,
    pieces: Query<&'static Piece>,
    catalogue: Res<Catalogue>,
) {
    for (mut log, facts, board, roster) in &mut tables {
        let scene = Scene { catalogue: &catalogue, board, roster, pieces: &pieces };
        let lines = facts.0.iter().filter_map(|fact| line(&scene, fact));
        log.lines.extend(lines.map(|line| format!("  {line}")));
    }
}

/// Writes down how the game ended.
pub fn endings(mut tables: Query<(&mut Log, &Board), Changed<Board>>) {
    for (mut log, board) in &mut tables {
        if let Outcome::Win(seat) = board.outcome {
            let line = winner(seat);
            if log.lines.last() != Some(&line) {
                log.lines.push(line);
            }
        }
    }
}

const fn hits(hits: Hits) -> &'static str {
    match hits {
        Hits::SpaceCombat => "combat rolls in space",
        Hits::SpaceCannon => "Space Cannon",
        Hits::Barrage => "Anti-Fighter Barrage",
        Hits::Ability => "an ability",
        Hits::GroundCombat => "combat rolls on the ground",
        Hits::CannonDefense => "Space Cannon defense",
        Hits::Bombardment => "Bombardment",
    }
}

/// So many things, `1 hit` or `2 hits`.
fn count(n: i16, what: &str) -> String {
    let many = if n == 1 { "" } else { "s" };
    format!("{n} {what}{many}")
}

fn goods(n: i16, gain: Gain) -> String {
    match gain {
        Gain::TradeGoods => count(n, "trade good"),
        Gain::Commodities if n == 1 => "1 commodity".into(),
        Gain::Commodities => format!("{n} commodities"),
        Gain::Points => count(n, "victory point"),
    }
}

/// A fact in words; what nobody needs to read is `None`.
fn line(scene: &Scene, what: &Proposal) -> Option<String> {
    let who = player(what.seat);
    let other = || player(what.other);
    let card = || match what.subject.is_some() {
        true => piece(scene, what.subject.slot),
        false => "nothing".into(),
    };
    let of = || match what.subject.is_some() {
        true => player(scene.piece(what.subject.slot).owner),
        false => String::new(),
    };
    let system =
        || what.system.map_or_else(String::new, |system| scene.board.system(system).name.clone());
    let planet =
        || what.planet.map_or_else(String::new, |planet| scene.board.planet(planet).name.clone());
    let n = what.amount;
    if what.prevented {
        return (what.verb == Verb::Play).then(|| format!("{} is cancelled", card()));
    }
    Some(match what.verb {
        Verb::BeginPhase(of) => format!("= Round {}: {}", scene.board.round, phase(of)),
        Verb::ChooseStrategy => format!("{who} takes {}", card()),
        Verb::StartTurn => format!("- {who}'s turn starts"),
        Verb::EndTurn => format!("- {who}'s turn ends"),
        Verb::Pass => format!("{who} passes"),
        Verb::Activate => format!("{who} activates {}", system()),
        Verb::StartMovement => format!("{who} moves ships into {}", system()),
        Verb::Move(to) => format!("{} {} goes to {}", of(), card(), place(scene, to)),
        Verb::StartRound if what.planet.is_some() => {
            format!("ground combat on {}: round {n}", planet())
        }
        Verb::StartRound => format!("space combat in {}: round {n}", system()),
        Verb::EndCombat => "the combat is over".into(),
        Verb::AnnounceRetreat => format!("{who} announces a retreat"),
        Verb::StartInvasion => format!("{who} invades {}", system()),
        Verb::AssignHits(by) => format!("{who} must assign {} from {}", count(n, "hit"), hits(by)),
        Verb::Sustain => format!("{who} {} sustains damage", card()),
        Verb::Destroy => format!("{} {} is destroyed", of(), card()),
        Verb::Remove => format!("{} {} is removed", of(), card()),
        Verb::Repair => format!("{} {} is repaired", of(), card()),
        Verb::Place(kind, to) => format!("{who} places {} at {}", unit(kind), place(scene, to)),
        Verb::GainControl => format!("{who} gains control of {}", planet()),
        Verb::ExhaustPlanet => format!("{who} exhausts {}", planet()),
        Verb::ReadyPlanet => format!("{who} readies {}", planet()),
        Verb::Explore => format!("{who} explores {}: {}", planet(), card()),
        Verb::PlaceSleeper => format!("{who} places a sleeper on {}", planet()),
        Verb::RemoveSleeper => format!("a sleeper leaves {}", planet()),
        Verb::PlaceWormhole(wormhole) => {
            format!("{who} places the {} in {}", label::wormhole(wormhole), system())
        }
        Verb::RemoveCustodians => format!("{who} removes the custodians"),
        Verb::Play => format!("{who} plays {}", card()),
        Verb::Cancel => format!("{who} cancels the card"),
        Verb::CancelHits => format!("{who} cancels up to {}", count(n, "hit")),
        Verb::Exhaust => format!("{who} exhausts {}", card()),
        Verb::Ready => format!("{who} readies {}", card()),
        Verb::ReceiveNote => format!("{who} receives {} from {}", card(), other()),
        Verb::Transact => format!("{who} and {} have traded", other()),
        Verb::Gain(what) => format!("{who} gains {}", goods(n, what)),
        Verb::Lose(what) => format!("{who} loses {}", goods(n, what)),
        Verb::Replenish => format!("{who} replenishes commodities"),
        Verb::GainToken(pool) => format!("{who} gains a command token: {}", label::pool(pool)),
        Verb::SpendToken(pool) => format!("{who} spends a command token: {}", label::pool(pool)),
        Verb::Token(true) => format!("{who}'s token is placed in {}", system()),
        Verb::Token(false) => format!("{who}'s token leaves {}", system()),
        Verb::DrawActionCard => format!("{who} draws an action card"),
        Verb::DrawSecret => format!("{who} draws a secret objective"),
        Verb::Score => format!("{who} scores {}", card()),
        Verb::RevealObjective => format!("objective: {}", card()),
        Verb::MakeSpeaker => format!("{} is speaker", other()),
        Verb::GainTechnology => {
            format!("{who} researches {}", scene.catalogue.definition(n as u16).name)
        }
        Verb::Last(effect, until) => lasting(what.seat, effect, until),
        Verb::Roll(hit) => {
            let how = if hit { "hit" } else { "miss" };
            format!("{} {} rolls {n}: {how}", of(), card())
        }
        Verb::RevealAgenda => format!("agenda: {}", card()),
        Verb::ReplaceAgenda => format!("{who} has another agenda revealed"),
        Verb::Vote => {
            format!("{who} casts {} for {}", count(n, "vote"), outcome(scene, what.other))
        }
        Verb::Bar => format!("{who} cannot vote"),
        Verb::Predict => format!("{who} predicts {}", outcome(scene, what.other)),
        Verb::Resolve => format!("outcome: {}", outcome(scene, what.other)),
        Verb::Win
        | Verb::EndRound
        | Verb::EndTactical
        | Verb::ToPlace(_)
        | Verb::FreeSecondary
        | Verb::DrawAgenda
        | Verb::AgendaToBottom
        | Verb::SpeakerVotes
        | Verb::EndAgenda => return None,
    })
}
