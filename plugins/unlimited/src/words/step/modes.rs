//! Lists of options of which some are chosen (CR 8.4.4).

use super::prelude::*;
use crate::choice::Taking;

/// Choose `choose × per` different options, each after the last has resolved (CR 8.4.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Modes {
    /// The player who chooses; you, when left out.
    #[serde(default = "you")]
    pub by: Who,
    /// The number of options for each of `per`; 1 when left out.
    #[serde(default = "one")]
    pub choose: u8,
    /// The measure that `choose` is multiplied by, as it is before the first is chosen; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// The options, at most 8.
    pub of: Vec<Mode>,
}

/// One of several options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mode {
    /// The steps that are done if it is chosen.
    pub steps: Vec<Step>,
}

impl Word for Modes {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self { by, choose, per, of } = self;
        check.who(*by, *scope, &path.to("by"));
        per.word().check(check, *scope, &path.to("per"));
        let enough = *choose > 0 && of.len() >= usize::from(*choose);
        check.expect(enough, &path.to("choose"), "expected 1 to the number of modes");
        let fits = of.len() <= u8::BITS as usize; // A program has a bit for each.
        check.expect(fits, &path.to("of"), "expected at most 8 modes");
        let before = *scope;
        for (place, mode) in of.iter().enumerate() {
            let path = path.to("of").at(place).to("steps");
            *scope = scope.or(check.some_steps(&mode.steps, before, &path));
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { by, choose, per, of } = self;
        let mut before = names.clone();
        if *by != Who::You {
            before.you = Some("you");
        }
        let options = of.iter().enumerate().map(|(place, mode)| {
            format!("({}) {}", place + 1, together(&mode.steps, &mut before.clone()))
        });
        let options: Vec<_> = options.collect();
        let chooser = names.does(*by, "choose", "chooses");
        let each = for_each(per, names);
        let number = match (choose, each.is_empty()) {
            (1, true) => "one".to_owned(),
            (1, false) => format!("a different one{each}"),
            _ => format!("{choose} different ones{each}"),
        };
        format!("{chooser} {number}: {}", options.join(", "))
    }

    fn is_told(&self) -> bool {
        self.by == Who::You
    }

    said!(at:
        [(by: Chooser) "one :" (of: Listed)] => Self { by: by.0, choose: 1, per: Measure::default(), of: of.0 },
        [(by: Chooser) "a different one" (per: ForEach) ":" (of: Listed)] => Self { by: by.0, choose: 1, per: per.0, of: of.0 },
        [(by: Chooser) (choose: Number) "different ones :" (of: Listed)] => Self { by: by.0, choose: choose.0, per: Measure::default(), of: of.0 },
        [(by: Chooser) (choose: Number) ", in any order :" (of: Listed)] => Self { by: by.0, choose: choose.0, per: Measure::default(), of: of.0 },
        ["either" (one: Together) "or" (other: Together)] if !pays(&one.0) && !pays(&other.0) => Self {
            by: Who::You, choose: 1, per: Measure::default(), of: vec![Mode { steps: one.0 }, Mode { steps: other.0 }],
        },
    );
}

impl Compiles for Modes {
    fn compile(&self, writer: &mut Writer<'_>) {
        let Self { by, choose, per, of } = self;
        let at = writer.reserve();
        let mut starts = Vec::new();
        for mode in of {
            starts.push(writer.next());
            writer.steps(&mode.steps);
            writer.ops.push(Op::Jump(at as u16));
        }
        let end = writer.next();
        let first = writer.tables.modes.len() as u16;
        writer.tables.modes.extend_from_slice(of);
        let (per, starts) = (per.clone(), starts.into());
        let list = ModeList { by: *by, choose: *choose, per, starts, first, end };
        writer.ops[at] = Op::Modes(Box::new(list));
    }
}

/// Asks for one more option of a list and jumps to it, or to the end.
#[derive(Clone, Debug)]
pub struct ModeList {
    /// The player who chooses.
    pub by: Who,
    /// The number of options that are chosen, for each of `per`.
    pub choose: u8,
    /// The measure that `choose` is multiplied by.
    pub per: Measure,
    /// The lines of the program at which the options begin.
    pub starts: Box<[u16]>,
    /// The first of the options in the catalogue; the others follow it.
    pub first: u16,
    /// The line of the program at which it goes on after enough of them.
    pub end: u16,
}

impl Question for ModeList {
    /// Fixes the number of options before the first; each next one is chosen after the last has
    /// resolved (`S4-06`, K9).
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        if let Some(Choice::Mode(mode)) = run.answer.take() {
            let modes = &mut run.locals.modes;
            modes.taken |= 1 << mode;
            modes.left -= 1;
            return Flow::Jump(self.starts[usize::from(mode)]);
        }
        if run.locals.modes.taken == 0 {
            let most = self.starts.len() as i16;
            run.locals.modes.left = run.amount(self.choose.into(), &self.per).clamp(0, most) as u8;
        }
        if run.locals.modes.left == 0 {
            run.locals.modes = Taking::default();
            return Flow::Jump(self.end);
        }
        let seat = run.scene.seat(self.by, &run.cx());
        run.ask(seat, Prompt::Mode)
    }

    fn options(&self, _: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let taken = locals.modes.taken;
        let free = (0..self.starts.len() as u8).filter(|mode| taken & (1 << mode) == 0);
        out.extend(free.map(Choice::Mode));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let (Choice::Mode(mode), Some(ability)) = (answer, offer.frame.locals.ability()) else {
            return Err(Refusal::NotAsked);
        };
        when(usize::from(mode) < self.starts.len(), Refusal::NotAsked)?;
        when(ability.modes.taken & (1 << mode) == 0, Refusal::AlreadyChosen)
    }
}

/// Tells whether it asks for a payment: only those who can pay can choose it, which an option cannot say.
fn pays(steps: &[Step]) -> bool {
    steps.iter().any(|step| matches!(step, Step::Pay(_)))
}

/// The player who chooses, at the beginning of a sentence.
#[derive(Clone)]
struct Chooser(Who);

said!(Chooser, at:
    ["choose"] => Self(Who::You),
    [(who: Player) "chooses"] => { at.names.you = Some("you"); Self(who.0) },
);

/// "(1) draw a card, (2) exhaust a unit".
#[derive(Clone)]
struct Listed(Vec<Mode>);

impl Said for Listed {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let mut open = vec![(Self(Vec::new()), from.clone())];
        let mut all = Readings::new();
        while let Some((Self(modes), at)) = open.pop() {
            for at in reader.words("", "(", &at) {
                let numbers = Number::said(reader, &at).into_iter();
                for (_, at) in
                    numbers.filter(|(number, _)| usize::from(number.0) == modes.len() + 1)
                {
                    for at in reader.words("", ")", &at) {
                        let start = At { place: at.place, ..from.clone() };
                        for (steps, at) in Together::said(reader, &start) {
                            let mode = Mode { steps: steps.0 };
                            let modes: Vec<_> = modes.iter().cloned().chain([mode]).collect();
                            let next = reader.words("", ",|.", &at).into_iter();
                            open.extend(next.map(|at| (Self(modes.clone()), at)));
                            if modes.len() > 1 {
                                all.push((Self(modes), from.to(at.place)));
                            }
                        }
                    }
                }
            }
        }
        all
    }
}
