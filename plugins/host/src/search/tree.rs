//! The tree of a search: what was chosen one after the other, whatever the world.

use cardmill_harness::outcome::WON;
use cardmill_kernel::card::{SEATS, Seat};

/// A node, by number.
pub(super) type Node = usize;

/// The share of a game that each seat has, from 0, lost, to 1, won.
pub(super) type Worth = [f64; SEATS];

/// The share of what is tried that goes to the choice of the agent that plays on, before anything is
/// known.
const TRUST: f64 = 0.4;
/// The amount by which choices that were not tried are thought to be worse than those that were.
const DOUBT: f64 = 0.05;

/// By how much of a game a choice looks worse that is tried half as readily: [`WON`] is half a game.
const HALF: u64 = 30_000;

/// A sequence of choices.
#[derive(Debug)]
struct Known {
    /// The player who made the last of them.
    by: Seat,
    /// The choices that can follow, each by its meaning.
    next: Vec<(u64, Node)>,
    /// The next choice of the agent that plays on, by its meaning.
    advice: Option<u64>,
    /// A simulation has been here.
    entered: bool,
    /// The number of times that it could be chosen since it was first.
    available: u32,
    /// The number of times that it was chosen; simulations that are under way have earned nothing
    /// yet.
    visits: u32,
    /// The number of simulations that have ended.
    ended: u32,
    /// The sum of what they were worth to each seat.
    worth: Worth,
    /// The worth of the last choice before the search, from -[`WON`] to [`WON`].
    looks: Option<i32>,
}

impl Known {
    const fn new(by: Seat) -> Self {
        Self {
            by,
            next: Vec::new(),
            advice: None,
            entered: false,
            available: 0,
            visits: 0,
            ended: 0,
            worth: [0.0; SEATS],
            looks: None,
        }
    }

    /// The mean of what it was worth to a seat, of those simulations that have ended.
    fn mean(&self, seat: Seat) -> f64 {
        self.worth[usize::from(seat)] / f64::from(self.ended.max(1))
    }
}

/// A tree of choices, by their meanings.
#[derive(Debug)]
pub(super) struct Tree(Vec<Known>);

impl Tree {
    /// The node at which it begins.
    pub(super) const ROOT: Node = 0;

    /// A tree for the one who is asked.
    pub(super) fn new(seat: Seat) -> Self {
        Self(vec![Known::new(seat)])
    }

    fn next(&self, node: Node, meaning: u64) -> Option<Node> {
        self.0[node].next.iter().find(|(known, _)| *known == meaning).map(|(_, next)| *next)
    }

    /// The option to be tried at a node; none where nobody has been.
    pub(super) fn select(
        &mut self,
        node: Node,
        seat: Seat,
        meanings: &[u64],
        exploration: f64,
    ) -> Option<usize> {
        if !core::mem::replace(&mut self.0[node].entered, true) {
            return None;
        }
        let Known { ended, advice, .. } = self.0[node];
        let mean = if ended == 0 { 0.5 } else { self.0[node].mean(seat) };
        let count = distinct(meanings).count();
        let share = (1.0 - if advice.is_some() { TRUST } else { 0.0 }) / count as f64;
        let mut best: Option<(usize, f64)> = None;
        for option in distinct(meanings) {
            let meaning = meanings[option];
            let trust = if advice == Some(meaning) { TRUST } else { 0.0 };
            let (tried, earned, available) = match self.next(node, meaning) {
                Some(next) => {
                    let known = &mut self.0[next];
                    known.available += 1;
                    (known.visits, known.worth[usize::from(seat)], known.available)
                }
                None => (0, 0.0, ended.max(1)),
            };
            let known = if tried == 0 { mean - DOUBT } else { earned / f64::from(tried) };
            let seldom = f64::from(available).sqrt();
            let score = known + exploration * (share + trust) * seldom / f64::from(1 + tried);
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((option, score));
            }
        }
        best.map(|(option, _)| option)
    }

    /// A first choice was looked at in so many worlds: they count as simulations that have ended,
    /// as bad for the others as they were good for who looked.
    pub(super) fn see(&mut self, by: Seat, meaning: u64, looks: i32, worlds: u32) {
        let next = self.visit(Self::ROOT, by, meaning);
        let known = &mut self.0[next];
        let share = 0.5 + f64::from(looks) / f64::from(2 * WON);
        (known.visits, known.ended) = (worlds, worlds);
        known.worth = [(1.0 - share) * f64::from(worlds); SEATS];
        known.worth[usize::from(by)] = share * f64::from(worlds);
        known.looks = Some(looks);
    }

    /// The first choice to be tried, all of which were looked at: the more readily the better it
    /// looked, and the better it has turned out.
    pub(super) fn prefer(&self, meanings: &[u64], exploration: f64) -> usize {
        let known = |option: usize| {
            let next = self.next(Self::ROOT, meanings[option]);
            let known = &self.0[next.expect("it was looked at")];
            (known, known.looks.expect("it was looked at"))
        };
        let most = distinct(meanings).map(|option| known(option).1).max();
        let most = most.expect("there is an option");
        let weight = |option| weight(known(option).1.abs_diff(most).into(), HALF) as f64;
        let all: f64 = distinct(meanings).map(weight).sum();
        let tried: u32 = distinct(meanings).map(|option| known(option).0.visits).sum();
        let seldom = exploration * f64::from(tried).sqrt() / all;
        let score = |option: usize| {
            let known = known(option).0;
            known.mean(known.by) + seldom * weight(option) / f64::from(1 + known.visits)
        };
        let scores = distinct(meanings).map(|option| (option, score(option)));
        let best = scores.reduce(|best, one| if one.1 > best.1 { one } else { best });
        best.expect("there is an option").0
    }

    /// Goes on from a node by a choice.
    pub(super) fn visit(&mut self, node: Node, by: Seat, meaning: u64) -> Node {
        let next = self.next(node, meaning).unwrap_or_else(|| {
            let next = self.0.len();
            let ended = self.0[node].ended;
            self.0.push(Known { available: ended, ..Known::new(by) });
            self.0[node].next.push((meaning, next));
            next
        });
        self.0[next].visits += 1;
        next
    }

    /// Goes on by the choice of the agent that plays on from here.
    pub(super) fn advise(&mut self, node: Node, by: Seat, meaning: u64) -> Node {
        self.0[node].advice = Some(meaning);
        self.visit(node, by, meaning)
    }

    /// A simulation that came this way has ended, worth so much to each seat.
    pub(super) fn learn(&mut self, path: &[Node], worth: &Worth) {
        for &node in [Self::ROOT].iter().chain(path) {
            let known = &mut self.0[node];
            known.ended += 1;
            known.worth.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += worth);
        }
    }

    /// By how many times the first choice that was tried most is ahead of the next, those counted that are
    /// under way.
    pub(super) fn ahead(&self) -> u32 {
        let (mut most, mut next) = (0, 0);
        for &(_, node) in &self.0[Self::ROOT].next {
            let visits = self.0[node].visits;
            if visits > most {
                (most, next) = (visits, most);
            } else {
                next = next.max(visits);
            }
        }
        most - next
    }

    /// The number of times that a first choice was tried, and its worth.
    pub(super) fn found(&self, meaning: u64) -> Option<(u32, f64)> {
        let known = &self.0[self.next(Self::ROOT, meaning)?];
        Some((known.ended, known.mean(known.by)))
    }
}

