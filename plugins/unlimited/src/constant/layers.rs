//! The `Constant` stage: constant and "while" abilities are worked out again for the tables whose
//! facts touched them (CR 7.3), one system for each kind of modifier.
//!
//! [`gather`] lists what applies: grants of constant abilities first, then those of lasting
//! effects in the order of their creation. The systems behind it each read that list and work
//! out their part: [`printed`], [`abilities`] (gained and lost, and keywords; the newest lasting
//! effect wins, seed S4-45 and S4-46), [`numbers`], [`permissions`]. [`stable`] ends the stage.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::schedule::Round;
use cardmill_kernel::table::Fault;

use super::{Applied, Constant, Modifiers, Survey};
use crate::bits::Cards;
use crate::board::Board;
use crate::brief::{Brief, Has};
use crate::card::{Card, Keywords, Permissions, Stats, Zone};
use crate::catalogue::Inner;
use crate::effect::{Effect, EffectKind, Effects};
use crate::lineup::{Lineup, Places};
use crate::program::{Compiled, Grants};
use crate::reads::Reads;
use crate::scene::{Context, Refs, Scene};
use crate::state::State;
use crate::vocabulary::{Ability, Keyword, Kind, Whom};
use crate::words::grant::printed::{Number, Printed};
use crate::words::grant::{self as word, Grant, Hp, LoseKeyword, Power, Protected, Raid, Restore};

impl Modifiers {
    /// The player whose ability is the last that lowers a card's HP; `None` if none does.
    pub(crate) fn lowers(&self, catalogue: &Inner, slot: Slot) -> Option<Seat> {
        let lowers = |grant: &Grant| matches!(grant, Grant::Hp(hp) if hp.amount < 0);
        let on = self.list.iter().rev().filter(|applied| applied.target == slot);
        on.into_iter()
            .find(|applied| grants(catalogue, applied).given.iter().any(|g| lowers(&g.grant)))
            .map(|applied| applied.seat)
    }
}

impl Lineup {
    /// The face-up cards of a table, but for what is worked out of them.
    pub(crate) fn of(catalogue: &Inner, board: &Board, cards: &[Card]) -> Self {
        let mut lineup = Self::default();
        lineup.enter(catalogue, board, cards);
        for (place, slot) in board.fixed() {
            let card = &cards[usize::from(slot)];
            if card.zone == Zone::Base {
                lineup.add(place, card, catalogue.brief(card));
            }
        }
        lineup
    }

    /// Adds the cards that have entered play behind those that are noted already.
    pub(crate) fn enter(&mut self, catalogue: &Inner, board: &Board, cards: &[Card]) {
        let noted = self.all().leading();
        for (place, &slot) in board.play.iter().enumerate().skip(noted) {
            let card = &cards[usize::from(slot)];
            self.add(place, card, catalogue.brief(card));
        }
    }
}

/// Works out constant abilities once, layer by layer. Layers that read what applies are passed over
/// where nothing does.
pub(crate) fn work_out(state: &mut State<'_>, round: &mut Round) {
    gather(state, round);
    if round.idle {
        return;
    }
    printed(state, round);
    let applies = state.modifiers.stale_list().next().is_some();
    if applies {
        abilities(state, round);
    }
    numbers(state, round);
    if applies {
        permissions(state, round);
    }
    stable(state, round);
}

