//! Cards with their facts, as public data bases of cards have them.

use super::line::{Line, line};
use super::number::Resources as ResourceCount;
use super::{At, Many, One, Reader, Said, Unread, excerpt, said};
use crate::prelude::*;
use crate::text::ability::{self, side_text};
use crate::text::names::Names;
use crate::text::trait_text;
use crate::vocabulary::{Called, Deckbuilding, FlipSide, UnitSide, UpgradeSide, piloted};
use crate::words::measure::{Count, Deeds, Measure};

/// A card as a data base has it. What is left out or `null` is not there; other fields are passed
/// over.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Card {
    /// The set's code, such as `SHD`.
    pub set: String,
    /// The number in the set.
    pub number: Option<u16>,
    /// The title, without the subtitle.
    pub title: String,
    /// The subtitle; `None` for a card without one.
    pub subtitle: Option<String>,
    /// `unit`, `event`, `upgrade`, `leader` or `base`, in any case.
    #[serde(rename = "type")]
    pub kind: String,
    /// The cost in resources.
    pub cost: Option<u8>,
    /// Power of a unit.
    pub power: Option<i8>,
    /// HP of a unit or base.
    pub hp: Option<i8>,
    /// The number that an upgrade adds to power.
    pub upgrade_power: Option<i8>,
    /// The number that an upgrade adds to HP.
    pub upgrade_hp: Option<i8>,
    /// `ground` or `space`, in any case; ground when left out.
    pub arena: Option<String>,
    /// Icons, one after the other.
    pub aspects: Option<Vec<String>>,
    /// The printed traits, in any case.
    pub traits: Option<Vec<String>>,
    /// The location of a base.
    pub location: Option<String>,
    /// `true` for a card with the unique icon.
    pub unique: Option<bool>,
    /// The text, a line for each ability; of a leader, of the leader side.
    pub text: Option<String>,
    /// The text of a leader's other side.
    pub deploy_box: Option<String>,
    /// The name of a leader's other side, if that is a leader side, too, or another name.
    pub back_title: Option<String>,
    /// The subtitle of that side, as a unit.
    pub back_subtitle: Option<String>,
    /// The icons of that side.
    pub back_aspects: Option<Vec<String>>,
    /// The traits of that side.
    pub back_traits: Option<Vec<String>>,
    /// The way in which a leader is deployed, or the epic action of a base.
    pub epic_action: Option<String>,
    /// The text of a unit, or a leader, as an upgrade: Piloting with its cost first.
    pub pilot_text: Option<String>,
}

/// The first thing that is not understood about a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// A fact: what was expected of which field.
    Fact(String),
    /// A line of its text, and why.
    Line(String, Unread),
}

impl core::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Fact(expected) => f.write_str(expected),
            Self::Line(line, why) => write!(f, "\"{}\": {why}", excerpt(line)),
        }
    }
}

/// The meaning of a text: all that its lines say of one side of a card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// The keywords, as lines of their own have them.
    pub keywords: Vec<Keyword>,
    /// The units that an upgrade may be attached to; any, when the text says nothing.
    pub attach: Filter,
    /// The change to the rules for building a deck.
    pub deckbuilding: Option<Deckbuilding>,
    /// It is played only as the first action of an action phase.
    pub first_action: bool,
    /// It is up at first of a leader with two leader sides.
    pub starts_like_this: bool,
    /// Abilities, in the order of the text.
    pub abilities: Vec<Ability>,
}

impl Side {
    /// The text in the project's own words, a line for each ability.
    #[must_use]
    pub fn text(&self, kind: Kind) -> Vec<String> {
        side_text(&ability::Side {
            kind,
            deckbuilding: self.deckbuilding,
            attach: &self.attach,
            first_action: self.first_action,
            keywords: &self.keywords,
            starts_like_this: self.starts_like_this,
            abilities: &self.abilities,
        })
    }
}

