//! A table at a decision: what is asked, in the players' words and in plain data.

use cardmill_harness::names::Labelled;
use cardmill_harness::session::{Asking, Deed};
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::window::Waiting;

use crate::board::Armament;
use crate::choice::{Act, Choice, Prompt, XWing};
use crate::label;
use crate::options::Offer;
use crate::ship::Die;
use crate::vocabulary::{Dice, Step};

/// A table at a decision.
pub struct Moment<'a> {
    /// The table and the program that asks: options are worked out from them.
    pub(crate) offer: Offer<'a>,
    /// The question and its options.
    pub(crate) decision: &'a Decision<XWing>,
    /// Abilities that wait in the queue; an option that resolves one is a place in it.
    pub(crate) waiting: &'a [Waiting],
}

impl Asking for Moment<'_> {
    type Game = XWing;

    fn decision(&self) -> &Decision<XWing> {
        self.decision
    }

    fn labelled(&self, choice: Choice) -> Labelled {
        // Nothing is called anything before the first question.
        let label = |prompt| self.offer.label(prompt, choice, self.waiting);
        let label = self.decision.prompt.map(label).unwrap_or_default();
        Labelled { label, holder: label::holder(&self.offer.scene, choice) }
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
        deed(prompt, choice, self.source(prompt), self.waiting)
    }

    fn bounds(&self, prompt: Prompt) -> (usize, usize) {
        let stops = |choice: &Choice| matches!(choice, Choice::Decline | Choice::Done);
        let least = usize::from(!self.decision.options.iter().any(stops));
        (least, most(&self.offer, prompt))
    }
}

const fn kind(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Dial(_) => "dial",
        Prompt::Turn => "turn",
        Prompt::Action => "action",
        Prompt::Attack => "attack",
        Prompt::Aim => "aim",
        Prompt::Modify(_) => "modify",
        Prompt::Step => "step",
        Prompt::May => "may",
        Prompt::Replace => "replace",
        Prompt::Jam(_) => "jam",
        Prompt::First => "first",
        Prompt::Which => "which",
        Prompt::Reposition(_) => "move",
        Prompt::Lead => "lead",
        Prompt::Obstacle | Prompt::Lay(_) | Prompt::Turned(_) => "obstacle",
        Prompt::Deploy(_) | Prompt::Heading(_) => "deploy",
    }
}

/// The ship or card a question comes from: the ship that acts, the card whose ability asks.
fn source(offer: &Offer, prompt: Prompt) -> Option<Slot> {
    let slot = match prompt {
        Prompt::Dial(ship)
        | Prompt::Jam(ship)
        | Prompt::Reposition(ship)
        | Prompt::Deploy(ship)
        | Prompt::Heading(ship) => ship,
        Prompt::Lead | Prompt::Obstacle | Prompt::Lay(_) | Prompt::Turned(_) => Slot::MAX,
        Prompt::Action | Prompt::Attack | Prompt::Aim => offer.frame.subject.slot,
        Prompt::Step | Prompt::May => offer.frame.source.slot,
        Prompt::Turn | Prompt::Modify(_) | Prompt::Replace | Prompt::First | Prompt::Which => {
            Slot::MAX
        }
    };
    (slot != Slot::MAX).then_some(slot)
}