/// Lists the grants that apply, and the cards for which that makes a difference.
fn gather(state: &mut State<'_>, round: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats, effects, .. } = state;
    let modifiers = &mut **modifiers;
    let changed = core::mem::take(&mut modifiers.changed);
    // Nobody said what has changed: a game or a further round begins.
    let anything = changed == Reads::NOTHING && modifiers.stale.is_empty();
    let in_play = anything || changed.meets(Reads::PLAY);
    // What applies is as it was: only some cards have become others by themselves.
    if changed == Reads::NOTHING && !anything && modifiers.is_plain() && board.copies.0.is_empty() {
        (modifiers.again, modifiers.anew, round.idle) = (false, false, false);
        return;
    }
    // Filters ask who is a leader unit, and for traits: what was so, also by what has just left play,
    // and what is so now may differ.
    let Survey { leads: led, retraits: retraited, .. } = modifiers.survey;
    if anything {
        relevance.effects = Effects::of(board.effects.of(effects));
    }
    modifiers.anew = anything || changed.meets(Reads::LEFT);
    if modifiers.anew {
        relevance.lineup = Lineup::of(catalogue, board, cards);
    } else if in_play {
        relevance.lineup.enter(catalogue, board, cards);
    }
    let scene = Scene { catalogue, board, relevance, cards, stats, effects };
    if in_play {
        survey(&scene, modifiers);
    }
    let Survey { leads, retraits, computed, tangled, reads, .. } = modifiers.survey;
    let retraits = retraits || retraited;
    modifiers.again = led || leads || computed || retraits && reads.meets(Reads::TRAITS);
    // Filters ask what is unique, too.
    modifiers.again |= !board.copies.0.is_empty();
    let all = anything || modifiers.again || tangled;
    let Modifiers { constants, list, before, stale, .. } = modifiers;
    core::mem::swap(list, before);
    list.clear();
    let mut kept = 0;
    // What lasting effects give to whatever fits comes behind what abilities do.
    let mut ongoing = None;
    for constant in constants {
        if constant.ongoing.is_some() {
            ongoing = ongoing.or(Some(list.len()));
        }
        let compiled = catalogue.ability(constant.ability);
        let was = kept..kept + usize::from(constant.applied);
        kept = was.end;
        if !(all || in_play || changed.meets(compiled.reads)) {
            list.extend_from_slice(&before[was]);
            continue;
        }
        let from = list.len();
        // Starting with no condition met, those that only meet each other stay so (CR 7.3.3A): the
        // first round passes over what depends on what is worked out.
        let computed = compiled.computed || retraits && compiled.reads.meets(Reads::TRAITS);
        if !computed || round.number > 0 {
            apply(&scene, constant, compiled, list);
        }
        constant.applied = (list.len() - from) as u16;
    }
    if all || in_play {
        let own = ongoing.unwrap_or(list.len());
        let taking = if tangled { take(catalogue, list, own) } else { Vec::new() };
        for (target, grants) in copies(&scene) {
            let card = scene.card(target);
            let (seat, source) = (card.controller, card.reference(target));
            give(&scene, Applied { target, grants, seat, source, again: 0 }, 0, list);
        }
        for (place, effect, grants) in lasting(&scene) {
            let Effect { target: Ref { slot: target, .. }, seat, source, again, .. } = *effect;
            let applied = Applied { target, grants, seat, source, again };
            if taking.iter().any(|taken| taken.target == target) {
                list.push(applied);
            } else {
                give(&scene, applied, place + 1, list);
            }
        }
        modifiers.taking = list.len();
        list.extend(taking);
    } else {
        list.extend_from_slice(&before[kept..]);
        modifiers.taking = list.len();
    }
    let same = list.iter().zip(&*before).take_while(|(one, other)| one == other).count();
    (modifiers.gives, modifiers.prints, modifiers.shares) = (false, false, false);
    modifiers.measures = false;
    for (n, applied) in list.iter().enumerate() {
        let grants = grants(catalogue, applied);
        modifiers.gives |= grants.gives;
        modifiers.prints |= grants.prints;
        modifiers.shares |= grants.shares;
        modifiers.measures |= grants.measured;
        if n >= same || grants.measured {
            stale.add(applied.target.into());
        }
    }
    before[same..].iter().for_each(|applied| stale.add(applied.target.into()));
    if all {
        let fixed = board.fixed().map(|(_, slot)| slot);
        board.play.iter().copied().chain(fixed).for_each(|slot| stale.add(slot.into()));
    }
    let looks = relevance.lineup.has.any(Has::SEES_TOP);
    round.idle = !in_play && stale.is_empty() && !looks;
}

