//! Ships as the agent reckons with them, and what attacks are worth.

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::FrameOf;

use super::odds::{ONE, Roll, damage};
use crate::board::{Armament, Attack, Limit, Shot};
use crate::choice::XWing;
use crate::constant::CLOAKED;
use crate::scene::Scene;
use crate::ship::{Flags, SHIPS};
use crate::space::{Base, FAR, measure};
use crate::view::View;
use crate::vocabulary::{Arc, Cost, Dice, Facing, Phase, Reach, Size, Token};

/// Points are counted in thousandths.
pub(super) const POINT: i64 = 1000;

/// The chances of an attack die to hit, in sixteenths: by how the attacker can change focus results
/// (not, one, all), and whether it has the defender locked.
const HITS: [[u8; 2]; 3] = [[8, 12], [10, 13], [12, 15]];

/// The chances of a defence die to evade, in sixteenths, by how the defender can change focus
/// results.
const EVADES: [u8; 3] = [6, 8, 10];

/// A weapon, as far as odds depend on it.
#[derive(Clone, Copy)]
struct Gun {
    arc: Arc,
    value: u8,
    reach: Reach,
    ordnance: bool,
    lock: bool,
}

/// A ship in play, as far as the agent reckons with it.
#[derive(Clone)]
pub(super) struct Fighter {
    pub slot: Slot,
    pub mine: bool,
    pub size: Size,
    pub base: Base,
    guns: ArrayVec<Gun, 6>,
    attack: i8,
    agility: i8,
    /// Hull and shields that are left.
    left: u8,
    /// The worth of one of them, in thousandths of a point.
    worth: i64,
    /// The focus results that it can change: 0 none, 1 one, 2 all.
    pub focus: u8,
    /// Attacks of which it cancels a result.
    pub evade: u8,
    pub lock: Slot,
    pub facing: Facing,
    pub stressed: bool,
    /// It has yet to move in this round.
    pub moves: bool,
    /// It makes no attack in this round.
    barred: bool,
}

/// A view as the agent reads it: the table, and all ships in the play area as fighters.
pub(super) struct Mind<'v> {
    pub scene: Scene<'v>,
    pub frame: Option<&'v FrameOf<XWing>>,
    pub seat: Seat,
    pub fighters: ArrayVec<Fighter, SHIPS>,
}

impl<'v> Mind<'v> {
    pub fn new(view: &'v View<'_>, scene: Scene<'v>) -> Self {
        let seat = view.seat();
        let fighters = scene.present().map(|ship| Fighter::new(&scene, ship, seat)).collect();
        Self { scene, frame: view.frame(), seat, fighters }
    }

    /// The fighter of a ship; `None` unless the ship is in the play area.
    pub fn fighter(&self, ship: Slot) -> Option<&Fighter> {
        self.fighters.iter().find(|fighter| fighter.slot == ship)
    }

    /// The worth of an attack of the ship that is asked, in thousandths of a point.
    pub fn shot(&self, shot: Shot) -> i64 {
        self.subject().map_or(0, |ship| self.shot_of(ship, shot))
    }

    /// The worth of the best attack that a ship can make, 0 if there is none.
    pub fn best_shot(&self, ship: Slot) -> i64 {
        let shots = self.scene.shots(ship, Limit::ANY);
        shots.into_iter().map(|shot| self.shot_of(ship, shot)).max().unwrap_or(0)
    }

    fn shot_of(&self, ship: Slot, shot: Shot) -> i64 {
        let (Some(me), Some(other)) = (self.fighter(ship), self.fighter(shot.at)) else { return 0 };
        let attack = Attack::new(ship, shot, false);
        let [attack, defense] =
            [Dice::Attack, Dice::Defense].map(|dice| self.scene.dice(&attack, dice));
        let ion = self.scene.weapon(ship, shot.with).is_some_and(|weapon| weapon.ion);
        let most = if ion { 1 } else { other.left };
        me.hurt(other, attack, defense, most)
    }
}

