//! The games of an experiment, kept in a file, so that it can go on where it was stopped.
//!
//! Answers come from games in the order of their deals, and from nothing else. So a journal holds
//! games and no answers: an experiment that goes on takes in what it finds there just as it took it
//! in when it was played, and plays the rest. It ends as if it had not been stopped.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::iter::Peekable;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;
use cardmill_harness::play::{SEATS, Standing};
use cardmill_harness::tally::Tally;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::batch::{Arm, Deal, Others, play_arms};
use crate::error::Error;
use crate::host::Catalogue;
use crate::output::part::folder;
use crate::record::{End, GameRecord};
use crate::setup::of_game;

/// The first line of a journal: the version of its format, and that of the program.
const HEAD: &str = concat!("cardmill journal 4 ", env!("CARGO_PKG_VERSION"), "\n");

/// Deals that are written together.
const TOGETHER: usize = 64;

/// The most bytes of a block; more are none that was written.
const MOST_BYTES: usize = 1 << 24;

/// The games of an experiment that are kept, if any are.
#[derive(Debug, Default)]
pub struct Journal(Option<Kept>);

#[derive(Debug)]
struct Kept {
    path: PathBuf,
    file: File,
    /// The blocks that the file has and that were not taken in yet, each with the place in the file behind it.
    found: Peekable<Blocks>,
    /// The place in the file behind what was taken in.
    taken: u64,
    /// Deals that are not written yet.
    open: Vec<Vec<Game>>,
}

/// A block of a journal, which is written and read as a whole.
#[derive(Debug, Serialize, Deserialize)]
enum Block {
    /// A part of the experiment begins: what its games depend on.
    Part(u64),
    /// Deals of it, in order.
    Deals(Vec<Vec<Game>>),
}

/// A game in an arm.
#[derive(Debug, Serialize, Deserialize)]
struct Game {
    arm: usize,
    first: u8,
    end: End,
    places: ArrayVec<u8, SEATS>,
    scores: ArrayVec<i16, SEATS>,
    rounds: u16,
    decisions: u32,
    trail: u64,
    digest: u64,
    spared: bool,
    tally: Option<Tally>,
}

impl Game {
    fn of((arm, record): &(usize, GameRecord)) -> Self {
        Self {
            arm: *arm,
            first: record.first,
            end: record.end,
            places: record.standing.places.clone(),
            scores: record.standing.scores.clone(),
            rounds: record.rounds,
            decisions: record.decisions,
            trail: record.trail,
            digest: record.digest,
            spared: record.spared,
            tally: record.tally.as_deref().cloned(),
        }
    }

    /// The record of it, if there is such an arm.
    fn record(self, index: u64, arms: &[Arm<'_>]) -> Option<(usize, GameRecord)> {
        let arm = arms.get(self.arm)?;
        let setup = of_game(&arm.setups.list, index).clone();
        let record = GameRecord {
            index,
            number: arm.number(),
            setup,
            first: self.first,
            end: self.end,
            standing: Standing { places: self.places, scores: self.scores },
            rounds: self.rounds,
            decisions: self.decisions,
            trail: self.trail,
            digest: self.digest,
            spared: self.spared,
            tally: self.tally.map(Box::new),
        };
        Some((self.arm, record))
    }
}

/// The file in which a run that writes to `target` keeps its games until `target` is whole: one beside it, whose name
/// begins with a dot.
#[must_use]
pub fn beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    folder(target).join(format!(".cardmill-{name}.games"))
}

