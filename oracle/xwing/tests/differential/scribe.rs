//! The canonical text of a table of the engine, written a second time: from its components.
//! What the lines mean stands in the oracle's `canon`.

use std::fmt::Write;

use bevy_ecs::prelude::*;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::stack::Stack;
use cardmill_kernel::window::Waiting;
use cardmill_oracle_xwing::damage::Damage;
use cardmill_oracle_xwing::space::Pose;
use cardmill_oracle_xwing::state::{Face as OracleFace, Token as OracleToken};
use cardmill_xwing::board::Armament;
use cardmill_xwing::card::Place;
use cardmill_xwing::choice::{Act, Choice, Prompt, XWing};
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::scene::Scene;
use cardmill_xwing::shift::Shift;
use cardmill_xwing::ship::{Flags, Presence, SHIPS};
use cardmill_xwing::vocabulary::{
    Action, ActionSpec, Dice, Difficulty, Face, Facing, Linked, Phase, Token,
};

use cardmill_harness::driver::Driver;

/// Dice that each player has of each kind, before chance would decide.
pub const FALLING: usize = 1_500;

/// A component that every table has.
pub fn component<C: Component>(hangar: &Hangar, table: usize) -> &C {
    let entity = hangar.batch().table(table);
    hangar.batch().world().get::<C>(entity).expect("a table has it")
}

/// A question, its options in the order of the engine, the state and the poses of its ships.
pub struct Seen {
    /// The player who is asked, and the question.
    pub question: String,
    /// The options that stand.
    pub options: Vec<String>,
    /// The state, without poses.
    pub state: String,
    /// The poses of all ships, for what they are worth.
    pub poses: Vec<Pose>,
}

/// The view of a table while somebody is asked.
pub fn seen(hangar: &mut Hangar, table: usize) -> Seen {
    let decision = component::<Decision<XWing>>(hangar, table).clone();
    let waiting = component::<Stack<XWing>>(hangar, table).waiting.clone();
    let prompt = decision.prompt.expect("somebody is asked");
    hangar.read(table, |scene| {
        let what = question(scene, prompt);
        let option = |&choice: &Choice| option(scene, prompt, decision.seat, choice, &waiting);
        Seen {
            question: format!("P{}: {what}", decision.seat + 1),
            options: decision.options.iter().map(option).collect(),
            state: state(scene),
            poses: poses(scene),
        }
    })
}

/// The poses of all ships.
pub fn poses(scene: &Scene) -> Vec<Pose> {
    let pose = |ship: Slot| {
        let pose = scene.ship(ship).pose;
        Pose::new(pose.x.into(), pose.y.into(), pose.heading)
    };
    (0..scene.board.ships).map(pose).collect()
}

fn outline<'a>(scene: &Scene<'a>, outline: u8) -> &'a str {
    &scene.catalogue.facts().obstacles[usize::from(outline)].id
}

fn id<'a>(scene: &Scene<'a>, slot: Slot) -> &'a str {
    &scene.printed(slot).definition.id
}

fn question(scene: &Scene, prompt: Prompt) -> String {
    match prompt {
        Prompt::Lead => "who is first".into(),
        Prompt::Obstacle => "which obstacle".into(),
        Prompt::Lay(n) => format!("where {}", outline(scene, n)),
        Prompt::Turned(n) => format!("how {}", outline(scene, n)),
        Prompt::Turn => "turn".into(),
        Prompt::Deploy(ship) => format!("deploy {ship}"),
        Prompt::Heading(ship) => format!("head {ship}"),
        Prompt::Dial(ship) => format!("dial of {ship}"),
        Prompt::Action => "action".into(),
        Prompt::Aim => "aim".into(),
        Prompt::Reposition(ship) => format!("move {ship}"),
        Prompt::Jam(ship) => format!("jam {ship}"),
        Prompt::Attack => "attack".into(),
        Prompt::Modify(Dice::Attack) => "modify attack".into(),
        Prompt::Modify(Dice::Defense) => "modify defense".into(),
        Prompt::Step => "die".into(),
        Prompt::Which => "which".into(),
        other => format!("{other:?}"),
    }
}

