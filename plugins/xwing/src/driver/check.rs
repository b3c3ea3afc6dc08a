//! Checks of the cards themselves, which need no table.

use cardmill_harness::driver::{Checked, same};
use serde::{Deserialize, Serialize};

use crate::catalogue::{Catalogue, UPGRADE};
use crate::facts::{BarAction, ForceFacts, OF_DOCKED, OF_SQUADS, PilotFacts};
use crate::program::{FIRST_ABILITY, Op};
use crate::vocabulary::{Definition, Kind, Timing};

/// The kind of a card, for claims about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardKind {
    /// A ship type, whose abilities are those of all its ships.
    Ship,
    /// A pilot, which is a ship in play.
    Pilot,
    /// An upgrade of a ship.
    Upgrade,
    /// A damage card of the decks.
    Damage,
    /// A condition that abilities assign.
    Condition,
}

/// Something that must be so of the cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Check {
    /// Of all pilots of the game, those that are limited have a pilot ability; these are the
    /// only exceptions. What is known of a pilot is so of its definition, if it is defined.
    LimitedPilotsHaveAbilities {
        /// The exceptions: pilots, by id.
        except: Vec<String>,
    },
    /// Of all pilots of the game, those of one ship type have one and the same ship ability, or
    /// all none; these ship types are the only exceptions. What is known of a pilot is so of its
    /// definition, if it is defined.
    OneShipAbility {
        /// The exceptions: ship types, by id.
        except: Vec<String>,
    },
    /// The pilot has these ship abilities, by name; so does its definition, if it is defined.
    ShipAbilities(String, Vec<String>),
    /// There are so many texts with "would" and "instead". Each says what it replaces; those
    /// whose cards are defined are replacement effects and can never be queued, the others say
    /// what the game lacks for them.
    Replacements(u8),
    /// The number of those texts whose cards are defined.
    DefinedReplacements(u8),
    /// The card is defined, is of this kind, and every ability of it has a timing and an effect.
    Ability(String, CardKind),
    /// The ability with this label (or the only one, if it is empty) can be declined, or not.
    May(String, String, bool),
    /// There are so many damage cards of so many names.
    DamageDeck(u8, u8),
}

pub(super) fn check(catalogue: &Catalogue, check: &Check) -> Checked {
    let facts = catalogue.facts();
    match check {
        Check::LimitedPilotsHaveAbilities { except } => {
            known(catalogue)?;
            let without = facts.pilots.iter().filter(|pilot| pilot.limited > 0 && !pilot.ability);
            same(except, &without.map(|pilot| pilot.id.clone()).collect())
        }
        Check::OneShipAbility { except } => {
            known(catalogue)?;
            same(except, &uneven(catalogue))
        }
        Check::ShipAbilities(id, abilities) => {
            let pilot = facts.pilots.iter().find(|pilot| pilot.id == *id);
            let pilot = pilot.ok_or_else(|| format!("there is no pilot {id:?}"))?;
            same(abilities, &pilot.ship_abilities)?;
            // Where pilots of one ship type differ, those are not defined that have more than it.
            if !catalogue.plays(id, |kind| matches!(kind, Kind::Pilot { .. })) {
                return Ok(());
            }
            let ship = catalogue.card(find(catalogue, id)?).ship;
            same(abilities, &abilities_of(&catalogue.card(ship).definition, pilot))
        }
        Check::Replacements(n) => {
            same(&usize::from(*n), &facts.replacements.len())?;
            facts
                .replacements
                .iter()
                .try_for_each(|text| replacement(catalogue, &text.id, &text.lacks))
        }
        Check::DefinedReplacements(n) => {
            let defined = facts.replacements.iter().filter(|text| text.lacks.is_empty());
            same(&usize::from(*n), &defined.count())
        }
        Check::Ability(id, kind) => {
            let card = catalogue.card(find(catalogue, id)?);
            let found = match card.definition.kind {
                Kind::Ship { .. } => Some(CardKind::Ship),
                Kind::Pilot { .. } => Some(CardKind::Pilot),
                Kind::Upgrade(_) => Some(CardKind::Upgrade),
                Kind::Damage(..) => Some(CardKind::Damage),
                Kind::Condition => Some(CardKind::Condition),
                Kind::Standard => None,
            };
            same(&Some(*kind), &found)?;
            if card.definition.abilities.is_empty() {
                return Err("it has no ability".into());
            }
            let hollow = |&id: &u16| {
                let program = catalogue.program(FIRST_ABILITY + id);
                let constant = matches!(catalogue.ability(id).timing, Timing::Always(_));
                !constant && !program.iter().any(|op| matches!(op, Op::Do(_) | Op::OneOf { .. }))
            };
            let own = catalogue.card(find(catalogue, id)?).definition.abilities.len();
            match card.abilities.iter().take(own).find(|id| hollow(id)) {
                Some(&id) => Err(format!("{} has no effect", catalogue.ability_name(id))),
                None => Ok(()),
            }
        }
        Check::May(id, label, may) => {
            let card = catalogue.card(find(catalogue, id)?);
            let mut own = card.definition.abilities.iter();
            let ability = own.find(|ability| ability.label == *label);
            let ability = ability.ok_or_else(|| format!("it has no ability {label:?}"))?;
            same(may, &ability.may)
        }
        Check::DamageDeck(cards, names) => {
            let copies = catalogue.cards().iter().filter_map(|card| match card.definition.kind {
                Kind::Damage(_, copies) => Some(copies),
                _ => None,
            });
            same(cards, &copies.clone().sum())?;
            same(&usize::from(*names), &copies.count())
        }
    }
}

