use serde_json::{Value, json};

use super::*;

/// Subtracts, and counts what it was asked to do.
#[derive(Default)]
struct Calculator {
    calls: usize,
}

#[derive(Deserialize)]
struct Terms {
    from: i64,
    less: i64,
}

impl Handler for Calculator {
    type Reply = i64;

    fn handle(&mut self, method: &str, params: Option<&RawValue>) -> Result<i64, RpcError> {
        self.calls += 1;
        match method {
            "subtract" => {
                let text = params.map_or("{}", RawValue::get);
                let terms = serde_json::from_str::<Terms>(text);
                let terms = terms.map_err(|e| RpcError::new(PARAMETERS, e.to_string()))?;
                Ok(terms.from - terms.less)
            }
            _ => Err(RpcError::new(NO_METHOD, method)),
        }
    }
}

/// The answer to a line; `null` for nothing.
fn answered(line: &str) -> Value {
    let mut out = Vec::new();
    answer(&mut Calculator::default(), line.as_bytes(), &mut out).unwrap();
    if out.is_empty() {
        return Value::Null;
    }
    let text = String::from_utf8(out).unwrap();
    assert_eq!(text.matches('\n').count(), 1, "{text}");
    assert!(text.ends_with('\n'));
    serde_json::from_str(&text).unwrap()
}

const WORKS: &str =
    r#"{"jsonrpc":"2.0","method":"subtract","params":{"from":42,"less":23},"id":3}"#;