fn bar(spec: ActionSpec) -> String {
    let red = if spec.difficulty == Difficulty::Red { " (red)" } else { "" };
    let next = match spec.linked {
        Some(Linked(action, Difficulty::Red)) => format!(", then {}", action.name()),
        Some(other) => format!(", then {other:?}"),
        None => String::new(),
    };
    format!("{}{red}{next}", spec.action.name())
}

fn option(scene: &Scene, prompt: Prompt, seat: u8, choice: Choice, waiting: &[Waiting]) -> String {
    match choice {
        Choice::Decline => "decline".into(),
        Choice::Done => "done".into(),
        Choice::Use(_, ability) => {
            let listed = scene.catalogue.listed(ability).definition;
            match &scene.catalogue.card(listed).definition.id[..] {
                "standard-cloud" => "use the cloud".into(),
                other => match other.strip_prefix("standard-") {
                    Some(token) => format!("spend {token}"),
                    None => format!("use {other}"),
                },
            }
        }
        Choice::Ship(ship) => format!("ship {ship}"),
        Choice::Token(Token::Lock, owner) => format!("lock of {owner}"),
        Choice::Token(token, owner) => format!("{} of {owner}", token.name()),
        Choice::Act(Act::Bar(spec)) => bar(spec),
        Choice::Act(Act::Card(card, _)) => format!("repair {}", id(scene, card)),
        Choice::Attack(shot) => match shot.with {
            Armament::Primary(weapon) => format!("attack {} with weapon {weapon}", shot.at),
            Armament::Upgrade(card) => format!("attack {} with {card}", shot.at),
        },
        Choice::Dial(maneuver) => maneuver.into(),
        Choice::Face(facing) => format!("{facing:?}"),
        Choice::Die(face) => face.name().into(),
        Choice::Mode(n) if prompt == Prompt::Obstacle => {
            outline(scene, scene.board.players[usize::from(seat)].obstacles[usize::from(n)]).into()
        }
        Choice::First(seat) => format!("P{} first", seat + 1),
        Choice::Move(Shift::Boost(n)) => format!("boost {n}"),
        Choice::Move(Shift::Roll(n)) => format!("roll {n}"),
        Choice::Move(Shift::Slide(n)) => format!("slide {n}"),
        Choice::Spot(place) => format!("place {place:03}"),
        Choice::Turn(turn) => format!("turn {turn}"),
        Choice::Resolve(n) => {
            let card = waiting[usize::from(n)].source.slot;
            format!("{} of {}", id(scene, card), scene.card(card).host)
        }
        other => format!("{other:?}"),
    }
}

/// The text of damage cards, in the order of the deck's list.
fn cards(list: impl Iterator<Item = String>) -> String {
    let mut found: Vec<Damage> = list.map(|id| Damage::find(&id).expect("a damage card")).collect();
    found.sort_unstable();
    found.iter().fold(String::new(), |text, card| format!("{text} {}", card.id()))
}

/// The state of a table, in the words of both simulators.
pub fn state(scene: &Scene) -> String {
    let mut out = String::with_capacity(2048);
    write(&mut out, scene).expect("a string takes everything");
    out
}

