//! Overlaps, ranges and arcs against exact arithmetic, mirrors and turns.

use cardmill_xwing::space::measure::{bands, obstructing, range, range_in};
use cardmill_xwing::space::outline::Laid;
use cardmill_xwing::space::shape::overlap;
use cardmill_xwing::space::sine::QUARTER;
use cardmill_xwing::space::{Base, FAR, MAT, Outline, Point, Pose};
use cardmill_xwing::vocabulary::{Arc, Size};

use super::{Numbers, many};

const ARCS: [Arc; 7] =
    [Arc::Front, Arc::Left, Arc::Right, Arc::Rear, Arc::FullFront, Arc::FullRear, Arc::Bullseye];

fn cross(a: Point, b: Point) -> i128 {
    i128::from(a.x) * i128::from(b.y) - i128::from(a.y) * i128::from(b.x)
}

fn dot(a: Point, b: Point) -> i128 {
    i128::from(a.x) * i128::from(b.x) + i128::from(a.y) * i128::from(b.y)
}

/// Tells whether a piece of a segment lies strictly inside of a convex shape: what its edges leave
/// of the segment, as fractions of it.
fn enters(from: Point, to: Point, shape: &[Point]) -> bool {
    let (mut low, mut high) = ((0i128, 1i128), (1i128, 1i128));
    for (n, &p) in shape.iter().enumerate() {
        let q = shape[(n + 1) % shape.len()];
        let (a, b) = (cross(q - p, from - p), cross(q - p, to - p));
        if a <= 0 && b <= 0 {
            return false;
        }
        // Where the depth is 0: a / (a - b).
        if a < 0 || b < 0 {
            let at = if a - b > 0 { (a, a - b) } else { (-a, b - a) };
            if a < 0 && at.0 * low.1 > low.0 * at.1 {
                low = at;
            }
            if b < 0 && at.0 * high.1 < high.0 * at.1 {
                high = at;
            }
        }
    }
    low.0 * high.1 < high.0 * low.1
}

/// Tells whether two convex shapes overlap: an edge of one enters the other, or they are the same.
fn overlap_by_edges(a: &[Point], b: &[Point]) -> bool {
    let enter =
        |a: &[Point], b: &[Point]| (0..a.len()).any(|n| enters(a[n], a[(n + 1) % a.len()], b));
    enter(a, b) || enter(b, a) || a.iter().all(|corner| b.contains(corner))
}

/// The square of the distance of two shapes that do not overlap, as a fraction.
fn distance(a: &[Point], b: &[Point]) -> (i128, i128) {
    let mut least: Option<(i128, i128)> = None;
    for (corners, other) in [(a, b), (b, a)] {
        for &corner in corners {
            for (n, &p) in other.iter().enumerate() {
                let (edge, way) = (other[(n + 1) % other.len()] - p, corner - p);
                let (along, length) = (dot(edge, way), dot(edge, edge));
                let found = if along <= 0 {
                    (dot(way, way), 1)
                } else if along >= length {
                    (dot(way - edge, way - edge), 1)
                } else {
                    (cross(edge, way) * cross(edge, way), length)
                };
                if least.is_none_or(|least| found.0 * least.1 < least.0 * found.1) {
                    least = Some(found);
                }
            }
        }
    }
    least.expect("a shape has corners")
}

#[test]
fn overlaps_and_ranges_are_those_of_exact_fractions() {
    let mut numbers = Numbers(1);
    let (mut overlaps, mut at) = (0, [0; 5]);
    for n in 0..many() {
        let around = if n % 2 == 0 { 60_000 } else { 250_000 };
        let (a, b) = (numbers.base(around), numbers.base(around));
        let found = a.overlaps(&b);
        assert_eq!(found, overlap_by_edges(&a.corners, &b.corners), "{a:?} {b:?}");
        assert_eq!(found, b.overlaps(&a));
        if found {
            overlaps += 1;
            continue;
        }
        let (square, by) = distance(&a.corners, &b.corners);
        let band = (1..=3i128).find(|n| square <= n * n * 10_000_000_000 * by);
        let range = range(&a, &b);
        assert_eq!(range, band.map_or(FAR, |n| n as u8), "{a:?} {b:?}");
        at[usize::from(range)] += 1;
    }
    assert!(overlaps * 8 > many(), "{overlaps}");
    assert!(at[1..].iter().all(|&n| n > many() / 30), "{at:?}");
}

#[test]
fn bases_that_share_an_edge_or_a_corner_do_not_overlap() {
    let mut numbers = Numbers(2);
    for _ in 0..2_000 {
        let a = numbers.base(100_000);
        for (right, ahead) in [(40, 0), (0, 40), (40, 40), (40, -13)] {
            let heading = QUARTER * numbers.below(4) as u16;
            let there = Pose::new(400_000, 400_000, heading);
            let [one, other] = [
                Base::new(Size::Small, there),
                Base::new(Size::Small, there.moved(Pose::new(right * 1_000, ahead * 1_000, 0))),
            ];
            assert!(!one.overlaps(&other), "{one:?} {other:?}");
            let nearer = there.moved(Pose::new(right * 1_000 - 1, ahead * 1_000, 0));
            let is_over = one.overlaps(&Base::new(Size::Small, nearer));
            assert_eq!(is_over, right == 40 && ahead != 40, "{right} {ahead}");
        }
        assert!(a.overlaps(&a));
    }
}

