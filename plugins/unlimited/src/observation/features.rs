//! Abilities of cards as numbers: cards are known by what they do.
//!
//! One walk over a definition as a tree of words. The words of the [families](families) have a column
//! each, which the vocabulary itself names; in which company they stand (on what occasion a step is
//! done, to whom, which cards a filter asks for) is told in [`BUCKETS`] columns that such things share.

use std::collections::BTreeMap;

use cardmill_harness::observation::schema::{Column, Values};
use cardmill_harness::tree::{Tree, Word, variants};
use cardmill_kernel::digest::mix;

use crate::vocabulary::{Ability, Definition, Keyword, Kind};
use crate::words::event::Event;
use crate::words::grant::Grant;
use crate::words::step::Step;

/// Columns that share what has none of its own.
const BUCKETS: usize = 100;

/// To whom or what something is done, by name, and what that means.
const AIMS: [(&str, &str); 14] = [
    ("itself", "the card itself"),
    ("attached", "the unit it is attached to"),
    ("friendly", "cards of its own player"),
    ("enemy", "cards of the other player"),
    ("any", "cards of either player"),
    ("base", "bases"),
    ("event", "what the event happened to"),
    ("fighter", "who attacks or is attacked"),
    ("all", "all that fit"),
    ("ground", "cards in the ground arena"),
    ("space", "cards in the space arena"),
    ("you", "its own player"),
    ("opponent", "the other player"),
    ("each", "both players"),
];

/// The families whose words have columns, with what the names of the columns begin with.
fn families() -> [(&'static str, &'static str, &'static [&'static str]); 5] {
    [
        ("Ability", "ability", variants::<Ability>()),
        ("Event", "when", variants::<Event>()),
        ("Step", "step", variants::<Step>()),
        ("Grant", "grant", variants::<Grant>()),
        ("Keyword", "about", variants::<Keyword>()),
    ]
}

/// The places of the columns of each word.
pub(super) struct Features {
    words: BTreeMap<(&'static str, &'static str), usize>,
    aims: BTreeMap<&'static str, usize>,
    /// The place of the first shared column.
    shared: usize,
}

impl Features {
    pub(super) fn new() -> Self {
        let named = families()
            .into_iter()
            .flat_map(|(family, _, names)| names.iter().map(move |&name| (family, name)));
        let words: BTreeMap<_, _> = named.zip(0..).collect();
        let aims = AIMS.iter().map(|(name, _)| *name).zip(words.len()..).collect();
        Self { shared: words.len() + AIMS.len(), words, aims }
    }

    /// The columns, in order: words, aims, then the shared ones.
    pub(super) fn columns() -> Vec<Column> {
        let column = |name: String, meaning: String| Column {
            name: name.into(),
            meaning: meaning.into(),
            values: Values::Number(i16::MIN, i16::MAX),
        };
        let mut columns = Vec::new();
        for (family, begin, names) in families() {
            columns.extend(names.iter().map(|name| {
                let meaning = format!(
                    "{family} `{name}` in its abilities: the numbers in it, 1 where it has none, all \
                     together."
                );
                column(format!("{begin}_{}", snake(name)), meaning)
            }));
        }
        columns.extend(AIMS.iter().map(|(name, whom)| {
            column(format!("to_{name}"), format!("How often its abilities are about {whom}."))
        }));
        columns.extend((0..BUCKETS).map(|place| {
            let meaning = "What its abilities say besides: what is said falls to one of these by its \
                           words, with the numbers in it.";
            column(format!("said_{place}"), meaning.to_owned())
        }));
        columns
    }

    /// The numbers of the abilities of a card, one for each column.
    pub(super) fn of(&self, definition: &Definition) -> Vec<i16> {
        let Definition { kind, attach, abilities, unit_side, upgrade_side, flip_side, .. } =
            definition;
        let mut walk = Walk {
            features: self,
            cells: vec![0; self.shared + BUCKETS],
            occasion: String::new(),
            near: ("attach".into(), 1),
            bound: Vec::new(),
            aims: Vec::new(),
        };
        if matches!(kind, Kind::Upgrade | Kind::Token) {
            walk.visit(&Tree::of(attach));
        }
        let mut face = |side: &str, tree: Tree| {
            walk.near = (side.to_owned(), 1);
            walk.visit(&tree);
        };
        face("front", Tree::of(abilities));
        if let Some(side) = unit_side {
            face("deploy", Tree::of(&side.deploy_with));
            face("unit side", Tree::of(&side.abilities));
        }
        if let Some(side) = upgrade_side {
            face("upgrade side", Tree::of(&side.attach));
            face("upgrade side", Tree::of(&side.abilities));
        }
        if let Some(side) = flip_side {
            face("flip side", Tree::of(&side.abilities));
        }
        walk.cells
    }
}

