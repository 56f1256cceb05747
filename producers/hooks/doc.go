// Package hooks maps the payloads that coding agents pass to their hooks to facts, and
// reads recordings of such payloads. [Payload.Facts] is the mapping, without envelope or
// clock: a live hook gives its facts another emitter than an import does.
//
// The facts have the session and the call ids of the transcript of the same session, so
// that both are one history. The package does not guess: a value that neither the payload
// nor the earlier payloads of the same recording state stays unknown.
//
// # How payloads become facts
//
//	SessionStart           session.created; session.resumed, session.cleared
//	UserPromptSubmit       turn.started with the prompt, session.identity_enriched
//	PreToolUse             tool.requested
//	PostToolUse, …Failure  tool.completed, failed, canceled, denied or timed_out
//	PostToolBatch          tool.denied for calls that never ran
//	PermissionRequest      message.recorded (permission_request); the payload does not state who decides, and how
//	PermissionDenied       tool.denied
//	Notification           message.recorded (the notification's type)
//	Stop, StopFailure      turn.completed with the answer, turn.failed, turn.interrupted
//	SubagentStart, …Stop   session.created, turn.started and turn.completed of the subagent
//	PreCompact, …Compact   hook.started, session.compacted
//	SessionEnd             session.ended
//
// A recording is an array of payloads, or payloads on one or several lines each, or
// payloads in a wrapper that a logger added, or behind "payload=" in the lines of a log.
package hooks
