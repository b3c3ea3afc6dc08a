//! An order in which what is alike stands together.

/// The places of rows, those that are alike beside each other: the two groups whose rows are nearest on
/// average become one, again and again, each turned so that their nearest ends meet (average linkage:
/// Sokal and Michener 1958). Of groups that are as near the first are taken.
///
/// # Panics
///
/// When rows are not equally long.
#[must_use]
pub fn order(rows: &[Vec<f64>]) -> Vec<usize> {
    let apart = |a: usize, b: usize| -> f64 {
        assert_eq!(rows[a].len(), rows[b].len());
        rows[a].iter().zip(&rows[b]).map(|(one, other)| (one - other).powi(2)).sum()
    };
    let size = rows.len();
    let mut groups: Vec<Vec<usize>> = (0..size).map(|at| vec![at]).collect();
    // Mean distances of groups, by their places.
    let mut means: Vec<Vec<f64>> =
        (0..size).map(|a| (0..size).map(|b| apart(a, b)).collect()).collect();
    while groups.len() > 1 {
        let pairs = (0..groups.len()).flat_map(|a| (a + 1..groups.len()).map(move |b| (a, b)));
        let near = |&(a, b): &(usize, usize), &(c, d): &(usize, usize)| {
            means[a][b].total_cmp(&means[c][d])
        };
        let (a, b) = pairs.min_by(near).expect("there are two");
        let mut other = groups.remove(b);
        let [own, more] = [groups[a].len() as f64, other.len() as f64];
        let row = means.remove(b);
        for (at, mean) in row.into_iter().enumerate().filter(|(at, _)| *at != b) {
            let place = at - usize::from(at > b);
            let together = (means[a][at] * own + mean * more) / (own + more);
            means[a][at] = together;
            means[place][a] = together;
        }
        means.iter_mut().for_each(|row| {
            row.remove(b);
        });
        let group = &mut groups[a];
        let ends = |group: &[usize]| [group[0], group[group.len() - 1]];
        let ([head, tail], [first, last]) = (ends(group), ends(&other));
        let joins = [
            (apart(tail, first), false, false),
            (apart(tail, last), false, true),
            (apart(head, first), true, false),
            (apart(head, last), true, true),
        ];
        let best = joins.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
        let (_, turn_own, turn_other) = best.expect("there are four");
        if turn_own {
            group.reverse();
        }
        if turn_other {
            other.reverse();
        }
        group.append(&mut other);
    }
    groups.pop().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_stands_together() {
        // Three kinds, dealt out in turn.
        let kinds = [[0.9, 0.1, 0.5], [0.1, 0.9, 0.5], [0.5, 0.2, 0.9]];
        let rows: Vec<Vec<f64>> = (0..12)
            .map(|at| kinds[at % 3].iter().map(|share| share + at as f64 / 1_000.0).collect())
            .collect();
        let order = order(&rows);
        let kinds: Vec<usize> = order.iter().map(|at| at % 3).collect();
        let changes = kinds.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(changes, 2, "{order:?}");
        let mut all = order;
        all.sort_unstable();
        assert!(all.into_iter().eq(0..12));
    }

    #[test]
    fn nothing_has_an_order_and_so_has_one() {
        assert_eq!(order(&[]), Vec::<usize>::new());
        assert_eq!(order(&[vec![0.5]]), [0]);
    }
}
