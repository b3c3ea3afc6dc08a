//! Costs of cards (CR 6.2.3, 8.1, 8.15.5), and tests of what a player can play.

use crate::brief::Brief;
use crate::card::Keywords;
use crate::filter::fits_with;
use crate::icons::IconCount;
use crate::prelude::*;
use crate::procedure;
use crate::purse::{Purse, helpers, payers};
use crate::vocabulary::{CostChange, Kinds, Offered, Offering};
use crate::words::condition::Condition;
use crate::words::grant::{Exploit, Grant, Smuggle};
use crate::words::step::Costs;
use crate::words::step::PlayStep;

/// Resources for each aspect icon that leader and base do not provide (CR 8.1.1).
const PENALTY: i16 = 2;

/// Resources that a card costs less for each unit that is exploited (CR 7.5.16A).
const EXPLOITED: i16 = 2;

/// The payment for a card that is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Paying {
    /// The change to the cost that an effect makes.
    pub pay: Payment,
    /// The cost that is paid, of those that the card has.
    pub way: Way,
    /// The abilities that the card has for this, from the step that plays it.
    pub gained: Gained,
}

/// Abilities that a card has, while it is played, from the step that plays it (CR 6.2.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Gained {
    /// The number of further units that may be exploited for it.
    pub exploit: u8,
    /// All keywords gained.
    pub keywords: Keywords,
}

impl Gained {
    /// The abilities gained from a play step, but for those that a unit gets only when it has been
    /// paid for.
    #[must_use]
    pub fn by(step: &PlayStep) -> Self {
        let before: &[Grant] = if step.if_credit { &[] } else { &step.grant };
        before.iter().fold(Self::default(), |mut gained, grant| {
            match grant {
                Grant::Exploit(Exploit(n)) => {
                    gained.exploit = gained.exploit.saturating_add(*n);
                    gained.keywords = gained.keywords.with(Keywords::EXPLOIT);
                }
                Grant::Keyword(keyword) => gained.keywords.set(keyword.0, true),
                _ => {}
            }
            gained
        })
    }
}

/// A cost of a card, of those it may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Way {
    /// The printed cost.
    #[default]
    Printed,
    /// The cost of one of its Smuggle abilities (CR 7.5.14), by its place among them.
    Smuggle(u8),
    /// The cost of Piloting: a unit is played as an upgrade (CR 7.5.17).
    Piloting,
    /// The printed cost, from the resources by Plot (CR 7.5.19).
    Plot,
}

impl Paying {
    /// The payment by a keyword, as an action of its own.
    #[must_use]
    pub const fn by(way: Way) -> Self {
        Self { pay: Payment::Cost, way, gained: Gained { exploit: 0, keywords: Keywords::NONE } }
    }

    /// The kinds a card is of while it is played like that (CR 7.5.17C).
    fn kinds(self, kind: Kind) -> Kinds {
        match self.way {
            Way::Piloting => KindSet::Upgrade.into(),
            Way::Printed | Way::Plot | Way::Smuggle(_) => kind.into(),
        }
    }
}

impl From<Payment> for Paying {
    fn from(pay: Payment) -> Self {
        Self { pay, way: Way::Printed, gained: Gained::default() }
    }
}

/// A cost in resources, and its icons.
pub type Price = (i16, IconCount);

