//! Two reduced boards beside each other.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::board::{Side, State, Unit};
use super::fold::{base_id, is_token};

/// A place at which two boards differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The place in them, as `players.2.cards[SOR#108].damage`.
    pub path: String,
    /// The value that the believed board has there.
    pub expected: Value,
    /// The value that the other board has there.
    pub got: Value,
}

/// The parts of two boards that are held against each other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Depth {
    /// Parts that only the first keyframe can tell are left out: HP of bases, sizes of decks.
    pub first: bool,
    /// Parts that only newer writers tell are looked at as well.
    pub newer: bool,
    /// The player whose hidden cards are not recorded, 0 or 1.
    pub hidden: Option<usize>,
    /// The taking of the initiative is left out.
    pub round_starts: bool,
    /// Tokens are told by what they are: their numbers are no two programs' the same.
    pub tokens_alike: bool,
}

struct Comparing {
    depth: Depth,
    found: Vec<Difference>,
}

/// The places at which a board is another one than was expected.
#[must_use]
pub fn differences(expected: &State, got: &State, depth: Depth) -> Vec<Difference> {
    let mut comparing = Comparing { depth, found: Vec::new() };
    if depth.newer && !depth.round_starts && expected.taken.is_some() && got.taken.is_some() {
        comparing.same("initiativeTaken", expected.taken, got.taken);
    }
    for (seat, (expected, got)) in expected.sides.iter().zip(&got.sides).enumerate() {
        comparing.sides(seat, expected, got);
    }
    comparing.found
}

impl Comparing {
    fn same<T: PartialEq + Serialize>(&mut self, path: impl Into<String>, expected: T, got: T) {
        if expected != got {
            let (expected, got) = (json!(expected), json!(got));
            self.found.push(Difference { path: path.into(), expected, got });
        }
    }

    fn sides(&mut self, seat: usize, expected: &Side, got: &Side) {
        let Depth { first, newer, hidden, .. } = self.depth;
        let path = |name: &str| format!("players.{}.{name}", seat + 1);
        let seen = hidden != Some(seat);
        if !first {
            self.same(path("baseHp"), expected.base_hp, got.base_hp);
        }
        self.same(path("handSize"), expected.hand_size, got.hand_size);
        self.same(path("resourcesReady"), expected.ready, got.ready);
        if newer {
            self.same(path("resourcesExhausted"), expected.exhausted, got.exhausted);
            self.same(path("credits"), expected.credits, got.credits);
            self.same(path("hasForce"), expected.force, got.force);
            self.same(path("discard"), &expected.discard, &got.discard);
            if seen {
                self.same(path("hand"), sorted(&expected.hand), sorted(&got.hand));
                if let (Some(expected), Some(got)) = (&expected.resources, &got.resources) {
                    self.same(path("resources"), sorted(expected), sorted(got));
                }
            }
            if let (Some(expected), Some(got), false) = (expected.deck, got.deck, first) {
                self.same(path("deckSize"), expected, got);
            }
            if let (Some(expected), Some(got)) = (&expected.leader, &got.leader) {
                let mut other = got.clone();
                if expected.starting_side.is_none() || got.starting_side.is_none() {
                    other.starting_side = expected.starting_side;
                }
                self.same(path("leader"), expected.written(), other.written());
            }
        }
        let (expected, mut left) = (self.named(expected), self.named(got));
        for (name, expected) in expected {
            match left.remove(&name) {
                Some(got) => self.units(&path(&format!("cards[{name}]")), expected, got),
                None => self.same(path(&format!("cards[{name}]")), Some(&expected.zone), None),
            }
        }
        for (name, got) in left {
            self.same(path(&format!("cards[{name}]")), None, Some(&got.zone));
        }
    }

    /// Units by what they are called. Tokens that are told by what they are count from those that were there longest.
    fn named<'s>(&self, side: &'s Side) -> BTreeMap<String, &'s Unit> {
        let mut counts = BTreeMap::new();
        let name = |unit: &'s Unit| {
            if !(self.depth.tokens_alike && is_token(&unit.id)) {
                return (unit.id.clone(), unit);
            }
            let id = base_id(&unit.id);
            let count: &mut usize = counts.entry(id).or_default();
            *count += 1;
            (format!("{id}, number {count}"), unit)
        };
        side.units.iter().map(name).collect()
    }

    fn units(&mut self, path: &str, expected: &Unit, got: &Unit) {
        let path = |name: &str| format!("{path}.{name}");
        self.same(path("zone"), &expected.zone, &got.zone);
        self.same(path("damage"), expected.damage, got.damage);
        self.same(path("exhausted"), expected.exhausted, got.exhausted);
        self.same(path("shields"), expected.shields, got.shields);
        self.same(path("experience"), expected.experience, got.experience);
        self.same(path("statusTokens"), &expected.tokens, &got.tokens);
        if !self.depth.newer {
            return;
        }
        let cards = |ids: &[String]| -> Vec<String> {
            sorted(ids).into_iter().filter(|id| !is_token(id)).collect()
        };
        self.same(path("upgrades"), cards(&expected.upgrades), cards(&got.upgrades));
        self.same(path("captured"), sorted(&expected.captured), sorted(&got.captured));
        for (name, expected, got) in
            [("power", expected.power, got.power), ("hp", expected.hp, got.hp)]
        {
            if expected.is_some() && got.is_some() {
                self.same(path(name), expected, got);
            }
        }
        if let (Some(expected), Some(got)) = (&expected.keywords, &got.keywords) {
            self.same(path("keywords"), expected, got);
        }
    }
}

fn sorted(ids: &[String]) -> Vec<String> {
    let mut ids = ids.to_vec();
    ids.sort();
    ids
}
