//! The cards of a library made ready to play: dense, shared by every World.

use core::hash::{Hash, Hasher};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use bevy_ecs::prelude::*;
use cardmill_harness::library::json;
use cardmill_kernel::card::Slot;
use cardmill_kernel::digest::Digest;

use crate::board::OPENING_HAND;
use crate::brief::Brief;
use crate::card::{Card, Marks, Zone};
use crate::face::{EntersAs, Face};
use crate::library::{Library, Supplement, spelled};
use crate::opponents::Opponents;
use crate::program::{Compiled, Op, Tables};
use crate::reads::Reads;
use crate::vocabulary::{
    Ability, Aspect, AspectSet, Called, Criteria, Definition, Entering, Filter, Keyword, Kind,
    Limit, Timing, Token, TokenUnit, Trait, TraitSet, UpgradeSide, Whom, piloted,
};
use crate::words::event::Event;
use crate::words::grant::Grant;
use crate::words::measure::Measure;

/// A card that is ready to play.
#[derive(Debug)]
pub struct Printed {
    /// The definition as read.
    pub definition: Definition,
    /// Its aspects as a set.
    pub aspects: AspectSet,
    /// Those of a leader that is turned over, if it can be.
    pub turned: Option<AspectSet>,
    /// The side that counts while it is not a deployed leader.
    pub front: Face,
    /// The unit side of a leader, or its other leader side.
    pub back: Face,
    /// A leader that is deployed as an upgrade, or a unit that was played as one or became one.
    pub upgrade: Face,
    /// The cost of playing a unit as an upgrade, by Piloting, and its aspect icons.
    pub piloting: Option<(u8, Vec<Aspect>)>,
    /// Resources needed to deploy it, for a leader.
    pub deploy_at: u8,
    /// A number that is counted beside the resources needed to deploy it.
    pub deploy_with: Option<Measure>,
    /// Of one that attaches to units without a Pilot: which units it attaches to beside one, where
    /// they have room for more (CR 3.6.3C).
    pub beside_pilots: Option<Filter>,
}

/// All cards, ready to play.
#[derive(Resource, Clone, Debug)]
pub struct Catalogue(Arc<Inner>);

/// The data that the clones of a [`Catalogue`] share.
#[derive(Debug)]
pub struct Inner {
    /// The cards, in the order of the library.
    pub cards: Vec<Printed>,
    /// The cards in brief: all fronts, then all backs, then all as upgrades.
    briefs: Vec<Brief>,
    /// Programs, grants and abilities.
    pub tables: Tables,
    /// The definitions of the token upgrades, in the order of `Token::ALL`.
    upgrades: [u16; Token::ALL.len()],
    /// The program by which an Advantage token is defeated (CR 3.7.15).
    pub fades: u16,
    /// The definition of the Force token.
    pub force: u16,
    /// The definition of the Credit token.
    pub credit: u16,
    /// The definitions of the token units, in the order of `TokenUnit::ALL`.
    units: [u16; TokenUnit::ALL.len()],
    /// Every title, as the first card that bears it, in the order of the library.
    pub titles: Vec<u16>,
    /// The other contents of card files, for reading decks.
    pub supplement: Arc<Supplement>,
    /// The same as a library, once somebody has looked a card up.
    library: OnceLock<Library>,
    /// The opponents that all programs and cards are about, once more than two have played.
    opponents: OnceLock<Opponents>,
}

impl core::ops::Deref for Catalogue {
    type Target = Inner;
    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// A library that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// A token that rules create is not defined.
    #[error("the token {0} is not defined; it is expected in cards/unlimited/tokens.ron")]
    NoToken(&'static str),
}

impl Catalogue {
    /// Compiles definitions that nothing else comes with.
    ///
    /// # Errors
    /// The token that the rules create and that is missing.
    pub fn new(definitions: &[Definition]) -> Result<Self, CatalogueError> {
        Self::with(definitions, Arc::default())
    }

