//! Readying resources of a player.

use super::prelude::*;

/// Ready so many of a player's resources, so many times, or as many as are exhausted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReadyResources(pub Who, pub Count, #[serde(default)] pub Measure);

impl Word for ReadyResources {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, &path.argument(0, "who"));
        check.count(self.1, &path.argument(1, "count"));
        let asked = !self.1.is_silent();
        check.expect(asked, &path.argument(1, "count"), "expected a number, or `Any`");
        self.2.word().check(check, *scope, &path.argument(2, "per"));
        let fixed = self.2.is_one() || !self.is_open();
        check.expect(fixed, &path.argument(2, "per"), "expected a number that is not left open");
    }

    fn text(&self, names: &mut Names) -> String {
        let number = match self.1 {
            Count::One | Count::Exactly(1) => "one".to_owned(),
            Count::Exactly(number) => number.to_string(),
            Count::UpTo(number) => format!("up to {number}"),
            Count::Any | Count::All | Count::Random => "any number".to_owned(),
        };
        let per = for_each(&self.2, names);
        if !self.is_theirs() {
            return format!("ready {number} of {} resources{per}", names.possessive(self.0));
        }
        format!("{} {number} of their resources{per}", names.does(self.0, "ready", "readies"))
    }

    fn is_told(&self) -> bool {
        !self.is_theirs()
    }

    said!(at:
        ["ready" (number: Resources)] => Self::of(Who::You, counted(number.0)),
        ["ready a friendly resource"] => Self::of(Who::You, Count::One),
        ["ready" (number: Number) "friendly resources"] if number.0 > 1 => Self::of(Who::You, Count::Exactly(number.0)),
        ["ready up to" (number: Resources)] => Self::of(Who::You, Count::UpTo(number.0)),
        ["ready" (number: Number) "of" (whose: Owner) "resources"] => Self::of(whose.0, counted(number.0)),
        ["ready up to" (number: Number) "of" (whose: Owner) "resources"] => Self::of(whose.0, Count::UpTo(number.0)),
        [(who: Player) "readies up to" (number: Number) "of their resources"] => Self::of(who.0, Count::UpTo(number.0)),
        [(who: Player) "may ready" (number: Resources)] => Self::of(who.0, Count::UpTo(number.0)),
        ["ready any number of" (whose: Owner) "resources"] => Self::of(whose.0, Count::Any),
        ["ready a friendly resource" (per: ForEach)] => Self(Who::You, Count::One, per.0),
        [(per: ForEach) ", ready a friendly? resource"] => Self(Who::You, Count::One, per.0),
        ["ready" (number: Number) "of" (whose: Owner) "resources" (per: ForEach)] => Self(whose.0, counted(number.0), per.0),
    );
}

impl ReadyResources {
    /// Tells whether the number of resources is left open, for a player to say.
    const fn is_open(&self) -> bool {
        matches!(self.1, Count::UpTo(_) | Count::Any)
    }

    /// Tells whether the number of resources is another player's to say.
    const fn is_theirs(&self) -> bool {
        !matches!(self.0, Who::You | Who::Each) && self.is_open()
    }
}

impl Question for ReadyResources {
    /// "Up to" is any number from none (CR 8.30.1): whose resources they are says how many.
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let n = match (self.1, run.answer.take()) {
            (Count::One, _) => 1,
            (Count::Exactly(n), _) => n,
            (_, Some(Choice::Number(n))) => n,
            (_, _) => {
                return run.ask(run.scene.seat(self.0, &run.cx()), Prompt::Step);
            }
        };
        let n = run.amount(n.into(), &self.2).clamp(0, u8::MAX.into()) as u8;
        run.resources(self.0, n, Verb::ReadyResources);
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        let exhausted = |seat: Seat| {
            let player = &offer.scene.board.players[usize::from(seat)];
            player.resources.len() as u8 - player.ready
        };
        let seats = offer.scene.seats(self.0, &offer.cx());
        let all = seats.into_iter().map(exhausted).max().unwrap_or_default();
        let most = if let Count::UpTo(n) = self.1 { all.min(n) } else { all };
        out.extend((0..=most).map(Choice::Number));
    }

    /// Tells whether any of the players has an exhausted resource: where the number is left open,
    /// it is no more than are exhausted.
    fn can(&self, run: &Run<'_>) -> bool {
        let exhausted = |seat: Seat| {
            let player = &run.scene.board.players[usize::from(seat)];
            player.resources.len() > usize::from(player.ready)
        };
        run.scene.seats(self.0, &run.cx()).into_iter().any(exhausted)
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Number(n) = answer else { return Err(Refusal::NotAsked) };
        let limit = match self.1 {
            Count::UpTo(limit) => limit,
            Count::Any | Count::All | Count::Random => u8::MAX,
            Count::One | Count::Exactly(_) => return Err(Refusal::NotAsked),
        };
        let seats = offer.scene.seats(self.0, &Context::in_frame(offer.frame));
        let players = seats.into_iter().map(|seat| &offer.scene.board.players[usize::from(seat)]);
        let exhausted = players.map(|player| player.resources.len() as u8 - player.ready);
        let most = limit.min(exhausted.max().unwrap_or_default());
        when(n <= most, Refusal::TooMany { most })
    }
}

impl ReadyResources {
    fn of(who: Who, count: Count) -> Self {
        Self(who, count, Measure::default())
    }
}

const fn counted(number: u8) -> Count {
    match number {
        1 => Count::One,
        number => Count::Exactly(number),
    }
}
