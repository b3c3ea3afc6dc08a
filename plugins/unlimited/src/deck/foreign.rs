//! Files that somebody gives for a deck and that are none: what they are, in one line.

/// The kind of a text that is known and no deck, in words, with what would be one; `None` for
/// others.
pub(super) fn found(text: &str) -> Option<&'static str> {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines().next()?;
    let lower = first.to_lowercase();
    if lower.starts_with('<') {
        return Some("a page of HTML; save the deck as JSON there");
    }
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return Some("a link; open it, and save the deck as JSON there");
    }
    if is_map(text) {
        return Some("a map of Twilight Imperium, as a list of tiles");
    }
    if first.starts_with('{') {
        let is_squad = ["\"pilots\"", "\"faction\""].iter().all(|field| text.contains(field));
        return is_squad.then_some("an XWS squad of X-Wing, which is played from positions");
    }
    if first.starts_with("[ ]") && !first.trim_start_matches(['[', ']', ' ']).is_empty() {
        return Some(
            "a picklist, as SWUDB prints it: it does not say which cards are of the sideboard; export \
             the deck as JSON",
        );
    }
    if is_collection(&lower) {
        return Some("a collection as CSV, as SWUDB exports it, not a deck");
    }
    if lines().any(|line| line.to_lowercase().starts_with("kind:")) {
        return Some("a card in plain words; --card takes it");
    }
    if first == "---" || lines().any(is_yaml) {
        return Some("YAML; write it as JSON, or as a list with a card a line");
    }
    None
}

/// Headings of a table of cards somebody has: `Set,CardNumber,Count,IsFoil`.
fn is_collection(first: &str) -> bool {
    let headings: Vec<&str> =
        first.split([',', ';', '\t']).map(|one| one.trim_matches('"')).collect();
    let has = |names: &[&str]| headings.iter().any(|heading| names.contains(&heading.trim()));
    headings.len() >= 3
        && has(&["set", "set code", "setcode", "cardnumber", "card number", "number"])
        && has(&["count", "quantity", "qty", "owned", "isfoil", "foil"])
}

/// Numbers of tiles, one after the other, as map builders write them; a hyperlane has a letter and
/// its turn behind its number.
fn is_map(text: &str) -> bool {
    let tiles: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',').collect();
    let tiles: Vec<&str> = tiles.into_iter().filter(|tile| !tile.is_empty()).collect();
    let is_tile = |tile: &&str| {
        let tile = tile.trim_matches(['{', '}']).trim_start_matches('-');
        let turned = |c: char| matches!(c, 'a' | 'b' | 'A' | 'B');
        let number = tile.split_once(turned).map_or(tile, |(number, turn)| {
            if turn.len() <= 1 && turn.bytes().all(|c| c.is_ascii_digit()) { number } else { "" }
        });
        (1..=4).contains(&number.len()) && number.bytes().all(|c| c.is_ascii_digit())
    };
    tiles.len() >= 6 && tiles.iter().all(is_tile)
}

/// A field of a list in YAML.
fn is_yaml(line: &str) -> bool {
    let line = line.trim_start_matches("- ").to_lowercase();
    ["count:", "quantity:", "card:", "id:", "cards:"].iter().any(|field| line.starts_with(field))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_decks_are_known() {
        for (text, what) in [
            ("<!DOCTYPE html>\n<html>", "a page"),
            ("https://somewhere.example/deck/1", "a link"),
            ("[ ] [ ]  Wampa\n         SOR 164, SOR 427", "a picklist"),
            ("Set,CardNumber,Count,IsFoil\nSOR,203,3,false", "a collection"),
            ("\"Set\";\"Number\";\"Quantity\"\n", "a collection"),
            ("24 28 35 31 26 32 37 0 43", "a map"),
            ("{18} 24 83A0 35 85B3 -1 0", "a map"),
            ("{\"faction\": \"rebelalliance\",\n\"pilots\": []}", "an XWS squad"),
            ("leader: \"SOR-017\"\nmain:\n- card: \"SOR-104\"\n  count: 3\n", "YAML"),
            ("---\nleader: SOR-017\n", "YAML"),
            ("id: MINE_001\nname: Mine\nkind: unit\n", "a card in plain words"),
        ] {
            assert!(found(text).is_some_and(|found| found.starts_with(what)), "{text}");
        }
        for text in [
            "",
            "{\"deck\": []}",
            "[ ]",
            "3 Wampa",
            "Leader: Boss\nBase: Home\nDeck: 3 Wampa",
            "1 Boss\n1 Home",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
