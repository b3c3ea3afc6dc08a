//! A table as the rules read it.

mod assimilation;
mod attributes;
mod cards;
mod choices;
mod fits;
mod galaxy;
mod holds;
mod window;

use cardmill_kernel::card::{Ref, Seat, Slot};

pub use attributes::Attributes;
pub use galaxy::Course;
pub use window::Refusal;

pub use crate::state::Scene;

use crate::board::{Die, Memory, PLAYERS};
use crate::choice::Target;
use crate::piece::{Piece, Place, PlanetId, SystemId};
use crate::proposal::{Proposal, Verb};
use crate::token::SLEEPERS;
use crate::vocabulary::{Anomaly, Constant, Definition, Kind, PlayerFilter, UnitType, Whose};

/// The context of an ability: who resolves it, of what, and what it is about.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The player who resolves it.
    pub seat: Seat,
    /// The card or figure it is on.
    pub source: Ref,
    /// The event it has its timing from.
    pub event: Option<Proposal>,
    /// The thing that was chosen last.
    pub chosen: Target,
    /// The planet that was chosen last.
    pub planet: Option<PlanetId>,
    /// The system that was chosen last.
    pub system: Option<SystemId>,
    /// The player who was chosen last.
    pub player: Option<Seat>,
    /// The figures or sleepers that it remembers.
    pub remembered: Memory,
    /// The place of the card or figure when the ability began to resolve.
    pub from: Option<Place>,
    /// The die that was rolled for it shows what it must.
    pub rolled: bool,
}

impl Context {
    /// A context of somebody, about nothing in particular.
    #[must_use]
    pub const fn of(seat: Seat) -> Self {
        let (source, chosen) = (Ref::NONE, Target::None);
        let (planet, system, player) = (None, None, None);
        let (remembered, from) = (Memory::NONE, None);
        let rolled = false;
        Self { seat, source, event: None, chosen, planet, system, player, remembered, from, rolled }
    }
}