/// Copies in play, with the grants that they have beside what they are copies of.
fn copies<'s>(scene: &Scene<'s>) -> impl Iterator<Item = (Slot, u16)> + use<'s> {
    let (catalogue, copies) = (scene.catalogue, &scene.board.copies);
    copies.0.iter().filter_map(move |&(slot, own)| {
        Some((slot, catalogue.card(own).front.enters_as.as_ref()?.grants))
    })
}

/// The lasting effects that apply to something, in the order of their creation, with their places
/// in it and their grants.
fn lasting<'s>(scene: &Scene<'s>) -> impl Iterator<Item = (usize, &'s Effect, u16)> + use<'s> {
    let scene = *scene;
    scene.effects().enumerate().filter_map(move |(place, (_, effect))| match effect.kind {
        EffectKind::Lasting { grants, .. } if scene.is_current(effect.target) => {
            Some((place, effect, grants))
        }
        _ => None,
    })
}

/// Looks for what there is to apply: constant abilities in play, effects that last.
fn survey(scene: &Scene<'_>, modifiers: &mut Modifiers) {
    let catalogue = scene.catalogue;
    let lineup = &scene.relevance.lineup;
    let reads = Reads::PLAY.with(Reads::LEFT).with(lineup.reads);
    let mut found = Survey { reads, ..Survey::default() };
    let (mut blank, mut mute) = (Cards::NONE, Cards::NONE);
    for (_, effect) in scene.effects() {
        match effect.kind {
            EffectKind::Replacing { .. } => found.replaces = true,
            EffectKind::Delayed { delay, .. } => {
                found.awaits |= catalogue.tables.delays[usize::from(delay)].facts;
            }
            EffectKind::Lasting { grants, .. } if scene.is_current(effect.target) => {
                let grants = &catalogue.tables.grants[usize::from(grants)];
                found.reads = found.reads.with(grants.reads);
                found.tangled |= grants.computed || grants.spreads;
                found.retraits |= grants.retraits;
                if grants.blanks {
                    blank.add(effect.target.slot.into());
                }
                if grants.mutes {
                    mute.add(effect.target.slot.into());
                }
            }
            _ => {}
        }
    }
    modifiers.constants.clear();
    for slot in scene.those(lineup.constants).filter(|&slot| !blank.has(slot.into())) {
        let card = scene.card(slot);
        for &ability in &scene.face(slot).constants {
            let compiled = catalogue.ability(ability);
            // Coordinate is a keyword (CR 7.5.15).
            if mute.has(slot.into()) && compiled.ability.coordinates() {
                continue;
            }
            let grants = &catalogue.tables.grants[usize::from(compiled.grants)];
            found.leads |= grants.leads;
            found.retraits |= grants.retraits;
            found.computed |= compiled.computed;
            found.tangled |= grants.takes || grants.computed;
            let (source, seat) = (card.reference(slot), card.controller);
            let constant = Constant { source, seat, ability, applied: 0, ongoing: None };
            modifiers.constants.push(constant);
        }
    }
    for (_, grants) in copies(scene) {
        found.retraits |= catalogue.tables.grants[usize::from(grants)].retraits;
    }
    found.reaches = lineup.has.any(Has::LENDS);
    for (number, effect) in scene.effects() {
        let EffectKind::Ongoing { step, .. } = effect.kind else { continue };
        let ongoing = &catalogue.tables.ongoing[usize::from(step)];
        if ongoing.reaches {
            found.reaches = true;
            continue;
        }
        let (ability, compiled) = (ongoing.ability, catalogue.ability(ongoing.ability));
        let grants = &catalogue.tables.grants[usize::from(compiled.grants)];
        found.reads = found.reads.with(compiled.reads);
        found.leads |= grants.leads;
        found.retraits |= grants.retraits;
        found.computed |= compiled.computed;
        found.tangled |= grants.takes || grants.computed;
        let Effect { source, seat, .. } = *effect;
        let constant = Constant { source, seat, ability, applied: 0, ongoing: Some(number) };
        modifiers.constants.push(constant);
    }
    // An upgrade that was attached makes another of the unit it is on.
    for slot in scene.those(lineup.attached) {
        if modifiers.stale.has(slot.into()) {
            modifiers.stale.add(scene.card(slot).host.into());
        }
    }
    modifiers.survey = found;
}

/// A card from which a constant ability takes all abilities has no constant ability to apply
/// either; of two that take each other's, the one that entered play first does. What takes is
/// moved off the list: it applies last, since nothing gives it back meanwhile (CR 8.14.1, 8.14.2).
/// What lasting effects give and take, from `own` on, they do whatever became of their cards.
fn take(catalogue: &Inner, list: &mut Vec<Applied>, own: usize) -> Vec<Applied> {
    let taken = list[own..].iter().filter(|applied| grants(catalogue, applied).blanks);
    let mut blank: Vec<Slot> = taken.map(|applied| applied.target).collect();
    for applied in &list[..own] {
        let own = applied.target == applied.source.slot;
        if !own && !blank.contains(&applied.source.slot) && grants(catalogue, applied).blanks {
            blank.push(applied.target);
        }
    }
    let mut place = 0;
    list.retain(|applied| {
        place += 1;
        place > own || !blank.contains(&applied.source.slot)
    });
    let (taking, giving) = list.iter().partition(|applied| grants(catalogue, applied).takes);
    *list = giving;
    taking
}

/// Adds what a constant ability gives to the list of what applies, if its condition holds.
#[inline]
fn apply(scene: &Scene<'_>, constant: &Constant, compiled: &Compiled, list: &mut Vec<Applied>) {
    let Ability::Constant { condition, on, .. } = &compiled.ability else { return };
    let locals = constant.ongoing.map(|number| scene.effect(number.into()).remembers());
    let cx = Context { locals: locals.as_ref(), ..Context::of(constant.seat, constant.source) };
    if condition.as_ref().is_some_and(|condition| !scene.holds(condition, &cx)) {
        return;
    }
    let mut targets = Refs::new();
    match on {
        Whom::This => targets.push(cx.source),
        _ => scene.whom(on, &cx, &mut targets),
    }
    let Constant { seat, source, .. } = *constant;
    for target in targets.iter().filter(|&&target| scene.in_play(target).is_some()) {
        let (target, grants) = (target.slot, compiled.grants);
        let applied = Applied { target, grants, seat, source, again: 0 };
        give(scene, applied, 0, list);
    }
}

/// Adds a list of grants to the list of what applies, and what constant abilities among them give
/// in turn, unless one of the lasting effects from such a place on takes them away again.
#[inline]
fn give(scene: &Scene<'_>, applied: Applied, from: usize, list: &mut Vec<Applied>) {
    list.push(applied);
    if grants(scene.catalogue, &applied).spreads {
        spread(scene, &applied, from, list);
    }
}

/// Adds what constant abilities that a card gained give in turn.
fn spread(scene: &Scene<'_>, applied: &Applied, from: usize, list: &mut Vec<Applied>) {
    let (catalogue, slot) = (scene.catalogue, applied.target);
    let blanks = |(place, effect, grants): (usize, &Effect, u16)| {
        place >= from
            && effect.target.slot == slot
            && catalogue.tables.grants[usize::from(grants)].blanks
    };
    if lasting(scene).any(blanks) {
        return;
    }
    let card = scene.card(slot);
    for ability in grants(catalogue, applied).given.iter().filter_map(|given| given.ability) {
        let (source, seat) = (card.reference(slot), card.controller);
        let gained = Constant { source, seat, ability, applied: 0, ongoing: None };
        apply(scene, &gained, catalogue.ability(ability), list);
    }
}

/// Printed numbers and keywords, and the numbers of upgrades.
fn printed(state: &mut State<'_>, _: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats: all, .. } = state;
    let stale = modifiers.stale;
    stale.iter().for_each(|row| {
        let card = &cards[row];
        let Brief { stats, kind, .. } = catalogue.brief(card);
        all[row] = match card.zone {
            Zone::Ground | Zone::Space => *stats,
            // What a leader had lost or gained as a unit is not so on its other side.
            Zone::Base if *kind == Kind::Leader => Stats::default(),
            Zone::Attached | Zone::Base => {
                Stats { power: stats.power, hp: stats.hp, ..Stats::default() }
            }
            _ => return,
        };
    });
    for applied in modifiers.prints.then(|| modifiers.stale_list()).into_iter().flatten() {
        let numbers = &mut all[usize::from(applied.target)];
        for given in &grants(catalogue, applied).given {
            let Grant::Printed(Printed { of, is }) = given.grant else { continue };
            match of {
                Number::Power => numbers.power = is as i8,
                Number::Hp => numbers.hp = is as i8,
            }
        }
    }
    for place in relevance.lineup.attached.iter() {
        let row = usize::from(board.play[place]);
        let card = &cards[row];
        if !stale.has(card.host.into()) {
            continue;
        }
        let (power, hp) = (all[row].power, all[row].hp);
        let host = &mut all[usize::from(card.host)];
        host.power = host.power.saturating_add(power);
        host.hp = host.hp.saturating_add(hp);
        host.upgrades = host.upgrades.saturating_add(1);
        let shield = catalogue.brief(card).has.any(Has::SHIELD);
        host.shields = host.shields.saturating_add(shield.into());
    }
}

/// Takes from a card what a grant takes away; nothing, if it gives.
fn lose(catalogue: &Inner, stats: &mut Stats, grant: &Grant) {
    match grant {
        Grant::LoseKeywords(_) => {
            stats.keywords.lose_all();
            (stats.raid, stats.restore) = (0, 0);
            stats.gained.retain(|id| !is_keyword(catalogue, *id));
        }
        Grant::LoseKeyword(LoseKeyword(keyword)) => {
            stats.keywords.set(*keyword, false);
            match keyword {
                Keyword::Raid(_) => stats.raid = 0,
                Keyword::Restore(_) => stats.restore = 0,
                _ => {}
            }
        }
        Grant::LoseAbilities(_) => {
            stats.permissions.add(Permissions::BLANK);
            stats.keywords.clear();
            stats.raid = 0;
            stats.restore = 0;
            stats.gained.clear();
        }
        _ => {}
    }
}

/// Returns `true` for a gained ability that is a keyword with a text (CR 7.5.13).
fn is_keyword(catalogue: &Inner, ability: u16) -> bool {
    matches!(catalogue.ability(ability).ability, Ability::Bounty { .. })
}

fn grants<'c>(catalogue: &'c Inner, applied: &Applied) -> &'c Grants {
    &catalogue.tables.grants[usize::from(applied.grants)]
}

