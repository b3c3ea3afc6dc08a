//! Indirect damage (CR 8.35): its player divides it, and nothing prevents it.

use super::prelude::*;
use super::{Choose, Exhaust, If};
use crate::words::condition::Exists;
use crate::words::step::choose::Among;

/// Indirect damage, `amount × per`, to a player, who divides it among their units and their base,
/// unless a card in play says that its controller does: all of it is dealt at once, and no more to a
/// unit than its remaining HP (CR 8.35).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Indirect {
    /// The player who is dealt the damage.
    pub to: Who,
    /// The number of points for each of `per`, at least 1.
    #[serde(default = "one")]
    pub amount: u8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// The register that damaged cards are bound in, the base among them; none when left out.
    #[serde(default, rename = "as")]
    pub register: Option<Register>,
}

impl Word for Indirect {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { to, amount, per, register } = self;
        check.who(*to, *scope, &path.to("to"));
        check.expect(*to != Who::Each, &path.to("to"), "expected one player");
        check.above_0(*amount, path, "amount");
        per.word().check(check, *scope, &path.to("per"));
        register.iter().for_each(|register| scope.bind(*register));
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { to, amount: points, per, register } = self;
        let (damage, much) = amount(*points, per, 0, "indirect damage", names);
        let text = format!("deal {damage} to {}{much}", names.player(*to));
        let Some(register) = register else { return text };
        names.bind_noun(*register, DAMAGED[0], DAMAGED[1], true);
        format!("{text} and note what is damaged")
    }

    said!(at:
        [(damage: Noted) "and note what is damaged"] if at.own => at.noting(damage.0),
        [(damage: Noted)] => damage.0,
    );
}

/// The nouns for what was damaged: for one card and for several.
const DAMAGED: [&str; 2] = ["damaged card", "damaged cards"];

/// The number of friendly units that each make indirect damage to opponents 1 more.
fn more(scene: &Scene<'_>, seat: Seat) -> i16 {
    let more = |unit: &Slot| scene.stats(*unit).permissions.has(Permissions::MORE_INDIRECT);
    scene.units_under(seat).filter(more).count() as i16
}

/// The player who assigns indirect damage that is dealt to the player `to`.
fn assigner(scene: &Scene<'_>, run: (Seat, Ref), to: Seat) -> Seat {
    let (seat, source) = run;
    let says = |slot: Slot, bit| scene.stats(slot).permissions.has(bit);
    let own = scene.unit(source).is_some() && says(source.slot, Permissions::ASSIGNS_OWN);
    let yours =
        own || to != seat && scene.units_under(seat).any(|unit| says(unit, Permissions::ASSIGNS));
    if yours { seat } else { to }
}

impl Question for Indirect {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let Self { to, amount, per, register } = self;
        let to = run.scene.seat(*to, &run.cx());
        let mut progress = run.locals.progress;
        if progress == Progress::Nothing {
            let dealt = run.amount((*amount).into(), per);
            let opponent = dealt > 0 && to != run.seat;
            let more = if opponent { more(&run.scene, run.seat) } else { 0 };
            let left = (dealt + more).clamp(0, 250) as u8;
            progress = Progress::Points { left, given: Points::default() };
        }
        let Some(given) = run.points(progress) else {
            let by = assigner(&run.scene, (run.seat, run.source), to);
            return run.ask(by, Prompt::Step);
        };
        if let Some(register) = register {
            run.locals.forget(*register);
        }
        for (slot, points) in given {
            let card = run.scene.reference(slot);
            let damage = Proposal::new(Verb::Damage, card, run.seat);
            run.propose(damage.amount(points.into()).by(run.source).indirect());
            if let Some(register) = register {
                run.bind(*register, card);
            }
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let scene = &offer.scene;
        let to = scene.seat(self.to, &offer.cx());
        let units = scene.units_under(to);
        let bears = |unit: &_| scene.remaining(*unit) > locals.progress.points(*unit).into();
        out.extend(units.filter(bears).map(Choice::Card));
        out.push(Choice::Card(scene.board.players[usize::from(to)].base));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Card(slot) = answer else { return Err(Refusal::NotAsked) };
        let card = offer.scene.card(slot);
        let to = offer.scene.seat(self.to, &offer.cx());
        if slot == offer.scene.board.players[usize::from(to)].base {
            return Ok(());
        }
        when(card.zone.is_arena(), Refusal::NotAUnit)?;
        let refusal = if to == offer.seat { Refusal::NotYours } else { Refusal::NotAnEnemy };
        when(card.controller == to, refusal)?;
        let left = offer.scene.stats(slot).hp.saturating_sub_unsigned(card.damage);
        let given = i16::from(offer.progress().points(slot));
        when(given < left.into(), Refusal::NoMoreDamage)
    }

