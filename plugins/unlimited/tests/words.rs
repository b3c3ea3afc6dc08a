//! A word is a file and a line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use cardmill_unlimited::words::condition::Condition;
use cardmill_unlimited::words::cost::Cost;
use cardmill_unlimited::words::event::Event;
use cardmill_unlimited::words::grant::Grant;
use cardmill_unlimited::words::measure::Measure;
use cardmill_unlimited::words::step::Step;

/// The words that CONTRIBUTING shows, and the places that it names for each.
const SHOWN: [(&str, [&str; 2]); 2] = [
    ("UseAction", ["words/step/mod.rs", "words/step/use_action.rs"]),
    ("ExhaustUnit", ["words/cost/exhaust_unit.rs", "words/cost/mod.rs"]),
];

/// A family of words.
struct Family {
    /// The name of its enum.
    name: &'static str,
    /// The folder of its rooms.
    folder: &'static str,
    /// Its words: the file and the name of each.
    words: &'static [(&'static str, &'static str)],
    /// The words that are named outside of their own files and the list of the family, with the
    /// number of such files. Numbers only go down and words only go away: what the game wants to know
    /// of a word it asks the word. (A file that grows too long for one and is made into two counts twice.)
    named: &'static str,
}

/// The families of words, with what may be named of them elsewhere.
const FAMILIES: [Family; 6] = [
    Family {
        name: "Step",
        folder: "step",
        words: Step::WORDS,
        named: "Arrange 4, Attach 3, Attack 7, Capture 3, Choose 18, ChooseArena 1, \
                Costs 3, Create 1, Credit 1, Damage 5, Defeat 6, DefeatCredit 1, Delayed 1, \
                Deploy 1, Discard 6, DiscardCards 3, DiscardDeck 1, DiscardHand 1, \
                DiscardNamesakes 3, Disclose 1, Divide 4, Draw 3, DrawCards 2, EachPlayer 1, \
                Exchange 1, Exhaust 7, ExhaustResources 2, Give 3, Heal 4, HealUpTo 2, If 7, \
                Indirect 3, Lasting 5, LookAtHand 1, LookTop 2, May 4, Modes 5, Move 1, \
                NextCostsLess 3, Pay 8, PayAny 2, Play 8, Ready 4, ReadyResources 2, \
                ResourceTop 2, Reveal 2, Search 6, TakeControl 3, ToBottom 3, ToHand 5, \
                ToResources 3, ToTop 3, UseTheForce 1, UseTriggered 1",
    },
    Family { name: "Cost", folder: "cost", words: Cost::WORDS, named: "" },
    Family {
        name: "Condition",
        folder: "condition",
        words: Condition::WORDS,
        named: "ActionPhase 2, All 3, Ambushing 1, AtLeast 2, Attacking 2, \
                AttackingBase 2, BaseAttacked 1, BaseStruck 1, Coordinate 2, Damaged 1, \
                Defeated 1, DefeatedInCombat 1, DefenderDefeated 1, Defending 1, Did 6, \
                Exists 3, Initiative 1, InitiativeTaken 1, Is 4, More 1, Not 4, \
                OtherAttacked 2, Resources 1, Survived 1, TheForce 1, UpgradeDefeated 1, \
                UpgradedOther 1",
    },
    Family {
        name: "Measure",
        folder: "measure",
        words: Measure::WORDS,
        named: "Bound 2, Cost 6, Count 4, Damage 5, Dealt 1, Deeds 4, Defeated 1, \
                Different 1, Hand 2, Icons 2, Keywords 2, Less 1, Most 1, Number 4, One 2, \
                Paid 3, Plus 1, Power 5, ReadyResources 4, RemainingHp 5, Resources 3, Struck 1",
    },
    Family {
        name: "Event",
        folder: "event",
        words: Event::WORDS,
        named: "Attaches 1, Attacked 1, Attacks 1, Captured 1, CombatDamage 1, DealsMuch 1, Defeated 1, \
                Detaches 1, Discarded 1, LeavesPlay 1, PhaseEnds 1, Played 3, Smuggled 1, Starts 2, Uses 2",
    },
    Family {
        name: "Grant",
        folder: "grant",
        words: Grant::WORDS,
        named: "Ability 4, AssignsIndirect 1, CanAttack 1, CannotAttackBases 1, \
                CannotGain 2, CannotReady 1, DoubleRaid 2, Exploit 4, Hp 7, ItsKeywords 2, Keyword 6, \
                LeaderUnit 4, LoseAbilities 5, LoseKeyword 2, LoseKeywords 2, LoseTrait 3, \
                MoreIndirect 1, NotUnique 1, Power 7, Printed 3, Protected 2, Raid 1, \
                RaidAsRestore 1, Restore 1, RestoreAsRaid 1, Smuggle 2, Trait 5",
    },
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_words_that_contributing_shows_are_where_it_says() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (source, mut all) = (package.join("src"), Vec::new());
    files(&source, &mut all);
    let told = fs::read_to_string(package.join("../../CONTRIBUTING.md")).unwrap();
    for (word, places) in SHOWN {
        let mut found = all.clone();
        found.retain(|path| says(&fs::read_to_string(path).unwrap(), word));
        found.sort();
        assert_eq!(found, places.map(|place| source.join(place)), "{word}");
        for place in places {
            assert!(told.contains(&format!("`plugins/unlimited/src/{place}`")), "{place}");
        }
    }
}

