//! Shares of many against many, as a table: it is read at any size, by its names and numbers, and a cell
//! takes a few bytes.

use maud::{Markup, html};

use crate::output::name::cut_all;

/// Letters of a name that stand beside a row; all of it is told where it is pointed at.
const LABEL: usize = 28;

/// Steps of shade to either side of one half.
const STEPS: f64 = 4.0;

/// The class of a share: how far it is from one half, and to which side.
fn class(share: f64) -> String {
    let lean = (share - 0.5) * 2.0;
    let step = (lean.abs() * STEPS).ceil().clamp(0.0, STEPS);
    match step as u8 {
        0 => "s0".to_owned(),
        step => format!("{}{step}", if lean > 0.0 { 'g' } else { 'b' }),
    }
}

/// Whole percentages that rows win against columns, in this order on both sides. Columns are numbered as
/// rows are.
pub(super) fn shaded(
    caption: &str,
    names: &[&str],
    shares: &[Vec<Option<f64>>],
    order: &[usize],
) -> Markup {
    let labels = cut_all(names.iter().copied(), LABEL);
    html! {
        div class="scroll" role="region" tabindex="0" aria-label=(caption) {
            table class="shares" {
                caption {
                    (caption) ", in percent: green where the row is ahead, red where it is behind, darker the \
                     further. What is alike stands together."
                }
                thead {
                    tr {
                        th scope="col" class="text" { "deck" }
                        @for (number, &column) in order.iter().enumerate() {
                            th scope="col" title=(names[column]) { (number + 1) }
                        }
                    }
                }
                tbody {
                    @for (number, &row) in order.iter().enumerate() {
                        tr {
                            th scope="row" class="text" title=(names[row]) {
                                (number + 1) " " (labels[&names[row]])
                            }
                            @for &column in order {
                                @match shares[row][column] {
                                    Some(share) => {
                                        td class=(class(share)) { (format!("{:.0}", share * 100.0)) }
                                    }
                                    None => td {}
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shades_are_darker_the_further_from_even() {
        let shades = [0.0, 0.2, 0.4, 0.5, 0.51, 0.7, 1.0].map(class);
        assert_eq!(shades, ["b4", "b3", "b1", "s0", "g1", "g2", "g4"]);
    }

    #[test]
    fn every_share_stands_where_its_names_are() {
        let shares = vec![vec![None, Some(0.75)], vec![Some(0.25), None]];
        let text = shaded("Shares", &["Ash", "Birch"], &shares, &[1, 0]).into_string();
        let rows: Vec<&str> = text.split("<tr>").collect();
        assert!(rows[2].contains("1 Birch</th><td></td><td class=\"b2\">25</td>"), "{text}");
        assert!(rows[3].contains("2 Ash</th><td class=\"g2\">75</td><td></td>"), "{text}");
    }
}
