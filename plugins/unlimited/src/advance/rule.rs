//! The game's own procedures: the turn structure, attacks, playing cards, using abilities.

use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::window::Waiting;

use super::{Flow, Run, Turn};
use crate::attack::{Limits, can_attack};
use crate::card::{Permissions, Zone};
use crate::choice::{Choice, Locals, Prompt};
use crate::cost::{cost, discounts};
use crate::effect::EffectKind;
use crate::program::{ATTACK, PLAY, Rule, USE};
use crate::proposal::{Proposal, Verb};
use crate::scene::Refs;
use crate::vocabulary::{
    Ability, Cost, Due, Keyword, Kind, Payment, Register, Token, Until, Window,
};

/// Cards put into the resource zone before the first round (CR 5.2.1F).
const FIRST_RESOURCES: u8 = 2;
/// Cards drawn in the regroup phase (CR 5.5.1B).
const REGROUP_DRAW: u8 = 2;

impl Run<'_, '_, '_, '_> {
    pub(super) fn rule(&mut self, rule: Rule) -> Flow {
        match rule {
            Rule::Mulligan(n) => self.mulligan(n),
            Rule::FirstResources(n) => self.first_resources(n),
            Rule::PlaceResources { ready } => self.place_resources(ready),
            Rule::StartRound => self.start(Window::ActionPhase),
            Rule::Due(due) => self.due(due),
            Rule::Drain => {
                self.out.drain = true;
                Flow::Then
            }
            Rule::Turn => self.turn(),
            Rule::NextTurn(turn) => {
                self.out.turn = Some(Turn::Passes);
                if self.scene.board.passes >= 2 { Flow::Next } else { Flow::Jump(turn) }
            }
            Rule::EndActionPhase => self.expire(Until::Phase),
            Rule::StartRegroup => self.start(Window::RegroupPhase),
            Rule::DrawTwo => self.draw_two(),
            Rule::Resource(n) => self.resource(n),
            Rule::ReadyCards => self.ready_cards(),
            Rule::EndRound => self.expire(Until::Round),
            Rule::Target => self.target(),
            Rule::BeginAttack => self.begin_attack(),
            Rule::CombatDamage => self.combat_damage(),
            Rule::StrikeBack => self.strike_back(),
            Rule::CompleteAttack => {
                let attacker = self.scene.board.attack().map_or(Ref::NONE, |a| a.attacker);
                self.propose(Proposal::new(Verb::CompleteAttack, attacker, self.frame.seat));
                Flow::Then
            }
            Rule::EndAttack => {
                self.out.turn = Some(Turn::AttackEnds);
                Flow::Next
            }
            Rule::Host => self.host(),
            Rule::PayAndPlay => self.pay_and_play(),
            Rule::EventText => self.event_text(),
            Rule::CostChoice => self.cost_choice(),
            Rule::PayCosts => self.pay_costs(),
            Rule::AbilityText => self.ability_text(),
            Rule::Ambush => self.ambush(),
            Rule::Shielded => {
                let give = Proposal::new(Verb::Give(Token::Shield), self.frame.source, self.frame.seat);
                self.propose(give.amount(1));
                Flow::Then
            }
            Rule::Restore => {
                let base = self.base(self.frame.seat);
                let heal = Proposal::new(Verb::Heal, base, self.frame.seat);
                self.propose(heal.amount(self.frame.locals.number).by(self.frame.source));
                Flow::Then
            }
            Rule::Saboteur => self.saboteur(),
            Rule::Unique => self.unique(),
        }
    }

    fn base(&self, seat: Seat) -> Ref {
        self.scene.reference(self.scene.board.players[usize::from(seat)].base)
    }

    /// The n-th player, the one who started with the initiative first.
    fn nth(&self, n: u8) -> Seat {
        (self.scene.board.lead() + n) % 2
    }

