//! Ranges, arcs and lines of sight between bases.

use arrayvec::ArrayVec;

use super::outline::Laid;
use super::point::Point;
use super::pose::Pose;
use super::shape::{Base, Shape, Side, edges, half, overlap};
use super::sine::{cosine, sine};
use super::{BAND, FAR, MM};
use crate::vocabulary::{Arc, Size};

/// Parts of a micrometre in which shapes are measured that the lines of an arc have cut.
const GRAIN: i64 = 256;

/// Half of the width of a bullseye arc.
const BULLSEYE: i64 = 10 * MM;

/// The largest difference of two distances, in [`GRAIN`]s, that count as one: where edges are
/// parallel, many pairs of points are nearest.
const ALIKE: i64 = 2 * GRAIN;

/// The distance, in micrometres, from the middle of the front edge of a base to where the lines of
/// its arcs cross it.
const fn line(size: Size) -> i64 {
    match size {
        Size::Small => 17_200,
        Size::Medium => 26_400,
        Size::Large => 35_800,
    }
}

/// The range from a base to a convex shape: 0 on it, 1 to 3, or [`FAR`].
#[must_use]
pub fn range_of(base: &Base, shape: &[Point]) -> u8 {
    if overlap(&base.corners, shape) { 0 } else { bands(&base.corners, shape, BAND) }
}

/// The number of the band of this length in which the nearest points of two shapes lie that do not
/// overlap: 1 to 3, or [`FAR`]. Where a band ends is part of it.
#[must_use]
pub fn bands(a: &[Point], b: &[Point], band: i64) -> u8 {
    let mut found = FAR;
    for (corners, other) in [(a, b), (b, a)] {
        for (p, q) in edges(other) {
            let edge = q - p;
            let length = edge.square();
            for &corner in corners {
                let way = corner - p;
                let along = edge.dot(way);
                if along >= length && length > 0 {
                    // Nearer to the corner at which the next edge begins.
                    continue;
                }
                let within = |n: u8| {
                    let most = i64::from(n) * band;
                    if along <= 0 {
                        return way.square() <= most * most;
                    }
                    let aside = i128::from(edge.cross(way));
                    aside * aside <= i128::from(most * most) * i128::from(length)
                };
                while found > 1 && within(found - 1) {
                    found -= 1;
                }
            }
        }
    }
    found
}

/// Returns `true` if two bases are too far apart for range 3, by their centres alone.
fn are_far(a: &Base, b: &Base) -> bool {
    let far = 3 * BAND + a.radius() + b.radius();
    (a.pose.centre() - b.pose.centre()).square() > far * far
}

/// The range between two bases that do not overlap: 1 to 3, or [`FAR`].
#[must_use]
pub fn range(a: &Base, b: &Base) -> u8 {
    if are_far(a, b) { FAR } else { bands(&a.corners, &b.corners, BAND) }
}

/// Returns `true` if the edges of two bases meet, which is range 0.
#[must_use]
pub fn touch(a: &Base, b: &Base) -> bool {
    let near = a.radius() + b.radius();
    (a.pose.centre() - b.pose.centre()).square() <= near * near
        && bands(&a.corners, &b.corners, 0) < FAR
}

/// The part of a base that is in a fixed arc of its own ship, seen from its centre.
fn own(size: Size, arc: Arc) -> Shape {
    let (w, h) = (line(size), half(size));
    let all = |list: &[(i64, i64)]| list.iter().map(|&(x, y)| Point::new(x, y)).collect();
    match arc {
        Arc::Front => all(&[(0, 0), (w, h), (-w, h)]),
        Arc::Rear => all(&[(0, 0), (-w, -h), (w, -h)]),
        Arc::Right => all(&[(0, 0), (w, -h), (h, -h), (h, h), (w, h)]),
        Arc::Left => all(&[(0, 0), (-w, h), (-h, h), (-h, -h), (-w, -h)]),
        Arc::FullFront => all(&[(-h, 0), (h, 0), (h, h), (-h, h)]),
        Arc::FullRear => all(&[(-h, -h), (h, -h), (h, 0), (-h, 0)]),
        Arc::Bullseye => all(&[(-BULLSEYE, 0), (BULLSEYE, 0), (BULLSEYE, h), (-BULLSEYE, h)]),
        // These point where fixed arcs are.
        Arc::Turret | Arc::DoubleTurret | Arc::Ends | Arc::Firing => Shape::new(),
    }
}

