//! The state of a game: bit sets and arrays, a few kilobytes that can be copied as they are.

use arrayvec::ArrayVec;

use crate::card::{Arena, Aspect, Keywords, Kind, Printed, When};
use crate::cards::CARDS;
use crate::set::{Card, CardSet, Seat};
use crate::trigger::Waiting;

/// The most that a card can cost here, penalties included.
const MOST: usize = 16;

/// A deck list: places in [`CARDS`], the leader and the base first.
pub type List = ArrayVec<u8, { Card::PER_PLAYER }>;

/// A phase of the round (CR 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the first round.
    Setup,
    /// The action phase (CR 5.4).
    Action,
    /// The regroup phase (CR 5.5).
    Regroup,
}

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game goes on.
    Open,
    /// This player has won.
    Win(Seat),
    /// Both bases were defeated at once (CR 5.6.3).
    Draw,
}

/// A card as it was at some time: a card that changed its zone is another one (CR 8.5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ref {
    /// The physical card that is meant.
    pub card: Card,
    /// The number of times that it has changed its zone.
    pub life: u8,
}

/// The attack under way. Attacks never nest in the subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The attacking unit.
    pub attacker: Ref,
    /// The defending unit, or the base.
    pub target: Ref,
}

/// A unit in play.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit {
    /// Damage that is on it.
    pub damage: u8,
    /// Experience tokens on it.
    pub experience: u8,
    /// Shield tokens on it.
    pub shields: u8,
    /// Power until the end of the phase.
    pub phase_power: i8,
    /// HP until the end of the phase.
    pub phase_hp: i8,
    /// Raid until the end of the phase.
    pub phase_raid: u8,
    /// Power without Grit and Raid, worked out. May be below 0.
    pub power: i8,
    /// HP, worked out. May be below 0.
    pub hp: i8,
    /// All Raid, worked out.
    pub raid: u8,
    /// All Restore, worked out.
    pub restore: u8,
    /// All other keywords, worked out.
    pub keywords: Keywords,
}

/// The cards and counters of a player.
#[derive(Clone, Debug)]
pub struct Player {
    /// The deck, its top last.
    pub deck: ArrayVec<Card, { Card::PER_PLAYER }>,
    /// The cards in hand.
    pub hand: CardSet,
    /// The discard pile; its order never matters here.
    pub discard: CardSet,
    /// The resources. Which are exhausted does not matter (CR 1.7.4).
    pub resources: CardSet,
    /// The number of resources that are ready.
    pub ready: u8,
    /// Damage on the base.
    pub damage: u8,
    /// The leader's Epic Action was used (CR 7.2.4).
    pub epic: bool,
    /// Took the initiative and acts no more this phase (CR 1.15.5B).
    pub done: bool,
    /// The price of each card for this player, penalties included, by place in the deck list.
    pub price: [u8; Card::PER_PLAYER],
    /// The cards that cost at most so much.
    pub within: [CardSet; MOST + 1],
}

/// The state of a game, whole.
#[derive(Clone, Debug)]
pub struct State {
    /// The place in [`CARDS`] of each physical card.
    pub cards: [u8; 2 * Card::PER_PLAYER],
    /// The players, by seat.
    pub players: [Player; 2],
    /// Units in the ground arena.
    pub ground: CardSet,
    /// Units in the space arena.
    pub space: CardSet,
    /// Upgrades in play, tokens left out.
    pub attached: CardSet,
    /// The unit that an upgrade is attached to.
    pub host: [Card; 2 * Card::PER_PLAYER],
    /// Exhausted units and leaders.
    pub exhausted: CardSet,
    /// Units with Sentinel, worked out.
    pub sentinels: CardSet,
    /// Units that watch what happens to others.
    pub watchers: CardSet,
    /// Each card as a unit, by its index; it means something of units in play.
    pub units: [Unit; 2 * Card::PER_PLAYER],
    /// The number of times that each card has changed its zone.
    pub life: [u8; 2 * Card::PER_PLAYER],
    /// Abilities that wait, the innermost layer last.
    pub waiting: ArrayVec<Waiting, 96>,
    /// The attack under way.
    pub attack: Option<Attack>,
    /// The round, from 1.
    pub round: u16,
    /// The phase of the round.
    pub phase: Phase,
    /// The player who acts, in the action phase.
    pub active: Seat,
    /// The player who has the initiative counter.
    pub initiative: Seat,
    /// The counter was taken this round.
    pub taken: bool,
    /// Passes in a row.
    pub passes: u8,
    /// A unique card has come into play since copies were last looked for.
    pub unique_came: bool,
    /// The outcome; open while the game goes on.
    pub outcome: Outcome,
}

