//! Judgement of abilities: they can be used, or the reason against it.

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::stack::FrameOf;

use super::{Context, Scene, Slots};
use crate::board::{Armament, Limit};
use crate::choice::XWing;
use crate::program::Op;
use crate::proposal::Verb;
use crate::ship::Flags;
use crate::space::Track;
use crate::vocabulary::{
    Ability, Action, CardType, Cost, Dice, Difficulty, Face, Facing, Filter, Kind, Maneuver, Step,
    Template, Timing, Token, Trait, Way, Whom,
};

/// A reason against something that a player could want to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    /// It belongs to another moment.
    #[error("this is not the moment for it")]
    NotNow,
    /// A stressed ship performs no actions.
    #[error("the ship is stressed")]
    Stressed,
    /// Each action is performed at most once in a round.
    #[error("already performed this round")]
    Performed,
    /// An ionized ship performs the focus action only.
    #[error("the ship is ionized and can only focus")]
    Ionized,
    /// A damage card allows the focus action only.
    #[error("a damage card allows only the focus action and actions of damage cards")]
    OnlyFocus,
    /// The ship has no such action on its action bar.
    #[error("the ship has no such action")]
    NoSuchAction,
    /// A requirement of the card.
    #[error("a requirement of the card is not met")]
    Requirement,
    /// The ship it is about does not fit.
    #[error("the ship it would be about does not fit")]
    Subject,
    /// There is nothing that the action or attack could be aimed at.
    #[error("there is no legal target")]
    NoTarget,
    /// A cost asks for more active charges than the card has.
    #[error("cannot pay: not enough active charges")]
    NoCharge,
    /// A cost asks for more active Force than the ship has.
    #[error("cannot pay: not enough active Force")]
    NoForce,
    /// A cost asks for more active shields than the ship has.
    #[error("cannot pay: not enough active shields")]
    NoShield,
    /// A cost asks for a token of this kind, and the ship has none.
    #[error("cannot pay: there is no {} token", .0.name())]
    NoToken(Token),
    /// A token of some kind.
    #[error("cannot pay: there is no such token to remove")]
    NoSuchToken,
    /// A cost asks for a facedown damage card, and the ship has none.
    #[error("cannot pay: there is no facedown damage card")]
    NoFacedown,
    /// A cost asks for a result that was not rolled.
    #[error("cannot pay: there is no such result")]
    NoResult,
    /// The weapon of the attack lets its dice be modified by its own card alone.
    #[error("dice of this weapon are modified by its own card alone")]
    Fixed,
    /// A cost or a weapon asks for a lock on the defender, and there is none.
    #[error("the defender is not locked")]
    NoLock,
    /// A cost is paid only if the effect can be resolved.
    #[error("its effect would change nothing")]
    NoChange,
    /// The ability was used in this attack; each is used at most once.
    #[error("already used in this attack")]
    Used,
    /// A damage card lets the ship modify attack dice by Force alone.
    #[error("a damage card allows dice to be modified by Force alone")]
    OnlyForce,
    /// A card keeps the dice from being modified like this.
    #[error("a card keeps the dice from being modified like this")]
    NoModifying,
    /// The dice belong to another ship.
    #[error("the dice belong to another ship")]
    OtherDice,
    /// The attacker has a disarm token.
    #[error("a disarmed ship cannot attack")]
    Disarmed,
    /// RR "Cloak": a cloaked ship is disarmed, and has one cloak token at most.
    #[error("a cloaked ship neither attacks nor cloaks")]
    Cloaked,
    /// RR "SLAM": the maneuver has the speed of the one before.
    #[error("the ship has executed no maneuver in this round")]
    NotFlown,
    /// The ship has made its bonus attack of this round.
    #[error("a ship makes one bonus attack in a round")]
    BonusUsed,
    /// The attacker is on an asteroid (RR "Asteroid").
    #[error("a ship on an asteroid cannot attack")]
    OnAsteroid,
    /// Each boost or barrel roll that it could be ends off the mat or over another ship.
    #[error("the ship has no room to move like this")]
    NoRoom,
    /// A card keeps the ship from further actions.
    #[error("a card keeps the ship from further actions")]
    NoMore,
    /// The target lies outside the arc of the weapon.
    #[error("the target is not in the weapon's arc")]
    OutOfArc,
    /// The target is in the arc, but not at a range of the weapon.
    #[error("the target is not in the weapon's range")]
    OutOfRange,
    /// The event was replaced once.
    #[error("only one effect may be substituted for an event, and none for what took its place")]
    Replaced,
}

