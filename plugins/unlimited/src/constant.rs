//! The `Constant` stage: constant and "while" abilities are worked out again for the tables whose
//! facts touched them (CR 7.3), one system for each kind of modifier.
//!
//! [`gather`] lists what applies: grants of constant abilities first, then those of lasting
//! effects in the order of their creation. The systems behind it each read that list and work
//! out their part: [`printed`], [`abilities`] (gained and lost, and keywords; the newest lasting
//! effect wins, seed S4-45 and S4-46), [`numbers`], [`permissions`]. [`stable`] ends the stage.

use bevy_ecs::prelude::*;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::schedule::Round;
use cardmill_kernel::table::Fault;
use serde::{Deserialize, Serialize};

use crate::brief::Has;
use crate::card::{Keywords, Permissions, Stats};
use crate::catalogue::Inner;
use crate::effect::EffectKind;
use crate::lineup::{Lineup, Places};
use crate::program::Given;
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::state::State;
use crate::vocabulary::{Ability, Grant, Keyword, Whom};
use crate::words::grant::{Hp, LoseKeyword, Power, Raid};

/// A list of grants that applies to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Applied {
    target: Slot,
    grants: u16,
    seat: Seat,
    source: Ref,
}

/// What applies on a table right now. Scratch: worked out and used within one stage.
#[derive(Component, Debug, Default, Serialize, Deserialize)]
pub struct Modifiers {
    list: Vec<Applied>,
    /// What applied in the round before; the next round fills it first.
    #[serde(skip)]
    before: Vec<Applied>,
    /// Some condition reads what is being worked out.
    again: bool,
    /// Some constant ability made a leader unit.
    leads: bool,
    /// Some lasting effect replaces what would happen.
    replaces: bool,
    /// Facts that some delayed effect waits for.
    awaits: u32,
    /// Some card in play is given an ability.
    gives: bool,
    /// What all of this was worked out from.
    reads: Reads,
}

impl Clone for Modifiers {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), before: self.before.clone(), ..*self }
    }
    /// Keeps the memory.
    fn clone_from(&mut self, source: &Self) {
        let mut list = core::mem::take(&mut self.list);
        let mut before = core::mem::take(&mut self.before);
        list.clone_from(&source.list);
        before.clone_from(&source.before);
        *self = Self { list, before, ..*source };
    }
}

impl Modifiers {
    /// Whether a change of that part of the state can change what is worked out here.
    #[must_use]
    pub const fn rest_on(&self, part: Reads) -> bool {
        self.reads.meets(part)
    }

    /// Facts that some delayed effect waits for, one bit each ([`crate::trigger`]).
    #[must_use]
    pub const fn awaits(&self) -> u32 {
        self.awaits
    }

    /// Whether some card in play is given an ability.
    #[must_use]
    pub const fn gives(&self) -> bool {
        self.gives
    }
}

/// Lists the grants that apply.
pub fn gather(state: &mut State<'_>, round: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats, effects, .. } = state;
    if round.number == 0 {
        relevance.lineup = Lineup::of(catalogue, board, cards);
    }
    let scene = Scene { catalogue, board, relevance, cards, stats, effects };
    core::mem::swap(&mut modifiers.list, &mut modifiers.before);
    modifiers.list.clear();
    // Filters ask who is a leader unit: what was so and what is so now may differ.
    modifiers.again = core::mem::take(&mut modifiers.leads);
    modifiers.replaces = false;
    modifiers.awaits = 0;
    let mut any_lasting = false;
    for (_, effect) in scene.effects() {
        match effect.kind {
            EffectKind::Lasting { .. } => any_lasting = true,
            EffectKind::Replacing { .. } => modifiers.replaces = true,
            EffectKind::Delayed { delay, .. } => {
                modifiers.awaits |= catalogue.tables.delays[usize::from(delay)].facts;
            }
            EffectKind::None | EffectKind::Discount { .. } | EffectKind::ExtraAction => {}
        }
    }
    let lasting = || {
        scene.effects().filter_map(|(_, effect)| match effect.kind {
            EffectKind::Lasting { grants, .. } if scene.is_current(effect.target) => {
                Some((effect, grants))
            }
            _ => None,
        })
    };
    let blank = |slot: Slot| {
        lasting().any(|(effect, grants)| {
            effect.target.slot == slot
                && catalogue.tables.grants[usize::from(grants)]
                    .iter()
                    .any(|given| matches!(given.grant, Grant::LoseAbilities(_)))
        })
    };
    let mut takes = false;
    let lineup = &scene.relevance.lineup;
    let mut reads = Reads::PLAY.with(lineup.reads);
    for source in scene.those(lineup.constants) {
        if !(any_lasting && blank(source)) {
            let face = scene.face(source);
            takes |= face.takes;
            modifiers.leads |= face.leads;
            constant(&scene, source, &face.constants, modifiers, round.number == 0);
        }
    }
    modifiers.again |= modifiers.leads;
    let taking = if takes { take(catalogue, &mut modifiers.list) } else { Vec::new() };
    if any_lasting {
        for (effect, grants) in lasting() {
            let target = effect.target.slot;
            let (seat, source) = (effect.seat, effect.source);
            let given = catalogue.tables.grants[usize::from(grants)].iter();
            reads = reads.with(Reads::of_grants(given.map(|given| &given.grant)));
            modifiers.list.push(Applied { target, grants, seat, source });
        }
    }
    modifiers.list.extend(taking);
    modifiers.reads = reads;
}