impl Player {
    fn new(seat: Seat, list: &List) -> Self {
        let mut player = Self {
            deck: ArrayVec::new(),
            hand: CardSet::EMPTY,
            discard: CardSet::EMPTY,
            resources: CardSet::EMPTY,
            ready: 0,
            damage: 0,
            epic: false,
            done: false,
            price: [0; Card::PER_PLAYER],
            within: [CardSet::EMPTY; MOST + 1],
        };
        player.deck.extend((2..list.len()).map(|place| Card::of(seat, place)));
        player
    }
}

/// Icons per aspect that are printed on these cards (CR 8.1.2: each icon provides one).
fn icons(cards: &[u8]) -> [u8; 6] {
    let mut icons = [0; 6];
    for &aspect in cards.iter().flat_map(|&card| CARDS[usize::from(card)].aspects) {
        icons[aspect as usize] += 1;
    }
    icons
}

/// Icons that leader and base do not provide (CR 8.1.1).
fn missing(list: &List, card: u8, provides_all: bool) -> u8 {
    let (have, want) = (icons(&list[..2]), icons(&[card]));
    let mut missing = 0;
    for aspect in 0..6 {
        if !(provides_all && have[aspect] > 0) {
            missing += want[aspect].saturating_sub(have[aspect]);
        }
    }
    missing
}

impl State {
    /// Two decks on a table, nothing shuffled or drawn yet. `penalty` is what a missing aspect icon
    /// costs, `provides_all` whether one icon provides for any number of its aspect.
    #[must_use]
    pub fn new(lists: [&List; 2], penalty: u8, provides_all: bool) -> Self {
        let mut state = Self {
            cards: [0; 128],
            players: [Player::new(0, lists[0]), Player::new(1, lists[1])],
            ground: CardSet::EMPTY,
            space: CardSet::EMPTY,
            attached: CardSet::EMPTY,
            host: [Card(0); 128],
            exhausted: CardSet::EMPTY,
            sentinels: CardSet::EMPTY,
            watchers: CardSet::EMPTY,
            units: [Unit::default(); 128],
            life: [0; 128],
            waiting: ArrayVec::new(),
            attack: None,
            round: 0,
            phase: Phase::Setup,
            active: 0,
            initiative: 0,
            taken: false,
            passes: 0,
            unique_came: false,
            outcome: Outcome::Open,
        };
        for (seat, list) in lists.into_iter().enumerate() {
            for (place, &card) in list.iter().enumerate() {
                state.cards[Card::of(seat, place).index()] = card;
                let price =
                    CARDS[usize::from(card)].cost + penalty * missing(list, card, provides_all);
                let player = &mut state.players[seat];
                player.price[place] = price;
                for within in player.within.iter_mut().skip(price.into()) {
                    within.add(Card::of(seat, place));
                }
            }
        }
        state
    }

