package entire

import (
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// copies are the transcripts beside the documents of sessions.
//
// Up to version 0.3.12, which wrote no version of itself, a checkpoint took the transcript from its shadow
// branch, whatever the agent did when the commit was made. Two hooks of Claude Code put it there: Stop, when
// the answer has ended, and PostToolUse of a subagent's call, when that call is the last of the conversation
// (source: cmd/entire/cli/strategy/manual_commit_condensation.go and hooks_claudecode_handlers.go of these
// versions). So one that ends with a message was copied by Stop. Later versions copy the transcript of a turn
// that goes on.
func copies() *producers.Copies {
	return &producers.Copies{Of: "claude-code", Recording: "full.jsonl", Document: "metadata.json", Digest: "content_hash.txt", Answered: answered}
}

func answered(document []byte) (own string) {
	m, ok := lenient.Read[metadata](document)
	if !ok || producers.ID(m.Checkpoint) == "" || m.Strategy != "manual-commit" || m.Version != "" || m.Turn != "" {
		return ""
	}
	return ownOf(producers.ID(m.Session))
}
