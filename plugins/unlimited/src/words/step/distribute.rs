//! Tokens distributed as a player chooses (CR 8.4.5).

use super::prelude::*;
use crate::vocabulary::Token;

/// Tokens, or up to so many, distributed as you choose among the units that fit, all given at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Distribute {
    /// The token that is given, the same to each.
    pub token: Token,
    /// The units that tokens may be given to.
    pub among: Filter,
    /// The number of tokens for each of `per`, at least 1.
    #[serde(default = "one")]
    pub amount: u8,
    /// The measure that `amount` is multiplied by; 1 when left out.
    #[serde(default)]
    pub per: Measure,
    /// "Up to" so many.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub up_to: bool,
}

impl Word for Distribute {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.filter_in(&self.among, *scope, &path.to("among"));
        check.above_0(self.amount, path, "amount");
        self.per.word().check(check, *scope, &path.to("per"));
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { token, among, amount: tokens, per, up_to } = self;
        let noun = format!("{} tokens", token.name());
        let (tokens, much) = amount(*tokens, per, 0, &noun, names);
        let among = Description::new(among, names).many();
        names.number = COUNTED;
        let up_to = if *up_to { "up to " } else { "" };
        format!("distribute {up_to}{tokens}{much} as you like among {among}")
    }

    fn part(&self) -> Option<Outlook> {
        let mut one = Outlook::default();
        one.give(self.token, 1);
        Some(one)
    }

    said!(at:
        ["distribute" (tokens: Tokens) "as you like|choose among" (among: Units)]
            => Self::of(tokens, Measure::default(), among, at),
        ["distribute" (tokens: Tokens) (per: ForEach) "as you like among" (among: Units)]
            => Self::of(tokens, per.0, among, at),
        ["distribute" (tokens: Tokens) "among" (among: Units)] if !at.own
            => Self::of(tokens, Measure::default(), among, at),
        ["distribute up to" (tokens: Tokens) "as you like|choose among" (among: Units)]
            => Self { up_to: true, ..Self::of(tokens, Measure::default(), among, at) },
        ["distribute up to" (tokens: Tokens) "among" (among: Units)] if !at.own
            => Self { up_to: true, ..Self::of(tokens, Measure::default(), among, at) },
        ["distribute a number of" (token: Token) (per: EqualTo) "among" (among: Units)] if !at.own
            => Self::of(Tokens(1, token), per.0, among, at),
        ["distribute" (token: Token) (per: EqualTo) "as you like among" (among: Units)]
            => Self::of(Tokens(1, token), per.0, among, at),
    );
}

impl Distribute {
    /// These tokens for each of a measure; the number of those that are given is kept.
    fn of(Tokens(amount, token): Tokens, per: Measure, among: Units, at: &mut At) -> Self {
        at.names.number = COUNTED;
        Self { token, among: among.0, amount, per, up_to: false }
    }
}

impl Question for Distribute {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let Some(given) = run.shared_out(self.amount, &self.per, &self.among) else {
            return run.ask(run.seat, Prompt::Step);
        };
        run.locals.number = given.iter().map(|(_, tokens)| i16::from(*tokens)).sum();
        for (slot, tokens) in given {
            let give = Proposal::new(Verb::Give(self.token), run.scene.reference(slot), run.seat);
            run.propose(give.amount(tokens.into()));
        }
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        offer.cards(&self.among, &[], out);
        if self.up_to {
            out.push(Choice::Done);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        match answer {
            Choice::Card(slot) => fits(offer, &self.among, slot),
            Choice::Done => when(self.up_to, Refusal::Mandatory),
            _ => Err(Refusal::NotAsked),
        }
    }

    fn bounds(&self, progress: Progress, _: usize) -> (usize, usize) {
        let left = usize::from(progress.left());
        (left, left)
    }
}

/// The noun of that which is counted.
const COUNTED: &str = "token distributed";

/// A number of tokens, above 0: "3 Advantage tokens".
#[derive(Clone)]
struct Tokens(u8, Token);

said!(Tokens, at:
    [(number: Number) (token: Token)] if number.0 > 0 => Self(number.0, token),
);

/// "friendly units", "any number of units".
#[derive(Clone)]
struct Units(Filter);

said!(Units, at:
    [(what: Many)] => Self(what.0),
    ["any number of" (what: Many)] => Self(what.0),
);