/// The lines of a fixed arc of a ship there, from its centre, in [`GRAIN`]s.
fn sides(size: Size, pose: Pose, arc: Arc) -> ArrayVec<Side, 3> {
    let (w, h) = (line(size), half(size));
    let (sine, cosine) = (sine(pose.heading), cosine(pose.heading));
    // Not rounded to a length on the mat: the further away, the more it would matter.
    const ONE: i64 = 1 << 10;
    let side = |x: i64, y: i64, least: i64| {
        let part = |n: i64| n / (1 << 10);
        let way = Point::new(part(x * cosine + y * sine), part(y * cosine - x * sine));
        Side { way, least: least * GRAIN * (1 << 30) }
    };
    let list: &[(i64, i64, i64)] = match arc {
        Arc::Front => &[(-h, w, 0), (h, w, 0)],
        Arc::Rear => &[(-h, -w, 0), (h, -w, 0)],
        Arc::Right => &[(h, -w, 0), (h, w, 0)],
        Arc::Left => &[(-h, -w, 0), (-h, w, 0)],
        Arc::FullFront => &[(0, ONE, 0)],
        Arc::FullRear => &[(0, -ONE, 0)],
        Arc::Bullseye => &[(ONE, 0, -BULLSEYE), (-ONE, 0, -BULLSEYE), (0, ONE, 0)],
        Arc::Turret | Arc::DoubleTurret | Arc::Ends | Arc::Firing => &[],
    };
    list.iter().map(|&(x, y, least)| side(x, y, least)).collect()
}

/// The parts of two bases that lie in a fixed arc of the first, seen from the centre of the first,
/// in [`GRAIN`]s; `None` if the second is not in it.
fn parts(a: &Base, arc: Arc, b: &Base) -> Option<[Shape; 2]> {
    if are_far(a, b) {
        return None;
    }
    let centre = a.pose.centre();
    let mut theirs: Shape =
        b.corners.iter().map(|&corner| (corner - centre).times(GRAIN)).collect();
    for side in sides(a.size, a.pose, arc) {
        theirs = side.clip(&theirs);
        if theirs.is_empty() {
            return None;
        }
    }
    let ours = own(a.size, arc).iter().map(|&corner| a.pose.turned(corner).times(GRAIN)).collect();
    Some([ours, theirs])
}

/// The range between what of two bases is in a fixed arc of the first: 1 to 3, or [`FAR`] if the
/// second is not in it up to range 3.
#[must_use]
pub fn range_in(a: &Base, arc: Arc, b: &Base) -> u8 {
    parts(a, arc, b).map_or(FAR, |[ours, theirs]| bands(&ours, &theirs, BAND * GRAIN))
}

/// Pairs of points of two shapes that are as near as any; the points between the first and the
/// last of them, where there are several.
fn nearest(a: &Shape, b: &Shape) -> ArrayVec<[Point; 2], 3> {
    let mut least = i64::MAX;
    let mut found: ArrayVec<(i64, [Point; 2]), 128> = ArrayVec::new();
    for (swap, (corners, other)) in [(false, (a, b)), (true, (b, a))] {
        for (p, q) in edges(other) {
            let edge = q - p;
            let length = edge.square();
            for &corner in corners {
                let along = edge.dot(corner - p).clamp(0, length);
                let part =
                    |n: i64| (i128::from(n) * i128::from(along) / i128::from(length.max(1))) as i64;
                let foot = p + Point::new(part(edge.x), part(edge.y));
                let distance = (corner - foot).square().isqrt();
                least = least.min(distance);
                found.push((distance, if swap { [foot, corner] } else { [corner, foot] }));
            }
        }
    }
    found.retain(|(distance, _)| *distance <= least + ALIKE);
    // The two that are farthest from each other, and what is halfway between them.
    let pairs = || found.iter().map(|(_, pair)| *pair);
    let Some(first) = pairs().min() else { return ArrayVec::new() };
    let far = |pair: &[Point; 2]| (pair[0] - first[0]).square();
    let last = pairs().max_by_key(far).unwrap_or(first);
    if far(&last) <= ALIKE * ALIKE {
        return [first].into_iter().collect();
    }
    let halfway = |n: usize| {
        Point::new(i64::midpoint(first[n].x, last[n].x), i64::midpoint(first[n].y, last[n].y))
    };
    [first, [halfway(0), halfway(1)], last].into_iter().collect()
}

/// Tells whether a line from point to point meets an obstacle.
fn crosses(laid: &Laid<'_>, [from, to]: [Point; 2]) -> bool {
    let way = to - from;
    laid.holds(from)
        || edges(laid.corners()).any(|(p, q)| {
            let edge = q - p;
            let parts = |line: Point, start: Point, a: Point, b: Point| {
                line.cross(a - start).signum() * line.cross(b - start).signum() <= 0
            };
            parts(way, from, p, q) && parts(edge, p, from, to)
        })
}

/// The obstacles, by their places, that lie between two bases, measured in a fixed arc of the
/// first, one bit each. Where several lines are shortest, the first ship takes one that meets none.
#[must_use]
pub fn obstructing(a: &Base, arc: Arc, b: &Base, obstacles: &[Laid<'_>]) -> u8 {
    let Some([ours, theirs]) = parts(a, arc, b) else { return 0 };
    let centre = a.pose.centre();
    let mat = |point: Point| centre + Point::new(point.x / GRAIN, point.y / GRAIN);
    let met = nearest(&ours, &theirs).into_iter().map(|pair| {
        let line = pair.map(mat);
        let crossed = obstacles.iter().enumerate().filter(|(_, laid)| crosses(laid, line));
        crossed.fold(0u8, |all, (n, _)| all | 1 << n)
    });
    met.min_by_key(|met| met.count_ones()).unwrap_or(0)
}
