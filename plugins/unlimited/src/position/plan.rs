//! What a position asks for, read and checked: which card goes where.

use cardmill_kernel::card::Seat;

use super::{FILLER, Position, PositionError, Side, TOKENS, UnitInPlay, Wrong};
use crate::board::{Copies, Slots};
use crate::card::Zone;
use crate::catalogue::Catalogue;
use crate::deck::{Deck, MAX_CARDS};
use crate::filter::fits_printed;
use crate::vocabulary::{Kind, KindSet};

/// Filler cards in a deck that is left out.
const FILLERS: usize = 10;
/// Cards that are played from a deck.
const DECK: &[Kind] = &[Kind::Unit, Kind::Event, Kind::Upgrade];
/// Cards that fight in an arena.
const UNIT: &[Kind] = &[Kind::Unit, Kind::TokenUnit];
/// Cards that are attached to units.
const UPGRADE: &[Kind] = &[Kind::Upgrade, Kind::Token];

/// A position that was read.
pub(super) struct Plan {
    /// The cards each player owns, as decks to deal.
    pub(super) decks: [Deck; 2],
    /// Where they go, by owner, in the order of the decks; printed upgrades come behind.
    pub(super) places: [Vec<Place>; 2],
    /// What is on the deployed leaders.
    pub(super) on_leaders: [Vec<Upgrade>; 2],
}

/// Where one card of a position goes.
pub(super) struct Place {
    pub(super) path: String,
    pub(super) definition: u16,
    /// What it is a copy of.
    pub(super) copy: Option<u16>,
    pub(super) zone: Zone,
    pub(super) controller: Seat,
    pub(super) damage: u8,
    pub(super) exhausted: bool,
    pub(super) entered: bool,
    pub(super) upgrades: Vec<Upgrade>,
    /// The unit that guards it.
    pub(super) guard: Option<Guard>,
}

/// A card that is attached to a unit.
pub(super) struct Upgrade {
    pub(super) path: String,
    pub(super) definition: u16,
    pub(super) controller: Seat,
}

/// A unit that guards cards.
#[derive(Clone, Copy)]
pub(super) enum Guard {
    /// A card of a position: its owner, and its place on their list.
    Unit(usize, usize),
    /// A player's leader.
    Leader(Seat),
}

