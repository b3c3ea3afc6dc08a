//! Squads as what players enter games with.

use core::ops::RangeInclusive;
use std::path::Path;

use cardmill_harness::plain::plain;
use cardmill_harness::play::{Entry, EntryError, Kind, Shelf, Source};
use cardmill_harness::session::Value;

use crate::catalogue::Catalogue;
use crate::squad::{Craft, Report, Squad, is_xws, ready};
use crate::vocabulary::Kind as CardKind;

impl Entry<Catalogue> for Squad {
    const NOUN: &'static str = "squad";
    const ENDINGS: &'static [&'static str] = &["json", "xws", "txt"];
    const SEATS: RangeInclusive<usize> = 2..=2;

    const BUFFS: &'static [&'static str] = &["charges+1", "initiative+1"];
    const KINDS: Option<[Kind; 2]> =
        Some([Kind { name: "ships", width: 100 }, Kind { name: "mean initiative", width: 100 }]);

    fn kind(&self, catalogue: &Catalogue) -> [u32; 2] {
        let pilots = &catalogue.facts().pilots;
        let initiative = |craft: &Craft| u32::from(pilots[usize::from(craft.pilot)].initiative);
        let (ships, sum) =
            (self.ships.len() as u32, self.ships.iter().map(initiative).sum::<u32>());
        [100 * ships, 100 * sum / ships.max(1)]
    }

    /// Pilots of the faction, and all upgrades: which of them fit where is found out by trying.
    fn pool<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        let facts = catalogue.facts();
        let pilots = facts.pilots.iter().filter(|pilot| {
            pilot.faction == self.faction
                && catalogue.plays(&pilot.id, |kind| matches!(kind, CardKind::Pilot { .. }))
        });
        let upgrades = facts.upgrades.iter().filter(|upgrade| {
            catalogue.plays(&upgrade.id, |kind| matches!(kind, CardKind::Upgrade(_)))
        });
        pilots.map(|pilot| pilot.id.as_str()).chain(upgrades.map(|it| it.id.as_str())).collect()
    }

    fn claims(text: &str) -> bool {
        is_xws(text)
    }

    fn shelves(catalogue: &Catalogue) -> Vec<Shelf> {
        let entries: Vec<String> =
            catalogue.squads().iter().map(|(name, _)| name.clone()).collect();
        let shelf = (!entries.is_empty()).then(|| Shelf { name: "squads".to_owned(), entries });
        shelf.into_iter().collect()
    }

    fn read(catalogue: &Catalogue, sources: &[Source]) -> Vec<Result<Self, EntryError>> {
        sources.iter().map(|source| entered(catalogue, source)).collect()
    }

    fn name(&self) -> &str {
        &self.name
    }

    /// Each pilot, then its upgrades.
    fn cards<'c>(&self, catalogue: &'c Catalogue) -> Vec<&'c str> {
        self.cards(catalogue.facts())
    }

    fn with(&self, catalogue: &Catalogue, place: usize, id: &str) -> Result<Self, EntryError> {
        let file = format!("{} with {id}", self.name);
        let squad = self.with(catalogue.facts(), place, id);
        let squad = squad.map_err(|lines| refused(Path::new(&file), lines))?;
        let written = squad.written(catalogue.facts()).to_string();
        entered(catalogue, &Source::Text(written, file.into()))
    }

    const NOTHING: Option<&'static str> =
        Some("nothing: an upgrade is left out, or a ship with its upgrades");

    fn without(&self, catalogue: &Catalogue, place: usize) -> Option<Self> {
        self.without(catalogue.facts(), place)
    }

    fn written(&self, catalogue: &Catalogue) -> Value {
        self.written(catalogue.facts())
    }
}

/// The squad of a file, or of a name that comes with the cards: legal, and all of its cards are
/// played.
pub(crate) fn entered(catalogue: &Catalogue, source: &Source) -> Result<Squad, EntryError> {
    let list = catalogue.facts().points.on(None).unwrap_or_default();
    let file = source.file();
    let mut reports = match source {
        Source::Text(text, file) => Report::of(text, file, catalogue, list),
        Source::File(file) => match ready(file, catalogue).filter(|_| !file.exists()) {
            Some(text) => Report::of(text, file, catalogue, list),
            None => Report::of_file(file, catalogue, list),
        },
    };
    let count = reports.len();
    match reports.pop() {
        Some(report) if count == 1 => report.entered(),
        _ => Err(refused(file, vec![format!("{count} squads; expected a file with one of them")])),
    }
}

fn refused(file: &Path, lines: Vec<String>) -> EntryError {
    EntryError { file: plain(&file.to_string_lossy()), lines }
}
