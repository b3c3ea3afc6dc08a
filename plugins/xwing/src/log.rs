//! The log of a table: all that happens, line by line, in the players' words.
//!
//! Only tables that carry a [`Log`](cardmill_harness::log::Log) are written down; the rules here read the same facts and
//! stack as the rules do and change nothing else.

use cardmill_harness::forms;
use cardmill_harness::log::{Chronicled, Company, write};
use cardmill_harness::session::Asking;
use cardmill_harness::wording::fill;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::State;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;

use crate::choice::XWing;
use crate::label::{self, card, player};
use crate::options::Offer;
use crate::program::{FIRST_ABILITY, REPLACEMENT_BEGINS};
use crate::proposal::{Proposal, Verb};
use crate::question::Moment;
use crate::scene::Scene;
use crate::shift::SPOTS;
use crate::state::State as Game;
use crate::vocabulary::{Damage, Placing, Token, Way};

/// The line about a choice.
const CHOSEN: &str = "{who}: {label}";
/// The line about a replacement effect.
const REPLACED: &str = "instead: {ability}";
/// The line about an ability that begins to resolve.
const RESOLVED: &str = "resolves {ability}";

/// The forms of all log lines, with places for names and numbers.
pub(crate) fn forms() -> Vec<String> {
    let all = FACTS.iter().chain(&[CHOSEN, REPLACED, RESOLVED]);
    all.filter(|form| !form.is_empty()).map(|&form| form.to_owned()).collect()
}

impl Chronicled for XWing {
    type Moment<'a> = Moment<'a>;

    fn moment<'a>(at: &'a At<'_, Self>) -> Option<Moment<'a>> {
        let At { state, stack, decision, .. } = at;
        let offer = Offer { scene: state.scene(), seat: decision.seat, frame: stack.running()? };
        Some(Moment { offer, decision, waiting: &stack.waiting })
    }

    fn company<'s>(state: &'s mut Game<'_>) -> Company<'s> {
        state.company.reborrow()
    }

    /// Every choice between several options.
    fn chosen(moment: &Moment<'_>) -> Option<String> {
        let decision = moment.decision;
        let words = |hole: &str| match hole {
            "who" => player(decision.seat).into(),
            _ => moment.labelled(decision.taken).label,
        };
        (decision.options.len() > 1).then(|| fill(CHOSEN, words))
    }

    fn line(scene: Scene<'_>, fact: &Proposal) -> Option<String> {
        line(&scene, fact)
    }

    fn add_chroniclers(resolution: &mut Resolution<Self>) {
        resolution.add(Stage::Replace, replacements).add(Stage::Order, resolutions);
    }
}

/// Writes down which replacement effect takes the place of an event.
fn replacements(at: &mut At<'_, XWing>) {
    write(at, |log, at| {
        let Some(frame) = at.stack.frame().filter(|frame| frame.program >= FIRST_ABILITY) else {
            return;
        };
        let begins = frame.at == REPLACEMENT_BEGINS && at.decision.state == State::None;
        if begins && frame.locals.resolving().event.is_some() {
            let name = at.state.catalogue.ability_name(frame.program - FIRST_ABILITY);
            log.lines.push(fill(REPLACED, |_| name.clone()));
        }
    });
}

/// Writes down which ability of the queue begins to resolve; what can do nothing is passed over.
fn resolutions(at: &mut At<'_, XWing>) {
    write(at, |log, at| {
        let Some(frame) = at.stack.frame().filter(|frame| frame.program >= FIRST_ABILITY) else {
            return;
        };
        if frame.at > 0 || frame.locals.resolving().chosen || at.decision.state != State::None {
            return;
        }
        let scene = at.state.scene();
        let id = frame.program - FIRST_ABILITY;
        if scene.judge(id, &scene.in_frame(frame)).is_ok() {
            log.lines.push(fill(RESOLVED, |_| scene.catalogue.ability_name(id)));
        }
    });
}

