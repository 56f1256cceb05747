package topcmd

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/cmd/claw/cli/app"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	"github.com/clawable/claw/cmd/claw/cli/term"
	clawtop "github.com/clawable/claw/cmd/claw/cli/top"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/top"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/selection"
)

// source answers from one open log and its read model. It implements [top.Source].
type source struct {
	program app.Program
	flags   app.Flags
	options clawtop.Options
	held    app.Held
	place   place

	model  sync.Mutex     // of the use of the read model
	use    sync.WaitGroup // of the log, without the model
	ending sync.Mutex     // of closed and of adding to use
	closed bool
}

// enter begins a use of the log, unless it is closed; leave ends it.
func (s *source) enter() (leave func(), err error) {
	s.ending.Lock()
	defer s.ending.Unlock()
	if s.closed {
		return nil, eventlog.ErrClosed
	}
	s.use.Add(1)
	return s.use.Done, nil
}

// close waits for what is under way, and closes the read model.
func (s *source) close() error {
	s.ending.Lock()
	s.closed = true
	s.ending.Unlock()
	s.use.Wait()
	return s.held.Model.Close()
}

// Board implements [top.Source].
func (s *source) Board(ctx context.Context, limit int) (top.Board, error) {
	leave, err := s.enter()
	if err != nil {
		return top.Board{}, err
	}
	defer leave()
	s.model.Lock()
	defer s.model.Unlock()
	p := s.program
	p.Held = &s.held
	a := &app.App{Program: &p, Ctx: ctx, Format: app.FormatText, Flags: s.flags}
	defer a.Close()
	v, filter, err := s.options.Selected(a)
	if err != nil {
		return top.Board{}, a.Told(err)
	}
	d, err := lookcmd.BoardOf(a, v, filter, selection.Page{Limit: limit})
	if err != nil {
		return top.Board{}, a.Told(err)
	}
	return s.boardOf(a, d, limit), nil
}

// boardOf is a document of the board for the screen.
func (s *source) boardOf(a *app.App, d *lookcmd.BoardDocument, limit int) top.Board {
	b := top.Board{Limit: limit, Total: d.Total, Summary: term.Many(d.Total, "lane") + term.CountsText(d.ByOutcome), Position: d.AsOfPosition,
		Empty: "no lanes; to import recorded sessions: " + app.NextStep(a, "claw import")}
	at := d.AsOf.Time()
	page := a.Page(io.Discard)
	b.Table = func(width int, rows []int) []string {
		var text bytes.Buffer
		p := term.NewPage(&text, width, page.Color, at)
		d.Only(rows).Table(p)
		_ = p.Flush() // a buffer takes all
		return strings.Split(strings.TrimRight(text.String(), "\n"), "\n")
	}
	all := make([]int, len(d.Lanes))
	for i := range all {
		all[i] = i
	}
	words := b.Table(0, all)
	for i := range d.Lanes {
		b.Rows = append(b.Rows, rowOf(a, d, i, strings.ToLower(ansi.Strip(words[i+1]))))
	}
	return b
}

// rowOf is a row of the board.
func rowOf(a *app.App, d *lookcmd.BoardDocument, i int, words string) top.Row {
	r := &d.Lanes[i]
	short, command := d.Step(i)
	row := top.Row{Lane: string(r.Lane), Short: short, Words: words, NeedsPerson: r.Group == projections.GroupPerson, Failed: r.Outcome == lane.ResultFailed || r.Outcome == lane.ResultFailedVerify, Settled: r.Group == projections.GroupRest && r.Urgency > 2,
		Next: string(r.Next), Folder: string(r.Workspace.Value), PullRequest: pullRequestOf(r)}
	if command != "" {
		row.Command = app.NextStep(a, command)
	}
	if r.Waits != nil {
		for i := range r.Waits.Approvals {
			row.Approvals = append(row.Approvals, r.Waits.Approvals[i].Approval.String())
		}
	}
	return row
}

// Await implements [top.Source].
func (s *source) Await(ctx context.Context, after uint64) error {
	leave, err := s.enter()
	if err != nil {
		return err
	}
	defer leave()
	return s.place.while(ctx, func(ctx context.Context) error {
		return view.Projected{Log: s.held.Log}.Await(ctx, domain.PositionAt(after))
	})
}

// mostEntries is how many of the last entries of a story its page shows.
const mostEntries = "1000"

// Text implements [top.Source].
func (s *source) Text(ctx context.Context, what top.Page, row top.Row, width int) (string, error) {
	switch what {
	case top.Errors:
		return s.answer(ctx, width, "timeline", row.Lane, "--errors", "--limit="+mostEntries)
	case top.Explain:
		return s.answer(ctx, width, "lane", "explain", row.Lane)
	case top.Grant:
		return s.grants(ctx, row, width)
	case top.Story:
	}
	return s.answer(ctx, width, "lane", "show", row.Lane, "--limit="+mostEntries)
}

// grants describes each request that a lane waits for: the exact action, its digest, the command that grants it.
func (s *source) grants(ctx context.Context, row top.Row, width int) (string, error) {
	var all []string
	for _, id := range row.Approvals {
		text, err := s.answer(ctx, width, "approval", "show", id)
		if err != nil {
			return "", err
		}
		var line bytes.Buffer
		p := term.NewPage(&line, width, s.program.Page(io.Discard).Color, s.program.Now())
		p.Log = s.flags.Log
		p.Line("to let it through, in another terminal: %s", app.Next(p, "claw approval grant "+id))
		p.Line("to refuse it: %s", app.Next(p, "claw approval deny "+id))
		_ = p.Flush() // a buffer takes all
		all = append(all, text+line.String())
	}
	return strings.Join(all, "\n"), nil
}

// Accept implements [top.Source]. It is a separate run, as if the verb was typed at this terminal.
func (s *source) Accept(ctx context.Context, lane, reason string) (string, error) {
	leave, err := s.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	var warned bytes.Buffer
	text, err := s.run(ctx, &warned, nil, 0, "lane", "accept", lane, "--reason="+reason)
	return strings.Join(strings.Fields(ansi.Strip(text+" "+warned.String())), " "), err
}

// answer is what a verb of claw prints about the held log.
func (s *source) answer(ctx context.Context, width int, line ...string) (string, error) {
	leave, err := s.enter()
	if err != nil {
		return "", err
	}
	defer leave()
	s.model.Lock()
	defer s.model.Unlock()
	return s.run(ctx, io.Discard, &s.held, width, line...)
}

// run runs a verb of claw as the person at this terminal would.
func (s *source) run(ctx context.Context, errs io.Writer, held *app.Held, width int, line ...string) (string, error) {
	var out bytes.Buffer
	p := s.program
	p.In, p.Out, p.Err, p.Held, p.Width = strings.NewReader(""), &out, errs, held, width
	p.InTerminal, p.ErrTerminal, p.Ends, p.Size, p.Resizes = false, false, false, nil, nil
	words := slices.IndexFunc(line, func(word string) bool { return strings.HasPrefix(word, "--") })
	if s.flags.Log != "" {
		at := len(line)
		if words >= 0 {
			at = words
		}
		line = slices.Insert(slices.Clone(line), at, "--log="+s.flags.Log)
	}
	err := cli.Claw().Answer(ctx, &p, line)
	var typed *domain.Error
	if errors.As(err, &typed) {
		return "", typed
	}
	return out.String(), err
}
