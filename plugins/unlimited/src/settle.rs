//! The `Settle` stage: consequences without an instruction (CR 1.16.5). It changes no card
//! itself: it proposes, begins a program where a player chooses, or ends the game.

use cardmill_kernel::rules::At;
use cardmill_kernel::table::Status;

use crate::board::{Blame, CARDS, Outcome};
use crate::constant::Modifiers;
use crate::options::copies;
use crate::prelude::*;
use crate::procedure::{Ambush, Locals, Numbered, Plot, Saboteur, Shielded, Unique};

/// Looks for consequences on a table.
pub(crate) fn settle(at: &mut At<'_, Unlimited>) {
    let At { table, stack, state, .. } = at;
    let scene = state.scene();
    // A player lost by what a card says (CR 5.6.1).
    if state.board.outcome != Outcome::Open {
        table.status = Status::Over;
        return;
    }
    // 1.16.5A: a defeated base ends the game, both at once draw it (CR 5.6.3).
    if state.relevance.lethal {
        if scene.board.players.are_many() {
            if stack.settle(eliminations(&scene)) {
                return;
            }
        } else {
            let outcome = duel(&scene);
            if outcome != Outcome::Open {
                state.board.outcome = outcome;
                table.status = Status::Over;
                return;
            }
        }
    }
    // CR 11.3: whoever is left has won.
    if state.board.players.are_many() && state.board.players.left() < 2 {
        let last = state.board.players.from(0).next();
        state.board.outcome = last.map_or(Outcome::Draw, Outcome::Win);
        table.status = Status::Over;
        return;
    }
    // 1.16.5B: uniqueness.
    if state.relevance.unique
        && let Some(frame) = unique(&scene)
    {
        return stack.push_frame(frame);
    }
    // 1.16.5D: captured units without a guard. A guard that became an upgrade has not left play
    // (CR 8.12.1, 8.33.4).
    let freed = scene.board.captured.iter().copied().filter(|&slot| {
        let guard = scene.card(slot).host;
        let zone = scene.card(guard).zone;
        !zone.is_arena()
            && zone != Zone::Attached
            && (zone != Zone::Base || !scene.board.is_base(guard))
    });
    let rescue = |slot| Proposal::new(Verb::Rescue, scene.reference(slot), scene.card(slot).owner);
    if stack.settle(freed.map(rescue)) {
        return;
    }
    // 1.16.5E: units without remaining HP, all together.
    if state.relevance.lethal {
        let active = scene.board.lead();
        let defeats = dead(&scene).map(|slot| {
            let unit = scene.reference(slot);
            let attack = scene.board.attacks.iter().rev().find(|attack| attack.is_against(unit));
            let by = attack.map_or(Ref::NONE, |attack| attack.struck_by);
            let blame = responsible(&scene, state.modifiers, slot);
            let number = blame.map_or(Proposal::NOBODY, |seat| u16::from(seat) + 1);
            let defeat = Proposal::new(Verb::Defeat, unit, active).by(by).number(number);
            Proposal { combat: scene.board.blame.is_in_combat(slot), ..defeat }
        });
        // A defeat that is replaced may leave the unit as it is.
        state.relevance.lethal = stack.settle(defeats);
    }
    for attack in &mut state.board.attacks {
        attack.struck_by = Ref::NONE;
    }
    state.board.blame.clear();
    state.relevance.unique = false;
}

/// The outcome of a game of two by the HP of the bases.
fn duel(scene: &Scene) -> Outcome {
    let lost = |seat: usize| scene.remaining(scene.board.players[seat].base) <= 0;
    match (lost(0), lost(1)) {
        (false, false) => Outcome::Open,
        (true, false) => Outcome::Win(1),
        (false, true) => Outcome::Win(0),
        (true, true) => Outcome::Draw,
    }
}

/// The players of a game of more than two whose bases have no remaining HP (CR 11.3.1), each with the
/// player who did that.
fn eliminations<'s>(scene: &Scene<'s>) -> impl Iterator<Item = Proposal> + use<'s> {
    let scene = *scene;
    let lost =
        move |seat: &Seat| scene.remaining(scene.board.players[usize::from(*seat)].base) <= 0;
    scene.board.players.from(0).filter(lost).map(move |seat| {
        let base = scene.board.players[usize::from(seat)].base;
        let by = scene.board.blame.on(base).map_or(Proposal::NOBODY, |by| u16::from(by) + 1);
        Proposal::new(Verb::Eliminate, Ref::NONE, seat).number(by)
    })
}

