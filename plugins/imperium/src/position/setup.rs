//! A position that is read: its cards, units, tokens and board, or the first mistake in it.

use cardmill_harness::session::Problem;
use cardmill_kernel::card::{Seat, Slot};

use super::{Planet, Player, Position, Sheet};
use crate::board::{self, Board, COMMAND_TOKENS, House, PLAYERS, Phase, SLOTS, VICTORY};
use crate::catalogue::Catalogue;
use crate::piece::{Piece, Place, SystemId};
use crate::procedure::strategy_cards;
use crate::token::{SLEEPERS, Token};
use crate::vocabulary::{Constant, Definition, Edition, Kind, UnitType};

/// A mistake at a place of a position, and what was expected there.
pub(super) fn wrong<T>(
    place: impl Into<String>,
    expected: impl Into<String>,
) -> Result<T, Problem> {
    Err(Problem::at(place, format!("expected {}", expected.into())))
}

/// A position on its way to a table.
pub(super) struct Setup<'a> {
    pub(super) catalogue: &'a Catalogue,
    pub(super) pieces: Vec<Piece>,
    pub(super) tokens: Vec<Token>,
    pub(super) board: Board,
}

impl<'a> Setup<'a> {
    pub(super) fn read(catalogue: &'a Catalogue, position: &Position) -> Result<Self, Problem> {
        let (pieces, tokens, board) = (Vec::new(), Vec::new(), Board::default());
        let mut setup = Self { catalogue, pieces, tokens, board };
        setup.players(position)?;
        setup.systems(position)?;
        setup.decks(position)?;
        setup.scored(position)?;
        setup.tokens()?;
        setup.copies()?;
        let found = setup.pieces.len();
        if found > SLOTS {
            return wrong("", format!("at most {SLOTS} cards and units, found {found}"));
        }
        setup.board.slots = found as Slot;
        Ok(setup)
    }

    /// Command tokens are no more than there are.
    fn tokens(&self) -> Result<(), Problem> {
        for (seat, player) in self.board.players.iter().enumerate() {
            let placed = self.board.systems.iter().filter(|s| s.tokens & (1 << seat) != 0).count();
            let all = player.pools.iter().fold(placed, |all, &pool| all + usize::from(pool));
            if all > usize::from(COMMAND_TOKENS) {
                let most = format!("at most {COMMAND_TOKENS}, those on the board counted");
                return wrong(format!("players[{seat}].tokens"), format!("{most}, found {all}"));
            }
        }
        Ok(())
    }

    /// In a whole game action cards and agendas are no more often there than printed.
    fn copies(&self) -> Result<(), Problem> {
        if !self.board.house.whole {
            return Ok(());
        }
        let definitions = self.catalogue.definitions();
        let mut found = vec![0; definitions.len()];
        self.pieces.iter().for_each(|piece| found[usize::from(piece.definition)] += 1);
        for (card, found) in definitions.iter().zip(found) {
            let counted = matches!(card.kind, Kind::Action | Kind::Agenda);
            if counted && found > usize::from(card.copies) {
                let most = format!("at most {} of {} in hands and decks", card.copies, card.id);
                return wrong("", format!("{most}, found {found}"));
            }
        }
        Ok(())
    }

    fn find(&self, place: &str, id: &str) -> Result<u16, Problem> {
        match self.catalogue.find(id) {
            Some(definition) => Ok(definition),
            None => wrong(place, format!("the id of a card, found {id:?}")),
        }
    }

    fn kind(&self, place: &str, id: &str, kinds: &[Kind]) -> Result<u16, Problem> {
        let definition = self.find(place, id)?;
        let kind = self.catalogue.definition(definition).kind;
        if kinds.contains(&kind) {
            Ok(definition)
        } else {
            wrong(place, format!("a card of kind {kinds:?}, found {id} of kind {kind:?}"))
        }
    }

    fn add(&mut self, definition: u16, owner: Seat, holder: Seat, place: Place) -> Slot {
        self.pieces.push(Piece { definition, owner, holder, place, ..Piece::default() });
        (self.pieces.len() - 1).min(SLOTS) as Slot
    }