/// `WordsLikeThis` as `words_like_this`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// A walk over a definition.
struct Walk<'f> {
    features: &'f Features,
    cells: Vec<i16>,
    /// The kind of the ability, and the event it triggers on.
    occasion: String,
    /// The word that what is met now stands in, and its number.
    near: (String, i16),
    /// The cards that were chosen, by register, as an aim.
    bound: Vec<(&'static str, String)>,
    /// To what a step or an ability gives what it gives.
    aims: Vec<String>,
}

impl Walk<'_> {
    fn add(&mut self, place: usize, much: i16) {
        self.cells[place] = self.cells[place].saturating_add(much);
    }

    /// Something that has no column of its own.
    fn say(&mut self, what: &str, much: i16) {
        let bucket = what.bytes().fold(0, |trail, byte| mix(trail, byte.into())) % BUCKETS as u64;
        self.add(self.features.shared + bucket as usize, much);
    }

    fn aim(&mut self, name: &str) {
        if let Some(&place) = self.features.aims.get(name) {
            self.add(place, 1);
        }
    }

    fn visit(&mut self, tree: &Tree) {
        match tree {
            Tree::List(list) => list.iter().for_each(|tree| self.visit(tree)),
            Tree::Word(word) => self.word(word),
            Tree::Nothing | Tree::Yes | Tree::No | Tree::Number(_) | Tree::Text(_) => {}
        }
    }

    fn fields(&mut self, word: &Word) {
        for (field, tree) in &word.fields {
            if *tree == Tree::Yes {
                self.say(&format!("{} {field}", self.near.0), self.near.1);
            }
            self.visit(tree);
        }
    }

    fn word(&mut self, word: &Word) {
        let Word { family, name, .. } = *word;
        let much = amount(word);
        if let Some(&place) = self.features.words.get(&(family, name)) {
            self.add(place, much);
        }
        let outside = self.near.clone();
        match family {
            "Ability" => return self.ability(word, much),
            "Event" => {}
            "Step" => self.step(word, much),
            "Grant" => {
                self.near = (format!("{family} {name}"), much);
                self.say(&format!("{} {name}", self.occasion), much);
                for aim in self.aims.clone() {
                    self.say(&format!("{name} of {aim}"), much);
                }
            }
            "Filter" => return self.filter(word),
            "Whom" => {
                let aim = self.whom(word);
                self.aimed(&aim);
            }
            "Who" => {
                self.aim(player(name));
                self.say(&format!("{} {}", self.near.0, player(name)), self.near.1);
            }
            // Which of them holds a card says nothing.
            "Register" => return,
            "Measure" if name == "One" => return,
            _ if name.is_empty() => {}
            _ => {
                let own = if numbers(word) == 0 { self.near.1 } else { much };
                self.say(&format!("{} {family} {name}", self.near.0), own);
                // Conditions and measures are told as such, wherever they stand.
                if matches!(family, "Condition" | "Measure") {
                    self.say(&format!("{family} {name}"), much);
                    self.near = (format!("{family} {name}"), much);
                }
            }
        }
        let aims = self.aims.clone();
        if matches!(family, "Step") {
            self.aims = self.aims_of(word);
        }
        self.fields(word);
        (self.near, self.aims) = (outside, aims);
    }

    fn ability(&mut self, word: &Word, much: i16) {
        let outside = (self.occasion.clone(), self.near.clone(), self.aims.clone());
        // What is chosen in one is nothing to another.
        let bound = core::mem::take(&mut self.bound);
        let when: Vec<String> = match word.field("when") {
            Some(events) => events.words().map(occasion).collect(),
            None => vec![word.name.to_owned()],
        };
        self.say(&format!("{} {}", self.near.0, word.name), much);
        self.occasion = when.join(" or ");
        self.near = (word.name.to_owned(), much);
        self.aims = self.aims_of(word);
        self.fields(word);
        (self.occasion, self.near, self.aims) = outside;
        self.bound = bound;
    }

    fn step(&mut self, word: &Word, much: i16) {
        self.near = (word.name.to_owned(), much);
        self.say(&format!("{} {}", self.occasion, word.name), much);
        for aim in self.aims_of(word) {
            self.say(&format!("{} to {aim}", word.name), much);
        }
        self.bind(word);
    }

    /// Notes what a step that chooses binds.
    fn bind(&mut self, word: &Word) {
        let parts: Vec<&Word> = parts(word).collect();
        let register = parts.iter().find(|part| part.family == "Register");
        let filter = parts.iter().find(|part| part.family == "Filter");
        if let (Some(register), Some(filter)) = (register, filter) {
            let aim = self.fitting(filter);
            self.bound.retain(|(bound, _)| *bound != register.name);
            self.bound.push((register.name, aim));
        }
    }

    /// To whom or what a word does something, as it says itself.
    fn aims_of(&self, word: &Word) -> Vec<String> {
        let whoms = word.fields.iter().flat_map(|(_, tree)| tree.words());
        whoms.filter(|part| part.family == "Whom").map(|whom| self.whom(whom)).collect()
    }

    fn whom(&self, word: &Word) -> String {
        match word.name {
            "It" | "Other" | "Third" => {
                let bound = self.bound.iter().find(|(register, _)| *register == word.name);
                bound.map_or_else(|| "event".to_owned(), |(_, aim)| aim.clone())
            }
            "This" => "itself".to_owned(),
            "Attached" => "attached".to_owned(),
            "Subject" => "event".to_owned(),
            "Attacker" | "Defender" => "fighter".to_owned(),
            "Each" => {
                let filter = parts(word).find(|part| part.family == "Filter");
                filter.map_or_else(String::new, |filter| format!("all {}", self.fitting(filter)))
            }
            "Base" => {
                let who = parts(word).find(|part| part.family == "Who");
                format!("{} base", who.map_or("any", |who| side(who.name)))
            }
            other => other.to_owned(),
        }
    }

    /// Cards that fit: whose they are, and of which kind or where.
    fn fitting(&self, filter: &Word) -> String {
        let one = |field: &str| filter.field(field).and_then(|tree| tree.words().next());
        let side = one("side").map_or("any", |who| side(who.name));
        let kind = one("is").map(|kind| kind.name);
        let place = one("place").map_or("Play", |place| place.name);
        let what = match (kind, place) {
            (Some("Base" | "Player"), _) => "base",
            (Some(kind), _) => kind,
            (None, "Play") => "Unit",
            (None, place) => place,
        };
        format!("{side} {what}")
    }

    fn aimed(&mut self, aim: &str) {
        aim.split(' ').for_each(|part| self.aim(part));
    }

    /// Counts what a filter asks for, wherever it stands.
    fn filter(&mut self, filter: &Word) {
        let aim = self.fitting(filter);
        self.aimed(&aim);
        self.say(&format!("{} {aim}", self.near.0), self.near.1);
        let outside = core::mem::replace(&mut self.near, ("filter".into(), 1));
        for (field, tree) in &filter.fields {
            match tree {
                Tree::Number(number) => self.say(&format!("filter {field}"), clamped(*number)),
                Tree::Yes => self.say(&format!("filter {field}"), 1),
                Tree::No => self.say(&format!("filter not {field}"), 1),
                Tree::List(list) if list.iter().any(|tree| matches!(tree, Tree::Text(_))) => {
                    self.say(&format!("filter {field}"), 1);
                }
                _ => {}
            }
            for word in tree.words() {
                match (word.family, word.name) {
                    ("ArenaOf", "In") => {
                        let arena = parts(word).find(|part| part.family == "Arena");
                        self.aim(&arena.map_or_else(String::new, |arena| snake(arena.name)));
                    }
                    ("Filter" | "Whom" | "Measure" | "Who", _) => self.word(word),
                    (family, name) => {
                        self.say(&format!("filter {field} {family} {name}"), amount(word));
                        self.fields(word);
                    }
                }
            }
        }
        self.near = outside;
    }
}

