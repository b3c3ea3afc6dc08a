//! The view of one player: what it may know, computed in one place.
//!
//! A [`View`] holds the table but gives out only what its seat can see: the galaxy, all that lies in
//! front of players, its own hand, how many cards the others hold, and who holds which promissory
//! notes. Hidden are the action cards and secret objectives in other hands, and what lies in which order in decks. Agents get a view and nothing
//! else, so they cannot peek.

mod determinize;
mod known;

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::rounds::Candidate;
use cardmill_kernel::rules::At;
use cardmill_kernel::stack::{Entry, Stack};

use crate::board::{Agenda, Combat, Die, Planet, Player, System, Trade};
use crate::catalogue::Catalogue;
use crate::choice::{Choice, Deal, Imperium, Prompt, Target};
use crate::gathered::{Laws, Standing};
use crate::piece::{Piece, Place, PlanetId, SystemId};
use crate::procedure::{Locals, Transaction};
use crate::program::{Op, PROCEDURE};
use crate::proposal::Proposal;
use crate::scene::{Attributes, Context, Course, Scene};
use crate::vocabulary::{
    Condition, Cost, Definition, FigureFilter, Kind, Moment, PlanetFilter, SystemFilter, UnitType,
};

pub use determinize::determinize;
pub use known::Known;

/// The things one player may know at this moment.
#[derive(Clone, Copy)]
pub struct View<'a> {
    scene: Scene<'a>,
    stack: &'a Stack<Imperium>,
    decision: &'a Decision<Imperium>,
    seat: Seat,
}

/// The table as everybody sees it.
impl<'a> View<'a> {
    /// The view of a player at a table as it stands.
    #[must_use]
    pub fn of(at: &'a At<'_, Imperium>, seat: Seat) -> Self {
        View { scene: at.state.scene(), stack: at.stack, decision: at.decision, seat }
    }

