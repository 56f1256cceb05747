package lookcmd_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// events are what agents hand to their hooks, by a short name; a word behind a colon is the
// turn, the subagent or the reason.
func sessionEvent(agent, event string) string {
	name, word, _ := strings.Cut(event, ":")
	if agent == "copilot" {
		return copilotEvent(name)
	}
	more := map[string]any{"prompt_id": word, "turn_id": ""}
	switch agent {
	case "codex":
		more = map[string]any{"prompt_id": "", "turn_id": word}
	case "gemini":
		name = strings.NewReplacer("UserPromptSubmit", "BeforeAgent", "Stop", "AfterAgent").Replace(name)
	}
	switch name {
	case "SessionStart":
		more = map[string]any{"source": word, "prompt_id": ""}
	case "SessionEnd":
		more = map[string]any{"reason": word, "prompt_id": ""}
	case "SubagentStart", "SubagentStop":
		more = map[string]any{"agent_id": word, "agent_type": "scout"}
	case "PreToolUse", "PostToolUse":
		more = map[string]any{"tool_name": "Bash", "tool_use_id": "c1", "tool_input": map[string]any{"command": "ls"}, "prompt_id": word}
	case "StopFailure":
		more["error"] = "rate_limit"
		if agent == "opencode" {
			more["error"] = "MessageAbortedError"
		}
	case "Notification":
		more["message"] = "Claude is waiting for your input"
	}
	return clitest.Payload(name, more)
}

// copilotEvent is a payload in the form of Copilot CLI, which names no turn.
func copilotEvent(name string) string {
	return map[string]string{
		"SessionStart":     `{"sessionId":"s1","cwd":"/work","hookEventName":"sessionStart","source":"new"}`,
		"UserPromptSubmit": `{"sessionId":"s1","cwd":"/work","hookEventName":"userPromptSubmitted","prompt":"go on"}`,
		"Stop":             `{"sessionId":"s1","cwd":"/work","hookEventName":"agentStop","stopReason":"end_turn"}`,
		"SessionEnd":       `{"sessionId":"s1","cwd":"/work","hookEventName":"sessionEnd","reason":"complete"}`,
	}[name]
}

