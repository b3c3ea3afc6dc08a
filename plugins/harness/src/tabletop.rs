//! A driver for every game that says no more of its tables than [`Plain`] asks for.

use core::hash::Hash;
use core::marker::PhantomData;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy_ecs::component::Mutable;
use bevy_ecs::prelude::*;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{Seat, Slot};
use cardmill_kernel::decision::Decision;
use cardmill_kernel::digest::Digest;
use cardmill_kernel::game::Game;
use cardmill_kernel::layout::Layout;
use cardmill_kernel::resolve::{change, look};
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::{At, Rules};
use cardmill_kernel::saved::Saved;
use cardmill_kernel::stack::Frame;
use cardmill_kernel::stock::Stocked;
use cardmill_kernel::table::{Seats, Status, part};
use cardmill_kernel::window::{Pick, Waiting};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::driver::{Checked, Driver, Nothing};
use crate::files::CardFiles;
use crate::library::{self, Editable};
use crate::log::{Chronicled, Company};
use crate::names::{Labelled, Name};
use crate::play::{Play, Standing};
use crate::player;
use crate::problem::Problem;
use crate::question::Asking;
use crate::session::{RawValue, Session, in_lines};
use crate::wording::{Wording, fill};

/// The definitions of a game, in order, as its rules read them.
#[derive(Resource)]
pub struct Catalogue<D>(pub Arc<[D]>);

impl<D> Clone for Catalogue<D> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// The verdict on a choice: the error says why it may not be made.
pub type Verdict = Result<(), &'static str>;

/// The cards and the board of a position, and how many players there are.
pub type Laid<R> = (Vec<<R as Plain>::Card>, <R as Plain>::Board, u8);

/// A game that says what may be chosen in one place, for options and for reasons.
pub trait Judged: Rules {
    /// Everything that could ever be chosen with the cards on a table, but for the order of
    /// abilities.
    fn choices(scene: Self::Scene<'_>) -> Vec<Self::Choice>;

    /// Judges whether a player may choose this now.
    ///
    /// # Errors
    /// The reason for which they may not.
    fn judge(
        scene: Self::Scene<'_>,
        seat: Seat,
        prompt: Self::Prompt,
        choice: Self::Choice,
    ) -> Verdict;
}

/// The `Offer` stage of such a game.
pub fn offer<R: Judged>(scene: R::Scene<'_>, decision: &mut Decision<R>) {
    let (seat, prompt) = (decision.seat, decision.prompt);
    let may = |prompt| move |choice: &R::Choice| R::judge(scene, seat, prompt, *choice).is_ok();
    let offered = prompt.map(|prompt| R::choices(scene).into_iter().filter(may(prompt)));
    decision.options.extend(offered.into_iter().flatten());
}

/// A component of a table.
pub trait Part: Component<Mutability = Mutable> + Clone + Default + Saved {}

impl<C: Component<Mutability = Mutable> + Clone + Default + Saved> Part for C {}

/// A game that tells its tables in a few words; [`Tabletop`] does the rest.
pub trait Plain: Judged + Layout<Catalogue = Catalogue<<Self as Plain>::Definition>> {
    /// The name of the game, and of the folder of its cards.
    const NAME: &'static str;
    /// The forms of all lines about facts.
    const LINES: &'static [&'static str];
    /// A card as a file defines it.
    type Definition: Editable + Hash + Send + Sync + 'static;
    /// A position as a person writes it down.
    type Position: Serialize + DeserializeOwned + Default + Send + Sync;
    /// The state of a table that is on no card.
    type Board: Part + Hash;
    /// A card, all that a rule can change about it.
    type Card: Part + Hash;
    /// The component of lasting effects.
    type Effect: Stocked;

    /// The cards and the board of a position, and how many players there are.
    ///
    /// # Errors
    /// When the position cannot be: where, and what was expected.
    fn lay(
        catalogue: &Catalogue<Self::Definition>,
        position: &Self::Position,
    ) -> Result<Laid<Self>, Problem>;

    /// The program with which a game begins: number 0, of whoever leads.
    fn procedure(scene: Self::Scene<'_>) -> Frame<Self::Locals> {
        Frame { collects: Some(0), ..Frame::new(0, Self::lead(scene), Self::Locals::default()) }
    }

    /// The agents, the log and the others at a table, in its state.
    fn company<'s>(state: &'s mut Self::State<'_>) -> Company<'s>;

