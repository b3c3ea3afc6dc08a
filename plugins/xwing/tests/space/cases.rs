//! Cases that people know, set up by hand.

use cardmill_xwing::space::measure::{obstructing, range, range_in, touch};
use cardmill_xwing::space::outline::{Laid, Outline};
use cardmill_xwing::space::sine::{EIGHTH, HALF, QUARTER};
use cardmill_xwing::space::{Base, FAR, MM, Pose, Track};
use cardmill_xwing::vocabulary::{Arc, Bearing, Size, Template};

/// A base so many millimetres to the right and ahead of the corner of the mat.
fn base(size: Size, x: i32, y: i32, heading: u16) -> Base {
    Base::new(size, Pose::new(x * MM as i32, y * MM as i32, heading))
}

fn small(x: i32, y: i32, heading: u16) -> Base {
    base(Size::Small, x, y, heading)
}

fn after(base: &Base, speed: u8, bearing: Bearing) -> Base {
    let track = Track::of(Template { speed, bearing });
    Base::new(base.size, base.pose.moved(track.at(base.size, track.steps(base.size))))
}

#[test]
fn ranges_end_where_bands_end() {
    let a = small(400, 400, 0);
    // Edge to edge 100 mm is range 1; a micrometre more is range 2.
    assert_eq!(range(&a, &small(400, 540, 0)), 1);
    assert_eq!(range(&a, &Base::new(Size::Small, Pose::new(400_000, 540_001, 0))), 2);
    assert_eq!(range(&a, &small(640, 400, QUARTER)), 2);
    assert_eq!(range(&a, &small(740, 400, HALF)), 3);
    assert_eq!(range(&a, &Base::new(Size::Small, Pose::new(740_001, 400_000, 0))), FAR);
    // 60 and 80 aside: corner to corner 100.
    assert_eq!(range(&a, &small(500, 520, 0)), 1);
    assert_eq!(range(&a, &Base::new(Size::Small, Pose::new(500_001, 520_000, 0))), 2);
    // Turned by 45 degrees, a corner of a large base reaches 56.57 mm from its centre.
    assert_eq!(range(&a, &Base::new(Size::Large, Pose::new(400_000, 576_500, EIGHTH))), 1);
    assert_eq!(range(&a, &Base::new(Size::Large, Pose::new(400_000, 576_600, EIGHTH))), 2);
}

#[test]
fn a_straight_5_and_100_mm_are_range_3() {
    let a = small(457, 100, 0);
    let b = after(&a, 5, Bearing::Straight);
    // 240 mm on: 200 mm between the bases.
    assert_eq!(b.pose, Pose::new(457_000, 340_000, 0));
    assert_eq!(range(&a, &b), 2);
    let c = Base::new(Size::Small, b.pose.moved(Pose::new(0, 100_000, 0)));
    assert_eq!(range(&a, &c), 3);
    assert_eq!(range_in(&a, Arc::Bullseye, &c), 3);
}

#[test]
fn a_formation_that_goes_straight_keeps_its_shape() {
    let pair = [small(400, 100, 0), small(440, 100, 0)];
    assert!(touch(&pair[0], &pair[1]) && !pair[0].overlaps(&pair[1]));
    let moved = pair.map(|ship| after(&ship, 2, Bearing::Straight));
    assert!(touch(&moved[0], &moved[1]) && !moved[0].overlaps(&moved[1]));
    // One behind the other, flush: the one behind would end where the other is, if that stays.
    let file = [small(400, 140, 0), small(400, 100, 0)];
    assert!(touch(&file[0], &file[1]));
    assert!(after(&file[1], 1, Bearing::Straight).overlaps(&small(400, 200, 0)));
}

#[test]
fn a_turn_1_ends_beside_where_it_began() {
    let a = small(400, 400, 0);
    assert_eq!(after(&a, 1, Bearing::TurnRight).pose, Pose::new(455_000, 455_000, QUARTER));
    assert_eq!(after(&a, 1, Bearing::TurnLeft).pose, Pose::new(345_000, 455_000, 3 * QUARTER));
    // A ship 15 mm before it and as far aside is in the way of the end.
    assert!(after(&a, 1, Bearing::TurnRight).overlaps(&small(460, 480, 0)));
    assert!(!after(&a, 1, Bearing::TurnLeft).overlaps(&small(460, 480, 0)));
}

#[test]
fn arcs_end_at_their_lines() {
    let a = small(400, 400, 0);
    // The line through (17.2, 20): at 120 mm ahead it is 103.2 mm aside. A corner is on it.
    let on = Base::new(Size::Small, Pose::new(400_000 + 103_200 + 20_000, 540_000, 0));
    assert_eq!(range_in(&a, Arc::Right, &on), 2);
    // Its rear left corner: (103.2, 120).
    assert_eq!(range_in(&a, Arc::Front, &on), 2);
    // Further to the right only its front left corner, at 160, could still be in the arc: 137.6.
    let beside = Base::new(Size::Small, Pose::new(400_000 + 137_601 + 20_000, 540_000, 0));
    assert_eq!(range_in(&a, Arc::Front, &beside), FAR);
    assert_eq!(range_in(&a, Arc::FullFront, &beside), 2);
    let edge = Base::new(Size::Small, Pose::new(400_000 + 137_600 + 20_000, 540_000, 0));
    assert!(range_in(&a, Arc::Front, &edge) < FAR);
}

