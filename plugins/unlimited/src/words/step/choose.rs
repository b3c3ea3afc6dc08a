//! Choosing cards, one at a time.

use cardmill_kernel::streams::{Purpose, below};

use super::prelude::*;
use crate::legal::bound;
use crate::reader::Chooser;
use crate::vocabulary::{Figure, Trait};
use crate::words::measure::Power;

/// A choice of cards, one at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Among {
    /// The player who chooses; you, when left out.
    #[serde(default = "you")]
    pub by: Who,
    /// The cards that can be chosen.
    #[serde(default)]
    pub what: Filter,
    /// The number of cards that are chosen; one, when left out.
    #[serde(default)]
    pub count: Count,
    /// "You may": declining is offered.
    #[serde(default)]
    pub may: bool,
    /// The register that they are bound in; what was bound there before is forgotten.
    #[serde(default, rename = "as")]
    pub register: Register,
    /// The cards that were bound there before are kept beside them.
    #[serde(default)]
    pub more: bool,
    /// `Exactly` so many for each of this.
    #[serde(default)]
    pub per: Measure,
    /// A limit to what the cards come to together.
    #[serde(default)]
    pub combined: Option<Combined>,
    /// No two of the same name.
    #[serde(default)]
    pub different: bool,
    /// They all share a trait.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub alike: bool,
}

/// A limit to the sum of a number over several cards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combined {
    /// The number that is summed.
    pub of: Figure,
    /// The greatest sum that is allowed; 1 when left out.
    #[serde(default = "one")]
    pub at_most: u8,
    /// The measure that `at_most` is multiplied by; 1 when left out.
    #[serde(default, skip_serializing_if = "Measure::is_one")]
    pub per: Measure,
}

impl Combined {
    fn of(of: Figure, at_most: u8) -> Self {
        Self { of, at_most, per: Measure::default() }
    }

    const fn noun(&self) -> &'static str {
        match self.of {
            Figure::Cost => "cost",
            Figure::Power => "power",
            Figure::RemainingHp => "remaining HP",
        }
    }

    /// "a combined power of 4 or less".
    fn text(&self, names: &Names) -> String {
        let Self { at_most, per, .. } = self;
        match per.is_one() {
            true => format!(" with a combined {} of {at_most} or less", self.noun()),
            false => {
                let most = per.word().noun(names);
                format!(" with a combined {} equal to or less than {most}", self.noun())
            }
        }
    }

    /// The greatest sum that is allowed, with `per` as it is now.
    fn most(&self, offer: &Offer<'_>) -> i16 {
        i16::from(self.at_most).saturating_mul(offer.scene.measure(&self.per, &offer.cx()))
    }
}

/// Choose cards, of which later words speak as `It` or by another register.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Choose(pub Among);

impl Among {
    /// The choice of one unit by you, bound as `It`.
    pub(crate) fn one() -> Self {
        Self {
            by: Who::You,
            what: Filter::default(),
            count: Count::One,
            may: false,
            register: Register::It,
            more: false,
            per: Measure::default(),
            combined: None,
            different: false,
            alike: false,
        }
    }

    /// Something is asked of cards that the other player cannot see: such a choice may always
    /// find nothing. Where any card will do, they see that there is one (CR 1.17.4).
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        let Criteria { place, side, .. } = *self.what;
        place == Place::Hand && *self.what != Criteria { place, side, ..Criteria::default() }
    }
}

/// Tells whether only the chooser knows if anything fits: something is asked of cards in a hand.
/// Where any card will do, the other player sees that there is one (CR 1.17.1, 1.17.4).
fn is_secret(filter: &Filter) -> bool {
    let Criteria { place, side, .. } = **filter;
    place == Place::Hand && **filter != Criteria { place, side, ..Criteria::default() }
}

