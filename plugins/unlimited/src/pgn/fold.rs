//! Events applied to the reduced board, one after the other.
//!
//! The events of older files and those that newer writers add go through the same rules: neither undoes what the
//! other says. A file is nobody's that can be trusted: players are 1 or 2, lists have a bound, and whatever is not
//! known changes nothing.

use super::board::{Leader, Side, State, Unit};
use super::file::Record;

/// The most entries that a list grows to.
const MOST: usize = 4096;

/// All zones in the format's words.
pub(crate) const ZONES: [&str; 9] =
    ["deck", "hand", "resource", "ground", "space", "discard", "base", "outsideTheGame", "capture"];

/// Returns `true` for the two zones that units are in.
pub(crate) fn is_arena(zone: &str) -> bool {
    matches!(zone, "ground" | "space")
}

/// An id without the number of its copy.
#[must_use]
pub fn base_id(id: &str) -> &str {
    match id.rsplit_once(':') {
        // A token has a colon of its own.
        Some((base, copy))
            if base != "TOKEN" && !copy.is_empty() && copy.bytes().all(|c| c.is_ascii_digit()) =>
        {
            base
        }
        _ => id,
    }
}

/// Returns `true` for the id of a token.
#[must_use]
pub fn is_token(id: &str) -> bool {
    id.starts_with("TOKEN:")
}

/// The player whose base an id is, 0 or 1.
pub(crate) fn base_of(id: &str) -> Option<usize> {
    match id {
        "base@1" => Some(0),
        "base@2" => Some(1),
        _ => None,
    }
}

/// The keyframe of an event, if it is one that can be used; what was expected where it is not.
pub(crate) fn keyframe(event: &Record) -> Option<Result<State, String>> {
    let at = matches!(event.kind(), "ROUND_START" | "ROUND_END");
    let value = event.fields.get("keyframe").filter(|value| at && !value.is_null())?;
    Some(State::of_keyframe(value))
}

/// Returns `true` for a move between two zones that there are.
pub(crate) fn is_move(event: &Record) -> bool {
    let zone = |field| event.text(field).filter(|zone| ZONES.contains(zone));
    zone("from").zip(zone("to")).is_some_and(|(from, to)| from != to)
}

impl State {
    /// The board after all events up to one with this place, or after all of them where none has
    /// it.
    #[must_use]
    pub fn at(events: &[Record], seq: &str) -> Self {
        let end = events.iter().position(|event| event.seq() == seq);
        let mut state = Self::default();
        events[..end.map_or(events.len(), |end| end + 1)]
            .iter()
            .for_each(|event| state.fold(event));
        state
    }

    /// An event happens. A keyframe that can be used takes the place of all that was.
    pub fn fold(&mut self, event: &Record) {
        match keyframe(event) {
            Some(Ok(keyframe)) => *self = keyframe,
            _ => self.apply(event),
        }
    }

