//! Questions and answers of the game, and the memory of the abilities that ask.

use core::hash::{Hash, Hasher};

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::kernel_words;
use cardmill_kernel::list::List;
use cardmill_kernel::window::Waiting;
use serde::{Deserialize, Serialize};

use crate::bits::Cards;
use crate::board::CommitNumber;
use crate::card::SLOTS;
use crate::seats::SEATS;
use crate::vocabulary::{Arena, Register};

/// Star Wars: Unlimited, as the kernel sees it.
pub struct Unlimited;

/// An option of a decision.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum Choice {
    /// There was nothing to choose from.
    #[default]
    Nothing,
    /// Pass the action (CR 1.15).
    Pass,
    /// Take the initiative counter (CR 1.15.5).
    Initiative,
    /// Play this card, from hand or from wherever it may be played.
    Play(Slot),
    /// Attack with this unit.
    Attack(Slot),
    /// Use this card's action ability: its position among the card's abilities.
    Use(Slot, u8),
    /// Deploy this leader as a unit (CR 3.4.4).
    Deploy(Slot),
    /// Choose this card, unit or base: a target, a payment, a resource.
    Card(Slot),
    /// None of them: what may be done is not done.
    Decline,
    /// Choose no more cards, points or options: enough has been chosen.
    Done,
    /// Do what may be done.
    Yes,
    /// Do not do what may be done.
    No,
    /// Take this option of a list, counted from 0.
    Mode(u8),
    /// Choose this arena.
    In(Arena),
    /// Choose this number, such as Credit tokens to defeat.
    Number(u8),
    /// This title: the first card of the catalogue that bears it.
    Name(u16),
    /// Begin with this player, or with their abilities; or choose this opponent.
    First(Seat),
    /// Apply the replacement on this card: the n-th of those on it that fit.
    Instead(Slot, u8),
    /// Resolve the ability at this index of the table's waiting list.
    Resolve(u8),
    /// Deploy this leader as an upgrade.
    DeployAsUpgrade(Slot),
    /// Play this resource by Smuggle; the second number says by which of its Smuggle abilities.
    Smuggle(Slot, u8),
    /// Play this unit as an upgrade, by Piloting.
    Pilot(Slot),
    /// Apply the replacement on this card, with that card, by its slot.
    InsteadWith(Slot, With),
    /// Choose one of the player's Credit tokens; none differs from another.
    Credit,
    /// Take the blast counter (CR 12.5).
    Blast,
    /// Take the plan counter (CR 12.5).
    Plan,
}

impl Choice {
    /// The card that it is about.
    #[must_use]
    pub const fn card(self) -> Option<Slot> {
        match self {
            Self::Play(slot)
            | Self::Attack(slot)
            | Self::Use(slot, _)
            | Self::Deploy(slot)
            | Self::Card(slot)
            | Self::Instead(slot, _)
            | Self::InsteadWith(slot, _)
            | Self::DeployAsUpgrade(slot)
            | Self::Smuggle(slot, _)
            | Self::Pilot(slot) => Some(slot),
            _ => None,
        }
    }

    /// The same about another card; what is about none is as it was.
    #[must_use]
    pub const fn about(self, slot: Slot) -> Self {
        match self {
            Self::Play(_) => Self::Play(slot),
            Self::Attack(_) => Self::Attack(slot),
            Self::Use(_, n) => Self::Use(slot, n),
            Self::Deploy(_) => Self::Deploy(slot),
            Self::Card(_) => Self::Card(slot),
            Self::Instead(_, n) => Self::Instead(slot, n),
            Self::InsteadWith(_, with) => Self::InsteadWith(slot, with),
            Self::DeployAsUpgrade(_) => Self::DeployAsUpgrade(slot),
            Self::Smuggle(_, n) => Self::Smuggle(slot, n),
            Self::Pilot(_) => Self::Pilot(slot),
            _ => self,
        }
    }
}

/// The slot of the card that a replacement applies with. It is told by a byte, as long as it is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct With(pub Slot);

impl Hash for With {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match u8::try_from(self.0) {
            Ok(slot) => slot.hash(state),
            Err(_) => self.0.hash(state),
        }
    }
}