impl Among {
    /// Tells whether the cards lie face down before whoever chooses. Their player may rearrange
    /// them up to then (CR 1.7.4), so that it makes no difference which are taken: it is left to
    /// chance.
    #[must_use]
    pub fn is_blind(&self) -> bool {
        let other = |side: Who| side != self.by && side != Who::Each;
        self.what.place == Place::Resources && self.what.side.is_some_and(other)
    }

    /// Tells whether all players see which cards fit: nothing is asked of a hand, and no card lies face down.
    pub(crate) fn is_open(&self) -> bool {
        !matches!(self.what.place, Place::Hand | Place::Deck | Place::Resources | Place::Looked)
    }

    /// Tells whether there is a card for it; of hidden ones, whether there is any (CR 1.17.4).
    pub(crate) fn finds(&self, scene: &Scene<'_>, cx: &Context<'_>) -> bool {
        let mut found = Refs::new();
        if self.is_hidden() {
            let Criteria { place, side, .. } = *self.what;
            let any = Criteria { place, side, ..Criteria::default() };
            scene.candidates(&any.into(), cx, &mut found);
        } else {
            scene.candidates(&self.what, cx, &mut found);
        }
        !found.is_empty()
    }

    /// Binds what is chosen without a question.
    fn silently(&self, run: &mut Run<'_>) {
        let mut found = Refs::new();
        run.scene.candidates(&self.what, &run.cx(), &mut found);
        let chosen = match self.count {
            Count::One | Count::Random => Some(1),
            Count::Exactly(n) => Some(run.amount(n.into(), &self.per).max(0) as usize),
            _ => None,
        };
        let Some(chosen) = chosen else {
            return found.into_iter().for_each(|card| run.bind(self.register, card));
        };
        for _ in 0..chosen.min(found.len()) {
            let purpose = Purpose::Effect(run.seat);
            let n = run.streams.draw(purpose, |rng| below(rng, found.len()));
            run.bind(self.register, found.remove(n));
        }
    }
}

/// Leaves out tokens that nothing tells from one before them.
fn tell_apart(scene: &Scene<'_>, out: &mut Vec<Choice>) {
    let attached = |slot: Slot| scene.card(slot).zone == Zone::Attached;
    if !out.iter().any(|answer| answer.card().is_some_and(attached)) {
        return;
    }
    let mut kept = 0;
    for n in 0..out.len() {
        let like = |before: &Choice| match (before.card(), out[n].card()) {
            (Some(before), Some(card)) => scene.are_alike(before, card),
            _ => false,
        };
        if !out[..kept].iter().any(like) {
            out[kept] = out[n];
            kept += 1;
        }
    }
    out.truncate(kept);
}

