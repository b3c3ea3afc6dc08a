//! The answers to what is asked.

use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;

use super::Offer;
use crate::attack::{Terms, can_attack};
use crate::cost::{Gained, Payer, Paying, Way, hosts, payment, smuggles};
use crate::prelude::*;
use crate::procedure::Locals;
use crate::purse::{Purse, payers};
use crate::seats::Several;
use crate::vocabulary::UpgradeSide;
use crate::words::cost::Cost;
use crate::words::cost::word::Bill;
use crate::words::step::PlayAt;
use crate::words::step::PlayStep;

/// Enumerates the options of the decision that opened.
pub(crate) fn offer(scene: Scene, stack: &Stack<Unlimited>, decision: &mut Decision<Unlimited>) {
    let (Some(prompt), Some(frame)) = (decision.prompt, stack.running()) else { return };
    Offer { scene, seat: decision.seat, frame }.options(prompt, &mut decision.options);
}

impl<'a> Offer<'a> {
    /// The payer by whose means cards cost what they do for the player who is asked.
    pub(crate) fn payer(&self) -> Payer<'a> {
        Payer::new(self.scene, self.seat)
    }

    /// Returns `true` if the question is whether a card is played for free.
    #[must_use]
    pub(crate) fn is_about_free(&self) -> bool {
        let Locals::Play(play) = &self.frame.locals else { return false };
        play.may_be_free(&self.scene, self.seat)
    }

    /// Adds all options of a decision.
    pub fn options(&self, prompt: Prompt, out: &mut Vec<Choice>) {
        // The stages that ask have entered the others.
        if self.asks_for_opponent(prompt) {
            let opponents = self.scene.board.players.opponents(self.frame.seat);
            out.extend(opponents.into_iter().map(Choice::First));
        } else if !matches!(prompt, Prompt::Replace | Prompt::First | Prompt::Which) {
            self.of_program(out);
        }
        if out.is_empty() {
            out.push(Choice::Nothing);
        }
    }

    /// Adds the units that an upgrade can attach to.
    pub(crate) fn hosts(&self, upgrade: Slot, out: &mut Vec<Choice>) {
        let mut found = Refs::new();
        hosts(&self.scene, upgrade, self.seat, &mut found);
        out.extend(found.iter().map(|card| Choice::Card(card.slot)));
    }

    /// Adds what the player whose turn it is can do (CR 1.15).
    pub(crate) fn actions(&self, out: &mut Vec<Choice>) {
        let scene = &self.scene;
        let player = &scene.board.players[usize::from(self.seat)];
        if self.compelled(out) {
            return;
        }
        let payer = self.payer();
        for &slot in &player.hand {
            if payer.can_play(slot, Payment::Cost.into()) {
                out.push(Choice::Play(slot));
            }
            if payer.can_pilot(slot, Payment::Cost) {
                out.push(Choice::Pilot(slot));
            }
        }
        let allowances = scene.effects_of(Effects::ALLOWANCES);
        for (_, effect) in allowances.filter(|(_, effect)| effect.seat == self.seat) {
            let slot = effect.target.slot;
            let allows = matches!(effect.kind, EffectKind::Allowance { .. });
            if !allows || !scene.is_current(effect.target) || out.contains(&Choice::Play(slot)) {
                continue;
            }
            let pay = scene.allowance(self.seat, slot).unwrap_or_default();
            if payer.can_play(slot, pay.into()) {
                out.push(Choice::Play(slot));
            }
            if payer.can_pilot(slot, pay) && !out.contains(&Choice::Pilot(slot)) {
                out.push(Choice::Pilot(slot));
            }
        }
        if scene.relevance.buried {
            for &slot in &player.discard {
                let plays = scene.has(slot, Has::BURIED)
                    && !out.contains(&Choice::Play(slot))
                    && self.rises(slot)
                    && payer.can_play(slot, Payment::Cost.into());
                if plays {
                    out.push(Choice::Play(slot));
                }
            }
        }
        let smuggling = scene.relevance.lends() || scene.relevance.smuggles;
        for &slot in if smuggling { &player.resources[..] } else { &[] } {
            let ways = 0..smuggles(scene, slot).len() as u8;
            let payable = ways.filter(|&n| payer.can_play(slot, Paying::by(Way::Smuggle(n))));
            out.extend(payable.map(|n| Choice::Smuggle(slot, n)));
        }
        let lineup = &scene.relevance.lineup;
        let own = lineup.of[usize::from(self.seat)];
        let users = lineup.actions.with(lineup.granted);
        for place in own.and(lineup.units().without(lineup.attached).with(users)).iter() {
            let slot = scene.at(place);
            if can_attack(scene, slot, Terms::default()) {
                out.push(Choice::Attack(slot));
            }
            if users.has(place) {
                self.uses(slot, out);
            }
        }
        if lineup.has.any(Has::PUBLIC) {
            for slot in scene.those(lineup.actions.without(own)) {
                if scene.brief(slot).has.any(Has::PUBLIC) {
                    self.uses(slot, out);
                }
            }
        }
        for leader in player.leaders() {
            if self.can_deploy(leader) {
                out.push(Choice::Deploy(leader));
            }
            if self.can_deploy_as_upgrade(leader) {
                out.push(Choice::DeployAsUpgrade(leader));
            }
        }
        if !scene.board.taken {
            out.push(Choice::Initiative);
        }
        if scene.board.suns {
            self.counters(out);
        } else {
            out.push(Choice::Pass);
        }
    }

    /// Adds the other counters that are there in Twin Suns, or, where all were taken, passing (CR 12.5.3,
    /// 12.6.1A).
    fn counters(&self, out: &mut Vec<Choice>) {
        let Board { taken, blast, plan, .. } = *self.scene.board;
        if !blast {
            out.push(Choice::Blast);
        }
        if !plan {
            out.push(Choice::Plan);
        }
        if taken && blast && plan {
            out.push(Choice::Pass);
        }
    }

    /// Returns `true` if the question is which opponent an ability is about.
    pub(crate) fn asks_for_opponent(&self, prompt: Prompt) -> bool {
        prompt == Prompt::Player && !matches!(self.op(), Some(Op::EachPlayer(_)))
    }

    /// Adds attacks with the units with which the player must attack next, if able. Returns whether
    /// there is any.
    fn compelled(&self, out: &mut Vec<Choice>) -> bool {
        let scene = &self.scene;
        for (_, effect) in scene.compulsions(self.seat) {
            let attack = Choice::Attack(effect.target.slot);
            let own = scene.unit(effect.target).is_some_and(|unit| unit.controller == self.seat);
            let able = own && can_attack(scene, effect.target.slot, Terms::default());
            if able && !out.contains(&attack) {
                out.push(attack);
            }
        }
        !out.is_empty()
    }

    /// Returns `true` for a card in the discard pile that says that it may be played now.
    fn rises(&self, slot: Slot) -> bool {
        let scene = &self.scene;
        let cx = Context::of(self.seat, scene.reference(slot));
        let says = scene.front(slot).buried.map(|id| &scene.catalogue.ability(id).ability);
        let Some(Ability::Buried { condition }) = says else { return false };
        condition.as_ref().is_none_or(|condition| scene.holds(condition, &cx))
    }

    /// Returns `true` for a leader that can be deployed: enough resources, and not used before (CR
    /// 3.4.4).
    #[must_use]
    #[inline(always)] // Nearly always its first lines say enough.
    pub fn can_deploy(&self, leader: Slot) -> bool {
        let marks = self.scene.card(leader).marks;
        if marks.has(Marks::DEPLOYED) || marks.has(Marks::EPIC_USED) {
            return false;
        }
        let resources = self.scene.board.players[usize::from(self.seat)].resources.len() as i16;
        let printed = self.scene.printed(leader);
        let needs = i16::from(printed.deploy_at);
        let more = || {
            let with = printed.deploy_with.as_ref()?;
            Some(self.scene.measure(with, &Context::of(self.seat, self.scene.reference(leader))))
        };
        needs > 0 && (resources >= needs || resources + more().unwrap_or_default() >= needs)
    }

    /// Returns `true` for a leader that can be deployed as an upgrade: it can be deployed, its
    /// other side says so and there is a unit for it (CR 3.4.4A).
    #[must_use]
    pub fn can_deploy_as_upgrade(&self, leader: Slot) -> bool {
        let side = self.scene.printed(leader).upgrade_side();
        side.is_some_and(UpgradeSide::is_deployed) && self.can_deploy(leader) && {
            let mut found = Refs::new();
            hosts(&self.scene, leader, self.seat, &mut found);
            !found.is_empty()
        }
    }

    pub(crate) fn uses(&self, slot: Slot, out: &mut Vec<Choice>) {
        for (index, ability) in (0..).zip(self.scene.actions(slot)) {
            if self.can_use(slot, ability) {
                out.push(Choice::Use(slot, index));
            }
        }
    }

    /// Returns `true` for an action ability of a card that can be used: its whole cost can be paid
    /// (CR 6.4.4A) and, for an epic one, it was not used before.
    fn can_use(&self, slot: Slot, ability: u16) -> bool {
        let scene = &self.scene;
        let card = scene.card(slot);
        let compiled = scene.catalogue.ability(ability);
        let Ability::Action { cost, epic, limit, anyone, opponents, .. } = &compiled.ability else {
            return false;
        };
        if *epic && card.marks.has(Marks::EPIC_USED)
            || limit.is_some_and(|limit| card.is_used_up(limit))
            || if card.controller == self.seat { *opponents } else { !anyone && !opponents }
        {
            return false;
        }
        if compiled.ability.is_free() {
            return self.plays_something(compiled.program, card.reference(slot))
                || self.attacks(&compiled.ability, card.reference(slot));
        }
        let bill = Bill::new(self, Context::of(self.seat, card.reference(slot)), cost);
        // Nearly always this says enough.
        if bill.exhausts.is_some() && card.is_exhausted() {
            return false;
        }
        cost.iter().all(|part| part.can(&bill))
    }

    /// Returns `true` for a free ability that changes something: its first step plays a card (CR
    /// 6.4.2A).
    fn plays_something(&self, program: u16, source: Ref) -> bool {
        let Some(Op::Play(PlayAt(index))) = self.scene.catalogue.program(program).first() else {
            return false;
        };
        let play = &self.scene.catalogue.tables.plays[usize::from(*index)].step;
        playable(self.scene, play, &Context::of(self.seat, source)).next().is_some()
    }

    /// Returns `true` if a unit can attack by a free ability that begins with that.
    fn attacks(&self, ability: &Ability, source: Ref) -> bool {
        let (scene, cx) = (&self.scene, Context::of(self.seat, source));
        ability.first_attacks().into_iter().any(|attack| {
            let able = |unit: Slot| can_attack(scene, unit, Terms::of(attack));
            scene
                .units_under(self.seat)
                .any(|unit| scene.fits(&attack.with, unit, &cx) && able(unit))
        })
    }

    /// Adds the numbers of Credit tokens that can be defeated to pay so much.
    pub(crate) fn credits(&self, price: i16, out: &mut Vec<Choice>) {
        let purse = Purse::of(&self.scene, self.seat);
        out.extend(purse.credits_for(price).map(Choice::Number));
    }

    /// Adds what the rest of a cost can be paid with, without exhausting these cards: units, or
    /// resources with a number of Credit tokens, if there are any.
    pub(crate) fn payments(&self, cost: i16, but: &[Slot], out: &mut Vec<Choice>) {
        let purse = Purse::for_costs(&self.scene, self.seat, but);
        let due = rest(&self.scene, self.seat, purse, cost);
        if due > 0 && purse.units > 0 {
            let units = payers(&self.scene, self.seat, but);
            out.extend(units.iter().map(|unit| Choice::Card(unit.slot)));
            if purse.credits == 0 {
                let rest = due <= purse.ready.into();
                return out.extend(rest.then_some(Choice::Done));
            }
        }
        out.extend(purse.credits_for(due).map(Choice::Number));
    }

    /// Adds what a cost can be paid with.
    pub(crate) fn payable(&self, cost: &[Cost], out: &mut Vec<Choice>) {
        let bill = Bill::new(self, self.cx(), cost);
        cost.iter().for_each(|part| part.options(&bill, out));
    }

    /// Adds the friendly tokens but those that are chosen already; Credit tokens, which nothing tells
    /// apart, are one option.
    pub(crate) fn tokens(&self, but: &[Ref], credits: u8, out: &mut Vec<Choice>) {
        let free = |slot: &Slot| !but.iter().any(|card| card.slot == *slot);
        out.extend(self.scene.tokens_of(self.seat).filter(free).map(Choice::Card));
        if self.scene.board.players[usize::from(self.seat)].credits > credits {
            out.push(Choice::Credit);
        }
    }

    /// Cards that fit and are not among `not`.
    pub(crate) fn cards(&self, filter: &Filter, not: &[Register], out: &mut Vec<Choice>) {
        let mut found = Refs::new();
        self.scene.candidates(filter, &self.cx(), &mut found);
        let bound = |card: Ref| {
            let mut held = self.frame.locals.held().filter(|(register, _)| not.contains(register));
            held.any(|(_, held)| self.scene.is_same(held, card))
        };
        out.extend(found.iter().filter(|card| !bound(**card)).map(|c| Choice::Card(c.slot)));
    }

    /// Adds the options of what an ability asks.
    pub(crate) fn of_ability(&self, out: &mut Vec<Choice>) {
        let question = self.op().and_then(Op::question);
        if let (Some(question), Some(locals)) = (question, self.frame.locals.ability()) {
            question.options(self, locals, out);
        }
    }
}