/// The prices of a resource by Smuggle: its own abilities as printed, then those it gains (CR
/// 7.5.14B, 7.5.14D). Empty for a card without Smuggle.
pub fn smuggles(scene: &Scene, slot: Slot) -> ArrayVec<Price, 8> {
    let mut found = ArrayVec::new();
    let printed = scene.printed(slot);
    if scene.is_void(slot) {
        return found;
    }
    let own = printed.front.smuggles.iter();
    found.extend(own.map(|(cost, icons, _)| ((*cost).into(), IconCount::of(icons))));
    if !scene.relevance.lends() {
        return found;
    }
    let definition = &printed.definition;
    for &source in &scene.face_up() {
        if scene.stats(source).is_blank() {
            continue;
        }
        let card = scene.card(source);
        let cx = Context::of(card.controller, card.reference(source));
        for &id in &scene.face(source).lends {
            let Ability::Constant { condition, on: Whom::Each(what), grant } =
                &scene.catalogue.ability(id).ability
            else {
                continue;
            };
            let there = what.place.is(scene.card(slot).zone);
            if !there || !scene.fits_card(what, slot, &cx) || !is_on(scene, condition.as_ref(), &cx)
            {
                continue;
            }
            for grant in grant {
                if let Grant::Smuggle(Smuggle { more }) = grant
                    && !found.is_full()
                {
                    let cost = i16::from(definition.cost) + i16::from(*more);
                    found.push((cost, IconCount::of(&definition.aspects)));
                }
            }
        }
    }
    found
}

/// Damage to a friendly unit in addition to what a resource costs by one of its Smuggle abilities.
pub(crate) fn wounds(scene: &Scene, slot: Slot, paying: Paying) -> u8 {
    let Way::Smuggle(n) = paying.way else { return 0 };
    scene.printed(slot).front.smuggles.get(usize::from(n)).map_or(0, |(.., damage)| *damage)
}

/// The price of a unit as an upgrade, if it has Piloting (CR 7.5.17A).
fn piloting(printed: &Printed) -> Option<Price> {
    printed.piloting.as_ref().map(|(cost, icons)| ((*cost).into(), IconCount::of(icons)))
}

/// A player who pays for cards: what is the same for all of them is looked for once.
pub struct Payer<'a> {
    scene: Scene<'a>,
    seat: Seat,
    /// The means of the player to pay.
    pub(crate) purse: Purse,
    /// The highest cost that can be paid.
    ready: i16,
    /// Something besides a card itself changes what it costs.
    changes: bool,
    /// Some card that is played next gains Exploit.
    exploits: bool,
}

impl<'a> Payer<'a> {
    /// The player of this seat at a table.
    #[must_use]
    pub fn new(scene: Scene<'a>, seat: Seat) -> Self {
        let lineup = &scene.relevance.lineup;
        let exploits = scene.effects_of(Effects::PROMISES).any(|(_, effect)| {
            let EffectKind::Promise { step } = effect.kind else { return false };
            let (_, grants, _) = scene.catalogue.tables.promises[usize::from(step)];
            effect.seat == seat && scene.catalogue.tables.grants[usize::from(grants)].exploit > 0
        });
        let purse = Purse::for_costs(&scene, seat, &[]);
        let changes = !lineup.costs.is_empty()
            || !lineup.granted_costs.is_empty()
            || exploits
            || scene.relevance.effects.any(Effects::PRICES);
        Self { scene, seat, purse, ready: purse.reach(), changes, exploits }
    }

    /// The resources the player must exhaust to play a card, never below 0 (CR 1.8.4). What
    /// increases the cost is applied before what decreases it (CR 1.8.3). Of an upgrade, on no unit
    /// in particular.
    #[inline]
    #[must_use]
    pub fn cost(&self, slot: Slot, paying: Paying) -> i16 {
        self.price(slot, paying, None).total()
    }

    /// The same for an upgrade on this unit, if it is one, and after so many units were exploited
    /// for it. The player applies that last, even when one of them makes the card cheaper
    /// (CR 6.2.3E).
    #[must_use]
    pub fn cost_on(&self, slot: Slot, paying: Paying, host: Ref, exploited: usize) -> i16 {
        let host = host.is_some().then_some(host.slot);
        self.price(slot, paying, host).exploiting(exploited)
    }

    /// Tells whether a card can be paid for when at least these are given up for it. A unit that the
    /// damage defeats helps to pay no more (CR 7.3.1, 7.5.16C).
    #[must_use]
    pub(crate) fn can_offer(&self, play: (Slot, Paying, Ref), given: &[Slot]) -> bool {
        let (slot, paying, host) = play;
        let price = self.price(slot, paying, host.is_some().then_some(host.slot));
        !price.forbidden && self.offers(&price, slot, paying, given)
    }