impl Word for Choose {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self(choice) = self;
        check.who(choice.by, *scope, &path.to("by"));
        check.expect(choice.by != Who::Each, &path.to("by"), "expected one player");
        check.filter_in(&choice.what, *scope, &path.to("what"));
        check.count(choice.count, &path.to("count"));
        let several = matches!(choice.count, Count::UpTo(_) | Count::Any);
        let combined = &path.to("combined");
        check.expect(several || choice.combined.is_none(), combined, "expected an open count");
        if let Some(most) = &choice.combined {
            check.above_0(most.at_most, combined, "at_most");
            most.per.word().check(check, *scope, &combined.to("per"));
            let one = most.at_most == 1 || most.per.is_one();
            check.expect(one, &combined.to("at_most"), "expected no number beside `per`");
        }
        check.expect(several || !choice.alike, &path.to("alike"), "expected an open count");
        let declines = choice.more && choice.may;
        check.expect(!declines, &path.to("may"), "expected no `may` beside `more`");
        let blind = choice.is_blind();
        let asked = !choice.may || !choice.count.is_silent() && !blind;
        check.expect(asked, &path.to("may"), "expected no `may` where nothing is asked");
        let fixed = matches!(choice.count, Count::One | Count::Exactly(_) | Count::All);
        let expected = "expected a number of cards that lie face down";
        check.expect(!blind || fixed, &path.to("count"), expected);
        let Criteria { place, side, .. } = *choice.what;
        let alike = *choice.what == Criteria { place, side, ..Criteria::default() };
        let expected = "expected nothing that is asked of cards that lie face down";
        check.expect(!blind || alike, &path.to("what"), expected);
        choice.per.word().check(check, *scope, &path.to("per"));
        let several = several || matches!(choice.count, Count::Exactly(2..));
        let different = &path.to("different");
        check.expect(several || !choice.different, different, "expected several cards");
        let counted = choice.per.is_one() || matches!(choice.count, Count::Exactly(_));
        check.expect(counted, &path.to("per"), "expected with `Exactly` only");
        scope.bind(choice.register);
    }

    fn text(&self, names: &mut Names) -> String {
        let Self(choice) = self;
        // A single card that nobody else sees may be left unfound.
        let may = choice.may || choice.count == Count::One && choice.is_hidden();
        let chooser = match (choice.by, may) {
            (Who::You, true) => "you may choose".to_owned(),
            (Who::You, false) => "choose".to_owned(),
            (who, true) => format!("{} may choose", names.player(who)),
            (who, false) => format!("{} chooses", names.player(who)),
        };
        let theirs = choice.by != Who::You && choice.what.side == Some(choice.by);
        let what = Description::new(&choice.what, names).theirs(theirs);
        let (what, many) = match choice.count {
            Count::One => (what.one(), choice.more),
            Count::Exactly(1) if choice.per.is_one() => (what.one(), choice.more),
            Count::Exactly(1) => (format!("{}{}", what.one(), for_each(&choice.per, names)), true),
            Count::UpTo(1) => (format!("up to 1 {}", what.bare()), choice.more),
            Count::Exactly(number) => (format!("{number} {}", what.some()), true),
            Count::UpTo(number) => (format!("up to {number} {}", what.some()), true),
            Count::Any => (format!("any number of {}", what.many()), true),
            Count::All => (format!("all {}", what.some()), true),
            Count::Random => (format!("{} at random", what.one()), choice.more),
        };
        let combined = choice.combined.as_ref().map_or_else(String::new, |most| most.text(names));
        let combined = if choice.different { combined + " with different names" } else { combined };
        if choice.what.place == Place::Looked && choice.register != Register::It {
            names.bind_chosen(choice.register, many);
        } else {
            names.bind(choice.register, &choice.what, many);
        }
        let alike = if choice.alike { " that share a trait" } else { "" };
        format!("{chooser} {what}{alike}{combined}")
    }

    fn is_told(&self) -> bool {
        self.0.by == Who::You
    }

    said!(at:
        ["choose up to" (number: Number) (what: Many) "that share a|the same? trait"] => {
            let chosen = Chosen(what.0, Count::UpTo(number.0), None);
            at.choice(Who::You, chosen, false).map(|Choose(choice)| Self(Among { alike: true, ..choice }))
        },
        ["choose all" (what: Many)] if at.own => at.choice(Who::You, Chosen(what.0, Count::All, None), false),
        ["choose" (what: One) "at random"] => at.choice(Who::You, Chosen(what.0, Count::Random, None), false),
        ["you may choose one of" (of: Object)] if at.own && of.0 == Whom::It => {
            let seen = Criteria { place: Place::Looked, ..Criteria::default() };
            at.choice(Who::You, Chosen(seen.into(), Count::One, None), true)
        },
        ["choose one of" (of: Object) "at random"] if of.0 == Whom::It => {
            let seen = Criteria { place: Place::Looked, ..Criteria::default() };
            at.choice(Who::You, Chosen(seen.into(), Count::Random, None), false)
        },
        ["choose" (what: One) (per: ForEach)] if at.own => at.choice_per(&what.0, per.0),
        ["choose" (what: Chosen)] if at.own => at.again(what, false),
        ["you may choose" (what: Chosen)] if at.own => at.again(what, true),
        ["choose" (what: Chosen)] => at.choice(Who::You, what, false),
        ["choose" (number: Number) (what: Many) "with different names"] if number.0 > 1 => {
            let choice = at.choice(Who::You, Chosen(what.0, Count::Exactly(number.0), None), false);
            choice.map(|Choose(choice)| Choose(Among { different: true, ..choice }))
        },
        ["you may choose" (what: Chosen)] => at.choice(Who::You, what, true),
        [(by: Player) "chooses" (what: Chosen)] if !at.own => at.choice(by.0, what, false),
        [(by: Player) "may choose" (what: Chosen)] if !at.own => at.choice(by.0, what, true),
        [(by: Player) "chooses" (what: Chosen) "they control"] if !at.own => at.choice(by.0, what.of(by.0), false),
        [(by: Chooser) "chooses" (what: Chosen)] if at.own => at.choice(by.0, what, false),
        [(by: Chooser) "may choose" (what: Chosen)] if at.own => at.choice(by.0, what, true),
        [(by: Chooser) "chooses" (what: Chosen)] if at.own && !at.chosen().is_empty() => at.choice_as(by.0, what, false, Register::It, Whom::It),
        [(by: Chooser) "may choose" (what: Chosen)] if at.own && !at.chosen().is_empty() => at.choice_as(by.0, what, true, Register::It, Whom::It),
    );
}