/// The deed of an option in plain data: a verb, the ship or card that does it, and its target.
fn deed(prompt: Prompt, choice: Choice, source: Option<Slot>, waiting: &[Waiting]) -> Deed {
    match choice {
        Choice::Nothing => ("nothing", None, None),
        Choice::Decline => ("decline", source, None),
        Choice::Done => ("done", source, None),
        Choice::Use(card, _) if prompt == Prompt::Replace => ("replace", Some(card), None),
        Choice::Use(card, _) | Choice::Act(Act::Card(card, _)) => ("use", Some(card), None),
        Choice::Ship(ship) if prompt == Prompt::Turn => ("turn", Some(ship), None),
        Choice::Ship(slot) | Choice::Card(slot) => ("choose", source, Some(slot)),
        Choice::Token(_, owner) => ("token", source, Some(owner)),
        Choice::Act(Act::Bar(_)) => ("perform", source, None),
        Choice::Attack(shot) => {
            let with = match shot.with {
                Armament::Primary(_) => source,
                Armament::Upgrade(card) => Some(card),
            };
            ("attack", with, Some(shot.at))
        }
        Choice::Dial(_) => ("dial", source, None),
        Choice::Face(_) => ("face", source, None),
        Choice::Die(_) => ("die", source, None),
        Choice::Mode(_) => ("mode", source, None),
        Choice::Move(_) => ("move", source, None),
        Choice::Spot(_) => ("place", source, None),
        Choice::Turn(_) => ("head", source, None),
        Choice::First(_) => ("first", None, None),
        Choice::Resolve(index) => {
            let ability = waiting.get(usize::from(index));
            let subject = ability.map(|ability| ability.subject).filter(|card| card.is_some());
            ("resolve", ability.map(|ability| ability.source.slot), subject.map(|card| card.slot))
        }
    }
}

/// The most options that can still be chosen: dice that are rerolled are picked one after another.
fn most(offer: &Offer, prompt: Prompt) -> usize {
    if prompt != Prompt::Step {
        return 1;
    }
    let step = offer.scene.step_of(offer.frame);
    let Some(step @ Step::Reroll { dice, faces, .. }) = step else { return 1 };
    let n = offer.scene.most(step, &offer.scene.in_frame(offer.frame));
    let picked = offer.frame.locals.resolving().dice;
    let Some(attack) = offer.scene.board.attack() else { return 1 };
    let pool = offer.scene.pool(offer.scene.roller(attack, *dice));
    let fits = |(at, die): &(usize, &Die)| {
        let wanted = faces.is_empty() || faces.contains(&die.face);
        wanted && !die.rerolled && picked & (1 << at) == 0
    };
    let left = pool.0.iter().enumerate().filter(fits).count();
    n.map_or(left, |n| left.min(usize::from(n).saturating_sub(picked.count_ones() as usize)))
}

/// The question in words, for people.
fn words(offer: &Offer, prompt: Prompt, source: Option<Slot>) -> String {
    let name = || source.map_or_else(|| "it".into(), |slot| label::card(&offer.scene, slot));
    match prompt {
        Prompt::Dial(_) => format!("set the dial of {}", name()),
        Prompt::Turn => "choose which ship has its turn".into(),
        Prompt::Action => format!("choose an action of {}, or none", name()),
        Prompt::Attack => format!("choose an attack of {}, or none", name()),
        Prompt::Aim => format!("choose for the action of {}", name()),
        Prompt::Modify(Dice::Attack) => "modify the attack dice".into(),
        Prompt::Modify(Dice::Defense) => "modify the defense dice".into(),
        Prompt::Step => format!("choose for {}", name()),
        Prompt::May => format!("use {}?", name()),
        Prompt::Replace => "choose what happens instead".into(),
        Prompt::Jam(_) => format!("choose what the jam token costs {}", name()),
        Prompt::First => "choose whose abilities come first".into(),
        Prompt::Which => "choose which ability is resolved next".into(),
        Prompt::Reposition(_) => format!("choose how {} is moved", name()),
        Prompt::Lead => "choose who is the first player".into(),
        Prompt::Obstacle => "choose which obstacle to place".into(),
        Prompt::Lay(outline) => {
            format!("choose where to place {}", label::outline(&offer.scene, outline))
        }
        Prompt::Turned(outline) => {
            format!("choose how {} lies", label::outline(&offer.scene, outline))
        }
        Prompt::Deploy(_) => format!("choose where to deploy {}", name()),
        Prompt::Heading(_) => format!("choose where {} heads", name()),
    }
}
