//! Steps for each of several cards.

use super::choose::Among;
use super::prelude::*;
use super::{Choose, Exhaust, If, Pay};
use crate::choice::Bound;
use crate::words::condition::{Did, Not};

/// The steps for each card that fits, in the order in which the cards entered play. It is `It` in
/// them; which are left stands in `Third`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EachCard(pub Filter, pub Vec<Step>);

impl Word for EachCard {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.filter_in(&self.0, *scope, &path.argument(0, "what"));
        scope.bind(Register::It);
        *scope = check.some_steps(&self.1, *scope, &path.argument(1, "steps"));
    }

    fn text(&self, names: &mut Names) -> String {
        let card = Description::new(&self.0, names).bare();
        names.bind(Register::It, &self.0, false);
        format!("for each {card}, {}", together(&self.1, names))
    }

    fn is_told(&self) -> bool {
        false
    }

    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        reader.within(|| {
            let mut all = Readings::new();
            for at in reader.words("", "for each", from) {
                for (Bare(what), at) in Bare::said(reader, &at) {
                    for mut at in reader.words("", ",", &at) {
                        at.names.bind(Register::It, &what, false);
                        at.topic = Some(Whom::It);
                        let steps = EachOf::said(reader, &at).into_iter();
                        all.extend(steps.map(|(of, at)| (Self(what.clone(), of.0), at)));
                    }
                }
            }
            all
        })
    }
}

impl Compiles for EachCard {
    fn compile(&self, writer: &mut Writer<'_>) {
        let all = Among {
            by: Who::You,
            what: self.0.clone(),
            count: Count::All,
            may: false,
            register: Register::Third,
            more: false,
            per: Measure::default(),
            combined: None,
            different: false,
            alike: false,
        };
        writer.steps(&[Step::Choose(Choose(all))]);
        let at = writer.reserve();
        writer.steps(&self.1);
        writer.ops.push(Op::Jump(at as u16));
        writer.ops[at] = Op::Next(writer.next());
    }
}

/// The next of the cards becomes `It`; after the last one it goes on there.
pub(crate) fn next(run: &mut Run<'_>, end: u16) -> Flow {
    run.locals.forget(Register::It);
    let Some(card) = run.locals.bound(Register::Third).next() else { return Flow::Jump(end) };
    let this = Bound::new(Register::Third, card);
    run.locals.bound.retain(|bound| *bound != this);
    run.bind(Register::It, card);
    Flow::Next
}

/// The steps that are done with each of the cards.
#[derive(Clone)]
struct EachOf(Vec<Step>);

crate::reader::said!(EachOf, at:
    [(steps: Together)] if at.own => Self(steps.0),
    ["its controller must pay" (price: Resources) "or exhaust that unit"] => {
        let exhaust = vec![Step::Exhaust(Exhaust(vec![Whom::It]))];
        let not = Not(Box::new(Did.into()));
        let pay = Step::Pay(Pay(price.0, Who::ControllerOfIt, Measure::default()));
        Self(vec![pay, Step::If(If(not.into(), exhaust, Vec::new()))])
    },
);