    /// Compiles definitions.
    ///
    /// # Errors
    /// The token that the rules create and that is missing.
    pub fn with(
        definitions: &[Definition],
        supplement: Arc<Supplement>,
    ) -> Result<Self, CatalogueError> {
        let find = |id: &'static str| {
            definitions
                .iter()
                .position(|d| d.id == id)
                .map(|index| index as u16)
                .ok_or(CatalogueError::NoToken(id))
        };
        let mut upgrades = [0; Token::ALL.len()];
        for (upgrade, token) in upgrades.iter_mut().zip(Token::ALL) {
            *upgrade = find(token.id())?;
        }
        let (force, credit) = (find("LOF_T01")?, find("LAW_T01")?);
        let mut units = [0; TokenUnit::ALL.len()];
        for (unit, token) in units.iter_mut().zip(TokenUnit::ALL) {
            *unit = find(token.id())?;
        }
        let titles = (0..definitions.len() as u16).filter(|&card| {
            let title = |index: u16| &definitions[usize::from(index)].name;
            !(0..card).any(|before| title(before) == title(card))
        });
        let titles = titles.collect();
        let mut tables = Tables::new();
        let cards: Vec<_> = definitions
            .iter()
            .enumerate()
            .map(|(index, definition)| printed(definition, index as u16, &mut tables))
            .collect();
        let advantage = upgrades[Token::Advantage as usize];
        let fades = cards[usize::from(advantage)].front.triggered.first();
        let fades = fades.map_or(0, |&id| tables.abilities[usize::from(id)].program);
        let mut first = BTreeMap::new();
        let briefs = |(index, card): (usize, &Printed)| {
            let Definition { name, subtitle, .. } = &definitions[index];
            card.briefs(*first.entry((name, subtitle)).or_insert(index as u16), &tables)
        };
        let sides: Vec<_> = cards.iter().enumerate().map(briefs).collect();
        let side = |side: usize| sides.iter().map(move |sides| sides[side]);
        let briefs = [FRONT, BACK, UPGRADE].into_iter().flat_map(side).collect();
        Ok(Self(Arc::new(Inner {
            cards,
            briefs,
            tables,
            upgrades,
            fades,
            force,
            credit,
            units,
            titles,
            supplement,
            library: OnceLock::new(),
            opponents: OnceLock::new(),
        })))
    }

    /// The definitions of all cards, in the order of the library.
    #[must_use]
    pub fn definitions(&self) -> Vec<Definition> {
        self.cards.iter().map(|card| card.definition.clone()).collect()
    }

    /// The library of these cards, to read decks and to look cards up by.
    #[must_use]
    pub fn library(&self) -> &Library {
        self.library.get_or_init(|| Library {
            definitions: self.definitions(),
            supplement: Arc::clone(&self.supplement),
            ..Library::default()
        })
    }

    /// A number that differs between catalogues that differ.
    ///
    /// # Panics
    /// Never: a definition can be written down.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        for card in &self.cards {
            json(&card.definition).hash(&mut digest);
        }
        digest.finish()
    }

    /// The index of a card by the id of any of its printings, as people write it.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<u16> {
        let exact = |id: &str| self.cards.iter().position(|card| card.definition.id == id);
        let other = || {
            let id = spelled(id)?;
            let listed = || self.supplement.printings.find(&id)?.ids().find_map(exact);
            exact(&id).or_else(listed)
        };
        exact(id).or_else(other).map(|index| index as u16)
    }
}

impl Printed {
    /// Returns `true` if an ability of that name is printed on the front.
    #[must_use]
    pub fn has(&self, timing: Timing) -> bool {
        self.definition.abilities.iter().any(|ability| timing.is(ability))
    }
    /// Returns `true` if an ability is printed on it that is used once each phase.
    #[must_use]
    pub const fn renews(&self) -> bool {
        self.front.renews || self.back.renews || self.upgrade.renews
    }
}