fn write(out: &mut String, scene: &Scene) -> std::fmt::Result {
    let board = scene.board;
    let phase = match board.phase {
        Phase::Setup => "setup",
        Phase::Planning => "planning",
        Phase::System => "system",
        Phase::Activation => "activation",
        Phase::Engagement => "engagement",
        Phase::End => "end",
    };
    // The engine counts on before it looks who has ships left.
    let round = match board.phase {
        Phase::Setup => 0,
        Phase::End => board.round - 1,
        _ => board.round,
    };
    writeln!(out, "round {round} {phase}, P{} first", board.first + 1)?;
    for (seat, player) in board.players.iter().enumerate() {
        let discard = cards(player.discard.iter().map(|&slot| id(scene, slot).to_owned()));
        write!(out, "P{} deck {}; discard{discard}; ", seat + 1, player.deck.len())?;
        let [attack, defense] =
            [player.attack.len(), player.defense.len()].map(|left| FALLING - left);
        writeln!(out, "{attack} attack and {defense} defense dice rolled")?;
    }
    for obstacle in &board.obstacles {
        let pose = obstacle.pose;
        let id = outline(scene, obstacle.outline);
        writeln!(out, "{id} at {} {} turned {}", pose.x, pose.y, pose.heading)?;
    }
    for ship in 0..board.ships {
        write_ship(out, scene, ship)?;
    }
    if let Some(attack) = board.attack() {
        let weapon = match attack.shot.with {
            Armament::Primary(weapon) => weapon.into(),
            Armament::Upgrade(card) => card,
        };
        let (attacker, defender) = (attack.attacker, attack.shot.at);
        write!(out, "attack of {attacker} on {defender} with weapon {weapon}:")?;
        for die in &scene.pool(attacker).0 {
            let again = if die.rerolled { " again" } else { "" };
            write!(out, " {}{again},", die.face.name())?;
        }
        out.push(';');
        for die in &scene.pool(defender).0 {
            write!(out, " {},", die.face.name())?;
        }
        out.push('\n');
    }
    Ok(())
}

fn write_ship(out: &mut String, scene: &Scene, n: Slot) -> std::fmt::Result {
    let ship = scene.ship(n);
    let zone = match ship.presence {
        Presence::Waiting => "waiting",
        Presence::Present => "present",
        Presence::Removed => "gone",
        other => panic!("no ship of the subset is {other:?}"),
    };
    write!(out, "ship {n} {zone}")?;
    if ship.presence == Presence::Removed {
        out.push('\n');
        return Ok(());
    }
    for token in Token::ALL {
        let count = ship.tokens.count(token);
        if count > 0 {
            write!(out, ", {count} {}", token.name())?;
        }
    }
    if ship.lock != Slot::MAX {
        write!(out, ", lock on {}", ship.lock)?;
    }
    write!(out, ", {} shields", ship.shields)?;
    if ship.facing != Facing::Front {
        write!(out, ", facing {:?}", ship.facing)?;
    }
    for action in Action::ALL {
        if ship.has_performed(action) {
            write!(out, ", did {}", action.name())?;
        }
    }
    for other in (0..scene.board.ships).filter(|other| ship.touching & (1 << other) != 0) {
        write!(out, ", touching {other}")?;
    }
    let with = |place: Place| {
        let slots = (SHIPS as Slot..scene.board.slots).filter(move |&slot| {
            let card = scene.card(slot);
            card.host == n && card.place == place
        });
        cards(slots.map(|slot| id(scene, slot).to_owned()))
    };
    for (place, word) in [(Place::Faceup, "faceup"), (Place::Facedown, "facedown")] {
        let list = with(place);
        if !list.is_empty() {
            write!(out, ", {word}{list}")?;
        }
    }
    if ship.flags.has(Flags::DESTROYED) {
        out.push_str(", destroyed");
    }
    out.push('\n');
    Ok(())
}

/// A side of a die, as the engine has it.
pub const fn face(face: OracleFace) -> Face {
    match face {
        OracleFace::Blank => Face::Blank,
        OracleFace::Focus => Face::Focus,
        OracleFace::Hit => Face::Hit,
        OracleFace::Crit => Face::Crit,
        OracleFace::Evade => Face::Evade,
    }
}

/// The words for tokens are the same on both sides.
#[test]
fn tokens_have_one_name() {
    for token in OracleToken::ALL {
        assert!(Token::ALL.iter().any(|other| other.name() == token.name()), "{token:?}");
    }
}
