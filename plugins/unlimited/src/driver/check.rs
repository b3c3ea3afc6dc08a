//! Checks of the cards themselves in scenarios: that their abilities are the printed ones, by facts
//! that were taken down from another source than the definitions.

use core::fmt;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{Checked, same};
use crate::catalogue::{Catalogue, Printed};
use crate::face::Face;
use crate::vocabulary::{Ability, Definition, Filter, Kind, piloted};
use crate::words::condition::Condition;
use crate::words::cost::Cost;

/// A statement of a scenario about the cards themselves. A file of facts has one line for each side
/// of a card: what stands at the head of each piece of its text, how many abilities of each kind
/// the pieces are, and what the brackets of its action abilities ask.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Check {
    /// The card has so many abilities of each kind.
    Abilities(String, Counts),
    /// Every card has as many abilities of each kind as the facts say.
    AbilityCounts(String),
    /// Every ability is of the kind that the head of its piece of text makes it, in printed order;
    /// and so is every ability that stands in quotation marks.
    AbilityKinds(String),
    /// Every piece of text is one ability and every ability has a piece of text.
    TextPieces(String),
    /// Every action ability costs what its brackets ask.
    ActionCosts(String),
}

/// The number of abilities of each kind (CR 7.1.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Counts {
    /// Triggered abilities, by any word at their head.
    pub triggered: usize,
    /// Action abilities, deploying a leader among them.
    pub action: usize,
    /// Constant abilities, changes of cost among them.
    pub constant: usize,
    /// Keywords with or without a text.
    pub keyword: usize,
    /// The text of an event.
    pub event: usize,
}

/// A kind of ability (CR 7.1.2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum AbilityKind {
    Triggered,
    Action { epic: bool },
    Constant,
    Keyword(String),
    Event,
}

/// A side of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Front,
    Unit,
    Upgrade,
}

/// A line of the facts, about one side of a card.
struct Fact {
    headers: Vec<String>,
    quoted: Vec<String>,
    counts: Counts,
    costs: Vec<String>,
}

type Facts = BTreeMap<(String, Side), Fact>;

impl Check {
    pub(super) fn holds(&self, catalogue: &Catalogue) -> Checked {
        match self {
            Self::Abilities(id, counts) => {
                let card =
                    catalogue.find(id).ok_or_else(|| format!("no card has the id {id:?}"))?;
                same(*counts, engine_counts(catalogue, catalogue.card(card), Side::Front))
            }
            Self::AbilityCounts(file) => every_side(catalogue, file, |card, side, fact| {
                differ(fact.counts, engine_counts(catalogue, card, side))
            }),
            Self::AbilityKinds(file) => {
                every_side(catalogue, file, |card, side, fact| {
                    let by_head = fact.headers.iter().map(|head| kind_of(head, card.kind()));
                    differ(in_order(by_head.collect()), in_order(defined(card, side)))
                })?;
                every_grant(catalogue, file)
            }
            Self::TextPieces(file) => every_side(catalogue, file, |card, side, fact| {
                differ(fact.headers.len(), defined(card, side).len())
            }),
            Self::ActionCosts(file) => every_side(catalogue, file, |card, side, fact| {
                differ(fact.costs.clone(), costs(card, side))
            }),
        }
    }
}

/// Something that is not as the facts say.
fn differ<T: PartialEq + fmt::Debug>(facts: T, found: T) -> Option<String> {
    (facts != found).then(|| format!("the facts say {facts:?}, found {found:?}"))
}

/// Looks at every side of every printed card of the catalogue.
fn every_side(
    catalogue: &Catalogue,
    file: &str,
    differs: impl Fn(&Printed, Side, &Fact) -> Option<String>,
) -> Checked {
    let facts = read(file)?;
    let mut wrong = Vec::new();
    for card in printed(catalogue) {
        let id = &card.definition.id;
        for side in sides(card) {
            let problem = match facts.get(&(id.clone(), side)) {
                Some(fact) => differs(card, side, fact),
                None => Some(format!("{file} says nothing of it")),
            };
            wrong.extend(problem.map(|problem| format!("{id} {side:?}: {problem}")));
        }
    }
    all_right(&wrong)
}

