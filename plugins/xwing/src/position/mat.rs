//! The parts of a position that are on a mat: ships, obstacles, and the set-up of a game.

use arrayvec::ArrayVec;
use cardmill_harness::session::Problem;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::streams::{Purpose, Streams, below};
use serde::{Deserialize, Serialize};

use super::device::refuse;
use super::{Fleet, Position, Setup, ShipAt, Spot, within, wrong};
use crate::board::{BROUGHT, Layout, OBSTACLES, Space};
use crate::catalogue::Catalogue;
use crate::facts::STANDARD_OBSTACLES;
use crate::shift::{self, LANES, SPOTS, TURNS};
use crate::ship::Presence;
use crate::space::outline::Laid;
use crate::space::{Base, Obstacle, Outline, Point};
use crate::vocabulary::{Kind, Phase, Size};

/// Layouts that chance tries before it gives up.
const LAYOUTS: usize = 500;

/// Places that chance tries for an obstacle in a layout.
const TRIES: usize = 40;

/// The lanes about which chance places squads, from the middle one.
const ABOUT: [i8; 5] = [-9, -5, 0, 5, 9];

/// An obstacle on the mat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObstacleAt {
    /// Its id, as in squad lists.
    pub id: String,
    /// Its place and turn, told by its middle.
    pub at: Spot,
}

impl Setup {
    /// Puts ships and obstacles on the mat, if a position has one: it says where something is, or
    /// is the set-up of a game.
    pub(super) fn mat(
        &mut self,
        catalogue: &Catalogue,
        position: &Position,
        streams: &mut Streams,
    ) -> Result<(), Problem> {
        let fleets = [("p1", &position.p1), ("p2", &position.p2)];
        let ships = || {
            let of = |(player, fleet): (&'static str, _)| {
                let fleet: &Fleet = fleet;
                let ships = fleet.ships.iter().enumerate();
                ships.map(move |(n, at)| (format!("{player}.ships[{n}]"), at))
            };
            (0..).zip(fleets.into_iter().flat_map(of))
        };
        let begins = position.phase == Phase::Setup;
        let placed = ships().any(|(_, (_, at))| at.at.is_some());
        if !begins && !placed && position.obstacles.is_empty() {
            let brings = fleets.into_iter().find(|(_, fleet)| fleet.obstacles.is_some());
            let touches = ships().find(|(_, (_, at))| !at.touching.is_empty());
            return match (brings, touches) {
                (Some((player, _)), _) => {
                    let reason = "obstacles are brought to set-up: expected `phase: Setup`";
                    Err(Problem::at(format!("{player}.obstacles"), reason))
                }
                (None, Some((_, (place, _)))) => {
                    let reason = "expected `at`: ships touch on a mat";
                    Err(Problem::at(format!("{place}.touching"), reason))
                }
                (None, None) => refuse(position, Space::Given),
            };
        }
        refuse(position, Space::Mat)?;
        self.board.space = Space::Mat;
        self.board.layout = position.layout;
        refuse_given(position)?;
        self.obstacles(catalogue, &position.obstacles)?;
        for (slot, (place, at)) in ships() {
            self.place(slot, at, begins).map_err(within(place))?;
        }
        for (slot, (place, at)) in ships() {
            self.clear(catalogue, slot).map_err(within(format!("{place}.at")))?;
            for (n, text) in at.touching.iter().enumerate() {
                let other = self.slot(catalogue, text);
                let other = other.map_err(within(format!("{place}.touching[{n}]")))?;
                self.ships[usize::from(slot)].touching |= 1 << other;
                self.ships[usize::from(other)].touching |= 1 << slot;
            }
        }
        if begins {
            self.begin(catalogue, position, streams)
        } else {
            match fleets.into_iter().find(|(_, fleet)| fleet.obstacles.is_some()) {
                Some((player, _)) => {
                    let reason = "obstacles are brought to set-up: expected `phase: Setup`";
                    Err(Problem::at(format!("{player}.obstacles"), reason))
                }
                None => Ok(()),
            }
        }
    }

