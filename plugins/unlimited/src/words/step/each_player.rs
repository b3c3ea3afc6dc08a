//! Steps for each player in turn (CR 7.1.4).

use super::discard::Discarded;
use super::prelude::*;
use super::{Choose, Discard};

/// The steps for each player, one after the other, since what is done cannot be done at the same
/// time. They are `They` in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EachPlayer(
    /// The steps that each player does, as `They`.
    pub Vec<Step>,
    /// The player with whom it begins.
    #[serde(default, skip_serializing_if = "First::is_chosen")]
    pub First,
);

/// The player with whom something begins that both do in turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum First {
    /// You choose (CR 7.1.4).
    #[default]
    Chosen,
    /// The active player, as a ruling on the card says.
    Active,
}

impl First {
    fn is_chosen(&self) -> bool {
        *self == Self::Chosen
    }
}

impl Word for EachPlayer {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.expect(!scope.turns, path, "expected outside another `EachPlayer`");
        let bound =
            check.some_steps(&self.0, Scope { turns: true, ..*scope }, &path.argument(0, "steps"));
        *scope = Scope { turns: scope.turns, ..bound };
    }

    fn text(&self, names: &mut Names) -> String {
        let steps = together(&self.0, names);
        let order = match self.1 {
            First::Chosen => "in the order you like",
            First::Active => "the active player first",
        };
        format!("for each player in turn, {order}, {steps}")
    }

    said!(at:
        ["for each player in turn , in the order you like ," (steps: Turn)] => Self(steps.0, First::Chosen),
        ["for each player in turn , the active player first ," (steps: Turn)] => Self(steps.0, First::Active),
        ["each player discards" (what: Discarded) "from their hand"] => Self(vec![Step::Discard(Discard::of(Who::They, what, at))], First::Chosen),
    );
}

impl Compiles for EachPlayer {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.reserve();
        writer.steps(&self.0);
        writer.ops.push(Op::Jump(at as u16));
        writer.ops[at] = Op::EachPlayer(Turns { end: writer.next(), first: self.1 });
    }
}

/// The steps behind it are for one player, then for the other; asks for the first, if that is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    /// The player with whom it begins.
    pub first: First,
    /// The line of the program at which it goes on after both.
    pub end: u16,
}

impl Question for Turns {
    /// Begins with one player, then the others clockwise, then goes on behind them (`S0-23`, CR 7.1.4).
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let chosen = match run.answer.take() {
            Some(Choice::First(seat)) => Some(seat),
            _ => (self.first == First::Active).then(|| run.scene.board.lead()),
        };
        let turns = &mut run.locals.turns;
        let next = match (turns[..].first(), chosen) {
            (None, None) => return run.ask(run.seat, Prompt::Player),
            (None, Some(first)) => Some(first),
            (Some(&first), _) => {
                let mut others = run.scene.board.players.from(first);
                others.find(|seat| !turns.contains(seat))
            }
        };
        match next {
            Some(seat) => turns.push(seat),
            None => {
                turns.clear();
                return Flow::Jump(self.end);
            }
        }
        Flow::Next
    }

    fn options(&self, offer: &Offer<'_>, _: &Resolving, out: &mut Vec<Choice>) {
        out.extend(offer.scene.board.players.from(0).map(Choice::First));
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Choice::First(seat) = answer else { return Err(Refusal::NotAsked) };
        let there = usize::from(seat) < offer.scene.board.players.len();
        when(there && !offer.scene.board.is_out(seat), Refusal::NotAsked)
    }
}

/// The steps that "that player" does.
#[derive(Clone)]
struct Turn(Vec<Step>);

impl Said for Turn {
    fn said(reader: &Reader<'_>, from: &At) -> Readings<Self> {
        let start = At { turns: true, ..from.clone() };
        let turns = Together::said(reader, &start).into_iter().map(|(steps, at)| {
            let (mut steps, mut at) = (steps.0, At { turns: from.turns, ..at });
            // What is chosen last is dealt with when all have chosen.
            if let Some(Step::Choose(Choose(choice))) = steps.last_mut()
                && choice.by == Who::They
                && choice.count == Count::One
                && !choice.may
            {
                choice.more = true;
                at.names.bind(choice.register, &choice.what, true);
            }
            (Self(steps), at)
        });
        turns.collect()
    }
}
