// Package hooks says what the payloads tell that coding agents hand to their hooks, and
// reads recordings of such payloads. [Payload.Facts] is the mapping, without envelope or
// clock: a live hook gives its facts another emitter than an import does.
//
// The facts stand in the session and with the call ids that the transcript of the
// same session has, so that both are one history. The package never guesses: what a
// payload does not say, and what the earlier payloads of the same recording do not say,
// stays unknown.
//
// # How payloads become facts
//
//	SessionStart           session.created; session.resumed, session.cleared
//	UserPromptSubmit       turn.started with the prompt, session.identity_enriched
//	PreToolUse             tool.requested
//	PostToolUse, …Failure  tool.completed, failed, canceled, denied or timed_out
//	PostToolBatch          tool.denied for calls that never ran
//	PermissionRequest      message.recorded (permission_request): who decides, and how, no hook is told
//	PermissionDenied       tool.denied
//	Notification           message.recorded (the notification's type)
//	Stop, StopFailure      turn.completed with the answer, turn.failed, turn.interrupted
//	SubagentStart, …Stop   session.created, turn.started and turn.completed of the subagent
//	PreCompact, …Compact   hook.started, session.compacted
//	SessionEnd             session.ended
//
// Recordings come as an array of payloads, as one payload or several, a line each or
// spread over lines, within a wrapper that a logger put around them, or behind
// "payload=" in lines of a log.
package hooks