    fn mulligan(&mut self, n: u8) -> Flow {
        let seat = self.nth(n);
        match self.answer.take() {
            None => self.ask(seat, Prompt::Mulligan),
            Some(Choice::Yes) => {
                self.propose(Proposal::new(Verb::Mulligan, Ref::NONE, seat));
                Flow::Then
            }
            Some(_) => Flow::Next,
        }
    }

    fn first_resources(&mut self, n: u8) -> Flow {
        let seat = self.nth(n);
        if !self.frame.locals.asking {
            self.frame.locals.asking = true;
            self.frame.locals.left = FIRST_RESOURCES;
        }
        if let Some(Choice::Card(slot)) = self.answer.take() {
            self.bind(register_of(seat), self.scene.reference(slot));
            self.frame.locals.left -= 1;
        }
        if self.frame.locals.left > 0 {
            return self.ask(seat, Prompt::FirstResource);
        }
        self.frame.locals.asking = false;
        Flow::Next
    }

    fn resource(&mut self, n: u8) -> Flow {
        let seat = self.nth(n);
        match self.answer.take() {
            None => return self.ask(seat, Prompt::Resource),
            Some(Choice::Card(slot)) => self.bind(register_of(seat), self.scene.reference(slot)),
            Some(_) => {}
        }
        Flow::Next
    }

    /// What both players chose in secret is placed together.
    fn place_resources(&mut self, ready: bool) -> Flow {
        for n in 0..2 {
            let seat = self.nth(n);
            let chosen: Refs = self.frame.locals.bound(register_of(seat)).collect();
            for card in chosen {
                self.propose(Proposal::new(Verb::ToResources, card, seat).ready(ready));
            }
        }
        self.frame.locals.bound.clear();
        Flow::Then
    }

    fn start(&mut self, window: Window) -> Flow {
        self.propose(Proposal::new(Verb::Start(window), Ref::NONE, self.scene.board.initiative));
        Flow::Then
    }

    fn expire(&mut self, until: Until) -> Flow {
        self.propose(Proposal::new(Verb::Expire(until), Ref::NONE, self.frame.seat));
        Flow::Then
    }

    fn due(&mut self, due: Due) -> Flow {
        for &number in &self.scene.board.effects {
            let entity = self.scene.roster.effects[usize::from(number)];
            let Ok(effect) = self.effects.get(entity) else { continue };
            let EffectKind::Delayed { program, due: when } = effect.kind else { continue };
            if when == due {
                self.out.due.push(Waiting {
                    program,
                    seat: effect.seat,
                    mandatory: true,
                    delayed: true,
                    source: effect.source,
                    subject: Ref::NONE,
                    number: number.into(),
                });
            }
        }
        Flow::Then
    }

    fn turn(&mut self) -> Flow {
        let seat = self.scene.board.active;
        self.frame.seat = seat;
        let done = self.scene.board.players[usize::from(seat)].done;
        let choice = match self.answer.take() {
            // Having taken the initiative, a player passes for the rest of the phase.
            None if done => Choice::Pass,
            None => {
                if self.collection == 0 && !self.scene.board.departures.is_empty() {
                    self.out.turn = Some(Turn::Quiet);
                }
                return self.ask(seat, Prompt::Action);
            }
            Some(choice) => choice,
        };
        match choice {
            Choice::Pass => self.propose(Proposal::new(Verb::Pass, Ref::NONE, seat)),
            Choice::Initiative => {
                self.propose(Proposal::new(Verb::TakeInitiative, Ref::NONE, seat));
            }
            _ => {
                self.out.turn = Some(Turn::Acted);
                self.action(choice);
            }
        }
        Flow::Then
    }

    fn action(&mut self, choice: Choice) {
        match choice {
            Choice::Play(slot) => {
                let frame = self.play_frame(slot, Payment::Cost, None, false);
                self.begin(frame);
            }
            Choice::Attack(slot) => {
                let frame = self.attack_frame(self.scene.reference(slot), None);
                self.begin(frame);
            }
            Choice::Use(slot, index) => {
                let ability = self.scene.face(slot).actions[usize::from(index)];
                let locals = Locals { step: Some(ability), ..Locals::default() };
                let source = self.scene.reference(slot);
                self.begin(Frame { source, ..self.call(USE, locals) });
            }
            Choice::Deploy(slot) => {
                let leader = self.scene.reference(slot);
                self.propose(Proposal::new(Verb::UseEpic, leader, self.frame.seat));
                self.propose(Proposal::new(Verb::Deploy, leader, self.frame.seat));
            }
            _ => {}
        }
    }

