// Package codextui reads the logs that Codex's terminal program writes when
// CODEX_TUI_RECORD_SESSION is set: what its core reported, what the person answered, and
// much about the screen.
//
// The rollout of the same session holds the conversation, but no answers to approvals; the
// log has those. Its events belong to the rollout's session, "codex/ID", with the ids of
// the calls as items, so that both are one history. Messages and reasoning, which the
// rollout has without an id to join by, are left to the rollout.
//
// The package does not guess. An answer names only the turn, so the approvals of a turn
// are answered in the order in which they were requested.
package codextui
