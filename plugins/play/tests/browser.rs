//! Games in a real browser: clicked and by keys, loaded again in the middle, on narrow screens, watched, handed over.

use serde_json::{Value, json};

use super::chromium::Browser;
use super::fixture::{GAMES, Served};

/// Clicks options that look random until the game has ended, or so many were taken.
const PLAY: &str = r##"(async (most) => {
    const sleep = (time) => new Promise((done) => setTimeout(done, time));
    const body = document.body.dataset;
    let taken = 0, last = null, dice = Number(body.moment ?? 1) + 1;
    for (let turn = 0; turn < 4000 && taken < most; turn++) {
        const trouble = document.getElementById("trouble").textContent;
        if (trouble) return { trouble };
        if (body.status !== undefined && body.status !== "playing") break;
        const take = document.querySelector("#board .takes");
        if (take) { take.click(); await sleep(30); continue; }
        const over = document.getElementById("hand-over");
        const options = [...document.querySelectorAll("#asked [data-option]:not(:disabled)")];
        if (!options.length && !over.hidden && body.thinking === "false") { over.click(); await sleep(30); continue; }
        if (!options.length || body.moment === last) { await sleep(10); continue; }
        last = body.moment;
        dice = (dice * 1103515245 + 12345) % 2147483648;
        options[Math.floor(dice / 65536) % options.length].click();
        taken++;
    }
    for (let turn = 0; turn < 1000 && body.moment === last; turn++) await sleep(10);
    return { taken, status: body.status, words: document.getElementById("status").textContent };
})"##;

/// A script that waits until nobody is thinking, and returns the texts of a page.
const SHOWN: &str = r##"(async () => {
    const body = document.body.dataset;
    while (body.moment === undefined || body.thinking === "true") await new Promise((done) => setTimeout(done, 20));
    return ["title", "status", "board", "asked", "news"].map((id) => document.getElementById(id).innerText);
})()"##;

#[test]
fn whole_games_are_played_by_clicking_and_a_page_that_is_loaded_again_loses_nothing() {
    let Some(mut browser) = Browser::open() else { return };
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--against", "random"]].concat());
        let table = served.first.unwrap();
        browser.go(&served.address(&format!("table/{table}")));
        browser.run(SHOWN);
        let few = browser.run(&format!("{PLAY}(6)"));
        assert_eq!((&few["trouble"], &few["taken"]), (&json!(null), &json!(6)), "{game}: {few}");
        let before = browser.run(SHOWN);
        browser.reload();
        assert_eq!(browser.run(SHOWN), before, "{game}");
        let board = before[2].as_str().unwrap();
        assert!(board.len() > 100 && !board.starts_with('{'), "{game}: {board}");
        let ended = loop {
            let more = browser.run(&format!("{PLAY}(40)"));
            assert!(more["trouble"].is_null(), "{game}: {more}");
            if more["status"] != "playing" {
                break more;
            }
        };
        let told = served.told(table);
        assert_eq!(told["status"], ended["status"], "{game}");
        let words = ended["words"].as_str().unwrap();
        assert!(words.contains(told["digest"].as_str().unwrap()), "{game}: {words}");
    }
}

fn arrow(browser: &mut Browser, key: &str, code: u32) {
    for kind in ["rawKeyDown", "keyUp"] {
        let event = json!({ "type": kind, "key": key, "windowsVirtualKeyCode": code });
        browser.ask("Input.dispatchKeyEvent", event);
    }
}

