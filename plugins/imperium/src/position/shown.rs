//! The position that a table shows.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::rules::At;

use super::{Planet, Player, Position, Sheet, System};
use crate::board::VICTORY;
use crate::choice::Imperium;
use crate::piece::{Piece, Place, PlanetId, SystemId};
use crate::scene::Scene;
use crate::vocabulary::{Kind, UnitType};

/// The position that a table shows.
pub(crate) fn shown(at: &At<'_, Imperium>) -> Position {
    let scene = at.state.scene();
    let board = scene.board;
    let deck = |list: &[Slot]| list.iter().rev().map(|&slot| scene.id(slot)).collect();
    let common = |kind| scene.ids(|piece| piece.place == Place::Common, kind);
    // The last one is laid out first, as in decks.
    let mut objectives = common(&[Kind::Objective]);
    objectives.reverse();
    let house = board.house;
    // Said only where it is not by seat.
    let by_seat = board.order.is_sorted();
    let order = (!by_seat).then(|| board.order.iter().map(|&seat| player(seat)));
    Position {
        players: (0..board.players.len() as Seat).map(|seat| scene.sheet(seat)).collect(),
        systems: (0..board.systems.len() as SystemId).map(|id| scene.shown(id)).collect(),
        phase: board.phase,
        active: player(board.active),
        speaker: player(board.speaker),
        custodians: board.custodians,
        zero: board.zero.map(player),
        action_cards: deck(&board.action_deck),
        agendas: deck(&board.agenda_deck),
        exploration: board.exploration.iter().flat_map(|list| deck(list)).collect(),
        secrets: deck(&board.secret_deck),
        objectives,
        unrevealed: deck(&board.unrevealed),
        laws: common(&[Kind::Agenda]),
        bonus: board.bonus.iter().map(|&(slot, goods)| (scene.id(slot), goods)).collect(),
        discard: scene.ids(|piece| piece.place == Place::Discard, &[]),
        dice: board.dice.iter().rev().copied().collect(),
        seed: at.streams.seed(),
        table: None,
        order: order.into_iter().flatten().collect(),
        whole: house.whole,
        plain: house.plain,
        victory: (house.victory != VICTORY).then_some(house.victory),
        trade: house.trade,
    }
}

fn player(seat: Seat) -> Player {
    Player::at(seat).expect("a table has at most six players")
}

impl Scene<'_> {
    fn id(&self, slot: Slot) -> String {
        self.printed(slot).id.clone()
    }

    /// The ids of pieces of some kinds, or of all.
    fn ids(&self, is: impl Fn(&Piece) -> bool, kinds: &[Kind]) -> Vec<String> {
        let of = |&slot: &Slot| kinds.is_empty() || kinds.contains(&self.printed(slot).kind);
        let there = self.slots().filter(|&slot| is(self.piece(slot)));
        there.filter(of).map(|slot| self.id(slot)).collect()
    }

    fn sheet(&self, seat: Seat) -> Sheet {
        let player = self.board.player(seat);
        let faction = &self.catalogue.definition(player.faction).id;
        let of = |place: Place| move |piece: &Piece| piece.holder == seat && piece.place == place;
        let area = of(Place::Area);
        let exhausted = |piece: &Piece| area(piece) && piece.exhausted;
        // What the sheet brings with it is not said.
        let is_own = |card: &Slot| {
            let card = self.printed(*card);
            card.kind == Kind::FactionAbility && card.faction == *faction
        };
        let cards = self.slots().filter(|&slot| {
            let kind = self.printed(slot).kind;
            let elsewhere =
                [Kind::Faction, Kind::Note, Kind::Strategy, Kind::Objective].contains(&kind);
            area(self.piece(slot)) && !elsewhere
        });
        let spent = self.slots().filter(|&slot| {
            exhausted(self.piece(slot)) && self.printed(slot).kind != Kind::Strategy
        });
        let mut spent: Vec<String> = spent.map(|slot| self.id(slot)).collect();
        spent.dedup();
        let scored = self.board.scored.iter().filter(|(_, by)| *by == seat);
        let [tactic, fleet, strategy] = player.pools;
        Sheet {
            faction: faction.clone(),
            hand: self.ids(of(Place::Hand), &[Kind::Action, Kind::Objective]),
            notes: self.notes(of(Place::Hand)),
            notes_in_play: self.notes(area),
            cards: cards.filter(|card| !is_own(card)).map(|card| self.id(card)).collect(),
            exhausted: spent,
            scored: scored.map(|&(slot, _)| self.id(slot)).collect(),
            strategy: self.ids(area, &[Kind::Strategy]),
            used: self.ids(exhausted, &[Kind::Strategy]),
            tokens: (tactic, fleet, strategy),
            trade_goods: player.trade_goods,
            commodities: player.commodities,
            points: player.points.max(0) as u8,
            passed: player.passed,
        }
    }

    /// Notes, with whose they are where that is another player than the one who has them.
    fn notes(&self, is: impl Fn(&Piece) -> bool) -> Vec<String> {
        let there = self.slots().filter(|&slot| is(self.piece(slot)));
        let notes = there.filter(|&slot| self.printed(slot).kind == Kind::Note);
        let named = |slot: Slot| {
            let (piece, note) = (self.piece(slot), self.printed(slot));
            if piece.owner == piece.holder || !note.faction.is_empty() {
                return note.id.clone();
            }
            format!("{:?} {}", player(piece.owner), note.id)
        };
        notes.map(named).collect()
    }

    fn shown(&self, id: SystemId) -> System {
        let board = self.board;
        let system = board.system(id);
        let touches = |&other: &usize| system.touches & (1 << other) != 0;
        let adjacent = (0..board.systems.len()).filter(touches);
        let tokens = (0..board.players.len() as Seat).filter(|&seat| board.has_token(id, seat));
        System {
            name: system.name.clone(),
            adjacent: adjacent.map(|other| board.systems[other].name.clone()).collect(),
            wormholes: system.wormholes.to_vec(),
            anomaly: system.anomaly,
            home: system.home.map(player),
            tokens: tokens.map(player).collect(),
            units: self.units(Place::Space(id), false),
            damaged: self.units(Place::Space(id), true),
            planets: board.planets_of(id).map(|planet| self.world(planet)).collect(),
        }
    }

    fn world(&self, id: PlanetId) -> Planet {
        let planet = self.board.planet(id);
        let laws = |spent: bool| {
            let here =
                |piece: &Piece| piece.place == Place::Planet(id) && (piece.exhausted || !spent);
            self.ids(here, &[Kind::Agenda])
        };
        Planet {
            name: planet.name.clone(),
            resources: planet.resources,
            influence: planet.influence,
            trait_: planet.trait_,
            specialty: planet.specialty,
            owner: planet.owner.map(player),
            ready: !planet.exhausted,
            sleeper: self.sleeper(id).is_some(),
            mecatol: planet.mecatol,
            laws: laws(false),
            exhausted: laws(true),
            units: self.units(Place::Planet(id), false),
            damaged: self.units(Place::Planet(id), true),
        }
    }

    fn units(&self, place: Place, damaged: bool) -> Vec<(Player, Vec<UnitType>)> {
        let of = |seat: Seat| {
            let there = self.figures().filter(move |&(slot, _)| {
                let piece = self.piece(slot);
                piece.owner == seat && piece.place == place && piece.damaged == damaged
            });
            (player(seat), there.map(|(_, unit)| unit).collect::<Vec<_>>())
        };
        let players = (0..self.board.players.len() as Seat).map(of);
        players.filter(|(_, units)| !units.is_empty()).collect()
    }
}