    /// A frame that plays a card: `It` is the card, `number` what is paid at most.
    pub(super) fn play_frame(
        &self,
        slot: Slot,
        pay: Payment,
        step: Option<u16>,
        collects: bool,
    ) -> Frame<Locals> {
        let mut locals = Locals { step, ..Locals::default() };
        locals.bind(Register::It, self.scene.reference(slot));
        // How it is paid: -1 the whole cost, -2 nothing, otherwise so much less.
        locals.number = match pay {
            Payment::Cost => -1,
            Payment::Free => -2,
            Payment::Less(less) => less.into(),
        };
        let mut frame = self.call(PLAY, locals);
        frame.source = self.scene.reference(slot);
        frame.collects = collects.then_some(self.collection);
        frame
    }

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

    fn draw_two(&mut self) -> Flow {
        for n in 0..2 {
            let seat = self.nth(n);
            for _ in 0..REGROUP_DRAW {
                self.propose(Proposal::new(Verb::Draw, Ref::NONE, seat));
            }
        }
        Flow::Then
    }

    fn ready_cards(&mut self) -> Flow {
        let board = self.scene.board;
        for n in 0..2 {
            let seat = self.nth(n);
            let player = &board.players[usize::from(seat)];
            self.propose(
                Proposal::new(Verb::ReadyResources, Ref::NONE, seat).amount(i16::MAX),
            );
            let units = board.play.iter().copied().filter(|&s| self.scene.card(s).controller == seat);
            let exhausted: Vec<_> = units
                .chain([player.leader])
                .filter(|&slot| self.scene.card(slot).is_exhausted())
                .map(|slot| Proposal::new(Verb::Ready, self.scene.reference(slot), seat))
                .collect();
            self.out.proposals.extend(exhausted);
        }
        let lead = board.initiative;
        self.propose(Proposal::new(Verb::Start(Window::ReadyCards), Ref::NONE, lead));
        Flow::Then
    }

    fn limits(&self) -> Limits {
        let step = self.frame.locals.step.map(|n| &self.scene.catalogue.tables.attacks[usize::from(n)]);
        Limits { no_bases: step.is_some_and(|a| a.step.no_bases), units_only: false }
    }

