//! Templates: where a ship ends, and every pose on its way.

use cardmill_xwing::space::path::STRIDE;
use cardmill_xwing::space::sine::{EIGHTH, HALF, QUARTER, cosine, heading, sine};
use cardmill_xwing::space::{Pose, Track};
use cardmill_xwing::vocabulary::{Bearing, Size, Template};

use super::SIZES;

fn track(speed: u8, bearing: Bearing) -> Track {
    Track::of(Template { speed, bearing })
}

fn last(speed: u8, bearing: Bearing, size: Size) -> Pose {
    let track = track(speed, bearing);
    track.at(size, track.steps(size))
}

/// The root of a half, as a fraction.
const ROOT: (i128, i128) = (707_106_781_187, 1_000_000_000_000);

#[test]
fn sines_are_those_of_the_closed_form() {
    assert_eq!(sine(0), 0);
    assert_eq!(sine(QUARTER), 1 << 30);
    assert_eq!(sine(HALF), 0);
    // Half of the root of 2 and of 1, in 2^-30.
    assert_eq!(sine(EIGHTH), 759_250_125);
    assert_eq!(cosine(EIGHTH), 759_250_125);
    for heading in 0..=u16::MAX {
        let (s, c) = (i128::from(sine(heading)), i128::from(cosine(heading)));
        let error = s * s + c * c - (1 << 60);
        // Half of the last place in each: at most (|s| + |c|) / 2 · 2^30 · 2.
        assert!(error.abs() <= 3 << 30, "{heading}: {error}");
    }
}

#[test]
fn a_heading_is_found_by_its_sine_and_cosine() {
    for wanted in 0..=QUARTER {
        assert_eq!(heading(sine(wanted), cosine(wanted)), wanted);
    }
}

#[test]
fn final_poses_are_those_of_the_closed_form() {
    for size in SIZES {
        let base = 40_000 + 20_000 * (size as i32);
        for speed in 1..=5 {
            let ahead = Pose::new(0, i32::from(speed) * 40_000 + base, 0);
            assert_eq!(last(speed, Bearing::Straight, size), ahead);
        }
        for (speed, radius) in [(1, 35_000), (2, 62_500), (3, 90_000)] {
            let far = radius + base / 2;
            assert_eq!(last(speed, Bearing::TurnRight, size), Pose::new(far, far, QUARTER));
        }
        for (speed, radius) in [(1, 80_000), (2, 130_000), (3, 180_000)] {
            // Right: R (1 - r) + b/2 r. Ahead: R r + b/2 r + b/2.
            let root = |n: i32| (i128::from(n) * ROOT.0 + ROOT.1 / 2) / ROOT.1;
            let x = radius - root(radius - base / 2) as i32;
            let y = root(radius + base / 2) as i32 + base / 2;
            let found = last(speed, Bearing::BankRight, size);
            assert!((found.x - x).abs() <= 1 && (found.y - y).abs() <= 1, "{found:?} {x} {y}");
            assert_eq!(found.heading, EIGHTH);
        }
    }
}

#[test]
fn templates_go_to_both_sides_and_back() {
    for size in SIZES {
        let right = last(2, Bearing::BankRight, size);
        assert_eq!(last(2, Bearing::BankLeft, size), right.mirrored());
        assert_eq!(last(2, Bearing::SegnorRight, size), right);
        let back = last(2, Bearing::ReverseRight, size);
        assert_eq!((back.x, back.y, back.heading), (right.x, -right.y, 0u16.wrapping_sub(EIGHTH)));
        let ahead = last(1, Bearing::Straight, size);
        assert_eq!(last(1, Bearing::Reverse, size), Pose::new(0, -ahead.y, 0));
        assert_eq!(track(0, Bearing::Stationary).steps(size), 0);
    }
}

#[test]
fn ways_close() {
    let near = |a: Pose, b: Pose| {
        assert!((a.x - b.x).abs() <= 10 && (a.y - b.y).abs() <= 10, "{a:?} {b:?}");
        assert_eq!(a.heading, b.heading);
    };
    let start = Pose::new(457_200, 300_000, 12_345);
    for size in SIZES {
        let turn = last(3, Bearing::TurnRight, size);
        near((0..4).fold(start, |at, _| at.moved(turn)), start);
        let bank = last(1, Bearing::BankLeft, size);
        near((0..8).fold(start, |at, _| at.moved(bank)), start);
        // Ahead to the right, then round, the same way to the left, round again.
        let turn = last(1, Bearing::TurnRight, size);
        near(start.moved(turn).spun(HALF).moved(turn.mirrored()).spun(HALF), start);
    }
}

