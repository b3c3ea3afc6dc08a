//! A table at a decision: what is asked, in the players' words and in plain data.

use cardmill_harness::names::{Labelled, distinct};
use cardmill_harness::session::{Asking, Deed, Looked};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;

use crate::label;
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::Locals;
use crate::text::step_text;
use crate::vocabulary::Offered;
use crate::words::step::search::Search;
use crate::words::step::{Attack, AttackAt, Discard, Pay, Play, PlayAt, Step};

/// A table at a decision.
pub struct Moment<'a> {
    /// The table and the program that asks, from which options are worked out.
    pub(crate) offer: Offer<'a>,
    /// The entries of the stack: all that is unresolved.
    pub(crate) stack: &'a Stack<Unlimited>,
    /// The question, its player and its options.
    pub(crate) decision: &'a Decision<Unlimited>,
}

impl Moment<'_> {
    fn holder(&self, choice: Choice) -> Option<Seat> {
        slot_of(choice).map(|slot| label::holder(&self.offer.scene, slot))
    }
}

impl Asking for Moment<'_> {
    type Game = Unlimited;

    fn decision(&self) -> &Decision<Unlimited> {
        self.decision
    }

    fn labelled(&self, choice: Choice) -> Labelled {
        // Nothing is called anything before the first question.
        let label = |prompt| self.offer.label(prompt, choice, &self.stack.waiting);
        let label = self.decision.prompt.map(label).unwrap_or_default();
        Labelled { label, holder: self.holder(choice) }
    }

    fn names(&self) -> Vec<String> {
        let Some(prompt) = self.decision.prompt else { return Vec::new() };
        let options = &self.decision.options;
        let labels = self.offer.labels(prompt, options, &self.stack.waiting);
        let labelled = |(label, &choice)| Labelled { label, holder: self.holder(choice) };
        distinct(&labels.into_iter().zip(options).map(labelled).collect::<Vec<_>>())
    }

    fn kind(&self, prompt: Prompt) -> &'static str {
        KINDS[kind(Some(prompt))]
    }

    fn source(&self, prompt: Prompt) -> Option<Slot> {
        source(self.offer.frame, prompt)
    }

    fn words(&self, prompt: Prompt) -> String {
        words(&self.offer, prompt, self.source(prompt), &self.decision.options)
    }

    fn deed(&self, prompt: Prompt, choice: Choice) -> Deed {
        let (act, card, target) = act(prompt, choice, self.source(prompt), &self.stack.waiting);
        (act.word(), card, target)
    }

    fn bounds(&self, prompt: Prompt) -> (usize, usize) {
        bounds(&self.offer, prompt, &self.decision.options)
    }

    fn looked_at(&self, prompt: Prompt) -> Vec<Looked> {
        looked_at(&self.offer, prompt)
    }
}

/// The card that a choice names; `None` if it names none.
const fn slot_of(choice: Choice) -> Option<Slot> {
    match choice {
        Choice::Play(slot)
        | Choice::Attack(slot)
        | Choice::Use(slot, _)
        | Choice::Deploy(slot)
        | Choice::DeployAsUpgrade(slot)
        | Choice::Smuggle(slot, _)
        | Choice::Pilot(slot)
        | Choice::Card(slot) => Some(slot),
        _ => None,
    }
}

