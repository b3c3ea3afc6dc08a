//! The protocol of the server: the requests that are let in, and those that are refused.

use std::io::Write as _;
use std::net::TcpStream;
use std::thread;

use serde_json::json;

use super::fixture::{Dice, GAMES, Served, count};

fn served() -> Served {
    Served::new(&[GAMES[0].1, &["--against", "random"]].concat())
}

#[test]
fn the_page_is_whole_and_fetches_nothing_else() {
    let served = served();
    for (path, kind) in [
        ("", "text/html"),
        ("table/1", "text/html"),
        ("play.js", "text/javascript"),
        ("play.css", "text/css"),
    ] {
        let answer = served.get(path);
        assert_eq!(answer.status, 200, "{path}");
        for part in [
            &format!("content-type: {kind}"),
            "content-security-policy: default-src 'none';",
            "frame-ancestors 'none'",
            "referrer-policy: no-referrer",
            "x-content-type-options: nosniff",
            "cache-control: no-store",
        ] {
            assert!(answer.head.contains(part), "{path}: {part}: {}", answer.head);
        }
        // The name of a kind of elements is no address.
        let fetched = answer.body.replace("http://www.w3.org/2000/svg", "");
        assert!(!fetched.contains("http:") && !fetched.contains("https:"), "{path}");
    }
}

#[test]
fn what_is_wrong_is_refused_with_one_clear_error() {
    let served = served();
    let (port, token) = (served.port, &served.token);
    let own = format!("Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n");
    let head = |line: &str, headers: &str| format!("{line} HTTP/1.1\r\n{headers}\r\n").into_bytes();
    let get = |path: &str| head(&format!("GET {path}"), &own);
    let post = |path: &str, kind: &str, body: &str| {
        let size = body.len();
        let more = format!("{own}Content-Type: {kind}\r\nContent-Length: {size}\r\n");
        [head(&format!("POST /{token}/{path}"), &more), body.as_bytes().to_vec()].concat()
    };
    let json_post = |path: &str, body: &str| post(path, "application/json", body);
    let house = format!("/{token}/api/house");
    let large = format!("{{\"player\": \"{}\"}}", "x".repeat(20_000));
    for (request, status, place) in [
        (get("/"), 404, "path"),
        (get("/favicon.ico"), 404, "path"),
        (get(&format!("/{}/", "0".repeat(32))), 404, "path"),
        (get(&format!("/{token}")), 404, "path"),
        (get(&format!("/{token}/nowhere")), 404, "path"),
        (get(&format!("/{token}/api/table/99")), 404, "path"),
        (get(&format!("/{token}/api/table/1?since=x")), 400, "query"),
        (get(&format!("http://evil.example/{token}/")), 400, "path"),
        (get(&format!("/{token}/api/tables")), 405, "method"),
        (head(&format!("POST {house}"), &own), 405, "method"),
        (head(&format!("DELETE {house}"), &own), 405, "method"),
        (head(&format!("OPTIONS {house}"), &own), 405, "method"),
        (head(&format!("GET {house}"), "Host: evil.example\r\n"), 403, "host"),
        (head(&format!("GET {house}"), &format!("Host: localhost:{port}\r\n")), 403, "host"),
        (head(&format!("GET {house}"), ""), 403, "host"),
        (
            head(&format!("GET {house}"), &format!("{own}Sec-Fetch-Site: cross-site\r\n")),
            403,
            "sec-fetch-site",
        ),
        (
            head(
                &format!("GET {house}"),
                &format!("Host: 127.0.0.1:{port}\r\nOrigin: http://evil.example\r\n"),
            ),
            403,
            "origin",
        ),
        (
            head(
                &format!("POST /{token}/api/tables"),
                &format!("Host: 127.0.0.1:{port}\r\nContent-Length: 0\r\n"),
            ),
            403,
            "origin",
        ),
        (post("api/tables", "text/plain", "{}"), 415, "content-type"),
        (post("api/tables", "application/x-www-form-urlencoded", "a=b"), 415, "content-type"),
        (json_post("api/table/1/take", &large), 413, "body"),
        (json_post("api/table/1/take", ""), 400, ""),
        (json_post("api/table/1/take", "{"), 400, "body"),
        (json_post("api/table/1/take", "[]"), 400, ""),
        (json_post("api/table/1/take", "{\"player\": 1}"), 400, "player"),
        (json_post("api/table/1/take", "{\"player\": \"P9\"}"), 400, "player"),
        (json_post("api/table/1/take", "{\"player\": \"P1\", \"more\": 1}"), 400, "more"),
        (json_post("api/table/1/choose", "{\"moment\": 1}"), 400, ""),
        (json_post("api/table/1/choose", "{\"moment\": -1, \"option\": 0}"), 400, "moment"),
        (json_post("api/table/1/choose", "{\"moment\": 4000000, \"option\": 0}"), 409, "moment"),
        (json_post("api/table/1/hint", "{\"moment\": 1, \"agent\": \"nobody\"}"), 400, "agent"),
        (
            json_post("api/table/1/hint", "{\"moment\": 1, \"agent\": \"/etc/passwd.onnx\"}"),
            400,
            "agent",
        ),
        (json_post("api/table/1/nothing", "{}"), 404, "path"),
        (json_post("api/table/99/undo", "{\"moment\": 1}"), 404, "path"),
        (json_post("api/tables", "{\"seats\": []}"), 400, "seats"),
        (json_post("api/tables", "{\"seats\": [null, \"nobody\"]}"), 400, "seats[1]"),
        (json_post("api/tables", "{\"seats\": [null, null], \"setup\": 3}"), 400, "setup"),
        (json_post("api/load", "{\"save\": \"../../etc/passwd\"}"), 404, "save"),
    ] {
        let text = String::from_utf8_lossy(&request).into_owned();
        let answer = served.raw(&request).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(answer.status, status, "{text}: {answer:?}");
        let error = &answer.json()["error"];
        assert_eq!(error["place"], place, "{text}: {error}");
        assert!(error["reason"].as_str().is_some_and(|reason| reason.len() > 5), "{text}: {error}");
        assert!(answer.head.contains("x-frame-options: deny"), "{answer:?}");
        if status == 405 {
            assert!(answer.head.contains("allow: "), "{answer:?}");
        }
    }
    let told = served.settled(1);
    let option = json!({ "moment": told["moment"], "option": count(&told) });
    let refused = served.post("api/table/1/choose", &option);
    assert_eq!((refused.status, &refused.json()["error"]["place"]), (409, &json!("option")));
    assert_eq!(served.told(1), told);
}

