//! Relations of ships to each other: worked out from their poses on the mat, or as a position gives
//! them. Nothing else knows the source of the answers.

use arrayvec::ArrayVec;
use cardmill_kernel::card::Slot;

use super::Scene;
use crate::board::{Attack, OBSTACLES, Space};
use crate::device::Device;
use crate::effect::EffectKind;
use crate::space::outline::Laid;
use crate::space::shape::overlap;
use crate::space::{BAND, Base, FAR, Substance, measure};
use crate::vocabulary::{Arc, Facing, Modifier};

/// The obstacles of a table, where they lie.
pub type Laids<'a> = ArrayVec<Laid<'a>, OBSTACLES>;

impl<'a> Scene<'a> {
    /// Returns `true` if ships have places on a mat, and relations are not given.
    #[must_use]
    pub fn has_mat(&self) -> bool {
        self.board.space == Space::Mat
    }

    /// The base of a ship, where it is.
    #[must_use]
    pub fn base(&self, ship: Slot) -> Base {
        Base::new(self.hull(ship).0, self.ship(ship).pose)
    }

    /// The obstacles, in the order in which they were put down.
    #[must_use]
    pub fn laid(&self) -> Laids<'a> {
        let outlines = &self.catalogue.facts().obstacles;
        let laid = |obstacle: &crate::space::Obstacle| {
            Laid::new(&outlines[usize::from(obstacle.outline)], obstacle.pose)
        };
        self.board.obstacles.iter().map(laid).collect()
    }

    /// The kind of an obstacle, by its place on the board.
    #[must_use]
    pub fn substance(&self, obstacle: usize) -> Substance {
        let outline = self.board.obstacles[obstacle].outline;
        self.catalogue.facts().obstacles[usize::from(outline)].substance
    }

    /// Tells whether two ships touch (RR "Range", range 0): one moved up to the other, or their
    /// edges meet.
    #[must_use]
    pub fn touch(&self, a: Slot, b: Slot) -> bool {
        self.ship(a).touching & (1 << b) != 0 || measure::touch(&self.base(a), &self.base(b))
    }

    /// The range between two ships: 0 to 3, or [`FAR`]. A ship is at range 0 of itself.
    #[must_use]
    pub fn range(&self, a: Slot, b: Slot) -> u8 {
        if !self.has_mat() {
            return self.board.relations.range(a, b);
        }
        if a == b {
            return 0;
        }
        if !(self.is_on_table(a) && self.is_on_table(b)) {
            return FAR;
        }
        if self.touch(a, b) { 0 } else { measure::range(&self.base(a), &self.base(b)) }
    }

    /// Returns `true` if there is such a ship, and it is in the play area.
    fn is_on_table(&self, ship: Slot) -> bool {
        ship < self.board.ships && self.ship(ship).is_present()
    }

    /// The range at which `b` is in an arc of `a`: 0 to 3, or [`FAR`] if it is not in it. Arcs
    /// reach to range 3.
    #[must_use]
    pub fn range_in(&self, a: Slot, arc: Arc, b: Slot) -> u8 {
        self.sighted(a, arc, b).1
    }

    /// The fixed arc of `a` in which `b` is at the nearest range, for one that may point several
    /// ways, and that range.
    fn sighted(&self, a: Slot, arc: Arc, b: Slot) -> (Arc, u8) {
        let facing = self.ship(a).facing;
        let faced = |facing: Facing| self.sighted(a, facing.arc(), b);
        let nearest = |one: (Arc, u8), other: (Arc, u8)| if other.1 < one.1 { other } else { one };
        match arc {
            Arc::Turret => faced(facing),
            Arc::DoubleTurret => nearest(faced(facing), faced(facing.opposite())),
            Arc::Ends => nearest(faced(Facing::Front), faced(Facing::Rear)),
            Arc::Firing => {
                let arcs = self.weapon_arcs(a).into_iter().map(|arc| self.sighted(a, arc, b));
                arcs.fold((Arc::Front, FAR), nearest)
            }
            fixed => (fixed, self.range_in_fixed(a, fixed, b)),
        }
    }

    fn range_in_fixed(&self, a: Slot, arc: Arc, b: Slot) -> u8 {
        if !self.has_mat() {
            let relations = &self.board.relations;
            return if relations.arcs(a, b).has(arc) { relations.range(a, b) } else { FAR };
        }
        if a == b || !(self.is_on_table(a) && self.is_on_table(b)) {
            return FAR;
        }
        match measure::range_in(&self.base(a), arc, &self.base(b)) {
            FAR => FAR,
            range if range == 1 && self.touch(a, b) => 0,
            range => range,
        }
    }

    /// Returns `true` if `b` is in an arc of `a`, within range 3.
    #[must_use]
    pub fn in_arc(&self, a: Slot, arc: Arc, b: Slot) -> bool {
        self.range_in(a, arc, b) < FAR
    }

    /// The range of an attack: in the arc of its weapon.
    #[must_use]
    pub fn attack_range(&self, attack: &Attack) -> u8 {
        match self.attack_arc(attack) {
            Some(arc) if self.has_mat() => self.range_in(attack.attacker, arc, attack.shot.at),
            _ => self.range(attack.attacker, attack.shot.at),
        }
    }

    fn attack_arc(&self, attack: &Attack) -> Option<Arc> {
        Some(self.weapon(attack.attacker, attack.shot.with)?.arc)
    }

    /// The obstacles that obstruct an attack, one bit each.
    fn obstructing(&self, attack: &Attack) -> u8 {
        let (a, b) = (attack.attacker, attack.shot.at);
        let Some(arc) = self.attack_arc(attack) else { return 0 };
        if self.board.obstacles.is_empty() || !(self.is_on_table(a) && self.is_on_table(b)) {
            return 0;
        }
        let (arc, _) = self.sighted(a, arc, b);
        let all = measure::obstructing(&self.base(a), arc, &self.base(b), &self.laid());
        if all == 0 {
            return 0;
        }
        let has = |modifier: Modifier| {
            self.effects().any(|(_, effect)| {
                let lasts = matches!(effect.kind, EffectKind::Lasting(it, _) if it == modifier);
                effect.ship == a && lasts
            })
        };
        if has(Modifier::SeesThroughObstacles) {
            0
        } else if has(Modifier::SeesPastObstacles) {
            let (base, laid) = (self.base(a), self.laid());
            let on = (0..laid.len()).filter(|&n| laid[n].range(&base) == 0);
            all & on.fold(0, |under, n| under | 1 << n)
        } else {
            all
        }
    }

    /// Tells whether an attack is obstructed (RR "Obstructed").
    #[must_use]
    pub fn is_obstructed(&self, attack: &Attack) -> bool {
        if self.has_mat() {
            self.obstructing(attack) != 0
        } else {
            self.board.relations.obstructed(attack.attacker, attack.shot.at)
        }
    }

    /// Tells whether a gas cloud is among the obstacles that obstruct an attack; only on a mat.
    #[must_use]
    pub fn is_clouded(&self, attack: &Attack) -> bool {
        let gas = |n: &usize| self.substance(*n) == Substance::GasCloud;
        let clouds = (0..self.board.obstacles.len()).filter(gas);
        let clouds = clouds.fold(0u8, |all, n| all | 1 << n);
        clouds != 0 && self.obstructing(attack) & clouds != 0
    }

    /// The range from a ship to the nearest obstacle: 0 on one, or touching it, to 3, or [`FAR`].
    #[must_use]
    pub fn obstacle_range(&self, ship: Slot) -> u8 {
        if !(self.has_mat() && self.is_on_table(ship)) {
            return FAR;
        }
        let base = self.base(ship);
        self.laid().iter().map(|laid| laid.range(&base)).min().unwrap_or(FAR)
    }

    /// The range from a ship to the nearest asteroid: 0 on one, or touching it, to 3, or [`FAR`].
    #[must_use]
    pub fn asteroid_range(&self, ship: Slot) -> u8 {
        if !(self.has_mat() && self.is_on_table(ship)) {
            return FAR;
        }
        let base = self.base(ship);
        let asteroid = |n: &usize| self.substance(*n) == Substance::Asteroid;
        let laid = self.laid();
        let ranges = (0..laid.len()).filter(asteroid).map(|n| laid[n].range(&base));
        ranges.min().unwrap_or(FAR)
    }

    /// The ships through which the last move of a ship took it, one bit each.
    #[must_use]
    pub fn passed(&self, ship: Slot) -> u16 {
        if ship < self.board.ships { self.ship(ship).passed } else { 0 }
    }

    /// Tells whether a ship is on an asteroid, with any part of its base.
    #[must_use]
    pub fn is_on_asteroid(&self, ship: Slot) -> bool {
        let base = self.base(ship);
        let outlines = &self.catalogue.facts().obstacles;
        // Most ships are far from all of them.
        let near = self.board.obstacles.iter().any(|obstacle| {
            let reach = outlines[usize::from(obstacle.outline)].radius + base.radius();
            (obstacle.pose.centre() - base.pose.centre()).square() < reach * reach
        });
        near && self.is_asteroid_under(&base, &self.laid())
    }

    /// Tells whether one of the obstacles under a base is an asteroid; `laid` are all of them.
    #[must_use]
    pub fn is_asteroid_under(&self, base: &Base, laid: &[Laid<'_>]) -> bool {
        let asteroid = |n: usize| self.substance(n) == Substance::Asteroid;
        laid.iter().enumerate().any(|(n, laid)| asteroid(n) && laid.is_under(base))
    }

    /// The obstacles at range 0-1 of a device, by their places, one bit each.
    #[must_use]
    pub fn rocks(&self, device: &Device) -> u8 {
        let token = device.corners();
        let near = |laid: &Laid<'_>| {
            let token = (&token[..], (device.pose.centre(), Device::RADIUS));
            laid.overlaps(token.0, token.1) || measure::bands(laid.corners(), token.0, BAND) <= 1
        };
        let laid = self.laid();
        let near = laid.iter().enumerate().filter(|(_, laid)| near(laid));
        near.fold(0, |all, (n, _)| all | 1 << n)
    }

    /// The ships at range 0-1 of an obstacle.
    pub fn beside(&self, obstacle: usize) -> impl Iterator<Item = Slot> {
        let laid = self.laid();
        self.present().filter(move |&ship| laid[obstacle].range(&self.base(ship)) <= 1)
    }

    /// The ships that are on a device, in slot order.
    pub fn over(&self, device: &Device) -> impl Iterator<Item = Slot> {
        let token = device.corners();
        let over = move |ship: &Slot| overlap(&self.base(*ship).corners, &token);
        self.present().filter(move |ship| self.has_mat() && over(ship))
    }

    /// The ships at range 0-1 of a device, one bit each.
    #[must_use]
    pub fn near(&self, device: &Device) -> u16 {
        self.around(device, 1)
    }

    /// The ships at range 0 to so much of a device, one bit each; without a mat those that are given to
    /// be near.
    #[must_use]
    pub fn around(&self, device: &Device, range: u8) -> u16 {
        if !self.has_mat() {
            return device.near;
        }
        let token = device.corners();
        let near = |ship: &Slot| measure::range_of(&self.base(*ship), &token) <= range;
        self.present().filter(near).fold(0, |all, ship| all | 1 << ship)
    }
}
