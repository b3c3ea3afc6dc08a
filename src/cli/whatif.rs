//! `cardmill whatif`: what a change of cards or decks does.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use cardmill_harness::agent::Agent;
use cardmill_harness::files::CardFiles;
use cardmill_harness::library::Edit;
use cardmill_harness::play::Shelf;
use clap::Args;

use super::CardsFolder;
use super::bands::Bands;
use super::config;
use super::experiment::{Asking, Inquiry, Pairs, Sought, handled, places};
use super::run::{Conduct, InGame};
use super::setups::{self, Given};
use crate::batch::Arm;
use crate::entry::Entry;
use crate::error::Error;
use crate::experiment::variant::{Base, REVISIONS, Variant, arms};
use crate::experiment::{Answer, Findings, Question, Verdict, verdicts};
use crate::games::Game;
use crate::host::{Catalogue, Host};
use crate::output::Label;
use crate::output::answers::{Misuse, Report, Row};
use crate::output::command::{Command, Replay};
use crate::output::goal::{Found, Goal};
use crate::output::manifest::{Asked, Question as Put, Way};
use crate::output::run::files;
use crate::setup::{Setup, Setups};
use crate::trust::Trust;

/// The arguments of `whatif`: the changes, or the goal, and the decks or positions that they are played with.
#[derive(Clone, Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct WhatIf {
    /// Edits of cards, several with semicolons between them, or copies exchanged in a deck; each
    /// argument is a change of its own. Files among them are decks or positions to play with
    #[arg(value_name = "EDIT")]
    pub changes: Vec<String>,
    /// Changes of a file as well, a list in RON: `[(name: "…", edits: ["SOR_164 cost+1"], cards: […])]`
    #[arg(long, value_name = "FILE")]
    pub edits: Option<PathBuf>,
    /// Also make every card of the decks strictly better, each in a change of its own (one less to
    /// pay, more power, more HP): what comes out worse is misused by who plays
    #[arg(long, conflicts_with = "out")]
    pub buffs: bool,
    /// The agents that are asked in turn: how far the verdicts agree is told, and cards that a band misuses are
    /// not judged.
    #[command(flatten)]
    pub bands: Bands,
    /// Search for the smallest change with which the deck of --decks wins so many games of a hundred
    #[arg(long, value_name = "PERCENT", value_parser = share, requires = "among")]
    #[arg(conflicts_with_all = ["edits", "buffs"])]
    pub goal: Option<f64>,
    /// The changes that --goal may make: a card and a star for all of its numbers, or edits
    #[arg(long, value_name = "CARD * or EDIT", num_args = 1.., requires = "goal")]
    pub among: Vec<String>,
    /// Decks to play with, as simulate takes them; or positions [default: the field, or
    /// those that come with the program and have the card]
    #[arg(long, value_name = "DECK", num_args = 1.., visible_alias = "positions")]
    pub decks: Vec<PathBuf>,
    /// Play against these decks, and not against each other
    #[arg(long, value_name = "DECK", num_args = 1..)]
    pub against: Vec<PathBuf>,
    /// The game: unlimited, xwing, imperium or skirmish [default: that of the position, or unlimited]
    #[arg(long, value_name = "NAME")]
    pub game: Option<Game>,
    /// The terms of the question: the change that counts as none, the precision, the most games, the form of
    /// the answer.
    #[command(flatten)]
    pub inquiry: Inquiry,
    /// The table of pairs that is written on request, a row for each pair of games.
    #[command(flatten)]
    pub pairs: Pairs,
}

const EXAMPLES: &str = "\
Examples:
  cardmill whatif \"SOR_164 cost+1\"
  cardmill whatif \"SOR_010 deploy_at=8\" \"SOR_010 deploy_at=6\" --precision 0.5
  cardmill whatif \"set=SOR kind=Unit keyword=Ambush cost+1\" --decks cards/unlimited/decks
  cardmill whatif \"SOR_128 +Sentinel; SOR_128 hp+1\" --format json
  cardmill whatif \"vader: 1x SOR_164 -> SOR_229\"
  cardmill whatif \"SOR_164 cost+1\" --bands random greedy
  cardmill whatif --buffs --decks vader --against luke sabine
  cardmill whatif --goal 52 --decks sabine --among \"SOR_014 *\" \"SOR_160 *\" --precision 5
  cardmill whatif --card docs/examples/trench-guard.txt --decks leia --against vader
  cardmill cards show SOR_164 --paths

