// Package aider reads the chat histories of aider: one Markdown file for all sessions of a
// project, to which aider appends.
//
// aider ends each of its own lines, and each line of the person, with two spaces; an
// answer has none. That distinguishes its marks from the same marks in an answer or a
// pasted text. A message is recorded at the line behind its last one, because only that
// line shows where the message ends; an answer that breaks off at the end of the file is
// not recorded yet. Times are local, without a zone, and only the beginning of a session
// has one. No line says that a turn ended, so no end is recorded. Token counts are as
// aider rounds them.
package aider