    /// The printed side of a card.
    #[must_use]
    pub fn printed(&self, card: Card) -> &'static Printed {
        &CARDS[usize::from(self.cards[card.index()])]
    }

    /// All units in play.
    #[must_use]
    pub fn in_play(&self) -> CardSet {
        self.ground | self.space
    }

    /// A player's units.
    #[must_use]
    pub fn units_of(&self, seat: Seat) -> CardSet {
        self.in_play() & CardSet::of(seat)
    }

    /// The units of an arena.
    #[must_use]
    pub const fn arena(&self, arena: Arena) -> CardSet {
        match arena {
            Arena::Ground => self.ground,
            Arena::Space => self.space,
        }
    }

    /// A card as it is now.
    #[must_use]
    pub const fn now(&self, card: Card) -> Ref {
        Ref { card, life: self.life[card.index()] }
    }

    /// The unit, if it is still the one that was meant.
    #[must_use]
    pub fn unit(&self, unit: Ref) -> Option<Card> {
        (self.in_play().has(unit.card) && self.now(unit.card) == unit).then_some(unit.card)
    }

    /// Tells whether a player's leader is a unit now.
    #[must_use]
    pub fn is_deployed(&self, seat: Seat) -> bool {
        self.in_play().has(Card::of(seat, Card::LEADER))
    }

    /// HP remaining (CR 1.11.4, 1.11.6).
    #[must_use]
    pub fn remaining(&self, unit: Card) -> i16 {
        let unit = &self.units[unit.index()];
        i16::from(unit.hp.max(0)) - i16::from(unit.damage)
    }

    /// Power now: Grit and, while attacking, Raid are added; never below 0 (CR 1.10.4, 7.5.6,
    /// 7.5.8).
    #[must_use]
    pub fn power(&self, card: Card) -> i16 {
        let unit = &self.units[card.index()];
        let mut power = i16::from(unit.power);
        if unit.keywords.has(Keywords::GRIT) {
            power += i16::from(unit.damage);
        }
        if self.attack.is_some_and(|attack| attack.attacker == self.now(card)) {
            power += i16::from(unit.raid);
        }
        power.max(0)
    }

    /// Damage that a player's base can still take.
    #[must_use]
    pub fn base_remaining(&self, seat: Seat) -> i16 {
        let hp = self.printed(Card::of(seat, Card::BASE)).hp;
        i16::from(hp) - i16::from(self.players[seat].damage)
    }

    /// The active player: whoever is taking an action, otherwise whoever has the initiative
    /// (CR 1.4.3, 1.4.5).
    #[must_use]
    pub fn lead(&self) -> Seat {
        if self.phase == Phase::Action { self.active } else { self.initiative }
    }

    /// Works a unit's numbers and keywords out again (CR 3.6.7, 7.5.4).
    pub fn refresh(&mut self, card: Card) {
        let printed = self.printed(card);
        let unit = &self.units[card.index()];
        let experience = unit.experience as i8;
        let mut power = printed.power + experience + unit.phase_power;
        let mut hp = printed.hp + experience + unit.phase_hp;
        let mut raid = printed.raid + unit.phase_raid;
        let mut restore = printed.restore;
        let mut keywords = printed.keywords;
        for upgrade in self.upgrades(card) {
            let given = self.printed(upgrade);
            power += given.power;
            hp += given.hp;
            raid += given.raid;
            restore += given.restore;
            keywords = keywords.and(given.keywords);
        }
        let unit = &mut self.units[card.index()];
        *unit = Unit { power, hp, raid, restore, keywords, ..*unit };
        self.sentinels.set(card, keywords.has(Keywords::SENTINEL));
    }

    /// The upgrades on a unit, tokens left out.
    #[must_use]
    pub fn upgrades(&self, unit: Card) -> CardSet {
        self.attached.only(|upgrade| self.host[upgrade.index()] == unit)
    }

    /// Tells whether a unit has an aspect.
    #[must_use]
    pub fn has_aspect(&self, card: Card, aspect: Aspect) -> bool {
        self.printed(card).aspects.contains(&aspect)
    }

    /// Puts a unit into its arena.
    pub fn enter(&mut self, card: Card, ready: bool) {
        let printed = self.printed(card);
        match printed.arena {
            Arena::Ground => self.ground.add(card),
            Arena::Space => self.space.add(card),
        }
        self.exhausted.set(card, !ready);
        self.life[card.index()] = self.life[card.index()].wrapping_add(1);
        self.units[card.index()] = Unit::default();
        self.watchers.set(card, printed.when.meets(When::ENEMY_DEFEATED.or(When::COMMAND_PLAYED)));
        self.unique_came |= printed.unique;
        self.refresh(card);
    }

    /// Takes a unit out of play: what is attached to it is defeated (CR 3.6.11, 8.12.1). Where
    /// it goes is left to the caller. `astray` sends upgrades to the wrong discard pile.
    pub fn leave(&mut self, card: Card, astray: bool) {
        for set in [&mut self.ground, &mut self.space, &mut self.sentinels, &mut self.watchers] {
            set.remove(card);
        }
        self.exhausted.remove(card);
        self.life[card.index()] = self.life[card.index()].wrapping_add(1);
        for upgrade in self.upgrades(card) {
            self.attached.remove(upgrade);
            let owner = if astray { card.owner() } else { upgrade.owner() };
            self.players[owner].discard.add(upgrade);
        }
    }

    /// Tells whether a card is a leader.
    #[must_use]
    pub fn is_leader(&self, card: Card) -> bool {
        self.printed(card).kind == Kind::Leader
    }
}