    /// Tells whether a card can be paid for when just these are given up for it.
    #[must_use]
    pub(crate) fn pays_offering(&self, play: (Slot, Paying, Ref), given: &[Slot]) -> bool {
        let (slot, paying, host) = play;
        let price = self.price(slot, paying, host.is_some().then_some(host.slot));
        let Some(offering) = offering(&self.scene, slot) else { return false };
        self.pays_after(&price, (slot, paying), offering, given)
    }

    /// The same for a price, with more of them if need be.
    fn offers(&self, price: &Cost, slot: Slot, paying: Paying, given: &[Slot]) -> bool {
        let Self { scene, seat, .. } = self;
        let Some(offering) = offering(scene, slot) else { return false };
        let falls = |unit: &Slot| offering.defeats(scene, *unit);
        let mut cards: Vec<Slot> =
            offering.cards(scene, *seat).filter(|card| !given.contains(card)).collect();
        cards.sort_by_key(|card| falls(card));
        let cards = [given, &cards[..]].concat();
        (given.len()..=offering.most(scene, *seat))
            .any(|number| self.pays_after(price, (slot, paying), offering, &cards[..number]))
    }

    /// Tells whether a price can be paid when these are given up for the card, maybe by exploiting units:
    /// those that help to pay are kept, since it can be paid with them as well.
    fn pays_after(
        &self,
        price: &Cost,
        (slot, paying): (Slot, Paying),
        offering: Offering,
        given: &[Slot],
    ) -> bool {
        let Self { scene, seat, .. } = self;
        let gone: Vec<Slot> =
            given.iter().copied().filter(|unit| offering.defeats(scene, *unit)).collect();
        let mut purse = Purse::without(scene, *seat, &gone);
        if offering.of == Offered::ReadyResources {
            purse.ready = purse.ready.saturating_sub(given.len() as u8);
        }
        let help = pays_with(scene, *seat);
        let kept = |unit: &Slot| !gone.contains(unit) && !help.contains(unit);
        let exploited = scene.units_under(*seat).filter(kept).count();
        let exploited = exploited.min(exploitable(scene, slot, *seat, paying));
        let due = price.exploiting(exploited) - offering.less(given.len());
        purse.due(due.max(0)) <= i16::from(purse.means())
    }

    /// The cost of a card where nothing is exploited for it, on this unit if it attaches to one,
    /// and the damage that the player deals to their base in addition (CR 1.8.8).
    pub(crate) fn dues(&self, slot: Slot, paying: Paying, host: Ref) -> (i16, i16) {
        let price = self.price(slot, paying, host.is_some().then_some(host.slot));
        (price.total(), price.damage)
    }

    /// The cost of a card in its parts, among them whether it is forbidden to play it.
    #[inline(always)] // It goes on to what cards of most prices need.
    fn price(&self, slot: Slot, paying: Paying, host: Option<Slot>) -> Cost {
        let brief = self.scene.brief(slot);
        if self.is_as_printed(brief, paying) {
            self.printed(brief)
        } else {
            self.changed(slot, paying, host)
        }
    }

    /// Tells whether a price can be paid, maybe by exploiting units or discarding a card, or need
    /// not be paid. Damage to the base can always be dealt.
    #[inline]
    fn affords(&self, price: &Cost, slot: Slot, paying: Paying) -> bool {
        self.pays(price, slot, paying)
            || !price.forbidden && is_free_copy(&self.scene, slot, self.seat)
    }

