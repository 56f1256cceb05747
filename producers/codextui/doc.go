// Package codextui reads the logs that Codex's terminal program keeps of itself when
// CODEX_TUI_RECORD_SESSION is set: what its core told it, what the person answered,
// and much about the screen.
//
// The rollout of the same session holds the conversation, but no answer to an
// approval; the log has those. Its events stand in the rollout's session, "codex/ID",
// with the ids of the calls as items, so that both are one history. What the rollout
// has without an id to join by, messages and reasoning, is left to the rollout.
//
// The package never guesses: an answer names only the turn, so the approvals of a turn
// are answered in the order in which they were asked.
package codextui
