//! Tables that come with the definitions: a line of headings, then a line for each row, with semicolons
//! between its fields.

/// The rows of a table, each with the number of its line, from 1, and its fields as they stand.
///
/// # Errors
/// A line that has not as many fields as there are: its number, and these columns as what was expected.
pub(super) fn rows<'t, const N: usize>(
    text: &'t str,
    columns: &str,
) -> impl Iterator<Item = Result<(u32, [&'t str; N]), (u32, String)>> {
    (1..).zip(text.lines()).skip(1).map(move |(line, text)| {
        let fields: Vec<&str> = text.split(';').collect();
        let fields: [&str; N] =
            fields.try_into().map_err(|_| (line, format!("expected {columns}")))?;
        Ok((line, fields))
    })
}
