//! Tables of the flat reference, for the engine: as table files and as positions.
//!
//! In a position everybody plays the faction that tests have: a sheet without anything of its own.

use cardmill_imperium::board::{Phase as EnginePhase, Trade};
use cardmill_imperium::position::{Planet, Player, Position, Sheet, System};
use cardmill_imperium::table::{Cards, Seated, Seats, Sheets, Speaker, Table};
use cardmill_imperium::vocabulary::{
    Anomaly as EngineAnomaly, Colour as EngineColour, Trait as EngineTrait, UnitType, Wormhole,
};

use crate::objective::OBJECTIVES;
use crate::setup::{Setup, Spot};
use crate::state::{Figure, PLAYERS, Place, Seat, State};
use crate::technology::{Colour, TECHNOLOGIES};
use crate::tile::{ALPHA, Anomaly, BETA, Trait};
use crate::unit::Unit;

fn player(seat: Seat) -> Player {
    Player::at(seat as u8).expect("a player of three")
}

/// The engine's word for a type of unit.
#[must_use]
pub const fn unit(unit: Unit) -> UnitType {
    match unit {
        Unit::Fighter => UnitType::Fighter,
        Unit::Destroyer => UnitType::Destroyer,
        Unit::Cruiser => UnitType::Cruiser,
        Unit::Carrier => UnitType::Carrier,
        Unit::Dreadnought => UnitType::Dreadnought,
        Unit::WarSun => UnitType::WarSun,
        Unit::Infantry => UnitType::Infantry,
        Unit::Pds => UnitType::Pds,
        Unit::SpaceDock => UnitType::SpaceDock,
    }
}

/// The engine's word for a colour.
#[must_use]
pub const fn colour(colour: Colour) -> EngineColour {
    match colour {
        Colour::Blue => EngineColour::Blue,
        Colour::Green => EngineColour::Green,
        Colour::Red => EngineColour::Red,
        Colour::Yellow => EngineColour::Yellow,
    }
}

/// The engine's word for a trait.
#[must_use]
pub const fn of(of: Trait) -> EngineTrait {
    match of {
        Trait::Cultural => EngineTrait::Cultural,
        Trait::Hazardous => EngineTrait::Hazardous,
        Trait::Industrial => EngineTrait::Industrial,
    }
}

/// The engine's word for an anomaly.
#[must_use]
pub const fn anomaly(anomaly: Anomaly) -> EngineAnomaly {
    match anomaly {
        Anomaly::AsteroidField => EngineAnomaly::AsteroidField,
        Anomaly::GravityRift => EngineAnomaly::GravityRift,
        Anomaly::Nebula => EngineAnomaly::Nebula,
        Anomaly::Supernova => EngineAnomaly::Supernova,
    }
}

/// The engine's words for wormholes.
#[must_use]
pub fn wormholes(mask: u8) -> Vec<Wormhole> {
    let both = [(ALPHA, Wormhole::Alpha), (BETA, Wormhole::Beta)];
    both.into_iter().filter(|(one, _)| mask & one != 0).map(|(_, wormhole)| wormhole).collect()
}

/// A table file of a set-up in which `P1` sits at the first home, and the others clockwise.
#[must_use]
pub fn table(setup: &Setup) -> Position {
    let number = |spot: &Spot| match spot {
        Spot::Empty => "-1".to_owned(),
        Spot::Home => "0".to_owned(),
        Spot::Tile(number) => number.to_string(),
    };
    let map: Vec<String> = setup.map[1..].iter().map(number).collect();
    let seated = setup.factions.map(|faction| Seated { faction: faction.id.to_owned() });
    Position {
        table: Some(Table {
            players: seated.to_vec(),
            map: map.join(" "),
            seats: Seats::Fixed,
            speaker: [Speaker::P1, Speaker::P2, Speaker::P3][setup.speaker],
            victory: 10,
            sheets: Sheets::Plain,
            cards: Cards::Defined,
            trade: Trade::None,
        }),
        ..Position::default()
    }
}

/// A position of a table that stands before a strategy phase.
#[must_use]
pub fn position(state: &State) -> Position {
    let id = |card: &usize| OBJECTIVES[*card].id.to_owned();
    // Decks and dice are listed from the top.
    let deck = |cards: &[usize]| cards.iter().rev().map(id).collect();
    let sheet = |seat: Seat| {
        let own = &state.players[seat];
        let technologies = (0..TECHNOLOGIES.len()).filter(|&at| state.owns(seat, at));
        Sheet {
            hand: own.secrets.iter().map(id).collect(),
            cards: technologies.map(|at| TECHNOLOGIES[at].id.to_owned()).collect(),
            tokens: own.pools.into(),
            trade_goods: own.goods,
            commodities: own.commodities,
            points: own.points as u8,
            ..Sheet::default()
        }
    };
    Position {
        players: (0..PLAYERS).map(sheet).collect(),
        systems: (0..state.systems.len()).map(|at| system(state, at)).collect(),
        phase: EnginePhase::Strategy,
        active: player(state.active),
        speaker: player(state.speaker),
        custodians: state.custodians,
        secrets: deck(&state.secrets),
        objectives: state.revealed.iter().map(id).collect(),
        unrevealed: deck(&state.unrevealed),
        dice: state.dice.iter().rev().copied().collect(),
        order: state.order.iter().copied().map(player).collect(),
        whole: true,
        plain: true,
        victory: Some(state.victory),
        trade: Trade::None,
        ..Position::default()
    }
}

/// The figures in a place by player, damaged or not.
fn figures(state: &State, place: Place, damaged: bool) -> Vec<(Player, Vec<UnitType>)> {
    let of = |seat: Seat| {
        let there = |figure: &&Figure| {
            (figure.seat, figure.place, figure.damaged) == (seat, place, damaged)
        };
        let there = state.figures.iter().filter(there);
        (player(seat), there.map(|figure| unit(figure.unit)).collect::<Vec<_>>())
    };
    (0..PLAYERS).map(of).filter(|(_, units)| !units.is_empty()).collect()
}

fn system(state: &State, at: usize) -> System {
    let system = &state.systems[at];
    let name = |at: usize| state.systems[at].tile.to_string();
    let near = (0..state.systems.len()).filter(|other| system.touches & (1 << other) != 0);
    let planets = state.planets_in(at).map(|at| {
        let planet = &state.planets[at];
        Planet {
            name: planet.world.name.to_owned(),
            resources: planet.world.resources,
            influence: planet.world.influence,
            trait_: planet.world.of.map(of),
            specialty: planet.world.specialty.map(colour),
            owner: planet.owner.map(player),
            ready: !planet.exhausted,
            mecatol: state.is_mecatol(at),
            units: figures(state, Place::Planet(at), false),
            damaged: figures(state, Place::Planet(at), true),
            ..Planet::default()
        }
    });
    System {
        name: name(at),
        adjacent: near.map(name).collect(),
        wormholes: wormholes(system.wormholes),
        anomaly: system.anomaly.map(anomaly),
        home: system.home.map(player),
        units: figures(state, Place::Space(at), false),
        damaged: figures(state, Place::Space(at), true),
        planets: planets.collect(),
        ..System::default()
    }
}