/// Abilities and keywords, gained and lost in the order in which they apply: the newest lasting
/// effect wins.
fn abilities(state: &mut State<'_>, round: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats: all, effects, .. } = state;
    // Those that get the keywords of others come behind those others.
    let mut shared = Cards::NONE;
    if modifiers.shares {
        let gets = modifiers.list.iter().filter(|applied| grants(catalogue, applied).shares);
        gets.for_each(|applied| shared.add(applied.target.into()));
    }
    let first = modifiers.stale_parts().filter(|(part, _)| !shared.has(part.target.into()));
    let then = modifiers.stale_parts().filter(|(part, _)| shared.has(part.target.into()));
    for (applied, takes) in first.chain(then) {
        let Grants { given, blanks, lends, .. } = grants(catalogue, applied);
        if *lends {
            let scene = Scene { catalogue, board, relevance, cards, stats: all, effects };
            let lent = lent(&scene, applied.source);
            if lend(&mut all[usize::from(applied.target)], &lent) {
                round.fault = Some(Fault::Overflow("abilities gained by a card"));
            }
        }
        // What gives beside taking gives nothing to what has lost its abilities otherwise.
        let lost = takes && all[usize::from(applied.target)].is_blank();
        for given in given {
            let number = match &given.grant {
                Grant::Raid(Raid { amount, per }) | Grant::Restore(Restore { amount, per }) => {
                    let scene = Scene { catalogue, board, relevance, cards, stats: all, effects };
                    let cx = Context::of(applied.seat, applied.source);
                    i16::from(*amount).saturating_mul(scene.measure(per, &cx))
                }
                _ => 0,
            };
            let stats = &mut all[usize::from(applied.target)];
            match &given.grant {
                &(Grant::Trait(word::Trait(name)) | Grant::LoseTrait(word::LoseTrait(name))) => {
                    let on = matches!(given.grant, Grant::Trait(_));
                    if !stats.traits.set(name, on) {
                        round.fault = Some(Fault::Overflow("traits gained and lost by a card"));
                    }
                }
                Grant::CannotGain(_) => stats.permissions.add(Permissions::NO_GAIN),
                gained
                    if gained.is_ability()
                        && (lost || stats.permissions.has(Permissions::NO_GAIN)) => {}
                Grant::Keyword(given) => stats.gain(given.0),
                Grant::Exploit(_) => stats.keywords = stats.keywords.with(Keywords::EXPLOIT),
                Grant::ItsKeywords(_) => {
                    let source = all[usize::from(applied.source.slot)];
                    let scene = Scene { catalogue, board, relevance, cards, stats: all, effects };
                    let bounties: Vec<u16> = scene
                        .bounties_of(&cards[usize::from(applied.source.slot)], &source)
                        .collect();
                    let stats = &mut all[usize::from(applied.target)];
                    source.keywords().for_each(|keyword| stats.gain(keyword));
                    for bounty in bounties.into_iter().filter(|_| !stats.keywords.are_lost()) {
                        if stats.gained.try_push(bounty).is_some() {
                            round.fault = Some(Fault::Overflow("abilities gained by a card"));
                        }
                    }
                }
                Grant::Raid(_) if number > 0 => {
                    stats.gain(Keyword::Raid(u8::try_from(number).unwrap_or(u8::MAX)));
                }
                Grant::Restore(_) if number > 0 => {
                    stats.gain(Keyword::Restore(u8::try_from(number).unwrap_or(u8::MAX)));
                }
                Grant::Ability(_)
                    if stats.keywords.are_lost()
                        && given.ability.is_some_and(|id| is_keyword(catalogue, id)) => {}
                Grant::Ability(_) => {
                    let gained = given.ability.map(|id| stats.gained.try_push(id));
                    if gained.flatten().is_some() {
                        round.fault = Some(Fault::Overflow("abilities gained by a card"));
                    }
                }
                lost => lose(catalogue, stats, lost),
            }
        }
        if takes && *blanks {
            all[usize::from(applied.target)].permissions.add(Permissions::NO_GAIN);
        }
    }
    if !board.edition.newest_effect_wins() {
        for applied in modifiers.stale_list() {
            let Grants { given, blanks, .. } = grants(catalogue, applied);
            let stats = &mut all[usize::from(applied.target)];
            given.iter().for_each(|given| lose(catalogue, stats, &given.grant));
            if !blanks || takers(catalogue, &modifiers.list, applied.target) > 1 {
                continue;
            }
            // What takes all abilities but one gives that one back.
            for given in given {
                match &given.grant {
                    Grant::Keyword(but) => stats.gain(but.0),
                    Grant::Ability(_) => stats.gained.extend(given.ability),
                    _ => {}
                }
            }
        }
    }
}

