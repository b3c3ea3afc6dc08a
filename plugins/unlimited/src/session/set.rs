//! Changes to a position in place. They are no events: constant abilities and consequences
//! follow, nothing triggers.

use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::{Decision, State};
use cardmill_kernel::driver::Driver;
use cardmill_kernel::order::Seats;
use cardmill_kernel::session::{Problem, Session};
use cardmill_kernel::stack::{Entry, Stack};
use cardmill_kernel::table::{Status, Table};
use serde::Deserialize;

use crate::board::{Board, Slots};
use crate::card::{Card, Marks, Zone};
use crate::catalogue::Catalogue;
use crate::choice::{Prompt, Unlimited};
use crate::deal::Given;
use crate::driver::Tabletop;
use crate::driver::card::named;
use crate::log::Log;
use crate::position::Player;
use crate::scene::Context;
use crate::vocabulary::{Kind, Token};

/// A card, by its number or in the words of scenarios.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected the number or the name of a card")]
pub(super) enum Which {
    /// Its number.
    Id(Slot),
    /// Its name: `Wampa`, `P2 Wampa`, `Wampa #2`.
    Name(String),
}

/// Where a card is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum To {
    /// On top of its owner's deck.
    DeckTop,
    /// On the bottom of its owner's deck.
    DeckBottom,
    /// Into its owner's hand.
    Hand,
    /// Into its owner's discard pile.
    Discard,
    /// Into its owner's resources, ready.
    Resources,
    /// Into play, a unit into its arena, an upgrade on a unit.
    Play,
    /// Captured by a unit.
    Captured,
}

/// One change.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Change {
    /// A card changes zone, as a new card.
    Move {
        /// The card.
        card: Which,
        /// Where to.
        to: To,
        /// Who controls it in play; its owner when left out.
        #[serde(default)]
        controller: Option<Player>,
        /// The unit an upgrade goes on, or that captures the card.
        #[serde(default)]
        on: Option<Which>,
    },
    /// A unit or a base has this much damage.
    Damage {
        /// The card.
        card: Which,
        /// How much.
        amount: u8,
    },
    /// A card is exhausted.
    Exhaust {
        /// The card.
        card: Which,
    },
    /// A card is ready.
    Ready {
        /// The card.
        card: Which,
    },
    /// A unit has one more token.
    Give {
        /// The unit.
        card: Which,
        /// The token.
        token: Token,
    },
    /// So many of a player's resources are ready.
    ReadyResources {
        /// The player.
        player: Player,
        /// How many.
        count: u8,
    },
}

/// Ticks within which constant abilities and consequences are done.
const TICKS: usize = 1000;

impl Tabletop {
    /// Makes all changes, or none.
    pub(super) fn change(
        &mut self,
        table: usize,
        scratch: usize,
        changes: Vec<Change>,
    ) -> Result<(), Problem> {
        let decision = self.component::<Decision<Unlimited>>(table);
        let between = self.status(table) == Status::Waiting
            && decision.state == State::Offered
            && decision.prompt == Some(Prompt::Action)
            && matches!(self.component::<Stack<Unlimited>>(table).entries[..], [Entry::Frame(_)]);
        if !between {
            return Err(Problem::refused(
                "something is being resolved; a position is changed between two actions",
            ));
        }
        self.fork(table, scratch);
        for (n, change) in changes.iter().enumerate() {
            let place = format!("changes[{n}]");
            self.make(scratch, change).map_err(|problem| problem.within(&place))?;
            self.follow(scratch).map_err(|problem| problem.within(&place))?;
        }
        self.fork(scratch, table);
        Ok(())
    }

