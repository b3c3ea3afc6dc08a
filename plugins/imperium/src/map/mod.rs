//! Maps: the tiles at the places of a galaxy, as tools that make maps write them.

pub mod chart;
mod pinned;
mod place;
mod random;
mod report;

use cardmill_harness::session::Problem;

use crate::catalogue::Catalogue;
use crate::piece::SystemId;
use crate::vocabulary::{Back, Definition, Kind};

pub use pinned::pinned;
pub use place::{PLACES, SPOTS, TOUCHES};
pub use report::Near;

/// The thing that lies at a place of a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spot {
    /// Nothing: the galaxy has a hole there.
    #[default]
    Empty,
    /// A player's home system.
    Home,
    /// A tile, by its definition in the catalogue.
    Tile(u16),
}

/// A map, by place; the middle is place 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Map {
    /// The thing at each place.
    pub spots: [Spot; PLACES],
}

/// The number of the tile of Mecatol Rex.
const MECATOL: i16 = 18;

/// The numbers of home systems; 17 and 51 are the Creuss' gate and home.
const HOMES: core::ops::RangeInclusive<i16> = 1..=17;

/// The first tile that is not of the base game.
const KINGS: i16 = 52;

fn wrong<T>(expected: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::at("table.map", expected))
}

/// The words of a map's text: braces and commas may stand between them.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}'));
    words.filter(|word| !word.is_empty())
}

impl Map {
    /// The map that a text of numbers means: 36 of them, for the places from 1, or 37 with Mecatol
    /// Rex first. 0 is a home system, -1 a place without a tile.
    ///
    /// # Errors
    /// Where the numbers are no map of the base game for so many players: what is wrong, and where.
    pub fn read(text: &str, players: usize, catalogue: &Catalogue) -> Result<Self, Problem> {
        let words: Vec<&str> = words(text).collect();
        let words = match &*words {
            ["18", rest @ ..] if rest.len() == PLACES - 1 => rest,
            all if all.len() == PLACES - 1 => all,
            all => {
                let found = all.len();
                return wrong(format!(
                    "expected 36 numbers (places 1 to 36) or 37 with Mecatol Rex (18) first, or \
                     \"pinned\"; found {found}"
                ));
            }
        };
        later(words)?;
        let mut map = Self { spots: [Spot::Empty; PLACES] };
        map.spots[0] = tile(MECATOL, catalogue).map_or(Spot::Empty, Spot::Tile);
        for (place, word) in (1..).zip(words) {
            map.spots[place] = Self::spot(place, word, catalogue)?;
        }
        map.check(players, catalogue)?;
        Ok(map)
    }

    fn spot(place: usize, word: &str, catalogue: &Catalogue) -> Result<Spot, Problem> {
        let number = word.parse::<i16>();
        match number {
            Ok(0) => Ok(Spot::Home),
            Ok(-1) => Ok(Spot::Empty),
            Ok(MECATOL) => wrong(format!("place {place}: Mecatol Rex; it is in the middle")),
            Ok(number) if HOMES.contains(&number) => {
                wrong(format!("place {place}: tile {number} is a home system; expected 0"))
            }
            Ok(number) => match tile(number, catalogue).filter(|&tile| {
                let printed = catalogue.definition(tile).tile.as_ref();
                printed.is_some_and(|tile| matches!(tile.back, Back::Blue | Back::Red))
            }) {
                Some(tile) => Ok(Spot::Tile(tile)),
                None => {
                    wrong(format!("place {place}: expected the number of a tile, found {number}"))
                }
            },
            Err(_) => {
                wrong(format!("place {place}: expected the number of a tile, found {word:?}"))
            }
        }
    }

    fn check(&self, players: usize, catalogue: &Catalogue) -> Result<(), Problem> {
        let homes = self.homes();
        if homes.len() != players {
            let at: Vec<String> = homes.iter().map(ToString::to_string).collect();
            let at =
                if at.is_empty() { "none".into() } else { format!("places {}", at.join(", ")) };
            return wrong(format!("expected {players} home systems, found {at}"));
        }
        for (place, spot) in self.spots.iter().enumerate() {
            let Spot::Tile(tile) = spot else { continue };
            if let Some(other) = self.spots[..place].iter().position(|other| other == spot) {
                let printed = catalogue.definition(*tile).tile.as_ref();
                let number = printed.map_or(0, |tile| tile.number);
                return wrong(format!("tile {number} at places {other} and {place}"));
            }
        }
        Ok(())
    }

    /// The places of home systems, clockwise.
    #[must_use]
    pub fn homes(&self) -> Vec<usize> {
        (0..PLACES).filter(|&place| self.spots[place] == Spot::Home).collect()
    }

    /// The places that have a tile, in order: the systems of a table.
    #[must_use]
    pub fn systems(&self) -> Vec<usize> {
        (0..PLACES).filter(|&place| self.spots[place] != Spot::Empty).collect()
    }

    /// The systems whose tiles touch one, by their places in [`systems`](Self::systems).
    pub fn touching<'a>(
        systems: &'a [usize],
        system: SystemId,
    ) -> impl Iterator<Item = SystemId> + 'a {
        let touches = TOUCHES[systems[usize::from(system)]];
        let near =
            systems.iter().enumerate().filter(move |(_, place)| touches & (1 << **place) != 0);
        near.map(|(other, _)| other as SystemId)
    }
}

/// Refuses tiles of the expansion, all of them at once.
fn later(words: &[&str]) -> Result<(), Problem> {
    let is_later = |word: &str| {
        let digits =
            word.trim_end_matches(|c: char| c.is_ascii_alphanumeric() && !c.is_ascii_digit());
        let hyperlane = word.contains(|c: char| c.is_ascii_alphabetic());
        hyperlane || digits.parse::<i16>().is_ok_and(|number| number >= KINGS)
    };
    let found: Vec<(usize, &str)> =
        (1..).zip(words.iter().copied()).filter(|(_, word)| is_later(word)).collect();
    if found.is_empty() {
        return Ok(());
    }
    let tiles: Vec<&str> = found.iter().map(|(_, word)| *word).collect();
    let places: Vec<String> = found.iter().map(|(place, _)| place.to_string()).collect();
    let (tiles, places) = (tiles.join(", "), places.join(", "));
    wrong(format!("tiles {tiles} at places {places}: not of the base game; expected 19 to 50"))
}

/// The definition of the tile with a number; `None` if no card file has it.
#[must_use]
pub fn tile(number: i16, catalogue: &Catalogue) -> Option<u16> {
    let is = |card: &Definition| {
        card.kind == Kind::Tile
            && card.tile.as_ref().is_some_and(|tile| i16::from(tile.number) == number)
    };
    catalogue.definitions().iter().position(is).map(|at| at as u16)
}
