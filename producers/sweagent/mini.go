package sweagent

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/lenient"
)

// mini is a pass over a trajectory of mini-swe-agent.
type mini struct {
	run
	messages int
	infoAt   int // where info begins
	pending  []pending
}

// Revision 2 of the beginning of a run holds the content of info also where info follows
// the messages.
const infoBehind = 2

// said is a message, with what the program stores beside it.
type said struct {
	Role    lenient.Word   `json:"role"`
	Content jsontext.Value `json:"content"`
	CallID  lenient.Word   `json:"tool_call_id"`
	Extra   lenient.Object[struct {
		Timestamp  seconds      `json:"timestamp"`
		Returncode lenient.Int  `json:"returncode"`
		Output     lenient.Word `json:"raw_output"`
		Exception  lenient.Word `json:"exception_info"`
		Interrupt  lenient.Word `json:"interrupt_type"`
		Status     lenient.Word `json:"exit_status"`
		Actions    lenient.List[struct {
			Command lenient.Word `json:"command"`
			CallID  lenient.Word `json:"tool_call_id"`
		}] `json:"actions"`
		Response lenient.Object[response] `json:"response"`
	}] `json:"extra"`
}

// response is the provider's answer.
type response struct {
	ID    lenient.Word `json:"id"`
	Model lenient.Word `json:"model"`
	Usage lenient.Object[struct {
		Prompt     lenient.Whole `json:"prompt_tokens"`
		Completion lenient.Whole `json:"completion_tokens"`
		InDetail   lenient.Object[struct {
			Cached lenient.Whole `json:"cached_tokens"`
		}] `json:"prompt_tokens_details"`
		OutDetail lenient.Object[struct {
			Reasoning lenient.Whole `json:"reasoning_tokens"`
		}] `json:"completion_tokens_details"`
	}] `json:"usage"`
}

// Enter implements [producers.Visitor].
func (m *mini) Enter(path string, _ []byte) bool { return path == "" || path == "messages" }

// Lead implements [producers.Visitor]. What the run was made with is a part of its beginning.
func (m *mini) Lead(path, name string) string {
	if path == "" && name == "messages" {
		return "info"
	}
	return ""
}

// Visit implements [producers.Visitor].
func (m *mini) Visit(path string, at int, value []byte) {
	switch path {
	case "info":
		m.info(at, value)
	case "*", "messages/*":
		m.message(at, value)
	}
}

// info records how the run was configured and how it ended. It is shown before the messages
// that name the run.
func (m *mini) info(at int, raw []byte) {
	i, _ := lenient.Read[struct {
		Status  lenient.Word `json:"exit_status"`
		Version lenient.Word `json:"mini_version"`
		Config  lenient.Object[struct {
			Model lenient.Object[struct {
				Name lenient.Word `json:"model_name"`
			}] `json:"model"`
			Environment lenient.Object[struct {
				CWD lenient.Word `json:"cwd"`
			}] `json:"environment"`
		}] `json:"config"`
	}](raw)
	m.infoAt = at
	if m.own == "" {
		m.created.AgentVersion = producers.Short(i.Version)
		m.created.Model = producers.Short(i.Config.V.Model.V.Name)
		m.created.Workspace = producers.Recorded[domain.Path](i.Config.V.Environment.V.CWD)
	}
	if i.Status == "" {
		m.d.Skip(at, "the run goes on")
		return
	}
	m.when(at, func() { m.ended(at, string(i.Status), i.Status == "Submitted") })
}

func (m *mini) message(at int, raw []byte) {
	s, ok := lenient.Read[said](raw)
	if !ok || s.Role == "" {
		m.d.Skip(at, "no message")
		return
	}
	i := m.messages
	m.messages++
	m.when(at, func() {
		r := m.record(at, i, raw)
		r.time = s.Extra.V.Timestamp.instant()
		m.tell(r, &s)
	})
	if at < m.infoAt {
		m.revision = infoBehind
	}
	if m.own == "" {
		m.naming = append(m.naming, compact(raw)...)
		if i == naming-1 {
			m.named()
		}
	}
}

func (m *mini) tell(r *record, s *said) {
	words := textOf(s.Content)
	switch s.Role {
	case "assistant":
		m.answer(r, s, words)
		return
	case "exit":
		if len(m.pending) > 0 && s.Extra.V.Status == "Submitted" {
			m.result(r, s, words)
		}
		r.d.Skip(r.at, "the end of the run")
		return
	case "user", "tool":
		if len(m.pending) > 0 && s.Extra.V.Interrupt == "" {
			m.result(r, s, words)
			return
		}
	}
	p := domain.MessageRecorded{Role: domain.RoleUser, Text: producers.Text(words), Synthetic: s.Role != "user" || s.Extra.V.Interrupt != ""}
	if s.Role == "system" {
		p.Role = domain.RoleSystem
	}
	r.say("message", r.item("/message"), p)
}

