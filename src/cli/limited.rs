//! Limited: boosters that are opened or drafted, and the decks and games that come of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use cardmill_harness::play::{Entry as _, quick};
use cardmill_unlimited::catalogue::Catalogue as Cards;
use cardmill_unlimited::deck::Deck;
use cardmill_unlimited::driver::Tabletop;
use cardmill_unlimited::library::Library;
use cardmill_unlimited::limited::{
    Booster, Drafted, Drafter, Event, Limited, MOST_PLAYERS, POINT, Pod, Ratings,
};
use cardmill_unlimited::vocabulary::Kind;
use clap::{Args, ValueEnum};

use super::run::{Clock, Games, ending};
use super::{CardsFolder, Format, print};
use crate::analysis::Run;
use crate::analysis::clusters::Clusters;
use crate::entry::Entry;
use crate::error::Error;
use crate::experiment::journal::Journal;
use crate::experiment::pods::{Found, OfCard, Pods, meetings};
use crate::experiment::swap::OF_NO_USE;
use crate::experiment::variant::edited;
use crate::games::Game;
use crate::host::Catalogue;
use crate::interrupt::INTERRUPT;
use crate::output::folder::Folder;
use crate::output::manifest::Manifest;
use crate::output::pods::{self, Group, Rate, Report, Row};
use crate::output::rows::Ending;
use crate::output::sample::Sample;
use crate::output::table::{Kind as Column, table_of};
use crate::output::{Label, entries};
use crate::setup::Setups;
use crate::trust::Trust;

/// The way in which players of limited come by their decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Opened {
    /// Six packs that each player opens
    Sealed,
    /// Three packs for each player, drafted card by card
    Draft,
}

impl From<Opened> for Event {
    fn from(opened: Opened) -> Self {
        match opened {
            Opened::Sealed => Self::Sealed,
            Opened::Draft => Self::Draft,
        }
    }
}

/// The players of pods, and how they choose cards.
#[derive(Clone, Debug, Default, Args)]
pub struct Table {
    /// Pods of limited [default: 100 of simulate, 1 of deck]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub pods: Option<u16>,
    /// Players of a pod, 2 to 8 [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(MOST_PLAYERS)))]
    pub players: Option<u8>,
    /// The drafters: rating, aspect or random; several with commas between sit in turn [default: aspect]
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',')]
    pub drafters: Vec<Drafter>,
    /// The worth of cards to players: a CSV file with columns id and rating, in points, or what simulate
    /// --limited --format csv printed [default: what is printed on them]
    #[arg(long, value_name = "FILE")]
    pub ratings: Option<PathBuf>,
}

impl Table {
    /// The first option that is given of those about limited alone; `None` if none of them is.
    fn said(&self) -> Option<&'static str> {
        let said = [
            (self.pods.is_some(), "--pods"),
            (self.players.is_some(), "--players"),
            (!self.drafters.is_empty(), "--drafters"),
            (self.ratings.is_some(), "--ratings"),
        ];
        said.into_iter().find(|(said, _)| *said).map(|(_, option)| option)
    }

    /// The pods of a set as these options hold them, and the name of the ratings that its players go by.
    fn limited<'l>(
        &self,
        library: &'l Library,
        set: &str,
        event: Event,
        seed: u64,
    ) -> Result<(Limited<'l>, String), Error> {
        let booster = Booster::new(library, set).map_err(Error::Usage)?;
        let (rated, ratings) = match &self.ratings {
            Some(path) => rated(path, library)?,
            None => ("what is printed".to_owned(), Ratings::printed(library)),
        };
        let drafters = match &self.drafters[..] {
            [] => vec![Drafter::Aspect],
            drafters => drafters.to_vec(),
        };
        let players = self.players.unwrap_or(MOST_PLAYERS);
        Ok((Limited { library, booster, event, players, drafters, ratings, seed }, rated))
    }
}

/// The ratings of a CSV file by card, and the name that results have for them.
fn rated(path: &Path, library: &Library) -> Result<(String, Ratings), Error> {
    let (called, said) = pods::ratings(path)?;
    let mut ratings = BTreeMap::new();
    for (id, points) in said {
        let card = library.look_up(&id).map_err(|unknown| {
            Error::file(path, unknown.explain(&id, library), "ids of cards, such as SOR_010")
        })?;
        ratings.insert(card, (points * f64::from(POINT)).round() as i32);
    }
    Ok((called, Ratings::of(library, &ratings)))
}

/// The arguments of `deck sealed` and `deck draft`: the set, the folder for the decks, and the players.
#[derive(Clone, Debug, Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub struct Build {
    /// The set whose boosters are opened, such as SOR
    #[arg(value_name = "SET")]
    pub set: String,
    /// The folder that the decks are written to, pod-1-player-1.json and so on; there may be others in it
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// The seed of the packs: the same number opens the same packs of the same cards
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// The pods and their players.
    #[command(flatten)]
    pub table: Table,
}