impl Inner {
    /// The number of cards that a player with this base draws as a starting hand (CR 5.2.1D).
    #[must_use]
    pub fn starting_hand(&self, base: u16) -> usize {
        let more = self.card(base).front.starting_hand;
        OPENING_HAND.saturating_add_signed(more.into())
    }
    /// A token that is set aside.
    pub(crate) fn supply(&self) -> Card {
        Card { definition: self.token(Token::Experience), host: Slot::MAX, ..Card::default() }
    }
    /// A card by its index.
    #[must_use]
    pub fn card(&self, definition: u16) -> &Printed {
        &self.cards[usize::from(definition)]
    }
    /// The front of a card, in brief.
    #[must_use]
    pub fn front(&self, definition: u16) -> &Brief {
        &self.briefs[usize::from(definition)]
    }
    /// The side of a card that is face up, in brief.
    #[must_use]
    pub fn brief(&self, card: &Card) -> &Brief {
        if card.marks.has(Marks::DEPLOYED) {
            return self.brief_of_deployed(card);
        }
        &self.briefs[usize::from(card.definition)]
    }
    // One card in ten: to work out the side of every card took 3 % of the instructions.
    #[cold]
    fn brief_of_deployed(&self, card: &Card) -> &Brief {
        &self.briefs[side(card) * self.cards.len() + usize::from(card.definition)]
    }
    /// An ability by its index.
    #[must_use]
    pub fn ability(&self, ability: u16) -> &Compiled {
        &self.tables.abilities[usize::from(ability)]
    }
    /// A program by its number; procedures have none.
    #[must_use]
    pub fn program(&self, program: u16) -> &[Op] {
        self.tables.programs.get(usize::from(program)).map_or(&[], Vec::as_slice)
    }
    /// The opponents that programs and cards are about; it is asked for where there are several.
    pub(crate) fn opponents(&self) -> &Opponents {
        self.opponents.get_or_init(|| Opponents::of(self))
    }
    /// The definition of a token.
    #[must_use]
    pub const fn token(&self, token: Token) -> u16 {
        self.upgrades[token as usize]
    }
    /// The definition of a token unit.
    #[must_use]
    pub const fn token_unit(&self, token: TokenUnit) -> u16 {
        self.units[token as usize]
    }
}

impl Printed {
    /// The side that is face up of a card in such a state.
    #[must_use]
    pub const fn face(&self, card: &Card) -> &Face {
        match side(card) {
            FRONT => &self.front,
            BACK => &self.back,
            _ => &self.upgrade,
        }
    }
    /// Returns `true` for a card in the state of a leader that is turned over.
    #[must_use]
    pub const fn is_turned(&self, card: &Card) -> bool {
        card.marks.has(Marks::DEPLOYED) && self.turned.is_some()
    }
    /// The aspects of a card in such a state.
    #[must_use]
    pub const fn aspects_of(&self, card: &Card) -> AspectSet {
        match self.turned {
            Some(aspects) if card.marks.has(Marks::DEPLOYED) => aspects,
            _ => self.aspects,
        }
    }
    /// The traits printed on a card in such a state.
    #[must_use]
    pub fn traits_of(&self, card: &Card) -> TraitSet {
        match &self.definition.flip_side {
            Some(side) if self.is_turned(card) => side.traits,
            _ => self.called(card).map_or(self.definition.traits, |called| called.traits),
        }
    }
    /// The aspect icons of a card in such a state, in printed order.
    #[must_use]
    pub fn icons_of(&self, card: &Card) -> &[Aspect] {
        match &self.definition.flip_side {
            Some(side) if self.is_turned(card) => &side.aspects,
            _ => &self.definition.aspects,
        }
    }
    /// The abilities printed on the side that is up of a card in such a state.
    #[must_use]
    pub fn abilities_of(&self, card: &Card) -> &[Ability] {
        let Definition { abilities, unit_side, flip_side, upgrade_side, .. } = &self.definition;
        let unit = || unit_side.as_ref().map(|side| &side.abilities);
        let turned = || flip_side.as_ref().map(|side| &side.abilities);
        let other = match side(card) {
            FRONT => Some(abilities),
            BACK => turned().or_else(unit),
            _ => upgrade_side.as_ref().map(|side| &side.abilities),
        };
        other.map_or(&[], Vec::as_slice)
    }
    /// The name of a card in such a state.
    #[must_use]
    pub fn name_of(&self, card: &Card) -> &str {
        match &self.definition.flip_side {
            Some(side) if self.is_turned(card) => &side.name,
            _ => self.called(card).map_or(&self.definition.name, |called| &called.name),
        }
    }
    /// The subtitle of a card in such a state; empty when there is none.
    #[must_use]
    pub fn subtitle_of(&self, card: &Card) -> &str {
        self.called(card).map_or(&self.definition.subtitle, |called| &called.subtitle)
    }
    /// The name and the traits of the unit side, of a leader in such a state that is something else there.
    fn called(&self, card: &Card) -> Option<&Called> {
        if card.marks.has(Marks::DEPLOYED) { self.definition.called() } else { None }
    }
    fn briefs(&self, title: u16, tables: &Tables) -> [Brief; 3] {
        let Definition { power, hp, .. } = self.definition;
        let upgrade = self.upgrade_side().map_or((0, 0), |side| (side.power, side.hp));
        let brief = |face: &Face, numbers| {
            let constants = face.constants.iter().map(|&id| &tables.abilities[usize::from(id)]);
            let reads = Reads::all(constants.map(|constant| constant.reads));
            let reads = if face.sees_top { reads.with(Reads::PILES) } else { reads };
            Brief::new(&self.definition, title, face, numbers, reads)
        };
        [
            brief(&self.front, (power, hp)),
            brief(&self.back, (power, hp)),
            brief(&self.upgrade, upgrade),
        ]
    }
    /// The upgrade that a leader or a unit can be; `None` if it can be none.
    #[must_use]
    pub const fn upgrade_side(&self) -> Option<&UpgradeSide> {
        self.definition.upgrade_side.as_ref()
    }
    /// The units it may be attached to (CR 3.4.4A, 3.6.3, 7.5.17A).
    #[must_use]
    pub fn attach(&self) -> &Filter {
        self.upgrade_side().map_or(&self.definition.attach, |side| &side.attach)
    }
    /// Its kind, as printed.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.definition.kind
    }
}

