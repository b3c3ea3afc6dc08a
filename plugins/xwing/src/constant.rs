//! The `Constant` stage: what constant abilities and lasting effects make of ships. No condition
//! of theirs asks for what they make, so one round is enough.

use cardmill_kernel::card::Slot;
use cardmill_kernel::schedule::Layer;

use crate::card::Place;
use crate::effect::EffectKind;
use crate::gathered::Gathered;
use crate::scene::{Scene, Slots};
use crate::ship::{Presence, SHIPS, Stats};
use crate::state::State;
use crate::vocabulary::{Filter, Kind, Modifier, PrimaryWeapon, Timing};

/// The agility that a cloak token adds (RR "Cloak").
pub(crate) const CLOAKED: i8 = 2;

/// Lists the cards that are with ships, and those of them whose abilities work.
pub(crate) fn attach(state: &mut State) {
    let Gathered { mut attached, mut sources, modifiers, .. } = core::mem::take(state.gathered);
    let slots = SHIPS as Slot..state.board.slots;
    let with = |slot: &Slot| {
        matches!(state.cards[usize::from(*slot)].place, Place::Faceup | Place::Facedown)
    };
    attached.clear();
    attached.extend(slots.filter(with));
    sources.clear();
    for ship in state.scene().present() {
        sources.push(ship);
        sources.extend(attached.iter().copied().filter(|&slot| {
            let card = &state.cards[usize::from(slot)];
            card.place == Place::Faceup && card.host == ship
        }));
    }
    let refits = |&&slot: &&Slot| {
        let card = &state.cards[usize::from(slot)];
        let works = card.place == Place::Faceup && card.host < state.board.ships;
        works && state.catalogue.card(card.definition).definition.refits
    };
    let refitted = attached.iter().filter(refits);
    let refitted = refitted.fold(0, |all, &slot| all | 1 << state.cards[usize::from(slot)].host);
    // Some pilots have it in words of their own.
    let scene = state.scene();
    let own = (0..scene.board.ships).filter(|&ship| scene.printed(ship).definition.refits);
    let refitted = own.fold(refitted, |all, ship| all | 1 << ship);
    *state.gathered = Gathered { attached, sources, refitted, modifiers };
}

/// Lists the modifiers that apply, of constant abilities first, then of lasting effects.
pub(crate) fn gather(state: &mut State) {
    let mut modifiers = core::mem::take(&mut state.gathered.modifiers);
    modifiers.clear();
    let scene = state.scene();
    let this = Filter::this();
    let waits = |ship: Slot| scene.ship(ship).presence == Presence::Waiting;
    // Ships that wait to be deployed have the shields and the actions of their own cards.
    let waiting = (0..scene.board.ships).filter(|&ship| waits(ship));
    let waiting = waiting.flat_map(|ship| core::iter::once(ship).chain(scene.faceup(ship)));
    let sources = scene.gathered.sources.iter().copied().chain(waiting);
    for (card, _, ability) in scene.abilities_of(sources, |card| &card.constant) {
        let Timing::Always(list) = &ability.timing else { continue };
        let host = scene.host(card);
        let cx = scene.context(card, host);
        if !scene.hold(&ability.requires, &cx) {
            continue;
        }
        let ships: Slots = match waits(host) {
            true => (ability.who == this).then_some(host).into_iter().collect(),
            false => scene.fitting(&ability.who, &cx),
        };
        for ship in ships {
            modifiers.extend(list.iter().map(|&modifier| (ship, modifier)));
        }
    }
    modifiers.extend(scene.effects().filter_map(|(_, effect)| match effect.kind {
        EffectKind::Lasting(modifier, _) => Some((effect.ship, modifier)),
        EffectKind::BonusAttack(_) | EffectKind::None => None,
    }));
    state.gathered.modifiers = modifiers;
}

/// Sets the numbers of ships to those printed on ship types, pilots and upgrades.
pub(crate) fn print(state: &mut State) {
    for ship in 0..state.board.ships {
        state.stats[usize::from(ship)] = printed(&state.scene(), ship);
    }
    for &slot in &state.gathered.attached {
        let card = &state.cards[usize::from(slot)];
        if card.place == Place::Faceup && card.host < state.board.ships {
            let force = state.catalogue.card(card.definition).definition.force;
            state.stats[usize::from(card.host)].force += force;
        }
    }
}

/// Applies what belongs to a layer.
pub(crate) fn apply(state: &mut State, layer: Layer) {
    for &(ship, modifier) in &state.gathered.modifiers {
        if layer_of(modifier) == layer {
            modify(&mut state.stats[usize::from(ship)], modifier);
        }
    }
}

