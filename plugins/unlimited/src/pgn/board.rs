//! The reduced board: what a file tells of a game at a moment, and what a keyframe holds.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::file::{Fields, seat, whole};

/// HP of a base before anything says more.
const BASE_HP: i64 = 30;

/// A game at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The round; 0 before the first.
    pub round: i64,
    /// The phase: setup, action, regroup.
    pub phase: String,
    /// The player with the initiative, 0 or 1; `None` while that is not known.
    pub initiative: Option<usize>,
    /// The player who acts, 0 or 1; `None` while that is not known.
    pub active: Option<usize>,
    /// `true` once the initiative was taken this round; `None` where that is not recorded.
    pub taken: Option<bool>,
    /// The sides of both players, the first player's first.
    pub sides: [Side; 2],
}

/// The side of a player: all that is counted and listed of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The HP that the base has left.
    pub base_hp: i64,
    /// The HP of the base without damage.
    pub base_max_hp: i64,
    /// The number of cards in hand.
    pub hand_size: i64,
    /// The ids of the cards in hand that are known.
    pub hand: Vec<String>,
    /// The number of ready resources.
    pub ready: i64,
    /// The number of exhausted resources.
    pub exhausted: i64,
    /// The number of Credit tokens.
    pub credits: i64,
    /// `true` if they have the Force token.
    pub force: bool,
    /// The discard pile; the newest last.
    pub discard: Vec<String>,
    /// Units in the arenas.
    pub units: Vec<Unit>,
    /// The ids of the resources, where they are recorded.
    pub resources: Option<Vec<String>>,
    /// Cards in the deck, where that is recorded.
    pub deck: Option<i64>,
    /// The leader, where it is recorded.
    pub leader: Option<Leader>,
    /// `true` if the base's Epic Action was used; `None` where that is not recorded.
    pub base_epic_used: Option<bool>,
}

/// A leader, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// The id of the card, as the file has it.
    pub id: String,
    /// The leader is deployed.
    pub deployed: bool,
    /// The leader is exhausted.
    pub exhausted: bool,
    /// Its Epic Action was used.
    pub epic_used: bool,
    /// Of a leader with two leader sides: the first is up.
    pub starting_side: Option<bool>,
}

/// A unit in an arena.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unit {
    /// The id of the card, with the number of its copy.
    pub id: String,
    /// The arena it is in, `ground` or `space`.
    pub zone: String,
    /// Damage on the unit, in points.
    pub damage: i64,
    /// The unit is exhausted.
    pub exhausted: bool,
    /// Upgrades on it that are no tokens.
    pub upgrades: Vec<String>,
    /// Shield tokens on it.
    pub shields: i64,
    /// Experience tokens on it.
    pub experience: i64,
    /// Other tokens on it, by name; never 0.
    pub tokens: BTreeMap<String, i64>,
    /// Cards that it has captured.
    pub captured: Vec<String>,
    /// Its power, where that is recorded.
    pub power: Option<i64>,
    /// Its HP, damage not taken off, where that is recorded.
    pub hp: Option<i64>,
    /// Its keywords in order, where they are recorded.
    pub keywords: Option<Vec<String>>,
}

impl Default for State {
    fn default() -> Self {
        let side = || Side {
            base_hp: BASE_HP,
            base_max_hp: BASE_HP,
            hand_size: 0,
            hand: Vec::new(),
            ready: 0,
            exhausted: 0,
            credits: 0,
            force: false,
            discard: Vec::new(),
            units: Vec::new(),
            resources: Some(Vec::new()),
            deck: None,
            leader: None,
            base_epic_used: None,
        };
        Self {
            round: 0,
            phase: "setup".to_owned(),
            initiative: None,
            active: None,
            taken: None,
            sides: [side(), side()],
        }
    }
}

