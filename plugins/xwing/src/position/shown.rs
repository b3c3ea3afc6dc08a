//! The position that a table shows.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::At;

use super::{DeviceAt, Fleet, ObstacleAt, Pair, PlacementAt, Player, Position, ShipAt, Spot};
use crate::board::Layout;
use crate::card::Place;
use crate::choice::XWing;
use crate::label;
use crate::relation::FAR;
use crate::scene::Scene;
use crate::ship::{Flags, Presence, SHIPS};
use crate::space::Obstacle;
use crate::vocabulary::{Action, Kind};

/// The position that a table shows.
pub(crate) fn shown(at: &At<'_, XWing>) -> Position {
    let scene = at.state.scene();
    let board = scene.board;
    let [p1, p2] = [0, 1].map(|seat| scene.fleet_at(seat));
    let placements = board.relations.placements.iter();
    let placements = placements.map(|&(by, placing, [near, through])| PlacementAt {
        by: scene.name(by),
        way: placing.way,
        template: placing.template,
        near: scene.names(near),
        through: scene.names(through),
    });
    let devices = scene.devices().map(|(_, device)| DeviceAt {
        by: scene.name(scene.host(device.card)),
        card: scene.id(device.card),
        at: scene.has_mat().then_some(Spot(device.pose)),
        near: scene.names(device.near),
        through: scene.names(device.through),
        fuses: device.fuses,
    });
    Position {
        first: Player::at(board.first).expect("a game has two players"),
        phase: board.phase,
        p1,
        p2,
        placements: placements.collect(),
        devices: devices.collect(),
        relations: scene.pairs(),
        obstacles: scene.obstacles_at(),
        layout: Layout::default(),
        seed: at.streams.seed(),
    }
}

impl Scene<'_> {
    fn id(&self, slot: Slot) -> String {
        self.printed(slot).definition.id.clone()
    }

    /// The name of a ship in a position, which no other ship has: `P1 academypilot #2`.
    fn name(&self, slot: Slot) -> String {
        let (id, owner) = (self.id(slot), self.ship(slot).owner);
        let alike: Vec<Slot> = (0..self.board.ships).filter(|&n| self.id(n) == id).collect();
        let own = || alike.iter().filter(|&&n| self.ship(n).owner == owner);
        if alike.len() == 1 {
            id
        } else if own().count() == 1 {
            format!("P{} {id}", owner + 1)
        } else {
            let number = own().take_while(|&&n| n <= slot).count();
            format!("P{} {id} #{number}", owner + 1)
        }
    }

    /// The names of ships, one bit each.
    fn names(&self, ships: u16) -> Vec<String> {
        (0..self.board.ships).filter(|n| ships & (1 << n) != 0).map(|n| self.name(n)).collect()
    }

    fn fleet_at(&self, seat: Seat) -> Fleet {
        let player = &self.board.players[usize::from(seat)];
        let own = (0..self.board.ships).filter(|&slot| self.ship(slot).owner == seat);
        Fleet {
            ships: own.map(|slot| self.ship_at(slot)).collect(),
            attack: player.attack.iter().copied().collect(),
            defense: player.defense.iter().copied().collect(),
            deck: player.deck.iter().rev().map(|&slot| self.id(slot)).collect(),
            discard: player.discard.iter().map(|&slot| self.id(slot)).collect(),
            obstacles: None,
        }
    }

    fn ship_at(&self, slot: Slot) -> ShipAt {
        let ship = self.ship(slot);
        let relations = &self.board.relations;
        let is = |ships: u16| ships & (1 << slot) != 0;
        let all = || SHIPS as Slot..self.board.slots;
        let with = |place: Place, kind: fn(&Kind) -> bool| -> Vec<Slot> {
            let is = |&card: &Slot| {
                let state = self.card(card);
                let of_kind = kind(&self.printed(card).definition.kind);
                state.host == slot && state.place == place && of_kind
            };
            all().filter(is).collect()
        };
        let ids = |cards: Vec<Slot>| cards.into_iter().map(|card| self.id(card)).collect();
        let damage = |kind: &Kind| matches!(kind, Kind::Damage(..));
        let charged = [slot].into_iter().chain(with(Place::Faceup, |_| true));
        let charged = charged.filter(|&card| self.printed(card).definition.charges > 0);
        let held = with(Place::Faceup, |_| true).into_iter();
        let held = held.filter_map(|card| Some((self.id(card), self.id(self.held(card)?))));
        let tokens = ship.tokens.kinds();
        let tokens =
            tokens.flat_map(|token| core::iter::repeat_n(token, ship.tokens.count(token).into()));
        let locked = (ship.lock < self.board.ships).then(|| self.name(ship.lock));
        let removed = ship.presence == Presence::Removed;
        let at = ShipAt {
            pilot: self.id(slot),
            upgrades: ids(with(Place::Faceup, |kind| matches!(kind, Kind::Upgrade(_)))),
            conditions: ids(with(Place::Faceup, |kind| matches!(kind, Kind::Condition))),
            tokens: tokens.collect(),
            lock: locked,
            shields: Some(ship.shields),
            force: Some(ship.force),
            charges: charged.map(|card| (self.id(card), self.card(card).charges)).collect(),
            damage: 0,
            facedown: ids(with(Place::Facedown, damage)),
            faceup: ids(with(Place::Faceup, damage)),
            held: held.collect(),
            dial: ship.dial,
            open: ship.flags.has(Flags::OPEN),
            facing: ship.facing,
            performed: Action::ALL.into_iter().filter(|&a| ship.has_performed(a)).collect(),
            at: (self.has_mat() && ship.is_present()).then_some(Spot(ship.pose)),
            touching: {
                let touched = (0..self.board.ships).filter(|n| ship.touching & (1 << n) != 0);
                touched.map(|n| self.name(n)).collect()
            },
            points: ship.points,
            bumps: is(relations.bumps),
            asteroid: is(relations.asteroids),
            flees: is(relations.flees),
            blocked: is(relations.blocked),
            reserve: ship.presence == Presence::Reserve,
            removed,
        };
        if removed { at.bare() } else { at }
    }

    fn obstacles_at(&self) -> Vec<ObstacleAt> {
        let at = |laid: &Obstacle| ObstacleAt {
            id: label::outline(self, laid.outline).into(),
            at: Spot(laid.pose),
        };
        self.board.obstacles.iter().map(at).collect()
    }

    /// The relations of ships, where a pair has any: in range 3, in an arc, or obstructed.
    fn pairs(&self) -> Vec<Pair> {
        let (ships, relations) = (self.board.ships, &self.board.relations);
        let mut pairs = Vec::new();
        for a in 0..ships {
            for b in a + 1..ships {
                let pair = Pair {
                    a: self.name(a),
                    b: self.name(b),
                    range: relations.range(a, b),
                    arcs: relations.arcs(a, b).given(),
                    back: relations.arcs(b, a).given(),
                    obstructed: relations.obstructed(a, b),
                };
                let in_arcs = !pair.arcs.is_empty() || !pair.back.is_empty();
                if pair.range < FAR || in_arcs || pair.obstructed {
                    pairs.push(pair);
                }
            }
        }
        pairs
    }
}
