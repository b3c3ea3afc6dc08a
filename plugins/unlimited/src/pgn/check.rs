//! The report on a file: whether it can be read, its flaws, and whether its events lead to its
//! keyframes.

use core::fmt::Write as _;

use serde::Serialize;

use super::board::State;
use super::compare::{Depth, Difference, differences};
use super::conform::flaws;
use super::file::{File, Record};
use super::flaw::{Flaw, Grade};
use super::fold::keyframe;
use super::rules::Verdict;

/// The most lines that one kind of flaw is told of.
const LINES: usize = 5;

/// A keyframe that the events do not lead to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mismatch {
    /// The line, from 1.
    pub line: usize,
    /// The event with the keyframe.
    pub seq: String,
    /// The place at which they differ, what the keyframe has there, and what the events have led
    /// to.
    #[serde(flatten)]
    pub what: Difference,
}

/// A report on a file.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the file.
    pub file: String,
    /// It can be read, nothing that the format demands is missing, and its events lead to its keyframes.
    pub sound: bool,
    /// Its header, by tag.
    pub header: std::collections::BTreeMap<String, String>,
    /// The number of its events.
    pub events: usize,
    /// The number of keyframes that were held against what the events lead to.
    pub keyframes: usize,
    /// `true` if that was done with all that newer writers record.
    pub newer: bool,
    /// Its flaws, by line.
    pub flaws: Vec<Flaw>,
    /// Keyframes that the events do not lead to.
    pub mismatches: Vec<Mismatch>,
    /// The verdict of the rules, if they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Verdict>,
}

/// Returns `true` for a file that records what newer writers do, so that it can be held against its
/// events.
#[must_use]
pub fn is_newer(file: &File) -> bool {
    const EVENTS: [&str; 5] =
        ["STATS", "EXHAUST_RESOURCES", "READY_RESOURCES", "LEADER_FLIP", "UNDO"];
    const SIDES: [&str; 3] = ["resources", "deckSize", "leader"];
    let newer = |event: &Record| {
        let Some(keyframe) = event.fields.get("keyframe") else {
            return EVENTS.contains(&event.kind()) || event.fields.contains_key("for");
        };
        let side = |name: &str| keyframe.get("players").and_then(|players| players.get(name));
        let records = |name: &&str| {
            ["1", "2"].into_iter().filter_map(side).any(|side| side.get(name).is_some())
        };
        keyframe.get("initiativeTaken").is_some() || SIDES.iter().any(records)
    };
    file.events.iter().any(newer)
}

/// Folds the events and compares with each keyframe that can be used, of which the number comes with it.
#[must_use]
pub fn keyframes(file: &File) -> (usize, Vec<Mismatch>) {
    let (newer, hidden) = (is_newer(file), file.perspective());
    let (mut count, mut found) = (0, Vec::new());
    let mut state = State::default();
    for event in &file.events {
        let Some(Ok(keyframe)) = keyframe(event) else {
            state.fold(event);
            continue;
        };
        let depth = Depth {
            first: count == 0,
            newer,
            hidden: hidden.map(|seat| 1 - seat),
            // The event itself says that nobody has taken it.
            round_starts: event.kind() == "ROUND_START",
            tokens_alike: false,
        };
        let mismatch = |what| Mismatch { line: event.line, seq: event.seq().to_owned(), what };
        found.extend(differences(&keyframe, &state, depth).into_iter().map(mismatch));
        state = keyframe;
        count += 1;
    }
    (count, found)
}

impl Report {
    /// Reports on a file with these bytes; the file comes with the report if it can be read.
    #[must_use]
    pub fn of(name: &str, bytes: &[u8]) -> (Self, Option<File>) {
        let mut report = Self {
            file: name.to_owned(),
            sound: false,
            header: std::collections::BTreeMap::new(),
            events: 0,
            keyframes: 0,
            newer: false,
            flaws: Vec::new(),
            mismatches: Vec::new(),
            rules: None,
        };
        let file = match File::read(bytes) {
            Ok(file) => file,
            Err(flaw) => {
                report.flaws.push(flaw);
                return (report, None);
            }
        };
        report.header = file.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        report.events = file.events.len();
        report.newer = is_newer(&file);
        report.flaws = flaws(&file);
        (report.keyframes, report.mismatches) = keyframes(&file);
        report.sound = report.mismatches.is_empty()
            && report.flaws.iter().all(|flaw| flaw.grade == Grade::Remark);
        (report, Some(file))
    }

    /// Returns `true` if the file can be read.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.flaws.iter().all(|flaw| flaw.grade != Grade::Unreadable)
    }

    /// The report as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = match (self.is_readable(), self.sound) {
            (false, _) => writeln!(text, "{}: cannot be read", self.file),
            (true, sound) => writeln!(
                text,
                "{}: {}{} against {}: {} events, {} keyframes{}",
                self.file,
                if sound { "" } else { "not sound: " },
                self.tag("P1Leader"),
                self.tag("P2Leader"),
                self.events,
                self.keyframes,
                match (self.keyframes, self.newer) {
                    (0, _) => ", so that nothing was compared",
                    (_, true) => ", compared with all that newer writers record",
                    (_, false) => ", compared with what older writers record",
                },
            ),
        };
        for line in self.told() {
            let _ = writeln!(text, "  {line}");
        }
        for Mismatch { line, seq, what } in &self.mismatches {
            let Difference { path, expected, got } = what;
            let _ = writeln!(
                text,
                "  {}:{line}: {seq}: {path} is {got} by the events; expected {expected}, as in the keyframe",
                self.file
            );
        }
        if let Some(verdict) = &self.rules {
            let _ = writeln!(text, "  rules: {verdict}");
        }
        text
    }

    fn tag(&self, name: &str) -> &str {
        self.header.get(name).map_or("", String::as_str)
    }

    /// The flaws, those of a kind together.
    fn told(&self) -> Vec<String> {
        let mut kinds: Vec<(&Flaw, Vec<usize>)> = Vec::new();
        for flaw in &self.flaws {
            let alike = |(other, _): &&mut (&Flaw, Vec<usize>)| {
                (other.grade, &other.problem, &other.expected)
                    == (flaw.grade, &flaw.problem, &flaw.expected)
            };
            match kinds.iter_mut().find(alike) {
                Some((_, lines)) => lines.push(flaw.line),
                None => kinds.push((flaw, vec![flaw.line])),
            }
        }
        let told = |(flaw, lines): (&Flaw, Vec<usize>)| {
            let what = if flaw.grade == Grade::Remark { "note: " } else { "" };
            let more = match &lines[1..] {
                [] => String::new(),
                more => {
                    let first: Vec<String> =
                        more.iter().take(LINES).map(ToString::to_string).collect();
                    let rest = more.len().saturating_sub(LINES);
                    let rest = if rest > 0 { format!(" and {rest} more") } else { String::new() };
                    format!(" (also in lines {}{rest})", first.join(", "))
                }
            };
            format!(
                "{}:{}: {what}{}; expected {}{more}",
                self.file, flaw.line, flaw.problem, flaw.expected
            )
        };
        kinds.into_iter().map(told).collect()
    }
}