impl Unit {
    /// A unit that has just come to an arena.
    #[must_use]
    pub fn fresh(id: &str, zone: &str) -> Self {
        Self { id: id.to_owned(), zone: zone.to_owned(), ..Self::default() }
    }
}

impl State {
    /// A unit, by its id: whose it is, and its place there.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<(usize, usize)> {
        let sides = self.sides.iter().enumerate();
        sides.into_iter().find_map(|(seat, side)| {
            Some((seat, side.units.iter().position(|unit| unit.id == id)?))
        })
    }

    /// A unit, by its id.
    #[must_use]
    pub fn unit(&self, id: &str) -> Option<&Unit> {
        let (seat, place) = self.place(id)?;
        Some(&self.sides[seat].units[place])
    }

    /// A unit, by its id, to be changed.
    pub(crate) fn unit_mut(&mut self, id: &str) -> Option<&mut Unit> {
        let (seat, place) = self.place(id)?;
        Some(&mut self.sides[seat].units[place])
    }

    /// A keyframe; where it is none that can be used, what is wrong with it.
    ///
    /// # Errors
    /// The thing that was expected there.
    pub fn of_keyframe(value: &Value) -> Result<Self, String> {
        let fields = value.as_object().ok_or("an object")?;
        let players = fields.get("players").and_then(Value::as_object);
        let players = players.ok_or("both seats among its players")?;
        let side = |name: &str| {
            let side = players.get(name).and_then(Value::as_object);
            side.ok_or_else(|| "both seats among its players".to_owned()).and_then(Side::of)
        };
        Ok(Self {
            round: number(fields, "round").unwrap_or(0),
            phase: text(fields, "phase").unwrap_or_default(),
            initiative: fields.get("initiative").and_then(seat),
            active: fields.get("active").and_then(seat),
            taken: flag(fields, "initiativeTaken"),
            sides: [side("1")?, side("2")?],
        })
    }

    /// The state as a keyframe.
    #[must_use]
    pub fn keyframe(&self) -> Value {
        let mut keyframe = json!({
            "round": self.round,
            "phase": self.phase,
            "initiative": self.initiative.map(|seat| seat + 1),
            "players": { "1": self.sides[0].written(0), "2": self.sides[1].written(1) },
        });
        if let Some(active) = self.active {
            keyframe["active"] = json!(active + 1);
        }
        if let Some(taken) = self.taken {
            keyframe["initiativeTaken"] = json!(taken);
        }
        keyframe
    }
}

impl Side {
    fn of(fields: &Fields) -> Result<Self, String> {
        let units = list(fields, "cards")?;
        let units = units.iter().map(|unit| {
            let unit = unit.as_object().ok_or("objects as cards of its seats")?;
            Unit::of(unit)
        });
        Ok(Self {
            base_hp: number(fields, "baseHp").unwrap_or(BASE_HP),
            base_max_hp: number(fields, "baseMaxHp").unwrap_or(BASE_HP),
            hand_size: number(fields, "handSize").unwrap_or(0),
            hand: texts(list(fields, "hand")?),
            ready: number(fields, "resourcesReady").unwrap_or(0),
            exhausted: number(fields, "resourcesExhausted").unwrap_or(0),
            credits: number(fields, "credits").unwrap_or(0),
            force: flag(fields, "hasForce").unwrap_or(false),
            discard: texts(list(fields, "discard")?),
            units: units.collect::<Result<_, String>>()?,
            resources: fields.get("resources").and_then(Value::as_array).map(|all| texts(all)),
            deck: number(fields, "deckSize"),
            leader: fields.get("leader").and_then(Value::as_object).and_then(Leader::of),
            base_epic_used: flag(fields, "baseEpicActionUsed"),
        })
    }