// answer records what the model said and cost, and what it requests.
func (m *mini) answer(r *record, s *said, words string) {
	resp := &s.Extra.V.Response.V
	if words != "" {
		r.say("message", r.item("/message"), domain.MessageRecorded{Role: domain.RoleAssistant, Text: producers.Text(words), Model: producers.Short(resp.Model)})
	}
	if u := resp.Usage.V; u.Prompt+u.Completion > 0 {
		item := producers.ID(resp.ID)
		if item == "" {
			item = r.item("/usage")
		}
		cached := u.InDetail.V.Cached
		r.say("usage", item, domain.UsageRecorded{Model: producers.Short(resp.Model), Input: max(0, int64(u.Prompt-cached)), CacheRead: int64(cached),
			Output: int64(u.Completion), Reasoning: int64(u.OutDetail.V.Reasoning)})
	}
	m.pending = nil
	for i, a := range s.Extra.V.Actions {
		m.ask(r, i, string(a.Command), producers.ID(a.CallID))
	}
	if command, ok := command(words); ok && !s.Extra.There {
		m.ask(r, 0, command, "")
	}
	r.d.Skip(r.at, "an empty answer")
}

func (m *mini) ask(r *record, i int, command, item string) {
	if item == "" {
		item = r.item("/call/" + strconv.Itoa(i))
	}
	p := domain.ToolRequested{Name: "bash"}
	p.Input, p.Raw = producers.Foreign(quoted(command))
	m.pending = append(m.pending, pending{item, p.Name, r.say("requested."+strconv.Itoa(i), item, p)})
}

// quoted is {"command": command}.
func quoted(command string) jsontext.Value {
	v, err := jsontext.AppendQuote([]byte(`{"command":`), strings.ToValidUTF8(command, "\uFFFD"))
	if err != nil {
		return nil
	}
	return append(v, '}')
}

// command is the action in the text of an answer: the content of its only fenced block of
// commands. The program takes an answer with none or several for a mistake.
func command(words string) (string, bool) {
	found, n := "", 0
	for rest := words; ; {
		_, after, ok := strings.Cut(rest, "```")
		if !ok {
			return found, n == 1
		}
		block, behind, closed := strings.Cut(after, "\n```")
		if !closed {
			return found, n == 1
		}
		rest = behind
		if kind, body, ok := strings.Cut(block, "\n"); ok && (strings.TrimSpace(kind) == "mswea_bash_command" || strings.TrimSpace(kind) == "bash") {
			found, n = strings.TrimSpace(body), n+1
		}
	}
}

// result records how the call ended that this message answers: the one that it names, else
// the first that waits.
func (m *mini) result(r *record, s *said, words string) {
	at := 0
	for i := range m.pending {
		if m.pending[i].item == string(s.CallID) {
			at = i
		}
	}
	call := m.pending[at]
	m.pending = append(append([]pending(nil), m.pending[:at]...), m.pending[at+1:]...)
	r.say("ended", call.item, outcome(s, words), call.asked)
}

func outcome(s *said, words string) domain.Payload {
	x := &s.Extra.V
	r := domain.ToolResult{Name: "bash", ExitCode: x.Returncode.Pointer()}
	output := string(x.Output)
	if !x.Returncode.There {
		r.ExitCode, output = tagged(words)
	}
	r.Output = producers.Text(output)
	switch {
	case strings.Contains(string(x.Exception), "timed out"), strings.HasPrefix(words, "The last command <command>") && strings.Contains(words, "</command> timed out"):
		r.ExitCode = nil // a placeholder of the program
		return domain.ToolTimedOut{ToolResult: r}
	case x.Exception == "action was not executed":
		return domain.ToolCanceled{Name: r.Name, Reason: "not_executed"}
	case x.Exception != "":
		r.ExitCode = nil
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrTool}
	case r.ExitCode != nil && *r.ExitCode != 0:
		return domain.ToolFailed{ToolResult: r, ErrorKind: domain.ToolErrExit}
	}
	return domain.ToolCompleted{ToolResult: r}
}

// tagged reads the exit code and the output from the words that the model is given.
func tagged(words string) (exit *int, output string) {
	rest, ok := strings.CutPrefix(words, "<returncode>")
	if !ok {
		return nil, words
	}
	code, rest, _ := strings.Cut(rest, "</returncode>")
	if n, err := strconv.Atoi(code); err == nil {
		exit = &n
	}
	output = strings.TrimSpace(rest)
	if inner, ok := strings.CutPrefix(output, "<output>"); ok {
		output = strings.TrimSuffix(inner, "</output>")
	}
	return exit, output
}
