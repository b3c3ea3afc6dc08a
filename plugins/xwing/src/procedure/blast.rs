//! A ship rolls attack dice that harm it, as a device detonates (RR "Devices").

use cardmill_kernel::procedure::Line::Do;
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;
use serde::{Deserialize, Serialize};

use super::Task;
use crate::advance::Run;
use crate::locals::Work;
use crate::program::Op;
use crate::proposal::Verb;
use crate::vocabulary::{Dice, Face, Harm, Step as Word};

/// The roll of a ship that a device harms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blast {
    /// The program of the ability that says what is rolled.
    program: u16,
    /// The place of its step in the program.
    at: u16,
    /// Dice that were rolled so far.
    rolled: u8,
    /// Hit damage that they have come to.
    hits: u8,
    /// Critical damage that they have come to.
    crits: u8,
}

impl Blast {
    /// The roll that the step at this place of a program asks for.
    #[must_use]
    pub const fn new(program: u16, at: u16) -> Self {
        Self { program, at, rolled: 0, hits: 0, crits: 0 }
    }
}

#[derive(Clone, Copy)]
enum Step {
    Roll,
    Suffer,
}

const BLAST: Procedure<Step> = Procedure::new(&[
    // RR "Devices": die by die.
    Do(Step::Roll),
    // All damage of a device is one event.
    Do(Step::Suffer),
]);

impl Run<'_> {
    pub(super) fn blast(&mut self, blast: Blast) -> Flow {
        let program = self.scene.catalogue.program(blast.program);
        let Op::Do(Word::RollEach { dice, hits, harms, .. }) = &program[usize::from(blast.at)]
        else {
            return self.broken("a device says what is rolled");
        };
        BLAST.steps(self.frame.at, self, |run, step| match step {
            Step::Roll if blast.rolled < *dice => run.roll_blast(blast, harms),
            Step::Roll => Flow::Next,
            Step::Suffer => {
                let hits = blast.hits + hits;
                if hits + blast.crits > 0 {
                    run.begin_damage(run.ship(), hits, blast.crits);
                }
                Flow::Next
            }
        })
    }

    fn roll_blast(&mut self, blast: Blast, harms: &[(Face, Harm)]) -> Flow {
        let ship = self.ship();
        let face = self.fall(self.scene.ship(ship).owner, Dice::Attack);
        self.does(Verb::Chance(face), ship);
        let mut then = Blast { rolled: blast.rolled + 1, ..blast };
        match harms.iter().find(|(on, _)| *on == face) {
            Some((_, Harm::Hit)) => then.hits += 1,
            Some((_, Harm::Crit)) => then.crits += 1,
            Some((_, Harm::Gain(token))) => self.does(Verb::Gain(*token), ship),
            Some((_, Harm::LoseShield)) => self.does(Verb::LoseShield, ship),
            None => {}
        }
        self.frame.locals.work = Work::Procedure(Task::Blast(then));
        Flow::Again
    }
}
