//! Discarding cards of the player's choice.

use super::prelude::*;
use crate::legal::in_hand;
use crate::procedure::DISCARDED;

/// Discard a card of your choice from your hand that fits, or so many; they are bound as `Third`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Discard(pub Filter, #[serde(default = "one", skip_serializing_if = "is_one")] pub u8);

impl Word for Discard {
    fn check(&self, _: &[Cost], check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let some = (1..=DISCARDED as u8).contains(&self.1);
        check.expect(some, path, "expected a number of cards, from 1 to 4");
        check_choice(&self.0, check, scope, path);
    }

    fn text(&self, names: &mut Names) -> String {
        let Self(filter, count) = self;
        let cards = Description::new(filter, names).of_cards().without_place();
        let cards = match count {
            1 => cards.one(),
            _ => format!("{count} {}", cards.many()),
        };
        names.bind_discarded(Register::Third, *count > 1);
        format!("discard {cards} from your hand")
    }

    fn listed(&self) -> String {
        "discard".to_owned()
    }

    fn loss(&self) -> Loss<'_> {
        Loss::Cards(self.1)
    }

    fn can(&self, bill: &Bill<'_>) -> bool {
        discards(bill, &self.0).count() >= usize::from(self.1)
    }

    fn judge(&self, bill: &Bill<'_>) -> Result<(), Refusal> {
        let scene = &bill.offer.scene;
        let pays = |&other: &Slot| {
            let card = scene.card(other);
            card.zone == Zone::Hand
                && card.owner == bill.offer.seat
                && scene.fits_card(&self.0, other, &bill.cx)
        };
        let cards = (0..scene.board.slots).filter(pays).count();
        when(cards >= usize::from(self.1), Refusal::NothingToPayWith)
    }

    fn pay(&self, run: &mut Run<'_, UseAbility>, _: Resourced) {
        for card in run.locals.paid {
            run.propose(Proposal::new(Verb::Discard, card, run.seat));
        }
    }

    said!(at:
        ["discard" (card: OneCard) "from your hand"] => {
            at.names.bind_discarded(Register::Third, false);
            Self(card.0, 1)
        },
        ["discard" (count: Number) (cards: ManyCards) "from your hand"] if count.0 > 1 => {
            at.names.bind_discarded(Register::Third, true);
            Self(cards.0, count.0)
        },
    );
}

impl Chosen for Discard {
    fn count(&self) -> u8 {
        self.1
    }

    fn options(&self, bill: &Bill<'_>, out: &mut Vec<Choice>) {
        out.extend(discards(bill, &self.0).map(Choice::Card));
    }

    fn judge_card(&self, bill: &Bill<'_>, slot: Slot) -> Result<(), Refusal> {
        in_hand(bill.offer, slot)?;
        let fits = bill.offer.scene.fits_card(&self.0, slot, &bill.cx);
        when(fits, Refusal::DoesNotFit)
    }
}

/// Cards of the hand of the one who is asked that fit.
fn discards<'b>(bill: &'b Bill<'_>, filter: &'b Filter) -> impl Iterator<Item = Slot> + 'b {
    let Offer { scene, seat, .. } = bill.offer;
    let hand = &scene.board.players[usize::from(*seat)].hand;
    hand.iter().copied().filter(move |&slot| scene.fits_card(filter, slot, &bill.cx))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_one(number: &u8) -> bool {
    *number == 1
}
