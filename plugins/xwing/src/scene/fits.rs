//! Filters and conditions, asked of a table as it stands.

use cardmill_kernel::card::Slot;

use super::{Context, Scene, Slots};
use crate::board::Armament;
use crate::card::Place;
use crate::constant::CLOAKED;
use crate::proposal::Verb;
use crate::ship::Flags;
use crate::vocabulary::{
    Action, Arc, Bearing, CardType, Condition, Dice, Filter, Kind, Side, Timing, Token, Trait, Whom,
};

impl Scene<'_> {
    /// Tells whether the maneuvers of a ship take it through an asteroid that it does not ignore,
    /// by a given position; always `false` on a mat.
    #[must_use]
    pub fn hits_asteroid(&self, ship: Slot) -> bool {
        let stats = self.stats(ship);
        let ignores = stats.ignores_asteroids || stats.ignores_obstacles;
        self.board.relations.asteroids & (1 << ship) != 0 && !ignores
    }

    /// The ships in the play area that fit, in slot order.
    #[must_use]
    pub fn fitting(&self, filter: &Filter, cx: &Context) -> Slots {
        self.present().filter(|&ship| self.fits(filter, ship, cx)).collect()
    }

    /// Tells whether a ship fits a filter: every field that is given must fit.
    #[must_use]
    pub fn fits(&self, filter: &Filter, ship: Slot, cx: &Context) -> bool {
        let this = cx.this;
        let state = self.ship(ship);
        let attack = self.board.attack();
        // Looked for only where the filter asks.
        let is = |wanted: Option<bool>, found: &dyn Fn() -> bool| {
            wanted.is_none_or(|wanted| wanted == found())
        };
        let in_arcs = |arcs: &[Arc], from: Option<Slot>| {
            let seen = |from: Slot| arcs.iter().all(|&arc| self.in_arc(from, arc, ship));
            arcs.is_empty() || from.is_some_and(seen)
        };
        let side =
            filter.side.is_none_or(|side| (side == Side::Friendly) == (state.owner == cx.seat));
        side && is(filter.this, &|| ship == this)
            && filter.range.is_none_or(|r| r.holds(self.range(this, ship)))
            && filter
                .range_of_defender
                .is_none_or(|r| attack.is_some_and(|a| r.holds(self.range(a.shot.at, ship))))
            && filter.in_arc.iter().all(|&arc| self.in_arc(this, arc, ship))
            && !filter.out_of_arc.iter().any(|&arc| self.in_arc(this, arc, ship))
            && filter.sees.iter().all(|&arc| self.in_arc(ship, arc, this))
            && !filter.blind.iter().any(|&arc| self.in_arc(ship, arc, this))
            && filter.size.is_none_or(|size| self.hull(ship).0 == size)
            && is(filter.larger, &|| self.hull(ship).0 > self.hull(this).0)
            && is(filter.higher, &|| self.stats(ship).initiative > self.stats(this).initiative)
            && is(filter.lower, &|| self.stats(ship).initiative < self.stats(this).initiative)
            && is(filter.limited, &|| self.printed(ship).definition.limited > 0)
            && is(filter.outranks_damage, &|| {
                usize::from(self.stats(ship).initiative) > self.damage(this).count()
            })
            && filter.ability.as_ref().is_none_or(|name| {
                let own = &self.catalogue.card(self.printed(ship).ship).abilities;
                let kept = |id: u16| self.keeps_ability(ship, id);
                own.iter().any(|&id| self.catalogue.ability(id).label == *name && kept(id))
            })
            && is(filter.no_nimbler, &|| {
                let agility = |ship| {
                    self.agility(ship) + if self.is_cloaked(ship) { CLOAKED as u8 } else { 0 }
                };
                attack.is_some_and(|a| agility(ship) <= agility(a.shot.at))
            })
            && (filter.sees_subject.is_empty()
                || cx.subject < self.board.ships
                    && filter.sees_subject.iter().all(|&arc| self.in_arc(ship, arc, cx.subject)))
            && filter.asteroid.is_none_or(|r| r.holds(self.asteroid_range(ship)))
            && is(filter.bonus, &|| state.flags.has(Flags::BONUS))
            && is(filter.turreted, &|| state.flags.has(Flags::TURRET))
            && is(filter.activating, &|| self.board.activating == Some(ship))
            && is(filter.strove, &|| state.flags.has(Flags::STROVE))
            && is(filter.around_device, &|| cx.around & (1 << ship) != 0)
            && filter.bar.iter().all(|&action| self.bar(ship).any(|spec| spec.action == action))
            && filter
                .ship
                .as_ref()
                .is_none_or(|id| self.catalogue.card(self.printed(ship).ship).definition.id == *id)
            && filter.name.as_ref().is_none_or(|name| self.printed(ship).definition.name == *name)
            && filter.with.iter().all(|&token| self.count(ship, token) > 0)
            && !filter.without.iter().any(|&token| self.count(ship, token) > 0)
            && is(filter.green, &|| state.tokens.kinds().any(|t| t.is(Trait::Green)))
            && is(filter.tractored, &|| {
                self.count(ship, Token::Tractor) >= self.hull(ship).0.threshold()
            })
            && is(filter.shielded, &|| state.shields > 0)
            && is(filter.attacker, &|| attack.is_some_and(|a| a.attacker == ship))
            && is(filter.defender, &|| attack.is_some_and(|a| a.shot.at == ship))
            && is(filter.in_attack_arc, &|| {
                attack.is_some_and(|a| {
                    let arc = self.weapon(a.attacker, a.shot.with).map(|weapon| weapon.arc);
                    ship != a.attacker && arc.is_some_and(|arc| self.in_arc(a.attacker, arc, ship))
                })
            })
            && is(filter.turret_on_opponent, &|| {
                let other = self.whom(&Whom::Opponent, cx).first().copied();
                other.is_some_and(|other| {
                    let turret = |arc: &&Arc| matches!(arc, Arc::Turret | Arc::DoubleTurret);
                    let arcs = self.weapon_arcs(ship);
                    arcs.iter().filter(turret).any(|&arc| self.in_arc(ship, arc, other))
                })
            })
            && in_arcs(&filter.in_arc_of_attacker, attack.map(|a| a.attacker))
            && in_arcs(&filter.in_arc_of_defender, attack.map(|a| a.shot.at))
            && is(filter.friendly_lock, &|| {
                self.lockers(ship).any(|locker| self.ship(locker).owner == cx.seat)
            })
            && is(filter.locked, &|| self.ship(this).lock == ship)
            && is(filter.locks_this, &|| state.lock == this)
            && is(filter.locks_it, &|| cx.it == Some(state.lock))
            && is(filter.locks_defender, &|| attack.is_some_and(|a| state.lock == a.shot.at))
            && is(filter.beside_device, &|| {
                let own = self.devices().filter(|(_, device)| device.owner == cx.seat);
                own.map(|(_, device)| self.near(device)).any(|near| near & (1 << ship) != 0)
            })
            && filter.obstacle.is_none_or(|r| r.holds(self.obstacle_range(ship)))
            && is(filter.moved_through, &|| self.passed(this) & (1 << ship) != 0)
            && filter
                .flown
                .is_none_or(|moves| self.flies(ship).is_some_and(|flown| moves.hold(flown)))
            && filter.flips.is_none_or(|kind| self.flippable(ship, kind).is_some())
            && is(filter.subject, &|| ship == cx.subject)
            && is(filter.engaged, &|| state.flags.has(Flags::ACTED))
            && is(filter.attacked, &|| state.flags.has(Flags::ATTACKED))
            && is(filter.damaged, &|| self.damage(ship).next().is_some())
            && is(filter.critical, &|| {
                self.damage(ship).any(|card| self.card(card).place == Place::Faceup)
            })
            && filter.stressed.is_none_or(|n| n.holds(self.count(ship, Token::Stress)))
            && !filter.none.iter().any(|none| self.fits(none, ship, cx))
            && (filter.any.is_empty() || filter.any.iter().any(|any| self.fits(any, ship, cx)))
            && filter.range_of_subject.is_none_or(|r| {
                cx.subject < self.board.ships && r.holds(self.range(cx.subject, ship))
            })
            && is(filter.plagued, &|| {
                state.tokens.kinds().any(|t| t.is(Trait::Red) || t.is(Trait::Orange))
            })
            && is(filter.circular, &|| state.tokens.kinds().any(|t| t.is(Trait::Circular)))
            && is(filter.destroyed, &|| state.flags.has(Flags::DESTROYED))
            && filter.equipped.as_ref().is_none_or(|id| {
                self.faceup(ship).any(|card| self.printed(card).definition.id == *id)
            })
            && filter.facing.is_none_or(|facing| state.facing == facing)
            && (filter.targets_in.is_empty()
                || attack.is_some_and(|a| {
                    filter.targets_in.iter().all(|&arc| self.in_arc(ship, arc, a.shot.at))
                }))
            && is(filter.near_device, &|| cx.near & (1 << ship) != 0)
    }

    /// Returns `true` if all conditions hold, so also for none.
    #[must_use]
    pub fn hold(&self, conditions: &[Condition], cx: &Context) -> bool {
        conditions.iter().all(|condition| self.holds(condition, cx))
    }

    /// Tells whether a condition holds; one about the attack under way never does without one.
    #[must_use]
    pub fn holds(&self, condition: &Condition, cx: &Context) -> bool {
        let attack = self.board.attack();
        match condition {
            Condition::Is(whom, filter) => {
                let ships = self.whom(whom, cx);
                !ships.is_empty() && ships.iter().all(|&ship| self.fits(filter, ship, cx))
            }
            Condition::Exists { what, at_least } => {
                self.fitting(what, cx).len() >= usize::from(*at_least)
            }
            Condition::Not(condition) => !self.holds(condition, cx),
            Condition::AnyOf(list) => list.iter().any(|condition| self.holds(condition, cx)),
            Condition::AllOf(list) => self.hold(list, cx),
            Condition::Outnumbered { by, of } => {
                self.fitting(by, cx).len() > self.fitting(of, cx).len()
            }
            Condition::PrimaryAttack => {
                attack.is_some_and(|a| matches!(a.shot.with, Armament::Primary(_)))
            }
            Condition::ThisWeapon => {
                attack.is_some_and(|a| a.shot.with == Armament::Upgrade(cx.source))
            }
            Condition::WeaponIs(kinds) => attack
                .and_then(|a| self.kind_of(a.shot.with))
                .is_some_and(|kind| kinds.contains(&kind)),
            Condition::DefenderIn(arcs) => attack
                .is_some_and(|a| arcs.iter().any(|&arc| self.in_arc(a.attacker, arc, a.shot.at))),
            Condition::WeaponArc(arcs) => attack.is_some_and(|a| {
                let weapon = self.weapon(a.attacker, a.shot.with);
                weapon.is_some_and(|weapon| arcs.contains(&weapon.arc))
            }),
            Condition::WeaponLocks => attack.is_some_and(|a| {
                self.weapon(a.attacker, a.shot.with).is_some_and(|weapon| weapon.lock)
            }),
            Condition::WeaponSpent => self.spent_weapon().is_some(),
            Condition::Flies(moves) => {
                let ship = Some(cx.subject).filter(|&ship| ship < self.board.ships);
                ship.and_then(|ship| self.flies(ship)).is_some_and(|it| moves.hold(it))
            }
            Condition::Compared(compared) => {
                let other = self.opponent(cx.this).and_then(|ship| self.flies(ship));
                let own = self.flies(cx.this);
                own.zip(other).is_some_and(|(own, other)| compared.holds(own, other))
            }
            Condition::RangeBonus => attack.is_some_and(|a| {
                self.weapon(a.attacker, a.shot.with).is_some_and(|weapon| !weapon.ordnance)
            }),
            Condition::Used => {
                attack.is_some_and(|a| a.used.iter().any(|(card, _)| *card == cx.source))
            }
            Condition::AttackModified => attack.is_some_and(|a| {
                let owner = self.ship(a.attacker).owner;
                a.used.iter().any(|&(card, id)| {
                    let dice = self.catalogue.ability(id).timing == Timing::Modify(Dice::Attack);
                    dice && self.controller(card) == owner
                })
            }),
            Condition::Spent(token) => attack.is_some_and(|a| a.spent.contains(&(cx.this, *token))),
            Condition::Rolled(dice, reach) => {
                attack.is_some_and(|a| reach.holds(a.rolled[*dice as usize]))
            }
            Condition::Neutralized => attack.is_some_and(|a| a.neutralized),
            Condition::Obstructed => attack.is_some_and(|a| self.is_obstructed(a)),
            Condition::Clouded => attack.is_some_and(|a| self.is_clouded(a)),
            Condition::AttackRange(reach) => {
                attack.is_some_and(|a| reach.holds(self.attack_range(a)))
            }
            Condition::Results { dice, faces, at_least } => {
                let ship = attack.map(|a| self.roller(a, *dice));
                ship.is_some_and(|s| self.pool(s).count(faces) >= usize::from(*at_least))
            }
            Condition::RollsAtMost(n) => attack.is_some_and(|a| self.dice(a, Dice::Attack) <= *n),
            Condition::Hit => attack.is_some_and(|a| a.hit),
            Condition::Charged => self.card(cx.source).charges > 0,
            Condition::Discharged => {
                self.card(cx.source).charges < self.printed(cx.source).definition.charges
            }
            Condition::Acted => self.ship(cx.this).deeds != cx.before.1,
            Condition::ActedOffBar => {
                let done = self.ship(cx.this).performed & !cx.before.0;
                let off = |action: &Action| {
                    done & (1 << *action as u16) != 0 && !self.has_action(cx.this, *action)
                };
                Action::ALL.iter().any(off)
            }
            Condition::ActionStep => self.board.acting && self.board.activating == Some(cx.this),
            Condition::CoordinatedTo(actions) => {
                actions.iter().any(|&action| self.board.coordinated & (1 << action as u16) != 0)
            }
            Condition::AllAlike(dice) => self.alike(*dice).is_some(),
            Condition::RerolledTo(faces) => attack.is_some_and(|a| {
                let pool = &self.pool(a.attacker).0;
                let shown = pool.iter().enumerate().filter(|(n, _)| cx.rerolled & (1 << n) != 0);
                shown.into_iter().any(|(_, die)| faces.contains(&die.face))
            }),
            Condition::DealtFaceup(kinds) => attack.is_some_and(|a| {
                let of = |kind: &CardType| a.faceup & (1 << *kind as u32) != 0;
                if kinds.is_empty() { a.faceup != 0 } else { kinds.iter().any(of) }
            }),
            Condition::PassedObstacle => self.ship(cx.this).flags.has(Flags::PASSED),
            Condition::Primed => self.stats(cx.this).primed,
            Condition::Holding => !self.card(cx.source).holds.is_empty(),
            Condition::HoldsDamage => self.held(cx.source).is_some(),
            Condition::NearDevice => {
                self.devices().any(|(_, device)| self.near(device) & (1 << cx.this) != 0)
            }
            Condition::HasDropped => self.ship(cx.this).flags.has(Flags::DROPPED),
            Condition::SpentGreen => attack.is_some_and(|a| {
                a.spent.iter().any(|(ship, token)| *ship == cx.this && token.is(Trait::Green))
            }),
            Condition::FlownFully => self.ship(cx.this).flags.has(Flags::FULLY),
            Condition::ThroughObstacle => {
                self.ship(cx.this).flags.has(Flags::THROUGH)
                    || self.board.relations.asteroids & (1 << cx.this) != 0
            }
            Condition::DamageCards(n) => self.damage(cx.this).count() >= usize::from(*n),
            Condition::During(phase) => self.board.phase == *phase,
            Condition::CardIs(kinds) => {
                let card = cx.event.map(|event| event.card).filter(|&card| card != Slot::MAX);
                card.is_some_and(|card| match self.printed(card).definition.kind {
                    Kind::Damage(kind, _) => kinds.contains(&kind),
                    _ => false,
                })
            }
            Condition::Straight => cx.event.is_some_and(|event| match event.verb {
                Verb::Execute(maneuver) => maneuver.bearing == Bearing::Straight,
                _ => false,
            }),
        }
    }

    /// The ship that has rolled these dice of an attack: the attacker or the defender.
    #[must_use]
    pub const fn roller(&self, attack: &crate::board::Attack, dice: Dice) -> Slot {
        match dice {
            Dice::Attack => attack.attacker,
            Dice::Defense => attack.shot.at,
        }
    }
}
