// Package reports builds the canonical report: one document of what a log shows about a scope in a
// window, together with what the reporter states. It takes values and returns values: package gather
// reads a read model, commands file reports, front doors print them.
//
// # Identity
//
// A [Document] has a content hash: SHA-256 over its RFC 8785 form ([Seal]). What differs between
// two reports of the same content is outside of it: the report id, the hash itself, when and by
// whom it was generated, the cycle and the nudge that it answers, the log and its position. Times of
// observation and their TTL are content; an age never is, because it depends on the time of reading.
//
// # Absence
//
// A section is known or states why it is not. A known section without items has an entry in
// negative_evidence that names what was searched.
//
// # Parts
//
// [Build] makes a document; [Check] checks one against the contract; [Compare] reports field by
// field what changed since another; [Diff] and [Apply] are RFC 6902 between two; [Cut] and
// [Assemble] carry one through a channel with a limit; [Fold] reads the stream of a report.
//
// A reader starts at document.go.
package reports
