// Package witness reads what the end of a tool call shows: tests that ran and how they came out,
// commits, refs that a push moved, pull requests, and files that a command wrote.
//
// It reads the command, and the end that the agent's harness recorded: exit status, output, time
// limit. It never reads the words of a model, runs nothing, and opens no file. All functions are
// pure. Where the end does not show a fact, none is reported.
//
//	command ── policy/shell ──▶ steps ──▶ table of runners ──▶ which step is a test
//	exit status ─────────────▶ whose is it? ─────────────────▶ passed, failed, nothing
//	output ──────────────────▶ the runner's own summary ─────▶ counts; the result where the
//	                                                           status is not the runner's
package witness
