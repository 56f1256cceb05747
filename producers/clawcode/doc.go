// Package clawcode reads what claw-code writes: sessions, as JSON Lines or as the one
// document of its first versions, and the state file of a worker.
//
// A session file is written anew when the conversation is compacted: the ids of its
// events come of what a message says, not of its place, and after a second compaction
// nobody knows a message's place any more. Messages have no times; a prompt has one
// where the history of prompts names it. No record says that a turn came to its end,
// so none is told. The state file holds the last event of a worker only.
package clawcode
