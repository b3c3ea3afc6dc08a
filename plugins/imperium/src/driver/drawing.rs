//! A table as it is drawn: all that lies on it, in words and numbers, at any moment of a game.

use cardmill_kernel::card::{Seat, Slot};
use serde::Serialize;

use crate::board::Phase;
use crate::label;
use crate::map::chart::{Hex, chart};
use crate::piece::{Piece, Place, PlanetId, SystemId};
use crate::scene::Scene;
use crate::view::is_secret;
use crate::vocabulary::{Anomaly, Colour, Kind, Trait, UnitType, Wormhole};

/// A table, or what a player may know of it: of the hands of the others, the numbers of cards.
#[derive(Serialize)]
pub(super) struct Drawing<'a> {
    round: u8,
    phase: Phase,
    active: String,
    speaker: String,
    /// The victory points that win.
    victory: i8,
    custodians: bool,
    /// The name of the active system.
    system: Option<&'a str>,
    combat: Option<Fight<'a>>,
    /// The agenda that is voted on.
    agenda: Option<&'a str>,
    /// The players as they sit.
    order: Vec<String>,
    players: Vec<Sheet<'a>>,
    systems: Vec<Tile<'a>>,
    objectives: Vec<Objective<'a>>,
    laws: Vec<&'a str>,
    /// Strategy cards that nobody has, with the trade goods on them.
    strategy: Vec<(&'a str, u8)>,
    /// The numbers of cards in decks: action cards, agendas, secret objectives, public objectives
    /// still to come.
    decks: [usize; 4],
    discard: usize,
}

#[derive(Serialize)]
struct Fight<'a> {
    attacker: String,
    defender: String,
    round: u8,
    /// The planet of a ground combat; `None` for one in space.
    planet: Option<&'a str>,
}

/// The sheet of a player, with the cards in front of it and in hand.
#[derive(Serialize)]
struct Sheet<'a> {
    player: String,
    faction: &'a str,
    points: i8,
    eliminated: bool,
    passed: bool,
    /// Command tokens: tactic, fleet, strategy.
    tokens: [u8; 3],
    trade_goods: u8,
    commodities: u8,
    /// The strategy cards, each with `true` if it is still to be used.
    strategy: Vec<(&'a str, bool)>,
    technologies: Vec<Card<'a>>,
    /// The notes, laws and other cards in front of the player.
    others: Vec<Card<'a>>,
    /// The names of action cards and secret objectives in hand; `None` where they are hidden.
    hand: Option<Vec<&'a str>>,
    /// The names of promissory notes in hand.
    notes: Vec<&'a str>,
    /// The numbers of action cards, secret objectives and promissory notes in hand.
    hand_count: [usize; 3],
    /// Resources and influence of planets that are ready, and of all.
    resources: [u16; 2],
    influence: [u16; 2],
}

#[derive(Serialize)]
struct Card<'a> {
    name: &'a str,
    ready: bool,
    colour: Option<Colour>,
}

#[derive(Serialize)]
struct Objective<'a> {
    name: &'a str,
    points: u8,
    secret: bool,
    /// The players who have scored it.
    scored: Vec<String>,
}

/// A system of the galaxy, with everything in it.
#[derive(Serialize)]
struct Tile<'a> {
    name: &'a str,
    /// The place at which it lies, in steps to the right and downwards from the middle, if that can
    /// be told.
    at: Option<Hex>,
    home: Option<String>,
    anomaly: Option<Anomaly>,
    wormholes: Vec<Wormhole>,
    /// The players whose command tokens are in it.
    tokens: Vec<String>,
    units: Vec<Units>,
    planets: Vec<World<'a>>,
}

#[derive(Serialize)]
struct World<'a> {
    name: &'a str,
    resources: u8,
    influence: u8,
    #[serde(rename = "trait")]
    trait_: Option<Trait>,
    specialty: Option<Colour>,
    owner: Option<String>,
    ready: bool,
    mecatol: bool,
    /// The laws attached to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    laws: Vec<&'a str>,
    units: Vec<Units>,
}

