//! The judge can tell: policies with a deliberate fault are rejected.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use crate::judge::{self, Said, Tree, Verdict, trees};

/// The mistake that a policy makes. The judge must notice each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    // Blocks.
    /// The next player's turn comes after every ability.
    Alternates,
    /// Abilities that trigger meanwhile join those that wait, instead of going first.
    NestedJoins,
    /// Somebody else says who goes first.
    WrongPlayerFirst,
    /// A player's abilities resolve as they came.
    NobodyAsked,
    /// The player who goes first orders everybody's.
    OneOrdersAll,
    /// Abilities that trigger meanwhile are forgotten.
    NestedForgotten,
    // Queue.
    /// The last player's abilities enter first.
    LastPlayerFirst,
    /// Players' abilities enter in turns.
    Interleaved,
    /// Abilities that trigger meanwhile go to the back, instead of resolving first.
    NestedToTheBack,
    /// The order is asked when it is needed, not when the batch enters.
    OrderedLate,
    /// The ability that entered last resolves first.
    LastInFirstOut,
    // Rounds.
    /// A player goes on while they want to.
    BackToBack,
    /// The window closes one decline early.
    ClosesEarly,
    /// The window closes one lap late.
    ClosesLate,
    /// A player who declined once is never asked again.
    DeclinedForGood,
    /// Turns go by seat, whatever the order.
    BySeat,
    /// Turns go the other way round.
    Backwards,
    /// The abilities that are there when the window opens are all there are.
    NothingGained,
    /// The abilities that were there when the window opened stay.
    NothingLost,
    /// Any number of one name is used.
    NamesFree,
    /// A name used in one window is used up in every other.
    NamesForGood,
    /// Mandatory abilities do not hold the window open.
    MandatoryLost,
}

const OF_BLOCKS: [Fault; 6] = [
    Fault::Alternates,
    Fault::NestedJoins,
    Fault::WrongPlayerFirst,
    Fault::NobodyAsked,
    Fault::OneOrdersAll,
    Fault::NestedForgotten,
];

const OF_QUEUE: [Fault; 6] = [
    Fault::LastPlayerFirst,
    Fault::Interleaved,
    Fault::NestedToTheBack,
    Fault::OrderedLate,
    Fault::LastInFirstOut,
    Fault::NestedForgotten,
];

const OF_ROUNDS: [Fault; 12] = [
    Fault::BackToBack,
    Fault::ClosesEarly,
    Fault::ClosesLate,
    Fault::DeclinedForGood,
    Fault::BySeat,
    Fault::Backwards,
    Fault::NothingGained,
    Fault::NothingLost,
    Fault::NamesFree,
    Fault::NamesForGood,
    Fault::MandatoryLost,
    Fault::NestedForgotten,
];

/// A table that plays with a fault and random answers.
struct Faulty<'a> {
    tree: &'a Tree,
    fault: Fault,
    random: u64,
    said: Vec<Said>,
}

