//! The log of a table, line by line, in the players' words.
//!
//! Only tables that carry a [`Log`] are written down; the systems here read the same facts and
//! stack as the rules do and change nothing else.

use cardmill_harness::forms;
use cardmill_harness::log::{Chronicled, Company, Log, write};
use cardmill_harness::session::{Asking, Choosable, Taken};
use cardmill_harness::wording::fill;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::stack::Entry;
use std::borrow::Cow;

use crate::board::Outcome;
use crate::label::{full, player, titled, waiting};
use crate::options::Offer;
use crate::prelude::*;
use crate::procedure::{Ambush, Locals, Numbered, Plot, Restore, SUPPORT, Saboteur, Shielded};
use crate::question::{Act, KINDS, Moment, kind};
use crate::state::State;
use crate::text::{ability_text, next_text};

/// The line about an action that was the only one.
const FORCED: &str = "{who}: {label}, the only action";
/// The line about an ability that triggers.
const TRIGGERED: &str = "  triggers: {ability}";
/// The line about a delayed effect, which does not trigger.
const DUE: &str = "  due: {ability}";
/// The line about abilities that have nothing left to do.
const LAPSED: &str = "  what waits only for a unit that is gone does nothing";
/// The name of what resolves when it is no ability of a card.
const DELAYED: &str = "a delayed effect";
/// The name of whoever resolves something that comes from no card.
const A_RULE: &str = "A rule";

forms! {
    /// The form of the line about a program that begins to resolve.
    RESOLUTIONS: fn resolution_form(program: u16) = match program => {
        Ambush::PROGRAM => "  {who} resolves {name}: Ambush",
        Shielded::PROGRAM => "  {who} resolves {name}: Shielded",
        Restore::PROGRAM => "  {who} resolves {name}: Restore {n}",
        Saboteur::PROGRAM => "  {who} resolves {name}: Saboteur",
        Plot::PROGRAM => "  {who} resolves {name}: Plot",
        SUPPORT => "  {who} resolves {name}: Support",
        _ => "  {who} resolves {name}: {what}",
    }
}

/// Takes back the lines about what triggered since the log had so many lines.
pub(crate) fn nothing_triggered(log: &mut Log, since: usize) {
    let mut line = 0;
    log.lines.retain(|text| {
        line += 1;
        line <= since || !text.starts_with(TRIGGERED.trim_end_matches("{ability}"))
    });
    log.waiting = 0;
}

impl Chronicled for Unlimited {
    type Moment<'a> = Moment<'a>;

    fn moment<'a>(at: &'a At<'_, Self>) -> Option<Moment<'a>> {
        let At { state, stack, decision, .. } = at;
        let offer = Offer { scene: state.scene(), seat: decision.seat, frame: stack.running()? };
        Some(Moment { offer, stack, decision })
    }

    fn company<'s>(state: &'s mut State<'_>) -> Company<'s> {
        state.company.reborrow()
    }

    /// Every choice between several options, and an action that was the only one.
    fn chosen(moment: &Moment<'_>) -> Option<String> {
        let decision = moment.decision;
        let prompt = decision.prompt?;
        let free = decision.options.len() > 1;
        let told = choice_form(prompt, decision.taken);
        let form = if free || told.is_empty() { told } else { FORCED };
        let words = |hole: &str| -> Cow<'_, str> {
            match hole {
                "who" => player(decision.seat).into(),
                "n" => decision.options.len().to_string().into(),
                _ => moment.labelled(decision.taken).label.into(),
            }
        };
        let told = !form.is_empty() && (free || prompt == Prompt::Action);
        told.then(|| fill(form, words))
    }

    fn line(scene: Scene<'_>, fact: &Fact) -> Option<String> {
        line(&scene, &fact.what)
    }

    fn add_chroniclers(resolution: &mut Resolution<Self>) {
        resolution
            .add(Stage::Commit, passes)
            .add(Stage::Trigger, triggers)
            .add(Stage::Settle, lapses)
            .add(Stage::Settle, endings)
            .add(Stage::Order, resolutions);
    }
}