/// Reads the text of a card of this kind, a line for each ability.
///
/// # Errors
/// The first line that is not understood, and why.
pub fn read(kind: Kind, text: &str) -> Result<Side, Unreadable> {
    let names = Names::of(kind);
    let mut side = Side::default();
    for text in lines(kind, text) {
        match line(&text, &names).map_err(|why| Unreadable::Line(text, why))? {
            Line::Keywords(keywords) => side.keywords.extend(keywords),
            Line::Attach(filter) => side.attach = filter,
            Line::Deckbuilding(of) => side.deckbuilding = Some(of),
            Line::FirstAction => side.first_action = true,
            Line::StartsLikeThis => side.starts_like_this = true,
            Line::Abilities(abilities) => side.abilities.extend(abilities),
        }
    }
    Ok(side)
}

/// The lines of a text. Those of an event are one, but for keywords and what changes its cost; the
/// options of a list are numbered.
fn lines(kind: Kind, text: &str) -> Vec<String> {
    let text = text.replace("<bullet>", "").replace("</bullet>", "").replace("<uq>", "unique");
    let mut lines: Vec<String> = Vec::new();
    let mut mode = 0;
    for line in text.lines().map(unmarked).filter(|line| !line.is_empty()) {
        match lines.last_mut() {
            Some(list) if mode > 0 || list.ends_with(':') => {
                mode += 1;
                list.push_str(&format!(" ({mode}) {line}"));
            }
            Some(last) if kind == Kind::Event && !stands_alone(last) && !stands_alone(line) => {
                last.push(' ');
                last.push_str(line);
            }
            _ => lines.push(line.to_owned()),
        }
    }
    lines
}

/// A line without the mark of a list before it.
fn unmarked(line: &str) -> &str {
    let line = line.trim();
    let numbered = line.strip_prefix(|digit: char| digit.is_ascii_digit());
    let numbered = numbered.and_then(|rest| rest.strip_prefix(['.', ')']));
    let marked = line.strip_prefix(['\u{2022}', '\u{b7}', '\u{2013}', '-', '*']).or(numbered);
    marked.filter(|rest| rest.starts_with(char::is_whitespace)).map_or(line, str::trim)
}

/// Tells whether a line of an event is no part of what the event does.
fn stands_alone(line: &str) -> bool {
    let reader = Reader::new(line);
    let start = At::start(Names::of(Kind::Event));
    let keyword = |word: &str| reader.words("", word, &start).len() == 1;
    keyword("smuggle|plot|exploit|when|bounty")
        || line.starts_with("This event can't be played from your hand")
        || line.ends_with("instead of paying this event's cost.")
        || ["this event costs", "This event costs", "this card costs", "This card costs"]
            .iter()
            .any(|change| line.contains(change))
        || line.starts_with("Play only")
}

/// The epic action of a leader that deploys it.
#[derive(Clone)]
struct Deploy {
    /// Resources that a leader must control.
    resources: u8,
    /// A number that counts as so many resources more.
    with: Option<Measure>,
    /// The units on which it may be deployed as an upgrade instead.
    on: Option<Filter>,
}

said!(Deploy, at:
    ["epic action ( control" (resources: ResourceCount) ") : deploy this leader .?"] => Self::of(resources.0, None),
    ["epic action ( control" (resources: ResourceCount) ") : deploy this leader , or deploy it as an upgrade on" (on: One) ".?"]
        => Self::of(resources.0, Some(on.0)),
    ["epic action ( control" (resources: ResourceCount) ", counting the number of times you used the force this phase ) : deploy this leader .?"]
        => Self { with: Some(Deeds(Deed::ForceUses).into()), ..Self::of(resources.0, None) },
    ["epic action ( control" (resources: ResourceCount) ", counting the number of" (what: Many) ") : deploy this leader .?"]
        => Self { with: Some(Count(what.0).into()), ..Self::of(resources.0, None) },
    ["epic action : if the number of resources you control plus the number of" (what: Many) "is"
        (number: super::Number) "or more , deploy this leader .?"]
        => Self { with: Some(Count(what.0).into()), ..Self::of(number.0, None) },
    ["epic action : if the number of resources you control plus the number of times you used the force this phase is"
        (number: super::Number) "or more , deploy this leader .?"]
        => Self { with: Some(Deeds(Deed::ForceUses).into()), ..Self::of(number.0, None) },
    ["epic action : if you control" (number: super::Number) "or more resources , deploy this leader .?"]
        => Self::of(number.0, None),
    ["epic action : if you control" (number: super::Number) "or more resources , choose one : deploy this leader ."
        "deploy this leader as an upgrade on" (on: One) ".?"] => Self::of(number.0, Some(on.0)),
);