    fn players(&mut self, position: &Position) -> Result<(), Problem> {
        let count = position.players.len();
        if !(3..=PLAYERS).contains(&count) {
            return wrong("players", format!("3 to {PLAYERS} players, found {count}"));
        }
        for (seat, sheet) in position.players.iter().enumerate() {
            let place = format!("players[{seat}].faction");
            let faction = self.kind(&place, &sheet.faction, &[Kind::Faction])?;
            let (tactic, fleet, strategy) = sheet.tokens;
            self.board.players.push(board::Player {
                faction,
                pools: [tactic, fleet, strategy],
                trade_goods: sheet.trade_goods,
                commodities: sheet.commodities,
                points: sheet.points as i8,
                passed: sheet.passed,
                ..board::Player::default()
            });
        }
        for (place, name) in [("active", position.active), ("speaker", position.speaker)] {
            self.seat(place, name)?;
        }
        if position.phase == Phase::Agenda && position.custodians {
            return wrong("phase", "another one than Agenda while the custodians are there");
        }
        self.board.phase = position.phase;
        self.board.round = 1;
        self.board.active = position.active.seat();
        self.board.speaker = position.speaker.seat();
        self.board.custodians = position.custodians;
        self.board.zero = position.zero.map(|zero| self.seat("zero", zero)).transpose()?;
        self.board.house = House {
            whole: position.whole,
            plain: position.plain,
            victory: position.victory.unwrap_or(VICTORY),
            trade: position.trade,
        };
        self.order(position)?;
        if position.dice.iter().any(|die| !(1..=10).contains(die)) {
            return wrong("dice", "results from 1 to 10");
        }
        self.board.dice = position.dice.iter().rev().copied().collect();
        for (seat, sheet) in position.players.iter().enumerate() {
            self.sheet(position, seat as Seat, sheet)?;
        }
        Ok(())
    }

    fn order(&mut self, position: &Position) -> Result<(), Problem> {
        let all = 0..position.players.len() as Seat;
        let order: Vec<Seat> = position.order.iter().map(|player| player.seat()).collect();
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if !order.is_empty() && !sorted.into_iter().eq(all.clone()) {
            return wrong("order", "every player once, or nobody");
        }
        self.board.order = if order.is_empty() { all.collect() } else { order };
        Ok(())
    }

    fn seat(&self, place: &str, player: Player) -> Result<Seat, Problem> {
        let seat = player.seat();
        if usize::from(seat) < self.board.players.len() {
            Ok(seat)
        } else {
            wrong(place, format!("a player at the table, found {player:?}"))
        }
    }

    fn sheet(&mut self, position: &Position, seat: Seat, sheet: &Sheet) -> Result<(), Problem> {
        let at = format!("players[{seat}]");
        let faction = self.find(&at, &sheet.faction)?;
        self.add(faction, seat, seat, Place::Area);
        let abilities: Vec<u16> = self
            .catalogue
            .definitions()
            .iter()
            .enumerate()
            .filter(|(_, d)| {
                d.kind == Kind::FactionAbility
                    && d.faction == sheet.faction
                    && !position.plain
                    && !(position.whole && d.edition == Edition::Kings)
            })
            .map(|(at, _)| at as u16)
            .collect();
        for ability in abilities {
            self.add(ability, seat, seat, Place::Area);
        }
        for id in &sheet.hand {
            let card = self.kind(&format!("{at}.hand"), id, &[Kind::Action, Kind::Objective])?;
            self.add(card, seat, seat, Place::Hand);
        }
        for (list, ids, place) in [
            ("notes", &sheet.notes, Place::Hand),
            ("notes_in_play", &sheet.notes_in_play, Place::Area),
        ] {
            for id in ids {
                let (card, owner) = self.note(&format!("{at}.{list}"), position, seat, id)?;
                self.add(card, owner, seat, place);
            }
        }
        let area = [
            Kind::Technology,
            Kind::Upgrade,
            Kind::Agenda,
            Kind::Test,
            Kind::FactionAbility,
            Kind::Action,
            Kind::Exploration,
        ];
        for id in &sheet.cards {
            let place = format!("{at}.cards");
            let card = self.kind(&place, id, &area)?;
            let copied = self.is_copied(card, sheet);
            let owner = if copied { self.of_faction(&place, position, card)? } else { seat };
            self.add(card, owner, seat, Place::Area);
        }
        for id in &sheet.exhausted {
            let card = self.find(&format!("{at}.exhausted"), id)?;
            let is = |piece: &&mut Piece| {
                piece.definition == card && piece.holder == seat && piece.place == Place::Area
            };
            let mut found = self.pieces.iter_mut().filter(is).peekable();
            if found.peek().is_none() {
                return wrong(format!("{at}.exhausted"), format!("a card of `cards`, found {id}"));
            }
            found.for_each(|piece| piece.exhausted = true);
        }
        for id in &sheet.strategy {
            let card = self.kind(&format!("{at}.strategy"), id, &[Kind::Strategy])?;
            if self.pieces.iter().any(|piece| piece.definition == card) {
                return wrong(format!("{at}.strategy"), format!("{id} once at the table"));
            }
            let slot = self.add(card, seat, seat, Place::Area);
            self.pieces[usize::from(slot)].exhausted = sheet.used.contains(id);
        }
        let (count, found) = (position.players.len(), sheet.strategy.len());
        let most = strategy_cards(count);
        if found > most {
            let expected = format!("at most {most} with {count} players, found {found}");
            return wrong(format!("{at}.strategy"), expected);
        }
        if let Some(lost) = sheet.used.iter().find(|id| !sheet.strategy.contains(id)) {
            return wrong(format!("{at}.used"), format!("a card of `strategy`, found {lost}"));
        }
        Ok(())
    }

