//! The canonical text of a table of the engine, written a second time: from its components.
//! What the lines mean stands in the flat reference's `canon`.

use std::fmt::Write;

use bevy_ecs::prelude::*;
use cardmill_benches::flat::set::{Card as FlatCard, Seat};
use cardmill_kernel::batch::{Batch, Roster};
use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Waiting;
use cardmill_unlimited::board::{Board, Phase};
use cardmill_unlimited::card::{Card, Marks, Stats, Zone};
use cardmill_unlimited::catalogue::{Catalogue, Printed};
use cardmill_unlimited::choice::{Choice, Prompt, Unlimited};
use cardmill_unlimited::program::{AMBUSH, RESTORE, SABOTEUR, SHIELDED};
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
    fn place(&self, slot: Slot) -> usize {
        let owner = self.card(slot).owner;
        usize::from(slot - self.board.players[usize::from(owner)].leader)
    }

    fn name(&self, slot: Slot) -> String {
        let (card, printed) = (self.card(slot), self.printed(slot));
        match printed.kind() {
            Kind::Token => format!("{} on {}", printed.definition.name, self.name(card.host)),
            kind => {
                let base = kind == Kind::Base;
                let name = if base { "base" } else { &printed.definition.name };
                format!("P{}.{:02} {name}", card.owner + 1, self.place(slot))
            }
        }
    }

    /// Cards that stand in a certain order.
    fn row(&self, slots: &[Slot]) -> String {
        let names: Vec<_> = slots.iter().map(|&slot| self.name(slot)).collect();
        if names.is_empty() { "-".into() } else { names.join(", ") }
    }

    /// Cards whose order is of no account.
    fn heap(&self, slots: &[Slot]) -> String {
        let mut slots = slots.to_vec();
        slots.sort_unstable();
        self.row(&slots)
    }

    fn waiting(&self, ability: &Waiting) -> String {
        let source = self.name(ability.source.slot);
        match ability.program {
            AMBUSH => format!("{source}: Ambush"),
            RESTORE => format!("{source}: Restore {}", ability.number),
            SABOTEUR => format!("{source}: Saboteur"),
            SHIELDED => format!("{source}: Shielded"),
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

    /// Who is asked what.
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

    /// Whose decision it is.
    pub fn asked(&self) -> Seat {
        let decision: &Decision<Unlimited> = get(self.world, self.table);
        decision.seat.into()
    }

    /// A deck as it was right after it was shuffled, before a hand was drawn from it.
    pub fn shuffled(&self, seat: Seat) -> Vec<FlatCard> {
        let player = &self.board.players[seat];
        let slots = player.deck.iter().chain(player.hand.iter().rev());
        slots.map(|&slot| FlatCard::of(seat, self.place(slot))).collect()
    }

    /// The options, in the order of the engine.
    pub fn options(&self) -> Vec<String> {
        let decision: &Decision<Unlimited> = get(self.world, self.table);
        decision.options.iter().map(|&choice| self.choice(choice)).collect()
    }

    /// The state.
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
        writeln!(out, "P{p} deck {}", self.row(&player.deck))?;
        writeln!(out, "P{p} hand {}", self.heap(&player.hand))?;
        writeln!(out, "P{p} discard {}", self.heap(&player.discard))?;
        writeln!(out, "P{p} resources {}", self.heap(&player.resources))?;
        let mut units = self.board.play.clone();
        units.retain(|&mut slot| {
            let card = self.card(slot);
            card.zone.is_arena() && card.controller == seat
        });
        units.sort_unstable();
        units.iter().try_for_each(|&unit| self.write_unit(out, seat, unit))
    }

    fn write_unit(&self, out: &mut String, seat: u8, slot: Slot) -> std::fmt::Result {
        let (card, stats) = (self.card(slot), self.stats(slot));
        let arena = if card.zone == Zone::Ground { "ground" } else { "space" };
        let (name, damage) = (self.name(slot), card.damage);
        let (power, hp) = (stats.power, stats.hp);
        write!(out, "P{} {arena} {name} {power}/{hp}, {damage} damage", seat + 1)?;
        if card.is_exhausted() {
            write!(out, ", exhausted")?;
        }
        for keyword in [
            Keyword::Ambush,
            Keyword::Grit,
            Keyword::Overwhelm,
            Keyword::Saboteur,
            Keyword::Sentinel,
            Keyword::Shielded,
        ] {
            if stats.keywords.has(keyword) {
                write!(out, ", {keyword:?}")?;
            }
        }
        if stats.raid > 0 {
            write!(out, ", Raid {}", stats.raid)?;
        }
        if stats.restore > 0 {
            write!(out, ", Restore {}", stats.restore)?;
        }
        let mut on_it = self.board.play.clone();
        on_it.retain(|&mut upgrade| {
            self.card(upgrade).zone == Zone::Attached && self.card(upgrade).host == slot
        });
        on_it.sort_unstable();
        let is_token = |upgrade: &Slot| self.printed(*upgrade).kind() == Kind::Token;
        let (mut tokens, cards): (Vec<_>, Vec<_>) = on_it.into_iter().partition(is_token);
        tokens.sort_by_key(|&token| &self.printed(token).definition.name);
        let cards = cards.into_iter().map(|upgrade| self.name(upgrade));
        let tokens = tokens.iter().map(|&token| self.printed(token).definition.name.clone());
        let on_it: Vec<String> = cards.chain(tokens).collect();
        if !on_it.is_empty() {
            write!(out, ", on it: {}", on_it.join("; "))?;
        }
        out.push('\n');
        Ok(())
    }
}
