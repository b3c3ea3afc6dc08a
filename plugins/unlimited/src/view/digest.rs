//! What a seat knows as one number, to compare tables by.

use core::hash::{Hash, Hasher};

use cardmill_kernel::digest::Digest;
use cardmill_kernel::stack::Entry;

use super::View;
use crate::board::History;
use crate::effect::EffectKind;
use crate::procedure::Locals;

/// Everything it knows: two tables that differ only in what is hidden have equal hashes.
impl Hash for View<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let board = self.scene.board;
        (self.seat, self.round(), self.phase(), self.active(), self.first()).hash(state);
        (self.initiative(), self.initiative_taken(), self.passes(), self.outcome()).hash(state);
        (&board.attacks, &board.departures, &board.play, self.captured()).hash(state);
        for seat in 0..2 {
            let player = self.player(seat);
            (self.deck_count(seat) as u8, self.hand_count(seat) as u8).hash(state);
            (&player.discard, self.resource_count(seat) as u8, player.ready).hash(state);
            player.credits.hash(state);
            (player.leader, player.base, player.done, &player.phase).hash(state);
            // No part of a table's digest, and yet known.
            let History { played, attackers, deeds, .. } = &player.phase;
            (player.events, played.this_round().len() as u8, attackers.0.len() as u8).hash(state);
            (deeds.counts(), deeds.fell_attacking, deeds.attacked_base).hash(state);
        }
        (self.hand(), self.resources()).hash(state);
        for slot in 0..board.slots {
            if let Some(card) = self.card(slot) {
                (slot, card, card.marks.all()).hash(state);
            }
            if let Some(stats) = self.stats(slot) {
                (stats.power, stats.hp, stats.keywords, stats.raid, stats.restore).hash(state);
                (stats.permissions, stats.protection, stats.traits).hash(state);
                stats.gained.hash(state);
            }
        }
        for effect in self.lasting() {
            (effect.kind, effect.seat, effect.source, effect.attack).hash(state);
            if !matches!(effect.kind, EffectKind::Delayed { .. }) {
                effect.target.hash(state);
            }
            effect.it.iter().filter_map(|card| self.current(*card)).for_each(|it| it.hash(state));
        }
        self.hash_stack(state);
        self.hash_memory(state);
        (self.is_asked(), self.prompt(), self.options()).hash(state);
    }
}

impl View<'_> {
    /// What is unresolved. Of what programs remember, only the cards that it can see.
    fn hash_stack(&self, state: &mut impl Hasher) {
        for entry in &self.stack.entries {
            match entry {
                Entry::Frame(frame) => {
                    (frame.program, frame.at, frame.seat, frame.source).hash(state);
                    let held = frame.locals.held();
                    for (register, card) in held.filter(|(_, card)| self.sees(card.slot)) {
                        (register, card).hash(state);
                    }
                    if let Locals::Ability(ability) = &frame.locals
                        && frame.seat == self.seat
                    {
                        (ability.number, ability.named, ability.progress).hash(state);
                    }
                }
                Entry::Window(window) => window.hash(state),
                // Unlimited opens no windows that go round.
                Entry::Group(_) | Entry::Rounds(_) => {}
            }
        }
        self.stack.waiting.hash(state);
    }

    /// A digest of everything it knows.
    #[must_use]
    pub fn digest(&self) -> u64 {
        Digest::of(self)
    }
}

impl PartialEq for View<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.digest() == other.digest()
    }
}