A change is worse, better or equal (within --equal); undecided says that --games were not enough.
Intervals and verdicts hold at whatever moment a run ends.";

impl WhatIf {
    /// Plays the changes, or searches for one, prints the verdicts, and returns the exit code.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub fn run(mut self, cards: &CardsFolder) -> Result<u8, Error> {
        self.sort();
        if self.goal.is_some() && !self.changes.is_empty() {
            let expected = "expected --among alone, which says what may be changed";
            return Err(Error::Usage(format!("--goal and {:?}: {expected}", self.changes[0])));
        }
        if self.asks_nothing() && self.goal.is_none() && cards.card.is_empty() {
            let expected =
                "expected a change such as 'SOR_164 cost+1', or --edits, --buffs, --goal or --card";
            return Err(Error::Usage(expected.to_owned()));
        }
        let files = self.decks.iter().chain(&self.against);
        self.in_game(setups::game(self.game, files)?, cards)
    }

    /// Returns `true` if no change is asked about, so that the command is about new cards, or about a goal.
    pub(super) const fn asks_nothing(&self) -> bool {
        self.changes.is_empty() && self.edits.is_none() && !self.buffs
    }

    /// Puts each argument where it belongs: an option that takes several takes what stands behind
    /// them, too, and files may stand among the changes.
    fn sort(&mut self) {
        let is_change = |text: &str| {
            let one = text.contains("->") || text.parse::<Edit>().is_ok();
            one && !Path::new(text).exists()
        };
        for list in [&mut self.decks, &mut self.against] {
            let taken = list.extract_if(.., |given| given.to_str().is_some_and(is_change));
            self.changes.extend(taken.map(|given| given.to_string_lossy().into_owned()));
        }
        let taken = self.bands.list.extract_if(.., |band| is_change(&band.to_string()));
        self.changes.extend(taken.map(|band| band.to_string()));
        let is_file = |text: &mut String| {
            let path = Path::new(text.as_str());
            path.exists() || setups::is_position(path) && !text.contains(char::is_whitespace)
        };
        self.decks.extend(self.changes.extract_if(.., is_file).map(PathBuf::from));
    }

    /// Everything that makes cards strictly better: those that are edited, where bands are asked for,
    /// or all that are played with.
    fn buffs(&self, base: &Base<'_>, own: usize, variants: &[Variant]) -> Vec<Variant> {
        let own = &base.setups.entries[..own.min(base.setups.entries.len())];
        let played: BTreeSet<&str> =
            own.iter().flat_map(|entry| entry.cards(base.catalogue)).collect();
        let edited = |card: &&str| variants.iter().any(|variant| variant.edited.contains(*card));
        let mut cards = played;
        if !self.buffs {
            cards.retain(|card| !self.bands.list.is_empty() && edited(card));
        }
        let edits = cards.into_iter().flat_map(|card| {
            base.catalogue.game().buffs().iter().map(move |edit| (card, format!("{card} {edit}")))
        });
        // What a card has not, or has no room for, cannot be better.
        let buff = |(card, edit): (&str, String)| {
            let variant = base.written(&edit).ok().filter(|variant| !variant.lines.is_empty())?;
            Some(Variant { buffs: Some(card.to_owned()), ..variant })
        };
        edits.filter_map(buff).collect()
    }

    /// Puts the questions about a player to those who play so.
    fn ask(
        &self,
        base: &Base<'_>,
        variants: &[Variant],
        (player, conduct): (&Player, &Conduct),
        asking: &mut Asking<'_>,
    ) -> Result<Findings, Error> {
        let with = |entries: &[Entry]| {
            let positions = base.setups.positions.clone();
            Setups::new(entries.to_vec(), positions, player.setups.clone())
        };
        let game = base.catalogue.game();
        let settings = &self.inquiry.settings_of(game, conduct, &player.setups)?;
        let own: Vec<&Variant> = player.variants.iter().map(|&at| &variants[at]).collect();
        let first = with(&base.setups.entries);
        let others: Vec<Setups> = own.iter().map(|variant| with(&variant.entries)).collect();
        let changed = own.iter().copied().zip(&others);
        let mut arms = arms(Arm::new(base.catalogue, &first, settings), changed);
        if player.entry.is_some() {
            let all: BTreeSet<&String> = own.iter().flat_map(|variant| &variant.asked).collect();
            let abouts = core::iter::once(all)
                .chain(own.iter().map(|variant| variant.asked.iter().collect()));
            for (arm, about) in arms.iter_mut().zip(abouts) {
                arm.tally = true;
                arm.about = Some(places(arm.catalogue, about));
            }
        }
        let of_arm = |arm| player.seats.iter().map(move |&seat| Question { arm, seat });
        let questions: Vec<Question> = (1..arms.len()).flat_map(of_arm).collect();
        asking.ask(&player.called(0, base.labels), &arms, &questions)
    }

    /// The questions about a player, in the order in which they are put.
    fn questions(
        &self,
        game: &dyn Host,
        player: &Player,
        variants: &[Variant],
        labels: &[Label],
    ) -> Result<Vec<Put>, Error> {
        let agents = self.inquiry.settings(game, &player.setups)?.agents;
        let agents: Vec<String> = agents.iter().map(Agent::to_string).collect();
        let way = |name: &str, change| Way {
            name: name.to_owned(),
            change,
            agents: agents.clone(),
            setups: player.setups.clone(),
        };
        let against = player.against.iter().map(|&at| labels[at].name.clone());
        let against: Vec<String> = against.collect();
        let put = |(&change, &seat): (&usize, &usize)| Put {
            player: player.called(seat, labels),
            seat,
            against: against.clone(),
            arms: [way("base", None), way(&variants[change].name, Some(change))],
        };
        let of = |change| player.seats.iter().map(move |seat| (change, seat));
        Ok(player.variants.iter().flat_map(of).map(put).collect())
    }

    /// Commands that show a game in both arms.
    fn replays(
        game: &'static dyn Host,
        (player, conduct): (&Player, &Conduct),
        labels: &[Label],
        cards: &CardFiles,
        index: u64,
        variant: &Variant,
    ) -> Vec<Command> {
        let file = |at: usize| labels[at].file.as_path();
        let files = match player.entry {
            Some(entry) => {
                let opponent = player.against[(index % player.setups.len() as u64) as usize];
                vec![file(entry), file(opponent)]
            }
            None => files(labels),
        };
        let base = conduct.replay(game, cards, files, index);
        let new = variant.text.clone().map(|text| Replay { edit: Some(text), ..base.clone() });
        core::iter::once(base).chain(new).map(|replay| replay.command()).collect()
    }
}

