//! Counts of players' factions, and of all that they chose, researched, played and scored, made as
//! facts happen: one row for each player and card, however often.

use arrayvec::ArrayVec;
use bevy_app::App;
use cardmill_harness::tally::{self, Fate, Figure, Keeper, Measure, Stand, Tallies, Tally};
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::{SEATS, Seat};
use cardmill_kernel::roster::Roster;
use cardmill_kernel::rules::At;
use cardmill_kernel::table::part;

use crate::board::{Board, Phase, Player};
use crate::catalogue::Catalogue;
use crate::choice::Imperium;
use crate::piece::{Piece, Place};
use crate::proposal::{Proposal, Verb};
use crate::scene::Scene;
use crate::vocabulary::{Definition, Edition, Kind};

/// Tallies of games.
pub(crate) const KEEPER: Keeper<Catalogue> = Keeper {
    add,
    begin,
    end,
    figures: FIGURES,
    explained: EXPLAINED,
    measures: MEASURES,
    name,
    kind,
    cost: |_, _| 0,
    place: Catalogue::find,
    all,
};

/// The figures that tables show of cards.
const FIGURES: &[(Figure, &str)] = &[
    (Figure::Times, "players"),
    (Figure::Round, "round"),
    (Figure::WonPlayed, "first"),
    (Figure::MarginPlayed, "±"),
];

const EXPLAINED: &str = "\
Players who were of a faction, chose a strategy card, gained a technology (those
of the set-up among them), played an action card, used a promissory note, placed
a unit, scored an objective or were speaker when an agenda was resolved, at least
once in a game; the mean round in which they did first; how many of a hundred of
them came first. They tell how the games went, not what a card is worth: long
games see more of everything, and who is ahead scores.
";

/// The measures of each player as a round begins.
const MEASURES: &[Measure] = &[
    Measure { name: "planets", meaning: "planets that the player controls" },
    Measure { name: "resources", meaning: "their resources together" },
    Measure { name: "influence", meaning: "their influence together" },
    Measure { name: "technologies", meaning: "technologies that the player owns" },
    Measure { name: "units", meaning: "the player's units on the board" },
];

fn add(app: &mut App) {
    Tallies::add::<Imperium>(app, |tally, at| {
        for fact in at.facts.iter().filter(|fact| !fact.prevented) {
            count(tally, fact, at);
        }
    });
}

fn begin(batch: &mut Batch, table: usize) {
    let (entity, world) = (batch.table(table), batch.world());
    let (board, roster) = (part::<Board>(world, entity), part::<Roster>(world, entity));
    let catalogue = world.resource::<Catalogue>();
    let factions = (0..).zip(board.players.iter().map(|player| player.faction));
    // Technologies that players begin with are laid, not gained.
    let owned = (0..board.slots).filter_map(|slot| {
        let piece = world.get::<Piece>(roster.card(slot)).expect("a slot is a piece");
        let is =
            matches!(catalogue.definition(piece.definition).kind, Kind::Technology | Kind::Upgrade);
        (is && piece.place == Place::Area).then_some((piece.holder, piece.definition))
    });
    let mut tally = Tally::default();
    factions.chain(owned).for_each(|(seat, card)| add_to(&mut tally, seat, card, 1));
    Tallies::begin(batch, table, tally);
}

fn end(batch: &mut Batch, table: usize) -> Tally {
    Tallies::end(batch, table)
}

fn name(catalogue: &Catalogue, card: u16) -> [String; 2] {
    let definition = catalogue.definition(card);
    [definition.id.clone(), definition.name.clone()]
}

fn kind(catalogue: &Catalogue, card: u16) -> &'static str {
    match catalogue.definition(card).kind {
        Kind::Faction => "factions",
        Kind::Strategy => "strategy cards",
        Kind::Technology | Kind::Upgrade => "technologies",
        Kind::Action => "action cards",
        Kind::Objective => "objectives",
        Kind::Agenda => "agendas",
        Kind::Note => "promissory notes",
        Kind::Unit => "units",
        _ => "other cards",
    }
}

/// The cards of the base game that a game of full sheets can see.
fn all(catalogue: &Catalogue) -> Vec<u16> {
    let is = |card: &Definition| {
        let counted = match card.kind {
            Kind::Faction => card.start.is_some(),
            Kind::Strategy
            | Kind::Technology
            | Kind::Upgrade
            | Kind::Action
            | Kind::Objective
            | Kind::Agenda
            | Kind::Note
            | Kind::Unit => true,
            _ => false,
        };
        let at = catalogue.find(&card.faction);
        let begins = at.is_none_or(|at| catalogue.definition(at).start.is_some());
        counted && card.edition == Edition::Base && begins
    };
    let all = catalogue.definitions().iter().enumerate();
    all.filter(|(_, card)| is(card)).map(|(at, _)| at as u16).collect()
}

/// Counts what has just happened.
fn count(tally: &mut Tally, fact: &Proposal, at: &At<'_, Imperium>) {
    let scene = at.state.scene();
    // The set-up belongs to the first round.
    let round = scene.board.round.max(1);
    let card = match fact.verb {
        // Another one had to be chosen.
        Verb::ChooseStrategy if fact.prevented => return,
        Verb::BeginPhase(Phase::Strategy) => {
            // Games that begin from a position may begin in the middle of one.
            tally.rounds.resize_with(usize::from(round) - 1, ArrayVec::new);
            return tally.rounds.push(stands(scene));
        }
        Verb::ChooseStrategy | Verb::Play | Verb::Score => {
            scene.piece(fact.subject.slot).definition
        }
        Verb::Place(..) if fact.subject.is_some() => scene.piece(fact.subject.slot).definition,
        Verb::Resolve => match scene.board.agenda {
            Some(agenda) => scene.piece(agenda.card).definition,
            None => return,
        },
        // A note is put in play, or goes back when it has been used.
        Verb::ToPlace(Place::Area | Place::Hand) => {
            let card = scene.piece(fact.subject.slot).definition;
            if scene.catalogue.definition(card).kind != Kind::Note {
                return;
            }
            return add_to(tally, fact.other, card, round);
        }
        Verb::GainTechnology | Verb::Assimilate => fact.amount as u16,
        _ => return,
    };
    add_to(tally, fact.seat, card, round);
}

/// Counts a card once more for a player.
fn add_to(tally: &mut Tally, seat: Seat, card: u16, round: u8) {
    let is = |fate: &&mut Fate| fate.seat == seat && fate.card == card;
    match tally.fates.iter_mut().find(is) {
        Some(fate) => fate.plays = fate.plays.saturating_add(1),
        None => {
            tally.fates.push(Fate { seat, card, played: round, plays: 1, ..Fate::default() });
        }
    }
}

/// The standings of the players, by seat: their scores and measures.
fn stands(scene: Scene<'_>) -> ArrayVec<Stand, SEATS> {
    let measures = |seat: Seat| -> ArrayVec<i16, { tally::MEASURES }> {
        let planets = || scene.board.planets.iter().filter(|planet| planet.owner == Some(seat));
        let units = scene.figures().filter(|&(slot, _)| scene.piece(slot).owner == seat);
        [
            planets().count() as i16,
            planets().map(|planet| i16::from(planet.resources)).sum(),
            planets().map(|planet| i16::from(planet.influence)).sum(),
            scene.technologies(seat).count() as i16,
            units.count() as i16,
        ]
        .into_iter()
        .collect()
    };
    let players = (0..).zip(&scene.board.players);
    let stand = |(seat, player): (Seat, &Player)| Stand {
        score: player.points.into(),
        measures: measures(seat),
    };
    players.map(stand).collect()
}
