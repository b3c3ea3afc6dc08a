//! What is printed on cards, as rows by their index in observations.

use cardmill_harness::columns;
use cardmill_harness::observation::Facts;
use cardmill_harness::observation::schema::{
    Column,
    Values::{self, Codes, Number},
};

use crate::catalogue::{Catalogue, Face, Printed};
use crate::cost::count;
use crate::text::{rules_text, trait_text, unit_side_text, upgrade_side_text};
use crate::vocabulary::{Keyword, Kind, Trait, TraitSet};

const FLAG: Values = Values::FLAG;
const COUNT: Values = Number(0, i16::MAX);
const CHANGE: Values = Number(-128, 127);

columns! {
    /// What is printed on a card, but its traits. Of a leader, numbers and keywords are those of its
    /// unit side.
    struct Print: [i16; 31] {
        /// What it is.
        kind: Codes(&[
            "none",
            "leader",
            "base",
            "unit",
            "event",
            "upgrade",
            "token_upgrade",
            "force_token",
        ]),
        /// Whether it bears the unique icon.
        unique: FLAG,
        /// Cost in resources.
        cost: COUNT,
        /// Power, or what an upgrade adds to it.
        power: CHANGE,
        /// HP, or what an upgrade adds to it.
        hp: CHANGE,
        /// Where a unit fights.
        arena: Codes(&["ground", "space"]),
        /// Resources needed to deploy a leader.
        deploy_at: COUNT,
        /// What a leader or a unit that is an upgrade adds to power.
        upgrade_power: CHANGE,
        /// What a leader or a unit that is an upgrade adds to HP.
        upgrade_hp: CHANGE,
        /// Vigilance icons.
        vigilance: COUNT,
        /// Command icons.
        command: COUNT,
        /// Aggression icons.
        aggression: COUNT,
        /// Cunning icons.
        cunning: COUNT,
        /// Heroism icons.
        heroism: COUNT,
        /// Villainy icons.
        villainy: COUNT,
        /// Whether it has Ambush.
        ambush: FLAG,
        /// Whether it has Grit.
        grit: FLAG,
        /// Whether it has Overwhelm.
        overwhelm: FLAG,
        /// Its Raid.
        raid: COUNT,
        /// Its Restore.
        restore: COUNT,
        /// Whether it has Saboteur.
        saboteur: FLAG,
        /// Whether it has Sentinel.
        sentinel: FLAG,
        /// Whether it has Shielded.
        shielded: FLAG,
        /// Constant abilities, of all sides.
        constant_abilities: COUNT,
        /// Abilities that change what is paid for cards.
        cost_abilities: COUNT,
        /// Triggered abilities.
        triggered_abilities: COUNT,
        /// Abilities that replace what would happen.
        replacement_abilities: COUNT,
        /// Action abilities.
        action_abilities: COUNT,
        /// Whether it does something as an event.
        event_text: FLAG,
        /// Smuggle abilities.
        smuggle_abilities: COUNT,
        /// Whether it enters play ready.
        enters_ready: FLAG,
    }
}

/// The columns, those of traits behind the others.
pub(super) fn columns() -> Vec<Column> {
    let mut columns = Print::columns();
    columns.extend(Trait::ALL.iter().map(|&each| {
        let name = trait_text(each).to_lowercase().replace(' ', "_").replace('\'', "");
        Column {
            name: format!("trait_{name}").into(),
            meaning: format!("Whether it has the trait {}.", trait_text(each)).into(),
            values: FLAG,
        }
    }));
    columns
}

/// What is printed on all cards.
pub(super) fn facts(catalogue: &Catalogue) -> Facts {
    let width = Print::WIDTH + Trait::ALL.len();
    let mut facts = Facts {
        ids: vec![String::new()],
        names: vec![String::new()],
        texts: vec![String::new()],
        rows: vec![0; width],
    };
    for card in &catalogue.cards {
        let definition = &card.definition;
        let subtitle = Some(&definition.subtitle).filter(|subtitle| !subtitle.is_empty());
        let subtitle = subtitle.map(|subtitle| format!(", {subtitle}")).unwrap_or_default();
        facts.ids.push(definition.id.clone());
        facts.names.push(format!("{}{subtitle}", definition.name));
        let sides = [rules_text, unit_side_text, upgrade_side_text];
        let lines = sides.map(|text| text(definition)).concat();
        facts.texts.push(lines.join("\n"));
        facts.rows.extend(print(card).cells());
        let has = |each: &Trait| definition.traits.meets(TraitSet::from(vec![*each]));
        facts.rows.extend(Trait::ALL.iter().map(|each| i16::from(has(each))));
    }
    facts
}

fn print(card: &Printed) -> Print {
    let definition = &card.definition;
    let [vigilance, command, aggression, cunning, heroism, villainy] =
        count(&definition.aspects).map(i16::from);
    let upgrade = card.upgrade_side();
    let faces = [&card.front, &card.back, &card.upgrade];
    let all = |of: fn(&Face) -> usize| faces.iter().map(|face| of(face)).sum::<usize>() as i16;
    let mut print = Print {
        kind: match definition.kind {
            Kind::Leader => 1,
            Kind::Base => 2,
            Kind::Unit | Kind::TokenUnit => 3,
            Kind::Event => 4,
            Kind::Upgrade => 5,
            Kind::Token => 6,
            Kind::ForceToken => 7,
            // It is seen nowhere: a player has a number of them.
            Kind::CreditToken => 0,
        },
        unique: definition.unique.into(),
        cost: definition.cost.into(),
        power: definition.power.into(),
        hp: definition.hp.into(),
        arena: definition.arena as i16,
        deploy_at: card.deploy_at.into(),
        upgrade_power: upgrade.map_or(0, |side| side.power.into()),
        upgrade_hp: upgrade.map_or(0, |side| side.hp.into()),
        vigilance,
        command,
        aggression,
        cunning,
        heroism,
        villainy,
        constant_abilities: all(|face| face.constants.len() + face.lends.len()),
        cost_abilities: all(|face| face.costs.len()),
        triggered_abilities: all(|face| face.triggered.len()),
        replacement_abilities: all(|face| face.replacements.len() + usize::from(face.shield)),
        action_abilities: all(|face| face.actions.len()),
        event_text: card.front.event.is_some().into(),
        smuggle_abilities: all(|face| face.smuggles.len()),
        enters_ready: faces.iter().any(|face| face.enters_ready.is_some()).into(),
        ..Print::default()
    };
    for keyword in &definition.keywords {
        match *keyword {
            Keyword::Ambush => print.ambush = 1,
            Keyword::Grit => print.grit = 1,
            Keyword::Overwhelm => print.overwhelm = 1,
            Keyword::Raid(n) => print.raid += i16::from(n),
            Keyword::Restore(n) => print.restore += i16::from(n),
            Keyword::Saboteur => print.saboteur = 1,
            Keyword::Sentinel => print.sentinel = 1,
            Keyword::Shielded => print.shielded = 1,
            // No column of its own: policies that are there could not be played any more. The rows
            // of units say which cannot be attacked.
            Keyword::Hidden | Keyword::Plot => {}
        }
    }
    print
}
