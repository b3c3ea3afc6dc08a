//! An attack, step by step (CR 6.3; in three steps, `S2-06`).

use super::prelude::*;
use crate::board;
use crate::card::{Permissions, Zone};
use crate::facts;
use crate::lineup::Places;
use crate::vocabulary::Keyword;
use crate::words::step::Attacking;

/// An attack, from its declaration to its end (CR 6.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// The unit that attacks.
    pub attacker: Ref,
    /// The unit or base that is attacked, once it is chosen.
    pub defender: Ref,
    /// The attack step of the catalogue that began it, if one did.
    pub step: Option<u16>,
    /// No attack is made after all.
    called_off: bool,
    /// The defender has still to deal combat damage, after the attacker (CR 6.3.5C).
    strikes_back: bool,
    /// It is made using Ambush.
    ambush: bool,
    /// `true` if the defending unit deals combat damage first, and the attacker has still to;
    /// `None` until that is known.
    struck_first: Option<bool>,
    /// It must be on a unit, if able.
    compelled: bool,
    /// The second unit that is attacked, or none, once that is known.
    second: Option<Ref>,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Declare,
    Target,
    Begin,
    CombatDamage,
    StrikeBack,
    Complete,
    Over,
    Finish,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    TargetIsChosen,
    CalledOff,
    EndsWithDamage,
}

impl Attack {
    /// An attack with a unit, by an attack step or none.
    pub(crate) fn with(attacker: Ref, step: Option<u16>) -> Self {
        Self { attacker, step, ..Self::default() }
    }

    /// An attack using Ambush: the defending unit is chosen already.
    pub(crate) fn using_ambush(self, defender: Ref) -> Self {
        Self { defender, ambush: true, ..self }
    }

    fn compiled<'s>(&self, scene: &Scene<'s>) -> Option<&'s Attacking> {
        self.step.map(|step| &scene.catalogue.tables.attacks[usize::from(step)])
    }

    /// The same, as one that must be on a unit, if able, or not.
    pub(crate) const fn compelled(self, compelled: bool) -> Self {
        Self { compelled, ..self }
    }

    /// Returns `true` if it must be on a unit, if able.
    pub(crate) const fn is_compelled(&self) -> bool {
        self.compelled
    }

    /// Units that can be attacked beside the one that was chosen.
    fn seconds(&self, scene: &Scene<'_>) -> impl Iterator<Item = Slot> + use<> {
        let terms = Terms { no_bases: true, ..self.terms(scene) };
        let first = self.defender.slot;
        let others = scene.those(targets(scene, self.attacker.slot, terms));
        others.filter(move |&unit| unit != first).collect::<Vec<_>>().into_iter()
    }

    const fn is_struck_first(&self) -> bool {
        matches!(self.struck_first, Some(true))
    }

    /// The units that excess damage may be dealt to: enemy ground units that are not attacked, or any
    /// other unit in the arena of the one that is.
    fn bystanders<'s>(&self, scene: &Scene<'s>) -> impl Iterator<Item = Slot> + use<'s> {
        let scene = *scene;
        let own = scene.card(self.attacker.slot).controller;
        let attack = scene.board.attack().copied().unwrap_or_default();
        let lineup = &scene.relevance.lineup;
        let permissions = scene.stats(self.attacker.slot).permissions;
        let mut there = Places::default();
        if permissions.has(Permissions::EXCESS) {
            there = lineup.arena(Zone::Ground).and(lineup.against(own.into()));
        }
        if permissions.has(Permissions::EXCESS_IN_ARENA) {
            let arena = scene.arena_of(attack.defender);
            there = there.with(lineup.arena(arena));
        }
        let attacker = self.attacker;
        scene.those(there).filter(move |&unit| {
            let card = scene.reference(unit);
            card != attacker && !attack.defends(card)
        })
    }

    fn terms(&self, scene: &Scene<'_>) -> Terms {
        let terms = self.compiled(scene).map(|attacking| Terms::of(&attacking.step));
        Terms { units_first: self.is_compelled(), ..terms.unwrap_or_default() }
    }
}