impl Faulty<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 33) as usize % bound
    }

    fn picks(&mut self, by: u8, own: &[usize], decline: bool) -> Option<usize> {
        if own.len() == 1 && !decline {
            return Some(own[0]);
        }
        let answer = self.below(own.len() + usize::from(decline));
        let answer = own.get(answer).copied();
        let mut among = own.to_vec();
        among.sort_unstable();
        self.said.push(Said::Which { by, among, decline, answer });
        answer
    }

    fn events(&self, id: usize) -> Vec<Vec<usize>> {
        if self.fault == Fault::NestedForgotten {
            return Vec::new();
        }
        self.tree.nodes[id].events.to_vec()
    }

    fn blocks(&mut self, mut left: Vec<usize>) {
        let mut turn = None;
        while !left.is_empty() {
            let mut players: Vec<_> = left.iter().map(|&id| self.tree.seat(id)).collect();
            players.sort_unstable();
            players.dedup();
            let over = turn.is_none_or(|turn| !players.contains(&turn));
            if over || self.fault == Fault::Alternates {
                turn = Some(self.first(&players));
            }
            let player = turn.expect("it is somebody's turn");
            let own = match self.fault {
                Fault::OneOrdersAll => left.clone(),
                _ => self.tree.of(&left, player),
            };
            let id = match self.fault {
                Fault::NobodyAsked => own[0],
                _ => self.picks(player, &own, false).expect("nobody may decline"),
            };
            left.retain(|&other| other != id);
            self.said.push(Said::Resolved(id));
            let nested = self.events(id).concat();
            if self.fault == Fault::NestedJoins {
                left.extend(nested);
            } else {
                self.blocks(nested);
            }
        }
    }

    fn first(&mut self, players: &[u8]) -> u8 {
        if let &[only] = players {
            return only;
        }
        let answer = players[self.below(players.len())];
        let wrong = u8::from(self.fault == Fault::WrongPlayerFirst);
        let by = (self.tree.lead + wrong) % self.tree.players;
        self.said.push(Said::First { by, among: players.to_vec(), answer });
        answer
    }

    fn queue(&mut self, batch: &[usize]) {
        let mut waiting = self.ordered(batch);
        while !waiting.is_empty() {
            let id = match self.fault {
                Fault::LastInFirstOut => waiting.pop().expect("something waits"),
                Fault::OrderedLate => {
                    let own = self.tree.of(&waiting, self.tree.seat(waiting[0]));
                    let id = self.picks(self.tree.seat(waiting[0]), &own, false);
                    let id = id.expect("nobody may decline");
                    waiting.retain(|&other| other != id);
                    id
                }
                _ => waiting.remove(0),
            };
            self.said.push(Said::Resolved(id));
            for event in self.events(id) {
                if self.fault == Fault::NestedToTheBack {
                    waiting.extend(self.ordered(&event));
                } else {
                    self.queue(&event);
                }
            }
        }
    }

    fn ordered(&mut self, batch: &[usize]) -> Vec<usize> {
        let mut players: Vec<_> = self.tree.players().collect();
        if self.fault == Fault::LastPlayerFirst {
            players.reverse();
        }
        let mut ordered = Vec::new();
        for player in players {
            let mut own = self.tree.of(batch, player);
            let mut turn = 0;
            while !own.is_empty() {
                let id = match self.fault {
                    Fault::OrderedLate => own[0],
                    _ => self.picks(player, &own, false).expect("nobody may decline"),
                };
                own.retain(|&other| other != id);
                ordered.push((turn, id));
                turn += 1;
            }
        }
        if self.fault == Fault::Interleaved {
            ordered.sort_by_key(|&(turn, _)| turn);
        }
        ordered.into_iter().map(|(_, id)| id).collect()
    }

    fn resolved(&self) -> Vec<usize> {
        let resolved = self.said.iter().filter_map(|said| match said {
            Said::Resolved(id) => Some(*id),
            _ => None,
        });
        resolved.collect()
    }

    /// Tells whether an ability is there, given what had resolved when its window opened and what
    /// has by now.
    fn could(&self, id: usize, opened: &[usize], now: &[usize], names: &[u8]) -> bool {
        let node = &self.tree.nodes[id];
        let gained = if self.fault == Fault::NothingGained { opened } else { now };
        let lost = if self.fault == Fault::NothingLost { opened } else { now };
        let taken = |name: u8| match self.fault {
            Fault::NamesFree => false,
            Fault::NamesForGood => now.iter().any(|&id| self.tree.nodes[id].name == Some(name)),
            _ => names.contains(&name),
        };
        node.after.is_none_or(|id| gained.contains(&id))
            && !node.until.is_some_and(|id| lost.contains(&id))
            && !node.name.is_some_and(taken)
    }

    fn rounds(&mut self, mut left: Vec<usize>) {
        let players = self.tree.players;
        let mut order = self.tree.order.clone();
        if self.fault == Fault::BySeat {
            order.sort_unstable();
        }
        let opened = self.resolved();
        let mut names = Vec::new();
        let mut at = 0;
        let mut declines = 0;
        let mut gone = Vec::new();
        let bound = match self.fault {
            Fault::ClosesEarly => players - 1,
            Fault::ClosesLate => 2 * players,
            _ => players,
        };
        loop {
            let must = |&id: &usize| self.tree.nodes[id].mandatory;
            let player = order[usize::from(at)];
            let closing = declines >= bound;
            let now = self.resolved();
            let could = |&id: &usize| self.could(id, &opened, &now, &names);
            let there: Vec<_> = left.iter().copied().filter(could).collect();
            let mut own = self.tree.of(&there, player);
            if closing {
                if self.fault == Fault::MandatoryLost || !there.iter().any(must) {
                    break;
                }
                own.retain(must);
            }
            if gone.contains(&player) && !closing {
                own.clear();
            }
            let pick = if own.is_empty() { None } else { self.picks(player, &own, !closing) };
            if let Some(id) = pick {
                declines = 0;
                left.retain(|&other| other != id);
                names.extend(self.tree.nodes[id].name);
                self.said.push(Said::Resolved(id));
                for event in self.events(id) {
                    self.rounds(event);
                }
                if self.fault == Fault::BackToBack && !self.tree.of(&left, player).is_empty() {
                    continue;
                }
            } else {
                declines += 1;
                if self.fault == Fault::DeclinedForGood {
                    gone.push(player);
                }
            }
            let step = if self.fault == Fault::Backwards { players - 1 } else { 1 };
            at = (at + step) % players;
        }
    }
}

/// The number of 600 random games that the judge rejects.
fn rejected(
    fault: Fault,
    play: fn(&mut Faulty<'_>),
    judge: fn(&Tree, &[Said]) -> Verdict,
) -> usize {
    let mut runner = TestRunner::deterministic();
    let games = (0..600).filter(|&game| {
        let tree = trees().new_tree(&mut runner).expect("a tree grows").current();
        let mut faulty = Faulty { tree: &tree, fault, random: game, said: Vec::new() };
        play(&mut faulty);
        judge(&tree, &faulty.said).is_err()
    });
    games.count()
}

fn check(faults: &[Fault], play: fn(&mut Faulty<'_>), judge: fn(&Tree, &[Said]) -> Verdict) {
    assert_eq!(rejected(Fault::None, play, judge), 0, "without a fault");
    for &fault in faults {
        let count = rejected(fault, play, judge);
        assert!(count >= 20, "{fault:?} was rejected in {count} of 600 games");
    }
}

#[test]
fn faults_of_blocks() {
    check(&OF_BLOCKS, |faulty| faulty.blocks(faulty.tree.roots.clone()), judge::blocks);
}

#[test]
fn faults_of_the_queue() {
    check(&OF_QUEUE, |faulty| faulty.queue(&faulty.tree.roots), judge::queue);
}

#[test]
fn faults_of_rounds() {
    check(&OF_ROUNDS, |faulty| faulty.rounds(faulty.tree.roots.clone()), judge::rounds);
}

/// One policy's order is not another's.
#[test]
fn the_policies_differ() {
    let blocks: fn(&mut Faulty<'_>) = |faulty| faulty.blocks(faulty.tree.roots.clone());
    let queue: fn(&mut Faulty<'_>) = |faulty| faulty.queue(&faulty.tree.roots);
    assert!(rejected(Fault::None, blocks, judge::queue) >= 20);
    assert!(rejected(Fault::None, queue, judge::rounds) >= 20);
    assert!(rejected(Fault::None, blocks, judge::rounds) >= 20);
}