forms! {
    /// The form of the line about a fact; empty if it says nothing to people.
    FACTS: fn form(verb: Verb) = match verb => {
        Verb::Start(_) => "== round {n}: {phase}",
        Verb::Initiative => "initiative {n}",
        Verb::EndRound => "round {n} begins",
        Verb::Reveal(_) => "{ship} reveals a {maneuver}",
        Verb::Redial(_) => "{ship} is to execute a {maneuver}",
        Verb::Execute(_) => "{ship} executes a {maneuver}",
        Verb::Stop(_) => "{ship} stops {text} mm short, touching {other}",
        Verb::Move(_) => "{ship} moves: {shift}",
        Verb::Meet => "{ship} meets {obstacle}",
        Verb::Decloaked => "{ship} decloaks",
        Verb::ShowDial => "{ship} turns its dial faceup: {maneuver}",
        Verb::Peek => "the other player looks at the dial of {ship}",
        Verb::Relock => "the lock of {other} is one on {ship}",
        Verb::Strike => "the attack hits {ship} without dice",
        Verb::Clear => "{card} is removed from the play area",
        Verb::ExposeThat => "{ship} exposes {card}",
        Verb::Tug => "{ship} is tractored",
        Verb::Lead(_) => "{who} is the first player",
        Verb::Lay { place: 0..SPOTS, .. } => "{who} places {obstacle} at {text}",
        Verb::Lay { .. } => "an obstacle of {who} has no room and is set aside",
        Verb::Deploy { .. } => "{ship} is deployed at {text}",
        Verb::Flee => "{ship} flees",
        Verb::Gain(Token::Lock) => "{other} locks {ship}",
        Verb::Gain(_) => "{ship} gains 1 {token}",
        Verb::Remove(_) => "{ship} loses 1 {token}",
        Verb::Spend(_) => "{ship} spends 1 {token}",
        Verb::Transfer(_) => "{ship} transfers 1 {token} to {other}",
        Verb::Place(_) => "1 {token} is placed on {card}",
        Verb::TakeOff(_) => "1 {token} is taken off {card}",
        Verb::SpendCharge => "{card} loses {n} charge",
        Verb::RecoverCharge => "{card} recovers {n} charge",
        Verb::SpendForce => "{ship} spends {n} Force",
        Verb::RecoverForce => "{ship} recovers {n} Force",
        Verb::SpendShield => "{ship} spends {n} shield",
        Verb::LoseShield => "{ship} loses {n} shield",
        Verb::RecoverShield => "{ship} recovers {n} shield",
        Verb::Damage(Damage::Hit) => "{ship} suffers 1 hit damage",
        Verb::Damage(Damage::Crit) => "{ship} suffers 1 critical damage",
        Verb::Deal { faceup: true } => "{ship} is dealt {card} faceup",
        Verb::Deal { faceup: false } => "{ship} is dealt a facedown damage card",
        Verb::Repair => "{ship} repairs {card}",
        Verb::Expose => "{ship} exposes {card}",
        Verb::Flip => "{card} is turned over",
        Verb::Discard => "{card} is discarded",
        Verb::Reshuffle(_) => "{who} shuffles the damage discard pile",
        Verb::Assign => "{card} is assigned to {ship}",
        Verb::PutAway => "{card} is removed from {ship}",
        Verb::Hold => "{card} is put on {other}",
        Verb::ShuffleDeck(_) => "the damage deck of {who} is shuffled",
        Verb::Perform(_) => "{ship} performs {action}",
        Verb::PerformCard(_) => "{ship} performs the action {ability}",
        Verb::Rotate(_) => "{ship} turns its indicator: {facing}",
        Verb::BeforeEngaging => "{ship} engages",
        Verb::BeginAttack { bonus: true, .. } => "{ship} performs a bonus attack against {at}",
        Verb::BeginAttack { bonus: false, .. } => "{ship} performs an attack against {at}",
        Verb::Roll(_)
        | Verb::Reroll(..)
        | Verb::Change(..)
        | Verb::Cancel(_)
        | Verb::SpendResult(_)
        | Verb::Add(_)
        | Verb::CancelAll => "{ship} has rolled: {text}",
        Verb::Chance(_) => "{ship} rolls one die: {face}",
        Verb::Neutralize => "left after evades: {text}",
        Verb::Destroy => "{ship} is destroyed",
        Verb::RemoveShip => "{ship} is removed",
        Verb::Reserve => "{ship} goes to reserves",
        Verb::Return => "{ship} comes back from reserves",
        Verb::Last(..) => "{ship}: {modifier} {until}",
        Verb::FailBoost => "{ship} fails its boost",
        Verb::Put(Placing { way: Way::Drop, .. }) =>
            "{card} of {ship} is dropped by the {template} template",
        Verb::Put(Placing { way: Way::Launch, .. }) =>
            "{card} of {ship} is launched by the {template} template",
        Verb::Put(Placing { way: Way::Touch, .. }) =>
            "{card} of {ship} is placed touching the ship",
        Verb::Detonate(_) => "{card} detonates",
        Verb::Fuse => "a fuse marker is placed on {card}",
        Verb::Defuse => "{card} loses a fuse marker",
        Verb::Shatter => "an obstacle is removed",
        Verb::SystemTurn
        | Verb::BeforeActivating
        | Verb::BeforeExecuting
        | Verb::Coordinated(_)
        | Verb::Led(_)
        | Verb::Reddened(_)
        | Verb::ActionStep
        | Verb::Activated
        | Verb::DiceModified(_)
        | Verb::Finish(_)
        | Verb::Tidy
        | Verb::BeforeRevealing
        | Verb::SetDial(_)
        | Verb::Executed(_)
        | Verb::ChecksDifficulty(_)
        | Verb::Suffer(..)
        | Verb::Suffered(_)
        | Verb::Performed(..)
        | Verb::PerformedCard
        | Verb::Reloaded
        | Verb::Engaged
        | Verb::Modified(_)
        | Verb::BeforeNeutralize
        | Verb::Neutralized
        | Verb::ClearDice
        | Verb::Aftermath(_)
        | Verb::EndAttack
        | Verb::Die
        | Verb::Grant(_)
        | Verb::TakeGrant => "",
    }
}

