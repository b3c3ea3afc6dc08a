//! The log of a table, line by line, in the players' words.
//!
//! Only tables that carry a [`Log`](cardmill_harness::log::Log) are written down; the rules here read the same state as the
//! others do and change nothing else.

use cardmill_harness::forms;
use cardmill_harness::log::{Chronicled, Company, write};
use cardmill_harness::session::Asking;
use cardmill_harness::wording::fill;
use cardmill_kernel::rules::{At, Resolution};
use cardmill_kernel::schedule::Stage;
use cardmill_kernel::window::Pick;

use crate::choice::{Choice, Imperium};
use crate::label::{self, lasting, outcome, phase, piece, place, player, unit};
use crate::proposal::{Hits, Proposal, Verb};
use crate::question::Moment;
use crate::scene::Scene;
use crate::state::State;
use crate::vocabulary::Gain;

/// The line about how the game ended.
const ENDING: &str = "{ending}";

forms! {
    /// The form of the line about an answer.
    CHOICES: fn choice_form(used: bool, window: bool) = match (used, window) => {
        (true, _) => "{who} uses {label}",
        (false, true) => "{who} declines",
        (false, false) => "{who}: {label}",
    }
}

/// The forms of all lines that a log can have.
pub(crate) fn forms() -> Vec<String> {
    let facts = FACTS.iter().filter(|form| !form.is_empty()).map(|form| format!("  {form}"));
    let choices = CHOICES.iter().map(|&form| form.to_owned());
    facts.chain(choices).chain([ENDING.to_owned()]).collect()
}

impl Chronicled for Imperium {
    type Moment<'a> = Moment<'a>;

    fn moment<'a>(at: &'a At<'_, Self>) -> Option<Moment<'a>> {
        let At { state, stack, decision, .. } = at;
        Some(Moment { scene: state.scene(), stack, decision })
    }

    fn company<'s>(state: &'s mut State<'_>) -> Company<'s> {
        state.company.reborrow()
    }

    /// A line for every answer that was one of several, and for every ability that is used.
    fn chosen(moment: &Moment<'_>) -> Option<String> {
        let decision = moment.decision;
        let window = matches!(decision.taken, Choice::Window(_));
        let used = matches!(decision.taken, Choice::Window(Pick::Ability(_)));
        let words = |hole: &str| match hole {
            "who" => player(decision.seat),
            _ => moment.labelled(decision.taken).label,
        };
        (decision.options.len() > 1 || used).then(|| fill(choice_form(used, window), words))
    }

    fn line(scene: Scene<'_>, fact: &Proposal) -> Option<String> {
        line(&scene, fact).map(|line| format!("  {line}"))
    }

    fn add_chroniclers(resolution: &mut Resolution<Self>) {
        resolution.add(Stage::Settle, endings);
    }
}

/// Writes down how the game ended.
fn endings(at: &mut At<'_, Imperium>) {
    write(at, |log, at| {
        log.lines.extend(at.state.board.outcome.told());
    });
}

/// The roll or the ability by which hits were produced, in words.
pub(crate) const fn hits(hits: Hits) -> &'static str {
    match hits {
        Hits::SpaceCombat => "combat rolls in space",
        Hits::SpaceCannon => "Space Cannon",
        Hits::Barrage => "Anti-Fighter Barrage",
        Hits::Ability => "an ability",
        Hits::GroundCombat => "combat rolls on the ground",
        Hits::CannonDefense => "Space Cannon defense",
        Hits::Bombardment => "Bombardment",
    }
}

/// The name of a thing that is gained or lost, for one or several.
pub(crate) const fn goods(gain: Gain, one: bool) -> &'static str {
    match (gain, one) {
        (Gain::TradeGoods, true) => "trade good",
        (Gain::TradeGoods, false) => "trade goods",
        (Gain::Commodities, true) => "commodity",
        (Gain::Commodities, false) => "commodities",
        (Gain::Points, true) => "victory point",
        (Gain::Points, false) => "victory points",
    }
}

/// The end of a word for one thing or several.
pub(crate) const fn plural(one: bool) -> &'static str {
    if one { "" } else { "s" }
}

/// Returns `true` for a die that shows what it must.
fn is_hit(roll: &Proposal) -> bool {
    let Verb::Roll(least) = roll.verb else { return false };
    roll.amount >= least.into()
}

/// Returns `true` for a die rolled in a gravity rift that is too low to get out (LRR 41.2).
fn is_lost(roll: &Proposal, least: u8) -> bool {
    roll.system.is_some() && roll.amount < least.into()
}

