//! Using a triggered ability again.

use cardmill_kernel::stack::Frame;

use super::prelude::*;

/// The triggered ability that was used is used again ([`Uses`](crate::words::event::Uses)).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UseAgain;

impl Word for UseAgain {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let expected = "expected on `Uses`, with nothing but `Pay` and `Exhaust` before it";
        check.expect(scope.uses, path, expected);
    }

    phrase!(["use that ability again"], at:
        ["collect that bounty again"] => Self,
    );
}

impl Does for UseAgain {
    /// Uses the ability of the card that this event happened to; the event carried its program.
    fn does(&self, run: &mut Run<'_>) {
        let source = run.subject;
        // An ability of a card that has left play is about it as it was.
        let subject = run.scene.left_play(source).map_or(source, |departed| departed.was);
        let program = run.locals.number as u16;
        if let [Op::May(_), .., Op::Used(timings), Op::End] = run.scene.catalogue.program(program)
            && *timings == Timing::Bounty.bit()
        {
            // Whoever collects a Bounty again resolves it: nobody is asked a second time.
            let frame = run.resolve(program, Resolving::default());
            run.begin(Frame { source, subject, at: 1, ..frame });
            return;
        }
        run.wait(program, source, subject);
    }
}
