package timeline

import (
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/tools"
)

// addCalls adds an entry for each call; the events that are heard later bring its words.
func (n *narrator) addCalls(calls []query.Call) {
	for i := range calls {
		c := &calls[i]
		x := Entry{At: c.Started, Until: c.Ended, What: Call, Session: c.Session, Turn: c.Turn, Failed: c.ErrorKind != "", Events: c.Events,
			place: ^uint64(0), sorted: c.Started,
			Call: &CallEntry{Item: c.Item, Tool: c.Name, Server: c.Server, Command: c.Command, Names: c.Files, Status: c.Status,
				ExitCode: c.ExitCode, ErrorKind: c.ErrorKind, DeniedBy: c.DeniedBy, DurationMS: c.DurationMS, Rulings: c.Rulings}}
		for _, path := range c.Paths {
			x.Call.Files = append(x.Call.Files, File{Path: path})
		}
		for _, id := range c.Events {
			n.calls[id] = len(n.entries)
		}
		n.items[item{c.Session, c.Item}] = len(n.entries)
		n.add(x)
	}
}

// tool adds to its call what an event of it says.
func (n *narrator) tool(e *domain.Event) error {
	at, known := n.calls[e.ID]
	if !known {
		return nil // output before the end, or a record beyond the first ones of its call
	}
	x := &n.entries[at]
	if e.Position.Number() < x.place {
		x.place = e.Position.Number()
		if !x.At.Known() {
			x.sorted = n.reached
		}
	}
	switch e.Kind {
	case domain.KindToolRequested:
		var p domain.ToolRequested
		if err := read(e, &p); err != nil {
			return err
		}
		x.Call.asked(&p)
	case domain.KindToolDenied:
		var p domain.ToolDenied
		if err := read(e, &p); err != nil {
			return err
		}
		n.output(x, p.Reason, domain.Text{}, e.Erased)
	case domain.KindToolCanceled:
		var p domain.ToolCanceled
		if err := read(e, &p); err != nil {
			return err
		}
		n.output(x, p.Output, domain.TextOf(p.Reason), e.Erased)
	case domain.KindToolCompleted, domain.KindToolFailed, domain.KindToolTimedOut:
		var p domain.ToolFailed
		if err := read(e, &p); err != nil {
			return err
		}
		n.output(x, p.Output, p.Stderr, e.Erased)
		x.Call.changed(&p.ToolResult)
	}
	return nil
}

// output keeps what a call printed: of several recordings the one that has most of it.
func (n *narrator) output(x *Entry, output, stderr domain.Text, erased bool) {
	w := wordsOf(output, erased)
	if more := wordsOf(stderr, false); more != nil && (w == nil || !strings.Contains(w.Text, more.Text)) {
		if w == nil || w.Text == "" {
			w = more
		} else {
			w.Text, w.Bytes, w.Missing = w.Text+"\n"+more.Text, w.Bytes+more.Bytes, w.Missing+more.Missing
		}
	}
	if w == nil || x.Call.Output != nil && x.Call.Output.Bytes-x.Call.Output.Missing >= w.Bytes-w.Missing {
		return
	}
	if !n.terms.Full {
		w.matter(x.Failed, x.Call.Command == "")
	}
	x.Call.Output = w
}

// asked reads of a request what the read model does not keep: what it looks for, and the lines that it is to change.
func (c *CallEntry) asked(p *domain.ToolRequested) {
	input := []byte(p.Input)
	var text string
	if len(input) > 0 && input[0] == '"' && json.Unmarshal(input, &text) == nil {
		input = []byte(text)
	}
	if c.Command == "" && c.LooksFor == "" {
		c.LooksFor = looksFor(input)
	}
	for _, f := range asksToChange(input) {
		c.stat(f)
	}
}

// stat adds the lines that changed in a file, which the end of the call may name by its whole path.
func (c *CallEntry) stat(f File) {
	for i := range c.Files {
		of := &c.Files[i]
		if of.Path == f.Path || strings.HasSuffix(of.Path, "/"+f.Path) || f.Path == "" && len(c.Files) == 1 {
			of.Added, of.Removed, of.Deleted = f.Added, f.Removed, f.Deleted
			return
		}
	}
	if f.Path != "" && c.Status == tools.Completed {
		c.Files = append(c.Files, f)
	}
}

// changed reads of the end of a call how many lines of its files changed.
func (c *CallEntry) changed(p *domain.ToolResult) {
	if f, told := toldChange(p.Result); told {
		c.stat(f)
	}
}