// TestSessionsLanesAndTheBoardAgreeOnWhatIsOver hands hooks the events of a session, and
// holds to each other what the session list, the lane and the board say of it.
func TestSessionsLanesAndTheBoardAgreeOnWhatIsOver(t *testing.T) {
	const (
		waits   = "spawning none wait"
		works   = "working none wait"
		open    = "ended unknown check" // over, and the result is unknown
		done    = "ended finished_unverified read"
		failed  = "ended failed retry"
		stopped = "ended canceled nothing"
	)
	for _, row := range []struct {
		name, agent, events string
		sessions            string // the state of each, and the number of its turns by state
		board               string // state, outcome, next
	}{
		{"nothing was asked", "", "SessionStart:startup", "idle", waits},
		{"ended, nothing was asked", "", "SessionStart:startup SessionEnd:other", "ended", open},
		{"an end alone", "", "SessionEnd:logout", "ended", open},
		{"a prompt", "", "SessionStart:startup UserPromptSubmit:p1", "working open=1", works},
		{"a turn", "", "SessionStart:startup UserPromptSubmit:p1 Stop:p1", "idle completed=1", done},
		{"a turn, then logout", "", "UserPromptSubmit:p1 Stop:p1 SessionEnd:logout", "ended completed=1", done},
		{"a turn, then clear", "", "UserPromptSubmit:p1 Stop:p1 SessionEnd:clear", "ended completed=1", done},
		{"a turn, then exit", "", "UserPromptSubmit:p1 Stop:p1 SessionEnd:prompt_input_exit", "ended completed=1", done},
		{"a turn, then another reason", "", "UserPromptSubmit:p1 Stop:p1 SessionEnd:other", "ended completed=1", done},
		{"ended within a turn", "", "UserPromptSubmit:p1 SessionEnd:prompt_input_exit", "ended open=1", open},
		{"ended within a call", "", "UserPromptSubmit:p1 PreToolUse:p1 SessionEnd:other", "ended open=1", open},
		{"a turn with a call that never came back", "", "UserPromptSubmit:p1 PreToolUse:p1 Stop:p1", "idle completed=1", "ready_for_prompt unknown answer"},
		{"and then its session ended", "", "UserPromptSubmit:p1 PreToolUse:p1 Stop:p1 SessionEnd:other", "ended completed=1", open},
		{"the stop came after the end", "", "UserPromptSubmit:p1 SessionEnd:other Stop:p1", "ended completed=1", done},
		{"resumed", "", "UserPromptSubmit:p1 Stop:p1 SessionEnd:other SessionStart:resume", "ended completed=1", done},
		{"ended within a turn, and resumed", "", "UserPromptSubmit:p1 SessionEnd:other SessionStart:resume", "ended open=1", open},
		{"never asked, ended and resumed", "", "SessionStart:startup SessionEnd:other SessionStart:resume", "ended", open},
		{"resumed and asked", "", "UserPromptSubmit:p1 Stop:p1 SessionEnd:other SessionStart:resume UserPromptSubmit:p2", "working completed=1 open=1", works},
		{"resumed, asked and done", "", "UserPromptSubmit:p1 SessionEnd:other SessionStart:resume UserPromptSubmit:p2 Stop:p2", "idle completed=1 end_not_recorded=1", done},
		{"a notice after the end", "", "UserPromptSubmit:p1 PreToolUse:p1 Stop:p1 SessionEnd:other Notification", "ended completed=1", open},
		{"a subagent ended", "", "UserPromptSubmit:p1 SubagentStart:a1 SubagentStop:a1", "working open=1, idle completed=1", works},
		{"a subagent ended, then its parent", "", "UserPromptSubmit:p1 SubagentStart:a1 SubagentStop:a1 Stop:p1 SessionEnd:other", "ended completed=1, ended completed=1", done},
		{"a subagent works on when its parent is over", "", "UserPromptSubmit:p1 SubagentStart:a1 Stop:p1 SessionEnd:other", "ended completed=1, ended open=1", done},
		{"and its parent is taken up again", "", "UserPromptSubmit:p1 SubagentStart:a1 Stop:p1 SessionEnd:other UserPromptSubmit:p2", "working completed=1 open=1, working open=1", works},

		{"a stop that names no turn", "", "SessionStart:startup UserPromptSubmit:p1 Stop", "idle completed=1", done},
		{"neither names one", "", "SessionStart:startup UserPromptSubmit Stop", "idle completed=1", done},
		{"neither names one, and ended", "", "UserPromptSubmit Stop SessionEnd:other", "ended completed=1", done},
		{"two prompts and a stop that name none", "", "UserPromptSubmit UserPromptSubmit Stop", "idle completed=1 end_not_recorded=1", done},
		{"a turn each, that name none", "", "UserPromptSubmit Stop UserPromptSubmit Stop", "idle completed=2", done},
		{"the second is open", "", "UserPromptSubmit Stop UserPromptSubmit", "working completed=1 open=1", works},
		{"stopped twice", "", "UserPromptSubmit:p1 Stop Stop", "idle completed=1", done},
		{"stopped, and then failed", "", "UserPromptSubmit:p1 Stop StopFailure", "idle failed=1", failed},
		{"a failure that names no turn", "", "UserPromptSubmit:p1 StopFailure", "idle failed=1", failed},
		{"a stop alone", "", "SessionStart:startup Stop", "idle completed=1", done},
		{"a stop without a name within a call", "", "UserPromptSubmit:p1 PreToolUse:p1 Stop SessionEnd:other", "ended completed=1", open},
		{"another turn after a stop without a name", "", "UserPromptSubmit:p1 Stop UserPromptSubmit:p2", "working completed=1 open=1", works},

		{"Codex", "codex", "SessionStart:startup UserPromptSubmit:t1 Stop:t1", "idle completed=1", done},
		{"Codex, no turn named", "codex", "SessionStart:startup UserPromptSubmit:t1 Stop", "idle completed=1", done},
		{"Gemini CLI without a recording", "gemini", "SessionStart:startup UserPromptSubmit Stop", "idle completed=1", done},
		{"Gemini CLI, ended", "gemini", "SessionStart:startup UserPromptSubmit Stop SessionEnd:exit", "ended completed=1", done},
		{"OpenCode", "opencode", "SessionStart:startup UserPromptSubmit Stop", "idle completed=1", done},
		{"OpenCode, broken off", "opencode", "SessionStart:startup UserPromptSubmit:m1 StopFailure", "idle interrupted=1", stopped},
		{"Copilot CLI", "copilot", "SessionStart UserPromptSubmit Stop", "idle completed=1", done},
		{"Copilot CLI, ended", "copilot", "SessionStart UserPromptSubmit Stop SessionEnd", "ended completed=1", done},
		{"Copilot CLI, ended within a turn", "copilot", "SessionStart UserPromptSubmit SessionEnd", "ended open=1", open},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := clitest.Patient(t)
			now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
			w.Now = func() time.Time { return now }
			w.Must("init", "--user")
			agent := row.agent
			if agent == "" {
				agent = "claude-code"
			}
			for _, event := range strings.Fields(row.events) {
				now = now.Add(time.Second)
				w.Hook(sessionEvent(agent, event), agent)
			}
			if diff := cmp.Diff(row.sessions, sessionStates(w)); diff != "" {
				t.Errorf("sessions (-want +got):\n%s", diff)
			}
			for _, state := range []string{"working", "idle", "ended"} {
				listed := clitest.Documents(t, w.Must("sessions", "--state", state, "--json").Out)[0]["total"]
				if want := strings.Count(row.sessions, state); listed != float64(want) {
					t.Errorf("claw sessions --state %s lists %v, want %d", state, listed, want)
				}
			}
			if diff := cmp.Diff(row.board, boardStates(w)); diff != "" {
				t.Errorf("board (-want +got):\n%s", diff)
			}
		})
	}
}

