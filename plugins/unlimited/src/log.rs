//! What happens on a table, line by line, in the players' words.
//!
//! Only tables that carry a [`Log`] are written down; the systems here read the same messages
//! and stack as the rules do and change nothing else.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::session::Silent;
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::table::Table;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Prompt, Unlimited};
use crate::label::{full, outcome, player, waiting};
use crate::options::Offer;
use crate::program::{AMBUSH, RESTORE, SABOTEUR, SHIELDED};
use crate::proposal::{Fact, Proposal, Verb};
use crate::scene::{Cards, Effects, Scene, Spread};
use crate::session::taken;
use crate::text::{ability_text, next_text};
use crate::vocabulary::{Token, Until, Window};

/// The log of a table. Put it on a table entity to have it written.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<String>,
    /// Abilities that were waiting when the log last looked.
    waiting: usize,
}

/// How a line about an ability that triggers begins; a delayed effect does not trigger.
const TRIGGERS: &str = "triggers";

impl Log {
    /// What triggered since the log had so many lines did not.
    pub(crate) fn nothing_triggered(&mut self, since: usize) {
        let mut line = 0;
        self.lines.retain(|text| {
            line += 1;
            line <= since || !text.trim_start().starts_with(TRIGGERS)
        });
        self.waiting = 0;
    }
}

/// Writes down every choice between several options, and beside the log every silent one.
pub fn choices(
    mut tables: Query<(
        &Table,
        &mut Log,
        Option<&mut Silent>,
        &Stack<Unlimited>,
        &Decision<Unlimited>,
        &Board,
        &Roster,
    )>,
    cards: Cards,
    effects: Effects,
    catalogue: Res<Catalogue>,
) {
    let spread = Spread::of(&cards);
    for (table, mut log, silent, stack, decision, board, roster) in &mut tables {
        let (Some(prompt), Some(frame)) = (decision.prompt, stack.running()) else { continue };
        if decision.state != State::Taken {
            continue;
        }
        let scene = Scene { catalogue: &catalogue, board, roster, cards: spread.table(roster) };
        let offer = Offer { scene, effects: &effects, seat: decision.seat, frame };
        if let Some(mut silent) = silent.filter(|_| decision.was_silent(table)) {
            silent.0.push(taken(&offer, prompt, decision.taken, &stack.waiting));
        }
        if decision.options.len() < 2 {
            continue;
        }
        let label = offer.label(prompt, decision.taken, &stack.waiting);
        let who = player(decision.seat);
        // A resource is placed face down.
        let line = match (prompt, decision.taken) {
            (Prompt::Resource | Prompt::FirstResource, Choice::Card(_)) => {
                format!("{who} chooses a card to resource")
            }
            (Prompt::Action, Choice::Pass | Choice::Initiative) => continue,
            (Prompt::Action, _) => format!("{who}: {label}"),
            (Prompt::Mulligan, Choice::Yes) => format!("{who} takes a mulligan"),
            (Prompt::Mulligan, _) => format!("{who} keeps the hand"),
            _ => format!("{who} chooses {label} (of {})", decision.options.len()),
        };
        log.lines.push(line);
    }
}

/// Writes down every fact of this tick.
pub fn facts(
    mut facts: MessageReader<Fact>,
    mut tables: Query<(&mut Log, &Board, &Roster)>,
    cards: Cards,
    catalogue: Res<Catalogue>,
) {
    let spread = Spread::of(&cards);
    for fact in facts.read() {
        let Ok((mut log, board, roster)) = tables.get_mut(fact.table) else { continue };
        let scene = Scene { catalogue: &catalogue, board, roster, cards: spread.table(roster) };
        if let Some(line) = line(&scene, &fact.what) {
            log.lines.push(line);
        }
    }
}

/// Writes down what triggered, and how the game ended.
pub fn triggers(
    mut tables: Query<(&mut Log, &Stack<Unlimited>, &Board, &Roster)>,
    cards: Cards,
    catalogue: Res<Catalogue>,
) {
    let spread = Spread::of(&cards);
    for (mut log, stack, board, roster) in &mut tables {
        let scene = Scene { catalogue: &catalogue, board, roster, cards: spread.table(roster) };
        for ability in stack.waiting.iter().skip(log.waiting) {
            // A delayed effect is no triggered ability (CR 7.7.4).
            let how = if ability.delayed { "due" } else { TRIGGERS };
            let line = format!("  {how}: {}", waiting(&scene, ability));
            log.lines.push(line);
        }
        log.waiting = stack.waiting.len();
    }
}

/// Writes down that abilities have nothing left to do.
pub fn lapses(mut tables: Query<(&mut Log, &Stack<Unlimited>)>) {
    for (mut log, stack) in &mut tables {
        if stack.waiting.len() < log.waiting {
            log.waiting = stack.waiting.len();
            log.lines.push("  what waits only for a unit that is gone does nothing".to_owned());
        }
    }
}

/// Writes down which ability begins to resolve.
pub fn resolutions(
    mut tables: Query<(&mut Log, &Stack<Unlimited>, &Board, &Roster)>,
    cards: Cards,
    catalogue: Res<Catalogue>,
) {
    let spread = Spread::of(&cards);
    for (mut log, stack, board, roster) in &mut tables {
        if stack.waiting.len() >= log.waiting {
            continue;
        }
        log.waiting = stack.waiting.len();
        let Some(Entry::Frame(frame)) = stack.entries.last() else { continue };
        let scene = Scene { catalogue: &catalogue, board, roster, cards: spread.table(roster) };
        let name =
            if frame.source.is_some() { full(&scene, frame.source.slot) } else { "A rule".into() };
        let what = match frame.program {
            AMBUSH => "Ambush".to_owned(),
            SHIELDED => "Shielded".to_owned(),
            RESTORE => format!("Restore {}", frame.locals.number),
            SABOTEUR => "Saboteur".to_owned(),
            program => {
                let abilities = &catalogue.tables.abilities;
                let ability = abilities.iter().find(|a| a.program == program);
                ability.map_or_else(|| "a delayed effect".to_owned(), |a| ability_text(&a.ability))
            }
        };
        log.lines.push(format!("  {} resolves {name}: {what}", player(frame.seat)));
    }
}

