//! Using triggered abilities outside of their triggers (CR 7.6.17).

use arrayvec::ArrayVec;

use super::prelude::*;
use crate::choice::Taking;

/// Use triggered abilities of a kind that units have, or had when they left play, in any order
/// (CR 7.6.17).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseTriggered {
    /// The bold name of the abilities that are used.
    pub timing: Timing,
    /// The units whose abilities they are.
    pub of: Whom,
    /// The number of abilities that are used: all of them, any number or one; all when left out.
    #[serde(default = "all")]
    pub count: Count,
}

const fn all() -> Count {
    Count::All
}

/// An ability of a unit that can be used.
struct Usable {
    /// The unit that has the ability, or had it when it left play.
    unit: Ref,
    /// The card that the unit is now: another incarnation if it has left play.
    now: Ref,
    /// The number of the ability among its abilities of that kind, from 0.
    index: u8,
    program: u16,
}

impl UseTriggered {
    /// The abilities, unit by unit: as many as can be told apart.
    fn usable(&self, scene: &Scene<'_>, cx: &Context<'_>) -> ArrayVec<Usable, 8> {
        let catalogue = scene.catalogue;
        let units = scene.named(&self.of, cx);
        let all = units.iter().flat_map(|&unit| {
            let (now, abilities) = scene.triggered(unit);
            let abilities = abilities.map(|id| catalogue.ability(id));
            let such = abilities.filter(|compiled| self.timing.is(&compiled.ability));
            (0..).zip(such).map(move |(index, such)| Usable {
                unit,
                now,
                index,
                program: such.program,
            })
        });
        all.take(8).collect()
    }

    /// Tells whether a unit has more than one of the abilities.
    pub(crate) fn is_one_of_several(&self, offer: &Offer<'_>, unit: Slot) -> bool {
        let usable = self.usable(&offer.scene, &offer.cx());
        usable.iter().filter(|one| one.unit.slot == unit).count() > 1
    }
}

impl Word for UseTriggered {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.of, *scope, &path.to("of"));
        let counted = matches!(self.count, Count::All | Count::Any | Count::One);
        check.expect(counted, &path.to("count"), "expected `All`, `Any` or `One`");
    }

    fn text(&self, names: &mut Names) -> String {
        let name = self.timing.name();
        let of = |many: bool| match &self.of {
            Whom::Each(units) if many => Description::new(units, names).many(),
            Whom::Each(units) => Description::new(units, names).one(),
            whom => names.whom(whom).text,
        };
        match self.count {
            Count::One => format!("use a \"{name}\" ability of {}", of(false)),
            Count::Any => format!("use any number of \"{name}\" abilities of {}", of(true)),
            _ => format!("use all \"{name}\" abilities of {} again", of(true)),
        }
    }

    said!(at:
        ["use all" (timing: Timing) "abilities of" (of: Object) "again"] => Self { timing, of: of.0, count: Count::All },
        ["use all of its" (timing: Timing) "abilities again"] => {
            at.topic.clone().map(|of| Self { timing, of, count: Count::All })
        },
        ["use a" (timing: Timing) "ability of|on" (of: One)] => Self { timing, of: Whom::Each(of.0), count: Count::One },
        ["use any number of" (timing: Timing) "abilities of|on" (of: Many)] => Self { timing, of: Whom::Each(of.0), count: Count::Any },
    );
}

impl Question for UseTriggered {
    /// Asks for all of the abilities that are used before the first of them is.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let usable = self.usable(&run.scene, &run.cx());
        let bit = |n: usize| 1 << n;
        let ended = match run.answer.take() {
            None => self.count == Count::All || usable.is_empty(),
            Some(Choice::Use(slot, index)) => {
                let such = |one: &Usable| one.unit.slot == slot && one.index == index;
                let chosen = usable.iter().position(such);
                run.locals.modes.taken |= chosen.map_or(0, bit);
                let left = |n: &usize| run.locals.modes.taken & bit(*n) == 0;
                self.count == Count::One || !(0..usable.len()).any(|n| left(&n))
            }
            Some(_) => true,
        };
        if !ended {
            return run.ask(run.seat, Prompt::Step);
        }
        let Taking { taken, .. } = core::mem::take(&mut run.locals.modes);
        for (n, one) in usable.iter().enumerate() {
            if self.count == Count::All || taken & bit(n) != 0 {
                run.wait(one.program, one.now, one.unit);
            }
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let usable = self.usable(&offer.scene, &offer.cx());
        let free = usable.iter().enumerate().filter(|(n, _)| locals.modes.taken & 1 << n == 0);
        out.extend(free.map(|(_, one)| Choice::Use(one.unit.slot, one.index)));
        if self.count == Count::Any {
            out.push(Choice::Done);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let (slot, index) = match answer {
            Choice::Use(slot, index) => (slot, index),
            Choice::Done => return when(self.count == Count::Any, Refusal::Mandatory),
            _ => return Err(Refusal::NotAsked),
        };
        let cx = Context::in_frame(offer.frame);
        let unit = offer.scene.reference(slot);
        when(offer.scene.names(&self.of, unit, &cx), Refusal::DoesNotFit)?;
        let usable = self.usable(&offer.scene, &cx);
        let such = |one: &Usable| one.unit.slot == slot && one.index == index;
        let place = usable.iter().position(such).ok_or(Refusal::NoSuchAbility)?;
        let taken = offer.frame.locals.ability().map_or(0, |ability| ability.modes.taken);
        when(taken & 1 << place == 0, Refusal::AlreadyChosen)
    }

    fn can(&self, run: &Run<'_>) -> bool {
        !self.usable(&run.scene, &run.cx()).is_empty()
    }
}
