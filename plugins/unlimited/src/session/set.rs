//! Changes to a position in place. They are no events: constant abilities and consequences
//! follow, nothing triggers.

use cardmill_harness::driver::Driver;
use cardmill_harness::log::Log;
use cardmill_harness::session::{Problem, Session};
use cardmill_kernel::table::{Status, Unsettled};

use crate::catalogue::Inner;
use crate::deal::rearrange;
use crate::driver::Tabletop;
use crate::driver::card::named;
use crate::log::nothing_triggered;
use crate::position::Player;
use crate::prelude::*;
use crate::settle::Flaw;
use crate::zones::{End, Full, Zones};

/// A card, by its number or in the words of scenarios.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "expected the number or the name of a card")]
pub(super) enum Which {
    /// The number of the card: its slot.
    Id(Slot),
    /// The name of the card: `Wampa`, `P2 Wampa`, `Wampa #2`.
    Name(String),
}

/// The place that a card is put in.
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

/// A change of a table from outside.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Change {
    /// A card changes zone, as a new card.
    Move {
        /// The card that moves.
        card: Which,
        /// The place it is put in.
        to: To,
        /// The player who controls it in play; its owner when left out.
        #[serde(default)]
        controller: Option<Player>,
        /// The unit an upgrade goes on, or that captures the card.
        #[serde(default)]
        on: Option<Which>,
    },
    /// A unit or a base has this much damage.
    Damage {
        /// The unit or base.
        card: Which,
        /// The damage it has then, in points.
        amount: u8,
    },
    /// A card is exhausted.
    Exhaust {
        /// The card that is exhausted.
        card: Which,
    },
    /// A card is ready.
    Ready {
        /// The card that is readied.
        card: Which,
    },
    /// A unit has one more token.
    Give {
        /// The unit that is given the token.
        card: Which,
        /// The kind of the token.
        token: Token,
    },
    /// A card leaves the game: it is set aside.
    Remove {
        /// The card that is set aside.
        card: Which,
    },
    /// The Force is with a player, or not.
    TheForce {
        /// The player with or without it.
        player: Player,
        /// `true` if the Force is with them.
        has: bool,
    },
    /// A player has so many Credit tokens.
    Credits {
        /// The player who has the tokens.
        player: Player,
        /// The number they have then.
        count: u8,
    },
    /// It is a player's turn.
    Active {
        /// The player whose turn it is then.
        player: Player,
    },
    /// So many of a player's resources are ready.
    ReadyResources {
        /// The player who controls the resources.
        player: Player,
        /// The number that are ready then.
        count: u8,
    },
}

impl Tabletop {
    /// Makes all changes, or none.
    pub(super) fn change(
        &mut self,
        table: usize,
        scratch: usize,
        changes: Vec<Change>,
    ) -> Result<(), Problem> {
        if self.between(table).is_none() {
            return Err(Problem::refused(
                "something is being resolved; a position is changed between two actions",
            ));
        }
        self.fork(table, scratch);
        for (n, change) in changes.iter().enumerate() {
            let place = format!("changes[{n}]");
            self.make(scratch, change).map_err(|problem| problem.within(&place))?;
            self.settle(scratch).map_err(|problem| problem.within(&place))?;
        }
        self.fork(scratch, table);
        Ok(())
    }