/// Returns `true` for an ability that waits and can do nothing any more, because the unit that it
/// is about is gone, or its player is (CR 11.3.1): nobody is asked to order it.
pub(crate) fn is_idle(scene: &Scene, ability: &Waiting) -> bool {
    if scene.board.is_out(ability.seat) && !ability.delayed {
        return true;
    }
    match ability.program {
        Ambush::PROGRAM | Shielded::PROGRAM => scene.unit(ability.source).is_none(),
        Saboteur::PROGRAM => {
            let attack = scene.board.attack().filter(|attack| attack.attacker == ability.source);
            let second = attack.map_or(Ref::NONE, |attack| attack.second);
            [ability.subject, second].into_iter().all(|unit| scene.unit(unit).is_none())
        }
        Plot::PROGRAM => !scene.is_current(ability.subject),
        // A unit that has not survived what its ability is about.
        program if matches!(scene.catalogue.program(program).first(), Some(Op::Survivor)) => {
            scene.in_play(ability.subject).is_none()
        }
        // An Advantage token that left with its unit (CR 3.7.15).
        program => program == scene.catalogue.fades && scene.in_play(ability.source).is_none(),
    }
}

/// Units without remaining HP (CR 1.16.5E).
fn dead<'s>(scene: &Scene<'s>) -> impl Iterator<Item = Slot> + use<'s> {
    let scene = *scene;
    scene.board.play.iter().copied().filter(move |&slot| {
        scene.card(slot).zone.is_arena()
            && scene.remaining(slot) <= 0
            && !scene.stats(slot).permissions.has(Permissions::UNDEFEATED)
    })
}

/// The player responsible for a unit's having no remaining HP (CR 1.18.1); `None` if nobody is.
fn responsible(scene: &Scene, modifiers: &Modifiers, unit: Slot) -> Option<Seat> {
    let Blame { expired, .. } = scene.board.blame;
    scene.board.blame.on(unit).or_else(|| match modifiers.lowers(scene.catalogue, unit) {
        Some(seat) => Some(seat),
        None if expired || scene.board.phase == Phase::Regroup => None,
        None => Some(scene.board.lead()),
    })
}

/// A unique card in play of which its controller has another copy (CR 8.29.3).
fn twin(scene: &Scene) -> Option<Slot> {
    let mut seen = ArrayVec::<_, CARDS>::new();
    let mut first = usize::MAX;
    for slot in scene.those(scene.relevance.lineup.unique) {
        let card = (scene.card(slot).controller, scene.brief(slot).title);
        if let Some(copy) = seen.iter().position(|(seen, _)| *seen == card) {
            first = first.min(copy);
        }
        seen.push((card, slot));
    }
    seen.get(first).map(|(_, slot)| *slot)
}

/// A card of a position that could not stand: a consequence would follow at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unstable {
    /// The slot of the card.
    pub(crate) slot: Slot,
    /// The reason that it could not stand.
    pub(crate) flaw: Flaw,
}

/// A reason that a card could not stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Flaw {
    /// Its controller has another copy of this unique card.
    #[error("a player would have two of a unique card")]
    Twins,
    /// It has no remaining HP.
    #[error("{damage} damage on a card with {hp} HP: it would be defeated at once")]
    Defeated {
        /// The damage on it.
        damage: u8,
        /// The HP it has, damage not taken off.
        hp: i16,
    },
}

/// A card of a position that could not stand, once constant abilities are worked out; bases come
/// first, then units, then unique cards.
pub(crate) fn unstable(scene: &Scene) -> Option<Unstable> {
    let mut bases = scene.board.players.iter().map(|player| player.base);
    let lost = bases.find(|&base| scene.remaining(base) <= 0);
    let gone = lost.or_else(|| dead(scene).next()).map(|slot| {
        let damage = scene.card(slot).damage;
        let hp = scene.remaining(slot) + i16::from(damage);
        Unstable { slot, flaw: Flaw::Defeated { damage, hp } }
    });
    let second = |slot| copies(scene, slot).nth(1).unwrap_or(slot);
    gone.or_else(|| Some(Unstable { slot: second(twin(scene)?), flaw: Flaw::Twins }))
}

/// The player with two copies of a unique card defeats one of them.
fn unique(scene: &Scene) -> Option<Frame<Locals>> {
    let slot = twin(scene)?;
    let seat: Seat = scene.card(slot).controller;
    let of = scene.reference(slot);
    Some(Frame {
        program: Unique::PROGRAM,
        at: 0,
        seat,
        source: of,
        subject: Ref::NONE,
        collects: None,
        locals: Unique { of }.into(),
    })
}