impl Question for Choose {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let Self(choice) = self;
        let register = choice.register;
        let mut left = match run.locals.progress {
            Progress::Picks { left } => left,
            _ => {
                if !choice.more && !run.gathers() {
                    run.locals.forget(register);
                }
                if run.scene.seat(choice.by, &run.cx()) != run.seat {
                    run.locals.hide(register);
                }
                match choice.count {
                    _ if choice.is_blind() => {
                        choice.silently(run);
                        0
                    }
                    Count::One => 1,
                    Count::Exactly(n) => run.amount(n.into(), &choice.per).clamp(0, 250) as u8,
                    Count::UpTo(n) => n,
                    Count::Any => u8::MAX,
                    Count::All | Count::Random => {
                        choice.silently(run);
                        0
                    }
                }
            }
        };
        let ended = match run.answer.take() {
            None => left == 0,
            Some(Choice::Card(slot)) => {
                run.bind(register, run.scene.reference(slot));
                left -= 1;
                left == 0
            }
            Some(_) => true,
        };
        if !ended && (!choice.may || run.attaches(choice, run.at + 1)) {
            run.locals.progress = Progress::Picks { left };
            return run.ask(run.scene.seat(choice.by, &run.cx()), Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        let chosen = run.locals.bound(register).next().is_some();
        run.locals.did = chosen;
        Flow::Next
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let Self(choice) = self;
        offer.cards(&choice.what, &[choice.register], out);
        tell_apart(&offer.scene, out);
        if let Some(most) = &choice.combined {
            let scene = &offer.scene;
            let number = |slot: Slot| scene.number(most.of, slot);
            let chosen: i16 = locals.bound(choice.register).map(|card| number(card.slot)).sum();
            let room = most.most(offer) - chosen;
            out.retain(|answer| answer.card().is_none_or(|slot| number(slot) <= room));
        }
        if choice.different {
            let name = |slot: Slot| &offer.scene.printed(slot).definition.name;
            let same = |slot: Slot| {
                locals.bound(choice.register).any(|card| name(card.slot) == name(slot))
            };
            out.retain(|answer| !answer.card().is_some_and(same));
        }
        if choice.alike {
            let scene = &offer.scene;
            let mut chosen = locals.bound(choice.register).map(|card| scene.traits(card.slot));
            if let Some(first) = chosen.next() {
                let shared = chosen.fold(first, TraitSet::shared);
                out.retain(|answer| {
                    answer.card().is_none_or(|slot| scene.traits(slot).meets(shared))
                });
            }
        }
        let some = !out.is_empty();
        let begun = locals.bound(choice.register).next().is_some();
        match choice.count {
            Count::One if some && (choice.may || choice.is_hidden()) => {
                out.push(Choice::Decline);
            }
            Count::UpTo(_) | Count::Any => out.push(Choice::Done),
            Count::Exactly(_) if some && choice.may && !begun => out.push(Choice::Decline),
            _ => {}
        }
    }

    fn can(&self, run: &Run<'_>) -> bool {
        self.0.finds(&run.scene, &run.cx())
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let Self(choice) = self;
        let chosen = bound(offer, choice.register).is_some();
        match answer {
            Choice::Card(slot) => {
                when(!is_bound(offer, choice.register, slot), Refusal::AlreadyChosen)?;
                fits(offer, &choice.what, slot)?;
                let scene = &offer.scene;
                let play = scene.board.play.iter().copied().take_while(|&other| other != slot);
                let mut before = play.filter(|&other| scene.are_alike(other, slot));
                let open = |other: Slot| {
                    !is_bound(offer, choice.register, other)
                        && fits(offer, &choice.what, other).is_ok()
                };
                when(!before.any(open), Refusal::LikeAnother)?;
                if choice.different {
                    let name = |slot: Slot| &offer.scene.printed(slot).definition.name;
                    let mut before = offer.frame.locals.bound(choice.register);
                    let same = before.any(|card| name(card.slot) == name(slot));
                    when(!same, Refusal::AlreadyChosen)?;
                }
                if choice.alike {
                    let scene = &offer.scene;
                    let has = |slot, name| scene.traits(slot).has(name);
                    let all = |name| {
                        let mut before = offer.frame.locals.bound(choice.register);
                        has(slot, name) && before.all(|card| has(card.slot, name))
                    };
                    when(!chosen || Trait::ALL.iter().any(|&name| all(name)), Refusal::NotAlike)?;
                }
                let Some(most) = &choice.combined else { return Ok(()) };
                let before = offer.frame.locals.bound(choice.register).map(|card| card.slot);
                let all = before.chain([slot]).map(|slot| offer.scene.number(most.of, slot));
                let (all, most): (i16, _) = (all.sum(), most.most(offer));
                when(all <= most, Refusal::Combined { all, most })
            }
            Choice::Done => {
                when(matches!(choice.count, Count::UpTo(_) | Count::Any), Refusal::Mandatory)
            }
            Choice::Decline if matches!(choice.count, Count::One | Count::Exactly(_)) => {
                let may = !chosen && (choice.may || is_secret(&choice.what));
                decline(offer, Prompt::Step, may)
            }
            _ => Err(Refusal::NotAsked),
        }
    }

    fn bounds(&self, progress: Progress, cards: usize) -> (usize, usize) {
        let left = usize::from(progress.left());
        let any = matches!(self.0.count, Count::UpTo(_) | Count::Any);
        let least = if any { 1 } else { left };
        (least.min(cards), left.min(cards))
    }
}

/// The cards that are chosen, as a sentence names them: the filter, the number, a limit to their sum.
#[derive(Clone)]
struct Chosen(Filter, Count, Option<Combined>);

impl Chosen {
    /// Cards of this player.
    fn of(self, who: Who) -> Self {
        Self(Criteria { side: Some(who), ..Criteria::clone(&self.0) }.into(), self.1, self.2)
    }