    fn make(&mut self, table: usize, change: &Change) -> Result<(), Problem> {
        self.seated(table, change)?;
        match change {
            Change::Move { card, to, controller, on } => {
                let slot = self.which(table, card, "card")?;
                let on = on.as_ref().map(|on| self.which(table, on, "on")).transpose()?;
                self.relocate(table, slot, *to, controller.map(Player::seat), on)
            }
            Change::Damage { card, amount } => {
                let slot = self.which(table, card, "card")?;
                let base = self.read(table, |scene| scene.printed(slot).kind() == Kind::Base);
                if !base {
                    self.unit(table, slot)?;
                }
                self.edit(table, |zones, _| zones.card_mut(slot).damage = *amount);
                Ok(())
            }
            Change::Exhaust { card } => self.turn(table, card, true),
            Change::Ready { card } => self.turn(table, card, false),
            Change::Give { card, token } => {
                let slot = self.which(table, card, "card")?;
                self.unit(table, slot)?;
                self.edit(table, |zones, catalogue| {
                    let seat = zones.card(slot).controller;
                    zones
                        .create(catalogue.token(*token), seat, Zone::Attached, Some(slot))
                        .map(|_| ())
                })
                .map_err(|full| no_room("token", full))
            }
            Change::Remove { card } => {
                let slot = self.which(table, card, "card")?;
                self.remove(table, slot)
            }
            Change::TheForce { player, has } => self.the_force(table, player.seat(), *has),
            Change::Credits { player, count } => {
                self.edit(table, |zones, _| zones.board.players[player.index()].credits = *count);
                Ok(())
            }
            Change::Active { player } => {
                let board = self.component::<Board>(table);
                if board.players[player.index()].done {
                    let reason = "this player took the initiative and acts no more this phase";
                    return Err(Problem::at("player", reason));
                }
                self.edit(table, |zones, _| zones.board.active = player.seat());
                Ok(())
            }
            Change::ReadyResources { player, count } => {
                let board = self.component::<Board>(table);
                let most = board.players[player.index()].resources.len();
                if usize::from(*count) > most {
                    return Err(Problem::at("count", format!("expected at most {most}")));
                }
                self.edit(table, |zones, _| zones.board.players[player.index()].ready = *count);
                Ok(())
            }
        }
    }

    /// Refuses a change of a player who is not there.
    fn seated(&self, table: usize, change: &Change) -> Result<(), Problem> {
        let (field, player) = match change {
            Change::Move { controller, .. } => ("controller", *controller),
            Change::TheForce { player, .. }
            | Change::Credits { player, .. }
            | Change::Active { player }
            | Change::ReadyResources { player, .. } => ("player", Some(*player)),
            _ => return Ok(()),
        };
        let players = &self.component::<Board>(table).players;
        let there =
            |player: &Player| player.index() < players.len() && !players[player.index()].out;
        match player.filter(|player| !there(player)) {
            Some(player) => Err(Problem::at(field, format!("{player:?} does not play"))),
            None => Ok(()),
        }
    }

    /// The card that is meant.
    fn which(&mut self, table: usize, which: &Which, place: &str) -> Result<Slot, Problem> {
        self.read(table, |scene| match which {
            Which::Id(slot) => {
                let exists = *slot < scene.board.slots;
                let spare = exists
                    && scene.card(*slot).zone == Zone::Aside
                    && scene.printed(*slot).kind().is_token();
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
        self.edit(table, |zones, _| zones.card_mut(slot).marks.set(Marks::EXHAUSTED, exhausted));
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
            let printed = scene.owned(slot);
            let definition = &printed.definition;
            let seat = controller.unwrap_or(scene.card(slot).owner);
            let attaches = printed.kind() == Kind::Upgrade || printed.upgrade_side().is_some();
            let uses = on.is_some_and(|unit| {
                let cx = Context::of(seat, scene.reference(slot));
                attaches
                    && unit != slot
                    && scene.card(unit).zone.is_arena()
                    && scene.fits(printed.attach(), unit, &cx)
            });
            (definition.kind, definition.arena, scene.card(slot).owner, uses)
        });
        if !matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade) {
            return Err(Problem::at("card", format!("{kind:?}: expected a card of a deck")));
        }
        let seat = controller.unwrap_or(owner);
        let guard = on.filter(|&unit| unit != slot && self.unit(table, unit).is_ok());
        let (zone, end, host) = match (to, kind, guard) {
            _ if to != To::Play && seat != owner => {
                return Err(Problem::at("controller", "out of play its owner controls it"));
            }
            (To::DeckTop, ..) => (Zone::Deck, End::Last, None),
            (To::DeckBottom, ..) => (Zone::Deck, End::First, None),
            (To::Hand, ..) => (Zone::Hand, End::Last, None),
            (To::Discard, ..) => (Zone::Discard, End::Last, None),
            (To::Resources, ..) => (Zone::Resources, End::Last, None),
            (To::Captured, Kind::Unit, Some(_)) => (Zone::Captured, End::Last, guard),
            (To::Captured, Kind::Unit, None) => {
                return Err(Problem::at("on", "expected a unit in play that captures it"));
            }
            (To::Captured, ..) => return Err(Problem::at("to", "only units are captured")),
            (To::Play, _, _) if uses => (Zone::Attached, End::Last, on),
            (To::Play, Kind::Unit, _) if on.is_none() => (Zone::arena(arena), End::Last, None),
            (To::Play, Kind::Upgrade | Kind::Unit, _) => {
                return Err(Problem::at("on", "expected a unit that it can attach to"));
            }
            (To::Play, ..) => return Err(Problem::at("to", "an event is never in play")),
        };
        let moved = self.edit(table, |zones, catalogue| {
            take(zones, catalogue, slot)?;
            zones.put(slot, zone, seat, end)?;
            let card = zones.card_mut(slot);
            card.host = host.unwrap_or(Slot::MAX);
            card.marks.set(Marks::DEPLOYED, zone == Zone::Attached && kind == Kind::Unit);
            zones.board.players[usize::from(seat)].ready += u8::from(zone == Zone::Resources);
            Ok(())
        });
        moved.map_err(|full| no_room("to", full))
    }

