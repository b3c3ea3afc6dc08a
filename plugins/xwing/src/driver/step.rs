//! Steps that only scenarios of this game have, most of them claims about a table.

use cardmill_harness::driver::{Checked, Driver, same};
use cardmill_harness::names::Name;
use cardmill_kernel::card::{Seat, Slot};
use serde::{Deserialize, Serialize};

use super::Hangar;
use crate::board::Outcome;
use crate::card::Place;
use crate::label;
use crate::position::{Player, Spot};
use crate::scene::Scene;
use crate::ship::{Flags, Presence, SHIPS};
use crate::vocabulary::{Action, Arc, Face, Facing, Maneuver, Phase, Token};

/// Something done, or something that must be so. Ships are named by their pilots, cards by their
/// names; `P2 Academy Pilot #2` tells copies apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// Everybody passes (no action, no attack, nothing that may be declined, the first maneuver
    /// of a dial, the first of what must be chosen) until somebody is asked in the next such
    /// phase.
    PassTo(Phase),
    /// The phase that is under way.
    Phase(Phase),
    /// The number of the round, from 1.
    Round(u16),
    /// The first player is this one.
    First(Player),
    /// Exactly these tokens, in any order, each as often as the ship has it; locks on it too.
    Tokens(String, Vec<Token>),
    /// The ship it has locked.
    Lock(String, String),
    /// The ship has nothing locked.
    NoLock(String),
    /// The number of its active shields.
    Shields(String, u8),
    /// The number of its active Force charges.
    Force(String, u8),
    /// Active charges of a card, or of a ship's pilot.
    Charges(String, u8),
    /// The tokens on a card.
    Holds(String, Vec<Token>),
    /// The number of its damage cards, faceup and facedown.
    Damage(String, u8),
    /// Exactly these faceup damage cards and conditions, in any order.
    Faceup(String, Vec<String>),
    /// Exactly these results of its dice, in any order.
    Dice(String, Vec<Face>),
    /// Its initiative, with all that changes it.
    Initiative(String, u8),
    /// The actions of its action bar that it performed in this round, in any order.
    Performed(String, Vec<Action>),
    /// The direction of its turret indicator.
    Turned(String, Facing),
    /// The last maneuver that it revealed or executed.
    Executed(String, Maneuver),
    /// It is in the play area and not destroyed.
    Intact(String),
    /// Destroyed, and still in the play area.
    Destroyed(String),
    /// Removed from the game, destroyed or fled.
    Removed(String),
    /// Placed in reserves, out of the play area.
    Reserved(String),
    /// Its place and heading on the mat, to a hundredth of a millimetre and of a degree.
    At(String, Spot),
    /// It touches exactly these ships, in any order.
    Touching(String, Vec<String>),
    /// The range between two ships; 4 is beyond 3.
    Range(String, String, u8),
    /// The range at which the second ship is in the arc of the first; 4 if it is not.
    RangeIn(String, Arc, String, u8),
    /// The attack under way is obstructed, or it is not.
    Obstructed(bool),
    /// The obstacles that it is on, by id, in any order.
    On(String, Vec<String>),
    /// The number of obstacles on the mat.
    Obstacles(u8),
    /// So many devices are in the play area.
    Devices(u8),
    /// The number of damage cards in the discard pile of the player.
    Discarded(Player, u8),
    /// The player who has won.
    Winner(Player),
    /// The game has ended, and nobody has won.
    Draw,
    /// The game goes on: it has not ended.
    GoesOn,
}

/// Decisions after which passing gives up.
const PASSES: usize = 400;

fn sorted<T: Ord + Clone>(list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    list.sort();
    list
}

impl Hangar {
    pub(super) fn do_step(&mut self, table: usize, step: &Step) -> Checked {
        match step {
            Step::PassTo(phase) => self.pass_to(table, *phase),
            _ => self.read(table, |scene| so(scene, step)),
        }
    }

