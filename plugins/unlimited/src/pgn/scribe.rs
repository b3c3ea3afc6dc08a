//! Writes a game down while it is played.
//!
//! All that was told so far is folded as a reader folds it. After every commit the facts are told
//! that people read, and then whatever the table still has otherwise than a reader would: so the
//! events lead to every keyframe.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use bevy_app::App;
use cardmill_harness::log::Chronicled as _;
use cardmill_harness::session::Asking as _;
use cardmill_kernel::decision::State as Asked;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use serde_json::{Value, json};

use super::board::{State, Unit};
use super::file::{CHOSEN, Fields, Record};
use super::ids::Ids;
use super::snapshot::{Spot, phase, snapshot, spot};
use crate::board::Outcome;
use crate::prelude::*;

/// A scribe that writes a game down, event by event.
pub struct Scribe {
    pub(super) ids: Ids,
    pub(super) events: Vec<Record>,
    /// The board as a reader of the file knows it by now.
    told: State,
    /// The places of all cards, as far as a reader knows.
    spots: Vec<Spot>,
    /// The Credit tokens of both players.
    credits: [Vec<String>; 2],
    clock: Clock,
    /// Abilities that were waiting when the scribe last looked.
    waiting: usize,
    /// The decks from the top, as they lay before any card was drawn.
    pub(super) orders: [Vec<String>; 2],
    /// Leader and base of both players, then what their decks hold.
    pub(super) decks: [([String; 2], BTreeMap<String, usize>); 2],
    /// The result of the game so far.
    pub(super) outcome: Outcome,
}

/// The place in the game.
struct Clock {
    round: u16,
    phase: char,
    step: u32,
    sub: u32,
    /// Somebody has chosen what to do, and it is still to be told.
    pending: bool,
    /// The numbers of the events that were told before it.
    before: Vec<usize>,
    used: BTreeSet<String>,
}

impl Clock {
    /// A place that nothing has, with this name if it is free.
    fn free(&mut self, name: String) -> String {
        let mut place = name.clone();
        let mut number = 1;
        while !self.used.insert(place.clone()) {
            number += 1;
            place = format!("{name}-{number}");
        }
        place
    }

    /// The place of what follows from the last step.
    fn follows(&mut self) -> String {
        self.sub += 1;
        let Self { round, phase, step, sub, .. } = *self;
        self.free(format!("R{round}.{phase}.{step}{}", letters(sub)))
    }

    /// The place of a new step.
    fn steps(&mut self) -> String {
        self.step += 1;
        self.sub = 0;
        let Self { round, phase, step, .. } = *self;
        self.free(format!("R{round}.{phase}.{step}"))
    }

    /// The place of an edge of the phase.
    fn edge(&mut self, edge: &str) -> String {
        let Self { round, phase, .. } = *self;
        self.free(format!("R{round}.{phase}.{edge}"))
    }
}

/// A number in letters: a to z, then aa.
fn letters(mut number: u32) -> String {
    let mut text = String::new();
    while number > 0 {
        let letter = (number - 1) % 26;
        text.insert(0, char::from(b'a' + letter as u8));
        number = (number - 1) / 26;
    }
    text
}

fn player(seat: impl Into<usize>) -> usize {
    seat.into() + 1
}