    fn obstacles(&mut self, catalogue: &Catalogue, list: &[ObstacleAt]) -> Result<(), Problem> {
        if list.len() > OBSTACLES {
            let reason = format!("expected at most {OBSTACLES}, found {}", list.len());
            return Err(Problem::at("obstacles", reason));
        }
        for (n, ObstacleAt { id, at: Spot(pose) }) in list.iter().enumerate() {
            let place = format!("obstacles[{n}]");
            let outline = outline(catalogue, id).map_err(within(format!("{place}.id")))?;
            let laid = Laid::new(&catalogue.facts().obstacles[usize::from(outline)], *pose);
            let is_in = |corner: &Point| {
                let mat = 0..=crate::space::MAT;
                mat.contains(&corner.x) && mat.contains(&corner.y)
            };
            if !laid.corners().iter().all(is_in) {
                return Err(Problem::at(format!("{place}.at"), "outside the mat"));
            }
            self.board.obstacles.push(Obstacle { outline, pose: *pose });
        }
        Ok(())
    }

    /// A ship is where the position says, or waits to be deployed.
    fn place(&mut self, slot: Slot, at: &ShipAt, begins: bool) -> Result<(), Problem> {
        let ship = &mut self.ships[usize::from(slot)];
        match (ship.presence, at.at) {
            (Presence::Present, Some(Spot(pose))) => ship.pose = pose,
            (Presence::Present, None) if begins => ship.presence = Presence::Waiting,
            (Presence::Present, None) => {
                return Err(Problem::at("at", "expected a place: the position has a mat"));
            }
            (_, None) if begins => {
                return wrong("expected a ship that can be deployed: this is the set-up");
            }
            (_, None) => {}
            (_, Some(_)) => return Err(Problem::at("at", "the ship is not on the mat")),
        }
        Ok(())
    }

    fn base(&self, catalogue: &Catalogue, slot: Slot) -> Base {
        let slot = usize::from(slot);
        let ship = catalogue.card(self.pilots[slot]).ship;
        let size = match catalogue.card(ship).definition.kind {
            Kind::Ship { size, .. } => size,
            _ => Size::Small,
        };
        Base::new(size, self.ships[slot].pose)
    }

    /// A ship that is on the mat is on it with all corners, and over none of those before it.
    fn clear(&self, catalogue: &Catalogue, slot: Slot) -> Result<(), Problem> {
        if !self.ships[usize::from(slot)].is_present() {
            return Ok(());
        }
        let base = self.base(catalogue, slot);
        if !base.is_on_mat() {
            return wrong("outside the mat");
        }
        let present = |other: &Slot| self.ships[usize::from(*other)].is_present();
        match (0..slot).filter(present).find(|&other| base.overlaps(&self.base(catalogue, other))) {
            Some(other) => {
                let pilot = self.pilots[usize::from(other)];
                wrong(format!("overlaps {}", catalogue.card(pilot).definition.name))
            }
            None => Ok(()),
        }
    }

    /// Begins the set-up of a game: who is first, and the obstacles of both players.
    fn begin(
        &mut self,
        catalogue: &Catalogue,
        position: &Position,
        streams: &mut Streams,
    ) -> Result<(), Problem> {
        if position.first.seat() != 0 {
            return Err(Problem::at("first", "set-up says who is first: expected nothing"));
        }
        for (seat, player, fleet) in [(0, "p1", &position.p1), (1, "p2", &position.p2)] {
            if fleet.ships.is_empty() {
                return Err(Problem::at(player, "expected at least one ship"));
            }
            let usual: Vec<String> = STANDARD_OBSTACLES.map(str::to_owned).to_vec();
            // Those that lie there already are all there are.
            let none = !position.obstacles.is_empty();
            let brought = match &fleet.obstacles {
                Some(list) => list,
                None if none => &Vec::new(),
                None => &usual,
            };
            let place = format!("{player}.obstacles");
            if brought.len() > BROUGHT || (none && !brought.is_empty()) {
                let most = if none { 0 } else { BROUGHT };
                let reason = format!("expected at most {most}, found {}", brought.len());
                return Err(Problem::at(place, reason));
            }
            for (n, id) in brought.iter().enumerate() {
                let outline = outline(catalogue, id).map_err(within(format!("{place}[{n}]")))?;
                self.board.players[seat].obstacles.push(outline);
            }
            let about = streams.draw(Purpose::Effect(seat as Seat), |rng| below(rng, ABOUT.len()));
            self.board.players[seat].lane = (LANES / 2).saturating_add_signed(ABOUT[about]);
        }
        let [one, other] = [0, 1].map(|seat| self.board.players[seat].obstacles.len());
        if one != other {
            let reason = format!("expected {one}, as many as P1 brings, found {other}");
            return Err(Problem::at("p2.obstacles", reason));
        }
        self.board.first = self.first(streams);
        self.chance = true;
        if self.board.layout == Layout::Asked {
            return Ok(());
        }
        let reason = "expected obstacles that have room together";
        self.plan(catalogue, streams).ok_or_else(|| Problem::at("p1.obstacles", reason))
    }

