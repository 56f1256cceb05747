// Package tools folds the events of one tool call: what was requested, what policies decided about
// it and how it ended. It distinguishes calls that share an id, and joins the copies of one call
// in several sessions. It is pure and holds no call but those that it is given.
//
// A reader starts at [Tool], then [Word] and [TakeApart]. [Key], [Read] and [Apply] are the
// fold.
package tools

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/projections/entitykey"
	"github.com/clawable/claw/projections/payload"
	"github.com/clawable/claw/projections/values"
)

// Status says how far a tool call came.
type Status string

// The statuses. When records of one call disagree the later in this list is in force, whatever
// arrived first: an end before no end, and among ends the one that states more. A call that was
// not allowed also "failed", one that ran out of time was also "stopped", and a program's exit
// code is news to a hook that saw it come back.
const (
	Requested Status = "requested"
	Running   Status = "running"
	Completed Status = "completed"
	Failed    Status = "failed"
	Canceled  Status = "canceled"
	TimedOut  Status = "timed_out"
	Denied    Status = "denied"
)

// Enum lists the values, from the one that yields to all others.
func (Status) Enum() []string {
	return []string{string(Requested), string(Running), string(Completed), string(Failed),
		string(Canceled), string(TimedOut), string(Denied)}
}

func (s Status) rank() int { return slices.Index(s.Enum(), string(s)) }

// End is one record of how a call ended.
type End struct {
	At         values.Time    `json:"at,omitzero"`
	By         string         `json:"by,omitzero"` // the one that denied it, see [domain.DeniedBy]
	DurationMS int64          `json:"duration_ms,omitzero"`
	ErrorKind  string         `json:"error_kind,omitzero"` // see [domain.ToolErrorKind]
	ExitCode   string         `json:"exit_code,omitzero"`  // a number
	ID         domain.EventID `json:"id"`
	Paths      []string       `json:"paths,omitzero"`
	Status     Status         `json:"status"`
	// Use is the consumption of an approval whose result this is.
	Use domain.EventID `json:"use,omitzero"`
}

// says counts what the record contains besides its status.
func (t *End) says() int {
	n := min(len(t.Paths), 1)
	for _, told := range []bool{t.ExitCode != "", t.ErrorKind != "", t.DurationMS != 0, t.By != "", t.At.Known()} {
		if told {
			n++
		}
	}
	return n
}

// compare orders the record that is in force last: by the status, then by how much it contains,
// then by the least id.
func (t *End) compare(u *End) int {
	if t.ID == u.ID && t.Status == u.Status && t.says() == u.says() {
		return cmp.Or(cmp.Compare(t.At, u.At), cmp.Compare(t.ExitCode, u.ExitCode), cmp.Compare(t.ErrorKind, u.ErrorKind),
			cmp.Compare(t.DurationMS, u.DurationMS), cmp.Compare(t.By, u.By), slices.Compare(t.Paths, u.Paths))
	}
	return cmp.Or(cmp.Compare(t.Status.rank(), u.Status.rank()), cmp.Compare(t.says(), u.says()), u.ID.Compare(t.ID))
}

// Tool is one tool call, whoever recorded it and however often; or, with Words, all that
// a session says under an id that is not unique, which [Calls] takes apart.
type Tool struct {
	Command values.Pick `json:"command,omitzero"` // what its input says is to be run, see [Kept]
	// Completed is the least event that says it came back, also of one that was denied.
	Completed domain.EventID   `json:"completed,omitzero"`
	End       *End             `json:"end,omitzero"`
	Events    []domain.EventID `json:"events"`         // the least eight, without outputs
	Files     []string         `json:"files,omitzero"` // that its input names, the least some
	First     values.Time      `json:"first,omitzero"`
	Last      values.Time      `json:"last,omitzero"`
	Name      values.Pick      `json:"name,omitzero"`
	Request   domain.EventID   `json:"request,omitzero"` // the least event that asks for it
	Requested values.Time      `json:"requested,omitzero"`
	// Rulings are what policies decided about it.
	Rulings Rulings `json:"rulings,omitzero"`
	// Running reports that its start, or output of it, was recorded.
	Running  bool             `json:"running,omitzero"`
	Server   values.Pick      `json:"server,omitzero"` // of MCP
	Sessions values.Sightings `json:"sessions"`
	Started  values.Time      `json:"started,omitzero"`
	Words    []Word           `json:"words,omitzero"`
}

// Status is the status in force.
func (t *Tool) Status() Status {
	switch {
	case t.End != nil:
		return t.End.Status
	case t.Running:
		return Running
	}
	return Requested
}

