//! Reports as files: what is in them, that they are the same everywhere, and how a browser shows
//! them.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::browser::Browser;
use super::{Fixture, printed};

/// A run of each command that writes a report, and what the file is called.
const REPORTS: [(&str, &[&str]); 7] = [
    ("whatif", &["TST_003 power+2", "TST_004 cost+1; TST_005 hp-1", "--decks", "decks"]),
    ("compare", &["decks/ash.json", "decks/birch.json", "--against", "decks/cedar.json"]),
    ("value", &["decks/ash.json", "--against", "decks/birch.json", "--filler", "TST_020"]),
    ("meta", &["decks"]),
    ("optimize", &["decks/ash.json", "--against", "decks/birch.json", "--budget", "1000"]),
    ("stats", &["decks"]),
    ("openings", &["decks"]),
];

/// Writes a report and reads it.
fn written(fixture: &Fixture, command: &str, arguments: &[&str], more: &[&str]) -> String {
    let file = format!("out/{command}.html");
    let how = ["--games", "16", "--agents", "greedy", "--quiet", "--report", &file];
    let run = [&[command][..], arguments, &how, more];
    fixture.run(&run.concat()).assert().success();
    fs::read_to_string(fixture.path(&file)).unwrap()
}

/// All pieces of a text that stand between `before` and `after`, in order.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Vec<&'t str> {
    let parts = text.split(before).skip(1);
    parts.filter_map(|part| part.split_once(after).map(|(inside, _)| inside)).collect()
}

/// The text of a piece of HTML.
fn plain(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
    }
    text
}

/// Headings, charts with their marks, and tables with their columns and rows, in order.
fn structure(html: &str) -> String {
    let body = html.split("</style>").nth(1).unwrap().split("<script").next().unwrap();
    let mut outline = String::new();
    for (at, _) in body.match_indices('<') {
        let rest = &body[at..];
        let inside = |end: &str| plain(rest.split_once(end).unwrap().0);
        let count = |end: &str, what: &str| rest.split_once(end).unwrap().0.matches(what).count();
        let _ = match rest.split([' ', '>']).next().unwrap() {
            tag @ ("<h1" | "<h2" | "<h3") => {
                writeln!(outline, "{} {}", &tag[1..], inside(&format!("</{}>", &tag[1..])))
            }
            "<svg" => {
                let (title, marks) = (between(rest, "<title", "</title>")[0], ["circle", "rect"]);
                let marks = marks.map(|mark| count("</svg>", &format!("<{mark} ")));
                let title = title.split_once('>').unwrap().1;
                writeln!(outline, "chart {title}: {} circles, {} boxes", marks[0], marks[1])
            }
            "<table" => {
                let columns = between(rest.split_once("</thead>").unwrap().0, "<th scope", "</th>");
                let columns = columns.iter().map(|cell| cell.split_once('>').unwrap().1);
                let rows = count("</table>", "<tr>") - 1;
                writeln!(outline, "table {}: {rows} rows", columns.collect::<Vec<_>>().join(", "))
            }
            "<summary" => writeln!(outline, "games {}", inside("</summary>")),
            _ => Ok(()),
        };
    }
    outline
}

