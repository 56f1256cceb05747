// Package view renders a canonical report for an audience.
//
// A view is a pure function of its [Inputs]: the content hash of the report, its schema version, what
// the consumer can take, the policy, the time of reading, what the reader has already and the id of the
// redaction key. Its id is the hash of these. What changes independently of them is stored beside it:
// whether it is the latest, and whether it was delivered.
//
// # Absence
//
// Five things look different in every format:
//
//	redacted        {"$redacted": …}    [redacted: rule prompts]         a policy withholds it
//	truncated       {"$truncated": …}   [12 more, cut for size]          it did not fit
//	downgraded      {"$downgraded": …}  listed under what was left out   the consumer cannot or does not take it
//	not known       {"unknown": …}      [not known: unknown_not_checked] the report does not know it
//	does not exist  no member           none                             the report says that there is none
//
// # From a report to a view
//
//	document ─ select ─▶ sections and fields of the audience ─ redact ─▶ what it may see ─ cut ─▶ body
//	body ─▶ JSON, or a page ─▶ markdown, text for a terminal, a file of HTML
//
// For a reader that has an earlier report ([Source].Since) the bodies of both are compared behind redact,
// and items that say the same are counted: {"$unchanged": {"count": 3}}.
//
// What is rendered is read from the redacted body alone. A reader starts at render.go.
package view
