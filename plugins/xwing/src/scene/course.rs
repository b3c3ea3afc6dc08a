//! Courses of ships that move on the mat, and the room that they need.

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;

use super::Scene;
use crate::board::OBSTACLES;
use crate::device::Device;
use crate::shift::Shift;
use crate::ship::SHIPS;
use crate::space::outline::Laid;
use crate::space::path::STRIDE;
use crate::space::shape::{half, overlap};
use crate::space::sine::{HALF, QUARTER};
use crate::space::{Base, MM, Point, Pose, Substance, Track};
use crate::vocabulary::{Action, ActionSpec, Bearing, Difficulty, Maneuver, Template};

/// The largest distance of the corners of a part of a template from each other: of one along which a
/// ship goes, and of one across which it rolls.
const PART: i64 = 30 * MM;
const ACROSS: i64 = 60 * MM;

/// The largest distance from the side of a base to the far end of a template by which it moves to
/// the side.
const ASIDE: i64 = 110 * MM;

/// The largest difference of half of a base's side and the circle within it, where its corners are
/// rounded; of two bases.
const ROUNDED: i64 = 10;

/// Moves that are no maneuvers, as many as are ever offered at once.
pub type Shifts = ArrayVec<Shift, 16>;

/// The outcome of a move: the end of the ship, and all that it met on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The place and heading at which the ship ends.
    pub pose: Pose,
    /// The number of steps that it is short of the end of its way, 0 if nothing stopped it.
    pub short: u16,
    /// The move was made to its end.
    pub fully: bool,
    /// The ships it was kept from its end by, one bit each.
    pub touched: u16,
    /// The obstacles it went through or is on, in the order in which it met them.
    pub met: ArrayVec<u8, OBSTACLES>,
    /// The obstacles that it went through, by their places, one bit each.
    pub through: u8,
    /// The mines it went through or is on, by their numbers, one bit each.
    pub mines: u32,
}