    /// So many of the cards just seen.
    fn seen(count: Count) -> Self {
        Self(Criteria { place: Place::Looked, ..Criteria::default() }.into(), count, None)
    }
}

said!(Chosen, at:
    [(one: One)] => Self(one.0, Count::One, None),
    ["one of" (seen: Object)] if at.own && seen.0 == Whom::It => Self::seen(Count::One),
    [(seen: Object)] if at.own && seen.0 == Whom::It => Self::seen(Count::One),
    [(number: Number) "of" (seen: Object)] if at.own && seen.0 == Whom::It && number.0 > 1 => Self::seen(Count::Exactly(number.0)),
    ["up to" (number: Number) "of" (seen: Object)] if at.own && seen.0 == Whom::It && number.0 > 1 => Self::seen(Count::UpTo(number.0)),
    ["all of" (seen: Object)] if at.own && seen.0 == Whom::It => Self::seen(Count::All),
    ["up to 1" (what: Bare)] if at.own => Self(what.0, Count::UpTo(1), None),
    ["up to" (number: Number) (what: Many)] => Self(what.0, Count::UpTo(number.0), None),
    [(number: Number) (what: Many)] if number.0 > 1 => Self(what.0, Count::Exactly(number.0), None),
    ["any number of" (what: Many)] => Self(what.0, Count::Any, None),
    ["up to" (number: Number) (what: Many) (most: Combined)] => Self(what.0, Count::UpTo(number.0), Some(most)),
    ["any number of" (what: Many) (most: Combined)] => Self(what.0, Count::Any, Some(most)),
);

said!(Combined, at:
    ["with a? combined cost of?" (most: Number) "or less"] => Self::of(Figure::Cost, most.0),
    ["with a? combined power of?" (most: Number) "or less"] => Self::of(Figure::Power, most.0),
    ["with a? combined power equal to or less than" (whose: Its) "power"]
        => Self { per: Measure::Power(Power(whose.0)), ..Self::of(Figure::Power, 1) },
    ["with a? combined remaining hp of?" (most: Number) "or less"] => Self::of(Figure::RemainingHp, most.0),
    ["with a total of" (most: Number) "or less remaining hp"] => Self::of(Figure::RemainingHp, most.0),
);

impl At {
    /// A choice of so many cards for each of something. `None` when all registers are taken.
    pub(crate) fn choice_per(&mut self, what: &Filter, per: Measure) -> Option<Choose> {
        let chosen = Chosen(what.clone(), Count::Exactly(1), None);
        let Choose(choice) = self.choice(Who::You, chosen, false)?;
        self.names.bind(choice.register, what, true);
        Some(Choose(Among { per, ..choice }))
    }