    /// The definition of a note and the player whose it is; `text` is an id, or `P2` and an id.
    fn note(
        &self,
        place: &str,
        position: &Position,
        seat: Seat,
        text: &str,
    ) -> Result<(u16, Seat), Problem> {
        let (owner, id) = match text.split_once(' ') {
            Some((player, id)) => {
                let number = player.strip_prefix('P').and_then(|n| n.parse::<Seat>().ok());
                let seats = 1..=position.players.len() as Seat;
                match number.filter(|n| seats.contains(n)) {
                    Some(number) => (Some(number - 1), id),
                    None => return wrong(place, format!("a player before the id in {text:?}")),
                }
            }
            None => (None, text),
        };
        let note = self.kind(place, id, &[Kind::Note])?;
        if self.catalogue.definition(note).faction.is_empty() {
            return Ok((note, owner.unwrap_or(seat)));
        }
        Ok((note, self.of_faction(place, position, note)?))
    }

    /// The player of the faction of a card.
    fn of_faction(&self, place: &str, position: &Position, card: u16) -> Result<Seat, Problem> {
        let card = self.catalogue.definition(card);
        let (faction, id) = (&card.faction, &card.id);
        match position.players.iter().position(|sheet| sheet.faction == *faction) {
            Some(owner) => Ok(owner as Seat),
            None => wrong(place, format!("somebody who plays {faction}, whose card {id} is")),
        }
    }

    /// Tells whether a card in front of a player is an assimilator with the text of a technology of
    /// another faction.
    fn is_copied(&self, card: u16, sheet: &Sheet) -> bool {
        let card = self.catalogue.definition(card);
        let technology = matches!(card.kind, Kind::Technology | Kind::Upgrade);
        let own = |other: &Definition| {
            other.faction == sheet.faction && other.constants.contains(&Constant::Assimilates)
        };
        technology
            && !card.faction.is_empty()
            && card.faction != sheet.faction
            && self.catalogue.definitions().iter().any(own)
    }

    /// Tells whether space docks of a player float, by the sheet or an upgrade in front of them.
    fn docks_float(&self, seat: Seat) -> bool {
        let is = |definition: u16| {
            let unit = self.catalogue.definition(definition).unit;
            unit.is_some_and(|unit| unit.unit == UnitType::SpaceDock && unit.floats)
        };
        let printed = self.catalogue.printed_units(self.board.player(seat).faction);
        let owned = self.pieces.iter().filter(|piece| piece.holder == seat);
        printed.into_iter().flatten().any(is)
            || owned.filter(|piece| piece.place == Place::Area).any(|piece| is(piece.definition))
    }

    fn systems(&mut self, position: &Position) -> Result<(), Problem> {
        if position.systems.len() > 64 {
            return wrong("systems", "at most 64 systems");
        }
        let named = |name: &str| position.systems.iter().position(|s| s.name == name);
        for (id, system) in position.systems.iter().enumerate() {
            let at = format!("systems[{id}]");
            if system.name.is_empty() || named(&system.name) != Some(id) {
                return wrong(at, "a name of its own");
            }
            let mut touches = 0;
            for other in &system.adjacent {
                match named(other) {
                    Some(other) if other != id => touches |= 1 << other,
                    _ => return wrong(at, format!("another system, found {other:?}")),
                }
            }
            let mut tokens = 0;
            for player in &system.tokens {
                tokens |= 1 << self.seat(&at, *player)?;
            }
            let home = system.home.map(|player| self.seat(&at, player)).transpose()?;
            if system.wormholes.len() > 2 {
                return wrong(at, "at most 2 wormholes");
            }
            self.board.systems.push(board::System {
                name: system.name.clone(),
                wormholes: system.wormholes.iter().copied().collect(),
                anomaly: system.anomaly,
                home,
                touches,
                tokens,
            });
            let space = Place::Space(id as SystemId);
            self.units(&at, &system.units, space, false)?;
            self.units(&at, &system.damaged, space, true)?;
            for (n, planet) in system.planets.iter().enumerate() {
                self.planet(format!("{at}.planets[{n}]"), id as SystemId, planet)?;
            }
        }
        for a in 0..self.board.systems.len() {
            for b in 0..self.board.systems.len() {
                if self.board.systems[a].touches & (1 << b) != 0 {
                    self.board.systems[b].touches |= 1 << a;
                }
            }
        }
        self.figures()
    }

