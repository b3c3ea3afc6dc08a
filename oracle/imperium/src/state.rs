//! The state of a game: plain lists of players, systems, planets and figures.

use crate::objective::OBJECTIVES;
use crate::technology::{Colour, TECHNOLOGIES};
use crate::tile::{Anomaly, MECATOL, World};
use crate::unit::{Profile, Unit};

/// A player, by seat.
pub type Seat = usize;

/// The players of a table.
pub const PLAYERS: usize = 3;

/// The names of players.
pub const NAMES: [&str; PLAYERS] = ["P1", "P2", "P3"];

/// The command tokens of a colour (LRR 20).
pub const TOKENS: u8 = 16;

/// The commodities that a sheet without anything of a faction has.
pub const COMMODITIES: u8 = 3;

/// The tactic pool of a command sheet (LRR 19).
pub const TACTIC: usize = 0;
/// The fleet pool of a command sheet.
pub const FLEET: usize = 1;
/// The strategy pool of a command sheet.
pub const STRATEGY: usize = 2;

/// The names of the pools.
pub const POOLS: [&str; 3] = ["tactic", "fleet", "strategy"];

/// The strategy cards by initiative: the card at place 0 has the initiative 1 (LRR 83).
pub const CARDS: [&str; 8] = [
    "LEADERSHIP",
    "DIPLOMACY",
    "POLITICS",
    "CONSTRUCTION",
    "TRADE",
    "WARFARE",
    "TECHNOLOGY",
    "IMPERIAL",
];

/// The phase of a round (LRR 40).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "phases are what they are called")]
pub enum Phase {
    Strategy,
    Action,
    Status,
    Agenda,
}

/// The place of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The space area of a system.
    Space(usize),
    /// A planet of the table.
    Planet(usize),
    /// The reinforcements of its player.
    Reinforcements,
    /// The box of the game.
    Box,
}

/// A plastic figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The type of unit.
    pub unit: Unit,
    /// The player whose it is.
    pub seat: Seat,
    /// The place where it is.
    pub place: Place,
    /// It has used Sustain Damage.
    pub damaged: bool,
}

/// A strategy card at the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The player who has it.
    pub holder: Option<Seat>,
    /// It is exhausted.
    pub used: bool,
    /// The trade goods on it.
    pub goods: u8,
}

/// A planet of the table.
#[derive(Clone, Copy, Debug)]
pub struct Planet {
    /// All that its tile prints.
    pub world: World,
    /// The system in which it lies.
    pub system: usize,
    /// The player who controls it.
    pub owner: Option<Seat>,
    /// Its card is exhausted.
    pub exhausted: bool,
}

/// A system of the table.
#[derive(Clone, Debug)]
pub struct System {
    /// The number of its tile.
    pub tile: u8,
    /// The systems that it touches, as a mask.
    pub touches: u64,
    /// Its wormholes, as a mask.
    pub wormholes: u8,
    /// The anomaly that its tile prints.
    pub anomaly: Option<Anomaly>,
    /// The player whose home system it is.
    pub home: Option<Seat>,
    /// The players, as a mask, whose command tokens are in it.
    pub tokens: u8,
}

/// A player's sheet.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// The command tokens in the three pools.
    pub pools: [u8; 3],
    /// The trade goods.
    pub goods: u8,
    /// The commodities on the sheet.
    pub commodities: u8,
    /// The victory points.
    pub points: i8,
    /// The player has passed.
    pub passed: bool,
    /// The player was eliminated.
    pub out: bool,
    /// The technologies, as a mask of places in [`TECHNOLOGIES`].
    pub technologies: u32,
    /// The secret objectives in hand, by their places.
    pub secrets: Vec<usize>,
    /// The infantry that come back in the next turn.
    pub revived: u8,
}

/// A combat under way.
#[derive(Clone, Copy, Debug)]
pub struct Combat {
    /// The planet of a ground combat.
    pub planet: Option<usize>,
    /// The active player and the other one.
    pub sides: [Seat; 2],
    /// The round, from 1.
    pub round: u8,
    /// The player who has announced a retreat.
    pub retreats: Option<Seat>,
}