/// A point on a grid so fine that rounding does not matter.
type Fine = (i128, i128);
const FINE: i128 = 1 << 24;

/// The range in an arc, by cutting on the fine grid.
fn range_on_the_fine_grid(a: &Base, arc: Arc, b: &Base) -> u8 {
    let (w, h) = match a.size {
        Size::Small => (17_200, 20_000),
        Size::Medium => (26_400, 30_000),
        Size::Large => (35_800, 40_000),
    };
    // Both shapes, turned so that the first ship looks ahead from the middle of the mat.
    let local = |p: Point| -> Point {
        let way = p - a.pose.centre();
        match a.pose.heading / QUARTER {
            0 => way,
            1 => Point::new(-way.y, way.x),
            2 => -way,
            _ => Point::new(way.y, -way.x),
        }
    };
    let lines: Vec<(i128, i128, i128)> = match arc {
        Arc::Front => vec![(-h, w, 0), (h, w, 0)],
        Arc::Rear => vec![(-h, -w, 0), (h, -w, 0)],
        Arc::Right => vec![(h, -w, 0), (h, w, 0)],
        Arc::Left => vec![(-h, -w, 0), (-h, w, 0)],
        Arc::FullFront => vec![(0, 1, 0)],
        Arc::FullRear => vec![(0, -1, 0)],
        _ => vec![(1, 0, 10_000), (-1, 0, 10_000), (0, 1, 0)],
    };
    let cut = |corners: &[Point]| -> Vec<Fine> {
        let fine = |p: &Point| (i128::from(p.x) * FINE, i128::from(p.y) * FINE);
        let mut shape: Vec<Fine> = corners.iter().map(fine).collect();
        for &(x, y, far) in &lines {
            let depth = |p: Fine| p.0 * x + p.1 * y + far * FINE;
            let mut kept = Vec::new();
            for (n, &p) in shape.iter().enumerate() {
                let q = shape[(n + 1) % shape.len()];
                let (from, to) = (depth(p), depth(q));
                if from >= 0 {
                    kept.push(p);
                }
                if (from > 0 && to < 0) || (from < 0 && to > 0) {
                    let part = |way: i128| way * from / (from - to);
                    kept.push((p.0 + part(q.0 - p.0), p.1 + part(q.1 - p.1)));
                }
            }
            shape = kept;
        }
        shape
    };
    let (ours, theirs) = (cut(&a.corners.map(local)), cut(&b.corners.map(local)));
    if theirs.is_empty() {
        return FAR;
    }
    let within = |n: i128| {
        let pairs = [(&ours, &theirs), (&theirs, &ours)];
        pairs.iter().any(|(corners, other)| {
            corners.iter().any(|c| {
                other.iter().enumerate().any(|(at, p)| {
                    let q = other[(at + 1) % other.len()];
                    let (edge, way) = ((q.0 - p.0, q.1 - p.1), (c.0 - p.0, c.1 - p.1));
                    let most = n * 100_000 * FINE;
                    let along = edge.0 * way.0 + edge.1 * way.1;
                    let length = edge.0 * edge.0 + edge.1 * edge.1;
                    if along <= 0 || along >= length {
                        return way.0 * way.0 + way.1 * way.1 <= most * most;
                    }
                    // The foot, on the grid.
                    let foot = |e: i128| e / (1 << 20) * (along / (1 << 20)) / (length >> 40);
                    let (x, y) = (way.0 - foot(edge.0), way.1 - foot(edge.1));
                    x * x + y * y <= most * most
                })
            })
        })
    };
    (1..=3).find(|&n| within(n)).map_or(FAR, |n| n as u8)
}

#[test]
fn ranges_in_arcs_are_those_of_a_finer_grid() {
    let mut numbers = Numbers(3);
    let mut at = [0; 5];
    let pairs = many() / 6;
    for _ in 0..pairs {
        let (a, b) = (numbers.base(120_000), numbers.base(250_000));
        let a = Base::new(a.size, Pose { heading: a.pose.heading / QUARTER * QUARTER, ..a.pose });
        if a.overlaps(&b) {
            continue;
        }
        let arc = ARCS[numbers.below(7) as usize];
        let found = range_in(&a, arc, &b);
        assert_eq!(found, range_on_the_fine_grid(&a, arc, &b), "{a:?} {arc:?} {b:?}");
        at[usize::from(found)] += 1;
    }
    assert!(at[1..].iter().all(|&n| n > pairs / 100), "{at:?}");
}

