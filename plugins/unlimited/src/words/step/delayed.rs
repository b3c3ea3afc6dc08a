//! Delayed effects (CR 7.7.4).

use super::prelude::*;
use crate::program::Delaying;
use crate::words::event::{Event, PhaseEnds, Starts};

/// Create a delayed effect that remembers `It` (CR 7.7.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Delayed {
    /// The timing point or the event whose next occurrence it waits for: it comes after
    /// lasting effects that end then, and before what triggers then.
    pub at: Event,
    /// The time for which it waits for an event at most; as long as it takes, when left out.
    #[serde(default)]
    pub until: Option<Until>,
    /// The register whose cards it remembers beside `It`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Register>,
    /// The steps that are done then; the card that the event happened to is their `Subject`.
    pub steps: Vec<Step>,
}

impl Word for Delayed {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { at, until, beside, steps } = self;
        if let Some(register) = beside {
            let bound = *register != Register::It && scope.it && scope.has(*register);
            check.expect(bound, &path.to("beside"), "expected another register that is bound");
        }
        let kept = Scope { attached: scope.attached, ..Scope::default() };
        at.word().check(check, kept, &path.to("at"));
        let comes = until.is_some() && at.word().is_timing_point();
        check.expect(!comes, &path.to("until"), "expected no `until` for what comes anyway");
        let uses = matches!(at, Event::Uses(_));
        check.some_steps(steps, Scope { it: scope.it, uses, ..kept }, &path.to("steps"));
    }

    fn text(&self, names: &mut Names) -> String {
        let until = match self.until {
            Some(Until::Attack) => " this attack",
            Some(Until::Phase) => " this phase",
            Some(Until::Round) => " this round",
            Some(Until::InPlay) => " while this unit is in play",
            None => "",
        };
        let at = self.at.word().next(names);
        let mut names = names.clone();
        let both = if self.beside.is_some() { names.gather() } else { "" };
        format!("{at}{until}, {both}{}", together(&self.steps, &mut names))
    }

    said!(at:
        ["at the start of the next? regroup phase ," (steps: Together)] => Self { at: Event::Starts(Starts(Window::RegroupPhase)), until: None, beside: None, steps: steps.0 },
        ["at the start of the next? regroup phase ," (_both: Both) (steps: Together)] => Self { at: Event::Starts(Starts(Window::RegroupPhase)), until: None, beside: Some(Register::Other), steps: steps.0 },
        ["at the start of the next action phase ," (steps: Together)] => Self { at: Event::Starts(Starts(Window::ActionPhase)), until: None, beside: None, steps: steps.0 },
        ["at the end of the phase ," (steps: Together)] => Self { at: Event::PhaseEnds(PhaseEnds), until: None, beside: None, steps: steps.0 },
        ["when cards are readied in the next regroup phase ," (steps: Together)] => Self { at: Event::Starts(Starts(Window::ReadyCards)), until: None, beside: None, steps: steps.0 },
        ["the next time" (event: Event) (until: Within) "," (steps: Together)] => Self { at: event, until: until.0, beside: None, steps: steps.0 },
    );
}

impl Compiles for Delayed {
    fn compile(&self, writer: &mut Writer<'_>) {
        let program = writer.delayed(&self.steps);
        let facts = Event::facts_of([&self.at]);
        let Self { at, until, beside, .. } = self;
        let delaying = Delaying { at: at.clone(), facts, until: *until, beside: *beside, program };
        let at = writer.tables.delays.len() as u16;
        writer.tables.delays.push(delaying);
        writer.ops.push(Op::Create(Verb::Delay, at));
    }
}

/// A delayed effect begins: what it remembers becomes `It`.
pub(crate) fn recall(run: &mut Run<'_>) -> Flow {
    let Progress::Recalls { effect } = run.locals.progress else { return Flow::End };
    run.locals.progress = Progress::Nothing;
    run.locals.hide(Register::It);
    for &card in &run.scene.effect(effect).it {
        run.bind(Register::It, card);
    }
    // Of the ability that was used, what it waited for carries the number.
    run.locals.number = run.scene.board.used as i16;
    run.propose(Proposal::new(Verb::Spent, Ref::NONE, run.seat).number(effect));
    Flow::Then
}

/// The time after which it waits no longer.
#[derive(Clone)]
struct Within(Option<Until>);

said!(Within, at:
    [""] => Self(None),
    ["this attack"] => Self(Some(Until::Attack)),
    ["this phase"] => Self(Some(Until::Phase)),
    ["this round"] => Self(Some(Until::Round)),
);

/// "for both", which makes what two choices bound one.
#[derive(Clone)]
struct Both;

impl Said for Both {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let two = from.names.is_bound(&Whom::It) && from.names.is_bound(&Whom::Other);
        let both = reader.words("", "for both ,", from).into_iter().filter(|_| two);
        let gathered = both.map(|mut at| {
            at.names.gather();
            at.topic = Some(Whom::It);
            (Self, at)
        });
        gathered.collect()
    }
}