/// The keywords and the gained abilities of a card but Support: what it has in play, else what is
/// printed on it.
fn lent(scene: &Scene<'_>, card: Ref) -> Stats {
    let printed = scene.printed(card.slot);
    let leader = printed.kind() == Kind::Leader;
    let mut lent = match scene.unit(card) {
        Some(_) => *scene.stats(card.slot),
        None => {
            let mut stats = Stats::default();
            let side = if leader { &printed.back } else { &printed.front };
            side.keywords.iter().for_each(|keyword| stats.gain(*keyword));
            stats
        }
    };
    lent.keywords.set(Keyword::Support, false);
    lent
}

/// A unit gains what is lent to it. Returns whether there was no room for it.
fn lend(stats: &mut Stats, lent: &Stats) -> bool {
    if stats.permissions.has(Permissions::NO_GAIN) {
        return false;
    }
    lent.keywords().for_each(|keyword| stats.gain(keyword));
    lent.gained.iter().any(|&gained| stats.gained.try_push(gained).is_some())
}

/// The number of lists of grants that take all abilities of a card.
fn takers(catalogue: &Inner, list: &[Applied], target: Slot) -> usize {
    let takes = |applied: &&Applied| applied.target == target && grants(catalogue, applied).blanks;
    list.iter().filter(takes).count()
}