impl Fighter {
    fn new(scene: &Scene<'_>, slot: Slot, seat: Seat) -> Self {
        let (ship, stats) = (scene.ship(slot), scene.stats(slot));
        let mine = ship.owner == seat;
        let phase = scene.board.phase;
        let moves = match phase {
            Phase::Setup | Phase::Planning | Phase::System => true,
            Phase::Activation => !ship.flags.has(Flags::ACTED),
            Phase::Engagement | Phase::End => false,
        };
        let whole = i64::from(stats.hull) + i64::from(stats.shields);
        let left = i64::from(stats.hull) + i64::from(ship.shields);
        let left = (left - scene.damage(slot).count() as i64).max(1);
        let stressed = scene.is_stressed(slot);
        let some = scene.count(slot, Token::Calculate) > 0 || ship.force > 0;
        let focus = match scene.count(slot, Token::Focus) > 0 {
            true => 2,
            // It will come to that.
            false if moves && !mine && !stressed => 2,
            false => u8::from(some),
        };
        let less = |token: Token| -> i8 { (scene.count(slot, token) > 0).into() };
        let armed = scene.count(slot, Token::Disarm) == 0;
        let guns = scene.armaments(slot).filter(|_| armed).filter_map(|with| {
            let weapon = scene.weapon(slot, with)?;
            let loaded = match with {
                Armament::Primary(_) => true,
                Armament::Upgrade(card) => scene.is_loaded(card),
            };
            let needs = weapon.needs.iter();
            // What the ship needs to attack with it, it may still gain.
            let needs =
                !moves && needs.len() > 0 && needs.into_iter().all(|&t| scene.count(slot, t) == 0);
            let (arc, value, reach) = (weapon.arc, weapon.value, weapon.range);
            let gun = Gun { arc, value, reach, ordnance: weapon.ordnance, lock: weapon.lock };
            (loaded && !needs).then_some(gun)
        });
        Self {
            slot,
            mine,
            size: scene.hull(slot).0,
            base: scene.base(slot),
            guns: guns.take(6).collect(),
            attack: stats.attack - less(Token::Deplete),
            agility: stats.defense - less(Token::Strain),
            left: left as u8,
            worth: ship.worth() * POINT / whole.max(1),
            focus,
            evade: scene.count(slot, Token::Evade)
                + u8::from(scene.count(slot, Token::ReinforceFore) > 0)
                + u8::from(scene.count(slot, Token::ReinforceAft) > 0),
            lock: ship.lock,
            facing: ship.facing,
            stressed,
            moves,
            // Until then it may decloak.
            barred: scene.is_cloaked(slot)
                && matches!(phase, Phase::Activation | Phase::Engagement),
        }
    }

    /// The worth of these numbers of dice against each other; no more damage than `most` is
    /// counted.
    fn hurt(&self, other: &Self, attack: u8, defense: u8, most: u8) -> i64 {
        let locked = usize::from(self.lock == other.slot);
        let chance = HITS[usize::from(self.focus)][locked];
        let attack = Roll { dice: attack, chance, sure: 0 };
        let evade = EVADES[usize::from(other.focus)];
        let defense = Roll { dice: defense, chance: evade, sure: other.evade.min(1) };
        other.loses(damage(attack, defense, most.min(other.left)))
    }

    /// The worth of the loss of so much damage, in parts of [`ONE`], to a ship. The nearer it is to
    /// its end, the more each counts.
    pub fn loses(&self, damage: i64) -> i64 {
        let left = i64::from(self.left);
        damage * self.worth * (left + 1) / (left * ONE)
    }

    /// The worth of the best attack of this ship from one base on another ship at another base.
    pub fn blow(&self, from: &Base, other: &Self, at: &Base) -> i64 {
        if self.barred {
            return 0;
        }
        let mut best = 0;
        let mut known: Option<(Arc, u8)> = None;
        for gun in &self.guns {
            if gun.lock && self.lock != other.slot {
                continue;
            }
            let range = match known {
                Some((arc, range)) if arc == gun.arc => range,
                _ => self.range_in(gun.arc, from, at),
            };
            known = Some((gun.arc, range));
            if range == FAR || !gun.reach.holds(range) {
                continue;
            }
            let bonus = |range: bool| i8::from(range && !gun.ordnance);
            let attack = gun.value as i8 + self.attack + bonus(range == 1);
            let defense = other.agility + bonus(range == 3);
            let worth = self.hurt(other, attack.max(0) as u8, defense.max(0) as u8, other.left);
            best = best.max(worth);
        }
        best
    }

    fn range_in(&self, arc: Arc, from: &Base, at: &Base) -> u8 {
        // Half of all ships are behind: that is seen at once.
        if matches!(arc, Arc::Front | Arc::Bullseye | Arc::FullFront)
            && from.pose.ahead(at.pose.centre()) < -at.radius()
        {
            return FAR;
        }
        let faced = |facing: Facing| measure::range_in(from, facing.arc(), at);
        match arc {
            Arc::Turret => faced(self.facing),
            Arc::DoubleTurret => faced(self.facing).min(faced(self.facing.opposite())),
            Arc::Ends => faced(Facing::Front).min(faced(Facing::Rear)),
            Arc::Firing => FAR,
            fixed => measure::range_in(from, fixed, at),
        }
    }

    /// Makes no attack in this round.
    pub const fn disarm(&mut self) {
        self.barred = true;
    }

    /// Gains a cloak token.
    pub const fn cloak(&mut self) {
        self.agility += CLOAKED;
        self.barred = true;
    }

    /// Spends its cloak token.
    pub const fn decloak(&mut self) {
        self.agility -= CLOAKED;
        self.barred = false;
    }

    /// Returns `true` if it has a weapon that it can fire now.
    pub const fn is_armed(&self) -> bool {
        !self.guns.is_empty()
    }
}

impl Scene<'_> {
    /// Tells whether a weapon that is a card has the charges for an attack.
    fn is_loaded(&self, card: Slot) -> bool {
        let Some(id) = self.weapon_ability(card) else { return false };
        let pays = |cost: &Cost| match cost {
            Cost::Charge(n) => self.card(card).charges >= *n,
            _ => true,
        };
        self.catalogue.ability(id).cost.iter().all(pays)
    }
}
