//! A position as a person writes it down: what a table shows, and nothing that presets an answer.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use crate::board::{Board, Phase, Slots};
use crate::card::{Card, Marks, Zone};
use crate::catalogue::Catalogue;
use crate::deal::{begin, clear, grow};
use crate::deck::{Deck, MAX_CARDS};
use crate::edition::Edition;
use crate::program::TURN;
use crate::vocabulary::Kind;

/// A player by seat. `P1` is seat 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Player {
    /// Seat 0.
    #[default]
    P1,
    /// Seat 1.
    P2,
}

/// A position in the action phase, between two actions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    /// The first player's side.
    pub p1: Side,
    /// The second player's side.
    pub p2: Side,
    /// Who has the initiative counter.
    pub initiative: Player,
    /// Whether the counter has been taken this round.
    pub initiative_taken: bool,
    /// Whose turn it is.
    pub active: Player,
    /// Which rules it plays by where seeds and Comprehensive Rules differ.
    pub edition: Edition,
}

/// One player's cards. Ids are card ids such as `SOR_095`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Side {
    /// The leader.
    pub leader: String,
    /// Whether the leader is deployed (then it is also listed in `units` when it needs damage
    /// and the like; otherwise it is put into play ready and undamaged).
    pub leader_deployed: bool,
    /// Whether the leader is exhausted (on either side).
    pub leader_exhausted: bool,
    /// Damage on the deployed leader.
    pub leader_damage: u8,
    /// Upgrades on the leader, while it is deployed.
    pub leader_upgrades: Vec<String>,
    /// Whether the leader's deploy action was used before.
    pub leader_epic_used: bool,
    /// The base.
    pub base: String,
    /// Damage on the base.
    pub base_damage: u8,
    /// Whether the base's epic action was used before.
    pub base_epic_used: bool,
    /// Whether the Force is with this player: their token is in their base zone.
    pub the_force: bool,
    /// How many resources; they are plain filler cards.
    pub resources: u8,
    /// How many of the resources are exhausted.
    pub exhausted_resources: u8,
    /// Further resources, ready, that are these cards.
    pub resource_cards: Vec<String>,
    /// The hand.
    pub hand: Vec<String>,
    /// The deck from the top; ten filler cards when left out.
    pub deck: Option<Vec<String>>,
    /// The discard pile.
    pub discard: Vec<String>,
    /// The units this player controls, in either arena.
    pub units: Vec<UnitInPlay>,
}

/// A unit in play.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct UnitInPlay {
    /// Its card id.
    pub card: String,
    /// Damage on it.
    pub damage: u8,
    /// Whether it is exhausted.
    pub exhausted: bool,
    /// Upgrades on it, tokens (`SOR_T01` Experience, `SOR_T02` Shield) included.
    pub upgrades: Vec<String>,
    /// Upgrades on it that the other player controls.
    pub enemy_upgrades: Vec<String>,
    /// Cards it has captured and guards; the other player owns them.
    pub captured: Vec<String>,
    /// Whether the other player owns it.
    pub owned_by_other: bool,
    /// Whether it entered play this round.
    pub entered_this_round: bool,
}

/// A plain card that fills decks and resource zones: Underworld Thug.
pub const FILLER: &str = "SOR_247";

impl Default for Side {
    fn default() -> Self {
        Self {
            leader: "SOR_014".into(),
            leader_deployed: false,
            leader_exhausted: false,
            leader_damage: 0,
            leader_upgrades: Vec::new(),
            leader_epic_used: false,
            base: "SOR_026".into(),
            base_damage: 0,
            base_epic_used: false,
            the_force: false,
            resources: 0,
            exhausted_resources: 0,
            resource_cards: Vec::new(),
            hand: Vec::new(),
            deck: None,
            discard: Vec::new(),
            units: Vec::new(),
        }
    }
}

/// A position that cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A card id that no file defines.
    #[error("{place}: no card has the id \"{id}\"; expected an id such as SOR_095")]
    UnknownCard {
        /// Where in the position.
        place: String,
        /// The id.
        id: String,
    },
    /// A card in a place where its kind cannot be.
    #[error("{place}: {id} is {found}; expected {expected}")]
    WrongKind {
        /// Where in the position.
        place: String,
        /// The id.
        id: String,
        /// What it is.
        found: String,
        /// What can be there.
        expected: &'static str,
    },
    /// More cards than a table holds.
    #[error("{place}: {count} cards; there is room for {most}")]
    TooMany {
        /// Where in the position.
        place: String,
        /// How many there are.
        count: usize,
        /// How many there can be.
        most: usize,
    },
}