impl Scribe {
    /// Begins to write down a game that was just dealt.
    #[must_use]
    pub fn new(scene: &Scene) -> Self {
        let ids = Ids::of(scene);
        let order = |seat: usize| scene.board.players[seat].order();
        let named = |seat: usize| order(seat).map(|slot| ids.card(slot).to_owned()).collect();
        let orders: [Vec<String>; 2] = [named(0), named(1)];
        let deck = |seat: usize| {
            let player = &scene.board.players[seat];
            let identity = [player.leader, player.base].map(|slot| ids.card(slot).to_owned());
            let mut counts = BTreeMap::new();
            for id in &orders[seat] {
                *counts.entry(super::fold::base_id(id).to_owned()).or_default() += 1;
            }
            (identity, counts)
        };
        let decks = [deck(0), deck(1)];
        // Before any card is drawn, all of them are in the decks.
        let spots = (0..scene.board.slots).map(|slot| {
            let mut spot = spot(scene, &ids, slot);
            if spot.zone == "hand" {
                spot.zone = "deck";
            }
            spot
        });
        let mut scribe = Self {
            spots: spots.collect(),
            ids,
            events: Vec::new(),
            told: State::default(),
            credits: [Vec::new(), Vec::new()],
            clock: Clock {
                round: 0,
                phase: 'S',
                step: 0,
                sub: 0,
                pending: false,
                before: Vec::new(),
                used: BTreeSet::from(["R1.S.0".to_owned()]),
            },
            waiting: 0,
            orders,
            decks,
            outcome: Outcome::Open,
        };
        let place = scribe.clock.edge("start");
        scribe.write("PHASE_START", place, json!({ "phase": "setup" }));
        scribe.moves(scene);
        for seat in 0..2 {
            let hand = &scene.board.players[seat].hand;
            let cards: Vec<String> =
                hand.iter().map(|&slot| scribe.ids.card(slot).to_owned()).collect();
            scribe.say("DRAW", json!({ "p": player(seat), "count": cards.len(), "cards": cards }));
        }
        scribe
    }

    /// The events so far.
    #[must_use]
    pub fn events(&self) -> &[Record] {
        &self.events
    }