/// Raid becomes Restore, or the other way round.
const fn turn(stats: &mut Stats, grant: &Grant) {
    let restores = matches!(grant, Grant::RaidAsRestore(_));
    let number = if restores { stats.raid } else { stats.restore };
    let [was, is] = match restores {
        true => [Keyword::Raid(number), Keyword::Restore(number)],
        false => [Keyword::Restore(number), Keyword::Raid(number)],
    };
    if stats.keywords.has(was) {
        stats.keywords.set(was, false);
        if restores {
            stats.raid = 0;
        } else {
            stats.restore = 0;
        }
        stats.gain(is);
    }
}

/// Power and HP: all modifiers together, never below 0 (CR 8.15.2 to 8.15.4).
fn numbers(state: &mut State<'_>, _: &mut Round) {
    let State { catalogue, board, modifiers, relevance, cards, stats: all, effects, .. } = state;
    for applied in modifiers.stale_list() {
        for given in &grants(catalogue, applied).given {
            let (amount, per) = match &given.grant {
                Grant::DoubleRaid(_) => {
                    let stats = &mut all[usize::from(applied.target)];
                    stats.raid = stats.raid.saturating_mul(2);
                    continue;
                }
                Grant::RaidAsRestore(_) | Grant::RestoreAsRaid(_) => {
                    turn(&mut all[usize::from(applied.target)], &given.grant);
                    continue;
                }
                Grant::Power(Power { amount, per }) | Grant::Hp(Hp { amount, per }) => {
                    (*amount, per)
                }
                _ => continue,
            };
            let scene = Scene { catalogue, board, relevance, cards, stats: all, effects };
            let target = scene.reference(applied.target);
            let cx = Context { target, ..Context::of(applied.seat, applied.source) };
            let times = scene.measure(per, &cx);
            let times = times.saturating_mul(i16::from(applied.again) + 1);
            let change = i16::from(amount).saturating_mul(times).clamp(-100, 100) as i8;
            let stats = &mut all[usize::from(applied.target)];
            match given.grant {
                Grant::Power(_) => stats.power = stats.power.saturating_add(change),
                _ => stats.hp = stats.hp.saturating_add(change),
            }
        }
    }
    let attacker = board.attack().filter(|a| a.is_on()).map_or(Ref::NONE, |a| a.attacker);
    modifiers.stale.iter().for_each(|row| {
        let (card, stats) = (&cards[row], &mut all[row]);
        if !card.zone.is_arena() {
            return;
        }
        if stats.keywords.has(Keyword::Grit) {
            stats.power = stats.power.saturating_add(card.damage.min(100) as i8);
        }
        if attacker == card.reference(row as Slot) {
            stats.power = stats.power.saturating_add(stats.raid.min(100) as i8);
        }
        stats.power = stats.power.max(0);
        stats.hp = stats.hp.max(0);
    });
}

