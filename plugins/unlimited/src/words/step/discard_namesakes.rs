//! Cards of a name being searched for and discarded.

use super::prelude::*;

/// Search the deck and hand of the player who controls a card, or did when it left play, for cards
/// of its name, and discard them; the deck is shuffled. Who searches a deck may find less than is there
/// (CR 8.26.1); what is in a hand its player knows, so that all of it is found (CR 1.17.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DiscardNamesakes(pub Whom);

/// The register of the cards that have been found so far.
const FOUND: Register = Register::Third;

/// The cards among which namesakes are looked for: a hand and, the topmost first, a deck.
pub fn searched<'s>(scene: &'s Scene, progress: Progress) -> impl Iterator<Item = Slot> + 's {
    let whose = match progress {
        Progress::Discards { hand, .. } => Some(&scene.board.players[usize::from(hand)]),
        _ => None,
    };
    whose.into_iter().flat_map(|player| player.hand.iter().chain(player.deck.iter().rev()).copied())
}

impl DiscardNamesakes {
    fn name<'s>(&self, scene: &Scene<'s>, cx: &Context) -> &'s str {
        &scene.known(&self.0, scene.first(&self.0, cx)).definition.name
    }
}

impl Word for DiscardNamesakes {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.whom(&self.0, *scope, path);
        check.expect(self.0 != Whom::Third, path, "expected another card than `Third`");
    }

    phrase!(["discard each card named like" (0: Object) "from its controller 's deck and hand"]);
}

impl Question for DiscardNamesakes {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        let Progress::Discards { hand: seat, .. } = run.locals.progress else {
            let card = run.scene.first(&self.0, &run.cx());
            if !card.is_some() {
                return Flow::Next;
            }
            let hand = run.scene.controller(card);
            run.locals.forget(FOUND);
            run.locals.progress = Progress::Discards { hand, left: u8::MAX };
            let scene = run.scene;
            let name = self.name(&scene, &run.cx());
            for &slot in &scene.board.players[usize::from(hand)].hand {
                if scene.printed(slot).definition.name == *name {
                    run.bind(FOUND, scene.reference(slot));
                }
            }
            run.show_hand(hand, Verb::Look);
            return Flow::Again;
        };
        match run.answer.take() {
            None => return run.ask(run.seat, Prompt::Step),
            Some(Choice::Card(slot)) => {
                run.bind(FOUND, run.scene.reference(slot));
                return run.ask(run.seat, Prompt::Step);
            }
            Some(_) => {}
        }
        run.locals.progress = Progress::Nothing;
        let found: Refs = run.locals.bound(FOUND).collect();
        run.locals.forget(FOUND);
        for card in found {
            run.propose(Proposal::new(Verb::Discard, card, run.seat));
        }
        run.propose(Proposal::new(Verb::Shuffle, Ref::NONE, seat));
        Flow::Then
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let scene = &offer.scene;
        let name = self.name(scene, &offer.cx());
        let found = |slot: Slot| locals.bound(FOUND).any(|card| card.slot == slot);
        let fits = |slot: &Slot| scene.printed(*slot).definition.name == *name && !found(*slot);
        out.extend(searched(scene, locals.progress).filter(fits).map(Choice::Card));
        out.push(Choice::Done);
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let slot = match answer {
            Choice::Card(slot) => slot,
            Choice::Done => return Ok(()),
            _ => return Err(Refusal::NotAsked),
        };
        let (scene, cx) = (&offer.scene, Context::in_frame(offer.frame));
        let whose = scene.controller(scene.first(&self.0, &cx));
        let card = scene.card(slot);
        let there = matches!(card.zone, Zone::Hand | Zone::Deck) && card.owner == whose;
        when(there, Refusal::NotThere)?;
        when(!is_bound(offer, FOUND, slot), Refusal::AlreadyChosen)?;
        let namesake = scene.printed(slot).definition.name == *self.name(scene, &cx);
        when(namesake, Refusal::DoesNotFit)
    }

    fn bounds(&self, _: Progress, cards: usize) -> (usize, usize) {
        (0, cards)
    }
}
