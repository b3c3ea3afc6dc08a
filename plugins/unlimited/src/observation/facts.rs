//! The printed facts of cards, as rows by their index in observations.

use cardmill_harness::columns;
use cardmill_harness::observation::Facts;
use cardmill_harness::observation::schema::{
    Column,
    Values::{self, Codes, Number},
};

use super::features::Features;
use crate::catalogue::{Catalogue, Printed};
use crate::icons::IconCount;
use crate::text::{rules_text, trait_text, unit_side_text, upgrade_side_text};
use crate::vocabulary::{Ability, Aspect, Deckbuilding, Keyword, Kind, Trait, TraitSet};

const FLAG: Values = Values::FLAG;
const COUNT: Values = Number(0, i16::MAX);
const CHANGE: Values = Number(-128, 127);

columns! {
    /// The printed facts of a card, but for its traits and what its abilities say. Of a leader,
    /// numbers and keywords are those of its unit side.
    struct Print: [i16; 31] {
        /// The kind of card.
        kind: Codes(&[
            "none",
            "leader",
            "base",
            "unit",
            "event",
            "upgrade",
            "token_upgrade",
            "force_token",
            "token_unit",
            "credit_token",
        ]),
        /// 1 if it bears the unique icon.
        unique: FLAG,
        /// Cost in resources.
        cost: COUNT,
        /// Power, or what an upgrade adds to it.
        power: CHANGE,
        /// HP, or what an upgrade adds to it.
        hp: CHANGE,
        /// The arena in which a unit fights.
        arena: Codes(&["ground", "space"]),
        /// Resources needed to deploy a leader.
        deploy_at: COUNT,
        /// The power that a leader or a unit adds as an upgrade.
        upgrade_power: CHANGE,
        /// The HP that a leader or a unit adds as an upgrade.
        upgrade_hp: CHANGE,
        /// Vigilance icons printed on it.
        vigilance: COUNT,
        /// Command icons printed on it.
        command: COUNT,
        /// Aggression icons printed on it.
        aggression: COUNT,
        /// Cunning icons printed on it.
        cunning: COUNT,
        /// Heroism icons printed on it.
        heroism: COUNT,
        /// Villainy icons printed on it.
        villainy: COUNT,
        /// 1 if it has Ambush.
        ambush: FLAG,
        /// 1 if it has Grit.
        grit: FLAG,
        /// 1 if it has Overwhelm.
        overwhelm: FLAG,
        /// The number of its Raid.
        raid: COUNT,
        /// The number of its Restore.
        restore: COUNT,
        /// 1 if it has Saboteur.
        saboteur: FLAG,
        /// 1 if it has Sentinel.
        sentinel: FLAG,
        /// 1 if it has Shielded.
        shielded: FLAG,
        /// 1 if it has Hidden.
        hidden: FLAG,
        /// 1 if it has Plot.
        plot: FLAG,
        /// 1 if it has Coordinate: an ability that is on while its player has three units.
        coordinate: FLAG,
        /// The most copies in a deck, where the card says so.
        copies: COUNT,
        /// The cards that a deck with this base has more than others.
        deck_size: CHANGE,
        /// 1 if it is played only as the first action of a phase.
        first_action: FLAG,
        /// 1 if it has Support.
        support: FLAG,
        /// 1 if it has Fortify.
        fortify: FLAG,
    }
}

/// The columns: those of traits, and then those of what abilities say, behind the others.
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
    columns.extend(Features::columns());
    columns
}

/// The printed facts of all cards; row 0 is that of no card.
pub(super) fn facts(catalogue: &Catalogue) -> Facts {
    let features = Features::new();
    let width = columns().len();
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
        facts.rows.extend(features.of(definition));
    }
    facts
}

fn print(card: &Printed) -> Print {
    let definition = &card.definition;
    let icons = IconCount::of(&definition.aspects);
    let [vigilance, command, aggression, cunning, heroism, villainy] =
        Aspect::ALL.map(|aspect| icons.get(aspect).into());
    let upgrade = card.upgrade_side();
    let mut print = Print {
        kind: match definition.kind {
            Kind::Leader => 1,
            Kind::Base => 2,
            Kind::Unit => 3,
            Kind::Event => 4,
            Kind::Upgrade => 5,
            Kind::Token => 6,
            Kind::ForceToken => 7,
            Kind::TokenUnit => 8,
            Kind::CreditToken => 9,
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
        coordinate: definition.all_abilities().any(Ability::coordinates).into(),
        first_action: definition.first_action.into(),
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
            Keyword::Hidden => print.hidden = 1,
            Keyword::Plot => print.plot = 1,
            Keyword::Support => print.support = 1,
            Keyword::Fortify => print.fortify = 1,
        }
    }
    match definition.deckbuilding {
        Some(Deckbuilding::Copies(copies)) => print.copies = copies.into(),
        Some(Deckbuilding::Cards(more)) => print.deck_size = more.into(),
        None => {}
    }
    print
}