/// The units of a player: each type with how many there are, and how many of them are damaged.
#[derive(Serialize)]
struct Units {
    player: String,
    figures: Vec<(&'static str, usize, usize)>,
}

impl<'a> Drawing<'a> {
    /// The table as it is, or as a player may know it.
    pub(super) fn new(scene: &Scene<'a>, seat: Option<Seat>) -> Self {
        let board = scene.board;
        let touches: Vec<u64> = board.systems.iter().map(|system| system.touches).collect();
        let places = chart(&touches);
        let tile = |id: SystemId| {
            let at = places.as_ref().map(|places| places[usize::from(id)]);
            tile(scene, id, at)
        };
        let common = |kind: Kind| {
            let is = move |&slot: &Slot| {
                scene.piece(slot).place == Place::Common && scene.printed(slot).kind == kind
            };
            scene.slots().filter(is)
        };
        let free = common(Kind::Strategy).map(|slot| {
            let goods = board.bonus.iter().find(|(card, _)| *card == slot);
            (name(scene, slot), goods.map_or(0, |(_, goods)| *goods))
        });
        let mut objectives: Vec<Slot> = common(Kind::Objective).collect();
        for (slot, _) in &board.scored {
            if !objectives.contains(slot) {
                objectives.push(*slot);
            }
        }
        let fight = board.combat.map(|combat| Fight {
            attacker: label::player(combat.attacker),
            defender: label::player(combat.defender),
            round: combat.round,
            planet: combat.planet.map(|planet| &*board.planet(planet).name),
        });
        Self {
            round: board.round,
            phase: board.phase,
            active: label::player(board.active),
            speaker: label::player(board.speaker),
            victory: board.house.victory,
            custodians: board.custodians,
            system: board.system.map(|system| &*board.system(system).name),
            combat: fight,
            agenda: board.agenda.map(|agenda| name(scene, agenda.card)),
            order: board.order.iter().map(|&seat| label::player(seat)).collect(),
            players: (0..board.players.len() as Seat).map(|of| sheet(scene, of, seat)).collect(),
            systems: (0..board.systems.len() as SystemId).map(tile).collect(),
            objectives: objectives.into_iter().map(|slot| objective(scene, slot)).collect(),
            laws: common(Kind::Agenda).map(|slot| name(scene, slot)).collect(),
            strategy: free.collect(),
            decks: [
                board.action_deck.len(),
                board.agenda_deck.len(),
                board.secret_deck.len(),
                board.unrevealed.len(),
            ],
            discard: scene.slots().filter(|&s| scene.piece(s).place == Place::Discard).count(),
        }
    }
}

fn name<'a>(scene: &Scene<'a>, slot: Slot) -> &'a str {
    &scene.printed(slot).name
}

fn objective<'a>(scene: &Scene<'a>, slot: Slot) -> Objective<'a> {
    let scored = scene.board.scored.iter().filter(|(card, _)| *card == slot);
    let printed = scene.printed(slot).objective.as_ref();
    Objective {
        name: name(scene, slot),
        points: printed.map_or(0, |objective| objective.points),
        secret: printed.is_some_and(|objective| objective.secret),
        scored: scored.map(|(_, seat)| label::player(*seat)).collect(),
    }
}

