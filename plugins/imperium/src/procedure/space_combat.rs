//! A space combat, round by round (LRR 78).

use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::procedure::Line::{Do, Label, Unless, When};
use cardmill_kernel::procedure::Procedure as Lines;
use cardmill_kernel::rules::{Flow, Outcome};
use serde::{Deserialize, Serialize};

use super::side::{Rolled, in_order};
use super::{Assignment, Procedure, Retreat, Side, dice};
use crate::advance::{Resolver, Run};
use crate::choice::{Choice, Prompt};
use crate::piece::SystemId;
use crate::proposal::{Hits, Proposal, Verb};
use crate::vocabulary::Modifier;

/// A space combat in the active system.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SpaceCombat {
    system: SystemId,
    defender: Seat,
    /// The round of the combat, from 1.
    round: u8,
    rolled: Rolled,
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    StartRound,
    Barrage(Side),
    AssignBarrage(Side),
    Announce(Side),
    Roll(Side),
    /// The dice of a side can be rolled again or raised right after the roll.
    Change(Side),
    /// The combat rolls of a side were made: abilities can have dice rolled again.
    Rolled(Side),
    Count(Side),
    Assign(Side),
    Retreat,
    EndRound,
    End,
}

#[derive(Clone, Copy)]
pub(crate) enum Test {
    BothFight,
    FirstRound,
}

impl SpaceCombat {
    /// A space combat with a defender in a system.
    pub(super) fn with(defender: Seat, system: SystemId) -> Self {
        Self { system, defender, ..Self::default() }
    }

    const fn seat(&self, side: Side, by: &Resolver<'_>) -> Seat {
        match side {
            Side::Attacker => by.seat,
            Side::Defender => self.defender,
        }
    }

    fn both_fight(&self, by: &Resolver<'_>) -> bool {
        let fights = |seat| by.scene.ships(self.system, seat).next().is_some();
        let drawn = by.scene.board.combat.is_some_and(|combat| combat.drawn);
        fights(by.seat) && fights(self.defender) && !drawn
    }

    fn ships<'r>(&self, side: Side, by: &Resolver<'r>) -> impl Iterator<Item = Slot> + use<'r> {
        by.scene.ships(self.system, self.seat(side, by)).map(|(slot, _)| slot)
    }

    /// Lets a side assign the hits of the other.
    fn assign(&self, side: Side, hits: Hits, run: &mut Run<'_>) {
        let (seat, by) = (self.seat(side, run), self.seat(side.opponent(), run));
        let number = self.rolled.of(side.opponent());
        if number > 0 {
            let aimed =
                if hits == Hits::SpaceCombat { self.rolled.aimed(side.opponent()) } else { 0 };
            run.call(seat, Assignment::of(number, hits, by, self.system).aimed(aimed));
        }
    }

    /// Tells whether a player's ships can retreat somewhere (LRR 78.4c, 78.7c).
    fn can_retreat(&self, seat: Seat, by: &Resolver<'_>) -> bool {
        !by.scene.is_kept_from(seat, Modifier::NoRetreat)
            && !Retreat::havens(by.scene, self.system, seat).is_empty()
    }

    /// Asks a side for a retreat; the attacker announces none if the defender has.
    fn announce(&self, side: Side, run: &mut Run<'_>) -> Flow {
        let (seat, opponent) = (self.seat(side, run), self.seat(side.opponent(), run));
        let combat = run.scene.board.combat;
        match run.answer {
            Some(Choice::Yes) => {
                run.propose([Proposal::new(Verb::AnnounceRetreat, seat).with(opponent)]);
            }
            None if combat.is_none_or(|combat| combat.retreats.is_none())
                && self.can_retreat(seat, run) =>
            {
                return run.ask(seat, Prompt::Retreat);
            }
            _ => {}
        }
        Flow::Next
    }

    /// The changes that a side can make to the dice that it has just rolled.
    fn changes(&self, side: Side, by: &Resolver<'_>) -> Vec<Choice> {
        if self.rolled.has_rolled(side) {
            dice::changes(by.scene, self.system, self.seat(side, by))
        } else {
            Vec::new()
        }
    }

    /// Asks a side for changes to its dice, one after another.
    fn change(&self, side: Side, run: &mut Run<'_>) -> Flow {
        let seat = self.seat(side, run);
        let answer = run.answer;
        match answer {
            None if self.changes(side, run).is_empty() => Flow::Next,
            None => run.ask(seat, Prompt::Dice),
            Some(choice) if dice::change(choice, seat, run) => Flow::Again,
            Some(_) => Flow::Next,
        }
    }
}

