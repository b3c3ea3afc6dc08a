//! Defeating Credit tokens.

use super::prelude::*;

/// A Credit token of that player is defeated, if there is one, or any number of them, which is kept;
/// "if you do" follows. Which ones makes no difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DefeatCredit(
    /// The player whose tokens are defeated.
    pub Who,
    /// The number of tokens: `One` or `Any`.
    #[serde(default, skip_serializing_if = "is_one")]
    pub Count,
);

fn is_one(count: &Count) -> bool {
    *count == Count::One
}

impl Word for DefeatCredit {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.0, *scope, path);
        let one = matches!(self.0, Who::You | Who::Opponent);
        check.expect(one, path, "expected `You` or `Opponent`");
        let known = matches!(self.1, Count::One | Count::Any);
        check.expect(known, &path.argument(1, "count"), "expected `One` or `Any`");
    }

    fn text(&self, names: &mut Names) -> String {
        if self.1 == Count::Any {
            names.number = "Credit token defeated";
            let whose = if self.0 == Who::You { "friendly" } else { "enemy" };
            return format!("defeat any number of {whose} Credit tokens");
        }
        let whose = if self.0 == Who::You { "a friendly" } else { "an enemy" };
        format!("defeat {whose} Credit token")
    }

    said!(at:
        ["defeat a friendly credit token"] => Self(Who::You, Count::One),
        ["defeat an enemy credit token"] => Self(Who::Opponent, Count::One),
        ["defeat any number of friendly credit tokens"] => {
            at.names.number = "Credit token defeated";
            Self(Who::You, Count::Any)
        },
    );
}

impl DefeatCredit {
    /// The player whose tokens they are, and the number of tokens that player has.
    fn tokens(&self, scene: &Scene<'_>, cx: &Context<'_>) -> (Seat, u8) {
        let seat = scene.seat(self.0, cx);
        (seat, scene.board.players[usize::from(seat)].credits)
    }
}

impl Question for DefeatCredit {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let (seat, there) = self.tokens(&run.scene, &run.cx());
        let number = match (self.1, run.answer.take()) {
            (Count::Any, Some(Choice::Number(number))) => number,
            (Count::Any, _) if there > 0 => return run.ask(run.seat, Prompt::Step),
            (Count::Any, _) => 0,
            _ => 1,
        };
        run.locals.number = number.into();
        if number > 0 {
            let defeat = Proposal::new(Verb::DefeatCredits, Ref::NONE, seat);
            run.propose(defeat.amount(number.into()));
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        let (_, there) = self.tokens(&offer.scene, &offer.cx());
        out.extend((0..=there).map(Choice::Number));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::Number(number) = answer else { return Err(Refusal::NotAsked) };
        let (_, there) = self.tokens(&offer.scene, &offer.cx());
        when(number <= there, Refusal::TooMany { most: there })
    }

    fn can(&self, run: &Run<'_>) -> bool {
        let has = |seat: Seat| run.scene.board.players[usize::from(seat)].credits > 0;
        run.scene.seats(self.0, &run.cx()).into_iter().any(has)
    }
}