    /// Chance places all obstacles, each anywhere it can lie; where the last ones have no room, it
    /// begins again.
    fn plan(&mut self, catalogue: &Catalogue, streams: &mut Streams) -> Option<()> {
        let mut in_turn: ArrayVec<(Seat, u8), OBSTACLES> = ArrayVec::new();
        let mut board = self.board.clone();
        while let Some(seat) = board.places_next() {
            in_turn.push((seat, board.players[usize::from(seat)].obstacles.remove(0)));
        }
        let mut draw = |n: u8| streams.draw(Purpose::Shared, |rng| below(rng, n.into())) as u8;
        for _ in 0..LAYOUTS {
            let mut laid: ArrayVec<Laid<'_>, OBSTACLES> = ArrayVec::new();
            let mut plan: ArrayVec<(u8, u8), OBSTACLES> = ArrayVec::new();
            for &(_, outline) in &in_turn {
                let outline = &catalogue.facts().obstacles[usize::from(outline)];
                let found = (0..TRIES).find_map(|_| {
                    let (place, turn) = (draw(SPOTS), draw(TURNS));
                    Some((shift::laid(outline, place, turn, &laid)?, place, turn))
                });
                let Some((found, place, turn)) = found else { break };
                laid.push(found);
                plan.push((place, turn));
            }
            if plan.len() == in_turn.len() {
                for ((seat, _), there) in in_turn.into_iter().zip(plan) {
                    self.board.players[usize::from(seat)].plan.push(there);
                }
                return Some(());
            }
        }
        None
    }

    /// The seat that is first unless the player of the cheaper squad is asked and says otherwise:
    /// the other player; at equal squads the lot decides.
    fn first(&self, streams: &mut Streams) -> Seat {
        let cost = |seat: Seat| -> u16 {
            let own = self.ships.iter().filter(|ship| ship.owner == seat);
            own.map(|ship| u16::from(ship.points)).sum()
        };
        let lot = streams.draw(Purpose::Shared, |rng| below(rng, 2) as Seat);
        match cost(0).cmp(&cost(1)) {
            core::cmp::Ordering::Less => 1,
            core::cmp::Ordering::Equal => lot,
            core::cmp::Ordering::Greater => 0,
        }
    }
}

/// The number of the outline with an id.
fn outline(catalogue: &Catalogue, id: &str) -> Result<u8, Problem> {
    let all: &[Outline] = &catalogue.facts().obstacles;
    match all.iter().position(|outline| outline.id == id) {
        Some(n) => Ok(n as u8),
        None => {
            wrong(format!("expected an obstacle such as {:?}, found {id:?}", STANDARD_OBSTACLES[0]))
        }
    }
}

/// Refuses a position that gives relations which its mat works out.
fn refuse_given(position: &Position) -> Result<(), Problem> {
    let reason = "poses and given relations at one table; expected one of them";
    if !position.relations.is_empty() {
        return Err(Problem::at("relations", reason));
    }
    if !position.placements.is_empty() {
        return Err(Problem::at("placements", reason));
    }
    for (player, fleet) in [("p1", &position.p1), ("p2", &position.p2)] {
        for (n, at) in fleet.ships.iter().enumerate() {
            let fields = [
                ("bumps", at.bumps),
                ("asteroid", at.asteroid),
                ("flees", at.flees),
                ("blocked", at.blocked),
            ];
            if let Some((field, _)) = fields.into_iter().find(|(_, given)| *given) {
                return Err(Problem::at(format!("{player}.ships[{n}].{field}"), reason));
            }
        }
    }
    Ok(())
}