    /// The name of a card, and the player who has it.
    fn card(scene: Self::Scene<'_>, slot: Slot) -> Labelled;

    /// The label of an option, and the card it names; not asked of the order of abilities.
    fn option(scene: Self::Scene<'_>, choice: Self::Choice) -> (String, Option<Slot>);

    /// The line about a fact: its form, and what stands in the holes `{who}`, `{card}` and `{n}`.
    fn line(fact: &Self::Fact) -> (&'static str, Option<Seat>, Option<Slot>, i16);

    /// The table as it is, or as a player may know it, line by line.
    fn picture(scene: Self::Scene<'_>, seat: Option<Seat>) -> Vec<String>;

    /// The score of each player as the table stands. Who has the highest when the game is over has
    /// won.
    fn scores(board: &Self::Board) -> Vec<i16>;

    /// The round, from 1; 0 where the game has none.
    fn round(_board: &Self::Board) -> u16 {
        0
    }
}

/// A step of scenarios that these games have beside those of every game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Step {
    /// This is a line of the picture of the table.
    Shows(String),
}

/// The line about a choice.
const CHOSEN: &str = "{who}: {label}";

/// A table at a decision.
pub struct Moment<'a, R: Plain> {
    scene: R::Scene<'a>,
    decision: &'a Decision<R>,
    waiting: &'a [Waiting],
}

impl<'a, R: Plain> Moment<'a, R> {
    fn of(at: &'a At<'_, R>) -> Self {
        Self { scene: R::scene(&at.state), decision: at.decision, waiting: &at.stack.waiting }
    }

    /// The cards on the table.
    fn names(&self) -> impl Iterator<Item = String> {
        let named = R::choices(self.scene).into_iter().filter_map(|c| R::option(self.scene, c).1);
        let slots: BTreeSet<Slot> = named.collect();
        slots.into_iter().map(|slot| R::card(self.scene, slot).label)
    }

    fn why_not(&self, label: &str) -> Result<String, String> {
        let name = Name::read(label);
        let (seat, prompt) = (self.decision.seat, self.decision.prompt);
        let choices = R::choices(self.scene).into_iter();
        let meant: Vec<_> = choices.filter(|&choice| self.labelled(choice).is(&name)).collect();
        if meant.is_empty() {
            return Err(format!("{label:?} names nothing that this table could ask"));
        }
        let reasons = meant.into_iter().filter_map(|choice| {
            prompt.and_then(|prompt| R::judge(self.scene, seat, prompt, choice).err())
        });
        let mut given = BTreeMap::<&str, usize>::new();
        reasons.for_each(|reason| *given.entry(reason).or_default() += 1);
        // The most particular reason says most.
        let telling = given.into_iter().min_by_key(|(_, choices)| *choices);
        Ok(telling.map_or("that is not asked", |(reason, _)| reason).into())
    }

    fn wording(&self, seats: u8) -> Wording {
        let unique = |words: BTreeSet<String>| words.into_iter().collect::<Vec<_>>();
        let players: Vec<String> = (0..seats).map(|seat| player::name(seat).into()).collect();
        let names = unique(self.names().collect());
        let own = R::choices(self.scene).into_iter().map(|choice| self.labelled(choice).label);
        let order = players.iter().map(first).chain(names.iter().map(resolve));
        let labels = unique(own.chain(order).collect());
        let lines = R::LINES.iter().chain(&[CHOSEN]).map(|&form| form.to_owned()).collect();
        let holes = vec![(&["who"][..], players), (&["card"], names), (&["label"], labels.clone())];
        Wording { labels, lines, holes }
    }
}

fn first(player: &String) -> String {
    format!("{player} first")
}

fn resolve(name: &String) -> String {
    format!("Resolve {name}")
}

impl<R: Plain> Asking for Moment<'_, R> {
    type Game = R;

    fn decision(&self) -> &Decision<R> {
        self.decision
    }

    fn labelled(&self, choice: <R as Game>::Choice) -> Labelled {
        let card = |slot| R::card(self.scene, slot);
        match R::pick(choice) {
            None => {
                let (label, about) = R::option(self.scene, choice);
                Labelled { label, holder: about.and_then(|slot| card(slot).holder) }
            }
            Some(Pick::First(seat)) => {
                Labelled { label: first(&player::name(seat).into()), holder: None }
            }
            Some(Pick::Decline) => Labelled { label: "Decline".into(), holder: None },
            Some(Pick::Ability(index)) => {
                let Labelled { label, holder } = card(self.waiting[usize::from(index)].source.slot);
                Labelled { label: resolve(&label), holder }
            }
        }
    }
}

impl<R: Plain> Chronicled for R {
    type Moment<'a> = Moment<'a, R>;

    fn moment<'a>(at: &'a At<'_, Self>) -> Option<Moment<'a, R>> {
        Some(Moment::of(at))
    }

    fn company<'s>(state: &'s mut Self::State<'_>) -> Company<'s> {
        <R as Plain>::company(state)
    }

    fn chosen(moment: &Moment<'_, R>) -> Option<String> {
        let decision = moment.decision;
        let words = |hole: &str| match hole {
            "who" => player::name(decision.seat).into(),
            _ => moment.labelled(decision.taken).label,
        };
        (decision.options.len() > 1).then(|| fill(CHOSEN, words))
    }

