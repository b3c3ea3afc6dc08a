//! The Activation Phase: maneuvers, overlaps, obstacles.

use crate::choice::{Answer, Flow, Players, Prompt, Shift};
use crate::course::Course;
use crate::damage::Damage;
use crate::fault::Fault;
use crate::fleet::{Action, Bearing, Difficulty, Maneuver, Side};
use crate::game::Game;
use crate::obstacle::Kind;
use crate::space::{Base, CLOSE, EIGHTH, HALF, MM, Point, Pose, QUARTER};
use crate::state::{Dice, Face, Token};

/// The white straight of a stressed ship that revealed a red maneuver.
const STRESSED: Maneuver =
    Maneuver { speed: 2, bearing: Bearing::Straight, difficulty: Difficulty::White };

/// The blue straight of an ionized ship.
const ION: Maneuver =
    Maneuver { speed: 1, bearing: Bearing::Straight, difficulty: Difficulty::Blue };

/// The outcome of a move.
struct Landing {
    /// It was stopped by another ship.
    overlapped: bool,
    /// The obstacles that it met, in order.
    met: Vec<usize>,
}

impl<P: Players> Game<'_, P> {
    /// A ship's turn in the Activation Phase.
    pub(crate) fn activate(&mut self, ship: usize) -> Flow {
        let ionized = self.ship(ship).ionized;
        let dial = self.ship_mut(ship).dial.take();
        let Some(mut maneuver) = (if ionized { Some(ION) } else { dial }) else { return Ok(()) };
        let harder = self.ship(ship).suffers(Damage::DamagedEngine) > 0;
        if harder && matches!(maneuver.bearing, Bearing::Turn(_)) && !self.breaks(Fault::EngineRuns)
        {
            maneuver.difficulty = match maneuver.difficulty {
                Difficulty::Blue => Difficulty::White,
                Difficulty::White | Difficulty::Red => Difficulty::Red,
            };
        }
        let stressed = self.ship(ship).has(Token::Stress) && !self.breaks(Fault::StressFlies);
        if stressed && maneuver.difficulty == Difficulty::Red {
            maneuver = STRESSED;
        }
        let Some(landing) = self.execute(ship, maneuver, ionized)? else { return Ok(()) };
        if !self.ship(ship).is_present() {
            return Ok(());
        }
        let hindered = |n: &usize| match self.state.obstacles[*n].kind() {
            Kind::Asteroid => !self.breaks(Fault::AsteroidActs),
            Kind::Cloud => true,
            Kind::Debris => false,
        };
        let bumped = landing.overlapped && !self.breaks(Fault::BumpsAct);
        if !bumped && !landing.met.iter().any(hindered) {
            self.act(ship)?;
        }
        Ok(())
    }

    /// Moves a ship by a maneuver, checks its difficulty, and resolves what it met. Nothing, if it
    /// fled.
    fn execute(&mut self, ship: usize, maneuver: Maneuver, ion: bool) -> Flow<Option<Landing>> {
        let landing = self.fly(ship, maneuver)?;
        let on_mat = self.ship(ship).base().is_on_mat();
        if !self.judge(on_mat) && !self.breaks(Fault::EdgeIgnored) {
            self.remove(ship);
            return Ok(None);
        }
        match maneuver.difficulty {
            Difficulty::Blue => {
                let all = self.breaks(Fault::BlueTakesAll);
                let one = self.ship_mut(ship);
                one.lose(Token::Stress);
                one.lose(Token::Strain);
                if all {
                    one.clear(Token::Stress);
                }
            }
            Difficulty::White => {}
            Difficulty::Red => {
                if !self.breaks(Fault::RedFree) {
                    self.ship_mut(ship).gain(Token::Stress);
                }
            }
        }
        // The stress of debris comes before the dice.
        for &obstacle in &landing.met {
            self.stress_of_debris(ship, obstacle);
        }
        for &obstacle in &landing.met {
            self.meet(ship, obstacle)?;
        }
        if !self.ship(ship).is_present() {
            return Ok(Some(landing));
        }
        if ion && !self.breaks(Fault::IonStays) {
            self.ship_mut(ship).clear(Token::Ion);
        }
        let one = self.ship(ship);
        let mut cards = Vec::new();
        for &card in &one.faceup {
            let comes = match card {
                Damage::StunnedPilot => !landing.met.is_empty(),
                Damage::LooseStabilizer => maneuver.bearing != Bearing::Straight,
                Damage::DisabledPowerRegulator => ion,
                _ => false,
            };
            if comes {
                cards.push(card);
            }
        }
        self.resolve(ship, cards)?;
        self.leave_if_destroyed(ship);
        Ok(Some(landing))
    }

    /// Moves a ship along a template as far as it can. It goes back along the template, a step at a
    /// time, from where it would overlap a ship, and touches those that stopped it last.
    fn fly(&mut self, ship: usize, maneuver: Maneuver) -> Flow<Landing> {
        let start = self.ship(ship).pose;
        let half = self.ship(ship).pilot.sheet().half();
        let was_on = self.on(ship);
        if maneuver.bearing == Bearing::Stationary {
            return Ok(Landing { overlapped: false, met: was_on });
        }
        let course = Course::of(maneuver);
        let mut full = course.at(half, course.length);
        if self.breaks(Fault::BanksShort) && full.heading == EIGHTH {
            full.heading -= 200;
        }
        let turn = match maneuver.bearing {
            Bearing::Koiogran if self.breaks(Fault::KoiogranAhead) => 0,
            Bearing::Koiogran | Bearing::Segnor(_) => HALF,
            Bearing::Tallon(Side::Left) => QUARTER.wrapping_neg(),
            Bearing::Tallon(Side::Right) => QUARTER,
            _ => 0,
        };
        let end = start.moved(full).spun(turn);
        let slides: &[u8] =
            if matches!(maneuver.bearing, Bearing::Tallon(_)) { &[0, 1, 2] } else { &[1] };
        let mut ends = Vec::new();
        let mut stopped_by = Vec::new();
        for &slide in slides {
            let pose = end.moved(slid(slide, half));
            let by = self.under(ship, Base { pose, half });
            if by.is_empty() {
                ends.push(Answer::Move(Shift::Slide(slide)));
            } else {
                stopped_by = by;
            }
        }
        if !ends.is_empty() {
            let seat = self.ship(ship).seat;
            if let Answer::Move(Shift::Slide(slide)) = self.ask(seat, Prompt::Move(ship), &ends)? {
                self.ship_mut(ship).pose = end.moved(slid(slide, half));
            }
            self.leave_touch(ship);
            let met = self.met(ship, start, &was_on, |more| course.band(half, course.length, more));
            return Ok(Landing { overlapped: false, met });
        }
        let stride = if self.breaks(Fault::BacksUpTwice) { 2 } else { 1 };
        let mut step = course.steps(half);
        loop {
            let pose = start.moved(course.at(half, course.rear(half, step)));
            let by = self.under(ship, Base { pose, half });
            if by.is_empty() || step == 0 {
                self.ship_mut(ship).pose = pose;
                break;
            }
            stopped_by = by;
            step = step.saturating_sub(stride);
        }
        self.leave_touch(ship);
        for &other in &stopped_by {
            self.ship_mut(other).touching.push(ship);
        }
        self.ship_mut(ship).touching = stopped_by;
        let used = course.rear(half, step);
        let met = self.met(ship, start, &was_on, |more| course.band(half, used, more));
        Ok(Landing { overlapped: true, met })
    }

    /// The ships that a ship would overlap there.
    fn under(&mut self, ship: usize, base: Base) -> Vec<usize> {
        let others: Vec<usize> = self.state.present().filter(|&other| other != ship).collect();
        let mut under = Vec::new();
        for other in others {
            let overlaps = base.overlaps(self.ship(other).base());
            if self.judge(overlaps) {
                under.push(other);
            }
        }
        under
    }

    /// The obstacles that a ship is on.
    fn on(&mut self, ship: usize) -> Vec<usize> {
        let base = self.ship(ship).base();
        let mut on = Vec::new();
        for n in 0..self.state.obstacles.len() {
            let under = self.state.obstacles[n].is_under(base);
            if self.judge(under) {
                on.push(n);
            }
        }
        on
    }

    /// The obstacles that a ship met on its way from a pose to where it is: those that the template
    /// covers, in order, then those that it is on. Those that it was on count only if it is on
    /// them again.
    fn met(
        &mut self,
        ship: usize,
        start: Pose,
        was_on: &[usize],
        band: impl Fn(f64) -> Vec<Point>,
    ) -> Vec<usize> {
        let at = |more: f64| -> Vec<Point> {
            band(more).into_iter().map(|point| start.place(point)).collect()
        };
        let (exact, less, more) = (at(0.0), at(-BENT), at(BENT));
        let mut met = Vec::new();
        for n in 0..self.state.obstacles.len() {
            if was_on.contains(&n) || exact.is_empty() || self.breaks(Fault::TemplateMisses) {
                continue;
            }
            let covers = self.state.obstacles[n].is_met(&exact, &less, &more);
            if self.judge(covers) {
                met.push(n);
            }
        }
        // The template is told from its start to its end and back.
        let along = |n: &usize| {
            let ends = exact.len() / 2;
            (1..ends).find(|&to| {
                let mut part = exact[..=to].to_vec();
                part.extend_from_slice(&exact[exact.len() - to - 1..]);
                self.state.obstacles[*n].is_met(&part, &part, &part).so
            })
        };
        if met.len() > 1 {
            met.sort_by_key(|n| along(n).unwrap_or(usize::MAX));
        }
        for n in self.on(ship) {
            if !met.contains(&n) {
                met.push(n);
            }
        }
        met
    }

    fn stress_of_debris(&mut self, ship: usize, obstacle: usize) {
        let debris = self.state.obstacles[obstacle].kind() == Kind::Debris;
        if debris && !self.breaks(Fault::DebrisClean) {
            self.ship_mut(ship).gain(Token::Stress);
        }
    }

    /// A ship resolves an obstacle that it met: one attack die says what it does.
    fn meet(&mut self, ship: usize, obstacle: usize) -> Flow {
        if !self.ship(ship).is_present() {
            return Ok(());
        }
        let seat = self.ship(ship).seat;
        match self.state.obstacles[obstacle].kind() {
            Kind::Asteroid => match self.roll(seat, Dice::Attack) {
                Face::Hit => self.suffer(ship, 1, 0)?,
                Face::Crit => self.suffer(ship, 0, 1)?,
                _ => {}
            },
            Kind::Debris => {
                if self.roll(seat, Dice::Attack) == Face::Crit {
                    self.suffer(ship, 0, 1)?;
                }
            }
            Kind::Cloud => match self.roll(seat, Dice::Attack) {
                Face::Hit if !self.breaks(Fault::CloudSpares) => {
                    self.ship_mut(ship).gain(Token::Strain);
                }
                Face::Focus => self.ship_mut(ship).gain(Token::Strain),
                _ => {}
            },
        }
        self.leave_if_destroyed(ship);
        Ok(())
    }

    /// The boosts or barrel rolls after which a ship is on the mat and over no other one.
    pub(crate) fn shifts(&mut self, ship: usize, action: Action) -> Vec<Shift> {
        let shifts: Vec<Shift> = match action {
            Action::Boost => (0..3).map(Shift::Boost).collect(),
            _ => (0..6).map(Shift::Roll).collect(),
        };
        let mut fitting = Vec::new();
        for shift in shifts {
            let (start, half) = (self.ship(ship).pose, self.ship(ship).base().half);
            let base = Base { pose: start.moved(shifted(shift, half)), half };
            let on_mat = base.is_on_mat();
            let rolls_over = self.breaks(Fault::RollsOver) && matches!(shift, Shift::Roll(_));
            if self.judge(on_mat) && (rolls_over || self.is_free(ship, base)) {
                fitting.push(shift);
            }
        }
        fitting
    }

    /// A ship boosts or rolls; what it meets it suffers, but for its action.
    pub(crate) fn shift(&mut self, ship: usize, shift: Shift) -> Flow {
        let (start, half) = (self.ship(ship).pose, self.ship(ship).base().half);
        let was_on = self.on(ship);
        self.ship_mut(ship).pose = start.moved(shifted(shift, half));
        self.leave_touch(ship);
        let met = match shift {
            Shift::Boost(n) => {
                let course = Course::of(boost(n));
                self.met(ship, start, &was_on, |more| course.band(half, course.length, more))
            }
            Shift::Roll(n) => self.met(ship, start, &was_on, |more| across(n, half, more)),
            Shift::Slide(_) => Vec::new(),
        };
        for obstacle in met {
            if self.ship(ship).is_present() {
                self.stress_of_debris(ship, obstacle);
                self.meet(ship, obstacle)?;
            }
        }
        Ok(())
    }
}