    /// An event happens, whatever keyframe it has.
    pub(crate) fn apply(&mut self, event: &Record) {
        let card = event.text("card").unwrap_or_default();
        let count = event.number("count");
        match event.kind() {
            "MOVE" => self.moves(event, card),
            "PLAY" | "PLAY_SMUGGLE" => self.enter(event, card),
            "PLAY_EVENT" => {
                if let Some(side) = self.side(event) {
                    add(&mut side.discard, card);
                }
            }
            "PLAY_UPGRADE" => self.attach(card, event.text("target")),
            "DEPLOY_LEADER" => self.deploy(event, card),
            "CREATE_TOKEN" if event.text("kind") != Some("upgrade") => {
                self.enter(event, event.text("token").unwrap_or_default());
            }
            "DAMAGE" => self.damage(event, 1),
            "HEAL" => self.damage(event, -1),
            "OVERWHELM" => self.base(event),
            "DEFEAT" => {
                if let Some((seat, unit)) = self.take(card) {
                    add(&mut self.sides[seat].discard, &unit.id);
                }
            }
            "EXHAUST" => self.turn(card, true),
            "READY" => self.turn(card, false),
            "DRAW" => {
                if let Some(side) = self.side(event) {
                    event.texts("cards").for_each(|id| add(&mut side.hand, id));
                }
            }
            "DISCARD" => {
                if let Some(side) = self.side(event) {
                    event.texts("cards").for_each(|id| add(&mut side.discard, id));
                }
            }
            "SHIELD_GAIN" | "SHIELD_USE" => {
                let count = count.unwrap_or(1);
                let gain =
                    if event.kind() == "SHIELD_GAIN" { count } else { count.saturating_neg() };
                self.on(card, |unit| unit.shields = unit.shields.saturating_add(gain).max(0));
            }
            "EXPERIENCE_GAIN" => self.on(card, |unit| {
                let gain = count.unwrap_or(0);
                unit.experience = unit.experience.saturating_add(gain).max(0);
            }),
            "STATUS_TOKEN" => {
                if let Some(token) = event.text("token") {
                    self.on(card, |unit| unit.token(token, count.unwrap_or(0)));
                }
            }
            "ROUND_START" => {
                self.round = event.number("round").unwrap_or(self.round);
                self.taken = Some(false);
                self.active = event.seat("active").or(self.active);
            }
            "PHASE_START" => {
                if let Some(phase) = event.text("phase") {
                    self.phase = phase.to_owned();
                }
                self.active = event.seat("active").or(self.active);
            }
            "CLAIM_INITIATIVE" => {
                if let Some(seat) = event.seat("p") {
                    (self.initiative, self.taken) = (Some(seat), Some(true));
                }
            }
            _ => self.apply_newer(event, card),
        }
    }

    /// An event happens that newer writers add.
    fn apply_newer(&mut self, event: &Record, card: &str) {
        match event.kind() {
            "STATS" => {
                let (power, hp) = (event.number("power"), event.number("hp"));
                let listed = event.fields.contains_key("keywords");
                let mut keywords: Vec<String> =
                    event.texts("keywords").take(MOST).map(str::to_owned).collect();
                keywords.sort();
                self.on(card, |unit| {
                    unit.power = power.or(unit.power);
                    unit.hp = hp.or(unit.hp);
                    if listed {
                        unit.keywords = Some(keywords);
                    }
                });
            }
            "EXHAUST_RESOURCES" | "READY_RESOURCES" => {
                let amount = event.number("amount").unwrap_or(0).max(0);
                let exhausts = event.kind() == "EXHAUST_RESOURCES";
                if let Some(side) = self.side(event) {
                    let (from, to) = match exhausts {
                        true => (&mut side.ready, &mut side.exhausted),
                        false => (&mut side.exhausted, &mut side.ready),
                    };
                    let shifted = amount.min(*from).max(0);
                    *from -= shifted;
                    *to = to.saturating_add(shifted);
                }
            }
            "ABILITY_ACTIVATE" if event.is("epic") => match base_of(card) {
                Some(seat) => self.sides[seat].base_epic_used = Some(true),
                None => self.leader(card, |leader| leader.epic_used = true),
            },
            "CAPTURE" => {
                if let Some(by) = event.text("by") {
                    self.take(card);
                    self.on(by, |unit| add(&mut unit.captured, card));
                }
            }
            "RESCUE" => self.units(|unit| unit.captured.retain(|id| id != card)),
            "TAKE_CONTROL" => self.take_control(event, card),
            "LEADER_FLIP" => {
                let starting = event.fields.get("onStartingSide").and_then(|side| side.as_bool());
                if starting.is_some() {
                    self.leader(card, |leader| leader.starting_side = starting);
                }
            }
            _ => {}
        }
    }

