//! Tables for people, as wide as the terminal, or as they need to be where there is none.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::name::cut_cells;

/// The width of a matrix, in columns, where nobody says how wide the terminal is.
pub(super) const WIDTH: usize = 80;

/// No terminal is taken to be narrower than this.
const LEAST: usize = 40;

/// The names beside a matrix have so much room at least.
pub(super) const LEAST_NAME: usize = 16;

/// The contents of a column, which say how it is aligned and whether it may be cut or wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Names, to the left: cut where there is no room, so that different names stay different.
    Name,
    /// Words to the left that are never cut.
    Word,
    /// Text, to the left: wrapped where there is no room.
    Text,
    /// Figures, to the right, never cut.
    Figure,
}

/// A table with a heading, its first columns to the left and the rest to the right. One or two columns
/// to the left are names, more are text.
pub fn table(heading: &[&str], left: usize, rows: Vec<Vec<String>>) -> String {
    let own = if left <= 2 && left < heading.len() { Kind::Name } else { Kind::Text };
    let kind = |column: usize| if column < left { own } else { Kind::Figure };
    table_of(&(0..heading.len()).map(kind).collect::<Vec<_>>(), heading, rows)
}

/// A table of these columns that is as wide as the terminal at most: where figures leave no room for
/// names, their headings are wrapped and the table comes in parts, each with the columns before the
/// first figure. Where there is no terminal, in a file or a pipe, it stays in one piece and names stay whole.
pub fn table_of(kinds: &[Kind], heading: &[&str], rows: Vec<Vec<String>>) -> String {
    fitted(kinds, heading, &rows, terminal())
}

fn fitted(
    kinds: &[Kind],
    heading: &[&str],
    rows: &[Vec<String>],
    terminal: Option<usize>,
) -> String {
    let limit = terminal.unwrap_or(usize::MAX);
    let widths = widths(heading, rows);
    let words =
        |column: usize| heading[column].split_whitespace().map(UnicodeWidthStr::width).max();
    let least: Vec<usize> = (0..kinds.len())
        .map(|column| match kinds[column] {
            Kind::Name => widths[column].min(SHORTEST),
            Kind::Text => widths[column].min(NARROWEST),
            _ if terminal.is_none() => widths[column],
            // The heading alone is wrapped.
            Kind::Word | Kind::Figure => {
                longest(column, rows).max(words(column).unwrap_or(0)).max(1)
            }
        })
        .collect();
    let lead: Vec<usize> = (0..kinds.len()).take_while(|&at| kinds[at] != Kind::Figure).collect();
    let mut parts = vec![lead.clone()];
    // A column with nothing in it takes no room.
    let is_empty = |at: usize| heading[at].is_empty() && longest(at, rows) == 0;
    for column in (lead.len()..kinds.len()).filter(|&at| !is_empty(at)) {
        let part = parts.last_mut().expect("there is one");
        let used: usize = part.iter().map(|&at| least[at]).sum();
        let is_full = used + least[column] + around(part.len() + 1) > limit;
        if terminal.is_some() && part.len() > lead.len() && is_full {
            parts.push(lead.clone());
        }
        parts.last_mut().expect("there is one").push(column);
    }
    let drawn = parts.iter().map(|part| {
        let room = limit.saturating_sub(around(part.len()));
        draw(part, kinds, heading, rows, &shared(part, kinds, &widths, &least, room))
    });
    drawn.collect::<Vec<_>>().join("\n")
}

/// A column of names is made no narrower than this where the terminal is narrow.
const SHORTEST: usize = 10;

/// A column of text is made no narrower than this.
const NARROWEST: usize = 12;

/// The room that is lost around `columns` columns: two characters around each, one between them.
const fn around(columns: usize) -> usize {
    3 * columns - 1
}