impl<'a> Scene<'a> {
    /// The piece in a slot.
    ///
    /// # Panics
    /// If there is no such slot.
    #[must_use]
    pub fn piece(&self, slot: Slot) -> &'a Piece {
        &self.pieces[usize::from(slot)]
    }

    /// The card of a piece.
    #[must_use]
    pub fn printed(&self, slot: Slot) -> &'a Definition {
        self.catalogue.definition(self.piece(slot).definition)
    }

    /// The slots in use, in order.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + Clone + use<> {
        0..self.board.slots
    }

    /// A piece as it is now.
    #[must_use]
    pub fn reference(&self, slot: Slot) -> Ref {
        Ref { slot, incarnation: self.piece(slot).incarnation }
    }

    /// Tells whether a reference still means the piece in its slot.
    #[must_use]
    pub fn is_current(&self, reference: Ref) -> bool {
        reference.is_some() && self.reference(reference.slot) == reference
    }

    /// The type of unit a piece is, if it is a figure on the board.
    #[must_use]
    pub fn unit_type(&self, slot: Slot) -> Option<UnitType> {
        let piece = self.piece(slot);
        if !piece.place.is_board() {
            return None;
        }
        self.printed(slot).unit.map(|unit| unit.unit)
    }

    /// The figures on the board.
    pub fn figures(self) -> impl Iterator<Item = (Slot, UnitType)> + Clone + 'a {
        self.slots().filter_map(move |slot| Some((slot, self.unit_type(slot)?)))
    }

    /// The system of a figure.
    #[must_use]
    pub fn system_of(&self, slot: Slot) -> Option<SystemId> {
        match self.piece(slot).place {
            Place::Space(system) => Some(system),
            Place::Planet(planet) => Some(self.board.planet(planet).system),
            _ => None,
        }
    }

    /// The number of the sleeper on a planet.
    #[must_use]
    pub fn sleeper(&self, planet: PlanetId) -> Option<usize> {
        self.tokens.iter().position(|token| token.place == Place::Planet(planet))
    }

    /// The number of a sleeper that is on no planet.
    #[must_use]
    pub fn spare_sleeper(&self) -> Option<usize> {
        self.tokens[..SLEEPERS].iter().position(|token| token.place == Place::Box)
    }

    /// The ships of a player in a system, and what takes part in a combat there as such.
    pub fn ships(
        self,
        system: SystemId,
        seat: Seat,
    ) -> impl Iterator<Item = (Slot, UnitType)> + 'a {
        self.figures().filter(move |&(slot, unit)| {
            let piece = self.piece(slot);
            let sails = unit.is_ship() && piece.place == Place::Space(system);
            let fights = || self.is_mustered(slot) && self.system_of(slot) == Some(system);
            piece.owner == seat && (sails || fights())
        })
    }

    /// The systems in which a player has [ships](Self::ships), as a mask.
    #[must_use]
    pub fn sailed(self, seat: Seat) -> u64 {
        let own = self.figures().filter(|&(slot, unit)| {
            let piece = self.piece(slot);
            let sails = unit.is_ship() && matches!(piece.place, Place::Space(_));
            piece.owner == seat && (sails || self.is_mustered(slot))
        });
        let systems = own.filter_map(|(slot, _)| self.system_of(slot));
        systems.fold(0, |mask, system| mask | 1 << system)
    }

    /// Returns `true` for a ground force that takes part in the space combat under way as if it
    /// were a ship.
    #[must_use]
    pub fn is_mustered(&self, slot: Slot) -> bool {
        let combat = self.board.combat.as_ref();
        combat.is_some_and(|combat| combat.mustered.has(slot))
    }

    /// Tells whether a figure of a type is a ship (LRR 76), or takes part in the combat as such.
    #[must_use]
    pub fn is_ship(&self, slot: Slot, unit: UnitType) -> bool {
        unit.is_ship() || self.is_mustered(slot)
    }

    /// Returns `true` for a figure that moves as ships do: a ship, or a space dock that floats.
    #[must_use]
    pub fn sails(&self, slot: Slot) -> bool {
        self.unit_type(slot).is_some_and(UnitType::is_ship) || self.floats(slot)
    }

    /// Returns `true` for a space dock in the space area that moves as ships do.
    #[must_use]
    pub fn floats(&self, slot: Slot) -> bool {
        self.unit_type(slot) == Some(UnitType::SpaceDock)
            && self.figure_card(slot).unit.is_some_and(|unit| unit.floats)
    }

    /// The space docks in a system that are blockaded there (LRR 79.4a).
    pub fn blockaded(self, system: SystemId) -> impl Iterator<Item = Slot> + 'a {
        let there = move |slot: Slot| self.piece(slot).place == Place::Space(system);
        let docks =
            self.figures().map(|(slot, _)| slot).filter(move |&s| there(s) && self.floats(s));
        docks.filter(move |&slot| {
            let owner = self.piece(slot).owner;
            let mut fleets = self.fleets(system).peekable();
            fleets.peek().is_some() && fleets.all(|other| other != owner)
        })
    }

    /// Tells whether a player commits fighters as ground forces in a system.
    #[must_use]
    pub fn fighters_land(&self, system: SystemId, seat: Seat) -> bool {
        self.constants().any(|(slot, owner, constant)| {
            owner == seat
                && *constant == Constant::FightersLand
                && self.system_of(slot) == Some(system)
        })
    }

    /// Tells whether a player may activate a system, command tokens apart.
    #[must_use]
    pub fn can_activate(&self, system: SystemId, seat: Seat) -> bool {
        self.board.system(system).anomaly != Some(Anomaly::AsteroidField)
            || self
                .fleets(system)
                .all(|other| other == seat || !self.standing(other).closes_asteroids)
    }

    /// The players with ships in a system, in seat order.
    pub fn fleets(self, system: SystemId) -> impl Iterator<Item = Seat> + 'a {
        let players = 0..self.board.players.len() as Seat;
        players.filter(move |&seat| self.ships(system, seat).next().is_some())
    }

    /// The ground forces of a player on a planet, and fighters that fight there as such.
    pub fn ground(
        self,
        planet: PlanetId,
        seat: Seat,
    ) -> impl Iterator<Item = (Slot, UnitType)> + 'a {
        self.figures().filter(move |&(slot, unit)| {
            let piece = self.piece(slot);
            let fights = unit.is_ground_force() || unit == UnitType::Fighter;
            fights && piece.owner == seat && piece.place == Place::Planet(planet)
        })
    }

    /// The units of a player in a system, in space or on a planet.
    pub fn units_of(
        self,
        system: SystemId,
        seat: Seat,
    ) -> impl Iterator<Item = (Slot, UnitType)> + 'a {
        self.figures().filter(move |&(slot, _)| {
            self.piece(slot).owner == seat && self.system_of(slot) == Some(system)
        })
    }

    /// Tells whether a player has any unit in a system, in space or on a planet.
    #[must_use]
    pub fn has_units(&self, system: SystemId, seat: Seat) -> bool {
        self.units_of(system, seat).next().is_some()
    }

    /// Tells whether no unit can be placed on a planet, or land there.
    #[must_use]
    pub const fn is_closed(&self, place: Place) -> bool {
        match place {
            Place::Planet(planet) => self.gathered.laws.closed & 1 << planet != 0,
            _ => false,
        }
    }

    /// The planets a player controls.
    pub fn planets(self, seat: Seat) -> impl Iterator<Item = PlanetId> + 'a {
        let all = 0..self.board.planets.len() as PlanetId;
        all.filter(move |&planet| self.board.planet(planet).owner == Some(seat))
    }

    /// The cards of a kind in a place, held by a player, in slot order.
    pub fn cards(
        self,
        seat: Seat,
        place: Place,
        kind: Kind,
    ) -> impl Iterator<Item = Slot> + Clone + 'a {
        self.slots().filter(move |&slot| {
            let piece = self.piece(slot);
            piece.place == place
                && piece.holder == seat
                && self.catalogue.definition(piece.definition).kind == kind
        })
    }

    /// The technologies and unit upgrades a player owns.
    pub fn technologies(self, seat: Seat) -> impl Iterator<Item = Slot> + Clone + 'a {
        let upgrades = self.cards(seat, Place::Area, Kind::Upgrade);
        self.cards(seat, Place::Area, Kind::Technology).chain(upgrades)
    }

    /// The players in initiative order (LRR 48): by the lowest number of their strategy cards
    /// (LRR 48.3); players without any come last.
    #[must_use]
    pub fn initiative_order(&self) -> Vec<Seat> {
        let mut lowest = [u8::MAX; PLAYERS];
        for slot in self.slots().filter(|&slot| self.piece(slot).place == Place::Area) {
            let (card, holder) = (self.printed(slot), usize::from(self.piece(slot).holder));
            if card.kind == Kind::Strategy {
                lowest[holder] = lowest[holder].min(card.initiative);
            }
        }
        // LRR 48.1a
        if let Some(zero) = self.board.zero {
            lowest[usize::from(zero)] = 0;
        }
        let all = 0..self.board.players.len() as Seat;
        let mut seats: Vec<Seat> = all.filter(|&seat| self.board.is_in_game(seat)).collect();
        seats.sort_by_key(|&seat| (lowest[usize::from(seat)], seat));
        seats
    }

    /// Tells whether a player is one that a word means.
    #[must_use]
    pub fn is(&self, whose: Whose, seat: Seat, context: &Context) -> bool {
        match whose {
            Whose::You => seat == context.seat,
            Whose::Opponent => self.opponent(context.seat) == Some(seat),
            Whose::Actor => context.event.is_some_and(|event| event.seat == seat),
            Whose::Chosen => context.player == Some(seat),
            Whose::Others => seat != context.seat,
            Whose::Bystanders => seat != self.board.active,
            Whose::Winners => {
                let outcome = self.board.agenda.and_then(|agenda| agenda.outcome);
                let (votes, voted_for) = self.board.player(seat).votes;
                votes > 0 && voted_for == outcome
            }
            Whose::Owner => {
                context.source.is_some() && self.piece(context.source.slot).owner == seat
            }
        }
    }

    /// The opponent of a player in the combat.
    #[must_use]
    pub fn opponent(&self, seat: Seat) -> Option<Seat> {
        self.board.combat.and_then(|combat| combat.opponent(seat))
    }

    /// The opponent of the player of a context in the combat, or in the one that the event has
    /// ended.
    #[must_use]
    pub fn opponent_in(&self, context: &Context) -> Option<Seat> {
        let ended = context.event.filter(|event| event.verb == Verb::EndCombat);
        self.opponent(context.seat).or_else(|| {
            let Proposal { seat, other, .. } = ended?;
            match context.seat {
                of if of == seat => Some(other),
                of if of == other => Some(seat),
                _ => None,
            }
        })
    }

    /// Tells whether a player fits; nobody does who was eliminated.
    #[must_use]
    pub fn player_fits(&self, filter: &PlayerFilter, seat: Seat, context: &Context) -> bool {
        let cards = || self.cards(seat, Place::Hand, Kind::Action);
        let token = |system| self.board.has_token(system, seat);
        self.board.is_in_game(seat)
            && !(filter.other && seat == context.seat)
            && (!filter.tactic_token || self.board.player(seat).pools[0] > 0)
            && (!filter.action_card || cards().next().is_some())
            && !(filter.no_token && context.system.is_none_or(token))
    }

    /// The dice of a player in the last roll of a combat, each with its number in the roll.
    pub fn dice(self, seat: Seat) -> impl Iterator<Item = (u8, Die)> + 'a {
        let dice = (0..u64::BITS as u8).zip(self.board.rolled.iter().copied());
        dice.filter(move |(_, die)| self.piece(die.unit).owner == seat)
    }

    /// One of each of those dice that are alike: of units that are alike, with the same result.
    #[must_use]
    pub fn unlike_dice(self, dice: impl IntoIterator<Item = (u8, Die)>) -> Vec<(u8, Die)> {
        let mut kept: Vec<(u8, Die)> = Vec::new();
        for (n, die) in dice {
            let alike = |&(_, other): &(u8, Die)| {
                Die { unit: die.unit, ..other } == die
                    && self.unlike([other.unit, die.unit]).len() == 1
            };
            if !kept.iter().any(alike) {
                kept.push((n, die));
            }
        }
        kept
    }

    /// The other player with ground forces on a planet.
    #[must_use]
    pub fn defender(&self, seat: Seat, planet: PlanetId) -> Option<Seat> {
        let mut others = (0..self.board.players.len() as Seat).filter(|&other| other != seat);
        others.find(|&other| self.ground(planet, other).next().is_some())
    }

    /// One of each that are alike: type, owner, place and damage.
    #[must_use]
    pub fn unlike(&self, slots: impl IntoIterator<Item = Slot>) -> Vec<Slot> {
        let mut kept: Vec<Slot> = Vec::new();
        for slot in slots {
            let piece = self.piece(slot);
            let alike = |&other: &Slot| {
                let other = self.piece(other);
                (other.definition, other.owner, other.place, other.damaged)
                    == (piece.definition, piece.owner, piece.place, piece.damaged)
            };
            if !kept.iter().any(alike) {
                kept.push(slot);
            }
        }
        kept
    }

    /// Tells whether a player could still cast votes with a planet.
    #[must_use]
    pub fn can_vote_with(&self, planet: PlanetId) -> bool {
        let planet = self.board.planet(planet);
        !planet.exhausted && planet.influence > 0
    }

    /// Returns `true` for a player who has nothing left to play with: no ground forces, no planets,
    /// no unit that produces (LRR 33.1).
    #[must_use]
    pub fn is_lost(&self, seat: Seat) -> bool {
        let counts = |&(slot, unit): &(Slot, UnitType)| {
            let produces = self.stats(slot).production > 0;
            self.piece(slot).owner == seat && (unit.is_ground_force() || produces)
        };
        self.board.is_in_game(seat)
            && self.planets(seat).next().is_none()
            && !self.figures().any(|figure| counts(&figure))
    }

    /// Tells whether a player could still place a figure of a type, by the plastic alone.
    #[must_use]
    pub fn in_reinforcements(&self, seat: Seat, unit: UnitType) -> bool {
        let on_board = self
            .figures()
            .filter(|&(slot, other)| other == unit && self.piece(slot).owner == seat)
            .count();
        on_board < usize::from(unit.figures())
    }
}
