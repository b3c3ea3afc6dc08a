//! Tables as they stand before the first strategy phase: as the rules lay them, and thrown together
//! so that much happens soon.

use crate::objective::{self, OBJECTIVES};
use crate::random::Random;
use crate::state::{
    Card, FLEET, Figure, PLAYERS, Phase, Place, Planet, Player, Seat, State, System,
};
use crate::technology::{ANTIMASS, PLASMA, SARWEEN, TECHNOLOGIES};
use crate::tile::{MECATOL, numbered};
use crate::unit::Unit;

/// The place of Neural Motivator.
const MOTIVATOR: usize = 5;

/// A faction, as far as the set-up goes (LRR, Setup).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Faction {
    /// The id of its sheet.
    pub id: &'static str,
    /// The number of its home system.
    pub home: u8,
    /// The units that it begins with.
    pub units: &'static [(Unit, usize)],
    /// The technologies that it begins with, by their places.
    pub technologies: &'static [usize],
}

use Unit::{Carrier, Cruiser, Destroyer, Dreadnought, Fighter, Infantry, Pds, SpaceDock};

/// Factions that begin with units and technologies of everybody.
pub const FACTIONS: [Faction; 6] = [
    Faction {
        id: "LETNEV",
        home: 10,
        units: &[
            (Carrier, 1),
            (Destroyer, 1),
            (Dreadnought, 1),
            (Fighter, 1),
            (Infantry, 3),
            (SpaceDock, 1),
        ],
        technologies: &[ANTIMASS, PLASMA],
    },
    Faction {
        id: "HACAN",
        home: 16,
        units: &[(Carrier, 2), (Cruiser, 1), (Fighter, 2), (Infantry, 4), (SpaceDock, 1)],
        technologies: &[ANTIMASS, SARWEEN],
    },
    Faction {
        id: "MENTAK",
        home: 2,
        units: &[(Carrier, 1), (Cruiser, 2), (Fighter, 3), (Infantry, 4), (Pds, 1), (SpaceDock, 1)],
        technologies: &[PLASMA, SARWEEN],
    },
    Faction {
        id: "JOLNAR",
        home: 12,
        units: &[
            (Carrier, 2),
            (Dreadnought, 1),
            (Fighter, 1),
            (Infantry, 2),
            (Pds, 2),
            (SpaceDock, 1),
        ],
        technologies: &[ANTIMASS, MOTIVATOR, PLASMA, SARWEEN],
    },
    Faction {
        id: "YIN",
        home: 3,
        units: &[(Carrier, 2), (Destroyer, 1), (Fighter, 4), (Infantry, 4), (SpaceDock, 1)],
        technologies: &[SARWEEN],
    },
    Faction {
        id: "YSSARIL",
        home: 15,
        units: &[(Carrier, 2), (Cruiser, 1), (Fighter, 2), (Infantry, 5), (Pds, 1), (SpaceDock, 1)],
        technologies: &[MOTIVATOR],
    },
];

/// The places of a map, of which 0 is the middle.
pub const PLACES: usize = 37;

/// A place of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A place without a tile.
    Empty,
    /// A home system.
    Home,
    /// The tile of a number.
    Tile(u8),
}

/// A table to be laid: tiles by place, the players clockwise from the home of the lowest place.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The places of the map.
    pub map: Vec<Spot>,
    /// The factions, by seat.
    pub factions: [Faction; PLAYERS],
    /// The player at each home.
    pub order: [Seat; PLAYERS],
    /// The first speaker, by seat.
    pub speaker: Seat,
}

/// The ways along the sides of a ring, clockwise from its top, and to the places around one.
const SIDES: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The places of a map as steps from the middle: ring after ring, each clockwise from its top.
fn spots() -> Vec<(i8, i8)> {
    let mut spots = vec![(0, 0)];
    for ring in 1..=3 {
        let (mut right, mut down) = (0, -ring);
        for (x, y) in SIDES {
            for _ in 0..ring {
                spots.push((right, down));
                (right, down) = (right + x, down + y);
            }
        }
    }
    spots
}

/// Tiles for the empty places of a map, drawn from those without homes.
fn draw(random: &mut Random) -> impl Iterator<Item = Spot> + use<> {
    let mut tiles: Vec<u8> = (MECATOL + 1..=50).collect();
    random.shuffle(&mut tiles);
    tiles.into_iter().map(Spot::Tile)
}