#[test]
fn reports_have_the_charts_and_tables_that_they_had() {
    let fixture = Fixture::new();
    for (command, arguments) in REPORTS {
        let html = written(&fixture, command, arguments, &["--report-games", "0"]);
        let golden = format!("{}/tests/golden/reports/{command}.txt", env!("CARGO_MANIFEST_DIR"));
        let outline = structure(&html);
        if env::var_os("CARDMILL_BLESS").is_some() {
            fs::create_dir_all(Path::new(&golden).parent().unwrap()).unwrap();
            fs::write(&golden, &outline).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(outline, expected, "{golden}; CARDMILL_BLESS=1 writes it anew");
        assert!(html.len() < 500_000, "{command}: {} bytes", html.len());
        for part in ["http://", "https://", "src=", "<link", "javascript:"] {
            let body = html.split("<script").next().unwrap();
            assert!(!body.contains(part), "{command}: {part}");
        }
        let data = between(&html, "id=\"data\">", "</script>")[0];
        let data: Value = serde_json::from_str(data).unwrap();
        assert_eq!(data["game"], "unlimited");
        let command_line = between(&html, "<code class=\"command\">", "</code>");
        let told = *command_line.last().unwrap();
        assert!(told.starts_with(&format!("cardmill {command} ")), "{told}");
        assert!(told.ends_with(&format!("--cards cards --report {command}.html")), "{told}");
    }
}

#[test]
fn reports_are_the_same_on_any_threads() {
    let fixture = Fixture::new();
    for (command, arguments) in REPORTS {
        let how = |threads, batch| {
            let how = ["--threads", threads, "--batch", batch, "--report-games", "1"];
            written(&fixture, command, arguments, &how)
        };
        let one = how("1", "32");
        assert!(one == how("2", "7"), "{command} on 2 threads");
        assert!(one == how("8", "64"), "{command} on 8 threads");
    }
}

/// The digest of the game that a command plays, as it prints it.
#[cfg(unix)]
fn digest(fixture: &Fixture, command: &str) -> String {
    let output = super::shell(&fixture.path("."), command);
    let log = String::from_utf8(output.stdout).unwrap();
    log.trim_end().rsplit(' ').next().unwrap().to_owned()
}

#[cfg(unix)]
#[test]
fn games_of_a_report_have_pages_beside_it() {
    let fixture = Fixture::new();
    let asked = ["TST_003 power+2", "TST_004 cost+1", "--decks", "decks", "--format", "json"];
    let how = ["--games", "16", "--agents", "greedy", "--quiet", "--report", "out/my report.html"];
    let run = [&["whatif"][..], &asked, &how].concat();
    let report = printed(&mut fixture.run(&run));
    let html = fs::read_to_string(fixture.path("out/my report.html")).unwrap();
    let links = between(&html, "<a href=\"", "</li>");
    let rows: Value = serde_json::from_str(&report).unwrap();
    let games = rows["answers"].as_array().unwrap().iter().flat_map(|row| {
        row["replays"].as_array().unwrap().iter().filter(|commands| !commands.is_null())
    });
    let games: Vec<&Value> = games.collect();
    assert!(games.len() > 2, "{report}");
    assert_eq!(links.len(), games.len().min(6));
    for (number, (link, commands)) in (1..).zip(links.iter().zip(&games)) {
        let text = format!("my%20report.games/{number}.html\">A game that came out ");
        assert!(link.starts_with(&text) && link.ends_with(" kB)"), "{link}");
        let shown = fixture.path(&format!("out/my report.games/{number}.html"));
        let shown = super::viewer::data(&fs::read_to_string(shown).unwrap());
        let [base, new] = [0, 1].map(|arm| commands[arm].as_str().unwrap());
        assert_eq!(shown["digest"], digest(&fixture, base), "{base}");
        assert_eq!(shown["beside"]["digest"], digest(&fixture, new), "{new}");
        assert!(shown["beside"]["title"].as_str().unwrap().contains(", with TST_00"), "{new}");
    }
    // Fewer of them, on other threads, are the same.
    let few = [&run[..], &["--report-games", "1", "--threads", "8", "--batch", "3"]].concat();
    let first = fs::read(fixture.path("out/my report.games/1.html")).unwrap();
    fs::remove_dir_all(fixture.path("out/my report.games")).unwrap();
    fixture.run(&few).assert().success();
    let names = fs::read_dir(fixture.path("out/my report.games")).unwrap().count();
    let again = fs::read(fixture.path("out/my report.games/1.html")).unwrap();
    // What it says of the command that it comes from is other.
    let game =
        |page: &[u8]| plain(between(&String::from_utf8_lossy(page), "<body>", "<footer>")[0]);
    assert_eq!((names, game(&again)), (1, game(&first)));
    fs::remove_dir_all(fixture.path("out/my report.games")).unwrap();
    let none = [&run[..], &["--report-games", "0"]].concat();
    fixture.run(&none).assert().success();
    assert_eq!(fixture.out(), ["my report.html"]);
    let html = fs::read_to_string(fixture.path("out/my report.html")).unwrap();
    assert!(!html.contains("<a "), "there is nothing to link to");
}

#[test]
fn a_browser_follows_a_report_to_its_games() {
    let Some(mut browser) = Browser::open() else { return };
    let fixture = Fixture::new();
    for (command, arguments) in REPORTS {
        written(&fixture, command, arguments, &["--report-games", "2"]);
        let address = format!("file://{}", fixture.path(&format!("out/{command}.html")).display());
        browser.go(&address);
        let links = browser.run("document.querySelectorAll('main a').length");
        // A search and openings tell of no games, and a card that turns none has none to show.
        let least = if matches!(command, "optimize" | "compare" | "openings") { 0 } else { 1 };
        assert!((least..=2).contains(&links.as_u64().unwrap()), "{command}: {links} links");
        for number in 0..links.as_u64().unwrap() {
            browser.go(&address);
            let link = format!("document.querySelectorAll('main a')[{number}].href");
            let link = browser.run(&link).as_str().unwrap().to_owned();
            browser.go(&link);
            let boards = browser.run("document.querySelectorAll('.table .health').length");
            let both = if matches!(command, "meta" | "stats") { 2 } else { 4 };
            assert_eq!(boards, both, "{command}: {link}");
        }
        browser.go(&address);
        for (width, scheme) in [(1_200, "light"), (390, "dark")] {
            browser.wide(width);
            browser.media("screen", &[("prefers-color-scheme", scheme)]);
            assert_eq!(browser.barriers(), [""; 0], "{command} at {width}, {scheme}");
        }
    }
}

#[test]
fn games_that_a_card_turned_are_replayed_both_ways() {
    let fixture = Fixture::new();
    let run =
        ["value", "vader", "--against", "boba", "leia", "--games", "60", "--agents", "greedy"];
    let mut run = fixture.plainly(&run);
    let report: Value = serde_json::from_str(&printed(run.args(["--format", "json"]))).unwrap();
    let mut turned = 0;
    for card in report["cards"].as_array().unwrap() {
        for replays in card["replays"].as_array().unwrap().iter().filter_map(Value::as_array) {
            let winner = |command: &Value| {
                let command = command.as_str().unwrap();
                let (words, edit) = command.split_once(" --edit ").unwrap_or((command, ""));
                let mut words: Vec<&str> = words.split(' ').skip(1).collect();
                if !edit.is_empty() {
                    words.extend(["--edit", edit.trim_matches('\'')]);
                }
                let log = printed(&mut fixture.plainly(&words));
                let last = log.lines().last().unwrap();
                last.split(" won").next().unwrap().split(": ").last().unwrap().to_owned()
            };
            assert_ne!(winner(&replays[0]), winner(&replays[1]), "{replays:?}");
            turned += 1;
            if turned == 4 {
                return;
            }
        }
    }
    panic!("only {turned} games were turned");
}

#[test]
fn a_report_that_cannot_be_written_is_refused_before_play() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path("folder.html")).unwrap();
    for (command, arguments) in REPORTS {
        let with = |file| [&[command][..], arguments, &["--report", file]].concat();
        fixture.refuses(&with("out/report.txt"), &["out/report.txt", "ends in .html"]);
        fixture.refuses(&with("nowhere/report.html"), &["cannot be written", "no folder"]);
        fixture.refuses(&with("folder.html"), &["is a folder", "ends in .html"]);
        fixture.write("report.games", "something else");
        fixture.refuses(&with("report.html"), &["report.games", "is no folder", "or nothing"]);
    }
}

