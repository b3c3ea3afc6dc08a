//! Charts as SVG: places across are shares of the width and text keeps its size, so that they are
//! read on a phone as on a screen; colours are those of the page.

use core::ops::RangeInclusive;

use maud::{Markup, html};

use crate::output::figure::grouped;
use crate::output::name::cut_all;

/// The judgement that a mark's colour stands for; it is always said in words as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A value to the good: better, ahead, or reached.
    Good,
    /// A value to the bad: worse, or behind.
    Bad,
    /// A value of no account, or without a better and a worse side.
    Even,
    /// A value of which nothing is known yet.
    Open,
}

impl Tone {
    /// The class in the style sheet that has the colour.
    #[must_use]
    pub const fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Even => "even",
            Self::Open => "open",
        }
    }

    /// The tone of a value: good above zero and bad otherwise if that is certain, and even if it is
    /// not.
    #[must_use]
    pub fn of(value: f64, certain: bool) -> Self {
        match certain {
            true if value > 0.0 => Self::Good,
            true => Self::Bad,
            false => Self::Even,
        }
    }
}

/// The name of a chart, and the words for those who do not see it.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    /// The id of the chart's elements, another one for each chart of the page.
    pub id: &'a str,
    /// The title of the chart, which those hear who do not see it.
    pub title: &'a str,
    /// The description of the chart, in a sentence or two; it stands below the chart, too.
    pub told: &'a str,
}

/// Draws a chart in parts, one below the other, each with its height in pixels: a printer begins a
/// page between two of them.
fn figure(caption: Caption<'_>, parts: &[(usize, Markup)]) -> Markup {
    let Caption { id, title, told } = caption;
    let named = |part: usize| match part {
        0 => (id.to_owned(), title.to_owned()),
        part => (format!("{id}-{}", part + 1), format!("{title}, part {}", part + 1)),
    };
    html! {
        figure {
            @for (number, (height, inside)) in parts.iter().enumerate() {
                @let (id, title) = named(number);
                svg role="img" width="100%" height=(height)
                    aria-labelledby={ (id) "-title " (id) "-told" } {
                    title id={ (id) "-title" } { (title) }
                    desc id={ (id) "-told" } { (told) }
                    (inside)
                }
            }
            figcaption { (told) }
        }
    }
}

/// The number of rows that each part of a chart of `rows` rows has, `most` at most, so that parts
/// are alike.
const fn part(rows: usize, most: usize) -> usize {
    let parts = rows.div_ceil(most);
    if parts == 0 { 1 } else { rows.div_ceil(parts) }
}

/// Writes a share of the width, as SVG takes it.
fn across(share: f64) -> String {
    format!("{:.2}%", share * 100.0)
}

/// A value with its interval, as a row of a chart.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The name of the thing that the value is of.
    pub label: String,
    /// The value itself, in the unit of the axis.
    pub value: f64,
    /// The ends of its interval, in the same unit.
    pub interval: [f64; 2],
    /// The value and its interval in words.
    pub told: String,
    /// The judgement of the value.
    pub tone: Tone,
}

/// Values with their intervals above one axis.
#[derive(Clone, Debug)]
pub struct Forest<'a> {
    /// The values, one below the other.
    pub rows: &'a [Estimate],
    /// The value that others are seen against, as a line.
    pub reference: f64,
    /// The ends of the values that are of no account, drawn as a band.
    pub band: Option<[f64; 2]>,
    /// The places that are on the axis whatever the values are.
    pub reach: RangeInclusive<f64>,
    /// The words for a place on the axis.
    pub told: fn(f64) -> String,
}

/// Height of a row: its words and the mark below them.
const ROW: usize = 38;

/// Letters of a label that fit beside its value on a phone.
const LABEL: usize = 40;