    pub(super) fn pass_to(&mut self, table: usize, phase: Phase) -> Checked {
        let now =
            |hangar: &mut Self| hangar.read(table, |scene| (scene.board.round, scene.board.phase));
        let begun = now(self);
        let wanted = (begun.0 + u16::from(phase <= begun.1), phase);
        for _ in 0..PASSES {
            let at = now(self);
            if at == wanted {
                return Ok(());
            }
            if at > wanted {
                let (round, phase) = (wanted.0, label::phase(phase));
                return Err(format!("nobody is asked in the {phase} of round {round}"));
            }
            let Some(asked) = self.asked(table) else {
                return Err(format!("nobody is asked in the {}", label::phase(at.1)));
            };
            let passes = ["No action", "No attack", "Decline", "Done"];
            let index = asked.options.iter().position(|o| passes.contains(&o.label.as_str()));
            self.choose(table, index.unwrap_or(0)).map_err(|refused| refused.to_string())?;
        }
        Err("the phase does not come".into())
    }
}

fn so(scene: &Scene, step: &Step) -> Checked {
    match step {
        Step::PassTo(_) => Err("this step is done, not checked".into()),
        Step::Phase(phase) => same(phase, &scene.board.phase),
        Step::Round(round) => same(round, &scene.board.round),
        Step::First(player) => same(&player.seat(), &scene.board.first),
        Step::Discarded(player, n) => {
            let pile = &scene.board.players[player.index()].discard;
            same(&usize::from(*n), &pile.len())
        }
        Step::Obstructed(wanted) => match scene.board.attack() {
            Some(attack) => same(wanted, &scene.is_obstructed(attack)),
            None => Err("no attack is under way".into()),
        },
        Step::Obstacles(n) => same(&usize::from(*n), &scene.board.obstacles.len()),
        Step::Devices(n) => same(&usize::from(*n), &scene.devices().count()),
        Step::Winner(player) => same(&Outcome::Win(player.seat()), &scene.board.outcome),
        Step::Draw => same(&Outcome::Draw, &scene.board.outcome),
        Step::GoesOn => same(&Outcome::Open, &scene.board.outcome),
        Step::Charges(name, n) => same(n, &scene.card(card(scene, name)?).charges),
        Step::Holds(name, tokens) => {
            let holds = scene.card(card(scene, name)?).holds;
            let found: Vec<Token> = holds
                .kinds()
                .flat_map(|token| core::iter::repeat_n(token, holds.count(token).into()))
                .collect();
            same(&sorted(tokens), &found)
        }
        _ => so_of_ship(scene, step),
    }
}

