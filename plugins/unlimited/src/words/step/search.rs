//! Searching a deck (CR 8.26).

use super::prelude::*;
use crate::cost::Payer;
use crate::legal::abilities::abilities;
use crate::words::measure::Number as Fixed;

/// The use that is made of the cards a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchThen {
    /// Reveal (unless any card would do) and draw them.
    Draw,
    /// Play each of them for free, one after another.
    PlayFree,
    /// Reveal them and set them aside, bound as `It`, for the steps that follow.
    SetAside,
    /// Discard them, bound as `It`.
    Discard,
    /// Put them among the resources, exhausted.
    Resource,
}

/// "Search the top N cards of your deck" (CR 8.26).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchStep {
    /// The player who searches their deck; you, when left out.
    #[serde(default = "you", skip_serializing_if = "Who::is_you")]
    pub by: Who,
    /// The number of cards from the top; the whole deck (then shuffled) when left out.
    #[serde(default)]
    pub top: Option<u8>,
    /// The measure that `top` is multiplied by; 1 when left out.
    #[serde(default, skip_serializing_if = "Measure::is_one")]
    pub per: Measure,
    /// The cards that may be chosen; any when left out.
    #[serde(default)]
    pub what: Filter,
    /// The most cards that may be chosen; 1 when left out.
    #[serde(default = "one")]
    pub up_to: u8,
    /// Their combined cost at most.
    #[serde(default)]
    pub combined_cost: Option<u8>,
    /// The use that is made of the chosen cards.
    pub then: SearchThen,
}

/// Search your deck, or the top of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Search(pub SearchStep);

impl SearchStep {
    /// A search for one card that you make.
    pub(crate) fn of(top: Top, what: Filter, then: SearchThen) -> Self {
        let (by, per, combined_cost) = (Who::You, Measure::default(), None);
        Self { by, top: top.0, per, what, up_to: 1, combined_cost, then }
    }

    /// The cards that this player looks at, the topmost first: twice as many for each ability that says
    /// so.
    pub(crate) fn seen<'s>(
        &self,
        scene: &'s Scene,
        seat: Seat,
        cx: &Context,
    ) -> impl Iterator<Item = Slot> + use<'s> {
        let deck = &scene.board.players[usize::from(seat)].deck;
        let number = self.cards(scene, cx).map_or(usize::MAX, |cards| {
            let times = scene.double_searches(seat).min(8);
            cards << times
        });
        deck.iter().rev().copied().take(number)
    }

    /// The number of cards that the text says; `None` for the whole deck.
    fn cards(&self, scene: &Scene, cx: &Context) -> Option<usize> {
        let times = || usize::try_from(scene.measure(&self.per, cx)).unwrap_or(0);
        self.top.map(|top| usize::from(top) * times())
    }
}

impl Word for Search {
    fn check(&self, check: &mut Check<'_>, scope: &mut Scope, path: &Path) {
        let Self(search) = self;
        check.filter_in(&search.what, *scope, &path.to("what"));
        check.who(search.by, *scope, &path.to("by"));
        let drawn = search.by == Who::You || search.then == SearchThen::Draw;
        let one = search.by != Who::Each && drawn;
        check.expect(one, &path.to("by"), "expected one player, who draws the cards");
        check.expect(search.top != Some(0), &path.to("top"), "expected a number above 0");
        search.per.word().check(check, *scope, &path.to("per"));
        let counted = search.per.is_one() || search.top.is_some();
        check.expect(counted, &path.to("per"), "expected `top` beside it");
        check.above_0(search.up_to, path, "up_to");
        scope.bind(Register::It);
    }

