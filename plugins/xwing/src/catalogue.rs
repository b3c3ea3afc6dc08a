//! The cards of the game, ready to play: shared by all tables of a World.

use std::sync::Arc;

use bevy_ecs::prelude::*;

use crate::facts::Facts;
use crate::library::Library;
use crate::program::{FIRST_ABILITY, Op, compile};
use crate::vocabulary::{Ability, Definition, Kind, Timing};

/// A card, ready to play.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The card as its file has it.
    pub definition: Definition,
    /// The ids of its abilities; a pilot has those of its ship type and of every ship too.
    pub abilities: Vec<u16>,
    /// Those of them that always apply.
    pub constant: Vec<u16>,
    /// Those of them that trigger.
    pub triggered: Vec<u16>,
    /// Those of them that replace events.
    pub replacing: Vec<u16>,
    /// Those of them that modify dice.
    pub modifying: Vec<u16>,
    /// Those of them by which weapons ask for less.
    pub excusing: Vec<u16>,
    /// Those of them that say what ships can be coordinated or jammed.
    pub aiming: Vec<u16>,
    /// The ship type of a pilot; otherwise the card itself.
    pub ship: u16,
}

impl Printed {
    fn new(definition: &Definition, abilities: Vec<u16>, ship: u16) -> Self {
        let definition = definition.clone();
        let [constant, triggered, replacing] = [const { Vec::new() }; 3];
        let [modifying, excusing, aiming] = [const { Vec::new() }; 3];
        Self {
            definition,
            abilities,
            constant,
            triggered,
            replacing,
            modifying,
            excusing,
            aiming,
            ship,
        }
    }

    /// Lists its abilities by what they do.
    fn sort(&mut self, listed: &[Listed]) {
        for &id in &self.abilities {
            match listed[usize::from(id)].ability.timing {
                Timing::Always(_) => self.constant.push(id),
                Timing::After(_) => self.triggered.push(id),
                Timing::Replaces(_) => self.replacing.push(id),
                Timing::Modify(_) => self.modifying.push(id),
                Timing::Excuses(_) => self.excusing.push(id),
                Timing::Aims { .. } => self.aiming.push(id),
                _ => {}
            }
        }
    }
}

/// An ability and the card it is printed on.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The card it is printed on, by its place in the catalogue.
    pub definition: u16,
    /// The ability as card files have it.
    pub ability: Ability,
    program: Vec<Op>,
}

#[derive(Debug)]
struct Content {
    cards: Vec<Printed>,
    abilities: Vec<Listed>,
    facts: Facts,
    squads: Vec<(String, String)>,
    /// Some damage card or other.
    blank: u16,
}

/// The end of the id of an upgrade that shares its id in squad lists with a pilot.
pub const UPGRADE: &str = "-upgrade";

/// The cards of the game. Cheap to clone.
#[derive(Resource, Clone, Debug)]
pub struct Catalogue(Arc<Content>);

impl Catalogue {
    /// Makes a library ready to play.
    #[must_use]
    pub fn new(library: &Library) -> Self {
        let mut abilities: Vec<Listed> = Vec::new();
        let mut cards: Vec<Printed> = Vec::new();
        for (n, definition) in library.definitions.iter().enumerate() {
            let first = abilities.len();
            abilities.extend(definition.abilities.iter().map(|ability| Listed {
                definition: n as u16,
                program: compile(ability),
                ability: ability.clone(),
            }));
            let ids = (first as u16..abilities.len() as u16).collect();
            cards.push(Printed::new(definition, ids, n as u16));
        }
        let standard: Vec<u16> = cards
            .iter()
            .filter(|card| card.definition.kind == Kind::Standard)
            .flat_map(|card| card.abilities.clone())
            .collect();
        for n in 0..cards.len() {
            let Kind::Pilot { ship, .. } = &cards[n].definition.kind else { continue };
            let Some(at) = cards.iter().position(|c| c.definition.id == *ship) else { continue };
            let more = [cards[at].abilities.clone(), standard.clone()].concat();
            cards[n].ship = at as u16;
            cards[n].abilities.extend(more);
        }
        for card in &mut cards {
            card.sort(&abilities);
        }
        let is_damage = |card: &Printed| matches!(card.definition.kind, Kind::Damage(..));
        let blank = cards.iter().position(is_damage).unwrap_or_default() as u16;
        let Library { facts, squads, .. } = library.clone();
        Self(Arc::new(Content { cards, abilities, facts, squads, blank }))
    }