fn printed(scene: &Scene, ship: Slot) -> Stats {
    let printed = scene.printed(ship);
    let mut stats = Stats::default();
    if let Kind::Pilot { initiative, .. } = printed.definition.kind {
        stats.initiative = initiative;
    }
    if let Kind::Ship { agility, hull, shields, .. } =
        scene.catalogue.card(printed.ship).definition.kind
    {
        stats.hull = hull;
        stats.shields = shields;
        stats.defense = agility as i8;
    }
    // RR "Cloak".
    if scene.is_cloaked(ship) {
        stats.defense += CLOAKED;
    }
    stats.force = printed.definition.force;
    stats
}

const fn layer_of(modifier: Modifier) -> Layer {
    match modifier {
        Modifier::Has(_) => Layer::Abilities,
        Modifier::AttackDice(_)
        | Modifier::DefenseDice(_)
        | Modifier::Hull(_)
        | Modifier::Shields(_)
        | Modifier::Initiative(_) => Layer::Numbers,
        Modifier::HarderTurns
        | Modifier::Harder(_)
        | Modifier::Easier(_)
        | Modifier::RedWhileStressed(_)
        | Modifier::KeepsCircular
        | Modifier::KeepsToken(_)
        | Modifier::KeepsSome(..)
        | Modifier::NoRemoving(_)
        | Modifier::NoSpending(_)
        | Modifier::KeepsForce
        | Modifier::Whitens(_)
        | Modifier::Reddens(_)
        | Modifier::ActsAfterOverlap
        | Modifier::LocksBeyond
        | Modifier::LocksByFriends
        | Modifier::Rerolls(_)
        | Modifier::RollsToHits
        | Modifier::Stretches(_)
        | Modifier::TurretPrimary
        | Modifier::AttacksOnAsteroids
        | Modifier::ActsWhileStressed
        | Modifier::StressedAction(_)
        | Modifier::OnlyForce
        | Modifier::OnlyFocus
        | Modifier::IgnoresAsteroids
        | Modifier::IgnoresObstacles
        | Modifier::LocksFar
        | Modifier::NoModifying
        | Modifier::NoGreen
        | Modifier::NoNearBonus
        | Modifier::NoRearTurret
        | Modifier::TurretAhead
        | Modifier::TurretFires(_)
        | Modifier::AttacksTouching
        | Modifier::AttackedTouching
        | Modifier::CritsFirst
        | Modifier::CritsStand
        | Modifier::NoRangeBonus
        | Modifier::KeepsLock
        | Modifier::Unlockable
        | Modifier::RollsByBanks
        | Modifier::DecloaksByBanks
        | Modifier::Primed
        | Modifier::SkipsActionStep
        | Modifier::NoActions
        | Modifier::CritsIonize
        | Modifier::NoAttackTokens
        | Modifier::CoordinatesStressed
        | Modifier::LeadsByBar
        | Modifier::Uncoordinated
        | Modifier::AttacksOnObstacles
        | Modifier::SeesThroughObstacles
        | Modifier::SeesPastObstacles
        | Modifier::FiresDisarmed(..)
        | Modifier::AttackDiceAtMost(_)
        | Modifier::NoTurret
        | Modifier::AttacksNearest
        | Modifier::Lingers
        | Modifier::MayRedden(_)
        | Modifier::StrivesInStep
        | Modifier::StressedRepairs
        | Modifier::IonizedRepairs
        | Modifier::Primary(..)
        | Modifier::NoSharing(_)
        | Modifier::BoostsByTurns(_)
        | Modifier::FiresBack => Layer::Permissions,
    }
}