    fn text(&self, names: &mut Names) -> String {
        let Self(search) = self;
        let deck = if search.by == Who::You { "your deck" } else { "their deck" };
        let each = for_each(&search.per, names);
        let top = match search.top {
            None => deck.to_owned(),
            Some(1) if search.per.is_one() => format!("the top card of {deck}"),
            Some(top) => format!("the top {top} cards of {deck}{each}"),
        };
        let what = Description::new(&search.what, names).of_cards().without_place();
        let (what, them) = match search.up_to {
            1 => (what.one(), "it"),
            u8::MAX => (format!("any number of {}", what.many()), "them"),
            number => (format!("up to {number} {}", what.many()), "them"),
        };
        let combined = match search.combined_cost {
            Some(cost) => format!(" with a combined cost of {cost} or less"),
            None => String::new(),
        };
        let then = match search.then {
            SearchThen::Draw if search.by != Who::You => format!("draws {them}"),
            SearchThen::Draw => format!("draw {them}"),
            SearchThen::PlayFree => format!("play {them} for free"),
            SearchThen::SetAside => format!("set {them} aside"),
            SearchThen::Discard => format!("discard {them}"),
            SearchThen::Resource => format!("put {them} among your resources"),
        };
        names.bind_cards(search.up_to > 1);
        let looks = names.does(search.by, "look", "looks");
        format!("{looks} through {top} for {what}{combined} and {then}")
    }

    fn is_told(&self) -> bool {
        self.0.by == Who::You
    }

    said!(at:
        [(_verb: Look) (top: Top) "for" (what: OneCard) (then: Then)] if !at.own || !what.0.speaks_of(&[Whom::It, Whom::Other]) => {
            at.find(false);
            Self(SearchStep::of(top, what.0, then.0))
        },
        [(_verb: Look) (top: Top) "for up to" (number: Number) (what: ManyCards) (combined: Combined) (then: Then)] => { at.find(true); Self(SearchStep {
            up_to: number.0, combined_cost: combined.0, ..SearchStep::of(top, what.0, then.0)
        }) },
        [(_verb: Look) (top: Top) "for any number of" (what: ManyCards) (combined: Combined) (then: Then)] => { at.find(true); Self(SearchStep {
            up_to: u8::MAX, combined_cost: combined.0, ..SearchStep::of(top, what.0, then.0)
        }) },
        [(who: Player) "looks through the top" (top: Number) "cards of their deck" (per: ForEach) "for" (what: OneCard) "and draws it"] if at.own && who.0 != Who::Each => {
            at.find(false);
            Self(SearchStep { by: who.0, per: per.0, ..SearchStep::of(Top(Some(top.0)), what.0, SearchThen::Draw) })
        },
        [(who: Player) "searches twice that many cards from the top of their deck for" (what: OneCard) ",? reveals it ,? and draws it"] if !at.own && who.0 != Who::Each => {
            at.find(false);
            Self(SearchStep { by: who.0, per: Fixed.into(), ..SearchStep::of(Top(Some(2)), what.0, SearchThen::Draw) })
        },
    );
}

impl Search {
    /// Does with the chosen cards, and with the others, what it says.
    fn end(&self, run: &mut Run<'_>) {
        let Self(search) = self;
        let seat = run.seat;
        let chosen: Refs = run.locals.bound(Register::Other).collect();
        run.locals.forget(Register::Other);
        let shown = search.what != Filter::default();
        for &card in &chosen {
            match search.then {
                SearchThen::Draw => {
                    if shown {
                        run.propose(Proposal::new(Verb::Reveal, card, seat));
                    }
                    run.propose(Proposal::new(Verb::Draw, card, seat));
                    run.bind(Register::It, card.next());
                }
                SearchThen::SetAside => {
                    run.propose(Proposal::new(Verb::Reveal, card, seat));
                    run.propose(Proposal::new(Verb::SetAside, card, seat));
                    run.bind(Register::It, card.next());
                }
                SearchThen::Discard => {
                    run.propose(Proposal::new(Verb::Discard, card, seat));
                    run.bind(Register::It, card.next());
                }
                SearchThen::Resource => {
                    let resource = Proposal::new(Verb::ToResources, card, seat);
                    run.propose(resource.number(Proposal::SEARCHED));
                    run.bind(Register::It, card.next());
                }
                SearchThen::PlayFree => {
                    run.propose(Proposal::new(Verb::SetAside, card, seat));
                    run.bind(Register::Other, card.next());
                }
            }
        }
        match search.top {
            None => run.propose(Proposal::new(Verb::Shuffle, Ref::NONE, seat)),
            Some(_) => {
                let mut rest: Refs = search
                    .seen(&run.scene, seat, &run.cx())
                    .map(|slot| run.scene.reference(slot))
                    .filter(|card| !chosen.contains(card))
                    .collect();
                run.put_on_bottom(&mut rest);
            }
        }
    }