/// A card from which a constant ability takes all abilities has no constant ability to apply
/// either; of two that take each other's, the one that entered play first does. What takes is
/// moved off the list: it applies last, since nothing gives it back meanwhile (CR 8.14.1, 8.14.2).
fn take(catalogue: &Inner, list: &mut Vec<Applied>) -> Vec<Applied> {
    let has = |applied: &Applied, what: fn(&Grant) -> bool| {
        grants(catalogue, applied).iter().any(|given| what(&given.grant))
    };
    let mut blank: Vec<Slot> = Vec::new();
    for applied in &*list {
        let own = applied.target == applied.source.slot;
        if !own
            && !blank.contains(&applied.source.slot)
            && has(applied, |grant| matches!(grant, Grant::LoseAbilities(_)))
        {
            blank.push(applied.target);
        }
    }
    list.retain(|applied| !blank.contains(&applied.source.slot));
    let (taking, giving) = list.iter().partition(|applied| has(applied, Grant::takes));
    *list = giving;
    taking
}

/// Starting with no condition met, those that only meet each other stay so (CR 7.3.3A): the first
/// round passes over conditions that read what is worked out.
fn constant(
    scene: &Scene,
    source: Slot,
    constants: &[u16],
    modifiers: &mut Modifiers,
    first: bool,
) {
    let card = scene.card(source);
    let cx = Context::of(card.controller, card.reference(source));
    for &id in constants {
        let compiled = scene.catalogue.ability(id);
        let Ability::Constant { condition, on, .. } = &compiled.ability else { continue };
        if let Some(condition) = condition {
            if condition.word().reads_computed() {
                modifiers.again = true;
                if first {
                    continue;
                }
            }
            if !scene.holds(condition, &cx) {
                continue;
            }
        }
        let mut targets = Refs::new();
        match on {
            Whom::This => targets.push(cx.source),
            _ => scene.whom(on, &cx, &mut targets),
        }
        for &target in &targets {
            if scene.in_play(target).is_some() {
                modifiers.list.push(Applied {
                    target: target.slot,
                    grants: compiled.grants,
                    seat: cx.seat,
                    source: cx.source,
                });
            }
        }
    }
}

/// Printed numbers and keywords, and the numbers of upgrades.
pub fn printed(state: &mut State<'_>, _: &mut Round) {
    let State { catalogue, board, relevance, cards, stats: all, .. } = state;
    for player in &board.players {
        let row = usize::from(player.base);
        let hp = catalogue.brief(&cards[row]).stats.hp;
        all[row] = Stats { hp, ..Stats::default() };
        // What a leader had lost or gained as a unit is not so on its other side.
        all[usize::from(player.leader)] = Stats::default();
    }
    for &slot in &board.play {
        let row = usize::from(slot);
        let card = &cards[row];
        let brief = catalogue.brief(card);
        all[row] = brief.stats;
        if !card.zone.is_arena() {
            let Stats { power, hp, .. } = brief.stats;
            all[row] = Stats { power, hp, ..Stats::default() };
        }
    }
    for place in relevance.lineup.attached.iter() {
        let row = usize::from(board.play[place]);
        let card = &cards[row];
        let (power, hp) = (all[row].power, all[row].hp);
        let host = &mut all[usize::from(card.host)];
        host.power = host.power.saturating_add(power);
        host.hp = host.hp.saturating_add(hp);
        host.upgrades = host.upgrades.saturating_add(1);
        let shield = catalogue.brief(card).has.any(Has::SHIELD);
        host.shields = host.shields.saturating_add(shield.into());
    }
}

/// What a grant takes away; nothing, if it gives.
fn lose(stats: &mut Stats, grant: &Grant) {
    match grant {
        Grant::LoseKeyword(LoseKeyword(keyword)) => {
            stats.keywords.set(*keyword, false);
            match keyword {
                Keyword::Raid(_) => stats.raid = 0,
                Keyword::Restore(_) => stats.restore = 0,
                _ => {}
            }
        }
        Grant::LoseAbilities(_) => {
            stats.blank = true;
            stats.keywords = Keywords::default();
            stats.raid = 0;
            stats.restore = 0;
            stats.gained.clear();
        }
        _ => {}
    }
}

fn grants<'c>(catalogue: &'c Inner, applied: &Applied) -> &'c [Given] {
    &catalogue.tables.grants[usize::from(applied.grants)]
}

