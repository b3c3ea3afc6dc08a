//! The `Offer` stage: every legal option of a decision, in one place. What is not offered cannot
//! be chosen.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::{Frame, Stack};

use crate::advance::faces;
use crate::choice::{Choice, Prompt, XWing};
use crate::locals::Locals;
use crate::procedure::{Draft, Performance, Task, due, granted};
use crate::program::{FIRST_ABILITY, Op};
use crate::scene::{Context, Scene};
use crate::shift::Shift;
use crate::vocabulary::{Action, ActionSpec, Cost, Dice, Facing, Filter, Step, Token, Trait, Whom};

/// Enumerates the options of a decision that has opened.
pub(crate) fn offer(scene: Scene, stack: &Stack<XWing>, decision: &mut Decision<XWing>) {
    let (Some(prompt), Some(frame)) = (decision.prompt, stack.running()) else { return };
    let offer = Offer { scene, seat: decision.seat, frame };
    offer.list(prompt, &mut decision.options);
}

/// A decision that is being opened.
pub struct Offer<'a> {
    /// The table, as rules read it.
    pub scene: Scene<'a>,
    /// The seat that is asked.
    pub seat: Seat,
    /// The program that asks, with its place and memory.
    pub frame: &'a Frame<Locals>,
}

impl Offer<'_> {
    fn list(&self, prompt: Prompt, options: &mut Vec<Choice>) {
        let scene = &self.scene;
        let ship = self.frame.subject.slot;
        match prompt {
            Prompt::Dial(ship) => {
                options.extend(scene.dial(ship).iter().copied().map(Choice::Dial));
            }
            Prompt::Turn => {
                let ships = due(scene).map(|(_, _, ships)| ships);
                options.extend(ships.into_iter().flatten().map(Choice::Ship));
            }
            Prompt::Action => {
                if let Some(Task::Act(from)) = self.frame.locals.task() {
                    let acts = granted(scene, ship, from);
                    options.extend(acts.into_iter().map(Choice::Act));
                }
                options.push(Choice::Decline);
            }
            Prompt::Aim => self.aims(options),
            Prompt::Attack => {
                if let Some(Task::Aim(limit)) = self.frame.locals.task() {
                    options.extend(scene.shots(ship, limit).into_iter().map(Choice::Attack));
                }
                options.push(Choice::Decline);
            }
            Prompt::Modify(dice) => self.modify(dice, options),
            Prompt::May => {
                let id = self.frame.program - FIRST_ABILITY;
                options.push(Choice::Use(self.frame.source.slot, id));
                options.push(Choice::Decline);
            }
            Prompt::Jam(ship) => {
                for (token, owner) in scene.tokens_of(ship, &[Trait::Green]) {
                    options.push(Choice::Token(token, owner));
                }
                if scene.ship(ship).lock < scene.board.ships {
                    options.push(Choice::Token(Token::Lock, ship));
                }
            }
            Prompt::Reposition(ship) => self.repositions(ship, options),
            Prompt::Lead => options.extend([Choice::First(0), Choice::First(1)]),
            Prompt::Obstacle => {
                let brought = &scene.board.players[usize::from(self.seat)].obstacles;
                options.extend((0..brought.len() as u8).map(Choice::Mode));
            }
            Prompt::Lay(outline) => options.extend(scene.spots(outline).map(Choice::Spot)),
            Prompt::Turned(outline) => {
                if let Some(Task::Setup(Draft { place: Some(place), .. })) =
                    self.frame.locals.task()
                {
                    options.extend(scene.turns(outline, place).map(Choice::Turn));
                }
            }
            Prompt::Deploy(ship) => options.extend(scene.berths(ship).map(Choice::Spot)),
            Prompt::Heading(ship) => {
                if let Some(Task::Deploy(place)) = self.frame.locals.task() {
                    options.extend(scene.headings(ship, place).map(Choice::Turn));
                }
            }
            Prompt::Step => self.step(options),
            // Enumerated where they are asked.
            Prompt::Replace | Prompt::First | Prompt::Which => {}
        }
    }

    fn aims(&self, options: &mut Vec<Choice>) {
        let Some(Task::Perform(performance)) = self.frame.locals.task() else { return };
        let Performance { spec: ActionSpec { action, .. }, .. } = performance;
        let ship = self.frame.subject.slot;
        match action {
            Action::RotateArc => {
                options.extend(self.scene.facings(ship).map(Choice::Face));
            }
            Action::Reinforce => {
                options.extend([Choice::Face(Facing::Front), Choice::Face(Facing::Rear)]);
            }
            Action::Slam => {
                options.extend(self.scene.slams(ship).into_iter().map(Choice::Dial));
            }
            Action::Reload => {
                options.extend(self.scene.aims(ship, action, None).into_iter().map(Choice::Card));
            }
            _ => options.extend(self.scene.aims(ship, action, None).into_iter().map(Choice::Ship)),
        }
    }

    /// Lists the moves by which a ship can be moved; a tractored ship may be left where it is.
    fn repositions(&self, ship: Slot, options: &mut Vec<Choice>) {
        let scene = &self.scene;
        match self.frame.locals.task() {
            Some(Task::Execute(flight)) => {
                options.extend(scene.slides(ship, flight.maneuver).into_iter().map(Choice::Move));
            }
            Some(Task::Perform(performance)) => {
                let shifts = scene.shifts_of(ship, performance.spec);
                options.extend(shifts.into_iter().map(Choice::Move));
            }
            Some(Task::Roll) => {
                let shifts = scene.shifts(ship, Action::BarrelRoll);
                options.extend(shifts.into_iter().map(Choice::Move));
            }
            Some(Task::Decloak(must)) => {
                if scene.has_mat() {
                    options.extend(scene.decloaks(ship).into_iter().map(Choice::Move));
                } else {
                    options.push(Choice::Move(Shift::Decloak(0)));
                }
                options.extend((!must).then_some(Choice::Decline));
            }
            // RR "Tractor": a barrel roll or the straight boost; afterwards a quarter of a turn.
            Some(Task::Tractor(turning)) => {
                let first = if turning { &Shift::TURNS[..] } else { &Shift::BOOSTS[..1] };
                let first = first.iter().copied();
                options.extend(scene.rooms(ship, first).into_iter().map(Choice::Move));
                if !turning {
                    let rolls = scene.rooms(ship, Shift::ROLLS);
                    options.extend(rolls.into_iter().map(Choice::Move));
                }
                options.push(Choice::Decline);
            }
            _ => {}
        }
    }

    /// Abilities that modify the dice, of any ship of the player. What is mandatory is done
    /// before the player can stop.
    fn modify(&self, dice: Dice, options: &mut Vec<Choice>) {
        let scene = &self.scene;
        let mut must = false;
        let attack = scene.board.attack();
        let roller = attack.map_or(Slot::MAX, |attack| scene.roller(attack, dice));
        for (card, id, ability) in scene.abilities(|card| &card.modifying) {
            let own = scene.modifier_of(card, id, roller) == self.seat;
            if own && scene.judge_modify(card, id, dice).is_ok() {
                options.push(Choice::Use(card, id));
                must |= !ability.may;
            }
        }
        if !must {
            options.push(Choice::Done);
        }
    }

    fn cx(&self) -> Context {
        self.scene.in_frame(self.frame)
    }

    /// Lists the options of the instruction on top of the stack.
    fn step(&self, options: &mut Vec<Choice>) {
        let scene = &self.scene;
        let cx = self.cx();
        let program = scene.catalogue.program(self.frame.program);
        match &program[usize::from(self.frame.at)] {
            Op::Choose(filter) => self.choose(filter, options),
            Op::Each { .. } => {
                options.extend(scene.choosable(self.frame).into_iter().map(Choice::Ship));
                options.push(Choice::Done);
            }
            Op::Pay(Cost::SpendOneOf(tokens)) => {
                let had = tokens.iter().filter(|&&token| scene.spends(cx.this, token));
                options.extend(had.map(|&token| Choice::Token(token, cx.this)));
            }
            Op::Pay(Cost::SpendLockOf(filter)) => {
                options.extend(scene.lock_spenders(filter, &cx).into_iter().map(Choice::Ship));
            }
            Op::Pay(Cost::ChargeOf(kinds)) => {
                options.extend(scene.charged(&cx, kinds).map(Choice::Card));
            }
            Op::Do(Step::GainAlike(_, tokens)) => {
                let had = tokens.iter().filter(|&&token| scene.count(cx.this, token) > 0);
                options.extend(had.map(|&token| Choice::Token(token, cx.this)));
            }
            Op::Do(Step::RotateTo(whom)) => {
                for at in scene.whom(whom, &cx).into_iter().take(1) {
                    options.extend(scene.facings_at(cx.this, at).map(Choice::Face));
                }
            }
            Op::Do(Step::Spin { quarter, half, .. }) => {
                let quarters = Shift::TURNS.into_iter().filter(|_| *quarter);
                let halves = [Shift::About].into_iter().filter(|_| *half);
                options.extend(quarters.chain(halves).map(Choice::Move));
            }
            Op::Pay(Cost::SpendOf(filter, token)) => {
                let ships = scene.fitting(filter, &cx).into_iter();
                let with = ships.filter(|&ship| scene.lends(ship, cx.this, *token));
                options.extend(with.map(Choice::Ship));
            }
            Op::Pay(Cost::SpendResult(dice, wanted)) => {
                let found = faces(scene, *dice, wanted, 0, false);
                options.extend(found.into_iter().map(Choice::Die));
            }
            Op::Do(step @ Step::SetDial { who, .. }) => {
                for ship in scene.whom(who, &cx).into_iter().take(1) {
                    options.extend(scene.redials(ship, step).into_iter().map(Choice::Dial));
                }
            }
            Op::Do(Step::Rotate) => options.extend(scene.facings(cx.this).map(Choice::Face)),
            Op::Pay(Cost::RemoveFrom(whom, kinds)) | Op::Do(Step::RemoveOne(whom, kinds)) => {
                self.tokens(whom, kinds, options);
            }
            Op::Pay(Cost::GainOneOf(tokens)) => {
                options.extend(tokens.iter().map(|&token| Choice::Token(token, cx.this)));
            }
            Op::OneOf { options: list, .. } => {
                let can = |n: &usize| scene.can(&list[*n].1, &cx);
                options.extend((0..list.len()).filter(can).map(|n| Choice::Mode(n as u8)));
                if options.is_empty() {
                    options.extend((0..list.len()).map(|n| Choice::Mode(n as u8)));
                }
            }
            Op::Do(Step::Remove(whom, tokens)) => {
                for ship in scene.whom(whom, &cx).into_iter().take(1) {
                    let had = tokens.iter().filter(|&&token| scene.count(ship, token) > 0);
                    options.extend(had.map(|&token| Choice::Token(token, ship)));
                }
            }
            Op::Do(Step::Transfer(_, tokens)) => {
                let own = scene.transferable(cx.this, tokens).into_iter();
                options.extend(own.map(|token| Choice::Token(token, cx.this)));
            }
            Op::Do(Step::Take(whom, tokens)) => {
                for ship in scene.whom(whom, &cx).into_iter().take(1) {
                    let had = scene.transferable(ship, tokens).into_iter();
                    options.extend(had.map(|token| Choice::Token(token, ship)));
                }
            }
            Op::Do(Step::Change { dice, from, .. }) => {
                let found = faces(scene, *dice, from, 0, false);
                options.extend(found.into_iter().map(Choice::Die));
            }
            Op::Do(Step::Cancel { dice, faces: wanted, .. }) => {
                let found = faces(scene, *dice, wanted, 0, false);
                options.extend(found.into_iter().map(Choice::Die));
            }
            Op::Do(Step::Reroll { dice, faces: wanted, exactly, .. }) => {
                let picked = self.frame.locals.resolving().dice;
                let found = faces(scene, *dice, wanted, picked, true);
                options.extend(found.into_iter().map(Choice::Die));
                options.extend((picked != 0 && !exactly).then_some(Choice::Done));
            }
            Op::Do(Step::Repair { who, faceup, of }) => {
                for ship in scene.whom(who, &cx).into_iter().take(1) {
                    options.extend(scene.repairable(ship, *faceup, of).map(Choice::Card));
                }
            }
            Op::Do(Step::RemoveSome(token)) => {
                options.push(Choice::Token(*token, cx.this));
                options.push(Choice::Done);
            }
            Op::Do(Step::ExposeChosen(whom)) => {
                for ship in scene.whom(whom, &cx).into_iter().take(1) {
                    options.extend(scene.repairable(ship, false, &[]).map(Choice::Card));
                }
            }
            Op::Do(Step::Drain(whom)) => {
                for ship in scene.whom(whom, &cx).into_iter().take(1) {
                    options.extend(scene.drainable(ship).map(Choice::Card));
                }
            }
            Op::Do(Step::Refill { pilot }) => {
                options.extend(scene.refillable(cx.this, *pilot).map(Choice::Card));
            }
            Op::Do(Step::ReleaseOne(_)) => {
                let tokens = scene.card(cx.source).holds.kinds();
                options.extend(tokens.map(|token| Choice::Token(token, cx.this)));
            }
            Op::Do(Step::RemoveDevice) => {
                options.extend(scene.devices_near(cx.this).map(Choice::Mode));
            }
            Op::Do(Step::Recharge(whom, kinds)) => {
                for ship in scene.whom(whom, &cx).into_iter().take(1) {
                    options.extend(scene.rechargeable(ship, kinds).map(Choice::Card));
                }
            }
            Op::Do(Step::DropOne { bombs }) => {
                options.extend(scene.droppable(cx.this, *bombs).map(Choice::Card));
            }
            Op::Do(Step::Shatter(_)) => {
                let rocks = (0..u8::BITS as u8).filter(|n| cx.rocks & (1 << n) != 0);
                options.extend(rocks.map(Choice::Mode));
            }
            Op::Do(Step::SearchDamage(kind) | Step::DealFound(kind)) => {
                let found = scene.searched(scene.ship(cx.this).owner, *kind);
                options.extend(found.into_iter().map(Choice::Card));
            }
            Op::Do(Step::DrawAndDeal(n)) => {
                let drawn = cx.event.map(|event| crate::advance::drawn(scene, event.ship, *n));
                options.extend(drawn.into_iter().flatten().map(Choice::Card));
            }
            _ => {}
        }
    }

    /// Ships that fit; where costs follow the choice, those with which the rest can be done.
    fn choose(&self, filter: &Filter, options: &mut Vec<Choice>) {
        let scene = &self.scene;
        let cx = self.cx();
        let id = self.frame.program - FIRST_ABILITY;
        let first = scene.catalogue.ability(id).choose.as_ref() == Some(filter);
        let ships = scene.fitting(filter, &cx).into_iter();
        let suitable = ships.filter(|&ship| !first || scene.suits(id, ship, &cx));
        options.extend(suitable.map(Choice::Ship));
    }

    fn tokens(&self, whom: &Whom, kinds: &[Trait], options: &mut Vec<Choice>) {
        for ship in self.scene.whom(whom, &self.cx()).into_iter().take(1) {
            let tokens = self.scene.tokens_of(ship, kinds);
            options.extend(tokens.into_iter().map(|(token, owner)| Choice::Token(token, owner)));
        }
    }
}
