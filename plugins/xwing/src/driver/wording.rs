//! Words that can be said of a table: all that options and log lines can make of its cards.

use std::collections::BTreeSet;

use cardmill_harness::wording::Wording;
use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::stack::Frame;
use cardmill_kernel::window::Waiting;

use crate::advance::frame;
use crate::board::Shot;
use crate::choice::{Act, Choice, Prompt};
use crate::label;
use crate::locals::Locals;
use crate::log;
use crate::options::Offer;
use crate::procedure::{Performance, Task};
use crate::program::{FIRST_ABILITY, Op};
use crate::scene::Scene;
use crate::shift::{self, BERTHS, HEADINGS, SPOTS, Shift, TURNS};
use crate::ship::SHIPS;
use crate::vocabulary::{
    Action, ActionSpec, Bearing, Difficulty, Face, Facing, Modifier, Phase, Step, Template, Token,
    Until,
};

/// The speed of the longest template.
const FASTEST: u8 = 5;

pub(super) fn wording(scene: &Scene) -> Wording {
    let ships: Vec<Slot> = (0..scene.board.ships).collect();
    let others = SHIPS as Slot..scene.board.slots.max(SHIPS as Slot);
    let cards: Vec<Slot> = ships.iter().copied().chain(others).collect();
    let abilities = cards.iter().flat_map(|&card| &scene.printed(card).abilities).copied();
    let abilities: BTreeSet<u16> = abilities.collect();
    let labels: Vec<String> = labels(scene, &ships, &cards, &abilities).into_iter().collect();
    let names: BTreeSet<String> = cards.iter().map(|&card| label::card(scene, card)).collect();
    let called = abilities.iter().map(|&ability| scene.catalogue.ability_name(ability)).collect();
    let maneuvers = ships.iter().flat_map(|&ship| scene.dial(ship));
    let maneuvers = maneuvers.map(|&maneuver| maneuver.to_string()).collect();
    let phases = [[Phase::Setup].as_slice(), &Phase::ALL].concat();
    let phases = phases.into_iter().map(|phase| label::phase(phase).to_owned()).collect();
    let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
    Wording {
        holes: vec![
            (&["ship", "other", "card", "at"], names.into_iter().collect()),
            (&["who"], texts(&[label::player(0), label::player(1)])),
            (&["label"], labels.clone()),
            (&["ability"], called),
            (&["maneuver"], maneuvers),
            (&["token"], texts(&Token::ALL.map(Token::name))),
            (&["action"], texts(&Action::ALL.map(Action::name))),
            (&["face"], texts(&Face::ALL.map(Face::name))),
            (&["shift"], shifts().map(|shift| shift.name().to_owned()).collect()),
            (&["obstacle"], outlines(scene)),
            (&["phase"], phases),
            (&["facing"], texts(&Facing::ALL.map(label::facing))),
            (&["modifier"], modifiers(scene, &ships, &abilities)),
            (&["until"], texts(&Until::ALL.map(label::until))),
            (&["template"], templates().map(|template| template.to_string()).collect()),
        ],
        labels,
        lines: log::forms(),
    }
}

/// Modifiers that can last on a ship: those that abilities name, and the initiative of any ship.
fn modifiers(scene: &Scene, ships: &[Slot], abilities: &BTreeSet<u16>) -> Vec<String> {
    let programs = abilities.iter().map(|&ability| FIRST_ABILITY + ability);
    let said = programs.flat_map(|program| scene.catalogue.program(program));
    let said = said.filter_map(|op| match op {
        Op::Do(Step::Lasting(_, modifier, _)) => Some(*modifier),
        _ => None,
    });
    let shared = ships.iter().map(|&ship| Modifier::Initiative(scene.stats(ship).initiative));
    said.chain(shared).map(label::modifier).collect()
}

/// The templates of all speeds and bearings that can be written.
fn templates() -> impl Iterator<Item = Template> {
    let of_speed = |speed| Bearing::all().map(move |bearing| Template { speed, bearing });
    (1..=FASTEST).flat_map(of_speed)
}

/// The moves there are that are no maneuvers.
fn shifts() -> impl Iterator<Item = Shift> {
    let all = Shift::BOOSTS.into_iter().chain(Shift::ROLLS);
    let all = all.chain(Shift::SLIDES).chain(Shift::TURNS).chain([Shift::About]);
    let all = all.chain(Shift::bank_rolls()).chain(Shift::TURN_BOOSTS.into_iter().flatten());
    all.chain(Shift::decloaks(false)).chain(Shift::decloaks(true))
}