fn find(catalogue: &Catalogue, id: &str) -> Result<u16, String> {
    catalogue.find(id).ok_or_else(|| format!("{id:?} is not defined"))
}

/// The names of the abilities of a ship type; those that belong together share one. Those of its
/// pilots that are about squads alone come last.
fn abilities_of(ship: &Definition, pilot: &PilotFacts) -> Vec<String> {
    let mut names: Vec<String> = ship.abilities.iter().map(|a| a.label.clone()).collect();
    names.dedup();
    let of_squads = pilot
        .ship_abilities
        .iter()
        .filter(|name| OF_SQUADS.contains(&name.as_str()) || OF_DOCKED.contains(&name.as_str()));
    names.extend(of_squads.cloned());
    names
}

/// Every pilot that is defined is a pilot of the game, and as it is known.
fn known(catalogue: &Catalogue) -> Checked {
    for card in catalogue.cards() {
        let definition = &card.definition;
        let Kind::Pilot { ship, initiative, actions } = &definition.kind else { continue };
        let pilots = &catalogue.facts().pilots;
        let facts = pilots.iter().find(|pilot| pilot.id == definition.id);
        let facts = facts.ok_or_else(|| format!("{} is no pilot of the game", definition.id))?;
        let found = PilotFacts {
            name: definition.name.clone(),
            ship: ship.clone(),
            initiative: *initiative,
            limited: definition.limited,
            ability: !definition.abilities.is_empty(),
            ship_abilities: abilities_of(&catalogue.card(card.ship).definition, facts),
            force: ForceFacts { value: definition.force, ..facts.force },
            charges: (definition.charges, definition.recurring),
            actions: actions.iter().copied().map(BarAction::of).collect(),
            ..facts.clone()
        };
        same(facts, &found)?;
    }
    Ok(())
}

/// Ship types whose pilots do not have one and the same ship ability, sorted.
fn uneven(catalogue: &Catalogue) -> Vec<String> {
    let mut uneven: Vec<String> = Vec::new();
    let pilots = &catalogue.facts().pilots;
    for pilot in pilots {
        let first = pilots.iter().find(|other| other.ship == pilot.ship);
        let even = first.is_some_and(|first| first.ship_abilities == pilot.ship_abilities);
        if !even || pilot.ship_abilities.len() > 1 {
            uneven.push(pilot.ship.clone());
        }
    }
    uneven.sort();
    uneven.dedup();
    uneven
}

/// A text that replaces something: what is defined of it is a replacement effect, and of what is
/// not defined it is known why.
fn replacement(catalogue: &Catalogue, id: &str, lacks: &str) -> Checked {
    // An upgrade that shares its id with a pilot has one of its own.
    let upgrade = catalogue.find(&format!("{id}{UPGRADE}"));
    let replaces = |card: &u16| !catalogue.card(*card).replacing.is_empty();
    let defined = upgrade.filter(replaces).or_else(|| catalogue.find(id));
    match (defined, lacks) {
        (None, "") => Err(format!("{id} is not defined, and nothing is said to lack for it")),
        (Some(_), lacks) if !lacks.is_empty() => {
            Err(format!("{id} is defined, but {lacks} is said to lack for it"))
        }
        (None, _) => Ok(()),
        (Some(card), _) => {
            let own = catalogue.card(card).definition.abilities.len();
            let ids: Vec<u16> = catalogue.card(card).abilities.iter().take(own).copied().collect();
            let replaces = |id: &u16| matches!(catalogue.ability(*id).timing, Timing::Replaces(_));
            if !ids.iter().any(replaces) {
                return Err(format!("{id} has no replacement effect"));
            }
            match ids.iter().filter(|id| replaces(id)).find(|&&id| catalogue.is_queued(id)) {
                Some(&id) => Err(format!("{} can be queued", catalogue.ability_name(id))),
                None => Ok(()),
            }
        }
    }
}