/// Abilities in quotation marks are those that definitions grant, by their kinds.
fn every_grant(catalogue: &Catalogue, file: &str) -> Checked {
    let facts = read(file)?;
    let mut wrong = Vec::new();
    for card in printed(catalogue) {
        let id = &card.definition.id;
        let mut quoted: Vec<AbilityKind> = sides(card)
            .filter_map(|side| facts.get(&(id.clone(), side)))
            .flat_map(|fact| &fact.quoted)
            .map(|head| kind_of(head, Kind::Unit))
            .collect();
        let mut granted = granted(catalogue, card);
        quoted.sort();
        granted.sort();
        wrong.extend(differ(quoted, granted).map(|problem| format!("{id}, quoted: {problem}")));
    }
    all_right(&wrong)
}

fn all_right(wrong: &[String]) -> Checked {
    if wrong.is_empty() { Ok(()) } else { Err(format!("\n{}", wrong.join("\n"))) }
}

/// The cards that are printed and have a number: no tokens.
fn printed(catalogue: &Catalogue) -> impl Iterator<Item = &Printed> {
    catalogue.cards.iter().filter(move |card| !card.kind().is_token())
}

fn sides(card: &Printed) -> impl Iterator<Item = Side> {
    let Definition { unit_side, flip_side, .. } = &card.definition;
    let unit = (unit_side.is_some() || flip_side.is_some()).then_some(Side::Unit);
    let upgrade = card.upgrade_side().map(|_| Side::Upgrade);
    [Some(Side::Front), unit, upgrade].into_iter().flatten()
}

/// The counts of a side as the engine reads it.
fn engine_counts(catalogue: &Catalogue, card: &Printed, side: Side) -> Counts {
    let face = match side {
        Side::Front => &card.front,
        Side::Unit => &card.back,
        Side::Upgrade => &card.upgrade,
    };
    let Face { constants, costs, triggered, replacements, actions, event, keywords, .. } = face;
    let restricts = restricts(card, side);
    let builds = side == Side::Front && card.definition.deckbuilding.is_some();
    let begins = begins(card, side);
    let enters_ready = face.enters_ready.is_some();
    let readies = face.readies.iter().any(|&id| face.enters_ready != Some(id));
    let more_pilots = !face.more_pilots.is_empty();
    let more_regroups = face.more_regroups > 0;
    let others = [
        face.shield,
        enters_ready,
        face.enters_as.is_some(),
        face.offering.is_some(),
        readies,
        more_pilots,
        more_regroups,
        face.blanks.is_some(),
        face.half_costs,
        face.pay_with.is_some(),
        face.void_credits.is_some(),
        face.unpreventable.is_some(),
        !face.double_searches.is_empty(),
        face.sees_top,
        face.starting_hand != 0,
        restricts,
        builds,
        begins,
    ];
    let costs = costs.iter().filter(|id| !of_event(card, &catalogue.ability(**id).ability));
    let others = costs.count() + others.iter().filter(|is| **is).count();
    let pilots = side == Side::Upgrade && card.piloting.is_some();
    let is_bounty = |id: &&u16| matches!(catalogue.ability(**id).ability, Ability::Bounty { .. });
    let bounties = triggered.iter().filter(is_bounty).count();
    let coordinates = |id: &&u16| coordinates(&catalogue.ability(**id).ability);
    let coordinated = constants.iter().filter(coordinates).count();
    let parts = abilities(card, side).iter().map(|ability| ability.parts().len() - 1);
    let parts: usize = parts.sum();
    Counts {
        triggered: triggered.len() - bounties,
        action: actions.len()
            + usize::from(deploys(card, side))
            + usize::from(face.buried.is_some()),
        constant: constants.len() - parts - coordinated
            + face.lends.len()
            + face.reaches.len()
            + replacements.len()
            + others,
        keyword: keywords.len()
            + bounties
            + coordinated
            + face.smuggles.len()
            + usize::from(pilots)
            + usize::from(face.exploit > 0),
        event: usize::from(event.is_some()),
    }
}

/// An upgrade that says which units it may attach to says so by a constant ability; so does a unit with
/// Piloting, if they are not those that the keyword says.
fn restricts(card: &Printed, side: Side) -> bool {
    match (side, card.upgrade_side()) {
        (Side::Front, _) => card.definition.attach != Filter::default(),
        (Side::Upgrade, Some(side)) => card.piloting.is_some() && side.attach != piloted(),
        _ => false,
    }
}

/// The keyword Coordinate (CR 7.5.15).
fn coordinates(ability: &Ability) -> bool {
    let Ability::Constant { condition, .. } = ability else { return false };
    condition.as_ref().is_some_and(Condition::coordinates)
}

/// Returns `true` for what an event says about its own cost: it is part of its text, no ability
/// beside it (CR 7.4.1).
fn of_event(card: &Printed, ability: &Ability) -> bool {
    let cost = matches!(ability, Ability::Cost { cards: None, .. } | Ability::DiscardInstead(_));
    card.kind() == Kind::Event && cost
}

