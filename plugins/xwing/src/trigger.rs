//! The `Trigger` stage: facts meet the abilities that come after them.

use cardmill_kernel::card::Slot;
use cardmill_kernel::rules::Heard;
use cardmill_kernel::window::Waiting;

use crate::advance::at;
use crate::board::Aftermath;
use crate::choice::XWing;
use crate::program::FIRST_ABILITY;
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::ship::Flags;
use crate::vocabulary::{Ability, Bearing, Difficulty, Event, Kind, Phase, Step, Timing, Token};

/// Adds what triggers on a fact to what waits.
pub(crate) fn trigger(scene: &Scene, fact: &Proposal, heard: &mut Heard<'_, XWing>) {
    for (card, id, ability) in scene.abilities(|card| &card.triggered) {
        let Timing::After(event) = &ability.timing else { continue };
        let Some(subject) = about(scene, event, ability, card, fact) else { continue };
        let cx = scene.context(card, subject);
        // What is not met now is not added at all.
        if scene.fits(&ability.who, subject, &cx) && scene.hold(&ability.requires, &cx) {
            let waits = Waiting::new(FIRST_ABILITY + id, cx.seat, at(card));
            heard.waiting().push(Waiting { subject: at(subject), ..waits });
        }
    }
}

/// The ship that a fact is about for an ability, if the ability watches for such facts.
fn about(
    scene: &Scene,
    event: &Event,
    ability: &Ability,
    card: Slot,
    fact: &Proposal,
) -> Option<Slot> {
    let met = match (event, fact.verb) {
        (Event::Starts(phase), Verb::Start(started)) => {
            return (*phase == started).then(|| scene.host(card));
        }
        (Event::Ends(phase), Verb::Finish(finished)) => {
            return (*phase == finished).then(|| scene.host(card));
        }
        (Event::AtInitiative(at), Verb::Initiative) => {
            let engagement = scene.board.phase == Phase::Engagement;
            return (engagement && fact.n == *at).then(|| scene.host(card));
        }
        (Event::Detonates, Verb::Detonate(near)) => {
            let host = scene.host(card);
            return (near & (1 << host) != 0).then_some(host);
        }
        (Event::BecomesDefender, Verb::BeginAttack { shot, .. }) => return Some(shot.at),
        (Event::Locks, Verb::Gain(Token::Lock)) | (Event::SpendsLock, Verb::Spend(Token::Lock)) => {
            return Some(fact.other);
        }
        (Event::Assigned, Verb::Assign) | (Event::Reloaded, Verb::Reloaded) => fact.card == card,
        (Event::Attacks, Verb::Aftermath(part)) => {
            return is_due(scene, ability, card, fact, part).then_some(fact.other);
        }
        (Event::Defends, Verb::Aftermath(part)) => is_due(scene, ability, card, fact, part),
        (Event::Coordinates { difficulty }, Verb::Coordinated(how)) => {
            let met = fact.other == scene.host(card) && difficulty.is_none_or(|it| it == how);
            return met.then_some(fact.ship);
        }
        (Event::SystemPhase, Verb::SystemTurn)
        | (Event::BeforeActivating, Verb::BeforeActivating)
        | (Event::BeforeRevealing, Verb::BeforeRevealing)
        | (Event::Declares, Verb::BeginAttack { .. })
        | (Event::BeforeExecuting, Verb::BeforeExecuting)
        | (Event::Dealt, Verb::Deal { .. })
        | (Event::Reveals, Verb::Reveal(_))
        | (Event::BeforeEngaging, Verb::BeforeEngaging)
        | (Event::Decloaks, Verb::Decloaked)
        | (Event::Rolls, Verb::Roll(_))
        | (Event::Rerolls, Verb::Reroll(..))
        | (Event::Activated, Verb::Activated)
        | (Event::BeforeNeutralize, Verb::BeforeNeutralize)
        | (Event::AfterNeutralize, Verb::Neutralized)
        | (Event::LosesShield, Verb::LoseShield)
        | (Event::SpendsForce, Verb::SpendForce)
        | (Event::Coordinated, Verb::Coordinated(_))
        | (Event::Destroyed, Verb::Die) => true,
        (Event::Modified(dice), Verb::DiceModified(modified)) => *dice == modified,
        (Event::Puts(ways), Verb::Put(placing)) => ways.is_empty() || ways.contains(&placing.way),
        (
            Event::Executes { fully, partially, speed, straight, difficulty, ion },
            Verb::Executed(maneuver),
        ) => {
            let flags = scene.ship(fact.ship).flags;
            let is_straight = maneuver.bearing == Bearing::Straight;
            (!fully || flags.has(Flags::FULLY))
                && (!partially || !flags.has(Flags::FULLY))
                && (!ion || flags.has(Flags::IONIZED))
                && speed.is_none_or(|speed| speed.holds(maneuver.speed))
                && straight.is_none_or(|straight| straight == is_straight)
                && difficulty.is_none_or(|difficulty| difficulty == maneuver.difficulty)
        }
        (Event::Performs(actions), Verb::Performed(action, _))
        | (Event::PerformsRed(actions), Verb::Performed(action, Difficulty::Red))
        | (Event::PerformsPurple(actions), Verb::Performed(action, Difficulty::Purple)) => {
            actions.is_empty() || actions.contains(&action)
        }
        (Event::Repairs(kinds), Verb::Repair) => {
            let kind = match scene.printed(fact.card).definition.kind {
                Kind::Damage(kind, _) => Some(kind),
                _ => None,
            };
            scene.board.repaired == Some(fact.card) && kind.is_some_and(|it| kinds.contains(&it))
        }
        (Event::Reddens(actions), Verb::Reddened(action)) => actions.contains(&action),
        (Event::ChecksDifficulty { difficulty }, Verb::ChecksDifficulty(how)) => {
            let fully = scene.ship(fact.ship).flags.has(Flags::FULLY);
            fully && difficulty.is_none_or(|difficulty| difficulty == how)
        }
        (Event::PerformsAdded(kinds), Verb::Performed(action, difficulty)) => {
            scene.is_added(fact.ship, action, difficulty, kinds)
        }
        (Event::Performs(actions), Verb::PerformedCard) => actions.is_empty(),
        (Event::Gains(tokens), Verb::Gain(token)) | (Event::Spends(tokens), Verb::Spend(token)) => {
            tokens.contains(&token)
        }
        (Event::GainsAny(kinds), Verb::Gain(token)) => kinds.iter().any(|&kind| token.is(kind)),
        (Event::Suffers(kind), Verb::Suffered(damage)) => kind.is_none_or(|kind| kind == damage),
        (Event::TurnsFaceup, Verb::Deal { faceup: true } | Verb::Expose | Verb::ExposeThat) => {
            fact.card == card
        }
        _ => false,
    };
    met.then_some(fact.ship)
}

/// Tells whether an ability belongs to this part of the Aftermath step: that of its player's side,
/// and of bonus attacks if it grants one.
fn is_due(scene: &Scene, ability: &Ability, card: Slot, fact: &Proposal, part: Aftermath) -> bool {
    let defending = scene.controller(card) == scene.ship(fact.ship).owner;
    let bonus = ability.effect.iter().any(|step| matches!(step, Step::Attack { bonus: true, .. }));
    part == Aftermath { defending, bonus }
}
