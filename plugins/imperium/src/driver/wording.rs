//! The words that can be said of a table: what the writers of options and of the log make of its
//! cards.

use std::collections::BTreeSet;

use cardmill_harness::wording::Wording;
use cardmill_kernel::card::{Ref, Seat, Slot};
use cardmill_kernel::stack::{Frame, Stack};
use cardmill_kernel::window::Pick;

use crate::ability::Ability;
use crate::advance::{ability, procedure};
use crate::board::{Outcome, Phase, Pool};
use crate::choice::{Choice, Deal, Imperium, Prompt};
use crate::label;
use crate::log;
use crate::piece::{Piece, Place};
use crate::procedure::{Invasion, Locals};
use crate::program::Op;
use crate::proposal::Hits;
use crate::scene::Scene;
use crate::vocabulary::{Gain, Kind, Step, UnitType, Wormhole};

pub(super) fn wording(scene: &Scene, stack: &Stack<Imperium>) -> Wording {
    let board = scene.board;
    let mut labels: BTreeSet<String> = labels(scene);
    let candidates = stack.rounds().map_or(0, |rounds| rounds.candidates().len());
    let used = (0..candidates as u8).map(|n| Choice::Window(Pick::Ability(n)));
    labels.extend(used.map(|used| label::option(scene, stack, Prompt::Ability, used).label));
    // An ability that is not offered is asked for by its card, damaged or not.
    labels.extend(scene.slots().map(|slot| label::piece(scene, slot)));
    let labels: Vec<String> = labels.into_iter().collect();
    // Units have been, or will be, what the sheets and the upgrades print.
    let printed = scene.slots().map(|slot| scene.printed(slot).name.clone());
    let figures = UnitType::ALL.map(|unit| label::unit(unit).to_owned());
    let names = scene.slots().map(|slot| label::piece(scene, slot)).chain(printed).chain(figures);
    let names: BTreeSet<String> = names.collect();
    let players: Vec<String> = seats(scene).map(label::player).collect();
    let systems: Vec<String> = board.systems.iter().map(|system| system.name.clone()).collect();
    let planets: Vec<String> = board.planets.iter().map(|planet| planet.name.clone()).collect();
    let elected = [Kind::Agenda, Kind::Objective];
    let elected = scene.slots().filter(|&slot| elected.contains(&scene.printed(slot).kind));
    let elected: BTreeSet<String> = elected.map(|slot| label::piece(scene, slot)).collect();
    let outcomes = players.iter().chain(&planets).chain(&elected).cloned();
    let outcomes = outcomes.chain(["For".into(), "Against".into()]).collect();
    let others = [
        Place::Box,
        Place::Reinforcements,
        Place::Hand,
        Place::Area,
        Place::Stack,
        Place::Deck,
        Place::Discard,
        Place::Common,
    ];
    let others = others.map(|other| label::place(scene, other));
    let places = systems.iter().chain(&planets).chain(&others).cloned().collect();
    let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
    let hits = [
        Hits::SpaceCombat,
        Hits::SpaceCannon,
        Hits::Barrage,
        Hits::Ability,
        Hits::GroundCombat,
        Hits::CannonDefense,
        Hits::Bombardment,
    ];
    let goods = [Gain::TradeGoods, Gain::Commodities, Gain::Points];
    let phases = [Phase::Strategy, Phase::Action, Phase::Status, Phase::Agenda];
    let wormholes = [Wormhole::Alpha, Wormhole::Beta, Wormhole::Delta];
    let endings = seats(scene).map(Outcome::Win).filter_map(Outcome::told).collect();
    Wording {
        holes: vec![
            (&["ending"], endings),
            (&["card"], names.into_iter().collect()),
            (&["who", "other", "of"], players),
            (&["outcome"], outcomes),
            (&["system"], systems),
            (&["planet"], planets),
            (&["place"], places),
            (&["label"], labels.clone()),
            (&["unit"], texts(&UnitType::ALL.map(label::unit))),
            (&["technology"], technologies(scene).map(|(_, name)| name.clone()).collect()),
            (&["hits"], texts(&hits.map(log::hits))),
            (&["goods"], texts(&goods.map(|gain| log::goods(gain, true)))),
            (&["goods"], texts(&goods.map(|gain| log::goods(gain, false)))),
            (&["s"], texts(&[true, false].map(log::plural))),
            (&["phase"], texts(&phases.map(label::phase))),
            (&["pool"], texts(&Pool::ALL.map(label::pool))),
            (&["wormhole"], texts(&wormholes.map(label::wormhole))),
            (&["lasting"], lasting(scene)),
        ],
        labels,
        lines: log::forms(),
    }
}