impl Forest<'_> {
    /// Draws the chart with its axis, in as many parts as half pages ask for.
    #[must_use]
    pub fn chart(&self, caption: Caption<'_>) -> Markup {
        let ends = self.rows.iter().flat_map(|row| row.interval);
        let ends = ends.chain([*self.reach.start(), *self.reach.end()]);
        let (least, most) =
            ends.fold((f64::MAX, f64::MIN), |(least, most), end| (least.min(end), most.max(end)));
        let ticks = ticks(least, most);
        let (least, most) = (ticks[0].min(least), ticks[ticks.len() - 1].max(most));
        // Room at both sides for the numbers of the axis.
        let at = |value: f64| across(0.03 + 0.94 * (value - least) / (most - least));
        let labels = cut_all(self.rows.iter().map(|row| row.label.as_str()), LABEL);
        let part = |rows: &[Estimate]| {
            let bottom = rows.len() * ROW + 6;
            let inside = html! {
                @if let Some([low, high]) = self.band {
                    rect class="band" x=(at(low)) y="0" height=(bottom)
                        width=(across(0.94 * (high - low) / (most - least))) {}
                }
                @for &tick in &ticks {
                    line class="grid" x1=(at(tick)) x2=(at(tick)) y1="0" y2=(bottom) {}
                    text class="axis" x=(at(tick)) y=(bottom + 17) text-anchor="middle" {
                        ((self.told)(tick))
                    }
                }
                line class="zero" x1=(at(self.reference)) x2=(at(self.reference)) y1="0" y2=(bottom) {}
                @for (number, row) in rows.iter().enumerate() {
                    @let [low, high] = row.interval;
                    @let y = number * ROW + 27;
                    g class=(row.tone.class()) {
                        title { (row.label) ": " (row.told) }
                        text x="0" y=(y - 11) { (labels[row.label.as_str()]) }
                        text class="figure" x="100%" y=(y - 11) text-anchor="end" {
                            ((self.told)(row.value))
                        }
                        line class="whisker" x1=(at(low)) x2=(at(high)) y1=(y) y2=(y) {}
                        circle class="mark" cx=(at(row.value)) cy=(y) r="5.5" {}
                    }
                }
            };
            (bottom + 24, inside)
        };
        let parts = self.rows.chunks(self::part(self.rows.len(), PAGE / ROW)).map(part);
        figure(caption, &parts.collect::<Vec<_>>())
    }
}

/// Four to eight round numbers for an axis, the first no more than `least` and the last no
/// less than `most`.
fn ticks(least: f64, most: f64) -> Vec<f64> {
    let span = (most - least).max(1e-6);
    let power = 10_f64.powf((span / 6.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|part| part * power);
    let step = step.into_iter().find(|step| span / step <= 6.0).unwrap_or(span);
    let (first, last) = ((least / step).floor() as i64, (most / step).ceil() as i64);
    (first..=last.max(first + 1)).map(|tick| tick as f64 * step).collect()
}

/// Draws the counts of better, alike and worse results as parts of one bar.
#[must_use]
pub fn split(caption: Caption<'_>, [better, alike, worse]: [u64; 3]) -> Markup {
    let all = (better + alike + worse).max(1) as f64;
    let [up, same, down] = [better, alike, worse].map(|count| count as f64 / all);
    let part = |tone: Tone, word: &str, count: u64, left: f64, width: f64| {
        html! {
            g class=(tone.class()) {
                title { (word) ": " (grouped(count)) }
                rect class="bar" x=(across(left)) width=(across(width)) y="20" height="22" {}
            }
        }
    };
    let inside = html! {
        g class=(Tone::Good.class()) {
            text class="share" x="0" y="13" { "better " (grouped(better)) }
        }
        text class="axis" x="50%" y="13" text-anchor="middle" { "alike " (grouped(alike)) }
        g class=(Tone::Bad.class()) {
            text class="share" x="100%" y="13" text-anchor="end" { "worse " (grouped(worse)) }
        }
        (part(Tone::Good, "better", better, 0.0, up))
        (part(Tone::Even, "alike", alike, up, same))
        (part(Tone::Bad, "worse", worse, up + same, down))
    };
    figure(caption, &[(44, inside)])
}

/// A matrix of the share of every row in every column.
#[derive(Clone, Copy)]
pub struct Matrix<'a> {
    /// The names of the rows.
    pub rows: &'a [&'a str],
    /// The names of the columns: a short one above each, and the full one.
    pub columns: &'a [(String, &'a str)],
    /// The share of a row in a column, 0 to 1, by their places; `None` where there is none.
    pub share: &'a dyn Fn(usize, usize) -> Option<f64>,
    /// The words for a cell without a share.
    pub none: &'a str,
}

/// The most columns whose numbers have room on a phone.
const NUMBERED: usize = 12;

