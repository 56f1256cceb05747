// Package codex reads rollouts, the JSON Lines files in which Codex keeps its
// sessions, of all versions since mid-2025, and says what each line tells.
//
// A draft is a function of its record and of the records before it in the same
// file: no record alone names its session. Nothing after the record, no path, no
// clock enters, so that a file cut anywhere and a file that has grown give the
// same drafts for the same lines. The package never appends, never follows a
// reference to another file and never says what no record says: a turn without a
// recorded end stays open, and an approval is not concluded from a call that ran.
package codex