/// The places without tiles on maps for three.
const BARE: [usize; 9] = [19, 20, 24, 25, 26, 30, 31, 32, 36];
/// The places of homes on maps for three.
const HOMES: [usize; PLAYERS] = [22, 28, 34];

impl Setup {
    /// Any table for three, with the places that the rules have.
    #[must_use]
    pub fn of(random: &mut Random) -> Self {
        let mut tiles = draw(random);
        let spot = |place: usize| match place {
            0 => Spot::Tile(MECATOL),
            _ if HOMES.contains(&place) => Spot::Home,
            _ if BARE.contains(&place) => Spot::Empty,
            _ => tiles.next().unwrap_or(Spot::Empty),
        };
        Self::on((0..PLACES).map(spot).collect(), random)
    }

    /// A table of few tiles, on which everybody is near.
    #[must_use]
    pub fn crowded(random: &mut Random) -> Self {
        let homes = if random.once_in(2) { [2, 4, 6] } else { [8, 12, 16] };
        let ring = 7 + random.below(12);
        let mut tiles = draw(random);
        let spot = |place: usize| match place {
            0 => Spot::Tile(MECATOL),
            _ if homes.contains(&place) => Spot::Home,
            _ if place < ring => tiles.next().unwrap_or(Spot::Empty),
            _ => Spot::Empty,
        };
        Self::on((0..PLACES).map(spot).collect(), random)
    }

    fn on(map: Vec<Spot>, random: &mut Random) -> Self {
        let mut factions = FACTIONS;
        random.shuffle(&mut factions);
        let mut order = [0, 1, 2];
        random.shuffle(&mut order);
        let [one, two, three, ..] = factions;
        Self { map, factions: [one, two, three], order, speaker: random.below(PLAYERS) }
    }

    /// The table, with what the factions begin with, and without objectives.
    #[must_use]
    pub fn lay(&self) -> State {
        let spots = spots();
        let places: Vec<usize> =
            (0..PLACES).filter(|&place| self.map[place] != Spot::Empty).collect();
        let beside = |a: usize, b: usize| {
            let (x, y) = (spots[b].0 - spots[a].0, spots[b].1 - spots[a].1);
            SIDES.contains(&(x, y))
        };
        let mut state = State {
            players: Vec::new(),
            order: self.order.to_vec(),
            systems: Vec::new(),
            planets: Vec::new(),
            figures: Vec::new(),
            cards: [Card::default(); 8],
            phase: Phase::Strategy,
            speaker: self.speaker,
            active: self.speaker,
            system: None,
            custodians: true,
            combat: None,
            revealed: Vec::new(),
            unrevealed: Vec::new(),
            secrets: Vec::new(),
            scored: Vec::new(),
            dice: Vec::new(),
            victory: 10,
            winner: None,
        };
        for faction in self.factions {
            let technologies = faction.technologies.iter().fold(0, |mask, at| mask | 1 << at);
            state.players.push(Player { pools: [3, 3, 2], technologies, ..Player::default() });
        }
        let mut homes = self.order.into_iter();
        for &place in &places {
            let home = if self.map[place] == Spot::Home { homes.next() } else { None };
            let number = match self.map[place] {
                Spot::Tile(number) => number,
                _ => home.map_or(MECATOL, |seat| self.factions[seat].home),
            };
            let tile = numbered(number);
            let near = places.iter().enumerate().filter(|&(_, &other)| beside(place, other));
            let system = state.systems.len();
            state.systems.push(System {
                tile: number,
                touches: near.fold(0, |mask, (other, _)| mask | 1 << other),
                wormholes: tile.wormholes,
                anomaly: tile.anomaly,
                home,
                tokens: 0,
            });
            let new = |&world| Planet { world, system, owner: home, exhausted: false };
            state.planets.extend(tile.worlds.iter().map(new));
            if let Some(seat) = home {
                self.settle(&mut state, seat, system);
            }
        }
        sort(&mut state);
        state
    }

    /// Ships begin in space, structures on the planet with the most resources, ground forces on the
    /// planets in turn from there on.
    fn settle(&self, state: &mut State, seat: Seat, system: usize) {
        let mut planets: Vec<usize> = state.planets_in(system).collect();
        planets.sort_by_key(|&planet| core::cmp::Reverse(state.worth(planet, false)));
        for &(unit, number) in self.factions[seat].units {
            for n in 0..number {
                let place = match unit {
                    Infantry => Place::Planet(planets[n % planets.len()]),
                    _ if unit.is_structure() => Place::Planet(planets[0]),
                    _ => Place::Space(system),
                };
                state.figures.push(Figure { unit, seat, place, damaged: false });
            }
        }
    }
}