impl Journal {
    /// The journal in this file, with what there is in it; it is made if there is none.
    ///
    /// What was not written to its end is left out.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, or is no journal of this version.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let expected = "a file that --resume has made, or none of this name";
        let failed = |error: io::Error| Error::file(path, error.to_string(), expected);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(failed)?;
        let head = HEAD.as_bytes();
        let mut begun = Vec::new();
        (&file).take(head.len() as u64).read_to_end(&mut begun).map_err(failed)?;
        if begun.len() < head.len() && head.starts_with(&begun) {
            file.rewind().and_then(|()| file.write_all(head)).map_err(failed)?;
        } else if begun != head {
            let problem = match begun.starts_with(b"cardmill journal ") {
                true => "it was kept by another version of Cardmill",
                false => "it is no file of kept games",
            };
            return Err(Error::file(path, problem, expected));
        }
        let taken = head.len() as u64;
        let found = Blocks::of(path, taken).map_err(failed)?.peekable();
        Ok(Self(Some(Kept { path: path.into(), file, found, taken, open: Vec::new() })))
    }

    /// The journal that is in this file; none where there is none.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn left(path: &Path) -> Result<Option<Self>, Error> {
        path.exists().then(|| Self::open(path)).transpose()
    }

    /// A journal in this file with nothing in it, whatever there was.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn anew(path: &Path) -> Result<Self, Error> {
        // What cannot be taken away cannot be opened either.
        let _ = fs::remove_file(path);
        Self::open(path)
    }

    /// The journal [`beside`] the target of a run: with the games of one that was ended, where it is gone on with and
    /// there are any, and otherwise with nothing in it.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn of_target(target: &Path, resume: bool) -> Result<Self, Error> {
        let kept = beside(target);
        let left = if resume { Self::left(&kept)? } else { None };
        left.map_or_else(|| Self::anew(&kept), Ok)
    }

    /// Returns `true` if the journal begins with games of this question, as [`play_arms`](Self::play_arms) keeps
    /// them.
    #[must_use]
    pub fn is_of(&mut self, arms: &[Arm<'_>], terms: &str, from: u64) -> bool {
        let first = self.0.as_mut().and_then(|kept| kept.found.peek());
        let expected = || key(arms, &format!("{terms} {from}"));
        first.is_some_and(|(_, block)| matches!(block, Block::Part(key) if *key == expected()))
    }

    /// Takes the file away: nobody has to go on.
    pub fn close(self) {
        if let Some(kept) = self.0 {
            // What is left over is taken away by the next run.
            let _ = fs::remove_file(kept.path);
        }
    }

    /// The deals that are kept and were not taken in yet, at most so many: how many they are, and how
    /// many decisions were taken in them.
    #[must_use]
    pub fn kept(&self, most: u64) -> (u64, u64) {
        let found = self.0.iter().filter_map(|kept| Blocks::of(&kept.path, kept.taken).ok());
        let deals = found.flatten().flat_map(|(_, block)| match block {
            Block::Part(_) => Vec::new(),
            Block::Deals(deals) => deals,
        });
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        deals.take(most).fold((0, 0), |(count, decisions), deal| {
            let taken = deal.iter().map(|game| u64::from(game.decisions)).sum::<u64>();
            (count + 1, decisions + taken)
        })
    }

    /// Plays deals from number `from` on as [`play_arms`] does, after those that are kept. What games
    /// depend on beside their arms, such as which arms are played how long, is in `terms`.
    ///
    /// # Errors
    ///
    /// As [`play_arms`], when games are kept of another question, or when they cannot be written.
    pub fn play_arms(
        &mut self,
        arms: &[Arm<'_>],
        terms: &str,
        from: u64,
        others: &Others<'_>,
        enough: &AtomicBool,
        on_deal: &mut dyn FnMut(Deal),
    ) -> Result<(), Error> {
        let Arm { setups, settings, .. } = arms[0];
        let deals = from..setups.games(settings.games).end;
        self.play_deals(arms, terms, deals, others, enough, on_deal)
    }

    /// As [`play_arms`](Self::play_arms), deals of these numbers: they need not be whole rounds of the
    /// setups.
    ///
    /// # Errors
    ///
    /// As [`play_arms`](Self::play_arms).
    pub fn play_deals(
        &mut self,
        arms: &[Arm<'_>],
        terms: &str,
        deals: Range<u64>,
        others: &Others<'_>,
        enough: &AtomicBool,
        on_deal: &mut dyn FnMut(Deal),
    ) -> Result<(), Error> {
        let Range { start: mut from, end: all } = deals;
        let Some(kept) = &mut self.0 else {
            return play_arms(arms, others, from..all, enough, on_deal);
        };
        kept.begin(key(arms, &format!("{terms} {from}")))?;
        while from < all && !enough.load(Ordering::Relaxed) {
            let Some(deals) = kept.deals() else { break };
            for games in deals {
                if from < all && !enough.load(Ordering::Relaxed) {
                    let deal: Option<Deal> =
                        games.into_iter().map(|game| game.record(from, arms)).collect();
                    on_deal(deal.ok_or_else(|| kept.of_another_question())?);
                    from += 1;
                }
            }
        }
        if from >= all || enough.load(Ordering::Relaxed) {
            kept.leave_part();
            return Ok(());
        }
        let mut failed = None;
        play_arms(arms, others, from..all, enough, &mut |deal| {
            if let Err(error) = kept.add(&deal) {
                enough.store(true, Ordering::Relaxed);
                failed = Some(error);
            }
            on_deal(deal);
        })?;
        let written = failed.map_or_else(|| kept.write(), Err);
        written.map_err(|source| Error::Write { path: kept.path.clone(), source })
    }
}

impl Kept {
    /// Begins the next part.
    fn begin(&mut self, key: u64) -> Result<(), Error> {
        match self.found.next() {
            Some((behind, Block::Part(found))) if found == key => {
                self.taken = behind;
                Ok(())
            }
            Some(_) => Err(self.of_another_question()),
            None => self
                .put(&Block::Part(key))
                .map_err(|source| Error::Write { path: self.path.clone(), source }),
        }
    }

    fn of_another_question(&self) -> Error {
        let problem = "it has games of another question: other cards, decks, agents, seed or terms";
        Error::file(&self.path, problem, "the arguments that it was begun with, or another file")
    }

    /// The next deals of this part that were found.
    fn deals(&mut self) -> Option<Vec<Vec<Game>>> {
        match self.found.next_if(|(_, block)| matches!(block, Block::Deals(_)))? {
            (behind, Block::Deals(deals)) => {
                self.taken = behind;
                Some(deals)
            }
            _ => None,
        }
    }

    /// Leaves out what was found of this part beyond its end.
    fn leave_part(&mut self) {
        while self.deals().is_some() {}
    }

    fn add(&mut self, deal: &Deal) -> io::Result<()> {
        self.open.push(deal.iter().map(Game::of).collect());
        if self.open.len() < TOGETHER { Ok(()) } else { self.write() }
    }

    /// Writes the deals that are not written yet.
    fn write(&mut self) -> io::Result<()> {
        let deals = core::mem::take(&mut self.open);
        if deals.is_empty() { Ok(()) } else { self.put(&Block::Deals(deals)) }
    }

    /// Writes a block behind what was taken in: what stands there goes on otherwise, or was not
    /// written to its end.
    fn put(&mut self, block: &Block) -> io::Result<()> {
        let bytes = postcard::to_allocvec(block).map_err(io::Error::other)?;
        let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
        let written = [&length.to_le_bytes()[..], &xxh3_64(&bytes).to_le_bytes(), &bytes].concat();
        self.found = Blocks::none().peekable();
        self.file.set_len(self.taken)?;
        self.file.seek(SeekFrom::Start(self.taken))?;
        self.file.write_all(&written)?;
        self.taken += written.len() as u64;
        Ok(())
    }
}

/// The blocks of a journal that are whole, each with the place in the file behind it: one is read when
/// it is taken in, so that a long journal takes no memory.
#[derive(Debug)]
struct Blocks {
    file: Option<BufReader<File>>,
    behind: u64,
}

impl Blocks {
    /// Those of this file from a place on.
    fn of(path: &Path, from: u64) -> io::Result<Self> {
        let mut file = BufReader::new(File::open(path)?);
        file.seek(SeekFrom::Start(from))?;
        Ok(Self { file: Some(file), behind: from })
    }

    const fn none() -> Self {
        Self { file: None, behind: 0 }
    }

    /// The next block; none, or an error, where there is none that is whole.
    fn read(&mut self) -> io::Result<Option<Block>> {
        let Some(file) = &mut self.file else { return Ok(None) };
        let (mut length, mut sum) = ([0; 4], [0; 8]);
        file.read_exact(&mut length)?;
        file.read_exact(&mut sum)?;
        let length = u32::from_le_bytes(length) as usize;
        let mut bytes = vec![0; length.min(MOST_BYTES)];
        file.read_exact(&mut bytes)?;
        self.behind += (4 + 8 + bytes.len()) as u64;
        let is_whole = bytes.len() == length && xxh3_64(&bytes) == u64::from_le_bytes(sum);
        Ok(is_whole.then(|| postcard::from_bytes(&bytes).ok()).flatten())
    }
}

impl Iterator for Blocks {
    type Item = (u64, Block);

    fn next(&mut self) -> Option<(u64, Block)> {
        let block = self.read().ok().flatten();
        if block.is_none() {
            self.file = None;
        }
        Some((self.behind, block?))
    }
}

/// A hash of all that the games of these arms depend on, by which a part of a journal is known again.
fn key(arms: &[Arm<'_>], terms: &str) -> u64 {
    let mut hash = Xxh3::new();
    let mut add = |text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    add(arms[0].catalogue.game().name());
    add(terms);
    let mut known: Option<(&Catalogue, u64)> = None;
    for Arm { catalogue, setups, settings, tally, about, exchanged, later, opening, .. } in arms {
        let same = known.filter(|(known, _)| known.is(catalogue));
        let (_, cards) = *known.insert(same.unwrap_or_else(|| (catalogue, catalogue.digest())));
        for entry in &setups.entries {
            add(&entry.written(catalogue).to_string());
        }
        for position in &setups.positions {
            add(&catalogue.game().plain(position).to_string());
        }
        if let Some(later) = later {
            add(&format!("{later:?}"));
            for (places, entry) in &setups.exchanged {
                add(&format!("{places:?} {}", entry.written(catalogue)));
            }
        }
        if let Some(opening) = opening {
            add(&format!("{opening:?}"));
        }
        let (who, seed, rounds) = (settings.who(), settings.seed, settings.rounds);
        let tallied = tally.then_some(about);
        add(&format!("{cards} {:?} {who} {seed} {rounds:?} {exchanged} {tallied:?}", setups.list));
    }
    hash.digest()
}

#[cfg(test)]
mod tests {
    use cardmill_harness::agent::Agent;
    use cardmill_harness::play::Source;

    use super::*;
    use crate::example::{UNLIMITED, cards};
    use crate::experiment::{Findings, Question, Terms, ask};
    use crate::output::manifest::all_read;
    use crate::record::Counted;
    use crate::setup::{Settings, Setups};

    const TERMS: Terms = Terms { equal: 0.005, precision: Some(0.001), questions: 1 };

    /// Asks which of two decks is better, and stops after so many looks.
    fn asked(path: Option<&Path>, looks: u64, seed: u64, games: u64) -> Result<Findings, Error> {
        let catalogue = UNLIMITED.load(&cards()).unwrap();
        let decks = ["luke", "vader", "boba"].map(|name| Source::File(name.into()));
        let entries = all_read(&catalogue, &decks).unwrap();
        let setups = [0, 1].map(|own| Setups::pairs(entries.clone(), &[(own, 2)]));
        let settings = Settings {
            games,
            seed,
            threads: 2,
            batch: 8,
            agents: [Agent::RANDOM; 2].into_iter().collect(),
            rounds: None,
        };
        let arms = setups.each_ref().map(|setups| Arm::new(&catalogue, setups, &settings));
        let mut journal = path.map_or_else(|| Ok(Journal::default()), Journal::open)?;
        let stop = AtomicBool::new(false);
        let mut seen = 0;
        let question = [Question { arm: 1, seat: 0 }];
        ask(&arms, &question, &TERMS, &mut journal, &stop, &mut |_| (), &mut |_| {
            seen += 1;
            stop.store(seen >= looks, Ordering::Relaxed);
        })
    }

    fn told(findings: &Findings) -> (String, u64, Vec<u64>) {
        let pairs = findings.answers.iter().map(|answer| answer.differences.pairs());
        let Counted { digest, games, .. } = &findings.counted;
        (format!("{digest} {:?}", findings.answers), *games, pairs.collect())
    }

    #[test]
    fn a_question_that_was_stopped_ends_as_if_it_had_not_been() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        let whole = told(&asked(None, u64::MAX, 1, 700).unwrap());
        let first = asked(Some(&path), 1, 1, 700).unwrap();
        assert_eq!(first.counted.games, 500);
        // A little of the end is spoilt, as it is when a machine goes down.
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 7;
        bytes[last] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let second = asked(Some(&path), 2, 1, 700).unwrap();
        assert_eq!(second.counted.games, 1_000);
        assert_eq!(told(&asked(Some(&path), u64::MAX, 1, 700).unwrap()), whole);
        // Nothing is left to play, with fewer games there is nothing to add, and more go on.
        let size = || fs::metadata(&path).unwrap().len();
        let full = size();
        assert_eq!(told(&asked(Some(&path), u64::MAX, 1, 700).unwrap()), whole);
        assert_eq!(asked(Some(&path), u64::MAX, 1, 300).unwrap().counted.games, 600);
        assert_eq!(size(), full);
        let more = told(&asked(None, u64::MAX, 1, 800).unwrap());
        assert_eq!(told(&asked(Some(&path), u64::MAX, 1, 800).unwrap()), more);
        let error = asked(Some(&path), u64::MAX, 2, 700).unwrap_err().to_string();
        assert!(error.contains("games of another question"), "{error}");
        fs::write(&path, "something else").unwrap();
        let error = asked(Some(&path), u64::MAX, 1, 700).unwrap_err().to_string();
        assert!(error.contains("it is no file of kept games"), "{error}");
    }
}
