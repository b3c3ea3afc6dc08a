//! The `Constant` stage: units and players as constant abilities, technologies and lasting effects
//! make them, layer by layer.
//!
//! It rests on where and whose cards and figures are, on damage, the combat, the active system and
//! lasting effects, and commits of those alone set it off (`is_moved_by`). No filter of a
//! constant asks for what constants make, so one round is enough.
//!
//! Worked out where it is asked is what depends on who asks, or on more than this: the price of
//! what is put together in a production, what a player could spend, whom a ship can reach.

use cardmill_kernel::card::Slot;

use crate::board::PLAYERS;
use crate::effect::EffectKind;
use crate::gathered::{Applied, Standing, Stats};
use crate::piece::Place;
use crate::proposal::Verb;
use crate::scene::{Context, Scene};
use crate::state::State;
use crate::vocabulary::{Anomaly, Constant, Kind, Modifier, UnitAbility};

/// Returns `true` for a change that can be one of those that constants rest on.
pub(crate) const fn is_moved_by(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::ChooseStrategy
            | Verb::Activate
            | Verb::EndTactical
            | Verb::Move(_)
            | Verb::StartRound
            | Verb::EndRound
            | Verb::EndCombat
            | Verb::Sustain
            | Verb::Destroy
            | Verb::Remove
            | Verb::Repair
            | Verb::Place(..)
            | Verb::PlaceWormhole(_)
            | Verb::GainControl
            | Verb::Play
            | Verb::ToPlace(_)
            | Verb::ReceiveNote
            | Verb::Score
            | Verb::GainTechnology
            | Verb::Last(..)
            | Verb::Predict
            | Verb::EndAgenda
            | Verb::Eliminate
    )
}

/// Lists the cards and figures whose constants hold.
pub(crate) fn sources(state: &mut State) {
    let mut sources = core::mem::take(&mut state.gathered.sources);
    sources.clear();
    let scene = state.scene();
    let (mut fleet_pool, mut one_vote) = (None, false);
    sources.extend(scene.slots().filter_map(|slot| {
        let (piece, card) = (scene.piece(slot), scene.printed(slot));
        if card.kind == Kind::Agenda && matches!(piece.place, Place::Common | Place::Area) {
            for constant in &card.constants {
                match constant {
                    Constant::FleetPool(most) => fleet_pool = Some(*most),
                    Constant::OneVote => one_vote = true,
                    _ => {}
                }
            }
        }
        let whose = match card.kind {
            Kind::Unit => piece.place.is_board().then_some(piece.owner),
            Kind::Action | Kind::Agenda => None,
            _ => (piece.place == Place::Area).then_some(piece.holder),
        };
        whose.filter(|_| !card.constants.is_empty()).map(|seat| (slot, seat))
    }));
    state.gathered.sources = sources;
    (state.gathered.fleet_pool, state.gathered.one_vote) = (fleet_pool, one_vote);
}

/// Finds the cards that say what the units of each player are: the sheet's, or upgrades.
pub(crate) fn units(state: &mut State) {
    let mut players = [Standing::default(); PLAYERS];
    let scene = state.scene();
    for (standing, player) in players.iter_mut().zip(&scene.board.players) {
        standing.units = scene.catalogue.printed_units(player.faction);
    }
    for slot in scene.slots() {
        let piece = scene.piece(slot);
        let card = scene.printed(slot);
        if let (Kind::Upgrade, Place::Area, Some(unit)) = (card.kind, piece.place, card.unit) {
            let units = &mut players[usize::from(piece.holder)].units;
            units[unit.unit as usize] = Some(piece.definition);
        }
    }
    state.gathered.players = players;
}

/// Lists the changes that constants, lasting effects and nebulae make to figures.
pub(crate) fn gather(state: &mut State) {
    let mut applied = core::mem::take(&mut state.gathered.applied);
    applied.clear();
    let scene = state.scene();
    for (source, seat, constant) in scene.constants() {
        let (filter, what) = match constant {
            Constant::Combat(filter, n) => (filter, Applied::Combat(*n)),
            Constant::Movement(filter, n) => (filter, Applied::Movement(*n)),
            Constant::Without(filter, lost) => (filter, Applied::Without(*lost)),
            Constant::Aims(filter) => (filter, Applied::Aims),
            _ => continue,
        };
        let context = Context { source: scene.reference(source), ..Context::of(seat) };
        let fitting = scene.figures().filter(|&(slot, _)| scene.fits(filter, slot, &context));
        applied.extend(fitting.map(|(slot, _)| (slot, what)));
    }
    for (_, effect) in scene.effects() {
        let EffectKind::Lasting(modifier, _) = effect.kind else { continue };
        let own = scene.figures().filter(|&(slot, _)| scene.piece(slot).owner == effect.seat);
        applied.extend(own.filter_map(|(slot, unit)| match modifier {
            Modifier::Combat(n, of) => {
                let here = scene.is_in_combat(slot) && of.is_none_or(|of| of == unit);
                here.then_some((slot, Applied::Combat(n)))
            }
            Modifier::Movement(n) => unit.is_ship().then_some((slot, Applied::Movement(n))),
            Modifier::NoRetreat
            | Modifier::NoMovement
            | Modifier::NoRolls
            | Modifier::AtShips
            | Modifier::Rerolls
            | Modifier::Conduits => None,
        }));
    }
    nebulae(&scene, &mut applied);
    state.gathered.applied = applied;
}

