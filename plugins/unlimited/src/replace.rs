//! The `Replace` stage: replacement effects meet the proposals of the top group (CR 7.7.5,
//! `S4-53` to `S4-60`).
//!
//! A proposal meets what fits it one after another, and is looked at again after each. What
//! comes instead joins the group, so that it happens together with the rest of it (CR 7.7.5D),
//! and meets replacements in its turn. What was replaced stays in the group as `prevented`: it
//! triggers nothing, and counts as done for "if you do" and as paid for a cost (CR 8.9.2).

use cardmill_kernel::replacement::ReplacementOf;
use cardmill_kernel::rules;

use crate::advance::Run;
use crate::choice::With;
use crate::face::EntersAs;
use crate::prelude::*;
use crate::substitute::Substitute;
use crate::vocabulary::{self as vocabulary, Instead, Would};
use crate::words::step::Step;

type Pending<'e> = rules::Pending<'e, Unlimited>;

type Replacement = ReplacementOf<Unlimited>;

/// Finds the replacement effects that fit an event.
pub(crate) fn fitting(scene: Scene<'_>, event: &mut Pending<'_>, fitting: &mut Vec<Replacement>) {
    let mut meeting = Meet { scene, event };
    meeting.fix_excess();
    if !meeting.event.what().prevented && !scene.is_protected(&meeting.event.what()) {
        meeting.shields(fitting);
        meeting.copies(fitting);
        if scene.relevance.replaces {
            meeting.others(fitting);
            if fitting.is_empty() {
                meeting.upgrades(fitting);
            }
        }
    }
}

/// An event, or what came of it, is replaced, in part or whole.
pub(crate) fn substitute(scene: Scene<'_>, event: &mut Pending<'_>, replacement: &Replacement) {
    Meet { scene, event }.apply(replacement);
}

/// An event that meets replacement effects.
struct Meet<'r, 'a, 'e> {
    scene: Scene<'a>,
    event: &'r mut Pending<'e>,
}

impl<'a> Meet<'_, 'a, '_> {
    /// Fixes the damage that Overwhelm deals to the base: what the defending unit does not need to
    /// be defeated (CR 6.3.5D). Nothing, if damage to it was replaced or cannot defeat it.
    fn fix_excess(&mut self) {
        if !core::mem::take(&mut self.event.what_mut().excess) {
            return;
        }
        let hit = self.event.proposals[self.event.index - 1];
        let permissions = self.scene.stats(hit.subject.slot).permissions;
        let needed = self.scene.remaining(hit.subject.slot);
        let excess = &mut self.event.what_mut().amount;
        *excess = if hit.prevented || permissions.has(Permissions::UNDEFEATED) {
            0
        } else {
            (hit.amount - needed).clamp(0, *excess)
        };
    }

    /// The Shields on a unit that would be dealt damage.
    fn shields(&self, fitting: &mut Vec<Replacement>) {
        let Self { scene, event } = self;
        let what = event.what();
        if what.verb != Verb::Damage
            || what.amount <= 0
            || !scene.is_preventable(&what)
            || scene.unit(what.subject).is_none()
            || scene.stats(what.subject.slot).shields == 0
        {
            return;
        }
        for &slot in &scene.board.play {
            let token = scene.card(slot);
            let source = token.reference(slot);
            if token.zone == Zone::Attached
                && token.host == what.subject.slot
                && scene.face(slot).shield
                && !scene.stats(slot).is_blank()
                && !event.proposals.iter().any(|p| p.verb == Verb::Defeat && p.subject == source)
            {
                let several = scene.stats(what.subject.slot).shields > 1;
                let known = several && scene.effects().any(|(_, effect)| effect.is_about(source));
                let id = if known { Substitute::KnownShield } else { Substitute::Shield };
                fitting.push(Replacement { id, source, seat: token.controller, optional: false });
            }
        }
    }

    /// The units that a unit may enter play as a copy of, as it says itself: it does so under the
    /// control of the player who is asked.
    fn copies(&self, fitting: &mut Vec<Replacement>) {
        let Self { scene, event } = self;
        let what = event.what();
        let Some(EntersAs { copy, .. }) = enters_as(scene, &what) else { return };
        if what.other.is_some() {
            return;
        }
        let (seat, source) = (enters_under(scene, &what), what.subject);
        let mut units = Refs::new();
        scene.candidates(copy, &Context::of(seat, source), &mut units);
        for unit in units {
            let id = Substitute::Copy(unit.slot);
            let replacement = Replacement { id, source, seat, optional: true };
            if !event.has_met(&replacement) {
                fitting.push(replacement);
            }
        }
    }

