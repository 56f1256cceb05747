// Package spool keeps drafts that could not be appended in time, until somebody who has
// the log open appends them: one file for what belongs together, in a folder that
// belongs to one log, or in a second one where the first cannot be written.
//
//	NANOSECONDS-PID-N.jsonl   drafts, a line each, in the form of [eventlog.ParseDraft]
//	NANOSECONDS-PID-N.refused what the log would not take, kept for people
//	.NANOSECONDS-PID-N        being written; what a killed process left of it is drained after an hour
//	.lock                     held by the one who drains
//
// The order of the names is the order in which the drafts were laid aside. A draft keeps
// the id it was laid aside with, so that a crash between its append and the removal of its
// file repeats nothing.
//
// It never opens a log and never changes a draft: what is laid aside has been scrubbed.
package spool
