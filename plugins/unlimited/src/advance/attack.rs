//! Attacks, step by step (CR 6.3; the seed's three steps).

use cardmill_kernel::card::Ref;
use cardmill_kernel::stack::Frame;

use super::{Flow, Run};
use crate::attack::{Terms, can_attack, targets};
use crate::card::Permissions;
use crate::choice::{Choice, Locals, Prompt};
use crate::program::{ATTACK, Attacking};
use crate::proposal::{Proposal, Verb};
use crate::vocabulary::{Keyword, Kind, Register, Until};

impl Run<'_> {
    /// A frame that attacks with a unit. It collects for each of its steps.
    pub(super) fn attack_frame(&self, attacker: Ref, step: Option<u16>) -> Frame<Locals> {
        let mut locals = Locals { step, ..Locals::default() };
        locals.bind(Register::It, attacker);
        let mut frame = self.call(ATTACK, locals);
        frame.seat = self.scene.card(attacker.slot).controller;
        frame.source = attacker;
        frame.collects = Some(self.collection);
        frame
    }

    /// The attack step that began this attack, if one did.
    fn attacking(&self) -> Option<&Attacking> {
        self.frame.locals.step.map(|n| &self.scene.catalogue.tables.attacks[usize::from(n)])
    }

    /// Whether the attack is made at all. By the seed the attacker is exhausted right away, before
    /// the target is asked (K12), unless that question is also whether it attacks.
    pub(super) fn declare(&mut self) -> Flow {
        if self.defender().is_some() {
            return Flow::Next; // Ambush has chosen both.
        }
        let (attacker, terms) = (self.attacker(), self.terms());
        let able =
            self.scene.unit(attacker).is_some() && can_attack(&self.scene, attacker.slot, terms);
        if !able {
            return self.no_attack();
        }
        let asked = self.attacking().is_none_or(|a| !a.step.may || a.step.unit.is_none());
        if asked && self.scene.board.edition.exhausts_before_target() {
            self.propose(Proposal::new(Verb::Exhaust, attacker, self.frame.seat));
        }
        Flow::Then
    }

    fn terms(&self) -> Terms {
        self.attacking().map_or_else(Terms::default, |attacking| Terms::of(&attacking.step))
    }

    /// No attack is made: what was to last for it ends, and so does the program.
    fn no_attack(&mut self) -> Flow {
        self.propose(Proposal::new(Verb::Expire(Until::Attack), Ref::NONE, self.frame.seat));
        Flow::Jump((self.scene.catalogue.program(ATTACK).len() - 1) as u16)
    }

    pub(super) fn target(&mut self) -> Flow {
        if self.defender().is_some() {
            return Flow::Next; // Ambush has chosen already.
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Other, self.scene.reference(slot));
                self.grants_of_target();
                Flow::Then
            }
            Some(_) => self.no_attack(),
            None => {
                // That it was exhausted may have changed what there is to attack.
                let attacker = self.attacker();
                let able = self.scene.unit(attacker).is_some()
                    && targets(&self.scene, attacker.slot, self.terms()).next().is_some();
                if able { self.ask(self.frame.seat, Prompt::Target) } else { self.no_attack() }
            }
        }
    }

    pub(super) fn attacker(&self) -> Ref {
        self.frame.locals.bound(Register::It).next().unwrap_or_default()
    }

    pub(super) fn defender(&self) -> Ref {
        self.frame.locals.bound(Register::Other).next().unwrap_or_default()
    }

    /// What a modified attack on a unit gives that and the attacker.
    fn grants_of_target(&mut self) {
        let defender = self.defender();
        if self.scene.unit(defender).is_none() {
            return;
        }
        let Some(Attacking { step, grant_against_unit, grant_defender, .. }) = self.attacking()
        else {
            return;
        };
        let given = [
            (!step.grant_against_unit.is_empty(), self.attacker(), *grant_against_unit),
            (!step.grant_defender.is_empty(), defender, *grant_defender),
        ];
        for (_, unit, grants) in given.into_iter().filter(|(any, ..)| *any) {
            let last = Proposal::new(Verb::Last(Until::Attack), unit, self.frame.seat);
            self.propose(last.number(grants).by(self.frame.source));
        }
    }

    pub(super) fn begin_attack(&mut self) -> Flow {
        let (attacker, defender) = (self.attacker(), self.defender());
        self.propose(Proposal::new(Verb::Exhaust, attacker, self.frame.seat));
        self.propose(Proposal::new(Verb::BeginAttack, attacker, self.frame.seat).onto(defender));
        Flow::Then
    }

    pub(super) fn damage(&mut self, by: Ref, to: Ref, amount: i16) -> Proposal {
        let seat = self.scene.card(by.slot).controller;
        Proposal { combat: true, ..Proposal::new(Verb::Damage, to, seat).amount(amount).by(by) }
    }

    pub(super) fn combat_damage(&mut self) -> Flow {
        let Some(attack) = self.scene.board.attack().copied() else { return Flow::Next };
        let Some(unit) = self.scene.unit(attack.attacker) else {
            return Flow::Next; // No attacker, no combat damage (CR 6.3.4B).
        };
        let stats = self.scene.stats(attack.attacker.slot);
        let power = i16::from(stats.power);
        let overwhelm = stats.keywords.has(Keyword::Overwhelm) && !attack.base;
        let enemy_base = self.base(1 - unit.controller);
        if attack.base {
            let hit = self.damage(attack.attacker, attack.defender, power);
            self.propose(hit);
        } else if self.scene.unit(attack.defender).is_some() {
            let hit = self.damage(attack.attacker, attack.defender, power);
            self.propose(hit);
            if overwhelm {
                let excess = self.damage(attack.attacker, enemy_base, power);
                self.propose(Proposal { excess: true, ..excess });
            }
            if stats.permissions.has(Permissions::DAMAGE_FIRST) {
                self.frame.locals.asking = true; // The defender strikes back afterwards.
            } else {
                let back = self.scene.stats(attack.defender.slot).power;
                let hit = self.damage(attack.defender, attack.attacker, back.into());
                self.propose(hit);
            }
        } else if overwhelm && attack.defender.is_some() {
            // The defending unit is gone: all of it is excess (CR 7.5.7F).
            let all = self.damage(attack.attacker, enemy_base, power);
            self.propose(all);
        }
        Flow::Then
    }

    pub(super) fn strike_back(&mut self) -> Flow {
        let Some(attack) = self.scene.board.attack().copied() else { return Flow::Next };
        if core::mem::take(&mut self.frame.locals.asking)
            && self.scene.unit(attack.defender).is_some()
        {
            let back = self.scene.stats(attack.defender.slot).power;
            let hit = self.damage(attack.defender, attack.attacker, back.into());
            self.propose(hit);
        }
        Flow::Then
    }

    /// The unit readies and attacks an enemy unit, if it may and its controller wants to
    /// (CR 7.5.5; K4: by the seed one that was played readies).
    pub(super) fn ambush(&mut self) -> Flow {
        let unit = self.frame.source;
        if self.scene.unit(unit).is_none() || !can_attack(&self.scene, unit.slot, Terms::AMBUSH) {
            return Flow::Next;
        }
        match self.answer.take() {
            None => self.ask(self.frame.seat, Prompt::Ambush),
            Some(Choice::Card(slot)) => {
                let played = self.scene.printed(unit.slot).kind() == Kind::Unit;
                if played && self.scene.board.edition.ambush_readies() {
                    self.propose(Proposal::new(Verb::Ready, unit, self.frame.seat));
                }
                let mut frame = self.attack_frame(unit, None);
                frame.locals.bind(Register::Other, self.scene.reference(slot));
                self.begin(frame);
                Flow::Then
            }
            Some(_) => Flow::Next,
        }
    }

    pub(super) fn saboteur(&mut self) -> Flow {
        let (scene, seat, defender) = (self.scene, self.frame.seat, self.frame.subject);
        if scene.unit(defender).is_some() {
            let shields = scene.upgrades(defender.slot);
            let shields =
                shields.filter(|&slot| scene.card(slot).definition == scene.catalogue.shield);
            self.out.proposals.extend(
                shields.map(|slot| Proposal::new(Verb::Defeat, scene.reference(slot), seat)),
            );
        }
        Flow::Then
    }
}
