//! A table as it is drawn: what lies where, in words and numbers, at any moment of a game.

use cardmill_kernel::card::{Seat, Slot};
use serde::Serialize;

use crate::board::Armament;
use crate::card::{Place, Tokens};
use crate::device::Device;
use crate::label;
use crate::position::{Spot, millimetres};
use crate::scene::Scene;
use crate::ship::{Flags, Presence, SHIPS};
use crate::space::{MAT, Substance};
use crate::view;
use crate::vocabulary::{Arc, Facing, Kind, Maneuver, Phase, PrimaryWeapon, Size};

/// A table, or what a player may know of it: dials of the other one are hidden until they are revealed,
/// and what is printed on facedown damage cards is told nobody.
#[derive(Serialize)]
pub(super) struct Drawing<'a> {
    round: u16,
    phase: Phase,
    first: &'static str,
    /// The side of the mat in millimetres; none where ships are nowhere.
    mat: Option<f64>,
    ships: Vec<Model<'a>>,
    obstacles: Vec<Rock<'a>>,
    devices: Vec<Token<'a>>,
    /// The attack under way, the innermost.
    attack: Option<Duel>,
    /// Damage cards in the decks and in the discard piles.
    decks: [usize; 2],
    discard: [Vec<String>; 2],
}

/// A ship with its cards.
#[derive(Serialize)]
struct Model<'a> {
    id: Slot,
    player: &'static str,
    name: String,
    /// The name of the ship type.
    ship: &'a str,
    size: Size,
    presence: Presence,
    destroyed: bool,
    initiative: u8,
    agility: i8,
    weapons: Vec<(Arc, u8)>,
    /// The direction of the turret indicator; `None` for a ship without a turret.
    facing: Option<Facing>,
    /// Hull, damage not taken off. Of shields, Force and charges: active ones, and all.
    hull: u8,
    shields: [u8; 2],
    force: [u8; 2],
    charges: [u8; 2],
    damage: usize,
    /// Faceup damage cards and conditions.
    cards: Vec<String>,
    upgrades: Vec<Upgrade>,
    tokens: Vec<&'static str>,
    /// The ship that it has locked.
    lock: Option<Slot>,
    /// The maneuver on its dial, where that is known; none where none is set.
    dial: Option<Maneuver>,
    /// `true` if a maneuver is on its dial, known or not.
    set: bool,
    /// `true` if both players know the maneuver on its dial.
    revealed: bool,
    /// The maneuver it revealed last.
    maneuver: Option<Maneuver>,
    dice: Vec<&'static str>,
    at: Option<Spot>,
}

#[derive(Serialize)]
struct Upgrade {
    name: String,
    /// Active charges, and all of them.
    charges: [u8; 2],
}

#[derive(Serialize)]
struct Rock<'a> {
    name: &'a str,
    kind: &'static str,
    at: Spot,
    /// Its corners in millimetres, as it lies at the heading 0, ahead being up.
    outline: Vec<[f64; 2]>,
}

#[derive(Serialize)]
struct Token<'a> {
    name: &'a str,
    player: &'static str,
    at: Spot,
}

#[derive(Serialize)]
struct Duel {
    attacker: Slot,
    defender: Slot,
    with: String,
}

impl<'a> Drawing<'a> {
    /// The table as it is, or as a player may know it.
    pub(super) fn new(scene: &Scene<'a>, seat: Option<Seat>) -> Self {
        let board = scene.board;
        let attack = board.attack().map(|attack| Duel {
            attacker: attack.attacker,
            defender: attack.shot.at,
            with: match attack.shot.with {
                Armament::Primary(_) => "the primary weapon".into(),
                Armament::Upgrade(card) => label::card(scene, card),
            },
        });
        let outlines = &scene.catalogue.facts().obstacles;
        let rock = |laid: &crate::space::Obstacle| {
            let outline = &outlines[usize::from(laid.outline)];
            let corner = |at: &crate::space::Point| [at.x, at.y].map(millimetres);
            Rock {
                name: &outline.id,
                kind: match outline.substance {
                    Substance::Asteroid => "Asteroid",
                    Substance::Debris => "Debris",
                    Substance::GasCloud => "Gas cloud",
                },
                at: Spot(laid.pose),
                outline: outline.corners.iter().map(corner).collect(),
            }
        };
        let device = |(_, device): (u8, &Device)| Token {
            name: &scene.printed(device.card).definition.name,
            player: label::player(device.owner),
            at: Spot(device.pose),
        };
        let mat = scene.has_mat();
        Self {
            round: board.round,
            phase: board.phase,
            first: label::player(board.first),
            mat: mat.then(|| millimetres(MAT)),
            ships: (0..board.ships).map(|slot| model(scene, slot, seat)).collect(),
            obstacles: board.obstacles.iter().map(rock).collect(),
            devices: scene.devices().filter(|_| mat).map(device).collect(),
            attack,
            decks: [0, 1].map(|seat| board.players[seat].deck.len()),
            discard: [0, 1].map(|seat: usize| {
                board.players[seat].discard.iter().map(|&card| label::card(scene, card)).collect()
            }),
        }
    }
}

fn model<'a>(scene: &Scene<'a>, slot: Slot, seat: Option<Seat>) -> Model<'a> {
    let (ship, stats) = (scene.ship(slot), scene.stats(slot));
    let (size, weapons, _) = scene.hull(slot);
    let with = |kind: fn(&Kind) -> bool| {
        (SHIPS as Slot..scene.board.slots).filter(move |&card| {
            let state = scene.card(card);
            let is = kind(&scene.printed(card).definition.kind);
            state.host == slot && state.place == Place::Faceup && is
        })
    };
    let charges = |card: Slot| [scene.card(card).charges, scene.printed(card).definition.charges];
    let upgrade = |card: Slot| Upgrade { name: label::card(scene, card), charges: charges(card) };
    Model {
        id: slot,
        player: label::player(ship.owner),
        name: label::card(scene, slot),
        ship: &scene.catalogue.card(scene.printed(slot).ship).definition.name,
        size,
        presence: ship.presence,
        destroyed: ship.flags.has(Flags::DESTROYED),
        initiative: stats.initiative,
        agility: stats.defense,
        weapons: weapons.iter().map(|PrimaryWeapon(arc, dice)| (*arc, *dice)).collect(),
        facing: scene.has_turret(slot).then_some(ship.facing),
        hull: stats.hull,
        shields: [ship.shields, stats.shields],
        force: [ship.force, stats.force],
        charges: charges(slot),
        damage: scene.damage(slot).count(),
        cards: with(|kind| matches!(kind, Kind::Damage(..) | Kind::Condition))
            .map(|card| label::card(scene, card))
            .collect(),
        upgrades: with(|kind| matches!(kind, Kind::Upgrade(_))).map(upgrade).collect(),
        tokens: named(&ship.tokens),
        lock: (ship.lock != Slot::MAX).then_some(ship.lock),
        dial: view::dial(scene, slot, seat),
        set: ship.dial.is_some(),
        revealed: view::is_revealed(scene, slot),
        maneuver: ship.maneuver,
        dice: scene.pool(slot).0.iter().map(|die| die.face.name()).collect(),
        at: (scene.has_mat() && ship.is_present()).then_some(Spot(ship.pose)),
    }
}

/// The names of tokens, one for each.
fn named(tokens: &Tokens) -> Vec<&'static str> {
    let names = tokens.kinds();
    names.flat_map(|kind| core::iter::repeat_n(kind.name(), tokens.count(kind).into())).collect()
}
