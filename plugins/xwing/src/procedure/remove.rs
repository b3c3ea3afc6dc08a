//! Destroyed ships are removed (RR "Destroying Ships").

use cardmill_kernel::card::Slot;
use cardmill_kernel::procedure::Line::{Do, Label, When};
use cardmill_kernel::procedure::Procedure;
use cardmill_kernel::rules::Flow;

use crate::advance::Run;
use crate::proposal::Verb;
use crate::scene::Scene;
use crate::ship::Flags;
use crate::vocabulary::Phase;

#[derive(Clone, Copy)]
enum Step {
    Die,
    Remove,
}

#[derive(Clone, Copy)]
enum Test {
    MoreAreDestroyed,
}

const REMOVE: Procedure<Step, Test> = Procedure::new(&[
    // RR "Destroying Ships": what comes after a ship is destroyed comes right before it is removed.
    Label("again"),
    Do(Step::Die),
    // RR "Destroying Ships": all of them are removed together.
    Do(Step::Remove),
    // Ships that this destroyed follow at once.
    When(Test::MoreAreDestroyed, "again"),
]);

impl Scene<'_> {
    /// Tells whether a ship is destroyed and does not stay: some do to the end of the Engagement Phase.
    #[must_use]
    pub(crate) fn is_due_to_go(&self, ship: Slot) -> bool {
        let flags = self.ship(ship).flags;
        let over = || self.board.phase != Phase::Engagement || super::due(self).is_none();
        flags.has(Flags::DESTROYED) && (!flags.has(Flags::LINGERS) || over())
    }
}

impl<'r> Run<'r> {
    pub(super) fn remove(&mut self) -> Flow {
        let more = |run: &Self, Test::MoreAreDestroyed| run.destroyed().next().is_some();
        REMOVE.run(self.frame.at, self, more, |run, step| {
            match step {
                Step::Die => run.destroyed().for_each(|ship| run.does(Verb::Die, ship)),
                Step::Remove => {
                    let ships = run.with(Flags::DYING, Flags::default());
                    ships.for_each(|ship| run.does(Verb::RemoveShip, ship));
                }
            }
            Flow::Next
        })
    }

    /// Ships that are destroyed, and not yet being removed.
    fn destroyed(&self) -> impl Iterator<Item = Slot> + use<'r> {
        let scene = self.scene;
        self.with(Flags::DESTROYED, Flags::DYING).filter(move |&ship| scene.is_due_to_go(ship))
    }

    fn with(&self, flag: Flags, without: Flags) -> impl Iterator<Item = Slot> + use<'r> {
        let scene = self.scene;
        scene.present().filter(move |&ship| {
            let flags = scene.ship(ship).flags;
            flags.has(flag) && !flags.has(without)
        })
    }
}