/// Abilities and keywords, gained and lost in the order in which they apply: the newest lasting
/// effect wins.
pub fn abilities(state: &mut State<'_>, round: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats: all, effects, .. } = state;
    modifiers.gives = false;
    for applied in &modifiers.list {
        for given in grants(catalogue, applied) {
            let raid = match &given.grant {
                Grant::Raid(Raid { amount, per }) => {
                    let scene = Scene { catalogue, board, relevance, cards, stats: all, effects };
                    let cx = Context::of(applied.seat, applied.source);
                    i16::from(*amount).saturating_mul(scene.measure(per, &cx))
                }
                _ => 0,
            };
            let stats = &mut all[usize::from(applied.target)];
            match &given.grant {
                Grant::Keyword(given) => stats.gain(given.0),
                Grant::Raid(_) if raid > 0 => {
                    stats.gain(Keyword::Raid(u8::try_from(raid).unwrap_or(u8::MAX)));
                }
                Grant::Ability(_) => {
                    modifiers.gives = true;
                    let gained = given.ability.map(|id| stats.gained.try_push(id));
                    if gained.flatten().is_some() {
                        round.fault = Some(Fault::Overflow("abilities gained by a card"));
                    }
                }
                lost => lose(stats, lost),
            }
        }
    }
    if !board.edition.newest_effect_wins() {
        for applied in &modifiers.list {
            for given in grants(catalogue, applied) {
                lose(&mut all[usize::from(applied.target)], &given.grant);
            }
        }
    }
}

/// Power and HP: all modifiers together, never below 0 (CR 8.15.2 to 8.15.4).
pub fn numbers(state: &mut State<'_>, _: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats: all, effects, .. } = state;
    for applied in &modifiers.list {
        for given in grants(catalogue, applied) {
            let (amount, per) = match &given.grant {
                Grant::Power(Power { amount, per }) | Grant::Hp(Hp { amount, per }) => {
                    (*amount, per)
                }
                _ => continue,
            };
            let scene = Scene { catalogue, board, relevance, cards, stats: all, effects };
            let times = scene.measure(per, &Context::of(applied.seat, applied.source));
            let change = i16::from(amount).saturating_mul(times).clamp(-100, 100) as i8;
            let stats = &mut all[usize::from(applied.target)];
            match given.grant {
                Grant::Power(_) => stats.power = stats.power.saturating_add(change),
                _ => stats.hp = stats.hp.saturating_add(change),
            }
        }
    }
    // Without Grit, Raid, upgrades and modifiers they are what is printed.
    let as_printed = modifiers.list.is_empty() && relevance.lineup.attached.is_empty();
    if as_printed && !modifiers.rest_on(Reads::DAMAGE.with(Reads::ATTACK)) {
        return;
    }
    let attacker = board.attack().filter(|a| a.is_on()).map_or(Ref::NONE, |a| a.attacker);
    for &slot in &board.play {
        let row = usize::from(slot);
        let (card, stats) = (&cards[row], &mut all[row]);
        if !card.zone.is_arena() {
            continue;
        }
        if stats.keywords.has(Keyword::Grit) {
            stats.power = stats.power.saturating_add(card.damage.min(100) as i8);
        }
        if attacker == card.reference(slot) {
            stats.power = stats.power.saturating_add(stats.raid.min(100) as i8);
        }
        stats.power = stats.power.max(0);
        stats.hp = stats.hp.max(0);
    }
}

/// What units can and cannot do.
pub fn permissions(state: &mut State<'_>, _: &mut Round) {
    let State { catalogue, modifiers, stats: all, .. } = state;
    for applied in &modifiers.list {
        for given in grants(catalogue, applied) {
            if let Some(bit) = given.grant.permission() {
                all[usize::from(applied.target)].permissions.add(bit);
            }
        }
    }
}

/// Ends the round: notes what cards in play bear on, and asks for another round as long as a
/// condition reads what has just been worked out.
pub fn stable(state: &mut State<'_>, round: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats: all, .. } = state;
    let lineup = &mut relevance.lineup;
    (lineup.guards, lineup.evasive) = (Places::NONE, Places::NONE);
    let mut shields = false;
    for (place, &slot) in board.play.iter().enumerate() {
        let (card, stats) = (&cards[usize::from(slot)], &all[usize::from(slot)]);
        if !card.zone.is_arena() {
            continue;
        }
        shields |= stats.shields > 0;
        relevance.lethal |= i16::from(card.damage) >= stats.hp.into()
            && !stats.permissions.has(Permissions::UNDEFEATED);
        if stats.keywords.has(Keyword::Sentinel) {
            lineup.guards.add(place);
        }
        // A unit with Sentinel can always be attacked (CR 8.3.3A).
        else if stats.permissions.has(Permissions::NOT_ATTACKED) {
            lineup.evasive.add(place);
        }
    }
    let mut listens = lineup.listens;
    let mut replaces = modifiers.replaces || lineup.has.any(Has::REPLACEMENTS);
    if modifiers.gives {
        for slot in board.play.iter().copied().chain(board.fixed()) {
            for &id in &all[usize::from(slot)].gained {
                let gained = catalogue.ability(id);
                listens |= gained.facts;
                replaces |= matches!(gained.ability, Ability::Replacement(_));
            }
        }
    }
    (relevance.listens, relevance.replaces, relevance.shields) = (listens, replaces, shields);
    round.again = modifiers.again && (round.number == 0 || modifiers.list != modifiers.before);
}