impl Place {
    const fn new(path: String, definition: u16, zone: Zone, controller: Seat) -> Self {
        Self {
            path,
            definition,
            copy: None,
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

/// Reads a position.
pub(super) fn read(catalogue: &Catalogue, position: &Position) -> Result<Plan, PositionError> {
    let empty = || Deck { name: String::new(), leader: 0, base: 0, cards: Vec::new() };
    let mut plan = Plan {
        decks: [empty(), empty()],
        places: [Vec::new(), Vec::new()],
        on_leaders: [Vec::new(), Vec::new()],
    };
    for (side, seat) in [&position.p1, &position.p2].into_iter().zip(0..) {
        Reader { catalogue, seat, plan: &mut plan }.side(side)?;
    }
    let Plan { decks, places, on_leaders } = &mut plan;
    for (deck, list) in decks.iter_mut().zip(&*places) {
        deck.cards = list.iter().map(|place| place.definition).collect();
    }
    let attached = places.iter().flatten().flat_map(|place| &place.upgrades);
    for &Upgrade { definition, controller, .. } in attached.chain(on_leaders.iter().flatten()) {
        if catalogue.card(definition).kind() != Kind::Token {
            decks[usize::from(controller)].cards.push(definition);
        }
    }
    fits(catalogue, &plan)?;
    Ok(plan)
}

/// Whether a table has room for a position.
fn fits(catalogue: &Catalogue, plan: &Plan) -> Result<(), PositionError> {
    let room = |place: &str, count: usize, most: usize| {
        if count <= most {
            return Ok(());
        }
        Err(PositionError { place: place.into(), wrong: Wrong::TooMany { count, most } })
    };
    room("p1", plan.decks[0].cards.len(), MAX_CARDS)?;
    room("p2", plan.decks[1].cards.len(), MAX_CARDS)?;
    let all = || plan.places.iter().flatten();
    let units = all().filter(|place| place.zone.is_arena());
    let upgrades = all().flat_map(|place| &place.upgrades).chain(plan.on_leaders.iter().flatten());
    let is_token = |upgrade: &&Upgrade| catalogue.card(upgrade.definition).kind() == Kind::Token;
    let tokens = upgrades.clone().filter(is_token);
    // Both players may have their Force token, and both leaders may be deployed.
    room("tokens", tokens.count(), TOKENS - 2)?;
    let copies = all().filter(|place| place.copy.is_some());
    room("copies", copies.count(), Copies::default().0.capacity())?;
    room("cards in play", units.count() + upgrades.count() + 4, Slots::new().capacity())
}

/// Reads one side.
struct Reader<'r> {
    catalogue: &'r Catalogue,
    seat: Seat,
    plan: &'r mut Plan,
}

impl Reader<'_> {
    fn path(&self, place: &str) -> String {
        format!("p{}.{place}", self.seat + 1)
    }

    /// The card with an id, and where it stands.
    fn card(&self, id: &str, at: &str, kinds: &[Kind]) -> Result<(u16, String), PositionError> {
        let place = self.path(at);
        let Some(definition) = self.catalogue.find(id) else {
            return Err(PositionError { place, wrong: Wrong::UnknownCard(id.into()) });
        };
        let card = self.catalogue.card(definition);
        let kind = card.kind();
        let pilots = kinds == UPGRADE && card.upgrade_side().is_some();
        if kinds.contains(&kind) || pilots {
            return Ok((definition, place));
        }
        let expected = match kinds {
            [Kind::Leader] => "a leader",
            [Kind::Base] => "a base",
            [Kind::Unit, ..] if !kinds.contains(&Kind::Event) => "a unit",
            [Kind::Upgrade, Kind::Token] => "an upgrade or a token",
            _ => "a unit, an event or an upgrade",
        };
        let wrong = Wrong::WrongKind { id: id.into(), found: format!("{kind:?}"), expected };
        Err(PositionError { place, wrong })
    }

    /// What a unit in play is a copy of.
    fn copy(
        &self,
        definition: u16,
        unit: &UnitInPlay,
        at: &str,
    ) -> Result<Option<u16>, PositionError> {
        if unit.copy_of.is_empty() {
            return Ok(None);
        }
        let (of, place) = self.card(&unit.copy_of, at, UNIT)?;
        let copies = self.catalogue.card(definition).front.enters_as.as_ref();
        let fits = |copy| fits_printed(copy, KindSet::Unit.into(), self.catalogue.card(of));
        if copies.is_some_and(|as_one| fits(&as_one.copy)) {
            return Ok(Some(of));
        }
        let wrong = Wrong::NoCopy { card: unit.card.clone(), of: unit.copy_of.clone() };
        Err(PositionError { place, wrong })
    }

    fn upgrades(
        &self,
        ids: &[String],
        at: &str,
        controller: Seat,
    ) -> Result<Vec<Upgrade>, PositionError> {
        let upgrade = |(n, id): (usize, &String)| {
            let (definition, path) = self.card(id, &format!("{at}[{n}]"), UPGRADE)?;
            Ok(Upgrade { path, definition, controller })
        };
        ids.iter().enumerate().map(upgrade).collect()
    }

    /// Lists cards of a player in a zone.
    fn list(
        &mut self,
        ids: &[String],
        at: &str,
        zone: Zone,
        owner: Seat,
        guard: Option<Guard>,
    ) -> Result<(), PositionError> {
        let kinds = if zone == Zone::Captured { &[Kind::Unit][..] } else { DECK };
        for (n, id) in ids.iter().enumerate() {
            let (definition, path) = self.card(id, &format!("{at}[{n}]"), kinds)?;
            let place = Place { guard, ..Place::new(path, definition, zone, owner) };
            self.plan.places[usize::from(owner)].push(place);
        }
        Ok(())
    }

    fn side(&mut self, side: &Side) -> Result<(), PositionError> {
        let seat = self.seat;
        let own = usize::from(seat);
        let (filler, resources) = self.card(FILLER, "resources", DECK)?;
        self.plan.decks[own].leader = self.card(&side.leader, "leader", &[Kind::Leader])?.0;
        self.plan.decks[own].base = self.card(&side.base, "base", &[Kind::Base])?.0;
        for (n, unit) in side.units.iter().enumerate() {
            let at = |field: &str| format!("units[{n}].{field}");
            let (definition, _) = self.card(&unit.card, &at("card"), UNIT)?;
            let copy = self.copy(definition, unit, &at("copy_of"))?;
            let arena = self.catalogue.card(copy.unwrap_or(definition)).definition.arena;
            let owner = if unit.owned_by_other { 1 - seat } else { seat };
            let path = self.path(&format!("units[{n}]"));
            let mut place = Place::new(path, definition, Zone::arena(arena), seat);
            place.copy = copy;
            place.damage = unit.damage;
            place.exhausted = unit.exhausted;
            place.entered = unit.entered_this_round;
            place.upgrades = self.upgrades(&unit.upgrades, &at("upgrades"), seat)?;
            let enemy = self.upgrades(&unit.enemy_upgrades, &at("enemy_upgrades"), 1 - seat)?;
            place.upgrades.extend(enemy);
            let list = &mut self.plan.places[usize::from(owner)];
            let guard = Some(Guard::Unit(usize::from(owner), list.len()));
            list.push(place);
            self.list(&unit.captured, &at("captured"), Zone::Captured, 1 - seat, guard)?;
            self.list(&unit.captured_own, &at("captured_own"), Zone::Captured, seat, guard)?;
        }
        self.list(&side.hand, "hand", Zone::Hand, seat, None)?;
        self.list(&side.discard, "discard", Zone::Discard, seat, None)?;
        let fill = |zone: Zone| Place::new(resources.clone(), filler, zone, seat);
        let thugs = (0..side.resources).map(|_| fill(Zone::Resources));
        self.plan.places[own].extend(thugs);
        self.list(&side.resource_cards, "resource_cards", Zone::Resources, seat, None)?;
        match &side.deck {
            None => self.plan.places[own].extend((0..FILLERS).map(|_| fill(Zone::Deck))),
            Some(deck) => {
                self.list(deck, "deck", Zone::Deck, seat, None)?;
                // The top of a deck is the end of its list.
                let from = self.plan.places[own].len() - deck.len();
                self.plan.places[own][from..].reverse();
            }
        }
        self.leader(side)?;
        let resources = usize::from(side.resources) + side.resource_cards.len();
        if usize::from(side.exhausted_resources) > resources {
            let wrong = Wrong::Exhausted { exhausted: side.exhausted_resources, resources };
            return Err(PositionError { place: self.path("exhausted_resources"), wrong });
        }
        Ok(())
    }

    fn leader(&mut self, side: &Side) -> Result<(), PositionError> {
        let seat = self.seat;
        for (field, given) in [
            ("leader_damage", side.leader_damage > 0),
            ("leader_upgrades", !side.leader_upgrades.is_empty()),
            ("leader_captured", !side.leader_captured.is_empty()),
            ("leader_captured_own", !side.leader_captured_own.is_empty()),
        ] {
            if given && !side.leader_deployed {
                return Err(PositionError { place: self.path(field), wrong: Wrong::NotDeployed });
            }
        }
        let upgrades = self.upgrades(&side.leader_upgrades, "leader_upgrades", seat)?;
        self.plan.on_leaders[usize::from(seat)] = upgrades;
        let guard = Some(Guard::Leader(seat));
        self.list(&side.leader_captured, "leader_captured", Zone::Captured, 1 - seat, guard)?;
        let own = &side.leader_captured_own;
        self.list(own, "leader_captured_own", Zone::Captured, seat, guard)
    }
}