/// Tells whether an effect modifies these dice.
fn modifies(effect: &[Step], dice: Dice) -> bool {
    effect.iter().any(|step| match step {
        Step::Change { dice: whose, .. }
        | Step::Add { dice: whose, .. }
        | Step::AddAlike(whose)
        | Step::Reroll { dice: whose, .. } => *whose == dice,
        _ => false,
    })
}

impl Scene<'_> {
    /// Judges whether an ability can be used, seen from its card: its requirements are met, its
    /// costs can be paid, and its effect would change something (`S1-11`).
    ///
    /// # Errors
    /// The first reason against it.
    pub fn judge(&self, id: u16, cx: &Context) -> Result<(), Refusal> {
        let ability = self.catalogue.ability(id);
        if !self.hold(&ability.requires, cx) {
            return Err(Refusal::Requirement);
        }
        let Some(filter) = &ability.choose else { return self.judge_effect(ability, cx) };
        let mut best = Err(Refusal::NoTarget);
        for ship in self.fitting(filter, cx) {
            best = self.judge_effect(ability, &Context { it: Some(ship), ..*cx });
            if best.is_ok() {
                break;
            }
        }
        best
    }

    /// Tells whether a ship can be chosen for an ability: what follows must be possible with it.
    #[must_use]
    pub fn suits(&self, id: u16, ship: Slot, cx: &Context) -> bool {
        self.judge_effect(self.catalogue.ability(id), &Context { it: Some(ship), ..*cx }).is_ok()
    }

    fn judge_effect(&self, ability: &Ability, cx: &Context) -> Result<(), Refusal> {
        self.judge_costs(&ability.cost, cx)?;
        // Outside of their step dice are modified under the same conditions as in it.
        if !matches!(ability.timing, Timing::Modify(_)) {
            let modified = [Dice::Attack, Dice::Defense].into_iter();
            for dice in modified.filter(|&dice| modifies(&ability.effect, dice)) {
                self.judge_dice(ability, dice, false, cx)?;
            }
        }
        if self.can(&ability.effect, cx) { Ok(()) } else { Err(Refusal::NoChange) }
    }

    /// Judges whether all of these costs can be paid, each by itself.
    ///
    /// # Errors
    /// The first that cannot.
    pub fn judge_costs(&self, costs: &[Cost], cx: &Context) -> Result<(), Refusal> {
        costs.iter().try_for_each(|cost| {
            let ship = self.ship(cx.this);
            let (enough, otherwise) = match cost {
                Cost::Charge(n) => (self.card(cx.source).charges >= *n, Refusal::NoCharge),
                Cost::Force(n) => {
                    let kept = self.stats(cx.this).keeps_force;
                    (ship.force >= *n && !kept, Refusal::NoForce)
                }
                Cost::Shield(n) => (ship.shields >= *n, Refusal::NoShield),
                Cost::Spend(token) => (self.spends(cx.this, *token), Refusal::NoToken(*token)),
                Cost::SpendOf(filter, token) => {
                    let ships = self.fitting(filter, cx);
                    (
                        ships.iter().any(|&s| self.lends(s, cx.this, *token)),
                        Refusal::NoToken(*token),
                    )
                }
                Cost::SpendOneOf(tokens) => {
                    (tokens.iter().any(|&t| self.spends(cx.this, t)), Refusal::NoSuchToken)
                }
                Cost::SpendLockOn(whom) => {
                    let keeps = self.stats(cx.this).keeps_lock;
                    let at = self.whom(whom, cx).first().copied();
                    (!keeps && at == Some(ship.lock), Refusal::NoLock)
                }
                Cost::SpendLockOf(filter) => {
                    (!self.lock_spenders(filter, cx).is_empty(), Refusal::NoLock)
                }
                Cost::ChargeOf(kinds) => {
                    (self.charged(cx, kinds).next().is_some(), Refusal::NoCharge)
                }
                Cost::ChargeOfWeapon => {
                    let card = self.attacking_card();
                    (card.is_some_and(|card| self.card(card).charges > 0), Refusal::NoCharge)
                }
                Cost::SpendLock => {
                    let (keeps, enemy) = (self.stats(cx.this).keeps_lock, self.opponent(cx.this));
                    (!keeps && enemy == Some(ship.lock), Refusal::NoLock)
                }
                Cost::SpendResult(dice, faces) => {
                    let rolled = self.board.attack().map(|attack| self.roller(attack, *dice));
                    let has = rolled.is_some_and(|roller| self.pool(roller).count(faces) > 0);
                    (has, Refusal::NoResult)
                }
                Cost::RemoveFrom(whom, kinds) => {
                    let mut ships = self.whom(whom, cx).into_iter();
                    let has = ships.any(|s| !self.tokens_of(s, kinds).is_empty());
                    (has, Refusal::NoSuchToken)
                }
                Cost::Expose => {
                    let facedown = self.repairable(cx.this, false, &[]).next().is_some();
                    (facedown, Refusal::NoFacedown)
                }
                Cost::Gain(_) | Cost::GainBy(..) | Cost::GainOneOf(_) | Cost::Suffer(..) => {
                    (true, Refusal::NotNow)
                }
            };
            if enough { Ok(()) } else { Err(otherwise) }
        })
    }

    /// Tells whether a ship has a token of this kind and may spend it.
    #[must_use]
    pub fn spends(&self, ship: Slot, token: Token) -> bool {
        self.count(ship, token) > 0 && self.stats(ship).no_spending & (1 << token as u16) == 0
    }

    /// Tells whether a ship has a token of this kind that another, or itself, may spend.
    #[must_use]
    pub fn lends(&self, ship: Slot, to: Slot, token: Token) -> bool {
        let own = self.stats(ship).no_sharing & (1 << token as u16) != 0;
        self.spends(ship, token) && (ship == to || !own)
    }

    /// The ships that fit and can spend a lock on the defender of the attack under way.
    #[must_use]
    pub fn lock_spenders(&self, filter: &Filter, cx: &Context) -> Slots {
        let Some(attack) = self.board.attack() else { return Slots::new() };
        let spends =
            |&ship: &Slot| self.ship(ship).lock == attack.shot.at && !self.stats(ship).keeps_lock;
        self.fitting(filter, cx).into_iter().filter(spends).collect()
    }

    /// The upgrades of an ability's ship beside its own card, of these kinds, that have an active
    /// charge which does not recur.
    pub fn charged<'s>(
        &'s self,
        cx: &Context,
        kinds: &'s [CardType],
    ) -> impl Iterator<Item = Slot> + use<'s> {
        let source = cx.source;
        self.faceup(cx.this).filter(move |&card| {
            let definition = &self.printed(card).definition;
            let fits = matches!(definition.kind, Kind::Upgrade(kind) if kinds.contains(&kind));
            fits && card != source && !definition.recurring && self.card(card).charges > 0
        })
    }

    /// The upgrade that the attack under way is made with.
    #[must_use]
    pub fn attacking_card(&self) -> Option<Slot> {
        match self.board.attack()?.shot.with {
            Armament::Primary(_) => None,
            Armament::Upgrade(card) => Some(card),
        }
    }

    /// The ships that can be chosen next where several are, one after another.
    #[must_use]
    pub fn choosable(&self, frame: &FrameOf<XWing>) -> Slots {
        let op = self.catalogue.program(frame.program).get(usize::from(frame.at));
        let Some(Op::Each { of, then, .. }) = op else { return Slots::new() };
        let (cx, picked) = (self.in_frame(frame), frame.locals.resolving().picked);
        let fits = |&ship: &Slot| {
            picked & (1 << ship) == 0 && self.can(then, &Context { it: Some(ship), ..cx })
        };
        self.fitting(of, &cx).into_iter().filter(fits).collect()
    }

    /// The facings of the turret indicator of a ship at whose arcs another one is.
    pub fn facings_at(&self, ship: Slot, at: Slot) -> impl Iterator<Item = Facing> + use<'_> {
        let stats = self.stats(ship);
        Facing::ALL
            .into_iter()
            .filter(move |&way| stats.points(way) && self.in_arc(ship, way.arc(), at))
    }

    /// The most attack dice of a ship, or defence dice, that can still be rerolled; any number, if
    /// nothing limits it.
    fn rerolls_left(&self, dice: Dice) -> Option<u8> {
        let attack = self.board.attack().filter(|_| dice == Dice::Attack)?;
        let most = self.stats(attack.attacker).rerolls?;
        let done = self.pool(attack.attacker).0.iter().filter(|die| die.rerolled).count();
        Some(most.saturating_sub(done as u8))
    }

    /// Tells whether an effect can be resolved: every ship it chooses exists, and it changes
    /// something.
    #[must_use]
    pub fn can(&self, effect: &[Step], cx: &Context) -> bool {
        let chooses = effect.iter().all(|step| match step {
            Step::Choose(filter) => !self.fitting(filter, cx).is_empty(),
            Step::Pay(cost) => self.judge_costs(core::slice::from_ref(cost), cx).is_ok(),
            _ => true,
        });
        effect.is_empty() || chooses && effect.iter().any(|step| self.changes(step, cx))
    }

    fn changes(&self, step: &Step, cx: &Context) -> bool {
        let any = |whom: &Whom, test: &dyn Fn(Slot) -> bool| {
            (*whom == Whom::It && cx.it.is_none()) || self.whom(whom, cx).into_iter().any(test)
        };
        let dice = |dice: Dice, faces: &[Face]| {
            self.board.attack().map_or(0, |a| self.pool(self.roller(a, dice)).count(faces)) > 0
        };
        let modifies = |dice: Dice| {
            self.board.attack().is_some_and(|a| !self.stats(self.roller(a, dice)).no_modifying)
        };
        match step {
            Step::Choose(_) | Step::Pay(_) => false,
            Step::Several { dealt: true, .. } if self.dealt() == 0 => false,
            Step::Several { of, then, .. } | Step::ForEach(of, then) => {
                let can = |ship: Slot| self.can(then, &Context { it: Some(ship), ..*cx });
                self.fitting(of, cx).into_iter().any(can)
            }
            Step::TransferAll(_, kind) => self.has_any(cx.this, *kind),
            Step::GainAlike(whom, tokens) => {
                any(whom, &|_| tokens.iter().any(|&token| self.count(cx.this, token) > 0))
            }
            Step::GainAsMany(token, whom) => any(whom, &|ship| self.count(ship, *token) > 0),
            Step::RemoveSome(token) => self.count(cx.this, *token) > 0,
            Step::DrawLocks(whom) => {
                any(whom, &|ship| self.enemy_lockers(ship, cx).next().is_some())
            }
            Step::DiceForBombs(whom) => any(whom, &|ship| self.bombs_near(ship, cx.seat) > 0),
            Step::BarrelRoll => {
                !self.has_mat() || !self.shifts(cx.this, Action::BarrelRoll).is_empty()
            }
            Step::ExposeChosen(whom) => {
                any(whom, &|ship| self.repairable(ship, false, &[]).next().is_some())
            }
            Step::Drain(whom) => any(whom, &|ship| self.drainable(ship).next().is_some()),
            Step::Refill { pilot } => self.refillable(cx.this, *pilot).next().is_some(),
            Step::AddAlike(dice) => modifies(*dice) && self.alike(*dice).is_some(),
            Step::ReleaseOne(whom) => {
                !self.card(cx.source).holds.is_empty() && any(whom, &|_| true)
            }
            Step::ShowDials(whom) => any(whom, &|ship| self.has_closed_dial(ship)),
            Step::Peek(whom) => any(whom, &|ship| {
                self.has_closed_dial(ship) && !self.ship(ship).flags.has(Flags::SEEN)
            }),
            Step::RemoveDevice => self.devices_near(cx.this).next().is_some(),
            Step::RecoverWeapon => self.spent_weapon().is_some(),
            Step::GainForShed(_) => self.ship(cx.this).shed > 0,
            Step::RepairAgain => self.board.repaired.is_some(),
            Step::DealFound(kind) => !self.searched(self.ship(cx.this).owner, *kind).is_empty(),
            Step::FlipOf(whom, kind) => any(whom, &|ship| self.flippable(ship, *kind).is_some()),
            Step::Spin { who, .. } => any(who, &|_| true),
            Step::ExecuteFaster(by) => cx.event.is_some_and(|event| match event.verb {
                Verb::Execute(Maneuver { speed, bearing, .. }) => {
                    let speed = speed.saturating_add_signed(*by);
                    speed > 0 && Track::exists(Template { speed, bearing })
                }
                _ => false,
            }),
            Step::RotateTo(whom) => any(whom, &|at| self.facings_at(cx.this, at).next().is_some()),
            Step::Shed(whom, token) => any(whom, &|ship| self.count(ship, *token) > 0),
            Step::GainFor { each, .. } => !self.fitting(each, cx).is_empty(),
            Step::CancelAll(whose) => dice(*whose, &[]),
            Step::Expose(whom) => {
                any(whom, &|ship| self.repairable(ship, false, &[]).next().is_some())
            }
            Step::LoseShield(whom, _) => any(whom, &|ship| self.ship(ship).shields > 0),
            Step::Lock { by, at, anywhere } => any(at, &|ship| {
                let lockers = self.whom(by, cx);
                lockers.first().is_some_and(|&by| {
                    let reaches = *anywhere || self.lock_reaches(by, ship);
                    by != ship && self.ship(by).lock != ship && self.can_lock(by, ship) && reaches
                })
            }),
            Step::SetDial { who, .. } => any(who, &|ship| !self.redials(ship, step).is_empty()),
            Step::Rotate => self.has_turret(cx.this) && self.facings(cx.this).next().is_some(),
            Step::Decloak => self.can_decloak(cx.this),
            Step::Gain(whom, Token::Cloak, _) => any(whom, &|ship| !self.is_cloaked(ship)),
            Step::Gain(whom, ..) | Step::GainThat(whom) | Step::SufferAsCritical(whom) => {
                any(whom, &|_| true)
            }
            Step::Suffer(whom, hits, crits) => hits + crits > 0 && any(whom, &|_| true),
            Step::Remove(whom, tokens) => {
                any(whom, &|ship| tokens.iter().any(|&token| self.count(ship, token) > 0))
            }
            Step::RemoveAll(whom, kind) => {
                any(whom, &|ship| !self.tokens_of(ship, &[*kind]).is_empty())
            }
            Step::RemoveOne(whom, kinds) => {
                any(whom, &|ship| !self.tokens_of(ship, kinds).is_empty())
            }
            Step::Transfer(_, tokens) => !self.transferable(cx.this, tokens).is_empty(),
            Step::Take(whom, tokens) => {
                any(whom, &|ship| !self.transferable(ship, tokens).is_empty())
            }
            Step::RecoverShield(whom, _) => {
                any(whom, &|ship| self.ship(ship).shields < self.stats(ship).shields)
            }
            Step::RecoverCharge(_) => self.recovers(cx.source),
            Step::LoseCharge(_) => self.card(cx.source).charges > 0,
            Step::RecoverForce(whom, _) => {
                any(whom, &|ship| self.ship(ship).force < self.stats(ship).force)
            }
            Step::Change { dice: whose, .. }
            | Step::Add { dice: whose, .. }
            | Step::Reroll { dice: whose, .. }
                if !modifies(*whose) =>
            {
                false
            }
            Step::Change { dice: whose, from, tokens, .. } => {
                let other = self.opponent(cx.this).filter(|_| tokens.is_some());
                let none = tokens.zip(other).is_some_and(|(token, s)| self.count(s, token) == 0);
                !none && dice(*whose, from)
            }
            Step::Cancel { dice: whose, faces, .. } => dice(*whose, faces),
            Step::Add { dice: whose, .. } => {
                self.board.attack().is_some_and(|a| !self.pool(self.roller(a, *whose)).0.is_full())
            }
            Step::Reroll { dice: whose, faces, .. } => self.board.attack().is_some_and(|attack| {
                if self.most(step, cx) == Some(0) {
                    return false;
                }
                let pool = self.pool(self.roller(attack, *whose));
                let fits = |face: Face| faces.is_empty() || faces.contains(&face);
                pool.0.iter().any(|die| !die.rerolled && fits(die.face))
            }),
            Step::Perform { who, coordinated: true, stressed, .. }
            | Step::Perform { who, white_as: Some(_), stressed, .. }
            | Step::Perform { who, bar_as: Some(_), stressed, .. } => any(who, &|ship| {
                let only = self.limited(ship, step).unwrap_or_default();
                !only.is_empty() && !self.acts_beside(ship, &only, *stressed, cx.able).is_empty()
            }),
            Step::Perform { who, actions, stressed, .. } => {
                if actions.is_empty() {
                    let able = cx.able.unwrap_or_else(|| self.able());
                    any(who, &|ship| able.has(ship, *stressed))
                } else {
                    let acts = |ship| self.acts_beside(ship, actions, *stressed, cx.able);
                    any(who, &|ship| !acts(ship).is_empty())
                }
            }
            Step::Attack { .. } => !self.shots(cx.this, self.limit(step, cx)).is_empty(),
            Step::Repair { who, faceup, of } => {
                any(who, &|ship| self.repairable(ship, *faceup, of).next().is_some())
            }
            Step::Alter { who, easier, .. } => any(who, &|ship| {
                let easy =
                    |it: Maneuver| matches!(it.difficulty, Difficulty::Blue | Difficulty::Purple);
                self.ship(ship).maneuver.is_some_and(|it| !(*easier && easy(it)))
            }),
            Step::Recharge(whom, kinds) => {
                any(whom, &|ship| self.rechargeable(ship, kinds).next().is_some())
            }
            Step::AcquireLock(whom) => {
                any(whom, &|ship| self.ship(cx.this).lock != ship && self.can_lock(cx.this, ship))
            }
            Step::Engage(whom) => any(whom, &|ship| !self.ship(ship).flags.has(Flags::ACTED)),
            Step::Release => !self.card(cx.source).holds.is_empty(),
            Step::OneOf { options, .. } => options.iter().any(|(_, steps)| self.can(steps, cx)),
            Step::If(conditions, steps) => self.hold(conditions, cx) && self.can(steps, cx),
            Step::DiscardDamage(whom) => any(whom, &|ship| self.damage(ship).next().is_some()),
            Step::Roll(..)
            | Step::Flip
            | Step::RepairThis
            | Step::DealFacedown
            | Step::DealFaceup
            | Step::SpeedAsAgility
            | Step::DiscardDealt
            | Step::DrawAndDeal(_)
            | Step::DealOneFacedown(_)
            | Step::PlaceThat
            | Step::Execute(_)
            | Step::ExecuteAs(_)
            | Step::Lasting(..)
            | Step::ShareInitiative(_)
            | Step::Reserve(_)
            | Step::Assign(_)
            | Step::AssignCondition(..)
            | Step::RemoveCard
            | Step::SearchDamage(_)
            | Step::DealHeld
            | Step::Drop(_)
            | Step::Place(_)
            | Step::Strike
            | Step::RollEach { .. } => true,
            Step::ShowDial => {
                let ship = self.ship(cx.this);
                ship.dial.is_some() && !ship.flags.has(Flags::OPEN)
            }
            Step::DropOne { bombs } => self.droppable(cx.this, *bombs).next().is_some(),
            Step::Fuse => self.unfused(cx.this).is_some(),
            Step::Shatter(_) => cx.rocks != 0,
            Step::PutThat { faster: 0, .. } => true,
            // There is no such template for every speed.
            Step::PutThat { .. } => {
                let instead = cx.event.map(|event| event.put_otherwise(step));
                instead.flatten().is_none_or(|placing| {
                    let used = placing.template;
                    placing.way == Way::Touch || used.speed > 0 && Track::exists(used)
                })
            }
        }
    }

    /// The limit under which a step lets its ship attack; none, for any other step.
    #[must_use]
    pub fn limit(&self, step: &Step, cx: &Context) -> Limit {
        let Step::Attack {
            at,
            primary,
            turret,
            arc,
            this,
            fresh,
            elsewhere,
            otherwise,
            with,
            beside,
            bonus,
        } = step
        else {
            return Limit::ANY;
        };
        let shot = self.board.attack().map(|attack| attack.shot);
        let target = at.as_ref().and_then(|whom| self.whom(whom, cx).first().copied());
        Limit {
            at: target.unwrap_or(Slot::MAX),
            primary: *primary,
            turret: *turret,
            arc: *arc,
            card: if *this { cx.source } else { Slot::MAX },
            fresh: *fresh,
            not: shot.filter(|_| *elsewhere).map_or(Slot::MAX, |shot| shot.at),
            without: shot.filter(|_| *otherwise).map(|shot| shot.with),
            with: *with,
            beside: self.board.attack().filter(|_| *beside).map_or(Slot::MAX, |a| a.shot.at),
            bonus: *bonus,
        }
    }

    /// The other ship in the attack under way: the defender of an attacker, the attacker of a
    /// defender.
    #[must_use]
    pub fn opponent(&self, ship: Slot) -> Option<Slot> {
        let attack = self.board.attack()?;
        let (attacker, defender) = (attack.attacker, attack.shot.at);
        match ship {
            _ if ship == attacker => Some(defender),
            _ if ship == defender => Some(attacker),
            _ => None,
        }
    }

    /// The player who says whether an ability modifies dice.
    #[must_use]
    pub fn modifier_of(&self, source: Slot, id: u16, roller: Slot) -> Seat {
        let its = self.catalogue.ability(id).its_player;
        if its { self.ship(roller).owner } else { self.controller(source) }
    }

    /// The tokens a ship can hand over: of these, or any; its own lock among them.
    #[must_use]
    pub fn transferable(&self, ship: Slot, tokens: &[Token]) -> arrayvec::ArrayVec<Token, 14> {
        let state = self.ship(ship);
        let wanted = |token: &Token| tokens.is_empty() || tokens.contains(token);
        let lock = (state.lock < self.board.ships).then_some(Token::Lock);
        state.tokens.kinds().chain(lock).filter(wanted).collect()
    }

    /// The number of dice that a reroll can be about at most; `None` if there is no limit.
    #[must_use]
    pub fn most(&self, step: &Step, cx: &Context) -> Option<u8> {
        let Step::Reroll { dice, n, each, tokens, free, charges, .. } = step else { return None };
        let ships = |filter: &Filter| self.fitting(filter, cx).len() as u8;
        let counted = |kind: Trait| {
            let own = Token::ALL.into_iter().filter(|token| token.is(kind));
            own.map(|token| self.count(cx.this, token)).sum::<u8>()
        };
        let paid = charges.then(|| self.card(cx.source).charges);
        let n = each.as_deref().map(ships).or(tokens.map(counted)).or(paid).or(*n);
        let left = self.rerolls_left(*dice).filter(|_| !free);
        n.into_iter().chain(left).min()
    }

    /// The damage cards that the defender of the attack under way was dealt in it.
    #[must_use]
    pub fn dealt(&self) -> u8 {
        self.board.attack().map_or(0, |attack| attack.dealt)
    }

    /// The enemies of an ability that have a ship locked.
    pub fn enemy_lockers(&self, ship: Slot, cx: &Context) -> impl Iterator<Item = Slot> + use<'_> {
        let seat = cx.seat;
        self.lockers(ship).filter(move |&locker| self.ship(locker).owner != seat)
    }

    /// The number of bombs of a player at range 0-1 of a ship.
    #[must_use]
    pub fn bombs_near(&self, ship: Slot, seat: Seat) -> u8 {
        let bombs = self.devices().filter(|(_, device)| {
            device.owner == seat
                && self.mines(device.card).is_none()
                && self.near(device) & (1 << ship) != 0
        });
        bombs.count() as u8
    }

    /// The upgrades of a ship that have an active charge which does not recur.
    pub fn drainable(&self, ship: Slot) -> impl Iterator<Item = Slot> + use<'_> {
        self.faceup(ship).filter(move |&card| {
            let definition = &self.printed(card).definition;
            let upgrade = matches!(definition.kind, Kind::Upgrade(_));
            upgrade && !definition.recurring && self.card(card).charges > 0
        })
    }

    /// The upgrades of a ship, and perhaps its pilot, that can recover a charge which does not recur.
    pub fn refillable(&self, ship: Slot, pilot: bool) -> impl Iterator<Item = Slot> + use<'_> {
        let cards = core::iter::once(ship).filter(move |_| pilot).chain(self.faceup(ship));
        cards.filter(move |&card| {
            let definition = &self.printed(card).definition;
            let kind = matches!(definition.kind, Kind::Upgrade(_) | Kind::Pilot { .. });
            kind && !definition.recurring && self.recovers(card)
        })
    }

    /// The result that all of these dice show, if there are any and they show one.
    #[must_use]
    pub fn alike(&self, dice: Dice) -> Option<Face> {
        let pool = &self.pool(self.roller(self.board.attack()?, dice)).0;
        let first = pool.first()?.face;
        (!pool.is_full() && pool.iter().all(|die| die.face == first)).then_some(first)
    }

    /// Tells whether a ship has a dial that is not open to both players.
    #[must_use]
    pub fn has_closed_dial(&self, ship: Slot) -> bool {
        self.ship(ship).dial.is_some() && !crate::view::is_revealed(self, ship)
    }

    /// The devices at range 0-1 of a ship, by their numbers.
    pub fn devices_near(&self, ship: Slot) -> impl Iterator<Item = u8> + use<'_> {
        let near = self.devices().filter(move |(_, device)| self.near(device) & (1 << ship) != 0);
        near.map(|(number, _)| number)
    }

    /// The weapon of the attack under way, if it has cost charges that can recover.
    #[must_use]
    pub fn spent_weapon(&self) -> Option<Slot> {
        let card = self.attacking_card()?;
        let costs = &self.catalogue.ability(self.weapon_ability(card)?).cost;
        let spent = costs.iter().any(|cost| matches!(cost, Cost::Charge(1..)));
        (spent && self.recovers(card)).then_some(card)
    }

    /// The upgrade of a kind that a ship has and that has another side.
    #[must_use]
    pub fn flippable(&self, ship: Slot, kind: CardType) -> Option<Slot> {
        self.faceup(ship).find(|&card| {
            let definition = &self.printed(card).definition;
            definition.kind == Kind::Upgrade(kind) && definition.back.is_some()
        })
    }

    /// The upgrades of a ship, of these kinds or of any, that can recover a charge.
    pub fn rechargeable<'s>(
        &'s self,
        ship: Slot,
        kinds: &'s [CardType],
    ) -> impl Iterator<Item = Slot> + use<'s> {
        self.faceup(ship).filter(move |&card| {
            let definition = &self.printed(card).definition;
            let fits = matches!(definition.kind, Kind::Upgrade(kind) if kinds.is_empty() || kinds.contains(&kind));
            fits && self.recovers(card)
        })
    }

    /// Tells whether a card has inactive charges that can recover.
    #[must_use]
    pub fn recovers(&self, card: Slot) -> bool {
        let definition = &self.printed(card).definition;
        !definition.expends && self.card(card).charges < definition.charges
    }

    /// The damage cards of a ship that can be repaired.
    pub fn repairable<'s>(
        &'s self,
        ship: Slot,
        faceup: bool,
        of: &'s [CardType],
    ) -> impl Iterator<Item = Slot> + use<'s> {
        use crate::card::Place;
        let place = if faceup { Place::Faceup } else { Place::Facedown };
        self.damage(ship).filter(move |&card| {
            self.card(card).place == place
                && match self.printed(card).definition.kind {
                    Kind::Damage(kind, _) => !faceup || of.is_empty() || of.contains(&kind),
                    _ => false,
                }
        })
    }

    /// Judges whether an ability can modify these dice now. A ship does not modify the dice of
    /// another unless its ability says so (`S1-04`).
    ///
    /// # Errors
    /// The first reason against it.
    pub fn judge_modify(&self, source: Slot, id: u16, dice: Dice) -> Result<(), Refusal> {
        let ability = self.catalogue.ability(id);
        let attack = self.board.attack().ok_or(Refusal::NotNow)?;
        if ability.timing != Timing::Modify(dice) {
            return Err(Refusal::NotNow);
        }
        let roller = self.roller(attack, dice);
        let cx = self.context(source, roller);
        let standard = self.catalogue.is_standard(id);
        if !self.fits(&ability.who, roller, &cx) {
            return Err(if standard { Refusal::OtherDice } else { Refusal::Subject });
        }
        self.judge_dice(ability, dice, standard, &cx)?;
        // What every ship can do, it pays for; what is free, it does once.
        let paid = standard && !ability.cost.is_empty();
        if !paid && attack.used.contains(&(source, id)) {
            return Err(Refusal::Used);
        }
        self.judge(id, &cx)
    }

    /// Judges whether something keeps an ability from dice of the attack under way: a damage card,
    /// from which only Force is free, a card against green tokens, or the weapon.
    fn judge_dice(
        &self,
        ability: &Ability,
        dice: Dice,
        standard: bool,
        cx: &Context,
    ) -> Result<(), Refusal> {
        let attack = self.board.attack().ok_or(Refusal::NotNow)?;
        let force = standard && matches!(ability.cost[..], [Cost::Force(_)]);
        let roller = self.roller(attack, dice);
        let own = self.ship(roller).owner == cx.seat;
        if dice == Dice::Attack && own && self.stats(roller).only_force && !force {
            return Err(Refusal::OnlyForce);
        }
        let green = ability.cost.iter().any(|cost| match cost {
            Cost::Spend(token) | Cost::SpendOf(_, token) => token.is(Trait::Green),
            Cost::SpendOneOf(tokens) => tokens.iter().any(|token| token.is(Trait::Green)),
            _ => false,
        });
        if dice == Dice::Defense && self.stats(roller).no_green && green {
            return Err(Refusal::NoModifying);
        }
        let weapon = self.weapon(attack.attacker, attack.shot.with);
        let spends = ability.cost.iter().any(|cost| {
            use Cost::{Spend, SpendLock, SpendLockOf, SpendLockOn, SpendOf, SpendOneOf};
            matches!(
                cost,
                Spend(_)
                    | SpendOf(..)
                    | SpendOneOf(_)
                    | SpendLock
                    | SpendLockOn(_)
                    | SpendLockOf(_)
            )
        });
        if dice == Dice::Attack && own && spends && self.stats(roller).no_attack_tokens {
            return Err(Refusal::NoModifying);
        }
        let by_lock = standard && ability.cost == [Cost::SpendLock];
        let only_lock = weapon.as_ref().is_some_and(|weapon| weapon.only_lock);
        if dice == Dice::Attack && only_lock && !by_lock {
            return Err(Refusal::Fixed);
        }
        let fixed = dice == Dice::Attack && weapon.is_some_and(|weapon| weapon.fixed);
        if fixed && own && attack.shot.with != Armament::Upgrade(cx.source) {
            return Err(Refusal::Fixed);
        }
        Ok(())
    }

    /// Returns `true` if a ship has a token of a kind, locks on it included.
    #[must_use]
    pub fn has_any(&self, ship: Slot, kind: Trait) -> bool {
        !self.tokens_of(ship, &[kind]).is_empty()
    }
}