    fn make(&mut self, table: usize, change: &Change) -> Result<(), Problem> {
        match change {
            Change::Move { card, to, controller, on } => {
                let slot = self.which(table, card, "card")?;
                let on = on.as_ref().map(|on| self.which(table, on, "on")).transpose()?;
                self.relocate(table, slot, *to, controller.map(|player| player as Seat), on)
            }
            Change::Damage { card, amount } => {
                let slot = self.which(table, card, "card")?;
                let base = self.read(table, |scene| scene.printed(slot).kind() == Kind::Base);
                if !base {
                    self.unit(table, slot)?;
                }
                self.edit(table).set(slot, |card| card.damage = *amount);
                Ok(())
            }
            Change::Exhaust { card } => self.turn(table, card, true),
            Change::Ready { card } => self.turn(table, card, false),
            Change::Give { card, token } => {
                let slot = self.which(table, card, "card")?;
                self.unit(table, slot)?;
                self.edit(table).give(slot, *token)
            }
            Change::ReadyResources { player, count } => {
                let board = self.component::<Board>(table);
                let most = board.players[*player as usize].resources.len();
                if usize::from(*count) > most {
                    return Err(Problem::at("count", format!("expected at most {most}")));
                }
                self.edit(table).board().players[*player as usize].ready = *count;
                Ok(())
            }
        }
    }

    /// The card that is meant.
    fn which(&mut self, table: usize, which: &Which, place: &str) -> Result<Slot, Problem> {
        self.read(table, |scene| match which {
            Which::Id(slot) => {
                let exists = *slot < scene.board.slots;
                let spare = exists
                    && scene.card(*slot).zone == Zone::Aside
                    && matches!(scene.printed(*slot).kind(), Kind::Token | Kind::ForceToken);
                match exists && !spare {
                    true => Ok(*slot),
                    false => Err(Problem::at(place, format!("there is no card {slot}"))),
                }
            }
            Which::Name(name) => {
                let all = named(scene, name).map_err(|reason| Problem::at(place, reason))?;
                match all[..] {
                    [one] => Ok(one),
                    _ => Err(Problem::at(
                        place,
                        format!("{name:?} means {} cards; say P1, P2, #n or a number", all.len()),
                    )),
                }
            }
        })
    }

    fn unit(&mut self, table: usize, slot: Slot) -> Result<(), Problem> {
        match self.read(table, |scene| scene.card(slot).zone.is_arena()) {
            true => Ok(()),
            false => Err(Problem::at("card", "expected a unit in play")),
        }
    }

    fn turn(&mut self, table: usize, which: &Which, exhausted: bool) -> Result<(), Problem> {
        let slot = self.which(table, which, "card")?;
        let leader = self.read(table, |scene| scene.printed(slot).kind() == Kind::Leader);
        if !leader {
            self.unit(table, slot)?;
        }
        self.edit(table).set(slot, |card| card.marks.set(Marks::EXHAUSTED, exhausted));
        Ok(())
    }