impl Procedure for Attack {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        // Ambush has chosen both.
        When(Test::TargetIsChosen, "begin"),
        // CR 6.3.1; the attacker is exhausted first (`S2-06`, K12).
        Do(Step::Declare),
        When(Test::CalledOff, "end"),
        Do(Step::Target),
        When(Test::CalledOff, "end"),
        // CR 6.3.3
        Label("begin"),
        Do(Step::Begin),
        Drain,
        // CR 6.3.4, 6.3.5 (step two of `S2-06`)
        Do(Step::CombatDamage),
        // CR 6.3.5C
        Do(Step::StrikeBack),
        // What combat damage has triggered is resolved before it is completed (`S2-06`, K1).
        When(Test::EndsWithDamage, "complete"),
        Drain,
        // Step three of `S2-06`.
        Label("complete"),
        // What waits for it triggers before what lasted for the attack ends (CR 6.3.5).
        Do(Step::Complete),
        Do(Step::Over),
        Drain,
        Do(Step::Finish),
        Do(Step::End),
        Label("end"),
    ]);

    fn holds(run: &Run<'_, Self>, test: Test) -> bool {
        match test {
            Test::TargetIsChosen => run.locals.defender.is_some(),
            Test::CalledOff => run.locals.called_off,
            Test::EndsWithDamage => run.scene.board.edition.attack_ends_with_damage(),
        }
    }

    fn step(run: &mut Run<'_, Self>, step: Step) -> Flow {
        match step {
            Step::Declare => run.declare(),
            Step::Target => return run.target(),
            Step::Begin => {
                if let Some(flow) = run.second() {
                    return flow;
                }
                let Self { attacker, defender, .. } = *run.locals;
                let begin = Proposal::new(Verb::BeginAttack, attacker, run.seat).onto(defender);
                run.propose(Proposal::new(Verb::Exhaust, attacker, run.seat));
                let second = run.locals.second.unwrap_or(Ref::NONE);
                run.propose(begin.number(run.locals.ambush.into()).by(second));
            }
            Step::CombatDamage => {
                if run.locals.struck_first.is_none() {
                    let first = match run.may_be_struck_first() {
                        false => false,
                        true => match run.answer.take() {
                            None => return run.ask(run.seat, Prompt::May),
                            answer => answer == Some(Choice::Yes),
                        },
                    };
                    run.locals.struck_first = Some(first);
                }
                if let Some(flow) = run.combat_damage() {
                    return flow;
                }
                run.end_attack();
            }
            Step::StrikeBack => {
                if let (true, Some(attack)) = (run.locals.strikes_back, run.scene.board.attack()) {
                    if !run.locals.is_struck_first() {
                        run.strike_back(*attack);
                    } else if let Some(flow) = run.strike(*attack) {
                        return flow;
                    }
                }
            }
            Step::Complete if run.hears_completion() => run.complete(),
            Step::Complete => {}
            Step::Over => {
                if !run.hears_completion() {
                    run.complete();
                }
                run.propose(Proposal::new(Verb::AttackIsOver, run.locals.attacker, run.seat));
            }
            Step::Finish => run.finish(),
            Step::End => run.out.note = Some(Turn::AttackEnds),
        }
        Flow::Then
    }

    fn options(&self, step: Step, offer: &Offer<'_>, out: &mut Vec<Choice>) {
        let scene = &offer.scene;
        match step {
            Step::CombatDamage if self.struck_first.is_none() => {
                return out.extend([Choice::Yes, Choice::No]);
            }
            Step::CombatDamage | Step::StrikeBack => {
                out.extend(self.bystanders(scene).map(Choice::Card));
                let attacker = self.attacker.slot;
                let overwhelms = scene.stats(attacker).keywords.has(Keyword::Overwhelm);
                let attacked = scene.board.attack().map(|attack| attack.against);
                let base = attacked.map(|seat| scene.board.players[usize::from(seat)].base);
                return out.extend(match base.filter(|_| overwhelms) {
                    Some(base) => [Choice::Card(base)],
                    None => [Choice::Decline],
                });
            }
            _ => {}
        }
        if matches!(step, Step::Begin) {
            out.extend(self.seconds(scene).map(Choice::Card));
            return out.push(Choice::Done);
        }
        let targets = targets(scene, self.attacker.slot, self.terms(scene));
        out.extend(scene.those(targets).map(Choice::Card));
        // Whoever was not asked for the unit may still decline.
        if self.compiled(scene).is_some_and(|a| a.step.may && a.step.unit.is_some()) {
            out.push(Choice::Decline);
        }
    }
}

impl<L> Run<'_, L> {
    /// A frame that attacks. It collects for each of its steps.
    pub(crate) fn attack_frame(&self, attack: Attack) -> Frame<Locals> {
        let attacker = attack.attacker;
        Frame {
            seat: self.scene.card(attacker.slot).controller,
            source: attacker,
            collects: Some(self.collection),
            ..self.call(attack)
        }
    }
}