/// The hidden cards that a search or the discard from another hand looks at.
fn looked_at(offer: &Offer, prompt: Prompt) -> Vec<Looked> {
    let (scene, seat, cx) = (&offer.scene, offer.seat, Context::in_frame(offer.frame));
    let looked = |what: &Filter, card: Slot| Looked {
        card,
        label: label::card(scene, card),
        fits: scene.fits_card(what, card, &cx),
    };
    if prompt != Prompt::Step {
        return Vec::new();
    }
    match offer.op().and_then(Op::step) {
        Some(Step::Search(Search(search))) => {
            search.seen(scene, seat, &cx).map(|card| looked(&search.what, card)).collect()
        }
        Some(Step::Discard(Discard { what, .. })) => match offer.progress() {
            Progress::Discards { hand, .. } if hand != seat => {
                let hand = &scene.board.players[usize::from(hand)].hand;
                hand.iter().map(|&card| looked(what, card)).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Kinds of questions, as one word each: none, and then those of [`Prompt`], in order. Policies know
/// them by their places: a new one comes last.
pub const KINDS: &[&str] = &[
    "none",
    "action",
    "mulligan",
    "first_resource",
    "resource",
    "target",
    "ambush",
    "host",
    "cost",
    "unique",
    "step",
    "may",
    "mode",
    "player",
    "replace",
    "first",
    "which",
    "plot",
    "excess",
    "bottom",
];

/// Those of tables of two, which rows are about.
pub(crate) const KINDS_OF_TWO: &[&str] = KINDS.split_at(KINDS.len() - 1).0;

/// The place of a question among [`KINDS`].
pub(crate) const fn kind(prompt: Option<Prompt>) -> usize {
    match prompt {
        None => 0,
        Some(prompt) => prompt as usize + 1,
    }
}

/// The card a question comes from: the attacker that needs a target, the upgrade that needs a
/// unit, the card whose ability asks.
pub(crate) fn source(frame: &Frame<Locals>, prompt: Prompt) -> Option<Slot> {
    match prompt {
        Prompt::Action
        | Prompt::Mulligan
        | Prompt::FirstResource
        | Prompt::Resource
        | Prompt::Replace
        | Prompt::First
        | Prompt::Which => None,
        Prompt::Target | Prompt::Host => {
            frame.locals.bound(Register::It).next().map(|card| card.slot)
        }
        _ => frame.source.is_some().then_some(frame.source.slot),
    }
}

macro_rules! acts {
    ($($name:ident: $word:literal,)*) => {
        /// The deed that choosing an option comes to.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Act {
            $($name,)*
        }

        impl Act {
            /// Its word in [`ACTS`].
            pub(crate) const fn word(self) -> &'static str {
                ACTS[self as usize]
            }
        }

        /// Deeds that choosing an option comes to, as one word each. Policies know them by their
        /// places: a new one comes last.
        pub const ACTS: &[&str] = &[$($word),*];
    };
}

acts! {
    Nothing: "nothing",
    Pass: "pass",
    TakeInitiative: "take_initiative",
    Play: "play",
    Smuggle: "smuggle",
    Attack: "attack",
    Use: "use",
    Deploy: "deploy",
    DeployAsUpgrade: "deploy_as_upgrade",
    Resource: "resource",
    Attach: "attach",
    Pay: "pay",
    Defeat: "defeat",
    Choose: "choose",
    Decline: "decline",
    Done: "done",
    Yes: "yes",
    No: "no",
    Mode: "mode",
    Arena: "arena",
    Number: "number",
    Name: "name",
    First: "first",
    Replace: "replace",
    Resolve: "resolve",
    PlayAsUpgrade: "play_as_upgrade",
    PlayByPlot: "play_by_plot",
}

/// The deed of an option, the card that does it, and the card it is done to.
pub(crate) fn act(
    prompt: Prompt,
    choice: Choice,
    source: Option<Slot>,
    waiting: &[Waiting],
) -> (Act, Option<Slot>, Option<Slot>) {
    match choice {
        Choice::Nothing => (Act::Nothing, None, None),
        Choice::Pass => (Act::Pass, None, None),
        Choice::Initiative | Choice::Blast | Choice::Plan => (Act::TakeInitiative, None, None),
        Choice::Play(slot) if prompt == Prompt::Plot => (Act::PlayByPlot, Some(slot), None),
        Choice::Play(slot) => (Act::Play, Some(slot), None),
        Choice::Smuggle(slot, _) => (Act::Smuggle, Some(slot), None),
        Choice::Pilot(slot) => (Act::PlayAsUpgrade, Some(slot), None),
        Choice::Attack(slot) => (Act::Attack, Some(slot), None),
        Choice::Use(slot, _) => (Act::Use, Some(slot), None),
        Choice::Deploy(slot) => (Act::Deploy, Some(slot), None),
        Choice::DeployAsUpgrade(slot) => (Act::DeployAsUpgrade, Some(slot), None),
        Choice::Card(slot) => {
            let act = match prompt {
                Prompt::FirstResource | Prompt::Resource => {
                    return (Act::Resource, Some(slot), None);
                }
                Prompt::Target | Prompt::Ambush => Act::Attack,
                Prompt::Host => Act::Attach,
                Prompt::Cost => Act::Pay,
                Prompt::Unique => Act::Defeat,
                _ => Act::Choose,
            };
            (act, source, Some(slot))
        }
        Choice::Decline => (Act::Decline, source, None),
        Choice::Done => (Act::Done, source, None),
        Choice::Yes => (Act::Yes, source, None),
        Choice::No => (Act::No, source, None),
        Choice::Mode(_) => (Act::Mode, source, None),
        Choice::In(_) => (Act::Arena, source, None),
        Choice::Number(_) => (Act::Number, source, None),
        Choice::Credit => (Act::Pay, source, None),
        Choice::Name(_) => (Act::Name, source, None),
        Choice::First(_) => (Act::First, source, None),
        Choice::Instead(slot, _) => (Act::Replace, Some(slot), None),
        Choice::InsteadWith(slot, with) => (Act::Replace, Some(slot), Some(with.0)),
        Choice::Resolve(index) => {
            let ability = waiting.get(usize::from(index));
            let subject = ability.map(|ability| ability.subject).filter(|card| card.is_some());
            (
                Act::Resolve,
                ability.map(|ability| ability.source.slot),
                subject.map(|card| card.slot),
            )
        }
    }
}

/// The least and the most choices that are still to be made.
fn bounds(offer: &Offer, prompt: Prompt, options: &[Choice]) -> (usize, usize) {
    let stops = options.iter().any(|choice| matches!(choice, Choice::Decline | Choice::Done));
    let cards = options.iter().filter(|choice| matches!(choice, Choice::Card(_))).count();
    let (least, most) = match (prompt, &offer.frame.locals) {
        (Prompt::FirstResource, Locals::Game(game)) => {
            (game.left(offer.seat), game.left(offer.seat))
        }
        (Prompt::Step, _) => match offer.op().and_then(Op::question) {
            Some(question) => question.bounds(offer.progress(), cards),
            None => (1, 1),
        },
        _ => (1, 1),
    };
    (if stops { 0 } else { least.max(1) }, most.max(1))
}

/// The question about a cost, in words: the part that is still open comes first.
fn cost_words(offer: &Offer, name: &str, options: &[Choice]) -> String {
    match &offer.frame.locals {
        _ if offer.is_about_free() => format!("play {name} for free?"),
        Locals::Play(play) if play.wounds(&offer.scene) => {
            format!("choose a unit to damage for {name}")
        }
        Locals::Play(play) if let Some(offering) = play.offering(&offer.scene) => {
            match offering.of {
                Offered::Damaged(_) => format!("choose a unit to damage for {name}"),
                Offered::ReadyResources => format!("choose a resource to defeat for {name}"),
            }
        }
        Locals::Play(play) if play.may_exploit(&offer.scene, offer.seat) => {
            format!("choose a unit to exploit for {name}")
        }
        Locals::Play(play) if play.is_open(&offer.scene, offer.seat) => {
            format!("choose a card to discard instead of paying for {name}")
        }
        Locals::UseAbility(used) if used.is_open(&offer.scene) => {
            format!("choose what the ability of {name} is paid with")
        }
        Locals::UseAbility(_) => payment_words(options, &format!("the ability of {name}")),
        _ => payment_words(options, name),
    }
}

/// The question about paying resources, in words: units and Credit tokens take the place of some.
fn payment_words(options: &[Choice], what: &str) -> String {
    let credits = options.iter().any(|option| matches!(option, Choice::Number(_)));
    let units = options.iter().any(|option| matches!(option, Choice::Card(_)));
    match (units, credits) {
        (true, true) => {
            format!(
                "choose a unit to exhaust, or how many Credit tokens to defeat, to pay for {what}"
            )
        }
        (true, false) => format!("choose a unit to exhaust to pay for {what}"),
        _ => format!("choose how many Credit tokens to defeat to pay for {what}"),
    }
}

/// The question in words, without its options.
fn words(offer: &Offer, prompt: Prompt, source: Option<Slot>, options: &[Choice]) -> String {
    let name = || source.map_or_else(|| "it".into(), |slot| label::card(&offer.scene, slot));
    match prompt {
        Prompt::Action => "take an action".into(),
        Prompt::Mulligan => "take a mulligan?".into(),
        Prompt::FirstResource => "choose a card to begin with as a resource".into(),
        Prompt::Resource => "choose a card to put into play as a resource, or none".into(),
        Prompt::Target => format!("choose what {} attacks", name()),
        Prompt::Ambush => format!("choose what {} attacks by Ambush, or nothing", name()),
        Prompt::Plot => "choose a card to play by Plot, or none".into(),
        Prompt::Excess => format!("choose what {} deals its excess damage to", name()),
        Prompt::Host => format!("choose what {} attaches to", name()),
        Prompt::Cost => cost_words(offer, &name(), options),
        Prompt::Unique => "choose which copy of a unique card is defeated".into(),
        Prompt::Step => match offer.op() {
            Some(Op::Do(step)) => match &**step {
                // Of several units, one after the other.
                Step::Pay(Pay(_, Who::ControllerOfIt, _)) => {
                    let cx = Context::in_frame(offer.frame);
                    let unit = |unit: Ref| label::card(&offer.scene, unit.slot);
                    let units: Vec<String> = cx.bound(Register::It).map(unit).collect();
                    format!("{} ({})", step_text(step), units.join(", "))
                }
                Step::Pay(Pay(_, Who::You, _)) => payment_words(options, &name()),
                Step::PayAny(_) if offer.progress() != Progress::Nothing => {
                    payment_words(options, &name())
                }
                step => step_text(step),
            },
            Some(Op::Attack(AttackAt(index))) => {
                let step = &offer.scene.catalogue.tables.attacks[usize::from(*index)].step;
                step_text(&Step::Attack(Attack(Box::new(step.clone()))))
            }
            Some(Op::Play(PlayAt(index))) => {
                let step = &offer.scene.catalogue.tables.plays[usize::from(*index)].step;
                step_text(&Step::Play(Play(step.clone())))
            }
            _ => format!("choose for {}", name()),
        },
        Prompt::May => format!("do what {} allows?", name()),
        Prompt::Mode => format!("choose an option of {}", name()),
        Prompt::Player if offer.asks_for_opponent(prompt) => {
            format!("choose an opponent for {}", name())
        }
        Prompt::Player => "choose with which player it begins".into(),
        Prompt::Bottom => "choose a card for the bottom of your deck".into(),
        Prompt::Replace => "choose which replacement applies".into(),
        Prompt::First => "choose whose abilities come first".into(),
        Prompt::Which => "choose which ability is resolved next".into(),
    }
}
