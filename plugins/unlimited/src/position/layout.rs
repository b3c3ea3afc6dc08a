//! A position laid out on a table.

use super::plan::{Guard, Place, Plan, Upgrade};
use super::{Position, Side, TOKENS, When};
use crate::catalogue::Inner;
use crate::icons::IconCount;
use crate::prelude::*;
use crate::settle::{Flaw, Unstable};
use crate::zones::{End, Zones};

/// The places in a position at which a card in play is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    slot: Slot,
    card: String,
    damage: String,
}

impl Spot {
    /// The place at which the mistake about a card is written down.
    pub(crate) fn of(spots: &[Self], unstable: Unstable) -> &str {
        let spot = spots.iter().find(|spot| spot.slot == unstable.slot);
        spot.map_or("", |spot| match unstable.flaw {
            Flaw::Twins => &spot.card,
            Flaw::Defeated { .. } => &spot.damage,
        })
    }
}

/// Lays out a position on a table that was cleared for its decks.
pub(super) fn lay(
    zones: &mut Zones,
    catalogue: &Inner,
    position: &Position,
    plan: &Plan,
) -> Vec<Spot> {
    let mut behind = 0;
    let first = plan.decks.iter().map(|deck| {
        let first = behind + deck.leaders().count() + 1;
        behind = first + deck.cards.len();
        first as Slot
    });
    let first: Vec<Slot> = first.collect();
    let next = first.iter().zip(&plan.places).map(|(first, list)| first + list.len() as Slot);
    let next = next.collect();
    let starts = first.clone();
    let mut layout = Layout { zones, catalogue, first, next, spots: Vec::new() };
    layout.empty(plan);
    let places = plan.places.iter().zip(starts);
    let mut places: Vec<_> = places.flat_map(|(list, first)| (first..).zip(list)).collect();
    places.sort_by_key(|(_, place)| place.order);
    places.into_iter().for_each(|(slot, place)| layout.put(slot, place));
    for (seat, side) in position.sides().into_iter().enumerate() {
        layout.side(seat as Seat, side, &plan.on_leaders[seat]);
    }
    for (seat, upgrades) in plan.on_bases.iter().enumerate() {
        let base = layout.zones.board.players[seat].base;
        upgrades.iter().for_each(|upgrade| layout.attach(upgrade, base));
    }
    // None of its cards has moved.
    layout.zones.cards.iter_mut().for_each(|card| card.incarnation = 0);
    let Layout { spots, .. } = layout;
    let board = &mut *zones.board;
    board.initiative = position.initiative.seat();
    board.first = board.initiative;
    board.edition = position.edition;
    board.taken = position.initiative_taken;
    board.suns = position.twin_suns;
    (board.blast, board.plan) = (position.blast_taken, position.plan_taken);
    board.players[position.initiative.index()].done = position.initiative_taken;
    board.active = position.acts().seat();
    board.passes = position.passed.into();
    board.round = position.round.unwrap_or(if position.phase.is_before() { 0 } else { 2 });
    board.phase = match position.phase {
        When::Action => Phase::Action,
        When::Regroup => Phase::Regroup,
        When::Mulligan | When::Setup => Phase::Setup,
    };
    spots
}

/// The reason that there is always room: it was looked for when the position was read.
const ROOM: &str = "a position that was read has room";

/// A table while a position is laid out.
struct Layout<'l, 'z> {
    zones: &'l mut Zones<'z>,
    catalogue: &'l Inner,
    /// The slot of each player's first card.
    first: Vec<Slot>,
    /// The next slot of each player for a printed upgrade.
    next: Vec<Slot>,
    spots: Vec<Spot>,
}

impl Layout<'_, '_> {
    /// Takes the cards out of the decks, and adds tokens: more than a new table has.
    fn empty(&mut self, plan: &Plan) {
        let used: usize =
            plan.decks.iter().map(|deck| deck.cards.len() + deck.leaders().count() + 1).sum();
        let from = self.zones.board.slots;
        let to = (used + TOKENS) as Slot;
        self.zones.board.slots = to;
        for player in &mut self.zones.board.players {
            player.deck.clear();
        }
        let definition = self.catalogue.token(Token::Experience);
        for slot in from..to {
            self.zones.board.aside.insert(0, slot);
            *self.zones.card_mut(slot) = Card { definition, host: Slot::MAX, ..Card::default() };
        }
    }

