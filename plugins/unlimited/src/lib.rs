//! Star Wars: Unlimited on the cardmill kernel.
//!
//! Rules are cited by number (`CR 7.6.10`, Comprehensive Rules 8.0). Where the seed texts of the
//! project say otherwise they decide; `docs/method/rules.md` lists the differences as `K1` to `K14`.
//!
//! From the bottom up:
//!
//! | floor | modules |
//! |---|---|
//! | the language of cards | [`vocabulary`], [`filter`]; [`words`], a file for each with all that it means; [`reads`], what it reads |
//! | cards as files say them | [`library`], [`deck`], [`edition`]; decks built of boosters, [`limited`] |
//! | cards ready to play | [`face`], [`catalogue`], [`program`] |
//! | the state | [`card`], [`board`], [`effect`], `zones`, [`bits`]; what it comes to: [`brief`], [`lineup`], [`relevance`] |
//! | a table as rules read it | [`scene`], [`state`], `meeting`, [`attack`], [`cost`], [`icons`], `purse` |
//! | what the floors from here on are written with | `prelude` |
//! | changes and questions | [`proposal`], `facts`, [`choice`], [`options`] |
//! | what runs | [`procedure`], `advance`, `replace`, [`substitute`], [`commit`], [`constant`], [`trigger`], [`settle`] |
//! | the rules as the kernel asks for them | [`rules`], [`deal`], [`position`] |
//! | the second opinion | [`legal`] |
//! | what is known and seen | [`knowledge`], [`view`], [`observation`], [`tally`] |
//! | players' words | [`text`], [`reader`], [`label`], [`log`], [`picture`], `question` |
//! | from outside | [`driver`], [`session`], [`agent`]; games in the files of others: [`pgn`] |
//!
//! `ARCHITECTURE.md` beside this crate says why it is so, and the stages stand in `rules.rs` in their order.
//!
//! A game between two decks that come with the cards, played to its end by agents that choose at random:
//!
//! ```
//! use cardmill_harness::agent::{Agent, seat};
//! use cardmill_harness::play::Play;
//! use cardmill_kernel::{batch::Batch, table::Status};
//! use cardmill_unlimited::choice::Unlimited;
//! use cardmill_unlimited::driver::Tabletop;
//! use cardmill_unlimited::library::{Library, default_dir};
//! use cardmill_unlimited::{agent::AgentsPlugin, catalogue::Catalogue, deal::deal, deck::Deck};
//!
//! let library = Library::load(default_dir()).expect("the cards load");
//! let catalogue = Catalogue::new(&library.definitions).expect("no card is missing");
//! let [luke, vader] = ["luke", "vader"]
//!     .map(|name| Deck::open(name.as_ref(), &library).expect("it comes with the cards"));
//!
//! let (seed, game) = (7, 0);
//! let mut batch = Batch::of::<Unlimited>(&catalogue, 1, AgentsPlugin);
//! let table = batch.table(0);
//! deal(&mut batch, 0, [&luke, &vader], seed, game);
//! seat(batch.world_mut(), table, [Some(Agent::RANDOM); 2], seed, game);
//! while !batch.status(0).has_ended() {
//!     batch.tick();
//! }
//! let standing = Tabletop::standing(batch.world(), table);
//! assert_eq!(batch.status(0), Status::Over, "it is not set aside");
//! println!("{:?} has won, with damage to bases of {:?}", standing.winner(), standing.scores);
//! ```

mod advance;
pub mod agent;
pub mod attack;
pub mod bits;
pub mod board;
pub mod brief;
pub mod card;
pub mod catalogue;
pub mod choice;
pub mod commit;
pub mod constant;
pub mod cost;
pub mod deal;
pub mod deck;
pub mod driver;
pub mod edition;
pub mod effect;
pub mod face;
mod facts;
pub mod filter;
pub mod icons;
pub mod knowledge;
pub mod label;
pub mod legal;
pub mod library;
pub mod limited;
pub mod lineup;
pub mod log;
mod meeting;
pub mod observation;
mod opponents;
pub mod options;
pub mod pgn;
pub mod picture;
pub mod player;
pub mod players;
pub mod position;
mod prelude;
pub mod procedure;
pub mod program;
pub mod proposal;
mod purse;
mod question;
pub mod reader;
pub mod reads;
pub mod relevance;
mod replace;
pub mod rules;
pub mod scene;
pub mod seats;
pub mod session;
pub mod settle;
pub mod state;
pub mod substitute;
pub mod tally;
pub mod text;
pub mod trigger;
pub mod view;
pub mod vocabulary;
pub mod words;
mod zones;