/// A leader with two leader sides says which is up at first.
const fn begins(card: &Printed, side: Side) -> bool {
    matches!(side, Side::Front) && card.turned.is_some()
}

/// Deploying a leader is an epic action of its leader side (CR 3.4.4).
fn deploys(card: &Printed, side: Side) -> bool {
    side == Side::Front && card.deploy_at > 0
}

fn abilities(card: &Printed, side: Side) -> &[Ability] {
    let definition = &card.definition;
    let unit = definition.unit_side.as_ref().map(|side| &side.abilities);
    let turned = definition.flip_side.as_ref().map(|side| &side.abilities);
    match side {
        Side::Front => &definition.abilities,
        Side::Unit => unit.or(turned).map_or(&[], |abilities| abilities),
        Side::Upgrade => card.upgrade_side().map_or(&[], |side| &side.abilities),
    }
}

/// The abilities of a side as they are defined, in printed order but for keywords.
fn defined(card: &Printed, side: Side) -> Vec<AbilityKind> {
    let leader = card.kind() == Kind::Leader;
    let attaches = restricts(card, side).then_some(AbilityKind::Constant);
    let builds = card.definition.deckbuilding.filter(|_| side == Side::Front);
    let builds = builds.map(|_| AbilityKind::Constant);
    let begins = begins(card, side).then_some(AbilityKind::Constant);
    let has_keywords = if leader { side == Side::Unit } else { side == Side::Front };
    let keywords = card.definition.keywords.iter().filter(|_| has_keywords).map(|keyword| {
        let name = format!("{keyword:?}");
        AbilityKind::Keyword(name.split('(').next().unwrap_or_default().to_owned())
    });
    let deploy = deploys(card, side).then_some(AbilityKind::Action { epic: true });
    let others = abilities(card, side).iter().filter(|ability| !of_event(card, ability)).map(kind);
    keywords.chain(builds).chain(begins).chain(attaches).chain(others).chain(deploy).collect()
}

fn kind(ability: &Ability) -> AbilityKind {
    match ability {
        Ability::Triggered { .. } => AbilityKind::Triggered,
        Ability::Action { epic, .. } => AbilityKind::Action { epic: *epic },
        Ability::Buried { .. } => AbilityKind::Action { epic: false },
        Ability::Event { .. } => AbilityKind::Event,
        Ability::Bounty { .. } => AbilityKind::Keyword("Bounty".to_owned()),
        Ability::Smuggle { .. } => AbilityKind::Keyword("Smuggle".to_owned()),
        Ability::Piloting { .. } => AbilityKind::Keyword("Piloting".to_owned()),
        Ability::Exploit(_) => AbilityKind::Keyword("Exploit".to_owned()),
        _ if coordinates(ability) => AbilityKind::Keyword("Coordinate".to_owned()),
        Ability::Constant { .. }
        | Ability::Cost { .. }
        | Ability::Replacement(_)
        | Ability::BlankFirstEvent(_)
        | Ability::DiscardInstead(_)
        | Ability::Offering(_)
        | Ability::Shield
        | Ability::EntersReady { .. }
        | Ability::EntersAs { .. }
        | Ability::MorePilots
        | Ability::MoreRegroups
        | Ability::StartingHand { .. }
        | Ability::SeesTop
        | Ability::HalfCosts
        | Ability::PayWith(_)
        | Ability::VoidCredits(_)
        | Ability::Unpreventable(_)
        | Ability::DoubleSearch
        | Ability::Parts(_) => AbilityKind::Constant,
    }
}

/// The kind of an ability by what stands at the head of its text (`S0-30`,
/// CR 7.2.1, 7.3.1, 7.4.1, 7.5.1, 7.6.1); `-` when nothing does.
fn kind_of(head: &str, card: Kind) -> AbilityKind {
    match (head, card) {
        ("When" | "On", _) => AbilityKind::Triggered,
        ("Action", _) => AbilityKind::Action { epic: false },
        ("EpicAction", _) => AbilityKind::Action { epic: true },
        ("-", Kind::Event) => AbilityKind::Event,
        ("-", _) => AbilityKind::Constant,
        (keyword, _) => AbilityKind::Keyword(keyword.to_owned()),
    }
}

/// Keywords first, sorted; the rest in the order in which it stands.
fn in_order(kinds: Vec<AbilityKind>) -> (Vec<AbilityKind>, Vec<AbilityKind>) {
    let is_keyword = |kind: &AbilityKind| matches!(kind, AbilityKind::Keyword(_));
    let (mut keywords, rest): (Vec<_>, Vec<_>) = kinds.into_iter().partition(is_keyword);
    keywords.sort();
    (keywords, rest)
}