    fn bounds(&self, progress: Progress, _: usize) -> (usize, usize) {
        let left = usize::from(progress.left());
        (left, left)
    }
}

/// Indirect damage, before it is said that what it damages is noted.
#[derive(Clone)]
struct Noted(Indirect);

said!(Noted, at:
    ["deal" (amount: Number) "indirect damage to" (to: Harmed)] => Indirect::of(to, amount.0, Measure::default()).map(Self),
    ["deal" (amount: Number) "indirect damage to" (to: Harmed) (per: ForEach)] if at.own => Indirect::of(to, amount.0, per.0).map(Self),
    ["deal" (amount: Number) "indirect damage"] if at.names.is_player() => Indirect::of(Harmed(Who::ControllerOfIt), amount.0, Measure::default()).map(Self),
    ["deal indirect damage to" (to: Harmed) (per: EqualTo)] => Indirect::of(to, 1, per.0).map(Self),
    ["deal indirect damage" (per: EqualTo) "to" (to: Harmed)] => Indirect::of(to, 1, per.0).map(Self),
);

/// Indirect damage, and what is done by what it damaged.
#[derive(Clone)]
pub(crate) struct DamagedThisWay(pub(crate) Vec<Step>);

said!(DamagedThisWay, at:
    [(noted: Before) ". if a base is damaged this way ," (steps: Together)]
        => noted.then(Step::If(If(Condition::Exists(damaged(KindSet::Base)), steps.0, Vec::new()))),
    [(noted: Before) ". exhaust each unit damaged this way"]
        => noted.then(Step::Exhaust(Exhaust(vec![Whom::Each(damaged(KindSet::Unit).what)]))),
);

/// Indirect damage with the choice of a player before it.
#[derive(Clone)]
struct Before(Vec<Step>);

said!(Before, at:
    [(damage: Noted)] => {
        let chosen = core::mem::take(&mut at.before);
        let damage = at.noting(damage.0);
        Self(chosen.into_iter().chain([Step::Indirect(damage)]).collect())
    },
);

impl Before {
    fn then(self, step: Step) -> DamagedThisWay {
        DamagedThisWay(self.0.into_iter().chain([step]).collect())
    }
}

/// One of what was damaged is of this kind.
fn damaged(kind: KindSet) -> Exists {
    let criteria = Criteria { is: vec![kind], place: Place::Looked, ..Criteria::default() };
    Exists { what: criteria.into(), at_least: 1 }
}

impl Indirect {
    fn of(to: Harmed, amount: u8, per: Measure) -> Option<Self> {
        (to.0 != Who::Each).then_some(Self { to: to.0, amount, per, register: None })
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
    /// Notes the damaged cards as `It`, since the text goes on to speak of them.
    fn noting(&mut self, damage: Indirect) -> Indirect {
        self.names.bind_noun(Register::It, DAMAGED[0], DAMAGED[1], true);
        self.topic = Some(Whom::It);
        Indirect { register: Some(Register::It), ..damage }
    }

    /// A player is chosen first. `None` where `It` is taken: no other word names a player.
    pub(crate) fn choose_player(&mut self) -> Option<Who> {
        self.free().filter(|(register, _)| *register == Register::It)?;
        let what = Filter::from(Criteria { is: vec![KindSet::Player], ..Criteria::default() });
        self.names.bind(Register::It, &what, false);
        let (by, count, register) = (Who::You, Count::One, Register::It);
        let (more, per, combined) = (false, Measure::default(), None);
        let (may, different) = (false, false);
        let choice =
            Among { by, what, count, may, register, more, per, combined, different, alike: false };
        self.before.push(Step::Choose(Choose(choice)));
        Some(Who::ControllerOfIt)
    }
}