impl Run<'_, Attack> {
    /// Calls the attack off if it cannot be made. The attacker is exhausted right away, before the
    /// target is asked (K12), unless that question is also whether it attacks.
    fn declare(&mut self) {
        let attacker = self.locals.attacker;
        let terms = self.locals.terms(&self.scene);
        let able =
            self.scene.unit(attacker).is_some() && can_attack(&self.scene, attacker.slot, terms);
        if !able {
            return self.call_off();
        }
        let step = self.locals.compiled(&self.scene).map(|attacking| &attacking.step);
        let asked = step.is_none_or(|step| !step.may || step.unit.is_none());
        if asked && self.scene.board.edition.exhausts_before_target() {
            self.propose(Proposal::new(Verb::Exhaust, attacker, self.seat));
        }
    }

    /// No attack is made: what was to last for it ends.
    fn call_off(&mut self) {
        self.locals.called_off = true;
        self.propose(Proposal::new(Verb::Expire(Until::Attack), Ref::NONE, self.seat));
    }

    fn target(&mut self) -> Flow {
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.locals.defender = self.scene.reference(slot);
                self.grants_of_target();
            }
            Some(_) => self.call_off(),
            None => {
                // That it was exhausted may have changed what there is to attack.
                let attacker = self.locals.attacker;
                let terms = self.locals.terms(&self.scene);
                let able = self.scene.unit(attacker).is_some()
                    && !targets(&self.scene, attacker.slot, terms).is_empty();
                if able {
                    return self.ask(self.seat, Prompt::Target);
                }
                self.call_off();
            }
        }
        Flow::Then
    }

    /// Asks for a second unit, where the attacker can attack two.
    fn second(&mut self) -> Option<Flow> {
        let Attack { attacker, defender, second, .. } = *self.locals;
        let able = |unit: Ref| {
            self.scene.unit(unit).is_some()
                && self.scene.stats(unit.slot).permissions.has(Permissions::ATTACKS_TWO)
        };
        if second.is_some() || !able(attacker) || self.scene.unit(defender).is_none() {
            return None;
        }
        let second = match self.answer.take() {
            None if self.locals.seconds(&self.scene).next().is_some() => {
                return Some(self.ask(self.seat, Prompt::Target));
            }
            Some(Choice::Card(slot)) => {
                let unit = self.scene.reference(slot);
                self.grants_against(unit);
                unit
            }
            _ => Ref::NONE,
        };
        self.locals.second = Some(second);
        None
    }

    /// Gives the target and the attacker what a modified attack on a unit gives them.
    fn grants_of_target(&mut self) {
        self.grants_against(self.locals.defender);
    }

    fn grants_against(&mut self, defender: Ref) {
        let attacker = self.locals.attacker;
        if self.scene.unit(defender).is_none() {
            return;
        }
        let Some(Attacking { step, grant_against_unit, grant_defender, .. }) =
            self.locals.compiled(&self.scene)
        else {
            return;
        };
        let cx = Context { target: defender, ..Context::of(self.seat, self.source) };
        if !self.scene.fits(&step.against, defender.slot, &cx) {
            return;
        }
        let times = self.scene.measure(&step.per, &cx);
        let given = [
            (
                !step.grant_against_unit.is_empty()
                    && times > 0
                    && defender == self.locals.defender,
                attacker,
                *grant_against_unit,
                times,
            ),
            (!step.grant_defender.is_empty(), defender, *grant_defender, 1),
        ];
        for (_, unit, grants, times) in given.into_iter().filter(|(any, ..)| *any) {
            let last = Proposal::new(Verb::Last(Until::Attack), unit, self.seat);
            self.propose(last.number(grants).by(self.source).amount(times));
        }
    }

    fn damage(&self, by: Ref, to: Ref, amount: i16) -> Proposal {
        let seat = self.scene.card(by.slot).controller;
        let held = self.scene.stats(by.slot).permissions.has(Permissions::NO_COMBAT_DAMAGE);
        let amount = if held { 0 } else { amount };
        Proposal { combat: true, ..Proposal::new(Verb::Damage, to, seat).amount(amount).by(by) }
    }

    /// Returns `true` if the attacking player says who deals combat damage first.
    fn may_be_struck_first(&self) -> bool {
        self.scene.board.attack().is_some_and(|attack| {
            let may =
                |card: Ref| self.scene.stats(card.slot).permissions.has(Permissions::STRUCK_FIRST);
            self.scene.unit(attack.attacker).is_some()
                && may(attack.attacker)
                && !attack.base
                && attack.defenders().any(|defender| self.scene.unit(defender).is_some())
        })
    }

    /// Deals combat damage, or asks what has to be known before.
    fn combat_damage(&mut self) -> Option<Flow> {
        let attack = self.scene.board.attack().copied()?;
        // No attacker, no combat damage (CR 6.3.4B).
        self.scene.unit(attack.attacker)?;
        if self.locals.is_struck_first() {
            self.locals.strikes_back = true;
            self.strike_back(attack);
            return None;
        }
        if let Some(flow) = self.strike(attack) {
            return Some(flow);
        }
        let there = |defender: Ref| self.scene.unit(defender).is_some();
        if !attack.base && attack.defenders().any(there) {
            let stats = self.scene.stats(attack.attacker.slot);
            self.locals.strikes_back = stats.permissions.has(Permissions::DAMAGE_FIRST);
            if !self.locals.strikes_back {
                self.strike_back(attack);
            }
        }
        None
    }

    /// The attacker deals combat damage, if it is still there, and nothing is asked before.
    fn strike(&mut self, attack: board::Attack) -> Option<Flow> {
        self.scene.unit(attack.attacker)?;
        let stats = self.scene.stats(attack.attacker.slot);
        let by_remaining_hp =
            self.locals.compiled(&self.scene).is_some_and(|a| a.step.by_remaining_hp);
        let power = match by_remaining_hp {
            true => self.scene.remaining(attack.attacker.slot),
            false => i16::from(stats.power),
        };
        if attack.base {
            self.propose(self.damage(attack.attacker, attack.defender, power));
            return None;
        }
        let overwhelm = stats.keywords.has(Keyword::Overwhelm);
        let mut onto = if overwhelm { self.base(attack.against) } else { Ref::NONE };
        if stats.permissions.has(Permissions::EXCESS | Permissions::EXCESS_IN_ARENA) {
            match self.answer.take() {
                None if self.exceeds(attack, power, overwhelm) => {
                    return Some(self.ask(self.seat, Prompt::Excess));
                }
                Some(Choice::Card(slot)) => onto = self.scene.reference(slot),
                _ => {}
            }
        }
        let excess = self.damage(attack.attacker, onto, power);
        for defender in attack.defenders() {
            if self.scene.unit(defender).is_some() {
                self.propose(self.damage(attack.attacker, defender, power));
                if onto.is_some() {
                    self.propose(Proposal { excess: true, ..excess });
                }
            } else if overwhelm {
                // The defending unit is gone: all of it is excess (CR 1.9.11, 7.5.7F).
                self.propose(excess);
            }
        }
        None
    }

    /// Returns `true` if the attacker deals more than its targets need to be defeated (CR 1.9.11,
    /// 6.3.4), and there is a unit that it may deal that to.
    fn exceeds(&self, attack: board::Attack, power: i16, overwhelm: bool) -> bool {
        let power = self.damage(attack.attacker, Ref::NONE, power).amount;
        let exceeds = |defender: Ref| {
            if self.scene.unit(defender).is_none() {
                return overwhelm && power > 0;
            }
            let stats = self.scene.stats(defender.slot);
            let hit = self.damage(attack.attacker, defender, power);
            (stats.shields == 0 || !self.scene.is_preventable(&hit))
                && !stats.permissions.has(Permissions::UNDEFEATED)
                && power > self.scene.remaining(defender.slot)
        };
        attack.defenders().any(exceeds) && self.locals.bystanders(&self.scene).next().is_some()
    }

    /// Proposes the end of the attack, on which abilities trigger together with the combat damage,
    /// whether the attacker survives that or not (CR 7.6.16A, 7.6.16C).
    fn end_attack(&mut self) {
        let Some(attack) = self.scene.board.attack() else { return };
        let heard = facts::ATTACK_ENDS | facts::DEFENSE_ENDS;
        if self.scene.relevance.listens & heard != 0 && self.scene.unit(attack.attacker).is_some() {
            let end = Proposal::new(Verb::EndAttack, attack.attacker, self.seat);
            let unit = |card: Ref| if attack.base { Ref::NONE } else { card };
            self.propose(end.onto(unit(attack.defender)).by(unit(attack.second)));
        }
    }

    fn hears_completion(&self) -> bool {
        self.scene.relevance.listens & facts::COMPLETES != 0
    }

    fn complete(&mut self) {
        let attacker = self.scene.board.attack().map_or(Ref::NONE, |a| a.attacker);
        self.propose(Proposal::new(Verb::CompleteAttack, attacker, self.seat));
    }

    /// Everything that the attack triggered has been resolved: told where something waits for it.
    fn finish(&mut self) {
        let mut effects = self.scene.effects_of(Effects::DELAYED);
        if effects.any(|(_, effect)| matches!(effect.kind, EffectKind::Delayed { .. })) {
            let attacker = self.locals.attacker;
            self.propose(Proposal::new(Verb::FinishAttack, attacker, self.seat));
        }
    }

    /// Each defending unit deals combat damage to the attacker, if it is still there.
    fn strike_back(&mut self, attack: board::Attack) {
        for defender in attack.defenders() {
            if self.scene.unit(defender).is_some() {
                let power = self.scene.stats(defender.slot).power;
                self.propose(self.damage(defender, attack.attacker, power.into()));
            }
        }
    }
}
