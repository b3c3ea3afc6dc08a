//! A table as rules read it: which cards fit a filter, whether a condition holds, how much a
//! measure is. Nothing here changes anything.

use arrayvec::ArrayVec;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Roster;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::Frame;

use crate::board::{Board, Departure, Phase};
use crate::card::{Card, Marks, Stats, Zone};
use crate::catalogue::{Catalogue, Face, Printed};
use crate::choice::Locals;
use crate::vocabulary::{
    Arena, ArenaOf, Aspect, AspectSet, Condition, Filter, Kind, KindSet, Mark, Measure, Place,
    Register, Who, Whom,
};

/// References, as many as a table can name at once.
pub type Refs = ArrayVec<Ref, 128>;

/// The query by which cards are read.
pub type Cards<'w, 's> = Query<'w, 's, (&'static Card, &'static Stats)>;

/// The cards of a World, side by side in memory: reading one is an index, not a look-up.
#[derive(Clone, Copy)]
pub struct Spread<'a> {
    cards: &'a [Card],
    stats: &'a [Stats],
}

impl<'a> Spread<'a> {
    /// Spreads out the cards of a query.
    ///
    /// # Panics
    /// Never: cards are stored densely.
    #[must_use]
    pub fn of(cards: &'a Cards) -> Self {
        let mut chunks = cards.contiguous_iter().expect("cards are stored densely");
        let (cards, stats) = chunks
            .next()
            .map_or((&[][..], &[][..]), |(cards, stats)| (cards, stats));
        Self { cards, stats }
    }

    /// A card of a table.
    #[must_use]
    pub fn at(&self, roster: &Roster, slot: Slot) -> (&'a Card, &'a Stats) {
        let row = roster.row(slot);
        (&self.cards[row], &self.stats[row])
    }

    /// Two columns of the same rows.
    #[must_use]
    pub const fn new(cards: &'a [Card], stats: &'a [Stats]) -> Self {
        Self { cards, stats }
    }
}

/// A table as rules read it.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The cards of the game.
    pub catalogue: &'a Catalogue,
    /// The state that is not on cards.
    pub board: &'a Board,
    /// The entities.
    pub roster: &'a Roster,
    /// The cards.
    pub cards: Spread<'a>,
}

/// From where a rule looks: whose ability it is, on which card, and what was chosen.
#[derive(Clone, Copy)]
pub struct Context<'f> {
    /// Who resolves the ability ("you").
    pub seat: Seat,
    /// The card the ability is on.
    pub source: Ref,
    /// What the event happened to.
    pub subject: Ref,
    /// What the program remembers, while one runs.
    pub locals: Option<&'f Locals>,
}

impl<'f> Context<'f> {
    /// Outside of any program.
    #[must_use]
    pub const fn of(seat: Seat, source: Ref) -> Self {
        Self { seat, source, subject: Ref::NONE, locals: None }
    }
    /// In a running program.
    #[must_use]
    pub const fn in_frame(frame: &'f Frame<Locals>) -> Self {
        Self {
            seat: frame.seat,
            source: frame.source,
            subject: frame.subject,
            locals: Some(&frame.locals),
        }
    }
    fn bound(&self, register: Register) -> impl Iterator<Item = Ref> + 'f {
        self.locals.into_iter().flat_map(move |locals| locals.bound(register))
    }
    fn did(&self) -> bool {
        self.locals.is_some_and(|locals| locals.did)
    }
}

/// Whether a condition of a constant ability reads what constant abilities work out.
#[must_use]
pub fn reads_computed(condition: &Condition) -> bool {
    let filter = |f: &Filter| f.max_power.is_some() || f.max_remaining_hp.is_some();
    match condition {
        Condition::Exists { what, .. } | Condition::Is(_, what) => filter(what),
        Condition::Aspects { among, .. } => filter(among),
        Condition::Not(c) => reads_computed(c),
        Condition::All(list) | Condition::AnyOf(list) => list.iter().any(reads_computed),
        _ => false,
    }
}

