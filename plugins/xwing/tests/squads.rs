//! Squad files: what is read, what is legal, and what is said of the rest.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_harness::driver::Driver;
use cardmill_harness::play::{Entry, Play, Source};
use cardmill_xwing::catalogue::Catalogue;
use cardmill_xwing::deal::laid_out;
use cardmill_xwing::driver::Hangar;
use cardmill_xwing::facts::{Faction, List};
use cardmill_xwing::library::default_dir;
use cardmill_xwing::squad::{RandomSquads, Report, Squad, is_xws};

fn catalogue() -> Catalogue {
    Hangar::load(default_dir()).unwrap_or_else(|error| panic!("{error}"))
}

/// A file of the tests of all games.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files/squads").join(name)
}

/// The reports on a text by the points of a day; `None`: as 2.0 was left.
fn of(text: &str, on: Option<&str>, catalogue: &Catalogue) -> Vec<Report> {
    let day = on.map(|day| day.parse().expect("a day"));
    let list = catalogue.facts().points.on(day.as_ref()).expect("a list of points");
    Report::of(text, Path::new("squad.json"), catalogue, list)
}

fn read(name: &str) -> String {
    let path = path(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Squads that people flew, with what they cost by hand.
#[test]
fn known_squads_cost_what_they_cost_and_are_refused_for_what_is_wrong() {
    let catalogue = catalogue();
    let text = read("known.json");
    let known: Vec<serde_json::Value> = serde_json::from_str(&text).expect("a list");
    let reports = of(&text, None, &catalogue);
    assert_eq!(reports.len(), 55);
    for (squad, report) in known.iter().zip(&reports) {
        assert_eq!(squad["points"].as_u64(), report.points.map(u64::from), "{}", report.name);
    }
    let over = |report: &&Report| report.points > Some(200);
    let sums: Vec<_> =
        reports.iter().filter(over).map(|of| (of.name.as_str(), of.points.unwrap_or(0))).collect();
    assert_eq!(
        sums,
        [
            ("advanced-swarm", 210),
            ("crackshot-headhunters", 208),
            ("starvipers", 208),
            ("heroic-a-wings-optics", 205),
            ("heroic-a-wings", 210),
            ("fo-swarm", 208),
            ("jedi-knights", 205),
            ("belbullabs", 210),
            ("energy-vultures", 216),
            ("nantex-swarm", 205),
            ("boba-fenn-l337", 211),
        ]
    );
    for report in reports.iter().filter(over) {
        let said = format!("points: {}; expected at most 200 (", report.points.unwrap_or(0));
        assert!(report.lines().iter().any(|line| line.starts_with(&said)), "{}", report.name);
    }
    // Slots that a later list of points took away, and official quick builds, which are free of slots.
    let wrong = reports.iter().filter(|report| !report.legal && !over(report));
    let wrong: Vec<String> = wrong.map(|of| format!("{}: {}", of.name, of.lines()[0])).collect();
    assert_eq!(
        wrong,
        [
            "gold-ion-turrets: pilots[0].upgrades.gunner: Gold Squadron Veteran has no Gunner slot, \
             found Veteran Turret Gunner",
            "guri-boba: pilots[0].upgrades.sensor: Guri has no Sensor slot, found Advanced Sensors",
            "luke-porkins-biggs: pilots[1].upgrades.modification: Jek Porkins has one Modification \
             slot, taken; found Hull Upgrade as well",
            "wedge-thane-evaan: pilots[1].upgrades.modification: Thane Kyrell has one Modification \
             slot, taken; found Hull Upgrade as well",
            "phoenix-cell: pilots[1].upgrades.talent: Ahsoka Tano has no Talent slot, found Marg Sabl \
             Closure",
            "norra-horton-jake: pilots[0].upgrades.gunner: Norra Wexley has no Gunner slot, found \
             Veteran Turret Gunner",
            "saw-renegades: pilots[0].upgrades.modification: Kullbee Sperado has one Modification \
             slot, taken; found Hull Upgrade as well",
            "soontir-skerris-saber: pilots[0].upgrades.talent: Soontir Fel has one Talent slot, taken; \
             found Predator as well",
            "maarek-zertik-storm: pilots[1].upgrades.talent: Zertik Strom has no Talent slot, found \
             Squad Leader",
            "hask-wampa-scourge-seyn: pilots[1].upgrades.modification: \"Wampa\" has one Modification \
             slot, taken; found Stealth Device as well",
            "interceptor-aces: pilots[0]: Turr Phennir has no Sensitive Controls; it is standardized: \
             expected it on every tieininterceptor or on none",
        ]
    );
    assert_eq!(reports.iter().filter(|report| report.legal).count(), 33);
}

#[test]
fn a_squad_is_legal_by_the_points_of_its_day() {
    let catalogue = catalogue();
    let text = read("known.json");
    let at = |name: &str, on: &str| {
        let all = of(&text, Some(on), &catalogue);
        let report = all.into_iter().find(|report| report.name == name);
        report.map(|report| (report.points, report.legal))
    };
    // The gunner slot of Y-wings and the sensor slot of StarVipers are there on their days.
    assert_eq!(at("gold-ion-turrets", "2019-03-01"), Some((Some(184), true)));
    assert_eq!(at("boba-fenn-l337", "2018-10-01"), Some((Some(194), true)));
    assert_eq!(at("boba-fenn-l337", "2019-02-10"), Some((Some(214), false)));
    assert_eq!(at("jedi-knights", "2020-02-14"), Some((Some(200), true)));
    // Nobody could pay for Jedi Knights before they were there.
    assert_eq!(at("jedi-knights", "2019-01-28"), Some((None, false)));
}

/// Everything that people bring, file by file. `CARDMILL_BLESS=1` writes the answers anew.
#[test]
fn each_bad_file_is_answered_in_clear_lines() {
    let catalogue = catalogue();
    let list = catalogue.facts().points.on(None).expect("a list of points");
    let mut files: Vec<PathBuf> = fs::read_dir(path("bad"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(files.len() > 50, "{} files", files.len());
    let mut said = String::new();
    for file in &files {
        let name = Path::new(file.file_name().expect("a name"));
        for report in Report::of_file(file, &catalogue, list) {
            let report = Report { file: name.display().to_string(), ..report };
            said.push_str(&report.text());
        }
    }
    let golden = path("bad.txt");
    if std::env::var_os("CARDMILL_BLESS").is_some() {
        fs::write(&golden, &said).expect("it can be written");
    }
    assert_eq!(said, fs::read_to_string(&golden).unwrap_or_default());
}

#[test]
fn ready_squads_are_legal_and_played() {
    let catalogue = catalogue();
    assert_eq!(<Squad as Entry<Catalogue>>::shelves(&catalogue)[0].entries.len(), 6);
    for (name, text) in catalogue.squads() {
        let [report] = &of(text, None, &catalogue)[..] else {
            panic!("{name}: expected one squad")
        };
        assert!(report.playable, "{}", report.text());
        assert!(report.warnings.is_empty(), "{}", report.text());
        assert!(report.points > Some(175), "{}", report.text());
        assert!(is_xws(text));
    }
}

fn ready(name: &str, catalogue: &Catalogue) -> Squad {
    let text = catalogue.squads().iter().find(|(known, _)| known == name).map(|(_, text)| text);
    let mut reports = of(text.expect("it comes with the cards"), None, catalogue);
    reports.remove(0).entered().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn squads_are_laid_out_with_their_pilots_and_upgrades() {
    let catalogue = catalogue();
    let squads = ["gold-ion-turrets", "black-squadron-swarm"].map(|name| ready(name, &catalogue));
    let position = laid_out([&squads[0], &squads[1]], catalogue.facts());
    assert_eq!((position.p1.ships.len(), position.p2.ships.len()), (5, 8));
    let ship = &position.p1.ships[4];
    assert_eq!(ship.pilot, "goldsquadronveteran");
    let upgrades: BTreeSet<&str> = ship.upgrades.iter().map(String::as_str).collect();
    assert_eq!(upgrades, ["ioncannonturret", "r5astromech"].into());
    let mut hangar = Hangar::new(&catalogue);
    let table = hangar.add();
    Hangar::deal(hangar.batch_mut(), table, &[&squads[0], &squads[1]], 7, 3);
    let picture = hangar.picture(table).join("\n");
    for (pilot, count) in [("Gold Squadron Veteran", 5), ("Black Squadron Ace", 8)] {
        assert_eq!(picture.matches(pilot).count(), count, "{picture}");
    }
}

#[test]
fn squads_enter_whose_cards_are_all_played() {
    let catalogue = catalogue();
    for (name, text) in catalogue.squads() {
        let source = Source::Text(text.clone(), format!("{name}.json").into());
        let read = <Squad as Entry<Catalogue>>::read(&catalogue, &[source]);
        assert!(read[0].is_ok(), "{name}");
    }
    let read = |text: &str| {
        let source = Source::Text(text.to_owned(), "x.json".into());
        let mut read = <Squad as Entry<Catalogue>>::read(&catalogue, &[source]);
        read.remove(0).expect_err("it is refused").to_string()
    };
    let legal = &catalogue.squads()[0].1;
    let unplayed = r#"{"faction": "scumandvillainy", "pilots": [{"id": "padric"}]}"#;
    assert!(read(unplayed).contains("Padric (padric) is known, but not played yet"));
    let two = format!("[{legal}, {legal}]");
    assert_eq!(read(&two), "x.json: 2 squads; expected a file with one of them");
}

#[test]
fn a_card_is_exchanged_where_it_stays_legal() {
    let catalogue = catalogue();
    let facts = catalogue.facts();
    let squad = ready("crackshot-a-wings", &catalogue);
    assert_eq!(squad.cards(facts)[..3], ["greensquadronpilot", "crackshot", "greensquadronpilot"]);
    let other = squad.with(facts, 3, "marksmanship").expect("it is legal");
    assert_eq!(other.cards(facts)[2..4], ["greensquadronpilot", "marksmanship"]);
    assert_eq!(
        (squad.points(facts, List::default()), other.points(facts, List::default())),
        (Some(198), Some(196))
    );
    let wrong = |place, id| squad.with(facts, place, id).expect_err("it is refused");
    assert_eq!(wrong(3, "crackshit"), ["expected an upgrade, found \"crackshit\""]);
    assert!(wrong(0, "soontirfel")[0].contains("expected rebelalliance"));
    assert!(
        wrong(0, "jakefarrell")[0].starts_with("points: 202;"),
        "{:?}",
        wrong(0, "jakefarrell")
    );
}

#[test]
fn what_is_written_is_read_again() {
    let catalogue = catalogue();
    for (name, _) in catalogue.squads() {
        let squad = ready(name, &catalogue);
        let written = squad.written(catalogue.facts()).to_string();
        assert_eq!(of(&written, None, &catalogue)[0].squad.as_ref(), Some(&squad));
    }
}

#[test]
fn lists_of_names_are_read_as_builders_show_them() {
    let catalogue = catalogue();
    let yasb = "Aces\n\nJake Farrell (34)\n    Crack Shot (3)\nShip total: 39  Half Points: 20\n\n\
                Wedge Antilles (54)\n    Proton Torpedoes (12)\nShip total: 66\n\nTotal: 103\n\
                View in Yet Another Squad Builder: https://example.org/?f=Rebel\n";
    let bay = "Rebel Alliance\n\n(34) Jake Farrell [RZ-1 A-wing]\n(3) Crack Shot\nPoints: 39\n\n\
               (54) Wedge Antilles [T-65 X-wing]\n(12) Proton Torpedoes\nPoints: 66\nTotal points: 103\n";
    let plus = "Jake Farrell (34) + Crack Shot (3)\nWedge Antilles (54) + Proton Torpedoes (12)\n";
    let marked =
        "**Jake Farrell** (34)\n- *Crack Shot* (3)\n**Wedge Antilles** (54)\n- Proton Torpedoes\n";
    for text in [yasb, bay, plus, marked] {
        let [report] = &of(text, None, &catalogue)[..] else {
            panic!("{text}: expected one squad")
        };
        assert!(report.legal, "{}", report.text());
        let cards = report.squad.as_ref().map(|squad| squad.cards(catalogue.facts()));
        let expected = ["jakefarrell", "crackshot", "wedgeantilles", "protontorpedoes"];
        assert_eq!(cards.as_deref(), Some(&expected[..]), "{text}");
        assert_eq!(report.points, Some(103));
    }
    assert_eq!(of(yasb, None, &catalogue)[0].name, "Aces");
}

/// Random squads are legal by the same check, of the faction that is asked for, and differ.
#[test]
fn squads_by_chance_are_legal() {
    let catalogue = catalogue();
    let facts = catalogue.facts();
    for faction in Faction::ALL {
        let mut squads = RandomSquads::new(&catalogue, Some(faction), false, 7);
        let drawn: Vec<Squad> = (0..3)
            .map(|n| squads.next(format!("{n}")).unwrap_or_else(|| panic!("{faction}: none")))
            .collect();
        for squad in &drawn {
            assert_eq!(squad.faction, faction);
            assert_eq!(squad.wrong(facts, List::default()), Vec::<String>::new());
            assert!(squad.points(facts, List::default()) > Some(100), "{squad:?}");
        }
        assert_ne!(drawn[0].ships, drawn[1].ships);
        let mut again = RandomSquads::new(&catalogue, Some(faction), false, 7);
        assert_eq!(again.next("0".to_owned()).as_ref(), drawn.first());
    }
    let mut played = RandomSquads::new(&catalogue, None, true, 1);
    for n in 0..5 {
        let squad = played.next(format!("{n}")).expect("there are cards enough");
        let written = squad.written(facts).to_string();
        assert!(of(&written, None, &catalogue)[0].playable, "{squad:?}");
    }
}