const BUILD_EXAMPLES: &str = "\
Examples:
  cardmill deck sealed SOR --out pools --seed 7
  cardmill deck draft SEC --out pod --drafters aspect,rating
  cardmill simulate pod --games 100

Each deck has a leader, a base and 30 cards (CR 10); what was left over is its sideboard, and its file
says \"format\": \"limited\", so that every command takes it.";

impl Build {
    /// Opens or drafts the packs, and writes the decks that are built of them.
    ///
    /// # Errors
    ///
    /// When the set is not known so well, or a deck cannot be written.
    pub fn run(&self, event: Event, cards: &CardsFolder) -> Result<u8, Error> {
        let library = cards.load()?;
        let catalogue =
            Cards::new(&library.definitions).map_err(|error| Error::Engine(error.to_string()))?;
        let (limited, _) = self.table.limited(&library, &self.set, event, self.seed)?;
        let pods = u64::from(self.table.pods.unwrap_or(1));
        let players = limited.players;
        let names = (0..pods).flat_map(|pod| (0..players).map(move |player| name(pod, player)));
        entries::folder(&self.out, names)?;
        let mut rows = Vec::new();
        for pod in 0..pods {
            let held = limited.pod(pod);
            for (player, deck) in (0..).zip(decks(&limited, pod, &held)?) {
                let ids = |places: &[u16]| -> Vec<&str> {
                    places
                        .iter()
                        .map(|card| library.definitions[usize::from(*card)].id.as_str())
                        .collect()
                };
                let pool = &held.pools[usize::from(player)];
                let mut written = deck.written(&catalogue);
                written["metadata"]["leaders"] = ids(&pool.leaders).into();
                written["metadata"]["bases"] = ids(&pool.bases).into();
                entries::write(&self.out, &deck.name, &written)?;
                let called = |card: u16| library.definitions[usize::from(card)].name.clone();
                let by = match event {
                    Event::Draft => limited.drafter(pod, player).to_string(),
                    Event::Sealed => String::new(),
                };
                let left = deck.sideboard.len().to_string();
                rows.push(vec![deck.name, called(deck.leader), called(deck.base), by, left]);
            }
        }
        let kinds = [Column::Word, Column::Name, Column::Name, Column::Word, Column::Figure];
        print(&table_of(&kinds, &["deck", "leader", "base", "drafter", "left over"], rows))?;
        Ok(0)
    }
}

fn name(pod: u64, player: u8) -> String {
    format!("pod-{}-player-{}", pod + 1, player + 1)
}

/// The decks of a pod, by player.
fn decks(limited: &Limited<'_>, number: u64, pod: &Pod) -> Result<Vec<Deck>, Error> {
    let deck = |(player, pool)| {
        let name = name(number, player);
        let small = format!("{name}: expected a pool that is large enough for a deck");
        limited.deck(pool, name).ok_or(Error::Usage(small))
    };
    (0..).zip(&pod.pools).map(deck).collect()
}

/// Limited games, where `simulate` is asked for them.
#[derive(Clone, Debug, Args)]
pub struct Simulated {
    /// Play limited instead: pods open or draft boosters of this set, build decks, and everybody of a pod
    /// plays everybody else
    #[arg(long, value_name = "SET")]
    #[arg(conflicts_with_all = ["given", "against", "seats", "games", "best_of", "sideboard", "matrix"])]
    pub limited: Option<String>,
    /// The way in which pods come by their decks [default: draft]
    #[arg(long, value_enum, requires = "limited")]
    pub event: Option<Opened>,
    /// The pods and their players.
    #[command(flatten)]
    pub table: Table,
    /// Cards without which each limited game is played again, one at a time, for what they are worth; 0
    /// for none [default: 4]
    #[arg(long, value_name = "N", requires = "limited", value_parser = clap::value_parser!(u8).range(..=30))]
    pub without: Option<u8>,
    /// Cards that the table of limited has [default: 40]
    #[arg(long, value_name = "N", requires = "limited")]
    pub top: Option<usize>,
}

/// The other options of `simulate` that limited is played with.
pub struct Beside<'a> {
    /// The options of the games: seed, agents, threads, edits of cards.
    pub run: &'a Games,
    /// The folder that tables are written to; `None` if none are asked for.
    pub out: Option<&'a Path>,
    /// `true` with `--resume`: the games of a run that was ended are taken up.
    pub resume: bool,
    /// The format in which the results are printed.
    pub format: Format,
}

impl Simulated {
    /// Refuses what is about limited where that is not played.
    ///
    /// # Errors
    ///
    /// When something of it is said.
    pub fn none(&self) -> Result<(), Error> {
        let said = self.table.said().filter(|_| self.limited.is_none());
        said.map_or(Ok(()), |option| {
            Err(Error::Usage(format!("{option}: expected --limited SET as well")))
        })
    }