    fn put(&mut self, slot: Slot, place: &Place) {
        let Place { zone, controller, .. } = *place;
        self.zones.put(slot, zone, controller, End::Last).expect(ROOM);
        if let Some(of) = place.copy {
            self.zones.copy(slot, of).expect(ROOM);
        }
        let fixed = |seat: Seat| {
            let player = &self.zones.board.players[usize::from(seat)];
            (player.leader, player.base)
        };
        let host = place.guard.map(|guard| match guard {
            Guard::Unit(owner, unit) => self.first[owner] + unit as Slot,
            Guard::Leader(seat) => fixed(seat).0,
            Guard::Base(seat) => fixed(seat).1,
        });
        let card = self.zones.card_mut(slot);
        card.damage = place.damage;
        card.marks.set(Marks::EXHAUSTED, place.exhausted);
        card.marks.set(Marks::ENTERED | Marks::ENTERED_NOW, place.entered);
        if let Some(host) = host {
            card.host = host;
        }
        match zone {
            Zone::Resources => self.zones.board.players[usize::from(controller)].ready += 1,
            Zone::Ground | Zone::Space => self.spots.push(Spot {
                slot,
                card: format!("{}.card", place.path),
                damage: format!("{}.damage", place.path),
            }),
            _ => {}
        }
        place.upgrades.iter().for_each(|upgrade| self.attach(upgrade, slot));
    }

    fn attach(&mut self, upgrade: &Upgrade, host: Slot) {
        let Upgrade { definition, controller, owner, .. } = *upgrade;
        let kind = self.catalogue.card(definition).kind();
        let slot = if kind == Kind::Token {
            self.zones.create(definition, controller, Zone::Attached, Some(host)).expect(ROOM)
        } else {
            let slot = if kind == Kind::Leader {
                self.zones.board.players[usize::from(owner)].leader
            } else {
                self.next[usize::from(owner)] += 1;
                self.next[usize::from(owner)] - 1
            };
            self.zones.put(slot, Zone::Attached, controller, End::Last).expect(ROOM);
            let card = self.zones.card_mut(slot);
            card.host = host;
            card.marks.set(Marks::DEPLOYED, kind != Kind::Upgrade);
            if kind == Kind::Leader && self.catalogue.card(definition).deploy_at > 0 {
                card.marks.set(Marks::EPIC_USED, true);
            }
            slot
        };
        let path = upgrade.path.clone();
        self.spots.push(Spot { slot, card: path.clone(), damage: path });
    }

    /// Turns a leader over that has another leader side, and exchanges the icons it provides.
    fn flip(&mut self, leader: Slot, seat: Seat) {
        let card = self.zones.card_mut(leader);
        let printed = self.catalogue.card(card.definition);
        let Some(side) = &printed.definition.flip_side else { return };
        card.marks.set(Marks::DEPLOYED, true);
        let icons = &mut self.zones.board.players[usize::from(seat)].icons;
        let (before, after) = (&printed.definition.aspects, &side.aspects);
        *icons = icons.beyond(IconCount::of(before)).with(IconCount::of(after));
    }

    fn side(&mut self, seat: Seat, side: &Side, upgrades: &[Upgrade]) {
        let player = &self.zones.board.players[usize::from(seat)];
        let (leader, base) = (player.leader, player.base);
        for (slot, what) in [(leader, "leader"), (base, "base")] {
            let card = format!("p{}.{what}", seat + 1);
            self.spots.push(Spot { slot, damage: format!("{card}_damage"), card });
        }
        let card = self.zones.card_mut(base);
        card.damage = side.base_damage;
        card.marks.set(Marks::EPIC_USED, side.base_epic_used);
        if side.leader_deployed {
            let definition = self.zones.card(leader).definition;
            let printed = self.catalogue.card(definition).definition.arena;
            let arena = Zone::arena(side.leader_arena.unwrap_or(printed));
            self.zones.put(leader, arena, seat, End::Last).expect(ROOM);
        }
        let card = self.zones.card_mut(leader);
        let deployed = card.zone != Zone::Base;
        card.damage = side.leader_damage;
        card.marks.set(Marks::EXHAUSTED, side.leader_exhausted);
        let by_epic = self.catalogue.card(card.definition).deploy_at > 0 && deployed;
        card.marks.set(Marks::EPIC_USED, side.leader_epic_used || by_epic);
        card.marks.set(Marks::DEPLOYED, deployed);
        if side.leader_flipped {
            self.flip(leader, seat);
        }
        upgrades.iter().for_each(|upgrade| self.attach(upgrade, leader));
        if side.the_force {
            self.zones.create(self.catalogue.force, seat, Zone::Base, None).expect(ROOM);
        }
        let player = &mut self.zones.board.players[usize::from(seat)];
        player.ready -= side.exhausted_resources;
        player.credits = side.credits;
    }
}
