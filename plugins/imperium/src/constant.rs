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
use crate::gathered::{Applied, Laws, Standing, Stats};
use crate::piece::Place;
use crate::proposal::Verb;
use crate::scene::{Context, Scene};
use crate::state::State;
use crate::vocabulary::{Anomaly, Constant, Kind, Modifier, UnitAbility, UnitType};

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
            | Verb::Assimilate
            | Verb::Muster
            | Verb::Last(..)
            | Verb::Predict
            | Verb::EndAgenda
            | Verb::Eliminate
            | Verb::SwapValues
            | Verb::EndProduction
    )
}

/// Lists the cards and figures whose constants hold.
pub(crate) fn sources(state: &mut State) {
    let mut sources = core::mem::take(&mut state.gathered.sources);
    sources.clear();
    let scene = state.scene();
    let mut laws = Laws::default();
    sources.extend(scene.slots().filter_map(|slot| {
        let (piece, card) = (scene.piece(slot), scene.printed(slot));
        if scene.is_law(slot) {
            card.constants.iter().for_each(|constant| enact(&mut laws, constant, piece.place));
        }
        let whose = match card.kind {
            Kind::Unit => piece.place.is_board().then_some(piece.owner),
            // What nobody's law changes, it changes for everybody.
            Kind::Agenda => scene.is_law(slot).then_some(piece.holder),
            Kind::Action => None,
            // What another upgrade covers has no say (LRR 97.4).
            Kind::Upgrade if !scene.is_in_effect(slot) => None,
            _ => (piece.place == Place::Area).then_some(piece.holder),
        };
        whose.filter(|_| !card.constants.is_empty()).map(|seat| (slot, seat))
    }));
    state.gathered.sources = sources;
    state.gathered.laws = laws;
}

/// Adds the change that a law makes to the rules.
fn enact(laws: &mut Laws, constant: &Constant, place: Place) {
    let planet = match place {
        Place::Planet(planet) => 1 << planet,
        _ => 0,
    };
    match constant {
        Constant::FleetPool(most) => laws.fleet_pool = Some(*most),
        Constant::OneVote => laws.one_vote = true,
        Constant::AnyPds => laws.any_pds = true,
        Constant::Closed => laws.closed |= planet,
        Constant::FullPrice => laws.full_price = true,
        Constant::HandLimit(most) => laws.hand = Some(*most),
        Constant::NebulaeOpen => laws.nebulae_open = true,
        Constant::NoProduction => laws.no_production |= planet,
        Constant::OpenWarSuns => laws.open_war_suns = true,
        Constant::Spared(of) => laws.spared = Some(*of),
        Constant::WormholesClosed => laws.wormholes_closed = true,
        Constant::WormholesJoined => laws.wormholes_joined = true,
        _ => {}
    }
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
            let is = &mut players[usize::from(piece.holder)].units[unit.unit as usize];
            // An upgrade of a faction covers that of everybody (LRR 97.1a).
            let covered = is.map(|is| scene.catalogue.definition(is)).is_some_and(|other| {
                other.kind == Kind::Upgrade && !other.faction.is_empty() && card.faction.is_empty()
            });
            if !covered {
                *is = Some(piece.definition);
            }
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
        let fitting = scene.fitting(filter, &context);
        applied.extend(fitting.map(|(slot, _)| (slot, what)));
    }
    for (_, effect) in scene.effects() {
        let EffectKind::Lasting(modifier, _) = effect.kind else { continue };
        if modifier == Modifier::NoPds {
            let pds = scene.figures().filter(|&(slot, unit)| {
                unit == UnitType::Pds && scene.piece(slot).owner != effect.seat
            });
            let lost = [UnitAbility::PlanetaryShield, UnitAbility::SpaceCannon];
            applied.extend(pds.flat_map(|(slot, _)| lost.map(|of| (slot, Applied::Without(of)))));
        }
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
            | Modifier::Bombardment(_)
            | Modifier::NoPds
            | Modifier::WormholesAreOne
            | Modifier::NoFaction
            | Modifier::Rerolls
            | Modifier::Conduits
            | Modifier::Assimilated => None,
        }));
    }
    nebulae(&scene, &mut applied);
    state.gathered.applied = applied;
}

