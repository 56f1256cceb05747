package claudecode

import (
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// hook is a run of a hook, as records of several types describe it.
type hook struct {
	Type       lenient.Word  `json:"type"`
	Event      lenient.Word  `json:"hookEvent"`
	Name       lenient.Word  `json:"hookName"`
	Command    lenient.Word  `json:"command"`
	DurationMS lenient.Whole `json:"durationMs"`
}

// stopHook is the hook that runs when the agent reached the end of its answer.
const stopHook = "Stop"

// writeSystem writes a record of type system; skipped is the reason when it contains nothing to
// record.
func writeSystem(s *scribe) (skipped string) {
	text := lenient.Text(s.e.Content)
	switch s.e.Subtype {
	case "turn_duration":
		s.end(domain.TurnCompleted{DurationMS: int64(s.e.DurationMS)})
	case "stop_hook_summary":
		writeStopHooks(s)
	case "api_error":
		writeRetry(s)
	case "compact_boundary":
		writeCompaction(s)
		m := &s.e.Compact.V
		s.tell(domain.SessionCompacted{Trigger: trigger(m.Trigger), TokensBefore: int64(m.PreTokens), TokensAfter: int64(m.PostTokens)})
	case "microcompact_boundary":
		writeCompaction(s)
		m := &s.e.Microcompact.V
		s.tell(domain.SessionCompacted{Trigger: domain.CompactMicro, TokensBefore: int64(m.PreTokens),
			TokensAfter: max(0, int64(m.PreTokens)-int64(m.TokensSaved))})
	default:
		if text == "" {
			return s.t.strange.Reason("system", string(s.e.Subtype))
		}
		writeLocalCommand(s, strings.TrimSpace(text))
		s.say(s.item, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: producers.Plain(s.e.Subtype), Text: producers.Text(text)})
	}
	if len(s.t.drafts) == 0 {
		return "repeats the end" // of a turn that failed, or is not in the file
	}
	return ""
}

func trigger(t lenient.Word) domain.CompactTrigger {
	switch t {
	case "manual":
		return domain.CompactManual
	case "auto":
		return domain.CompactAuto
	}
	return domain.CompactUnknown
}

// writeStopHooks writes the hooks that ran at the end of an answer.
func writeStopHooks(s *scribe) {
	blocked := bool(s.e.Prevented) || s.e.HookErrors.Kind() == '[' && len(s.e.HookErrors) > len("[]")
	for i, h := range s.e.HookInfos {
		s.sayNth(i, firstOf(producers.ID(s.e.ToolUseID), s.item), domain.HookCompleted{Event: stopHook, Command: producers.Short(h.Command),
			DurationMS: int64(h.DurationMS), Blocked: blocked})
	}
	s.end(domain.TurnCompleted{})
}

// writeCompactSummary writes the text that replaces the conversation before it. The
// compaction is the record before, where the version writes one.
func writeCompactSummary(s *scribe, c content) {
	parent := s.t.nodes[string(s.e.ParentUUID)]
	if s.part == "" && (parent == nil || !parent.compact) {
		s.tell(domain.SessionCompacted{Trigger: domain.CompactUnknown})
	}
	writeMessages(s, c, domain.MessageRecorded{Role: domain.RoleSummary, Synthetic: true})
}

// writeCompaction marks the record as a compaction, which the summary after it does not repeat.
func writeCompaction(s *scribe) {
	if s.node != nil {
		s.node.compact = true
	}
}
