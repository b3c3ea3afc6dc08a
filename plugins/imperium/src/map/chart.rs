//! The places of tiles, found from which of them touch: a table knows no more than that.

use super::place::SIDES;

/// The most tries before a galaxy counts as one that lies on no plane.
const TRIES: u32 = 20_000;

/// A place, in steps to the right and downwards, as maps count them.
pub type Hex = (i8, i8);

/// Places for systems such that those touch that do, and no others; nothing where there are none.
/// Told are the systems that each touches, as masks. The first one is in the middle, and of the
/// ways that a map can be turned it is the one that maps have: ring by ring, clockwise from the
/// top.
#[must_use]
pub fn chart(touches: &[u64]) -> Option<Vec<Hex>> {
    let mut search = Search { touches, places: vec![None; touches.len()], tries: 0 };
    search.lay().then_some(())?;
    let places: Option<Vec<Hex>> = search.places.into_iter().collect();
    Some(upright(&places?))
}

struct Search<'a> {
    touches: &'a [u64],
    places: Vec<Option<Hex>>,
    tries: u32,
}

impl Search<'_> {
    fn touch(&self, a: usize, b: usize) -> bool {
        self.touches[a] & (1 << b) != 0
    }

    /// The system to be laid next: the one that touches most of those that lie already.
    fn next(&self) -> Option<usize> {
        let is_laid = |other: &usize| self.places[*other].is_some();
        let near = |of: usize| {
            (0..self.places.len()).filter(is_laid).filter(|&other| self.touch(of, other)).count()
        };
        let open = (0..self.places.len()).filter(|of| !is_laid(of));
        // Of several the first, so that the same galaxy is always laid alike.
        open.max_by_key(|&of| (near(of), core::cmp::Reverse(of)))
    }

    /// Lays what is left, one after the other; takes back what leads nowhere.
    fn lay(&mut self) -> bool {
        let Some(system) = self.next() else { return true };
        for place in self.open(system) {
            self.tries += 1;
            if self.tries > TRIES {
                return false;
            }
            if self.fits(system, place) {
                self.places[system] = Some(place);
                if self.lay() {
                    return true;
                }
                self.places[system] = None;
            }
        }
        false
    }

    /// Places at which a system could lie: around one that it touches; else apart from all.
    fn open(&self, system: usize) -> Vec<Hex> {
        let near = (0..self.places.len())
            .filter(|&other| self.touch(system, other))
            .find_map(|other| self.places[other]);
        match near {
            Some((x, y)) => SIDES.map(|(right, down)| (x + right, y + down)).to_vec(),
            None => {
                let right = self.places.iter().flatten().map(|&(x, _)| x + 2).max();
                vec![(right.unwrap_or(0), 0)]
            }
        }
    }

    fn fits(&self, system: usize, place: Hex) -> bool {
        self.places.iter().enumerate().all(|(other, at)| {
            at.is_none_or(|at| at != place && self.touch(system, other) == touching(at, place))
        })
    }
}

/// Tells whether a place lies beside another one.
#[must_use]
pub fn touching((x, y): Hex, (right, down): Hex) -> bool {
    SIDES.contains(&(right - x, down - y))
}

/// The same galaxy, turned and mirrored as the order of its systems has it.
fn upright(places: &[Hex]) -> Vec<Hex> {
    let Some(&(x, y)) = places.first() else { return Vec::new() };
    let middle: Vec<Hex> = places.iter().map(|&(right, down)| (right - x, down - y)).collect();
    let ways = (0..12).map(|way| middle.iter().map(|&at| turned(at, way)).collect::<Vec<Hex>>());
    let disorder = |places: &Vec<Hex>| {
        let keys: Vec<(i8, usize)> = places.iter().map(|&at| order(at)).collect();
        let pairs = (1..keys.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| keys[a] > keys[b]).count()
    };
    ways.min_by_key(disorder).unwrap_or_default()
}

/// A place after so many sixths of a turn clockwise; mirrored, from the seventh on.
fn turned((x, y): Hex, way: u8) -> Hex {
    let start = if way < 6 { (x, y) } else { (-x, x + y) };
    (0..way % 6).fold(start, |(x, y), _| (-y, x + y))
}

/// The ring of a place, and how far it is on it, clockwise from the top.
fn order(at: Hex) -> (i8, usize) {
    let ring = at.0.abs().max(at.1.abs()).max((at.0 + at.1).abs());
    let mut along = (0, -ring);
    let mut number = 0;
    for (right, down) in SIDES {
        for _ in 0..ring {
            if along == at {
                return (ring, number);
            }
            along = (along.0 + right, along.1 + down);
            number += 1;
        }
    }
    (ring, number)
}