#[test]
fn ten_thousand_bad_messages_change_nothing_and_tell_nothing() {
    let served = Served::new(&["luke", "vader", "--against", "random"]);
    let table = served.first.unwrap();
    for _ in 0..4 {
        let told = served.settled(table);
        served.choose(table, &told, 0);
    }
    let before = served.settled(table);
    let version = served.get("api/table/1").json()["version"].clone();
    let good = [
        served.request("POST", "api/table/1/choose", "{\"moment\": 1111111, \"option\": 0}"),
        served.request("POST", "api/table/1/undo", "{\"moment\": 1111111}"),
        served.request("POST", "api/table/1/hint", "{\"moment\": 1111111, \"agent\": \"greedy\"}"),
        served.request("POST", "api/table/1/take", "{\"player\": \"P2\"}"),
        served.request("POST", "api/table/1/hand_over", "{}"),
        served.request("POST", "api/tables", "{\"seats\": [null]}"),
        served.request("POST", "api/load", "{\"save\": \"x\"}"),
        served.request("GET", "api/table/7", ""),
    ];
    // A message with bytes changed, left out, put in or cut off. What it then means, it means at a moment that is
    // far off.
    let spoiled = |dice: &mut Dice| {
        let mut bytes = good[dice.below(good.len())].clone().into_bytes();
        for _ in 0..1 + dice.below(4) {
            let at = dice.below(bytes.len());
            match dice.below(5) {
                0 => bytes[at] = dice.below(256) as u8,
                1 if bytes.len() > 1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, dice.below(256) as u8),
                3 => bytes[at] ^= 1 << dice.below(8),
                _ => bytes.truncate(at.max(1)),
            }
        }
        bytes
    };
    thread::scope(|scope| {
        for part in 0..4 {
            let (served, spoiled, before) = (&served, &spoiled, &before);
            scope.spawn(move || {
                let mut dice = Dice(part);
                for _ in 0..2_500 {
                    let bytes = spoiled(&mut dice);
                    // Whatever cannot be answered is cut off.
                    let Some(answer) = served.raw(&bytes) else { continue };
                    // A change may hit what says nothing: then a page is told what pages are told.
                    let fine = answer.status >= 400 || answer.body.len() < 200;
                    assert!(fine || answer.body.contains("\"moment\""), "{answer:?}");
                    if answer.status >= 400 {
                        for card in before["state"]["cards"].as_object().unwrap().values() {
                            assert!(
                                !answer.body.contains(card["name"].as_str().unwrap()),
                                "{answer:?}"
                            );
                        }
                    }
                }
            });
        }
    });
    assert_eq!(served.settled(table), before);
    assert_eq!(served.get("api/table/1").json()["version"], version);
    assert_eq!(served.get("api/house").json()["tables"], json!([1]));
    served.choose(table, &before, 0);
}

#[test]
fn connections_that_say_nothing_keep_nobody_out_for_long() {
    let served = served();
    let silent: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            }
            stream
        })
        .collect();
    assert_eq!(served.get("").status, 200);
    drop(silent);
}