/// The sides of a card.
const FRONT: usize = 0;
const BACK: usize = 1;
const UPGRADE: usize = 2;

const fn side(card: &Card) -> usize {
    if !card.marks.has(Marks::DEPLOYED) {
        FRONT
    } else if matches!(card.zone, Zone::Attached) {
        UPGRADE
    } else {
        BACK
    }
}

fn printed(definition: &Definition, index: u16, tables: &mut Tables) -> Printed {
    // Where a base stands is a trait of it (CR 3.2.1).
    let place = Some(definition).filter(|definition| definition.kind == Kind::Base);
    let place = place.and_then(|base| Trait::of_place(&base.location));
    let traits = place.map_or(definition.traits, |place| definition.traits.with(place));
    let definition = &Definition { traits, ..definition.clone() };
    let leader = definition.kind == Kind::Leader;
    let keywords = |on| if on { definition.keywords.clone() } else { Vec::new() };
    let front = face(&definition.abilities, keywords(!leader), index, tables);
    let unit = definition.unit_side.as_ref().map(|side| &side.abilities);
    let turned = definition.flip_side.as_ref().map(|side| &side.abilities);
    let back = unit
        .or(turned)
        .map_or_else(Face::default, |side| face(side, keywords(leader), index, tables));
    let side = definition.upgrade_side.as_ref();
    let upgrade =
        side.map_or_else(Face::default, |side| face(&side.abilities, Vec::new(), index, tables));
    Printed {
        definition: definition.clone(),
        aspects: definition.aspects.iter().copied().collect(),
        turned: definition.flip_side.as_ref().map(|side| side.aspects.iter().copied().collect()),
        front,
        back,
        upgrade,
        piloting: definition.piloting().map(|(cost, aspects)| (cost, aspects.to_vec())),
        deploy_at: definition.unit_side.as_ref().map_or(0, |side| side.deploy_at),
        deploy_with: definition.unit_side.as_ref().and_then(|side| side.deploy_with.clone()),
        beside_pilots: side.and_then(|side| beside_pilots(&side.attach)),
    }
}

/// Returns `true` for a card that can have Support by these keywords and abilities (CR 7.5.20).
fn supports(keywords: &[Keyword], abilities: &[Ability]) -> bool {
    let gains =
        |grant: &Grant| matches!(grant, Grant::Keyword(gained) if gained.0 == Keyword::Support);
    let on_itself = |ability: &Ability| matches!(ability, Ability::Constant { grant, .. } if grant.iter().any(gains));
    keywords.contains(&Keyword::Support) || abilities.iter().flat_map(Ability::parts).any(on_itself)
}