#[test]
fn a_bullseye_is_20_mm_wide() {
    let a = small(400, 400, 0);
    let beside = |micro: i32| Base::new(Size::Small, Pose::new(400_000 + micro, 500_000, 0));
    assert_eq!(range_in(&a, Arc::Bullseye, &beside(30_000)), 1);
    assert_eq!(range_in(&a, Arc::Bullseye, &beside(30_001)), FAR);
    assert_eq!(range_in(&a, Arc::Bullseye, &beside(-30_000)), 1);
    assert_eq!(range_in(&a, Arc::Bullseye, &beside(-30_001)), FAR);
    assert_eq!(range_in(&a, Arc::Bullseye, &small(400, 300, 0)), FAR);
    // It is so at every heading.
    let turned = Base::new(Size::Small, Pose::new(400_000, 400_000, EIGHTH));
    assert_eq!(range_in(&turned, Arc::Bullseye, &small(480, 480, EIGHTH)), 1);
    assert_eq!(range_in(&turned, Arc::Bullseye, &small(480, 480, 0)), 1);
}

#[test]
fn a_ship_beside_is_in_a_side_arc_and_in_both_halves() {
    let a = small(400, 400, 0);
    let b = small(460, 400, 0);
    assert_eq!(range_in(&a, Arc::Right, &b), 1);
    assert_eq!(range_in(&a, Arc::FullFront, &b), 1);
    assert_eq!(range_in(&a, Arc::FullRear, &b), 1);
    for arc in [Arc::Front, Arc::Rear, Arc::Left, Arc::Bullseye] {
        assert_eq!(range_in(&a, arc, &b), FAR, "{arc:?}");
    }
    assert_eq!(range_in(&b, Arc::Left, &a), 1);
}

/// Half of a large base is in the arc, and farther away than the half that is not.
#[test]
fn range_in_an_arc_is_that_of_what_is_in_it() {
    let a = small(400, 400, 0);
    // Its near left corner is 95 mm aside and 92 mm ahead of the centre of the first.
    let b = Base::new(Size::Large, Pose::new(400_000 + 133_000, 400_000 + 130_000, 0));
    // From corner to corner 73 and 70: 101.1 mm.
    assert_eq!(range(&a, &b), 2);
    let b = Base::new(Size::Large, Pose::new(400_000 + 133_000, 400_000 + 125_000, 0));
    // 73 and 65: 97.7 mm, but that corner is outside of the front arc.
    assert_eq!(range(&a, &b), 1);
    assert_eq!(range_in(&a, Arc::Front, &b), 2);
    assert_eq!(range_in(&a, Arc::Right, &b), 1);
}

fn square() -> Outline {
    let table = "id,kind,outline,pieces\nsquare,Asteroid,20000 20000|-20000 20000|-20000 -20000|\
                 20000 -20000,0 1 2 3";
    Outline::parse(table).expect("it can be read").remove(0)
}

#[test]
fn an_obstacle_between_obstructs() {
    let outline = square();
    let (a, b) = (small(400, 400, 0), small(400, 640, HALF));
    let met = |x: i32, y: i32| {
        let there = Pose::new(x * 1_000, y * 1_000, 0);
        obstructing(&a, Arc::Front, &b, &[Laid::new(&outline, there)])
    };
    // Only what is as wide as the bases leaves no line free: edges are parallel.
    assert_eq!(met(400, 520), 1);
    assert_eq!(met(410, 520), 0);
    assert_eq!(met(500, 520), 0);
    assert_eq!(met(400, 700), 0);
    // Turned a little, there is one shortest line.
    let b = Base::new(Size::Small, Pose::new(400_000, 640_000, HALF + 800));
    let there = Pose::new(410_000, 520_000, 0);
    let wide = obstructing(&a, Arc::Front, &b, &[Laid::new(&outline, there)]);
    let there = Pose::new(391_000, 520_000, 0);
    let other = obstructing(&a, Arc::Front, &b, &[Laid::new(&outline, there)]);
    assert_eq!(wide + other, 1, "the line runs at one side: {wide} {other}");
}

#[test]
fn a_base_on_an_obstacle_is_on_it() {
    let outline = square();
    let laid = Laid::new(&outline, Pose::new(457_000, 457_000, 0));
    assert!(laid.is_under(&small(457, 457, 0)));
    assert!(laid.is_under(&small(490, 457, 0)));
    assert!(!laid.is_under(&small(497, 457, 0)));
    assert!(laid.is_under(&base(Size::Large, 510, 457, 0)));
    assert!(laid.is_inside());
    // Its edge at range 2 of the edge of the mat.
    assert!(!Laid::new(&outline, Pose::new(220_000, 457_000, 0)).is_inside());
    assert!(Laid::new(&outline, Pose::new(220_001, 457_000, 0)).is_inside());
    let at = |x: i32| Laid::new(&outline, Pose::new(x, 457_000, 0));
    assert!(!at(457_000).is_apart(&at(597_000)));
    assert!(at(457_000).is_apart(&at(597_001)));
    assert!(!at(457_000).is_apart(&at(457_000)));
}

#[test]
fn a_base_is_on_the_mat_with_all_corners() {
    assert!(small(20, 20, 0).is_on_mat());
    assert!(!Base::new(Size::Small, Pose::new(19_999, 20_000, 0)).is_on_mat());
    assert!(!small(25, 25, EIGHTH).is_on_mat());
    assert!(Base::new(Size::Small, Pose::new(894_400, 894_400, HALF)).is_on_mat());
    assert!(!Base::new(Size::Small, Pose::new(894_401, 894_400, HALF)).is_on_mat());
}
