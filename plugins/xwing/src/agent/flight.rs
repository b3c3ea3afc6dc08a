//! Flight: the worth of being somewhere on the mat, and of the ways there.

use core::cell::OnceCell;

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;

use super::fighter::{Fighter, Mind, POINT};
use super::odds::ONE;
use crate::procedure::{ION, SAFE, Task};
use crate::program::Op;
use crate::scene::{Course, Laids};
use crate::shift::Shift;
use crate::ship::SHIPS;
use crate::space::{Base, MAT, MM, Point, Pose, Substance};
use crate::vocabulary::{Difficulty, Event, Maneuver, Phase, Step, Timing, Token};

/// The price of leaving the mat.
const FLEES: i64 = 1_000 * POINT;
/// The price of being where every next maneuver leaves the mat.
const DOOMED: i64 = 500 * POINT;
/// The price of not performing an action, beside what the focus would have been worth.
const ACTION: i64 = POINT;
/// The price of a stress token.
pub(super) const STRESS: i64 = 2 * POINT;
/// The distance at which ships fight.
const CLOSE: i64 = 180 * MM;
/// The distance from an edge within which the next maneuver is looked at.
const NEAR: i64 = 260 * MM;
/// The way that ships are reckoned to move on in a round.
const ROUND: i64 = 100 * MM;

/// The others, as a ship sees them that is to fly.
pub(super) struct Sky<'v> {
    /// The ship that is to fly.
    ship: Slot,
    /// The bases of other ships as it moves, those left out whose dials are still to be set.
    others: ArrayVec<(Slot, Base), SHIPS>,
    /// The bases of enemies at the moment when they attack, each with its place among all fighters.
    enemies: ArrayVec<(usize, Base), SHIPS>,
    /// The obstacles on the mat, in the order of the board.
    laid: Laids<'v>,
    /// The worth of staying, to the player who is asked: less than 0 where it is good for an enemy.
    stay: OnceCell<i64>,
}