/// A fact in words; `None` if it says nothing to people.
fn line(scene: &Scene, what: &Proposal) -> Option<String> {
    let name = |slot: Slot| {
        if slot == Slot::MAX { String::new() } else { card(scene, slot) }
    };
    let form = form(what.verb);
    let text = fill(form, |hole| match (hole, what.verb) {
        ("ship", _) if what.ship < scene.board.ships => name(what.ship),
        ("other", _) => name(what.other),
        ("card", _) => name(what.card),
        ("at", Verb::BeginAttack { shot, .. }) => name(shot.at),
        ("n", Verb::Start(_) | Verb::EndRound) => scene.board.round.to_string(),
        ("n", _) => what.n.to_string(),
        ("maneuver", Verb::ShowDial) => {
            scene.ship(what.ship).dial.map(|dial| dial.to_string()).unwrap_or_default()
        }
        ("phase", Verb::Start(phase)) => label::phase(phase).into(),
        ("maneuver", Verb::Reveal(maneuver) | Verb::Redial(maneuver) | Verb::Execute(maneuver)) => {
            maneuver.to_string()
        }
        (
            "token",
            Verb::Gain(token)
            | Verb::Remove(token)
            | Verb::Spend(token)
            | Verb::Transfer(token)
            | Verb::Place(token)
            | Verb::TakeOff(token),
        ) => token.name().into(),
        ("who", Verb::Reshuffle(seat) | Verb::ShuffleDeck(seat)) => player(seat).into(),
        ("action", Verb::Perform(action)) => action.name().into(),
        ("ability", Verb::PerformCard(ability)) => scene.catalogue.ability_name(ability),
        ("facing", Verb::Rotate(facing)) => label::facing(facing).into(),
        ("face", Verb::Chance(face)) => face.name().into(),
        ("text", Verb::Stop(short)) => format!("{}.{:02}", short / 4, short % 4 * 25),
        ("text", Verb::Deploy { .. }) => label::pose(scene.ship(what.ship).pose),
        ("text", Verb::Lay { .. }) => {
            scene.board.obstacles.last().map(|laid| label::pose(laid.pose)).unwrap_or_default()
        }
        ("obstacle", Verb::Lay { .. }) => scene
            .board
            .obstacles
            .last()
            .map_or("", |laid| label::outline(scene, laid.outline))
            .into(),
        ("obstacle", Verb::Meet) => {
            label::outline(scene, scene.board.obstacles[usize::from(what.n)].outline).into()
        }
        ("shift", Verb::Move(shift)) => shift.name().into(),
        ("who", Verb::Lead(seat) | Verb::Lay { seat, .. }) => player(seat).into(),
        ("text", Verb::Neutralize) => {
            let [hits, crits] = scene.board.attack().map_or([0; 2], |attack| attack.results);
            format!("{hits} hit, {crits} critical hit")
        }
        ("modifier", Verb::Last(modifier, _)) => label::modifier(modifier),
        ("until", Verb::Last(_, until)) => label::until(until).into(),
        ("template", Verb::Put(placing)) => placing.template.to_string(),
        ("text", _) => {
            let faces: Vec<_> = scene.pool(what.ship).0.iter().map(|die| die.face.name()).collect();
            faces.join(", ")
        }
        _ => String::new(),
    });
    (!form.is_empty()).then_some(text)
}
