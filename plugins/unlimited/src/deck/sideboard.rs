//! Cards exchanged between the games of a match (CR 9.2.2C).
//!
//! The texts leave open how many cards are exchanged, and which is up to the player. This is a plain
//! rule that looks at the two lists alone. A card is *aimed* if its text harms cards of the other
//! player that fit a filter, and it *finds* those of their deck that fit as they are printed. An aimed
//! card that finds few is idle, and goes out for an aimed one that finds many, is of the same kind and
//! costs about as much; everything else stays, so that a deck remains what it is.

use core::cmp::Reverse;
use core::mem::discriminant;

use super::{Deck, Plan};
use crate::catalogue::Inner;
use crate::filter::bears;
use crate::prelude::*;
use crate::view::{Lean, Outlook, objects};
use crate::vocabulary::Keyworded;
use crate::words::grant::Grant;
use crate::words::measure::Measure;
use crate::words::step::{Choose, Divide, Lasting, Step};

/// An aimed card that finds fewer cards of a deck is idle against it. Of fifty cards a player sees some
/// twenty in a game.
const IDLE: usize = 6;

/// The most by which the costs of two cards that are exchanged can differ.
const APART: u8 = 2;

/// The rule in words.
pub(crate) const RULE: &str = "cards aimed at fewer than 6 cards of the other deck go out for those of \
                               the sideboard, alike in kind and cost, that are aimed at most; a deck \
                               that has a plan follows it";

/// A card that is aimed at cards of the other deck.
struct Aimed {
    /// Its place in the list.
    place: usize,
    /// Cards of the other deck that it finds.
    found: usize,
    kind: Kind,
    cost: u8,
}

impl Deck {
    /// Itself as it is played against another deck after the first game of a match: by its plan where it has
    /// one for that deck, otherwise idle cards exchanged for those of the sideboard that find the most. None
    /// where nothing is exchanged.
    #[must_use]
    pub fn sideboarded(&self, catalogue: &Catalogue, against: &Self) -> Option<Self> {
        if let Some(Plan { out, into, .. }) = self.plan(against) {
            return self.boarded(out, into).filter(|deck| deck != self);
        }
        let mut idle = aimed(&self.cards, catalogue, against);
        idle.retain(|card| card.found < IDLE);
        idle.sort_by_key(|card| card.found);
        let mut better = aimed(&self.sideboard, catalogue, against);
        better.retain(|card| card.found >= IDLE);
        better.sort_by_key(|card| Reverse(card.found));
        let mut deck = self.clone();
        for out in idle {
            let is_alike =
                |card: &Aimed| card.kind == out.kind && card.cost.abs_diff(out.cost) <= APART;
            if let Some(at) = better.iter().position(is_alike) {
                let place = better.remove(at).place;
                core::mem::swap(&mut deck.cards[out.place], &mut deck.sideboard[place]);
            }
        }
        (deck != *self).then_some(deck)
    }
}

/// The cards of a list that are aimed, in its order, and what they find of a deck.
fn aimed(cards: &[u16], catalogue: &Catalogue, against: &Deck) -> Vec<Aimed> {
    let aimed = |(place, &card): (usize, &u16)| {
        let aims = aims(catalogue, card);
        let fits = |other: &&u16| aims.iter().any(|aim| could_be(aim, catalogue.card(**other)));
        let found = || against.cards.iter().filter(fits).count();
        let Definition { kind, cost, .. } = catalogue.card(card).definition;
        (!aims.is_empty()).then(|| Aimed { place, found: found(), kind, cost })
    };
    cards.iter().enumerate().filter_map(aimed).collect()
}

