//! What a figure's attributes are now: printed, upgraded, and changed by what holds.

use cardmill_kernel::card::{Seat, Slot};

use super::{Context, Scene};
use crate::piece::Place;
use crate::vocabulary::{
    Anomaly, Constant, Definition, Dice, Effect, Kind, Unit, UnitAbility, UnitType,
};

/// The attributes of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// As its sheet or its upgrade prints them, without the unit abilities it has lost.
    pub unit: Unit,
    /// Added to each of its combat rolls.
    pub combat: i8,
    /// Its move value.
    pub movement: u8,
}

impl Attributes {
    /// What a die must show in its combat rolls to be a hit, after all modifiers.
    #[must_use]
    pub fn combat_value(&self) -> Option<Dice> {
        let dice = self.unit.combat?;
        let hits_on = i16::from(dice.hits_on) - i16::from(self.combat);
        Some(Dice { hits_on: hits_on.max(1) as u8, ..dice })
    }
}

impl<'a> Scene<'a> {
    /// The card that says what a player's units of a type are: an upgrade, or the sheet
    /// (LRR 97.4). Later upgrades win.
    #[must_use]
    pub fn unit_card(&self, seat: Seat, unit: UnitType) -> Option<&'a Definition> {
        let faction = || &self.catalogue.definition(self.board.player(seat).faction).id;
        let printed = || self.catalogue.printed_unit(faction(), unit);
        let card = self.upgrade(seat, unit).or_else(printed)?;
        Some(self.catalogue.definition(card))
    }

    fn upgrade(&self, seat: Seat, unit: UnitType) -> Option<u16> {
        let upgrades = self.cards(seat, Place::Area, Kind::Upgrade);
        let upgrades = upgrades.map(|slot| self.piece(slot).definition);
        let of = |&card: &u16| {
            self.catalogue.definition(card).unit.is_some_and(|printed| printed.unit == unit)
        };
        upgrades.filter(of).last()
    }

    /// The definition that says what a figure is: its upgrade's, or its own.
    #[must_use]
    pub fn figure_definition(&self, slot: Slot) -> u16 {
        let piece = self.piece(slot);
        let unit = self.catalogue.definition(piece.definition).unit;
        unit.and_then(|unit| self.upgrade(piece.owner, unit.unit)).unwrap_or(piece.definition)
    }

    /// The card that says what a figure is.
    #[must_use]
    pub fn figure_card(&self, slot: Slot) -> &'a Definition {
        self.catalogue.definition(self.figure_definition(slot))
    }

    /// The constants in play, with the piece each is on and whose it is.
    pub(super) fn all_constants(self) -> impl Iterator<Item = (Slot, Seat, &'a Constant)> {
        self.slots().flat_map(move |slot| {
            let piece = self.piece(slot);
            let card = self.printed(slot);
            let whose = match card.kind {
                Kind::Unit => piece.place.is_board().then_some(piece.owner),
                Kind::Action | Kind::Agenda => None,
                _ => (piece.place == Place::Area).then_some(piece.holder),
            };
            let constants = whose.map(|seat| card.constants.iter().map(move |c| (slot, seat, c)));
            constants.into_iter().flatten()
        })
    }

    /// The constants a player's cards and figures have.
    fn constants(self, seat: Seat) -> impl Iterator<Item = &'a Constant> {
        self.all_constants().filter(move |&(_, whose, _)| whose == seat).map(|(.., c)| c)
    }

    /// The sum of what a player's cards add to something.
    #[must_use]
    pub fn total(self, seat: Seat, of: impl Fn(&Constant) -> u8) -> u8 {
        self.constants(seat).map(of).sum()
    }

    /// Whether all wormholes are adjacent to each other for a player.
    #[must_use]
    pub fn wormholes_are_one(self, seat: Seat) -> bool {
        self.constants(seat).any(|c| *c == Constant::AllWormholesAdjacent)
    }

    /// The most ships, fighters not counted, a player may have in a system (LRR 37.1).
    #[must_use]
    pub fn fleet_limit(self, seat: Seat) -> u8 {
        let more = self.total(seat, |c| match c {
            Constant::FleetLimit(n) => *n,
            _ => 0,
        });
        self.board.player(seat).pools[1] + more
    }

    /// The attributes of a figure.
    ///
    /// # Panics
    /// If the piece is no figure.
    #[must_use]
    pub fn attributes(self, slot: Slot) -> Attributes {
        let mut unit = self.figure_card(slot).unit.expect("a figure's card prints a unit");
        let owner = self.piece(slot).owner;
        let mut combat = 0;
        let mut movement = unit.movement as i8;
        for (source, seat, constant) in self.all_constants() {
            let context = Context { source: self.reference(source), ..Context::of(seat) };
            let meant = |filter| self.fits(filter, slot, &context);
            match constant {
                Constant::Combat(filter, n) if meant(filter) => combat += n,
                Constant::Movement(filter, n) if meant(filter) => movement += n,
                Constant::Without(filter, lost) if meant(filter) => match lost {
                    UnitAbility::SustainDamage => unit.sustain = false,
                    UnitAbility::PlanetaryShield => unit.shield = false,
                },
                _ => {}
            }
        }
        let system = self.system_of(slot);
        let in_combat = self.board.combat.is_some() && system == self.board.system;
        for lasting in self.board.lasting.iter().filter(|lasting| lasting.seat == owner) {
            match lasting.effect {
                Effect::Combat(n, of) if in_combat && of.is_none_or(|of| of == unit.unit) => {
                    combat += n;
                }
                Effect::Movement(n) if unit.unit.is_ship() => movement += n,
                _ => {}
            }
        }
        let nebula = system.is_some_and(|s| self.board.system(s).anomaly == Some(Anomaly::Nebula));
        // LRR 59.2, 59.3
        if nebula && unit.unit.is_ship() {
            movement += 1_i8.saturating_sub(unit.movement as i8).min(0);
            let defends =
                self.board.combat.is_some_and(|c| c.planet.is_none() && c.defender == owner);
            combat += i8::from(defends && in_combat);
        }
        Attributes { unit, combat, movement: movement.max(0) as u8 }
    }

    /// What a unit can produce at a time (LRR 68.1).
    #[must_use]
    pub fn production(self, slot: Slot) -> u8 {
        let unit = self.attributes(slot).unit;
        let of_planet = match (unit.production_of_planet, self.piece(slot).place) {
            (Some(more), Place::Planet(planet)) => self.board.planet(planet).resources + more,
            _ => 0,
        };
        unit.production.unwrap_or(0) + of_planet
    }
}
