//! Disclosing aspect icons (CR 8.38).

use super::prelude::*;
use crate::bits::Cards;
use crate::icons::IconCount;
use crate::reader::Icons;

/// You, or another player, may reveal any number of cards from your hand that have these icons among them; "if you do"
/// follows. Without them in your hand nothing is asked, and nothing revealed (CR 8.38.3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Disclose(
    pub Vec<Aspect>,
    /// The player who may; you, when left out.
    #[serde(default = "you", skip_serializing_if = "Who::is_you")]
    pub Who,
);

impl Disclose {
    /// Tells whether cards have all the icons among them.
    fn is_met(&self, scene: &Scene<'_>, cards: impl Iterator<Item = Slot>) -> bool {
        let icons = cards.map(|slot| scene.brief(slot).icons);
        let shown = icons.fold(IconCount::NONE, IconCount::with);
        IconCount::of(&self.0).beyond(shown).is_empty()
    }

    fn enough(&self, scene: &Scene<'_>, shown: &Cards) -> bool {
        self.is_met(scene, shown.iter().map(|slot| slot as Slot))
    }

    // Card by card: what is there can be disclosed in the end, so each may be revealed at once.
    fn asks_them(&self, run: &mut Run<'_>) -> Flow {
        let mut shown = shown(run.locals.progress);
        match run.answer.take() {
            Some(Choice::Card(slot)) => {
                shown.add(slot.into());
                run.locals.progress = Progress::Discloses { shown };
                let card = run.scene.reference(slot);
                // All of them are revealed as one.
                let further = u16::from(shown.iter().count() > 1);
                run.propose(Proposal::new(Verb::Reveal, card, run.seat).number(further));
                return Flow::Again;
            }
            None if run.locals.progress == Progress::Nothing => {
                if !self.is_met(&run.scene, hand(&run.scene, run.seat)) {
                    run.locals.did = false;
                    return Flow::Next;
                }
                return run.ask(run.seat, Prompt::Step);
            }
            None if hand(&run.scene, run.seat).any(|slot| !shown.has(slot.into())) => {
                return run.ask(run.seat, Prompt::Step);
            }
            _ => {}
        }
        run.locals.did = self.enough(&run.scene, &shown);
        run.locals.progress = Progress::Nothing;
        Flow::Next
    }
}

fn hand<'s>(scene: &Scene<'s>, seat: Seat) -> impl Iterator<Item = Slot> + use<'s> {
    scene.board.players[usize::from(seat)].hand.iter().copied()
}

fn shown(progress: Progress) -> Cards {
    match progress {
        Progress::Discloses { shown } => shown,
        _ => Cards::NONE,
    }
}

impl Word for Disclose {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        check.who(self.1, *scope, path);
        check.expect(self.1 != Who::Each, path, "expected one player");
        check.expect(!self.0.is_empty(), path, "expected an aspect");
    }

    fn text(&self, names: &mut Names) -> String {
        let icons: Vec<_> = self.0.iter().map(|icon| format!("{icon:?}")).collect();
        format!("{} may disclose {}", names.player(self.1), join(&icons, "and"))
    }

    fn is_told(&self) -> bool {
        self.1 == Who::You
    }

    said!(at:
        ["you may disclose" (icons: Icons)] => Self(icons.0, Who::You),
        [(who: Player) "may disclose" (icons: Icons)] => Self(icons.0, who.0),
    );
}

impl Question for Disclose {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        run.acting(self.1, |run| self.asks_them(run))
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let shown = shown(locals.progress);
        let hand = hand(&offer.scene, offer.seat).filter(|slot| !shown.has((*slot).into()));
        out.extend(hand.map(Choice::Card));
        if shown.is_empty() {
            out.push(Choice::Decline);
        } else if self.enough(&offer.scene, &shown) {
            // More than is asked for may be revealed (CR 8.38.2).
            out.push(Choice::Done);
        }
    }

    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let scene = &offer.scene;
        let shown = shown(offer.progress());
        match answer {
            Choice::Card(slot) => {
                let card = scene.card(slot);
                when(card.zone == Zone::Hand && card.owner == offer.seat, Refusal::NotThere)?;
                when(!shown.has(slot.into()), Refusal::AlreadyChosen)
            }
            Choice::Decline => when(shown.is_empty(), Refusal::Mandatory),
            Choice::Done => {
                let icons = |aspect: Aspect, icons: &[Aspect]| {
                    icons.iter().filter(|icon| **icon == aspect).count()
                };
                let has = |aspect: Aspect| -> usize {
                    let cards = (0..scene.board.slots).filter(|slot| shown.has((*slot).into()));
                    cards.map(|slot| icons(aspect, &scene.printed(slot).definition.aspects)).sum()
                };
                let all = self.0.iter().all(|&aspect| has(aspect) >= icons(aspect, &self.0));
                when(all && !shown.is_empty(), Refusal::Mandatory)
            }
            _ => Err(Refusal::NotAsked),
        }
    }
}