    /// Tells whether a price can be paid, maybe by exploiting units or discarding a card.
    #[inline]
    fn pays(&self, price: &Cost, slot: Slot, paying: Paying) -> bool {
        let exploits = || {
            let most = exploitable(&self.scene, slot, self.seat, paying);
            let all = self.scene.units_under(self.seat).count();
            let helpers = helpers(&self.scene, self.seat);
            // Units that help to pay are exploited or kept: once they are defeated they help no more.
            (0..1_u8 << helpers.len()).any(|chosen| {
                let chosen = |n: usize| chosen & 1 << n != 0;
                let gone: ArrayVec<Slot, 4> =
                    (0..helpers.len()).filter(|n| chosen(*n)).map(|n| helpers[n]).collect();
                let Some(more) = most.checked_sub(gone.len()) else { return false };
                let purse = match gone.is_empty() {
                    true => self.purse,
                    false => Purse::without(&self.scene, self.seat, &gone),
                };
                let free = all - helpers.len();
                let units = free.min(more);
                // Those that can be exhausted to pay are exploited last: it makes up for no more.
                let others = free - usize::from(purse.units).min(free);
                let lost = units.saturating_sub(others) as i16;
                let due = purse.due(price.exploiting(units + gone.len()));
                due <= i16::from(purse.means()) - lost
            })
        };
        let total = price.total();
        !price.forbidden
            && (total <= self.ready
                || (self.scene.has(slot, Has::PAID_OTHERWISE)
                    || self.exploits
                    || paying.gained.exploit > 0)
                    && (exploits()
                        || self.offers(price, slot, paying, &[])
                        || discards(self.scene, slot, self.seat, paying).next().is_some()))
    }

    /// Tells whether a card can be paid for, on this unit if it attaches to one. A card that need
    /// not be paid for counts as any other.
    #[must_use]
    pub fn can_pay(&self, slot: Slot, paying: Paying, host: Ref) -> bool {
        let price = self.price(slot, paying, host.is_some().then_some(host.slot));
        self.pays(&price, slot, paying)
    }

    /// Returns `true` if nothing changes what a card costs.
    #[inline]
    fn is_as_printed(&self, brief: &Brief, paying: Paying) -> bool {
        !self.changes && !brief.has.any(Has::COSTS) && paying == Payment::Cost.into()
    }

    /// The cost of a card where something may change it, on a unit if one is given.
    #[inline(never)]
    fn changed(&self, slot: Slot, paying: Paying, host: Option<Slot>) -> Cost {
        let Self { scene, seat, .. } = *self;
        let brief = scene.brief(slot);
        let mut price = self.printed(brief);
        let instead = match paying.way {
            Way::Printed | Way::Plot => None,
            Way::Smuggle(n) => smuggles(&scene, slot).get(usize::from(n)).copied(),
            Way::Piloting => piloting(scene.printed(slot)),
        };
        if let Some((cost, icons)) = instead {
            price = self.with_penalty(cost, icons);
        }
        match paying.pay {
            Payment::Free => price.free = true,
            Payment::Less(less) => price.change(CostChange::Less(less)),
            Payment::IgnoreAspects => price.change(CostChange::IgnoreAspects),
            Payment::IgnoreAspect(aspects) => price.change(CostChange::IgnoreAspect(aspects)),
            Payment::Cost => {}
        }
        if brief.has.any(Has::COSTS) {
            let own = Context::of(seat, scene.reference(slot));
            for &id in &scene.front(slot).costs {
                if let Ability::Cost { cards: None, condition, change, per, from, onto, .. } =
                    &scene.catalogue.ability(id).ability
                    && from.is_none_or(|from| from.is(scene.card(slot).zone))
                    && is_onto(&scene, onto.as_deref(), host, &own)
                    && is_on(&scene, condition.as_ref(), &own)
                {
                    price.change(change.times(scene.measure(per, &own)));
                }
            }
        }
        if self.changes {
            self.others(slot, paying, host, &mut price);
        }
        price
    }

    fn printed(&self, brief: &Brief) -> Cost {
        self.with_penalty(brief.cost.into(), brief.icons)
    }