    /// Plays the cards that a search has found in the order they were chosen, each with all that
    /// triggers before the next (CR 7.1.7); what cannot be played goes to the bottom (CR 8.26.8).
    fn play_found(run: &mut Run<'_>) -> Flow {
        let Some(card) = run.locals.bound(Register::Other).next() else {
            run.locals.progress = Progress::Nothing;
            return Flow::Next;
        };
        let first = run.locals.bound.iter().position(|bound| bound.register() == Register::Other);
        run.locals.bound.remove(first.unwrap_or_default());
        let more = run.locals.bound(Register::Other).next().is_some();
        let is_unit = run.scene.printed(card.slot).kind() == Kind::Unit;
        let payer = Payer::new(run.scene, run.seat);
        let plays = |slot| is_unit && payer.can_play(slot, Payment::Free.into());
        if run.scene.is_current(card) && plays(card.slot) {
            run.bind(Register::It, card.next());
            run.nests();
            run.begin(run.play_frame(card.slot, Payment::Free.into(), None, more));
        } else {
            run.propose(Proposal::new(Verb::ToBottom, card, run.seat));
        }
        Flow::Again
    }
}

impl Search {
    /// Asks the player who searches, as though they resolved the ability: `Other` holds the cards that are
    /// chosen.
    fn asks_them(&self, run: &mut Run<'_>) -> Flow {
        let mut left = match run.locals.progress {
            Progress::PlaysFound => return Self::play_found(run),
            Progress::Picks { left } => left,
            _ => {
                run.locals.forget(Register::It);
                run.locals.forget(Register::Other);
                self.0.up_to
            }
        };
        match run.answer.take() {
            Some(Choice::Card(slot)) => {
                run.bind(Register::Other, run.scene.reference(slot));
                left = left.saturating_sub(1);
            }
            Some(_) => left = 0,
            None => {}
        }
        if left > 0 && !run.scene.board.players[usize::from(run.seat)].deck.is_empty() {
            run.locals.progress = Progress::Picks { left };
            return run.ask(run.seat, Prompt::Step);
        }
        self.end(run);
        if self.0.then == SearchThen::PlayFree {
            run.locals.progress = Progress::PlaysFound;
            run.locals.did = false;
            return Flow::Again;
        }
        run.locals.progress = Progress::Nothing;
        Flow::Then
    }
}

impl Question for Search {
    fn asks(&self, run: &mut Run<'_>) -> Flow {
        run.acting(self.0.by, |run| self.asks_them(run))
    }

    fn options(&self, offer: &Offer<'_>, locals: &Resolving, out: &mut Vec<Choice>) {
        let (scene, Self(search)) = (&offer.scene, self);
        let cost = |slot: Slot| scene.printed(slot).definition.cost;
        let chosen = |slot: Slot| locals.bound(Register::Other).any(|c| c.slot == slot);
        let spent = locals.bound(Register::Other).map(|c| cost(c.slot));
        let spent = spent.fold(0, u8::saturating_add);
        let room = search.combined_cost.map(|most| most.saturating_sub(spent));
        let fits = |slot: &Slot| {
            !chosen(*slot)
                && room.is_none_or(|room| cost(*slot) <= room)
                && scene.fits_card(&search.what, *slot, &offer.cx())
        };
        let (seat, cx) = (offer.seat, offer.cx());
        let found = search.seen(scene, seat, &cx).filter(fits);
        out.extend(found.map(Choice::Card));
        out.push(Choice::Done);
    }

