package witness

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/policy"
)

// request is a call that runs a command, or writes files that its input names, and what is recorded
// of it so far.
type request struct {
	item      domain.ItemID
	editor    string // the tool that writes files, "" for a command
	writes    []string
	removes   []string
	command   string
	cwd       domain.Path // "" if the call does not say
	continues domain.ItemID
	of        *request // the call whose process this one talks to
	output    string

	emitter domain.EmitterID
	epoch   domain.Epoch
	seq     uint64
	seqKind domain.SeqKind
}

// folder is where the command starts.
func (r *request) folder(workspace domain.Path) domain.Path {
	switch {
	case r.cwd == "":
		return workspace
	case strings.HasPrefix(string(r.cwd), "/") || workspace == "":
		return r.cwd
	}
	return workspace + "/" + r.cwd
}

// asked is the input of a call that runs a command, as agents write it.
type asked struct {
	Command   words       `json:"command"`
	Cmd       words       `json:"cmd"`
	Workdir   domain.Path `json:"workdir"`
	CWD       domain.Path `json:"cwd"`
	Directory domain.Path `json:"directory"`
}

// words is a command: a text, or the words of one.
type words string

// UnmarshalJSON reads a text or an array of texts. Any other value is no command.
func (w *words) UnmarshalJSON(b []byte) error {
	var text string
	if json.Unmarshal(b, &text) == nil {
		*w = words(text)
		return nil
	}
	var argv []string
	if json.Unmarshal(b, &argv) == nil && len(argv) > 0 {
		*w = words(calls.CommandText(argv))
	}
	return nil
}

// requestOf reads the request of a call, nil for one that neither runs a command nor names files that
// it writes.
func requestOf(d *domain.Draft) *request {
	var p domain.ToolRequested
	if err := json.Unmarshal(d.Data, &p); err != nil {
		return nil
	}
	edits := p.Server == "" && slices.Contains(editors, p.Name)
	if !edits && !policy.IsShell(p.Name) {
		return nil
	}
	r := &request{item: d.Subject.Item.Value, continues: p.Continues, emitter: d.Emitter, epoch: d.Epoch, seq: d.Seq, seqKind: d.SeqKind}
	input := []byte(p.Input)
	var text string
	if p.Raw || len(input) > 0 && input[0] == '"' {
		if json.Unmarshal(input, &text) != nil {
			return nil
		}
		input = []byte(text)
	}
	if edits {
		r.editor = p.Name
		if r.writes, r.removes = edited(input, text); r.item == "" || len(r.writes)+len(r.removes) == 0 {
			return nil
		}
		return r
	}
	var a asked
	if err := json.Unmarshal(input, &a); err != nil {
		a.Command = words(text)
	}
	r.command = string(a.Command)
	if r.command == "" {
		r.command = string(a.Cmd)
	}
	for _, folder := range []domain.Path{a.Workdir, a.CWD, a.Directory} {
		if r.cwd == "" {
			r.cwd = folder
		}
	}
	if r.item == "" || r.command == "" && r.continues == "" {
		return nil
	}
	return r
}

// workspaceOf returns the folder that a session was created in.
func workspaceOf(data []byte) domain.Path {
	var p struct {
		Workspace domain.Maybe[domain.Path] `json:"workspace"`
	}
	if json.Unmarshal(data, &p) != nil {
		return ""
	}
	return p.Workspace.Value
}

// startedIn returns the folder in which a call started.
func startedIn(data []byte) domain.Path {
	var p domain.ToolStarted
	if json.Unmarshal(data, &p) != nil {
		return ""
	}
	return p.CWD
}

// end is the end of a call, or a part of its output.
type end struct {
	code    *int
	output  string
	cut     bool
	running bool // the process continues
	killed  bool // the harness reports that it was interrupted
}

// ended is what every event of a call's end contains.
type ended struct {
	ExitCode   *int        `json:"exit_code"`
	Output     domain.Text `json:"output"`
	Text       domain.Text `json:"text"`
	Stderr     domain.Text `json:"stderr"`
	Truncated  bool        `json:"truncated"`
	Background string      `json:"background"`
	Result     domain.JSON `json:"result"`
	Signal     string      `json:"signal"`
}

// outcome is the part of a structured result that contains what its event does not.
type outcome struct {
	Stdout      string `json:"stdout"`
	Stderr      string `json:"stderr"`
	Interrupted bool   `json:"interrupted"`
}

func endOf(d *domain.Draft) end {
	var p ended
	if json.Unmarshal(d.Data, &p) != nil {
		return end{}
	}
	e := end{code: p.ExitCode, cut: p.Truncated, running: p.Background != "" && p.ExitCode == nil, killed: p.Signal != ""}
	var r outcome
	if len(p.Result) > 0 && p.Result[0] == '{' {
		_ = json.Unmarshal(p.Result, &r) // a result of another shape contains none of this
		e.killed = e.killed || r.Interrupted
	}
	for _, t := range []domain.Text{p.Output, p.Text, p.Stderr} {
		whole := t.Whole
		if t.Cut != nil {
			whole, e.cut = t.Cut.Head+"\n"+t.Cut.Tail, true
		}
		e.output = appendOutput(e.output, whole)
	}
	if e.output == "" {
		e.output = appendOutput(r.Stdout, r.Stderr)
	}
	return e
}

// maxOutput bounds what is remembered of an output: its end, where runners print their summaries.
const maxOutput = 256 << 10

// appendOutput joins parts of an output.
func appendOutput(output, more string) string {
	switch {
	case more == "":
	case output == "":
		output = more
	default:
		output = strings.TrimSuffix(output, "\n") + "\n" + more
	}
	if len(output) > maxOutput {
		output = output[len(output)-maxOutput:]
	}
	return output
}

// flagless are sources that record no exit code and no error flag of a call that came back.
var flagless = []string{"aider", "swe-agent", "cursor"}

// status is what the harness recorded of the exit status.
func (e end) status(d *domain.Draft) (Status, int) {
	source, _ := d.Session().Split()
	switch {
	case d.Kind == domain.KindToolTimedOut:
		return StatusTimedOut, 0
	case e.killed:
		return StatusUnknown, 0
	case e.code != nil && *e.code == 0:
		return StatusZero, 0
	case e.code != nil:
		return StatusFailed, *e.code
	case d.Kind == domain.KindToolFailed:
		return StatusFailed, 0
	case d.Kind == domain.KindToolCompleted && !slices.Contains(flagless, source):
		return StatusZero, 0
	}
	return StatusUnknown, 0
}