    #[inline]
    fn with_penalty(&self, cost: i16, icons: IconCount) -> Cost {
        let (board, relevance) = (self.scene.board, self.scene.relevance);
        let mut missing = icons.beyond(board.players[usize::from(self.seat)].icons);
        if relevance.provides && !missing.is_empty() {
            missing = missing.beyond(self.scene.provided(self.seat));
        }
        Cost { cost, missing, decrease: 0, free: false, forbidden: false, damage: 0 }
    }

    /// Applies to a price what other cards and effects make of it.
    fn others(&self, slot: Slot, paying: Paying, host: Option<Slot>, price: &mut Cost) {
        let Self { scene, seat, .. } = self;
        let kinds = paying.kinds(scene.brief(slot).kind);
        let lineup = &scene.relevance.lineup;
        for source in scene.those(lineup.costs.with(lineup.granted_costs)) {
            let stats = scene.stats(source);
            let own: &[u16] = if stats.is_blank() { &[] } else { &scene.face(source).costs };
            let card = scene.card(source);
            let cx = Context::of(card.controller, card.reference(source));
            for &id in own.iter().chain(&stats.gained) {
                let ability = &scene.catalogue.ability(id).ability;
                let Ability::Cost {
                    who,
                    cards: Some(cards),
                    condition,
                    change,
                    per,
                    first,
                    rising,
                    from,
                    onto,
                } = ability
                else {
                    continue;
                };
                if scene.means(*who, *seat, &cx)
                    && scene.fits_played(cards, slot, kinds, &cx)
                    && from.is_none_or(|from| from.is(scene.card(slot).zone))
                    && is_onto(scene, onto.as_deref(), host, &cx)
                    && is_on(scene, condition.as_ref(), &cx)
                {
                    // How many were played before it; none where that is not asked.
                    let before = first.map_or(0, |span| match host {
                        Some(host) if onto.is_some() => {
                            scene.card(host).marks.has(Marks::upgraded(*seat)).into()
                        }
                        _ => scene.has_played(*seat, cards, span),
                    });
                    if before <= rising.saturating_sub(1) {
                        let times = scene.measure(per, &cx) * i16::from(before + 1);
                        price.change(change.times(times));
                    }
                }
            }
        }
        for (_, effect) in scene.effects_of(Effects::PRICES) {
            match effect.kind {
                EffectKind::Discount { step } => {
                    let next = &scene.catalogue.tables.discounts[usize::from(step)];
                    if effect.seat == *seat
                        && next.is_for(paying.way == Way::Plot)
                        && fits_with(&next.what, kinds, scene.printed(slot), scene.traits(slot))
                        && next.sharing.as_ref().is_none_or(|with| {
                            let cx = Context::of(effect.seat, effect.source);
                            self.shares_keyword(slot, paying, with, &cx)
                        })
                    {
                        price.decrease += i16::from(next.less);
                    }
                }
                EffectKind::Costs { step, .. } => {
                    let Costs { who, what, change, .. } =
                        &scene.catalogue.tables.costs[usize::from(step)];
                    let locals = effect.remembers();
                    let cx = Context {
                        locals: Some(&locals),
                        ..Context::of(effect.seat, effect.source)
                    };
                    let theirs = match effect.target.is_some() {
                        true => scene.controller(effect.target) == *seat,
                        false => scene.means(*who, *seat, &cx),
                    };
                    if theirs && scene.fits_played(what, slot, kinds, &cx) {
                        price.change(*change);
                    }
                }
                _ => {}
            }
        }
    }

    /// Tests a card that is played for a keyword that one of such cards has, too.
    fn shares_keyword(&self, slot: Slot, paying: Paying, with: &Filter, cx: &Context) -> bool {
        let own = self.scene.keywords(slot).with(paying.gained.keywords);
        let mut others = Refs::new();
        self.scene.candidates(with, cx, &mut others);
        others.iter().any(|other| self.scene.keywords(other.slot).meets(own))
    }

