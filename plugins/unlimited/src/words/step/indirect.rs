//! Indirect damage (CR 8.35): its player divides it, and nothing prevents it.

use cardmill_harness::library::Path;
use serde::{Deserialize, Serialize};

use super::{Choose, Question, Step, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice as Answer, Points, Progress, Prompt, Resolving};
use crate::legal::{Refusal, when};
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::proposal::{Proposal, Verb};
use crate::reader::{At, EqualTo, Number, Player, said};
use crate::text::measure::amount;
use crate::text::names::Names;
use crate::vocabulary::{Count, Criteria, Filter, KindSet, Measure, Register, Who, Whom, one};
use crate::words::step::choose::Choice;

/// Indirect damage, `amount × per`, to a player, who divides it among their units and their base:
/// all of it is dealt at once, and no more to a unit than its remaining HP (CR 8.35).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Indirect {
    /// To this player.
    pub to: Who,
    /// Points.
    #[serde(default = "one")]
    pub amount: u8,
    /// Multiplied by this.
    #[serde(default)]
    pub per: Measure,
}

impl Word for Indirect {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { to, amount, per } = self;
        check.who(*to, *scope, &path.to("to"));
        check.expect(*to != Who::Each, &path.to("to"), "expected one player");
        check.above_0(*amount, path, "amount");
        per.word().check(check, *scope, &path.to("per"));
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { to, amount: points, per } = self;
        let (damage, much) = amount(*points, per, 0, "indirect damage", names);
        format!("deal {damage} to {}{much}", names.player(*to))
    }
}

impl Question for Indirect {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let Self { to, amount, per } = self;
        let mut progress = run.locals.progress;
        if progress == Progress::Nothing {
            let left = run.amount((*amount).into(), per).clamp(0, 250) as u8;
            progress = Progress::Points { left, given: Points::default() };
        }
        let Some(given) = run.points(progress) else {
            return run.ask(run.scene.seat(*to, &run.cx()), Prompt::Step);
        };
        for (slot, points) in given {
            let damage = Proposal::new(Verb::Damage, run.scene.reference(slot), run.seat);
            run.propose(damage.amount(points.into()).by(run.source).indirect());
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Answer>) {
        let scene = &offer.scene;
        let units = scene.units_under(offer.seat);
        let bears = |unit: &_| scene.remaining(*unit) > locals.progress.points(*unit).into();
        out.extend(units.filter(bears).map(Answer::Card));
        out.push(Answer::Card(scene.board.players[usize::from(offer.seat)].base));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Answer) -> Result<(), Refusal> {
        let Answer::Card(slot) = answer else { return Err(Refusal::NotAsked) };
        let card = offer.scene.card(slot);
        if slot == offer.scene.board.players[usize::from(offer.seat)].base {
            return Ok(());
        }
        when(card.zone.is_arena(), Refusal::NotAUnit)?;
        when(card.controller == offer.seat, Refusal::NotYours)?;
        let left = offer.scene.stats(slot).hp.saturating_sub_unsigned(card.damage);
        let given = i16::from(offer.progress().points(slot));
        when(given < left.into(), Refusal::NoMoreDamage)
    }

    fn bounds(&self, progress: Progress, _: usize) -> (usize, usize) {
        let left = usize::from(progress.left());
        (left, left)
    }
}

said!(Indirect, at:
    ["deal" (amount: Number) "indirect damage to" (to: Harmed)] => Self::of(to, amount.0, Measure::default()),
    ["deal" (amount: Number) "indirect damage"] if at.names.is_player() => Self::of(Harmed(Who::ControllerOfIt), amount.0, Measure::default()),
    ["deal indirect damage to" (to: Harmed) (per: EqualTo)] => Self::of(to, 1, per.0),
    ["deal indirect damage" (per: EqualTo) "to" (to: Harmed)] => Self::of(to, 1, per.0),
);

impl Indirect {
    fn of(to: Harmed, amount: u8, per: Measure) -> Option<Self> {
        (to.0 != Who::Each).then_some(Self { to: to.0, amount, per })
    }
}

/// The player who is dealt damage: one is chosen for "a player".
#[derive(Clone)]
struct Harmed(Who);

said!(Harmed, at:
    [(who: Player)] => Self(who.0),
    ["a player"] => at.choose_player().map(Self),
    // Whose the card is that was just chosen.
    ["that player"] if at.topic == Some(Whom::It) && !at.names.is_player() => Self(Who::ControllerOfIt),
);

impl At {
    /// A player is chosen first. `None` where `It` is taken: no other word names a player.
    fn choose_player(&mut self) -> Option<Who> {
        self.free().filter(|(register, _)| *register == Register::It)?;
        let what = Filter::from(Criteria { is: vec![KindSet::Player], ..Criteria::default() });
        self.names.bind(Register::It, &what, false);
        let (by, count, register) = (Who::You, Count::One, Register::It);
        let choice = Choice { by, what, count, may: false, register, more: false };
        self.before.push(Step::Choose(Choose(choice)));
        Some(Who::ControllerOfIt)
    }
}