#[test]
fn a_request_is_answered_with_its_id() {
    assert_eq!(answered(WORKS), json!({"jsonrpc": "2.0", "id": 3, "result": 19}));
    for id in ["\"a\"", "-7", "1.5", "null", "123456789012345678901234567890", "\"\\u00e9\""] {
        let line = WORKS.replace("\"id\":3", &format!("\"id\":{id}"));
        let mut out = Vec::new();
        answer(&mut Calculator::default(), line.as_bytes(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(&format!("\"id\":{id},\"result\":19")), "{text}");
    }
}

#[test]
fn a_notification_is_done_and_not_answered() {
    for line in [
        WORKS.replace(",\"id\":3", ""),
        r#"{"jsonrpc":"2.0","method":"foo"}"#.into(),
        r#"{"jsonrpc":"2.0","method":"subtract","params":{}}"#.into(),
        format!("[{0},{0}]", WORKS.replace(",\"id\":3", "")),
    ] {
        let (mut calculator, mut out) = (Calculator::default(), Vec::new());
        answer(&mut calculator, line.as_bytes(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "", "{line}");
        assert_eq!(calculator.calls, 1 + usize::from(line.starts_with('[')));
    }
}

#[test]
fn blank_lines_are_nothing() {
    for line in ["", "\n", "  \t\r\n"] {
        assert_eq!(answered(line), Value::Null);
    }
}

#[test]
fn what_is_no_request_is_answered_without_id() {
    for (line, code, place) in [
        (r#"{"jsonrpc":"2.0","method":"foobar,"params":"bar","baz]"#, PARSE, "column 36"),
        (
            r#"[{"jsonrpc":"2.0","method":"a","id":"1"},{"jsonrpc":"2.0","method""#,
            PARSE,
            "column 66",
        ),
        ("{", PARSE, "column 1"),
        ("\u{feff}{}", PARSE, "column 1"),
        ("{} {}", PARSE, "column 4"),
        ("1", INVALID, ""),
        ("null", INVALID, ""),
        ("\"request\"", INVALID, ""),
        ("{}", INVALID, "jsonrpc"),
        ("[]", INVALID, ""),
        (r#"{"jsonrpc":"2.0","method":1,"params":"bar"}"#, INVALID, "method"),
        (r#"{"jsonrpc":"2.0","method":"subtract","id":[1]}"#, INVALID, "id"),
        (r#"{"jsonrpc":"2.0","method":"subtract","id":true}"#, INVALID, "id"),
        (r#"{"jsonrpc":"2.0","method":"a","method":"b","id":1}"#, INVALID, "column 38"),
    ] {
        let answer = answered(line);
        assert_eq!(answer["jsonrpc"], "2.0", "{line}");
        assert_eq!(answer.get("id"), Some(&Value::Null), "{line}");
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
        assert_eq!(answer["error"]["data"]["place"], place, "{line}: {answer}");
        assert_eq!(answer.get("result"), None);
    }
    let mut out = Vec::new();
    answer(&mut Calculator::default(), b"{\"jsonrpc\":\"2.0\xff\"}", &mut out).unwrap();
    let answer: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(answer["error"]["code"], PARSE);
}

#[test]
fn what_cannot_be_done_is_answered_with_the_id() {
    for (line, code) in [
        (r#"{"jsonrpc":"2.0","method":"foobar","id":"1"}"#, NO_METHOD),
        (r#"{"jsonrpc":"2.0","method":"subtract","id":"1"}"#, PARAMETERS),
        (r#"{"jsonrpc":"2.0","method":"subtract","params":[1],"id":"1"}"#, PARAMETERS),
        (r#"{"jsonrpc":"1.0","method":"subtract","id":"1"}"#, INVALID),
        (r#"{"method":"subtract","id":"1"}"#, INVALID),
        (r#"{"jsonrpc":"2.0","method":7,"id":"1"}"#, INVALID),
        (r#"{"jsonrpc":"2.0","method":"subtract","id":"1","params":null}"#, INVALID),
        (r#"{"jsonrpc":"2.0","method":"subtract","id":"1","params":"x"}"#, INVALID),
    ] {
        let answer = answered(line);
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("1"), &json!(code)));
    }
}

#[test]
fn a_batch_is_answered_by_a_batch() {
    assert_eq!(
        answered("[1,2]").as_array().map(Vec::len),
        Some(2),
        "what is no request is answered, each"
    );
    let batch = format!(
        r#"[{WORKS},{{"jsonrpc":"2.0","method":"subtract"}},{{"foo":"boo"}},[],
            {{"jsonrpc":"2.0","method":"foo.get","id":"5"}}]"#
    );
    let answers = answered(&batch);
    let answers = answers.as_array().unwrap();
    let codes: Vec<_> = answers.iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes, [&Value::Null, &json!(INVALID), &json!(INVALID), &json!(NO_METHOD)]);
    assert_eq!(answers[0]["result"], 19);
    assert_eq!(answers[3]["id"], "5");
}

/// Answers with a text of 16 KiB.
struct Talker;

impl Handler for Talker {
    type Reply = String;

    fn handle(&mut self, _: &str, _: Option<&RawValue>) -> Result<String, RpcError> {
        Ok("a".repeat(1 << 14))
    }
}

/// Counts what is written and keeps nothing, and the most that was written at once.
#[derive(Default)]
struct Meter {
    all: usize,
    most: usize,
}

impl Write for &mut Meter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.all += bytes.len();
        self.most = self.most.max(bytes.len());
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_answer_to_a_batch_is_handed_over_in_parts() {
    let batch = format!("[{}]", vec![WORKS; MOST_IN_BATCH].join(","));
    let mut meter = Meter::default();
    super::super::pipe::serve(&mut Talker, batch.as_bytes(), &mut meter).unwrap();
    assert!(meter.all > MOST_IN_BATCH << 14);
    assert!(meter.most <= 1 << 16, "{}", meter.most);
}

#[test]
fn a_pipe_goes_on_after_a_line_that_is_too_long() {
    let mut input = vec![b'['; super::super::pipe::LONGEST as usize + 10];
    input.push(b'\n');
    input.extend(WORKS.as_bytes());
    let mut out = Vec::new();
    super::super::pipe::serve(&mut Calculator::default(), &input[..], &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let codes: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(codes[0]["error"]["code"], PARSE);
    assert_eq!(codes[1]["result"], 19);
}
