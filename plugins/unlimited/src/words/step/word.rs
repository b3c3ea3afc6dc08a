//! The questions that every step answers, and the steps' own phrases.

use cardmill_harness::library::Path;

use super::{Step, steps};
use crate::advance::{Flow, Run};
use crate::legal::refusal::Refusal;
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::prelude::*;
use crate::program::Writer;
use crate::reader::{At, Reader, Readings};
use crate::text::names::Names;
use crate::view::Outlook;

/// A step: what it says.
pub(crate) trait Word {
    /// Reports what is wrong with it; enters what it binds.
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path);

    /// The step as a clause: "draw a card". Binds what it chooses.
    fn text(&self, names: &mut Names) -> String;

    /// Tells whether it is told to the ability's player, who does it: "draw a card".
    fn is_told(&self) -> bool {
        true
    }

    /// The outlook for a card that is chosen for one part of it, where it is distributed; `None` elsewhere.
    fn part(&self) -> Option<Outlook> {
        None
    }

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

/// A step that asks nothing.
pub(crate) trait Does: Word {
    /// It counts as done also where there was nothing to do.
    const DONE_IN_VAIN: bool = false;

    /// Proposes what it does.
    fn does(&self, run: &mut Run<'_>);

    /// Tells whether it can do anything, where "you may" must not be asked in vain.
    fn can(&self, _run: &Run<'_>) -> bool {
        true
    }
}

/// A step, or an instruction that steps become, that asks.
pub(crate) trait Question {
    /// Asks, or does it with the answer.
    fn asks(&self, run: &mut Run<'_>) -> Flow;

    /// Adds every legal answer.
    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>);

    /// Judges an answer by the rules: nothing is enumerated for it, and the options are not asked.
    ///
    /// # Errors
    /// The reason that it may not be chosen.
    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal>;

    /// Tells whether it can do anything, where "you may" must not be asked in vain.
    fn can(&self, _run: &Run<'_>) -> bool {
        true
    }

    /// The least and the most cards that are still to be chosen, of so many that are options.
    fn bounds(&self, _progress: Progress, _cards: usize) -> (usize, usize) {
        (1, 1)
    }
}

/// A step that becomes instructions.
pub(crate) trait Compiles: Word {
    /// Writes the instructions.
    fn compile(&self, writer: &mut Writer<'_>);
}

steps! {
    /// The word of this variant, to be asked.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word,
        |word| word,
        |word| word,
    }

    /// Tells whether it proposes and cannot ask.
    pub(crate) fn is_plain(&self) -> bool {
        |_| true,
        |_| false,
        |_| false,
    }

    /// The question it asks; `None` for words that never ask.
    pub(crate) fn question(&self) -> Option<&dyn Question> {
        |_| None,
        |word| Some(word),
        |_| None,
    }

    /// Tells whether it can do anything, where "you may" must not be asked in vain.
    pub(crate) fn can(&self, run: &Run<'_>) -> bool {
        |word| word.can(run),
        |word| word.can(run),
        |_| true,
    }

    /// Does it, or asks for what it needs. One that becomes instructions is none itself.
    pub(crate) fn run(&self, run: &mut Run<'_>) -> Flow {
        |word| done(word, run),
        |word| word.asks(run),
        |_| run.broken("a compiled step was run as it is"),
    }

    /// Writes it as instructions.
    pub(crate) fn compile(&self, writer: &mut Writer<'_>) {
        |_| writer.ops.push(Op::Do(Box::new(self.clone()))),
        |_| writer.ops.push(Op::Do(Box::new(self.clone()))),
        |word| word.compile(writer),
    }
}

fn done<W: Does>(word: &W, run: &mut Run<'_>) -> Flow {
    word.does(run);
    if W::DONE_IN_VAIN && run.out.proposals.is_empty() {
        run.locals.did = true;
        return Flow::Next;
    }
    Flow::Then
}

impl Step {
    /// Tells whether it is told to the ability's player, who does it.
    pub(crate) fn is_told(&self) -> bool {
        self.word().is_told()
    }
}

impl Op {
    /// The question that the instruction asks; `None` for instructions that never ask.
    pub(crate) fn question(&self) -> Option<&dyn Question> {
        match self {
            Self::Do(step) => step.question(),
            Self::May(decision) => Some(decision),
            Self::Modes(list) => Some(&**list),
            Self::EachPlayer(turns) => Some(turns),
            Self::Attack(attack) => Some(attack),
            Self::Play(play) => Some(play),
            _ => None,
        }
    }
}

/// A phrase that is the text of a step, and forms that mean the same.
macro_rules! phrase {
    ($phrase:tt $(, $($forms:tt)*)?) => {
        fn text(&self, names: &mut Names) -> String {
            $crate::reader::told!(self names true; $phrase)
        }

        $crate::reader::phrases!($phrase $(, $($forms)*)?);
    };
}

pub(crate) use phrase;

/// Reports what is wrong with the parts of a step, which binds nothing.
macro_rules! checked {
    ($($parts:tt)*) => {
        fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
            let scope = *scope;
            $crate::library::parts!(self check scope path $($parts)*);
        }
    };
}

pub(crate) use checked;