    /// Tells whether the player, who pays like that, can play a card: it is affordable, and an
    /// upgrade has a unit to attach to (CR 6.2.2).
    #[inline(always)] // For most cards in hand the printed cost says enough.
    #[must_use]
    pub fn can_play(&self, slot: Slot, paying: Paying) -> bool {
        let brief = self.scene.brief(slot);
        if self.is_as_printed(brief, paying)
            && !brief.has.any(Has::PAID_OTHERWISE | Has::FIRST_ACTION)
        {
            i16::from(brief.cost) <= self.ready
                && self.printed(brief).total() <= self.ready
                && match brief.kind {
                    Kind::Unit | Kind::Event => true,
                    Kind::Upgrade => self.has_host(slot),
                    _ => false,
                }
        } else {
            self.can_play_otherwise(slot, paying)
        }
    }

    /// The same for a card of which more is to be known than its printed cost.
    #[inline(never)]
    fn can_play_otherwise(&self, slot: Slot, paying: Paying) -> bool {
        let brief = self.scene.brief(slot);
        if self.scene.has(slot, Has::FIRST_ACTION) && self.has_acted()
            || wounds(&self.scene, slot, paying) > 0
                && self.scene.units_under(self.seat).next().is_none()
        {
            return false;
        }
        match brief.kind {
            Kind::Unit if paying.way == Way::Piloting => self.can_attach(slot, paying),
            Kind::Upgrade => self.can_attach(slot, paying),
            Kind::Unit | Kind::Event => {
                self.affords(&self.changed(slot, paying, None), slot, paying)
            }
            _ => false,
        }
    }

    /// Returns `true` once the player has taken an action this phase.
    fn has_acted(&self) -> bool {
        self.scene.board.players[usize::from(self.seat)].phase.deeds.count(Deed::Actions) > 0
    }

    /// Returns `true` if an upgrade can be paid for on some unit.
    fn can_attach(&self, slot: Slot, paying: Paying) -> bool {
        self.can_attach_to(slot, paying, |_| true)
    }

    /// Returns `true` if an upgrade can be paid for on one of these units.
    pub fn can_attach_to(&self, slot: Slot, paying: Paying, onto: impl Fn(Slot) -> bool) -> bool {
        let mut hosts = Refs::new();
        self::hosts(&self.scene, slot, self.seat, &mut hosts);
        hosts.iter().any(|host| onto(host.slot) && self.can_play_on(slot, paying, host.slot))
    }

    /// Tells whether an upgrade can be paid for on this unit.
    #[must_use]
    pub fn can_play_on(&self, slot: Slot, paying: Paying, host: Slot) -> bool {
        self.affords(&self.price(slot, paying, Some(host)), slot, paying)
    }

    /// Tells whether a card can be played as an upgrade by Piloting (CR 7.5.17).
    #[inline(always)] // Few cards have it.
    #[must_use]
    pub fn can_pilot(&self, slot: Slot, pay: Payment) -> bool {
        self.scene.has(slot, Has::PILOTING) && self.pilots(slot, pay)
    }

    #[inline(never)]
    fn pilots(&self, slot: Slot, pay: Payment) -> bool {
        self.can_play(slot, Paying { pay, ..Paying::by(Way::Piloting) })
    }

    #[inline(never)]
    fn has_host(&self, upgrade: Slot) -> bool {
        let mut hosts = Refs::new();
        self::hosts(&self.scene, upgrade, self.seat, &mut hosts);
        !hosts.is_empty()
    }
}

/// A cost while it is worked out.
struct Cost {
    cost: i16,
    /// Icons for which there is a penalty.
    missing: IconCount,
    decrease: i16,
    /// Nothing is paid (CR 1.8.5).
    free: bool,
    /// The card cannot be played, whatever is paid.
    forbidden: bool,
    /// Damage to the player's base, in addition.
    damage: i16,
}

