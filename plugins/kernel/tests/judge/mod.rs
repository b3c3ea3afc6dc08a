//! A judge of orders: reads what was asked and what resolved, and says whether the rules allow
//! it. Written from the seeds' text; it uses nothing of the kernel.

use proptest::prelude::*;

/// One ability of a made-up game.
#[derive(Clone, Debug)]
pub struct Node {
    pub seat: u8,
    pub mandatory: bool,
    /// Of one name only one is used in a window that goes round.
    pub name: Option<u8>,
    /// In a window that goes round: it is there only after this one has resolved.
    pub after: Option<usize>,
    /// In a window that goes round: it is there only until this one has resolved.
    pub until: Option<usize>,
    /// The abilities that trigger while it resolves, by event.
    pub events: [Vec<usize>; 2],
}

/// A made-up game: which abilities trigger at once, and what they trigger in turn.
#[derive(Clone, Debug)]
pub struct Tree {
    pub players: u8,
    /// The active player, or the first player.
    pub lead: u8,
    /// The order of the opportunities in windows that go round.
    pub order: Vec<u8>,
    pub nodes: Vec<Node>,
    /// The abilities that trigger first.
    pub roots: Vec<usize>,
}

impl Tree {
    pub fn seat(&self, id: usize) -> u8 {
        self.nodes[id].seat
    }

    /// The abilities of a player among some.
    pub fn of(&self, some: &[usize], player: u8) -> Vec<usize> {
        some.iter().copied().filter(|&id| self.seat(id) == player).collect()
    }

    /// The players, beginning with the one who leads.
    pub fn players(&self) -> impl Iterator<Item = u8> + Clone + use<> {
        let (lead, players) = (self.lead, self.players);
        (0..players).map(move |n| (lead + n) % players)
    }
}

/// Random games of up to 12 abilities.
pub fn trees() -> impl Strategy<Value = Tree> {
    let place = (any::<u8>(), 0..12_u8, prop::bool::weighted(0.25), any::<bool>());
    let name = prop::option::weighted(0.4, 0..2_u8);
    let other = || prop::option::weighted(0.3, 0..12_usize);
    let abilities = prop::collection::vec((place, name, other(), other()), 1..=12);
    (2..=4_u8, 0..12_u8, any::<[u8; 4]>(), abilities).prop_map(grow)
}

type Ability = ((u8, u8, bool, bool), Option<u8>, Option<usize>, Option<usize>);

fn grow((players, lead, keys, abilities): (u8, u8, [u8; 4], Vec<Ability>)) -> Tree {
    let mut order: Vec<_> = (0..players).collect();
    order.sort_by_key(|&player| keys[usize::from(player)]);
    let (lead, nodes, roots) = (lead % players, Vec::new(), Vec::new());
    let mut tree = Tree { players, lead, order, nodes, roots };
    let count = abilities.len();
    for (id, (place, name, after, until)) in abilities.into_iter().enumerate() {
        let (parent, seat, mandatory, second) = place;
        match usize::from(parent) % (id + 1) {
            0 => tree.roots.push(id),
            parent => tree.nodes[parent - 1].events[usize::from(second)].push(id),
        }
        let seat = seat % players;
        let [after, until] = [after, until].map(|other| other.filter(|&other| other < count));
        tree.nodes.push(Node { seat, mandatory, name, after, until, events: Default::default() });
    }
    tree
}

/// An utterance that can be heard at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// A player was asked whose abilities come first.
    First { by: u8, among: Vec<u8>, answer: u8 },
    /// A player was asked which ability is next, of these in order of number; no answer is a
    /// decline.
    Which { by: u8, among: Vec<usize>, decline: bool, answer: Option<usize> },
    /// An ability began to resolve.
    Resolved(usize),
}

/// The verdict on an order: the error says why it is not allowed.
pub type Verdict = Result<(), String>;

struct Judge<'a> {
    tree: &'a Tree,
    resolved: Vec<usize>,
    said: core::slice::Iter<'a, Said>,
}

/// Star Wars: Unlimited. Of two players who must resolve at the same time, the active one says
/// who resolves all of theirs first, in an order of their own; what triggers meanwhile is
/// finished before anything that triggered together with its cause (`S0-26`, `S0-27`).
pub fn blocks(tree: &Tree, said: &[Said]) -> Verdict {
    Judge::all(tree, said, |judge| judge.layer(tree.roots.clone()))
}

/// X-Wing. A batch enters the queue with the first player's abilities ahead of the second's,
/// each owner ordering their own then; a batch that arises while one resolves goes in front
/// (`S1-05`).
pub fn queue(tree: &Tree, said: &[Said]) -> Verdict {
    Judge::all(tree, said, |judge| judge.batch(&tree.roots))
}