    fn planet(&mut self, at: String, system: SystemId, planet: &Planet) -> Result<(), Problem> {
        if self.board.planets.len() >= 64 {
            return wrong(at, "at most 64 planets");
        }
        if self.board.planets.iter().any(|other| other.name == planet.name) {
            return wrong(at, "a name of its own");
        }
        let owner = planet.owner.map(|player| self.seat(&at, player)).transpose()?;
        let id = self.board.planets.len() as u8;
        if planet.sleeper {
            if self.tokens.len() == SLEEPERS {
                return wrong(at, format!("at most {SLEEPERS} sleepers"));
            }
            self.tokens.push(Token { place: Place::Planet(id) });
        }
        self.board.planets.push(board::Planet {
            name: planet.name.clone(),
            system,
            resources: planet.resources,
            influence: planet.influence,
            trait_: planet.trait_,
            specialty: planet.specialty,
            owner,
            exhausted: !planet.ready,
            mecatol: planet.mecatol,
        });
        for law in &planet.laws {
            let card = self.kind(&format!("{at}.laws"), law, &[Kind::Agenda])?;
            let slot = self.add(card, 0, 0, Place::Planet(id));
            self.pieces[usize::from(slot)].exhausted = planet.exhausted.contains(law);
        }
        if let Some(lost) = planet.exhausted.iter().find(|id| !planet.laws.contains(id)) {
            return wrong(format!("{at}.exhausted"), format!("a card of `laws`, found {lost}"));
        }
        self.units(&at, &planet.units, Place::Planet(id), false)?;
        self.units(&at, &planet.damaged, Place::Planet(id), true)
    }

    fn units(
        &mut self,
        at: &str,
        units: &[(Player, Vec<UnitType>)],
        place: Place,
        damaged: bool,
    ) -> Result<(), Problem> {
        for (player, types) in units {
            let seat = self.seat(at, *player)?;
            for &unit in types {
                let faction = self.board.player(seat).faction;
                let Some(definition) = self.catalogue.printed_units(faction)[unit as usize] else {
                    let faction = &self.catalogue.definition(faction).id;
                    return wrong(at, format!("a unit that {faction} has, found {unit:?}"));
                };
                let floats = unit == UnitType::SpaceDock && self.docks_float(seat);
                let on_planet = matches!(place, Place::Planet(_));
                let fits = if on_planet {
                    !unit.is_ship() && !floats
                } else {
                    unit.is_ship() || unit.is_ground_force() || floats
                };
                if !fits {
                    return wrong(at, format!("{unit:?} where such a unit can be"));
                }
                let slot = self.add(definition, seat, seat, place);
                self.pieces[usize::from(slot)].damaged = damaged;
            }
        }
        Ok(())
    }

    /// Refuses more figures than there are of each type (LRR 96.2).
    fn figures(&self) -> Result<(), Problem> {
        for (n, piece) in self.pieces.iter().enumerate() {
            let unit = |piece: &Piece| self.catalogue.definition(piece.definition).unit;
            let Some(kind) = unit(piece).filter(|_| piece.place.is_board()) else { continue };
            let alike = self.pieces[..=n].iter().filter(|other| {
                other.owner == piece.owner
                    && other.place.is_board()
                    && unit(other).is_some_and(|unit| unit.unit == kind.unit)
            });
            if alike.count() > usize::from(kind.unit.figures()) {
                let (most, unit) = (kind.unit.figures(), kind.unit);
                return wrong("systems", format!("at most {most} of {unit:?} a player"));
            }
        }
        Ok(())
    }

