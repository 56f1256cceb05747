// Package audit reports who requested, granted, delegated and performed an act, with the
// events that record it, the evidence for each, and what speaks against it.
//
// It assembles what the folds of tool calls and of approvals hold. It does not read a log,
// verify signatures or know the time: its callers pass approvals that are already judged.
package audit