/// The state of a game.
#[derive(Clone, Debug)]
pub struct State {
    /// The players, by seat.
    pub players: Vec<Player>,
    /// The players as they sit, clockwise.
    pub order: Vec<Seat>,
    /// The systems of the table.
    pub systems: Vec<System>,
    /// The planets, in the order of their systems.
    pub planets: Vec<Planet>,
    /// The figures, on the board or not.
    pub figures: Vec<Figure>,
    /// The strategy cards.
    pub cards: [Card; 8],
    /// The phase of the round.
    pub phase: Phase,
    /// The player with the speaker token.
    pub speaker: Seat,
    /// The active player.
    pub active: Seat,
    /// The active system.
    pub system: Option<usize>,
    /// The custodians token is on Mecatol Rex.
    pub custodians: bool,
    /// The combat under way.
    pub combat: Option<Combat>,
    /// The public objectives that are revealed.
    pub revealed: Vec<usize>,
    /// The public objectives that are not, the next one last.
    pub unrevealed: Vec<usize>,
    /// The deck of secret objectives, its top last.
    pub secrets: Vec<usize>,
    /// The objectives that were scored, and by whom.
    pub scored: Vec<(usize, Seat)>,
    /// The results of the dice to come, the next one last.
    pub dice: Vec<u8>,
    /// The victory points that win.
    pub victory: i8,
    /// The player who has won.
    pub winner: Option<Seat>,
}

impl State {
    /// The attributes of a player's units of a type.
    #[must_use]
    pub fn profile(&self, seat: Seat, unit: Unit) -> Profile {
        let upgrade = TECHNOLOGIES.iter().position(|technology| technology.unit == Some(unit));
        unit.profile(upgrade.is_some_and(|upgrade| self.owns(seat, upgrade)))
    }

    /// The attributes of a figure.
    #[must_use]
    pub fn of(&self, figure: usize) -> Profile {
        let Figure { unit, seat, .. } = self.figures[figure];
        self.profile(seat, unit)
    }

    /// Tells whether a player owns a technology.
    #[must_use]
    pub fn owns(&self, seat: Seat, technology: usize) -> bool {
        self.players[seat].technologies & (1 << technology) != 0
    }

    /// The number of technologies of a colour that a player owns.
    #[must_use]
    pub fn colours(&self, seat: Seat, colour: Colour) -> usize {
        let own = (0..TECHNOLOGIES.len()).filter(|&technology| self.owns(seat, technology));
        own.filter(|&technology| TECHNOLOGIES[technology].colour == Some(colour)).count()
    }

    /// The system of a figure, if it is on the board.
    #[must_use]
    pub fn system_of(&self, figure: usize) -> Option<usize> {
        match self.figures[figure].place {
            Place::Space(system) => Some(system),
            Place::Planet(planet) => Some(self.planets[planet].system),
            Place::Reinforcements | Place::Box => None,
        }
    }