impl WhatIf {
    /// Plays the changes and tells, of those that were searched for with what was wanted.
    ///
    /// # Errors
    ///
    /// When the input is bad or standard output cannot be written to.
    pub(super) fn answer(
        &self,
        game: &'static dyn Host,
        cards: &CardFiles,
        sought: Option<Sought>,
    ) -> Result<u8, Error> {
        let catalogue = game.load(cards).map_err(Error::Usage)?;
        let read = |file: &PathBuf| {
            let read = std::fs::read_to_string(file);
            read.map_err(|error| Error::file(file, format!("cannot be read: {error}"), REVISIONS))
        };
        let edits = self.edits.as_ref().map(read).transpose()?;
        let file = self.edits.as_deref().zip(edits.as_deref());
        let asked = |base: &Base<'_>| base.variants(&self.changes, file);
        let Given { setups, labels, own } =
            holding((&self.decks, &self.against), &self.changes, &catalogue, asked)?;
        let base = Base { catalogue: &catalogue, setups: &setups, labels: &labels };
        let mut variants = base.variants(&self.changes, file)?;
        let asked_for = if self.buffs { usize::MAX } else { variants.len() };
        variants.extend(self.buffs(&base, own, &variants));
        let players = players(&base, own, &variants)?;
        let bands = self.bands.conducts(&self.inquiry.course.conduct);
        let who = |conduct: &Conduct| -> Result<(String, Trust), Error> {
            let settings = self.inquiry.settings_of(game, conduct, &setups.list)?;
            let who = settings.who();
            let trust = Trust::of(game, cards, &settings.agents, &who)?;
            Ok((who, trust))
        };
        let known: Vec<(String, Trust)> = bands.iter().map(who).collect::<Result<_, _>>()?;
        let (agents, trust): (Vec<String>, Vec<Trust>) = known.into_iter().unzip();
        let questions = players.iter().map(|player| player.variants.len() * player.seats.len());
        let mut asking = self.inquiry.begin(questions.sum::<usize>() * bands.len())?;
        let goal = sought.map(|sought| asking.go_on(sought));
        if self.pairs.out.is_some() {
            let questions: Result<Vec<_>, Error> = players
                .iter()
                .map(|player| self.questions(game, player, &variants, &labels))
                .collect();
            let questions = questions?.into_iter().flatten().collect();
            let asked = Asked { changes: self.changes.clone(), edits: edits.clone(), questions };
            let settings = self.inquiry.settings(game, &setups.list)?;
            let played = (&catalogue, cards);
            asking.pairs =
                self.pairs.begin(played, &setups, &labels, &settings, Vec::new(), asked)?;
        }
        let mut asked = Vec::new();
        for (band, conduct) in bands.iter().enumerate() {
            for player in &players {
                let findings = self.ask(&base, &variants, (player, conduct), &mut asking)?;
                let answers = findings.answers.into_iter();
                asked.extend(answers.map(|answer| (band, player, answer)));
            }
        }
        let answers: Vec<&Answer> = asked.iter().map(|(_, _, answer)| answer).collect();
        let verdicts = verdicts(&answers, &asking.terms);
        let number = |player: &Player, answer: &Answer| player.variants[answer.question.arm - 1];
        // Cards that became strictly better and came out worse, by band.
        let mut misused: Vec<BTreeSet<&str>> = vec![BTreeSet::new(); bands.len()];
        for ((band, player, answer), verdict) in asked.iter().zip(&verdicts) {
            if let (Some(card), Verdict::Worse) = (&variants[number(player, answer)].buffs, verdict)
            {
                misused[*band].insert(card);
            }
        }
        let mut rows = Vec::new();
        for ((band, player, answer), verdict) in asked.iter().zip(&verdicts) {
            let number = number(player, answer);
            if number >= asked_for {
                continue;
            }
            let variant = &variants[number];
            let misuses = |card: &&&str| variant.buffs.is_none() && variant.edited.contains(**card);
            let of = (*player, &bands[*band]);
            let replays = |index| Self::replays(game, of, &labels, cards, index, variant);
            let changed = variant.catalogue.as_ref().unwrap_or(&catalogue);
            let [before, after] = &answer.handled;
            let asked = &variant.asked;
            let cards = handled([(&catalogue, before, asked), (changed, after, asked)]);
            rows.push(Row {
                of_cards: cards.len() == asked.len(),
                cards,
                variant: number + 1,
                player: player.called(answer.question.seat, &labels),
                agents: (bands.len() > 1).then(|| agents[*band].clone()),
                copies: player.entry.map(|entry| variant.copies[entry]),
                answer: answer.clone(),
                verdict: *verdict,
                misused: misused[*band].iter().filter(misuses).map(ToString::to_string).collect(),
                against: player.against.iter().map(|&at| labels[at].name.clone()).collect(),
                replays: answer.telling.map(|game| game.map(replays)),
            });
        }
        let goal = goal.map(|(goal, sizes)| reached(goal, &sizes, &rows, &variants));
        let terms = asking.terms;
        let changes = told(&variants[..variants.len().min(asked_for)]);
        let buffs = variants.iter().filter(|variant| variant.buffs.is_some()).count();
        let misuse = |(agents, cards): (&String, BTreeSet<&str>)| Misuse {
            agents: agents.clone(),
            buffs,
            cards: cards.into_iter().map(str::to_owned).collect(),
        };
        let misuses = agents.iter().zip(misused).map(misuse).filter(|_| buffs > 0);
        let misuses: Vec<Misuse> = misuses.collect();
        asking.finish("whatif", &catalogue, agents.join(" and "), trust, |sample| Report {
            changes,
            goal,
            misuses,
            arms: ["base", "new"].map(str::to_owned),
            terms,
            elites: None,
            rows,
            sample,
        })
    }
}

