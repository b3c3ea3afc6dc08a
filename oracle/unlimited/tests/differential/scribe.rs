//! The canonical text of a table of the engine, written a second time: from its components.
//! What the lines mean stands in the flat reference's `canon`.

use std::fmt::Write;

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::roster::Roster;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Waiting;
use cardmill_oracle_unlimited::set::{Card as FlatCard, Seat};
use cardmill_unlimited::board::{Board, Phase};
use cardmill_unlimited::card::{Card, Marks, Stats, Zone};
use cardmill_unlimited::catalogue::{Catalogue, Printed};
use cardmill_unlimited::choice::{Choice, Prompt, Unlimited};
use cardmill_unlimited::procedure::{Ambush, Numbered, Restore, Saboteur, Shielded};
use cardmill_unlimited::vocabulary::{Arena, Keyword, Kind};

/// A table of the engine, to be written down.
pub struct Scribe<'b> {
    world: &'b World,
    table: Entity,
    board: &'b Board,
    roster: &'b Roster,
    catalogue: &'b Catalogue,
}

/// A component that every table, or every card, has.
fn get<C: Component>(world: &World, entity: Entity) -> &C {
    world.get(entity).expect("tables and cards are complete")
}

const PLAYERS: [&str; 2] = ["P1", "P2"];

/// A number of two digits.
fn number(out: &mut String, number: usize) {
    out.extend([number / 10, number].map(|n| char::from(b'0' + (n % 10) as u8)));
}

impl<'b> Scribe<'b> {
    /// A table of a batch.
    pub fn of(batch: &'b Batch, table: usize) -> Self {
        let (world, table) = (batch.world(), batch.table(table));
        let catalogue = world.resource::<Catalogue>();
        Self { world, table, board: get(world, table), roster: get(world, table), catalogue }
    }

