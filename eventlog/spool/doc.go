// Package spool stores drafts that could not be appended in time, until a process that has
// the log open appends them. Drafts that belong together are one file, in a folder that
// belongs to one log, or in a second folder where the first cannot be written.
//
//	NANOSECONDS-PID-N.jsonl   drafts, a line each, in the form of [eventlog.ParseDraft]
//	NANOSECONDS-PID-N.refused drafts that the log rejected, kept for people
//	.NANOSECONDS-PID-N        being written; one that a killed process left is drained after an hour
//	.lock                     held by the process that drains
//
// The order of the names is the order in which the drafts were stored. A draft keeps its
// id, so that a crash between its append and the removal of its file records nothing
// twice.
//
// It does not open a log and does not change a draft. Its callers scrub drafts before they
// store them.
package spool
