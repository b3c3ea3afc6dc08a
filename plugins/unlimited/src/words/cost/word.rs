//! The questions that every part of a cost answers, and the parts' own phrases.

use cardmill_harness::library::Path;

use super::{Cost, costs, exhausts, pays, price};
use crate::advance::Run;
use crate::card::Zone;
use crate::legal::refusal::Refusal;
use crate::library::{Check, Scope};
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::UseAbility;
use crate::purse::Purse;
use crate::reader::{At, Reader, Readings};
use crate::text::names::Names;

/// A part of a cost: what it says.
pub(crate) trait Word {
    /// Reports what is wrong with it in a cost; enters what it binds.
    fn check(&self, cost: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path);

    /// The part as a clause: "exhaust". Binds what is chosen.
    fn text(&self, names: &mut Names) -> String;

    /// Its name in the list of what is printed on cards.
    fn listed(&self) -> String;

    /// The thing that a player gives up by paying it, as agents value it.
    fn loss(&self) -> Loss<'_>;

    /// Tells whether it can be paid, as far as this part goes.
    fn can(&self, bill: &Bill<'_>) -> bool;

    /// Judges by the rules whether it can be paid: the options are not asked.
    ///
    /// # Errors
    /// The reason that it cannot.
    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal>;

    /// Proposes what pays it.
    fn pay(&self, run: &mut Run<'_, UseAbility>, resources: Resourced);

    /// Everything that the words from here can mean as this one, each with the place after it.
    fn forms(reader: &Reader<'_>, from: &At) -> Readings<Self>
    where
        Self: Sized;
}

/// A part that is paid with cards of the player's choice.
pub(crate) trait Chosen: Word {
    /// The number of cards that are chosen to pay it, at least 1.
    fn count(&self) -> u8;

    /// Adds the cards that can be chosen.
    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>);

    /// Judges a card by the rules.
    ///
    /// # Errors
    /// The reason that it may not be chosen.
    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal>;
}

/// The thing that a player gives up by paying a part of a cost, as agents value it.
pub(crate) enum Loss<'c> {
    /// The attack that the card with the ability could make if it were not exhausted.
    Attack,
    /// Something that is worth so many resources.
    Resources(u8),
    /// Something that is worth so many cards.
    Cards(u8),
    /// The card with the ability.
    This,
    /// A card that fits.
    Card(&'c Filter),
}

/// The cost of an ability, as the one who is asked would pay it.
pub(crate) struct Bill<'b> {
    /// The player who is asked to pay, at their table.
    pub(crate) offer: &'b Offer<'b>,
    /// The words of the ability.
    pub(crate) cx: Context<'b>,
    /// All of the cost.
    pub(crate) cost: &'b [Cost],
    /// The card with the ability, if the cost exhausts it.
    pub(crate) exhausts: Option<Slot>,
}

impl<'b> Bill<'b> {
    pub(crate) fn new(offer: &'b Offer<'b>, cx: Context<'b>, cost: &'b [Cost]) -> Self {
        let exhausts = exhausts(cost).then_some(cx.source.slot);
        Self { offer, cx, cost, exhausts }
    }

    /// Tells whether the card with the ability is a unit or an upgrade in play.
    pub(super) fn is_in_play(&self) -> bool {
        let zone = self.offer.scene.card(self.cx.source.slot).zone;
        zone.is_arena() || zone == Zone::Attached
    }

    /// Tells whether so many resources can be paid without exhausting these cards.
    pub(super) fn reaches(&self, price: i16, but: &[Slot]) -> bool {
        Purse::for_costs(&self.offer.scene, self.offer.seat, but).reach() >= price
    }

    /// The same beside exhausting this unit, and the card with the ability if that is exhausted.
    pub(super) fn reaches_beside(&self, unit: Slot) -> bool {
        self.reaches(price(self.cost), &[unit, self.exhausts.unwrap_or(unit)])
    }

    /// The ready units that fit.
    pub(super) fn ready(&self, filter: &Filter) -> Refs {
        let mut found = Refs::new();
        self.offer.scene.candidates(filter, &self.cx, &mut found);
        found.retain(|unit| !self.offer.scene.card(unit.slot).is_exhausted());
        found
    }

    /// Tells whether there is a card that fits.
    pub(super) fn finds(&self, filter: &Filter) -> bool {
        let mut found = Refs::new();
        self.offer.scene.candidates(filter, &self.cx, &mut found);
        !found.is_empty()
    }

    /// Finds a card that fits, judged by the rules and not by the options.
    ///
    /// # Errors
    /// [`Refusal::NothingToPayWith`] where there is none.
    pub(super) fn judge_any(&self, filter: &Filter) -> Result<(), Refusal> {
        let scene = &self.offer.scene;
        let pays = |&other: &Slot| {
            filter.place.is(scene.card(other).zone) && scene.fits(filter, other, &self.cx)
        };
        (0..scene.board.slots).find(pays).map(drop).ok_or(Refusal::NothingToPayWith)
    }
}

/// The resources that are paid in the end, and how many Credit tokens stand for some of them.
pub(crate) type Resourced = (i16, u8);

costs! {
    /// The word of this variant, to be asked.
    pub(crate) fn word(&self) -> &dyn Word {
        |word| word,
        |word| word,
    }

    /// The number of cards of the player's choice that pay it; 0 if none is chosen.
    pub(crate) fn chosen(&self) -> u8 {
        |_| 0,
        |word| word.count(),
    }

    /// Tells whether it can be paid, as far as this part goes.
    pub(crate) fn can(&self, bill: &Bill<'_>) -> bool {
        |word| word.can(bill),
        |word| word.can(bill),
    }

    /// Adds the cards that can be chosen for it.
    pub(crate) fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        |_| {},
        |word| word.options(bill, out),
    }

    /// Judges by the rules whether a card may be chosen for it.
    ///
    /// # Errors
    /// The reason that it may not.
    pub(crate) fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        |_| Err(Refusal::NotAsked),
        |word| word.judge_card(bill, slot),
    }

    /// Proposes what pays it.
    pub(crate) fn pay(&self, run: &mut Run<'_, UseAbility>, resources: Resourced) {
        |word| word.pay(run, resources),
        |word| word.pay(run, resources),
    }
}

/// Reports what is wrong with what is chosen to pay a part, and binds it.
pub(super) fn check_choice(filter: &Filter, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
    check.filter_in(filter, *scope, path);
    scope.bind(Register::Third);
}

/// Reports what is wrong with a cost. Returns what is bound behind it.
pub(crate) fn check(cost: &[Cost], check: &mut Check<'_>, mut scope: Scope, path: &Path) -> Scope {
    let chosen = cost.iter().filter(|part| part.chosen() > 0);
    check.expect(chosen.count() < 2, path, "expected at most one part that is chosen");
    for (place, part) in cost.iter().enumerate() {
        let path = path.at(place);
        let before = &cost[..place];
        let again = before.contains(part) || pays(core::slice::from_ref(part)) && pays(before);
        check.expect(!again, &path, "expected each part of a cost once");
        part.word().check(cost, check, &mut scope, &path);
    }
    scope
}

/// A phrase that is the text of a part of a cost, and forms that mean the same.
macro_rules! phrase {
    ($phrase:tt $(, $($forms:tt)*)?) => {
        fn text(&self, names: &mut Names) -> String {
            $crate::reader::told!(self names true; $phrase)
        }

        $crate::reader::phrases!($phrase $(, $($forms)*)?);
    };
}

pub(crate) use phrase;
