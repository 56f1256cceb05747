// Package record appends facts and decisions to a log.
//
// A [Recorder] scrubs facts, sets their trust and appends them. An [Intake] does so in the time
// that a hook has, and stores in the spool what the log does not accept in that time. An [Operator]
// decides: it loads a stream, folds it, decides and appends at the revision that it read, and
// decides again when others appended in the meantime.
package record
