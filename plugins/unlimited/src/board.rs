//! The state of a table that is not on a card: zones in order, the turn, attacks, history.

use bevy_ecs::prelude::*;
pub use cardmill_harness::outcome::Outcome;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::list::List;
use cardmill_kernel::roster::Lists;
use cardmill_kernel::stock::{EFFECTS, Stock};
use serde::{Deserialize, Serialize};

use crate::card::{Card, SLOTS, Stats};
use crate::edition::Edition;
pub use crate::player::{
    Attacker, CARDS, CommitNumber, Deeds, History, Played, PlayedCards, Player, Slots,
};
use crate::players::Players;

/// Cards in an opening hand (CR 5.2.1D).
pub const OPENING_HAND: usize = 6;

/// The first leader's place in the lineup while it is in its base zone, behind those of all that is in
/// play; behind it the first base's and that of the first player's second leader, then those of the
/// other players.
pub const FIXED: usize = 112;
/// The places of a player's leaders and base, the last of which nothing has.
pub(crate) const EACH: usize = 4;

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
    /// The defending player: whose unit or base is attacked.
    pub against: Seat,
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

/// The player responsible if units turn out to have no remaining HP (CR 1.18.1): the one whose unit
/// or ability last dealt them damage or changed their HP, since consequences were last looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blame {
    /// The cards that were damaged or whose HP changed, with the player who did that last, and whether
    /// by combat damage.
    by: List<(Slot, Seat, bool), CARDS>,
    /// A lasting effect has expired.
    pub expired: bool,
}

impl Blame {
    /// Makes a player responsible for a card, by combat damage or otherwise. Beyond what a list holds
    /// nobody is.
    pub fn put(&mut self, card: Slot, by: Seat, in_combat: bool) {
        match self.by.iter_mut().find(|(other, ..)| *other == card) {
            Some(known) => *known = (card, by, in_combat),
            None => drop(self.by.try_push((card, by, in_combat))),
        }
    }

    /// Makes nobody responsible for anything any more.
    pub fn clear(&mut self) {
        self.by.clear();
        self.expired = false;
    }

    fn of(&self, card: Slot) -> Option<(Seat, bool)> {
        let known = self.by.iter().find(|(other, ..)| *other == card);
        known.map(|&(_, seat, in_combat)| (seat, in_combat))
    }

    /// Returns `true` if combat damage was what happened to a card last.
    #[must_use]
    pub fn is_in_combat(&self, card: Slot) -> bool {
        self.of(card).is_some_and(|(_, in_combat)| in_combat)
    }

    /// The player who last damaged a card or changed its HP; `None` if nobody did.
    #[must_use]
    pub fn on(&self, card: Slot) -> Option<Seat> {
        self.of(card).map(|(seat, _)| seat)
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
    pub players: Players,
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
    /// The counter lies in the middle, for its player was eliminated (CR 11.3.4): nobody has it, and
    /// [`initiative`](Self::initiative) begins where somebody must.
    pub loose: bool,
    /// The game is played by the rules of Twin Suns (CR 12).
    pub suns: bool,
    /// The blast counter was taken this round (CR 12.5).
    pub blast: bool,
    /// The plan counter was taken this round (CR 12.5).
    pub plan: bool,
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
        Self { players: self.players.clone(), departures: self.departures.clone(), ..*self }
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
            loose,
            suns,
            blast,
            plan,
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
        self.players.clone_from(players);
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
        self.loose = *loose;
        self.suns = *suns;
        self.blast = *blast;
        self.plan = *plan;
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

    /// Returns `true` for a player's base.
    #[must_use]
    pub fn is_base(&self, slot: Slot) -> bool {
        self.players.iter().any(|player| player.base == slot)
    }

    /// Leaders and bases with their places in the lineup, the first player's before the next one's; of
    /// a player the first leader, the base, the second leader.
    pub fn fixed(&self) -> impl Iterator<Item = (usize, Slot)> + use<'_> {
        let of = |(seat, player): (usize, &Player)| {
            let own = [player.leader, player.base, player.second];
            (FIXED + EACH * seat..).zip(own).filter(|(_, slot)| *slot != Slot::MAX)
        };
        self.players.iter().enumerate().flat_map(of)
    }

    /// The leader or base with a place in the lineup.
    #[must_use]
    pub(crate) fn at(&self, place: usize) -> Slot {
        let player = &self.players[(place - FIXED) / EACH];
        match (place - FIXED) % EACH {
            0 => player.leader,
            1 => player.base,
            _ => player.second,
        }
    }

    /// Returns `true` for a player who was eliminated (CR 11.3); never in a game of two.
    #[must_use]
    pub fn is_out(&self, seat: Seat) -> bool {
        self.players.are_many() && self.players[usize::from(seat)].out
    }

    /// The player who acts for another: they themselves, or, where they were eliminated (CR 11.3.3),
    /// the next one.
    #[must_use]
    pub fn stand_in(&self, seat: Seat) -> Seat {
        if self.is_out(seat) { self.players.next(seat) } else { seat }
    }

    /// The innermost attack under way.
    #[must_use]
    pub fn attack(&self) -> Option<&Attack> {
        self.attacks.last()
    }

    /// The active player: outside the action phase, whoever has the initiative (CR 1.4.5).
    #[must_use]
    pub fn lead(&self) -> Seat {
        self.stand_in(if self.phase == Phase::Action { self.active } else { self.initiative })
    }

    /// A card as it was before it left play, by the reference it had then; `None` for one that did
    /// not leave, or whose record was dropped.
    #[must_use]
    pub fn departure(&self, was: Ref) -> Option<&Departure> {
        self.departures.iter().rev().find(|d| d.was == was)
    }
}
