//! The places of a map: 0 is the middle, then ring by ring, each clockwise from the top: 1 to 6, 7
//! to 18, 19 to 36.

/// The number of places of a map.
pub const PLACES: usize = 37;

/// The rings around the middle.
const RINGS: i8 = 3;

/// The way along the sides of a ring, clockwise from its top.
pub(super) const SIDES: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The position of each place, in steps to the right and downwards from the middle.
pub const SPOTS: [(i8, i8); PLACES] = spots();

/// The places that touch each, as masks.
pub const TOUCHES: [u64; PLACES] = touches();

const fn spots() -> [(i8, i8); PLACES] {
    let mut spots = [(0, 0); PLACES];
    let (mut place, mut ring) = (1, 1);
    while ring <= RINGS {
        let (mut x, mut y) = (0, -ring);
        let mut side = 0;
        while side < SIDES.len() {
            let mut step = 0;
            while step < ring {
                spots[place] = (x, y);
                (x, y) = (x + SIDES[side].0, y + SIDES[side].1);
                place += 1;
                step += 1;
            }
            side += 1;
        }
        ring += 1;
    }
    spots
}

const fn touches() -> [u64; PLACES] {
    let mut touches = [0; PLACES];
    let mut a = 0;
    while a < PLACES {
        let mut b = 0;
        while b < PLACES {
            let (x, y) = (SPOTS[a].0 - SPOTS[b].0, SPOTS[a].1 - SPOTS[b].1);
            let mut side = 0;
            while side < SIDES.len() {
                if SIDES[side].0 == x && SIDES[side].1 == y {
                    touches[a] |= 1 << b;
                }
                side += 1;
            }
            b += 1;
        }
        a += 1;
    }
    touches
}
