//! `cardmill optimize`: decks that beat a field.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::files::CardFiles;
use cardmill_harness::library::{Definition, called};
use cardmill_harness::play::Entry;
use clap::Args;

use super::experiment::Inquiry;
use super::run::InGame;
use super::setups::{self, Given};
use super::whatif::given;
use super::{CardsFolder, Format, print};
use crate::batch::Arm;
use crate::error::Error;
use crate::experiment::race::{Racer, Search};
use crate::experiment::{Answer, Question, verdicts};
use crate::games::{Game, Hosted};
use crate::output::answers::{Report, Row};
use crate::output::table::{grouped, table};
use crate::setup::{Settings, Setup, Setups};

/// What `optimize` is asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Optimize {
    /// Decks to begin with, as simulate takes them; what is found is compared with the first
    #[arg(value_name = "DECK", required = true)]
    pub decks: Vec<PathBuf>,
    /// The decks that are to be beaten, each as often as any other [default: all others that come
    /// with the cards]
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Games of the search; those of the test on fresh deals come on top
    #[arg(long, value_name = "GAMES", default_value = "100000", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub budget: u64,
    /// Write the decks that were tested as files of this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// How they are tested on fresh deals: those of the next seed.
    #[command(flatten)]
    pub inquiry: Inquiry,
}

const EXAMPLES: &str = "\
Examples:
  cardmill optimize vader
  cardmill optimize vader boba --against sabine --budget 400000 --out found
  cardmill optimize luke --agents random --resume search.kept

Kinds are told apart by mean cost and share of units. A deck is changed in one to three cards whose
aspects its leader and base have, and is kept if it beats the best of its kind on the same deals.
The best are lucky as well as good: what counts is the test on fresh deals.";

/// How many of the best are tested again.
const TESTED: usize = 5;

impl Optimize {
    /// Searches and tells.
    ///
    /// # Errors
    ///
    /// When the input is bad, or what was found cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        self.in_game(setups::game(self.game, &self.decks)?, cards)
    }

    /// Makes the folder for the decks.
    fn folder(&self) -> Result<(), Error> {
        let Some(folder) = &self.out else { return Ok(()) };
        fs::create_dir_all(folder).map_err(|error| {
            Error::file(folder, error.to_string(), "a folder that decks can be written to")
        })
    }
}

impl InGame for Optimize {
    fn play<G: Hosted>(&self, cards: &CardFiles) -> Result<u8, Error> {
        let catalogue = &G::load(cards).map_err(Error::Usage)?;
        let Some(kinds) = G::Entry::KINDS else {
            let problem = "it is played without decks, and there is nothing to search";
            return Err(Error::Usage(format!("--game {}: {problem}", G::NAME)));
        };
        let mut field = self.against.clone();
        if field.is_empty() {
            let own = |name: &PathBuf| {
                self.decks.iter().any(|deck| deck.as_os_str().eq_ignore_ascii_case(name))
            };
            field = given::<G>(&[], catalogue)?;
            field.retain(|name| !own(name));
        }
        let Given { setups, labels, .. } = Given::<G>::read(&self.decks, &field, None, catalogue)?;
        let met: BTreeMap<u16, ()> =
            setups.list.iter().filter_map(|setup| Some((setup.pairing()?[1], ()))).collect();
        let opponents: Vec<usize> = met.into_keys().map(usize::from).collect();
        let own: BTreeMap<u16, ()> =
            setups.list.iter().filter_map(|setup| Some((setup.pairing()?[0], ()))).collect();
        let begun: Vec<G::Entry> =
            own.into_keys().map(|at| setups.entries[usize::from(at)].clone()).collect();
        let field: Vec<G::Entry> = opponents.iter().map(|&at| setups.entries[at].clone()).collect();
        self.folder()?;
        let list: Vec<Setup> = (1..=field.len() as u16).map(|at| Setup::pair(0, at)).collect();
        let settings = self.inquiry.settings::<G>(&list)?;

        let mut asking = self.inquiry.begin(TESTED)?;
        let search: Search<'_, G> =
            Search { catalogue, field: &field, settings: &settings, budget: self.budget };
        let archive = asking.search(&search, begun.clone())?;
        let ranking = archive.ranking();
        let best = &ranking[..ranking.len().min(TESTED)];

        let fresh = Settings { seed: settings.seed.wrapping_add(1), ..settings.clone() };
        let with = |entry: &G::Entry| Setups::<G> {
            entries: [core::slice::from_ref(entry), &field].concat(),
            positions: Vec::new(),
            list: list.clone(),
        };
        let tested: Vec<Setups<G>> = core::iter::once(with(&begun[0]))
            .chain(best.iter().map(|racer| with(&racer.entry)))
            .collect();
        let arms: Vec<Arm<'_, G>> =
            tested.iter().map(|setups| Arm::new(catalogue, setups, &fresh)).collect();
        let questions: Vec<Question> =
            (1..arms.len()).map(|arm| Question { arm, seat: 0 }).collect();
        let findings = asking.ask("fresh deals", &arms, &questions)?;
        let answers: Vec<&Answer> = findings.answers.iter().collect();
        let verdicts = verdicts(&answers, &asking.terms);
        let first = labels[0].name.clone();
        let rows = answers.iter().zip(verdicts).map(|(answer, verdict)| Row {
            variant: answer.question.arm,
            player: first.clone(),
            copies: Some(
                exchanged::<G>(catalogue, &begun[0], &best[answer.question.arm - 1].entry).len(),
            ),
            answer: (*answer).clone(),
            verdict,
            against: opponents.iter().map(|&at| labels[at].name.clone()).collect(),
            replays: [None, None],
        });
        let rows: Vec<Row> = rows.collect();

        for (number, racer) in (1..).zip(best) {
            if let Some(folder) = &self.out {
                write(
                    &folder.join(format!("deck-{number}.json")),
                    &racer.entry.written(catalogue),
                )?;
            }
        }
        if self.inquiry.format == Format::Table {
            let games = grouped(archive.games);
            let (tried, kept) = (grouped(archive.tried), ranking.len());
            let noun = G::Entry::NOUN;
            let heading =
                format!("{tried} {noun}s tried in {games} games, the best of {kept} kinds:\n\n");
            let names = [kinds[0].name, kinds[1].name];
            print(&(heading + &overview(names, &ranking) + "\n"))?;
        }
        let changes = (1..)
            .zip(best)
            .map(|(number, racer)| told::<G>(catalogue, number, &begun[0], &racer.entry));
        let changes: Vec<String> = changes.collect();
        let terms = asking.terms;
        asking.finish::<G>("optimize", catalogue, settings.who(), |sample| Report {
            changes,
            arms: ["first", "found"].map(str::to_owned),
            terms,
            rows,
            sample,
        })
    }
}