/// Tells, as what is taken silently, that whoever took the initiative passes (CR 1.15.5B): they are
/// never asked.
fn passes(at: &mut At<'_, Unlimited>) {
    if at.state.company.silent.is_none() {
        return;
    }
    let board = &at.state.board;
    let unasked = |fact: &&Fact| {
        fact.what.verb == Verb::Pass && board.players[usize::from(fact.what.seat)].done
    };
    let pass = |fact: &Fact| Taken {
        player: fact.what.seat,
        kind: KINDS[kind(Some(Prompt::Action))],
        what: Choosable::new(0, "Pass".to_owned(), (Act::Pass.word(), None, None)),
    };
    let taken: Vec<Taken> = at.facts.iter().filter(unasked).map(pass).collect();
    if let Some(silent) = at.state.company.silent.as_deref_mut() {
        silent.0.extend(taken);
    }
}

/// Writes down what triggered.
fn triggers(at: &mut At<'_, Unlimited>) {
    write(at, |log, at| {
        let scene = at.state.scene();
        for ability in at.stack.waiting.iter().skip(log.waiting) {
            // A delayed effect is no triggered ability (CR 7.7.4).
            let form = if ability.delayed { DUE } else { TRIGGERED };
            log.lines.push(fill(form, |_| waiting(&scene, ability)));
        }
        log.waiting = at.stack.waiting.len();
    });
}

/// Writes down that abilities have nothing left to do.
fn lapses(at: &mut At<'_, Unlimited>) {
    write(at, |log, at| {
        if at.stack.waiting.len() < log.waiting {
            log.waiting = at.stack.waiting.len();
            log.lines.push(LAPSED.to_owned());
        }
    });
}

/// Writes down which ability begins to resolve.
fn resolutions(at: &mut At<'_, Unlimited>) {
    write(at, |log, at| {
        let At { stack, state, .. } = at;
        if stack.waiting.len() >= log.waiting {
            return;
        }
        log.waiting = stack.waiting.len();
        let Some(Entry::Frame(frame)) = stack.entries.last() else { return };
        let scene = state.scene();
        let name = || match frame.source.is_some() {
            true => full(&scene, frame.source.slot).into(),
            false => A_RULE.into(),
        };
        let what = |program| {
            let abilities = &scene.catalogue.tables.abilities;
            let ability = abilities.iter().find(|a| a.program == program);
            ability.map_or_else(|| DELAYED.into(), |a| ability_text(&a.ability).into())
        };
        let form = resolution_form(frame.program);
        log.lines.push(fill(form, |hole| match hole {
            "who" => player(frame.seat).into(),
            "name" => name(),
            "n" => match frame.locals {
                Locals::Restore(restore) => restore.points.to_string().into(),
                _ => Cow::default(),
            },
            _ => what(frame.program),
        }));
    });
}

/// Writes down how the game ended.
fn endings(at: &mut At<'_, Unlimited>) {
    write(at, |log, at| log.lines.extend(at.state.board.outcome.told()));
}

fn name(scene: &Scene, card: Ref) -> Cow<'static, str> {
    if !card.is_some() {
        return "nothing".into();
    }
    match scene.changed(card) {
        Some(was) => titled(scene.catalogue.card(was.card.definition), &was.card).into(),
        None => full(scene, card.slot).into(),
    }
}

forms! {
    /// The form of the line about an answer; empty when the fact that follows says it all.
    CHOICES: fn choice_form(prompt: Prompt, choice: Choice) = match (prompt, choice) => {
        // A resource is placed face down.
        (Prompt::Resource | Prompt::FirstResource, Choice::Card(_)) =>
            "{who} chooses a card to resource",
        (Prompt::Action, Choice::Pass | Choice::Initiative | Choice::Blast | Choice::Plan) => "",
        (Prompt::Action, _) => "{who}: {label}",
        (Prompt::Mulligan, Choice::Yes) => "{who} takes a mulligan",
        (Prompt::Mulligan, _) => "{who} keeps the hand",
        _ => "{who} chooses {label} (of {n})",
    }
}

