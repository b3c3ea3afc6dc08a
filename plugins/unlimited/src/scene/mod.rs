//! A table as rules read it: filters, conditions and measures are worked out on it. Nothing here
//! changes anything.

mod fits;
mod holds;
mod reach;

use arrayvec::ArrayVec;
use cardmill_kernel::card::{Ref, Seat, Slot};

use crate::board::{Attack, CARDS, Dealt, Departure, EACH};
use crate::brief::{Brief, Has};
use crate::card::{Card, Marks, Permissions, SLOTS, Stats, Zone};
use crate::catalogue::Printed;
use crate::choice::Resolving;
use crate::effect::{Effect, EffectKind, Effects};
use crate::face::Face;
use crate::library::Part;
use crate::lineup::Places;
use crate::proposal::{Proposal, Verb};
use crate::seats::{SEATS, Several};
use crate::vocabulary::{Ability, Figure, Harm, Kind, Payment, Register, Subject, Who, Whom};

pub use crate::state::Scene;

/// References, as many as a table has slots.
pub type Refs = ArrayVec<Ref, SLOTS>;

/// Every card that can be face up in play at once.
pub type FaceUp = ArrayVec<Slot, { CARDS + EACH * SEATS }>;

/// The place from which a rule looks: the player and the card of an ability, and what was chosen.
#[derive(Clone, Copy)]
pub struct Context<'f> {
    /// The player who resolves the ability ("you").
    pub seat: Seat,
    /// The card the ability is on.
    pub source: Ref,
    /// The card that the event happened to; `Ref::NONE` where there is no event.
    pub subject: Ref,
    /// The memory of the ability, while one resolves.
    pub locals: Option<&'f Resolving>,
    /// The card that the step is being done to, while its amount is worked out.
    pub target: Ref,
    /// The unit that deals the damage, of several that do.
    pub dealer: Ref,
}

impl<'f> Context<'f> {
    /// The context of an ability outside of any program, such as a constant one.
    #[must_use]
    pub const fn of(seat: Seat, source: Ref) -> Self {
        Self {
            seat,
            source,
            subject: Ref::NONE,
            locals: None,
            target: Ref::NONE,
            dealer: Ref::NONE,
        }
    }
    pub(crate) fn bound(&self, register: Register) -> impl Iterator<Item = Ref> + 'f {
        self.locals.into_iter().flat_map(move |locals| locals.bound(register))
    }
    pub(crate) fn did(&self) -> bool {
        self.locals.is_some_and(|locals| locals.did)
    }
}

