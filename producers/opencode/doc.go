// Package opencode reads what OpenCode keeps of its sessions: the document that `opencode
// export` writes, {info, messages[{info, parts[]}]}, and the files of its storage folder,
// which hold one session, one message or one part each.
//
// All of these are rewritten while a session runs. A session or message has the same
// content in both forms and gives the same events. A part alone does not name its message,
// so a file of the storage folder gives separate events, which name the same items. The
// package records of each record only what never changes again: the words of a finished
// part, the end of a call, the cost of a completed answer. It does not conclude an end
// from a state that stays open.
package opencode