forms! {
    /// The form of the line about a fact; empty when nobody needs to read it.
    FACTS: fn fact_form(what: &Proposal, on: bool) = match what.verb => {
        Verb::Draw => "{who} draws {subject}",
        Verb::Discard => "{subject} is discarded",
        Verb::ToHand => "{subject} goes to {owner}'s hand",
        Verb::ToBottom => "{subject} goes to the bottom of the deck",
        Verb::ToTop => "{subject} goes on top of the deck",
        Verb::SetAside if what.other.is_some() => "{subject} is set aside",
        Verb::SetAside => "{subject} is set aside to be played",
        Verb::ToResources if what.ready => "{subject} becomes a resource of {who}, ready",
        Verb::ToResources => "{subject} becomes a resource of {who}, exhausted",
        Verb::PlayUnit => "{who} plays {subject}",
        Verb::PlayEvent => "{who} plays {subject}; it is in the discard pile",
        Verb::PlayUpgrade => "{who} plays {subject} on {other}",
        Verb::Deploy if what.other.is_some() => "{who} deploys {subject} on {other}",
        Verb::Deploy => "{who} deploys {subject}",
        Verb::ExtraAction => "{who} takes another action after this one",
        Verb::Defeat if on => "{subject} on {host} is defeated",
        Verb::Defeat => "{subject} is defeated",
        Verb::Capture => "{other} captures {subject}",
        Verb::Rescue => "{subject} is rescued",
        Verb::Damage if what.combat => "{by} {n} combat damage to {subject}",
        Verb::Damage => "{by} {n} damage to {subject}",
        Verb::Heal => "{n} damage is healed from {subject}",
        Verb::Exhaust => "{subject} is exhausted",
        Verb::Ready => "{subject} is readied",
        Verb::Spend => "{who} pays {n}",
        Verb::CreateCredits => "{who} creates {n} Credit",
        Verb::TakeCredit => "{who} takes control of a Credit",
        Verb::Flip => "{subject} is turned over",
        Verb::DefeatCredits => "{who} defeats {n} Credit",
        Verb::ExhaustResources => "{n} of {who}'s resources are exhausted",
        Verb::ReadyResources => "{n} of {who}'s resources are readied",
        Verb::Give(_) => "{subject} is given {n} {token}",
        Verb::Create(_) => "{who} creates {subject}",
        Verb::TheForce => "{who} creates the Force token",
        Verb::Attach | Verb::EnterAttached => "{subject} is attached to {other}",
        Verb::Move(Arena::Ground) => "{subject} moves to the ground arena",
        Verb::Move(Arena::Space) => "{subject} moves to the space arena",
        Verb::Lose => "{who} loses the game",
        Verb::TakeControl => "{who} takes control of {subject}",
        Verb::BeginAttack if what.source.is_some() => "{subject} attacks {other} and {source}",
        Verb::BeginAttack => "{subject} attacks {other}",
        Verb::CompleteAttack => "{subject} completes the attack",
        Verb::Eliminate => "{who} is eliminated",
        Verb::End => "the phase ends, and the game with it",
        Verb::TakeInitiative => "{who} takes the initiative",
        Verb::TakeBlast => "{who} takes the blast counter",
        Verb::TakePlan => "{who} takes the plan counter",
        Verb::Pass => "{who} passes",
        Verb::Start(Window::ActionPhase | Window::FirstActionPhase) => "= Round {n}: action phase",
        Verb::Start(Window::RegroupPhase) => "= Regroup phase",
        Verb::Start(Window::ReadyCards) => "",
        Verb::Last(Until::Attack) => "a lasting effect on {subject} for this attack",
        Verb::Last(Until::Phase) => "a lasting effect on {subject} for this phase",
        Verb::Last(Until::Round) => "a lasting effect on {subject} for this round",
        Verb::Last(Until::InPlay) => "a lasting effect on {subject} while {source} is in play",
        Verb::Replace => "{source} will replace something",
        Verb::Compel => "{subject} must attack with the next action",
        Verb::Replaced if what.other.is_some() => "{itself} enters play as a copy of {other}",
        Verb::Replaced if what.amount > 0 =>
            "{source} applies to {affected}, {n} damage is prevented",
        Verb::Replaced => "{source} applies to {affected}",
        Verb::FreeCopy => "{who} may play the next copy of {subject} for free this phase",
        Verb::Endure => "a lasting effect of {source} on whatever fits",
        Verb::ChangeCosts => "a lasting effect of {source} on what cards cost",
        Verb::Discount => "{who}'s next card that fits costs less this phase",
        Verb::Promise => "{who}'s next card that fits gets something this phase",
        Verb::Allow(_) => "{who} may play {subject} this phase",
        Verb::Delay => "a delayed effect waits: {text}",
        Verb::Shuffle => "{who} shuffles the deck",
        Verb::Mulligan if what.amount > 0 => "{who} shuffles the hand away and draws {n}",
        Verb::Mulligan => "{who} shuffles the hand away and draws six",
        Verb::Look => "{who} looks at {subject}",
        Verb::PayWith => "{who} exhausts {subject} to pay",
        Verb::Reveal => "{subject} is revealed",
        Verb::UseAbility
        | Verb::UseEpic
        | Verb::Expire(_)
        | Verb::Spent
        | Verb::Use
        | Verb::EndAttack
        | Verb::AttackIsOver
        | Verb::FinishAttack => "",
    }
}