impl<'a> Scene<'a> {
    /// A card's state.
    ///
    /// # Panics
    /// Panics if the table has no such slot.
    #[must_use]
    pub fn card(&self, slot: Slot) -> &'a Card {
        &self.cards[usize::from(slot)]
    }

    /// A card's worked-out numbers; only meaningful in play.
    ///
    /// # Panics
    /// Panics if the table has no such slot.
    #[must_use]
    pub fn stats(&self, slot: Slot) -> &'a Stats {
        &self.stats[usize::from(slot)]
    }

    fn both(&self, slot: Slot) -> (&'a Card, &'a Stats) {
        (self.card(slot), self.stats(slot))
    }

    /// A card's definition, ready to play.
    #[must_use]
    pub fn printed(&self, slot: Slot) -> &'a Printed {
        self.catalogue.card(self.card(slot).definition)
    }

    /// Returns `true` for a card in play that is a copy of another.
    #[must_use]
    pub fn is_copy(&self, slot: Slot) -> bool {
        self.board.copies.own(slot).is_some()
    }

    /// The definition of the card itself, whatever it is a copy of.
    #[must_use]
    pub fn owned(&self, slot: Slot) -> &'a Printed {
        let own = self.board.copies.own(slot);
        self.catalogue.card(own.unwrap_or(self.card(slot).definition))
    }

    /// The face-up side of a card, in brief.
    #[must_use]
    pub fn brief(&self, slot: Slot) -> &'a Brief {
        self.catalogue.brief(self.card(slot))
    }

    /// The face-up side of a card.
    #[must_use]
    pub fn face(&self, slot: Slot) -> &'a Face {
        let card = self.card(slot);
        self.catalogue.card(card.definition).face(card)
    }

    /// A reference to a card as it is now.
    #[must_use]
    pub fn reference(&self, slot: Slot) -> Ref {
        self.card(slot).reference(slot)
    }

    /// Returns `true` if a reference still names the same card: it has not changed its zone since.
    #[must_use]
    pub fn is_current(&self, card: Ref) -> bool {
        card.is_some() && self.card(card.slot).incarnation == card.incarnation
    }

    /// The reference a card has where it went when it left play, if it has stayed there since.
    /// Elsewhere, and in play again, it is another one (CR 8.5.4, 8.7.3).
    #[must_use]
    pub fn now(&self, card: Ref) -> Ref {
        let moved = card.is_some() && !self.is_current(card) && self.is_current(card.next()) && {
            // Nothing is captured but what was in play, however long ago.
            let captured = self.card(card.slot).zone == Zone::Captured;
            captured || self.board.departure(card).is_some()
        };
        if moved { card.next() } else { card }
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

    /// Returns `true` if this cannot be done to a card, because an enemy card ability does it. A
    /// card without remaining HP is defeated whatever protects it (CR 1.16.5E), unless that does
    /// not defeat it.
    #[must_use]
    #[inline]
    pub fn is_protected(&self, what: &Proposal) -> bool {
        let Some(harm) = what.harm() else { return false };
        let Some(card) = self.in_play(what.subject) else { return false };
        let slot = what.subject.slot;
        let undefeated = self.stats(slot).permissions.has(Permissions::UNDEFEATED);
        self.stats(slot).protection.from(harm)
            && (harm != Harm::Damage || self.is_preventable(what))
            && what.seat != card.controller
            && !(harm == Harm::Defeat
                && card.zone.is_arena()
                && self.remaining(slot) <= 0
                && !undefeated)
    }

    /// The action abilities of a card in play, printed and gained, in the order in which they are
    /// counted.
    #[inline]
    pub fn actions(&self, slot: Slot) -> impl Iterator<Item = u16> + use<'a> {
        let (catalogue, stats) = (self.catalogue, self.stats(slot));
        let printed: &[u16] = if stats.is_blank() { &[] } else { &self.face(slot).actions };
        let is_action =
            move |id: &u16| matches!(catalogue.ability(*id).ability, Ability::Action { .. });
        printed.iter().copied().chain(stats.gained.iter().copied().filter(is_action))
    }

    /// Every face-up card in play (CR 4.9.1): units and upgrades in the order they entered, then
    /// leaders and bases in their base zones, the first seat's before the second's.
    ///
    /// # Panics
    /// Never: there is room for all of them.
    #[must_use]
    pub fn face_up(&self) -> FaceUp {
        let mut all = FaceUp::new();
        all.try_extend_from_slice(&self.board.play).expect("there is room for a zone and more");
        for (_, slot) in self.board.fixed() {
            if self.card(slot).zone == Zone::Base {
                all.push(slot);
            }
        }
        all
    }

    /// The cards in some places of the lineup, in order.
    pub fn those(&self, places: Places) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        places.iter().map(move |place| scene.at(place))
    }

    /// The units a player controls, in the order they entered play.
    pub fn units_under(&self, seat: Seat) -> impl Iterator<Item = Slot> + use<'a> {
        let lineup = &self.relevance.lineup;
        self.those(lineup.units().and(lineup.of[usize::from(seat)]))
    }

    /// The tokens in play that a player controls, but for Credit tokens: units, upgrades and the
    /// Force token, in the order they entered play.
    pub fn tokens_of(&self, seat: Seat) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        let theirs = move |slot: &Slot| {
            scene.card(*slot).controller == seat && scene.printed(*slot).kind().is_token()
        };
        scene.board.play.iter().copied().filter(theirs)
    }

    /// The card in a place of the lineup.
    pub(crate) fn at(&self, place: usize) -> Slot {
        match self.board.play.get(place) {
            Some(&slot) => slot,
            None => self.board.at(place),
        }
    }

    /// The upgrades on a unit, in the order they came.
    pub fn upgrades(&self, unit: Slot) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        let is_on = move |slot: &Slot| {
            let card = scene.card(*slot);
            card.zone == Zone::Attached && card.host == unit
        };
        scene.board.play.iter().copied().filter(is_on)
    }

    /// The card that remembers that an ability of a card was used this round: the one that it is
    /// printed on, or the upgrade that gives it; `by` is its definition. `None` when it was used; of
    /// several such upgrades each gives an ability of its own (CR 8.32.3).
    #[must_use]
    pub(crate) fn unused(&self, card: Ref, by: u16) -> Option<Ref> {
        if !card.is_some() {
            return Some(card);
        }
        let free = |slot: &Slot| !self.card(*slot).marks.has(Marks::USED);
        let is_by = |slot: &Slot| self.card(*slot).definition == by;
        let givers = || self.upgrades(card.slot).filter(is_by);
        if is_by(&card.slot) || givers().next().is_none() {
            return free(&card.slot).then_some(card);
        }
        givers().find(free).map(|giver| self.reference(giver))
    }

    /// Returns `true` if nothing tells two tokens apart: they are on the same unit, under the same
    /// player.
    pub(crate) fn are_alike(&self, one: Slot, other: Slot) -> bool {
        let token = |slot: Slot| {
            let card = self.card(slot);
            let token = card.zone == Zone::Attached && self.printed(slot).kind() == Kind::Token;
            token.then_some((card.definition, card.host, card.controller, card.owner))
        };
        token(one).is_some_and(|one| token(other) == Some(one))
    }

    /// The number of Pilots beyond the first that may be played or deployed on a unit (CR 3.6.3C).
    #[must_use]
    pub fn more_pilots(&self, unit: Slot) -> usize {
        let (stats, catalogue) = (self.stats(unit), self.catalogue);
        let more = |id: &&u16| matches!(catalogue.ability(**id).ability, Ability::MorePilots);
        let own = if stats.is_blank() { 0 } else { self.face(unit).more_pilots.len() };
        own + stats.gained.iter().filter(more).count()
    }

    /// The number of times that a player's searches of their deck are doubled.
    #[must_use]
    pub fn double_searches(&self, seat: Seat) -> usize {
        let doubles =
            |id: &&u16| matches!(self.catalogue.ability(**id).ability, Ability::DoubleSearch);
        let of = |&slot: &Slot| {
            let stats = self.stats(slot);
            let own = if stats.is_blank() { 0 } else { self.face(slot).double_searches.len() };
            own + stats.gained.iter().filter(doubles).count()
        };
        let units = self.board.play.iter();
        let units = units
            .filter(|&&slot| self.card(slot).zone.is_arena() && self.card(slot).controller == seat);
        units.map(of).sum()
    }

    /// Returns `true` if something can prevent what happens. Nothing prevents damage that is
    /// unpreventable, or that is dealt by a card of which another one says so (CR 1.9.13).
    #[must_use]
    pub fn is_preventable(&self, what: &Proposal) -> bool {
        let asked = what.verb == Verb::Damage
            && what.source.is_some()
            && self.relevance.lineup.has.any(Has::UNPREVENTABLE)
            && what.is_preventable();
        if !asked {
            return what.is_preventable();
        }
        let dealer = what.source;
        let (card, stats) = match self.left_play(dealer) {
            Some(departed) => (&departed.card, &departed.stats),
            None => (self.card(dealer.slot), self.stats(dealer.slot)),
        };
        let printed = self.catalogue.card(card.definition);
        let in_play = card.zone.is_play();
        let seat = if in_play { card.controller } else { card.owner };
        let traits = match in_play {
            true => stats.traits.of(printed.traits_of(card)),
            false => self.traits(dealer.slot),
        };
        !self.face_up().into_iter().any(|slot| {
            let says = self.face(slot).unpreventable.filter(|_| !self.stats(slot).is_blank());
            self.card(slot).controller == seat && says.is_some_and(|name| traits.has(name))
        })
    }

    /// The unit an upgrade is attached to, or was when it left play or became a unit (CR 8.11.1).
    #[must_use]
    pub fn host(&self, upgrade: Ref) -> Ref {
        let left = match self.in_play(upgrade) {
            Some(card) if card.zone == Zone::Attached => return self.reference(card.host),
            Some(_) => self.board.departure(upgrade),
            None => self.left_play(upgrade),
        };
        left.map_or(Ref::NONE, |departed| departed.host)
    }

    /// The cards a unit has captured, in the order they came (CR 8.33.2).
    pub fn captured_by(&self, guard: Slot) -> impl Iterator<Item = Slot> + use<'a> {
        let scene = *self;
        let is_under = move |slot: &Slot| scene.card(*slot).host == guard;
        scene.board.captured.iter().copied().filter(is_under)
    }

    /// The table's effects in the order of their creation, with their numbers.
    pub fn effects(&self) -> impl Iterator<Item = (u8, &'a Effect)> + use<'a> {
        self.board.effects.of(self.effects)
    }

    /// The same where there is one of these kinds ([`Effects`]), else none: these effects are asked
    /// for often and seldom there.
    #[inline]
    pub(crate) fn effects_of(
        &self,
        kinds: u16,
    ) -> impl Iterator<Item = (u8, &'a Effect)> + use<'a> {
        let used = if self.relevance.effects.any(kinds) { usize::MAX } else { 0 };
        self.effects().take(used)
    }

    /// The payment for which a player may play a card from where it is, if an effect says so: the
    /// oldest one.
    #[must_use]
    pub fn allowance(&self, seat: Seat, slot: Slot) -> Option<Payment> {
        self.allowed(seat, slot).map(|(pay, _)| pay)
    }

    /// The same, with the Weakness tokens that a unit is given as it is played so.
    pub(crate) fn allowed(&self, seat: Seat, slot: Slot) -> Option<(Payment, u8)> {
        let card = self.reference(slot);
        self.effects_of(Effects::ALLOWANCES).find_map(|(_, effect)| match effect.kind {
            EffectKind::Allowance { pay, weakness }
                if effect.seat == seat && effect.target == card =>
            {
                Some((pay, weakness))
            }
            _ => None,
        })
    }

    /// The effects that say with which unit a player must attack next, with their numbers.
    pub(crate) fn compulsions(
        &self,
        seat: Seat,
    ) -> impl Iterator<Item = (u8, &'a Effect)> + use<'a> {
        let of = move |effect: &Effect| matches!(effect.kind, EffectKind::Compulsion { of } if of == seat);
        self.effects_of(Effects::COMPULSIONS).filter(move |(_, effect)| of(effect))
    }

    /// An effect, by its number.
    ///
    /// # Panics
    /// Panics if the table has no such effect.
    #[must_use]
    pub fn effect(&self, number: u16) -> &'a Effect {
        &self.effects[usize::from(number)]
    }

    /// HP minus damage (CR 1.11.6).
    #[must_use]
    pub fn remaining(&self, slot: Slot) -> i16 {
        self.number(Figure::RemainingHp, slot)
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
        let departed = self.left_play(card);
        departed.map_or_else(|| self.printed(card.slot).definition.power, |d| d.stats.power).into()
    }

    /// The definition of a card that a word names, as it was when the card left play (CR 8.11): a
    /// copy is itself again since.
    #[must_use]
    pub fn known(&self, whom: &Whom, card: Ref) -> &'a Printed {
        let left = match whom {
            Whom::This => self.left_play(card),
            _ => self.changed(card),
        };
        left.map_or_else(
            || self.printed(card.slot),
            |left| self.catalogue.card(left.card.definition),
        )
    }

    /// The record of a card that left play, if it has another definition since: a copy is itself
    /// again, and a token's slot may hold another one.
    #[must_use]
    pub fn changed(&self, card: Ref) -> Option<&'a Departure> {
        let other = |left: &&Departure| left.card.definition != self.card(card.slot).definition;
        self.board.departure(card).filter(|_| !self.is_current(card)).filter(other)
    }

    /// The record of a card that last left play, while it is kept (CR 8.11). The card is named as
    /// it was then, or as it is since.
    #[must_use]
    pub fn left_play(&self, card: Ref) -> Option<&'a Departure> {
        let departures = self.board.departures.iter().rev();
        let is_it = |departed: &&Departure| departed.was == card || departed.was.next() == card;
        departures.into_iter().find(is_it).filter(|_| self.in_play(card).is_none())
    }

    /// The damage that the running ability has dealt with its last step that deals some, if it has
    /// dealt any.
    #[must_use]
    pub(crate) fn dealt(&self, cx: &Context) -> Option<&'a Dealt> {
        let dealt = &self.board.dealt;
        cx.locals.is_some_and(|locals| locals.struck == dealt.commit).then_some(dealt)
    }

    /// Returns `true` for a unit that has left play by being defeated, not long ago.
    pub(crate) fn was_defeated(&self, card: Ref) -> bool {
        let left = self.left_play(card).is_some_and(|departed| departed.was == card);
        let state = self.card(card.slot);
        // Tokens and leaders go nowhere else.
        left && match state.zone {
            Zone::Discard => state.marks.has(Marks::DEFEATED),
            zone => matches!(zone, Zone::Aside | Zone::Base),
        }
    }

    /// The controller of a card; of one that has left play, its last (CR 8.11).
    #[must_use]
    pub fn controller(&self, card: Ref) -> Seat {
        match self.board.departure(card) {
            Some(departed) if !self.is_current(card) => departed.card.controller,
            _ => self.card(card.slot).controller,
        }
    }

    /// The Bounty abilities of a unit, and where it is now; of one that has left play, those it
    /// had then (CR 8.11).
    pub fn bounties(&self, unit: Ref) -> (Ref, impl Iterator<Item = u16> + use<'a>) {
        let (now, abilities) = self.triggered(unit);
        (now, abilities.filter(self.is_bounty()))
    }

    /// The triggered abilities of a unit, and where it is now; of one that has left play, those it
    /// had then (CR 8.11).
    pub(crate) fn triggered(&self, unit: Ref) -> (Ref, impl Iterator<Item = u16> + use<'a>) {
        let found = match self.unit(unit) {
            Some(card) => Some((unit, card, self.stats(unit.slot))),
            None => self.board.departure(unit).map(|d| (unit.next(), &d.card, &d.stats)),
        };
        let scene = *self;
        let abilities =
            found.into_iter().flat_map(move |(_, card, stats)| scene.triggered_of(card, stats));
        (found.map_or(Ref::NONE, |(now, ..)| now), abilities)
    }

    /// The Bounty abilities of a card in such a state.
    pub(crate) fn bounties_of<'s>(
        &self,
        card: &Card,
        stats: &'s Stats,
    ) -> impl Iterator<Item = u16> + use<'a, 's>
    where
        'a: 's,
    {
        self.triggered_of(card, stats).filter(self.is_bounty())
    }

    fn is_bounty(&self) -> impl Fn(&u16) -> bool + use<'a> {
        let catalogue = self.catalogue;
        move |id| matches!(catalogue.ability(*id).ability, Ability::Bounty { .. })
    }

    /// The triggered abilities of a card in such a state.
    fn triggered_of<'s>(
        &self,
        card: &Card,
        stats: &'s Stats,
    ) -> impl Iterator<Item = u16> + use<'a, 's>
    where
        'a: 's,
    {
        let face = self.catalogue.card(card.definition).face(card);
        let own: &'s [u16] = if stats.is_blank() { &[] } else { &face.triggered };
        let (is_bounty, mute) = (self.is_bounty(), stats.keywords.are_lost());
        own.iter().chain(&stats.gained).copied().filter(move |id| !mute || !is_bounty(id))
    }

    /// The top card of a player's deck, if a card of theirs lets them look at it at any time.
    #[must_use]
    pub fn open_top(&self, seat: Seat) -> Option<Slot> {
        let lineup = &self.relevance.lineup;
        if !lineup.has.any(Has::SEES_TOP) {
            return None;
        }
        let shows = |slot: Slot| self.face(slot).sees_top && !self.stats(slot).is_blank();
        let seen = self.those(lineup.of[usize::from(seat)]).any(shows);
        self.board.players[usize::from(seat)].deck.last().copied().filter(|_| seen)
    }

    /// A player's Force token. `None` while the Force is not with them (CR 8.37.3).
    #[must_use]
    pub fn force(&self, seat: Seat) -> Option<Ref> {
        let theirs = |slot: &&Slot| {
            let card = self.card(**slot);
            card.definition == self.catalogue.force && card.controller == seat
        };
        self.board.play.iter().find(theirs).map(|&slot| self.reference(slot))
    }

    /// The attack that a word is about: for constant abilities as long as it is on; an ability that
    /// it has triggered goes on about it when it is over (CR 7.6.16E).
    pub(crate) fn fought(&self, cx: &Context) -> Option<&'a Attack> {
        self.board.attack().filter(|attack| attack.is_on() || cx.locals.is_some())
    }

    /// The player that a word means.
    #[must_use]
    pub fn seat(&self, who: Who, cx: &Context) -> Seat {
        let it = || cx.bound(Register::It).next();
        match who {
            Who::You | Who::Each => cx.seat,
            Who::Opponent => self.opponent(cx),
            Who::Defending => match self.board.attack() {
                Some(attack) => attack.against,
                None => self.opponent(cx),
            },
            Who::Attacking => self.board.attack().map_or(cx.seat, |attack| attack.seat),
            Who::ControllerOfIt => it().map_or(cx.seat, |card| self.controller(card)),
            Who::OwnerOfIt => it().map_or(cx.seat, |card| self.card(card.slot).owner),
            Who::ControllerOfTarget => self.controller(cx.target),
            Who::They => cx.locals.and_then(|l| l.turns.last().copied()).unwrap_or(cx.seat),
        }
    }

    /// The opponent of an ability's controller: of several the one that was chosen for the ability
    /// (CR 11.4.2), where none was the next one.
    #[must_use]
    pub fn opponent(&self, cx: &Context) -> Seat {
        self.chosen_opponent(cx).unwrap_or_else(|| self.board.players.next(cx.seat))
    }

    /// The opponent that the text of an ability means, where there are several, as the table stands: none, if
    /// it does not say or has not come so far.
    pub(crate) fn meant(&self, part: Part, cx: &Context) -> Option<Seat> {
        let bound = |register| cx.bound(register).next().map(|card| self.controller(card));
        match part {
            Part::Subject => cx.subject.is_some().then(|| self.brought(cx.subject)),
            Part::It => bound(Register::It),
            Part::Other => bound(Register::Other),
            Part::Defending => self.fought(cx).map(|attack| attack.against),
            _ => None,
        }
    }

    /// The player who has played a card this phase, or else controls it, or did when it left play.
    fn brought(&self, card: Ref) -> Seat {
        let played = |seat: &Seat| {
            let phase = &self.board.players[usize::from(*seat)].phase;
            phase.played.this_phase().iter().any(|played| played.card == card)
        };
        let in_play = self.in_play(card).is_some() || self.board.departure(card).is_some();
        let player = self.board.players.seats().find(|seat| !in_play && played(seat));
        player.unwrap_or_else(|| self.controller(card))
    }

    /// The part that opponents have in the card of an ability, in a game of several.
    pub(crate) fn part(&self, cx: &Context) -> Part {
        if cx.source.is_some() {
            self.catalogue.opponents().part(self.card(cx.source.slot).definition)
        } else {
            Part::default()
        }
    }

    /// The answers to what an ability asks, for each opponent alone, where its text is about any of them.
    pub(crate) fn of_any<T>(
        &self,
        cx: &Context,
        ask: impl Fn(&Context) -> T,
    ) -> Option<ArrayVec<T, SEATS>> {
        let chosen = self.chosen_opponent(cx).is_some();
        if chosen || self.part(cx) != Part::Any {
            return None;
        }
        let of = |opponent: Seat| {
            let before = cx.locals.copied().unwrap_or_default();
            let locals = Resolving { opponent: Some(opponent), theirs: true, ..before };
            ask(&Context { locals: Some(&locals), ..*cx })
        };
        Some(self.board.players.opponents(cx.seat).into_iter().map(of).collect())
    }

    /// The opponent that was chosen for an ability, where there are several.
    fn chosen_opponent(&self, cx: &Context) -> Option<Seat> {
        cx.locals.and_then(|locals| locals.opponent)
    }

    /// Returns `true` if a word can mean a player: an opponent is any of them, unless one was chosen.
    #[must_use]
    #[inline]
    pub fn means(&self, who: Who, seat: Seat, cx: &Context) -> bool {
        match who {
            Who::Each => true,
            Who::Opponent => match self.chosen_opponent(cx) {
                None => seat != cx.seat,
                Some(chosen) => seat == chosen,
            },
            _ => seat == self.seat(who, cx),
        }
    }

    /// The players a word means. `It` may name several; an opponent are all of them, unless one was
    /// chosen.
    #[must_use]
    pub fn seats(&self, who: Who, cx: &Context) -> Several {
        match who {
            Who::Each => match self.chosen_opponent(cx).filter(|_| self.part(cx) == Part::Both) {
                Some(opponent) => [cx.seat, opponent].into_iter().collect(),
                None => self.board.players.from(cx.seat).collect(),
            },
            Who::Opponent if self.board.players.are_many() => match self.chosen_opponent(cx) {
                Some(chosen) => [chosen].into_iter().collect(),
                None => self.board.players.opponents(cx.seat),
            },
            Who::ControllerOfIt | Who::OwnerOfIt => {
                let mut seats = Several::new();
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

    /// Adds the cards that a word names to a list. They may have left: the commit looks after that.
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
            Whom::Attached => one(self.host(cx.source), out),
            Whom::Attacker => {
                // One that has become an upgrade is none any more.
                let attacks = |card: Ref| self.in_play(card).is_none_or(|c| c.zone.is_arena());
                if let Some(attack) = self.fought(cx).filter(|attack| attacks(attack.attacker)) {
                    one(attack.attacker, out);
                }
            }
            Whom::Defender => {
                if let Some(attack) = self.fought(cx) {
                    out.extend(attack.defending());
                }
            }
            Whom::Subject => one(cx.subject, out),
            Whom::Dealer => one(cx.dealer, out),
            Whom::Target => one(cx.target, out),
            Whom::Each(filter) => self.candidates(filter, cx, out),
            Whom::HostOf(upgrade) => one(self.host(self.first(upgrade, cx)), out),
            Whom::Exploited => {
                let departures = self.board.departures.iter();
                let exploited = departures.filter(|left| left.by.next() == cx.source);
                out.extend(exploited.filter(|left| left.by.is_some()).map(|left| left.was));
            }
            Whom::Base(who) => {
                for seat in self.seats(*who, cx) {
                    out.push(self.reference(self.board.players[usize::from(seat)].base));
                }
            }
        }
    }

    /// Tests a card against the word for the subject of an event.
    #[must_use]
    pub fn is_subject(&self, subject: &Subject, card: Ref, cx: &Context) -> bool {
        card.is_some()
            && match subject {
                Subject::This => card == cx.source,
                Subject::Attached => self.host(cx.source) == card,
                Subject::It => cx.bound(Register::It).any(|it| it == card),
                Subject::Any(filter) => self.fits(filter, card.slot, cx),
            }
    }

    /// The first card that a word names; `Ref::NONE` if it names none.
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
}