/// The cards of the other player that a card harms; none where it does as much to what no deck says, to a
/// base, a token or whoever defends.
fn aims(catalogue: &Inner, card: u16) -> Vec<&Filter> {
    let Printed { front, upgrade, .. } = catalogue.card(card);
    let mut aims = Vec::new();
    for face in [front, upgrade] {
        let abilities = [&face.triggered, &face.actions, &face.constants]
            .into_iter()
            .flatten()
            .chain(&face.event);
        for &id in abilities {
            let compiled = catalogue.ability(id);
            if let Ability::Constant { on: Whom::Each(what), grant, .. } = &compiled.ability
                && weakens(grant)
            {
                aims.push(what);
            }
            text(catalogue.program(compiled.program), &mut aims);
        }
    }
    aims.retain(|aim| is_theirs(aim));
    if aims.iter().any(|aim| is_open(aim)) {
        aims.clear();
    }
    aims
}

/// Adds the cards that a text harms.
fn text<'c>(ops: &'c [Op], aims: &mut Vec<&'c Filter>) {
    for (at, op) in ops.iter().enumerate() {
        match op.step() {
            Some(Step::Choose(Choose(choice))) => {
                let again = |op: &&Op| match op.step() {
                    Some(Step::Choose(Choose(other))) => other.register == choice.register,
                    _ => false,
                };
                let bound = |whom: &Whom| whom.register() == Some(choice.register);
                let mut rest = ops[at + 1..].iter().take_while(|op| !again(op));
                if rest.any(|op| harms(op) && objects(op).iter().any(bound)) {
                    aims.push(&choice.what);
                }
            }
            Some(Step::Divide(Divide { among, .. })) => aims.push(among),
            _ if harms(op) => aims.extend(objects(op).iter().filter_map(|whom| match whom {
                Whom::Each(what) => Some(what),
                _ => None,
            })),
            _ => {}
        }
    }
}

/// Returns `true` for an instruction that does harm to the cards that it names.
fn harms(op: &Op) -> bool {
    match op.step() {
        Some(Step::Lasting(Lasting { grant, .. })) => weakens(grant),
        step => matches!(
            step,
            Some(
                Step::Damage(_)
                    | Step::Defeat(_)
                    | Step::Capture(_)
                    | Step::Exhaust(_)
                    | Step::ToHand(_)
                    | Step::ToBottom(_)
                    | Step::ToTop(_)
                    | Step::TakeControl(_)
                    | Step::DiscardCards(_)
            )
        ),
    }
}

/// Returns `true` for grants by which cards are worse off.
fn weakens(grants: &[Grant]) -> bool {
    let mut outlook = Outlook::default();
    let once = |amount: i16, _: &Measure| amount;
    grants.iter().for_each(|grant| grant.word().outlook(&once, &mut outlook));
    outlook.lean() == Lean::Harm
}

/// Returns `true` if it can be the other player's cards, which are seen or not.
fn is_theirs(aim: &Filter) -> bool {
    match aim.place {
        Place::Play => aim.side != Some(Who::You),
        Place::Hand | Place::Discard => aim.side == Some(Who::Opponent),
        _ => false,
    }
}

/// Returns `true` for a filter whose cards cannot be told from a list of cards.
fn is_open(aim: &Filter) -> bool {
    let base = aim.asks().is(KindSet::Base.into(), aim.place != Place::Play);
    base || aim.token == Some(true)
        || aim.or_defender
        || aim.or.as_ref().is_some_and(|or| is_open(or))
}