impl Cost {
    fn change(&mut self, change: CostChange) {
        match change {
            CostChange::More(more) => self.cost += i16::from(more),
            CostChange::Less(less) => self.decrease += i16::from(less),
            CostChange::IgnoreAspects => self.missing = IconCount::NONE,
            CostChange::Forbidden => self.forbidden = true,
            CostChange::Damage(damage) => self.damage += i16::from(damage),
            CostChange::IgnoreAspect(aspects) => {
                let one = |aspect: &Aspect| aspects.has(*aspect) && self.missing.get(*aspect) > 0;
                if let Some(aspect) = Aspect::ALL.into_iter().find(one) {
                    self.missing = self.missing.without(aspect);
                }
            }
        }
    }

    fn total(&self) -> i16 {
        if self.free {
            return 0;
        }
        let penalty = self.missing.sum() as i16 * PENALTY;
        (self.cost + penalty - self.decrease).max(0)
    }

    /// The total after so many units were exploited.
    fn exploiting(&self, units: usize) -> i16 {
        (self.total() - EXPLOITED * units as i16).max(0)
    }
}

/// Returns `true` if a player may play a card for free, as the next copy of another.
#[inline]
pub(crate) fn is_free_copy(scene: &Scene, slot: Slot, seat: Seat) -> bool {
    let free = EffectKind::FreeCopy { definition: scene.card(slot).definition };
    let mut prices = scene.effects_of(Effects::PRICES);
    prices.any(|(_, effect)| effect.kind == free && effect.seat == seat)
}

/// The number of units that may be exploited for a card that a player plays: those printed on it
/// and those it gains add up (CR 7.5.16B).
#[inline]
pub(crate) fn exploitable(scene: &Scene, slot: Slot, seat: Seat, paying: Paying) -> usize {
    let own =
        if scene.brief(slot).has.any(Has::PAID_OTHERWISE) { scene.front(slot).exploit } else { 0 };
    let own = usize::from(own) + usize::from(paying.gained.exploit);
    let promised = match scene.relevance.effects.any(Effects::PROMISES) {
        true => promised_exploit(scene, slot, seat, paying),
        false => 0,
    };
    (own + promised).min(procedure::EXPLOITED)
}

/// The number of units that effects on the next card played let a player exploit for it.
fn promised_exploit(scene: &Scene, slot: Slot, seat: Seat, paying: Paying) -> usize {
    let promised = scene.effects_of(Effects::PROMISES).filter_map(|(_, effect)| {
        let EffectKind::Promise { step } = effect.kind else { return None };
        let printed = scene.printed(slot);
        let kinds = paying.kinds(printed.kind());
        let (what, grants, _) = &scene.catalogue.tables.promises[usize::from(step)];
        let next = effect.seat == seat && fits_with(what, kinds, printed, scene.traits(slot));
        let exploit = scene.catalogue.tables.grants[usize::from(*grants)].exploit;
        next.then_some(usize::from(exploit))
    });
    promised.sum()
}

/// The cards that may be given up for a card while it is played, if it says so.
pub(crate) fn offering(scene: &Scene, slot: Slot) -> Option<Offering> {
    if scene.has(slot, Has::PAID_OTHERWISE) { scene.front(slot).offering } else { None }
}

/// The units that help a player to pay, of whichever kind.
fn pays_with(scene: &Scene, seat: Seat) -> Vec<Slot> {
    let paying = payers(scene, seat, &[]);
    helpers(scene, seat).into_iter().chain(paying.iter().map(|unit| unit.slot)).collect()
}