    /// Replacements that cards in play have printed or gained, and lasting ones.
    fn others(&mut self, fitting: &mut Vec<Replacement>) {
        let scene = self.scene;
        if !matches!(
            self.event.what().verb,
            Verb::Damage | Verb::Defeat | Verb::Draw | Verb::Capture
        ) {
            return;
        }
        for &slot in &scene.face_up() {
            let card = scene.card(slot);
            let (seat, source) = (card.controller, card.reference(slot));
            for (n, id) in (0..).zip(abilities(scene, slot)) {
                let Some(effect) = of_ability(scene, id) else { continue };
                let id = match effect.instead {
                    Instead::Prevent { .. } | Instead::AllBut(_) => Substitute::Ability(id),
                    _ => Substitute::Own(n),
                };
                let replacement = Replacement { id, source, seat, optional: effect.may };
                let Some(what) = &effect.choose else {
                    self.fit(replacement, effect, false, &Resolving::default(), fitting);
                    continue;
                };
                let mut cards = Refs::new();
                scene.candidates(what, &Context::of(seat, source), &mut cards);
                for card in cards {
                    let id = Substitute::With(n, card.slot);
                    let locals = Resolving::remembering(&[card]);
                    self.fit(Replacement { id, ..replacement }, effect, false, &locals, fitting);
                }
            }
        }
        for (number, lasting) in scene.effects() {
            let EffectKind::Replacing { replacement, .. } = lasting.kind else { continue };
            let lasts = &scene.catalogue.tables.replacements[usize::from(replacement)];
            let effect = &lasts.effect;
            if lasts.once && self.is_used_up(number.into()) {
                continue;
            }
            let replacement = Replacement {
                id: Substitute::Lasting(number),
                source: lasting.source,
                seat: lasting.seat,
                optional: effect.may,
            };
            let it = Resolving::remembering(&lasting.it);
            self.fit(replacement, effect, lasts.once, &it, fitting);
        }
    }

    /// A unit is about to leave play. Each upgrade on it is about to be defeated with it (CR 3.6.11),
    /// which may be replaced: if so, that is met in the place of the other event, which comes after.
    fn upgrades(&mut self, fitting: &mut Vec<Replacement>) {
        let (scene, what) = (self.scene, self.event.what());
        if !self.leaves(&what) {
            return;
        }
        for upgrade in scene.upgrades(what.subject.slot) {
            let card = scene.reference(upgrade);
            let defeats = |id| {
                let effect = of_ability(scene, id);
                effect.is_some_and(|effect| matches!(effect.would, Would::Defeat(_)))
            };
            let met = self.event.proposals.iter().any(|proposal| proposal.subject == card);
            if met || !abilities(scene, upgrade).any(defeats) {
                continue;
            }
            let defeat = Proposal::new(Verb::Defeat, card, scene.card(upgrade).controller);
            self.event.proposals.push(what);
            *self.event.what_mut() = defeat;
            self.others(fitting);
            if !fitting.is_empty() {
                return;
            }
            self.event.proposals.pop();
            *self.event.what_mut() = what;
        }
    }

    /// Returns `true` if a unit leaves play by this, or becomes an upgrade: what is on it is
    /// defeated.
    fn leaves(&self, what: &Proposal) -> bool {
        let unit = |card: Ref| self.scene.unit(card).is_some();
        unit(what.subject)
            && match what.verb {
                Verb::Defeat
                | Verb::ToHand
                | Verb::ToBottom
                | Verb::ToTop
                | Verb::ToResources
                | Verb::SetAside => true,
                Verb::Capture | Verb::Attach => unit(what.other) && what.other != what.subject,
                Verb::TakeControl => {
                    let (stats, card) = (self.scene.stats(what.subject.slot), what.subject.slot);
                    let leader = stats.permissions.has(Permissions::LEADER)
                        || self.scene.printed(card).kind() == Kind::Leader;
                    leader && self.scene.card(card).controller != what.seat
                }
                _ => false,
            }
    }

    /// Returns `true` if a lasting effect that replaces something once has done so in this group.
    fn is_used_up(&self, number: u16) -> bool {
        self.event.proposals.iter().any(|p| p.verb == Verb::Spent && p.number == number)
    }

    fn fit(
        &mut self,
        replacement: Replacement,
        effect: &vocabulary::Replacement,
        once: bool,
        locals: &Resolving,
        fitting: &mut Vec<Replacement>,
    ) {
        let what = self.event.what();
        let Replacement { source, seat, .. } = replacement;
        let locals = Some(locals);
        let cx = Context { locals, subject: what.subject, ..Context::of(seat, source) };
        let fits = !self.event.has_met(&replacement)
            && (!self.ignores(&what, &effect.instead) || once)
            && self.would(&effect.would, &what, &cx)
            && effect.condition.as_ref().is_none_or(|c| self.scene.holds(c, &cx))
            && self.can(&effect.instead, &what, &cx);
        if fits {
            fitting.push(replacement);
        }
    }