fn so_of_ship(scene: &Scene, step: &Step) -> Checked {
    match step {
        Step::Tokens(name, tokens) => {
            let slot = ship(scene, name)?;
            let found: Vec<Token> = Token::ALL
                .into_iter()
                .flat_map(|token| core::iter::repeat_n(token, scene.count(slot, token).into()))
                .collect();
            same(&sorted(tokens), &found)
        }
        Step::Lock(name, other) => same(&ship(scene, other)?, &scene.ship(ship(scene, name)?).lock),
        Step::NoLock(name) => same(&Slot::MAX, &scene.ship(ship(scene, name)?).lock),
        Step::Shields(name, n) => same(n, &scene.ship(ship(scene, name)?).shields),
        Step::Force(name, n) => same(n, &scene.ship(ship(scene, name)?).force),
        Step::Damage(name, n) => same(&usize::from(*n), &scene.damage(ship(scene, name)?).count()),
        Step::Faceup(name, cards) => {
            use crate::vocabulary::Kind;
            let faceup = scene.faceup(ship(scene, name)?).filter(|&slot| {
                matches!(scene.printed(slot).definition.kind, Kind::Damage(..) | Kind::Condition)
            });
            let found: Vec<String> = faceup.map(|slot| label::card(scene, slot)).collect();
            same(&sorted(cards), &sorted(&found))
        }
        Step::Dice(name, faces) => {
            let pool = scene.pool(ship(scene, name)?);
            let found: Vec<Face> = pool.0.iter().map(|die| die.face).collect();
            same(&sorted(faces), &sorted(&found))
        }
        Step::Initiative(name, n) => same(n, &scene.stats(ship(scene, name)?).initiative),
        Step::Performed(name, actions) => {
            let performed = scene.ship(ship(scene, name)?).performed;
            let bits = actions.iter().fold(0, |all, &action| all | 1 << action as u16);
            same(&bits, &performed)
        }
        Step::Turned(name, facing) => same(facing, &scene.ship(ship(scene, name)?).facing),
        Step::Executed(name, maneuver) => {
            same(&Some(*maneuver), &scene.ship(ship(scene, name)?).maneuver)
        }
        Step::At(name, Spot(wanted)) => {
            let found = scene.ship(ship(scene, name)?).pose;
            let near = |a: i32, b: i32| a.abs_diff(b) <= 10;
            let turned = wanted.heading.wrapping_sub(found.heading) as i16;
            let there =
                near(wanted.x, found.x) && near(wanted.y, found.y) && turned.unsigned_abs() <= 2;
            if there { Ok(()) } else { same(&label::pose(*wanted), &label::pose(found)) }
        }
        Step::Touching(name, others) => {
            let slot = ship(scene, name)?;
            let touched = scene.present().filter(|&other| other != slot);
            let touched: Vec<Slot> = touched.filter(|&other| scene.touch(slot, other)).collect();
            let wanted = others.iter().map(|other| ship(scene, other));
            same(&sorted(&wanted.collect::<Result<Vec<_>, _>>()?), &touched)
        }
        Step::Range(a, b, range) => same(range, &scene.range(ship(scene, a)?, ship(scene, b)?)),
        Step::RangeIn(a, arc, b, range) => {
            same(range, &scene.range_in(ship(scene, a)?, *arc, ship(scene, b)?))
        }
        Step::On(name, ids) => {
            let base = scene.base(ship(scene, name)?);
            let on = scene.board.obstacles.iter().zip(scene.laid());
            let on = on.filter(|(_, laid)| laid.is_under(&base));
            let on: Vec<String> =
                on.map(|(at, _)| label::outline(scene, at.outline).to_owned()).collect();
            same(&sorted(ids), &sorted(&on))
        }
        Step::Intact(name) => same(&(Presence::Present, false), &presence(scene, name)?),
        Step::Destroyed(name) => same(&(Presence::Present, true), &presence(scene, name)?),
        Step::Removed(name) => same(&Presence::Removed, &presence(scene, name)?.0),
        Step::Reserved(name) => same(&Presence::Reserve, &presence(scene, name)?.0),
        _ => Err("this step is not about a ship".into()),
    }
}

fn presence(scene: &Scene, name: &str) -> Result<(Presence, bool), String> {
    let state = scene.ship(ship(scene, name)?);
    Ok((state.presence, state.flags.has(Flags::DESTROYED)))
}

/// The ship that a name means; removed ships keep their names.
pub(super) fn ship(scene: &Scene, text: &str) -> Result<Slot, String> {
    one(scene, text, (0..scene.board.ships).collect(), |slot| scene.ship(slot).owner)
}

/// The card with a ship, or the ship's pilot, that a name means.
fn card(scene: &Scene, text: &str) -> Result<Slot, String> {
    let with = |&slot: &Slot| scene.card(slot).place == Place::Faceup;
    let cards = (SHIPS as Slot..scene.board.slots).filter(with);
    one(scene, text, (0..scene.board.ships).chain(cards).collect(), |slot| scene.card(slot).owner)
}

fn one(
    scene: &Scene,
    text: &str,
    all: Vec<Slot>,
    owner: impl Fn(Slot) -> Seat,
) -> Result<Slot, String> {
    let name = Name::read(text);
    let fits = |slot: &Slot| {
        label::card(scene, *slot) == name.title
            && name.holder.is_none_or(|seat| owner(*slot) == seat)
    };
    let found: Vec<Slot> = all.into_iter().filter(fits).collect();
    match (name.number, &found[..]) {
        (Some(n), _) => found.get(n.wrapping_sub(1)).copied(),
        (None, [only]) => Some(*only),
        (None, [_, _, ..]) => return Err(format!("{text:?} means several; say P1, P2 or #n")),
        (None, []) => None,
    }
    .ok_or_else(|| format!("there is no {text:?}"))
}
