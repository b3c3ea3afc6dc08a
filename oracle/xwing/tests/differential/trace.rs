//! Games of the engine written down, and the players who repeat them.

use std::ops::Range;

use cardmill_harness::driver::Driver;
use cardmill_kernel::card::Slot;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_oracle_comparison::{Difference, moment};
use cardmill_oracle_xwing::canon;
use cardmill_oracle_xwing::choice::{Answer, Flow, Players, Prompt, Stop};
use cardmill_oracle_xwing::course::Course;
use cardmill_oracle_xwing::damage::Damage;
use cardmill_oracle_xwing::fault::Fault;
use cardmill_oracle_xwing::fleet::{Maneuver, PILOTS};
use cardmill_oracle_xwing::game::{Game, Squad};
use cardmill_oracle_xwing::obstacle::OUTLINES;
use cardmill_oracle_xwing::space::{Base, Pose};
use cardmill_oracle_xwing::state::{Dice, Face, Outcome, Seat, State};
use cardmill_xwing::board::{Board, Layout, Outcome as Ended};
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::choice::{Choice, Prompt as Asked, XWing};
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::library::{Library, default_dir};
use cardmill_xwing::position::{Fleet, Position, ShipAt};
use cardmill_xwing::vocabulary::Phase;

use super::scribe::{FALLING, Seen, component, face, seen};

/// The last round that is played: the rules have no limit.
const ROUNDS: u16 = 10;
/// Damage that a squad can take at most: a deck has 33 cards, and some that are discarded are
/// missing from it.
const HULL: u8 = 24;
/// The distance, in micrometres, that poses of both simulators may differ.
const TOLERANCE: f64 = 10.0;
/// The difference of headings, where a turn has 65,536.
const HEADING: u16 = 4;
/// The close calls since the last decision, at most, that are tried one after another.
const CALLS: usize = 48;

/// Damage cards that lie on top of the decks of some games, since few are dealt faceup.
const SELDOM: [&str; 8] = [
    "disabledpowerregulator",
    "hullbreach",
    "fuelleak",
    "woundedpilot",
    "disabledpowerregulator",
    "damagedengine",
    "stunnedpilot",
    "blindedpilot",
];

/// Random numbers of a seed and a line of their own.
pub struct Lot(u64, u64);

impl Lot {
    /// The numbers of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed, 0)
    }

    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.1 += 1;
        (Digest::of(&(self.0, self.1)) % bound as u64) as usize
    }

    fn one_of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        let at = self.below(all.len());
        &all[at]
    }
}

/// Two squads of a seed: of few types, so that many ships have the same initiative.
fn squads(lot: &mut Lot) -> [Squad; 2] {
    let even = lot.below(4) == 0;
    [0, 1].map(|_| {
        let pool: Vec<_> = (0..1 + lot.below(4)).map(|_| lot.one_of(PILOTS)).collect();
        let count = 2 + lot.below(5);
        let mut hull = 0;
        let mut ships = Vec::new();
        for _ in 0..count {
            let pilot = *lot.one_of(&pool);
            hull += pilot.sheet().hull;
            if hull <= HULL || ships.is_empty() {
                ships
                    .push((pilot, if even { 100 / count as u8 } else { 20 + lot.below(40) as u8 }));
            }
        }
        let obstacles = (0..3).map(|_| lot.one_of(&OUTLINES).id).collect();
        Squad { ships, obstacles }
    })
}

/// A decision: who is asked what, the options in alphabetical order, the state, and the answer.
struct Moment {
    question: String,
    options: Vec<String>,
    state: String,
    poses: Vec<Pose>,
    answer: String,
}

/// Everything about a game that came from outside, and what it looked like.
pub struct Trace {
    seed: u64,
    squads: [Squad; 2],
    /// The dice of each player, attack and defence.
    dice: [[Vec<Face>; 2]; 2],
    lot: Seat,
    decks: [Vec<Damage>; 2],
    moments: Vec<Moment>,
    /// The outcome of the game and its last state; `None` if it was left.
    end: Option<String>,
}

impl Trace {
    /// The number of decisions that were taken.
    pub const fn decisions(&self) -> usize {
        self.moments.len()
    }

