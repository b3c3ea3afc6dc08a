//! Options on pages: where there are more of them than action rows, the last row leads on.

/// The options that action rows show at a time, the first ones or later ones. Turning pages changes
/// nothing in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The number of the page, from 0.
    pub number: usize,
    options: usize,
    rows: usize,
}

/// The meaning of an action row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The option of this number.
    Option(usize),
    /// The page of this number is shown instead.
    More(usize),
}

impl Page {
    /// The fewest action rows that every option can be reached with.
    pub const LEAST: usize = 2;

    /// A page of so many options on so many rows. One that is not there is the first one.
    ///
    /// # Panics
    /// If there are fewer rows than [`Page::LEAST`].
    #[must_use]
    pub const fn of(options: usize, rows: usize, number: usize) -> Self {
        assert!(rows >= Self::LEAST, "a page shows an option, and where the others are");
        let page = Self { number: 0, options, rows };
        if number < page.pages() { Self { number, ..page } } else { page }
    }

    /// The number of pages, at least one.
    #[must_use]
    pub const fn pages(&self) -> usize {
        if self.options <= self.rows { 1 } else { self.options.div_ceil(self.rows - 1) }
    }

    /// The numbers of the options on it.
    #[must_use]
    pub fn shown(&self) -> core::ops::Range<usize> {
        if self.pages() == 1 {
            return 0..self.options;
        }
        let first = self.number * (self.rows - 1);
        first..self.options.min(first + self.rows - 1)
    }

    /// The action row, behind the options, that leads to the next page, and from the last to the
    /// first; none where all options are on one.
    #[must_use]
    pub fn more(&self) -> Option<usize> {
        (self.pages() > 1).then(|| self.shown().len())
    }

    /// The meaning of an action row; `None` if it is empty.
    #[must_use]
    pub fn answer(&self, row: usize) -> Option<Answer> {
        if self.more() == Some(row) {
            return Some(Answer::More((self.number + 1) % self.pages()));
        }
        let shown = self.shown();
        (row < shown.len()).then(|| Answer::Option(shown.start + row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_on_one_page_and_every_page_leads_to_the_next() {
        for rows in Page::LEAST..9 {
            for options in 1..40 {
                let mut seen = Vec::new();
                let mut number = 0;
                loop {
                    let page = Page::of(options, rows, number);
                    let mut next = None;
                    for row in 0..rows + 2 {
                        match page.answer(row) {
                            Some(Answer::Option(option)) => seen.push(option),
                            Some(Answer::More(page)) => next = Some(page),
                            None => {}
                        }
                    }
                    match next {
                        Some(0) | None => break,
                        Some(next) => number = next,
                    }
                }
                assert_eq!(seen, (0..options).collect::<Vec<_>>(), "{options} on {rows}");
                let one = options <= rows;
                assert_eq!(Page::of(options, rows, 0).more().is_none(), one);
            }
        }
    }

    #[test]
    fn a_page_that_is_not_there_is_the_first() {
        assert_eq!(Page::of(5, 3, 3), Page::of(5, 3, 0));
        assert_eq!(Page::of(5, 3, 2).shown(), 4..5);
        assert_eq!(Page::of(5, 8, 1).shown(), 0..5);
        assert_eq!(Page::of(0, 3, 0).answer(0), None);
    }
}
