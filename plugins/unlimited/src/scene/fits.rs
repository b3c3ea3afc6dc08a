//! Filters: the cards that fit one, and the tests behind that.

use super::{Context, Refs, Scene};
use crate::board::Departure;
use crate::card::Keywords;
use crate::cost::smuggles;
use crate::filter::bears;
use crate::lineup::{BASES, Places};
use crate::prelude::*;
use crate::vocabulary::{Asks, Comparison, End, Extreme, Keyworded, Kinds};

impl Scene<'_> {
    /// Adds every card that fits a filter to a list, in a fixed order: units and upgrades as
    /// they entered play, then leaders and bases, the first seat's before the second's.
    pub fn candidates(&self, filter: &Filter, cx: &Context, out: &mut Refs) {
        let from = out.len();
        let fits = |slot: Slot| self.fits(filter, slot, cx);
        let players = &self.board.players;
        match filter.place {
            Place::Play => {
                let rest = filter.asks().but(Asks::SIDE | Asks::ARENA);
                for slot in self.those(self.eligible(filter, cx)) {
                    let (card, stats) = self.both(slot);
                    if self.is_special(filter, rest, slot, card, stats, cx) {
                        out.push(card.reference(slot));
                    }
                }
            }
            Place::Looked => {
                out.extend(cx.bound(Register::It).filter(|card| fits(card.slot)));
            }
            Place::Captured => {
                let captured = self.board.captured.iter().copied().filter(|&s| fits(s));
                out.extend(captured.map(|s| self.reference(s)));
            }
            // No filter looks through a deck.
            Place::Deck | Place::Elsewhere => {}
            Place::Hand | Place::Discard | Place::Resources => {
                for player in players {
                    let list = match filter.place {
                        Place::Hand => &player.hand,
                        Place::Discard => &player.discard,
                        _ => &player.resources,
                    };
                    out.extend(
                        list.iter().copied().filter(|&s| fits(s)).map(|s| self.reference(s)),
                    );
                }
            }
        }
        if filter.or_defender
            && let Some(attack) = self.fought(cx)
        {
            for defender in attack.defending() {
                if self.in_play(defender).is_some() && !out[from..].contains(&defender) {
                    out.push(defender);
                }
            }
        }
        if let Some(other) = &filter.or {
            let mut more = Refs::new();
            self.candidates(other, cx, &mut more);
            more.retain(|card| !out[from..].contains(card));
            out.extend(more);
        }
    }

    /// The cards in play of the kinds, on the side and in the arena that a filter asks for.
    fn eligible(&self, filter: &Filter, cx: &Context) -> Places {
        let (lineup, asks) = (&self.relevance.lineup, filter.asks());
        let mut places = lineup.kinds(asks.is).without(lineup.kinds(asks.is_not));
        if asks.any(Asks::SIDE)
            && let Some(who) = filter.side.filter(|who| *who != Who::Each)
        {
            let theirs = match who {
                Who::Opponent if self.is_any_enemy(cx) => lineup.against(cx.seat.into()),
                who => lineup.of[usize::from(self.seat(who, cx))],
            };
            places = places.and(theirs);
        }
        if asks.any(Asks::ARENA)
            && let Some(arena) = filter.arena
        {
            let second = match arena {
                ArenaOf::Defender => self.fought(cx).map(|attack| self.arena_of(attack.second)),
                _ => None,
            };
            let there = lineup.arena(self.arena(arena, cx));
            let there = second.map_or(there, |second| there.with(lineup.arena(second)));
            places = places.and(there.with(BASES));
        }
        places
    }

    /// Tests a card against a filter, but for the place.
    #[must_use]
    pub fn fits(&self, filter: &Filter, slot: Slot, cx: &Context) -> bool {
        let (card, stats) = self.both(slot);
        filter.asks().is(self.kinds(card), false) && self.fits_beside(filter, slot, card, stats, cx)
            || filter.or.as_ref().is_some_and(|other| self.fits(other, slot, cx))
    }

    /// Tests a card out of play against a filter: nothing said about its kind means any kind.
    #[must_use]
    pub fn fits_card(&self, filter: &Filter, slot: Slot, cx: &Context) -> bool {
        self.fits_played(filter, slot, self.kinds(self.card(slot)), cx)
    }

    /// The same as [`Scene::fits_card`] for a card that is played as such kinds.
    #[must_use]
    pub fn fits_played(&self, filter: &Filter, slot: Slot, kinds: Kinds, cx: &Context) -> bool {
        let (card, stats) = self.both(slot);
        filter.asks().is(kinds, true) && self.fits_beside(filter, slot, card, stats, cx)
            || filter.or.as_ref().is_some_and(|other| self.fits_played(other, slot, kinds, cx))
    }

    /// Tests a card as it was right before it left play (CR 8.11) against a filter.
    #[must_use]
    pub fn fitted(&self, filter: &Filter, was: &Departure, cx: &Context) -> bool {
        filter.asks().is(self.kinds(&was.card), false)
            && self.fits_beside(filter, was.was.slot, &was.card, &was.stats, cx)
    }

    /// The kinds that a card is of now: a deployed leader is a unit, or an upgrade, as well.
    #[inline]
    fn kinds(&self, card: &Card) -> Kinds {
        let mut kinds = Kinds::from(self.catalogue.brief(card).kind);
        if card.marks.has(Marks::DEPLOYED) && card.zone != Zone::Base {
            let attached = card.zone == Zone::Attached;
            let is = if attached { KindSet::Upgrade } else { KindSet::Unit };
            kinds = kinds.without(KindSet::Unit.into()).with(is.into());
        }
        kinds
    }

    /// Tests a card against what a filter asks beside its kind.
    fn fits_beside(
        &self,
        filter: &Filter,
        slot: Slot,
        card: &Card,
        stats: &Stats,
        cx: &Context,
    ) -> bool {
        let asks = filter.asks();
        (!asks.any(Asks::SIDE) || self.is_on_side(filter, card, cx))
            && self.is_special(filter, asks, slot, card, stats, cx)
    }

    /// Tests a card against what a filter asks beside its kind and its side. Most filters ask no
    /// more than what is printed: only that is part of the loops over cards.
    #[inline(always)]
    fn is_special(
        &self,
        filter: &Filter,
        asks: Asks,
        slot: Slot,
        card: &Card,
        stats: &Stats,
        cx: &Context,
    ) -> bool {
        (!asks.any(Asks::WHICH) || self.is_the_one(filter, slot, card, cx))
            && (!asks.any(Asks::PRINTED) || self.is_printed(filter, card, stats, cx))
            && (!asks.any(Asks::ARENA | Asks::STATE | Asks::REST)
                || self.stands(filter, asks, slot, card, stats, cx))
    }

    /// Tests a card for the arena, the state and all the rest that a filter asks for.
    #[inline(never)]
    fn stands(
        &self,
        filter: &Filter,
        asks: Asks,
        slot: Slot,
        card: &Card,
        stats: &Stats,
        cx: &Context,
    ) -> bool {
        (!asks.any(Asks::ARENA) || self.is_in_arena(filter, card, cx))
            && (!asks.any(Asks::STATE) || self.is_in_state(filter, card, stats))
            && (!asks.any(Asks::REST) || self.meets_rest(filter, slot, card, stats, cx))
    }

    fn is_on_side(&self, filter: &Filter, card: &Card, cx: &Context) -> bool {
        let controlled = card.zone.is_play() || card.zone == Zone::Resources;
        let side = if controlled { card.controller } else { card.owner };
        filter.side.is_none_or(|who| self.is_side(who, side, controlled, cx))
    }

    /// Returns `true` if enemy cards are those of all opponents, of whom there are several: not only of the
    /// one who chooses among them.
    fn is_any_enemy(&self, cx: &Context) -> bool {
        self.board.players.are_many() && !cx.locals.is_some_and(|locals| locals.theirs)
    }

    /// Returns `true` if a side of the table is meant. Cards in play are enemies whoever the opponent
    /// of the ability is; a hand is that opponent's.
    #[inline]
    fn is_side(&self, who: Who, side: Seat, in_play: bool, cx: &Context) -> bool {
        match who {
            Who::Opponent if in_play && self.is_any_enemy(cx) => side != cx.seat,
            who => self.means(who, side, cx),
        }
    }

    #[inline]
    fn is_the_one(&self, filter: &Filter, slot: Slot, card: &Card, cx: &Context) -> bool {
        let this = card.reference(slot);
        if filter.another && self.is_same(cx.source, this)
            || filter.subject && this != cx.subject
            || filter.owner.is_some_and(|who| !self.means(who, card.owner, cx))
        {
            return false;
        }
        filter.not.iter().all(|whom| !self.names(whom, this, cx))
    }

    /// Tests a reference against a card: in play, what came back is another (CR 8.5.4).
    #[inline]
    pub(crate) fn is_same(&self, named: Ref, card: Ref) -> bool {
        let back = || self.is_current(card) && self.card(card.slot).zone.is_play();
        named == card || named.slot == card.slot && !back()
    }

    /// Returns `true` if a word names the card.
    #[inline(never)]
    pub(crate) fn names(&self, whom: &Whom, card: Ref, cx: &Context) -> bool {
        match whom.register() {
            Some(register) => cx.bound(register).any(|named| self.is_same(named, card)),
            None => self.named(whom, cx).iter().any(|&named| self.is_same(named, card)),
        }
    }

    /// Tests a card for the arena that a filter asks for: a unit out of play by the arena that is
    /// printed on it (CR 2.5.1).
    fn is_in_arena(&self, filter: &Filter, card: &Card, cx: &Context) -> bool {
        let kind = self.catalogue.brief(card).kind;
        let zone = match card.zone {
            zone if zone.is_play() => zone,
            _ if kind == Kind::Unit => {
                Zone::arena(self.catalogue.card(card.definition).definition.arena)
            }
            zone => zone,
        };
        filter.arena.is_none_or(|arena| self.is_arena(arena, zone, cx) || kind == Kind::Base)
    }

    /// Tests a card against what a filter asks about printed things, gained traits among them.
    #[inline(never)]
    fn is_printed(&self, filter: &Filter, card: &Card, stats: &Stats, cx: &Context) -> bool {
        let printed = self.catalogue.card(card.definition);
        let definition = &printed.definition;
        let leader =
            || definition.kind == Kind::Leader || stats.permissions.has(Permissions::LEADER);
        let unique = || definition.unique && !stats.permissions.has(Permissions::NOT_UNIQUE);
        filter.leader.is_none_or(|wanted| wanted == leader())
            && bears(
                filter,
                printed,
                printed.name_of(card),
                unique,
                printed.aspects_of(card),
                self.traits_of(printed, card, stats),
            )
            && (!filter.chosen_name || self.is_named(printed.name_of(card), cx))
    }

    /// Tests a card for damage, exhaustion, power, remaining HP and upgrades as a filter asks.
    fn is_in_state(&self, filter: &Filter, card: &Card, stats: &Stats) -> bool {
        let power = || self.figure(Figure::Power, card, stats);
        let remaining = || self.figure(Figure::RemainingHp, card, stats);
        filter.damaged.is_none_or(|wanted| wanted == (card.damage > 0))
            && filter.exhausted.is_none_or(|wanted| wanted == card.is_exhausted())
            && filter.min_power.is_none_or(|least| power() >= least.into())
            && filter.max_power.is_none_or(|most| power() <= most.into())
            && filter.min_remaining_hp.is_none_or(|least| remaining() >= least.into())
            && filter.max_remaining_hp.is_none_or(|most| remaining() <= most.into())
            && filter.upgraded.is_none_or(|wanted| wanted == (stats.upgrades > 0))
    }

    fn meets_rest(
        &self,
        filter: &Filter,
        slot: Slot,
        card: &Card,
        stats: &Stats,
        cx: &Context,
    ) -> bool {
        let hosted = matches!(card.zone, Zone::Attached | Zone::Captured);
        if let Some(host) = &filter.attached_to {
            let on = |host: &Ref| {
                if hosted {
                    host.is_some() && card.host == host.slot
                } else {
                    self.was_on(card.reference(slot), *host)
                }
            };
            if !self.named(host, cx).iter().any(on) {
                return false;
            }
        }
        if filter.host.as_ref().is_some_and(|host| !hosted || !self.fits(host, card.host, cx)) {
            return false;
        }
        if let Some(upgrade) = &filter.eligible {
            let upgrade = self.first(upgrade, cx);
            if !upgrade.is_some() {
                return false;
            }
            let attach = self.printed(upgrade.slot).attach();
            let cx = Context::of(self.card(upgrade.slot).controller, upgrade);
            if self.brief(upgrade.slot).has.any(Has::FORTIFY) || !self.fits(attach, slot, &cx) {
                return false;
            }
        }
        if let Some(unit) = &filter.attachable {
            let unit = self.first(unit, cx);
            let cx = Context::of(cx.seat, card.reference(slot));
            let attach = self.printed(slot).attach();
            if self.unit(unit).is_none()
                || self.brief(slot).has.any(Has::FORTIFY)
                || !self.fits(attach, unit.slot, &cx)
            {
                return false;
            }
        }
        let has = |what: &Filter| self.bears_upgrade(what, slot, card, cx);
        if filter.with_upgrade.as_ref().is_some_and(|wanted| !has(wanted))
            || filter.without_upgrade.as_ref().is_some_and(|unwanted| has(unwanted))
        {
            return false;
        }
        if let Some(target) = filter.attacking
            && !self.board.attack().is_some_and(|attack| {
                attack.is_on()
                    && attack.attacker == card.reference(slot)
                    && attack.base == (target == KindSet::Base)
            })
        {
            return false;
        }
        if filter.defending
            && !self.fought(cx).is_some_and(|attack| attack.defends(card.reference(slot)))
        {
            return false;
        }
        let marked = |mark| match mark {
            Mark::AttackedThisPhase => card.marks.has(Marks::ATTACKED),
            Mark::PlayedThisPhase(who) => self.was_played(card.reference(slot), who, cx),
            Mark::EnteredThisRound => card.marks.has(Marks::ENTERED),
            Mark::DefeatedThisPhase => card.marks.has(Marks::DEFEATED),
            Mark::EnteredThisPhase => card.marks.has(Marks::ENTERED_NOW),
            Mark::MetDamageThisPhase => card.marks.has(Marks::MET_DAMAGE),
            Mark::PlayedFromHand => card.marks.has(Marks::FROM_HAND),
            Mark::DiscardedThisPhase => card.marks.has(Marks::DISCARDED) && !card.zone.is_play(),
            Mark::DamagedThisPhase => card.marks.has(Marks::DAMAGED) && card.zone.is_play(),
            Mark::HealedThisPhase => card.marks.has(Marks::HEALED),
            Mark::DamagedBaseThisPhase(who) => {
                let struck = |whose| card.marks.has(Marks::struck_base(whose));
                self.seats(who, cx).into_iter().any(struck)
            }
            Mark::AttackedBaseThisPhase(who) => self.attacked_base(card.reference(slot), who, cx),
        };
        filter.mark.is_none_or(marked)
            && !filter.without_mark.is_some_and(marked)
            && filter.keyword.is_none_or(|keyword| match keyword {
                Keyworded::Smuggle => !smuggles(self, slot).is_empty(),
                keyword => self.is_keyworded(keyword, card, stats),
            })
            && !(filter.without_abilities && self.has_abilities(card, stats))
            && filter.min_keywords.is_none_or(|least| self.keywords(slot).count() >= least)
            && filter.compare.as_ref().is_none_or(|by| self.compares(by, card, stats, cx))
            && filter.shares.as_ref().is_none_or(|what| self.shares(what, slot, cx))
            && filter.extreme.as_ref().is_none_or(|by| self.is_extreme(by, slot, card, stats, cx))
    }

    /// Returns `true` if an upgrade on a unit fits; on one that has left play, an upgrade that left
    /// with it.
    fn bears_upgrade(&self, what: &Filter, slot: Slot, card: &Card, cx: &Context) -> bool {
        let unit = card.reference(slot);
        let Some(left) = self.board.departure(unit).filter(|_| !self.is_current(unit)) else {
            return self.upgrades(slot).any(|upgrade| self.fits_card(what, upgrade, cx));
        };
        let departures = self.board.departures.iter();
        let mut with = departures.filter(|gone| gone.host == unit && gone.commit == left.commit);
        with.any(|gone| {
            what.asks().is(self.kinds(&gone.card), true)
                && self.fits_beside(what, gone.was.slot, &gone.card, &gone.stats, cx)
        })
    }

    /// Returns `true` for a unit with an ability: printed on it and not lost, or gained; a keyword
    /// is one.
    fn has_abilities(&self, card: &Card, stats: &Stats) -> bool {
        let definition = &self.catalogue.card(card.definition).definition;
        let deployed = card.marks.has(Marks::DEPLOYED);
        let side = definition.unit_side.as_ref().filter(|_| deployed);
        let printed = || {
            let abilities = side.map_or(&definition.abilities, |side| &side.abilities);
            let front = definition.upgrade_side.is_some() || definition.deckbuilding.is_some();
            !abilities.is_empty() || side.is_none() && front
        };
        !self.keywords_of(card, stats).is_empty()
            || !stats.gained.is_empty()
            || !stats.is_blank() && printed()
    }

    /// Tests a card for a keyword, now or, out of play, as printed.
    fn is_keyworded(&self, keyword: Keyworded, card: &Card, stats: &Stats) -> bool {
        let in_play = card.zone.is_play();
        if !in_play && self.relevance.reaches && self.loses_all(card) {
            return false;
        }
        let stats = if in_play { stats } else { &self.catalogue.brief(card).stats };
        if stats.keywords.are_lost() {
            return false;
        }
        let bounty = || self.bounties_of(card, stats).next().is_some();
        match keyword {
            Keyworded::Of(keyword) => stats.keywords.has(keyword),
            Keyworded::Bounty => bounty(),
            Keyworded::Smuggle => !self.catalogue.card(card.definition).front.smuggles.is_empty(),
            Keyworded::Any => !self.keywords_of(card, stats).is_empty(),
        }
    }

    /// All keywords of a card, now or, out of play, as printed, whatever their numbers, costs and
    /// texts (CR 7.5.1).
    #[must_use]
    pub fn keywords(&self, slot: Slot) -> Keywords {
        let (card, stats) = self.both(slot);
        let printed = &self.catalogue.brief(card).stats;
        self.keywords_of(card, if card.zone.is_play() { stats } else { printed })
    }

    fn keywords_of(&self, card: &Card, stats: &Stats) -> Keywords {
        let printed = self.catalogue.card(card.definition);
        let of = |ability: &Ability| match ability {
            Ability::Smuggle { .. } => Keywords::SMUGGLE,
            Ability::Exploit(_) => Keywords::EXPLOIT,
            Ability::Bounty { .. } => Keywords::BOUNTY,
            Ability::Constant { condition: Some(condition), .. } if condition.coordinates() => {
                Keywords::COORDINATE
            }
            _ => Keywords::default(),
        };
        let gained = stats.gained.iter().map(|id| of(&self.catalogue.ability(*id).ability));
        let gained = gained.fold(stats.keywords, Keywords::with);
        if stats.is_blank() {
            return gained;
        }
        let deployed = card.marks.has(Marks::DEPLOYED);
        let side = printed.definition.unit_side.as_ref().filter(|_| deployed);
        let abilities = side.map_or(&printed.definition.abilities, |side| &side.abilities);
        let piloting = printed.piloting.as_ref().map(|_| Keywords::PILOTING);
        abilities.iter().map(of).chain(piloting).fold(gained, Keywords::with)
    }

    /// Returns `true` for a card that left play from a unit, which may have left with it.
    fn was_on(&self, upgrade: Ref, unit: Ref) -> bool {
        let left = |card| self.left_play(card);
        let was = left(unit).map_or(unit, |departed| departed.was);
        unit.is_some() && left(upgrade).is_some_and(|departed| departed.host == was)
    }

    /// A number of a card: now or, out of play, as printed.
    #[must_use]
    pub fn number(&self, of: Figure, slot: Slot) -> i16 {
        let (card, stats) = self.both(slot);
        self.figure(of, card, stats)
    }

    /// A number of a card: now or, out of play, as printed.
    pub(crate) fn figure(&self, of: Figure, card: &Card, stats: &Stats) -> i16 {
        let printed = || &self.catalogue.card(card.definition).definition;
        let is_unit = card.zone.is_arena();
        match of {
            Figure::Cost => printed().cost.into(),
            Figure::Power => if is_unit { stats.power } else { printed().power }.into(),
            Figure::RemainingHp => {
                let hp = if is_unit { stats.hp } else { printed().hp };
                i16::from(hp) - i16::from(card.damage)
            }
        }
    }

    /// Returns `true` for a card that is one of some, none of which has more, or less, of a number.
    fn is_extreme(
        &self,
        by: &Extreme,
        slot: Slot,
        card: &Card,
        stats: &Stats,
        cx: &Context,
    ) -> bool {
        let own = self.figure(by.of, card, stats);
        let mut among = Refs::new();
        self.candidates(&by.among, cx, &mut among);
        let beyond = |number: i16| match by.is {
            End::Most => number > own,
            End::Least => number < own,
        };
        if among.iter().any(|card| beyond(self.number(by.of, card.slot))) {
            return false;
        }
        // Of what has left play, those that left with it count as well.
        let Some(left) = self.board.departure(card.reference(slot)) else {
            return among.iter().any(|card| card.slot == slot);
        };
        let together = self.board.departures.iter().filter(|other| other.commit == left.commit);
        self.fitted(&by.among, left, cx)
            && !together.into_iter().any(|other| {
                self.fitted(&by.among, other, cx)
                    && beyond(self.figure(by.of, &other.card, &other.stats))
            })
    }

    /// Compares a number of a card with a measure; with that of no card no comparison holds.
    fn compares(&self, by: &Comparison, card: &Card, stats: &Stats, cx: &Context) -> bool {
        if by.than.word().card().is_some_and(|whom| !self.first(whom, cx).is_some()) {
            return false;
        }
        let than = self.measure(&by.than, cx);
        let holds = |of| by.is.holds(self.figure(of, card, stats), than);
        holds(by.of) && by.and.is_none_or(holds)
    }

    /// Tests a card for something in common with another one, or with one of several.
    fn shares(&self, what: &Shares, slot: Slot, cx: &Context) -> bool {
        let (printed, aspects) = (self.printed(slot), self.aspects_of(slot));
        self.named(what.with(), cx).iter().any(|card| {
            let other = self.printed(card.slot);
            match what {
                Shares::Aspect(_) => aspects.meets(self.aspects_of(card.slot)),
                Shares::NoAspect(_) => !aspects.meets(self.aspects_of(card.slot)),
                Shares::Name(_) => printed.definition.name == other.definition.name,
                Shares::Trait(_) => self.traits(slot).meets(self.traits(card.slot)),
                Shares::Keyword(_) => self.keywords(slot).meets(self.keywords(card.slot)),
            }
        })
    }

    /// The traits of a card: in play, with those it gained and lost.
    #[must_use]
    pub fn traits(&self, slot: Slot) -> TraitSet {
        let (card, stats) = self.both(slot);
        self.traits_of(self.printed(slot), card, stats)
    }

    #[inline]
    fn traits_of(&self, printed: &Printed, card: &Card, stats: &Stats) -> TraitSet {
        if card.zone.is_play() {
            stats.traits.of(printed.traits_of(card))
        } else {
            self.traits_out_of_play(card)
        }
    }

    /// Tests the card that does something against a filter, as it was if it has left play.
    pub(crate) fn does(&self, filter: &Filter, source: Ref, cx: &Context) -> bool {
        match self.left_play(source) {
            Some(departed) => self.fitted(filter, departed, cx),
            None => self.in_play(source).is_some() && self.fits(filter, source.slot, cx),
        }
    }

    /// Returns `true` for a card with the title that was named.
    pub(super) fn is_named(&self, name: &str, cx: &Context) -> bool {
        let named = cx.locals.and_then(|locals| locals.named);
        named.is_some_and(|named| self.catalogue.card(named).definition.name == name)
    }

    /// Tests a zone against the arena a word means, or one of them: two defending units may be in
    /// two.
    fn is_arena(&self, arena: ArenaOf, zone: Zone, cx: &Context) -> bool {
        match arena {
            ArenaOf::Defender => self.fought(cx).is_some_and(|attack| {
                attack.defending().any(|defender| self.arena_of(defender) == zone)
            }),
            arena => self.arena(arena, cx) == zone,
        }
    }

    /// The arena a unit is in, or was in when it left play; `Zone::Aside` for none.
    pub(crate) fn arena_of(&self, card: Ref) -> Zone {
        if !card.is_some() {
            return Zone::Aside;
        }
        self.unit(card).map_or_else(
            || self.board.departure(card).map_or(Zone::Aside, |d| d.card.zone),
            |state| state.zone,
        )
    }

    /// The arena a word means; a zone that is none when it means none.
    fn arena(&self, arena: ArenaOf, cx: &Context) -> Zone {
        let of = |card| self.arena_of(card);
        match arena {
            ArenaOf::In(arena) => Zone::arena(arena),
            ArenaOf::It => cx.bound(Register::It).next().map_or(Zone::Aside, of),
            ArenaOf::Subject => of(cx.subject),
            ArenaOf::Defender => self.fought(cx).map_or(Zone::Aside, |a| of(a.defender)),
            ArenaOf::Attacker => self.board.attack().map_or(Zone::Aside, |a| of(a.attacker)),
            ArenaOf::This => {
                let host = self.host(cx.source);
                of(if host.is_some() { host } else { cx.source })
            }
            ArenaOf::Across => match self.arena(ArenaOf::This, cx) {
                Zone::Ground => Zone::Space,
                Zone::Space => Zone::Ground,
                // Where this has gone there is no arena.
                other => other,
            },
            ArenaOf::Chosen => Zone::arena(cx.locals.map_or(Arena::Ground, |l| l.arena)),
        }
    }
}