    fn line(scene: Self::Scene<'_>, fact: &Self::Fact) -> Option<String> {
        let (form, who, card, n) = <R as Plain>::line(fact);
        Some(fill(form, |hole| match hole {
            "who" => who.map(|seat| player::name(seat).into()).unwrap_or_default(),
            "card" => card.map(|slot| R::card(scene, slot).label).unwrap_or_default(),
            _ => n.to_string(),
        }))
    }
}

/// A World of tables of a game.
pub struct Tabletop<R>(Batch, PhantomData<R>);

fn lay<R: Plain>(
    batch: &mut Batch,
    table: usize,
    position: &R::Position,
    chance: (u64, u64),
) -> Result<(), Problem> {
    let table = batch.table(table);
    let world = batch.world_mut();
    let (cards, board, count) = R::lay(world.resource::<Catalogue<R::Definition>>(), position)?;
    let lists = part::<Roster>(world, table).lists.clone();
    let room = lists.cards.len();
    if cards.len() > room {
        return Err(Problem::at("", format!("expected at most {room} cards")));
    }
    let cards = cards.into_iter().chain(core::iter::repeat_with(R::Card::default));
    for (entity, card) in lists.cards.into_iter().zip(cards) {
        world.entity_mut(entity).insert(card);
    }
    for entity in lists.effects {
        world.entity_mut(entity).insert(R::Effect::default());
    }
    world.entity_mut(table).insert(board);
    let procedure = look::<R, _>(world, table, |at| R::procedure(R::scene(&at.state)));
    change::<R, _>(world, table, |at| {
        at.deal(Seats { count, lead: procedure.seat }, chance);
        at.stack.push_frame(procedure);
    });
    Ok(())
}

impl<R: Plain> Driver for Tabletop<R> {
    type Game = R;
    type Catalogue = Catalogue<R::Definition>;
    type Card = R::Definition;
    type Position = R::Position;
    type Step = Step;
    type Check = Nothing;

    crate::readers!();

    fn load(cards: impl Into<CardFiles>) -> Result<Self::Catalogue, String> {
        let files = cards.into().read(R::NAME, "ron").map_err(|error| error.to_string())?;
        let loaded = library::load(files, Vec::new()).map_err(|errors| errors.to_string())?;
        Ok(Catalogue(loaded.definitions.into()))
    }

    fn definitions(catalogue: &Self::Catalogue) -> Vec<R::Definition> {
        catalogue.0.to_vec()
    }

    fn redefined(
        _: &Self::Catalogue,
        definitions: Vec<R::Definition>,
    ) -> Result<Self::Catalogue, String> {
        Ok(Catalogue(definitions.into()))
    }

    fn of(batch: Batch) -> Self {
        Self(batch, PhantomData)
    }

    fn batch(&self) -> &Batch {
        &self.0
    }

    fn batch_mut(&mut self) -> &mut Batch {
        &mut self.0
    }

    fn lay(
        batch: &mut Batch,
        table: usize,
        position: &R::Position,
        seed: u64,
        game: u64,
    ) -> Result<(), Problem> {
        lay::<R>(batch, table, position, (seed, game))
    }

    fn step(&mut self, table: usize, Step::Shows(line): &Step) -> Checked {
        let picture = self.picture(table);
        if picture.contains(line) {
            return Ok(());
        }
        Err(format!("expected {line:?}, found {}", picture.join(" | ")))
    }

    fn check(_: &Self::Catalogue, check: &Nothing) -> Checked {
        match *check {}
    }

    fn refusal(at: &At<'_, R>, label: &str) -> Result<String, String> {
        Moment::of(at).why_not(label)
    }

    fn words(at: &At<'_, R>) -> Wording {
        Moment::of(at).wording(at.seats.count)
    }

    fn picture(&mut self, table: usize) -> Vec<String> {
        self.read(table, |scene| R::picture(*scene, None))
    }
}

impl<R: Plain> Session for Tabletop<R> {
    const NAME: &'static str = R::NAME;

    fn digest_of(catalogue: &Self::Catalogue) -> u64 {
        Digest::of(&catalogue.0)
    }

    fn outcome(&self, table: usize) -> Option<String> {
        if self.status(table) != Status::Over {
            return None;
        }
        let winner = Self::standing(self.0.world(), self.0.table(table)).winner();
        Some(winner.map_or("a draw".into(), |seat| format!("{} wins", player::name(seat))))
    }

    fn seen(&mut self, table: usize, seat: Seat) -> Box<RawValue> {
        in_lines(&self.read(table, |scene| R::picture(*scene, Some(seat))))
    }

    fn drawn(&mut self, table: usize, seat: Option<Seat>) -> Box<RawValue> {
        in_lines(&self.read(table, |scene| R::picture(*scene, seat)))
    }
}

impl<R: Plain> Play for Tabletop<R> {
    type Entry = Nothing;

    fn round(world: &World, table: Entity) -> u16 {
        R::round(part(world, table))
    }

    fn first(world: &World, table: Entity) -> Seat {
        part::<Seats>(world, table).lead
    }

    fn standing(world: &World, table: Entity) -> Standing {
        Standing::open(R::scores(part(world, table)).into_iter().collect())
    }
}
