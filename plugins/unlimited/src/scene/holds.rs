//! Conditions and measures as they are now, and the history they ask about.

use cardmill_kernel::card::{Ref, Seat, Slot};

use super::{Context, Refs, Scene};
use crate::board::{Phase, Played};
use crate::card::{Marks, Permissions};
use crate::filter::fits_with;
use crate::icons::IconCount;
use crate::vocabulary::{AspectSet, Filter, Kind, Span, Who, Whom};
use crate::words::condition::Condition;
use crate::words::measure::Measure;

impl Scene<'_> {
    /// Tests the bases of that side; one that passes is enough.
    pub(crate) fn any_base(&self, whose: Who, cx: &Context, test: impl Fn(Slot) -> bool) -> bool {
        self.seats(whose, cx)
            .into_iter()
            .any(|seat| test(self.board.players[usize::from(seat)].base))
    }

    /// The number of units a player controls.
    #[must_use]
    pub fn units_of(&self, seat: Seat) -> usize {
        let units = self.board.play.iter().map(|&slot| self.card(slot));
        units.filter(|card| card.zone.is_arena() && card.controller == seat).count()
    }

    /// Tells whether a condition holds now.
    #[must_use]
    pub fn holds(&self, condition: &Condition, cx: &Context) -> bool {
        if self.board.players.are_many()
            && let Some(any) = self.of_any(cx, |cx| condition.holds(self, cx))
        {
            return any.contains(&true);
        }
        condition.holds(self, cx)
    }

    /// The number of cards a player played this phase that fit as printed; with `other`, without
    /// the asking card.
    pub(crate) fn played(&self, seat: Seat, what: &Filter, other: bool, cx: &Context) -> u8 {
        // An ability of a card that has left play is on its next incarnation.
        let is_itself = |card: Ref| {
            let left = || card.next() == cx.source && self.board.departure(card).is_some();
            card == cx.source || left()
        };
        let counts =
            |played: &&Played| self.played_as(played, what) && !(other && is_itself(played.card));
        let played = &self.board.players[usize::from(seat)].phase.played;
        played.this_phase().iter().filter(counts).count() as u8
    }

    /// The number of cards a player played, in this phase or round, that fit as printed.
    #[must_use]
    pub fn has_played(&self, seat: Seat, what: &Filter, span: Span) -> u8 {
        let played = &self.board.players[usize::from(seat)].phase.played;
        let cards = match span {
            Span::Phase => played.this_phase(),
            Span::Round => played.this_round(),
        };
        cards.iter().filter(|played| self.played_as(played, what)).count() as u8
    }

    /// The aspect icons that units in play provide for a player who pays costs.
    pub(crate) fn provided(&self, seat: Seat) -> IconCount {
        let provides = |slot: &Slot| self.stats(*slot).permissions.has(Permissions::PROVIDES);
        let units = self.units_under(seat).filter(provides);
        units.fold(IconCount::NONE, |icons, unit| {
            icons.with(IconCount::of(self.printed(unit).icons_of(self.card(unit))))
        })
    }

    /// Tests a card that was played, by its definition and by the kind it was played as.
    pub(crate) fn played_as(&self, played: &Played, what: &Filter) -> bool {
        let printed = self.catalogue.card(played.definition);
        fits_with(
            what,
            played.kinds(&printed.definition),
            printed,
            played.traits(&printed.definition),
        )
    }

    /// Returns `true` for a unit that was played, deployed or created this phase (CR 7.5.18A): a
    /// leader and a token come into play in no other way.
    #[must_use]
    pub fn is_new(&self, slot: Slot) -> bool {
        let card = self.card(slot);
        match self.owned(slot).kind() {
            Kind::Unit => {
                let cx = Context::of(card.controller, card.reference(slot));
                self.was_played(cx.source, Who::Each, &cx)
            }
            // The action phase comes first of a round.
            _ => card.marks.has(Marks::ENTERED) && self.board.phase == Phase::Action,
        }
    }

    /// Returns `true` if one of such players played just this card this phase.
    pub(super) fn was_played(&self, card: Ref, who: Who, cx: &Context) -> bool {
        let by = |seat: Seat| {
            let played = &self.board.players[usize::from(seat)].phase.played;
            played.this_phase().iter().any(|played| played.card == card)
        };
        self.seats(who, cx).into_iter().any(by)
    }

    /// Returns `true` if a unit attacked the base of one of such players this phase.
    pub(super) fn attacked_base(&self, card: Ref, whose: Who, cx: &Context) -> bool {
        let attacked = |seat: Seat| {
            let attackers = self.board.players.iter().flat_map(|player| &player.phase.attackers);
            attackers
                .into_iter()
                .any(|attacker| attacker.base && attacker.against == seat && attacker.card == card)
        };
        self.seats(whose, cx).into_iter().any(attacked)
    }

    /// The aspects of a card, on the side that is up.
    pub(crate) fn aspects_of(&self, slot: Slot) -> AspectSet {
        self.printed(slot).aspects_of(self.card(slot))
    }

    /// The different aspects of cards.
    pub(crate) fn aspects(&self, cards: &[Ref]) -> AspectSet {
        let of = |card: &Ref| match self.changed(*card) {
            Some(left) => self.catalogue.card(left.card.definition).aspects_of(&left.card),
            None => self.aspects_of(card.slot),
        };
        cards.iter().fold(AspectSet::default(), |set, card| set.with(of(card)))
    }

    /// The amount of a measure as the table stands.
    #[must_use]
    pub fn measure(&self, measure: &Measure, cx: &Context) -> i16 {
        if self.board.players.are_many()
            && let Some(all) = self.of_any(cx, |cx| measure.amount(self, cx))
        {
            return all.into_iter().max().unwrap_or_default();
        }
        measure.amount(self, cx)
    }

    /// All cards that a word means.
    pub(crate) fn named(&self, whom: &Whom, cx: &Context) -> Refs {
        let mut refs = Refs::new();
        self.whom(whom, cx, &mut refs);
        refs
    }
}