    /// Plays pods of a set, and tells.
    ///
    /// # Errors
    ///
    /// When the input is bad or a file cannot be written.
    pub fn play(&self, set: &str, asked: &Beside<'_>, cards: &CardsFolder) -> Result<u8, Error> {
        let Beside { run, out, resume, format } = *asked;
        let game = run.game.unwrap_or_default();
        if game != Game::Unlimited {
            let problem = format!("--limited: {game} has no boosters; expected unlimited");
            return Err(Error::Usage(problem));
        }
        let (host, files) = (game.host(), cards.files()?);
        let loaded = run.edits.load(host, &files)?;
        let own = loaded.catalogue.get::<Tabletop>();
        let library = own.library();
        let event = Event::from(self.event.unwrap_or(Opened::Draft));
        let seed = run.conduct.seed;
        let (limited, ratings) = self.table.limited(library, set, event, seed)?;
        let pods = u64::from(self.table.pods.unwrap_or(100));
        let players = usize::from(limited.players);
        let most = u64::from(u16::MAX) / (2 * players as u64);
        if pods > most {
            let problem = format!("--pods {pods}: expected at most {most} of {players} players");
            return Err(Error::Usage(problem));
        }
        let (mut built, mut drafted) = (Vec::new(), BTreeMap::<u16, Drafted>::new());
        for number in 0..pods {
            let pod = limited.pod(number);
            built.extend(decks(&limited, number, &pod)?);
            for (card, picks) in pod.drafted {
                let all = drafted.entry(card).or_default();
                all.taken.merge(picks.taken);
                all.seen.merge(picks.seen);
            }
        }
        let label = |deck: &Deck| Label {
            name: deck.name.clone(),
            file: PathBuf::from(format!("{}.json", deck.name)),
        };
        let labels: Vec<Label> = built.iter().map(label).collect();
        let list = meetings(pods as usize, players);
        let setups = Setups::new(Entry::all::<Tabletop>(built), Vec::new(), list);
        let settings = run.conduct.settings_of(host, quick(host.agents()), 1, &setups.list)?;
        let without = usize::from(self.without.unwrap_or(4));
        let (filler, blank) = match without {
            0 => (String::new(), None),
            _ => filler(&loaded.catalogue, &setups).map(|(id, blank)| (id, Some(blank)))?,
        };
        let catalogue = blank.as_ref().unwrap_or(&loaded.catalogue);
        let games = Pods {
            catalogue,
            setups: &setups,
            players,
            settings: &settings,
            without,
            filler: &filler,
        };

        let planned = setups.list.len() as u64;
        let manifest = Manifest {
            edits: run.edits.list.clone(),
            ..Manifest::new((&loaded.catalogue, &files), &setups, &labels, &settings, planned)
        };
        let played = Played { games: &games, planned, out, resume };
        let (found, run_of, stopped, seconds) = played.play(run, manifest)?;

        let told = Told { limited: &limited, drafted: &drafted, found: &found, catalogue };
        let trust = vec![Trust::of(host, &files, &settings.agents, &settings.who())?];
        let sample = Sample::of(host.name(), settings.who(), seed, &found.counted, stopped);
        let [leaders, cards] = told.rows();
        let report = Report {
            set: limited.booster.set.clone(),
            event: event.to_string(),
            pods,
            players,
            boosters: limited.booster.sources.clone(),
            ratings,
            drafters: told.drafters(),
            seats: told.seats(),
            leaders,
            cards,
            without,
            filler: blank.as_ref().map(|_| OF_NO_USE.to_owned()),
            sample: Sample { edits: loaded.lines.clone(), trust, ..sample },
        };
        print(&match format {
            Format::Table => pods::render(&report, self.top.unwrap_or(40)),
            Format::Json => pods::json(&report),
            Format::Csv => pods::csv(&report),
        })?;
        if !run.conduct.quiet {
            eprintln!("{} games in {seconds:.2} s", found.counted.games);
            if stopped && let Some(path) = out {
                let path = path.display();
                eprintln!("{path} has what was played; the same command with --resume goes on");
            }
        }
        ending(&run_of, planned)
    }
}

/// The id of a card that is in no deck, and the cards of the game with an edit that makes it useless.
fn filler(catalogue: &Catalogue, setups: &Setups) -> Result<(String, Catalogue), Error> {
    let expected = || Error::Usage("--without: expected a card that is in no deck".to_owned());
    let id = setups.unused(catalogue).ok_or_else(expected)?;
    let edit = catalogue.game().blank().ok_or_else(expected)?;
    let blank = edited(catalogue.clone(), &[format!("{id} {edit}")])?.catalogue;
    Ok((id, blank))
}

