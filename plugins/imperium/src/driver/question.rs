//! What is asked, in plain data.

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Pick;

use crate::choice::{Choice, Imperium, Prompt};

/// What kind of question it is, as one word.
pub(super) const fn kind(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Ability => "ability",
        Prompt::StrategyCard => "strategy_card",
        Prompt::Action => "action",
        Prompt::Move => "move",
        Prompt::Load => "load",
        Prompt::Cannon => "space_cannon",
        Prompt::Retreat => "retreat",
        Prompt::Assign => "assign_hits",
        Prompt::Bombard => "bombard",
        Prompt::Commit => "land",
        Prompt::Produce => "produce",
        Prompt::Where => "where",
        Prompt::Pay => "pay",
        Prompt::Limits => "limits",
        Prompt::Offer => "offer",
        Prompt::Accept => "accept",
        Prompt::Secondary => "secondary",
        Prompt::Vote => "vote",
        Prompt::VoteWith => "vote_with",
        Prompt::Step => "step",
        Prompt::Pool => "pool",
        Prompt::Score => "score",
    }
}

/// What is asked, in words.
pub(super) const fn words(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Ability => "resolve an ability, or decline",
        Prompt::StrategyCard => "choose a strategy card",
        Prompt::Action => "take an action",
        Prompt::Move => "choose a ship that moves",
        Prompt::Load => "choose what the ship transports",
        Prompt::Cannon => "use Space Cannon?",
        Prompt::Retreat => "retreat?",
        Prompt::Assign => "assign a hit",
        Prompt::Bombard => "choose what is bombarded",
        Prompt::Commit => "choose which ground forces land, and where",
        Prompt::Produce => "choose what is produced",
        Prompt::Where => "choose where it is placed",
        Prompt::Pay => "choose what is spent",
        Prompt::Limits => "choose what is removed",
        Prompt::Offer => "choose what is offered and asked for",
        Prompt::Accept => "accept the transaction?",
        Prompt::Secondary => "resolve the secondary ability?",
        Prompt::Vote => "vote for an outcome",
        Prompt::VoteWith => "choose a planet to cast votes with",
        Prompt::Step => "choose for an ability",
        Prompt::Pool => "choose a pool for a command token",
        Prompt::Score => "score an objective?",
    }
}

/// The card or figure that a question comes from: whose ability asks, or the ship or unit that the
/// question before was about.
pub(super) fn source(stack: &Stack<Imperium>, prompt: Prompt) -> Option<Slot> {
    let frame = stack.running()?;
    match (prompt, frame.locals.unit()) {
        (Prompt::Ability | Prompt::Action, _) => None,
        (Prompt::Load | Prompt::Bombard, Some(unit)) => Some(unit.slot),
        _ => frame.source.is_some().then_some(frame.source.slot),
    }
}

/// What an option does, which card or figure does it, and to which.
pub(super) fn deed(
    stack: &Stack<Imperium>,
    prompt: Prompt,
    choice: Choice,
) -> (&'static str, Option<Slot>, ArrayVec<Slot, 2>) {
    let source = source(stack, prompt);
    let to = |slot: Slot| [slot].into_iter().collect::<ArrayVec<Slot, 2>>();
    let by = |verb, slot| (verb, Some(slot), ArrayVec::new());
    let plain = |verb| (verb, source, ArrayVec::new());
    match choice {
        Choice::Nothing => plain("nothing"),
        Choice::Window(Pick::Ability(index)) => {
            let candidates = stack.rounds().map_or(&[][..], |rounds| rounds.candidates());
            let used = candidates.get(usize::from(index)).map(|c| c.ability.source.slot);
            ("use", used, ArrayVec::new())
        }
        Choice::Window(_) | Choice::Decline => plain("decline"),
        Choice::Piece(slot) => match prompt {
            Prompt::Move => by("move", slot),
            Prompt::Load => ("load", source, to(slot)),
            Prompt::Assign => ("destroy", source, to(slot)),
            Prompt::Limits => ("remove", source, to(slot)),
            Prompt::Score => by("score", slot),
            Prompt::StrategyCard => by("take", slot),
            _ => ("choose", source, to(slot)),
        },
        Choice::First(slot) => by("move_first", slot),
        Choice::Sustain(slot) => by("sustain", slot),
        Choice::Planet(_) => match prompt {
            Prompt::Pay | Prompt::VoteWith => plain("exhaust"),
            Prompt::Bombard => plain("bombard"),
            _ => plain("planet"),
        },
        Choice::System(_) => plain("system"),
        Choice::Player(_) => plain("player"),
        Choice::Pool(_) => plain("pool"),
        Choice::Shift(..) => plain("shift"),
        Choice::Unit(_) => plain("produce"),
        Choice::Technology(_) => plain("research"),
        Choice::Option(_) => plain("mode"),
        Choice::Outcome(_) => plain("outcome"),
        Choice::Activate(_) => plain("activate"),
        Choice::Strategic(slot) => by("strategic", slot),
        Choice::Component(slot, _) => by("component", slot),
        Choice::Trade(_) => plain("trade"),
        Choice::Land(slot, _) => by("land", slot),
        Choice::TradeGood(_) if matches!(prompt, Prompt::Pay) => plain("spend"),
        Choice::TradeGood(given) | Choice::Commodity(given) => {
            plain(if given { "give" } else { "ask" })
        }
        Choice::Note(slot) => ("give", source, to(slot)),
        Choice::AskNote => plain("ask"),
        Choice::Top(slot) => ("top", source, to(slot)),
        Choice::Bottom(slot) => ("bottom", source, to(slot)),
        Choice::Pass => plain("pass"),
        Choice::Yes => plain("yes"),
        Choice::No => plain("no"),
        Choice::Done => plain("done"),
    }
}