    /// The player whose view it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// All cards that can be at a table.
    #[must_use]
    pub const fn catalogue(&self) -> &'a Catalogue {
        self.scene.catalogue
    }

    /// The players, by seat, as everybody sees them.
    #[must_use]
    pub const fn players(&self) -> &'a [Player] {
        self.scene.board.players.as_slice()
    }

    /// The player in a seat, as everybody sees it.
    #[must_use]
    pub fn player(&self, seat: Seat) -> &'a Player {
        self.scene.board.player(seat)
    }

    /// Returns `true` for a player who was not eliminated.
    #[must_use]
    pub const fn is_in_game(&self, seat: Seat) -> bool {
        self.scene.board.is_in_game(seat)
    }

    /// The player with the speaker token.
    #[must_use]
    pub const fn speaker(&self) -> Seat {
        self.scene.board.speaker
    }

    /// The active system, if there is one.
    #[must_use]
    pub const fn active_system(&self) -> Option<SystemId> {
        self.scene.board.system
    }

    /// Tells whether the custodians token is on Mecatol Rex.
    #[must_use]
    pub const fn custodians(&self) -> bool {
        self.scene.board.custodians
    }

    /// The combat under way, if there is one.
    #[must_use]
    pub const fn combat(&self) -> Option<Combat> {
        self.scene.board.combat
    }

    /// A die of the last roll of the combat, by its number.
    #[must_use]
    pub fn die(&self, number: u8) -> Option<Die> {
        self.scene.board.rolled.get(usize::from(number)).copied()
    }

    /// The agenda that is voted on.
    #[must_use]
    pub const fn agenda(&self) -> Option<Agenda> {
        self.scene.board.agenda
    }

    /// The thing that an outcome of the agenda that is voted on elects.
    #[must_use]
    pub fn elected(&self, outcome: u8) -> Target {
        let agenda = self.scene.board.agenda;
        agenda.map_or(Target::None, |agenda| self.scene.elected(agenda.card, outcome))
    }

    /// The changes that laws make to the rules.
    #[must_use]
    pub const fn rules_by_law(&self) -> &'a Laws {
        &self.scene.gathered.laws
    }

    /// The systems, in the order of their numbers.
    #[must_use]
    pub const fn systems(&self) -> &'a [System] {
        self.scene.board.systems.as_slice()
    }

    /// The system of this number.
    #[must_use]
    pub fn system(&self, system: SystemId) -> &'a System {
        self.scene.board.system(system)
    }

    /// The planets, in the order of their numbers.
    #[must_use]
    pub const fn planets(&self) -> &'a [Planet] {
        self.scene.board.planets.as_slice()
    }

    /// The planet of this number.
    #[must_use]
    pub fn planet(&self, planet: PlanetId) -> &'a Planet {
        self.scene.board.planet(planet)
    }

    /// The planets of a system.
    pub fn planets_of(&self, system: SystemId) -> impl Iterator<Item = PlanetId> + use<'a> {
        self.scene.board.planets_of(system)
    }

    /// Tells whether a player's command token is in a system.
    #[must_use]
    pub fn has_token(&self, system: SystemId, seat: Seat) -> bool {
        self.scene.board.has_token(system, seat)
    }

    /// The trade goods on a strategy card that nobody took.
    #[must_use]
    pub fn bonus(&self, slot: Slot) -> u8 {
        let bonus = self.scene.board.bonus.iter().find(|(card, _)| *card == slot);
        bonus.map_or(0, |(_, goods)| *goods)
    }

    /// The figures on the board, by slot.
    pub fn figures(&self) -> impl Iterator<Item = (Slot, UnitType, &'a Piece)> + use<'a> {
        let scene = self.scene;
        scene.figures().map(move |(slot, unit)| (slot, unit, scene.piece(slot)))
    }

    /// The systems in which a player has ships, as a mask.
    #[must_use]
    pub fn sailed(&self, seat: Seat) -> u64 {
        self.scene.sailed(seat)
    }

    /// The type of a figure on the board.
    #[must_use]
    pub fn unit_type(&self, slot: Slot) -> Option<UnitType> {
        self.scene.unit_type(slot)
    }

    /// The attributes of a figure.
    #[must_use]
    pub fn attributes(&self, slot: Slot) -> Attributes {
        self.scene.attributes(slot)
    }

    /// The number of units that a figure can produce at a time.
    #[must_use]
    pub fn production(&self, slot: Slot) -> u8 {
        self.scene.stats(slot).production
    }

    /// The numbers and permissions that constants give a player.
    #[must_use]
    pub fn standing(&self, seat: Seat) -> &'a Standing {
        self.scene.standing(seat)
    }

    /// The card that says what a player's units of a type are.
    #[must_use]
    pub fn unit_card(&self, seat: Seat, unit: UnitType) -> Option<&'a Definition> {
        self.scene.unit_card(seat, unit)
    }

    /// The most ships, fighters not counted, that a player may have in a system.
    #[must_use]
    pub fn fleet_limit(&self, seat: Seat) -> u8 {
        self.scene.fleet_limit(seat)
    }

    /// The systems that are adjacent to one for a player, as a mask.
    #[must_use]
    pub fn near(&self, system: SystemId, seat: Seat) -> u64 {
        self.scene.galaxy(seat).near(system)
    }

    /// The ways of a player's ships into a system.
    #[must_use]
    pub fn course(&self, seat: Seat, to: SystemId) -> Course<'a> {
        self.scene.course(seat, to)
    }

    /// Resources, or influence, a player could spend.
    #[must_use]
    pub fn spendable(&self, seat: Seat, influence: bool) -> i16 {
        self.scene.spendable(seat, influence)
    }

    /// The cards of a kind in front of a player.
    pub fn area(&self, seat: Seat, kind: Kind) -> impl Iterator<Item = Slot> + use<'a> {
        self.scene.cards(seat, Place::Area, kind)
    }

    /// The number of action cards, or secret objectives, that a player holds.
    #[must_use]
    pub fn hand_count(&self, seat: Seat, kind: Kind) -> usize {
        self.scene.cards(seat, Place::Hand, kind).count()
    }

    /// The number of technologies that a player owns of each colour.
    #[must_use]
    pub fn colours(&self, seat: Seat) -> [u8; 4] {
        self.scene.colours(seat)
    }

    /// The technologies that a player owns.
    pub fn technologies(&self, seat: Seat) -> impl Iterator<Item = Slot> + use<'a> {
        self.scene.technologies(seat)
    }

    /// The number of types of units of which a player owns an upgrade.
    #[must_use]
    pub fn upgraded(&self, seat: Seat) -> usize {
        self.scene.upgraded(seat)
    }

    /// The number of technologies of the own faction that a player owns, assimilators left out.
    #[must_use]
    pub fn faction_technologies(&self, seat: Seat) -> usize {
        self.scene.faction_technologies(seat)
    }

    /// The assimilators of the seat that could copy a technology.
    #[must_use]
    pub fn assimilators(&self, technology: &Definition) -> Vec<Slot> {
        self.scene.assimilators(self.seat, technology)
    }

    /// Tells whether a condition of an objective holds for a player.
    #[must_use]
    pub fn holds(&self, condition: &Condition, seat: Seat) -> bool {
        self.scene.holds(condition, &Context::of(seat))
    }

    /// Tells whether a player can pay all of these costs.
    #[must_use]
    pub fn payable(&self, costs: &[Cost], seat: Seat) -> bool {
        self.scene.payable(costs, seat)
    }

    /// Tells whether a figure fits a filter for a player.
    #[must_use]
    pub fn figure_fits(&self, filter: &FigureFilter, slot: Slot, seat: Seat) -> bool {
        self.scene.fits(filter, slot, &Context::of(seat))
    }

    /// Tells whether a planet fits a filter for a player.
    #[must_use]
    pub fn planet_fits(&self, filter: &PlanetFilter, planet: PlanetId, seat: Seat) -> bool {
        self.scene.planet_fits(filter, planet, &Context::of(seat))
    }

    /// Tells whether a system fits a filter for a player.
    #[must_use]
    pub fn system_fits(&self, filter: &SystemFilter, system: SystemId, seat: Seat) -> bool {
        self.scene.system_fits(filter, system, &Context::of(seat))
    }

    /// Tells whether a card is a secret objective that no law has made public.
    #[must_use]
    pub fn is_secret(&self, slot: Slot) -> bool {
        self.scene.is_secret(slot)
    }

    /// Tells whether a player has scored an objective.
    #[must_use]
    pub fn has_scored(&self, slot: Slot, seat: Seat) -> bool {
        self.scene.board.scored.contains(&(slot, seat))
    }

    /// The transaction that an offer of these terms to another player would be.
    pub(crate) fn deal(&self, other: Seat, deal: Deal) -> Transaction {
        Transaction::on(self.scene, self.seat, other, deal)
    }

    /// The terms that it could offer another player.
    pub(crate) fn menu(&self, other: Seat) -> Vec<Deal> {
        if self.scene.board.house.trade == Trade::Menu {
            self.scene.menu(self.seat, other)
        } else {
            Vec::new()
        }
    }

    /// The window that is open: what it is about, and where around it.
    #[must_use]
    pub fn window(&self) -> Option<(Moment, Proposal)> {
        self.stack.rounds().and_then(|rounds| rounds.event.event())
    }

    /// The number of dice of the seat in the last roll of a combat that have missed.
    #[must_use]
    pub fn misses(&self) -> usize {
        self.scene.dice(self.seat).filter(|(_, die)| die.hits() == 0).count()
    }

    /// The laws in play.
    pub fn laws(&self) -> impl Iterator<Item = Slot> + use<'a> {
        self.scene.laws()
    }
}