impl Procedure for SpaceCombat {
    type Step = Step;
    type Test = Test;

    const LINES: &'static Lines<Step, Test> = &Lines::new(&[
        Label("round"),
        Do(Step::StartRound),
        Unless(Test::BothFight, "end"),
        // LRR 78.3
        Unless(Test::FirstRound, "retreats"),
        Do(Step::Barrage(Side::Attacker)),
        Do(Step::Change(Side::Attacker)),
        Do(Step::Count(Side::Attacker)),
        Do(Step::Barrage(Side::Defender)),
        Do(Step::Change(Side::Defender)),
        Do(Step::Count(Side::Defender)),
        Do(Step::AssignBarrage(Side::Defender)),
        Do(Step::AssignBarrage(Side::Attacker)),
        Unless(Test::BothFight, "end"),
        // LRR 78.4
        Label("retreats"),
        Do(Step::Announce(Side::Defender)),
        Do(Step::Announce(Side::Attacker)),
        // LRR 78.5
        Do(Step::Roll(Side::Attacker)),
        // LRR 78.5e
        Do(Step::Change(Side::Attacker)),
        Do(Step::Rolled(Side::Attacker)),
        Do(Step::Count(Side::Attacker)),
        Do(Step::Roll(Side::Defender)),
        Do(Step::Change(Side::Defender)),
        Do(Step::Rolled(Side::Defender)),
        Do(Step::Count(Side::Defender)),
        // LRR 78.6
        Do(Step::Assign(Side::Defender)),
        Do(Step::Assign(Side::Attacker)),
        // LRR 78.7
        Do(Step::Retreat),
        Do(Step::EndRound),
        When(Test::BothFight, "round"),
        Label("end"),
        Do(Step::End),
    ]);

    fn holds(&self, test: Test, by: &Resolver<'_>) -> bool {
        match test {
            Test::BothFight => self.both_fight(by),
            Test::FirstRound => self.round == 1,
        }
    }

    fn step(&mut self, step: Step, run: &mut Run<'_>) -> Flow {
        let scene = run.scene;
        let about = |verb| Proposal::new(verb, run.seat).with(self.defender);
        match step {
            Step::StartRound => {
                let start = about(Verb::StartRound).in_system(self.system);
                self.round += 1;
                run.propose([start.amount(self.round.into())]);
            }
            Step::Barrage(side) => {
                self.rolled.rolls(side);
                let dice = |slot| Some((slot, scene.attributes(slot).unit.barrage?));
                let dice: Vec<_> = self.ships(side, run).filter_map(dice).collect();
                run.roll_in_combat(self.seat(side, run), &dice, Hits::Barrage);
            }
            Step::AssignBarrage(side) => self.assign(side, Hits::Barrage, run),
            Step::Announce(side) => return self.announce(side, run),
            Step::Roll(side) => {
                self.rolled.rolls(side);
                let value = |slot| scene.attributes(slot).combat_value();
                let dice = in_order(self.ships(side, run), value);
                run.roll_in_combat(self.seat(side, run), &dice, Hits::SpaceCombat);
            }
            Step::Change(side) => return self.change(side, run),
            Step::Rolled(side) => {
                let rolls = Proposal::new(Verb::CombatRolls, self.seat(side, run));
                let rolls = rolls.with(self.seat(side.opponent(), run)).in_system(self.system);
                self.rolled.tell(side, rolls, run);
            }
            Step::Count(side) => self.rolled.recount(side, self.seat(side, run), run),
            Step::Assign(side) => self.assign(side, Hits::SpaceCombat, run),
            Step::Retreat => {
                // LRR 78.7a
                let retreats = scene.board.combat.and_then(|combat| combat.retreats);
                if let Some(seat) = retreats
                    && self.both_fight(run)
                    && self.can_retreat(seat, run)
                {
                    run.call(seat, Retreat::from(self.system));
                }
            }
            Step::EndRound => run.propose([about(Verb::EndRound).in_system(self.system)]),
            Step::End => {
                let drawn = scene.board.combat.is_some_and(|combat| combat.drawn);
                let end = about(Verb::EndCombat).in_system(self.system);
                run.propose([end.amount(drawn.into())]);
            }
        }
        Flow::Next
    }

    fn options(&self, step: Step, by: &Resolver<'_>) -> Vec<Choice> {
        match step {
            Step::Change(side) => {
                let mut changes = self.changes(side, by);
                changes.push(Choice::Done);
                changes
            }
            _ => vec![Choice::Yes, Choice::No],
        }
    }

    fn returned(&mut self, outcome: Outcome) {
        self.rolled.are_hits(outcome.number);
    }
}
