//! The state of a table that is not on a card: zones in order, the turn, attacks, history.

use core::hash::{Hash, Hasher};

use bevy_ecs::prelude::*;
pub use cardmill_harness::outcome::Outcome;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::list::List;
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stock::{EFFECTS, Stock};
use serde::{Deserialize, Serialize};

use crate::bits::Cards;
use crate::card::{Card, SLOTS, Stats, Traits};
use crate::edition::Edition;
use crate::icons::IconCount;
use crate::vocabulary::{AspectSet, Deed, Definition, KindSet, Kinds, Trait, TraitSet};

/// Cards in an opening hand (CR 5.2.1D).
pub const OPENING_HAND: usize = 6;

/// Cards a zone can have.
pub const CARDS: usize = 96;

/// Cards in order. A deck's top is the last one.
pub type Slots = List<Slot, CARDS>;

/// A phase of the round (CR 5.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Before the first round (CR 5.2).
    #[default]
    Setup,
    /// The action phase (CR 5.4).
    Action,
    /// The regroup phase (CR 5.5).
    Regroup,
}

/// One player's cards and what they did lately.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Player {
    /// The slot of the leader, wherever it is.
    pub leader: Slot,
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
}

impl Player {
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
    /// It attacked the base of the other player.
    pub base: bool,
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

/// The progress of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AttackStage {
    /// Steps one and two: "while attacking" applies until combat damage and what it triggers are
    /// over (`S4-43`, K3).
    #[default]
    Declared,
    /// Step three: the attack is completed.
    Completed,
}

/// An attack under way. Attacks nest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The attacking unit, as it was when the attack began.
    pub attacker: Ref,
    /// The defending unit, or the base; `Ref::NONE` once it is not attacked any more.
    pub defender: Ref,
    /// The player whose unit attacks.
    pub seat: Seat,
    /// The steps of the attack that are over.
    pub stage: AttackStage,
    /// The target is a base.
    pub base: bool,
    /// The defending unit was defeated during the attack.
    pub defender_defeated: bool,
    /// The card that last dealt damage to the defending unit or gave it a lasting effect, until
    /// it is known whether that defeats it.
    pub struck_by: Ref,
    /// The worst kind of damage that the attacker has dealt to a base so far.
    pub base_damage: BaseDamage,
    /// Combat damage that the attacker dealt to bases.
    pub base_combat: u8,
    /// It is made using Ambush.
    pub ambush: bool,
    /// Another defending unit, where two are attacked at once; mostly there is none.
    pub second: Ref,
}

/// Damage that an attacker has dealt to a base during its attack.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum BaseDamage {
    /// It has dealt no damage to a base.
    #[default]
    None,
    /// It has dealt damage to a base, by abilities alone.
    Other,
    /// It has dealt combat damage to a base.
    Combat,
}

impl Attack {
    /// Returns `true` while "while attacking" and "while defending" apply.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.stage != AttackStage::Completed
    }
    /// Takes a unit from the defenders: it is not attacked any more.
    pub(crate) fn spare(&mut self, unit: Ref) {
        for defender in [&mut self.defender, &mut self.second] {
            if *defender == unit {
                *defender = Ref::NONE;
            }
        }
    }
    /// The units that are attacked, or the base: at most two cards.
    pub fn defenders(&self) -> impl Iterator<Item = Ref> + use<> {
        [self.defender, self.second].into_iter().filter(|card| card.is_some())
    }
    /// The defending units: a base is none (CR 6.3.1B).
    pub fn defending(&self) -> impl Iterator<Item = Ref> + use<> {
        self.defenders().filter({
            let base = self.base;
            move |_| !base
        })
    }
    /// Returns `true` for a defending unit; never for a base.
    #[must_use]
    pub fn defends(&self, card: Ref) -> bool {
        !self.base && self.is_against(card)
    }
    /// Returns `true` for a card that is attacked, be it a unit or a base.
    #[must_use]
    pub fn is_against(&self, card: Ref) -> bool {
        self.defenders().any(|defender| defender == card)
    }
}

/// The number of a commit. It tells what happened together from what came before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommitNumber(pub u32);

impl Hash for CommitNumber {
    /// It is no part of the state: games that stand alike may have come there by different numbers
    /// of commits.
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The player responsible if units turn out to have no remaining HP (CR 1.18.1): the one whose unit
/// or ability last dealt them damage or changed their HP, since consequences were last looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blame {
    /// The units that each player was the last to damage, or to change the HP of.
    by: [Cards; 2],
    /// The units of them to which combat damage was what happened last.
    in_combat: Cards,
    /// A lasting effect has expired.
    pub expired: bool,
}

impl Blame {
    /// Makes a player responsible for a card, by combat damage or otherwise.
    pub const fn put(&mut self, card: Slot, by: Seat, in_combat: bool) {
        self.by[by as usize].add(card as usize);
        self.by[1 - by as usize].remove(card as usize);
        if in_combat {
            self.in_combat.add(card as usize);
        } else {
            self.in_combat.remove(card as usize);
        }
    }

    /// Returns `true` if combat damage was what happened to a card last.
    #[must_use]
    pub fn is_in_combat(&self, card: Slot) -> bool {
        self.in_combat.has(card.into())
    }

    /// The player who last damaged a card or changed its HP; `None` if nobody did.
    #[must_use]
    pub fn on(&self, card: Slot) -> Option<Seat> {
        [0, 1].into_iter().find(|&seat| self.by[usize::from(seat)].has(card.into()))
    }
}

/// The damage that an ability has dealt together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dealt {
    /// The number of the commit in which it did.
    pub commit: CommitNumber,
    /// The damage to all of them together, in points.
    pub amount: i16,
    /// The part of it that the units did not need to be defeated (CR 1.9.11).
    pub excess: i16,
    /// The cards that were damaged.
    pub to: List<Ref, CARDS>,
}