/// A browser that can be run without a screen; none where none is installed.
fn browser() -> Option<PathBuf> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let mut places = names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    places.find(|place| place.is_file())
}

/// Shows a report in frames as wide as a phone and a screen, and says what is seen there.
const FRAMES: &str = r#"<!DOCTYPE html><meta charset="utf-8"><body><script>
const files = REPORTS, widths = [390, 1280], seen = [];
const tell = () => {
  if (seen.length < files.length * widths.length) return;
  const told = document.createElement("pre");
  told.id = "seen";
  told.textContent = JSON.stringify(seen);
  document.body.append(told);
};
for (const file of files) for (const width of widths) {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:900px;border:0`;
  frame.onload = () => {
    const inside = frame.contentDocument, root = inside.documentElement;
    const drawn = mark => { const box = mark.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
    const outside = mark => { const box = mark.getBoundingClientRect(); return box.left < -1 || box.right > width + 1; };
    seen.push({
      file, width, wide: root.scrollWidth,
      fetched: frame.contentWindow.performance.getEntriesByType("resource").length,
      empty: [...inside.querySelectorAll("svg")].filter(svg => ![...svg.querySelectorAll("circle, rect")].some(drawn)).length,
      charts: inside.querySelectorAll("svg").length,
      unnamed: [...inside.querySelectorAll("svg")].filter(svg => !svg.querySelector("title") || !svg.querySelector("desc")).length,
      cut: [...inside.querySelectorAll("svg text, svg circle, svg rect")].filter(outside).length,
      unsigned: [...inside.querySelectorAll(".scroll")].filter(part => part.scrollWidth > part.clientWidth &&
        !inside.defaultView.getComputedStyle(part).backgroundImage.includes("gradient")).length,
      moved: [...inside.querySelectorAll(".scroll")].filter(part => part.scrollWidth > part.clientWidth).length,
      styled: inside.defaultView.getComputedStyle(inside.querySelector("table")).borderCollapse,
    });
    tell();
  };
  frame.src = file;
  document.body.append(frame);
}
</script>"#;

#[test]
fn a_browser_shows_reports_without_scripts_network_or_overflow() {
    let Some(browser) = browser() else {
        eprintln!("LEFT OUT: no chromium, chromium-browser or google-chrome on the path");
        return;
    };
    let fixture = Fixture::new();
    // A name with no place to break it.
    let name = "Evergreen".repeat(11);
    fixture.write("decks/cedar.json", &super::deck(&name, 3).to_string());
    for (command, arguments) in REPORTS {
        written(&fixture, command, arguments, &["--report-games", "1"]);
    }
    let files: Vec<String> = REPORTS.iter().map(|(command, _)| format!("{command}.html")).collect();
    let files = serde_json::to_string(&files).unwrap();
    fixture.write("out/frames.html", &FRAMES.replace("REPORTS", &files));
    let page = format!("file://{}", fixture.path("out/frames.html").display());
    let profile = format!("--user-data-dir={}", fixture.path("profile").display());
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"])
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync"])
        .args(["--allow-file-access-from-files", "--enable-logging=stderr"])
        .args(["--virtual-time-budget=20000", "--window-size=1400,1000", "--dump-dom"])
        .args([&profile, &page])
        .output()
        .unwrap();
    let [found, said] = [&output.stdout, &output.stderr].map(|out| String::from_utf8_lossy(out));
    let complaints: Vec<&str> = said.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let seen = between(&found, "<pre id=\"seen\">", "</pre>");
    let seen: Vec<Value> = serde_json::from_str(seen.first().unwrap_or(&"")).unwrap_or_else(|_| {
        panic!("the browser did not show the reports:\n{found}\n{said}");
    });
    assert_eq!(seen.len(), 2 * REPORTS.len());
    for report in seen {
        let number = |field: &str| report[field].as_u64().unwrap();
        assert!(number("wide") <= number("width"), "wider than the screen: {report}");
        assert!(number("charts") > 0 || report["file"] == "openings.html", "{report}");
        assert!(number("moved") > 0 || number("width") > 390, "tables are wide: {report}");
        for field in ["fetched", "empty", "unnamed", "cut", "unsigned"] {
            assert_eq!(number(field), 0, "{field}: {report}");
        }
        assert_eq!(report["styled"], "collapse", "the style is taken: {report}");
    }
}