/// The rest of a cost that is still to be paid, in resources.
pub(crate) fn rest(scene: &Scene, seat: Seat, purse: Purse, cost: i16) -> i16 {
    let paid = scene.board.players[usize::from(seat)].advance;
    (purse.due(cost) - i16::from(paid)).max(0)
}

/// The ways in which a play step can play cards: they fit and can be paid. `Card` plays one as
/// what it is, `Pilot` a unit as an upgrade (CR 7.5.17C).
pub(crate) fn playable<'a>(
    scene: Scene<'a>,
    step: &'a PlayStep,
    cx: &'a Context<'a>,
) -> impl Iterator<Item = Choice> + 'a {
    let player = &scene.board.players[usize::from(cx.seat)];
    let list = |place: Place| match place {
        Place::Hand => &player.hand[..],
        Place::Discard => &player.discard[..],
        Place::Resources => &player.resources[..],
        // Its top card.
        Place::Deck => player.deck.last().map_or(&[][..], core::slice::from_ref),
        Place::Looked | Place::Captured | Place::Play | Place::Elsewhere => &[],
    };
    let places = || list(step.what.place).iter().chain(step.or_from.map_or(&[][..], list));
    let opponents =
        if step.any_discard { scene.board.players.opponents(cx.seat) } else { Several::new() };
    let others = opponents
        .into_iter()
        .flat_map(move |seat| &scene.board.players[usize::from(seat)].discard[..]);
    let only = step.card.as_ref().map(|card| scene.now(scene.first(card, cx)));
    let there = move |card: &Ref| {
        scene.is_current(*card) && {
            let zone = scene.card(card.slot).zone;
            step.what.place.is(zone) || step.or_from.is_some_and(|p| p.is(zone))
        }
    };
    // What did not leave play cannot be played.
    let out_of_play =
        move |card: &Ref| scene.is_current(*card) && !scene.card(card.slot).zone.is_play();
    let looked = cx.bound(Register::It).filter(|_| step.what.place == Place::Looked);
    let looked = looked.map(move |card| scene.now(card)).filter(out_of_play);
    let any =
        only.is_none().then(|| places().chain(others).copied().chain(looked.map(|card| card.slot)));
    let one = only.filter(there).map(|card| card.slot);
    let payer = Payer::new(scene, cx.seat);
    one.into_iter().chain(any.into_iter().flatten()).flat_map(move |slot| {
        let kind = scene.printed(slot).kind();
        let pay = || payment(&scene, step, slot, cx);
        if step.has_no_host(&scene, slot, cx) {
            return [None, None].into_iter().flatten().chain(ArrayVec::new());
        }
        // What it costs may rest on the unit: there is one that is meant, and for which it can be paid.
        let hosted = |paying: Paying| {
            step.on.is_none()
                || payer.can_attach_to(slot, paying, |unit| step.is_onto(&scene, unit, cx))
        };
        let gained = Gained::by(step);
        let printed = || Paying { gained, ..pay().into() };
        let plays = !step.piloting
            && !step.smuggle
            && matches!(kind, Kind::Unit | Kind::Event | Kind::Upgrade)
            && !scene.has(slot, Has::FIRST_ACTION)
            && scene.fits_card(&step.what, slot, cx)
            && payer.can_play(slot, printed())
            && hosted(printed());
        let upgrade = KindSet::Upgrade.into();
        let pilots = !step.smuggle
            && scene.has(slot, Has::PILOTING)
            && scene.fits_played(&step.what, slot, upgrade, cx)
            && payer.can_pilot(slot, pay())
            && hosted(Paying { pay: pay(), ..Paying::by(Way::Piloting) });
        let ways = [plays.then_some(Choice::Card(slot)), pilots.then_some(Choice::Pilot(slot))];
        let mut smuggled = ArrayVec::<Choice, 8>::new();
        if step.smuggle && scene.fits_card(&step.what, slot, cx) {
            let way = |n| Paying { pay: pay(), way: Way::Smuggle(n), gained };
            let all = 0..smuggles(&scene, slot).len() as u8;
            let payable = all.filter(|&n| payer.can_play(slot, way(n)));
            smuggled.extend(payable.map(|n| Choice::Smuggle(slot, n)));
        }
        ways.into_iter().flatten().chain(smuggled)
    })
}

/// The copies of a unique card that its controller has in play (CR 8.29.3).
pub fn copies<'s>(scene: &'s Scene, slot: Slot) -> impl Iterator<Item = Slot> + 's {
    let lineup = &scene.relevance.lineup;
    let theirs = lineup.unique.and(lineup.of[usize::from(scene.card(slot).controller)]);
    let title = scene.brief(slot).title;
    scene.those(theirs).filter(move |&other| scene.brief(other).title == title)
}
