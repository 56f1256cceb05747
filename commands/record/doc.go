// Package record appends facts and decisions to a log.
//
// A [Recorder] scrubs facts, gives them their trust and appends them. An [Intake] does so in
// the time that a hook has, and lays aside what the log does not take in that time. An
// [Operator] decides: it loads a stream, folds it, decides and appends at the revision that it
// read, and decides again when others appended meanwhile.
package record