/// The layer of permissions, prohibitions and protection.
fn permissions(state: &mut State<'_>, _: &mut Round) {
    let State { catalogue, modifiers, relevance, stats: all, .. } = state;
    for applied in modifiers.stale_list() {
        for given in &grants(catalogue, applied).given {
            let stats = &mut all[usize::from(applied.target)];
            if let Some(bit) = given.grant.permission() {
                stats.permissions.add(bit);
                relevance.provides |= bit == Permissions::PROVIDES;
            }
            if let Grant::Protected(Protected(harms)) = &given.grant {
                harms.iter().for_each(|harm| stats.protection.add(*harm));
            }
        }
    }
}

/// Ends the round: notes what cards in play bear on, and asks for another round as long as a
/// condition reads what has just been worked out.
fn stable(state: &mut State<'_>, round: &mut Round) {
    let State {
        catalogue, board, modifiers, relevance, cards, stats: all, knowledge, effects, ..
    } = state;
    let lineup = &mut relevance.lineup;
    (lineup.granted, lineup.granted_costs) = (Places::NONE, Places::NONE);
    // Those that are not stale stand as they did: what is dealt to them says itself what it may be
    // lethal to.
    let (stale, anew) = (modifiers.stale, modifiers.anew);
    if anew {
        (lineup.guards, lineup.evasive) = (Places::NONE, Places::NONE);
        (lineup.hidden, lineup.shielded) = (Places::NONE, Places::NONE);
    }
    let mut lethal = false;
    for (place, &slot) in board.play.iter().enumerate() {
        if !anew && !stale.has(slot.into()) {
            continue;
        }
        let (card, stats) = (&cards[usize::from(slot)], &all[usize::from(slot)]);
        if !anew {
            let Lineup { guards, evasive, hidden, shielded, .. } = lineup;
            [guards, evasive, hidden, shielded].into_iter().for_each(|set| set.remove(place));
        }
        if !card.zone.is_arena() {
            continue;
        }
        if stats.shields > 0 {
            lineup.shielded.add(place);
        }
        lethal |= i16::from(card.damage) >= stats.hp.into()
            && !stats.permissions.has(Permissions::UNDEFEATED);
        if stats.keywords.has(Keyword::Sentinel) {
            lineup.guards.add(place);
        }
        // A unit with Sentinel can always be attacked (CR 8.3.3A).
        else if stats.permissions.has(Permissions::NOT_ATTACKED) {
            lineup.evasive.add(place);
        } else if stats.keywords.has(Keyword::Hidden) {
            lineup.hidden.add(place);
        }
    }
    if !board.copies.0.is_empty() {
        for (place, &slot) in board.play.iter().enumerate() {
            if all[usize::from(slot)].permissions.has(Permissions::NOT_UNIQUE) {
                lineup.unique.remove(place);
            }
        }
    }
    let shields = !lineup.shielded.is_empty();
    let mut listens = lineup.listens;
    let mut replaces = modifiers.survey.replaces || lineup.has.any(Has::REPLACEMENTS);
    if modifiers.gives {
        let in_base = |slot: &Slot| cards[usize::from(*slot)].zone == Zone::Base;
        let fixed = board.fixed().filter(|(_, slot)| in_base(slot));
        for (place, slot) in board.play.iter().copied().enumerate().chain(fixed) {
            for &id in &all[usize::from(slot)].gained {
                let gained = catalogue.ability(id);
                listens |= gained.facts;
                replaces |= matches!(gained.ability, Ability::Replacement(_));
                match gained.ability {
                    Ability::Action { .. } => lineup.granted.add(place),
                    Ability::Cost { .. } => lineup.granted_costs.add(place),
                    _ => {}
                }
            }
        }
    }
    (relevance.listens, relevance.replaces, relevance.shields) = (listens, replaces, shields);
    relevance.reaches = modifiers.survey.reaches;
    if lineup.has.any(Has::SEES_TOP) {
        let (board, relevance, stats) = (&**board, &**relevance, &**all);
        let scene = Scene { catalogue, board, relevance, cards, stats, effects };
        for (seat, top) in
            board.players.seats().filter_map(|seat| Some((seat, scene.open_top(seat)?)))
        {
            if !knowledge.places(seat, top).is_fixed() {
                knowledge.look(seat, top, scene.card(top));
            }
        }
    }
    modifiers.stale = Cards::NONE;
    round.again = modifiers.again && (round.number == 0 || modifiers.list != modifiers.before);
    // In a round before the last, HP may lack what the next one adds.
    relevance.lethal |= lethal && !round.again;
}
