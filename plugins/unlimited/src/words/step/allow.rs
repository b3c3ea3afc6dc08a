//! Letting players play cards from where they are.

use super::play::{Pays, pay_text};
use super::prelude::*;

/// For this phase, a player may play these cards from their owners' discard piles, as an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// The player who may play them; you, when left out. `OwnerOfIt` is the owner of each of the cards.
    #[serde(default = "you")]
    pub who: Who,
    /// The cards that may be played.
    pub cards: Whom,
    /// The price of playing each of them; its cost, when left out.
    #[serde(default)]
    pub pay: Payment,
    /// Weakness tokens that a unit is given as it is played so.
    #[serde(default, skip_serializing_if = "none")]
    pub weakness: u8,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
const fn none(tokens: &u8) -> bool {
    *tokens == 0
}

impl Word for Allow {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        if self.who != Who::OwnerOfIt {
            check.who(self.who, *scope, &path.to("who"));
        }
        check.expect(self.who != Who::Each, &path.to("who"), "expected one player");
        check.whom(&self.cards, *scope, &path.to("cards"));
    }

    fn text(&self, names: &mut Names) -> String {
        let given = match self.weakness {
            0 => String::new(),
            number => format!(" and give {} to it", counted(number, "Weakness token")),
        };
        let cards = names.whom(&self.cards);
        let (player, text) = match self.who {
            Who::OwnerOfIt => (cards.possessive("owner"), &cards.text),
            who => (names.player(who), &cards.text),
        };
        format!(
            "for this phase, {player} may play {text} from the discard pile{}{given}",
            pay_text(self.pay)
        )
    }

    fn is_told(&self) -> bool {
        false
    }

    said!(at:
        ["for this phase , you may play" (cards: Object) "from your|the discard pile" (pay: Pays)] => Self { who: Who::You, cards: cards.0, pay: pay.0, weakness: 0 },
        ["for this phase , you may play" (cards: Object) "from your|the discard pile" (pay: Pays) "and give" (weakness: Number) "weakness token|tokens to it"]
            => Self { who: Who::You, cards: cards.0, pay: pay.0, weakness: weakness.0 },
        ["for this phase , you may play" (cards: Object) "from their discard pile" (pay: Pays)] => Self { who: Who::You, cards: cards.0, pay: pay.0, weakness: 0 },
        ["for this phase ," (who: Player) "may play" (cards: Object) "from the discard pile" (pay: Pays)]
            if who.0 != Who::Each => Self { who: who.0, cards: cards.0, pay: pay.0, weakness: 0 },
        ["for this phase ," (owned: Object) "'s owner may play" (same: Object) "from their|the discard pile" (pay: Pays)]
            if owned.0 == same.0 => Self { who: Who::OwnerOfIt, cards: owned.0, pay: pay.0, weakness: 0 },
    );
}

impl Does for Allow {
    fn does(&self, run: &mut Run<'_>) {
        let mut cards = Refs::new();
        run.scene.whom(&self.cards, &run.cx(), &mut cards);
        for card in cards {
            let seat = match self.who {
                Who::OwnerOfIt => run.scene.card(card.slot).owner,
                who => run.scene.seat(who, &run.cx()),
            };
            let allow = Proposal::new(Verb::Allow(self.pay), run.scene.now(card), seat);
            run.propose(allow.by(run.source).number(self.weakness.into()));
        }
    }
}