    fn relocate(
        &mut self,
        table: usize,
        slot: Slot,
        to: To,
        controller: Option<Seat>,
        on: Option<Slot>,
    ) -> Result<(), Problem> {
        let (kind, arena, owner, uses) = self.read(table, |scene| {
            let definition = &scene.printed(slot).definition;
            let seat = controller.unwrap_or(scene.card(slot).owner);
            let uses = on.is_some_and(|unit| {
                let cx = Context::of(seat, scene.reference(slot));
                unit != slot
                    && scene.card(unit).zone.is_arena()
                    && scene.fits(&definition.attach, unit, &cx)
            });
            (definition.kind, definition.arena, scene.card(slot).owner, uses)
        });
        if !matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade) {
            return Err(Problem::at("card", format!("{kind:?}: expected a card of a deck")));
        }
        let seat = controller.unwrap_or(owner);
        let guard = on.filter(|&unit| unit != slot && self.unit(table, unit).is_ok());
        let mut edit = self.edit(table);
        if to != To::Play {
            if controller.is_some_and(|seat| seat != owner) {
                return Err(Problem::at("controller", "out of play its owner controls it"));
            }
            let host = match (to, kind, guard) {
                (To::Captured, Kind::Unit, Some(guard)) => guard,
                (To::Captured, Kind::Unit, None) => {
                    return Err(Problem::at("on", "expected a unit in play that captures it"));
                }
                (To::Captured, ..) => return Err(Problem::at("to", "only units are captured")),
                _ => Slot::MAX,
            };
            edit.lift(slot);
            edit.put(slot, to)?;
            edit.set(slot, |card| card.host = host);
            return Ok(());
        }
        match kind {
            Kind::Unit => {
                edit.lift(slot);
                edit.enter(slot, Zone::arena(arena), seat, Slot::MAX)
            }
            Kind::Upgrade if uses => {
                edit.lift(slot);
                edit.enter(slot, Zone::Attached, seat, on.unwrap_or(Slot::MAX))
            }
            Kind::Upgrade => Err(Problem::at("on", "expected a unit that it can attach to")),
            _ => Err(Problem::at("to", "an event is never in play")),
        }
    }

    fn edit(&mut self, table: usize) -> Edit<'_> {
        let entity = self.batch().table(table);
        Edit { world: self.batch_mut().world_mut(), entity }
    }

    /// Lets constant abilities and consequences follow a change, and asks for the action again.
    fn follow(&mut self, table: usize) -> Result<(), Problem> {
        let entity = self.batch().table(table);
        let world = self.batch_mut().world_mut();
        let mut board = world.get_mut::<Board>(entity).expect("a table has a board");
        board.dirty = true;
        board.touched = true;
        board.check_unique = true;
        world.write_message(Given { table: entity });
        world.get_mut::<Seats>(entity).expect("a table has seats").unsettled = true;
        world.get_mut::<Table>(entity).expect("a table has a status").status = Status::Busy;
        let mut decision =
            world.get_mut::<Decision<Unlimited>>(entity).expect("a table has a decision");
        decision.clear();
        let lines = self.log(table).len();
        self.batch_mut().wake(table);
        for _ in 0..TICKS {
            self.batch_mut().tick();
            let world = self.batch_mut().world_mut();
            let mut stack = world.get_mut::<Stack<Unlimited>>(entity).expect("a table has a stack");
            stack.waiting.clear();
            if self.status(table) != Status::Busy {
                break;
            }
        }
        self.batch_mut().rest(table);
        let world = self.batch_mut().world_mut();
        world.get_mut::<Log>(entity).expect("a table has a log").nothing_triggered(lines);
        let prompt = self.component::<Decision<Unlimited>>(table).prompt;
        match self.status(table) {
            Status::Over => Ok(()),
            Status::Waiting if prompt == Some(Prompt::Action) => Ok(()),
            Status::Waiting => Err(Problem::at("", "a player would have two of a unique card")),
            _ => Err(Problem::at("", "the position does not become stable")),
        }
    }
}

/// A table while its position is changed.
struct Edit<'w> {
    world: &'w mut World,
    entity: Entity,
}

