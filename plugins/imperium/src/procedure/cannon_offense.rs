//! Space Cannon offense: from the active player clockwise, each may use Space Cannon once
//! (LRR 77.2).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Jump, Label, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::{Assignment, Procedure};
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::SystemId;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::Dice;

/// Space Cannon offense against the ships in a system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CannonOffense {
    system: SystemId,
    /// The number of players who are done.
    done: u8,
    /// The player whose ships this player fires at.
    target: Option<Seat>,
    /// The number of hits rolled against the target.
    hits: i16,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    Fire,
    Roll,
    Assign,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    AllHaveFired,
}

impl CannonOffense {
    /// Space Cannon offense in a system.
    pub(super) fn of(system: SystemId) -> Self {
        Self { system, ..Self::default() }
    }

    fn shooter(&self, by: &Resolver<'_>) -> Seat {
        by.scene.board.clockwise(by.seat).nth(self.done.into()).unwrap_or(by.seat)
    }

    /// The players whose ships may be fired at: the active player fires at the others, they at the
    /// active player.
    fn targets<'r>(&self, by: &Resolver<'r>) -> impl Iterator<Item = Seat> + use<'r> {
        let (active, own) = (by.seat, self.shooter(by) == by.seat);
        by.scene.fleets(self.system).filter(move |&target| (target != active) == own)
    }

    /// The dice of a player's Space Cannons against ships in the system.
    fn cannons(&self, by: &Resolver<'_>) -> Vec<(Slot, Dice)> {
        let (scene, seat) = (by.scene, self.shooter(by));
        let reaches = |slot: Slot, deep: bool| {
            let from = scene.system_of(slot);
            from == Some(self.system)
                || deep && from.is_some_and(|from| scene.adjacent(from, self.system, seat))
        };
        let own = scene.figures().filter(|&(slot, _)| scene.piece(slot).owner == seat);
        let dice = own.filter_map(|(slot, _)| {
            let unit = scene.attributes(slot).unit;
            unit.cannon.filter(|_| reaches(slot, unit.deep_space)).map(|dice| (slot, dice))
        });
        dice.collect()
    }
}

impl Procedure for CannonOffense {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Label("player"),
        When(Test::AllHaveFired, "end"),
        Do(Step::Fire),
        Do(Step::Roll),
        Do(Step::Assign),
        Jump("player"),
        Label("end"),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        let Test::AllHaveFired = test;
        usize::from(self.done) >= by.scene.board.clockwise(by.seat).count()
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let shooter = self.shooter(run);
        match (step, run.answer) {
            (Step::Fire, None) => {
                if self.targets(run).next().is_some() && !self.cannons(run).is_empty() {
                    return run.ask(shooter, Prompt::Cannon);
                }
            }
            (Step::Fire, Some(Choice::Player(target))) => {
                (self.target, self.hits) = (Some(target), 0);
                let fire = Proposal::new(Verb::FireCannon, shooter).with(target);
                run.propose([fire.in_system(self.system)]);
            }
            (Step::Fire, _) => {}
            (Step::Roll, _) => {
                if let Some(target) = self.target {
                    let dice = run.scene.cannonade(shooter, target, self.cannons(run));
                    run.roll(shooter, &dice);
                }
            }
            (Step::Assign, _) => {
                self.done += 1;
                if let Some(target) = self.target.take() {
                    let of = Assignment::of(self.hits, Hits::SpaceCannon, shooter, self.system);
                    run.call(target, of);
                }
            }
        }
        Flow::Next
    }

    fn options(&self, _: Step, by: &Resolver<'_>) -> Vec<Choice> {
        self.targets(by).map(Choice::Player).chain([Choice::No]).collect()
    }

    fn returned(&mut self, outcome: Outcome) {
        self.hits = outcome.number.unwrap_or(self.hits);
    }
}