/// An event, and whether it is about the card itself.
fn occasion(event: &Word) -> String {
    let subject = parts(event).find(|part| part.family == "Subject");
    format!("{} {}", event.name, subject.map_or("", |subject| subject.name))
}

/// The side of a card, for a player that a word means.
fn side(who: &str) -> &'static str {
    match player(who) {
        "you" => "friendly",
        "opponent" => "enemy",
        _ => "any",
    }
}

/// A player that a word means.
fn player(who: &str) -> &'static str {
    match who {
        "You" => "you",
        "Opponent" | "Defending" => "opponent",
        "Each" | "They" => "each",
        _ => "other",
    }
}

/// The words in a word that are parts of itself, not words of their own: how many are chosen is part
/// of a choice; which cards, is not looked into.
fn parts(word: &Word) -> Box<dyn Iterator<Item = &Word> + '_> {
    let inside = word.fields.iter().flat_map(|(_, tree)| tree.words());
    Box::new(inside.flat_map(|part| {
        let more = is_part(part).then(|| parts(part));
        core::iter::once(part).chain(more.into_iter().flatten())
    }))
}

/// Returns `true` for a word that is a part of the one that it stands in.
fn is_part(word: &Word) -> bool {
    !matches!(
        word.family,
        "Ability"
            | "Event"
            | "Step"
            | "Grant"
            | "Keyword"
            | "Condition"
            | "Measure"
            | "Filter"
            | "Whom"
            | "Cost"
            | "Replacement"
    )
}

/// All numbers in a word that are its own.
fn numbers(word: &Word) -> i64 {
    fn of(tree: &Tree) -> i64 {
        match tree {
            Tree::Number(number) => *number,
            Tree::List(list) => list.iter().map(of).sum(),
            Tree::Word(word) if is_part(word) => numbers(word),
            _ => 0,
        }
    }
    word.fields.iter().map(|(_, tree)| of(tree)).sum()
}

/// The weight of a word: its numbers, 1 where it has none.
fn amount(word: &Word) -> i16 {
    match numbers(word) {
        0 => 1,
        number => clamped(number),
    }
}

fn clamped(number: i64) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
