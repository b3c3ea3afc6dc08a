//! A table at a decision: what is asked, in the players' words and in plain data.

use cardmill_harness::names::{Labelled, distinct};
use cardmill_harness::session::{Asking, Deed, Looked};
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Waiting;

use crate::choice::{Choice, Progress, Prompt, Unlimited};
use crate::label;
use crate::options::Offer;
use crate::procedure::Locals;
use crate::program::Op;
use crate::scene::Context;
use crate::text::{filter_text, step_text};
use crate::vocabulary::{Filter, Register, Step};
use crate::words::step::Discard;
use crate::words::step::attack::AttackAt;
use crate::words::step::play::PlayAt;
use crate::words::step::search::{Search, SearchStep, searched};

/// A table at a decision.
pub struct Moment<'a> {
    /// What options are worked out from.
    pub(crate) offer: Offer<'a>,
    /// What is unresolved.
    pub(crate) stack: &'a Stack<Unlimited>,
    /// What is asked.
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
        kind(prompt)
    }

    fn source(&self, prompt: Prompt) -> Option<Slot> {
        source(&self.offer, prompt)
    }

    fn words(&self, prompt: Prompt) -> String {
        words(&self.offer, prompt, self.source(prompt))
    }

    fn deed(&self, prompt: Prompt, choice: Choice) -> Deed {
        deed(prompt, choice, self.source(prompt), &self.stack.waiting)
    }

    fn bounds(&self, prompt: Prompt) -> (usize, usize) {
        bounds(&self.offer, prompt, &self.decision.options)
    }

    fn looked_at(&self, prompt: Prompt) -> Vec<Looked> {
        looked_at(&self.offer, prompt)
    }
}

/// The card a choice names, if it names one.
const fn slot_of(choice: Choice) -> Option<Slot> {
    match choice {
        Choice::Play(slot)
        | Choice::Attack(slot)
        | Choice::Use(slot, _)
        | Choice::Deploy(slot)
        | Choice::DeployAsUpgrade(slot)
        | Choice::Smuggle(slot, _)
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
        Some(Step::Search(Search(SearchStep { what, top, .. }))) => {
            searched(scene, seat, *top).map(|card| looked(what, card)).collect()
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

const fn kind(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Action => "action",
        Prompt::Mulligan => "mulligan",
        Prompt::FirstResource => "first_resource",
        Prompt::Resource => "resource",
        Prompt::Target => "target",
        Prompt::Ambush => "ambush",
        Prompt::Host => "host",
        Prompt::Cost => "cost",
        Prompt::Unique => "unique",
        Prompt::Step => "step",
        Prompt::May => "may",
        Prompt::Mode => "mode",
        Prompt::Player => "player",
        Prompt::Replace => "replace",
        Prompt::First => "first",
        Prompt::Which => "which",
    }
}

/// The card a question comes from: the attacker that needs a target, the upgrade that needs a
/// unit, the card whose ability asks.
fn source(offer: &Offer, prompt: Prompt) -> Option<Slot> {
    match prompt {
        Prompt::Action
        | Prompt::Mulligan
        | Prompt::FirstResource
        | Prompt::Resource
        | Prompt::Replace
        | Prompt::First
        | Prompt::Which => None,
        Prompt::Target | Prompt::Host => {
            offer.frame.locals.bound(Register::It).next().map(|card| card.slot)
        }
        _ => offer.frame.source.is_some().then_some(offer.frame.source.slot),
    }
}

/// What an option does, which card does it, and to which.
fn deed(prompt: Prompt, choice: Choice, source: Option<Slot>, waiting: &[Waiting]) -> Deed {
    match choice {
        Choice::Nothing => ("nothing", None, None),
        Choice::Pass => ("pass", None, None),
        Choice::Initiative => ("take_initiative", None, None),
        Choice::Play(slot) => ("play", Some(slot), None),
        Choice::Smuggle(slot, _) => ("smuggle", Some(slot), None),
        Choice::Attack(slot) => ("attack", Some(slot), None),
        Choice::Use(slot, _) => ("use", Some(slot), None),
        Choice::Deploy(slot) => ("deploy", Some(slot), None),
        Choice::DeployAsUpgrade(slot) => ("deploy_as_upgrade", Some(slot), None),
        Choice::Card(slot) => {
            let verb = match prompt {
                Prompt::FirstResource | Prompt::Resource => return ("resource", Some(slot), None),
                Prompt::Target | Prompt::Ambush => "attack",
                Prompt::Host => "attach",
                Prompt::Cost => "pay",
                Prompt::Unique => "defeat",
                _ => "choose",
            };
            (verb, source, Some(slot))
        }
        Choice::Decline => ("decline", source, None),
        Choice::Done => ("done", source, None),
        Choice::Yes => ("yes", source, None),
        Choice::No => ("no", source, None),
        Choice::Mode(_) => ("mode", source, None),
        Choice::In(_) => ("arena", source, None),
        Choice::Number(_) => ("number", source, None),
        Choice::Name(_) => ("name", source, None),
        Choice::First(_) => ("first", source, None),
        Choice::Instead(slot, _) => ("replace", Some(slot), None),
        Choice::Resolve(index) => {
            let ability = waiting.get(usize::from(index));
            let subject = ability.map(|ability| ability.subject).filter(|card| card.is_some());
            ("resolve", ability.map(|ability| ability.source.slot), subject.map(|card| card.slot))
        }
    }
}

/// How many must and can still be chosen.
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

/// What is asked, in words.
fn words(offer: &Offer, prompt: Prompt, source: Option<Slot>) -> String {
    let name = || source.map_or_else(|| "it".into(), |slot| label::card(&offer.scene, slot));
    match prompt {
        Prompt::Action => "take an action".into(),
        Prompt::Mulligan => "take a mulligan?".into(),
        Prompt::FirstResource => "choose a card to begin with as a resource".into(),
        Prompt::Resource => "choose a card to put into play as a resource, or none".into(),
        Prompt::Target => format!("choose what {} attacks", name()),
        Prompt::Ambush => format!("choose what {} attacks by Ambush, or nothing", name()),
        Prompt::Host => format!("choose what {} attaches to", name()),
        Prompt::Cost => format!("choose what the ability of {} is paid with", name()),
        Prompt::Unique => "choose which copy of a unique card is defeated".into(),
        Prompt::Step => match offer.op() {
            Some(Op::Do(step)) => step_text(step),
            Some(Op::Attack(AttackAt(index))) => {
                let step = &offer.scene.catalogue.tables.attacks[usize::from(*index)].step;
                format!("attack with {}", filter_text(&step.with))
            }
            Some(Op::Play(PlayAt(index))) => {
                let step = &offer.scene.catalogue.tables.plays[usize::from(*index)].step;
                format!("play {}", filter_text(&step.what))
            }
            _ => format!("choose for {}", name()),
        },
        Prompt::May => format!("do what {} allows?", name()),
        Prompt::Mode => format!("choose an option of {}", name()),
        Prompt::Player => "choose with which player it begins".into(),
        Prompt::Replace => "choose which replacement applies".into(),
        Prompt::First => "choose whose abilities come first".into(),
        Prompt::Which => "choose which ability is resolved next".into(),
    }
}
