// Package opencode reads what OpenCode keeps of its sessions: the document that
// `opencode export` writes, {info, messages[{info, parts[]}]}, and the files of its
// storage folder, which hold one session, one message or one part each.
//
// All of these are rewritten while a session runs. A session or message says the same
// in both shapes and gives the same events; a part alone does not say whose message
// it is of, so that a file of the storage folder gives events of its own, which name
// the same items. What is told of a record is what never changes again: the words of
// a finished part, the end of a call, the cost of a completed answer. The package
// concludes no end from a state that stays open.
package opencode