    /// A card goes from one zone to another.
    fn moves(&mut self, event: &Record, card: &str) {
        if !is_move(event) {
            return;
        }
        let (from, to) = (event.text("from").unwrap_or(""), event.text("to").unwrap_or(""));
        let Some(seat) = event.seat("p") else {
            return self.on(card, |unit| unit.zone = to.to_owned());
        };
        let side = &mut self.sides[seat];
        let (left, came) = (i64::from(from == "hand"), i64::from(to == "hand"));
        side.hand_size = side.hand_size.saturating_add(came - left).max(0);
        if from == "resource" {
            let count = if event.is("exhausted") { &mut side.exhausted } else { &mut side.ready };
            *count = (*count - 1).max(0);
        }
        if to == "resource" {
            side.ready = side.ready.saturating_add(1);
        }
        let (left, came) = (i64::from(from == "deck"), i64::from(to == "deck"));
        side.deck = side.deck.map(|deck| deck.saturating_add(came - left).max(0));
        self.list(seat, card, from, to);
        self.tokens(seat, card, from, to);
        let upgrade = event.text("kind") == Some("upgrade");
        if from == "capture" || is_arena(from) && !is_arena(to) {
            self.detach(card);
        }
        if is_arena(from) && to == "base" {
            self.leader(card, |leader| leader.deployed = false);
        }
        if upgrade {
            self.on(card, |unit| unit.zone = to.to_owned());
            if is_arena(to) {
                self.attach(card, event.text("attachedTo"));
            }
            return;
        }
        if is_arena(to) {
            match self.place(card) {
                Some(_) => self.on(card, |unit| unit.zone = to.to_owned()),
                None => self.put(seat, Unit::fresh(card, to)),
            }
        } else if is_arena(from) {
            self.take(card);
        } else {
            self.on(card, |unit| unit.zone = to.to_owned());
        }
    }

    /// The lists of known cards follow a move.
    fn list(&mut self, seat: usize, card: &str, from: &str, to: &str) {
        for side in &mut self.sides {
            match from {
                "hand" => side.hand.retain(|id| id != card),
                "discard" => side.discard.retain(|id| id != card),
                "resource" => side.resources.iter_mut().for_each(|all| all.retain(|id| id != card)),
                _ => {}
            }
        }
        let side = &mut self.sides[seat];
        match to {
            "hand" => add(&mut side.hand, card),
            "discard" => add(&mut side.discard, card),
            "resource" => side.resources.iter_mut().for_each(|all| add(all, card)),
            _ => {}
        }
    }

    /// Tokens beside a base come and go.
    fn tokens(&mut self, seat: usize, card: &str, from: &str, to: &str) {
        let side = &mut self.sides[seat];
        let change = i64::from(to == "base") - i64::from(from == "base");
        if card.starts_with("TOKEN:credit#") {
            side.credits = side.credits.saturating_add(change).max(0);
        } else if card.starts_with("TOKEN:the-force#") && change != 0 {
            side.force = change > 0;
        }
    }

    /// A leader is deployed, as a unit or as an upgrade.
    fn deploy(&mut self, event: &Record, card: &str) {
        match (event.text("kind"), event.text("target")) {
            (Some("upgrade"), Some(target)) => self.attach(card, Some(target)),
            _ => self.enter(event, card),
        }
        let epic = event.is("epic");
        self.leader(card, |leader| {
            (leader.deployed, leader.exhausted) = (true, false);
            leader.epic_used |= epic;
        });
    }

    /// A card goes to another player with all that is on it, or is counted there from now on.
    fn take_control(&mut self, event: &Record, card: &str) {
        let (Some(to), Some(zone)) = (event.seat("p"), event.text("zone")) else { return };
        let from = event.seat("from").unwrap_or(1 - to);
        if is_arena(zone) {
            if let Some((_, mut unit)) = self.take(card) {
                unit.zone = zone.to_owned();
                self.put(to, unit);
            }
            return;
        }
        if from == to {
            return;
        }
        if zone == "resource" {
            let exhausted = event.is("exhausted");
            for (seat, change) in [(from, -1), (to, 1)] {
                let side = &mut self.sides[seat];
                let count = if exhausted { &mut side.exhausted } else { &mut side.ready };
                *count = count.saturating_add(change).max(0);
            }
            self.list(to, card, "resource", "resource");
        } else if zone == "base" {
            self.tokens(from, card, "base", "");
            self.tokens(to, card, "", "base");
        }
    }

