//! Views: what one player may know of a table.
//!
//! Everything lies open but the dials that are not revealed, the order of the damage decks, the damage
//! cards that lie facedown, and the dice to come. A [`View`] is a table in which these are blank:
//! whoever gets a view and nothing else cannot peek.

mod determinize;

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::{FrameOf, Stack};

pub use determinize::determinize;

use crate::board::SLOTS;
use crate::card::{Card, Place};
use crate::choice::{Choice, Prompt, XWing};
use crate::scene::Scene;
use crate::ship::{Flags, SHIPS, Ship};
use crate::vocabulary::{Maneuver, Phase, Step};

/// All that one player may know of a table at this moment.
pub struct View<'a> {
    scene: Scene<'a>,
    ships: ArrayVec<Ship, SHIPS>,
    cards: ArrayVec<Card, SLOTS>,
    decision: &'a Decision<XWing>,
    frame: Option<&'a FrameOf<XWing>>,
    seat: Seat,
}

impl<'a> View<'a> {
    /// The view of a player on a table as it stands.
    #[must_use]
    pub fn of(at: &'a At<'_, XWing>, seat: Seat) -> Self {
        Self::new(at.state.scene(), at.stack, at.decision, seat)
    }

    pub(crate) fn new(
        scene: Scene<'a>,
        stack: &'a Stack<XWing>,
        decision: &'a Decision<XWing>,
        seat: Seat,
    ) -> Self {
        let frame = stack.running();
        let ship = |slot: usize| {
            let dial = dial(&scene, slot as Slot, Some(seat));
            Ship { dial, ..scene.ships[slot].clone() }
        };
        let seen = Looked { scene: &scene, decision, frame, seat };
        let blank = scene.catalogue.blank_damage();
        let card = |slot: usize| {
            let card = scene.cards[slot].clone();
            let hidden = seen.hides(slot as Slot);
            if hidden { Card { definition: blank, ..card } } else { card }
        };
        let (ships, cards) = (0..SHIPS, 0..usize::from(scene.board.slots).max(SHIPS));
        Self {
            ships: ships.map(ship).collect(),
            cards: cards.map(card).collect(),
            scene,
            decision,
            frame,
            seat,
        }
    }

    /// The seat whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The table, in which what is hidden is blank: no dial, and some damage card or other.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        Scene { ships: &self.ships, cards: &self.cards, ..self.scene }
    }

    /// The question that is open, to whichever seat; `None` before the first one.
    #[must_use]
    pub const fn prompt(&self) -> Option<Prompt> {
        self.decision.prompt
    }

    /// The options of whoever is asked.
    #[must_use]
    pub fn options(&self) -> &'a [Choice] {
        &self.decision.options
    }

    /// The program that asks, if one is running.
    #[must_use]
    pub const fn frame(&self) -> Option<&'a FrameOf<XWing>> {
        self.frame
    }
}

/// Tells whether both players know what is on the dial of a ship: it was revealed in this round, or
/// turned faceup.
#[must_use]
pub fn is_revealed(scene: &Scene<'_>, ship: Slot) -> bool {
    let state = scene.ship(ship);
    let revealed = match scene.board.phase {
        Phase::Engagement | Phase::End => true,
        Phase::Activation => state.flags.has(Flags::ACTED),
        Phase::Setup | Phase::Planning | Phase::System => false,
    };
    state.is_present() && (revealed || state.flags.has(Flags::OPEN))
}

/// Tells whether a player does not know the dial of a ship: it is the other's and was not revealed.
fn hides_dial(scene: &Scene<'_>, ship: Slot, seat: Seat) -> bool {
    let state = scene.ship(ship);
    let seen = state.flags.has(Flags::SEEN) || is_revealed(scene, ship);
    state.owner != seat && state.dial.is_some() && !seen
}

/// The maneuver on the dial of a ship, if a player knows it, or as it is if nobody looks.
#[must_use]
pub fn dial(scene: &Scene<'_>, ship: Slot, seat: Option<Seat>) -> Option<Maneuver> {
    let hidden = seat.is_some_and(|seat| hides_dial(scene, ship, seat));
    scene.ship(ship).dial.filter(|_| !hidden)
}

/// A table that a player looks at.
#[derive(Clone, Copy)]
struct Looked<'s, 'a> {
    scene: &'s Scene<'a>,
    decision: &'s Decision<XWing>,
    frame: Option<&'s FrameOf<XWing>>,
    seat: Seat,
}

impl Looked<'_, '_> {
    /// Tells whether the card in a slot is hidden from the player. A card that was turned facedown
    /// again counts as forgotten.
    fn hides(&self, slot: Slot) -> bool {
        let scene = self.scene;
        let card = scene.card(slot);
        match card.place {
            Place::Deck => !self.searches(card.owner) && !self.is_drawn(slot),
            Place::Facedown => scene.is_damage(slot) && !self.exposes(slot),
            // Whoever put it there has searched for it.
            Place::Held => self.scene.controller(card.host) != self.seat,
            Place::Box | Place::Discard | Place::Faceup => false,
        }
    }

    /// The step of an ability that asks this player now.
    fn asks(&self) -> Option<&Step> {
        let frame = self.frame.filter(|_| {
            self.decision.seat == self.seat && self.decision.prompt == Some(Prompt::Step)
        })?;
        self.scene.step_of(frame)
    }

    /// Tells whether the player is looking through the damage deck of `owner` for a card.
    fn searches(&self, owner: Seat) -> bool {
        let this = |frame: &FrameOf<XWing>| self.scene.in_frame(frame).this;
        matches!(self.asks(), Some(Step::SearchDamage(_) | Step::DealFound(_)))
            && self.frame.is_some_and(|frame| self.scene.ship(this(frame)).owner == owner)
    }

    /// Tells whether the player is looking at a facedown card, to expose it or not.
    fn exposes(&self, slot: Slot) -> bool {
        matches!(self.asks(), Some(Step::ExposeChosen(_)))
            && self.decision.options.contains(&Choice::Card(slot))
    }

    /// Tells whether the player is looking at a card that was drawn, to deal it or not.
    fn is_drawn(&self, slot: Slot) -> bool {
        matches!(self.asks(), Some(Step::DrawAndDeal(_)))
            && self.decision.options.contains(&Choice::Card(slot))
    }
}
