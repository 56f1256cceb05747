package claudecode

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// attached is what is read of an attachment.
type attached struct {
	hook
	ToolUseID lenient.Word   `json:"toolUseID"`
	Content   jsontext.Value `json:"content"`
	Stdout    lenient.Word   `json:"stdout"`
	Stderr    lenient.Word   `json:"stderr"`
	ExitCode  jsontext.Value `json:"exitCode"`
	ItemCount lenient.Whole  `json:"itemCount"`
	Prompt    content        `json:"prompt"`
}

// writeAttachment writes what the program adds to the conversation, and the ends of hooks.
func writeAttachment(s *scribe) (skipped string) {
	a, _ := lenient.Read[attached](s.e.Attachment)
	run := firstOf(producers.ID(a.ToolUseID), s.item)
	switch a.Type {
	case "hook_success", "hook_non_blocking_error", "hook_blocking_error", "hook_stopped_continuation", "hook_error_during_execution",
		"async_hook_response":
		s.say(run, domain.HookCompleted{Event: event(&a.hook), Name: producers.Short(a.Name), Command: producers.Short(a.Command), ExitCode: number(a.ExitCode),
			DurationMS: int64(a.DurationMS), Blocked: a.Type == "hook_blocking_error" || a.Type == "hook_stopped_continuation"})
		writeHook(s, &a.hook)
		writeHookOutput(s, &a)
	case "hook_cancelled":
		s.say(run, domain.HookCanceled{Event: event(&a.hook), Name: producers.Short(a.Name), Command: producers.Short(a.Command), DurationMS: int64(a.DurationMS)})
		writeHook(s, &a.hook)
	case "queued_command":
		writeMessages(s, a.Prompt, domain.MessageRecorded{Role: domain.RoleUser, Phase: "queued"})
	case "task_reminder", "todo_reminder":
		if a.ItemCount == 0 && len(a.Content) <= len("[]") {
			return "empty reminder"
		}
		s.say(s.item, program(a.Type, s.e.Attachment))
	case "max_turns_reached":
		s.say(s.item, program(a.Type, s.e.Attachment))
		s.cutOff()
	case "":
		return "attachment without type"
	default:
		if text := words(a.Content); text != "" {
			s.say(s.item, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: producers.Plain(a.Type), Text: producers.Text(text)})
			return ""
		}
		s.say(s.item, program(a.Type, s.e.Attachment))
	}
	if len(s.t.drafts) == 0 {
		return "empty attachment"
	}
	return ""
}

// writeHookOutput writes what a hook printed: what the model got of it, or all.
func writeHookOutput(s *scribe, a *attached) {
	out := firstOf(lenient.Text(a.Content), string(a.Stdout))
	if strings.TrimSpace(out+string(a.Stderr)) == "" {
		return
	}
	s.say(s.item, domain.MessageRecorded{Role: domain.RoleSystem, Synthetic: true, Phase: "hook_output",
		Text: producers.Text(strings.TrimSpace(out + "\n" + string(a.Stderr)))})
}

// words returns a text or a list of texts as one.
func words(value jsontext.Value) string {
	var c content
	if len(value) == 0 || json.Unmarshal(value, &c, lenient.Options) != nil {
		return ""
	}
	joined, _, rest := c.texts()
	if rest {
		return ""
	}
	return joined
}

// number reads an integer that may be negative; nil for all else.
func number(value jsontext.Value) *int {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < -1<<31 || n > 1<<32 {
		return nil
	}
	return &n
}