/// Kinds of questions. The program on top of the stack says more about each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Prompt {
    /// Take an action (CR 1.15).
    Action,
    /// Take a mulligan, or keep the opening hand (CR 5.2.1E).
    Mulligan,
    /// Choose the card that becomes a resource at the start of the game (CR 5.2.1F).
    FirstResource,
    /// Choose a card that becomes a resource, or none (CR 5.5.1C).
    Resource,
    /// Choose the unit or base that an attacker attacks (CR 6.3.2).
    Target,
    /// Choose a unit to attack by Ambush, or none (CR 7.5.5).
    Ambush,
    /// Choose the unit an upgrade attaches to (CR 3.6.3).
    Host,
    /// Choose a part of a payment: a card, a unit, Credit tokens, or to play for free.
    Cost,
    /// Choose the copy of a unique card that is defeated (CR 8.29.3).
    Unique,
    /// The question of the instruction on top of the stack.
    Step,
    /// Do what may be done, or leave it.
    May,
    /// Choose an option of a list.
    Mode,
    /// Choose the player with whom something begins that is done for one after the other (CR
    /// 7.1.4), or the opponent of an ability, where there are several (CR 11.4.2).
    Player,
    /// Choose the replacement that applies to an event, or applies first; or none, where none must.
    Replace,
    /// Choose the player whose abilities come first.
    First,
    /// Choose the ability that is resolved next.
    Which,
    /// Choose a card to play by Plot, or none (CR 7.5.19).
    Plot,
    /// Choose the unit that an attacker deals its excess damage to.
    Excess,
    /// Choose the card that goes to the bottom of the deck for the plan counter (CR 12.5.2B).
    Bottom,
}

kernel_words!(Prompt { First, Which, Replace }, Choice { First, Resolve, Decline });

/// A card that was bound by a choice, in three bytes: abilities that resolve are copied, and some
/// choose among all that is in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bound {
    slot: u8,
    incarnation: u8,
    /// The register, and what the slot has beyond a byte.
    rest: u8,
}

impl Bound {
    /// Packs a card that is bound to a register.
    #[must_use]
    pub fn new(register: Register, card: Ref) -> Self {
        let [slot, beyond] = card.slot.to_le_bytes();
        let rest = register as u8 | beyond.min(Self::BEYOND) << Self::REGISTER;
        Self { slot, incarnation: card.incarnation, rest }
    }
    /// The register that it was bound to.
    #[must_use]
    pub const fn register(self) -> Register {
        match self.rest & ((1 << Self::REGISTER) - 1) {
            0 => Register::It,
            1 => Register::Other,
            _ => Register::Third,
        }
    }
    /// The card, unpacked; `Ref::NONE` if none was bound.
    #[must_use]
    pub fn card(self) -> Ref {
        let Self { slot, incarnation, rest } = self;
        match rest >> Self::REGISTER {
            Self::BEYOND => Ref::NONE,
            beyond => Ref { slot: Slot::from_le_bytes([slot, beyond]), incarnation },
        }
    }
    /// The bits of a register.
    const REGISTER: u8 = 2;
    /// The part beyond a byte that no slot has but that of no card.
    const BEYOND: u8 = u8::MAX >> Self::REGISTER;
}

const _: () = assert!(SLOTS <= (Bound::BEYOND as usize) << 8, "a slot takes a byte and six bits");

/// The most cards that an ability remembers.
pub const BOUND: usize = 48;

/// Points by card, in the order the cards were first named.
pub type Points = List<(Slot, u8), 16>;

/// The progress of a step that takes more than one choice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Progress {
    /// No step is under way.
    #[default]
    Nothing,
    /// Cards are picked, one after another.
    Picks {
        /// The number of picks that are left.
        left: u8,
    },
    /// Points are given to cards.
    Points {
        /// The number of points that are left.
        left: u8,
        /// The points given so far, by card.
        given: Points,
    },
    /// Cards of a hand are picked.
    Discards {
        /// The player whose hand it is.
        hand: Seat,
        /// The number of cards that are left to discard.
        left: u8,
    },
    /// Cards go to the bottom of a deck, or back on top.
    Arranges {
        /// The cards picked now go to the bottom; else back on top.
        bottom: bool,
    },
    /// The card that a search found is played.
    PlaysFound,
    /// A delayed effect is due.
    Recalls {
        /// The number of the effect among those of the table.
        effect: u16,
    },
    /// Icons are disclosed, card by card.
    Discloses {
        /// The cards disclosed so far.
        shown: Cards,
    },
}

impl Progress {
    /// Points or picks that are still to be made.
    #[must_use]
    pub const fn left(&self) -> u8 {
        match *self {
            Self::Picks { left } | Self::Points { left, .. } | Self::Discards { left, .. } => left,
            _ => 0,
        }
    }