/// A run of pods, and the places where its games go.
struct Played<'a> {
    games: &'a Pods<'a>,
    planned: u64,
    out: Option<&'a Path>,
    resume: bool,
}

impl Played<'_> {
    /// Plays the pods, and returns what was found, the games with whole decks, `true` if the run was stopped,
    /// and the seconds that it took.
    fn play(&self, asked: &Games, manifest: Manifest) -> Result<(Found, Run, bool, f64), Error> {
        let Self { games, planned, out, resume } = *self;
        let measures = games.catalogue.game().measures().unwrap_or_default();
        let begin =
            |path| Folder::create(path, Ending::Parquet, manifest, games.catalogue, measures);
        let mut folder = out.map(begin).transpose()?;
        let mut journal = match &folder {
            Some(folder) => Journal::of_target(folder.games(), resume)?,
            None => Journal::default(),
        };
        let (before, _) = journal.kept(planned);
        let bar = asked.conduct.progress(planned, before, games.settings);
        let stop = INTERRUPT.handle_gracefully();
        let mut run = Run::new(&games.setups.list);
        let mut failed = None;
        let begun = Clock::start();
        let found = games.play(&mut journal, stop, &mut |game| {
            run.add(&game);
            bar.inc(u64::from(game.index >= before));
            if failed.is_none()
                && let Some(Err(error)) = folder.as_mut().map(|folder| folder.add(game))
            {
                failed = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
        })?;
        let seconds = begun.seconds();
        bar.finish_and_clear();
        failed.map_or(Ok(()), Err)?;
        let stopped = stop.load(Ordering::SeqCst);
        if let Some(folder) = folder.filter(|_| run.games > 0) {
            folder.finish(&run)?;
            if run.games >= planned {
                journal.close();
            }
        }
        Ok((found, run, stopped, seconds))
    }
}

/// The results of pods, and what is needed to put them into tables.
struct Told<'a> {
    limited: &'a Limited<'a>,
    drafted: &'a BTreeMap<u16, Drafted>,
    found: &'a Found,
    catalogue: &'a Catalogue,
}

impl Told<'_> {
    /// The rows of leaders and of other cards, those first that win most.
    fn rows(&self) -> [Vec<Row>; 2] {
        let nothing = OfCard::default();
        let places: BTreeSet<u16> =
            self.drafted.keys().chain(self.found.cards.keys()).copied().collect();
        let [mut leaders, mut cards] = [Vec::new(), Vec::new()];
        for place in places {
            let into = match self.limited.library.definitions[usize::from(place)].kind {
                Kind::Leader => &mut leaders,
                Kind::Base => continue,
                _ => &mut cards,
            };
            let [id, name] = self.catalogue.called(place);
            let rarity = self.limited.booster.rarities.get(&place);
            let rarity = rarity.map_or_else(String::new, ToString::to_string);
            let picks = self.drafted.get(&place);
            let picks = picks.map(|picks| [picks.seen.mean(), picks.taken.mean()]);
            let counted = self.found.cards.get(&place).unwrap_or(&nothing);
            into.push(Row::new([id, name, rarity], picks.unwrap_or_default(), counted));
        }
        // What a few lucky games say is no rank.
        let order = |rate: fn(&Row) -> &Rate| {
            let rate = move |row: &Row| rate(row).rate.unwrap_or(-1.0);
            move |one: &Row, other: &Row| {
                other.judged.cmp(&one.judged).then(rate(other).total_cmp(&rate(one)))
            }
        };
        leaders.sort_by(order(|row| &row.gp_wr));
        cards.sort_by(order(|row| &row.gih_wr));
        [leaders, cards]
    }

    /// The shares of games that decks win, in groups of those for which `common` gives the same text; each pod
    /// counts as one cluster.
    fn groups(&self, common: impl Fn(u64, u8) -> String) -> Vec<Group> {
        let players = u64::from(self.limited.players);
        let mut groups: BTreeMap<String, Clusters> = BTreeMap::new();
        for (entry, (halves, games)) in &self.found.entries {
            let (pod, player) = (u64::from(*entry) / players, u64::from(*entry) % players);
            let of = groups.entry(common(pod, player as u8)).or_default();
            of.add(pod, *halves, *games);
        }
        let group = |(name, won): (String, Clusters)| Group { name, won: Rate::of(&won) };
        groups.into_iter().map(group).collect()
    }

    /// The shares of games that each kind of drafter wins; nothing in sealed, where nobody drafts.
    fn drafters(&self) -> Vec<Group> {
        match self.limited.event {
            Event::Sealed => Vec::new(),
            Event::Draft => {
                self.groups(|pod, player| self.limited.drafter(pod, player).to_string())
            }
        }
    }

    fn seats(&self) -> Vec<Group> {
        self.groups(|_, player| (player + 1).to_string())
    }
}