    fn written(&self, seat: usize) -> Value {
        let mut side = json!({
            "seat": seat + 1,
            "baseHp": self.base_hp,
            "baseMaxHp": self.base_max_hp,
            "handSize": self.hand_size,
            "hand": self.hand,
            "resourcesReady": self.ready,
            "resourcesExhausted": self.exhausted,
            "credits": self.credits,
            "hasForce": self.force,
            "discard": self.discard,
            "cards": self.units.iter().map(Unit::written).collect::<Vec<_>>(),
        });
        if let Some(resources) = &self.resources {
            side["resources"] = json!(resources);
        }
        if let Some(deck) = self.deck {
            side["deckSize"] = json!(deck);
        }
        if let Some(leader) = &self.leader {
            side["leader"] = leader.written();
        }
        if let Some(used) = self.base_epic_used {
            side["baseEpicActionUsed"] = json!(used);
        }
        side
    }
}

impl Leader {
    fn of(fields: &Fields) -> Option<Self> {
        Some(Self {
            id: text(fields, "id")?,
            deployed: flag(fields, "deployed").unwrap_or(false),
            exhausted: flag(fields, "exhausted").unwrap_or(false),
            epic_used: flag(fields, "epicActionUsed").unwrap_or(false),
            starting_side: flag(fields, "onStartingSide"),
        })
    }

    pub(super) fn written(&self) -> Value {
        let mut leader = json!({
            "id": self.id,
            "deployed": self.deployed,
            "exhausted": self.exhausted,
            "epicActionUsed": self.epic_used,
        });
        if let Some(starting) = self.starting_side {
            leader["onStartingSide"] = json!(starting);
        }
        leader
    }
}

impl Unit {
    fn of(fields: &Fields) -> Result<Self, String> {
        let tokens = fields.get("statusTokens").and_then(Value::as_object);
        let tokens = tokens.into_iter().flatten();
        Ok(Self {
            id: text(fields, "id").ok_or("an id of every card of its seats")?,
            zone: text(fields, "zone").unwrap_or_default(),
            damage: number(fields, "damage").unwrap_or(0),
            exhausted: flag(fields, "exhausted").unwrap_or(false),
            upgrades: texts(list(fields, "upgrades")?),
            shields: number(fields, "shields").unwrap_or(0),
            experience: number(fields, "experience").unwrap_or(0),
            tokens: tokens.filter_map(|(name, n)| Some((name.clone(), whole(n)?))).collect(),
            captured: fields
                .get("captured")
                .and_then(Value::as_array)
                .map(|all| texts(all))
                .unwrap_or_default(),
            power: number(fields, "power"),
            hp: number(fields, "hp"),
            keywords: fields.get("keywords").and_then(Value::as_array).map(|all| {
                let mut words = texts(all);
                words.sort();
                words
            }),
        })
    }

    fn written(&self) -> Value {
        let mut unit = json!({
            "id": self.id,
            "zone": self.zone,
            "damage": self.damage,
            "exhausted": self.exhausted,
            "upgrades": self.upgrades,
            "shields": self.shields,
            "experience": self.experience,
            "statusTokens": self.tokens,
            "captured": self.captured,
        });
        for (name, number) in [("power", self.power), ("hp", self.hp)] {
            if let Some(number) = number {
                unit[name] = json!(number);
            }
        }
        if let Some(keywords) = &self.keywords {
            unit["keywords"] = json!(keywords);
        }
        unit
    }
}

fn number(fields: &Fields, name: &str) -> Option<i64> {
    whole(fields.get(name)?)
}

fn flag(fields: &Fields, name: &str) -> Option<bool> {
    fields.get(name)?.as_bool()
}

fn text(fields: &Fields, name: &str) -> Option<String> {
    fields.get(name)?.as_str().map(str::to_owned)
}

fn list<'f>(fields: &'f Fields, name: &str) -> Result<&'f [Value], String> {
    let list = fields.get(name).and_then(Value::as_array);
    list.map(Vec::as_slice).ok_or_else(|| format!("a list {name} of its seats and cards"))
}

fn texts(list: &[Value]) -> Vec<String> {
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
