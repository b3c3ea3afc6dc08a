//! Discounts on the next card.

use super::prelude::*;

/// Create a lasting effect: the next card you play this phase that fits costs less, or each of the
/// next few.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NextCostsLess {
    /// The card that costs less; only what is printed on a card counts.
    pub what: Filter,
    /// The number of resources less, at least 1.
    pub less: u8,
    /// Only of cards that are played by Plot.
    #[serde(default)]
    pub plot: bool,
    /// The number of cards that cost less, one after the other; 1 when left out.
    #[serde(default = "one")]
    pub times: u8,
    /// Only if it shares a keyword with such a card in play when it is paid for; otherwise it costs
    /// what it does, and the effect is over all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sharing: Option<Filter>,
}

impl Word for NextCostsLess {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.filter_in(&self.what, *scope, &path.to("what"));
        check.printed(&self.what, &path.to("what"));
        check.above_0(self.less, path, "less");
        check.above_0(self.times, path, "times");
        if let Some(sharing) = &self.sharing {
            check.filter_in(sharing, *scope, &path.to("sharing"));
            let in_play = sharing.place == Place::Play;
            check.expect(in_play, &path.to("sharing"), "expected cards in play");
        }
    }

    fn text(&self, names: &mut Names) -> String {
        let what = Description::new(&self.what, names).of_cards().without_place();
        let next = match self.times {
            1 => format!("the next {}", what.bare()),
            times => format!("each of the next {times} {}", what.many()),
        };
        let using = if self.plot { " using Plot" } else { "" };
        let sharing = self.sharing.as_ref().map(|with| {
            format!(" if it shares a keyword with {}", Description::new(with, names).one())
        });
        let sharing = sharing.unwrap_or_default();
        format!("you pay {} less for {next} played{using} this phase{sharing}", self.less)
    }

    said!(at:
        ["you pay" (less: Number) "less for the next" (what: BareCard) "played using plot this phase"]
            => Self { plot: true, ..Self::of(what, less.0) },
        ["the next" (what: BareCard) "you play using plot this phase costs" (less: Resources) "less"]
            => Self { plot: true, ..Self::of(what, less.0) },
        ["you pay" (less: Number) "less for each of the next" (times: Number) (what: ManyCards) "played this phase"] if times.0 > 1
            => Self { times: times.0, ..Self::of(BareCard(what.0), less.0) },
        ["each of the next" (times: Number) (what: ManyCards) "you play this phase costs" (less: Resources) "less"] if times.0 > 1
            => Self { times: times.0, ..Self::of(BareCard(what.0), less.0) },
        ["you pay" (less: Number) "less for the next" (what: BareCard) "played this phase"] => Self::of(what, less.0),
        ["the next" (what: BareCard) "you play this phase costs" (less: Resources) "less"] => Self::of(what, less.0),
        ["the next" (what: BareCard) "you play this phase costs" (less: Number) "less"] => Self::of(what, less.0),
        ["you pay" (less: Number) "less for the next" (what: BareCard) "played this phase if it shares a keyword with" (with: One)]
            => Self { sharing: Some(with.0), ..Self::of(what, less.0) },
        ["the next" (what: BareCard) "you play this phase costs" (less: Resources) "less if it shares a keyword with" (with: One)]
            => Self { sharing: Some(with.0), ..Self::of(what, less.0) },
    );
}

impl NextCostsLess {
    /// Tells whether it is about a card that is, or is not, played by Plot.
    pub(crate) const fn is_for(&self, plot: bool) -> bool {
        plot || !self.plot
    }
}

impl Compiles for NextCostsLess {
    fn compile(&self, writer: &mut Writer<'_>) {
        let at = writer.tables.discounts.len() as u16;
        writer.tables.discounts.push(self.clone());
        writer.ops.push(Op::Create(Verb::Discount, at));
    }
}

impl NextCostsLess {
    fn of(what: BareCard, less: u8) -> Self {
        Self { what: what.0, less, times: 1, plot: false, sharing: None }
    }
}
