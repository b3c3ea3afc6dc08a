//! The technologies that players take from others, and the cards that copy those of factions (LRR
//! 90.16 to 90.22).

use cardmill_kernel::card::{Seat, Slot};

use super::Scene;
use crate::piece::Place;
use crate::vocabulary::{Constant, Definition, Kind, UNITS, UnitType};

impl Scene<'_> {
    /// Returns `true` for an assimilator with a token on a technology: it is that technology, and
    /// still of the faction whose it is.
    #[must_use]
    pub fn is_copy(&self, slot: Slot) -> bool {
        let piece = self.piece(slot);
        piece.owner != piece.holder
    }

    fn assimilates(&self, slot: Slot) -> bool {
        self.printed(slot).constants.contains(&Constant::Assimilates)
    }

    /// The assimilators of a player that could copy a technology: where one copies an upgrade of the
    /// same type of unit, that one alone (LRR 90.21). Those that are alike count as one.
    #[must_use]
    pub fn assimilators(&self, seat: Seat, technology: &Definition) -> Vec<Slot> {
        let all = self.technologies(seat);
        let mut able: Vec<Slot> = all.filter(|&s| self.is_copy(s) || self.assimilates(s)).collect();
        let of = |card: &Definition| card.unit.map(|unit| unit.unit);
        let alike =
            |&slot: &Slot| of(technology).is_some() && of(self.printed(slot)) == of(technology);
        if let Some(at) = able.iter().position(alike) {
            able = vec![able[at]];
        }
        able.dedup_by_key(|slot| self.piece(*slot).definition);
        able
    }

    /// The technologies of some players that another could gain, or copy by an assimilator: those
    /// that they do not own. Of technologies that several players own there is one.
    #[must_use]
    pub fn gainable(&self, seat: Seat, of: impl Iterator<Item = Seat>) -> Vec<Slot> {
        let definition = |slot: Slot| self.piece(slot).definition;
        let owned: Vec<u16> = self.technologies(seat).map(definition).collect();
        let mut found: Vec<Slot> = Vec::new();
        for slot in of.filter(|&other| other != seat).flat_map(|other| self.technologies(other)) {
            let card = self.printed(slot);
            let open = if card.faction.is_empty() {
                !self.prints_another(seat, card)
            } else {
                !self.is_copy(slot) && !self.assimilators(seat, card).is_empty()
            };
            let known = |&other: &Slot| definition(other) == definition(slot);
            if open && !owned.contains(&definition(slot)) && !found.iter().any(known) {
                found.push(slot);
            }
        }
        found
    }

    /// Returns `true` for an upgrade that says what its player's units are: no other covers it.
    #[must_use]
    pub fn is_in_effect(&self, slot: Slot) -> bool {
        let piece = self.piece(slot);
        let unit = self.printed(slot).unit;
        unit.is_some_and(|unit| {
            self.standing(piece.holder).units[unit.unit as usize] == Some(piece.definition)
        })
    }

    /// The number of types of units of which a player owns an upgrade.
    #[must_use]
    pub fn upgraded(&self, seat: Seat) -> usize {
        let mut types = [false; UNITS];
        for slot in self.cards(seat, Place::Area, Kind::Upgrade) {
            if let Some(unit) = self.printed(slot).unit {
                types[unit.unit as usize] = true;
            }
        }
        types.into_iter().filter(|&is| is).count()
    }

    /// The number of technologies of the own faction that a player owns, assimilators left out.
    #[must_use]
    pub fn faction_technologies(&self, seat: Seat) -> usize {
        let own = self.technologies(seat).filter(|&slot| {
            let of_faction = !self.printed(slot).faction.is_empty();
            of_faction && !self.is_copy(slot) && !self.assimilates(slot)
        });
        own.count()
    }

    /// Tells whether a player can research something, or does something else instead of it.
    #[must_use]
    pub fn can_research(&self, seat: Seat) -> bool {
        self.standing(seat).propagates > 0 || self.researchable(seat).next().is_some()
    }

    /// A space dock of a player that lies where it cannot: on a planet though it floats, or in space
    /// though it does not.
    #[must_use]
    pub fn stray_dock(&self, seat: Seat) -> Option<Slot> {
        let stray = |&(slot, unit): &(Slot, UnitType)| {
            let piece = self.piece(slot);
            let in_space = matches!(piece.place, Place::Space(_));
            unit == UnitType::SpaceDock && piece.owner == seat && in_space != self.floats(slot)
        };
        self.figures().find(stray).map(|(slot, _)| slot)
    }
}