    fn decks(&mut self, position: &Position) -> Result<(), Problem> {
        for id in position.action_cards.iter().rev() {
            let card = self.kind("action_cards", id, &[Kind::Action])?;
            let slot = self.add(card, 0, 0, Place::Deck);
            self.board.action_deck.push(slot);
        }
        for id in position.agendas.iter().rev() {
            let card = self.kind("agendas", id, &[Kind::Agenda])?;
            let slot = self.add(card, 0, 0, Place::Deck);
            self.board.agenda_deck.push(slot);
        }
        for id in position.exploration.iter().rev() {
            let card = self.kind("exploration", id, &[Kind::Exploration])?;
            let of = self.catalogue.definition(card).explores.expect("the library checks it");
            let slot = self.add(card, 0, 0, Place::Deck);
            self.board.exploration[of as usize].push(slot);
        }
        let objectives = [
            ("secrets", &position.secrets, Place::Deck),
            ("unrevealed", &position.unrevealed, Place::Deck),
            ("objectives", &position.objectives, Place::Common),
        ];
        for (list, ids, place) in objectives {
            for id in ids.iter().rev() {
                let card = self.kind(list, id, &[Kind::Objective])?;
                let objective = self.catalogue.definition(card).objective.as_ref();
                let secret = objective.is_some_and(|objective| objective.secret);
                // A law can have made one public.
                let public = list == "objectives" && self.opens_secrets(position);
                if secret != (list == "secrets") && !public {
                    let found = if secret { "secret" } else { "public" };
                    return wrong(list, format!("objectives that are not {found}, found {id}"));
                }
                let slot = self.add(card, 0, 0, place);
                match list {
                    "secrets" => self.board.secret_deck.push(slot),
                    "unrevealed" => self.board.unrevealed.push(slot),
                    _ => {}
                }
            }
        }
        for id in &position.laws {
            let card = self.kind("laws", id, &[Kind::Agenda])?;
            self.add(card, 0, 0, Place::Common);
        }
        for id in &position.discard {
            let card = self.find("discard", id)?;
            if matches!(self.catalogue.definition(card).kind, Kind::Unit | Kind::Faction) {
                return wrong("discard", format!("a card that can be discarded, found {id}"));
            }
            self.add(card, 0, 0, Place::Discard);
        }
        // The strategy cards nobody has lie in the middle (LRR 83.8).
        for (definition, card) in self.catalogue.definitions().iter().enumerate() {
            let definition = definition as u16;
            let taken = self.pieces.iter().any(|piece| piece.definition == definition);
            if card.kind == Kind::Strategy && !taken {
                self.add(definition, 0, 0, Place::Common);
            }
        }
        Ok(())
    }

    /// Tells whether a law of a position makes secret objectives public.
    fn opens_secrets(&self, position: &Position) -> bool {
        position.laws.iter().any(|id| {
            let law = self.catalogue.find(id).map(|law| self.catalogue.definition(law));
            law.is_some_and(|law| law.constants.contains(&Constant::OpenSecret))
        })
    }

    /// Marks the objectives that were scored, and lays trade goods on strategy cards.
    fn scored(&mut self, position: &Position) -> Result<(), Problem> {
        for (seat, sheet) in position.players.iter().enumerate() {
            let (at, seat) = (format!("players[{seat}].scored"), seat as Seat);
            for id in &sheet.scored {
                let card = self.kind(&at, id, &[Kind::Objective])?;
                let objective = self.catalogue.definition(card).objective.as_ref();
                let secret = objective.is_some_and(|objective| objective.secret);
                let public =
                    |piece: &Piece| piece.definition == card && piece.place == Place::Common;
                let slot =
                    if let Some(slot) = self.pieces.iter().position(public).filter(|_| secret) {
                        // It was the secret of who scored it first.
                        if !self.board.scored.iter().any(|&(other, _)| usize::from(other) == slot) {
                            (self.pieces[slot].owner, self.pieces[slot].holder) = (seat, seat);
                        }
                        slot as Slot
                    } else if secret {
                        self.add(card, seat, seat, Place::Area)
                    } else {
                        self.common(&at, card, "an objective of `objectives`, or a secret one")?
                    };
                self.board.scored.push((slot, seat));
            }
        }
        for (id, goods) in &position.bonus {
            let card = self.kind("bonus", id, &[Kind::Strategy])?;
            let slot = self.common("bonus", card, "a strategy card that nobody has")?;
            self.board.bonus.push((slot, *goods));
        }
        Ok(())
    }

    /// The slot of a card in the middle of the table; or else an error that says what was expected.
    fn common(&self, at: &str, card: u16, expected: &str) -> Result<Slot, Problem> {
        let is = |piece: &Piece| piece.definition == card && piece.place == Place::Common;
        match self.pieces.iter().position(is) {
            Some(slot) => Ok(slot as Slot),
            None => {
                let id = &self.catalogue.definition(card).id;
                wrong(at, format!("{expected}, found {id}"))
            }
        }
    }
}
