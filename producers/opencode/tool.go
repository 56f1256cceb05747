package opencode

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/loose"
)

// state is how far a call has come.
type state struct {
	Status   loose.Word     `json:"status"`
	Input    jsontext.Value `json:"input"`
	Output   loose.Word     `json:"output"`
	Error    loose.Word     `json:"error"`
	Metadata jsontext.Value `json:"metadata"`
	Time     times          `json:"time"`
	Files    loose.List[struct {
		Mime loose.Word `json:"mime"`
	}] `json:"attachments"`
}

// details are the members of a call's metadata that have a place in an event. Each
// tool has its own.
type details struct {
	Exit        loose.Int  `json:"exit"`
	Truncated   loose.Flag `json:"truncated"`
	Interrupted loose.Flag `json:"interrupted"`
	SessionID   loose.Word `json:"sessionId"` // of the subagent that the call started
	FilePath    loose.Word `json:"filepath"`
	FileDiff    diff       `json:"filediff"`
	Results     loose.List[struct {
		FileDiff diff `json:"filediff"`
	}] `json:"results"`
	Files loose.List[struct {
		Path loose.Word `json:"filePath"`
	}] `json:"files"`
}

type diff = loose.Object[struct {
	File loose.Word `json:"file"`
}]

// tool tells of a call what its state says. Its arguments are complete when it runs.
func (c *piece) tool() {
	s := &c.p.State.V
	if s.Status == "pending" || s.Status == "" {
		c.d.Skip(c.at, "a call whose arguments are not there yet")
		return
	}
	if id := producers.ID(c.p.CallID); id != "" {
		c.n.Item.Value = domain.ItemID(id)
	}
	d, _ := loose.Read[details](s.Metadata)
	asked := c.requested(s)
	c.started(s, &d)
	if s.Status == "completed" || s.Status == "error" {
		c.ended(s, &d, asked)
	}
}

// requested tells of the call as its answer asks for it: the time at which it began
// to run is rewritten when it is broken off.
func (c *piece) requested(s *state) domain.EventID {
	r := domain.ToolRequested{Name: name(c.p.Tool)}
	r.Input, r.Raw = producers.Foreign(s.Input)
	return c.tell(c.n, "requested", r)
}

// started tells which session a call started, in that session.
func (c *piece) started(s *state, d *details) {
	child := producers.ID(d.SessionID)
	if child == "" || c.p.Tool != "task" || child == c.own {
		return
	}
	in, _ := loose.Read[struct {
		Type loose.Word `json:"subagent_type"`
	}](s.Input)
	n := c.note(c.n.Key, c.n.At)
	n.Session = domain.MakeSessionID(Source, child)
	c.tell(n, "child", domain.SessionIdentityEnriched{ParentSession: domain.MakeSessionID(Source, c.own), ParentItem: c.n.Item.Value,
		AgentType: producers.Short(in.Type)})
}

// ended tells how a call ended.
func (c *piece) ended(s *state, d *details, asked domain.EventID) {
	n := c.n
	n.At, n.Causes = producers.Millis(s.Time.V.End), []domain.EventID{asked}
	c.tell(n, "ended", endingOf(c.p.Tool, s, d))
}

// account gathers what the record says of a call that came back.
func account(tool loose.Word, s *state, d *details) domain.ToolResult {
	r := domain.ToolResult{Name: name(tool), ExitCode: d.Exit.Pointer(), Output: producers.Text(string(s.Output)), Truncated: bool(d.Truncated),
		DurationMS: max(0, int64(s.Time.V.End-s.Time.V.Start)), Paths: d.paths(tool)}
	if tool != "bash" { // whose metadata repeat the output
		r.Result, r.Raw = producers.Foreign(s.Metadata)
	}
	for _, f := range s.Files {
		if len(f.Mime) > 6 && f.Mime[:6] == "image/" {
			r.Images++
		}
	}
	return r
}

// paths are the files that the call says it wrote.
func (d *details) paths(tool loose.Word) []domain.Path {
	var written []loose.Word
	switch tool {
	case "write":
		written = append(written, d.FilePath)
	case "edit":
		written = append(written, d.FileDiff.V.File)
	case "multiedit":
		for _, r := range d.Results {
			written = append(written, r.FileDiff.V.File)
		}
	case "apply_patch", "patch":
		for _, f := range d.Files {
			written = append(written, f.Path)
		}
	}
	var paths []domain.Path
	for _, p := range written {
		if p != "" && len(paths) < 100 {
			paths = append(paths, domain.Path(producers.Short(p)))
		}
	}
	return paths
}

func name(tool loose.Word) string {
	if tool == "" {
		return "unknown"
	}
	return producers.Short(tool)
}