impl Deploy {
    const fn of(resources: u8, on: Option<Filter>) -> Self {
        Self { resources, with: None, on }
    }
}

/// Tells whether a line of a leader's other side is about the leader as an upgrade.
fn is_of_upgrade(line: &str) -> bool {
    let line = line.to_lowercase();
    ["attached unit", "this upgrade", "as an upgrade"].iter().any(|words| line.contains(words))
}

/// Reads a card.
///
/// # Errors
/// The first thing about it that is not understood.
pub fn read_card(card: &Card) -> Result<Definition, Unreadable> {
    let kind = match card.kind.to_lowercase().as_str() {
        "unit" => Kind::Unit,
        "event" => Kind::Event,
        "upgrade" => Kind::Upgrade,
        "leader" => Kind::Leader,
        "base" => Kind::Base,
        other => {
            return Err(fact(format!(
                "type \"{other}\": expected unit, event, upgrade, leader or base"
            )));
        }
    };
    let number = card.number.ok_or_else(|| fact("number: expected one".to_owned()))?;
    // What is not known is not nothing.
    if card.text.is_none() {
        return Err(fact("text: expected what is printed, \"\" where there is none".to_owned()));
    }
    if card.cost.is_none() && matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade) {
        return Err(fact("cost: expected one".to_owned()));
    }
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let (mut epic, mut pilot) = (text(&card.epic_action), text(&card.pilot_text));
    // There are leaders whose way to be deployed stands there.
    if kind == Kind::Leader && epic.is_empty() {
        core::mem::swap(&mut epic, &mut pilot);
    }
    // An ability like others, where more is paid for it than a look at the resources.
    let is_ability = |epic: &str| epic.starts_with("Action [") || epic.starts_with("Epic Action [");
    let own = match kind {
        Kind::Leader if is_ability(&epic) => format!("{}\n{epic}", text(&card.text)),
        Kind::Base => format!("{}\n{epic}", text(&card.text)),
        _ => text(&card.text),
    };
    let front = read(kind, &own)?;
    let (mut unit, mut attach, mut turned) = (None, None, None);
    if front.starts_like_this {
        turned = Some(flip_side(card)?);
    } else if kind == Kind::Leader {
        if card.deploy_box.is_none() && card.pilot_text.is_none() {
            return Err(fact(
                "deploy_box: expected what is printed on the other side, \"\" where there is nothing"
                    .to_owned(),
            ));
        }
        let deploy = match front.abilities.iter().any(Ability::deploys) {
            true => Deploy { resources: 0, with: None, on: None },
            false => deploy(&epic)?,
        };
        let back = text(&card.deploy_box);
        let upgrade = |line: &&str| deploy.on.is_some() && is_of_upgrade(line);
        let (more, back): (Vec<_>, Vec<_>) = back.lines().partition(upgrade);
        pilot = format!("{pilot}\n{}", more.join("\n"));
        unit = Some((deploy.resources, deploy.with.clone(), read(Kind::Unit, &back.join("\n"))?));
        attach = deploy.on;
    }
    let upgrade = match (attach, pilot.trim()) {
        (None, "") => None,
        (attach, pilot) => {
            let not_deployed = attach.is_none();
            let Side { keywords, attach: restricted, abilities, .. } = read(Kind::Upgrade, pilot)?;
            if !keywords.is_empty() {
                return Err(fact("pilot_text: expected no keyword but Piloting".to_owned()));
            }
            let restricted = Some(restricted).filter(|filter| *filter != Filter::default());
            Some(UpgradeSide {
                power: card.upgrade_power.unwrap_or(0),
                hp: card.upgrade_hp.unwrap_or(0),
                attach: restricted.or(attach).unwrap_or_else(piloted),
                only_attached: kind == Kind::Leader && not_deployed,
                abilities,
            })
        }
    };
    let (power, hp) = match kind {
        Kind::Upgrade => (card.upgrade_power, card.upgrade_hp),
        _ => (card.power, card.hp),
    };
    let called = match &card.back_title {
        Some(name) if turned.is_none() && kind == Kind::Leader => Some(Called {
            name: name.clone(),
            subtitle: text(&card.back_subtitle),
            traits: traits(card.back_traits.as_deref().unwrap_or_default())?,
        }),
        _ => None,
    };
    let keywords = unit.as_ref().map_or(&front.keywords, |(_, _, unit)| &unit.keywords).clone();
    Ok(Definition {
        id: format!("{}_{number:03}", card.set),
        name: card.title.clone(),
        subtitle: text(&card.subtitle),
        kind,
        unique: card.unique.unwrap_or(false),
        cost: card.cost.unwrap_or(0),
        power: power.unwrap_or(0),
        hp: hp.unwrap_or(0),
        arena: arena(card.arena.as_deref())?,
        aspects: aspects(card.aspects.as_deref().unwrap_or_default())?,
        traits: traits(card.traits.as_deref().unwrap_or_default())?,
        location: text(&card.location),
        keywords,
        attach: front.attach,
        abilities: front.abilities,
        unit_side: unit.map(|(deploy_at, deploy_with, unit)| UnitSide {
            deploy_at,
            deploy_with,
            called,
            abilities: unit.abilities,
        }),
        upgrade_side: upgrade,
        flip_side: turned,
        deckbuilding: front.deckbuilding,
        first_action: front.first_action,
    })
}