    pub const fn board(&self) -> &'b Board {
        self.board
    }

    fn card(&self, slot: Slot) -> &Card {
        get(self.world, self.roster.card(slot))
    }

    fn stats(&self, slot: Slot) -> &Stats {
        get(self.world, self.roster.card(slot))
    }

    fn printed(&self, slot: Slot) -> &Printed {
        self.catalogue.card(self.card(slot).definition)
    }

    /// The place of a card in its owner's list: the leader's slot is the first of its owner's.
    fn place(&self, owner: usize, slot: Slot) -> usize {
        usize::from(slot - self.board.players[owner].leader)
    }

    fn name(&self, slot: Slot) -> String {
        let mut out = String::new();
        self.put(&mut out, slot);
        out
    }

    fn put(&self, out: &mut String, slot: Slot) {
        let (card, printed) = (self.card(slot), self.printed(slot));
        if printed.kind() == Kind::Token {
            out.push_str(&printed.definition.name);
            out.push_str(" on ");
            return self.put(out, card.host);
        }
        let owner = card.owner.into();
        out.push_str(PLAYERS[owner]);
        out.push('.');
        number(out, self.place(owner, slot));
        out.push(' ');
        let base = printed.kind() == Kind::Base;
        out.push_str(if base { "base" } else { &printed.definition.name });
    }

    /// A player's cards by their numbers, in this order.
    fn row(&self, out: &mut String, seat: usize, zone: &str, slots: &[Slot]) {
        out.push_str(PLAYERS[seat]);
        out.push_str(zone);
        for &slot in slots {
            out.push(' ');
            number(out, self.place(seat, slot));
        }
        out.push('\n');
    }

    /// A player's cards, whose order is of no account.
    fn heap(&self, out: &mut String, seat: usize, zone: &str, slots: &[Slot]) {
        let mut slots: ArrayVec<Slot, 96> = slots.iter().copied().collect();
        slots.sort_unstable();
        self.row(out, seat, zone, &slots);
    }

    fn waiting(&self, ability: &Waiting) -> String {
        let source = self.name(ability.source.slot);
        match ability.program {
            Ambush::PROGRAM => format!("{source}: Ambush"),
            Restore::PROGRAM => format!("{source}: Restore {:02}", ability.number),
            Saboteur::PROGRAM => format!("{source}: Saboteur"),
            Shielded::PROGRAM => format!("{source}: Shielded"),
            _ => format!("{source}: text, of {}", self.name(ability.subject.slot)),
        }
    }

    fn choice(&self, choice: Choice) -> String {
        let stack: &Stack<Unlimited> = get(self.world, self.table);
        match choice {
            Choice::Pass => "pass".into(),
            Choice::Initiative => "take the initiative".into(),
            Choice::Play(slot) => format!("play {}", self.name(slot)),
            Choice::Attack(slot) => format!("attack with {}", self.name(slot)),
            Choice::Deploy(_) => "deploy".into(),
            Choice::Card(slot) => self.name(slot),
            Choice::In(Arena::Ground) => "ground".into(),
            Choice::In(Arena::Space) => "space".into(),
            Choice::Decline => "decline".into(),
            Choice::Yes => "yes".into(),
            Choice::No => "no".into(),
            Choice::First(seat) => format!("P{} first", seat + 1),
            Choice::Resolve(at) => self.waiting(&stack.waiting[usize::from(at)]),
            other => panic!("no card of the subset offers {other:?}"),
        }
    }

    /// The question that stands, and the player who is asked, such as `P1: action`.
    pub fn question(&self) -> String {
        let decision: &Decision<Unlimited> = get(self.world, self.table);
        let what = match decision.prompt.expect("somebody is asked") {
            Prompt::Action => "action",
            Prompt::Mulligan => "mulligan",
            Prompt::FirstResource => "first resource",
            Prompt::Resource => "resource",
            Prompt::Target => "target",
            Prompt::Ambush => "ambush",
            Prompt::Host => "host",
            Prompt::Unique => "unique",
            Prompt::Step => "text",
            Prompt::May => "may",
            Prompt::First => "first",
            Prompt::Which => "which",
            other => panic!("no card of the subset asks {other:?}"),
        };
        format!("P{}: {what}", decision.seat + 1)
    }

    /// Returns `true` for the question which of several Shields prevents: the only replacement of
    /// the subset.
    pub fn asks_which_shield(&self) -> bool {
        let decision: &Decision<Unlimited> = get(self.world, self.table);
        decision.prompt == Some(Prompt::Replace)
    }

    /// The player whose decision it is.
    pub fn asked(&self) -> Seat {
        let decision: &Decision<Unlimited> = get(self.world, self.table);
        decision.seat.into()
    }

    /// A deck as it was right after it was shuffled, before a hand was drawn from it.
    pub fn shuffled(&self, seat: Seat) -> Vec<FlatCard> {
        let player = &self.board.players[seat];
        let slots = player.deck.iter().chain(player.hand.iter().rev());
        slots.map(|&slot| FlatCard::of(seat, self.place(seat, slot))).collect()
    }

    /// The options, in the order of the engine.
    pub fn options(&self) -> Vec<String> {
        let decision: &Decision<Unlimited> = get(self.world, self.table);
        decision.options.iter().map(|&choice| self.choice(choice)).collect()
    }

    /// The state of the table, in the words of both simulators.
    pub fn state(&self) -> String {
        let mut out = String::with_capacity(2048);
        self.write(&mut out).expect("a string takes everything");
        out
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let board = self.board;
        let phase = match board.phase {
            Phase::Setup => "set-up",
            Phase::Action => "action",
            Phase::Regroup => "regroup",
        };
        let (round, passes) = (board.round, board.passes);
        let (lead, initiative) = (board.lead() + 1, board.initiative + 1);
        let taken = if board.taken { " taken" } else { "" };
        write!(out, "round {round} {phase}, P{lead} leads, ")?;
        writeln!(out, "initiative P{initiative}{taken}, passes {passes}")?;
        for seat in [0, 1] {
            self.write_player(out, seat)?;
        }
        let stack: &Stack<Unlimited> = get(self.world, self.table);
        let mut waits: Vec<_> = stack.waiting.iter().map(|w| self.waiting(w)).collect();
        waits.sort();
        for line in waits {
            writeln!(out, "waits: {line}")?;
        }
        for attack in &board.attacks {
            let of = |card: Ref| {
                let same = self.card(card.slot).incarnation == card.incarnation;
                let gone = if same { "" } else { " (gone)" };
                format!("{}{gone}", self.name(card.slot))
            };
            writeln!(out, "attack of {} on {}", of(attack.attacker), of(attack.defender))?;
        }
        Ok(())
    }

    fn write_player(&self, out: &mut String, seat: u8) -> std::fmt::Result {
        let (p, player) = (seat + 1, &self.board.players[usize::from(seat)]);
        let damage = self.card(player.base).damage;
        let (ready, all) = (player.ready, player.resources.len());
        let done = if player.done { ", done" } else { "" };
        writeln!(out, "P{p} base {damage} damage, {ready} of {all} resources ready{done}")?;
        let leader = self.card(player.leader);
        let place = if leader.zone == Zone::Base { "in the base zone" } else { "in play" };
        let exhausted = if leader.is_exhausted() { ", exhausted" } else { "" };
        let epic = if leader.marks.has(Marks::EPIC_USED) { ", epic action used" } else { "" };
        writeln!(out, "P{p} leader {place}{exhausted}{epic}")?;
        let owner = seat.into();
        self.row(out, owner, " deck", &player.deck);
        self.heap(out, owner, " hand", &player.hand);
        self.heap(out, owner, " discard", &player.discard);
        self.heap(out, owner, " resources", &player.resources);
        let mut units = self.board.play;
        units.retain(|&slot| {
            let card = self.card(slot);
            card.zone.is_arena() && card.controller == seat
        });
        units.sort_unstable();
        units.iter().try_for_each(|&unit| self.write_unit(out, unit))
    }

    fn write_unit(&self, out: &mut String, slot: Slot) -> std::fmt::Result {
        let (card, stats) = (self.card(slot), self.stats(slot));
        out.push_str(if card.zone == Zone::Ground { "ground " } else { "space " });
        self.put(out, slot);
        write!(out, " {}/{}, {} damage", stats.power, stats.hp, card.damage)?;
        if card.is_exhausted() {
            out.push_str(", exhausted");
        }
        for (keyword, word) in [
            (Keyword::Ambush, ", Ambush"),
            (Keyword::Grit, ", Grit"),
            (Keyword::Overwhelm, ", Overwhelm"),
            (Keyword::Saboteur, ", Saboteur"),
            (Keyword::Sentinel, ", Sentinel"),
            (Keyword::Shielded, ", Shielded"),
        ] {
            if stats.keywords.has(keyword) {
                out.push_str(word);
            }
        }
        if stats.raid > 0 {
            write!(out, ", Raid {:02}", stats.raid)?;
        }
        if stats.restore > 0 {
            write!(out, ", Restore {:02}", stats.restore)?;
        }
        if stats.upgrades > 0 {
            self.write_upgrades(out, slot);
        }
        out.push('\n');
        Ok(())
    }

    /// Writes the upgrades on a unit: cards first, then Experience, then Shields.
    fn write_upgrades(&self, out: &mut String, unit: Slot) {
        let is_on_it = |upgrade: &Slot| {
            let card = self.card(*upgrade);
            card.zone == Zone::Attached && card.host == unit
        };
        let on_it = self.board.play.iter().copied().filter(is_on_it);
        let mut on_it: ArrayVec<Slot, 96> = on_it.collect();
        on_it.sort_unstable_by_key(|&upgrade| {
            let printed = self.printed(upgrade);
            let token = printed.kind() == Kind::Token;
            (token, token.then_some(&printed.definition.name), upgrade)
        });
        for upgrade in on_it {
            out.push_str("; ");
            let printed = self.printed(upgrade);
            match printed.kind() {
                Kind::Token => out.push_str(&printed.definition.name),
                _ => self.put(out, upgrade),
            }
        }
    }
}
