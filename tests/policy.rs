//! Policies as agents: models in ONNX that the tests write themselves.
//!
//! The file format is protobuf: fields with a number, and as many bytes as are said before them.

use assert_cmd::cargo::cargo_bin_cmd;
use cardmill_harness::play::Play;
use cardmill_unlimited::driver::Tabletop;
use tempfile::{TempDir, tempdir};

/// A field with something in it.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut written = vec![number << 3 | 2];
    let mut size = bytes.len();
    while size > 0x7f {
        written.push(size as u8 | 0x80);
        size >>= 7;
    }
    written.push(size as u8);
    [&written, bytes].concat()
}

/// A field with a small number.
fn number(field: u8, value: u8) -> Vec<u8> {
    vec![field << 3, value]
}

const FLOAT: u8 = 1;
const INT16: u8 = 5;
const INT64: u8 = 7;

/// An input or output of the graph.
fn value(name: &str, kind: u8, sizes: &[u8]) -> Vec<u8> {
    let dim = |size: &u8| match size {
        0 => field(1, &field(2, b"N")),
        size => field(1, &number(1, *size)),
    };
    let shape: Vec<u8> = sizes.iter().flat_map(dim).collect();
    let tensor = [number(1, kind), field(2, &shape)].concat();
    [field(1, name.as_bytes()), field(2, &field(1, &tensor))].concat()
}

fn node(inputs: &[&str], output: &str, op: &str, attributes: &[Vec<u8>]) -> Vec<u8> {
    let inputs: Vec<u8> = inputs.iter().flat_map(|name| field(1, name.as_bytes())).collect();
    let attributes: Vec<u8> = attributes.iter().flat_map(|bytes| field(5, bytes)).collect();
    [inputs, field(2, output.as_bytes()), field(4, op.as_bytes()), attributes].concat()
}

/// An attribute that is an integer; field 20 says so.
fn integer(name: &str, value: u8) -> Vec<u8> {
    [field(1, name.as_bytes()), number(3, value), vec![0xa0, 1, 2]].concat()
}

/// The things that a model says of itself, written into its file.
struct Written {
    schema: Option<String>,
    columns: Option<String>,
    input: (&'static str, u8, &'static [u8]),
    output: &'static str,
}

impl Default for Written {
    fn default() -> Self {
        let schema = Tabletop::encoder().unwrap().schema;
        Self {
            schema: Some(format!("{:016x}", schema.digest())),
            columns: None,
            input: ("actions", INT16, &[0, 9, 8]),
            output: "logits",
        }
    }
}

impl Written {
    /// A model that prefers the actions of the greatest verbs.
    fn bytes(&self) -> Vec<u8> {
        let (name, kind, sizes) = self.input;
        // The place of the verb, as a tensor of one number without dimensions.
        let place = [number(2, INT64), field(7, &[0]), field(8, b"verb")].concat();
        let nodes = [
            node(&[name, "verb"], "verbs", "Gather", &[integer("axis", 2)]),
            node(&["verbs"], self.output, "Cast", &[integer("to", FLOAT)]),
        ];
        let graph = [
            nodes.iter().flat_map(|node| field(1, node)).collect(),
            field(2, b"graph"),
            field(5, &place),
            field(11, &value(name, kind, sizes)),
            field(12, &value(self.output, FLOAT, &[0, 9])),
        ]
        .concat();
        let said = |key: &str, said: &Option<String>| {
            let said =
                said.as_ref().map(|said| [field(1, key.as_bytes()), field(2, said.as_bytes())]);
            said.map_or_else(Vec::new, |pair| field(14, &pair.concat()))
        };
        let opset = number(2, 13);
        [
            number(1, 8),
            field(7, &graph),
            field(8, &opset),
            said("cardmill.schema", &self.schema),
            said("cardmill.columns", &self.columns),
        ]
        .concat()
    }
}

/// Runs the program in a folder with a policy.
fn cardmill(folder: &TempDir, arguments: &str) -> (String, String) {
    let mut command = cargo_bin_cmd!("cardmill");
    command.current_dir(folder).env_remove("CARDMILL_CARDS");
    command.args(arguments.split(" "));
    let run = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(run.stdout), text(run.stderr))
}

fn with(written: &Written) -> TempDir {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("policy.onnx"), written.bytes()).unwrap();
    folder
}

const RUN: &str = "simulate luke vader --games 6 --agents policy.onnx,greedy --quiet";

#[cfg(not(feature = "onnx"))]
#[test]
fn a_program_without_policies_says_how_one_with_them_is_built() {
    let (_, errors) = cardmill(&with(&Written::default()), RUN);
    assert!(errors.contains("policy.onnx: this program was built without policies"), "{errors}");
    assert!(errors.contains("cargo build --release --features onnx"), "{errors}");
}

#[cfg(feature = "onnx")]
mod played {
    use super::*;

    /// The line with the digest.
    fn digest(told: &(String, String)) -> String {
        let line = told.0.lines().find(|line| line.starts_with("digest"));
        line.unwrap_or_else(|| panic!("{told:?}")).to_owned()
    }