/// Twilight Imperium. One ability per opportunity, in the order of the window, until all have
/// declined in a row; who declined returns only after another has resolved something. What a
/// player has counts at their opportunity, gained a moment ago or not; one of a name is used
/// once. Abilities that are no option hold the window open (`S3-19` to `S3-25`).
pub fn rounds(tree: &Tree, said: &[Said]) -> Verdict {
    Judge::all(tree, said, |judge| judge.window(tree.roots.clone()))
}

impl<'a> Judge<'a> {
    fn all(tree: &'a Tree, said: &'a [Said], check: impl FnOnce(&mut Self) -> Verdict) -> Verdict {
        let mut judge = Self { tree, resolved: Vec::new(), said: said.iter() };
        check(&mut judge)?;
        match judge.said.next() {
            None => Ok(()),
            more => Err(format!("all was done, but {more:?}")),
        }
    }

    /// This must be heard next.
    fn hears(&mut self, id: usize) -> Verdict {
        match self.said.next() {
            Some(&Said::Resolved(other)) if other == id => {
                self.resolved.push(id);
                Ok(())
            }
            other => Err(format!("{id} had to resolve, but {other:?}")),
        }
    }

    /// A player picks; with one thing to say there is no question.
    fn picks(&mut self, player: u8, own: &[usize], decline: bool) -> Result<Option<usize>, String> {
        if let (&[only], false) = (own, decline) {
            return Ok(Some(only));
        }
        let mut own = own.to_vec();
        own.sort_unstable();
        match self.said.next() {
            Some(Said::Which { by, among, decline: offered, answer })
                if *by == player
                    && *among == own
                    && *offered == decline
                    && answer.map_or(decline, |id| own.contains(&id)) =>
            {
                Ok(*answer)
            }
            other => Err(format!("player {player} had to be asked about {own:?}, but {other:?}")),
        }
    }

    fn layer(&mut self, mut left: Vec<usize>) -> Verdict {
        while !left.is_empty() {
            let mut players: Vec<_> = left.iter().map(|&id| self.tree.seat(id)).collect();
            players.sort_unstable();
            players.dedup();
            let player = match players.as_slice() {
                &[only] => only,
                _ => match self.said.next() {
                    Some(Said::First { by, among, answer })
                        if *by == self.tree.lead && *among == players && among.contains(answer) =>
                    {
                        *answer
                    }
                    other => {
                        return Err(format!("who of {players:?} had to be asked, but {other:?}"));
                    }
                },
            };
            let mut own = self.tree.of(&left, player);
            left.retain(|id| !own.contains(id));
            while !own.is_empty() {
                let id = self.picks(player, &own, false)?.ok_or("declined")?;
                own.retain(|&other| other != id);
                self.hears(id)?;
                // One layer holds all that triggers while an ability resolves.
                self.layer(self.tree.nodes[id].events.concat())?;
            }
        }
        Ok(())
    }

    fn batch(&mut self, batch: &[usize]) -> Verdict {
        let mut queue = Vec::new();
        for player in self.tree.players() {
            let mut own = self.tree.of(batch, player);
            while !own.is_empty() {
                let id = self.picks(player, &own, false)?.ok_or("declined")?;
                own.retain(|&other| other != id);
                queue.push(id);
            }
        }
        for id in queue {
            self.hears(id)?;
            // Every event is a batch of its own.
            for event in &self.tree.nodes[id].events {
                self.batch(event)?;
            }
        }
        Ok(())
    }

    fn is_there(&self, id: usize) -> bool {
        let node = &self.tree.nodes[id];
        node.after.is_none_or(|id| self.resolved.contains(&id))
            && node.until.is_none_or(|id| !self.resolved.contains(&id))
    }

    fn window(&mut self, mut left: Vec<usize>) -> Verdict {
        let mut declined = Vec::new();
        for &player in self.tree.order.iter().cycle() {
            let there: Vec<_> = left.iter().copied().filter(|&id| self.is_there(id)).collect();
            if there.is_empty() {
                break;
            }
            let closing = self.tree.order.iter().all(|player| declined.contains(player));
            let mut own = self.tree.of(&there, player);
            if closing {
                if there.iter().all(|&id| !self.tree.nodes[id].mandatory) {
                    break;
                }
                own.retain(|&id| self.tree.nodes[id].mandatory);
            }
            let pick = if own.is_empty() { None } else { self.picks(player, &own, !closing)? };
            let Some(id) = pick else {
                declined.push(player);
                continue;
            };
            declined.clear();
            let name = self.tree.nodes[id].name;
            left.retain(|&other| {
                other != id && (name.is_none() || self.tree.nodes[other].name != name)
            });
            self.hears(id)?;
            for event in &self.tree.nodes[id].events {
                self.window(event.clone())?;
            }
        }
        Ok(())
    }
}
