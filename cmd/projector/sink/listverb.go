package sinkcmd

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/cockroachdb/errors"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/status"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
)

// SinkListDocument is the answer of projector sink list.
type SinkListDocument struct {
	app.Head
	Log   string      `json:"log"`
	From  string      `json:"from"` // the file of settings
	Sinks []SinkEntry `json:"sinks"`
}

// SinkEntry is a sink of the settings and how it does.
type SinkEntry struct {
	Name     string    `json:"name"`
	Sends    sink.Kind `json:"sink_kind"`
	Target   string    `json:"target"` // of a URL the scheme and the host
	Audience string    `json:"audience"`
	Running  bool      `json:"running"` // a process sends to it
	// Status is what its process wrote last; absent for one that never ran.
	Status *status.Status `json:"status,omitzero"`
	// Parked are the deliveries that the receiver refused for good, the oldest first; not known while a
	// process sends to it, which Status counts.
	Parked []watch.Parked `json:"parked,omitzero"`
}

func listVerb(a *app.App) *cobra.Command {
	return a.Verb("list", "look", "List the sinks of your settings: what each sends, whether it works, what was refused", app.NoArgs,
		func([]string) (app.Document, error) { return list(a) })
}

func list(a *app.App) (app.Document, error) {
	s, err := open(a)
	if err != nil {
		return nil, err
	}
	d := &SinkListDocument{Head: app.HeadOf("sink_list"), Log: s.at.Value, From: s.file, Sinks: []SinkEntry{}}
	for i := range s.sinks {
		e, err := s.entry(a, &s.sinks[i])
		if err != nil {
			return nil, err
		}
		d.Sinks = append(d.Sinks, e)
	}
	return d, nil
}

// entry reads how a sink does.
func (s *setting) entry(a *app.App, c *sink.Config) (e SinkEntry, err error) {
	e = SinkEntry{Name: c.Name, Sends: c.Kind, Target: c.Target(), Audience: c.Audience}
	cursor, file, err := s.paths(a, c.Name)
	if err != nil {
		return e, err
	}
	now, err := status.Read(file)
	if errors.Is(err, fs.ErrNotExist) {
		return e, nil
	}
	if err != nil {
		return e, err
	}
	e.Status = &now
	open, err := watch.Open(cursor)
	if domain.KindOf(err) == domain.ErrUnavailable {
		e.Running = true
		return e, nil
	}
	if err != nil {
		return e, err
	}
	now.State = status.StateStopped // also where its process was killed
	e.Parked, err = open.Parked()
	now.Parked = len(e.Parked)
	return e, errors.CombineErrors(err, open.Close())
}

// Text implements [app.Document].
func (d *SinkListDocument) Text(p *term.Page) {
	if len(d.Sinks) == 0 {
		p.Line("no sinks: add a [[sink]] to %s", d.From)
	}
	for i := range d.Sinks {
		e := &d.Sinks[i]
		p.Line("%s  %s to %s, for %s", e.Name, e.Sends, e.Target, e.Audience)
		switch {
		case e.Status == nil:
			p.Line("  never ran: projector sink run")
		case e.Running:
			p.Line("  %s", statusText("runs", e.Status))
		default:
			p.Line("  %s", statusText("not running", e.Status))
		}
		for _, one := range e.Parked {
			p.Line("  refused  %s of lane %s: %s", one.Line.Outcome, one.Line.Lane, one.Reason)
		}
	}
}

// statusText is a status in one line.
func statusText(name string, s *status.Status) string {
	parts := []string{string(s.State), fmt.Sprintf("at position %d", s.Position)}
	if s.Pending > 0 {
		parts = append(parts, fmt.Sprintf("%d pending", s.Pending))
	}
	if s.Parked > 0 {
		parts = append(parts, fmt.Sprintf("%d refused", s.Parked))
	}
	text := name + ": " + strings.Join(parts, ", ")
	if t := s.Trouble; t != nil {
		text += fmt.Sprintf("; since %s, try %d: %s", term.Clock(t.Since), t.Tries, t.Error)
	}
	return text
}