fn modify(stats: &mut Stats, modifier: Modifier) {
    match modifier {
        Modifier::AttackDice(n) => stats.attack += n,
        Modifier::DefenseDice(n) => stats.defense += n,
        Modifier::Hull(n) => stats.hull += n,
        Modifier::Shields(n) => stats.shields = stats.shields.saturating_add_signed(n),
        Modifier::HarderTurns => stats.harder_turns = true,
        Modifier::Harder(moves) => {
            // Two steps make every maneuver red.
            let _ = stats.harder.try_push(moves);
        }
        Modifier::Easier(moves) => {
            // Two steps make every maneuver blue: what goes beyond changes nothing.
            let _ = stats.easier.try_push(moves);
        }
        Modifier::RedWhileStressed(moves) => {
            // One that allows all is enough.
            let _ = stats.red_stressed.try_push(moves);
        }
        Modifier::KeepsCircular => stats.keeps = u16::MAX,
        Modifier::KeepsToken(token) => stats.keeps |= 1 << token as u16,
        Modifier::KeepsSome(token, n) => {
            // Three cards say so of one kind at most.
            let _ = stats.keeps_some.try_push((token, n));
        }
        Modifier::NoRemoving(token) => stats.no_removing |= 1 << token as u16,
        Modifier::NoSpending(token) => stats.no_spending |= 1 << token as u16,
        Modifier::KeepsForce => stats.keeps_force = true,
        Modifier::Whitens(action) => stats.whitens |= 1 << action as u16,
        Modifier::Reddens(action) => stats.reddens |= 1 << action as u16,
        Modifier::ActsAfterOverlap => stats.acts_after_overlap = true,
        Modifier::LocksBeyond => stats.locks_beyond = true,
        Modifier::LocksByFriends => stats.locks_by_friends = true,
        Modifier::Rerolls(n) => {
            stats.rerolls = Some(stats.rerolls.map_or(n, |least: u8| least.min(n)));
        }
        Modifier::RollsToHits => stats.rolls_to_hits = true,
        Modifier::Stretches(kind) => {
            // Torpedoes and missiles.
            let _ = stats.stretches.try_push(kind);
        }
        Modifier::TurretPrimary => stats.turret_primary = true,
        Modifier::AttacksOnAsteroids => stats.attacks_on_asteroids = true,
        Modifier::ActsWhileStressed => stats.acts_stressed = u16::MAX,
        Modifier::StressedAction(action) => stats.acts_stressed |= 1 << action as u16,
        Modifier::OnlyForce => stats.only_force = true,
        Modifier::OnlyFocus => stats.only_focus = true,
        Modifier::IgnoresAsteroids => stats.ignores_asteroids = true,
        Modifier::IgnoresObstacles => stats.ignores_obstacles = true,
        Modifier::LocksFar => stats.locks_far = true,
        Modifier::NoModifying => stats.no_modifying = true,
        Modifier::NoGreen => stats.no_green = true,
        Modifier::NoNearBonus => stats.no_near_bonus = true,
        Modifier::NoRearTurret => stats.no_rear_turret = true,
        Modifier::TurretAhead => stats.turret_ahead = true,
        Modifier::TurretFires(kind) => stats.turret_fires = Some(kind),
        Modifier::AttacksTouching => stats.attacks_touching = true,
        Modifier::AttackedTouching => stats.attacked_touching = true,
        Modifier::CritsFirst => stats.crits_first = true,
        Modifier::CritsStand => stats.crits_stand = true,
        Modifier::NoRangeBonus => stats.no_range_bonus = true,
        Modifier::KeepsLock => stats.keeps_lock = true,
        Modifier::Unlockable => stats.unlockable = true,
        Modifier::RollsByBanks => stats.rolls_by_banks = true,
        Modifier::DecloaksByBanks => stats.decloaks_by_banks = true,
        Modifier::Primed => stats.primed = true,
        Modifier::SkipsActionStep => stats.skips_action_step = true,
        Modifier::NoActions => stats.no_actions = true,
        Modifier::CritsIonize => stats.crits_ionize = true,
        Modifier::NoAttackTokens => stats.no_attack_tokens = true,
        Modifier::CoordinatesStressed => stats.coordinates_stressed = true,
        Modifier::LeadsByBar => stats.leads_by_bar = true,
        Modifier::Uncoordinated => stats.uncoordinated = true,
        Modifier::AttacksOnObstacles => stats.attacks_on_obstacles = true,
        // What obstructs is asked of the effects themselves: constants rest on it.
        Modifier::SeesThroughObstacles | Modifier::SeesPastObstacles => {}
        Modifier::FiresDisarmed(kind, locked) => {
            // Torpedoes and missiles, or cannons.
            let _ = stats.fires_disarmed.try_push((kind, locked));
        }
        Modifier::AttackDiceAtMost(n) => {
            stats.attack_dice_most = Some(stats.attack_dice_most.map_or(n, |m: u8| m.min(n)));
        }
        Modifier::NoTurret => stats.no_turret = true,
        Modifier::AttacksNearest => stats.attacks_nearest = true,
        Modifier::Lingers => stats.lingers = true,
        Modifier::MayRedden(action) => stats.may_redden |= 1 << action as u16,
        Modifier::StrivesInStep => stats.strives_in_step = true,
        Modifier::StressedRepairs => stats.stressed_repairs = true,
        Modifier::IonizedRepairs => stats.ionized_repairs = true,
        Modifier::Primary(arc, value) => stats.primary = Some(PrimaryWeapon(arc, value)),
        Modifier::FiresBack => stats.fires_back = true,
        Modifier::NoSharing(token) => stats.no_sharing |= 1 << token as u16,
        Modifier::BoostsByTurns(how) => stats.boosts_by_turns |= 1 << how as u8,
        Modifier::Initiative(n) => stats.initiative = n,
        Modifier::Has(action) => {
            // A ship has few actions; what goes beyond is none the fewer.
            let _ = stats.actions.try_push(action);
        }
    }
}
