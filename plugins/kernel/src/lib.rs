//! The kernel of cardmill: tables in a batch World and one tick as ordered stages. It knows no
//! game, and nothing of how games are written down, named or played from outside: that is the
//! harness.
//!
//! A [`Table`](table::Table) is one game in progress; a bevy `World` holds a batch of them and
//! every run of the [`Tick`](schedule::Tick) schedule moves each of them one step. What a table
//! has still to resolve is its [`Stack`](stack::Stack) and nothing else: a copy of the table at
//! any decision is complete.
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | the words of a game for the kernel |
//! | [`layout`](mod@layout) | the layout of the tables of a game in a World |
//! | [`rules`] | the rules of a game for the kernel, by the stage that asks for them |
//! | [`schedule`] | the stages of a tick, declared here once |
//! | [`resolve`] | the resolution of a table between two decisions, stage after stage |
//! | [`advance`], [`commit`], [`trigger`], [`constant`] | stages: a program runs, changes become facts, facts meet abilities, constant abilities are worked out |
//! | [`table`] | status, counters and faults of one game |
//! | [`card`] | references to cards that survive, or do not, a change of zone |
//! | [`stack`] | frames, groups and windows |
//! | [`window`] | the order of abilities that wait at the same time, by two policies |
//! | [`procedure`] | a game's own programs, as its rules tell them |
//! | [`rounds`] | windows in which players take turns to resolve one ability |
//! | [`replacement`] | the replacement that meets a proposal next, and the player who picks it |
//! | [`order`] | the stage in which the top window picks, or asks |
//! | [`decision`] | the question to a player, its options and the answer |
//! | [`streams`] | seeded random numbers, a stream for each game, purpose and player |
//! | [`digest`] | digests of states and of choices |
//! | [`registry`] | the registration that copies, digests and saves every component |
//! | [`saved`] | a table as it is saved |
//! | [`batch`] | a World of tables |
//! | [`roster`] | the entities of a table, in lists |
//! | [`column`](mod@column) | a component of all cards of a World, side by side |
//! | [`prelude`] | the names that the rules of a game use most |
//! | [`stock`] | entities that a game takes and gives back |
//! | [`list`] | lists that are copied as memory |
//!
//! A whole game on the kernel: its words, the layout of its tables, its rules, and a game that is played.
//!
//! ```
//! use bevy_app::App;
//! use bevy_ecs::prelude::{Component, Resource};
//! use cardmill_kernel::batch::Batch;
//! use cardmill_kernel::prelude::*;
//! use cardmill_kernel::resolve::change;
//! use cardmill_kernel::table::{Seats, Status};
//! use serde::{Deserialize, Serialize};
//!
//! /// Two players take one or two of ten stones in turn; whoever takes the last one wins.
//! pub struct Nim;
//!
//! #[derive(Clone, Copy, Debug, Hash, Serialize, Deserialize)]
//! pub enum Prompt { Take, Kernel(WindowPrompt) }
//!
//! #[derive(Clone, Copy, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
//! pub enum Choice { #[default] Nothing, Take(u8), Kernel(Pick) }
//!
//! kernel_words!(Prompt::Kernel, Choice::Kernel);
//!
//! impl Game for Nim {
//!     type Proposal = u8; // so many stones are taken
//!     type Locals = ();
//!     type Prompt = Prompt;
//!     type Choice = Choice;
//!     type ReplacementId = ();
//!
//!     fn begin(_: &Waiting) {}
//! }
//!
//! #[derive(Resource, Clone)]
//! pub struct Cards; // there are none
//!
//! #[derive(Component, Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
//! pub struct Turn(Seat);
//!
//! #[derive(Component, Clone, Debug, Default, PartialEq, Hash, Serialize, Deserialize)]
//! pub struct Stone { taken: bool }
//!
//! layout! {
//!     Nim: Cards as Cards;
//!     table { state turn: Turn, }
//!     beside {}
//!     lists { tokens[10] { state stones: Stone, } }
//! }
//!
//! impl Rules for Nim {
//!     type Fact = u8;
//!     type Note = ();
//!
//!     fn policy(_: Scene<'_>) -> Policy {
//!         Policy::Blocks
//!     }
//!
//!     fn lead(scene: Scene<'_>) -> Seat {
//!         scene.turn.0
//!     }
//!
//!     /// The only program has one instruction: it asks, and proposes what was chosen.
//!     fn instruction(run: Run<'_, Self>) -> Flow {
//!         match run.answer {
//!             Some(Choice::Take(count)) => run.out.proposals.push(count),
//!             _ => run.out.ask = Some((run.scene.turn.0, Prompt::Take)),
//!         }
//!         Flow::Again
//!     }
//!
//!     fn commit(state: &mut State<'_>, change: &mut Change<'_, Self>, count: u8) -> bool {
//!         let left = state.stones.iter_mut().filter(|stone| !stone.taken);
//!         left.take(count.into()).for_each(|stone| stone.taken = true);
//!         state.turn.0 = 1 - state.turn.0;
//!         change.happened(count)
//!     }
//!
//!     fn trigger(_: &State<'_>, _: &u8, _: &mut Heard<'_, Self>) {}
//!
//!     fn settle(at: &mut At<'_, Self>) {
//!         if at.state.stones.iter().all(|stone| stone.taken) {
//!             at.end();
//!         }
//!     }
//!
//!     fn offer(state: &State<'_>, _: &mut Stack<Self>, decision: &mut Decision<Self>) {
//!         let left = state.stones.iter().filter(|stone| !stone.taken).count();
//!         decision.options.extend((1..=left.min(2) as u8).map(Choice::Take));
//!     }
//! }
//!
//! let mut batch = Batch::of::<Nim>(&Cards, 1, |_: &mut App| {});
//! let table = batch.table(0);
//! change::<Nim, _>(batch.world_mut(), table, |at| {
//!     at.deal(Seats { count: 2, lead: 0 }, (7, 0));
//!     at.stack.push_frame(Frame::new(0, 0, ()));
//! });
//! batch.tick();
//! while batch.status(0) == Status::Waiting {
//!     // Everybody takes one stone; the last is the only option, and nobody is asked.
//!     change::<Nim, _>(batch.world_mut(), table, |at| at.decision.choose(at.table, 0))
//!         .expect("the table waits");
//!     batch.tick();
//! }
//! assert_eq!(batch.status(0), Status::Over);
//! assert_eq!(batch.world().get::<Turn>(table), Some(&Turn(0)), "player 1 took the last");
//! ```

pub mod advance;
mod archive;
pub mod batch;
pub mod card;
pub mod column;
pub mod commit;
pub mod constant;
pub mod decision;
pub mod digest;
pub mod game;
pub mod layout;
pub mod list;
pub mod order;
pub mod prelude;
pub mod procedure;
pub mod registry;
mod replace;
pub mod replacement;
pub mod resolve;
pub mod roster;
pub mod rounds;
pub mod rules;
pub mod saved;
pub mod schedule;
pub mod stack;
pub mod stock;
pub mod streams;
pub mod table;
pub mod trigger;
pub mod window;