forms! {
    /// The form of the line about a fact; empty when nobody needs to read it.
    FACTS: fn form(what: &Proposal) = match what.verb => {
        Verb::Play if what.prevented => "{card} is cancelled",
        _ if what.prevented => "",
        Verb::BeginPhase(_) => "= Round {n}: {phase}",
        Verb::ChooseStrategy => "{who} takes {card}",
        Verb::StartTurn => "- {who}'s turn starts",
        Verb::EndTurn => "- {who}'s turn ends",
        Verb::Pass => "{who} passes",
        Verb::Activate => "{who} activates {system}",
        Verb::StartMovement => "{who} moves ships into {system}",
        Verb::Move(_) => "{of} {card} goes to {place}",
        Verb::StartRound if what.planet.is_some() => "ground combat on {planet}: round {n}",
        Verb::StartRound => "space combat in {system}: round {n}",
        Verb::EndCombat => "the combat is over",
        Verb::AnnounceRetreat => "{who} announces a retreat",
        Verb::StartInvasion => "{who} invades {system}",
        Verb::AssignHits(_) => "{who} must assign {n} hit{s} from {hits}",
        Verb::Sustain => "{who} {card} sustains damage",
        Verb::Destroy => "{of} {card} is destroyed",
        Verb::Remove => "{of} {card} is removed",
        Verb::Repair => "{of} {card} is repaired",
        Verb::Place(..) => "{who} places {unit} at {place}",
        Verb::GainControl => "{who} gains control of {planet}",
        Verb::ExhaustPlanet => "{who} exhausts {planet}",
        Verb::ReadyPlanet => "{who} readies {planet}",
        Verb::Explore => "{who} explores {planet}: {card}",
        Verb::PlaceSleeper => "{who} places a sleeper on {planet}",
        Verb::RemoveSleeper => "a sleeper leaves {planet}",
        Verb::PlaceWormhole(_) => "{who} places the {wormhole} in {system}",
        Verb::RemoveCustodians => "{who} removes the custodians",
        Verb::Eliminate => "{who} is eliminated",
        Verb::Revive if what.amount < 0 => "an infantry of {who} comes back",
        Verb::Revive => "an infantry of {who} will come back",
        Verb::ExhaustLater(_) => "{who} will exhaust planets when the next strategy phase starts",
        Verb::BarForPhase => "{who} cannot vote in this agenda phase",
        Verb::Silence => "{who} cannot vote, play action cards or use faction abilities",
        Verb::Play => "{who} plays {card}",
        Verb::Cancel => "{who} cancels the card",
        Verb::CancelHits => "{who} cancels up to {n} hit{s}",
        Verb::Exhaust => "{who} exhausts {card}",
        Verb::Ready => "{who} readies {card}",
        Verb::ReceiveNote => "{who} receives {card} from {other}",
        Verb::ReceiveCard => "{who} receives an action card from {other}",
        Verb::Transact => "{who} and {other} have traded",
        Verb::Gain(_) => "{who} gains {n} {goods}",
        Verb::Lose(_) => "{who} loses {n} {goods}",
        Verb::Replenish => "{who} replenishes commodities",
        Verb::GainToken(_) => "{who} gains a command token: {pool}",
        Verb::SpendToken(_) => "{who} spends a command token: {pool}",
        Verb::Token(true) => "{who}'s token is placed in {system}",
        Verb::Token(false) => "{who}'s token leaves {system}",
        Verb::DrawActionCard => "{who} draws an action card",
        Verb::DrawSecret => "{who} draws a secret objective",
        Verb::ReturnSecret => "{who} returns a secret objective",
        Verb::Score => "{who} scores {card}",
        Verb::RevealObjective => "objective: {card}",
        Verb::MakeSpeaker => "{other} is speaker",
        Verb::GainTechnology if what.other != what.seat => "{who} gains {technology}",
        Verb::GainTechnology => "{who} researches {technology}",
        Verb::Assimilate => "{who} assimilates {technology} of {other}",
        Verb::Muster => "{of} {card} fights as a ship",
        Verb::Last(..) => "{lasting}",
        Verb::Roll(_) if !what.subject.is_some() && is_hit(what) => "{who} rolls {n}: it is enough",
        Verb::Roll(_) if !what.subject.is_some() => "{who} rolls {n}: it is not enough",
        Verb::Roll(least) if is_lost(what, least) => "{of} {card} rolls {n}: lost in a gravity rift",
        Verb::Roll(_) if what.system.is_some() => "{of} {card} rolls {n}: out of a gravity rift",
        Verb::Roll(_) if is_hit(what) => "{of} {card} rolls {n}: hit",
        Verb::Roll(_) => "{of} {card} rolls {n}: miss",
        Verb::Reroll => "{of} {card} rolls again: {n}",
        Verb::PassShips => "{who}'s ships from {system} can move through those of others",
        Verb::Draw => "the combat ends in a draw",
        Verb::ChooseAnother => "{who} must choose another strategy card",
        Verb::KeepStrategy => "{who} keeps strategy cards",
        Verb::TakeCard => "{who} takes an action card of {other}",
        Verb::ElectInstead => "{other} is elected instead",
        Verb::Raise => "{of} {card}'s result is raised to {n}",
        Verb::RevealAgenda => "agenda: {card}",
        Verb::ReplaceAgenda if what.subject.is_some() => "{card} needs what is not there",
        Verb::Elect => "{who} chooses the outcome: {outcome}",
        Verb::VoteOn => "{card} is voted on",
        Verb::HaltTurn => "{who} ends the turn",
        Verb::AnotherAction => "{who} may perform another action",
        Verb::DiscardRandom => "{who} discards {card}",
        Verb::ReplaceAgenda => "{who} has another agenda revealed",
        Verb::Vote => "{who} casts {n} vote{s} for {outcome}",
        Verb::Bar => "{who} cannot vote",
        Verb::Predict => "{who} predicts {outcome}",
        Verb::Resolve => "outcome: {outcome}",
        Verb::TakeZero => "{who} is first in initiative order",
        Verb::SwapValues => "{who} swaps the resources and the influence of {planet}",
        Verb::Win
        | Verb::Rebuff
        | Verb::Bonus
        | Verb::EndRound
        | Verb::EndTactical
        | Verb::ToPlace(_)
        | Verb::FreeSecondary
        | Verb::DrawAgenda
        | Verb::AgendaToBottom
        | Verb::ShipsArrive
        | Verb::CommitForces
        | Verb::CombatRolls
        | Verb::ReturnStrategy
        | Verb::CastVotes
        | Verb::SpeakerVotes
        | Verb::EndStatus
        | Verb::EndStrategicAbility
        | Verb::FireCannon
        | Verb::EndAction
        | Verb::EndStrategy
        | Verb::StartVoting
        | Verb::Produced
        | Verb::EndProduction
        | Verb::Researched
        | Verb::HaveExhausted
        | Verb::Traded
        | Verb::UseProduction
        | Verb::EndPrediction
        | Verb::EndAgenda => "",
    }
}

