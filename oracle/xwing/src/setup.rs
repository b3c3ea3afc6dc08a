//! Set-up: who is first, obstacles, forces.

use crate::choice::{Answer, Flow, Players, Prompt};
use crate::game::Game;
use crate::obstacle::{Laid, SPOTS, TURNS};
use crate::space::{BAND, Base, EIGHTH, HALF, MAT, Pose};
use crate::state::{Seat, Zone};

/// Lanes for ships, 20 mm apart about the middle of an edge.
const LANES: u8 = 43;
/// Places for ships: lanes in three rows.
const BERTHS: u8 = 3 * LANES;

impl<P: Players> Game<'_, P> {
    pub(crate) fn set_up(&mut self) -> Flow {
        self.lead()?;
        self.place_obstacles()?;
        self.deploy()
    }

    /// The player of the cheaper squad says who is first; the lot does where they cost the same.
    fn lead(&mut self) -> Flow {
        let cost = |seat: Seat| -> u32 {
            let own = self.state.ships.iter().filter(|ship| ship.seat == seat);
            own.map(|ship| u32::from(ship.points)).sum()
        };
        let asked = match cost(0).cmp(&cost(1)) {
            core::cmp::Ordering::Less => 0,
            core::cmp::Ordering::Greater => 1,
            core::cmp::Ordering::Equal => {
                self.state.first = self.players.lot();
                return Ok(());
            }
        };
        // Until that is said, the other player is first.
        self.state.first = 1 - asked;
        let options = [Answer::First(0), Answer::First(1)];
        if let Answer::First(seat) = self.ask(asked, Prompt::Lead, &options)? {
            self.state.first = seat;
        }
        Ok(())
    }

    /// Players place obstacles in turn, beyond range 1 of each other and range 2 of the edges.
    fn place_obstacles(&mut self) -> Flow {
        let mut seat = self.state.first;
        while self.state.players.iter().any(|player| !player.obstacles.is_empty()) {
            self.place_obstacle(seat)?;
            seat = 1 - seat;
        }
        Ok(())
    }

    fn place_obstacle(&mut self, seat: Seat) -> Flow {
        let own = self.state.players[seat].obstacles.iter();
        let which: Vec<Answer> = own.map(|&outline| Answer::Obstacle(outline)).collect();
        let Answer::Obstacle(outline) = self.ask(seat, Prompt::Obstacle, &which)? else {
            return Ok(());
        };
        let own = &self.state.players[seat].obstacles;
        let at = own.iter().position(|&other| other == outline).unwrap_or_default();
        let places = self.places(outline);
        if places.is_empty() {
            // It has no room, and is set aside.
            self.state.players[seat].obstacles.remove(at);
            return Ok(());
        }
        let mut spots: Vec<u8> = places.iter().map(|(spot, _)| *spot).collect();
        spots.dedup();
        let spots: Vec<Answer> = spots.into_iter().map(Answer::Spot).collect();
        let Answer::Spot(spot) = self.ask(seat, Prompt::Lay(outline), &spots)? else {
            return Ok(());
        };
        let turns = places.iter().filter(|(of, _)| *of == spot);
        let turns: Vec<Answer> = turns.map(|(_, turn)| Answer::Turned(*turn)).collect();
        if let Answer::Turned(turn) = self.ask(seat, Prompt::Turned(outline), &turns)? {
            self.state.obstacles.push(Laid::new(outline, spot, turn));
            self.state.players[seat].obstacles.remove(at);
        }
        Ok(())
    }

    /// The places in which an obstacle can lie, and its turns there.
    fn places(&mut self, outline: usize) -> Vec<(u8, u8)> {
        let mut places = Vec::new();
        for spot in 0..SPOTS {
            for turn in 0..TURNS {
                let laid = Laid::new(outline, spot, turn);
                let inside = laid.is_inside();
                let mut fits = self.judge(inside);
                for n in 0..self.state.obstacles.len() {
                    if fits {
                        let apart = laid.is_apart(&self.state.obstacles[n]);
                        fits = self.judge(apart);
                    }
                }
                if fits {
                    places.push((spot, turn));
                }
            }
        }
        places
    }

    /// Ships in ascending initiative, the first player's before the other's.
    fn deploy(&mut self) -> Flow {
        for initiative in 0..=8 {
            for seat in self.in_order() {
                loop {
                    let due = |ship: &usize| {
                        let one = self.ship(*ship);
                        one.zone == Zone::Waiting
                            && one.seat == seat
                            && one.pilot.initiative == initiative
                    };
                    let ships = (0..self.state.ships.len()).filter(due);
                    let options: Vec<Answer> = ships.map(Answer::Ship).collect();
                    if options.is_empty() {
                        break;
                    }
                    if let Answer::Ship(ship) = self.ask(seat, Prompt::Turn, &options)? {
                        self.deploy_ship(seat, ship)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn deploy_ship(&mut self, seat: Seat, ship: usize) -> Flow {
        let mut places = Vec::new();
        for berth in 0..BERTHS {
            for heading in 0..3 {
                let half = self.ship(ship).pilot.sheet().half();
                let base = Base { pose: berth_at(seat, half, berth, heading), half };
                if is_at_edge(seat, base) && self.is_free(ship, base) {
                    places.push((berth, heading));
                }
            }
        }
        let mut berths: Vec<u8> = places.iter().map(|(berth, _)| *berth).collect();
        berths.dedup();
        let berths: Vec<Answer> = berths.into_iter().map(Answer::Spot).collect();
        let Answer::Spot(berth) = self.ask(seat, Prompt::Deploy(ship), &berths)? else {
            return Ok(());
        };
        let headings = places.iter().filter(|(of, _)| *of == berth);
        let headings: Vec<Answer> = headings.map(|(_, way)| Answer::Turned(*way)).collect();
        if let Answer::Turned(way) = self.ask(seat, Prompt::Heading(ship), &headings)? {
            let half = self.ship(ship).pilot.sheet().half();
            let one = self.ship_mut(ship);
            one.pose = berth_at(seat, half, berth, way);
            one.zone = Zone::Present;
        }
        Ok(())
    }

    /// Tells whether a ship could stand there: over no other one.
    pub(crate) fn is_free(&mut self, ship: usize, base: Base) -> bool {
        let others: Vec<Base> = self
            .state
            .present()
            .filter(|&other| other != ship)
            .map(|other| self.ship(other).base())
            .collect();
        others.into_iter().all(|other| {
            let overlaps = base.overlaps(other);
            !self.judge(overlaps)
        })
    }
}

/// The pose of a ship in a place at its player's edge: ahead, half left or half right.
fn berth_at(seat: Seat, half: f64, berth: u8, heading: u8) -> Pose {
    let lane = f64::from(berth % LANES) - 21.0;
    let x = lane.mul_add(20_000.0, MAT / 2.0);
    let y = [BAND - half, BAND / 2.0, half][usize::from(berth / LANES)];
    let heading = [0, EIGHTH.wrapping_neg(), EIGHTH][usize::from(heading)];
    let there = Pose::new(x, y, heading);
    if seat == 0 { there } else { Pose::new(MAT, MAT, HALF).moved(there) }
}

/// Wholly on the mat, and within range 1 of the player's edge. The 45 degrees of a turned base
/// leave no close call: its corners are at whole multiples of its diagonal.
fn is_at_edge(seat: Seat, base: Base) -> bool {
    let within = |y: f64| if seat == 0 { y <= BAND } else { y >= MAT - BAND };
    base.is_on_mat().so && base.corners().iter().all(|corner| within(corner.y))
}