/// The weight of something that is worse by so much beside the best, in 2^-32: half as much, if it
/// is worse by `half`. Whole numbers, so that every machine finds the same: from one half to the
/// next in a straight line.
pub(super) fn weight(worse: u64, half: u64) -> u128 {
    let (halves, rest) = (worse / half, worse % half);
    let from = u128::from((1_u64 << 32) >> halves.min(63));
    from * u128::from(2 * half - rest) / u128::from(2 * half)
}

/// The first option of each meaning.
pub(super) fn distinct(meanings: &[u64]) -> impl Iterator<Item = usize> + '_ {
    (0..meanings.len()).filter(|&option| !meanings[..option].contains(&meanings[option]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever chooses thinks of the own share, not of what is bad for the one who searches.
    #[test]
    fn each_of_three_takes_what_is_best_for_them() {
        let mut tree = Tree::new(0);
        let first = tree.visit(Tree::ROOT, 0, 1);
        // Of the second seat's choices one is worst for the first seat, the other best for the second.
        let [spite, gain] = [10, 20].map(|meaning| tree.visit(first, 1, meaning));
        let worth =
            |shares: [f64; 3]| core::array::from_fn(|n| shares.get(n).copied().unwrap_or(0.0));
        for _ in 0..20 {
            tree.learn(&[first, spite], &worth([0.0, 0.2, 0.8]));
            tree.learn(&[first, gain], &worth([0.4, 0.6, 0.0]));
        }
        assert_eq!(tree.select(first, 1, &[10, 20], 0.0), None, "nobody has been there");
        assert_eq!(tree.select(first, 1, &[10, 20], 0.0), Some(1));
    }

    #[test]
    fn a_choice_is_ahead_by_how_much_more_often_it_was_tried() {
        let mut tree = Tree::new(0);
        assert_eq!(tree.ahead(), 0);
        for (meaning, ahead) in [(10, 1), (10, 2), (20, 1), (30, 1), (30, 0), (30, 1), (30, 2)] {
            tree.visit(Tree::ROOT, 0, meaning);
            assert_eq!(tree.ahead(), ahead, "after {meaning}");
        }
    }

    #[test]
    fn what_looks_best_is_tried_first_and_what_turns_out_best_most() {
        let mut tree = Tree::new(0);
        for (meaning, looks) in [(10, 100_000), (20, 200_000), (30, -900_000)] {
            tree.see(0, meaning, looks, 2);
        }
        let meanings = [10, 20, 20, 30];
        let mut tried = [0; 4];
        for number in 0..50 {
            let option = tree.prefer(&meanings, 0.5);
            assert!(number > 0 || option == 1, "{option}");
            tried[option] += 1;
            let next = tree.visit(Tree::ROOT, 0, meanings[option]);
            let worth = if option == 0 { 0.7 } else { 0.3 };
            tree.learn(
                &[next],
                &core::array::from_fn(|seat| if seat == 0 { worth } else { 1.0 - worth }),
            );
        }
        assert!(tried[0] > 30 && tried[1] > 0 && tried[2] == 0 && tried[3] == 0, "{tried:?}");
        assert_eq!(tree.found(10).map(|found| found.0), Some(2 + tried[0]));
        let (visits, value) = tree.found(30).expect("it was looked at");
        assert!(visits == 2 && (value - 0.05).abs() < 1e-9, "{value}");
    }
}
