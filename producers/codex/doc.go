// Package codex reads rollouts, the JSON Lines files in which Codex keeps its sessions, of
// all versions since mid-2025.
//
// A draft is a function of its record and of the records before it in the same file,
// because no single record names its session. It does not depend on later records, on a
// path or on a clock. A file that is cut anywhere and a file that has grown therefore give
// the same drafts for the same lines. The package does not append, does not follow
// references to other files and does not invent facts: a turn without a recorded end stays
// open, and a call that ran does not imply an approval.
package codex