impl<'v> Mind<'v> {
    /// Foresees the surroundings of a ship: others when it flies, and enemies when ships attack.
    pub fn sky(&self, ship: Slot) -> Sky<'v> {
        let laid = self.scene.laid();
        let (others, enemies) = (ArrayVec::new(), ArrayVec::new());
        let mut sky = Sky { ship, others, enemies, laid, stay: OnceCell::new() };
        let owner = self.scene.ship(ship).owner;
        let now = !self.fighter(ship).is_some_and(|fighter| fighter.moves);
        for (n, other) in self.fighters.iter().enumerate().filter(|(_, other)| other.slot != ship) {
            let enemy = self.scene.ship(other.slot).owner != owner;
            let end = if other.moves { self.foreseen(other) } else { Some(other.base) };
            let before = !now && self.is_before(other.slot, ship);
            let there = if before { end } else { Some(other.base) };
            sky.others.extend(there.map(|base| (other.slot, base)));
            if enemy {
                sky.enemies.push((n, end.unwrap_or(other.base)));
            }
        }
        sky
    }

    /// Tells whether a ship moves before another: by initiative, then the first player's, then by
    /// slot.
    fn is_before(&self, one: Slot, other: Slot) -> bool {
        let order = |ship: Slot| {
            let second = self.scene.ship(ship).owner != self.scene.board.first;
            (self.scene.stats(ship).initiative, second, ship)
        };
        order(one) < order(other)
    }

    /// The end of a ship that has yet to move: by its dial, where that is known; `None` if its own
    /// player has yet to set it.
    pub(super) fn foreseen(&self, fighter: &Fighter) -> Option<Base> {
        let scene = &self.scene;
        let base = |pose: Pose| Base::new(fighter.size, pose);
        if scene.is_ionized(fighter.slot) {
            return Some(base(scene.flown(fighter.slot, ION, 1).0));
        }
        if let Some(dial) = scene.ship(fighter.slot).dial {
            return Some(base(scene.flown(fighter.slot, dial, 1).0));
        }
        if fighter.mine {
            return None;
        }
        let targets: ArrayVec<Point, SHIPS> = self
            .fighters
            .iter()
            .filter(|other| other.mine != fighter.mine)
            .map(|other| {
                let ahead = if other.moves { ROUND } else { 0 };
                other.base.pose.place(Point::new(0, ahead))
            })
            .collect();
        let from = fighter.base.pose;
        let red =
            |maneuver: &&Maneuver| scene.difficulty(fighter.slot, **maneuver) == Difficulty::Red;
        let dial = scene.dial(fighter.slot).iter();
        let ends = dial.filter(|maneuver| !(fighter.stressed && red(maneuver))).filter_map(|it| {
            let ends = scene.ends_from(fighter.slot, from, *it);
            let end = base(*ends.get(1).or(ends.first())?);
            let hard = if red(&it) { STRESS } else { 0 };
            end.is_on_mat().then(|| (pursues(end.pose, &targets) - hard, end))
        });
        ends.max_by_key(|(worth, _)| *worth).map(|(_, end)| end)
    }

    /// The worth of a maneuver, in thousandths of a point.
    pub fn dial(&self, sky: &Sky<'_>, maneuver: Maneuver) -> i64 {
        let scene = &self.scene;
        let Some(me) = self.fighter(sky.ship) else { return 0 };
        let firsts = self.firsts(sky.ship).into_iter();
        let flown = firsts.map(|first| self.before_dial(sky, first, Some(maneuver)));
        if let Some(best) = flown.max() {
            return best;
        }
        let difficulty = scene.difficulty(sky.ship, maneuver);
        let red = difficulty == Difficulty::Red;
        let refused = scene.refuses(sky.ship, maneuver);
        let maneuver = Maneuver { difficulty, ..maneuver };
        let (flown, red) = if refused { (SAFE, false) } else { (maneuver, red) };
        let course = scene.maneuvered_among(sky.ship, flown, 1, (&sky.others, &sky.laid));
        let base = Base::new(me.size, course.pose);
        if !base.is_on_mat() {
            return -FLEES;
        }
        let stressed = red || me.stressed && flown.difficulty != Difficulty::Blue;
        let hinders =
            |&n: &u8| scene.substance(n.into()) != Substance::Debris && scene.bothers(sky.ship, n);
        let acts = course.fully && !stressed && !course.met.iter().any(hinders);
        let mut then = me.clone();
        then.focus = if acts { 2 } else { me.focus };
        let mut worth = self.there(sky, &then, &base, course.touched);
        worth -= self.costs(sky.ship, me, &course);
        worth -= if acts { 0 } else { ACTION };
        worth -= if stressed { STRESS } else { 0 };
        worth -= if self.is_doomed(sky.ship, course.pose, stressed) { DOOMED } else { 0 };
        worth
    }

    /// The maneuvers of which a ship must execute one before it reveals its dial; none for most.
    fn firsts(&self, ship: Slot) -> ArrayVec<Maneuver, 4> {
        let scene = &self.scene;
        let ids = scene.printed(ship).abilities.iter().copied();
        let due = ids.filter(|&id| {
            scene.catalogue.ability(id).timing == Timing::After(Event::BeforeRevealing)
                && scene.judge(id, &scene.context(ship, ship)).is_ok()
        });
        let steps = due.flat_map(|id| &scene.catalogue.ability(id).effect);
        let options = steps.filter_map(|step| match step {
            Step::OneOf { options, .. } => Some(options),
            _ => None,
        });
        options.flatten().filter_map(|(_, steps)| executes(steps)).take(4).collect()
    }

    /// The maneuver that an option of the ability that asks begins with.
    pub fn first(&self, mode: u8) -> Option<Maneuver> {
        let frame = self.frame?;
        match self.scene.catalogue.program(frame.program).get(usize::from(frame.at)) {
            Some(Op::OneOf { options, .. }) => executes(&options.get(usize::from(mode))?.1),
            _ => None,
        }
    }

    /// The worth of a maneuver that comes before this one, or before the one on the dial.
    pub fn before_dial(&self, sky: &Sky<'_>, first: Maneuver, next: Option<Maneuver>) -> i64 {
        let scene = &self.scene;
        let Some(me) = self.fighter(sky.ship) else { return 0 };
        let course = scene.maneuvered_among(sky.ship, first, 1, (&sky.others, &sky.laid));
        if !Base::new(me.size, course.pose).is_on_mat() {
            return -FLEES;
        }
        let next = next.or(scene.ship(sky.ship).dial);
        self.flies_on(sky, me, course.pose, next) - self.costs(sky.ship, me, &course)
    }

    /// The worth of a maneuver of a ship that will be there when it executes it; of being there, if
    /// there is none.
    fn flies_on(&self, sky: &Sky<'_>, me: &Fighter, from: Pose, next: Option<Maneuver>) -> i64 {
        let ends = next.map(|next| self.scene.ends_from(sky.ship, from, next));
        let end = ends.and_then(|ends| ends.get(1).or(ends.first()).copied());
        let base = Base::new(me.size, end.unwrap_or(from));
        if !base.is_on_mat() {
            return -FLEES;
        }
        let red = next.is_some_and(|next| next.difficulty == Difficulty::Red);
        let mut then = me.clone();
        then.focus = if red { me.focus } else { 2 };
        let mut worth = self.there(sky, &then, &base, 0);
        worth -= if red { ACTION + STRESS } else { 0 };
        worth -= if self.is_doomed(sky.ship, base.pose, red) { DOOMED } else { 0 };
        worth
    }

    /// The worth of decloaking like this, or of staying cloaked, before the dial is revealed.
    fn decloak(&self, sky: &Sky<'_>, shift: Option<Shift>) -> i64 {
        let Some(me) = self.fighter(sky.ship) else { return 0 };
        let due = self.scene.board.phase == Phase::System;
        let next = self.scene.ship(sky.ship).dial.filter(|_| due);
        let mut then = me.clone();
        let Some(shift) = shift else {
            then.disarm();
            return self.flies_on(sky, &then, me.base.pose, next);
        };
        then.decloak();
        let course = self.scene.shifted(sky.ship, shift);
        self.flies_on(sky, &then, course.pose, next) - self.costs(sky.ship, me, &course)
    }

    /// The worth of a SLAM by this maneuver, in thousandths of a point.
    pub fn slam(&self, sky: &Sky<'_>, maneuver: Maneuver) -> i64 {
        let Some(me) = self.fighter(sky.ship) else { return 0 };
        let red = self.scene.difficulty(sky.ship, maneuver) == Difficulty::Red;
        let course = self.scene.maneuvered_among(sky.ship, maneuver, 1, (&sky.others, &sky.laid));
        let base = Base::new(me.size, course.pose);
        if !base.is_on_mat() {
            return -FLEES;
        }
        let mut then = me.clone();
        then.disarm();
        let mut worth = self.there(sky, &then, &base, course.touched);
        worth -= self.costs(sky.ship, me, &course);
        worth -= if red { STRESS } else { 0 };
        worth -= if self.is_doomed(sky.ship, course.pose, red) { DOOMED } else { 0 };
        worth
    }

    /// The worth of a maneuver where there is no mat: by its difficulty alone.
    pub fn ease(&self, ship: Slot, maneuver: Maneuver) -> i64 {
        let stressed = self.scene.count(ship, Token::Stress) > 0;
        match maneuver.difficulty {
            Difficulty::Blue => i64::from(stressed),
            Difficulty::White => 0,
            Difficulty::Red | Difficulty::Purple => -1,
        }
    }

    /// The price of all obstacles and mines that a ship meets on its way, in thousandths of a point.
    fn costs(&self, ship: Slot, me: &Fighter, course: &Course) -> i64 {
        let met = course.met.iter().filter(|n| self.scene.bothers(ship, **n));
        // A mine does about as much as a hit.
        let mines = i64::from(course.mines.count_ones()) * me.loses(ONE);
        let met = met.map(|&n| match self.scene.substance(n.into()) {
            // Half of all attack dice show a hit.
            Substance::Asteroid => me.loses(ONE / 2),
            Substance::Debris => me.loses(ONE / 8) + STRESS,
            Substance::GasCloud => me.loses(ONE / 8),
        });
        mines + met.sum::<i64>()
    }

    /// Tells whether every maneuver that a ship may make from a pose leads off the mat; asked near
    /// edges only.
    fn is_doomed(&self, ship: Slot, from: Pose, stressed: bool) -> bool {
        let within = |n: i32| (NEAR..MAT - NEAR).contains(&i64::from(n));
        if within(from.x) && within(from.y) {
            return false;
        }
        let size = self.scene.hull(ship).0;
        let mut dial = self.scene.dial(ship).iter();
        !dial.any(|maneuver| {
            let red = self.scene.difficulty(ship, *maneuver) == Difficulty::Red;
            let allowed = !(stressed && red) || self.scene.dares(ship, *maneuver);
            let mut ends = self.scene.ends_from(ship, from, *maneuver).into_iter();
            allowed && ends.all(|end| Base::new(size, end).is_on_mat())
        })
    }

    /// The worth of a ship at a base when ships attack, in thousandths of a point. The ships in
    /// `touched`, one bit each, are no targets.
    pub fn there(&self, sky: &Sky<'_>, me: &Fighter, base: &Base, touched: u16) -> i64 {
        let mut dealt = 0;
        let mut taken = 0;
        let mut targets: ArrayVec<Point, SHIPS> = ArrayVec::new();
        // Nobody attacks from an asteroid.
        let stuck = self.scene.is_asteroid_under(base, &sky.laid);
        for (n, at) in &sky.enemies {
            let enemy = &self.fighters[*n];
            targets.push(at.pose.centre());
            if touched & (1 << enemy.slot) != 0 {
                continue;
            }
            if !stuck {
                dealt = dealt.max(me.blow(base, enemy, at));
            }
            taken += enemy.blow(at, me, base);
        }
        let chase = if me.is_armed() { pursues(base.pose, &targets) } else { 0 };
        // Whoever has several targets attacks one of them.
        dealt - taken / 2 + chase
    }

    /// The worth of staying, to the player who is asked: less than 0 where it is good for an enemy.
    pub fn stay(&self, sky: &Sky<'_>) -> i64 {
        *sky.stay.get_or_init(|| {
            let Some(me) = self.fighter(sky.ship) else { return 0 };
            if self.decloaks() {
                return self.decloak(sky, None);
            }
            let worth = self.there(sky, me, &me.base, self.scene.ship(sky.ship).touching);
            if me.mine { worth } else { -worth }
        })
    }

    /// Tells whether a ship is asked how it decloaks.
    fn decloaks(&self) -> bool {
        let task = self.frame.and_then(|frame| frame.locals.task());
        matches!(task, Some(Task::Decloak(_)))
    }

    /// The worth of a move, to the player who is asked: less than 0 where it is good for an enemy.
    pub fn shift(&self, sky: &Sky<'_>, shift: Shift) -> i64 {
        if self.decloaks() {
            return self.decloak(sky, Some(shift));
        }
        let Some(me) = self.fighter(sky.ship) else { return 0 };
        let course = match (shift, self.frame.and_then(|frame| frame.locals.task())) {
            (Shift::Slide(slide), Some(Task::Execute(flight))) => {
                self.scene.maneuvered(sky.ship, flight.maneuver, slide)
            }
            _ => self.scene.shifted(sky.ship, shift),
        };
        let base = Base::new(me.size, course.pose);
        let doomed = self.is_doomed(sky.ship, course.pose, me.stressed);
        let worth = self.there(sky, me, &base, course.touched)
            - self.costs(sky.ship, me, &course)
            - if doomed { DOOMED } else { 0 };
        if me.mine { worth } else { -worth }
    }
}

/// The maneuver that steps begin with.
fn executes(steps: &[Step]) -> Option<Maneuver> {
    match steps.first() {
        Some(Step::Execute(maneuver)) => Some(*maneuver),
        _ => None,
    }
}

/// The worth of flying after one of these targets: being near to it, and having it ahead.
fn pursues(pose: Pose, targets: &[Point]) -> i64 {
    let each = targets.iter().map(|&target| {
        let far = (target - pose.centre()).square().isqrt().max(1);
        let ahead = pose.ahead(target);
        3 * POINT * ahead / far - (far - CLOSE).abs() * 4 / MM
    });
    each.max().unwrap_or(0)
}