/// A fact in words; `None` if nobody needs to read it.
fn line(scene: &Scene, what: &Proposal) -> Option<String> {
    let form = form(what);
    let subject = what.subject.is_some().then_some(what.subject.slot);
    let text = fill(form, |hole| match (hole, what.verb) {
        ("who", _) => player(what.seat),
        ("other", _) => player(what.other),
        ("card", _) => subject.map_or_else(|| "nothing".into(), |slot| piece(scene, slot)),
        ("of", _) => subject.map_or_else(String::new, |slot| player(scene.piece(slot).owner)),
        ("system", _) => {
            what.system.map_or_else(String::new, |id| scene.board.system(id).name.clone())
        }
        ("planet", _) => {
            what.planet.map_or_else(String::new, |id| scene.board.planet(id).name.clone())
        }
        ("n", Verb::BeginPhase(_)) => scene.board.round.to_string(),
        ("n", _) => what.amount.to_string(),
        ("s", _) => plural(what.amount == 1).into(),
        ("phase", Verb::BeginPhase(of)) => phase(of).into(),
        ("place", Verb::Move(to) | Verb::Place(_, to)) => place(scene, to),
        ("hits", Verb::AssignHits(by)) => hits(by).into(),
        ("unit", Verb::Place(kind, _)) => unit(kind).into(),
        ("wormhole", Verb::PlaceWormhole(wormhole)) => label::wormhole(wormhole).into(),
        ("goods", Verb::Gain(gain) | Verb::Lose(gain)) => goods(gain, what.amount == 1).into(),
        ("pool", Verb::GainToken(pool) | Verb::SpendToken(pool)) => label::pool(pool).into(),
        ("technology", _) => scene.catalogue.definition(what.amount as u16).name.clone(),
        ("lasting", Verb::Last(effect, until)) => lasting(what.seat, effect, until),
        ("outcome", _) => outcome(scene, what.other),
        _ => String::new(),
    });
    (!form.is_empty()).then_some(text)
}
