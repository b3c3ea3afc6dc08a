//! `cardmill optimize`: decks that beat a field.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use cardmill_harness::files::CardFiles;
use cardmill_harness::play::Kind;
use clap::Args;

use super::CardsFolder;
use super::bands::Bands;
use super::experiment::{Inquiry, handled, places};
use super::run::{Edits, InGame, budget};
use super::setups::{self, Given};
use super::whatif::field;
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::experiment::race::{Archive, Racer, Search};
use crate::experiment::variant::Edited;
use crate::experiment::{Answer, Question, Verdict, verdicts};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::interrupt::INTERRUPT;
use crate::output::answers::{Report, Row};
use crate::output::elites::{Common, Elite, Elites};
use crate::output::entries;
use crate::output::sample::Sample;
use crate::setup::{Settings, Setup, Setups};
use crate::trust::Trust;

/// The arguments of `optimize`: the decks to begin with, the decks to beat, and the games to spend on it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Optimize {
    /// Decks to begin with, as simulate takes them; what is found is compared with the first
    #[arg(value_name = "DECK", required = true)]
    pub decks: Vec<PathBuf>,
    /// The decks that are to be beaten; sabine=3 is met three times as often as one without a number
    /// [default: the others beside it, or the field]
    #[arg(long, value_name = "DECK[=TIMES]", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The game [default: unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// Games of the search; those of the test on fresh deals come on top [default: 100000, or 10000
    /// where a net or a search plays]
    #[arg(long, value_name = "GAMES", value_parser = super::games)]
    #[arg(allow_negative_numbers = true)]
    pub budget: Option<u64>,
    /// Write the decks that were tested as files of this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// The agents by which the decks that were found are tested in turn: the first of them also searches.
    #[command(flatten)]
    pub bands: Bands,
    /// The changes of cards that all games are played with.
    #[command(flatten)]
    pub edits: Edits,
    /// The terms of the test on fresh deals, which are those of the next seed.
    #[command(flatten)]
    pub inquiry: Inquiry,
}

const EXAMPLES: &str = "\
Examples:
  cardmill optimize vader
  cardmill optimize vader boba --against sabine=3 leia --budget 400000 --out found
  cardmill optimize vader --edit \"SOR_164 cost+1\"
  cardmill optimize luke --agents random --resume search.kept
  cardmill optimize luke --budget 20000 --bands greedy player

Kinds are told apart by mean cost and share of units. A deck is changed in one to three cards whose
aspects its leader and base have, and is kept if it beats the best of its kind on the same deals.
The best are lucky as well as good: what counts is the test on fresh deals.";

/// The number of decks, the best of the search, that are tested again on fresh deals.
const TESTED: usize = 5;

/// The file name of a tested deck, by its number from 1, without its ending.
fn file_name(number: usize) -> String {
    format!("deck-{number}")
}

/// The most times that one deck of the field is met for every time that another is.
const MOST_TIMES: usize = 100;

impl Optimize {
    /// Searches for decks, tests the best on fresh deals, prints them, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad, or what was found cannot be written.
    pub fn run(self, cards: &CardsFolder) -> Result<u8, Error> {
        let files = self.decks.iter().chain(&self.against);
        self.in_game(setups::game(self.game, files)?, cards)
    }

    /// The decks of the field, each with the times that it is met where a deck without a number is met once.
    fn field(&self, catalogue: &Catalogue) -> Result<Vec<(PathBuf, usize)>, Error> {
        if !self.against.is_empty() {
            return self.against.iter().map(|text| times(text)).collect();
        }
        let own: Vec<&Path> = self.decks.iter().map(PathBuf::as_path).collect();
        Ok(field(&own, &[], catalogue)?.into_iter().map(|name| (name, 1)).collect())
    }
}

/// A deck of the field, and the times that it is met, 1 to 100: `sabine=3`; once without a number.
fn times(text: &Path) -> Result<(PathBuf, usize), Error> {
    let once = || Ok((text.to_owned(), 1));
    let Some((name, number)) = text.to_str().and_then(|text| text.rsplit_once('=')) else {
        return once();
    };
    match number.parse() {
        Ok(times @ 1..=MOST_TIMES) => Ok((name.into(), times)),
        Ok(_) => Err(Error::Usage(format!(
            "--against {}: expected to meet it 1 to {MOST_TIMES} times",
            text.display()
        ))),
        Err(_) => once(),
    }
}

/// The decks of a search: those to begin with, and those to beat.
struct Field {
    begun: Vec<Entry>,
    names: Vec<String>,
    others: Vec<Entry>,
    /// Places of `others`, each as often as that deck is met.
    met: Vec<u16>,
}

