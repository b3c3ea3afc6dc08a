//! Readying resources.

use cardmill_harness::library::Path;
use cardmill_kernel::card::Seat;
use serde::{Deserialize, Serialize};

use super::{Question, Word};
use crate::advance::{Flow, Run};
use crate::choice::{Choice as Answer, Prompt, Resolving};
use crate::legal::{Refusal, when};
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::proposal::Verb;
use crate::reader::{Number, Owner, Player, Resources, said};
use crate::scene::Context;
use crate::text::names::Names;
use crate::vocabulary::{Count, Who};

/// Ready so many of a player's resources, or as many as are exhausted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyResources(pub Who, pub Count);

impl Word for ReadyResources {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, &path.argument(0, "who"));
        check.count(self.1, &path.argument(1, "count"));
    }

    fn text(&self, names: &mut Names) -> String {
        let number = match self.1 {
            Count::One | Count::Exactly(1) => "one".to_owned(),
            Count::Exactly(number) => number.to_string(),
            Count::UpTo(number) => format!("up to {number}"),
            Count::Any => "any number".to_owned(),
        };
        if !self.is_theirs() {
            return format!("ready {number} of {} resources", names.possessive(self.0));
        }
        format!("{} {number} of their resources", names.does(self.0, "ready", "readies"))
    }

    fn is_told(&self) -> bool {
        !self.is_theirs()
    }
}

impl ReadyResources {
    /// Whether how many is another player's to say.
    const fn is_theirs(&self) -> bool {
        !matches!(self.0, Who::You | Who::Each) && matches!(self.1, Count::UpTo(_) | Count::Any)
    }
}

impl Question for ReadyResources {
    /// "Up to" is any number from none (CR 8.30.1): whose resources they are says how many.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let n = match (self.1, run.answer.take()) {
            (Count::One, _) => 1,
            (Count::Exactly(n), _) => n,
            (Count::UpTo(_) | Count::Any, Some(Answer::Number(n))) => n,
            (Count::UpTo(_) | Count::Any, _) => {
                return run.ask(run.scene.seat(self.0, &run.cx()), Prompt::Step);
            }
        };
        run.resources(self.0, n, Verb::ReadyResources);
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Answer>) {
        let exhausted = |seat: Seat| {
            let player = &offer.scene.board.players[usize::from(seat)];
            player.resources.len() as u8 - player.ready
        };
        let seats = offer.scene.seats(self.0, &offer.cx());
        let all = seats.into_iter().map(exhausted).max().unwrap_or_default();
        let most = if let Count::UpTo(n) = self.1 { all.min(n) } else { all };
        out.extend((0..=most).map(Answer::Number));
    }

    /// Where the number is left open: no more than are exhausted.
    fn judge(&self, offer: &Offer<'_>, answer: Answer) -> Result<(), Refusal> {
        let Answer::Number(n) = answer else { return Err(Refusal::NotAsked) };
        let limit = match self.1 {
            Count::UpTo(limit) => limit,
            Count::Any => u8::MAX,
            Count::One | Count::Exactly(_) => return Err(Refusal::NotAsked),
        };
        let seats = offer.scene.seats(self.0, &Context::in_frame(offer.frame));
        let players = seats.into_iter().map(|seat| &offer.scene.board.players[usize::from(seat)]);
        let exhausted = players.map(|player| player.resources.len() as u8 - player.ready);
        let most = limit.min(exhausted.max().unwrap_or_default());
        when(n <= most, Refusal::TooMany { most })
    }
}

said!(ReadyResources, at:
    ["ready" (number: Resources)] => Self(Who::You, counted(number.0)),
    ["ready a friendly resource"] => Self(Who::You, Count::One),
    ["ready" (number: Number) "friendly resources"] if number.0 > 1 => Self(Who::You, Count::Exactly(number.0)),
    ["ready up to" (number: Resources)] => Self(Who::You, Count::UpTo(number.0)),
    ["ready" (number: Number) "of" (whose: Owner) "resources"] => Self(whose.0, counted(number.0)),
    ["ready up to" (number: Number) "of" (whose: Owner) "resources"] => Self(whose.0, Count::UpTo(number.0)),
    [(who: Player) "readies up to" (number: Number) "of their resources"] => Self(who.0, Count::UpTo(number.0)),
    [(who: Player) "may ready" (number: Resources)] => Self(who.0, Count::UpTo(number.0)),
    ["ready any number of" (whose: Owner) "resources"] => Self(whose.0, Count::Any),
);

const fn counted(number: u8) -> Count {
    match number {
        1 => Count::One,
        number => Count::Exactly(number),
    }
}
