//! The steps of effects, as programs do them.

use cardmill_kernel::card::Slot;

use super::{Flow, Run};
use crate::choice::{Choice, Prompt};
use crate::procedure::{Blast, Flight, Granted, Only, Suffering, Task};
use crate::program::Resolving;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{
    CardType, Dice, Face, Maneuver, Modifier, Placing, Step, Token, Trait, Until, Way, Whom,
};

/// The distinct results among the dice of an attack that a step can be about.
#[must_use]
pub(crate) fn faces(
    scene: &Scene,
    dice: Dice,
    faces: &[Face],
    picked: u16,
    fresh: bool,
) -> Vec<Face> {
    let Some(attack) = scene.board.attack() else { return Vec::new() };
    let pool = scene.pool(scene.roller(attack, dice));
    let mut found: Vec<Face> = Vec::new();
    for (n, die) in pool.0.iter().enumerate() {
        let fits = faces.is_empty() || faces.contains(&die.face);
        let free = picked & (1 << n) == 0 && !(fresh && die.rerolled);
        if fits && free && !found.contains(&die.face) {
            found.push(die.face);
        }
    }
    found
}

/// The cards that a draw of so many from a ship's damage deck would show.
#[must_use]
pub(crate) fn drawn(scene: &Scene, ship: Slot, n: u8) -> Vec<Slot> {
    let deck = &scene.board.players[usize::from(scene.ship(ship).owner)].deck;
    deck.iter().rev().take(n.into()).copied().collect()
}

