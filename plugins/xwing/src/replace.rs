//! The `Replace` stage: replacement effects meet the proposals of the top group
//! (`S1-06`). They never enter the ability queue: what they do is done right here,
//! at the timing of what they replace, and the replaced event does not occur.

use cardmill_kernel::card::{Ref, Slot};
use cardmill_kernel::replacement::Replacement;
use cardmill_kernel::rules::Pending;
use cardmill_kernel::stack::Frame;

use crate::advance::at;
use crate::choice::XWing;
use crate::locals::{Locals, Meeting};
use crate::program::{FIRST_ABILITY, REPLACEMENT_BEGINS, Resolving};
use crate::proposal::{Proposal, Verb};
use crate::scene::{Context, Refusal, Scene};
use crate::vocabulary::{Ability, Damage, Replaced, Timing};

/// The replacement effects that can take the place of an event. What has met the program that
/// proposes has met what it proposes.
pub(crate) fn fitting(
    scene: &Scene,
    event: &Pending<'_, XWing>,
    fitting: &mut Vec<Replacement<u16>>,
) {
    let met = met(event);
    fitting.extend(fits(scene, &event.what(), met).filter(|one| !event.has_met(one)));
}

/// The replacement effects that have met the program that proposes an event.
fn met<'e>(event: &Pending<'e, XWing>) -> &'e [Meeting] {
    event.from.map_or(&[], |frame| &frame.locals.met)
}

/// A replacement effect applies: its program takes the place of the event.
pub(crate) fn substitute(
    scene: &Scene,
    event: &mut Pending<'_, XWing>,
    replacement: &Replacement<u16>,
) -> Frame<Locals> {
    let begun = resolve(scene, event.what(), met(event), replacement.source.slot, replacement.id);
    event.what_mut().prevented = true;
    begun
}

/// The replacement effect as a program. It collects nothing: what it sets off belongs to
/// whatever the replaced event was part of.
///
/// Only one effect can be substituted for the original (`S1-08`), so none
/// that could have been is substituted for what takes its place. What is paid for it is another
/// event; that alone can meet those that were not used.
fn resolve(scene: &Scene, event: Proposal, met: &[Meeting], card: Slot, id: u16) -> Frame<Locals> {
    let fitted = fits(scene, &event, met).map(|fitted| {
        let (slot, ability) = (fitted.source.slot, fitted.id);
        Meeting { card: slot, ability, used: (slot, ability) == (card, id) }
    });
    let met = met.iter().copied().chain(fitted).collect();
    Frame {
        program: FIRST_ABILITY + id,
        at: REPLACEMENT_BEGINS,
        seat: scene.controller(card),
        source: at(card),
        subject: at(event.ship),
        collects: None,
        locals: Locals { met, ..Resolving { event: Some(event), ..Resolving::default() }.into() },
    }
}

/// The replacement effects that fit an event.
fn fits<'s>(
    scene: &'s Scene<'s>,
    event: &'s Proposal,
    met: &'s [Meeting],
) -> impl Iterator<Item = Replacement<u16>> + 's {
    let fits =
        move |&(card, id, _): &(Slot, u16, &Ability)| judge(scene, event, met, card, id).is_ok();
    scene.abilities(|card| &card.replacing).filter(fits).map(|(card, id, ability)| Replacement {
        id,
        source: Ref { slot: card, incarnation: 0 },
        seat: scene.controller(card),
        optional: ability.may,
    })
}

/// Judges whether a replacement effect could take the place of an event. `met` are the effects that
/// have met the program that proposes the event.
pub(crate) fn judge(
    scene: &Scene,
    event: &Proposal,
    met: &[Meeting],
    card: Slot,
    id: u16,
) -> Result<(), Refusal> {
    let ability = scene.catalogue.ability(id);
    let Timing::Replaces(what) = &ability.timing else { return Err(Refusal::NotNow) };
    if !is_about(what, event.verb) {
        return Err(Refusal::NotNow);
    }
    let again = |met: &Meeting| (met.card, met.ability) == (card, id) && (met.used || !event.cost);
    if event.prevented || met.iter().any(again) {
        return Err(Refusal::Replaced);
    }
    let cx = Context { event: Some(*event), ..scene.context(card, event.ship) };
    if !scene.fits(&ability.who, event.ship, &cx) {
        return Err(Refusal::Subject);
    }
    scene.judge(id, &cx)
}

pub(crate) const fn is_replaceable(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Gain(_)
            | Verb::Suffer(..)
            | Verb::Deal { .. }
            | Verb::Destroy
            | Verb::Execute(_)
            | Verb::Flee
            | Verb::FailBoost
            | Verb::Expose
            | Verb::Damage(_)
            | Verb::Put(_)
    )
}

fn is_about(what: &Replaced, verb: Verb) -> bool {
    match (what, verb) {
        (Replaced::Gain(tokens), Verb::Gain(token)) => tokens.contains(&token),
        (Replaced::Suffer(None), Verb::Suffer(..))
        | (Replaced::DealFaceup, Verb::Deal { faceup: true })
        | (Replaced::DealFacedown, Verb::Deal { faceup: false })
        | (Replaced::Destroyed, Verb::Destroy)
        | (Replaced::Maneuver, Verb::Execute(_))
        | (Replaced::Flee, Verb::Flee)
        | (Replaced::Expose, Verb::Expose)
        | (Replaced::FailBoost, Verb::FailBoost) => true,
        (Replaced::SufferOne(kind), Verb::Damage(damage)) => *kind == damage,
        (Replaced::Put { ways, templates }, Verb::Put(placing)) => {
            ways.contains(&placing.way)
                && (templates.is_empty() || templates.contains(&placing.template))
        }
        (Replaced::Suffer(Some(Damage::Hit)), Verb::Suffer(hits, _)) => hits > 0,
        (Replaced::Suffer(Some(Damage::Crit)), Verb::Suffer(_, crits)) => crits > 0,
        _ => false,
    }
}