/// The widths of the columns of a part that share `room` columns of the terminal: headings of
/// figures are wrapped first, then the widest names and texts give way.
fn shared(
    part: &[usize],
    kinds: &[Kind],
    widths: &[usize],
    least: &[usize],
    room: usize,
) -> Vec<usize> {
    let mut shares: Vec<usize> =
        part.iter().map(|&at| widths[at].min(room.max(least[at]))).collect();
    let is_stiff = |at: usize| matches!(kinds[at], Kind::Word | Kind::Figure);
    for stiff in [true, false] {
        while shares.iter().sum::<usize>() > room {
            let places = part.iter().zip(&mut shares);
            let given =
                places.filter(|(at, share)| is_stiff(**at) == stiff && **share > least[**at]);
            match given.max_by_key(|(_, share)| **share) {
                // A heading is wrapped or it is not.
                Some((at, share)) if stiff => *share = least[*at],
                Some((_, share)) => *share -= 1,
                None => break,
            }
        }
    }
    shares
}

/// Draws some columns of a table, in these widths.
fn draw(
    part: &[usize],
    kinds: &[Kind],
    heading: &[&str],
    rows: &[Vec<String>],
    widths: &[usize],
) -> String {
    let mut table = Table::new();
    table
        .load_style(presets::UTF8_HORIZONTAL_ONLY)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(part.iter().zip(widths).map(|(&at, width)| wrapped(heading[at], *width)));
    let cells = |(&at, &width): (&usize, &usize)| -> Vec<String> {
        let cells = rows.iter().map(|row| row.get(at).map_or("", String::as_str));
        match kinds[at] {
            Kind::Name => cut_cells(&cells.collect::<Vec<_>>(), width),
            _ => cells.map(|cell| wrapped(cell, width)).collect(),
        }
    };
    let columns: Vec<Vec<String>> = part.iter().zip(widths).map(cells).collect();
    table.add_rows((0..rows.len()).map(|row| columns.iter().map(move |cells| cells[row].clone())));
    table.style_mut().row_separator = Default::default();
    for (column, &at) in table.column_iter_mut().zip(part) {
        if kinds[at] == Kind::Figure {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = table.trim_fmt();
    text.push('\n');
    text
}

/// Wraps text into lines of at most `width` columns of the terminal; words are broken where they
/// are longer.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let (mut open, mut used) = (String::new(), 0);
        for (number, word) in line.split(' ').enumerate() {
            let wide = word.width();
            if number > 0 && used + 1 + wide <= width {
                open.push(' ');
                used += 1;
            } else if number > 0 {
                lines.push(core::mem::take(&mut open));
                used = 0;
            }
            for c in word.chars() {
                let wide = c.width().unwrap_or(0);
                if used + wide > width && used > 0 {
                    lines.push(core::mem::take(&mut open));
                    used = 0;
                }
                open.push(c);
                used += wide;
            }
        }
        lines.push(open);
    }
    lines.join("\n")
}

/// Wraps a sentence below a table into lines as wide as the terminal; it stays one line where there
/// is none.
pub(super) fn sentence(text: &str) -> String {
    terminal().map_or_else(|| text.to_owned(), |width| wrapped(text, width))
}

/// The width of the terminal in columns, [`LEAST`] at least, as the system or else `COLUMNS` says;
/// `None` where neither is known.
fn terminal() -> Option<usize> {
    let said = || std::env::var("COLUMNS").ok()?.parse::<usize>().ok();
    let width = Table::new().width().map(usize::from).or_else(said);
    width.map(|width| width.max(LEAST))
}

/// The greatest width of a table in columns: that of the terminal, or [`WIDTH`].
pub(super) fn limit() -> usize {
    terminal().unwrap_or(WIDTH)
}

/// The width of the longest line of a column.
fn longest(column: usize, rows: &[Vec<String>]) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(column));
    cells.flat_map(|cell| cell.lines()).map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// Columns of the terminal that the longest line of each column takes.