/// The goal with the changes that were found, each with the share that its player wins on fresh deals.
fn reached(goal: Goal, sizes: &[usize], rows: &[Row], variants: &[Variant]) -> Goal {
    let own = rows.iter().filter(|row| row.player == goal.player);
    let found = own.map(|row| {
        let (share, interval) = (row.answer.share(1), row.answer.share_interval());
        let is_near = (share - goal.goal).abs() <= goal.within;
        Found {
            variant: row.variant,
            size: sizes[row.variant - 1],
            change: variants[row.variant - 1].name.clone(),
            agents: row.agents.clone(),
            share,
            interval,
            reached: is_near && interval[0] <= goal.goal && goal.goal <= interval[1],
        }
    });
    let found = found.collect();
    Goal { found, ..goal }
}

/// A share that can be wanted, written in percent.
pub(super) fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (1.0..=99.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("expected a percentage from 1 to 99".to_owned()),
    }
}

/// The decks or positions that are named, or else the decks of `cardmill.toml`, or the first shelf of those
/// that come with the cards.
///
/// # Errors
///
/// When nothing is given and nothing comes with them.
pub fn given(given: &[PathBuf], catalogue: &Catalogue) -> Result<Vec<PathBuf>, Error> {
    if !given.is_empty() {
        return Ok(given.to_vec());
    }
    if let Some(decks) = config::decks() {
        return Ok(decks);
    }
    shelves(catalogue).into_iter().next().ok_or_else(|| {
        let game = catalogue.game().name();
        Error::Usage(format!("expected --positions (*.ron): nothing else begins {game}"))
    })
}