impl Matrix<'_> {
    /// Draws the chart as coloured cells, a line of them below the name of each row.
    #[must_use]
    pub fn chart(&self, caption: Caption<'_>) -> Markup {
        let Self { rows, columns, share, none } = self;
        let numbered = columns.len() <= NUMBERED;
        let (label, cell) = (20, if numbered { 34 } else { 18 });
        let row = label + cell + 4;
        let width = 1.0 / columns.len().max(1) as f64;
        let labels = cut_all(rows.iter().copied(), LABEL);
        let part = |from: usize, rows: &[&str]| {
            let inside = html! {
                @for (place, (short, _)) in columns.iter().enumerate().filter(|_| numbered) {
                    text class="axis" x=(across((place as f64 + 0.5) * width)) y="13"
                        text-anchor="middle" { (short) }
                }
                @for (at, name) in rows.iter().enumerate() {
                    @let (a, top) = (from + at, 20 + at * row);
                    g {
                        title { (name) }
                        text x="0" y=(top + 14) { (a + 1) "  " (labels[name]) }
                    }
                    @for (b, (_, full)) in columns.iter().enumerate() {
                        @let share = share(a, b);
                        @let x = b as f64 * width;
                        @let lean = share.map_or(0.0, |share| share - 0.5);
                        @let opacity = share.map_or(0.06, |_| (0.08 + lean.abs() * 1.6).min(0.75));
                        g class=(Tone::of(lean, share.is_some()).class()) {
                            title {
                                (name) ", " (full) ": "
                                @match share {
                                    Some(share) => { (format!("{:.1} %", share * 100.0)) }
                                    None => { (none) }
                                }
                            }
                            rect class="cell" x=(across(x)) y=(top + label) width=(across(width))
                                height=(cell) rx="3" fill-opacity=(format!("{opacity:.2}")) {}
                            @if numbered {
                                text class="figure inside" x=(across(x + width / 2.0))
                                    y=(top + label + 22) text-anchor="middle" {
                                    (share.map_or("–".to_owned(), |share| format!("{:.0}", share * 100.0)))
                                }
                            }
                        }
                    }
                }
            };
            (22 + rows.len() * row, inside)
        };
        let size = self::part(rows.len(), PAGE / row);
        let parts = rows.chunks(size).enumerate().map(|(number, rows)| part(number * size, rows));
        figure(caption, &parts.collect::<Vec<_>>())
    }
}

/// About half the height of a printed page, in pixels.
const PAGE: usize = 500;

/// A column of a chart over rounds.
#[derive(Clone, Debug)]
pub struct Column {
    /// The words below the column, such as the number of a round.
    pub label: String,
    /// The value of the column, 0 to 1; the highest column fills the chart.
    pub share: f64,
    /// The words that are shown for the column where it is pointed at.
    pub told: String,
}

/// The height of the highest column, in pixels.
const HEIGHT: f64 = 150.0;

/// The most labels below columns for which there is room on a phone.
const LABELS: usize = 14;

/// Draws columns side by side, the highest as high as the chart.
#[must_use]
pub fn columns(caption: Caption<'_>, columns: &[Column]) -> Markup {
    let width = 1.0 / columns.len().max(1) as f64;
    let most = columns.iter().map(|column| column.share).fold(1e-9, f64::max);
    let every = columns.len().div_ceil(LABELS).max(1);
    let bottom = HEIGHT + 18.0;
    let inside = html! {
        line class="grid" x1="0" x2="100%" y1=(bottom) y2=(bottom) {}
        @for (number, column) in columns.iter().enumerate() {
            @let height = HEIGHT * column.share / most;
            @let left = number as f64 * width;
            g class=(Tone::Even.class()) {
                title { (column.label) ": " (column.told) }
                rect class="bar" x=(across(left + 0.1 * width)) width=(across(0.8 * width))
                    y=(format!("{:.1}", bottom - height)) height=(format!("{height:.1}")) {}
                @if number % every == 0 {
                    text class="axis" x=(across(left + width / 2.0)) y=(bottom + 17.0)
                        text-anchor="middle" { (column.label) }
                    text x=(across(left + width / 2.0)) y=(format!("{:.1}", bottom - height - 5.0))
                        text-anchor="middle" { (format!("{:.0}", column.share * 100.0)) }
                }
            }
        }
    };
    figure(caption, &[(HEIGHT as usize + 42, inside)])
}

/// A mark between two axes of shares.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its place across, 0 to 1.
    pub across: f64,
    /// Its place up, 0 to 1.
    pub up: f64,
    /// The words that are shown for the mark where it is pointed at.
    pub told: String,
}

/// A chart of shares against shares: on the diagonal both are the same.
#[derive(Clone, Copy, Debug)]
pub struct Scatter<'a> {
    /// The marks of the chart, in any order.
    pub points: &'a [Point],
    /// The words for the axis across and for the axis up.
    pub axes: [&'a str; 2],
}

/// The height of a scatter without its labels, in pixels.
const TALL: f64 = 340.0;