/// Writes down how the game ended.
pub fn endings(mut tables: Query<(&mut Log, &Board), Changed<Board>>) {
    for (mut log, board) in &mut tables {
        let Some(line) = outcome(board.outcome) else { continue };
        if log.lines.last().map(String::as_str) != Some(line) {
            log.lines.push(line.to_owned());
        }
    }
}

fn name(scene: &Scene, card: Ref) -> String {
    if card.is_some() { full(scene, card.slot) } else { "nothing".into() }
}

/// A fact in words; what nobody needs to read is `None`.
fn line(scene: &Scene, what: &Proposal) -> Option<String> {
    let who = player(what.seat);
    let subject = || name(scene, what.subject);
    let other = || name(scene, what.other);
    let n = what.amount;
    let by = || match what.source.is_some() {
        true => format!("{} deals", name(scene, what.source)),
        false => "the rules deal".to_owned(),
    };
    let owner = |seat: Seat| player(seat);
    let text = match what.verb {
        Verb::Draw => format!("{who} draws {}", subject()),
        Verb::Discard => format!("{} is discarded", subject()),
        Verb::ToHand => {
            format!("{} goes to {}'s hand", subject(), owner(scene.card(what.subject.slot).owner))
        }
        Verb::ToBottom => format!("{} goes to the bottom of the deck", subject()),
        Verb::ToTop => format!("{} goes on top of the deck", subject()),
        Verb::SetAside => format!("{} is set aside to be played", subject()),
        Verb::ToResources => {
            let how = if what.ready { "ready" } else { "exhausted" };
            format!("{} becomes a resource of {who}, {how}", subject())
        }
        Verb::PlayUnit => format!("{who} plays {}", subject()),
        Verb::PlayEvent => format!("{who} plays {}; it is in the discard pile", subject()),
        Verb::PlayUpgrade => format!("{who} plays {} on {}", subject(), other()),
        Verb::Deploy if what.other.is_some() => {
            format!("{who} deploys {} on {}", subject(), other())
        }
        Verb::Deploy => format!("{who} deploys {}", subject()),
        Verb::ExtraAction => format!("{who} takes another action after this one"),
        Verb::Defeat => match scene.board.departure(what.subject).filter(|d| d.host.is_some()) {
            Some(upgrade) => format!("{} on {} is defeated", subject(), name(scene, upgrade.host)),
            None => format!("{} is defeated", subject()),
        },
        Verb::Capture => format!("{} captures {}", other(), subject()),
        Verb::Rescue => format!("{} is rescued", subject()),
        Verb::Damage if what.combat => format!("{} {n} combat damage to {}", by(), subject()),
        Verb::Damage => format!("{} {n} damage to {}", by(), subject()),
        Verb::Heal => format!("{n} damage is healed from {}", subject()),
        Verb::Exhaust => format!("{} is exhausted", subject()),
        Verb::Ready => format!("{} is readied", subject()),
        Verb::Spend => format!("{who} pays {n}"),
        Verb::ExhaustResources => format!("{n} of {who}'s resources are exhausted"),
        Verb::ReadyResources => format!("{n} of {who}'s resources are readied"),
        Verb::Give(token) => {
            let token = match token {
                Token::Experience => "Experience",
                Token::Shield => "Shield",
            };
            format!("{} is given {n} {token}", subject())
        }
        Verb::TheForce => format!("{who} creates the Force token"),
        Verb::TakeControl => format!("{who} takes control of {}", subject()),
        Verb::BeginAttack => format!("{} attacks {}", subject(), other()),
        Verb::CompleteAttack => format!("{} completes the attack", subject()),
        Verb::TakeInitiative => format!("{who} takes the initiative"),
        Verb::Pass => format!("{who} passes"),
        Verb::Start(Window::ActionPhase) => format!("= Round {}: action phase", scene.board.round),
        Verb::Start(Window::RegroupPhase) => "= Regroup phase".to_owned(),
        Verb::Last(until) => {
            let how_long = match until {
                Until::Attack => "this attack",
                Until::Phase => "this phase",
                Until::Round => "this round",
            };
            format!("a lasting effect on {} for {how_long}", subject())
        }
        Verb::Replace => format!("{} will replace something", name(scene, what.source)),
        Verb::Replaced => {
            let affected = if what.subject.is_some() { subject() } else { who.to_owned() };
            let prevented =
                if n > 0 { format!(", {n} damage is prevented") } else { String::new() };
            format!("{} applies to {affected}{prevented}", name(scene, what.source))
        }
        Verb::Discount => format!("{who}'s next card that fits costs less this phase"),
        Verb::Delay => {
            let delaying = &scene.catalogue.tables.delays[usize::from(what.number)];
            format!("a delayed effect waits: {}", next_text(&delaying.at))
        }
        Verb::Shuffle => format!("{who} shuffles the deck"),
        Verb::Mulligan => format!("{who} shuffles the hand away and draws six"),
        Verb::Look => format!("{who} looks at {}", subject()),
        Verb::Reveal => format!("{} is revealed", subject()),
        Verb::UseAbility | Verb::UseEpic | Verb::Expire(_) | Verb::Spent => return None,
        Verb::Start(Window::ReadyCards) => return None,
    };
    Some(format!("  {text}"))
}