    /// Tests a proposal against the event that a replacement waits for.
    fn would(&self, would: &Would, what: &Proposal, cx: &Context) -> bool {
        match would {
            Would::Damage { to, combat, enemy, other, by, at_least } => {
                what.verb == Verb::Damage
                    && what.amount > 0
                    && what.amount >= (*at_least).into()
                    && (!combat || what.combat)
                    && (!enemy || !what.combat && what.seat != cx.seat)
                    && (!other || what.source != cx.source)
                    && self.scene.is_subject(to, what.subject, cx)
                    && by.as_ref().is_none_or(|by| self.scene.does(by, what.source, cx))
            }
            Would::Defeat(card) => {
                what.verb == Verb::Defeat && self.scene.is_subject(card, what.subject, cx)
            }
            Would::Capture(card) => {
                what.verb == Verb::Capture && self.scene.is_subject(card, what.subject, cx)
            }
            Would::Draw(who) => {
                what.verb == Verb::Draw && self.scene.seats(*who, cx).contains(&what.seat)
            }
        }
    }

    /// Returns `true` if the replacement can be done; else the event happens as it is (CR 7.7.5C).
    fn can(&mut self, instead: &Instead, what: &Proposal, cx: &Context) -> bool {
        match instead {
            Instead::Prevent { .. } | Instead::More(_) | Instead::Double => true,
            Instead::AllBut(left) => what.amount > i16::from(*left),
            Instead::Redirect(whom) => {
                let to = self.scene.first(whom, cx);
                to != what.subject && self.scene.in_play(to).is_some()
            }
            Instead::Do(steps) => {
                steps.is_empty() || {
                    let done = self.plainly(steps, cx);
                    !done.is_empty() && !done.iter().any(|p| self.happens(p))
                }
            }
        }
    }

    /// Returns `true` if something that happens to a card once happens in this group anyway.
    fn happens(&self, what: &Proposal) -> bool {
        let once = matches!(
            what.verb,
            Verb::Defeat | Verb::ToHand | Verb::ToResources | Verb::Exhaust | Verb::Ready
        );
        once && self
            .event
            .proposals
            .iter()
            .any(|p| !p.prevented && p.verb == what.verb && p.subject == what.subject)
            && what.subject.is_some()
    }

    /// The proposals of steps that ask nothing.
    fn plainly(&mut self, steps: &[Step], cx: &Context) -> Vec<Proposal> {
        let mut run = Run {
            scene: self.scene,
            program: 0,
            at: 0,
            seat: cx.seat,
            source: cx.source,
            subject: cx.subject,
            locals: &mut cx.locals.copied().unwrap_or_default(),
            streams: self.event.streams,
            out: self.event.out,
            collection: 0,
            answer: None,
        };
        run.plainly(steps);
        core::mem::take(&mut self.event.out.proposals)
    }

    /// The effect of a replacement and the cards it remembers; `None` for a Shield and for a copy.
    fn effect(
        &self,
        replacement: &Replacement,
    ) -> Option<(&'a vocabulary::Replacement, Resolving)> {
        let scene = self.scene;
        let id = match replacement.id {
            Substitute::Shield | Substitute::KnownShield | Substitute::Copy(_) => return None,
            Substitute::Lasting(number) => {
                let lasting = scene.effect(number.into());
                let EffectKind::Replacing { replacement, .. } = lasting.kind else { return None };
                let lasts = &scene.catalogue.tables.replacements[usize::from(replacement)];
                return Some((&lasts.effect, Resolving::remembering(&lasting.it)));
            }
            Substitute::Own(place) | Substitute::With(place, _) => {
                abilities(scene, replacement.source.slot).nth(place.into())?
            }
            Substitute::Ability(id) => id,
        };
        let with = replacement.id.chosen().map(|slot| scene.reference(slot));
        Some((of_ability(scene, id)?, Resolving::remembering(with.as_slice())))
    }

    /// Returns `true` for a lasting effect that replaces something only once.
    fn is_once(&self, number: u16) -> bool {
        let EffectKind::Replacing { replacement, .. } = self.scene.effect(number).kind else {
            return false;
        };
        self.scene.catalogue.tables.replacements[usize::from(replacement)].once
    }

    /// Returns `true` if a replacement would prevent what cannot be prevented: it was the next time
    /// all the same (CR 8.35.2).
    fn ignores(&self, what: &Proposal, instead: &Instead) -> bool {
        let prevents =
            matches!(instead, Instead::Prevent { .. } | Instead::AllBut(_) | Instead::Do(_));
        prevents && !self.scene.is_preventable(what)
    }

    /// Prevents so many points of the damage.
    fn prevent(&mut self, points: i16, replaced: Proposal) {
        let what = self.event.what_mut();
        what.prevented = what.amount == points;
        what.amount -= points;
        self.event.proposals.push(replaced.amount(points));
    }

