//! Cards in scenarios: the names they go by, and the steps about them.

use cardmill_harness::names::Name;

use super::step::{Place, Step};
use super::{Checked, same};
use crate::label;
use crate::prelude::*;

/// Checks a step about a card; the error says how the card is instead.
pub(super) fn holds(scene: &Scene, step: &Step) -> Checked {
    match step {
        Step::Zone(name, place) => {
            // The place tells copies apart: one of them must be there.
            let zones: Vec<_> =
                named(scene, name)?.into_iter().map(|s| place_of(scene.card(s).zone)).collect();
            if zones.contains(place) { Ok(()) } else { Err(format!("it is in {:?}", zones[0])) }
        }
        Step::Power(name, n) => same(*n, scene.stats(in_play(scene, name)?).power),
        Step::Hp(name, n) => same(*n, scene.stats(in_play(scene, name)?).hp),
        Step::Damage(name, n) => same(*n, scene.card(in_play(scene, name)?).damage),
        Step::Exhausted(name) => same(true, scene.card(in_play(scene, name)?).is_exhausted()),
        Step::Ready(name) => same(false, scene.card(in_play(scene, name)?).is_exhausted()),
        Step::Has(name, keyword) => {
            let stats = scene.stats(in_play(scene, name)?);
            match keyword {
                Keyword::Raid(n) => same(*n, stats.raid),
                Keyword::Restore(n) => same(*n, stats.restore),
                _ => same(true, stats.keywords.has(*keyword)),
            }
        }
        Step::HasNot(name, keyword) => {
            same(false, scene.stats(in_play(scene, name)?).keywords.has(*keyword))
        }
        Step::Upgrades(name, titles) => {
            let unit = in_play(scene, name)?;
            let on = |slot: &Slot| {
                let card = scene.card(*slot);
                card.zone == Zone::Attached && card.host == unit
            };
            let play = scene.board.play.iter().copied();
            let mut found: Vec<_> = play.filter(on).map(|s| label::card(scene, s)).collect();
            let mut expected = titles.clone();
            found.sort();
            expected.sort();
            same(expected, found)
        }
        Step::InPlay(name, n) => {
            let there = |slot: &Slot| scene.card(*slot).zone.is_play();
            let found = named(scene, name).unwrap_or_default();
            same(usize::from(*n), found.iter().filter(|slot| there(slot)).count())
        }
        Step::Captured(name, titles) => {
            let guard = in_play(scene, name)?;
            let captured = scene.captured_by(guard);
            let mut found: Vec<_> = captured.map(|s| label::card(scene, s)).collect();
            let mut expected = titles.clone();
            found.sort();
            expected.sort();
            same(expected, found)
        }
        Step::Controller(name, player) => {
            let resources = |slot: &Slot| scene.card(*slot).zone == Zone::Resources;
            let resource = named(scene, name)?.into_iter().find(resources);
            let card = in_play(scene, name).or_else(|error| resource.ok_or(error))?;
            same(player.seat(), scene.card(card).controller)
        }
        _ => Err("this step is not about a card".into()),
    }
}

const fn place_of(zone: Zone) -> Place {
    match zone {
        Zone::Deck => Place::Deck,
        Zone::Hand => Place::Hand,
        Zone::Discard => Place::Discard,
        Zone::Resources => Place::Resources,
        Zone::Ground => Place::Ground,
        Zone::Space => Place::Space,
        Zone::Attached => Place::Attached,
        Zone::Base => Place::Base,
        Zone::Captured => Place::Captured,
        Zone::Aside => Place::Aside,
    }
}

/// The cards a name can mean, in slot order.
pub(crate) fn named(scene: &Scene, text: &str) -> Result<Vec<Slot>, String> {
    let name = Name::read(text);
    let fits = |slot: &Slot| {
        let printed = scene.printed(*slot);
        let aside = scene.card(*slot).zone == Zone::Aside && printed.kind().is_token();
        !aside
            && label::card(scene, *slot) == name.title
            && name.holder.is_none_or(|seat| label::holder(scene, *slot) == seat)
    };
    let all: Vec<Slot> = (0..scene.board.slots).filter(fits).collect();
    let all = match name.number {
        Some(n) => all.get(n.wrapping_sub(1)).copied().into_iter().collect(),
        None => all,
    };
    if all.is_empty() { Err(format!("there is no {text:?}")) } else { Ok(all) }
}

/// The card in play that a name means.
fn in_play(scene: &Scene, text: &str) -> Result<Slot, String> {
    let all = named(scene, text)?;
    let play: Vec<Slot> =
        all.iter().copied().filter(|&slot| scene.card(slot).zone.is_play()).collect();
    match play[..] {
        [] => Err(format!("{text:?} is not in play but in {:?}", scene.card(all[0]).zone)),
        [only] => Ok(only),
        [first, ..] => {
            let alike = |slot: &Slot| {
                let (a, b) = (scene.card(*slot), scene.card(first));
                a.controller == b.controller && a.damage == b.damage && a.marks == b.marks
            };
            if play.iter().all(alike) {
                Ok(first)
            } else {
                Err(format!("{text:?} means several different cards; say P1, P2 or #n"))
            }
        }
    }
}
