//! The system tiles of the base game without the Creuss' (LRR 88): planets, wormholes, anomalies.

use crate::technology::Colour::{self, Blue, Green, Red, Yellow};

/// A trait of a planet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "traits are what they are called")]
pub enum Trait {
    Cultural,
    Hazardous,
    Industrial,
}

use self::Trait::{Cultural, Hazardous, Industrial};

/// An anomaly (LRR 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "anomalies are what they are called")]
pub enum Anomaly {
    AsteroidField,
    GravityRift,
    Nebula,
    Supernova,
}

use self::Anomaly::{AsteroidField, GravityRift, Nebula, Supernova};

/// A planet as its tile prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct World {
    /// The name of the planet.
    pub name: &'static str,
    /// The resources of the planet.
    pub resources: u8,
    /// The influence of the planet.
    pub influence: u8,
    /// The trait of the planet, if it has one.
    pub of: Option<Trait>,
    /// The technology specialty of the planet, if it has one.
    pub specialty: Option<Colour>,
}

/// A system tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// The number on its back.
    pub number: u8,
    /// The planets, in their order.
    pub worlds: &'static [World],
    /// Its wormholes, as a mask.
    pub wormholes: u8,
    /// Its anomaly, if it has one.
    pub anomaly: Option<Anomaly>,
}

/// The mask of an alpha wormhole.
pub const ALPHA: u8 = 1;
/// The mask of a beta wormhole.
pub const BETA: u8 = 2;
const NO_WORMHOLE: u8 = 0;

/// The number of the tile with Mecatol Rex.
pub const MECATOL: u8 = 18;

const fn world(
    name: &'static str,
    resources: u8,
    influence: u8,
    of: Option<Trait>,
    specialty: Option<Colour>,
) -> World {
    World { name, resources, influence, of, specialty }
}

const fn tile(
    number: u8,
    worlds: &'static [World],
    wormholes: u8,
    anomaly: Option<Anomaly>,
) -> Tile {
    Tile { number, worlds, wormholes, anomaly }
}

/// The tile of a number.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn numbered(number: u8) -> &'static Tile {
    TILES.iter().find(|tile| tile.number == number).expect("a tile of the base game")
}

