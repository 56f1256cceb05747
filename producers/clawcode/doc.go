// Package clawcode reads the files of claw-code: sessions, as JSON Lines or as the single
// document of its first versions, and the state file of a worker.
//
// A session file is rewritten when the conversation is compacted. The ids of its events
// therefore derive from the content of a message and not from its place; after a second
// compaction the place of a message is lost. Messages have no times; a prompt has one
// where the history of prompts names it. No record says that a turn ended, so no end is
// recorded. The state file holds only the last event of a worker.
package clawcode
