package sweagent

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// trajectory is a pass over a trajectory of SWE-agent.
type trajectory struct {
	run
	steps    int
	messages int
	first    string // the list that came first: its records state what was done
	answered bool   // the history has come to the model's first answer
	pending  []pending
}

// pending is a call whose result is not recorded yet.
type pending struct {
	item  string
	name  string
	asked domain.EventID
}

// step is what the model answered, what was done, and the result.
type step struct {
	Action      jsontext.Value `json:"action"`
	Observation lenient.Word   `json:"observation"`
	Response    lenient.Word   `json:"response"`
	Thought     lenient.Word   `json:"thought"`
	Time        seconds        `json:"execution_time"`
	State       jsontext.Value `json:"state"`
}

// Enter implements [producers.Visitor].
func (t *trajectory) Enter(path string, rest []byte) bool {
	return path == "" && rest[0] == '{' || path == "trajectory" || path == "history"
}

// Lead implements [producers.Visitor]. Steps contain more than the history of the same run.
func (t *trajectory) Lead(path, name string) string {
	if path == "" && name == "history" {
		return "trajectory"
	}
	return ""
}

// Visit implements [producers.Visitor].
func (t *trajectory) Visit(path string, at int, value []byte) {
	list, _, inList := strings.Cut(path, "/")
	if inList && t.first == "" {
		t.first = list
	}
	switch path {
	case "trajectory/*":
		t.step(at, value)
	case "history/*":
		t.history(at, value)
	case "info":
		t.when(at, func() { t.info(at, value) })
	case "attempts":
		t.d.Skip(at, "attempts that were not chosen")
	}
}

// step records a step. The first one names the run.
func (t *trajectory) step(at int, raw []byte) {
	if t.first != "trajectory" {
		t.d.Skip(at, "repeats the history")
		return
	}
	s, ok := lenient.Read[step](raw)
	if !ok {
		t.d.Skip(at, "no step")
		return
	}
	i := t.steps
	t.steps++
	t.when(at, func() { t.record(at, i+firstSteps, raw).step(&s) })
	if t.own == "" {
		t.naming = compact(raw)
		t.created.Workspace = producers.Recorded[domain.Path](workingDir(s.State))
		t.named()
	}
}

// firstSteps leaves room for prompts, which come after the steps in the list.
const firstSteps = 1 << 14

// workingDir reads the folder from a state, which older versions wrote as JSON in a string.
func workingDir(state jsontext.Value) lenient.Word {
	if inner := lenient.Text(state); inner != "" {
		state = jsontext.Value(strings.TrimSpace(inner))
		if !state.IsValid() {
			return ""
		}
	}
	s, _ := lenient.Read[struct {
		Dir lenient.Word `json:"working_dir"`
	}](state)
	return s.Dir
}

func (r *record) step(s *step) {
	words := s.Response
	if words == "" {
		words = s.Thought
	}
	if words != "" {
		r.say("message", r.item("/message"), domain.MessageRecorded{Role: domain.RoleAssistant, Text: producers.Text(string(words))})
	}
	if strings.TrimSpace(lenient.Text(s.Action)) == "" {
		if s.Observation != "" {
			r.say("observation", r.item("/observation"), domain.MessageRecorded{Role: domain.RoleTool, Synthetic: true, Text: producers.Text(string(s.Observation))})
		}
		r.d.Skip(r.at, "an empty step")
		return
	}
	p := domain.ToolRequested{Name: "action"}
	p.Input, p.Raw = producers.Foreign(s.Action)
	item := r.item("")
	asked := r.say("requested", item, p)
	r.say("ended", item, observed("action", string(s.Observation), s.Time.millis()), asked)
}

// observed returns how an action ended: no exit code is recorded, but the program's own words where it
// did not run the action to its end.
func observed(name, words string, millis int64) domain.Payload {
	r := domain.ToolResult{Name: name, Output: producers.Text(words), DurationMS: millis}
	switch {
	case strings.HasPrefix(words, "The command '") && strings.Contains(words, "' was cancelled because it took more than "):
		return domain.ToolTimedOut{ToolResult: r}
	case strings.HasPrefix(words, "Your bash command contained syntax errors and was NOT executed"):
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrInput}
	case strings.HasPrefix(words, "Operation '") && strings.Contains(words, "' is not supported by this environment"):
		return domain.ToolDenied{Name: name, By: domain.DeniedByPolicy, Reason: r.Output}
	}
	return domain.ToolCompleted{ToolResult: r}
}

// sumsSeveral is the revision of the rule by which a run's usage says that it sums up several responses.
const sumsSeveral = 2

// info records how the run ended and what it cost. Before its end it is written anew.
func (t *trajectory) info(at int, raw []byte) {
	i, _ := lenient.Read[struct {
		Status  lenient.Word `json:"exit_status"`
		Version lenient.Word `json:"swe_agent_version"`
		Stats   lenient.Object[struct {
			Sent     lenient.Whole   `json:"tokens_sent"`
			Received lenient.Whole   `json:"tokens_received"`
			Cost     lenient.Decimal `json:"instance_cost"`
		}] `json:"model_stats"`
	}](raw)
	if i.Status == "" {
		t.d.Skip(at, "the run goes on")
		return
	}
	e := record{run: &t.run, at: at, key: "end", seq: lastSeq - perRecord, time: notRecorded}
	if i.Version != "" {
		e.tell("version", domain.SessionIdentityEnriched{AgentVersion: producers.Short(i.Version)})
	}
	if s := i.Stats.V; s.Sent+s.Received > 0 {
		e.turn, e.revision = theTurn, sumsSeveral
		e.say("usage", t.own+"/usage", domain.UsageRecorded{Input: int64(s.Sent), Output: int64(s.Received), Together: true, StatedCost: producers.Dollars(s.Cost)})
	}
	t.ended(at, string(i.Status), i.Status == "submitted")
}