    /// A unit comes to an arena, unless it is there.
    fn enter(&mut self, event: &Record, card: &str) {
        let zone = event.text("zone").filter(|zone| !zone.is_empty()).unwrap_or("ground");
        let Some(seat) = event.seat("p") else { return };
        if is_arena(zone) && self.place(card).is_none() {
            self.put(seat, Unit::fresh(card, zone));
        }
    }

    fn put(&mut self, seat: usize, unit: Unit) {
        let units = &mut self.sides[seat].units;
        if units.len() < MOST && !unit.id.is_empty() {
            units.push(unit);
        }
    }

    /// Takes a unit out of its arena.
    fn take(&mut self, card: &str) -> Option<(usize, Unit)> {
        let (seat, place) = self.place(card)?;
        Some((seat, self.sides[seat].units.remove(place)))
    }

    /// A card becomes an upgrade of a unit. Tokens are counted instead.
    fn attach(&mut self, card: &str, host: Option<&str>) {
        if let Some(host) = host
            && !is_token(card)
        {
            self.on(host, |unit| add(&mut unit.upgrades, card));
        }
    }

    /// A card is on and under no unit any more.
    fn detach(&mut self, card: &str) {
        self.units(|unit| {
            unit.upgrades.retain(|id| id != card);
            unit.captured.retain(|id| id != card);
        });
    }

    /// Damage on a unit grows or shrinks; that of a base is said by what is left.
    fn damage(&mut self, event: &Record, sign: i64) {
        let target = event.text("tgt").unwrap_or_default();
        if base_of(target).is_some() {
            return self.base(event);
        }
        let amount = event.number("amt").unwrap_or(0).saturating_mul(sign);
        self.on(target, |unit| unit.damage = unit.damage.saturating_add(amount).max(0));
    }

    /// Takes the HP that a base has left from an event.
    fn base(&mut self, event: &Record) {
        if let Some((seat, hp)) = event.text("tgt").and_then(base_of).zip(event.number("hp")) {
            self.sides[seat].base_hp = hp;
        }
    }

    fn turn(&mut self, card: &str, exhausted: bool) {
        self.on(card, |unit| unit.exhausted = exhausted);
        self.leader(card, |leader| leader.exhausted = exhausted);
    }

    fn side(&mut self, event: &Record) -> Option<&mut Side> {
        event.seat("p").map(|seat| &mut self.sides[seat])
    }

    /// Does something with a unit, if there is one of this id.
    fn on(&mut self, card: &str, then: impl FnOnce(&mut Unit)) {
        if let Some(unit) = self.unit_mut(card) {
            then(unit);
        }
    }

    fn units(&mut self, then: impl FnMut(&mut Unit)) {
        self.sides.iter_mut().flat_map(|side| &mut side.units).for_each(then);
    }

    /// Does something with the leader of this id, if it is recorded.
    fn leader(&mut self, card: &str, then: impl FnOnce(&mut Leader)) {
        let leaders = self.sides.iter_mut().filter_map(|side| side.leader.as_mut());
        if let Some(leader) = leaders.into_iter().find(|leader| leader.id == card) {
            then(leader);
        }
    }
}

impl Unit {
    /// Tokens come or go; none is no entry.
    fn token(&mut self, name: &str, count: i64) {
        let left = self.tokens.get(name).copied().unwrap_or(0).saturating_add(count).max(0);
        if left == 0 {
            self.tokens.remove(name);
        } else if self.tokens.len() < MOST || self.tokens.contains_key(name) {
            self.tokens.insert(name.to_owned(), left);
        }
    }
}

/// Adds an id to a list that has it not; a hidden card has none.
fn add(list: &mut Vec<String>, id: &str) {
    if !id.is_empty() && list.len() < MOST && !list.iter().any(|other| other == id) {
        list.push(id.to_owned());
    }
}
