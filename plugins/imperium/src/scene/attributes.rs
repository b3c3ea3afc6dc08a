//! The attributes of figures and players now: as constants have made them of what is printed.

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::effect::{Effect, EffectKind};
use crate::gathered::{Standing, Stats};
use crate::vocabulary::{Constant, Definition, Dice, Modifier, Unit, UnitType};

/// The attributes of a figure, worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attributes {
    /// The unit as its sheet or its upgrade prints it, without the unit abilities it has lost.
    pub unit: Unit,
    /// The number added to each of its combat rolls.
    pub combat: i8,
    /// The move value, changes added, at least 0.
    pub movement: u8,
}

impl Attributes {
    /// The dice of its combat rolls, each with the least result that is a hit after all modifiers;
    /// `None` for a unit that does not fight.
    #[must_use]
    pub fn combat_value(&self) -> Option<Dice> {
        let dice = self.unit.combat?;
        let hits_on = i16::from(dice.hits_on) - i16::from(self.combat);
        Some(Dice { hits_on: hits_on.max(1) as u8, ..dice })
    }
}

impl<'a> Scene<'a> {
    /// The numbers and permissions that constants give a player.
    #[must_use]
    pub fn standing(&self, seat: Seat) -> &'a Standing {
        &self.gathered.players[usize::from(seat)]
    }

    /// The attributes that constants make of a figure.
    #[must_use]
    pub fn stats(&self, slot: Slot) -> &'a Stats {
        &self.stats[usize::from(slot)]
    }

    /// The constants that hold, with the piece each is on and whose it is.
    pub fn constants(&self) -> impl Iterator<Item = (Slot, Seat, &'a Constant)> + use<'a> {
        let scene = *self;
        self.gathered.sources.iter().flat_map(move |&(slot, seat)| {
            scene.printed(slot).constants.iter().map(move |constant| (slot, seat, constant))
        })
    }

    /// Tells whether a player has a constant that is this one.
    #[must_use]
    pub fn has_constant(&self, seat: Seat, is: impl Fn(&Constant) -> bool) -> bool {
        self.constants().any(|(_, of, constant)| of == seat && is(constant))
    }

    /// Lasting and delayed effects, by age, with their numbers.
    pub fn effects(&self) -> impl Iterator<Item = (u8, &'a Effect)> + use<'a> {
        self.board.effects.of(self.effects)
    }

    /// Tells whether a player has an effect of exactly this kind.
    #[must_use]
    pub fn has_effect(&self, seat: Seat, kind: EffectKind) -> bool {
        self.effects().any(|(_, effect)| *effect == Effect { kind, seat })
    }

    /// Tells whether a lasting effect of somebody else keeps a player from something.
    #[must_use]
    pub fn is_kept_from(&self, seat: Seat, what: Modifier) -> bool {
        self.effects().any(|(_, effect)| {
            effect.seat != seat
                && matches!(effect.kind, EffectKind::Lasting(modifier, _) if modifier == what)
        })
    }

    /// The number that lasting effects add to Bombardment rolls against planets of a player.
    #[must_use]
    pub fn against_bombardment(&self, seat: Seat) -> i8 {
        let of = self.effects().filter_map(|(_, effect)| match effect.kind {
            EffectKind::Lasting(Modifier::Bombardment(n), _) if effect.seat == seat => Some(n),
            _ => None,
        });
        of.sum()
    }

    /// Tells whether a player has this lasting effect, whenever it ends.
    #[must_use]
    pub fn is_under(&self, seat: Seat, what: Modifier) -> bool {
        self.effects().any(|(_, effect)| {
            effect.seat == seat
                && matches!(effect.kind, EffectKind::Lasting(modifier, _) if modifier == what)
        })
    }

    /// The card that says what a player's units of a type are: an upgrade, or the sheet
    /// (LRR 97.4).
    #[must_use]
    pub fn unit_card(&self, seat: Seat, unit: UnitType) -> Option<&'a Definition> {
        let card = self.standing(seat).units[unit as usize];
        card.map(|card| self.catalogue.definition(card))
    }

    /// The definition that says what a figure is: its upgrade's, or its own.
    #[must_use]
    pub fn figure_definition(&self, slot: Slot) -> u16 {
        let piece = self.piece(slot);
        let unit = self.catalogue.definition(piece.definition).unit;
        let card = unit.and_then(|unit| self.standing(piece.owner).units[unit.unit as usize]);
        card.unwrap_or(piece.definition)
    }

    /// The card that says what a figure is: its upgrade, or its own.
    #[must_use]
    pub fn figure_card(&self, slot: Slot) -> &'a Definition {
        self.catalogue.definition(self.figure_definition(slot))
    }

    /// The most ships, fighters not counted, a player may have in a system (LRR 37.1).
    #[must_use]
    pub fn fleet_limit(&self, seat: Seat) -> u8 {
        self.board.player(seat).pools[1] + self.standing(seat).fleet
    }

    /// The attributes of a figure.
    ///
    /// # Panics
    /// If the piece is no figure.
    #[must_use]
    pub fn attributes(&self, slot: Slot) -> Attributes {
        let printed = self.figure_card(slot).unit.expect("a figure's card prints a unit");
        let &Stats { combat, movement, sustain, shield, silent, dice, .. } = self.stats(slot);
        let cannon = printed.cannon.filter(|_| !silent);
        let fights = printed.combat.map(|combat| Dice { dice, ..combat });
        let unit = Unit { sustain, shield, cannon, combat: fights, ..printed };
        Attributes { unit, combat, movement: movement.max(0) as u8 }
    }

    /// The dice of a player's Space Cannons against units of another.
    #[must_use]
    pub fn cannonade(
        &self,
        shooter: Seat,
        target: Seat,
        mut dice: Vec<(Slot, Dice)>,
    ) -> Vec<(Slot, Dice)> {
        let against = self.standing(target).cannon_against;
        for (_, die) in &mut dice {
            die.hits_on = die.hits_on.saturating_add_signed(-against);
        }
        self.with_extra_die(shooter, &mut dice);
        dice
    }

    /// Gives one of the units that roll a die more, if the player's may have one: the unit that
    /// hits most.
    pub fn with_extra_die(&self, seat: Seat, dice: &mut [(Slot, Dice)]) {
        if self.standing(seat).extra_die
            && let Some((_, best)) = dice.iter_mut().min_by_key(|(_, die)| die.hits_on)
        {
            best.dice += 1;
        }
    }

    /// Returns `true` for a figure in the active system while a combat is under way.
    #[must_use]
    pub fn is_in_combat(&self, slot: Slot) -> bool {
        self.board.combat.is_some() && self.system_of(slot) == self.board.system
    }
}
