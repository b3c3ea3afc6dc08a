//! Giving tokens to units.

use super::prelude::*;
use crate::vocabulary::Token;

/// Give tokens to each of them, `count × per`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Give {
    /// The token that is given.
    pub token: Token,
    /// The units that are given tokens, each as many.
    pub to: Vec<Whom>,
    /// The number of tokens a unit, for each of `per`; at least 1.
    #[serde(default = "one")]
    pub count: u8,
    /// The measure that `count` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// The register that the tokens are bound in; none when left out.
    #[serde(default, rename = "as", skip_serializing_if = "Option::is_none")]
    pub register: Option<Register>,
    /// The player who gives them, and controls them where givers do.
    #[serde(default = "you", skip_serializing_if = "Who::is_you")]
    pub by: Who,
}

impl Word for Give {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whoms(&self.to, *scope, &path.to("to"));
        check.above_0(self.count, path, "count");
        self.per.word().check(check, *scope, &path.to("per"));
        check.who(self.by, *scope, &path.to("by"));
        if let Some(register) = self.register {
            scope.bind(register);
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { token, to, count, per, register, by } = self;
        let tokens = match (token, count) {
            (Token::Shield, 1) if per.is_one() => "a Shield".to_owned(),
            (Token::Shield, 1) => "1 Shield".to_owned(),
            (Token::Shield, _) => format!("{count} Shields"),
            (token, _) => format!("{count} {}", token.name()),
        };
        let to = names.whoms(to);
        let apiece = if to.many { " each" } else { "" };
        let give = names.subject(*by, "give", "gives").trim_start_matches("you ").to_owned();
        let text = format!("{give} {} {tokens}{}{apiece}", to.text, for_each(per, names));
        if let Some(register) = register {
            let many = to.many || *count > 1 || !per.is_one();
            names.bind_noun(*register, "token", "tokens", many);
        }
        text
    }

    fn is_told(&self) -> bool {
        self.by.is_you()
    }

    said!(at:
        ["give" (count: Few) (token: Token) "to" (to: Targets)] => Self { token, to: to.0, count: count.0, per: Measure::default(), register: None, by: Who::You },
        [(by: Player) "gives" (to: Targets) (count: Few) (token: Token) "each?"] if at.own && by.0 == Who::Opponent
            => Self { token, to: to.0, count: count.0, per: Measure::default(), register: None, by: by.0 },
        [(by: Player) "gives" (count: Few) (token: Token) "to" (to: One) "they control"] if !at.own && by.0 == Who::Opponent => {
            let theirs = Criteria { side: Some(by.0), ..Criteria::clone(&to.0) }.into();
            at.choose_by(by.0, &theirs).map(|to| Self { token, to: vec![to], count: count.0, per: Measure::default(), register: None, by: by.0 })
        },
        ["give a number of" (token: Token) "to" (to: Targets) (per: EqualTo)] => Self { token, to: to.0, count: 1, per: per.0, register: None, by: Who::You },
        ["give" (to: Targets) (count: Few) (token: Token) "each?"] => Self { token, to: to.0, count: count.0, per: Measure::default(), register: None, by: Who::You },
        ["give" (to: Targets) (count: Few) (token: Token) (per: ForEach) "each?"] => Self { token, to: to.0, count: count.0, per: per.0, register: None, by: Who::You },
        [(per: ForEach) ", give" (count: Few) (token: Token) "to" (to: Targets)] => Self { token, to: to.0, count: count.0, per: per.0, register: None, by: Who::You },
        ["give" (count: Few) (token: Token) "to" (to: Targets) (per: ForEach)] => Self { token, to: to.0, count: count.0, per: per.0, register: None, by: Who::You },
        ["give" (to: Targets) (count: Few) (token: Token)] if at.own && at.chosen().is_empty() => Self::noted(token, to.0, count, at),
    );
}

impl Does for Give {
    fn does(&self, run: &mut Run<'_>) {
        let n = run.amount(self.count.into(), &self.per);
        if n > 0 {
            let verb = Verb::Give(self.token);
            let giver = run.scene.seat(self.by, &run.cx());
            run.each(&self.to, |card, _| Proposal::new(verb, card, giver).amount(n));
        }
        // They are what those that are set aside become: the last ones, one by one.
        if let Some(register) = self.register {
            run.locals.forget(register);
            let many: i16 = run.out.proposals.iter().map(|give| give.amount).sum();
            let aside = run.scene.board.aside.iter().rev();
            for &slot in aside.take(many as usize) {
                run.bind(register, run.scene.reference(slot).next());
            }
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        run.finds(&self.to)
    }
}

impl Give {
    /// Tokens that are spoken of afterwards.
    fn noted(token: Token, to: Vec<Whom>, count: Few, at: &mut At) -> Self {
        at.names.bind_noun(Register::It, "token", "tokens", count.0 > 1);
        at.topic = Some(Whom::It);
        Self {
            token,
            to,
            count: count.0,
            per: Measure::default(),
            register: Some(Register::It),
            by: Who::You,
        }
    }
}