    /// The questions that were asked and the answers, without what they are about.
    pub fn words(&self) -> impl Iterator<Item = String> + '_ {
        let word = |text: &str| text.split(|c: char| c.is_ascii_digit()).next().map(str::to_owned);
        self.moments.iter().flat_map(move |m| {
            let question = m.question.split_once(": ").and_then(|(_, what)| word(what));
            question.into_iter().chain(word(&m.answer))
        })
    }
}

/// A table of the engine on which games are played at random and written down.
pub struct Recorder {
    hangar: Hangar,
    table: usize,
}

impl Recorder {
    /// A table without a game.
    pub fn new() -> Self {
        let library = Library::load(default_dir()).expect("the cards load");
        let mut hangar = Hangar::new(&Catalogue::new(&library));
        let table = hangar.add();
        Self { hangar, table }
    }

    /// Plays the games of these seeds and hands each one over when it has ended.
    pub fn record(&mut self, seeds: Range<u64>, mut done: impl FnMut(Trace)) {
        for seed in seeds {
            let trace = self.game(seed);
            done(trace);
        }
    }

    fn game(&mut self, seed: u64) -> Trace {
        let mut lot = Lot::new(seed);
        let squads = squads(&mut lot);
        let sides = [
            [
                Face::Hit,
                Face::Hit,
                Face::Hit,
                Face::Crit,
                Face::Focus,
                Face::Focus,
                Face::Blank,
                Face::Blank,
            ],
            [
                Face::Evade,
                Face::Evade,
                Face::Evade,
                Face::Focus,
                Face::Focus,
                Face::Blank,
                Face::Blank,
                Face::Blank,
            ],
        ];
        let dice = [0, 1].map(|_| {
            sides.map(|sides| (0..FALLING).map(|_| *lot.one_of(&sides)).collect::<Vec<_>>())
        });
        let on_top = |seat: usize| -> Vec<String> {
            let order =
                (0..SELDOM.len()).map(|n| SELDOM[(n + seat + seed as usize) % SELDOM.len()]);
            if seed.is_multiple_of(3) { order.map(str::to_owned).collect() } else { Vec::new() }
        };
        let fleet = |seat: usize| {
            let squad = &squads[seat];
            let ship = |&(pilot, points): &(&cardmill_oracle_xwing::fleet::Pilot, u8)| ShipAt {
                pilot: pilot.id.into(),
                points,
                ..ShipAt::default()
            };
            let falling = |kind: usize| dice[seat][kind].iter().map(|&of| face(of)).collect();
            Fleet {
                ships: squad.ships.iter().map(ship).collect(),
                attack: falling(0),
                defense: falling(1),
                deck: on_top(seat),
                obstacles: Some(squad.obstacles.iter().map(|&id| id.to_owned()).collect()),
                ..Fleet::default()
            }
        };
        let (p1, p2) = (fleet(0), fleet(1));
        let (phase, layout) = (Phase::Setup, Layout::Asked);
        let position = Position { phase, p1, p2, layout, seed, ..Position::default() };
        self.hangar.arrange(self.table, &position).expect("the position can be");
        let first = component::<Board>(&self.hangar, self.table).first.into();
        let mut trace = Trace {
            seed,
            squads,
            dice,
            lot: first,
            decks: [Vec::new(), Vec::new()],
            moments: Vec::new(),
            end: None,
        };
        self.hangar.run(self.table);
        self.play(&mut trace, &mut lot);
        trace
    }

    fn play(&mut self, trace: &mut Trace, lot: &mut Lot) {
        while self.hangar.asks(self.table).is_some() {
            let board = component::<Board>(&self.hangar, self.table);
            if board.round > ROUNDS {
                return;
            }
            if board.phase == Phase::Planning && trace.decks[0].is_empty() {
                trace.decks = self.decks();
            }
            let Seen { question, mut options, state, poses } = seen(&mut self.hangar, self.table);
            let at = self.pick(trace, lot);
            let answer = options[at].clone();
            options.sort();
            // Cards of one kind that nothing tells apart are one option.
            options.dedup();
            if options.len() > 1 {
                trace.moments.push(Moment { question, options, state, poses, answer });
            }
            self.hangar.choose(self.table, at).expect("what is offered can be chosen");
        }
        let outcome = match component::<Board>(&self.hangar, self.table).outcome {
            Ended::Open => panic!("seed {}: nobody is asked, and nobody has won", trace.seed),
            Ended::Win(seat) => Outcome::Won(seat.into()),
            Ended::Draw => Outcome::Draw,
        };
        let state = self.hangar.read(self.table, super::scribe::state);
        trace.end = Some(format!("{outcome:?}\n{state}"));
    }