#[test]
fn a_game_is_played_by_keys_alone() {
    let Some(mut browser) = Browser::open() else { return };
    let served = Served::new(&[GAMES[0].1, &["--against", "random"]].concat());
    let table = served.first.unwrap();
    browser.go(&served.address(&format!("table/{table}")));
    let mut taken = 0;
    loop {
        browser.run(SHOWN);
        let mut told = served.settled(table);
        if told["status"] != "playing" {
            break;
        }
        match taken % 3 {
            0 => browser.press("1"),
            1 => {
                arrow(&mut browser, "ArrowUp", 38);
                browser.press("Enter");
            }
            _ => {
                // Taken back, and another one taken.
                browser.press("u");
                browser.run("new Promise((done) => setTimeout(done, 300))");
                told = served.settled(table);
                assert_eq!(told["taken_back"], json!((taken + 1) / 3));
                browser.run(SHOWN);
                arrow(&mut browser, "ArrowDown", 40);
                browser.press("Enter");
            }
        }
        taken += 1;
        assert_eq!(moved(&mut browser, &told["moment"]), json!(""));
    }
    assert!(taken > 6, "{taken}");
}

#[test]
fn the_screen_is_handed_over_in_a_browser() {
    let Some(mut browser) = Browser::open() else { return };
    let served = Served::new(&["luke", "vader", "--hot-seat"]);
    let table = served.first.unwrap();
    browser.go(&served.address(&format!("table/{table}")));
    let first = browser.run(SHOWN);
    assert!(first[2].as_str().unwrap().contains("takes the screen"), "{first}");
    let more = browser.run(&format!("{PLAY}(30)"));
    assert!(more["trouble"].is_null() && more["taken"] == 30, "{more}");
}

#[test]
fn a_game_is_watched_and_hints_are_given_in_a_browser() {
    let Some(mut browser) = Browser::open() else { return };
    let served = Served::new(&["luke", "vader", "--watch", "random"]);
    browser.go(&served.address("table/1"));
    browser.run(SHOWN);
    for _ in 0..3 {
        browser.press("n");
        browser.run("new Promise((done) => setTimeout(done, 300))");
    }
    assert_eq!(served.told(1)["moment"], json!(3));
    let number = served.open(&json!({ "seats": [null, "random"] }));
    browser.go(&served.address(&format!("table/{number}")));
    browser.run(SHOWN);
    let hinted = browser.run(
        "(async () => { document.getElementById('adviser').value = 'greedy'; \
         document.getElementById('hint').click(); \
         for (let n = 0; n < 500 && !document.querySelector('p.hinted'); n++) \
         await new Promise((done) => setTimeout(done, 10)); \
         return document.querySelector('p.hinted')?.textContent; })()",
    );
    assert!(
        hinted.as_str().is_some_and(|text| text.starts_with("greedy would choose")),
        "{hinted}"
    );
    // The lobby leads to both.
    browser.go(&served.address(""));
    let tables = browser.run(
        "(async () => { while (document.getElementById('lobby').hidden) \
         await new Promise((done) => setTimeout(done, 10)); \
         return document.querySelectorAll('#tables a').length; })()",
    );
    assert_eq!(tables, json!(2));
}

/// A script for the element that has the focus: the place of an option, or else its id.
const FOCUS: &str = "document.activeElement.dataset?.option ?? document.activeElement.id";

/// Waits until a page is at another moment than this, and says what was wrong.
fn moved(browser: &mut Browser, moment: &Value) -> Value {
    browser.run(&format!(
        "(async () => {{ for (let n = 0; n < 2000 && document.body.dataset.moment === '{moment}'; n++) \
         await new Promise((done) => setTimeout(done, 10)); \
         return document.getElementById('trouble').textContent; }})()"
    ))
}

/// Holds a page against the width of its window.
fn fits(browser: &mut Browser, page: &str) {
    let over = browser.run("document.documentElement.scrollWidth - window.innerWidth");
    assert!(over.as_i64() <= Some(0), "{page}: {over} too wide");
}

