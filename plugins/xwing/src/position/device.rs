//! Devices in the play area, as a person writes them down.

use cardmill_harness::session::Problem;
use cardmill_kernel::card::Slot;
use serde::{Deserialize, Serialize};

use super::{Position, Setup, Spot, find, within};
use crate::board::Space;
use crate::card::{Card, Place};
use crate::catalogue::Catalogue;
use crate::device::{DEVICES, Device};
use crate::ship::SHIPS;
use crate::state::State;
use crate::vocabulary::{Kind, Phase, Timing};

/// A device in the play area.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceAt {
    /// The ship that has put it there, gone or not.
    pub by: String,
    /// The upgrade that it belongs to, by id or name.
    pub card: String,
    /// Its place and heading on the mat; `None` without a mat.
    #[serde(default)]
    pub at: Option<Spot>,
    /// The ships at range 0-1 of it. Not given on a mat.
    #[serde(default)]
    pub near: Vec<String>,
    /// The ships whose maneuvers take them through it or onto it. Not given on a mat.
    #[serde(default)]
    pub through: Vec<String>,
    /// The number of fuse markers on it.
    #[serde(default)]
    pub fuses: u8,
}

impl Setup {
    pub(super) fn devices(
        &mut self,
        catalogue: &Catalogue,
        position: &Position,
    ) -> Result<(), Problem> {
        if position.devices.len() > DEVICES {
            let reason = format!("expected at most {DEVICES}");
            return Err(Problem::at("devices", reason));
        }
        for (n, at) in position.devices.iter().enumerate() {
            let device = self.device(catalogue, at, position.phase);
            self.devices.push(device.map_err(within(format!("devices[{n}]")))?);
        }
        Ok(())
    }

    fn device(
        &mut self,
        catalogue: &Catalogue,
        at: &DeviceAt,
        phase: Phase,
    ) -> Result<Device, Problem> {
        let by = self.slot(catalogue, &at.by).map_err(within("by"))?;
        let owner = self.ships[usize::from(by)].owner;
        let upgrade = |kind: &Kind| matches!(kind, Kind::Upgrade(_));
        let definition =
            find(catalogue, &at.card, "an upgrade", upgrade).map_err(within("card"))?;
        let ids = catalogue.card(definition).abilities.iter();
        let mut timings = ids.map(|&id| &catalogue.ability(id).timing);
        let detonates = |timing: &&Timing| matches!(timing, Timing::Detonates | Timing::Trips(_));
        let Some(timing) = timings.find(detonates) else {
            return Err(Problem::at("card", format!("{:?} has no device", at.card)));
        };
        let known =
            self.cards.iter().position(|card| card.host == by && card.definition == definition);
        let card = known.unwrap_or_else(|| {
            // That of a ship that is gone is out of the game.
            self.cards.push(Card {
                definition,
                owner,
                host: by,
                place: Place::Box,
                ..Card::default()
            });
            self.cards.len() - 1
        });
        let bomb = *timing == Timing::Detonates;
        Ok(Device {
            card: (SHIPS + card) as Slot,
            owner,
            near: self.ships_of(catalogue, &at.near).map_err(within("near"))?,
            through: self.ships_of(catalogue, &at.through).map_err(within("through"))?,
            pose: at.at.map(|Spot(pose)| pose).unwrap_or_default(),
            fuses: at.fuses,
            ticks: bomb && !matches!(phase, Phase::Engagement | Phase::End),
        })
    }
}

/// Puts devices into the play area, in the place of those that are there.
pub(super) fn put(state: &mut State<'_>, devices: Vec<Device>) {
    state.board.devices.keep(state.devices, |_, _| false);
    for device in devices {
        state.board.devices.take(state.devices, device);
    }
}

/// Refuses devices that do not say where they are, or that say it in two ways.
pub(super) fn refuse(position: &Position, space: Space) -> Result<(), Problem> {
    for (n, at) in position.devices.iter().enumerate() {
        let given = !at.near.is_empty() || !at.through.is_empty();
        let wrong = match space {
            Space::Mat if at.at.is_none() => Some("expected a place: the position has a mat"),
            Space::Mat if given => {
                Some("poses and given relations at one table; expected one of them")
            }
            Space::Given if at.at.is_some() => Some("expected no place: the position has no mat"),
            _ => None,
        };
        if let Some(reason) = wrong {
            return Err(Problem::at(format!("devices[{n}].at"), reason));
        }
    }
    Ok(())
}
