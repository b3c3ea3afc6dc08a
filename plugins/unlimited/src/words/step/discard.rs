//! Discarding cards from a hand.

use arrayvec::ArrayVec;
use cardmill_kernel::streams::{Purpose, below};

use super::prelude::*;

/// A player discards cards from hand; bound as `It`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Discard {
    /// The player from whose hand they are discarded.
    pub who: Who,
    /// The number of cards, or as many as there are.
    #[serde(default = "one")]
    pub count: u8,
    /// The player who picks them; the hand's owner when left out. Another player looks at the hand.
    #[serde(default)]
    pub by: Option<Who>,
    /// The cards that may be picked; any when left out.
    #[serde(default)]
    pub what: Filter,
    /// `true` for cards at random, which nobody picks.
    #[serde(default)]
    pub random: bool,
    /// The hand's owner, who picks them, reveals it first.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub revealed: bool,
}

impl Discard {
    /// Tells whether only the player who picks knows if anything fits: as with
    /// [`Among::is_hidden`], they may find less (CR 1.17.4). What another player picks, the owner
    /// of the hand sees.
    ///
    /// [`Among::is_hidden`]: super::choose::Among::is_hidden
    fn is_hidden(&self) -> bool {
        !self.revealed && self.by.is_none_or(|by| by == self.who) && self.what != Filter::default()
    }

    fn at_random(&self, run: &mut Run<'_>, seat: Seat) -> Flow {
        run.locals.forget(Register::It);
        let mut hand: ArrayVec<Slot, 96> = run.scene.board.players[usize::from(seat)]
            .hand
            .iter()
            .copied()
            .filter(|&slot| run.scene.fits_card(&self.what, slot, &run.cx()))
            .collect();
        for _ in 0..usize::from(self.count).min(hand.len()) {
            let n = run.streams.draw(Purpose::Effect(seat), |rng| below(rng, hand.len()));
            let card = run.scene.reference(hand.remove(n));
            run.bind(Register::It, card);
        }
        discard_bound(run, seat)
    }
}

/// Discards what `It` holds and remembers the cards as they are in the pile.
fn discard_bound(run: &mut Run<'_>, seat: Seat) -> Flow {
    let cards: Refs = run.locals.bound(Register::It).collect();
    run.locals.forget(Register::It);
    run.locals.number = cards.len() as i16;
    for card in cards {
        run.propose(Proposal::new(Verb::Discard, card, seat));
        run.bind(Register::It, card.next());
    }
    Flow::Then
}

impl Word for Discard {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.who, *scope, &path.to("who"));
        let one = self.who != Who::Each;
        check.expect(one, &path.to("who"), "expected one player: `EachPlayer` is for both");
        check.above_0(self.count, path, "count");
        if let Some(by) = self.by {
            check.who(by, *scope, &path.to("by"));
        }
        check.filter_in(&self.what, *scope, &path.to("what"));
        let picks = self.by.is_none() && !self.random;
        let expected = "expected cards that the hand's owner picks";
        check.expect(picks || !self.revealed, &path.to("revealed"), expected);
        scope.bind(Register::It);
    }

    fn text(&self, names: &mut Names) -> String {
        let Self { who, count, by, what, random, .. } = self;
        let owner = names.does(*who, "discard", "discards");
        let hand = if *who == Who::You { "your hand" } else { "their hand" };
        let picked = by.filter(|by| by != who);
        let looker = picked.map(|by| names.does(by, "look at", "looks at"));
        let reveals = self.revealed.then(|| names.does(*who, "reveal", "reveals"));
        let discards = if *by == Some(Who::You) { "discard" } else { "discards" };
        let whose = names.possessive(*who);
        let description = Description::new(what, names).of_cards().without_side().without_place();
        let described = match count {
            1 => description.one(),
            _ => format!("{count} {}", description.many()),
        };
        names.bind_cards(*count > 1);
        names.number = "card discarded";
        match looker {
            None if let Some(reveals) = reveals => {
                let discards = if *who == Who::You { "discard" } else { "discards" };
                format!("{reveals} {hand} and {discards} {described} from it")
            }
            Some(looks) => format!("{looks} {whose} hand and {discards} {described} from it"),
            None => {
                let random = if *random { " at random" } else { "" };
                format!("{owner} {described} from {hand}{random}")
            }
        }
    }

    fn is_told(&self) -> bool {
        self.by.unwrap_or(self.who) == Who::You
    }

    said!(at:
        ["discard" (what: Discarded) "from your hand"] => Self::of(Who::You, what, at),
        ["discard" (what: Discarded) "from your hand at random"] => Self { random: true, ..Self::of(Who::You, what, at) },
        [(who: Player) "discards" (what: Discarded) "from their hand"] if who.0 != Who::Each => Self::of(who.0, what, at),
        ["they discard" (what: Discarded) "from their hand"] if at.names.is_player() => Self::of(Who::ControllerOfIt, what, at),
        ["that player discards" (what: Discarded) "from their hand"] if at.names.is_player() => Self::of(Who::ControllerOfIt, what, at),
        [(who: Player) "discards" (what: Discarded) "from their hand at random"] => Self { random: true, ..Self::of(who.0, what, at) },
        [(who: Player) "discards a random card from their hand"] => Self { random: true, ..Self::of(who.0, Discarded(1, Filter::default()), at) },
        [(who: Player) "reveals their hand and discards" (what: Discarded) "from it"] if who.0 != Who::Each => Self { revealed: true, ..Self::of(who.0, what, at) },
        [(by: Player) "looks at your hand and discards" (what: Discarded) "from it"] if by.0 == Who::Opponent
            => Self { by: Some(by.0), ..Self::of(Who::You, what, at) },
        // What the hand's cards are held against is not forgotten (`It` is, before they are looked at).
        ["look at" (whose: Owner) "hand and discard" (what: Discarded) "from it"] if !at.own || !what.1.speaks_of(&[Whom::It]) => Self { by: Some(Who::You), ..Self::of(whose.0, what, at) },
    );
}