/// Returns `true` for a card of a deck that could come to fit a filter, by what is printed on it:
/// how else it will stand nobody knows.
fn could_be(filter: &Filter, printed: &Printed) -> bool {
    let card = &printed.definition;
    let is_there = || match filter.arena {
        Some(ArenaOf::In(arena)) => card.kind != Kind::Unit || card.arena == arena,
        _ => true,
    };
    let is_keyworded = || match filter.keyword {
        Some(Keyworded::Of(keyword)) => {
            card.keywords.iter().any(|own| discriminant(own) == discriminant(&keyword))
        }
        _ => true,
    };
    filter.asks().is(card.kind.into(), filter.place != Place::Play)
        && filter.leader != Some(true)
        && bears(filter, printed, &card.name, || card.unique, printed.aspects, card.traits)
        && is_there()
        && is_keyworded()
        && filter.min_power.is_none_or(|least| card.power >= least)
        && filter.max_power.is_none_or(|most| card.power <= most)
        && filter.min_remaining_hp.is_none_or(|least| card.hp >= least)
        && filter.max_remaining_hp.is_none_or(|most| card.hp <= most)
        || filter.or.as_ref().is_some_and(|other| could_be(other, printed))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cardmill_harness::driver::Driver;
    use cardmill_harness::notation;
    use serde_json::Value;

    use super::*;
    use crate::driver::Tabletop;
    use crate::library::default_dir;

    fn catalogue() -> Catalogue {
        Tabletop::load(default_dir()).unwrap()
    }

    /// A deck of these cards, each so often, and such a sideboard.
    fn deck(catalogue: &Catalogue, cards: &[(&str, usize)], sideboard: &[(&str, usize)]) -> Deck {
        let list = |cards: &[(&str, usize)]| {
            let copies = |&(id, count): &(&str, usize)| {
                core::iter::repeat_n(catalogue.find(id).unwrap(), count)
            };
            cards.iter().flat_map(copies).collect()
        };
        let find = |id| catalogue.find(id).unwrap();
        Deck {
            name: String::new(),
            leader: find("SOR_010"),
            base: find("SOR_026"),
            cards: list(cards),
            sideboard: list(sideboard),
            ..Deck::default()
        }
    }

    /// Battlefield Marine, a unit without text on the ground; Alliance X-Wing, one in space; Academy
    /// Training, an upgrade.
    const MARINE: &str = "SOR_095";
    const WING: &str = "SOR_237";
    const TRAINING: &str = "SOR_120";
    /// Defeats an upgrade; deals damage to a unit.
    const CONFISCATE: &str = "SOR_251";
    const OPEN_FIRE: &str = "SOR_172";

    #[test]
    fn idle_cards_go_out_for_such_as_find_something() {
        let catalogue = catalogue();
        let own = deck(
            &catalogue,
            &[(CONFISCATE, 1), (MARINE, 3), (CONFISCATE, 2)],
            &[(WING, 1), (OPEN_FIRE, 2)],
        );
        let units = deck(&catalogue, &[(MARINE, 40), (TRAINING, 5)], &[]);
        let after = deck(
            &catalogue,
            &[(OPEN_FIRE, 1), (MARINE, 3), (OPEN_FIRE, 1), (CONFISCATE, 1)],
            &[(WING, 1), (CONFISCATE, 2)],
        );
        assert_eq!(own.sideboarded(&catalogue, &units), Some(after));
        // Six upgrades are enough for it; against nothing but upgrades nothing else is better.
        let upgrades = deck(&catalogue, &[(MARINE, 40), (TRAINING, 6)], &[]);
        assert_eq!(own.sideboarded(&catalogue, &upgrades), None);
        let few = deck(&catalogue, &[(MARINE, 5), (TRAINING, 5)], &[]);
        assert_eq!(own.sideboarded(&catalogue, &few), None);
        // A plan goes before the rule, also one by which nothing is exchanged.
        let find = |id: &str| catalogue.find(id).unwrap();
        let plan = |cards: [&str; 2], copies: usize| {
            let [out, into] = cards.map(|id| vec![find(id); copies]);
            Plan { against: units.name.clone(), out, into }
        };
        let marines = Deck { plans: vec![plan([MARINE, WING], 1)], ..own.clone() };
        let after = marines.sideboarded(&catalogue, &units).expect("it has a plan");
        assert_eq!((after.cards[1], after.sideboard[0]), (find(WING), find(MARINE)));
        let other = Deck { name: "Other".to_owned(), ..units.clone() };
        let by_rule = own.sideboarded(&catalogue, &other).map(|deck| deck.cards);
        assert_eq!(marines.sideboarded(&catalogue, &other).map(|deck| deck.cards), by_rule);
        let nothing = Deck { plans: vec![plan([MARINE, WING], 0)], ..own.clone() };
        assert_eq!(nothing.sideboarded(&catalogue, &units), None);
        let none = Deck { sideboard: Vec::new(), ..own };
        assert_eq!(none.sideboarded(&catalogue, &units), None);
    }

    #[test]
    fn decks_that_people_played_stay_legal() {
        let catalogue = catalogue();
        let text = std::fs::read_to_string(default_dir().join("unlimited/played/sec.json"));
        let table: Value = serde_json::from_str(&text.unwrap()).unwrap();
        let lists = table["archetypes"].as_array().unwrap().iter().map(|one| &one["lists"][0]);
        let lists = lists.map(|list| {
            Deck::parse(list.as_str().unwrap(), Path::new("x"), catalogue.library()).unwrap()
        });
        let lists: Vec<Deck> = lists.collect();
        let all = |deck: &Deck| {
            let mut all = [&deck.cards[..], &deck.sideboard].concat();
            all.sort_unstable();
            (all, deck.cards.len(), deck.leader, deck.base)
        };
        let mut times = 0;
        for own in &lists {
            for after in lists.iter().filter_map(|other| own.sideboarded(&catalogue, other)) {
                times += 1;
                assert_ne!(after.cards, own.cards);
                assert_eq!(all(&after), all(own));
            }
        }
        // Neither never nor always.
        assert!((20..200).contains(&times), "{times} of {}", lists.len() * lists.len());
    }

    #[test]
    fn what_goes_out_is_like_what_comes_in() {
        let catalogue = catalogue();
        let units = deck(&catalogue, &[(MARINE, 50)], &[]);
        // A unit that defeats an upgrade, and an event that costs 4 more than the one in the deck.
        for (out, aside) in [("SOR_162", OPEN_FIRE), (CONFISCATE, "SOR_092")] {
            let own = deck(&catalogue, &[(out, 3)], &[(aside, 3)]);
            assert_eq!(aimed(&own.cards, &catalogue, &units)[0].found, 0, "{out}");
            assert_eq!(aimed(&own.sideboard, &catalogue, &units)[0].found, 50, "{aside}");
            assert_eq!(own.sideboarded(&catalogue, &units), None);
        }
    }

    #[test]
    fn aims_are_cards_of_the_other_player_that_come_to_harm() {
        let catalogue = catalogue();
        let aims = |id: &str| aims(&catalogue, catalogue.find(id).unwrap()).len();
        assert_eq!([CONFISCATE, OPEN_FIRE, MARINE, TRAINING].map(aims), [1, 1, 0, 0]);
        // Sabine Wren deals damage to the defender or a base, and who defends no list says.
        assert_eq!(aims("SOR_142"), 0);
    }

    #[test]
    fn cards_fit_as_they_are_printed() {
        let catalogue = catalogue();
        let cards = [MARINE, WING, TRAINING].map(|id| catalogue.card(catalogue.find(id).unwrap()));
        for (filter, fits) in [
            ("()", [true, true, false]),
            ("(arena: In(Space))", [false, true, false]),
            ("(is: [Upgrade])", [false, false, true]),
            ("(is: [Upgrade], or: (max_power: 2))", [false, true, true]),
            ("(min_power: 3)", [true, false, false]),
            ("(max_remaining_hp: 2)", [false, false, false]),
            ("(traits: [Trooper], exhausted: true)", [true, false, false]),
            ("(leader: true)", [false, false, false]),
            ("(place: Hand, max_cost: 2)", [true, true, true]),
        ] {
            let filter: Filter = notation::parse(filter).unwrap();
            assert_eq!(cards.map(|card| could_be(&filter, card)), fits, "{filter:?}");
        }
    }
}
