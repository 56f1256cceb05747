// Package aider reads the chat histories of aider: Markdown that it appends to, all of a
// project's sessions in one file.
//
// aider ends each line of its own, and each of the person's, with two spaces, which an
// answer does not: that tells its marks from the same marks in an answer or a pasted
// text. A message is told at the line behind its last one, since only that says where it
// ends; an answer that breaks off at the end of the file is not told yet. Times are
// local, without a zone, and of the session's beginning only. No line says that a turn
// came to its end, so none is told. Counts of tokens are as aider rounds them.
package aider