impl Offering {
    /// The cards of a player that may be given up.
    pub(crate) fn cards<'s>(
        &self,
        scene: &'s Scene<'_>,
        seat: Seat,
    ) -> impl Iterator<Item = Slot> + use<'s> {
        let units = matches!(self.of, Offered::Damaged(_));
        let resources = &scene.board.players[usize::from(seat)].resources[..];
        let resources = if units { &[] } else { resources };
        scene.units_under(seat).filter(move |_| units).chain(resources.iter().copied())
    }

    /// The number of cards that may be given up: of resources, as many as are ready.
    pub(crate) fn most(&self, scene: &Scene<'_>, seat: Seat) -> usize {
        let most = match self.of {
            Offered::Damaged(_) => self.cards(scene, seat).count(),
            Offered::ReadyResources => scene.board.players[usize::from(seat)].ready.into(),
        };
        most.min(procedure::OFFERED)
    }

    /// Returns `true` for a unit that the damage defeats, if nothing changes that.
    fn defeats(&self, scene: &Scene<'_>, unit: Slot) -> bool {
        let Offered::Damaged(points) = self.of else { return false };
        let stats = scene.stats(unit);
        let spared = stats.shields > 0 || stats.permissions.has(Permissions::UNDEFEATED);
        !spared && scene.remaining(unit) <= points.into()
    }

    /// The resources that a card costs less for so many of them.
    pub(crate) fn less(&self, number: usize) -> i16 {
        i16::from(self.less).saturating_mul(number as i16)
    }
}

/// Cards of a player's hand that may be discarded instead of paying for another: only its printed
/// cost can be replaced, and only where it is paid (CR 7.7.5E).
pub(crate) fn discards<'a>(
    scene: Scene<'a>,
    slot: Slot,
    seat: Seat,
    paying: Paying,
) -> impl Iterator<Item = Slot> + 'a {
    let pays = paying.way == Way::Printed && paying.pay != Payment::Free;
    let what = scene.front(slot).discard_instead.as_ref().filter(|_| pays);
    what.into_iter().flat_map(move |what| {
        let cx = Context::of(seat, scene.reference(slot));
        let hand = &scene.board.players[usize::from(seat)].hand;
        let fits = move |other: &Slot| *other != slot && scene.fits_card(what, *other, &cx);
        hand.iter().copied().filter(fits)
    })
}

/// Tests the unit that an upgrade is played on against the one a change of cost asks for, if it
/// asks.
fn is_onto(scene: &Scene, onto: Option<&Subject>, host: Option<Slot>, cx: &Context) -> bool {
    onto.is_none_or(|onto| {
        host.is_some_and(|host| match onto {
            Subject::This => host == cx.source.slot,
            Subject::Any(what) => scene.fits(what, host, cx),
            Subject::Attached | Subject::It => false,
        })
    })
}

fn is_on(scene: &Scene, condition: Option<&Condition>, cx: &Context) -> bool {
    condition.is_none_or(|condition| scene.holds(condition, cx))
}

/// The payment for a card that a step plays.
#[must_use]
pub fn payment(scene: &Scene, step: &PlayStep, slot: Slot, cx: &Context) -> Payment {
    match &step.pay_if {
        Some((filter, pay)) if scene.fits_card(filter, slot, cx) => *pay,
        _ => step.pays(scene, cx),
    }
}

/// The units an upgrade, or a leader as one, may attach to (CR 3.6.3, 6.2.2B), friendly or not; of one
/// with Fortify, its player's base (CR 7.5.21).
pub fn hosts(scene: &Scene, slot: Slot, seat: Seat, out: &mut Refs) {
    if scene.has(slot, Has::FORTIFY) {
        return out.push(scene.reference(scene.board.players[usize::from(seat)].base));
    }
    let cx = Context::of(seat, scene.reference(slot));
    let printed = scene.printed(slot);
    scene.candidates(printed.attach(), &cx, out);
    // A leader is one of those that fit "a leader" on either side.
    out.retain(|host| scene.card(host.slot).zone.is_arena());
    let Some(beside) = &printed.beside_pilots else { return };
    let mut others = Refs::new();
    scene.candidates(beside, &cx, &mut others);
    others.retain(|unit| {
        let more = scene.more_pilots(unit.slot);
        more > 0 && !out.contains(unit) && pilots(scene, unit.slot) <= more
    });
    out.extend(others);
}

/// The Pilots on a unit.
fn pilots(scene: &Scene, unit: Slot) -> usize {
    scene.upgrades(unit).filter(|&upgrade| scene.traits(upgrade).has(Trait::Pilot)).count()
}
