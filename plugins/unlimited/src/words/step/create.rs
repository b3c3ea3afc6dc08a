//! Creating token units.

use super::prelude::*;
use crate::text::filter::with_article;
use crate::vocabulary::TokenUnit;
use crate::words::measure::Number;

/// A player creates token units, `count × per`: they enter play exhausted (CR 3.7.2, 3.5.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Create {
    /// The player who creates them; you, when left out.
    #[serde(default = "you")]
    pub who: Who,
    /// The token unit that is created.
    pub token: TokenUnit,
    /// The number of tokens for each of `per`, at least 1.
    #[serde(default = "one")]
    pub count: u8,
    /// The measure that `count` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// The register that the tokens are bound in.
    #[serde(default, rename = "as")]
    pub register: Register,
}

impl Word for Create {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.who, *scope, &path.to("who"));
        check.above_0(self.count, path, "count");
        self.per.word().check(check, *scope, &path.to("per"));
        scope.bind(self.register);
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { who, token, count, per, register } = self;
        let creates = names.does(*who, "create", "creates");
        let each = for_each(per, names);
        let (one, many) = (format!("{} token", token.name()), format!("{} tokens", token.name()));
        let tokens = match count {
            1 => with_article(&one),
            _ => format!("{count} {many}"),
        };
        names.bind_noun(*register, &one, &many, *count > 1 || !per.is_one());
        format!("{creates} {tokens}{each}")
    }

    fn is_told(&self) -> bool {
        self.who == Who::You
    }

    said!(at:
        ["create another" (token: TokenUnit)] => Self::of(Who::You, token, 1, Measure::default(), at),
        ["create" (count: Few) (token: TokenUnit)] => Self::of(Who::You, token, count.0, Measure::default(), at),
        ["create" (count: Few) (token: TokenUnit) (per: ForEach)] => Self::of(Who::You, token, count.0, per.0, at),
        [(per: ForEach) ", create" (count: Few) (token: TokenUnit)] => Self::of(Who::You, token, count.0, per.0, at),
        ["create that many" (token: TokenUnit)] => Self::of(Who::You, token, 1, Measure::Number(Number), at),
        [(who: Player) "creates" (count: Few) (token: TokenUnit)] => Self::of(who.0, token, count.0, Measure::default(), at),
        [(who: Player) "creates" (count: Few) (token: TokenUnit) (per: ForEach)] => Self::of(who.0, token, count.0, per.0, at),
        [(who: Player) "creates that many" (token: TokenUnit)] => Self::of(who.0, token, 1, Measure::Number(Number), at),
    );
}

impl Does for Create {
    /// They are remembered as what those that are set aside become: the last ones, one by one.
    /// Of more than can be remembered no text speaks again.
    fn does(&self, run: &mut Run<'_>) {
        let n = run.amount(self.count.into(), &self.per);
        run.locals.forget(self.register);
        for seat in run.scene.seats(self.who, &run.cx()) {
            let create = Proposal::new(Verb::Create(self.token), Ref::NONE, seat);
            for _ in 0..n {
                run.propose(create.by(run.source));
            }
        }
        let many = run.out.proposals.len();
        let aside = run.scene.board.aside.iter().rev().take(many);
        if many <= run.locals.room() {
            for &slot in aside {
                run.bind(self.register, run.scene.reference(slot).next());
            }
        }
    }
}

impl Create {
    /// The step that binds the tokens in the first register that is free. `None` when there is none.
    fn of(who: Who, token: TokenUnit, count: u8, per: Measure, at: &mut At) -> Option<Self> {
        let (register, whom) = at.free()?;
        let name = token.name();
        let many = count > 1 || !per.is_one();
        at.names.bind_noun(register, &format!("{name} token"), &format!("{name} tokens"), many);
        at.topic = Some(whom);
        Some(Self { who, token, count, per, register })
    }
}

said!(TokenUnit, at:
    ["battle droid token|tokens"] => Self::BattleDroid,
    ["clone trooper token|tokens"] => Self::CloneTrooper,
    ["tie fighter token|tokens"] => Self::TieFighter,
    ["x-wing token|tokens"] => Self::XWing,
    ["spy token|tokens"] => Self::Spy,
    ["mandalorian token|tokens"] => Self::Mandalorian,
    ["beast token|tokens"] => Self::Beast,
);
