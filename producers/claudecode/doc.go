// Package claudecode reads the transcripts of Claude Code: JSON Lines files with one
// conversation each, of every version since 1.0.
//
// A record belongs to the session that it names itself, not to the file that contains it.
// Copies of a session and cumulative exports of it therefore give the same events under
// the same ids. The package does not guess: a turn without a sign of its end stays open, a
// call without a result stays open, and the end of a file does not end a session.
//
// # How records become events
//
//	user, a prompt      turn.started, message.recorded; turn.withdrawn when it goes back before an earlier prompt
//	user, tool_result   tool.completed, failed, denied, timed_out or canceled
//	user, others        message.recorded (synthetic), turn.interrupted, session.ended, session.cleared
//	assistant           message.recorded, tool.requested, usage.recorded, turn.completed, provider.failed
//	system              turn.completed, hook.completed, session.compacted, provider.failed, message.recorded
//	progress            hook.started, tool.started, tool.output, the records of subagents
//	attachment          hook.completed, hook.canceled, message.recorded
//	titles, modes, PRs  session.identity_enriched
//
// The first record of a session adds session.created, or session.resumed when it follows a
// record of another session. Subagents have their own sessions, named after the parent's:
// "claude-code/PARENT/AGENT".
package claudecode