/// Puts figures in the order in which a position lists them.
fn sort(state: &mut State) {
    let key = |figure: &Figure| {
        let (system, planet) = match figure.place {
            Place::Space(system) => (system, 0),
            Place::Planet(planet) => (state.planets[planet].system, planet + 1),
            Place::Reinforcements | Place::Box => (usize::MAX, 0),
        };
        (system, planet, figure.damaged, figure.seat, figure.unit)
    };
    let mut figures = core::mem::take(&mut state.figures);
    figures.sort_by_key(key);
    state.figures = figures;
}

/// Deals objectives: so many public ones of each stage to come beside two that are revealed, and
/// secret ones into hands and deck.
pub fn deal(state: &mut State, random: &mut Random, to_come: usize) {
    let mut public: Vec<usize> = objective::of(false).collect();
    random.shuffle(&mut public);
    let of = |stage| public.iter().copied().filter(move |&card| OBJECTIVES[card].points == stage);
    state.revealed = of(1).take(2).collect();
    let later = of(1).skip(2).take(to_come).chain(of(2).take(to_come));
    state.unrevealed = later.collect();
    state.unrevealed.reverse();
    state.secrets = objective::of(true).collect();
    random.shuffle(&mut state.secrets);
    for player in &mut state.players {
        player.secrets.extend(state.secrets.pop());
    }
}

/// Gives players technologies, tokens, goods, planets and units beyond what they begin with.
pub fn throw(state: &mut State, random: &mut Random) {
    for seat in 0..PLAYERS {
        for (at, technology) in TECHNOLOGIES.iter().enumerate() {
            if technology.known && random.once_in(3) {
                state.players[seat].technologies |= 1 << at;
            }
        }
        let player = &mut state.players[seat];
        player.pools = [3, 3, 2].map(|pool: usize| (pool + random.below(3)) as u8);
        player.goods = random.below(5) as u8;
        for system in 0..state.systems.len() {
            if random.once_in(3) {
                spread(state, random, seat, system);
            }
        }
    }
    for figure in 0..state.figures.len() {
        state.figures[figure].damaged = state.of(figure).sustain && random.once_in(4);
    }
    sort(state);
}

/// Puts a fleet and garrisons into a system that nobody has anything in.
fn spread(state: &mut State, random: &mut Random, seat: Seat, system: usize) {
    let taken = (0..state.figures.len()).any(|at| state.system_of(at) == Some(system));
    if taken || state.systems[system].home.is_some() {
        return;
    }
    let closed = state.systems[system].anomaly.is_some() && random.once_in(2);
    let mut ships = vec![Fighter, Destroyer, Cruiser, Carrier, Dreadnought];
    if state.profile(seat, Unit::WarSun).cost.is_some() {
        ships.push(Unit::WarSun);
    }
    let fleet = if closed { 0 } else { random.below(state.players[seat].pools[FLEET].into()) };
    let mut capacity = 0;
    for _ in 0..fleet {
        let unit = ships[1 + random.below(ships.len() - 1)];
        if state.count(seat, unit) < unit.figures() {
            capacity += usize::from(state.profile(seat, unit).capacity);
            let place = Place::Space(system);
            state.figures.push(Figure { unit, seat, place, damaged: false });
        }
    }
    for _ in 0..random.below(capacity + 1) {
        let unit = if random.once_in(2) { Fighter } else { Infantry };
        let place = Place::Space(system);
        state.figures.push(Figure { unit, seat, place, damaged: false });
    }
    let planets: Vec<usize> = state.planets_in(system).collect();
    for planet in planets {
        if state.is_mecatol(planet) || random.once_in(3) {
            continue;
        }
        state.planets[planet].owner = Some(seat);
        state.planets[planet].exhausted = random.once_in(3);
        let place = Place::Planet(planet);
        for unit in [Pds, SpaceDock, Infantry, Infantry] {
            if random.once_in(2) && state.count(seat, unit) < unit.figures() {
                state.figures.push(Figure { unit, seat, place, damaged: false });
            }
        }
    }
}
