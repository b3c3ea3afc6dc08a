//! Names in as many columns of a terminal as there are.

use std::collections::{BTreeMap, BTreeSet};

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Cuts names to `room` columns of the terminal. The blanks and the number of a place that stand
/// before a name are kept.
pub(super) fn cut_cells(cells: &[&str], room: usize) -> Vec<String> {
    let before = |cell: &str| {
        let name = cell.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
        let name = name.strip_prefix(' ').unwrap_or_else(|| cell.trim_start());
        cell.len() - name.len()
    };
    if cells.iter().all(|cell| cell.width() <= room) {
        return cells.iter().map(|cell| (*cell).to_owned()).collect();
    }
    let widest = cells.iter().map(|cell| before(cell)).max().unwrap_or(0);
    let all = cut_all(cells.iter().map(|cell| &cell[before(cell)..]), room.saturating_sub(widest));
    let cut = |cell: &&str| {
        let (before, name) = cell.split_at(before(cell));
        format!("{before}{}", all[name])
    };
    cells.iter().map(cut).collect()
}

/// Cuts names to `room` columns of the terminal each, different ones to different words. The part
/// that is too much is left out before the end, where names that begin alike differ; of names that
/// would be alike then, so much of the end is kept that they differ, or the part around the place
/// at which they do.
#[must_use]
pub fn cut_all<'t>(
    names: impl IntoIterator<Item = &'t str>,
    room: usize,
) -> BTreeMap<&'t str, String> {
    let mut alike: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for name in names {
        alike.entry(cut(name, room)).or_default().insert(name);
    }
    let mut taken: BTreeSet<String> = alike.keys().cloned().collect();
    let mut all = BTreeMap::new();
    for (shown, mut names) in alike {
        if names.len() == 1 {
            all.extend(names.into_iter().map(|name| (name, shown.clone())));
            continue;
        }
        // Ever more of the end; then the place, which is another when some are told apart.
        for way in (room / 3 + 1..room).map(Some).chain([None; 2]) {
            let place = common(&names);
            let told = |name: &str| match way {
                Some(end) => kept(name, room, end),
                None => around_place(name, room, place),
            };
            let mut times: BTreeMap<String, usize> = BTreeMap::new();
            names.iter().for_each(|name| *times.entry(told(name)).or_default() += 1);
            names.retain(|name| {
                let told = told(name);
                if times[&told] > 1 || taken.contains(&told) {
                    return true;
                }
                taken.insert(told.clone());
                all.insert(*name, told);
                false
            });
        }
        for (number, name) in (1..).zip(names) {
            let number = format!(" {number}");
            all.insert(name, format!("{}{number}", cut(name, room.saturating_sub(number.len()))));
        }
    }
    all
}

/// Counts the characters that all of these names begin with.
fn common(names: &BTreeSet<&str>) -> usize {
    // The first and the last in order differ the most.
    let (Some(first), Some(last)) = (names.first(), names.last()) else { return 0 };
    first.chars().zip(last.chars()).take_while(|(one, other)| one == other).count()
}

/// The longest beginning of a text that fits into `room` columns of the terminal.
fn begun(text: impl Iterator<Item = char>, room: usize) -> String {
    let mut left = room;
    text.take_while(|c| {
        let fits = c.width().unwrap_or(0) <= left;
        left = left.saturating_sub(c.width().unwrap_or(0));
        fits
    })
    .collect()
}

/// Cuts a name to `room` columns, of which `end` are for its end; a name that fits stays whole.
fn kept(name: &str, room: usize, end: usize) -> String {
    if name.width() <= room {
        return name.to_owned();
    }
    let first = begun(name.chars(), room.saturating_sub(end + 1));
    let last: String = begun(name.chars().rev(), end).chars().rev().collect();
    format!("{}…{}", first.trim_end(), last.trim_start())
}

/// The part of a name around the character at `place`, in at most `room` columns, with `…` for what
/// is left out.
fn around_place(name: &str, room: usize, place: usize) -> String {
    let from = place.saturating_sub(room / 3);
    let inside = begun(name.chars().skip(from), room.saturating_sub(2));
    let is_last = inside.chars().count() + from >= name.chars().count();
    format!("…{}{}", inside.trim(), if is_last { "" } else { "…" })
}

/// Cuts a name to `room` columns of the terminal, whatever other names there are.
pub(super) fn cut(name: &str, room: usize) -> String {
    kept(name, room, room / 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_different_however_short_they_are() {
        let end = ["l1", "l2", "l10"].map(|file| format!("Faithful Friends of Luke ({file}.json)"));
        let middle = ["one", "two"].map(|folder| {
            format!("Faithful Friends (decks/{folder}/of/the/last/standard/tournament/luke.json)")
        });
        let far = ["Sabine Wren - Galvanized Aggression".to_owned(), "Luke".to_owned()];
        let names: Vec<&str> = end.iter().chain(&middle).chain(&far).map(String::as_str).collect();
        for room in 8..100 {
            let cut = cut_all(names.iter().copied(), room);
            let shown: BTreeSet<&String> = cut.values().collect();
            assert_eq!((cut.len(), shown.len()), (names.len(), names.len()), "{room}: {cut:?}");
            assert!(shown.iter().all(|shown| shown.width() <= room), "{room}: {cut:?}");
        }
        let cut = cut_all(names.iter().copied(), 16);
        assert_eq!(cut[names[0]], "Faithful…1.json)");
        assert_eq!(cut[names[5]], "Sabine Wre…ssion");
        assert!(cut[names[3]].contains("one") && cut[names[4]].contains("two"), "{cut:?}");
        // A place before a name does not tell what it is.
        let cells = cut_cells(&[" 1 Faithful Friends (l1)", "10 Faithful Friends (l2)", "  x"], 13);
        assert_eq!(cells, [" 1 Faithf…l1)", "10 Faithf…l2)", "  x"]);
    }

    #[test]
    fn names_are_cut_before_the_end() {
        assert_eq!(cut("short", 12), "short");
        assert_eq!(cut("Midrange of last week (v2)", 16), "Midrange o…(v2)");
        assert_eq!(cut("一二三四五六七八九十", 12), "一二三…九十");
        assert!(cut("A \u{301} name that goes on", 16).width() <= 16);
    }
}