    /// Sets a card aside: it is part of the game no more.
    fn remove(&mut self, table: usize, slot: Slot) -> Result<(), Problem> {
        let kind = self.read(table, |scene| scene.owned(slot).kind());
        if matches!(kind, Kind::Leader | Kind::Base) {
            return Err(Problem::at("card", format!("{kind:?}: a player always has one")));
        }
        let removed = self.edit(table, |zones, catalogue| {
            take(zones, catalogue, slot)?;
            match kind {
                _ if kind.is_token() => zones.retire(slot, kind),
                _ => zones.put(slot, Zone::Aside, zones.card(slot).owner, End::Last),
            }
        });
        removed.map_err(|full| no_room("card", full))
    }

    fn the_force(&mut self, table: usize, seat: Seat, has: bool) -> Result<(), Problem> {
        let given = self.edit(table, |zones, catalogue| {
            let theirs = |&slot: &Slot| {
                let card = zones.card(slot);
                card.definition == catalogue.force && card.controller == seat
            };
            match zones.board.play.iter().copied().find(theirs) {
                None if has => zones.create(catalogue.force, seat, Zone::Base, None).map(|_| ()),
                Some(token) if !has => {
                    zones.lift(token);
                    zones.retire(token, Kind::ForceToken)
                }
                _ => Ok(()),
            }
        });
        given.map_err(|full| no_room("player", full))
    }

    fn edit<R>(&mut self, table: usize, change: impl FnOnce(&mut Zones, &Inner) -> R) -> R {
        let entity = self.batch().table(table);
        rearrange(self.batch_mut().world_mut(), entity, change)
    }

    /// Lets constant abilities and consequences follow a change, and asks for the action again.
    fn settle(&mut self, table: usize) -> Result<(), Problem> {
        let lines = self.log(table).len();
        self.follow(table, Unsettled::ALL);
        let entity = self.batch().table(table);
        let world = self.batch_mut().world_mut();
        let mut log = world.get_mut::<Log>(entity).expect("a table has a log");
        nothing_triggered(&mut log, lines);
        match self.status(table) {
            Status::Over => Ok(()),
            Status::Waiting if self.between(table).is_some() => Ok(()),
            Status::Waiting => Err(Problem::at("", Flaw::Twins.to_string())),
            _ => Err(Problem::at("", "the position does not become stable")),
        }
    }
}

fn no_room(place: &str, Full(what): Full) -> Problem {
    Problem::at(place, format!("there is no room for more {what}"))
}

/// Takes a card out of whatever holds it. What was attached to it is defeated (CR 8.12.1), what it
/// had captured is rescued (CR 8.33.3).
fn take(zones: &mut Zones, catalogue: &Inner, slot: Slot) -> Result<(), Full> {
    for other in zones.with(slot) {
        let Card { zone, owner, .. } = zones.card(other);
        zones.lift(other);
        let printed = catalogue.card(zones.card(other).definition);
        if zone == Zone::Captured {
            zones.put(other, Zone::arena(printed.definition.arena), owner, End::Last)?;
            zones.card_mut(other).marks.set(Marks::EXHAUSTED, true);
        } else {
            zones.retire(other, printed.kind())?;
        }
    }
    zones.lift(slot);
    Ok(())
}
