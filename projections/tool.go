package projections

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
)

// ToolStatus says how far a tool call came.
type ToolStatus string

// The statuses. When records of one call disagree the later in this list stands,
// whatever arrived first: an end before no end, and among ends the one that says
// more. A call that was not allowed also "failed", one that ran out of time was
// also "stopped", and a program's exit code is news to a hook that saw it come back.
const (
	ToolRequested ToolStatus = "requested"
	ToolRunning   ToolStatus = "running"
	ToolCompleted ToolStatus = "completed"
	ToolFailed    ToolStatus = "failed"
	ToolCanceled  ToolStatus = "canceled"
	ToolTimedOut  ToolStatus = "timed_out"
	ToolDenied    ToolStatus = "denied"
)

// Enum lists the values, from the one that yields to all others.
func (ToolStatus) Enum() []string {
	return []string{string(ToolRequested), string(ToolRunning), string(ToolCompleted), string(ToolFailed),
		string(ToolCanceled), string(ToolTimedOut), string(ToolDenied)}
}

func (s ToolStatus) rank() int { return slices.Index(s.Enum(), string(s)) }

// ToolEnd is one record of how a call ended.
type ToolEnd struct {
	At         Time           `json:"at,omitzero"`
	By         string         `json:"by,omitzero"` // who denied it, see [domain.DeniedBy]
	DurationMS int64          `json:"duration_ms,omitzero"`
	ErrorKind  string         `json:"error_kind,omitzero"` // see [domain.ToolErrorKind]
	ExitCode   string         `json:"exit_code,omitzero"`  // a number
	ID         domain.EventID `json:"id"`
	Paths      []string       `json:"paths,omitzero"`
	Status     ToolStatus     `json:"status"`
	// Use is the consumption of an approval whose result this is.
	Use domain.EventID `json:"use,omitzero"`
}

// says counts what the record tells beside its status.
func (t *ToolEnd) says() int {
	n := min(len(t.Paths), 1)
	for _, told := range []bool{t.ExitCode != "", t.ErrorKind != "", t.DurationMS != 0, t.By != "", t.At.Known()} {
		if told {
			n++
		}
	}
	return n
}

// compare puts the record that stands last: the status, then what it says, then the least id.
func (t *ToolEnd) compare(u *ToolEnd) int {
	if t.ID == u.ID && t.Status == u.Status && t.says() == u.says() {
		return cmp.Or(cmp.Compare(t.At, u.At), cmp.Compare(t.ExitCode, u.ExitCode), cmp.Compare(t.ErrorKind, u.ErrorKind),
			cmp.Compare(t.DurationMS, u.DurationMS), cmp.Compare(t.By, u.By), slices.Compare(t.Paths, u.Paths))
	}
	return cmp.Or(cmp.Compare(t.Status.rank(), u.Status.rank()), cmp.Compare(t.says(), u.says()), u.ID.Compare(t.ID))
}

// Tool is one tool call, whoever recorded it and however often; or, with Words, all that
// a session says under an id that is not unique, which [Calls] takes apart.
type Tool struct {
	Command Pick `json:"command,omitzero"` // what its input says is to be run, see [Kept]
	// Completed is the least event that says it came back, also of one that was denied.
	Completed domain.EventID   `json:"completed,omitzero"`
	End       *ToolEnd         `json:"end,omitzero"`
	Events    []domain.EventID `json:"events"`         // the least eight, without outputs
	Files     []string         `json:"files,omitzero"` // that its input names, the least some
	First     Time             `json:"first,omitzero"`
	Last      Time             `json:"last,omitzero"`
	Name      Pick             `json:"name,omitzero"`
	Request   domain.EventID   `json:"request,omitzero"` // the least event that asks for it
	Requested Time             `json:"requested,omitzero"`
	// Rulings are what policies decided about it.
	Rulings Rulings `json:"rulings,omitzero"`
	// Running says that somebody recorded its start, or output of it.
	Running  bool      `json:"running,omitzero"`
	Server   Pick      `json:"server,omitzero"` // of MCP
	Sessions Sightings `json:"sessions"`
	Started  Time      `json:"started,omitzero"`
	Words    []Word    `json:"words,omitzero"`
}

// Status is the status that stands.
func (t *Tool) Status() ToolStatus {
	switch {
	case t.End != nil:
		return t.End.Status
	case t.Running:
		return ToolRunning
	}
	return ToolRequested
}

// Because names the events that decide the status: the end that stands, else what is
// known of the call.
func (t *Tool) Because() []domain.EventID {
	if t.End != nil {
		return []domain.EventID{t.End.ID}
	}
	return t.Events
}