/// The decks or positions that changes are tried in: those that [`given`] finds, but of those that come with
/// the cards the first shelf that has the cards of all changes or, if none has, a deck that a text names.
///
/// # Errors
///
/// Decks that cannot be read, and those of [`given`].
pub fn holding(
    (decks, against): (&[PathBuf], &[PathBuf]),
    texts: &[String],
    catalogue: &Catalogue,
    changes: impl Fn(&Base<'_>) -> Result<Vec<Variant>, Error>,
) -> Result<Given, Error> {
    let read = |decks: &[PathBuf]| Given::read(decks, against, None, catalogue);
    let usual = given(decks, catalogue)?;
    if !decks.is_empty() || config::decks().is_some() {
        return read(&usual);
    }
    for shelf in shelves(catalogue) {
        let given = read(&shelf)?;
        let base = Base { catalogue, setups: &given.setups, labels: &given.labels };
        // A change can name a deck, which another shelf has.
        let Ok(changes) = changes(&base) else { continue };
        if changes.iter().all(|change| (0..given.own).any(|entry| change.concerns(entry))) {
            return Ok(given);
        }
    }
    // What cannot be is told of the decks among which the named one is.
    let named = texts.iter().filter_map(|text| Some(text.split_once(':')?.0.trim()));
    let shelf = named.map(Path::new).find_map(|deck| shelf_of(deck, catalogue));
    read(&shelf.unwrap_or(usual))
}

/// The decks that come with the cards, shelf by shelf.
fn shelves(catalogue: &Catalogue) -> Vec<Vec<PathBuf>> {
    let files = |shelf: Shelf| shelf.entries.into_iter().map(PathBuf::from).collect();
    catalogue.shelves().into_iter().map(files).collect()
}

/// The shelf on which a deck is.
fn shelf_of(deck: &Path, catalogue: &Catalogue) -> Option<Vec<PathBuf>> {
    shelves(catalogue).into_iter().find(|shelf| shelf.iter().any(|name| is(name, deck)))
}

/// Tells whether a deck that comes with the cards is called so.
fn is(name: &Path, deck: &Path) -> bool {
    name.as_os_str().eq_ignore_ascii_case(deck)
}

/// The decks that decks meet: those that are named, or else the decks of `cardmill.toml`, the shelf of the
/// first of them that comes with the cards, or the first shelf; without themselves.
///
/// # Errors
///
/// As [`given`].
pub fn field(
    decks: &[&Path],
    against: &[PathBuf],
    catalogue: &Catalogue,
) -> Result<Vec<PathBuf>, Error> {
    if !against.is_empty() {
        return Ok(against.to_vec());
    }
    let shelf = || decks.iter().find_map(|deck| shelf_of(deck, catalogue));
    let mut others = match config::decks().or_else(shelf) {
        Some(others) => others,
        None => given(&[], catalogue)?,
    };
    others.retain(|name| !decks.iter().any(|deck| is(name, deck)));
    Ok(others)
}

/// The changes line by line, with numbers in front where there are several.
fn told(variants: &[Variant]) -> Vec<String> {
    let lines = |(number, variant): (usize, &Variant)| {
        let mut lines = variant.told();
        if variants.len() > 1 {
            lines.iter_mut().for_each(|line| *line = format!("{}  {line}", number + 1));
        }
        lines
    };
    variants.iter().enumerate().flat_map(lines).collect()
}

/// A player whose games the changes can touch.
struct Player {
    /// The place of what they enter; `None` in a position.
    entry: Option<usize>,
    /// The places of their opponents' entries, by setup; in a position, the place of the position.
    against: Vec<usize>,
    setups: Vec<Setup>,
    /// The seats that are asked about.
    seats: Vec<usize>,
    /// The places of the variants that concern them.
    variants: Vec<usize>,
}

impl Player {
    fn called(&self, seat: usize, labels: &[Label]) -> String {
        match self.entry {
            Some(entry) => labels[entry].name.clone(),
            None => format!("P{} in {}", seat + 1, labels[self.against[0]].name),
        }
    }
}

/// Everybody who plays with something that a variant changes.
fn players(base: &Base<'_>, own: usize, variants: &[Variant]) -> Result<Vec<Player>, Error> {
    let all = || (0..variants.len()).collect::<Vec<_>>();
    if base.setups.entries.is_empty() {
        let player = |(place, setup): (usize, &Setup)| Player {
            entry: None,
            against: vec![place],
            setups: vec![setup.clone()],
            // Of two, one gains what the other loses.
            seats: if setup.seats() == 2 { vec![0] } else { (0..setup.seats()).collect() },
            variants: all(),
        };
        return Ok(base.setups.list.iter().enumerate().map(player).collect());
    }
    let noun = base.catalogue.game().noun();
    for variant in variants {
        if !(0..own).any(|entry| variant.concerns(entry)) {
            let known: Vec<&str> =
                base.labels[..own].iter().map(|label| label.name.as_str()).collect();
            return Err(Error::Usage(format!(
                "{:?}: expected a card of a {noun} that is played, and none of {} has it",
                variant.name,
                known.join(", "),
            )));
        }
    }
    let mut players = Vec::new();
    for entry in 0..own {
        let variants: Vec<usize> =
            all().into_iter().filter(|&at| variants[at].concerns(entry)).collect();
        let meets = |setup: &Setup| match setup.pairing()?.map(usize::from) {
            [one, other] if one == entry => Some(other),
            [other, one] if one == entry => Some(other),
            _ => None,
        };
        let against: Vec<usize> = base.setups.list.iter().filter_map(meets).collect();
        if variants.is_empty() || against.is_empty() {
            continue;
        }
        let setup = |&other: &usize| Setup::pair(entry as u16, other as u16);
        let setups = against.iter().map(setup).collect();
        players.push(Player { entry: Some(entry), against, setups, seats: vec![0], variants });
    }
    Ok(players)
}