// sessionStates is the state of each session and its turns by status, the parent first.
func sessionStates(w *clitest.World) string {
	w.T.Helper()
	var all []string
	for _, s := range clitest.Documents(w.T, w.Must("sessions", "--json").Out)[0]["sessions"].([]any) {
		row := s.(map[string]any)
		said := row["state"].(string)
		turns, _ := row["turns"].(map[string]any)
		for _, status := range []string{"completed", "interrupted", "failed", "end_not_recorded", "open"} {
			if n, there := turns[status]; there {
				said += fmt.Sprintf(" %s=%v", status, n)
			}
		}
		if row["parent_session"] == nil {
			all = append([]string{said}, all...)
		} else {
			all = append(all, said)
		}
	}
	return strings.Join(all, ", ")
}

// boardStates is what the board says of each lane, and that the lane's own verb says it too.
func boardStates(w *clitest.World) string {
	w.T.Helper()
	var all []string
	for _, l := range clitest.Documents(w.T, w.Must("board", "--json").Out)[0]["lanes"].([]any) {
		row := l.(map[string]any)
		said := fmt.Sprint(row["state"], " ", row["outcome"])
		o := clitest.Documents(w.T, w.Must("lane", "outcome", row["lane"].(string), "--json").Out)[0]
		if alone := fmt.Sprint(o["state"], " ", o["outcome"]); alone != said {
			w.T.Errorf("the board says %q, lane outcome %q", said, alone)
		}
		all = append(all, said+" "+row["next"].(string))
	}
	return strings.Join(all, ", ")
}