/// The ids of all obstacles.
fn outlines(scene: &Scene) -> Vec<String> {
    scene.catalogue.facts().obstacles.iter().map(|outline| outline.id.clone()).collect()
}

/// The names of things on a mat: moves, and places of obstacles and ships.
fn called_on_mat(scene: &Scene) -> impl Iterator<Item = String> {
    let spots = (0..SPOTS).map(shift::spot_name).chain((0..TURNS).map(shift::turn_name));
    let berths = (0..BERTHS).map(shift::berth_name);
    let headings = (0..HEADINGS).map(|heading| shift::heading_name(heading).to_owned());
    let moves = shifts().map(|shift| shift.name().to_owned());
    spots.chain(berths).chain(headings).chain(moves).chain(outlines(scene))
}

/// The names that options can have, whatever is asked.
fn labels(
    scene: &Scene,
    ships: &[Slot],
    cards: &[Slot],
    abilities: &BTreeSet<u16>,
) -> BTreeSet<String> {
    let bar = |action| ActionSpec::of(action, Difficulty::White);
    let mut labels = BTreeSet::new();
    let mut call = |frame: &Frame<Locals>, prompt: Prompt, choice: Choice, list: &[Waiting]| {
        labels.insert(Offer { scene: *scene, seat: 0, frame }.label(prompt, choice, list));
    };
    let plain = Task::Round.frame(0, Slot::MAX);
    for prompt in [Prompt::Action, Prompt::Attack, Prompt::May] {
        call(&plain, prompt, Choice::Decline, &[]);
    }
    let ways = [Difficulty::White, Difficulty::Red, Difficulty::Purple];
    let acts = Action::ALL
        .into_iter()
        .flat_map(|action| ways.map(|difficulty| ActionSpec { difficulty, ..bar(action) }));
    let shots = ships.iter().flat_map(|&ship| {
        let at = |with| ships.iter().map(move |&at| Choice::Attack(Shot { with, at }));
        scene.armaments(ship).flat_map(at).collect::<Vec<_>>()
    });
    let decloaks = Choice::Move(Shift::Decloak(0));
    let choices = [Choice::Done, Choice::First(0), Choice::First(1), decloaks]
        .into_iter()
        .chain(cards.iter().map(|&card| Choice::Card(card)))
        .chain(abilities.iter().map(|&ability| Choice::Use(Slot::MAX, ability)))
        .chain(ships.iter().flat_map(|&s| Token::ALL.map(|token| Choice::Token(token, s))))
        .chain(acts.map(|spec| Choice::Act(Act::Bar(spec))))
        .chain(shots)
        .chain(ships.iter().flat_map(|&ship| scene.dial(ship)).map(|&dial| Choice::Dial(dial)))
        .chain(Face::ALL.map(Choice::Die));
    for choice in choices {
        call(&plain, Prompt::Step, choice, &[]);
    }
    for &ship in ships {
        let acts = Task::Activate.frame(0, ship);
        for spec in scene.bar(ship) {
            call(&acts, Prompt::Action, Choice::Act(Act::Bar(spec)), &[]);
        }
    }
    let reinforcing = Task::Perform(Performance::of(bar(Action::Reinforce))).frame(0, Slot::MAX);
    for facing in Facing::ALL {
        call(&plain, Prompt::Step, Choice::Face(facing), &[]);
        call(&reinforcing, Prompt::Step, Choice::Face(facing), &[]);
    }
    for &ability in abilities {
        let program = FIRST_ABILITY + ability;
        let waits = Waiting::new(program, 0, Ref::NONE);
        call(&plain, Prompt::Which, Choice::Resolve(0), &[waits]);
        for (at, op) in scene.catalogue.program(program).iter().enumerate() {
            let Op::OneOf { options, .. } = op else { continue };
            for mode in 0..options.len() as u8 {
                let asks =
                    Frame { at: at as u16, ..frame(program, 0, Slot::MAX, Locals::default()) };
                call(&asks, Prompt::Step, Choice::Mode(mode), &[]);
            }
        }
    }
    if scene.has_mat() {
        labels.extend(called_on_mat(scene));
    }
    labels
}