    #[test]
    fn its_games_are_the_same_however_they_are_played() {
        let folder = with(&Written::default());
        let played = digest(&cardmill(&folder, RUN));
        assert!(played.contains("of this machine and build"), "{played}");
        for how in ["--batch 1", "--threads 1 --batch 32", "--threads 2 --batch 3"] {
            assert_eq!(digest(&cardmill(&folder, &format!("{RUN} {how}"))), played, "{how}");
        }
        // As few actions as there are here, some decisions are on two pages.
        let replay = "replay luke vader --row 3 --agents policy.onnx,greedy";
        let (lines, errors) = cardmill(&folder, replay);
        assert!(lines.contains("wins"), "{lines}{errors}");
        let compare = "compare policy.onnx random --decks luke vader --games 40 --quiet";
        let (table, errors) = cardmill(&folder, compare);
        assert!(table.contains("policy.onnx"), "{table}{errors}");
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let plain = Written::default;
        for (written, reason) in [
            (
                Written { schema: None, ..plain() },
                "it does not say which observations it was trained on",
            ),
            (
                Written { schema: Some("12".into()), ..plain() },
                "it was trained on the observations 12; expected",
            ),
            (
                Written {
                    schema: Some("12".into()),
                    columns: Some(
                        r#"{"arrays": [{"name": "actions", "columns":
                           [{"name": "deed", "values": "row"}]}]}"#
                            .into(),
                    ),
                    ..plain()
                },
                "actions 0: deed \"row\" there, nothing here",
            ),
            (
                Written { input: ("acts", INT16, &[0, 9, 8]), ..plain() },
                "input \"acts\"; expected some of cards, entities, globals, actions, mask",
            ),
            (
                Written { input: ("actions", INT16, &[0, 9, 7]), ..plain() },
                "input \"actions\" is int16 [N, 9, 7]; expected int16 [N, A, 8]",
            ),
            (
                Written { input: ("actions", FLOAT, &[0, 9, 8]), ..plain() },
                "input \"actions\" is float [N, 9, 8]; expected int16 [N, A, 8]",
            ),
            (
                Written { input: ("actions", INT16, &[0, 0, 8]), ..plain() },
                "input \"actions\" does not say how many rows it has",
            ),
            (Written { output: "scores", ..plain() }, "outputs scores; expected \"logits\""),
            (
                Written { input: ("entities", 2, &[0, 9, 64]), ..plain() },
                "", // Entities have nothing to say of actions, but as many numbers as are expected.
            ),
        ] {
            let (told, errors) = cardmill(&with(&written), RUN);
            match reason {
                "" => assert!(told.contains("digest"), "{told}{errors}"),
                reason => assert!(errors.contains(reason), "{reason}: {errors}"),
            }
        }
        let folder = with(&plain());
        std::fs::write(folder.path().join("policy.onnx"), "no model").unwrap();
        assert!(
            cardmill(&folder, RUN).1.contains("policy.onnx: no model; expected a policy as ONNX")
        );
        let (_, errors) = cardmill(&folder, "simulate luke vader --agents other.onnx");
        assert!(errors.contains("other.onnx: cannot be read: No such file"), "{errors}");
        let position = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/positions/duel.ron");
        let (_, errors) = cardmill(&folder, &format!("simulate {position} --agents policy.onnx"));
        assert!(errors.contains("xwing has no observations"), "{errors}");
    }

    #[test]
    fn a_model_is_given_the_columns_that_it_was_trained_on() {
        let schema = Tabletop::encoder().unwrap().schema;
        let mut written = serde_json::to_value(&schema).unwrap();
        let played = |written: &serde_json::Value, sizes| {
            let columns = Some(written.to_string());
            let input = ("actions", INT16, sizes);
            let schema = Some("12".into());
            digest(&cardmill(&with(&Written { schema, columns, input, output: "logits" }), RUN))
        };
        let now = digest(&cardmill(&with(&Written::default()), RUN));
        assert_eq!(played(&written, &[0, 9, 8]), now);
        // Fewer columns, of which the verbs that came last are not known.
        let actions = written["arrays"].as_array_mut().unwrap();
        let actions = actions.iter_mut().find(|array| array["name"] == "actions").unwrap();
        let columns = actions["columns"].as_array_mut().unwrap();
        columns.truncate(2);
        columns[0]["values"]["verbs"].as_array_mut().unwrap().truncate(25);
        assert_eq!(played(&written, &[0, 9, 2]), now);
        assert_eq!(played(&written, &[0, 9, 3]), now);
    }

    #[test]
    fn the_policy_that_is_shipped_wins_more_than_greedy() {
        let policy = concat!(env!("CARGO_MANIFEST_DIR"), "/python/examples/six.onnx");
        let games =
            format!("simulate sabine sabine --games 12 --agents {policy},greedy --format json");
        let (told, errors) = cardmill(&tempdir().unwrap(), &games);
        let told: serde_json::Value = serde_json::from_str(&told).expect(&errors);
        let wins = &told["setups"][0]["seats"][0]["won"]["won"];
        assert!(wins.as_u64().is_some_and(|wins| wins > 6), "{told}");
    }
}
