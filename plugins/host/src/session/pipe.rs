//! Lines in and out: output is collected, and handed over before input could block.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use super::protocol::{Handler, PARSE, RpcError, answer, fail};

/// The longest line that is read, in bytes.
pub const LONGEST: u64 = 16 << 20;

/// The size of both buffers in bytes: input is read, and output collected, in such pieces.
const BUFFER: usize = 1 << 16;

/// Answers every line of the input until it ends.
///
/// # Errors
/// When a stream breaks.
pub fn serve(handler: &mut impl Handler, input: impl Read, output: impl Write) -> io::Result<()> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut output = BufWriter::with_capacity(BUFFER, output);
    let mut line = Vec::new();
    loop {
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
            return output.flush();
        }
        if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
            let reason = format!("a line of more than {LONGEST} bytes");
            fail(RpcError::new(PARSE, reason), &mut output)?;
        } else {
            answer(handler, &line, &mut output)?;
        }
    }
}