impl Question for Discard {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        // The step forgets `It`, which may say whose hand it is.
        let seat = match run.locals.progress {
            Progress::Discards { hand, .. } => hand,
            _ => run.scene.seat(self.who, &run.cx()),
        };
        if self.random {
            return self.at_random(run, seat);
        }
        let chooser = self.by.map_or(seat, |by| run.scene.seat(by, &run.cx()));
        let mut left = match run.locals.progress {
            Progress::Discards { left, .. } => left,
            _ => {
                run.locals.forget(Register::It);
                if chooser != run.seat {
                    run.locals.hide(Register::It);
                }
                run.locals.progress = Progress::Discards { hand: seat, left: self.count };
                if chooser != seat {
                    run.show_hand(seat, Verb::Look);
                } else if self.revealed {
                    run.show_hand(seat, Verb::Reveal);
                }
                if !run.out.proposals.is_empty() {
                    return Flow::Again;
                }
                self.count
            }
        };
        match run.answer.take() {
            Some(Choice::Card(slot)) => {
                run.bind(Register::It, run.scene.reference(slot));
                left -= 1;
            }
            Some(_) => left = 0,
            None => {}
        }
        if left > 0 {
            run.locals.progress = Progress::Discards { hand: seat, left };
            return run.ask(chooser, Prompt::Step);
        }
        run.locals.progress = Progress::Nothing;
        discard_bound(run, seat)
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let Progress::Discards { hand, .. } = locals.progress else { return };
        let hand = offer.scene.board.players[usize::from(hand)].hand.iter().copied();
        let bound = |slot| locals.bound(Register::It).any(|c| c.slot == slot);
        let fits =
            |slot: &Slot| !bound(*slot) && offer.scene.fits_card(&self.what, *slot, &offer.cx());
        out.extend(hand.filter(fits).map(Choice::Card));
        if self.is_hidden() && !out.is_empty() {
            out.push(Choice::Decline);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let slot = match answer {
            Choice::Card(slot) => slot,
            Choice::Decline => return decline(offer, Prompt::Step, self.is_hidden()),
            _ => return Err(Refusal::NotAsked),
        };
        let cx = Context::in_frame(offer.frame);
        let card = offer.scene.card(slot);
        // Who picks is the hand's owner, if nobody else is named.
        let whose = if self.by.is_some() { offer.scene.seat(self.who, &cx) } else { offer.seat };
        let there = card.zone == Zone::Hand && card.owner == whose;
        when(there, Refusal::NotThere)?;
        when(offer.scene.fits_card(&self.what, slot, &cx), Refusal::DoesNotFit)?;
        when(!is_bound(offer, Register::It, slot), Refusal::AlreadyChosen)
    }

    fn bounds(&self, progress: Progress, cards: usize) -> (usize, usize) {
        let left = usize::from(progress.left()).min(cards);
        (left, left)
    }
}

impl Discard {
    pub(super) fn of(who: Who, what: Discarded, at: &mut At) -> Self {
        let Discarded(count, what) = what;
        at.names.bind_cards(count > 1);
        at.names.number = "card discarded";
        at.topic = Some(Whom::It);
        Self { who, count, by: None, what, random: false, revealed: false }
    }
}

/// The number of cards that are discarded, and the filter that they fit.
#[derive(Clone)]
pub(super) struct Discarded(u8, Filter);

said!(Discarded, at:
    [(card: OneCard)] => Self(1, card.0),
    [(number: Number) (cards: ManyCards)] if number.0 > 1 => Self(number.0, cards.0),
);