    fn decks(&mut self) -> [Vec<Damage>; 2] {
        self.hangar.read(self.table, |scene| {
            [0, 1].map(|seat: usize| {
                let deck = scene.board.players[seat].deck.iter();
                let card = |&slot: &Slot| Damage::find(&scene.printed(slot).definition.id);
                deck.map(|slot| card(slot).expect("a damage card")).collect()
            })
        })
    }

    /// An option by chance, with a leaning to what makes a game of it: ships that stay on the mat,
    /// meet each other, act and attack.
    fn pick(&mut self, trace: &Trace, lot: &mut Lot) -> usize {
        let decision = component::<Decision<XWing>>(&self.hangar, self.table).clone();
        let count = decision.options.len();
        let shy = decision.options.iter().position(|option| *option == Choice::Decline);
        for _ in 0..6 {
            let at = lot.below(count);
            let fine = match (decision.prompt, decision.options[at]) {
                (Some(Asked::Dial(ship)), Choice::Dial(maneuver)) => {
                    let maneuver = Maneuver::read(&String::from(maneuver));
                    let at = self.hangar.read(self.table, super::scribe::poses)[usize::from(ship)];
                    let all = trace.squads.iter().flat_map(|squad| &squad.ships);
                    let half = all.clone().nth(ship.into()).expect("a ship").0.sheet().half();
                    let course = Course::of(maneuver);
                    let pose = at.moved(course.at(half, course.length));
                    Base { pose, half }.is_on_mat().so
                }
                (Some(Asked::Deploy(_)), Choice::Spot(place)) => (12..31).contains(&(place % 43)),
                (Some(Asked::Heading(_)), Choice::Turn(turn)) => turn == 0,
                (Some(Asked::Attack | Asked::Action), _) => Some(at) != shy,
                _ => true,
            };
            if fine || lot.below(12) == 0 {
                return at;
            }
        }
        lot.below(count)
    }
}

/// The players of a game that was written down.
struct Repeat<'t> {
    trace: &'t Trace,
    fallen: [[usize; 2]; 2],
    moments: usize,
    fault: Option<Fault>,
    /// The close calls that are made against what was measured, by their numbers.
    against: &'t [usize],
    /// The close calls that were made, and those before the last decision on which both agreed.
    calls: usize,
    agreed: usize,
    difference: Option<Difference>,
}

impl Repeat<'_> {
    fn differs(&mut self, engine: String, flat: String) {
        let (seed, decision) = (self.trace.seed, self.moments + 1);
        self.difference = Some(Difference { seed, decision, before: Vec::new(), engine, flat });
    }
}

fn apart(a: Pose, b: Pose) -> bool {
    let way = a.at.from(b.at);
    let turn = a.heading.wrapping_sub(b.heading);
    way.length() > TOLERANCE || turn.min(turn.wrapping_neg()) > HEADING
}