// Because names the events that decide the status: the end in force, else what is known of the
// call.
func (t *Tool) Because() []domain.EventID {
	if t.End != nil {
		return []domain.EventID{t.End.ID}
	}
	return t.Events
}

// ErrorKind is the kind under which the call counts as an error, "" when it is none.
func (t *Tool) ErrorKind() string {
	switch t.Status() {
	case Failed:
		return cmp.Or(t.End.ErrorKind, string(domain.ToolErrUnknown))
	case Denied, TimedOut:
		return string(t.End.Status)
	case Requested, Running, Completed, Canceled:
	}
	return ""
}

// StartedAt is when it began, as far as known: the start, else the request, else the first record.
func (t *Tool) StartedAt() values.Time { return cmp.Or(t.Started, t.Requested, t.First) }

// StoodBy says that all that is known of the call is that it is the result of an
// approval's use: its actor recorded no separate request.
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

// Key names the call that an event is about, or the entity that holds its session's words, "" for
// neither.
func Key(e *domain.Event) string {
	key := ""
	switch {
	case IsRuling(e):
		key = ruledKey(e)
	case strings.HasPrefix(string(e.Kind), "tool."):
		key = entitykey.Of(e)
	}
	if isOwn(e) && key != "" {
		return entitykey.WordsPrefix + key
	}
	return key
}

// isOwn reports whether an event names an item whose id is unique only in its session.
func isOwn(e *domain.Event) bool {
	item := e.Subject.Item.Value
	return item != "" && !calls.Unique(item)
}

// Apply adds an event to its call. It is total.
func Apply(t *Tool, e *domain.Event, p Data) {
	w := wordOf(e, &p)
	if !isOwn(e) {
		t.apply(e.Session(), &w)
		return
	}
	t.Sessions.See(e.Session(), 0, "")
	w.Causes, w.Said = slices.Clone(e.Causes), saidOf(e)
	t.hold(&w)
}

// apply adds what one event says of the call.
func (t *Tool) apply(session domain.SessionID, w *Word) {
	t.Sessions.See(session, w.At, w.Turn)
	if w.Ruling != nil {
		t.Rulings.Add(w.Ruling)
		return
	}
	values.Earliest(&t.First, w.At)
	values.Latest(&t.Last, w.At)
	t.Name.Offer(w.ID, w.Name)
	t.Server.Offer(w.ID, w.Server)
	switch w.Kind {
	case domain.KindToolOutput:
		t.Running = true
		return
	case domain.KindToolRequested:
		t.request(w)
		values.Earliest(&t.Requested, w.At)
	case domain.KindToolStarted:
		t.Running = true
		values.Earliest(&t.Started, w.At)
	default:
		t.offerEnd(w.End)
	}
	t.Events = values.AddID(t.Events, w.ID)
}

// mostFiles bounds the files that a call is known by.
const mostFiles = 32

func (t *Tool) request(w *Word) {
	t.Request = values.LeastID(t.Request, w.ID)
	t.Command.Offer(w.ID, w.Command)
	for _, file := range w.Files {
		t.Files = values.AddText(t.Files, file)
	}
	t.Files = t.Files[:min(len(t.Files), mostFiles)]
}

func (t *Tool) offerEnd(end *End) {
	if end.Status == Completed {
		t.Completed = values.LeastID(t.Completed, end.ID)
	}
	if t.End == nil || end.compare(t.End) > 0 {
		t.End = end
	}
}

// Data is what the fold reads of a payload.
type Data struct {
	name, server string
	asked        asked
	end          End
	ruling       Ruling
}

// Read decodes what the fold needs of a payload.
//
// Errors: when the payload is not what its kind says.
func Read(e *domain.Event) (p Data, err error) {
	if IsRuling(e) {
		p.ruling, err = ReadRuling(e)
		return p, err
	}
	d := payload.MembersOf(e.Data)
	for name, v, ok := d.Next(); ok; name, v, ok = d.Next() {
		switch string(name) {
		case "input":
			p.asked = askedOf(v)
		case "name":
			p.name = d.Text(v)
		case "server":
			p.server = d.Text(v)
		case "by":
			p.end.By = d.Text(v)
		case "error_kind":
			p.end.ErrorKind = d.Text(v)
		case "exit_code":
			p.end.ExitCode = strconv.FormatInt(d.Number(v), 10)
		case "duration_ms":
			p.end.DurationMS = d.Number(v)
		case "paths":
			p.end.Paths = d.Texts(v)
		}
	}
	return p, d.Err()
}