/// A fact in words; what nobody needs to read is `None`.
fn line(scene: &Scene, what: &Proposal) -> Option<String> {
    let departed = scene.board.departure(what.subject).filter(|d| d.host.is_some());
    let form = fact_form(what, departed.is_some());
    let mut text = fill(form, |hole| match hole {
        "subject" => name(scene, what.subject),
        "itself" => titled(scene.owned(what.subject.slot), scene.card(what.subject.slot)).into(),
        "other" => name(scene, what.other),
        "source" => name(scene, what.source),
        "host" => departed.map(|upgrade| name(scene, upgrade.host)).unwrap_or_default(),
        "by" if what.source.is_some() => deals(&name(scene, what.source)).into(),
        "by" => RULES_DEAL.into(),
        "affected" if what.subject.is_some() => name(scene, what.subject),
        "owner" => player(scene.card(what.subject.slot).owner).into(),
        "token" => match what.verb {
            Verb::Give(token) => token.name().into(),
            _ => Cow::default(),
        },
        "text" => {
            let delaying = &scene.catalogue.tables.delays[usize::from(what.number)];
            next_text(&delaying.at).into()
        }
        "n" if matches!(what.verb, Verb::Start(_)) => scene.board.round.to_string().into(),
        "n" => what.amount.to_string().into(),
        _ => player(what.seat).into(),
    });
    text.insert_str(0, "  ");
    (!form.is_empty()).then_some(text)
}

/// The words for damage that comes from no card.
const RULES_DEAL: &str = "the rules deal";

fn deals(source: &str) -> String {
    format!("{source} deals")
}

/// The forms that the lines of a log can be built of.
pub(crate) fn forms() -> Vec<String> {
    let facts = FACTS.iter().map(|form| format!("  {form}"));
    let ends = [Outcome::Win(0), Outcome::Win(1), Outcome::Draw];
    let endings = ends.into_iter().filter_map(Outcome::told);
    let others = [FORCED, TRIGGERED, DUE, LAPSED].iter().chain(CHOICES).chain(RESOLUTIONS).copied();
    facts
        .chain(others.map(str::to_owned))
        .chain(endings)
        .filter(|form| !form.trim().is_empty())
        .collect()
}

/// The contents of the holes of the forms: the names of cards, what options can be called, what
/// waiting abilities are called and what they do.
pub(crate) fn holes(
    cards: Vec<String>,
    labels: Vec<String>,
    waiting: Vec<String>,
    abilities: Vec<String>,
) -> Vec<(&'static [&'static str], Vec<String>)> {
    let players: Vec<String> = [0, 1].map(|seat| player(seat).to_owned()).into();
    let by = cards.iter().map(|card| deals(card)).chain([RULES_DEAL.to_owned()]).collect();
    let affected = [cards.clone(), players.clone()].concat();
    let tokens = Token::ALL.map(|token| token.name().to_owned());
    let what = abilities.into_iter().chain([DELAYED.to_owned()]).collect();
    let names = cards.iter().cloned().chain([A_RULE.to_owned()]).collect();
    vec![
        (&["subject", "itself", "other", "source", "host"], cards),
        (&["name"], names),
        (&["who", "owner"], players),
        (&["by"], by),
        (&["affected"], affected),
        (&["token"], tokens.into()),
        (&["label"], labels),
        (&["ability"], waiting),
        (&["what"], what),
    ]
}