impl Players for Repeat<'_> {
    fn lot(&mut self) -> Seat {
        self.trace.lot
    }

    fn deck(&mut self, seat: Seat) -> Vec<Damage> {
        self.trace.decks[seat].clone()
    }

    /// A deck that runs out is not followed: how it was shuffled is not written down.
    fn shuffle(&mut self, _: Seat, _: &mut [Damage]) -> Flow {
        Err(Stop::Left)
    }

    fn roll(&mut self, seat: Seat, dice: Dice) -> Face {
        let fallen = &mut self.fallen[seat][dice as usize];
        *fallen += 1;
        self.trace.dice[seat][dice as usize][*fallen - 1]
    }

    fn choose(
        &mut self,
        state: &State,
        seat: Seat,
        prompt: Prompt,
        options: &[Answer],
    ) -> Flow<usize> {
        let question = format!("P{}: {}", seat + 1, canon::prompt(prompt));
        let texts: Vec<_> = options.iter().map(|&option| canon::answer(option)).collect();
        let mut sorted = texts.clone();
        sorted.sort();
        sorted.dedup();
        if sorted.len() == 1 {
            return Ok(0);
        }
        let trace = self.trace;
        let mut flat = moment(&question, &sorted, &canon::state(state));
        let Some(theirs) = trace.moments.get(self.moments) else {
            // A game that was left is as far as it goes.
            if let Some(end) = &trace.end {
                self.differs(format!("the game has ended\n{end}"), flat);
            }
            return Err(Stop::Left);
        };
        let mut engine = moment(&theirs.question, &theirs.options, &theirs.state);
        for ship in state.present() {
            let (own, their) = (state.ships[ship].pose, theirs.poses[ship]);
            if apart(own, their) {
                flat += &format!("\nship {ship} at {own:?}");
                engine += &format!("\nship {ship} at {their:?}");
            }
        }
        if flat != engine {
            self.differs(engine, flat);
            return Err(Stop::Left);
        }
        self.moments += 1;
        self.agreed = self.calls;
        Ok(texts.iter().position(|text| *text == theirs.answer).expect("the options are the same"))
    }

    fn call(&mut self, guess: bool) -> bool {
        let number = self.calls;
        self.calls += 1;
        guess != self.against.contains(&number)
    }

    fn measured(&self, ship: usize, pose: Pose) -> Pose {
        match self.moments.checked_sub(1) {
            Some(last) if pose != Pose::default() => self.trace.moments[last].poses[ship],
            _ => pose,
        }
    }

    fn breaks(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }
}

/// The close calls of a game: all, and those that went against what was measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Calls {
    /// All of them.
    pub made: usize,
    /// Those in which the engine came to the other side.
    pub against: usize,
    /// The game was not followed to its end, since a damage deck ran out.
    pub left: bool,
}

impl Trace {
    /// Repeats the game with the flat reference, one of whose rules may be broken. Where both
    /// differ after close calls, each is made the other way, and then pairs of them.
    ///
    /// # Errors
    /// The first thing that differs, whatever is called.
    pub fn repeat(&self, fault: Option<Fault>) -> Result<Calls, Difference> {
        let mut against: Vec<usize> = Vec::new();
        loop {
            let run = self.run(fault, &against);
            let Some(difference) = run.difference else {
                return Ok(Calls { made: run.calls, against: against.len(), left: run.left });
            };
            let open: Vec<usize> = (run.agreed..run.calls.min(run.agreed + CALLS)).collect();
            let singles = open.iter().map(|&one| vec![one]);
            let few = &open[..open.len().min(12)];
            let pairs = few
                .iter()
                .flat_map(|&a| few.iter().filter(move |&&b| b > a).map(move |&b| vec![a, b]));
            let better = singles.chain(pairs).find_map(|more| {
                let tried = [&against[..], &more].concat();
                let again = self.run(fault, &tried);
                let on = again.difference.is_none_or(|other| other.decision > difference.decision);
                on.then_some(tried)
            });
            match better {
                Some(tried) => against = tried,
                None => return Err(difference),
            }
        }
    }

    fn run(&self, fault: Option<Fault>, against: &[usize]) -> Run {
        let mut players = Repeat {
            trace: self,
            fallen: [[0; 2]; 2],
            moments: 0,
            fault,
            against,
            calls: 0,
            agreed: 0,
            difference: None,
        };
        let mut game = Game::new(self.squads.each_ref(), &mut players);
        let stop = game.play();
        let state = game.state;
        let left = stop == Err(Stop::Left) && players.moments < self.moments.len();
        if players.difference.is_none() && stop == Err(Stop::Over) {
            let flat = format!("{:?}\n{}", state.outcome, canon::state(&state));
            let engine = match (self.moments.get(players.moments), &self.end) {
                (Some(m), _) => moment(&m.question, &m.options, &m.state),
                (None, Some(end)) => end.clone(),
                (None, None) => "the game was left".into(),
            };
            if flat != engine {
                players.differs(engine, flat);
            }
        }
        let Repeat { calls, agreed, difference, .. } = players;
        Run { calls, agreed, difference, left }
    }
}

/// The outcome of a repetition.
struct Run {
    calls: usize,
    agreed: usize,
    difference: Option<Difference>,
    left: bool,
}