    /// A card that a search may take (CR 8.26).
    fn judge(&self, offer: &Offer<'_>, answer: Choice) -> Result<(), Refusal> {
        let (scene, Self(search)) = (&offer.scene, self);
        let slot = match answer {
            Choice::Card(slot) => slot,
            Choice::Done => return Ok(()),
            _ => return Err(Refusal::NotAsked),
        };
        let deck = &scene.board.players[usize::from(offer.seat)].deck;
        let own = (0..scene.board.slots).filter(|&unit| {
            let card = scene.card(unit);
            card.zone.is_arena() && card.controller == offer.seat
        });
        let of = |unit: Slot| {
            let gained =
                scene.stats(unit).gained.iter().map(|id| &scene.catalogue.ability(*id).ability);
            let printed = abilities(offer, unit).into_iter().flatten();
            printed.chain(gained).filter(|ability| **ability == Ability::DoubleSearch).count()
        };
        let times = 1 << own.map(of).sum::<usize>().min(8);
        let each = scene.measure(&search.per, &Context::in_frame(offer.frame)).max(0);
        let top = search.top.map_or(usize::MAX, |top| usize::from(top) * each as usize * times);
        let seen = deck.len().min(top);
        when(deck[deck.len() - seen..].contains(&slot), Refusal::NotThere)?;
        when(!is_bound(offer, Register::Other, slot), Refusal::AlreadyChosen)?;
        let cx = Context::in_frame(offer.frame);
        when(scene.fits_card(&search.what, slot, &cx), Refusal::DoesNotFit)?;
        let printed = |slot: Slot| i16::from(scene.printed(slot).definition.cost);
        let before = offer.frame.locals.bound(Register::Other);
        let before: i16 = before.map(|card| printed(card.slot)).sum();
        let most = search.combined_cost.map_or(i16::MAX, i16::from);
        let all = before + printed(slot);
        when(all <= most, Refusal::Combined { all, most })
    }

    fn bounds(&self, progress: Progress, cards: usize) -> (usize, usize) {
        let left = usize::from(progress.left()).min(cards);
        (left, left)
    }
}

impl At {
    /// Notes that cards are found, as `It`.
    fn find(&mut self, many: bool) {
        self.names.bind_cards(many);
        self.topic = Some(Whom::It);
    }
}

/// The verb of a search: "search", "look through".
#[derive(Clone)]
struct Look;

said!(Look, at:
    ["search"] => Self,
    ["look through"] => Self,
);

/// The number of cards from the top of the deck; `None` for the whole deck.
#[derive(Clone)]
pub(crate) struct Top(pub(crate) Option<u8>);

said!(Top, at:
    ["your deck"] => Self(None),
    ["the top card of your deck"] => Self(Some(1)),
    ["the top" (number: Number) "cards of your deck"] => Self(Some(number.0)),
);

/// The use that is made of the cards found, at the end of a sentence.
#[derive(Clone)]
struct Then(SearchThen);

said!(Then, at:
    [",? and draw it|them"] => Self(SearchThen::Draw),
    [", reveal it|them ,? and draw it|them"] => Self(SearchThen::Draw),
    [",? and play it|them for free"] => Self(SearchThen::PlayFree),
    [",? and play each of them for free"] => Self(SearchThen::PlayFree),
    [",? and set it|them aside"] => Self(SearchThen::SetAside),
    [",? and discard it|them"] => Self(SearchThen::Discard),
    ["and put it|them among your resources"] => Self(SearchThen::Resource),
    ["and resource it|them"] => Self(SearchThen::Resource),
);

/// The limit to the combined cost of the cards, in resources; `None` without one.
#[derive(Clone)]
struct Combined(Option<u8>);

said!(Combined, at:
    [""] => Self(None),
    ["with a? combined cost of?" (cost: Number) "or less"] => Self(Some(cost.0)),
);