/// Tokens that a position has room for, and that are left for the game.
const TOKENS: usize = 64;
/// Filler cards in a deck that is left out.
const FILLERS: usize = 10;

/// Where one card of a position goes.
struct Place {
    definition: u16,
    zone: Zone,
    controller: Seat,
    damage: u8,
    exhausted: bool,
    entered: bool,
    upgrades: Vec<(u16, Seat)>,
    /// The unit it is captured by: its owner, and its place on their list.
    guard: Option<(usize, usize)>,
}

impl Place {
    const fn new(definition: u16, zone: Zone, controller: Seat) -> Self {
        Self {
            definition,
            zone,
            controller,
            damage: 0,
            exhausted: false,
            entered: false,
            upgrades: Vec::new(),
            guard: None,
        }
    }
}

/// Sets a table up as a position shows, the active player about to take an action.
///
/// # Errors
/// When a card is unknown or cannot be where it is; then the table is as it was.
pub fn arrange(batch: &mut Batch, table: usize, position: &Position) -> Result<(), PositionError> {
    let catalogue = batch.world().resource::<Catalogue>().clone();
    let sides = [&position.p1, &position.p2];
    let mut places: [Vec<Place>; 2] = [Vec::new(), Vec::new()];
    let mut on_leaders: [Vec<u16>; 2] = [Vec::new(), Vec::new()];
    let mut decks = Vec::new();
    for (seat, side) in sides.into_iter().enumerate() {
        let reader = Reader { catalogue: &catalogue, seat: seat as Seat };
        let leader = reader.card(&side.leader, "leader", &[Kind::Leader])?;
        let base = reader.card(&side.base, "base", &[Kind::Base])?;
        decks.push(Deck { name: String::new(), leader, base, cards: Vec::new() });
        reader.side(side, &mut places, &mut on_leaders[seat])?;
    }
    for (deck, list) in decks.iter_mut().zip(&places) {
        deck.cards = list.iter().map(|place| place.definition).collect();
    }
    let printed = |definition: u16| catalogue.card(definition).kind() != Kind::Token;
    for &(definition, owner) in places.iter().flatten().flat_map(|place| &place.upgrades) {
        if printed(definition) {
            decks[usize::from(owner)].cards.push(definition);
        }
    }
    for (deck, upgrades) in decks.iter_mut().zip(&on_leaders) {
        deck.cards.extend(upgrades.iter().filter(|&&definition| printed(definition)));
    }
    fits(&catalogue, &decks, &places, &on_leaders)?;
    clear(batch, table, [&decks[0], &decks[1]], 0, 0);
    let entity = batch.table(table);
    let slots: usize = decks.iter().map(|deck| deck.cards.len() + 2).sum();
    grow(batch.world_mut(), entity, slots + TOKENS, 0);
    let mut table = Arrange { world: batch.world_mut(), entity, catalogue: &catalogue };
    table.reset(&decks);
    let mut next = table.place(&places, &decks);
    table.sides(position, sides, &on_leaders, &mut next);
    let seat = position.active as Seat;
    begin(batch.world_mut(), entity, seat, TURN);
    Ok(())
}

/// Whether a table has room for a position.
fn fits(
    catalogue: &Catalogue,
    decks: &[Deck],
    places: &[Vec<Place>; 2],
    on_leaders: &[Vec<u16>; 2],
) -> Result<(), PositionError> {
    let room = |place: &str, count: usize, most: usize| {
        if count <= most {
            return Ok(());
        }
        Err(PositionError::TooMany { place: place.into(), count, most })
    };
    room("p1", decks[0].cards.len(), MAX_CARDS)?;
    room("p2", decks[1].cards.len(), MAX_CARDS)?;
    let units = places.iter().flatten().filter(|place| place.zone.is_arena());
    let upgrades = places.iter().flatten().flat_map(|place| &place.upgrades).map(|(id, _)| id);
    let upgrades: Vec<_> = upgrades.chain(on_leaders.iter().flatten()).collect();
    let tokens = upgrades.iter().filter(|id| catalogue.card(***id).kind() == Kind::Token);
    // Both players may have their Force token, and both leaders may be deployed.
    room("tokens", tokens.count(), TOKENS - 2)?;
    room("cards in play", units.count() + upgrades.len() + 4, Slots::new().capacity())
}

/// Reads one side.
struct Reader<'c> {
    catalogue: &'c Catalogue,
    seat: Seat,
}

