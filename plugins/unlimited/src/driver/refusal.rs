//! Why something is not offered, found by its name.

use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::driver::{Driver, Labelled, Name};

use super::Tabletop;
use crate::choice::{Choice, Unlimited};
use crate::label;
use crate::legal;
use crate::vocabulary::Arena;

/// Options of a list, and numbers, that are tried.
const NUMBERS: u8 = 8;

impl Tabletop {
    /// Why the choice that a label names is refused.
    pub(super) fn refusal(&mut self, table: usize, label: &str) -> Result<String, String> {
        let Some(asked) = self.asked(table) else { return Ok("nobody is asked anything".into()) };
        if !asked.named(label).is_empty() {
            return Err(format!("{label:?} is offered"));
        }
        let Some(prompt) = self.component::<Decision<Unlimited>>(table).prompt else {
            return Ok("nobody is asked anything".into());
        };
        let name = Name::read(label);
        let mut refusals: Vec<(bool, String)> = Vec::new();
        for choice in self.conceivable(table) {
            let labelled = self.look(table, |at| at.labelled(choice));
            if !labelled.is(&name) {
                continue;
            }
            let refused = self.look(table, |at| legal::check(&at.offer, prompt, choice).err());
            let Some(refusal) = refused else { continue };
            let own = labelled.holder.is_none_or(|seat| seat == asked.seat);
            let reason = format!("{}: {refusal}", whose(&labelled));
            if !refusals.iter().any(|(_, other)| *other == reason) {
                refusals.push((own, reason));
            }
        }
        // Of copies, those of the player who is asked come first.
        refusals.sort_by_key(|(own, _)| !own);
        if refusals.is_empty() {
            return Err(format!("{label:?} names nothing that could be chosen here"));
        }
        let reasons: Vec<String> = refusals.into_iter().map(|(_, reason)| reason).collect();
        Ok(reasons.join("; "))
    }

    /// Everything that a question of this game can have for an answer.
    fn conceivable(&mut self, table: usize) -> Vec<Choice> {
        let actions: Vec<u8> = self.read(table, |scene| {
            (0..scene.board.slots).map(|slot| scene.face(slot).actions.len() as u8).collect()
        });
        let cards = actions.into_iter().zip(0..).flat_map(|(actions, slot)| {
            let uses = (0..actions.max(1)).map(move |n| Choice::Use(slot, n));
            let smuggles = (0..2).map(move |n| Choice::Smuggle(slot, n));
            [
                Choice::Play(slot),
                Choice::Attack(slot),
                Choice::Deploy(slot),
                Choice::DeployAsUpgrade(slot),
                Choice::Card(slot),
            ]
            .into_iter()
            .chain(uses)
            .chain(smuggles)
        });
        let numbers = (0..NUMBERS).flat_map(|n| [Choice::Mode(n), Choice::Number(n)]);
        [
            Choice::Pass,
            Choice::Initiative,
            Choice::Decline,
            Choice::Done,
            Choice::Yes,
            Choice::No,
            Choice::In(Arena::Ground),
            Choice::In(Arena::Space),
            Choice::First(0),
            Choice::First(1),
        ]
        .into_iter()
        .chain(cards)
        .chain(numbers)
        .collect()
    }
}

fn whose(labelled: &Labelled) -> String {
    match labelled.holder {
        Some(seat) => format!("{} ({})", labelled.label, holder(seat)),
        None => labelled.label.clone(),
    }
}

const fn holder(seat: Seat) -> &'static str {
    label::player(seat)
}