impl Scene<'_> {
    /// The bases of all other ships in the play area.
    fn others(&self, ship: Slot) -> ArrayVec<(Slot, Base), SHIPS> {
        let others = self.present().filter(|&other| other != ship);
        others.map(|other| (other, self.base(other))).collect()
    }

    /// Tells whether the base of a ship could be there: wholly on the mat, over no other.
    #[must_use]
    pub fn has_room(&self, ship: Slot, pose: Pose) -> bool {
        let base = Base::new(self.hull(ship).0, pose);
        base.is_on_mat() && hit(&base, &self.others(ship)) == 0
    }

    /// The end of a maneuver, if nothing is in its way; of a Tallon roll, all three ends.
    fn ends(&self, ship: Slot, maneuver: Maneuver) -> ArrayVec<Pose, 3> {
        self.ends_from(ship, self.ship(ship).pose, maneuver)
    }

    /// The end of a maneuver of a ship that was somewhere else, if nothing were in its way; of a
    /// Tallon roll, all three ends.
    #[must_use]
    pub fn ends_from(&self, ship: Slot, from: Pose, maneuver: Maneuver) -> ArrayVec<Pose, 3> {
        let size = self.hull(ship).0;
        let track = track(maneuver);
        let end = from.moved(track.at(size, track.steps(size)));
        let end = match maneuver.bearing {
            Bearing::Koiogran | Bearing::SegnorLeft | Bearing::SegnorRight => end.spun(HALF),
            Bearing::TallonLeft => end.spun(3 * QUARTER),
            Bearing::TallonRight => end.spun(QUARTER),
            _ => end,
        };
        if is_tallon(maneuver) {
            Shift::SLIDES.into_iter().map(|slide| end.moved(slide.way(size))).collect()
        } else {
            [end].into_iter().collect()
        }
    }

    /// The ends of a Tallon roll where the ship is over no other; none for other maneuvers.
    #[must_use]
    pub fn slides(&self, ship: Slot, maneuver: Maneuver) -> ArrayVec<Shift, 3> {
        if !is_tallon(maneuver) {
            return ArrayVec::new();
        }
        let (size, others) = (self.hull(ship).0, self.others(ship));
        let ends = Shift::SLIDES.into_iter().zip(self.ends(ship, maneuver));
        ends.filter(|(_, end)| hit(&Base::new(size, *end), &others) == 0).map(|(s, _)| s).collect()
    }

    /// The course of a maneuver; of a Tallon roll, to its end of number `slide`.
    #[must_use]
    pub fn maneuvered(&self, ship: Slot, maneuver: Maneuver, slide: u8) -> Course {
        self.maneuvered_among(ship, maneuver, slide, (&self.others(ship), &self.laid()))
    }

    /// The pose in which a maneuver leaves a ship, and `true` if it is flown to its end; a Tallon roll to
    /// the end of this number.
    #[must_use]
    pub fn flown(&self, ship: Slot, maneuver: Maneuver, slide: u8) -> (Pose, bool) {
        let course = self.maneuvered_among(ship, maneuver, slide, (&self.others(ship), &[]));
        (course.pose, course.fully)
    }

    /// The course of a maneuver as it would be if these were the bases of all others, and the obstacles.
    #[must_use]
    pub fn maneuvered_among(
        &self,
        ship: Slot,
        maneuver: Maneuver,
        slide: u8,
        (others, laid): (&[(Slot, Base)], &[Laid<'_>]),
    ) -> Course {
        let ends = self.ends(ship, maneuver);
        let end = ends.get(usize::from(slide)).or(ends.first()).copied().unwrap_or_default();
        self.followed(ship, track(maneuver), end, (others, laid))
    }

    /// RR "Overlap": a ship that would be over another at the end of its way goes back along the
    /// template until it is not, and does not turn there.
    fn followed(
        &self,
        ship: Slot,
        track: Track,
        end: Pose,
        (others, laid): (&[(Slot, Base)], &[Laid<'_>]),
    ) -> Course {
        let size = self.hull(ship).0;
        let from = self.ship(ship).pose;
        let all = track.steps(size);
        let mut touched = hit(&Base::new(size, end), others);
        let fully = touched == 0;
        let (mut step, mut pose) = (all, end);
        if !fully {
            // Not halved: further back there may be another ship.
            loop {
                pose = from.moved(track.at(size, step));
                let base = Base::new(size, pose);
                let hit = hit(&base, others);
                if hit == 0 || step == 0 {
                    break;
                }
                touched = hit;
                step = step.saturating_sub(strides(&base, others).max(1));
            }
        }
        let frame = from.frame();
        let near = (from.centre(), track.reach(size));
        let parts = || track.parts(size, step).map(|part| part.map(|corner| frame.place(corner)));
        let (met, through) = self.met(ship, pose, laid, near, PART, parts());
        let mines = self.tripped(ship, pose, parts);
        Course { pose, short: all - step, fully, touched, met, through, mines }
    }

    /// The ships that a part of a template lies on which a ship follows, but for its last steps: those
    /// that it moves through, one bit each.
    fn crossed(&self, ship: Slot, track: Track, short: u16) -> u16 {
        let (size, from) = (self.hull(ship).0, self.ship(ship).pose);
        let (frame, reach) = (from.frame(), track.reach(size));
        let steps = track.steps(size).saturating_sub(short);
        let parts = || track.parts(size, steps).map(|part| part.map(|corner| frame.place(corner)));
        // Most ships are far from it.
        let over = |base: &Base| {
            base.is_near(from.centre(), reach) && parts().any(|part| overlap(&part, &base.corners))
        };
        let others = self.others(ship).into_iter().filter(|(_, base)| over(base));
        others.fold(0, |all, (other, _)| all | 1 << other)
    }

    /// The ships that a maneuver takes a ship through if it is so many steps short.
    #[must_use]
    pub fn passes(&self, ship: Slot, maneuver: Maneuver, short: u16) -> u16 {
        self.crossed(ship, track(maneuver), short)
    }

    /// The ships that a move which is no maneuver takes a ship through.
    #[must_use]
    pub fn passes_shifted(&self, ship: Slot, shift: Shift, short: u16) -> u16 {
        shift.track(self.hull(ship).0).map_or(0, |track| self.crossed(ship, track, short))
    }

    /// The obstacles that a ship meets by the parts of a template, in this order, and where it
    /// ends; with those that it goes through, one bit each. One that it was on before counts only if
    /// it is on it again. The parts are no further than so much from a point, and their corners from
    /// each other.
    fn met(
        &self,
        ship: Slot,
        end: Pose,
        laid: &[Laid<'_>],
        (centre, reach): (Point, i64),
        part: i64,
        parts: impl Iterator<Item = [Point; 4]>,
    ) -> (ArrayVec<u8, OBSTACLES>, u8) {
        let mut through = 0;
        let mut met: ArrayVec<(usize, u8), OBSTACLES> = ArrayVec::new();
        let after = Base::new(self.hull(ship).0, end);
        let near = |laid: &Laid<'_>| laid.is_near(centre, reach) || laid.is_under(&after);
        if !laid.iter().any(near) {
            return (ArrayVec::new(), 0);
        }
        let (before, parts) = (self.base(ship), parts.collect::<Vec<[Point; 4]>>());
        for (n, laid) in (0..).zip(laid).filter(|(_, laid)| near(laid)) {
            let on = laid.is_under(&after);
            if !on && laid.is_under(&before) {
                continue;
            }
            let first = parts.iter().position(|of| laid.overlaps(of, (of[0], part)));
            through |= u8::from(first.is_some()) << n;
            if let Some(at) = first.or(on.then_some(parts.len())) {
                met.push((at, n));
            }
        }
        met.sort_unstable();
        (met.into_iter().map(|(_, n)| n).collect(), through)
    }

    /// The mines that a ship meets by the parts of a template and where it ends, by their numbers,
    /// one bit each.
    fn tripped<P>(&self, ship: Slot, end: Pose, parts: impl Fn() -> P) -> u32
    where
        P: Iterator<Item = [Point; 4]>,
    {
        let mut mines = self.devices().filter(|(_, it)| self.mines(it.card).is_some()).peekable();
        if mines.peek().is_none() {
            return 0;
        }
        let after = Base::new(self.hull(ship).0, end);
        let met = |device: &Device| {
            let token = device.corners();
            overlap(&after.corners, &token) || parts().any(|part| overlap(&part, &token))
        };
        mines.filter(|(_, device)| met(device)).fold(0, |all, (number, _)| all | 1 << number)
    }

    /// The course of a move that is no maneuver.
    #[must_use]
    pub fn shifted(&self, ship: Slot, shift: Shift) -> Course {
        let size = self.hull(ship).0;
        let from = self.ship(ship).pose;
        let pose = from.moved(shift.way(size));
        match shift.track(size) {
            Some(track) => self.followed(ship, track, pose, (&self.others(ship), &self.laid())),
            None => {
                let frame = from.frame();
                let parts = || {
                    let parts = shift.parts(size).into_iter();
                    parts.map(|part| part.map(|corner| frame.place(corner)))
                };
                let near = (from.centre(), half(size) + ASIDE);
                let (met, through) = self.met(ship, pose, &self.laid(), near, ACROSS, parts());
                let mines = self.tripped(ship, pose, parts);
                Course { pose, short: 0, fully: true, touched: 0, met, through, mines }
            }
        }
    }

    /// The moves, out of these, that end where the ship has room.
    #[must_use]
    pub fn rooms(&self, ship: Slot, shifts: impl IntoIterator<Item = Shift>) -> Shifts {
        let (size, from) = (self.hull(ship).0, self.ship(ship).pose);
        let free = |shift: &Shift| self.has_room(ship, from.moved(shift.way(size)));
        shifts.into_iter().filter(free).collect()
    }

    /// The ways in which a ship can decloak (RR "Decloak").
    #[must_use]
    pub fn decloaks(&self, ship: Slot) -> Shifts {
        self.rooms(ship, Shift::decloaks(self.stats(ship).decloaks_by_banks))
    }

    /// Tells whether a ship can decloak: it is cloaked, and has room for it.
    #[must_use]
    pub fn can_decloak(&self, ship: Slot) -> bool {
        self.is_cloaked(ship) && !(self.has_mat() && self.decloaks(ship).is_empty())
    }

    /// The moves by which a ship can perform an action. Who can boost up to another ship may end
    /// a boost over one.
    #[must_use]
    pub fn shifts(&self, ship: Slot, action: Action) -> Shifts {
        match action {
            Action::Boost if self.boosts_partially(ship) => {
                let (size, from) = (self.hull(ship).0, self.ship(ship).pose);
                let ends = |shift: &Shift| Base::new(size, from.moved(shift.way(size)));
                let all = Shift::BOOSTS.into_iter().chain(self.turn_boosts(ship));
                all.filter(|shift| ends(shift).is_on_mat()).collect()
            }
            Action::Boost => {
                self.rooms(ship, Shift::BOOSTS.into_iter().chain(self.turn_boosts(ship)))
            }
            Action::BarrelRoll if self.stats(ship).rolls_by_banks => {
                self.rooms(ship, Shift::bank_rolls())
            }
            Action::BarrelRoll => self.rooms(ship, Shift::ROLLS),
            _ => Shifts::new(),
        }
    }

    /// The boosts by turns that a ship can make for nothing, or for Force.
    fn turn_boosts(&self, ship: Slot) -> impl Iterator<Item = Shift> + use<> {
        let (stats, force) = (self.stats(ship), self.ship(ship).force);
        let has = |how: Difficulty| stats.boosts_by_turns & (1 << how as u8) != 0;
        let free = has(Difficulty::White);
        let forced = has(Difficulty::Purple) && !free && force > 0 && !stats.keeps_force;
        let [nothing, _, force] = Shift::TURN_BOOSTS;
        let nothing = nothing.into_iter().filter(move |_| free);
        nothing.chain(force.into_iter().filter(move |_| forced))
    }

    /// The moves by which a ship can perform an action of its action bar: a white boost can be one
    /// that is treated as red.
    #[must_use]
    pub fn shifts_of(&self, ship: Slot, spec: ActionSpec) -> Shifts {
        let mut shifts = self.shifts(ship, spec.action);
        let by_turns = self.stats(ship).boosts_by_turns & (1 << Difficulty::Red as u8) != 0;
        let white = spec.action == Action::Boost && spec.difficulty == Difficulty::White;
        if by_turns && white {
            shifts.extend(self.rooms(ship, Shift::TURN_BOOSTS[1]));
        }
        shifts
    }

    /// Tells whether an ability of the ship replaces the failing of its boosts, so that they move
    /// it.
    fn boosts_partially(&self, ship: Slot) -> bool {
        use crate::vocabulary::{Replaced, Timing};
        let mut cards = core::iter::once(ship).chain(self.faceup(ship));
        cards.any(|card| {
            let ids = &self.printed(card).replacing;
            ids.iter().any(|&id| {
                self.catalogue.ability(id).timing == Timing::Replaces(Replaced::FailBoost)
            })
        })
    }

    /// Tells whether an obstacle does something to a ship that moves through it.
    #[must_use]
    pub fn bothers(&self, ship: Slot, obstacle: u8) -> bool {
        let stats = self.stats(ship);
        let asteroid = self.substance(obstacle.into()) == Substance::Asteroid;
        !(stats.ignores_obstacles || asteroid && stats.ignores_asteroids)
    }
}

/// The bases that one is over, by their ships, one bit each.
fn hit(base: &Base, others: &[(Slot, Base)]) -> u16 {
    let over = others.iter().filter(|(_, other)| base.overlaps(other));
    over.fold(0, |all, (ship, _)| all | 1 << ship)
}

/// Steps back along a template on all of which a base is surely over one of others that it is over now:
/// the circles within both overlap.
fn strides(base: &Base, others: &[(Slot, Base)]) -> u16 {
    let within = |other: &Base| {
        let (both, far) = (
            half(base.size) + half(other.size) - ROUNDED,
            (base.pose.centre() - other.pose.centre()).square(),
        );
        (far < both * both).then(|| (both - far.isqrt()) / STRIDE)
    };
    others.iter().filter_map(|(_, other)| within(other)).max().unwrap_or(0) as u16
}

fn track(maneuver: Maneuver) -> Track {
    Track::of(Template { speed: maneuver.speed, bearing: maneuver.bearing })
}

const fn is_tallon(maneuver: Maneuver) -> bool {
    matches!(maneuver.bearing, Bearing::TallonLeft | Bearing::TallonRight)
}
