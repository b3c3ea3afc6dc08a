//! Games of Twilight Imperium by the thousand.

use bevy_app::App;
use bevy_ecs::prelude::*;
use cardmill_harness::agent::Agent;
use cardmill_harness::driver::Nothing;
use cardmill_harness::planner::LOOK;
use cardmill_harness::play::{Play, Standing};
use cardmill_harness::tally::Keeper;
use cardmill_kernel::batch::Batch;
use cardmill_kernel::card::Seat;
use cardmill_kernel::decision::Decision;
use cardmill_kernel::resolve::look;
use cardmill_kernel::table::part;

use super::{Tabletop, meaning, prospect};
use crate::agent::planner::{ISMCTS, PIMC};
use crate::agent::{self, BRAWL, GREEDY};
use crate::board::Board;
use crate::catalogue::Catalogue;
use crate::choice::{Imperium, Prompt};
use crate::tally;

/// The tiles around Mecatol Rex in two rings: no map has fewer.
const FEWEST_TILES: usize = 18;

impl Play for Tabletop {
    type Entry = Nothing;

    const AGENTS: &'static [Agent] = &[Agent::RANDOM, BRAWL, GREEDY];
    const TALLY: Option<Keeper<Catalogue>> = Some(tally::KEEPER);

    fn add_agents(app: &mut App) {
        agent::add(app);
    }

    const PLANNERS: &'static [Agent] = &[LOOK, PIMC, ISMCTS];

    /// Rounds are long, and a game is as many of them as a search is to think of.
    const STOPS: bool = true;

    /// Maps as map builders write them: the numbers of the tiles, from the middle outwards. Those of
    /// hyperlanes say how they are turned, such as `83A2`.
    fn kept(text: &str) -> Option<&'static str> {
        let is_tile = |word: &str| {
            let word = word.trim_matches(['{', '}']);
            let number = word
                .trim_start_matches('-')
                .trim_end_matches(['A', 'B', '0', '1', '2', '3', '4', '5']);
            word.len() <= 5
                && word.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                && number.chars().all(|c| c.is_ascii_digit())
        };
        let mut words = text.split([' ', ',', '\n', '\r', '\t']).filter(|word| !word.is_empty());
        let tiles = words.clone().count();
        (tiles >= FEWEST_TILES && words.all(is_tile)).then_some("a map as a list of tiles")
    }

    /// A card that somebody does not see is told by what it is, a figure by what it is and where.
    fn meanings(batch: &Batch, table: usize, into: &mut Vec<u64>) {
        meaning::meanings(batch, table, into);
    }

    fn begins(decision: &Decision<Imperium>) -> bool {
        let begins = [Prompt::Action, Prompt::StrategyCard, Prompt::Score, Prompt::Vote];
        decision.prompt.is_some_and(|prompt| begins.contains(&prompt))
    }

    /// All but actions, strategy cards, retreats, votes, offers and what cards and objectives ask: how
    /// something is carried out.
    fn is_minor(decision: &Decision<Imperium>) -> bool {
        use Prompt::{Accept, Action, Retreat, Score, Secondary, Step, StrategyCard, Vote};
        let weighs = [Accept, Action, Retreat, Score, Secondary, Step, StrategyCard, Vote];
        !decision.prompt.is_some_and(|prompt| weighs.contains(&prompt))
    }

    /// As `greedy` thinks of them.
    fn promising(batch: &mut Batch, table: usize) -> Option<Vec<usize>> {
        let entity = batch.table(table);
        Some(look::<Imperium, _>(batch.world_mut(), entity, agent::ranked))
    }

    fn prospect(batch: &Batch, table: usize, seat: Seat) -> i32 {
        prospect::prospect(batch, table, seat)
    }

    fn round(world: &World, table: Entity) -> u16 {
        part::<Board>(world, table).round.into()
    }

    fn first(world: &World, table: Entity) -> Seat {
        part::<Board>(world, table).speaker
    }

    /// Victory points are the scores (LRR 98).
    fn standing(world: &World, table: Entity) -> Standing {
        let board = part::<Board>(world, table);
        let scores = board.players.iter().map(|player| player.points.into()).collect();
        Standing::of(board.outcome, scores)
    }
}