impl Run<'_> {
    fn each(&mut self, whom: &Whom, verb: Verb, n: u8) -> Flow {
        for ship in self.scene.whom(whom, &self.cx()) {
            self.propose(Proposal::new(verb, ship).n(n));
        }
        Flow::Next
    }

    fn first(&self, whom: &Whom) -> Option<Slot> {
        self.scene.whom(whom, &self.cx()).first().copied()
    }

    pub(crate) fn begin_damage(&mut self, ship: Slot, hits: u8, crits: u8) {
        self.begin(Task::Suffer(Suffering { hits, crits, point: None }), ship);
    }

    pub(super) fn step(&mut self, step: &Step, resolving: Resolving) -> Flow {
        let cx = self.cx();
        let card = |verb| Proposal::new(verb, cx.this).card(cx.source);
        match step {
            Step::Gain(whom, token, n) => {
                // Token by token: each is an event of its own.
                for _ in 0..*n {
                    self.each(whom, Verb::Gain(*token), 1);
                }
                Flow::Next
            }
            Step::GainThat(whom) => match cx.event.map(|event| event.verb) {
                Some(Verb::Gain(token)) => self.each(whom, Verb::Gain(token), 1),
                _ => self.broken("the event is a token that is gained"),
            },
            Step::Remove(whom, tokens) => self.remove_own(whom, tokens),
            Step::RemoveAll(whom, kind) => {
                for ship in self.scene.whom(whom, &cx) {
                    for (token, owner) in self.scene.tokens_of(ship, &[*kind]) {
                        let count =
                            if token == Token::Lock { 1 } else { self.scene.count(ship, token) };
                        for _ in 0..count {
                            self.propose(Proposal::new(Verb::Remove(token), ship).other(owner));
                        }
                    }
                }
                Flow::Next
            }
            Step::RemoveOne(whom, kinds) => self.remove_one(whom, kinds),
            Step::Shed(whom, token) => {
                for ship in self.scene.whom(whom, &cx) {
                    for _ in 0..self.scene.count(ship, *token) {
                        self.does(Verb::Remove(*token), ship);
                    }
                }
                Flow::Next
            }
            Step::GainFor { token, each, most } => {
                let n = self.scene.fitting(each, &cx).len();
                for _ in 0..n.min(most.map_or(usize::MAX, usize::from)) {
                    self.does(Verb::Gain(*token), cx.this);
                }
                Flow::Next
            }
            Step::Add { dice, face } => match self.modified(*dice) {
                Some(roller) => self.one(Proposal::new(Verb::Add(*face), roller)),
                None => Flow::Next,
            },
            Step::CancelAll(dice) => match self.roller(*dice) {
                Some(roller) => self.one(Proposal::new(Verb::CancelAll, roller)),
                None => Flow::Next,
            },
            Step::Expose(whom) => self.each(whom, Verb::Expose, 1),
            Step::Flip => self.one(card(Verb::Flip)),
            Step::Alter { who, easier, bearing } => {
                for ship in self.scene.whom(who, &cx) {
                    let Some(now) = self.scene.ship(ship).maneuver else { continue };
                    let difficulty = if *easier { now.difficulty.easier() } else { now.difficulty };
                    let bearing = bearing.unwrap_or(now.bearing);
                    let then = Maneuver { difficulty, bearing, ..now };
                    self.does(Verb::Redial(then), ship);
                }
                Flow::Next
            }
            Step::Recharge(whom, _) => match (self.answer.take(), self.first(whom)) {
                (Some(Choice::Card(card)), Some(ship)) => {
                    self.one(Proposal::new(Verb::RecoverCharge, ship).card(card))
                }
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::Lock { by, at, .. } => match (self.first(by), self.first(at)) {
                (Some(by), Some(at)) => {
                    self.one(Proposal::new(Verb::Gain(Token::Lock), at).other(by))
                }
                _ => Flow::Next,
            },
            Step::SetDial { who, harder, .. } => match (self.answer.take(), self.first(who)) {
                (Some(Choice::Dial(dial)), Some(ship)) => {
                    let harder = if *harder { dial.difficulty.harder() } else { dial.difficulty };
                    let dial = Maneuver { difficulty: harder, ..dial };
                    self.one(Proposal::new(Verb::Redial(dial), ship))
                }
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::Rotate => match self.answer.take() {
                Some(Choice::Face(facing)) => {
                    self.one(Proposal::new(Verb::Rotate(facing), cx.this))
                }
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::RotateTo(whom) => match (self.answer.take(), self.first(whom)) {
                (Some(Choice::Face(facing)), _) => {
                    self.one(Proposal::new(Verb::Rotate(facing), cx.this))
                }
                (_, Some(at)) if self.scene.facings_at(cx.this, at).next().is_some() => {
                    self.ask(self.frame.seat, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::Spin { who, .. } => match (self.answer.take(), self.first(who)) {
                (Some(Choice::Move(shift)), Some(ship)) => {
                    self.one(Proposal::new(Verb::Move(shift), ship))
                }
                (_, Some(_)) if self.scene.has_mat() => self.ask(self.frame.seat, Prompt::Step),
                _ => Flow::Next,
            },
            Step::RemoveSome(token) => match self.answer.take() {
                Some(Choice::Token(token, ship)) => {
                    self.does(Verb::Remove(token), ship);
                    Flow::Again
                }
                None if self.scene.count(cx.this, *token) > 0 => {
                    self.ask(self.frame.seat, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::DrawLocks(whom) => {
                let scene = self.scene;
                for ship in scene.whom(whom, &cx) {
                    for locker in scene.enemy_lockers(ship, &cx) {
                        self.propose(Proposal::new(Verb::Relock, cx.this).other(locker));
                    }
                }
                Flow::Next
            }
            Step::DiceForBombs(whom) => {
                for ship in self.scene.whom(whom, &cx) {
                    let n = self.scene.bombs_near(ship, cx.seat) as i8;
                    let dice = Modifier::DefenseDice(n);
                    self.does(Verb::Last(dice, Until::EndOfAttack), ship);
                }
                Flow::Next
            }
            Step::BarrelRoll => {
                if self.scene.has_mat() {
                    self.begin(Task::Roll, cx.this);
                }
                Flow::Next
            }
            Step::ExposeChosen(whom) => match (self.answer.take(), self.first(whom)) {
                (Some(Choice::Card(card)), Some(ship)) => {
                    self.one(Proposal::new(Verb::ExposeThat, ship).card(card))
                }
                (_, Some(ship)) if self.scene.repairable(ship, false, &[]).next().is_some() => {
                    self.ask(self.frame.seat, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::Drain(whom) => match (self.answer.take(), self.first(whom)) {
                (Some(Choice::Card(card)), Some(ship)) => {
                    self.one(Proposal::new(Verb::SpendCharge, ship).card(card))
                }
                (_, Some(ship)) if self.scene.drainable(ship).next().is_some() => {
                    self.ask(self.scene.ship(ship).owner, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::Refill { pilot } => match self.answer.take() {
                Some(Choice::Card(card)) => {
                    self.one(Proposal::new(Verb::RecoverCharge, cx.this).card(card))
                }
                _ if self.scene.refillable(cx.this, *pilot).next().is_some() => {
                    self.ask(self.frame.seat, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::AddAlike(dice) => match (self.modified(*dice), self.scene.alike(*dice)) {
                (Some(roller), Some(face)) => self.one(Proposal::new(Verb::Add(face), roller)),
                _ => Flow::Next,
            },
            Step::Place(token) => self.one(card(Verb::Place(*token))),
            Step::ReleaseOne(whom) => match (self.answer.take(), self.first(whom)) {
                (Some(Choice::Token(token, _)), Some(ship)) => {
                    self.propose(card(Verb::TakeOff(token)));
                    self.one(Proposal::new(Verb::Gain(token), ship))
                }
                (_, Some(_)) if !self.scene.card(cx.source).holds.is_empty() => {
                    self.ask(self.frame.seat, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::ShowDials(whom) => self.each(whom, Verb::ShowDial, 1),
            Step::Peek(whom) => self.each(whom, Verb::Peek, 1),
            Step::RemoveDevice => match self.answer.take() {
                Some(Choice::Mode(number)) => {
                    let device = self.scene.device(number).map_or(Slot::MAX, |it| it.card);
                    self.one(Proposal::new(Verb::Clear, Slot::MAX).n(number).card(device))
                }
                _ if self.scene.devices_near(cx.this).next().is_some() => {
                    self.ask(self.frame.seat, Prompt::Step)
                }
                _ => Flow::Next,
            },
            Step::RecoverWeapon => match self.scene.spent_weapon() {
                Some(card) => self.one(Proposal::new(Verb::RecoverCharge, cx.this).card(card)),
                None => Flow::Next,
            },
            Step::Strike => {
                let at = self.scene.board.attack().map_or(Slot::MAX, |attack| attack.shot.at);
                self.one(Proposal::new(Verb::Strike, at))
            }
            Step::RepairAgain => match self.scene.board.repaired {
                Some(card) => self.one(Proposal::new(Verb::Repair, cx.this).card(card)),
                None => Flow::Next,
            },
            Step::DealFound(_) => match self.answer.take() {
                Some(Choice::Card(found)) => {
                    let owner = self.scene.ship(cx.this).owner;
                    self.propose(Proposal::new(Verb::Deal { faceup: false }, cx.this).card(found));
                    self.one(Proposal::new(Verb::ShuffleDeck(owner), cx.this))
                }
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::GainForShed(token) => {
                for _ in 0..self.scene.ship(cx.this).shed {
                    self.does(Verb::Gain(*token), cx.this);
                }
                Flow::Next
            }
            Step::FlipOf(whom, kind) => {
                for ship in self.scene.whom(whom, &cx) {
                    if let Some(card) = self.scene.flippable(ship, *kind) {
                        self.propose(Proposal::new(Verb::Flip, ship).card(card));
                    }
                }
                Flow::Next
            }
            Step::TransferAll(whom, kind) => {
                let Some(to) = self.first(whom) else { return Flow::Next };
                for (token, _) in self.scene.tokens_of(cx.this, &[*kind]) {
                    for _ in 0..self.scene.count(cx.this, token) {
                        self.propose(Proposal::new(Verb::Transfer(token), cx.this).other(to));
                    }
                }
                Flow::Next
            }
            Step::GainAlike(whom, _) => match (self.answer.take(), self.first(whom)) {
                (Some(Choice::Token(token, _)), Some(ship)) => {
                    self.one(Proposal::new(Verb::Gain(token), ship))
                }
                (_, None) => Flow::Next,
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::GainAsMany(token, whom) => {
                for ship in self.scene.whom(whom, &cx) {
                    for _ in 0..self.scene.count(ship, *token) {
                        self.does(Verb::Gain(*token), cx.this);
                    }
                }
                Flow::Next
            }
            Step::SpeedAsAgility => {
                let speed = self.scene.ship(cx.this).maneuver.map_or(0, |flown| flown.speed);
                let more = speed as i8 - self.scene.agility(cx.this) as i8;
                let dice = Modifier::DefenseDice(more);
                self.one(Proposal::new(Verb::Last(dice, Until::EndOfAttack), cx.this))
            }
            Step::Transfer(whom, _) => self.transfer(whom),
            Step::Take(..) => match self.answer.take() {
                Some(Choice::Token(token, from)) => {
                    self.one(Proposal::new(Verb::Transfer(token), from).other(cx.this))
                }
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::Suffer(whom, hits, crits) => {
                for ship in self.scene.whom(whom, &cx) {
                    self.begin_damage(ship, *hits, *crits);
                }
                Flow::Next
            }
            Step::SufferAsCritical(whom) => match (cx.event.map(|e| e.verb), self.first(whom)) {
                (Some(Verb::Suffer(hits, crits)), Some(ship)) => {
                    self.begin_damage(ship, 0, hits + crits);
                    Flow::Next
                }
                _ => self.broken("the event is damage that is suffered"),
            },
            Step::LoseShield(whom, n) => self.each(whom, Verb::LoseShield, *n),
            Step::RecoverShield(whom, n) => self.each(whom, Verb::RecoverShield, *n),
            Step::RecoverForce(whom, n) => self.each(whom, Verb::RecoverForce, *n),
            Step::RecoverCharge(n) => self.one(card(Verb::RecoverCharge).n(*n)),
            Step::LoseCharge(n) => self.one(card(Verb::SpendCharge).n(*n)),
            Step::Change { dice, from, to, n, tokens } => {
                let other = self.scene.opponent(cx.this);
                let count = tokens.zip(other).map(|(token, ship)| self.scene.count(ship, token));
                self.change(*dice, from, *to, count.or(*n))
            }
            Step::Reroll { .. } => self.reroll(step, resolving),
            Step::Cancel { dice, faces, all } => self.cancel(*dice, faces, *all),
            Step::Perform { who, stressed, .. } => {
                let only = Only::Step(self.frame.program, self.frame.at);
                let granted = Granted { only, stressed: *stressed };
                let this = self.scene.ship(cx.this);
                let before = (this.performed, this.deeds);
                self.frame.locals.remember(Resolving { before, ..resolving });
                for ship in self.scene.whom(who, &cx) {
                    self.begin(Task::Act(granted), ship);
                }
                Flow::Next
            }
            Step::Attack { .. } => {
                let limit = self.scene.limit(step, &cx);
                // In the middle of an attack it waits for the Aftermath step.
                if self.scene.board.attack().is_some_and(|attack| !attack.over) {
                    return self.one(Proposal::new(Verb::Grant(limit), cx.this));
                }
                self.begin(Task::Aim(limit), cx.this);
                Flow::Next
            }
            Step::RepairThis => self.one(card(Verb::Repair)),
            Step::Repair { who, faceup, of } => self.repair(who, *faceup, of),
            Step::AcquireLock(whom) => match self.first(whom) {
                Some(ship) => self.one(Proposal::new(Verb::Gain(Token::Lock), ship).other(cx.this)),
                None => Flow::Next,
            },
            Step::DealFacedown => self.instead(Verb::Deal { faceup: false }),
            Step::DealFaceup => self.instead(Verb::Deal { faceup: true }),
            Step::DiscardDealt => self.instead(Verb::Discard),
            Step::DrawAndDeal(n) => self.draw_and_deal(*n),
            Step::DealOneFacedown(whom) => {
                for ship in self.scene.whom(whom, &cx) {
                    let Some(top) = self.top(ship) else { continue };
                    self.propose(Proposal::new(Verb::Deal { faceup: false }, ship).card(top));
                }
                Flow::Next
            }
            Step::DiscardDamage(whom) => {
                for ship in self.scene.whom(whom, &cx) {
                    for damage in self.scene.damage(ship) {
                        self.propose(Proposal::new(Verb::Discard, ship).card(damage));
                    }
                }
                Flow::Next
            }
            Step::PlaceThat => match cx.event.map(|event| event.verb) {
                Some(Verb::Gain(token)) => self.one(card(Verb::Place(token))),
                _ => self.broken("the event is a token that is gained"),
            },
            Step::Release => {
                let holds = self.scene.card(cx.source).holds;
                for token in holds.kinds() {
                    for _ in 0..holds.count(token) {
                        self.propose(card(Verb::TakeOff(token)));
                        self.does(Verb::Gain(token), cx.this);
                    }
                }
                Flow::Next
            }
            Step::ShowDial => self.one(Proposal::new(Verb::ShowDial, cx.this)),
            Step::Decloak => {
                self.begin(Task::Decloak(true), cx.this);
                Flow::Next
            }
            Step::Execute(maneuver) => self.maneuver(cx.this, *maneuver),
            Step::ExecuteAs(bearing) => match cx.event.map(|event| event.verb) {
                Some(Verb::Execute(from)) => {
                    let difficulty = from.difficulty.harder();
                    self.maneuver(cx.this, Maneuver { bearing: *bearing, difficulty, ..from })
                }
                _ => self.broken("the event is a maneuver that is executed"),
            },
            Step::ExecuteFaster(by) => match cx.event.map(|event| event.verb) {
                Some(Verb::Execute(from)) => {
                    let speed = from.speed.saturating_add_signed(*by);
                    self.maneuver(cx.this, Maneuver { speed, ..from })
                }
                _ => self.broken("the event is a maneuver that is executed"),
            },
            Step::Lasting(whom, modifier, until) => {
                self.each(whom, Verb::Last(*modifier, *until), 1)
            }
            Step::ShareInitiative(whom) => {
                let initiative = Modifier::Initiative(self.scene.stats(cx.this).initiative);
                self.each(whom, Verb::Last(initiative, Until::EndOfRound), 1)
            }
            Step::Engage(whom) => {
                for ship in self.scene.whom(whom, &cx) {
                    self.begin(Task::Engage, ship);
                }
                Flow::Next
            }
            Step::Reserve(whom) => self.each(whom, Verb::Reserve, 1),
            Step::Assign(whom) => match self.first(whom) {
                Some(ship) => self.one(Proposal::new(Verb::Assign, ship).card(cx.source)),
                None => Flow::Next,
            },
            Step::AssignCondition(id, whom) => {
                match (self.scene.condition(id, cx.seat), self.first(whom)) {
                    (Some(condition), Some(ship)) => {
                        self.one(Proposal::new(Verb::Assign, ship).card(condition))
                    }
                    _ => Flow::Next,
                }
            }
            Step::RemoveCard => self.one(card(Verb::PutAway)),
            Step::SearchDamage(kind) => self.search_damage(*kind),
            Step::DealHeld => match self.scene.held(cx.source) {
                Some(held) => self.one(card(Verb::Deal { faceup: true }).card(held)),
                None => Flow::Next,
            },
            Step::Drop(template) => self.one(card(Verb::Put(Placing::new(Way::Drop, *template)))),
            Step::DropOne { bombs } => match self.answer.take() {
                Some(Choice::Card(device)) => {
                    let template = self.scene.drops(device).unwrap_or_default();
                    self.propose(Proposal::new(Verb::SpendCharge, cx.this).card(device));
                    let put = Verb::Put(Placing::new(Way::Drop, template));
                    self.one(Proposal::new(put, cx.this).card(device))
                }
                _ if self.scene.droppable(cx.this, *bombs).next().is_none() => Flow::Next,
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::Fuse => match self.scene.unfused(cx.this) {
                Some(number) => {
                    let card = self.scene.device(number).map_or(Slot::MAX, |device| device.card);
                    self.one(Proposal::new(Verb::Fuse, Slot::MAX).n(number).card(card))
                }
                None => Flow::Next,
            },
            Step::RollEach { who, .. } => {
                let blast = Blast::new(self.frame.program, self.frame.at);
                for ship in self.scene.whom(who, &cx) {
                    self.begin(Task::Blast(blast), ship);
                }
                Flow::Next
            }
            Step::Shatter(hits) => match self.answer.take() {
                Some(Choice::Mode(obstacle)) => {
                    let scene = self.scene;
                    for ship in scene.beside(obstacle.into()) {
                        self.begin_damage(ship, *hits, 0);
                    }
                    self.one(Proposal::new(Verb::Shatter, Slot::MAX).n(obstacle))
                }
                _ if cx.rocks == 0 => Flow::Next,
                _ => self.ask(self.frame.seat, Prompt::Step),
            },
            Step::PutThat { .. } => {
                match (cx.event, cx.event.and_then(|e| e.put_otherwise(step))) {
                    (Some(Proposal { card, ship, .. }), Some(placing)) => {
                        self.one(Proposal::new(Verb::Put(placing), ship).card(card))
                    }
                    _ => self.broken("the event is a device that is put into the play area"),
                }
            }
            Step::Choose(_)
            | Step::Pay(_)
            | Step::Several { .. }
            | Step::ForEach(..)
            | Step::Roll(..)
            | Step::If(..)
            | Step::OneOf { .. } => self.broken("branches are flattened"),
        }
    }

    fn one(&mut self, proposal: Proposal) -> Flow {
        self.propose(proposal);
        Flow::Next
    }

    fn maneuver(&mut self, ship: Slot, maneuver: Maneuver) -> Flow {
        self.begin(Task::Execute(Flight::of(maneuver)), ship);
        Flow::Next
    }

    /// Something else happens to the card that would be dealt.
    fn instead(&mut self, verb: Verb) -> Flow {
        match self.cx().event {
            Some(event) => self.one(Proposal::new(verb, event.ship).card(event.card)),
            None => self.broken("the event is a card that is dealt"),
        }
    }

    fn remove_own(&mut self, whom: &Whom, tokens: &[Token]) -> Flow {
        let Some(ship) = self.first(whom) else { return Flow::Next };
        if let Some(Choice::Token(token, owner)) = self.answer.take() {
            return self.one(Proposal::new(Verb::Remove(token), ship).other(owner));
        }
        if tokens.iter().all(|&token| self.scene.count(ship, token) == 0) {
            return Flow::Next;
        }
        self.ask(self.scene.ship(ship).owner, Prompt::Step)
    }

    fn remove_one(&mut self, whom: &Whom, kinds: &[Trait]) -> Flow {
        let Some(ship) = self.first(whom) else { return Flow::Next };
        match self.answer.take() {
            Some(Choice::Token(token, owner)) => {
                self.one(Proposal::new(Verb::Remove(token), ship).other(owner))
            }
            // What was paid for it can have destroyed the ship.
            _ if self.scene.tokens_of(ship, kinds).is_empty() => Flow::Next,
            _ => self.ask(self.scene.ship(ship).owner, Prompt::Step),
        }
    }

    fn transfer(&mut self, whom: &Whom) -> Flow {
        let this = self.cx().this;
        match (self.answer.take(), self.first(whom)) {
            (Some(Choice::Token(token, _)), Some(to)) => {
                self.one(Proposal::new(Verb::Transfer(token), this).other(to))
            }
            (_, None) => Flow::Next,
            _ => self.ask(self.frame.seat, Prompt::Step),
        }
    }

    /// The ship whose dice a step modifies; none, if a card keeps them from it.
    fn modified(&self, dice: Dice) -> Option<Slot> {
        self.roller(dice).filter(|&roller| !self.scene.stats(roller).no_modifying)
    }

    fn roller(&self, dice: Dice) -> Option<Slot> {
        self.scene.board.attack().map(|attack| self.scene.roller(attack, dice))
    }

    /// Results of one kind change together; if several kinds could, the player says which.
    fn change(&mut self, dice: Dice, from: &[Face], to: Face, n: Option<u8>) -> Flow {
        let Some(roller) = self.modified(dice) else { return Flow::Next };
        let change = |face| Proposal::new(Verb::Change(face, to), roller);
        if let Some(Choice::Die(face)) = self.answer.take() {
            return self.one(change(face).n(n.unwrap_or(u8::MAX)));
        }
        let found = faces(&self.scene, dice, from, 0, false);
        match (n, &found[..]) {
            (_, []) => Flow::Next,
            (Some(_), [_, _, ..]) => self.ask(self.frame.seat, Prompt::Step),
            _ => {
                for face in found {
                    self.propose(change(face).n(n.unwrap_or(u8::MAX)));
                }
                Flow::Next
            }
        }
    }

    /// Dice are picked one after another and rerolled together, each at most once in an attack.
    fn reroll(&mut self, step: &Step, resolving: Resolving) -> Flow {
        let Step::Reroll { dice, faces: wanted, all, free, charges, .. } = step else {
            return Flow::Next;
        };
        let (dice, all, n) = (*dice, *all, self.scene.most(step, &self.cx()));
        let Some(roller) = self.modified(dice) else { return Flow::Next };
        let pool = self.scene.pool(roller);
        let fits = |face: Face| wanted.is_empty() || wanted.contains(&face);
        let picked = resolving.dice;
        let fresh = |&at: &usize| {
            let die = pool.0[at];
            fits(die.face) && !die.rerolled && picked & (1 << at) == 0
        };
        let answer = self.answer.take();
        let more = if all {
            let most = n.map_or(usize::MAX, usize::from);
            (0..pool.0.len()).filter(fresh).take(most).fold(0, |dice, at| dice | 1 << at)
        } else if let Some(Choice::Die(face)) = answer {
            let at = (0..pool.0.len()).filter(fresh).find(|&at| pool.0[at].face == face);
            at.map_or(0, |at| 1 << at)
        } else {
            0
        };
        let now = picked | more;
        let left = (0..pool.0.len()).filter(fresh).any(|at| now & (1 << at) == 0);
        let enough = all || n.is_some_and(|n| now.count_ones() >= u32::from(n));
        let over = enough || !left || answer == Some(Choice::Done);
        let (dice_left, rerolled) = if over { (0, now) } else { (now, resolving.rerolled) };
        self.frame.locals.remember(Resolving { dice: dice_left, rerolled, ..resolving });
        if over {
            if *charges {
                let spent = Proposal::new(Verb::SpendCharge, self.cx().this);
                let spent = spent.card(self.frame.source.slot).n(now.count_ones() as u8);
                self.propose(spent);
            }
            let counts = u8::from(!*free);
            self.propose(Proposal::new(Verb::Reroll(dice, now), roller).n(counts));
            return Flow::Next;
        }
        self.ask(self.frame.seat, Prompt::Step)
    }

    fn cancel(&mut self, dice: Dice, wanted: &[Face], all: bool) -> Flow {
        let Some(roller) = self.roller(dice) else { return Flow::Next };
        if all {
            let pool = self.scene.pool(roller).0.iter().map(|die| die.face);
            for face in pool.filter(|face| wanted.is_empty() || wanted.contains(face)) {
                self.propose(Proposal::new(Verb::Cancel(face), roller));
            }
            return Flow::Next;
        }
        if let Some(Choice::Die(face)) = self.answer.take() {
            return self.one(Proposal::new(Verb::Cancel(face), roller));
        }
        match faces(&self.scene, dice, wanted, 0, false)[..] {
            [] => Flow::Next,
            [only] => self.one(Proposal::new(Verb::Cancel(only), roller)),
            _ => self.ask(self.frame.seat, Prompt::Step),
        }
    }

    /// The player who owns the card chooses one of the damage cards that are found.
    fn search_damage(&mut self, kind: CardType) -> Flow {
        let cx = self.cx();
        let deck = self.scene.ship(cx.this).owner;
        match self.answer.take() {
            Some(Choice::Card(found)) => {
                self.propose(Proposal::new(Verb::Hold, cx.this).card(found).other(cx.source));
                self.does(Verb::ShuffleDeck(deck), cx.this);
                Flow::Next
            }
            _ if self.scene.searched(deck, kind).is_empty() => Flow::Next,
            _ => self.ask(self.scene.card(cx.source).owner, Prompt::Step),
        }
    }

    /// The top card of the damage deck of a ship's player.
    pub(crate) fn top(&self, ship: Slot) -> Option<Slot> {
        let player = &self.scene.board.players[usize::from(self.scene.ship(ship).owner)];
        player.deck.last().copied()
    }

    fn repair(&mut self, who: &Whom, faceup: bool, of: &[CardType]) -> Flow {
        let Some(ship) = self.first(who) else { return Flow::Next };
        match self.answer.take() {
            Some(Choice::Card(card)) => self.one(Proposal::new(Verb::Repair, ship).card(card)),
            // Another step can be all that the effect changes.
            _ if self.scene.repairable(ship, faceup, of).next().is_none() => Flow::Next,
            _ => self.ask(self.frame.seat, Prompt::Step),
        }
    }

    fn draw_and_deal(&mut self, n: u8) -> Flow {
        let Some(event) = self.cx().event else {
            return self.broken("the event is a card that is dealt");
        };
        let owner = self.scene.ship(event.ship).owner;
        let drawn = drawn(&self.scene, event.ship, n);
        if let Some(Choice::Card(chosen)) = self.answer.take() {
            for card in drawn.into_iter().filter(|&card| card != chosen) {
                self.propose(Proposal::new(Verb::Discard, event.ship).card(card));
            }
            return self.one(Proposal::new(Verb::Deal { faceup: true }, event.ship).card(chosen));
        }
        let player = &self.scene.board.players[usize::from(owner)];
        if drawn.len() < usize::from(n) && !player.discard.is_empty() {
            self.propose(Proposal::new(Verb::Reshuffle(owner), event.ship));
            return Flow::Again;
        }
        self.ask(self.frame.seat, Prompt::Step)
    }
}