/// The same units, whatever Pilots are on them. `None` where Pilots make no difference.
fn beside_pilots(attach: &Filter) -> Option<Filter> {
    (attach.without_upgrade == piloted().without_upgrade)
        .then(|| Criteria { without_upgrade: None, ..Criteria::clone(attach) }.into())
}

fn face(abilities: &[Ability], keywords: Vec<Keyword>, index: u16, tables: &mut Tables) -> Face {
    let mut face = Face { keywords, ..Face::default() };
    let mut others = 0;
    for ability in abilities.iter().flat_map(Ability::parts) {
        let id = tables.ability(ability, index);
        match ability {
            Ability::Constant { grant, .. } if grant.iter().any(Grant::is_smuggle) => {
                face.lends.push(id);
            }
            Ability::Constant { on: Whom::Each(what), .. } if what.reaches() => {
                face.reaches.push(id);
            }
            Ability::Constant { .. } => face.constants.push(id),
            Ability::Cost { .. } => face.costs.push(id),
            Ability::Triggered { .. } | Ability::Bounty { .. } => {
                face.renews |=
                    matches!(ability, Ability::Triggered { limit: Some(Limit::Phase), .. });
                face.facts |= tables.abilities[usize::from(id)].facts;
                let about_others = ability.events().iter().filter(|e| !e.is_about_itself());
                others |= Event::facts_of(about_others);
                face.triggered.push(id);
            }
            Ability::Replacement(_) => face.replacements.push(id),
            Ability::BlankFirstEvent(who) => face.blanks = Some(*who),
            Ability::Action { anyone, opponents, .. } => {
                face.actions.push(id);
                face.public |= anyone | opponents;
            }
            Ability::Buried { .. } => face.buried = Some(id),
            Ability::Event { .. } => face.event = Some(id),
            Ability::Smuggle { cost, aspects, damage } => {
                face.smuggles.push((*cost, aspects.clone(), *damage));
            }
            Ability::Piloting { .. } => {}
            Ability::Exploit(n) => face.exploit = face.exploit.saturating_add(*n),
            Ability::Offering(offering) => face.offering = Some(*offering),
            Ability::DiscardInstead(what) => face.discard_instead = Some(what.clone()),
            Ability::Shield => face.shield = true,
            Ability::EntersReady { of: Entering::This, .. } => face.enters_ready = Some(id),
            Ability::EntersReady { of, .. } => {
                // Others enter ready, and with `Friendly` it does itself.
                if *of == Entering::Friendly {
                    face.enters_ready = Some(id);
                }
                face.readies.push(id);
            }
            Ability::EntersAs { copy, except } => {
                let grants = tables.abilities[usize::from(id)].grants;
                let gains = except.iter().find_map(|grant| match grant {
                    Grant::Trait(gained) => Some(gained.0),
                    _ => None,
                });
                face.enters_as = Some(EntersAs { copy: copy.clone(), grants, gains });
            }
            Ability::MoreRegroups => face.more_regroups += 1,
            Ability::HalfCosts => face.half_costs = true,
            Ability::PayWith(units) => face.pay_with = Some(units.clone()),
            Ability::VoidCredits(who) => face.void_credits = Some(*who),
            Ability::MorePilots => face.more_pilots.push(id),
            Ability::Unpreventable(name) => face.unpreventable = Some(*name),
            Ability::DoubleSearch => face.double_searches.push(id),
            Ability::SeesTop => face.sees_top = true,
            Ability::StartingHand { more, no_mulligan } => {
                face.starting_hand += more;
                face.no_mulligan |= no_mulligan;
            }
            Ability::Parts(_) => unreachable!("no part has parts"),
        }
    }
    face.own = face.facts & !others;
    if supports(&face.keywords, abilities) {
        let ids = [
            &face.constants,
            &face.triggered,
            &face.replacements,
            &face.more_pilots,
            &face.double_searches,
        ];
        let mut ids: Vec<u16> = ids.into_iter().flatten().copied().collect();
        ids.sort_unstable();
        let lent: Vec<_> =
            ids.iter().map(|&id| (tables.abilities[usize::from(id)].ability.clone(), id)).collect();
        face.support = tables.support(lent.iter().map(|(ability, id)| (ability, *id)));
    }
    face
}
