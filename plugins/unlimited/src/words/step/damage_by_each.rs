//! Damage that each of several units deals to another card than the others.

use super::prelude::*;

/// Each of these units deals damage to a card that fits, no two of them to the same one, all of it at
/// once. Where there are fewer cards than units, it is chosen which units deal it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageByEach {
    /// The units that each deal it.
    pub by: Filter,
    /// The number of points that each of them deals, at least 1.
    #[serde(default = "one")]
    pub amount: u8,
    /// The cards that damage is dealt to.
    pub to: Filter,
}

impl Word for DamageByEach {
    checked!(by: filter_in, amount: above_0, to: filter_in);

    fn text(&self, names: &mut Names) -> String {
        let by = Description::new(&self.by, names).bare();
        let to = Description::new(&self.to, names).bare();
        format!("each {by} deals {} damage to a different {to}", self.amount)
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["each" (by: Bare) "deals" (amount: Number) "damage to a different" (to: Bare)]
            => Self { by: by.0, amount: amount.0, to: to.0 },
    );
}

impl DamageByEach {
    /// The units that deal it, in the order in which they entered play.
    fn dealers(&self, scene: &Scene<'_>, cx: &Context<'_>) -> Refs {
        let mut dealers = Refs::new();
        scene.candidates(&self.by, cx, &mut dealers);
        dealers
    }

    /// The cards that none of them deals it to yet.
    fn free(&self, scene: &Scene<'_>, cx: &Context<'_>, given: &Points) -> Refs {
        let mut free = Refs::new();
        scene.candidates(&self.to, cx, &mut free);
        free.retain(|card| given.iter().all(|(taken, _)| *taken != card.slot));
        free
    }
}

impl Question for DamageByEach {
    /// With each card goes the number of the unit that deals it damage.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let dealers = self.dealers(&run.scene, &run.cx());
        let (mut left, mut given) = match run.locals.progress {
            Progress::Points { left, given } => (left, given),
            _ => (dealers.len() as u8, Points::default()),
        };
        if let Some(answer) = run.answer.take() {
            if let Choice::Card(slot) = answer {
                given.push((slot, left));
            }
            left -= 1;
        }
        if left > 0 && !self.free(&run.scene, &run.cx(), &given).is_empty() {
            run.locals.progress = Progress::Points { left, given };
            return run.ask(run.seat, Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        for (slot, number) in given {
            let dealer = dealers[dealers.len() - usize::from(number)];
            let damage = Proposal::new(Verb::Damage, run.scene.reference(slot), run.seat);
            run.propose(damage.amount(self.amount.into()).by(dealer));
        }
        Flow::Then
    }

    /// One of them may deal none while there are others for all cards that are left.
    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let Progress::Points { left, given } = locals.progress else { return };
        let free = self.free(&offer.scene, &offer.cx(), &given);
        out.extend(free.iter().map(|card| Choice::Card(card.slot)));
        if usize::from(left) > free.len() {
            out.push(Choice::Decline);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Some(Resolving { progress: Progress::Points { left, given }, .. }) =
            offer.frame.locals.ability()
        else {
            return Err(Refusal::NotAsked);
        };
        match answer {
            Choice::Card(slot) => {
                let taken = given.iter().any(|(card, _)| *card == slot);
                when(!taken, Refusal::AlreadyChosen)?;
                fits(offer, &self.to, slot)
            }
            Choice::Decline => {
                let slots = 0..offer.scene.board.slots;
                let fitting = slots.filter(|&slot| fits(offer, &self.to, slot).is_ok()).count();
                let others = fitting - given.iter().count() < usize::from(*left);
                decline(offer, Prompt::Step, others)
            }
            _ => Err(Refusal::NotAsked),
        }
    }
}
