//! The canonical text of questions, options and states that is compared with the engine's. Poses
//! are compared by themselves, within a tolerance.
//!
//! ```text
//! round 2 engagement, P1 first
//! P1 deck 27; discard fuelleak; 41 attack and 22 defense dice rolled
//! ship 3 present, 1 focus, 2 stress, lock on 7, 1 shields, facing Front, did Focus, touching 4, faceup consolefire, facedown directhit
//! attack of 3 on 7 with weapon 0: hit, blank (rerolled); evade
//! ```

use core::fmt::Write;

use crate::choice::{Answer, Modifier, Prompt, Shift};
use crate::damage::Damage;
use crate::fleet::{Action, Deed};
use crate::obstacle::OUTLINES;
use crate::state::{Dice, Facing, State, Token, Zone};

/// The words for a question.
#[must_use]
pub fn prompt(prompt: Prompt) -> String {
    match prompt {
        Prompt::Lead => "who is first".into(),
        Prompt::Obstacle => "which obstacle".into(),
        Prompt::Lay(outline) => format!("where {}", OUTLINES[outline].id),
        Prompt::Turned(outline) => format!("how {}", OUTLINES[outline].id),
        Prompt::Turn => "turn".into(),
        Prompt::Deploy(ship) => format!("deploy {ship}"),
        Prompt::Heading(ship) => format!("head {ship}"),
        Prompt::Dial(ship) => format!("dial of {ship}"),
        Prompt::Action => "action".into(),
        Prompt::Aim => "aim".into(),
        Prompt::Move(ship) => format!("move {ship}"),
        Prompt::Jam(ship) => format!("jam {ship}"),
        Prompt::Attack => "attack".into(),
        Prompt::Modify(Dice::Attack) => "modify attack".into(),
        Prompt::Modify(Dice::Defense) => "modify defense".into(),
        Prompt::Die => "die".into(),
        Prompt::Which => "which".into(),
    }
}

/// The words for an option.
#[must_use]
pub fn answer(answer: Answer) -> String {
    match answer {
        Answer::First(seat) => format!("P{} first", seat + 1),
        Answer::Obstacle(outline) => OUTLINES[outline].id.into(),
        Answer::Spot(spot) => format!("place {spot:03}"),
        Answer::Turned(turn) => format!("turn {turn}"),
        Answer::Ship(ship) => format!("ship {ship}"),
        Answer::Dial(maneuver) => maneuver.text(),
        Answer::Act(deed) => act(deed),
        Answer::Repair(card) => format!("repair {}", card.id()),
        Answer::Decline => "decline".into(),
        Answer::Done => "done".into(),
        Answer::Face(way) => format!("{way:?}"),
        Answer::Move(shift) => moved(shift),
        Answer::Token(token, ship) => format!("{} of {ship}", token.name()),
        Answer::Lock(ship) => format!("lock of {ship}"),
        Answer::Attack(weapon, ship) => format!("attack {ship} with weapon {weapon}"),
        Answer::Modify(modifier) => match modifier {
            Modifier::Focus => "spend focus",
            Modifier::Calculate => "spend calculate",
            Modifier::Evade => "spend evade",
            Modifier::Lock => "spend lock",
            Modifier::Cloud => "use the cloud",
        }
        .into(),
        Answer::Die(face) => face.name().into(),
        Answer::Resolve(card, ship) => format!("{} of {ship}", card.id()),
    }
}

fn act(deed: Deed) -> String {
    let red = if deed.red { " (red)" } else { "" };
    let next = deed.linked.map_or_else(String::new, |next| format!(", then {}", next.name()));
    format!("{}{red}{next}", deed.action.name())
}

fn moved(shift: Shift) -> String {
    match shift {
        Shift::Boost(n) => format!("boost {n}"),
        Shift::Roll(n) => format!("roll {n}"),
        Shift::Slide(n) => format!("slide {n}"),
    }
}

/// The state of a game, without poses.
///
/// # Panics
/// Never: a string takes everything.
#[must_use]
pub fn state(state: &State) -> String {
    let mut out = String::with_capacity(2048);
    write(&mut out, state).expect("a string takes everything");
    out
}

fn cards(list: &[Damage]) -> String {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted.iter().fold(String::new(), |text, card| format!("{text} {}", card.id()))
}

fn write(out: &mut String, state: &State) -> core::fmt::Result {
    let (round, phase, first) = (state.round, state.phase, state.first + 1);
    writeln!(out, "round {round} {phase}, P{first} first")?;
    for (seat, player) in state.players.iter().enumerate() {
        let deck = player.deck.as_ref().map_or(33, Vec::len);
        let (discard, [attack, defense]) = (cards(&player.discard), player.rolled);
        write!(out, "P{} deck {deck}; discard{discard}; ", seat + 1)?;
        writeln!(out, "{attack} attack and {defense} defense dice rolled")?;
    }
    for laid in &state.obstacles {
        let pose = laid.pose;
        let id = OUTLINES[laid.outline].id;
        writeln!(out, "{id} at {} {} turned {}", pose.at.x, pose.at.y, pose.heading)?;
    }
    for (n, ship) in state.ships.iter().enumerate() {
        let zone = match ship.zone {
            Zone::Waiting => "waiting",
            Zone::Present => "present",
            Zone::Gone => "gone",
        };
        write!(out, "ship {n} {zone}")?;
        if ship.zone == Zone::Gone {
            out.push('\n');
            continue;
        }
        for token in Token::ALL {
            if ship.has(token) {
                write!(out, ", {} {}", ship.count(token), token.name())?;
            }
        }
        if let Some(lock) = ship.lock {
            write!(out, ", lock on {lock}")?;
        }
        write!(out, ", {} shields", ship.shields)?;
        if ship.facing != Facing::Front {
            write!(out, ", facing {:?}", ship.facing)?;
        }
        for action in Action::ALL {
            if ship.performed.contains(&action) {
                write!(out, ", did {}", action.name())?;
            }
        }
        let mut touching = ship.touching.clone();
        touching.sort_unstable();
        for other in touching {
            write!(out, ", touching {other}")?;
        }
        if !ship.faceup.is_empty() {
            write!(out, ", faceup{}", cards(&ship.faceup))?;
        }
        if !ship.facedown.is_empty() {
            write!(out, ", facedown{}", cards(&ship.facedown))?;
        }
        if ship.destroyed {
            out.push_str(", destroyed");
        }
        out.push('\n');
    }
    if let Some(attack) = &state.attack {
        let (attacker, defender, weapon) = (attack.attacker, attack.defender, attack.weapon);
        write!(out, "attack of {attacker} on {defender} with weapon {weapon}:")?;
        for (face, rerolled) in &attack.attack {
            let again = if *rerolled { " again" } else { "" };
            write!(out, " {}{again},", face.name())?;
        }
        out.push(';');
        for face in &attack.defense {
            write!(out, " {},", face.name())?;
        }
        out.push('\n');
    }
    Ok(())
}