/// Ships in a nebula are slow, and defend themselves better (LRR 59.2, 59.3).
fn nebulae(scene: &Scene, applied: &mut Vec<(Slot, Applied)>) {
    for (slot, unit) in scene.figures() {
        let system = scene.system_of(slot).map(|system| scene.board.system(system));
        if !unit.is_ship() || system.is_none_or(|s| s.anomaly != Some(Anomaly::Nebula)) {
            continue;
        }
        let movement = scene.figure_card(slot).unit.map_or(0, |unit| unit.movement as i8);
        applied.push((slot, Applied::Movement(1_i8.saturating_sub(movement).min(0))));
        let owner = scene.piece(slot).owner;
        let defends = scene.board.combat.is_some_and(|c| c.planet.is_none() && c.defender == owner);
        if defends && scene.is_in_combat(slot) {
            applied.push((slot, Applied::Combat(1)));
        }
    }
}

/// Sets the attributes of figures to what sheets and upgrades print.
pub(crate) fn print(state: &mut State) {
    for slot in state.scene().slots() {
        let scene = state.scene();
        let printed = scene.printed(slot).unit.and_then(|_| scene.figure_card(slot).unit);
        state.stats[usize::from(slot)] = printed.map_or_else(Stats::default, |unit| Stats {
            movement: unit.movement as i8,
            production: unit.production.unwrap_or(0),
            sustain: unit.sustain,
            shield: unit.shield,
            ..Stats::default()
        });
    }
}

/// Takes the unit abilities away that figures have lost, and says which units aim.
pub(crate) fn lose(state: &mut State) {
    for &(slot, applied) in &state.gathered.applied {
        let stats = &mut state.stats[usize::from(slot)];
        match applied {
            Applied::Without(UnitAbility::SustainDamage) => stats.sustain = false,
            Applied::Without(UnitAbility::PlanetaryShield) => stats.shield = false,
            Applied::Aims => stats.aims = true,
            Applied::Combat(_) | Applied::Movement(_) => {}
        }
    }
}

/// Lists the wormholes that ships bring with them.
pub(crate) fn carry(state: &mut State) {
    let mut wormholes = core::mem::take(&mut state.gathered.wormholes);
    wormholes.clear();
    let scene = state.scene();
    wormholes.extend(scene.constants().filter_map(|(slot, _, constant)| match constant {
        Constant::Wormhole(wormhole) => Some((scene.system_of(slot)?, *wormhole)),
        _ => None,
    }));
    state.gathered.wormholes = wormholes;
}

/// Adds the changes of combat rolls.
pub(crate) fn fight(state: &mut State) {
    for &(slot, applied) in &state.gathered.applied {
        if let Applied::Combat(n) = applied {
            state.stats[usize::from(slot)].combat += n;
        }
    }
}

/// Adds the changes of move values.
pub(crate) fn hasten(state: &mut State) {
    for &(slot, applied) in &state.gathered.applied {
        if let Applied::Movement(n) = applied {
            state.stats[usize::from(slot)].movement += n;
        }
    }
}

/// Adds the resources of planets to what is produced on them.
pub(crate) fn produce(state: &mut State) {
    for slot in state.scene().slots() {
        let scene = state.scene();
        let Place::Planet(planet) = scene.piece(slot).place else { continue };
        let unit = scene.unit_type(slot).and_then(|_| scene.figure_card(slot).unit);
        if let Some(more) = unit.and_then(|unit| unit.production_of_planet) {
            let resources = scene.board.planet(planet).resources;
            state.stats[usize::from(slot)].production += resources + more;
        }
    }
}

/// Adds up the numbers and permissions of players.
pub(crate) fn allow(state: &mut State) {
    let mut players = state.gathered.players;
    for (_, seat, constant) in state.scene().constants() {
        let standing = &mut players[usize::from(seat)];
        match constant {
            Constant::FleetLimit(n) => standing.fleet += n,
            Constant::ProductionDiscount(n) => standing.discount += n,
            Constant::MoreActionCards(n) => standing.action_cards += n,
            Constant::CannonAgainst(n) => standing.cannon_against += n,
            Constant::MoreTokens(n) => standing.tokens += n,
            Constant::Asteroids => standing.asteroids = true,
            Constant::PassesShips => standing.passes_ships = true,
            Constant::Drive => standing.drive = true,
            Constant::ExtraDie => standing.extra_die = true,
            Constant::TwoActions => standing.two_actions = true,
            Constant::Revives(n) => standing.revives = *n,
            Constant::NoCannonDefense => standing.no_cannon_defense = true,
            Constant::SustainsTwo => standing.sustains_two = true,
            Constant::IgnoresPrerequisite => standing.ignores_prerequisite = true,
            Constant::TradesWithAll => standing.trades_with_all = true,
            Constant::TradesCards => standing.trades_cards = true,
            Constant::AnswersHits => standing.answers_hits = true,
            Constant::NoInfantryOfDocks => standing.no_infantry_of_docks = true,
            _ => {}
        }
    }
    state.gathered.players = players;
}

/// Gives players and ships the permissions that rest on nothing but the card that gives them.
pub(crate) fn permit(state: &mut State) {
    let State { catalogue, gathered, pieces, stats, .. } = state;
    for &(slot, seat) in &gathered.sources {
        let at = usize::from(slot);
        for constant in &catalogue.definition(pieces[at].definition).constants {
            match constant {
                Constant::AllWormholesAdjacent => {
                    gathered.players[usize::from(seat)].wormholes_are_one = true;
                }
                Constant::MovesApart => stats[at].moves_apart = true,
                Constant::MoreHits(from, hits) => stats[at].more_hits = (*from, *hits),
                Constant::Raises => stats[at].raises = true,
                _ => {}
            }
        }
    }
}