impl<'a> Scene<'a> {
    /// A card's state.
    ///
    /// # Panics
    /// If the table has no such slot.
    #[must_use]
    pub fn card(&self, slot: Slot) -> &'a Card {
        &self.cards.cards[self.roster.row(slot)]
    }

    /// A card's worked-out numbers; only meaningful in play.
    ///
    /// # Panics
    /// If the table has no such slot.
    #[must_use]
    pub fn stats(&self, slot: Slot) -> &'a Stats {
        &self.cards.stats[self.roster.row(slot)]
    }

    fn both(&self, slot: Slot) -> (&'a Card, &'a Stats) {
        self.cards.at(self.roster, slot)
    }

    /// A card's definition, ready to play.
    #[must_use]
    pub fn printed(&self, slot: Slot) -> &'a Printed {
        self.catalogue.card(self.card(slot).definition)
    }

    /// The face-up side of a card.
    #[must_use]
    pub fn face(&self, slot: Slot) -> &'a Face {
        let card = self.card(slot);
        self.catalogue.card(card.definition).face(card.marks.has(Marks::DEPLOYED))
    }

    /// A reference to a card as it is now.
    #[must_use]
    pub fn reference(&self, slot: Slot) -> Ref {
        self.card(slot).reference(slot)
    }

    /// Whether a reference still names the same card.
    #[must_use]
    pub fn is_current(&self, card: Ref) -> bool {
        card.is_some() && self.card(card.slot).incarnation == card.incarnation
    }

    /// The card, if the reference still names it and it is in play.
    #[must_use]
    pub fn in_play(&self, card: Ref) -> Option<&'a Card> {
        let state = card.is_some().then(|| self.card(card.slot))?;
        (state.incarnation == card.incarnation && state.zone.is_play()).then_some(state)
    }

    /// The unit, if the reference still names one in play.
    #[must_use]
    pub fn unit(&self, card: Ref) -> Option<&'a Card> {
        self.in_play(card).filter(|state| state.zone.is_arena())
    }

    /// HP minus damage (CR 1.11.6).
    #[must_use]
    pub fn remaining(&self, slot: Slot) -> i16 {
        let (card, stats) = self.both(slot);
        let hp = if card.zone.is_arena() { stats.hp } else { self.printed(slot).definition.hp };
        i16::from(hp) - i16::from(card.damage)
    }

    /// Power now; as it was when the card has left play (CR 8.11); else as printed.
    #[must_use]
    pub fn power(&self, card: Ref) -> i16 {
        if !card.is_some() {
            return 0;
        }
        if self.unit(card).is_some() {
            return self.stats(card.slot).power.into();
        }
        let departed = self.board.departures.iter().rev().find(|d| {
            d.was.slot == card.slot
                && (d.was.incarnation == card.incarnation
                    || d.was.incarnation.wrapping_add(1) == card.incarnation)
        });
        departed.map_or_else(|| self.printed(card.slot).definition.power, |d| d.power).into()
    }

    /// The controller of a card; of one that has left play, its last (CR 8.11).
    #[must_use]
    pub fn controller(&self, card: Ref) -> Seat {
        match self.board.departure(card) {
            Some(departed) if !self.is_current(card) => departed.controller,
            _ => self.card(card.slot).controller,
        }
    }

    /// The player a word means.
    #[must_use]
    pub fn seat(&self, who: Who, cx: &Context) -> Seat {
        let it = || cx.bound(Register::It).next();
        match who {
            Who::You | Who::Each => cx.seat,
            Who::Opponent => 1 - cx.seat,
            Who::Defending => self.board.attack().map_or(1 - cx.seat, |attack| 1 - attack.seat),
            Who::ControllerOfIt => it().map_or(cx.seat, |card| self.controller(card)),
            Who::OwnerOfIt => it().map_or(cx.seat, |card| self.card(card.slot).owner),
        }
    }

    /// The players a word means. `It` may name several.
    #[must_use]
    pub fn seats(&self, who: Who, cx: &Context) -> ArrayVec<Seat, 2> {
        match who {
            Who::Each => [cx.seat, 1 - cx.seat].into_iter().collect(),
            Who::ControllerOfIt | Who::OwnerOfIt => {
                let mut seats = ArrayVec::new();
                for card in cx.bound(Register::It) {
                    let seat = match who {
                        Who::OwnerOfIt => self.card(card.slot).owner,
                        _ => self.controller(card),
                    };
                    if !seats.contains(&seat) {
                        seats.push(seat);
                    }
                }
                seats
            }
            _ => [self.seat(who, cx)].into_iter().collect(),
        }
    }

    /// Adds what a word names to a list. Whether it is still there is for the commit to see.
    pub fn whom(&self, whom: &Whom, cx: &Context, out: &mut Refs) {
        let one = |card: Ref, out: &mut Refs| {
            if card.is_some() {
                out.push(card);
            }
        };
        match whom {
            Whom::This => one(cx.source, out),
            Whom::It => out.extend(cx.bound(Register::It)),
            Whom::Other => out.extend(cx.bound(Register::Other)),
            Whom::Third => out.extend(cx.bound(Register::Third)),
            Whom::Attached => {
                if let Some(card) = self.in_play(cx.source).filter(|c| c.zone == Zone::Attached) {
                    out.push(self.reference(card.host));
                }
            }
            Whom::Attacker => {
                if let Some(attack) = self.board.attack().filter(|a| a.is_on()) {
                    out.push(attack.attacker);
                }
            }
            Whom::Defender => {
                if let Some(attack) = self.board.attack().filter(|a| a.is_on()) {
                    out.push(attack.defender);
                }
            }
            Whom::Subject => one(cx.subject, out),
            Whom::Each(filter) => self.candidates(filter, cx, out),
            Whom::Base(who) => {
                for seat in self.seats(*who, cx) {
                    out.push(self.reference(self.board.players[usize::from(seat)].base));
                }
            }
        }
    }

    /// The first card a word names.
    #[must_use]
    pub fn first(&self, whom: &Whom, cx: &Context) -> Ref {
        match whom {
            Whom::This => cx.source,
            _ => {
                let mut refs = Refs::new();
                self.whom(whom, cx, &mut refs);
                refs.first().copied().unwrap_or_default()
            }
        }
    }

    /// Adds every card that fits a filter to a list, in a fixed order: units and upgrades as
    /// they entered play, then leaders and bases, the first seat's before the second's.
    pub fn candidates(&self, filter: &Filter, cx: &Context, out: &mut Refs) {
        let from = out.len();
        let fits = |slot: Slot| self.fits(filter, slot, cx);
        let players = &self.board.players;
        match filter.place {
            Place::Play => {
                out.extend(self.board.play.iter().copied().filter(|&s| fits(s)).map(|s| self.reference(s)));
                if filter.is.iter().any(|k| !matches!(k, KindSet::Unit | KindSet::Upgrade)) {
                    for player in players {
                        for slot in [player.leader, player.base] {
                            if self.card(slot).zone == Zone::Base && fits(slot) {
                                out.push(self.reference(slot));
                            }
                        }
                    }
                }
            }
            Place::Looked => {
                out.extend(cx.bound(Register::It).filter(|card| fits(card.slot)));
            }
            Place::Hand | Place::Discard | Place::Resources => {
                for player in players {
                    let list = match filter.place {
                        Place::Hand => &player.hand,
                        Place::Discard => &player.discard,
                        _ => &player.resources,
                    };
                    out.extend(list.iter().copied().filter(|&s| fits(s)).map(|s| self.reference(s)));
                }
            }
        }
        if filter.or_defender
            && let Some(attack) = self.board.attack().filter(|a| a.is_on())
            && self.in_play(attack.defender).is_some()
            && !out[from..].contains(&attack.defender)
        {
            out.push(attack.defender);
        }
    }

    /// Whether a card fits a filter. Does not look at the place.
    #[must_use]
    pub fn fits(&self, filter: &Filter, slot: Slot, cx: &Context) -> bool {
        let (card, stats) = self.both(slot);
        self.fits_as(filter, slot, card, stats, cx, false)
    }

    /// Whether a card out of play fits a filter: nothing said about its kind means any kind.
    #[must_use]
    pub fn fits_card(&self, filter: &Filter, slot: Slot, cx: &Context) -> bool {
        let (card, stats) = self.both(slot);
        self.fits_as(filter, slot, card, stats, cx, true)
    }

    /// Whether a card fitted a filter right before it left play (CR 8.11).
    #[must_use]
    pub fn fitted(&self, filter: &Filter, was: &Departure, cx: &Context) -> bool {
        let slot = was.was.slot;
        let mut card = *self.card(slot);
        card.zone = was.zone;
        card.controller = was.controller;
        card.damage = was.damage;
        card.marks.set(Marks::DEPLOYED, was.deployed);
        let stats = Stats { power: was.power, ..Stats::default() };
        self.fits_as(filter, slot, &card, &stats, cx, false)
    }

    fn fits_as(
        &self,
        filter: &Filter,
        slot: Slot,
        card: &Card,
        stats: &Stats,
        cx: &Context,
        any_kind: bool,
    ) -> bool {
        let printed = self.catalogue.card(card.definition);
        let definition = &printed.definition;
        let place_is_play = filter.place == Place::Play;
        let is = |kind: &KindSet| match kind {
            KindSet::Unit => {
                definition.kind == Kind::Unit || card.marks.has(Marks::DEPLOYED)
            }
            KindSet::Upgrade => matches!(definition.kind, Kind::Upgrade | Kind::Token),
            KindSet::Event => definition.kind == Kind::Event,
            KindSet::Leader => definition.kind == Kind::Leader,
            KindSet::Base | KindSet::Player => definition.kind == Kind::Base,
        };
        if filter.is.is_empty() {
            if place_is_play && !any_kind && !is(&KindSet::Unit) {
                return false;
            }
        } else if !filter.is.iter().any(is) {
            return false;
        }
        if filter.is_not.iter().any(is) {
            return false;
        }
        if let Some(who) = filter.side {
            let side = if card.zone.is_play() || card.zone == Zone::Resources {
                card.controller
            } else {
                card.owner
            };
            if who != Who::Each && side != self.seat(who, cx) {
                return false;
            }
        }
        if filter.another && slot == cx.source.slot
            || filter.subject && card.reference(slot) != cx.subject
        {
            return false;
        }
        if !filter.not.is_empty() {
            let mut bound = Refs::new();
            for whom in &filter.not {
                self.whom(whom, cx, &mut bound);
            }
            if bound.iter().any(|b| b.slot == slot) {
                return false;
            }
        }
        if let Some(arena) = filter.arena
            && definition.kind != Kind::Base
            && card.zone != self.arena(arena, cx)
        {
            return false;
        }
        let leader = definition.kind == Kind::Leader;
        if filter.leader.is_some_and(|wanted| wanted != leader)
            || filter.unique.is_some_and(|wanted| wanted != definition.unique)
            || (!filter.traits.is_empty() && !filter.traits.meets(definition.traits))
            || filter.without_traits.meets(definition.traits)
            || (!filter.aspects.is_empty() && !filter.aspects.meets(printed.aspects))
            || filter.without_aspects.meets(printed.aspects)
            || filter.min_cost.is_some_and(|cost| definition.cost < cost)
            || filter.max_cost.is_some_and(|cost| definition.cost > cost)
            || (!filter.named.is_empty() && !filter.named.contains(&definition.name))
            || filter.damaged.is_some_and(|wanted| wanted != (card.damage > 0))
            || filter.exhausted.is_some_and(|wanted| wanted != card.is_exhausted())
        {
            return false;
        }
        if filter.max_power.is_some_and(|power| {
            let now = if card.zone.is_arena() { stats.power } else { definition.power };
            now > power
        }) || filter.max_remaining_hp.is_some_and(|hp| self.remaining(slot) > hp.into())
            || filter.upgraded.is_some_and(|wanted| wanted != (stats.upgrades > 0))
        {
            return false;
        }
        if let Some(host) = &filter.attached_to {
            let host = self.first(host, cx);
            if card.zone != Zone::Attached || !host.is_some() || card.host != host.slot {
                return false;
            }
        }
        let marked = |mark| match mark {
            Mark::AttackedThisPhase => card.marks.has(Marks::ATTACKED),
            Mark::PlayedThisPhase => card.marks.has(Marks::PLAYED),
            Mark::EnteredThisRound => card.marks.has(Marks::ENTERED),
            Mark::DefeatedThisPhase => card.marks.has(Marks::DEFEATED),
        };
        filter.mark.is_none_or(marked) && !filter.without_mark.is_some_and(marked)
    }

    /// The arena a word means; a zone that is none when it means none.
    fn arena(&self, arena: ArenaOf, cx: &Context) -> Zone {
        let of = |card: Ref| {
            self.unit(card).map_or_else(
                || self.board.departure(card).map_or(Zone::Aside, |d| d.zone),
                |state| state.zone,
            )
        };
        match arena {
            ArenaOf::In(arena) => Zone::arena(arena),
            ArenaOf::It => cx.bound(Register::It).next().map_or(Zone::Aside, of),
            ArenaOf::Defender => self.board.attack().map_or(Zone::Aside, |a| of(a.defender)),
            ArenaOf::Chosen => Zone::arena(cx.locals.map_or(Arena::Ground, |l| l.arena)),
        }
    }

    fn any_base(&self, whose: Who, cx: &Context, test: impl Fn(Slot) -> bool) -> bool {
        self.seats(whose, cx)
            .into_iter()
            .any(|seat| test(self.board.players[usize::from(seat)].base))
    }

    /// How many units a player controls.
    #[must_use]
    pub fn units_of(&self, seat: Seat) -> usize {
        let units = self.board.play.iter().map(|&slot| self.card(slot));
        units.filter(|card| card.zone.is_arena() && card.controller == seat).count()
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, condition: &Condition, cx: &Context) -> bool {
        let player = &self.board.players[usize::from(cx.seat)];
        match condition {
            Condition::Exists { what, at_least } => {
                let mut found = Refs::new();
                self.candidates(what, cx, &mut found);
                found.len() >= usize::from(*at_least)
            }
            Condition::Initiative => self.board.initiative == cx.seat,
            Condition::Resources(at_least) => player.resources.len() >= usize::from(*at_least),
            Condition::Is(whom, filter) => {
                let card = self.first(whom, cx);
                card.is_some() && self.fits(filter, card.slot, cx)
            }
            Condition::Did => cx.did(),
            Condition::Attacking(whom) => self.board.attack().is_some_and(|attack| {
                attack.is_on() && attack.attacker == self.first(whom, cx)
            }),
            Condition::Defending(whom) => self.board.attack().is_some_and(|attack| {
                attack.is_on() && !attack.base && attack.defender == self.first(whom, cx)
            }),
            Condition::AttackingBase => self.board.attack().is_some_and(|a| a.is_on() && a.base),
            Condition::DefenderDefeated => {
                self.board.attack().is_some_and(|attack| attack.defender_defeated)
            }
            Condition::UnitDefeated(who) => self
                .seats(*who, cx)
                .into_iter()
                .any(|seat| self.board.players[usize::from(seat)].phase.units_defeated > 0),
            Condition::UnitLeftPlay(who) => self
                .seats(*who, cx)
                .into_iter()
                .any(|seat| self.board.players[usize::from(seat)].phase.units_left > 0),
            Condition::Played { aspects, at_least, other } => {
                self.played(*aspects, *other, cx) >= *at_least
            }
            Condition::BaseDamageDealt(at_least) => player.phase.base_damage >= *at_least,
            Condition::BaseDamage { whose, at_least } => {
                self.any_base(*whose, cx, |base| self.card(base).damage >= *at_least)
            }
            Condition::BaseRemaining { whose, at_most } => {
                self.any_base(*whose, cx, |base| self.remaining(base) <= (*at_most).into())
            }
            Condition::MoreUnits => {
                self.units_of(cx.seat) > self.units_of(self.seat(Who::Defending, cx))
            }
            Condition::Aspects { among, at_least } => {
                let mut found = Refs::new();
                self.candidates(among, cx, &mut found);
                self.aspects(&found).len() >= (*at_least).into()
            }
            Condition::ActionPhase => self.board.phase == Phase::Action,
            Condition::Not(condition) => !self.holds(condition, cx),
            Condition::All(list) => list.iter().all(|c| self.holds(c, cx)),
            Condition::AnyOf(list) => list.iter().any(|c| self.holds(c, cx)),
        }
    }

    /// Cards a player played this phase, with one of the aspects if any are named.
    fn played(&self, aspects: AspectSet, other: bool, cx: &Context) -> u8 {
        let history = &self.board.players[usize::from(cx.seat)].phase;
        let itself = other
            && cx.source.is_some()
            && self.card(cx.source.slot).marks.has(Marks::PLAYED);
        if aspects.is_empty() {
            return history.played.saturating_sub(itself.into());
        }
        let counted = Aspect::ALL
            .into_iter()
            .zip(history.played_aspects)
            .filter(|(aspect, _)| aspects.meets([*aspect].into_iter().collect()))
            .map(|(_, count)| count)
            .max()
            .unwrap_or(0);
        let own = itself && self.printed(cx.source.slot).aspects.meets(aspects);
        counted.saturating_sub(own.into())
    }

    fn aspects(&self, cards: &[Ref]) -> AspectSet {
        cards.iter().fold(AspectSet::default(), |set, card| set.with(self.printed(card.slot).aspects))
    }

    /// How much a measure is.
    #[must_use]
    pub fn measure(&self, measure: &Measure, cx: &Context) -> i16 {
        let listed = |whom: &Whom| {
            let mut refs = Refs::new();
            self.whom(whom, cx, &mut refs);
            refs
        };
        match measure {
            Measure::One => 1,
            Measure::Count(filter) => {
                let mut found = Refs::new();
                self.candidates(filter, cx, &mut found);
                found.len() as i16
            }
            Measure::Power(whom) => self.power(self.first(whom, cx)),
            Measure::Damage(whom) => {
                let card = self.first(whom, cx);
                if self.in_play(card).is_some() { self.card(card.slot).damage.into() } else { 0 }
            }
            Measure::Cost(whom) => {
                let cost = |card: &Ref| i16::from(self.printed(card.slot).definition.cost);
                listed(whom).iter().map(cost).sum()
            }
            Measure::Aspects(whom) => self.aspects(&listed(whom)).len() as i16,
            Measure::Bound(whom) => listed(whom).len() as i16,
            Measure::Resources(who) => self
                .seats(*who, cx)
                .into_iter()
                .map(|seat| self.board.players[usize::from(seat)].resources.len() as i16)
                .sum(),
            Measure::Number => cx.locals.map_or(0, |locals| locals.number),
            Measure::OtherCardsPlayed => self.played(AspectSet::default(), true, cx).into(),
        }
    }
}
