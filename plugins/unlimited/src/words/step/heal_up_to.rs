//! Healing divided as a player chooses.

use super::prelude::*;

/// Heal up to this much in total among the cards that fit, as you choose; the number healed
/// is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HealUpTo {
    /// The cards that may be healed.
    pub among: Filter,
    /// The most points that are healed in all, at least 1.
    pub amount: u8,
}

impl Word for HealUpTo {
    checked!(among: filter_in, amount: above_0);

    fn text(&self, names: &mut Names) -> String {
        names.number = "damage healed";
        let among = Description::new(&self.among, names).many();
        format!("heal damage from {among}, {} in all at most", self.amount)
    }

    said!(at:
        ["heal damage from" (among: Many) "," (amount: Number) "in all at most"] => { at.names.number = "damage healed"; Self { among: among.0, amount: amount.0 } },
        ["heal up to" (amount: Number) "total damage from any number of" (among: Many)] => { at.names.number = "damage healed"; Self { among: among.0, amount: amount.0 } },
        ["heal up to" (amount: Number) "damage from among" (among: Many)] => { at.names.number = "damage healed"; Self { among: among.0, amount: amount.0 } },
        ["heal damage from" (one: Object) "," (amount: Number) "in all at most"] if one.0 == Whom::It => Self::of_it(amount, at),
        ["heal up to" (amount: Number) "damage from" (one: Target)] if one.0 == Whom::It => Self::of_it(amount, at),
    );
}

impl Question for HealUpTo {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let progress = match run.locals.progress {
            Progress::Nothing => Progress::Points { left: self.amount, given: Points::default() },
            progress => progress,
        };
        let Some(given) = run.points(progress) else { return run.ask(run.seat, Prompt::Step) };
        run.locals.number = given.iter().map(|(_, n)| i16::from(*n)).sum();
        for (slot, n) in given {
            let heal = Proposal::new(Verb::Heal, run.scene.reference(slot), run.seat);
            run.propose(heal.amount(n.into()).by(run.source));
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        offer.cards(&self.among, &[], out);
        out.retain(|choice| match choice {
            Choice::Card(slot) => {
                let held = offer.scene.stats(*slot).permissions.has(Permissions::NO_HEAL);
                offer.scene.card(*slot).damage > locals.progress.points(*slot) && !held
            }
            _ => true,
        });
        out.push(Choice::Done);
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Card(slot) => {
                fits(offer, &self.among, slot)?;
                let held = offer.scene.stats(slot).permissions.has(Permissions::NO_HEAL);
                when(!held, Refusal::CannotBeHealed)?;
                let given = offer.progress().points(slot);
                when(offer.scene.card(slot).damage > given, Refusal::NothingToHeal)
            }
            Choice::Done => Ok(()),
            _ => Err(Refusal::NotAsked),
        }
    }

    fn bounds(&self, progress: Progress, _: usize) -> (usize, usize) {
        (1, progress.left().into())
    }
}

impl HealUpTo {
    /// The step about the card just chosen alone.
    fn of_it(amount: Number, at: &mut At) -> Self {
        at.names.number = "damage healed";
        let among = Criteria { place: Place::Looked, ..Criteria::default() };
        Self { among: among.into(), amount: amount.0 }
    }
}