/// The abilities that a card's definition grants, printed on none of its sides.
fn granted(catalogue: &Catalogue, card: &Printed) -> Vec<AbilityKind> {
    let tables = &catalogue.tables;
    // What stands behind the dash of Coordinate stands in no quotation marks.
    let behind_dash = |id: &u16| {
        let compiled = catalogue.ability(*id);
        let given = &tables.grants[usize::from(compiled.grants)].given;
        let coordinates = Some(given).filter(|_| coordinates(&compiled.ability));
        coordinates.into_iter().flatten().filter_map(|given| given.ability)
    };
    let own = |id: &usize| {
        [&card.front, &card.back, &card.upgrade].iter().any(|face| {
            let lists = [
                &face.constants,
                &face.costs,
                &face.lends,
                &face.reaches,
                &face.triggered,
                &face.replacements,
                &face.actions,
                &face.more_pilots,
                &face.double_searches,
            ];
            let id = *id as u16;
            lists.iter().any(|list| list.contains(&id))
                || face.constants.iter().flat_map(behind_dash).any(|given| given == id)
                || face.event == Some(id)
                || tables.ongoing.iter().any(|ongoing| ongoing.ability == id)
        })
    };
    let definition = catalogue.find(&card.definition.id);
    let all = tables.abilities.iter().enumerate();
    let granted = all.filter(|(_, ability)| Some(ability.definition) == definition);
    let granted = granted.filter(|(id, ability)| {
        let flags = matches!(
            ability.ability,
            Ability::Smuggle { .. }
                | Ability::Piloting { .. }
                | Ability::Exploit(_)
                | Ability::DiscardInstead(_)
                | Ability::Offering(_)
                | Ability::Shield
                | Ability::EntersReady { .. }
                | Ability::EntersAs { .. }
                | Ability::Buried { .. }
                | Ability::BlankFirstEvent(_)
                | Ability::MoreRegroups
                | Ability::StartingHand { .. }
                | Ability::SeesTop
                | Ability::HalfCosts
                | Ability::PayWith(_)
                | Ability::VoidCredits(_)
                | Ability::Unpreventable(_)
        );
        !own(id) && !flags
    });
    granted.map(|(_, compiled)| kind(&compiled.ability)).collect()
}

/// The costs of the action abilities of a side, each as the facts write it.
fn costs(card: &Printed, side: Side) -> Vec<String> {
    let part = |cost: &Cost| cost.word().listed();
    let action = |ability: &Ability| match ability {
        Ability::Buried { .. } => Some("free".to_owned()),
        Ability::Action { cost, .. } if cost.is_empty() => Some("free".to_owned()),
        Ability::Action { cost, .. } => Some(cost.iter().map(part).collect::<Vec<_>>().join("+")),
        _ => None,
    };
    let deploy = deploys(card, side).then(|| "free".to_owned());
    abilities(card, side).iter().filter_map(action).chain(deploy).collect()
}

/// Reads a file of facts, named from the folder that the program runs in or from the workspace.
fn read(file: &str) -> Result<Facts, String> {
    let here = PathBuf::from(file);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let path = if here.is_file() { here } else { workspace };
    let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
    let lines = text.lines().enumerate().skip(1);
    let read = |(n, line): (usize, &str)| {
        fact(line).ok_or_else(|| {
            let fields = "id,side,headers,quoted,triggered,action,constant,keyword,event,costs";
            format!("{file}, line {}: expected {fields}, found {line:?}", n + 1)
        })
    };
    lines.map(read).collect()
}

fn fact(line: &str) -> Option<((String, Side), Fact)> {
    let fields: Vec<&str> = line.split(',').collect();
    let &[id, side, headers, quoted, triggered, action, constant, keyword, event, costs] =
        &fields[..]
    else {
        return None;
    };
    let side = match side {
        "front" => Side::Front,
        "unit" => Side::Unit,
        "upgrade" => Side::Upgrade,
        _ => return None,
    };
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let counts = Counts {
        triggered: triggered.parse().ok()?,
        action: action.parse().ok()?,
        constant: constant.parse().ok()?,
        keyword: keyword.parse().ok()?,
        event: event.parse().ok()?,
    };
    let fact = Fact { headers: words(headers), quoted: words(quoted), counts, costs: words(costs) };
    Some(((id.to_owned(), side), fact))
}