fn seats(scene: &Scene) -> impl Iterator<Item = Seat> + use<> {
    0..scene.board.players.len() as Seat
}

/// The technologies there are, on the table or not.
fn technologies<'a>(scene: &Scene<'a>) -> impl Iterator<Item = (u16, &'a String)> + use<'a> {
    let all = scene.catalogue.definitions().iter().enumerate();
    let kinds = [Kind::Technology, Kind::Upgrade];
    let is =
        move |(_, card): &(usize, &'a crate::vocabulary::Definition)| kinds.contains(&card.kind);
    all.filter(is).map(|(n, card)| (n as u16, &card.name))
}

/// The lasting effects that cards on the table can have.
fn lasting(scene: &Scene) -> Vec<String> {
    let cards: BTreeSet<u16> = scene.slots().map(|slot| scene.piece(slot).definition).collect();
    let programs = cards.into_iter().flat_map(|card| scene.catalogue.abilities(card));
    let effects = programs.flat_map(|(program, _)| scene.catalogue.ops(program));
    let effects = effects.filter_map(|op| match op {
        Op::Do(Step::Lasting(effect, until) | Step::LastingOf(_, effect, until)) => {
            Some((*effect, *until))
        }
        _ => None,
    });
    let of_each =
        |(effect, until)| seats(scene).map(move |seat| label::lasting(seat, effect, until));
    effects.flat_map(of_each).collect()
}

/// An ability that asks at some instruction.
fn frame(program: u16, at: usize, source: Ref) -> Frame<Locals> {
    Frame { at: at as u16, ..ability(program, 0, source, Ability::default()) }
}

/// The labels that options can have, whatever is asked.
fn labels(scene: &Scene) -> BTreeSet<String> {
    // One piece stands for all that are alike.
    let mut pieces: Vec<Slot> = scene.slots().collect();
    let alike = |&slot: &Slot| {
        let Piece { place, damaged, owner, holder, .. } = *scene.piece(slot);
        let whose = (owner != holder).then_some(owner);
        let at = place.is_board().then(|| label::place(scene, place));
        (label::piece(scene, slot), damaged, whose, at)
    };
    pieces.sort_by_cached_key(alike);
    pieces.dedup_by_key(|slot| alike(slot));
    let figures: Vec<Slot> =
        pieces.iter().copied().filter(|&s| scene.unit_type(s).is_some()).collect();
    let planets = 0..scene.board.planets.len() as u8;
    let systems = 0..scene.board.systems.len() as u8;

    let mut labels = BTreeSet::new();
    let mut stack = Stack::<Imperium>::default();
    let mut call = |asks: Option<Frame<Locals>>, prompt: Prompt, choice: Choice| {
        stack.clear();
        if let Some(frame) = asks {
            stack.push_frame(frame);
        }
        labels.insert(label::option(scene, &stack, prompt, choice).label);
    };
    let two = [Prompt::Step, Prompt::Accept];
    for prompt in [Prompt::Step, Prompt::Vote] {
        call(None, prompt, Choice::Window(Pick::Decline));
    }
    for prompt in two.into_iter().chain([Prompt::Retreat, Prompt::Commit]) {
        call(None, prompt, Choice::Yes);
        call(None, prompt, Choice::No);
    }
    for prompt in [Prompt::Step, Prompt::Offer] {
        call(None, prompt, Choice::Done);
    }
    for prompt in [Prompt::Pay, Prompt::Offer] {
        for given in [true, false] {
            call(None, prompt, Choice::TradeGood(given));
            call(None, prompt, Choice::Commodity(given));
        }
    }
    call(None, Prompt::Action, Choice::Pass);
    call(None, Prompt::Offer, Choice::AskNote);
    call(None, Prompt::Offer, Choice::AskCard);
    for deal in [Deal::Commodities, Deal::Evenly, Deal::Sell, Deal::Buy] {
        call(None, Prompt::Offer, Choice::Deal(deal));
    }
    for outcome in 0..2 {
        call(None, Prompt::Vote, Choice::Outcome(outcome));
    }
    for seat in seats(scene) {
        call(None, Prompt::Step, Choice::Player(seat));
        call(None, Prompt::Cannon, Choice::Player(seat));
        call(None, Prompt::Action, Choice::Trade(seat));
    }
    for from in Pool::ALL {
        call(None, Prompt::Pool, Choice::Pool(from));
        Pool::ALL.into_iter().for_each(|to| call(None, Prompt::Pool, Choice::Shift(from, to)));
    }
    UnitType::ALL.into_iter().for_each(|unit| call(None, Prompt::Produce, Choice::Unit(unit)));
    for (technology, _) in technologies(scene) {
        call(None, Prompt::Step, Choice::Technology(technology));
    }
    for system in systems {
        call(None, Prompt::Step, Choice::System(system));
        call(None, Prompt::Action, Choice::Activate(system));
    }
    for planet in planets.clone() {
        for prompt in [Prompt::Step, Prompt::Pay, Prompt::Bombard] {
            call(None, prompt, Choice::Planet(planet));
        }
        for &unit in &figures {
            let asks = procedure(0, Invasion::asking_about(scene.reference(unit)));
            call(Some(asks), Prompt::Bombard, Choice::Planet(planet));
            call(None, Prompt::Commit, Choice::Land(unit, planet));
        }
    }
    for &piece in &pieces {
        let one = [
            Prompt::Step,
            Prompt::Move,
            Prompt::Load,
            Prompt::Assign,
            Prompt::Limits,
            Prompt::Score,
        ];
        one.into_iter().for_each(|prompt| call(None, prompt, Choice::Piece(piece)));
        if scene.printed(piece).kind == Kind::Agenda {
            call(None, Prompt::Pay, Choice::Piece(piece));
        }
        call(None, Prompt::Move, Choice::First(piece));
        two.into_iter().for_each(|prompt| call(None, prompt, Choice::Note(piece)));
        for deal in [Deal::Swap, Deal::SellNote, Deal::BuyNote, Deal::SellCard].map(|of| of(piece))
        {
            call(None, Prompt::Offer, Choice::Deal(deal));
        }
        for choice in [Choice::Yes, Choice::Primary] {
            let asks = frame(0, 0, scene.reference(piece));
            call(Some(asks), Prompt::Secondary, choice);
        }
        for choice in [
            Choice::Sustain(piece),
            Choice::Strategic(piece),
            Choice::Component(piece, 0),
            Choice::Top(piece),
            Choice::Bottom(piece),
        ] {
            call(None, Prompt::Action, choice);
        }
        for (program, _) in scene.catalogue.abilities(scene.piece(piece).definition) {
            for (at, op) in scene.catalogue.ops(program).iter().enumerate() {
                let Op::OneOf(options) = op else { continue };
                for n in 0..options.len() as u8 {
                    let asks = frame(program, at, scene.reference(piece));
                    call(Some(asks), Prompt::Step, Choice::Option(n));
                }
            }
        }
    }
    for &figure in &figures {
        for result in 1..=10 {
            labels.extend([true, false].map(|again| label::die(scene, figure, result, again)));
        }
    }
    labels
}