    fn apply(&mut self, replacement: &Replacement) {
        let what = self.event.what();
        let &Replacement { id, source, seat, .. } = replacement;
        if let Substitute::Copy(slot) = id {
            let unit = self.scene.reference(slot);
            self.event.what_mut().other = unit;
            let copy = Proposal::new(Verb::Replaced, what.subject, seat).by(source).onto(unit);
            return self.event.proposals.push(copy);
        }
        let Some((effect, locals)) = self.effect(replacement) else {
            // A Shield prevents all of the damage and is defeated (CR 3.7.6).
            self.event.what_mut().prevented = true;
            let unit = self.scene.card(what.subject.slot);
            self.event.proposals.push(Proposal::new(Verb::Defeat, source, unit.controller));
            return;
        };
        let locals = Some(&locals);
        let cx = Context { locals, subject: what.subject, ..Context::of(seat, source) };
        if let Substitute::Lasting(number) = id
            && self.is_once(number.into())
        {
            let spent = Proposal::new(Verb::Spent, Ref::NONE, seat).number(number.into());
            self.event.proposals.push(spent);
        }
        if self.ignores(&what, &effect.instead) {
            return;
        }
        let replaced = Proposal::new(Verb::Replaced, what.subject, what.seat).by(source);
        match &effect.instead {
            Instead::Prevent { points } => {
                self.prevent(points.map_or(i16::MAX, i16::from).min(what.amount), replaced);
            }
            Instead::AllBut(left) => self.prevent(what.amount - i16::from(*left), replaced),
            Instead::Double => {
                self.event.what_mut().amount = what.amount.saturating_mul(2);
                self.event.proposals.push(replaced);
            }
            Instead::More(points) => {
                self.event.what_mut().amount += i16::from(*points);
                self.event.proposals.push(replaced);
            }
            Instead::Redirect(whom) => {
                let to = self.scene.first(whom, &cx);
                self.event.what_mut().prevented = true;
                self.event.proposals.extend([replaced, Proposal { subject: to, ..what }]);
            }
            Instead::Do(steps) => {
                let mut done = self.plainly(steps, &cx);
                let on = |card: Ref| self.scene.card(card.slot).zone == Zone::Attached;
                match what.verb {
                    // Before the unit leaves play that it is on.
                    Verb::Defeat if on(what.subject) && !done.is_empty() => {
                        *self.event.what_mut() = done.remove(0);
                    }
                    _ => self.event.what_mut().prevented = true,
                }
                self.event.proposals.push(replaced);
                self.event.proposals.extend(done);
            }
        }
    }
}

/// The terms on which what enters play may do so as a copy, if it may.
pub(crate) fn enters_as<'a>(scene: &Scene<'a>, what: &Proposal) -> Option<&'a EntersAs> {
    let enters = match what.verb {
        Verb::PlayUnit => true,
        Verb::Rescue => scene.card(what.subject.slot).zone == Zone::Captured,
        _ => false,
    };
    if !enters || !scene.is_current(what.subject) {
        return None;
    }
    scene.front(what.subject.slot).enters_as.as_ref()
}

/// The player under whose control a unit enters play: whoever plays it, or, if it is rescued, its
/// owner (CR 8.33.3).
pub(crate) fn enters_under(scene: &Scene<'_>, what: &Proposal) -> Seat {
    match what.verb {
        Verb::Rescue => scene.card(what.subject.slot).owner,
        _ => what.seat,
    }
}

/// The replacement effect that an ability of the catalogue is, if it is one.
fn of_ability<'a>(scene: Scene<'a>, id: u16) -> Option<&'a vocabulary::Replacement> {
    match &scene.catalogue.ability(id).ability {
        Ability::Replacement(effect) => Some(effect),
        _ => None,
    }
}

/// The abilities of a card in play, printed and gained.
fn abilities(scene: Scene<'_>, slot: Slot) -> impl Iterator<Item = u16> {
    let stats = scene.stats(slot);
    let printed: &[u16] = if stats.is_blank() { &[] } else { &scene.face(slot).replacements };
    printed.iter().chain(&stats.gained).copied()
}

/// Returns `true` if it makes no difference which of the two applies.
pub(crate) fn is_alike(one: &Replacement, other: &Replacement) -> bool {
    (one.id, one.seat) == (other.id, other.seat) && (one.id.is_any() || one.source == other.source)
}

/// A replacement as an option: the card it is on, and which of those on it that fit.
pub(crate) fn instead(fitting: &[Replacement], number: usize) -> Choice {
    let slot = fitting[number].source.slot;
    if let Some(with) = fitting[number].id.chosen() {
        return Choice::InsteadWith(slot, With(with));
    }
    let before = fitting[..number].iter().filter(|other| other.source.slot == slot).count();
    Choice::Instead(slot, before as u8)
}