impl Field {
    fn read(asked: &Optimize, catalogue: &Catalogue) -> Result<Self, Error> {
        let field = asked.field(catalogue)?;
        let read =
            |files: &[PathBuf], against: &[PathBuf]| Given::read(files, against, None, catalogue);
        let (mut met, mut others, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mut begun = Vec::new();
        for (file, times) in field {
            // A folder has several.
            let Given { setups, labels, own } = read(&asked.decks, &[file])?;
            begun = setups.entries[..own].to_vec();
            let paired: BTreeSet<usize> =
                setups.list.iter().filter_map(|setup| Some(setup.pairing()?[1].into())).collect();
            for at in paired {
                met.extend(core::iter::repeat_n(others.len() as u16, times));
                others.push(setups.entries[at].clone());
                names.push(labels[at].name.clone());
            }
        }
        Ok(Self { begun, names, others, met })
    }

    /// The setups in which an entry meets all others.
    fn setups(&self, entry: &Entry) -> Setups {
        let entries = [core::slice::from_ref(entry), &self.others].concat();
        let list = self.met.iter().map(|&at| Setup::pair(0, at + 1)).collect();
        Setups::new(entries, Vec::new(), list)
    }
}

impl InGame for Optimize {
    fn play(&self, game: &'static dyn Host, cards: &CardFiles) -> Result<u8, Error> {
        let about = "optimize changes the cards of decks; compare takes positions for two agents";
        setups::entered(game, self.decks.iter().chain(&self.against), about)?;
        let Edited { catalogue, lines: edits } = &self.edits.load(game, cards)?;
        let Some(kinds) = game.kinds() else {
            let problem = "no kinds of its entries are known that could be searched for";
            return Err(Error::Usage(format!("--game {}: {problem}", game.name())));
        };
        let field = Field::read(self, catalogue)?;
        let first = &field.begun[0];
        if let Some(folder) = &self.out {
            entries::folder(folder, (1..=TESTED).map(file_name))?;
        }
        let list = &field.setups(first).list;
        let bands = self.bands.conducts(&self.inquiry.course.conduct);
        let bands = bands.iter().map(|conduct| self.inquiry.settings_of(game, conduct, list));
        let bands = bands.collect::<Result<Vec<Settings>, Error>>()?;
        let settings = &bands[0];

        let mut asking = self.inquiry.begin(TESTED * bands.len())?;
        let meets = &|entry: &Entry| field.setups(entry);
        let budget = budget(game, self.budget, 100_000, &settings.agents);
        let search: Search<'_> = Search { catalogue, meets, settings, budget };
        let archive = asking.search(&search, field.begun.clone())?;
        let ranking = archive.ranking();
        let is_stopped = INTERRUPT.handle_gracefully().load(Ordering::Relaxed);
        // What it began with is not found.
        let found = ranking.into_iter().filter(|racer| {
            let same = |own: &Entry| difference(catalogue, own, &racer.entry).0.is_empty();
            !field.begun.iter().any(same)
        });
        let best: Vec<_> = found.take(if is_stopped { 0 } else { TESTED }).collect();
        let best = &best[..];

        let entries = core::iter::once(first).chain(best.iter().map(|racer| &racer.entry));
        let tested: Vec<Setups> = entries.map(meets).collect();
        let differs = |racer: &&Racer| -> BTreeSet<String> {
            difference(catalogue, first, &racer.entry).0.into_keys().collect()
        };
        let abouts: Vec<BTreeSet<String>> = best.iter().map(differs).collect();
        let all: BTreeSet<String> = abouts.iter().flatten().cloned().collect();
        let questions: Vec<Question> =
            (1..tested.len()).map(|arm| Question { arm, seat: 0 }).collect();
        let (mut answers, mut asked) = (Vec::new(), Vec::new());
        for settings in bands.iter().filter(|_| !questions.is_empty()) {
            let fresh = Settings { seed: settings.seed.wrapping_add(1), ..settings.clone() };
            let of_arms = core::iter::once(&all).chain(&abouts);
            let mut arms = Arm::of_entries(catalogue, &tested, &fresh);
            for (arm, about) in arms.iter_mut().zip(of_arms) {
                arm.tally = true;
                arm.about = Some(places(catalogue, about));
            }
            let findings = asking.ask("fresh deals", &arms, &questions)?;
            asked.extend(findings.answers.iter().map(|_| settings.who()));
            answers.extend(findings.answers.into_iter().map(|answer| field.together(answer)));
        }
        let verdicts = verdicts(&answers.iter().collect::<Vec<_>>(), &asking.terms);
        let row = |((answer, verdict), who): ((Answer, Verdict), String)| {
            let found = &best[answer.question.arm - 1].entry;
            let about = &abouts[answer.question.arm - 1];
            Row {
                of_cards: false,
                cards: handled(answer.handled.each_ref().map(|of| (catalogue, of, about))),
                variant: answer.question.arm,
                player: first.name().to_owned(),
                agents: (bands.len() > 1).then_some(who),
                misused: Vec::new(),
                copies: Some(difference(catalogue, first, found).1),
                answer,
                verdict,
                against: field.names.clone(),
                replays: [None, None],
            }
        };
        let rows: Vec<Row> = answers.into_iter().zip(verdicts).zip(asked).map(row).collect();
        if let Some(folder) = &self.out {
            for (number, racer) in (1..).zip(best) {
                entries::write(folder, &file_name(number), &racer.entry.written(catalogue))?;
            }
        }
        let changes =
            (1..).zip(best).map(|(number, racer)| told(catalogue, number, first, &racer.entry));
        let mut changes: Vec<String> = changes.collect();
        if changes.is_empty() && !is_stopped {
            let noun = game.noun();
            changes.push(format!("nothing was found but each {noun} that it began with"));
        }
        let elites = elites(catalogue, kinds, &archive, &field.begun);
        let terms = asking.terms;
        let trust = bands.iter().map(|band| Trust::of(game, cards, &band.agents, &band.who()));
        let trust = trust.collect::<Result<Vec<_>, Error>>()?;
        let who = bands.iter().map(Settings::who).collect::<Vec<_>>().join(" and ");
        asking.finish("optimize", catalogue, who, trust, |sample| Report {
            changes,
            arms: ["first", "found"].map(str::to_owned),
            terms,
            misuses: Vec::new(),
            goal: None,
            elites: Some(elites),
            rows,
            sample: Sample { edits: edits.clone(), ..sample },
        })
    }
}

impl Field {
    /// An answer with one part for each of the others, however often it was met.
    fn together(&self, mut answer: Answer) -> Answer {
        let mut by_setup = Vec::new();
        for other in 0..self.others.len() as u16 {
            let parts = self.met.iter().zip(&answer.by_setup).filter(|(met, _)| **met == other);
            let mut parts = parts.map(|(_, part)| part);
            let mut all = parts.next().expect("each is met").clone();
            parts.for_each(|part| all.merge(part));
            by_setup.push(all);
        }
        answer.by_setup = by_setup;
        answer
    }
}

/// The decks that the search ended with, as results show them, and the cards that they have in common.
fn elites(catalogue: &Catalogue, kinds: [Kind; 2], archive: &Archive, begun: &[Entry]) -> Elites {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for racer in archive.best.values() {
        let cards: BTreeSet<&str> = racer.entry.cards(catalogue).into_iter().collect();
        cards.into_iter().for_each(|card| *times.entry(card).or_default() += 1);
    }
    let name = catalogue.names();
    let common =
        |(card, times): (&str, usize)| Common { card: card.to_owned(), name: name(card), times };
    let mut cards: Vec<Common> = times.into_iter().map(common).collect();
    cards.sort_by_key(|common| core::cmp::Reverse(common.times));
    let elite = |racer: &Racer| Elite {
        kind: racer.kind.map(|hundredths| f64::from(hundredths) / 100.0),
        share: racer.share(),
        deals: racer.deals(),
        begun: begun
            .iter()
            .find(|own| difference(catalogue, own, &racer.entry).0.is_empty())
            .map(|own| own.name().to_owned()),
        cards: racer.entry.cards(catalogue).into_iter().map(str::to_owned).collect(),
    };
    Elites {
        noun: catalogue.game().noun(),
        kinds: kinds.map(|kind| (kind.name, f64::from(kind.width) / 100.0)),
        tried: archive.tried,
        games: archive.counted.games,
        best: archive.ranking().into_iter().map(elite).collect(),
        cards,
    }
}

/// The difference of two entries by card: the copies that `to` has more, or less as a negative number; and the
/// sum of all that it has more.
pub(super) fn difference(
    catalogue: &Catalogue,
    from: &Entry,
    to: &Entry,
) -> (BTreeMap<String, i32>, usize) {
    let mut more: BTreeMap<String, i32> = BTreeMap::new();
    for (entry, sign) in [(from, -1), (to, 1)] {
        for id in entry.cards(catalogue) {
            *more.entry(id.to_owned()).or_default() += sign;
        }
    }
    more.retain(|_, times| *times != 0);
    let all: i32 = more.values().filter(|times| **times > 0).sum();
    (more, all as usize)
}

/// An entry by what it has more and less than another.
fn told(catalogue: &Catalogue, number: usize, from: &Entry, to: &Entry) -> String {
    let name = catalogue.names();
    let card = |(id, times): (String, i32)| format!("{times:+} {} ({id})", name(&id));
    let (more, _) = difference(catalogue, from, to);
    let cards: Vec<String> = more.into_iter().map(card).collect();
    format!("{number}  {}", cards.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deck_can_be_met_several_times() {
        let read =
            |text: &str| times(Path::new(text)).map(|(path, n)| (path.display().to_string(), n));
        assert_eq!(read("sabine=3").unwrap(), ("sabine".to_owned(), 3));
        assert_eq!(read("sabine").unwrap(), ("sabine".to_owned(), 1));
        assert_eq!(read("a=b.json").unwrap(), ("a=b.json".to_owned(), 1));
        let error = read("sabine=0").unwrap_err().to_string();
        assert!(error.contains("sabine=0: expected to meet it 1 to 100 times"), "{error}");
    }
}
