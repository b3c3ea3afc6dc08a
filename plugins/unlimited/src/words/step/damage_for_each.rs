//! Damage for each of several units, to what is chosen for it.

use super::prelude::*;

/// For each of these units you may deal damage equal to its power, or to that which it had when it
/// left play, to a card that fits. All of it is dealt at once, and what goes to the same card as one
/// (CR 8.34.1A).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DamageForEach {
    /// The units whose power is dealt.
    pub of: Whom,
    /// The cards of which one is damaged for each unit.
    pub to: Filter,
}

impl Word for DamageForEach {
    checked!(of: whom, to: filter_in);

    fn text(&self, names: &mut Names) -> String {
        let of = names.whom(&self.of).text;
        let to = Description::new(&self.to, names).one();
        format!("for each of {of}, you may deal damage equal to its power to {to}")
    }

    said!(at:
        ["for each of the units exploited for this card , you may deal damage equal to its power to" (to: One)]
            => Self { of: Whom::Exploited, to: to.0 },
        ["for each unit you exploited while playing this card , you may deal damage to" (to: One) "equal to the power of the exploited unit"]
            => Self { of: Whom::Exploited, to: to.0 },
    );
}

impl Question for DamageForEach {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let units = run.scene.named(&self.of, &run.cx());
        let (mut left, mut given) = match run.locals.progress {
            Progress::Points { left, given } => (left, given),
            _ => (units.len() as u8, Points::default()),
        };
        let power = |left: u8| run.scene.power(units[units.len() - usize::from(left)]).max(0) as u8;
        match run.answer.take() {
            Some(Choice::Card(slot)) => {
                let points = power(left);
                match given.iter_mut().find(|(card, _)| *card == slot) {
                    Some((_, before)) => *before = before.saturating_add(points),
                    None => given.push((slot, points)),
                }
                left -= 1;
            }
            Some(_) => left -= 1,
            None => {}
        }
        while left > 0 && power(left) == 0 {
            left -= 1;
        }
        if left > 0 {
            run.locals.number = power(left).into();
            run.locals.progress = Progress::Points { left, given };
            return run.ask(run.seat, Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        for (slot, points) in given {
            let damage = Proposal::new(Verb::Damage, run.scene.reference(slot), run.seat);
            run.propose(damage.amount(points.into()).by(run.source));
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        offer.cards(&self.to, &[], out);
        if !out.is_empty() {
            out.push(Choice::Decline);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Card(slot) => fits(offer, &self.to, slot),
            Choice::Decline => decline(offer, Prompt::Step, true),
            _ => Err(Refusal::NotAsked),
        }
    }
}
