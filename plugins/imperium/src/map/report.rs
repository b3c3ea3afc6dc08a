//! The report on a map: its oddities, and what each home has near it.

use serde::Serialize;

use super::{Map, PLACES, Spot, TOUCHES};
use crate::catalogue::Catalogue;
use crate::vocabulary::{Anomaly, Tile, Wormhole};

/// The things that a home system has near it, its own planets left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Near {
    /// The place of the home on the map.
    pub home: usize,
    /// The number of moves to Mecatol Rex, for ships without technologies; `None` if there is no
    /// way.
    pub mecatol: Option<u8>,
    /// The number of planets at most two tiles away, Mecatol Rex left out.
    pub planets: u8,
    /// The resources of those planets, together.
    pub resources: u8,
    /// The influence of those planets, together.
    pub influence: u8,
    /// The number of technology specialties of those planets.
    pub specialties: u8,
}

impl Near {
    /// The resources and influence nearby, together.
    #[must_use]
    pub const fn worth(&self) -> u8 {
        self.resources + self.influence
    }
}

fn places(mask: u64) -> impl Iterator<Item = usize> {
    (0..PLACES).filter(move |place| mask & 1 << place != 0)
}

impl Map {
    /// The tile at a place.
    fn tile<'c>(&self, place: usize, catalogue: &'c Catalogue) -> Option<&'c Tile> {
        match self.spots[place] {
            Spot::Tile(definition) => catalogue.definition(definition).tile.as_ref(),
            _ => None,
        }
    }

    /// The places with a wormhole of a type, as a mask.
    fn wormholes(&self, of: Wormhole, catalogue: &Catalogue) -> u64 {
        let has = |&place: &usize| {
            self.tile(place, catalogue).is_some_and(|tile| tile.wormholes.contains(&of))
        };
        (0..PLACES).filter(has).fold(0, |mask, place| mask | 1 << place)
    }

    /// The oddities of a map, a line each, that maps made by the rules do not have and given maps
    /// may (LRR, set-up): anomalies side by side, like wormholes side by side, a wormhole without
    /// another.
    #[must_use]
    pub fn oddities(&self, catalogue: &Catalogue) -> Vec<String> {
        let mut odd = Vec::new();
        let anomaly =
            |place| self.tile(place, catalogue).is_some_and(|tile| tile.anomaly.is_some());
        let beside = |one: usize| places(TOUCHES[one]).filter(move |other| *other > one);
        for one in (0..PLACES).filter(|&place| anomaly(place)) {
            let next = beside(one).filter(|&other| anomaly(other));
            odd.extend(
                next.map(|other| format!("anomalies side by side at places {one} and {other}")),
            );
        }
        for (of, name) in [(Wormhole::Alpha, "alpha"), (Wormhole::Beta, "beta")] {
            let mask = self.wormholes(of, catalogue);
            for one in places(mask) {
                let next = beside(one).filter(|other| mask & 1 << other != 0);
                odd.extend(next.map(|other| {
                    format!("{name} wormholes side by side at places {one} and {other}")
                }));
            }
            if let (1, Some(place)) = (mask.count_ones(), places(mask).next()) {
                odd.push(format!("one {name} wormhole alone, at place {place}"));
            }
        }
        odd
    }

    /// The neighbourhood of each home, clockwise.
    #[must_use]
    pub fn near_homes(&self, catalogue: &Catalogue) -> Vec<Near> {
        self.homes().into_iter().map(|home| self.near(home, catalogue)).collect()
    }

    fn near(&self, home: usize, catalogue: &Catalogue) -> Near {
        let mut near = Near { home, mecatol: self.moves(home, catalogue), ..Near::default() };
        let one = TOUCHES[home];
        let two = places(one).fold(one, |mask, place| mask | TOUCHES[place]) & !(1 << home);
        let tiles = places(two).filter(|&place| place != 0);
        for world in tiles.filter_map(|place| self.tile(place, catalogue)).flat_map(|t| &t.planets)
        {
            near.planets += 1;
            near.resources += world.resources;
            near.influence += world.influence;
            near.specialties += u8::from(world.specialty.is_some());
        }
        near
    }

    /// Moves from a home to Mecatol Rex for ships without technologies: not through supernovas and
    /// asteroid fields, and a nebula ends a move, so that it makes the way no longer here.
    fn moves(&self, home: usize, catalogue: &Catalogue) -> Option<u8> {
        let closed = |&place: &usize| {
            let anomaly = self.tile(place, catalogue).and_then(|tile| tile.anomaly);
            self.spots[place] == Spot::Empty
                || matches!(anomaly, Some(Anomaly::Supernova | Anomaly::AsteroidField))
        };
        let joined = [Wormhole::Alpha, Wormhole::Beta].map(|of| self.wormholes(of, catalogue));
        let (mut reached, mut moves) = (1_u64 << home, 0);
        while reached & 1 == 0 {
            let next = places(reached).fold(reached, |mask, place| {
                let through = joined.iter().filter(|with| *with & 1 << place != 0);
                through.fold(mask | TOUCHES[place], |mask, with| mask | with)
            });
            let open = places(next).filter(|place| !closed(place));
            let next = open.fold(reached, |mask, place| mask | 1 << place);
            if next == reached {
                return None;
            }
            (reached, moves) = (next, moves + 1);
        }
        Some(moves)
    }

    /// The numbers of its tiles for the places from 1, as [`read`](Self::read) takes them.
    #[must_use]
    pub fn written(&self, catalogue: &Catalogue) -> String {
        let number = |place: usize| match self.spots[place] {
            Spot::Empty => "-1".to_owned(),
            Spot::Home => "0".to_owned(),
            Spot::Tile(_) => self.tile(place, catalogue).map_or(0, |tile| tile.number).to_string(),
        };
        (1..PLACES).map(number).collect::<Vec<_>>().join(" ")
    }
}