/// The margin by which less and more of a template is tried: the engine's has corners where it bends.
const BENT: f64 = CLOSE + 35.0;

const fn boost(n: u8) -> Maneuver {
    let bearing = match n {
        0 => Bearing::Straight,
        1 => Bearing::Bank(Side::Left),
        _ => Bearing::Bank(Side::Right),
    };
    Maneuver { speed: 1, bearing, difficulty: Difficulty::White }
}

/// The end of a Tallon roll, from the middle one: a small ship slides by 10 mm, larger ones by 20.
fn slid(n: u8, half: f64) -> Pose {
    let far = if half > 20.0 * MM { 20.0 } else { 10.0 };
    Pose::new(0.0, far * MM * (1.0 - f64::from(n)), 0)
}

/// The move of a boost or a barrel roll. A large ship rolls by 100 mm, since its template lies
/// across.
fn shifted(shift: Shift, half: f64) -> Pose {
    match shift {
        Shift::Boost(n) => {
            let course = Course::of(boost(n));
            course.at(half, course.length)
        }
        Shift::Roll(n) => {
            let far = if half > 30.0 * MM { 100.0 } else { 80.0 } * MM;
            let slide = slid(n % 3, half).at.y;
            Pose::new(if n < 3 { -far } else { far }, slide, 0)
        }
        Shift::Slide(n) => slid(n, half),
    }
}

/// The template of a barrel roll, told like that of a maneuver: to the end on one side, and back.
fn across(n: u8, half: f64, more: f64) -> Vec<Point> {
    let (long, wide): (f64, f64) = if half > 20.0 * MM { (20.0, 20.0) } else { (40.0, 10.0) };
    let side = if n < 3 { -1.0 } else { 1.0 };
    let (near, far, wide) = (half, long.mul_add(MM, half), wide.mul_add(MM, more));
    [(near, wide), (far, wide), (far, -wide), (near, -wide)]
        .map(|(x, y)| Point::new(side * x, y))
        .to_vec()
}