    /// A choice that forgets what was chosen before.
    fn again(&mut self, what: Chosen, may: bool) -> Option<Choose> {
        let chosen = !self.chosen().is_empty();
        self.played = false;
        let Chosen(what, count, combined) = what;
        self.names.bind(Register::It, &what, is_many(count));
        let by = Who::You;
        chosen.then_some(Choose(Among {
            by,
            what,
            count,
            may,
            register: Register::It,
            more: false,
            per: Measure::default(),
            combined,
            different: false,
            alike: false,
        }))
    }

    /// A choice, in the first register that is free. `None` when there is none.
    fn choice(&mut self, by: Who, what: Chosen, may: bool) -> Option<Choose> {
        // Each player's choice is a step of `EachPlayer`.
        let (register, whom) = self.free().filter(|_| by != Who::Each)?;
        Some(self.choice_as(by, what, may, register, whom))
    }

    /// A choice, in this register.
    fn choice_as(
        &mut self,
        by: Who,
        what: Chosen,
        may: bool,
        register: Register,
        whom: Whom,
    ) -> Choose {
        let Chosen(what, count, combined) = what;
        let many = is_many(count);
        self.chooser = None;
        self.played &= register != Register::It;
        if what.place == Place::Looked && register != Register::It {
            self.names.bind_chosen(register, many);
        } else {
            self.names.bind(register, &what, many);
        }
        self.sides.extend(what.side.map(|side| (whom.clone(), side)));
        self.topic = Some(whom);
        let (more, per) = (false, Measure::default());
        let different = false;
        Choose(Among {
            by,
            what,
            count,
            may,
            register,
            more,
            per,
            combined,
            different,
            alike: false,
        })
    }
}

/// Tells whether more than one card may be chosen.
const fn is_many(count: Count) -> bool {
    !matches!(count, Count::One | Count::Random | Count::Exactly(1) | Count::UpTo(1))
}
