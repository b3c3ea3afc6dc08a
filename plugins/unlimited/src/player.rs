//! A player's cards and what they did lately.

use core::hash::{Hash, Hasher};

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::list::List;
use serde::{Deserialize, Serialize};

use crate::card::Traits;
use crate::icons::IconCount;
use crate::vocabulary::{AspectSet, Deed, Definition, KindSet, Kinds, Trait, TraitSet};

/// Cards a zone can have.
pub const CARDS: usize = 96;

/// Cards in order. A deck's top is the last one.
pub type Slots = List<Slot, CARDS>;

/// The number of a commit. It tells what happened together from what came before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitNumber(pub u32);

impl Hash for CommitNumber {
    /// It is no part of the state: games that stand alike may have come there by different numbers
    /// of commits.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// One player's cards and what they did lately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The slot of the leader, wherever it is; of two, that of the first.
    pub leader: Slot,
    /// The slot of the second leader (CR 12.3), `Slot::MAX` where there is but one.
    pub second: Slot,
    /// The slot of the base.
    pub base: Slot,
    /// The deck; its top is the last card.
    pub deck: Slots,
    /// The hand, in the order the cards came.
    pub hand: Slots,
    /// The discard pile, the newest card last.
    pub discard: Slots,
    /// The resources. Which of them are exhausted does not matter (CR 1.7.4), only how many.
    pub resources: Slots,
    /// The number of ready resources, at most as many as there are resources.
    pub ready: u8,
    /// This player cannot act any more this phase: they took the initiative (CR 1.15.5B).
    pub done: bool,
    /// Aspect icons that their leader and base provide.
    pub icons: IconCount,
    /// Events this player played this round.
    pub events: u8,
    /// The history of this phase.
    pub phase: History,
    /// Their Credit tokens (CR 3.7.13). No rule tells one from another.
    pub credits: u8,
    /// The part of the cost being paid right now that was paid by exhausting units, in resources.
    pub advance: u8,
    /// They were eliminated (CR 11.3).
    pub out: bool,
}

impl Default for Player {
    /// A player without a card.
    fn default() -> Self {
        Self {
            leader: Slot::MAX,
            second: Slot::MAX,
            base: Slot::MAX,
            deck: Slots::default(),
            hand: Slots::default(),
            discard: Slots::default(),
            resources: Slots::default(),
            ready: 0,
            done: false,
            icons: IconCount::default(),
            events: 0,
            phase: History::default(),
            credits: 0,
            advance: 0,
            out: false,
        }
    }
}

impl Player {
    /// The slots of their leaders: one, or two (CR 12.3).
    pub fn leaders(&self) -> impl Iterator<Item = Slot> + use<> {
        [self.leader, self.second].into_iter().filter(|&slot| slot != Slot::MAX)
    }

    /// The cards of hand and deck in the order in which they are drawn: the hand as the cards came,
    /// then the deck from its top.
    pub fn order(&self) -> impl Iterator<Item = Slot> {
        self.hand.iter().chain(self.deck.iter().rev()).copied()
    }
}

/// The deeds of a player in this phase, and the fate of their cards. Kept whoever watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct History {
    /// The cards played, those of earlier phases of this round among them.
    pub played: PlayedCards,
    /// Units this player controlled that were defeated.
    pub units_defeated: u8,
    /// Units this player controlled that left play.
    pub units_left: u8,
    /// Damage dealt to the enemy base, in points.
    pub base_damage: u8,
    /// The units this player attacked with, in order.
    pub attackers: List<Attacker, 48>,
    /// Further deeds of the player, counted, and the fate of their units.
    pub deeds: Deeds,
}

impl History {
    /// A phase begins. What was played before is kept, unless it is the first of its round.
    pub fn begin(&mut self, first: bool) {
        let Self { played, units_defeated, units_left, base_damage, attackers, deeds } = self;
        if first {
            played.cards.clear();
        }
        played.before = played.cards.len() as u8;
        (*units_defeated, *units_left, *base_damage) = (0, 0, 0);
        attackers.clear();
        *deeds = Deeds::default();
    }
}

/// The cards a player played this round, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlayedCards {
    cards: List<Played, 48>,
    /// The number of them that were played before this phase.
    before: u8,
}

impl PlayedCards {
    /// The cards of this round, in the order they were played.
    #[must_use]
    pub fn this_round(&self) -> &[Played] {
        &self.cards
    }

    /// The cards of this phase, in the order they were played.
    #[must_use]
    pub fn this_phase(&self) -> &[Played] {
        &self.cards[usize::from(self.before)..]
    }

    /// Adds a card. Returns `false` if there was no room for it.
    pub fn push(&mut self, played: Played) -> bool {
        self.cards.try_push(played).is_none()
    }
}

/// Deeds of a player in this phase, counted, and the fate of their units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deeds {
    counts: [u8; Deed::COUNT],
    /// The commit in which they last drew a card.
    pub drew: CommitNumber,
    /// The commit in which they last revealed or discarded a card of their hand.
    pub showed: CommitNumber,
    /// The commit in which they last dealt damage that was no combat damage.
    pub dealt: CommitNumber,
    /// Units they controlled that were defeated while they attacked.
    pub fell_attacking: u8,
    /// All traits of the units they controlled that were defeated.
    pub fallen: TraitSet,
    /// They attacked a base during their last action.
    pub attacked_base: bool,
    /// All aspects of the units they controlled that were defeated.
    pub fallen_aspects: AspectSet,
    /// One of the units they controlled that were defeated was a leader unit.
    pub fallen_leader: bool,
    /// An upgrade they controlled was defeated.
    pub upgrade_defeated: bool,
    /// Units that entered play under their control.
    pub units_entered: u8,
}

impl Deeds {
    /// The number of times they did this in this phase.
    #[must_use]
    pub const fn count(&self, deed: Deed) -> u8 {
        self.counts[deed as usize]
    }

    /// Counts a deed that they did so many times more; the count stops at 255.
    pub fn add(&mut self, deed: Deed, times: u8) {
        let count = &mut self.counts[deed as usize];
        *count = count.saturating_add(times);
    }
}

/// A unit that attacked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attacker {
    /// The unit as it was.
    pub card: Ref,
    /// Its definition: a token's slot may hold another one later.
    pub definition: u16,
    /// It attacked a base.
    pub base: bool,
    /// The player whose unit or base it attacked.
    pub against: Seat,
    /// The traits it had gained and lost.
    pub traits: Traits,
}

/// A card that was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Played {
    /// The card as it was when it had been played: a new card, if it changes zones.
    pub card: Ref,
    /// Its definition; of a unit that entered play as a copy, that of the copy.
    pub definition: u16,
    /// The aspects of the card as it was played.
    pub aspects: AspectSet,
    /// It was played as an upgrade, whatever kind of card it is (CR 7.5.17C).
    pub as_upgrade: bool,
    /// The number of resources paid for it.
    pub paid: u8,
    /// A trait it had gained where it was played from, or that it has as a copy.
    pub gained: Option<Trait>,
    /// The unit that it was played on, if that was its player's.
    pub on_own: Ref,
}

impl Played {
    /// Its traits while it was played: the printed ones and [`gained`](Self::gained).
    #[must_use]
    pub fn traits(&self, printed: &Definition) -> TraitSet {
        let traits = printed.traits;
        self.gained.map_or(traits, |gained| traits.with(gained))
    }

    /// Its kind as it was played: an upgrade, or the printed one.
    #[must_use]
    pub fn kinds(&self, printed: &Definition) -> Kinds {
        if self.as_upgrade { KindSet::Upgrade.into() } else { printed.kind.into() }
    }
}
