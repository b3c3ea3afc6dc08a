//! Maps by chance, as players make them by the rules: so many tiles of each back, no anomalies and no
//! like wormholes side by side.

use cardmill_kernel::streams::{Purpose, generator, shuffle};
use rand_chacha::ChaCha8Rng;

use super::{Map, PLACES, Spot, pinned};
use crate::catalogue::Catalogue;
use crate::vocabulary::{Back, Kind};

/// The most times that tiles are laid out to find a map without oddities.
const TRIES: usize = 5_000;

/// The number of tiles with planets for so many players; all others are without (LRR, set-up).
const fn blue(players: usize) -> usize {
    match players {
        3 | 6 => 18,
        _ => 20,
    }
}

/// The definitions of the tiles with a back.
fn tiles(back: Back, catalogue: &Catalogue) -> Vec<u16> {
    let all = catalogue.definitions().iter().enumerate();
    let tiles = all.filter(|(_, card)| {
        card.kind == Kind::Tile && card.tile.as_ref().is_some_and(|tile| tile.back == back)
    });
    tiles.map(|(at, _)| at as u16).collect()
}

impl Map {
    /// A map for 3 to 6 players by these numbers: the most even of `best` maps. None where no tiles can be
    /// laid so.
    #[must_use]
    pub fn random(players: usize, seed: u64, best: u64, catalogue: &Catalogue) -> Option<Self> {
        let like = Self::read(pinned(players)?, players, catalogue).ok()?;
        let tiles = [Back::Blue, Back::Red].map(|back| tiles(back, catalogue));
        let planets = blue(players).min(tiles[0].len());
        let maps = (0..best).filter_map(|number| {
            let rng = generator(seed, number, Purpose::Shared);
            like.shuffled(tiles.clone(), planets, rng, catalogue)
        });
        maps.min_by_key(|map| map.spread(catalogue))
    }

    /// The difference between the best and the worst of its homes, in resources and influence
    /// nearby.
    #[must_use]
    pub fn spread(&self, catalogue: &Catalogue) -> u8 {
        let worths = self.near_homes(catalogue).into_iter().map(|near| near.worth());
        let (least, most) =
            worths.fold((u8::MAX, 0), |(least, most), worth| (least.min(worth), most.max(worth)));
        most.saturating_sub(least)
    }

    /// A map with other tiles on the same places; `None` where no tiles can be laid without
    /// oddities.
    fn shuffled(
        &self,
        [mut with, mut without]: [Vec<u16>; 2],
        planets: usize,
        mut rng: ChaCha8Rng,
        catalogue: &Catalogue,
    ) -> Option<Self> {
        let places: Vec<usize> =
            (1..PLACES).filter(|&place| matches!(self.spots[place], Spot::Tile(_))).collect();
        for _ in 0..TRIES {
            shuffle(&mut rng, &mut with);
            shuffle(&mut rng, &mut without);
            let mut tiles: Vec<u16> = with[..planets].to_vec();
            tiles.extend(without.get(..places.len() - planets)?);
            shuffle(&mut rng, &mut tiles);
            let mut map = *self;
            for (&place, &tile) in places.iter().zip(&tiles) {
                map.spots[place] = Spot::Tile(tile);
            }
            let reached = || map.near_homes(catalogue).iter().all(|near| near.mecatol.is_some());
            if map.oddities(catalogue).is_empty() && reached() {
                return Some(map);
            }
        }
        None
    }
}
