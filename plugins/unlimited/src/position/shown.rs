//! The position that a table shows.

use cardmill_kernel::stack::{Entry, Stack};

use super::{Player, Position, Side, UnitInPlay, When};
use crate::prelude::*;
use crate::procedure::Locals;

/// The position that a table shows where `seat` is asked so; `None` where a position could not
/// say how it stands: something is being resolved, a card was chosen in secret, or a copy is no unit
/// any more. Effects, what has happened in this phase, and what was set aside, no position says.
pub(crate) fn shown(
    scene: &Scene,
    stack: &Stack<Unlimited>,
    prompt: Prompt,
    seat: Seat,
) -> Option<Position> {
    let [Entry::Frame(frame)] = stack.entries.as_slice() else { return None };
    let Locals::Game(game) = &frame.locals else { return None };
    let phase = match prompt {
        Prompt::Action => When::Action,
        Prompt::Resource => When::Regroup,
        Prompt::Mulligan => When::Mulligan,
        Prompt::FirstResource => When::Setup,
        _ => return None,
    };
    let copies = scene.board.copies.0.iter();
    let said = copies.into_iter().all(|(slot, _)| scene.card(*slot).zone.is_arena());
    if !game.chosen.is_empty() || game.more.number > 0 || !said {
        return None;
    }
    let board = scene.board;
    // Of more players too much has no place in a position.
    if board.players.are_many() {
        return None;
    }
    Some(Position {
        p1: side(scene, 0),
        p2: side(scene, 1),
        p3: None,
        p4: None,
        twin_suns: board.suns,
        blast_taken: board.blast,
        plan_taken: board.plan,
        initiative: Player::at(board.initiative)?,
        initiative_taken: board.taken && board.phase != Phase::Setup,
        active: Player::at(seat),
        passed: phase == When::Action && board.passes > 0,
        phase,
        round: Some(board.round),
        edition: board.edition,
    })
}

fn id(scene: &Scene, slot: Slot) -> String {
    scene.owned(slot).definition.id.clone()
}

fn ids<'s>(scene: &'s Scene, slots: impl IntoIterator<Item = Slot> + 's) -> Vec<String> {
    slots.into_iter().map(|slot| id(scene, slot)).collect()
}

/// Cards of this owner among those that another guards.
fn captured(scene: &Scene, guard: Slot, owner: Seat) -> Vec<String> {
    ids(scene, scene.captured_by(guard).filter(|&slot| scene.card(slot).owner == owner))
}

/// The upgrades on a unit, by controller and owner, as far as a position tells them apart.
struct On {
    own: Vec<String>,
    enemy: Vec<String>,
    own_of_other: Vec<String>,
    enemy_of_other: Vec<String>,
}

impl On {
    fn of(scene: &Scene, unit: Slot, seat: Seat) -> Self {
        let those = |controller: Seat, owner: Seat| {
            let fits = move |slot: &Slot| {
                let card = scene.card(*slot);
                // A token is nobody's card of a deck.
                let token = scene.printed(*slot).kind().is_token();
                let owned = if token { card.controller } else { card.owner };
                card.controller == controller && owned == owner
            };
            ids(scene, scene.upgrades(unit).filter(fits))
        };
        Self {
            own: those(seat, seat),
            enemy: those(1 - seat, 1 - seat),
            own_of_other: those(seat, 1 - seat),
            enemy_of_other: those(1 - seat, seat),
        }
    }
}

/// The arena a unit is in, if it is not the printed one.
fn arena(scene: &Scene, slot: Slot) -> Option<Arena> {
    let now = match scene.card(slot).zone {
        Zone::Ground => Arena::Ground,
        Zone::Space => Arena::Space,
        _ => return None,
    };
    (scene.printed(slot).definition.arena != now).then_some(now)
}

fn side(scene: &Scene, seat: Seat) -> Side {
    let board = scene.board;
    let player = &board.players[usize::from(seat)];
    let (leader, base) = (scene.card(player.leader), scene.card(player.base));
    let deployed = leader.zone.is_arena();
    let on_leader = On::of(scene, player.leader, seat);
    let on_base = On::of(scene, player.base, seat);
    let units = board.play.iter().copied().filter(|&slot| {
        let card = scene.card(slot);
        card.controller == seat && card.zone.is_arena() && slot != player.leader
    });
    let resources = |owner: Seat| {
        let theirs = player.resources.iter().copied();
        ids(scene, theirs.filter(|&slot| scene.card(slot).owner == owner))
    };
    Side {
        leader: id(scene, player.leader),
        second_leader: None,
        leader_deployed: deployed,
        leader_flipped: scene.printed(player.leader).is_turned(leader),
        leader_exhausted: leader.is_exhausted(),
        leader_damage: leader.damage,
        leader_arena: arena(scene, player.leader),
        leader_upgrades: on_leader.own,
        leader_enemy_upgrades: on_leader.enemy,
        leader_upgrades_owned_by_other: on_leader.own_of_other,
        leader_enemy_upgrades_owned_by_other: on_leader.enemy_of_other,
        leader_captured: captured(scene, player.leader, 1 - seat),
        leader_captured_own: captured(scene, player.leader, seat),
        leader_epic_used: leader.marks.has(Marks::EPIC_USED),
        base: id(scene, player.base),
        base_damage: base.damage,
        base_epic_used: base.marks.has(Marks::EPIC_USED),
        base_upgrades: on_base.own,
        base_upgrades_owned_by_other: on_base.own_of_other,
        base_captured: captured(scene, player.base, 1 - seat),
        base_captured_own: captured(scene, player.base, seat),
        the_force: scene.force(seat).is_some(),
        credits: player.credits,
        resources: 0,
        exhausted_resources: player.resources.len() as u8 - player.ready,
        resource_cards: resources(seat),
        resource_cards_owned_by_other: resources(1 - seat),
        hand: ids(scene, player.hand.iter().copied()),
        deck: Some(ids(scene, player.deck.iter().rev().copied())),
        discard: ids(scene, player.discard.iter().copied()),
        units: units.map(|slot| unit(scene, slot)).collect(),
    }
}

fn unit(scene: &Scene, slot: Slot) -> UnitInPlay {
    let &Card { controller, owner, damage, marks, .. } = scene.card(slot);
    let on = On::of(scene, slot, controller);
    let copy_of =
        if scene.is_copy(slot) { scene.printed(slot).definition.id.clone() } else { String::new() };
    UnitInPlay {
        card: id(scene, slot),
        copy_of,
        arena: arena(scene, slot),
        damage,
        exhausted: marks.has(Marks::EXHAUSTED),
        upgrades: on.own,
        enemy_upgrades: on.enemy,
        upgrades_owned_by_other: on.own_of_other,
        enemy_upgrades_owned_by_other: on.enemy_of_other,
        captured: captured(scene, slot, 1 - controller),
        captured_own: captured(scene, slot, controller),
        owned_by_other: owner != controller,
        entered_this_round: marks.has(Marks::ENTERED),
    }
}