    fn target(&mut self) -> Flow {
        if self.frame.locals.bound(Register::Other).next().is_some() {
            return Flow::Next; // Ambush has chosen already.
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Other, self.scene.reference(slot));
                self.grant_defender();
                Flow::Then
            }
            Some(_) => {
                self.propose(Proposal::new(Verb::Expire(Until::Attack), Ref::NONE, self.frame.seat));
                self.frame.at = (self.scene.catalogue.program(ATTACK).len() - 2) as u16;
                Flow::Then
            }
            None => {
                let attacker = self.attacker();
                let even = self.frame.locals.step.is_some_and(|n| {
                    self.scene.catalogue.tables.attacks[usize::from(n)].step.even_exhausted
                });
                let able = self.scene.unit(attacker).is_some()
                    && can_attack(&self.scene, attacker.slot, even, self.limits());
                if able {
                    self.ask(self.frame.seat, Prompt::Target)
                } else {
                    self.answer = Some(Choice::Nothing);
                    self.target()
                }
            }
        }
    }

    fn attacker(&self) -> Ref {
        self.frame.locals.bound(Register::It).next().unwrap_or_default()
    }

    fn defender(&self) -> Ref {
        self.frame.locals.bound(Register::Other).next().unwrap_or_default()
    }

    /// What a modified attack gives the defending unit.
    fn grant_defender(&mut self) {
        let Some(step) = self.frame.locals.step else { return };
        let attack = &self.scene.catalogue.tables.attacks[usize::from(step)];
        let defender = self.defender();
        if !attack.step.grant_defender.is_empty() && self.scene.unit(defender).is_some() {
            self.propose(
                Proposal::new(Verb::Last(Until::Attack), defender, self.frame.seat)
                    .number(attack.grant_defender)
                    .by(self.frame.source),
            );
        }
    }

    fn begin_attack(&mut self) -> Flow {
        let (attacker, defender) = (self.attacker(), self.defender());
        self.propose(Proposal::new(Verb::Exhaust, attacker, self.frame.seat));
        self.propose(Proposal::new(Verb::BeginAttack, attacker, self.frame.seat).onto(defender));
        Flow::Then
    }

    fn damage(&mut self, by: Ref, to: Ref, amount: i16) -> Proposal {
        let seat = self.scene.card(by.slot).controller;
        Proposal { combat: true, ..Proposal::new(Verb::Damage, to, seat).amount(amount).by(by) }
    }

    fn combat_damage(&mut self) -> Flow {
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

    fn strike_back(&mut self) -> Flow {
        let Some(attack) = self.scene.board.attack().copied() else { return Flow::Next };
        if core::mem::take(&mut self.frame.locals.asking) && self.scene.unit(attack.defender).is_some() {
            let back = self.scene.stats(attack.defender.slot).power;
            let hit = self.damage(attack.defender, attack.attacker, back.into());
            self.propose(hit);
        }
        Flow::Then
    }

    fn host(&mut self) -> Flow {
        let card = self.attacker();
        if self.scene.printed(card.slot).kind() != Kind::Upgrade {
            return Flow::Next;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Other, self.scene.reference(slot));
                Flow::Next
            }
            _ => self.ask(self.frame.seat, Prompt::Host),
        }
    }

    fn pay_and_play(&mut self) -> Flow {
        let card = self.attacker();
        let seat = self.frame.seat;
        let pay = match self.frame.locals.number {
            -1 => Payment::Cost,
            -2 => Payment::Free,
            less => Payment::Less(less as u8),
        };
        let effects = self.effects;
        let scene = self.scene;
        let waiting = |each: &mut dyn FnMut(Seat, &crate::vocabulary::Filter, u8)| {
            let entities = scene.board.effects.iter().map(|&n| scene.roster.effects[usize::from(n)]);
            discounts(&scene, entities.filter_map(|e| effects.get(e).ok()), each);
        };
        let price = cost(&self.scene, card.slot, seat, pay, &waiting);
        if price > 0 {
            self.propose(Proposal::new(Verb::Spend, card, seat).amount(price));
        }
        let printed = self.scene.printed(card.slot);
        let verb = match printed.kind() {
            Kind::Unit => Verb::PlayUnit,
            Kind::Upgrade => Verb::PlayUpgrade,
            _ => Verb::PlayEvent,
        };
        let step = self.frame.locals.step.map(|n| &self.scene.catalogue.tables.plays[usize::from(n)]);
        let ready = step.is_some_and(|play| play.step.ready);
        let play = Proposal::new(verb, card, seat).onto(self.defender()).ready(ready);
        self.propose(play);
        if let Some(play) = step.filter(|play| !play.step.grant.is_empty()) {
            let next = Ref { incarnation: card.incarnation.wrapping_add(1), ..card };
            self.propose(
                Proposal::new(Verb::Last(Until::Phase), next, seat).number(play.grant).by(next),
            );
        }
        Flow::Then
    }

    fn event_text(&mut self) -> Flow {
        let card = self.attacker();
        let Some(event) = self.scene.printed(card.slot).front.event else { return Flow::Next };
        let program = self.scene.catalogue.ability(event).program;
        let source = self.scene.reference(card.slot);
        self.begin(Frame { source, ..self.call(program, Locals::default()) });
        Flow::Then
    }

    fn used_ability(&self) -> &Ability {
        let id = self.frame.locals.step.unwrap_or_default();
        &self.scene.catalogue.ability(id).ability
    }

    fn cost_choice(&mut self) -> Flow {
        let Ability::Action { cost, .. } = self.used_ability() else { return Flow::End };
        if !cost.iter().any(|part| matches!(part, Cost::Defeat(_))) {
            return Flow::Next;
        }
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                self.bind(Register::Third, self.scene.reference(slot));
                Flow::Next
            }
            _ => self.ask(self.frame.seat, Prompt::Cost),
        }
    }

    /// The whole cost is paid at once (CR 6.4.4).
    fn pay_costs(&mut self) -> Flow {
        let id = self.frame.locals.step.unwrap_or_default();
        let catalogue = self.scene.catalogue;
        let Ability::Action { cost, epic, .. } = &catalogue.ability(id).ability else {
            return Flow::End;
        };
        let (source, seat) = (self.frame.source, self.frame.seat);
        if *epic {
            self.propose(Proposal::new(Verb::UseEpic, source, seat));
        }
        for part in cost {
            let paid = match part {
                Cost::Exhaust => Proposal::new(Verb::Exhaust, source, seat),
                Cost::Resources(n) => Proposal::new(Verb::Spend, source, seat).amount((*n).into()),
                Cost::DefeatThis => Proposal::new(Verb::Defeat, source, seat),
                Cost::Defeat(_) => {
                    let chosen = self.frame.locals.bound(Register::Third).next().unwrap_or_default();
                    Proposal::new(Verb::Defeat, chosen, seat)
                }
            };
            self.propose(paid);
        }
        Flow::Then
    }

    fn ability_text(&mut self) -> Flow {
        let id = self.frame.locals.step.unwrap_or_default();
        let program = self.scene.catalogue.ability(id).program;
        let mut locals = Locals::default();
        locals.bound = self.frame.locals.bound.clone();
        let frame = self.call(program, locals);
        self.begin(frame);
        Flow::Then
    }

    /// The unit readies and attacks an enemy unit, if it may and its controller wants to
    /// (CR 7.5.5; K4: by the seed it readies).
    fn ambush(&mut self) -> Flow {
        let unit = self.frame.source;
        let limits = Limits { units_only: true, no_bases: false };
        if self.scene.unit(unit).is_none() || !can_attack(&self.scene, unit.slot, true, limits) {
            return Flow::Next;
        }
        match self.answer.take() {
            None => self.ask(self.frame.seat, Prompt::Ambush),
            Some(Choice::Card(slot)) => {
                self.propose(Proposal::new(Verb::Ready, unit, self.frame.seat));
                let mut frame = self.attack_frame(unit, None);
                frame.locals.bind(Register::Other, self.scene.reference(slot));
                self.begin(frame);
                Flow::Then
            }
            Some(_) => Flow::Next,
        }
    }

    fn saboteur(&mut self) -> Flow {
        let defender = self.frame.subject;
        let shield = self.scene.catalogue.shield;
        let shields: Vec<_> = self
            .scene
            .board
            .play
            .iter()
            .copied()
            .filter(|&slot| {
                let card = self.scene.card(slot);
                card.zone == Zone::Attached && card.host == defender.slot && card.definition == shield
            })
            .map(|slot| Proposal::new(Verb::Defeat, self.scene.reference(slot), self.frame.seat))
            .collect();
        if self.scene.unit(defender).is_some() {
            self.out.proposals.extend(shields);
        }
        Flow::Then
    }

    fn unique(&mut self) -> Flow {
        match self.answer.take() {
            Some(Choice::Card(slot)) => {
                let copy = self.scene.reference(slot);
                self.propose(Proposal::new(Verb::Defeat, copy, self.frame.seat));
                Flow::Then
            }
            Some(_) => Flow::Next,
            None => self.ask(self.frame.seat, Prompt::Unique),
        }
    }
}

/// Where a player's secret choice of resources is kept until both have chosen.
pub(crate) const fn register_of(seat: Seat) -> Register {
    if seat == 0 { Register::It } else { Register::Other }
}
