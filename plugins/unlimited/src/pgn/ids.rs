//! Ids of cards in files: one for each card of a game, which it keeps.

use std::collections::BTreeMap;

use super::fold::base_id;
use crate::library::{full_name, spelled};
use crate::prelude::*;

/// Tokens: their ids in the library, and what files call them. Two have no number that is known.
const TOKENS: [(&str, &str); 13] = [
    ("SOR_T01", "TOKEN:experience#2007868442"),
    ("SOR_T02", "TOKEN:shield#8752877738"),
    ("TWI_T01", "TOKEN:battle-droid#3463348370"),
    ("TWI_T02", "TOKEN:clone-trooper#3941784506"),
    ("JTL_T01", "TOKEN:tie-fighter#7268926664"),
    ("JTL_T02", "TOKEN:xwing#9415311381"),
    ("LOF_T01", "TOKEN:the-force#4571900905"),
    ("SEC_T01", "TOKEN:spy#6665455613"),
    ("LAW_T01", CREDIT),
    ("ASH_T01", "TOKEN:mandalorian#8192010342"),
    ("ASH_T02", "TOKEN:advantage#5844562972"),
    ("HMW_T02", "TOKEN:weakness"),
    ("HMW_T03", "TOKEN:beast"),
];

/// The id of a Credit token, without the number of its copy.
const CREDIT: &str = "TOKEN:credit#8015500527";

/// The id of a card of the library in files, without the number of a copy.
fn written(definition: &Definition) -> String {
    let token = TOKENS.iter().find(|(id, _)| *id == definition.id);
    match (token, definition.id.rsplit_once('_')) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, Some((set, number))) => format!("{set}#{number}"),
        (None, None) => format!("{}#0", definition.id),
    }
}

/// The id in the library of what a file calls by an id: the card, or the token by its number or its name.
#[must_use]
pub fn in_library(id: &str) -> Option<String> {
    let id = base_id(id);
    let Some(token) = id.strip_prefix("TOKEN:") else {
        let (set, number) = id.split_once('#')?;
        return spelled(&format!("{set}_{number}"));
    };
    let (name, number) = token.split_once('#').unwrap_or((token, ""));
    let same = |known: &str| {
        let known = known.trim_start_matches("TOKEN:");
        let (other, digits) = known.split_once('#').unwrap_or((known, ""));
        if number.is_empty() || digits.is_empty() { name == other } else { number == digits }
    };
    let found = TOKENS.iter().find(|(_, known)| same(known));
    found.map(|(id, _)| (*id).to_owned())
}

/// The ids of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    /// By slot; of a token, of the one that was there last.
    cards: Vec<String>,
    /// The incarnation of the token that a slot's id is of.
    tokens: BTreeMap<Slot, u8>,
    /// The number of cards of each kind that there have been.
    counts: BTreeMap<String, u32>,
    /// The names of cards, and the kind of card that each is in an arena.
    pub(crate) names: BTreeMap<String, (String, Option<&'static str>)>,
    /// The slot of the first token.
    first_token: Slot,
}

impl Ids {
    /// The ids of a game that was dealt: leader, base and deck of the one player, then of the other.
    pub(crate) fn of(scene: &Scene) -> Self {
        let mut ids = Self::default();
        for player in &scene.board.players {
            for slot in [player.leader, player.base].into_iter().chain(player.order()) {
                ids.first_token = ids.first_token.max(slot + 1);
                let id = ids.next(&scene.owned(slot).definition);
                ids.put(slot, id);
            }
        }
        ids
    }

    /// The ids of a game that was dealt as a file says: those of leader, base and deck of both players.
    pub(crate) fn given(scene: &Scene, named: [[Vec<String>; 2]; 2]) -> Self {
        let mut ids = Self::default();
        for (player, [identity, order]) in scene.board.players.iter().zip(named) {
            let slots = [player.leader, player.base].into_iter().chain(player.order());
            for (slot, id) in slots.zip(identity.into_iter().chain(order)) {
                ids.first_token = ids.first_token.max(slot + 1);
                ids.put(slot, id);
            }
        }
        ids
    }

    fn put(&mut self, slot: Slot, id: String) {
        let slot = usize::from(slot);
        if self.cards.len() <= slot {
            self.cards.resize(slot + 1, String::new());
        }
        self.cards[slot] = id;
    }

    /// The id of one more card.
    pub(crate) fn next(&mut self, definition: &Definition) -> String {
        let id = written(definition);
        let kind = match definition.kind {
            Kind::Unit | Kind::TokenUnit => Some("unit"),
            Kind::Upgrade | Kind::Token => Some("upgrade"),
            _ => None,
        };
        let name = full_name(&definition.name, &definition.subtitle);
        self.names.entry(id.clone()).or_insert((name, kind));
        let count = self.counts.entry(id.clone()).or_default();
        *count += 1;
        if *count == 1 { id } else { format!("{id}:{count}") }
    }

    /// The id of one more Credit token, with the next number.
    pub(crate) fn credit(&mut self, scene: &Scene) -> String {
        self.next(&scene.catalogue.card(scene.catalogue.credit).definition)
    }

    /// Names the tokens that have come into play.
    pub(crate) fn see(&mut self, scene: &Scene) {
        for slot in self.first_token..scene.board.slots {
            let card = scene.card(slot);
            if card.zone.is_play() && self.tokens.get(&slot) != Some(&card.incarnation) {
                self.tokens.insert(slot, card.incarnation);
                let id = self.next(&scene.owned(slot).definition);
                self.put(slot, id);
            }
        }
    }

    /// The id of a card.
    pub(crate) fn card(&self, slot: Slot) -> &str {
        self.cards.get(usize::from(slot)).map_or("", String::as_str)
    }

    /// The id of a card that may be a base.
    pub(crate) fn target(&self, scene: &Scene, slot: Slot) -> String {
        let bases = (1..).zip(&scene.board.players);
        let base = bases.into_iter().find(|(_, player)| player.base == slot);
        base.map_or_else(|| self.card(slot).to_owned(), |(seat, _)| format!("base@{seat}"))
    }

    /// Returns `true` for a slot of a token.
    pub(crate) const fn is_token(&self, slot: Slot) -> bool {
        slot >= self.first_token
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Library, default_dir};

    #[test]
    fn every_token_and_card_is_found_by_what_it_is_called() {
        let library = Library::load(default_dir()).unwrap();
        for definition in &library.definitions {
            let id = written(definition);
            assert_eq!(in_library(&id).as_deref(), Some(&*definition.id), "{id}");
            assert_eq!(in_library(&format!("{id}:12")).as_deref(), Some(&*definition.id), "{id}");
        }
        // By the number, whatever the name; by the name, where there is no number.
        assert_eq!(in_library("TOKEN:x#8752877738:3").as_deref(), Some("SOR_T02"));
        assert_eq!(in_library("TOKEN:shield").as_deref(), Some("SOR_T02"));
        assert_eq!(in_library("SOR#10").as_deref(), Some("SOR_010"));
        for id in ["base@1", "TOKEN:nothing", "SOR", "", "TOKEN:", "#"] {
            assert_eq!(in_library(id), None, "{id}");
        }
    }
}
