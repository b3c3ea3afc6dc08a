//! Positions read and checked: a plan says where each card goes.

use super::{FILLER, Player, Position, PositionError, Side, TOKENS, UnitInPlay, When, Wrong};
use crate::board::{Copies, Slots};
use crate::deck::{Deck, MAX_CARDS};
use crate::filter::fits_printed;
use crate::opponents::is_of_two;
use crate::prelude::*;
use crate::procedure::FIRST_RESOURCES;

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
    pub(super) decks: Vec<Deck>,
    /// The places where they go, by owner, in the order of the decks; printed upgrades come behind.
    pub(super) places: Vec<Vec<Place>>,
    /// The upgrades on the deployed leaders.
    pub(super) on_leaders: Vec<Vec<Upgrade>>,
    /// The upgrades on the bases.
    pub(super) on_bases: Vec<Vec<Upgrade>>,
}

impl Plan {
    /// The upgrades on leaders and bases.
    fn on_fixed(&self) -> impl Iterator<Item = &Upgrade> + Clone {
        self.on_leaders.iter().chain(&self.on_bases).flatten()
    }
}

/// The place where one card of a position goes, and its state there.
pub(super) struct Place {
    pub(super) path: String,
    /// Units in the order in which they entered play, from 1; 0 of any other card.
    pub(super) order: usize,
    pub(super) definition: u16,
    /// The definition that it is a copy of; `None` for a card that is no copy.
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
    pub(super) owner: Seat,
}

/// A card that guards others.
#[derive(Clone, Copy)]
pub(super) enum Guard {
    /// A card of a position: its owner, and its place on their list.
    Unit(usize, usize),
    /// The leader of a player.
    Leader(Seat),
    /// A player's base (CR 8.33.1).
    Base(Seat),
}

