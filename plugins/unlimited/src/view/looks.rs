//! Hidden cards that a program shows, and what a player can pay.

use cardmill_harness::observation::level::Shows;
use cardmill_kernel::stack::Entry;

use super::View;
use crate::prelude::*;
use crate::procedure::{Locals, Numbered, Plot};
use crate::purse::Purse;
use crate::words::step::search::Search;
use crate::words::step::{Discard, Step, discard_namesakes};

impl<'a, L: Shows> View<'a, L> {
    /// The number of resources, Credit tokens and units with which a player can pay costs.
    #[must_use]
    pub fn means(&self, seat: Seat) -> u8 {
        Purse::for_costs(&self.scene, seat, &[]).means()
    }

    /// Returns `true` if a program of its own shows it this hidden card right now: it has chosen
    /// the card or looked at it.
    #[cold] // What is asked about is hardly ever hidden.
    pub(super) fn looks_at(&self, slot: Slot, card: &Card) -> bool {
        let reference = card.reference(slot);
        let shown = |entry: &Entry<Locals>| match entry {
            Entry::Frame(frame) => {
                let mut shown = frame.locals.shown();
                frame.seat == self.seat && shown.any(|card| card == reference)
            }
            _ => false,
        };
        self.stack.entries.iter().any(shown)
            || self.scene.open_top(self.seat) == Some(slot)
            || self.plotted().any(|card| card == reference)
            || self.searches(slot, card)
    }

    /// The resources that have been shown since they may be played by Plot (CR 7.6.3A).
    pub(super) fn plotted(&self) -> impl Iterator<Item = Ref> + use<'a, L> {
        let waits =
            |ability: &Waiting| (ability.program == Plot::PROGRAM).then_some(ability.subject);
        let resolves = |entry: &Entry<Locals>| match entry {
            Entry::Frame(Frame { locals: Locals::Plot(plot), .. }) => Some(plot.card),
            _ => None,
        };
        let waiting = self.stack.waiting.iter().filter_map(waits);
        waiting.chain(self.stack.entries.iter().filter_map(resolves))
    }

    /// Returns `true` if it is looking for a card among those it searches, or in the other hand.
    fn searches(&self, slot: Slot, card: &Card) -> bool {
        let Some((step, cx)) = self.looking() else { return false };
        match step {
            Step::Search(Search(search)) => {
                search.seen(&self.scene, self.seat, &cx).any(|found| found == slot)
            }
            Step::DiscardNamesakes(_) => {
                discard_namesakes::searched(&self.scene, self.progress()).any(|found| found == slot)
            }
            Step::Discard(Discard { who, random: false, .. }) => {
                card.zone == Zone::Hand && card.owner == self.scene.seat(*who, &cx)
            }
            _ => false,
        }
    }

    /// The step that asks it, with its context, if this seat is the one who looks at cards for it.
    pub(super) fn looking(&self) -> Option<(&'a Step, Context<'a>)> {
        let frame = self.asking()?;
        let step = self.instruction().and_then(Op::step)?;
        let cx = Context::in_frame(frame);
        let by = match step {
            Step::Search(Search(search)) => self.scene.seat(search.by, &cx),
            _ => frame.seat,
        };
        (by == self.seat).then_some((step, cx))
    }
}