/// The tiles by their numbers.
pub const TILES: [Tile; 49] = [
    tile(1, &[world("Jord", 4, 2, None, None)], NO_WORMHOLE, None),
    tile(2, &[world("Moll Primus", 4, 1, None, None)], NO_WORMHOLE, None),
    tile(3, &[world("Darien", 4, 4, None, None)], NO_WORMHOLE, None),
    tile(4, &[world("Muaat", 4, 1, None, None)], NO_WORMHOLE, None),
    tile(5, &[world("Nestphar", 3, 2, None, None)], NO_WORMHOLE, None),
    tile(6, &[world("[0.0.0]", 5, 0, None, None)], NO_WORMHOLE, None),
    tile(7, &[world("Winnu", 3, 4, None, None)], NO_WORMHOLE, None),
    tile(8, &[world("Mordai II", 4, 0, None, None)], NO_WORMHOLE, None),
    tile(
        9,
        &[world("Druaa", 3, 1, None, None), world("Maaluuk", 0, 2, None, None)],
        NO_WORMHOLE,
        None,
    ),
    tile(
        10,
        &[world("Arc Prime", 4, 0, None, None), world("Wren Terra", 2, 1, None, None)],
        NO_WORMHOLE,
        None,
    ),
    tile(
        11,
        &[world("Lisis II", 1, 0, None, None), world("Ragh", 2, 1, None, None)],
        NO_WORMHOLE,
        None,
    ),
    tile(12, &[world("Jol", 1, 2, None, None), world("Nar", 2, 3, None, None)], NO_WORMHOLE, None),
    tile(
        13,
        &[world("Quinarra", 3, 1, None, None), world("Tren'lak", 1, 0, None, None)],
        NO_WORMHOLE,
        None,
    ),
    tile(
        14,
        &[world("Archon Ren", 2, 3, None, None), world("Archon Tau", 1, 1, None, None)],
        NO_WORMHOLE,
        None,
    ),
    tile(
        15,
        &[world("Retillion", 2, 3, None, None), world("Shalloq", 1, 2, None, None)],
        NO_WORMHOLE,
        None,
    ),
    tile(
        16,
        &[
            world("Arretze", 2, 0, None, None),
            world("Hercant", 1, 1, None, None),
            world("Kamdorn", 0, 1, None, None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(18, &[world("Mecatol Rex", 1, 6, None, None)], NO_WORMHOLE, None),
    tile(19, &[world("Wellon", 1, 2, Some(Industrial), Some(Yellow))], NO_WORMHOLE, None),
    tile(20, &[world("Vefut II", 2, 2, Some(Hazardous), None)], NO_WORMHOLE, None),
    tile(21, &[world("Thibah", 1, 1, Some(Industrial), Some(Blue))], NO_WORMHOLE, None),
    tile(22, &[world("Tar'mann", 1, 1, Some(Industrial), Some(Green))], NO_WORMHOLE, None),
    tile(23, &[world("Saudor", 2, 2, Some(Industrial), None)], NO_WORMHOLE, None),
    tile(24, &[world("Mehar Xull", 1, 3, Some(Hazardous), Some(Red))], NO_WORMHOLE, None),
    tile(25, &[world("Quann", 2, 1, Some(Cultural), None)], BETA, None),
    tile(26, &[world("Lodor", 3, 1, Some(Cultural), None)], ALPHA, None),
    tile(
        27,
        &[
            world("New Albion", 1, 1, Some(Industrial), Some(Green)),
            world("Starpoint", 3, 1, Some(Hazardous), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        28,
        &[
            world("Tequ'ran", 2, 0, Some(Hazardous), None),
            world("Torkan", 0, 3, Some(Cultural), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        29,
        &[
            world("Qucen'n", 1, 2, Some(Industrial), None),
            world("Rarron", 0, 3, Some(Cultural), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        30,
        &[
            world("Mellon", 0, 2, Some(Cultural), None),
            world("Zohbat", 3, 1, Some(Hazardous), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        31,
        &[
            world("Lazar", 1, 0, Some(Industrial), Some(Yellow)),
            world("Sakulag", 2, 1, Some(Hazardous), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        32,
        &[
            world("Dal Bootha", 0, 2, Some(Cultural), None),
            world("Xxehan", 1, 1, Some(Cultural), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        33,
        &[
            world("Corneeq", 1, 2, Some(Cultural), None),
            world("Resculon", 2, 0, Some(Cultural), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        34,
        &[
            world("Centauri", 1, 3, Some(Cultural), None),
            world("Gral", 1, 1, Some(Industrial), Some(Blue)),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        35,
        &[
            world("Bereg", 3, 1, Some(Hazardous), None),
            world("Lirta IV", 2, 3, Some(Hazardous), None),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        36,
        &[world("Arnor", 2, 1, Some(Industrial), None), world("Lor", 1, 2, Some(Industrial), None)],
        NO_WORMHOLE,
        None,
    ),
    tile(
        37,
        &[
            world("Arinam", 1, 2, Some(Industrial), None),
            world("Meer", 0, 4, Some(Hazardous), Some(Red)),
        ],
        NO_WORMHOLE,
        None,
    ),
    tile(
        38,
        &[world("Abyz", 3, 0, Some(Hazardous), None), world("Fria", 2, 0, Some(Hazardous), None)],
        NO_WORMHOLE,
        None,
    ),
    tile(39, &[], ALPHA, None),
    tile(40, &[], BETA, None),
    tile(41, &[], NO_WORMHOLE, Some(GravityRift)),
    tile(42, &[], NO_WORMHOLE, Some(Nebula)),
    tile(43, &[], NO_WORMHOLE, Some(Supernova)),
    tile(44, &[], NO_WORMHOLE, Some(AsteroidField)),
    tile(45, &[], NO_WORMHOLE, Some(AsteroidField)),
    tile(46, &[], NO_WORMHOLE, None),
    tile(47, &[], NO_WORMHOLE, None),
    tile(48, &[], NO_WORMHOLE, None),
    tile(49, &[], NO_WORMHOLE, None),
    tile(50, &[], NO_WORMHOLE, None),
];