/// A pose of a table: micrometres, micrometres, thousandths of a degree.
fn read(text: &str) -> [i64; 3] {
    let numbers: Vec<i64> = text.split(',').map(|n| n.parse().expect("a number")).collect();
    numbers.try_into().expect("three numbers")
}

#[test]
fn poses_are_those_that_other_people_have() {
    let mut poses = 0;
    for line in include_str!("paths.txt").lines() {
        let (name, list) = line.split_once(": ").expect("a name and poses");
        let [size, shape, speed] = name.split(' ').collect::<Vec<_>>()[..] else {
            panic!("a size, a shape and a speed: {name}");
        };
        let size = if size == "small" { Size::Small } else { Size::Large };
        let bearing = match shape {
            "straight" => Bearing::Straight,
            "bank" => Bearing::BankRight,
            "turn" => Bearing::TurnRight,
            other => panic!("{other}"),
        };
        let track = track(speed.parse().expect("a speed"), bearing);
        let ours: Vec<Pose> = (0..=track.steps(size)).map(|step| track.at(size, step)).collect();
        let mut from = 0;
        for text in list.split(' ') {
            let [x, y, degrees] = read(text);
            // The step of ours in which theirs lies: the one with the nearest ends.
            let far = |n: usize| {
                let (x, y) = (i64::from(ours[n].x) - x, i64::from(ours[n].y) - y);
                x * x + y * y
            };
            while from + 2 < ours.len()
                && far(from + 1) + far(from + 2) <= far(from) + far(from + 1)
            {
                from += 1;
            }
            let (a, b) = (ours[from], ours[from + 1]);
            let (ex, ey) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
            let (px, py) = (x - i64::from(a.x), y - i64::from(a.y));
            let length = ex * ex + ey * ey;
            let along = (ex * px + ey * py).clamp(0, length);
            let (fx, fy) = (px - ex * along / length, py - ey * along / length);
            assert!(fx * fx + fy * fy <= 20 * 20, "{name} {text}: {a:?} {b:?}");
            let turn = i64::from(b.heading.wrapping_sub(a.heading));
            let ours = (i64::from(a.heading) * length + turn * along) * 360_000 / length / 65_536;
            assert!((ours - degrees).abs() <= 20, "{name} {text}: {ours}");
            poses += 1;
        }
    }
    assert_eq!(poses, 3_771);
}

/// The parts of a template lie one behind the other, and end where the ship begins.
#[test]
fn parts_of_a_template_follow_each_other() {
    for size in SIZES {
        for bearing in
            [Bearing::Straight, Bearing::BankLeft, Bearing::TurnRight, Bearing::ReverseLeft]
        {
            let track = track(2, bearing);
            let parts: Vec<_> = track.parts(size, track.steps(size)).collect();
            let area = |part: &[cardmill_xwing::space::Point; 4]| -> i64 {
                (0..4).map(|n| part[n].cross(part[(n + 1) % 4])).sum()
            };
            assert!(parts.iter().all(|part| area(part) > 0), "{bearing:?}");
            let whole: i64 = parts.iter().map(area).sum::<i64>() / 2;
            let length = match bearing {
                Bearing::Straight => 80_000,
                Bearing::TurnRight => 98_175,
                _ => 102_102,
            };
            // 20 mm wide; chords of 2.5 mm take a little off a curve.
            assert!((whole - 20_000 * length).abs() < 20_000 * 300, "{bearing:?} {whole}");
            assert_eq!(track.parts(size, 10).count(), 0);
        }
    }
}

#[test]
fn no_step_is_longer_than_a_stride_and_no_part_beyond_reach() {
    let bearings = [Bearing::Straight, Bearing::BankRight, Bearing::TurnLeft, Bearing::ReverseLeft];
    let mut longest = 0;
    for size in SIZES {
        for (speed, bearing) in (1..=3).flat_map(|speed| bearings.map(|bearing| (speed, bearing))) {
            let track = track(speed, bearing);
            let centre = |step: u16| track.at(size, step).centre();
            for step in 1..=track.steps(size) {
                longest = longest.max((centre(step) - centre(step - 1)).square());
            }
            for part in track.parts(size, track.steps(size)) {
                for corner in part {
                    assert!(corner.square() <= track.reach(size) * track.reach(size));
                    assert!((corner - part[0]).square() <= 30_000 * 30_000);
                }
            }
        }
    }
    assert!(longest <= STRIDE * STRIDE, "{longest}");
}