/// The table as only this seat knows it.
impl<'a> View<'a> {
    /// Tells whether it sees the card or figure in a slot.
    #[must_use]
    pub fn sees(&self, slot: Slot) -> bool {
        sees(self.scene, self.stack, self.seat, slot)
    }

    /// The piece in a slot, if it sees that.
    #[must_use]
    pub fn piece(&self, slot: Slot) -> Option<&'a Piece> {
        self.sees(slot).then(|| self.scene.piece(slot))
    }

    /// The card of the piece in a slot, if it sees that.
    #[must_use]
    pub fn card(&self, slot: Slot) -> Option<&'a Definition> {
        self.sees(slot).then(|| self.scene.printed(slot))
    }

    /// The objectives that it could still score: those that lie open and its own secret ones.
    pub fn objectives(&self) -> impl Iterator<Item = Slot> + use<'a> {
        let Self { scene, seat, .. } = *self;
        scene.slots().filter(move |&slot| {
            let piece = scene.piece(slot);
            let there =
                piece.place == Place::Common || piece.place == Place::Hand && piece.holder == seat;
            there
                && scene.printed(slot).kind == Kind::Objective
                && !scene.board.scored.contains(&(slot, seat))
        })
    }

    /// The kind of question it is asked; `None` while another is asked.
    #[must_use]
    pub fn prompt(&self) -> Option<Prompt> {
        self.decision.prompt.filter(|_| self.decision.seat == self.seat)
    }

    /// The options of its question; empty while another is asked.
    #[must_use]
    pub fn options(&self) -> &'a [Choice] {
        if self.decision.seat == self.seat { &self.decision.options } else { &[] }
    }

    /// An ability that it could resolve in the window that is open.
    #[must_use]
    pub fn candidate(&self, index: u8) -> Option<&'a Candidate> {
        let rounds = self.stack.rounds().filter(|_| self.decision.seat == self.seat)?;
        rounds.candidates().get(usize::from(index))
    }

    /// The memory of the program that asks it.
    pub(crate) fn asking(&self) -> Option<&'a Locals> {
        let frame = self.stack.frame().filter(|_| self.decision.seat == self.seat)?;
        Some(&frame.locals)
    }

    /// The card of the program that is being resolved, if it sees that.
    #[must_use]
    pub fn source(&self) -> Option<Slot> {
        let frame = self.stack.frame()?;
        frame.source.is_some().then_some(frame.source.slot).filter(|&slot| self.sees(slot))
    }

    /// The instruction of an ability that asks it, and the card that it is on.
    pub(crate) fn asking_step(&self) -> Option<(&'a Op, Slot)> {
        let frame = self.stack.frame().filter(|_| self.decision.seat == self.seat)?;
        let of_ability = matches!(frame.locals, Locals::Ability(_)) && frame.program != PROCEDURE;
        let ops = of_ability.then(|| self.scene.catalogue.ops(frame.program))?;
        Some((ops.get(usize::from(frame.at))?, frame.source.slot))
    }

    /// Returns `true` if it is asked for a command token of the sheet that it gives up (LRR 20.3b,
    /// 61.10).
    pub(crate) fn gives_token(&self) -> bool {
        let frame = self.stack.frame().filter(|_| self.decision.seat == self.seat);
        frame.is_some_and(|frame| matches!(frame.locals, Locals::Levy(_) | Locals::Scoring(_)))
    }
}