impl Scatter<'_> {
    /// Draws the chart with the diagonal and both axes.
    #[must_use]
    pub fn chart(&self, caption: Caption<'_>) -> Markup {
        let all = self.points.iter().flat_map(|point| [point.across, point.up]);
        let (least, most) =
            all.fold((0.4_f64, 0.6_f64), |(least, most), one| (least.min(one), most.max(one)));
        let ticks = ticks(least, most);
        let (least, most) = (ticks[0], ticks[ticks.len() - 1]);
        let part = |value: f64| (value - least) / (most - least);
        let x = |value: f64| across(0.08 + 0.9 * part(value));
        let y = |value: f64| format!("{:.1}", 8.0 + TALL * (1.0 - part(value)));
        let [below, beside] = self.axes;
        let inside = html! {
            @for &tick in &ticks {
                line class="grid" x1=(x(tick)) x2=(x(tick)) y1=(y(least)) y2=(y(most)) {}
                line class="grid" x1=(x(least)) x2=(x(most)) y1=(y(tick)) y2=(y(tick)) {}
                text class="axis" x=(x(tick)) y=(TALL + 26.0) text-anchor="middle" {
                    (format!("{:.0}", tick * 100.0))
                }
                text class="axis" x=(across(0.065)) y=(y(tick)) dy="4" text-anchor="end" {
                    (format!("{:.0}", tick * 100.0))
                }
            }
            line class="zero" x1=(x(least)) y1=(y(least)) x2=(x(most)) y2=(y(most)) {}
            @for point in self.points {
                g class=(Tone::Even.class()) {
                    title { (point.told) }
                    circle class="mark" cx=(x(point.across)) cy=(y(point.up)) r="4.5"
                        fill-opacity="0.7" {}
                }
            }
            text class="axis" x=(x(most)) y=(TALL + 44.0) text-anchor="end" { (below) ", % →" }
            text class="axis" x="0" y="2" dominant-baseline="hanging" { "↑ " (beside) ", %" }
        };
        figure(caption, &[(TALL as usize + 50, inside)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_what_is_to_be_seen() {
        for (least, most) in [(-0.056, 0.001), (0.0, 1.0), (-0.5, 0.5), (0.31, 0.33), (0.0, 0.0)] {
            let ticks = ticks(least, most);
            assert!((2..=9).contains(&ticks.len()), "{least} to {most}: {ticks:?}");
            assert!(ticks[0] <= least + 1e-9 && ticks[ticks.len() - 1] >= most - 1e-9, "{ticks:?}");
        }
        assert_eq!(ticks(-0.1, 0.1), [-0.1, -0.05, 0.0, 0.05, 0.1]);
    }

    #[test]
    fn long_charts_come_in_parts_of_the_same_size() {
        let row = |number: usize| Estimate {
            label: format!("{} {number}", "long name ".repeat(9)),
            value: 0.1,
            interval: [0.0, 0.2],
            told: "ten".to_owned(),
            tone: Tone::Good,
        };
        for (count, parts) in [(1, 1), (13, 1), (14, 2), (27, 3), (100, 8)] {
            let rows: Vec<Estimate> = (0..count).map(row).collect();
            let told = |share| format!("{share:.2}");
            let forest = Forest { rows: &rows, reference: 0.0, band: None, reach: 0.0..=0.0, told };
            let caption = Caption { id: "a", title: "Changes", told: "What it shows." };
            let text = forest.chart(caption).into_string();
            assert_eq!(text.matches("role=\"img\"").count(), parts, "{count}");
            assert_eq!(text.matches("<circle").count(), count);
            assert_eq!(text.contains("id=\"a-2-title\">Changes, part 2<"), parts > 1);
            let labels: std::collections::BTreeSet<&str> = text
                .split("<text x=\"0\"")
                .skip(1)
                .map(|rest| rest.split('>').nth(1).unwrap())
                .collect();
            assert_eq!(labels.len(), count, "cut, and all different");
        }
    }

    #[test]
    fn every_mark_has_its_words_and_markup_is_escaped() {
        let row = Estimate {
            label: "A <deck> & more".to_owned(),
            value: 0.1,
            interval: [0.0, 0.2],
            told: "ten".to_owned(),
            tone: Tone::Good,
        };
        let forest = Forest {
            rows: &[row],
            reference: 0.0,
            band: Some([-0.005, 0.005]),
            reach: 0.0..=0.0,
            told: |share| format!("{share:.2}"),
        };
        let caption = Caption { id: "a", title: "Changes", told: "What it shows." };
        let text = forest.chart(caption).into_string();
        for part in [
            "<title>A &lt;deck&gt; &amp; more: ten</title>",
            "aria-labelledby=\"a-title a-told\"",
            "<desc id=\"a-told\">What it shows.</desc>",
            "class=\"band\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