    /// A card.
    ///
    /// # Panics
    /// If there is no such card.
    #[must_use]
    pub fn card(&self, definition: u16) -> &Printed {
        &self.0.cards[usize::from(definition)]
    }

    /// All cards, in order of their numbers.
    #[must_use]
    pub fn cards(&self) -> &[Printed] {
        &self.0.cards
    }

    /// The number of some damage card or other, where it is not known which one lies somewhere.
    #[must_use]
    pub fn blank_damage(&self) -> u16 {
        self.0.blank
    }

    /// The number of the card with an id.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<u16> {
        let at = self.0.cards.binary_search_by(|card| card.definition.id.as_str().cmp(id)).ok()?;
        Some(at as u16)
    }

    /// Tells whether a card of this id is defined, and of a kind that `kind` accepts.
    #[must_use]
    pub fn plays(&self, id: &str, kind: impl Fn(&Kind) -> bool) -> bool {
        self.find_of(id, kind).is_some()
    }

    /// The number of the card of this id that is of a kind which `kind` accepts. An upgrade that
    /// shares its id with a pilot has one of its own here, with [`UPGRADE`] behind it.
    #[must_use]
    pub fn find_of(&self, id: &str, kind: impl Fn(&Kind) -> bool) -> Option<u16> {
        let is = |card: &u16| kind(&self.card(*card).definition.kind);
        self.find(id).filter(is).or_else(|| self.find(&format!("{id}{UPGRADE}")).filter(is))
    }

    /// An ability and the card it is printed on.
    ///
    /// # Panics
    /// If there is no such ability.
    #[must_use]
    pub fn listed(&self, ability: u16) -> &Listed {
        &self.0.abilities[usize::from(ability)]
    }

    /// An ability.
    ///
    /// # Panics
    /// If there is no such ability.
    #[must_use]
    pub fn ability(&self, ability: u16) -> &Ability {
        &self.listed(ability).ability
    }

    /// The number of abilities of all cards; their ids are 0 up to it.
    #[must_use]
    pub fn abilities(&self) -> u16 {
        self.0.abilities.len() as u16
    }

    /// The program of an ability.
    ///
    /// # Panics
    /// If the program is not an ability's.
    #[must_use]
    pub fn program(&self, program: u16) -> &[Op] {
        &self.listed(program - FIRST_ABILITY).program
    }

    /// The name of an ability in the players' words: its label, the card's name, or both.
    #[must_use]
    pub fn ability_name(&self, ability: u16) -> String {
        let listed = self.listed(ability);
        let card = &self.card(listed.definition).definition;
        let label = &listed.ability.label;
        match card.kind {
            Kind::Standard | Kind::Ship { .. } if !label.is_empty() => label.clone(),
            _ if label.is_empty() => card.name.clone(),
            _ => format!("{}: {label}", card.name),
        }
    }

    /// Tells whether an ability is one that every ship has ([`Kind::Standard`]).
    #[must_use]
    pub fn is_standard(&self, ability: u16) -> bool {
        self.card(self.listed(ability).definition).definition.kind == Kind::Standard
    }

    /// Tells whether an ability can be added to the ability queue at all (`S1-24`: what replaces
    /// never is).
    #[must_use]
    pub fn is_queued(&self, ability: u16) -> bool {
        matches!(self.ability(ability).timing, Timing::After(_))
    }

    /// The squads that come with the cards: names, and what their files say.
    #[must_use]
    pub fn squads(&self) -> &[(String, String)] {
        &self.0.squads
    }

    /// The tables of all cards of the game, defined or not.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.0.facts
    }
}