impl Place {
    const fn new(path: String, definition: u16, zone: Zone, controller: Seat) -> Self {
        Self {
            path,
            order: 0,
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

/// Reads and checks a position, and plans where each card goes.
pub(super) fn read(catalogue: &Catalogue, position: &Position) -> Result<Plan, PositionError> {
    seats(position)?;
    let sides = position.sides();
    let none = || sides.iter().map(|_| Vec::new()).collect();
    let mut plan = Plan {
        decks: sides.iter().map(|_| Deck::default()).collect(),
        places: sides.iter().map(|_| Vec::new()).collect(),
        on_leaders: none(),
        on_bases: none(),
    };
    for (&side, seat) in sides.iter().zip(0..) {
        Reader { catalogue, seat, plan: &mut plan }.side(side)?;
    }
    let Plan { decks, places, on_leaders, on_bases } = &mut plan;
    for (deck, list) in decks.iter_mut().zip(&*places) {
        deck.cards = list.iter().map(|place| place.definition).collect();
    }
    // As they are laid out.
    let mut units: Vec<&Place> = places.iter().flatten().collect();
    units.sort_by_key(|place| place.order);
    let attached = units.into_iter().flat_map(|place| &place.upgrades);
    for &Upgrade { definition, owner, .. } in
        attached.chain(on_leaders.iter().chain(&*on_bases).flatten())
    {
        if !matches!(catalogue.card(definition).kind(), Kind::Token | Kind::Leader) {
            decks[usize::from(owner)].cards.push(definition);
        }
    }
    when(position)?;
    leaders(catalogue, position, &plan)?;
    fits(catalogue, &plan)?;
    Ok(plan)
}

/// Checks that the players whom a position names are there.
fn seats(position: &Position) -> Result<(), PositionError> {
    let at = |place: &str, wrong| Err(PositionError { place: place.into(), wrong });
    let Position { p3, p4, twin_suns, initiative, .. } = position;
    let count = position.sides().len();
    if p3.is_none() && p4.is_some() {
        return at("p4", Wrong::NoThird);
    }
    if count < 3 && (*twin_suns || position.blast_taken || position.plan_taken) {
        return at("twin_suns", Wrong::TwoForTwin);
    }
    let missing = |player: &Player| player.index() >= count;
    if missing(initiative) {
        return at("initiative", Wrong::NoSide(*initiative));
    }
    match position.active.filter(missing) {
        Some(active) => at("active", Wrong::NoSide(active)),
        None => Ok(()),
    }
}

/// Checks that a position can be at the point of the game where it is.
fn when(position: &Position) -> Result<(), PositionError> {
    let at = |place: &str, wrong| Err(PositionError { place: place.into(), wrong });
    let Position { phase, round, .. } = *position;
    let expected = match round {
        Some(1..) if phase.is_before() => Some("round 0, before the first round"),
        Some(0) if !phase.is_before() => Some("a round from 1"),
        _ => None,
    };
    if let (Some(expected), Some(found)) = (expected, round) {
        return at("round", Wrong::WrongRound { found, expected });
    }
    if position.passed && phase != When::Action {
        return at("passed", Wrong::NoPass);
    }
    if position.initiative_taken && phase.is_before() {
        return at("initiative_taken", Wrong::NotYet);
    }
    if phase == When::Setup && position.acts() != position.initiative {
        return at("active", Wrong::ChosenInSecret);
    }
    for (side, place) in
        position.sides().into_iter().zip(["p1.hand", "p2.hand", "p3.hand", "p4.hand"])
    {
        if phase.is_before() && side.hand.len() < FIRST_RESOURCES {
            return at(place, Wrong::TooFew(side.hand.len()));
        }
    }
    Ok(())
}

/// Checks that the leaders that are upgrades can be those of their players (CR 3.4.4A, 3.4.6).
fn leaders(catalogue: &Catalogue, position: &Position, plan: &Plan) -> Result<(), PositionError> {
    let attached = plan.places.iter().flatten().flat_map(|place| &place.upgrades);
    let attached = attached.chain(plan.on_fixed());
    let is_leader = |upgrade: &&Upgrade| catalogue.card(upgrade.definition).kind() == Kind::Leader;
    let sides = position.sides();
    let mut there: Vec<bool> = sides.iter().map(|side| side.leader_deployed).collect();
    for upgrade in attached.filter(is_leader) {
        let at = usize::from(upgrade.controller);
        let side = sides[at];
        let card = catalogue.card(upgrade.definition);
        let id = card.definition.id.clone();
        let theirs = plan.decks[at].leader == upgrade.definition;
        let wrong = match Player::at(upgrade.controller) {
            _ if card.upgrade_side().is_none() => Some(Wrong::NoPilot(id)),
            Some(player) if !theirs || upgrade.owner != upgrade.controller => {
                Some(Wrong::NotTheirs { id, player })
            }
            _ if there[at] => Some(Wrong::InPlay),
            _ if side.leader_exhausted => Some(Wrong::NeverExhausted),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(PositionError { place: upgrade.path.clone(), wrong });
        }
        there[at] = true;
    }
    Ok(())
}

/// Checks that a table has room for a position.
fn fits(catalogue: &Catalogue, plan: &Plan) -> Result<(), PositionError> {
    let room = |place: &str, count: usize, most: usize| {
        if count <= most {
            return Ok(());
        }
        Err(PositionError { place: place.into(), wrong: Wrong::TooMany { count, most } })
    };
    for (deck, place) in plan.decks.iter().zip(["p1", "p2", "p3", "p4"]) {
        room(place, deck.cards.len(), MAX_CARDS)?;
    }
    let all = || plan.places.iter().flatten();
    let units = all().filter(|place| place.zone.is_arena());
    let upgrades = all().flat_map(|place| &place.upgrades).chain(plan.on_fixed());
    let is_token = |upgrade: &&Upgrade| catalogue.card(upgrade.definition).kind() == Kind::Token;
    let tokens = upgrades.clone().filter(is_token);
    // All players may have their Force token, and all leaders may be deployed.
    let players = plan.decks.len();
    room("tokens", tokens.count(), TOKENS - players)?;
    let copies = all().filter(|place| place.copy.is_some());
    room("copies", copies.count(), Copies::default().0.capacity())?;
    room("cards in play", units.count() + upgrades.count() + 2 * players, Slots::new().capacity())
}

/// Reads one side of a position into the plan.
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
        let Ok(definition) = self.catalogue.library().look_up(id) else {
            return Err(PositionError { place, wrong: Wrong::UnknownCard(id.into()) });
        };
        let card = self.catalogue.card(definition);
        if self.plan.decks.len() > 2 && is_of_two(&card.definition.id) {
            return Err(PositionError { place, wrong: Wrong::OfTwo(id.into()) });
        }
        let kind = card.kind();
        // Whether a leader can be one is looked at when all leaders are known.
        let pilots = kinds == UPGRADE && (kind == Kind::Leader || card.upgrade_side().is_some());
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

    /// The definition that a unit in play is a copy of, if the position says so.
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

    /// The upgrades on a unit that this player controls: the lists of a position that tell them.
    fn upgrades(&self, lists: [(&[String], String); 4]) -> Result<Vec<Upgrade>, PositionError> {
        let (own, other) = (self.seat, self.other());
        let whose = [(own, own), (other, other), (own, other), (other, own)];
        self.attached(lists.into_iter().zip(whose), false)
    }

    /// The upgrades of these lists, of these controllers and owners: on a base, or on a unit.
    fn attached<'l>(
        &self,
        lists: impl Iterator<Item = ((&'l [String], String), (Seat, Seat))>,
        base: bool,
    ) -> Result<Vec<Upgrade>, PositionError> {
        let mut found = Vec::new();
        for ((ids, at), (controller, owner)) in lists {
            for (n, id) in ids.iter().enumerate() {
                let (definition, path) = self.card(id, &format!("{at}[{n}]"), UPGRADE)?;
                let fortifies =
                    self.catalogue.card(definition).front.keywords.contains(&Keyword::Fortify);
                if fortifies != base {
                    let host = if fortifies { "bases" } else { "units" };
                    let wrong = Wrong::NoHost(id.clone(), host);
                    return Err(PositionError { place: path, wrong });
                }
                found.push(Upgrade { path, definition, controller, owner });
            }
        }
        Ok(found)
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
        // Out of play a card is its owner's; a resource is its controller's.
        let controller = if zone == Zone::Resources { self.seat } else { owner };
        for (n, id) in ids.iter().enumerate() {
            let (definition, path) = self.card(id, &format!("{at}[{n}]"), kinds)?;
            let place = Place { guard, ..Place::new(path, definition, zone, controller) };
            self.plan.places[usize::from(owner)].push(place);
        }
        Ok(())
    }

    /// The other player; in a game of more than two, where there is none, nothing is of them
    /// ([`two_only`](Self::two_only)).
    fn other(&self) -> Seat {
        if self.plan.decks.len() > 2 { self.seat } else { 1 - self.seat }
    }

    /// Refuses what is said of "the other" player where there are several.
    fn two_only(&self, side: &Side) -> Result<(), PositionError> {
        let of_units = |says: fn(&UnitInPlay) -> bool| side.units.iter().any(says);
        for (field, given) in [
            ("leader_enemy_upgrades", !side.leader_enemy_upgrades.is_empty()),
            ("leader_upgrades_owned_by_other", !side.leader_upgrades_owned_by_other.is_empty()),
            (
                "leader_enemy_upgrades_owned_by_other",
                !side.leader_enemy_upgrades_owned_by_other.is_empty(),
            ),
            ("leader_captured", !side.leader_captured.is_empty()),
            ("base_captured", !side.base_captured.is_empty()),
            ("base_upgrades_owned_by_other", !side.base_upgrades_owned_by_other.is_empty()),
            ("resource_cards_owned_by_other", !side.resource_cards_owned_by_other.is_empty()),
            (
                "units",
                of_units(|unit| {
                    unit.owned_by_other
                        || !unit.captured.is_empty()
                        || !unit.enemy_upgrades.is_empty()
                        || !unit.upgrades_owned_by_other.is_empty()
                        || !unit.enemy_upgrades_owned_by_other.is_empty()
                }),
            ),
        ] {
            if given {
                return Err(PositionError { place: self.path(field), wrong: Wrong::NoOther });
            }
        }
        Ok(())
    }

    fn side(&mut self, side: &Side) -> Result<(), PositionError> {
        let seat = self.seat;
        let own = usize::from(seat);
        if self.plan.decks.len() > 2 {
            self.two_only(side)?;
        }
        if let Some(second) = &side.second_leader {
            let second = self.card(second, "second_leader", &[Kind::Leader])?.0;
            self.plan.decks[own].second = Some(second);
        }
        let (filler, resources) = self.card(FILLER, "resources", DECK)?;
        self.plan.decks[own].leader = self.card(&side.leader, "leader", &[Kind::Leader])?.0;
        self.plan.decks[own].base = self.card(&side.base, "base", &[Kind::Base])?.0;
        for (n, unit) in side.units.iter().enumerate() {
            let at = |field: &str| format!("units[{n}].{field}");
            let (definition, _) = self.card(&unit.card, &at("card"), UNIT)?;
            let copy = self.copy(definition, unit, &at("copy_of"))?;
            let printed = self.catalogue.card(copy.unwrap_or(definition)).definition.arena;
            let arena = unit.arena.unwrap_or(printed);
            let owner = if unit.owned_by_other { self.other() } else { seat };
            let path = self.path(&format!("units[{n}]"));
            let mut place = Place::new(path, definition, Zone::arena(arena), seat);
            place.order = usize::from(seat) * MAX_CARDS + n + 1;
            place.copy = copy;
            place.damage = unit.damage;
            place.exhausted = unit.exhausted;
            place.entered = unit.entered_this_round;
            place.upgrades = self.upgrades([
                (&unit.upgrades, at("upgrades")),
                (&unit.enemy_upgrades, at("enemy_upgrades")),
                (&unit.upgrades_owned_by_other, at("upgrades_owned_by_other")),
                (&unit.enemy_upgrades_owned_by_other, at("enemy_upgrades_owned_by_other")),
            ])?;
            let list = &mut self.plan.places[usize::from(owner)];
            let guard = Some(Guard::Unit(usize::from(owner), list.len()));
            list.push(place);
            self.list(&unit.captured, &at("captured"), Zone::Captured, self.other(), guard)?;
            self.list(&unit.captured_own, &at("captured_own"), Zone::Captured, seat, guard)?;
        }
        self.list(&side.hand, "hand", Zone::Hand, seat, None)?;
        self.list(&side.discard, "discard", Zone::Discard, seat, None)?;
        let fill = |zone: Zone| Place::new(resources.clone(), filler, zone, seat);
        let thugs = (0..side.resources).map(|_| fill(Zone::Resources));
        self.plan.places[own].extend(thugs);
        self.list(&side.resource_cards, "resource_cards", Zone::Resources, seat, None)?;
        let others = &side.resource_cards_owned_by_other;
        let place = "resource_cards_owned_by_other";
        self.list(others, place, Zone::Resources, self.other(), None)?;
        let guard = Some(Guard::Base(seat));
        self.list(&side.base_captured, "base_captured", Zone::Captured, self.other(), guard)?;
        self.list(&side.base_captured_own, "base_captured_own", Zone::Captured, seat, guard)?;
        let lists = [
            ((&*side.base_upgrades, "base_upgrades".to_owned()), (seat, seat)),
            (
                (&*side.base_upgrades_owned_by_other, "base_upgrades_owned_by_other".to_owned()),
                (seat, self.other()),
            ),
        ];
        self.plan.on_bases[own] = self.attached(lists.into_iter(), true)?;
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
        let resources = usize::from(side.resources) + side.resource_cards.len() + others.len();
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
            ("leader_arena", side.leader_arena.is_some()),
            ("leader_upgrades", !side.leader_upgrades.is_empty()),
            ("leader_enemy_upgrades", !side.leader_enemy_upgrades.is_empty()),
            ("leader_upgrades_owned_by_other", !side.leader_upgrades_owned_by_other.is_empty()),
            (
                "leader_enemy_upgrades_owned_by_other",
                !side.leader_enemy_upgrades_owned_by_other.is_empty(),
            ),
            ("leader_captured", !side.leader_captured.is_empty()),
            ("leader_captured_own", !side.leader_captured_own.is_empty()),
        ] {
            if given && !side.leader_deployed {
                return Err(PositionError { place: self.path(field), wrong: Wrong::NotDeployed });
            }
        }
        let leader = self.plan.decks[usize::from(seat)].leader;
        if side.leader_flipped && self.catalogue.card(leader).turned.is_none() {
            let wrong = Wrong::OneSided(side.leader.clone());
            return Err(PositionError { place: self.path("leader_flipped"), wrong });
        }
        let at = |field: &str| format!("leader_{field}");
        self.plan.on_leaders[usize::from(seat)] = self.upgrades([
            (&side.leader_upgrades, at("upgrades")),
            (&side.leader_enemy_upgrades, at("enemy_upgrades")),
            (&side.leader_upgrades_owned_by_other, at("upgrades_owned_by_other")),
            (&side.leader_enemy_upgrades_owned_by_other, at("enemy_upgrades_owned_by_other")),
        ])?;
        let guard = Some(Guard::Leader(seat));
        self.list(&side.leader_captured, "leader_captured", Zone::Captured, self.other(), guard)?;
        let own = &side.leader_captured_own;
        self.list(own, "leader_captured_own", Zone::Captured, seat, guard)
    }
}
