//! A table at a decision: the question, in the players' words and in plain data.

use cardmill_harness::names::Labelled;
use cardmill_harness::session::{Asking, Deed};
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Pick;

use crate::choice::{Choice, Deal, Imperium, Prompt};
use crate::label;
use crate::scene::Scene;

/// A table at a decision, as labels and scenarios read it.
pub struct Moment<'a> {
    /// The table, as rules read it.
    pub(crate) scene: Scene<'a>,
    /// The stack of all that is unresolved, with the program that asks on top.
    pub(crate) stack: &'a Stack<Imperium>,
    /// The question, with its options.
    pub(crate) decision: &'a Decision<Imperium>,
}

impl Asking for Moment<'_> {
    type Game = Imperium;

    fn decision(&self) -> &Decision<Imperium> {
        self.decision
    }

    fn labelled(&self, choice: Choice) -> Labelled {
        // Nothing is called anything before the first question.
        let option = |prompt| label::option(&self.scene, self.stack, prompt, choice);
        let nothing = || Labelled { label: String::new(), holder: None };
        self.decision.prompt.map_or_else(nothing, option)
    }

    fn kind(&self, prompt: Prompt) -> &'static str {
        kind(prompt)
    }

    fn source(&self, prompt: Prompt) -> Option<Slot> {
        source(self.stack, prompt)
    }

    fn words(&self, prompt: Prompt) -> String {
        words(prompt).into()
    }

    fn deed(&self, prompt: Prompt, choice: Choice) -> Deed {
        deed(self.stack, prompt, choice)
    }
}

/// The kind of a question as one word in small letters, such as `strategy_card`.
const fn kind(prompt: Prompt) -> &'static str {
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
        Prompt::Dice => "dice",
    }
}

/// The question in the players' words.
const fn words(prompt: Prompt) -> &'static str {
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
        Prompt::Dice => "choose a die to change",
    }
}

/// The card or figure that a question comes from: whose ability asks, or the ship or unit that the
/// question before was about.
fn source(stack: &Stack<Imperium>, prompt: Prompt) -> Option<Slot> {
    let frame = stack.running()?;
    match (prompt, frame.locals.unit()) {
        (Prompt::Ability | Prompt::Action, _) => None,
        (Prompt::Load | Prompt::Bombard, Some(unit)) => Some(unit.slot),
        _ => frame.source.is_some().then_some(frame.source.slot),
    }
}

/// The deed of an option: its verb, the card or figure that does it, and the one it is done to.
fn deed(stack: &Stack<Imperium>, prompt: Prompt, choice: Choice) -> Deed {
    let source = source(stack, prompt);
    let by = |verb, slot| (verb, Some(slot), None);
    let plain = |verb| (verb, source, None);
    match choice {
        Choice::Nothing => plain("nothing"),
        Choice::Window(Pick::Ability(index)) => {
            let candidates = stack.rounds().map_or(&[][..], |rounds| rounds.candidates());
            let used = candidates.get(usize::from(index)).map(|c| c.ability.source.slot);
            ("use", used, None)
        }
        Choice::Window(_) | Choice::Decline => plain("decline"),
        Choice::Piece(slot) => match prompt {
            Prompt::Move => by("move", slot),
            Prompt::Load => ("load", source, Some(slot)),
            Prompt::Assign => ("destroy", source, Some(slot)),
            Prompt::Limits => ("remove", source, Some(slot)),
            Prompt::Pay => ("exhaust", source, Some(slot)),
            Prompt::Score => by("score", slot),
            Prompt::StrategyCard => by("take", slot),
            _ => ("choose", source, Some(slot)),
        },
        Choice::First(slot) => by("move_first", slot),
        Choice::Sustain(slot) => by("sustain", slot),
        Choice::Raise(_) => plain("raise"),
        Choice::Primary => plain("primary"),
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
        Choice::TradeGood(_) | Choice::Commodity(_) if prompt == Prompt::Step => plain("take"),
        Choice::TradeGood(given) | Choice::Commodity(given) => {
            plain(if given { "give" } else { "ask" })
        }
        Choice::Note(slot) => ("give", source, Some(slot)),
        Choice::AskNote | Choice::AskCard => plain("ask"),
        Choice::Deal(
            Deal::Swap(slot) | Deal::SellNote(slot) | Deal::BuyNote(slot) | Deal::SellCard(slot),
        ) => ("offer", source, Some(slot)),
        Choice::Deal(_) => plain("offer"),
        Choice::Top(slot) => ("top", source, Some(slot)),
        Choice::Bottom(slot) => ("bottom", source, Some(slot)),
        Choice::Pass => plain("pass"),
        Choice::Yes => plain("yes"),
        Choice::No => plain("no"),
        Choice::Reroll(_) => plain("reroll"),
        Choice::Done => plain("done"),
    }
}