impl Edit<'_> {
    fn board(&mut self) -> Mut<'_, Board> {
        self.world.get_mut::<Board>(self.entity).expect("a table has a board")
    }

    fn entity(&self, slot: Slot) -> Entity {
        self.world.get::<Roster>(self.entity).expect("a table has a roster").card(slot)
    }

    fn card(&self, slot: Slot) -> Card {
        *self.world.get::<Card>(self.entity(slot)).expect("a slot is a card")
    }

    fn set(&mut self, slot: Slot, change: impl FnOnce(&mut Card)) {
        let card = self.entity(slot);
        change(&mut self.world.get_mut::<Card>(card).expect("a slot is a card"));
    }

    fn kind(&self, card: &Card) -> Kind {
        self.world.resource::<Catalogue>().card(card.definition).kind()
    }

    fn is_token(&self, card: &Card) -> bool {
        matches!(self.kind(card), Kind::Token | Kind::ForceToken)
    }

    /// Takes a card out of whatever holds it. What was attached to it is defeated (CR 8.12.1),
    /// what it had captured is rescued (CR 8.33.3).
    fn lift(&mut self, slot: Slot) {
        let card = self.card(slot);
        let take = |list: &mut Slots| list.retain(|&other| other != slot);
        let mut board = self.board();
        take(&mut board.play);
        take(&mut board.captured);
        for player in &mut board.players {
            let before = player.resources.len();
            for list in
                [&mut player.deck, &mut player.hand, &mut player.discard, &mut player.resources]
            {
                take(list);
            }
            let taken = before - player.resources.len();
            // Which resources are exhausted may be rearranged: an exhausted one goes first.
            if taken > 0 {
                player.ready = player.ready.min(player.resources.len() as u8);
            }
        }
        if !card.zone.is_arena() {
            return;
        }
        let play = self.board().play;
        for upgrade in play {
            let on = self.card(upgrade);
            if on.zone != Zone::Attached || on.host != slot {
                continue;
            }
            self.board().play.retain(|&other| other != upgrade);
            if self.is_token(&on) {
                self.set(upgrade, |card| card.move_to(Zone::Aside, on.owner));
                self.board().aside.push(upgrade);
            } else if self.kind(&on) == Kind::Leader {
                self.set(upgrade, |card| {
                    card.move_to(Zone::Base, on.owner);
                    card.marks.set(Marks::EXHAUSTED, true);
                });
            } else {
                self.set(upgrade, |card| card.move_to(Zone::Discard, on.owner));
                self.board().players[usize::from(on.owner)].discard.push(upgrade);
            }
        }
        let captured = self.board().captured;
        for rescued in captured {
            let card = self.card(rescued);
            if card.host != slot {
                continue;
            }
            let catalogue = self.world.resource::<Catalogue>();
            let arena = catalogue.card(card.definition).definition.arena;
            self.set(rescued, |state| {
                state.move_to(Zone::arena(arena), card.owner);
                state.marks.set(Marks::EXHAUSTED, true);
            });
            let mut board = self.board();
            board.captured.retain(|&other| other != rescued);
            board.play.push(rescued);
        }
    }

    /// Puts a card that was lifted out of play.
    fn put(&mut self, slot: Slot, to: To) -> Result<(), Problem> {
        let owner = self.card(slot).owner;
        let zone = match to {
            To::DeckTop | To::DeckBottom => Zone::Deck,
            To::Hand => Zone::Hand,
            To::Discard => Zone::Discard,
            To::Resources | To::Play => Zone::Resources,
            To::Captured => Zone::Captured,
        };
        self.set(slot, |card| card.move_to(zone, owner));
        let mut board = self.board();
        let Board { players, captured, .. } = &mut *board;
        let player = &mut players[usize::from(owner)];
        let list = match zone {
            Zone::Deck => &mut player.deck,
            Zone::Hand => &mut player.hand,
            Zone::Discard => &mut player.discard,
            Zone::Captured => captured,
            _ => &mut player.resources,
        };
        let at = if to == To::DeckBottom { 0 } else { list.len() };
        if list.try_insert(at, slot).is_some() {
            return Err(Problem::at("to", "there is no room there"));
        }
        player.ready += u8::from(zone == Zone::Resources);
        Ok(())
    }

    /// Puts a card that was lifted into play, ready.
    fn enter(&mut self, slot: Slot, zone: Zone, seat: Seat, host: Slot) -> Result<(), Problem> {
        self.set(slot, |card| {
            card.move_to(zone, seat);
            card.host = host;
        });
        match self.board().play.try_push(slot) {
            None => Ok(()),
            Some(_) => Err(Problem::at("to", "there is no room in play")),
        }
    }

    fn give(&mut self, unit: Slot, token: Token) -> Result<(), Problem> {
        let seat = self.card(unit).controller;
        let definition = self.world.resource::<Catalogue>().token(token);
        let spare = self.board().aside.pop();
        let slot = spare.ok_or_else(|| Problem::at("token", "no token is left"))?;
        self.set(slot, |card| {
            card.definition = definition;
            card.owner = seat;
        });
        self.enter(slot, Zone::Attached, seat, unit)
    }
}
