//! The mixes that would be played before and after a change, side by side.

use super::answers::Row;
use super::figure::{grouped, percent, points, range};
use super::handled;
use super::meta::{After, Deck, Report, Shown, mixed, others};
use super::table::{Kind, sentence, table_of};

/// Tells the mix of decks before the change and the one after it, in a sentence.
pub(super) fn headline(report: &Report, after: &After) -> String {
    format!(
        "the mix that no deck beats: before {}; after {}",
        mixed(&report.decks),
        mixed(&after.decks)
    )
}

/// Says how far the answer holds, line by line: cards that were hardly played, and deals that were
/// set aside.
pub(super) fn holds(after: &After) -> Vec<String> {
    let cards = after.answers.first().map_or(&[][..], |row| &row.cards);
    let aside = after.answers.iter().any(|row| row.answer.aside > 0).then(|| {
        "not judged: games of some deals were set aside, and all that is told is of the others"
            .to_owned()
    });
    [handled::shares(cards), handled::idle(cards), aside].into_iter().flatten().collect()
}

/// A deck before and after, and how much better it comes in.
fn sides<'a>(
    report: &'a Report,
    after: &'a After,
    shown: Shown,
) -> impl Iterator<Item = (&'a Deck, &'a Deck, &'a Row)> {
    let changed = after.decks.iter().zip(&after.answers);
    report.decks.iter().zip(changed).take(shown.top).map(|(one, (other, row))| (one, other, row))
}

/// Writes the field before and after the change for people: two tables, remarks, and games to look
/// at.
pub(super) fn render(report: &Report, after: &After, shown: Shown) -> String {
    let mut text: String = after.changes.iter().map(|line| format!("{line}\n")).collect();
    text.push_str(&format!("{}\n", sentence(&headline(report, after))));
    text.push_str(&format!("{}\n", report.sample.by()));
    let heading = [
        "deck",
        "mix",
        "after",
        "90 %",
        "against all",
        "after",
        "change",
        "95 % always",
        "pairs",
        "verdict",
    ];
    let mut kinds = [Kind::Figure; 10];
    kinds[0] = Kind::Name;
    let row = |(deck, changed, row): (&Deck, &Deck, &Row)| {
        let [low, high] = changed.mix_interval;
        let differences = &row.answer.differences;
        vec![
            deck.name.clone(),
            percent(deck.mix),
            percent(changed.mix),
            format!("{:.0} to {:.0} %", low * 100.0, high * 100.0),
            percent(row.answer.share(0)),
            percent(row.answer.share(1)),
            points(differences.mean()),
            range(row.answer.interval()),
            grouped(differences.pairs()),
            row.word().to_owned(),
        ]
    };
    let rows = sides(report, after, shown).map(row).collect();
    text.push_str(&table_of(&kinds, &heading, rows));
    text.push_str(&others(report, shown));
    let heading = ["deck", "best against it", "before", "and after", "wins"];
    let kinds = [Kind::Name, Kind::Name, Kind::Figure, Kind::Name, Kind::Figure];
    let row = |(deck, changed, _): (&Deck, &Deck, &Row)| {
        vec![
            deck.name.clone(),
            deck.response.clone(),
            percent(deck.response_share),
            changed.response.clone(),
            percent(changed.response_share),
        ]
    };
    let rows = sides(report, after, shown).map(row).collect();
    text.push_str(&format!("\n{}", table_of(&kinds, &heading, rows)));
    let holds = holds(after);
    if !holds.is_empty() {
        let lines = holds.iter().map(|line| sentence(line) + "\n");
        text.push_str(&format!("\n{}", lines.collect::<String>()));
    }
    let games = sides(report, after, shown).flat_map(|(deck, _, row)| {
        let told = ["better", "worse"].into_iter().zip(&row.replays);
        told.filter_map(|(word, replays)| {
            let [before, after] = &replays.as_deref()? else { return None };
            Some(format!(
                "  a game that came out {word} for {}: {before}\n    after the change: {after}\n",
                deck.name
            ))
        })
    });
    // The first of them is enough to see what the change does.
    text.extend(games.take(2));
    text
}
