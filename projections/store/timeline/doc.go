// Package timeline lists what happened in a lane or a session, in order and in words: prompts,
// answers, commands with their exit and the lines that matter, files written, tests, commits,
// approvals, decisions, errors, turns with their cost, and silences.
//
// The read model determines which events are one call and which turns count; the words are read
// from the streams of the log. What several recordings report about one thing appears once. The
// package writes nothing, and it shows words as they were recorded: the caller makes them safe
// to print.
package timeline
