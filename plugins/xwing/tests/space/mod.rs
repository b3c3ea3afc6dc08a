//! The geometry of the mat, against closed forms, tables of other people, exact arithmetic and
//! cases by hand.

mod cases;
mod exact;
mod paths;

use cardmill_xwing::space::{Base, Pose};
use cardmill_xwing::vocabulary::Size;

/// All sizes of bases.
const SIZES: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

/// Numbers that look like chance and are the same every time.
struct Numbers(u64);

impl Numbers {
    /// The next number below a bound.
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as i64
    }

    /// A base within so much of the middle of the mat.
    fn base(&mut self, around: i64) -> Base {
        let size = SIZES[self.below(3) as usize];
        let mut place = || (457_200 - around + self.below(2 * around)) as i32;
        let (x, y) = (place(), place());
        Base::new(size, Pose::new(x, y, self.below(1 << 16) as u16))
    }
}

/// The number of pairs that are tried: `CARDMILL_MANY`, or 60,000.
fn many() -> u64 {
    let given = std::env::var("CARDMILL_MANY").ok().and_then(|n| n.parse().ok());
    given.unwrap_or(60_000)
}
