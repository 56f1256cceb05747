// Package copilot reads the session events of GitHub Copilot CLI: the file events.jsonl of
// each session, one JSON object a line.
//
// Only the first record names the session, so a draft is a function of its record and of
// the earlier ones of the file. The package does not guess: a turn without a sign of its
// end stays open, a call without a result stays open, and the end of a file does not end a
// session.
//
// # How records become events
//
//	session.start, resume        session.created, session.resumed
//	session.*_change, context    session.identity_enriched
//	user.message                 turn.started, message.recorded
//	assistant.message            message.recorded, tool.requested, usage.recorded
//	assistant.turn_end           turn.completed, when the answer before it requested no tool
//	tool.*                       tool.requested, started, completed, failed, denied, canceled, timed_out
//	permission.*                 message.recorded (permission_request, permission_decision), tool.denied
//	hook.start, hook.end         hook.started, hook.completed; agentStop gives turn.completed
//	abort                        turn.interrupted
//	session.shutdown             session.ended, usage.recorded
//
// A turn of a person is what Copilot calls an interaction; what Copilot calls a turn is
// one request to the model. A subagent has its own session, "copilot-cli/SESSION/CALL".
package copilot