/// The paths of a `use`, braces written out.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, list)) = tree.split_once('{') else { return vec![tree.to_owned()] };
    let list = list.strip_suffix('}').unwrap();
    let (mut deep, mut parts) = (0, vec![String::new()]);
    for c in list.chars() {
        deep += i32::from(c == '{') - i32::from(c == '}');
        if c == ',' && deep == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().unwrap().push(c);
        }
    }
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts.flat_map(|part| paths(part)).map(|path| format!("{before}{path}")).collect()
}

/// The imports of a file from its own crate, as paths from the root of that.
fn imports(module: &[String], text: &str) -> Vec<Vec<String>> {
    let lines = text.split(';').filter_map(|line| line.trim_start().rsplit_once("use "));
    let trees = lines.map(|(_, tree)| tree.replace(" as ", "=").split_whitespace().collect());
    let own = |tree: &String| tree.starts_with("crate::") || tree.starts_with("super::");
    let whole = |path: String| {
        let path = path.split('=').next().unwrap();
        let words: Vec<_> = path.split("::").map(str::to_owned).collect();
        let above = words.iter().take_while(|word| *word == "super").count();
        match &*words[0] {
            "crate" => Some(words[1..].to_vec()),
            "super" => Some([&module[..module.len() - above], &words[above..]].concat()),
            _ => None,
        }
    };
    let found = trees.filter(own).flat_map(|tree: String| paths(&tree)).filter_map(whole);
    found.flat_map(brought).collect()
}

/// The names that an import brings: all that a prelude hands on, by its own imports.
fn brought(path: Vec<String>) -> Vec<Vec<String>> {
    let [prelude @ .., all] = &path[..] else { return vec![path] };
    if all != "*" || prelude.last().is_none_or(|name| name != "prelude") {
        return vec![path];
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(prelude.join("/"));
    imports(prelude, &fs::read_to_string(file.with_extension("rs")).unwrap())
}

/// Returns `true` for a text that says a name, and not only a part of another one.
fn says(text: &str, name: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name)
        .any(|(at, _)| !text[..at].ends_with(part) && !text[at + name.len()..].starts_with(part))
}

#[test]
fn no_word_is_named_in_more_files_than_before() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&source, &mut all);
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let path = path.strip_prefix(&source).unwrap().with_extension("");
        let module: Vec<_> = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        (module, text.split("mod tests {").next().unwrap().to_owned())
    };
    let texts: Vec<_> = all.iter().map(read).collect();
    let mut flaws = Vec::new();
    for Family { name: family, folder, words, named } in FAMILIES {
        let mut found: BTreeMap<&str, usize> = BTreeMap::new();
        for (path, text) in texts.iter().filter(|(path, _)| *path != ["words", folder, "mod"]) {
            let module = path.strip_suffix(&["mod".to_owned()]).unwrap_or(path);
            let imports = imports(module, text);
            let from_rooms = imports.iter().filter_map(|path| match &path[..] {
                [words, of, rest @ ..] if words == "words" && of == folder => Some(rest),
                _ => None,
            });
            let from_rooms: Vec<_> = from_rooms.collect();
            let has_family = from_rooms.contains(&&[family.to_owned()][..])
                || imports.contains(&vec!["vocabulary".to_owned(), family.to_owned()]);
            let has_door = from_rooms.contains(&&[][..]);
            for (file, word) in words {
                let names = from_rooms.iter().any(|path| path.iter().any(|name| name == word))
                    || has_family && says(text, &format!("{family}::{word}"))
                    || has_door && says(text, &format!("{folder}::{word}"));
                if names && *module != ["words", folder, file] {
                    *found.entry(*word).or_default() += 1;
                }
            }
        }
        let most: BTreeMap<_, usize> = named
            .split(", ")
            .filter(|row| !row.is_empty())
            .map(|row| row.split_once(' ').unwrap())
            .map(|(word, files)| (word, files.parse().unwrap()))
            .collect();
        for (word, files) in &found {
            let most = most.get(word).copied().unwrap_or(0);
            if *files > most {
                flaws.push(format!("{family}::{word} is named in {files} files, not in {most}"));
            }
        }
        for (word, most) in &most {
            let files = found.get(word).copied().unwrap_or(0);
            if files < *most {
                flaws.push(format!(
                    "{family}::{word} is named in {files} files; it is said: {most}"
                ));
            }
        }
    }
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}