impl Reader<'_> {
    fn card(&self, id: &str, place: &str, kinds: &[Kind]) -> Result<u16, PositionError> {
        let place = format!("p{}.{place}", self.seat + 1);
        let Some(definition) = self.catalogue.find(id) else {
            return Err(PositionError::UnknownCard { place, id: id.into() });
        };
        let kind = self.catalogue.card(definition).kind();
        if kinds.contains(&kind) {
            return Ok(definition);
        }
        Err(PositionError::WrongKind {
            place,
            id: id.into(),
            found: format!("{kind:?}"),
            expected: match kinds {
                [Kind::Leader] => "a leader",
                [Kind::Base] => "a base",
                [Kind::Unit] => "a unit",
                [Kind::Upgrade, Kind::Token] => "an upgrade or a token",
                _ => "a unit, an event or an upgrade",
            },
        })
    }

    fn side(
        &self,
        side: &Side,
        places: &mut [Vec<Place>; 2],
        on_leader: &mut Vec<u16>,
    ) -> Result<(), PositionError> {
        const DECK: &[Kind] = &[Kind::Unit, Kind::Event, Kind::Upgrade];
        let seat = self.seat;
        let filler = self.card(FILLER, "resources", DECK)?;
        for unit in &side.units {
            let definition = self.card(&unit.card, "units", &[Kind::Unit])?;
            let arena = self.catalogue.card(definition).definition.arena;
            let owner = if unit.owned_by_other { 1 - seat } else { seat };
            let mut place = Place::new(definition, Zone::arena(arena), seat);
            place.damage = unit.damage;
            place.exhausted = unit.exhausted;
            place.entered = unit.entered_this_round;
            let upgrade =
                |id: &String| self.card(id, "units.upgrades", &[Kind::Upgrade, Kind::Token]);
            for id in &unit.upgrades {
                place.upgrades.push((upgrade(id)?, seat));
            }
            for id in &unit.enemy_upgrades {
                place.upgrades.push((upgrade(id)?, 1 - seat));
            }
            let guard = Some((usize::from(owner), places[usize::from(owner)].len()));
            places[usize::from(owner)].push(place);
            let enemy = 1 - seat;
            for id in &unit.captured {
                let captured = self.card(id, "units.captured", &[Kind::Unit])?;
                let place = Place::new(captured, Zone::Captured, enemy);
                places[usize::from(enemy)].push(Place { guard, ..place });
            }
        }
        let own = &mut places[usize::from(seat)];
        for id in &side.hand {
            own.push(Place::new(self.card(id, "hand", DECK)?, Zone::Hand, seat));
        }
        for id in &side.discard {
            own.push(Place::new(self.card(id, "discard", DECK)?, Zone::Discard, seat));
        }
        for _ in 0..side.resources {
            own.push(Place::new(filler, Zone::Resources, seat));
        }
        for id in &side.resource_cards {
            own.push(Place::new(self.card(id, "resource_cards", DECK)?, Zone::Resources, seat));
        }
        match &side.deck {
            None => own.extend((0..FILLERS).map(|_| Place::new(filler, Zone::Deck, seat))),
            Some(deck) => {
                // The top of a deck is the end of its list.
                for id in deck.iter().rev() {
                    own.push(Place::new(self.card(id, "deck", DECK)?, Zone::Deck, seat));
                }
            }
        }
        for id in side.leader_upgrades.iter().filter(|_| side.leader_deployed) {
            on_leader.push(self.card(id, "leader_upgrades", &[Kind::Upgrade, Kind::Token])?);
        }
        Ok(())
    }
}

/// A table while a position is set up.
struct Arrange<'w> {
    world: &'w mut World,
    entity: Entity,
    catalogue: &'w Catalogue,
}

