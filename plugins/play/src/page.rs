//! The page: one for the house and for its tables. What it shows is asked for by its script.

use cardmill_host::output::html::viewer::BOARDS;
use maud::{DOCTYPE, html};

/// The page, as it stands behind a token.
#[must_use]
pub fn page(token: &str) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Cardmill" }
                link rel="stylesheet" href={ "/" (token) "/play.css" };
                script src={ "/" (token) "/play.js" } defer {}
            }
            body data-base={ "/" (token) } {
                header {
                    h1 id="title" tabindex="-1" { "Cardmill" }
                    p id="status" role="status" aria-live="polite" {}
                    p id="trouble" role="alert" {}
                }
                noscript { p { "This page needs its script, which comes from this machine." } }
                div id="lobby" hidden {
                    section aria-labelledby="tables-title" {
                        h2 id="tables-title" { "Tables" }
                        ul id="tables" {}
                    }
                    section aria-labelledby="new-title" {
                        h2 id="new-title" { "A new table" }
                        form id="new" {
                            label { "Game " select id="setup" {} }
                            div id="seats" {}
                            datalist id="levels" {}
                            button type="submit" { "Open the table" }
                        }
                    }
                    section aria-labelledby="saves-title" {
                        h2 id="saves-title" { "Games that were saved" }
                        ul id="saves" {}
                    }
                }
                main id="table" hidden {
                    div id="stage" {
                        section id="board" aria-label="The table" {}
                    }
                    div id="side" {
                        section id="asked" aria-label="What is asked" {}
                        section id="tools" aria-label="Tools" {
                            button type="button" id="undo" title="U" { "Take back" }
                            button type="button" id="hint" title="H" { "Hint" }
                            label { "of " input id="adviser" list="advisers" autocomplete="off"; }
                            datalist id="advisers" {}
                            button type="button" id="step" title="N" { "Next" }
                            button type="button" id="run" title="Space" { "Run" }
                            button type="button" id="hand-over" { "Hand over" }
                            button type="button" id="save" title="S" { "Save" }
                            a id="leave" href={ "/" (token) "/" } { "All tables" }
                        }
                        section aria-labelledby="news-title" {
                            h2 id="news-title" { "What happened" }
                            div id="told" class="unseen" role="log" aria-live="polite" {}
                            ol id="news" tabindex="0" aria-label="What happened, the newest first" {}
                        }
                        details {
                            summary { "Keys" }
                            p { "1 to 9 take an option; arrow keys go from option to option and Enter takes it. U takes back, H asks for a hint, S saves; N and Space go on with a game that is watched." }
                            p { "What is taken back is the table, not what you know: you have seen what you have seen, and the same cards and dice come again." }
                        }
                    }
                }
            }
        }
    }
    .into_string()
}

/// The style sheet of the page: that of boards everywhere, and what is around them here.
#[must_use]
pub fn style() -> String {
    [BOARDS[0], include_str!("page/play.css")].concat()
}

/// The script of the page: the one that draws boards, and the page's own.
#[must_use]
pub fn script() -> String {
    ["\"use strict\";\n", BOARDS[1], include_str!("page/play.js")].concat()
}