/// Tells whether others do not know which cards of a kind somebody holds. Notes in hand lie facedown,
/// too (LRR 69.6), but everybody begins with the same ones (LRR 69), and the terms on which they change
/// hands are said aloud (LRR 94.4): so everybody knows who holds which.
pub(crate) fn is_secret(kind: Kind) -> bool {
    kind != Kind::Note
}

/// Tells whether a seat sees the card or figure in a slot. Cards that an ability is resolved of
/// have been shown.
fn sees(scene: Scene<'_>, stack: &Stack<Imperium>, seat: Seat, slot: Slot) -> bool {
    let (piece, kind) = (scene.piece(slot), scene.printed(slot).kind);
    let hidden = match piece.place {
        Place::Deck => true,
        Place::Hand => piece.holder != seat && is_secret(kind),
        _ => false,
    };
    !hidden || is_shown(stack, slot)
}

/// Tells whether an ability of this card is being resolved, or it is offered in a transaction.
fn is_shown(stack: &Stack<Imperium>, slot: Slot) -> bool {
    stack.entries.iter().any(|entry| match entry {
        Entry::Frame(frame) => match &frame.locals {
            Locals::Ability(_) => frame.source.is_some() && frame.source.slot == slot,
            Locals::Transaction(transaction) => transaction.names(slot),
            _ => false,
        },
        _ => false,
    })
}