    /// The figures on the board that fit.
    pub fn board<'s>(
        &'s self,
        fits: impl Fn(&Figure) -> bool + 's,
    ) -> impl Iterator<Item = usize> + 's {
        let on_board = |figure: &Figure| matches!(figure.place, Place::Space(_) | Place::Planet(_));
        let all = self.figures.iter().enumerate();
        all.filter(move |(_, figure)| on_board(figure) && fits(figure)).map(|(at, _)| at)
    }

    /// The figures of a player in a place.
    pub fn at(&self, seat: Seat, place: Place) -> impl Iterator<Item = usize> + '_ {
        self.board(move |figure| figure.seat == seat && figure.place == place)
    }

    /// The ships of a player in a system.
    pub fn ships(&self, seat: Seat, system: usize) -> impl Iterator<Item = usize> + '_ {
        self.at(seat, Place::Space(system)).filter(|&at| self.figures[at].unit.is_ship())
    }

    /// Tells whether a player has ships in a system.
    #[must_use]
    pub fn has_ships(&self, seat: Seat, system: usize) -> bool {
        self.ships(seat, system).next().is_some()
    }

    /// The ground forces of a player in a place.
    pub fn ground(&self, seat: Seat, place: Place) -> impl Iterator<Item = usize> + '_ {
        self.at(seat, place).filter(|&at| self.figures[at].unit == Unit::Infantry)
    }

    /// The other player with ground forces on a planet.
    #[must_use]
    pub fn defender(&self, seat: Seat, planet: usize) -> Option<Seat> {
        let mut others = (0..PLAYERS).filter(|&other| other != seat);
        others.find(|&other| self.ground(other, Place::Planet(planet)).next().is_some())
    }

    /// One of each of these figures that nothing tells apart: type, player, place and damage.
    #[must_use]
    pub fn unlike(&self, all: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = Vec::new();
        for at in all {
            if !kept.iter().any(|&other| self.figures[other] == self.figures[at]) {
                kept.push(at);
            }
        }
        kept
    }

    /// The planets of a system.
    pub fn planets_in(&self, system: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.planets.len()).filter(move |&planet| self.planets[planet].system == system)
    }

    /// The planets that a player controls.
    pub fn planets_of(&self, seat: Seat) -> impl Iterator<Item = usize> + '_ {
        (0..self.planets.len()).filter(move |&planet| self.planets[planet].owner == Some(seat))
    }

    /// Tells whether a planet is Mecatol Rex.
    #[must_use]
    pub fn is_mecatol(&self, planet: usize) -> bool {
        self.systems[self.planets[planet].system].tile == MECATOL
    }

    /// Tells whether a player controls Mecatol Rex.
    #[must_use]
    pub fn controls_mecatol(&self, seat: Seat) -> bool {
        self.planets_of(seat).any(|planet| self.is_mecatol(planet))
    }

    /// The system of Mecatol Rex.
    #[must_use]
    pub fn mecatol(&self) -> Option<usize> {
        self.systems.iter().position(|system| system.tile == MECATOL)
    }

    /// Tells whether a player's command token is in a system.
    #[must_use]
    pub fn has_token(&self, seat: Seat, system: usize) -> bool {
        self.systems[system].tokens & (1 << seat) != 0
    }

    /// The command tokens in the reinforcements of a player (LRR 20.3).
    #[must_use]
    pub fn spare(&self, seat: Seat) -> u8 {
        let placed = (0..self.systems.len()).filter(|&system| self.has_token(seat, system)).count();
        TOKENS.saturating_sub(placed as u8 + self.players[seat].pools.iter().sum::<u8>())
    }

    /// The players in the game from one of them on, clockwise.
    #[must_use]
    pub fn clockwise(&self, from: Seat) -> Vec<Seat> {
        let at = self.order.iter().position(|&seat| seat == from).unwrap_or(0);
        let all = (0..PLAYERS).map(|n| self.order[(at + n) % PLAYERS]);
        all.filter(|&seat| !self.players[seat].out).collect()
    }

    /// The players in the game in initiative order (LRR 48): by the lowest of their strategy cards.
    #[must_use]
    pub fn initiative(&self) -> Vec<Seat> {
        let lowest = |seat: &Seat| {
            let card = self.cards.iter().position(|card| card.holder == Some(*seat));
            (card.unwrap_or(usize::MAX), *seat)
        };
        let mut seats: Vec<Seat> = (0..PLAYERS).filter(|&seat| !self.players[seat].out).collect();
        seats.sort_by_key(lowest);
        seats
    }

    /// The resources, or the influence, that a player could spend.
    #[must_use]
    pub fn wealth(&self, seat: Seat, influence: bool) -> i16 {
        let ready = self.planets_of(seat).filter(|&planet| !self.planets[planet].exhausted);
        let worth = ready.map(|planet| self.worth(planet, influence)).sum::<i16>();
        worth + i16::from(self.players[seat].goods)
    }

    /// The resources, or the influence, of a planet.
    #[must_use]
    pub fn worth(&self, planet: usize, influence: bool) -> i16 {
        let World { resources, influence: votes, .. } = self.planets[planet].world;
        i16::from(if influence { votes } else { resources })
    }

    /// The figures of a type that a player has on the board.
    #[must_use]
    pub fn count(&self, seat: Seat, unit: Unit) -> usize {
        self.board(|figure| figure.seat == seat && figure.unit == unit).count()
    }

    /// The secret objectives that a player has scored.
    #[must_use]
    pub fn scored_secrets(&self, seat: Seat) -> usize {
        let own = self.scored.iter().filter(|&&(card, by)| by == seat && OBJECTIVES[card].secret);
        own.count()
    }
}