/// Ships in a nebula are slow, and defend themselves better (LRR 59.2, 59.3).
fn nebulae(scene: &Scene, applied: &mut Vec<(Slot, Applied)>) {
    for (slot, _) in scene.figures() {
        let system = scene.system_of(slot).map(|system| scene.board.system(system));
        if !(scene.sails(slot) || scene.is_mustered(slot))
            || system.is_none_or(|s| s.anomaly != Some(Anomaly::Nebula))
        {
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
            dice: unit.combat.map_or(0, |combat| combat.dice),
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
            Applied::Without(UnitAbility::SpaceCannon) => stats.silent = true,
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

/// Sets the dice of units that roll as many as the opponent has ships.
pub(crate) fn arm(state: &mut State) {
    let scene = state.scene();
    let armed: Vec<(Slot, u8)> = scene
        .constants()
        .filter(|(.., constant)| matches!(constant, Constant::DieForEachShip))
        .map(|(slot, seat, _)| {
            let opponent = scene.opponent(seat).filter(|_| scene.is_in_combat(slot));
            let ships = scene.figures().filter(|&(other, unit)| {
                let owner = scene.piece(other).owner;
                let against = opponent.map_or(owner != seat, |opponent| owner == opponent);
                let counts = scene.is_ship(other, unit) && unit != UnitType::Fighter;
                against && counts && scene.system_of(other) == scene.system_of(slot)
            });
            (slot, ships.count() as u8)
        })
        .collect();
    for (slot, dice) in armed {
        state.stats[usize::from(slot)].dice = dice;
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
        if state.gathered.laws.no_production & 1 << planet != 0 {
            state.stats[usize::from(slot)].production = 0;
        }
    }
}

/// Adds up the numbers and permissions of players.
pub(crate) fn allow(state: &mut State) {
    let mut players = state.gathered.players;
    let scene = state.scene();
    for (slot, seat, constant) in scene.constants() {
        let of_unit = scene.printed(slot).kind == Kind::Unit;
        let standing = &mut players[usize::from(seat)];
        match constant {
            Constant::FleetLimit(n) => standing.fleet += n,
            Constant::ProductionDiscount(n) => standing.discount += n,
            Constant::MoreActionCards(n) => standing.action_cards += n,
            Constant::CannonAgainst(n) => standing.cannon_against += n,
            Constant::MoreTokens(n) => standing.tokens += n,
            Constant::Asteroids => standing.asteroids = true,
            Constant::PassesShips if of_unit => {}
            Constant::PassesShips => standing.passes_ships = true,
            Constant::Drive => standing.drive = true,
            Constant::ExtraDie => standing.extra_die = true,
            Constant::TwoActions => standing.two_actions = true,
            Constant::FreeResearch => standing.free_research = true,
            Constant::Revives(n) => standing.revives = *n,
            Constant::AnyHand => standing.any_hand = true,
            Constant::SilencesPassed => standing.silences_passed = true,
            Constant::ClosesAsteroids => standing.closes_asteroids = true,
            Constant::ScoresAnywhere => standing.scores_anywhere = true,
            Constant::EntersSupernovas => standing.enters_supernovas = true,
            Constant::FreeCustodians => standing.free_custodians = true,
            Constant::MecatolGate => standing.mecatol_gate = true,
            Constant::PassesSupernovas => standing.passes_supernovas = true,
            Constant::RicherTradeGoods(n) => standing.richer += n,
            Constant::NoCannonDefense => standing.no_cannon_defense = true,
            Constant::SustainsTwo => standing.sustains_two = true,
            Constant::IgnoresPrerequisite => standing.ignores_prerequisite = true,
            Constant::TradesWithAll => standing.trades_with_all = true,
            Constant::TradesCards => standing.trades_cards = true,
            Constant::AnswersHits => standing.answers_hits = true,
            Constant::NoInfantryOfDocks => standing.no_infantry_of_docks = true,
            Constant::NoVote => standing.no_vote = true,
            Constant::Propagates(n) => standing.propagates = *n,
            _ => {}
        }
    }
    state.gathered.players = players;
}

/// Gives players and ships the permissions that rest on nothing but the card that gives them.
pub(crate) fn permit(state: &mut State) {
    let one = state.scene().effects().any(|(_, effect)| {
        matches!(effect.kind, EffectKind::Lasting(Modifier::WormholesAreOne, _))
    });
    if one {
        state.gathered.players.iter_mut().for_each(|player| player.wormholes_are_one = true);
    }
    let State { catalogue, gathered, pieces, stats, .. } = state;
    for &(slot, seat) in &gathered.sources {
        let at = usize::from(slot);
        let definition = catalogue.definition(pieces[at].definition);
        for constant in &definition.constants {
            match constant {
                Constant::AllWormholesAdjacent => {
                    gathered.players[usize::from(seat)].wormholes_are_one = true;
                }
                Constant::MovesApart => stats[at].moves_apart = true,
                Constant::PassesShips if definition.kind == Kind::Unit => {
                    stats[at].passes_ships = true;
                }
                Constant::MoreHits(from, hits) => stats[at].more_hits = (*from, *hits),
                Constant::Raises => stats[at].raises = true,
                _ => {}
            }
        }
    }
}