/// The damage to bases by an attack that is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AttackOver {
    /// The attacking unit, as it was when the attack began.
    pub attacker: Ref,
    /// The worst kind of damage that it dealt to a base.
    pub base_damage: BaseDamage,
}

/// A card as it was right before it left play (CR 8.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Departure {
    /// The reference it had then.
    pub was: Ref,
    /// Its state before it left.
    pub card: Card,
    /// The numbers and keywords that constant abilities made of it then.
    pub stats: Stats,
    /// The unit it was attached to; `Ref::NONE` if it was no upgrade.
    pub host: Ref,
    /// Number of the commit in which it left: cards that left together watch each other leave
    /// (CR 7.6.4).
    pub commit: CommitNumber,
    /// The card that defeated the unit, if one did; of a unit that was exploited, the card that was
    /// played.
    pub by: Ref,
    /// It was defeated by combat damage.
    pub in_combat: bool,
}

/// Units that entered play as copies of others: the card, and the index of its own definition.
/// What is printed on the other counts as printed on it while it is in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Copies(pub List<(Slot, u16), 12>);

impl Copies {
    /// A card's own definition, if it is a copy.
    #[must_use]
    pub fn own(&self, slot: Slot) -> Option<u16> {
        self.0.iter().find(|(copy, _)| *copy == slot).map(|(_, own)| *own)
    }
}

/// Everything about a table that is not on a card.
#[derive(Component, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    /// The players, by seat.
    pub players: [Player; 2],
    /// Units and upgrades in play, in the order they entered.
    pub play: Slots,
    /// Captured cards, in the order they were captured.
    pub captured: Slots,
    /// Tokens that are set aside.
    pub aside: List<Slot, SLOTS>,
    /// Units in play that are copies of others.
    pub copies: Copies,
    /// Attacks under way, the innermost last.
    pub attacks: List<Attack, 4>,
    /// Cards that have left play and may still be asked about.
    pub departures: Vec<Departure>,
    /// Lasting and delayed effects.
    pub effects: Stock<EFFECTS>,
    /// The number of slots that exist.
    pub slots: Slot,
    /// The player whose turn it is.
    pub active: Seat,
    /// The player with the initiative counter (CR 1.15.5).
    pub initiative: Seat,
    /// The counter was taken this round.
    pub taken: bool,
    /// Passes in a row, taking the initiative among them; the second ends the action phase.
    pub passes: u8,
    /// The round, from 1.
    pub round: u16,
    /// The phase of the round.
    pub phase: Phase,
    /// The rules it plays by where the seed texts and the Comprehensive Rules differ.
    pub edition: Edition,
    /// The player who had the initiative at the start of the game.
    pub first: Seat,
    /// The result of the game, or that it is open.
    pub outcome: Outcome,
    /// The number of commits so far.
    pub commits: CommitNumber,
    /// The program of the triggered ability that was used last, if an ability listened for its use.
    pub used: u16,
    /// The players responsible for units without remaining HP.
    pub blame: Blame,
    /// The damage that an ability has dealt last.
    pub dealt: Dealt,
    /// The attack that was over last.
    pub over: AttackOver,
}

impl Clone for Board {
    fn clone(&self) -> Self {
        Self { departures: self.departures.clone(), ..*self }
    }
    /// Keeps the memory. Field by field: at once, it would be copied twice.
    fn clone_from(&mut self, source: &Self) {
        let Self {
            players,
            play,
            captured,
            aside,
            copies,
            attacks,
            departures,
            effects,
            slots,
            active,
            initiative,
            taken,
            passes,
            round,
            phase,
            edition,
            first,
            outcome,
            commits,
            used,
            blame,
            dealt,
            over,
        } = source;
        self.players = *players;
        self.play = *play;
        self.captured = *captured;
        self.aside = *aside;
        self.copies = *copies;
        self.attacks = *attacks;
        self.departures.clone_from(departures);
        self.effects = *effects;
        self.slots = *slots;
        self.active = *active;
        self.initiative = *initiative;
        self.taken = *taken;
        self.passes = *passes;
        self.round = *round;
        self.phase = *phase;
        self.edition = *edition;
        self.first = *first;
        self.outcome = *outcome;
        self.commits = *commits;
        self.used = *used;
        self.blame = *blame;
        self.dealt = *dealt;
        self.over = *over;
    }
}

impl Board {
    /// The number of cards and of effects, by list.
    #[must_use]
    pub fn sizes(&self) -> Lists<usize> {
        Lists { cards: self.slots.into(), effects: EFFECTS, ..Lists::default() }
    }

    /// Returns `true` for either player's base.
    #[must_use]
    pub const fn is_base(&self, slot: Slot) -> bool {
        let [one, other] = &self.players;
        slot == one.base || slot == other.base
    }

    /// Leaders and bases, the first player's before the other's.
    #[must_use]
    pub const fn fixed(&self) -> [Slot; 4] {
        let [one, other] = &self.players;
        [one.leader, one.base, other.leader, other.base]
    }

    /// The innermost attack under way.
    #[must_use]
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }

    /// The active player: outside the action phase, whoever has the initiative (CR 1.4.5).
    #[must_use]
    pub fn lead(&self) -> Seat {
        if self.phase == Phase::Action { self.active } else { self.initiative }
    }

    /// A card as it was before it left play, by the reference it had then; `None` for one that did
    /// not leave, or whose record was dropped.
    #[must_use]
    pub fn departure(&self, was: Ref) -> Option<&Departure> {
        self.departures.iter().rev().find(|d| d.was == was)
    }
}