    /// Lets a scribe watch the table of a World that has one.
    pub fn watches(scribe: &Arc<Mutex<Option<Self>>>) -> impl Fn(&mut App) + use<> {
        let scribe = Arc::clone(scribe);
        move |app| {
            let mut resolution = app.world_mut().resource_mut::<Resolution<Unlimited>>();
            let with = |then: fn(&mut Self, &At<'_, Unlimited>)| {
                let scribe = Arc::clone(&scribe);
                move |at: &mut At<'_, Unlimited>| {
                    let mut scribe = scribe.lock().unwrap_or_else(PoisonError::into_inner);
                    if let Some(scribe) = scribe.as_mut() {
                        then(scribe, at);
                    }
                }
            };
            resolution
                .add(Stage::Answer, with(Self::answer))
                .add(Stage::Commit, with(|scribe, at| scribe.commit(&at.state.scene(), &at.facts)))
                .add(Stage::Trigger, with(Self::trigger))
                .add(Stage::Settle, with(|scribe, at| scribe.outcome = at.state.board.outcome))
                .add(Stage::Offer, with(|scribe, at| scribe.stats(&at.state.scene())));
        }
    }

    /// An event that follows, or is a step if players choose such things and one has.
    fn say(&mut self, kind: &str, fields: Value) {
        let chosen = CHOSEN.contains(&kind)
            && (self.clock.pending || matches!(kind, "PASS" | "CLAIM_INITIATIVE"));
        if chosen {
            self.clock.pending = false;
            let place = self.clock.steps();
            for event in core::mem::take(&mut self.clock.before) {
                self.events[event].fields.insert("for".to_owned(), json!(place));
            }
            return self.write(kind, place, fields);
        }
        let place = self.clock.follows();
        if self.clock.pending {
            self.clock.before.push(self.events.len());
        }
        self.write(kind, place, fields);
    }

    fn write(&mut self, kind: &str, place: String, fields: Value) {
        let mut record = Fields::new();
        record.insert("seq".to_owned(), json!(place));
        record.insert("t".to_owned(), json!(kind));
        if let Value::Object(fields) = fields {
            record.extend(fields.into_iter().filter(|(_, value)| !value.is_null()));
        }
        let record = Record { line: 0, fields: record };
        self.told.fold(&record);
        self.events.push(record);
    }

    /// Tells of an answer that somebody has given, and gets ready for what follows.
    fn answer(&mut self, at: &At<'_, Unlimited>) {
        let decision = &at.decision;
        let (Asked::Taken, Some(prompt)) = (decision.state, decision.prompt) else { return };
        let seat = player(decision.seat);
        let place = decision.options.iter().position(|option| *option == decision.taken);
        if prompt == Prompt::Action {
            // What was to be told of the last one, and was not, has no step.
            self.clock.before.clear();
            self.clock.pending = true;
        }
        if let Some(place) = place.filter(|_| decision.options.len() > 1) {
            let names = Unlimited::moment(at).map(|moment| moment.names()).unwrap_or_default();
            let choice = json!({ "p": seat, "prompt": prompt_word(prompt), "offered": names, "chose": place });
            self.say("CHOICE", choice);
        }
        match (prompt, decision.taken) {
            (Prompt::Mulligan, Choice::No) => self.say("KEEP_HAND", json!({ "p": seat })),
            (Prompt::Action, Choice::Use(slot, number)) => {
                let scene = at.state.scene();
                let title = &scene.printed(slot).definition.name;
                let slug: String = title
                    .to_lowercase()
                    .split(|c: char| !c.is_alphanumeric())
                    .filter(|part| !part.is_empty())
                    .collect::<Vec<_>>()
                    .join("-");
                let card = self.ids.target(&scene, slot);
                let ability = format!("{slug}_action_{}", number + 1);
                self.say(
                    "ABILITY_ACTIVATE",
                    json!({ "p": seat, "card": card, "ability": ability }),
                );
            }
            _ => {}
        }
    }

    /// Tells of the abilities that have triggered since it last looked.
    fn trigger(&mut self, at: &At<'_, Unlimited>) {
        let scene = at.state.scene();
        for ability in at.stack.waiting.iter().skip(self.waiting) {
            if ability.source.is_some() {
                let card = self.ids.target(&scene, ability.source.slot);
                self.say("TRIGGER", json!({ "card": card, "p": player(ability.seat) }));
            }
        }
        self.waiting = at.stack.waiting.len();
    }

    /// A group has been committed.
    fn commit(&mut self, scene: &Scene, facts: &[Fact]) {
        if facts.is_empty() {
            return;
        }
        if self.clock.phase != 'A' {
            // Nobody chooses a step: what happens at once is one.
            self.clock.pending = false;
            self.clock.before.clear();
            self.clock.step += 1;
            self.clock.sub = 0;
        }
        self.ids.see(scene);
        for fact in facts {
            self.before(scene, &fact.what);
        }
        self.moves(scene);
        self.units(scene);
        self.players(scene);
        self.after(scene, facts);
        for fact in facts {
            self.edges(scene, &fact.what);
        }
    }

    /// Tells of a fact what readers expect before the board changes.
    fn before(&mut self, scene: &Scene, what: &Proposal) {
        let p = player(what.seat);
        let card = || self.ids.card(what.subject.slot).to_owned();
        let cost = |paid: i16| json!(paid.max(0));
        let at = || spot(scene, &self.ids, what.subject.slot).zone;
        match what.verb {
            Verb::PlayUnit => {
                let smuggled = what.number == Proposal::SMUGGLED;
                let kind = if smuggled { "PLAY_SMUGGLE" } else { "PLAY" };
                let paid = cost(self.paid(scene, what));
                let event = json!({ "p": p, "card": card(), "zone": at(), "cost": paid });
                self.say(kind, event);
            }
            Verb::PlayUpgrade => {
                let target = self.ids.target(scene, what.other.slot);
                let paid = cost(self.paid(scene, what));
                let event = json!({
                    "p": p, "card": card(), "target": target, "zone": at(), "cost": paid
                });
                self.say("PLAY_UPGRADE", event);
            }
            Verb::Deploy => {
                let mut event = json!({ "p": p, "card": card(), "zone": at() });
                if what.other.is_some() {
                    event["kind"] = json!("upgrade");
                    event["target"] = json!(self.ids.target(scene, what.other.slot));
                }
                self.say("DEPLOY_LEADER", event);
            }
            Verb::BeginAttack => {
                for defender in [what.other, what.source].into_iter().filter(|c| c.is_some()) {
                    let base = scene.board.is_base(defender.slot);
                    self.say(
                        "ATTACK",
                        json!({
                            "p": p,
                            "atk": card_of(self, what.subject),
                            "def": self.ids.target(scene, defender.slot),
                            "defenderType": if base { "base" } else { "unit" },
                        }),
                    );
                }
            }
            Verb::Damage => self.damage(scene, what),
            Verb::Heal => {
                let target = self.ids.target(scene, what.subject.slot);
                let hp = self.left(scene, what.subject.slot, -i64::from(what.amount));
                let event = json!({ "tgt": target, "amt": what.amount, "hp": hp });
                self.say("HEAL", event);
            }
            Verb::Mulligan => self.say("MULLIGAN", json!({ "p": p })),
            _ => {}
        }
    }

    /// The resources paid for a card, as the history of the phase has it.
    fn paid(&self, scene: &Scene, what: &Proposal) -> i16 {
        let history = &scene.board.players[usize::from(what.seat)].phase;
        let played = history.played.this_phase().iter().rev();
        let paid = played.into_iter().find(|played| played.card.slot == what.subject.slot);
        paid.map_or(0, |played| played.paid.into())
    }

    /// The HP that a card has left once it has so much more damage than a reader knows of.
    fn left(&self, scene: &Scene, slot: Slot, more: i64) -> i64 {
        let seats = scene.board.players.iter().enumerate();
        let base = seats.into_iter().find(|(_, player)| player.base == slot);
        if let Some((seat, _)) = base {
            return self.told.sides[seat].base_hp - more;
        }
        let damage = self.told.unit(self.ids.card(slot)).map_or(0, |unit| unit.damage);
        i64::from(scene.stats(slot).hp) - damage - more
    }

    fn damage(&mut self, scene: &Scene, what: &Proposal) {
        let target = self.ids.target(scene, what.subject.slot);
        let hp = self.left(scene, what.subject.slot, what.amount.into());
        let base = scene.board.is_base(what.subject.slot);
        let at_unit = scene.board.attack().is_some_and(|attack| !attack.base);
        if base && what.combat && at_unit {
            let p = player(what.seat);
            return self
                .say("OVERWHELM", json!({ "p": p, "tgt": target, "amt": what.amount, "hp": hp }));
        }
        let source = match what.source.is_some() {
            true => self.ids.target(scene, what.source.slot),
            // A rule deals it, such as that of empty decks.
            false => target.clone(),
        };
        let kind = if what.combat { "combat" } else { "ability" };
        let event = json!({
            "src": source, "tgt": target, "amt": what.amount, "damageType": kind, "hp": hp
        });
        self.say("DAMAGE", event);
    }

    /// Cards have changed their places.
    fn moves(&mut self, scene: &Scene) {
        let slots = 0..scene.board.slots;
        let spots: Vec<Spot> = slots.map(|slot| spot(scene, &self.ids, slot)).collect();
        let other = |slot: &usize| self.spots.get(*slot) != Some(&spots[*slot]);
        let mut moved: Vec<usize> = (0..spots.len()).filter(other).collect();
        // Upgrades leave before their units do, unless both go to a pile: those grow in their order.
        let rank = |&slot: &usize| {
            let left = self.spots.get(slot).is_some_and(|spot| spot.on.is_some());
            let spot = &spots[slot];
            let side = &scene.board.players[spot.seat];
            let (piled, pile): (bool, &[Slot]) = match spot.zone {
                "hand" => (true, &side.hand),
                "discard" => (true, &side.discard),
                "resource" => (true, &side.resources),
                _ => (false, &scene.board.play),
            };
            let place = pile.iter().position(|other| usize::from(*other) == slot);
            (piled, !piled && !left, !piled && spot.on.is_some(), place)
        };
        moved.sort_by_key(rank);
        let outside = |slot: usize| Spot {
            id: spots[slot].id.clone(),
            zone: "outsideTheGame",
            seat: spots[slot].seat,
            on: None,
        };
        for slot in moved {
            let before = self.spots.get(slot).cloned().unwrap_or_else(|| outside(slot));
            let after = &spots[slot];
            if before.id == after.id || before.zone == "outsideTheGame" {
                self.moved(&Spot { id: after.id.clone(), ..before }, after, scene, slot as Slot);
            } else {
                // A token has left, and its slot is another one's.
                let gone = Spot { zone: "outsideTheGame", on: None, ..before.clone() };
                self.moved(&before, &gone, scene, slot as Slot);
                self.moved(&outside(slot), after, scene, slot as Slot);
            }
        }
        self.spots = spots;
    }

    /// A card has changed its place.
    fn moved(&mut self, before: &Spot, after: &Spot, scene: &Scene, slot: Slot) {
        let arena = |spot: &Spot| matches!(spot.zone, "ground" | "space");
        let owned = |spot: &Spot| matches!(spot.zone, "deck" | "hand" | "discard" | "resource");
        let same = before.zone == after.zone;
        if same && before.on == after.on && !owned(after) {
            // Who has a unit is told with all that is on it; an upgrade's is not recorded.
            return;
        }
        // It turns into what is attached or no longer is, or is on another unit.
        let turned = before.on != after.on && arena(before) && arena(after);
        let handed = owned(before) && (owned(after) || arena(after)) && before.seat != after.seat;
        if same || turned || handed {
            let between = Spot { zone: "outsideTheGame", on: None, ..before.clone() };
            self.step(before, &between, scene, slot);
            let between = Spot { seat: after.seat, ..between };
            self.step(&between, after, scene, slot);
            if same && after.zone == "resource" {
                let event = json!({ "p": player(after.seat), "card": after.id });
                self.say("TAKE_CONTROL", event);
            }
            return;
        }
        self.step(before, after, scene, slot);
    }

    /// Tells of a move from one zone to another.
    fn step(&mut self, before: &Spot, after: &Spot, scene: &Scene, slot: Slot) {
        let definition = &scene.owned(slot).definition;
        let comes = before.zone == "outsideTheGame" && self.ids.is_token(slot);
        if comes && matches!(after.zone, "ground" | "space") {
            let kind = if after.on.is_some() { "upgrade" } else { "unit" };
            let event = json!({
                "p": player(after.seat), "token": after.id, "zone": after.zone, "kind": kind,
                "power": definition.power, "hp": definition.hp,
            });
            self.say("CREATE_TOKEN", event);
        }
        let leaves = matches!(before.zone, "deck" | "hand" | "discard" | "resource");
        let seat = if leaves { before.seat } else { after.seat };
        let mut event = json!({
            "p": player(seat), "card": after.id, "from": before.zone, "to": after.zone
        });
        let on = before.on.as_ref().or(after.on.as_ref());
        let unit = matches!(definition.kind, Kind::Unit | Kind::TokenUnit | Kind::Leader);
        if let Some(on) = on {
            (event["kind"], event["attachedTo"]) = (json!("upgrade"), json!(on));
        } else if unit {
            event["kind"] = json!("unit");
        } else if matches!(definition.kind, Kind::Upgrade | Kind::Token) {
            event["kind"] = json!("upgrade");
        }
        if before.zone == "resource" && self.told.sides[before.seat].exhausted > 0 {
            event["exhausted"] = json!(true);
        }
        self.say("MOVE", event);
        if after.zone == "resource" {
            self.say("RESOURCE", json!({ "p": player(after.seat), "card": after.id }));
        }
    }

    /// Units are otherwise than a reader knows.
    fn units(&mut self, scene: &Scene) {
        let now = snapshot(scene, &self.ids);
        for (seat, side) in now.sides.iter().enumerate() {
            for unit in &side.units {
                self.unit(seat, unit);
            }
        }
    }

    fn unit(&mut self, seat: usize, now: &Unit) {
        let id = now.id.clone();
        let Some((before, _)) = self.told.place(&id) else { return };
        if before != seat {
            let event = json!({
                "p": player(seat), "card": id, "zone": now.zone, "from": player(before)
            });
            self.say("TAKE_CONTROL", event);
        }
        let Some(told) = self.told.unit(&id).cloned() else { return };
        if told.exhausted != now.exhausted {
            let kind = if now.exhausted { "EXHAUST" } else { "READY" };
            self.say(kind, json!({ "card": id }));
        }
        let hp = now.hp.unwrap_or(0) - now.damage;
        let more = now.damage - told.damage;
        if more > 0 {
            let event = json!({
                "src": id, "tgt": id, "amt": more, "damageType": "ability", "hp": hp
            });
            self.say("DAMAGE", event);
        } else if more < 0 {
            self.say("HEAL", json!({ "tgt": id, "amt": -more, "hp": hp }));
        }
        match now.shields - told.shields {
            0 => {}
            more if more > 0 => self.say("SHIELD_GAIN", json!({ "card": id, "count": more })),
            less => self.say("SHIELD_USE", json!({ "card": id, "count": -less })),
        }
        if now.experience != told.experience {
            let count = now.experience - told.experience;
            self.say("EXPERIENCE_GAIN", json!({ "card": id, "count": count }));
        }
        let names: BTreeSet<&String> = now.tokens.keys().chain(told.tokens.keys()).collect();
        for name in names {
            let count = |unit: &Unit| unit.tokens.get(name).copied().unwrap_or(0);
            let more = count(now) - count(&told);
            if more != 0 {
                self.say("STATUS_TOKEN", json!({ "card": id, "token": name, "count": more }));
            }
        }
    }

    /// Tells of units whose numbers or keywords are other than a reader knows.
    fn stats(&mut self, scene: &Scene) {
        for unit in snapshot(scene, &self.ids).sides.into_iter().flat_map(|side| side.units) {
            let told = self.told.unit(&unit.id);
            let other = told.is_some_and(|told| {
                (told.power, told.hp, &told.keywords) != (unit.power, unit.hp, &unit.keywords)
            });
            if other {
                let event = json!({
                    "card": unit.id, "power": unit.power, "hp": unit.hp, "keywords": unit.keywords,
                });
                self.say("STATS", event);
            }
        }
    }

    /// Tells what players have beside units where a reader knows otherwise.
    fn players(&mut self, scene: &Scene) {
        let now = snapshot(scene, &self.ids);
        for (seat, side) in now.sides.iter().enumerate() {
            let p = player(seat);
            let change = side.credits - self.told.sides[seat].credits;
            for _ in 0..change {
                let id = self.ids.credit(scene);
                self.credits[seat].push(id.clone());
                self.say(
                    "MOVE",
                    json!({ "p": p, "card": id, "from": "outsideTheGame", "to": "base" }),
                );
            }
            for _ in change..0 {
                if let Some(id) = self.credits[seat].pop() {
                    self.say(
                        "MOVE",
                        json!({ "p": p, "card": id, "from": "base", "to": "outsideTheGame" }),
                    );
                }
            }
            let more = side.exhausted - self.told.sides[seat].exhausted;
            if more != 0 {
                let kind = if more > 0 { "EXHAUST_RESOURCES" } else { "READY_RESOURCES" };
                self.say(kind, json!({ "p": p, "amount": more.abs() }));
            }
            self.leader(seat, side);
        }
    }

    /// A leader or a base is otherwise than a reader knows.
    fn leader(&mut self, seat: usize, now: &super::board::Side) {
        let p = player(seat);
        let told = &self.told.sides[seat];
        if now.base_epic_used == Some(true) && told.base_epic_used == Some(false) {
            let event = json!({ "p": p, "card": format!("base@{p}"), "epic": true });
            self.say("ABILITY_ACTIVATE", event);
        }
        let (Some(now), Some(told)) = (&now.leader, self.told.sides[seat].leader.clone()) else {
            return;
        };
        let id = &now.id;
        if now.epic_used && !told.epic_used {
            self.say("ABILITY_ACTIVATE", json!({ "p": p, "card": id, "epic": true }));
        }
        if now.deployed && !told.deployed {
            // It came to be an upgrade otherwise than by being deployed.
            let spot = self.spots.iter().find(|spot| spot.id == *id).cloned();
            if let Some(Spot { zone, on, .. }) = spot {
                let event = json!({
                    "p": p, "card": id, "zone": zone, "kind": "upgrade", "target": on
                });
                self.say("DEPLOY_LEADER", event);
            }
        }
        if now.starting_side != told.starting_side {
            let event = json!({ "p": p, "card": id, "onStartingSide": now.starting_side });
            self.say("LEADER_FLIP", event);
        }
        let exhausted = self.told.sides[seat].leader.as_ref().map(|leader| leader.exhausted);
        if exhausted != Some(now.exhausted) {
            let kind = if now.exhausted { "EXHAUST" } else { "READY" };
            self.say(kind, json!({ "card": id }));
        }
    }

    /// Tells of facts what readers expect once the board has changed.
    fn after(&mut self, scene: &Scene, facts: &[Fact]) {
        let mut drawn: [Vec<String>; 2] = Default::default();
        for Fact { what, from, .. } in facts {
            let p = player(what.seat);
            let card = card_of(self, what.subject);
            let owner = |slot: Slot| player(scene.card(slot).owner);
            match what.verb {
                // With a cost that is discarded, the pile has an order.
                Verb::PlayEvent => {
                    let paid = self.paid(scene, what).max(0);
                    let event = json!({ "p": p, "card": card, "zone": "discard", "cost": paid });
                    self.say("PLAY_EVENT", event);
                    // Readers put it on the pile of whoever played it; it lies on its owner's.
                    let owner = owner(what.subject.slot);
                    if owner != p {
                        let out = "outsideTheGame";
                        for (p, from, to) in [(p, "discard", out), (owner, out, "discard")] {
                            let event = json!({ "p": p, "card": card, "from": from, "to": to });
                            self.say("MOVE", event);
                        }
                    }
                }
                Verb::Draw => drawn[usize::from(what.seat)].push(card),
                Verb::Discard => {
                    let p = owner(what.subject.slot);
                    self.say("DISCARD", json!({ "p": p, "cards": [card] }));
                }
                Verb::Defeat if !card.is_empty() => self.defeat(scene, what),
                Verb::Capture => {
                    let by = self.ids.target(scene, what.other.slot);
                    self.say("CAPTURE", json!({ "p": p, "card": card, "by": by }));
                }
                Verb::Rescue => {
                    let p = owner(what.subject.slot);
                    self.say("RESCUE", json!({ "p": p, "card": card }));
                }
                Verb::Reveal => {
                    let zone = super::snapshot::zone(from.unwrap_or_default());
                    let p = owner(what.subject.slot);
                    self.say("REVEAL", json!({ "p": p, "zone": zone, "cards": [card] }));
                }
                Verb::Shuffle => self.say("SHUFFLE", json!({ "p": p })),
                Verb::TakeInitiative => self.say("CLAIM_INITIATIVE", json!({ "p": p })),
                Verb::Pass => self.say("PASS", json!({ "p": p })),
                _ => {}
            }
        }
        for (seat, cards) in drawn.into_iter().enumerate().filter(|(_, cards)| !cards.is_empty()) {
            let event = json!({ "p": player(seat), "count": cards.len(), "cards": cards });
            self.say("DRAW", event);
        }
    }

    fn defeat(&mut self, scene: &Scene, what: &Proposal) {
        let slot = what.subject.slot;
        if scene.owned(slot).kind() == Kind::Token {
            // What it gave its unit is told already.
            return;
        }
        let fights = scene.board.attacks.iter().any(|attack| {
            attack.is_on() && (attack.attacker == what.subject || attack.defender_defeated)
        });
        let reason = match (what.number, fights) {
            (0, _) => "ability",
            (_, true) => "attack",
            (_, false) => "nonCombatDamage",
        };
        let by = what.source.is_some().then(|| self.ids.target(scene, what.source.slot));
        let event =
            json!({ "card": card_of(self, what.subject), "reason": reason, "defeatedBy": by });
        self.say("DEFEAT", event);
    }

    /// Rounds and phases begin and end.
    fn edges(&mut self, scene: &Scene, what: &Proposal) {
        match what.verb {
            Verb::Start(Window::ActionPhase | Window::FirstActionPhase) => {
                if self.clock.phase == 'S' {
                    let place = self.clock.edge("end");
                    self.write("PHASE_END", place, json!({ "phase": "setup" }));
                }
                self.clock.round = scene.board.round;
                self.keyframe(scene, "ROUND_START", "start");
                self.phase(scene, 'A');
            }
            Verb::Start(Window::RegroupPhase) => self.phase(scene, 'G'),
            Verb::Expire(Until::Phase) => self.phase_ends(scene),
            Verb::Expire(Until::Round) => {
                self.phase_ends(scene);
                self.keyframe(scene, "ROUND_END", "end");
            }
            _ => {}
        }
    }

    fn phase_ends(&mut self, scene: &Scene) {
        let place = self.clock.edge("end");
        self.write("PHASE_END", place, json!({ "phase": phase(scene.board.phase) }));
    }

    fn phase(&mut self, scene: &Scene, name: char) {
        if self.clock.phase != name {
            (self.clock.step, self.clock.sub) = (0, 0);
        }
        self.clock.phase = name;
        self.clock.pending = false;
        self.clock.before.clear();
        let place = self.clock.edge("start");
        let (word, active) = (phase(scene.board.phase), player(scene.board.lead()));
        self.write("PHASE_START", place, json!({ "phase": word, "active": active }));
    }

    /// A round begins or ends, with all that is on the table.
    fn keyframe(&mut self, scene: &Scene, kind: &str, edge: &str) {
        self.stats(scene);
        if edge == "start" {
            (self.clock.step, self.clock.sub) = (0, 0);
        }
        let round = self.clock.round;
        let place = self.clock.free(format!("R{round}.{edge}"));
        let keyframe = snapshot(scene, &self.ids).keyframe();
        let mut event = json!({ "round": round, "keyframe": keyframe });
        if edge == "start" {
            event["active"] = json!(player(scene.board.lead()));
        }
        self.write(kind, place, event);
    }

    /// The game has ended.
    pub(super) fn end(&mut self, winner: &Value, reason: &str) {
        let place = self.clock.edge("end");
        self.write("GAME_END", place, json!({ "winner": winner, "reason": reason }));
    }
}

fn card_of(scribe: &Scribe, card: Ref) -> String {
    if card.is_some() { scribe.ids.card(card.slot).to_owned() } else { String::new() }
}

/// The kind of a question, in a word.
fn prompt_word(prompt: Prompt) -> &'static str {
    crate::question::KINDS[crate::question::kind(Some(prompt))]
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn letters_go_on_behind_z() {
        let all: Vec<String> = [1, 2, 26, 27, 52, 53, 702, 703].map(letters).into();
        assert_eq!(all, ["a", "b", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