    /// Points that a card was given so far.
    #[must_use]
    pub fn points(&self, slot: Slot) -> u8 {
        self.given().find(|(card, _)| *card == slot).map_or(0, |(_, points)| points)
    }

    /// Points that were given to cards so far.
    pub fn given(&self) -> impl Iterator<Item = (Slot, u8)> + '_ {
        let given: &[(Slot, u8)] = match self {
            Self::Points { given, .. } => given,
            _ => &[],
        };
        given.iter().copied()
    }

    /// Returns `true` while the cards chosen go to the bottom of a deck.
    #[must_use]
    pub const fn to_bottom(&self) -> bool {
        matches!(self, Self::Arranges { bottom: true })
    }
}

/// Options of a list that are taken one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Taking {
    /// The options that were taken, one bit each.
    pub taken: u8,
    /// The number of options that are still to be taken.
    pub left: u8,
}

/// The memory of an ability that resolves, beside its place in its program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Resolving {
    /// The cards that were chosen, in order.
    pub bound: List<Bound, BOUND>,
    /// Registers whose cards its player has not seen by having them there, one bit each: another
    /// player chose them, or they are only remembered.
    pub unseen: u8,
    /// The number that its text counts by: what its event carried, damage healed, cards
    /// discarded, resources paid.
    pub number: i16,
    /// The title that was named: the first card of the catalogue that bears it.
    pub named: Option<u16>,
    /// The progress of the step under way.
    pub progress: Progress,
    /// The step before changed something.
    pub did: bool,
    /// The list whose options are taken.
    pub modes: Taking,
    /// The players whose turn it was in a step that is done for each of them; it is the turn of the
    /// last one.
    pub turns: List<Seat, SEATS>,
    /// The opponent that was chosen for the ability, where there are several (CR 11.4.2).
    pub opponent: Option<Seat>,
    /// `true`: that opponent is one of several for whom the step under way is done, one after the other.
    pub goes_round: bool,
    /// Enemy cards are those of the opponent that was chosen: that player chooses among them.
    pub theirs: bool,
    /// It is a delayed effect, which outlives its player in the game (CR 11.3.3).
    pub delayed: bool,
    /// The arena that was chosen.
    pub arena: Arena,
    /// The number of times that steps repeated a number of times are still done.
    pub times: u8,
    /// The commit in which its damage is dealt.
    pub struck: CommitNumber,
    /// It has had a player take an action: what triggers now is nested in it.
    pub nests: bool,
}

impl Resolving {
    /// An ability that begins to resolve.
    #[must_use]
    pub fn of(waiting: &Waiting) -> Self {
        if waiting.delayed {
            let progress = Progress::Recalls { effect: waiting.number as u16 };
            return Self { progress, delayed: true, ..Self::default() };
        }
        Self { number: waiting.number, ..Self::default() }
    }
    /// An ability that remembers these cards as `It`.
    #[must_use]
    pub fn remembering(cards: &[Ref]) -> Self {
        let mut locals = Self::default();
        for &card in cards {
            locals.bind(Register::It, card);
        }
        locals
    }
    /// The cards in a register, in the order they were chosen.
    pub fn bound(&self, register: Register) -> impl Iterator<Item = Ref> + '_ {
        let held = self.bound.iter().filter(move |bound| bound.register() == register);
        held.map(|bound| bound.card())
    }
    /// Forgets the cards of a register.
    pub fn forget(&mut self, register: Register) {
        self.bound.retain(|bound| bound.register() != register);
        self.unseen &= !Self::bit(register);
    }
    /// Notes that its player has not seen the cards of a register by their being there.
    pub const fn hide(&mut self, register: Register) {
        self.unseen |= Self::bit(register);
    }
    /// Returns `true` if its player has seen the cards of a register by their being there.
    #[must_use]
    pub const fn shows(&self, register: Register) -> bool {
        self.unseen & Self::bit(register) == 0
    }
    const fn bit(register: Register) -> u8 {
        1 << register as u8
    }
    /// The number of cards that can still be bound.
    #[must_use]
    pub fn room(&self) -> usize {
        self.bound.capacity() - self.bound.len()
    }
    /// Binds one more card. Returns `false` if there was no room.
    pub fn bind(&mut self, register: Register, card: Ref) -> bool {
        self.bound.try_push(Bound::new(register, card)).is_none()
    }
}
