//! The output of `schema`, and the document that is made of it.

use std::fs;
use std::path::Path;

use super::Fixture;

#[test]
fn observations_are_described() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference/observations.md");
    let text = Fixture::new().log(&["schema", "--format", "markdown"]);
    if std::env::var_os("CARDMILL_BLESS").is_some() {
        fs::write(&file, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "CARDMILL_BLESS=1 writes it anew");
}

#[test]
fn the_digest_is_in_all_forms() {
    let fixture = Fixture::new();
    let schema = fixture.json(&["schema"]);
    let digest = schema["digest"].as_str().unwrap();
    assert_eq!(digest.len(), 16);
    for form in ["markdown", "python"] {
        assert!(fixture.log(&["schema", "--format", form]).contains(digest), "{form}");
    }
    let entities = &schema["arrays"][1];
    assert_eq!((&entities["name"], &entities["dtype"]), (&"entities".into(), &"uint8".into()));
    assert_eq!((&entities["axis"], &entities["width"]), (&"E".into(), &64.into()));
    assert_eq!(entities["columns"][4]["values"]["number"], serde_json::json!([0, 255]));
}

#[test]
fn games_without_observations_say_so() {
    for game in ["xwing", "imperium", "skirmish"] {
        Fixture::new().refuses(&["schema", "--game", game], &[game, "no observations"]);
    }
}