fn sheet<'a>(scene: &Scene<'a>, seat: Seat, from: Option<Seat>) -> Sheet<'a> {
    let board = scene.board;
    let player = board.player(seat);
    let held = |place: Place| {
        let is = move |&slot: &Slot| {
            let Piece { holder, place: at, .. } = *scene.piece(slot);
            holder == seat && at == place
        };
        scene.slots().filter(is)
    };
    let of = |kinds: &'static [Kind]| {
        held(Place::Area).filter(move |&slot| kinds.contains(&scene.printed(slot).kind))
    };
    let card = |slot: Slot| Card {
        name: name(scene, slot),
        ready: !scene.piece(slot).exhausted,
        colour: scene.printed(slot).colour,
    };
    let hand = |kind: Kind| held(Place::Hand).filter(|&s| scene.printed(s).kind == kind).count();
    let planets = board.planets.iter().filter(|planet| planet.owner == Some(seat));
    let mut worth = [[0; 2]; 2];
    for planet in planets {
        for (of, [ready, all]) in [planet.resources, planet.influence].into_iter().zip(&mut worth) {
            *all += u16::from(of);
            *ready += if planet.exhausted { 0 } else { u16::from(of) };
        }
    }
    let [resources, influence] = worth;
    let known = from.is_none_or(|from| from == seat);
    let named = |secret: bool| {
        let hand = held(Place::Hand).filter(|&slot| is_secret(scene.printed(slot).kind) == secret);
        hand.map(|slot| name(scene, slot)).collect()
    };
    Sheet {
        player: label::player(seat),
        faction: &scene.catalogue.definition(player.faction).name,
        points: player.points,
        eliminated: !board.is_in_game(seat),
        passed: player.passed,
        tokens: player.pools,
        trade_goods: player.trade_goods,
        commodities: player.commodities,
        strategy: of(&[Kind::Strategy])
            .map(|slot| (name(scene, slot), !scene.piece(slot).exhausted))
            .collect(),
        technologies: of(&[Kind::Technology, Kind::Upgrade]).map(card).collect(),
        others: of(&[Kind::Note, Kind::Agenda, Kind::Exploration, Kind::Test]).map(card).collect(),
        hand: known.then(|| named(true)),
        notes: named(false),
        hand_count: [Kind::Action, Kind::Objective, Kind::Note].map(hand),
        resources,
        influence,
    }
}

fn tile<'a>(scene: &Scene<'a>, id: SystemId, at: Option<Hex>) -> Tile<'a> {
    let board = scene.board;
    let system = board.system(id);
    let tokens = (0..board.players.len() as Seat).filter(|&seat| board.has_token(id, seat));
    Tile {
        name: &system.name,
        at,
        home: system.home.map(label::player),
        anomaly: system.anomaly,
        wormholes: system.wormholes.to_vec(),
        tokens: tokens.map(label::player).collect(),
        units: units(scene, Place::Space(id)),
        planets: board.planets_of(id).map(|planet| world(scene, planet)).collect(),
    }
}

fn world<'a>(scene: &Scene<'a>, id: PlanetId) -> World<'a> {
    let planet = scene.board.planet(id);
    World {
        name: &planet.name,
        resources: planet.resources,
        influence: planet.influence,
        trait_: planet.trait_,
        specialty: planet.specialty,
        owner: planet.owner.map(label::player),
        ready: !planet.exhausted,
        mecatol: planet.mecatol,
        laws: scene
            .laws()
            .filter(|&slot| scene.piece(slot).place == Place::Planet(id))
            .map(|slot| name(scene, slot))
            .collect(),
        units: units(scene, Place::Planet(id)),
    }
}

fn units(scene: &Scene<'_>, place: Place) -> Vec<Units> {
    let there: Vec<(Piece, UnitType)> = scene
        .figures()
        .map(|(slot, unit)| (*scene.piece(slot), unit))
        .filter(|(piece, _)| piece.place == place)
        .collect();
    let of = |seat: Seat| {
        let own = || there.iter().filter(move |(piece, _)| piece.owner == seat);
        let kinds = UnitType::ALL.into_iter().map(|kind| {
            let alike = || own().filter(move |(_, unit)| *unit == kind);
            let damaged = alike().filter(|(piece, _)| piece.damaged).count();
            (label::unit(kind), alike().count(), damaged)
        });
        let figures = kinds.filter(|(_, count, _)| *count > 0).collect();
        Units { player: label::player(seat), figures }
    };
    let players = (0..scene.board.players.len() as Seat).map(of);
    players.filter(|units| !units.figures.is_empty()).collect()
}