impl Arrange<'_> {
    fn set(&mut self, slot: Slot, change: impl FnOnce(&mut Card)) {
        let roster = self.world.get::<Roster>(self.entity).expect("a table has a roster");
        let card = roster.card(slot);
        change(&mut self.world.get_mut::<Card>(card).expect("a slot is a card"));
    }

    fn board(&mut self) -> Mut<'_, Board> {
        self.world.get_mut::<Board>(self.entity).expect("a table has a board")
    }

    /// Every card back in the deck's order; more tokens than a new table has.
    fn reset(&mut self, decks: &[Deck]) {
        let used: usize = decks.iter().map(|deck| deck.cards.len() + 2).sum();
        let experience = self.catalogue.experience;
        let mut board = self.board();
        let from = board.slots;
        let to = (used + TOKENS) as u8;
        board.slots = to;
        for player in &mut board.players {
            player.deck.clear();
        }
        board.phase = Phase::Action;
        board.round = 2;
        for slot in from..to {
            self.board().aside.insert(0, slot);
            self.set(slot, |card| {
                *card = Card { definition: experience, host: Slot::MAX, ..Card::default() };
            });
        }
    }

    /// Returns the next free slot for a printed upgrade of each player.
    fn place(&mut self, places: &[Vec<Place>; 2], decks: &[Deck]) -> [Slot; 2] {
        let second = decks[0].cards.len() as Slot + 2;
        let first = [2, second + 2];
        // Printed upgrades come behind the other cards of their owner.
        let mut next = [2 + places[0].len() as Slot, second + 2 + places[1].len() as Slot];
        for (owner, list) in places.iter().enumerate() {
            for (n, place) in list.iter().enumerate() {
                let slot = first[owner] + n as Slot;
                self.put(slot, place);
                if let Some((owner, unit)) = place.guard {
                    self.set(slot, |card| card.host = first[owner] + unit as Slot);
                }
                for (definition, controller) in &place.upgrades {
                    self.attach(*definition, *controller, slot, &mut next);
                }
            }
        }
        next
    }

    fn put(&mut self, slot: Slot, place: &Place) {
        let Place { zone, controller, damage, exhausted, entered, .. } = *place;
        self.set(slot, |card| {
            card.zone = zone;
            card.controller = controller;
            card.damage = damage;
            card.marks.set(Marks::EXHAUSTED, exhausted);
            card.marks.set(Marks::ENTERED, entered);
        });
        let mut board = self.board();
        let player = &mut board.players[usize::from(controller)];
        match zone {
            Zone::Deck => player.deck.push(slot),
            Zone::Hand => player.hand.push(slot),
            Zone::Discard => player.discard.push(slot),
            Zone::Resources => {
                player.resources.push(slot);
                player.ready += 1;
            }
            Zone::Captured => board.captured.push(slot),
            _ => board.play.push(slot),
        }
    }

    fn attach(&mut self, definition: u16, controller: Seat, host: Slot, next: &mut [Slot; 2]) {
        let token = self.catalogue.card(definition).kind() == Kind::Token;
        let slot = if token {
            self.board().aside.pop().expect("a position has tokens to spare")
        } else {
            let slot = next[usize::from(controller)];
            next[usize::from(controller)] += 1;
            slot
        };
        self.set(slot, |card| {
            card.definition = definition;
            card.zone = Zone::Attached;
            card.controller = controller;
            card.host = host;
            if token {
                card.owner = controller;
            }
        });
        self.board().play.push(slot);
    }

    fn sides(
        &mut self,
        position: &Position,
        sides: [&Side; 2],
        on_leaders: &[Vec<u16>; 2],
        next: &mut [Slot; 2],
    ) {
        for (seat, side) in sides.into_iter().enumerate() {
            let (leader, base) = {
                let player = &self.board().players[seat];
                (player.leader, player.base)
            };
            let definition = &self.catalogue.card(self.definition(leader)).definition;
            let arena = definition.arena;
            self.set(base, |card| {
                card.damage = side.base_damage;
                card.marks.set(Marks::EPIC_USED, side.base_epic_used);
            });
            self.set(leader, |card| {
                card.damage = side.leader_damage;
                card.marks.set(Marks::EXHAUSTED, side.leader_exhausted);
                card.marks.set(Marks::EPIC_USED, side.leader_epic_used || side.leader_deployed);
                if side.leader_deployed {
                    card.zone = Zone::arena(arena);
                    card.marks.set(Marks::DEPLOYED, true);
                }
            });
            if side.leader_deployed {
                self.board().play.push(leader);
                for &definition in &on_leaders[seat] {
                    self.attach(definition, seat as Seat, leader, next);
                }
            }
            if side.the_force {
                self.the_force(seat as Seat);
            }
            let mut board = self.board();
            let player = &mut board.players[seat];
            player.ready -= side.exhausted_resources.min(player.ready);
        }
        let mut board = self.board();
        board.initiative = position.initiative as Seat;
        board.first = board.initiative;
        board.edition = position.edition;
        board.taken = position.initiative_taken;
        board.players[position.initiative as usize].done = position.initiative_taken;
        board.active = position.active as Seat;
    }

    fn the_force(&mut self, seat: Seat) {
        let slot = self.board().aside.pop().expect("a position has tokens to spare");
        let definition = self.catalogue.force;
        self.set(slot, |card| {
            *card = Card { definition, owner: seat, controller: seat, ..*card };
            card.zone = Zone::Base;
        });
        self.board().play.push(slot);
    }

    fn definition(&self, slot: Slot) -> u16 {
        let roster = self.world.get::<Roster>(self.entity).expect("a table has a roster");
        self.world.get::<Card>(roster.card(slot)).expect("a slot is a card").definition
    }
}