fn widths(heading: &[&str], rows: &[Vec<String>]) -> Vec<usize> {
    let wide = |text: &str| text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0);
    // An empty column takes a character, too.
    let width = |(at, name): (usize, &&str)| longest(at, rows).max(wide(name)).max(1);
    heading.iter().enumerate().map(width).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_columns_of_names_share_the_room() {
        let long = "Sabine Wren - Galvanized Aggression".to_owned();
        let row = |one: &str, other: &str| {
            [one, other, "50.1 %", "46.4 to 53.8 %", "7,203", "uneven"].map(str::to_owned).into()
        };
        let rows = vec![row(&long, &long), row(&long, "Luke")];
        let heading = ["deck", "against", "wins", "95 %", "games", ""];
        let kinds = [&[Kind::Name; 2][..], &[Kind::Figure; 4]].concat();
        let narrow = |rows: Vec<Vec<String>>| fitted(&kinds, &heading, &rows, Some(WIDTH));
        let text = table(&heading, 2, rows.clone());
        assert_eq!(
            text.matches(&long).count(),
            3,
            "names are whole where there is no terminal:\n{text}"
        );
        let text = narrow(rows);
        assert_eq!(text.lines().count(), 6, "no name is wrapped:\n{text}");
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        assert_eq!(text.matches("Sabine Wre…").count(), 3, "{text}");
        let rows = vec![row("Luke", &long)];
        let text = narrow(rows);
        assert!(
            text.contains("Sabine Wren - Galv…ggression"),
            "the room that is left is used:\n{text}"
        );
        let mut empty: Vec<String> = row(&long, &long);
        empty[5].clear();
        let text = narrow(vec![empty]);
        assert_eq!(text.lines().count(), 5, "no name is wrapped:\n{text}");
    }

    #[test]
    fn tables_are_as_wide_as_the_terminal() {
        let name = |number: usize| format!("A name that goes on and on ({number}.json)");
        let kinds = [&[Kind::Name][..], &[Kind::Figure; 5], &[Kind::Name, Kind::Figure]].concat();
        let heading = [
            "deck",
            "mix",
            "90 %",
            "in it",
            "against all",
            "against the mix",
            "best against it",
            "",
        ];
        let row = |number: usize| {
            let figures =
                ["100.0 %", "12 to 45 %", "99.9 %", "50.0 %", "50.0 %"].map(str::to_owned);
            [&[name(number)][..], &figures, &[name(number + 1), "55.1 %".to_owned()]].concat()
        };
        let rows: Vec<Vec<String>> = (1..4).map(row).collect();
        let mut lines = Vec::new();
        for limit in [40, 60, 80, 120, 200] {
            let text = fitted(&kinds, &heading, &rows, Some(limit));
            assert!(text.lines().all(|line| line.width() <= limit), "{limit}:\n{text}");
            for part in text.split("\n\n") {
                assert!((1..4).all(|n| part.contains(&format!("{n}.json)"))), "{limit}:\n{text}");
            }
            lines.push(text.lines().count());
        }
        assert!(lines.is_sorted_by(|one, other| one >= other), "{lines:?}");
        assert_eq!(fitted(&kinds, &heading, &rows, None).lines().count(), 7, "in one piece");
        assert!(fitted(&kinds, &heading, &rows, Some(200)).contains(&name(3)), "there is room");
    }

    #[test]
    fn text_is_wrapped_and_long_words_take_no_longer() {
        assert_eq!(wrapped("one two three\n  four", 9), "one two\nthree\n  four");
        assert_eq!(wrapped("a abcdefghij b", 4), "a\nabcd\nefgh\nij b");
        assert_eq!(wrapped("一二三", 4), "一二\n三");
        let word = "(".repeat(1_000_000);
        let rows = vec![vec!["x".to_owned(), "y".to_owned(), "z".to_owned(), word]];
        let text = table(&["a", "b", "c", "what it shows"], 4, rows);
        assert_eq!(text.matches('(').count(), 1_000_000);
    }
}