/// A leader's other side, which is a leader side, too.
fn flip_side(card: &Card) -> Result<FlipSide, Unreadable> {
    let expected = || fact("back_title: expected the name of the other leader side".to_owned());
    let name = card.back_title.clone().ok_or_else(expected)?;
    let aspects = aspects(card.back_aspects.as_deref().unwrap_or_default())?;
    let traits = traits(card.back_traits.as_deref().unwrap_or_default())?;
    let back = read(Kind::Leader, card.deploy_box.as_deref().unwrap_or_default())?;
    Ok(FlipSide { name, aspects, traits, abilities: back.abilities })
}

const fn fact(expected: String) -> Unreadable {
    Unreadable::Fact(expected)
}

/// Resources that a leader must control to be deployed.
fn deploy(epic: &str) -> Result<Deploy, Unreadable> {
    let reader = Reader::new(epic);
    let readings = Deploy::said(&reader, &At::start(Names::of(Kind::Leader)));
    let read = readings.into_iter().find(|(_, at)| reader.is_end(at));
    let stopped = || Unreadable::Line(epic.to_owned(), Unread::Stopped(reader.stop()));
    read.map(|(deploy, _)| deploy).ok_or_else(stopped)
}

fn arena(name: Option<&str>) -> Result<Arena, Unreadable> {
    match name.unwrap_or("ground").to_lowercase().as_str() {
        "ground" => Ok(Arena::Ground),
        "space" => Ok(Arena::Space),
        other => Err(fact(format!("arena \"{other}\": expected ground or space"))),
    }
}

fn aspects(names: &[String]) -> Result<Vec<Aspect>, Unreadable> {
    let one = |name: &String| {
        let found =
            Aspect::ALL.into_iter().find(|one| format!("{one:?}").eq_ignore_ascii_case(name));
        found.ok_or_else(|| fact(format!("aspects: expected one of the six, not \"{name}\"")))
    };
    names.iter().map(one).collect()
}

fn traits(names: &[String]) -> Result<TraitSet, Unreadable> {
    let folded = |name: &str| name.replace([' ', '\'', '\u{2019}', '-'], "").to_lowercase();
    let one = |name: &String| {
        let found = Trait::ALL.iter().find(|one| folded(&trait_text(**one)) == folded(name));
        found.copied().ok_or_else(|| {
            fact(format!("traits: expected traits that are in print, found \"{name}\""))
        })
    };
    Ok(names.iter().map(one).collect::<Result<Vec<_>, _>>()?.into())
}