fn outlines() -> Vec<Outline> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../cards/xwing/obstacles.csv");
    let table = std::fs::read_to_string(path).expect("the table is there");
    Outline::parse(&table).expect("the table can be read")
}

#[test]
fn outlines_are_whole() {
    let outlines = outlines();
    assert_eq!(outlines.len(), 30);
    for outline in &outlines {
        let area = |corners: &[Point]| -> i64 {
            (0..corners.len()).map(|n| corners[n].cross(corners[(n + 1) % corners.len()])).sum()
        };
        let mut sum = 0;
        for piece in &outline.pieces {
            let corners: Vec<Point> =
                piece.iter().map(|&n| outline.corners[usize::from(n)]).collect();
            for n in 0..corners.len() {
                let corner = |by: usize| corners[(n + by) % corners.len()];
                let turns = (corner(1) - corner(0)).cross(corner(2) - corner(1));
                assert!(turns >= 0, "{}: {piece:?}", outline.id);
            }
            sum += area(&corners);
        }
        assert_eq!(sum, area(&outline.corners), "{}", outline.id);
    }
    let largest = outlines.iter().filter(|o| o.id.starts_with("coreasteroid"));
    let largest = largest.max_by_key(|outline| outline.radius).expect("there are some");
    assert_eq!(largest.id, "coreasteroid5");
}

/// The same seen in a mirror, and turned.
#[test]
fn mirrors_and_turns_change_no_relation() {
    let mut numbers = Numbers(4);
    let outlines = outlines();
    let side = |arc: Arc| match arc {
        Arc::Left => Arc::Right,
        Arc::Right => Arc::Left,
        other => other,
    };
    let mut obstructed = 0;
    for _ in 0..many() / 10 {
        let [a, b] = [numbers.base(200_000), numbers.base(200_000)];
        if a.overlaps(&b) {
            continue;
        }
        let mirror = |base: &Base| {
            let Pose { x, y, heading } = base.pose;
            Base::new(base.size, Pose::new(MAT as i32 - x, y, heading.wrapping_neg()))
        };
        let turn = |base: &Base| {
            let Pose { x, y, heading } = base.pose;
            Base::new(base.size, Pose::new(y, MAT as i32 - x, heading.wrapping_add(QUARTER)))
        };
        let [ma, mb, ta, tb] = [mirror(&a), mirror(&b), turn(&a), turn(&b)];
        assert_eq!(range(&a, &b), range(&b, &a));
        assert_eq!(range(&a, &b), range(&ma, &mb));
        assert_eq!(range(&a, &b), range(&ta, &tb));
        let arc = ARCS[numbers.below(7) as usize];
        let found = range_in(&a, arc, &b);
        assert_eq!(found, range_in(&ma, side(arc), &mb));
        assert_eq!(found, range_in(&ta, arc, &tb));
        // An obstacle between them; turned, it is the same.
        let outline = &outlines[numbers.below(30) as usize];
        let there = Pose::new(457_200, 457_200, numbers.below(1 << 16) as u16);
        let obstacle = [Laid::new(outline, there)];
        let turned = [Laid::new(outline, there.spun(QUARTER))];
        let met = obstructing(&a, arc, &b, &obstacle);
        obstructed += u32::from(met);
        assert_eq!(met, obstructing(&ta, arc, &tb, &turned), "{a:?} {b:?} {there:?}");
    }
    assert!(obstructed > 100, "{obstructed}");
}

#[test]
fn an_arc_is_in_none_other_but_the_wider_one() {
    let mut numbers = Numbers(5);
    for _ in 0..many() / 10 {
        let [a, b] = [numbers.base(100_000), numbers.base(250_000)];
        if a.overlaps(&b) {
            continue;
        }
        let at = |arc| range_in(&a, arc, &b);
        assert!(at(Arc::FullFront) <= at(Arc::Front) && at(Arc::Front) <= at(Arc::Bullseye));
        assert!(at(Arc::FullRear) <= at(Arc::Rear));
        // What is nearest may lie in two arcs; nothing that is in an arc is nearer.
        let near = range(&a, &b);
        assert!(ARCS.map(at).iter().all(|&n| near <= n), "{a:?} {b:?}");
        if near < FAR {
            let four = [Arc::Front, Arc::Left, Arc::Right, Arc::Rear].map(at);
            assert!(four.iter().any(|&n| n <= near + 1), "{a:?} {b:?}");
        }
        assert!(bands(&a.corners, &b.corners, 100_000) == near || near == FAR);
    }
}

#[test]
fn a_shape_in_another_overlaps_it() {
    let square = |half: i64| {
        [(half, half), (-half, half), (-half, -half), (half, -half)].map(|(x, y)| Point::new(x, y))
    };
    assert!(overlap(&square(10), &square(20)));
    assert!(overlap(&square(20), &square(10)));
    assert!(overlap(&square(10), &square(10)));
}