/// The archive, the greatest share first.
fn overview<E>(kinds: [&str; 2], ranking: &[&Racer<E>]) -> String {
    let row = |(number, racer): (usize, &&Racer<E>)| {
        let [one, other] =
            racer.kind.map(|hundredths| format!("{:.2}", f64::from(hundredths) / 100.0));
        let wins = format!("{:.1} %", racer.share() * 100.0);
        vec![(number + 1).to_string(), one, other, wins, grouped(racer.deals() as u64)]
    };
    let rows = ranking.iter().enumerate().map(row).collect();
    table(&["", kinds[0], kinds[1], "wins", "deals"], 1, rows)
}

/// How many more copies of each card one entry has than another, or fewer.
fn difference<G: Hosted>(
    catalogue: &G::Catalogue,
    from: &G::Entry,
    to: &G::Entry,
) -> BTreeMap<String, i32> {
    let mut more: BTreeMap<String, i32> = BTreeMap::new();
    for (entry, sign) in [(from, -1), (to, 1)] {
        for id in entry.cards(catalogue) {
            *more.entry(id.to_owned()).or_default() += sign;
        }
    }
    more.retain(|_, times| *times != 0);
    more
}

/// The cards that one entry has and another has not, one by one.
fn exchanged<G: Hosted>(catalogue: &G::Catalogue, from: &G::Entry, to: &G::Entry) -> Vec<String> {
    let more = difference::<G>(catalogue, from, to);
    let more = more.into_iter().filter(|(_, times)| *times > 0);
    more.flat_map(|(id, times)| core::iter::repeat_n(id, times as usize)).collect()
}

/// An entry by what it has more and less than another.
fn told<G: Hosted>(
    catalogue: &G::Catalogue,
    number: usize,
    from: &G::Entry,
    to: &G::Entry,
) -> String {
    let all = G::definitions(catalogue);
    let name = |id: &str| all.iter().find(|card| card.id() == id).map(called).unwrap_or_default();
    let card = |(id, times): (String, i32)| format!("{times:+} {} ({id})", name(&id));
    let cards: Vec<String> = difference::<G>(catalogue, from, to).into_iter().map(card).collect();
    match cards.is_empty() {
        true => format!("{number}  {}", to.name()),
        false => format!("{number}  {}", cards.join(", ")),
    }
}

/// Writes a file, all of it or nothing.
fn write(path: &Path, value: &serde_json::Value) -> Result<(), Error> {
    let failed = |source| Error::Write { path: path.into(), source };
    let part = path.with_extension("part");
    let text = crate::output::json::pretty(value);
    fs::write(&part, text).and_then(|()| fs::rename(&part, path)).map_err(failed)
}