#[test]
fn games_of_each_kind_are_played_with_the_tab_key() {
    let Some(mut browser) = Browser::open() else { return };
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--against", "random"]].concat());
        browser.go(&served.address("table/1"));
        for taken in 0..4 {
            browser.run(SHOWN);
            let told = served.settled(1);
            if told["status"] != "playing" {
                assert!(taken > 0, "{game}: nothing was played");
                break;
            }
            let mut reached = Value::Null;
            for _ in 0..400 {
                browser.press("Tab");
                reached = browser.run(FOCUS);
                if reached == json!("0") {
                    break;
                }
            }
            assert_eq!(reached, json!("0"), "{game}: no option is reached");
            // Whoever is there sees it.
            let outlined = browser.run("getComputedStyle(document.activeElement).outlineStyle");
            assert_ne!(outlined, json!("none"), "{game}");
            browser.press("Enter");
            assert_eq!(moved(&mut browser, &told["moment"]), json!(""), "{game}");
        }
    }
}

#[test]
fn pages_to_play_on_are_for_everybody() {
    let Some(mut browser) = Browser::open() else { return };
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--against", "random"]].concat());
        browser.go(&served.address("table/1"));
        browser.run(SHOWN);
        browser.run(&format!("{PLAY}(5)"));
        browser.run(SHOWN);
        // With a hint, as far as somebody is asked.
        browser.run("document.getElementById('adviser').value = 'random'; document.getElementById('hint').click()");
        browser.run("new Promise((done) => setTimeout(done, 500))");
        for (width, scheme) in [(1_200, "light"), (1_200, "dark"), (390, "light"), (390, "dark")] {
            browser.wide(width);
            let prefers = [("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")];
            browser.media("screen", &prefers);
            fits(&mut browser, &format!("{game} at {width}"));
            assert_eq!(
                browser.run("document.getAnimations().length"),
                json!(0),
                "{game}: it moves"
            );
            assert_eq!(browser.barriers(), [""; 0], "{game} at {width}, {scheme}");
        }
        browser.run(&format!("{PLAY}(1000)"));
        assert_eq!(browser.barriers(), [""; 0], "{game}, over");
        browser.media("screen", &[]);
    }
}

#[test]
fn pages_around_a_game_are_for_everybody() {
    let Some(mut browser) = Browser::open() else { return };
    let served = Served::new(&["luke", "vader", "--hot-seat"]);
    let watched = served.open(&json!({ "seats": ["random", "random"] }));
    served.order(1, "save", &json!({}));
    let shown = "(async () => { while (document.getElementById('lobby').hidden) \
                 await new Promise((done) => setTimeout(done, 10)); })()";
    let pages = [("", shown), ("table/1", SHOWN), (&*format!("table/{watched}"), SHOWN)];
    for (page, shown) in pages {
        for (width, scheme) in [(1_200, "light"), (390, "dark")] {
            browser.wide(width);
            browser.media("screen", &[("prefers-color-scheme", scheme)]);
            browser.go(&served.address(page));
            browser.run(shown);
            fits(&mut browser, &format!("{page:?} at {width}"));
            assert_eq!(browser.barriers(), [""; 0], "{page:?} at {width}, {scheme}");
        }
    }
}

#[test]
fn a_page_fits_a_phone_and_is_named_for_screen_readers() {
    let Some(mut browser) = Browser::open() else { return };
    for (game, files) in GAMES {
        let served = Served::new(&[files, &["--against", "random"]].concat());
        browser.go(&served.address("table/1"));
        browser.run(SHOWN);
        for (width, scheme) in [(1_200, "light"), (390, "dark"), (320, "light")] {
            browser.wide(width);
            browser.media(
                "screen",
                &[("prefers-color-scheme", scheme), ("prefers-reduced-motion", "reduce")],
            );
            fits(&mut browser, &format!("{game} at {width}"));
        }
        let nameless = browser.run(
            "[...document.querySelectorAll('button, input, select, a, summary')].filter((one) => \
             one.offsetParent && !(one.innerText || one.getAttribute('aria-label') || one.labels?.length)) \
             .map((one) => one.outerHTML)",
        );
        assert_eq!(nameless, json!([]), "{game}");
        let regions = browser.run(
            "[...document.querySelectorAll('[aria-live], [role=alert]')].map((one) => one.id)",
        );
        assert_eq!(regions, json!(["status", "trouble", "told"]), "{game}");
    }
}