// ErrorKind is the kind under which the call counts as an error, "" when it is none.
func (t *Tool) ErrorKind() string {
	switch t.Status() {
	case ToolFailed:
		return cmp.Or(t.End.ErrorKind, string(domain.ToolErrUnknown))
	case ToolDenied, ToolTimedOut:
		return string(t.End.Status)
	case ToolRequested, ToolRunning, ToolCompleted, ToolCanceled:
	}
	return ""
}

// StartedAt is when it began, as far as known: the start, else the request, else the first record.
func (t *Tool) StartedAt() Time { return cmp.Or(t.Started, t.Requested, t.First) }

// StoodBy says that all that is known of the call is that it is the result of an
// approval's use: whoever did it recorded no request of its own.
func (t *Tool) StoodBy() bool { return t.Request.IsZero() && t.End != nil && !t.End.Use.IsZero() }

// HeldBack is the last ruling by which a policy held the call back; ok is false for a call
// that none held back, or that an approval let through.
func (t *Tool) HeldBack() (last Ruling, ok bool) {
	for i := range t.Rulings {
		r := &t.Rulings[i]
		if !r.Use.IsZero() {
			return Ruling{}, false
		}
		if r.Blocked {
			last, ok = *r, true
		}
	}
	return last, ok
}

func toolKey(e *domain.Event) string {
	key := ""
	switch {
	case rules(e):
		key = ruledKey(e)
	case strings.HasPrefix(string(e.Kind), "tool."):
		key = itemKey(e)
	}
	if isOwn(e) && key != "" {
		return wordsKey + key
	}
	return key
}

// isOwn reports whether an event names an item that only its session knows by this id.
func isOwn(e *domain.Event) bool {
	item := e.Subject.Item.Value
	return item != "" && !calls.Unique(item)
}

func applyTool(t *Tool, e *domain.Event, p toolData) {
	w := wordOf(e, &p)
	if !isOwn(e) {
		t.apply(e.Session(), &w)
		return
	}
	t.Sessions.see(e.Session(), 0, "")
	w.Causes, w.Said = slices.Clone(e.Causes), saidOf(e)
	t.hold(&w)
}

// apply adds what one event says of the call.
func (t *Tool) apply(session domain.SessionID, w *Word) {
	t.Sessions.see(session, w.At, w.Turn)
	if w.Ruling != nil {
		t.Rulings.add(w.Ruling)
		return
	}
	earliest(&t.First, w.At)
	latest(&t.Last, w.At)
	t.Name.offer(w.ID, w.Name)
	t.Server.offer(w.ID, w.Server)
	switch w.Kind {
	case domain.KindToolOutput:
		t.Running = true
		return
	case domain.KindToolRequested:
		t.request(w)
		earliest(&t.Requested, w.At)
	case domain.KindToolStarted:
		t.Running = true
		earliest(&t.Started, w.At)
	default:
		t.offerEnd(w.End)
	}
	t.Events = addID(t.Events, w.ID)
}

// mostFiles bounds the files that a call is known by.
const mostFiles = 32

func (t *Tool) request(w *Word) {
	t.Request = leastID(t.Request, w.ID)
	t.Command.offer(w.ID, w.Command)
	for _, file := range w.Files {
		t.Files = addText(t.Files, file)
	}
	t.Files = t.Files[:min(len(t.Files), mostFiles)]
}

func (t *Tool) offerEnd(end *ToolEnd) {
	if end.Status == ToolCompleted {
		t.Completed = leastID(t.Completed, end.ID)
	}
	if t.End == nil || end.compare(t.End) > 0 {
		t.End = end
	}
}

type toolData struct {
	name, server string
	asked        asked
	end          ToolEnd
	ruling       Ruling
}

func readTool(e *domain.Event) (p toolData, err error) {
	if rules(e) {
		p.ruling, err = readRuling(e)
		return p, err
	}
	d := membersOf(e.Data)
	for name, v, ok := d.next(); ok; name, v, ok = d.next() {
		switch string(name) {
		case "input":
			p.asked = askedOf(v)
		case "name":
			p.name = d.text(v)
		case "server":
			p.server = d.text(v)
		case "by":
			p.end.By = d.text(v)
		case "error_kind":
			p.end.ErrorKind = d.text(v)
		case "exit_code":
			p.end.ExitCode = strconv.FormatInt(d.number(v), 10)
		case "duration_ms":
			p.end.DurationMS = d.number(v)
		case "paths":
			p.end.Paths = d.texts(v)
		}
	}
	return p, d.err()
}
