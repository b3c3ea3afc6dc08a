//! What may be chosen.

use cardmill_harness::tabletop::Judged;
use cardmill_kernel::prelude::*;

use crate::state::{Place, Scene};
use crate::vocabulary::Kind;
use crate::words::{Choice, Prompt, Skirmish, Target};

impl Judged for Skirmish {
    fn choices(scene: Scene<'_>) -> Vec<Choice> {
        let slots =
            || (0..).zip(scene.cards).filter(|(_, c)| c.place != Place::Box).map(|(n, _)| n);
        let units = || slots().filter(|&slot| scene.printed(slot).kind != Kind::Order);
        let players = 0..scene.board.life.len() as Seat;
        let mut choices: Vec<Choice> = slots().map(Choice::Play).collect();
        for unit in units() {
            let targets = players.clone().map(Target::Player).chain(units().map(Target::Unit));
            choices.extend(targets.map(|target| Choice::Attack(unit, target)));
            choices.extend([Choice::Unit(unit), Choice::Use(unit)]);
        }
        choices.push(Choice::Done);
        choices
    }

    fn judge(
        scene: Scene<'_>,
        seat: Seat,
        prompt: Prompt,
        choice: Choice,
    ) -> Result<(), &'static str> {
        let is_in = |slot, place| scene.card(slot).place == place;
        let is_own = |slot| scene.card(slot).owner == seat;
        let reasons = match (prompt, choice) {
            (Prompt::Act, Choice::Done) => return Ok(()),
            (Prompt::Act, Choice::Play(slot)) => [
                (is_in(slot, Place::Hand) && is_own(slot), "it is not in the player's hand"),
                (!scene.board.played, "a card was played this turn"),
            ],
            (Prompt::Act, Choice::Attack(unit, target)) => [
                (scene.card(unit).ready && is_own(unit), "it is no ready unit of the player"),
                match target {
                    Target::Player(other) => (other != seat, "its target is no enemy"),
                    Target::Unit(slot) => (
                        !is_own(slot) && is_in(slot, Place::Play),
                        "its target is no enemy in play",
                    ),
                },
            ],
            (Prompt::Unit, Choice::Unit(slot)) => {
                [(is_in(slot, Place::Play), "it is not in play"), (true, "")]
            }
            _ => return Err("that is not asked"),
        };
        reasons.into_iter().find(|(holds, _)| !holds).map_or(Ok(()), |(_, reason)| Err(reason))
    }
}
